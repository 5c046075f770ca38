/* Which rulesets can be joined: line by line what cannot, so that all others are walked. */
#include "analysis/exhaustive/join/join.h"
#include "compile/condition/evaluation.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* --- shapes ---------------------------------------------------------------------------------- */

/* Kinds of which no two can be in one set. */
static bool are_apart(kzi_kinds kinds) {
    for (unsigned kind = 0; kind < KZI_HONOR; kind++)
        for (unsigned next = kind + 1; next <= kind + 2 && kzi_suit(next) == kzi_suit(kind); next++)
            if (kinds >> kind & kinds >> next & 1)
                return false;
    return true;
}

/* A shape that no hand of sets or of pairs has: all tiles differ, or more kinds of its body than
 * such a hand has groups are all apart. */
static bool is_unlike_sets(const struct kzi_shape *shape) {
    bool unlike = shape->body_tiles > KZI_JOIN_GROUPS;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        unlike &= are_apart(shape->bodies[i]);
    return unlike || (shape->form == KZI_FORM_DIFFERENT && !shape->one_more);
}

static bool is_usual(const struct kzi_shape *shape) {
    if (shape->any_tiles || shape->set_kinds || shape->n_groups || kzi_shape_is_knitted(shape) ||
        kzi_shape_tiles(shape) > KZI_JOIN_TILES)
        return false;
    return shape->form == KZI_FORM_PAIRS ||
           (shape->form == KZI_FORM_SETS && shape->pairs == 1 && shape->sets <= KZI_JOIN_SETS);
}

static bool has_other_shapes(const struct kzi_join *join) {
    const struct kzi_every *every = join->every;
    const struct kzi_shapes *shapes = &every->rules[0]->shapes;
    unsigned n_sets = 0, n_pairs = 0, tiles = 0;
    bool other = !every->same.readings;
    for (unsigned i = 0; i < shapes->count && !other; i++) {
        const struct kzi_shape *shape = &shapes->list[i];
        n_sets += shape->form == KZI_FORM_SETS;
        n_pairs += shape->form == KZI_FORM_PAIRS;
        other = !is_usual(shape) && !is_unlike_sets(shape);
        if (is_usual(shape)) {
            other |= tiles && tiles != kzi_shape_tiles(shape);
            tiles = kzi_shape_tiles(shape);
        }
    }
    return other || n_sets != 1 || n_pairs > 1;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* Return the columns that ask one feature. */
static kzi_join_rows mentions_of(const struct kzi_join *join, const struct kzi_feature *feature) {
    kzi_join_rows start = join->start[KZI_JOIN_OF_SETS] | join->start[KZI_JOIN_OF_PAIRS];
    return start & kzi_join_columns_of(join, feature->mentions);
}

/* What the number of waits means beyond one or several. */
static bool asks_waits(const struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    for (unsigned n = 3; program->waits && n < program->waits->size; n++)
        if (kzi_join_any(
                join->tables.several ^
                kzi_join_columns_of(join, program->waits->rows + (size_t)n * program->words)))
            return true;
    return false;
}

/* Counts of phrases that depend on each other, or too many of them. */
static bool has_tangled_phrases(const struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    const struct kzi_phrase_tables *tables = &program->phrases;
    unsigned each = kzi_join_fields_each(tables), mask = (1U << tables->bits_each) - 1;
    if (tables->bits_each > 3 || tables->count > tables->of_word ||
        each * tables->count > KZI_JOIN_FIELDS || each * tables->bits_each != tables->bits)
        return true;
    for (unsigned table = 0; table < tables->count; table++)
        for (unsigned value = 0; value < 1U << tables->bits; value++) {
            const uint64_t *exact = tables->rows +
                                    kzi_phrases_apart(tables, program->words) * table +
                                    (size_t)value * program->words;
            kzi_join_rows rows = ~(kzi_join_rows){0};
            for (unsigned i = 0; i < each; i++)
                rows &= join->tables.count[table * each + i][value >> i * tables->bits_each & mask];
            if (kzi_join_any(rows & ~kzi_join_columns_of(join, exact)))
                return true;
        }
    return false;
}

/* What a wait means that depends on whether the hand is open. */
static bool has_tangled_waits(const struct kzi_join *join) {
    for (unsigned form = 0; form < KZI_JOIN_FORMS; form++)
        for (unsigned at = 0; at < 4 * KZI_WAITS && join->shape[form] >= 0; at++) {
            unsigned open = at & 1, way = KZI_JOIN_DRAWN + (at >> 1 & 1), wait = at / 4;
            const kzi_join_rows(*rows)[KZI_JOIN_WAYS][KZI_WAITS + 1] = join->tables.situation[form];
            if (form == KZI_JOIN_OF_PAIRS ? !open && wait == KZI_WAIT_PAIR
                                          : wait >= KZI_WAIT_TWO_SIDED && wait <= KZI_WAIT_PUNG)
                if (kzi_join_any(rows[open][way][KZI_JOIN_ANY_WAIT] &
                                 rows[KZI_JOIN_ANY_OPEN][way][wait] & ~rows[open][way][wait]))
                    return true;
        }
    return false;
}

/* Fu of claimed groups that depend on whether they have a tile like the winning one, or fu that are
 * too many. */
static bool asks_like(const struct kzi_join *join) {
    bool asked = join->program->asks_like;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        unsigned unlike = group.kind == KZI_CHOW ? code - code % KZI_CHOW_CODES % 4
                                                 : code - (code - 3 * KZI_CHOW_CODES) % 2;
        for (unsigned of = 0; of < 2 && group.hold == KZI_CLAIMED; of++) {
            const struct kzi_group_fu *fu = join->every->rules[of]->group_fu;
            asked |= fu && fu[code].fu != fu[unlike].fu;
        }
        for (unsigned of = 0; of < 2; of++) {
            const struct kzi_group_fu *fu = join->every->rules[of]->group_fu;
            asked |= fu && (fu[code].fu < 0 || fu[code].fu > UINT16_MAX / KZI_JOIN_GROUPS);
        }
    }
    return asked;
}

/* --- yaku that count more than once, and choices ---------------------------------------------- */

/* Return whether chows alone or pungs alone decide how often a combination counts. */
static bool is_ranked(const struct kzi_yaku *yaku) {
    const struct kzi_pattern *pattern = yaku->each == KZI_EACH_PATTERN ? yaku->each_pattern
                                        : yaku->when && yaku->when->kind == KZI_CONDITION_has
                                            ? yaku->when->u.pattern
                                            : NULL;
    if (!pattern && yaku->when && yaku->when->kind == KZI_CONDITION_any_of) {
        bool all = true;
        for (size_t i = 0; i < yaku->when->u.parts.count; i++) {
            const struct kzi_condition *part = yaku->when->u.parts.list[i];
            all &= part->kind == KZI_CONDITION_has &&
                   (kzi_pattern_is_of(part->u.pattern, KZI_A_CHOW) ||
                    kzi_pattern_is_of(part->u.pattern, KZI_A_PUNG));
        }
        return all;
    }
    return pattern &&
           (kzi_pattern_is_of(pattern, KZI_A_CHOW) || kzi_pattern_is_of(pattern, KZI_A_PUNG));
}

/* Return whether a combination is of sets of honors alone, which no other combination uses. */
static bool is_of_honors(const struct kzi_yaku *yaku) {
    kzi_codes honors = KZI_ALL_CODES >> 27 << 27;
    if (yaku->each != KZI_ONCE || !yaku->when || yaku->when->kind != KZI_CONDITION_sets)
        return false;
    for (size_t i = 0; i < yaku->when->u.phrases.count; i++) {
        const struct kzi_phrase *phrase = &yaku->when->u.phrases.list[i].phrase;
        if ((phrase->class_.other | phrase->class_.won) & ~honors)
            return false;
    }
    return true;
}

/* More combinations that ranks do not answer than one, which then cannot exclude another. */
static bool has_tangled_combinations(const struct kz_ruleset *rules) {
    unsigned others = 0;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (rules->combinations[i / 64] >> i % 64 & 1 && !is_ranked(&rules->model->yaku[i])) {
            others++;
            if (!is_of_honors(&rules->model->yaku[i]))
                return true;
        }
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        for (unsigned i = 0; i < rules->set_choices[kind].n_lists; i++)
            if (!rules->set_choices[kind].lists[i].whole)
                return true;
    return others > 1;
}

/* Covers of own sets, of sets that are counted, by chows or pungs. */
static bool has_tangled_covers(const struct kz_ruleset *rules) {
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        const struct kzi_yaku *yaku = &rules->model->yaku[coverer->yaku];
        for (unsigned k = 0; k < coverer->n_some; k++)
            if (coverer->some[k].which == KZI_COVERS_OWN &&
                is_ranked(yaku) != is_ranked(&rules->model->yaku[coverer->some[k].yaku]) &&
                !(is_of_honors(yaku) &&
                  rules->model->yaku[coverer->some[k].yaku].each == KZI_EACH_SET))
                return true;
    }
    return false;
}

static bool counts_yaku(const struct kzi_join *join) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = join->every->rules[of];
        for (unsigned i = 0; i < rules->n_yaku; i++) {
            const struct kzi_yaku *yaku = &rules->model->yaku[i];
            if (!(rules->repeatable[i / 64] >> i % 64 & 1))
                continue;
            if (yaku->each == KZI_EACH_TILE ||
                (yaku->each == KZI_EACH_SET && !kzi_join_counted_at(join, of, i)->phrase.most) ||
                (yaku->each == KZI_EACH_PATTERN && !(rules->combinations[i / 64] >> i % 64 & 1)))
                return true;
        }
        if (rules->combines && (has_tangled_combinations(rules) || has_tangled_covers(rules)))
            return true;
    }
    return false;
}

/* --- questions ------------------------------------------------------------------------------- */

static unsigned count_tiles(uint64_t counts) {
    unsigned tiles = 0;
    for (; counts; counts >>= 4)
        tiles += counts & 15;
    return tiles;
}

/* The rows that a hand with such a group may meet. */
static kzi_join_rows rows_with_group(const struct kzi_join *join, unsigned code) {
    const struct kzi_phrase_tables *tables = &join->program->phrases;
    kzi_join_rows rows = join->start[KZI_JOIN_OF_SETS];
    uint64_t counts = join->program->sums[code].phrases[0];
    unsigned most = (1U << tables->bits_each) - 1;
    for (unsigned field = 0; field < kzi_join_fields_each(tables) * tables->count; field++) {
        kzi_join_rows some = {0};
        unsigned least = (unsigned)(counts >> field * tables->bits_each) & most;
        for (unsigned count = least; count <= most; count++)
            some |= join->tables.count[field][count];
        rows &= some;
    }
    return rows;
}

/* The rows that a hand with melds may meet. */
static kzi_join_rows rows_with_melds(const struct kzi_join *join) {
    kzi_join_rows rows =
        join->tables.situation[KZI_JOIN_OF_SETS][true][KZI_JOIN_NOT_WON][KZI_JOIN_ANY_WAIT];
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        if (group.kind == KZI_KONG && group.hold == KZI_CONCEALED)
            rows |= rows_with_group(join, code);
    }
    return rows;
}

/* Exact tiles of one suit, so many that no other suit has any; hands with melds have them not. */
static bool is_of_whole_suit(const struct kzi_join *join, unsigned i) {
    const struct kzi_program *program = join->program;
    const struct kzi_condition *cond = program->asked[i];
    unsigned letters = 0, tiles = 0;
    if (cond->kind != KZI_CONDITION_contains && cond->kind != KZI_CONDITION_before_win)
        return false;
    for (unsigned row = 0; row < 4 + KZI_SUIT_LETTERS; row++) {
        unsigned of_row = count_tiles(cond->u.tiles.counts[row]);
        if (of_row && row < 4)
            return false;
        letters += of_row > 0;
        tiles += of_row;
    }
    return letters == 1 && tiles + 1 >= join->n_tiles &&
           (cond->kind == KZI_CONDITION_before_win ||
            !kzi_join_any(mentions_of(join, kzi_find_feature(program, KZI_F_ASKED, i)) &
                          rows_with_melds(join)));
}

static bool asks_tiles(const struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    for (unsigned i = program->first[KZI_QUESTIONS]; i < program->first[KZI_ONCE_SETTLED]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        unsigned number = i - program->first[KZI_QUESTIONS];
        bool ranked = program->questions.ranked[number / 64] >> number % 64 & 1;
        if (!kzi_join_any(mentions_of(join, feature)) || ranked)
            continue;
        if (feature->kind == KZI_F_HAS     ? !kzi_join_may_place(join, feature)
            : feature->kind == KZI_F_ASKED ? !is_of_whole_suit(join, feature->index)
                                           : true)
            return true;
    }
    return false;
}

/* --- what circumstances need ----------------------------------------------------------------- */

/* More kinds than a hand has groups, no two of which fit in one. */
static bool never_contains(const struct kzi_join *join, const struct kzi_tile_pattern *pattern) {
    kzi_kinds kinds = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        kinds |= (kzi_kinds)kzi_numbers_of_counts(pattern->counts[suit]) << 9 * suit;
    return are_apart(kinds) && (unsigned)__builtin_popcountll(kinds) > join->n_tiles / 2;
}

/* Return whether it asks for nothing but how tiles and melds are like the winning tile. */
static bool asks_like_winning(const struct kzi_condition *clause) {
    for (size_t i = 0; clause->kind == KZI_CONDITION_tiles && i < clause->u.classes.count; i++) {
        const struct kzi_class *class_ = &clause->u.classes.list[i].class_;
        if (class_->other || !kzi_tells_no_kinds(class_) || class_->faces)
            return false;
    }
    for (size_t i = 0; clause->kind == KZI_CONDITION_sets && i < clause->u.phrases.count; i++)
        if (!kzi_tells_no_kinds(&clause->u.phrases.list[i].phrase.class_))
            return false;
    return clause->kind == KZI_CONDITION_tiles || clause->kind == KZI_CONDITION_sets;
}

static bool needs_tiles(const struct kzi_join *join) {
    struct kzi_every_needs needs;
    bool asks = !kzi_every_needs_find(&needs, join->every);
    for (unsigned i = needs.of_melds; !asks && i < needs.count; i++) {
        const struct kzi_condition *clause = needs.list[i];
        asks = !asks_like_winning(clause) &&
               !(clause->kind == KZI_CONDITION_contains && never_contains(join, &clause->u.tiles));
    }
    free(needs.list);
    return asks;
}

const char *kzi_join_refuses(const struct kzi_join *join) {
    static const struct {
        bool (*holds)(const struct kzi_join *join);
        bool counted; /* also of hands that are only counted, not told apart by rows */
        const char *why;
    } refusals[] = {
        {has_other_shapes, true, "other shapes can be sets, too"},
        {needs_tiles, true, "circumstances need tiles"},
        {asks_waits, false, "the number of waits is asked"},
        {has_tangled_phrases, false, "counted groups depend on each other"},
        {has_tangled_waits, false, "waits depend on open sets"},
        {asks_like, false, "fu depend on tiles like the winning one"},
        {counts_yaku, false, "a yaku counts more than once, or by its sets"},
        {asks_tiles, false, "tiles are counted, or sets and pairs compared"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if ((refusals[i].counted || !kzi_join_counts_only(join)) && refusals[i].holds(join))
            return refusals[i].why;
    return NULL;
}

const char *kzi_join_refusal(struct kzi_every *every) {
    struct kzi_join *join = malloc(sizeof *join);
    if (!join)
        return "memory is out";
    const char *why = kzi_join_begin(join, every);
    if (!why)
        why = kzi_join_refuses(join);
    kzi_join_end(join);
    free(join);
    return why;
}

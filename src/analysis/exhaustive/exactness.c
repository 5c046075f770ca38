/* What can be told only by exact tiles, line by line: parts on which such a row is left keep a
 * digest of what it asks of them, of tiles that are counted the sum, of all else all that they are.
 * So all rules can be joined, though those that ask so of every hand tell too many parts apart. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* A number without a pattern: sums of such tell by what they were made of. */
static uint64_t scatter(uint64_t value) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    kzi_count_key_add(&key, value);
    kzi_count_key_add(&key, value);
    return key.a;
}

uint64_t kzi_join_identity(uint64_t key, const uint8_t melds[KZI_JOIN_SETS], unsigned win,
                           unsigned code) {
    struct kzi_count_key digest = KZI_NEW_COUNT_KEY;
    kzi_count_key_add(&digest, key);
    kzi_count_key_add(&digest, win * 1024U + code);
    for (unsigned i = 0; melds && i < KZI_JOIN_SETS; i++)
        kzi_count_key_add(&digest, melds[i]);
    return digest.a;
}

void kzi_join_ask_exact(struct kzi_join *join, kzi_join_rows rows) {
    join->loose |= rows;
    for (unsigned form = 0; form < join->n_forms; form++) {
        join->own[form] |= rows & join->start[form];
        join->full[form] |= kzi_join_any(rows & join->start[form]);
        join->winds |= join->full[form];
    }
}

/* Tell parts with such a row apart by sums. */
static void ask_sums(struct kzi_join *join, kzi_join_rows rows) {
    join->loose |= rows;
    for (unsigned form = 0; form < join->n_forms; form++)
        join->own[form] |= rows & join->start[form];
}

/* --- groups ---------------------------------------------------------------------------------- */

/* Counts of phrases that depend on each other, or are not added up. */
static void look_at_phrases(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    const struct kzi_phrase_tables *tables = &program->phrases;
    unsigned each = kzi_join_fields_each(tables), mask = (1U << tables->bits_each) - 1;
    for (unsigned table = 0; table < tables->count; table++)
        for (unsigned value = 0; value < 1U << tables->bits; value++) {
            kzi_join_rows rows = ~(kzi_join_rows){0};
            for (unsigned i = 0; i < each && table < kzi_join_tables_added(tables); i++)
                rows &= join->tables.count[table * each + i][value >> i * tables->bits_each & mask];
            kzi_join_ask_exact(join, rows & ~kzi_join_columns_of(join, kzi_join_rows_of_counts(
                                                                           program, table, value)));
        }
}

/* Waits that depend on whether the hand is open. */
static void look_at_situations(struct kzi_join *join) {
    const kzi_join_rows(*rows)[KZI_JOIN_WAYS][KZI_WAITS + 1][KZI_JOIN_FORMS] =
        join->tables.situation;
    for (unsigned form = 0; form < join->n_forms; form++)
        for (unsigned at = 0; at < 4 * KZI_WAITS; at++) {
            unsigned open = at & 1, way = KZI_JOIN_DRAWN + (at >> 1 & 1), wait = at / 4;
            if (kzi_join_may_wait(join, form, wait) &&
                !(open && !kzi_join_has_sets(&join->forms[form])))
                kzi_join_ask_exact(join, rows[open][way][KZI_JOIN_ANY_WAIT][form] &
                                             rows[KZI_JOIN_ANY_OPEN][way][wait][form] &
                                             ~rows[open][way][wait][form]);
        }
}

/* --- waits ----------------------------------------------------------------------------------- */

/* Kinds of which no two can be in one set. */
static bool are_apart(kzi_kinds kinds) {
    for (unsigned kind = 0; kind < KZI_HONOR; kind++)
        for (unsigned next = kind + 1; next <= kind + 2 && kzi_suit(next) == kzi_suit(kind); next++)
            if (kinds >> kind & kinds >> next & 1)
                return false;
    return true;
}

/* A form that no hand of sets or of pairs is near: all its tiles differ, or it has many more kinds
 * that are all apart than such a hand has groups. */
static bool is_unlike_sets(const struct kzi_shape *shape) {
    bool unlike = shape->body_tiles > KZI_JOIN_GROUPS + 1;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        unlike &= are_apart(shape->bodies[i]);
    return unlike || shape->form == KZI_FORM_SETS || shape->form == KZI_FORM_PAIRS ||
           (shape->form == KZI_FORM_DIFFERENT && shape->body_tiles > KZI_JOIN_GROUPS + 1);
}

/* Return whether suits tell what a hand of a form waits for; of a body, melds besides it may have
 * used up tiles. */
static bool adds_waits(const struct kzi_join *join, const struct kzi_join_form *form) {
    return form->shape->form == KZI_FORM_SETS || form->shape->form == KZI_FORM_PAIRS ||
           (form->shape->form == KZI_FORM_BODY &&
            (form->shape->sets < 2 || join->every->rules[0]->model->waits_count_used_up));
}

/* The number of waits, but whether it is one or several. */
static void look_at_waits(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    unsigned n_sets = 0, n_pairs = 0;
    bool unlike = true;
    if (!program->waits)
        return;
    for (unsigned n = 3; n < program->waits->size; n++)
        kzi_join_ask_exact(
            join, join->tables.several ^
                      kzi_join_columns_of(join, program->waits->rows + (size_t)n * program->words));
    for (unsigned form = 0; form < join->n_forms; form++) {
        n_sets += kzi_join_is_of(join, form, KZI_FORM_SETS);
        n_pairs += kzi_join_is_of(join, form, KZI_FORM_PAIRS);
        unlike &= is_unlike_sets(join->forms[form].shape);
    }
    join->adds_waits = unlike && n_sets <= 1 && n_pairs <= 1 && kzi_join_any(join->tables.waits);
    for (unsigned form = 0; form < join->n_forms; form++) {
        kzi_join_rows asking = join->start[form] & join->tables.waits;
        join->adds[form] = join->adds_waits && adds_waits(join, &join->forms[form]);
        if (!join->adds[form]) {
            join->own[form] |= asking;
            join->full[form] |= kzi_join_any(asking);
        }
    }
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

/* Return whether it matters of which sets a combination is, besides what ranks say: if it is one of
 * several that ranks do not answer, or one may exclude another across kinds of sets. */
static bool is_tangled_combination(const struct kz_ruleset *rules, unsigned yaku) {
    unsigned others = 0;
    if (!(rules->combinations[yaku / 64] >> yaku % 64 & 1))
        return false;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        for (unsigned i = 0; i < rules->set_choices[kind].n_lists; i++)
            if (!rules->set_choices[kind].lists[i].whole)
                return true;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (rules->combinations[i / 64] >> i % 64 & 1 && !is_ranked(&rules->model->yaku[i])) {
            others++;
            if (!is_of_honors(&rules->model->yaku[i]))
                return true;
        }
    return others > 1;
}

/* Return whether a yaku covers own sets of others that are counted, by chows or pungs. */
static bool has_tangled_covers(const struct kz_ruleset *rules, unsigned of) {
    const struct kzi_yaku *yaku = &rules->model->yaku[of];
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        for (unsigned k = 0; k < coverer->n_some && coverer->yaku == of; k++) {
            const struct kzi_yaku *covered = &rules->model->yaku[coverer->some[k].yaku];
            if (coverer->some[k].which == KZI_COVERS_OWN && is_ranked(yaku) != is_ranked(covered) &&
                !(is_of_honors(yaku) && covered->each == KZI_EACH_SET))
                return true;
        }
    }
    return false;
}

static void weigh_class(struct kzi_join *join, const struct kzi_class *class_) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    kzi_count_key_add(&key, class_->other);
    kzi_count_key_add(&key, class_->won);
    join->weighs = true;
    for (unsigned code = 0; code < KZI_CODES; code++)
        for (unsigned like = 0; like < 2; like++)
            if (kzi_in_class(class_, code, like))
                join->tile[code][like] += key.a;
}

static void look_at_yaku(struct kzi_join *join, unsigned of, unsigned number) {
    const struct kz_ruleset *rules = join->every->rules[of];
    const struct kzi_yaku *yaku = &rules->model->yaku[number];
    bool repeats = rules->repeatable[number / 64] >> number % 64 & 1;
    struct kzi_phrase_index at = kzi_join_counted_at(join, of, number)->phrase;
    unsigned field;
    if (repeats && yaku->each == KZI_EACH_TILE) {
        weigh_class(join, &yaku->each_class);
        ask_sums(join, kzi_join_columns_of_yaku(join, of, number));
    }
    if ((repeats && yaku->each == KZI_EACH_SET &&
         !kzi_join_counts(&join->program->phrases, at, &field)) ||
        (repeats && yaku->each == KZI_EACH_PATTERN &&
         !(rules->combinations[number / 64] >> number % 64 & 1)) ||
        (rules->combines &&
         (is_tangled_combination(rules, number) || has_tangled_covers(rules, number))))
        kzi_join_ask_exact(join, kzi_join_columns_of_yaku(join, of, number));
}

/* --- questions ------------------------------------------------------------------------------- */

static unsigned count_tiles(uint64_t counts) {
    unsigned tiles = 0;
    for (; counts; counts >>= 4)
        tiles += counts & 15;
    return tiles;
}

static kzi_join_rows rows_of_all_forms(const struct kzi_join *join) {
    kzi_join_rows start = {0};
    for (unsigned form = 0; form < join->n_forms; form++)
        start |= join->start[form];
    return start;
}

/* The rows that a hand with such a group may meet. */
static kzi_join_rows rows_with_group(const struct kzi_join *join, unsigned code) {
    const struct kzi_phrase_tables *tables = &join->program->phrases;
    kzi_join_rows rows = rows_of_all_forms(join);
    uint64_t counts = join->program->sums[code].phrases[0];
    unsigned most = (1U << tables->bits_each) - 1;
    for (unsigned field = 0; field < kzi_join_fields(tables); field++) {
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
    kzi_join_rows rows = join->tables.open;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        if (group.kind == KZI_KONG && group.hold == KZI_CONCEALED)
            rows |= rows_with_group(join, code);
    }
    return rows;
}

/* Exact tiles of one suit, so many that no other suit has any; hands with melds have them not. */
static bool is_of_whole_suit(const struct kzi_join *join, unsigned asked) {
    const struct kzi_condition *cond = join->program->asked[asked];
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
    const struct kzi_feature *feature = kzi_find_feature(join->program, KZI_F_ASKED, asked);
    kzi_join_rows mentions = kzi_join_columns_of(join, feature->mentions) & rows_of_all_forms(join);
    return letters == 1 && tiles + 1 >= join->n_tiles &&
           (cond->kind == KZI_CONDITION_before_win ||
            !kzi_join_any(mentions & rows_with_melds(join)));
}

static void look_at_questions(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    for (unsigned i = program->first[KZI_QUESTIONS]; i < program->first[KZI_ONCE_SETTLED]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        kzi_join_rows mentions =
            kzi_join_columns_of(join, feature->mentions) & rows_of_all_forms(join);
        if (feature->kind == KZI_F_TILES && kzi_join_any(mentions)) {
            weigh_class(join, &program->tile_classes[feature->index].class_);
            ask_sums(join, mentions);
        }
        if (feature->kind != KZI_F_ASKED || !kzi_join_any(mentions))
            continue;
        if (is_of_whole_suit(join, feature->index))
            join->whole_suit[feature->index / 64] |= UINT64_C(1) << feature->index % 64;
        else
            kzi_join_ask_exact(join, mentions);
    }
}

/* --- what circumstances need ------------------------------------------------------------------ */

/* Return whether no hand of a form has such tiles, or each has: more kinds than it has groups, no
 * two of which fit in one, or single tiles that it is made of. */
static bool is_sure(const struct kzi_join *join, unsigned form,
                    const struct kzi_tile_pattern *pattern) {
    kzi_kinds kinds = 0;
    bool single = true, of_body = true;
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned numbers = kzi_numbers_of_counts(pattern->counts[suit]);
        kinds |= (kzi_kinds)numbers << 9 * suit;
        single &= count_tiles(pattern->counts[suit]) == (unsigned)__builtin_popcount(numbers);
        of_body &= !(numbers & ~join->forms[form].numbers[suit]);
    }
    if (kzi_join_is_of(join, form, KZI_FORM_SETS) || kzi_join_is_of(join, form, KZI_FORM_PAIRS))
        return are_apart(kinds) && (unsigned)__builtin_popcountll(kinds) > join->n_tiles / 2;
    return single && of_body && kzi_shape_has_whole_body(join->forms[form].shape);
}

/* Return whether it asks for nothing but seat, way of winning, melds, and how tiles and melds are
 * like the winning tile; there are no marks. */
static bool asks_no_tiles(const struct kzi_condition *clause) {
    for (size_t i = 0; clause->kind == KZI_CONDITION_tiles && i < clause->u.classes.count; i++) {
        const struct kzi_class *class_ = &clause->u.classes.list[i].class_;
        if (class_->other || !kzi_tells_no_kinds(class_) || class_->faces)
            return false;
    }
    for (size_t i = 0; clause->kind == KZI_CONDITION_sets && i < clause->u.phrases.count; i++)
        if (!kzi_tells_no_kinds(&clause->u.phrases.list[i].phrase.class_))
            return false;
    return clause->kind == KZI_CONDITION_tiles || clause->kind == KZI_CONDITION_sets ||
           clause->kind == KZI_CONDITION_given || clause->kind == KZI_CONDITION_by ||
           clause->kind == KZI_CONDITION_hand || clause->kind == KZI_CONDITION_seat ||
           clause->kind == KZI_CONDITION_marks;
}

static void weigh_winning(struct kzi_join *join, const struct kzi_class *class_) {
    join->weighs = true;
    for (unsigned code = 0; code < KZI_CODES; code++)
        if (kzi_in_class(class_, code, true))
            join->won[code] += scatter(class_->won);
}

static bool look_at_need(const struct kzi_condition *clause, void *context) {
    struct kzi_join *join = context;
    bool adds = clause->kind == KZI_CONDITION_winning_tile || clause->kind == KZI_CONDITION_tiles;
    if (asks_no_tiles(clause))
        return true;
    for (unsigned form = 0; form < join->n_forms; form++)
        if (clause->kind != KZI_CONDITION_contains || !is_sure(join, form, &clause->u.tiles)) {
            join->always[form] = true;
            join->full[form] |= !adds;
            join->winds |= !adds;
        }
    if (clause->kind == KZI_CONDITION_winning_tile)
        weigh_winning(join, &clause->u.class_);
    for (size_t i = 0; clause->kind == KZI_CONDITION_tiles && i < clause->u.classes.count; i++)
        weigh_class(join, &clause->u.classes.list[i].class_);
    return true;
}

/* --- all of it -------------------------------------------------------------------------------- */

void kzi_join_exactness_make(struct kzi_join *join) {
    kzi_join_each_need(join, look_at_need, join);
    if (kzi_join_counts_only(join))
        return;
    kzi_join_places_make(join);
    look_at_phrases(join);
    look_at_situations(join);
    look_at_waits(join);
    look_at_questions(join);
    for (unsigned of = 0; of < 2; of++)
        for (unsigned i = 0; i < join->every->rules[of]->n_yaku; i++)
            look_at_yaku(join, of, i);
}

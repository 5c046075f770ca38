/* Which rulesets can be joined: line by line what cannot, so that all others are walked. */
#include "analysis/exhaustive/join/join.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

#include <stdlib.h>

static const struct kzi_program *program_of(const struct kzi_every *every) {
    return every->rules[0]->scoring;
}

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

static bool has_other_shapes(const struct kzi_every *every) {
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

static unsigned tiles_of_hand(const struct kzi_every *every) {
    const struct kzi_shapes *shapes = &every->rules[0]->shapes;
    for (unsigned i = 0; i < shapes->count; i++)
        if (shapes->list[i].form == KZI_FORM_SETS)
            return kzi_shape_tiles(&shapes->list[i]);
    return 0;
}

/* --- rows ------------------------------------------------------------------------------------ */

static bool has_many_rows(const struct kzi_every *every) {
    return !every->same.rows || program_of(every)->words != 1;
}

static bool asks_waits(const struct kzi_every *every) {
    return program_of(every)->asks_waits;
}

/* Counts of phrases that depend on each other, or too many of them. */
static bool has_tangled_phrases(const struct kzi_every *every) {
    const struct kzi_program *program = program_of(every);
    const struct kzi_phrase_tables *tables = &program->phrases;
    unsigned each = kzi_join_fields_each(tables);
    if (tables->bits_each > 3 || tables->count > tables->of_word ||
        each * tables->count > KZI_JOIN_FIELDS || each * tables->bits_each != tables->bits)
        return true;
    for (unsigned table = 0; table < tables->count; table++) {
        uint64_t of[KZI_JOIN_FIELDS][KZI_JOIN_COUNTS];
        for (unsigned i = 0; i < each; i++)
            for (unsigned count = 0; count < 1U << tables->bits_each; count++)
                of[i][count] = kzi_join_rows_of_count(program, table * each + i, count);
        for (unsigned value = 0; value < 1U << tables->bits; value++) {
            uint64_t rows = UINT64_MAX;
            for (unsigned i = 0; i < each; i++)
                rows &= of[i][value >> i * tables->bits_each & ((1U << tables->bits_each) - 1)];
            if (rows & ~tables->rows[kzi_phrases_apart(tables, 1) * table + value])
                return true;
        }
    }
    return false;
}

/* What a wait means that depends on whether the hand is open. */
static bool has_tangled_waits(const struct kzi_every *every) {
    const uint64_t *rows = program_of(every)->situation;
    for (unsigned i = 0; rows && i < every->rules[0]->shapes.count; i++)
        for (unsigned discard = 0; discard < 2; discard++) {
            uint64_t of_open[2] = {0, 0}, of_wait[KZI_WAITS] = {0};
            for (unsigned at = 0; at < 2 * KZI_WAITS; at++) {
                uint64_t some = rows[kzi_situation(i, at % 2, discard, at / 2)];
                bool possible = at / 2 >= KZI_WAIT_TWO_SIDED && at / 2 <= KZI_WAIT_PUNG;
                of_open[at % 2] |= possible ? some : 0;
                of_wait[at / 2] |= some;
            }
            for (unsigned at = 2 * KZI_WAIT_TWO_SIDED; at < 2 * (KZI_WAIT_PUNG + 1); at++)
                if (of_open[at % 2] & of_wait[at / 2] &
                    ~rows[kzi_situation(i, at % 2, discard, at / 2)])
                    return true;
        }
    return false;
}

/* Claimed groups of which it matters whether they have a tile like the winning one. */
static bool asks_like(const struct kzi_every *every) {
    const struct kzi_program *program = program_of(every);
    bool asked = false;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        unsigned unlike = code;
        if (group.kind == KZI_CHOW)
            unlike -= code % KZI_CHOW_CODES % 4;
        else
            unlike -= (code - 3 * KZI_CHOW_CODES) % 2;
        if (group.hold != KZI_CLAIMED)
            continue;
        asked |= memcmp(program->sums[code].phrases, program->sums[unlike].phrases,
                        sizeof program->sums[code].phrases) != 0;
        for (unsigned of = 0; of < 2; of++)
            asked |= every->rules[of]->group_fu &&
                     every->rules[of]->group_fu[code].fu != every->rules[of]->group_fu[unlike].fu;
    }
    return asked;
}

static bool counts_yaku(const struct kzi_every *every) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = every->rules[of];
        for (unsigned i = 0; i < rules->n_yaku; i++)
            if (rules->repeatable[i / 64] >> i % 64 & 1 &&
                rules->model->yaku[i].each != KZI_EACH_MARK)
                return true;
        if (rules->combines)
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

/* Rows that a hand with such a group may meet. */
static uint64_t rows_with_group(const struct kzi_program *program, unsigned code) {
    const struct kzi_phrase_tables *tables = &program->phrases;
    uint64_t rows = UINT64_MAX, counts = program->sums[code].phrases[0];
    unsigned most = (1U << tables->bits_each) - 1;
    for (unsigned field = 0; field < kzi_join_fields_each(tables) * tables->count; field++) {
        uint64_t some = 0;
        unsigned least = (unsigned)(counts >> field * tables->bits_each) & most;
        for (unsigned count = least; count <= most; count++)
            some |= kzi_join_rows_of_count(program, field, count);
        rows &= some;
    }
    return rows;
}

/* The rows that a hand with melds may meet. */
static uint64_t rows_with_melds(const struct kzi_every *every) {
    const struct kzi_program *program = program_of(every);
    uint64_t rows = 0;
    for (unsigned i = 0; i < every->rules[0]->shapes.count; i++)
        for (unsigned at = 0; at < 2 * KZI_WAITS; at++)
            rows |= program->situation ? program->situation[kzi_situation(i, true, at % 2, at / 2)]
                                       : UINT64_MAX;
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        if (group.kind == KZI_KONG && group.hold == KZI_CONCEALED)
            rows |= rows_with_group(program, code);
    }
    return rows;
}

/* Exact tiles of one suit, so many that no other suit has any; hands with melds have them not. */
static bool is_of_whole_suit(const struct kzi_every *every, unsigned i) {
    const struct kzi_program *program = program_of(every);
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
    return letters == 1 && tiles + 1 >= tiles_of_hand(every) &&
           (cond->kind == KZI_CONDITION_before_win ||
            !(kzi_find_feature(program, KZI_F_ASKED, i)->mentions[0] & rows_with_melds(every)));
}

static bool asks_tiles(const struct kzi_every *every) {
    const struct kzi_program *program = program_of(every);
    if (program->n_tile_classes || program->any_mixed)
        return true;
    for (unsigned i = 0; i < program->n_patterns; i++)
        if (program->patterns[i].of == KZI_OF_MIXED)
            return true;
    for (unsigned i = 0; i < program->n_asked; i++)
        if (!is_of_whole_suit(every, i))
            return true;
    return false;
}

/* --- what circumstances need ----------------------------------------------------------------- */

/* More kinds than a hand has groups, no two of which fit in one. */
static bool never_contains(const struct kzi_every *every, const struct kzi_tile_pattern *pattern) {
    kzi_kinds kinds = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        kinds |= (kzi_kinds)kzi_numbers_of_counts(pattern->counts[suit]) << 9 * suit;
    return are_apart(kinds) && (unsigned)__builtin_popcountll(kinds) > tiles_of_hand(every) / 2;
}

static bool asks_like_winning(const struct kzi_condition *clause) {
    for (size_t i = 0; i < clause->u.classes.count; i++) {
        const struct kzi_class *class_ = &clause->u.classes.list[i].class_;
        if (class_->other || !kzi_tells_no_kinds(class_) || class_->faces)
            return false;
    }
    return true;
}

static bool needs_tiles(const struct kzi_every *every) {
    struct kzi_every_needs needs;
    bool asks = !kzi_every_needs_find(&needs, every);
    for (unsigned i = needs.of_melds; !asks && i < needs.count; i++) {
        const struct kzi_condition *clause = needs.list[i];
        asks = !(clause->kind == KZI_CONDITION_tiles && asks_like_winning(clause)) &&
               !(clause->kind == KZI_CONDITION_contains && never_contains(every, &clause->u.tiles));
    }
    free(needs.list);
    return asks;
}

const char *kzi_join_refusal(const struct kzi_every *every) {
    static const struct {
        bool (*holds)(const struct kzi_every *every);
        bool counted; /* also of hands that are only counted, not told apart by rows */
        const char *why;
    } refusals[] = {
        {has_other_shapes, true, "other shapes can be sets, too"},
        {needs_tiles, true, "circumstances need tiles"},
        {has_many_rows, false, "the rules have different rows, or too many"},
        {asks_waits, false, "the number of waits is asked"},
        {has_tangled_phrases, false, "counted groups depend on each other"},
        {has_tangled_waits, false, "waits depend on open sets"},
        {asks_like, false, "claimed sets have tiles like the winning one"},
        {counts_yaku, false, "a yaku counts more than once, or by its sets"},
        {asks_tiles, false, "tiles are counted, or sets and pairs compared"},
    };
    bool counted = every->view == KZI_COUNTED_HANDS;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if ((refusals[i].counted || !counted) && refusals[i].holds(every))
            return refusals[i].why;
    return NULL;
}

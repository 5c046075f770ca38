/* What --json --explain adds: the reading, the fu items, what was covered, what lost. */
#include "base/limits.h"
#include "compile/prover/implication.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"

/* Notation has no character that JSON escapes. */
static void put_group(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading, unsigned group) {
    kzi_json_begin_string(text);
    kzi_say_group(text, result, reading, group);
    kzi_json_end_string(text);
}

static void put_tiles(struct kzi_text *text, const struct kz_result *result) {
    kzi_json_begin_string(text);
    kzi_say_tiles(text, &result->hand);
    kzi_json_end_string(text);
}

/* --- the tiles of a yaku --------------------------------------------------------------------- */

/* The groups of the reading whose bit is set. */
static void put_some_groups(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_reading *reading, unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(reading, order);
    for (unsigned i = 0; i < count; i++)
        if (groups >> order[i] & 1)
            put_group(text, result, reading, order[i]);
}

static void put_groups(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_reading *reading, unsigned groups) {
    kzi_json_begin(text, '[');
    put_some_groups(text, result, reading, groups);
    kzi_json_end(text, ']');
}

static void put_body(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_reading *reading) {
    kzi_json_begin_string(text);
    kzi_say_body(text, result, reading);
    kzi_json_end_string(text);
}

/* Every tile of the hand: its groups, with a body before them, or the tiles as they are. */
static void put_whole(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading) {
    kzi_json_begin(text, '[');
    if (!reading->n_groups)
        put_tiles(text, result);
    if (kzi_has_body(reading))
        put_body(text, result, reading);
    put_some_groups(text, result, reading, ~0U);
    kzi_json_end(text, ']');
}

static void put_copies(struct kzi_text *text, const struct kzi_use *use) {
    uint8_t counts[KZI_KINDS] = {0}, marked[KZI_SUITS] = {0};
    counts[use->kind] = use->copies;
    if (use->red)
        marked[kzi_suit(use->kind)] = use->red;
    kzi_json_begin(text, '[');
    kzi_json_begin_string(text);
    kzi_notation_put_counts(text, counts, marked);
    kzi_json_end_string(text);
    kzi_json_end(text, ']');
}

static void put_use(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_use *use) {
    const struct kzi_reading *reading = &result->best.reading;
    if (use->copies)
        put_copies(text, use);
    else if (use->whole)
        put_whole(text, result, reading);
    else
        put_groups(text, result, reading, use->groups);
}

void kzi_json_uses(struct kzi_text *text, const struct kz_result *result, unsigned yaku) {
    struct kzi_use uses[KZI_MAX_USES];
    unsigned count = kzi_uses_find(result, yaku, uses);
    kzi_json_begin_key(text, "tiles", '[');
    for (unsigned i = 0; i < count; i++)
        put_use(text, result, &uses[i]);
    kzi_json_end(text, ']');
}

/* --- the reading ----------------------------------------------------------------------------- */

static void put_sets(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_reading *reading) {
    unsigned pairs = kzi_pairs_of(reading);
    if (kzi_has_body(reading)) {
        kzi_json_key(text, "body");
        put_body(text, result, reading);
    }
    kzi_json_key(text, "sets");
    put_groups(text, result, reading, ~pairs);
    if (!pairs)
        return;
    if (!(pairs & (pairs - 1))) {
        kzi_json_key(text, "pair");
        put_group(text, result, reading, (unsigned)__builtin_ctz(pairs));
    } else {
        kzi_json_key(text, "pairs");
        put_groups(text, result, reading, pairs);
    }
}

void kzi_json_reading(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading) {
    const struct kzi_model *model = result->rules->model;
    kzi_json_begin_key(text, "reading", '{');
    kzi_json_key_string(text, "shape", model->shape_names.name[reading->shape]);
    if (!reading->n_groups) {
        kzi_json_key(text, "tiles");
        put_tiles(text, result);
    } else if (!reading->n_sets) {
        kzi_json_key(text, "pairs");
        put_groups(text, result, reading, ~0U);
    } else
        put_sets(text, result, reading);
    kzi_json_key_string(text, "wait", kzi_wait_names[reading->wait]);
    kzi_json_end(text, '}');
}

/* --- fu and covers --------------------------------------------------------------------------- */

static void put_fu_items(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kzi_tally *best = &result->best;
    unsigned count =
        best->fu < 0 ? 0 : kzi_fu_lines(result->rules, &result->hand, best, lines, KZI_FU_LINES);
    kzi_json_begin_key(text, "fu_items", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", lines[i].id);
        if (lines[i].group >= 0) {
            kzi_json_key(text, "tiles");
            put_group(text, result, &best->reading, (unsigned)lines[i].group);
        }
        kzi_json_key_int(text, "fu", lines[i].fu);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static const char *id_of(const struct kz_result *result, unsigned yaku) {
    return result->rules->model->yaku[yaku].id;
}

static void put_cover(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                      unsigned by, struct kzi_budget *budget) {
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "id", id_of(result, yaku));
    kzi_json_key_string(text, "by", id_of(result, by));
    kzi_json_key_string(text, "why",
                        kzi_cover_why_names[kzi_cover_why(result->rules, by, yaku, budget)]);
}

/* Some instances of it: by their sets, or how many. */
static void put_part(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *part, struct kzi_budget *budget) {
    put_cover(text, result, part->use.yaku, part->covered_by, budget);
    if (part->use.groups) {
        kzi_json_key(text, "tiles");
        put_groups(text, result, &result->best.reading, part->use.groups);
    } else {
        kzi_json_key_int(text, "count", part->times);
    }
    kzi_json_end(text, '}');
}

static void put_covered(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_left_out *left, unsigned n_left) {
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    kzi_json_begin_key(text, "covered", '[');
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(result->best.held, i) || kzi_has_yaku(result->best.scored, i))
            continue;
        int by = kzi_covered_by(result->rules, &result->best, i);
        if (by < 0)
            continue;
        put_cover(text, result, i, (unsigned)by, &budget);
        kzi_json_end(text, '}');
    }
    for (unsigned i = 0; i < n_left; i++)
        if (left[i].why == KZI_LEFT_COVERED)
            put_part(text, result, &left[i], &budget);
    kzi_json_end(text, ']');
}

/* --- combinations ---------------------------------------------------------------------------- */

static void put_left(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *left) {
    const struct kzi_tally *best = &result->best;
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "id", id_of(result, left->use.yaku));
    kzi_json_key(text, "tiles");
    put_groups(text, result, &best->reading, left->use.groups);
    kzi_json_begin_key(text, "by", '[');
    uint64_t said[KZI_YAKU_WORDS] = {0};
    for (unsigned i = 0; i < best->n_uses; i++) {
        unsigned yaku = best->uses[i].yaku;
        if (!(left->by >> i & 1) || kzi_has_yaku(said, yaku))
            continue;
        said[yaku / 64] |= UINT64_C(1) << (yaku % 64);
        kzi_json_put_string(text, id_of(result, yaku));
    }
    kzi_json_end(text, ']');
    kzi_json_key_string(text, "why",
                        left->why == KZI_LEFT_TWICE ? "non_identical" : "account_once");
    kzi_json_end(text, '}');
}

static void put_left_out(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_left_out *left, unsigned n_left) {
    kzi_json_begin_key(text, "left_out", '[');
    for (unsigned i = 0; i < n_left; i++)
        if (left[i].why != KZI_LEFT_COVERED)
            put_left(text, result, &left[i]);

    kzi_json_end(text, ']');
}

static void put_list(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_tally *tally) {
    struct kzi_facts facts;
    kzi_facts_of(result, &facts);
    kzi_json_begin_key(text, "yaku", '[');
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(tally->scored, i))
            continue;
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", id_of(result, i));
        kzi_json_key_int(text, "count",
                         kzi_times(result->rules, &facts, tally, result->mark_counts, i));
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

/* Other lists of yaku that come to as much on this reading. */
static void put_equal(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_facts *facts) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    unsigned count =
        kzi_equal_choices(result->rules, facts, result->mark_counts, &result->best, list);
    kzi_json_begin_key(text, "equal", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(text, '{');
        put_list(text, result, &list[i]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

/* What was covered, and where rules know combinations what they leave out. */
static void put_not_counted(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    kzi_facts_of(result, &facts);
    unsigned n_left = kzi_left_out(result->rules, &facts, &result->best, left);
    put_covered(text, result, left, n_left);
    if (!result->rules->combines)
        return;
    put_left_out(text, result, left, n_left);
    put_equal(text, result, &facts);
}

/* --- other readings -------------------------------------------------------------------------- */

static void put_other(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_tally *other) {
    kzi_json_begin(text, '{');
    kzi_json_reading(text, result, &other->reading);
    put_list(text, result, other);
    kzi_json_key_int(text, "total", other->total);
    if (other->fu < 0)
        kzi_json_key_string(text, "fu", NULL);
    else
        kzi_json_key_int(text, "fu", other->fu);
    kzi_json_key_int(text, "points", other->wins ? other->points : 0);
    kzi_json_key_string(text, "why", kzi_why_lost(&result->best, other));
    kzi_json_end(text, '}');
}

/* Who answers for which yaku; where nobody does, nothing is said. */
static void put_liable(struct kzi_text *text, const struct kz_result *result) {
    if (!result->n_liable)
        return;
    kzi_json_begin_key(text, "liable", '[');
    for (unsigned i = 0; i < result->n_liable; i++) {
        const struct kzi_liable *liable = &result->liable[i];
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "yaku", result->rules->model->yaku[liable->yaku].id);
        kzi_json_key_string(text, "seat", kzi_seat_names[liable->seat]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_json_explain(struct kzi_text *text, const struct kz_result *result) {
    kzi_json_reading(text, result, &result->best.reading);
    put_fu_items(text, result);
    put_not_counted(text, result);
    put_liable(text, result);
    kzi_json_begin_key(text, "others", '[');
    for (unsigned i = 0; i < result->n_others; i++)
        put_other(text, result, &result->others[i]);
    kzi_json_end(text, ']');
}

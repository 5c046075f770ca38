/* What --json --explain adds: the reading, the fu items, what was covered, what lost. */
#include "base/limits.h"
#include "compile/prover/implication.h"
#include "report/contribution.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"

/* Notation has no character that JSON escapes. */
static void put_group(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading, unsigned group) {
    kzi_text_char(text, '"');
    kzi_say_group(text, result, reading, group);
    kzi_text_char(text, '"');
}

static void put_tiles(struct kzi_text *text, const struct kz_result *result) {
    kzi_text_char(text, '"');
    kzi_say_tiles(text, &result->hand);
    kzi_text_char(text, '"');
}

/* --- the tiles of a yaku --------------------------------------------------------------------- */

/* The groups of the reading whose bit is set; first: nothing stands before them. */
static void put_some_groups(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_reading *reading, unsigned groups, bool first) {
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(reading, order);
    for (unsigned i = 0; i < count; i++) {
        if (!(groups >> order[i] & 1))
            continue;
        if (!first)
            kzi_text_char(text, ',');
        first = false;
        put_group(text, result, reading, order[i]);
    }
}

static void put_groups(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_reading *reading, unsigned groups) {
    kzi_text_char(text, '[');
    put_some_groups(text, result, reading, groups, true);
    kzi_text_char(text, ']');
}

/* Every tile of the hand: its groups, with a body before them, or the tiles as they are. */
static void put_whole(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading) {
    kzi_text_char(text, '[');
    if (!reading->n_groups)
        put_tiles(text, result);
    if (kzi_has_body(reading)) {
        kzi_text_char(text, '"');
        kzi_say_body(text, result, reading);
        kzi_text_char(text, '"');
    }
    put_some_groups(text, result, reading, ~0U, !reading->body);
    kzi_text_char(text, ']');
}

static void put_copies(struct kzi_text *text, const struct kzi_use *use) {
    uint8_t counts[KZI_KINDS] = {0}, marked[KZI_SUITS] = {0};
    counts[use->kind] = use->copies;
    if (use->red)
        marked[kzi_suit(use->kind)] = use->red;
    KZI_PUT(text, "[\"");
    kzi_notation_put_counts(text, counts, marked);
    KZI_PUT(text, "\"]");
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
    KZI_PUT(text, ",\"tiles\":[");
    for (unsigned i = 0; i < count; i++) {
        if (i)
            kzi_text_char(text, ',');
        put_use(text, result, &uses[i]);
    }
    kzi_text_char(text, ']');
}

/* --- the reading ----------------------------------------------------------------------------- */

static unsigned pairs_of(const struct kzi_reading *reading) {
    unsigned pairs = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_group_of(reading, i).kind == KZI_PAIR)
            pairs |= 1U << i;
    return pairs;
}

static void put_sets(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_reading *reading) {
    unsigned pairs = pairs_of(reading);
    if (kzi_has_body(reading)) {
        KZI_PUT(text, ",\"body\":\"");
        kzi_say_body(text, result, reading);
        kzi_text_char(text, '"');
    }
    KZI_PUT(text, ",\"sets\":");
    put_groups(text, result, reading, ~pairs);
    if (!pairs)
        return;
    if (!(pairs & (pairs - 1))) {
        KZI_PUT(text, ",\"pair\":");
        put_group(text, result, reading, (unsigned)__builtin_ctz(pairs));
    } else {
        KZI_PUT(text, ",\"pairs\":");
        put_groups(text, result, reading, pairs);
    }
}

void kzi_json_reading(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_reading *reading) {
    const struct kzi_model *model = result->rules->model;
    KZI_PUT(text, "\"reading\":{\"shape\":");
    kzi_json_string(text, model->shape_names.name[reading->shape]);
    if (!reading->n_groups) {
        KZI_PUT(text, ",\"tiles\":");
        put_tiles(text, result);
    } else if (!reading->n_sets) {
        KZI_PUT(text, ",\"pairs\":");
        put_groups(text, result, reading, ~0U);
    } else
        put_sets(text, result, reading);
    KZI_PUT(text, ",\"wait\":");
    kzi_json_string(text, kzi_wait_names[reading->wait]);
    kzi_text_char(text, '}');
}

/* --- fu and covers --------------------------------------------------------------------------- */

static void put_fu_items(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kzi_tally *best = &result->best;
    unsigned count =
        best->fu < 0 ? 0 : kzi_fu_lines(result->rules, &result->hand, best, lines, KZI_FU_LINES);
    KZI_PUT(text, ",\"fu_items\":[");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? ",{\"id\":" : "{\"id\":");
        kzi_json_string(text, lines[i].id);
        if (lines[i].group >= 0) {
            KZI_PUT(text, ",\"tiles\":");
            put_group(text, result, &best->reading, (unsigned)lines[i].group);
        }
        KZI_PUT(text, ",\"fu\":");
        kzi_text_int(text, lines[i].fu);
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
}

static void put_id(struct kzi_text *text, const struct kz_result *result, unsigned yaku) {
    kzi_json_string(text, result->rules->model->yaku[yaku].id);
}

static void put_cover(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                      unsigned by, struct kzi_budget *budget) {
    KZI_PUT(text, "{\"id\":");
    put_id(text, result, yaku);
    KZI_PUT(text, ",\"by\":");
    put_id(text, result, by);
    KZI_PUT(text, ",\"why\":");
    kzi_json_string(text, kzi_cover_why_names[kzi_cover_why(result->rules, by, yaku, budget)]);
}

/* Some instances of it: by their sets, or how many. */
static void put_part(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *part, struct kzi_budget *budget) {
    put_cover(text, result, part->use.yaku, part->covered_by, budget);
    if (part->use.groups) {
        KZI_PUT(text, ",\"tiles\":");
        put_groups(text, result, &result->best.reading, part->use.groups);
    } else {
        KZI_PUT(text, ",\"count\":");
        kzi_text_int(text, part->times);
    }
    kzi_text_char(text, '}');
}

static void put_covered(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_left_out *left, unsigned n_left) {
    const char *between = "";
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    KZI_PUT(text, ",\"covered\":[");
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(result->best.held, i) || kzi_has_yaku(result->best.scored, i))
            continue;
        int by = kzi_covered_by(result->rules, &result->best, i);
        if (by < 0)
            continue;
        kzi_text_put(text, between);
        between = ",";
        put_cover(text, result, i, (unsigned)by, &budget);
        kzi_text_char(text, '}');
    }
    for (unsigned i = 0; i < n_left; i++) {
        if (left[i].why != KZI_LEFT_COVERED)
            continue;
        kzi_text_put(text, between);
        between = ",";
        put_part(text, result, &left[i], &budget);
    }
    kzi_text_char(text, ']');
}

/* --- combinations ---------------------------------------------------------------------------- */

static void put_left(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *left) {
    const struct kzi_tally *best = &result->best;
    const char *between = "";
    KZI_PUT(text, "{\"id\":");
    put_id(text, result, left->use.yaku);
    KZI_PUT(text, ",\"tiles\":");
    put_groups(text, result, &best->reading, left->use.groups);
    KZI_PUT(text, ",\"by\":[");
    uint64_t said[KZI_YAKU_WORDS] = {0};
    for (unsigned i = 0; i < best->n_uses; i++) {
        unsigned yaku = best->uses[i].yaku;
        if (!(left->by >> i & 1) || kzi_has_yaku(said, yaku))
            continue;
        said[yaku / 64] |= UINT64_C(1) << (yaku % 64);
        kzi_text_put(text, between);
        between = ",";
        put_id(text, result, yaku);
    }
    KZI_PUT(text, "],\"why\":");
    kzi_json_string(text, left->why == KZI_LEFT_TWICE ? "non_identical" : "account_once");
    kzi_text_char(text, '}');
}

static void put_left_out(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_left_out *left, unsigned n_left) {
    const char *between = "";
    KZI_PUT(text, ",\"left_out\":[");
    for (unsigned i = 0; i < n_left; i++) {
        if (left[i].why == KZI_LEFT_COVERED)
            continue;
        kzi_text_put(text, between);
        between = ",";
        put_left(text, result, &left[i]);
    }
    kzi_text_char(text, ']');
}

static void put_list(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_tally *tally) {
    struct kzi_facts facts;
    bool first = true;
    kzi_facts_of(result, &facts);
    KZI_PUT(text, "\"yaku\":[");
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(tally->scored, i))
            continue;
        kzi_text_put(text, first ? "{\"id\":" : ",{\"id\":");
        first = false;
        put_id(text, result, i);
        KZI_PUT(text, ",\"count\":");
        kzi_text_int(text, kzi_times(result->rules, &facts, tally, result->mark_counts, i));
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
}

/* Other lists of yaku that come to as much on this reading. */
static void put_equal(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_facts *facts) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    unsigned count =
        kzi_equal_choices(result->rules, facts, result->mark_counts, &result->best, list);
    KZI_PUT(text, ",\"equal\":[");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? ",{" : "{");
        put_list(text, result, &list[i]);
        kzi_text_char(text, '}');
    }
    kzi_text_char(text, ']');
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
    kzi_text_char(text, '{');
    kzi_json_reading(text, result, &other->reading);
    kzi_text_char(text, ',');
    put_list(text, result, other);
    KZI_PUT(text, ",\"total\":");
    kzi_text_int(text, other->total);
    KZI_PUT(text, ",\"fu\":");
    if (other->fu < 0)
        KZI_PUT(text, "null");
    else
        kzi_text_int(text, other->fu);
    KZI_PUT(text, ",\"points\":");
    kzi_text_int(text, other->wins ? other->points : 0);
    KZI_PUT(text, ",\"why\":");
    kzi_json_string(text, kzi_why_lost(&result->best, other));
    kzi_text_char(text, '}');
}

/* Who answers for which yaku; where nobody does, nothing is said. */
static void put_liable(struct kzi_text *text, const struct kz_result *result) {
    for (unsigned i = 0; i < result->n_liable; i++) {
        const struct kzi_liable *liable = &result->liable[i];
        kzi_text_put(text, i ? ",{\"yaku\":" : ",\"liable\":[{\"yaku\":");
        kzi_json_string(text, result->rules->model->yaku[liable->yaku].id);
        KZI_PUT(text, ",\"seat\":");
        kzi_json_string(text, kzi_seat_names[liable->seat]);
        kzi_text_char(text, '}');
    }
    if (result->n_liable)
        kzi_text_char(text, ']');
}

void kzi_json_explain(struct kzi_text *text, const struct kz_result *result) {
    kzi_text_char(text, ',');
    kzi_json_reading(text, result, &result->best.reading);
    put_fu_items(text, result);
    put_not_counted(text, result);
    put_liable(text, result);
    KZI_PUT(text, ",\"others\":[");
    for (unsigned i = 0; i < result->n_others; i++) {
        if (i)
            kzi_text_char(text, ',');
        put_other(text, result, &result->others[i]);
    }
    kzi_text_char(text, ']');
}

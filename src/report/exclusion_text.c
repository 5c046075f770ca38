/* What --explain says of yaku that hold and do not count, and of lists that come to as much. */
#include "base/limits.h"
#include "compile/prover/implication.h"
#include "report/contribution.h"
#include "report/result_text.h"
#include "report/wording.h"

/* --- those that hold and do not count
 * -------------------------------------------------------------- */

/* Where a rule says that one covers the other; the coverer's own place if it follows from several.
 */
static struct kzi_place cover_place(const struct kzi_yaku *by, unsigned covered) {
    for (size_t i = 0; i < by->n_covers; i++)
        if (by->covers[i].yaku == covered)
            return by->covers[i].place;
    return by->place;
}

/* The budget is of all reasons of one hand. */
static void put_coverer(struct kzi_text *text, const struct kz_result *result, unsigned by,
                        unsigned yaku, const struct kzi_look *look, struct kzi_budget *budget) {
    static const char *const says[] = {[KZI_WHY_IMPLIED] = ", which implies it\n",
                                       [KZI_WHY_IMPOSSIBLE] = ", which it never meets\n",
                                       [KZI_WHY_CONVENTION] = ", by convention\n",
                                       [KZI_WHY_NOT_LOOKED_FOR] =
                                           " (the reason was not looked for)\n"};
    kzi_text_put(text, ": covered by ");
    kzi_put_yaku(text, result, by, look);
    kzi_text_put(text, says[kzi_cover_why(result->rules, by, yaku, budget)]);
    kzi_put_rule(text, cover_place(&result->rules->model->yaku[by], yaku), NULL, look);
}

static void put_aside(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                      const struct kzi_look *look, struct kzi_budget *budget) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_tally *best = &result->best;
    int by = kzi_covered_by(rules, best, yaku);
    kzi_text_put(text, "  ");
    kzi_put_yaku(text, result, yaku, look);
    if (by >= 0) {
        put_coverer(text, result, (unsigned)by, yaku, look, budget);
        return;
    }
    if (best->alone >= 0) {
        kzi_text_put(text, ": set aside, nothing counts beside ");
        kzi_put_yaku(text, result, (unsigned)best->alone, look);
    } else if (kzi_has_yaku(rules->alone, yaku))
        kzi_text_put(text, ": counts only alone");
    else if (best->by_limit)
        kzi_text_put(text, ": set aside, a yaku worth a limit pays");
    else
        kzi_text_put(text, ": counts only where nothing else does");
    kzi_text_char(text, '\n');
}

/* The groups whose bit is set, by their tiles. */
static void put_groups(struct kzi_text *text, const struct kz_result *result, unsigned groups,
                       const char *last) {
    const struct kzi_reading *reading = &result->best.reading;
    uint8_t order[KZI_MAX_GROUPS];
    unsigned count = kzi_groups_by_tile(reading, order), left = groups;
    for (unsigned i = 0; i < count; i++) {
        if (!(left >> order[i] & 1))
            continue;
        bool first = left == groups;
        left &= ~(1U << order[i]);
        kzi_text_put(text, first ? "" : left ? ", " : last);
        kzi_say_which_group(text, result, reading, order[i]);
    }
}

/* Whether an earlier one of these uses is of the same yaku. */
static bool is_named(const struct kzi_tally *tally, uint32_t uses, unsigned at) {
    for (unsigned i = 0; i < at; i++)
        if (uses >> i & 1 && tally->uses[i].yaku == tally->uses[at].yaku)
            return true;
    return false;
}

static void put_uses(struct kzi_text *text, const struct kz_result *result, uint32_t uses,
                     const struct kzi_look *look) {
    const char *between = "";
    for (unsigned i = 0; i < result->best.n_uses; i++) {
        if (!(uses >> i & 1) || is_named(&result->best, uses, i))
            continue;
        kzi_text_put(text, between);
        between = " and ";
        kzi_say_yaku(text, result->rules->model, result->best.uses[i].yaku, look->language);
    }
}

/* "short straight, the second 123p and 456p: left out, they are joined already by pure double chow
 * and large straight" */
static void put_left(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *left, const struct kzi_look *look) {
    bool one = !(left->joined & (left->joined - 1)), twice = left->why == KZI_LEFT_TWICE;
    if (!left->use.groups) { /* of one yaku in several ways, that which uses no set */
        kzi_text_put(text, "by the whole hand: left out, it counts once");
        return;
    }
    put_groups(text, result, left->use.groups, " and ");
    kzi_text_put(text, ": left out, ");
    if (left->joined == left->use.groups)
        kzi_text_put(text, "they");
    else
        put_groups(text, result, left->joined, " and ");
    kzi_text_put(text, !twice ? " are joined already by "
                       : one  ? " counts already in "
                              : " count already in ");
    put_uses(text, result, left->by, look);
}

static void put_part(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_left_out *part, const struct kzi_look *look,
                     struct kzi_budget *budget) {
    if (part->use.groups)
        put_groups(text, result, part->use.groups, " and ");
    else {
        kzi_text_int(text, part->times);
        kzi_text_put(text, " of them");
    }
    put_coverer(text, result, part->covered_by, part->use.yaku, look, budget);
}

static void put_left_out(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_left_out *left, const struct kzi_look *look,
                         struct kzi_budget *budget) {
    kzi_text_put(text, "  ");
    kzi_put_yaku(text, result, left->use.yaku, look);
    kzi_text_put(text, ", ");
    if (left->why == KZI_LEFT_COVERED) {
        put_part(text, result, left, look, budget);
        return;
    }
    put_left(text, result, left, look);
    kzi_text_char(text, '\n');
}

static bool is_left_out(const struct kzi_left_out *left, unsigned count, unsigned yaku) {
    for (unsigned i = 0; i < count; i++)
        if (left[i].use.yaku == yaku)
            return true;
    return false;
}

/* Held and not counted, or only some instances of it. */
static bool is_short(const struct kz_result *result, const struct kzi_left_out *left,
                     unsigned n_left, unsigned yaku) {
    bool aside = kzi_has_yaku(result->best.held, yaku) && !kzi_has_yaku(result->best.scored, yaku);
    return (aside || is_left_out(left, n_left, yaku)) && (int)yaku != result->rules->nothing_scored;
}

static void put_short(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_left_out *left, unsigned n_left, unsigned yaku,
                      const struct kzi_look *look, struct kzi_budget *budget) {
    if (!is_left_out(left, n_left, yaku))
        put_aside(text, result, yaku, look, budget);
    for (unsigned i = 0; i < n_left; i++)
        if (left[i].use.yaku == yaku)
            put_left_out(text, result, &left[i], look, budget);
}

void kzi_put_not_counted(struct kzi_text *text, const struct kz_result *result,
                         const struct kzi_look *look) {
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    kzi_facts_of(result, &facts);
    unsigned n_left = kzi_left_out(result->rules, &facts, &result->best, left);
    bool any = false;
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!is_short(result, left, n_left, i))
            continue;
        if (!any)
            kzi_put_heading(text, look, "What holds and does not count");
        any = true;
        put_short(text, result, left, n_left, i, look, &budget);
    }
}

void kzi_say_aside(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                   const struct kzi_look *look) {
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    const struct kzi_tally *best = &result->best;
    kzi_facts_of(result, &facts);
    if (best->alone >= 0) {
        kzi_text_put(text, " holds, but nothing counts besides ");
        kzi_say_yaku(text, result->rules->model, (unsigned)best->alone, look->language);
    } else if (best->by_limit && best->limit >= 0) {
        kzi_text_put(text, " holds, but is not added to a ");
        kzi_say_limit(text, result->rules->model, (unsigned)best->limit, 1, look->language);
    } else if (is_left_out(left, kzi_left_out(result->rules, &facts, best, left), yaku))
        kzi_text_put(text, " holds, but its sets count already in other yaku");
    else
        kzi_text_put(text, " holds, but counts only where nothing else does");
}

void kzi_put_one_not_counted(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                             const struct kzi_look *look) {
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    kzi_facts_of(result, &facts);
    unsigned n_left = kzi_left_out(result->rules, &facts, &result->best, left);
    if (is_short(result, left, n_left, yaku))
        put_short(text, result, left, n_left, yaku, look, &budget);
}

/* --- other lists of equal value -------------------------------------------------------------- */

void kzi_put_list(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_tally *tally, const struct kzi_look *look) {
    struct kzi_facts facts;
    const char *between = "";
    kzi_facts_of(result, &facts);
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if (!kzi_has_yaku(tally->scored, i))
            continue;
        unsigned times = kzi_times(result->rules, &facts, tally, result->mark_counts, i);
        kzi_text_put(text, between);
        between = ", ";
        if (times > 1) {
            kzi_text_int(text, times);
            kzi_text_put(text, " x ");
        }
        kzi_say_yaku(text, result->rules->model, i, look->language);
    }
}

void kzi_put_equal(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_look *look) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    struct kzi_facts facts;
    kzi_facts_of(result, &facts);
    unsigned count =
        kzi_equal_choices(result->rules, &facts, result->mark_counts, &result->best, list);
    if (count)
        kzi_put_heading(text, look, "Of equal value");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, "  ");
        kzi_put_list(text, result, &list[i], look);
        kzi_text_char(text, '\n');
    }
}

/* What --explain adds to the text of a result: each yaku with its tiles and its rule, what was not
 * counted, every fu item, the arithmetic to the payment, the readings that lost. */
#include "base/limits.h"
#include "base/utf8.h"
#include "compile/prover/implication.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "tile/notation.h"

void kzi_put_heading(struct kzi_text *text, const struct kzi_look *look, const char *heading) {
    kzi_text_char(text, '\n');
    kzi_ink_bold(text, look);
    kzi_text_put(text, heading);
    kzi_ink_off(text, look);
    kzi_text_char(text, '\n');
}

/* "rules/ema-2016.yaml:40" */
static void put_place(struct kzi_text *text, struct kzi_place place, const struct kzi_look *look) {
    if (!place.source || !place.line)
        return;
    const char *name = place.source->name, *slash = strrchr(name, '/');
    kzi_put_visible(text, slash && look->on_page ? slash + 1 : name);
    kzi_text_format(text, ":%lld", (long long)place.line);
}

/* Where the rule stands, and what it says it comes from. */
void kzi_put_rule(struct kzi_text *text, struct kzi_place place, const struct kzi_node *source,
                  const struct kzi_look *look) {
    kzi_ink_dim(text, look);
    kzi_text_put(text, "    ");
    put_place(text, place, look);
    if (source) {
        kzi_text_put(text, ", ");
        kzi_say_node(text, source);
    }
    kzi_ink_off(text, look);
    kzi_text_char(text, '\n');
}

/* --- the yaku that count ---------------------------------------------------------------------- */

static void put_use(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_use *use) {
    const struct kzi_reading *reading = &result->best.reading;
    uint8_t counts[KZI_KINDS] = {0}, marked[KZI_SUITS] = {0}, order[KZI_MAX_GROUPS];
    if (use->whole) {
        kzi_text_put(text, " the whole hand");
        return;
    }
    if (use->copies) {
        counts[use->kind] = use->copies;
        if (use->red)
            marked[kzi_suit(use->kind)] = use->red;
        kzi_text_char(text, ' ');
        kzi_notation_put_counts(text, counts, marked);
        return;
    }
    unsigned count = kzi_groups_by_tile(reading, order);
    for (unsigned i = 0; i < count; i++) {
        if (!(use->groups >> order[i] & 1))
            continue;
        kzi_text_char(text, ' ');
        kzi_say_group(text, result, reading, order[i]);
    }
}

static bool shows_tiles(const struct kzi_use *use) {
    return use->whole || use->groups || use->copies;
}

static void put_counted(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                        const struct kzi_look *look) {
    struct kzi_use uses[KZI_MAX_USES];
    const struct kzi_yaku *rule = &result->rules->model->yaku[yaku];
    unsigned count = kzi_uses_find(result, yaku, uses);
    kzi_text_put(text, "  ");
    kzi_put_yaku(text, result, yaku, look);
    for (unsigned i = 0; i < count; i++) {
        if (!shows_tiles(&uses[i]))
            continue;
        kzi_text_char(text, i ? ',' : ':');
        put_use(text, result, &uses[i]);
    }
    kzi_text_char(text, '\n');
    kzi_put_rule(text, rule->place, rule->source, look);
}

static void put_all_counted(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_look *look) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, list);
    if (count)
        kzi_put_heading(text, look, "What counts");
    for (unsigned i = 0; i < count; i++)
        put_counted(text, result, list[i], look);
}

/* --- those that hold and do not count --------------------------------------------------------- */

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
        kzi_text_format(text, "%lld of them", (long long)part->times);
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

void kzi_put_not_counted(struct kzi_text *text, const struct kz_result *result, int only,
                         const struct kzi_look *look) {
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    kzi_facts_of(result, &facts);
    unsigned n_left = kzi_left_out(result->rules, &facts, &result->best, left);
    bool any = only >= 0;
    for (unsigned i = 0; i < result->rules->n_yaku; i++) {
        if ((only >= 0 && (int)i != only) || !is_short(result, left, n_left, i))
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
        if (times > 1)
            kzi_text_format(text, "%lld x ", (long long)times);
        kzi_say_yaku(text, result->rules->model, i, look->language);
    }
}

static void put_equal(struct kzi_text *text, const struct kz_result *result,
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

/* --- fu -------------------------------------------------------------------------------------- */

static const char *const rounded_says[] = {[KZI_ROUND_NONE] = "that is",
                                           [KZI_ROUND_UP] = "rounded up to",
                                           [KZI_ROUND_NEAREST] = "rounded to",
                                           [KZI_ROUND_DOWN] = "rounded down to"};

#define FU_COLUMN 24 /* what stands before it is ASCII: ids and tiles */

static void put_fu_number(struct kzi_text *text, size_t from, int32_t fu) {
    size_t digits = fu < 10 ? 1 : fu < 100 ? 2 : 3;
    do
        kzi_text_char(text, ' ');
    while (text->len - from + digits < FU_COLUMN && !text->failed);
    kzi_text_int(text, fu);
}

static void put_fu(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_look *look) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    const struct kzi_tally *best = &result->best;
    const struct kzi_fu *fu = &result->rules->model->fu;
    if (!fu->in_use || best->fu < 0)
        return;
    unsigned count = kzi_fu_lines(result->rules, &result->hand, best, lines, KZI_FU_LINES);
    kzi_put_heading(text, look, "Fu");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, "  ");
        size_t from = text->len;
        kzi_put_fu_line(text, result, &lines[i]);
        put_fu_number(text, from, lines[i].fu);
        kzi_text_char(text, '\n');
    }
    kzi_text_put(text, "  ");
    size_t from = text->len;
    kzi_text_put(text, "sum");
    put_fu_number(text, from, best->fu_counted);
    if (best->fu != best->fu_counted)
        kzi_text_format(text, ", %s %lld", rounded_says[fu->round.way], (long long)best->fu);
    kzi_text_char(text, '\n');
}

/* --- from the total to the payment ------------------------------------------------------------ */

static void put_counted_value(struct kzi_text *text, const struct kz_result *result) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_tally *best = &result->best;
    if (best->valued < best->total)
        kzi_text_format(text, "of the total %lld count; ", (long long)best->valued);
    if (model->hand_value.doubling) {
        kzi_text_format(text, "%lld x 2^(%lld + %lld%s", (long long)best->fu,
                        (long long)best->valued, (long long)model->hand_value.plus,
                        best->counted < KZI_BEYOND ? ") = " : ") > ");
    } else
        kzi_text_put(text, "the total, ");
    kzi_text_int(text, best->counted < KZI_BEYOND ? best->counted : KZI_HIGHEST);
}

/* The limit, and the total or the value that reached it. */
static void put_reached(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_look *look) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_tally *best = &result->best;
    const struct kzi_limit *limit = &model->limits[best->limit];
    bool by_total = limit->from_total && best->valued >= limit->from_total;
    kzi_say_limit(text, model, (unsigned)best->limit, best->multiplier, look->language);
    if (best->by_limit)
        return;
    kzi_text_put(text, by_total ? " from " : " from a value of ");
    if (by_total)
        kzi_say_total(text, model, limit->from_total);
    else
        kzi_text_int(text, limit->from_value);
}

static void put_value(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_look *look) {
    const struct kzi_tally *best = &result->best;
    kzi_text_put(text, "  ");
    if (!best->by_limit)
        put_counted_value(text, result);
    if (best->limit >= 0) {
        kzi_text_put(text, best->by_limit ? "" : "; ");
        put_reached(text, result, look);
        kzi_text_format(text, ": %lld\n", (long long)best->value);
        kzi_put_rule(text, result->rules->model->limits[best->limit].place, NULL, look);
    } else
        kzi_text_char(text, '\n');
}

static const struct kzi_share *share_of(const struct kz_result *result,
                                        const struct kzi_payer *payer) {
    const struct kzi_payments *payments = &result->rules->model->payments;
    const struct kzi_hand *hand = &result->hand;
    const struct kzi_payment *way = kzi_payment(payments, hand->self_draw);
    const struct kzi_share *shares =
        hand->seat == payments->dealer ? way->dealer_wins : way->other_wins;
    if (payer->discarded)
        return &shares[KZI_ROLE_DISCARDER];
    bool dealer = payer->seat == payments->dealer && shares[KZI_ROLE_DEALER].said;
    return &shares[dealer ? KZI_ROLE_DEALER : KZI_ROLE_OTHERS];
}

/* "2000 x 4 = 8000", "1920 x 4 = 7680, rounded up to 7700", "35 + 8 = 43".  Where it does not lead
 * to what is paid, somebody else answers for it: then the amount stands alone. */
static void put_share(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_payer *payer) {
    const struct kzi_payments *payments = &result->rules->model->payments;
    const struct kzi_round *round = &kzi_payment(payments, result->hand.self_draw)->round;
    const struct kzi_share *share = share_of(result, payer);
    int64_t value = result->best.value, raw = value * share->times + share->plus;
    int64_t off = payer->share > raw ? payer->share - raw : raw - payer->share;
    if (off && (round->way == KZI_ROUND_NONE || off >= round->to)) {
        kzi_text_int(text, payer->share);
        return;
    }
    if (share->times && (share->times > 1 || share->plus)) {
        kzi_text_int(text, value);
        if (share->times > 1)
            kzi_text_format(text, " x %lld", (long long)share->times);
        if (share->plus)
            kzi_text_format(text, " + %lld", (long long)share->plus);
        kzi_text_put(text, " = ");
    }
    kzi_text_int(text, raw);
    if (off)
        kzi_text_format(text, ", %s %lld", rounded_says[round->way], (long long)payer->share);
}

static void put_money(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_look *look) {
    struct kzi_payers payers;
    kzi_payers_find(result, &payers);
    kzi_put_heading(text, look, "Payment");
    put_value(text, result, look);
    for (unsigned i = 0; i < result->n_liable; i++) {
        kzi_text_put(text, "  ");
        kzi_say_liable(text, result, &result->liable[i], look->language);
        kzi_text_char(text, '\n');
    }
    for (unsigned i = 0; i < payers.count; i++) {
        const struct kzi_payer *payer = &payers.list[i];
        if (!payer->share && !payer->counters)
            continue;
        kzi_text_format(text, "  %s: ", payer->who);
        put_share(text, result, payer);
        kzi_put_counters(text, result, payer->counters);
        kzi_text_char(text, '\n');
    }
}

/* --- the readings that lost ------------------------------------------------------------------- */

static bool is_as_good(const struct kzi_tally *best, const struct kzi_tally *other) {
    return best->wins == other->wins && best->points == other->points &&
           best->by_limit == other->by_limit && best->total == other->total &&
           best->fu == other->fu;
}

static void put_lost(struct kzi_text *text, const struct kz_result *result,
                     const struct kzi_tally *other, const struct kzi_look *look) {
    const struct kzi_model *model = result->rules->model;
    kzi_text_char(text, ' ');
    kzi_text_hand(text, result, &other->reading);
    if (other->alone >= 0) {
        kzi_text_put(text, ", only ");
        kzi_put_yaku(text, result, (unsigned)other->alone, look);
    } else if (result->best.alone >= 0) {
        kzi_text_put(text, ", without ");
        kzi_put_yaku(text, result, (unsigned)result->best.alone, look);
    }
    kzi_text_put(text, ": ");
    if (other->limit >= 0)
        kzi_say_limit(text, model, (unsigned)other->limit, other->multiplier, look->language);
    else
        kzi_say_total(text, model, other->total);
    if (other->fu >= 0)
        kzi_text_format(text, ", %lld fu", (long long)other->fu);
    if (other->wins) {
        kzi_text_put(text, ", ");
        kzi_say_count(text, other->points, "point");
    }
    kzi_text_format(text, "; %s", kzi_why_lost(&result->best, other));
    if (is_as_good(&result->best, other)) {
        kzi_text_put(text, ": ");
        kzi_put_list(text, result, other, look);
    }
    kzi_text_char(text, '\n');
}

static void put_others(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_look *look) {
    if (!result->n_others)
        return;
    kzi_put_heading(text, look, "Other readings");
    for (unsigned i = 0; i < result->n_others; i++)
        put_lost(text, result, &result->others[i], look);
    if (result->n_readings > result->n_others + 1)
        kzi_text_format(text, "  and %lld more\n",
                        (long long)(result->n_readings - result->n_others - 1));
}

/* --- the shape and the rules ------------------------------------------------------------------ */

static void put_ruleset(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_look *look) {
    const struct kzi_model *model = result->rules->model;
    kzi_put_heading(text, look, "Rules");
    kzi_text_put(text, "  ");
    kzi_text_put(text, model->label);
    if (model->version && model->version[0]) {
        kzi_text_put(text, ", version ");
        kzi_text_put(text, model->version);
    }
    kzi_text_format(text, ", digest %s\n", model->digest);
    if (!model->source)
        return;
    kzi_text_put(text, "  after ");
    kzi_say_node(text, model->source);
    kzi_text_char(text, '\n');
}

static void put_reading(struct kzi_text *text, const struct kz_result *result,
                        const struct kzi_look *look) {
    const struct kzi_reading *reading = &result->best.reading;
    kzi_put_heading(text, look, "Reading");
    kzi_text_put(text, "  ");
    kzi_say_id(text, result->rules->model->shape_names.name[reading->shape]);
    if (reading->wait != KZI_WAIT_NONE) {
        kzi_text_put(text, ", wait: ");
        kzi_say_id(text, kzi_wait_names[reading->wait]);
    }
    kzi_text_char(text, '\n');
}

void kzi_text_explain(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_look *look) {
    if (result->reason != KZI_INCOMPLETE) {
        put_reading(text, result, look);
        put_all_counted(text, result, look);
        kzi_put_not_counted(text, result, -1, look);
        put_equal(text, result, look);
        put_fu(text, result, look);
        if (result->reason == KZI_WINS)
            put_money(text, result, look);
        put_others(text, result, look);
    }
    put_ruleset(text, result, look);
}

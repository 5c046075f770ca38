/* Score a hand: evaluate every reading, add up every selection of its yaku, keep the best. */
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "compile/ruleset.h"
#include "compile/wild.h"
#include "score/completion.h"
#include "score/steps.h"

#include <stddef.h>
#include <string.h>

/* --- fu -------------------------------------------------------------------------------------- */

static inline int32_t fu_of_items(const struct kz_ruleset *rules, uint64_t items) {
    int32_t sum = 0;
    /* Visit all bytes, because which bytes have items is unpredictable. */
    for (size_t byte = 0; 8 * byte < rules->model->fu.n_items; byte++)
        sum += rules->fu_of_items[byte][items >> 8 * byte & 255];
    return sum;
}

int32_t kzi_fu_of_item(const struct kzi_fu_item *item, const uint8_t marks[KZI_MAX_MARKS]) {
    return item->fu * (item->each ? marks[item->each_mark] : 1);
}

/* Return the fu of `items`; remove from *left those that are added per mark when the hand has no
 * such mark. */
static inline int32_t fu_of_held(const struct kz_ruleset *rules, uint64_t items,
                                 const uint8_t *marks, uint64_t *left) {
    int32_t sum = fu_of_items(rules, items);
    KZI_EACH_IN(items & rules->fu_by_mark, item) {
        const int32_t fu = kzi_fu_of_item(&rules->model->fu.items[item], marks);
        *left &= ~((uint64_t)!fu << item);
        sum += fu;
    }
    return sum;
}

/* Add up the fu, and keep only the items that count: an if_nothing item counts only if nothing else
 * adds fu. of_groups: the fu of sets and pair, which matching summed (sum_groups,
 * compile/program/matcher.c) from a table made at load (lay_out_fu, compile/ruleset.c). */
KZI_ALWAYS_INLINE void add_up_fu(const struct kz_ruleset *rules, int32_t of_groups,
                                 const uint8_t *marks, struct kzi_tally *tally) {
    const struct kzi_fu *fu = &rules->model->fu;
    int32_t flat = fu->flat[tally->reading.shape];
    if (flat) {
        tally->fu_items = 0;
        tally->fu_counted = tally->fu = flat;
        return;
    }
    uint64_t last = tally->fu_items & rules->fu_if_nothing;
    int32_t added = of_groups + fu_of_held(rules, tally->fu_items & ~last, marks, &tally->fu_items);
    if (added)
        tally->fu_items &= ~last;
    tally->fu_counted =
        fu->start + added + (added ? 0 : fu_of_held(rules, last, marks, &tally->fu_items));
    tally->fu = (int32_t)kzi_rounded(tally->fu_counted, &fu->round);
}

/* --- total and limits ------------------------------------------------------------------------ */

/* Add up the yaku, and note how often each repeatable one counts.  The notes are valid as long as
 * this reading is the best. */
KZI_ALWAYS_INLINE void sum_numbers(struct kz_result *result, const struct kzi_facts *facts,
                                   struct kzi_tally *tally, unsigned words) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_yaku_amount *amounts = rules->amounts[facts->open];
    const uint64_t *repeatable = kzi_repeatable_of(rules, tally);
    unsigned n_times = 0, yaku = 0;
    int64_t total = 0, qualifying = 0;
    KZI_EACH_BIT(tally->scored, words, yaku) {
        unsigned times = 1;
        if (kzi_has_bit(repeatable, yaku)) {
            times = kzi_times_of_repeatable(rules, facts, tally, yaku);
            if (n_times < KZI_MAX_TIMES)
                result->times[n_times++] = (uint16_t)times;
        }
        total += (int64_t)times * amounts[yaku].total;
        qualifying += (int64_t)times * amounts[yaku].qualifying;
    }
    tally->total = total <= KZI_MAX_NUMBER ? (int32_t)total : -1;
    tally->qualifying = (int32_t)qualifying; /* at most the total */
    tally->wins = qualifying >= rules->model->minimum;
}

/* Copy a price that has no table entry into the tally. */
static void set_price(const struct kzi_price *price, struct kzi_tally *tally) {
    tally->valued = price->valued;
    tally->counted = price->counted;
    tally->value = price->value;
    tally->limit = price->limit;
    tally->priced = NULL;
}

/* Compute the price of a total and fu that have no table entry. */
static __attribute__((noinline)) void fill_price(const struct kz_ruleset *rules,
                                                 struct kzi_tally *tally) {
    struct kzi_price price;
    kzi_fill_price(rules->model, tally->total, tally->fu, &price);
    set_price(&price, tally);
}

/* Multiply the value by the factors of the yaku that count. */
static __attribute__((noinline)) void
multiply(const struct kz_result *result, const struct kzi_facts *facts, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    struct kzi_price price = {tally->valued, tally->counted, tally->value, tally->limit};
    int64_t factor = 1;
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku)
        if (rules->model->yaku[yaku].factor)
            for (unsigned left = kzi_times(rules, facts, tally, yaku);
                 left && factor <= KZI_MAX_NUMBER; left--)
                factor *= rules->model->yaku[yaku].factor;
    tally->factor = factor;
    if (factor == 1 || tally->total < 0)
        return;
    kzi_price_multiply(rules->model, factor, &price);
    set_price(&price, tally);
}

KZI_ALWAYS_INLINE void add_price(const struct kz_ruleset *rules, struct kzi_tally *tally) {
    const struct kzi_price_entry *priced = kzi_priced_at(&rules->prices, tally->total, tally->fu);
    tally->priced = priced;
    if (!priced) {
        fill_price(rules, tally);
        return;
    }
    tally->valued = priced->valued;
    tally->counted = priced->counted;
    tally->value = priced->value;
    tally->limit = priced->limit;
}

/* Return the fu items that hold, after the yaku are settled. */
KZI_ALWAYS_INLINE uint64_t settled_items(const struct kz_ruleset *rules, struct kzi_facts *facts,
                                         const struct kzi_matches *matches,
                                         const struct kzi_tally *tally) {
    uint64_t items = kzi_conditions_from(rules->scoring, matches->conditions, rules->first_item);
    facts->scored = tally->scored;
    KZI_EACH_IN(items & rules->fu_by_yaku, item)
        if (!kzi_evaluate(rules->model->fu.items[item].when, facts, &tally->reading))
            items &= ~(UINT64_C(1) << item);
    return items;
}

KZI_ALWAYS_INLINE void add_fu(const struct kz_ruleset *rules, struct kzi_facts *facts,
                              const struct kzi_matches *matches, struct kzi_tally *tally) {
    if (!rules->model->fu.in_use)
        return;
    if (kzi_hand_is_unfinished(facts->hand)) {
        kzi_fu_of_unfinished(rules, facts, tally);
        return;
    }
    tally->fu_items = settled_items(rules, facts, matches, tally);
    add_up_fu(rules, matches->match.fu, facts->marks, tally);
}

/* Sum up the yaku worth a limit in tally->scored: only the highest counts, or all of one limit that
 * adds up. */
static void sum_limits(const struct kz_result *result, const struct kzi_facts *facts,
                       struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    int32_t times[KZI_MAX_LIMITS] = {0};
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku) {
        const struct kzi_value *value = kzi_yaku_value(&rules->model->yaku[yaku], facts->open);
        if (rules->model->limits[value->limit].add_up)
            times[value->limit] += value->number;
        else if (value->number > times[value->limit])
            times[value->limit] = value->number;
    }
    for (int i = 0; i < KZI_MAX_LIMITS; i++) {
        int64_t worth = (int64_t)times[i] * rules->model->limits[i].worth;
        if (times[i] && worth > tally->value) {
            tally->value = worth;
            tally->limit = i;
            tally->multiplier = times[i];
        }
    }
    tally->wins = true;
    tally->fu = tally->fu_counted = -1;
}

KZI_ALWAYS_INLINE void add_up(struct kz_result *result, struct kzi_facts *facts,
                              const struct kzi_matches *matches, struct kzi_tally *tally,
                              unsigned words) {
    const struct kz_ruleset *rules = result->rules;
    tally->limit = -1;
    tally->multiplier = 1;
    tally->factor = 1;
    tally->fu = tally->fu_counted = -1;
    tally->priced = NULL;
    tally->payers = NULL;
    if (tally->by_limit) {
        sum_limits(result, facts, tally);
    } else {
        sum_numbers(result, facts, tally, words);
        add_fu(rules, facts, matches, tally);
        add_price(rules, tally);
        if (rules->has_factors && !kzi_hand_is_unfinished(facts->hand))
            multiply(result, facts, tally);
    }
    if (rules->model->minimum_value)
        tally->wins &= tally->value >= rules->model->minimum_value;
    tally->meets = !rules->model->minimum_when || kzi_has_bit(matches->conditions, rules->n_yaku);
    tally->wins &= tally->meets;
}

void kzi_add_up(struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_matches *matches, struct kzi_tally *tally) {
    KZI_BY_SIZE(result->rules->yaku_words, add_up(result, facts, matches, tally, words));
}

/* --- the selections of a reading ------------------------------------------------------------- */

/* Copy only the part of a tally in use: most of its capacity is for large rulesets. */
static void copy_tally(const struct kz_ruleset *rules, struct kzi_tally *to,
                       const struct kzi_tally *from) {
    size_t words = rules->yaku_words * sizeof *from->scored;
    memcpy(to, from, offsetof(struct kzi_tally, scored));
    memcpy(to->chosen, from->chosen, from->n_chosen * sizeof *from->chosen);
    memcpy(to->counts, from->counts, from->n_counts * sizeof *from->counts);
    memcpy(to->scored, from->scored, words);
    memcpy(to->held, from->held, words);
}

static void swap_tallies(const struct kz_ruleset *rules, struct kzi_tally *a, struct kzi_tally *b) {
    struct kzi_tally kept;
    copy_tally(rules, &kept, a);
    copy_tally(rules, a, b);
    copy_tally(rules, b, &kept);
}

/* Return the points of a tally, for comparing it with another. */
static int64_t points_of(struct kz_result *result, const struct kzi_tally *tally) {
    int64_t share[KZI_PARTIES];
    const int8_t from = result->hand.from;
    if (kzi_hand_is_unfinished(&result->hand))
        return tally->value;
    if (result->hand.n_pao)
        result->hand.from = (int8_t)kzi_discarder_by(result, tally);
    int64_t points = kzi_share_out(result->rules, &result->hand, tally, share);
    result->hand.from = from;
    return points;
}

/* Add up the selection in tally->scored and keep it, as the best or as one of the others. */
KZI_ALWAYS_INLINE void consider(struct kzi_score_ctx *ctx, struct kzi_tally *tally,
                                unsigned words) {
    struct kz_result *result = ctx->result;
    add_up(result, &ctx->facts, &ctx->matches, tally, words);
    if (ctx->unfinished) {
        tally->wins = false;
        tally->qualifying = 0;
    } else if (result->rules->has_other_payers)
        kzi_fill_payers(result->rules, &ctx->facts, tally);
    if (!result->n_readings++)
        return;
    if (result->n_readings == 2)
        result->best.points = points_of(result, &result->best);
    const bool equal = result->rules->points_by_value && !result->hand.n_pao;
    tally->points = equal && tally->value == result->best.value ? result->best.points
                                                                : points_of(result, tally);
    if (kzi_is_better(result->rules, &ctx->facts, tally, &result->best))
        swap_tallies(result->rules, tally, &result->best);
    if (ctx->taker)
        ctx->taker->take(ctx->taker, tally);
}

/* Return a tally of the yaku that hold, before covers. */
KZI_ALWAYS_INLINE struct kzi_tally *new_tally(struct kzi_score_ctx *ctx,
                                              const struct kzi_reading *reading,
                                              const uint64_t *held, const uint64_t *out,
                                              unsigned words) {
    struct kz_result *result = ctx->result;
    struct kzi_tally *tally = result->n_readings ? &ctx->further : &result->best;
    tally->reading = *reading;
    kzi_copy_words(tally->held, held, words);
    kzi_copy_words(tally->scored, held, words);
    kzi_drop_words(tally->scored, out, words);
    tally->n_chosen = tally->n_counts = 0;
    tally->chosen_repeat = false;
    tally->alone = -1;
    tally->by_limit = false;
    tally->total = tally->qualifying = 0;
    tally->counted = tally->value = 0;
    tally->fu_items = 0;
    return tally;
}

/* Consider all yaku that hold together: apply covers, then let a yaku worth a limit exclude all
 * others. */
KZI_ALWAYS_INLINE void consider_together(struct kzi_score_ctx *ctx,
                                         const struct kzi_reading *reading, const uint64_t *held,
                                         unsigned words) {
    const struct kz_ruleset *rules = ctx->result->rules;
    const uint64_t *worth_limit = rules->worth_limit[ctx->facts.open];
    struct kzi_tally *tally = new_tally(ctx, reading, held, rules->alone, words);
    if (rules->combines)
        kzi_choose_combinations(rules, &ctx->facts, &ctx->result->selection_budget, tally);
    else
        kzi_settle_covers(rules, tally->scored, words);
    tally->by_limit = kzi_any_common(tally->scored, worth_limit, words);
    if (tally->by_limit)
        kzi_and_words(tally->scored, worth_limit, words);
    consider(ctx, tally, words);
}

static __attribute__((noinline)) void consider_alone(struct kzi_score_ctx *ctx,
                                                     const struct kzi_reading *reading,
                                                     const uint64_t *held, unsigned yaku,
                                                     unsigned words) {
    const struct kz_ruleset *rules = ctx->result->rules;
    struct kzi_tally *tally = new_tally(ctx, reading, held, held, words);
    tally->scored[yaku / 64] = UINT64_C(1) << (yaku % 64);
    tally->alone = (int)yaku;
    tally->chosen_repeat = true; /* a lone combination counts once for each instance */
    tally->by_limit = kzi_has_bit(rules->worth_limit[ctx->facts.open], yaku);
    consider(ctx, tally, words);
}

KZI_ALWAYS_INLINE void consider_held(struct kzi_score_ctx *ctx, const struct kzi_reading *reading,
                                     unsigned words) {
    const struct kz_ruleset *rules = ctx->result->rules;
    uint64_t held[KZI_YAKU_WORDS], alone[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    kzi_copy_words(held, ctx->matches.conditions, words);
    kzi_and_words(held, rules->all_yaku, words);
    kzi_drop_uncounted(rules, &ctx->facts, reading, held);
    consider_together(ctx, reading, held, words);
    if (!kzi_any_common(ctx->matches.conditions, rules->alone, words))
        return;
    kzi_copy_words(alone, ctx->matches.conditions, words);
    kzi_and_words(alone, rules->alone, words);
    KZI_EACH_YAKU(rules, alone, yaku)
        consider_alone(ctx, reading, held, yaku, words);
}

void kzi_consider_reading(struct kzi_score_ctx *ctx, const struct kzi_reading *reading) {
    KZI_BY_SIZE(ctx->result->rules->yaku_words, consider_held(ctx, reading, words));
}

/* --- the readings ---------------------------------------------------------------------------- */

/* Match the yaku and fu items that hold.  If each has only one row, the rows left are their
 * conditions. */
KZI_ALWAYS_INLINE void match_conditions(struct kzi_score_ctx *ctx) {
    const struct kzi_program *program = ctx->result->rules->scoring;
    struct kzi_matches *matches = &ctx->matches;
    if (program->n_rows > program->n_conditions)
        kzi_match_conditions(program, &matches->match, matches->conditions);
    else
        KZI_BY_SIZE(program->row_words,
                    kzi_copy_words(matches->conditions, matches->match.rows, words));
}

static void score_readings(struct kzi_score_ctx *ctx, const struct kzi_readings *readings) {
    const struct kz_ruleset *rules = ctx->result->rules;
    struct kzi_matches *matches = &ctx->matches;
    struct kzi_match of_hand;
    kzi_match_hand(rules->scoring, &ctx->facts, &of_hand);
    for (unsigned i = 0; i < readings->count; i++) {
        const struct kzi_reading *reading = &readings->list[i];
        kzi_match_reading(rules->scoring, &ctx->facts, &of_hand, reading, &matches->match);
        match_conditions(ctx);
        kzi_consider_reading(ctx, reading);
    }
}

void kzi_keep_times(struct kz_result *result, const struct kzi_facts *facts) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_tally *best = &result->best;
    const uint64_t *repeatable = kzi_repeatable_of(rules, best);
    uint64_t noted[KZI_YAKU_WORDS];
    unsigned count = 0, yaku;
    kzi_copy_words(noted, best->scored, rules->yaku_words);
    kzi_and_words(noted, repeatable, rules->yaku_words);
    KZI_EACH_YAKU(rules, noted, yaku)
        if (count < KZI_MAX_TIMES)
            result->times[count++] = (uint16_t)kzi_times_of_repeatable(rules, facts, best, yaku);
}

/* --- the conclusion -------------------------------------------------------------------------- */

/* Reset the remains of the last hand, if this one has no readings. */
static void reset_result(struct kz_result *result) {
    result->reason = KZI_INCOMPLETE;
    result->best.wins = false;
    result->best.points = 0;
    result->selection_budget = (struct kzi_selection_budget){KZI_MAX_SELECTION_STEPS, false};
    memset(result->best.scored, 0, result->rules->yaku_words * sizeof *result->best.scored);
    kzi_settle_nothing(result);
}

static __attribute__((noinline)) kz_status refuse_hand(struct kz_result *result,
                                                       const struct kzi_problem *problem) {
    reset_result(result);
    return kzi_result_refuse(result, problem);
}

static __attribute__((noinline)) void refuse_range(struct kz_result *result) {
    struct kzi_problem problem;
    problem.found = false;
    kzi_problem_range(&problem, result->best.total < 0 ? "the total" : "what the hand pays");
    refuse_hand(result, &problem);
}

/* Return whether a yaku other than a bonus counts, even if it does not count toward the minimum. */
static bool has_yaku(const struct kz_result *result) {
    uint64_t any = 0;
    for (unsigned word = 0; word < result->rules->yaku_words; word++)
        any |= result->best.scored[word] & ~result->rules->bonus[word];
    return any;
}

KZI_ALWAYS_INLINE void conclude(struct kzi_score_ctx *ctx) {
    struct kz_result *result = ctx->result;
    bool in_range;
    /* A single reading's times were noted when it was added up, unless a yaku is worth a limit. */
    if (result->n_readings > 1 || result->best.by_limit)
        kzi_keep_times(result, &ctx->facts);
    if (result->best.wins) {
        result->reason = KZI_WINS;
        in_range = kzi_settle_result(result);
        if (result->rules->model->payments.has_chips)
            kzi_settle_chips(result);
    } else {
        bool below = !result->best.meets || has_yaku(result);
        result->reason = below ? KZI_BELOW_MINIMUM : KZI_NO_YAKU;
        result->best.points = points_of(result, &result->best);
        in_range = !kzi_is_past_range(result->best.value, result->best.points);
        kzi_settle_nothing(result);
    }
    if (!in_range)
        refuse_range(result);
}

/* --- a discarder who is not named ------------------------------------------------------------ */

/* Return the seats that may have discarded, by bit. */
static unsigned discarders(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    const unsigned all = (1U << rules->model->n_seats) - 1;
    return all & ~(1U << hand->seat) & ~(unsigned)kzi_seats_gone(rules, hand);
}

/* Score a hand won on a discard without its discarder, if only one player can have discarded. */
static __attribute__((noinline)) bool score_inferred(struct kz_result *result,
                                                     const struct kz_ruleset *rules,
                                                     const struct kzi_hand *hand,
                                                     const struct kzi_tiles *tiles) {
    const unsigned seats = discarders(rules, hand);
    if (!seats || seats & (seats - 1))
        return false;
    struct kzi_hand inferred = *hand;
    inferred.from = (int8_t)__builtin_ctz(seats);
    inferred.from_inferred = true;
    kzi_score_tiles(result, rules, &inferred, tiles);
    return true;
}

/* Return whether a condition has another value with some discarder than with an unknown one. */
static bool asks_discarder(const struct kz_result *result, const struct kzi_facts *facts,
                           const struct kzi_readings *readings, const struct kzi_condition *cond) {
    struct kzi_hand hand = *facts->hand;
    struct kzi_facts known = *facts;
    known.hand = &hand;
    for (unsigned i = 0; i < readings->count; i++) {
        const struct kzi_reading *reading = &readings->list[i];
        bool unknown = kzi_evaluate(cond, facts, reading);
        KZI_EACH_IN(discarders(result->rules, &result->hand), seat) {
            hand.from = (int8_t)seat;
            if (kzi_evaluate(cond, &known, reading) != unknown)
                return true;
        }
    }
    return false;
}

/* Refuse a hand won on a discard without its discarder, if the discarder decides what counts or who
 * pays. */
static __attribute__((noinline)) void check_discarder(const struct kz_result *result,
                                                      struct kzi_facts *facts,
                                                      const struct kzi_readings *readings,
                                                      struct kzi_problem *problem) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_payment *payment = &rules->model->payments.discard;
    const char *depends = NULL;
    for (size_t i = 0; i < rules->n_by_discarder && !depends; i++)
        if (asks_discarder(result, facts, readings, rules->by_discarder[i]))
            depends = "what the hand scores";
    facts->scored = result->best.scored;
    for (size_t i = 0; result->best.wins && i < payment->n_other_payers && !depends; i++)
        if (asks_discarder(result, facts, readings, payment->other_payers[i].when))
            depends = "who pays for the hand";
    if (depends)
        kzi_problem_note(problem, KZI_MISSING_FROM, kzi_spot_of_part(facts->hand, KZI_PART_BY, 0),
                         "%s depends on who discarded: say who, as in from=%s", depends,
                         kzi_seat_names[__builtin_ctz(discarders(rules, facts->hand))]);
}

/* --- from a hand to its result --------------------------------------------------------------- */

/* Fill in everything except the facts. */
KZI_ALWAYS_INLINE void begin_result(struct kzi_score_ctx *ctx, struct kz_result *result,
                                    const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    ctx->result = result;
    ctx->unfinished = false;
    result->rules = rules;
    result->status = KZ_OK;
    result->selection_budget = (struct kzi_selection_budget){KZI_MAX_SELECTION_STEPS, false};
    result->n_readings = 0;
    kzi_result_keep_hand(result, hand);
}

/* Score a hand that was parsed without rules, after replacing the table words that these rules
 * know. */
static __attribute__((noinline)) bool score_replaced(struct kz_result *result,
                                                     const struct kz_ruleset *rules,
                                                     const struct kzi_hand *hand) {
    /* A table word that contradicts the hand is not replaced, so do not try again. */
    if (hand->words_known || hand->table_words)
        return false;
    struct kzi_hand replaced = *hand;
    struct kzi_extras extras;
    struct kzi_hand_items items = {.count = 0};
    if (hand->items)
        items = *hand->items;
    kzi_hand_refer(&replaced, &extras, &items);
    replaced.n_words = 0;
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_hand_add_word(&replaced, kzi_word_at(hand, i));
    strcpy(extras.id, kzi_hand_id(hand));
    if (hand->has_discards)
        extras.discards = hand->extras->discards;
    if (!kzi_table_words_replace(&replaced, &rules, 1))
        return false;
    kzi_score(result, rules, &replaced);
    return true;
}

/* Admit a hand, and find the circumstances that it gives. */
KZI_ALWAYS_INLINE bool admit(struct kzi_score_ctx *ctx, const struct kzi_hand *hand,
                             const struct kzi_tiles *tiles) {
    struct kz_result *result = ctx->result;
    struct kzi_problem problem;
    problem.found = false;
    kzi_facts_init_with(&ctx->facts, hand, tiles);
    ctx->facts.rules = result->rules;
    if (kzi_admit(result, &ctx->facts, &problem)) {
        result->given = ctx->facts.given;
        return true;
    }
    if (problem.code != KZI_UNKNOWN_WORD || !score_replaced(result, result->rules, hand))
        refuse_hand(result, &problem);
    return false;
}

/* Conclude after all selections on the readings were compared. */
KZI_ALWAYS_INLINE kz_status end_scoring(struct kzi_score_ctx *ctx,
                                        const struct kzi_readings *readings) {
    struct kz_result *result = ctx->result;
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_hand *hand = ctx->facts.hand;
    struct kzi_problem problem;
    problem.found = false;
    if (readings->count)
        conclude(ctx);
    else
        reset_result(result);
    if ((rules->n_by_discarder || rules->other_payers_ask_from) && !hand->self_draw &&
        hand->from < 0)
        check_discarder(result, &ctx->facts, readings, &problem);
    if (hand->has_discards && !hand->self_draw && result->reason == KZI_WINS &&
        kzi_furiten_kinds(rules, hand)) {
        result->reason = KZI_FURITEN;
        kzi_settle_nothing(result);
    }
    if (hand->n_pao && result->reason == KZI_WINS)
        kzi_check_fed(result, &ctx->facts, &problem);
    return problem.found ? refuse_hand(result, &problem) : result->status;
}

/* --- wild tiles ------------------------------------------------------------------------------ */

/* Context for scoring all completions of a hand. */
struct wild_ctx {
    struct kzi_completions completions;
    struct kzi_score_ctx *scoring;
    struct kzi_readings *readings; /* of the current completion */
    struct kzi_tiles *tiles;
    struct kzi_hand best; /* the completion that is worth most so far */
    unsigned n_readings;  /* selections of yaku that were compared on the best completion */
};

/* Evaluate conditions on this hand from now on: the hand that is scored, or a completion of it. */
static void ask_of(struct kzi_score_ctx *ctx, const struct kzi_hand *hand, struct kzi_tiles *tiles,
                   struct kzi_readings *readings) {
    const uint64_t given = ctx->facts.given;
    kzi_tiles_init(tiles, hand);
    kzi_facts_init_with(&ctx->facts, hand, tiles);
    ctx->facts.rules = ctx->result->rules;
    ctx->facts.given = given;
    ctx->facts.marks = ctx->result->mark_counts;
    kzi_fill_readings(ctx->result->rules, &ctx->facts, readings);
    if (ctx->result->rules->model->asks_wild_groups)
        ctx->result->selection_budget.cut |=
            kzi_place_wild_tiles(ctx->result->rules, hand, readings);
}

static bool score_completion(struct kzi_completions *completions,
                             const struct kzi_hand *completion) {
    struct wild_ctx *ctx = (struct wild_ctx *)completions;
    struct kz_result *result = ctx->scoring->result;
    const unsigned before = result->n_readings;
    ask_of(ctx->scoring, completion, ctx->tiles, ctx->readings);
    result->best.reading.latest = false;
    for (unsigned i = 0; i < ctx->readings->count; i++)
        ctx->readings->list[i].latest = true;
    result->n_completions += ctx->readings->count != 0;
    if (ctx->readings->count)
        score_readings(ctx->scoring, ctx->readings);
    if (result->n_readings > before && result->best.reading.latest) {
        ctx->best = *completion;
        ctx->n_readings = result->n_readings - before;
    }
    return true;
}

/* Count the kinds that complete a hand with wild tiles, whatever tiles these replace. */
static void fill_wild_waits(const struct kz_ruleset *rules, const struct kzi_hand *written,
                            struct kzi_hand *hand) {
    struct kzi_hand rest = *written;
    struct kzi_tiles tiles;
    rest.win = KZI_NO_KIND;
    rest.win_face = 0;
    if (!kzi_count_wild_tiles(rules, &rest))
        return;
    kzi_tiles_init(&tiles, &rest);
    const kzi_kinds waits = kzi_wild_waits(rules, &tiles, &rest, UINT8_MAX) & KZI_ALL_KINDS;
    hand->wild.waits = (uint8_t)(kzi_count_kinds(waits) + 1);
}

/* Score a hand under rules with wild tiles.  It is admitted as it is written; the result shows its
 * completion that is worth most instead. */
static __attribute__((noinline)) kz_status score_wild(struct kz_result *result,
                                                      const struct kz_ruleset *rules,
                                                      const struct kzi_hand *original,
                                                      struct kzi_lost_taker *taker) {
    struct kzi_score_ctx score;
    struct kzi_readings readings;
    struct kzi_tiles tiles;
    struct kzi_hand counted = *original, written = *original, *hand = &counted;
    struct wild_ctx ctx = {{.take = score_completion}, &score, &readings, &tiles, *hand, 0};
    score.taker = taker;
    kzi_hand_unarrange(&written);
    begin_result(&score, result, rules, &written);
    kzi_tiles_init(&tiles, &written);
    if (!admit(&score, &written, &tiles))
        return result->status;
    result->n_completions = 0;
    if (!hand->wild.waits && rules->model->asks_waits)
        fill_wild_waits(rules, &written, hand);
    kzi_completions_find(&ctx.completions, rules, hand);
    readings.count = 0;
    if (ctx.n_readings) {
        result->n_readings = ctx.n_readings;
        kzi_hand_arrange_as(&result->hand, &ctx.best);
        ask_of(&score, &ctx.best, &tiles, &readings);
        /* the noted times are those of the last completion */
        kzi_keep_times(result, &score.facts);
    }
    const kz_status status = end_scoring(&score, &readings);
    result->selection_budget.cut |= ctx.completions.cut;
    return status;
}

/* --- a hand ---------------------------------------------------------------------------------- */

kz_status kzi_score_keeping(struct kz_result *result, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                            struct kzi_lost_taker *taker) {
    struct kzi_score_ctx ctx;
    struct kzi_readings readings;
    if ((hand->out || rules->model->n_seats == 2) && !hand->self_draw && hand->from < 0 &&
        score_inferred(result, rules, hand, tiles))
        return result->status;
    if (kzi_has_wild(rules))
        return score_wild(result, rules, hand, taker);
    ctx.taker = taker;
    begin_result(&ctx, result, rules, hand);
    if (!admit(&ctx, hand, tiles))
        return result->status;
    kzi_fill_readings(rules, &ctx.facts, &readings);
    if (readings.count)
        score_readings(&ctx, &readings);
    return end_scoring(&ctx, &readings);
}

kz_status kzi_score(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    return kzi_score_tiles(result, rules, hand, &tiles);
}

void kzi_visit_lost(const struct kz_result *result, struct kzi_lost_taker *taker) {
    struct kz_result again;
    struct kzi_tiles tiles;
    if (!kzi_count_lost(result))
        return;
    kzi_tiles_init(&tiles, &result->hand);
    kzi_score_keeping(&again, result->rules, &result->hand, &tiles, taker);
}

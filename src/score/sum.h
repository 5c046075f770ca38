/* sum.h - a selection of yaku added up: yaku and bonus summed, fu, and what both are worth.
 * Joined into the one place on the hot path that asks; others call kzi_add_up. */
#ifndef KZI_SUM_H
#define KZI_SUM_H

#include "score/internal.h"

/* --- fu -------------------------------------------------------------------------------------- */

static inline int32_t kzi_fu_of_items(const struct kz_ruleset *rules, uint64_t items) {
    int32_t sum = 0;
    for (unsigned byte = 0; items; byte++, items >>= 8)
        sum += rules->fu_of_items[byte][items & 255];
    return sum;
}

/* Keeps of the items that hold only those that count: the last ones only where nothing else did. */
KZI_ALWAYS_INLINE void kzi_count_fu(const struct kz_ruleset *rules, int32_t of_groups,
                                    struct kzi_tally *tally) {
    const struct kzi_fu *fu = &rules->model->fu;
    int32_t flat = fu->flat[tally->reading.shape];
    if (flat) {
        tally->fu_items = 0;
        tally->fu_counted = tally->fu = flat;
        return;
    }
    uint64_t last = tally->fu_items & rules->fu_if_nothing;
    int32_t added = of_groups + kzi_fu_of_items(rules, tally->fu_items & ~last);
    if (added)
        tally->fu_items &= ~last;
    tally->fu_counted = fu->start + added + (added ? 0 : kzi_fu_of_items(rules, last));
    tally->fu = kzi_rounded_fu(&rules->prices, &fu->round, tally->fu_counted);
}

/* --- total and limits ------------------------------------------------------------------------ */

/* Groups and marks are counted already, as long as none of them is covered. */
static inline unsigned kzi_times_of(const struct kz_result *result, const struct kzi_facts *facts,
                                    const struct kzi_matched *matched,
                                    const struct kzi_tally *tally, unsigned yaku) {
    const struct kzi_counted_at *at = &matched->counted_at[yaku];
    if (!tally->n_counts && at->phrase.most)
        return kzi_sum_of_phrase(&matched->match.sum, at->phrase);
    if (!tally->n_counts && at->mark)
        return result->mark_counts[at->mark - 1];
    return kzi_times_of_many(result->rules, facts, tally, result->mark_counts, yaku);
}

KZI_ALWAYS_INLINE uint64_t kzi_sum_word(const uint64_t *sums, uint64_t yaku) {
    const size_t apart = KZI_SUMS_APART;
    return sums[yaku & 255] + sums[1 * apart + (yaku >> 8 & 255)] +
           sums[2 * apart + (yaku >> 16 & 255)] + sums[3 * apart + (yaku >> 24 & 255)] +
           sums[4 * apart + (yaku >> 32 & 255)] + sums[5 * apart + (yaku >> 40 & 255)] +
           sums[6 * apart + (yaku >> 48 & 255)] + sums[7 * apart + (yaku >> 56)];
}

/* What the yaku add that count once, eight at a time. */
KZI_ALWAYS_INLINE uint64_t kzi_sum_once(const struct kz_ruleset *rules, bool open,
                                        const uint64_t *once, unsigned words) {
    uint64_t sum = 0;
    for (unsigned word = 0; word < words; word++)
        sum += kzi_sum_word(rules->sums[open] + (size_t)word * 8 * KZI_SUMS_APART, once[word]);
    return sum;
}

/* Notes how often those count that may do so more than once, which is right as long as this
 * reading stays the best. */
KZI_ALWAYS_INLINE void kzi_sum_numbers(struct kz_result *result, const struct kzi_facts *facts,
                                       const struct kzi_matched *matched, struct kzi_tally *tally,
                                       unsigned words) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_number *numbers = rules->numbers[facts->open];
    const uint64_t *may_be_many = kzi_many_of(rules, tally);
    uint64_t once[KZI_YAKU_WORDS];
    kzi_copy_words(once, tally->scored, words);
    kzi_drop_words(once, may_be_many, words);
    uint64_t sum = kzi_sum_once(rules, facts->open, once, words);
    int64_t total = (int64_t)(sum >> 32), qualifying = (int64_t)(sum & UINT32_MAX);
    for (unsigned word = 0; word < words; word++)
        for (uint64_t many = tally->scored[word] & may_be_many[word]; many; many &= many - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(many);
            unsigned times = kzi_times_of(result, facts, matched, tally, yaku);
            result->times[yaku] = (uint16_t)times;
            total += (int64_t)times * numbers[yaku].total;
            qualifying += (int64_t)times * numbers[yaku].qualifying;
        }
    tally->total = total <= KZI_HIGHEST ? (int32_t)total : -1;
    tally->qualifying = (int32_t)qualifying; /* no more than the total */
    tally->wins = qualifying > 0 && qualifying >= rules->model->minimum;
}

KZI_ALWAYS_INLINE void kzi_adding_price(const struct kz_ruleset *rules, struct kzi_tally *tally) {
    struct kzi_price room;
    const struct kzi_price *price = &room;
    tally->priced = kzi_priced_at(&rules->prices, tally->total, tally->fu);
    if (tally->priced)
        price = &tally->priced->price;
    else
        kzi_price_look_up(&rules->prices, rules->model, tally->total, tally->fu, &room);
    tally->valued = price->valued;
    tally->counted = price->counted;
    tally->value = price->value;
    tally->limit = price->limit;
}

/* The fu items that hold now that the yaku are settled. */
KZI_ALWAYS_INLINE uint64_t kzi_settled_items(const struct kz_ruleset *rules,
                                             struct kzi_facts *facts,
                                             const struct kzi_matched *matched,
                                             const struct kzi_tally *tally) {
    const struct kzi_program *program = rules->scoring;
    unsigned first = rules->n_yaku, value = 0;
    facts->scored = tally->scored;
    if (!rules->fu_items)
        return kzi_match_settled_owners(program, facts, &tally->reading, &matched->match, first);
    for (unsigned i = 0; i < program->n_scored_asked; i++)
        value |= (unsigned)kzi_yaku_in(tally->scored, program->scored_asked[i]) << i;
    return kzi_owners_from(program, matched->owners, first) & rules->fu_items[value];
}

KZI_ALWAYS_INLINE void kzi_adding_fu(const struct kz_ruleset *rules, struct kzi_facts *facts,
                                     const struct kzi_matched *matched, struct kzi_tally *tally) {
    if (!rules->model->fu.in_use)
        return;
    tally->fu_items = kzi_settled_items(rules, facts, matched, tally);
    kzi_count_fu(rules, kzi_fu_of_sum(&matched->match.sum, matched->fu_at), tally);
}

/* The rest of adding up where the tally is paid by yaku worth a limit. */
void kzi_sum_limits(const struct kz_result *result, const struct kzi_facts *facts,
                    struct kzi_tally *tally);

/* What kzi_add_up does. */
KZI_ALWAYS_INLINE void kzi_adding(struct kz_result *result, struct kzi_facts *facts,
                                  const struct kzi_matched *matched, struct kzi_tally *tally,
                                  unsigned words) {
    const struct kz_ruleset *rules = result->rules;
    tally->limit = -1;
    tally->multiplier = 1;
    tally->fu = tally->fu_counted = -1;
    tally->priced = NULL;
    if (tally->by_limit) {
        kzi_sum_limits(result, facts, tally);
        return;
    }
    kzi_sum_numbers(result, facts, matched, tally, words);
    kzi_adding_fu(rules, facts, matched, tally);
    kzi_adding_price(rules, tally);
}

#endif

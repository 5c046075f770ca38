/* Yaku and bonus summed, fu added up, yaku worth a limit paid by it. */
#include "compile/group.h"
#include "compile/words.h"
#include "score/internal.h"

#include <string.h>

/* --- fu -------------------------------------------------------------------------------------- */

static int32_t fu_of_items(const struct kz_ruleset *rules, uint64_t items) {
    int32_t sum = 0;
    for (unsigned byte = 0; items; byte++, items >>= 8)
        sum += rules->fu_of_items[byte][items & 255];
    return sum;
}

/* Keeps of the items that hold only those that count: the last ones only where nothing else did. */
KZI_ALWAYS_INLINE void count_fu(const struct kz_ruleset *rules, int32_t of_groups,
                                struct kzi_tally *tally) {
    const struct kzi_fu *fu = &rules->model->fu;
    int32_t flat = fu->flat[tally->reading.shape];
    if (flat) {
        tally->fu_items = 0;
        tally->fu_counted = tally->fu = flat;
        return;
    }
    uint64_t last = tally->fu_items & rules->fu_if_nothing;
    int32_t added = of_groups + fu_of_items(rules, tally->fu_items & ~last);
    if (added)
        tally->fu_items &= ~last;
    tally->fu_counted = fu->start + added + (added ? 0 : fu_of_items(rules, last));
    tally->fu = kzi_rounded_fu(&rules->prices, &fu->round, tally->fu_counted);
}

static const char *const group_ids[] = {"chow", "pung", "kong", "pair"};

unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, struct kzi_fu_line *lines, unsigned max) {
    const struct kzi_fu *fu = &rules->model->fu;
    const struct kzi_reading *reading = &tally->reading;
    unsigned count = 0;
    if (tally->fu < 0 || !max)
        return 0;
    bool flat = fu->flat[reading->shape] != 0;
    lines[count++] = (struct kzi_fu_line){flat ? "flat" : "base", -1,
                                          flat ? fu->flat[reading->shape] : fu->start};
    for (unsigned i = 0; !flat && i < reading->n_groups && count < max; i++) {
        int32_t worth = rules->group_fu[kzi_group_code(kzi_group_of(reading, i), hand)].fu;
        if (worth)
            lines[count++] =
                (struct kzi_fu_line){group_ids[kzi_group_of(reading, i).kind], (int)i, worth};
    }
    for (size_t i = 0; i < fu->n_items && i < 64 && count < max; i++)
        if (tally->fu_items >> i & 1)
            lines[count++] = (struct kzi_fu_line){fu->items[i].id, -1, fu->items[i].fu};
    return count;
}

/* --- total and limits ------------------------------------------------------------------------ */

/* Groups and marks are counted already, as long as none of them is covered. */
static unsigned times_of(const struct kz_result *result, const struct kzi_facts *facts,
                         const struct kzi_matched *matched, const struct kzi_tally *tally,
                         unsigned yaku) {
    const struct kzi_counted_at *at = &matched->counted_at[yaku];
    if (!tally->n_counts && at->phrase.most)
        return kzi_sum_of_phrase(&matched->match.sum, at->phrase);
    if (!tally->n_counts && at->mark)
        return result->mark_counts[at->mark - 1];
    return kzi_times_of_many(result->rules, facts, tally, result->mark_counts, yaku);
}

static inline uint64_t sum_word(const uint64_t *sums, uint64_t yaku) {
    return sums[yaku & 255] + sums[1 * 256 + (yaku >> 8 & 255)] +
           sums[2 * 256 + (yaku >> 16 & 255)] + sums[3 * 256 + (yaku >> 24 & 255)] +
           sums[4 * 256 + (yaku >> 32 & 255)] + sums[5 * 256 + (yaku >> 40 & 255)] +
           sums[6 * 256 + (yaku >> 48 & 255)] + sums[7 * 256 + (yaku >> 56)];
}

/* What the yaku add that count once, eight at a time. */
KZI_ALWAYS_INLINE uint64_t sum_once(const struct kz_ruleset *rules, bool open, const uint64_t *once,
                                    unsigned words) {
    uint64_t sum = 0;
    for (unsigned word = 0; word < words; word++)
        sum += sum_word(rules->sums[open] + (size_t)word * 8 * 256, once[word]);
    return sum;
}

/* Notes how often those count that may do so more than once, which is right as long as this
 * reading stays the best. */
KZI_ALWAYS_INLINE void sum_numbers(struct kz_result *result, const struct kzi_facts *facts,
                                   const struct kzi_matched *matched, struct kzi_tally *tally,
                                   unsigned words) {
    const struct kz_ruleset *rules = result->rules;
    const struct kzi_number *numbers = rules->numbers[facts->open];
    const uint64_t *may_be_many = kzi_many_of(rules, tally);
    uint64_t once[KZI_YAKU_WORDS];
    kzi_copy_words(once, tally->scored, words);
    kzi_drop_words(once, may_be_many, words);
    uint64_t sum = sum_once(rules, facts->open, once, words);
    int64_t total = (int64_t)(sum >> 32), qualifying = (int64_t)(sum & UINT32_MAX);
    for (unsigned word = 0; word < words; word++)
        for (uint64_t many = tally->scored[word] & may_be_many[word]; many; many &= many - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(many);
            unsigned times = times_of(result, facts, matched, tally, yaku);
            result->times[yaku] = (uint16_t)times;
            total += (int64_t)times * numbers[yaku].total;
            qualifying += (int64_t)times * numbers[yaku].qualifying;
        }
    tally->total = (int32_t)(total < INT32_MAX ? total : INT32_MAX);
    tally->qualifying = (int32_t)(qualifying < INT32_MAX ? qualifying : INT32_MAX);
    tally->wins = qualifying > 0 && qualifying >= rules->model->minimum;
}

KZI_ALWAYS_INLINE void take_price(const struct kz_ruleset *rules, struct kzi_tally *tally) {
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

/* Of several yaku worth a limit, the highest counts, or all of those of one limit that add up. */
static __attribute__((noinline)) void
sum_limits(const struct kz_result *result, const struct kzi_facts *facts, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    int32_t times[KZI_MAX_LIMITS] = {0};
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku) {
        const struct kzi_value *value = kzi_value_of(rules, yaku, facts->open);
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

/* The fu items that hold now that the yaku are settled. */
KZI_ALWAYS_INLINE uint64_t settled_items(const struct kz_ruleset *rules, struct kzi_facts *facts,
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

KZI_ALWAYS_INLINE void add_fu(const struct kz_ruleset *rules, struct kzi_facts *facts,
                              const struct kzi_matched *matched, struct kzi_tally *tally) {
    if (!rules->model->fu.in_use)
        return;
    tally->fu_items = settled_items(rules, facts, matched, tally);
    count_fu(rules, kzi_fu_of_sum(&matched->match.sum, matched->fu_at), tally);
}

void kzi_add_up(struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_matched *matched, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    tally->limit = -1;
    tally->multiplier = 1;
    tally->fu = tally->fu_counted = -1;
    tally->priced = NULL;
    if (tally->by_limit) {
        sum_limits(result, facts, tally);
        return;
    }
    KZI_BY_WORDS(rules->yaku_words, sum_numbers(result, facts, matched, tally, words));
    add_fu(rules, facts, matched, tally);
    take_price(rules, tally);
}

void kzi_add_fu(const struct kz_ruleset *rules, struct kzi_facts *facts,
                const struct kzi_matched *matched, struct kzi_tally *tally) {
    add_fu(rules, facts, matched, tally);
    take_price(rules, tally);
}

void kzi_take_price(const struct kz_ruleset *rules, struct kzi_tally *tally) {
    take_price(rules, tally);
}

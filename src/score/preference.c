/* Apply covers, count how often a yaku counts, and compare two selections. */
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "score/steps.h"

void kzi_covers_in_order(const struct kz_ruleset *rules, uint64_t *yaku) {
    uint64_t places[KZI_YAKU_WORDS];
    unsigned place = 0;
    kzi_fill_coverers(rules, yaku, places);
    KZI_EACH_BIT(places, rules->yaku_words, place) {
        const struct kzi_coverer *coverer = &rules->coverers[place];
        if (kzi_has_bit(yaku, coverer->yaku))
            kzi_drop_words(yaku, coverer->covers, rules->yaku_words);
    }
}

unsigned kzi_count_fours(const struct kzi_facts *facts) {
    if (!facts->tiles->fours)
        return 0;
    return kzi_count_kinds(facts->tiles->fours) - facts->tiles->kongs;
}

unsigned kzi_count_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                             const struct kzi_reading *reading, unsigned number) {
    const struct kzi_yaku *yaku = &rules->model->yaku[number];
    uint16_t found[KZI_MAX_CHOSEN];
    switch (yaku->each) {
    case KZI_EACH_SET:
        return (unsigned)__builtin_popcount(
            kzi_groups_fitting(&yaku->each_set, reading, facts->hand));
    case KZI_EACH_PATTERN:
        return kzi_all_matches(yaku->each_pattern, reading, found, KZI_MAX_CHOSEN);
    case KZI_EACH_FOUR:
        return kzi_count_fours(facts);
    case KZI_EACH_MARK:
        return facts->marks[yaku->each_mark];
    case KZI_EACH_TILE:
        return kzi_count_tiles(&yaku->each_class, facts);
    case KZI_EACH_COUNTER:
        return facts->hand->counters;
    case KZI_ONCE:
        break;
    }
    return 1;
}

void kzi_drop_uncounted(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        const struct kzi_reading *reading, uint64_t *yaku) {
    for (unsigned word = 0; word < rules->yaku_words; word++)
        KZI_EACH_IN(yaku[word] & rules->yaku_counting_zero[word], bit)
            if (!kzi_count_instances(rules, facts, reading, word * 64 + bit))
                yaku[word] &= ~(UINT64_C(1) << bit);
}

unsigned kzi_times_of_repeatable(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally, unsigned number) {
    unsigned chosen = 0;
    for (unsigned i = 0; i < tally->n_counts; i++)
        if (tally->counts[i].yaku == number)
            return tally->counts[i].times;
    for (unsigned i = 0; kzi_has_bit(rules->combinations, number) && i < tally->n_chosen; i++)
        chosen += tally->chosen[i].yaku == number;
    return chosen ? chosen : kzi_count_instances(rules, facts, &tally->reading, number);
}

/* --- the better of two ----------------------------------------------------------------------- */

/* Compare the lists of yaku of two tallies, sorted by falling worth and then by number.  The first
 * yaku that only one of them has decides.  Negative: a comes first. */
static int compare_lists(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                         const struct kzi_tally *a, const struct kzi_tally *b) {
    const int64_t *worth = rules->worth[facts->open];
    uint64_t different[KZI_YAKU_WORDS];
    int first = -1;
    unsigned yaku = 0;
    if (kzi_is_past_range(a->value, a->points) != kzi_is_past_range(b->value, b->points))
        return kzi_is_past_range(a->value, a->points) ? -1 : 1;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        different[i] = a->scored[i] ^ b->scored[i];
    KZI_EACH_YAKU(rules, different, yaku)
        if (first < 0 || worth[yaku] > worth[first])
            first = (int)yaku;
    return first < 0 ? 0 : kzi_has_bit(a->scored, (unsigned)first) ? -1 : 1;
}

/* Fill keys with the sets of a reading sorted by tile, a chow before a pung; return how many. */
static unsigned sorted_sets(const struct kzi_reading *reading, unsigned keys[KZI_MAX_GROUPS]) {
    unsigned count = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if (kzi_group_of(reading, i).kind == KZI_PAIR)
            continue;
        unsigned key = kzi_group_of(reading, i).tile * 4U + kzi_group_of(reading, i).kind,
                 at = count++;
        for (; at && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
    return count;
}

static int compare_sets(const struct kzi_reading *a, const struct kzi_reading *b) {
    unsigned of_a[KZI_MAX_GROUPS], of_b[KZI_MAX_GROUPS];
    unsigned n_a = sorted_sets(a, of_a), n_b = sorted_sets(b, of_b);
    for (unsigned i = 0; i < n_a && i < n_b; i++)
        if (of_a[i] != of_b[i])
            return of_a[i] < of_b[i] ? -1 : 1;
    return 0;
}

bool kzi_is_better(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                   const struct kzi_tally *a, const struct kzi_tally *b) {
    if (a->wins != b->wins)
        return a->wins;
    if (a->points != b->points)
        return a->points > b->points;
    if (a->by_limit != b->by_limit)
        return a->by_limit;
    if (a->total != b->total)
        return a->total > b->total;
    if (a->fu != b->fu)
        return a->fu > b->fu;
    int order = compare_lists(rules, facts, a, b);
    return order ? order < 0 : compare_sets(&a->reading, &b->reading) < 0;
}

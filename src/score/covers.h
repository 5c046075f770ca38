/* covers.h - covers acting, joined into the places on the hot path that ask; others call
 * kzi_settle_covers. */
#ifndef KZI_COVERS_H
#define KZI_COVERS_H

#include "score/internal.h"

KZI_ALWAYS_INLINE void kzi_drop_nothing_scored(const struct kz_ruleset *rules, uint64_t *yaku,
                                               unsigned words) {
    if (kzi_any_common(yaku, rules->something, words))
        yaku[rules->nothing_scored / 64] &= ~(UINT64_C(1) << (rules->nothing_scored % 64));
}

/* All at once: what a covered yaku covers, its coverer covers too. */
KZI_ALWAYS_INLINE void kzi_covers_at_once(const struct kz_ruleset *rules, uint64_t *yaku,
                                          unsigned words) {
    uint64_t covered[KZI_YAKU_WORDS];
    for (unsigned word = 0; word < words; word++)
        covered[word] = 0;
    for (unsigned word = 0; word < words; word++)
        for (uint64_t left = yaku[word] & rules->covering[word]; left; left &= left - 1) {
            size_t at = word * 64 + (unsigned)__builtin_ctzll(left);
            for (unsigned i = 0; i < words; i++)
                covered[i] |= rules->covered[at * words + i];
        }
    kzi_drop_words(yaku, covered, words);
}

/* One after another, where some of them must. */
void kzi_covers_in_order(const struct kz_ruleset *rules, uint64_t *yaku);

/* What kzi_settle_covers does. */
KZI_ALWAYS_INLINE void kzi_settling_covers(const struct kz_ruleset *rules, uint64_t *yaku,
                                           unsigned words) {
    if (kzi_any_common(yaku, rules->settled_in_order, words))
        kzi_covers_in_order(rules, yaku);
    else
        kzi_covers_at_once(rules, yaku, words);
    if (rules->nothing_scored >= 0)
        kzi_drop_nothing_scored(rules, yaku, words);
}

#endif

/* laid_hand.h - a random whole hand made of fourteen given tiles: which sets are melds, the winning
 * tile, the win, the seats and the circumstances.  The same random numbers give the same hand. */
#ifndef LAID_HAND_H
#define LAID_HAND_H

#include "analysis/witness/random_hand.h"
#include "compile/condition/evaluation.h"
#include "hand/hand.h"
#include "tile/splits.h"

/* --- tiles ----------------------------------------------------------------------------------- */

static inline void lay_set(struct kzi_random *random, struct kzi_hand *hand,
                           const uint8_t counts[KZI_KINDS], struct kzi_meld meld, bool open,
                           bool kongs) {
    bool may_kong = kongs && meld.kind == KZI_PUNG && counts[meld.tile] == 3;
    if (may_kong && kzi_random_below(random, 2))
        meld.kind = KZI_KONG;
    meld.claimed = open && kzi_random_below(random, 2);
    meld.added = meld.claimed && meld.kind == KZI_KONG && kzi_random_below(random, 2);
    if (!meld.claimed && meld.kind != KZI_KONG)
        return;
    for (unsigned i = 0; i < 3; i++)
        hand->concealed[meld.tile + (meld.kind == KZI_CHOW ? i : 0)]--;
    hand->melds[hand->n_melds++] = meld;
}

/* Meld sets of one random split.  In every second hand each set is open with a chance of one
 * half. */
static inline void lay_sets(struct kzi_random *random, struct kzi_hand *hand,
                            const kzi_suit_key keys[4], bool kongs) {
    const struct kzi_splits *table = &kzi_splits_classic;
    bool open = kzi_random_below(random, 2);
    uint8_t counts[KZI_KINDS];
    memcpy(counts, hand->concealed, sizeof counts);
    for (unsigned suit = 0; suit < 4; suit++) {
        const struct kzi_split *split =
            kzi_splits_find(table, keys[suit] | (suit == KZI_SUITS ? KZI_HONORS : 0));
        split += kzi_random_below(random, split->more + 1U);
        for (unsigned i = 0; i < split->n_sets; i++) {
            struct kzi_meld meld = {
                .kind = split->sets[i] & KZI_SPLIT_PUNG ? KZI_PUNG : KZI_CHOW,
                .tile = (uint8_t)kzi_kind(suit, split->sets[i] % KZI_SPLIT_PUNG + 1U)};
            lay_set(random, hand, counts, meld, open, kongs);
        }
    }
}

/* Split off melds, and draw the winning tile from the kinds that are left. */
static inline void lay_tiles(struct kzi_random *random, const kzi_suit_key keys[4], bool kongs,
                             struct kzi_hand *hand) {
    kzi_kinds kinds = 0;
    *hand = (struct kzi_hand){.from = -1};
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        hand->concealed[kind] = keys[kzi_suit(kind)] >> 3 * (kzi_number(kind) - 1) & 7;
    lay_sets(random, hand, keys, kongs);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        hand->n_concealed = (uint8_t)(hand->n_concealed + hand->concealed[kind]);
        kinds |= hand->concealed[kind] ? kzi_kind_bit(kind) : 0;
    }
    hand->win = (uint8_t)kzi_random_bit_of(random, kinds);
    hand->concealed[hand->win]--;
    hand->n_concealed--;
}

/* Take back what nobody may claim: the set was concealed.  claims: the kinds of sets, by bit. */
static inline void lay_concealed(unsigned claims, struct kzi_hand *hand) {
    unsigned n_melds = 0;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        struct kzi_meld meld = hand->melds[i];
        bool concealed = meld.claimed && !(claims >> meld.kind & 1);
        meld.claimed &= !concealed;
        meld.added &= meld.claimed;
        if (!concealed || meld.kind == KZI_KONG) {
            hand->melds[n_melds++] = meld;
            continue;
        }
        for (unsigned k = 0; k < 3; k++)
            hand->concealed[meld.tile + (meld.kind == KZI_CHOW ? k : 0)]++;
        hand->n_concealed = (uint8_t)(hand->n_concealed + 3);
    }
    hand->n_melds = (uint8_t)n_melds;
}

/* --- situation ------------------------------------------------------------------------------- */

static inline bool needs_are_met(const struct kz_ruleset *rules, struct kzi_facts *facts,
                                 const struct kzi_reading *melds, uint64_t given) {
    facts->given = given;
    for (uint64_t needy = given & rules->with_needs; needy; needy &= needy - 1)
        if (!kzi_evaluate(rules->model->circumstances[__builtin_ctzll(needy)].needs, facts, melds))
            return false;
    return true;
}

/* Add up to four circumstances that are compatible.  Return them. */
static inline uint64_t lay_words(struct kzi_random *random, const struct kz_ruleset *rules,
                                 struct kzi_facts *facts, const struct kzi_reading *melds,
                                 struct kzi_hand *hand) {
    const struct kzi_model *model = rules->model;
    uint64_t given = 0;
    unsigned of = (unsigned)model->circumstance_names.count;
    for (unsigned left = of ? kzi_random_below(random, 5) : 0; left; left--) {
        const struct kzi_circumstance *one = &model->circumstances[kzi_random_below(random, of)];
        if (!(one->implies & ~given) || !needs_are_met(rules, facts, melds, given | one->implies))
            continue;
        given |= one->implies;
        kzi_hand_give_word(hand, rules, one->id);
    }
    return given;
}

/* Return whether the discarder can decide the value of a hand. */
static inline bool asks_from(const struct kz_ruleset *rules) {
    return rules->asks_from || rules->n_by_discarder ||
           rules->model->payments.discard.counter[KZI_ROLE_DEALER];
}

/* Draw the seats and the way of winning.  n_seats, claims: of the rulesets that share the hand. */
static inline void lay_seats(struct kzi_random *random, unsigned n_seats, unsigned claims,
                             struct kzi_hand *hand) {
    hand->self_draw = kzi_random_below(random, 2);
    hand->seat = (uint8_t)kzi_random_below(random, n_seats);
    hand->round = (uint8_t)kzi_random_below(random, KZI_SEATS);
    hand->by_given = hand->round_given = hand->seat_given = true;
    if (!hand->self_draw)
        hand->from = (int8_t)((hand->seat + 1 + kzi_random_below(random, n_seats - 1)) % n_seats);
    hand->counters = kzi_random_below(random, 3);
    hand->bets = kzi_random_below(random, 3);
    lay_concealed(claims, hand);
}

/* Draw the circumstances and indicators that these rules know, and whether the discarder is known.
 * tiles: of the hand as it is. */
static inline void lay_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                                 const struct kzi_tiles *tiles, struct kzi_hand *hand) {
    uint8_t many[KZI_MAX_MARKS];
    struct kzi_facts facts;
    struct kzi_reading melds;
    memset(many, UINT8_MAX, sizeof many);
    if (!asks_from(rules) && !kzi_random_below(random, 8))
        hand->from = -1;
    kzi_facts_init_with(&facts, hand, tiles);
    kzi_reading_of_melds(hand, &melds);
    uint64_t given = lay_words(random, rules, &facts, &melds, hand);
    kzi_random_situation(random, rules, hand);
    facts.marks = many;
    if (hand->aside.count && !needs_are_met(rules, &facts, &melds, given))
        hand->aside.count = 0; /* a circumstance that is not there with marks */
}

#endif

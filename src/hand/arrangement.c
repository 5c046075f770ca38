#include "hand/arrangement.h"

#include "base/compiler.h"
#include "tile/sets.h"

#include <stddef.h>
#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

_Static_assert(KZI_CHOW == 0 && KZI_PUNG * KZI_SET_KIND == KZI_SPLIT_PUNG, "codes of groups");
_Static_assert(KZI_MAX_GROUPS == 8, "the groups of a reading are one word");

/* The number suits' sevens, by kind. */
#define SEVENS (UINT32_C(1) << 6 | UINT32_C(1) << 15 | UINT32_C(1) << 24)

/* --- laying readings down -------------------------------------------------------------------- */

/* The bytes of a reading from its shape on are laid down as one word. */
enum { SHAPE = 0, WAIT = 8, GROUPS = 16, SETS = 24, MELDS = 32, CLAIMED = 40, WON = 48, HOLD = 56 };
#define OF_READING(field) ((offsetof(struct kzi_reading, field) - KZI_MAX_GROUPS) * 8)
_Static_assert(OF_READING(shape) == SHAPE && OF_READING(wait) == WAIT &&
                   OF_READING(n_groups) == GROUPS && OF_READING(n_sets) == SETS &&
                   OF_READING(n_melds) == MELDS && OF_READING(claimed) == CLAIMED &&
                   OF_READING(won) == WON && OF_READING(won_hold) == HOLD,
               "what is laid down as one word");

/* All of that word but where the winning tile stands. */
KZI_ALWAYS_INLINE uint64_t word_of(const struct kzi_arrangement_ctx *at) {
    return (uint64_t)at->shape << SHAPE | (uint64_t)at->n_groups << GROUPS |
           (uint64_t)at->n_sets << SETS | (uint64_t)at->hand->n_melds << MELDS |
           (uint64_t)at->tiles->claimed << CLAIMED;
}

/* A reading past the last there is room for is left out. */
KZI_ALWAYS_INLINE void lay(struct kzi_arrangement_ctx *at, uint64_t word, unsigned wait) {
    at->more |= at->count == at->room;
    if (at->more)
        return;
    struct kzi_reading *reading = &at->list[at->count++];
    uint64_t words[2] = {kzi_little_endian(at->codes),
                         kzi_little_endian(word | (uint64_t)wait << WAIT)};
    memcpy(reading, words, sizeof words);
    reading->body = (uint8_t)at->body;
    reading->chow_rank = (uint16_t)at->chow_rank;
    reading->pung_rank = (uint16_t)at->pung_rank;
}

/* The wait by the group's kind and the winning tile's place in it; a chow at the edge of its suit
 * has an edge wait where the two tiles held are the outermost.  Worked out without a guess, since
 * nothing before tells which it is. */
KZI_ALWAYS_INLINE unsigned wait_in(unsigned code, unsigned win) {
    _Static_assert(KZI_WAIT_EDGE == KZI_WAIT_TWO_SIDED + 1, "the wait of a chow at the edge");
    static const uint8_t by_place[KZI_PAIR + 1][3] = {
        [KZI_CHOW] = {KZI_WAIT_TWO_SIDED, KZI_WAIT_CLOSED, KZI_WAIT_TWO_SIDED},
        [KZI_PUNG] = {KZI_WAIT_PUNG},
        [KZI_PAIR] = {KZI_WAIT_PAIR}};
    static const uint32_t at_edge[KZI_PAIR + 1][3] = {[KZI_CHOW] = {SEVENS, 0, SEVENS >> 6}};
    unsigned kind = code / KZI_SET_KIND, tile = code % KZI_SET_KIND, place = win - tile;
    return by_place[kind][place] + (at_edge[kind][place] >> tile % 32 & 1);
}

/* The groups that the winning tile can stand in, by bit; of equal ones, which stand beside each
 * other, the first.  All eight codes are compared at once: by their distance to the tile, with
 * the three chows that have it, its pung and its pair. */
KZI_ALWAYS_INLINE unsigned groups_with(const struct kzi_arrangement_ctx *at, unsigned win) {
    kzi_eight from_win = (kzi_eight)at->codes - kzi_eight_times(win);
    uint64_t with =
        (uint64_t)((from_win == kzi_eight_times(0)) | (from_win == kzi_eight_times(UINT8_MAX)) |
                   (from_win == kzi_eight_times(UINT8_MAX - 1)) |
                   (from_win == kzi_eight_times(KZI_PUNG * KZI_SET_KIND)) |
                   (from_win == kzi_eight_times(KZI_PAIR * KZI_SET_KIND)));
    uint64_t again = (uint64_t)((kzi_eight)at->codes == (kzi_eight)(at->codes << 8 | UINT8_MAX));
    unsigned n_melds = at->hand->n_melds;
    unsigned concealed = ((1U << at->n_groups) - 1) & ~((1U << n_melds) - 1);
    return kzi_high_bits(with & (~again | UINT64_C(255) << 8 * n_melds)) & concealed;
}

KZI_ALWAYS_INLINE void assign_winning_tile(struct kzi_arrangement_ctx *at) {
    unsigned win = at->hand->win;
    if (at->in_body)
        lay(at, word_of(at), KZI_WAIT_BODY);
    uint64_t hold = at->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD,
             word = word_of(at) | hold << HOLD;
    for (unsigned groups = groups_with(at, win); groups; groups &= groups - 1) {
        unsigned i = (unsigned)__builtin_ctz(groups);
        lay(at, word | UINT64_C(1) << (WON + i), wait_in(at->codes >> 8 * i & 255, win));
    }
}

void kzi_lay_winning(struct kzi_arrangement_ctx *at) {
    assign_winning_tile(at);
}

void kzi_lay(struct kzi_arrangement_ctx *at, enum kzi_wait wait) {
    lay(at, word_of(at), wait);
}

/* --- sets and a pair ------------------------------------------------------------------------- */

/* A split's list of sets is zero behind the last; what follows it in the word is no set. */
KZI_ALWAYS_INLINE uint64_t list_of_sets(const struct kzi_split *split) {
    return kzi_eight_counts(split->sets) & ((UINT64_C(1) << 8 * KZI_MAX_SETS) - 1);
}

/* A suit in front of those after it: its tiles begin `suit` times nine tiles on. */
KZI_ALWAYS_INLINE uint64_t put_suit(const struct kzi_split *split, uint64_t suit, uint64_t after) {
    static const uint64_t nines[KZI_MAX_SETS + 1] = {0,        0x09,       0x0909,
                                                     0x090909, 0x09090909, 0x0909090909};
    return after << 8 * split->n_sets | (list_of_sets(split) + suit * nines[split->n_sets]);
}

KZI_ALWAYS_INLINE uint64_t join_sets(const struct kzi_split *const split[4]) {
    return put_suit(split[0], 0,
                    put_suit(split[1], 1, put_suit(split[2], 2, put_suit(split[3], 3, 0))));
}

/* Behind the melds: sets by suit, then pairs. */
KZI_ALWAYS_INLINE uint64_t join_codes(const struct kzi_arrangement_ctx *at,
                                      const struct kzi_split *const split[4]) {
    _Static_assert(KZI_MAX_SETS < KZI_MAX_GROUPS, "no set is shifted out");
    uint64_t codes = at->tiles->melds | join_sets(split) << 8 * at->hand->n_melds;
    unsigned bits = 8U * at->n_sets;
    for (unsigned with_pair = at->suits->with_pair; with_pair;
         with_pair &= with_pair - 1, bits += 8) {
        unsigned suit = (unsigned)__builtin_ctz(with_pair);
        unsigned code = kzi_code_of_group(KZI_PAIR, 9 * suit) + split[suit]->pair - 1U;
        codes |= (uint64_t)code << bits;
    }
    return codes;
}

static __attribute__((noinline)) void rank_melds(const struct kzi_hand *hand,
                                                 unsigned ids[KZI_SUITS]) {
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        unsigned *id = &ids[kzi_suit(meld->tile) % KZI_SUITS];
        if (meld->kind == KZI_CHOW)
            *id = kzi_ranks.one_more[*id][kzi_number(meld->tile) - 1];
    }
}

KZI_ALWAYS_INLINE void rank_sets(struct kzi_arrangement_ctx *at,
                                 const struct kzi_split *const split[4]) {
    unsigned ids[KZI_SUITS] = {split[0]->chow_id, split[1]->chow_id, split[2]->chow_id};
    uint32_t pungs = at->tiles->pungs | split[0]->pungs | (uint32_t)split[1]->pungs << 9 |
                     (uint32_t)split[2]->pungs << 18;
    if (at->tiles->chows)
        rank_melds(at->hand, ids);
    at->chow_rank = kzi_chow_rank(ids);
    at->pung_rank = kzi_pung_rank(pungs);
}

KZI_ALWAYS_INLINE void arrange(struct kzi_arrangement_ctx *at,
                               const struct kzi_split *const split[4]) {
    at->codes = join_codes(at, split);
    if (at->n_sets <= KZI_RANKED_SETS)
        rank_sets(at, split);
    else
        at->chow_rank = at->pung_rank = KZI_NO_RANK;
    assign_winning_tile(at);
}

void kzi_arrange_splits(struct kzi_arrangement_ctx *at, const struct kzi_splits *table) {
    const struct kzi_suit *const *suits = at->suits->of;
    const struct kzi_split *first[4], *split[4];
    for (unsigned suit = 0; suit < 4; suit++)
        first[suit] = kzi_splits_of(table, suits[suit]);
    split[3] = first[3];
    for (unsigned m = 0; m <= suits[0]->first.more; m++)
        for (unsigned p = 0; p <= suits[1]->first.more; p++)
            for (unsigned s = 0; s <= suits[2]->first.more; s++) {
                split[0] = first[0] + m;
                split[1] = first[1] + p;
                split[2] = first[2] + s;
                arrange(at, split);
            }
}

/* --- a hand's own ---------------------------------------------------------------------------- */

/* Most hands have one split of each suit, which then is at hand. */
KZI_ALWAYS_INLINE void arrange_all(struct kzi_arrangement_ctx *at) {
    const struct kzi_suit *const *suits = at->suits->of;
    if (at->suits->several) {
        struct kzi_arrangement_ctx apart = *at; /* so that the usual one need not be in memory */
        kzi_arrange_splits(&apart, &kzi_splits_classic);
        at->count = apart.count;
        at->more = apart.more;
    } else {
        const struct kzi_split *split[4] = {&suits[0]->first, &suits[1]->first, &suits[2]->first,
                                            &suits[3]->first};
        arrange(at, split);
    }
}

void kzi_arrange_classic(struct kzi_tiles *tiles, const struct kzi_hand *hand) {
    struct kzi_arranged *arranged = &tiles->arranged;
    const struct kzi_suits *suits = &tiles->classic;
    unsigned n_sets = suits->n_sets + hand->n_melds, n_groups = n_sets + suits->n_pairs;
    struct kzi_arrangement_ctx at;
    arranged->count = 0;
    arranged->n_sets = (uint8_t)n_sets;
    arranged->n_pairs = suits->n_pairs;
    if (!suits->whole)
        return;
    if (!tiles->sound || n_sets > KZI_RANKED_SETS || n_groups > KZI_MAX_GROUPS) {
        arranged->count = KZI_ARRANGED + 1;
        return;
    }
    kzi_arrange_start(&at, tiles, hand, 0);
    at.suits = suits;
    at.n_sets = n_sets;
    at.n_groups = n_groups;
    at.list = arranged->list;
    at.count = 0;
    at.room = KZI_ARRANGED;
    arrange_all(&at);
    arranged->count = (uint8_t)(at.count + at.more);
}

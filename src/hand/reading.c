#include "hand/reading.h"

#include "base/inline.h"
#include "tile/sets.h"

#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

/* How a shape is read: for each way the suits split the codes of all groups are joined into one
 * word of eight bytes; the winning tile is then put into each group that it can stand in. */
_Static_assert(KZI_CHOW == 0 && KZI_PUNG * KZI_SET_KIND == KZI_SPLIT_PUNG, "codes of groups");
_Static_assert(KZI_MAX_GROUPS == 8, "the groups of a reading are one word");

/* A hand whose readings are found. */
struct looking {
    const struct kzi_tiles *tiles;
    const struct kzi_hand *hand;
    const struct kzi_shapes *shapes;
    struct kzi_readings *readings;
};

/* The reading of a shape under way. */
struct arrangement {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    struct kzi_readings *readings;
    const struct kzi_suits *suits; /* concealed tiles that stand in no body */
    bool in_body;                  /* the winning tile may stand in the body */
    uint64_t codes;                /* of all groups, melds first */
    unsigned shape, n_groups, n_sets, body;
    unsigned chow_rank, pung_rank;
};

KZI_ALWAYS_INLINE void start(struct arrangement *at, const struct looking *looking,
                             unsigned shape) {
    const struct kzi_tiles *tiles = looking->tiles;
    const struct kzi_hand *hand = looking->hand;
    at->hand = hand;
    at->tiles = tiles;
    at->readings = looking->readings;
    at->in_body = false;
    at->codes = tiles->melds;
    at->shape = shape;
    at->n_groups = at->n_sets = hand->n_melds;
    at->body = at->chow_rank = at->pung_rank = 0;
}

/* --- laying readings down -------------------------------------------------------------------- */

/* The winning tile stands in the group `won`, by bit, or in none; a reading past the last there may
 * be is left out. */
KZI_ALWAYS_INLINE void lay(const struct arrangement *at, unsigned wait, unsigned won) {
    struct kzi_readings *readings = at->readings;
    if (readings->count == KZI_MAX_READINGS)
        return;
    struct kzi_reading *reading = &readings->list[readings->count++];
    uint64_t codes = kzi_little_endian(at->codes);
    unsigned hold = at->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
    memcpy(reading->codes, &codes, sizeof codes);
    reading->shape = (uint8_t)at->shape;
    reading->wait = (uint8_t)wait;
    reading->n_groups = (uint8_t)at->n_groups;
    reading->n_sets = (uint8_t)at->n_sets;
    reading->n_melds = at->hand->n_melds;
    reading->claimed = at->tiles->claimed;
    reading->won = (uint8_t)won;
    reading->won_hold = (uint8_t)(won ? hold : KZI_CONCEALED);
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
    unsigned kind = code / KZI_SET_KIND, tile = code % KZI_SET_KIND, place = win - tile;
    unsigned wait = by_place[kind][place];
    return wait + ((wait == KZI_WAIT_TWO_SIDED) & (kzi_number(tile) == (place ? 1 : 7)));
}

/* The groups that the winning tile can stand in, by bit; of equal ones, which stand beside each
 * other, the first.  All eight codes are compared at once: by their distance to the tile, with
 * the three chows that have it, its pung and its pair. */
KZI_ALWAYS_INLINE unsigned groups_with(const struct arrangement *at, unsigned win) {
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

KZI_ALWAYS_INLINE void assign_winning_tile(const struct arrangement *at) {
    unsigned win = at->hand->win;
    if (at->in_body)
        lay(at, KZI_WAIT_BODY, 0);
    for (unsigned groups = groups_with(at, win); groups; groups &= groups - 1) {
        unsigned i = (unsigned)__builtin_ctz(groups);
        lay(at, wait_in(at->codes >> 8 * i & 255, win), 1U << i);
    }
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
KZI_ALWAYS_INLINE uint64_t join_codes(const struct arrangement *at,
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

KZI_ALWAYS_INLINE void rank_sets(struct arrangement *at, const struct kzi_split *const split[4]) {
    unsigned ids[KZI_SUITS] = {split[0]->chow_id, split[1]->chow_id, split[2]->chow_id};
    uint32_t pungs = at->tiles->pungs | split[0]->pungs | (uint32_t)split[1]->pungs << 9 |
                     (uint32_t)split[2]->pungs << 18;
    if (at->tiles->chows)
        rank_melds(at->hand, ids);
    at->chow_rank = kzi_chow_rank(ids);
    at->pung_rank = kzi_pung_rank(pungs);
}

KZI_ALWAYS_INLINE void arrange(struct arrangement *at, const struct kzi_split *const split[4]) {
    at->codes = join_codes(at, split);
    if (at->n_sets <= KZI_RANKED_SETS)
        rank_sets(at, split);
    else
        at->chow_rank = at->pung_rank = KZI_NO_RANK;
    assign_winning_tile(at);
}

/* Every way to take one split of each suit. */
static __attribute__((noinline)) void arrange_splits(struct arrangement *at,
                                                     const struct kzi_splits *table,
                                                     const struct kzi_suit *const suits[4]) {
    const struct kzi_split *first[4], *split[4];
    for (unsigned suit = 0; suit < 4; suit++)
        first[suit] = kzi_splits_of(table, suits[suit]);
    split[3] = first[3];
    for (unsigned m = 0; m <= at->suits->first[0].more; m++)
        for (unsigned p = 0; p <= at->suits->first[1].more; p++)
            for (unsigned s = 0; s <= at->suits->first[2].more; s++) {
                split[0] = first[0] + m;
                split[1] = first[1] + p;
                split[2] = first[2] + s;
                arrange(at, split);
            }
}

/* The ways to split the suits, beside the melds, into what the shape has of sets and pairs. */
KZI_ALWAYS_INLINE void arrange_all(struct arrangement *at, const struct kzi_shapes *shapes) {
    const struct kzi_suit *const *suits = at->suits->of;
    const struct kzi_shape *shape = &shapes->list[at->shape];
    unsigned n_melds = at->hand->n_melds;
    if (!at->suits->whole || at->suits->n_sets + n_melds != shape->sets ||
        at->suits->n_pairs != shape->pairs)
        return;
    at->n_sets = shape->sets;
    at->n_groups = shape->sets + shape->pairs;
    if (at->suits->several) {
        struct arrangement apart = *at; /* so that the usual one need not be in memory */
        arrange_splits(&apart, shapes->splits, suits);
    } else {
        const struct kzi_split *first = at->suits->first,
                               *split[4] = {&first[0], &first[1], &first[2], &first[3]};
        arrange(at, split);
    }
}

KZI_ALWAYS_INLINE void read_sets(const struct looking *looking, unsigned shape) {
    const struct kzi_tiles *tiles = looking->tiles;
    struct arrangement at;
    start(&at, looking, shape);
    struct kzi_suits own;
    at.suits = &tiles->classic;
    if (looking->shapes->splits != &kzi_splits_classic) {
        kzi_suits_find(looking->shapes->splits, tiles->keys, &own);
        at.suits = &own;
    }
    arrange_all(&at, looking->shapes);
}

/* --- pairs alone, and one of each ------------------------------------------------------------ */

/* Melds go into no shape without sets, which is asked last: few hands get so far. */

/* The bits of all counts of the concealed tiles, of any suit. */
static kzi_suit_key any_counts(const struct kzi_tiles *tiles) {
    return tiles->keys[0] | tiles->keys[1] | tiles->keys[2] | tiles->keys[3];
}

static bool any_odd(const struct kzi_tiles *tiles) {
    return any_counts(tiles) & KZI_KEY_ONES;
}

static bool any_twice(const struct kzi_tiles *tiles) {
    return any_counts(tiles) & (KZI_KEY_ONES << 1 | KZI_KEY_ONES << 2);
}

static bool any_four_times(const struct kzi_tiles *tiles) {
    return any_counts(tiles) & KZI_KEY_ONES << 2;
}

static bool add_pair(struct arrangement *at, unsigned kind, unsigned most) {
    if (at->n_groups == most)
        return false;
    at->codes |= (uint64_t)kzi_code_of_group(KZI_PAIR, kind) << 8 * at->n_groups++;
    return true;
}

static void arrange_pairs(const struct looking *looking, unsigned shape) {
    const struct kzi_tiles *tiles = looking->tiles;
    struct arrangement at;
    const struct kzi_shape *wanted = &looking->shapes->list[shape];
    if (looking->hand->n_melds || (wanted->pairs_differ && any_four_times(tiles)))
        return;
    start(&at, looking, shape);
    for (kzi_kinds kinds = tiles->kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned left = tiles->counts[kind]; left; left -= 2)
            if (!add_pair(&at, kind, wanted->pairs))
                return;
    }
    if (at.n_groups == wanted->pairs)
        assign_winning_tile(&at);
}

/* Few hands get past the first look at a shape other than sets. */
static inline void read_pairs(const struct looking *looking, unsigned shape) {
    if (!any_odd(looking->tiles))
        arrange_pairs(looking, shape);
}

static void arrange_one_each(const struct looking *looking, unsigned shape) {
    const struct kzi_tiles *tiles = looking->tiles;
    struct arrangement at;
    kzi_kinds two = kzi_kinds_at_least(tiles->counts, 2);
    if (looking->hand->n_melds || kzi_kinds_at_least(tiles->counts, 3) || (two & (two - 1)) ||
        (two != 0) != looking->shapes->list[shape].one_more)
        return;
    start(&at, looking, shape);
    lay(&at, tiles->counts[looking->hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE, 0);
}

static inline void read_one_each(const struct looking *looking, unsigned shape) {
    if (looking->tiles->kinds == looking->shapes->list[shape].one_each)
        arrange_one_each(looking, shape);
}

/* --- a body beside sets, and tiles that all differ ------------------------------------------- */

/* Takes one tile of each kind of the body; false: they are not there. */
static bool take_body(kzi_suit_key keys[4], kzi_kinds body) {
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body), shift = 3 * (kzi_number(kind) - 1);
        kzi_suit_key *key = &keys[kzi_suit(kind)];
        if (!(*key >> shift & 7))
            return false;
        *key -= 1U << shift;
    }
    return true;
}

/* The winning tile stands in a group of the rest, or in the body. */
static void arrange_body(const struct looking *looking, unsigned shape, unsigned number) {
    const struct kzi_tiles *tiles = looking->tiles;
    kzi_kinds body = looking->shapes->list[shape].bodies[number];
    struct arrangement at;
    kzi_suit_key keys[4];
    struct kzi_suits suits;
    memcpy(keys, tiles->keys, sizeof keys);
    if (!take_body(keys, body))
        return;
    start(&at, looking, shape);
    kzi_suits_find(looking->shapes->splits, keys, &suits);
    at.suits = &suits;
    at.body = number + 1;
    at.in_body = body >> looking->hand->win & 1;
    arrange_all(&at, looking->shapes);
}

static inline void read_body(const struct looking *looking, unsigned shape) {
    const struct kzi_shape *wanted = &looking->shapes->list[shape];
    unsigned there = 0; /* bodies by bit, found without a guess at each */
    for (unsigned i = 0; i < wanted->n_bodies; i++)
        there |= (wanted->bodies[i] & ~looking->tiles->kinds ? 0U : 1U) << i;
    for (; there; there &= there - 1)
        arrange_body(looking, shape, (unsigned)__builtin_ctz(there));
}

static void arrange_different(const struct looking *looking, unsigned shape) {
    const struct kzi_tiles *tiles = looking->tiles;
    const struct kzi_shape *wanted = &looking->shapes->list[shape];
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        struct arrangement at;
        if (looking->hand->n_melds || tiles->kinds & ~wanted->bodies[i] ||
            (unsigned)__builtin_popcountll(tiles->kinds) != wanted->different)
            continue;
        start(&at, looking, shape);
        at.body = i + 1;
        lay(&at, KZI_WAIT_SINGLE, 0);
        return; /* no other way to see the suits tells it apart */
    }
}

static inline void read_different(const struct looking *looking, unsigned shape) {
    if (!any_twice(looking->tiles))
        arrange_different(looking, shape);
}

static void read_special(const struct looking *looking, unsigned shape) {
    switch (looking->shapes->list[shape].form) {
    case KZI_FORM_SETS:
        break;
    case KZI_FORM_PAIRS:
        read_pairs(looking, shape);
        break;
    case KZI_FORM_ONE_EACH:
        read_one_each(looking, shape);
        break;
    case KZI_FORM_BODY:
        read_body(looking, shape);
        break;
    case KZI_FORM_DIFFERENT:
        read_different(looking, shape);
        break;
    }
}

bool kzi_same_shapes(const struct kzi_shapes *a, const struct kzi_shapes *b) {
    return a->splits == b->splits && a->count == b->count &&
           !memcmp(a->list, b->list, a->count * sizeof *a->list);
}

void kzi_readings_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                     const struct kzi_shapes *shapes, struct kzi_readings *readings) {
    struct looking looking = {tiles, hand, shapes, readings};
    readings->count = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        if (shapes->list[i].form == KZI_FORM_SETS)
            read_sets(&looking, i);
        else
            read_special(&looking, i);
}

void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings) {
    struct kzi_tiles tiles;
    kzi_tiles_find(&tiles, hand);
    kzi_readings_of(&tiles, hand, shapes, readings);
}

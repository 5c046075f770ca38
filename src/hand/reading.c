#include "hand/reading.h"

#include "tile/sets.h"

#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

/* How a shape is read: its groups are laid down once for each way the suits split, as codes in a
 * row; the winning tile is then put into each group that it can stand in, which is a copy of the
 * reading with that one group changed.  A code is a group's kind times 64 and its lowest tile, as
 * splits list their sets (tile/splits.h). */
_Static_assert(KZI_CHOW == 0 && KZI_PUNG * KZI_SET_KIND == KZI_SPLIT_PUNG, "codes of groups");

static unsigned pair_code(unsigned kind) {
    return KZI_PAIR * KZI_SET_KIND | kind;
}

/* The concealed tiles, the winning one among them. */
struct tiles {
    const struct kzi_hand *hand;
    uint8_t counts[KZI_COUNTS_ROOM];
};

/* The reading of a shape under way. */
struct arrangement {
    const struct kzi_hand *hand;
    struct kzi_readings *readings;
    uint8_t shape, body;
    bool ranked;  /* the sets have ranks */
    bool in_body; /* the winning tile may stand in the body */
    unsigned n_codes;
    uint8_t codes[KZI_MAX_GROUPS + 8]; /* of the concealed groups; written eight at a time */
};

static void start(struct arrangement *at, const struct tiles *tiles,
                  const struct kzi_shapes *shapes, unsigned shape, struct kzi_readings *readings) {
    at->hand = tiles->hand;
    at->readings = readings;
    at->shape = (uint8_t)shape;
    at->body = 0;
    at->in_body = false;
    at->ranked = shapes->list[shape].sets <= KZI_RANKED_SETS;
    at->n_codes = 0;
}

/* --- the winning tile ------------------------------------------------------------------------ */

/* The wait by the group's kind and the winning tile's place in it; a chow at the edge of its suit
 * has an edge wait where the two tiles held are the outermost. */
static enum kzi_wait wait_in(unsigned code, unsigned win) {
    static const uint8_t by_place[KZI_PAIR + 1][3] = {
        [KZI_CHOW] = {KZI_WAIT_TWO_SIDED, KZI_WAIT_CLOSED, KZI_WAIT_TWO_SIDED},
        [KZI_PUNG] = {KZI_WAIT_PUNG},
        [KZI_PAIR] = {KZI_WAIT_PAIR}};
    unsigned kind = code / KZI_SET_KIND, tile = code % KZI_SET_KIND, place = win - tile;
    if (kind == KZI_CHOW && place != 1 && kzi_number(tile) == (place ? 1 : 7))
        return KZI_WAIT_EDGE;
    return by_place[kind][place];
}

/* The groups that the winning tile can stand in, bit by place in codes; of equal ones, which stand
 * beside each other, the first.  All eight codes are compared at once: with the three chows that
 * have the tile, its pung and its pair. */
static unsigned groups_with(const struct arrangement *at, unsigned win) {
    uint64_t codes = kzi_eight_counts(at->codes), tile = win * KZI_LOW_BYTES;
    uint64_t other = kzi_differ_of_eight(codes, tile) &
                     kzi_differ_of_eight(codes, ((win - 1) & 255) * KZI_LOW_BYTES) &
                     kzi_differ_of_eight(codes, ((win - 2) & 255) * KZI_LOW_BYTES) &
                     kzi_differ_of_eight(codes, tile + KZI_PUNG * KZI_SET_KIND * KZI_LOW_BYTES) &
                     kzi_differ_of_eight(codes, tile + KZI_PAIR * KZI_SET_KIND * KZI_LOW_BYTES);
    uint64_t first = kzi_differ_of_eight(codes, codes << 8 | UINT8_MAX);
    return kzi_high_bits(~other & first) & ((1U << at->n_codes) - 1);
}

/* Where the next reading is laid down; NULL: there are as many as there may be. */
static struct kzi_reading *next_room(struct kzi_readings *readings) {
    return readings->count < KZI_MAX_READINGS ? &readings->list[readings->count] : NULL;
}

/* Takes the reading laid down in the next room; where another one follows, that is like it. */
static struct kzi_reading *take_room(struct kzi_readings *readings, bool another) {
    struct kzi_reading *reading = &readings->list[readings->count++];
    if (another && readings->count < KZI_MAX_READINGS)
        reading[1] = *reading;
    return reading;
}

/* base: laid down in the next room, the winning tile in no group. */
static void assign_winning_tile(const struct arrangement *at) {
    unsigned win = at->hand->win, groups = groups_with(at, win);
    if (at->in_body)
        take_room(at->readings, groups != 0)->wait = KZI_WAIT_BODY;
    for (; groups && at->readings->count < KZI_MAX_READINGS; groups &= groups - 1) {
        unsigned i = (unsigned)__builtin_ctz(groups);
        struct kzi_reading *reading = take_room(at->readings, (groups & (groups - 1)) != 0);
        struct kzi_group *group = &reading->groups[at->hand->n_melds + i];
        reading->wait = (uint8_t)wait_in(at->codes[i], win);
        group->won = true;
        group->hold = at->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
    }
}

/* --- laying groups down ---------------------------------------------------------------------- */

static void lay_melds(struct kzi_reading *reading, const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        reading->groups[i] = (struct kzi_group){
            meld->kind, meld->tile, meld->claimed ? KZI_CLAIMED : KZI_CONCEALED, false, (uint8_t)i};
    }
}

/* The melds and the groups of codes in the next room, without ranks; NULL: there is no room. */
static struct kzi_reading *lay_groups(const struct arrangement *at, unsigned n_sets) {
    struct kzi_reading *reading = next_room(at->readings);
    unsigned n_melds = at->hand->n_melds;
    if (!reading)
        return NULL;
    reading->shape = at->shape;
    reading->wait = KZI_WAIT_NONE;
    reading->n_groups = (uint8_t)(n_melds + at->n_codes);
    reading->n_sets = (uint8_t)(n_melds + n_sets);
    reading->body = at->body;
    reading->chow_rank = reading->pung_rank = at->ranked ? 0 : KZI_NO_RANK;
    lay_melds(reading, at->hand);
    for (unsigned i = 0; i < at->n_codes; i++)
        reading->groups[n_melds + i] =
            (struct kzi_group){at->codes[i] / KZI_SET_KIND, at->codes[i] % KZI_SET_KIND,
                               KZI_CONCEALED, false, KZI_NO_MELD};
    return reading;
}

/* --- sets and a pair ------------------------------------------------------------------------- */

static bool find_suits(const uint8_t counts[KZI_COUNTS_ROOM], const struct kzi_splits *table,
                       const struct kzi_suit *suits[4]) {
    for (unsigned suit = 0; suit < 4; suit++)
        suits[suit] = kzi_suit_find(table, kzi_marked_key_of(counts, suit));
    return suits[0] && suits[1] && suits[2] && suits[3];
}

/* Whether they make so many sets and pairs: all splits of a suit have as many of them, since they
 * have as many tiles. */
static bool makes(const struct kzi_suit *const suits[4], unsigned sets, unsigned pairs) {
    unsigned n_sets = 0, n_pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        n_sets += suits[suit]->first.n_sets;
        n_pairs += suits[suit]->first.pair != 0;
    }
    return n_sets == sets && n_pairs == pairs;
}

/* Sets by suit, then pairs; what is written beyond a suit's sets the next one writes over. */
static unsigned lay_codes(struct arrangement *at, const struct kzi_split *const split[4]) {
    unsigned count = 0, n_sets;
    for (unsigned suit = 0; suit < 4; suit++) {
        uint64_t sets;
        memcpy(&sets, split[suit]->sets, sizeof sets);
        sets += 9 * suit * KZI_LOW_BYTES;
        memcpy(at->codes + count, &sets, sizeof sets);
        count += split[suit]->n_sets;
    }
    n_sets = count;
    for (unsigned suit = 0; suit < 4; suit++) {
        at->codes[count] = (uint8_t)(pair_code(9 * suit) + split[suit]->pair - 1U);
        count += split[suit]->pair != 0;
    }
    at->n_codes = count;
    return n_sets;
}

static void rank_melds(const struct kzi_hand *hand, unsigned ids[KZI_SUITS], uint32_t *pungs) {
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        unsigned *id = &ids[kzi_suit(meld->tile) % KZI_SUITS];
        if (meld->kind == KZI_CHOW)
            *id = kzi_ranks.one_more[*id][kzi_number(meld->tile) - 1];
        else if (!kzi_is_honor(meld->tile))
            *pungs |= UINT32_C(1) << meld->tile;
    }
}

static void rank_sets(const struct kzi_hand *hand, const struct kzi_split *const split[4],
                      struct kzi_reading *reading) {
    unsigned ids[KZI_SUITS] = {split[0]->chow_id, split[1]->chow_id, split[2]->chow_id};
    uint32_t pungs =
        split[0]->pungs | (uint32_t)split[1]->pungs << 9 | (uint32_t)split[2]->pungs << 18;
    rank_melds(hand, ids, &pungs);
    reading->chow_rank = (uint16_t)kzi_chow_rank(ids);
    reading->pung_rank = (uint16_t)kzi_pung_rank(pungs);
}

static void arrange(struct arrangement *at, const struct kzi_split *const split[4]) {
    unsigned n_sets = lay_codes(at, split);
    struct kzi_reading *reading = lay_groups(at, n_sets);
    if (!reading)
        return;
    if (at->ranked)
        rank_sets(at->hand, split, reading);
    assign_winning_tile(at);
}

/* Every way to take one split of each suit. */
static void arrange_splits(struct arrangement *at, const struct kzi_splits *table,
                           const struct kzi_suit *const suits[4]) {
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

/* The ways to split counts, beside the melds, into what the shape has of sets and pairs. */
static void arrange_all(struct arrangement *at, const struct kzi_shapes *shapes,
                        const uint8_t counts[KZI_COUNTS_ROOM]) {
    const struct kzi_suit *suits[4];
    const struct kzi_shape *shape = &shapes->list[at->shape];
    if (at->hand->n_melds > shape->sets || !find_suits(counts, shapes->splits, suits) ||
        !makes(suits, shape->sets - at->hand->n_melds, shape->pairs))
        return;
    if (suits[0]->first.more | suits[1]->first.more | suits[2]->first.more) {
        arrange_splits(at, shapes->splits, suits);
    } else {
        const struct kzi_split *split[4] = {&suits[0]->first, &suits[1]->first, &suits[2]->first,
                                            &suits[3]->first};
        arrange(at, split);
    }
}

static void read_sets(const struct tiles *tiles, const struct kzi_shapes *shapes, unsigned shape,
                      struct kzi_readings *readings) {
    struct arrangement at;
    start(&at, tiles, shapes, shape, readings);
    arrange_all(&at, shapes, tiles->counts);
}

/* --- pairs alone, and one of each ------------------------------------------------------------ */

static bool all_even(const struct tiles *tiles) {
    uint64_t all = 0;
    for (unsigned i = 0; i < KZI_COUNTS_ROOM; i += 8)
        all |= kzi_eight_counts(tiles->counts + i);
    return !(all & KZI_LOW_BYTES);
}

static kzi_kinds kinds_of(const struct tiles *tiles) {
    return kzi_kinds_at_least(tiles->counts, 1);
}

static void read_pairs(const struct tiles *tiles, const struct kzi_shapes *shapes, unsigned shape,
                       struct kzi_readings *readings) {
    struct arrangement at;
    const struct kzi_shape *wanted = &shapes->list[shape];
    if (tiles->hand->n_melds || !all_even(tiles) ||
        (wanted->pairs_differ && kzi_kinds_at_least(tiles->counts, 3)))
        return;
    start(&at, tiles, shapes, shape, readings);
    for (kzi_kinds kinds = kinds_of(tiles); kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned left = tiles->counts[kind]; left; left -= 2) {
            if (at.n_codes == wanted->pairs)
                return;
            at.codes[at.n_codes++] = (uint8_t)pair_code(kind);
        }
    }
    if (at.n_codes == wanted->pairs && lay_groups(&at, 0))
        assign_winning_tile(&at);
}

/* A shape without groups has one reading. */
static void lay_alone(const struct arrangement *at, enum kzi_wait wait) {
    if (lay_groups(at, 0))
        take_room(at->readings, false)->wait = (uint8_t)wait;
}

static void read_one_each(const struct tiles *tiles, const struct kzi_shapes *shapes,
                          unsigned shape, struct kzi_readings *readings) {
    struct arrangement at;
    if (tiles->hand->n_melds || kinds_of(tiles) != shapes->list[shape].one_each)
        return;
    kzi_kinds two = kzi_kinds_at_least(tiles->counts, 2);
    if (kzi_kinds_at_least(tiles->counts, 3) || (two & (two - 1)) ||
        (two != 0) != shapes->list[shape].one_more)
        return;
    start(&at, tiles, shapes, shape, readings);
    lay_alone(&at, tiles->counts[tiles->hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
}

/* --- a body beside sets, and tiles that all differ ------------------------------------------- */

static void take_body(uint8_t counts[KZI_COUNTS_ROOM], kzi_kinds body) {
    for (; body; body &= body - 1)
        counts[__builtin_ctzll(body)]--;
}

/* The winning tile stands in a group of the rest, or in the body. */
static void read_body(const struct tiles *tiles, const struct kzi_shapes *shapes, unsigned shape,
                      struct kzi_readings *readings) {
    const struct kzi_shape *wanted = &shapes->list[shape];
    kzi_kinds kinds = kinds_of(tiles);
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        uint8_t counts[KZI_COUNTS_ROOM];
        struct arrangement at;
        if (wanted->bodies[i] & ~kinds)
            continue;
        memcpy(counts, tiles->counts, sizeof counts);
        take_body(counts, wanted->bodies[i]);
        start(&at, tiles, shapes, shape, readings);
        at.body = (uint8_t)(i + 1);
        at.in_body = wanted->bodies[i] >> tiles->hand->win & 1;
        arrange_all(&at, shapes, counts);
    }
}

static void read_different(const struct tiles *tiles, const struct kzi_shapes *shapes,
                           unsigned shape, struct kzi_readings *readings) {
    const struct kzi_shape *wanted = &shapes->list[shape];
    if (tiles->hand->n_melds || kzi_kinds_at_least(tiles->counts, 2))
        return;
    kzi_kinds kinds = kinds_of(tiles);
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        struct arrangement at;
        if (kinds & ~wanted->bodies[i] ||
            (unsigned)__builtin_popcountll(kinds) != wanted->different)
            continue;
        start(&at, tiles, shapes, shape, readings);
        at.body = (uint8_t)(i + 1);
        lay_alone(&at, KZI_WAIT_SINGLE);
        return; /* no other way to see the suits tells it apart */
    }
}

typedef void read_shape(const struct tiles *, const struct kzi_shapes *, unsigned,
                        struct kzi_readings *);

static read_shape *const by_form[] = {
    [KZI_FORM_SETS] = read_sets,           [KZI_FORM_PAIRS] = read_pairs,
    [KZI_FORM_ONE_EACH] = read_one_each,   [KZI_FORM_BODY] = read_body,
    [KZI_FORM_DIFFERENT] = read_different,
};

static void gather_tiles(struct tiles *tiles, const struct kzi_hand *hand, unsigned win) {
    tiles->hand = hand;
    memcpy(tiles->counts, hand->concealed, sizeof tiles->counts);
    tiles->counts[win]++;
}

void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings) {
    struct tiles tiles;
    gather_tiles(&tiles, hand, hand->win);
    readings->count = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        by_form[shapes->list[i].form](&tiles, shapes, i, readings);
}

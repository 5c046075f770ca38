#include "hand/reading.h"

#include "tile/sets.h"

#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

/* The concealed tiles, the winning one among them. */
struct tiles {
    const struct kzi_hand *hand;
    uint8_t counts[KZI_COUNTS_ROOM];
    kzi_kinds one; /* the kinds at hand */
};

/* One way the concealed tiles fall into groups. */
struct arrangement {
    const struct kzi_hand *hand;
    struct kzi_readings *readings;
    bool ranked;                  /* the sets have ranks */
    unsigned chow_ids[KZI_SUITS]; /* of the melds */
    uint32_t pungs;               /* likewise, bit per kind */
    struct kzi_reading base;      /* melds and groups, the winning tile not yet assigned */
    uint8_t first_concealed;      /* the groups from here on are of concealed tiles */
    bool in_body;                 /* the winning tile may stand in the body */
};

static void add_group(struct kzi_reading *reading, unsigned kind, unsigned tile) {
    reading->groups[reading->n_groups++] =
        (struct kzi_group){(uint8_t)kind, (uint8_t)tile, KZI_CONCEALED, false, KZI_NO_MELD};
    reading->n_sets = (uint8_t)(reading->n_sets + (kind != KZI_PAIR));
}

static void rank_meld(struct arrangement *at, const struct kzi_meld *meld) {
    unsigned *id = &at->chow_ids[kzi_suit(meld->tile) % KZI_SUITS];
    if (meld->kind == KZI_CHOW)
        *id = kzi_ranks.one_more[*id][kzi_number(meld->tile) - 1];
    else if (!kzi_is_honor(meld->tile))
        at->pungs |= UINT32_C(1) << meld->tile;
}

static void start(struct arrangement *at, const struct tiles *tiles,
                  const struct kzi_shapes *shapes, unsigned shape, struct kzi_readings *readings) {
    const struct kzi_hand *hand = tiles->hand;
    at->hand = hand;
    at->readings = readings;
    at->in_body = false;
    at->ranked = shapes->list[shape].sets <= KZI_RANKED_SETS;
    at->chow_ids[0] = at->chow_ids[1] = at->chow_ids[2] = 0;
    at->pungs = 0;
    at->base = (struct kzi_reading){.shape = (uint8_t)shape};
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        add_group(&at->base, meld->kind, meld->tile);
        at->base.groups[i].hold = meld->claimed ? KZI_CLAIMED : KZI_CONCEALED;
        at->base.groups[i].meld = (uint8_t)i;
        if (at->ranked)
            rank_meld(at, meld);
    }
    at->first_concealed = hand->n_melds;
}

static enum kzi_wait wait_in_chow(unsigned start_tile, unsigned win) {
    unsigned number = kzi_number(start_tile);
    if (win == start_tile + 1)
        return KZI_WAIT_CLOSED;
    bool edge = win == start_tile ? number == 7 : number == 1;
    return edge ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

/* The wait if the winning tile stands in this group; NONE if it cannot. */
static enum kzi_wait wait_in(const struct kzi_group *group, unsigned win) {
    if (group->kind == KZI_CHOW)
        return win - group->tile < 3 ? wait_in_chow(group->tile, win) : KZI_WAIT_NONE;
    if (group->tile != win)
        return KZI_WAIT_NONE;
    return group->kind == KZI_PAIR ? KZI_WAIT_PAIR : KZI_WAIT_PUNG;
}

static struct kzi_reading *add_reading(struct kzi_readings *readings,
                                       const struct kzi_reading *base) {
    if (readings->count == KZI_MAX_READINGS)
        return NULL;
    struct kzi_reading *reading = &readings->list[readings->count++];
    *reading = *base;
    return reading;
}

static bool same_as_last(const struct arrangement *at, unsigned i) {
    const struct kzi_group *group = &at->base.groups[i];
    return i > at->first_concealed && group[-1].kind == group->kind &&
           group[-1].tile == group->tile;
}

static void assign_winning_tile(const struct arrangement *at) {
    struct kzi_reading *in_body = at->in_body ? add_reading(at->readings, &at->base) : NULL;
    if (in_body)
        in_body->wait = KZI_WAIT_BODY;
    for (unsigned i = at->first_concealed; i < at->base.n_groups; i++) {
        enum kzi_wait wait = wait_in(&at->base.groups[i], at->hand->win);
        if (wait == KZI_WAIT_NONE || same_as_last(at, i))
            continue;
        struct kzi_reading *reading = add_reading(at->readings, &at->base);
        if (!reading)
            return;
        reading->wait = (uint8_t)wait;
        reading->groups[i].won = true;
        reading->groups[i].hold = at->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
    }
}

/* --- sets and a pair ------------------------------------------------------------------------- */

/* What each suit can be split into; of honors at most one split. */
struct suit_splits {
    const struct kzi_split *list;
    unsigned count;
};

static bool split_suits(const uint8_t counts[KZI_COUNTS_ROOM], const struct kzi_splits *table,
                        struct suit_splits suits[4], struct kzi_split *honors) {
    if (!kzi_split_honors(kzi_suit_key_of(counts, KZI_SUITS), honors))
        return false;
    suits[3] = (struct suit_splits){honors, 1};
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        const struct kzi_split_entry *entry = kzi_splits_find(table, kzi_suit_key_of(counts, suit));
        if (!entry)
            return false;
        suits[suit] = (struct suit_splits){table->splits + entry->first, entry->count};
    }
    return true;
}

/* Whether they make so many sets and pairs: all splits of a suit have as many of them, since they
 * have as many tiles. */
static bool makes(const struct suit_splits suits[4], unsigned sets, unsigned pairs) {
    unsigned n_sets = 0, n_pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        n_sets += suits[suit].list->n_sets;
        n_pairs += suits[suit].list->pair != 0;
    }
    return n_sets == sets && n_pairs == pairs;
}

static void add_sets(struct kzi_reading *reading, const struct kzi_split *split, unsigned suit) {
    for (unsigned i = 0; i < split->n_sets; i++) {
        unsigned set = split->sets[i];
        add_group(reading, set & KZI_SPLIT_PUNG ? KZI_PUNG : KZI_CHOW,
                  9 * suit + (set & ~(unsigned)KZI_SPLIT_PUNG));
    }
}

static unsigned join_ids(unsigned id, uint32_t chows) {
    for (unsigned start_at = 0; chows; start_at++, chows >>= 3)
        for (unsigned i = chows & 7; i; i--)
            id = kzi_ranks.one_more[id][start_at];
    return id;
}

static void rank_sets(struct arrangement *at, const struct kzi_split *const split[4]) {
    unsigned ids[KZI_SUITS];
    uint32_t pungs = at->pungs;
    at->base.chow_rank = at->base.pung_rank = KZI_NO_RANK;
    if (!at->ranked)
        return;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        ids[suit] = at->chow_ids[suit] ? join_ids(at->chow_ids[suit], split[suit]->chows)
                                       : split[suit]->chow_id;
        pungs |= (uint32_t)split[suit]->pungs << 9 * suit;
    }
    at->base.chow_rank = (uint16_t)kzi_chow_rank(ids);
    at->base.pung_rank = (uint16_t)kzi_pung_rank(pungs);
}

static void arrange(struct arrangement *at, const struct kzi_split *const split[4]) {
    uint8_t n_groups = at->base.n_groups, n_sets = at->base.n_sets;
    for (unsigned suit = 0; suit < 4; suit++)
        add_sets(&at->base, split[suit], suit);
    for (unsigned suit = 0; suit < 4; suit++)
        if (split[suit]->pair)
            add_group(&at->base, KZI_PAIR, kzi_kind(suit, split[suit]->pair));
    rank_sets(at, split);
    assign_winning_tile(at);
    at->base.n_groups = n_groups;
    at->base.n_sets = n_sets;
}

/* The ways to split counts, beside the melds, into what the shape has of sets and pairs. */
static void arrange_all(struct arrangement *at, const struct kzi_shapes *shapes,
                        const uint8_t counts[KZI_COUNTS_ROOM]) {
    struct suit_splits suits[4];
    struct kzi_split honors;
    const struct kzi_shape *shape = &shapes->list[at->base.shape];
    if (at->hand->n_melds > shape->sets || !split_suits(counts, shapes->splits, suits, &honors) ||
        !makes(suits, shape->sets - at->hand->n_melds, shape->pairs))
        return;
    const struct kzi_split *split[4] = {0};
    split[3] = suits[3].list;
    for (unsigned m = 0; m < suits[0].count; m++)
        for (unsigned p = 0; p < suits[1].count; p++)
            for (unsigned s = 0; s < suits[2].count; s++) {
                split[0] = suits[0].list + m;
                split[1] = suits[1].list + p;
                split[2] = suits[2].list + s;
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

static void read_pairs(const struct tiles *tiles, const struct kzi_shapes *shapes, unsigned shape,
                       struct kzi_readings *readings) {
    struct arrangement at;
    const struct kzi_shape *wanted = &shapes->list[shape];
    if (tiles->hand->n_melds || !all_even(tiles) ||
        (wanted->pairs_differ && kzi_kinds_at_least(tiles->counts, 3)))
        return;
    start(&at, tiles, shapes, shape, readings);
    for (kzi_kinds kinds = tiles->one; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        for (unsigned left = tiles->counts[kind]; left; left -= 2) {
            if (at.base.n_groups == wanted->pairs)
                return;
            add_group(&at.base, KZI_PAIR, kind);
        }
    }
    if (at.base.n_groups == wanted->pairs)
        assign_winning_tile(&at);
}

static void read_one_each(const struct tiles *tiles, const struct kzi_shapes *shapes,
                          unsigned shape, struct kzi_readings *readings) {
    struct arrangement at;
    if (tiles->hand->n_melds || tiles->one != shapes->list[shape].one_each)
        return;
    kzi_kinds two = kzi_kinds_at_least(tiles->counts, 2);
    if (kzi_kinds_at_least(tiles->counts, 3) || (two & (two - 1)) ||
        (two != 0) != shapes->list[shape].one_more)
        return;
    start(&at, tiles, shapes, shape, readings);
    struct kzi_reading *reading = add_reading(readings, &at.base);
    if (reading)
        reading->wait = tiles->counts[tiles->hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE;
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
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        uint8_t counts[KZI_COUNTS_ROOM];
        struct arrangement at;
        if (wanted->bodies[i] & ~tiles->one)
            continue;
        memcpy(counts, tiles->counts, sizeof counts);
        take_body(counts, wanted->bodies[i]);
        start(&at, tiles, shapes, shape, readings);
        at.base.body = (uint8_t)(i + 1);
        at.in_body = wanted->bodies[i] >> tiles->hand->win & 1;
        arrange_all(&at, shapes, counts);
    }
}

static void read_different(const struct tiles *tiles, const struct kzi_shapes *shapes,
                           unsigned shape, struct kzi_readings *readings) {
    const struct kzi_shape *wanted = &shapes->list[shape];
    if (tiles->hand->n_melds || (unsigned)__builtin_popcountll(tiles->one) != wanted->different ||
        kzi_kinds_at_least(tiles->counts, 2))
        return;
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        struct arrangement at;
        if (tiles->one & ~wanted->bodies[i])
            continue;
        start(&at, tiles, shapes, shape, readings);
        at.base.body = (uint8_t)(i + 1);
        struct kzi_reading *reading = add_reading(readings, &at.base);
        if (reading)
            reading->wait = KZI_WAIT_SINGLE;
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
    tiles->one = kzi_kinds_at_least(tiles->counts, 1);
}

void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings) {
    struct tiles tiles;
    gather_tiles(&tiles, hand, hand->win);
    readings->count = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        by_form[shapes->list[i].form](&tiles, shapes, i, readings);
}

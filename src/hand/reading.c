#include "hand/reading.h"

#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

/* One way the concealed tiles (the winning one among them) fall into groups. */
struct arrangement {
    const struct kzi_hand *hand;
    struct kzi_readings *readings;
    struct kzi_reading base; /* melds and groups, the winning tile not yet assigned */
    uint8_t first_concealed; /* the groups from here on are of concealed tiles */
    bool in_body;            /* the winning tile may stand in the body */
};

static void add_group(struct kzi_reading *reading, unsigned kind, unsigned tile) {
    reading->groups[reading->n_groups++] =
        (struct kzi_group){(uint8_t)kind, (uint8_t)tile, KZI_CONCEALED, false, KZI_NO_MELD};
    reading->n_sets = (uint8_t)(reading->n_sets + (kind != KZI_PAIR));
}

static void start(struct arrangement *at, const struct kzi_hand *hand, unsigned shape,
                  struct kzi_readings *readings) {
    *at = (struct arrangement){.hand = hand, .readings = readings};
    at->base.shape = (uint8_t)shape;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        add_group(&at->base, meld->kind, meld->tile);
        at->base.groups[i].hold = meld->claimed ? KZI_CLAIMED : KZI_CONCEALED;
        at->base.groups[i].meld = (uint8_t)i;
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

static kzi_suit_key suit_key(const uint8_t counts[9]) {
    kzi_suit_key key = 0;
    for (unsigned i = 0; i < 9; i++)
        key |= (kzi_suit_key)counts[i] << (3 * i);
    return key;
}

/* The concealed tiles and the winning one. */
static void all_counts(const struct kzi_hand *hand, uint8_t counts[KZI_KINDS]) {
    memcpy(counts, hand->concealed, KZI_KINDS);
    counts[hand->win]++;
}

static bool split_suits(const uint8_t counts[KZI_KINDS], const struct kzi_splits *table,
                        struct suit_splits suits[4], struct kzi_split *honors) {
    if (!kzi_split_honors(counts + KZI_HONOR, honors))
        return false;
    suits[3] = (struct suit_splits){honors, 1};
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        const struct kzi_split_entry *entry = kzi_splits_find(table, suit_key(counts + 9 * suit));
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
    for (unsigned number = 1; number <= 9; number++) {
        unsigned tile = kzi_kind(suit, number);
        unsigned chows = number <= 7 ? split->chows >> (3 * (number - 1)) & 7 : 0;
        for (; chows; chows--)
            add_group(reading, KZI_CHOW, tile);
        if (split->pungs >> (number - 1) & 1)
            add_group(reading, KZI_PUNG, tile);
    }
}

static void arrange(struct arrangement *at, const struct kzi_split *const split[4]) {
    uint8_t n_groups = at->base.n_groups, n_sets = at->base.n_sets;
    for (unsigned suit = 0; suit < 4; suit++)
        add_sets(&at->base, split[suit], suit);
    for (unsigned suit = 0; suit < 4; suit++)
        if (split[suit]->pair)
            add_group(&at->base, KZI_PAIR, kzi_kind(suit, split[suit]->pair));
    assign_winning_tile(at);
    at->base.n_groups = n_groups;
    at->base.n_sets = n_sets;
}

/* The ways to split counts, beside the melds, into what the shape has of sets and pairs. */
static void arrange_all(struct arrangement *at, const struct kzi_shapes *shapes,
                        const uint8_t counts[KZI_KINDS]) {
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

static void read_sets(const struct kzi_hand *hand, const struct kzi_shapes *shapes, unsigned shape,
                      struct kzi_readings *readings) {
    uint8_t counts[KZI_KINDS];
    struct arrangement at;
    all_counts(hand, counts);
    start(&at, hand, shape, readings);
    arrange_all(&at, shapes, counts);
}

/* --- pairs alone, and one of each ------------------------------------------------------------ */

static void read_pairs(const struct kzi_hand *hand, const struct kzi_shapes *shapes, unsigned shape,
                       struct kzi_readings *readings) {
    uint8_t counts[KZI_KINDS];
    struct arrangement at;
    const struct kzi_shape *wanted = &shapes->list[shape];
    if (hand->n_melds)
        return;
    all_counts(hand, counts);
    start(&at, hand, shape, readings);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (counts[kind] % 2 || (counts[kind] > 2 && wanted->pairs_differ))
            return;
        for (; counts[kind]; counts[kind] = (uint8_t)(counts[kind] - 2)) {
            if (at.base.n_groups == wanted->pairs)
                return;
            add_group(&at.base, KZI_PAIR, kind);
        }
    }
    if (at.base.n_groups == wanted->pairs)
        assign_winning_tile(&at);
}

static void read_one_each(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                          unsigned shape, struct kzi_readings *readings) {
    uint8_t counts[KZI_KINDS];
    struct arrangement at;
    kzi_kinds kinds = shapes->list[shape].one_each;
    unsigned more = 0;
    if (hand->n_melds)
        return;
    all_counts(hand, counts);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        bool wanted = kinds >> kind & 1;
        if (counts[kind] < wanted)
            return;
        more += counts[kind] - wanted;
        if (counts[kind] && !wanted)
            return;
    }
    if (more != shapes->list[shape].one_more)
        return;
    start(&at, hand, shape, readings);
    struct kzi_reading *reading = add_reading(readings, &at.base);
    if (reading)
        reading->wait = counts[hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE;
}

/* --- a body beside sets, and tiles that all differ ------------------------------------------- */

static bool take_body(uint8_t counts[KZI_KINDS], kzi_kinds body) {
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body);
        if (!counts[kind])
            return false;
        counts[kind]--;
    }
    return true;
}

/* The winning tile stands in a group of the rest, or in the body. */
static void read_body(const struct kzi_hand *hand, const struct kzi_shapes *shapes, unsigned shape,
                      struct kzi_readings *readings) {
    const struct kzi_shape *wanted = &shapes->list[shape];
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        uint8_t counts[KZI_KINDS];
        struct arrangement at;
        all_counts(hand, counts);
        if (!take_body(counts, wanted->bodies[i]))
            continue;
        start(&at, hand, shape, readings);
        at.base.body = (uint8_t)(i + 1);
        at.in_body = wanted->bodies[i] >> hand->win & 1;
        arrange_all(&at, shapes, counts);
    }
}

static void read_different(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                           unsigned shape, struct kzi_readings *readings) {
    const struct kzi_shape *wanted = &shapes->list[shape];
    uint8_t counts[KZI_KINDS];
    kzi_kinds kinds = 0;
    if (hand->n_melds)
        return;
    all_counts(hand, counts);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (counts[kind] > 1)
            return;
        kinds |= counts[kind] ? kzi_kind_bit(kind) : 0;
    }
    for (unsigned i = 0; i < wanted->n_bodies; i++) {
        struct arrangement at;
        if (kinds & ~wanted->bodies[i] ||
            (unsigned)__builtin_popcountll(kinds) != wanted->different)
            continue;
        start(&at, hand, shape, readings);
        at.base.body = (uint8_t)(i + 1);
        struct kzi_reading *reading = add_reading(readings, &at.base);
        if (reading)
            reading->wait = KZI_WAIT_SINGLE;
        return; /* no other way to see the suits tells it apart */
    }
}

typedef void read_shape(const struct kzi_hand *, const struct kzi_shapes *, unsigned,
                        struct kzi_readings *);

void kzi_readings_find(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                       struct kzi_readings *readings) {
    static read_shape *const by_form[] = {
        [KZI_FORM_SETS] = read_sets,           [KZI_FORM_PAIRS] = read_pairs,
        [KZI_FORM_ONE_EACH] = read_one_each,   [KZI_FORM_BODY] = read_body,
        [KZI_FORM_DIFFERENT] = read_different,
    };
    readings->count = 0;
    for (unsigned i = 0; i < shapes->count; i++)
        by_form[shapes->list[i].form](hand, shapes, i, readings);
}

/* --- waits ----------------------------------------------------------------------------------- */

/* Tiles that make the sets and pairs of a shape which are still open. */
struct open_rest {
    const struct kzi_splits *splits;
    uint8_t counts[KZI_KINDS];
    unsigned sets, pairs;
};

static bool splits_without(const struct open_rest *rest, unsigned kind, unsigned tile) {
    struct open_rest less = *rest;
    struct suit_splits suits[4];
    struct kzi_split honors;
    unsigned *open = kind == KZI_PAIR ? &less.pairs : &less.sets;
    unsigned copies = kind == KZI_PAIR ? 2 : kind == KZI_CHOW ? 1 : 3;
    for (unsigned i = 0; i < (kind == KZI_CHOW ? 3U : 1U); i++) {
        if (less.counts[tile + i] < copies)
            return false;
        less.counts[tile + i] = (uint8_t)(less.counts[tile + i] - copies);
    }
    return (*open)-- && split_suits(less.counts, less.splits, suits, &honors) &&
           makes(suits, less.sets, less.pairs);
}

/* The table of splits knows no suit with five of a kind: one of the five stands in some group, and
 * without that group it does. */
static bool splits_with_five(const struct open_rest *rest, unsigned kind) {
    if (splits_without(rest, KZI_PUNG, kind) || splits_without(rest, KZI_PAIR, kind))
        return true;
    for (unsigned below = 0; below < 3 && !kzi_is_honor(kind); below++)
        if (kzi_number(kind) > below && kzi_number(kind) - below <= 7 &&
            splits_without(rest, KZI_CHOW, kind - below))
            return true;
    return false;
}

/* Whether a fifth tile of a kind would complete the hand, could there be one. */
static bool five_complete(const struct kzi_hand *hand, const struct kzi_shape *shape,
                          const struct kzi_splits *splits) {
    bool body = shape->form == KZI_FORM_BODY;
    if ((shape->form != KZI_FORM_SETS && !body) || hand->n_melds > shape->sets)
        return false;
    for (unsigned i = 0; i < (body ? shape->n_bodies : 1U); i++) {
        struct open_rest rest = {.splits = splits, .pairs = shape->pairs};
        rest.sets = shape->sets - hand->n_melds;
        all_counts(hand, rest.counts);
        if ((!body || take_body(rest.counts, shape->bodies[i])) &&
            splits_with_five(&rest, hand->win))
            return true;
    }
    return false;
}

static bool completes(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                      struct kzi_readings *readings) {
    kzi_readings_find(hand, shapes, readings);
    bool found = readings->count > 0, five = hand->concealed[hand->win] == KZI_MAX_COPIES;
    for (unsigned i = 0; five && !found && i < shapes->count; i++)
        found = five_complete(hand, &shapes->list[i], shapes->splits);
    return found;
}

kzi_kinds kzi_waits(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                    kzi_kinds played) {
    struct kzi_hand other = *hand;
    struct kzi_readings readings;
    kzi_kinds waits = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (!(played >> kind & 1))
            continue;
        other.win = (uint8_t)kind;
        if (completes(&other, shapes, &readings))
            waits |= kzi_kind_bit(kind);
    }
    return waits;
}

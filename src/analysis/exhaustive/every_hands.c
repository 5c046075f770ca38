/* From tiles to hands: every choice of sets that are melds, every winning tile, drawn and
 * discarded. */
#include "analysis/exhaustive/every_alike.h"

#include <stdlib.h>
#include <string.h>

#define MAX_SPLITS 64

/* The sets of one way to split the tiles: kind (chow or pung) * 64 + tile, rising. */
struct sets {
    unsigned count;
    uint8_t list[KZI_MAX_SETS];
};

struct making {
    struct kzi_every_noting noting;
    uint8_t counts[KZI_COUNTS_CAPACITY];
    unsigned n_splits;
    struct sets splits[MAX_SPLITS];
    unsigned n_kongs; /* melds that the tiles settle already */
};

/* All tiles together are the same whichever of them is the winning one. */
static void find_tiles(struct making *making) {
    struct kzi_hand *hand = &making->noting.hand;
    for (hand->win = 0; !hand->concealed[hand->win];)
        hand->win++;
    hand->concealed[hand->win]--;
    hand->n_concealed--;
    kzi_tiles_find(&making->noting.found, hand);
    hand->concealed[hand->win]++;
    hand->n_concealed++;
}

static void each_way(struct making *making) {
    struct kzi_hand *hand = &making->noting.hand;
    find_tiles(making);
    for (unsigned drawn = 0; drawn < 2; drawn++) {
        hand->self_draw = drawn;
        for (unsigned kind = 0; kind < KZI_KINDS && !making->noting.failed; kind++) {
            if (!hand->concealed[kind])
                continue;
            hand->concealed[kind]--;
            hand->n_concealed--;
            hand->win = (uint8_t)kind;
            kzi_every_note(&making->noting);
            hand->concealed[kind]++;
            hand->n_concealed++;
        }
    }
}

/* Whether the melds beside settled kongs are sets of an earlier way to split the tiles too. */
static bool are_of_earlier(const struct making *making, unsigned split) {
    const struct kzi_hand *hand = &making->noting.hand;
    for (unsigned i = 0; i < split; i++) {
        const struct sets *sets = &making->splits[i];
        unsigned taken = 0, found = making->n_kongs;
        for (unsigned m = making->n_kongs; m < hand->n_melds; m++)
            for (unsigned k = 0; k < sets->count; k++) {
                unsigned kind = hand->melds[m].kind == KZI_CHOW ? KZI_CHOW : KZI_PUNG;
                if (taken >> k & 1 || sets->list[k] != kind * 64 + hand->melds[m].tile)
                    continue;
                taken |= 1U << k;
                found++;
                break;
            }
        if (found == hand->n_melds)
            return true;
    }
    return false;
}

static void change_concealed(struct kzi_hand *hand, unsigned set, unsigned by) {
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *count = &hand->concealed[set % 64 + (set / 64 == KZI_CHOW ? i : 0)];
        *count = (uint8_t)(*count + by);
    }
    hand->n_concealed = (uint8_t)(hand->n_concealed + 3 * by);
}

static void from_set(struct making *making, unsigned split, unsigned at, unsigned last);

/* Whether a set may lie there under either ruleset. */
static bool may_lie(const struct making *making, unsigned kind, bool claimed) {
    const struct kz_ruleset *const *rules = making->noting.every->rules;
    return !claimed || kzi_may_claim(rules[0], kind) || kzi_may_claim(rules[1], kind);
}

static void as_meld(struct making *making, unsigned split, unsigned at, unsigned kind,
                    bool claimed) {
    struct kzi_hand *hand = &making->noting.hand;
    if (!may_lie(making, kind, claimed))
        return;
    unsigned set = making->splits[split].list[at];
    hand->melds[hand->n_melds++] =
        (struct kzi_meld){.kind = (uint8_t)kind, .tile = set % 64, .claimed = claimed};
    from_set(making, split, at + 1, kind * 2 + claimed);
    hand->n_melds--;
}

/* Set number `at` and those after it; last: what the one before became, since of equal sets only
 * falling choices are made. */
static void from_set(struct making *making, unsigned split, unsigned at, unsigned last) {
    const struct sets *sets = &making->splits[split];
    if (at == sets->count) {
        if (!are_of_earlier(making, split))
            each_way(making);
        return;
    }
    unsigned set = sets->list[at], kind = set / 64;
    bool again = at && sets->list[at - 1] == set;
    from_set(making, split, at + 1, 0);
    if (again && !last)
        return;
    change_concealed(&making->noting.hand, set, (unsigned)-1);
    as_meld(making, split, at, kind, true);
    if (kind == KZI_PUNG && !making->noting.tiles->kongs_settled &&
        making->counts[set % 64] + 1U <= making->noting.every->rules[0]->model->copies[set % 64]) {
        as_meld(making, split, at, KZI_KONG, true);
        as_meld(making, split, at, KZI_KONG, false);
    }
    change_concealed(&making->noting.hand, set, 1);
}

static void add_kongs(struct kzi_hand *hand, const struct kzi_every_tiles *tiles) {
    for (unsigned suit = 0; suit < 4; suit++)
        for (unsigned left = tiles->kongs[suit]; left; left &= left - 1)
            hand->melds[hand->n_melds++] = (struct kzi_meld){
                .kind = KZI_KONG,
                .tile = (uint8_t)kzi_kind(suit, (unsigned)__builtin_ctz(left) + 1),
                .claimed = true};
}

static void unpack_tiles(struct making *making) {
    const struct kzi_every_tiles *tiles = making->noting.tiles;
    struct kzi_hand *hand = &making->noting.hand;
    memset(hand, 0, sizeof *hand);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned count = tiles->suits[kzi_suit(kind)] >> (3 * (kzi_number(kind) - 1)) & 7;
        hand->concealed[kind] = (uint8_t)count;
        hand->n_concealed = (uint8_t)(hand->n_concealed + count);
    }
    memcpy(making->counts, hand->concealed, sizeof making->counts);
    hand->seat = tiles->seat;
    hand->round = tiles->round;
    hand->seat_given = hand->round_given = hand->by_given = true;
    hand->from = -1;
    add_kongs(hand, tiles);
    making->n_kongs = hand->n_melds;
}

static void add_split(struct making *making, const struct kzi_reading *reading) {
    struct sets sets = {.count = 0};
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(reading, i);
        uint8_t set = (uint8_t)(group.kind * 64U + group.tile);
        if (group.kind == KZI_PAIR || group.kind == KZI_KONG)
            continue;
        unsigned at = sets.count++;
        for (; at && sets.list[at - 1] > set; at--)
            sets.list[at] = sets.list[at - 1];
        sets.list[at] = set;
    }
    for (unsigned i = 0; i < making->n_splits; i++)
        if (making->splits[i].count == sets.count &&
            !memcmp(making->splits[i].list, sets.list, sets.count))
            return;
    if (making->n_splits < MAX_SPLITS)
        making->splits[making->n_splits++] = sets;
}

/* The sets that the closed hand can be split into, under either ruleset. */
static void find_splits(struct making *making) {
    struct kzi_hand *hand = &making->noting.hand;
    making->n_splits = 0;
    for (hand->win = 0; !hand->concealed[hand->win];)
        hand->win++;
    hand->concealed[hand->win]--;
    for (unsigned of = 0; of < 2; of++) {
        struct kzi_readings *readings = &making->noting.readings[of];
        kzi_readings_find(hand, &making->noting.every->rules[of]->shapes, readings);
        for (unsigned i = 0; i < readings->count; i++)
            add_split(making, &readings->list[i]);
    }
    hand->concealed[hand->win]++;
}

/* Each settled kong claimed and concealed, then the other sets as melds or not. */
static void from_kong(struct making *making, unsigned kong) {
    if (kong == making->n_kongs) {
        for (unsigned split = 0; split < making->n_splits; split++)
            from_set(making, split, 0, 1);
        return;
    }
    for (unsigned claimed = 0; claimed < 1U + may_lie(making, KZI_KONG, true); claimed++) {
        making->noting.hand.melds[kong].claimed = claimed;
        from_kong(making, kong + 1);
    }
}

static void make_all(struct making *making, const struct kzi_every_tiles *tiles) {
    making->noting.tiles = tiles;
    making->noting.made = 0;
    unpack_tiles(making);
    find_splits(making);
    from_kong(making, 0);
    making->noting.every->shapes[tiles->shape].hands += making->noting.made * tiles->alike.count;
}

bool kzi_every_find_hands(struct kzi_every *every, size_t first, size_t end) {
    struct making *making = calloc(1, sizeof *making); /* too large for a small stack */
    if (!making)
        return false;
    making->noting.every = every;
    making->noting.failed = !kzi_every_needs_find(&making->noting.asked, every);
    for (size_t i = first; i < end && !making->noting.failed; i++) {
        making->noting.order = i;
        make_all(making, kzi_count_map_at(&every->tiles, i));
    }
    bool found = !making->noting.failed;
    free(making->noting.asked.list);
    free(making);
    return found;
}

/* tiles.h - the tiles of a hand as the stages of scoring ask for them: worked out once, in one pass
 * over the hand, whatever the rules are. */
#ifndef KZI_TILES_H
#define KZI_TILES_H

#include "hand/hand.h"
#include "tile/splits.h"

/* A group as a code: its kind times KZI_SET_KIND, and its lowest tile. */
static inline unsigned kzi_code_of_group(unsigned kind, unsigned tile) {
    return kind * KZI_SET_KIND + tile;
}

/* Four suits in a table of splits, and what they make: all splits of a suit have as many sets and
 * pairs, since they have as many tiles. */
struct kzi_suits {
    const struct kzi_suit *of[4];
    struct kzi_split first[4]; /* their first splits: by then the table may be far away */
    bool whole;                /* each can be split; else nothing more is said */
    bool several;              /* some suit has another split */
    uint8_t n_sets, n_pairs;
    uint8_t with_pair; /* suits, by bit */
};

void kzi_suits_find(const struct kzi_splits *table, const kzi_suit_key keys[4],
                    struct kzi_suits *suits);

struct kzi_tiles {
    uint8_t counts[KZI_COUNTS_ROOM]; /* every tile: melds (a kong four), the winning tile */
    kzi_kinds kinds;                 /* those at hand */
    kzi_kinds fours;                 /* those of which there are four, in a kong or not */
    kzi_kinds seen;                  /* those at hand and those of the indicators */
    kzi_suit_key keys[4];     /* the concealed tiles and the winning one; honors are marked */
    struct kzi_suits classic; /* of these keys in the table of classic splits */
    uint64_t melds;           /* their groups as codes, the first in the lowest byte */
    uint32_t pungs;           /* of number tiles among the melds, by kind */
    uint8_t claimed;          /* melds by bit */
    uint8_t kongs;            /* their number */
    bool chows;               /* some meld is a chow */
    bool open;                /* some meld is claimed */
    bool sound;               /* no kind more often than any game has it, indicators counted too */
};

void kzi_tiles_find(struct kzi_tiles *tiles, const struct kzi_hand *hand);

#endif

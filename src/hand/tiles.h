/* tiles.h - the tiles of a hand as the stages of scoring ask for them: worked out once, in one pass
 * over the hand, whatever the rules are. */
#ifndef KZI_TILES_H
#define KZI_TILES_H

#include "hand/reading.h"
#include "tile/shape.h"
#include "tile/splits.h"

/* Four suits in a table of splits, and what they make: all splits of a suit have as many sets and
 * pairs, since they have as many tiles. */
struct kzi_suits {
    const struct kzi_suit *of[4];
    bool whole;   /* each can be split; else nothing more is said */
    bool several; /* some suit has another split */
    uint8_t n_sets, n_pairs;
    uint8_t with_pair; /* suits, by bit */
};

void kzi_suits_find(const struct kzi_splits *table, const kzi_suit_key keys[4],
                    struct kzi_suits *suits);

/* Readings as sets and pairs by the classic splits, of shape 0: whatever the rules are, the hand
 * has these wherever so many sets and pairs are a shape. */
#define KZI_ARRANGED 4
struct kzi_arranged {
    uint8_t count; /* more than KZI_ARRANGED: there are more, and these are not all */
    uint8_t n_sets, n_pairs;
    struct kzi_reading list[KZI_ARRANGED];
};

#define KZI_SEATS_APART UINT8_MAX

/* What every hand is asked comes first and together, what few are asked last. */
struct kzi_tiles {
    kzi_kinds kinds; /* those at hand */
    kzi_kinds seen;  /* those at hand and those of the indicators */
    bool sound;      /* no kind more often than any game has it, indicators counted too */
    bool open;       /* some meld is claimed */
    bool chows;      /* some meld is a chow */
    uint8_t claimed; /* melds by bit */
    uint8_t kongs;   /* their number */
    uint8_t forms;   /* of shapes, by bit: those it may have, as a first look tells */
    uint8_t size;    /* of the whole hand, a kong counting as three */
    uint8_t players; /* how many must play for its seats; KZI_SEATS_APART: look closer */
    struct kzi_arranged arranged;
    uint64_t melds;                  /* their groups as codes, the first in the lowest byte */
    uint8_t counts[KZI_COUNTS_ROOM]; /* every tile: melds (a kong four), the winning tile */
    kzi_kinds fours;                 /* those of which there are four, in a kong or not */
    kzi_suit_key keys[4];     /* the concealed tiles and the winning one; honors are marked */
    struct kzi_suits classic; /* of these keys in the table of classic splits */
    uint32_t pungs;           /* of number tiles among the melds, by kind */
};

void kzi_tiles_find(struct kzi_tiles *tiles, const struct kzi_hand *hand);

#endif

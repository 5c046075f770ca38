/* discard.h - what a full hand keeps without each of its tiles. */
#ifndef KZI_DISCARD_H
#define KZI_DISCARD_H

#include "score/completion.h"

/* What can be expected of a number of draws. */
struct kzi_prospect {
    double expected, win; /* points, and the chance to win */
};

/* A tile that may go, and the hand without it. */
struct kzi_discard {
    uint8_t kind;
    bool red;          /* a red five that counts; the plain ones are another discard */
    unsigned lacking;  /* tiles; 1: ready */
    kzi_kinds accepts; /* what completes it or brings it closer */
    unsigned accepted; /* copies of these that the player does not see */
    /* If it is ready, by self-draw: the highest points, and their sum over the copies left. */
    int64_t best, sum;
    unsigned live;                    /* of the tiles that complete it, copies left */
    const struct kzi_prospect *ahead; /* of 1, 2, ... draws, if turns are considered */
};

#define KZI_MAX_DISCARDS KZI_MAX_CONCEALED /* each is a tile of the hand */

/* They point into themselves, so they are not copied. */
struct kzi_discards {
    unsigned lacking;             /* of the full hand; 0: complete */
    uint8_t left[KZI_TILE_KINDS]; /* copies that the player does not see */
    unsigned red_suits;           /* whose red five is one of those copies, and counts, by bit */
    unsigned turns;               /* that are known; 0: none were asked */
    bool cut;                     /* more turns were asked than are known */
    unsigned count;
    struct kzi_discard list[KZI_MAX_DISCARDS]; /* the best first */
    struct kzi_prospect prospects[KZI_MAX_DISCARDS][KZ_MAX_TURNS];
};

/* Fill in the discards of a hand of full size.  Hands are scored into result, one after the
 * other.  Allocates only the tables for shanten, once for each ruleset. */
kz_status kzi_discards_find(struct kzi_discards *discards, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, struct kz_result *result, kz_error *error);

/* Return the hand without a tile. */
struct kzi_hand kzi_hand_without(const struct kzi_hand *hand, unsigned kind, bool red);

/* Round the expected points to thousandths, the chance to win to millionths. */
int64_t kzi_expected_of(const struct kzi_prospect *prospect);
int64_t kzi_win_of(const struct kzi_prospect *prospect);

/* The best first: what lacks least, and of this, what has the highest expected points, as they are
 * written, or without turns what accepts most; then in the order of the tiles. */
void kzi_discards_sort(struct kzi_discards *discards);

/* Return the mean of the points in thousandths, rounded half up; 0: no tile is left. */
int64_t kzi_average_of(const struct kzi_discard *discard);

/* Return what a full hand lacks: 0 if it is complete. */
unsigned kzi_wild_lacking(const struct kz_ruleset *rules, const struct kzi_shanten *shanten,
                          const struct kzi_hand *hand);

#endif

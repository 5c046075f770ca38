/* discard.h - what a full hand lacks after the discard of each of its tiles. */
#ifndef KZI_DISCARD_H
#define KZI_DISCARD_H

#include "score/completion.h"

/* The expectation of a hand for a number of draws. */
struct kzi_prospect {
    double expected, win; /* points, and the probability of a win */
};

/* A tile to discard, and the hand without it. */
struct kzi_discard {
    uint8_t kind;
    bool red;          /* a red five that counts; the plain ones are another discard */
    unsigned lacking;  /* number of tiles; 1: ready */
    kzi_kinds accepts; /* the kinds that complete the hand or bring it closer */
    unsigned accepted; /* copies of these that the player does not see */
    /* If the hand is ready: the highest points by self-draw, and their sum over the copies left. */
    int64_t best, sum;
    unsigned live;                    /* copies left of the tiles that complete it */
    const struct kzi_prospect *ahead; /* for 1, 2, ... draws, if turns are considered */
};

#define KZI_MAX_DISCARDS KZI_MAX_CONCEALED /* each is a tile of the hand */

/* The discards of a hand.  They point into themselves, so they must not be copied. */
struct kzi_discards {
    unsigned lacking;             /* tiles that the full hand lacks; 0: complete */
    uint8_t left[KZI_TILE_KINDS]; /* copies that the player does not see */
    uint8_t reds[KZI_TILE_KINDS]; /* red fives that count among them */
    unsigned turns;               /* draws whose prospects are known; 0: none were asked */
    bool cut;                     /* more draws were asked for than are known */
    unsigned count;
    struct kzi_discard list[KZI_MAX_DISCARDS]; /* sorted, the best first */
    struct kzi_prospect prospects[KZI_MAX_DISCARDS][KZ_MAX_TURNS];
};

/* Fill in the discards of a hand of full size.  Hands are scored into result, one after the
 * other.  Allocates only the tables for shanten, once for each ruleset. */
kz_status kzi_discards_find(struct kzi_discards *discards, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, struct kz_result *result, kz_error *error);

/* Return the expected points, rounded to thousandths, or the probability of a win, to
 * millionths. */
int64_t kzi_expected_of(const struct kzi_prospect *prospect);
int64_t kzi_win_of(const struct kzi_prospect *prospect);

/* Sort the discards, the best first: by tiles lacking, then by expected points as written (if no
 * turns are considered, by copies accepted), then by tile. */
void kzi_discards_sort(struct kzi_discards *discards);

/* Return the mean of the points in thousandths, rounded half up; 0: no tile is left. */
int64_t kzi_average_of(const struct kzi_discard *discard);

#endif

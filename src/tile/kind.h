/* kind.h - the 34 kinds of tile that the notation can write, and sets of them.
 *
 * The numbers are the notation's, not a ruleset's: 0-8 characters, 9-17 dots, 18-26 bamboo,
 * 27-30 winds E S W N, 31-33 dragons white green red.  Which kinds a ruleset plays with, and how
 * many of each, it says itself (tiles in its rule file). */
#ifndef KZI_KIND_H
#define KZI_KIND_H

#include <stdbool.h>
#include <stdint.h>

#define KZI_KINDS   34
#define KZI_SUITS   3  /* number suits; suit 3 are the honors */
#define KZI_HONOR   27 /* the first honor */
#define KZI_DRAGON  31 /* the first dragon */
#define KZI_NO_KIND 255

#define KZI_MAX_COPIES 4  /* of a kind */
#define KZI_MAX_SETS   5  /* of a shape */
#define KZI_MAX_GROUPS 8  /* sets and pairs of a shape */
#define KZI_MAX_TILES  18 /* of a complete hand, a kong counting as three */

typedef uint64_t kzi_kinds; /* bit per kind */

#define KZI_ALL_KINDS (((kzi_kinds)1 << KZI_KINDS) - 1)

static inline kzi_kinds kzi_kind_bit(unsigned kind) {
    return (kzi_kinds)1 << kind;
}

/* number from 1 within the suit; of honors 1-7 as in the notation of z. */
static inline unsigned kzi_kind(unsigned suit, unsigned number) {
    return suit * 9 + number - 1;
}

static inline unsigned kzi_suit(unsigned kind) {
    return kind / 9;
}

static inline unsigned kzi_number(unsigned kind) {
    return kind % 9 + 1;
}

static inline bool kzi_is_honor(unsigned kind) {
    return kind >= KZI_HONOR;
}

static inline bool kzi_is_wind(unsigned kind) {
    return kind >= KZI_HONOR && kind < KZI_DRAGON;
}

#endif

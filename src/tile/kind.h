/* kind.h - the 34 kinds of tile that form groups, the jokers, and sets of kinds.
 *
 * The numbers are those of the notation and the same for all rulesets: 0-8 characters, 9-17 dots,
 * 18-26 bamboo, 27-30 winds E S W N, 31-33 dragons white green red.  A rule file says which kinds
 * are played and how many of each (tiles).  36-43 are jokers, 1j to 8j.  They are suit 4, which
 * forms no groups: in a complete hand each is read as another tile. */
#ifndef KZI_KIND_H
#define KZI_KIND_H

#include <stdbool.h>
#include <stdint.h>

#define KZI_KINDS   34
#define KZI_SUITS   3  /* number suits; suit 3 is the honors */
#define KZI_HONOR   27 /* the first honor */
#define KZI_DRAGON  31 /* the first dragon */
#define KZI_NO_KIND 255
#define KZI_A_FACE  34 /* a flower as the winning tile or as a tile of the hand (tile/face.h) */
#define KZI_JOKER   36 /* the first joker */
#define KZI_JOKERS  8

/* The number of kinds, with jokers; kind 35 is unused. */
#define KZI_TILE_KINDS (KZI_JOKER + KZI_JOKERS)

/* The number of the red five of the first suit where red fives are counted like kinds. */
#define KZI_RED KZI_TILE_KINDS

/* The number of the first flower (tile/face.h) in a number that is a kind or a flower: a tile
 * shown. */
#define KZI_SHOWN_FACE 64
/* Return the kind of a tile shown. */
static inline unsigned kzi_kind_of_shown(unsigned tile) {
    return tile < KZI_SHOWN_FACE ? tile : KZI_A_FACE;
}

#define KZI_MAX_COPIES 4  /* tiles of one kind */
#define KZI_UNSAID     63 /* number of red fives of which rules say nothing */
#define KZI_MAX_SETS   5  /* in a shape */
#define KZI_MAX_GROUPS 8  /* sets and pairs in a shape */
#define KZI_MAX_TILES  26 /* in a complete hand, with all tiles of its kongs */

/* The origin of a kong: four tiles drawn, a discard claimed, a tile added to a claimed pung. */
enum kzi_kong_kind { KZI_KONG_CONCEALED, KZI_KONG_CLAIMED, KZI_KONG_ADDED, KZI_KONG_KINDS };

typedef uint64_t kzi_kinds; /* a bit for each kind */

static inline unsigned kzi_first_in(uint64_t set) {
    return set ? (unsigned)__builtin_ctzll(set) : 0;
}

/* Loop over a set of kinds, or of other numbers below 64, in rising order. */
#define KZI_EACH_IN(set, one)                                                                      \
    for (uint64_t one##_left = (set); one##_left; one##_left = 0)                                  \
        for (unsigned one = kzi_first_in(one##_left); one##_left;                                  \
             one##_left &= one##_left - 1, one = kzi_first_in(one##_left))

/* The counts of all faces (tile/face.h), 4 bits for each. */
typedef struct {
    uint32_t eights[3];
} kzi_face_counts;

static inline bool kzi_any_face(const kzi_face_counts *faces) {
    return faces->eights[0] | faces->eights[1] | faces->eights[2];
}

#define KZI_ALL_KINDS  (((kzi_kinds)1 << KZI_KINDS) - 1)
#define KZI_NO_JOKERS  (((kzi_kinds)1 << KZI_JOKER) - 1) /* nor red fives */
#define KZI_ALL_JOKERS ((((kzi_kinds)1 << KZI_JOKERS) - 1) << KZI_JOKER)

static inline kzi_kinds kzi_kind_bit(unsigned kind) {
    return (kzi_kinds)1 << kind;
}

/* Return the kind of a number in a suit: 1-9, or 1-7 for honors as in the notation z. */
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

/* Return whether a number counts the red fives of a suit. */
static inline bool kzi_is_red(unsigned kind) {
    return kind >= KZI_RED && kind < KZI_RED + KZI_SUITS;
}

static inline bool kzi_is_wind(unsigned kind) {
    return kind >= KZI_HONOR && kind < KZI_DRAGON;
}

/* --- codes ------------------------------------------------------------------------------------ */

/* Codes: the code of a tile is its kind and, for a wind, whose wind it is.
 *
 * A class of tiles may depend on the hand (seat_wind, round_wind, winning_tile) and yet be a fixed
 * set: a wind has a code for each role that it can have, and a class has two sets of codes, one for
 * tiles like the winning tile and one for others. */

#define KZI_CODES 46 /* 27 number tiles, 4 winds in 4 roles, 3 dragons */

/* Roles of a wind, as bits. */
#define KZI_SEAT_WIND  1
#define KZI_ROUND_WIND 2

typedef uint64_t kzi_codes; /* a bit for each code */

#define KZI_ALL_CODES (((kzi_codes)1 << KZI_CODES) - 1)

/* A wild tile has two codes: that of the tile that it is taken for, and one that says which of the
 * wild tiles of the rules it is and whether it replaces another tile.  KZI_CODES itself is the code
 * of a winning flower. */
#define KZI_MAX_WILDS 8
#define KZI_WILD_CODE (KZI_CODES + 1)

static inline unsigned kzi_wild_code(unsigned wild, bool stands_in) {
    return KZI_WILD_CODE + 2 * wild + stands_in;
}

#define KZI_WILD_CODES ((((kzi_codes)1 << 2 * KZI_MAX_WILDS) - 1) << KZI_WILD_CODE)

struct kzi_class {
    kzi_codes other; /* codes of tiles unlike the winning one that are in the class */
    kzi_codes won;   /* codes of tiles like the winning one that are in the class */
    uint64_t faces;  /* codes of faces (tile/face.h) in the class, which are in no set */
};

#define KZI_NO_SEAT KZI_NO_KIND /* the seat of no wind */

static inline unsigned kzi_code(unsigned kind, unsigned seat, unsigned round) {
    const unsigned honor = kind < KZI_HONOR ? 0 : kind - KZI_HONOR, winds = honor < 4 ? honor : 4;
    const unsigned of_seat = kind == KZI_HONOR + seat, of_round = kind == KZI_HONOR + round;
    return kind + 3 * winds + of_seat * KZI_SEAT_WIND + of_round * KZI_ROUND_WIND;
}

static inline unsigned kzi_kind_of_code(unsigned code) {
    if (code < KZI_HONOR)
        return code;
    return code < KZI_HONOR + 16 ? KZI_HONOR + (code - KZI_HONOR) / 4 : code - 12;
}

/* Return whether a class consists of wild tiles; it then has no other tiles. */
static inline bool kzi_is_wild_class(const struct kzi_class *class_) {
    return class_->won & KZI_WILD_CODES;
}

/* Return whether a class contains a tile of this code.  won: the tile is like the winning one. */
static inline bool kzi_in_class(const struct kzi_class *class_, unsigned code, bool won) {
    return (won ? class_->won : class_->other) >> code & 1;
}

#endif

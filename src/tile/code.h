/* code.h - a tile as the rules see it: its kind, and for a wind whose wind it is.
 *
 * A class of tiles may hang on the hand (seat_wind, round_wind, winning_tile).  So that a class is
 * nevertheless a fixed set, a wind has a code for each part it can play, and a class says for each
 * code whether it belongs, once for a tile like the winning one and once for any other. */
#ifndef KZI_CODE_H
#define KZI_CODE_H

#include "tile/kind.h"

#define KZI_CODES 46 /* 27 number tiles, 4 winds in 4 parts, 3 dragons */

/* The parts of a wind, as bits. */
#define KZI_SEAT_WIND  1
#define KZI_ROUND_WIND 2

typedef uint64_t kzi_codes; /* bit per code */

#define KZI_ALL_CODES (((kzi_codes)1 << KZI_CODES) - 1)

struct kzi_class {
    kzi_codes other; /* of the codes of tiles unlike the winning one, those in the class */
    kzi_codes won;   /* of the codes of tiles like the winning one */
};

static inline unsigned kzi_code(unsigned kind, unsigned seat, unsigned round) {
    if (!kzi_is_wind(kind))
        return kind < KZI_HONOR ? kind : kind + 12;
    unsigned wind = kind - KZI_HONOR;
    unsigned part = (wind == seat ? KZI_SEAT_WIND : 0U) | (wind == round ? KZI_ROUND_WIND : 0U);
    return KZI_HONOR + wind * 4 + part;
}

static inline unsigned kzi_kind_of_code(unsigned code) {
    if (code < KZI_HONOR)
        return code;
    return code < KZI_HONOR + 16 ? KZI_HONOR + (code - KZI_HONOR) / 4 : code - 12;
}

/* Whether a tile of this code is in the class; won: it is like the winning tile. */
static inline bool kzi_in_class(const struct kzi_class *class_, unsigned code, bool won) {
    return (won ? class_->won : class_->other) >> code & 1;
}

/* Whether it is all tiles, none, the winning one, or all but that: whatever kinds they are. */
static inline bool kzi_tells_no_kinds(const struct kzi_class *class_) {
    return (!class_->other || class_->other == KZI_ALL_CODES) &&
           (!class_->won || class_->won == KZI_ALL_CODES);
}

#endif

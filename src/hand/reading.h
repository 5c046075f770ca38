/* reading.h - a reading of a hand: one way to see it as a shape, with the winning tile assigned to
 * one group.
 *
 * The assignment settles the wait, and whether a set is open: a pung finished by a discard is. */
#ifndef KZI_READING_H
#define KZI_READING_H

#include "hand/hand.h"
#include "tile/splits.h"

/* How the winning tile stands in its group.  PAIR: it makes the pair; SINGLE: the one missing
 * tile of a shape without sets; BODY: part of a body of tiles that are no set. */
enum kzi_wait {
    KZI_WAIT_NONE,
    KZI_WAIT_TWO_SIDED,
    KZI_WAIT_EDGE,
    KZI_WAIT_CLOSED,
    KZI_WAIT_PAIR,
    KZI_WAIT_PUNG,
    KZI_WAIT_BODY,
    KZI_WAIT_SINGLE,
    KZI_WAITS
};

extern const char *const kzi_wait_names[KZI_WAITS];

enum kzi_hold { KZI_CONCEALED, KZI_FINISHED_BY_DISCARD, KZI_CLAIMED, KZI_HOLDS };

#define KZI_NO_MELD 255

/* A group as a code: its kind times KZI_SET_KIND, and its lowest tile. */
static inline unsigned kzi_code_of_group(unsigned kind, unsigned tile) {
    return kind * KZI_SET_KIND + tile;
}

struct kzi_group {
    uint8_t kind; /* enum kzi_group_kind */
    uint8_t tile; /* the kind of its lowest tile */
    uint8_t hold; /* enum kzi_hold */
    bool won;     /* the winning tile is assigned to it */
    uint8_t meld; /* its number among the melds; KZI_NO_MELD: concealed tiles */
};

/* Its groups are a byte each: their codes (kzi_code_of_group), melds as written, then sets by tile,
 * then pairs by tile; zero behind the last. */
struct kzi_reading {
    _Alignas(8) uint8_t codes[KZI_MAX_GROUPS];
    uint8_t shape; /* index into the shapes given */
    uint8_t wait;
    uint8_t n_groups, n_sets, n_melds;
    uint8_t claimed;    /* melds by bit */
    uint8_t won;        /* the group that the winning tile is assigned to, by bit; 0: none */
    uint8_t won_hold;   /* how that one is held: enum kzi_hold */
    uint8_t body;       /* of a shape with a body: which of its bodies, from 1; 0: none */
    uint16_t chow_rank; /* of its chows and of its pungs (kongs too) of number tiles: tile/sets.h */
    uint16_t pung_rank; /* both KZI_NO_RANK where there may be more sets than ranks know */
};

static inline struct kzi_group kzi_group_of(const struct kzi_reading *reading, unsigned i) {
    struct kzi_group group = {.kind = reading->codes[i] / KZI_SET_KIND,
                              .tile = reading->codes[i] % KZI_SET_KIND,
                              .hold = KZI_CONCEALED,
                              .won = reading->won >> i & 1,
                              .meld = i < reading->n_melds ? (uint8_t)i : KZI_NO_MELD};
    if (group.won)
        group.hold = reading->won_hold;
    else if (reading->claimed >> i & 1)
        group.hold = KZI_CLAIMED;
    return group;
}

#endif

/* box.h - boxes: hands that are spelled tile by tile.  A box has a count for each kind, and how
 * many of these tiles must not be wild tiles. */
#ifndef KZI_BOX_H
#define KZI_BOX_H

#include "base/limits.h"
#include "tile/counts.h"

#define KZI_BOX_WORDS  5 /* words of eight kinds each, up to the flower */
#define KZI_BOX_GROUPS 8

/* Return the code of a group of `tiles` equal tiles, three or more, which can be a meld. */
static inline unsigned kzi_box_group(unsigned tiles, unsigned kind) {
    return (tiles - 3) << 6 | kind;
}

static inline unsigned kzi_box_group_kind(unsigned code) {
    return code & 63;
}

static inline unsigned kzi_box_group_tiles(unsigned code) {
    return (code >> 6) + 3;
}

struct kzi_box {
    /* A byte for each kind: the tiles; those that must not be wild. */
    uint64_t need[KZI_BOX_WORDS], must[KZI_BOX_WORDS];
    /* Codes of groups of three or more tiles, in rising order. */
    uint8_t n_groups, groups[KZI_BOX_GROUPS];
    /* Index of the list of spellings that it is from. */
    uint8_t list;
};

/* The tiles of a hand, in the form in which they are compared with boxes. */
struct kzi_box_hand {
    uint64_t all[KZI_BOX_WORDS];            /* all tiles but concealed wild ones */
    uint64_t concealed[KZI_BOX_WORDS];      /* the concealed tiles among these */
    uint8_t n_melds, melds[KZI_BOX_GROUPS]; /* codes of groups */
};

static inline unsigned kzi_box_count(const uint64_t words[KZI_BOX_WORDS], unsigned kind) {
    return words[kind / 8] >> kind % 8 * 8 & 255;
}

static inline void kzi_box_add(uint64_t words[KZI_BOX_WORDS], unsigned kind, unsigned count) {
    words[kind / 8] += (uint64_t)count << kind % 8 * 8;
}

/* All boxes of a ruleset.  Their kinds are in an array of their own: most boxes lack a kind that
 * the hand has, so that only this array is read. */
struct kzi_boxes {
    const struct kzi_box *list;
    const kzi_kinds *kinds;
    unsigned count;
};

/* Return the kinds with a count above 0. */
kzi_kinds kzi_box_kinds(const uint64_t words[KZI_BOX_WORDS]);

/* Return the index of the first box, from index `from` on, that the hand becomes with enough wild
 * tiles; boxes->count if there is none. */
unsigned kzi_box_find(const struct kzi_boxes *boxes, const struct kzi_box_hand *hand,
                      unsigned from);

/* The difference between a hand and a box. */
struct kzi_box_lacks {
    unsigned lacking;  /* number of tiles lacking, after its wild tiles are used */
    kzi_kinds missing; /* kinds that bring the hand closer; if `wild`, another wild tile does too */
    bool wild;
    kzi_kinds spare; /* kinds with too many tiles */
};

/* Compare a hand, which has `wild` concealed wild tiles, with a box.  Return false if its melds do
 * not fit. */
bool kzi_box_compare(const struct kzi_box *box, const struct kzi_box_hand *hand, unsigned wild,
                     struct kzi_box_lacks *lacks);

#endif

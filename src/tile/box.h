/* box.h - hands that are spelled tile by tile, each as a box of counts: how many tiles of each kind
 * it has, and how many of these must not be wild tiles. */
#ifndef KZI_BOX_H
#define KZI_BOX_H

#include "base/limits.h"
#include "tile/counts.h"

#define KZI_BOX_WORDS  5 /* of eight kinds each, up to the flower */
#define KZI_BOX_GROUPS 8

/* A group of a spelling that can be a meld. */
static inline unsigned kzi_box_group(unsigned tiles, unsigned kind) {
    return (tiles - 3) << 6 | kind;
}

struct kzi_box {
    uint64_t need[KZI_BOX_WORDS], must[KZI_BOX_WORDS]; /* a byte for each kind */
    uint8_t n_groups, groups[KZI_BOX_GROUPS];          /* of three tiles and more, by rising code */
    uint8_t list;                                      /* the number of its list */
};

/* The tiles of a hand that boxes are compared with. */
struct kzi_box_hand {
    uint64_t all[KZI_BOX_WORDS];            /* all but concealed wild tiles */
    uint64_t concealed[KZI_BOX_WORDS];      /* of these the concealed ones */
    uint8_t n_melds, melds[KZI_BOX_GROUPS]; /* codes of groups */
};

static inline unsigned kzi_box_count(const uint64_t words[KZI_BOX_WORDS], unsigned kind) {
    return words[kind / 8] >> kind % 8 * 8 & 255;
}

static inline void kzi_box_add(uint64_t words[KZI_BOX_WORDS], unsigned kind, unsigned count) {
    words[kind / 8] += (uint64_t)count << kind % 8 * 8;
}

/* All boxes of some rules.  The kinds of each are apart, because most hands have others, so that
 * nothing else is looked at. */
struct kzi_boxes {
    const struct kzi_box *list;
    const kzi_kinds *kinds;
    unsigned count;
};

/* Return the kinds of which there are any. */
kzi_kinds kzi_box_kinds(const uint64_t words[KZI_BOX_WORDS]);

/* Return the index of the first box, at or after `from`, that enough wild tiles would make of the
 * hand; boxes->count: there is none. */
unsigned kzi_box_find(const struct kzi_boxes *boxes, const struct kzi_box_hand *hand,
                      unsigned from);

/* What a hand lacks of a box. */
struct kzi_box_lacks {
    unsigned lacking;  /* tiles, besides those for which its wild tiles are taken */
    kzi_kinds missing; /* kinds that bring it closer; where `wild`, so does another wild tile */
    bool wild;
    kzi_kinds spare; /* kinds of which it has too many */
};

/* Compare a hand that has `wild` concealed wild tiles with a box.  False: its melds do not fit. */
bool kzi_box_compare(const struct kzi_box *box, const struct kzi_box_hand *hand, unsigned wild,
                     struct kzi_box_lacks *lacks);

#endif

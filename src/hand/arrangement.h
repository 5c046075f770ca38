/* arrangement.h - readings laid down: for each way the suits split the codes of all groups are
 * joined into one word, and the winning tile is put into each group that it can stand in. */
#ifndef KZI_ARRANGEMENT_H
#define KZI_ARRANGEMENT_H

#include "hand/tiles.h"

/* Readings of one shape under way. */
struct kzi_arrangement_ctx {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    const struct kzi_suits *suits; /* concealed tiles that stand in no body */
    bool in_body;                  /* the winning tile may stand in the body */
    uint64_t codes;                /* of all groups, melds first */
    unsigned shape, n_groups, n_sets, body;
    unsigned chow_rank, pung_rank;

    struct kzi_reading *list; /* where they are laid down: count of them so far, room for more */
    unsigned count, room;
    bool more; /* there was one past the last there is room for */
};

/* Starts with the melds alone. */
static inline void kzi_arrange_start(struct kzi_arrangement_ctx *at, const struct kzi_tiles *tiles,
                                     const struct kzi_hand *hand, unsigned shape) {
    at->hand = hand;
    at->tiles = tiles;
    at->in_body = false;
    at->codes = tiles->melds;
    at->shape = shape;
    at->n_groups = at->n_sets = hand->n_melds;
    at->body = at->chow_rank = at->pung_rank = 0;
    at->more = false;
}

/* The groups are there: one reading for each that the winning tile can stand in. */
void kzi_lay_winning(struct kzi_arrangement_ctx *at);
/* One, with the winning tile in no group. */
void kzi_lay(struct kzi_arrangement_ctx *at, enum kzi_wait wait);
/* Every way to split at->suits by the table, which are whole and make n_sets with the melds. */
void kzi_arrange_splits(struct kzi_arrangement_ctx *at, const struct kzi_splits *table);

/* Fills tiles->arranged; all else of the tiles is there. */
void kzi_arrange_classic(struct kzi_tiles *tiles, const struct kzi_hand *hand);

#endif

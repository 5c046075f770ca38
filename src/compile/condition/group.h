/* group.h - every kind of group that can be met has a number, so that what rules say of groups is
 * a table: its kind, how it is held, its tile by code, and where in it a tile like the winning one
 * stands. */
#ifndef KZI_GROUP_H
#define KZI_GROUP_H

#include "hand/reading.h"
#include "rules/model.h"

#define KZI_CHOW_CODES  (21 * 4)
#define KZI_GROUP_CODES (3 * KZI_CHOW_CODES + 3 * 3 * KZI_CODES * 2)

static inline unsigned kzi_group_code(struct kzi_group group, const struct kzi_hand *hand) {
    unsigned tile = group.tile;
    if (group.kind == KZI_CHOW) {
        unsigned start = kzi_suit(tile) * 7 + kzi_number(tile) - 1;
        unsigned stands = (unsigned)hand->win - tile;
        return group.hold * KZI_CHOW_CODES + start * 4 + (stands < 3 ? stands + 1 : 0);
    }
    return 3 * KZI_CHOW_CODES + ((group.kind - 1U) * 3 + group.hold) * (KZI_CODES * 2) +
           kzi_code(tile, hand->seat, hand->round) * 2 + (tile == hand->win);
}

struct kzi_coded_group {
    unsigned kind, hold, n_tiles;
    unsigned code[3];
    bool won[3]; /* the tile is like the winning one */
};

/* What a group code stands for: kzi_group_code() backwards. */
struct kzi_coded_group kzi_decode_group(unsigned group_code);

/* Whether the phrase names such a group. */
bool kzi_coded_fits(const struct kzi_phrase *phrase, const struct kzi_coded_group *group);

#endif

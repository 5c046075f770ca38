#include "tile/shape.h"

const uint8_t kzi_falls[KZI_FALLS][KZI_SUIT_LETTERS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                        {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

unsigned kzi_part_tile(const struct kzi_shape_part *part, unsigned fall, unsigned n) {
    unsigned suit = part->suit < KZI_SUITS ? part->suit : kzi_falls[fall][part->suit - KZI_SUITS];
    unsigned number = part->number + (part->any ? n : 0U);
    return number > 9 ? KZI_NO_KIND : kzi_kind(suit, number);
}

kzi_kinds kzi_knit(const struct kzi_shape_part *parts, unsigned count, unsigned fall, unsigned n) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned tile = kzi_part_tile(&parts[i], fall, n);
        if (tile == KZI_NO_KIND)
            return 0;
        kinds |= kzi_kind_bit(tile);
    }
    return kinds;
}

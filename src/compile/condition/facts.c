#include "compile/condition/facts.h"

#include "tile/sets.h"

void kzi_facts_find(struct kzi_facts *facts, const struct kzi_hand *hand) {
    kzi_tiles_find(&facts->own, hand);
    kzi_facts_start(facts, hand, &facts->own);
}

void kzi_read_melds(const struct kzi_hand *hand, struct kzi_reading *reading) {
    *reading = (struct kzi_reading){.shape = KZI_NO_SHAPE,
                                    .n_groups = hand->n_melds,
                                    .n_sets = hand->n_melds,
                                    .n_melds = hand->n_melds,
                                    .chow_rank = KZI_NO_RANK,
                                    .pung_rank = KZI_NO_RANK};
    for (unsigned i = 0; i < hand->n_melds; i++) {
        reading->codes[i] = (uint8_t)kzi_code_of_group(hand->melds[i].kind, hand->melds[i].tile);
        reading->claimed |= (uint8_t)(hand->melds[i].claimed << i);
    }
}

#include "compile/facts.h"

#include "tile/sets.h"

#include <string.h>

static void add_melds(struct kzi_facts *facts) {
    const struct kzi_hand *hand = facts->hand;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        facts->open |= meld->claimed;
        uint8_t *count = &facts->counts[meld->tile];
        if (meld->kind == KZI_CHOW)
            count[0]++, count[1]++, count[2]++;
        else
            *count = (uint8_t)(*count + (meld->kind == KZI_KONG ? 4 : 3));
    }
}

void kzi_facts_find(struct kzi_facts *facts, const struct kzi_hand *hand) {
    facts->hand = hand;
    facts->given = 0;
    facts->open = false;
    facts->n_waits = 0;
    facts->scored = NULL;
    memcpy(facts->counts, hand->concealed, sizeof facts->counts);
    facts->counts[hand->win]++;
    add_melds(facts);
    facts->kinds = kzi_kinds_at_least(facts->counts, 1);
}

void kzi_read_melds(const struct kzi_hand *hand, struct kzi_reading *reading) {
    *reading = (struct kzi_reading){
        .shape = KZI_NO_SHAPE, .chow_rank = KZI_NO_RANK, .pung_rank = KZI_NO_RANK};
    for (unsigned i = 0; i < hand->n_melds; i++)
        reading->groups[reading->n_groups++] = (struct kzi_group){
            hand->melds[i].kind, hand->melds[i].tile,
            hand->melds[i].claimed ? KZI_CLAIMED : KZI_CONCEALED, false, (uint8_t)i};
    reading->n_sets = reading->n_groups;
}

#include "hand/hand.h"

#include <string.h>

const char *const kzi_hand_key_names[KZI_KEYS] = {
    [KZI_KEY_NONE] = "",           [KZI_KEY_HAND] = "hand",
    [KZI_KEY_MELDS] = "melds",     [KZI_KEY_WIN] = "win",
    [KZI_KEY_BY] = "by",           [KZI_KEY_ROUND] = "round",
    [KZI_KEY_SEAT] = "seat",       [KZI_KEY_FROM] = "from",
    [KZI_KEY_DORA] = "dora",       [KZI_KEY_URA] = "ura",
    [KZI_KEY_FLAGS] = "flags",     [KZI_KEY_FLOWERS] = "flowers",
    [KZI_KEY_HONBA] = "honba",     [KZI_KEY_DEPOSITS] = "deposits",
    [KZI_KEY_PAO] = "pao",         [KZI_KEY_ID] = "id",
    [KZI_KEY_WINNERS] = "winners", [KZI_KEY_RIICHI] = "riichi",
    [KZI_KEY_DRAW] = "draw",       [KZI_KEY_TENPAI] = "tenpai",
    [KZI_KEY_NAGASHI] = "nagashi",
};

void kzi_hand_copy(struct kzi_hand *copy, const struct kzi_hand *hand) {
    memcpy(copy, hand, offsetof(struct kzi_hand, melds));
    for (unsigned i = 0; i < hand->n_melds; i++)
        copy->melds[i] = hand->melds[i];
    for (unsigned i = 0; i < hand->n_words; i++) {
        memcpy(copy->words[i].text, hand->words[i].text, sizeof hand->words[i].text);
        copy->words[i].hash = hand->words[i].hash;
    }
    for (unsigned i = 0; i < hand->n_pao; i++)
        copy->pao[i] = hand->pao[i];
    if (hand->has_id)
        memcpy(copy->id, hand->id, strlen(hand->id) + 1);
    else
        copy->id[0] = '\0';
}

struct kzi_spot kzi_hand_first(const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_placed; i++)
        if (hand->placed[i].concealed)
            return hand->placed[i].spot;
    return (struct kzi_spot){.at = 0};
}

struct kzi_spot kzi_hand_last(const struct kzi_hand *hand, unsigned kind) {
    for (unsigned i = hand->n_placed; i; i--) {
        const struct kzi_placed *placed = &hand->placed[i - 1];
        for (unsigned k = placed->count; k; k--)
            if (kzi_placed_kind(placed, k - 1) == kind)
                return kzi_placed_spot(placed, k - 1);
    }
    return (struct kzi_spot){.at = 0};
}

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
    memcpy(copy, hand, offsetof(struct kzi_hand, words));
    for (unsigned i = 0; i < hand->n_words; i++) {
        memcpy(copy->words[i].text, hand->words[i].text, sizeof hand->words[i].text);
        copy->words[i].hash = hand->words[i].hash;
    }
    for (unsigned i = 0; i < hand->n_pao; i++)
        copy->pao[i] = hand->pao[i];
    if (hand->has_id)
        memcpy(copy->id, hand->id, strlen(hand->id) + 1);
}

/* Fives that can be red. */
static unsigned fives(const struct kzi_hand *hand, unsigned suit) {
    unsigned five = kzi_kind(suit, 5), count = hand->concealed[five];
    count += hand->win == five && hand->win_marked;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        bool in = meld->kind == KZI_CHOW ? meld->tile <= five && five < meld->tile + 3U
                                         : meld->tile == five;
        if (in)
            count += meld->kind == KZI_KONG ? 4 : meld->kind == KZI_CHOW ? 1 : 3;
    }
    return count;
}

void kzi_hand_trim_reds(struct kzi_hand *hand) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned count = fives(hand, suit);
        if (hand->marked[suit] > count)
            hand->marked[suit] = (uint8_t)count;
    }
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

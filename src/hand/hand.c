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

void kzi_hand_concealed_reds(const struct kzi_hand *hand, uint8_t reds[KZI_SUITS]) {
    memcpy(reds, hand->marked, KZI_SUITS);
    if (hand->win_marked)
        reds[kzi_suit(hand->win)]--;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        if (meld->red)
            reds[kzi_suit(meld->tile)] =
                (uint8_t)(reds[kzi_suit(meld->tile)] - __builtin_popcount(meld->red));
    }
}

unsigned kzi_meld_fives(const struct kzi_meld *meld) {
    unsigned suit = kzi_suit(meld->tile), five = kzi_kind(suit, 5);
    if (suit == KZI_SUITS)
        return 0;
    if (meld->kind == KZI_CHOW)
        return meld->tile <= five && five < meld->tile + 3U ? 1U << (five - meld->tile) : 0;
    return meld->tile != five ? 0 : meld->kind == KZI_KONG ? 15 : 7;
}

/* The five of a chow that was moved is another of its tiles. */
static void trim_meld(struct kzi_meld *meld) {
    unsigned fives = kzi_meld_fives(meld);
    meld->red = (meld->kind == KZI_CHOW && meld->red ? fives : meld->red & fives) & 15;
}

/* Of the number of red fives the melds get theirs first, then the concealed tiles. */
static void trim_suit(struct kzi_hand *hand, unsigned suit) {
    unsigned five = kzi_kind(suit, 5), left = hand->marked[suit];
    left -= left && hand->win_marked && hand->win == five;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        struct kzi_meld *meld = &hand->melds[i];
        if (kzi_suit(meld->tile) != suit)
            continue;
        while ((unsigned)__builtin_popcount(meld->red) > left)
            meld->red = meld->red & (meld->red - 1U) & 15;
        left -= (unsigned)__builtin_popcount(meld->red);
    }
    if (left > hand->concealed[five])
        hand->marked[suit] = (uint8_t)(hand->marked[suit] - left + hand->concealed[five]);
}

void kzi_hand_trim_reds(struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        trim_meld(&hand->melds[i]);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        trim_suit(hand, suit);
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

#include "hand/hand.h"

#include "tile/notation.h"

#include <string.h>

const char *const kzi_hand_key_names[KZI_KEYS] = {
    "",
#define KZI_HAND_KEY(name, word, ...) #word,
#include "hand/keys.def"
#undef KZI_HAND_KEY
};

const char *const kzi_meld_names[KZI_MELD_KINDS] = {"chow", "pung",  "kong",
                                                    "pair", "quint", "sextet"};

void kzi_word_set(struct kzi_word *word, const char *text) {
    memcpy(word->text, text, strlen(text) + 1);
}

struct kzi_hand_item *kzi_hand_item_of_part(const struct kzi_hand *hand, enum kzi_part part,
                                            unsigned i) {
    struct kzi_hand_items *items = hand->items;
    for (unsigned k = 0; items && k < items->count; k++)
        if (items->list[k].part == part && !i--)
            return &items->list[k];
    return NULL;
}

struct kzi_hand_item *kzi_hand_item_of_kind(const struct kzi_hand *hand, unsigned parts,
                                            unsigned kind) {
    struct kzi_hand_items *items = hand->items;
    const bool red = kzi_is_red(kind);
    kind = red ? kzi_kind(kind - KZI_RED, 5) : kind;
    for (unsigned k = items ? items->count : 0; k; k--)
        if (parts >> items->list[k - 1].part & 1 && items->list[k - 1].kind == kind &&
            items->list[k - 1].red >= red)
            return &items->list[k - 1];
    return NULL;
}

void kzi_hand_add_word(struct kzi_hand *hand, const struct kzi_word *word) {
    hand->extras->words[hand->n_words] = *word;
    hand->words[hand->n_words] = (uint16_t)(KZI_OWN_WORD | hand->n_words);
    hand->n_words++;
}

bool kzi_hand_says(const struct kzi_hand *hand, const char *word) {
    for (unsigned i = 0; i < hand->n_words; i++)
        if (!strcmp(kzi_word_at(hand, i)->text, word))
            return true;
    return false;
}

bool kzi_hand_is_open(const struct kzi_hand *hand) {
    KZI_EACH_MELD(hand, meld)
        if (meld->claimed)
            return true;
    return false;
}

void kzi_hand_fill_reds(const struct kzi_hand *hand, uint8_t reds[KZI_SUITS]) {
    memcpy(reds, hand->reds, KZI_SUITS);
    if (hand->win_red)
        reds[kzi_suit(hand->win)]--;
    KZI_EACH_MELD(hand, meld) {
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

/* Move the red bit of a chow to its five, which is another of its tiles after a shift. */
static void trim_meld(struct kzi_meld *meld) {
    unsigned fives = kzi_meld_fives(meld);
    meld->red = (meld->kind == KZI_CHOW && meld->red ? fives : meld->red & fives) & 63;
}

/* Drop red fives that do not exist any more: keep those of melds first, then concealed ones. */
static void trim_suit(struct kzi_hand *hand, unsigned suit) {
    unsigned five = kzi_kind(suit, 5), left = hand->reds[suit];
    left -= left && hand->win_red && hand->win == five;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        struct kzi_meld *meld = &hand->melds[i];
        if (kzi_suit(meld->tile) != suit)
            continue;
        while ((unsigned)__builtin_popcount(meld->red) > left)
            meld->red = meld->red & (meld->red - 1U) & 63;
        left -= (unsigned)__builtin_popcount(meld->red);
    }
    if (left > hand->concealed[five])
        hand->reds[suit] = (uint8_t)(hand->reds[suit] - left + hand->concealed[five]);
}

void kzi_hand_trim_reds(struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        trim_meld(&hand->melds[i]);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        trim_suit(hand, suit);
}

void kzi_hand_win_face(struct kzi_hand *hand, unsigned face, bool won) {
    hand->win_face = won ? (uint8_t)(face + 1) : 0;
    if (won)
        hand->win = KZI_A_FACE;
    kzi_face_add(&hand->faces, face, won ? 1 : -1);
    hand->flowers += won ? 1U : UINT32_MAX;
}

void kzi_put_concealed(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t counts[KZI_COUNTS_CAPACITY], reds[KZI_SUITS];
    memcpy(counts, hand->concealed, sizeof counts);
    counts[KZI_A_FACE] = 0;
    kzi_hand_fill_reds(hand, reds);
    kzi_put_counts(text, counts, reds);
    kzi_put_faces(text, &hand->held);
}

void kzi_hand_unarrange(struct kzi_hand *hand) {
    struct kzi_wild_tiles *wild = &hand->wild;
    for (unsigned i = 0; i < wild->count; i++)
        if (i + 1 == wild->won && wild->list[i].tile >= KZI_SHOWN_FACE) {
            kzi_hand_win_face(hand, wild->list[i].tile - KZI_SHOWN_FACE, true);
        } else if (i + 1 == wild->won) {
            hand->win = wild->list[i].tile;
        } else {
            hand->concealed[wild->list[i].as]--;
            if (wild->list[i].tile >= KZI_SHOWN_FACE)
                kzi_face_add(&hand->held, wild->list[i].tile - KZI_SHOWN_FACE, 1);
            hand->concealed[kzi_kind_of_shown(wild->list[i].tile)]++;
        }
    wild->count = wild->won = wild->laid = 0;
    wild->box = 0;
}

void kzi_hand_fill_written(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                           uint8_t counts[KZI_COUNTS_CAPACITY]) {
    KZI_EACH_MELD(hand, meld)
        for (unsigned k = 0; k < KZI_MELD_TILES; k++)
            if (meld->stand_ins >> k & 1) {
                counts[kzi_meld_tile(meld, k)]--;
                counts[kzi_joker_of(meld)]++;
            }
    if (!copies[KZI_A_FACE])
        counts[KZI_A_FACE] = 0;
}

unsigned kzi_hand_count_tiles(const struct kzi_hand *hand, bool whole) {
    unsigned count = hand->n_concealed;
    KZI_EACH_MELD(hand, meld)
        count += whole ? kzi_meld_tiles(meld) : 3;
    return count;
}

unsigned kzi_hand_list_stand_ins(const struct kzi_hand *hand,
                                 struct kzi_wild_tile list[KZI_MAX_WILD_TILES]) {
    const struct kzi_wild_tiles *wild = &hand->wild;
    const unsigned concealed = wild->count - (wild->won ? 1U : 0U);
    unsigned count = 0;
    for (unsigned i = 0; i < concealed; i++) {
        const struct kzi_wild_tile tile = wild->list[i];
        unsigned at = count;
        if (tile.as == tile.tile)
            continue;
        for (; at && list[at - 1].tile == tile.tile && list[at - 1].as > tile.as; at--)
            list[at] = list[at - 1];
        list[at] = tile;
        count++;
    }
    for (unsigned i = wild->count; i < wild->count + wild->laid; i++)
        list[count++] = wild->list[i];
    if (wild->won && wild->list[concealed].as != wild->list[concealed].tile)
        list[count++] = wild->list[concealed];
    return count;
}

void kzi_hand_arrange_as(struct kzi_hand *hand, const struct kzi_hand *completion) {
    memcpy(hand->concealed, completion->concealed, sizeof hand->concealed);
    hand->win = completion->win;
    hand->win_face = completion->win_face;
    hand->faces = completion->faces;
    hand->flowers = completion->flowers;
    hand->wild = completion->wild;
}

struct kzi_hand kzi_hand_without(const struct kzi_hand *hand, unsigned kind, bool red) {
    struct kzi_hand without = *hand;
    uint8_t reds[KZI_SUITS];
    kzi_hand_fill_reds(hand, reds);
    without.concealed[kind]--;
    without.n_concealed--;
    for (unsigned face = 0; kind == KZI_A_FACE && face < KZI_FACES; face++)
        if (kzi_face_count(&hand->held, face)) {
            kzi_face_add(&without.held, face, -1);
            break;
        }
    bool is_five = !kzi_is_honor(kind) && kzi_number(kind) == 5;
    if (is_five && (red || reds[kzi_suit(kind)] > without.concealed[kind]))
        without.reds[kzi_suit(kind)]--;
    return without;
}

/* The table of notations, and the choice among them. */
#include "hand/notation/notations.h"

#include "base/names.h"
#include "hand/notation/readers.h"
#include "hand/parser/items.h"

#include <stdio.h>
#include <string.h>

enum {
    NOTHING = 0,
    WIN = KZI_HELD_WIN,
    RED = KZI_HELD_RED,
    MELDS = KZI_HELD_MELDS,
    FACES = KZI_HELD_FACES,
    FLOWERS = KZI_HELD_FLOWERS,
    WAY = KZI_HELD_WAY,
    SEATS = KZI_HELD_SEATS,
    EVERYTHING = KZI_HELD_ALL
};

const struct kzi_notation kzi_notations[KZI_NOTATIONS] = {
#define NOTATION(id, name, spelling, recognizes, read, write, has_word, holds, form, says)         \
    [KZI_IN_##id] = {name, spelling, recognizes, read, write, has_word, holds, KZI_AS_##form, says},
#include "hand/notation/notations.def"
#undef NOTATION
};

const struct kzi_notation *kzi_notation_find(const char *name, size_t len) {
    for (size_t i = 0; i < KZI_NOTATIONS; i++)
        if (kzi_is_text(name, name + len, kzi_notations[i].name))
            return &kzi_notations[i];
    return NULL;
}

static bool is_own_meld(const struct kzi_meld *meld) {
    return meld->stand_ins || meld->more || meld->tile == KZI_A_FACE;
}

/* Leave out what only kazoe's notation has: jokers, flowers among the tiles, and melds of these or
 * of more than four tiles. */
static void drop_own(struct kzi_hand *hand) {
    const unsigned n_melds = hand->n_melds;
    for (unsigned kind = KZI_KINDS; kind < KZI_TILE_KINDS; kind++) {
        hand->n_concealed = (uint8_t)(hand->n_concealed - hand->concealed[kind]);
        hand->concealed[kind] = 0;
    }
    if (hand->win >= KZI_KINDS)
        hand->win = KZI_NO_KIND;
    hand->n_melds = 0;
    for (unsigned i = 0; i < n_melds; i++) {
        const struct kzi_meld meld = hand->melds[i];
        if (!is_own_meld(&meld))
            hand->melds[hand->n_melds++] = meld;
        else if (meld.red)
            hand->marked[kzi_suit(meld.tile)] -= (uint8_t)__builtin_popcount(meld.red);
    }
}

void kzi_notation_write(struct kzi_text *text, const struct kzi_notation *notation,
                        const struct kzi_hand *hand) {
    struct kzi_hand shown = *hand;
    if (notation->holds != KZI_HELD_ALL)
        drop_own(&shown);
    if (notation->write)
        notation->write(text, &shown);
    else
        kzi_write_spelled(text, notation, &shown);
}

/* --- recognizing ----------------------------------------------------------------------------- */

/* Append the tiles of a list in kazoe's own notation. */
static void put_reading(struct kzi_text *to, const struct kzi_notation *notation, const char *text,
                        const char *end) {
    uint8_t counts[KZI_COUNTS_CAPACITY] = {0}, reds[KZI_SUITS] = {0};
    struct kzi_read_tile tile;
    for (unsigned i = 0; i < KZI_MAX_CONCEALED && kzi_list_next(notation, &text, end, &tile); i++) {
        text = tile.next;
        if (tile.kind >= KZI_SHOWN_FACE)
            continue;
        counts[tile.kind]++;
        if (tile.red)
            reds[kzi_suit(tile.kind)]++;
    }
    kzi_notation_put_counts(to, counts, reds);
}

static void note_ambiguous(struct kzi_parser *parser, const char *text, const char *end,
                           const struct kzi_notation *a, const struct kzi_notation *b) {
    char readings[160];
    struct kzi_text to = kzi_text_fixed(readings, sizeof readings);
    put_reading(&to, a, text, end);
    kzi_text_format(&to, " (%s) or as ", a->name);
    put_reading(&to, b, text, end);
    kzi_text_format(&to, " (%s)", b->name);
    kzi_text_end(&to);
    KZI_NOTE(parser, KZI_AMBIGUOUS, text,
             "this reads as %s: say which, as in --notation %s or \"notation\":\"%s\"", readings,
             a->name, a->name);
}

static void note_unsaid(struct kzi_parser *parser, const char *text,
                        const struct kzi_notation *notation) {
    KZI_NOTE(parser, KZI_BAD_NOTATION, text,
             "this is in the notation %s, which is read only if it is said: --notation %s or "
             "\"notation\":\"%s\"",
             notation->name, notation->name, notation->name);
}

static bool has_digit(const char *text, const char *end) {
    while (text < end && !kzi_is_digit(*text))
        text++;
    return text < end;
}

/* Note that the text may be in notations that are not recognized. */
static void note_others(struct kzi_parser *parser, const char *text, const char *end) {
    static const struct {
        enum kzi_notation_id a, b;
    } pairs[] = {{KZI_IN_TILES_136, KZI_IN_TILES_34}, {KZI_IN_BOTZONE, KZI_IN_CBD}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs && has_digit(text, end); i++) {
        const struct kzi_notation *a = &kzi_notations[pairs[i].a], *b = &kzi_notations[pairs[i].b];
        const bool in_a = kzi_list_count(a, text, end) > 1, in_b = kzi_list_count(b, text, end) > 1;
        if (in_a && in_b)
            note_ambiguous(parser, text, end, a, b);
        else if (in_a || in_b)
            note_unsaid(parser, text, in_a ? a : b);
    }
}

const struct kzi_notation *kzi_notation_recognize(struct kzi_parser *parser, const char *text,
                                                  const char *end) {
    for (size_t i = 0; i < KZI_NOTATIONS; i++)
        if (kzi_notations[i].recognizes && kzi_notations[i].recognizes(text, end))
            return &kzi_notations[i];
    note_others(parser, text, end);
    return NULL;
}

/* --- what is left over ----------------------------------------------------------------------- */

/* Return what of the flowers is left over, or NULL. */
static const char *flowers_left(unsigned holds, const struct kzi_hand *hand) {
    if (hand->win == KZI_A_FACE)
        return "a flower that wins";
    if (!hand->flowers)
        return NULL;
    if (!(holds & (KZI_HELD_FACES | KZI_HELD_FLOWERS)))
        return "flowers";
    if (hand->faces.eights[1] | hand->faces.eights[2])
        return "animal tiles";
    if (!kzi_any_face(&hand->faces) && !(holds & KZI_HELD_FLOWERS))
        return "a number of flowers without their faces";
    return !kzi_any_face(&hand->faces) && hand->flowers > KZI_OF_A_SEAT ? "more than eight flowers"
                                                                        : NULL;
}

/* Return what of the tiles there are too many copies of for numbers, or NULL. */
static const char *copies_left(unsigned holds, const struct kzi_hand *hand) {
    for (unsigned suit = 0; suit < KZI_SUITS && holds & KZI_HELD_RED; suit++) {
        unsigned five = kzi_kind(suit, 5);
        if (hand->marked[suit] > 1)
            return "two red fives of a suit";
        if (hand->concealed[five] + (hand->win == five) - hand->marked[suit] > 3)
            return "four plain fives of a suit";
    }
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (hand->concealed[kind] + (hand->win == kind) > KZI_MAX_COPIES)
            return "five tiles of a kind";
    return NULL;
}

/* Return what is left over but for words, or NULL. */
static const char *part_left(const struct kzi_notation *notation, const struct kzi_hand *hand) {
    const bool copies = notation->form == KZI_AS_NUMBERS &&
                        (!notation->spelling || kzi_spells_copies(notation->spelling));
    const char *too_many = copies ? copies_left(notation->holds, hand) : NULL,
               *flowers = flowers_left(notation->holds, hand);
    const struct {
        bool has;
        unsigned held; /* 0: in no other notation than kazoe's own */
        const char *says;
    } parts[] = {
        {hand->marked[0] || hand->marked[1] || hand->marked[2], KZI_HELD_RED, "red fives"},
        {hand->n_melds, KZI_HELD_MELDS, "melds"},
        {!kzi_hand_is_unfinished(hand), KZI_HELD_WIN, "the winning tile"},
        {too_many, 0, too_many},
        {kzi_hand_has_jokers(hand), 0, "jokers"},
        {flowers, 0, flowers},
        {kzi_any_face(&hand->held) || kzi_hand_has_large_melds(hand), 0,
         "flowers among the tiles or melds of more than four"},
        {hand->by_given, KZI_HELD_WAY, "the way of winning"},
        {hand->round_given || hand->seat_given, KZI_HELD_SEATS, "the winds of round and seat"},
        {hand->from >= 0, 0, "the discarder"},
        {hand->dora.count, 0, "dora indicators"},
        {hand->ura.count, 0, "ura dora indicators"},
        {hand->aside.count, 0, "tiles laid aside"},
        {hand->wild.shown, 0, "the tile turned up"},
        {hand->birds.count, 0, "birds"},
        {hand->thrown.count, 0, "thrown tiles"},
        {hand->stakes, 0, "stakes"},
        {hand->has_seen, 0, "tiles seen elsewhere"},
        {hand->has_discards, 0, "discards"},
        {hand->honba, 0, "counters"},
        {hand->deposits, 0, "deposits"},
        {hand->out, 0, "players who have left"},
        {hand->n_pao, 0, "liability"},
    };
    for (size_t i = 0; i < KZI_COUNT(parts); i++)
        if (parts[i].has && !(notation->holds & parts[i].held))
            return parts[i].says;
    return NULL;
}

const char *kzi_notation_left_over(const struct kzi_notation *notation, const struct kzi_hand *hand,
                                   char buffer[KZI_LEFT_OVER]) {
    if (notation->holds == KZI_HELD_ALL)
        return NULL;
    const char *left = part_left(notation, hand);
    for (unsigned i = 0; !left && i < hand->n_words; i++)
        if (!notation->has_word || !notation->has_word(hand, kzi_word_at(hand, i)->text)) {
            snprintf(buffer, KZI_LEFT_OVER, "the word %s", kzi_word_at(hand, i)->text);
            left = buffer;
        }
    return left;
}

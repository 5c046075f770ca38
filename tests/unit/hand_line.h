/* hand_line.h - a hand written as one line, in order or with its tiles and items shuffled. */
#ifndef HAND_LINE_H
#define HAND_LINE_H

#include "analysis/witness/random.h"
#include "hand/hand.h"
#include "hand/notation/notations.h"
#include "tile/notation.h"

#define LINE_ITEMS 64

struct hand_line {
    struct kzi_random *random; /* NULL: do not shuffle */
    uint8_t red[KZI_SUITS];    /* red fives that are not written yet */
    unsigned count;
    char items[LINE_ITEMS][80];
};

static inline struct kzi_text line_item(struct hand_line *line) {
    return kzi_text_fixed(line->items[line->count++], sizeof *line->items);
}

static inline void line_digit(struct hand_line *line, struct kzi_text *text, unsigned kind,
                              bool may_be_red) {
    unsigned suit = kzi_suit(kind), number = kzi_number(kind);
    bool red = may_be_red && number == 5 && suit < KZI_SUITS && line->red[suit];
    if (red)
        line->red[suit]--;
    kzi_text_int(text, red ? 0 : (int)number);
}

static inline void line_tile(struct hand_line *line, const char *before, unsigned kind, bool red) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, before);
    line_digit(line, &text, kind, red);
    kzi_text_char(&text, "mpszj"[kzi_suit(kind)]);
    kzi_text_end(&text);
}

static inline void line_meld(struct hand_line *line, const struct kzi_meld *meld) {
    struct kzi_text text = line_item(line);
    /* the place of a joker names the tile that it replaces; other tiles of long melds are equal */
    if (meld->stand_ins || meld->more || meld->tile == KZI_A_FACE) {
        kzi_put_meld(&text, meld);
        kzi_text_end(&text);
        return;
    }
    unsigned tiles = meld->kind == KZI_KONG ? 4 : 3;
    unsigned first = line->random ? kzi_random_below(line->random, 3) : 0;
    kzi_text_char(&text, meld->claimed ? '[' : '(');
    for (unsigned i = 0; i < tiles; i++) {
        if (meld->added && i == 3)
            kzi_text_char(&text, '+');
        line_digit(line, &text, meld->tile + (meld->kind == KZI_CHOW ? (first + i) % 3 : 0), true);
    }
    kzi_text_char(&text, "mpsz"[kzi_suit(meld->tile)]);
    kzi_text_char(&text, meld->claimed ? ']' : ')');
    kzi_text_end(&text);
}

static inline void line_shown(struct hand_line *line, const char *key,
                              const struct kzi_indicators *shown) {
    if (!shown->count)
        return;
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_put_kind(&text, shown->kind[i]);
    kzi_text_end(&text);
}

static inline void line_word(struct hand_line *line, const char *word) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, word);
    kzi_text_end(&text);
}

static inline void line_seat(struct hand_line *line, const char *key, int seat) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, key);
    kzi_text_char(&text, kzi_seat_letters[seat]);
    kzi_text_end(&text);
}

static inline void line_seats(struct hand_line *line, const char *key, unsigned seats) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, key);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (seats >> seat & 1)
            kzi_text_char(&text, kzi_seat_letters[seat]);
    kzi_text_end(&text);
}

static inline void line_number(struct hand_line *line, const char *key, unsigned number) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, key);
    kzi_text_int(&text, number);
    kzi_text_end(&text);
}

static inline void line_flowers(struct hand_line *line, const struct kzi_hand *hand) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, "flowers=");
    kzi_put_faces(&text, &hand->faces);
    kzi_text_end(&text);
}

static inline void line_winning_face(struct hand_line *line, const struct kzi_hand *hand) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, "+");
    kzi_put_kind(&text, KZI_SHOWN_FACE + hand->win_face - 1U);
    kzi_text_end(&text);
}

static inline void line_turned_up(struct hand_line *line, unsigned tile) {
    struct kzi_text text = line_item(line);
    kzi_text_put(&text, "wild=");
    kzi_put_kind(&text, tile);
    kzi_text_end(&text);
}

static inline void line_situation(struct hand_line *line, const struct kzi_hand *hand) {
    line_word(line, hand->self_draw ? "tsumo" : "ron");
    line_seat(line, "round=", hand->round);
    line_seat(line, "seat=", hand->seat);
    if (hand->from >= 0)
        line_seat(line, "from=", hand->from);
    if (hand->out)
        line_seats(line, "out=", hand->out);
    line_number(line, "honba=", hand->counters);
    line_number(line, "deposits=", hand->bets);
    if (kzi_any_face(&hand->faces))
        line_flowers(line, hand);
    else
        line_number(line, "flowers=", hand->flowers);
    line_shown(line, "dora=", &hand->dora);
    line_shown(line, "ura=", &hand->ura);
    line_shown(line, "aside=", &hand->aside);
    line_shown(line, "thrown=", &hand->thrown);
    if (hand->wild.shown)
        line_turned_up(line, hand->wild.shown - 1U);
    for (unsigned i = 0; i < hand->n_words; i++)
        line_word(line, kzi_word_at(hand, i)->text);
}

/* Flowers among the tiles. */
static inline void line_held(struct hand_line *line, const struct kzi_hand *hand) {
    for (unsigned face = 0; face < KZI_FACES; face++)
        for (unsigned copy = 0; copy < kzi_face_count(&hand->held, face); copy++) {
            struct kzi_text text = line_item(line);
            kzi_put_kind(&text, KZI_SHOWN_FACE + face);
            kzi_text_end(&text);
        }
}

static inline void line_items(struct hand_line *line, const struct kzi_hand *hand) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        line->red[suit] =
            (uint8_t)(hand->reds[suit] - (hand->win_red && kzi_suit(hand->win) == suit));
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        for (unsigned copy = 0; kind != KZI_A_FACE && copy < hand->concealed[kind]; copy++)
            line_tile(line, "", kind, true);
    line_held(line, hand);
    for (unsigned i = 0; i < hand->n_melds; i++)
        line_meld(line, &hand->melds[i]);
    if (hand->win_red)
        line->red[kzi_suit(hand->win)] = 1;
    if (hand->win_face)
        line_winning_face(line, hand);
    else
        line_tile(line, "+", hand->win, hand->win_red);
    line_situation(line, hand);
}

/* Write the hand into text, as a line that parses as this hand. */
static inline void hand_line(struct kzi_text *text, const struct kzi_hand *hand,
                             struct kzi_random *random) {
    struct hand_line line = {.random = random};
    uint8_t order[LINE_ITEMS] = {0};
    line_items(&line, hand);
    for (unsigned i = 0; i < line.count; i++) {
        unsigned other = random ? kzi_random_below(random, i + 1) : i;
        order[i] = order[other];
        order[other] = (uint8_t)i;
    }
    for (unsigned i = 0; i < line.count; i++) {
        kzi_text_put(text, i ? " " : "");
        kzi_text_put(text, line.items[order[i]]);
    }
}

#endif

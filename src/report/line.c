#include "report/line.h"

#include "rules/model.h"
#include "tile/notation.h"

struct line {
    struct kzi_text *text;
    const struct kzi_hand *hand;
    uint8_t red[KZI_SUITS]; /* marked fives still to be written, the winning tile apart */
};

static void put_digit(struct line *line, unsigned kind) {
    unsigned suit = kzi_suit(kind), number = kzi_number(kind);
    bool red = suit < KZI_SUITS && number == 5 && line->red[suit];
    if (red)
        line->red[suit]--;
    kzi_text_char(line->text, (char)('0' + (red ? 0 : number)));
}

static void put_letter(struct line *line, unsigned kind) {
    kzi_text_char(line->text, "mpsz"[kzi_suit(kind)]);
}

static void put_concealed(struct line *line) {
    const uint8_t *counts = line->hand->concealed;
    unsigned last = KZI_KINDS;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (!counts[kind])
            continue;
        if (last < KZI_KINDS && kzi_suit(last) != kzi_suit(kind))
            put_letter(line, last);
        for (unsigned i = 0; i < counts[kind]; i++)
            put_digit(line, kind);
        last = kind;
    }
    if (last < KZI_KINDS)
        put_letter(line, last);
}

static void put_meld(struct line *line, const struct kzi_meld *meld) {
    unsigned tiles = meld->kind == KZI_KONG ? 4 : 3;
    kzi_text_put(line->text, meld->claimed ? " [" : " (");
    for (unsigned i = 0; i < tiles; i++) {
        kzi_text_put(line->text, meld->added && i == 3 ? "+" : "");
        put_digit(line, meld->tile + (meld->kind == KZI_CHOW ? i : 0));
    }
    put_letter(line, meld->tile);
    kzi_text_char(line->text, meld->claimed ? ']' : ')');
}

static void put_seat(struct line *line, const char *key, int seat, bool given) {
    if (given)
        kzi_text_format(line->text, " %s=%s", key, kzi_seat_names[seat]);
}

static void put_shown(struct line *line, const char *key, const struct kzi_indicators *shown) {
    if (shown->count)
        kzi_text_format(line->text, " %s=", key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_notation_put(line->text, shown->kind[i]);
}

static void put_number(struct line *line, const char *key, unsigned number) {
    if (number)
        kzi_text_format(line->text, " %s=%u", key, number);
}

static void put_situation(struct line *line) {
    const struct kzi_hand *hand = line->hand;
    if (hand->by_given || hand->self_draw)
        kzi_text_put(line->text, hand->self_draw ? " tsumo" : " ron");
    put_seat(line, "round", hand->round, hand->round_given);
    put_seat(line, "seat", hand->seat, hand->seat_given);
    put_seat(line, "from", hand->from, hand->from >= 0);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(line->text, " %s", hand->words[i].text);
    put_shown(line, "dora", &hand->dora);
    put_shown(line, "ura", &hand->ura);
    put_number(line, "flowers", hand->flowers);
    put_number(line, "honba", hand->honba);
    put_number(line, "deposits", hand->deposits);
    for (unsigned i = 0; i < hand->n_pao; i++)
        kzi_text_format(line->text, " pao=%s:%s", hand->pao[i].yaku,
                        kzi_seat_names[hand->pao[i].seat]);
}

void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand) {
    struct line line = {.text = text, .hand = hand};
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        line.red[suit] = hand->marked[suit];
    if (hand->win_marked)
        line.red[kzi_suit(hand->win)]--;
    put_concealed(&line);
    for (unsigned i = 0; i < hand->n_melds; i++)
        put_meld(&line, &hand->melds[i]);
    kzi_text_put(text, " +");
    if (hand->win_marked)
        kzi_text_format(text, "0%c", "mps"[kzi_suit(hand->win)]);
    else
        kzi_notation_put(text, hand->win);
    put_situation(&line);
}

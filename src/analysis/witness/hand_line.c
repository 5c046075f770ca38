#include "analysis/witness/hand_line.h"

#include "report/wording.h"
#include "tile/notation.h"

struct line {
    struct kzi_text *text;
    const struct kzi_hand *hand;
};

static void put_seat(struct line *line, const char *key, int seat, bool given) {
    if (given)
        kzi_text_format(line->text, " %s=%s", key, kzi_seat_names[seat]);
}

static void put_shown(struct line *line, const char *key, const struct kzi_indicators *shown) {
    if (shown->count)
        kzi_text_format(line->text, " %s=", key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_notation_put_tile(line->text, shown->kind[i], shown->red >> i & 1);
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
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_notation_put_counts(text, hand->concealed, reds);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
    kzi_text_put(text, " +");
    kzi_notation_put_tile(text, hand->win, hand->win_marked);
    put_situation(&line);
}

/* kazoe's own notation: a hand as one line, which reads as the same hand. */
#include "hand/notation/readers.h"
#include "tile/face.h"
#include "tile/notation.h"

static void put_meld(struct kzi_text *text, const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[4];
    unsigned count = kzi_list_meld(tiles, meld);
    kzi_text_char(text, meld->claimed ? '[' : '(');
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, meld->added && i == 3 ? "+" : "");
        kzi_text_char(text, tiles[i].red ? '0' : (char)('0' + kzi_number(tiles[i].kind)));
    }
    kzi_text_char(text, "mpsz"[kzi_suit(meld->tile)]);
    kzi_text_char(text, meld->claimed ? ']' : ')');
}

static void put_win(struct kzi_text *text, const struct kzi_hand *hand) {
    if (kzi_hand_is_unfinished(hand))
        return;
    kzi_text_put(text, " +");
    if (hand->win == KZI_A_FACE)
        kzi_face_put(text, hand->win_face - 1U);
    else
        kzi_notation_put_tile(text, hand->win, hand->win_marked);
}

static void put_seat(struct kzi_text *text, const char *key, unsigned seat) {
    kzi_text_put(text, key);
    kzi_text_char(text, kzi_seat_letters[seat]);
}

static void put_shown(struct kzi_text *text, const char *key, const struct kzi_indicators *shown) {
    if (!shown->count)
        return;
    kzi_text_put(text, key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_notation_put_tile(text, shown->kind[i], shown->red >> i & 1);
}

static void put_seen(struct kzi_text *text, const char *key, const struct kzi_seen_tiles *seen) {
    kzi_text_put(text, key);
    kzi_notation_put_counts(text, seen->counts, seen->red);
}

static void put_number(struct kzi_text *text, const char *key, uint32_t number) {
    if (number)
        kzi_text_format(text, "%s%u", key, number);
}

static void put_flowers(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->faces) {
        put_number(text, " flowers=", hand->flowers);
        return;
    }
    kzi_text_put(text, " flowers=");
    kzi_faces_put(text, hand->faces);
}

static void put_seats(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->by_given || hand->self_draw)
        kzi_text_put(text, hand->self_draw ? " tsumo" : " ron");
    if (hand->round_given)
        put_seat(text, " round=", hand->round);
    if (hand->seat_given || hand->seat != 1)
        put_seat(text, " seat=", hand->seat);
    if (hand->from >= 0)
        put_seat(text, " from=", (unsigned)hand->from);
}

static void put_out(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->out)
        kzi_text_put(text, " out=");
    for (unsigned seat = 0; seat < 4; seat++)
        if (hand->out >> seat & 1)
            kzi_text_char(text, kzi_seat_letters[seat]);
}

static void put_pao(struct kzi_text *text, const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_pao; i++) {
        kzi_text_format(text, " pao=%s:", hand->pao[i]);
        kzi_text_char(text, kzi_seat_letters[hand->pao_seats[i]]);
    }
}

void kzi_write_tiles(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_notation_put_counts(text, hand->concealed, reds);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_put(text, i || hand->n_concealed ? " " : "");
        put_meld(text, &hand->melds[i]);
    }
    put_win(text, hand);
}

void kzi_write_line(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_write_tiles(text, hand);
    put_seats(text, hand);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(text, " %s", kzi_word_at(hand, i)->text);
    put_shown(text, " dora=", &hand->dora);
    put_shown(text, " ura=", &hand->ura);
    put_flowers(text, hand);
    put_shown(text, " aside=", &hand->aside);
    if (hand->has_seen)
        put_seen(text, " seen=", &hand->extras->seen);
    if (hand->has_discards)
        put_seen(text, " discards=", &hand->extras->discards);
    put_number(text, " honba=", hand->honba);
    put_number(text, " deposits=", hand->deposits);
    put_out(text, hand);
    put_pao(text, hand);
}

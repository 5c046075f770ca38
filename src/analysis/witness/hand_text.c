/* Write a hand as a line and as a record. */
#include "analysis/witness/hand_text.h"

#include "base/text_json.h"
#include "report/wording.h"
#include "tile/notation.h"

/* --- a line ---------------------------------------------------------------------------------- */
static void put_shown(struct kzi_text *text, const char *key, const struct kzi_indicators *shown) {
    if (shown->count)
        kzi_text_format(text, " %s=", key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_notation_put_tile(text, shown->kind[i], shown->red >> i & 1);
}

static void put_situation(struct kzi_text *text, const struct kzi_hand *hand) {
    const char *const *seats = kzi_seat_names;
    const char *const keys[] = {"flowers", "honba", "deposits"};
    const uint32_t numbers[] = {hand->faces ? 0 : hand->flowers, hand->honba, hand->deposits};
    if (hand->by_given || hand->self_draw)
        kzi_text_put(text, hand->self_draw ? " tsumo" : " ron");
    if (hand->round_given)
        kzi_text_format(text, " round=%s", seats[hand->round]);
    if (hand->seat_given)
        kzi_text_format(text, " seat=%s", seats[hand->seat]);
    if (hand->from >= 0)
        kzi_text_format(text, " from=%s", seats[hand->from]);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(text, " %s", hand->words[i].text);
    put_shown(text, "dora", &hand->dora);
    put_shown(text, "ura", &hand->ura);
    if (hand->faces) {
        kzi_text_put(text, " flowers=");
        kzi_faces_put(text, hand->faces);
    }
    if (hand->aside.count) {
        kzi_text_put(text, " aside=");
        kzi_say_laid_aside(text, hand);
    }
    for (unsigned i = 0; i < KZI_COUNT(keys); i++)
        if (numbers[i])
            kzi_text_format(text, " %s=%u", keys[i], numbers[i]);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (hand->out >> seat & 1)
            kzi_text_format(text, "%s%s",
                            hand->out & ((1U << seat) - 1) ? "" : " out=", seats[seat]);
    for (unsigned i = 0; i < hand->n_pao; i++)
        kzi_text_format(text, " pao=%s:%s", hand->pao[i].yaku, seats[hand->pao[i].seat]);
}

void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_notation_put_counts(text, hand->concealed, reds);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
    kzi_text_put(text, " +");
    kzi_say_win(text, hand);
    put_situation(text, hand);
}

/* --- a record -------------------------------------------------------------------------------- */

/* The member of a text that `say` writes. */
static void put_text(struct kzi_text *text, const char *key, const struct kzi_hand *hand,
                     void (*say)(struct kzi_text *text, const struct kzi_hand *hand)) {
    kzi_json_key(text, key);
    kzi_json_begin_string(text);
    say(text, hand);
    kzi_json_end_string(text);
}

static void say_concealed(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_notation_put_counts(text, hand->concealed, reds);
}

static void say_faces(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_faces_put(text, hand->faces);
}

static void say_out(struct kzi_text *text, const struct kzi_hand *hand) {
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (hand->out >> seat & 1)
            kzi_text_put(text, kzi_seat_names[seat]);
}

static void put_melds(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_melds)
        return;
    kzi_json_begin_key(text, "melds", '[');
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_json_begin_string(text);
        kzi_say_meld(text, &hand->melds[i]);
        kzi_json_end_string(text);
    }
    kzi_json_end(text, ']');
}

static void put_words(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_words)
        return;
    kzi_json_begin_key(text, "flags", '[');
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_json_put_string(text, hand->words[i].text);
    kzi_json_end(text, ']');
}

static void put_indicators(struct kzi_text *text, const char *key,
                           const struct kzi_indicators *shown) {
    if (!shown->count)
        return;
    kzi_json_begin_key(text, key, '[');
    for (unsigned i = 0; i < shown->count; i++) {
        kzi_json_begin_string(text);
        kzi_notation_put_tile(text, shown->kind[i], shown->red >> i & 1);
        kzi_json_end_string(text);
    }
    kzi_json_end(text, ']');
}

static void put_number(struct kzi_text *text, const char *key, uint32_t number) {
    if (number)
        kzi_json_key_int(text, key, number);
}

static void put_pao(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_pao)
        return;
    kzi_json_begin_key(text, "pao", '{');
    for (unsigned i = 0; i < hand->n_pao; i++)
        kzi_json_key_string(text, hand->pao[i].yaku, kzi_seat_names[hand->pao[i].seat]);
    kzi_json_end(text, '}');
}

void kzi_put_record(struct kzi_text *text, const struct kzi_hand *hand) {
    put_text(text, "hand", hand, say_concealed);
    put_melds(text, hand);
    put_text(text, "win", hand, kzi_say_win);
    kzi_json_key_string(text, "by", hand->self_draw ? "tsumo" : "ron");
    kzi_json_key_string(text, "round", kzi_seat_names[hand->round]);
    kzi_json_key_string(text, "seat", kzi_seat_names[hand->seat]);
    if (hand->from >= 0)
        kzi_json_key_string(text, "from", kzi_seat_names[hand->from]);
    put_words(text, hand);
    put_indicators(text, "dora", &hand->dora);
    put_indicators(text, "ura", &hand->ura);
    if (hand->faces)
        put_text(text, "flowers", hand, say_faces);
    else
        put_number(text, "flowers", hand->flowers);
    if (hand->aside.count)
        put_text(text, "aside", hand, kzi_say_laid_aside);
    put_number(text, "honba", hand->honba);
    put_number(text, "deposits", hand->deposits);
    if (hand->out)
        put_text(text, "out", hand, say_out);
    put_pao(text, hand);
}

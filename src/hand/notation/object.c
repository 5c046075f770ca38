/* A hand as a JSON record: its tiles in a notation, and in kazoe's own the rest in keys. */
#include "base/text_json.h"
#include "hand/notation/readers.h"
#include "tile/face.h"
#include "tile/notation.h"

/* Put the tiles as the notation writes them. */
static void put_hand(struct kzi_text *text, const struct kzi_notation *notation,
                     const struct kzi_hand *hand) {
    char line[KZI_MAX_WRITTEN];
    struct kzi_text to = kzi_text_fixed(line, sizeof line);
    notation->write(&to, hand);
    kzi_text_end(&to);
    kzi_json_key(text, "hand");
    if (notation->form == KZI_AS_STRING) {
        kzi_json_put_string(text, line);
        return;
    }
    kzi_json_separate(text);
    kzi_text_put(text, notation->form == KZI_AS_NUMBERS ? "[" : "");
    for (const char *at = line; *at; at++)
        kzi_text_char(text, *at == ' ' ? ',' : *at);
    kzi_text_put(text, notation->form == KZI_AS_NUMBERS ? "]" : "");
}

/* --- the rest in keys ------------------------------------------------------------------------ */

static void put_seat(struct kzi_text *text, const char *key, unsigned seat) {
    const char name[] = {kzi_seat_letters[seat], '\0'};
    kzi_json_key_string(text, key, name);
}

static void put_seats(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->by_given || hand->self_draw)
        kzi_json_key_string(text, "by", hand->self_draw ? "tsumo" : "ron");
    if (hand->round_given)
        put_seat(text, "round", hand->round);
    if (hand->seat_given || hand->seat != 1)
        put_seat(text, "seat", hand->seat);
    if (hand->from >= 0)
        put_seat(text, "from", (unsigned)hand->from);
}

static void put_shown(struct kzi_text *text, const char *key, const struct kzi_indicators *shown) {
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

static void put_aside(struct kzi_text *text, const struct kzi_indicators *aside) {
    if (!aside->count)
        return;
    kzi_json_key(text, "aside");
    kzi_json_begin_string(text);
    for (unsigned i = 0; i < aside->count; i++)
        kzi_notation_put_tile(text, aside->kind[i], aside->red >> i & 1);
    kzi_json_end_string(text);
}

static void put_seen(struct kzi_text *text, const char *key, const struct kzi_seen_tiles *seen) {
    kzi_json_key(text, key);
    kzi_json_begin_string(text);
    kzi_notation_put_counts(text, seen->counts, seen->red);
    kzi_json_end_string(text);
}

static void put_flowers(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->flowers)
        return;
    kzi_json_key(text, "flowers");
    if (!hand->faces) {
        kzi_json_put_int(text, hand->flowers);
        return;
    }
    kzi_json_begin_string(text);
    kzi_faces_put(text, hand->faces);
    kzi_json_end_string(text);
}

static void put_words(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_words)
        return;
    kzi_json_begin_key(text, "flags", '[');
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_json_put_string(text, kzi_word_at(hand, i)->text);
    kzi_json_end(text, ']');
}

static void put_out(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->out)
        return;
    kzi_json_key(text, "out");
    kzi_json_begin_string(text);
    for (unsigned seat = 0; seat < 4; seat++)
        if (hand->out >> seat & 1)
            kzi_text_char(text, kzi_seat_letters[seat]);
    kzi_json_end_string(text);
}

static void put_pao(struct kzi_text *text, const struct kzi_hand *hand) {
    if (!hand->n_pao)
        return;
    kzi_json_begin_key(text, "pao", '{');
    for (unsigned i = 0; i < hand->n_pao; i++)
        put_seat(text, hand->pao[i], hand->pao_seats[i]);
    kzi_json_end(text, '}');
}

void kzi_put_keys(struct kzi_text *text, const struct kzi_hand *hand) {
    put_seats(text, hand);
    put_words(text, hand);
    put_shown(text, "dora", &hand->dora);
    put_shown(text, "ura", &hand->ura);
    put_flowers(text, hand);
    put_aside(text, &hand->aside);
    if (hand->has_seen)
        put_seen(text, "seen", &hand->extras->seen);
    if (hand->has_discards)
        put_seen(text, "discards", &hand->extras->discards);
    if (hand->honba)
        kzi_json_key_int(text, "honba", hand->honba);
    if (hand->deposits)
        kzi_json_key_int(text, "deposits", hand->deposits);
    put_out(text, hand);
    put_pao(text, hand);
}

/* Put the tiles alone in kazoe's own notation. */
static void put_own_hand(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_json_key(text, "hand");
    kzi_json_begin_string(text);
    kzi_write_tiles(text, hand);
    kzi_json_end_string(text);
}

void kzi_notation_json(struct kzi_text *text, const struct kzi_notation *notation,
                       const struct kzi_hand *hand) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    if (hand->has_id) {
        kzi_json_key(text, "id");
        kzi_json_separate(text);
        kzi_text_put(text, hand->extras->id);
    }
    kzi_json_key_string(text, "notation", notation->name);
    if (notation->read)
        put_hand(text, notation, hand);
    else {
        put_own_hand(text, hand);
        kzi_put_keys(text, hand);
    }
    kzi_json_end(text, '}');
}

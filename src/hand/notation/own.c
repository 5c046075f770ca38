/* kazoe's own notation: a hand as a line and as a JSON record, which are read as the same hand.  A
 * record may have its tiles in another notation. */
#include "base/text_json.h"
#include "hand/notation/readers.h"
#include "tile/notation.h"

/* --- tiles ------------------------------------------------------------------------------------ */

void kzi_put_win(struct kzi_text *text, const struct kzi_hand *hand) {
    if (hand->win_face)
        kzi_put_kind(text, KZI_SHOWN_FACE + hand->win_face - 1U);
    else
        kzi_put_tile(text, hand->win, hand->win_red);
}

void kzi_write_tiles(struct kzi_text *text, const struct kzi_hand *arranged) {
    struct kzi_hand written = *arranged;
    const struct kzi_hand *hand = &written;
    kzi_hand_unarrange(&written);
    kzi_put_concealed(text, hand);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_put(text, i || hand->n_concealed ? " " : "");
        kzi_put_meld(text, &hand->melds[i]);
    }
    if (kzi_hand_is_unfinished(hand))
        return;
    kzi_text_put(text, " +");
    kzi_put_win(text, hand);
}

/* --- the rest --------------------------------------------------------------------------------- */

struct writer {
    struct kzi_text *text;
    bool record; /* write members of an object, not a line */
};

/* Begin the text of a key; and end it. */
static void begin_key(const struct writer *writer, const char *key) {
    if (!writer->record) {
        kzi_text_format(writer->text, " %s=", key);
        return;
    }
    kzi_json_key(writer->text, key);
    kzi_json_begin_string(writer->text);
}

static void end_key(const struct writer *writer) {
    if (writer->record)
        kzi_json_end_string(writer->text);
}

static void put_seats(const struct writer *writer, const char *key, unsigned seats) {
    if (!seats)
        return;
    begin_key(writer, key);
    KZI_EACH_IN(seats, seat)
        kzi_text_char(writer->text, kzi_seat_letters[seat]);
    end_key(writer);
}

static void put_counter(const struct writer *writer, const char *key, uint32_t number) {
    if (number && writer->record)
        kzi_json_key_int(writer->text, key, number);
    else if (number)
        kzi_text_format(writer->text, " %s=%u", key, number);
}

/* Write tiles as one text, or in a record as a text for each. */
static void put_shown(const struct writer *writer, const char *key,
                      const struct kzi_indicators *shown, bool as_list) {
    if (!shown->count)
        return;
    if (as_list)
        kzi_json_begin_key(writer->text, key, '[');
    else
        begin_key(writer, key);
    for (unsigned i = 0; i < shown->count; i++) {
        if (as_list)
            kzi_json_begin_string(writer->text);
        kzi_put_tile(writer->text, shown->kind[i], shown->red >> i & 1);
        if (as_list)
            kzi_json_end_string(writer->text);
    }
    if (as_list)
        kzi_json_end(writer->text, ']');
    else
        end_key(writer);
}

/* Write the tile turned up.  shown: from 1; 0: none */
static void put_wild(const struct writer *writer, const struct kzi_hand *hand) {
    if (!hand->wild.shown)
        return;
    begin_key(writer, "wild");
    kzi_put_kind(writer->text, hand->wild.shown - 1U);
    end_key(writer);
}

/* Write tiles that are seen.  seen: NULL if none are given. */
static void put_seen(const struct writer *writer, const char *key,
                     const struct kzi_seen_tiles *seen) {
    if (!seen)
        return;
    begin_key(writer, key);
    kzi_put_counts(writer->text, seen->counts, seen->counts + KZI_RED);
    end_key(writer);
}

static void put_flowers(const struct writer *writer, const struct kzi_hand *hand) {
    if (!kzi_any_face(&hand->faces)) {
        put_counter(writer, "flowers", hand->flowers);
        return;
    }
    begin_key(writer, "flowers");
    kzi_put_faces(writer->text, &hand->faces);
    end_key(writer);
}

/* Write the way of winning, which is a word without a key in a line. */
static void put_way(const struct writer *writer, const struct kzi_hand *hand) {
    const char *word = hand->self_draw ? "tsumo" : "ron";
    if (!hand->by_given && !hand->self_draw)
        return;
    if (writer->record)
        kzi_json_key_string(writer->text, "by", word);
    else
        kzi_text_format(writer->text, " %s", word);
}

static void put_words(const struct writer *writer, const struct kzi_hand *hand) {
    if (!hand->n_words)
        return;
    if (writer->record)
        kzi_json_begin_key(writer->text, "flags", '[');
    for (unsigned i = 0; i < hand->n_words; i++)
        if (writer->record)
            kzi_json_put_string(writer->text, kzi_word_at(hand, i)->text);
        else
            kzi_text_format(writer->text, " %s", kzi_word_at(hand, i)->text);
    if (writer->record)
        kzi_json_end(writer->text, ']');
}

static void put_pao(const struct writer *writer, const struct kzi_hand *hand) {
    if (!hand->n_pao)
        return;
    if (writer->record)
        kzi_json_begin_key(writer->text, "pao", '{');
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (writer->record)
            put_seats(writer, hand->pao[i], 1U << hand->pao_seats[i]);
        else
            kzi_text_format(writer->text, " pao=%s:%c", hand->pao[i],
                            kzi_seat_letters[hand->pao_seats[i]]);
    if (writer->record)
        kzi_json_end(writer->text, '}');
}

static void put_stakes(const struct writer *writer, uint32_t stakes) {
    if (!stakes)
        return;
    if (writer->record)
        kzi_json_begin_key(writer->text, "stakes", '{');
    else
        kzi_text_put(writer->text, " stakes=");
    for (unsigned seat = 0; seat < 4; seat++) {
        const unsigned stake = stakes >> 8 * seat & UINT8_MAX;
        const char letter[] = {kzi_seat_letters[seat], '\0'};
        if (stake && writer->record)
            kzi_json_key_int(writer->text, letter, stake);
        else if (stake)
            kzi_text_format(writer->text, "%s%u", letter, stake);
    }
    if (writer->record)
        kzi_json_end(writer->text, '}');
}

static void put_keys(const struct writer *writer, const struct kzi_hand *hand) {
    put_way(writer, hand);
    put_seats(writer, "round", hand->round_given ? 1U << hand->round : 0);
    put_seats(writer, "seat", hand->seat_given || hand->seat != 1 ? 1U << hand->seat : 0);
    put_seats(writer, "from", hand->from >= 0 ? 1U << hand->from : 0);
    put_words(writer, hand);
    put_shown(writer, "dora", &hand->dora, writer->record);
    put_shown(writer, "ura", &hand->ura, writer->record);
    put_flowers(writer, hand);
    put_shown(writer, "aside", &hand->aside, false);
    put_wild(writer, hand);
    put_shown(writer, "birds", &hand->birds, false);
    put_shown(writer, "thrown", &hand->thrown, false);
    put_stakes(writer, hand->stakes);
    put_seen(writer, "seen", hand->has_seen ? &hand->extras->seen : NULL);
    put_seen(writer, "discards", hand->has_discards ? &hand->extras->discards : NULL);
    put_counter(writer, "honba", hand->counters);
    put_counter(writer, "deposits", hand->bets);
    put_seats(writer, "out", hand->out);
    put_pao(writer, hand);
}

/* --- the whole -------------------------------------------------------------------------------- */

void kzi_write_line(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_write_tiles(text, hand);
    put_keys(&(struct writer){text, false}, hand);
}

void kzi_put_keys(struct kzi_text *text, const struct kzi_hand *hand) {
    put_keys(&(struct writer){text, true}, hand);
}

/* Write the tiles in a notation. */
static void put_hand(struct kzi_text *text, const struct kzi_notation *notation,
                     const struct kzi_hand *hand) {
    const bool numbers = notation->form == KZI_AS_NUMBERS;
    char line[KZI_MAX_WRITTEN];
    struct kzi_text to = kzi_text_fixed(line, sizeof line);
    kzi_put_in_notation(&to, notation, hand);
    kzi_text_end(&to);
    kzi_json_key(text, "hand");
    if (notation->form == KZI_AS_STRING) {
        kzi_json_put_string(text, line);
        return;
    }
    kzi_json_separate(text);
    kzi_text_put(text, numbers ? "[" : "");
    for (const char *at = line; *at; at++)
        kzi_text_char(text, *at == ' ' ? ',' : *at);
    kzi_text_put(text, numbers ? "]" : "");
}

void kzi_put_notation_json(struct kzi_text *text, const struct kzi_notation *notation,
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
        kzi_json_key(text, "hand");
        kzi_json_begin_string(text);
        kzi_write_tiles(text, hand);
        kzi_json_end_string(text);
        kzi_put_keys(text, hand);
    }
    kzi_json_end(text, '}');
}

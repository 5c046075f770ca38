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
        kzi_put_tile(text, hand->win, hand->win_marked);
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
static void begin_key(const struct writer *to, const char *key) {
    if (!to->record) {
        kzi_text_format(to->text, " %s=", key);
        return;
    }
    kzi_json_key(to->text, key);
    kzi_json_begin_string(to->text);
}

static void end_key(const struct writer *to) {
    if (to->record)
        kzi_json_end_string(to->text);
}

static void put_seats(const struct writer *to, const char *key, unsigned seats) {
    if (!seats)
        return;
    begin_key(to, key);
    KZI_EACH_IN(seats, seat)
        kzi_text_char(to->text, kzi_seat_letters[seat]);
    end_key(to);
}

static void put_counter(const struct writer *to, const char *key, uint32_t number) {
    if (number && to->record)
        kzi_json_key_int(to->text, key, number);
    else if (number)
        kzi_text_format(to->text, " %s=%u", key, number);
}

/* Write tiles as one text, or in a record as a text for each. */
static void put_shown(const struct writer *to, const char *key, const struct kzi_indicators *shown,
                      bool apart) {
    if (!shown->count)
        return;
    if (apart)
        kzi_json_begin_key(to->text, key, '[');
    else
        begin_key(to, key);
    for (unsigned i = 0; i < shown->count; i++) {
        if (apart)
            kzi_json_begin_string(to->text);
        kzi_put_tile(to->text, shown->kind[i], shown->red >> i & 1);
        if (apart)
            kzi_json_end_string(to->text);
    }
    if (apart)
        kzi_json_end(to->text, ']');
    else
        end_key(to);
}

/* Write the tile turned up.  shown: from 1; 0: none */
static void put_wild(const struct writer *to, const struct kzi_hand *hand) {
    if (!hand->wild.shown)
        return;
    begin_key(to, "wild");
    kzi_put_kind(to->text, hand->wild.shown - 1U);
    end_key(to);
}

/* Write tiles that are seen.  seen: NULL if none are given. */
static void put_seen(const struct writer *to, const char *key, const struct kzi_seen_tiles *seen) {
    if (!seen)
        return;
    begin_key(to, key);
    kzi_put_counts(to->text, seen->counts, seen->red);
    end_key(to);
}

static void put_flowers(const struct writer *to, const struct kzi_hand *hand) {
    if (!kzi_any_face(&hand->faces)) {
        put_counter(to, "flowers", hand->flowers);
        return;
    }
    begin_key(to, "flowers");
    kzi_put_faces(to->text, &hand->faces);
    end_key(to);
}

/* Write the way of winning, which is a word without a key in a line. */
static void put_way(const struct writer *to, const struct kzi_hand *hand) {
    const char *word = hand->self_draw ? "tsumo" : "ron";
    if (!hand->by_given && !hand->self_draw)
        return;
    if (to->record)
        kzi_json_key_string(to->text, "by", word);
    else
        kzi_text_format(to->text, " %s", word);
}

static void put_words(const struct writer *to, const struct kzi_hand *hand) {
    if (!hand->n_words)
        return;
    if (to->record)
        kzi_json_begin_key(to->text, "flags", '[');
    for (unsigned i = 0; i < hand->n_words; i++)
        if (to->record)
            kzi_json_put_string(to->text, kzi_word_at(hand, i)->text);
        else
            kzi_text_format(to->text, " %s", kzi_word_at(hand, i)->text);
    if (to->record)
        kzi_json_end(to->text, ']');
}

static void put_pao(const struct writer *to, const struct kzi_hand *hand) {
    if (!hand->n_pao)
        return;
    if (to->record)
        kzi_json_begin_key(to->text, "pao", '{');
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (to->record)
            put_seats(to, hand->pao[i], 1U << hand->pao_seats[i]);
        else
            kzi_text_format(to->text, " pao=%s:%c", hand->pao[i],
                            kzi_seat_letters[hand->pao_seats[i]]);
    if (to->record)
        kzi_json_end(to->text, '}');
}

static void put_stakes(const struct writer *to, uint32_t stakes) {
    if (!stakes)
        return;
    if (to->record)
        kzi_json_begin_key(to->text, "stakes", '{');
    else
        kzi_text_put(to->text, " stakes=");
    for (unsigned seat = 0; seat < 4; seat++) {
        const unsigned stake = stakes >> 8 * seat & UINT8_MAX;
        const char letter[] = {kzi_seat_letters[seat], '\0'};
        if (stake && to->record)
            kzi_json_key_int(to->text, letter, stake);
        else if (stake)
            kzi_text_format(to->text, "%s%u", letter, stake);
    }
    if (to->record)
        kzi_json_end(to->text, '}');
}

static void put_keys(const struct writer *to, const struct kzi_hand *hand) {
    put_way(to, hand);
    put_seats(to, "round", hand->round_given ? 1U << hand->round : 0);
    put_seats(to, "seat", hand->seat_given || hand->seat != 1 ? 1U << hand->seat : 0);
    put_seats(to, "from", hand->from >= 0 ? 1U << hand->from : 0);
    put_words(to, hand);
    put_shown(to, "dora", &hand->dora, to->record);
    put_shown(to, "ura", &hand->ura, to->record);
    put_flowers(to, hand);
    put_shown(to, "aside", &hand->aside, false);
    put_wild(to, hand);
    put_shown(to, "birds", &hand->birds, false);
    put_shown(to, "thrown", &hand->thrown, false);
    put_stakes(to, hand->stakes);
    put_seen(to, "seen", hand->has_seen ? &hand->extras->seen : NULL);
    put_seen(to, "discards", hand->has_discards ? &hand->extras->discards : NULL);
    put_counter(to, "honba", hand->counters);
    put_counter(to, "deposits", hand->bets);
    put_seats(to, "out", hand->out);
    put_pao(to, hand);
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
        kzi_json_key(text, "hand");
        kzi_json_begin_string(text);
        kzi_write_tiles(text, hand);
        kzi_json_end_string(text);
        kzi_put_keys(text, hand);
    }
    kzi_json_end(text, '}');
}

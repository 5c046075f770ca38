/* gb: melds in square brackets with a number for the player they were claimed from, tiles, and
 * after bars the situation and the flowers: [EEE,2][SSSS,1]WWWNN55pN|EE1000|fah.  The
 * four figures are 1 for a self-draw, a last copy, a last tile, and a win with a kong. */
#include "hand/notation/readers.h"
#include "hand/parser/tile_items.h"

#include <string.h>

/* The faces of the letters a to h: plum, orchid, bamboo, chrysanthemum, spring, summer, autumn,
 * winter. */
#define LETTERS 8
static const uint8_t face_of_letter[LETTERS] = {0, 1, 3, 2, 4, 5, 6, 7};

/* The claims: 1 to 3 in the order of turn, from the left; 5 to 7 for kongs made by adding. */
#define FIRST_ADDED 5

/* --- recognizing ----------------------------------------------------------------------------- */

static bool is_figure(char c) {
    return c == '0' || c == '1';
}

static bool is_situation(const char *text, const char *end) {
    return end - text >= 6 && kzi_seat_read(text, 1) >= 0 && kzi_seat_read(text + 1, 1) >= 0 &&
           is_figure(text[2]) && is_figure(text[3]) && is_figure(text[4]) && is_figure(text[5]);
}

bool kzi_is_gb(const char *text, const char *end) {
    bool open = false;
    for (const char *at = text; at < end; at++) {
        if (*at == '|' && is_situation(at + 1, end))
            return true;
        if (*at == '[')
            open = true;
        if (open && *at == ',' && end - at >= 3 && kzi_is_digit(at[1]) && at[2] == ']')
            return true;
        open = open && *at != ']' && !kzi_is_blank(*at) && *at != '"';
    }
    return false;
}

/* --- reading --------------------------------------------------------------------------------- */

/* Read the tiles of a meld, and return the position of the comma or bracket after them. */
static const char *take_laid(struct kzi_parser *parser, struct kzi_laid_meld *laid,
                             const char *text, const char *close) {
    const char *comma = memchr(text, ',', (size_t)(close - text));
    struct kzi_run_walk walk;
    kzi_run_walk_begin(&walk, parser, text, comma ? comma : close);
    while (kzi_run_walk_on(&walk))
        for (uint32_t i = 0; i < walk.run.count; i++)
            kzi_laid_meld_add(laid, kzi_kind_of_run(&walk.run, i), kzi_red_in_run(&walk.run, i),
                              walk.run.first + i);
    return walk.error ? NULL : walk.at;
}

/* Return why a claim does not fit the meld, or NULL if it does.  claim: NUL if there is none. */
static const char *take_claim(struct kzi_laid_meld *laid, char claim) {
    laid->concealed = !claim && laid->n == 4;
    laid->added = claim >= '0' + FIRST_ADDED;
    if (claim && !memchr("123567", claim, 6))
        return "a claim is 1, 2 or 3, or 5, 6 or 7 for a kong made by adding";
    if (laid->added && laid->n != 4)
        return "only a kong is made by adding: the claim of another meld is 1, 2 or 3";
    return NULL;
}

/* Read a meld that begins with a bracket, and return the position after it. */
static const char *take_meld(struct kzi_parser *parser, const char *text) {
    const char *end = parser->end, *close = memchr(text, ']', (size_t)(end - text));
    struct kzi_laid_meld laid = {.open = text};
    if (!close) {
        kzi_note_meld(parser, text, kzi_item_end(parser, text),
                      "the meld is not closed, ] is missing");
        return kzi_item_end(parser, text);
    }
    const char *at = take_laid(parser, &laid, text + 1, close), *wrong = NULL;
    bool claimed = at && *at == ',';
    if (!at)
        wrong = "there is something in the meld that is not a tile";
    else if (claimed && close - at != 2)
        wrong = "one figure follows the comma, as in [345p,1]";
    if (!wrong)
        wrong = kzi_laid_fault(&laid);
    if (!wrong)
        wrong = take_claim(&laid, claimed ? at[1] : '\0');
    if (wrong)
        kzi_note_meld(parser, text, close + 1, wrong);
    else
        kzi_add_laid_meld(parser, &laid);
    return close + 1;
}

/* Read the way of winning.  An unfinished hand was not won; it is written like a win on a
 * discard. */
static void take_way(struct kzi_parser *parser, const char *place) {
    if (*place == '1' || !parser->unfinished)
        kzi_take_way(parser, *place == '1', kzi_spot_of(parser, place));
}

/* Read "EE1000", and return the position after it. */
static const char *take_situation(struct kzi_parser *parser, const char *text) {
    if (!is_situation(text, parser->end)) {
        KZI_NOTE(parser, KZI_BAD_NOTATION, text,
                 "round, seat and four figures 0 or 1 follow the bar, as in |EE1000");
        return parser->end;
    }
    kzi_keys[KZI_KEY_ROUND].read(parser, KZI_KEY_ROUND, text, text + 1);
    kzi_keys[KZI_KEY_SEAT].read(parser, KZI_KEY_SEAT, text + 1, text + 2);
    parser->keys_given |= KZI_BIT(ROUND) | KZI_BIT(SEAT);
    take_way(parser, text + 2);
    if (text[3] == '1')
        kzi_take_notation_word(parser, "last_copy", text + 3);
    if (text[4] == '1')
        kzi_take_notation_word(parser, "last_tile", text + 4);
    if (text[5] == '1')
        kzi_take_notation_word(parser, text[2] == '1' ? "after_kong" : "robbing_kong", text + 5);
    return text + 6;
}

static bool is_flower(char c) {
    return c >= 'a' && c < 'a' + LETTERS;
}

/* Read "fah" or the number of flowers, and return the position after it. */
static const char *take_flowers(struct kzi_parser *parser, const char *text) {
    struct kzi_hand *hand = parser->hand;
    if (text == parser->end || (!is_flower(*text) && !kzi_is_digit(*text)))
        return text;
    if (hand->flowers)
        KZI_NOTE(parser, KZI_DUPLICATE, text, "the flowers are given twice");
    parser->keys_given |= KZI_BIT(FLOWERS);
    kzi_add_part(parser, KZI_PART_FLOWERS, 0, text);
    if (*text == '9') {
        KZI_NOTE(parser, KZI_BAD_NOTATION, text,
                 "there are eight flowers at most: write them as 0-8, or a-h");
        return text + 1;
    }
    if (kzi_is_digit(*text)) {
        hand->flowers = (uint32_t)(*text - '0');
        return text + 1;
    }
    for (; text < parser->end && is_flower(*text); text++)
        kzi_take_face(parser, face_of_letter[*text - 'a'], text);
    return text;
}

/* Read what follows the tiles, from the bar on, and return the position after it. */
static const char *take_bars(struct kzi_parser *parser, const char *text) {
    text = take_situation(parser, text + 1);
    if (text < parser->end && *text == '|')
        text = take_flowers(parser, text + 1);
    return text;
}

/* Return whether text begins with a tile or a meld, and not with a word such as East. */
static bool begins_tiles(const struct kzi_parser *parser, const char *text) {
    return text < parser->end &&
           (*text == '[' || kzi_is_digit(*text) || kzi_kind_of_letter(*text) != KZI_NO_KIND);
}

const char *kzi_read_gb(struct kzi_parser *parser, const char *text) {
    struct kzi_hand *hand = parser->hand;
    if (!hand->seat_given)
        hand->seat = 0; /* without winds, both are East */
    for (;;) {
        text = kzi_skip_blanks(text, parser->end);
        if (text < parser->end && *text == '|')
            return take_bars(parser, text);
        if (!begins_tiles(parser, text))
            return text;
        text = *text == '[' ? take_meld(parser, text) : kzi_take_run(parser, text);
    }
}

/* --- writing --------------------------------------------------------------------------------- */

static void put_meld(struct kzi_text *text, const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[KZI_MELD_TILES];
    unsigned count = kzi_list_meld(tiles, meld);
    kzi_text_char(text, '[');
    kzi_put_tile_names(text, &kzi_names_gb, tiles, count, count - 1,
                       !meld->claimed ? ""
                       : meld->added  ? ",5"
                                      : ",1");
    kzi_text_char(text, ']');
}

static bool has_situation(const struct kzi_hand *hand) {
    return hand->round_given || hand->seat_given || hand->by_given || hand->flowers ||
           hand->n_words || hand->seat;
}

static void put_flowers(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_text_char(text, '|');
    if (!kzi_any_face(&hand->faces))
        kzi_text_int(text, hand->flowers);
    for (unsigned i = 0; i < LETTERS; i++)
        for (unsigned copy = kzi_face_count(&hand->faces, face_of_letter[i]); copy; copy--)
            kzi_text_char(text, (char)('a' + i));
}

static void put_situation(struct kzi_text *text, const struct kzi_hand *hand) {
    bool kong = kzi_hand_says(hand, "after_kong") || kzi_hand_says(hand, "robbing_kong");
    kzi_text_char(text, '|');
    kzi_text_char(text, kzi_seat_letters[hand->round]);
    kzi_text_char(text, kzi_seat_letters[hand->seat]);
    kzi_text_char(text, hand->self_draw ? '1' : '0');
    kzi_text_char(text, kzi_hand_says(hand, "last_copy") ? '1' : '0');
    kzi_text_char(text, kzi_hand_says(hand, "last_tile") ? '1' : '0');
    kzi_text_char(text, kong ? '1' : '0');
    if (hand->flowers && (hand->flowers <= LETTERS || kzi_any_face(&hand->faces)))
        put_flowers(text, hand);
}

void kzi_write_gb(struct kzi_text *text, const struct kzi_hand *hand) {
    KZI_EACH_MELD(hand, meld)
        put_meld(text, meld);
    kzi_put_concealed_tiles(text, &kzi_names_gb, hand);
    if (has_situation(hand))
        put_situation(text, hand);
}

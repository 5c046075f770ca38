/* majiang: the suit before its digits, and melds after commas, in which -, = or + follows the tile
 * that was claimed from the left, opposite or right: m123p406z55*,s34-5,z1111. */
#include "hand/notation/readers.h"
#include "hand/parser/advice.h"
#include "hand/parser/tile_items.h"

#include <string.h>

static bool is_from(char c) {
    return c == '-' || c == '=' || c == '+';
}

static bool begins_suit(const char *text, const char *end) {
    return end - text >= 2 && kzi_suit_of_letter(*text) >= 0 && kzi_is_digit(text[1]);
}

/* --- recognizing ----------------------------------------------------------------------------- */

/* Return the position after a word that may be tiles and melds. */
static const char *skip_item(const char *text, const char *end) {
    while (text < end && (kzi_suit_of_letter(*text) >= 0 || kzi_is_digit(*text) || is_from(*text) ||
                          *text == '_' || *text == '*' || *text == ','))
        text++;
    return text;
}

bool kzi_is_majiang(const char *text, const char *end) {
    const char *at = text;
    bool any = false;
    while (begins_suit(at, end)) {
        at = skip_item(at, end);
        if (at < end && !kzi_is_blank(*at))
            return false;
        at = kzi_skip_blanks(at, end);
        any = true;
    }
    return any && kzi_is_after_tiles(text, at, end);
}

/* --- reading --------------------------------------------------------------------------------- */

/* Read a digit of a suit.  Return false if the suit has no such tile. */
static bool read_digit(unsigned suit, char digit, struct kzi_read_tile *tile) {
    if (!kzi_is_digit(digit) || (suit == KZI_SUITS && (digit < '1' || digit > '7')))
        return false;
    tile->kind = (uint8_t)kzi_kind_of_digit(suit * 9, digit);
    tile->red = digit == '0';
    return true;
}

/* Read the digits after a suit, and return the position after them. */
static const char *take_digits(struct kzi_parser *parser, const char *text) {
    unsigned suit = (unsigned)kzi_suit_of_letter(*text++);
    struct kzi_read_tile tile;
    for (; text < parser->end && kzi_is_digit(*text); text++)
        if (read_digit(suit, *text, &tile))
            kzi_take_tile(parser, &tile, text);
        else
            KZI_NOTE(parser, KZI_BAD_DIGIT, text,
                     "z%c is not a tile: honors are z1-z7 (E S W N, white, green, red)", *text);
    return text;
}

/* Read a meld after its comma, and return the position after it. */
static const char *take_meld(struct kzi_parser *parser, const char *text) {
    struct kzi_laid_meld laid = {.open = text, .concealed = true};
    struct kzi_read_tile tile;
    unsigned suit = (unsigned)kzi_suit_of_letter(*text), after_from = 0;
    const char *wrong = NULL, *at = text + 1;
    for (; at < parser->end && (kzi_is_digit(*at) || is_from(*at)); at++)
        if (is_from(*at)) {
            wrong = laid.concealed && laid.n ? wrong : "one -, = or + follows the tile claimed";
            laid.concealed = false;
            after_from = laid.n;
        } else if (!read_digit(suit, *at, &tile))
            wrong = "honors are z1-z7 (E S W N, white, green, red)";
        else
            kzi_laid_meld_add(&laid, tile.kind, tile.red, at);
    laid.added = laid.n == 4 && !laid.concealed && after_from == 3;
    if (!wrong)
        wrong = kzi_laid_fault(&laid);
    if (!wrong && laid.concealed && laid.n == 3)
        wrong = "-, = or + is missing after the tile claimed, as in m34-5 or p111+";
    if (wrong)
        kzi_note_meld(parser, text, at, wrong);
    else
        kzi_add_laid_meld(parser, &laid);
    return at;
}

/* Read a star, which means riichi. */
static const char *take_star(struct kzi_parser *parser, const char *text) {
    kzi_take_notation_word(parser, "riichi", text);
    return text + 1;
}

/* Read tiles and melds without a blank between them, and return the position after them. */
static const char *take_item(struct kzi_parser *parser, const char *text) {
    const char *end = parser->end;
    while (text < end && !kzi_is_blank(*text) && *text != '+')
        if (begins_suit(text, end))
            text = take_digits(parser, text);
        else if (*text == '*')
            text = take_star(parser, text);
        else if (*text == ',' && begins_suit(text + 1, end))
            text = take_meld(parser, text + 1);
        else if (*text == ',' && (end - text == 1 || kzi_is_blank(text[1])))
            text++; /* the last meld has just been claimed */
        else {
            kzi_note_foreign(parser, text);
            return kzi_item_end(parser, text);
        }
    return text;
}

const char *kzi_read_majiang(struct kzi_parser *parser, const char *text) {
    text = kzi_skip_blanks(text, parser->end);
    while (begins_suit(text, parser->end) || (text < parser->end && (*text == ',' || *text == '*')))
        text = kzi_skip_blanks(take_item(parser, text), parser->end);
    return text;
}

/* --- writing --------------------------------------------------------------------------------- */

/* Write a meld.  The player it was claimed from is unknown, so it is written as claimed from the
 * left. */
static void put_meld(struct kzi_text *text, const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[KZI_MELD_TILES];
    unsigned count = kzi_list_meld(tiles, meld), from = !meld->claimed           ? 4
                                                        : meld->kind == KZI_CHOW ? 0
                                                        : meld->added            ? 2
                                                                                 : count - 1;
    kzi_text_char(text, ',');
    kzi_put_tile_names(text, &kzi_names_majiang, tiles, count, from, "-");
}

void kzi_write_majiang(struct kzi_text *text, const struct kzi_hand *hand) {
    kzi_put_concealed_tiles(text, &kzi_names_majiang, hand);
    if (kzi_hand_says(hand, "riichi"))
        kzi_text_char(text, '*');
    KZI_EACH_MELD(hand, meld)
        put_meld(text, meld);
}

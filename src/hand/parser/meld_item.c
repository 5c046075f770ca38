/* Melds in brackets: up to four tiles of one suit, whose letter stands once and last, and a '+'
 * before the tile that was added to a pung. */
#include "hand/parser/items.h"

#include <string.h>

#define MOST_TILES 5  /* one more than any meld has: enough to tell that there are too many */
#define MOST_BYTES 64 /* of a meld with a '+'; four Unicode tiles with selectors take 29 */

struct bracket {
    const char *open;       /* the opening bracket */
    const char *text, *end; /* what is within */
    const char *next;       /* where to go on */
    const char *plus;       /* the '+', NULL: none */
    uint8_t n;
    uint8_t red;  /* tiles by bit */
    uint8_t runs; /* of digits; 2: several */
    uint8_t kind[MOST_TILES];
    const char *place[MOST_TILES];
};

static bool bad(struct kzi_item_parser *reader, const struct bracket *bracket, const char *why) {
    KZI_NOTE(reader, KZI_BAD_MELD, bracket->open, "%s: %s",
             kzi_quote(bracket->open, bracket->next).text, why);
    return false;
}

static bool is_bracket(char c) {
    return c == '[' || c == '(' || c == ']' || c == ')';
}

/* Finds the closing bracket.  A meld with blanks is seen as a whole, so that its digits are not
 * taken for tiles of the hand. */
static bool find_close(struct kzi_item_parser *reader, const char *open, struct bracket *bracket) {
    const char *end = open + 1, *blank = NULL;
    for (; end < reader->end && !is_bracket(*end); end++)
        if (!blank && kzi_is_blank(*end))
            blank = end;
    bracket->open = open;
    bracket->text = open + 1;
    bracket->end = end;
    bracket->next = end;
    bracket->plus = NULL;
    bracket->n = bracket->runs = bracket->red = 0;
    if (end == reader->end || *end == '[' || *end == '(') {
        if (blank)
            bracket->next = blank;
        return bad(reader, bracket,
                   *open == '[' ? "the meld is not closed, ] is missing"
                                : "the meld is not closed, ) is missing");
    }
    bracket->next = end + 1;
    if (*end != (*open == '[' ? ']' : ')'))
        return bad(reader, bracket,
                   "a meld ends with the bracket that fits its first: [345p], (5555p)");
    if (blank)
        return bad(reader, bracket, "write the tiles of a meld without blanks, as in [345p]");
    return true;
}

static void add_tile(struct bracket *bracket, unsigned kind, bool marked, const char *place) {
    if (bracket->n == MOST_TILES)
        return;
    bracket->kind[bracket->n] = (uint8_t)kind;
    bracket->red |= (uint8_t)((unsigned)marked << bracket->n);
    bracket->place[bracket->n++] = place;
}

/* Where a place in the text without its '+' stands in the text with it. */
static const char *original(const struct bracket *bracket, const char *text, const char *place) {
    const char *at = bracket->text + (place - text);
    return bracket->plus && at >= bracket->plus ? at + 1 : at;
}

static bool note_run(struct kzi_item_parser *reader, const struct bracket *bracket,
                     const char *text, enum kzi_notation_error error, struct kzi_run *run) {
    if (error == KZI_NOTATION_BAD_CHAR)
        return bad(reader, bracket, "there is something in the meld that is no tile");
    run->first = original(bracket, text, run->first);
    run->next = original(bracket, text, run->next);
    kzi_note_notation(reader, error, run);
    return false;
}

/* text is what stands in the brackets, without a '+'. */
static bool take_runs(struct kzi_item_parser *reader, struct bracket *bracket, const char *text,
                      const char *end) {
    for (const char *at = text; at < end;) {
        struct kzi_run run;
        enum kzi_notation_error error = kzi_notation_run(at, end, &run);
        if (error)
            return note_run(reader, bracket, text, error, &run);
        bool digits = run.single == KZI_NO_KIND;
        for (uint32_t i = 0; i < run.count; i++) {
            unsigned kind = digits ? kzi_kind_of_digit(run.suit, at[i]) : run.single;
            add_tile(bracket, kind, digits && at[i] == '0', original(bracket, text, at + i));
        }
        if (digits && bracket->runs < 2)
            bracket->runs++;
        at = run.next;
    }
    return true;
}

static bool take_tiles(struct kzi_item_parser *reader, struct bracket *bracket) {
    size_t len = (size_t)(bracket->end - bracket->text);
    bracket->plus = memchr(bracket->text, '+', len);
    if (!bracket->plus)
        return take_runs(reader, bracket, bracket->text, bracket->end);
    size_t before = (size_t)(bracket->plus - bracket->text), after = len - before - 1;
    if (len > MOST_BYTES || memchr(bracket->plus + 1, '+', after))
        return bad(reader, bracket, "a kong made by adding to a pung is written [555+5p]");
    char text[MOST_BYTES];
    memcpy(text, bracket->text, before);
    memcpy(text + before, bracket->plus + 1, after);
    return take_runs(reader, bracket, text, text + before + after);
}

static bool all_equal(const struct bracket *bracket) {
    for (unsigned i = 1; i < bracket->n; i++)
        if (bracket->kind[i] != bracket->kind[0])
            return false;
    return true;
}

static bool one_suit(const struct bracket *bracket) {
    for (unsigned i = 1; i < bracket->n; i++)
        if (kzi_suit(bracket->kind[i]) != kzi_suit(bracket->kind[0]))
            return false;
    return true;
}

static unsigned lowest(const struct bracket *bracket) {
    unsigned low = bracket->kind[0];
    for (unsigned i = 1; i < bracket->n; i++)
        if (bracket->kind[i] < low)
            low = bracket->kind[i];
    return low;
}

/* Of three tiles of one number suit. */
static bool in_a_row(const struct bracket *bracket) {
    unsigned low = lowest(bracket), seen = 0;
    for (unsigned i = 0; i < bracket->n; i++)
        seen |= bracket->kind[i] - low < 3 ? 1U << (bracket->kind[i] - low) : 8U;
    return seen == 7;
}

static bool right_number(struct kzi_item_parser *reader, const struct bracket *bracket) {
    if (!bracket->n)
        return bad(reader, bracket, "there is no tile in the brackets");
    if (bracket->n < 3)
        return bad(reader, bracket, "a meld has three tiles, or four in a kong");
    if (bracket->n > 4)
        return bad(reader, bracket, "a meld has no more than four tiles");
    if (!one_suit(bracket))
        return bad(reader, bracket, "the tiles of a meld are of one suit");
    if (bracket->runs > 1)
        return bad(reader, bracket, "write the suit of a meld once, last, as in [345p]");
    return true;
}

static bool concealed_kong(struct kzi_item_parser *reader, const struct bracket *bracket) {
    if (bracket->plus)
        return bad(reader, bracket, "a kong made by adding is open: write it as [555+5p]");
    if (bracket->n == 4 && all_equal(bracket))
        return true;
    return bad(reader, bracket,
               bracket->n == 4 ? "the four tiles of a kong are alike"
                               : "only a kong stands in round brackets: write concealed tiles "
                                 "without any, a claimed set as [345p]");
}

static bool added_kong(struct kzi_item_parser *reader, const struct bracket *bracket) {
    if (bracket->n == 4 && all_equal(bracket) && bracket->plus > bracket->place[2] &&
        bracket->plus < bracket->place[3])
        return true;
    return bad(reader, bracket,
               "a + stands before the fourth tile of a kong made by adding, as in [555+5p]");
}

static bool claimed_set(struct kzi_item_parser *reader, const struct bracket *bracket) {
    if (all_equal(bracket))
        return true;
    if (bracket->n == 4)
        return bad(reader, bracket, "the four tiles of a kong are alike");
    if (kzi_is_honor(bracket->kind[0]))
        return bad(reader, bracket, "honors make no runs: three of them are alike in a meld");
    return in_a_row(bracket) ||
           bad(reader, bracket, "the tiles are neither three alike nor three in a row");
}

static bool is_meld(struct kzi_item_parser *reader, const struct bracket *bracket) {
    if (!right_number(reader, bracket))
        return false;
    if (*bracket->open == '(')
        return concealed_kong(reader, bracket);
    return bracket->plus ? added_kong(reader, bracket) : claimed_set(reader, bracket);
}

/* A chow is written out from its lowest tile on, in whatever order it was given. */
static uint8_t red_of(const struct bracket *bracket, bool alike) {
    unsigned first = lowest(bracket), five = kzi_kind(kzi_suit(first), 5);
    return alike || !bracket->red ? bracket->red : (uint8_t)(1U << (five - first));
}

static void store(struct kzi_item_parser *reader, const struct bracket *bracket) {
    struct kzi_hand *hand = reader->hand;
    struct kzi_spot spot = kzi_spot_of(reader, bracket->open);
    if (hand->n_melds == KZI_MAX_MELDS) {
        kzi_problem_note(reader->problem, KZI_TILE_COUNT, spot,
                         "there are more than %d melds: no hand has so many", KZI_MAX_MELDS);
        return;
    }
    if (!hand->n_melds)
        hand->meld_spot = spot;
    bool alike = bracket->kind[0] == bracket->kind[1];
    hand->melds[hand->n_melds++] = (struct kzi_meld){
        .kind = bracket->n == 4 ? KZI_KONG
                : alike         ? KZI_PUNG
                                : KZI_CHOW,
        .tile = (uint8_t)lowest(bracket),
        .claimed = *bracket->open == '[',
        .added = bracket->plus != NULL,
        .red = red_of(bracket, alike) & 15U,
    };
    if (bracket->red)
        hand->marked[kzi_suit(bracket->kind[0])] =
            (uint8_t)(hand->marked[kzi_suit(bracket->kind[0])] +
                      (unsigned)__builtin_popcount(bracket->red));
    for (unsigned i = 0; i < bracket->n; i++)
        kzi_hand_place_kind(hand, bracket->kind[i], kzi_spot_of(reader, bracket->place[i]));
}

/* Three digits, alike or in a row upward, or four alike of a kong; with their suit and the closing
 * bracket behind them.  Returns how many tiles it has; 0: it is written in another way, or is no
 * meld. */
static unsigned usual_tiles(const char *open, const char *end) {
    const char *digits = open + 1;
    if (end - open < 7 - (*open == '['))
        return 0;
    unsigned n = *open == '[' && digits[4] == ']' ? 3 : 4;
    if (n == 4 && (end - open < 7 || digits[5] != (*open == '[' ? ']' : ')')))
        return 0;
    int suit = kzi_suit_of_letter(digits[n]);
    unsigned first = (unsigned)*digits - '1', last = suit == KZI_SUITS ? 6 : 8;
    bool alike =
        digits[1] == digits[0] && digits[2] == digits[0] && (n == 3 || digits[3] == digits[0]);
    bool row = n == 3 && suit < KZI_SUITS && digits[1] == digits[0] + 1 &&
               digits[2] == digits[0] + 2 && first + 2 <= last;
    return suit >= 0 && first <= last && (alike || row) ? n : 0;
}

/* A meld of usual_tiles, without red fives. */
static const char *store_usual(struct kzi_item_parser *reader, const char *open, unsigned n) {
    struct kzi_hand *hand = reader->hand;
    const char *digits = open + 1;
    struct kzi_spot spot = kzi_spot_of(reader, open);
    unsigned tile = kzi_kind_of_digit((unsigned)kzi_suit_of_letter(digits[n]), *digits);
    unsigned step = digits[1] != digits[0];
    uint64_t numbers = kzi_number(tile) * KZI_EACH_BYTE + (step ? 0x020100U : 0U);
    if (!hand->n_melds)
        hand->meld_spot = spot;
    hand->melds[hand->n_melds++] = (struct kzi_meld){
        .kind = n == 4 ? KZI_KONG
                : step ? KZI_CHOW
                       : KZI_PUNG,
        .tile = (uint8_t)tile,
        .claimed = *open == '[',
    };
    spot.at++;
    kzi_hand_place(hand,
                   &(struct kzi_placed){numbers, spot, (uint8_t)kzi_suit(tile), (uint8_t)n, false});
    return digits + n + 2;
}

const char *kzi_take_meld(struct kzi_item_parser *reader, const char *text) {
    unsigned usual = usual_tiles(text, reader->end);
    if (usual && reader->hand->n_melds < KZI_MAX_MELDS)
        return store_usual(reader, text, usual);
    struct bracket bracket;
    if (find_close(reader, text, &bracket) && take_tiles(reader, &bracket) &&
        is_meld(reader, &bracket))
        store(reader, &bracket);
    return bracket.next;
}

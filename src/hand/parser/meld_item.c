/* Read melds in brackets: up to four tiles of one suit, whose letter is at the end, with a '+'
 * before a tile that was added to a pung.  Jokers are in the places of the tiles they are read as:
 * [1p1j3p]. */
#include "hand/notation/notations.h"
#include "hand/parser/advice.h"
#include "hand/parser/tile_items.h"

#include <string.h>

#define MAX_BYTES 64 /* in a meld with a '+'; four Unicode tiles with selectors take 29 bytes */

struct bracket {
    struct kzi_laid_meld laid;
    const char *close; /* the closing bracket, or the end of an unclosed meld */
    const char *next;  /* the position to continue at */
    const char *plus;  /* the '+', or NULL */
    unsigned runs;     /* number of runs of digits */
};

void kzi_note_meld(struct kzi_parser *parser, const char *open, const char *end, const char *why) {
    KZI_NOTE(parser, KZI_BAD_MELD, open, "%s: %s", kzi_quote(open, end).text, why);
}

static bool refuse_meld(struct kzi_parser *parser, const struct bracket *bracket, const char *why) {
    kzi_note_meld(parser, bracket->laid.open, bracket->next, why);
    return false;
}

/* Find the closing bracket.  A meld with blanks is taken as a whole, so that its digits do not
 * count as tiles of the hand. */
static bool find_close(struct kzi_parser *parser, struct bracket *bracket) {
    const char *end = bracket->laid.open + 1, *blank = NULL;
    bool round = bracket->laid.concealed;
    for (; end < parser->end && !(kzi_chars[(unsigned char)*end] & KZI_BRACKET); end++)
        if (!blank && kzi_is_blank(*end))
            blank = end;
    bool closed = end < parser->end && (*end == ']' || *end == ')');
    bracket->close = end;
    bracket->next = closed ? end + 1 : blank ? blank : end;
    const char *why = !closed ? round ? "the meld is not closed, ) is missing"
                                      : "the meld is not closed, ] is missing"
                      : *end != (round ? ')' : ']')
                          ? "a meld ends with the bracket that fits its first: [345p], (5555p)"
                      : blank && !parser->notation
                          ? "write the tiles of a meld without blanks, as in [345p]"
                          : NULL;
    return !why || refuse_meld(parser, bracket, why);
}

/* Convert a position in the text without the '+' to one in the original text. */
static const char *original_place(const struct bracket *bracket, const char *text,
                                  const char *place) {
    const char *at = bracket->laid.open + 1 + (place - text);
    return bracket->plus && at >= bracket->plus ? at + 1 : at;
}

void kzi_laid_meld_add(struct kzi_laid_meld *laid, unsigned kind, bool red, const char *place) {
    if (laid->n == KZI_LAID_TILES)
        return;
    laid->kind[laid->n] = (uint8_t)kind;
    laid->kinds |= kzi_kind_bit(kind);
    laid->red |= (uint8_t)(red << laid->n);
    laid->place[laid->n++] = place;
}

/* Read the content of the brackets, without a '+'. */
static bool take_runs(struct kzi_parser *parser, struct bracket *bracket, const char *text,
                      const char *end) {
    struct kzi_run_walk walk;
    kzi_run_walk_begin(&walk, parser, text, end);
    walk.faces = true; /* all flowers in a meld are equal */
    while (kzi_run_walk_on(&walk)) {
        bracket->runs += !walk.run.single && !kzi_faces_in_run(&walk.run);
        if (walk.notation)
            kzi_check_copy(parser, parser->copies.held,
                           original_place(bracket, text, walk.run.first));
        for (uint32_t i = 0; i < walk.run.count; i++)
            kzi_laid_meld_add(&bracket->laid, kzi_kind_of_shown(kzi_kind_of_run(&walk.run, i)),
                              kzi_red_in_run(&walk.run, i),
                              original_place(bracket, text, walk.run.first + i));
    }
    if (walk.error == KZI_NOTATION_BAD_CHAR)
        return refuse_meld(parser, bracket, "there is something in the meld that is not a tile");
    if (walk.error) {
        walk.run.first = original_place(bracket, text, walk.run.first);
        walk.run.next = original_place(bracket, text, walk.run.next);
        kzi_note_notation(parser, walk.error, &walk.run);
    }
    return !walk.error;
}

static bool take_tiles(struct kzi_parser *parser, struct bracket *bracket) {
    const char *inner = bracket->laid.open + 1;
    size_t len = (size_t)(bracket->close - inner);
    bracket->plus = memchr(inner, '+', len);
    if (!bracket->plus)
        return take_runs(parser, bracket, inner, bracket->close);
    size_t before = (size_t)(bracket->plus - inner), after = len - before - 1;
    if (len > MAX_BYTES || memchr(bracket->plus + 1, '+', after))
        return refuse_meld(parser, bracket, "a kong made by adding to a pung is written [555+5p]");
    char text[MAX_BYTES];
    memcpy(text, inner, before);
    memcpy(text + before, bracket->plus + 1, after);
    return take_runs(parser, bracket, text, text + before + after);
}

static unsigned lowest(kzi_kinds kinds) {
    return (unsigned)__builtin_ctzll(kinds);
}

/* Find the tiles that the jokers of a meld are read as.  If all other tiles are of one kind, they
 * are that kind; otherwise their places in the chow decide.  Return the reason if that is
 * impossible, or NULL. */
static const char *place_jokers(struct kzi_laid_meld *laid) {
    static const char misplaced[] =
        "a joker in a chow is written in the place of its tile, as in [1p1j3p]";
    const kzi_kinds jokers = laid->kinds & KZI_ALL_JOKERS, kinds = laid->kinds ^ jokers;
    if (!jokers)
        return NULL;
    if (jokers & (jokers - 1))
        return "the jokers of a meld are alike";
    if (!kinds)
        return "a meld has at least one tile that is not a joker";
    const unsigned joker = lowest(jokers);
    const bool equal = !(kinds & (kinds - 1));
    unsigned first = 0;
    while (laid->kind[first] == joker)
        first++;
    const int low = laid->kind[first] - (int)first;
    if (!equal && (low < 0 || kzi_number((unsigned)low) > 7))
        return misplaced;
    laid->joker = (uint8_t)(joker - KZI_JOKER);
    laid->kinds = kinds;
    for (unsigned i = 0; i < laid->n; i++) {
        const unsigned kind = equal ? lowest(kinds) : (unsigned)low + i;
        if (laid->kind[i] != joker && laid->kind[i] != kind)
            return misplaced;
        laid->stand_ins |= (uint8_t)((laid->kind[i] == joker) << i);
        laid->kind[i] = (uint8_t)kind;
        laid->kinds |= kzi_kind_bit(kind);
    }
    return NULL;
}

static bool all_equal(kzi_kinds kinds) {
    return !(kinds & (kinds - 1));
}

const char *kzi_laid_fault(const struct kzi_laid_meld *laid) {
    const kzi_kinds kinds = laid->kinds;
    if (!laid->n)
        return "there is no tile in the brackets";
    if (laid->n < 3)
        return "a meld has three tiles, or four in a kong";
    if (laid->n > 6 || (laid->n > 4 && !all_equal(kinds)))
        return "a meld has no more than four tiles, or six that are alike";
    if (kzi_suit(lowest(kinds)) != kzi_suit(63U - (unsigned)__builtin_clzll(kinds)))
        return "the tiles of a meld are of one suit";
    if (laid->n == 4 && !all_equal(kinds))
        return "the four tiles of a kong are alike";
    if (!all_equal(kinds) && kzi_is_honor(laid->kind[0]))
        return "honors make no runs: three of them are alike in a meld";
    if (!all_equal(kinds) && kinds >> lowest(kinds) != 7)
        return "the tiles are neither three alike nor three in a row";
    return NULL;
}

/* Return the error of the brackets around tiles that are a meld, or NULL. */
static const char *bracket_fault(const struct bracket *bracket) {
    const struct kzi_laid_meld *laid = &bracket->laid;
    if (bracket->runs > 1 && !laid->stand_ins)
        return "write the suit of a meld once, last, as in [345p]";
    if (laid->concealed && bracket->plus)
        return "a kong made by adding is open: write it as [555+5p]";
    if (laid->concealed && laid->n < 4)
        return "only a kong goes in round brackets: write concealed tiles "
               "without any, a claimed set as [345p]";
    if (bracket->plus &&
        !(laid->n == 4 && bracket->plus > laid->place[2] && bracket->plus < laid->place[3]))
        return "write + before the fourth tile of a kong made by adding, as in [555+5p]";
    return NULL;
}

/* Add a meld to the hand.  Return false if it has too many. */
static inline bool add_meld(struct kzi_parser *parser, const char *open,
                            const struct kzi_meld *meld) {
    struct kzi_hand *hand = parser->hand;
    if (hand->n_melds == KZI_MAX_MELDS) {
        KZI_NOTE(parser, KZI_TILE_COUNT, open, "a hand has at most %d melds", KZI_MAX_MELDS);
        return false;
    }
    kzi_add_part(parser, KZI_PART_MELD, 0, open);
    hand->melds[hand->n_melds++] = *meld;
    return true;
}

void kzi_add_laid_meld(struct kzi_parser *parser, const struct kzi_laid_meld *laid) {
    struct kzi_hand *hand = parser->hand;
    unsigned low = lowest(laid->kinds), suit = kzi_suit(low);
    bool equal = all_equal(laid->kinds);
    unsigned red = equal || !laid->red ? laid->red : 1U << (kzi_kind(suit, 5) - low);
    struct kzi_meld meld = {
        .kind = laid->n >= 4 ? KZI_KONG
                : equal      ? KZI_PUNG
                             : KZI_CHOW,
        .more = (laid->n > 4 ? laid->n - 4 : 0) & 3,
        .tile = (uint8_t)low,
        .claimed = !laid->concealed,
        .added = laid->added,
        .red = red & 63U,
        .stand_ins = laid->stand_ins & 63U,
        .joker = laid->joker & 7U,
    };
    if (!add_meld(parser, laid->open, &meld))
        return;
    if (red)
        hand->reds[suit] = (uint8_t)(hand->reds[suit] + __builtin_popcount(meld.red));
    for (unsigned i = 0; i < laid->n; i++)
        kzi_hand_items_add(hand->items, kzi_spot_of(parser, laid->place[i]), KZI_PART_LAID,
                           laid->stand_ins >> i & 1 ? kzi_joker_of(&meld) : laid->kind[i],
                           laid->red >> i & 1);
}

const char *kzi_take_meld(struct kzi_parser *parser, const char *text) {
    struct bracket bracket = {.laid = {.open = text, .concealed = *text == '('}};
    if (find_close(parser, &bracket) && take_tiles(parser, &bracket)) {
        const char *fault = place_jokers(&bracket.laid);
        if (!fault)
            fault = kzi_laid_fault(&bracket.laid);
        if (!fault)
            fault = bracket_fault(&bracket);
        bracket.laid.added = bracket.plus != NULL;
        if (fault)
            refuse_meld(parser, &bracket, fault);
        else
            kzi_add_laid_meld(parser, &bracket.laid);
    }
    return bracket.next;
}

void kzi_read_meld(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                   const char *end) {
    bool open = text < end && (*text == '[' || *text == '(');
    const char *after = open ? kzi_take_meld(parser, text) : text;
    (void)key;
    if (!open)
        KZI_NOTE(parser, KZI_BAD_MELD, text,
                 "a meld is written in brackets: [345p] claimed, (5555p) a concealed kong");
    else if (after < end)
        KZI_NOTE(parser, KZI_BAD_MELD, after,
                 "each text of \"melds\" is one meld: [345p] or (5555p)");
}

/* The table of notations, and the choice of one. */
#include "hand/notation/notations.h"

#include "base/names.h"
#include "hand/notation/readers.h"
#include "hand/parser/items.h"

#include <string.h>

enum { NOTHING = 0, WIN = KZI_HELD_WIN, MELDS = KZI_HELD_MELDS };

const struct kzi_notation kzi_notations[KZI_NOTATIONS] = {
#define NOTATION(id, name, names, recognizes, read, write, holds, form, says)                      \
    [KZI_IN_##id] = {name, names, recognizes, read, write, holds, KZI_AS_##form, says},
#include "hand/notation/notations.def"
#undef NOTATION
};

const struct kzi_notation *kzi_find_notation(const char *name, size_t len) {
    for (size_t i = 0; i < KZI_NOTATIONS; i++)
        if (kzi_is_text(name, name + len, kzi_notations[i].name))
            return &kzi_notations[i];
    return NULL;
}

static bool is_own_meld(const struct kzi_meld *meld) {
    return meld->stand_ins || meld->more || meld->tile == KZI_A_FACE;
}

/* Remove what only kazoe's own notation can express: jokers, flowers among the tiles, and melds of
 * these or of more than four tiles. */
static void drop_own(struct kzi_hand *hand) {
    const unsigned n_melds = hand->n_melds;
    for (unsigned kind = KZI_KINDS; kind < KZI_TILE_KINDS; kind++) {
        hand->n_concealed = (uint8_t)(hand->n_concealed - hand->concealed[kind]);
        hand->concealed[kind] = 0;
    }
    if (hand->win >= KZI_KINDS)
        hand->win = KZI_NO_KIND;
    hand->n_melds = 0;
    for (unsigned i = 0; i < n_melds; i++) {
        const struct kzi_meld meld = hand->melds[i];
        if (!is_own_meld(&meld))
            hand->melds[hand->n_melds++] = meld;
        else if (meld.red)
            hand->reds[kzi_suit(meld.tile)] -= (uint8_t)__builtin_popcount(meld.red);
    }
}

void kzi_put_in_notation(struct kzi_text *text, const struct kzi_notation *notation,
                         const struct kzi_hand *hand) {
    struct kzi_hand shown = *hand;
    if (notation->read)
        drop_own(&shown);
    if (notation->write)
        notation->write(text, &shown);
    else
        kzi_put_spelled(text, notation, &shown);
}

/* --- recognizing ----------------------------------------------------------------------------- */

/* Append the tiles of a list in kazoe's own notation. */
static void put_reading(struct kzi_text *out, const struct kzi_notation *notation, const char *text,
                        const char *end) {
    uint8_t counts[KZI_COUNTS_CAPACITY] = {0}, reds[KZI_SUITS] = {0};
    struct kzi_read_tile tile;
    for (unsigned i = 0; i < KZI_MAX_CONCEALED && kzi_list_next(notation, &text, end, &tile); i++) {
        text = tile.next;
        if (tile.kind >= KZI_SHOWN_FACE)
            continue;
        counts[tile.kind]++;
        if (tile.red)
            reds[kzi_suit(tile.kind)]++;
    }
    kzi_put_counts(out, counts, reds);
}

static void note_ambiguous(struct kzi_parser *parser, const char *text, const char *end,
                           const struct kzi_notation *a, const struct kzi_notation *b) {
    char readings[160];
    struct kzi_text out = kzi_text_fixed(readings, sizeof readings);
    put_reading(&out, a, text, end);
    kzi_text_format(&out, " (%s) or as ", a->name);
    put_reading(&out, b, text, end);
    kzi_text_format(&out, " (%s)", b->name);
    kzi_text_end(&out);
    KZI_NOTE(parser, KZI_AMBIGUOUS, text,
             "this reads as %s: name the notation, as an option or in a record as "
             "\"notation\":\"%s\"",
             readings, a->name);
}

static void note_unsaid(struct kzi_parser *parser, const char *text,
                        const struct kzi_notation *notation) {
    KZI_NOTE(parser, KZI_BAD_NOTATION, text,
             "this is in the notation %s, which is read only if it is named, as an option or in a "
             "record as \"notation\":\"%s\"",
             notation->name, notation->name);
}

static bool has_digit(const char *text, const char *end) {
    while (text < end && !kzi_is_digit(*text))
        text++;
    return text < end;
}

/* Note that the text may be in notations that are not recognized. */
static void note_others(struct kzi_parser *parser, const char *text, const char *end) {
    static const struct {
        enum kzi_notation_id a, b;
    } pairs[] = {{KZI_IN_TILES_136, KZI_IN_TILES_34}, {KZI_IN_BOTZONE, KZI_IN_CBD}};
    for (size_t i = 0; i < KZI_COUNT(pairs) && has_digit(text, end); i++) {
        const struct kzi_notation *a = &kzi_notations[pairs[i].a], *b = &kzi_notations[pairs[i].b];
        const bool in_a = kzi_list_count(a, text, end) > 1, in_b = kzi_list_count(b, text, end) > 1;
        if (in_a && in_b)
            note_ambiguous(parser, text, end, a, b);
        else if (in_a || in_b)
            note_unsaid(parser, text, in_a ? a : b);
    }
}

const struct kzi_notation *kzi_notation_recognize(struct kzi_parser *parser, const char *text,
                                                  const char *end) {
    for (size_t i = 0; i < KZI_NOTATIONS; i++)
        if (kzi_notations[i].recognizes && kzi_notations[i].recognizes(text, end))
            return &kzi_notations[i];
    note_others(parser, text, end);
    return NULL;
}

/* --- what is left over ----------------------------------------------------------------------- */

/* Return the length of an item of a line; for concealed tiles, of those of one suit. */
static size_t item_len(const char *line) {
    const size_t digits = strspn(line, "0123456789");
    return digits ? digits + 1 : strcspn(line, " ");
}

static bool has_item(const char *line, const char *item, size_t len) {
    for (; *line; line += strspn(line, " ")) {
        const size_t own = item_len(line);
        if (own == len && !memcmp(line, item, len))
            return true;
        line += own;
    }
    return false;
}

/* Return the first item of a line that is missing in another line, or NULL. */
static const char *find_lost(const char *line, const char *again) {
    for (; *line; line += strspn(line, " ")) {
        const size_t len = item_len(line);
        if (!has_item(again, line, len))
            return line;
        line += len;
    }
    return NULL;
}

static void write_to(char line[KZI_MAX_WRITTEN], const struct kzi_notation *notation,
                     const struct kzi_hand *hand) {
    struct kzi_text text = kzi_text_fixed(line, KZI_MAX_WRITTEN);
    kzi_put_in_notation(&text, notation, hand);
    kzi_text_end(&text);
}

/* Write the hand in the notation, read it again, and write that as a line in kazoe's own
 * notation. */
static void write_again(char line[KZI_MAX_WRITTEN], const struct kzi_notation *notation,
                        const struct kzi_hand *hand) {
    const struct kzi_hand_form form = {.notation = notation,
                                       .unfinished = kzi_hand_is_unfinished(hand)};
    struct kzi_whole_hand again;
    struct kzi_problem problem;
    kzi_hand_refer(&again.hand, &again.extras, &again.items);
    write_to(line, notation, hand);
    if (kzi_hand_read_as(&again.hand, &form, line, strlen(line), &problem))
        write_to(line, &kzi_notations[KZI_IN_KAZOE], &again.hand);
    else
        *line = '\0';
}

/* Return the first item of a line that was lost.  again is empty if the written text cannot be
 * read.  If the notation has no melds or no winning tile, these are looked at first, because the
 * tiles differ, too. */
static const char *find_left_over(const struct kzi_notation *notation, const struct kzi_hand *hand,
                                  const char *line, const char *again) {
    const bool holds_win = notation->holds & KZI_HELD_WIN && hand->win < KZI_KINDS;
    if (hand->n_melds && !(notation->holds & KZI_HELD_MELDS))
        return strpbrk(line, "[(");
    if (!kzi_hand_is_unfinished(hand) && !holds_win)
        return strchr(line, '+');
    return find_lost(line, again);
}

const char *kzi_notation_left_over(const struct kzi_notation *notation, const struct kzi_hand *hand,
                                   char buffer[KZI_LEFT_OVER]) {
    char line[KZI_MAX_WRITTEN], again[KZI_MAX_WRITTEN];
    if (!notation->read) /* kazoe's own */
        return NULL;
    write_to(line, &kzi_notations[KZI_IN_KAZOE], hand);
    write_again(again, notation, hand);
    const char *lost = find_left_over(notation, hand, line, again);
    if (!lost)
        return NULL;
    const char *instead = find_lost(again, line);
    struct kzi_text text = kzi_text_fixed(buffer, KZI_LEFT_OVER);
    kzi_text_add(&text, lost, *again ? item_len(lost) : strcspn(lost, " "));
    if (instead && !kzi_is_lower(*instead))
        kzi_text_format(&text, ", only for %.*s", (int)item_len(instead), instead);
    kzi_text_end(&text);
    return buffer;
}

/* Read and write lists of tiles, separated by blanks or commas. */
#include "hand/notation/readers.h"
#include "hand/parser/tile_items.h"

#include <string.h>

#define MAX_TILES 136

/* --- reading --------------------------------------------------------------------------------- */

static bool stands_between(const struct kzi_notation *notation, char c) {
    return kzi_is_blank(c) || c == ',' ||
           (notation->form != KZI_AS_STRING && (c == '[' || c == ']' || c == '"'));
}

static bool opens_meld(const struct kzi_notation *notation, char c) {
    return notation->holds & KZI_HELD_MELDS && (c == '[' || c == '(');
}

bool kzi_list_next(const struct kzi_notation *notation, const char **text, const char *end,
                   struct kzi_read_tile *tile) {
    bool ended = false; /* by the bracket of an array */
    for (; *text < end && stands_between(notation, **text); ++*text)
        ended |= **text == ']';
    return *text < end && !ended && kzi_notation_tile(notation, *text, end, tile);
}

/* Return the position after a meld and count its tiles, or return NULL if it has anything else. */
static const char *skip_meld(const struct kzi_notation *notation, const char *text, const char *end,
                             unsigned *count) {
    struct kzi_read_tile tile;
    for (const char *at = text + 1; at < end; at = *at == '+' ? at + 1 : tile.next) {
        if (*at == ']' || *at == ')')
            return at + 1;
        if (*at != '+' && !kzi_notation_tile(notation, at, end, &tile))
            return NULL;
        *count += *at != '+';
    }
    return NULL;
}

unsigned kzi_list_count(const struct kzi_notation *notation, const char *text, const char *end) {
    const char *at = text;
    struct kzi_read_tile tile;
    unsigned count = 0;
    for (;;)
        if (kzi_list_next(notation, &at, end, &tile)) {
            at = tile.next;
            count++;
        } else if (at == end || !opens_meld(notation, *at))
            return kzi_is_after_tiles(text, at, end) && !(at < end && kzi_is_upper(*at)) ? count
                                                                                         : 0;
        else if (!(at = skip_meld(notation, at, end, &count)))
            return 0;
}

static void note_copy(struct kzi_parser *parser, unsigned number, struct kzi_spot spot) {
    kzi_problem_note(parser->problem, KZI_BAD_NOTATION, spot,
                     "tile %u is there twice: each of the 136 tiles exists once", number);
}

void kzi_take_copy(struct kzi_parser *parser, uint64_t copies[3], unsigned number,
                   const char *place) {
    const uint64_t copy = UINT64_C(1) << number % 64;
    if (copies[number / 64] & copy)
        note_copy(parser, number, kzi_spot_of(parser, place));
    copies[number / 64] |= copy;
}

void kzi_check_copy(struct kzi_parser *parser, uint64_t copies[3], const char *text) {
    const char *at = text;
    if (parser->notation == &kzi_notations[KZI_IN_TILES_136])
        kzi_take_copy(parser, copies, kzi_read_digits(&at, parser->end, MAX_TILES - 1), text);
}

void kzi_check_win_copy(struct kzi_parser *parser) {
    const struct kzi_copies *copies = &parser->copies;
    for (unsigned i = 0; i < 3; i++)
        KZI_EACH_IN(copies->held[i] & copies->won[i], bit)
            note_copy(parser, 64 * i + bit, kzi_spot_of_part(parser->hand, KZI_PART_WIN, 0));
}

const char *kzi_read_list(struct kzi_parser *parser, const char *text) {
    const struct kzi_notation *notation = parser->notation;
    const bool flowers = parser->hand->flowers;
    struct kzi_read_tile tile;
    for (;;)
        if (kzi_list_next(notation, &text, parser->end, &tile)) {
            if (tile.kind >= KZI_SHOWN_FACE && flowers)
                KZI_NOTE(parser, KZI_DUPLICATE, text, "the flowers are given twice");
            kzi_check_copy(parser, parser->copies.held, text);
            kzi_take_tile(parser, &tile, text);
            text = tile.next;
        } else if (text < parser->end && opens_meld(notation, *text))
            text = kzi_take_meld(parser, text);
        else
            return text;
}

bool kzi_notation_covers(const struct kzi_notation *notation, const char *text, const char *end) {
    struct kzi_read_tile tile;
    if (!notation->tile_names || text == end ||
        (notation->form == KZI_AS_NUMBERS && kzi_suit_of_letter(end[-1]) >= 0)) /* 1s, often */
        return false;
    while (kzi_list_next(notation, &text, end, &tile) && tile.kind < KZI_SHOWN_FACE)
        text = tile.next;
    return text == end;
}

/* --- writing --------------------------------------------------------------------------------- */

unsigned kzi_list_meld(struct kzi_listed_tile tiles[KZI_MELD_TILES], const struct kzi_meld *meld) {
    unsigned count = kzi_meld_tiles(meld);
    for (unsigned i = 0; i < count; i++)
        tiles[i] = (struct kzi_listed_tile){
            (uint8_t)(meld->stand_ins >> i & 1 ? kzi_joker_of(meld) : kzi_meld_tile(meld, i)),
            meld->red >> i & 1};
    return count;
}

void kzi_list_tiles(struct kzi_tile_list *list, const struct kzi_hand *hand, bool melds) {
    uint8_t reds[KZI_SUITS + 1] = {0};
    kzi_hand_fill_reds(hand, reds);
    list->count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
            list->tiles[list->count++] = (struct kzi_listed_tile){
                (uint8_t)kind,
                kzi_number(kind) == 5 && copy < reds[kzi_suit(kind)] && kzi_suit(kind) < KZI_SUITS};
    for (unsigned i = 0; melds && i < hand->n_melds; i++)
        list->count += kzi_list_meld(list->tiles + list->count, &hand->melds[i]);
    if (hand->win < KZI_KINDS)
        list->tiles[list->count++] = (struct kzi_listed_tile){hand->win, hand->win_red};
}

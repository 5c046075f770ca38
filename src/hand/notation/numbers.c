/* Tiles as numbers: tiles-136 has a number for each copy (0 to 3 are those of the first kind, and
 * 16, 52 and 88 the red fives), counts-34 the number of each kind. */
#include "hand/notation/readers.h"
#include "hand/parser/items.h"

#include <string.h>

#define COPIES 4
#define TILES  (COPIES * KZI_KINDS)

static bool is_red(unsigned number) {
    return number / COPIES < KZI_HONOR && kzi_number(number / COPIES) == 5 && !(number % COPIES);
}

/* Read a number below most that no other letter or digit follows. */
static bool read_number(const char *text, const char *end, unsigned most, unsigned *number,
                        const char **next) {
    const char *at = text;
    *number = kzi_read_digits(&at, end, most);
    *next = at;
    return at > text && *number < most &&
           (at == end || kzi_is_blank(*at) || *at == ',' || *at == ']');
}

bool kzi_tiles_136_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    unsigned number;
    if (!read_number(text, end, TILES, &number, &tile->next))
        return false;
    tile->kind = (uint8_t)(number / COPIES);
    tile->red = is_red(number);
    return true;
}

/* --- recognizing ----------------------------------------------------------------------------- */

static bool begins_numbers(const char *text, const char *end) {
    return text < end && (kzi_is_digit(*text) || *text == '[');
}

bool kzi_is_tiles_136(const char *text, const char *end) {
    const struct kzi_notation *notation = &kzi_notations[KZI_IN_TILES_136];
    struct kzi_read_tile tile;
    bool above = false;
    if (!begins_numbers(text, end) || kzi_list_count(notation, text, end) < 2)
        return false;
    while (kzi_list_next(notation, &text, end, &tile)) {
        unsigned number;
        read_number(text, end, TILES, &number, &text);
        above |= number >= KZI_KINDS;
    }
    return above;
}

/* Return the position of the next count; false: there is none. */
static bool next_count(const char **text, const char *end, unsigned *count, const char **next) {
    bool ended = false; /* by the bracket of an array */
    for (; *text < end && (kzi_is_blank(**text) || memchr(",[]", **text, 3)); ++*text)
        ended |= **text == ']';
    return *text < end && !ended && read_number(*text, end, KZI_MAX_COPIES + 1, count, next);
}

bool kzi_is_counts_34(const char *text, const char *end) {
    unsigned counts = 0, count;
    const char *at = text;
    while (next_count(&at, end, &count, &at))
        counts++;
    return counts == KZI_KINDS && kzi_is_after_tiles(text, at, end);
}

/* --- reading --------------------------------------------------------------------------------- */

const char *kzi_read_counts_34(struct kzi_parser *parser, const char *text) {
    struct kzi_read_tile tile = {.red = false};
    const char *at = text, *next;
    unsigned counts = 0, count;
    for (; next_count(&at, parser->end, &count, &next); at = next, counts++) {
        tile.kind = (uint8_t)counts;
        for (unsigned copy = 0; counts < KZI_KINDS && copy < count; copy++)
            kzi_take_tile(parser, &tile, at);
    }
    if (counts != KZI_KINDS)
        KZI_NOTE(parser, KZI_BAD_NOTATION, at,
                 "%u counts from 0 to 4 are found here: counts-34 has one for each of 34 kinds",
                 counts);
    return counts == KZI_KINDS ? at : parser->end;
}

const char *kzi_read_tiles_136(struct kzi_parser *parser, const char *text) {
    const struct kzi_notation *notation = parser->notation;
    struct kzi_read_tile tile;
    bool seen[TILES] = {false};
    while (kzi_list_next(notation, &text, parser->end, &tile)) {
        unsigned number;
        read_number(text, parser->end, TILES, &number, &tile.next);
        if (seen[number])
            KZI_NOTE(parser, KZI_BAD_NOTATION, text,
                     "tile %u is there twice: each of the 136 tiles exists once", number);
        seen[number] = true;
        kzi_take_tile(parser, &tile, text);
        text = tile.next;
    }
    return text;
}

/* --- tiles as numbers in memory -------------------------------------------------------------- */

static __attribute__((noinline)) void note_number(struct kzi_parser *parser, unsigned number,
                                                  unsigned most, const char *place) {
    KZI_NOTE(parser, KZI_BAD_NOTATION, place, "%u is not a tile: the numbers are 0 to %u", number,
             most - 1);
}

/* Read a number; false: there is no such tile, which is noted at place. */
static inline bool read_numbered(struct kzi_parser *parser, bool kinds, unsigned number,
                                 const char *place, struct kzi_read_tile *tile) {
    const unsigned most = kinds ? KZI_KINDS : TILES;
    tile->kind = (uint8_t)(kinds ? number : number / COPIES);
    tile->red = !kinds && is_red(number);
    if (number >= most)
        note_number(parser, number, most, place);
    return number < most;
}

static void lay_meld(struct kzi_parser *parser, const struct kzi_numbered *numbered, size_t i) {
    const kz_meld *meld = &numbered->melds[i];
    const char *place = parser->start + i, *wrong = NULL;
    struct kzi_laid_meld laid = {
        .open = place, .concealed = !meld->claimed, .added = meld->added && meld->count == 4};
    struct kzi_read_tile tile;
    for (unsigned k = 0; k < meld->count && k < sizeof meld->tiles; k++) {
        if (!read_numbered(parser, numbered->kinds, meld->tiles[k], place, &tile))
            return;
        kzi_lay_tile(&laid, tile.kind, tile.red, place);
    }
    wrong = kzi_laid_fault(&laid);
    if (!wrong && laid.concealed && (laid.n == 3 || laid.added))
        wrong = "only a kong is concealed, and not one made by adding";
    if (wrong)
        KZI_NOTE(parser, KZI_BAD_MELD, place, "meld %zu: %s", i + 1, wrong);
    else
        kzi_lay_meld(parser, &laid);
}

/* The tiles are the text, so that columns count them.  One by one kzi_take_tile takes twice as
 * long; it notes those that are too many. */
static void lay_concealed(struct kzi_parser *parser, const struct kzi_numbered *numbered) {
    const char *start = numbered->tiles ? (const char *)numbered->tiles : "";
    struct kzi_hand *hand = parser->hand;
    struct kzi_hand_item *item = &hand->items->list[hand->items->count];
    struct kzi_read_tile tile;
    uint32_t i = 0;
    kzi_parser_take(parser, start, start + numbered->count, KZI_KEY_HAND, 1);
    for (; i < numbered->count && hand->n_concealed < KZI_MAX_CONCEALED; i++) {
        if (!read_numbered(parser, numbered->kinds, numbered->tiles[i], start + i, &tile))
            continue;
        *item++ = (struct kzi_hand_item){i + 1, KZI_KEY_HAND, KZI_PART_TILE, tile.kind, tile.red};
        hand->n_concealed++;
        hand->concealed[tile.kind]++;
        if (tile.red)
            hand->marked[kzi_suit(tile.kind)]++;
    }
    hand->items->count = (unsigned)(item - hand->items->list);
    if (i < numbered->count)
        kzi_take_tile(parser, &tile, start + i);
}

static void lay_tiles(struct kzi_parser *parser, const struct kzi_numbered *numbered) {
    const char *start = (const char *)numbered->win;
    struct kzi_read_tile tile;
    parser->ascii = true;
    lay_concealed(parser, numbered);
    if (start) {
        kzi_parser_take(parser, start, start + 1, KZI_KEY_WIN, 1);
        if (read_numbered(parser, numbered->kinds, *numbered->win, start, &tile))
            kzi_take_win(parser, &tile, start);
    }
    start = numbered->melds ? (const char *)numbered->melds : "";
    kzi_parser_take(parser, start, start + numbered->n_melds, KZI_KEY_MELDS, 1);
    for (size_t i = 0; i < numbered->n_melds; i++)
        lay_meld(parser, numbered, i);
}

/* --- words next to them ---------------------------------------------------------------------- */

/* Make the hand what it was after these words were read last; false: other words were. */
static bool recall_words(struct kzi_parser *parser, const struct kzi_kept_words *kept,
                         const struct kzi_numbered *numbered) {
    if (!kept->are_kept || kept->len != numbered->words_len ||
        memcmp(kept->text, numbered->words, kept->len) != 0)
        return false;
    memcpy(parser->hand, kept->hand, sizeof kept->hand);
    parser->hand->items->count = kept->n_items;
    parser->keys_given = kept->keys_given;
    return true;
}

/* Table words are replaced in the hand, so they are read again. */
static void keep_words(const struct kzi_parser *parser, struct kzi_kept_words *kept,
                       const struct kzi_numbered *numbered) {
    kept->len = numbered->words_len;
    kept->are_kept =
        !parser->problem->found && !parser->hand->table_words && kept->len <= sizeof kept->text;
    if (!kept->are_kept)
        return;
    memcpy(kept->text, numbered->words, kept->len);
    memcpy(kept->hand, parser->hand, sizeof kept->hand);
    kept->n_items = parser->hand->items->count;
    kept->keys_given = parser->keys_given;
}

static bool read_words(struct kzi_parser *parser, struct kzi_kept_words *kept,
                       const struct kzi_numbered *numbered) {
    const char *words = numbered->words;
    kzi_parser_clear(parser);
    if (!kzi_is_readable(parser, words, numbered->words_len))
        return false;
    kzi_parser_take(parser, words, words + numbered->words_len, KZI_KEY_NONE, 1);
    kzi_read_words(parser, words);
    keep_words(parser, kept, numbered);
    return true;
}

bool kzi_hand_lay(struct kzi_hand *hand, const struct kzi_hand_form *form,
                  const struct kzi_numbered *numbered, struct kzi_kept_words *kept,
                  struct kzi_problem *problem) {
    struct kzi_parser parser = {.hand = hand,
                                .problem = problem,
                                .knows = form->knows,
                                .context = form->context,
                                .notation = &kzi_notations[KZI_IN_TILES_136],
                                .unfinished = form->unfinished};
    problem->found = false;
    hand->listed_words = form->listed_words;
    if (recall_words(&parser, kept, numbered) || read_words(&parser, kept, numbered)) {
        lay_tiles(&parser, numbered);
        kzi_parser_take(&parser, numbered->words, numbered->words, KZI_KEY_NONE, 1);
        kzi_settle_win(&parser);
    }
    if (problem->found)
        kzi_hand_clear(hand);
    return !problem->found;
}

/* --- writing --------------------------------------------------------------------------------- */

static void put_number(struct kzi_text *text, unsigned i, unsigned number) {
    if (i)
        kzi_text_char(text, ' ');
    kzi_text_int(text, number);
}

/* The red five is the first copy, so that plain fives begin with the second one. */
void kzi_write_tiles_136(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    uint8_t used[KZI_KINDS] = {0};
    kzi_list_tiles(&list, hand, true);
    for (unsigned i = 0; i < list.count; i++) {
        unsigned kind = list.tiles[i].kind;
        bool plain_five = is_red(COPIES * kind) && !list.tiles[i].red;
        unsigned copy = (used[kind] + (plain_five ? 1U : 0U)) % COPIES;
        if (!list.tiles[i].red)
            used[kind]++;
        put_number(text, i, COPIES * kind + (list.tiles[i].red ? 0 : copy));
    }
}

void kzi_write_counts_34(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    uint8_t counts[KZI_KINDS] = {0};
    kzi_list_tiles(&list, hand, true);
    for (unsigned i = 0; i < list.count; i++)
        counts[list.tiles[i].kind]++;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        put_number(text, kind, counts[kind]);
}

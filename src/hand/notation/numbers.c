/* Tiles as numbers: counts-34, the number of tiles of each kind; and in memory the numbers of
 * tiles-34 or tiles-136, in which 16, 52 and 88 are red fives. */
#include "hand/notation/readers.h"
#include "hand/parser/record.h"
#include "hand/parser/tile_items.h"

#include <string.h>

/* --- counts ---------------------------------------------------------------------------------- */

/* A list of counts, which are spelled "0" to "4". */
static const struct kzi_notation count_list = {.tile_names = &kzi_names_counts,
                                               .form = KZI_AS_NUMBERS};

bool kzi_is_counts_34(const char *text, const char *end) {
    struct kzi_read_tile count;
    unsigned counts = 0;
    const char *at = text;
    for (; kzi_list_next(&count_list, &at, end, &count); at = count.next)
        counts++;
    return counts == KZI_KINDS && kzi_is_after_tiles(text, at, end);
}

const char *kzi_read_counts_34(struct kzi_parser *parser, const char *text) {
    struct kzi_read_tile tile = {.red = false}, count;
    unsigned counts = 0;
    for (; kzi_list_next(&count_list, &text, parser->end, &count); text = count.next, counts++) {
        tile.kind = (uint8_t)counts;
        for (unsigned copy = 0; counts < KZI_KINDS && copy < count.kind; copy++)
            kzi_take_tile(parser, &tile, text);
    }
    if (counts == KZI_KINDS)
        return text;
    KZI_NOTE(parser, KZI_BAD_NOTATION, text,
             "%u counts from 0 to 4 are found here: counts-34 has one for each of 34 kinds",
             counts);
    return parser->end;
}

void kzi_write_counts_34(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    uint8_t counts[KZI_KINDS] = {0};
    kzi_list_tiles(&list, hand, true);
    for (unsigned i = 0; i < list.count; i++)
        counts[list.tiles[i].kind]++;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        kzi_text_format(text, "%s%u", kind ? " " : "", counts[kind]);
}

/* --- tiles as numbers in memory -------------------------------------------------------------- */

static __attribute__((noinline)) void note_number(struct kzi_parser *parser, unsigned number,
                                                  unsigned max, const char *place) {
    KZI_NOTE(parser, KZI_BAD_NOTATION, place, "%u is not a tile: the numbers are 0 to %u", number,
             max - 1);
}

/* Read a number.  If there is no such tile, note that at place and return false. */
static inline bool read_numbered(struct kzi_parser *parser, const kz_tiles *numbered,
                                 unsigned number, const char *place, struct kzi_read_tile *tile) {
    bool kinds = numbered->encoding == KZ_TILES_34;
    const bool is_tile =
        kinds ? kzi_numbered_tile(1, number, tile) : kzi_numbered_tile(KZI_NUMBERED, number, tile);
    if (!is_tile)
        note_number(parser, number, kinds ? KZI_KINDS : KZI_NUMBERED * KZI_KINDS, place);
    return is_tile;
}

static inline void take_copy(struct kzi_parser *parser, const kz_tiles *numbered,
                             uint64_t copies[3], unsigned number, const char *place) {
    if (numbered->encoding == KZ_TILES_136)
        kzi_take_copy(parser, copies, number, place);
}

static void lay_meld(struct kzi_parser *parser, const kz_tiles *numbered, size_t i) {
    const kz_meld *meld = &numbered->melds[i];
    const char *place = parser->start + i, *wrong = NULL;
    struct kzi_laid_meld laid = {
        .open = place, .concealed = !meld->claimed, .added = meld->added && meld->count == 4};
    struct kzi_read_tile tile;
    for (unsigned k = 0; k < meld->count && k < sizeof meld->tiles; k++) {
        if (!read_numbered(parser, numbered, meld->tiles[k], place, &tile))
            return;
        take_copy(parser, numbered, parser->copies.held, meld->tiles[k], place);
        kzi_laid_meld_add(&laid, tile.kind, tile.red, place);
    }
    wrong = meld->count > sizeof meld->tiles ? "a meld has three tiles, or four in a kong"
                                             : kzi_laid_fault(&laid);
    if (!wrong && laid.concealed && (laid.n == 3 || laid.added))
        wrong = "only a kong is concealed, and not one made by adding";
    if (wrong)
        KZI_NOTE(parser, KZI_BAD_MELD, place, "meld %zu: %s", i + 1, wrong);
    else
        kzi_add_laid_meld(parser, &laid);
}

/* Fill in the concealed tiles.  They are also the text of the parser, so that columns count tiles.
 * kzi_take_tile, one by one, would take twice as long; it is called only to note tiles that are too
 * many. */
static void lay_concealed(struct kzi_parser *parser, const kz_tiles *numbered) {
    const char *start = numbered->tiles ? (const char *)numbered->tiles : "";
    struct kzi_hand *hand = parser->hand;
    struct kzi_read_tile tile;
    uint32_t i = 0;
    kzi_parser_take(parser, start, start + numbered->n_tiles, KZI_KEY_HAND, 1);
    for (; i < numbered->n_tiles && hand->n_concealed < KZI_MAX_CONCEALED; i++) {
        if (!read_numbered(parser, numbered, numbered->tiles[i], start + i, &tile))
            continue;
        take_copy(parser, numbered, parser->copies.held, numbered->tiles[i], start + i);
        kzi_hand_items_add(hand->items, (struct kzi_spot){i + 1, KZI_KEY_HAND}, KZI_PART_TILE,
                           tile.kind, tile.red);
        hand->n_concealed++;
        hand->concealed[tile.kind]++;
        if (tile.red)
            hand->reds[kzi_suit(tile.kind)]++;
    }
    if (i < numbered->n_tiles)
        kzi_take_tile(parser, &tile, start + i);
}

static void lay_tiles(struct kzi_parser *parser, const kz_tiles *numbered) {
    const char *start = (const char *)numbered->win;
    struct kzi_read_tile tile;
    parser->ascii = true;
    memset(&parser->copies, 0, sizeof parser->copies);
    lay_concealed(parser, numbered);
    if (start) {
        kzi_parser_take(parser, start, start + 1, KZI_KEY_WIN, 1);
        if (read_numbered(parser, numbered, *numbered->win, start, &tile)) {
            take_copy(parser, numbered, parser->copies.won, *numbered->win, start);
            kzi_take_win(parser, &tile, start);
        }
    }
    start = numbered->melds ? (const char *)numbered->melds : "";
    kzi_parser_take(parser, start, start + numbered->n_melds, KZI_KEY_MELDS, 1);
    for (size_t i = 0; i < numbered->n_melds; i++)
        lay_meld(parser, numbered, i);
}

/* --- words next to them ---------------------------------------------------------------------- */

/* Restore the hand as it was after these words were last read.  Return false if other words
 * were. */
static bool recall_words(struct kzi_parser *parser, const struct kzi_kept_words *kept,
                         const char *words, size_t len) {
    if (!kept->are_kept || kept->len != len || memcmp(kept->text, words, len) != 0)
        return false;
    memcpy(parser->hand, kept->hand, sizeof kept->hand);
    parser->hand->items->count = kept->n_items;
    parser->keys_given = kept->keys_given;
    return true;
}

/* Keep the hand after its words were read.  With table words, which are replaced in the hand, they
 * are read again. */
static void keep_words(const struct kzi_parser *parser, struct kzi_kept_words *kept,
                       const char *words, size_t len) {
    kept->are_kept =
        !parser->problem->found && !parser->hand->table_words && len <= sizeof kept->text;
    if (!kept->are_kept)
        return;
    kept->len = len;
    memcpy(kept->text, words, len);
    memcpy(kept->hand, parser->hand, sizeof kept->hand);
    kept->n_items = parser->hand->items->count;
    kept->keys_given = parser->keys_given;
}

static bool read_words(struct kzi_parser *parser, struct kzi_kept_words *kept, const char *words,
                       size_t len) {
    kzi_parser_clear(parser);
    if (!kzi_check_readable(parser, words, len))
        return false;
    kzi_parser_take(parser, words, words + len, KZI_KEY_NONE, 1);
    kzi_read_words(parser, words);
    keep_words(parser, kept, words, len);
    return true;
}

bool kzi_hand_read_numbered(struct kzi_hand *hand, const struct kzi_hand_form *form,
                            const kz_tiles *numbered, size_t words_len, struct kzi_kept_words *kept,
                            struct kzi_problem *problem) {
    const char *words = numbered->words;
    struct kzi_parser parser;
    kzi_parser_open(&parser, hand, form, &kzi_notations[KZI_IN_TILES_136], problem);
    if (recall_words(&parser, kept, words, words_len) ||
        read_words(&parser, kept, words, words_len)) {
        lay_tiles(&parser, numbered);
        kzi_parser_take(&parser, words, words, KZI_KEY_NONE, 1);
        kzi_settle_win(&parser);
    }
    if (problem->found)
        kzi_hand_clear(hand);
    return !problem->found;
}

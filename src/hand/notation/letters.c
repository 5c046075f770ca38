/* Tiles as a letter and a figure: mjai (1m, 5mr, E), botzone (W1, F1), cbd (C1, E). */
#include "hand/notation/readers.h"
#include "hand/parser/items.h"
#include "tile/face.h"

#include <string.h>

/* --- mjai ------------------------------------------------------------------------------------ */

bool kzi_is_mjai(const char *text, const char *end) {
    if (text == end || *text++ != '[')
        return false;
    while (text < end && kzi_is_blank(*text))
        text++;
    return text < end && *text == '"';
}

/* Return whether a tile ends here. */
static bool ends(const char *text, const char *end) {
    return text == end || kzi_is_blank(*text) || memchr(",]\"", *text, 3);
}

bool kzi_mjai_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    struct kzi_run run;
    if ((unsigned char)*text >= 0x80 || kzi_notation_run(text, end, &run) || run.count != 1)
        return false;
    *tile = (struct kzi_read_tile){.next = run.next,
                                   .kind = (uint8_t)kzi_kind_of_run(&run, 0),
                                   .red = kzi_red_in_run(&run, 0)};
    return ends(run.next, end);
}

void kzi_write_mjai(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, true);
    kzi_text_char(text, '[');
    for (unsigned i = 0; i < list.count; i++) {
        unsigned kind = list.tiles[i].kind;
        kzi_text_put(text, i ? ",\"" : "\"");
        if (kzi_is_honor(kind))
            kzi_text_char(text, "ESWNPFC"[kind - KZI_HONOR]);
        else
            kzi_notation_put(text, kind);
        kzi_text_put(text, list.tiles[i].red ? "r\"" : "\"");
    }
    kzi_text_char(text, ']');
}

/* --- botzone and cbd ------------------------------------------------------------------------- */

/* A letter with its figures, from 1; kinds: what they stand for, one after the other. */
struct row {
    char letter;
    uint8_t count;
    const uint8_t *kinds;
};

static const uint8_t characters[] = {0, 1, 2, 3, 4, 5, 6, 7, 8},
                     dots[] = {9, 10, 11, 12, 13, 14, 15, 16, 17},
                     bamboo[] = {18, 19, 20, 21, 22, 23, 24, 25, 26}, winds[] = {27, 28, 29, 30},
                     dragons[] = {33, 32, 31};

static const struct row botzone[] = {
    {'W', 9, characters}, {'B', 9, dots}, {'T', 9, bamboo}, {'F', 4, winds}, {'J', 3, dragons}};

static const struct row cbd[] = {{'C', 9, characters}, {'B', 9, bamboo}, {'D', 9, dots}};

static bool read_row(const struct row *rows, size_t count, const char *text, const char *end,
                     struct kzi_read_tile *tile) {
    for (size_t i = 0; i < count; i++)
        if (*text == rows[i].letter && end - text >= 2 && (unsigned)text[1] - '1' < rows[i].count) {
            *tile = (struct kzi_read_tile){.next = text + 2,
                                           .kind = rows[i].kinds[(unsigned)text[1] - '1']};
            return end - text == 2 || !kzi_is_digit(text[2]);
        }
    return false;
}

static void put_row(struct kzi_text *text, const struct row *rows, size_t count, unsigned kind) {
    for (size_t i = 0; i < count; i++)
        for (unsigned k = 0; k < rows[i].count; k++)
            if (rows[i].kinds[k] == kind) {
                kzi_text_char(text, rows[i].letter);
                kzi_text_char(text, (char)('1' + k));
            }
}

#define ROWS(rows) (rows), sizeof(rows) / sizeof *(rows)

/* H1 to H8: spring, summer, autumn, winter, plum, orchid, bamboo, chrysanthemum. */
#define FLOWERS 8
static const uint8_t faces[FLOWERS] = {4, 5, 6, 7, 0, 1, 3, 2};

bool kzi_botzone_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    if (*text != 'H')
        return read_row(ROWS(botzone), text, end, tile);
    if (end - text < 2 || (unsigned)text[1] - '1' >= FLOWERS)
        return false;
    *tile = (struct kzi_read_tile){
        .next = text + 2, .kind = KZI_A_FACE, .face = faces[(unsigned)text[1] - '1']};
    return end - text == 2 || !kzi_is_digit(text[2]);
}

bool kzi_cbd_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    unsigned honor = kzi_kind_of_letter(*text);
    if (read_row(ROWS(cbd), text, end, tile))
        return true;
    *tile = (struct kzi_read_tile){.next = text + 1, .kind = (uint8_t)honor};
    return honor != KZI_NO_KIND && (end - text == 1 || !kzi_is_digit(text[1]));
}

/* Put the flowers before the tiles, the last of which is the winning one. */
static void put_flowers(struct kzi_text *text, uint64_t counts) {
    for (unsigned i = 0; i < FLOWERS; i++)
        for (unsigned copy = kzi_face_count(counts, faces[i]); copy; copy--)
            kzi_text_format(text, "H%u ", i + 1);
}

void kzi_write_botzone(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, true);
    put_flowers(text, hand->faces);
    for (unsigned i = 0; i < list.count; i++) {
        kzi_text_put(text, i ? " " : "");
        put_row(text, ROWS(botzone), list.tiles[i].kind);
    }
}

void kzi_write_cbd(struct kzi_text *text, const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, true);
    for (unsigned i = 0; i < list.count; i++) {
        unsigned kind = list.tiles[i].kind;
        kzi_text_put(text, i ? " " : "");
        if (kzi_is_honor(kind))
            kzi_text_char(text, "ESWNPFC"[kind - KZI_HONOR]);
        else
            put_row(text, ROWS(cbd), kind);
    }
}

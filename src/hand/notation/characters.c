/* Tiles as characters: those of the mahjong block of Unicode, and the names of tiles in Chinese or
 * Japanese, in simplified and traditional script. Melds stand in brackets, as in kazoe's own. */
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/items.h"
#include "tile/face.h"

#include <string.h>

static bool is_ascii(const char *text, const char *end) {
    return text == end || (unsigned char)*text < 0x80;
}

/* --- unicode --------------------------------------------------------------------------------- */

bool kzi_unicode_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    struct kzi_run run;
    *tile = (struct kzi_read_tile){.next = text};
    if (is_ascii(text, end))
        return false;
    if (!kzi_notation_run(text, end, &run))
        tile->kind = run.single;
    else if (!kzi_face_run(text, end, &run)) {
        tile->kind = KZI_A_FACE;
        tile->face = (uint8_t)kzi_face_of_run(&run, 0);
    } else
        return false;
    tile->next = run.next;
    return true;
}

bool kzi_is_unicode(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_UNICODE], text, end) > 0;
}

static void put_code(struct kzi_text *text, uint32_t code) {
    char bytes[4];
    kzi_text_add(text, bytes, kzi_utf8_write(bytes, code));
}

static void put_unicode(struct kzi_text *text, struct kzi_listed_tile tile) {
    static const uint32_t suits[] = {0x1F007, 0x1F019, 0x1F010};
    static const uint32_t honors[] = {0x1F000, 0x1F001, 0x1F002, 0x1F003,
                                      0x1F006, 0x1F005, 0x1F004};
    if (kzi_is_honor(tile.kind))
        put_code(text, honors[tile.kind - KZI_HONOR]);
    else
        put_code(text, suits[kzi_suit(tile.kind)] + kzi_number(tile.kind) - 1);
}

static void put_unicode_face(struct kzi_text *text, unsigned face) {
    static const uint8_t order[] = {0, 1, 3, 2, 4, 5, 6, 7};
    put_code(text, 0x1F022 + order[face]);
}

/* --- chinese --------------------------------------------------------------------------------- */

/* A name of one or two characters, the usual one first. */
struct name {
    const char *text;
    uint8_t what; /* a figure, a suit, a kind of honor, or a face */
};

static const struct name figures[] = {{"一", 1}, {"二", 2}, {"三", 3}, {"四", 4}, {"五", 5},
                                      {"六", 6}, {"七", 7}, {"八", 8}, {"九", 9}, {"1", 1},
                                      {"2", 2},  {"3", 3},  {"4", 4},  {"5", 5},  {"6", 6},
                                      {"7", 7},  {"8", 8},  {"9", 9},  {"伍", 5}};

static const struct name suits[] = {{"萬", 0}, {"筒", 1}, {"索", 2}, {"万", 0},
                                    {"餅", 1}, {"饼", 1}, {"條", 2}, {"条", 2}};

static const struct name honors[] = {
    {"東", 27},   {"南", 28},   {"西", 29},   {"北", 30},   {"白板", 31}, {"發", 32},
    {"中", 33},   {"东", 27},   {"白", 31},   {"發財", 32}, {"发财", 32}, {"发", 32},
    {"発", 32},   {"紅中", 33}, {"红中", 33}, {"東風", 27}, {"东风", 27}, {"南風", 28},
    {"南风", 28}, {"西風", 29}, {"西风", 29}, {"北風", 30}, {"北风", 30}};

static const struct name flowers[] = {{"梅", 0}, {"蘭", 1}, {"菊", 2}, {"竹", 3}, {"春", 4},
                                      {"夏", 5}, {"秋", 6}, {"冬", 7}, {"兰", 1}};

static const struct name reds[] = {{"赤", 0}, {"紅", 0}, {"红", 0}};

/* Find the longest name that begins the text; NULL: none does. */
static const struct name *find(const struct name *names, size_t count, const char *text,
                               const char *end) {
    const struct name *found = NULL;
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(names[i].text);
        if ((size_t)(end - text) >= len && !memcmp(names[i].text, text, len) &&
            (!found || len > strlen(found->text)))
            found = &names[i];
    }
    return found;
}

#define FIND(names, text, end) find(names, sizeof(names) / sizeof *(names), text, end)

static bool read_number_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    const struct name *red = FIND(reds, text, end);
    if (red)
        text += strlen(red->text);
    const struct name *figure = FIND(figures, text, end);
    if (!figure)
        return false;
    text += strlen(figure->text);
    const struct name *suit = FIND(suits, text, end);
    if (!suit || (red && figure->what != 5))
        return false;
    *tile = (struct kzi_read_tile){.next = text + strlen(suit->text),
                                   .kind = (uint8_t)kzi_kind(suit->what, figure->what),
                                   .red = red != NULL};
    return true;
}

bool kzi_chinese_tile(const char *text, const char *end, struct kzi_read_tile *tile) {
    if (text == end || read_number_tile(text, end, tile))
        return text < end;
    const struct name *honor = FIND(honors, text, end), *flower = FIND(flowers, text, end);
    if (honor)
        *tile = (struct kzi_read_tile){.next = text + strlen(honor->text), .kind = honor->what};
    else if (flower)
        *tile = (struct kzi_read_tile){
            .next = text + strlen(flower->text), .kind = KZI_A_FACE, .face = flower->what};
    return honor || flower;
}

bool kzi_is_chinese(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_CHINESE], text, end) > 0;
}

static void put_chinese(struct kzi_text *text, struct kzi_listed_tile tile) {
    if (kzi_is_honor(tile.kind)) {
        kzi_text_put(text, honors[tile.kind - KZI_HONOR].text);
        return;
    }
    kzi_text_put(text, tile.red ? reds[0].text : "");
    kzi_text_put(text, figures[kzi_number(tile.kind) - 1].text);
    kzi_text_put(text, suits[kzi_suit(tile.kind)].text);
}

static void put_chinese_face(struct kzi_text *text, unsigned face) {
    kzi_text_put(text, flowers[face].text);
}

/* --- writing --------------------------------------------------------------------------------- */

/* How one of the two writes. */
struct script {
    void (*tile)(struct kzi_text *text, struct kzi_listed_tile tile);
    void (*face)(struct kzi_text *text, unsigned face);
    const char *between;
};

static void put_meld(struct kzi_text *text, const struct script *script,
                     const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[4];
    unsigned count = kzi_list_meld(tiles, meld);
    kzi_text_char(text, meld->claimed ? '[' : '(');
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, meld->added && i == 3 ? "+" : "");
        script->tile(text, tiles[i]);
    }
    kzi_text_char(text, meld->claimed ? ']' : ')');
}

/* Put melds and flowers before the tiles, the last of which is the winning one. */
static void put_hand(struct kzi_text *text, const struct script *script,
                     const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    const char *between = "";
    kzi_list_tiles(&list, hand, false);
    for (unsigned i = 0; i < hand->n_melds; i++, between = " ") {
        kzi_text_put(text, between);
        put_meld(text, script, &hand->melds[i]);
    }
    for (unsigned face = 0; face < KZI_OF_A_SEAT; face++)
        for (unsigned copy = kzi_face_count(hand->faces, face); copy; copy--) {
            kzi_text_put(text, between);
            script->face(text, face);
            between = script->between;
        }
    if (*between || hand->n_melds || hand->faces)
        between = " ";
    for (unsigned i = 0; i < list.count; i++, between = script->between) {
        kzi_text_put(text, between);
        script->tile(text, list.tiles[i]);
    }
}

void kzi_write_unicode(struct kzi_text *text, const struct kzi_hand *hand) {
    static const struct script script = {put_unicode, put_unicode_face, ""};
    put_hand(text, &script, hand);
}

void kzi_write_chinese(struct kzi_text *text, const struct kzi_hand *hand) {
    static const struct script script = {put_chinese, put_chinese_face, " "};
    put_hand(text, &script, hand);
}

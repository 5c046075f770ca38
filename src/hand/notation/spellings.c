/* Notations in which every tile is spelled by itself, as a table says: mjai (1m, 5mr, E), botzone
 * (W1, F1, H1), cbd (C1, E), tiles-34 (0 to 33), the mahjong tiles of Unicode, and their names in
 * Chinese or Japanese, in simplified and traditional script. */
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/items.h"
#include "tile/face.h"

#include <string.h>

/* Words stand between blanks; what stands behind a '/' is read as well, but not written. */
struct kzi_spellings {
    const char *kinds; /* the 34 kinds in order */
    const char *reds;  /* the red five of each suit; NULL: there are none */
    const char *faces; /* the first eight, in the order of writing; NULL */
    const char *order; /* their numbers, a digit each; NULL: in order */
    const char *same;  /* pairs of characters: the first is read as the second; NULL */
    const char *before, *between, *after;
    bool apart; /* something stands between two tiles */
};

const struct kzi_spellings kzi_spelled_mjai = {
    .kinds = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
             "E/1z S/2z W/3z N/4z P/5z F/6z C/7z",
    .reds = "5mr/0m 5pr/0p 5sr/0s",
    .before = "[\"",
    .between = "\",\"",
    .after = "\"]",
    .apart = true};

const struct kzi_spellings kzi_spelled_botzone = {
    .kinds = "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 "
             "F1 F2 F3 F4 J3 J2 J1",
    .faces = "H1 H2 H3 H4 H5 H6 H7 H8",
    .order = "45670132",
    .between = " "};

const struct kzi_spellings kzi_spelled_cbd = {
    .kinds = "C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 D4 D5 D6 D7 D8 D9 B1 B2 B3 B4 B5 B6 B7 B8 B9 "
             "E S W N P F C",
    .between = " "};

const struct kzi_spellings kzi_spelled_tiles_34 = {
    .kinds = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 "
             "31 32 33",
    .between = " ",
    .apart = true};

const struct kzi_spellings kzi_spelled_unicode = {.kinds = "🀇 🀈 🀉 🀊 🀋 🀌 🀍 🀎 🀏 "
                                                           "🀙 🀚 🀛 🀜 🀝 🀞 🀟 🀠 🀡 "
                                                           "🀐 🀑 🀒 🀓 🀔 🀕 🀖 🀗 🀘 "
                                                           "🀀 🀁 🀂 🀃 🀆 🀅 🀄",
                                                  .faces = "🀢 🀣 🀥 🀤 🀦 🀧 🀨 🀩",
                                                  .between = ""};

const struct kzi_spellings kzi_spelled_chinese = {
    .kinds = "一萬 二萬 三萬 四萬 五萬 六萬 七萬 八萬 九萬 "
             "一筒 二筒 三筒 四筒 五筒 六筒 七筒 八筒 九筒 "
             "一索 二索 三索 四索 五索 六索 七索 八索 九索 "
             "東/東風 南/南風 西/西風 北/北風 白板/白 發/發財 中/赤中",
    .reds = "赤五萬 赤五筒 赤五索",
    .faces = "梅 蘭 菊 竹 春 夏 秋 冬",
    .same = "1一2二3三4四5五6六7七8八9九伍五万萬餅筒饼筒條索条索紅赤红赤东東风風发發発發财財兰蘭",
    .between = " "};

/* --- reading --------------------------------------------------------------------------------- */

#define MOST_LETTERS 3 /* of a spelling */

/* The first letters of a text as the table has them, and where each ends, in it and in the text. */
struct letters {
    char plain[4 * MOST_LETTERS];
    size_t len[MOST_LETTERS + 1];
    const char *end[MOST_LETTERS + 1];
    unsigned count;
};

/* Return what a character is read as, with its length. */
static const char *plain_of(const char *same, const char *letter, size_t *len) {
    for (const char *at = same; at && *at;) {
        uint32_t code;
        const size_t own = kzi_utf8_next(at, strlen(at), &code);
        const size_t other = kzi_utf8_next(at + own, strlen(at + own), &code);
        if (own == *len && !memcmp(at, letter, own)) {
            *len = other;
            return at + own;
        }
        at += own + other;
    }
    return letter;
}

static struct letters letters_of(const struct kzi_spellings *spelling, const char *text,
                                 const char *end) {
    struct letters letters = {.count = 0};
    size_t plain = 0;
    for (uint32_t code; text < end && letters.count < MOST_LETTERS;) {
        size_t len = kzi_utf8_next(text, (size_t)(end - text), &code);
        const char *from = text;
        text += len;
        from = plain_of(spelling->same, from, &len);
        memcpy(letters.plain + plain, from, len);
        plain += len;
        letters.count++;
        letters.len[letters.count] = plain;
        letters.end[letters.count] = text;
    }
    return letters;
}

/* Find the longest word of a list that begins the letters; return its number, and set its letters.
 */
static int find(const char *list, const struct letters *letters, unsigned *length) {
    int found = -1, number = 0;
    for (const char *at = list; at && *at; at++) {
        size_t len = 0;
        while (at[len] && at[len] != ' ' && at[len] != '/')
            len++;
        for (unsigned i = *length + 1; i <= letters->count && *at == *letters->plain; i++)
            if (letters->len[i] == len && !memcmp(at, letters->plain, len)) {
                found = number;
                *length = i;
            }
        at += len;
        number += *at == ' ';
        if (!*at)
            break;
    }
    return found;
}

/* Return the number of a face, by its word. */
static unsigned face_of(const struct kzi_spellings *spelling, unsigned word) {
    return spelling->order ? (unsigned)(spelling->order[word] - '0') : word;
}

static bool is_apart(const char *text, const char *end) {
    return text == end || kzi_is_blank(*text) || memchr(",]\"", *text, 3);
}

bool kzi_spelled_tile(const struct kzi_spellings *spelling, const char *text, const char *end,
                      struct kzi_read_tile *tile) {
    const struct letters letters = letters_of(spelling, text, end);
    unsigned length = 0;
    const int kind = find(spelling->kinds, &letters, &length),
              red = find(spelling->reds, &letters, &length),
              face = find(spelling->faces, &letters, &length);
    if (!length)
        return false;
    *tile =
        (struct kzi_read_tile){.next = kzi_skip_selectors(letters.end[length], end),
                               .kind = (uint8_t)(face >= 0  ? KZI_A_FACE
                                                 : red >= 0 ? (int)kzi_kind((unsigned)red, 5)
                                                            : kind),
                               .face = (uint8_t)(face < 0 ? 0 : face_of(spelling, (unsigned)face)),
                               .red = red >= 0};
    if (spelling->apart)
        return is_apart(tile->next, end);
    /* W12 is no tile of botzone. */
    return tile->next == end || !kzi_is_digit(*tile->next) || (unsigned char)tile->next[-1] >= 0x80;
}

bool kzi_is_mjai(const char *text, const char *end) {
    if (text == end || *text++ != '[')
        return false;
    text = kzi_skip_blanks(text, end);
    return text < end && *text == '"';
}

bool kzi_is_unicode(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_UNICODE], text, end) > 0;
}

bool kzi_is_chinese(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_CHINESE], text, end) > 0;
}

/* --- writing --------------------------------------------------------------------------------- */

/* Put a word of a list. */
static void put_word(struct kzi_text *text, const char *list, unsigned number) {
    while (number--)
        list = strchr(list, ' ') + 1;
    kzi_text_add(text, list, strcspn(list, " /"));
}

static void put_tile(struct kzi_text *text, const struct kzi_spellings *spelling,
                     struct kzi_listed_tile tile) {
    if (tile.red && spelling->reds)
        put_word(text, spelling->reds, kzi_suit(tile.kind));
    else
        put_word(text, spelling->kinds, tile.kind);
}

static void put_meld(struct kzi_text *text, const struct kzi_spellings *spelling,
                     const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[KZI_MELD_TILES];
    unsigned count = kzi_list_meld(tiles, meld);
    kzi_text_char(text, meld->claimed ? '[' : '(');
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, meld->added && i == 3 ? "+" : "");
        put_tile(text, spelling, tiles[i]);
    }
    kzi_text_char(text, meld->claimed ? ']' : ')');
}

/* Put melds in brackets and flowers before the tiles, the last of which is the winning one. */
void kzi_write_spelled(struct kzi_text *text, const struct kzi_notation *notation,
                       const struct kzi_hand *hand) {
    const struct kzi_spellings *spelling = notation->spelling;
    const bool melds = notation->holds & KZI_HELD_MELDS;
    const char *between = spelling->before ? spelling->before : "";
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, !melds);
    for (unsigned i = 0; melds && i < hand->n_melds; i++, between = " ") {
        kzi_text_put(text, between);
        put_meld(text, spelling, &hand->melds[i]);
    }
    for (unsigned i = 0; spelling->faces && i < KZI_OF_A_SEAT; i++)
        for (unsigned copy = kzi_face_count(&hand->faces, face_of(spelling, i)); copy; copy--) {
            kzi_text_put(text, between);
            put_word(text, spelling->faces, i);
            between = spelling->between;
        }
    if ((melds && hand->n_melds) || (spelling->faces && kzi_any_face(&hand->faces)))
        between = " ";
    for (unsigned i = 0; i < list.count; i++, between = spelling->between) {
        kzi_text_put(text, between);
        put_tile(text, spelling, list.tiles[i]);
    }
    kzi_text_put(text, spelling->after ? spelling->after : "");
}

/* Notations in which every tile is spelled by itself, as a table says: mjai (1m, 5mr, E), botzone
 * (W1, F1, H1), cbd (C1, E), tiles-34 (0 to 33), tiles-136 (0 to 135, 0 to 3 being those of the
 * first kind), the mahjong tiles of Unicode, and their names in Chinese or Japanese, in simplified
 * and traditional script.  In majiang (m123), gb (123mEE) and kazoe's own, tiles of a suit that
 * follow each other share its letter.  The counts of counts-34 are words too. */
#include "base/utf8.h"
#include "hand/notation/readers.h"
#include "hand/parser/items.h"
#include <string.h>

/* The names of the tiles in a notation.  Words are separated by blanks; a word after '/' is
 * read as well, but not written. */
struct kzi_tile_names {
    const char *kinds; /* the 34 kinds, in order */
    const char *reds;  /* the red five of each suit; NULL: none */
    const char *faces; /* the first eight faces, in the order of writing; NULL: none */
    const char *order; /* the numbers of these faces, a digit each; NULL: rising */
    /* Pairs of characters, of which the first is read as the second; NULL: none. */
    const char *same;
    const char *before, *between, *after;
    bool separated; /* tiles need a separator between them */
    enum {
        SHARE_NONE,
        SHARE_FIRST,
        SHARE_LAST
    } letter; /* the letter of a suit, if it is written once for several tiles */
    /* Copies of a tile have consecutive numbers; this is the number of copies of a kind.
     * KZI_NUMBERED: the first five is red.  0: tiles are words. */
    uint8_t numbers;
};

const struct kzi_tile_names kzi_names_mjai = {
    .kinds = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
             "E/1z S/2z W/3z N/4z P/5z F/6z C/7z",
    .reds = "5mr/0m 5pr/0p 5sr/0s",
    .before = "[\"",
    .between = "\",\"",
    .after = "\"]",
    .separated = true};

const struct kzi_tile_names kzi_names_botzone = {
    .kinds = "W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 B4 B5 B6 B7 B8 B9 T1 T2 T3 T4 T5 T6 T7 T8 T9 "
             "F1 F2 F3 F4 J3 J2 J1",
    .faces = "H1 H2 H3 H4 H5 H6 H7 H8",
    .order = "45670132",
    .between = " "};

const struct kzi_tile_names kzi_names_cbd = {
    .kinds = "C1 C2 C3 C4 C5 C6 C7 C8 C9 D1 D2 D3 D4 D5 D6 D7 D8 D9 B1 B2 B3 B4 B5 B6 B7 B8 B9 "
             "E S W N P F C",
    .between = " "};

const struct kzi_tile_names kzi_names_tiles_34 = {.numbers = 1, .between = " "};

const struct kzi_tile_names kzi_names_tiles_136 = {.numbers = KZI_NUMBERED, .between = " "};

const struct kzi_tile_names kzi_names_counts = {.kinds = "0 1 2 3 4", .separated = true};

const struct kzi_tile_names kzi_names_majiang = {
    .kinds = "m1 m2 m3 m4 m5 m6 m7 m8 m9 p1 p2 p3 p4 p5 p6 p7 p8 p9 s1 s2 s3 s4 s5 s6 s7 "
             "s8 s9 z1 z2 z3 z4 z5 z6 z7",
    .reds = "m0 p0 s0",
    .letter = SHARE_FIRST};

const struct kzi_tile_names kzi_names_gb = {
    .kinds = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
             "E S W N P F C",
    .letter = SHARE_LAST};

/* By kind: the 34 kinds, any flower, none, and jokers. */
static const struct kzi_tile_names own_names = {
    .kinds = "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p 7p 8p 9p 1s 2s 3s 4s 5s 6s 7s 8s 9s "
             "1z 2z 3z 4z 5z 6z 7z 1f ? 1j 2j 3j 4j 5j 6j 7j 8j",
    .reds = "0m 0p 0s",
    .letter = SHARE_LAST};

const struct kzi_tile_names kzi_names_unicode = {.kinds = "🀇 🀈 🀉 🀊 🀋 🀌 🀍 🀎 🀏 "
                                                          "🀙 🀚 🀛 🀜 🀝 🀞 🀟 🀠 🀡 "
                                                          "🀐 🀑 🀒 🀓 🀔 🀕 🀖 🀗 🀘 "
                                                          "🀀 🀁 🀂 🀃 🀆 🀅 🀄",
                                                 .faces = "🀢 🀣 🀥 🀤 🀦 🀧 🀨 🀩",
                                                 .between = ""};

const struct kzi_tile_names kzi_names_chinese = {
    .kinds = "一萬 二萬 三萬 四萬 五萬 六萬 七萬 八萬 九萬 "
             "一筒 二筒 三筒 四筒 五筒 六筒 七筒 八筒 九筒 "
             "一索 二索 三索 四索 五索 六索 七索 八索 九索 "
             "東/東風 南/南風 西/西風 北/北風 白板/白 發/發財 中/赤中",
    .reds = "赤五萬 赤五筒 赤五索",
    .faces = "梅 蘭 菊 竹 春 夏 秋 冬",
    .same = "1一2二3三4四5五6六7七8八9九伍五万萬餅筒饼筒條索条索紅赤红赤东東风風发發発發财財兰蘭",
    .between = " "};

/* --- reading --------------------------------------------------------------------------------- */

#define MAX_BYTES 4 /* bytes of one character */

/* Return the character that a character is read as, and its length in the text. */
static const char *plain_of(const char *same, const char *letter, size_t *len) {
    for (const char *at = same; at && *at;) {
        uint32_t code;
        const size_t own = kzi_utf8_next(at, MAX_BYTES, &code),
                     other = kzi_utf8_next(at + own, MAX_BYTES, &code);
        if (own == *len && !memcmp(at, letter, own)) {
            *len = other;
            return at + own;
        }
        at += own + other;
    }
    return letter;
}

#define MAX_LETTERS 3 /* of a word */

/* The first letters of a text, each replaced by the one that words are written with. */
struct prefix {
    char plain[MAX_LETTERS * MAX_BYTES];
    size_t len;
    size_t found; /* the length of the longest word with which it begins */
    const char *after[MAX_LETTERS * MAX_BYTES + 1]; /* positions in the text, by length */
};

static struct prefix prefix_of(const char *same, const char *text, const char *end) {
    struct prefix prefix = {.after = {text}};
    for (unsigned i = 0; i < MAX_LETTERS && text < end; i++) {
        uint32_t code;
        const size_t own = kzi_utf8_next(text, (size_t)(end - text), &code);
        size_t len = own;
        const char *plain = plain_of(same, text, &len);
        memcpy(prefix.plain + prefix.len, plain, len);
        prefix.len += len;
        prefix.after[prefix.len] = text += own;
    }
    return prefix;
}

/* Return the length of a word, which a separator or the end follows. */
static size_t word_len(const char *word) {
    size_t len = 0;
    while ((unsigned char)word[len] > '/')
        len++;
    return len;
}

/* Find the longest word of a list with which the text begins, if it is longer than those found
 * before.  Return its index, or -1. */
static int find(struct prefix *prefix, const char *list) {
    int found = -1, number = 0;
    for (const char *at = list; at && *at; at += *at != '\0') {
        const size_t len = word_len(at);
        if (len > prefix->found && len <= prefix->len && !memcmp(at, prefix->plain, len)) {
            found = number;
            prefix->found = len;
        }
        at += len;
        number += *at == ' ';
    }
    return found;
}

/* Return the number of a face, given the index of its word. */
static unsigned face_of(const struct kzi_tile_names *names, unsigned word) {
    return names->order ? (unsigned)(names->order[word] - '0') : word;
}

static bool is_separated(const char *text, const char *end) {
    return text == end || kzi_is_blank(*text) || memchr(",]\"", *text, 3);
}

static bool read_tile_number(unsigned numbers, const char *text, const char *end,
                             struct kzi_read_tile *tile) {
    tile->next = text;
    const uint32_t number = kzi_read_digits(&tile->next, end, numbers * KZI_KINDS);
    return tile->next > text && kzi_numbered_tile(numbers, number, tile) &&
           is_separated(tile->next, end);
}

bool kzi_notation_tile(const struct kzi_notation *notation, const char *text, const char *end,
                       struct kzi_read_tile *tile) {
    const struct kzi_tile_names *names = notation->tile_names;
    if (names->numbers)
        return read_tile_number(names->numbers, text, end, tile);
    struct prefix prefix = prefix_of(names->same, text, end);
    const int kind = find(&prefix, names->kinds), red = find(&prefix, names->reds),
              face = find(&prefix, names->faces);
    if (!prefix.found)
        return false;
    *tile = (struct kzi_read_tile){
        .next = kzi_skip_selectors(prefix.after[prefix.found], end),
        .kind = (uint8_t)(face >= 0  ? KZI_SHOWN_FACE + face_of(names, (unsigned)face)
                          : red >= 0 ? kzi_kind((unsigned)red, 5)
                                     : (unsigned)kind),
        .red = red >= 0};
    if (names->separated)
        return is_separated(tile->next, end);
    /* W12 is not a tile of botzone. */
    return tile->next == end || !kzi_is_digit(*tile->next) || (unsigned char)tile->next[-1] >= 0x80;
}

bool kzi_is_mjai(const char *text, const char *end) {
    if (text == end || *text++ != '[')
        return false;
    text = kzi_skip_blanks(text, end);
    return text < end && *text == '"';
}

bool kzi_is_tiles_136(const char *text, const char *end) {
    return text < end && (kzi_is_digit(*text) || *text == '[') &&
           kzi_list_count(&kzi_notations[KZI_IN_TILES_136], text, end) > 1 &&
           !kzi_list_count(&kzi_notations[KZI_IN_TILES_34], text, end);
}

bool kzi_is_unicode(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_UNICODE], text, end) > 0;
}

bool kzi_is_chinese(const char *text, const char *end) {
    return kzi_list_count(&kzi_notations[KZI_IN_CHINESE], text, end) > 0;
}

/* --- writing --------------------------------------------------------------------------------- */

/* Return a word of a list, with what follows it. */
static const char *word_of(const char *list, unsigned number) {
    while (number--)
        list = strchr(list, ' ') + 1;
    return list;
}

static const char *word_of_tile(const struct kzi_tile_names *names, struct kzi_listed_tile tile) {
    return tile.red && names->reds ? word_of(names->reds, kzi_suit(tile.kind))
                                   : word_of(names->kinds, tile.kind);
}

void kzi_put_tile_names(struct kzi_text *text, const struct kzi_tile_names *names,
                        const struct kzi_listed_tile *tiles, unsigned count, unsigned marked,
                        const char *mark) {
    const char *before = "";
    for (unsigned i = 0; i < count; i++) {
        const char *word = word_of_tile(names, tiles[i]),
                   *next = i + 1 < count ? word_of_tile(names, tiles[i + 1]) : "  ";
        const unsigned shared = names->letter == SHARE_FIRST && *word == *before;
        const size_t len = names->letter == SHARE_LAST && word[1] == next[1] ? 1 : word_len(word);
        kzi_text_add(text, word + shared, len - shared);
        kzi_text_put(text, i == marked ? mark : "");
        before = word;
    }
}

/* Append a number.  copy: how many plain tiles of its kind were written before. */
static void put_number(struct kzi_text *text, unsigned numbers, struct kzi_listed_tile tile,
                       unsigned copy) {
    struct kzi_read_tile first;
    kzi_numbered_tile(numbers, numbers * tile.kind, &first);
    copy += first.red; /* plain fives begin with the second number */
    kzi_text_int(text, numbers * tile.kind + (tile.red ? 0 : copy % numbers));
}

void kzi_put_concealed_tiles(struct kzi_text *text, const struct kzi_tile_names *names,
                             const struct kzi_hand *hand) {
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, false);
    const unsigned won = hand->win < KZI_KINDS, last = list.count - won;
    kzi_put_tile_names(text, names, list.tiles, last, 0, "");
    kzi_put_tile_names(text, names, list.tiles + last, won, 0, "");
}

static void put_meld(struct kzi_text *text, const struct kzi_tile_names *names,
                     const struct kzi_meld *meld) {
    struct kzi_listed_tile tiles[KZI_MELD_TILES];
    unsigned count = kzi_list_meld(tiles, meld);
    kzi_text_char(text, meld->claimed ? '[' : '(');
    kzi_put_tile_names(text, names, tiles, count, 2, meld->added ? "+" : "");
    kzi_text_char(text, meld->claimed ? ']' : ')');
}

void kzi_put_meld(struct kzi_text *text, const struct kzi_meld *meld) {
    put_meld(text, &own_names, meld);
}

/* Write melds in brackets, and flowers before the tiles; the last tile is the winning one. */
void kzi_put_spelled(struct kzi_text *text, const struct kzi_notation *notation,
                     const struct kzi_hand *hand) {
    const struct kzi_tile_names *names = notation->tile_names;
    const bool melds = notation->holds & KZI_HELD_MELDS;
    const char *between = names->before ? names->before : "";
    uint8_t plain[KZI_KINDS] = {0}; /* written so far */
    struct kzi_tile_list list;
    kzi_list_tiles(&list, hand, !melds);
    for (unsigned i = 0; melds && i < hand->n_melds; i++, between = " ") {
        kzi_text_put(text, between);
        put_meld(text, names, &hand->melds[i]);
    }
    for (unsigned i = 0; names->faces && i < KZI_OF_A_SEAT; i++)
        for (unsigned copy = kzi_face_count(&hand->faces, face_of(names, i)); copy; copy--) {
            const char *word = word_of(names->faces, i);
            kzi_text_put(text, between);
            kzi_text_add(text, word, word_len(word));
            between = names->between;
        }
    if ((melds && hand->n_melds) || (names->faces && kzi_any_face(&hand->faces)))
        between = " ";
    for (unsigned i = 0; i < list.count; i++, between = names->between) {
        kzi_text_put(text, between);
        if (names->numbers)
            put_number(text, names->numbers, list.tiles[i], plain[list.tiles[i].kind]);
        else
            kzi_put_tile_names(text, names, &list.tiles[i], 1, 0, "");
        plain[list.tiles[i].kind] += !list.tiles[i].red;
    }
    kzi_text_put(text, names->after ? names->after : "");
}

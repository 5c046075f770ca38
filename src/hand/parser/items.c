#include "hand/parser/items.h"

#include "base/names.h"
#include "base/utf8.h"
#include "tile/notation.h"

#include <string.h>

#define MOST         9999 /* counters, bets */
#define MOST_FLOWERS 255  /* what counts once for each is counted as far */

/* clang-format off */
const uint8_t kzi_chars[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 0, 0,
    0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 16,
    0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0,
};
/* clang-format on */

static bool continues(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

uint32_t kzi_count_to(struct kzi_item_parser *reader, const char *place) {
    for (; reader->mark < place; reader->mark++)
        reader->mark_at += !continues(*reader->mark);
    for (; reader->mark > place; reader->mark--)
        reader->mark_at -= !continues(reader->mark[-1]);
    return reader->mark_at;
}

struct kzi_quoted kzi_quote(const char *text, const char *end) {
    struct kzi_quoted quoted;
    size_t n = 0;
    while (text < end) {
        uint32_t code;
        size_t step = kzi_utf8_read(text, (size_t)(end - text), &code);
        if (n + step > KZI_QUOTED - 5)
            break;
        if (code < 0x20 || code == 0x7F)
            quoted.text[n] = '?';
        else
            memcpy(quoted.text + n, text, step);
        n += step;
        text += step;
    }
    strcpy(quoted.text + n, text < end ? "..." : "");
    return quoted;
}

/* Each key has a slot of its own. */
#define SLOT(first, second, fourth) KZI_KEY_SLOT((first) | (second) << 8 | (uint32_t)(fourth) << 24)
#define NAMED(text)                 text "=", sizeof(text) - 1, 8 * (8 - sizeof(text))

const struct kzi_key_slot kzi_key_slots[KZI_KEY_SLOTS] = {
    [SLOT('h', 'a', 'd')] = {NAMED("hand"), KZI_KEY_HAND},
    [SLOT('m', 'e', 'd')] = {NAMED("melds"), KZI_KEY_MELDS},
    [SLOT('w', 'i', '=')] = {NAMED("win"), KZI_KEY_WIN},
    [SLOT('b', 'y', 0)] = {NAMED("by"), KZI_KEY_BY},
    [SLOT('r', 'o', 'n')] = {NAMED("round"), KZI_KEY_ROUND},
    [SLOT('s', 'e', 't')] = {NAMED("seat"), KZI_KEY_SEAT},
    [SLOT('f', 'r', 'm')] = {NAMED("from"), KZI_KEY_FROM},
    [SLOT('d', 'o', 'a')] = {NAMED("dora"), KZI_KEY_DORA},
    [SLOT('u', 'r', '=')] = {NAMED("ura"), KZI_KEY_URA},
    [SLOT('f', 'l', 'g')] = {NAMED("flags"), KZI_KEY_FLAGS},
    [SLOT('f', 'l', 'w')] = {NAMED("flowers"), KZI_KEY_FLOWERS},
    [SLOT('h', 'o', 'b')] = {NAMED("honba"), KZI_KEY_HONBA},
    [SLOT('d', 'e', 'o')] = {"deposits", 8, 0, KZI_KEY_DEPOSITS},
    [SLOT('p', 'a', '=')] = {NAMED("pao"), KZI_KEY_PAO},
    [SLOT('i', 'd', 0)] = {NAMED("id"), KZI_KEY_ID},
    [SLOT('w', 'i', 'n')] = {NAMED("winners"), KZI_KEY_WINNERS},
    [SLOT('r', 'i', 'c')] = {NAMED("riichi"), KZI_KEY_RIICHI},
    [SLOT('d', 'r', 'w')] = {NAMED("draw"), KZI_KEY_DRAW},
    [SLOT('t', 'e', 'p')] = {NAMED("tenpai"), KZI_KEY_TENPAI},
    [SLOT('n', 'a', 'a')] = {NAMED("nagashi"), KZI_KEY_NAGASHI},
};

enum kzi_hand_key kzi_key_find(const char *text, size_t len) {
    char name[8] = "";
    if (!len || len > sizeof name)
        return KZI_KEY_NONE;
    memcpy(name, text, len);
    return kzi_key_named(kzi_load8(name), len);
}

bool kzi_note_key_twice(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *place) {
    KZI_NOTE(reader, KZI_DUPLICATE, place, "%s is given twice", kzi_hand_key_names[key]);
    return false;
}

/* --- words ----------------------------------------------------------------------------------- */

const char *kzi_scan_word(struct kzi_word *word, const char *text, const char *end) {
    const char *most = end - text < KZI_MAX_WORD ? end : text + KZI_MAX_WORD - 1, *at = text;
    uint32_t hash = KZI_NAME_HASH;
    for (char *to = word->text; at < most && kzi_is_word_char(*at); at++, to++) {
        *to = *at == '-' ? '_' : *at;
        hash = kzi_name_hash_on(hash, *to);
    }
    word->text[at - text] = '\0';
    word->hash = hash;
    return at;
}

bool kzi_read_word(struct kzi_word *word, const char *text, const char *end) {
    return text < end && kzi_is_lower(*text) && kzi_scan_word(word, text, end) == end;
}

bool kzi_read_han_word(const struct kzi_item_parser *reader, struct kzi_word *word,
                       const char *text, const char *end) {
    size_t len = (size_t)(end - text);
    const char *nearest;
    if (len >= KZI_MAX_WORD || !kzi_utf8_is_han(text, len))
        return false;
    memcpy(word->text, text, len);
    word->text[len] = '\0';
    word->hash = kzi_name_hash(text, len);
    return !reader->knows || reader->knows(reader->context, word, &nearest);
}

static struct kzi_quoted lowered(const char *text, const char *end) {
    struct kzi_quoted lower = kzi_quote(text, end);
    for (char *c = lower.text; *c; c++)
        if (kzi_is_upper(*c))
            *c = (char)(*c - 'A' + 'a');
    return lower;
}

bool kzi_has_upper(const char *text, const char *end) {
    for (; text < end; text++)
        if (kzi_is_upper(*text))
            return true;
    return false;
}

#define HONORS "winds are E S W N, dragons P (white), F (green) and C (red)"

static bool is_capitals(const char *text, const char *end) {
    while (text < end && kzi_is_upper(*text))
        text++;
    return text == end;
}

bool kzi_is_known_word(const struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_word word;
    const char *nearest;
    return kzi_read_word(&word, text, end) &&
           (kzi_is_by(&word) || (reader->knows && reader->knows(reader->context, &word, &nearest)));
}

/* The letter of an honor, whatever its case; R and G are the dragons of other notations.  NUL: it
 * is none. */
static char honor_meant(char letter) {
    static const char others[] = "eswnpfcrgESWNPFCRG", ours[] = "ESWNPFCCFESWNPFCCF";
    const char *found = letter ? strchr(others, letter) : NULL;
    return found ? ours[found - others] : '\0';
}

static bool are_tiles(const char *text, const char *end) {
    for (; text < end; text++) {
        const char *digits = text;
        while (text < end && kzi_is_digit(*text))
            text++;
        if (text == digits || text == end || kzi_suit_of_letter(*text) < 0)
            return false;
    }
    return true;
}

/* "EERR", "eee123m": honors in letters that are not ours, then other tiles.  Small letters may be
 * another word: each comes twice or more, or they begin with all winds.  W is West only among
 * winds: by itself and after R or G it may be the white dragon. */
static bool find_honors(const char *text, const char *end, char honors[KZI_MAX_WORD]) {
    const char *at = text;
    bool sure = kzi_is_upper(*text) || !strncmp(text, "eswn", 4), wind = false, west = false,
         dragon = false;
    if (end - text >= KZI_MAX_WORD)
        return false;
    while (at < end && honor_meant(*at)) {
        char honor = honor_meant(*at), letter = *at;
        const char *first = at;
        for (; at < end && *at == letter; at++)
            honors[at - text] = honor;
        if ((!sure && at - first < 2) || (honor == 'W' && dragon))
            return false;
        west |= honor == 'W';
        dragon |= honor == 'C' || honor == 'F';
        wind |= honor == 'E' || honor == 'S' || honor == 'N';
    }
    memcpy(honors + (at - text), at, (size_t)(end - at));
    honors[end - text] = '\0';
    return at > text && are_tiles(at, end) && (wind || !west);
}

/* A word with capitals, or letters meant as honors: R G W D are not those of dragons. */
static void note_capitals(struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_quoted quoted = kzi_quote(text, end), lower = lowered(text, end);
    const char *near = NULL;
    char honors[KZI_MAX_WORD];
    struct kzi_word word;
    bool is_word = kzi_read_word(&word, lower.text, lower.text + strlen(lower.text));
    bool known = is_word && (kzi_is_by(&word) || !reader->knows ||
                             reader->knows(reader->context, &word, &near));
    if (known && (reader->knows || !is_capitals(text, end) || end - text > 4))
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text, "\"%s\": words are lower case, write %s",
                 quoted.text, lower.text);
    else if (near && !is_capitals(text, end))
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text, "\"%s\": words are lower case; did you mean %s?",
                 quoted.text, near);
    else if (end - text > 1 && kzi_is_digit(text[1]))
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text,
                 "\"%s\" is neither a word nor tiles: the suit stands after its digits, "
                 "characters 123m, dots 123p, bamboo 123s, honors 123z",
                 quoted.text);
    else if (is_capitals(text, end) && find_honors(text, end, honors))
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text,
                 "\"%s\" is neither a word nor honor tiles: write %s; " HONORS, quoted.text,
                 honors);
    else
        KZI_NOTE(reader, KZI_UNKNOWN_WORD, text,
                 "\"%s\" is neither a word nor honor tiles: " HONORS, quoted.text);
}

/* "m123": the suit before its digits. */
static bool is_suit_first(const char *text, const char *end) {
    return end - text > 1 && kzi_suit_of_letter(*text) >= 0 && kzi_is_digit(text[1]);
}

static const char *find_tiles(const char *text, const char *end) {
    while (text < end && *text != '[' && *text != '(' && *text != '+')
        text++;
    return text;
}

static void note_suit_first(struct kzi_item_parser *reader, struct kzi_spot spot,
                            const char *text) {
    int digits = 0;
    while (kzi_is_digit(text[1 + digits])) /* up to the end of a word, which is no digit */
        digits++;
    kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                     "the suit stands after its digits: write %.*s%c, not %c%.*s", digits, text + 1,
                     *text, *text, digits, text + 1);
}

/* What a set is called when it is claimed. */
static bool is_call(const char *word) {
    static const char *const calls[] = {"chi", "chii", "chow", "pon", "pung", "kan", "kong"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (!strcmp(word, calls[i]))
            return true;
    return false;
}

static void note_call(struct kzi_item_parser *reader, struct kzi_spot spot, const char *word) {
    kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                     "\"%s\" is not written: a claimed set stands in brackets, as in [345p] or "
                     "[555z], a concealed kong in round ones, (5555p)",
                     word);
}

/* "seat:E", of the key before the colon; NULL: it is none. */
static const char *find_colon(const char *text, const char *end) {
    const char *colon = memchr(text, ':', (size_t)(end - text));
    enum kzi_hand_key key = colon ? kzi_key_find(text, (size_t)(colon - text)) : KZI_KEY_NONE;
    return key && key < KZI_HAND_KEYS ? colon : NULL;
}

void kzi_note_bad_word(struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_spot spot = kzi_spot_of(reader, text);
    const char *tiles = find_tiles(text, end), *colon = find_colon(text, end);
    struct kzi_word word;
    if (end - text >= KZI_MAX_WORD)
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot, "%s is too long for a word",
                         kzi_quote(text, end).text);
    else if (tiles < end && kzi_read_word(&word, text, tiles) && is_call(word.text))
        note_call(reader, spot, word.text);
    else if (colon)
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a key and its value stand on both sides of =: write %s=%s",
                         kzi_quote(text, colon).text, kzi_quote(colon + 1, end).text);
    else if (tiles < end && kzi_read_word(&word, text, tiles))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a blank is missing after \"%s\": words stand apart from the tiles",
                         kzi_quote(text, tiles).text);
    else if (kzi_has_upper(text, end))
        note_capitals(reader, text, end);
    else if (is_suit_first(text, end))
        note_suit_first(reader, spot, text);
    else
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\" is no word: words are letters a-z, digits, _ and -, with "
                         "blanks between them",
                         kzi_quote(text, end).text);
}

const char *const kzi_way_words[KZI_WAY_WORDS] = {"ron", "discard", "tsumo", "self_draw"};

bool kzi_is_by(const struct kzi_word *word) {
    char first = *word->text;
    for (size_t i = 0; i < KZI_WAY_WORDS; i++)
        if (first == *kzi_way_words[i]) /* no two begin alike */
            return word->text[1] == kzi_way_words[i][1] && !strcmp(word->text, kzi_way_words[i]);
    return false;
}

bool kzi_take_by(struct kzi_item_parser *reader, const struct kzi_word *word) {
    struct kzi_hand *hand = reader->hand;
    if (!kzi_is_by(word))
        return false;
    if (hand->by_given) {
        kzi_problem_note(reader->problem, KZI_DUPLICATE, word->spot,
                         "the way of winning is said twice");
        return true;
    }
    hand->by_given = true;
    hand->self_draw = *word->text == 't' || *word->text == 's';
    hand->by_spot = word->spot;
    return true;
}

static void note_unknown(struct kzi_item_parser *reader, const struct kzi_word *word,
                         const char *nearest) {
    enum kzi_hand_key key = kzi_key_find(word->text, strlen(word->text));
    char honors[KZI_MAX_WORD];
    if (key && key < KZI_HAND_KEYS) {
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                         "%s needs a value and no blank: write %s=...", word->text, word->text);
        return;
    }
    if (is_suit_first(word->text, word->text + strlen(word->text))) {
        note_suit_first(reader, word->spot, word->text);
        return;
    }
    if (is_call(word->text)) {
        note_call(reader, word->spot, word->text);
        return;
    }
    if (!strncmp(word->text, "r5", 2) && kzi_suit_of_letter(word->text[2]) >= 0) {
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                         "a red five is written with the digit 0: write 0%c", word->text[2]);
        return;
    }
    if (find_honors(word->text, word->text + strlen(word->text), honors)) {
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                         "\"%s\" is no word that these rules know: winds and dragons are capital "
                         "letters, write %s",
                         word->text, honors);
        return;
    }
    if (!nearest)
        nearest = kzi_nearest(word->text, kzi_way_words, KZI_WAY_WORDS);
    kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                     "\"%s\" is no word that these rules know%s%s%s", word->text,
                     nearest ? ": did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

void kzi_take_flag(struct kzi_item_parser *reader, const struct kzi_word *word) {
    struct kzi_hand *hand = reader->hand;
    const char *nearest = NULL;
    enum kzi_word_status known = KZI_KNOWN;
    for (unsigned i = 0; i < hand->n_words; i++) {
        if (hand->words[i].hash == word->hash && !strcmp(hand->words[i].text, word->text)) {
            kzi_problem_note(reader->problem, KZI_DUPLICATE, word->spot, "%s is said twice",
                             word->text);
            return;
        }
    }
    if (reader->knows)
        known = reader->knows(reader->context, word, &nearest);
    hand->table_words |= known == KZI_TABLE_WORD;
    if (known == KZI_UNKNOWN)
        note_unknown(reader, word, nearest);
    else if (hand->n_words == KZI_MAX_WORDS)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, word->spot, "there are more than %d words",
                         KZI_MAX_WORDS);
    else
        hand->words[hand->n_words++] = *word;
}

/* --- values ---------------------------------------------------------------------------------- */

/* The seat that someone may have meant, by what it begins with: E for e, east, Est and the Chinese
 * character; NUL: nothing tells. */
static char meant_seat(const char *text, const char *end) {
    static const char *const begins[] = {
        "e", "E", "\xE6\x9D\xB1", "\xE4\xB8\x9C",     "s", "S", "\xE5\x8D\x97", "\xF0\x9F\x80\x81",
        "w", "W", "\xE8\xA5\xBF", "\xF0\x9F\x80\x82", "n", "N", "\xE5\x8C\x97", "\xF0\x9F\x80\x83"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++) {
        size_t len = strlen(begins[i]);
        if ((size_t)(end - text) >= len && !memcmp(text, begins[i], len))
            return kzi_seat_letters[i / 4];
    }
    return '\0';
}

void kzi_note_bad_seat(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *text,
                       const char *end) {
    const char *name = kzi_hand_key_names[key];
    char meant = text < end ? meant_seat(text, end) : kzi_seat_letters[0];
    bool line = reader->key == KZI_KEY_NONE;
    KZI_NOTE(reader, KZI_BAD_VALUE, text, "%s is one of E, S, W and N: write %s%s%s%s%s%c%s", name,
             meant ? "" : "one, as in ", line ? "" : "\"", name, line ? "" : "\"",
             line ? "=" : ":\"", meant ? meant : 'E', line ? "" : "\"");
}

void kzi_take_number(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *text,
                     const char *end) {
    struct kzi_hand *hand = reader->hand;
    const uint32_t most = key == KZI_KEY_FLOWERS ? MOST_FLOWERS : MOST;
    uint32_t number = 0;
    const char *at = text;
    for (; at < end && *at >= '0' && *at <= '9' && number <= most; at++)
        number = number * 10 + (uint32_t)(*at - '0');
    if (at == text || at < end || number > most) {
        const char *name = kzi_hand_key_names[key];
        bool line = reader->key == KZI_KEY_NONE;
        KZI_NOTE(reader, KZI_BAD_VALUE, text, "%s is a number from 0 to %u: write %s%s%s%s2", name,
                 most, line ? "" : "\"", name, line ? "" : "\"", line ? "=" : ":");
        return;
    }
    if (key == KZI_KEY_FLOWERS) {
        hand->flowers = number;
        hand->flowers_spot = kzi_spot_of(reader, text);
    } else if (key == KZI_KEY_HONBA)
        hand->honba = number;
    else
        hand->deposits = number;
}

static bool pao_twice(const struct kzi_hand *hand, const char *yaku) {
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (!strcmp(hand->pao[i].yaku, yaku))
            return true;
    return false;
}

void kzi_take_pao(struct kzi_item_parser *reader, const char *yaku, const char *yaku_end,
                  struct kzi_spot yaku_spot, const char *seat, const char *seat_end,
                  struct kzi_spot seat_spot) {
    struct kzi_hand *hand = reader->hand;
    struct kzi_word word;
    const char *form =
        reader->key == KZI_KEY_NONE ? "pao=daisangen:N" : "\"pao\":{\"daisangen\":\"N\"}";
    int from = kzi_seat_read(seat, (size_t)(seat_end - seat));
    if (!kzi_read_word(&word, yaku, yaku_end))
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, yaku_spot,
                         "pao names a yaku and a seat: write %s", form);
    else if (pao_twice(hand, word.text))
        kzi_problem_note(reader->problem, KZI_DUPLICATE, yaku_spot,
                         "pao names %s twice: one seat fed its last set", word.text);
    else if (from < 0)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, seat_spot,
                         "the seat that fed the last set is one of E, S, W and N: write %s", form);
    else if (hand->n_pao == KZI_MAX_PAO)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, yaku_spot,
                         "pao is said for more than %d yaku", KZI_MAX_PAO);
    else {
        struct kzi_pao *pao = &hand->pao[hand->n_pao++];
        memcpy(pao->yaku, word.text, sizeof pao->yaku);
        pao->seat = (uint8_t)from;
        pao->spot = yaku_spot;
    }
}

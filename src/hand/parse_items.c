#include "hand/parse_items.h"

#include "base/names.h"
#include "base/utf8.h"
#include "tile/notation.h"

#include <string.h>

#define MOST 9999 /* flowers, counters, bets */

/* clang-format off */
const uint8_t kzi_chars[256] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 0, 0, 0, 0, 0, 0,
    0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 16,
    0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0,
};
/* clang-format on */

void kzi_reader_take(struct kzi_reader *reader, const char *text, const char *end,
                     enum kzi_hand_key key, uint32_t first_at) {
    reader->start = reader->mark = text;
    reader->end = end;
    reader->key = (uint8_t)key;
    reader->first_at = reader->mark_at = first_at;
}

static bool continues(char c) {
    return ((unsigned char)c & 0xC0) == 0x80;
}

uint32_t kzi_count_to(struct kzi_reader *reader, const char *place) {
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

/* The only key that text can be: by its first letter, and length where that does not tell. */
static enum kzi_hand_key only_key(const char *text, size_t len) {
    switch (*text) {
    case 'b':
        return KZI_KEY_BY;
    case 'd':
        return len == 4 ? KZI_KEY_DORA : KZI_KEY_DEPOSITS;
    case 'f':
        return len == 4 ? KZI_KEY_FROM : len == 5 ? KZI_KEY_FLAGS : KZI_KEY_FLOWERS;
    case 'h':
        return len == 4 ? KZI_KEY_HAND : KZI_KEY_HONBA;
    case 'i':
        return KZI_KEY_ID;
    case 'm':
        return KZI_KEY_MELDS;
    case 'p':
        return KZI_KEY_PAO;
    case 'r':
        return KZI_KEY_ROUND;
    case 's':
        return KZI_KEY_SEAT;
    case 'u':
        return KZI_KEY_URA;
    case 'w':
        return KZI_KEY_WIN;
    default:
        return KZI_KEY_NONE;
    }
}

enum kzi_hand_key kzi_key_find(const char *text, size_t len) {
    enum kzi_hand_key key = len ? only_key(text, len) : KZI_KEY_NONE;
    if (key == KZI_KEY_NONE)
        return key;
    const char *name = kzi_hand_key_names[key];
    size_t i = 1;
    while (i < len && name[i] == text[i]) /* at its NUL at the latest: text has none */
        i++;
    return i < len || name[i] ? KZI_KEY_NONE : key;
}

bool kzi_take_key(struct kzi_reader *reader, enum kzi_hand_key key, struct kzi_spot spot) {
    uint32_t bit = 1U << key;
    if (reader->keys_given & bit) {
        kzi_problem_note(reader->problem, KZI_DUPLICATE, spot, "%s is given twice",
                         kzi_hand_key_names[key]);
        return false;
    }
    reader->keys_given |= bit;
    return true;
}

/* --- words ----------------------------------------------------------------------------------- */

bool kzi_read_word(struct kzi_word *word, const char *text, const char *end) {
    size_t len = (size_t)(end - text);
    if (!len || len >= KZI_MAX_WORD || !kzi_is_lower(*text))
        return false;
    for (size_t i = 0; i < len; i++) {
        char c = text[i];
        if (!kzi_is_word_char(c))
            return false;
        word->text[i] = c == '-' ? '_' : c;
    }
    word->text[len] = '\0';
    word->hash = kzi_name_hash(word->text, len);
    return true;
}

static struct kzi_quoted lowered(const char *text, const char *end) {
    struct kzi_quoted lower = kzi_quote(text, end);
    for (char *c = lower.text; *c; c++)
        if (kzi_is_upper(*c))
            *c = (char)(*c - 'A' + 'a');
    return lower;
}

static bool has_upper(const char *text, const char *end) {
    for (; text < end; text++)
        if (kzi_is_upper(*text))
            return true;
    return false;
}

static const char *find_tiles(const char *text, const char *end) {
    while (text < end && *text != '[' && *text != '(' && *text != '+')
        text++;
    return text;
}

void kzi_note_bad_word(struct kzi_reader *reader, const char *text, const char *end) {
    struct kzi_spot spot = kzi_spot_of(reader, text);
    const char *tiles = find_tiles(text, end);
    struct kzi_word word;
    if (end - text >= KZI_MAX_WORD)
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot, "%s is too long for a word",
                         kzi_quote(text, end).text);
    else if (tiles < end && kzi_read_word(&word, text, tiles))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "a blank is missing after \"%s\": words stand apart from the tiles",
                         kzi_quote(text, tiles).text);
    else if (has_upper(text, end))
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\": words are lower case, write %s", kzi_quote(text, end).text,
                         lowered(text, end).text);
    else
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, spot,
                         "\"%s\" is no word: words are letters a-z, digits, _ and -, with "
                         "blanks between them",
                         kzi_quote(text, end).text);
}

static const char *const by_words[] = {"ron", "discard", "tsumo", "self_draw"};
#define N_BY_WORDS (sizeof by_words / sizeof *by_words)

bool kzi_is_by(const struct kzi_word *word) {
    char first = *word->text;
    for (size_t i = 0; i < N_BY_WORDS; i++)
        if (first == *by_words[i]) /* no two begin alike */
            return word->text[1] == by_words[i][1] && !strcmp(word->text, by_words[i]);
    return false;
}

bool kzi_take_by(struct kzi_reader *reader, const struct kzi_word *word) {
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

static void note_unknown(struct kzi_reader *reader, const struct kzi_word *word,
                         const char *nearest) {
    if (kzi_key_find(word->text, strlen(word->text))) {
        kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                         "%s needs a value and no blank: write %s=...", word->text, word->text);
        return;
    }
    if (!nearest)
        nearest = kzi_nearest(word->text, by_words, N_BY_WORDS);
    kzi_problem_note(reader->problem, KZI_UNKNOWN_WORD, word->spot,
                     "\"%s\" is no word that these rules know%s%s%s", word->text,
                     nearest ? ": did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

void kzi_take_flag(struct kzi_reader *reader, const struct kzi_word *word) {
    struct kzi_hand *hand = reader->hand;
    const char *nearest = NULL;
    for (unsigned i = 0; i < hand->n_words; i++) {
        if (hand->words[i].hash == word->hash && !strcmp(hand->words[i].text, word->text)) {
            kzi_problem_note(reader->problem, KZI_DUPLICATE, word->spot, "%s is said twice",
                             word->text);
            return;
        }
    }
    if (reader->knows && !reader->knows(reader->context, word, &nearest))
        note_unknown(reader, word, nearest);
    else if (hand->n_words == KZI_MAX_WORDS)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, word->spot, "there are more than %d words",
                         KZI_MAX_WORDS);
    else
        hand->words[hand->n_words++] = *word;
}

/* --- values ---------------------------------------------------------------------------------- */

/* The seat that someone may have meant: E for e, east, Est. */
static char meant_seat(const char *text, const char *end) {
    static const char letters[] = "eEsSwWnN";
    const char *found = text < end ? strchr(letters, *text) : NULL;
    return *text && found ? letters[(found - letters) | 1] : 'E';
}

static void note_bad_seat(struct kzi_reader *reader, const char *name, const char *text,
                          const char *end) {
    struct kzi_spot spot = kzi_spot_of(reader, text);
    char meant = text < end ? meant_seat(text, end) : 'E';
    if (reader->key == KZI_KEY_NONE)
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, spot,
                         "%s is one of E, S, W and N: write %s=%c", name, name, meant);
    else
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, spot,
                         "%s is one of E, S, W and N: write \"%s\":\"%c\"", name, name, meant);
}

void kzi_take_seat(struct kzi_reader *reader, enum kzi_hand_key key, const char *text,
                   const char *end) {
    struct kzi_hand *hand = reader->hand;
    int seat = kzi_seat_read(text, (size_t)(end - text));
    if (seat < 0) {
        note_bad_seat(reader, kzi_hand_key_names[key], text, end);
    } else if (key == KZI_KEY_ROUND) {
        hand->round = (uint8_t)seat;
        hand->round_given = true;
    } else if (key == KZI_KEY_SEAT) {
        hand->seat = (uint8_t)seat;
        hand->seat_given = true;
        hand->seat_spot = kzi_spot_of(reader, text);
    } else {
        hand->from = (int8_t)seat;
        hand->from_spot = kzi_spot_of(reader, text);
    }
}

void kzi_take_number(struct kzi_reader *reader, enum kzi_hand_key key, const char *text,
                     const char *end) {
    struct kzi_hand *hand = reader->hand;
    uint32_t number = 0;
    const char *at = text;
    for (; at < end && *at >= '0' && *at <= '9' && number <= MOST; at++)
        number = number * 10 + (uint32_t)(*at - '0');
    if (at == text || at < end || number > MOST) {
        const char *name = kzi_hand_key_names[key];
        bool line = reader->key == KZI_KEY_NONE;
        kzi_problem_note(reader->problem, KZI_BAD_VALUE, kzi_spot_of(reader, text),
                         "%s is a number from 0 to %d: write %s%s%s%s2", name, MOST,
                         line ? "" : "\"", name, line ? "" : "\"", line ? "=" : ":");
        return;
    }
    if (key == KZI_KEY_FLOWERS)
        hand->flowers = number;
    else if (key == KZI_KEY_HONBA)
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

void kzi_take_pao(struct kzi_reader *reader, const char *yaku, const char *yaku_end,
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

/* Advice: errors for text that is not an item of a hand, with suggestions based on other
 * notations. */
#include "hand/parser/advice.h"
#include "base/names.h"
#include "base/utf8.h"

#include <string.h>

struct kzi_quotation kzi_quote(const char *text, const char *end) {
    static const char nul[] = "<U+0000>"; /* a NUL would end the message */
    struct kzi_quotation quoted;
    size_t n = 0;
    while (text < end) {
        uint32_t code;
        const size_t step = kzi_utf8_next(text, (size_t)(end - text), &code),
                     size = code ? step : sizeof nul - 1;
        if (code == KZI_BAD_UTF8 || n + size > KZI_QUOTED - 5)
            break; /* stop before a character that is cut off */
        memcpy(quoted.text + n, code ? text : nul, size);
        n += size;
        text += step;
    }
    strcpy(quoted.text + n, text < end ? "..." : "");
    return quoted;
}

/* An item that cannot be parsed. */
struct item {
    struct kzi_parser *parser;
    const char *text, *end;
    struct kzi_spot spot;
    struct kzi_quotation quoted;
};

/* Return the item from text up to the next blank. */
static struct item item_at(struct kzi_parser *parser, const char *text) {
    const char *end = kzi_item_end(parser, text);
    return (struct item){parser, text, end, kzi_spot_of(parser, text), kzi_quote(text, end)};
}

#define NOTE(item, code, ...)                                                                      \
    kzi_problem_note((item)->parser->problem, KZI_##code, (item)->spot, __VA_ARGS__)

/* --- letters --------------------------------------------------------------------------------- */

#define HONORS "winds are E S W N, dragons P (white), F (green) and C (red)"

/* Return the honor that a letter, in upper or lower case, may mean, with R and G as the dragons of
 * other notations; NUL if none. */
static char honor_meant(char letter) {
    static const char others[] = "eswnpfcrgESWNPFCRG", ours[] = "ESWNPFCCFESWNPFCCF";
    const char *found = letter ? strchr(others, letter) : NULL;
    return found ? ours[found - others] : '\0';
}

/* Parse "EERR" or "eee123m": honors as foreign letters, then other tiles.  Lower-case letters may
 * be a word, so each must occur at least twice, or they must begin with all four winds.  W is West
 * only among winds; alone, or after R or G, it may be the white dragon. */
static bool find_honors(const char *text, const char *end, char honors[KZI_MAX_WORD]) {
    const char *at = text;
    bool sure = kzi_is_upper(*text) || !strncmp(text, "eswn", 4), wind = false, west = false,
         dragon = false;
    size_t count;
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
    return at > text && (wind || !west) && !kzi_notation_read(honors, NULL, 0, &count);
}

static bool has_upper(const char *text, const char *end) {
    while (text < end && !kzi_is_upper(*text))
        text++;
    return text < end;
}

/* Report a word in capitals, or foreign letters for honors such as R G W D. */
static void note_capitals(const struct item *item) {
    const struct kzi_parser *parser = item->parser;
    const char *near, *quoted = item->quoted.text;
    struct kzi_word_match found = {-1, NULL};
    struct kzi_quotation lower = item->quoted;
    char honors[KZI_MAX_WORD];
    struct kzi_word word;
    size_t capitals = 0, len = (size_t)(item->end - item->text);
    for (char *c = lower.text; *c; c++)
        if (kzi_is_upper(*c))
            *c = (char)(*c - 'A' + 'a');
    while (capitals < len && kzi_is_upper(item->text[capitals]))
        capitals++;
    bool known =
        kzi_read_word(&word, lower.text, lower.text + strlen(lower.text)) &&
        (kzi_is_by(&word) || !parser->knows || parser->knows(parser->context, &word, &found));
    near = found.nearest;
    if (known && (parser->knows || capitals < len || len > 4))
        NOTE(item, UNKNOWN_WORD, "\"%s\": words are lower case, write %s", quoted, lower.text);
    else if (near && capitals < len)
        NOTE(item, UNKNOWN_WORD, "\"%s\": words are lower case%s", quoted, kzi_suggest(near).text);
    else if (len > 1 && kzi_is_digit(item->text[1]))
        NOTE(item, UNKNOWN_WORD,
             "\"%s\" is neither a word nor tiles: the suit is written after its digits, "
             "characters 123m, dots 123p, bamboo 123s, honors 123z",
             quoted);
    else if (capitals == len && find_honors(item->text, item->end, honors))
        NOTE(item, UNKNOWN_WORD, "\"%s\" is neither a word nor honor tiles: write %s; " HONORS,
             quoted, honors);
    else
        NOTE(item, UNKNOWN_WORD, "\"%s\" is neither a word nor honor tiles: " HONORS, quoted);
}

/* --- words ----------------------------------------------------------------------------------- */

bool kzi_is_suit_alone(const char *text, const char *end) {
    return end - text == 1 && kzi_suit_of_letter(*text) >= 0;
}

static void note_no_digits(const struct item *item) {
    NOTE(item, UNKNOWN_SUIT, "%c has no digits: write them at once before it, as in 123%c",
         *item->text, *item->text);
}

/* Return whether a word names a call, such as chi or pon. */
static bool is_call(const char *word) {
    static const char *const calls[] = {"chi", "chii", "chow", "pon", "pung", "kan", "kong"};
    return kzi_names_find(&KZI_NAMES(calls), word) >= 0;
}

/* Report "m123", where the suit is before its digits. */
static bool note_suit_first(const struct item *item) {
    const char *text = item->text;
    int digits = 0;
    while (text + 1 + digits < item->end && kzi_is_digit(text[1 + digits]))
        digits++;
    if (!digits || kzi_suit_of_letter(*text) < 0)
        return false;
    NOTE(item, UNKNOWN_WORD, "the suit is written after its digits: write %.*s%c, not %c%.*s",
         digits, text + 1, *text, *text, digits, text + 1);
    return true;
}

/* Return the colon after a key, as in "seat:E", or NULL. */
static const char *find_colon(const char *text, const char *end) {
    const char *colon = memchr(text, ':', (size_t)(end - text));
    enum kzi_hand_key key = colon ? kzi_find_hand_key(text, (size_t)(colon - text)) : KZI_KEY_NONE;
    return key && key < KZI_HAND_KEYS ? colon : NULL;
}

/* Report a word, depending on what follows it: tiles in brackets, or nothing. */
static void note_word(const struct item *item, const struct kzi_word *word, const char *after,
                      const char *nearest) {
    enum kzi_hand_key key = kzi_find_hand_key(word->text, strlen(word->text));
    char honors[KZI_MAX_WORD];
    if (is_call(word->text))
        NOTE(item, UNKNOWN_WORD,
             "\"%s\" is not written: a claimed set goes in brackets, as in [345p] or "
             "[555z], a concealed kong in round ones, (5555p)",
             word->text);
    else if (after < item->end)
        NOTE(item, UNKNOWN_WORD,
             "a blank is missing after \"%s\": words are separate from the tiles",
             kzi_quote(item->text, after).text);
    else if (key && key < KZI_HAND_KEYS)
        NOTE(item, UNKNOWN_WORD, "%s needs a value and no blank: write %s=...", word->text,
             word->text);
    else if (note_suit_first(item))
        return;
    else if (!strncmp(word->text, "r5", 2) && kzi_suit_of_letter(word->text[2]) >= 0)
        NOTE(item, UNKNOWN_WORD, "a red five is written with the digit 0: write 0%c",
             word->text[2]);
    else if (find_honors(word->text, word->text + strlen(word->text), honors))
        NOTE(item, UNKNOWN_WORD,
             "\"%s\" is not a word that these rules know: winds and dragons are capital "
             "letters, write %s",
             word->text, honors);
    else {
        nearest = nearest ? nearest : kzi_find_nearest(word->text, kzi_way_words, KZI_WAY_WORDS);
        NOTE(item, UNKNOWN_WORD, "\"%s\" is not a word that these rules know%s", word->text,
             kzi_suggest(nearest).text);
    }
}

void kzi_note_word(struct kzi_parser *parser, struct kzi_spot spot, const char *text,
                   const char *end, const char *nearest) {
    struct item item = {parser, text, end, spot, kzi_quote(text, end)};
    const char *colon = find_colon(text, end), *tiles = text;
    struct kzi_word word;
    while (tiles < end && *tiles != '[' && *tiles != '(' && *tiles != '+')
        tiles++;
    if (parser->key == KZI_KEY_NONE && kzi_is_suit_alone(text, end))
        note_no_digits(&item);
    else if (end - text >= KZI_MAX_WORD)
        NOTE(&item, UNKNOWN_WORD, "%s is too long for a word", item.quoted.text);
    else if (colon)
        NOTE(&item, UNKNOWN_WORD, "a key and its value are joined by =: write %s=%s",
             kzi_quote(text, colon).text, kzi_quote(colon + 1, end).text);
    else if (kzi_read_word(&word, text, tiles))
        note_word(&item, &word, tiles, nearest);
    else if (has_upper(text, end))
        note_capitals(&item);
    else if (!note_suit_first(&item))
        NOTE(&item, UNKNOWN_WORD,
             "\"%s\" is not a word: words are letters a-z, digits, _ and -, with blanks between "
             "them",
             item.quoted.text);
}

/* Report letters right after tiles. */
static void note_joined(const struct item *item) {
    struct kzi_parser *parser = item->parser;
    const char *text = item->text, *end = item->end, *after = text;
    bool behind_suit =
        text - parser->start >= 2 && kzi_suit_of_letter(text[-1]) >= 0 && kzi_is_digit(text[-2]);
    while (after < end && kzi_is_lower(*after))
        after++;
    if (parser->key != KZI_KEY_NONE)
        NOTE(item, UNKNOWN_WORD,
             "\"%s\" is not a tile: in a record, words go into \"flags\" and \"by\"",
             item->quoted.text);
    else if (kzi_is_suit_alone(text, end))
        note_no_digits(item);
    else if (!behind_suit || after == text || kzi_is_known_word(parser, text, end))
        NOTE(item, UNKNOWN_WORD,
             "a blank is missing before \"%s\": words are separate from the tiles",
             item->quoted.text);
    else if (*text == 'r' && text[-2] == '5')
        NOTE(item, UNKNOWN_WORD, "a red five is written with the digit 0: write 0%c", text[-1]);
    else /* "123man" */
        NOTE(item, UNKNOWN_WORD,
             "a suit is one letter, and words are separate from the tiles: write %c%c, not %c%c%s",
             text[-2], text[-1], text[-2], text[-1], kzi_quote(text, after).text);
}

/* --- what is not a tile ----------------------------------------------------------------------- */

static const char *note_stray(struct kzi_parser *parser, const char *text) {
    struct item item = item_at(parser, text);
    const char *quoted = item.quoted.text;
    uint32_t code = 0;
    kzi_utf8_read(text, (size_t)(item.end - text), &code);
    if (kzi_is_lower(*text) || kzi_is_upper(*text))
        note_joined(&item);
    else if (*text == ']' || *text == ')')
        NOTE(&item, BAD_MELD,
             "%c closes a meld that was not opened: melds are written [345p], (5555p)", *text);
    else if (*text == '\n' || *text == '\r')
        NOTE(&item, UNKNOWN_WORD, "a hand is one line: take the line break out");
    else if (code >= 0xFF01 && code <= 0xFF5E) /* from keyboards for Japanese and Chinese */
        NOTE(&item, UNKNOWN_WORD, "\"%s\" is full-width: write it half-width, as in 123m", quoted);
    else if (code == 0xA0 || code == 0x3000)
        NOTE(&item, UNKNOWN_WORD,
             "this blank is not a plain one: write a plain one, as the space bar does");
    else if (code >= 0x80)
        NOTE(&item, UNKNOWN_WORD,
             "\"%s\" is neither a tile nor a word: characters are written as 123m, dots "
             "123p, bamboo 123s, winds E S W N, dragons P (white), F (green), C (red)",
             quoted);
    else if (memchr(",|/;:._", *text, 7) ||
             (*text == '-' && text > parser->start && text[-1] > ' '))
        NOTE(&item, UNKNOWN_WORD, "items are separated by blanks, not by %c", *text);
    else if (*text == '{' || *text == '<')
        NOTE(&item, UNKNOWN_WORD,
             "\"%s\" is not a meld: a claimed set is written [345p] or [555z], a concealed kong "
             "(5555p)",
             quoted);
    else
        NOTE(&item, UNKNOWN_WORD,
             "\"%s\" is neither a tile nor a word: tiles are written as 123m, the "
             "winning tile as +8s, with blanks between the items",
             quoted);
    return item.end;
}

/* Join "1 2 3m": the digits of all runs up to the suit, and the suit.  Return false if no suit
 * follows. */
static bool join_digits(const char *text, const char *end, char joined[static 24]) {
    size_t n = 0;
    for (; text < end && n < 22; text++) {
        if (kzi_is_blank(*text))
            continue;
        joined[n++] = *text;
        joined[n] = '\0';
        if (!kzi_is_digit(*text))
            return kzi_suit_of_letter(*text) >= 0;
    }
    return false;
}

static const char *note_no_suit(struct kzi_parser *parser, const char *text) {
    const char *after = text;
    char joined[24], before = text > parser->start ? text[-1] : ' ';
    char suit = kzi_is_upper(before) ? (char)(before - 'A' + 'a') : before;
    while (after < parser->end && kzi_is_digit(*after))
        after++;
    int len = after - text < 23 ? (int)(after - text) : 23;
    if (join_digits(text, parser->end, joined))
        KZI_NOTE(parser, KZI_UNKNOWN_SUIT, text, "%.*s has no suit: write %s together", len, text,
                 joined);
    else if (kzi_suit_of_letter(suit) >= 0)
        KZI_NOTE(parser, KZI_UNKNOWN_SUIT, text,
                 "the suit is written after its digits: write %.*s%c, not %c%.*s", len, text, suit,
                 before, len, text);
    else
        KZI_NOTE(parser, KZI_UNKNOWN_SUIT, text,
                 "%.*s has no suit: write m, p, s or z after the digits, as in 123m", len, text);
    return after;
}

/* Advice for capitals after digits, by letter. */
static const char *const about_letter[128] = {
    ['S'] = "S is South; bamboo is s",
    ['M'] = "characters are m (lower case)",
    ['P'] = "P is the white dragon; dots are p",
    ['Z'] = "honors are z (lower case)",
    ['E'] = "E is East: write it apart from the digits, which need a suit",
    ['W'] = "W is West: write it apart from the digits, which need a suit",
    ['N'] = "N is North: write it apart from the digits, which need a suit",
    ['F'] = "F is the green dragon: write it apart from the digits, which need a suit",
    ['C'] = "C is the red dragon; characters are m",
};

static const char *note_bad_suit(struct kzi_parser *parser, const struct kzi_run *run) {
    struct item item = item_at(parser, run->next);
    const char *letter = run->next;
    const char *about = (unsigned char)*letter < 128 ? about_letter[(unsigned char)*letter] : NULL;
    uint32_t code = 0;
    int step = (int)kzi_utf8_read(letter, (size_t)(parser->end - letter), &code);
    if (about)
        NOTE(&item, UNKNOWN_SUIT, "%s", about);
    else if (*letter == 'r' && letter == run->first + 1 && *run->first == '5')
        NOTE(&item, UNKNOWN_SUIT, "a red five is written with the digit 0: write 0m, 0p or 0s");
    else if (letter == run->first || memchr("fgk", *letter, 3))
        NOTE(&item, UNKNOWN_SUIT,
             "flowers are not written among the tiles: write flowers=1f3g, or their "
             "number, as in flowers=2");
    else
        NOTE(&item, UNKNOWN_SUIT,
             "%.*s is not a suit: m is characters, p dots, s bamboo and z honors", step, letter);
    return item.end;
}

const char *kzi_note_notation(struct kzi_parser *parser, enum kzi_notation_error error,
                              const struct kzi_run *run) {
    switch (error) {
    case KZI_NOTATION_NO_SUIT:
        return note_no_suit(parser, run->first);
    case KZI_NOTATION_BAD_SUIT:
        return note_bad_suit(parser, run);
    case KZI_NOTATION_BAD_DIGIT:
        KZI_NOTE(parser, KZI_BAD_DIGIT, run->next, "%c%c is not a tile: %s", *run->next,
                 kzi_letter_of_tile(run->one),
                 run->one == KZI_JOKER   ? "jokers are 1j-8j"
                 : run->one == KZI_HONOR ? "honors are 1z-7z (E S W N, white, green, red)"
                                         : KZI_FLOWERS);
        return kzi_item_end(parser, run->next);
    case KZI_NOTATION_BAD_CHAR:
        return note_stray(parser, run->next);
    case KZI_NOTATION_OK:
        break;
    }
    return run->next;
}

void kzi_note_foreign(struct kzi_parser *parser, const char *text) {
    struct item item = item_at(parser, text);
    NOTE(&item, BAD_NOTATION, "\"%s\" is not in the notation %s (%s)", item.quoted.text,
         parser->notation->name, parser->notation->says);
}

void kzi_note_no_notation(struct kzi_parser *parser, const char *name, const char *end) {
    const struct kzi_spot spot = {.at = 1, .key = KZI_KEY_NOTATION};
    const char *names[KZI_NOTATIONS];
    struct kzi_quotation quoted = kzi_quote(name, end);
    char list[160];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    for (size_t i = 0; i < KZI_NOTATIONS; i++) {
        names[i] = kzi_notations[i].name;
        kzi_text_join(&text, i, KZI_NOTATIONS, " and ");
        kzi_text_put(&text, names[i]);
    }
    kzi_text_end(&text);
    const char *nearest = kzi_find_nearest(quoted.text, names, KZI_NOTATIONS);
    kzi_problem_note(parser->problem, KZI_BAD_NOTATION, spot, "\"%s\" is not a notation%s%s",
                     quoted.text, nearest ? kzi_suggest(nearest).text : "; there are ",
                     nearest ? "" : list);
}

/* --- keys and their values ------------------------------------------------------------------- */

/* Return our key for a name that other programs use, or NULL.  Names such as seat_wind begin with
 * the key. */
static const char *meant_key(const char *name) {
    static const char *const others[][2] = {
        {"tiles", "hand"},      {"concealed", "hand"}, {"winning_tile", "win"},
        {"indicators", "dora"}, {"uradora", "ura"},    {"prevalent", "round"},
        {"discarder", "from"},  {"words", "flags"},    {"circumstances", "flags"},
        {"sticks", "deposits"}, {"open", "melds"}};
    size_t len = strcspn(name, "_");
    enum kzi_hand_key key = kzi_find_hand_key(name, len);
    if (key && name[len])
        return kzi_hand_key_names[key];
    for (size_t i = 0; i < KZI_COUNT(others); i++)
        if (!strcmp(name, others[i][0]))
            return others[i][1];
    return NULL;
}

void kzi_note_no_key(struct kzi_parser *parser, struct kzi_spot spot, struct kzi_span name,
                     const char *thing, uint64_t keys, const char *more) {
    const struct kzi_quotation quoted = kzi_quote(name.text, name.end);
    const char *near = meant_key(quoted.text), *names[KZI_KEYS];
    unsigned count = 0;
    char list[240];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    for (unsigned key = 1; key < KZI_KEYS; key++)
        if (keys >> key & 1) {
            kzi_text_format(&text, "%s%s", count ? ", " : "", kzi_hand_key_names[key]);
            names[count++] = kzi_hand_key_names[key];
        }
    kzi_text_end(&text);
    if (!near || !(keys >> kzi_find_hand_key(near, strlen(near)) & 1))
        near = kzi_find_nearest(quoted.text, names, count);
    kzi_problem_note(parser->problem, KZI_UNKNOWN_KEY, spot, "\"%s\" is not a key of %s%s%s%s",
                     quoted.text, thing, near ? kzi_suggest(near).text : ": its keys are ",
                     near ? "" : list, near ? "" : more);
}

void kzi_note_line_key(struct kzi_parser *parser, const char *text, const char *end) {
    struct kzi_quotation quoted = kzi_quote(text, end);
    enum kzi_hand_key key = kzi_find_hand_key(text, (size_t)(end - text));
    struct item item = {parser, text, end, kzi_spot_of(parser, text), quoted};
    uint64_t line_keys = 0;
    for (unsigned i = 0; i < KZI_KEYS; i++)
        line_keys |= (uint64_t)(kzi_keys[i].types / KZI_IN_LINE) << i;
    if (text == end)
        NOTE(&item, UNKNOWN_KEY, "the key before = is missing: write as in seat=E, without blanks");
    else if (*kzi_keys[key].line)
        NOTE(&item, UNKNOWN_KEY, "%s is not a key of a line: %s", quoted.text, kzi_keys[key].line);
    else if (kzi_is_known_word(parser, text, end))
        NOTE(&item, UNKNOWN_KEY, "%s takes no value: write it alone", quoted.text);
    else if (!strcmp(quoted.text, "wind"))
        NOTE(&item, UNKNOWN_KEY,
             "wind is not a key: write seat=E for that of the seat, round=E for "
             "that of the round");
    else if (has_upper(text, end))
        NOTE(&item, UNKNOWN_KEY, "\"%s\" is not a key: keys are lower case, as in seat=E",
             quoted.text);
    else
        kzi_note_no_key(parser, item.spot, (struct kzi_span){text, end}, "a hand", line_keys, "");
}

/* Guess the seat from the beginning of a text: E for e, east, Est and the Chinese character; NUL if
 * unknown. */
static char meant_seat(const char *text, const char *end) {
    static const char *const begins[] = {
        "e", "E", "\xE6\x9D\xB1", "\xE4\xB8\x9C",     "s", "S", "\xE5\x8D\x97", "\xF0\x9F\x80\x81",
        "w", "W", "\xE8\xA5\xBF", "\xF0\x9F\x80\x82", "n", "N", "\xE5\x8C\x97", "\xF0\x9F\x80\x83"};
    for (size_t i = 0; i < KZI_COUNT(begins); i++) {
        size_t len = strlen(begins[i]);
        if ((size_t)(end - text) >= len && !memcmp(text, begins[i], len))
            return kzi_seat_letters[i / 4];
    }
    return '\0';
}

void kzi_note_bad_seat(struct kzi_parser *parser, enum kzi_hand_key key, const char *text,
                       const char *end) {
    const char meant = meant_seat(text, end);
    if (meant)
        KZI_NOTE(parser, KZI_BAD_VALUE, text, "%s takes one of E, S, W and N: write %c",
                 kzi_hand_key_names[key], meant);
    else
        kzi_note_value(parser, key, kzi_spot_of(parser, text));
}

void kzi_note_value(struct kzi_parser *parser, enum kzi_hand_key key, struct kzi_spot spot) {
    const struct kzi_key_row *row = &kzi_keys[key];
    const bool line = parser->key == KZI_KEY_NONE && row->types & KZI_IN_LINE;
    if ((key == KZI_KEY_KIND || key == KZI_KEY_TILE) && parser->deal->is_line)
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, spot,
                         "kong takes who made it, concealed, claimed or added, whose discard it "
                         "took and which tile it is: kong=E:claimed:S or kong=E:concealed::3m");
    else
        kzi_problem_note(parser->problem, KZI_BAD_VALUE, spot, "%s takes %s",
                         kzi_hand_key_names[key], line ? row->line : row->says);
}

void kzi_note_type(struct kzi_parser *parser, enum kzi_hand_key key) {
    struct kzi_spot spot = {.at = 1, .key = (uint8_t)key};
    kzi_problem_note(parser->problem, KZI_BAD_VALUE, spot, "%s takes %s", kzi_hand_key_names[key],
                     kzi_keys[key].says);
}

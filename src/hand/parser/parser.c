/* Text to hand: the one-line form (items with blanks between them), and the choice of form. */
#include "hand/parser/parser.h"

#include "base/names.h"
#include "base/utf8.h"
#include "hand/parser/items.h"

#include <string.h>

/* Keys of a record that a line writes in another way. */
static const struct {
    enum kzi_hand_key key;
    const char *instead;
} other_forms[] = {
    {KZI_KEY_HAND, "write the tiles alone, as in 234m55z"},
    {KZI_KEY_MELDS, "write the melds alone, as in [345p]"},
    {KZI_KEY_WIN, "write the winning tile as +8s"},
    {KZI_KEY_BY, "write ron or tsumo alone"},
    {KZI_KEY_FLAGS, "write the words alone, as in riichi ippatsu"},
    {KZI_KEY_ID, "only a JSON record has one"},
};

/* A bit for each key that a line has. */
#define LINE_KEYS                                                                                  \
    (1U << KZI_KEY_ROUND | 1U << KZI_KEY_SEAT | 1U << KZI_KEY_FROM | 1U << KZI_KEY_DORA |          \
     1U << KZI_KEY_URA | 1U << KZI_KEY_FLOWERS | 1U << KZI_KEY_HONBA | 1U << KZI_KEY_DEPOSITS |    \
     1U << KZI_KEY_PAO)
#define SEAT_KEYS (1U << KZI_KEY_ROUND | 1U << KZI_KEY_SEAT | 1U << KZI_KEY_FROM)

static const char *other_form(enum kzi_hand_key key) {
    for (size_t i = 0; i < sizeof other_forms / sizeof *other_forms; i++)
        if (other_forms[i].key == key)
            return other_forms[i].instead;
    return NULL;
}

static const char *nearest_key(const char *text, const char *end) {
    static const char *const keys[] = {"round",   "seat",  "from",     "dora", "ura",
                                       "flowers", "honba", "deposits", "pao"};
    char name[KZI_MAX_WORD];
    size_t len = (size_t)(end - text);
    if (len >= sizeof name)
        return NULL;
    memcpy(name, text, len);
    name[len] = '\0';
    return kzi_nearest(name, keys, sizeof keys / sizeof *keys);
}

static void note_unknown_key(struct kzi_item_parser *reader, const char *text, const char *end) {
    struct kzi_quoted quoted = kzi_quote(text, end);
    enum kzi_hand_key key = kzi_key_find(text, (size_t)(end - text));
    const char *nearest = nearest_key(text, end);
    if (text == end)
        KZI_NOTE(reader, KZI_UNKNOWN_KEY, text,
                 "the key before = is missing: write as in seat=E, without blanks");
    else if (key && key < KZI_HAND_KEYS)
        KZI_NOTE(reader, KZI_UNKNOWN_KEY, text, "%s is no key of a line: %s", quoted.text,
                 other_form(key));
    else if (kzi_is_known_word(reader, text, end))
        KZI_NOTE(reader, KZI_UNKNOWN_KEY, text, "%s takes no value: write it alone", quoted.text);
    else if (kzi_has_upper(text, end))
        KZI_NOTE(reader, KZI_UNKNOWN_KEY, text,
                 "\"%s\" is no key: keys are lower case, as in seat=E", quoted.text);
    else
        KZI_NOTE(reader, KZI_UNKNOWN_KEY, text, "\"%s\" is no key%s%s%s", quoted.text,
                 nearest ? ": did you mean "
                         : ": there are round, seat, from, dora, ura, flowers, honba, "
                           "deposits and pao",
                 nearest ? nearest : "", nearest ? "=?" : "");
}

static void take_pao(struct kzi_item_parser *reader, const char *text, const char *end) {
    const char *colon = text;
    while (colon < end && *colon != ':')
        colon++;
    const char *seat = colon < end ? colon + 1 : end;
    kzi_take_pao(reader, text, colon, kzi_spot_of(reader, text), seat, end,
                 kzi_spot_of(reader, seat));
}

static void take_value(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *text,
                       const char *end) {
    if (SEAT_KEYS >> key & 1)
        kzi_take_seat(reader, key, text, end);
    else if (key == KZI_KEY_DORA || key == KZI_KEY_URA)
        kzi_take_indicators(reader, key, text, end);
    else if (key == KZI_KEY_PAO)
        take_pao(reader, text, end);
    else
        kzi_take_number(reader, key, text, end);
}

/* "seat=E"; equals is the '='. */
static void take_pair(struct kzi_item_parser *reader, enum kzi_hand_key key, const char *text,
                      const char *equals, const char *end) {
    if (!(LINE_KEYS >> key & 1U)) {
        note_unknown_key(reader, text, equals);
        return;
    }
    if (key == KZI_KEY_PAO || kzi_take_key(reader, key, text))
        take_value(reader, key, equals + 1, end);
}

static void take_word(struct kzi_item_parser *reader, struct kzi_word *word, const char *text) {
    word->spot = kzi_spot_of(reader, text);
    if (!kzi_take_by(reader, word))
        kzi_take_flag(reader, word);
}

static bool is_suit_alone(const char *text, const char *end) {
    return end - text == 1 && kzi_suit_of_letter(*text) >= 0;
}

/* The key that a '=' follows; NONE: there is none, or one has to look closer. */
static inline enum kzi_hand_key leading_key(const struct kzi_item_parser *reader, const char *text,
                                            const char **equals) {
    uint64_t eight;
    unsigned len;
    if (!kzi_load_eight(reader, text, &eight))
        return KZI_KEY_NONE;
    enum kzi_hand_key key = kzi_key_leading(eight, &len);
    *equals = text + len;
    return *equals < reader->end && **equals == '=' ? key : KZI_KEY_NONE;
}

/* The '=' of an item, or its end. */
static const char *find_equals(const struct kzi_item_parser *reader, const char *text) {
    const char *end = kzi_item_end(reader, text);
    while (text < end && *text != '=')
        text++;
    return text;
}

static const char *note_no_word(struct kzi_item_parser *reader, const char *text) {
    const char *end = kzi_item_end(reader, text);
    if (is_suit_alone(text, end))
        KZI_NOTE(reader, KZI_UNKNOWN_SUIT, text,
                 "%c has no digits: write them at once before it, as in 123%c", *text, *text);
    else
        kzi_note_bad_word(reader, text, end);
    return end;
}

/* An item that begins with a lower case letter or '=', or is a word in capitals. */
static inline const char *take_named(struct kzi_item_parser *reader, const char *text) {
    const char *equals, *last = reader->end;
    enum kzi_hand_key key = leading_key(reader, text, &equals);
    if (!key) {
        struct kzi_word word;
        const char *after = kzi_scan_word(&word, text, last);
        bool whole = after == last || kzi_is_blank(*after);
        if (whole && kzi_is_lower(*text) && !is_suit_alone(text, after)) {
            take_word(reader, &word, text);
            return after;
        }
        equals = find_equals(reader, text);
        if (equals == last || *equals != '=')
            return note_no_word(reader, text);
        key = kzi_key_find(text, (size_t)(equals - text));
    }
    const char *end = kzi_item_end(reader, equals + 1);
    take_pair(reader, key, text, equals, end);
    return end;
}

/* A word that is not ASCII, or tiles. */
static __attribute__((noinline)) const char *take_foreign(struct kzi_item_parser *reader,
                                                          const char *text) {
    struct kzi_word word;
    const char *end = kzi_item_end(reader, text);
    if (!kzi_read_han_word(reader, &word, text, end))
        return kzi_take_tiles(reader, text);
    take_word(reader, &word, text);
    return end;
}

/* "Riichi", "SEAT=E": no tiles, though some capitals are.  Letters of which one is no honor, or
 * a first capital with small letters. */
static bool capital_word(const struct kzi_item_parser *reader, const char *text) {
    const char *at = text;
    while (at < reader->end && kzi_kind_of_letter(*at) != KZI_NO_KIND)
        at++;
    if (at == reader->end)
        return false;
    return *at == '=' || kzi_is_upper(*at) || (kzi_is_lower(*at) && at - text <= 1);
}

static inline bool is_named(const struct kzi_item_parser *reader, const char *text) {
    unsigned what = kzi_chars[(unsigned char)*text];
    return what & KZI_LOWER || *text == '=' || (what & KZI_UPPER && capital_word(reader, text));
}

static void read_line(struct kzi_item_parser *reader, const char *text, size_t len) {
    const char *end = text + len;
    kzi_parser_take(reader, text, end, KZI_KEY_NONE, 1);
    for (const char *at = text; at < end;)
        if (kzi_is_blank(*at))
            at++;
        else if (is_named(reader, at))
            at = take_named(reader, at);
        else if ((unsigned char)*at < 0x80)
            at = kzi_take_tiles(reader, at);
        else
            at = take_foreign(reader, at);
    kzi_settle_win(reader);
}

/* --- hands ----------------------------------------------------------------------------------- */

/* Everything that is read even where it was not written.  Arrays with a length of their own, the
 * places of melds, indicators and flowers, and the clashes of table words keep what an earlier hand
 * left there: clearing them would take longer than reading a hand. */
void kzi_hand_clear(struct kzi_hand *hand) {
    static const struct kzi_spot nowhere;
    memset(hand->concealed, 0, sizeof hand->concealed);
    memset(hand->marked, 0, sizeof hand->marked);
    hand->n_concealed = hand->n_melds = 0;
    hand->win = 0;
    hand->win_marked = false;
    hand->self_draw = hand->by_given = hand->round_given = hand->seat_given = false;
    hand->round = 0;
    hand->seat = 1;
    hand->from = -1;
    hand->dora.count = hand->ura.count = 0;
    hand->dora.red = hand->ura.red = 0;
    hand->flowers = hand->honba = hand->deposits = 0;
    hand->n_words = hand->n_pao = hand->n_placed = 0;
    hand->words_known = hand->table_words = false;
    hand->has_id = false;
    hand->win_spot = hand->from_spot = nowhere;
    hand->by_spot = hand->seat_spot = nowhere;
}

bool kzi_is_ascii(const char *text, size_t len) {
    uint64_t high = 0;
    if (len >= 8) {
        for (size_t at = 0; at < len - 8; at += 8)
            high |= kzi_load8(text + at);
        high |= kzi_load8(text + len - 8); /* some of them once more */
    } else {
        for (size_t at = 0; at < len; at++)
            high |= (uint64_t)(unsigned char)text[at];
    }
    return !(high & KZI_EACH_BYTE * 0x80);
}

bool kzi_is_readable(const char *text, size_t len, bool ascii, struct kzi_problem *problem) {
    struct kzi_spot spot = {.key = KZI_KEY_NONE};
    if (len > KZI_MAX_LINE) {
        kzi_problem_note(problem, KZI_TOO_LONG, spot, "a hand has at most %d bytes, this is longer",
                         KZI_MAX_LINE);
        return false;
    }
    size_t valid = ascii ? len : kzi_utf8_valid(text, len);
    if (valid < len) {
        spot.at = (uint32_t)kzi_utf8_count(text, valid) + 1;
        kzi_problem_note(problem, KZI_NOT_UTF8, spot,
                         "the text is not UTF-8 from here on: save it as UTF-8");
        return false;
    }
    return true;
}

static void read_form(struct kzi_item_parser *reader, const char *text, size_t len) {
    size_t first = 0;
    while (first < len && kzi_is_blank(text[first]))
        first++;
    if (first == len)
        kzi_problem_note(reader->problem, KZI_EMPTY, (struct kzi_spot){.at = 0},
                         "there is no hand: write one as in 123m456p789s1122z+2z");
    else if (text[first] == '{')
        kzi_read_json(reader, text, len);
    else
        read_line(reader, text, len);
}

/* After an error there is no hand; its id stays, so that the error can be given back with it. */
static void take_tiles_away(struct kzi_hand *hand) {
    memset(hand->concealed, 0, sizeof hand->concealed);
    memset(hand->marked, 0, sizeof hand->marked);
    hand->n_concealed = hand->n_melds = 0;
    hand->dora.count = hand->ura.count = 0;
    hand->dora.red = hand->ura.red = 0;
    hand->n_words = hand->n_pao = 0;
}

bool kzi_hand_read(struct kzi_hand *hand, const char *text, size_t len, kzi_knows_word *knows,
                   const void *context, struct kzi_problem *problem) {
    struct kzi_item_parser reader;
    reader.hand = hand;
    reader.problem = problem;
    reader.knows = knows;
    reader.context = context;
    reader.keys_given = 0;
    problem->found = false;
    kzi_hand_clear(hand);
    hand->words_known = knows != NULL;
    reader.ascii = len <= KZI_MAX_LINE && kzi_is_ascii(text, len);
    if (kzi_is_readable(text, len, reader.ascii, problem))
        read_form(&reader, text, len);
    if (problem->found)
        take_tiles_away(hand);
    return !problem->found;
}

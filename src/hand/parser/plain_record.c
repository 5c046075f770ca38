/* The JSON record as most programs write it, read in one pass without tokens: texts without
 * escapes, numbers, arrays of texts, and at most one blank after a comma or colon.  Any other
 * record and any problem is left to record.c, which finds the errors.
 *
 * Functions return the position after what they read, or NULL if the record is not plain.  Its last
 * character is a closing brace, so a character may be looked at before one that is another. */
#include "hand/parser/items.h"
#include "hand/parser/json_tokens.h"

#define BIT(key) (1U << KZI_KEY_##key)
/* The keys of a hand but the notation, which decides how all of it is read. */
#define PLAIN_KEYS ((((1U << KZI_HAND_KEYS) - 1) & ~BIT(NONE)) & ~BIT(NOTATION))

static __attribute__((noinline)) const char *pass_blank(const char *at) {
    return at + 1;
}

/* Pass a character and a blank after it.  The blank is a branch, because a processor that predicts
 * it can go on before it has found where the next text begins. */
KZI_ALWAYS_INLINE const char *pass(const char *at, char c) {
    if (*at != c)
        return NULL;
    return at[1] == ' ' ? pass_blank(at + 1) : at + 1;
}

/* Return the bytes that are a backslash or a control character. */
static inline kzi_sixteen escapes_of(kzi_sixteen bytes) {
    return (kzi_sixteen)((bytes == '\\') | (bytes < ' '));
}

/* Return whether a record has any of them.  It is looked at once as a whole, so that each text ends
 * at the next quote. */
static inline bool has_escape(const char *text, size_t len) {
    if (len < 16)
        return true; /* no hand is so short */
    const size_t last = len - 16;
    kzi_sixteen found = escapes_of(kzi_load16(text + last));
    for (size_t at = 0; at < last; at += 16)
        found |= escapes_of(kzi_load16(text + at));
    return kzi_any_of_sixteen(found);
}

/* Return the closing quote of a text. */
KZI_ALWAYS_INLINE const char *text_end(const char *text, const char *end) {
    for (; end - text >= 8; text += 8) {
        uint64_t quotes = kzi_bytes_equal(kzi_load8(text), '"');
        if (quotes)
            return text + __builtin_ctzll(quotes) / 8;
    }
    while (text < end && *text != '"')
        text++;
    return text < end ? text : NULL;
}

/* Return the end of a number that has only digits. */
static inline const char *number_end(const char *text) {
    const char *end = text;
    while (kzi_is_digit(*end))
        end++;
    return end == text || (*text == '0' && end > text + 1) ? NULL : end;
}

/* Read a text or number as the value of a key or an element of it; types: those that it may have,
 * by bit; end: of the record. */
KZI_ALWAYS_INLINE const char *take_scalar(struct kzi_parser *parser, enum kzi_hand_key key,
                                          unsigned types, const char *text, const char *end) {
    const struct kzi_key_row *row = &kzi_keys[key];
    const bool string = *text == '"';
    text += string;
    end = string ? text_end(text, end) : number_end(text);
    if (!end || !(types >> (string ? KZI_JSON_STRING : KZI_JSON_NUMBER) & 1))
        return NULL;
    parser->end = end;
    if (row->read)
        row->read(parser, key, text, end);
    else if (!kzi_take_id(parser, text - string, end + string))
        return NULL;
    return end + string;
}

static const char *take_array(struct kzi_parser *parser, enum kzi_hand_key key, const char *at,
                              const char *end) {
    const char *next = at + 1;
    if (*next != ']')
        do
            at = take_scalar(parser, key, 1U << KZI_JSON_STRING, next, end);
        while (at && (next = pass(at, ',')));
    else
        at = next;
    return at && *at == ']' ? at + 1 : NULL;
}

/* Read a member; given has a bit for each key so far. */
KZI_ALWAYS_INLINE const char *take_member(struct kzi_parser *parser, uint32_t *given,
                                          const char *at, const char *end) {
    uint64_t eight;
    unsigned len;
    parser->end = end;
    if (*at != '"' || !kzi_load_eight(parser, at + 1, &eight))
        return NULL;
    /* The first quote becomes the '=' that ends a key in the table, and what follows NULs. */
    uint64_t quotes = kzi_bytes_equal(eight, '"'), first = (quotes & -quotes) >> 7;
    enum kzi_hand_key key =
        kzi_key_leading((eight & (quotes ^ (quotes - 1))) ^ first * ('"' ^ '='), &len);
    if (!((PLAIN_KEYS & ~*given) >> key & 1))
        return NULL;
    *given |= 1U << key;
    len = quotes ? (unsigned)__builtin_ctzll(quotes) / 8 : 8;
    at += 1 + len;
    if (key == KZI_KEY_WIN) {
        if (parser->keys_given & BIT(WIN))
            return NULL;
        parser->keys_given |= BIT(WIN);
    }
    parser->key = (uint8_t)key;
    if (*at != '"' || !(at = pass(at + 1, ':')))
        return NULL;
    const unsigned types = kzi_keys[key].types;
    return *at != '['                    ? take_scalar(parser, key, types, at, end)
           : types >> KZI_JSON_ARRAY & 1 ? take_array(parser, key, at, end)
                                         : NULL;
}

bool kzi_read_plain_record(struct kzi_parser *parser, const char *text, size_t len) {
    const char *end = text + len, *at = text, *next;
    uint32_t given = 0;
    if (parser->again || parser->spots || len > KZI_JSON_TOKENS || end[-1] != '}' ||
        has_escape(text, len))
        return false;
    kzi_parser_take(parser, text, end, KZI_KEY_NONE, 1);
    for (next = pass(at, '{'); next; next = pass(at, ','))
        if (!(at = take_member(parser, &given, next, end)))
            return false;
    if (at != end - 1 || !(given & BIT(HAND)))
        return false;
    kzi_settle_win(parser);
    return !parser->problem->found;
}

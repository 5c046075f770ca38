/* The JSON record as most programs write it, read in one pass without tokens: texts without
 * escapes, numbers, arrays of texts, and at most one blank after a comma or colon.  Any other
 * record and any problem is left to record.c, which finds the errors. */
#include "hand/parser/items.h"
#include "hand/parser/json_tokens.h"

struct plain_record {
    struct kzi_parser *parser;
    const char *at, *end; /* the last character is a closing brace, which ends a number */
    uint32_t given;       /* bit per key */
};

/* Pass a character and a blank after it; false: there is another. */
static inline bool pass(struct plain_record *record, char c) {
    if (*record->at != c)
        return false;
    record->at++;
    record->at += *record->at == ' ';
    return true;
}

/* Return the end of a text: the next quote; NULL: another character needs a closer look first. */
static inline const char *text_end(const char *text, const char *end) {
    for (; end - text >= 8; text += 8) {
        uint64_t eight = kzi_load8(text);
        uint64_t stops = kzi_bytes_equal(eight, '"') | kzi_bytes_equal(eight, '\\') |
                         ((eight - KZI_EACH_BYTE * ' ') & ~eight & KZI_EACH_BYTE * 128);
        if (stops) {
            text += __builtin_ctzll(stops) / 8;
            return *text == '"' ? text : NULL;
        }
    }
    while (text < end && *text != '"' && *text != '\\' && (unsigned char)*text >= ' ')
        text++;
    return text < end && *text == '"' ? text : NULL;
}

/* Return the end of a number that has only digits; NULL: another needs a closer look. */
static inline const char *number_end(const char *text) {
    const char *end = text;
    while (kzi_is_digit(*end))
        end++;
    return end == text || (*text == '0' && end > text + 1) ? NULL : end;
}

/* Read a text or number as the value of a key or an element of it; types: those that it may have,
 * by bit. */
static inline bool take_scalar(struct plain_record *record, enum kzi_hand_key key, unsigned types) {
    const bool string = *record->at == '"';
    const char *text = record->at + string,
               *end = string ? text_end(text, record->end) : number_end(text);
    if (!end || !(types >> (string ? KZI_JSON_STRING : KZI_JSON_NUMBER) & 1))
        return false;
    record->at = end + string;
    record->parser->end = end;
    if (!kzi_keys[key].read)
        return kzi_take_id(record->parser, text - string, end + string);
    kzi_keys[key].read(record->parser, key, text, end);
    return true;
}

static inline bool take_value(struct plain_record *record, enum kzi_hand_key key) {
    const unsigned types = kzi_keys[key].types;
    record->parser->key = (uint8_t)key;
    if (*record->at != '[')
        return take_scalar(record, key, types);
    if (!(types >> KZI_JSON_ARRAY & 1))
        return false;
    record->at++;
    if (*record->at != ']')
        do
            if (!take_scalar(record, key, 1U << KZI_JSON_STRING))
                return false;
        while (pass(record, ','));
    return *record->at++ == ']';
}

/* Pass a key and its colon; NONE: this is not a key of a hand, or the key is given already. */
static inline enum kzi_hand_key take_key(struct plain_record *record) {
    struct kzi_parser *parser = record->parser;
    const char *name = record->at + 1;
    uint64_t eight;
    parser->end = record->end;
    if (*record->at != '"' || !kzi_load_eight(parser, name, &eight))
        return KZI_KEY_NONE;
    uint64_t quotes = kzi_bytes_equal(eight, '"');
    size_t len = quotes ? (size_t)__builtin_ctzll(quotes) / 8 : 8;
    enum kzi_hand_key key = kzi_key_named(kzi_first8(eight, len), len);
    uint32_t given = record->given | (parser->keys_given & 1U << KZI_KEY_WIN);
    if (!key || key >= KZI_HAND_KEYS || key == KZI_KEY_NOTATION || given >> key & 1 ||
        name[len] != '"')
        return KZI_KEY_NONE;
    record->given |= 1U << key;
    if (key == KZI_KEY_WIN)
        parser->keys_given |= 1U << key;
    record->at = name + len + 1;
    return pass(record, ':') ? key : KZI_KEY_NONE;
}

bool kzi_read_plain_record(struct kzi_parser *parser, const char *text, size_t len) {
    struct plain_record record = {parser, text, text + len, 0};
    enum kzi_hand_key key;
    if (parser->again || parser->spots || len > KZI_JSON_TOKENS || text[len - 1] != '}')
        return false;
    kzi_parser_take(parser, text, text + len, KZI_KEY_NONE, 1);
    while (pass(&record, record.given ? ',' : '{'))
        if (!(key = take_key(&record)) || !take_value(&record, key))
            return false;
    if (record.at != record.end - 1 || *record.at != '}' || !(record.given >> KZI_KEY_HAND & 1))
        return false;
    kzi_settle_win(parser);
    return !parser->problem->found;
}

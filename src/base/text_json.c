#include "base/text_json.h"

#include "base/utf8.h"

static void put_unit(struct kzi_text *text, uint32_t unit) {
    static const char hex[] = "0123456789abcdef";
    KZI_PUT(text, "\\u");
    for (unsigned shift = 16; shift; shift -= 4)
        kzi_text_char(text, hex[unit >> (shift - 4) & 15]);
}

static void put_escape(struct kzi_text *text, uint32_t code) {
    if (code == '"' || code == '\\') {
        kzi_text_char(text, '\\');
        kzi_text_char(text, (char)code);
    } else if (code > 0xFFFF) {
        put_unit(text, 0xD7C0 + (code >> 10));
        put_unit(text, 0xDC00 + (code & 0x3FF));
    } else {
        put_unit(text, code);
    }
}

/* Append bytes, escaping what JSON or a terminal would interpret.  A byte that is not UTF-8 becomes
 * U+FFFD, because JSON cannot represent it. */
static void escape(struct kzi_text *text, const char *bytes, size_t len) {
    const char *from = bytes, *end = bytes + len;
    for (size_t step; bytes < end; bytes += step) {
        uint32_t code = (unsigned char)*bytes;
        step = 1;
        if (code >= 0x20 && code < 0x7F && code != '"' && code != '\\')
            continue;
        if (code >= 0x80)
            step = kzi_utf8_next(bytes, (size_t)(end - bytes), &code);
        if (code >= 0x80 && code != KZI_BAD_UTF8 && !kzi_is_harmful(code))
            continue;
        kzi_text_add(text, from, (size_t)(bytes - from));
        put_escape(text, code != KZI_BAD_UTF8 ? code : 0xFFFD);
        from = bytes + step;
    }
    kzi_text_add(text, from, (size_t)(end - from));
}

void kzi_json_quote(struct kzi_text *text, const char *bytes, size_t len) {
    kzi_text_char(text, '"');
    escape(text, bytes, len);
    kzi_text_char(text, '"');
}

void kzi_json_quote_string(struct kzi_text *text, const char *string) {
    kzi_json_quote(text, string, strlen(string));
}

void kzi_json_put_string(struct kzi_text *text, const char *string) {
    kzi_json_separate(text);
    if (string)
        kzi_json_quote_string(text, string);
    else
        KZI_PUT(text, "null");
}

void kzi_json_put_int(struct kzi_text *text, long long number) {
    kzi_json_separate(text);
    kzi_text_int(text, number);
}

void kzi_json_put_bool(struct kzi_text *text, bool value) {
    kzi_json_separate(text);
    kzi_text_put(text, value ? "true" : "false");
}

void kzi_json_key_text(struct kzi_text *text, const char *key, struct kzi_text *value) {
    kzi_text_char(value, '\0');
    kzi_json_key_string(text, key, value->failed ? "" : value->at);
    text->failed |= value->failed;
    kzi_text_release(value);
}

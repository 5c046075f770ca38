#include "base/text_json.h"

static void put_escape(struct kzi_text *text, unsigned char c) {
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\') {
        kzi_text_char(text, '\\');
        kzi_text_char(text, (char)c);
        return;
    }
    KZI_PUT(text, "\\u00");
    kzi_text_char(text, hex[c >> 4]);
    kzi_text_char(text, hex[c & 15]);
}

void kzi_json_string(struct kzi_text *text, const char *string) {
    kzi_text_char(text, '"');
    const char *from = string;
    for (; *string; string++) {
        unsigned char c = (unsigned char)*string;
        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        kzi_text_add(text, from, (size_t)(string - from));
        put_escape(text, c);
        from = string + 1;
    }
    kzi_text_add(text, from, (size_t)(string - from));
    kzi_text_char(text, '"');
}

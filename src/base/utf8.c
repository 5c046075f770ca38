#include "base/utf8.h"

#include <stdbool.h>

static size_t length_by_first(unsigned char first) {
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first < 0xE0)
        return 2;
    if (first >= 0xE0 && first < 0xF0)
        return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

size_t kzi_utf8_read(const char *text, size_t len, uint32_t *code) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = (unsigned char)text[0];
    size_t need = length_by_first(first);
    if (need < 2) {
        *code = first;
        return need;
    }
    if (need > len)
        return 0;
    uint32_t value = first & (0x7FU >> need);
    for (size_t i = 1; i < need; i++) {
        unsigned char next = (unsigned char)text[i];
        if ((next & 0xC0) != 0x80)
            return 0;
        value = value << 6 | (next & 0x3FU);
    }
    *code = value;
    bool surrogate = value >= 0xD800 && value < 0xE000;
    return value < least[need] || surrogate || value > 0x10FFFF ? 0 : need;
}

size_t kzi_utf8_write(char *out, uint32_t code) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t len = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = len; i-- > 1; code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    static const unsigned char mark[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(mark[len] | code);
    return len;
}

size_t kzi_utf8_count(const char *text, size_t len) {
    size_t count = 0;
    for (size_t at = 0; at < len; count++) {
        uint32_t code;
        size_t step = kzi_utf8_read(text + at, len - at, &code);
        at += step ? step : 1;
    }
    return count;
}

static size_t width_of(uint32_t code) {
    if ((code >= 0x300 && code < 0x370) || (code >= 0xFE00 && code <= 0xFE0F) ||
        (code >= 0x200B && code <= 0x200F) || code == 0x2060 || code == 0xFEFF)
        return 0;
    bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                (code >= 0xFFE0 && code <= 0xFFE6) || (code >= 0x1F300 && code <= 0x1FAFF) ||
                (code >= 0x20000 && code <= 0x3FFFD) ||
                code == 0x1F004; /* the red dragon, the only tile that is */
    return wide ? 2 : 1;
}

size_t kzi_utf8_width(const char *text, size_t len) {
    size_t width = 0;
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t step = kzi_utf8_read(text + at, len - at, &code);
        width += step ? width_of(code) : 1;
        at += step ? step : 1;
    }
    return width;
}

size_t kzi_utf8_valid(const char *text, size_t len) {
    size_t at = 0;
    while (at < len) {
        uint32_t code;
        size_t step = kzi_utf8_read(text + at, len - at, &code);
        if (!step)
            break;
        at += step;
    }
    return at;
}

bool kzi_utf8_is_han(const char *text, size_t len) {
    const char *end = text + len;
    bool any = len > 0;
    while (any && text < end) {
        uint32_t code;
        size_t step = kzi_utf8_read(text, (size_t)(end - text), &code);
        bool kana = code >= 0x3041 && code <= 0x30FF;
        any = step && (kana || (code >= 0x3400 && code <= 0x9FFF));
        text += step;
    }
    return any;
}

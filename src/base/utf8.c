#include "base/utf8.h"

#include "base/text.h"

#include <stdio.h>

static size_t length_by_first(unsigned char first) {
    return first < 0x80   ? 1
           : first < 0xC2 ? 0
           : first < 0xE0 ? 2
           : first < 0xF0 ? 3
           : first < 0xF5 ? 4
                          : 0;
}

size_t kzi_utf8_read(const char *text, size_t len, uint32_t *code) {
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000};
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
    return value < min[need] || surrogate || value > 0x10FFFF ? 0 : need;
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

size_t kzi_utf8_next(const char *text, size_t len, uint32_t *code) {
    size_t step = kzi_utf8_read(text, len, code);
    if (step)
        return step;
    *code = KZI_BAD_UTF8;
    return 1;
}

size_t kzi_utf8_count(const char *text, size_t len) {
    size_t count = 0;
    uint32_t code;
    for (size_t at = 0; at < len; count++)
        at += kzi_utf8_next(text + at, len - at, &code);
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
                code == 0x1F004; /* the red dragon, the only wide tile */
    return wide ? 2 : 1;
}

size_t kzi_utf8_width(const char *text, size_t len) {
    size_t at = 0, width;
    uint32_t code;
    while (at < len && (signed char)text[at] >= 0) /* most texts are ASCII */
        at++;
    for (width = at; at < len; width += width_of(code))
        at += kzi_utf8_next(text + at, len - at, &code);
    return width;
}

size_t kzi_utf8_fit(const char *text, size_t len, size_t width) {
    size_t at = 0, taken = 0;
    while (at < len) {
        uint32_t code;
        size_t step = kzi_utf8_next(text + at, len - at, &code);
        taken += width_of(code);
        if (taken > width)
            break;
        at += step;
    }
    return at;
}

size_t kzi_utf8_valid(const char *text, size_t len) {
    size_t at = 0, step;
    for (uint32_t code; at < len; at += step) {
        step = kzi_utf8_next(text + at, len - at, &code);
        if (code == KZI_BAD_UTF8)
            break;
    }
    return at;
}

bool kzi_utf8_is_han(const char *text, size_t len) {
    uint32_t code;
    for (size_t at = 0; at < len;) {
        at += kzi_utf8_next(text + at, len - at, &code);
        if (!(code >= 0x3041 && code <= 0x30FF) && !(code >= 0x3400 && code <= 0x9FFF))
            return false;
    }
    return len > 0;
}

/* --- unsafe characters ----------------------------------------------------------------------- */

/* In rising order. */
static const struct {
    uint32_t first, last;
    bool harmful;
    const char *name; /* NULL: no helpful name */
} unseen[] = {
    {0x00, 0x1F, true, NULL},
    {0x7F, 0x9F, true, NULL},
    {0xA0, 0xA0, false, "no-break space"},
    {0xAD, 0xAD, true, "soft hyphen"},
    {0x61C, 0x61C, true, "Arabic letter mark"},
    {0x180E, 0x180E, true, "Mongolian vowel separator"},
    {0x2000, 0x200A, false, NULL},
    {0x200B, 0x200B, true, "zero-width space"},
    {0x200C, 0x200C, true, "zero-width non-joiner"},
    {0x200D, 0x200D, true, "zero-width joiner"},
    {0x200E, 0x200E, true, "left-to-right mark"},
    {0x200F, 0x200F, true, "right-to-left mark"},
    {0x2028, 0x202E, true, NULL},
    {0x202F, 0x202F, false, "narrow no-break space"},
    {0x205F, 0x205F, false, NULL},
    {0x2060, 0x2060, true, "word joiner"},
    {0x2061, 0x206F, true, NULL},
    {0x3000, 0x3000, false, "ideographic space"},
    {0xFEFF, 0xFEFF, true, "byte-order mark"},
    {0xFFF9, 0xFFFB, true, NULL},
    {0xFFFE, 0xFFFF, true, NULL},
    {0xE0000, 0xE0FFF, true, NULL},
};

/* Return the index of an unsafe character, or -1. */
static int find_unsafe(uint32_t code) {
    if (code > 0x3000 && code < 0xFEFF) /* most letters other than ASCII */
        return -1;
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen && code >= unseen[i].first; i++)
        if (code <= unseen[i].last)
            return (int)i;
    return -1;
}

bool kzi_is_unsafe(uint32_t code) {
    return find_unsafe(code) >= 0;
}

bool kzi_is_harmful(uint32_t code) {
    int found = find_unsafe(code);
    return found >= 0 && unseen[found].harmful;
}

uint32_t kzi_find_harmful(const char *text) {
    size_t len = strlen(text);
    uint32_t code;
    for (size_t at = 0; at < len;) {
        at += kzi_utf8_next(text + at, len - at, &code);
        if (kzi_is_harmful(code))
            return code;
    }
    return 0;
}

void kzi_put_unsafe(struct kzi_text *text, uint32_t code) {
    int found = find_unsafe(code);
    const char *name = found >= 0 ? unseen[found].name : NULL;
    kzi_text_format(text, "%s%sU+%04X", name ? name : "", name ? ", " : "", (unsigned)code);
}

/* Return whether a text ends within a character. */
static bool is_cut(const char *text, size_t len) {
    size_t size = length_by_first((unsigned char)*text), i = 1;
    while (i < len && ((unsigned char)text[i] & 0xC0) == 0x80)
        i++;
    return i == len && len < size;
}

void kzi_put_visible(struct kzi_text *text, const char *string) {
    size_t plain = 0; /* most texts are ASCII */
    while (string[plain] >= ' ' && string[plain] <= '~')
        plain++;
    kzi_text_add(text, string, plain);
    string += plain;
    size_t len = strlen(string);
    for (size_t at = 0, step; at < len; at += step) {
        uint32_t code;
        step = kzi_utf8_next(string + at, len - at, &code);
        if (code == KZI_BAD_UTF8) {
            if (is_cut(string + at, len - at))
                return;
            kzi_text_format(text, "<%02X>", (unsigned char)string[at]);
        } else if (kzi_is_unsafe(code)) {
            kzi_text_char(text, '<');
            kzi_put_unsafe(text, code);
            kzi_text_char(text, '>');
        } else {
            kzi_text_add(text, string + at, step);
        }
    }
}

void kzi_show_unsafe(char *buffer, size_t size) {
    char from[1024];
    snprintf(from, sizeof from, "%s", buffer);
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_visible(&text, from);
    kzi_text_end(&text);
}

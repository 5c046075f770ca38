#include "base/unsafe.h"

#include "base/utf8.h"

#include <stdio.h>

/* Rising. */
static const struct {
    uint32_t first, last;
    bool harmful;
    const char *name; /* NULL: none that would help */
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

/* -1: it is seen. */
static int find(uint32_t code) {
    for (size_t i = 0; i < sizeof unseen / sizeof *unseen && code >= unseen[i].first; i++)
        if (code <= unseen[i].last)
            return (int)i;
    return -1;
}

bool kzi_is_unsafe(uint32_t code) {
    return find(code) >= 0;
}

bool kzi_is_harmful(uint32_t code) {
    int found = find(code);
    return found >= 0 && unseen[found].harmful;
}

uint32_t kzi_find_harmful(const char *text) {
    size_t len = strlen(text), step = 1;
    for (size_t at = 0; at < len; at += step ? step : 1) {
        uint32_t code;
        step = kzi_utf8_read(text + at, len - at, &code);
        if (step && kzi_is_harmful(code))
            return code;
    }
    return 0;
}

void kzi_put_unsafe(struct kzi_text *text, uint32_t code) {
    int found = find(code);
    const char *name = found >= 0 ? unseen[found].name : NULL;
    kzi_text_format(text, "%s%sU+%04X", name ? name : "", name ? ", " : "", (unsigned)code);
}

/* Most messages are plain letters. */
static bool is_plain(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7F)
            return false;
    return true;
}

/* Whether text ends within a character: it was cut there. */
static bool is_cut(const char *text, size_t len) {
    unsigned char first = (unsigned char)*text;
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0, i = 1;
    while (i < len && ((unsigned char)text[i] & 0xC0) == 0x80)
        i++;
    return i == len && len < size;
}

void kzi_put_visible(struct kzi_text *text, const char *string) {
    size_t len = strlen(string);
    if (is_plain(string)) {
        kzi_text_add(text, string, len);
        return;
    }
    for (size_t at = 0, step; at < len; at += step ? step : 1) {
        uint32_t code;
        step = kzi_utf8_read(string + at, len - at, &code);
        if (step && !kzi_is_unsafe(code)) {
            kzi_text_add(text, string + at, step);
        } else if (step) {
            kzi_text_char(text, '<');
            kzi_put_unsafe(text, code);
            kzi_text_char(text, '>');
        } else if (is_cut(string + at, len - at)) {
            return;
        } else {
            kzi_text_format(text, "<%02X>", (unsigned char)string[at]);
        }
    }
}

void kzi_show_unsafe(char *buffer, size_t size) {
    char from[1024];
    if (is_plain(buffer))
        return;
    snprintf(from, sizeof from, "%s", buffer);
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_visible(&text, from);
    kzi_text_end(&text);
}

#include "base/text.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct kzi_text kzi_text_growing(void) {
    return (struct kzi_text){.grows = true};
}

struct kzi_text kzi_text_fixed(char *buffer, size_t size) {
    return (struct kzi_text){.at = buffer, .size = size};
}

void kzi_text_release(struct kzi_text *text) {
    if (text->grows)
        free(text->at);
    *text = kzi_text_growing();
}

void kzi_text_clear(struct kzi_text *text) {
    text->len = 0;
    text->failed = false;
}

static void grow(struct kzi_text *text, size_t need) {
    size_t size = text->size ? text->size : 256;
    while (size < need)
        size *= 2;
    char *at = realloc(text->at, size);
    if (!at) {
        text->failed = true;
        return;
    }
    text->at = at;
    text->size = size;
}

void kzi_text_add_past(struct kzi_text *text, const char *bytes, size_t len) {
    if (text->grows && text->len + len > text->size && !text->failed)
        grow(text, text->len + len);
    if (text->failed)
        return;
    if (text->len < text->size && len) {
        size_t room = text->size - text->len;
        memcpy(text->at + text->len, bytes, len < room ? len : room);
    }
    text->len += len;
}

void kzi_text_int(struct kzi_text *text, long long number) {
    char digits[24];
    size_t at = sizeof digits;
    unsigned long long rest =
        number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number;
    do
        digits[--at] = (char)('0' + rest % 10);
    while (rest /= 10);
    if (number < 0)
        digits[--at] = '-';
    kzi_text_add(text, digits + at, sizeof digits - at);
}

void kzi_text_format(struct kzi_text *text, const char *format, ...) {
    char line[1024];
    va_list args;
    va_start(args, format);
    int len = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (len > 0)
        kzi_text_add(text, line, (size_t)len < sizeof line ? (size_t)len : sizeof line - 1);
}

void kzi_text_pad(struct kzi_text *text, size_t from, size_t width) {
    size_t wide = text->failed ? width : kzi_utf8_width(text->at + from, text->len - from);
    for (; wide < width; wide++)
        kzi_text_char(text, ' ');
}

size_t kzi_text_end(struct kzi_text *text) {
    if (text->size)
        text->at[text->len < text->size ? text->len : text->size - 1] = '\0';
    return text->len;
}

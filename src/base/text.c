#include "base/text.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

struct kzi_text kzi_text_growing(void) {
    return (struct kzi_text){.grows = true};
}

struct kzi_text kzi_text_fixed(char *buffer, size_t size) {
    return (struct kzi_text){.at = buffer, .size = size};
}

struct kzi_text kzi_text_borrowing(char *buffer, size_t size) {
    return (struct kzi_text){.at = buffer, .size = size, .grows = true, .borrowed = true};
}

void kzi_text_release(struct kzi_text *text) {
    if (text->grows && !text->borrowed)
        free(text->at);
    *text = kzi_text_growing();
}

static void release(void *text) {
    kzi_text_release(text);
}

struct kzi_text *kzi_text_new(struct kzi_arena *arena) {
    struct kzi_text *text = KZI_NEW(arena, struct kzi_text);
    *text = kzi_text_growing();
    *kzi_arena_keep(arena, release) = text;
    return text;
}

const char *kzi_text_finish(struct kzi_arena *arena, struct kzi_text *text) {
    kzi_text_char(text, '\0');
    if (text->failed)
        kzi_no_memory(arena);
    return text->at;
}

void kzi_text_clear(struct kzi_text *text) {
    text->len = 0;
    text->failed = false;
}

static void grow_text(struct kzi_text *text, size_t need) {
    size_t size = text->size ? text->size : 1024;
    while (size < need)
        size *= 2;
    char *at = realloc(text->borrowed ? NULL : text->at, size);
    if (!at) {
        text->failed = true;
        text->size = 0;
        return;
    }
    if (text->borrowed)
        memcpy(at, text->at, text->len);
    text->borrowed = false;
    text->at = at;
    text->size = size;
}

void kzi_text_add_past(struct kzi_text *text, const char *bytes, size_t len) {
    if (text->grows && text->len + len > text->size && !text->failed)
        grow_text(text, text->len + len);
    if (text->failed)
        return;
    if (text->len < text->size && len) {
        size_t room = text->size - text->len;
        memcpy(text->at + text->len, bytes, len < room ? len : room);
    }
    text->len += len;
}

void kzi_text_long_int(struct kzi_text *text, long long number) {
    static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                                "25262728293031323334353637383940414243444546474849"
                                "50515253545556575859606162636465666768697071727374"
                                "75767778798081828384858687888990919293949596979899";
    char digits[24], *end = digits + sizeof digits, *at = end;
    unsigned long long left =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    for (; left > 99; left /= 100)
        memcpy(at -= 2, pairs + 2 * (left % 100), 2);
    memcpy(at -= 2, pairs + 2 * left, 2);
    at += left < 10;
    if (number < 0)
        *--at = '-';
    kzi_text_add(text, at, (size_t)(end - at));
}

/* Format twice: first to know how long it becomes. */
void kzi_text_format_args(struct kzi_text *text, const char *format, va_list args) {
    va_list again;
    va_copy(again, args);
    const size_t end = text->len + (size_t)vsnprintf(NULL, 0, format, args);
    if (text->grows && end >= text->size && !text->failed)
        grow_text(text, end + 1);
    if (text->len < text->size)
        vsnprintf(text->at + text->len, text->size - text->len, format, again);
    if (!text->failed)
        text->len = end;
    va_end(again);
}

void kzi_text_format(struct kzi_text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    kzi_text_format_args(text, format, args);
    va_end(args);
}

void kzi_text_blanks(struct kzi_text *text, size_t count) {
    static const char blanks[] = "                                ";
    const size_t max = sizeof blanks - 1;
    for (; count > max; count -= max)
        kzi_text_add(text, blanks, max);
    kzi_text_add(text, blanks, count);
}

void kzi_text_pad(struct kzi_text *text, size_t from, size_t width) {
    bool there = !text->failed && text->len <= text->size; /* a fixed text may have been full */
    size_t wide = there ? kzi_utf8_width(text->at + from, text->len - from) : width;
    kzi_text_blanks(text, wide < width ? width - wide : 0);
}

/* Return whether a line may be broken before the byte at `at`: at a blank or after a wide
 * character, because Chinese and Japanese have no blanks; but never before a closing mark. */
static bool may_end_at(const char *words, size_t len, size_t at) {
    static const char *const marks[] = {"\u3001", "\u3002", "\uFF0C", "\uFF1A",
                                        "\uFF1F", "\uFF09", "\u300D", "\u30FC"};
    if (words[at] == ' ')
        return true;
    if (!at || ((unsigned char)words[at] & 0xC0) == 0x80)
        return false;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (len - at >= strlen(marks[i]) && !memcmp(words + at, marks[i], strlen(marks[i])))
            return false;
    size_t last = at - 1;
    while (last && ((unsigned char)words[last] & 0xC0) == 0x80)
        last--;
    return kzi_utf8_width(words + last, at - last) == 2;
}

/* Return the length in bytes of the first line of words. */
static size_t first_line(const char *words, size_t len, size_t width) {
    size_t fits = kzi_utf8_fit(words, len, width), at = fits;
    if (fits == len)
        return len;
    while (at && !may_end_at(words, len, at))
        at--;
    for (at = at ? at : fits; at < len && !may_end_at(words, len, at);)
        at++;
    return at;
}

void kzi_text_wrap(struct kzi_text *text, const char *words, size_t len, size_t width) {
    size_t indent = 0;
    for (; len && *words == ' '; len--) {
        words++;
        indent++;
    }
    for (const char *before = ""; len; before = "\n") {
        kzi_text_format(text, "%s%*s", before, (int)indent, "");
        size_t line = first_line(words, len, width - indent);
        kzi_text_add(text, words, line);
        line += line < len && words[line] == ' ';
        words += line;
        len -= line;
        indent += *before ? 0 : 2;
    }
}

size_t kzi_text_end(struct kzi_text *text) {
    if (text->failed)
        text->len = 0;
    if (text->size)
        text->at[text->len < text->size ? text->len : text->size - 1] = '\0';
    return text->len;
}

#include "base/text.h"

#include "base/arena.h"
#include "base/text_json.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdint.h>
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

struct kzi_text kzi_text_string(struct kzi_text *string) {
    return (struct kzi_text){.string = string};
}

static void release(void *text) {
    kzi_text_release(text);
}

struct kzi_text *kzi_text_kept(struct kzi_arena *arena) {
    struct kzi_text *text = KZI_NEW(arena, struct kzi_text);
    *text = kzi_text_growing();
    *kzi_arena_keep(arena, release) = text;
    return text;
}

void kzi_text_clear(struct kzi_text *text) {
    text->len = 0;
    text->failed = false;
}

static void grow(struct kzi_text *text, size_t need) {
    size_t size = text->size ? text->size : 256;
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
    if (text->string) {
        kzi_json_escape(text->string, bytes, len);
        return;
    }
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

#define LONGEST_INT 24

/* Return the digits of a number below 10000 with leading zeros, the first in the lowest byte. */
static uint32_t four_digits(unsigned number) {
    uint32_t pairs = number / 100 | (number % 100) << 16;
    uint32_t tens = (pairs * 103 >> 10) & 0x000F000F; /* exact up to 99 */
    return 0x30303030 + tens + ((pairs - 10 * tens) << 8);
}

static char *put_four(char *at, uint32_t digits) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap32(digits);
#endif
    memcpy(at, &digits, 4);
    return at + 4;
}

static char *put_digits(char *at, unsigned long long number) {
    if (number < 10) {
        *at = (char)('0' + number);
        return at + 1;
    }
    if (number >= 10000)
        return put_four(put_digits(at, number / 10000), four_digits((unsigned)(number % 10000)));
    unsigned small = (unsigned)number, ahead = small < 100 ? 2 : small < 1000;
    return put_four(at, four_digits(small) >> 8 * ahead) - ahead;
}

void kzi_text_long_int(struct kzi_text *text, long long number) {
    char apart[LONGEST_INT];
    bool room = text->len + LONGEST_INT < text->size;
    char *at = room ? text->at + text->len : apart, *end = at;
    if (number < 0)
        *end++ = '-';
    end = put_digits(end,
                     number < 0 ? 0ULL - (unsigned long long)number : (unsigned long long)number);
    if (room)
        text->len += (size_t)(end - at);
    else
        kzi_text_add_past(text, apart, (size_t)(end - at));
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
    bool there = !text->failed && text->len <= text->size; /* a fixed text may have had no room */
    size_t wide = there ? kzi_utf8_width(text->at + from, text->len - from) : width;
    for (; wide < width; wide++)
        kzi_text_char(text, ' ');
}

/* Return whether a line may end before this byte: at a blank, and behind a wide character, because
 * Chinese and Japanese have no blanks.  A line does not begin with a mark that ends something. */
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

/* Return the bytes of the first line of words. */
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
    for (size_t indent = 0, line; len; indent = 2) {
        line = first_line(words, len, width - indent);
        kzi_text_put(text, indent ? "\n  " : "");
        kzi_text_add(text, words, line);
        line += line < len && words[line] == ' ';
        words += line;
        len -= line;
    }
}

size_t kzi_text_end(struct kzi_text *text) {
    if (text->size)
        text->at[text->len < text->size ? text->len : text->size - 1] = '\0';
    return text->len;
}

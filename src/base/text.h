/* text.h - a text writer: into growing memory, or into a buffer of fixed size.
 *
 * A fixed text counts past its end as snprintf does: len is the length needed, and the bytes
 * that fit are written.  A growing text remembers that memory ran out: check failed once, at the
 * end. */
#ifndef KZI_TEXT_H
#define KZI_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct kzi_arena;

struct kzi_text {
    char *at;
    size_t len, size;
    bool grows, failed;
    bool borrowed; /* a growing text that is still in the caller's buffer */
    bool comma;    /* the next JSON value needs one before it (base/text_json.h) */
};

struct kzi_text kzi_text_growing(void);
struct kzi_text kzi_text_fixed(char *buffer, size_t size);
/* Return a growing text that uses the caller's buffer as long as it is large enough. */
struct kzi_text kzi_text_borrowing(char *buffer, size_t size);
struct kzi_text *kzi_text_new(struct kzi_arena *arena); /* growing; the arena releases it */
/* Return the content of a text from kzi_text_new, with a NUL; jump to the door if memory ran
 * out. */
const char *kzi_text_finish(struct kzi_arena *arena, struct kzi_text *text);
void kzi_text_release(struct kzi_text *text); /* for a growing text */
void kzi_text_clear(struct kzi_text *text);   /* keeps the allocated memory */

/* kzi_text_add for bytes that do not fit in the allocated room. */
void kzi_text_add_past(struct kzi_text *text, const char *bytes, size_t len);

/* Append len bytes.  The size of a text that failed is 0, so that it takes the slow path. */
static inline void kzi_text_add(struct kzi_text *text, const char *bytes, size_t len) {
    if (text->len + len < text->size) {
        memcpy(text->at + text->len, bytes, len);
        text->len += len;
    } else {
        kzi_text_add_past(text, bytes, len);
    }
}

/* Append a string literal. */
#define KZI_PUT(text, literal) kzi_text_add(text, "" literal, sizeof(literal) - 1)

static inline void kzi_text_put(struct kzi_text *text, const char *string) {
    kzi_text_add(text, string, strlen(string));
}

static inline void kzi_text_char(struct kzi_text *text, char c) {
    kzi_text_add(text, &c, 1);
}

void kzi_text_long_int(struct kzi_text *text, long long number);

static inline void kzi_text_int(struct kzi_text *text, long long number) {
    if (number >= 0 && number < 10)
        kzi_text_char(text, (char)('0' + number));
    else
        kzi_text_long_int(text, number);
}

void kzi_text_format(struct kzi_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void kzi_text_format_args(struct kzi_text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
void kzi_text_blanks(struct kzi_text *text, size_t count);
/* Pad a growing text with blanks to `width` columns after position `from`. */
void kzi_text_pad(struct kzi_text *text, size_t from, size_t width);
/* Append words in lines of at most `width` columns, broken at blanks and after wide characters.  A
 * longer word gets a line of its own; lines after the first are indented by two more blanks. */
void kzi_text_wrap(struct kzi_text *text, const char *words, size_t len, size_t width);
/* Append the separator before item i of a list: nothing, a comma, or the last word (" and "). */
static inline void kzi_text_join(struct kzi_text *text, size_t i, size_t count, const char *last) {
    kzi_text_put(text, !i ? "" : i + 1 < count ? ", " : last);
}

/* Terminate a fixed text with a NUL, at its end or in the last byte of the buffer.  Return its
 * length, or 0 if memory ran out while the text was made. */
size_t kzi_text_end(struct kzi_text *text);

#endif

#include "base/text_html.h"

#include <stdarg.h>

static const char *escape_of(char c) {
    static const char *const escapes[] = {"&&amp;", "<&lt;", ">&gt;", "\"&quot;", "'&#39;"};
    for (unsigned i = 0; i < sizeof escapes / sizeof *escapes; i++)
        if (c == *escapes[i])
            return escapes[i] + 1;
    return NULL;
}

void kzi_html_escape(struct kzi_text *text, const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        const char *escape = escape_of(bytes[i]);
        if (escape)
            kzi_text_put(text, escape);
        else
            kzi_text_char(text, bytes[i]);
    }
}

static void put_escaped(struct kzi_text *text, const char *string) {
    kzi_html_escape(text, string, strlen(string));
}

size_t kzi_html_open(struct kzi_text *text, const char *markup) {
    kzi_text_put(text, markup);
    return text->len;
}

void kzi_html_close(struct kzi_text *text, size_t from, const char *markup) {
    size_t more = 0, len = text->len;
    for (size_t i = from; !text->failed && i < len; i++)
        more += escape_of(text->at[i]) ? strlen(escape_of(text->at[i])) - 1 : 0;
    for (size_t i = 0; i < more; i++)
        kzi_text_char(text, ' ');
    /* From the end, so that nothing is overwritten before it has moved. */
    for (size_t at = len, to = len + more; !text->failed && at < to;) {
        char c = text->at[--at];
        const char *escape = escape_of(c);
        size_t width = escape ? strlen(escape) : 1;
        to -= width;
        memcpy(text->at + to, escape ? escape : &c, width);
    }
    kzi_text_put(text, markup);
}

void kzi_html_format(struct kzi_text *text, const char *format, ...) {
    va_list args;
    va_start(args, format);
    for (; *format; format++)
        if (*format == '%') {
            put_escaped(text, va_arg(args, const char *));
            format++;
        } else {
            kzi_text_char(text, *format);
        }
    va_end(args);
}

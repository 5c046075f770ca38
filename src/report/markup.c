#include "report/markup.h"

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
    struct kzi_text escaped = kzi_text_growing();
    if (text->len > from)
        kzi_html_escape(&escaped, text->at + from, text->len - from);
    text->len = from;
    text->failed |= escaped.failed;
    kzi_text_add(text, escaped.len ? escaped.at : "", escaped.len);
    kzi_text_release(&escaped);
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

#include "base/diag.h"

#include "base/names.h"
#include "base/text.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct kzi_diag {
    kz_severity severity;
    struct kzi_place place;
    size_t number; /* order in which it was found, which keeps the sort stable */
    const char *text;
};

void kzi_diags_init(struct kzi_diags *diags, struct kzi_arena *arena) {
    *diags = (struct kzi_diags){.arena = arena};
}

#define MAX_DIAGS 200 /* more are not useful, and a hostile file could cause any number */

static const char hidden_text[] =
    "there is an error here, and this line is not shown: the file is outside the rule path, and "
    "nobody named it; kazoe check shows it if it is given the file";

static void add_diag(struct kzi_diags *diags, kz_severity severity, struct kzi_place place,
                     const char *format, va_list args) {
    diags->errors += severity == KZ_ERROR;
    if (diags->count == MAX_DIAGS)
        return;
    char text[sizeof((kz_error *)0)->text];
    /* A message made with % may quote the file; the others contain only our own words. */
    bool hidden = place.source && place.source->hidden && strchr(format, '%');
    int len = hidden ? snprintf(text, sizeof text, "%s", hidden_text)
                     : vsnprintf(text, sizeof text, format, args);
    if (len >= 0)
        kzi_show_unsafe(text, sizeof text);
    size_t kept = len < 0 ? 0 : strlen(text);
    diags->list = kzi_arena_more(diags->arena, diags->list, diags->count, sizeof *diags->list);
    diags->list[diags->count] =
        (struct kzi_diag){severity, place, diags->count, kzi_arena_copy(diags->arena, text, kept)};
    diags->count++;
}

void kzi_error_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diag(diags, KZ_ERROR, place, format, args);
    va_end(args);
}

void kzi_warning_at(struct kzi_diags *diags, struct kzi_place place, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_diag(diags, KZ_WARNING, place, format, args);
    va_end(args);
}

static int compare_sizes(size_t one, size_t other) {
    return (one > other) - (one < other);
}

static int compare_places(const void *left, const void *right) {
    const struct kzi_diag *a = left, *b = right;
    int order = compare_sizes(a->place.source ? a->place.source->number : 0,
                              b->place.source ? b->place.source->number : 0);
    order = order ? order : compare_sizes(a->place.line, b->place.line);
    order = order ? order : compare_sizes(a->place.column, b->place.column);
    return order ? order : compare_sizes(a->number, b->number);
}

/* Copy text into a field of a kz_error; keep its end if it is too long. */
static void copy_end(char *field, size_t size, const char *text) {
    size_t len = strlen(text);
    const char *from = len < size ? text : text + len - (size - 1);
    while (len >= size && ((unsigned char)*from & 0xC0) == 0x80)
        from++; /* do not begin within a character */
    memcpy(field, from, strlen(from) + 1);
}

static const char *line_start(const struct kzi_source *source, uint32_t line) {
    const char *at = source->text, *end = at + source->len;
    for (uint32_t i = 1; i < line; i++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        if (!newline)
            return NULL;
        at = newline + 1;
    }
    return at;
}

static const char *next_character(const char *at, const char *end) {
    uint32_t code;
    return at + kzi_utf8_next(at, (size_t)(end - at), &code);
}

void kzi_error_show(kz_error *error, struct kzi_place place) {
    const char *at = line_start(place.source, place.line), *column_at = at;
    const char *end = place.source->text + place.source->len;
    const ptrdiff_t before = 80; /* bytes shown before the column */
    char *to = error->shown, *last = error->shown + sizeof error->shown - 8;
    uint32_t code, skipped = 0;
    if (!at)
        return;
    for (uint32_t i = 1; i < place.column && column_at < end && *column_at != '\n'; i++)
        column_at = next_character(column_at, end);
    for (; column_at - at >= before; skipped++)
        at = next_character(at, end);
    for (size_t step; at < end && *at != '\n' && *at != '\r' && to < last; at += step) {
        step = kzi_utf8_next(at, (size_t)(end - at), &code);
        bool plain = code != KZI_BAD_UTF8 && !kzi_is_harmful(code);
        if (plain)
            memcpy(to, at, step);
        else
            *to = code == '\t' ? ' ' : '?';
        to += plain ? step : 1;
    }
    *to = '\0';
    error->shown_column = (int)(place.column - skipped);
}

static void describe(kz_error *error, const struct kzi_diag *diag) {
    *error = (kz_error){.status = KZ_BAD_RULES, .severity = diag->severity};
    copy_end(error->text, sizeof error->text, diag->text);
    if (!diag->place.source)
        return;
    copy_end(error->file, sizeof error->file, diag->place.source->name);
    error->line = (int)diag->place.line;
    if (diag->place.source->hidden)
        return;
    error->column = (int)diag->place.column;
    if (diag->place.line)
        kzi_error_show(error, diag->place);
}

void kzi_diags_emit(const struct kzi_diags *diags, const struct kzi_listener *listener) {
    if (diags->count)
        qsort(diags->list, diags->count, sizeof *diags->list, compare_places);
    bool first = true;
    for (size_t i = 0; i < diags->count; i++) {
        kz_error error;
        describe(&error, &diags->list[i]);
        if (listener->diag)
            listener->diag(listener->payload, &error);
        if (listener->err && first && error.severity == KZ_ERROR) {
            *listener->err = error;
            first = false;
        }
    }
}

kz_status kzi_fail(kz_error *err, kz_status status, const char *text) {
    if (err) {
        *err = (kz_error){.status = status, .severity = KZ_ERROR};
        copy_end(err->text, sizeof err->text, text);
    }
    return status;
}

const char *kzi_did_you_mean(struct kzi_diags *diags, const char *name,
                             const char *const *candidates, size_t count) {
    if (diags->count >= MAX_DIAGS)
        return "";
    kzi_arena_spend(diags->arena, 64 * count);
    return kzi_arena_format(diags->arena, "%s", kzi_suggest_nearest(name, candidates, count).text);
}

const char *kzi_did_you_mean_other(struct kzi_diags *diags, const char *name,
                                   const char *const *names, size_t count) {
    const char **others = KZI_NEW_ARRAY(diags->arena, count, const char *);
    size_t n_others = 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) != 0)
            others[n_others++] = names[i];
    return kzi_did_you_mean(diags, name, others, n_others);
}

static void put_place(struct kzi_text *text, const kz_error *error) {
    const size_t before = text->len;
    if (error->file[0]) {
        kzi_put_visible(text, error->file);
        kzi_text_char(text, ':');
    }
    if (error->line)
        kzi_text_format(text, "%d:", error->line);
    if (error->column)
        kzi_text_format(text, "%d:", error->column);
    if (text->len > before)
        kzi_text_char(text, ' ');
}

/* Return the width in columns of the text before the place. */
static size_t width_before(const kz_error *error) {
    const char *at = error->shown, *end = at + strlen(at);
    size_t beyond = 0;
    for (int i = 1; i < error->shown_column; i++)
        if (at < end)
            at = next_character(at, end);
        else
            beyond++;
    return kzi_utf8_width(error->shown, (size_t)(at - error->shown)) + beyond;
}

void kzi_put_error_line(struct kzi_text *text, const kz_error *error) {
    if (error->shown_column <= 0)
        return;
    kzi_text_format(text, "\n  %s\n  ", error->shown);
    kzi_text_blanks(text, width_before(error));
    kzi_text_char(text, '^');
}

void kzi_put_error(struct kzi_text *text, const kz_error *error, bool color) {
    const bool fault = error->severity == KZ_ERROR;
    if (color)
        kzi_text_put(text, fault ? "\033[1;31m" : "\033[1;35m");
    put_place(text, error);
    kzi_text_put(text, fault ? "error: " : "warning: ");
    kzi_text_put(text, color ? "\033[0m" : "");
    kzi_put_visible(text, error->text);
    kzi_put_error_line(text, error);
}

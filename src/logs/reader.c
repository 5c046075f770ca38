#include "logs/reader.h"

#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct kzi_log_format formats[] = {
#define KZI_LOG_FORMAT(name) {#name, kzi_##name##_recognizes, kzi_##name##_read},
#include "logs/formats/formats.def"
#undef KZI_LOG_FORMAT
};

const struct kzi_log_format *kzi_log_recognize(const char *text, size_t len) {
    for (size_t i = 0; i < KZI_COUNT(formats); i++)
        if (formats[i].recognizes(text, len))
            return &formats[i];
    return NULL;
}

const struct kzi_log_format *kzi_log_format_find(const char *name) {
    for (size_t i = 0; i < KZI_COUNT(formats); i++)
        if (!strcmp(formats[i].name, name))
            return &formats[i];
    return NULL;
}

void kzi_log_release(struct kzi_log_reader *reader) {
    if (reader->held)
        reader->release(reader->held);
    reader->held = NULL;
}

/* What a kind of event does not use keeps old data, because most are a tile that somebody draws or
 * discards. */
struct kzi_log_event *kzi_log_begin(struct kzi_log_reader *reader, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = &reader->event;
    event->kind = kind;
    event->player = event->n_tiles = 0;
    event->n_scores = 0;
    event->has_points = event->unrounded = false;
    if (kind == KZI_EVENT_WIN || kind == KZI_EVENT_NO_WIN || kind == KZI_EVENT_GAME)
        *event = (struct kzi_log_event){.kind = kind};
    event->left = -1;
    return event;
}

bool kzi_log_give(struct kzi_log_reader *reader) {
    return !*reader->fault.text && reader->take(reader->context, &reader->event);
}

bool kzi_log_no_memory(struct kzi_log_reader *reader) {
    reader->no_memory = true;
    return kzi_log_fail(reader, "out of memory");
}

bool kzi_log_fail(struct kzi_log_reader *reader, const char *format, ...) {
    va_list args;
    va_start(args, format);
    if (!*reader->fault.text)
        vsnprintf(reader->fault.text, sizeof reader->fault.text, format, args);
    va_end(args);
    kzi_show_unsafe(reader->fault.text, sizeof reader->fault.text); /* the log may be quoted */
    return false;
}

bool kzi_log_give_name(struct kzi_log_reader *reader, unsigned player, const char *name,
                       size_t len) {
    struct kzi_log_event *event = kzi_log_begin(reader, KZI_EVENT_NAME);
    len = len < KZI_PLAYER_NAME ? len : KZI_PLAYER_NAME - 1;
    len = kzi_utf8_valid(name, len); /* which also ends before a character that is cut */
    event->player = (uint8_t)player;
    memcpy(event->name, name, len);
    event->name[len] = '\0';
    if (kzi_find_harmful(event->name))
        *event->name = '\0';
    return kzi_log_give(reader);
}

bool kzi_log_add_yaku(struct kzi_log_reader *reader, const char *name, int value) {
    struct kzi_logged_win *win = &reader->event.win;
    int16_t number = (int16_t)kzi_dialect_yaku_find(reader->dialect, name);
    unsigned i = 0;
    while (i < win->n_yaku && (number < 0 || win->yaku[i].number != number))
        i++;
    if (i == KZI_MAX_LOGGED_YAKU)
        return kzi_log_fail(reader, "these are too many yaku");
    if (i < win->n_yaku)
        value += win->yaku[i].value;
    win->n_yaku += i == win->n_yaku;
    struct kzi_logged_yaku *yaku = &win->yaku[i];
    *yaku = (struct kzi_logged_yaku){.number = number};
    yaku->value = (int16_t)(value < INT16_MAX ? value : INT16_MAX);
    if (number < 0)
        snprintf(yaku->name, sizeof yaku->name, "%s", name);
    yaku->name[kzi_utf8_valid(yaku->name, strlen(yaku->name))] = '\0';
    return true;
}

#include "logs/reader.h"

#include "base/compiler.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define LOOKED_AT 65536 /* bytes of a log by which its format is recognized */

static const struct kzi_log_format formats[] = {
#define KZI_LOG_FORMAT(name) {#name, kzi_##name##_recognizes, kzi_##name##_read},
#include "logs/formats/formats.def"
#undef KZI_LOG_FORMAT
};

const struct kzi_log_format *kzi_log_recognize(const struct kzi_text *text) {
    for (size_t i = 0; i < KZI_COUNT(formats); i++)
        if (formats[i].recognizes(text->at, text->len < LOOKED_AT ? text->len : LOOKED_AT))
            return &formats[i];
    return NULL;
}

const struct kzi_log_format *kzi_find_log_format(const char *name) {
    for (size_t i = 0; i < KZI_COUNT(formats); i++)
        if (!strcmp(formats[i].name, name))
            return &formats[i];
    return NULL;
}

/* --- faults ----------------------------------------------------------------------------------- */

static void fill_place(struct kzi_log_reader *reader) {
    const char *line = reader->text->at, *end;
    if (!reader->at)
        return;
    reader->fault.line = 1;
    while ((end = memchr(line, '\n', (size_t)(reader->at - line)))) {
        line = end + 1;
        reader->fault.line++;
    }
    reader->fault.column = 1 + (unsigned long)(reader->at - line);
}

void kzi_log_place(struct kzi_log_reader *reader, const char *at) {
    if (!kzi_log_goes_on(reader))
        return;
    reader->at = at;
    fill_place(reader);
    reader->at = NULL;
}

void kzi_log_end(struct kzi_log_reader *reader) {
    kzi_log_place(reader, reader->text->at + reader->text->len);
}

bool kzi_log_no_memory(struct kzi_log_reader *reader) {
    reader->no_memory = true;
    return kzi_log_fail(reader, "out of memory");
}

/* Note an error.  If the log ends within a value, a part missing from it is no error of its own. */
bool kzi_log_fail(struct kzi_log_reader *reader, const char *format, ...) {
    va_list args;
    if (!kzi_log_goes_on(reader))
        return false;
    va_start(args, format);
    if (reader->part && reader->at == reader->part)
        snprintf(reader->fault.text, sizeof reader->fault.text, "%s", reader->problem);
    else
        vsnprintf(reader->fault.text, sizeof reader->fault.text, format, args);
    va_end(args);
    if (reader->at != reader->part)
        fill_place(reader);
    kzi_show_unsafe(reader->fault.text, sizeof reader->fault.text); /* the text may quote the log */
    return false;
}

/* --- events ----------------------------------------------------------------------------------- */

/* Begin an event.  Members that its kind does not use keep old data: most events are one tile drawn
 * or discarded, and clearing all would cost more. */
struct kzi_log_event *kzi_log_begin(struct kzi_log_reader *reader, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = &reader->event;
    reader->given = false;
    event->kind = kind;
    event->player = event->n_tiles = event->n_flowers = 0;
    event->claimed = -1;
    event->n_scores = 0;
    event->all = event->riichi = false;
    if (kind >= KZI_EVENT_WIN || kind == KZI_EVENT_GAME)
        *event = (struct kzi_log_event){
            .kind = kind,
            .winning = {KZI_HIDDEN_TILE, false},
            .win = {.total = KZI_NOT_SAID, .fu = KZI_NOT_SAID, .points = KZI_NOT_SAID}};
    event->left = -1;
    return event;
}

/* Hand the event over.  A game that the file cuts off gets no END. */
void kzi_log_give(struct kzi_log_reader *reader) {
    const struct kzi_log_event *event = &reader->event;
    if (!kzi_log_goes_on(reader) || reader->given || (reader->part && event->kind == KZI_EVENT_END))
        return;
    reader->given = true;
    if (event->kind == KZI_EVENT_GAME)
        reader->n_players = event->n_players;
    reader->take(reader->context, event);
}

void kzi_log_add_word(struct kzi_log_reader *reader, const char *word, size_t len) {
    struct kzi_log_event *event = &reader->event;
    KZI_ASSUME(len < sizeof *event->words);
    if (event->n_words < KZI_MAX_RULE_WORDS)
        memcpy(event->words[event->n_words++], word, len); /* zeros follow */
}

void kzi_log_add_tile(struct kzi_log_reader *reader, struct kzi_log_tile tile) {
    struct kzi_log_event *event = &reader->event;
    if (event->n_tiles < KZI_COUNT(event->tiles))
        event->tiles[event->n_tiles++] = tile;
    else
        kzi_log_fail(reader, "there are too many tiles");
}

void kzi_log_give_name(struct kzi_log_reader *reader, unsigned player, const char *name,
                       size_t len) {
    struct kzi_log_event *event = kzi_log_begin(reader, KZI_EVENT_NAME);
    len = len < KZI_PLAYER_NAME ? len : KZI_PLAYER_NAME - 1;
    len = kzi_utf8_valid(name, len); /* up to a character that is cut off */
    event->player = (uint8_t)player;
    memcpy(event->name, name, len);
    event->name[len] = '\0';
    if (kzi_find_harmful(event->name))
        *event->name = '\0';
    kzi_log_give(reader);
}

struct kzi_logged_win *kzi_log_begin_draw(struct kzi_log_reader *reader, const char *name) {
    struct kzi_logged_win *win = &kzi_log_begin(reader, KZI_EVENT_NO_WIN)->win;
    const struct kzi_node *word = kzi_node_get(reader->dialect->draws, name);
    if (word)
        win->draw = word->text;
    else
        kzi_log_fail(reader, "'%.40s' is not a kind of draw", name);
    return win;
}

/* Return the yaku of the current win with these ids, or a new one. */
static struct kzi_logged_yaku *find_yaku(struct kzi_logged_win *win, const struct kzi_node *ids) {
    unsigned i = 0;
    while (i < win->n_yaku && (!ids || win->yaku[i].ids != ids))
        i++;
    if (i == KZI_MAX_LOGGED_YAKU)
        return NULL;
    if (i == win->n_yaku)
        win->yaku[win->n_yaku++] = (struct kzi_logged_yaku){.ids = ids};
    return &win->yaku[i];
}

void kzi_log_add_yaku(struct kzi_log_reader *reader, const char *name, int64_t value) {
    const bool said = value != KZI_NOT_SAID;
    struct kzi_logged_yaku *yaku =
        find_yaku(&reader->event.win, kzi_node_get(reader->dialect->yaku, name));
    if (!yaku || (said && (value < 0 || value > INT16_MAX))) {
        if (yaku)
            kzi_log_fail(reader, "a yaku is worth %lld", (long long)value);
        else
            kzi_log_fail(reader, "there are too many yaku");
        return;
    }
    yaku->value = said && yaku->value >= 0 ? yaku->value + value : KZI_NOT_SAID;
    if (!yaku->ids)
        snprintf(yaku->name, sizeof yaku->name, "%s", name);
    yaku->name[kzi_utf8_valid(yaku->name, strlen(yaku->name))] = '\0';
}

void kzi_log_sum_yaku(struct kzi_log_reader *reader) {
    struct kzi_logged_win *win = &reader->event.win;
    for (unsigned i = 0; i < win->n_yaku; i++)
        if (win->yaku[i].value == KZI_NOT_SAID)
            return;
    win->total = win->n_yaku ? 0 : KZI_NOT_SAID;
    for (unsigned i = 0; i < win->n_yaku; i++)
        win->total += win->yaku[i].value;
}

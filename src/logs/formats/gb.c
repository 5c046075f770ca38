/* Read collections of winning hands in the notation gb, one per line.  Each is a game of one round
 * of which only the end is known.  See doc/logs.md. */
#include "hand/parser/parser.h"
#include "logs/reader.h"

#include <string.h>

#define MAX_LINE (1024 * 1024)

/* Return whether the first line is a hand followed by | and its situation. */
bool kzi_gb_recognizes(const char *text, size_t len) {
    static const char known[] = "0123456789mpsESWNCFPabcdefgh[],| \t\r";
    size_t first = 0;
    bool any = false;
    while (first < len && strchr(" \t\r\n", text[first]))
        first++;
    for (; first < len && text[first] && text[first] != '\n'; first++) {
        if (!strchr(known, text[first]))
            return false;
        any |= text[first] == '|';
    }
    return any;
}

static bool is_blank(const char *line, const char *end) {
    while (line < end && strchr(" \t\r", *line))
        line++;
    return line == end;
}

static void take_line(struct kzi_log_reader *log, size_t len) {
    const char *line = log->at;
    struct kzi_whole_hand whole;
    const struct kzi_hand_form form = {.notation = &kzi_notations[KZI_IN_GB]};
    struct kzi_problem problem;
    if (len > MAX_LINE) {
        kzi_log_fail(log, "a line is longer than %d MiB", MAX_LINE / 1024 / 1024);
        return;
    }
    kzi_hand_refer(&whole.hand, &whole.extras, &whole.items);
    if (!kzi_hand_read_as(&whole.hand, &form, line, len, &problem)) {
        log->at += problem.spot.at ? problem.spot.at - 1 : 0;
        kzi_log_fail(log, "%s", problem.text);
        return;
    }
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = KZI_MAX_PLAYERS;
    kzi_log_give(log);
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_DEAL);
    event->wind = whole.hand.round;
    event->counters = whole.hand.counters;
    kzi_log_give(log);
    event = kzi_log_begin(log, KZI_EVENT_WON_HAND);
    event->player = whole.hand.seat;
    event->hand = &whole.hand;
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_END); /* `whole`, and so event->hand, is valid until here */
    kzi_log_give(log);
}

void kzi_gb_read(struct kzi_log_reader *log) {
    const char *end = log->text->at + log->text->len;
    for (const char *line = log->text->at; line < end; line++) {
        const char *from = line;
        line = memchr(from, '\n', (size_t)(end - from));
        if (!line)
            line = end;
        log->at = from;
        if (!is_blank(from, line) && (line < end || !*log->problem))
            take_line(log, (size_t)(line - from));
    }
    kzi_log_end(log);
}

/* Collections of winning hands in the notation gb, one on each line.  Each is a game of one round,
 * of which nothing but the end is known.  See doc/logs.md. */
#include "base/utf8.h"
#include "hand/parser/parser.h"
#include "logs/formats/lines.h"

#include <stdlib.h>
#include <string.h>

struct gb_ctx {
    struct kzi_log_lines lines;
    struct kzi_whole_hand whole;
};

/* Return whether the first line is a hand with its situation, which follows a |. */
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

static bool take_hand(struct kzi_log_lines *lines) {
    struct gb_ctx *ctx = (struct gb_ctx *)lines;
    struct kzi_log_reader *reader = lines->reader;
    const struct kzi_hand_form form = {.notation = &kzi_notations[KZI_IN_GB],
                                       .spots = &ctx->whole.spots};
    struct kzi_problem problem;
    kzi_hand_refer(&ctx->whole.hand, &ctx->whole.extras, &ctx->whole.spots);
    if (!kzi_hand_read_as(&ctx->whole.hand, &form, lines->line.at, lines->line.len, &problem)) {
        lines->column = problem.spot.at ? problem.spot.at : 1;
        kzi_log_fail(reader, "%s", problem.text);
        return false;
    }
    kzi_log_begin(reader, KZI_EVENT_GAME)->n_players = KZI_MAX_PLAYERS;
    if (!kzi_log_give(reader))
        return false;
    kzi_log_begin(reader, KZI_EVENT_WON_HAND)->hand = &ctx->whole.hand;
    return kzi_log_give(reader);
}

void kzi_gb_read(struct kzi_log_reader *reader) {
    struct gb_ctx *ctx = calloc(1, sizeof *ctx);
    if (ctx)
        ctx->lines.take = take_hand;
    kzi_log_read_lines(reader, ctx ? &ctx->lines : NULL);
}

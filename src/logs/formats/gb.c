/* Collections of winning hands in the notation gb, one on each line.  Each is a game of one round,
 * of which nothing but the end is known.  See doc/logs.md. */
#include "base/utf8.h"
#include "hand/parser/parser.h"
#include "logs/reader.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINE (1024 * 1024)

struct gb_ctx {
    struct kzi_log_reader *reader;
    struct kzi_text line; /* without its end */
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

static bool take_line(struct gb_ctx *ctx) {
    struct kzi_log_reader *reader = ctx->reader;
    const struct kzi_text *line = &ctx->line;
    const struct kzi_hand_form form = {.notation = &kzi_notations[KZI_IN_GB],
                                       .spots = &ctx->whole.spots};
    struct kzi_problem problem;
    size_t blank = 0;
    while (blank < line->len && strchr(" \t\r", line->at[blank]))
        blank++;
    if (blank == line->len)
        return true;
    kzi_hand_refer(&ctx->whole.hand, &ctx->whole.extras, &ctx->whole.spots);
    if (!kzi_hand_read_as(&ctx->whole.hand, &form, line->at, line->len, &problem)) {
        reader->fault.column = problem.spot.at ? problem.spot.at : 1;
        return kzi_log_fail(reader, "%s", problem.text);
    }
    kzi_log_begin(reader, KZI_EVENT_GAME)->n_players = KZI_MAX_PLAYERS;
    if (!kzi_log_give(reader))
        return false;
    kzi_log_begin(reader, KZI_EVENT_WON_HAND)->hand = &ctx->whole.hand;
    return kzi_log_give(reader);
}

/* Add the bytes of a piece line by line. */
static bool take_piece(struct gb_ctx *ctx, const char *bytes, size_t len) {
    while (len) {
        const char *end = memchr(bytes, '\n', len);
        size_t part = end ? (size_t)(end - bytes) : len;
        kzi_text_add(&ctx->line, bytes, part);
        if (ctx->line.failed)
            return kzi_log_no_memory(ctx->reader);
        if (ctx->line.len > MOST_LINE)
            return kzi_log_fail(ctx->reader, "a line is longer than 1 MiB");
        if (end && !take_line(ctx))
            return false;
        if (end) {
            kzi_text_clear(&ctx->line);
            ctx->reader->fault.line++;
        }
        bytes += part + (end != NULL);
        len -= part + (end != NULL);
    }
    return true;
}

static void release(void *held) {
    struct gb_ctx *ctx = held;
    kzi_text_release(&ctx->line);
    free(ctx);
}

void kzi_gb_read(struct kzi_log_reader *reader) {
    struct kzi_unpacker *unpacker = reader->unpacker;
    struct gb_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx) {
        kzi_log_no_memory(reader);
        return;
    }
    ctx->reader = reader;
    ctx->line = kzi_text_growing();
    reader->held = ctx;
    reader->release = release;
    reader->fault.line = reader->fault.column = 1;
    bool going;
    do
        going = take_piece(ctx, unpacker->piece, unpacker->len);
    while (going && kzi_unpacker_next(unpacker));
    if (going && kzi_unpacker_whole(unpacker))
        take_line(ctx);
    kzi_log_release(reader);
}

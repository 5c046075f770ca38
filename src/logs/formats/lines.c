#include "logs/formats/lines.h"

#include <stdlib.h>
#include <string.h>

#define MOST_LINE (1024 * 1024)

static bool take_line(struct kzi_log_lines *lines) {
    const struct kzi_text *line = &lines->line;
    struct kzi_log_fault *fault = &lines->reader->fault;
    size_t blank = 0;
    lines->number++;
    while (blank < line->len && strchr(" \t\r", line->at[blank]))
        blank++;
    lines->column = 1;
    if (blank == line->len || lines->take(lines))
        return true;
    fault->line = lines->number;
    fault->column = lines->column;
    return false;
}

/* Add the bytes of a piece line by line. */
static bool take_piece(struct kzi_log_lines *lines, const char *bytes, size_t len) {
    while (len) {
        const char *end = memchr(bytes, '\n', len);
        size_t part = end ? (size_t)(end - bytes) : len;
        kzi_text_add(&lines->line, bytes, part);
        if (lines->line.failed)
            return kzi_log_no_memory(lines->reader);
        if (lines->line.len > MOST_LINE) {
            lines->reader->fault.line = lines->number + 1;
            lines->reader->fault.column = 1;
            return kzi_log_fail(lines->reader, "a line is longer than 1 MiB");
        }
        if (end && !take_line(lines))
            return false;
        if (end)
            kzi_text_clear(&lines->line);
        bytes += part + (end != NULL);
        len -= part + (end != NULL);
    }
    return true;
}

static void release(void *held) {
    struct kzi_log_lines *lines = held;
    kzi_text_release(&lines->line);
    free(lines);
}

void kzi_log_read_lines(struct kzi_log_reader *reader, struct kzi_log_lines *lines) {
    struct kzi_unpacker *unpacker = reader->unpacker;
    bool going = true;
    if (!lines) {
        kzi_log_no_memory(reader);
        return;
    }
    lines->reader = reader;
    lines->line = kzi_text_growing();
    reader->held = lines;
    reader->release = release;
    do
        going = take_piece(lines, unpacker->piece, unpacker->len);
    while (going && kzi_unpacker_next(unpacker));
    if (going && lines->line.len && kzi_unpacker_whole(unpacker))
        take_line(lines);
    kzi_log_release(reader);
}

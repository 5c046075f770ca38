/* lines.h - logs of lines. */
#ifndef KZI_LOG_LINES_H
#define KZI_LOG_LINES_H

#include "base/text.h"
#include "logs/reader.h"

/* The line at hand; the first member of what a format holds. */
struct kzi_log_lines {
    struct kzi_log_reader *reader;
    struct kzi_text line; /* without its end */
    unsigned long number; /* from 1 */
    size_t column;        /* of a fault, which take may set */
    /* Take a line that is not blank.  Return false after a fault. */
    bool (*take)(struct kzi_log_lines *lines);
};

/* Read all lines, and free them; what holds them is freed by free(). */
void kzi_log_read_lines(struct kzi_log_reader *reader, struct kzi_log_lines *lines);

#endif

/* reader.h - from the bytes of a log to the events of its games.
 *
 * Each format has a row in logs/formats/formats.def and a file of its own. */
#ifndef KZI_LOG_READER_H
#define KZI_LOG_READER_H

#include "logs/dialect.h"
#include "logs/unpacker.h"

#define KZI_MAX_LOG_DEPTH 32 /* nesting of elements, lists and objects */

/* Why a log cannot be read, and where; line 0: there is no place. */
struct kzi_log_fault {
    unsigned long line, column;
    char text[200]; /* "": nothing is wrong */
};

struct kzi_log_reader {
    struct kzi_unpacker *unpacker; /* at the first piece */
    const struct kzi_dialect *dialect;
    /* Takes each event.  Return false, with fault.text set, to stop. */
    bool (*take)(void *context, const struct kzi_log_event *event);
    void *context;
    struct kzi_log_fault fault;
    bool no_memory;
    struct kzi_log_event event; /* the one at hand */
    /* What the format holds while it reads: freed at the end, or with the replay if reading is
     * abandoned. */
    void *held;
    void (*release)(void *held);
};

struct kzi_log_format {
    const char *name;
    bool (*recognizes)(const char *text, size_t len); /* by the first piece */
    void (*read)(struct kzi_log_reader *reader);      /* to the end, or to a fault */
};

/* Return a format by its name, or NULL. */
const struct kzi_log_format *kzi_log_format_find(const char *name);
/* Return the format of a log by its first piece, or NULL. */
const struct kzi_log_format *kzi_log_recognize(const char *text, size_t len);

/* Free what is held. */
void kzi_log_release(struct kzi_log_reader *reader);

/* --- for the formats -------------------------------------------------------------------------- */

#define KZI_LOG_FORMAT(name)                                                                       \
    bool kzi_##name##_recognizes(const char *text, size_t len);                                    \
    void kzi_##name##_read(struct kzi_log_reader *reader);
#include "logs/formats/formats.def"
#undef KZI_LOG_FORMAT

/* Empty the event at hand and give it a kind. */
struct kzi_log_event *kzi_log_begin(struct kzi_log_reader *reader, enum kzi_log_event_kind kind);
/* Hand the event over.  Return false after a fault. */
bool kzi_log_give(struct kzi_log_reader *reader);
/* Add a yaku to the win at hand, by its name in the dialect; value -1: not said.  What a log names
 * twice adds up. */
bool kzi_log_add_yaku(struct kzi_log_reader *reader, const char *name, int value);
/* Say what a player is called, as far as it is UTF-8 without control characters.  Return false
 * after a fault. */
bool kzi_log_give_name(struct kzi_log_reader *reader, unsigned player, const char *name,
                       size_t len);
/* Note what is wrong, unless something is already. Return false. */
bool kzi_log_no_memory(struct kzi_log_reader *reader);
bool kzi_log_fail(struct kzi_log_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif

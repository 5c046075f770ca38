/* reader.h - from the text of a log to the events of its games.
 *
 * Each format has a row in logs/formats/formats.def and a file of its own, which makes the events.
 * The first error is noted with the place that is being read; after it no event is handed over, so
 * a format may read on to its end. */
#ifndef KZI_LOG_READER_H
#define KZI_LOG_READER_H

#include "hand/notation/notations.h"
#include "logs/dialect.h"

/* Why a log cannot be read, and where; line 0: no place. */
struct kzi_log_fault {
    unsigned long line, column;
    char text[200]; /* "": no error */
};

struct kzi_log_reader {
    struct kzi_text *text; /* the log, or the part of it that could be read */
    const char *problem;   /* why the text is not complete; "": it is */
    const struct kzi_dialect *dialect;
    const struct kzi_notation *notation; /* for single tiles; NULL: the format reads them itself */
    /* Called for each event; notes an error in it. */
    void (*take)(void *context, const struct kzi_log_event *event);
    void *context;
    const char *at;   /* the place in the text that is being read; NULL: none, or it is in fault */
    const char *part; /* the value in the text that the log ends within; NULL: none */
    struct kzi_log_fault fault;
    bool no_memory;
    struct kzi_log_event event; /* the current event */
    bool given;                 /* it was handed over */
    unsigned n_players;         /* of the current game; 0: none has begun */
    unsigned counted_from;      /* the player that the format numbers 0 */
    bool omits_zero;            /* the format leaves out numbers that are 0 */
    void *own;                  /* further data of a format */
};

struct kzi_log_format {
    const char *name;
    /* recognizes the format by the beginning of a log */
    bool (*recognizes)(const char *text, size_t len);
    void (*read)(struct kzi_log_reader *reader); /* reads to the end, or to an error */
};

/* Return the format with a name, or NULL. */
const struct kzi_log_format *kzi_find_log_format(const char *name);
/* Return the format of a log that is not empty, or NULL. */
const struct kzi_log_format *kzi_log_recognize(const struct kzi_text *text);

/* --- for the formats -------------------------------------------------------------------------- */

#define KZI_LOG_FORMAT(name)                                                                       \
    bool kzi_##name##_recognizes(const char *text, size_t len);                                    \
    void kzi_##name##_read(struct kzi_log_reader *reader);
#include "logs/formats/formats.def"
#undef KZI_LOG_FORMAT

static inline bool kzi_log_goes_on(const struct kzi_log_reader *reader) {
    return !*reader->fault.text;
}

/* Begin an event of a kind, in place of the current one. */
struct kzi_log_event *kzi_log_begin(struct kzi_log_reader *reader, enum kzi_log_event_kind kind);
/* Append a tile to the current event. */
void kzi_log_add_tile(struct kzi_log_reader *reader, struct kzi_log_tile tile);
/* Append a short word to those for the rules, if there is room. */
void kzi_log_add_word(struct kzi_log_reader *reader, const char *word, size_t len);
/* Append a yaku to the current win, by its name in the dialect.  The values of a yaku that is named
 * twice are added up. */
void kzi_log_add_yaku(struct kzi_log_reader *reader, const char *name, int64_t value);
/* Set the total of the win to the sum of its yaku, if there are any and all have values. */
void kzi_log_sum_yaku(struct kzi_log_reader *reader);
/* Begin a draw, by its name in the dialect. */
struct kzi_logged_win *kzi_log_begin_draw(struct kzi_log_reader *reader, const char *name);
/* Hand the event over, unless it was already. */
void kzi_log_give(struct kzi_log_reader *reader);
/* Give the name of a player, as far as it is UTF-8 without control characters. */
void kzi_log_give_name(struct kzi_log_reader *reader, unsigned player, const char *name,
                       size_t len);
/* Note that memory ran out, unless there is an error already.  Return false. */
bool kzi_log_no_memory(struct kzi_log_reader *reader);
bool kzi_log_fail(struct kzi_log_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Set the place for errors that are found from now on; it may be the end of the text. */
void kzi_log_place(struct kzi_log_reader *reader, const char *at);
void kzi_log_end(struct kzi_log_reader *reader);

#endif

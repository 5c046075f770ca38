/* reader.h - from the text of a log to the events of its games.
 *
 * Each format has a row in logs/formats/formats.def and a file of its own, which names events.  A
 * fault is noted once, with the place of what is being read; after it nothing is handed over any
 * more, so a format may go on to the end of what it reads. */
#ifndef KZI_LOG_READER_H
#define KZI_LOG_READER_H

#include "hand/notation/notations.h"
#include "logs/dialect.h"

/* Why a log cannot be read, and where; line 0: there is no place. */
struct kzi_log_fault {
    unsigned long line, column;
    char text[200]; /* "": nothing is wrong */
};

struct kzi_log_reader {
    struct kzi_text *text; /* of the log, as far as there is one */
    const char *problem;   /* why that is not all; "": it is */
    const struct kzi_dialect *dialect;
    const struct kzi_notation *notation; /* of single tiles; NULL: the format reads them itself */
    /* Called for each event; it notes what is wrong with it. */
    void (*take)(void *context, const struct kzi_log_event *event);
    void *context;
    const char *at;   /* in the text: what is being read; NULL: it has no place, or fault has it */
    const char *part; /* in the text: a value that the log ends within; NULL: none */
    struct kzi_log_fault fault;
    bool no_memory;
    struct kzi_log_event event; /* the one at hand */
    bool given;                 /* it was handed over */
    unsigned n_players;         /* of the game at hand; 0: none has begun */
    unsigned counted_from;      /* the player whom the format calls 0 */
    bool omits_zero;            /* numbers that are 0 are not said */
    void *own;                  /* what else a format keeps of a game */
};

struct kzi_log_format {
    const char *name;
    bool (*recognizes)(const char *text, size_t len); /* by how it begins */
    void (*read)(struct kzi_log_reader *reader);      /* to the end, or to a fault */
};

/* Return a format by its name, or NULL. */
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

/* Empty the event at hand and give it a kind. */
struct kzi_log_event *kzi_log_begin(struct kzi_log_reader *reader, enum kzi_log_event_kind kind);
/* Append a tile to the event at hand. */
void kzi_log_add_tile(struct kzi_log_reader *reader, struct kzi_log_tile tile);
/* Append a short word to what the log says of its rules, if there is room. */
void kzi_log_add_word(struct kzi_log_reader *reader, const char *word, size_t len);
/* Append a yaku to the win at hand, by its name in the dialect.  What a log names twice adds up. */
void kzi_log_add_yaku(struct kzi_log_reader *reader, const char *name, int64_t value);
/* Take for the total of the win what its yaku add up to, if there are any and all are said. */
void kzi_log_sum_yaku(struct kzi_log_reader *reader);
/* Begin a draw, by its name in the dialect. */
struct kzi_logged_win *kzi_log_begin_draw(struct kzi_log_reader *reader, const char *name);
/* Hand the event over, once. */
void kzi_log_give(struct kzi_log_reader *reader);
/* Say what a player is called, as far as it is UTF-8 without control characters. */
void kzi_log_give_name(struct kzi_log_reader *reader, unsigned player, const char *name,
                       size_t len);
/* Note what is wrong, unless something is already. Return false. */
bool kzi_log_no_memory(struct kzi_log_reader *reader);
bool kzi_log_fail(struct kzi_log_reader *reader, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Note a place, or where the text ends, for what is found wrong after this. */
void kzi_log_place(struct kzi_log_reader *reader, const char *at);
void kzi_log_end(struct kzi_log_reader *reader);

#endif

/* json_log.h - the JSON of logs: what values mean for the event at hand, and files that hold a
 * document for each game. */
#ifndef KZI_JSON_LOG_H
#define KZI_JSON_LOG_H

#include "hand/parser/json_value.h"
#include "logs/reader.h"

#include <string.h>

/* Note what is read next, for the place of a fault.  Return it. */
static inline struct kzi_json_value kzi_json_at(struct kzi_log_reader *log,
                                                struct kzi_json_value value) {
    if (value.token)
        log->at = value.token->start;
    return value;
}

/* Return the value of a key of an object, and note its place. */
struct kzi_json_value kzi_json_get(struct kzi_log_reader *log, struct kzi_json_value object,
                                   const char *key);
/* Return a number of up to nine digits, without what follows its point; KZI_NOT_SAID: it is none.
 */
int64_t kzi_json_number(struct kzi_json_value value);
/* Read the numbers of an array.  Return how many, or -1 if it is not one of up to `most` numbers.
 */
int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int most);

/* --- for the event at hand -------------------------------------------------------------------- */

/* Say that a value "is not a tile", or whatever it should be. */
void kzi_json_refuse(struct kzi_log_reader *log, struct kzi_json_value value, const char *why);
/* Return the number that an object must have for a key; the least one after a fault. */
int64_t kzi_json_required(struct kzi_log_reader *log, struct kzi_json_value object, const char *key,
                          int64_t least, int64_t most);
/* Read a tile, or a flower (KZI_A_FACE), in the notation of the format. */
bool kzi_json_tile(const struct kzi_log_reader *log, struct kzi_json_value value,
                   struct kzi_log_tile *tile);
/* Append such a tile, or a list of them, to the event; in hands flowers count, and in hands and
 * draws "?" is hidden. */
void kzi_json_add_tiles(struct kzi_log_reader *log, struct kzi_json_value value);
/* Read the player that an object names. */
uint8_t kzi_json_player(struct kzi_log_reader *log, struct kzi_json_value object, const char *key);
/* Read the numbers of an array, one for each player.  Return whether it has them all. */
bool kzi_json_by_player(const struct kzi_log_reader *log, struct kzi_json_value array,
                        int64_t list[KZI_MAX_PLAYERS]);
/* Take such numbers for the payments of a win or draw, if they are there. */
void kzi_json_take_payments(struct kzi_log_reader *log, struct kzi_json_value array);
/* Say what players are called, from an array of strings. */
void kzi_json_give_names(struct kzi_log_reader *log, struct kzi_json_value names,
                         unsigned n_players);

/* --- events ----------------------------------------------------------------------------------- */

/* What an object means. */
struct kzi_json_event {
    const char *name;
    enum kzi_log_event_kind kind;
    const char *tiles; /* the key of its tiles; NULL: it has none, or fill adds them */
    /* Fill in the rest.  What it begins besides is handed over by it; the last event need not be.
     * NULL: there is no more. */
    void (*fill)(struct kzi_log_reader *log, struct kzi_json_value object);
};

/* The events of a format. */
struct kzi_json_events {
    const char *player; /* the key of who acts */
    void (*add_tiles)(struct kzi_log_reader *log, struct kzi_json_value tiles);
    size_t count;
    const struct kzi_json_event *list;
};

/* Take the event that is called so.  Return false if there is none. */
bool kzi_json_take_event(struct kzi_log_reader *log, const struct kzi_json_events *events,
                         struct kzi_json_value name, struct kzi_json_value object);

/* --- documents -------------------------------------------------------------------------------- */

typedef void kzi_document_taker(struct kzi_log_reader *log, struct kzi_json_value root);

/* Read a file of objects one after another, or in lists, and call take with each.  games: each is a
 * game, and of one that the file ends in take gets the rounds before. */
void kzi_json_read_documents(struct kzi_log_reader *log, kzi_document_taker *take, bool games);

/* Return whether a file begins like such a document and has this key. */
bool kzi_log_has_key(const char *text, size_t len, const char *key);

#endif

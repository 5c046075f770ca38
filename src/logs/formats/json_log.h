/* json_log.h - the JSON of logs: values for the current event, and files with a document for each
 * game. */
#ifndef KZI_JSON_LOG_H
#define KZI_JSON_LOG_H

#include "hand/parser/json_value.h"
#include "logs/reader.h"

#include <string.h>

/* Set the place for an error to the value that is read next.  Return the value. */
static inline struct kzi_json_value kzi_json_at(struct kzi_log_reader *log,
                                                struct kzi_json_value value) {
    if (value.token)
        log->at = value.token->start;
    return value;
}

/* Return the value of a key of an object, and set the place to it. */
struct kzi_json_value kzi_json_get(struct kzi_log_reader *log, struct kzi_json_value object,
                                   const char *key);
/* Return a number of up to nine digits, without decimals; KZI_NOT_SAID: it is no number. */
int64_t kzi_json_number(struct kzi_json_value value);
/* Read the numbers of an array.  Return how many there are, or -1 if it is no array of at most
 * `max` numbers. */
int kzi_json_numbers(struct kzi_json_value array, int64_t *list, int max);

/* --- for the event at hand -------------------------------------------------------------------- */

/* Report that a value "is not a tile" or whatever else `why` says. */
void kzi_json_refuse(struct kzi_log_reader *log, struct kzi_json_value value, const char *why);
/* Return the number that an object must have under a key; after an error, `min`. */
int64_t kzi_json_required(struct kzi_log_reader *log, struct kzi_json_value object, const char *key,
                          int64_t min, int64_t max);
/* Read a tile or a flower (KZI_A_FACE) in the notation of the format. */
bool kzi_json_tile(const struct kzi_log_reader *log, struct kzi_json_value value,
                   struct kzi_log_tile *tile);
/* Append a tile or a list of tiles to the event.  In hands, flowers are counted; in hands and
 * draws, "?" is a hidden tile. */
void kzi_json_add_tiles(struct kzi_log_reader *log, struct kzi_json_value value);
/* Read the number of a player under a key of an object. */
uint8_t kzi_json_player(struct kzi_log_reader *log, struct kzi_json_value object, const char *key);
/* Read an array of one number per player.  Return whether it has them all. */
bool kzi_json_by_player(const struct kzi_log_reader *log, struct kzi_json_value array,
                        int64_t list[KZI_MAX_PLAYERS]);
/* Read the payments of a win or draw from an array of one number per player, if there is one. */
void kzi_json_take_payments(struct kzi_log_reader *log, struct kzi_json_value array);
/* Give the players the names in an array of strings. */
void kzi_json_give_names(struct kzi_log_reader *log, struct kzi_json_value names,
                         unsigned n_players);

/* --- events ----------------------------------------------------------------------------------- */

/* The meaning of an object. */
struct kzi_json_event {
    const char *name;
    enum kzi_log_event_kind kind;
    const char *tiles; /* the key of its tiles; NULL: it has none, or `fill` adds them */
    /* Fill in the rest of the event; NULL: there is no more.  If this begins further events, it
     * hands over all but the last one, which it may hand over. */
    void (*fill)(struct kzi_log_reader *log, struct kzi_json_value object);
};

/* The events of a format. */
struct kzi_json_events {
    const char *player; /* the key of the player who acts */
    void (*add_tiles)(struct kzi_log_reader *log, struct kzi_json_value tiles);
    size_t count;
    const struct kzi_json_event *list;
};

/* Read the event with this name.  Return false if the format has none. */
bool kzi_json_take_event(struct kzi_log_reader *log, const struct kzi_json_events *events,
                         struct kzi_json_value name, struct kzi_json_value object);

/* --- documents -------------------------------------------------------------------------------- */

typedef void kzi_document_taker(struct kzi_log_reader *log, struct kzi_json_value root);

/* Read a file of objects, one after another or in lists, and call `take` for each. games: each
 * object is a game; of a game that the file ends in, `take` gets the complete rounds. */
void kzi_json_read_documents(struct kzi_log_reader *log, kzi_document_taker *take, bool games);

/* Return whether a file begins like such a document and has this key. */
bool kzi_log_has_key(const char *text, size_t len, const char *key);

#endif

/* parser.h - text to hand: the one-line form and the JSON record. */
#ifndef KZI_PARSER_H
#define KZI_PARSER_H

#include "base/limits.h"
#include "hand/deal.h"
#include "hand/notation/notations.h"
#include "hand/parser/players.h"
#include "hand/problem.h"

#include <stddef.h>

struct kzi_json_token;

enum kzi_word_status { KZI_UNKNOWN, KZI_KNOWN, KZI_TABLE_WORD };

struct kzi_word_found {
    int listed;          /* its number in the list of words; -1: it is not there */
    const char *nearest; /* a similar known word, if it is unknown; or NULL */
};

/* Whether a word may occur in a hand. */
typedef enum kzi_word_status kzi_knows_word_fn(const void *context, const struct kzi_word *word,
                                               struct kzi_word_found *found);

/* How a hand is written and what is expected of it. */
struct kzi_hand_form {
    const struct kzi_notation *notation; /* NULL: recognize it */
    bool unfinished;          /* it lacks a tile, has no winning tile and was won in no way */
    kzi_knows_word_fn *knows; /* NULL: keep any well-formed word */
    const void *context;      /* of knows */
    const struct kzi_word *listed_words; /* NULL: there is no list */
    /* Where the ruleset goes that a record names; NULL: it may name none. */
    struct kzi_json_token *ruleset;
};

/* Read a hand of either form into one that has extras and items.  On an error fill *problem with
 * the first in the order of the checks and return false. */
bool kzi_hand_read_as(struct kzi_hand *hand, const struct kzi_hand_form *form, const char *text,
                      size_t len, struct kzi_problem *problem);
/* kzi_hand_read_as for a complete hand in a notation that is recognized. */
bool kzi_hand_read(struct kzi_whole_hand *whole, const char *text, size_t len,
                   kzi_knows_word_fn *knows, const void *context, struct kzi_problem *problem);

/* Tiles as numbers: kinds (0 to 33), or tiles (0 to 135, of which 16, 52 and 88 are red fives). */
struct kzi_numbered {
    bool kinds;
    const uint8_t *tiles;
    size_t count;
    const uint8_t *win;   /* NULL: the last of tiles, unless the hand is unfinished */
    const kz_meld *melds; /* their tiles are numbered alike */
    size_t n_melds;
    const char *words; /* as in a line */
    size_t words_len;
};

/* The words of a hand of numbers, and what they made of it before its tiles were laid: hands that
 * follow often have the same.  Nothing else may read the hand in between. */
struct kzi_kept_words {
    bool are_kept;
    char text[128];
    size_t len;
    uint8_t hand[offsetof(struct kzi_hand, melds)]; /* what is cleared */
    unsigned n_items;
    uint64_t keys_given;
};

/* Make a hand of numbered tiles.  Columns of problems count tiles, or with the key melds, melds. */
bool kzi_hand_read_numbered(struct kzi_hand *hand, const struct kzi_hand_form *form,
                            const struct kzi_numbered *numbered, struct kzi_kept_words *kept,
                            struct kzi_problem *problem);

/* Make the hand empty. */
void kzi_hand_clear(struct kzi_hand *hand);

/* A line of an input. */
struct kzi_line {
    const char *text;
    size_t len;
    unsigned long number; /* from 1 in a stream; 0: a single hand or deal */
};

/* Return whether a line of a stream says nothing: it is blank or begins with #. */
bool kzi_is_remark(const char *line, size_t len);

/* How a deal is written. */
struct kzi_deal_form {
    const struct kzi_notation *notation; /* of hands that name none; NULL: recognize it */
    const struct kzi_players *players;   /* whom a line may name; NULL: seats alone */
    struct kzi_json_token *ruleset;      /* as of a hand */
};

/* Read a deal from a line or a JSON object and keep the words of hands as they are.  On an error
 * fill *problem and return false; only the id is then valid. */
bool kzi_deal_read(struct kzi_deal *deal, const struct kzi_deal_form *form, const char *text,
                   size_t len, struct kzi_problem *problem);

#endif

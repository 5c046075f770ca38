/* parser.h - read hands and deals: the one-line form and the JSON record. */
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

struct kzi_word_match {
    int listed;          /* its index in the list of words; -1: not there */
    const char *nearest; /* for an unknown word: a similar known one, or NULL */
};

/* Return whether a word may occur in a hand. */
typedef enum kzi_word_status kzi_knows_word_fn(const void *context, const struct kzi_word *word,
                                               struct kzi_word_match *found);

/* The expected form of a hand. */
struct kzi_hand_form {
    const struct kzi_notation *notation; /* NULL: recognize it */
    /* It lacks a tile, and has neither a winning tile nor a way of winning. */
    bool unfinished;
    kzi_knows_word_fn *knows;            /* NULL: keep any well-formed word */
    const void *context;                 /* passed to knows */
    const struct kzi_word *listed_words; /* NULL: no list */
    /* Receives the ruleset that a record names; NULL: it may name none. */
    struct kzi_json_token *ruleset;
};

/* Read a hand, in line or record form, into one that has extras and items.  On an error store the
 * first problem in the order of the checks in *problem, and return false. */
bool kzi_hand_read_as(struct kzi_hand *hand, const struct kzi_hand_form *form, const char *text,
                      size_t len, struct kzi_problem *problem);
/* The same for a complete hand, whose notation is recognized. */
bool kzi_hand_read(struct kzi_whole_hand *whole, const char *text, size_t len,
                   kzi_knows_word_fn *knows, const void *context, struct kzi_problem *problem);

/* The words of a hand of numbers, and the hand as it was after reading them, before its tiles were
 * added.  Consecutive hands often have the same words.  Nothing else may read the hand in
 * between. */
struct kzi_kept_words {
    bool are_kept;
    char text[128];
    size_t len;
    uint8_t hand[offsetof(struct kzi_hand, melds)]; /* the part that kzi_hand_clear clears */
    unsigned n_items;
    uint64_t keys_given;
};

/* Make a hand from numbered tiles, whose words are no text that ends with NUL.  Columns of problems
 * count tiles or, with the key melds, melds. */
bool kzi_hand_read_numbered(struct kzi_hand *hand, const struct kzi_hand_form *form,
                            const kz_tiles *numbered, size_t words_len, struct kzi_kept_words *kept,
                            struct kzi_problem *problem);

/* Make the hand empty. */
void kzi_hand_clear(struct kzi_hand *hand);

/* A line of input. */
struct kzi_line {
    const char *text;
    size_t len;
    unsigned long number; /* from 1 in a stream; 0: a single hand or deal */
};

/* Return whether a line of a stream is blank or begins with #. */
bool kzi_is_remark(const char *line, size_t len);

/* The expected form of a deal. */
struct kzi_deal_form {
    const struct kzi_notation *notation; /* of hands that name none; NULL: recognize it */
    const struct kzi_players *players;   /* players that a line may name; NULL: only seats */
    struct kzi_json_token *ruleset;      /* as for a hand */
};

/* Read a deal from a line or a JSON object.  The words of its hands are kept without checking them.
 * On an error store *problem and return false; only the id is then valid. */
bool kzi_deal_read(struct kzi_deal *deal, const struct kzi_deal_form *form, const char *text,
                   size_t len, struct kzi_problem *problem);

#endif

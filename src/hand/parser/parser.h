/* parser.h - text to hand: the one-line form and the JSON record. */
#ifndef KZI_PARSER_H
#define KZI_PARSER_H

#include "base/limits.h"
#include "hand/problem.h"

enum kzi_word_status { KZI_UNKNOWN, KZI_KNOWN, KZI_TABLE_WORD };

/* Whether a word may occur in a hand.  If not, nearest is a similar known word or NULL. */
typedef enum kzi_word_status kzi_knows_word(const void *context, const struct kzi_word *word,
                                            const char **nearest);

/* Read a hand of either form.  knows may be NULL: then any well-formed word is kept.  On an
 * error fill *problem with the first in the order of the checks and return false. */
bool kzi_hand_read(struct kzi_hand *hand, const char *text, size_t len, kzi_knows_word *knows,
                   const void *context, struct kzi_problem *problem);

/* The same for a hand that lacks a tile, which has no winning tile and was won in no way. */
bool kzi_hand_read_unfinished(struct kzi_hand *hand, const char *text, size_t len,
                              kzi_knows_word *knows, const void *context,
                              struct kzi_problem *problem);

/* Read a deal from a JSON object and keep the words of hands as they are.  On an error fill
 * *problem and return false; only the id is then valid. */
bool kzi_deal_read(struct kzi_deal *deal, const char *text, size_t len,
                   struct kzi_problem *problem);

#endif

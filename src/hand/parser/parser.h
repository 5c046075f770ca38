/* parser.h - text to hand: the one-line form and the JSON record. */
#ifndef KZI_PARSER_H
#define KZI_PARSER_H

#include "base/limits.h"
#include "hand/problem.h"

enum kzi_word_status { KZI_UNKNOWN, KZI_KNOWN, KZI_TABLE_WORD };

/* Whether a word may stand in a hand.  When it may not, nearest is a known word near it or NULL. */
typedef enum kzi_word_status kzi_knows_word(const void *context, const struct kzi_word *word,
                                            const char **nearest);

/* Reads a hand of either form.  knows may be NULL: then any well-formed word is kept.  Fills
 * *problem and returns false on the first problem in the order of the checks. */
bool kzi_hand_read(struct kzi_hand *hand, const char *text, size_t len, kzi_knows_word *knows,
                   const void *context, struct kzi_problem *problem);

/* Reads a JSON object.  Words of the hands are kept as they are.  On a problem *problem is filled,
 * nothing but the id is of use, and false is returned. */
bool kzi_deal_read(struct kzi_deal *deal, const char *text, size_t len,
                   struct kzi_problem *problem);

#endif

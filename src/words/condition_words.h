/* condition_words.h - what a rule asks for, as a player says it: sentences of every language. */
#ifndef KZI_CONDITION_WORDS_H
#define KZI_CONDITION_WORDS_H

#include "words/sentence.h"

/* Write what is asked, to follow "needs": "a closed hand", "only chows".  denied: what is asked is
 * that it does not hold, "no kong". */
void kzi_argument_condition(struct kzi_words *words, const struct kzi_model *model,
                            const struct kzi_condition *cond, bool denied);

/* How a noun stands in English: "simple tile", "simple tiles", "a simple tile"; OF: after "of",
 * where "tiles of 19m" become "19m". */
enum kzi_form { KZI_ONE, KZI_SEVERAL, KZI_A, KZI_OF };

/* "simple tile": a class of tiles. */
void kzi_argument_class(struct kzi_words *words, const struct kzi_spelling *spelling,
                        enum kzi_form form);
/* "concealed pung of dragon tiles" and so on. */
void kzi_argument_phrase(struct kzi_words *words, const struct kzi_phrase *phrase,
                         const struct kzi_spelling *spelling, enum kzi_form form);
/* "red five": a mark by its id. */
void kzi_argument_mark(struct kzi_words *words, const char *id, enum kzi_form form);
/* "number suit": what a condition of a COUNT row (rules/conditions.def) counts. */
void kzi_argument_counts(struct kzi_words *words, enum kzi_condition_kind kind, enum kzi_form form);
/* "the same chow three times in three suits" */
void kzi_argument_pattern(struct kzi_words *words, const struct kzi_pattern *pattern);

#endif

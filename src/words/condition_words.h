/* condition_words.h - conditions as sentences for a player, in every language. */
#ifndef KZI_CONDITION_WORDS_H
#define KZI_CONDITION_WORDS_H

#include "words/sentence.h"

/* Write a condition so that it can follow "needs": "a closed hand", "only chows".  denied: write
 * its opposite, "no kong". */
void kzi_argument_condition(struct kzi_sentence *sentence, const struct kzi_model *model,
                            const struct kzi_condition *cond, bool denied);

/* Forms of an English noun: "simple tile", "simple tiles", "a simple tile".  KZI_OF is the form
 * after "of", in which "tiles of 19m" becomes "19m". */
enum kzi_form { KZI_ONE, KZI_SEVERAL, KZI_A, KZI_OF };

/* Write a class of tiles: "simple tile". */
void kzi_argument_class(struct kzi_sentence *sentence, const struct kzi_class_name *class_name,
                        enum kzi_form form);
/* Write a phrase: "concealed pung of dragon tiles". */
void kzi_argument_phrase(struct kzi_sentence *sentence, const struct kzi_phrase *phrase,
                         const struct kzi_class_name *class_name, enum kzi_form form);
/* Write a mark: "red five". */
void kzi_argument_mark(struct kzi_sentence *sentence, const char *id, enum kzi_form form);
/* Write the noun of a condition with a COUNT row (rules/conditions.def): "number suit". */
void kzi_argument_counts(struct kzi_sentence *sentence, enum kzi_condition_kind kind,
                         enum kzi_form form);
/* Write a pattern: "the same chow three times in three suits". */
void kzi_argument_pattern(struct kzi_sentence *sentence, const struct kzi_pattern *pattern);

#endif

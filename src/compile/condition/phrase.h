/* phrase.h - conditions in the words of a player: what a rule asks for.  The sentences are in
 * rules/conditions.def. */
#ifndef KZI_PHRASE_H
#define KZI_PHRASE_H

#include "base/text.h"
#include "rules/model.h"

/* By kind, as a rule file writes them. */

/* Say what is asked, to follow "needs": "a closed hand", "only chows".  denied: what is asked is
 * that it does not hold, "no kong". */
void kzi_condition_say(struct kzi_text *text, const struct kzi_condition *cond, bool denied);

/* "number suit", or with several "number suits": what a condition of a COUNT row
 * (rules/conditions.def) counts. */
const char *kzi_condition_counts(enum kzi_condition_kind kind, bool several);

/* The words of parts. */
/* "simple tiles" */
void kzi_tiles_say(struct kzi_text *text, const struct kzi_spelling *spelling, bool several);
/* the same to follow "of" */
void kzi_class_say(struct kzi_text *text, const struct kzi_spelling *spelling);
/* "a simple tile" */
void kzi_class_say_one(struct kzi_text *text, const struct kzi_spelling *spelling);
/* "concealed pungs of dragon tiles" */
void kzi_phrase_say(struct kzi_text *text, const struct kzi_phrase *phrase,
                    const struct kzi_spelling *spelling, bool several);
/* "red fives": a mark by its id */
void kzi_mark_say(struct kzi_text *text, const char *id, bool several);
/* "the same chow in three suits" */
void kzi_pattern_say(struct kzi_text *text, const struct kzi_pattern *pattern);

/* "characters", "dots", "bamboo" */
extern const char *const kzi_suit_says[KZI_SUITS];

#endif

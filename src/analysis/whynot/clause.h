/* clause.h - a condition as a tree for players: lists of which all parts must hold, alternatives,
 * and single statements, which the tree walker evaluates. */
#ifndef KZI_CLAUSE_H
#define KZI_CLAUSE_H

#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "score/result.h"
#include "words/sentence.h"

/* Statements that a yaku has in addition to its condition: the rules use it; there is something to
 * count. */
extern const struct kzi_condition kzi_clause_in_use, kzi_clause_count;

/* Write a statement as the next argument, worded to follow "needs"; for a list, a heading: "all of
 * these". */
void kzi_say_clause(struct kzi_sentence *sentence, const struct kzi_model *model,
                    const struct kzi_condition *clause);

/* Write the members of an object: the condition of a single statement as "code", its argument as in
 * a rule file, and whether it is denied. */
void kzi_put_clause_json(struct kzi_text *text, const struct kzi_condition *clause);

/* End the sentence that says what the hand has for a clause: "68s waits for the middle tile".
 * clause: a single statement. result: of the hand. */
void kzi_end_clause(struct kzi_sentence *sentence, const struct kz_result *result,
                    const struct kzi_facts *facts, const struct kzi_reading *reading,
                    const struct kzi_condition *clause);

#endif

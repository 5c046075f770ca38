/* table_words.h - what players say at the table (table_words of the rules) in a hand: replaced by
 * the words, the way of winning and the seat that it stands for. */
#ifndef KZI_TABLE_WORDS_H
#define KZI_TABLE_WORDS_H

#include "compile/ruleset.h"
#include "hand/problem.h"

/* NULL: the rules have no such table word. */
const struct kzi_table_word *kzi_table_word_find(const struct kz_ruleset *rules,
                                                 const struct kzi_word *word);

/* Replaces the table words that the rulesets have; what is a word of a record in one of them stays.
 * A table word that contradicts the hand stays too and is marked in hand->clash.  False: there was
 * none. */
bool kzi_table_words_replace(struct kzi_hand *hand, const struct kz_ruleset *const *rules,
                             unsigned count);

/* Notes what a word of hand->clash contradicts. */
void kzi_table_word_note(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                         const struct kzi_word *word, struct kzi_problem *problem);

#endif

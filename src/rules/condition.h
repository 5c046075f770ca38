/* condition.h - what conditions have in common, and their hashes. */
#ifndef KZI_CONDITION_H
#define KZI_CONDITION_H

#include "rules/model.h"

enum kzi_needed { KZI_OF_SITUATION, KZI_OF_TILES, KZI_OF_READING };
enum kzi_touches {
    KZI_TOUCHES_NONE,
    KZI_TOUCHES_WHOLE,
    KZI_TOUCHES_FITTING,
    KZI_TOUCHES_PAIRS,
    KZI_TOUCHES_WINNING,
    KZI_TOUCHES_MATCH
};

/* What tests are about.  Of those before TILES a reading has one value, of what follows up to
 * GROUPS a number. */
enum kzi_fact_kind {
    KZI_FACT_NONE,
    KZI_FACT_SHAPE,
    KZI_FACT_OPENNESS,
    KZI_FACT_WAY,
    KZI_FACT_WAIT,
    KZI_FACT_SEAT,
    KZI_FACT_N_WAITS,
    KZI_FACT_SUITS,
    KZI_FACT_GIVEN, /* the first circumstance; the others follow */
    KZI_FACT_TILES = KZI_FACT_GIVEN + KZI_MAX_WORDS_KNOWN,
    KZI_FACT_SETS,
    KZI_FACT_GROUPS, /* sets and pairs */
    KZI_FACT_PAIR,
    KZI_FACT_PATTERN,
    KZI_FACT_THERE,  /* tiles of the hand, ... */
    KZI_FACT_BEFORE, /* ... or all of it but the winning one */
    KZI_FACT_WON,
    KZI_FACT_SUM,
    KZI_FACT_FROM,
    KZI_FACT_COUNTERS,
    KZI_FACT_SCORED,
    KZI_FACT_SETTLED /* of yaku, not of the hand: settled after the covers */
};

/* The rows of conditions.def, and one of a yes or no that no rule file says. */
struct kzi_condition_row {
    const char *name;
    enum kzi_takes takes;
    enum kzi_needed of;
    enum kzi_touches touches;
    enum kzi_fact_kind fact;
    uint8_t weight, values;
};

extern const struct kzi_condition_row kzi_conditions[KZI_CONDITIONS + 1];

/* Return the class of all tiles that are not in a class. */
static inline struct kzi_class kzi_other_class(const struct kzi_class *class_) {
    return (struct kzi_class){~class_->other & KZI_ALL_CODES, ~class_->won & KZI_ALL_CODES, 0};
}

static inline enum kzi_fact_kind kzi_fact_of(const struct kzi_condition *test) {
    return kzi_conditions[test->kind].fact;
}

/* Return whether a condition asks for a circumstance, which a hand has only if a word says so. */
static inline bool kzi_asks_word(const struct kzi_condition *cond) {
    return cond->op == KZI_TEST && kzi_fact_of(cond) == KZI_FACT_GIVEN && !cond->denied;
}

/* Return how many values a test can measure. */
unsigned kzi_count_values(const struct kzi_condition *test);
/* Return the values that a test does not want. */
uint64_t kzi_other_values(const struct kzi_condition *test);
/* Return the values of its fact where a test holds (yes), or does not. */
uint64_t kzi_fact_values(const struct kzi_condition *test, bool yes);
/* Return whether both are tests that measure the same, whatever the values they want. */
bool kzi_measures_same(const struct kzi_condition *a, const struct kzi_condition *b);

/* Return whether a condition is a list of clauses all of which must hold. */
static inline bool kzi_is_list(const struct kzi_condition *cond) {
    return cond->op == KZI_ALL && cond->kind == KZI_CONDITION_all_of;
}

/* Return whether a condition is worded as one clause: a test, or the conditions of other yaku. */
static inline bool kzi_is_clause(const struct kzi_condition *cond) {
    return cond->op == KZI_TEST || cond->kind == KZI_CONDITION_holds;
}

/* Return how open a hand may be in which the yaku counts, by bit; make the test of that. */
unsigned kzi_openness_of(const struct kzi_yaku *yaku);
void kzi_condition_openness(const struct kzi_yaku *yaku, struct kzi_condition *test);
/* Make the test that there is at least one of what a yaku counts each of: sets, patterns or tiles.
 * False: it counts something else. */
bool kzi_condition_each(const struct kzi_yaku *yaku, struct kzi_condition *one);

typedef bool kzi_condition_look_fn(const struct kzi_condition *clause, void *with);

/* Call look for each test, in order, until it returns false.  Return whether it never did; true if
 * cond is NULL. */
bool kzi_condition_visit(const struct kzi_condition *cond, kzi_condition_look_fn *look, void *with);

/* Return whether a test in it is about such a fact; cond may be NULL. */
bool kzi_condition_asks(const struct kzi_condition *cond, enum kzi_fact_kind fact);

/* Suggest a word for an unknown one: for the name of a yaku (haitei) the word that it asks the hand
 * for (last_tile), else the nearest known word.  NULL: none is near. */
const char *kzi_suggest_word(const struct kzi_model *model, const char *word);

/* --- hashes of what is meant, however it is written ------------------------------------------- */

uint64_t kzi_hash_class(const struct kzi_class *class_);
uint64_t kzi_hash_phrase(const struct kzi_phrase *phrase);
/* Of the names whose bits are set, because rulesets number them differently. */
uint64_t kzi_hash_names(uint64_t bits, const struct kzi_names *names);
uint64_t kzi_hash_condition(const struct kzi_model *model, const struct kzi_condition *cond);

/* Return the jokers in a class of wild tiles. */
kzi_kinds kzi_jokers_in(const struct kzi_model *model, const struct kzi_class *class_);

#endif

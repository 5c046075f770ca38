/* condition.h - properties and hashes of conditions. */
#ifndef KZI_CONDITION_H
#define KZI_CONDITION_H

#include "rules/model.h"

enum kzi_scope { KZI_OF_SITUATION, KZI_OF_TILES, KZI_OF_READING };
enum kzi_touches {
    KZI_TOUCHES_NONE,
    KZI_TOUCHES_WHOLE,
    KZI_TOUCHES_FITTING,
    KZI_TOUCHES_WINNING,
    KZI_TOUCHES_MATCH
};

/* The subject of a test.  For each fact before TILES, a reading has one value; for each from TILES
 * up to GROUPS, a number for each argument. */
enum kzi_fact_kind {
    KZI_FACT_NONE,
    KZI_FACT_SHAPE,
    KZI_FACT_OPENNESS,
    KZI_FACT_WIN_KIND,
    KZI_FACT_WAIT,
    KZI_FACT_SEAT,
    KZI_FACT_N_WAITS,
    KZI_FACT_SUITS,
    KZI_FACT_GIVEN, /* the first circumstance; the number of each is added to this */
    KZI_FACT_TILES = KZI_FACT_GIVEN + KZI_MAX_WORDS_KNOWN,
    KZI_FACT_GROUPS,
    KZI_FACT_PATTERN,
    KZI_FACT_THERE,  /* tiles of the hand */
    KZI_FACT_BEFORE, /* the whole hand but the winning tile */
    KZI_FACT_WON,
    KZI_FACT_SUM,
    KZI_FACT_FROM,
    KZI_FACT_COUNTERS,
    KZI_FACT_SCORED,
    KZI_FACT_SETTLED /* decided by the yaku, after the covers */
};

/* The rows of conditions.def, and one for a yes or no that has no key in rule files. */
struct kzi_condition_row {
    const char *name;
    enum kzi_takes takes;
    enum kzi_scope of;
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

/* Return what is evaluated for a condition as it is written; cond may be NULL. */
static inline const struct kzi_condition *kzi_meaning_of(const struct kzi_condition *cond) {
    return cond && cond->means ? cond->means : cond;
}

/* Return whether a test requires a circumstance, which a hand has only if a word gives it. */
static inline bool kzi_asks_word(const struct kzi_condition *cond) {
    return cond->op == KZI_TEST && kzi_fact_of(cond) == KZI_FACT_GIVEN && !cond->denied;
}

/* Return the number of values that a test can measure. */
unsigned kzi_count_values(const struct kzi_condition *test);
/* Return the values for which a test does not hold. */
uint64_t kzi_other_values(const struct kzi_condition *test);
/* Return the values of a test's fact for which the test holds, or (not yes) does not hold. */
uint64_t kzi_fact_values(const struct kzi_condition *test, bool yes);
/* Return whether two conditions are tests that measure the same, for whatever values they hold. */
bool kzi_measures_equal(const struct kzi_condition *a, const struct kzi_condition *b);

/* Return whether a condition is a list of clauses all of which must hold. */
static inline bool kzi_is_list(const struct kzi_condition *cond) {
    return cond->op == KZI_ALL && cond->kind == KZI_CONDITION_all_of;
}

/* Return whether a condition is written in words as one clause: a test, or the conditions of other
 * yaku. */
static inline bool kzi_is_clause(const struct kzi_condition *cond) {
    return cond->op == KZI_TEST || cond->kind == KZI_CONDITION_holds;
}

/* Return whether a yaku can count in closed or in open hands, or both, as bits; and make the test
 * for that. */
unsigned kzi_openness_of(const struct kzi_yaku *yaku);
void kzi_condition_openness(const struct kzi_yaku *yaku, struct kzi_condition *test);
/* Make a test that a hand has at least one of the sets, patterns or tiles for each of which a yaku
 * counts.  Return false if it counts for each of anything else, or once. */
bool kzi_condition_each(const struct kzi_yaku *yaku, struct kzi_condition *one);

typedef bool kzi_condition_look_fn(const struct kzi_condition *clause, void *context);

/* Call look for each test of a condition, in order, until it returns false.  Return whether it
 * never did; true if cond is NULL. */
bool kzi_condition_visit(const struct kzi_condition *cond, kzi_condition_look_fn *look,
                         void *context);

/* Return whether some test of a condition is about this fact.  cond may be NULL. */
bool kzi_condition_asks(const struct kzi_condition *cond, enum kzi_fact_kind fact);

/* Suggest a word for an unknown one: for the name of a yaku (haitei) the word that the yaku
 * requires (last_tile), otherwise the nearest known word; NULL if none is near. */
const char *kzi_suggest_word(const struct kzi_model *model, const char *word);

/* --- hashes of what is meant, however it is written ------------------------------------------- */

uint64_t kzi_hash_class(const struct kzi_class *class_);
uint64_t kzi_hash_phrase(const struct kzi_phrase *phrase);
/* Return a hash of the names whose bits are set.  Unlike the bits, it is the same in rulesets that
 * number the names differently. */
uint64_t kzi_hash_names(uint64_t bits, const struct kzi_names *names);
uint64_t kzi_hash_condition(const struct kzi_model *model, const struct kzi_condition *cond);

/* Return the jokers in a class of wild tiles. */
kzi_kinds kzi_jokers_in(const struct kzi_model *model, const struct kzi_class *class_);

#endif

/* program.h - compiled conditions: rows of bits over tables of features.
 *
 * A row is a bit position.  Each feature has a table from values to the rows that a value does not
 * rule out.  ANDing one entry of each table leaves the rows that hold, of all conditions at once.
 * Features are computed once a hand or once a reading, and only those that some row mentions.  A
 * finished program never changes, so threads share it. */
#ifndef KZI_PROGRAM_H
#define KZI_PROGRAM_H

#include "base/limits.h"
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "tile/sets.h"

enum kzi_feature_kind {
    /* Computed once a hand: */
    KZI_F_GIVEN,   /* circumstances 8i to 8i + 7 */
    KZI_F_SEAT,    /* the winner's seat */
    KZI_F_PRESENT, /* the numbers of suit i in the hand: 9 bits, 7 for honors */
    KZI_F_SUITS,   /* the number suits in the hand; those with all nine numbers */
    KZI_F_WON,     /* the code of the winning tile */
    /* Computed once a reading: */
    KZI_F_SITUATION, /* shape, openness, way of winning, wait: kzi_situation() */
    KZI_F_PHRASES,   /* the groups that fit two or three phrases, some bits each */
    /* A question for the walker: what test i measures, or whether condition i holds, which has too
     * many rows for tables.  It is answered only while a row that asks it is left. */
    KZI_F_ASKED,
    /* Whether yaku i counts; not looked up, but two literals on it can rule each other out. */
    KZI_F_SCORED,
    KZI_FEATURE_KINDS
};

#define KZI_SUITS_VALUES (1U << 2 * KZI_SUITS)
#define KZI_ALL_NUMBERS  0x1FFU

static inline unsigned kzi_suits_value(unsigned m, unsigned p, unsigned s) {
    return (m != 0) + 2U * (p != 0) + 4U * (s != 0) + 8U * (m == KZI_ALL_NUMBERS) +
           16U * (p == KZI_ALL_NUMBERS) + 32U * (s == KZI_ALL_NUMBERS);
}

static inline unsigned kzi_situation(unsigned shape, bool open, bool discard, unsigned wait) {
    return ((shape * 2 + open) * 2 + discard) * KZI_WAITS + wait;
}

struct kzi_feature {
    unsigned size;  /* number of values */
    uint64_t *rows; /* for each value, program->words words */
};

/* The features of one kind, by index. */
struct kzi_features {
    unsigned count;
    struct kzi_feature *list;
};

/* The tests that the features of one kind answer, by index. */
struct kzi_tests {
    unsigned count;
    const struct kzi_condition **list;
};

/* The rows that the chows (or pungs) of a reading do not rule out.  Their rank leads to a list of
 * instances, and the list to rows.  NULL: no pattern consists of them alone. */
struct kzi_rank_rows {
    const uint16_t *list_of;
    const uint64_t *rows;
    const struct kzi_rank_lists *lists; /* used by solutions.c while rules are loaded */
};

#define KZI_MAX_PHRASES  32
#define KZI_PHRASE_WORDS 2
#define KZI_ROW_WORDS    (KZI_MAX_ROWS / 64)

/* The sums over groups: the number that fits each phrase, a few bits each, and the fu. */
struct kzi_sum {
    uint64_t phrases[KZI_PHRASE_WORDS];
    int32_t fu;
};

static inline void kzi_sum_add(struct kzi_sum *sum, const struct kzi_sum *part) {
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        sum->phrases[i] += part->phrases[i];
    sum->fu += part->fu;
}

/* The questions of each row, cheap ones first: those of row i are list[from[i]] up to list[from[i +
 * 1]]. */
struct kzi_question_list {
    const uint32_t *from;
    const uint16_t *list;
    const uint64_t *asking; /* the rows that have a question */
};

/* Row i, for i below n_conditions, is the first row of condition i.  All further rows of conditions
 * come after these. */
struct kzi_program {
    unsigned n_rows, row_words; /* words of 64 rows */
    unsigned n_conditions, condition_words;
    const uint64_t *possible;     /* rows that some hand can meet; a condition may have none */
    const uint16_t *condition_of; /* by row: the number of its condition */
    const struct kzi_condition *const *conditions; /* by number */

    struct kzi_features features[KZI_FEATURE_KINDS];
    /* Bits for the count of one phrase, phrases in one feature, bits of one feature, features in
     * one word of a sum. */
    unsigned phrase_bits, phrases_each, bits_of_phrases, phrases_of_word;
    const struct kzi_sum *sums; /* by group code */
    struct kzi_tests tests[KZI_FEATURE_KINDS];
    /* Patterns of chows alone or of pungs alone, as far as there is room, are looked up by rank. */
    struct kzi_rank_rows ranks[KZI_ALONE_KINDS];
    uint64_t ranked[KZI_MAX_QUESTIONS / 64];
    struct kzi_question_list questions[2]; /* all; without those looked up by rank */
};

/* The rows that are left for a hand or for a reading. */
struct kzi_match {
    uint64_t rows[KZI_ROW_WORDS];
    int32_t fu; /* for a reading: the fu of its groups */
};

/* Fill match with the rows that the hand does not rule out. */
void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match);
/* Fill match with the rows of `hand` that hold on a reading.  Rows of conditions on settled yaku
 * always hold here. */
void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match);
/* Return 64 bits of a set of conditions, from condition `first` on. */
static inline uint64_t kzi_conditions_from(const struct kzi_program *program,
                                           const uint64_t *conditions, unsigned first) {
    unsigned word = first / 64, bit = first % 64;
    uint64_t found = word < program->condition_words ? conditions[word] >> bit : 0;
    if (bit && word + 1 < program->condition_words)
        found |= conditions[word + 1] << (64 - bit);
    return found;
}

/* Fill conditions, as condition_words words, with the conditions of the rows that hold. */
void kzi_match_conditions(const struct kzi_program *program, const struct kzi_match *match,
                          uint64_t *conditions);

#endif

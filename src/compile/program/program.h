/* program.h - conditions compiled: rows of bits over tables of features.
 *
 * A row is a bit position.  For each feature there is a table: value -> the rows that this value
 * does not rule out.  ANDing one entry of each table leaves the rows that hold, of all conditions
 * at once.  Features are worked out once a hand or once a reading, and only those that some row
 * mentions.  A program never changes once built; threads share it. */
#ifndef KZI_PROGRAM_H
#define KZI_PROGRAM_H

#include "base/limits.h"
#include "compile/condition/evaluation.h"
#include "compile/program/bitset.h"
#include "tile/sets.h"

enum kzi_feature_kind {
    /* once a hand */
    KZI_F_GIVEN,   /* circumstances 8i to 8i+7 */
    KZI_F_SEAT,    /* the winner's seat */
    KZI_F_PRESENT, /* the numbers of suit i that the hand has: 9 bits, of honors 7 */
    KZI_F_SUITS,   /* the number suits that the hand has, and those of which it has all numbers */
    KZI_F_WON,     /* the code of the winning tile */
    KZI_F_N_WAITS, /* kinds that would win; looked up once they are counted, if a row asks */
    /* once a reading */
    KZI_F_SITUATION, /* shape, openness, way of winning, wait: kzi_situation() */
    KZI_F_PHRASES,   /* groups that two or three phrases name, some bits each */
    /* what test i measures, or whether condition i holds that has too many rows for tables: a
     * question, answered only while a row is left that asks */
    KZI_F_ASKED,
    KZI_F_SCORED, /* whether yaku i counts: never looked up, but no row can ask for both */
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
    unsigned size;      /* values */
    uint64_t *rows;     /* words of the program for each value */
    uint64_t *mentions; /* the rows that not every value allows */
};

/* Those of one kind, by their index. */
struct kzi_features {
    unsigned count;
    struct kzi_feature *list;
};

/* The tests that features of one kind answer, by their index. */
struct kzi_tests {
    unsigned count;
    const struct kzi_condition **list;
};

/* The rows that a reading's chows (or pungs) do not rule out, by their rank: rank -> list of
 * instances, list -> rows.  NULL: no pattern is made of them alone. */
struct kzi_rank_rows {
    const uint16_t *list_of;
    const uint64_t *rows;
    const struct kzi_rank_lists *lists; /* for whoever makes more of them at load */
};

#define KZI_MAX_PHRASES  32
#define KZI_PHRASE_WORDS 2
#define KZI_ROW_WORDS    (KZI_MAX_ROWS / 64)

/* The sum over groups: how many of them each phrase names, in a few bits each, and the fu that
 * they are worth. */
struct kzi_sum {
    uint64_t phrases[KZI_PHRASE_WORDS];
    int32_t fu;
};

static inline void kzi_sum_add(struct kzi_sum *sum, const struct kzi_sum *part) {
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        sum->phrases[i] += part->phrases[i];
    sum->fu += part->fu;
}

/* The questions that each row asks, the cheap ones first: those of row i are list[from[i]] to
 * list[from[i + 1] - 1]. */
struct kzi_question_list {
    const uint32_t *from;
    const uint16_t *list;
    const uint64_t *asking; /* rows */
};

/* Row number i belongs to owner i, as far as there are owners; a condition of several rows has the
 * others after those. */
struct kzi_program {
    unsigned n_rows, words; /* words of 64 rows */
    unsigned n_owners, owner_words;
    const uint64_t *possible; /* rows that anything can meet: an owner may have none */
    const uint16_t *owner;    /* by row: the number of the condition it belongs to */
    const struct kzi_condition *const *owner_if; /* by owner */

    struct kzi_features features[KZI_FEATURE_KINDS];
    /* Of a phrase, and of the phrases of one feature; the features that share a word. */
    unsigned phrase_bits, phrases_each, bits_of_phrases, phrases_of_word;
    const struct kzi_sum *sums; /* by group code */
    struct kzi_tests tests[KZI_FEATURE_KINDS];
    /* Patterns of only chows, or of only pungs, are looked up by the rank of these, as far as there
     * is room. */
    struct kzi_rank_rows ranks[KZI_ALONE_KINDS];
    uint64_t ranked[KZI_MAX_QUESTIONS / 64];
    struct kzi_question_list questions[2]; /* all; without what ranks answer */
    bool asks_waits;
};

/* The rows of a hand or a reading under way. */
struct kzi_match {
    uint64_t rows[KZI_ROW_WORDS];
    int32_t fu; /* of a reading's groups; of a hand nothing */
};

/* Fill match with the rows that the hand itself does not rule out, whatever it waits for. */
void kzi_match_hand(const struct kzi_program *program, const struct kzi_facts *facts,
                    struct kzi_match *match);
/* The rows that hold on the reading, among those of the hand.  Whatever a condition asks of settled
 * yaku, its rows hold. */
void kzi_match_reading(const struct kzi_program *program, const struct kzi_facts *facts,
                       const struct kzi_match *hand, const struct kzi_reading *reading,
                       struct kzi_match *match);
/* Return whether a row that asks for facts->n_waits may be left on one of the readings. */
bool kzi_match_asks_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                          const struct kzi_match *hand, const struct kzi_readings *readings);
/* Drop the rows of a hand that facts->n_waits rules out. */
void kzi_match_waits(const struct kzi_program *program, const struct kzi_facts *facts,
                     struct kzi_match *hand);
/* 64 bits of a set of owners, from the first on. */
static inline uint64_t kzi_owners_from(const struct kzi_program *program, const uint64_t *owners,
                                       unsigned first) {
    unsigned word = first / 64, bit = first % 64;
    uint64_t found = word < program->owner_words ? owners[word] >> bit : 0;
    if (bit && word + 1 < program->owner_words)
        found |= owners[word + 1] << (64 - bit);
    return found;
}

/* The owners of the rows that hold, bit by number, in owner_words words. */
void kzi_match_owners(const struct kzi_program *program, const struct kzi_match *match,
                      uint64_t *owners);

#endif

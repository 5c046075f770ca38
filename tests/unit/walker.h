/* walker.h - compare the tables with the tree walker for every condition of a ruleset.
 *
 * Rulesets extend each other, so that most of their conditions are equal.  Rulesets that are
 * compared on the same hand may share a sheet: the walker answers each of these conditions once for
 * each reading, and the answer is compared with the tables of every ruleset. */
#ifndef WALKER_H
#define WALKER_H

#include "analysis/witness/random.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "hand_line.h"
#include "must_stop.h"
#include "rules/condition.h"
#include "score/result.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_SHARED      1024 /* questions that rulesets share; further ones each asks itself */
#define SHARED_WORDS    (MAX_SHARED / 64)
#define MAX_CONDITIONS  (KZI_MAX_YAKU + 128)
#define CONDITION_WORDS (MAX_CONDITIONS / 64)

/* A condition, or a part of one. */
struct question {
    const struct kzi_condition *cond; /* NULL: it always holds */
    int number;                       /* in the sheet; -1: its answer depends on the ruleset */
    uint64_t given;                   /* circumstances without which it cannot hold */
    size_t n_parts;
    struct question *parts;
};

/* The walker's answers for one reading, by bit: the number of the question. */
struct answers {
    struct kzi_reading reading;
    const char *shape; /* what its rulesets call the shape: conditions ask for it by name */
    uint64_t known[SHARED_WORDS], yes[SHARED_WORDS];
};

/* The questions of some rulesets, and the answers for the hand that all of them compare. */
struct sheet {
    unsigned n_questions, n_readings;
    uint64_t hashes[MAX_SHARED]; /* of the questions */
    struct kzi_arena arena;
    struct answers readings[KZI_MAX_READINGS];
};

/* The conditions of a ruleset that share the answer to a question. */
struct share_lists {
    uint16_t first[MAX_SHARED],
        next[MAX_CONDITIONS]; /* by question, by condition: 1 + a condition */
};

struct oracle {
    const struct kz_ruleset *rules;
    struct sheet *sheet;        /* NULL: nothing is shared */
    struct question *questions; /* by condition */
    struct share_lists *share_lists;
    struct answers *answers; /* for the current reading */
    struct kzi_random random;
    struct kzi_facts facts;
    uint8_t marks[KZI_MAX_MARKS];
    struct kzi_match hand;
    /* By openness: the conditions that matter, the questions of those that share their answers, and
     * the other conditions. */
    uint64_t conditions[2][CONDITION_WORDS], shared[2][SHARED_WORDS], alone[2][CONDITION_WORDS];
    unsigned long readings, *held; /* by condition: how often its condition held */
    uint64_t walked[KZI_MAX_READINGS][KZI_YAKU_WORDS]; /* the yaku whose conditions held */
    uint64_t scored[KZI_YAKU_WORDS];
    int wrong; /* 1 + a condition that the walker pretends to deny, to try the report */
    struct kzi_text differ;
    char differing[1000];
};

/* Fu items matter to every hand, a yaku to those that can score it. */
static inline bool matters(const struct kz_ruleset *rules, unsigned condition, bool open) {
    const struct kzi_yaku *yaku = &rules->model->yaku[condition];
    return condition >= rules->n_yaku ||
           (yaku->in_use && (open ? yaku->open.scored : yaku->closed.scored));
}

static inline void oracle_begin(struct oracle *oracle, const struct kz_ruleset *rules,
                                uint64_t seed) {
    *oracle = (struct oracle){.rules = rules, .random = {seed}};
    oracle->held = calloc(rules->scoring->n_conditions, sizeof *oracle->held);
    if (!oracle->held)
        MUST_STOP("out of memory");
    for (unsigned i = 0; i < rules->scoring->n_conditions; i++)
        for (unsigned open = 0; open < 2; open++)
            oracle->conditions[open][i / 64] |= (uint64_t)matters(rules, i, open) << i % 64;
    memcpy(oracle->alone, oracle->conditions, sizeof oracle->alone);
}

static inline void oracle_end(struct oracle *oracle) {
    free(oracle->held);
}

static inline const char *condition_name(const struct kz_ruleset *rules, unsigned condition) {
    const struct kzi_model *model = rules->model;
    return condition < rules->n_yaku       ? model->yaku[condition].id
           : condition < rules->first_item ? "minimum"
                                           : model->fu.items[condition - rules->first_item].id;
}

/* --- answers that rulesets share -------------------------------------------------------------- */

/* Return whether the answer depends only on properties that a sheet's hand has under all of its
 * rulesets: the tiles, how they are read, the name of the shape, the seats and the way of
 * winning. */
static inline bool is_shared(const struct kzi_condition *cond) {
    for (size_t i = 0; i < cond->parts.count; i++)
        if (!is_shared(cond->parts.list[i]))
            return false;
    if (cond->op != KZI_TEST)
        return true;
    switch (cond->kind) {
    case KZI_CONDITION_hand:
    case KZI_CONDITION_by:
    case KZI_CONDITION_seat:
    case KZI_CONDITION_shape:
    case KZI_CONDITION_suits:
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
    case KZI_CONDITION_pair:
    case KZI_CONDITION_wait:
    case KZI_CONDITION_winning_tile:
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
    case KZI_CONDITION_contains:
    case KZI_CONDITION_before_win:
        return true;
    case KZI_CONDITION_given:
    case KZI_CONDITION_from:
    case KZI_CONDITION_counters:
    case KZI_CONDITION_marks:
    case KZI_CONDITION_waits:
    case KZI_CONDITION_scored:
    case KZI_CONDITION_nothing_scored:
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_any_of:
    case KZI_CONDITION_not:
    case KZI_CONDITION_holds:
    case KZI_CONDITION_spells:
    case KZI_CONDITION_spells_shifted:
    case KZI_CONDITIONS:
        break;
    }
    return false;
}

static inline int number_question(struct sheet *sheet, const struct kzi_model *model,
                                  const struct kzi_condition *cond) {
    const uint64_t hash = kzi_hash_condition(model, cond);
    unsigned number = 0;
    while (number < sheet->n_questions && sheet->hashes[number] != hash)
        number++;
    if (number == MAX_SHARED)
        return -1;
    sheet->hashes[number] = hash;
    sheet->n_questions += number == sheet->n_questions;
    return (int)number;
}

static inline void make_question(struct question *question, struct sheet *sheet,
                                 const struct kzi_model *model, const struct kzi_condition *cond) {
    *question = (struct question){.cond = cond, .number = -1};
    if (!cond)
        return;
    if (cond->op == KZI_TEST && cond->kind == KZI_CONDITION_given && !cond->denied)
        question->given = UINT64_C(1) << cond->argument.number;
    if (is_shared(cond))
        question->number = number_question(sheet, model, cond);
    if (cond->op == KZI_TEST)
        return;
    question->n_parts = cond->parts.count;
    question->parts = KZI_NEW_ARRAY(&sheet->arena, question->n_parts, struct question);
    for (size_t i = 0; i < question->n_parts; i++) {
        make_question(&question->parts[i], sheet, model, cond->parts.list[i]);
        if (cond->op == KZI_ALL)
            question->given |= question->parts[i].given;
    }
}

/* Let a condition take the answer to its question from the sheet. */
static inline void share_answer(struct oracle *oracle, unsigned condition, unsigned number) {
    struct share_lists *share_lists = oracle->share_lists;
    share_lists->next[condition] = share_lists->first[number];
    share_lists->first[number] = (uint16_t)(condition + 1);
    for (unsigned open = 0; open < 2; open++) {
        kzi_clear_bit(oracle->alone[open], condition);
        if (kzi_has_bit(oracle->conditions[open], condition))
            kzi_set_bit(oracle->shared[open], number);
    }
}

static inline void share_answers(struct oracle *oracle, struct sheet *sheet) {
    const struct kzi_program *program = oracle->rules->scoring;
    oracle->sheet = sheet;
    oracle->questions = KZI_NEW_ARRAY(&sheet->arena, program->n_conditions, struct question);
    oracle->share_lists = KZI_NEW(&sheet->arena, struct share_lists);
    for (unsigned i = 0; i < program->n_conditions; i++) {
        struct question *question = &oracle->questions[i];
        make_question(question, sheet, oracle->rules->model, program->conditions[i]);
        if (question->number >= 0)
            share_answer(oracle, i, (unsigned)question->number);
    }
}

/* Return whether shared conditions cannot distinguish two readings of one hand as the shape. */
static inline bool readings_equal(const struct answers *answers, const struct kzi_reading *b,
                                  const char *shape) {
    const struct kzi_reading *a = &answers->reading;
    return !strcmp(answers->shape, shape) && a->wait == b->wait && a->n_groups == b->n_groups &&
           a->n_melds == b->n_melds && a->claimed == b->claimed && a->won == b->won &&
           a->won_hold == b->won_hold && !memcmp(a->codes, b->codes, sizeof a->codes);
}

static inline struct answers *answers_for(const struct oracle *oracle,
                                          const struct kzi_reading *reading) {
    const char *shape = oracle->rules->model->shape_names.name[reading->shape];
    struct sheet *sheet = oracle->sheet;
    struct answers *answers = sheet->readings;
    while (answers < sheet->readings + sheet->n_readings &&
           !readings_equal(answers, reading, shape))
        answers++;
    if (answers == sheet->readings + KZI_MAX_READINGS)
        MUST_STOP("more than %d readings", KZI_MAX_READINGS);
    if (answers == sheet->readings + sheet->n_readings) {
        answers->reading = *reading;
        answers->shape = shape;
        memset(answers->known, 0, sizeof answers->known);
        memset(answers->yes, 0, sizeof answers->yes);
        sheet->n_readings++;
    }
    return answers;
}

static inline bool walk(struct oracle *oracle, const struct question *question,
                        const struct kzi_reading *reading);

static inline bool walk_parts(struct oracle *oracle, const struct question *question,
                              const struct kzi_reading *reading) {
    bool all = question->cond->op == KZI_ALL;
    for (size_t i = 0; i < question->n_parts; i++)
        if (walk(oracle, &question->parts[i], reading) != all)
            return !all;
    return all;
}

static inline bool ask(struct oracle *oracle, const struct question *question,
                       const struct kzi_reading *reading) {
    bool yes = question->n_parts ? walk_parts(oracle, question, reading)
                                 : kzi_evaluate(question->cond, &oracle->facts, reading);
    if (question->number >= 0)
        kzi_set_bit(oracle->answers->known, (size_t)question->number);
    if (question->number >= 0 && yes)
        kzi_set_bit(oracle->answers->yes, (size_t)question->number);
    return yes;
}

/* Return whether the condition holds, from the answers as far as they are known. */
static inline bool walk(struct oracle *oracle, const struct question *question,
                        const struct kzi_reading *reading) {
    unsigned number = (unsigned)question->number;
    if (question->given & ~oracle->facts.given)
        return false;
    if (question->number >= 0 && kzi_has_bit(oracle->answers->known, number))
        return kzi_has_bit(oracle->answers->yes, number);
    return ask(oracle, question, reading);
}

/* --- comparing ------------------------------------------------------------------------------- */

static inline bool holds(struct oracle *oracle, const struct kzi_reading *reading,
                         unsigned condition) {
    return oracle->sheet ? walk(oracle, &oracle->questions[condition], reading)
                         : kzi_evaluate(oracle->rules->scoring->conditions[condition],
                                        &oracle->facts, reading);
}

/* Ask the unanswered questions of a word, and add the conditions of those that hold. */
static inline void walk_shared(struct oracle *oracle, const struct kzi_reading *reading,
                               unsigned word, uint64_t *walked) {
    const bool open = oracle->facts.open;
    const struct share_lists *share_lists = oracle->share_lists;
    const uint16_t *first = share_lists->first + word * 64;
    const uint64_t own = oracle->shared[open][word];
    for (uint64_t left = own & ~oracle->answers->known[word]; left; left &= left - 1)
        ask(oracle, &oracle->questions[first[__builtin_ctzll(left)] - 1], reading);
    for (uint64_t left = own & oracle->answers->yes[word]; left; left &= left - 1)
        for (unsigned at = first[__builtin_ctzll(left)]; at; at = share_lists->next[at - 1])
            if (kzi_has_bit(oracle->conditions[open], at - 1))
                kzi_set_bit(walked, at - 1);
}

/* Find the conditions that hold, of those that matter. */
static inline void walk_conditions(struct oracle *oracle, const struct kzi_reading *reading,
                                   uint64_t *walked) {
    const uint64_t *alone = oracle->alone[oracle->facts.open];
    memset(walked, 0, oracle->rules->scoring->condition_words * sizeof *walked);
    for (unsigned word = 0; word < oracle->rules->scoring->condition_words; word++)
        for (uint64_t left = alone[word]; left; left &= left - 1) {
            unsigned bit = (unsigned)__builtin_ctzll(left);
            walked[word] |= (uint64_t)holds(oracle, reading, word * 64 + bit) << bit;
        }
    if (oracle->sheet)
        for (unsigned word = 0; word * 64 < oracle->sheet->n_questions; word++)
            walk_shared(oracle, reading, word, walked);
}

/* Count a condition that holds, and note it if the tables disagree. */
static inline void compare_condition(struct oracle *oracle, const uint64_t *tables,
                                     unsigned condition, bool walked) {
    bool walker = walked && oracle->wrong != (int)condition + 1;
    oracle->held[condition] += walker;
    if (kzi_has_bit(tables, condition) != walker)
        kzi_text_format(&oracle->differ, "%s%s (tables say %d, the walker %d)",
                        oracle->differ.len ? ", " : "", condition_name(oracle->rules, condition),
                        !walker, walker);
}

/* Return those of 64 conditions, bit by number, that are yaku. */
static inline uint64_t yaku_among(const struct kz_ruleset *rules, unsigned first) {
    return rules->n_yaku <= first        ? 0
           : rules->n_yaku - first >= 64 ? UINT64_MAX
                                         : (UINT64_C(1) << (rules->n_yaku - first)) - 1;
}

/* Compare the yaku, or the other conditions: only those that one side has can differ. */
static inline void compare_conditions(struct oracle *oracle, const uint64_t *tables,
                                      const uint64_t *walked, bool yaku) {
    for (unsigned first = 0; first < oracle->rules->scoring->n_conditions; first += 64) {
        uint64_t are_yaku = yaku_among(oracle->rules, first);
        uint64_t left = (tables[first / 64] | walked[first / 64]) & (yaku ? are_yaku : ~are_yaku);
        for (; left; left &= left - 1) {
            unsigned condition = first + (unsigned)__builtin_ctzll(left);
            compare_condition(oracle, tables, condition, kzi_has_bit(walked, condition));
        }
    }
}

/* Check's own asserts are not used, because these report each success, and there are millions. */
static inline void must_be_equal(struct oracle *oracle, const struct kzi_readings *found,
                                 unsigned reading) {
    char line[2000];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    if (!oracle->differ.len)
        return;
    kzi_text_end(&oracle->differ);
    hand_line(&text, oracle->facts.hand, NULL);
    kzi_text_end(&text);
    MUST_STOP("%s: %s: reading %u of %u: %s", oracle->rules->model->id, line, reading + 1,
              found->count, oracle->differing);
}

static inline void compare_reading(struct oracle *oracle, const struct kzi_readings *found,
                                   unsigned number) {
    const struct kz_ruleset *rules = oracle->rules;
    const struct kzi_reading *reading = &found->list[number];
    struct kzi_match match;
    uint64_t conditions[CONDITION_WORDS], walked[CONDITION_WORDS];
    oracle->differ = kzi_text_fixed(oracle->differing, sizeof oracle->differing);
    if (oracle->sheet)
        oracle->answers = answers_for(oracle, reading);
    walk_conditions(oracle, reading, walked);
    kzi_match_reading(rules->scoring, &oracle->facts, &oracle->hand, reading, &match);
    kzi_match_conditions(rules->scoring, &match, conditions);
    compare_conditions(oracle, conditions, walked, true);
    /* Fu items that ask which yaku count may hold until these are settled. */
    for (uint64_t left = rules->fu_by_yaku; left; left &= left - 1) {
        const unsigned condition = rules->first_item + (unsigned)__builtin_ctzll(left);
        if (!kzi_has_bit(walked, condition))
            kzi_clear_bit(conditions, condition);
    }
    compare_conditions(oracle, conditions, walked, false);
    for (unsigned word = 0; word < rules->yaku_words; word++)
        oracle->walked[number][word] = walked[word] & yaku_among(rules, word * 64);
    must_be_equal(oracle, found, number);
    oracle->readings++;
}

/* Take a hand with these circumstances and marks.  The counted yaku, which fu items ask for, are
 * drawn at random, even if they cannot count together. */
static inline void oracle_take(struct oracle *oracle, const struct kzi_hand *hand,
                               const struct kzi_tiles *tiles, uint64_t given,
                               const uint8_t *marks) {
    const struct kz_ruleset *rules = oracle->rules;
    kzi_facts_init_with(&oracle->facts, hand, tiles);
    oracle->facts.given = given;
    oracle->facts.marks = marks;
    oracle->scored[0] = kzi_random_bits(&oracle->random);
    oracle->facts.scored = oracle->scored;
    oracle->facts.rules = rules;
    kzi_match_hand(rules->scoring, &oracle->facts, &oracle->hand);
}

/* Compare every reading of the hand. */
static inline void compare_every(struct oracle *oracle, const struct kzi_readings *found) {
    if (!found->count && oracle->rules->any_tiles)
        return;
    if (!found->count || found->count == KZI_MAX_READINGS)
        MUST_STOP("%u readings", found->count);
    for (unsigned i = 0; i < found->count; i++)
        compare_reading(oracle, found, i);
}

/* Compare with random circumstances, whatever they need, and with up to seven of each mark. */
static inline void compare_walker(struct oracle *oracle, const struct kzi_hand *hand) {
    const struct kz_ruleset *rules = oracle->rules;
    uint64_t words = (UINT64_C(1) << rules->model->circumstance_names.count) - 1;
    uint64_t given = kzi_random_bits(&oracle->random);
    given &= kzi_random_bits(&oracle->random) & words;
    struct kzi_tiles tiles;
    struct kzi_readings found;
    kzi_tiles_init(&tiles, hand);
    for (unsigned i = 0; i < KZI_MAX_MARKS; i++)
        oracle->marks[i] = (uint8_t)kzi_random_below(&oracle->random, 8);
    oracle_take(oracle, hand, &tiles, given, oracle->marks);
    kzi_tiles_fill_readings(&tiles, hand, &rules->shapes, &found);
    kzi_add_any_tiles(rules, &oracle->facts, &found);
    compare_every(oracle, &found);
}

#endif

/* walker.h - compare the tables with the tree walker for every condition of a ruleset. */
#ifndef WALKER_H
#define WALKER_H

#include "analysis/witness/random.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "hand_line.h"
#include "must_stop.h"
#include "score/result.h"

#include <stdio.h>

struct oracle {
    const struct kz_ruleset *rules;
    struct kzi_random random;
    struct kzi_facts facts;
    struct kzi_match hand;
    struct kzi_readings found;
    unsigned long readings, *held;                     /* by owner: how often its condition held */
    uint64_t walked[KZI_MAX_READINGS][KZI_YAKU_WORDS]; /* the yaku whose conditions held */
    uint64_t scored[KZI_YAKU_WORDS];
    int wrong; /* 1 + an owner that the walker pretends to deny, to try the report */
    struct kzi_text differ;
    char differing[1000];
};

static inline bool oracle_asks(const struct oracle *oracle, unsigned yaku) {
    const struct kzi_yaku *of = &oracle->rules->model->yaku[yaku];
    return of->in_use && (oracle->facts.open ? of->open.scored : of->closed.scored);
}

static inline const char *owner_name(const struct kz_ruleset *rules, unsigned owner) {
    const struct kzi_model *model = rules->model;
    return owner < rules->n_yaku       ? model->yaku[owner].id
           : owner < rules->first_item ? "minimum"
                                       : model->fu.items[owner - rules->first_item].id;
}

/* Return whether the walker says that the condition holds. */
static inline bool compare_owner(struct oracle *oracle, const struct kzi_reading *reading,
                                 const uint64_t *owners, unsigned owner, bool relevant) {
    const struct kzi_program *program = oracle->rules->scoring;
    bool tables = owners[owner / 64] >> (owner % 64) & 1;
    bool holds = relevant && kzi_evaluate(program->owner_if[owner], &oracle->facts, reading);
    bool walker = holds && oracle->wrong != (int)owner + 1;
    oracle->held[owner] += walker;
    if (tables != walker)
        kzi_text_format(&oracle->differ, "%s%s (tables say %d, the walker %d)",
                        oracle->differ.len ? ", " : "", owner_name(oracle->rules, owner), tables,
                        walker);
    return holds;
}

/* Check's own asserts are not used, because these report each success, and there are millions. */
static inline void must_be_equal(struct oracle *oracle, unsigned reading) {
    char line[2000];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    if (!oracle->differ.len)
        return;
    kzi_text_end(&oracle->differ);
    hand_line(&text, oracle->facts.hand, NULL);
    kzi_text_end(&text);
    MUST_STOP("%s: %s: reading %u of %u: %s", oracle->rules->model->id, line, reading + 1,
              oracle->found.count, oracle->differing);
}

static inline void compare_reading(struct oracle *oracle, unsigned number) {
    const struct kz_ruleset *rules = oracle->rules;
    const struct kzi_reading *reading = &oracle->found.list[number];
    struct kzi_match match;
    uint64_t owners[KZI_YAKU_WORDS + 2];
    oracle->differ = kzi_text_fixed(oracle->differing, sizeof oracle->differing);
    kzi_match_reading(rules->scoring, &oracle->facts, &oracle->hand, reading, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    memset(oracle->walked[number], 0, sizeof oracle->walked[number]);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (compare_owner(oracle, reading, owners, i, oracle_asks(oracle, i)))
            kzi_put_bit(oracle->walked[number], i);
    kzi_match_settled(rules->scoring, &oracle->facts, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    for (unsigned i = rules->n_yaku; i < rules->scoring->n_owners; i++)
        compare_owner(oracle, reading, owners, i, true);
    must_be_equal(oracle, number);
    oracle->readings++;
}

/* Compare every reading of a hand with these circumstances and marks, a byte for each.  The counted
 * yaku, which fu items ask for, are drawn at random, even if they cannot count together. */
static inline void compare_readings_given(struct oracle *oracle, const struct kzi_hand *hand,
                                          uint64_t given, uint64_t marks) {
    const struct kz_ruleset *rules = oracle->rules;
    kzi_facts_find(&oracle->facts, hand);
    oracle->facts.given = given;
    oracle->facts.marks = marks;
    oracle->scored[0] = kzi_random_bits(&oracle->random);
    oracle->facts.scored = oracle->scored;
    kzi_match_hand(rules->scoring, &oracle->facts, &oracle->hand);
    if (rules->scoring->asks_waits)
        oracle->facts.n_waits = kzi_count_waits(rules, &oracle->facts);
    kzi_match_waits(rules->scoring, &oracle->facts, &oracle->hand);
    kzi_readings_find(hand, &rules->shapes, &oracle->found);
    kzi_read_any_tiles(rules, &oracle->facts, &oracle->found);
    if (!oracle->found.count && rules->any_tiles)
        return;
    if (!oracle->found.count || oracle->found.count == KZI_MAX_READINGS)
        MUST_STOP("%u readings", oracle->found.count);
    for (unsigned i = 0; i < oracle->found.count; i++)
        compare_reading(oracle, i);
}

/* Compare with random circumstances, whatever they need, and with up to seven of each mark. */
static inline void compare_walker(struct oracle *oracle, const struct kzi_hand *hand) {
    uint64_t words = (UINT64_C(1) << oracle->rules->model->circumstance_names.count) - 1;
    uint64_t given = kzi_random_bits(&oracle->random);
    given &= kzi_random_bits(&oracle->random) & words;
    compare_readings_given(oracle, hand, given,
                           kzi_random_bits(&oracle->random) & UINT64_C(0x0707070707070707));
}

#endif

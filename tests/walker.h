/* walker.h - what the tables say of every condition of a ruleset, the tree walker says too. */
#ifndef WALKER_H
#define WALKER_H

#include "compile/holds.h"
#include "compile/ruleset.h"
#include "must_stop.h"
#include "report/random.h"
#include "score/result.h"

struct oracle {
    const struct kz_ruleset *rules;
    struct kzi_random random;
    struct kzi_facts facts;
    struct kzi_match hand;
    unsigned long readings, *held; /* by owner: how often its condition held */
    uint64_t scored[KZI_YAKU_WORDS];
};

static inline bool oracle_asks(const struct oracle *oracle, unsigned yaku) {
    const struct kzi_yaku *of = &oracle->rules->model->yaku[yaku];
    return of->in_use && (oracle->facts.open ? of->open.scored : of->closed.scored);
}

static inline void compare_owner(struct oracle *oracle, const struct kzi_reading *reading,
                                 const uint64_t *owners, unsigned owner, bool relevant) {
    const struct kzi_program *program = oracle->rules->scoring;
    bool tables = owners[owner / 64] >> (owner % 64) & 1;
    bool walker = relevant && kzi_holds(program->owner_if[owner], &oracle->facts, reading);
    oracle->held[owner] += walker;
    if (tables != walker) /* Check's own asserts report each success, and there are millions */
        MUST_STOP("owner %u (%s): tables say %d, the walker %d", owner,
                  owner < oracle->rules->n_yaku ? oracle->rules->model->yaku[owner].id
                                                : "a fu item",
                  tables, walker);
}

static inline void compare_reading(struct oracle *oracle, const struct kzi_reading *reading) {
    const struct kz_ruleset *rules = oracle->rules;
    struct kzi_match match;
    uint64_t owners[KZI_YAKU_WORDS + 2];
    kzi_match_reading(rules->scoring, &oracle->facts, &oracle->hand, reading, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        compare_owner(oracle, reading, owners, i, oracle_asks(oracle, i));
    kzi_match_settled(rules->scoring, &oracle->facts, &match);
    kzi_match_owners(rules->scoring, &oracle->facts, reading, &match, owners);
    for (unsigned i = rules->n_yaku; i < rules->scoring->n_owners; i++)
        compare_owner(oracle, reading, owners, i, true);
    oracle->readings++;
}

static inline void compare_walker(struct oracle *oracle, const struct kzi_hand *hand) {
    static struct kzi_readings readings;
    const struct kzi_model *model = oracle->rules->model;
    uint64_t words = (UINT64_C(1) << model->circumstance_names.count) - 1;
    kzi_facts_find(&oracle->facts, hand);
    oracle->facts.given =
        kzi_random_bits(&oracle->random) & kzi_random_bits(&oracle->random) & words;
    oracle->scored[0] = kzi_random_bits(&oracle->random);
    oracle->facts.scored = oracle->scored;
    if (oracle->rules->scoring->asks_waits)
        oracle->facts.n_waits = (unsigned)__builtin_popcountll(
            kzi_waits(hand, &oracle->rules->shapes, oracle->rules->played));
    kzi_match_hand(oracle->rules->scoring, &oracle->facts, &oracle->hand);
    kzi_readings_find(hand, &oracle->rules->shapes, &readings);
    if (!readings.count || readings.count == KZI_MAX_READINGS)
        MUST_STOP("%u readings", readings.count);
    for (unsigned i = 0; i < readings.count; i++)
        compare_reading(oracle, &readings.list[i]);
}

#endif

#include "analysis/whynot/clause.h"

#include "compile/condition/evaluation.h"
#include "compile/condition/phrase.h"
#include "rules/condition.h"

/* Whether a condition's argument says several things that must all hold. */
static size_t statements(const struct kzi_condition *cond) {
    size_t quantities = kzi_condition_quantities(cond);
    if (cond->kind == KZI_CONDITION_given)
        return cond->node->kind == KZI_LIST ? cond->node->count : 1;
    return quantities ? quantities : 1;
}

void kzi_clause_of(const struct kz_ruleset *rules, const struct kzi_condition *cond, bool denied,
                   struct kzi_clause *clause) {
    for (; cond->kind == KZI_CONDITION_not; cond = cond->u.parts.list[0])
        denied = !denied;
    bool any = (cond->kind == KZI_CONDITION_any_of) != denied;
    *clause = (struct kzi_clause){.rules = rules, .denied = denied, .whole = cond, .one = *cond};
    if (kzi_condition_has_parts(cond) || statements(cond) > 1)
        clause->sort = any ? KZI_CLAUSE_ANY : KZI_CLAUSE_ALL;
}

size_t kzi_clause_parts(const struct kzi_clause *clause) {
    if (clause->sort == KZI_CLAUSE_ONE)
        return 0;
    return kzi_condition_has_parts(clause->whole) ? clause->whole->u.parts.count
                                                  : statements(clause->whole);
}

/* The statement at `at` of those that a condition makes. */
static void cut(const struct kzi_condition *cond, size_t at, struct kzi_clause *part) {
    part->cut = true;
    part->node = *cond->node;
    if (cond->kind == KZI_CONDITION_given) {
        part->node = *cond->node->u.items[at];
        int number = kzi_names_find(&part->rules->model->circumstance_names, part->node.text);
        part->one.u.bits = UINT64_C(1) << number;
        return;
    }
    part->node.u.entries += at;
    part->node.count = 1;
    if (cond->kind == KZI_CONDITION_sets || cond->kind == KZI_CONDITION_groups) {
        part->one.u.phrases.list += at;
        part->one.u.phrases.count = 1;
    } else {
        part->one.u.classes.list += at;
        part->one.u.classes.count = 1;
    }
}

void kzi_clause_part(const struct kzi_clause *clause, size_t i, struct kzi_clause *part) {
    const struct kzi_condition *whole = clause->whole;
    if (kzi_condition_has_parts(whole)) {
        kzi_clause_of(clause->rules, whole->u.parts.list[i], clause->denied, part);
        return;
    }
    *part = (struct kzi_clause){
        .rules = clause->rules, .denied = clause->denied, .whole = whole, .one = *whole};
    cut(whole, i, part);
}

struct kzi_condition kzi_clause_condition(const struct kzi_clause *clause) {
    struct kzi_condition cond = clause->one;
    if (clause->cut)
        cond.node = &clause->node;
    return cond;
}

/* What the tree walker leaves to the covers: whether another yaku than the one that asks counts. */
static bool others_count(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    uint64_t others = 0;
    for (unsigned word = 0; facts->scored && word < rules->yaku_words; word++)
        others |= facts->scored[word] & ~rules->bonus[word];
    unsigned asks = (unsigned)rules->nothing_scored;
    return others && !(facts->scored[asks / 64] >> (asks % 64) & 1);
}

unsigned kzi_clause_failing(const struct kzi_clause *clause, const struct kzi_facts *facts,
                            const struct kzi_reading *reading) {
    unsigned all = 0, least = UINT32_MAX;
    if (clause->sort == KZI_CLAUSE_ONE) {
        struct kzi_condition cond = kzi_clause_condition(clause);
        bool others =
            cond.kind == KZI_CONDITION_nothing_scored && others_count(clause->rules, facts);
        return (kzi_evaluate(&cond, facts, reading) && !others) == clause->denied;
    }
    for (size_t i = 0; i < kzi_clause_parts(clause); i++) {
        struct kzi_clause part;
        kzi_clause_part(clause, i, &part);
        unsigned failing = kzi_clause_failing(&part, facts, reading);
        all += failing;
        least = failing < least ? failing : least;
    }
    return clause->sort == KZI_CLAUSE_ALL ? all : least;
}

void kzi_clause_first(const struct kzi_clause *clause, const struct kzi_facts *facts,
                      const struct kzi_reading *reading, struct kzi_clause *first) {
    unsigned least = UINT32_MAX;
    struct kzi_clause nearest = *clause;
    for (size_t i = 0; i < kzi_clause_parts(clause); i++) {
        struct kzi_clause part;
        kzi_clause_part(clause, i, &part);
        unsigned failing = kzi_clause_failing(&part, facts, reading);
        if (failing && failing < least) {
            nearest = part;
            least = clause->sort == KZI_CLAUSE_ALL ? 0 : failing;
        }
    }
    *first = nearest;
    if (least < UINT32_MAX)
        kzi_clause_first(&nearest, facts, reading, first);
}

void kzi_clause_say(struct kzi_text *text, const struct kzi_clause *clause) {
    struct kzi_condition cond = kzi_clause_condition(clause);
    if (clause->sort == KZI_CLAUSE_ONE || cond.kind == KZI_CONDITION_holds)
        kzi_condition_say(text, &cond, clause->denied);
    else
        kzi_text_put(text, clause->sort == KZI_CLAUSE_ALL ? "all of these" : "one of these");
}

/* clause.h - a condition taken apart as a player goes through it: what must all hold, what is one
 * of several ways, and the single things asked for.
 *
 * Nots are carried down to the single things, and a mapping of several statements is as many single
 * things.  Whether one holds is asked of the tree walker. */
#ifndef KZI_CLAUSE_H
#define KZI_CLAUSE_H

#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "score/result.h"

enum kzi_clause_kind {
    KZI_CLAUSE_ONE,
    KZI_CLAUSE_ALL,
    KZI_CLAUSE_ANY,
    /* Of a yaku, which no condition says: that rules use it, and that there is one to count. */
    KZI_CLAUSE_IN_USE,
    KZI_CLAUSE_COUNT
};

struct kzi_clause {
    enum kzi_clause_kind kind;
    const struct kz_ruleset *rules;
    const struct kzi_condition *cond; /* as written */
    bool denied;                      /* holds if its condition does not */
    bool cut;                         /* only one of several things that the condition asks: */
    size_t at;                        /* their number */
};

struct kzi_clause kzi_clause_of(const struct kz_ruleset *rules, const struct kzi_condition *cond,
                                bool denied);
/* Of ALL and ANY: how many parts, and the one at i. */
size_t kzi_clause_parts(const struct kzi_clause *clause);
struct kzi_clause kzi_clause_part(const struct kzi_clause *clause, size_t i);

/* On one reading: the single things that would have to be otherwise; 0: it holds. */
unsigned kzi_clause_failing(const struct kzi_clause *clause, const struct kzi_facts *facts,
                            const struct kzi_reading *reading);
/* Of one that fails the first single thing that does; of several ways by the nearest. */
struct kzi_clause kzi_clause_first(const struct kzi_clause *clause, const struct kzi_facts *facts,
                                   const struct kzi_reading *reading);

/* What it asks for, worded to follow "needs"; of ALL and ANY a heading: "all of these". */
void kzi_clause_say(struct kzi_text *text, const struct kzi_clause *clause);

/* A sentence: "68s waits for the middle tile".  clause: a single thing.  result: whose hand it is.
 */
void kzi_say_has(struct kzi_text *text, const struct kz_result *result,
                 const struct kzi_facts *facts, const struct kzi_reading *reading,
                 const struct kzi_clause *clause);

#endif

/* meaning.h - the meaning of rules, however they are written: a walk of a ruleset by keys.def.
 *
 * The walk makes statements, each with an address.  Rules with the same meaning make the same
 * statements: whether they write a list or a mapping of yes, clauses in another order, a class by
 * its name or by its tiles, a default or nothing.  Names, notes, sources and things not in use make
 * none. */
#ifndef KZI_MEANING_H
#define KZI_MEANING_H

#include "base/text.h"
#include "rules/model.h"

struct kzi_key;
struct kzi_meaning;

struct kzi_rule_statement {
    const char *address;         /* as in yaku.pinfu.value; valid during the call */
    const struct kzi_node *node; /* the value in the file; NULL: not written */
    uint64_t hash;               /* hash of its meaning */
    /* The default if nothing is written; else the word that is the value. */
    const char *says;
    bool thing; /* it states only that a thing exists and is in use ("yes") */
};

typedef void kzi_state_fn(void *context, const struct kzi_rule_statement *statement);

/* Compare notes by the addresses of their nodes; for qsort. */
int kzi_compare_nodes(const void *left, const void *right);

/* Make the statements of a model, with the addresses that the files use.  Their nodes belong to the
 * model or to the arena.  The model does not change. */
void kzi_state_meaning(const struct kzi_model *model, struct kzi_arena *arena, kzi_state_fn *state,
                       void *context);

/* Compute the digest, 16 hex digits: a hash of all statements, independent of the addresses that
 * the files use, of the order of yaku, and of the words for hands. */
void kzi_digest(const struct kzi_model *model, char digest[17]);

/* --- keys that mean more than is written there, as keys.def names the functions --------------- */

typedef void kzi_mean_fn(struct kzi_meaning *meaning, const struct kzi_key *key,
                         const struct kzi_node *node);
kzi_mean_fn kzi_mean_written, kzi_mean_each, kzi_mean_series, kzi_mean_covers, kzi_mean_seats,
    kzi_mean_claims, kzi_mean_suits, kzi_mean_next, kzi_mean_copies, kzi_mean_payers,
    kzi_mean_liability, kzi_mean_liable_fractions, kzi_mean_kong_from, kzi_mean_passing,
    kzi_mean_chip_payers, kzi_mean_chips, kzi_mean_losers, kzi_mean_wild;

#endif

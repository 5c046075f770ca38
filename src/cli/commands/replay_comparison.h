/* replay_comparison.h - additions of kazoe replay for each win: its worth under other rules, or its
 * hand as a record. */
#ifndef KZI_REPLAY_COMPARISON_H
#define KZI_REPLAY_COMPARISON_H

#ifdef KZI_LOGS

#include "analysis/compare/comparer.h"
#include "cli/stream/column_table.h"
#include "logs/replay.h"

#include <pthread.h>

/* The most rulesets that logs may ask for; a site has few. */
#define KZI_MAX_OPENED 32

/* Comparers of the rules of games with those of --as, for all threads. */
struct kzi_comparers {
    kz_ruleset *const *as; /* the rulesets of --as */
    unsigned n_as;
    pthread_mutex_t lock;              /* of the members below */
    kz_comparer *list[KZI_MAX_OPENED]; /* by rules of games, which are the first of each comparer */
    unsigned count;
};

/* The sums of points under each ruleset; the first is that of the game. */
struct kzi_pay_sums {
    unsigned long wins, differ;
    int64_t points[KZI_MAX_COMPARED];
};

/* The comparison of one thread. */
struct kzi_replay_comparison {
    bool failed; /* memory ran out; the rest is not valid */
    struct kzi_replay *replay;
    struct kzi_replay_hooks hooks;
    struct kzi_comparers *comparers;
    const struct kzi_column_list *columns; /* write rows instead of reports; NULL: reports */
    struct kz_summary *summary;            /* of all threads; NULL: none was requested */
    kz_comparison *hands[KZI_MAX_OPENED];  /* by comparer; NULL: not made yet */
    kz_comparison *now;                    /* of the current game */
    struct kzi_pay_sums game, all;
    struct kzi_pay_sums players[KZI_MAX_PLAYERS]; /* of the current game */
};

/* Fill in the rules of a game (or NULL) and those of --as; return their number. */
unsigned kzi_compared_rules(const kz_ruleset *all[KZI_MAX_COMPARED],
                            const struct kzi_comparers *comparers, const struct kz_ruleset *rules);
/* Hook into a replay.  The comparers, columns and summary are filled in.  Without --as and columns,
 * write the hands as records. */
void kzi_replay_comparison_begin(struct kzi_replay_comparison *comparison,
                                 struct kzi_replay *replay);
void kzi_replay_comparison_release(struct kzi_replay_comparison *comparison);
void kzi_comparers_release(struct kzi_comparers *comparers);
/* Add the sums of one comparison to another. */
void kzi_replay_comparison_add(struct kzi_replay_comparison *comparison,
                               const struct kzi_replay_comparison *other);

#endif
#endif

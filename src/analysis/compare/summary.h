/* summary.h - statistics of many hands under several rulesets.
 *
 * A summary depends only on the hands, not on their order: it consists of integers and totally
 * ordered lists, and an entry that was dropped (a mover) could not come back.  So all threads add
 * to one as they go. */
#ifndef KZI_SUMMARY_H
#define KZI_SUMMARY_H

#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

#include <pthread.h>

struct kzi_style;

#define KZI_SUMMARY_FORMAT 1 /* of the JSON; raised when the meaning of a member changes */
#define KZI_MOVERS         10
#define KZI_BARS           64   /* the most numbers of points with a bar of their own */
#define KZI_MOVED_HAND     1000 /* bytes of a hand that are kept */

/* The number of hands that a rule affects, or whose points change by the same amount from the first
 * ruleset. */
struct kzi_summed_count {
    char *rule;    /* address of a difference or of its option; NULL: points are counted */
    int64_t by;    /* the change of points */
    int64_t hands; /* hands to whose difference the rule contributes */
    int64_t alone; /* hands whose difference the rule alone explains */
};

struct kzi_summed_counts {
    size_t count, capacity;
    struct kzi_summed_count *list; /* sorted by name, or by points */
    bool coarse; /* there were more than KZI_BARS numbers: `by` is where a coarse bar begins */
};

/* A bar of a histogram.  If there are too many numbers of points, bars begin at 1 2 5 10 20 50 and
 * so on. */
struct kzi_bar {
    int64_t from, to, hands;
};

struct kzi_mover {
    int64_t by, points[2];         /* by: points[1] - points[0] */
    int64_t times;                 /* occurrences of this hand */
    char hand[KZI_MOVED_HAND + 1]; /* as the user wrote it */
    char id[KZI_MAX_ID];           /* as JSON, or "" */
};

/* Sums of a ruleset compared with the first.  Points are compared only if neither refuses the
 * hand. */
struct kzi_summed_pair {
    int64_t differs; /* hands with different results */
    int64_t fields[KZI_FIELDS];
    int64_t more_hands, more_points, fewer_hands, fewer_points;
    int64_t unexplained;    /* hands that differ for no reason that was found */
    int64_t not_looked_for; /* hands whose budget for finding reasons ran out */

    struct kzi_summed_counts points; /* of hands that both rulesets score */
    struct kzi_summed_counts rules;
    unsigned n_movers;
    struct kzi_mover movers[KZI_MOVERS]; /* sorted, the largest first */
};

struct kzi_summed_side {
    /* sums; the last two of winning hands, whose mean is points / wins */
    int64_t refused, wins, points;
    const kz_ruleset *rules; /* NULL: each game has its own */
};

/* The name in JSON of the rules that each game was played by. */
#define KZI_OWN_RULES "each game's own"

struct kz_summary {
    pthread_mutex_t adding;          /* guards all that changes */
    int64_t hands, refused, differs; /* refused: unreadable, or refused by every ruleset */
    int64_t fields[KZI_FIELDS];      /* hands whose results are not all equal in the field */

    unsigned count; /* number of rulesets; 0: the summary is empty */
    struct kzi_summed_side sides[KZI_MAX_COMPARED];
    struct kzi_summed_pair pairs[KZI_MAX_COMPARED]; /* the first is unused */
    bool no_memory, overflow;                       /* looked at once, at the end */
};

/* Free a summary.  A zeroed summary is empty and valid. */
void kzi_summary_free(struct kz_summary *summary);
/* Begin a summary.  The rulesets must outlive it. */
void kzi_summary_begin(struct kz_summary *summary, const kz_ruleset *const *rules, unsigned count);

/* The reasons why a hand's result differs from that under the first ruleset. */
struct kzi_summed_blame {
    const struct kzi_differences *differences; /* NULL: none */
    struct kzi_blame_set blamed;
};

/* Add a hand; threads may do so at the same time.  hand: its line. blame: by ruleset; the first is
 * unused. */
void kzi_summary_add(struct kz_summary *summary, const struct kzi_comparison *comparison,
                     const char *hand, size_t len, const struct kzi_summed_blame *blame);

/* Return whether a summary is of these rulesets, in this order. */
bool kzi_summary_is_of(const struct kz_summary *summary, const kz_ruleset *const *rules,
                       unsigned count);

/* --- the report ------------------------------------------------------------------------------- */

/* Write a summary as text, as a page, or as one JSON object without a newline. */
void kzi_put_summary(struct kzi_text *text, const struct kz_summary *summary,
                     const struct kzi_style *style);

/* --- parts (summary.c) ----------------------------------------------------------------------- */

void kzi_summary_sum(struct kz_summary *summary, int64_t *sum, int64_t number);
/* Return the coarse bar that contains a number of points, with 0 hands. */
struct kzi_bar kzi_coarse_bar(int64_t value);
/* Count a hand for a rule, which may explain it alone, or, if it is NULL, for a change of points.
 */
void kzi_summary_count(struct kz_summary *summary, struct kzi_summed_counts *counts,
                       const char *rule, int64_t by, bool alone);
/* Keep the mover if it is one of the largest. */
void kzi_summary_add_mover(struct kz_summary *summary, struct kzi_summed_pair *pair,
                           const struct kzi_mover *mover);

#endif

/* summary.h - statistics of many hands under several rulesets.
 *
 * A summary depends only on the hands and not on their order: it has integers and totally ordered
 * lists, and nothing that was cut off (the movers) can come back. So threads have one each, and
 * these merge, in any order, to the summary of the whole, byte by byte. */
#ifndef KZI_SUMMARY_H
#define KZI_SUMMARY_H

#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

struct kzi_style;

#define KZI_SUMMARY_FORMAT 1 /* of the JSON; another number wherever its meaning changes */
#define KZI_MOVERS         10
#define KZI_BARS           64   /* numbers of points with a bar each */
#define KZI_MOVED_HAND     1000 /* bytes of a hand shown; the rest is cut */

/* Hands that a rule affects, or whose points differ by one amount from those under the first
 * ruleset. */
struct kzi_summed_count {
    char *rule;    /* the address of a difference, or of its option; NULL: points are counted */
    int64_t by;    /* these */
    int64_t hands; /* that the rule contributes to */
    int64_t alone; /* of these, those that it explains by itself */
};

struct kzi_summed_counts {
    size_t count, capacity;
    struct kzi_summed_count *list; /* by name, or by points */
    bool coarse;                   /* there were more than KZI_BARS points: bars begin at these */
};

/* A part of a histogram: 1 2 5 10 20 50 and so on, where there are too many numbers of points. */
struct kzi_bar {
    int64_t from, to, hands;
};

struct kzi_mover {
    int64_t by, points[2];         /* by: the second minus the first */
    int64_t times;                 /* occurrences of this hand */
    char hand[KZI_MOVED_HAND + 1]; /* as written */
    char id[KZI_MAX_ID];           /* JSON, or "" */
};

/* A ruleset compared with the first. Hands that either of them refuses have no points to
 * compare. */
struct kzi_summed_pair {
    /* sums, up to the counts */
    int64_t differs; /* hands with different results */
    int64_t fields[KZI_FIELDS];
    int64_t more_hands, more_points, fewer_hands, fewer_points;
    int64_t unexplained;    /* hands that differ without a rule found */
    int64_t not_looked_for; /* hands whose search for reasons ran out of budget */

    struct kzi_summed_counts points; /* of the hands that both score */
    struct kzi_summed_counts rules;
    unsigned n_movers;
    struct kzi_mover movers[KZI_MOVERS]; /* the largest first */
};

struct kzi_summed_side {
    int64_t refused, wins, points; /* sums; their mean is points / wins, those of winning hands */
    const kz_ruleset *rules;       /* NULL: those that each game was played by */
};

/* What JSON calls the rules that each game was played by. */
#define KZI_OWN_RULES "each game's own"

struct kz_summary {
    /* sums, up to the count */
    int64_t hands, refused, differs; /* refused: not a hand, or refused by every ruleset */
    int64_t fields[KZI_FIELDS];      /* hands that differ in each in any result */

    unsigned count; /* rulesets; 0: it has not begun */
    struct kzi_summed_side sides[KZI_MAX_COMPARED];
    struct kzi_summed_pair pairs[KZI_MAX_COMPARED]; /* the first is unused */
    bool no_memory, overflow;                       /* checked once, at the end */
};

/* A zeroed summary needs no initialization. */
void kzi_summary_free(struct kz_summary *summary);
/* The rulesets must outlive the summary. */
void kzi_summary_begin(struct kz_summary *summary, const kz_ruleset *const *rules, unsigned count);

/* The attribution of a hand under a ruleset against the first. */
struct kzi_summed_blame {
    const struct kzi_differences *differences; /* NULL: none */
    struct kzi_blamed blamed;
};

/* hand: its line. blame: of each result; the first is unused. */
void kzi_summary_add(struct kz_summary *summary, const struct kzi_comparison *comparison,
                     const char *hand, size_t len, const struct kzi_summed_blame *blame);

/* Return whether a summary is of these rulesets, in this order. */
bool kzi_summary_is_of(const struct kz_summary *summary, const kz_ruleset *const *rules,
                       unsigned count);

/* Add a summary of the same rulesets. */
void kzi_summary_merge(struct kz_summary *into, const struct kz_summary *from);

/* --- the report ------------------------------------------------------------------------------- */

/* Write text, a page, or one object of JSON without a newline. */
void kzi_put_summary(struct kzi_text *text, const struct kz_summary *summary,
                     const struct kzi_style *style);

/* --- parts (summary.c) ----------------------------------------------------------------------- */

void kzi_summary_sum(struct kz_summary *summary, int64_t *sum, int64_t number);
/* Return the coarse bar of a number of points, without hands. */
struct kzi_bar kzi_coarse_bar(int64_t value);
/* Count hands of a rule or (NULL) of a number of points. */
void kzi_count_hands(struct kz_summary *summary, struct kzi_summed_counts *counts, const char *rule,
                     int64_t by, int64_t hands, int64_t alone);
/* Keep the mover if it is one of the largest. */
void kzi_summary_add_mover(struct kz_summary *summary, struct kzi_summed_pair *pair,
                           const struct kzi_mover *mover);

#endif

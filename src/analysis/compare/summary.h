/* summary.h - many hands under several rulesets, added up.
 *
 * A summary is a function of the hands alone, whatever their order: integers, lists whose order is
 * total, and of what is cut off (the movers) nothing can come back.  So the summaries of parts of a
 * corpus merge to that of the whole, in any order, to the byte. */
#ifndef KZI_SUMMARY_H
#define KZI_SUMMARY_H

#include "analysis/comparison.h"
#include "analysis/diff/blame.h"

#define KZI_MOVERS     10
#define KZI_BARS       64   /* distinct differences that are counted one by one */
#define KZI_MOVED_HAND 1000 /* bytes of a hand that is shown; what is longer is cut */

/* How many hands a rule has to do with. */
struct kzi_summed_rule {
    char *rule;    /* the address of a difference, or of the option behind it */
    int64_t hands; /* that it has part in */
    int64_t alone; /* of these, those that it explains by itself */
};

struct kzi_bar {
    int64_t from, to; /* points more than under the first ruleset */
    int64_t hands;
};

/* Bars rising.  With more than KZI_BARS distinct differences all are counted in coarse bars, 1 2 5
 * 10 20 50 and so on. */
struct kzi_histogram {
    bool coarse;
    unsigned count;
    struct kzi_bar bars[KZI_BARS + 1];
};

struct kzi_mover {
    int64_t by, points[2]; /* by: the second less the first */
    int64_t times;         /* the same hand may come again */
    char *hand;            /* as it was written */
    char *id;              /* JSON, or "" */
};

/* A ruleset against the first one.  Hands that one of both refuses have no points to compare. */
struct kzi_summed_pair {
    int64_t differs; /* hands that do */
    int64_t fields[KZI_FIELDS];
    int64_t more_hands, more_points, fewer_hands, fewer_points;
    struct kzi_histogram histogram; /* of the hands that both score */
    int64_t unexplained;            /* hands that differ for no rule that was found */
    int64_t not_looked_for;         /* hands whose search for reasons stopped at its budget */
    size_t n_rules, rules_capacity;
    struct kzi_summed_rule *rules; /* by name */
    unsigned n_movers;
    struct kzi_mover movers[KZI_MOVERS]; /* the biggest first */
};

struct kzi_summed_side {
    char *label, *version, *digest;
    int64_t refused, wins, points; /* points of the hands that win: their mean is points / wins */
};

struct kzi_summary {
    unsigned count;                  /* rulesets; 0: an empty summary, equal to none */
    int64_t hands, refused, differs; /* refused: no hand, or one that no ruleset takes */
    int64_t fields[KZI_FIELDS];      /* hands that differ in each, somewhere */
    struct kzi_summed_side sides[KZI_MAX_COMPARED];
    struct kzi_summed_pair pairs[KZI_MAX_COMPARED]; /* the first is not used */
    bool no_memory, overflow;                       /* asked once, at the end */
};

/* A summary that is zeroed needs no opening. */
void kzi_summary_free(struct kzi_summary *summary);
void kzi_summary_begin(struct kzi_summary *summary, const kz_ruleset *const *rules, unsigned count);

/* What is to blame for a hand under each ruleset against the first. */
struct kzi_summed_blame {
    const struct kzi_differences *differences; /* NULL: nothing was asked */
    struct kzi_blamed blamed;
};

/* hand: its line.  blame: of each result; the first is not used. */
void kzi_summary_add(struct kzi_summary *summary, const struct kzi_comparison *comparison,
                     const char *hand, size_t len, const struct kzi_summed_blame *blame);

/* False: they are of different rulesets; *which is the first that is not the same, or past the last
 * where one has more of them.  An empty summary takes over the other. */
bool kzi_summary_merge(struct kzi_summary *into, const struct kzi_summary *from, unsigned *which);

/* What a difference is called: "options.NAME" where that is set differently, or its address. */
void kzi_say_difference(struct kzi_text *text, const struct kzi_difference *difference);

/* --- reports --------------------------------------------------------------------------------- */

struct kzi_look;

/* One object without a newline. */
void kzi_summary_json(struct kzi_text *text, const struct kzi_summary *summary);
void kzi_summary_text(struct kzi_text *text, const struct kzi_summary *summary,
                      const struct kzi_look *look);

/* What is wrong with a summary, and where in its text. */
struct kzi_summary_fault {
    char text[200];
    size_t at;
};

/* Reads what kzi_summary_json wrote into an empty summary; false: it is none, or memory is out
 * (summary->no_memory). */
bool kzi_summary_read(struct kzi_summary *summary, const char *text, size_t len,
                      struct kzi_summary_fault *fault);

/* --- parts (summary_parts.c) ----------------------------------------------------------------- */

void kzi_sum(struct kzi_summary *summary, int64_t *sum, int64_t number);
void kzi_histogram_add(struct kzi_summary *summary, struct kzi_histogram *histogram, int64_t value,
                       int64_t hands);
void kzi_histogram_merge(struct kzi_summary *summary, struct kzi_histogram *into,
                         const struct kzi_histogram *from);
/* The coarse bar that a difference falls into, without hands. */
struct kzi_bar kzi_coarse_bar(int64_t value);
void kzi_rules_count(struct kzi_summary *summary, struct kzi_summed_pair *pair, const char *rule,
                     int64_t hands, int64_t alone);
/* Keeps a copy of the mover if it is one of the biggest. */
void kzi_movers_add(struct kzi_summary *summary, struct kzi_summed_pair *pair,
                    const struct kzi_mover *mover);
/* The order of movers: below 0 where a comes first, 0 where they are the same hand. */
int kzi_movers_order(const struct kzi_mover *a, const struct kzi_mover *b);

void kzi_summary_html(struct kzi_text *text, const struct kzi_summary *summary);

#endif

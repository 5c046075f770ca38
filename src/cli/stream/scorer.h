/* scorer.h - lines made into text, one after another: hands scored, deals settled, hands compared.
 * A scorer for each thread, and one job that they share. */
#ifndef KZI_SCORER_H
#define KZI_SCORER_H

#include "cli/cli.h"
#include "report/result_text.h"

struct kzi_scorer;
struct kzi_comparer;
struct kzi_summary;

/* A line as it came. */
struct kzi_scored_line {
    const char *text;
    size_t len;
    unsigned long number; /* from 1 in a stream; 0: a hand or deal by itself */
};

/* What is done with lines.  A kind keeps what it needs in scorer->own, released by the arena. */
struct kzi_scorer_kind {
    const char *thing; /* what a line is: "hand", "deal" */
    void (*open)(struct kzi_scorer *scorer);
    void (*take)(struct kzi_scorer *scorer, const struct kzi_scored_line *line);
    void (*end)(struct kzi_scorer *scorer); /* after the last line, one scorer at a time; or NULL */
};

extern const struct kzi_scorer_kind kzi_scores_hands, kzi_asks_why_not, kzi_settles_deals,
    kzi_compares_hands, kzi_sums_hands;

struct kzi_score_job {
    const struct kzi_args *args;
    const struct kzi_scorer_kind *kind;
    kz_ruleset *const *rules;
    unsigned n_rules;                    /* 1, unless hands are compared */
    const struct kzi_comparer *comparer; /* of these rules, if hands are compared */
    struct kzi_look look;
    bool json, html;
    bool comments;               /* skip blank lines and lines that begin with # in a stream */
    unsigned yaku;               /* of --why-not */
    unsigned width;              /* columns of the terminal */
    unsigned long *left_out;     /* hands that a comparison does not show because they are equal */
    unsigned long *shown;        /* and the others */
    struct kzi_summary *summary; /* of all hands */
};

struct kzi_scorer {
    const struct kzi_score_job *job;
    void *own;
    struct kzi_text *out, *err;   /* for standard output and standard error */
    int status;                   /* enum kzi_exit, the highest so far */
    int line_status;              /* of the line being taken */
    unsigned long taken, refused; /* lines */
};

/* --- for the commands ------------------------------------------------------------------------- */

/* A job as the options say, but for the rules. */
struct kzi_score_job kzi_score_job_of(const struct kzi_args *args,
                                      const struct kzi_scorer_kind *kind);
/* Take the line on the command line, or those of the input; return the exit status. */
int kzi_score_lines(const struct kzi_score_job *job);

/* --- one scorer ------------------------------------------------------------------------------- */

void kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_score_job *job);
/* Each result of a stream as text begins with an empty line; the writer drops the first. */
void kzi_scorer_take(struct kzi_scorer *scorer, const struct kzi_scored_line *line);
/* After the last line; return the status of all. */
int kzi_scorer_finish(struct kzi_scorer *scorer);
/* Score every line of the input; return the exit status. */
int kzi_score_stream(const struct kzi_score_job *job);

/* --- for the kinds ---------------------------------------------------------------------------- */

/* Count the status of a line. */
void kzi_scorer_count(struct kzi_scorer *scorer, int status);
/* Report a line that cannot be scored: in a stream at its place among the results, a hand or deal
 * by itself on standard error.  id is JSON or "". */
void kzi_scorer_refuse(struct kzi_scorer *scorer, const struct kzi_scored_line *line,
                       const char *id, const kz_error *error);
/* Say what is wrong with a line on standard error. */
void kzi_scorer_tell(struct kzi_scorer *scorer, const struct kzi_scored_line *line,
                     const kz_error *error);

#endif

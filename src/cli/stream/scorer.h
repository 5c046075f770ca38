/* scorer.h - one line after another made into text: hands scored, deals settled, hands compared.
 * One for each thread. */
#ifndef KZI_SCORER_H
#define KZI_SCORER_H

#include "cli/output.h"
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

/* What is done with lines.  A kind keeps what it needs in scorer->own. */
struct kzi_scorer_kind {
    const char *thing;                       /* that a line is: "hand", "deal" */
    bool (*open)(struct kzi_scorer *scorer); /* false: memory is out */
    void (*close)(struct kzi_scorer *scorer);
    void (*take)(struct kzi_scorer *scorer, const struct kzi_scored_line *line);
    void (*end)(struct kzi_scorer *scorer); /* after the last line, one scorer at a time; or NULL */
};

extern const struct kzi_scorer_kind kzi_scores_hands, kzi_asks_why_not, kzi_settles_deals,
    kzi_compares_hands, kzi_sums_hands;

/* Of a comparison that leaves out hands that come to the same. */
struct kzi_shown {
    unsigned long all, left_out;
};

struct kzi_score_job { /* what all threads share */
    const struct kzi_scorer_kind *kind;
    kz_ruleset *const *rules;
    unsigned n_rules;                    /* 1, but where hands are compared */
    const struct kzi_comparer *comparer; /* of these, where hands are compared */
    struct kzi_look look;
    bool json;
    unsigned jobs; /* threads for a stream */
    unsigned yaku; /* of which it is asked why not */
    /* of comparing */
    bool only_different;
    struct kzi_shown *shown;
    struct kzi_summary *summary; /* of all hands */
    unsigned width;              /* columns of the terminal */
    bool html;
    bool comments; /* of a stream: blank lines and lines that begin with # are passed over */
};

struct kzi_scorer {
    const struct kzi_score_job *scoring;
    void *own;
    struct kzi_text out, err;     /* for standard output and standard error */
    int status;                   /* enum kzi_exit, the highest so far */
    int line_status;              /* of the line being taken */
    unsigned long taken, refused; /* lines */
};

/* False: memory is out. */
bool kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_score_job *scoring);
void kzi_scorer_close(struct kzi_scorer *scorer);

/* After the last line. */
void kzi_scorer_finish(struct kzi_scorer *scorer);

/* Each result of a stream as text has an empty line before it; whoever writes them drops the
 * first. */
void kzi_scorer_take(struct kzi_scorer *scorer, const struct kzi_scored_line *line);

/* --- for the kinds --------------------------------------------------------------------------- */

/* Counts the status of a line. */
void kzi_scorer_count(struct kzi_scorer *scorer, int status);
/* Reports a line that cannot be scored: in a stream in its place among the results, a hand or deal
 * by itself on standard error.  id is JSON or "". */
void kzi_scorer_refuse(struct kzi_scorer *scorer, const struct kzi_scored_line *line,
                       const char *id, const kz_error *error);
/* Says what is wrong with a line on standard error. */
void kzi_scorer_tell(struct kzi_scorer *scorer, const struct kzi_scored_line *line,
                     const kz_error *error);
/* Ends the line of a result. */
void kzi_scorer_end(struct kzi_scorer *scorer);

#endif

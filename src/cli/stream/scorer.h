/* scorer.h - turn input lines into output text: score hands, settle deals, compare hands.
 *
 * Each thread has a scorer; they share one job. */
#ifndef KZI_SCORER_H
#define KZI_SCORER_H

#include "cli/cli.h"
#include "hand/parser/json_tokens.h"
#include "hand/parser/parser.h"
#include "report/result_text.h"
#include "score/prospect.h"

struct kzi_scorer;
struct kz_comparer;
struct kz_summary;
struct kzi_column_list;
struct kzi_scoreboard;

static inline unsigned long kzi_row_line(const struct kzi_line *line) {
    return line->number ? line->number : 1;
}

/* A kind of work on lines.  It keeps its data in scorer->own, which is freed with the arena. */
struct kzi_scorer_kind {
    const char *thing; /* the name of a line's content: "hand", "deal" */
    bool single;       /* each result is one line, so no empty line separates results */
    void (*open)(struct kzi_scorer *scorer); /* NULL: it has no data of its own */
    /* Work on the current line.  If it does not return KZ_OK, scorer->error says why, and nothing
     * else is written. */
    kz_status (*take)(struct kzi_scorer *scorer);
    /* called after the last line, one scorer at a time; or NULL */
    void (*end)(struct kzi_scorer *scorer);
};

extern const struct kzi_scorer_kind kzi_scores_hands, kzi_asks_why_not, kzi_finds_waits,
    kzi_finds_discards, kzi_pays_values, kzi_converts_hands, kzi_settles_deals, kzi_plays_deals,
    kzi_compares_hands, kzi_sums_hands;

struct kzi_score_job {
    const struct kzi_args *args;
    const struct kzi_scorer_kind *kind;
    kz_ruleset *const *rules;
    unsigned n_rules;                    /* to compare, or for records to choose from */
    const struct kz_comparer *comparer;  /* of these rules, if hands are compared */
    const struct kzi_notation *notation; /* of the hands; NULL: recognize it */
    const struct kzi_notation *to;       /* the notation to write, for convert */
    struct kzi_style style;
    const struct kzi_column_list *columns; /* NULL: no --columns */
    bool comments;                    /* skip blank lines and lines that begin with # in a stream */
    unsigned yaku;                    /* for --why-not */
    struct kzi_discard_search search; /* for discards; 0 turns: no prospects */
    double limit;                     /* seconds that a hand may take; 0: no limit */
    /* How many hands a comparison leaves out, because their results are equal, and shows. */
    unsigned long *left_out, *shown;
    struct kz_summary *summary;   /* of all hands */
    struct kzi_scoreboard *board; /* of the games that the deals make up */
};

struct kzi_scorer {
    const struct kzi_score_job *job;
    void *own;
    struct kzi_line line;         /* the current line */
    const struct kzi_hand *read;  /* the hand read from it, which has its id; NULL: none */
    kz_error error;               /* why the line is refused */
    unsigned which;               /* index of its ruleset */
    struct kzi_json_token named;  /* the ruleset that a record names; start NULL: none */
    char *name;                   /* buffer for that name */
    struct kzi_text *out, *err;   /* for standard output and standard error */
    int status;                   /* enum kzi_exit, the highest so far */
    int line_status;              /* of the current line */
    unsigned long taken, refused; /* numbers of lines */
};

/* --- for the commands ------------------------------------------------------------------------- */

/* Return the job for the options, without the rules. */
struct kzi_score_job kzi_score_job_of(const struct kzi_args *args,
                                      const struct kzi_scorer_kind *kind);
/* Score the line on the command line, or the lines of the input. */
void kzi_score_lines(const struct kzi_score_job *job);

/* --- one scorer ------------------------------------------------------------------------------- */

void kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_score_job *job);
/* Score a line.  In a stream each text result begins with an empty line, the first of which the
 * writer removes. */
void kzi_scorer_take(struct kzi_scorer *scorer, const struct kzi_line *line);
/* Finish after the last line; return the total status. */
int kzi_scorer_finish(struct kzi_scorer *scorer);
/* Score every line of the input. */
void kzi_score_stream(const struct kzi_score_job *job);

/* --- for the kinds ---------------------------------------------------------------------------- */

/* Note the status of a line. */
void kzi_scorer_note_status(struct kzi_scorer *scorer, int status);
/* Set scorer->which to the ruleset of the line, after it was read: the first ruleset unless a
 * record names another.  Return false, with scorer->error set, if not exactly one has that name. */
bool kzi_scorer_choose_ruleset(struct kzi_scorer *scorer);
/* Report the error of the line on standard error. */
void kzi_scorer_message(struct kzi_scorer *scorer, const kz_error *error);
/* Return whether results are text for people. */
static inline bool kzi_is_report(const struct kzi_score_job *job) {
    return job->style.form != KZI_JSON && !job->columns;
}

#endif

/* cases.h - case files: hands, deals and games with their expected results, and a runner for them.
 *
 * A case file names its ruleset, may list the statements of a rule book, and lists cases: a hand,
 * its expectations, and the statements it shows. An expectation of yaku is always the complete list
 * and one of payments covers every seat. Anything else is compared only if it is written, but a
 * hand wins unless the case gives win, reason or error. */
#ifndef KZI_CASES_H
#define KZI_CASES_H

#include "analysis/game/scoreboard.h"
#include "base/text.h"
#include "hand/parser/json_value.h"
#include "rules/reader/reader.h"

struct kzi_case_statement {
    const char *id, *says;
    struct kzi_place place;
    const char *not_checked; /* the reason; NULL: it can be checked */
    bool shown;              /* some case shows it */
};

struct kzi_case {
    const char *name, *hand, *deal; /* a hand, a deal or a game; the others are NULL */
    const struct kzi_node *game;    /* a list of deals */
    const struct kzi_node *options; /* for this case alone; NULL: none */
    const struct kzi_node *shows;   /* one statement or a list; NULL: none */
    struct kzi_place place;
    const struct kzi_node *expect;
    const struct kz_ruleset *rules;    /* that it is run with */
    const struct kzi_example *example; /* of a yaku; NULL: it is a case of a file */
    unsigned yaku;                     /* of the example */
};

/* A mutant of the rules that no hand can tell from them, and the reason. */
struct kzi_equivalent {
    const char *without, *because;
    struct kzi_place place;
};

struct kzi_cases {
    const struct kzi_node *ruleset;  /* a name or a path; NULL: an error was noted */
    const struct kzi_node *overlays; /* a list of paths; NULL: none */
    const struct kzi_node *options;  /* for all cases; NULL: none */
    struct kzi_names statement_names;
    struct kzi_case_statement *statements; /* by index */
    struct kzi_case *list;
    size_t count;
    const struct kzi_node *shared_with; /* a ruleset whose cases test what both have; NULL: none */
    struct kzi_equivalent *equivalent;
    size_t n_equivalent;
};

/* Return NULL if the file is not a tree of cases. Every error is noted. */
struct kzi_cases *kzi_cases_read(struct kzi_diags *diags, const struct kzi_source *source);

/* Note expectations of one case that its rules cannot meet: an unknown yaku, a shape they lack. */
void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules);

/* Called for each difference. The texts live until it returns. */
typedef void kzi_differs_fn(void *context, const char *key, const char *expected, const char *got);

/* Memory for running cases, reused from case to case. */
struct kzi_case_runner {
    kz_hand *hand;
    kz_result *result;            /* of the last hand, if scored is true */
    struct kzi_scoreboard *board; /* with the last deal and its settlement */
    bool scored;
    struct kzi_text expected, got;
    struct kzi_text json; /* what the last case came to; its scalars end in NUL */
    struct kzi_json_token *tokens;
    bool no_memory;          /* memory ran out in some case, which then did not pass */
    kzi_differs_fn *differs; /* NULL: not called */
    void *context;
};
/* Return false if memory ran out. */
bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules);
void kzi_case_runner_close(struct kzi_case_runner *runner);
/* Return whether the case passed with these rules. */
bool kzi_case_runner_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                         const struct kzi_case *one);

struct kzi_case_list {
    struct kzi_case *list;
    size_t count;
};
/* Return the cases (NULL: none), then the examples of the yaku that the rules use. */
struct kzi_case_list kzi_cases_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                  const struct kzi_cases *cases);

/* --- expectations (expectation.c) ------------------------------------------------------------- */

/* What an expectation applies to, as bits: a scored hand, one of the winners of a deal, a
 * settled deal, a refused hand or deal, one of the losers of a deal, a game. */
enum kzi_expects {
    KZI_OF_HAND = 1,
    KZI_OF_WINNER = 2,
    KZI_OF_DEAL = 4,
    KZI_OF_ERROR = 8,
    KZI_OF_LOSER = 16,
    KZI_OF_GAME = 32
};

/* What the lines of a mapping are for. */
enum kzi_expected_lines {
    KZI_NO_LINES,
    KZI_OF_YAKU,
    KZI_OF_COVERED,
    KZI_OF_FU,
    KZI_OF_SEATS,
    KZI_OF_PLAYERS
};

extern const struct kzi_kind kzi_kind_case[1], kzi_kind_expect[1], kzi_kind_equivalent[1];

struct kzi_expectation {
    const char *name;
    unsigned of; /* enum kzi_expects */

    /* what may be expected */
    const struct kzi_kind *kind;   /* for the schema */
    const char *what;              /* in messages; NULL: a number, or any text */
    const char *const *words;      /* its values, by index; or */
    size_t n_words, names;         /* names: where the model has them */
    bool or_none;                  /* "none" is allowed */
    enum kzi_expected_lines lines; /* of a mapping */
    unsigned each;                 /* of a list: enum kzi_expects */

    /* where JSON has it */
    const char *in, *as;            /* of which object it is a member; its key, if it is another */
    const char *list, *id, *number; /* of a mapping that is a list there: its key, that of an id and
                                       that of a number */
    const char *none;               /* what is got if it is null, or not there */
};

#define KZI_EXPECTATIONS 27
extern const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS];

/* Check the expectations of things of these bits (enum kzi_expects). */
void kzi_expect_keys(struct kzi_reader *reader, const struct kzi_node *expect, unsigned of);
/* Return the row of a name. */
const struct kzi_expectation *kzi_expectation_of(const char *name);
/* Write what is expected; NULL: nothing was written, and the hand should win. */
void kzi_put_expected(struct kzi_text *text, const struct kzi_node *node);
/* Write the same of what a result, a deal or a game says in JSON.  node: what is expected. */
void kzi_put_got(struct kzi_text *text, const struct kzi_expectation *row,
                 struct kzi_json_value root, const struct kzi_node *node);

/* The keys of a case file and of its parts, for the schema (schema.c). */
extern const struct kzi_key_table kzi_keys_cases, kzi_keys_case, kzi_keys_statement,
    kzi_keys_equivalent;
void kzi_cases_schema(struct kzi_text *text);

#endif

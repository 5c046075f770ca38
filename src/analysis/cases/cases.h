/* cases.h - case files: hands, deals and games with their expected results, and a runner for them.
 *
 * A case file names its ruleset, may list the statements of a rule book, and lists cases: a hand,
 * its expectations, and the statements that it shows.  Expected yaku are always the complete list,
 * and expected payments include every seat.  Other fields are compared only if they are written,
 * except that a hand wins unless the case gives win, reason or error. */
#ifndef KZI_CASES_H
#define KZI_CASES_H

#include "analysis/game/scoreboard.h"
#include "base/text.h"
#include "hand/parser/json_value.h"
#include "rules/reader/reader.h"

struct kzi_case_statement {
    const char *id, *says;
    struct kzi_place place;
    const char *not_checked; /* why it is not checked; NULL: it is */
    bool shown;              /* some case shows it */
};

struct kzi_case {
    const char *name, *hand, *deal; /* a hand, a deal or a game; the other two are NULL */
    const struct kzi_node *game;    /* list of deals */
    const struct kzi_node *options; /* options for this case alone; NULL: none */
    const struct kzi_node *shows;   /* one statement or a list; NULL: none */
    struct kzi_place place;
    const struct kzi_node *expect;
    const struct kz_ruleset *rules;    /* the rules that it is run with */
    const struct kzi_example *example; /* an example of a yaku; NULL: a case of a file */
    unsigned yaku;                     /* the yaku of the example */
};

/* A mutant that no hand can distinguish from the rules, with the reason. */
struct kzi_equivalent {
    const char *without, *because;
    struct kzi_place place;
};

struct kzi_cases {
    const struct kzi_node *ruleset;  /* a name or a path; NULL: an error was noted */
    const struct kzi_node *overlays; /* list of paths; NULL: none */
    const struct kzi_node *options;  /* options for all cases; NULL: none */
    struct kzi_names statement_names;
    struct kzi_case_statement *statements; /* by index */
    struct kzi_case *list;
    size_t count;
    const struct kzi_node *shared_with; /* another ruleset with the same cases for the rules that
                                           both have; NULL: none */
    struct kzi_equivalent *equivalent;
    size_t n_equivalent;
};

/* Read a file of cases.  Return NULL if it is not one.  Every error is noted. */
struct kzi_cases *kzi_cases_read(struct kzi_diags *diags, const struct kzi_source *source);

/* Note the expectations of a case that its rules cannot meet, such as an unknown yaku or a shape
 * that they lack. */
void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules);

/* Reports a difference.  The texts are valid until it returns. */
typedef void kzi_differs_fn(void *context, const char *key, const char *expected, const char *got);

/* Memory for running cases, reused for each case. */
struct kzi_case_runner {
    kz_hand *hand;
    kz_result *result;            /* of the last hand, if scored is true */
    struct kzi_scoreboard *board; /* with the last deal and its settlement */
    bool scored;
    struct kzi_text expected, got;
    struct kzi_text json; /* outcome of the last case; its scalars end in NUL */
    struct kzi_json_token *tokens;
    bool no_memory;          /* memory ran out in some case, which did not pass */
    kzi_differs_fn *differs; /* NULL: differences are not reported */
    void *context;
};
/* Prepare to run cases.  Return false if memory ran out. */
bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules);
void kzi_case_runner_close(struct kzi_case_runner *runner);
/* Run a case; return whether it passed with these rules. */
bool kzi_case_runner_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                         const struct kzi_case *one);

struct kzi_case_list {
    struct kzi_case *list;
    size_t count;
};
/* List the cases (cases NULL: none), then the examples of the yaku that the rules use. */
struct kzi_case_list kzi_cases_of(struct kzi_arena *arena, const struct kz_ruleset *rules,
                                  const struct kzi_cases *cases);

/* --- expectations (expectation.c) ------------------------------------------------------------- */

/* The things that an expectation applies to, by bit: a scored hand, a winner of a deal, a settled
 * deal, a refused hand or deal, a loser of a deal, a game. */
enum kzi_expects {
    KZI_OF_HAND = 1,
    KZI_OF_WINNER = 2,
    KZI_OF_DEAL = 4,
    KZI_OF_ERROR = 8,
    KZI_OF_LOSER = 16,
    KZI_OF_GAME = 32
};

/* The keys of an expected mapping. */
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
    unsigned of; /* set of enum kzi_expects */

    /* The values that may be expected: */
    const struct kzi_kind *kind;   /* for the schema */
    const char *what;              /* its description in messages; NULL: a number, or any text */
    const char *const *words;      /* the words allowed, by index; or */
    size_t n_words, names;         /* names: the model's names that are allowed, by offset */
    bool or_none;                  /* "none" is allowed */
    enum kzi_expected_lines lines; /* of a mapping */
    unsigned each;                 /* of the elements of a list: enum kzi_expects */

    /* The member of JSON that holds the actual value: */
    const char *in, *as;            /* the object that contains it; its key, if it has another */
    const char *list, *id, *number; /* of a mapping that JSON has as a list: the key of the list,
                                       and in its elements of the id and the number */
    const char *none;               /* the actual value if the member is null or missing */
};

#define KZI_EXPECTATIONS 27
extern const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS];

/* Check the expectations of a thing; kinds: set of enum kzi_expects. */
void kzi_expect_keys(struct kzi_rule_reader *reader, const struct kzi_node *expect, unsigned kinds);
/* Return the row with a name. */
const struct kzi_expectation *kzi_expectation_of(const char *name);
/* Write the expected value; NULL (nothing was written) means that the hand should win. */
void kzi_put_expected(struct kzi_text *text, const struct kzi_node *node);
/* Write the actual value of a result, a deal or a game in JSON. node: the expected value. */
void kzi_put_got(struct kzi_text *text, const struct kzi_expectation *row,
                 struct kzi_json_value root, const struct kzi_node *node);

/* The keys of a case file and of its parts, also for the schema (schema.c). */
extern const struct kzi_key_table kzi_keys_cases, kzi_keys_case, kzi_keys_statement,
    kzi_keys_equivalent;
void kzi_put_cases_schema(struct kzi_text *text);

#endif

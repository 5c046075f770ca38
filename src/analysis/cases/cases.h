/* cases.h - case files: hands and deals with what they must be worth, and whether they are.
 *
 * A case file names its ruleset, may list the statements of a rule book, and lists cases: a hand,
 * what is expected of it, and the statements it shows.  Of what is expected, yaku is always the
 * complete list and payments those of every seat; the rest is compared only where it is written,
 * but a hand wins unless the case says win, reason or error. */
#ifndef KZI_CASES_H
#define KZI_CASES_H

#include "base/text.h"
#include "score/result.h"

struct kzi_case_statement {
    const char *id, *says;
    struct kzi_place place;
    bool not_checked; /* with a reason why it cannot be */
    bool shown;       /* some case shows it */
};

struct kzi_case {
    const char *name, *hand, *deal; /* a hand or a deal; the other is NULL */
    const struct kzi_node *options; /* set for this case alone; NULL: none */
    struct kzi_place place;
    const struct kzi_node *expect;
};

/* A mutant of the rules that no hand can tell from the rules, and why. */
struct kzi_equivalent {
    const char *without, *because;
    struct kzi_place place;
};

struct kzi_cases {
    const struct kzi_node *ruleset;  /* a name or a path; NULL: an error was noted */
    const struct kzi_node *overlays; /* a list of paths; NULL: none */
    const struct kzi_node *options;  /* set for all cases; NULL: none */
    struct kzi_names statement_names;
    struct kzi_case_statement *statements; /* by number */
    struct kzi_case *list;
    size_t count;
    const struct kzi_node *shared_with; /* a ruleset whose cases test what both have; or NULL */
    struct kzi_equivalent *equivalent;
    size_t n_equivalent;
};

/* NULL: the file is no tree of cases at all.  Everything wrong is noted. */
struct kzi_cases *kzi_cases_read(struct kzi_diags *diags, const struct kzi_source *source);

/* Notes what one case expects that its rules cannot say: an unknown yaku, a shape they lack. */
void kzi_case_check(struct kzi_diags *diags, const struct kzi_case *one,
                    const struct kz_ruleset *rules);

/* Told of each difference.  The texts live until it returns. */
typedef void kzi_differs(void *context, const char *key, const char *expected, const char *got);

/* What running takes; used again from case to case. */
struct kzi_case_runner {
    kz_hand *hand;
    kz_result *result; /* of the last hand, where scored is true */
    struct kzi_deal *deal;
    struct kzi_settlement *settlement; /* of the last deal */
    bool scored;
    struct kzi_text expected, got;
    bool no_memory; /* of some case it cannot be told whether it passes: it did not */
    kzi_differs *differs;
    void *context;
};

/* False: memory is out. */
bool kzi_case_runner_open(struct kzi_case_runner *runner, const struct kz_ruleset *rules);
void kzi_case_runner_close(struct kzi_case_runner *runner);

/* Returns whether it passed. */
bool kzi_case_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules,
                  const struct kzi_case *one);
/* Likewise an example of a yaku, by the yaku's number. */
bool kzi_example_run(struct kzi_case_runner *runner, const struct kz_ruleset *rules, unsigned yaku,
                     const struct kzi_example *example);

/* --- the parts (case_reader.c, expectation.c, deal_expectation.c)
 * ----------------------------------------------------
 */

/* A value that a case may expect: how it is checked, and how it is written, expected and got, so
 * that both are the same text when they agree. */
struct kzi_expected {
    const struct kz_ruleset *rules;
    const struct kz_result *result;          /* NULL: there is none, but error */
    const struct kzi_settlement *settlement; /* NULL: it is no deal, or one that is refused */
    const kz_error *error;                   /* NULL: there is none */
    const struct kzi_node *node;             /* what is expected; NULL: nothing was written */
};

struct kzi_reader;
typedef void kzi_put_value(struct kzi_text *text, const struct kzi_expected *wanted);

struct kzi_expectation {
    const char *name;
    void (*check)(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused);
    kzi_put_value *expected, *got;
    unsigned of; /* enum kzi_expects */
};

/* Of what an expectation speaks, bits: a hand that is scored, one of the winners of a deal, a deal
 * that is settled, a hand or a deal that is refused. */
enum kzi_expects { KZI_OF_HAND = 1, KZI_OF_WINNER = 2, KZI_OF_DEAL = 4, KZI_OF_ERROR = 8 };

#define KZI_EXPECTATIONS 21
extern const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS];

/* For the schema: what an expectation is written as. */
const char *kzi_expectation_takes(const struct kzi_expectation *row);

/* Reads what is expected of things of these bits. */
void kzi_expect_keys(struct kzi_reader *reader, const struct kzi_node *expect, unsigned of);
/* Compares all that is written of one thing; named: what stands before the keys, or "". */
bool kzi_compare_all(struct kzi_case_runner *runner, const struct kzi_expected *wanted,
                     const struct kzi_node *expect, unsigned of, const char *named);

/* case_reader.c: the keys of a case file and of what is in it. */
extern const struct kzi_key_table kzi_keys_cases, kzi_keys_case, kzi_keys_statement,
    kzi_keys_equivalent;
/* case_schema.c: case files as JSON Schema. */
void kzi_cases_schema(struct kzi_text *text);

/* deal_expectation.c: what only a deal has.  Of results the winners are compared one by one. */
bool kzi_compare_results(struct kzi_case_runner *runner, const struct kzi_expected *wanted);

#endif

/* commands.h - the commands and the code they share. */
#ifndef KZI_COMMANDS_H
#define KZI_COMMANDS_H

#include "cli/cli.h"

struct kz_summary;
struct kzi_case_runner;
struct kzi_cases;

/* Run each command. What is left in args->out is printed after it. */
#define COMMAND(id, name, ...) void kzi_run_##name(const struct kzi_args *args);
#include "cli/commands.def"
#undef COMMAND

/* Return a yaku by its id or name. Ends the command if there is none, or several. */
unsigned kzi_find_yaku(const struct kzi_args *args, const struct kzi_model *model,
                       const char *name);

/* --- summaries (cmd_compare.c) ---------------------------------------------------------------- */

/* Return an empty one, kept with the arena: it is too large for the stack. */
struct kz_summary *kzi_summary_new(struct kzi_arena *arena);
/* Print it as text, JSON or a page. */
void kzi_print_summary(const struct kz_summary *summary, const struct kzi_args *args,
                       const struct kzi_style *style);

/* --- case files with their rules (casefile.c) ------------------------------------------------- */

/* A case that sets options has its own rules, shared with cases that set the same ones. */
struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules;     /* of the file; NULL: none */
    kz_ruleset **variants; /* rules of cases that set options */
    size_t n_variants;
    bool lays_over; /* test only the rules of the overlays */
};

/* Open a case file; -r replaces the ruleset that it names. After an error there are no rules. */
void kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args,
                       const struct kzi_source *source);
/* Open a file to test, if it could be read: either cases or rules, whose examples serve as cases.
 * An overlay is applied to the ruleset of -r. */
void kzi_casefile_open_any(struct kzi_casefile *file, const struct kzi_args *args,
                           const struct kzi_source *source);
/* Return a runner, freed with the arena or earlier by kzi_arena_give_back. */
struct kzi_case_runner *kzi_case_runner_new(struct kzi_arena *arena,
                                            const struct kz_ruleset *rules);
/* Return the path of the case file next to a rule file, RULES.yaml -> RULES.cases.yaml, or NULL
 * if the rule file's name does not fit. */
const char *kzi_cases_path(struct kzi_arena *arena, const char *path);
void kzi_casefile_close(const struct kzi_args *args, struct kzi_casefile *file);

/* kazoe test --mutate: try the mutants of every file of the command line (cases, or rules with
 * the cases next to them). */
void kzi_mutate_files(const struct kzi_args *args);

#endif

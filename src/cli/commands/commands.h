/* commands.h - the commands, and the code that they share. */
#ifndef KZI_COMMANDS_H
#define KZI_COMMANDS_H

#include "cli/cli.h"

struct kz_summary;
struct kzi_case_runner;
struct kzi_cases;

/* The function of each command.  The text that it leaves in args->out is printed. */
#define COMMAND(id, name, ...) void kzi_run_##name(const struct kzi_args *args);
#include "cli/commands.def"
#undef COMMAND

/* Return a yaku by its id or name.  Ends the command if there is none, or several. */
unsigned kzi_find_yaku(const struct kzi_args *args, const struct kzi_model *model,
                       const char *name);

/* --- summaries (cmd_compare.c) ---------------------------------------------------------------- */

/* Begin a summary in the arena: it is too large for the stack. */
struct kz_summary *kzi_summary_new(struct kzi_arena *arena, const kz_ruleset *const *rules,
                                   unsigned count);
/* Print a summary as text, JSON or a page. */
void kzi_print_summary(const struct kz_summary *summary, const struct kzi_args *args,
                       const struct kzi_style *style);

/* --- case files with their rules (casefile.c) ------------------------------------------------- */

/* A case file with its rules.  A case that sets options has rules of its own, shared with cases
 * that set the same options. */
struct kzi_casefile {
    struct kzi_cases *cases;
    kz_ruleset *rules;     /* of the file; NULL: none */
    kz_ruleset **variants; /* rules of the cases that set options */
    size_t n_variants;
    bool lays_over; /* test only the rules of the overlays */
};

/* Open a case file; -r replaces the ruleset that it names.  After an error it has no rules. */
void kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args,
                       const struct kzi_source *source);
/* Open a file to test, if it can be read: cases, or rules, whose examples serve as cases.  An
 * overlay is applied to the ruleset of -r. */
void kzi_casefile_open_any(struct kzi_casefile *file, const struct kzi_args *args,
                           const struct kzi_source *source);
/* Return a runner; it is freed with the arena, or earlier by kzi_arena_give_back. */
struct kzi_case_runner *kzi_case_runner_new(struct kzi_arena *arena,
                                            const struct kz_ruleset *rules);
/* Return the path of the case file next to a rule file: RULES.cases.yaml for RULES.yaml; NULL for
 * other names. */
const char *kzi_cases_path(struct kzi_arena *arena, const char *path);
void kzi_casefile_close(const struct kzi_args *args, struct kzi_casefile *file);

/* Try the mutants of every file on the command line (cases, or rules with the cases next to them):
 * kazoe test --mutate. */
void kzi_mutate_files(const struct kzi_args *args);

#endif

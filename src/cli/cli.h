/* cli.h - the parts that the commands share: the command line, output, and loading rules. */
#ifndef KZI_CLI_H
#define KZI_CLI_H

#include "base/text_json.h"
#include "base/utf8.h"
#include "compile/ruleset.h"
#include "hand/notation/notations.h"
#include "report/result_text.h"
#include "rules/loader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct kzi_args;

/* === the command line (options.c, options.def) ================================================ */

/* The commands, by their rows in commands.def. */
enum kzi_command_number {
#define COMMAND(id, ...) KZI_COMMAND_##id,
#include "cli/commands.def"
#undef COMMAND
    KZI_COMMANDS
};

/* The bit of a command among those that an option belongs to. */
#define KZI_FOR(id) (1U << KZI_COMMAND_##id)

enum kzi_command_option {
#define OPTION(id, ...) KZI_OPT_##id,
#include "cli/options.def"
#undef OPTION
    KZI_OPTIONS
};

/* A row of the table, by enum kzi_command_option (options.def). */
struct kzi_option_row {
    char letter;
    const char *name, *argument;
    unsigned commands; /* set of KZI_FOR */
    const char *says;
};

extern const struct kzi_option_row kzi_option_rows[KZI_OPTIONS];

#define KZI_MAX_REPEATED 64 /* the most times that an option may be given */
#define KZI_MAX_JOBS     256

/* A row of commands.def. */
struct kzi_command {
    const char *name;
    unsigned bit; /* KZI_FOR of the command */
    void (*run)(const struct kzi_args *args);
    const char *group, *usage, *says, *help;
};

/* The values of an option that may be repeated. */
struct kzi_option_values {
    const char *value[KZI_MAX_REPEATED];
    size_t after[KZI_MAX_REPEATED]; /* the number of rulesets before each */
    size_t count;
};

/* A parsed command line. */
struct kzi_args {
    const struct kzi_command *command;
    struct kzi_arena *arena;                               /* lives as long as the program */
    struct kzi_text *out;                                  /* for standard output */
    unsigned given[KZI_OPTIONS];                           /* how often each option was given */
    const char *value[KZI_OPTIONS];                        /* the last value of each option */
    struct kzi_option_values rulesets, overlays, settings; /* -r, or the words of diff; -O; --set */
    char **rest;                                           /* the words after the options */
    size_t n_rest;
    kz_diag *diag;          /* called for errors in rule files; NULL: errors are not reported */
    void *payload;          /* for diag */
    volatile int *status;   /* enum kzi_exit; it never falls (kzi_raise) */
    struct kzi_style style; /* of reports, without a language */
    unsigned jobs;          /* of --jobs, or 1 */
};

/* Fill in args from the words of a command (argv[0] is its name).  Ends the command after --help or
 * an error. */
void kzi_options_read(struct kzi_args *args, int argc, char **argv);

/* Return the notation that an option names (--notation, --to), or NULL if it is not given. */
const struct kzi_notation *kzi_notation_option(const struct kzi_args *args, int option);

/* Return the number that an option gives, or `missing` if it is not given.  Ends the command if the
 * value is no number from `min` to `max`. */
uint64_t kzi_number_option(const struct kzi_args *args, int option, uint64_t min, uint64_t max,
                           uint64_t missing);

void kzi_put_options_help(struct kzi_text *text, const struct kzi_command *command);

/* === output (output.c) ======================================================================== */

/* The exit status.  If several apply, the highest is used. */
enum kzi_exit {
    KZI_EXIT_DONE,
    KZI_EXIT_NEGATIVE, /* no win, a failed case */
    KZI_EXIT_USAGE,    /* bad usage, or a bad hand */
    KZI_EXIT_RULES,    /* bad rules, an unknown ruleset */
    KZI_EXIT_SYSTEM    /* memory, reading, writing */
};

int kzi_worse(int status, int other); /* returns the higher one */

/* --- messages on standard error --------------------------------------------------------------- */

/* Write a line to standard error: "kazoe: ...", or "kazoe COMMAND: ..." if args is not NULL. */
void kzi_message(const struct kzi_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Refer to --help.  Return KZI_EXIT_USAGE. */
int kzi_message_try_help(const struct kzi_args *args);
/* Write "WHAT 'NAME'; did you mean 'KNOWN'?" */
void kzi_message_unknown(const struct kzi_args *args, const char *what, const char *name,
                         const char *const *known, size_t count);
int kzi_message_no_memory(void); /* returns KZI_EXIT_SYSTEM */

/* Raise the exit status of the command to at least `status`. */
void kzi_raise(const struct kzi_args *args, int status);
/* End the command with this status at once, from any depth of the thread that began it, and free
 * the arena. kzi_end_usage first writes a message and refers to --help. */
_Noreturn void kzi_command_end(const struct kzi_args *args, int status);
_Noreturn void kzi_end_usage(const struct kzi_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define KZI_ENDED 2 /* the value of setjmp after kzi_command_end */

/* --- standard output -------------------------------------------------------------------------- */

/* Write and empty args->out, or keep it for the page of --html.  Ends the command on errors. */
void kzi_output_print(const struct kzi_args *args);
/* Return whether output goes to a page of --html instead of standard output. */
bool kzi_is_for_page(const struct kzi_args *args);
/* Write and empty any text, to standard output or the page; report an error.  Return KZI_EXIT_DONE
 * or KZI_EXIT_SYSTEM. */
int kzi_write(struct kzi_text *text);
int kzi_write_errors(struct kzi_text *text); /* to standard error */
/* Write the page, unless the command failed, and close standard output.  A new file is written next
 * to an existing page and replaces it when complete; a target that is not a regular file of this
 * user with a single name is written in place.  Return the worse of `status` and the status of
 * this. */
int kzi_output_close(int status);

/* Begin and end a JSON object on a line of its own. */
void kzi_begin_object(struct kzi_text *text);
void kzi_end_object(struct kzi_text *text);

/* --- diagnostics of rule files ---------------------------------------------------------------- */

/* A kz_diag that writes to standard error. */
void kzi_message_diagnostic(void *unused, const kz_error *error);
/* Report diagnostics to args->diag; return whether there was no error among them. */
bool kzi_message_all(const struct kzi_args *args, const struct kzi_diags *diags);
/* Report by errno why a file could not be read. */
void kzi_message_unread(const struct kzi_args *args, const char *path);

/* --- progress --------------------------------------------------------------------------------- */

double kzi_now(void); /* seconds from some point in time */

/* The progress through a stream, shown to a user at a terminal. */
struct kzi_progress {
    bool show, shown;
    double begun, reported; /* seconds */
};

struct kzi_progress kzi_progress_begin(bool show);
/* Write the progress now and then. taken: bytes read, out of size; size 0: unknown. */
void kzi_progress_show(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size);
void kzi_progress_end(const struct kzi_progress *progress);

/* === files (rule_files.c) ===================================================================== */

bool kzi_is_there(const char *path);

/* Return the rule path: the folders searched for names, separated by colons. */
const char *kzi_rule_path(struct kzi_arena *arena);
/* Return the sentences of languages/LANGUAGE.yaml from the first folder of the rule path that has
 * it, or NULL.  Ends the command if it cannot be read. */
const struct kzi_node *kzi_catalogue_read(const struct kzi_args *args, const char *language);

struct kzi_named_file {
    const char *name, *path;
};

/* The type of a file, by its name and its top keys: a part of rulesets that extends others, a
 * ruleset, cases, a configuration file, else an overlay. */
enum kzi_file_kind {
    KZI_FILE_OVERLAY,
    KZI_FILE_PART,
    KZI_FILE_RULES,
    KZI_FILE_CASES,
    KZI_FILE_CONFIG
};

enum kzi_file_kind kzi_file_kind(const char *path, const char *text);

/* List the files of a kind that can be found by name in the folder `below` of the rule path ("":
 * the folders themselves), sorted.  If several have the same name, only the first is listed. */
size_t kzi_files_list(const struct kzi_args *args, const char *below, enum kzi_file_kind kind,
                      const struct kzi_named_file **list);

/* Read a whole file.  The text ends in NUL; it is NULL if the file cannot be read (see errno;
 * EFBIG: larger than rule files may be). named: the user named it; else it was found next to a
 * file, and a link must not lead out of the rule path. */
struct kzi_source *kzi_file_read(const struct kzi_args *args, const char *path, bool named);

/* === the rules of a run (ruleset_argument.c) ================================================== */

struct kzi_ruleset_argument {
    const struct kzi_args *args;
    struct kzi_request request; /* spec.rules.text NULL: no ruleset is named */
    const char *decided_by;     /* the configuration file that names the rules; NULL: none does */
    const char *config;         /* the configuration file that was read; NULL: none */
    const char *language;       /* of names; NULL: none was requested, and no ruleset is open yet */
};

/* Return whether a ruleset was chosen. */
static inline bool kzi_is_chosen(const struct kzi_ruleset_argument *argument) {
    return argument->request.spec.rules.text;
}
/* Return whether a word of the command line is the spec of a ruleset that exists. */
bool kzi_names_rules(const struct kzi_args *args, const char *text);
/* Choose the rules. name: the spec on the command line, or NULL.  Return false after an error. */
bool kzi_rulesets_choose(struct kzi_ruleset_argument *argument, const struct kzi_args *args,
                         const char *name);

/* Return the argument for a single rule file, for kzi_ruleset_argument_load. */
struct kzi_ruleset_argument kzi_ruleset_argument_of(const struct kzi_args *args, const char *path);
/* Take the ruleset, overlays and settings from a spec; call it before anything is added. rank: of
 * the settings.  Return false if the text is no spec. */
bool kzi_add_spec(struct kzi_ruleset_argument *argument, const char *text, enum kzi_rank rank);
/* Return the request for a ruleset that a file names. */
struct kzi_spec_word kzi_spec_word_of(const struct kzi_node *name);
/* Add overlays that a file names; list may be NULL. */
void kzi_add_overlays(struct kzi_ruleset_argument *argument, const struct kzi_node *list);
/* Set options as in a mapping, which may be NULL. */
void kzi_add_options(struct kzi_ruleset_argument *argument, const struct kzi_node *options,
                     enum kzi_rank rank);
/* Add the overlays and settings of the command line for ruleset `index`: those before the first
 * ruleset, which apply to all, and those after it.  If both set an option, the latter wins. */
void kzi_add_command_line(struct kzi_ruleset_argument *argument, size_t index);
/* Add a file as one more overlay; return false if it is an overlay already. */
bool kzi_add_file(struct kzi_ruleset_argument *argument, const char *path);
/* Load the rules; return NULL after an error.  Freed with the arena of args, or earlier by
 * kzi_rules_close. */
kz_ruleset *kzi_ruleset_argument_load(const struct kzi_ruleset_argument *argument);

/* Return the options with the ruleset of -r, if it is given, as the first word. */
struct kzi_args kzi_args_with_ruleset(const struct kzi_args *args);
/* Choose and load the rules, and check the language.  Ends the command on failure. */
kz_ruleset *kzi_ruleset_argument_open(struct kzi_ruleset_argument *argument,
                                      const struct kzi_args *args, const char *name);
/* Load a file with the settings of the command line. */
kz_ruleset *kzi_file_load(const struct kzi_args *args, const char *path);
/* Load the rules of a spec, with the overlays and settings for ruleset `index` of the command line.
 * rank: of the settings in the spec. */
kz_ruleset *kzi_rules_open(const struct kzi_args *args, const char *spec, size_t index,
                           enum kzi_rank rank);
/* Open all rulesets of the command line with their settings; return the language of names.  Ends
 * the command on failure. */
const char *kzi_rulesets_open(kz_ruleset **rules, const struct kzi_args *args);
/* Return the style of reports in a language, with its catalogue if there is one; language NULL:
 * none.  Ends the command on failure. */
struct kzi_style kzi_style_in(const struct kzi_args *args, const char *language);
void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules); /* rules may be NULL */
/* Load a file that may be a part: one that others extend, or that is laid over them. */
kz_ruleset *kzi_part_load(const struct kzi_args *args, const char *path);
/* Report that no ruleset is named, and how to name one. */
_Noreturn void kzi_end_no_ruleset(const struct kzi_ruleset_argument *argument);

/* --- languages of names ----------------------------------------------------------------------- */

/* Return the language of --language or the configuration file, for a command that needs no ruleset
 * or several; NULL if neither gives one.  Ends the command if that file has errors. */
const char *kzi_choose_language(const struct kzi_args *args);
/* Return `asked` or, if that is NULL, the language that the ruleset prefers. */
const char *kzi_language_for(const char *asked, const kz_ruleset *rules);

/* --- the configuration file ------------------------------------------------------------------- */

/* Write the JSON Schema of configuration files. */
void kzi_put_config_schema(struct kzi_text *text);

#endif

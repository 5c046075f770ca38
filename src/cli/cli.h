/* cli.h - what the commands share: the command line, output, and the rules of a run. */
#ifndef KZI_CLI_H
#define KZI_CLI_H

#include "base/text_json.h"
#include "base/utf8.h"
#include "compile/ruleset.h"
#include "rules/loader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* === the command line (options.c, options.def) ================================================ */

/* Bits: which commands an option belongs to. */
enum kzi_command_bit {
    KZI_FOR_SCORE = 1,
    KZI_FOR_CHECK = 2,
    KZI_FOR_SHOW = 4,
    KZI_FOR_TEST = 8,
    KZI_FOR_LIST = 16,
    KZI_FOR_SETTLE = 32,
    KZI_FOR_COMPARE = 64,
    KZI_FOR_TABLE = 128,
    KZI_FOR_MERGE = 256,
    KZI_FOR_DIFF = 512
};

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
    unsigned commands;
    const char *says;
};

extern const struct kzi_option_row kzi_option_rows[KZI_OPTIONS];

struct kzi_args;

#define KZI_MAX_REPEATED 64 /* times that an option may be given */
#define KZI_MAX_JOBS     256

struct kzi_command {
    const char *name;
    unsigned bit;      /* enum kzi_command_bit */
    const char *usage; /* what follows the name */
    const char *says;  /* one phrase */
    const char *help;  /* the rest, and examples */
    int (*run)(const struct kzi_args *args);
};

/* The values of an option that may be repeated. */
struct kzi_repeated {
    const char *value[KZI_MAX_REPEATED];
    size_t after[KZI_MAX_REPEATED]; /* how many of the rulesets precede it */
    size_t count;
};

/* A parsed command line. */
struct kzi_args {
    const struct kzi_command *command;
    struct kzi_arena *arena;                          /* lives as long as the program */
    unsigned given[KZI_OPTIONS];                      /* how often */
    const char *value[KZI_OPTIONS];                   /* the last one */
    struct kzi_repeated rulesets, overlays, settings; /* -r, or the words of diff; -O; --set */
    char **rest;                                      /* the words after the options */
    size_t n_rest;
    kz_diag *diag;        /* takes what is wrong with rule files; NULL: nobody asks */
    void *payload;        /* of diag */
    volatile int *status; /* for kzi_end */
    bool color;           /* of --color, NO_COLOR and the terminal */
    unsigned jobs;        /* of --jobs; 1 without it */
};

/* Fill args from the words after the command's name (argv[0] is that name).  Where help was asked
 * for, or something is wrong, the command ends here. */
void kzi_options_read(struct kzi_args *args, int argc, char **argv);
/* The same for words that someone still types: pass over what is wrong.  Returns the option whose
 * value is still to come, or -1. */
int kzi_options_read_typed(struct kzi_args *args, int argc, char **argv);

bool kzi_option_belongs(int option, const struct kzi_command *command);

void kzi_options_help(struct kzi_text *text, const struct kzi_command *command);

/* === output (output.c) ======================================================================== */

/* Of several that apply, the highest. */
enum kzi_exit {
    KZI_EXIT_DONE,
    KZI_EXIT_NEGATIVE, /* no win, a failed case */
    KZI_EXIT_USAGE,    /* bad usage, or a bad hand */
    KZI_EXIT_RULES,    /* bad rules, an unknown ruleset */
    KZI_EXIT_SYSTEM    /* memory, reading, writing */
};

int kzi_worse(int status, int other); /* the higher one */

/* --- messages on standard error --------------------------------------------------------------- */

/* Write one line: "kazoe: ...", or "kazoe COMMAND: ..." where a command is given. */
void kzi_say(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, and where to find help.  Returns KZI_EXIT_USAGE. */
int kzi_say_usage(const char *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
int kzi_say_try_help(const char *command); /* the second line alone */
/* Write "WHAT 'NAME'; did you mean 'KNOWN'?"  Returns KZI_EXIT_USAGE. */
int kzi_say_unknown(const char *command, const char *what, const char *name,
                    const char *const *known, size_t count);
/* Say why a file cannot be read, by errno.  Returns the exit status of a rule file. */
int kzi_say_unread(const char *command, const char *path);
/* Say why input cannot be read, by errno; path: NULL for standard input.  Returns KZI_EXIT_SYSTEM.
 */
int kzi_say_unread_input(const char *command, const char *path);
int kzi_say_no_memory(void); /* returns KZI_EXIT_SYSTEM */

/* End the command with a status, from any depth of the thread that began it: what it has goes with
 * the arena.  The same after kzi_say_usage, and because memory is out. */
_Noreturn void kzi_end(const struct kzi_args *args, int status);
_Noreturn void kzi_end_usage(const struct kzi_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
_Noreturn void kzi_no_memory(struct kzi_arena *arena);

/* --- standard output -------------------------------------------------------------------------- */

/* Write all of text, or say why that fails, and empty it.  Returns the status: done or system. */
int kzi_print(struct kzi_text *text);
int kzi_print_now(struct kzi_text *text);     /* and flush */
void kzi_print_errors(struct kzi_text *text); /* to standard error */
/* Print a whole report: to the page of --html, and if it is plain text and colors are on, with bold
 * headings and keys (a line that an indented line follows, the first of several columns). */
int kzi_print_report(struct kzi_text *text, const struct kzi_args *args);
/* Close standard output; what it still held may fail to be written. */
int kzi_print_close(void);

/* Make standard output the page that --html names; without it, or with "-", it stays what it is.  A
 * page that exists stays as it is until the new one is whole, which is written next to it and
 * renamed at the end. What is not a plain file of one's own with one name is written in place.
 * Where that fails, the command ends. */
void kzi_page_open(const struct kzi_args *args);
/* After the last output: return the exit status.  The page of a command that failed is dropped. */
int kzi_page_close(int status);

/* Begin and end an object of JSON on a line of its own. */
void kzi_begin_object(struct kzi_text *text);
void kzi_end_object(struct kzi_text *text);

/* --- diagnostics of rule files ---------------------------------------------------------------- */

/* A kz_diag that writes to standard error. */
void kzi_say_diagnostic(void *unused, const kz_error *error);
/* Report to wherever the diagnostics of the run go. */
void kzi_report(const struct kzi_args *args, const kz_error *error);
/* All of them; return the status: done or rules. */
int kzi_report_all(const struct kzi_args *args, const struct kzi_diags *diags);
/* Report, by errno, why a file could not be read.  Returns the status: rules or system. */
int kzi_report_unread(const struct kzi_args *args, const char *path);

/* --- progress --------------------------------------------------------------------------------- */

/* How far a stream has come, for someone who waits at a terminal. */
struct kzi_progress {
    bool show, shown;
    double begun, told; /* seconds */
};

struct kzi_progress kzi_progress_begin(bool show);
/* Write it now and then.  taken of size bytes were read; size 0: not known. */
void kzi_progress_tell(struct kzi_progress *progress, const char *things, unsigned long done,
                       unsigned long long taken, unsigned long long size);
void kzi_progress_end(const struct kzi_progress *progress);

/* === threads (threads.c) ====================================================================== */

/* Call work with each of `count` elements of an array, of which each has `size` bytes, in a thread
 * of its own, the first in this one; return when all are done.  Where threads cannot be started,
 * the last elements are left out: work shares out what there is to do. */
void kzi_run_threads(void *(*work)(void *), void *elements, size_t size, unsigned count);

/* === files (rulesets.c) ======================================================================= */

/* True if a name is a path: it contains a / or ends in .yaml. */
bool kzi_is_path(const char *name);
bool kzi_is_name(const char *name); /* if it is well-formed */
bool kzi_is_there(const char *path);

/* The folders that names are looked up in, with colons between them. */
const char *kzi_rules_folders(struct kzi_arena *arena);

/* The path of a ruleset, NULL if there is none of that name.  beside: a file whose folder is looked
 * in first, and which a relative path starts from; or NULL. */
const char *kzi_rules_find(struct kzi_arena *arena, const char *name, const char *beside);
/* Why there is none: the name, and a known one near it. */
const char *kzi_rules_unknown(struct kzi_arena *arena, const char *name);

/* The path of an overlay, NULL if there is none: one that came with kazoe by its name, or a file.
 * beside: a file whose folder a relative path starts from, or NULL. */
const char *kzi_overlay_find(struct kzi_arena *arena, const char *name, const char *beside);
const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *name);

struct kzi_found {
    const char *name, *path;
};

/* All that can be found by name, in the order of the names; of two alike the first. */
size_t kzi_rules_list(struct kzi_arena *arena, const struct kzi_found **list);
/* The overlays likewise. */
size_t kzi_overlays_list(struct kzi_arena *arena, const struct kzi_found **list);

/* What a file is, by the keys at its top: an overlay unless another is recognized, a part of
 * rulesets that extends others, a ruleset, cases. */
enum kzi_file_kind { KZI_FILE_OVERLAY, KZI_FILE_PART, KZI_FILE_RULES, KZI_FILE_CASES };

enum kzi_file_kind kzi_file_kind(const char *text);

/* Read a whole file; its text ends in NUL, and is NULL if it cannot be read (errno says why; EFBIG:
 * it is larger than rule files may be).  named: by the user; else it was found next to a file, and
 * a link in the rule path does not lead out of it. */
struct kzi_source *kzi_source_read(const struct kzi_args *args, const char *path, bool named);

/* === the rules of a run (ruleset_argument.c) ================================================== */

struct kzi_ruleset_argument {
    const struct kzi_args *args;
    const char *path;       /* of the rule file; NULL: none is named */
    const char *decided_by; /* the configuration file, where it decides; NULL: the command line */
    const char *config;     /* the configuration file that was read, whoever decides; or NULL */
    const char *language;   /* of names; NULL: none is asked for, and no ruleset is open yet */
    const char **overlays, **settings;
    const struct kzi_entry **said; /* of each setting, where a file says it; NULL: none does */
    size_t n_overlays, n_settings;
    struct kzi_setting_origin told; /* which of this a file says */
};

/* Choose the rules.  name: the ruleset on the command line; NULL: none.  Returns the status to go
 * on with. */
int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name);

/* A rule file alone, for kzi_ruleset_argument_load. */
struct kzi_ruleset_argument kzi_ruleset_argument_of(const struct kzi_args *args, const char *path);
/* Lay overlays over it that a file names; list may be NULL. */
void kzi_add_overlays(struct kzi_ruleset_argument *choice, const struct kzi_node *list,
                      const char *file, struct kzi_diags *diags);
/* Set the options of a mapping, which may be NULL; yields: but for those that the command line
 * sets. */
void kzi_add_options(struct kzi_ruleset_argument *choice, const struct kzi_node *options,
                     bool yields);
/* Add the overlays and settings of the command line that belong to its ruleset number `index`:
 * those before the first ruleset, which are for all, and those after it.  Of an option set in both
 * places the setting after it counts. */
void kzi_add_command_line(struct kzi_ruleset_argument *choice, size_t index);
/* args with a file as one more -O, unless it is one already.  Returns the status. */
int kzi_args_with_overlay(struct kzi_args *with, const struct kzi_args *args, const char *path);
/* Load the rules.  On failure *rules is NULL and the status to exit with is returned.  What is
 * loaded goes with the arena of args, or before that with kzi_rules_close. */
int kzi_ruleset_argument_load(kz_ruleset **rules, struct kzi_ruleset_argument *choice);

/* Choose and load, and check the language.  Without such rules the command ends. */
kz_ruleset *kzi_ruleset_argument_open(struct kzi_ruleset_argument *choice,
                                      const struct kzi_args *args, const char *name);
/* Load a file with what the command line says; find it by name and load it likewise. */
int kzi_rules_load(kz_ruleset **rules, const struct kzi_args *args, const char *path);
int kzi_rules_open(kz_ruleset **rules, const struct kzi_args *args, const char *name);
/* Open all rulesets of the command line, each with what belongs to it, and return the language of
 * names.  Without one of them the command ends. */
const char *kzi_rulesets_open(kz_ruleset **rules, const struct kzi_args *args);
void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules); /* NULL: there is none */
/* Report all that is wrong with the rule file at path; a file that others extend may be a part.
 * budget: what it may take; NULL: as much as a ruleset may. */
int kzi_rules_look_at(const struct kzi_args *args, const char *path, struct kzi_budget *budget);
/* Say that no ruleset is named, and what to write.  Returns KZI_EXIT_USAGE. */
int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice);

/* --- languages of names ----------------------------------------------------------------------- */

/* The language of --language or the configuration file, for a command that needs no ruleset or
 * several; NULL: neither names one.  Where that file is wrong the command ends. */
const char *kzi_choose_language(const struct kzi_args *args);
/* asked, or if that is NULL, the language that the ruleset prefers. */
const char *kzi_language_for(const char *asked, const kz_ruleset *rules);

/* --- the configuration file ------------------------------------------------------------------- */

/* True if a file is one, by its name or by having no other keys than a configuration file. */
bool kzi_config_is(const char *path, const char *text);
/* Such a file as JSON Schema. */
void kzi_config_schema(struct kzi_text *text);

#endif

/* options.h - the options of all commands: one table for parsing, help and completion. */
#ifndef KZI_CLI_OPTIONS_H
#define KZI_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

/* Bits: which commands an option belongs to. */
enum kzi_command_bit {
    KZI_FOR_SCORE = 1,
    KZI_FOR_CHECK = 2,
    KZI_FOR_SHOW = 4,
    KZI_FOR_TEST = 8,
    KZI_FOR_LIST = 16,
    KZI_FOR_SETTLE = 32,
    KZI_FOR_COMPARE = 64,
    KZI_FOR_TABLE = 256,
    KZI_FOR_MERGE = 1024,
    KZI_FOR_DIFF = 512
};

enum kzi_command_option {
    KZI_OPT_RULESET,
    KZI_OPT_INPUT,
    KZI_OPT_COMMENTS,
    KZI_OPT_JSON,
    KZI_OPT_HTML,
    KZI_OPT_EXPLAIN,
    KZI_OPT_WHY_NOT,
    KZI_OPT_TAP,
    KZI_OPT_NAME,
    KZI_OPT_MUTATE,
    KZI_OPT_JOBS,
    KZI_OPT_COLOR,
    KZI_OPT_OPTIONS,
    KZI_OPT_YAML,
    KZI_OPT_NOTES,
    KZI_OPT_CONFINED,
    KZI_OPT_ONLY_DIFFERENT,
    KZI_OPT_SCHEMA,
    KZI_OPT_EXHAUSTIVE,
    KZI_OPT_SUMMARY,
    KZI_OPT_TEXT,
    KZI_OPT_OVERLAY,
    KZI_OPT_SET,
    KZI_OPT_CONFIG,
    KZI_OPT_LANGUAGE,
    KZI_OPT_HELP,
    KZI_OPT_VERSION,
    KZI_OPTIONS
};

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

/* A parsed command line. */
struct kzi_args {
    const struct kzi_command *command;
    struct kzi_arena *arena;                /* lives as long as the program */
    unsigned given[KZI_OPTIONS];            /* how often */
    const char *value[KZI_OPTIONS];         /* the last one */
    const char *rulesets[KZI_MAX_REPEATED]; /* -r; of diff: the words */
    const char *overlays[KZI_MAX_REPEATED], *settings[KZI_MAX_REPEATED]; /* -O, --set */
    size_t n_rulesets, n_overlays, n_settings;
    /* How many of the rulesets precede each. */
    size_t overlay_after[KZI_MAX_REPEATED], setting_after[KZI_MAX_REPEATED];
    char **rest; /* the words after the options */
    size_t n_rest;
    bool color;    /* of --color, NO_COLOR and the terminal */
    unsigned jobs; /* of --jobs; 1 without it */
};

/* Fill args from the words after the command's name (argv[0] is that name).  Returns false with
 * *status set if there is nothing more to do: help was asked for, or something is wrong. */
bool kzi_options_read(struct kzi_args *args, int argc, char **argv, int *status);

/* Keep an option and its value; false: it is given too often. */
bool kzi_args_keep(struct kzi_args *args, int option, const char *value);

/* option: enum kzi_command_option */
bool kzi_option_belongs(size_t option, const struct kzi_command *command);

/* Return the option that a word is, -1 for none: --name, --name=VALUE, -x or -xVALUE.  *value: the
 * value within the word, or NULL. */
int kzi_option_of_word(const struct kzi_command *command, const char *word, const char **value);
const char *kzi_option_name(int option);
const char *kzi_option_argument(int option); /* what its value is called; NULL: it takes none */

void kzi_options_help(struct kzi_text *text, const struct kzi_command *command);

#endif

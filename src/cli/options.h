/* options.h - the options of all commands: one table for parsing, help and completion. */
#ifndef KZI_CLI_OPTIONS_H
#define KZI_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/text.h"
#include "kazoe.h"

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
    kz_diag *diag; /* takes what is wrong with rule files; NULL: nobody asks */
    void *payload; /* of diag */
    bool color;    /* of --color, NO_COLOR and the terminal */
    unsigned jobs; /* of --jobs; 1 without it */
};

/* Fill args from the words after the command's name (argv[0] is that name).  Returns false with
 * *status set if there is nothing more to do: help was asked for, or something is wrong. */
bool kzi_options_read(struct kzi_args *args, int argc, char **argv, int *status);
/* The same for words that someone still types: pass over what is wrong.  Returns the option whose
 * value is still to come, or -1. */
int kzi_options_read_typed(struct kzi_args *args, int argc, char **argv);

bool kzi_option_belongs(int option, const struct kzi_command *command);

void kzi_options_help(struct kzi_text *text, const struct kzi_command *command);

#endif

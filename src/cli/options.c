/* Read a command line as options.def describes it, and write --help from the same table. */
#include "cli/cli.h"
#include <getopt.h>
#include <stdint.h>

/* Sets of commands, as options.def names them. */
enum {
#define COMMAND(id, ...) id = KZI_FOR(id),
#include "cli/commands.def"
#undef COMMAND
    SCORING = SCORE | SETTLE | WAITS | DISCARDS | VALUE,
    LINES = SCORING | COMPARE, /* take hands or deals, one or many */
    HANDS = (LINES & ~VALUE) | CONVERT | GAME,
    /* answer yes or no (exit status 1) */
    ANSWERING = SCORE | SETTLE | VALUE | COMPARE | DIFF | TEST | REPLAY | GAME,
    RULES = CHECK | SHOW | TABLE,             /* are about rules */
    CHOOSING = SCORING | RULES | DEAL | GAME, /* take one ruleset, named or configured */
    WITH_RULES = LINES | RULES | TEST | DIFF | DEAL | REPLAY | GAME,
    ALL = WITH_RULES | LIST | CONVERT,
    RULES_AS_WORDS = DIFF /* their words are rulesets, each followed by its options */
};

const struct kzi_option_row kzi_option_rows[KZI_OPTIONS] = {
#define OPTION(id, ...) [KZI_OPT_##id] = {__VA_ARGS__},
#include "cli/options.def"
#undef OPTION
};

static const uint8_t exclusive[][2] = {
    {KZI_OPT_HTML, KZI_OPT_JSON},       {KZI_OPT_HTML, KZI_OPT_YAML},
    {KZI_OPT_HTML, KZI_OPT_OPTIONS},    {KZI_OPT_YAML, KZI_OPT_JSON},
    {KZI_OPT_YAML, KZI_OPT_OPTIONS},    {KZI_OPT_JSON, KZI_OPT_TAP},
    {KZI_OPT_MUTATE, KZI_OPT_TAP},      {KZI_OPT_WHY_NOT, KZI_OPT_EXPLAIN},
    {KZI_OPT_SUMMARY, KZI_OPT_EXPLAIN}, {KZI_OPT_SUMMARY, KZI_OPT_ONLY_DIFFERENT},
    {KZI_OPT_COLUMNS, KZI_OPT_JSON},    {KZI_OPT_COLUMNS, KZI_OPT_EXPLAIN},
    {KZI_OPT_COLUMNS, KZI_OPT_WHY_NOT}, {KZI_OPT_COLUMNS, KZI_OPT_SUMMARY},
    {KZI_OPT_COLUMNS, KZI_OPT_HTML},    {KZI_OPT_COLUMNS, KZI_OPT_HANDS},
    {KZI_OPT_HANDS, KZI_OPT_AS},        {KZI_OPT_HANDS, KZI_OPT_SUMMARY},
    {KZI_OPT_HANDS, KZI_OPT_HTML},
};

/* The value of the first option for getopt: above every letter, so that unknown letters are
 * distinct. */
#define FIRST_VALUE 256
#define WORD        1 /* the value of a word that is not an option */

static bool belongs(int option, const struct kzi_command *command) {
    return kzi_option_rows[option].commands & command->bit;
}

const struct kzi_notation *kzi_notation_option(const struct kzi_args *args, int option) {
    const char *name = args->value[option], *names[KZI_NOTATIONS];
    const struct kzi_notation *notation = name ? kzi_find_notation(name, strlen(name)) : NULL;
    for (size_t i = 0; i < KZI_NOTATIONS; i++)
        names[i] = kzi_notations[i].name;
    if (name && !notation) {
        kzi_message_unknown(args, "unknown notation", name, names, KZI_NOTATIONS);
        kzi_command_end(args, KZI_EXIT_USAGE);
    }
    return notation;
}

uint64_t kzi_number_option(const struct kzi_args *args, int option, uint64_t min, uint64_t max,
                           uint64_t missing) {
    const char *text = args->value[option];
    uint64_t number = 0;
    if (!text)
        return missing;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && number <= max / 10; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    if (at == text || *at || number < min || number > max)
        kzi_end_usage(args, "--%s takes a number from %llu to %llu, not '%s'",
                      kzi_option_rows[option].name, (unsigned long long)min,
                      (unsigned long long)max, text);
    return number;
}

/* --- reading --------------------------------------------------------------------------------- */

struct getopt_tables {
    bool ended; /* getopt reached the end of the options */
    char letters[2 * KZI_OPTIONS + 4];
    struct option names[KZI_OPTIONS + 1];
};

static void make_tables(struct getopt_tables *tables, const struct kzi_command *command) {
    memset(tables, 0, sizeof *tables);
    opterr = 0;
    optind = 0; /* reset getopt */
    char *letter = tables->letters;
    struct option *name = tables->names;
    if (command->bit & RULES_AS_WORDS)
        *letter++ = '-'; /* make getopt return words in order among the options */
    *letter++ = ':';     /* make getopt distinguish a missing argument from an unknown option */
    for (int i = 0; i < KZI_OPTIONS; i++) {
        const struct kzi_option_row *row = &kzi_option_rows[i];
        if (!belongs(i, command))
            continue;
        int takes = row->argument ? required_argument : no_argument;
        *name++ = (struct option){row->name, takes, NULL, FIRST_VALUE + i};
        if (row->letter)
            *letter++ = row->letter;
        if (row->letter && row->argument)
            *letter++ = ':';
    }
}

static int option_of(const struct kzi_command *command, int value) {
    for (int i = 0; i < KZI_OPTIONS; i++)
        if (value && belongs(i, command) &&
            (value == FIRST_VALUE + i || value == kzi_option_rows[i].letter))
            return i;
    return -1;
}

_Noreturn static void end_unknown(const struct kzi_args *args, const char *word) {
    struct kzi_arena *arena = args->arena;
    const char *names[KZI_OPTIONS];
    size_t count = 0;
    for (int i = 0; i < KZI_OPTIONS; i++)
        if (belongs(i, args->command))
            names[count++] = kzi_arena_format(arena, "--%s", kzi_option_rows[i].name);
    kzi_message_unknown(args, "unknown option", kzi_arena_copy(arena, word, strcspn(word, "=")),
                        names, count);
    kzi_command_end(args, kzi_message_try_help(args));
}

/* Report an error of getopt. */
_Noreturn static void end_refused(const struct kzi_args *args, int found, const char *word) {
    int option = option_of(args->command, optopt);
    const struct kzi_option_row *row = &kzi_option_rows[option < 0 ? 0 : option];
    if (found == ':' && option >= 0)
        kzi_end_usage(args, "%s needs a value: %s", word, row->argument);
    if (optopt >= FIRST_VALUE && option >= 0)
        kzi_end_usage(args, "--%s takes no value", row->name);
    if (optopt)
        kzi_end_usage(args, "unknown option '-%c'", optopt);
    end_unknown(args, word);
}

/* Store an option and its value; return false if it was given too often. */
static bool keep_option(struct kzi_args *args, int option, const char *value) {
    struct kzi_option_values *list = option == KZI_OPT_RULESET || option == KZI_OPT_AS
                                         ? &args->rulesets
                                     : option == KZI_OPT_OVERLAY ? &args->overlays
                                     : option == KZI_OPT_SET     ? &args->settings
                                                                 : NULL;
    args->given[option]++;
    args->value[option] = value;
    if (!list)
        return true;
    if (list->count == KZI_MAX_REPEATED)
        return false;
    list->after[list->count] = args->rulesets.count;
    list->value[list->count++] = value;
    return true;
}

static void take_option(struct kzi_args *args, int option) {
    const struct kzi_option_row *row = &kzi_option_rows[option];
    bool is_name =
        option == KZI_OPT_HTML || option == KZI_OPT_LANGUAGE || option == KZI_OPT_WHY_NOT;
    if (is_name && !*optarg)
        kzi_end_usage(args, "--%s needs a value: %s", row->name, row->argument);
    if (option == KZI_OPT_SET && (*optarg == '=' || !strchr(optarg, '=')))
        kzi_end_usage(args, "--set takes OPTION=VALUE, not '%s'", optarg);
    if (!keep_option(args, option, optarg))
        kzi_end_usage(args, "--%s is given more than %d times", row->name, KZI_MAX_REPEATED);
    if (option != KZI_OPT_HELP && option != KZI_OPT_VERSION)
        return;
    if (option == KZI_OPT_HELP)
        kzi_put_options_help(args->out, args->command);
    else
        kzi_text_format(args->out, "kazoe %s\n", kz_version());
    kzi_command_end(args, kzi_write(args->out)); /* not the page of --html */
}

static enum kzi_report_form read_form(const struct kzi_args *args) {
    return args->given[KZI_OPT_HTML] ? KZI_PAGE : args->given[KZI_OPT_JSON] ? KZI_JSON : KZI_TEXT;
}

static bool read_color(const struct kzi_args *args) {
    const char *when = args->value[KZI_OPT_COLOR];
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (!when || !strcmp(when, "auto"))
        return !(refused && *refused) && isatty(STDOUT_FILENO) && terminal &&
               strcmp(terminal, "dumb") != 0;
    if (strcmp(when, "always") != 0 && strcmp(when, "never") != 0)
        kzi_end_usage(args, "--color takes auto, always or never, not '%s'", when);
    return when[0] == 'a';
}

static unsigned read_jobs(const struct kzi_args *args) {
    long jobs = (long)kzi_number_option(args, KZI_OPT_JOBS, 0, KZI_MAX_JOBS, 1);
    if (!jobs)
        jobs = sysconf(_SC_NPROCESSORS_ONLN);
    return jobs < 1 ? 1 : jobs > KZI_MAX_JOBS ? KZI_MAX_JOBS : (unsigned)jobs;
}

/* Reject options that exclude each other, and more rulesets than the command takes. */
static void check_together(const struct kzi_args *args) {
    for (size_t i = 0; i < KZI_COUNT(exclusive); i++)
        if (args->given[exclusive[i][0]] && args->given[exclusive[i][1]])
            kzi_end_usage(args, "--%s cannot be combined with --%s",
                          kzi_option_rows[exclusive[i][0]].name,
                          kzi_option_rows[exclusive[i][1]].name);
    if (args->rulesets.count > 1 && args->given[KZI_OPT_WHY_NOT])
        kzi_end_usage(args, "--why-not takes one ruleset, and -r is given %zu times",
                      args->rulesets.count);
    if (args->rulesets.count > 1 && args->command->bit & (VALUE | TEST | DEAL))
        kzi_end_usage(args, "-r is given %zu times; %s takes one ruleset", args->rulesets.count,
                      args->command->name);
}

/* Return the next option, '?' or ':' for an error, or -1 at the end. */
static int next_option(struct kzi_args *args, int argc, char **argv, struct getopt_tables *tables) {
    int found = -1;
    if (!tables->ended)
        found = getopt_long(argc, argv, tables->letters, tables->names, NULL);
    tables->ended = found == -1;
    bool word = tables->ended && args->command->bit & RULES_AS_WORDS && optind < argc;
    if (word)
        optarg = argv[optind++];
    args->rest = argv + optind;
    args->n_rest = (size_t)(argc - optind);
    if (word || found == WORD)
        return KZI_OPT_RULESET;
    return found == -1 || found == '?' || found == ':' ? found : option_of(args->command, found);
}

void kzi_options_read(struct kzi_args *args, int argc, char **argv) {
    struct getopt_tables tables;
    make_tables(&tables, args->command);
    for (int found; (found = next_option(args, argc, argv, &tables)) != -1;)
        if (found == '?' || found == ':')
            end_refused(args, found, argv[optind - 1]);
        else
            take_option(args, found);
    check_together(args);
    args->style = (struct kzi_style){.form = read_form(args),
                                     .explain = args->given[KZI_OPT_EXPLAIN],
                                     .color = read_color(args)};
    args->jobs = read_jobs(args);
}

/* --- help ------------------------------------------------------------------------------------ */

#define SAYS_AT    26 /* the column of the descriptions */
#define SAYS_WIDTH (79 - SAYS_AT)

static void put_option(struct kzi_text *text, const struct kzi_option_row *row) {
    size_t from = text->len;
    const char *says = row->says;
    kzi_text_format(text, row->letter ? "  -%c, " : "      ", row->letter);
    kzi_text_format(text, "--%s", row->name);
    if (row->argument)
        kzi_text_format(text, "=%s", row->argument);
    kzi_text_pad(text, from, SAYS_AT);
    for (size_t len; strlen(says) > SAYS_WIDTH; says += len + 1) {
        for (len = SAYS_WIDTH; says[len] != ' '; len--)
            ;
        kzi_text_format(text, "%.*s\n%*s", (int)len, says, SAYS_AT, "");
    }
    kzi_text_format(text, "%s\n", says);
}

void kzi_put_options_help(struct kzi_text *text, const struct kzi_command *command) {
    kzi_text_format(text, "Usage: kazoe %s %s\n", command->name, command->usage);
    kzi_text_format(text, "%s\n\nOptions:\n", command->says);
    for (int i = 0; i < KZI_OPTIONS; i++)
        if (belongs(i, command))
            put_option(text, &kzi_option_rows[i]);
    kzi_text_char(text, '\n');
    kzi_text_put(text, command->help);
    kzi_text_format(text, "\nThe manual page kazoe-%s(1) says more.\n", command->name);
}

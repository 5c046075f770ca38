#include "cli/options.h"

#include "cli/output.h"
#include "kazoe.h"

#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SCORING    (KZI_FOR_SCORE | KZI_FOR_SETTLE)
#define LINES      (SCORING | KZI_FOR_COMPARE) /* take hands or deals, one or many */
#define RULES      (KZI_FOR_CHECK | KZI_FOR_SHOW | KZI_FOR_TABLE) /* are about rules */
#define ALL        (LINES | RULES | KZI_FOR_TEST | KZI_FOR_LIST | KZI_FOR_MERGE | KZI_FOR_DIFF)
#define WITH_RULES (LINES | RULES | KZI_FOR_TEST | KZI_FOR_DIFF)
/* Words are rulesets, and what follows one belongs to it. */
#define RULES_AS_WORDS KZI_FOR_DIFF
#define CHOOSING       (SCORING | RULES) /* one ruleset, named or configured */

static const struct {
    char letter; /* '\0': none */
    const char *name, *argument;
    unsigned commands;
    const char *says;
} options[KZI_OPTIONS] = {
    [KZI_OPT_RULESET] = {'r', "ruleset", "RULESET", LINES | KZI_FOR_CHECK | KZI_FOR_TEST,
                         "the rules: a name (see kazoe list) or the path of a rule file"},
    [KZI_OPT_INPUT] = {'f', "input", "FILE", LINES,
                       "read hands or deals from FILE, one per line; - is standard input"},
    [KZI_OPT_COMMENTS] = {'\0', "comments", NULL, LINES,
                          "skip blank lines and lines that begin with #, as without --json"},
    [KZI_OPT_JSON] = {'\0', "json", NULL, ALL, "write JSON, one object per line"},
    [KZI_OPT_HTML] = {'\0', "html", "FILE",
                      KZI_FOR_TABLE | KZI_FOR_COMPARE | KZI_FOR_MERGE | KZI_FOR_SHOW,
                      "write a page to FILE instead; - is standard output"},
    [KZI_OPT_EXPLAIN] = {'\0', "explain", NULL, LINES,
                         "explain: the reading, every fu item, what was covered, what lost"},
    [KZI_OPT_WHY_NOT] = {'\0', "why-not", "YAKU", KZI_FOR_SCORE,
                         "explain why YAKU does not count, and which tile would change it"},
    [KZI_OPT_TAP] = {'\0', "tap", NULL, KZI_FOR_TEST, "write TAP, one line per case"},
    [KZI_OPT_NAME] = {'n', "name", "WORDS", KZI_FOR_TEST,
                      "run only cases with WORDS in their name"},
    [KZI_OPT_MUTATE] = {'\0', "mutate", NULL, KZI_FOR_TEST,
                        "switch off each rule in turn; list the rules that no case misses"},
    [KZI_OPT_JOBS] = {'j', "jobs", "N", LINES | KZI_FOR_TEST | KZI_FOR_DIFF,
                      "number of threads; 0: one per processor"},
    [KZI_OPT_COLOR] = {'\0', "color", "WHEN", ALL, "auto (the default), always or never"},
    [KZI_OPT_OPTIONS] = {'\0', "options", NULL, KZI_FOR_SHOW,
                         "write one table of the options of several rulesets, or of all"},
    [KZI_OPT_NOTES] = {'\0', "notes", NULL, KZI_FOR_CHECK,
                       "also warn of what is not an error but deserves a second look"},
    [KZI_OPT_CONFINED] = {'\0', "confined", NULL, KZI_FOR_CHECK,
                          "read nothing outside the rule path, for files from strangers"},
    [KZI_OPT_YAML] = {'\0', "yaml", NULL, KZI_FOR_SHOW,
                      "write the whole ruleset as one rule file, with the source of each value"},
    [KZI_OPT_ONLY_DIFFERENT] = {'\0', "only-different", NULL, KZI_FOR_COMPARE,
                                "leave out hands that score the same under all rulesets"},
    [KZI_OPT_EXHAUSTIVE] = {'\0', "exhaustive", NULL, KZI_FOR_DIFF,
                            "also score every winning hand under both"},
    [KZI_OPT_SUMMARY] = {'\0', "summary", NULL, KZI_FOR_COMPARE,
                         "add up all hands: how many differ, by how much, by which rule"},
    [KZI_OPT_TEXT] = {'\0', "text", NULL, KZI_FOR_MERGE, "write text to read instead of JSON"},
    [KZI_OPT_OVERLAY] = {'O', "overlay", "FILE", WITH_RULES,
                         "lay house rules over the rules: a path or a name; may be repeated"},
    [KZI_OPT_SET] = {'\0', "set", "OPTION=VALUE", WITH_RULES,
                     "set an option of the rules (kazoe show lists them); may be repeated"},
    [KZI_OPT_CONFIG] = {'\0', "config", "FILE",
                        CHOOSING | KZI_FOR_COMPARE | KZI_FOR_LIST | KZI_FOR_DIFF,
                        "read this configuration file (rules, language), not kazoe.yaml"},
    [KZI_OPT_LANGUAGE] = {'\0', "language", "LANG",
                          LINES | KZI_FOR_SHOW | KZI_FOR_TABLE | KZI_FOR_LIST | KZI_FOR_DIFF,
                          "language of names: en, ja, zh, romaji, official ..."},
    [KZI_OPT_SCHEMA] = {'\0', "schema", "FILES", KZI_FOR_SHOW,
                        "write a JSON Schema for editors: of rules, cases or config files"},
    [KZI_OPT_HELP] = {'h', "help", NULL, ALL, "show this help"},
    [KZI_OPT_VERSION] = {'V', "version", NULL, ALL, "show the version"},
};

static const uint8_t exclusive[][2] = {
    {KZI_OPT_HTML, KZI_OPT_JSON},       {KZI_OPT_HTML, KZI_OPT_TEXT},
    {KZI_OPT_HTML, KZI_OPT_YAML},       {KZI_OPT_HTML, KZI_OPT_OPTIONS},
    {KZI_OPT_YAML, KZI_OPT_JSON},       {KZI_OPT_YAML, KZI_OPT_OPTIONS},
    {KZI_OPT_JSON, KZI_OPT_TEXT},       {KZI_OPT_JSON, KZI_OPT_TAP},
    {KZI_OPT_MUTATE, KZI_OPT_TAP},      {KZI_OPT_WHY_NOT, KZI_OPT_EXPLAIN},
    {KZI_OPT_SUMMARY, KZI_OPT_EXPLAIN}, {KZI_OPT_SUMMARY, KZI_OPT_ONLY_DIFFERENT},
};

/* getopt's value of an option: past every letter, so that an unknown letter is distinct. */
#define FIRST_VALUE 256
#define WORD        1 /* and of a word that is not an option */

bool kzi_option_belongs(size_t option, const struct kzi_command *command) {
    return options[option].commands & command->bit;
}

/* --- reading --------------------------------------------------------------------------------- */

struct getopt_tables {
    char letters[2 * KZI_OPTIONS + 4];
    struct option names[KZI_OPTIONS + 1];
};

static void make_tables(struct getopt_tables *tables, const struct kzi_command *command) {
    memset(tables, 0, sizeof *tables);
    char *letter = tables->letters;
    struct option *name = tables->names;
    if (command->bit & RULES_AS_WORDS)
        *letter++ = '-'; /* getopt hands words out in their place among the options */
    *letter++ = ':';     /* getopt tells a missing argument from an unknown option */
    for (size_t i = 0; i < KZI_OPTIONS; i++) {
        if (!kzi_option_belongs(i, command))
            continue;
        bool takes = options[i].argument != NULL;
        *name++ = (struct option){options[i].name, takes ? required_argument : no_argument, NULL,
                                  FIRST_VALUE + (int)i};
        if (options[i].letter)
            *letter++ = options[i].letter;
        if (options[i].letter && takes)
            *letter++ = ':';
    }
}

static int option_of(int value) {
    for (int i = 0; i < KZI_OPTIONS; i++)
        if (value == FIRST_VALUE + i || (options[i].letter && value == options[i].letter))
            return i;
    return -1;
}

static int say_unknown(const struct kzi_command *command, const char *word) {
    char known[KZI_OPTIONS][32], name[64];
    const char *names[KZI_OPTIONS];
    size_t count = 0;
    for (size_t i = 0; i < KZI_OPTIONS; i++)
        if (kzi_option_belongs(i, command)) {
            snprintf(known[count], sizeof known[count], "--%s", options[i].name);
            names[count] = known[count];
            count++;
        }
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    kzi_say_unknown(command->name, "unknown option", name, names, count);
    return kzi_say_try_help(command->name);
}

static int say_refused(const struct kzi_command *command, int found, const char *word) {
    int option = option_of(optopt);
    if (found == ':' && option >= 0)
        return kzi_say_usage(command->name, "%s needs a value: %s", word, options[option].argument);
    if (optopt >= FIRST_VALUE && option >= 0)
        return kzi_say_usage(command->name, "--%s takes no value", options[option].name);
    if (optopt)
        return kzi_say_usage(command->name, "unknown option '-%c'", optopt);
    return say_unknown(command, word);
}

bool kzi_args_keep(struct kzi_args *args, int option, const char *value) {
    size_t *count = option == KZI_OPT_RULESET   ? &args->n_rulesets
                    : option == KZI_OPT_OVERLAY ? &args->n_overlays
                    : option == KZI_OPT_SET     ? &args->n_settings
                                                : NULL;
    args->given[option]++;
    args->value[option] = value;
    if (!count)
        return true;
    if (*count == KZI_MAX_REPEATED)
        return false;
    if (option == KZI_OPT_RULESET) {
        args->rulesets[*count] = value;
    } else if (option == KZI_OPT_OVERLAY) {
        args->overlays[*count] = value;
        args->overlay_after[*count] = args->n_rulesets;
    } else {
        args->settings[*count] = value;
        args->setting_after[*count] = args->n_rulesets;
    }
    ++*count;
    return true;
}

/* Refuse what is wrong whatever the rules are; they refuse options and values of their own. */
static bool is_written_right(const struct kzi_args *args, int option, int *status) {
    const char *command = args->command->name;
    bool is_name =
        option == KZI_OPT_HTML || option == KZI_OPT_LANGUAGE || option == KZI_OPT_WHY_NOT;
    if (is_name && !*optarg)
        *status = kzi_say_usage(command, "--%s needs a value: %s", options[option].name,
                                options[option].argument);
    else if (option == KZI_OPT_SET && (*optarg == '=' || !strchr(optarg, '=')))
        *status = kzi_say_usage(command, "--set takes OPTION=VALUE, not '%s'", optarg);
    else
        return true;
    return false;
}

static bool take_option(struct kzi_args *args, int found, int *status) {
    int option = found == WORD ? KZI_OPT_RULESET : option_of(found);
    if (!is_written_right(args, option, status))
        return false;
    if (!kzi_args_keep(args, option, optarg)) {
        *status = kzi_say_usage(args->command->name, "--%s is given more than %d times",
                                options[option].name, KZI_MAX_REPEATED);
        return false;
    }
    if (option != KZI_OPT_HELP && option != KZI_OPT_VERSION)
        return true;
    struct kzi_text *text = kzi_text_kept(args->arena);
    if (option == KZI_OPT_HELP)
        kzi_options_help(text, args->command);
    else
        kzi_text_format(text, "kazoe %s\n", kz_version());
    *status = kzi_print(text);
    return false;
}

/* Return the status. */
static int read_color(struct kzi_args *args) {
    const char *when = args->value[KZI_OPT_COLOR] ? args->value[KZI_OPT_COLOR] : "auto";
    const char *refused = getenv("NO_COLOR"), *terminal = getenv("TERM");
    if (!strcmp(when, "auto"))
        args->color = !(refused && *refused) && isatty(STDOUT_FILENO) && terminal &&
                      strcmp(terminal, "dumb") != 0;
    else if (!strcmp(when, "always"))
        args->color = true;
    else if (strcmp(when, "never") != 0)
        return kzi_say_usage(args->command->name, "--color takes auto, always or never, not '%s'",
                             when);
    return KZI_EXIT_DONE;
}

/* Return the status. */
static int read_jobs(struct kzi_args *args) {
    const char *text = args->value[KZI_OPT_JOBS] ? args->value[KZI_OPT_JOBS] : "1";
    size_t len = strlen(text);
    bool number = len && len <= 4 && strspn(text, "0123456789") == len;
    unsigned long jobs = number ? strtoul(text, NULL, 10) : KZI_MAX_JOBS + 1;
    if (jobs > KZI_MAX_JOBS)
        return kzi_say_usage(args->command->name, "--jobs takes a number from 0 to %d, not '%s'",
                             KZI_MAX_JOBS, text);
    long processors = jobs ? 0 : sysconf(_SC_NPROCESSORS_ONLN);
    if (!jobs)
        jobs = processors < 1              ? 1
               : processors > KZI_MAX_JOBS ? KZI_MAX_JOBS
                                           : (unsigned long)processors;
    args->jobs = (unsigned)jobs;
    return KZI_EXIT_DONE;
}

/* Refuse options that exclude each other, and more rulesets than the command takes. */
static bool is_consistent(const struct kzi_args *args, int *status) {
    const char *command = args->command->name;
    for (size_t i = 0; i < sizeof exclusive / sizeof *exclusive; i++)
        if (args->given[exclusive[i][0]] && args->given[exclusive[i][1]]) {
            *status = kzi_say_usage(command, "--%s cannot be combined with --%s",
                                    options[exclusive[i][0]].name, options[exclusive[i][1]].name);
            return false;
        }
    if (args->n_rulesets < 2 || !(args->command->bit & (SCORING | KZI_FOR_TEST)))
        return true;
    *status = kzi_say_usage(command, "-r is given %zu times; %s takes one ruleset",
                            args->n_rulesets, command);
    return false;
}

bool kzi_options_read(struct kzi_args *args, int argc, char **argv, int *status) {
    struct getopt_tables tables;
    make_tables(&tables, args->command);
    opterr = 0;
    int found;
    while ((found = getopt_long(argc, argv, tables.letters, tables.names, NULL)) != -1) {
        if (found == '?' || found == ':') {
            *status = say_refused(args->command, found, argv[optind - 1]);
            return false;
        }
        if (!take_option(args, found, status))
            return false;
    }
    for (; args->command->bit & RULES_AS_WORDS && optind < argc; optind++) {
        optarg = argv[optind];
        if (!take_option(args, WORD, status))
            return false;
    }
    args->rest = argv + optind;
    args->n_rest = (size_t)(argc - optind);
    if (!is_consistent(args, status))
        return false;
    *status = read_color(args);
    if (*status == KZI_EXIT_DONE)
        *status = read_jobs(args);
    return *status == KZI_EXIT_DONE;
}

/* --- help ------------------------------------------------------------------------------------ */

#define SAYS_AT    26 /* the column where the sentences begin */
#define SAYS_WIDTH (79 - SAYS_AT)

static void put_option(struct kzi_text *text, size_t option) {
    size_t from = text->len;
    if (options[option].letter)
        kzi_text_format(text, "  -%c, ", options[option].letter);
    else
        kzi_text_put(text, "      ");
    kzi_text_format(text, "--%s", options[option].name);
    if (options[option].argument)
        kzi_text_format(text, "=%s", options[option].argument);
    kzi_text_pad(text, from, SAYS_AT);
    const char *says = options[option].says;
    for (size_t len; strlen(says) > SAYS_WIDTH; says += len + 1) {
        for (len = SAYS_WIDTH; says[len] != ' '; len--)
            ;
        kzi_text_format(text, "%.*s\n%*s", (int)len, says, SAYS_AT, "");
    }
    kzi_text_format(text, "%s\n", says);
}

void kzi_options_help(struct kzi_text *text, const struct kzi_command *command) {
    kzi_text_format(text, "Usage: kazoe %s %s\n", command->name, command->usage);
    kzi_text_format(text, "%s\n\nOptions:\n", command->says);
    for (size_t i = 0; i < KZI_OPTIONS; i++)
        if (kzi_option_belongs(i, command))
            put_option(text, i);
    kzi_text_char(text, '\n');
    kzi_text_put(text, command->help);
}

/* --- for completion -------------------------------------------------------------------------- */

const char *kzi_option_name(int option) {
    return options[option].name;
}

const char *kzi_option_argument(int option) {
    return options[option].argument;
}

int kzi_option_of_word(const struct kzi_command *command, const char *word, const char **value) {
    const bool is_long = word[0] == '-' && word[1] == '-';
    const size_t len = is_long ? strcspn(word + 2, "=") : 1;
    *value = NULL;
    for (int i = 0; i < KZI_OPTIONS; i++) {
        const char *name = options[i].name;
        bool same = is_long ? strlen(name) == len && !strncmp(word + 2, name, len)
                            : options[i].letter && options[i].letter == word[1];
        if (!same || !kzi_option_belongs((size_t)i, command))
            continue;
        if (is_long && word[2 + len])
            *value = word + 2 + len + 1;
        else if (!is_long && word[2] && options[i].argument)
            *value = word + 2;
        return i;
    }
    return -1;
}

/* Completions at the cursor of a shell. */
#include "cli/commands/commands.h"
#include "cli/stream/column_table.h"

struct completion {
    struct kzi_args args; /* as far as they are typed */
    const char *before;   /* the part of the last word that stays: --set= */
    const char *cur;      /* the part that is completed */
    struct kzi_text found;
    bool files; /* file names are possible too */
};

/* Add a candidate if it begins with the current word. */
static void offer(struct completion *completion, const char *word) {
    if (strncmp(completion->cur, word, strlen(completion->cur)) != 0)
        return;
    kzi_text_put(&completion->found, completion->before);
    kzi_text_put(&completion->found, word);
    kzi_text_char(&completion->found, '\n');
}

static void offer_names(struct completion *completion, const struct kzi_names *names) {
    for (size_t i = 0; i < names->count; i++)
        offer(completion, names->name[i]);
}

/* --- rules -----------------------------------------------------------------------------------  */

/* Find the name in the usage for word `index` after the options: FILE. */
static bool read_usage(const struct kzi_command *command, size_t index, char name[32]) {
    static const char between[] = " []|", after[] = "OPTIONS]";
    const char *options = strstr(command->usage, after);
    const char *at = options ? options + strlen(after) : command->usage;
    *name = '\0';
    for (size_t i = 0;; i++) {
        at += strspn(at, between);
        size_t len = strcspn(at, between);
        if (!len)
            return !strcmp(name, "HAND") || !strcmp(name, "VALUE"); /* all words form one */
        if (!strncmp(at, "...", 3))
            return true; /* the last one may be repeated */
        snprintf(name, 32, "%.*s", (int)len, at);
        if (i == index)
            return true;
        at += len;
    }
}

/* Open the rules of the command line or the configuration file. Return NULL if there are none,
 * or on an error. */
static kz_ruleset *open_rules(struct completion *completion) {
    struct kzi_args *args = &completion->args;
    const char *name = args->value[KZI_OPT_RULESET];
    char first[32];
    if (!name && args->n_rest && read_usage(args->command, 0, first) && !strcmp(first, "RULESET"))
        name = args->rest[0];
    struct kzi_ruleset_argument choice;
    kz_ruleset *rules = NULL;
    if (name && !kzi_rules_find(args->arena, name, NULL))
        return NULL;
    if (kzi_choose(&choice, args, name) == KZI_EXIT_DONE && choice.path)
        kzi_ruleset_argument_load(&rules, &choice);
    return rules;
}

/* --- candidates ------------------------------------------------------------------------------  */

/* Offer names, or paths if no name matches. */
static void offer_found(struct completion *completion, bool overlays) {
    struct kzi_arena *arena = completion->args.arena;
    const struct kzi_found *list;
    size_t before = completion->found.len;
    size_t count = overlays ? kzi_overlays_list(arena, &list) : kzi_rules_list(arena, &list);
    for (size_t i = 0; i < count; i++)
        offer(completion, list[i].name);
    completion->files = completion->found.len == before;
}

/* Offer OPTION= until that is typed, then OPTION=VALUE. */
static void offer_settings(struct completion *completion, const struct kzi_model *model) {
    bool named = strchr(completion->cur, '=');
    for (size_t i = 0; i < model->options.names.count; i++) {
        const struct kzi_option *option = &model->options.list[i];
        const char *value = "";
        for (size_t k = 0; named ? (value = kzi_option_value(option, k)) != NULL : !k; k++)
            offer(completion, kzi_arena_format(completion->args.arena, "%s=%s", option->id, value));
    }
}

/* Offer the languages of the rules' names; of all rulesets if none is named. */
static void offer_languages(struct completion *completion, const kz_ruleset *named) {
    struct kzi_args *args = &completion->args;
    const struct kzi_found *list;
    struct kzi_names languages;
    kzi_names_init(&languages, args->arena);
    if (named)
        kzi_languages_of(&languages, named->model);
    size_t count = named ? 0 : kzi_rules_list(args->arena, &list);
    for (size_t i = 0; i < count; i++) {
        kz_ruleset *rules;
        kzi_rules_load(&rules, args, list[i].path);
        if (rules)
            kzi_languages_of(&languages, rules->model);
        kzi_rules_close(args, rules);
    }
    offer_names(completion, &languages);
}

/* Offer what a value may say: units, limits, the way of winning. */
static void offer_terms(struct completion *completion, const struct kzi_model *model) {
    static const char *const words[] = {"ron", "tsumo", "seat=", "from=", "honba=", "deposits="};
    offer(completion, model->unit);
    if (model->fu.in_use)
        offer(completion, "fu");
    for (size_t i = 0; i < model->limit_names.count; i++)
        if (model->limits[i].in_use)
            offer(completion, model->limits[i].id);
    for (size_t i = 0; i < KZI_COUNT(words); i++)
        offer(completion, words[i]);
}

static void offer_of_rules(struct completion *completion, const char *name) {
    kz_ruleset *rules = open_rules(completion);
    if (!strcmp(name, "LANG"))
        offer_languages(completion, rules);
    else if (rules && !strcmp(name, "YAKU"))
        offer_names(completion, &rules->model->yaku_names);
    else if (rules && !strcmp(name, "OPTION=VALUE"))
        offer_settings(completion, rules->model);
    else if (rules && !strcmp(name, "VALUE"))
        offer_terms(completion, rules->model);
    else if (rules && *completion->cur) /* for a HAND, circumstances but not tiles */
        offer_names(completion, &rules->model->known_words);
    kzi_rules_close(&completion->args, rules);
}

/* Offer the columns that a list does not have yet, after its last comma. */
static void offer_columns(struct completion *completion) {
    const char *list = completion->cur, *comma = strrchr(list, ',');
    size_t len = comma ? (size_t)(comma + 1 - list) : 0;
    struct kzi_column_list typed = {.count = 0};
    size_t unread;
    if (len > 1)
        kzi_columns_read(&typed, kzi_arena_copy(completion->args.arena, list, len - 1), &unread);
    completion->before =
        kzi_arena_format(completion->args.arena, "%s%.*s", completion->before, (int)len, list);
    completion->cur = list + len;
    for (unsigned i = 0; i < KZI_COLUMNS; i++)
        if (!memchr(typed.column, (int)i, typed.count))
            offer(completion, kzi_column_names[i]);
}

/* Offer values by their name in the usage and the table of options. */
static void offer_named(struct completion *completion, const char *name) {
    static const char *const when[] = {"auto", "always", "never", NULL};
    static const char *const of_rules[] = {"YAKU", "HAND", "VALUE", "OPTION=VALUE", "LANG"};
    const char *const *words = !strcmp(name, "WHEN")    ? when
                               : !strcmp(name, "FILES") ? kzi_schemas
                                                        : NULL;
    for (; words && *words; words++)
        offer(completion, *words);
    for (size_t i = 0; i < KZI_NOTATIONS && !strcmp(name, "NOTATION"); i++)
        offer(completion, kzi_notations[i].name);
    for (size_t i = 0; kzi_commands[i] && !strcmp(name, "COMMAND"); i++)
        offer(completion, kzi_commands[i]->name);
    for (size_t i = 0; i < sizeof of_rules / sizeof *of_rules; i++)
        if (!strcmp(name, of_rules[i]))
            offer_of_rules(completion, name);
    if (!strcmp(name, "FILE"))
        completion->files = true;
    if (!strcmp(name, "RULESET") || !strcmp(name, "A") || !strcmp(name, "B"))
        offer_found(completion, false);
}

static void offer_value(struct completion *completion, int option) {
    if (option == KZI_OPT_OVERLAY)
        offer_found(completion, true);
    else if (option == KZI_OPT_COLUMNS)
        offer_columns(completion);
    else
        offer_named(completion, kzi_option_rows[option].argument);
}

static void offer_options(struct completion *completion) {
    for (int i = 0; i < KZI_OPTIONS; i++)
        if (kzi_option_belongs(i, completion->args.command))
            offer(completion,
                  kzi_arena_format(completion->args.arena, "--%s", kzi_option_rows[i].name));
}

/* --- command line ----------------------------------------------------------------------------  */

/* Complete the value in a word "--name=value" or "-xvalue"; return false if there is none. */
static bool complete_value(struct completion *completion, char *word) {
    struct kzi_args one = {.command = completion->args.command, .arena = completion->args.arena};
    char *words[] = {"", word, NULL};
    kzi_options_read_typed(&one, 2, words);
    for (int i = 0; i < KZI_OPTIONS; i++) {
        if (!one.value[i] || one.value[i] == word)
            continue;
        completion->before = kzi_arena_copy(one.arena, word, (size_t)(one.value[i] - word));
        completion->cur = one.value[i];
        offer_value(completion, i);
        return true;
    }
    return false;
}

/* Complete the last of words, which begin with the name of the command. */
static void complete_last(struct completion *completion, char **words, int count) {
    struct kzi_args *args = &completion->args;
    char *word = words[count - 1], name[32];
    int waiting = kzi_options_read_typed(args, count - 1, words);
    bool no_options = !strcmp(args->rest[-1], "--");
    size_t n_words = args->command->bit & KZI_FOR_DIFF ? args->rulesets.count : args->n_rest;
    completion->cur = word;
    if (waiting >= 0)
        offer_value(completion, waiting);
    else if (no_options || word[0] != '-') {
        if (read_usage(args->command, n_words, name))
            offer_named(completion, name);
    } else if (!complete_value(completion, word)) {
        offer_options(completion);
    }
}

static void complete(struct completion *completion, char **words, int count) {
    static const struct kzi_command help = {.name = "help", .usage = "COMMAND"};
    struct kzi_args *args = &completion->args;
    if (count < 2) {
        completion->cur = count ? words[0] : "";
        offer_named(completion, "COMMAND");
        offer(completion, help.name);
        if (*completion->cur == '-') {
            offer(completion, "--help");
            offer(completion, "--version");
        }
        return;
    }
    args->command = strcmp(words[0], help.name) != 0 ? kzi_command_find(words[0]) : &help;
    if (args->command)
        complete_last(completion, words, count);
}

int kzi_complete(char **words, int count) {
    struct kzi_arena arena = {0};
    struct completion completion = {
        .args.arena = &arena, .before = "", .found = kzi_text_growing()};
    jmp_buf door;
    arena.door = &door;
    int status = KZI_EXIT_SYSTEM;
    if (!setjmp(door)) {
        complete(&completion, words, count);
        printf("%s\n", completion.files ? "files" : "words");
        status = kzi_print(&completion.found);
    }
    kzi_text_release(&completion.found);
    kzi_arena_release(&arena);
    return status;
}


#include "analysis/prover/implication.h"
#include "analysis/schema/schema.h"
#include "cli/cli.h"
#include "rules/reader/reader.h"
#include "rules/spec.h"
#include "rules/tree/language.h"

/* --- configuration file -------------------------------------------------------------------------
 *
 * Only its syntax is checked here. The files it names are looked up when used, so that a run that
 * names a ruleset itself does not depend on it. */

#define CONFIG_HERE "kazoe.yaml" /* in the working directory */

struct config {
    const char *path;            /* for messages; NULL: there is no such file */
    const struct kzi_node *root; /* NULL: empty */
    bool is_rules;               /* it is a rule file, which may name overlays */
};

static const char *text_of(const struct config *config, const char *key) {
    const struct kzi_node *node = kzi_node_get(config->root, key);
    return node ? node->text : NULL;
}

static bool check_scalar(struct kzi_reader *reader, const struct kzi_node *node, const char *what) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return false;
    if (!*node->text)
        kzi_error_at(reader->diags, node->place, "%s says nothing", what);
    return *node->text;
}

static void check_name(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    check_scalar(reader, entry->value, entry->key->text);
}

static void check_overlays(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    const struct kzi_node *list = entry->value;
    kzi_expect(reader, list, KZI_LIST, "overlays");
    KZI_EACH_ITEM(list, item)
        if (!check_scalar(reader, item, "an overlay"))
            return;
}

static void check_options(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_expect_scalars(reader, entry->value, KZI_MAP, "options", "the value of an option");
}

/* A file with only blank lines and comments is valid. */
static bool says_nothing(const char *text, size_t len) {
    const char *end = text + len; /* a NUL before the end counts as content */
    while (*(text += strspn(text, " \r\n")) == '#')
        text += strcspn(text, "\n");
    return text == end;
}

static const struct kzi_key config_keys[] = {
    KZI_KEY("ruleset", check_name, text),
    KZI_KEY("extends", check_name, text),
    KZI_KEY("overlays", check_overlays, LIST(text)),
    KZI_KEY("options", check_options, MAP(id, option_or_value)),
    KZI_KEY("language", check_name, text),
};
static const struct kzi_key_table kzi_keys_config =
    KZI_TABLE("config", "a configuration file", config_keys);

static bool is_key(const char *line, size_t len) {
    return kzi_find_key(&kzi_keys_config, line, len);
}

/* With extends, and what is not one of the keys of a configuration file or names the file itself.
 */
static bool is_rule_file(const struct kzi_node *root) {
    bool own = false;
    KZI_EACH_ENTRY(root, entry) {
        const char *key = entry->key->text;
        own |= !strcmp(key, "ruleset") || !is_key(key, strlen(key));
    }
    return kzi_node_get(root, "kazoe") || (own && kzi_node_get(root, "extends"));
}

static int read_config(struct config *config, const struct kzi_args *args,
                       struct kzi_source *source) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    config->path = source->name;
    /* Sort its messages after those of all rule files. */
    source->number = UINT32_MAX;
    if (says_nothing(source->text, source->len))
        return KZI_EXIT_DONE;
    config->root = kzi_yaml_read(&diags, source);
    /* It has no model, so use an empty one. */
    struct kzi_reader reader = {
        .diags = &diags, .arena = args->arena, .model = KZI_NEW(args->arena, struct kzi_model)};
    const struct kzi_entry *overlays = kzi_node_entry(config->root, "overlays");
    config->is_rules = is_rule_file(config->root);
    if (config->root && !config->is_rules)
        kzi_read_keys(&reader, config->root, &kzi_keys_config, config);
    else if (overlays) /* loading checks all else */
        check_overlays(&reader, overlays, NULL);
    return kzi_report_all(args, &diags);
}

/* Its own keys and, as it may be a rule file, those of rule files. */
void kzi_config_schema(struct kzi_text *text) {
    struct kzi_schema schema = kzi_schema_of_rules;
    schema.title = "Kazoe configuration file";
    schema.also = &kzi_keys_config;
    kzi_schema_put(text, &schema);
}

/* The XDG Base Directory Specification says to ignore a folder that is not an absolute path. */
static const char *config_of_user(struct kzi_arena *arena) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/')
        return kzi_arena_format(arena, "%s/kazoe/config.yaml", folder);
    return home && *home ? kzi_arena_format(arena, "%s/.config/kazoe/config.yaml", home) : NULL;
}

static int find_config(struct config *config, const struct kzi_args *args) {
    const char *asked = args->value[KZI_OPT_CONFIG];
    const char *const places[] = {asked ? asked : CONFIG_HERE, config_of_user(args->arena)};
    size_t count = asked || !places[1] ? 1 : 2;
    *config = (struct config){0};
    if (asked && !strcmp(asked, "/dev/null"))
        return KZI_EXIT_DONE; /* this asks for no file at all */
    for (size_t i = 0; i < count; i++) {
        struct kzi_source *source = kzi_source_read(args, places[i], true);
        if (source->text)
            return read_config(config, args, source);
        if (asked || (errno != ENOENT && errno != ENOTDIR))
            return kzi_report_unread(args, places[i]);
    }
    return KZI_EXIT_DONE;
}

static bool ends_with(const char *path, const char *end) {
    size_t len = strlen(path), more = strlen(end);
    return len >= more && !strcmp(path + len - more, end) &&
           (len == more || *end == '/' || path[len - more - 1] == '/');
}

/* A file with such a name always is one; any other is if its lines begin with no other keys, nor
 * with extends, as those of rule files do. */
bool kzi_config_is(const char *path, const char *text) {
    bool named = ends_with(path, CONFIG_HERE) || ends_with(path, "/kazoe/config.yaml"), any = false;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!*line || strchr(" \t\r\n#-", *line))
            continue;
        size_t len = strcspn(line, ":\n");
        if (!named && (!is_key(line, len) || !strncmp(line, "extends", len)))
            return false;
        any = true;
    }
    return named || any;
}

/* --- overlays and settings ----------------------------------------------------------------------
 */

struct kzi_ruleset_argument kzi_ruleset_argument_of(const struct kzi_args *args, const char *path) {
    return (struct kzi_ruleset_argument){.args = args, .path = path};
}

static void add_overlay(struct kzi_ruleset_argument *choice, const char *overlay) {
    size_t count = choice->n_overlays++;
    choice->overlays =
        kzi_arena_more(choice->args->arena, choice->overlays, count, sizeof *choice->overlays);
    choice->overlays[count] = overlay;
}

/* said: its place in a file, or NULL. */
static void add_setting(struct kzi_ruleset_argument *choice, const char *setting,
                        const struct kzi_entry *said) {
    struct kzi_arena *arena = choice->args->arena;
    size_t count = choice->n_settings++;
    choice->settings = kzi_arena_more(arena, choice->settings, count, sizeof *choice->settings);
    choice->said = kzi_arena_more(arena, choice->said, count, sizeof *choice->said);
    choice->settings[count] = setting;
    choice->said[count] = said;
}

void kzi_add_overlays(struct kzi_ruleset_argument *choice, const struct kzi_node *list,
                      const char *file, struct kzi_diags *diags) {
    KZI_EACH_ITEM(list, item) {
        const char *path = kzi_overlay_path(diags->arena, item->text, file);
        if (!path)
            kzi_error_at(
                diags, item->place, "%s",
                kzi_overlay_unknown(diags->arena, kzi_rules_folders(diags->arena), item->text));
        add_overlay(choice, path ? path : item->text);
    }
    choice->origin.file = file;
    choice->origin.n_overlays = choice->n_overlays;
}

static bool is_dash(char c) {
    return c == '-' || c == '_';
}

int kzi_add_spec(struct kzi_ruleset_argument *choice, const char *text) {
    const struct kzi_args *args = choice->args;
    struct kzi_diags diags;
    struct kzi_spec spec;
    kzi_diags_init(&diags, args->arena);
    if (!kzi_spec_read_or_path(&diags, &spec, text))
        return kzi_report_all(args, &diags);
    choice->name = spec.rules;
    choice->path = kzi_rules_find(args->arena, spec.rules, NULL);
    for (size_t i = 0; i < spec.n_settings; i++)
        add_setting(choice, spec.settings[i], NULL);
    choice->n_spelled = spec.n_settings;
    for (size_t i = 0; i < spec.n_overlays; i++)
        add_overlay(choice, spec.overlays[i]);
    return KZI_EXIT_DONE;
}

bool kzi_names_rules(const struct kzi_args *args, const char *text) {
    struct kzi_diags unsaid;
    struct kzi_spec spec;
    kzi_diags_init(&unsaid, args->arena);
    return kzi_spec_read_or_path(&unsaid, &spec, text) &&
           kzi_rules_find(args->arena, spec.rules, NULL);
}

/* Return true if two settings, "OPTION=VALUE", set the same option. */
static bool is_same_option(const char *one, const char *other) {
    while (*one && *one != '=' && (*one == *other || (is_dash(*one) && is_dash(*other)))) {
        one++;
        other++;
    }
    return *one == '=' && *other == '=';
}

static bool is_set_after(const struct kzi_repeated *settings, const char *setting, size_t after) {
    for (size_t i = 0; i < settings->count; i++)
        if (settings->after[i] == after && is_same_option(setting, settings->value[i]))
            return true;
    return false;
}

void kzi_add_options(struct kzi_ruleset_argument *choice, const struct kzi_node *options,
                     bool yields) {
    KZI_EACH_ENTRY(options, entry) {
        const char *setting =
            kzi_arena_format(choice->args->arena, "%s=%s", entry->key->text, entry->value->text);
        if (!yields || !is_set_after(&choice->args->settings, setting, 0))
            add_setting(choice, setting, entry);
    }
}

static bool is_spelled(const struct kzi_ruleset_argument *choice, const char *setting) {
    for (size_t i = 0; i < choice->n_spelled; i++)
        if (is_same_option(choice->settings[i], setting))
            return true;
    return false;
}

void kzi_add_command_line(struct kzi_ruleset_argument *choice, size_t index) {
    const struct kzi_repeated *overlays = &choice->args->overlays;
    const struct kzi_repeated *settings = &choice->args->settings;
    for (size_t i = 0; i < overlays->count; i++)
        if (!overlays->after[i] || overlays->after[i] == index + 1)
            add_overlay(choice, overlays->value[i]);
    for (size_t i = 0; i < settings->count; i++)
        if (settings->after[i] ? settings->after[i] == index + 1
                               : !is_set_after(settings, settings->value[i], index + 1) &&
                                     !is_spelled(choice, settings->value[i]))
            add_setting(choice, settings->value[i], NULL);
}

int kzi_args_with_overlay(struct kzi_args *with, const struct kzi_args *args, const char *path) {
    *with = *args;
    for (size_t i = 0; i < args->overlays.count; i++)
        if (!strcmp(args->overlays.value[i], path))
            return KZI_EXIT_DONE;
    if (args->overlays.count == KZI_MAX_REPEATED)
        return kzi_say_usage(args->command->name, "more than %d overlays", KZI_MAX_REPEATED);
    with->overlays.value[with->overlays.count++] = path;
    return KZI_EXIT_DONE;
}

/* --- the ruleset ----------------------------------------------------------------------------- */

/* Choose the ruleset that a configuration file names. */
static void choose_named(struct kzi_ruleset_argument *choice, const struct config *config,
                         struct kzi_diags *diags) {
    const struct kzi_node *extends = kzi_node_get(config->root, "extends"),
                          *ruleset = extends ? extends : kzi_node_get(config->root, "ruleset");
    const char *name = ruleset->text;
    /* A path is relative to the configuration file; a name of ruleset means what it does after -r.
     */
    choice->path =
        kzi_rules_find_at(diags, ruleset, extends || kzi_is_path(name) ? config->path : NULL);
    if (choice->path && !kzi_is_there(choice->path))
        kzi_error_at(diags, ruleset->place, "there is no file %s", choice->path);
    kzi_add_options(choice, kzi_node_get(config->root, "options"), true);
    /* The user chose the file, unless it is checked for a stranger. */
    choice->origin.ruleset = choice->args->given[KZI_OPT_CONFINED];
}

static void choose_from_config(struct kzi_ruleset_argument *choice, const struct config *config,
                               struct kzi_diags *diags) {
    choice->decided_by = config->path;
    kzi_add_overlays(choice, kzi_node_get(config->root, "overlays"), config->path, diags);
    if (!choice->args->given[KZI_OPT_CONFINED])
        choice->origin.n_overlays = 0;
    choice->origin.config = config->is_rules;
    if (config->is_rules)
        choice->path = config->path;
    else
        choose_named(choice, config, diags);
}

static int say_unknown_ruleset(const struct kzi_ruleset_argument *choice) {
    const struct kzi_args *args = choice->args;
    kzi_say(args->command->name, "%s", kzi_rules_unknown(args->arena, choice->name));
    return KZI_EXIT_RULES;
}

int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct config config;
    struct kzi_diags diags;
    *choice = kzi_ruleset_argument_of(args, NULL);
    int status = find_config(&config, args);
    if (status == KZI_EXIT_DONE && name)
        status = kzi_add_spec(choice, name);
    if (status != KZI_EXIT_DONE)
        return status;
    choice->config = config.path;
    choice->language = asked ? asked : text_of(&config, "language");
    kzi_diags_init(&diags, args->arena);
    if (!name && (config.is_rules || kzi_node_get(config.root, "extends") ||
                  kzi_node_get(config.root, "ruleset")))
        choose_from_config(choice, &config, &diags);
    kzi_add_command_line(choice, 0);
    if (name && !choice->path)
        return say_unknown_ruleset(choice);
    return kzi_report_all(args, &diags);
}

/* --- loading --------------------------------------------------------------------------------- */

static int exit_of(kz_status status) {
    if (status == KZ_NO_MEMORY)
        return kzi_say_no_memory();
    return status == KZ_OK ? KZI_EXIT_DONE : status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES;
}

static void release_rules(void *rules) {
    kz_ruleset_free(rules);
}

int kzi_ruleset_argument_load(kz_ruleset **rules, struct kzi_ruleset_argument *choice) {
    const struct kzi_args *args = choice->args;
    void **kept = kzi_arena_keep(args->arena, release_rules);
    const kz_loading how = {.search = kzi_rules_folders(args->arena),
                            .overlays = choice->overlays,
                            .n_overlays = choice->n_overlays,
                            .settings = choice->settings,
                            .n_settings = choice->n_settings,
                            .confined = args->given[KZI_OPT_CONFINED] > 0};
    choice->origin.said = choice->said;
    kz_status status = kzi_rules_load_from(rules, choice->path, &how, &choice->origin, args->diag,
                                           args->payload, NULL);
    *kept = *rules;
    if (status == KZ_OK && !kzi_prover_make(*rules))
        status = KZ_NO_MEMORY;
    return exit_of(status);
}

void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules) {
    kzi_arena_give_back(args->arena, rules);
}

int kzi_rules_load(kz_ruleset **rules, const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument choice = kzi_ruleset_argument_of(args, path);
    kzi_add_command_line(&choice, 0);
    return kzi_ruleset_argument_load(rules, &choice);
}

int kzi_rules_open_nth(kz_ruleset **rules, const struct kzi_args *args, const char *name,
                       size_t index, bool yields) {
    struct kzi_ruleset_argument choice = kzi_ruleset_argument_of(args, NULL);
    *rules = NULL;
    int status = kzi_add_spec(&choice, name);
    if (yields)
        choice.n_spelled = 0;
    kzi_add_command_line(&choice, index);
    if (status != KZI_EXIT_DONE)
        return status;
    return choice.path ? kzi_ruleset_argument_load(rules, &choice) : say_unknown_ruleset(&choice);
}

int kzi_rules_open(kz_ruleset **rules, const struct kzi_args *args, const char *name) {
    return kzi_rules_open_nth(rules, args, name, 0, false);
}

int kzi_rules_look_at(const struct kzi_args *args, const char *path, struct kzi_budget *budget) {
    const kz_loading how = {.search = kzi_rules_folders(args->arena),
                            .confined = args->given[KZI_OPT_CONFINED] > 0};
    return exit_of(kzi_rules_check(path, &how, budget, args->diag, args->payload, NULL));
}

int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice) {
    const struct kzi_command *command = choice->args->command;
    const char *how = kzi_option_belongs(KZI_OPT_RULESET, command) ? "-r NAME" : "its name";
    return kzi_say_usage(command->name,
                         "no ruleset named: write %s (kazoe list shows the names), or the line "
                         "ruleset: NAME in %s",
                         how, choice->config ? choice->config : CONFIG_HERE);
}

/* --- languages of names ---------------------------------------------------------------------- */

const char *kzi_choose_language(const struct kzi_args *args) {
    struct config config;
    int status = find_config(&config, args);
    if (status != KZI_EXIT_DONE)
        kzi_end(args, status);
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    return asked ? asked : text_of(&config, "language");
}

const char *kzi_language_for(const char *asked, const kz_ruleset *rules) {
    const char *own = rules->model->language;
    return asked ? asked : own ? own : "en";
}

/* Report an error if --language is in none of these rulesets. */
static void check_language(const struct kzi_args *args, kz_ruleset *const *rules, size_t count) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct kzi_names languages;
    kzi_names_init(&languages, args->arena);
    kzi_names_add(&languages, "en"); /* the language of names without one */
    for (size_t i = 0; i < count; i++)
        kzi_languages_of(&languages, rules[i]->model);
    if (!asked || kzi_serves_language(&languages, asked))
        return;
    const char *list = "en";
    for (size_t i = 1; i < languages.count; i++)
        list = kzi_arena_format(args->arena, "%s, %s", list, languages.name[i]);
    kzi_say(args->command->name, "no names in language '%s'; the rules have %s", asked, list);
}

enum kzi_report_form kzi_form_of(const struct kzi_args *args) {
    return args->given[KZI_OPT_HTML] ? KZI_PAGE : args->given[KZI_OPT_JSON] ? KZI_JSON : KZI_TEXT;
}

void kzi_style_set_language(struct kzi_style *style, const struct kzi_args *args,
                            const char *language) {
    style->language = language;
    style->words = language ? kzi_catalogue_read(args, language) : NULL;
}

/* --- both ------------------------------------------------------------------------------------ */

kz_ruleset *kzi_ruleset_argument_open(struct kzi_ruleset_argument *choice,
                                      const struct kzi_args *args, const char *name) {
    kz_ruleset *rules;
    int status = kzi_choose(choice, args, name);
    if (status == KZI_EXIT_DONE)
        status =
            choice->path ? kzi_ruleset_argument_load(&rules, choice) : kzi_say_no_ruleset(choice);
    if (status != KZI_EXIT_DONE)
        kzi_end(args, status);
    choice->language = kzi_language_for(choice->language, rules);
    check_language(args, &rules, 1);
    return rules;
}

const char *kzi_rulesets_open(kz_ruleset **rules, const struct kzi_args *args) {
    const char *language = kzi_choose_language(args);
    int status = KZI_EXIT_DONE;
    for (size_t i = 0; i < args->rulesets.count; i++)
        status = kzi_worse(status,
                           kzi_rules_open_nth(&rules[i], args, args->rulesets.value[i], i, false));
    if (status != KZI_EXIT_DONE)
        kzi_end(args, status);
    check_language(args, rules, args->rulesets.count);
    return kzi_language_for(language, rules[0]);
}

/* Choose the ruleset of a command, from the command line or else the configuration file, and load
 * it. */
#include "analysis/prover/implication.h"
#include "analysis/schema/schema.h"
#include "cli/cli.h"
#include "rules/reader/reader.h"
#include "rules/tree/language.h"

/* --- configuration file -------------------------------------------------------------------------
 *
 * Only its syntax is checked here.  The files it names are looked up when used, so that a run that
 * names a ruleset itself does not depend on it. */

#define CONFIG_HERE "kazoe.yaml" /* in the working directory */

struct config {
    const char *path;            /* for messages; NULL: no file was found */
    const struct kzi_node *root; /* NULL: empty */
    bool is_rules;               /* it is a rule file, which may name overlays */
};

static const char *text_of(const struct config *config, const char *key) {
    const struct kzi_node *node = kzi_node_get(config->root, key);
    return node ? node->text : NULL;
}

/* Return whether a text has only blank lines and comments, which is a valid file. */
static bool says_nothing(const char *text, size_t len) {
    const char *end = text + len; /* a NUL before the end counts as content */
    while (*(text += strspn(text, " \r\n")) == '#')
        text += strcspn(text, "\n");
    return text == end;
}

static const struct kzi_key config_keys[] = {
    KZI_CHECKED("ruleset", text),
    KZI_CHECKED("extends", text),
    {.name = "overlays", .kind = kzi_kind_LIST(text), .kept = true, .what = "an overlay"},
    {.name = "options",
     .kind = kzi_kind_MAP(id, option_or_value),
     .kept = true,
     .what = "the value of an option"},
    KZI_CHECKED("language", text),
};
static const struct kzi_key_table kzi_keys_config =
    KZI_TABLE("config", "a configuration file", config_keys);

static bool is_key(const char *line, size_t len) {
    return kzi_key_table_find(&kzi_keys_config, line, len);
}

/* Return whether a file is a rule file: it has `kazoe`, or it has `extends` next to a key that a
 * configuration file does not have, or next to `ruleset`, which then is the id of the file
 * itself. */
static bool is_rule_file(const struct kzi_node *root) {
    bool own = false;
    KZI_EACH_ENTRY(root, entry) {
        const char *key = entry->key->text;
        own |= !strcmp(key, "ruleset") || !is_key(key, strlen(key));
    }
    return kzi_node_get(root, "kazoe") || (own && kzi_node_get(root, "extends"));
}

/* Refuse an empty text, or an empty name of an overlay. */
static void refuse_empty(struct kzi_diags *diags, const struct kzi_node *root) {
    KZI_EACH_ENTRY(root, entry) {
        if (kzi_node_is(entry->value, ""))
            kzi_error_at(diags, entry->value->place, "%s is empty", entry->key->text);
        KZI_EACH_ITEM(entry->value, item)
            if (kzi_node_is(item, ""))
                kzi_error_at(diags, item->place, "an overlay has no name");
    }
}

static bool read_config(struct config *config, const struct kzi_args *args,
                        struct kzi_source *source) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    config->path = source->name;
    /* sort its messages after those of all rule files */
    source->number = UINT32_MAX;
    if (says_nothing(source->text, source->len))
        return true;
    config->root = kzi_yaml_read(&diags, source);
    struct kzi_rule_reader reader = kzi_reader_without_rules(&diags);
    const struct kzi_node *overlays = kzi_node_get(config->root, "overlays");
    config->is_rules = is_rule_file(config->root);
    if (config->root && !config->is_rules)
        kzi_read_keys(&reader, config->root, &kzi_keys_config, NULL);
    else if (overlays && kzi_expect(&reader, overlays, KZI_LIST, "overlays"))
        KZI_EACH_ITEM(overlays, overlay) /* loading checks everything else */
            kzi_expect(&reader, overlay, KZI_SCALAR, "an overlay");
    if (!diags.errors && !config->is_rules)
        refuse_empty(&diags, config->root);
    return kzi_message_all(args, &diags);
}

/* Write the schema of its own keys and, as it may be a rule file, of those of rule files. */
void kzi_put_config_schema(struct kzi_text *text) {
    struct kzi_schema schema = kzi_schema_of_rules;
    schema.title = "Kazoe configuration file";
    schema.also = &kzi_keys_config;
    kzi_put_schema(text, &schema);
}

/* Return the path of the user's configuration file, or NULL.  By the XDG Base Directory
 * Specification, a folder that is not an absolute path is ignored. */
static const char *config_of_user(struct kzi_arena *arena) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/')
        return kzi_arena_format(arena, "%s/kazoe/config.yaml", folder);
    return home && *home ? kzi_arena_format(arena, "%s/.config/kazoe/config.yaml", home) : NULL;
}

/* Find and read the configuration file, if there is one.  Return false after an error. */
static bool find_config(struct config *config, const struct kzi_args *args) {
    const char *asked = args->value[KZI_OPT_CONFIG];
    const char *const places[] = {asked ? asked : CONFIG_HERE, config_of_user(args->arena)};
    size_t count = asked || !places[1] ? 1 : 2;
    *config = (struct config){0};
    if (asked && !strcmp(asked, "/dev/null"))
        return true; /* /dev/null asks for no file */
    for (size_t i = 0; i < count; i++) {
        struct kzi_source *source = kzi_file_read(args, places[i], true);
        if (source->text)
            return read_config(config, args, source);
        if (asked || (errno != ENOENT && errno != ENOTDIR)) {
            kzi_message_unread(args, places[i]);
            return false;
        }
    }
    return true;
}

static bool ends_with(const char *path, const char *end) {
    size_t len = strlen(path), more = strlen(end);
    return len >= more && !strcmp(path + len - more, end) &&
           (len == more || *end == '/' || path[len - more - 1] == '/');
}

/* Return the kind of a file.  A file with the name of a configuration file always is one; another
 * is one if its lines begin with no other keys, and not with `extends` as those of rule files
 * do. */
enum kzi_file_kind kzi_file_kind(const char *path, const char *text) {
    bool named = ends_with(path, CONFIG_HERE) || ends_with(path, "/kazoe/config.yaml"),
         config = false, others = false, rules = false, part = false;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!*line || strchr(" \t\r\n#-", *line))
            continue;
        if (!strncmp(line, "cases:", 6))
            return KZI_FILE_CASES;
        rules |= !strncmp(line, "ruleset:", 8);
        part |= !strncmp(line, "extends:", 8);
        *(is_key(line, strcspn(line, ":\n")) ? &config : &others) = true;
    }
    if (named || (config && !others && !part))
        return KZI_FILE_CONFIG;
    return rules ? KZI_FILE_RULES : part ? KZI_FILE_PART : KZI_FILE_OVERLAY;
}

/* --- overlays and settings -------------------------------------------------------------------- */

struct kzi_ruleset_argument kzi_ruleset_argument_of(const struct kzi_args *args, const char *path) {
    return (struct kzi_ruleset_argument){
        .args = args,
        .request = {.spec.rules = {.text = path, .is_path = true},
                    .rule_path = kzi_rule_path(args->arena),
                    .confined = args->given[KZI_OPT_CONFINED] > 0}};
}

static void add_overlay(struct kzi_ruleset_argument *argument, struct kzi_spec_word overlay) {
    struct kzi_spec *spec = &argument->request.spec;
    *KZI_ADD(argument->args->arena, spec->overlays, spec->n_overlays) = overlay;
}

static void add_setting(struct kzi_ruleset_argument *argument, struct kzi_spec_word setting) {
    struct kzi_spec *spec = &argument->request.spec;
    *KZI_ADD(argument->args->arena, spec->settings, spec->n_settings) = setting;
}

void kzi_add_options(struct kzi_ruleset_argument *argument, const struct kzi_node *options,
                     enum kzi_rank rank) {
    KZI_EACH_ENTRY(options, entry) {
        const char *setting =
            kzi_arena_format(argument->args->arena, "%s=%s", entry->key->text, entry->value->text);
        add_setting(argument,
                    (struct kzi_spec_word){.text = setting, .rank = rank, .entry = *entry});
    }
}

struct kzi_spec_word kzi_spec_word_of(const struct kzi_node *name) {
    return (struct kzi_spec_word){.text = name->text, .entry.value = name};
}

void kzi_add_overlays(struct kzi_ruleset_argument *argument, const struct kzi_node *list) {
    KZI_EACH_ITEM(list, item)
        add_overlay(argument, kzi_spec_word_of(item));
}

bool kzi_add_spec(struct kzi_ruleset_argument *argument, const char *text, enum kzi_rank rank) {
    struct kzi_spec *spec = &argument->request.spec;
    struct kzi_diags diags;
    kzi_diags_init(&diags, argument->args->arena);
    kzi_spec_read_or_path(&diags, spec, text);
    for (size_t i = 0; i < spec->n_settings; i++)
        spec->settings[i].rank = rank;
    return kzi_message_all(argument->args, &diags);
}

bool kzi_names_rules(const struct kzi_args *args, const char *text) {
    struct kzi_diags unsaid;
    struct kzi_spec spec;
    kzi_diags_init(&unsaid, args->arena);
    return kzi_spec_read_or_path(&unsaid, &spec, text) &&
           (kzi_is_path(spec.rules.text) ||
            kzi_find_rule_file(args->arena, NULL, kzi_rule_path(args->arena), spec.rules.text));
}

void kzi_add_command_line(struct kzi_ruleset_argument *argument, size_t index) {
    const struct kzi_option_values *overlays = &argument->args->overlays;
    const struct kzi_option_values *settings = &argument->args->settings;
    for (size_t i = 0; i < overlays->count; i++)
        if (!overlays->after[i] || overlays->after[i] == index + 1)
            add_overlay(argument, (struct kzi_spec_word){.text = overlays->value[i]});
    for (size_t i = 0; i < settings->count; i++)
        if (!settings->after[i] || settings->after[i] == index + 1)
            add_setting(argument, (struct kzi_spec_word){.text = settings->value[i],
                                                         .rank = settings->after[i] ? KZI_OF_ONE
                                                                                    : KZI_OF_ALL});
}

bool kzi_add_file(struct kzi_ruleset_argument *argument, const char *path) {
    const struct kzi_spec *spec = &argument->request.spec;
    for (size_t i = 0; i < spec->n_overlays; i++)
        if (!strcmp(spec->overlays[i].text, path) &&
            (spec->overlays[i].is_path || kzi_is_path(path)))
            return false;
    add_overlay(argument, (struct kzi_spec_word){.text = path, .is_path = true});
    return true;
}

/* --- the ruleset ----------------------------------------------------------------------------- */

static void choose_from_config(struct kzi_ruleset_argument *argument, const struct config *config) {
    struct kzi_request *request = &argument->request;
    const struct kzi_entry *extends = kzi_node_entry(config->root, "extends"),
                           *names = extends ? extends : kzi_node_entry(config->root, "ruleset");
    argument->decided_by = config->path;
    request->config = config->is_rules;
    /* the user chose the file, unless it is checked for a stranger */
    request->trusted = !request->confined;
    kzi_add_overlays(argument, kzi_node_get(config->root, "overlays"));
    if (config->is_rules)
        request->spec.rules.text = config->path;
    else
        request->spec.rules = (struct kzi_spec_word){.text = names->value->text, .entry = *names};
    if (!config->is_rules)
        kzi_add_options(argument, kzi_node_get(config->root, "options"), KZI_OF_CONFIG);
}

bool kzi_rulesets_choose(struct kzi_ruleset_argument *argument, const struct kzi_args *args,
                         const char *name) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct config config;
    *argument = kzi_ruleset_argument_of(args, NULL);
    if (!find_config(&config, args) || (name && !kzi_add_spec(argument, name, KZI_OF_ONE)))
        return false;
    argument->config = config.path;
    argument->language = asked ? asked : text_of(&config, "language");
    if (!name && (config.is_rules || kzi_node_get(config.root, "extends") ||
                  kzi_node_get(config.root, "ruleset")))
        choose_from_config(argument, &config);
    kzi_add_command_line(argument, 0);
    return true;
}

/* --- loading --------------------------------------------------------------------------------- */

static void release_rules(void *rules) {
    kz_ruleset_free(rules);
}

kz_ruleset *kzi_ruleset_argument_load(const struct kzi_ruleset_argument *argument) {
    const struct kzi_args *args = argument->args;
    kz_ruleset *rules;
    void **kept = kzi_arena_keep(args->arena, release_rules);
    kz_status status = kzi_rules_load(&rules, &argument->request,
                                      &(struct kzi_listener){args->diag, args->payload, NULL});
    *kept = rules;
    if (status == KZ_NO_MEMORY || (rules && !rules->model->part && !kzi_prover_make(rules)))
        kzi_no_memory(args->arena);
    if (!rules)
        kzi_raise(args, status == KZ_IO ? KZI_EXIT_SYSTEM : KZI_EXIT_RULES);
    return rules;
}

void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules) {
    kzi_arena_give_back(args->arena, rules);
}

kz_ruleset *kzi_file_load(const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, path);
    kzi_add_command_line(&argument, 0);
    return kzi_ruleset_argument_load(&argument);
}

kz_ruleset *kzi_rules_open(const struct kzi_args *args, const char *name, size_t index,
                           enum kzi_rank rank) {
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, NULL);
    if (!kzi_add_spec(&argument, name, rank))
        return NULL;
    kzi_add_command_line(&argument, index);
    return kzi_ruleset_argument_load(&argument);
}

kz_ruleset *kzi_part_load(const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, path);
    argument.request.part = true;
    return kzi_ruleset_argument_load(&argument);
}

void kzi_end_no_ruleset(const struct kzi_ruleset_argument *argument) {
    const struct kzi_args *args = argument->args;
    kzi_end_usage(args,
                  "no ruleset named: write -r NAME (kazoe list shows the names), or the line "
                  "ruleset: NAME in %s",
                  argument->config ? argument->config : CONFIG_HERE);
}

/* --- languages of names ---------------------------------------------------------------------- */

const char *kzi_choose_language(const struct kzi_args *args) {
    struct config config;
    if (!find_config(&config, args))
        kzi_command_end(args, KZI_EXIT_RULES);
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    return asked ? asked : text_of(&config, "language");
}

const char *kzi_language_for(const char *asked, const kz_ruleset *rules) {
    const char *own = rules->model->language;
    return asked ? asked : own ? own : "en";
}

/* Report an error if none of these rulesets has the language of --language. */
static void check_asked_language(const struct kzi_args *args, kz_ruleset *const *rules,
                                 size_t count) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct kzi_names languages;
    kzi_names_init(&languages, args->arena);
    kzi_names_add(&languages, "en"); /* names without a language are English */
    for (size_t i = 0; i < count; i++)
        kzi_languages_of(&languages, rules[i]->model);
    if (!asked || kzi_serves_language(&languages, asked))
        return;
    const char *list = "en";
    for (size_t i = 1; i < languages.count; i++)
        list = kzi_arena_format(args->arena, "%s, %s", list, languages.name[i]);
    kzi_message(args, "no names in language '%s'; the rules have %s", asked, list);
}

struct kzi_style kzi_style_in(const struct kzi_args *args, const char *language) {
    struct kzi_style style = args->style;
    style.language = language;
    style.catalogue = language ? kzi_catalogue_read(args, language) : NULL;
    return style;
}

/* --- both ------------------------------------------------------------------------------------ */

struct kzi_args kzi_args_with_ruleset(const struct kzi_args *args) {
    struct kzi_args ours = *args;
    if (!args->given[KZI_OPT_RULESET])
        return ours;
    char **words = KZI_NEW_ARRAY(args->arena, args->n_rest + 1, char *);
    words[0] = kzi_arena_copy(args->arena, args->value[KZI_OPT_RULESET],
                              strlen(args->value[KZI_OPT_RULESET]));
    for (size_t i = 0; i < args->n_rest; i++)
        words[i + 1] = args->rest[i];
    ours.rest = words;
    ours.n_rest++;
    ours.value[KZI_OPT_RULESET] = NULL;
    ours.given[KZI_OPT_RULESET] = false;
    return ours;
}

kz_ruleset *kzi_ruleset_argument_open(struct kzi_ruleset_argument *argument,
                                      const struct kzi_args *args, const char *name) {
    kz_ruleset *rules = NULL;
    if (kzi_rulesets_choose(argument, args, name)) {
        if (!kzi_is_chosen(argument))
            kzi_end_no_ruleset(argument);
        rules = kzi_ruleset_argument_load(argument);
    }
    if (!rules)
        kzi_command_end(args, KZI_EXIT_RULES);
    argument->language = kzi_language_for(argument->language, rules);
    check_asked_language(args, &rules, 1);
    return rules;
}

const char *kzi_rulesets_open(kz_ruleset **rules, const struct kzi_args *args) {
    const char *language = kzi_choose_language(args);
    bool opened = true;
    for (size_t i = 0; i < args->rulesets.count; i++)
        opened &= (rules[i] = kzi_rules_open(args, args->rulesets.value[i], i, KZI_OF_ONE)) != NULL;
    if (!opened)
        kzi_command_end(args, KZI_EXIT_RULES);
    check_asked_language(args, rules, args->rulesets.count);
    return kzi_language_for(language, rules[0]);
}

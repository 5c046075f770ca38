#include "cli/ruleset_argument.h"

#include "analysis/schema/schema.h"
#include "cli/output.h"
#include "cli/rulesets.h"
#include "rules/reader/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- the configuration file ---------------------------------------------------------------------
 *
 * Only its form is checked here.  What it names is looked up where it is used, so that a run which
 * names a ruleset itself does not depend on it. */

#define CONFIG_HERE "kazoe.yaml" /* in the working directory */

struct config {
    const char *path;                /* as messages call it; NULL: there is no such file */
    const struct kzi_node *ruleset;  /* a scalar; NULL, as all of these: the file has no such key */
    const struct kzi_node *overlays; /* a list of scalars */
    const struct kzi_node *options;  /* a mapping to scalars */
    const char *language;
};

static bool read_scalar(struct kzi_reader *reader, const struct kzi_node *node, const char *what) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return false;
    if (!*node->text)
        kzi_error_at(reader->diags, node->place, "%s says nothing", what);
    return *node->text;
}

static void read_name(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct config *config = target;
    if (!read_scalar(reader, entry->value, entry->key->text))
        return;
    if (kzi_node_is(entry->key, "ruleset"))
        config->ruleset = entry->value;
    else
        config->language = entry->value->text;
}

static void read_overlays(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct config *config = target;
    const struct kzi_node *list = entry->value;
    bool sound = kzi_expect(reader, list, KZI_LIST, "overlays");
    for (size_t i = 0; sound && i < list->count; i++)
        sound = read_scalar(reader, list->u.items[i], "an overlay");
    if (sound)
        config->overlays = list;
}

static void read_options(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct config *config = target;
    const struct kzi_node *map = entry->value;
    if (!kzi_expect(reader, map, KZI_MAP, "options"))
        return;
    for (size_t i = 0; i < map->count; i++)
        if (!kzi_expect(reader, map->u.entries[i].value, KZI_SCALAR, "the value of an option"))
            return;
    config->options = map;
}

/* A file of nothing but blank lines and comments is valid. */
static bool says_nothing(const char *text, size_t len) {
    const char *end = text + len; /* a NUL before it is something */
    while (*(text += strspn(text, " \r\n")) == '#')
        text += strcspn(text, "\n");
    return text == end;
}

static const struct kzi_key config_keys[] = {
    KZI_KEY("ruleset", read_name, "text"),
    KZI_KEY("overlays", read_overlays, "list text"),
    KZI_KEY("options", read_options, "map scalar scalar"),
    KZI_KEY("language", read_name, "text"),
};
static const struct kzi_key_table kzi_keys_config =
    KZI_TABLE("config", "a configuration file", config_keys);

static int read_config(struct config *config, struct kzi_arena *arena,
                       const struct kzi_source *read, kz_diag *diag, void *payload) {
    *config = (struct config){.path = read->name};
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    struct kzi_source *source = KZI_NEW(arena, struct kzi_source);
    /* In messages about rules it comes after all their files. */
    *source = *read;
    source->number = UINT32_MAX;
    if (says_nothing(read->text, read->len))
        return KZI_EXIT_DONE;
    const struct kzi_node *root = kzi_yaml_read(&diags, source);
    /* It has no model: an empty one answers for names. */
    struct kzi_reader reader = {
        .diags = &diags, .arena = arena, .model = KZI_NEW(arena, struct kzi_model)};
    const struct kzi_entry *kazoe = kzi_node_entry(root, "kazoe");
    if (kazoe)
        kzi_error_at(&diags, kazoe->key->place,
                     "kazoe: begins a rule file, but this file is read as a configuration file: "
                     "remove the line, or rename the rule file");
    else if (root)
        kzi_read_keys(&reader, root, &kzi_keys_config, config);
    kzi_diags_emit(&diags, diag, payload, NULL);
    return diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
}

void kzi_config_schema(struct kzi_text *text) {
    static const struct kzi_key_table *const tables[] = {&kzi_keys_config};
    static const struct kzi_schema schema = {
        .title = "Kazoe configuration file", .tables = tables, .count = 1};
    kzi_schema_put(text, &schema);
}

/* The XDG Base Directory Specification ignores a folder that is not an absolute path. */
static const char *config_of_user(struct kzi_arena *arena) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/')
        return kzi_path_join(arena, folder, "kazoe/config.yaml");
    return home && *home ? kzi_path_join(arena, home, ".config/kazoe/config.yaml") : NULL;
}

static int find_config(struct config *config, const struct kzi_args *args, kz_diag *diag,
                       void *payload) {
    *config = (struct config){0};
    const char *asked = args->value[KZI_OPT_CONFIG];
    const char *const places[] = {asked ? asked : CONFIG_HERE, config_of_user(args->arena)};
    size_t count = asked || !places[1] ? 1 : 2;
    if (asked && !strcmp(asked, "/dev/null"))
        return KZI_EXIT_DONE; /* the way to ask for no file at all */
    for (size_t i = 0; i < count; i++) {
        const struct kzi_source source = kzi_source_read(args, places[i], true);
        if (source.text)
            return read_config(config, args->arena, &source, diag, payload);
        if (asked || (errno != ENOENT && errno != ENOTDIR))
            return kzi_tell_unread(places[i], diag, payload);
    }
    return KZI_EXIT_DONE;
}

static bool ends_with(const char *path, const char *end) {
    size_t len = strlen(path), more = strlen(end);
    return len >= more && !strcmp(path + len - more, end) &&
           (len == more || *end == '/' || path[len - more - 1] == '/');
}

static bool is_key(const char *line, size_t len) {
    for (size_t i = 0; i < KZI_COUNT(config_keys); i++)
        if (strlen(config_keys[i].name) == len && !strncmp(line, config_keys[i].name, len))
            return true;
    return false;
}

/* A file of such a name always is one; another is if its lines begin with no other keys. */
bool kzi_config_is(const char *path, const char *text) {
    bool named = ends_with(path, CONFIG_HERE) || ends_with(path, "/kazoe/config.yaml"), any = false;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!*line || strchr(" \t\r\n#-", *line))
            continue;
        if (!named && !is_key(line, strcspn(line, ":\n")))
            return false;
        any = true;
    }
    return named || any;
}

struct choice_ctx {
    struct kzi_ruleset_argument *choice;
    const struct kzi_args *args;
    struct config config;
    struct kzi_diags diags; /* of what the configuration file names */
};

/* --- overlays -------------------------------------------------------------------------------- */

static const char *overlay_of_config(struct choice_ctx *ctx, const struct kzi_node *node) {
    struct kzi_arena *arena = ctx->args->arena;
    const char *path = kzi_overlay_find(arena, node->text, ctx->config.path);
    if (!path)
        kzi_error_at(&ctx->diags, node->place, "%s", kzi_overlay_unknown(arena, node->text));
    return path ? path : node->text;
}

/* Those of the configuration file, then those of the command line: the order decides nothing. */
static void choose_overlays(struct choice_ctx *ctx, const struct kzi_node *list) {
    const struct kzi_args *args = ctx->args;
    size_t count = list ? list->count : 0;
    const char **overlays = KZI_NEW_ARRAY(args->arena, count + args->overlays.count, const char *);
    for (size_t i = 0; i < count; i++)
        overlays[i] = overlay_of_config(ctx, list->u.items[i]);
    for (size_t i = 0; i < args->overlays.count; i++)
        overlays[count + i] = args->overlays.value[i];
    ctx->choice->how.overlays = overlays;
    ctx->choice->how.n_overlays = count + args->overlays.count;
}

/* --- settings -------------------------------------------------------------------------------- */

static bool set_on_command_line(const struct kzi_args *args, const char *option) {
    for (size_t i = 0; i < args->settings.count; i++)
        if (kzi_setting_is_of(args->settings.value[i], option))
            return true;
    return false;
}

/* Of one option set in both places the command line is the later word. */
static void choose_settings(struct choice_ctx *ctx, const struct kzi_node *options) {
    const struct kzi_args *args = ctx->args;
    size_t most = (options ? options->count : 0) + args->settings.count, count = 0;
    const char **settings = KZI_NEW_ARRAY(args->arena, most, const char *);
    const struct kzi_entry **said = KZI_NEW_ARRAY(args->arena, most, const struct kzi_entry *);
    for (size_t i = 0; options && i < options->count; i++) {
        const struct kzi_entry *entry = &options->u.entries[i];
        if (set_on_command_line(args, entry->key->text))
            continue;
        said[count] = entry;
        settings[count++] = kzi_setting_text(args->arena, entry);
    }
    for (size_t i = 0; i < args->settings.count; i++)
        settings[count++] = args->settings.value[i];
    ctx->choice->how.settings = settings;
    ctx->choice->how.n_settings = count;
    ctx->choice->told.said = said;
}

/* --- the ruleset ----------------------------------------------------------------------------- */

static void choose_from_config(struct choice_ctx *ctx) {
    struct kzi_ruleset_argument *choice = ctx->choice;
    const struct config *config = &ctx->config;
    struct kzi_arena *arena = ctx->args->arena;
    const char *name = config->ruleset->text;
    choice->decided_by = config->path;
    /* A name means the same as after -r; only a path starts from the file. */
    choice->path = kzi_rules_find(arena, name, kzi_is_path(name) ? config->path : NULL);
    if (!choice->path)
        kzi_error_at(&ctx->diags, config->ruleset->place, "%s", kzi_rules_unknown(arena, name));
    else if (!kzi_is_there(choice->path))
        kzi_error_at(&ctx->diags, config->ruleset->place, "there is no file %s", choice->path);
    /* Whoever runs the command chose the file, unless it is one to be checked for a stranger. */
    choice->told.file = config->path;
    choice->told.ruleset = ctx->args->given[KZI_OPT_CONFINED];
    choice->told.n_overlays =
        choice->told.ruleset && config->overlays ? config->overlays->count : 0;
    choose_overlays(ctx, config->overlays);
    choose_settings(ctx, config->options);
}

static int choose_from_words(struct choice_ctx *ctx, const char *name) {
    struct kzi_ruleset_argument *choice = ctx->choice;
    choice->path = kzi_rules_find(ctx->args->arena, name, NULL);
    choose_overlays(ctx, NULL);
    choose_settings(ctx, NULL);
    if (choice->path)
        return KZI_EXIT_DONE;
    kzi_say(ctx->args->command->name, "%s", kzi_rules_unknown(ctx->args->arena, name));
    return KZI_EXIT_RULES;
}

int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name,
               kz_diag *diag, void *payload) {
    struct choice_ctx ctx = {.choice = choice, .args = args};
    *choice = (struct kzi_ruleset_argument){0};
    int status = find_config(&ctx.config, args, diag, payload);
    if (status != KZI_EXIT_DONE)
        return status;
    choice->config = ctx.config.path;
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    choice->language = asked ? asked : ctx.config.language;
    if (name)
        return choose_from_words(&ctx, name);
    if (!ctx.config.ruleset)
        return KZI_EXIT_DONE;
    kzi_diags_init(&ctx.diags, args->arena);
    choose_from_config(&ctx);
    kzi_diags_emit(&ctx.diags, diag, payload, NULL);
    return ctx.diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
}

/* --- loading --------------------------------------------------------------------------------- */

int kzi_ruleset_argument_load(kz_ruleset **rules, const struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, kz_diag *diag, void *payload) {
    return kzi_rules_load_from(rules, args, choice->path, &choice->how, &choice->told, diag,
                               payload);
}

int kzi_say_no_ruleset(const struct kzi_ruleset_argument *choice, const struct kzi_args *args) {
    const char *how = kzi_option_belongs(KZI_OPT_RULESET, args->command) ? "-r NAME" : "its name";
    return kzi_say_usage(args->command->name,
                         "no ruleset named: write %s (kazoe list shows the names), or the line "
                         "ruleset: NAME in %s",
                         how, choice->config ? choice->config : CONFIG_HERE);
}

int kzi_ruleset_argument_open(kz_ruleset **rules, struct kzi_ruleset_argument *choice,
                              const struct kzi_args *args, const char *name) {
    *rules = NULL;
    int status = kzi_choose(choice, args, name, kzi_say_diagnostic, NULL);
    if (status == KZI_EXIT_DONE && !choice->path)
        status = kzi_say_no_ruleset(choice, args);
    if (status != KZI_EXIT_DONE)
        return status;
    status = kzi_ruleset_argument_load(rules, choice, args, kzi_say_diagnostic, NULL);
    if (*rules) {
        choice->language = kzi_language_for(choice->language, *rules);
        kzi_check_language(args, &(const kz_ruleset *){*rules}, 1);
    }
    return status;
}

/* --- languages of names ---------------------------------------------------------------------- */

int kzi_rulesets_open(kz_ruleset **rules, const char **language, const struct kzi_args *args) {
    int status = kzi_choose_language(language, args);
    if (status != KZI_EXIT_DONE)
        return status;
    for (size_t i = 0; i < args->rulesets.count; i++)
        status = kzi_worse(status, kzi_rules_open_nth(&rules[i], args, i));
    if (status == KZI_EXIT_DONE) {
        kzi_check_language(args, (const kz_ruleset *const *)rules, args->rulesets.count);
        *language = kzi_language_for(*language, rules[0]);
    }
    return status;
}

int kzi_choose_language(const char **language, const struct kzi_args *args) {
    struct config config;
    int status = find_config(&config, args, kzi_say_diagnostic, NULL);
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    *language = asked ? asked : config.language;
    return status;
}

const char *kzi_language_for(const char *asked, const kz_ruleset *rules) {
    const char *own = rules->model->language;
    return asked ? asked : own ? own : "en";
}

void kzi_check_language(const struct kzi_args *args, const kz_ruleset *const *rules, size_t count) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    struct kzi_names languages;
    kzi_names_init(&languages, args->arena);
    kzi_names_add(&languages, "en"); /* what a name without a language is taken for */
    for (size_t i = 0; i < count; i++)
        kzi_languages_of(&languages, rules[i]->model);
    if (!asked || kzi_names_find(&languages, asked) >= 0)
        return;
    char line[256];
    struct kzi_text list = kzi_text_fixed(line, sizeof line);
    for (size_t i = 0; i < languages.count; i++)
        kzi_text_format(&list, "%s%s", i ? ", " : "", languages.name[i]);
    kzi_text_end(&list);
    kzi_say(args->command->name, "no names in language '%s'; the rules have %s", asked, line);
}

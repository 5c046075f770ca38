#include "cli/ruleset_argument.h"

#include "cli/config.h"
#include "cli/language.h"
#include "cli/output.h"
#include "cli/rulesets.h"

#include <string.h>

struct choice_ctx {
    struct kzi_ruleset_argument *choice;
    const struct kzi_args *args;
    struct kzi_config config;
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
    const char **overlays = KZI_NEW_ARRAY(args->arena, count + args->n_overlays, const char *);
    for (size_t i = 0; i < count; i++)
        overlays[i] = overlay_of_config(ctx, list->u.items[i]);
    for (size_t i = 0; i < args->n_overlays; i++)
        overlays[count + i] = args->overlays[i];
    ctx->choice->how.overlays = overlays;
    ctx->choice->how.n_overlays = count + args->n_overlays;
}

/* --- settings -------------------------------------------------------------------------------- */

static bool set_on_command_line(const struct kzi_args *args, const char *option) {
    for (size_t i = 0; i < args->n_settings; i++)
        if (kzi_setting_is_of(args->settings[i], option))
            return true;
    return false;
}

/* Of one option set in both places the command line is the later word. */
static void choose_settings(struct choice_ctx *ctx, const struct kzi_node *options) {
    const struct kzi_args *args = ctx->args;
    size_t most = (options ? options->count : 0) + args->n_settings, count = 0;
    const char **settings = KZI_NEW_ARRAY(args->arena, most, const char *);
    const struct kzi_entry **said = KZI_NEW_ARRAY(args->arena, most, const struct kzi_entry *);
    for (size_t i = 0; options && i < options->count; i++) {
        const struct kzi_entry *entry = &options->u.entries[i];
        if (set_on_command_line(args, entry->key->text))
            continue;
        said[count] = entry;
        settings[count++] = kzi_setting_text(args->arena, entry);
    }
    for (size_t i = 0; i < args->n_settings; i++)
        settings[count++] = args->settings[i];
    ctx->choice->how.settings = settings;
    ctx->choice->how.n_settings = count;
    ctx->choice->told.said = said;
}

/* --- the ruleset ----------------------------------------------------------------------------- */

static void choose_from_config(struct choice_ctx *ctx) {
    struct kzi_ruleset_argument *choice = ctx->choice;
    const struct kzi_config *config = &ctx->config;
    struct kzi_arena *arena = ctx->args->arena;
    const char *name = config->ruleset->text;
    choice->decided_by = config->path;
    /* A name means what it means behind -r; only a path starts from the file. */
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

static const char *language_of(const struct kzi_args *args, const struct kzi_config *config) {
    const char *asked = args->value[KZI_OPT_LANGUAGE];
    return asked ? asked : config->language;
}

int kzi_choose(struct kzi_ruleset_argument *choice, const struct kzi_args *args, const char *name,
               kz_diag *diag, void *payload) {
    struct choice_ctx ctx = {.choice = choice, .args = args};
    *choice = (struct kzi_ruleset_argument){0};
    int status = kzi_config_find(&ctx.config, args, diag, payload);
    if (status != KZI_EXIT_DONE)
        return status;
    choice->config = ctx.config.path;
    choice->language = language_of(args, &ctx.config);
    if (name)
        return choose_from_words(&ctx, name);
    if (!ctx.config.ruleset)
        return KZI_EXIT_DONE;
    kzi_diags_init(&ctx.diags, args->arena);
    choose_from_config(&ctx);
    kzi_diags_emit(&ctx.diags, diag, payload, NULL);
    return ctx.diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
}

int kzi_choose_language(const char **language, const struct kzi_args *args) {
    struct kzi_config config;
    int status = kzi_config_find(&config, args, kzi_say_diagnostic, NULL);
    *language = language_of(args, &config);
    return status;
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
                         "no ruleset named: write %s (kazoe list shows them), or the line "
                         "ruleset: NAME into %s",
                         how, choice->config ? choice->config : KZI_CONFIG_HERE);
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
    if (*rules)
        choice->language = kzi_language_for(choice->language, *rules);
    return status;
}

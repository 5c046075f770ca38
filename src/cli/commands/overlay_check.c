/* What can be said of an overlay by itself: whether some ruleset takes the values that it sets. */
#include "cli/commands/overlay_check.h"

#include "cli/commands/commands.h"
#include "cli/rulesets.h"
#include "compile/ruleset.h"
#include "rules/tree/node.h"

#include <string.h>
#include <sys/stat.h>

/* What the rulesets at hand say of an option. */
struct ask_ctx {
    const struct kzi_args *args;
    struct kzi_diags *diags;
    kz_ruleset **rules;
    size_t n_rules;
    struct kzi_names known; /* all their options */
};

static int open_all(struct ask_ctx *ctx) {
    struct kzi_arena *arena = ctx->args->arena;
    const struct kzi_found *list;
    size_t count = kzi_rules_list(arena, &list);
    ctx->rules = KZI_NEW_ARRAY(arena, count, kz_ruleset *);
    kzi_names_init(&ctx->known, arena);
    for (size_t i = 0; i < count; i++) {
        kz_ruleset *rules;
        if (kzi_rules_load(&rules, ctx->args, list[i].path, NULL, NULL) == KZI_EXIT_SYSTEM)
            return KZI_EXIT_SYSTEM;
        if (!rules)
            continue;
        ctx->rules[ctx->n_rules++] = rules;
        for (size_t k = 0; k < rules->model->options.names.count; k++)
            kzi_names_add(&ctx->known, rules->model->options.list[k].id);
    }
    return KZI_EXIT_DONE;
}

static const struct kzi_option *option_of(const kz_ruleset *rules, const char *id) {
    const struct kzi_options *options = &rules->model->options;
    int number = kzi_names_find(&options->names, id);
    return number < 0 ? NULL : &options->list[number];
}

static bool is_taken(const struct ask_ctx *ctx, const char *id, const char *value) {
    for (size_t i = 0; i < ctx->n_rules; i++) {
        const struct kzi_option *option = option_of(ctx->rules[i], id);
        if (option && kzi_option_may_be(option, value))
            return true;
    }
    return false;
}

/* The values that any of them takes, each once. */
static void put_values(struct kzi_text *text, const struct ask_ctx *ctx, const char *id) {
    struct kzi_names said;
    kzi_names_init(&said, ctx->args->arena);
    for (size_t i = 0; i < ctx->n_rules; i++) {
        const struct kzi_option *option = option_of(ctx->rules[i], id);
        const char *value;
        for (size_t k = 0; option && (value = kzi_option_value(option, k)); k++) {
            size_t before = said.count;
            kzi_names_add(&said, value);
            if (said.count > before)
                kzi_text_format(text, "%s%s", before ? ", " : "", value);
        }
    }
    if (!said.count)
        kzi_text_put(text, "a number of points");
}

static void ask(const struct ask_ctx *ctx, const char *id, const struct kzi_node *key,
                const struct kzi_node *value) {
    char values[256];
    struct kzi_text text = kzi_text_fixed(values, sizeof values);
    if (value->kind != KZI_SCALAR || is_taken(ctx, id, value->text))
        return;
    if (kzi_names_find(&ctx->known, id) < 0) {
        kzi_warning_at(ctx->diags, key->place, "no ruleset at hand has an option %s%s", id,
                       kzi_did_you_mean(ctx->diags, id, ctx->known.name, ctx->known.count));
        return;
    }
    put_values(&text, ctx, id);
    kzi_text_end(&text);
    kzi_warning_at(ctx->diags, value->place,
                   "no ruleset at hand lets the option %s be %s: it takes %s", id, value->text,
                   values);
}

/* Set in the section, or by an address of their own. */
static void ask_all(const struct ask_ctx *ctx, const struct kzi_node *root) {
    static const char section[] = "options.";
    const struct kzi_node *options = kzi_node_get(root, "options");
    for (size_t i = 0; options && options->kind == KZI_MAP && i < options->count; i++)
        ask(ctx, options->u.entries[i].key->text, options->u.entries[i].key,
            options->u.entries[i].value);
    for (size_t i = 0; i < root->count; i++) {
        const struct kzi_entry *entry = &root->u.entries[i];
        const char *id = entry->key->text + sizeof section - 1;
        if (!strncmp(entry->key->text, section, sizeof section - 1) && !strchr(id, '.'))
            ask(ctx, id, entry->key, entry->value);
    }
}

/* A ruleset at hand that the file is part of, whatever its path; NULL: it is an overlay. */
static const kz_ruleset *extended_by(const struct ask_ctx *ctx, const char *path) {
    struct stat file, other;
    bool there = !stat(path, &file);
    for (size_t i = 0; there && i < ctx->n_rules; i++) {
        const struct kzi_model *model = ctx->rules[i]->model;
        for (size_t k = 0; k < model->n_files; k++)
            if (!stat(model->files[k]->name, &other) && other.st_dev == file.st_dev &&
                other.st_ino == file.st_ino)
                return ctx->rules[i];
    }
    return NULL;
}

static void say_rest(const struct ask_ctx *ctx, const char *path) {
    const kz_ruleset *rules = extended_by(ctx, path);
    if (rules)
        kzi_say("check", "%s is a part that rulesets extend; kazoe check -r %s checks one of them",
                path, rules->model->id);
    else
        kzi_say("check", "%s is not a whole ruleset: kazoe check -r RULESET %s checks the rest",
                path, path);
}

int kzi_check_sheet(const struct kzi_args *args, const struct kzi_source *source, kz_diag *diag,
                    void *payload) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    const struct kzi_node *root = kzi_yaml_read(&diags, source);
    struct ask_ctx ctx = {.args = args, .diags = &diags};
    int status = root ? open_all(&ctx) : KZI_EXIT_DONE;
    if (root && status == KZI_EXIT_DONE)
        ask_all(&ctx, root);
    kzi_diags_emit(&diags, diag, payload, NULL);
    say_rest(&ctx, source->name);
    for (size_t i = 0; i < ctx.n_rules; i++)
        kzi_rules_close(args, ctx.rules[i]);
    return status;
}

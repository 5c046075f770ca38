/* kazoe list: the installed rulesets and overlays. */
#include "cli/commands/commands.h"
#include "report/document.h"
#include "words/names.h"

struct list_ctx {
    const struct kzi_args *args;
    struct kzi_doc *doc;
    const char *language; /* NULL: the ruleset's preferred one */
    struct kzi_budget budget;
};

/* status: of loading it */
static void put_found(struct kzi_doc *doc, const struct kzi_found *found, bool overlay, int status,
                      const char *title) {
    kzi_doc_open(doc, NULL, '{');
    kzi_doc_string(doc, overlay ? "overlay" : "id", found->name);
    if (title || doc->json)
        kzi_doc_string(doc, "title", title);
    kzi_doc_string(doc, "path", found->path);
    if (status != KZI_EXIT_DONE)
        kzi_doc_say(doc, ".broken",
                    status == KZI_EXIT_SYSTEM ? KZI_SAYS_not_loaded : KZI_SAYS_broken);
    kzi_doc_close_line(doc);
}

/* Find the title of an overlay if it has no errors by itself. Return the status of check. */
static int read_overlay(const struct kzi_args *args, const char *path, struct kzi_budget *budget,
                        const struct kzi_node **title) {
    struct kzi_diags diags;
    *title = NULL;
    int status = kzi_rules_look_at(args, path, budget);
    if (status != KZI_EXIT_DONE)
        return status;
    const struct kzi_source *source = kzi_source_read(args, path, false);
    kzi_diags_init(&diags, args->arena);
    if (!source->text)
        return KZI_EXIT_SYSTEM;
    *title = kzi_node_get(kzi_yaml_read(&diags, source), "title");
    return KZI_EXIT_DONE;
}

/* The same for a ruleset. */
static int read_ruleset(const struct list_ctx *ctx, const char *path, struct kzi_budget *budget,
                        const char **title) {
    struct kzi_ruleset_argument choice = kzi_ruleset_argument_of(ctx->args, path);
    kz_ruleset *rules;
    choice.origin.budget = budget;
    int status = kzi_ruleset_argument_load(&rules, &choice);
    *title = NULL;
    if (rules) {
        const char *said = kz_ruleset_title(rules, kzi_language_for(ctx->language, rules));
        *title = kzi_arena_copy(ctx->args->arena, said, strlen(said));
    }
    kzi_rules_close(ctx->args, rules);
    return status;
}

/* A file with errors is listed as broken. If memory or reading fails, there is a message too, and
 * JSON leaves it out. */
static int list_all(struct list_ctx *ctx, const struct kzi_found *list, size_t count,
                    bool overlays) {
    int worst = KZI_EXIT_DONE;
    for (size_t i = 0; i < count && !ctx->budget.out; i++) {
        struct kzi_budget one = {KZI_MAX_STEPS, KZI_MAX_MEMORY, false};
        const struct kzi_node *node = NULL;
        const char *title;
        int status = overlays ? read_overlay(ctx->args, list[i].path, &one, &node)
                              : read_ruleset(ctx, list[i].path, &one, &title);
        if (overlays)
            title = kzi_name_in(node, ctx->language);
        kzi_budget_spend(&ctx->budget, KZI_MAX_STEPS - one.steps);
        if (status != KZI_EXIT_SYSTEM || !ctx->doc->json)
            put_found(ctx->doc, &list[i], overlays, status, title);
        if (status == KZI_EXIT_SYSTEM) {
            kzi_say("list", "%s could not be loaded", list[i].path);
            worst = status;
        }
    }
    return worst;
}

int kzi_run_list(const struct kzi_args *args) {
    struct kzi_args quiet = *args;
    struct kzi_text *text = kzi_text_kept(args->arena);
    struct kzi_style style = {.form = kzi_form_of(args), .color = args->color};
    struct list_ctx ctx = {.args = &quiet, .budget = {.steps = KZI_MAX_LIST_STEPS}};
    const struct kzi_found *rulesets, *overlays;
    if (args->n_rest)
        return kzi_say_usage("list", "unexpected argument '%s': list takes none", args->rest[0]);
    ctx.language = kzi_choose_language(args);
    kzi_style_set_language(&style, args, ctx.language);
    ctx.doc = kzi_doc_kept(args->arena, text, &style);
    quiet.diag = NULL;
    size_t n_rulesets = kzi_files_list(args->arena, "", KZI_FILE_RULES, &rulesets);
    size_t n_overlays = kzi_files_list(args->arena, KZI_OVERLAYS, KZI_FILE_OVERLAY, &overlays);
    if (!ctx.doc->json)
        kzi_doc_open(ctx.doc, ".found", '[');
    int status = list_all(&ctx, rulesets, n_rulesets, false);
    status = kzi_worse(status, list_all(&ctx, overlays, n_overlays, true));
    if (!ctx.doc->json)
        kzi_doc_close(ctx.doc);
    kzi_doc_end(ctx.doc, KZI_LAYOUT_list);
    status = kzi_worse(status, kzi_print(text));
    if (ctx.budget.out)
        kzi_say("list", "loading takes too long; the list is incomplete");
    if (!n_rulesets)
        kzi_say("list", "no ruleset found: set KAZOE_PATH to the folder of the rules");
    return ctx.budget.out || !n_rulesets ? kzi_worse(status, KZI_EXIT_RULES) : status;
}

/* kazoe list: the installed rulesets and overlays. */
#include "cli/commands/commands.h"
#include "report/document.h"
#include "words/rule_names.h"

struct list_ctx {
    const struct kzi_args *args;
    struct kzi_doc *doc;
    const char *language; /* NULL: the preferred one of each ruleset */
    struct kzi_budget budget;
};

/* A file that was found, with its title and family. */
struct entry {
    const struct kzi_named_file *found;
    const char *title, *family; /* NULL: the file gives none */
    bool overlay, put;
    volatile int status; /* of loading the file */
};

static void put_entry(struct kzi_doc *doc, struct entry *entry) {
    kzi_doc_element(doc);
    kzi_doc_string(doc, entry->overlay ? "overlay" : "id", entry->found->name);
    if (entry->title || doc->json)
        kzi_doc_string(doc, "title", entry->title);
    if (entry->family)
        kzi_doc_string(doc, "family", entry->family);
    kzi_doc_string(doc, "path", entry->found->path);
    if (entry->status != KZI_EXIT_DONE)
        kzi_doc_say(doc, ".broken",
                    entry->status == KZI_EXIT_SYSTEM ? KZI_SAYS_not_loaded : KZI_SAYS_broken);
    entry->put = true;
}

static bool is_one_family(const struct entry *a, const struct entry *b) {
    return a->overlay == b->overlay &&
           (a->family && b->family ? !strcmp(a->family, b->family) : a->family == b->family);
}

/* Put the rulesets grouped by family, then the overlays; JSON has them as they were found. */
static void put_all(struct kzi_doc *doc, struct entry *entries, size_t count) {
    KZI_DOC_LINES(doc, ".found")
        for (size_t i = 0; i < count; i++)
            for (size_t k = i; k < (doc->json ? i + 1 : count); k++)
                if (!entries[k].put && is_one_family(&entries[i], &entries[k]))
                    put_entry(doc, &entries[k]);
}

static const char *copy(struct kzi_arena *arena, const char *text) {
    return text ? kzi_arena_copy(arena, text, strlen(text)) : NULL;
}

/* Read the title and family of a file, if it has no errors; an overlay is read alone. */
static void read_entry(const struct list_ctx *ctx, struct entry *entry, struct kzi_budget *budget) {
    struct kzi_arena *arena = ctx->args->arena;
    struct kzi_args quiet = *ctx->args;
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(&quiet, entry->found->path);
    quiet.diag = NULL;
    quiet.status = &entry->status;
    argument.request.budget = budget;
    argument.request.part = entry->overlay;
    kz_ruleset *rules = kzi_ruleset_argument_load(&argument);
    if (rules) {
        const struct kzi_model *model = rules->model;
        const char *language = kzi_language_for(ctx->language, rules),
                   *title = kzi_name_in(model->title, language),
                   *family = kzi_name_in(model->family, language);
        entry->title = copy(arena, title || entry->overlay ? title : model->id);
        entry->family = copy(arena, family);
    }
    kzi_rules_close(ctx->args, rules);
}

/* Read all files.  One with errors is listed as broken.  If memory runs out or reading fails, a
 * message is written too, and JSON leaves the file out. */
static size_t read_all(struct list_ctx *ctx, const struct kzi_named_file *list, size_t count,
                       bool overlays, struct entry *entries) {
    size_t read = 0;
    for (size_t i = 0; i < count && !ctx->budget.out; i++) {
        struct kzi_budget one = {KZI_MAX_STEPS, KZI_MAX_MEMORY, false};
        struct entry *entry = &entries[read];
        *entry = (struct entry){.found = &list[i], .overlay = overlays};
        read_entry(ctx, entry, &one);
        kzi_budget_spend(&ctx->budget, KZI_MAX_STEPS - one.steps);
        if (entry->status == KZI_EXIT_SYSTEM) {
            kzi_message(ctx->args, "%s could not be loaded", list[i].path);
            kzi_raise(ctx->args, KZI_EXIT_SYSTEM);
        }
        read += entry->status != KZI_EXIT_SYSTEM || !ctx->doc->json;
    }
    return read;
}

void kzi_run_list(const struct kzi_args *args) {
    struct list_ctx ctx = {.args = args, .budget = {.steps = KZI_MAX_LIST_STEPS}};
    const struct kzi_named_file *rulesets, *overlays;
    if (args->n_rest)
        kzi_end_usage(args, "unexpected argument '%s': list takes none", args->rest[0]);
    ctx.language = kzi_choose_language(args);
    const struct kzi_style style = kzi_style_in(args, ctx.language);
    ctx.doc = kzi_doc_new(args->arena, args->out, &style);
    size_t n_rulesets = kzi_files_list(args, "", KZI_FILE_RULES, &rulesets);
    size_t n_overlays = kzi_files_list(args, KZI_OVERLAYS, KZI_FILE_OVERLAY, &overlays);
    struct entry *entries = KZI_NEW_ARRAY(args->arena, n_rulesets + n_overlays, struct entry);
    size_t count = read_all(&ctx, rulesets, n_rulesets, false, entries);
    count += read_all(&ctx, overlays, n_overlays, true, entries + count);
    put_all(ctx.doc, entries, count);
    kzi_doc_end(ctx.doc, KZI_LAYOUT_list);
    kzi_output_print(args);
    if (ctx.budget.out)
        kzi_message(args, "loading takes too long; the list is incomplete");
    if (!n_rulesets)
        kzi_message(args, "no ruleset found: set KAZOE_PATH to the folder of the rules");
    if (ctx.budget.out || !n_rulesets)
        kzi_raise(args, KZI_EXIT_RULES);
}

/* Case files, and the ruleset for each case of a file. */
#include "analysis/cases/cases.h"
#include "api.h"
#include "cli/commands/commands.h"

struct open_ctx {
    struct kzi_casefile *file;
    const struct kzi_args *args;
    struct kzi_diags diags;
    struct kzi_budget budget; /* for the rules of all cases */
};

/* Load the ruleset of -r or of the file, with all overlays and the settings of the file, of the
 * command line and of one case (NULL: none). */
static kz_ruleset *load(struct open_ctx *ctx, const struct kzi_node *options,
                        struct kzi_budget *budget) {
    const struct kzi_cases *cases = ctx->file->cases;
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(ctx->args, NULL);
    const char *asked = ctx->args->value[KZI_OPT_RULESET];
    argument.request.spec.rules = kzi_spec_word_of(cases->ruleset);
    argument.request.budget = budget;
    if (asked && !kzi_add_spec(&argument, asked, KZI_OF_ONE))
        return NULL;
    kzi_add_overlays(&argument, cases->overlays);
    kzi_add_options(&argument, cases->options, KZI_OF_ALL);
    kzi_add_command_line(&argument, 0);
    kzi_add_options(&argument, options, KZI_OF_ALL);
    return kzi_ruleset_argument_load(&argument);
}

/* Charge the budget of all cases for loading one ruleset. */
static void charge(struct open_ctx *ctx, const kz_ruleset *rules, const struct kzi_budget *one,
                   struct kzi_place place) {
    size_t used = rules ? rules->arena.used : 0;
    kzi_budget_spend(&ctx->budget, KZI_MAX_STEPS - one->steps);
    ctx->budget.out |= used > ctx->budget.capacity;
    ctx->budget.capacity -= used < ctx->budget.capacity ? used : ctx->budget.capacity;
    if (ctx->budget.out)
        kzi_error_at(&ctx->diags, place,
                     "the cases up to here set options in more ways than can be held at once (%d "
                     "million steps, %d MiB): split this file",
                     KZI_MAX_CASES_STEPS / 1000 / 1000, KZI_MAX_CASES_MEMORY / 1024 / 1024);
}

/* Return the rules of a case: those of the file, those of an earlier case with the same settings,
 * or its own. */
static const kz_ruleset *rules_of(struct open_ctx *ctx, size_t number) {
    struct kzi_casefile *file = ctx->file;
    const struct kzi_case *one = &file->cases->list[number];
    if (!one->options)
        return file->rules;
    for (size_t i = 0; i < number; i++)
        if (file->cases->list[i].options &&
            kzi_node_equals(file->cases->list[i].options, one->options))
            return file->cases->list[i].rules;
    struct kzi_budget budget = {KZI_MAX_STEPS, KZI_MAX_MEMORY, false};
    kz_ruleset *rules = load(ctx, one->options, &budget);
    if (rules)
        file->variants[file->n_variants++] = rules;
    else
        kzi_error_at(&ctx->diags, one->options->place, "no rules can be loaded with these");
    charge(ctx, rules, &budget, one->options->place);
    return rules;
}

static void open_rules(struct open_ctx *ctx) {
    struct kzi_casefile *file = ctx->file;
    struct kzi_arena *arena = ctx->args->arena;
    file->rules = load(ctx, NULL, NULL);
    file->variants = KZI_NEW_ARRAY(arena, file->cases->count, kz_ruleset *);
    for (size_t i = 0; file->rules && i < file->cases->count && !ctx->budget.out; i++) {
        struct kzi_case *one = &file->cases->list[i];
        one->rules = rules_of(ctx, i);
        if (one->rules)
            kzi_case_check(&ctx->diags, one, one->rules);
    }
}

void kzi_casefile_open(struct kzi_casefile *file, const struct kzi_args *args,
                       const struct kzi_source *source) {
    *file = (struct kzi_casefile){.lays_over = true};
    struct open_ctx ctx = {
        .file = file, .args = args, .budget = {KZI_MAX_CASES_STEPS, KZI_MAX_CASES_MEMORY, false}};
    kzi_diags_init(&ctx.diags, args->arena);
    file->cases = kzi_cases_read(&ctx.diags, source);
    if (file->cases && file->cases->ruleset)
        open_rules(&ctx);
    if (!kzi_message_all(args, &ctx.diags))
        kzi_casefile_close(args, file);
}

/* Use the file as one more -O. */
static void open_overlay(struct kzi_casefile *file, const struct kzi_args *args, const char *path) {
    struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, NULL);
    if (!kzi_add_spec(&argument, args->value[KZI_OPT_RULESET], KZI_OF_ONE))
        return;
    kzi_add_command_line(&argument, 0);
    kzi_add_file(&argument, path);
    file->lays_over = true;
    file->rules = kzi_ruleset_argument_load(&argument);
}

/* Return why an overlay alone cannot be tested; NULL: it has errors, which were reported. */
static const char *refuse_overlay(const struct kzi_args *args, const char *path) {
    kz_ruleset *part = kzi_part_load(args, path);
    kzi_rules_close(args, part);
    return part ? kzi_arena_format(args->arena,
                                   "an overlay: name the rules to lay it over, as in kazoe test -r "
                                   "RULESET %s",
                                   path)
                : NULL;
}

void kzi_casefile_open_any(struct kzi_casefile *file, const struct kzi_args *args,
                           const struct kzi_source *source) {
    const char *path = source->name, *refused = NULL;
    bool asked = args->value[KZI_OPT_RULESET];
    *file = (struct kzi_casefile){0};
    if (!source->text) {
        kzi_message_unread(args, path);
        return;
    }
    switch (kzi_file_kind(path, source->text)) {
    case KZI_FILE_CASES:
        kzi_casefile_open(file, args, source);
        break;
    case KZI_FILE_OVERLAY:
        if (asked)
            open_overlay(file, args, path);
        else
            refused = refuse_overlay(args, path);
        break;
    case KZI_FILE_CONFIG:
        refused = "a configuration file: check it with kazoe check";
        break;
    case KZI_FILE_PART:
    case KZI_FILE_RULES:
        if (asked)
            refused = "a ruleset itself; -r is for overlays and cases";
        else
            file->rules = kzi_file_load(args, path);
    }
    if (refused) {
        kzi_message(args, "%s is %s", path, refused);
        kzi_raise(args, kzi_message_try_help(args));
    }
}

void kzi_casefile_close(const struct kzi_args *args, struct kzi_casefile *file) {
    for (size_t i = 0; i < file->n_variants; i++)
        kzi_rules_close(args, file->variants[i]);
    file->n_variants = 0;
    kzi_rules_close(args, file->rules);
    file->rules = NULL;
}

static void release_runner(void *runner) {
    kzi_case_runner_close(runner);
}

struct kzi_case_runner *kzi_case_runner_new(struct kzi_arena *arena,
                                            const struct kz_ruleset *rules) {
    struct kzi_case_runner *runner = KZI_NEW(arena, struct kzi_case_runner);
    void **kept = kzi_arena_keep(arena, release_runner);
    if (!kzi_case_runner_open(runner, rules))
        kzi_no_memory(arena);
    return *kept = runner;
}

const char *kzi_cases_path(struct kzi_arena *arena, const char *path) {
    static const char ending[] = ".yaml";
    size_t len = strlen(path), stem = len - (sizeof ending - 1);
    if (len < sizeof ending || strcmp(path + stem, ending) != 0)
        return NULL;
    return kzi_arena_format(arena, "%.*s.cases.yaml", (int)stem, path);
}

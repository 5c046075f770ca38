/* kazoe show: a ruleset with all its files combined, or one yaku of it, in several formats. */
#include "analysis/cases/cases.h"
#include "analysis/rulebook/gallery.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/schema/schema.h"
#include "analysis/whynot/why_not.h"
#include "cli/commands/commands.h"
#include "cli/commands/show.h"

static void show_one(const struct kzi_args *args, const struct kz_ruleset *rules, const char *name,
                     const struct kzi_style *style) {
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    /* the word may have been meant as a ruleset */
    if (args->n_rest == 1 && kzi_yaku_find(rules->model, name, NULL) < 0) {
        kzi_message(args, "%s",
                    kzi_ruleset_unknown(args->arena, NULL, kzi_rule_path(args->arena), name, true));
        kzi_raise(args, KZI_EXIT_RULES);
    }
    const unsigned yaku = kzi_find_yaku(args, rules->model, name);
    struct kzi_doc doc = kzi_doc_begin(args->out, style);
    kzi_put_yaku_members(&doc, rules, yaku, &budget);
    kzi_doc_end_line(&doc, KZI_LAYOUT_yaku);
}

static void show_options(const struct kzi_args *args) {
    const struct kzi_named_file *all;
    size_t count = args->n_rest ? args->n_rest : kzi_files_list(args, "", KZI_FILE_RULES, &all);
    const struct kzi_model **models = KZI_NEW_ARRAY(args->arena, count, const struct kzi_model *);
    for (size_t i = 0; i < count; i++) {
        const kz_ruleset *rules = args->n_rest ? kzi_rules_open(args, args->rest[i], 0, KZI_OF_ONE)
                                               : kzi_file_load(args, all[i].path);
        if (!rules)
            kzi_command_end(args, KZI_EXIT_RULES);
        models[i] = rules->model;
    }
    kzi_put_option_comparison(args->out, args->arena, models, count, args->given[KZI_OPT_JSON]);
}

/* Offer the hands of the cases next to a rule file and, if `follows`, of the cases that they are
 * shared with.  A file that cannot be read offers none. */
static void offer_cases(struct kzi_gallery *gallery, const struct kzi_args *args, const char *path,
                        bool follows) {
    const char *next_to = kzi_cases_path(args->arena, path);
    const struct kzi_source *source = next_to ? kzi_file_read(args, next_to, false) : NULL;
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    const struct kzi_cases *cases = source && source->text ? kzi_cases_read(&diags, source) : NULL;
    for (size_t i = 0; cases && i < cases->count; i++)
        if (cases->list[i].hand)
            kzi_gallery_offer(gallery, cases->list[i].hand);
    if (!follows || !cases || !cases->shared_with || kzi_is_path(cases->shared_with->text))
        return;
    const char *other = kzi_find_rule_file(args->arena, kzi_folder_of(args->arena, path),
                                           kzi_rule_path(args->arena), cases->shared_with->text);
    if (other)
        offer_cases(gallery, args, other, false);
}

/* Return the ruleset without overlays and settings; NULL if it has none, or is not valid without
 * them. */
static const struct kz_ruleset *plain_rules(const struct kzi_args *args,
                                            const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    struct kzi_args quiet = *args;
    volatile int status = KZI_EXIT_DONE;
    quiet.diag = NULL;
    quiet.status = &status;
    struct kzi_ruleset_argument plain =
        kzi_ruleset_argument_of(&quiet, model->files[model->n_overlays]->name);
    const kz_ruleset *loaded =
        strcmp(model->label, model->id) != 0 ? kzi_ruleset_argument_load(&plain) : NULL;
    if (status == KZI_EXIT_SYSTEM)
        kzi_command_end(args, KZI_EXIT_SYSTEM);
    return loaded;
}

static void put_page(const struct kzi_args *args, const struct kz_ruleset *rules,
                     const struct kzi_style *style) {
    struct kzi_gallery gallery;
    kzi_gallery_begin(&gallery, args->arena, rules);
    for (size_t i = 0; i < rules->model->n_files; i++)
        offer_cases(&gallery, args, rules->model->files[i]->name, true);
    kzi_gallery_fill(&gallery);
    kzi_put_rule_sheet(args->out, args->arena, &gallery, plain_rules(args, rules), style);
}

/* Show a whole ruleset. */
static void show_all(const struct kzi_args *args, const struct kz_ruleset *rules,
                     const struct kzi_ruleset_argument *argument, const struct kzi_style *style) {
    if (style->form == KZI_PAGE) {
        put_page(args, rules, style);
    } else if (!args->given[KZI_OPT_YAML]) {
        kzi_put_rules(args->out, args->arena, rules, argument->decided_by, style);
    } else if (!kzi_put_yaml(args->out, args->arena, rules->model)) {
        kzi_message(args, "the options of %s have too many values to find out what each changes",
                    rules->model->id);
        kzi_command_end(args, KZI_EXIT_RULES);
    }
}

/* Show RULESET, RULESET YAKU, YAKU of the configured ruleset, or that ruleset.  A single word is a
 * ruleset; only if no ruleset has that name and one is configured, it is a yaku. */
static void show_words(const struct kzi_args *args) {
    const char *name = args->n_rest ? args->rest[0] : NULL;
    const char *yaku = args->n_rest > 1 ? args->rest[1] : NULL;
    struct kzi_ruleset_argument argument;
    if (args->n_rest == 1 && !kzi_names_rules(args, name)) {
        if (!kzi_rulesets_choose(&argument, args, NULL))
            kzi_command_end(args, KZI_EXIT_RULES);
        if (kzi_is_chosen(&argument)) {
            yaku = name;
            name = NULL;
        }
    }
    const int whole = args->given[KZI_OPT_YAML] ? KZI_OPT_YAML : KZI_OPT_HTML;
    if (yaku && args->given[whole])
        kzi_end_usage(args, "--%s writes a whole ruleset: leave out '%s'",
                      kzi_option_rows[whole].name, yaku);
    const kz_ruleset *rules = kzi_ruleset_argument_open(&argument, args, name);
    const struct kzi_style style = kzi_style_in(args, argument.language);
    if (yaku)
        show_one(args, rules, yaku, &style);
    else
        show_all(args, rules, &argument, &style);
}

static void show_schema(const struct kzi_args *args) {
    const char *of = args->value[KZI_OPT_SCHEMA];
    struct kzi_text *text = args->out;
    if (args->n_rest)
        kzi_end_usage(args, "unexpected argument '%s': --schema takes no ruleset", args->rest[0]);
    if (!strcmp(of, "rules"))
        kzi_put_schema(text, &kzi_schema_of_rules);
    else if (!strcmp(of, "cases"))
        kzi_put_cases_schema(text);
    else if (!strcmp(of, "config"))
        kzi_put_config_schema(text);
    else
        kzi_end_usage(args, "--schema takes rules, cases or config, not '%s'", of);
}

void kzi_run_show(const struct kzi_args *given) {
    const struct kzi_args ours = kzi_args_with_ruleset(given), *args = &ours;
    if (args->given[KZI_OPT_SCHEMA])
        show_schema(args);
    else if (args->given[KZI_OPT_OPTIONS])
        show_options(args);
    else if (args->n_rest > 2)
        kzi_end_usage(args, "unexpected argument '%s': show takes a ruleset and a yaku",
                      args->rest[2]);
    else
        show_words(args);
}

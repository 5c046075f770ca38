/* kazoe show: a ruleset with all its files combined, or one yaku of it, in several formats. */
#include "analysis/cases/cases.h"
#include "analysis/rulebook/gallery.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/schema/schema.h"
#include "analysis/whynot/why_not.h"
#include "cli/commands/commands.h"
#include "cli/commands/show.h"

static int show_one(struct kzi_text *text, const struct kzi_args *args,
                    const struct kz_ruleset *rules, const char *name,
                    const struct kzi_style *style) {
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    unsigned yaku, found[2];
    bool unknown_alone = args->n_rest == 1 && !kzi_yaku_named(rules->model, name, found);
    if (unknown_alone) /* the word may have been meant as a ruleset */
        kzi_say("show", "%s",
                kzi_ruleset_unknown(args->arena, NULL, kzi_rules_folders(args->arena), name, true));
    int status = kzi_find_yaku(&yaku, args, rules->model, name);
    if (status != KZI_EXIT_DONE)
        return unknown_alone ? KZI_EXIT_RULES : status;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_yaku_put(&doc, rules, yaku, &budget);
    kzi_doc_end(&doc, KZI_LAYOUT_yaku);
    kzi_text_put(text, doc.json ? "\n" : "");
    return KZI_EXIT_DONE;
}

static int show_options(const struct kzi_args *args) {
    const struct kzi_found *all;
    size_t count = args->n_rest ? args->n_rest : kzi_files_list(args, "", KZI_FILE_RULES, &all);
    const struct kzi_model **models = KZI_NEW_ARRAY(args->arena, count, const struct kzi_model *);
    struct kzi_text *text = kzi_text_kept(args->arena);
    for (size_t i = 0; i < count; i++) {
        kz_ruleset *rules;
        int status = args->n_rest ? kzi_rules_open(&rules, args, args->rest[i])
                                  : kzi_file_load(&rules, args, all[i].path);
        if (status != KZI_EXIT_DONE)
            return status;
        models[i] = rules->model;
    }
    kzi_options_compare(text, args->arena, models, count, args->given[KZI_OPT_JSON]);
    return kzi_print(text);
}

/* Offer the hands of the cases next to a rule file, and of those that they are shared with. A
 * file that cannot be read gives no examples. */
static void offer_cases(struct kzi_gallery *gallery, const struct kzi_args *args, const char *path,
                        bool follows) {
    const char *next_to = kzi_cases_path(args->arena, path);
    const struct kzi_source *source = next_to ? kzi_source_read(args, next_to, false) : NULL;
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    const struct kzi_cases *cases = source && source->text ? kzi_cases_read(&diags, source) : NULL;
    for (size_t i = 0; cases && i < cases->count; i++)
        if (cases->list[i].hand)
            kzi_gallery_offer(gallery, cases->list[i].hand);
    if (!follows || !cases || !cases->shared_with || kzi_is_path(cases->shared_with->text))
        return;
    const char *other = kzi_name_find(args->arena, kzi_folder_of(args->arena, path),
                                      kzi_rules_folders(args->arena), cases->shared_with->text);
    if (other)
        offer_cases(gallery, args, other, false);
}

/* Return the ruleset without overlays and settings; NULL: it has none, or is not valid alone. */
static const struct kz_ruleset *plain_rules(const struct kzi_args *args,
                                            const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    struct kzi_args quiet = *args;
    quiet.diag = NULL;
    struct kzi_ruleset_argument plain =
        kzi_ruleset_argument_of(&quiet, model->files[model->n_overlays]->name);
    kz_ruleset *loaded = NULL;
    if (strcmp(model->label, model->id) != 0 &&
        kzi_ruleset_argument_load(&loaded, &plain) == KZI_EXIT_SYSTEM)
        kzi_end(args, KZI_EXIT_SYSTEM);
    return loaded;
}

static void put_page(struct kzi_text *text, const struct kzi_args *args,
                     const struct kz_ruleset *rules, const struct kzi_style *style) {
    struct kzi_gallery gallery;
    kzi_gallery_begin(&gallery, args->arena, rules);
    for (size_t i = 0; i < rules->model->n_files; i++)
        offer_cases(&gallery, args, rules->model->files[i]->name, true);
    kzi_gallery_fill(&gallery);
    kzi_rule_sheet(text, args->arena, &gallery, plain_rules(args, rules), style);
}

/* Write a whole ruleset; return the status. */
static int show_all(struct kzi_text *text, const struct kzi_args *args,
                    const struct kz_ruleset *rules, const struct kzi_ruleset_argument *choice,
                    const struct kzi_style *style) {
    if (args->given[KZI_OPT_YAML]) {
        if (kzi_show_yaml(text, args->arena, rules->model))
            return KZI_EXIT_DONE;
        kzi_text_clear(text);
        kzi_say("show", "the options of %s have too many values to find out what each changes",
                rules->model->id);
        return KZI_EXIT_RULES;
    }
    if (style->form == KZI_PAGE)
        put_page(text, args, rules, style);
    else
        kzi_rules_put(text, args->arena, rules, choice->decided_by, style);
    return KZI_EXIT_DONE;
}

/* Show RULESET, RULESET YAKU, YAKU of the configured ruleset, or that ruleset. A single word is
 * a ruleset; it is a yaku only if there is no ruleset of that name and one is configured. */
static int show_words(const struct kzi_args *args) {
    const char *name = args->n_rest ? args->rest[0] : NULL;
    const char *yaku = args->n_rest > 1 ? args->rest[1] : NULL;
    struct kzi_ruleset_argument choice;
    int status = KZI_EXIT_DONE;
    if (args->n_rest == 1 && !kzi_names_rules(args, name)) {
        status = kzi_choose(&choice, args, NULL);
        if (status == KZI_EXIT_DONE && kzi_is_chosen(&choice)) {
            yaku = name;
            name = NULL;
        }
    }
    if (status != KZI_EXIT_DONE)
        return status;
    const int whole = args->given[KZI_OPT_YAML] ? KZI_OPT_YAML : KZI_OPT_HTML;
    if (yaku && args->given[whole])
        return kzi_say_usage("show", "--%s writes a whole ruleset: leave out '%s'",
                             kzi_option_rows[whole].name, yaku);
    const kz_ruleset *rules = kzi_ruleset_argument_open(&choice, args, name);
    struct kzi_text *text = kzi_text_kept(args->arena);
    struct kzi_style style = {.form = kzi_form_of(args), .color = args->color};
    kzi_style_set_language(&style, args, choice.language);
    status = yaku ? show_one(text, args, rules, yaku, &style)
                  : show_all(text, args, rules, &choice, &style);
    kzi_page_open(args);
    return kzi_worse(status, kzi_print(text));
}

static int show_schema(const struct kzi_args *args) {
    const char *of = args->value[KZI_OPT_SCHEMA];
    struct kzi_text *text = kzi_text_kept(args->arena);
    if (args->n_rest)
        return kzi_say_usage("show", "unexpected argument '%s': --schema takes no ruleset",
                             args->rest[0]);
    if (!strcmp(of, "rules"))
        kzi_schema_put(text, &kzi_schema_of_rules);
    else if (!strcmp(of, "cases"))
        kzi_cases_schema(text);
    else if (!strcmp(of, "config"))
        kzi_config_schema(text);
    else
        return kzi_say_usage("show", "--schema takes rules, cases or config, not '%s'", of);
    return kzi_print(text);
}

/* Return the options with the ruleset of -r as the first word. */
static struct kzi_args with_ruleset(const struct kzi_args *args) {
    struct kzi_args with = *args;
    char **words = KZI_NEW_ARRAY(args->arena, args->n_rest + 1, char *);
    words[0] = kzi_arena_copy(args->arena, args->value[KZI_OPT_RULESET],
                              strlen(args->value[KZI_OPT_RULESET]));
    for (size_t i = 0; i < args->n_rest; i++)
        words[i + 1] = args->rest[i];
    with.rest = words;
    with.n_rest++;
    with.value[KZI_OPT_RULESET] = NULL;
    with.given[KZI_OPT_RULESET] = false;
    return with;
}

int kzi_run_show(const struct kzi_args *given) {
    const struct kzi_args ours = given->given[KZI_OPT_RULESET] ? with_ruleset(given) : *given,
                          *args = &ours;
    if (args->given[KZI_OPT_SCHEMA])
        return show_schema(args);
    if (args->given[KZI_OPT_OPTIONS])
        return show_options(args);
    if (args->n_rest > 2)
        return kzi_say_usage("show", "unexpected argument '%s': show takes a ruleset and a yaku",
                             args->rest[2]);
    return show_words(args);
}

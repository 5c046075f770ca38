#include "analysis/cases/cases.h"
#include "analysis/rulebook/rules_html.h"
#include "analysis/schema/schema.h"
#include "analysis/whynot/why_not.h"
#include "cli/color.h"
#include "cli/commands/casefile.h"
#include "cli/commands/commands.h"
#include "cli/commands/show.h"
#include "cli/config.h"
#include "cli/language.h"
#include "cli/page.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"

#include <string.h>

/* A word that is no yaku.  Alone, it could also be meant as a ruleset. */
static int say_unknown(const struct kzi_args *args, const struct kzi_model *model,
                       const char *word) {
    const struct kzi_names *yaku = &model->yaku_names;
    const char *near = kzi_nearest(word, yaku->name, yaku->count);
    bool alone = args->n_rest == 1;
    if (alone)
        kzi_say("show", "%s", kzi_rules_unknown(args->arena, word));
    kzi_say("show", "%s has no yaku %s%s%s%s", model->id, word, near ? " (did you mean " : "",
            near ? near : "", near ? "?)" : "");
    return alone ? KZI_EXIT_RULES : KZI_EXIT_USAGE;
}

static int show_one(struct kzi_text *text, const struct kzi_args *args,
                    const struct kz_ruleset *rules, const char *id, const char *language) {
    struct kzi_budget whys = {.steps = KZI_MAX_WHY_STEPS};
    const struct kzi_model *model = rules->model;
    unsigned found[2], count = kzi_yaku_named(model, id, found);
    if (!count)
        return say_unknown(args, model, id);
    if (count > 1) {
        kzi_say("show", "%s is the name of several yaku: %s, %s", id, model->yaku[found[0]].id,
                model->yaku[found[1]].id);
        return KZI_EXIT_USAGE;
    }
    if (args->given[KZI_OPT_JSON])
        kzi_show_yaku_json(text, rules, found[0], &whys);
    else
        kzi_show_yaku(text, rules, found[0], language);
    return KZI_EXIT_DONE;
}

/* The rulesets named, or all there are. */
static size_t names_of(const struct kzi_args *args, const char ***names) {
    const struct kzi_found *found;
    size_t count = args->n_rest ? args->n_rest : kzi_rules_list(args->arena, &found);
    *names = KZI_NEW_ARRAY(args->arena, count, const char *);
    for (size_t i = 0; i < count; i++)
        (*names)[i] = args->n_rest ? args->rest[i] : found[i].path;
    return count;
}

static int show_options(const struct kzi_args *args) {
    const char **names;
    size_t count = names_of(args, &names), opened = 0;
    kz_ruleset **rules = KZI_NEW_ARRAY(args->arena, count, kz_ruleset *);
    const struct kzi_model **models = KZI_NEW_ARRAY(args->arena, count, const struct kzi_model *);
    int status = KZI_EXIT_DONE;
    for (; opened < count && status == KZI_EXIT_DONE; opened++) {
        status = kzi_rules_open(&rules[opened], args, names[opened]);
        models[opened] = rules[opened] ? rules[opened]->model : NULL;
    }
    struct kzi_text *text = kzi_text_kept(args->arena);
    if (status == KZI_EXIT_DONE && args->given[KZI_OPT_JSON])
        kzi_show_options_table_json(text, args->arena, models, count);
    else if (status == KZI_EXIT_DONE)
        kzi_show_options_table(text, args->arena, models, count);
    status = kzi_worse(status, kzi_print(text));
    for (size_t i = 0; i < opened; i++)
        kzi_rules_close(args, rules[i]);
    return status;
}

/* The hands of the cases beside a rule file, and of those that they are shared with.  Such a file
 * is looked at for examples alone: one that cannot be read gives none. */
static void offer_cases(struct kzi_gallery *gallery, const struct kzi_args *args, const char *path,
                        bool follows) {
    const char *beside = kzi_cases_beside(args->arena, path);
    struct kzi_source *source = KZI_NEW(args->arena, struct kzi_source);
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    if (beside)
        *source = kzi_source_read(args, beside, false);
    const struct kzi_cases *cases = source->text ? kzi_cases_read(&diags, source) : NULL;
    for (size_t i = 0; cases && i < cases->count; i++)
        if (cases->list[i].hand)
            kzi_gallery_offer(gallery, cases->list[i].hand);
    if (!follows || !cases || !cases->shared_with || kzi_is_path(cases->shared_with->text))
        return;
    const char *other = kzi_rules_find(args->arena, cases->shared_with->text, path);
    if (other)
        offer_cases(gallery, args, other, false);
}

static void put_page(struct kzi_text *text, const struct kzi_args *args,
                     const struct kz_ruleset *rules, const char *language) {
    struct kzi_gallery gallery;
    kzi_gallery_begin(&gallery, args->arena, rules);
    for (size_t i = 0; i < rules->model->n_files; i++)
        offer_cases(&gallery, args, rules->model->files[i]->name, true);
    kzi_gallery_fill(&gallery);
    kzi_rules_html(text, args->arena, &gallery, language);
}

/* What is shown: RULESET, RULESET YAKU, YAKU of the configured ruleset, or just that ruleset. */
struct wanted {
    const char *ruleset, *yaku; /* NULL: not named */
};

/* A word alone is a ruleset; only where there is none of that name, and a ruleset is configured, it
 * is a yaku of that. */
static int what_is_wanted(struct wanted *wanted, const struct kzi_args *args) {
    *wanted = (struct wanted){args->n_rest ? args->rest[0] : NULL,
                              args->n_rest > 1 ? args->rest[1] : NULL};
    if (args->n_rest != 1 || kzi_rules_find(args->arena, wanted->ruleset, NULL))
        return KZI_EXIT_DONE;
    struct kzi_ruleset_argument choice;
    int status = kzi_choose(&choice, args, NULL, kzi_say_diagnostic, NULL);
    if (status == KZI_EXIT_DONE && choice.path)
        *wanted = (struct wanted){NULL, args->rest[0]};
    return status;
}

static void put_all_json(struct kzi_text *text, const struct kzi_args *args,
                         const struct kz_ruleset *rules,
                         const struct kzi_ruleset_argument *choice) {
    struct kzi_budget whys = {.steps = KZI_MAX_WHY_STEPS};
    if (choice->decided_by)
        kzi_show_decided_json(text, rules->model, choice->decided_by);
    for (unsigned i = 0; i < rules->n_yaku; i++)
        kzi_show_yaku_json(text, rules, i, &whys);
    kzi_show_options_json(text, args->arena, rules->model);
}

static int put_all_yaml(struct kzi_text *text, const struct kzi_args *args,
                        const struct kzi_model *model) {
    if (kzi_show_yaml(text, args->arena, model))
        return KZI_EXIT_DONE;
    kzi_text_clear(text);
    kzi_say("show", "the options of %s have too many values to find out what each changes",
            model->id);
    return KZI_EXIT_RULES;
}

static int show_all(struct kzi_text *text, const struct kzi_args *args,
                    const struct kz_ruleset *rules, const struct kzi_ruleset_argument *choice) {
    if (args->given[KZI_OPT_YAML])
        return put_all_yaml(text, args, rules->model);
    if (args->given[KZI_OPT_HTML])
        put_page(text, args, rules, choice->language);
    else if (args->given[KZI_OPT_JSON])
        put_all_json(text, args, rules, choice);
    else
        kzi_show_rules(text, args->arena, rules->model, choice->language, choice->decided_by);
    return KZI_EXIT_DONE;
}

static int show_wanted(const struct kzi_args *args, bool color) {
    struct wanted wanted;
    struct kzi_ruleset_argument choice;
    kz_ruleset *rules;
    int status = what_is_wanted(&wanted, args);
    if (status == KZI_EXIT_DONE && wanted.yaku && args->given[KZI_OPT_YAML])
        return kzi_say_usage("show", "--yaml writes a whole ruleset: leave out %s", wanted.yaku);
    if (status == KZI_EXIT_DONE && wanted.yaku && args->given[KZI_OPT_HTML])
        return kzi_say_usage("show", "--html is a page of a whole ruleset: leave out %s",
                             wanted.yaku);
    if (status == KZI_EXIT_DONE)
        status = kzi_ruleset_argument_open(&rules, &choice, args, wanted.ruleset);
    if (status != KZI_EXIT_DONE)
        return status;
    kzi_check_language(args, &(const kz_ruleset *){rules}, 1);
    struct kzi_text *text = kzi_text_kept(args->arena);
    if (wanted.yaku)
        status = show_one(text, args, rules, wanted.yaku, choice.language);
    else
        status = show_all(text, args, rules, &choice);
    if (color && !args->given[KZI_OPT_JSON] && !args->given[KZI_OPT_YAML] &&
        !args->given[KZI_OPT_HTML])
        kzi_color_headings(text);
    if (args->given[KZI_OPT_HTML])
        status = kzi_page_open(args->value[KZI_OPT_HTML]);
    if (!args->given[KZI_OPT_HTML] || status == KZI_EXIT_DONE)
        status = kzi_worse(status, kzi_print(text));
    kzi_rules_close(args, rules);
    return status;
}

const char *const kzi_schemas[] = {"rules", "cases", "config", NULL};

static int show_schema(const struct kzi_args *args) {
    const char *of = args->value[KZI_OPT_SCHEMA];
    struct kzi_text text = kzi_text_growing();
    if (args->n_rest)
        return kzi_say_usage("show", "%s is not wanted: --schema hangs on no ruleset",
                             args->rest[0]);
    if (!strcmp(of, kzi_schemas[0]))
        kzi_schema_put(&text, &kzi_schema_of_rules);
    else if (!strcmp(of, kzi_schemas[1]))
        kzi_cases_schema(&text);
    else if (!strcmp(of, kzi_schemas[2]))
        kzi_config_schema(&text);
    else
        return kzi_say_usage("show", "--schema is rules, cases or config, not %s", of);
    int status = kzi_print(&text);
    kzi_text_release(&text);
    return status;
}

static int run(const struct kzi_args *args) {
    bool color;
    if (kzi_color_read(&color, args) != KZI_EXIT_DONE)
        return KZI_EXIT_USAGE;
    if (args->given[KZI_OPT_SCHEMA])
        return show_schema(args);
    if (args->given[KZI_OPT_YAML] && (args->given[KZI_OPT_JSON] || args->given[KZI_OPT_OPTIONS]))
        return kzi_say_usage("show", "--yaml goes with neither --json nor --options");
    if (args->given[KZI_OPT_HTML] &&
        (args->given[KZI_OPT_JSON] || args->given[KZI_OPT_YAML] || args->given[KZI_OPT_OPTIONS]))
        return kzi_say_usage("show", "--html goes with none of --json, --yaml and --options");
    if (args->given[KZI_OPT_OPTIONS])
        return show_options(args);
    if (args->n_rest > 2)
        return kzi_say_usage("show", "%s is not wanted: show takes a ruleset and a yaku",
                             args->rest[2]);
    return show_wanted(args, color);
}

const struct kzi_command kzi_command_show = {
    .name = "show",
    .bit = KZI_FOR_SHOW,
    .usage = "[OPTIONS] [RULESET] [YAKU]",
    .says = "Show a ruleset with all its files put together, or one yaku of it.",
    .help = "RULESET is a name (kazoe list shows them) or the path of a rule file; without\n"
            "one, that of the configuration file is shown, and which file that is. YAKU is\n"
            "an id as kazoe show RULESET lists them, or a name. A yaku is shown with its\n"
            "condition, what it covers and where it is written.\n"
            "\n"
            "--yaml writes one file that says what all files, options and overlays come to;\n"
            "it can be loaded in their place, and a comment says where each value is from.\n"
            "\n"
            "--html writes a page to print: each yaku with its condition in words and a hand\n"
            "that scores it, fu, point tables, options; what overlays say is marked.\n"
            "\n"
            "--schema writes a JSON Schema, by which editors know the keys of rule files,\n"
            "case files or configuration files.\n"
            "\n"
            "Examples:\n"
            "  kazoe show ema-2016\n"
            "  kazoe show ema-2016 pinfu\n"
            "  kazoe show --json ./our-club.yaml\n"
            "  kazoe show --options ema-2016 tenhou\n"
            "  kazoe show --yaml tenhou -O house.yaml --set red_fives=no\n"
            "  kazoe show --html rules.html tenhou -O local-yaku\n",
    .run = run,
};

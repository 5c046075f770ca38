#include "cli/commands.h"
#include "cli/rulesets.h"
#include "cli/show.h"

#include <string.h>

static int show_one(struct kzi_text *text, const struct kzi_model *model, const char *id,
                    bool json) {
    int yaku = kzi_names_find(&model->yaku_names, id);
    if (yaku < 0) {
        const char *near = kzi_nearest(id, model->yaku_names.name, model->yaku_names.count);
        kzi_say("show", "%s has no yaku %s%s%s%s", model->id, id, near ? " (did you mean " : "",
                near ? near : "", near ? "?)" : "");
        return KZI_EXIT_USAGE;
    }
    if (json)
        kzi_show_yaku_json(text, model, &model->yaku[yaku]);
    else
        kzi_show_yaku(text, model, &model->yaku[yaku]);
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
    struct kzi_text text = kzi_text_growing();
    if (status == KZI_EXIT_DONE && args->given[KZI_OPT_JSON])
        kzi_show_options_table_json(&text, args->arena, models, count);
    else if (status == KZI_EXIT_DONE)
        kzi_show_options_table(&text, args->arena, models, count);
    status = kzi_worse(status, kzi_print(&text));
    kzi_text_release(&text);
    for (size_t i = 0; i < opened; i++)
        kz_ruleset_free(rules[i]);
    return status;
}

static int run(const struct kzi_args *args) {
    if (args->given[KZI_OPT_OPTIONS])
        return show_options(args);
    if (!args->n_rest)
        return kzi_say_usage("show", "no ruleset named: write its name; kazoe list shows them");
    if (args->n_rest > 2)
        return kzi_say_usage("show", "%s is not wanted: show takes a ruleset and a yaku",
                             args->rest[2]);
    kz_ruleset *rules;
    bool json = args->given[KZI_OPT_JSON];
    int status = kzi_rules_open(&rules, args, args->rest[0]);
    if (!rules)
        return status;
    const struct kzi_model *model = rules->model;
    struct kzi_text text = kzi_text_growing();
    if (args->n_rest == 2)
        status = kzi_worse(status, show_one(&text, model, args->rest[1], json));
    else if (!json)
        kzi_show_rules(&text, model);
    for (size_t i = 0; json && args->n_rest == 1 && i < model->yaku_names.count; i++)
        kzi_show_yaku_json(&text, model, &model->yaku[i]);
    if (json && args->n_rest == 1)
        kzi_show_options_json(&text, model);
    status = kzi_worse(status, kzi_print(&text));
    kzi_text_release(&text);
    kz_ruleset_free(rules);
    return status;
}

const struct kzi_command kzi_command_show = {
    .name = "show",
    .bit = KZI_FOR_SHOW,
    .usage = "[OPTIONS] RULESET [YAKU]",
    .says = "Show a ruleset as it is once all its files are put together, or one yaku of it.",
    .help = "RULESET is a name (kazoe list shows them) or the path of a rule file; YAKU is an id\n"
            "as kazoe show RULESET lists them. A yaku is shown with its condition, what it covers\n"
            "and where it is written.\n"
            "\n"
            "Examples:\n"
            "  kazoe show ema-2016\n"
            "  kazoe show ema-2016 pinfu\n"
            "  kazoe show --json ./our-club.yaml\n"
            "  kazoe show --options ema-2016 tenhou\n",
    .run = run,
};

#include "base/limits.h"
#include "base/utf8.h"
#include "cli/color.h"
#include "cli/commands/commands.h"
#include "cli/language.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"
#include "report/result_json.h"
#include "report/wording.h"

#include <string.h>

static void put_found(struct kzi_text *text, const struct kzi_found *found, size_t width,
                      const kz_ruleset *rules, const char *language) {
    size_t from = text->len;
    kzi_text_put(text, found->name);
    kzi_text_pad(text, from, width + 2);
    if (rules)
        kzi_text_put(text, kz_ruleset_title(rules, kzi_language_for(language, rules)));
    else {
        kzi_text_put(text, "(broken: see kazoe check ");
        kzi_put_visible(text, found->path);
        kzi_text_char(text, ')');
    }
    kzi_text_char(text, '\n');
}

static void put_found_json(struct kzi_text *text, const struct kzi_found *found,
                           const kz_ruleset *rules, const char *language) {
    kzi_text_put(text, "{\"id\":");
    kzi_json_string(text, found->name);
    kzi_text_put(text, ",\"title\":");
    if (rules)
        kzi_json_string(text, kz_ruleset_title(rules, kzi_language_for(language, rules)));
    else
        kzi_text_put(text, "null");
    kzi_text_put(text, ",\"path\":");
    kzi_json_string(text, found->path);
    kzi_text_put(text, "}\n");
}

/* The title of an overlay, if nothing is wrong with it by itself; returns what check would. */
static int read_overlay(const struct kzi_args *args, const char *path, struct kzi_budget *budget,
                        const struct kzi_node **title) {
    struct kzi_source *source = KZI_NEW(args->arena, struct kzi_source);
    struct kzi_diags diags;
    struct kzi_budget one = {KZI_MAX_STEPS, KZI_MAX_MEMORY, false};
    *title = NULL;
    int status = kzi_rules_look_at(args, path, &one, NULL, NULL);
    kzi_budget_spend(budget, KZI_MAX_STEPS - one.steps);
    if (status != KZI_EXIT_DONE)
        return status;
    *source = kzi_source_read(args, path, false);
    kzi_diags_init(&diags, args->arena);
    if (!source->text)
        return KZI_EXIT_SYSTEM;
    *title = kzi_node_get(kzi_yaml_read(&diags, source), "title");
    return KZI_EXIT_DONE;
}

static void put_overlay(struct kzi_text *text, const struct kzi_found *found, size_t width,
                        bool sound, const char *title) {
    size_t from = text->len;
    kzi_text_format(text, "  -O %s", found->name);
    kzi_text_pad(text, from, width + 2);
    if (sound)
        kzi_text_format(text, "%s%s", title ? title : "", title ? " (overlay)" : "(overlay)");
    else
        kzi_text_format(text, "(broken overlay: see kazoe check %s)", found->path);
    kzi_text_char(text, '\n');
}

static void put_overlay_json(struct kzi_text *text, const struct kzi_found *found,
                             const char *title) {
    kzi_text_put(text, "{\"overlay\":");
    kzi_json_string(text, found->name);
    kzi_text_put(text, ",\"title\":");
    if (title)
        kzi_json_string(text, title);
    else
        kzi_text_put(text, "null");
    kzi_text_put(text, ",\"path\":");
    kzi_json_string(text, found->path);
    kzi_text_put(text, "}\n");
}

static int put_overlays(struct kzi_text *text, const struct kzi_args *args,
                        const struct kzi_found *list, size_t count, size_t width,
                        const char *language, struct kzi_budget *budget) {
    int worst = KZI_EXIT_DONE;
    for (size_t i = 0; i < count && !budget->out; i++) {
        const struct kzi_node *title;
        int status = read_overlay(args, list[i].path, budget, &title);
        const char *said = kzi_name_in(title, language);
        if (status == KZI_EXIT_SYSTEM) {
            kzi_say("list", "%s could not be loaded", list[i].path);
            worst = status;
            continue;
        }
        if (args->given[KZI_OPT_JSON])
            put_overlay_json(text, &list[i], said);
        else
            put_overlay(text, &list[i], width, status == KZI_EXIT_DONE, said);
    }
    return worst;
}

static size_t widest(const struct kzi_found *list, size_t count, size_t more) {
    size_t width = 0;
    for (size_t i = 0; i < count; i++)
        width = strlen(list[i].name) + more > width ? strlen(list[i].name) + more : width;
    return width;
}

static int load(kz_ruleset **rules, const struct kzi_args *args, const char *path,
                struct kzi_budget *budget) {
    struct kzi_budget one = {KZI_MAX_STEPS, KZI_MAX_MEMORY, false};
    struct kzi_setting_origin told = {.budget = &one};
    int status = kzi_rules_load_from(rules, args, path, &(kz_loading){0}, &told, NULL, NULL);
    kzi_budget_spend(budget, KZI_MAX_STEPS - one.steps);
    return status;
}

/* A ruleset with faults is listed as broken, and no more is said; where memory or
 * the reading failed nothing is known of it: it is left out, which is told. */
static int put_all(struct kzi_text *text, const struct kzi_args *args, const struct kzi_found *list,
                   size_t count, size_t width, const char *language, struct kzi_budget *budget) {
    int worst = KZI_EXIT_DONE;
    for (size_t i = 0; i < count && !budget->out; i++) {
        kz_ruleset *rules;
        if (load(&rules, args, list[i].path, budget) == KZI_EXIT_SYSTEM) {
            kzi_say("list", "%s could not be loaded", list[i].path);
            worst = KZI_EXIT_SYSTEM;
            continue;
        }
        if (args->given[KZI_OPT_JSON])
            put_found_json(text, &list[i], rules, language);
        else
            put_found(text, &list[i], width, rules, language);
        kzi_rules_close(args, rules);
    }
    return worst;
}

static int run(const struct kzi_args *args) {
    if (args->n_rest)
        return kzi_say_usage("list", "%s is not wanted: list takes no words", args->rest[0]);
    const char *language;
    bool color;
    if (kzi_color_read(&color, args) != KZI_EXIT_DONE)
        return KZI_EXIT_USAGE;
    int status = kzi_choose_language(&language, args);
    if (status != KZI_EXIT_DONE)
        return status;
    const struct kzi_found *list, *overlays;
    size_t count = kzi_rules_list(args->arena, &list),
           n_overlays = kzi_overlays_list(args->arena, &overlays);
    size_t width = widest(list, count, 0), other = widest(overlays, n_overlays, strlen("  -O "));
    width = other > width ? other : width;
    struct kzi_text *text = kzi_text_kept(args->arena);
    struct kzi_budget budget = {.steps = KZI_MAX_LIST_STEPS};
    status = put_all(text, args, list, count, width, language, &budget);
    status =
        kzi_worse(status, put_overlays(text, args, overlays, n_overlays, width, language, &budget));
    if (color && !args->given[KZI_OPT_JSON])
        kzi_color_headings(text);
    status = kzi_worse(status, kzi_print(text));
    if (budget.out) {
        kzi_say("list", "they take too long to load: not all are listed");
        status = kzi_worse(status, KZI_EXIT_RULES);
    }
    if (!count)
        kzi_say("list", "no ruleset is found: let KAZOE_PATH name the folder of rules");
    return count ? status : kzi_worse(status, KZI_EXIT_RULES);
}

const struct kzi_command kzi_command_list = {
    .name = "list",
    .bit = KZI_FOR_LIST,
    .usage = "[OPTIONS]",
    .says = "List the rulesets and overlays that can be named, each with its title.",
    .help = "They are looked up in the folders of KAZOE_PATH (colons between them), then in\n"
            "those that came with kazoe; of two with one name the first counts. An overlay,\n"
            "house rules to lay over a ruleset, is in the folder overlays below one of\n"
            "these; it is listed as it is used, behind -O, and in JSON its name is that of\n"
            "overlay, not of id.\n"
            "\n"
            "Examples:\n"
            "  kazoe list\n"
            "  KAZOE_PATH=$HOME/rules kazoe list\n",
    .run = run,
};

#include "cli/choice.h"
#include "cli/commands.h"
#include "cli/rulesets.h"
#include "report/json.h"

#include <string.h>

static void put_found(struct kzi_text *text, const struct kzi_found *found, size_t width,
                      const kz_ruleset *rules, const char *language) {
    size_t from = text->len;
    kzi_text_put(text, found->name);
    kzi_text_pad(text, from, width + 2);
    if (rules)
        kzi_text_put(text, kz_ruleset_title(rules, language));
    else {
        kzi_text_put(text, "(broken: see kazoe check ");
        kzi_text_put(text, found->path);
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
        kzi_json_string(text, kz_ruleset_title(rules, language));
    else
        kzi_text_put(text, "null");
    kzi_text_put(text, ",\"path\":");
    kzi_json_string(text, found->path);
    kzi_text_put(text, "}\n");
}

/* A ruleset with faults is listed as broken, and no more is said; where memory or
 * the reading failed nothing is known of it: it is left out, which is told. */
static int put_all(struct kzi_text *text, const struct kzi_args *args, const struct kzi_found *list,
                   size_t count, const char *language) {
    size_t width = 0;
    int worst = KZI_EXIT_DONE;
    for (size_t i = 0; i < count; i++)
        width = strlen(list[i].name) > width ? strlen(list[i].name) : width;
    for (size_t i = 0; i < count; i++) {
        kz_ruleset *rules;
        if (kzi_rules_load(&rules, args, list[i].path, NULL, NULL) == KZI_EXIT_SYSTEM) {
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
    int status = kzi_choose_language(&language, args);
    if (status != KZI_EXIT_DONE)
        return status;
    const struct kzi_found *list;
    size_t count = kzi_rules_list(args->arena, &list);
    struct kzi_text *text = kzi_text_kept(args->arena);
    status = put_all(text, args, list, count, language);
    status = kzi_worse(status, kzi_print(text));
    if (!count)
        kzi_say("list", "no ruleset is found: let KAZOE_PATH name the folder of rules");
    return count ? status : kzi_worse(status, KZI_EXIT_RULES);
}

const struct kzi_command kzi_command_list = {
    .name = "list",
    .bit = KZI_FOR_LIST,
    .usage = "[OPTIONS]",
    .says = "List the rulesets that can be named, each with its title.",
    .help = "They are looked up in the folders of KAZOE_PATH (colons between them), then in those\n"
            "that came with kazoe; of two with one name the first counts.\n"
            "\n"
            "Examples:\n"
            "  kazoe list\n"
            "  KAZOE_PATH=$HOME/rules kazoe list\n",
    .run = run,
};

#include "analysis/tables/table.h"
#include "cli/color.h"
#include "cli/commands/commands.h"
#include "cli/language.h"
#include "cli/page.h"
#include "cli/ruleset_argument.h"
#include "cli/rulesets.h"

static void put(struct kzi_text *text, const struct kzi_table *table, const struct kzi_args *args) {
    if (args->given[KZI_OPT_HTML])
        kzi_table_html(text, table);
    else if (args->given[KZI_OPT_JSON])
        kzi_table_json(text, table);
    else
        kzi_table_text(text, table);
}

static int run(const struct kzi_args *args) {
    if (args->n_rest > 1)
        return kzi_say_usage("table", "%s is not wanted: table takes one ruleset", args->rest[1]);
    if (args->given[KZI_OPT_HTML] && args->given[KZI_OPT_JSON])
        return kzi_say_usage("table", "--html and --json: take one of them");
    kz_ruleset *rules;
    struct kzi_ruleset_argument choice;
    bool color;
    if (kzi_color_read(&color, args) != KZI_EXIT_DONE)
        return KZI_EXIT_USAGE;
    int status =
        kzi_ruleset_argument_open(&rules, &choice, args, args->n_rest ? args->rest[0] : NULL);
    if (status != KZI_EXIT_DONE)
        return status;
    kzi_check_language(args, &(const kz_ruleset *){rules}, 1);
    struct kzi_table *table = KZI_NEW(args->arena, struct kzi_table);
    struct kzi_text text = kzi_text_growing();
    kzi_table_make(table, rules);
    table->language = choice.language;
    put(&text, table, args);
    if (color && !args->given[KZI_OPT_HTML] && !args->given[KZI_OPT_JSON])
        kzi_color_headings(&text);
    if (args->given[KZI_OPT_HTML])
        status = kzi_page_open(args->value[KZI_OPT_HTML]);
    if (status == KZI_EXIT_DONE)
        status = kzi_print(&text);
    kzi_text_release(&text);
    kzi_rules_close(args, rules);
    return status;
}

const struct kzi_command kzi_command_table = {
    .name = "table",
    .bit = KZI_FOR_TABLE,
    .usage = "[OPTIONS] [RULESET]",
    .says = "Print the point tables of a ruleset, as its rule book has them.",
    .help = "What each fu and total is paid, on a discard and by self-draw, up to the\n"
            "limits; or, where there is no fu, what each total is paid. Every figure comes\n"
            "from the rules as they score, with overlays and settings; a cell has a - where\n"
            "no hand can come to it. Without RULESET, the configuration file decides.\n"
            "\n"
            "Examples:\n"
            "  kazoe table ema-2016\n"
            "  kazoe table ema-2016 --set kiriage_mangan=yes\n"
            "  kazoe table --json mcr\n"
            "  kazoe table --html tables.html tenhou\n",
    .run = run,
};

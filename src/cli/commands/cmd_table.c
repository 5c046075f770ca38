#include "analysis/tables/table.h"
#include "cli/commands/commands.h"

static int run(const struct kzi_args *args) {
    if (args->n_rest > 1)
        return kzi_say_usage("table", "unexpected argument '%s': table takes one ruleset",
                             args->rest[1]);
    struct kzi_ruleset_argument choice;
    const kz_ruleset *rules =
        kzi_ruleset_argument_open(&choice, args, args->n_rest ? args->rest[0] : NULL);
    struct kzi_table *table = KZI_NEW(args->arena, struct kzi_table);
    struct kzi_text *text = kzi_text_kept(args->arena);
    kzi_table_make(table, rules);
    struct kzi_style style = {.form = kzi_form_of(args), .color = args->color};
    kzi_style_set_language(&style, args, choice.language);
    kzi_table_write(text, table, &style);
    kzi_page_open(args);
    return kzi_print(text);
}

const struct kzi_command kzi_command_table = {
    .name = "table",
    .bit = KZI_FOR_TABLE,
    .usage = "[OPTIONS] [RULESET]",
    .says = "Print the point tables of a ruleset, as in its rule book.",
    .help = "The tables show what each fu and total is paid, on a discard and by self-draw,\n"
            "up to the limits; without fu, what each total is paid. Every figure comes from\n"
            "the rules as they score, with overlays and settings; a - marks what no hand can\n"
            "reach. Without RULESET, the configuration file decides.\n"
            "\n"
            "Examples:\n"
            "  kazoe table ema-2016\n"
            "  kazoe table ema-2016 --set kiriage_mangan=yes\n"
            "  kazoe table --json mcr\n"
            "  kazoe table --html tables.html tenhou\n",
    .run = run,
};

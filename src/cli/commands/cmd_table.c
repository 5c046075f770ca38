#include "analysis/tables/table.h"
#include "cli/commands/commands.h"

int kzi_run_table(const struct kzi_args *args) {
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

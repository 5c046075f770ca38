/* kazoe table: print the point tables of a ruleset. */
#include "analysis/tables/table.h"
#include "cli/commands/commands.h"

void kzi_run_table(const struct kzi_args *given) {
    const struct kzi_args ours = kzi_args_with_ruleset(given), *args = &ours;
    if (args->n_rest > 1)
        kzi_end_usage(args, "unexpected argument '%s': table takes one ruleset", args->rest[1]);
    struct kzi_ruleset_argument argument;
    const kz_ruleset *rules =
        kzi_ruleset_argument_open(&argument, args, args->n_rest ? args->rest[0] : NULL);
    struct kzi_table *table = KZI_NEW(args->arena, struct kzi_table);
    const struct kzi_style style = kzi_style_in(args, argument.language);
    kzi_table_fill(table, rules);
    kzi_put_table(args->out, table, &style);
}

/* kazoe convert: hands in another notation. */
#include "cli/commands/commands.h"
#include "cli/stream/scorer.h"

void kzi_run_convert(const struct kzi_args *args) {
    struct kzi_score_job job = kzi_score_job_of(args, &kzi_converts_hands);
    if (!args->given[KZI_OPT_TO])
        kzi_end_usage(args, "say which notation to write, as in --to majiang");
    job.to = kzi_notation_option(args, KZI_OPT_TO);
    kzi_score_lines(&job);
}

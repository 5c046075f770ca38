/* completion_report.h - the tiles that an unfinished hand lacks, as text and JSON. */
#ifndef KZI_COMPLETION_REPORT_H
#define KZI_COMPLETION_REPORT_H

#include "report/result_text.h"
#include "score/completion.h"

/* An unfinished hand and its completion.  Completed hands are scored into the result, one after the
 * other. */
struct kzi_completion_job {
    const struct kz_ruleset *rules;
    const struct kzi_hand *hand;
    const struct kzi_completion *completion;
    struct kz_result *result;
    bool explain; /* write the result of each completed hand in JSON; for text see analysis/waits */
};

/* Find the completion.  Scores into job->result. */
kz_status kzi_completion_job_find(const struct kzi_completion_job *job,
                                  struct kzi_completion *completion, kz_error *error);

void kzi_put_completion(struct kzi_text *text, const struct kzi_completion_job *job,
                        const struct kzi_style *style);

#endif

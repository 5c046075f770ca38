/* completion_report.h - the tiles that an unfinished hand lacks, as text and JSON. */
#ifndef KZI_COMPLETION_REPORT_H
#define KZI_COMPLETION_REPORT_H

#include "report/result_text.h"
#include "score/completion.h"

/* An unfinished hand whose completion is found.  Verdicts are scored into the result one after the
 * other. */
struct kzi_completed {
    const struct kz_ruleset *rules;
    const struct kzi_hand *hand;
    const struct kzi_completion *completion;
    struct kz_result *result;
    bool explain; /* each verdict in JSON; as text, analysis/waits does it */
};

/* Find it.  Scores into the result. */
kz_status kzi_completed_find(const struct kzi_completed *completed,
                             struct kzi_completion *completion, kz_error *error);

void kzi_completion_json(struct kzi_text *text, const struct kzi_completed *completed);
void kzi_completion_text(struct kzi_text *text, const struct kzi_completed *completed,
                         const struct kzi_style *style);

/* --- the parts, for a page ---------------------------------------------------------------------
 */

/* Write "waits on 2 tiles, 8 left", or how far the hand is from being ready, without a newline. */
void kzi_say_completion(struct kzi_text *text, const struct kzi_completed *completed);
/* Write "8000: 4 fan 40 fu, Mangan", or why the hand does not win. */
void kzi_say_verdict(struct kzi_text *text, const struct kzi_completed *completed,
                     struct kzi_last_tile last, const char *language);
/* Write the yaku of both ways of winning, and those of only one; nothing if it does not win. */
void kzi_say_yaku_of_tile(struct kzi_text *text, const struct kzi_completed *completed,
                          struct kzi_last_tile last, const char *language);

#endif

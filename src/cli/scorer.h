/* scorer.h - one hand or deal after another under one ruleset, each into text.  One for each
 * thread. */
#ifndef KZI_SCORER_H
#define KZI_SCORER_H

#include "cli/output.h"
#include "report/deal_report.h"

struct kzi_scoring { /* what all threads share */
    const kz_ruleset *rules;
    struct kzi_look look;
    bool json;
    bool deals; /* each line is a whole deal */
};

struct kzi_scorer {
    const struct kzi_scoring *scoring;
    kz_hand *hand;
    kz_result *result;
    struct kzi_deal *deal; /* of deals: in place of the two above */
    struct kzi_settlement *settlement;
    struct kzi_text out, err; /* for standard output and standard error */
    int status;               /* enum kzi_exit, the highest so far */
};

/* False: memory is out. */
bool kzi_scorer_open(struct kzi_scorer *scorer, const struct kzi_scoring *scoring);
void kzi_scorer_close(struct kzi_scorer *scorer);

/* line: from 1 in a stream; 0: a hand or deal by itself. */
void kzi_scorer_score(struct kzi_scorer *scorer, const char *text, size_t len, unsigned long line);

#endif

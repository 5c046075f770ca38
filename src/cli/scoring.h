/* scoring.h - what score and settle do alike: one thing from the command line, or a stream. */
#ifndef KZI_SCORING_H
#define KZI_SCORING_H

#include "cli/options.h"

/* Scores hands, or settles deals; returns the status to exit with. */
int kzi_scoring_run(const struct kzi_args *args, bool deals);

#endif

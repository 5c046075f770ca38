/* scoring.h - what the commands that score do alike: one thing from the command line, or a
 * stream. */
#ifndef KZI_SCORING_H
#define KZI_SCORING_H

#include "cli/options.h"
#include "cli/stream/scorer.h"

/* Fills scoring with what the options say, the rules left out.  Returns the status to go on with;
 * what is wrong is said. */
int kzi_scoring_begin(struct kzi_score_job *scoring, const struct kzi_args *args,
                      const struct kzi_scorer_kind *kind);
/* Takes the line of the command line, or those of the input; returns the status to exit with. */
int kzi_scoring_lines(const struct kzi_score_job *scoring, const struct kzi_args *args);

/* All of it under the one ruleset of the command line. */
int kzi_scoring_run(const struct kzi_args *args, const struct kzi_scorer_kind *kind);

/* The number of --jobs, 1 without it; a usage error is said and false returned. */
bool kzi_read_jobs(const struct kzi_args *args, unsigned *jobs);

#endif

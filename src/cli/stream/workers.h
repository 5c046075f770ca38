/* workers.h - scoring a stream: blocks of lines, shared out among threads, answered in order. */
#ifndef KZI_WORKERS_H
#define KZI_WORKERS_H

#include "cli/stream/scorer.h"
#include "cli/stream/stream.h"

#define KZI_MAX_JOBS 256

/* Scores every line of the stream; returns the status to exit with. */
int kzi_workers_score(const struct kzi_score_job *scoring, struct kzi_stream *stream);

#endif

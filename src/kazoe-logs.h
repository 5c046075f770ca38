/* kazoe-logs.h - logs of whole games, replayed, and every settlement compared with what was logged.
 *
 * Ownership, threads, errors, NULL and silence are as in kazoe.h.  An options struct begins with
 * its size: {.size = sizeof options}; members that a shorter struct lacks have their defaults.
 *
 * Link with pkg-config --libs kazoe-logs. */
#ifndef KAZOE_LOGS_H
#define KAZOE_LOGS_H

#include "kazoe.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A replayer of logs one after another; for one thread at a time. */
typedef struct kz_replay kz_replay;

typedef struct kz_replay_options {
    size_t size;
    /* The rules of every game, which must outlive the replay; NULL: those that each log names. */
    const kz_ruleset *rules;
    /* Folders, colons between, in which these rules, and logs/FORMAT.yaml, are looked up before the
     * folder that the package installed its rules to; NULL: there alone. */
    const char *search;
    int text; /* not 0: reports are text, else JSON */
    /* Not 0: in JSON a game also has "ruleset", its rules as kz_ruleset_label has them, and
     * "results": of each win {"round","seat","player","hand","logged"}; hand is a line, as
     * kz_hand_write writes it, and logged what the log says it was worth. */
    int hands;
} kz_replay_options;

/* options may be NULL. */
KZ_API kz_status kz_replay_new(kz_replay **out, const kz_replay_options *options, kz_error *err);
KZ_API void kz_replay_free(kz_replay *replay);

/* Replay a log of len bytes, plain or gzip; name is shown in reports.  KZ_BAD_HAND, with the
 * place, when it cannot be read, KZ_BAD_RULES, KZ_NOT_FOUND or KZ_BAD_USAGE when its rules cannot
 * be had. */
KZ_API kz_status kz_replay_log(kz_replay *replay, const char *name, const void *bytes, size_t len,
                               kz_error *err);

/* The report of the log last replayed: an object for each game, each on a line, as kazoe replay
 * writes them.  As snprintf; 0 if memory ran out. */
KZ_API size_t kz_replay_report(const kz_replay *replay, char *buffer, size_t size);

/* What all logs so far came to.  errors: logs that could not be read, or not to their end;
 * disagree: wins and draws that were settled otherwise; unknown_names: wins that agree as far as
 * the names of their yaku are known. */
typedef struct kz_replay_counts {
    size_t size; /* of this struct; set it before the call */
    unsigned long logs, games, rounds, wins, draws, disagree, errors, unknown_names;
} kz_replay_counts;

/* Fill in as many as the size has room for; 0: none. */
KZ_API void kz_replay_count(const kz_replay *replay, kz_replay_counts *counts);

#ifdef __cplusplus
}
#endif

#endif

/* kazoe-logs.h - replay logs of whole games and compare every settlement with the logged one.
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

/* A replayer of logs, one after another; for one thread at a time. */
typedef struct kz_replay kz_replay;

typedef struct kz_replay_options {
    size_t size;
    /* The rules of every game, which must outlive the replay; NULL: the rules that each log
     * names. */
    const kz_ruleset *rules;
    /* Folders, separated by colons, in which the rules that logs name and logs/FORMAT.yaml are
     * looked up before the folder of the installed rules; NULL: only in the latter. */
    const char *rule_path;
    kz_form form; /* of reports: text or JSON */
    /* Not 0: in JSON a game also has "ruleset", its rules as kz_ruleset_label returns them, and
     * "results", for each win {"round","seat","player","hand","logged"}: hand is a line as
     * kz_hand_write writes it, and logged the value that the log states. */
    int hands;
} kz_replay_options;

/* Make a replay, which kz_replay_free frees.  options may be NULL. */
KZ_API kz_status kz_replay_new(kz_replay **out, const kz_replay_options *options, kz_error *err);
KZ_API void kz_replay_free(kz_replay *replay);

/* Replay a log of len bytes, plain or compressed with gzip; name is shown in reports.  KZ_BAD_HAND,
 * with the place, if the log cannot be read; KZ_BAD_RULES, KZ_NOT_FOUND or KZ_BAD_USAGE if its
 * rules cannot be loaded. */
KZ_API kz_status kz_replay_log(kz_replay *replay, const char *name, const void *bytes, size_t len,
                               kz_error *err);

/* Write the report of the log last replayed as kazoe replay does: an object for each game, one a
 * line.  Return the length needed as snprintf does; 0 if memory ran out. */
KZ_API size_t kz_replay_report(const kz_replay *replay, char *buffer, size_t size);

/* Sums over all logs so far.  errors: logs that could not be read to their end; disagree: wins and
 * draws that were settled differently; unknown_names: wins that agree, but for some yaku whose
 * names are unknown. */
typedef struct kz_replay_counts {
    size_t size; /* of this struct; set it before the call */
    uint64_t logs, games, rounds, wins, draws, disagree, errors, unknown_names;
} kz_replay_counts;

/* Fill in the members that counts->size has room for; none if it is 0. */
KZ_API void kz_replay_count(const kz_replay *replay, kz_replay_counts *counts);

#ifdef __cplusplus
}
#endif

#endif

/* replay.h - replay whole logs: read them, settle every round, and report where a log disagrees. */
#ifndef KZI_REPLAY_H
#define KZI_REPLAY_H

#include "logs/audit.h"
#include "logs/final_scores.h"
#include "logs/reader.h"
#include "logs/unpacker.h"
#include "report/document.h"

struct kzi_replay_counts {
    unsigned long files, games, rounds, wins, draws, disagree, errors;
    unsigned long unknown_names; /* wins that agree except for unknown names of yaku */
};

void kzi_replay_counts_add(struct kzi_replay_counts *sum, const struct kzi_replay_counts *more);

/* Return the rules with the spec that the words of a log ask for.  Return NULL, with err filled in,
 * if there are none. */
typedef const struct kz_ruleset *kzi_rules_opener(void *context, const char *spec, kz_error *err);

/* Calls into the program.  They may append to the results: elements of an array of the game in
 * JSON, else lines. */
struct kzi_replay_hooks {
    void *context;
    void (*begin)(void *context, const struct kz_ruleset *rules); /* a game begins; may be NULL */
    void (*win)(void *context, const struct kzi_audit *audit);
    void (*end)(void *context); /* a game is complete and counts; may be NULL */
    /* Unless there are only results: put members of the current game, or of the summary of all
     * games. */
    void (*game_members)(void *context, struct kzi_doc *doc);
    void (*members)(void *context, struct kzi_doc *doc);
};

/* A replay of logs; for one thread at a time. */
struct kzi_replay {
    const char *rule_path;              /* the rule path, for dialects */
    const struct kz_ruleset *rules;     /* of every game; NULL: as the log says */
    kzi_rules_opener *open;             /* finds rules if `rules` is NULL */
    const struct kzi_log_format *asked; /* the format of all logs; NULL: recognize it */
    void *open_context;
    const struct kzi_replay_hooks *hooks; /* NULL: none */
    const struct kzi_style *style;
    bool hands;           /* in JSON: the results of a game are its wins; no hooks then */
    bool only_results;    /* write only results to out */
    struct kzi_text *err; /* for errors in that case */
    struct kzi_text *out;
    struct kzi_replay_counts counts;
    kz_status status; /* why rules were not found: BAD_RULES, NOT_FOUND, BAD_USAGE */

    const char *file; /* the current log */
    const struct kzi_log_format *format;
    struct kzi_dialect *dialect; /* of its format */
    struct kzi_unpacker unpacker;
    struct kzi_log_reader reader;
    struct kzi_replayer replayer;
    struct kzi_settlement settlement;
    const struct kz_ruleset *game_rules;
    bool in_game;
    struct kzi_final_scores finals;
    char names[KZI_MAX_PLAYERS][KZI_PLAYER_NAME]; /* of the players */
    unsigned game;                                /* number in the file, from 1 */
    struct kzi_replay_counts tally;               /* of the current game */
    /* Of the current game. unknown: in JSON, the wins that agree except for unknown names. */
    struct kzi_text disagreements, unknown, results;
};

/* Return a new replay, or NULL if memory ran out.  Fill in the first members before the first
 * log. */
struct kzi_replay *kzi_replay_new(void);
void kzi_replay_free(struct kzi_replay *replay);

/* Replay a log; name: for reports.  Return false if it could not be read, which is reported. */
bool kzi_replay_log(struct kzi_replay *replay, const char *name, kzi_log_source *source,
                    void *context);
/* Say the name of a player of the current game: that in the log, or "player 1". */
void kzi_say_player(struct kzi_sentence *sentence, const struct kzi_replay *replay,
                    unsigned player);
/* Write the summary of all logs. */
void kzi_replay_summary(struct kzi_replay *replay);

/* --- reports (game_report.c) ------------------------------------------------------------------ */

/* Write the position of a round: "E2.1" is East 2 with one counter. */
void kzi_put_logged_round(struct kzi_text *text, const struct kzi_logged_round *round);
/* Begin an element of an array of JSON that is open, or lines of text, with the position of a win
 * or a draw; the second function ends it. */
struct kzi_doc kzi_audit_begin(struct kzi_text *text, const struct kzi_replay *replay,
                               const struct kzi_audit *audit);
void kzi_audit_end(struct kzi_doc *doc, enum kzi_layout layout);
/* Put the unknown names of yaku in a win, if there are any; in JSON only. */
void kzi_put_unknown_yaku(struct kzi_doc *doc, const struct kzi_audit *audit);
/* Append a disagreement, or a win with unknown names, to those of the game. */
void kzi_replay_say_audit(struct kzi_replay *replay, const struct kzi_audit *audit, bool agrees);
/* Append a win to the results of the game. */
void kzi_replay_say_win(struct kzi_replay *replay, const struct kzi_audit *audit);
/* Append the scores at the end of the game. */
void kzi_replay_say_final_scores(struct kzi_replay *replay, const struct kzi_log_event *end);
void kzi_replay_say_game(struct kzi_replay *replay);
void kzi_replay_say_fault(struct kzi_replay *replay, const struct kzi_log_fault *fault);

#endif

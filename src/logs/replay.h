/* replay.h - whole logs: read, replay, settle every round, and report where a log disagrees. */
#ifndef KZI_REPLAY_H
#define KZI_REPLAY_H

#include "logs/audit.h"
#include "logs/final_scores.h"
#include "logs/reader.h"
#include "logs/unpacker.h"
#include "report/document.h"

struct kzi_replay_counts {
    unsigned long files, games, rounds, wins, draws, disagree, errors;
    unsigned long unknown_names; /* wins that agree but for names of yaku that are unknown */
};

void kzi_replay_counts_add(struct kzi_replay_counts *sum, const struct kzi_replay_counts *more);

/* Find the rules of a game that the words of its log ask for, by their spelling.  Return NULL, with
 * err filled in, if they cannot be had. */
typedef const struct kz_ruleset *kzi_rules_opener(void *context, const char *spec, kz_error *err);

/* What a caller wants to know besides.  It may append to results: in JSON the elements of an array
 * of the game, else lines. */
struct kzi_replay_hooks {
    void *context;
    void (*begin)(void *context, const struct kz_ruleset *rules); /* a game; or NULL */
    void (*win)(void *context, const struct kzi_audit *audit);
    void (*end)(void *context); /* the game is whole, and counts; or NULL */
    /* Unless there are only results: put members of the game at hand, and of the summary of all. */
    void (*game_members)(void *context, struct kzi_doc *doc);
    void (*members)(void *context, struct kzi_doc *doc);
};

/* How to replay; for one thread at a time. */
struct kzi_replay {
    const char *folders;                /* where dialects are found, with colons */
    const struct kz_ruleset *rules;     /* of every game; NULL: as the log says */
    kzi_rules_opener *open;             /* where rules is NULL */
    const struct kzi_log_format *asked; /* the format of all logs; NULL: it is recognized */
    void *open_context;
    const struct kzi_replay_hooks *hooks; /* NULL: none */
    const struct kzi_style *style;
    bool hands;           /* in JSON: games have their wins as results; no hooks then */
    bool only_results;    /* write nothing else to out */
    struct kzi_text *err; /* for faults in that case */
    struct kzi_text *out;
    struct kzi_replay_counts counts;
    kz_status status; /* why rules could not be had: BAD_RULES, NOT_FOUND, BAD_USAGE */

    const char *file; /* the log at hand */
    const struct kzi_log_format *format;
    struct kzi_dialect *dialect; /* of that format */
    struct kzi_unpacker unpacker;
    struct kzi_log_reader reader;
    struct kzi_replayer replayer;
    struct kzi_settlement settlement;
    const struct kz_ruleset *game_rules;
    bool in_game;
    struct kzi_final_scores finals;
    char names[KZI_MAX_PLAYERS][KZI_PLAYER_NAME]; /* of its players */
    unsigned game;                                /* number in the file, from 1 */
    struct kzi_replay_counts tally;               /* of the game at hand */
    /* Of the game at hand; unknown: in JSON the wins that agree but for unknown names. */
    struct kzi_text disagreements, unknown, results;
};

/* Return NULL if memory ran out.  Fill in the first members before the first log. */
struct kzi_replay *kzi_replay_new(void);
void kzi_replay_free(struct kzi_replay *replay);

/* Replay a log; name: for reports.  Return false if it could not be read, which the report says. */
bool kzi_replay_log(struct kzi_replay *replay, const char *name, kzi_log_source *source,
                    void *context);
/* Name a player of the game at hand: as the log does, or "player 1". */
void kzi_say_player(struct kzi_words *words, const struct kzi_replay *replay, unsigned player);
/* Write what all logs came to. */
void kzi_replay_summary(struct kzi_replay *replay);

/* --- reports (game_report.c) ------------------------------------------------------------------ */

/* "E2.1": East 2, one counter. */
void kzi_put_logged_round(struct kzi_text *text, const struct kzi_logged_round *round);
/* Begin an element of an array of JSON that is open, or lines of text, with the place of a win or a
 * draw; end it. */
struct kzi_doc kzi_audit_begin(struct kzi_text *text, const struct kzi_replay *replay,
                               const struct kzi_audit *audit);
void kzi_audit_end(struct kzi_doc *doc, enum kzi_layout layout);
/* Put the unknown names of yaku in a win, if there are any; in JSON alone. */
void kzi_put_unknown_yaku(struct kzi_doc *doc, const struct kzi_audit *audit);
/* Append a disagreement to those of the game, or a win with unknown names to its like. */
void kzi_replay_say_audit(struct kzi_replay *replay, const struct kzi_audit *audit, bool agrees);
/* Append a win to the results of the game. */
void kzi_replay_say_win(struct kzi_replay *replay, const struct kzi_audit *audit);
/* Append the scores at the end of the game. */
void kzi_replay_say_final_scores(struct kzi_replay *replay, const struct kzi_log_event *end);
void kzi_replay_say_game(struct kzi_replay *replay);
void kzi_replay_say_fault(struct kzi_replay *replay, const struct kzi_log_fault *fault);

#endif

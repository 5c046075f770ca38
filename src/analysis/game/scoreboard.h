/* scoreboard.h - an evening of games, line by line, as text, JSON or a page to print.  Players
 * without names are numbered from 1 in the order of their first seats. */
#ifndef KZI_SCOREBOARD_H
#define KZI_SCOREBOARD_H

#include "analysis/html/html.h"
#include "kazoe-analysis.h"
#include "report/document.h"
#include "report/result_text.h"
#include "score/game/evening.h"

struct kzi_scoreboard {
    struct kzi_style style;
    const struct kzi_notation *notation; /* of hands; NULL: recognize it */
    struct kzi_evening evening;
    struct kzi_deal deal;
    struct kzi_settlement settlement;
    bool unfinished;     /* a game that has ended was not over */
    bool headed, warned; /* in the current game: its table has begun; a row says what is missing */
    struct kzi_doc page; /* the current game, on a page */
};

/* "E2.1": East 2, one counter. */
void kzi_put_turn(struct kzi_text *text, const struct kzi_game_turn *turn);

/* Begin an evening; for a page, begin that too. */
void kzi_scoreboard_begin(struct kzi_scoreboard *board, struct kzi_text *text,
                          const struct kz_ruleset *rules);
/* Take a line: players, or a deal, which a row is written for; *added is false if it is a deal that
 * does not count.  A refused line is counted, and written but for text, which the caller does. */
kz_status kzi_scoreboard_take(struct kzi_scoreboard *board, struct kzi_text *text,
                              const struct kzi_line *line, bool *added, kz_error *error);
/* Write the places of the last game, and what the evening comes to for each name. */
void kzi_scoreboard_end(struct kzi_scoreboard *board, struct kzi_text *text);

/* Write a whole evening, whose lines are all there; a refused one is written in its place. */
void kzi_scoreboard_play(struct kzi_scoreboard *board, struct kzi_text *text,
                         const struct kz_ruleset *rules, const char *lines, size_t len);

#endif

/* scoreboard.h - an evening of games, line by line, as text, JSON or a page to print.  Players
 * without names are numbered from 1 by their first seats. */
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
    bool unfinished; /* a game was ended before it was over */
    /* in the current game: the table's head is written; a row said that a line is missing */
    bool headed, warned;
    struct kzi_doc page; /* the current game, on a page */
};

/* Write a position in the game: "E2.1" is East 2 with one counter. */
void kzi_put_turn(struct kzi_text *text, const struct kzi_game_turn *turn);

/* Begin an evening and, on a page, the page. */
void kzi_scoreboard_begin(struct kzi_scoreboard *board, struct kzi_text *text,
                          const struct kz_ruleset *rules);
/* Play a line: players, or a deal, for which a row is written; *added is false if the deal does not
 * count.  A refused line is counted; except in text, where the caller does it, its error is
 * written. */
kz_status kzi_scoreboard_take(struct kzi_scoreboard *board, struct kzi_text *text,
                              const struct kzi_line *line, bool *added, kz_error *error);
/* Write the places of the last game, and the totals of the evening by name. */
void kzi_scoreboard_end(struct kzi_scoreboard *board, struct kzi_text *text);

/* Write a whole evening from all its lines; errors of refused lines are written in their place. */
void kzi_scoreboard_play(struct kzi_scoreboard *board, struct kzi_text *text,
                         const struct kz_ruleset *rules, const char *lines, size_t len);

#endif

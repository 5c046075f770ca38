/* scoreboard.h - a game as text and JSON.  Players are numbered from 1 in the order of their first
 * seats. */
#ifndef KZI_SCOREBOARD_H
#define KZI_SCOREBOARD_H

#include "base/text.h"
#include "score/game/game.h"

/* "E2.1": East 2, one counter. */
void kzi_say_turn(struct kzi_text *text, const struct kzi_game_turn *turn);
/* A deal and the scores after it; if it was not added, why not.  The first one has a heading. */
void kzi_game_deal_text(struct kzi_text *text, struct kzi_game *game,
                        const struct kzi_settlement *settlement, bool added);
void kzi_game_deal_json(struct kzi_text *text, const struct kzi_game *game,
                        const struct kzi_settlement *settlement, bool added);
/* The places. */
void kzi_game_text(struct kzi_text *text, const struct kzi_game *game);
void kzi_game_json(struct kzi_text *text, const struct kzi_game *game);

#endif

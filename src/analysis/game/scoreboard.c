#include "analysis/game/scoreboard.h"

#include "analysis/comparison.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "hand/parser/parser.h"
#include "report/result_json.h"
#include "tile/notation.h"
#include "words/sentence.h"

#include <string.h>

#define ROUND_WIDTH 7
#define SCORE_WIDTH 10
#define NAME_SIZE   64

void kzi_put_turn(struct kzi_text *text, const struct kzi_game_turn *turn) {
    kzi_text_format(text, "%c%u.%lu", kzi_seat_letters[turn->wind], turn->dealer + 1U,
                    (unsigned long)turn->counters);
}

/* --- players --------------------------------------------------------------------------------- */

/* Return the name of a player, or write "player 1" and so on into the buffer. */
static const char *name_player(char buffer[NAME_SIZE], const struct kzi_scoreboard *board,
                               unsigned player) {
    const struct kzi_players *players = &board->evening.players;
    struct kzi_text text = kzi_text_fixed(buffer, NAME_SIZE);
    if (players->count)
        return players->names[player];
    struct kzi_sentence sentence = kzi_sentence_on(&text, &board->style);
    kzi_sentence_count(&sentence, KZI_SAYS_player, player + 1);
    kzi_text_end(&text);
    return buffer;
}

/* --- a deal ---------------------------------------------------------------------------------- */

/* Return the position of the current deal in the game. */
static const struct kzi_game_turn *turn_of(const struct kzi_game *game, bool added) {
    return added ? &game->at : &game->next;
}

/* Say who won and with what, as "Ben wins on a discard from Anna: 3 fan 40 fu". */
static void say_won(struct kzi_sentence *sentence, const struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_settlement *settlement = &board->settlement;
    const char *names[KZI_SEATS];
    for (unsigned seat = 0; seat < kzi_game_seats(game); seat++) {
        const unsigned player = kzi_game_player(turn_of(game, added), seat, kzi_game_seats(game));
        names[seat] = evening->players.names[player];
    }
    kzi_say_outcome(sentence, settlement, evening->players.count ? names : NULL);
    for (unsigned i = 0, won = 0; i < settlement->n_results; i++)
        if (kzi_is_won(&settlement->results[i])) {
            kzi_text_put(sentence->text, won++ ? "; " : ": ");
            kzi_say_worth(sentence, &settlement->results[i], false);
        }
}

static bool is_unusual(const struct kzi_settlement *settlement) {
    for (unsigned i = 0; i < settlement->n_results; i++)
        if (settlement->results[i].unusual)
            return true;
    return false;
}

/* Put who won, and remarks on the deal. */
static void say_outcome(struct kzi_sentence *sentence, struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    KZI_SENTENCE(sentence, KZI_COMMA) {
        struct kzi_sentence won = kzi_sentence_on(kzi_argument(sentence), sentence->style);
        say_won(&won, board, added);
        if (!added)
            kzi_argument_says(sentence, KZI_SAYS_deal_does_not_count);
        if (is_unusual(&board->settlement))
            kzi_argument_says(sentence, KZI_SAYS_deal_is_unusual);
        KZI_EACH_IN(added ? evening->game.fouled : 0, player) {
            char buffer[NAME_SIZE];
            kzi_sentence_format(sentence, KZI_SAYS_chombo_of, "%s\t%d",
                                name_player(buffer, board, player),
                                (int)-evening->game.rules->model->game.chombo);
        }
    }
    if (evening->refused && !board->warned) {
        kzi_text_char(sentence->text, ' ');
        kzi_argument_says(sentence, KZI_SAYS_after_refused);
    }
    board->warned = evening->refused;
}

/* Write a row of the table in a terminal: the deal and each player's score; turn NULL: the head. */
static void put_columns(struct kzi_text *text, const struct kzi_scoreboard *board,
                        const struct kzi_game_turn *turn) {
    const struct kzi_game *game = &board->evening.game;
    const size_t from = text->len;
    if (turn)
        kzi_put_turn(text, turn);
    else
        kzi_text_put(text, kzi_says_in(&board->style, KZI_SAYS_head_deal));
    kzi_text_pad(text, from, ROUND_WIDTH);
    for (unsigned player = 0; player < kzi_game_seats(game); player++) {
        char buffer[NAME_SIZE];
        const char *name = name_player(buffer, board, player);
        const int width = (int)kzi_utf8_width(name, strlen(name)),
                  column = width + 2 > SCORE_WIDTH ? width + 2 : SCORE_WIDTH;
        if (turn)
            kzi_text_format(text, "%*lld", column, (long long)game->scores[player]);
        else
            kzi_text_format(text, "%*s%s", column - width, "", name);
    }
}

static void put_players(struct kzi_doc *doc, const char *key, unsigned players) {
    if (!players)
        return;
    KZI_DOC_LIST(doc, key)
        KZI_EACH_IN(players, player)
            kzi_doc_int(doc, NULL, player + 1);
}

static unsigned players_at(const struct kzi_game *game, const struct kzi_game_turn *at,
                           unsigned seats) {
    unsigned players = 0;
    KZI_EACH_IN(seats, seat)
        players |= 1U << kzi_game_player(at, seat, kzi_game_seats(game));
    return players;
}

static void put_deal(struct kzi_doc *doc, struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_settlement *settlement = &board->settlement;
    const struct kzi_game_turn *at = turn_of(game, added);
    kzi_put_turn(kzi_doc_text(doc, "round"), at);
    kzi_doc_bool(doc, "counts", added);
    if (evening->refused)
        kzi_doc_bool(doc, "after_refused", true);
    if (is_unusual(settlement))
        kzi_doc_bool(doc, "unusual", true);
    if (settlement->draw)
        kzi_doc_string(doc, "draw", settlement->draw);
    put_players(doc, "winners", added ? players_at(game, at, settlement->won) : 0);
    put_players(doc, "riichi_not_ready",
                added ? players_at(game, at, settlement->bet_not_ready) : 0);
    put_players(doc, "chombo", added ? game->fouled : 0);
    if (added)
        kzi_doc_ints(doc, "payments", game->paid, kzi_game_seats(game));
    kzi_doc_ints(doc, "scores", game->scores, kzi_game_seats(game));
    kzi_doc_int(doc, "deposits", game->bets);
    if (!board->headed && evening->n_games > 1)
        kzi_doc_int(doc, ".game", evening->n_games);
    if (!board->headed)
        put_columns(kzi_doc_text(doc, ".heads"), board, NULL);
    put_columns(kzi_doc_text(doc, ".columns"), board, at);
    say_outcome(kzi_doc_words(doc, ".outcome"), board, added);
    board->headed = true;
}

static struct kzi_doc begin_line(struct kzi_text *text, const struct kzi_scoreboard *board,
                                 const char *id) {
    struct kzi_doc doc = kzi_doc_begin(text, &board->style);
    kzi_doc_ruleset(&doc, id, board->evening.game.rules);
    kzi_doc_int(&doc, "game", board->evening.n_games);
    return doc;
}

static void put_line(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    struct kzi_doc doc = begin_line(text, board, kzi_hand_id(&board->settlement.deal->table));
    put_deal(&doc, board, added);
    kzi_doc_end_line(&doc, KZI_LAYOUT_game_deal);
}

static void put_refused_object(struct kzi_text *text, const struct kzi_scoreboard *board,
                               unsigned long number, const kz_error *error) {
    kzi_begin_error_json(text, kzi_hand_id(&board->deal.table), number, error);
    kzi_json_key_int(text, "game", board->evening.n_games);
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

/* --- places ---------------------------------------------------------------------------------- */

static void say_state(struct kzi_sentence *sentence, const struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_game_turn *at = game->over ? &game->at : &game->next;
    kzi_sentence_format(sentence,
                        game->over     ? KZI_SAYS_game_over
                        : at->counters ? KZI_SAYS_game_goes_on_with
                                       : KZI_SAYS_game_goes_on,
                        "%lu\t%s\t%u", game->over ? game->n_deals : (unsigned long)at->counters,
                        kzi_seat_in(sentence->style, at->wind), at->dealer + 1U);
    if (!evening->refused)
        return;
    kzi_text_char(sentence->text, ' ');
    kzi_sentence_format(sentence, KZI_SAYS_lines_refused, "%lu", evening->refused);
}

static void put_places(struct kzi_doc *doc, const struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    struct kzi_game_place places[KZI_SEATS];
    const unsigned count = kzi_game_places(&evening->game, places);
    char buffer[NAME_SIZE];
    KZI_DOC_LIST(doc, "places")
        for (unsigned i = 0; i < count; i++) {
            const struct kzi_game_place *place = &places[i];
            kzi_doc_element(doc);
            kzi_doc_int(doc, "place", place->place);
            kzi_doc_int(doc, "player", place->player + 1);
            if (evening->players.count)
                kzi_doc_string(doc, "name", evening->players.names[place->player]);
            kzi_doc_string(doc, ".called", name_player(buffer, board, place->player));
            kzi_doc_int(doc, "score", place->score);
            kzi_doc_signed(doc, "points", place->points);
            kzi_doc_signed(doc, ".uma", place->uma);
            kzi_doc_signed(doc, ".oka", place->oka);
            if (place->fouls)
                kzi_doc_signed(doc, ".fouls", place->fouls);
        }
}

/* Put the scores during or after the game. */
static void put_end(struct kzi_doc *doc, const struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    if (!doc->json)
        say_state(kzi_doc_words(doc, ".state"), board);
    kzi_doc_int(doc, "deals", (long long)game->n_deals);
    kzi_doc_bool(doc, "over", game->over);
    if (game->over)
        kzi_doc_string(doc, "why", game->over);
    else
        kzi_put_turn(kzi_doc_text(doc, "next"), &game->next);
    if (evening->players.count)
        KZI_DOC_LIST(doc, "players")
            for (unsigned i = 0; i < evening->players.count; i++)
                kzi_doc_string(doc, NULL, evening->players.names[i]);
    if (evening->refused)
        kzi_doc_int(doc, "refused", (long long)evening->refused);
    else
        put_places(doc, board);
}

/* --- the page -------------------------------------------------------------------------------- */

/* Begin the part of a page for a game; the table of its deals stays open. */
static void begin_page(struct kzi_scoreboard *board, struct kzi_text *text) {
    struct kzi_doc *doc = &board->page;
    char buffer[NAME_SIZE];
    *doc = kzi_doc_begin(text, &board->style);
    kzi_doc_int(doc, ".game", board->evening.n_games);
    KZI_DOC_LIST(doc, ".names")
        for (unsigned player = 0; player < kzi_game_seats(&board->evening.game); player++)
            kzi_doc_string(doc, NULL, name_player(buffer, board, player));
    kzi_doc_open(doc, ".deals", '[');
}

static void add_row(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    (void)text;
    kzi_doc_element(&board->page);
    put_deal(&board->page, board, added);
}

static void add_refused_row(struct kzi_scoreboard *board, unsigned long number,
                            const kz_error *error) {
    kzi_doc_element(&board->page);
    KZI_DOC_LIST(&board->page, "scores")
        for (unsigned i = 0; i < kzi_game_seats(&board->evening.game); i++)
            kzi_doc_string(&board->page, NULL, "");
    KZI_DOC_SAY(&board->page, ".outcome", KZI_SAYS_line_refused, "%lu\t%s", number, error->text);
}

/* --- the evening ----------------------------------------------------------------------------- */

/* Return the total after `last`, sorted by points; last NULL: the first one; NULL: none. */
static const struct kzi_evening_total *next_total(const struct kzi_evening *evening,
                                                  const struct kzi_evening_total *last) {
    const struct kzi_evening_total *best = NULL;
    for (const struct kzi_evening_total *total = evening->totals;
         total < evening->totals + evening->n_totals; total++) {
        const bool left = !last || total->points < last->points ||
                          (total->points == last->points && total > last);
        if (left && (!best || total->points > best->points))
            best = total;
    }
    return best;
}

static void put_totals(struct kzi_text *text, const struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    struct kzi_doc doc = kzi_doc_begin(text, &board->style);
    KZI_DOC_LIST(&doc, "evening")
        for (const struct kzi_evening_total *total = next_total(evening, NULL); total;
             total = next_total(evening, total)) {
            kzi_doc_element(&doc);
            kzi_doc_string(&doc, "name", total->name);
            kzi_doc_int(&doc, "games", total->games);
            kzi_doc_signed(&doc, "points", total->points);
        }
    if (evening->refused_in_all)
        kzi_doc_int(&doc, "refused", (long long)evening->refused_in_all);
    kzi_doc_end_line(&doc, KZI_LAYOUT_evening);
}

/* --- line by line ---------------------------------------------------------------------------- */

static void begin_game(struct kzi_scoreboard *board, struct kzi_text *text) {
    board->headed = board->warned = false;
    if (board->style.form == KZI_PAGE)
        begin_page(board, text);
}

static void end_game(struct kzi_scoreboard *board, struct kzi_text *text) {
    struct kzi_doc *doc = &board->page;
    kzi_evening_end_game(&board->evening);
    board->unfinished |= !board->evening.game.over;
    if (board->style.form == KZI_PAGE)
        kzi_doc_close(doc);
    else
        *doc = begin_line(text, board, "");
    put_end(doc, board);
    doc->out = text; /* write to the text of this line, not of the one that began the game */
    kzi_doc_end_line(doc,
                     board->style.form == KZI_PAGE ? KZI_LAYOUT_game_page : KZI_LAYOUT_game_end);
}

void kzi_scoreboard_begin(struct kzi_scoreboard *board, struct kzi_text *text,
                          const struct kz_ruleset *rules) {
    kzi_evening_begin(&board->evening, rules);
    if (board->style.form == KZI_PAGE) {
        struct kzi_text title = kzi_text_growing();
        struct kzi_sentence sentence = kzi_sentence_on(&title, &board->style);
        kzi_sentence_format(&sentence, KZI_SAYS_title_mahjong, "%s", rules->model->label);
        kzi_html_begin(text, &title, &board->style);
    }
    begin_game(board, text);
}

static bool take_players(struct kzi_scoreboard *board, struct kzi_text *text,
                         const struct kzi_line *line) {
    struct kzi_evening *evening = &board->evening;
    struct kzi_players players;
    if (!kzi_evening_read_players(evening, line, &players, &board->settlement.problem)) {
        kzi_evening_refuse(evening);
        return false;
    }
    if (evening->taken || evening->refused)
        end_game(board, text);
    else
        kzi_doc_release(&board->page);
    kzi_evening_seat(evening, &players);
    begin_game(board, text);
    return true;
}

static bool take_deal(struct kzi_scoreboard *board, struct kzi_text *text,
                      const struct kzi_line *line, bool *added) {
    const bool played = kzi_evening_play(&board->evening, &board->settlement, &board->deal,
                                         board->notation, line, added);
    if (played)
        (board->style.form == KZI_PAGE ? add_row : put_line)(text, board, *added);
    return played;
}

kz_status kzi_scoreboard_take(struct kzi_scoreboard *board, struct kzi_text *text,
                              const struct kzi_line *line, bool *added, kz_error *error) {
    *added = true;
    if (kzi_is_players_line(line->text, line->len) ? take_players(board, text, line)
                                                   : take_deal(board, text, line, added))
        return KZ_OK;
    kzi_problem_error(&board->settlement.problem, error);
    if (board->style.form == KZI_PAGE)
        add_refused_row(board, line->number, error);
    else if (board->style.form == KZI_JSON)
        put_refused_object(text, board, line->number, error);
    return error->status;
}

void kzi_scoreboard_end(struct kzi_scoreboard *board, struct kzi_text *text) {
    const struct kzi_evening *evening = &board->evening;
    end_game(board, text);
    if (board->style.form == KZI_JSON ? evening->players.count
                                      : evening->n_games > 1 && evening->n_totals)
        put_totals(text, board);
    if (board->style.form == KZI_PAGE)
        kzi_html_end(text, &board->style);
}

static void take_line(struct kzi_scoreboard *board, struct kzi_text *text,
                      const struct kzi_line *line) {
    kz_error error;
    bool added;
    if (kzi_is_remark(line->text, line->len) ||
        kzi_scoreboard_take(board, text, line, &added, &error) == KZ_OK)
        return;
    if (board->style.form == KZI_TEXT)
        kzi_put_refused(text, &error, line->number);
}

void kzi_scoreboard_play(struct kzi_scoreboard *board, struct kzi_text *text,
                         const struct kz_ruleset *rules, const char *lines, size_t len) {
    const char *end = lines + len;
    kzi_scoreboard_begin(board, text, rules);
    for (unsigned long number = 1; lines < end; number++) {
        const char *stop = memchr(lines, '\n', (size_t)(end - lines));
        const char *last = stop ? stop : end;
        size_t width = (size_t)(last - lines);
        width -= width && last[-1] == '\r';
        take_line(board, text, &(struct kzi_line){lines, width, number});
        lines = last + (stop != NULL);
    }
    kzi_scoreboard_end(board, text);
}

#include "analysis/game/scoreboard.h"

#include "base/names.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "report/result_json.h"
#include "tile/notation.h"
#include "words/sentence.h"

#include <string.h>

#define ROUND_WIDTH 7
#define SCORE_WIDTH 10
#define NAME_ROOM   64

void kzi_say_turn(struct kzi_text *text, const struct kzi_game_turn *turn) {
    kzi_text_format(text, "%c%u.%lu", kzi_seat_letters[turn->wind], turn->dealer + 1U,
                    (unsigned long)turn->counters);
}

static unsigned seats_of(const struct kzi_game *game) {
    return game->rules->model->n_seats;
}

/* --- players --------------------------------------------------------------------------------- */

/* Return what a player is called; a room for that. */
static const char *name_player(char room[NAME_ROOM], const struct kzi_scoreboard *board,
                               unsigned player) {
    const struct kzi_players *players = &board->evening.players;
    struct kzi_text text = kzi_text_fixed(room, NAME_ROOM);
    if (players->count)
        return players->names[player];
    kzi_sentence_format(&text, &board->style, KZI_SAYS_player, "%u", player + 1);
    kzi_text_end(&text);
    return room;
}

static size_t name_width(const struct kzi_scoreboard *board, unsigned player) {
    char room[NAME_ROOM];
    const char *name = name_player(room, board, player);
    return kzi_utf8_width(name, strlen(name));
}

/* Return the columns that a player's name or scores take, and two before them. */
static size_t player_width(const struct kzi_scoreboard *board, unsigned player) {
    const size_t width = name_width(board, player) + 2;
    return width > SCORE_WIDTH ? width : SCORE_WIDTH;
}

/* --- a deal ---------------------------------------------------------------------------------- */

/* Return the place of the deal at hand in the game. */
static const struct kzi_game_turn *turn_of(const struct kzi_game *game, bool added) {
    return added ? &game->at : &game->next;
}

static bool is_won(const struct kz_result *result) {
    return result->reason == KZI_WINS;
}

/* Append "Ben wins on a discard from Anna: 3 fan 40 fu". */
static void put_won(struct kzi_text *text, const struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_settlement *settlement = &board->settlement;
    const char *names[KZI_SEATS];
    for (unsigned seat = 0; seat < seats_of(game); seat++)
        names[seat] =
            evening->players.names[kzi_game_player(turn_of(game, added), seat, seats_of(game))];
    kzi_say_outcome(text, settlement, &board->style, evening->players.count ? names : NULL);
    for (unsigned i = 0, won = 0; i < settlement->n_results; i++)
        if (is_won(&settlement->results[i])) {
            kzi_text_put(text, won++ ? "; " : ": ");
            kzi_say_worth(text, &settlement->results[i], &board->style, false);
        }
}

/* The same, and what else there is to say of the deal. */
static void put_outcome(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    struct kzi_sentence list = kzi_sentence_begin(text, &board->style);
    put_won(kzi_argument(&list), board, added);
    if (!added)
        kzi_argument_says(&list, KZI_SAYS_deal_does_not_count);
    for (unsigned left = added ? evening->game.fouled : 0; left; left &= left - 1) {
        char room[NAME_ROOM];
        kzi_sentence_format(kzi_argument(&list), &board->style, KZI_SAYS_chombo_of, "%s",
                            name_player(room, board, (unsigned)__builtin_ctz(left)));
    }
    kzi_sentence_end_list(&list, KZI_COMMA);
    if (evening->refused && !board->warned) {
        kzi_text_char(text, ' ');
        kzi_sentence_put(text, &board->style, KZI_SAYS_after_refused);
    }
    board->warned = evening->refused;
}

static void put_heading(struct kzi_text *text, struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    size_t from = text->len;
    char room[NAME_ROOM];
    if (evening->n_games > 1) {
        kzi_text_char(text, '\n');
        kzi_sentence_format(text, &board->style, KZI_SAYS_game_of, "%u", evening->n_games);
        kzi_text_char(text, '\n');
        from = text->len;
    }
    kzi_sentence_put(text, &board->style, KZI_SAYS_head_deal);
    kzi_text_pad(text, from, ROUND_WIDTH);
    for (unsigned player = 0; player < seats_of(&evening->game); player++)
        kzi_text_format(text, "%*s%s",
                        (int)(player_width(board, player) - name_width(board, player)), "",
                        name_player(room, board, player));
    kzi_text_char(text, '\n');
}

static void put_turn(struct kzi_text *text, const struct kzi_game_turn *turn) {
    size_t from = text->len;
    kzi_say_turn(text, turn);
    kzi_text_pad(text, from, ROUND_WIDTH);
}

static void put_row(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    if (!board->headed)
        put_heading(text, board);
    board->headed = true;
    put_turn(text, turn_of(&evening->game, added));
    for (unsigned player = 0; player < seats_of(&evening->game); player++)
        kzi_text_format(text, "%*lld", (int)player_width(board, player),
                        (long long)evening->game.scores[player]);
    kzi_text_put(text, "  ");
    put_outcome(text, board, added);
    kzi_text_char(text, '\n');
}

/* --- the same as JSON ------------------------------------------------------------------------- */

static void put_numbers(struct kzi_text *text, const char *key, const int64_t *numbers,
                        unsigned count) {
    kzi_json_begin_key(text, key, '[');
    for (unsigned i = 0; i < count; i++)
        kzi_json_put_int(text, numbers[i]);
    kzi_json_end(text, ']');
}

static void put_turn_json(struct kzi_text *text, const char *key,
                          const struct kzi_game_turn *turn) {
    kzi_json_key(text, key);
    kzi_json_begin_string(text);
    kzi_say_turn(text, turn);
    kzi_json_end_string(text);
}

static void put_players(struct kzi_text *text, const char *key, unsigned players) {
    if (!players)
        return;
    kzi_json_begin_key(text, key, '[');
    for (; players; players &= players - 1)
        kzi_json_put_int(text, __builtin_ctz(players) + 1);
    kzi_json_end(text, ']');
}

static void begin_object(struct kzi_text *text, const struct kzi_evening *evening, const char *id) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, id);
    kzi_json_ruleset(text, evening->game.rules);
    kzi_json_key_int(text, "game", evening->n_games);
}

static void end_object(struct kzi_text *text) {
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

static void put_object(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_settlement *settlement = &board->settlement;
    const struct kzi_game_turn *at = turn_of(game, added);
    unsigned winners = 0;
    for (unsigned i = 0; i < settlement->n_results && added; i++)
        if (is_won(&settlement->results[i]))
            winners |= 1U << kzi_game_player(at, settlement->results[i].hand.seat, seats_of(game));
    begin_object(text, evening, kzi_hand_id(&settlement->deal->table));
    put_turn_json(text, "round", at);
    kzi_json_key_bool(text, "counts", added);
    if (evening->refused)
        kzi_json_key_bool(text, "after_refused", true);
    if (settlement->draw)
        kzi_json_key_string(text, "draw", settlement->draw);
    put_players(text, "winners", winners);
    put_players(text, "chombo", added ? game->fouled : 0);
    if (added)
        put_numbers(text, "payments", game->paid, seats_of(game));
    put_numbers(text, "scores", game->scores, seats_of(game));
    kzi_json_key_int(text, "deposits", game->bets);
    end_object(text);
}

static void put_refused_object(struct kzi_text *text, const struct kzi_scoreboard *board,
                               unsigned long number, const kz_error *error) {
    kzi_json_error(text, kzi_hand_id(&board->deal.table), number, error);
    kzi_json_key_int(text, "game", board->evening.n_games);
    end_object(text);
}

/* --- places ---------------------------------------------------------------------------------- */

static void put_state(struct kzi_text *text, const struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    const struct kzi_game_turn *at = game->over ? &game->at : &game->next;
    kzi_sentence_format(text, &board->style,
                        game->over     ? KZI_SAYS_game_over
                        : at->counters ? KZI_SAYS_game_goes_on_with
                                       : KZI_SAYS_game_goes_on,
                        "%lu\t%s\t%u", game->over ? game->n_deals : (unsigned long)at->counters,
                        kzi_seat_in(&board->style, at->wind), at->dealer + 1U);
    if (!evening->refused)
        return;
    kzi_text_char(text, ' ');
    kzi_sentence_format(text, &board->style, KZI_SAYS_lines_refused, "%lu", evening->refused);
}

static void put_places_array(struct kzi_text *text, const struct kzi_evening *evening) {
    struct kzi_game_place places[KZI_SEATS];
    const unsigned count = kzi_game_places(&evening->game, places);
    kzi_json_begin_key(text, "places", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_int(text, "place", places[i].place);
        kzi_json_key_int(text, "player", places[i].player + 1);
        if (evening->players.count)
            kzi_json_key_string(text, "name", evening->players.names[places[i].player]);
        kzi_json_key_int(text, "score", places[i].score);
        kzi_json_key_int(text, "points", places[i].points);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

static void put_places_object(struct kzi_text *text, struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    const struct kzi_game *game = &evening->game;
    begin_object(text, evening, "");
    kzi_json_key_int(text, "deals", (long long)game->n_deals);
    kzi_json_key_bool(text, "over", game->over);
    if (game->over)
        kzi_json_key_string(text, "why", game->over);
    else
        put_turn_json(text, "next", &game->next);
    if (evening->players.count) {
        kzi_json_begin_key(text, "players", '[');
        for (unsigned i = 0; i < evening->players.count; i++)
            kzi_json_put_string(text, evening->players.names[i]);
        kzi_json_end(text, ']');
    }
    if (evening->refused)
        kzi_json_key_int(text, "refused", (long long)evening->refused);
    else
        put_places_array(text, evening);
    end_object(text);
}

/* --- the page -------------------------------------------------------------------------------- */

static void put_head(struct kzi_grid *grid, const struct kzi_scoreboard *board,
                     enum kzi_says says) {
    kzi_sentence_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), &board->style, says);
}

static void begin_rows(struct kzi_scoreboard *board) {
    const struct kzi_evening *evening = &board->evening;
    char room[NAME_ROOM];
    kzi_grid_begin(&board->rows);
    board->rows.words_left = true;
    kzi_grid_row(&board->rows);
    put_head(&board->rows, board, KZI_SAYS_head_deal);
    for (unsigned player = 0; player < seats_of(&evening->game); player++)
        kzi_grid_put(&board->rows, name_player(room, board, player));
    kzi_grid_put(&board->rows, "");
}

static void add_row(struct kzi_text *text, struct kzi_scoreboard *board, bool added) {
    (void)text;
    const struct kzi_game *game = &board->evening.game;
    kzi_grid_row(&board->rows);
    kzi_say_turn(kzi_grid_cell(&board->rows, KZI_GRID_PLAIN), turn_of(game, added));
    for (unsigned player = 0; player < seats_of(game); player++)
        kzi_grid_int(&board->rows, game->scores[player]);
    put_outcome(kzi_grid_cell(&board->rows, KZI_GRID_PLAIN), board, added);
}

static void add_refused_row(struct kzi_scoreboard *board, unsigned long number,
                            const kz_error *error) {
    const struct kzi_game *game = &board->evening.game;
    kzi_grid_row(&board->rows);
    for (unsigned i = 0; i <= seats_of(game); i++)
        kzi_grid_put(&board->rows, "");
    kzi_sentence_format(kzi_grid_cell(&board->rows, KZI_GRID_PLAIN), &board->style,
                        KZI_SAYS_line_refused, "%lu\t%s", number, error->text);
}

static void put_signed(struct kzi_grid *grid, int64_t number) {
    kzi_text_format(kzi_grid_cell(grid, KZI_GRID_PLAIN), number ? "%+lld" : "%lld",
                    (long long)number);
}

/* Fill in the table of places. */
static void fill_places(struct kzi_grid *grid, const struct kzi_scoreboard *board) {
    static const enum kzi_says heads[] = {KZI_SAYS_head_place, KZI_SAYS_head_player,
                                          KZI_SAYS_head_score, KZI_SAYS_head_uma,
                                          KZI_SAYS_head_oka,   KZI_SAYS_head_points};
    struct kzi_game_place places[KZI_SEATS];
    const unsigned count = kzi_game_places(&board->evening.game, places);
    char room[NAME_ROOM];
    kzi_grid_begin(grid);
    kzi_grid_row(grid);
    for (unsigned i = 0; i < KZI_COUNT(heads); i++)
        put_head(grid, board, heads[i]);
    for (unsigned i = 0; i < count; i++) {
        kzi_grid_row(grid);
        kzi_grid_int(grid, places[i].place);
        kzi_grid_put(grid, name_player(room, board, places[i].player));
        kzi_grid_int(grid, places[i].score);
        put_signed(grid, places[i].uma);
        put_signed(grid, places[i].oka);
        put_signed(grid, places[i].points);
    }
}

static void put_places(struct kzi_text *text, struct kzi_scoreboard *board) {
    struct kzi_grid grid;
    put_state(text, board);
    kzi_text_char(text, '\n');
    if (board->evening.refused)
        return;
    fill_places(&grid, board);
    kzi_grid_text(text, &grid);
}

static void put_game_section(struct kzi_text *text, struct kzi_scoreboard *board) {
    struct kzi_grid grid;
    size_t from = kzi_html_open(text, "<section class=\"game\">\n<h2>");
    kzi_sentence_format(text, &board->style, KZI_SAYS_game_of, "%u", board->evening.n_games);
    kzi_html_close(text, from, "</h2>\n");
    kzi_html_grid(text, &board->rows);
    from = kzi_html_open(text, "<p>");
    put_state(text, board);
    kzi_html_close(text, from, "</p>\n");
    fill_places(&grid, board);
    if (board->evening.refused)
        kzi_text_release(&grid.words);
    else
        kzi_html_grid(text, &grid);
    kzi_text_put(text, "</section>\n");
}

/* --- the evening ----------------------------------------------------------------------------- */

/* Return the total that comes after another by points, or the first one; NULL: there is none. */
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

static void put_totals(const struct kzi_scoreboard *board, struct kzi_grid *grid) {
    const struct kzi_evening *evening = &board->evening;
    kzi_sentence_put(kzi_grid_begin(grid), &board->style, KZI_SAYS_the_evening);
    grid->words_left = true;
    kzi_grid_row(grid);
    put_head(grid, board, KZI_SAYS_head_player);
    put_head(grid, board, KZI_SAYS_head_games);
    put_head(grid, board, KZI_SAYS_head_points);
    for (const struct kzi_evening_total *total = next_total(evening, NULL); total;
         total = next_total(evening, total)) {
        kzi_grid_row(grid);
        kzi_grid_put(grid, total->name);
        kzi_grid_int(grid, total->games);
        put_signed(grid, total->points);
    }
}

static void put_totals_object(struct kzi_text *text, const struct kzi_evening *evening) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_begin_key(text, "evening", '[');
    for (const struct kzi_evening_total *total = next_total(evening, NULL); total;
         total = next_total(evening, total)) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "name", total->name);
        kzi_json_key_int(text, "games", total->games);
        kzi_json_key_int(text, "points", total->points);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
    if (evening->refused_in_all)
        kzi_json_key_int(text, "refused", (long long)evening->refused_in_all);
    end_object(text);
}

/* --- line by line ---------------------------------------------------------------------------- */

/* What each form writes for a deal and at the end of a game. */
static const struct {
    void (*deal)(struct kzi_text *text, struct kzi_scoreboard *board, bool added);
    void (*end)(struct kzi_text *text, struct kzi_scoreboard *board);
} forms[] = {[KZ_FORM_TEXT] = {put_row, put_places},
             [KZ_FORM_JSON] = {put_object, put_places_object},
             [KZ_FORM_HTML] = {add_row, put_game_section}};

static void begin_game(struct kzi_scoreboard *board) {
    board->headed = board->warned = false;
    if (board->form == KZ_FORM_HTML)
        begin_rows(board);
}

static void end_game(struct kzi_scoreboard *board, struct kzi_text *text) {
    kzi_evening_end_game(&board->evening);
    board->unfinished |= !board->evening.game.over;
    forms[board->form].end(text, board);
}

void kzi_scoreboard_begin(struct kzi_scoreboard *board, struct kzi_text *text,
                          const struct kz_ruleset *rules) {
    kzi_evening_begin(&board->evening, rules);
    if (board->form == KZ_FORM_HTML) {
        struct kzi_text title = kzi_text_growing();
        kzi_sentence_format(&title, &board->style, KZI_SAYS_title_mahjong, "%s",
                            rules->model->label);
        kzi_html_begin(text, &title);
    }
    begin_game(board);
}

static kz_status take_players(struct kzi_scoreboard *board, struct kzi_text *text, const char *line,
                              size_t len, kz_error *error) {
    struct kzi_evening *evening = &board->evening;
    struct kzi_players players;
    struct kzi_problem problem;
    if (!kzi_evening_read_players(evening, line, len, &players, &problem)) {
        kzi_problem_error(&problem, error);
        kzi_evening_refuse(evening);
        return error->status;
    }
    if (evening->taken || evening->refused)
        end_game(board, text);
    kzi_text_release(&board->rows.words);
    kzi_evening_seat(evening, &players);
    begin_game(board);
    return KZ_OK;
}

static kz_status take_deal(struct kzi_scoreboard *board, struct kzi_text *text, const char *line,
                           size_t len, bool *added, kz_error *error) {
    const kz_status status = kzi_evening_play(&board->evening, &board->settlement, &board->deal,
                                              board->notation, line, len, added, error);
    if (status == KZ_OK)
        forms[board->form].deal(text, board, *added);
    return status;
}

kz_status kzi_scoreboard_take(struct kzi_scoreboard *board, struct kzi_text *text, const char *line,
                              size_t len, unsigned long number, bool *added, kz_error *error) {
    *added = true;
    const kz_status status = kzi_is_players_line(line, len)
                                 ? take_players(board, text, line, len, error)
                                 : take_deal(board, text, line, len, added, error);
    if (status != KZ_OK && board->form == KZ_FORM_HTML)
        add_refused_row(board, number, error);
    else if (status != KZ_OK && board->form == KZ_FORM_JSON)
        put_refused_object(text, board, number, error);
    return status;
}

void kzi_scoreboard_end(struct kzi_scoreboard *board, struct kzi_text *text) {
    const struct kzi_evening *evening = &board->evening;
    struct kzi_grid grid;
    end_game(board, text);
    if (board->form == KZ_FORM_JSON) {
        if (evening->players.count)
            put_totals_object(text, evening);
        return;
    }
    if (evening->n_games > 1 && evening->n_totals) {
        put_totals(board, &grid);
        if (board->form == KZ_FORM_HTML)
            kzi_html_grid(text, &grid);
        else
            kzi_grid_text(text, &grid);
    }
    if (board->form == KZ_FORM_HTML)
        kzi_html_end(text);
}

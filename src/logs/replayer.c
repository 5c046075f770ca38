#include "logs/replayer.h"

#include "base/compiler.h"
#include "base/text.h"
#include "hand/parser/parser.h"
#include "tile/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool fail(struct kzi_replayer *replayer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool fail(struct kzi_replayer *replayer, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(replayer->fault, sizeof replayer->fault, format, args);
    va_end(args);
    return false;
}

static bool fail_lacking(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                         struct kzi_log_tile tile) {
    return fail(replayer, "player %d does not have %s%s", event->player, tile.red ? "a red " : "",
                kzi_tile_name(tile.kind).text);
}

static bool is_five(unsigned kind) {
    return kind < KZI_HONOR && kzi_number(kind) == 5;
}

static bool is_orphan(unsigned kind) {
    return kind >= KZI_HONOR || kzi_number(kind) == 1 || kzi_number(kind) == 9;
}

/* --- tiles in a hand ------------------------------------------------------------------------- */

static void give_tile(struct kzi_player *player, struct kzi_log_tile tile) {
    player->counts[tile.kind]++;
    player->n_concealed++;
    if (tile.red)
        player->reds[kzi_suit(tile.kind)]++;
}

static bool has_tile(const struct kzi_player *player, struct kzi_log_tile tile) {
    unsigned red = is_five(tile.kind) ? player->reds[kzi_suit(tile.kind)] : 0U;
    return tile.red ? red > 0 : player->counts[tile.kind] > red;
}

static bool take_tile(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                      struct kzi_log_tile tile) {
    struct kzi_player *player = &replayer->players[event->player];
    if (!has_tile(player, tile) && !player->counts[KZI_HIDDEN_TILE])
        return fail_lacking(replayer, event, tile);
    if (!has_tile(player, tile)) /* it is one of the hidden tiles */
        tile = (struct kzi_log_tile){KZI_HIDDEN_TILE, false};
    player->counts[tile.kind]--;
    player->n_concealed--;
    if (tile.red)
        player->reds[kzi_suit(tile.kind)]--;
    return true;
}

static bool take_tiles(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                       const struct kzi_log_tile *tiles, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (!take_tile(replayer, event, tiles[i]))
            return false;
    return true;
}

/* --- a round begins -------------------------------------------------------------------------- */

static unsigned tiles_to_draw(const struct kzi_replayer *replayer) {
    unsigned count = 0, dealt = replayer->dialect->dead_wall + 13 * replayer->n_players;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        count += replayer->model->copies[kind];
    return count > dealt ? count - dealt : 0;
}

/* Hand over the round if it is over. */
static bool end_round(struct kzi_replayer *replayer) {
    if (!replayer->playing)
        return true;
    if (!replayer->over)
        return fail(replayer, "the round was neither won nor drawn");
    replayer->playing = false;
    replayer->take(replayer->context, &replayer->round);
    return true;
}

static bool begin_round(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_logged_round *round = &replayer->round;
    if (!end_round(replayer))
        return false;
    if (replayer->n_rounds++ == KZI_MAX_ROUNDS)
        return fail(replayer, "the game has more than %d rounds", KZI_MAX_ROUNDS);
    memset(replayer->players, 0, sizeof replayer->players);
    memset(replayer->shown, 0, sizeof replayer->shown);
    for (unsigned i = 0; i < replayer->n_players; i++)
        replayer->players[i].all_orphan = true;
    replayer->playing = true;
    replayer->over = replayer->interrupted = false;
    replayer->last = (struct kzi_last_event){.kind = KZI_EVENT_DEAL};
    replayer->dora.count = 0;
    replayer->dora.red = 0;
    replayer->left = tiles_to_draw(replayer);
    round->n_players = (uint8_t)replayer->n_players;
    round->dealer = event->player;
    round->wind = event->wind;
    round->number = event->number;
    round->counters = event->counters;
    round->n_wins = round->deal.n_winners = round->deal.n_others = round->deal.n_kongs = 0;
    round->deal.drawn = round->deal.tenpai_given = false;
    round->deal.riichi = round->deal.tenpai = round->deal.nagashi = 0;
    kzi_hand_clear(&round->deal.table);
    kzi_hand_refer(&round->deal.table, NULL, NULL);
    round->deal.table.round = event->wind;
    round->deal.table.counters = event->counters;
    round->deal.table.bets = event->bets;
    return true;
}

/* --- turns ----------------------------------------------------------------------------------- */

/* Add the tiles of an event to indicators. */
static bool turn(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                 struct kzi_indicators *indicators) {
    for (unsigned i = event->all ? indicators->count : 0; i < event->n_tiles; i++) {
        if (indicators->count == KZI_MAX_INDICATORS)
            return fail(replayer, "more than %d indicators are turned", KZI_MAX_INDICATORS);
        indicators->kind[indicators->count++] = event->tiles[i].kind;
    }
    return true;
}

static bool turn_dora(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    return turn(replayer, event, &replayer->dora);
}

static void set_last(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                     enum kzi_log_event_kind kind, struct kzi_log_tile tile) {
    replayer->last = (struct kzi_last_event){kind, event->player, tile, false};
    if (event->left >= 0)
        replayer->left = (unsigned)event->left;
}

static bool is_waiting_for_replacement(const struct kzi_replayer *replayer) {
    enum kzi_log_event_kind kind = replayer->last.kind;
    return kind == KZI_EVENT_OWN_KONG || kind == KZI_EVENT_ADDED_KONG || kind == KZI_EVENT_ASIDE;
}

/* Interrupt the order of play: first turns are over, and nobody wins within a turn of riichi. */
static void interrupt(struct kzi_replayer *replayer) {
    replayer->interrupted = true;
    for (unsigned i = 0; i < replayer->n_players; i++)
        replayer->players[i].one_turn = false;
}

/* Pass the last discard, on which nobody won.  If it declared riichi, its bet is placed now, unless
 * the log says when. */
static void pass_discard(struct kzi_replayer *replayer) {
    struct kzi_player *player = &replayer->players[replayer->last.player];
    if (replayer->dialect->won && replayer->last.kind == KZI_EVENT_DISCARD && player->riichi &&
        !player->bet)
        player->bet = player->one_turn = true;
}

/* Draw a tile.  A kong or a tile laid aside interrupts the order of play only when its replacement
 * is drawn, because it may be robbed before. */
static bool draw(struct kzi_replayer *replayer, const struct kzi_log_event *event,
                 struct kzi_log_tile tile) {
    struct kzi_player *player = &replayer->players[event->player];
    bool claimed_kong = replayer->last.kind == KZI_EVENT_CLAIM,
         replaces = claimed_kong || is_waiting_for_replacement(replayer);
    if (replaces && replayer->last.player != event->player)
        return fail(replayer, "player %d draws for the kong of another", event->player);
    if (player->n_concealed % 3 != 1)
        return fail(replayer, "player %d draws with %d tiles in hand", event->player,
                    player->n_concealed);
    if (!replayer->left && event->left < 0)
        return fail(replayer, "a tile is drawn from an empty wall");
    pass_discard(replayer);
    if (is_waiting_for_replacement(replayer))
        interrupt(replayer);
    replayer->left -= event->left < 0;
    give_tile(player, tile);
    set_last(replayer, event, KZI_EVENT_DRAW, tile);
    replayer->last.replaces = replaces;
    return true;
}

static bool draw_tile(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    return draw(replayer, event, event->tiles[0]);
}

static bool deal_hand(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    const bool draws = event->n_tiles == 14 && event->player == replayer->round.dealer;
    if (event->n_tiles != 13 + draws)
        return fail(replayer, "player %d is dealt %d tiles", event->player, event->n_tiles);
    player->n_flowers = event->n_flowers;
    for (unsigned i = 0; i < 13; i++)
        give_tile(player, event->tiles[i]);
    return !draws || draw(replayer, event, event->tiles[13]);
}

static bool declare_riichi(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    if (player->riichi)
        return fail(replayer, "player %d declares riichi twice", event->player);
    player->riichi = true;
    player->first_riichi = !replayer->interrupted && !player->discarded;
    return true;
}

static bool discard_tile(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    if (player->n_concealed % 3 != 2)
        return fail(replayer, "player %d discards out of turn", event->player);
    if ((event->riichi && !declare_riichi(replayer, event)) ||
        !take_tile(replayer, event, event->tiles[0]))
        return false;
    player->discarded = true;
    player->one_turn = false;
    player->all_orphan &= is_orphan(event->tiles[0].kind);
    replayer->shown[event->tiles[0].kind]++;
    set_last(replayer, event, KZI_EVENT_DISCARD, event->tiles[0]);
    return true;
}

static bool place_bet(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    if (!player->riichi || player->bet || replayer->last.kind != KZI_EVENT_DISCARD ||
        replayer->last.player != event->player)
        return fail(replayer, "player %d bets without having declared riichi", event->player);
    player->bet = player->one_turn = true;
    return true;
}

/* --- melds ----------------------------------------------------------------------------------- */

/* Return the red fives of a meld by bit: in a chow the five, else the first tiles. */
static unsigned red_bits(const struct kzi_meld *meld, unsigned reds) {
    unsigned bits = (1U << reds) - 1;
    return meld->kind == KZI_CHOW && reds ? 1U << (5 - kzi_number(meld->tile)) : bits;
}

/* Fill in a meld from its three or four tiles.  Return false if they form none. */
static bool make_meld(struct kzi_meld *meld, const struct kzi_log_tile *tiles, unsigned count) {
    unsigned low = KZI_KINDS, high = 0, reds = 0;
    uint64_t seen = 0;
    for (unsigned i = 0; i < count; i++) {
        low = tiles[i].kind < low ? tiles[i].kind : low;
        high = tiles[i].kind > high ? tiles[i].kind : high;
        seen |= UINT64_C(1) << tiles[i].kind;
        reds += tiles[i].red;
    }
    const int kinds = __builtin_popcountll(seen);
    bool chow = kinds == 3 && count == 3 && high == low + 2 && high < KZI_HONOR &&
                kzi_suit(low) == kzi_suit(high);
    *meld = (struct kzi_meld){.tile = (uint8_t)low};
    meld->kind = chow ? KZI_CHOW : count == 4 ? KZI_KONG : KZI_PUNG;
    meld->red = red_bits(meld, reds) & 15;
    return chow || kinds == 1;
}

/* Add a meld.  There is room: a player whose turn it is has three concealed tiles fewer for each
 * meld. */
static void add_meld(struct kzi_player *player, const struct kzi_meld *meld, int fed) {
    KZI_ASSUME(player->n_melds < KZI_MAX_MELDS);
    player->fed[player->n_melds] = (int8_t)fed;
    player->melds[player->n_melds++] = *meld;
}

/* Return the index of the meld's tile that is the last discard; if none is, the number of tiles. */
static unsigned find_claimed(const struct kzi_last_event *last, const struct kzi_log_event *event,
                             const struct kzi_log_tile *tiles) {
    unsigned i = 0;
    while (i < event->n_tiles &&
           (tiles[i].kind != last->tile.kind || tiles[i].red != last->tile.red ||
            (event->claimed >= 0 && event->claimed != (int)i)))
        i++;
    return i;
}

static bool claim_tile(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    const struct kzi_last_event last = replayer->last;
    const unsigned count = event->n_tiles;
    struct kzi_player *player = &replayer->players[event->player];
    struct kzi_log_tile tiles[4];
    struct kzi_meld meld;
    if (count < 3 || count > 4)
        return fail(replayer, "player %d lays down %d tiles", event->player, (int)count - 1);
    for (unsigned i = 0; i < count; i++)
        tiles[i] = event->tiles[i].kind == KZI_HIDDEN_TILE ? last.tile : event->tiles[i];
    const unsigned claimed = find_claimed(&last, event, tiles);
    if (last.kind != KZI_EVENT_DISCARD || last.player == event->player || claimed == count)
        return fail(replayer, "player %d claims a tile that was not discarded", event->player);
    if (player->n_concealed % 3 != 1)
        return fail(replayer, "player %d claims with %d tiles in hand", event->player,
                    player->n_concealed);
    if (!make_meld(&meld, tiles, count))
        return fail(replayer, "the meld of player %d is not a set", event->player);
    meld.claimed = true;
    tiles[claimed] = tiles[count - 1];
    if (!take_tiles(replayer, event, tiles, count - 1))
        return false;
    add_meld(player, &meld, last.player);
    pass_discard(replayer);
    replayer->players[last.player].all_orphan = false;
    for (unsigned i = 0; i < count - 1; i++)
        replayer->shown[tiles[i].kind]++;
    interrupt(replayer);
    set_last(replayer, event, KZI_EVENT_CLAIM, last.tile);
    return true;
}

/* Make a concealed kong.  If the event names it by one tile, its red fives are those in the
 * hand. */
static bool conceal_kong(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    const uint8_t *red = player->reds, kind = event->tiles[0].kind;
    struct kzi_log_tile tiles[4];
    struct kzi_meld meld;
    for (unsigned i = 0; i < 4; i++)
        tiles[i] = event->n_tiles > 1
                       ? event->tiles[i]
                       : (struct kzi_log_tile){kind, is_five(kind) && i < red[kzi_suit(kind)]};
    if ((event->n_tiles != 1 && event->n_tiles != 4) || !make_meld(&meld, tiles, 4))
        return fail(replayer, "the kong of player %d is not four equal tiles", event->player);
    if (!take_tiles(replayer, event, tiles, 4))
        return false;
    add_meld(player, &meld, -1);
    set_last(replayer, event, KZI_EVENT_OWN_KONG, tiles[0]);
    return true;
}

static bool make_kong(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    const struct kzi_last_event *last = &replayer->last;
    return last->kind == KZI_EVENT_DRAW && last->player == event->player
               ? conceal_kong(replayer, event)
               : claim_tile(replayer, event);
}

static bool add_to_pung(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    struct kzi_log_tile tile = event->tiles[0];
    unsigned i = 0;
    while (i < player->n_melds &&
           (player->melds[i].kind != KZI_PUNG || player->melds[i].tile != tile.kind))
        i++;
    if (i == player->n_melds)
        return fail(replayer, "player %d adds to a pung that is not there", event->player);
    if (!take_tile(replayer, event, tile))
        return false;
    struct kzi_meld *meld = &player->melds[i];
    meld->kind = KZI_KONG;
    meld->added = true;
    replayer->shown[tile.kind]++;
    meld->red = (unsigned)(meld->red << tile.red | tile.red) & 15;
    set_last(replayer, event, KZI_EVENT_ADDED_KONG, tile);
    return true;
}

static bool lay_aside(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    if (player->n_aside == KZI_MAX_INDICATORS)
        return fail(replayer, "player %d lays too many tiles aside", event->player);
    player->aside[player->n_aside++] = event->tiles[0].kind;
    set_last(replayer, event, KZI_EVENT_ASIDE, event->tiles[0]);
    return take_tile(replayer, event, event->tiles[0]);
}

static bool lay_flower(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    if (player->n_flowers == UINT8_MAX)
        return fail(replayer, "player %d has too many flowers", event->player);
    player->n_flowers++;
    if (replayer->last.kind != KZI_EVENT_DEAL)
        set_last(replayer, event, KZI_EVENT_FLOWER, replayer->last.tile);
    return true;
}

/* --- the end of a round ---------------------------------------------------------------------- */

static void add_word(const struct kzi_replayer *replayer, struct kzi_hand *hand,
                     enum kzi_moment moment, bool holds) {
    hand->listed_words = replayer->dialect->moments;
    if (holds && *replayer->dialect->moments[moment].text)
        hand->words[hand->n_words++] = (uint16_t)moment;
}

static void add_circumstances(const struct kzi_replayer *replayer, const struct kzi_player *player,
                              struct kzi_hand *hand) {
    const struct kzi_last_event *last = &replayer->last;
    bool first = !replayer->interrupted && !player->discarded && !player->n_melds,
         robs = is_waiting_for_replacement(replayer);
    add_word(replayer, hand, KZI_MOMENT_RIICHI, player->bet);
    add_word(replayer, hand, KZI_MOMENT_FIRST_RIICHI, player->bet && player->first_riichi);
    add_word(replayer, hand, KZI_MOMENT_ONE_TURN, player->one_turn);
    add_word(replayer, hand, KZI_MOMENT_FIRST_TURN, first && !robs);
    add_word(replayer, hand, KZI_MOMENT_LAST_TILE, !replayer->left && !robs);
    add_word(replayer, hand, KZI_MOMENT_LAST_COPY,
             !robs && replayer->shown[hand->win] + hand->self_draw ==
                          replayer->model->copies[hand->win]);
    add_word(replayer, hand, KZI_MOMENT_AFTER_KONG, hand->self_draw && last->replaces);
    add_word(replayer, hand, KZI_MOMENT_ROBS_KONG, last->kind == KZI_EVENT_ADDED_KONG);
    add_word(replayer, hand, KZI_MOMENT_ROBS_CONCEALED, last->kind == KZI_EVENT_OWN_KONG);
    add_word(replayer, hand, KZI_MOMENT_ROBS_ASIDE, last->kind == KZI_EVENT_ASIDE);
}

static void mark_reds(struct kzi_hand *hand, const struct kzi_player *player) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        hand->reds[suit] = player->reds[suit];
    KZI_EACH_MELD(player, meld)
        if (meld->red)
            hand->reds[kzi_suit(meld->tile)] += (uint8_t)__builtin_popcount(meld->red);
}

/* Fill in the current hand of a player, without a winning tile. */
static void fill_hand(const struct kzi_replayer *replayer, unsigned who, struct kzi_hand *hand) {
    const struct kzi_player *player = &replayer->players[who];
    kzi_hand_clear(hand);
    kzi_hand_refer(hand, NULL, NULL);
    hand->words_known = hand->round_given = hand->seat_given = true;
    hand->win = KZI_NO_KIND;
    hand->round = replayer->round.wind;
    hand->seat = kzi_seat_of(&replayer->round, who);
    hand->dora = replayer->dora;
    hand->ura.count = 0;
    memcpy(hand->concealed, player->counts, sizeof hand->concealed);
    hand->n_concealed = player->n_concealed;
    hand->n_melds = (uint8_t)player->n_melds;
    memcpy(hand->melds, player->melds, sizeof hand->melds);
    mark_reds(hand, player);
    hand->flowers = player->n_flowers;
    hand->aside.count = player->n_aside;
    memcpy(hand->aside.kind, player->aside, sizeof hand->aside.kind);
}

/* Add the winning tile to a hand: the tile drawn, or the last discard. */
static void add_winning_tile(const struct kzi_replayer *replayer, struct kzi_hand *hand) {
    const struct kzi_last_event *last = &replayer->last;
    hand->by_given = true;
    hand->self_draw = last->kind == KZI_EVENT_DRAW;
    hand->win = last->tile.kind;
    hand->win_red = last->tile.red;
    if (hand->self_draw) {
        hand->concealed[hand->win]--;
        hand->n_concealed--;
    } else {
        hand->from = (int8_t)kzi_seat_of(&replayer->round, last->player);
        if (hand->win_red)
            hand->reds[kzi_suit(hand->win)]++;
    }
}

static bool can_win(const struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    const struct kzi_last_event *last = &replayer->last;
    bool own = last->player == event->player;
    if (event->win.from != KZI_LAST_ACTOR && last->player != event->win.from)
        return false;
    for (unsigned i = 0; i < replayer->round.n_wins; i++)
        if (replayer->round.winners[i] == event->player)
            return false;
    if (last->kind == KZI_EVENT_DRAW)
        return own;
    return !own && (last->kind == KZI_EVENT_DISCARD || is_waiting_for_replacement(replayer));
}

/* Replace the hidden tiles of a winner by the hand that the log shows, and a hidden draw by the
 * winning tile.  The log may show the hand with or without the winning tile. */
static bool reveal_hand(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_player *player = &replayer->players[event->player];
    struct kzi_last_event *last = &replayer->last;
    bool own = last->kind == KZI_EVENT_DRAW;
    unsigned wanted = player->n_concealed + !own;
    if (last->tile.kind == KZI_HIDDEN_TILE)
        last->tile = event->winning;
    if (!event->n_shown || last->tile.kind == KZI_HIDDEN_TILE)
        return fail(replayer, "player %d wins with a hand that the log hides", event->player);
    memset(player->counts, 0, sizeof player->counts);
    memset(player->reds, 0, sizeof player->reds);
    player->n_concealed = 0;
    for (unsigned i = 0; i < event->n_shown; i++)
        give_tile(player, event->shown[i]);
    if (player->n_concealed + 1U == wanted)
        give_tile(player, last->tile);
    if (player->n_concealed != wanted)
        return fail(replayer, "player %d wins with %d tiles in hand", event->player,
                    event->n_shown);
    if (!has_tile(player, last->tile))
        return fail_lacking(replayer, event, last->tile);
    if (!own)
        take_tile(replayer, event, last->tile);
    return true;
}

static void fill_table(struct kzi_replayer *replayer) {
    struct kzi_deal *deal = &replayer->round.deal;
    deal->table.dora = replayer->dora;
    for (unsigned i = 0; i < replayer->n_players; i++)
        deal->riichi |=
            (uint8_t)((unsigned)replayer->players[i].bet << kzi_seat_of(&replayer->round, i));
}

static bool win_round(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_logged_round *round = &replayer->round;
    const struct kzi_player *player = &replayer->players[event->player];
    if ((replayer->over && !round->n_wins) || !can_win(replayer, event))
        return fail(replayer, "player %d wins where there is nothing to win on", event->player);
    if (event->n_tiles > KZI_MAX_INDICATORS)
        return fail(replayer, "more than %d indicators are turned", KZI_MAX_INDICATORS);
    /* If a hidden hand is not revealed, the round is not over, even if another player has won. */
    if (player->counts[KZI_HIDDEN_TILE] && !reveal_hand(replayer, event))
        return replayer->over = false;
    unsigned n = round->n_wins++;
    struct kzi_hand *hand = &round->deal.winners[n];
    round->deal.n_winners = round->n_wins;
    round->winners[n] = event->player;
    round->logged[n] = event->win;
    fill_hand(replayer, event->player, hand);
    add_winning_tile(replayer, hand);
    add_circumstances(replayer, player, hand);
    if (player->bet) {
        turn(replayer, event, &hand->ura);
        round->deal.table.ura = hand->ura;
    }
    for (unsigned i = 0; i < player->n_melds; i++)
        round->fed[n][i] =
            (int8_t)(player->fed[i] < 0 ? -1 : kzi_seat_of(round, (unsigned)player->fed[i]));
    round->deal.table.from = hand->from;
    if (!replayer->over)
        fill_table(replayer);
    replayer->over = true;
    return true;
}

/* Take the hand that won, the only known data of a round. */
static bool take_won_hand(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_logged_round *round = &replayer->round;
    round->logged[0] = event->win;
    memset(round->fed, -1, sizeof round->fed);
    round->n_wins = round->deal.n_winners = 1;
    round->winners[0] = event->player;
    round->deal.winners[0] = *event->hand;
    return replayer->over = true;
}

/* Return the name of a draw.  If the log gives none, it is exhaustive if no tile is left; else it
 * is a draw by rule, any of which will do, because they pay nothing. */
static const char *draw_word(const struct kzi_replayer *replayer,
                             const struct kzi_logged_win *win) {
    const struct kzi_draw *draw = &replayer->model->payments.draw;
    return win->draw                           ? win->draw
           : replayer->left && draw->n_by_rule ? draw->by_rule[0]
                                               : "exhaustive";
}

/* Take from the log who is ready, if it hides hands. */
static bool take_ready(struct kzi_replayer *replayer, const struct kzi_logged_win *win) {
    struct kzi_deal *deal = &replayer->round.deal;
    unsigned ready = 0;
    for (unsigned i = 0; i < replayer->n_players; i++) {
        deal->tenpai_given |= replayer->players[i].counts[KZI_HIDDEN_TILE] > 0;
        ready |= (win->ready >> i & 1U) << kzi_seat_of(&replayer->round, i);
    }
    deal->tenpai = deal->tenpai_given ? (uint8_t)ready : 0;
    if (deal->tenpai_given && !win->has_ready)
        return fail(replayer, "the log hides hands, and does not say who is ready");
    return true;
}

static bool draw_round(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    struct kzi_deal *deal = &replayer->round.deal;
    snprintf(deal->draw, sizeof deal->draw, "%s", draw_word(replayer, &event->win));
    bool exhaustive = !strcmp(deal->draw, "exhaustive");
    if (exhaustive && !take_ready(replayer, &event->win))
        return false;
    replayer->round.logged[0] = event->win;
    deal->drawn = replayer->over = true;
    if (!kzi_node_item(replayer->dialect->won, deal->draw))
        pass_discard(replayer);
    fill_table(replayer);
    for (unsigned i = 0; i < replayer->n_players && exhaustive; i++) {
        unsigned orphan = replayer->players[i].all_orphan;
        if (!deal->tenpai_given)
            fill_hand(replayer, i, &deal->others[deal->n_others++]);
        deal->nagashi |= (uint8_t)(orphan << kzi_seat_of(&replayer->round, i));
    }
    return true;
}

/* --- events ---------------------------------------------------------------------------------- */

/* The functions for the events of a round. */
static const struct taker {
    bool (*take)(struct kzi_replayer *replayer, const struct kzi_log_event *event);
    bool in_turn; /* the player must have a tile to discard */
    bool single;  /* it must have one tile, except a DORA with all indicators */
} takers[] = {
    [KZI_EVENT_HAND] = {deal_hand, false, false},
    [KZI_EVENT_DORA] = {turn_dora, false, true},
    [KZI_EVENT_DRAW] = {draw_tile, false, true},
    [KZI_EVENT_DISCARD] = {discard_tile, false, true},
    [KZI_EVENT_CLAIM] = {claim_tile, false, false},
    [KZI_EVENT_OWN_KONG] = {conceal_kong, true, false},
    [KZI_EVENT_KONG] = {make_kong, false, false},
    [KZI_EVENT_ADDED_KONG] = {add_to_pung, true, true},
    [KZI_EVENT_ASIDE] = {lay_aside, true, true},
    [KZI_EVENT_FLOWER] = {lay_flower, false, false},
    [KZI_EVENT_RIICHI] = {declare_riichi, true, false},
    [KZI_EVENT_BET] = {place_bet, false, false},
    [KZI_EVENT_WIN] = {win_round, false, false},
    [KZI_EVENT_NO_WIN] = {draw_round, false, false},
    [KZI_EVENT_WON_HAND] = {take_won_hand, false, false},
};

static bool take_in_round(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    const struct taker *taker = &takers[event->kind];
    if (!replayer->playing)
        return fail(replayer, "there is an event before the first round");
    if (replayer->over && event->kind != KZI_EVENT_WIN)
        return fail(replayer, "there is an event after the end of the round");
    if (event->player >= replayer->n_players)
        return fail(replayer, "there is no player %d", event->player);
    if (taker->in_turn && replayer->players[event->player].n_concealed % 3 != 2)
        return fail(replayer, "player %d acts out of turn", event->player);
    if (taker->single && event->n_tiles != 1 && !event->all)
        return fail(replayer, "the event has %d tiles, not one", event->n_tiles);
    return taker->take(replayer, event);
}

void kzi_replayer_begin(struct kzi_replayer *replayer, const struct kzi_dialect *dialect,
                        const struct kzi_model *model, kzi_round_taker *take, void *context) {
    replayer->dialect = dialect;
    replayer->model = model;
    replayer->take = take;
    replayer->context = context;
    replayer->n_players = model->n_seats;
    replayer->n_rounds = 0;
    replayer->playing = replayer->over = false;
    *replayer->fault = '\0';
}

bool kzi_replayer_take(struct kzi_replayer *replayer, const struct kzi_log_event *event) {
    if (event->kind == KZI_EVENT_DEAL)
        return event->player < replayer->n_players ? begin_round(replayer, event)
                                                   : fail(replayer, "the dealer is not a player");
    if (event->kind == KZI_EVENT_END || event->kind == KZI_EVENT_GAME)
        return end_round(replayer);
    return take_in_round(replayer, event);
}

bool kzi_replayer_end(struct kzi_replayer *replayer) {
    return end_round(replayer);
}

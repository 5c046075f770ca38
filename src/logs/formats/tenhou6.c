/* Read logs of tenhou.net/6: an object for each game, in which a round lists the draws and discards
 * of each player, without the order of turns.  See doc/logs.md. */
#include "logs/formats/json_log.h"

#include <stdlib.h>

#define AS_DRAWN   60   /* a discard of the tile just drawn */
#define MAX_TURNS  160  /* more than a round has, which ends when the tiles run out */
#define MAX_TRIES  1000 /* the most orders of turns to try */
#define MAX_POINTS 1000000000
#define MAX_DISP   256 /* bytes of the short name of the rules */

/* The draws or the discards of a player, in order. */
struct turn_list {
    struct kzi_json_value list, next;
};

struct tenhou6_ctx {
    struct kzi_log_reader *log;
    unsigned n_players, dealer;
    struct turn_list draws[KZI_MAX_PLAYERS], discards[KZI_MAX_PLAYERS];
    unsigned player;           /* the player whose turn it is */
    struct kzi_log_tile drawn; /* the last tile drawn */
    struct kzi_log_tile last;  /* the last discard */
    /* Which discard a player claims may only become clear later, if the same tile is discarded
     * twice.  So orders of turns are tried before the events of one are given. */
    bool trying;
    unsigned n_discards;
    /* by discard: the choice of the claimer, and the number of choices */
    uint8_t choice[MAX_TURNS], n_choices[MAX_TURNS];
};

/* Recognize the format by the key log: its value begins with nested arrays (the rounds, a round,
 * its position). */
bool kzi_tenhou6_recognizes(const char *text, size_t len) {
    static const char key[] = "\"log\"";
    const char *at = memmem(text, len, key, sizeof key - 1), *end = text + len;
    unsigned depth = 0;
    for (at = at ? at + sizeof key - 1 : end; at < end && strchr(": \t\r\n[", *at); at++)
        depth += *at == '[';
    return kzi_log_has_key(text, len, "log") && depth >= 3;
}

/* --- tiles: 11-19 21-29 31-39 characters, dots, bamboo; 41-47 honors; 51-53 red fives --------- */

static bool read_tile(int64_t number, struct kzi_log_tile *tile) {
    int64_t suit = number / 10, rank = number % 10;
    bool red = suit == 5 && rank >= 1 && rank <= 3;
    if (red)
        suit = rank, rank = 5;
    else if (suit < 1 || suit > 4 || rank < 1 || rank > (suit == 4 ? 7 : 9))
        return false;
    *tile = (struct kzi_log_tile){(uint8_t)((suit - 1) * 9 + rank - 1), red};
    return true;
}

/* Return the tile with a number; if there is none, note an error. */
static struct kzi_log_tile take_tile(struct kzi_log_reader *log, int64_t number) {
    struct kzi_log_tile tile = {0};
    if (!read_tile(number, &tile))
        kzi_log_fail(log, "%lld is not a tile", (long long)number);
    return tile;
}

/* Append a list of tiles to the event. */
static void add_tiles(struct kzi_log_reader *log, struct kzi_json_value array, unsigned max) {
    int64_t list[16];
    const int count = kzi_json_numbers(kzi_json_at(log, array), list, (int)max);
    if (count < 0)
        kzi_log_fail(log, "this is not a list of up to %u tiles", max);
    for (int i = 0; i < count; i++)
        kzi_log_add_tile(log, take_tile(log, list[i]));
}

/* --- melds: two digits for each tile, and a letter in front of the one that was claimed ------- */

struct meld_text {
    char letter;
    uint8_t marked; /* index of the tile after the letter */
    uint8_t n_tiles;
    struct kzi_log_tile tiles[4];
};

static int64_t two_digits(const char *text) {
    const unsigned tens = (unsigned)text[0] - '0', ones = (unsigned)text[1] - '0';
    return tens < 10 && ones < 10 ? 10 * tens + ones : KZI_NOT_SAID;
}

static bool read_meld(struct kzi_json_value value, struct meld_text *meld) {
    *meld = (struct meld_text){.letter = '\0'};
    if (!kzi_json_is(value, KZI_JSON_STRING))
        return false;
    for (const char *at = value.token->start; at < value.token->end; at += 2) {
        const bool letter = *at >= 'a' && *at <= 'z';
        if (letter && meld->letter)
            return false;
        if (letter) {
            meld->letter = *at++;
            meld->marked = meld->n_tiles;
        }
        if (value.token->end - at < 2 || meld->n_tiles == KZI_COUNT(meld->tiles) ||
            !read_tile(two_digits(at), &meld->tiles[meld->n_tiles++]))
            return false;
    }
    return meld->letter;
}

static bool tiles_equal(struct kzi_log_tile one, struct kzi_log_tile other) {
    return one.kind == other.kind && one.red == other.red;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* Return the next entry of a list and advance.  While an order is only tried, the place for errors
 * is not set. */
static struct kzi_json_value take_next(struct tenhou6_ctx *ctx, struct turn_list *list) {
    struct kzi_json_value value = list->next;
    if (!ctx->trying)
        kzi_json_at(ctx->log, value);
    if (value.token)
        list->next = kzi_json_after(list->list, value);
    return value;
}

static struct kzi_log_event *begin_event(struct tenhou6_ctx *ctx, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, kind);
    event->player = (uint8_t)ctx->player;
    return event;
}

static void give_event(struct tenhou6_ctx *ctx) {
    if (!ctx->trying)
        kzi_log_give(ctx->log);
}

static void draw_tile(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    const int64_t number = kzi_json_number(value);
    if (number == KZI_NOT_SAID)
        kzi_log_fail(ctx->log, "player %u claims a tile that was not discarded", ctx->player);
    ctx->drawn = take_tile(ctx->log, number);
    begin_event(ctx, KZI_EVENT_DRAW);
    kzi_log_add_tile(ctx->log, ctx->drawn);
    give_event(ctx);
}

static void discard_tile(struct tenhou6_ctx *ctx, int64_t number, bool riichi) {
    ctx->last = number == AS_DRAWN ? ctx->drawn : take_tile(ctx->log, number);
    begin_event(ctx, KZI_EVENT_DISCARD)->riichi = riichi;
    kzi_log_add_tile(ctx->log, ctx->last);
    give_event(ctx);
}

/* Make a kong of the player's own tiles, or lay a tile aside; a replacement is drawn. */
static void lay_down(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    static const char letters[] = "akf";
    static const enum kzi_log_event_kind kinds[] = {KZI_EVENT_OWN_KONG, KZI_EVENT_ADDED_KONG,
                                                    KZI_EVENT_ASIDE};
    struct meld_text meld;
    const char *letter = read_meld(value, &meld) ? strchr(letters, meld.letter) : NULL;
    if (!letter) {
        kzi_log_fail(ctx->log, "this is not a discard");
        return;
    }
    begin_event(ctx, kinds[letter - letters]);
    for (unsigned i = 0; i < meld.n_tiles; i++)
        if (letter == letters || i == meld.marked)
            kzi_log_add_tile(ctx->log, meld.tiles[i]);
    give_event(ctx);
}

/* --- claims ----------------------------------------------------------------------------------- */

/* Return the player whom a meld is from.  The letter is before the first tile for the previous
 * player, before the second for the player opposite, else for the next player.  Three players
 * mostly have seats of four; in a log that never uses the fourth, turns are counted among three. */
static unsigned find_giver(const struct tenhou6_ctx *ctx, const struct meld_text *meld,
                           unsigned claimer) {
    unsigned turns = meld->marked == 0   ? 3
                     : meld->marked == 1 ? 2
                                         : 1,
             from = (claimer + turns) % 4;
    return from < ctx->n_players ? from : (claimer + (turns == 3 ? 2 : 1)) % 3;
}

/* Return whether the next draw of a player is a claim of the last discard. */
static bool is_claim(const struct tenhou6_ctx *ctx, unsigned claimer, struct meld_text *meld) {
    return read_meld(ctx->draws[claimer].next, meld) && strchr("cpm", meld->letter) &&
           tiles_equal(meld->tiles[meld->marked], ctx->last) &&
           ctx->player == (meld->letter == 'c' ? (claimer + ctx->n_players - 1) % ctx->n_players
                                               : find_giver(ctx, meld, claimer));
}

/* List who may claim the last discard, in the order in which to try: pungs and kongs before chows,
 * and nobody (-1) last.  Return how many there are. */
static unsigned list_claimers(const struct tenhou6_ctx *ctx, int claimers[KZI_MAX_PLAYERS]) {
    unsigned count = 0;
    for (unsigned chow = 0; chow < 2; chow++)
        for (unsigned i = 1; i < ctx->n_players; i++) {
            struct meld_text meld;
            unsigned claimer = (ctx->player + i) % ctx->n_players;
            if (is_claim(ctx, claimer, &meld) && (meld.letter == 'c') == chow)
                claimers[count++] = (int)claimer;
        }
    claimers[count++] = -1;
    return count;
}

/* Return who claims the last discard in the current order of turns, or -1. */
static int choose_claimer(struct tenhou6_ctx *ctx) {
    int claimers[KZI_MAX_PLAYERS];
    unsigned count = list_claimers(ctx, claimers), n = ctx->n_discards++;
    ctx->n_choices[n] = (uint8_t)count;
    KZI_ASSUME(ctx->choice[n] < count); /* orders of turns are the same up to their last choice */
    return claimers[ctx->choice[n]];
}

/* Claim the last discard.  Return whether the player draws before discarding: after a kong, which
 * has a 0 among the discards. */
static bool claim(struct tenhou6_ctx *ctx, unsigned claimer) {
    struct turn_list *discards = &ctx->discards[claimer];
    struct meld_text meld;
    read_meld(take_next(ctx, &ctx->draws[claimer]), &meld);
    ctx->player = claimer;
    begin_event(ctx, KZI_EVENT_CLAIM)->claimed = (int8_t)meld.marked;
    for (unsigned i = 0; i < meld.n_tiles; i++)
        kzi_log_add_tile(ctx->log, meld.tiles[i]);
    give_event(ctx);
    if (meld.letter == 'm' && kzi_json_equals(discards->next, "0"))
        take_next(ctx, discards);
    return meld.letter == 'm';
}

/* --- a round ---------------------------------------------------------------------------------- */

/* Begin with the first draw of the dealer. */
static void begin_play(struct tenhou6_ctx *ctx, bool trying) {
    ctx->trying = trying;
    ctx->player = ctx->dealer;
    ctx->n_discards = 0;
    for (unsigned i = 0; i < ctx->n_players; i++) {
        ctx->draws[i].next = kzi_json_first(ctx->draws[i].list);
        ctx->discards[i].next = kzi_json_first(ctx->discards[i].list);
    }
}

/* Read the action after a draw or a claim.  Return whether a player draws next. */
static bool take_discard(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    const bool riichi = kzi_json_is(value, KZI_JSON_STRING) && kzi_json_len(value) == 3 &&
                        *value.token->start == 'r';
    const int64_t number = riichi ? two_digits(value.token->start + 1) : kzi_json_number(value);
    if (number == KZI_NOT_SAID)
        lay_down(ctx, value);
    if (number == KZI_NOT_SAID || (number == 0 && !riichi))
        return true;
    discard_tile(ctx, number, riichi);
    const int claimer = choose_claimer(ctx);
    if (claimer >= 0)
        return claim(ctx, (unsigned)claimer);
    ctx->player = (ctx->player + 1) % ctx->n_players;
    return true;
}

/* Play turns until there is nothing to discard or to draw. */
static void play(struct tenhou6_ctx *ctx) {
    bool draws = true;
    for (unsigned turns = 0; turns < MAX_TURNS && kzi_log_goes_on(ctx->log); turns++) {
        struct kzi_json_value value;
        if (draws && !(value = take_next(ctx, &ctx->draws[ctx->player])).token)
            return;
        if (draws)
            draw_tile(ctx, value);
        value = take_next(ctx, &ctx->discards[ctx->player]);
        if (!value.token)
            return;
        draws = take_discard(ctx, value);
    }
    kzi_log_fail(ctx->log, "the round has more than %d turns", MAX_TURNS);
}

/* Play a round in the current order of turns; note an error if entries are left. */
static void play_all(struct tenhou6_ctx *ctx, bool trying) {
    begin_play(ctx, trying);
    play(ctx);
    for (unsigned i = 0; i < ctx->n_players; i++) {
        struct kzi_json_value left =
            ctx->draws[i].next.token ? ctx->draws[i].next : ctx->discards[i].next;
        if (!left.token)
            continue;
        if (!trying)
            kzi_json_at(ctx->log, left);
        kzi_log_fail(ctx->log, "player %u goes on after the end of the round", i);
    }
}

/* Go on to the next order of turns.  Return false after the last one. */
static bool choose_next(struct tenhou6_ctx *ctx) {
    unsigned n = ctx->n_discards;
    while (n && ctx->choice[n - 1] + 1 >= ctx->n_choices[n - 1])
        ctx->choice[--n] = 0;
    if (n)
        ctx->choice[n - 1]++;
    return n;
}

/* Choose an order of turns in which all entries are played; if there is none, the first one,
 * whose error is reported. */
static void choose_order(struct tenhou6_ctx *ctx) {
    memset(ctx->choice, 0, sizeof ctx->choice);
    ctx->log->at = NULL;
    for (unsigned tries = 0; tries < MAX_TRIES; tries++) {
        play_all(ctx, true);
        if (kzi_log_goes_on(ctx->log))
            return;
        *ctx->log->fault.text = '\0';
        if (!choose_next(ctx))
            return;
    }
    memset(ctx->choice, 0, sizeof ctx->choice);
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* Return the number at the beginning of a text, clamped to MAX_POINTS; *after is where it ends. */
static int64_t number_at(const char *text, char **after) {
    int64_t number = strtoll(text, after, 10);
    return number > MAX_POINTS ? MAX_POINTS : number < -MAX_POINTS ? -MAX_POINTS : number;
}

/* Read the points, such as "30符3飜1000-2000点", "30Fu3Han3900点", "2000点∀".  Fu come first if
 * they are given. win->points is the sum that all pay. */
static void take_points(struct kzi_log_reader *log, const char *text) {
    static const char points[] = "点", all[] = "∀";
    struct kzi_logged_win *win = &log->event.win;
    const char *end = strstr(text, points), *at = end;
    char *after;
    const int64_t fu = number_at(text, &after);
    if (after > text && after != end && *after != '-')
        win->fu = fu;
    while (at && at > text && strchr("0123456789-", at[-1]))
        at--;
    if (!at || at == end)
        return;
    win->points = number_at(at, &after);
    const int64_t others = (int64_t)log->n_players - 2;
    if (*after == '-')
        win->points = others * win->points + number_at(after + 1, NULL);
    else if (strstr(end, all))
        win->points *= others + 1;
}

/* Read a yaku, such as "立直(1飜)", "大三元(役満)". */
static void take_yaku(struct kzi_log_reader *log, char *text) {
    char *open = strrchr(text, '('), *after = text;
    const int64_t value = open ? number_at(open + 1, &after) : 0;
    const bool counted = open && after > open + 1;
    if (open)
        *open = '\0';
    kzi_log_add_yaku(log, text, counted ? value : KZI_NOT_SAID);
}

/* Read a win: [winner, from whom, who is liable, points, yaku ...]. */
static void take_win(struct kzi_log_reader *log, struct kzi_json_value win) {
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_WIN);
    struct kzi_json_value item = kzi_json_first(kzi_json_at(log, win));
    uint8_t who[3] = {0};
    char text[KZI_MAX_WORD * 2];
    for (unsigned i = 0; i < 3; i++, item = kzi_json_after(win, item)) {
        const int64_t number = kzi_json_number(item);
        if (number < 0 || number >= KZI_MAX_PLAYERS)
            kzi_log_fail(log, "this is not a win");
        who[i] = (uint8_t)number;
    }
    event->player = who[0];
    event->win.from = who[1];
    if (kzi_json_copy(item, text, sizeof text)) {
        take_points(log, text);
        item = kzi_json_after(win, item);
    }
    for (; item.token; item = kzi_json_after(win, item))
        if (kzi_json_copy(item, text, sizeof text))
            take_yaku(log, text);
        else
            kzi_log_fail(log, "this is not a yaku");
    kzi_log_sum_yaku(log);
}

/* Read the result: wins, each preceded by its payments, or the name of a draw. */
static void take_result(struct kzi_log_reader *log, struct kzi_json_value result,
                        struct kzi_json_value ura) {
    struct kzi_json_value first = kzi_json_first(kzi_json_at(log, result)),
                          deltas = kzi_json_after(result, first);
    char name[KZI_MAX_WORD];
    if (!kzi_json_copy(first, name, sizeof name)) {
        kzi_log_fail(log, "the round has no result");
    } else if (strcmp(name, "和了") != 0) {
        kzi_log_begin_draw(log, name);
        kzi_json_take_payments(log, deltas);
        kzi_log_give(log);
        return;
    }
    while (deltas.token) {
        struct kzi_json_value win = kzi_json_after(result, deltas);
        take_win(log, win);
        kzi_json_take_payments(log, deltas);
        add_tiles(log, ura, KZI_MAX_INDICATORS);
        kzi_log_give(log);
        deltas = kzi_json_after(result, win);
    }
}

/* --- rounds and games ------------------------------------------------------------------------- */

/* The entries of a round: 4 of the table, 3 for each player, the result. */
struct round_items {
    unsigned count;
    struct kzi_json_value item[5 + 3 * KZI_MAX_PLAYERS];
};

static struct round_items split_round(struct kzi_log_reader *log, struct kzi_json_value round) {
    struct round_items items = {.count = 0};
    kzi_json_at(log, round);
    KZI_JSON_EACH(item, round) {
        if (items.count < KZI_COUNT(items.item))
            items.item[items.count] = item;
        items.count++;
    }
    if (items.count != 14 && items.count != 17)
        kzi_log_fail(log, "a round is a list of 14 or 17");
    return items;
}

static void begin_round(struct kzi_log_reader *log, const struct round_items *items) {
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_DEAL);
    int64_t at[3] = {0};
    if (kzi_json_numbers(kzi_json_at(log, items->item[0]), at, 3) != 3 || at[0] < 0 || at[0] > 15 ||
        at[1] < 0 || at[2] < 0)
        kzi_log_fail(log, "this is not a round, its counters and bets");
    event->wind = (uint8_t)(at[0] / 4);
    event->number = event->player = (uint8_t)(at[0] % 4);
    event->counters = (uint32_t)at[1];
    event->bets = (uint32_t)at[2];
    event->n_scores = log->n_players;
    if (!kzi_json_by_player(log, kzi_json_at(log, items->item[1]), event->scores))
        kzi_log_fail(log, "these are not the scores of three or four players");
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DORA)->all = true;
    add_tiles(log, items->item[2], KZI_MAX_INDICATORS);
    kzi_log_give(log);
    for (unsigned i = 0; i < log->n_players; i++) {
        kzi_log_begin(log, KZI_EVENT_HAND)->player = (uint8_t)i;
        add_tiles(log, items->item[4 + 3 * i], 13);
        kzi_log_give(log);
    }
}

static void take_round(struct kzi_log_reader *log, struct kzi_json_value round) {
    const struct round_items items = split_round(log, round);
    struct tenhou6_ctx ctx = {.log = log, .n_players = log->n_players};
    if (!kzi_log_goes_on(log))
        return;
    begin_round(log, &items);
    ctx.dealer = (unsigned)kzi_json_number(kzi_json_first(items.item[0])) % 4;
    for (unsigned i = 0; i < log->n_players; i++) {
        ctx.draws[i].list = items.item[5 + 3 * i];
        ctx.discards[i].list = items.item[6 + 3 * i];
    }
    if (!kzi_log_goes_on(log))
        return;
    choose_order(&ctx);
    play_all(&ctx, false);
    take_result(log, items.item[items.count - 1], items.item[3]);
}

/* Read the words for the rules: the characters of their short name, and aka if there are red
 * fives. */
static void take_words(struct kzi_log_reader *log, struct kzi_json_value rule) {
    static const char *const reds[] = {"aka", "aka51", "aka52", "aka53"};
    char disp[MAX_DISP] = "";
    bool red = false;
    for (unsigned i = 0; i < KZI_COUNT(reds); i++)
        red |= kzi_json_number(kzi_json_member(rule, reds[i])) > 0;
    if (red)
        kzi_log_add_word(log, reds[0], strlen(reds[0]));
    kzi_json_copy(kzi_json_member(rule, "disp"), disp, sizeof disp);
    for (size_t at = 0, len; disp[at]; at += len) {
        len = 1;
        while (len < 4 && (disp[at + len] & 0xC0) == 0x80)
            len++;
        kzi_log_add_word(log, disp + at, len);
    }
}

static void take_rule(struct kzi_log_reader *log, struct kzi_json_value root,
                      struct kzi_json_value rounds) {
    const struct round_items items = split_round(log, kzi_json_first(rounds));
    const bool four = items.count == 17 && kzi_json_first(items.item[13]).token;
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = four ? 4 : 3;
    take_words(log, kzi_json_member(root, "rule"));
    kzi_log_give(log);
    kzi_json_give_names(log, kzi_json_member(root, "name"), log->n_players);
}

/* Read sc, which some logs have: the scores at the end, each followed by the placement's points. */
static void take_sc(struct kzi_log_reader *log, struct kzi_json_value root) {
    int64_t list[2 * KZI_MAX_PLAYERS];
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_END);
    const int count = kzi_json_numbers(kzi_json_member(root, "sc"), list, 2 * KZI_MAX_PLAYERS);
    if (count < 2 * (int)log->n_players)
        return;
    for (unsigned i = 0; i < log->n_players; i++)
        event->scores[i] = list[2 * i];
    event->n_scores = log->n_players;
    kzi_log_give(log);
}

static void take_game(struct kzi_log_reader *log, struct kzi_json_value root) {
    struct kzi_json_value rounds = kzi_json_member(root, "log");
    if (!kzi_json_first(rounds).token)
        kzi_log_fail(log, "the game has no list of rounds");
    take_rule(log, root, rounds);
    KZI_JSON_EACH(round, rounds)
        take_round(log, round);
    take_sc(log, root);
}

void kzi_tenhou6_read(struct kzi_log_reader *log) {
    kzi_json_read_documents(log, take_game, true);
}

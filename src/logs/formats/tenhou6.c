/* Logs of tenhou.net/6: an object for each game, in which a round lists what each player drew and
 * discarded, without the order of turns.  See doc/logs.md. */
#include "logs/formats/json_value.h"

#include <stdlib.h>

#define AS_DRAWN    60   /* a discard of the tile just drawn */
#define MOST_TURNS  160  /* of a round, which has fewer tiles to draw and to claim */
#define MOST_TRIES  1000 /* of such orders */
#define MOST_POINTS 1000000000
#define MOST_DISP   256 /* bytes of the rules' short name */

/* What a player drew or discarded, to be taken in order. */
struct turn_list {
    struct kzi_json_value list, next;
};

struct tenhou6_ctx {
    struct kzi_log_document *document;
    struct kzi_log_reader *reader;
    unsigned n_players, dealer;
    struct turn_list draws[KZI_MAX_PLAYERS], discards[KZI_MAX_PLAYERS];
    unsigned player;           /* whose turn it is */
    struct kzi_log_tile drawn; /* the last tile that was drawn */
    struct kzi_log_tile last;  /* discarded */
    /* Who claims a discard may only show later, when the same tile is discarded twice.  Orders of
     * turns are tried before the events of one are given. */
    bool trying;
    unsigned n_discards;
    uint8_t choice[MOST_TURNS], n_choices[MOST_TURNS]; /* of each discard: who claims it */
    char words[KZI_MAX_RULE_WORDS][8];
};

/* Three lists begin at the key log: the rounds, one, and where it is. */
bool kzi_tenhou6_recognizes(const char *text, size_t len) {
    static const char key[] = "\"log\"";
    const char *at = memmem(text, len, key, sizeof key - 1), *end = text + len;
    unsigned depth = 0;
    for (at = at ? at + sizeof key - 1 : end; at < end && strchr(": \t\r\n[", *at); at++)
        depth += *at == '[';
    return kzi_log_has_key(text, len, "log") && depth >= 3;
}

/* --- tiles: 11-19 21-29 31-39 characters, dots, bamboo; 41-47 honors; 51-53 red fives ----------
 */

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

static bool take_tile(struct tenhou6_ctx *ctx, int64_t number, struct kzi_log_tile *tile) {
    return read_tile(number, tile) ||
           kzi_log_fail(ctx->reader, "%lld is not a tile", (long long)number);
}

static bool add_tiles(struct tenhou6_ctx *ctx, struct kzi_json_value array, unsigned most,
                      struct kzi_log_tile *tiles, uint8_t *count) {
    int64_t list[16];
    int n = kzi_json_numbers(kzi_document_at(ctx->document, array), list, (int)most);
    if (n < 0)
        return kzi_log_fail(ctx->reader, "this is not a list of up to %u tiles", most);
    for (int i = 0; i < n; i++)
        if (!take_tile(ctx, list[i], &tiles[(*count)++]))
            return false;
    return true;
}

/* --- melds: two digits for each tile, and a letter in front of the one that was claimed ---------
 */

struct meld_text {
    char letter;
    unsigned place; /* of the letter, in characters */
    unsigned n_tiles;
    struct kzi_log_tile tiles[5];
    struct kzi_log_tile marked; /* after the letter */
};

static bool read_meld(struct kzi_json_value value, struct meld_text *meld) {
    *meld = (struct meld_text){.letter = '\0'};
    const char *at = value.token->start;
    while (at < value.token->end) {
        struct kzi_log_tile tile;
        bool letter = *at >= 'a' && *at <= 'z';
        if (letter && meld->letter)
            return false;
        if (letter) {
            meld->letter = *at;
            meld->place = (unsigned)(at - value.token->start);
            at++;
        }
        if (value.token->end - at < 2 || meld->n_tiles == KZI_COUNT(meld->tiles) ||
            !read_tile((at[0] - '0') * 10 + (at[1] - '0'), &tile))
            return false;
        if (letter)
            meld->marked = tile;
        else
            meld->tiles[meld->n_tiles++] = tile;
        at += 2;
    }
    return meld->letter;
}

static bool same_tile(struct kzi_log_tile one, struct kzi_log_tile other) {
    return one.kind == other.kind && one.red == other.red;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* Take the next entry of a list. */
static struct kzi_json_value take_next(struct tenhou6_ctx *ctx, struct turn_list *list) {
    struct kzi_json_value value = kzi_document_at(ctx->document, list->next);
    if (value.token)
        list->next = kzi_json_after(list->list, value);
    return value;
}

static bool give(struct tenhou6_ctx *ctx) {
    return ctx->trying || kzi_log_give(ctx->reader);
}

static bool give_tile(struct tenhou6_ctx *ctx, enum kzi_log_event_kind kind,
                      struct kzi_log_tile tile) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, kind);
    event->player = (uint8_t)ctx->player;
    event->tiles[event->n_tiles++] = tile;
    return give(ctx);
}

static bool draw_tile(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    int64_t number = 0;
    if (!kzi_json_number(value, &number))
        return kzi_log_fail(ctx->reader, "player %u claims a tile that was not discarded",
                            ctx->player);
    return take_tile(ctx, number, &ctx->drawn) && give_tile(ctx, KZI_EVENT_DRAW, ctx->drawn);
}

static bool discard_tile(struct tenhou6_ctx *ctx, int64_t number) {
    ctx->last = ctx->drawn;
    return (number == AS_DRAWN || take_tile(ctx, number, &ctx->last)) &&
           give_tile(ctx, KZI_EVENT_DISCARD, ctx->last);
}

static bool declare_riichi(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    const char *text = value.token->start + 1;
    if (kzi_json_len(value) != 3)
        return kzi_log_fail(ctx->reader, "this is not a discard");
    kzi_log_begin(ctx->reader, KZI_EVENT_RIICHI)->player = (uint8_t)ctx->player;
    if (!give(ctx))
        return false;
    return discard_tile(ctx, (text[0] - '0') * 10 + (text[1] - '0'));
}

/* A kong of one's own, or a tile laid aside; a replacement is drawn. */
static bool lay_down(struct tenhou6_ctx *ctx, struct kzi_json_value value) {
    struct meld_text meld;
    if (!read_meld(value, &meld) || !strchr("akf", meld.letter))
        return kzi_log_fail(ctx->reader, "this is not a discard");
    if (meld.letter != 'a')
        return give_tile(ctx, meld.letter == 'k' ? KZI_EVENT_ADDED_KONG : KZI_EVENT_ASIDE,
                         meld.marked);
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_OWN_KONG);
    event->player = (uint8_t)ctx->player;
    event->tiles[event->n_tiles++] = meld.marked;
    for (unsigned i = 0; i < meld.n_tiles; i++)
        event->tiles[event->n_tiles++] = meld.tiles[i];
    return give(ctx);
}

/* --- claims ----------------------------------------------------------------------------------- */

/* Return from whom a meld is: the letter is in front of the first tile for the player before, of
 * the second one for the one opposite, else it is the next player.  Three players mostly sit in the
 * places of four; a log that never has the fourth place counts three. */
static unsigned giver(const struct tenhou6_ctx *ctx, const struct meld_text *meld,
                      unsigned claimer) {
    unsigned turns = meld->place == 0 ? 3 : meld->place == 2 ? 2 : 1, from = (claimer + turns) % 4;
    return from < ctx->n_players ? from : (claimer + (turns == 3 ? 2 : 1)) % 3;
}

/* Return whether the next entry of a player claims the last discard. */
static bool claims(const struct tenhou6_ctx *ctx, unsigned claimer, struct meld_text *meld) {
    struct kzi_json_value next = ctx->draws[claimer].next;
    return kzi_json_is(next, KZI_JSON_STRING) && read_meld(next, meld) &&
           strchr("cpm", meld->letter) && same_tile(meld->marked, ctx->last) &&
           ctx->player == (meld->letter == 'c' ? (claimer + ctx->n_players - 1) % ctx->n_players
                                               : giver(ctx, meld, claimer));
}

/* List who may claim the last discard, in the order in which to try: pungs and kongs go before
 * chows, and nobody (-1) comes last.  Return how many. */
static unsigned list_claimers(const struct tenhou6_ctx *ctx, int claimers[KZI_MAX_PLAYERS]) {
    unsigned count = 0;
    for (unsigned chow = 0; chow < 2; chow++)
        for (unsigned i = 1; i < ctx->n_players; i++) {
            struct meld_text meld;
            unsigned claimer = (ctx->player + i) % ctx->n_players;
            if (claims(ctx, claimer, &meld) && (meld.letter == 'c') == chow)
                claimers[count++] = (int)claimer;
        }
    claimers[count++] = -1;
    return count;
}

/* Return who claims the last discard in the order of turns at hand, or -1. */
static int choose_claimer(struct tenhou6_ctx *ctx) {
    int claimers[KZI_MAX_PLAYERS];
    unsigned count = list_claimers(ctx, claimers), n = ctx->n_discards++;
    ctx->n_choices[n] = (uint8_t)count;
    return claimers[ctx->choice[n] < count ? ctx->choice[n] : 0];
}

static bool claim(struct tenhou6_ctx *ctx, unsigned claimer, struct meld_text *meld) {
    if (!read_meld(take_next(ctx, &ctx->draws[claimer]), meld))
        return false;
    ctx->player = claimer;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_CLAIM);
    event->player = (uint8_t)claimer;
    event->claimed = meld->marked;
    for (unsigned i = 0; i < meld->n_tiles; i++)
        event->tiles[event->n_tiles++] = meld->tiles[i];
    return give(ctx);
}

/* --- a round ---------------------------------------------------------------------------------- */

/* Begin with the first draw of the dealer. */
static void begin_play(struct tenhou6_ctx *ctx) {
    ctx->player = ctx->dealer;
    ctx->n_discards = 0;
    for (unsigned i = 0; i < ctx->n_players; i++) {
        ctx->draws[i].next = kzi_json_first(ctx->draws[i].list);
        ctx->discards[i].next = kzi_json_first(ctx->discards[i].list);
    }
}

/* Take turns until there is nothing to discard or to draw.  A claimed kong has a 0 among the
 * discards. */
static bool play(struct tenhou6_ctx *ctx) {
    bool draws = true;
    for (unsigned turns = 0; turns < MOST_TURNS; turns++) {
        struct kzi_json_value value;
        if (draws && !(value = take_next(ctx, &ctx->draws[ctx->player])).token)
            return true;
        if (draws && !draw_tile(ctx, value))
            return false;
        value = take_next(ctx, &ctx->discards[ctx->player]);
        if (!value.token)
            return true;
        int64_t number = 0;
        bool plain = kzi_json_number(value, &number),
             riichi = !plain && kzi_json_len(value) && *value.token->start == 'r';
        draws = true;
        if (!plain && !riichi) {
            if (!kzi_json_is(value, KZI_JSON_STRING) || !lay_down(ctx, value))
                return kzi_log_fail(ctx->reader, "this is not a discard");
            continue;
        }
        if (plain && number == 0)
            continue;
        if (riichi ? !declare_riichi(ctx, value) : !discard_tile(ctx, number))
            return false;
        struct meld_text meld;
        int claimer = choose_claimer(ctx);
        if (claimer < 0) {
            ctx->player = (ctx->player + 1) % ctx->n_players;
            continue;
        }
        if (!claim(ctx, (unsigned)claimer, &meld))
            return false;
        draws = meld.letter == 'm';
        if (draws && kzi_json_equals(ctx->discards[ctx->player].next, "0"))
            take_next(ctx, &ctx->discards[ctx->player]);
    }
    return kzi_log_fail(ctx->reader, "the round has more than %d turns", MOST_TURNS);
}

/* Return whether all that is listed was played. */
static bool is_played(struct tenhou6_ctx *ctx) {
    for (unsigned i = 0; i < ctx->n_players; i++)
        if (kzi_document_at(ctx->document, ctx->draws[i].next).token ||
            kzi_document_at(ctx->document, ctx->discards[i].next).token)
            return kzi_log_fail(ctx->reader, "player %u goes on after the end of the round", i);
    return true;
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

/* Find an order of turns in which everything is played; if there is none, the first one will show
 * what is wrong. */
static void find_order(struct tenhou6_ctx *ctx) {
    struct kzi_log_reader *reader = ctx->reader;
    memset(ctx->choice, 0, sizeof ctx->choice);
    ctx->trying = true;
    for (unsigned tries = 0; tries < MOST_TRIES; tries++) {
        begin_play(ctx);
        if (play(ctx) && is_played(ctx))
            break;
        *reader->fault.text = '\0';
        if (!choose_next(ctx))
            break;
    }
    ctx->trying = false;
    begin_play(ctx);
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct kzi_json_value deltas, struct kzi_logged_win *win) {
    win->has_payments = kzi_json_numbers(deltas, win->payments, KZI_MAX_PLAYERS) >= 3;
}

/* Read the digits of a text, as far as they mean anything. */
static int64_t number_at(const char *text, char **after) {
    int64_t number = strtoll(text, after, 10);
    return number > MOST_POINTS ? MOST_POINTS : number < -MOST_POINTS ? -MOST_POINTS : number;
}

/* "30符3飜1000-2000点", "30Fu3Han3900点", "2000点∀": fu come first if they are there; the points of
 * a self-draw are those that all pay together. */
static void take_points(const struct tenhou6_ctx *ctx, const char *text,
                        struct kzi_logged_win *win) {
    static const char points[] = "点", all[] = "∀";
    const char *end = strstr(text, points), *at = end;
    char *after;
    win->fu = (int)number_at(text, &after);
    win->has_fu = after > text && after != end && *after != '-';
    while (at && at > text && strchr("0123456789-", at[-1]))
        at--;
    if (!at || at == end)
        return;
    win->has_points = true;
    win->points = number_at(at, &after);
    int64_t others = (int64_t)ctx->n_players - 2;
    if (*after == '-')
        win->points = others * win->points + number_at(after + 1, NULL);
    else if (strstr(end, all))
        win->points *= others + 1;
}

/* "立直(1飜)", "大三元(役満)". */
static bool take_yaku(struct tenhou6_ctx *ctx, char *text) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    char *open = strrchr(text, '('), *after = text;
    int64_t value = open ? number_at(open + 1, &after) : 0;
    bool counted = open && after > open + 1;
    if (value < 0 || value > INT16_MAX - win->total)
        return kzi_log_fail(ctx->reader, "a yaku is worth %lld", (long long)value);
    if (open)
        *open = '\0';
    win->has_total &= counted;
    win->total += (int)value;
    return kzi_log_add_yaku(ctx->reader, text, counted ? (int)value : -1);
}

/* A win: [winner, from whom, who is liable, points, yaku ...]. */
static bool take_win(struct tenhou6_ctx *ctx, struct kzi_json_value deltas,
                     struct kzi_json_value win, struct kzi_json_value ura) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_WIN);
    struct kzi_json_value item = kzi_json_first(kzi_document_at(ctx->document, win));
    int64_t who[3] = {0};
    char text[KZI_MAX_WORD * 2];
    for (unsigned i = 0; i < 3; i++, item = kzi_json_after(win, item))
        if (!kzi_json_number(item, &who[i]) || who[i] < 0 || who[i] >= KZI_MAX_PLAYERS)
            return kzi_log_fail(ctx->reader, "this is not a win");
    event->player = (uint8_t)who[0];
    event->win.from = (uint8_t)who[1];
    event->win.has_total = true;
    if (kzi_json_copy(item, text, sizeof text)) {
        take_points(ctx, text, &event->win);
        item = kzi_json_after(win, item);
    }
    for (; item.token; item = kzi_json_after(win, item))
        if (!kzi_json_copy(item, text, sizeof text) || !take_yaku(ctx, text))
            return kzi_log_fail(ctx->reader, "this is not a yaku");
    event->win.has_yaku = event->win.n_yaku > 0;
    event->win.has_total &= event->win.has_yaku;
    take_payments(deltas, &event->win);
    return add_tiles(ctx, ura, KZI_MAX_INDICATORS, event->win.ura, &event->win.n_ura) &&
           kzi_log_give(ctx->reader);
}

/* Wins alternate with what they change. */
static bool take_wins(struct tenhou6_ctx *ctx, struct kzi_json_value result,
                      struct kzi_json_value ura) {
    struct kzi_json_value deltas = kzi_json_after(result, kzi_json_first(result));
    while (deltas.token) {
        struct kzi_json_value win = kzi_json_after(result, deltas);
        if (!win.token)
            return kzi_log_fail(ctx->reader, "this is not a win");
        if (!take_win(ctx, deltas, win, ura))
            return false;
        deltas = kzi_json_after(result, win);
    }
    return true;
}

static bool take_draw(struct tenhou6_ctx *ctx, struct kzi_json_value result, const char *draw) {
    struct kzi_logged_win *win = &kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win;
    win->draw = draw;
    take_payments(kzi_json_after(result, kzi_json_first(result)), win);
    return kzi_log_give(ctx->reader);
}

static bool take_result(struct tenhou6_ctx *ctx, struct kzi_json_value result,
                        struct kzi_json_value ura) {
    struct kzi_json_value first = kzi_json_first(kzi_document_at(ctx->document, result));
    char name[KZI_MAX_WORD];
    if (kzi_json_equals(first, "和了"))
        return take_wins(ctx, result, ura);
    if (!kzi_json_copy(first, name, sizeof name))
        return kzi_log_fail(ctx->reader, "the round has no result");
    const char *draw = kzi_dialect_draw(ctx->reader->dialect, name);
    if (!draw)
        return kzi_log_fail(ctx->reader, "'%.40s' is not a kind of draw", name);
    return take_draw(ctx, result, draw);
}

/* --- rounds and games ------------------------------------------------------------------------- */

/* The entries of a round: 4 of the table, 3 for each player, the result. */
struct round_items {
    unsigned count;
    struct kzi_json_value item[5 + 3 * KZI_MAX_PLAYERS];
};

static bool split_round(struct tenhou6_ctx *ctx, struct kzi_json_value round,
                        struct round_items *items) {
    *items = (struct round_items){.count = 0};
    kzi_document_at(ctx->document, round);
    KZI_JSON_EACH(item, round) {
        if (items->count == KZI_COUNT(items->item))
            return kzi_log_fail(ctx->reader, "a round is a list of 14 or 17");
        items->item[items->count++] = item;
    }
    return items->count == 14 || items->count == 17 ||
           kzi_log_fail(ctx->reader, "a round is a list of 14 or 17");
}

static bool begin_round(struct tenhou6_ctx *ctx, const struct round_items *items) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DEAL);
    int64_t at[3];
    if (kzi_json_numbers(kzi_document_at(ctx->document, items->item[0]), at, 3) != 3 || at[0] < 0 ||
        at[0] > 15 || at[1] < 0 || at[2] < 0)
        return kzi_log_fail(ctx->reader, "this is not a round, its counters and bets");
    event->wind = (uint8_t)(at[0] / 4);
    event->number = event->player = (uint8_t)(at[0] % 4);
    event->counters = (uint32_t)at[1];
    event->bets = (uint32_t)at[2];
    ctx->dealer = event->player;
    const int n_scores = kzi_json_numbers(kzi_document_at(ctx->document, items->item[1]),
                                          event->scores, KZI_MAX_PLAYERS);
    if (n_scores < 3)
        return kzi_log_fail(ctx->reader, "these are not the scores of three or four players");
    event->n_scores = (unsigned)n_scores;
    return kzi_log_give(ctx->reader);
}

static bool turn_dora(struct tenhou6_ctx *ctx, struct kzi_json_value list) {
    struct kzi_log_tile tiles[KZI_MAX_INDICATORS];
    uint8_t count = 0;
    if (!add_tiles(ctx, list, KZI_MAX_INDICATORS, tiles, &count))
        return false;
    for (unsigned i = 0; i < count; i++) {
        struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DORA);
        event->tiles[event->n_tiles++] = tiles[i];
        if (!kzi_log_give(ctx->reader))
            return false;
    }
    return true;
}

static bool deal_hands(struct tenhou6_ctx *ctx, const struct round_items *items) {
    for (unsigned i = 0; i < ctx->n_players; i++) {
        struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_HAND);
        event->player = (uint8_t)i;
        if (!add_tiles(ctx, items->item[4 + 3 * i], 13, event->tiles, &event->n_tiles) ||
            !kzi_log_give(ctx->reader))
            return false;
        struct kzi_json_value draws = items->item[5 + 3 * i], discards = items->item[6 + 3 * i];
        ctx->draws[i].list = draws;
        ctx->discards[i].list = discards;
    }
    return true;
}

static bool take_round(struct tenhou6_ctx *ctx, struct kzi_json_value round) {
    struct round_items items;
    if (!split_round(ctx, round, &items) || !begin_round(ctx, &items) ||
        !turn_dora(ctx, items.item[2]) || !deal_hands(ctx, &items))
        return false;
    find_order(ctx);
    return play(ctx) && is_played(ctx) &&
           take_result(ctx, items.item[items.count - 1], items.item[3]);
}

/* What the log says of its rules: the characters of their short name, and aka if there are red
 * fives. */
static void take_words(struct tenhou6_ctx *ctx, struct kzi_log_event *event) {
    struct kzi_json_value rule = kzi_json_member(ctx->document->root, "rule");
    static const char *const reds[] = {"aka", "aka51", "aka52", "aka53"};
    char disp[MOST_DISP] = "";
    const char *at = disp;
    int64_t number = 0;
    bool red = false;
    for (unsigned i = 0; i < KZI_COUNT(reds); i++)
        red |= kzi_json_number(kzi_json_member(rule, reds[i]), &number) && number > 0;
    if (red)
        event->words[event->n_words++] = "aka";
    kzi_json_copy(kzi_json_member(rule, "disp"), disp, sizeof disp);
    while (*at && event->n_words < KZI_MAX_RULE_WORDS) {
        char *word = ctx->words[event->n_words];
        size_t len = 1;
        while (len < 4 && (at[len] & 0xC0) == 0x80)
            len++;
        memcpy(word, at, len);
        word[len] = '\0';
        event->words[event->n_words++] = word;
        at += len;
    }
}

static bool begin_game(struct tenhou6_ctx *ctx, struct kzi_json_value log) {
    struct round_items items;
    if (!split_round(ctx, kzi_json_first(log), &items))
        return false;
    bool four = items.count == 17 && kzi_json_first(items.item[13]).token;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_GAME);
    event->n_players = (uint8_t)(ctx->n_players = four ? 4 : 3);
    take_words(ctx, event);
    return kzi_log_give(ctx->reader) &&
           kzi_json_give_names(ctx->reader, kzi_json_member(ctx->document->root, "name"),
                               ctx->n_players);
}

/* sc: the scores at the end, each followed by the placement's points, in some logs. */
static bool end_game(struct tenhou6_ctx *ctx) {
    int64_t list[2 * KZI_MAX_PLAYERS];
    struct kzi_json_value sums = kzi_json_member(ctx->document->root, "sc");
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_END);
    int count = kzi_json_numbers(sums, list, 2 * KZI_MAX_PLAYERS);
    if (count < 2 * (int)ctx->n_players)
        return true;
    for (unsigned i = 0; i < ctx->n_players; i++)
        event->scores[i] = list[2 * i];
    event->n_scores = ctx->n_players;
    return kzi_log_give(ctx->reader);
}

static bool take_game(struct kzi_log_document *document) {
    struct tenhou6_ctx ctx = {.document = document, .reader = document->reader};
    struct kzi_json_value log = kzi_json_member(document->root, "log");
    if (!kzi_json_first(log).token)
        return kzi_log_fail(ctx.reader, "the game has no list of rounds");
    if (!begin_game(&ctx, log))
        return false;
    KZI_JSON_EACH(round, log) {
        if (!take_round(&ctx, round))
            return false;
    }
    return end_game(&ctx);
}

void kzi_tenhou6_read(struct kzi_log_reader *reader) {
    kzi_log_read_documents(reader, take_game, NULL);
}

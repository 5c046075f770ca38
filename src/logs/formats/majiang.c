/* Logs of majiang: an object for each game, in which a round is a list of events.  Players are
 * named by their seat in the round.  See doc/logs.md. */
#include "logs/formats/json_value.h"

struct majiang_ctx {
    struct kzi_log_reader *log;
    int64_t first_dealer;
    uint8_t dealer; /* of the round */
};

bool kzi_majiang_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "log") && kzi_log_has_key(text, len, "qipai");
}

static uint8_t player_at(const struct majiang_ctx *ctx, int64_t seat) {
    return (uint8_t)((ctx->dealer + (unsigned)seat) % 4);
}

static uint8_t take_player(struct majiang_ctx *ctx, struct kzi_json_value object, const char *key) {
    return player_at(ctx, kzi_json_required(ctx->log, object, key, 0, 3));
}

/* Begin an event of the player at the seat that an object names. */
static struct kzi_log_event *begin(struct majiang_ctx *ctx, enum kzi_log_event_kind kind,
                                   struct kzi_json_value turn) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, kind);
    event->player = take_player(ctx, turn, "l");
    return event;
}

/* --- tiles: a suit, and its numbers after it; 0 is a red five -----------------------------------
 */

/* Read the tile at a place, in the suit that was written last.  Return false at a mark, and if it
 * is not one. */
static bool read_tile(const char **at, const char **suit, struct kzi_log_tile *tile) {
    static const char suits[] = "mpsz";
    if (**at && strchr(suits, **at))
        *suit = strchr(suits, *(*at)++);
    const unsigned number = (unsigned)(**at - '0');
    if (!*suit || number > 9 || (**suit == 'z' && (number < 1 || number > 7)))
        return false;
    *tile =
        (struct kzi_log_tile){(uint8_t)(9 * (*suit - suits) + (number ? number : 5) - 1), !number};
    ++*at;
    return true;
}

/* Append tiles to the event.  Marks stand behind a tile: _ as it was drawn, * with riichi, -, = or
 * + claimed. */
static void add_tiles(struct majiang_ctx *ctx, struct kzi_json_value value, unsigned least,
                      unsigned most) {
    static const char marks[] = "_*-=+";
    struct kzi_log_event *event = &ctx->log->event;
    const char *suit = NULL, *at = kzi_json_is(value, KZI_JSON_STRING) ? value.token->start : "";
    struct kzi_log_tile tile;
    unsigned count = 0;
    kzi_json_at(ctx->log, value);
    for (; count < most && read_tile(&at, &suit, &tile); count++) {
        kzi_log_add_tile(ctx->log, tile);
        for (; *at && strchr(marks, *at); at++) {
            event->riichi |= *at == '*';
            if (strchr(marks, *at) > &marks[1])
                event->claimed = (int8_t)count;
        }
    }
    if (count < least || at != value.token->end)
        kzi_json_refuse(ctx->log, value, "are not tiles");
}

/* --- rounds ----------------------------------------------------------------------------------- */

static void turn_dora(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    kzi_log_begin(ctx->log, KZI_EVENT_DORA);
    add_tiles(ctx, kzi_json_member(turn, "baopai"), 1, 1);
    kzi_log_give(ctx->log);
}

static void deal_hands(struct majiang_ctx *ctx, struct kzi_json_value hands) {
    struct kzi_json_value hand = kzi_json_first(kzi_json_at(ctx->log, hands));
    for (unsigned seat = 0; seat < 4; seat++) {
        if (!hand.token) {
            kzi_log_fail(ctx->log, "there are not four hands");
            return;
        }
        kzi_log_begin(ctx->log, KZI_EVENT_HAND)->player = player_at(ctx, seat);
        add_tiles(ctx, hand, 13, 13);
        kzi_log_give(ctx->log);
        hand = kzi_json_after(hands, hand);
    }
}

static void begin_round(struct majiang_ctx *ctx, struct kzi_json_value deal) {
    struct kzi_log_reader *log = ctx->log;
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_DEAL);
    int64_t scores[4];
    event->wind = (uint8_t)kzi_json_required(log, deal, "zhuangfeng", 0, 3);
    event->number = (uint8_t)kzi_json_required(log, deal, "jushu", 0, 3);
    event->counters = (uint32_t)kzi_json_required(log, deal, "changbang", 0, 999);
    event->bets = (uint32_t)kzi_json_required(log, deal, "lizhibang", 0, 999);
    event->player = ctx->dealer = (uint8_t)((ctx->first_dealer + event->number) % 4);
    if (kzi_json_numbers(kzi_json_at(log, kzi_json_member(deal, "defen")), scores, 4) != 4) {
        kzi_log_fail(log, "defen is not a list of four scores");
        return;
    }
    for (unsigned seat = 0; seat < 4; seat++)
        event->scores[player_at(ctx, seat)] = scores[seat];
    event->n_scores = 4;
    kzi_log_give(log);
    turn_dora(ctx, deal);
    deal_hands(ctx, kzi_json_member(deal, "shoupai"));
}

/* --- turns ------------------------------------------------------------------------------------ */

static void draw_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    begin(ctx, KZI_EVENT_DRAW, turn);
    add_tiles(ctx, kzi_json_member(turn, "p"), 1, 1);
    kzi_log_give(ctx->log);
}

static void discard_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    begin(ctx, KZI_EVENT_DISCARD, turn);
    add_tiles(ctx, kzi_json_member(turn, "p"), 1, 1);
    kzi_log_give(ctx->log);
}

static void claim_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    begin(ctx, KZI_EVENT_CLAIM, turn);
    add_tiles(ctx, kzi_json_member(turn, "m"), 3, 4);
    kzi_log_give(ctx->log);
}

/* A concealed kong, or the fourth tile of a claimed pung. */
static void make_kong(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_OWN_KONG, turn);
    add_tiles(ctx, kzi_json_member(turn, "m"), 3, 4);
    if (event->claimed >= 0 && event->n_tiles) {
        event->kind = KZI_EVENT_ADDED_KONG;
        event->tiles[0] = event->tiles[event->n_tiles - 1];
        event->n_tiles = 1;
    }
    kzi_log_give(ctx->log);
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct majiang_ctx *ctx, struct kzi_json_value end) {
    struct kzi_logged_win *win = &ctx->log->event.win;
    int64_t list[4];
    win->has_payments = kzi_json_numbers(kzi_json_member(end, "fenpei"), list, 4) == 4;
    for (unsigned seat = 0; seat < 4 && win->has_payments; seat++)
        win->payments[player_at(ctx, seat)] = list[seat];
}

/* A limit is written as stars. */
static void take_yaku(struct majiang_ctx *ctx, struct kzi_json_value list) {
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        struct kzi_json_value worth = kzi_json_member(kzi_json_at(ctx->log, item), "fanshu");
        const int64_t value = kzi_json_number(worth);
        if (!kzi_json_copy(kzi_json_member(item, "name"), name, sizeof name) ||
            (value == KZI_NOT_SAID && !kzi_json_is(worth, KZI_JSON_STRING)))
            kzi_log_fail(ctx->log, "this is not a yaku");
        else
            kzi_log_add_yaku(ctx->log, name, value);
    }
}

static void take_win(struct majiang_ctx *ctx, struct kzi_json_value end) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_WIN, end);
    struct kzi_json_value ura = kzi_json_member(end, "fubaopai");
    event->win.from = kzi_json_is(kzi_json_member(end, "baojia"), KZI_JSON_NUMBER)
                          ? take_player(ctx, end, "baojia")
                          : event->player;
    take_yaku(ctx, kzi_json_member(end, "hupai"));
    KZI_JSON_EACH(item, ura) {
        add_tiles(ctx, item, 1, 1);
    }
    event->win.fu = kzi_json_number(kzi_json_member(end, "fu"));
    event->win.total = kzi_json_number(kzi_json_member(end, "fanshu"));
    event->win.points = kzi_json_number(kzi_json_member(end, "defen"));
    take_payments(ctx, end);
    kzi_log_give(ctx->log);
}

static void take_draw(struct majiang_ctx *ctx, struct kzi_json_value end) {
    char name[KZI_MAX_WORD];
    if (!kzi_json_copy(kzi_json_at(ctx->log, kzi_json_member(end, "name")), name, sizeof name)) {
        kzi_log_fail(ctx->log, "the draw has no name");
        return;
    }
    kzi_log_begin_draw(ctx->log, name);
    take_payments(ctx, end);
    kzi_log_give(ctx->log);
}

/* --- events and games ------------------------------------------------------------------------- */

/* An object whose only key says what happens. */
static void take_event(struct majiang_ctx *ctx, struct kzi_json_value event) {
    static const struct {
        const char *name;
        void (*take)(struct majiang_ctx *ctx, struct kzi_json_value event);
    } takers[] = {{"zimo", draw_tile},    {"dapai", discard_tile}, {"fulou", claim_tile},
                  {"gang", make_kong},    {"gangzimo", draw_tile}, {"kaigang", turn_dora},
                  {"qipai", begin_round}, {"hule", take_win},      {"pingju", take_draw}};
    kzi_json_at(ctx->log, event);
    for (unsigned i = 0; i < KZI_COUNT(takers); i++) {
        struct kzi_json_value what = kzi_json_member(event, takers[i].name);
        if (what.token) {
            takers[i].take(ctx, what);
            return;
        }
    }
    kzi_log_fail(ctx->log, "this is not an event");
}

static void take_round(struct majiang_ctx *ctx, struct kzi_json_value round) {
    if (!kzi_json_member(kzi_json_first(kzi_json_at(ctx->log, round)), "qipai").token)
        kzi_log_fail(ctx->log, "the round does not begin with qipai");
    KZI_JSON_EACH(event, round) {
        take_event(ctx, event);
    }
}

static void take_game(struct kzi_log_reader *log, struct kzi_json_value root, void *context) {
    struct majiang_ctx ctx = {.log = log};
    struct kzi_json_value rounds = kzi_json_member(root, "log");
    (void)context;
    if (!kzi_json_first(rounds).token)
        kzi_log_fail(log, "the game has no list of rounds");
    if (kzi_json_member(root, "qijia").token)
        ctx.first_dealer = kzi_json_required(log, root, "qijia", 0, 3);
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = 4;
    kzi_log_give(log);
    kzi_json_give_names(log, kzi_json_member(root, "player"), 4);
    KZI_JSON_EACH(round, rounds) {
        take_round(&ctx, round);
    }
    struct kzi_log_event *end = kzi_log_begin(log, KZI_EVENT_END);
    end->n_scores = 4;
    if (kzi_json_numbers(kzi_json_member(root, "defen"), end->scores, 4) == 4)
        kzi_log_give(log);
}

void kzi_majiang_read(struct kzi_log_reader *log) {
    kzi_json_read_documents(log, take_game, NULL);
}

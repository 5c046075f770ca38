/* Logs of mjai: a JSON object for each event, one on each line or several in a list.  See
 * doc/logs.md. */
#include "logs/formats/json_value.h"

struct mjai_ctx {
    struct kzi_log_reader *log;
    struct kzi_json_value root;                   /* the event at hand */
    bool playing;                                 /* a game has begun */
    char names[KZI_MAX_PLAYERS][KZI_PLAYER_NAME]; /* of the next one */
    /* What players have after the last win or draw, because some logs say it there alone. */
    unsigned n_scores; /* 0: it is not known */
    int64_t scores[KZI_MAX_PLAYERS];
};

bool kzi_mjai_recognizes(const char *text, size_t len) {
    len = len < 1024 ? len : 1024;
    return kzi_log_has_key(text, len, "type") && memmem(text, len, "\"start_", 7);
}

/* --- members ---------------------------------------------------------------------------------- */

/* Return the value of a key of the event. */
static struct kzi_json_value member(const struct mjai_ctx *ctx, const char *key) {
    return kzi_json_at(ctx->log, kzi_json_member(ctx->root, key));
}

static int64_t number(const struct mjai_ctx *ctx, const char *key, int64_t least, int64_t most) {
    return kzi_json_required(ctx->log, ctx->root, key, least, most);
}

static uint8_t take_player(const struct mjai_ctx *ctx, const char *key) {
    return (uint8_t)number(ctx, key, 0, KZI_MAX_PLAYERS - 1);
}

/* --- games and rounds ------------------------------------------------------------------------- */

/* Note the scores of the event, if it has any. */
static void note_scores(struct mjai_ctx *ctx) {
    struct kzi_json_value scores = member(ctx, "scores");
    const int count = kzi_json_numbers(scores, ctx->scores, KZI_MAX_PLAYERS);
    if (scores.token)
        ctx->n_scores = count > 0 ? (unsigned)count : 0;
}

static void take_scores(struct mjai_ctx *ctx, struct kzi_log_event *event) {
    note_scores(ctx);
    event->n_scores = ctx->n_scores;
    memcpy(event->scores, ctx->scores, sizeof event->scores);
    ctx->n_scores = 0;
}

/* The players are as many as the first round has hands; a fourth one may be empty. */
static void begin_game(struct mjai_ctx *ctx) {
    struct kzi_json_value hands = member(ctx, "tehais");
    unsigned n_players = 0;
    KZI_JSON_EACH(hand, hands) {
        n_players += kzi_json_first(hand).token != NULL;
    }
    if (n_players < 3 || n_players > KZI_MAX_PLAYERS) {
        kzi_log_fail(ctx->log, "a round needs the hands of three or four players");
        return;
    }
    kzi_log_begin(ctx->log, KZI_EVENT_GAME)->n_players = (uint8_t)n_players;
    kzi_log_give(ctx->log);
    for (unsigned i = 0; i < n_players; i++)
        kzi_log_give_name(ctx->log, i, ctx->names[i], strlen(ctx->names[i]));
    ctx->playing = true;
}

static void deal_hands(struct mjai_ctx *ctx) {
    struct kzi_json_value hands = member(ctx, "tehais");
    uint8_t player = 0;
    KZI_JSON_EACH(hand, hands) {
        kzi_log_begin(ctx->log, KZI_EVENT_HAND)->player = player++;
        if (!kzi_json_first(hand).token)
            continue;
        kzi_json_add_tiles(ctx->log, hand);
        kzi_log_give(ctx->log);
    }
}

static void turn_dora(struct mjai_ctx *ctx) {
    kzi_log_begin(ctx->log, KZI_EVENT_DORA);
    kzi_json_add_tiles(ctx->log, member(ctx, "dora_marker"));
    kzi_log_give(ctx->log);
}

static void begin_round(struct mjai_ctx *ctx) {
    struct kzi_log_tile wind = {0};
    if (!ctx->playing)
        begin_game(ctx);
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_DEAL);
    event->player = take_player(ctx, "oya");
    event->number = (uint8_t)(number(ctx, "kyoku", 1, 4) - 1);
    event->counters = (uint32_t)number(ctx, "honba", 0, 999);
    event->bets = (uint32_t)number(ctx, "kyotaku", 0, 999);
    if (!kzi_json_tile(ctx->log, member(ctx, "bakaze"), &wind) || !kzi_is_wind(wind.kind))
        kzi_log_fail(ctx->log, "bakaze is not a wind");
    event->wind = (uint8_t)(wind.kind - KZI_HONOR);
    take_scores(ctx, event);
    kzi_log_give(ctx->log);
    turn_dora(ctx);
    deal_hands(ctx);
}

/* Another game may follow in the same file. */
static void begin_next(struct mjai_ctx *ctx) {
    struct kzi_json_value names = member(ctx, "names");
    unsigned player = 0;
    ctx->playing = false;
    ctx->n_scores = 0;
    memset(ctx->names, 0, sizeof ctx->names);
    KZI_JSON_EACH(name, names) {
        if (player < KZI_MAX_PLAYERS)
            kzi_json_copy(name, ctx->names[player++], sizeof *ctx->names);
    }
}

static void end_game(struct mjai_ctx *ctx) {
    if (!ctx->playing)
        return;
    take_scores(ctx, kzi_log_begin(ctx->log, KZI_EVENT_END));
    kzi_log_give(ctx->log);
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct mjai_ctx *ctx, struct kzi_logged_win *win) {
    win->has_payments =
        kzi_json_numbers(member(ctx, "deltas"), win->payments, KZI_MAX_PLAYERS) >= 3;
    note_scores(ctx);
}

/* yakus: pairs of name and value, in some logs. */
static void take_yaku(struct mjai_ctx *ctx) {
    struct kzi_json_value list = member(ctx, "yakus");
    KZI_JSON_EACH(pair, list) {
        struct kzi_json_value name = kzi_json_first(pair);
        char text[KZI_MAX_WORD];
        const bool named = kzi_json_copy(name, text, sizeof text);
        const int64_t value = named ? kzi_json_number(kzi_json_after(pair, name)) : KZI_NOT_SAID;
        if (value == KZI_NOT_SAID)
            kzi_log_fail(ctx->log, "yakus are not pairs of name and value");
        else
            kzi_log_add_yaku(ctx->log, text, value);
    }
}

/* A list of indicators, or one. */
static void take_ura(struct mjai_ctx *ctx) {
    static const char *const keys[] = {"ura_markers", "uradora_markers", "uradora_marker"};
    struct kzi_json_value value = {0};
    for (size_t i = 0; i < KZI_COUNT(keys) && !value.token; i++)
        value = member(ctx, keys[i]);
    if (value.token && !kzi_json_is(value, KZI_JSON_WORD))
        kzi_json_add_tiles(ctx->log, value);
}

/* The winner's hand and winning tile, which are only needed if they were hidden. */
static void take_hand(struct mjai_ctx *ctx, struct kzi_log_event *event) {
    struct kzi_json_value hand = member(ctx, "hora_tehais");
    kzi_json_tile(ctx->log, member(ctx, "pai"), &event->winning);
    KZI_JSON_EACH(item, hand) {
        if (event->n_shown == KZI_COUNT(event->shown) ||
            !kzi_json_tile(ctx->log, item, &event->shown[event->n_shown++])) {
            event->n_shown = 0;
            return;
        }
    }
}

static void take_win(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_WIN);
    event->player = take_player(ctx, "actor");
    event->win.from = take_player(ctx, "target");
    take_yaku(ctx);
    take_ura(ctx);
    take_hand(ctx, event);
    event->win.fu = kzi_json_number(member(ctx, "fu"));
    event->win.total = kzi_json_number(member(ctx, "fan"));
    event->win.points = kzi_json_number(member(ctx, "hora_points"));
    take_payments(ctx, &event->win);
    kzi_log_give(ctx->log);
}

/* Who is ready, which is only needed of hands that are hidden. */
static void take_ready(struct mjai_ctx *ctx, struct kzi_logged_win *win) {
    struct kzi_json_value list = member(ctx, "tenpais");
    unsigned player = 0;
    KZI_JSON_EACH(item, list) {
        win->has_ready = true;
        win->ready |= (uint8_t)((unsigned)kzi_json_equals(item, "true") << (player++ & 7));
    }
}

/* Many logs do not say which draw it is. */
static void take_draw(struct mjai_ctx *ctx) {
    struct kzi_json_value reason = member(ctx, "reason");
    char name[KZI_MAX_WORD];
    const bool named = kzi_json_copy(reason, name, sizeof name) && *name;
    struct kzi_logged_win *win = named ? kzi_log_begin_draw(ctx->log, name)
                                       : &kzi_log_begin(ctx->log, KZI_EVENT_NO_WIN)->win;
    take_ready(ctx, win);
    take_payments(ctx, win);
    kzi_log_give(ctx->log);
}

/* --- events ------------------------------------------------------------------------------------
 */

/* What a type means: an event of a player with tiles, or what a function makes of it. */
struct event_type {
    const char *name;
    enum kzi_log_event_kind kind;
    const char *tiles, *claimed; /* their keys */
    void (*take)(struct mjai_ctx *ctx);
};

/* Some logs leave the tile out that is laid aside: it is a north. */
static void take_turn(struct mjai_ctx *ctx, const struct event_type *type) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, type->kind);
    event->player = take_player(ctx, "actor");
    if (type->kind == KZI_EVENT_ASIDE && !member(ctx, type->tiles).token)
        kzi_log_add_tile(ctx->log, (struct kzi_log_tile){KZI_HONOR + 3, false});
    else if (type->tiles)
        kzi_json_add_tiles(ctx->log, member(ctx, type->tiles));
    if (type->claimed) {
        event->claimed = (int8_t)event->n_tiles;
        kzi_json_add_tiles(ctx->log, member(ctx, type->claimed));
    }
    kzi_log_give(ctx->log);
}

static void take_event(struct kzi_log_reader *log, struct kzi_json_value root, void *context) {
    static const struct event_type types[] = {
        {"tsumo", KZI_EVENT_DRAW, "pai", NULL, NULL},
        {"dahai", KZI_EVENT_DISCARD, "pai", NULL, NULL},
        {"chi", KZI_EVENT_CLAIM, "consumed", "pai", NULL},
        {"pon", KZI_EVENT_CLAIM, "consumed", "pai", NULL},
        {"daiminkan", KZI_EVENT_CLAIM, "consumed", "pai", NULL},
        {"ankan", KZI_EVENT_OWN_KONG, "consumed", NULL, NULL},
        {"kakan", KZI_EVENT_ADDED_KONG, "pai", NULL, NULL},
        {"nukidora", KZI_EVENT_ASIDE, "pai", NULL, NULL},
        {"kita", KZI_EVENT_ASIDE, "pai", NULL, NULL},
        {"reach", KZI_EVENT_RIICHI, NULL, NULL, NULL},
        {"reach_accepted", KZI_EVENT_BET, NULL, NULL, NULL},
        {"dora", KZI_EVENT_DORA, NULL, NULL, turn_dora},
        {"hora", KZI_EVENT_WIN, NULL, NULL, take_win},
        {"ryukyoku", KZI_EVENT_NO_WIN, NULL, NULL, take_draw},
        {"start_kyoku", KZI_EVENT_DEAL, NULL, NULL, begin_round},
        {"start_game", KZI_EVENT_GAME, NULL, NULL, begin_next},
        {"end_game", KZI_EVENT_END, NULL, NULL, end_game}};
    struct mjai_ctx *ctx = context;
    ctx->root = root;
    struct kzi_json_value name = member(ctx, "type");
    size_t i = 0;
    if (!kzi_json_is(name, KZI_JSON_STRING))
        kzi_log_fail(log, "this is not an event: an object with a type");
    while (i < KZI_COUNT(types) && !kzi_json_equals(name, types[i].name))
        i++;
    if (i == KZI_COUNT(types))
        return;
    const bool begins = types[i].take == begin_round || types[i].take == begin_next;
    if (!ctx->playing && !begins && types[i].take != end_game)
        kzi_log_fail(log, "%s comes before start_kyoku", types[i].name);
    else if (types[i].take)
        types[i].take(ctx);
    else
        take_turn(ctx, &types[i]);
}

void kzi_mjai_read(struct kzi_log_reader *log) {
    struct mjai_ctx ctx = {.log = log};
    log->notation = &kzi_notations[KZI_IN_MJAI];
    kzi_json_read_documents(log, take_event, &ctx);
}

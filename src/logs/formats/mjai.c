/* Logs of mjai: a JSON object for each event, one on each line or several in a list.  See
 * doc/logs.md. */
#include "logs/formats/json_value.h"

#include <string.h>

struct mjai_ctx {
    struct kzi_log_document *document; /* the event at hand */
    struct kzi_log_reader *reader;
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
    return kzi_document_at(ctx->document, kzi_json_member(ctx->document->root, key));
}

static bool take_player(struct mjai_ctx *ctx, const char *key, uint8_t *player) {
    int64_t number = 0;
    bool done = kzi_document_number(ctx->document, ctx->document->root, key, 0, KZI_MAX_PLAYERS - 1,
                                    &number);
    *player = (uint8_t)number;
    return done;
}

static bool add_tiles(struct mjai_ctx *ctx, struct kzi_json_value value) {
    struct kzi_log_event *event = &ctx->reader->event;
    return kzi_document_tiles(ctx->document, value, KZI_COUNT(event->tiles), event->tiles,
                              &event->n_tiles);
}

/* --- games and rounds ------------------------------------------------------------------------- */

/* Note the scores of the event, if it has any. */
static void note_scores(struct mjai_ctx *ctx) {
    struct kzi_json_value scores = member(ctx, "scores");
    int count = kzi_json_numbers(scores, ctx->scores, KZI_MAX_PLAYERS);
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
static bool begin_game(struct mjai_ctx *ctx) {
    struct kzi_json_value hands = member(ctx, "tehais");
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_GAME);
    KZI_JSON_EACH(hand, hands) {
        event->n_players = (uint8_t)(event->n_players + (kzi_json_first(hand).token != NULL));
    }
    if (event->n_players < 3 || event->n_players > KZI_MAX_PLAYERS)
        return kzi_log_fail(ctx->reader, "a round needs the hands of three or four players");
    unsigned n_players = event->n_players;
    ctx->playing = true;
    bool done = kzi_log_give(ctx->reader);
    for (unsigned i = 0; i < n_players && done; i++)
        done = kzi_log_give_name(ctx->reader, i, ctx->names[i], strlen(ctx->names[i]));
    return done;
}

static bool deal_hands(struct mjai_ctx *ctx) {
    struct kzi_json_value hands = member(ctx, "tehais"), hand = kzi_json_first(hands);
    for (uint8_t player = 0; hand.token; hand = kzi_json_after(hands, hand), player++) {
        if (!kzi_json_first(hand).token)
            continue;
        kzi_log_begin(ctx->reader, KZI_EVENT_HAND)->player = player;
        if (!add_tiles(ctx, hand) || !kzi_log_give(ctx->reader))
            return false;
    }
    return true;
}

static bool turn_dora(struct mjai_ctx *ctx) {
    kzi_log_begin(ctx->reader, KZI_EVENT_DORA);
    return add_tiles(ctx, member(ctx, "dora_marker")) && kzi_log_give(ctx->reader);
}

static bool begin_round(struct mjai_ctx *ctx) {
    struct kzi_log_document *document = ctx->document;
    int64_t number = 0, counters = 0, bets = 0;
    struct kzi_log_tile wind = {0};
    if (!ctx->playing && !begin_game(ctx))
        return false;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DEAL);
    if (!take_player(ctx, "oya", &event->player) ||
        !kzi_document_number(document, document->root, "kyoku", 1, 4, &number) ||
        !kzi_document_number(document, document->root, "honba", 0, 999, &counters) ||
        !kzi_document_number(document, document->root, "kyotaku", 0, 999, &bets))
        return false;
    if (!kzi_json_tile(member(ctx, "bakaze"), &wind) || !kzi_is_wind(wind.kind))
        return kzi_log_fail(ctx->reader, "bakaze is not a wind");
    event->wind = (uint8_t)(wind.kind - KZI_HONOR);
    event->number = (uint8_t)(number - 1);
    event->counters = (uint32_t)counters;
    event->bets = (uint32_t)bets;
    take_scores(ctx, event);
    return kzi_log_give(ctx->reader) && turn_dora(ctx) && deal_hands(ctx);
}

/* Another game may follow in the same file. */
static bool begin_next(struct mjai_ctx *ctx) {
    struct kzi_json_value names = member(ctx, "names"), name = kzi_json_first(names);
    ctx->playing = false;
    ctx->n_scores = 0;
    memset(ctx->names, 0, sizeof ctx->names);
    for (unsigned i = 0; i < KZI_MAX_PLAYERS && name.token; i++, name = kzi_json_after(names, name))
        kzi_json_copy(name, ctx->names[i], sizeof ctx->names[i]);
    return true;
}

static bool end_game(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_END);
    if (!ctx->playing)
        return true;
    take_scores(ctx, event);
    return kzi_log_give(ctx->reader);
}

/* --- turns ------------------------------------------------------------------------------------ */

static bool take_turn(struct mjai_ctx *ctx, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, kind);
    return take_player(ctx, "actor", &event->player) && add_tiles(ctx, member(ctx, "pai")) &&
           kzi_log_give(ctx->reader);
}

static bool draw_tile(struct mjai_ctx *ctx) {
    return take_turn(ctx, KZI_EVENT_DRAW);
}

static bool discard_tile(struct mjai_ctx *ctx) {
    return take_turn(ctx, KZI_EVENT_DISCARD);
}

static bool add_to_pung(struct mjai_ctx *ctx) {
    return take_turn(ctx, KZI_EVENT_ADDED_KONG);
}

/* Some logs leave the tile out: it is a north. */
static bool lay_aside(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_ASIDE);
    struct kzi_json_value tile = member(ctx, "pai");
    event->tiles[0] = (struct kzi_log_tile){KZI_HONOR + 3, false};
    event->n_tiles = !tile.token;
    return take_player(ctx, "actor", &event->player) && (!tile.token || add_tiles(ctx, tile)) &&
           kzi_log_give(ctx->reader);
}

static bool claim_tile(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_CLAIM);
    uint8_t claimed = 0;
    return take_player(ctx, "actor", &event->player) && add_tiles(ctx, member(ctx, "consumed")) &&
           kzi_document_tiles(ctx->document, member(ctx, "pai"), 1, &event->claimed, &claimed) &&
           kzi_log_give(ctx->reader);
}

static bool conceal_kong(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_OWN_KONG);
    return take_player(ctx, "actor", &event->player) && add_tiles(ctx, member(ctx, "consumed")) &&
           kzi_log_give(ctx->reader);
}

static bool declare_riichi(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_RIICHI);
    return take_player(ctx, "actor", &event->player) && kzi_log_give(ctx->reader);
}

static bool place_bet(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_BET);
    return take_player(ctx, "actor", &event->player) && kzi_log_give(ctx->reader);
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct mjai_ctx *ctx) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    win->has_payments =
        kzi_json_numbers(member(ctx, "deltas"), win->payments, KZI_MAX_PLAYERS) >= 3;
    note_scores(ctx);
}

/* yakus: pairs of name and value, in some logs. */
static bool take_yaku(struct mjai_ctx *ctx) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    struct kzi_json_value list = member(ctx, "yakus");
    KZI_JSON_EACH(pair, list) {
        struct kzi_json_value name = kzi_json_first(pair);
        char text[KZI_MAX_WORD];
        int64_t number = 0;
        if (!kzi_json_copy(name, text, sizeof text) ||
            !kzi_json_number(kzi_json_after(pair, name), &number) || number < 0 ||
            number > INT16_MAX)
            return kzi_log_fail(ctx->reader, "yakus are not pairs of name and value");
        kzi_log_add_yaku(ctx->reader, text, (int)number);
    }
    win->has_yaku = win->n_yaku > 0;
    return true;
}

/* A list of indicators, or one. */
static bool take_ura(struct mjai_ctx *ctx) {
    static const char *const keys[] = {"ura_markers", "uradora_markers", "uradora_marker"};
    struct kzi_json_value value = {0};
    for (size_t i = 0; i < KZI_COUNT(keys) && !value.token; i++)
        value = member(ctx, keys[i]);
    struct kzi_logged_win *win = &ctx->reader->event.win;
    return !value.token || kzi_json_is(value, KZI_JSON_WORD) ||
           kzi_document_tiles(ctx->document, value, KZI_MAX_INDICATORS, win->ura, &win->n_ura);
}

/* The winner's hand and winning tile, which are only needed if they were hidden. */
static void take_hand(struct mjai_ctx *ctx, struct kzi_log_event *event) {
    struct kzi_json_value hand = member(ctx, "hora_tehais");
    event->claimed.kind = KZI_HIDDEN_TILE;
    kzi_json_tile(member(ctx, "pai"), &event->claimed);
    KZI_JSON_EACH(item, hand) {
        if (event->n_tiles == KZI_COUNT(event->tiles) ||
            !kzi_json_tile(item, &event->tiles[event->n_tiles++])) {
            event->n_tiles = 0;
            return;
        }
    }
}

static bool take_win(struct mjai_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_WIN);
    struct kzi_logged_win *win = &event->win;
    int64_t fu = 0, total = 0;
    if (!take_player(ctx, "actor", &event->player) || !take_player(ctx, "target", &win->from) ||
        !take_yaku(ctx) || !take_ura(ctx))
        return false;
    take_hand(ctx, event);
    win->has_fu = kzi_json_number(member(ctx, "fu"), &fu);
    win->has_total = kzi_json_number(member(ctx, "fan"), &total);
    win->has_points = kzi_json_number(member(ctx, "hora_points"), &win->points);
    win->fu = (int)fu;
    win->total = (int)total;
    take_payments(ctx);
    return kzi_log_give(ctx->reader);
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
static bool take_draw(struct mjai_ctx *ctx) {
    struct kzi_json_value reason = member(ctx, "reason");
    struct kzi_logged_win *win = &kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win;
    char name[KZI_MAX_WORD];
    if (kzi_json_len(reason) && kzi_json_copy(reason, name, sizeof name)) {
        win->draw = kzi_dialect_draw(ctx->reader->dialect, name);
        if (!win->draw)
            return kzi_log_fail(ctx->reader, "'%.20s' is not a kind of draw", name);
    }
    take_ready(ctx, win);
    take_payments(ctx);
    return kzi_log_give(ctx->reader);
}

/* --- events ------------------------------------------------------------------------------------
 */

static bool take_event(struct kzi_log_document *document) {
    struct mjai_ctx *ctx = document->context;
    static const struct {
        const char *name;
        bool (*take)(struct mjai_ctx *ctx);
    } takers[] = {
        {"tsumo", draw_tile},       {"dahai", discard_tile},       {"chi", claim_tile},
        {"pon", claim_tile},        {"daiminkan", claim_tile},     {"ankan", conceal_kong},
        {"kakan", add_to_pung},     {"nukidora", lay_aside},       {"kita", lay_aside},
        {"reach", declare_riichi},  {"reach_accepted", place_bet}, {"dora", turn_dora},
        {"hora", take_win},         {"ryukyoku", take_draw},       {"start_kyoku", begin_round},
        {"start_game", begin_next}, {"end_game", end_game}};
    ctx->document = document;
    struct kzi_json_value type = member(ctx, "type");
    if (!kzi_json_is(type, KZI_JSON_STRING))
        return kzi_log_fail(ctx->reader, "this is not an event: an object with a type");
    for (size_t i = 0; i < KZI_COUNT(takers); i++)
        if (kzi_json_equals(type, takers[i].name))
            return i >= 14 || ctx->playing
                       ? takers[i].take(ctx)
                       : kzi_log_fail(ctx->reader, "%s comes before start_kyoku", takers[i].name);
    return true;
}

void kzi_mjai_read(struct kzi_log_reader *reader) {
    struct mjai_ctx ctx = {.reader = reader};
    kzi_log_read_documents(reader, take_event, &ctx);
}

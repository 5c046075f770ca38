/* Read logs of mjai: a JSON object for each event, one per line or several in a list.  See
 * doc/logs.md. */
#include "logs/formats/json_log.h"

struct mjai_ctx {
    char names[KZI_MAX_PLAYERS][KZI_PLAYER_NAME]; /* of the next game */
    /* The scores after the last win or draw: some logs give the final scores only there. */
    unsigned n_scores; /* 0: not known */
    int64_t scores[KZI_MAX_PLAYERS];
};

bool kzi_mjai_recognizes(const char *text, size_t len) {
    len = len < 1024 ? len : 1024;
    return kzi_log_has_key(text, len, "type") && memmem(text, len, "\"start_", 7);
}

/* --- games and rounds ------------------------------------------------------------------------- */

/* Note the scores of the event, if it has any. */
static void note_scores(struct kzi_log_reader *log, struct kzi_json_value object) {
    struct mjai_ctx *ctx = log->own;
    struct kzi_json_value scores = kzi_json_get(log, object, "scores");
    const int count = kzi_json_numbers(scores, ctx->scores, KZI_MAX_PLAYERS);
    if (scores.token)
        ctx->n_scores = count > 0 ? (unsigned)count : 0;
}

static void take_scores(struct kzi_log_reader *log, struct kzi_json_value object) {
    struct mjai_ctx *ctx = log->own;
    note_scores(log, object);
    log->event.n_scores = ctx->n_scores;
    memcpy(log->event.scores, ctx->scores, sizeof ctx->scores);
    ctx->n_scores = 0;
}

/* Begin a game.  It has as many players as the first round has hands; the fourth hand may be
 * empty. */
static void take_start_game(struct kzi_log_reader *log, struct kzi_json_value hands) {
    const struct mjai_ctx *ctx = log->own;
    unsigned n_players = 0;
    KZI_JSON_EACH(hand, hands)
        n_players += kzi_json_first(hand).token != NULL;
    if (n_players < 3 || n_players > KZI_MAX_PLAYERS)
        kzi_log_fail(log, "a round needs the hands of three or four players");
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = (uint8_t)n_players;
    kzi_log_give(log);
    for (unsigned i = 0; i < log->n_players; i++)
        kzi_log_give_name(log, i, ctx->names[i], strlen(ctx->names[i]));
}

static void deal_hands(struct kzi_log_reader *log, struct kzi_json_value hands) {
    uint8_t player = 0;
    KZI_JSON_EACH(hand, hands) {
        kzi_log_begin(log, KZI_EVENT_HAND)->player = player++;
        if (!kzi_json_first(hand).token)
            continue;
        kzi_json_add_tiles(log, hand);
        kzi_log_give(log);
    }
    log->given = true;
}

static void take_start_kyoku(struct kzi_log_reader *log, struct kzi_json_value round) {
    struct kzi_json_value hands = kzi_json_get(log, round, "tehais");
    struct kzi_log_tile wind = {0};
    if (!log->n_players)
        take_start_game(log, hands);
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_DEAL);
    event->player = kzi_json_player(log, round, "oya");
    event->number = (uint8_t)(kzi_json_required(log, round, "kyoku", 1, 4) - 1);
    event->counters = (uint32_t)kzi_json_required(log, round, "honba", 0, 999);
    event->bets = (uint32_t)kzi_json_required(log, round, "kyotaku", 0, 999);
    if (!kzi_json_tile(log, kzi_json_get(log, round, "bakaze"), &wind) || !kzi_is_wind(wind.kind))
        kzi_log_fail(log, "bakaze is not a wind");
    event->wind = (uint8_t)(wind.kind - KZI_HONOR);
    take_scores(log, round);
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DORA);
    kzi_json_add_tiles(log, kzi_json_get(log, round, "dora_marker"));
    kzi_log_give(log);
    deal_hands(log, hands);
}

/* Prepare for another game, which may follow in the same file. */
static void begin_next(struct kzi_log_reader *log, struct kzi_json_value object) {
    struct kzi_json_value names = kzi_json_get(log, object, "names");
    struct mjai_ctx *ctx = log->own;
    unsigned player = 0;
    *ctx = (struct mjai_ctx){.n_scores = 0};
    log->n_players = 0;
    KZI_JSON_EACH(name, names) {
        if (player < KZI_MAX_PLAYERS)
            kzi_json_copy(name, ctx->names[player++], sizeof *ctx->names);
    }
    log->given = true;
}

static void take_end_game(struct kzi_log_reader *log, struct kzi_json_value object) {
    take_scores(log, object);
    log->given = !log->n_players;
}

/* --- turns ------------------------------------------------------------------------------------ */

static void claim_tile(struct kzi_log_reader *log, struct kzi_json_value claim) {
    log->event.claimed = (int8_t)log->event.n_tiles;
    kzi_json_add_tiles(log, kzi_json_get(log, claim, "pai"));
}

/* Lay a north aside; some logs leave the tile out. */
static void take_kita(struct kzi_log_reader *log, struct kzi_json_value object) {
    struct kzi_json_value tile = kzi_json_get(log, object, "pai");
    if (tile.token)
        kzi_json_add_tiles(log, tile);
    else
        kzi_log_add_tile(log, (struct kzi_log_tile){KZI_HONOR + 3, false});
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct kzi_log_reader *log, struct kzi_json_value end) {
    kzi_json_take_payments(log, kzi_json_get(log, end, "deltas"));
    note_scores(log, end);
}

/* Read yakus: pairs of name and value, in some logs. */
static void take_yaku(struct kzi_log_reader *log, struct kzi_json_value list) {
    KZI_JSON_EACH(pair, list) {
        struct kzi_json_value name = kzi_json_first(pair);
        char text[KZI_MAX_WORD];
        const bool named = kzi_json_copy(name, text, sizeof text);
        const int64_t value = named ? kzi_json_number(kzi_json_after(pair, name)) : KZI_NOT_SAID;
        if (value == KZI_NOT_SAID)
            kzi_log_fail(log, "yakus are not pairs of name and value");
        else
            kzi_log_add_yaku(log, text, value);
    }
}

/* Read the ura indicators: a list, or one. */
static void take_ura(struct kzi_log_reader *log, struct kzi_json_value win) {
    static const char *const keys[] = {"ura_markers", "uradora_markers", "uradora_marker"};
    struct kzi_json_value value = {0};
    for (size_t i = 0; i < KZI_COUNT(keys) && !value.token; i++)
        value = kzi_json_get(log, win, keys[i]);
    if (value.token && !kzi_json_is(value, KZI_JSON_WORD))
        kzi_json_add_tiles(log, value);
}

/* Read the winner's hand and winning tile, which are only needed if they were hidden. */
static void take_hand(struct kzi_log_reader *log, struct kzi_json_value win) {
    struct kzi_log_event *event = &log->event;
    struct kzi_json_value hand = kzi_json_get(log, win, "hora_tehais");
    kzi_json_tile(log, kzi_json_get(log, win, "pai"), &event->winning);
    KZI_JSON_EACH(item, hand) {
        if (event->n_shown == KZI_COUNT(event->shown) ||
            !kzi_json_tile(log, item, &event->shown[event->n_shown++])) {
            event->n_shown = 0;
            return;
        }
    }
}

static void take_hora(struct kzi_log_reader *log, struct kzi_json_value end) {
    struct kzi_logged_win *win = &log->event.win;
    win->from = kzi_json_player(log, end, "target");
    take_yaku(log, kzi_json_get(log, end, "yakus"));
    take_ura(log, end);
    take_hand(log, end);
    win->fu = kzi_json_number(kzi_json_get(log, end, "fu"));
    win->total = kzi_json_number(kzi_json_get(log, end, "fan"));
    win->points = kzi_json_number(kzi_json_get(log, end, "hora_points"));
    take_payments(log, end);
}

/* Read a draw.  Many logs do not say of which kind it is.  The players who are ready are only
 * needed if hands are hidden. */
static void take_ryukyoku(struct kzi_log_reader *log, struct kzi_json_value end) {
    struct kzi_json_value list = kzi_json_member(end, "tenpais");
    struct kzi_logged_win *win = &log->event.win;
    char name[KZI_MAX_WORD];
    unsigned player = 0;
    if (kzi_json_copy(kzi_json_get(log, end, "reason"), name, sizeof name) && *name)
        kzi_log_begin_draw(log, name);
    KZI_JSON_EACH(item, list) {
        win->has_ready = true;
        win->ready |= (uint8_t)((unsigned)kzi_json_equals(item, "true") << (player++ & 7));
    }
    take_payments(log, end);
}

/* --- events ----------------------------------------------------------------------------------- */

static const struct kzi_json_event types[] = {
    {"tsumo", KZI_EVENT_DRAW, "pai", NULL},
    {"dahai", KZI_EVENT_DISCARD, "pai", NULL},
    {"chi", KZI_EVENT_CLAIM, "consumed", claim_tile},
    {"pon", KZI_EVENT_CLAIM, "consumed", claim_tile},
    {"daiminkan", KZI_EVENT_CLAIM, "consumed", claim_tile},
    {"ankan", KZI_EVENT_OWN_KONG, "consumed", NULL},
    {"kakan", KZI_EVENT_ADDED_KONG, "pai", NULL},
    {"nukidora", KZI_EVENT_ASIDE, NULL, take_kita},
    {"kita", KZI_EVENT_ASIDE, NULL, take_kita},
    {"reach", KZI_EVENT_RIICHI, NULL, NULL},
    {"reach_accepted", KZI_EVENT_BET, NULL, NULL},
    {"dora", KZI_EVENT_DORA, "dora_marker", NULL},
    {"hora", KZI_EVENT_WIN, NULL, take_hora},
    {"ryukyoku", KZI_EVENT_NO_WIN, NULL, take_ryukyoku},
    {"start_kyoku", KZI_EVENT_DEAL, NULL, take_start_kyoku},
    {"start_game", KZI_EVENT_GAME, NULL, begin_next},
    {"end_game", KZI_EVENT_END, NULL, take_end_game},
};
static const struct kzi_json_events events = {"actor", kzi_json_add_tiles, KZI_COUNT(types), types};

static void take_event(struct kzi_log_reader *log, struct kzi_json_value root) {
    struct kzi_json_value name = kzi_json_get(log, root, "type");
    if (!kzi_json_is(name, KZI_JSON_STRING))
        kzi_log_fail(log, "this is not an event: an object with a type");
    kzi_json_take_event(log, &events, name, root);
}

void kzi_mjai_read(struct kzi_log_reader *log) {
    struct mjai_ctx ctx = {.n_scores = 0};
    log->own = &ctx;
    log->notation = &kzi_notations[KZI_IN_MJAI];
    kzi_json_read_documents(log, take_event, false);
}

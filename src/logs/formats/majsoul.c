/* Mahjong Soul's own records as JSON: messages of the game's protocol, each an object with a name
 * and data, which lacks what is 0, false or empty.  See doc/logs.md. */
#include "logs/formats/json_value.h"

#include <stdio.h>

struct majsoul_ctx {
    struct kzi_log_document *document;
    struct kzi_log_reader *reader;
    struct kzi_json_value data; /* of the record at hand */
    char record[32];            /* its name */
    unsigned n_players;         /* 0: not known yet */
    unsigned n_dora;
    uint8_t last; /* who did something last */
    char mode[12];
    /* Red fives that each player had; those of a concealed kong, of which records say one tile. */
    uint8_t reds[KZI_MAX_PLAYERS + 1][KZI_SUITS + 1];
};

bool kzi_majsoul_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "name") && memmem(text, len, "RecordNewRound\"", 15);
}

/* --- members ---------------------------------------------------------------------------------- */

static struct kzi_json_value member(struct majsoul_ctx *ctx, const char *key) {
    return kzi_document_at(ctx->document, kzi_json_member(ctx->data, key));
}

static int64_t number_of(struct kzi_json_value object, const char *key) {
    int64_t number = 0;
    return kzi_json_number(kzi_json_member(object, key), &number) ? number : 0;
}

static bool is_set(struct kzi_json_value object, const char *key) {
    return kzi_json_equals(kzi_json_member(object, key), "true");
}

/* Begin an event of the player whom an object names; of nobody if there is no such player. */
static struct kzi_log_event *begin(struct majsoul_ctx *ctx, enum kzi_log_event_kind kind,
                                   struct kzi_json_value object) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, kind);
    int64_t seat = number_of(object, "seat");
    event->player = (uint8_t)(seat >= 0 && seat < ctx->n_players ? seat : KZI_MAX_PLAYERS);
    return event;
}

static bool add_tiles(struct majsoul_ctx *ctx, struct kzi_json_value value) {
    struct kzi_log_event *event = &ctx->reader->event;
    return kzi_document_tiles(ctx->document, value, KZI_COUNT(event->tiles), event->tiles,
                              &event->n_tiles);
}

static bool give(struct majsoul_ctx *ctx) {
    const struct kzi_log_event *event = &ctx->reader->event;
    ctx->last = event->player;
    for (unsigned i = 0; i < event->n_tiles; i++)
        ctx->reds[event->player][kzi_suit(event->tiles[i].kind)] += event->tiles[i].red;
    return kzi_log_give(ctx->reader);
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* The kind of a matched game says its rules; those of other tables can be any. */
static bool begin_game(struct majsoul_ctx *ctx) {
    struct kzi_json_value head = kzi_json_member(ctx->document->root, "head"),
                          meta = kzi_json_member(kzi_json_member(head, "config"), "meta"),
                          accounts = kzi_json_member(head, "accounts");
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_GAME);
    int64_t mode = number_of(meta, "mode_id");
    event->n_players = (uint8_t)ctx->n_players;
    snprintf(ctx->mode, sizeof ctx->mode, "%d", (int)mode);
    event->words[0] = ctx->mode;
    event->n_words = mode != 0;
    bool done = kzi_log_give(ctx->reader);
    KZI_JSON_EACH(account, accounts) {
        char name[KZI_PLAYER_NAME] = "";
        unsigned player = begin(ctx, KZI_EVENT_NAME, account)->player;
        kzi_json_copy(kzi_json_member(account, "nickname"), name, sizeof name);
        done = done && (player == KZI_MAX_PLAYERS ||
                        kzi_log_give_name(ctx->reader, player, name, strlen(name)));
    }
    return done;
}

/* The dealer has 14 tiles, of which the last one is drawn. */
static bool deal_hand(struct majsoul_ctx *ctx, unsigned player, const char *key) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_HAND);
    event->player = (uint8_t)player;
    if (!add_tiles(ctx, member(ctx, key)))
        return false;
    bool draws = event->n_tiles == 14;
    event->n_tiles = (uint8_t)(event->n_tiles - draws);
    if (!give(ctx) || !draws)
        return !*ctx->reader->fault.text;
    event->kind = KZI_EVENT_DRAW;
    event->tiles[0] = event->tiles[13];
    event->n_tiles = 1;
    return give(ctx);
}

/* Records list all indicators that are turned. */
static bool turn_dora(struct majsoul_ctx *ctx) {
    struct kzi_json_value list = member(ctx, "doras");
    unsigned n = 0;
    KZI_JSON_EACH(item, list) {
        kzi_log_begin(ctx->reader, KZI_EVENT_DORA);
        if (n++ >= ctx->n_dora && (!add_tiles(ctx, item) || !kzi_log_give(ctx->reader)))
            return false;
    }
    ctx->n_dora = n > ctx->n_dora ? n : ctx->n_dora;
    return true;
}

static bool begin_round(struct majsoul_ctx *ctx) {
    static const char *const hands[] = {"tiles0", "tiles1", "tiles2", "tiles3"};
    struct kzi_log_event deal = {.kind = KZI_EVENT_DEAL, .left = -1};
    int64_t wind = number_of(ctx->data, "chang"), number = number_of(ctx->data, "ju"),
            counters = number_of(ctx->data, "ben"), bets = number_of(ctx->data, "liqibang");
    int count = kzi_json_numbers(member(ctx, "scores"), deal.scores, KZI_MAX_PLAYERS);
    if (count < 3 || (wind | number) & ~3LL || (counters | bets) & ~1023LL)
        return kzi_log_fail(ctx->reader, "this is not a round of three or four players");
    bool first = !ctx->n_players;
    ctx->n_players = deal.n_scores = (unsigned)count;
    deal.player = deal.number = (uint8_t)number;
    deal.wind = (uint8_t)wind;
    deal.counters = (uint32_t)counters;
    deal.bets = (uint32_t)bets;
    ctx->n_dora = 0;
    if (first && !begin_game(ctx))
        return false;
    ctx->reader->event = deal;
    memset(ctx->reds, 0, sizeof ctx->reds);
    bool done = kzi_log_give(ctx->reader) && turn_dora(ctx);
    for (unsigned i = 0; i < ctx->n_players && done; i++)
        done = deal_hand(ctx, i, hands[i]);
    return done;
}

/* --- turns ------------------------------------------------------------------------------------ */

static bool draw_tile(struct majsoul_ctx *ctx) {
    begin(ctx, KZI_EVENT_DRAW, ctx->data);
    return add_tiles(ctx, member(ctx, "tile")) && give(ctx);
}

static bool discard_tile(struct majsoul_ctx *ctx) {
    begin(ctx, KZI_EVENT_RIICHI, ctx->data);
    if ((is_set(ctx->data, "is_liqi") || is_set(ctx->data, "is_wliqi")) && !give(ctx))
        return false;
    begin(ctx, KZI_EVENT_DISCARD, ctx->data);
    return add_tiles(ctx, member(ctx, "tile")) && give(ctx);
}

/* The claimed tile is the last one. */
static bool claim_tile(struct majsoul_ctx *ctx) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_CLAIM, ctx->data);
    if (!add_tiles(ctx, member(ctx, "tiles")))
        return false;
    if (event->n_tiles)
        event->claimed = event->tiles[--event->n_tiles];
    return give(ctx);
}

static bool make_kong(struct majsoul_ctx *ctx) {
    bool own = number_of(ctx->data, "type") == 3;
    struct kzi_log_event *event =
        begin(ctx, own ? KZI_EVENT_OWN_KONG : KZI_EVENT_ADDED_KONG, ctx->data);
    if (!add_tiles(ctx, member(ctx, "tiles")))
        return false;
    uint8_t kind = event->tiles[0].kind;
    bool five = kind < KZI_HONOR && kzi_number(kind) == 5;
    for (; own && event->n_tiles <= 4; event->n_tiles++)
        event->tiles[event->n_tiles - 1] = (struct kzi_log_tile){
            kind, five && event->n_tiles <= ctx->reds[event->player][kzi_suit(kind)]};
    event->n_tiles -= own;
    return give(ctx);
}

static bool lay_aside(struct majsoul_ctx *ctx) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_ASIDE, ctx->data);
    event->tiles[event->n_tiles++] = (struct kzi_log_tile){KZI_HONOR + 3, false};
    return give(ctx);
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* fans: numbers and values of yaku; in a limit hand they say how many limits. */
static bool take_yaku(struct majsoul_ctx *ctx, struct kzi_json_value win, bool limit) {
    struct kzi_json_value fans = kzi_json_member(win, "fans");
    KZI_JSON_EACH(fan, fans) {
        char name[12];
        snprintf(name, sizeof name, "%d", (int)number_of(fan, "id"));
        int value = limit ? -1 : (int)(number_of(fan, "val") & INT16_MAX);
        if (!kzi_log_add_yaku(ctx->reader, name, value))
            return false;
        ctx->reader->event.win.has_yaku = true;
    }
    return true;
}

/* The changes of several wins are only said together. */
static bool take_win(struct majsoul_ctx *ctx, struct kzi_json_value win, bool alone) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_WIN, win);
    struct kzi_logged_win *logged = &event->win;
    struct kzi_json_value ura = kzi_json_member(win, "li_doras");
    bool limit = is_set(win, "yiman"), own = is_set(win, "zimo");
    logged->from = own ? event->player : ctx->last;
    logged->has_total = logged->has_fu = !limit;
    logged->has_points = !own;
    logged->total = (int)number_of(win, "count");
    logged->fu = (int)number_of(win, "fu");
    logged->points = number_of(win, "point_rong");
    logged->has_payments = alone && kzi_json_numbers(member(ctx, "delta_scores"), logged->payments,
                                                     KZI_MAX_PLAYERS) >= (int)ctx->n_players;
    return take_yaku(ctx, win, limit) &&
           (!ura.token || kzi_document_tiles(ctx->document, ura, KZI_MAX_INDICATORS, logged->ura,
                                             &logged->n_ura)) &&
           kzi_log_give(ctx->reader);
}

static bool take_wins(struct majsoul_ctx *ctx) {
    struct kzi_json_value wins = member(ctx, "hules");
    KZI_JSON_EACH(win, wins) {
        if (!take_win(ctx, win, !kzi_json_after(wins, kzi_json_first(wins)).token))
            return false;
    }
    return true;
}

/* Several players may be paid for their discards. */
static bool draw_round(struct majsoul_ctx *ctx) {
    struct kzi_logged_win *logged = &kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win;
    struct kzi_json_value list = member(ctx, "scores");
    logged->draw = kzi_dialect_draw(ctx->reader->dialect, ctx->record);
    logged->has_payments = true;
    KZI_JSON_EACH(item, list) {
        int64_t change[KZI_MAX_PLAYERS] = {0};
        kzi_json_numbers(kzi_json_member(item, "delta_scores"), change, KZI_MAX_PLAYERS);
        for (unsigned i = 0; i < ctx->n_players; i++)
            logged->payments[i] += change[i];
    }
    return kzi_log_give(ctx->reader);
}

/* --- games ------------------------------------------------------------------------------------ */

/* Take an object that is a record; pass over all others. */
static bool take_record(struct majsoul_ctx *ctx, struct kzi_json_value object) {
    static const struct {
        const char *name;
        bool (*take)(struct majsoul_ctx *ctx);
    } takers[] = {{"RecordNewRound", begin_round},     {"RecordDealTile", draw_tile},
                  {"RecordDiscardTile", discard_tile}, {"RecordChiPengGang", claim_tile},
                  {"RecordAnGangAddGang", make_kong},  {"RecordBaBei", lay_aside},
                  {"RecordHule", take_wins},           {"RecordNoTile", draw_round},
                  {"RecordLiuJu", draw_round}};
    char name[36] = "";
    kzi_json_copy(kzi_json_member(object, "name"), name, sizeof name);
    snprintf(ctx->record, sizeof ctx->record, "%s", name + (strncmp(name, ".lq.", 4) ? 0 : 4));
    ctx->data = kzi_json_member(object, "data");
    if (strncmp(ctx->record, "Record", 6) != 0 || !kzi_json_is(ctx->data, KZI_JSON_OBJECT))
        return true;
    kzi_document_at(ctx->document, object);
    for (size_t i = 0; i < KZI_COUNT(takers); i++)
        if (!strcmp(ctx->record, takers[i].name))
            return (!i || turn_dora(ctx)) && takers[i].take(ctx);
    return kzi_log_fail(ctx->reader, "'%s' is not a record of riichi", ctx->record);
}

/* The scores at the end, by seat. */
static bool end_game(struct majsoul_ctx *ctx) {
    struct kzi_json_value head = kzi_json_member(ctx->document->root, "head"),
                          players = kzi_json_member(kzi_json_member(head, "result"), "players");
    int64_t scores[KZI_MAX_PLAYERS + 1];
    unsigned count = 0;
    KZI_JSON_EACH(player, players) {
        scores[begin(ctx, KZI_EVENT_END, player)->player] = number_of(player, "part_point_1");
        count++;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_END);
    event->n_scores = count == ctx->n_players ? count : 0;
    memcpy(event->scores, scores, sizeof event->scores);
    return kzi_log_give(ctx->reader);
}

/* Programs put the records at different places, so all objects are looked through. */
static bool take_game(struct kzi_log_document *document) {
    struct majsoul_ctx ctx = {.document = document, .reader = document->reader};
    const struct kzi_json_value root = document->root;
    for (uint32_t i = 0; i < root.token->after; i++) {
        const struct kzi_json_value value = {root.tokens, &root.tokens[i]};
        if (kzi_json_is(value, KZI_JSON_OBJECT) && !take_record(&ctx, value))
            return false;
    }
    return ctx.n_players ? end_game(&ctx)
                         : kzi_log_fail(ctx.reader, "the game has no records that are decoded");
}

void kzi_majsoul_read(struct kzi_log_reader *reader) {
    kzi_log_read_documents(reader, take_game, NULL);
}

/* Mahjong Soul's own records as JSON: messages of the game's protocol, each an object with a name
 * and data, which lacks what is 0, false or empty.  See doc/logs.md. */
#include "logs/formats/json_value.h"

#include <stdio.h>

struct majsoul_ctx {
    struct kzi_log_reader *log;
    struct kzi_json_value root, data; /* of the game, and of the record at hand */
    char record[32];                  /* its name */
    unsigned n_players;               /* 0: not known yet */
    char mode[12];
};

bool kzi_majsoul_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "name") && memmem(text, len, "RecordNewRound\"", 15);
}

/* --- members ---------------------------------------------------------------------------------- */

static struct kzi_json_value member(const struct majsoul_ctx *ctx, const char *key) {
    return kzi_json_at(ctx->log, kzi_json_member(ctx->data, key));
}

static int64_t number_of(struct kzi_json_value object, const char *key) {
    const int64_t number = kzi_json_number(kzi_json_member(object, key));
    return number == KZI_NOT_SAID ? 0 : number;
}

static bool is_set(struct kzi_json_value object, const char *key) {
    return kzi_json_equals(kzi_json_member(object, key), "true");
}

/* Begin an event of the player whom an object names; of nobody if there is no such player. */
static struct kzi_log_event *begin(const struct majsoul_ctx *ctx, enum kzi_log_event_kind kind,
                                   struct kzi_json_value object) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, kind);
    const int64_t seat = number_of(object, "seat");
    event->player = (uint8_t)(seat >= 0 && seat < ctx->n_players ? seat : KZI_MAX_PLAYERS);
    return event;
}

/* Append tiles of the record to the event, and hand it over. */
static void give_tiles(const struct majsoul_ctx *ctx, const char *key) {
    kzi_json_add_tiles(ctx->log, member(ctx, key));
    kzi_log_give(ctx->log);
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* The kind of a matched game says its rules; those of other tables can be any. */
static void begin_game(struct majsoul_ctx *ctx) {
    struct kzi_json_value head = kzi_json_member(ctx->root, "head"),
                          meta = kzi_json_member(kzi_json_member(head, "config"), "meta"),
                          accounts = kzi_json_member(head, "accounts");
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_GAME);
    const int64_t mode = number_of(meta, "mode_id");
    event->n_players = (uint8_t)ctx->n_players;
    snprintf(ctx->mode, sizeof ctx->mode, "%d", (int)mode);
    event->words[0] = ctx->mode;
    event->n_words = mode != 0;
    kzi_log_give(ctx->log);
    KZI_JSON_EACH(account, accounts) {
        char name[KZI_PLAYER_NAME] = "";
        const unsigned player = begin(ctx, KZI_EVENT_NAME, account)->player;
        kzi_json_copy(kzi_json_member(account, "nickname"), name, sizeof name);
        if (player < KZI_MAX_PLAYERS)
            kzi_log_give_name(ctx->log, player, name, strlen(name));
    }
}

/* Records list all indicators that are turned. */
static void turn_dora(const struct majsoul_ctx *ctx) {
    kzi_log_begin(ctx->log, KZI_EVENT_DORA)->all = true;
    if (kzi_json_first(member(ctx, "doras")).token)
        give_tiles(ctx, "doras");
}

static void begin_round(struct majsoul_ctx *ctx) {
    static const char *const hands[] = {"tiles0", "tiles1", "tiles2", "tiles3"};
    int64_t wind = number_of(ctx->data, "chang"), number = number_of(ctx->data, "ju"),
            counters = number_of(ctx->data, "ben"), bets = number_of(ctx->data, "liqibang"),
            scores[KZI_MAX_PLAYERS];
    int count = kzi_json_numbers(member(ctx, "scores"), scores, KZI_MAX_PLAYERS);
    if (count < 3 || (wind | number) & ~3LL || (counters | bets) & ~1023LL) {
        kzi_log_fail(ctx->log, "this is not a round of three or four players");
        return;
    }
    const bool first = !ctx->n_players;
    ctx->n_players = (unsigned)count;
    if (first)
        begin_game(ctx);
    struct kzi_log_event *deal = kzi_log_begin(ctx->log, KZI_EVENT_DEAL);
    deal->n_scores = ctx->n_players;
    memcpy(deal->scores, scores, sizeof scores);
    deal->player = deal->number = (uint8_t)number;
    deal->wind = (uint8_t)wind;
    deal->counters = (uint32_t)counters;
    deal->bets = (uint32_t)bets;
    kzi_log_give(ctx->log);
    turn_dora(ctx);
    for (uint8_t i = 0; i < ctx->n_players; i++) {
        kzi_log_begin(ctx->log, KZI_EVENT_HAND)->player = i;
        give_tiles(ctx, hands[i]);
    }
}

/* --- turns ------------------------------------------------------------------------------------ */

static void draw_tile(struct majsoul_ctx *ctx) {
    begin(ctx, KZI_EVENT_DRAW, ctx->data);
    give_tiles(ctx, "tile");
}

static void discard_tile(struct majsoul_ctx *ctx) {
    begin(ctx, KZI_EVENT_DISCARD, ctx->data)->riichi =
        is_set(ctx->data, "is_liqi") || is_set(ctx->data, "is_wliqi");
    give_tiles(ctx, "tile");
}

/* The claimed tile is the last one. */
static void claim_tile(struct majsoul_ctx *ctx) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_CLAIM, ctx->data);
    kzi_json_add_tiles(ctx->log, member(ctx, "tiles"));
    event->claimed = (int8_t)(event->n_tiles - 1);
    kzi_log_give(ctx->log);
}

static void make_kong(struct majsoul_ctx *ctx) {
    const bool own = number_of(ctx->data, "type") == 3;
    begin(ctx, own ? KZI_EVENT_OWN_KONG : KZI_EVENT_ADDED_KONG, ctx->data);
    give_tiles(ctx, "tiles");
}

static void lay_aside(struct majsoul_ctx *ctx) {
    begin(ctx, KZI_EVENT_ASIDE, ctx->data);
    kzi_log_add_tile(ctx->log, (struct kzi_log_tile){KZI_HONOR + 3, false});
    kzi_log_give(ctx->log);
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* fans: numbers and values of yaku; in a limit hand they say how many limits. */
static void take_yaku(const struct majsoul_ctx *ctx, struct kzi_json_value win, bool limit) {
    struct kzi_json_value fans = kzi_json_member(win, "fans");
    KZI_JSON_EACH(fan, fans) {
        char name[12];
        snprintf(name, sizeof name, "%d", (int)number_of(fan, "id"));
        kzi_log_add_yaku(ctx->log, name, limit ? KZI_NOT_SAID : number_of(fan, "val"));
    }
}

/* The changes of several wins are only said together. */
static void take_win(const struct majsoul_ctx *ctx, struct kzi_json_value win, bool alone) {
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_WIN, win);
    struct kzi_logged_win *logged = &event->win;
    struct kzi_json_value ura = kzi_json_member(win, "li_doras");
    const bool limit = is_set(win, "yiman"), own = is_set(win, "zimo");
    logged->from = own ? event->player : KZI_LAST_ACTOR;
    if (!limit) {
        logged->total = number_of(win, "count");
        logged->fu = number_of(win, "fu");
    }
    if (!own)
        logged->points = number_of(win, "point_rong");
    logged->has_payments = alone && kzi_json_numbers(member(ctx, "delta_scores"), logged->payments,
                                                     KZI_MAX_PLAYERS) >= (int)ctx->n_players;
    take_yaku(ctx, win, limit);
    if (ura.token)
        kzi_json_add_tiles(ctx->log, ura);
    kzi_log_give(ctx->log);
}

static void take_wins(struct majsoul_ctx *ctx) {
    struct kzi_json_value wins = member(ctx, "hules");
    KZI_JSON_EACH(win, wins) {
        take_win(ctx, win, !kzi_json_after(wins, kzi_json_first(wins)).token);
    }
}

/* Several players may be paid for their discards. */
static void draw_round(struct majsoul_ctx *ctx) {
    struct kzi_logged_win *logged = kzi_log_begin_draw(ctx->log, ctx->record);
    struct kzi_json_value list = member(ctx, "scores");
    logged->has_payments = true;
    KZI_JSON_EACH(item, list) {
        int64_t change[KZI_MAX_PLAYERS] = {0};
        kzi_json_numbers(kzi_json_member(item, "delta_scores"), change, KZI_MAX_PLAYERS);
        for (unsigned i = 0; i < ctx->n_players; i++)
            logged->payments[i] += change[i];
    }
    kzi_log_give(ctx->log);
}

/* --- games ------------------------------------------------------------------------------------ */

/* Take an object that is a record; pass over all others. */
static void take_record(struct majsoul_ctx *ctx, struct kzi_json_value object) {
    static const struct {
        const char *name;
        void (*take)(struct majsoul_ctx *ctx);
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
        return;
    kzi_json_at(ctx->log, object);
    size_t i = 0;
    while (i < KZI_COUNT(takers) && strcmp(ctx->record, takers[i].name) != 0)
        i++;
    if (i && i < KZI_COUNT(takers))
        turn_dora(ctx);
    if (i < KZI_COUNT(takers))
        takers[i].take(ctx);
    else
        kzi_log_fail(ctx->log, "'%s' is not a record of riichi", ctx->record);
}

/* The scores at the end, by seat. */
static void end_game(struct majsoul_ctx *ctx) {
    struct kzi_json_value head = kzi_json_member(ctx->root, "head"),
                          players = kzi_json_member(kzi_json_member(head, "result"), "players");
    int64_t scores[KZI_MAX_PLAYERS + 1];
    unsigned count = 0;
    KZI_JSON_EACH(player, players) {
        scores[begin(ctx, KZI_EVENT_END, player)->player] = number_of(player, "part_point_1");
        count++;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_END);
    event->n_scores = count == ctx->n_players ? count : 0;
    memcpy(event->scores, scores, sizeof event->scores);
    kzi_log_give(ctx->log);
}

/* Programs put the records at different places, so all objects are looked through. */
static void take_game(struct kzi_log_reader *log, struct kzi_json_value root, void *context) {
    struct majsoul_ctx ctx = {.log = log, .root = root};
    (void)context;
    for (uint32_t i = 0; i < root.token->after; i++) {
        const struct kzi_json_value value = {root.tokens, &root.tokens[i]};
        if (kzi_json_is(value, KZI_JSON_OBJECT))
            take_record(&ctx, value);
    }
    if (ctx.n_players)
        end_game(&ctx);
    else
        kzi_log_fail(log, "the game has no records that are decoded");
}

void kzi_majsoul_read(struct kzi_log_reader *log) {
    log->notation = &kzi_notations[KZI_IN_MJAI];
    kzi_json_read_documents(log, take_game, NULL);
}

/* Games of Chinese official mahjong as Botzone keeps them: one object for each game, of one round,
 * in which every other entry of a list is what the judge shows.  See doc/logs.md. */
#include "logs/formats/json_value.h"

struct botzone_ctx {
    struct kzi_log_reader *log;
    uint8_t wind;
};

bool kzi_botzone_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "display") && kzi_log_has_key(text, len, "action");
}

/* Begin an event of the player whom an object names. */
static struct kzi_log_event *begin(struct kzi_log_reader *log, enum kzi_log_event_kind kind,
                                   struct kzi_json_value shown) {
    struct kzi_log_event *event = kzi_log_begin(log, kind);
    event->player = (uint8_t)kzi_json_required(log, shown, "player", 0, 3);
    return event;
}

/* --- the deal --------------------------------------------------------------------------------- */

static void begin_game(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    ctx->wind = (uint8_t)kzi_json_required(ctx->log, shown, "quan", 0, 3);
}

/* Four hands in a list, or by the numbers of players.  Their flowers were replaced at once. */
static void deal(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    static const char *const keys[] = {"0", "1", "2", "3"};
    struct kzi_log_reader *log = ctx->log;
    struct kzi_json_value hands = kzi_json_at(log, kzi_json_member(shown, "hand")),
                          hand = kzi_json_first(hands);
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = 4;
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DEAL)->wind = ctx->wind;
    kzi_log_give(log);
    for (uint8_t i = 0; i < 4; i++) {
        struct kzi_json_value own = hand.token ? hand : kzi_json_member(hands, keys[i]);
        kzi_log_begin(log, KZI_EVENT_HAND)->player = i;
        if (own.token)
            kzi_json_add_tiles(log, own);
        else
            kzi_log_fail(log, "there are not four hands");
        kzi_log_give(log);
        hand = kzi_json_after(hands, hand);
    }
}

/* --- turns ------------------------------------------------------------------------------------ */

/* How many tiles there are for the next player: all have one wall, or each has one. */
static int tiles_left(struct kzi_json_value shown, unsigned player) {
    struct kzi_json_value left = kzi_json_member(shown, "tileCnt");
    const int64_t all = kzi_json_number(left);
    int64_t list[4];
    if (kzi_json_numbers(left, list, 4) == 4)
        return (int)list[(player + 1) % 4];
    return all == KZI_NOT_SAID ? -1 : (int)all;
}

static void give_tile(struct botzone_ctx *ctx, enum kzi_log_event_kind kind,
                      struct kzi_json_value shown) {
    struct kzi_log_event *event = begin(ctx->log, kind, shown);
    kzi_json_add_tiles(ctx->log, kzi_json_member(shown, "tile"));
    event->left = tiles_left(shown, event->player);
    kzi_log_give(ctx->log);
}

static void draw_tile(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    give_tile(ctx, KZI_EVENT_DRAW, shown);
}

static void discard_tile(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    give_tile(ctx, KZI_EVENT_DISCARD, shown);
}

static void add_to_pung(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    give_tile(ctx, KZI_EVENT_ADDED_KONG, shown);
}

static void replace_flower(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    begin(ctx->log, KZI_EVENT_FLOWER, shown);
    kzi_log_give(ctx->log);
}

/* tileCHI: the middle tile; a discard follows. */
static void claim_chow(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_log_event *event = begin(ctx->log, KZI_EVENT_CLAIM, shown);
    kzi_json_add_tiles(ctx->log, kzi_json_member(shown, "tileCHI"));
    const uint8_t middle = event->tiles[0].kind;
    if (middle >= KZI_HONOR || middle % 9 % 8 == 0)
        kzi_log_fail(ctx->log, "this is not the middle of a chow");
    kzi_log_add_tile(ctx->log, (struct kzi_log_tile){(uint8_t)(middle - 1), false});
    kzi_log_add_tile(ctx->log, (struct kzi_log_tile){(uint8_t)(middle + 1), false});
    kzi_log_give(ctx->log);
    discard_tile(ctx, shown);
}

/* tile: the discard that follows. */
static void claim_pung(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    begin(ctx->log, KZI_EVENT_CLAIM, shown);
    for (unsigned i = 0; i < 3; i++)
        kzi_log_add_tile(ctx->log, (struct kzi_log_tile){KZI_HIDDEN_TILE, false});
    kzi_log_give(ctx->log);
    discard_tile(ctx, shown);
}

static void make_kong(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    begin(ctx->log, KZI_EVENT_KONG, shown);
    for (unsigned i = 0; i < 4; i++)
        kzi_json_add_tiles(ctx->log, kzi_json_member(shown, "tile"));
    kzi_log_give(ctx->log);
}

/* --- the end ---------------------------------------------------------------------------------- */

static void take_yaku(struct botzone_ctx *ctx, struct kzi_json_value list) {
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        const int64_t said = kzi_json_number(kzi_json_member(item, "cnt")),
                      count = said == KZI_NOT_SAID ? 1 : said,
                      value = kzi_json_number(kzi_json_member(item, "value"));
        kzi_json_at(ctx->log, item);
        if (!kzi_json_copy(kzi_json_member(item, "name"), name, sizeof name) || count < 0 ||
            count > 20 || value < 0)
            kzi_log_fail(ctx->log, "this is not a yaku");
        else
            kzi_log_add_yaku(ctx->log, name, count * value);
    }
}

static void take_win(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_logged_win *win = &begin(ctx->log, KZI_EVENT_WIN, shown)->win;
    take_yaku(ctx, kzi_json_at(ctx->log, kzi_json_member(shown, "fan")));
    win->from = KZI_LAST_ACTOR;
    win->total = kzi_json_number(kzi_json_member(shown, "fanCnt"));
    win->has_payments = kzi_json_numbers(kzi_json_member(shown, "score"), win->payments, 4) == 4;
    kzi_log_give(ctx->log);
}

static void take_draw(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    (void)shown;
    kzi_log_begin_draw(ctx->log, "HUANG");
    kzi_log_give(ctx->log);
}

/* --- games ------------------------------------------------------------------------------------ */

static void take_shown(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    static const struct {
        const char *name;
        void (*take)(struct botzone_ctx *ctx, struct kzi_json_value shown);
    } takers[] = {{"INIT", begin_game},   {"DEAL", deal},          {"DRAW", draw_tile},
                  {"PLAY", discard_tile}, {"CHI", claim_chow},     {"PENG", claim_pung},
                  {"GANG", make_kong},    {"BUGANG", add_to_pung}, {"BUHUA", replace_flower},
                  {"HU", take_win},       {"HUANG", take_draw}};
    struct kzi_json_value action = kzi_json_member(kzi_json_at(ctx->log, shown), "action");
    size_t i = 0;
    while (i < KZI_COUNT(takers) && !kzi_json_equals(action, takers[i].name))
        i++;
    if (i < KZI_COUNT(takers))
        takers[i].take(ctx, shown);
    else
        kzi_json_refuse(ctx->log, action, "is not an action of a game");
}

static void take_game(struct kzi_log_reader *log, struct kzi_json_value root, void *context) {
    struct botzone_ctx ctx = {.log = log};
    struct kzi_json_value entries = kzi_json_member(root, "logs");
    bool any = false;
    (void)context;
    KZI_JSON_EACH(entry, entries) {
        struct kzi_json_value shown = kzi_json_member(kzi_json_member(entry, "output"), "display");
        if (kzi_json_is(shown, KZI_JSON_OBJECT))
            take_shown(&ctx, shown);
        any |= shown.token != NULL;
    }
    if (!any)
        kzi_log_fail(log, "the game shows nothing");
}

void kzi_botzone_read(struct kzi_log_reader *log) {
    log->notation = &kzi_notations[KZI_IN_BOTZONE];
    kzi_json_read_documents(log, take_game, NULL);
}

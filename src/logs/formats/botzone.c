/* Games of Chinese official mahjong as Botzone keeps them: one object for each game, of one round,
 * in which every other entry of a list is what the judge shows.  See doc/logs.md. */
#include "logs/formats/json_value.h"

struct botzone_ctx {
    struct kzi_log_document *document;
    struct kzi_log_reader *reader;
    int64_t wind;
    enum kzi_log_event_kind last; /* what happened: a draw, a discard or an added kong */
    uint8_t player;               /* whose */
    struct kzi_log_tile tile;
};

bool kzi_botzone_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "display") && kzi_log_has_key(text, len, "action");
}

static bool take_player(struct botzone_ctx *ctx, struct kzi_json_value shown, uint8_t *player) {
    int64_t number = 0;
    bool done = kzi_document_number(ctx->document, shown, "player", 0, 3, &number);
    *player = (uint8_t)number;
    return done;
}

/* --- tiles: W1-W9 characters, B1-B9 dots, T1-T9 bamboo, F1-F4 winds, J1-J3 dragons -------------
 */

#define FLOWER KZI_NO_KIND /* H1-H8 */

static bool read_tile(struct kzi_json_value value, struct kzi_log_tile *tile) {
    static const char suits[] = "WBT";
    const char *text =
        kzi_json_is(value, KZI_JSON_STRING) && kzi_json_len(value) == 2 ? value.token->start : "  ";
    unsigned number = (unsigned)(text[1] - '1');
    const char *suit = strchr(suits, text[0]);
    unsigned most = suit ? 9 : text[0] == 'F' ? 4 : text[0] == 'J' ? 3 : text[0] == 'H' ? 8 : 0;
    /* Dragons are red, green and white. */
    unsigned kind = suit             ? 9 * (unsigned)(suit - suits) + number
                    : text[0] == 'F' ? KZI_HONOR + number
                    : text[0] == 'J' ? KZI_HONOR + 6 - number
                                     : FLOWER;
    *tile = (struct kzi_log_tile){(uint8_t)kind, false};
    return number < most;
}

static bool take_tile(struct botzone_ctx *ctx, struct kzi_json_value shown, const char *key,
                      struct kzi_log_tile *tile) {
    struct kzi_json_value value = kzi_document_at(ctx->document, kzi_json_member(shown, key));
    int len = (int)kzi_json_len(value);
    return (read_tile(value, tile) && tile->kind != FLOWER) ||
           kzi_log_fail(ctx->reader, "'%.*s' is not a tile", len < 20 ? len : 20,
                        value.token ? value.token->start : "");
}

/* --- the deal --------------------------------------------------------------------------------- */

static bool begin_game(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    return kzi_document_number(ctx->document, shown, "quan", 0, 3, &ctx->wind);
}

static bool lay_flower(struct botzone_ctx *ctx, unsigned player) {
    kzi_log_begin(ctx->reader, KZI_EVENT_FLOWER)->player = (uint8_t)player;
    return kzi_log_give(ctx->reader);
}

/* The flowers among the tiles were replaced at once. */
static bool deal_hand(struct botzone_ctx *ctx, unsigned player, struct kzi_json_value hand) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_HAND);
    unsigned flowers = 0;
    event->player = (uint8_t)player;
    kzi_document_at(ctx->document, hand);
    KZI_JSON_EACH(item, hand) {
        struct kzi_log_tile tile;
        if (!read_tile(item, &tile) || event->n_tiles == 13 + (tile.kind == FLOWER))
            return kzi_log_fail(ctx->reader, "the hand of player %u is not 13 tiles", player);
        if (tile.kind == FLOWER)
            flowers++;
        else
            event->tiles[event->n_tiles++] = tile;
    }
    if (!kzi_log_give(ctx->reader))
        return false;
    while (flowers && lay_flower(ctx, player))
        flowers--;
    return !flowers;
}

static bool deal(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_json_value hands = kzi_document_at(ctx->document, kzi_json_member(shown, "hand")),
                          hand = kzi_json_first(hands);
    kzi_log_begin(ctx->reader, KZI_EVENT_GAME)->n_players = 4;
    if (!kzi_log_give(ctx->reader))
        return false;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DEAL);
    event->wind = (uint8_t)ctx->wind;
    event->number = 0;
    event->counters = event->bets = 0;
    memset(event->scores, 0, sizeof event->scores);
    if (!kzi_log_give(ctx->reader))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        const char key[2] = {(char)('0' + i)};
        struct kzi_json_value own = hand.token ? hand : kzi_json_member(hands, key);
        if (!own.token)
            return kzi_log_fail(ctx->reader, "there are not four hands");
        if (!deal_hand(ctx, i, own))
            return false;
        hand = hand.token ? kzi_json_after(hands, hand) : hand;
    }
    return true;
}

/* --- turns ------------------------------------------------------------------------------------ */

/* How many tiles there are for the next player: all have one wall, or each has one. */
static int tiles_left(struct kzi_json_value shown, unsigned player) {
    struct kzi_json_value left = kzi_json_member(shown, "tileCnt");
    int64_t list[4];
    if (kzi_json_number(left, &list[0]))
        return (int)list[0];
    return kzi_json_numbers(left, list, 4) == 4 ? (int)list[(player + 1) % 4] : -1;
}

static bool give_tile(struct botzone_ctx *ctx, enum kzi_log_event_kind kind,
                      struct kzi_json_value shown) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, kind);
    if (!take_player(ctx, shown, &event->player) ||
        !take_tile(ctx, shown, "tile", &event->tiles[event->n_tiles++]))
        return false;
    event->left = tiles_left(shown, event->player);
    ctx->last = kind;
    ctx->player = event->player;
    ctx->tile = event->tiles[0];
    return kzi_log_give(ctx->reader);
}

static bool draw_tile(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    return give_tile(ctx, KZI_EVENT_DRAW, shown);
}

static bool discard_tile(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    return give_tile(ctx, KZI_EVENT_DISCARD, shown);
}

static bool add_to_pung(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    return give_tile(ctx, KZI_EVENT_ADDED_KONG, shown);
}

static bool replace_flower(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    uint8_t player;
    return take_player(ctx, shown, &player) && lay_flower(ctx, player);
}

static struct kzi_log_event *begin_claim(struct botzone_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_CLAIM);
    event->claimed = ctx->tile;
    return event;
}

/* tileCHI: the middle tile; a discard follows. */
static bool claim_chow(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_log_event *event = begin_claim(ctx);
    struct kzi_log_tile middle;
    if (!take_player(ctx, shown, &event->player) || !take_tile(ctx, shown, "tileCHI", &middle))
        return false;
    if (middle.kind >= KZI_HONOR || middle.kind % 9 % 8 == 0)
        return kzi_log_fail(ctx->reader, "this is not the middle of a chow");
    for (unsigned kind = middle.kind - 1U; kind <= middle.kind + 1U; kind++)
        if (kind != ctx->tile.kind && event->n_tiles < 3)
            event->tiles[event->n_tiles++] = (struct kzi_log_tile){(uint8_t)kind, false};
    return kzi_log_give(ctx->reader) && discard_tile(ctx, shown);
}

/* tile: the discard that follows. */
static bool claim_pung(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_log_event *event = begin_claim(ctx);
    event->n_tiles = 2;
    event->tiles[0] = event->tiles[1] = ctx->tile;
    return take_player(ctx, shown, &event->player) && kzi_log_give(ctx->reader) &&
           discard_tile(ctx, shown);
}

/* A kong after one's own draw is concealed. */
static bool make_kong(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_log_tile tile;
    struct kzi_log_event *event = begin_claim(ctx);
    if (!take_player(ctx, shown, &event->player) || !take_tile(ctx, shown, "tile", &tile))
        return false;
    bool own = ctx->last == KZI_EVENT_DRAW && ctx->player == event->player;
    event->kind = own ? KZI_EVENT_OWN_KONG : KZI_EVENT_CLAIM;
    event->n_tiles = own ? 4 : 3;
    for (unsigned i = 0; i < event->n_tiles; i++)
        event->tiles[i] = tile;
    ctx->last = event->kind;
    ctx->player = event->player;
    return kzi_log_give(ctx->reader);
}

/* --- the end ---------------------------------------------------------------------------------- */

static bool take_yaku(struct botzone_ctx *ctx, struct kzi_json_value list) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    kzi_document_at(ctx->document, list);
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        int64_t count = 1, value = 0;
        kzi_json_number(kzi_json_member(item, "cnt"), &count);
        if (!kzi_json_copy(kzi_json_member(kzi_document_at(ctx->document, item), "name"), name,
                           sizeof name) ||
            !kzi_json_number(kzi_json_member(item, "value"), &value) || count < 0 || count > 20 ||
            value < 0 || value > 1000)
            return kzi_log_fail(ctx->reader, "this is not a yaku");
        if (!kzi_log_add_yaku(ctx->reader, name, (int)(count * value)))
            return false;
    }
    win->has_yaku = win->n_yaku > 0;
    return true;
}

static bool take_win(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_WIN);
    int64_t total = 0;
    if (!take_player(ctx, shown, &event->player) || !take_yaku(ctx, kzi_json_member(shown, "fan")))
        return false;
    event->win.from = ctx->player;
    event->win.has_total = kzi_json_number(kzi_json_member(shown, "fanCnt"), &total);
    event->win.total = (int)total;
    event->win.has_payments =
        kzi_json_numbers(kzi_json_member(shown, "score"), event->win.payments, 4) == 4;
    return kzi_log_give(ctx->reader);
}

static bool take_draw(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    (void)shown;
    kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win.draw =
        kzi_dialect_draw(ctx->reader->dialect, "HUANG");
    return kzi_log_give(ctx->reader);
}

/* --- games ------------------------------------------------------------------------------------ */

static bool take_shown(struct botzone_ctx *ctx, struct kzi_json_value shown) {
    static const struct {
        const char *name;
        bool (*take)(struct botzone_ctx *ctx, struct kzi_json_value shown);
    } takers[] = {{"INIT", begin_game},   {"DEAL", deal},          {"DRAW", draw_tile},
                  {"PLAY", discard_tile}, {"CHI", claim_chow},     {"PENG", claim_pung},
                  {"GANG", make_kong},    {"BUGANG", add_to_pung}, {"BUHUA", replace_flower},
                  {"HU", take_win},       {"HUANG", take_draw}};
    struct kzi_json_value action = kzi_json_member(kzi_document_at(ctx->document, shown), "action");
    int len = (int)kzi_json_len(action);
    for (unsigned i = 0; i < KZI_COUNT(takers); i++)
        if (kzi_json_equals(action, takers[i].name))
            return takers[i].take(ctx, shown);
    return kzi_log_fail(ctx->reader, "'%.*s' is not an action of a game", len < 20 ? len : 20,
                        action.token ? action.token->start : "");
}

static bool take_game(struct kzi_log_document *document) {
    struct botzone_ctx ctx = {.document = document, .reader = document->reader};
    struct kzi_json_value log = kzi_json_member(document->root, "logs");
    bool any = false;
    KZI_JSON_EACH(entry, log) {
        struct kzi_json_value shown = kzi_json_member(kzi_json_member(entry, "output"), "display");
        if (kzi_json_is(shown, KZI_JSON_OBJECT) && !take_shown(&ctx, shown))
            return false;
        any |= shown.token != NULL;
    }
    return any || kzi_log_fail(ctx.reader, "the game shows nothing");
}

void kzi_botzone_read(struct kzi_log_reader *reader) {
    kzi_log_read_documents(reader, take_game, NULL);
}

/* Logs of majiang: an object for each game, in which a round is a list of events.  Players are
 * named by their seat in the round.  See doc/logs.md. */
#include "logs/formats/json_value.h"

struct majiang_ctx {
    struct kzi_log_document *document;
    struct kzi_log_reader *reader;
    int64_t first_dealer;
    unsigned dealer; /* of the round */
};

bool kzi_majiang_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "log") && kzi_log_has_key(text, len, "qipai");
}

static bool take_player(struct majiang_ctx *ctx, struct kzi_json_value object, const char *key,
                        uint8_t *player) {
    int64_t seat = 0;
    bool done = kzi_document_number(ctx->document, object, key, 0, 3, &seat);
    *player = (uint8_t)((ctx->dealer + (unsigned)seat) % 4);
    return done;
}

/* --- tiles: a suit, and its numbers after it; 0 is a red five -----------------------------------
 */

/* Reads tiles one by one, with the marks between them. */
struct tile_text {
    const char *at, *end;
    char suit;
};

static struct tile_text text_of(struct kzi_json_value value) {
    return kzi_json_is(value, KZI_JSON_STRING)
               ? (struct tile_text){value.token->start, value.token->end, '\0'}
               : (struct tile_text){NULL, NULL, '\0'};
}

/* Read the next tile.  Return false at the end, at a mark, and if it is not one. */
static bool next_tile(struct tile_text *text, struct kzi_log_tile *tile) {
    static const char suits[] = "mpsz";
    if (text->at < text->end && *text->at && strchr(suits, *text->at))
        text->suit = *text->at++;
    if (!text->suit || text->at == text->end || *text->at < '0' || *text->at > '9')
        return false;
    unsigned suit = (unsigned)(strchr(suits, text->suit) - suits),
             number = (unsigned)(*text->at - '0');
    if (suit == 3 && (number < 1 || number > 7))
        return false;
    *tile = (struct kzi_log_tile){(uint8_t)(9 * suit + (number ? number : 5) - 1), !number};
    text->at++;
    return true;
}

static bool bad_tile(struct majiang_ctx *ctx, struct kzi_json_value value) {
    int len = (int)kzi_json_len(value);
    return kzi_log_fail(ctx->reader, "'%.*s' are not tiles", len < 60 ? len : 60,
                        value.token ? value.token->start : "");
}

/* Read one tile; what follows it is left in text. */
static bool take_tile(struct majiang_ctx *ctx, struct kzi_json_value value,
                      struct kzi_log_tile *tile, struct tile_text *text) {
    *text = text_of(kzi_document_at(ctx->document, value));
    return next_tile(text, tile) || bad_tile(ctx, value);
}

/* --- rounds ----------------------------------------------------------------------------------- */

static bool turn_dora(struct majiang_ctx *ctx, struct kzi_json_value value) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DORA);
    struct tile_text text;
    return take_tile(ctx, value, &event->tiles[event->n_tiles++], &text) &&
           kzi_log_give(ctx->reader);
}

static bool deal_hands(struct majiang_ctx *ctx, struct kzi_json_value hands) {
    struct kzi_json_value hand = kzi_json_first(kzi_document_at(ctx->document, hands));
    for (unsigned seat = 0; seat < 4; seat++, hand = kzi_json_after(hands, hand)) {
        struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_HAND);
        if (!hand.token)
            return kzi_log_fail(ctx->reader, "there are not four hands");
        struct tile_text text = text_of(kzi_document_at(ctx->document, hand));
        event->player = (uint8_t)((ctx->dealer + seat) % 4);
        while (event->n_tiles < 13 && next_tile(&text, &event->tiles[event->n_tiles]))
            event->n_tiles++;
        if (text.at != text.end || event->n_tiles != 13)
            return bad_tile(ctx, hand);
        if (!kzi_log_give(ctx->reader))
            return false;
    }
    return true;
}

static bool begin_round(struct majiang_ctx *ctx, struct kzi_json_value deal) {
    int64_t wind = 0, number = 0, counters = 0, bets = 0, scores[4];
    if (!kzi_document_number(ctx->document, deal, "zhuangfeng", 0, 3, &wind) ||
        !kzi_document_number(ctx->document, deal, "jushu", 0, 3, &number) ||
        !kzi_document_number(ctx->document, deal, "changbang", 0, 999, &counters) ||
        !kzi_document_number(ctx->document, deal, "lizhibang", 0, 999, &bets))
        return false;
    if (kzi_json_numbers(kzi_document_at(ctx->document, kzi_json_member(deal, "defen")), scores,
                         4) != 4)
        return kzi_log_fail(ctx->reader, "defen is not a list of four scores");
    ctx->dealer = (unsigned)(ctx->first_dealer + number) % 4;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DEAL);
    event->player = (uint8_t)ctx->dealer;
    event->wind = (uint8_t)wind;
    event->number = (uint8_t)number;
    event->counters = (uint32_t)counters;
    event->bets = (uint32_t)bets;
    for (unsigned seat = 0; seat < 4; seat++)
        event->scores[(ctx->dealer + seat) % 4] = scores[seat];
    event->n_scores = 4;
    return kzi_log_give(ctx->reader) && turn_dora(ctx, kzi_json_member(deal, "baopai")) &&
           deal_hands(ctx, kzi_json_member(deal, "shoupai"));
}

/* --- turns ------------------------------------------------------------------------------------ */

static bool draw_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    struct tile_text text;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DRAW);
    return take_player(ctx, turn, "l", &event->player) &&
           take_tile(ctx, kzi_json_member(turn, "p"), &event->tiles[event->n_tiles++], &text) &&
           kzi_log_give(ctx->reader);
}

/* After the tile: _ as it was drawn, * with riichi. */
static bool discard_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    struct kzi_log_tile tile;
    struct tile_text text;
    uint8_t player;
    if (!take_player(ctx, turn, "l", &player) ||
        !take_tile(ctx, kzi_json_member(turn, "p"), &tile, &text))
        return false;
    if (memchr(text.at, '*', (size_t)(text.end - text.at))) {
        kzi_log_begin(ctx->reader, KZI_EVENT_RIICHI)->player = player;
        if (!kzi_log_give(ctx->reader))
            return false;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DISCARD);
    event->player = player;
    event->tiles[event->n_tiles++] = tile;
    return kzi_log_give(ctx->reader);
}

/* The tiles of a meld; behind the claimed one stands -, = or +. */
struct meld_text {
    unsigned n_tiles, claimed; /* claimed: which one, or n_tiles */
    struct kzi_log_tile tiles[4];
};

static bool take_meld(struct majiang_ctx *ctx, struct kzi_json_value value,
                      struct meld_text *meld) {
    struct tile_text text = text_of(kzi_document_at(ctx->document, value));
    *meld = (struct meld_text){.claimed = 4};
    while (meld->n_tiles < 4 && next_tile(&text, &meld->tiles[meld->n_tiles])) {
        meld->n_tiles++;
        if (text.at < text.end && *text.at && strchr("-=+", *text.at)) {
            meld->claimed = meld->n_tiles - 1;
            text.at++;
        }
    }
    return (text.at && text.at == text.end && meld->n_tiles >= 3) || bad_tile(ctx, value);
}

static bool claim_tile(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    struct meld_text meld;
    if (!take_meld(ctx, kzi_json_member(turn, "m"), &meld))
        return false;
    if (meld.claimed == 4)
        return kzi_log_fail(ctx->reader, "no tile of the meld is claimed");
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_CLAIM);
    event->claimed = meld.tiles[meld.claimed];
    for (unsigned i = 0; i < meld.n_tiles; i++)
        if (i != meld.claimed)
            event->tiles[event->n_tiles++] = meld.tiles[i];
    return take_player(ctx, turn, "l", &event->player) && kzi_log_give(ctx->reader);
}

/* A concealed kong, or the fourth tile of a claimed pung. */
static bool make_kong(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    struct meld_text meld;
    if (!take_meld(ctx, kzi_json_member(turn, "m"), &meld))
        return false;
    bool added = meld.claimed < 4;
    struct kzi_log_event *event =
        kzi_log_begin(ctx->reader, added ? KZI_EVENT_ADDED_KONG : KZI_EVENT_OWN_KONG);
    for (unsigned i = added ? meld.n_tiles - 1 : 0; i < meld.n_tiles; i++)
        event->tiles[event->n_tiles++] = meld.tiles[i];
    return take_player(ctx, turn, "l", &event->player) && kzi_log_give(ctx->reader);
}

static bool open_dora(struct majiang_ctx *ctx, struct kzi_json_value turn) {
    return turn_dora(ctx, kzi_json_member(turn, "baopai"));
}

/* --- the end of a round ----------------------------------------------------------------------- */

static void take_payments(struct majiang_ctx *ctx, struct kzi_json_value end,
                          struct kzi_logged_win *win) {
    int64_t list[4];
    win->has_payments = kzi_json_numbers(kzi_json_member(end, "fenpei"), list, 4) == 4;
    for (unsigned seat = 0; seat < 4 && win->has_payments; seat++)
        win->payments[(ctx->dealer + seat) % 4] = list[seat];
}

/* A limit is written as stars. */
static bool take_yaku(struct majiang_ctx *ctx, struct kzi_json_value list) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        int64_t value = -1;
        struct kzi_json_value worth =
            kzi_json_member(kzi_document_at(ctx->document, item), "fanshu");
        if (!kzi_json_copy(kzi_json_member(item, "name"), name, sizeof name) ||
            (!kzi_json_number(worth, &value) && !kzi_json_is(worth, KZI_JSON_STRING)) ||
            value < -1 || value > INT16_MAX)
            return kzi_log_fail(ctx->reader, "this is not a yaku");
        if (!kzi_log_add_yaku(ctx->reader, name, (int)value))
            return false;
    }
    win->has_yaku = win->n_yaku > 0;
    return true;
}

static bool take_ura(struct majiang_ctx *ctx, struct kzi_json_value list) {
    struct kzi_logged_win *win = &ctx->reader->event.win;
    KZI_JSON_EACH(item, list) {
        struct tile_text text;
        if (win->n_ura == KZI_MAX_INDICATORS)
            return kzi_log_fail(ctx->reader, "these are too many indicators");
        if (!take_tile(ctx, item, &win->ura[win->n_ura++], &text))
            return false;
    }
    return true;
}

static bool take_win(struct majiang_ctx *ctx, struct kzi_json_value end) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_WIN);
    struct kzi_logged_win *win = &event->win;
    struct kzi_json_value from = kzi_json_member(end, "baojia");
    int64_t fu = 0, total = 0;
    if (!take_player(ctx, end, "l", &event->player))
        return false;
    win->from = event->player;
    if (kzi_json_is(from, KZI_JSON_NUMBER) && !take_player(ctx, end, "baojia", &win->from))
        return false;
    if (!take_yaku(ctx, kzi_json_member(end, "hupai")) ||
        !take_ura(ctx, kzi_json_member(end, "fubaopai")))
        return false;
    win->has_fu = kzi_json_number(kzi_json_member(end, "fu"), &fu);
    win->has_total = kzi_json_number(kzi_json_member(end, "fanshu"), &total);
    win->has_points = kzi_json_number(kzi_json_member(end, "defen"), &win->points);
    win->fu = (int)fu;
    win->total = (int)total;
    take_payments(ctx, end, win);
    return kzi_log_give(ctx->reader);
}

static bool take_draw(struct majiang_ctx *ctx, struct kzi_json_value end) {
    char name[KZI_MAX_WORD];
    if (!kzi_json_copy(kzi_document_at(ctx->document, kzi_json_member(end, "name")), name,
                       sizeof name))
        return kzi_log_fail(ctx->reader, "the draw has no name");
    const char *draw = kzi_dialect_draw(ctx->reader->dialect, name);
    if (!draw)
        return kzi_log_fail(ctx->reader, "'%.40s' is not a kind of draw", name);
    struct kzi_logged_win *win = &kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win;
    win->draw = draw;
    take_payments(ctx, end, win);
    return kzi_log_give(ctx->reader);
}

/* --- events and games ------------------------------------------------------------------------- */

/* An object whose only key says what happens. */
static bool take_event(struct majiang_ctx *ctx, struct kzi_json_value event) {
    static const struct {
        const char *name;
        bool (*take)(struct majiang_ctx *ctx, struct kzi_json_value event);
    } takers[] = {{"zimo", draw_tile},    {"dapai", discard_tile}, {"fulou", claim_tile},
                  {"gang", make_kong},    {"gangzimo", draw_tile}, {"kaigang", open_dora},
                  {"qipai", begin_round}, {"hule", take_win},      {"pingju", take_draw}};
    for (unsigned i = 0; i < KZI_COUNT(takers); i++) {
        struct kzi_json_value what =
            kzi_json_member(kzi_document_at(ctx->document, event), takers[i].name);
        if (what.token)
            return takers[i].take(ctx, what);
    }
    return kzi_log_fail(ctx->reader, "this is not an event");
}

static bool take_round(struct majiang_ctx *ctx, struct kzi_json_value round) {
    if (!kzi_json_member(kzi_json_first(kzi_document_at(ctx->document, round)), "qipai").token)
        return kzi_log_fail(ctx->reader, "the round does not begin with qipai");
    KZI_JSON_EACH(event, round) {
        if (!take_event(ctx, event))
            return false;
    }
    return true;
}

static bool end_game(struct majiang_ctx *ctx) {
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_END);
    event->n_scores = 4;
    return kzi_json_numbers(kzi_json_member(ctx->document->root, "defen"), event->scores, 4) != 4 ||
           kzi_log_give(ctx->reader);
}

static bool take_game(struct kzi_log_document *document) {
    struct majiang_ctx ctx = {.document = document, .reader = document->reader};
    struct kzi_json_value log = kzi_json_member(document->root, "log");
    if (!kzi_json_first(log).token)
        return kzi_log_fail(ctx.reader, "the game has no list of rounds");
    if (kzi_json_member(document->root, "qijia").token &&
        !kzi_document_number(document, document->root, "qijia", 0, 3, &ctx.first_dealer))
        return false;
    kzi_log_begin(ctx.reader, KZI_EVENT_GAME)->n_players = 4;
    if (!kzi_log_give(ctx.reader) ||
        !kzi_json_give_names(ctx.reader, kzi_json_member(document->root, "player"), 4))
        return false;
    KZI_JSON_EACH(round, log) {
        if (!take_round(&ctx, round))
            return false;
    }
    return end_game(&ctx);
}

void kzi_majiang_read(struct kzi_log_reader *reader) {
    kzi_log_read_documents(reader, take_game, NULL);
}

/* Read games of Chinese official mahjong from Botzone: one object for each game, which has one
 * round.  Every other entry of a list is a message of the judge.  See doc/logs.md. */
#include "logs/formats/json_log.h"

bool kzi_botzone_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "display") && kzi_log_has_key(text, len, "action");
}

/* --- the deal --------------------------------------------------------------------------------- */

static void note_wind(struct kzi_log_reader *log, struct kzi_json_value shown) {
    uint8_t *wind = log->own;
    *wind = (uint8_t)kzi_json_required(log, shown, "quan", 0, 3);
    log->given = true; /* with the hands */
}

/* Deal four hands, which are a list or are keyed by the numbers of players.  Their flowers are
 * replaced already. */
static void deal(struct kzi_log_reader *log, struct kzi_json_value shown) {
    static const char *const keys[] = {"0", "1", "2", "3"};
    const uint8_t *wind = log->own;
    struct kzi_json_value hands = kzi_json_get(log, shown, "hand"), hand = kzi_json_first(hands);
    log->event.n_players = 4;
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DEAL)->wind = *wind;
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

/* Set how many tiles are left for the next player: from one wall for all, or from the player's
 * own. */
static void read_left(struct kzi_log_reader *log, struct kzi_json_value shown) {
    struct kzi_json_value left = kzi_json_member(shown, "tileCnt");
    const int64_t all = kzi_json_number(left);
    int64_t list[4];
    if (kzi_json_numbers(left, list, 4) == 4)
        log->event.left = (int)list[(log->event.player + 1) % 4];
    else if (all != KZI_NOT_SAID)
        log->event.left = (int)all;
}

/* Discard `tile`, which follows a claim. */
static void discard_next(struct kzi_log_reader *log, struct kzi_json_value shown) {
    const uint8_t player = log->event.player;
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DISCARD)->player = player;
    kzi_json_add_tiles(log, kzi_json_member(shown, "tile"));
    read_left(log, shown);
}

/* Claim a chow; tileCHI is its middle tile. */
static void claim_chow(struct kzi_log_reader *log, struct kzi_json_value shown) {
    const uint8_t middle = log->event.tiles[0].kind;
    if (middle >= KZI_HONOR || middle % 9 % 8 == 0)
        kzi_log_fail(log, "this is not the middle of a chow");
    kzi_log_add_tile(log, (struct kzi_log_tile){(uint8_t)(middle - 1), false});
    kzi_log_add_tile(log, (struct kzi_log_tile){(uint8_t)(middle + 1), false});
    discard_next(log, shown);
}

static void claim_pung(struct kzi_log_reader *log, struct kzi_json_value shown) {
    for (unsigned i = 0; i < 3; i++)
        kzi_log_add_tile(log, (struct kzi_log_tile){KZI_HIDDEN_TILE, false});
    discard_next(log, shown);
}

static void take_gang(struct kzi_log_reader *log, struct kzi_json_value shown) {
    for (unsigned i = 0; i < 4; i++)
        kzi_json_add_tiles(log, kzi_json_member(shown, "tile"));
}

/* --- the end ---------------------------------------------------------------------------------- */

static void take_fan(struct kzi_log_reader *log, struct kzi_json_value list) {
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        const int64_t said = kzi_json_number(kzi_json_member(item, "cnt")),
                      count = said == KZI_NOT_SAID ? 1 : said,
                      value = kzi_json_number(kzi_json_member(item, "value"));
        kzi_json_at(log, item);
        if (!kzi_json_copy(kzi_json_member(item, "name"), name, sizeof name) || count < 0 ||
            count > 20 || value < 0)
            kzi_log_fail(log, "this is not a yaku");
        else
            kzi_log_add_yaku(log, name, count * value);
    }
}

static void take_hu(struct kzi_log_reader *log, struct kzi_json_value shown) {
    struct kzi_logged_win *win = &log->event.win;
    take_fan(log, kzi_json_get(log, shown, "fan"));
    win->from = KZI_LAST_ACTOR;
    win->total = kzi_json_number(kzi_json_member(shown, "fanCnt"));
    kzi_json_take_payments(log, kzi_json_member(shown, "score"));
}

static void take_huang(struct kzi_log_reader *log, struct kzi_json_value shown) {
    (void)shown;
    kzi_log_begin_draw(log, "HUANG");
}

/* --- games ------------------------------------------------------------------------------------ */

static const struct kzi_json_event types[] = {
    {"INIT", KZI_EVENT_GAME, NULL, note_wind},
    {"DEAL", KZI_EVENT_GAME, NULL, deal},
    {"DRAW", KZI_EVENT_DRAW, "tile", read_left},
    {"PLAY", KZI_EVENT_DISCARD, "tile", read_left},
    {"CHI", KZI_EVENT_CLAIM, "tileCHI", claim_chow},
    {"PENG", KZI_EVENT_CLAIM, NULL, claim_pung},
    {"GANG", KZI_EVENT_KONG, NULL, take_gang},
    {"BUGANG", KZI_EVENT_ADDED_KONG, "tile", read_left},
    {"BUHUA", KZI_EVENT_FLOWER, NULL, NULL},
    {"HU", KZI_EVENT_WIN, NULL, take_hu},
    {"HUANG", KZI_EVENT_NO_WIN, NULL, take_huang},
};
static const struct kzi_json_events events = {"player", kzi_json_add_tiles, KZI_COUNT(types),
                                              types};

static void take_game(struct kzi_log_reader *log, struct kzi_json_value root) {
    struct kzi_json_value entries = kzi_json_member(root, "logs");
    uint8_t wind = 0;
    bool any = false;
    log->own = &wind;
    log->n_players = 0;
    KZI_JSON_EACH(entry, entries) {
        struct kzi_json_value shown = kzi_json_member(kzi_json_member(entry, "output"), "display"),
                              action = kzi_json_member(kzi_json_at(log, shown), "action");
        if (kzi_json_is(shown, KZI_JSON_OBJECT) &&
            !kzi_json_take_event(log, &events, action, shown))
            kzi_json_refuse(log, action, "is not an action of a game");
        any |= shown.token != NULL;
    }
    if (!any)
        kzi_log_fail(log, "the game shows nothing");
}

void kzi_botzone_read(struct kzi_log_reader *log) {
    log->notation = &kzi_notations[KZI_IN_BOTZONE];
    kzi_json_read_documents(log, take_game, true);
}

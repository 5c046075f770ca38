/* Read logs of majiang: an object for each game, in which a round is a list of events.  Players are
 * named by their seat in the round.  See doc/logs.md. */
#include "logs/formats/json_log.h"

bool kzi_majiang_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "log") && kzi_log_has_key(text, len, "qipai");
}

/* --- tiles: a suit, and its numbers after it; 0 is a red five --------------------------------- */

/* Read the tile at *at, in the suit that was written last (*suit).  Return false at a mark, or if
 * it is no tile. */
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

/* Append tiles to the event.  A tile may be followed by marks: _ discarded as drawn, * with riichi,
 * -, = or + claimed. */
static void add_tiles(struct kzi_log_reader *log, struct kzi_json_value value) {
    static const char marks[] = "_*-=+";
    struct kzi_log_event *event = &log->event;
    const char *suit = NULL, *at = kzi_json_is(value, KZI_JSON_STRING) ? value.token->start : "";
    struct kzi_log_tile tile;
    const unsigned before = event->n_tiles;
    kzi_json_at(log, value);
    while (read_tile(&at, &suit, &tile)) {
        kzi_log_add_tile(log, tile);
        for (; strchr(marks, *at); at++) { /* a quote ends the tiles */
            event->riichi |= *at == '*';
            if (strchr(marks, *at) > &marks[1])
                event->claimed = (int8_t)(event->n_tiles - 1);
        }
    }
    if (event->n_tiles == before || at != value.token->end)
        kzi_json_refuse(log, value, "are not tiles");
}

/* --- rounds ----------------------------------------------------------------------------------- */

static void deal_hands(struct kzi_log_reader *log, struct kzi_json_value hands) {
    struct kzi_json_value hand = kzi_json_first(kzi_json_at(log, hands));
    for (unsigned seat = 0; seat < 4; seat++) {
        kzi_log_begin(log, KZI_EVENT_HAND)->player = (uint8_t)((log->counted_from + seat) % 4);
        if (hand.token)
            add_tiles(log, hand);
        else
            kzi_log_fail(log, "there are not four hands");
        kzi_log_give(log);
        hand = kzi_json_after(hands, hand);
    }
}

static void take_qipai(struct kzi_log_reader *log, struct kzi_json_value deal) {
    const unsigned *first_dealer = log->own;
    struct kzi_log_event *event = &log->event;
    event->wind = (uint8_t)kzi_json_required(log, deal, "zhuangfeng", 0, 3);
    event->number = (uint8_t)kzi_json_required(log, deal, "jushu", 0, 3);
    event->counters = (uint32_t)kzi_json_required(log, deal, "changbang", 0, 999);
    event->bets = (uint32_t)kzi_json_required(log, deal, "lizhibang", 0, 999);
    log->counted_from = (*first_dealer + event->number) % 4;
    event->player = (uint8_t)log->counted_from;
    event->n_scores = 4;
    if (!kzi_json_by_player(log, kzi_json_get(log, deal, "defen"), event->scores))
        kzi_log_fail(log, "defen is not a list of four scores");
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DORA);
    add_tiles(log, kzi_json_member(deal, "baopai"));
    kzi_log_give(log);
    deal_hands(log, kzi_json_member(deal, "shoupai"));
}

/* Make a concealed kong, or add the fourth tile to a claimed pung. */
static void make_kong(struct kzi_log_reader *log, struct kzi_json_value turn) {
    struct kzi_log_event *event = &log->event;
    (void)turn;
    if (event->claimed < 0)
        return;
    event->kind = KZI_EVENT_ADDED_KONG;
    event->tiles[0] = event->tiles[event->n_tiles - 1];
    event->n_tiles = 1;
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* Read the yaku.  A limit is written as stars. */
static void take_hupai(struct kzi_log_reader *log, struct kzi_json_value list) {
    KZI_JSON_EACH(item, list) {
        char name[KZI_MAX_WORD];
        struct kzi_json_value worth = kzi_json_member(kzi_json_at(log, item), "fanshu");
        const int64_t value = kzi_json_number(worth);
        if (!kzi_json_copy(kzi_json_member(item, "name"), name, sizeof name) ||
            (value == KZI_NOT_SAID && !kzi_json_is(worth, KZI_JSON_STRING)))
            kzi_log_fail(log, "this is not a yaku");
        else
            kzi_log_add_yaku(log, name, value);
    }
}

static void take_hule(struct kzi_log_reader *log, struct kzi_json_value end) {
    struct kzi_logged_win *win = &log->event.win;
    struct kzi_json_value ura = kzi_json_member(end, "fubaopai");
    win->from = kzi_json_is(kzi_json_member(end, "baojia"), KZI_JSON_NUMBER)
                    ? kzi_json_player(log, end, "baojia")
                    : log->event.player;
    take_hupai(log, kzi_json_member(end, "hupai"));
    KZI_JSON_EACH(item, ura)
        add_tiles(log, item);
    win->fu = kzi_json_number(kzi_json_member(end, "fu"));
    win->total = kzi_json_number(kzi_json_member(end, "fanshu"));
    win->points = kzi_json_number(kzi_json_member(end, "defen"));
    kzi_json_take_payments(log, kzi_json_member(end, "fenpei"));
}

static void take_pingju(struct kzi_log_reader *log, struct kzi_json_value end) {
    char name[KZI_MAX_WORD];
    if (kzi_json_copy(kzi_json_get(log, end, "name"), name, sizeof name))
        kzi_log_begin_draw(log, name);
    else
        kzi_log_fail(log, "the draw has no name");
    kzi_json_take_payments(log, kzi_json_member(end, "fenpei"));
}

/* --- events and games ------------------------------------------------------------------------- */

static const struct kzi_json_event types[] = {
    {"zimo", KZI_EVENT_DRAW, "p", NULL},
    {"dapai", KZI_EVENT_DISCARD, "p", NULL},
    {"fulou", KZI_EVENT_CLAIM, "m", NULL},
    {"gang", KZI_EVENT_OWN_KONG, "m", make_kong},
    {"gangzimo", KZI_EVENT_DRAW, "p", NULL},
    {"kaigang", KZI_EVENT_DORA, "baopai", NULL},
    {"qipai", KZI_EVENT_DEAL, NULL, take_qipai},
    {"hule", KZI_EVENT_WIN, NULL, take_hule},
    {"pingju", KZI_EVENT_NO_WIN, NULL, take_pingju},
};
static const struct kzi_json_events events = {"l", add_tiles, KZI_COUNT(types), types};

/* Read a round.  An event is an object with one key, which is its kind. */
static void take_round(struct kzi_log_reader *log, struct kzi_json_value round) {
    if (!kzi_json_member(kzi_json_first(kzi_json_at(log, round)), "qipai").token)
        kzi_log_fail(log, "the round does not begin with qipai");
    KZI_JSON_EACH(event, round) {
        const struct kzi_json_value key = kzi_json_first_key(kzi_json_at(log, event));
        if (!key.token || !kzi_json_take_event(log, &events, key,
                                               (struct kzi_json_value){key.tokens, key.token + 1}))
            kzi_log_fail(log, "this is not an event");
    }
}

static void take_game(struct kzi_log_reader *log, struct kzi_json_value root) {
    struct kzi_json_value rounds = kzi_json_member(root, "log");
    unsigned first_dealer = 0;
    log->own = &first_dealer;
    if (!kzi_json_first(rounds).token)
        kzi_log_fail(log, "the game has no list of rounds");
    if (kzi_json_member(root, "qijia").token)
        first_dealer = (unsigned)kzi_json_required(log, root, "qijia", 0, 3);
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = 4;
    kzi_log_give(log);
    kzi_json_give_names(log, kzi_json_member(root, "player"), 4);
    KZI_JSON_EACH(round, rounds)
        take_round(log, round);
    struct kzi_log_event *end = kzi_log_begin(log, KZI_EVENT_END);
    end->n_scores = 4;
    if (kzi_json_numbers(kzi_json_member(root, "defen"), end->scores, 4) == 4)
        kzi_log_give(log);
}

void kzi_majiang_read(struct kzi_log_reader *log) {
    kzi_json_read_documents(log, take_game, true);
}

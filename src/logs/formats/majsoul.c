/* Read Mahjong Soul's own records as JSON: messages of the game's protocol.  Each is an object with
 * a name and data; members that are 0, false or empty are left out.  See doc/logs.md. */
#include "logs/formats/json_log.h"

#include <stdio.h>

#define MAX_NUMBER_LEN 12

bool kzi_majsoul_recognizes(const char *text, size_t len) {
    return kzi_log_has_key(text, len, "name") && memmem(text, len, "RecordNewRound\"", 15);
}

/* --- members ---------------------------------------------------------------------------------- */

static int64_t number_in(struct kzi_json_value object, const char *key) {
    const int64_t number = kzi_json_number(kzi_json_member(object, key));
    return number == KZI_NOT_SAID ? 0 : number;
}

static bool is_set(struct kzi_json_value object, const char *key) {
    return kzi_json_equals(kzi_json_member(object, key), "true");
}

/* --- rounds ----------------------------------------------------------------------------------- */

/* Read the head.  The kind of a matched game determines its rules; other tables can have any. */
static void take_head(struct kzi_log_reader *log, unsigned n_players) {
    const struct kzi_json_value *root = log->own, head = kzi_json_member(*root, "head"),
                                meta = kzi_json_member(kzi_json_member(head, "config"), "meta"),
                                accounts = kzi_json_member(head, "accounts");
    char mode[MAX_NUMBER_LEN];
    const int len = snprintf(mode, sizeof mode, "%d", (int)number_in(meta, "mode_id"));
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = (uint8_t)n_players;
    if (strcmp(mode, "0") != 0)
        kzi_log_add_word(log, mode, (size_t)len);
    kzi_log_give(log);
    KZI_JSON_EACH(account, accounts) {
        char name[KZI_PLAYER_NAME] = "";
        const uint8_t player = kzi_json_player(log, account, "seat");
        kzi_json_copy(kzi_json_member(account, "nickname"), name, sizeof name);
        kzi_log_give_name(log, player, name, strlen(name));
    }
}

/* Turn up indicators; records list all that are turned up so far. */
static void turn_dora(struct kzi_log_reader *log, struct kzi_json_value data) {
    struct kzi_json_value doras = kzi_json_get(log, data, "doras");
    kzi_log_begin(log, KZI_EVENT_DORA)->all = true;
    if (!kzi_json_first(doras).token)
        return;
    kzi_json_add_tiles(log, doras);
    kzi_log_give(log);
}

static void take_new_round(struct kzi_log_reader *log, struct kzi_json_value data) {
    static const char *const hands[] = {"tiles0", "tiles1", "tiles2", "tiles3"};
    int64_t scores[KZI_MAX_PLAYERS] = {0};
    const int count = kzi_json_numbers(kzi_json_get(log, data, "scores"), scores, KZI_MAX_PLAYERS);
    if (count < 3)
        kzi_log_fail(log, "this is not a round of three or four players");
    else if (!log->n_players)
        take_head(log, (unsigned)count);
    struct kzi_log_event *deal = kzi_log_begin(log, KZI_EVENT_DEAL);
    deal->n_scores = log->n_players;
    memcpy(deal->scores, scores, sizeof scores);
    deal->player = deal->number = kzi_json_player(log, data, "ju");
    deal->wind = (uint8_t)kzi_json_required(log, data, "chang", 0, 3);
    deal->counters = (uint32_t)kzi_json_required(log, data, "ben", 0, 999);
    deal->bets = (uint32_t)kzi_json_required(log, data, "liqibang", 0, 999);
    kzi_log_give(log);
    turn_dora(log, data);
    for (uint8_t i = 0; i < log->n_players; i++) {
        kzi_log_begin(log, KZI_EVENT_HAND)->player = i;
        kzi_json_add_tiles(log, kzi_json_get(log, data, hands[i]));
        kzi_log_give(log);
    }
}

/* --- turns ------------------------------------------------------------------------------------ */

static void declare_riichi(struct kzi_log_reader *log, struct kzi_json_value data) {
    log->event.riichi = is_set(data, "is_liqi") || is_set(data, "is_wliqi");
}

/* Claim a tile, which is the last of the meld. */
static void claim_tile(struct kzi_log_reader *log, struct kzi_json_value data) {
    (void)data;
    log->event.claimed = (int8_t)(log->event.n_tiles - 1);
}

static void make_kong(struct kzi_log_reader *log, struct kzi_json_value data) {
    if (number_in(data, "type") != 3)
        log->event.kind = KZI_EVENT_ADDED_KONG;
}

static void take_babei(struct kzi_log_reader *log, struct kzi_json_value data) {
    (void)data;
    kzi_log_add_tile(log, (struct kzi_log_tile){KZI_HONOR + 3, false});
}

/* --- the end of a round ----------------------------------------------------------------------- */

/* Read fans, the numbers and values of yaku.  If `limit`, a value is a number of limits. */
static void take_fans(struct kzi_log_reader *log, struct kzi_json_value win, bool limit) {
    struct kzi_json_value fans = kzi_json_member(win, "fans");
    KZI_JSON_EACH(fan, fans) {
        char name[MAX_NUMBER_LEN];
        snprintf(name, sizeof name, "%d", (int)number_in(fan, "id"));
        kzi_log_add_yaku(log, name, limit ? KZI_NOT_SAID : number_in(fan, "val"));
    }
}

static void take_hule(struct kzi_log_reader *log, struct kzi_json_value win) {
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_WIN);
    struct kzi_logged_win *logged = &event->win;
    struct kzi_json_value ura = kzi_json_member(win, "li_doras");
    const bool limit = is_set(win, "yiman"), own = is_set(win, "zimo");
    event->player = kzi_json_player(log, win, "seat");
    logged->from = own ? event->player : KZI_LAST_ACTOR;
    if (!limit) {
        logged->total = number_in(win, "count");
        logged->fu = number_in(win, "fu");
    }
    if (!own)
        logged->points = number_in(win, "point_rong");
    take_fans(log, win, limit);
    if (ura.token)
        kzi_json_add_tiles(log, ura);
}

/* Read wins.  The payments of several wins are only given as a sum. */
static void take_wins(struct kzi_log_reader *log, struct kzi_json_value data) {
    struct kzi_json_value wins = kzi_json_get(log, data, "hules");
    const bool alone = !kzi_json_after(wins, kzi_json_first(wins)).token;
    log->given = true;
    KZI_JSON_EACH(win, wins) {
        take_hule(log, win);
        if (alone)
            kzi_json_take_payments(log, kzi_json_get(log, data, "delta_scores"));
        kzi_log_give(log);
    }
}

/* Read a draw, for which several players may be paid for their discards. */
static void draw_round(struct kzi_log_reader *log, struct kzi_json_value data, const char *kind) {
    struct kzi_logged_win *logged = kzi_log_begin_draw(log, kind);
    struct kzi_json_value list = kzi_json_get(log, data, "scores");
    logged->has_payments = true;
    KZI_JSON_EACH(item, list) {
        int64_t change[KZI_MAX_PLAYERS] = {0};
        kzi_json_numbers(kzi_json_member(item, "delta_scores"), change, KZI_MAX_PLAYERS);
        for (unsigned i = 0; i < log->n_players; i++)
            logged->payments[i] += change[i];
    }
}

static void exhaust_wall(struct kzi_log_reader *log, struct kzi_json_value data) {
    draw_round(log, data, "RecordNoTile");
}

static void abort_round(struct kzi_log_reader *log, struct kzi_json_value data) {
    draw_round(log, data, "RecordLiuJu");
}

/* --- games ------------------------------------------------------------------------------------ */

static const struct kzi_json_event types[] = {
    {"RecordNewRound", KZI_EVENT_DEAL, NULL, take_new_round},
    {"RecordDealTile", KZI_EVENT_DRAW, "tile", NULL},
    {"RecordDiscardTile", KZI_EVENT_DISCARD, "tile", declare_riichi},
    {"RecordChiPengGang", KZI_EVENT_CLAIM, "tiles", claim_tile},
    {"RecordAnGangAddGang", KZI_EVENT_OWN_KONG, "tiles", make_kong},
    {"RecordBaBei", KZI_EVENT_ASIDE, NULL, take_babei},
    {"RecordHule", KZI_EVENT_WIN, NULL, take_wins},
    {"RecordNoTile", KZI_EVENT_NO_WIN, NULL, exhaust_wall},
    {"RecordLiuJu", KZI_EVENT_NO_WIN, NULL, abort_round},
};
static const struct kzi_json_events events = {"seat", kzi_json_add_tiles, KZI_COUNT(types), types};

/* Read an object if it is a record; ignore all others. */
static void take_record(struct kzi_log_reader *log, struct kzi_json_value object) {
    static const char package[] = ".lq.";
    const struct kzi_json_value data = kzi_json_member(object, "data");
    struct kzi_json_value name = kzi_json_member(object, "name");
    if (!kzi_json_len(name) || !kzi_json_is(data, KZI_JSON_OBJECT))
        return;
    struct kzi_json_token word = *name.token;
    if (!strncmp(word.start, package, sizeof package - 1))
        word.start += sizeof package - 1;
    if (strncmp(word.start, "Record", 6) != 0)
        return;
    name.token = &word;
    kzi_json_at(log, object);
    if (log->n_players && !kzi_json_equals(name, "RecordNewRound"))
        turn_dora(log, data);
    if (!kzi_json_take_event(log, &events, name, data))
        kzi_json_refuse(log, name, "is not a record of riichi");
}

/* Read the scores at the end, by seat. */
static void take_result(struct kzi_log_reader *log, struct kzi_json_value root) {
    struct kzi_json_value head = kzi_json_member(root, "head"),
                          players = kzi_json_member(kzi_json_member(head, "result"), "players");
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_END);
    unsigned count = 0;
    KZI_JSON_EACH(player, players) {
        event->scores[kzi_json_player(log, player, "seat")] = number_in(player, "part_point_1");
        count++;
    }
    event->n_scores = count == log->n_players ? count : 0;
    kzi_log_give(log);
}

/* Search all objects for records, because programs put them at different places. */
static void take_records(struct kzi_log_reader *log, struct kzi_json_value root) {
    log->own = &root;
    log->n_players = 0;
    for (uint32_t i = 0; i < root.token->after; i++) {
        const struct kzi_json_value value = {root.tokens, &root.tokens[i]};
        if (kzi_json_is(value, KZI_JSON_OBJECT))
            take_record(log, value);
    }
    if (log->n_players)
        take_result(log, root);
    else
        kzi_log_fail(log, "the game has no records that are decoded");
}

void kzi_majsoul_read(struct kzi_log_reader *log) {
    log->notation = &kzi_notations[KZI_IN_MJAI];
    log->omits_zero = true;
    kzi_json_read_documents(log, take_records, true);
}

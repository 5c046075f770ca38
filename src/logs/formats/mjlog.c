/* Read the logs of Tenhou (mjlog): one XML element for each event.  A tile is a number from 0 to
 * 135, four of each kind in sequence; the first five of a suit is red.  See doc/logs.md. */
#include "logs/reader.h"

#include <expat.h>
#include <stdio.h>
#include <string.h>

#define MAX_TILE       135
#define MAX_DEPTH      32
#define MAX_NUMBER_LEN 12
#define MAX_LIST       64 /* numbers in a list; the longest real list has 16 */

struct mjlog_ctx {
    XML_Parser parser;
    const char **attributes; /* of the current element: names and values */
    unsigned depth;
    bool red_fives, ranked;
};

bool kzi_mjlog_recognizes(const char *text, size_t len) {
    static const char start[] = "mjloggm"; /* or a document type, which is refused later */
    return memchr("< \t\r\n", *text, 5) &&
           memmem(text, len < 1024 ? len : 1024, start, sizeof start - 1);
}

/* --- attributes ------------------------------------------------------------------------------ */

static const char *find_attribute(struct kzi_log_reader *log, const char *name) {
    const struct mjlog_ctx *ctx = log->own;
    for (const char **at = ctx->attributes; *at; at += 2)
        if (!strcmp(at[0], name))
            return at[1];
    return NULL;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Read a number before a comma or the end, as a multiple of 1/unit: with unit 10, 1.5 is 15.
 * Return NULL if there is none. */
static const char *read_decimal(const char *text, int64_t unit, int64_t *number) {
    bool minus = *text == '-';
    const char *at = text += minus || *text == '+';
    for (*number = 0; is_digit(*at) && at - text < 9; at++)
        *number = *number * 10 + (*at - '0');
    if (at == text)
        return NULL;
    *number *= unit;
    if (*at == '.')
        while (is_digit(*++at))
            *number += (*at - '0') * (unit /= 10);
    if (minus)
        *number = -*number;
    return *at == ',' || !*at ? at : NULL;
}

/* Read the numbers of a list.  Return how many there are, or -1 if it is no list; a missing
 * attribute is an empty list. */
static int read_numbers(const char *text, int64_t unit, int64_t list[MAX_LIST]) {
    int count = 0;
    while (text && *text) {
        if (count == MAX_LIST || !(text = read_decimal(text, unit, &list[count++])))
            return -1;
        text += *text == ',';
    }
    return count;
}

/* Read a list of at least `min` numbers; after an error, zeros. */
static void take_list(struct kzi_log_reader *log, const char *name, int min,
                      int64_t list[MAX_LIST]) {
    memset(list, 0, MAX_LIST * sizeof *list);
    if (read_numbers(find_attribute(log, name), 1, list) < min)
        kzi_log_fail(log, "%s is not a list of %d numbers", name, min);
}

static int64_t take_number(struct kzi_log_reader *log, const char *name) {
    int64_t list[MAX_LIST];
    take_list(log, name, 1, list);
    return list[0];
}

static uint8_t take_player(struct kzi_log_reader *log, const char *name) {
    const char *text = find_attribute(log, name);
    if (text && text[0] >= '0' && text[0] <= '3' && !text[1])
        return (uint8_t)(*text - '0');
    kzi_log_fail(log, "%s is not a player", name);
    return 0;
}

/* Begin an event of the player that the element names. */
static struct kzi_log_event *begin_event(struct kzi_log_reader *log, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = kzi_log_begin(log, kind);
    event->player = take_player(log, "who");
    return event;
}

static void add_numbered_tile(struct kzi_log_reader *log, int64_t number) {
    const struct mjlog_ctx *ctx = log->own;
    const bool five = number < 4 * KZI_HONOR && number / 4 % 9 == 4;
    if (number < 0 || number > MAX_TILE)
        kzi_log_fail(log, "%lld is not a tile", (long long)number);
    else
        kzi_log_add_tile(log, (struct kzi_log_tile){(uint8_t)(number / 4),
                                                    ctx->red_fives && five && number % 4 == 0});
}

/* --- the game and its rounds ----------------------------------------------------------------- */

#define NO_RED_FIVES  2
#define THREE_PLAYERS 16

static void take_go(struct kzi_log_reader *log) {
    struct mjlog_ctx *ctx = log->own;
    const char *lobby = find_attribute(log, "lobby");
    const int64_t type = take_number(log, "type");
    if (log->n_players)
        kzi_log_fail(log, "a second game begins");
    if (type < 0 || type >> KZI_MAX_RULE_WORDS)
        kzi_log_fail(log, "type is not that of a game");
    kzi_log_begin(log, KZI_EVENT_GAME)->n_players = type & THREE_PLAYERS ? 3 : 4;
    ctx->red_fives = !(type & NO_RED_FIVES);
    ctx->ranked = lobby && !strcmp(lobby, "0");
    for (unsigned bit = 0; bit < KZI_MAX_RULE_WORDS; bit++) {
        char word[MAX_NUMBER_LEN];
        const int len = snprintf(word, sizeof word, "%u", 1U << bit);
        if (type >> bit & 1)
            kzi_log_add_word(log, word, (size_t)len);
    }
    kzi_log_give(log);
}

/* Decode %41 and the like.  Return the length. */
static size_t decode(const char *text, char *name, size_t size) {
    static const char digits[] = "0123456789ABCDEF";
    size_t len = 0;
    while (*text && len < size) {
        const char *high = *text == '%' && text[1] ? strchr(digits, text[1]) : NULL,
                   *low = high && text[2] ? strchr(digits, text[2]) : NULL;
        name[len++] = low ? (char)((high - digits) * 16 + (low - digits)) : *text;
        text += low ? 3 : 1;
    }
    return len;
}

/* Read names.  A player who returns to the game is named again. */
static void take_names(struct kzi_log_reader *log) {
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    for (unsigned i = 0; i < log->n_players; i++) {
        const char *text = find_attribute(log, names[i]);
        char name[KZI_PLAYER_NAME];
        if (text)
            kzi_log_give_name(log, i, name, decode(text, name, sizeof name));
    }
}

static void take_init(struct kzi_log_reader *log) {
    static const char *const hands[] = {"hai0", "hai1", "hai2", "hai3"};
    int64_t seed[MAX_LIST], list[MAX_LIST];
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_DEAL);
    take_list(log, "seed", 6, seed);
    take_list(log, "ten", (int)log->n_players, list);
    event->player = take_player(log, "oya");
    if (seed[0] < 0 || seed[0] > 15 || seed[1] < 0 || seed[2] < 0)
        kzi_log_fail(log, "seed is not that of a round");
    event->wind = (uint8_t)(seed[0] / 4);
    event->number = (uint8_t)(seed[0] % 4);
    event->counters = (uint32_t)seed[1];
    event->bets = (uint32_t)seed[2];
    for (unsigned i = 0; i < KZI_MAX_PLAYERS; i++)
        event->scores[i] = 100 * list[i];
    event->n_scores = KZI_MAX_PLAYERS;
    kzi_log_give(log);
    kzi_log_begin(log, KZI_EVENT_DORA);
    add_numbered_tile(log, seed[5]);
    kzi_log_give(log);
    for (uint8_t i = 0; i < log->n_players; i++) {
        kzi_log_begin(log, KZI_EVENT_HAND)->player = i;
        take_list(log, hands[i], 13, list);
        for (unsigned k = 0; k < 13; k++)
            add_numbered_tile(log, list[k]);
        kzi_log_give(log);
    }
}

/* --- turns ----------------------------------------------------------------------------------- */

/* Give an event with one tile, which the log writes as a number after a letter for the player. */
static void take_turn(struct kzi_log_reader *log, enum kzi_log_event_kind kind, unsigned player,
                      const char *text) {
    int64_t number = -1;
    const char *end = read_decimal(text, 1, &number);
    kzi_log_begin(log, kind)->player = (uint8_t)player;
    if (!end || *end)
        kzi_log_fail(log, "%.20s is not a tile", text);
    add_numbered_tile(log, number);
    kzi_log_give(log);
}

static void turn_dora(struct kzi_log_reader *log) {
    const char *text = find_attribute(log, "hai");
    take_turn(log, KZI_EVENT_DORA, 0, text ? text : "");
}

static void take_riichi(struct kzi_log_reader *log) {
    begin_event(log, take_number(log, "step") == 1 ? KZI_EVENT_RIICHI : KZI_EVENT_BET);
    kzi_log_give(log);
}

/* --- melds: 16 bits each --------------------------------------------------------------------- */

/* Read a chow.  The bits are: the lowest tile as one of seven in each suit, times three, plus the
 * index of the claimed tile; then two bits for the copy of each tile. */
static void read_chow(struct kzi_log_reader *log, unsigned bits) {
    const unsigned low = (bits >> 10) / 3, kind = low / 7 * 9 + low % 7;
    for (unsigned i = 0; i < 3; i++)
        add_numbered_tile(log, 4 * (kind + i) + (bits >> (3 + 2 * i) & 3));
    log->event.claimed = (int8_t)((bits >> 10) % 3);
}

/* Read a pung.  The bits are: the kind times three, plus the index of the claimed tile; then two
 * bits for the copy that is not in the pung. */
static void read_pung(struct kzi_log_reader *log, unsigned bits) {
    for (unsigned copy = 0; copy < 4; copy++)
        if (copy != (bits >> 5 & 3))
            add_numbered_tile(log, 4 * ((bits >> 9) / 3) + copy);
    log->event.claimed = (int8_t)((bits >> 9) % 3);
}

static void read_added_kong(struct kzi_log_reader *log, unsigned bits) {
    log->event.kind = KZI_EVENT_ADDED_KONG;
    add_numbered_tile(log, 4 * ((bits >> 9) / 3) + (bits >> 5 & 3));
}

/* Read a kong.  The bits are: the claimed tile, or any tile of a concealed kong; then two bits for
 * the player it is from. */
static void read_kong(struct kzi_log_reader *log, unsigned bits) {
    const unsigned tile = bits >> 8;
    if (!(bits & 3))
        log->event.kind = KZI_EVENT_OWN_KONG;
    for (unsigned copy = 0; copy < 4; copy++)
        add_numbered_tile(log, tile / 4 * 4 + copy);
    log->event.claimed = (int8_t)(tile % 4);
}

static void lay_aside(struct kzi_log_reader *log, unsigned bits) {
    log->event.kind = KZI_EVENT_ASIDE;
    add_numbered_tile(log, bits >> 8);
}

static void read_meld(struct kzi_log_reader *log) {
    const int64_t number = take_number(log, "m");
    const unsigned bits = (unsigned)number & 0xFFFF;
    begin_event(log, KZI_EVENT_CLAIM);
    if (number != bits)
        kzi_log_fail(log, "%lld is not a meld", (long long)number);
    void (*read)(struct kzi_log_reader *, unsigned) = bits & 4    ? read_chow
                                                      : bits & 8  ? read_pung
                                                      : bits & 16 ? read_added_kong
                                                      : bits & 32 ? lay_aside
                                                                  : read_kong;
    read(log, bits);
    kzi_log_give(log);
}

/* --- the end of a round ---------------------------------------------------------------------- */

static void take_payments(struct kzi_log_reader *log, struct kzi_logged_win *win) {
    int64_t list[MAX_LIST];
    win->has_payments = find_attribute(log, "sc") != NULL;
    if (win->has_payments)
        take_list(log, "sc", 2 * (int)log->n_players, list);
    for (unsigned i = 0; i < log->n_players && win->has_payments; i++)
        win->payments[i] = 100 * list[2 * i + 1];
}

static void add_numbered_yaku(struct kzi_log_reader *log, int64_t number, int64_t value) {
    char name[MAX_NUMBER_LEN];
    snprintf(name, sizeof name, "%d", (int)number);
    kzi_log_add_yaku(log, name, value);
}

/* Read the yaku: `yaku` has pairs of number and value, `yakuman` only numbers; then there is no
 * total, and the fu mean nothing. */
static void take_yaku(struct kzi_log_reader *log, struct kzi_logged_win *win) {
    int64_t list[MAX_LIST];
    int count = read_numbers(find_attribute(log, "yaku"), 1, list);
    for (int i = 0; i + 1 < count; i += 2)
        add_numbered_yaku(log, list[i], list[i + 1]);
    count = read_numbers(find_attribute(log, "yakuman"), 1, list);
    for (int i = 0; i < count; i++)
        add_numbered_yaku(log, list[i], KZI_NOT_SAID);
    kzi_log_sum_yaku(log);
    if (win->total == KZI_NOT_SAID)
        win->fu = KZI_NOT_SAID;
}

/* Read owari: the scores at the end in hundreds, each followed by the placement's points in
 * thousands.  In the tables of a club (lobby) these can be any number; since 2022 they have a
 * decimal and are not rounded. owari may be empty. */
static void take_end(struct kzi_log_reader *log) {
    const struct mjlog_ctx *ctx = log->own;
    int64_t list[MAX_LIST];
    const int count = read_numbers(find_attribute(log, "owari"), 1000, list);
    if (!count)
        return;
    if (count < 2 * (int)log->n_players) {
        kzi_log_fail(log, "owari is not a list of %u numbers", 2 * log->n_players);
        return;
    }
    struct kzi_log_event *event = kzi_log_begin(log, KZI_EVENT_END);
    event->n_scores = log->n_players;
    event->has_points = ctx->ranked;
    for (unsigned i = 0; i < log->n_players; i++) {
        event->scores[i] = list[2 * i] / 10;
        event->points[i] = list[2 * i + 1];
    }
    kzi_log_give(log);
}

static void take_agari(struct kzi_log_reader *log) {
    int64_t list[MAX_LIST];
    struct kzi_log_event *event = begin_event(log, KZI_EVENT_WIN);
    event->win.from = take_player(log, "fromWho");
    take_list(log, "ten", 2, list);
    event->win.fu = list[0];
    event->win.points = list[1];
    take_yaku(log, &event->win);
    const int count = read_numbers(find_attribute(log, "doraHaiUra"), 1, list);
    for (int i = 0; i < count; i++)
        add_numbered_tile(log, list[i]);
    if (count < 0)
        kzi_log_fail(log, "doraHaiUra is not a list of tiles");
    take_payments(log, &event->win);
    kzi_log_give(log);
    take_end(log);
}

static void take_ryuukyoku(struct kzi_log_reader *log) {
    const char *type = find_attribute(log, "type");
    take_payments(log, kzi_log_begin_draw(log, type ? type : "exhaustive"));
    kzi_log_give(log);
    take_end(log);
}

/* --- elements -------------------------------------------------------------------------------- */

static void take_element(struct kzi_log_reader *log, const char *name) {
    static const struct {
        const char *name;
        void (*take)(struct kzi_log_reader *log);
    } takers[] = {{"GO", take_go},
                  {"INIT", take_init},
                  {"N", read_meld},
                  {"REACH", take_riichi},
                  {"DORA", turn_dora},
                  {"AGARI", take_agari},
                  {"RYUUKYOKU", take_ryuukyoku},
                  {"UN", take_names}};
    unsigned i = 0;
    while (i < KZI_COUNT(takers) && strcmp(name, takers[i].name) != 0)
        i++;
    if (i == KZI_COUNT(takers))
        return;
    if (i && !log->n_players)
        kzi_log_fail(log, "%s comes before GO", name);
    takers[i].take(log);
}

/* Set the place of the current element, or of the error.  There is none if memory ran out before
 * the parser began. */
static void fill_place(struct kzi_log_reader *log) {
    const struct mjlog_ctx *ctx = log->own;
    const XML_Index at = XML_GetCurrentByteIndex(ctx->parser);
    log->at = at < 0 ? NULL : log->text->at + at;
}

/* Begin an element.  T to W and D to G are a draw and a discard of players 0 to 3; other elements,
 * such as those for names and connections, are not events of the table. */
static void XMLCALL begin_element(void *context, const char *name, const char **attributes) {
    struct kzi_log_reader *log = context;
    struct mjlog_ctx *ctx = log->own;
    const bool turn = name[1] >= '0' && name[1] <= '9';
    fill_place(log);
    ctx->attributes = attributes;
    if (++ctx->depth > MAX_DEPTH)
        kzi_log_fail(log, "elements are nested deeper than %d", MAX_DEPTH);
    else if (ctx->depth == 1 && strcmp(name, "mjloggm") != 0)
        kzi_log_fail(log, "the first element is not mjloggm");
    else if (turn && *name >= 'T' && *name <= 'W')
        take_turn(log, KZI_EVENT_DRAW, (unsigned)(*name - 'T'), name + 1);
    else if (turn && *name >= 'D' && *name <= 'G')
        take_turn(log, KZI_EVENT_DISCARD, (unsigned)(*name - 'D'), name + 1);
    else
        take_element(log, name);
    if (!kzi_log_goes_on(log))
        XML_StopParser(ctx->parser, XML_FALSE);
}

static void XMLCALL end_element(void *context, const char *name) {
    struct kzi_log_reader *log = context;
    struct mjlog_ctx *ctx = log->own;
    (void)name;
    ctx->depth--;
}

/* Refuse a document type, and with it entities. */
static void XMLCALL begin_doctype(void *context, const char *name, const char *system,
                                  const char *public, int internal) {
    struct kzi_log_reader *log = context;
    const struct mjlog_ctx *ctx = log->own;
    (void)name, (void)system, (void)public, (void)internal;
    fill_place(log);
    kzi_log_fail(log, "a log has no document type");
    XML_StopParser(ctx->parser, XML_FALSE);
}

/* Parse the log.  A log that is not complete is not parsed to its end. */
static void parse(struct kzi_log_reader *log, XML_Parser parser) {
    XML_SetUserData(parser, log);
    XML_SetElementHandler(parser, begin_element, end_element);
    XML_SetStartDoctypeDeclHandler(parser, begin_doctype);
    if (XML_Parse(parser, log->text->at, (int)log->text->len, !*log->problem) == XML_STATUS_OK)
        return;
    const enum XML_Error error = XML_GetErrorCode(parser);
    fill_place(log);
    if (error == XML_ERROR_NO_MEMORY)
        kzi_log_no_memory(log);
    kzi_log_fail(log, "the XML is broken: %s", XML_ErrorString(error));
}

void kzi_mjlog_read(struct kzi_log_reader *log) {
    struct mjlog_ctx ctx = {.parser = XML_ParserCreate(NULL)};
    log->own = &ctx;
    if (ctx.parser)
        parse(log, ctx.parser);
    else
        kzi_log_no_memory(log);
    XML_ParserFree(ctx.parser);
    kzi_log_end(log);
}

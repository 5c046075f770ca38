/* The logs of Tenhou (mjlog): one XML element for each event.  A tile is a number from 0 to 135,
 * four of each kind in a row, and the first of the fives of a suit is red.  See doc/logs.md. */
#include "logs/reader.h"

#include <expat.h>
#include <string.h>

#define MOST_TILE  135
#define MOST_DEPTH 32
#define MOST_LIST  64 /* numbers in a list; the longest real one has 16 */

struct mjlog_ctx {
    struct kzi_log_reader *log;
    XML_Parser parser;
    const char **attributes; /* of the element at hand: names and values */
    unsigned depth;
    unsigned n_players; /* 0: not known yet */
    bool red_fives, ranked;
    char number[KZI_MAX_RULE_WORDS][8]; /* bits of the type, as words */
};

bool kzi_mjlog_recognizes(const char *text, size_t len) {
    static const char start[] = "mjloggm"; /* also of a document type, which is refused later */
    return len && memchr("< \t\r\n", *text, 5) &&
           memmem(text, len < 1024 ? len : 1024, start, sizeof start - 1);
}

/* --- attributes ------------------------------------------------------------------------------ */

static const char *attribute(const struct mjlog_ctx *ctx, const char *name) {
    for (const char **at = ctx->attributes; *at; at += 2)
        if (!strcmp(at[0], name))
            return at[1];
    return NULL;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/* Read a number in front of a comma or the end, in units of which one is `unit`: 1.5 is 15 tenths.
 * Return NULL if there is none. */
static const char *read_number(const char *text, int64_t unit, int64_t *number) {
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

/* Read the numbers of a list.  Return how many, or -1 if it is none; no attribute is an empty list.
 */
static int read_list(const char *text, int64_t unit, int64_t list[MOST_LIST]) {
    int count = 0;
    while (text && *text) {
        if (count == MOST_LIST || !(text = read_number(text, unit, &list[count++])))
            return -1;
        text += *text == ',';
    }
    return count;
}

/* Read a list of a given length at least; zeros after a fault. */
static void take_list(const struct mjlog_ctx *ctx, const char *name, int least,
                      int64_t list[MOST_LIST]) {
    memset(list, 0, MOST_LIST * sizeof *list);
    if (read_list(attribute(ctx, name), 1, list) < least)
        kzi_log_fail(ctx->log, "%s is not a list of %d numbers", name, least);
}

static int64_t take_number(const struct mjlog_ctx *ctx, const char *name) {
    int64_t list[MOST_LIST];
    take_list(ctx, name, 1, list);
    return list[0];
}

static uint8_t take_player(const struct mjlog_ctx *ctx, const char *name) {
    const char *text = attribute(ctx, name);
    if (text && text[0] >= '0' && text[0] <= '3' && !text[1])
        return (uint8_t)(*text - '0');
    kzi_log_fail(ctx->log, "%s is not a player", name);
    return 0;
}

/* Begin an event of the player whom the element names. */
static struct kzi_log_event *begin(const struct mjlog_ctx *ctx, enum kzi_log_event_kind kind) {
    struct kzi_log_event *event = kzi_log_begin(ctx->log, kind);
    event->player = take_player(ctx, "who");
    return event;
}

static void add_tile(const struct mjlog_ctx *ctx, int64_t number) {
    const bool five = number < 4 * KZI_HONOR && number / 4 % 9 == 4;
    if (number < 0 || number > MOST_TILE)
        kzi_log_fail(ctx->log, "%lld is not a tile", (long long)number);
    else
        kzi_log_add_tile(ctx->log,
                         (struct kzi_log_tile){(uint8_t)(number / 4),
                                               ctx->red_fives && five && number % 4 == 0});
}

/* --- the game and its rounds ----------------------------------------------------------------- */

#define NO_RED_FIVES  2
#define THREE_PLAYERS 16

static void begin_game(struct mjlog_ctx *ctx) {
    const char *lobby = attribute(ctx, "lobby");
    const int64_t type = take_number(ctx, "type");
    if (ctx->n_players)
        kzi_log_fail(ctx->log, "a second game begins");
    if (type < 0 || type >> KZI_COUNT(ctx->number))
        kzi_log_fail(ctx->log, "type is not that of a game");
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_GAME);
    ctx->n_players = type & THREE_PLAYERS ? 3 : 4;
    ctx->red_fives = !(type & NO_RED_FIVES);
    ctx->ranked = lobby && !strcmp(lobby, "0");
    event->n_players = (uint8_t)ctx->n_players;
    for (unsigned bit = 0; bit < KZI_COUNT(ctx->number); bit++) {
        struct kzi_text text = kzi_text_fixed(ctx->number[bit], sizeof *ctx->number);
        kzi_text_int(&text, 1LL << bit);
        kzi_text_end(&text);
        if (type >> bit & 1)
            event->words[event->n_words++] = ctx->number[bit];
    }
    kzi_log_give(ctx->log);
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

/* Whoever comes back to the game is named again. */
static void take_names(struct mjlog_ctx *ctx) {
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    for (unsigned i = 0; i < ctx->n_players; i++) {
        const char *text = attribute(ctx, names[i]);
        char name[KZI_PLAYER_NAME];
        if (text)
            kzi_log_give_name(ctx->log, i, name, decode(text, name, sizeof name));
    }
}

static void begin_round(struct mjlog_ctx *ctx) {
    static const char *const hands[] = {"hai0", "hai1", "hai2", "hai3"};
    int64_t seed[MOST_LIST], list[MOST_LIST];
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_DEAL);
    take_list(ctx, "seed", 6, seed);
    take_list(ctx, "ten", (int)ctx->n_players, list);
    event->player = take_player(ctx, "oya");
    if (seed[0] < 0 || seed[0] > 15 || seed[1] < 0 || seed[2] < 0)
        kzi_log_fail(ctx->log, "seed is not that of a round");
    event->wind = (uint8_t)(seed[0] / 4);
    event->number = (uint8_t)(seed[0] % 4);
    event->counters = (uint32_t)seed[1];
    event->bets = (uint32_t)seed[2];
    for (unsigned i = 0; i < KZI_MAX_PLAYERS; i++)
        event->scores[i] = 100 * list[i];
    event->n_scores = KZI_MAX_PLAYERS;
    kzi_log_give(ctx->log);
    kzi_log_begin(ctx->log, KZI_EVENT_DORA);
    add_tile(ctx, seed[5]);
    kzi_log_give(ctx->log);
    for (uint8_t i = 0; i < ctx->n_players; i++) {
        kzi_log_begin(ctx->log, KZI_EVENT_HAND)->player = i;
        take_list(ctx, hands[i], 13, list);
        for (unsigned k = 0; k < 13; k++)
            add_tile(ctx, list[k]);
        kzi_log_give(ctx->log);
    }
}

/* --- turns ----------------------------------------------------------------------------------- */

/* An event of one tile, which the log writes as a number after a letter for the player. */
static void take_turn(const struct mjlog_ctx *ctx, enum kzi_log_event_kind kind, unsigned player,
                      const char *text) {
    int64_t number = -1;
    const char *end = read_number(text, 1, &number);
    kzi_log_begin(ctx->log, kind)->player = (uint8_t)player;
    if (!end || *end)
        kzi_log_fail(ctx->log, "%.20s is not a tile", text);
    add_tile(ctx, number);
    kzi_log_give(ctx->log);
}

static void turn_dora(struct mjlog_ctx *ctx) {
    const char *text = attribute(ctx, "hai");
    take_turn(ctx, KZI_EVENT_DORA, 0, text ? text : "");
}

static void take_riichi(struct mjlog_ctx *ctx) {
    begin(ctx, take_number(ctx, "step") == 1 ? KZI_EVENT_RIICHI : KZI_EVENT_BET);
    kzi_log_give(ctx->log);
}

/* --- melds: 16 bits each --------------------------------------------------------------------- */

/* The lowest tile as one of seven in each suit, times three, and which is claimed; two bits say
 * which of its four copies each tile is. */
static void read_chow(const struct mjlog_ctx *ctx, unsigned bits) {
    const unsigned low = (bits >> 10) / 3, kind = low / 7 * 9 + low % 7;
    for (unsigned i = 0; i < 3; i++)
        add_tile(ctx, 4 * (kind + i) + (bits >> (3 + 2 * i) & 3));
    ctx->log->event.claimed = (int8_t)((bits >> 10) % 3);
}

/* The kind times three, and which is claimed; two bits say which copy is not in the pung. */
static void read_pung(const struct mjlog_ctx *ctx, unsigned bits) {
    for (unsigned copy = 0; copy < 4; copy++)
        if (copy != (bits >> 5 & 3))
            add_tile(ctx, 4 * ((bits >> 9) / 3) + copy);
    ctx->log->event.claimed = (int8_t)((bits >> 9) % 3);
}

static void read_added_kong(const struct mjlog_ctx *ctx, unsigned bits) {
    ctx->log->event.kind = KZI_EVENT_ADDED_KONG;
    add_tile(ctx, 4 * ((bits >> 9) / 3) + (bits >> 5 & 3));
}

/* The claimed tile, or any one of a concealed kong; two bits say from whom. */
static void read_kong(const struct mjlog_ctx *ctx, unsigned bits) {
    const unsigned tile = bits >> 8;
    if (!(bits & 3))
        ctx->log->event.kind = KZI_EVENT_OWN_KONG;
    for (unsigned copy = 0; copy < 4; copy++)
        add_tile(ctx, tile / 4 * 4 + copy);
    ctx->log->event.claimed = (int8_t)(tile % 4);
}

static void lay_aside(const struct mjlog_ctx *ctx, unsigned bits) {
    ctx->log->event.kind = KZI_EVENT_ASIDE;
    add_tile(ctx, bits >> 8);
}

static void read_meld(struct mjlog_ctx *ctx) {
    const int64_t number = take_number(ctx, "m");
    const unsigned bits = (unsigned)number & 0xFFFF;
    begin(ctx, KZI_EVENT_CLAIM);
    if (number != bits)
        kzi_log_fail(ctx->log, "%lld is not a meld", (long long)number);
    void (*read)(const struct mjlog_ctx *, unsigned) = bits & 4    ? read_chow
                                                       : bits & 8  ? read_pung
                                                       : bits & 16 ? read_added_kong
                                                       : bits & 32 ? lay_aside
                                                                   : read_kong;
    read(ctx, bits);
    kzi_log_give(ctx->log);
}

/* --- the end of a round ---------------------------------------------------------------------- */

static void take_payments(const struct mjlog_ctx *ctx, struct kzi_logged_win *win) {
    int64_t list[MOST_LIST];
    win->has_payments = attribute(ctx, "sc") != NULL;
    if (win->has_payments)
        take_list(ctx, "sc", 2 * (int)ctx->n_players, list);
    for (unsigned i = 0; i < ctx->n_players && win->has_payments; i++)
        win->payments[i] = 100 * list[2 * i + 1];
}

static void add_yaku(const struct mjlog_ctx *ctx, int64_t number, int64_t value) {
    char name[24];
    struct kzi_text text = kzi_text_fixed(name, sizeof name);
    kzi_text_int(&text, number);
    kzi_text_end(&text);
    kzi_log_add_yaku(ctx->log, name, value);
}

/* yaku: pairs of number and value.  yakuman: numbers; then no total is said, and fu mean nothing.
 */
static void take_yaku(const struct mjlog_ctx *ctx, struct kzi_logged_win *win) {
    int64_t list[MOST_LIST];
    int count = read_list(attribute(ctx, "yaku"), 1, list);
    for (int i = 0; i + 1 < count; i += 2)
        add_yaku(ctx, list[i], list[i + 1]);
    count = read_list(attribute(ctx, "yakuman"), 1, list);
    for (int i = 0; i < count; i++)
        add_yaku(ctx, list[i], KZI_NOT_SAID);
    kzi_log_sum_yaku(ctx->log);
    if (win->total == KZI_NOT_SAID)
        win->fu = KZI_NOT_SAID;
}

/* owari: the scores at the end in hundreds, each followed by the placement's points in thousands,
 * which in the tables of a club (lobby) can be worth anything.  Since 2022 they have a decimal and
 * are not rounded.  It may be empty. */
static void take_end(const struct mjlog_ctx *ctx) {
    int64_t list[MOST_LIST];
    const int count = read_list(attribute(ctx, "owari"), 1000, list);
    if (!count)
        return;
    if (count < 2 * (int)ctx->n_players) {
        kzi_log_fail(ctx->log, "owari is not a list of %u numbers", 2 * ctx->n_players);
        return;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->log, KZI_EVENT_END);
    event->n_scores = ctx->n_players;
    event->has_points = ctx->ranked;
    for (unsigned i = 0; i < ctx->n_players; i++) {
        event->scores[i] = list[2 * i] / 10;
        event->points[i] = list[2 * i + 1];
    }
    kzi_log_give(ctx->log);
}

static void take_win(struct mjlog_ctx *ctx) {
    int64_t list[MOST_LIST];
    struct kzi_log_event *event = begin(ctx, KZI_EVENT_WIN);
    event->win.from = take_player(ctx, "fromWho");
    take_list(ctx, "ten", 2, list);
    event->win.fu = list[0];
    event->win.points = list[1];
    take_yaku(ctx, &event->win);
    const int count = read_list(attribute(ctx, "doraHaiUra"), 1, list);
    for (int i = 0; i < count; i++)
        add_tile(ctx, list[i]);
    if (count < 0)
        kzi_log_fail(ctx->log, "doraHaiUra is not a list of tiles");
    take_payments(ctx, &event->win);
    kzi_log_give(ctx->log);
    take_end(ctx);
}

static void take_draw(struct mjlog_ctx *ctx) {
    const char *type = attribute(ctx, "type");
    take_payments(ctx, kzi_log_begin_draw(ctx->log, type ? type : "exhaustive"));
    kzi_log_give(ctx->log);
    take_end(ctx);
}

/* --- elements -------------------------------------------------------------------------------- */

static void take_event(struct mjlog_ctx *ctx, const char *name) {
    static const struct {
        const char *name;
        void (*take)(struct mjlog_ctx *ctx);
    } takers[] = {{"GO", begin_game},       {"INIT", begin_round}, {"N", read_meld},
                  {"REACH", take_riichi},   {"DORA", turn_dora},   {"AGARI", take_win},
                  {"RYUUKYOKU", take_draw}, {"UN", take_names}};
    unsigned i = 0;
    while (i < KZI_COUNT(takers) && strcmp(name, takers[i].name) != 0)
        i++;
    if (i == KZI_COUNT(takers))
        return;
    if (i && !ctx->n_players)
        kzi_log_fail(ctx->log, "%s comes before GO", name);
    else
        takers[i].take(ctx);
}

/* Note the place of the element at hand, or of what is wrong. */
static void find_place(const struct mjlog_ctx *ctx) {
    ctx->log->at = ctx->log->text->at + XML_GetCurrentByteIndex(ctx->parser);
}

/* T to W and D to G are a draw and a discard of players 0 to 3; other elements, such as those of
 * names and connections, are no events of the table. */
static void XMLCALL begin_element(void *context, const char *name, const char **attributes) {
    struct mjlog_ctx *ctx = context;
    const bool turn = name[1] >= '0' && name[1] <= '9';
    find_place(ctx);
    ctx->attributes = attributes;
    if (++ctx->depth > MOST_DEPTH)
        kzi_log_fail(ctx->log, "elements are nested deeper than %d", MOST_DEPTH);
    else if (ctx->depth == 1 && strcmp(name, "mjloggm") != 0)
        kzi_log_fail(ctx->log, "the first element is not mjloggm");
    else if (turn && *name >= 'T' && *name <= 'W')
        take_turn(ctx, KZI_EVENT_DRAW, (unsigned)(*name - 'T'), name + 1);
    else if (turn && *name >= 'D' && *name <= 'G')
        take_turn(ctx, KZI_EVENT_DISCARD, (unsigned)(*name - 'D'), name + 1);
    else
        take_event(ctx, name);
    if (!kzi_log_goes_on(ctx->log))
        XML_StopParser(ctx->parser, XML_FALSE);
}

static void XMLCALL end_element(void *context, const char *name) {
    struct mjlog_ctx *ctx = context;
    (void)name;
    ctx->depth--;
}

/* Without a document type there are no entities. */
static void XMLCALL begin_doctype(void *context, const char *name, const char *system,
                                  const char *public, int internal) {
    struct mjlog_ctx *ctx = context;
    (void)name, (void)system, (void)public, (void)internal;
    find_place(ctx);
    kzi_log_fail(ctx->log, "a log has no document type");
    XML_StopParser(ctx->parser, XML_FALSE);
}

/* A log that is not all there is not parsed to its end. */
static void parse(struct mjlog_ctx *ctx) {
    const struct kzi_text *text = ctx->log->text;
    if (XML_Parse(ctx->parser, text->at, (int)text->len, !*ctx->log->problem) == XML_STATUS_OK)
        return;
    const enum XML_Error error = XML_GetErrorCode(ctx->parser);
    find_place(ctx);
    if (error == XML_ERROR_NO_MEMORY)
        kzi_log_no_memory(ctx->log);
    kzi_log_fail(ctx->log, "the XML is broken: %s", XML_ErrorString(error));
}

void kzi_mjlog_read(struct kzi_log_reader *log) {
    struct mjlog_ctx ctx = {.log = log, .parser = XML_ParserCreate(NULL)};
    if (!ctx.parser) {
        kzi_log_no_memory(log);
        return;
    }
    XML_SetUserData(ctx.parser, &ctx);
    XML_SetElementHandler(ctx.parser, begin_element, end_element);
    XML_SetStartDoctypeDeclHandler(ctx.parser, begin_doctype);
    parse(&ctx);
    XML_ParserFree(ctx.parser);
    kzi_log_end(log);
}

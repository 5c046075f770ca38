/* The logs of Tenhou (mjlog): one XML element for each event.  A tile is a number from 0 to 135,
 * four of each kind in a row, and the first of the fives of a suit is red.  See doc/logs.md. */
#include "logs/reader.h"

#include <expat.h>
#include <string.h>

#define MOST_TILE 135
#define MOST_LIST 64            /* numbers in a list; the longest real one has 16 */
#define MOST_GAP  (1024 * 1024) /* bytes from one element to the next, which the parser holds */

struct mjlog_ctx {
    struct kzi_log_reader *reader;
    XML_Parser parser;
    unsigned depth;
    size_t last;        /* how much was unpacked at the last element */
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

static const char *attribute(const char **attributes, const char *name) {
    for (; *attributes; attributes += 2)
        if (!strcmp(attributes[0], name))
            return attributes[1];
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

/* Read a list of a given length at least. */
static bool take_list(struct mjlog_ctx *ctx, const char **attributes, const char *name, int least,
                      int64_t list[MOST_LIST]) {
    int count = read_list(attribute(attributes, name), 1, list);
    return count >= least ||
           kzi_log_fail(ctx->reader, "%s is not a list of %d numbers", name, least);
}

static bool take_player(struct mjlog_ctx *ctx, const char **attributes, const char *name,
                        uint8_t *player) {
    const char *text = attribute(attributes, name);
    if (!text || text[0] < '0' || text[0] > '3' || text[1])
        return kzi_log_fail(ctx->reader, "%s is not a player", name);
    *player = (uint8_t)(*text - '0');
    return true;
}

static bool take_tile(struct mjlog_ctx *ctx, int64_t number, struct kzi_log_tile *tile) {
    if (number < 0 || number > MOST_TILE)
        return kzi_log_fail(ctx->reader, "%lld is not a tile", (long long)number);
    bool five = number < 4 * KZI_HONOR && number / 4 % 9 == 4;
    *tile = (struct kzi_log_tile){(uint8_t)(number / 4), ctx->red_fives && five && number % 4 == 0};
    return true;
}

static bool add_tile(struct mjlog_ctx *ctx, int64_t number) {
    struct kzi_log_event *event = &ctx->reader->event;
    return event->n_tiles < KZI_COUNT(event->tiles)
               ? take_tile(ctx, number, &event->tiles[event->n_tiles++])
               : kzi_log_fail(ctx->reader, "these are too many tiles");
}

/* --- the game and its rounds ----------------------------------------------------------------- */

#define NO_RED_FIVES  2
#define THREE_PLAYERS 16

static void begin_game(struct mjlog_ctx *ctx, const char **attributes) {
    const char *lobby = attribute(attributes, "lobby");
    int64_t list[MOST_LIST];
    if (ctx->n_players) {
        kzi_log_fail(ctx->reader, "a second game begins");
        return;
    }
    if (!take_list(ctx, attributes, "type", 1, list))
        return;
    if (list[0] < 0 || list[0] >> KZI_COUNT(ctx->number)) {
        kzi_log_fail(ctx->reader, "type is not that of a game");
        return;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_GAME);
    ctx->n_players = list[0] & THREE_PLAYERS ? 3 : 4;
    ctx->red_fives = !(list[0] & NO_RED_FIVES);
    ctx->ranked = lobby && !strcmp(lobby, "0");
    event->n_players = (uint8_t)ctx->n_players;
    for (unsigned bit = 0; bit < KZI_COUNT(ctx->number); bit++) {
        struct kzi_text text = kzi_text_fixed(ctx->number[bit], sizeof *ctx->number);
        kzi_text_int(&text, 1LL << bit);
        kzi_text_end(&text);
        if (list[0] >> bit & 1)
            event->words[event->n_words++] = ctx->number[bit];
    }
    kzi_log_give(ctx->reader);
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
static void take_names(struct mjlog_ctx *ctx, const char **attributes) {
    static const char *const names[] = {"n0", "n1", "n2", "n3"};
    for (unsigned i = 0; i < ctx->n_players; i++) {
        const char *text = attribute(attributes, names[i]);
        char name[KZI_PLAYER_NAME];
        if (text && !kzi_log_give_name(ctx->reader, i, name, decode(text, name, sizeof name)))
            return;
    }
}

static void deal_hands(struct mjlog_ctx *ctx, const char **attributes) {
    static const char *const names[] = {"hai0", "hai1", "hai2", "hai3"};
    int64_t list[MOST_LIST];
    for (unsigned i = 0; i < ctx->n_players; i++) {
        struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_HAND);
        event->player = (uint8_t)i;
        if (!take_list(ctx, attributes, names[i], 13, list))
            return;
        for (unsigned k = 0; k < 13; k++)
            add_tile(ctx, list[k]);
        if (!kzi_log_give(ctx->reader))
            return;
    }
}

static void begin_round(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t seed[MOST_LIST], ten[MOST_LIST] = {0};
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_DEAL);
    if (!take_list(ctx, attributes, "seed", 6, seed) ||
        !take_list(ctx, attributes, "ten", (int)ctx->n_players, ten) ||
        !take_player(ctx, attributes, "oya", &event->player))
        return;
    if (seed[0] < 0 || seed[0] > 15 || seed[1] < 0 || seed[2] < 0) {
        kzi_log_fail(ctx->reader, "seed is not that of a round");
        return;
    }
    event->wind = (uint8_t)(seed[0] / 4);
    event->number = (uint8_t)(seed[0] % 4);
    event->counters = (uint32_t)seed[1];
    event->bets = (uint32_t)seed[2];
    for (unsigned i = 0; i < KZI_MAX_PLAYERS; i++)
        event->scores[i] = 100 * ten[i];
    event->n_scores = KZI_MAX_PLAYERS;
    if (!kzi_log_give(ctx->reader))
        return;
    kzi_log_begin(ctx->reader, KZI_EVENT_DORA);
    if (add_tile(ctx, seed[5]) && kzi_log_give(ctx->reader))
        deal_hands(ctx, attributes);
}

/* --- turns ----------------------------------------------------------------------------------- */

/* An event of one tile, which the log writes as a number after a letter for the player. */
static void take_turn(struct mjlog_ctx *ctx, enum kzi_log_event_kind kind, unsigned player,
                      const char *text) {
    int64_t number;
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, kind);
    event->player = (uint8_t)player;
    const char *end = read_number(text, 1, &number);
    if (!end || *end)
        kzi_log_fail(ctx->reader, "%.20s is not a tile", text);
    else if (add_tile(ctx, number))
        kzi_log_give(ctx->reader);
}

static void turn_dora(struct mjlog_ctx *ctx, const char **attributes) {
    const char *text = attribute(attributes, "hai");
    take_turn(ctx, KZI_EVENT_DORA, 0, text ? text : "");
}

static void take_riichi(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t step[MOST_LIST];
    if (!take_list(ctx, attributes, "step", 1, step))
        return;
    struct kzi_log_event *event =
        kzi_log_begin(ctx->reader, step[0] == 1 ? KZI_EVENT_RIICHI : KZI_EVENT_BET);
    if (take_player(ctx, attributes, "who", &event->player))
        kzi_log_give(ctx->reader);
}

/* --- melds: 16 bits each --------------------------------------------------------------------- */

static bool claim(struct mjlog_ctx *ctx, const int64_t *tiles, unsigned count, unsigned claimed) {
    struct kzi_log_event *event = &ctx->reader->event;
    event->kind = KZI_EVENT_CLAIM;
    for (unsigned i = 0; i < count; i++)
        if (i == claimed ? !take_tile(ctx, tiles[i], &event->claimed) : !add_tile(ctx, tiles[i]))
            return false;
    return true;
}

/* The lowest tile as one of seven in each suit, times three, and which is claimed; two bits say
 * which of its four copies each tile is. */
static bool read_chow(struct mjlog_ctx *ctx, unsigned bits) {
    unsigned low = (bits >> 10) / 3, kind = low / 7 * 9 + low % 7;
    int64_t tiles[3];
    for (unsigned i = 0; i < 3; i++)
        tiles[i] = 4 * (int64_t)(kind + i) + (bits >> (3 + 2 * i) & 3);
    return claim(ctx, tiles, 3, (bits >> 10) % 3);
}

/* The kind times three, and which is claimed; two bits say which copy is not in the pung. */
static bool read_pung(struct mjlog_ctx *ctx, unsigned bits) {
    unsigned kind = (bits >> 9) / 3, left_out = bits >> 5 & 3;
    int64_t tiles[3], *at = tiles;
    for (unsigned copy = 0; copy < 4; copy++)
        if (copy != left_out)
            *at++ = 4 * (int64_t)kind + copy;
    return claim(ctx, tiles, 3, (bits >> 9) % 3);
}

static bool read_added_kong(struct mjlog_ctx *ctx, unsigned bits) {
    ctx->reader->event.kind = KZI_EVENT_ADDED_KONG;
    return add_tile(ctx, 4 * (int64_t)((bits >> 9) / 3) + (bits >> 5 & 3));
}

/* The claimed tile, or any one of a concealed kong; two bits say from whom. */
static bool read_kong(struct mjlog_ctx *ctx, unsigned bits) {
    unsigned tile = bits >> 8;
    int64_t tiles[4];
    for (unsigned copy = 0; copy < 4; copy++)
        tiles[copy] = tile / 4 * 4 + copy;
    if (bits & 3)
        return claim(ctx, tiles, 4, tile % 4);
    ctx->reader->event.kind = KZI_EVENT_OWN_KONG;
    return add_tile(ctx, tiles[0]) && add_tile(ctx, tiles[1]) && add_tile(ctx, tiles[2]) &&
           add_tile(ctx, tiles[3]);
}

static bool lay_aside(struct mjlog_ctx *ctx, unsigned bits) {
    ctx->reader->event.kind = KZI_EVENT_ASIDE;
    return add_tile(ctx, bits >> 8);
}

static void read_meld(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t list[MOST_LIST];
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_CLAIM);
    if (!take_list(ctx, attributes, "m", 1, list) ||
        !take_player(ctx, attributes, "who", &event->player))
        return;
    if (list[0] < 0 || list[0] > 0xFFFF) {
        kzi_log_fail(ctx->reader, "%lld is not a meld", (long long)list[0]);
        return;
    }
    unsigned bits = (unsigned)list[0];
    bool done = bits & 4    ? read_chow(ctx, bits)
                : bits & 8  ? read_pung(ctx, bits)
                : bits & 16 ? read_added_kong(ctx, bits)
                : bits & 32 ? lay_aside(ctx, bits)
                            : read_kong(ctx, bits);
    if (done)
        kzi_log_give(ctx->reader);
}

/* --- the end of a round ---------------------------------------------------------------------- */

static void take_payments(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t list[MOST_LIST];
    struct kzi_logged_win *win = &ctx->reader->event.win;
    if (!attribute(attributes, "sc") ||
        !take_list(ctx, attributes, "sc", 2 * (int)ctx->n_players, list))
        return;
    win->has_payments = true;
    for (unsigned i = 0; i < ctx->n_players; i++)
        win->payments[i] = 100 * list[2 * i + 1];
}

static bool add_yaku(struct mjlog_ctx *ctx, int64_t number, int64_t value) {
    char name[24];
    struct kzi_text text = kzi_text_fixed(name, sizeof name);
    kzi_text_int(&text, number);
    kzi_text_end(&text);
    return ((value >= -1 && value <= INT16_MAX) ||
            kzi_log_fail(ctx->reader, "a yaku is worth %lld", (long long)value)) &&
           kzi_log_add_yaku(ctx->reader, name, (int)value);
}

/* yaku: pairs of number and value.  yakuman: numbers; then no total is said, and fu mean nothing.
 */
static void take_yaku(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t list[MOST_LIST];
    struct kzi_logged_win *win = &ctx->reader->event.win;
    int count = read_list(attribute(attributes, "yaku"), 1, list);
    for (int i = 0; i + 1 < count && add_yaku(ctx, list[i], list[i + 1]); i += 2)
        win->total += (int)list[i + 1];
    win->has_total = win->has_fu = count > 0;
    count = read_list(attribute(attributes, "yakuman"), 1, list);
    for (int i = 0; i < count && add_yaku(ctx, list[i], -1); i++)
        ;
    win->has_yaku = win->n_yaku > 0;
}

static void take_ura(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t list[MOST_LIST];
    struct kzi_logged_win *win = &ctx->reader->event.win;
    int count = read_list(attribute(attributes, "doraHaiUra"), 1, list);
    if (count < 0 || count > KZI_MAX_INDICATORS)
        kzi_log_fail(ctx->reader, "doraHaiUra is not a list of tiles");
    for (int i = 0; i < count && i < KZI_MAX_INDICATORS; i++)
        if (take_tile(ctx, list[i], &win->ura[win->n_ura]))
            win->n_ura++;
}

/* owari: the scores at the end in hundreds, each followed by the placement's points in thousands,
 * which in the tables of a club (lobby) can be worth anything.  Since 2022 they have a decimal and
 * are not rounded.  It may be empty. */
static void take_end(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t list[MOST_LIST];
    int count = read_list(attribute(attributes, "owari"), 1000, list);
    if (!count)
        return;
    if (count < 2 * (int)ctx->n_players) {
        kzi_log_fail(ctx->reader, "owari is not a list of %u numbers", 2 * ctx->n_players);
        return;
    }
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_END);
    event->n_scores = ctx->n_players;
    event->has_points = ctx->ranked;
    for (unsigned i = 0; i < ctx->n_players; i++) {
        event->scores[i] = list[2 * i] / 10;
        event->points[i] = list[2 * i + 1];
        event->unrounded |= event->points[i] % 1000 != 0;
    }
    kzi_log_give(ctx->reader);
}

static void take_win(struct mjlog_ctx *ctx, const char **attributes) {
    int64_t ten[MOST_LIST];
    struct kzi_log_event *event = kzi_log_begin(ctx->reader, KZI_EVENT_WIN);
    if (!take_player(ctx, attributes, "who", &event->player) ||
        !take_player(ctx, attributes, "fromWho", &event->win.from) ||
        !take_list(ctx, attributes, "ten", 2, ten))
        return;
    event->win.fu = (int)ten[0];
    event->win.points = ten[1];
    event->win.has_points = true;
    take_yaku(ctx, attributes);
    take_ura(ctx, attributes);
    take_payments(ctx, attributes);
    if (kzi_log_give(ctx->reader))
        take_end(ctx, attributes);
}

static void take_draw(struct mjlog_ctx *ctx, const char **attributes) {
    const char *type = attribute(attributes, "type");
    struct kzi_logged_win *win = &kzi_log_begin(ctx->reader, KZI_EVENT_NO_WIN)->win;
    win->draw = kzi_dialect_draw(ctx->reader->dialect, type ? type : "exhaustive");
    if (!win->draw) {
        kzi_log_fail(ctx->reader, "'%.20s' is not a kind of draw", type ? type : "exhaustive");
        return;
    }
    take_payments(ctx, attributes);
    if (kzi_log_give(ctx->reader))
        take_end(ctx, attributes);
}

/* --- elements -------------------------------------------------------------------------------- */

static void take_event(struct mjlog_ctx *ctx, const char *name, const char **attributes) {
    static const struct {
        const char *name;
        void (*take)(struct mjlog_ctx *ctx, const char **attributes);
    } takers[] = {{"INIT", begin_round}, {"N", read_meld},    {"REACH", take_riichi},
                  {"DORA", turn_dora},   {"AGARI", take_win}, {"RYUUKYOKU", take_draw},
                  {"UN", take_names}};
    unsigned i = 0;
    while (i < KZI_COUNT(takers) && strcmp(name, takers[i].name) != 0)
        i++;
    if (i < KZI_COUNT(takers) && !ctx->n_players)
        kzi_log_fail(ctx->reader, "%s comes before GO", name);
    else if (i < KZI_COUNT(takers))
        takers[i].take(ctx, attributes);
    else if (!strcmp(name, "GO"))
        begin_game(ctx, attributes);
}

/* Note the place of a fault, or of the end, and stop. */
static void stop(struct mjlog_ctx *ctx) {
    struct kzi_log_fault *fault = &ctx->reader->fault;
    fault->line = XML_GetCurrentLineNumber(ctx->parser);
    fault->column = XML_GetCurrentColumnNumber(ctx->parser) + 1;
    XML_StopParser(ctx->parser, XML_FALSE);
}

/* T to W and D to G are a draw and a discard of players 0 to 3; other elements, such as those of
 * names and connections, are no events of the table. */
static void XMLCALL begin_element(void *context, const char *name, const char **attributes) {
    struct mjlog_ctx *ctx = context;
    bool turn = name[1] >= '0' && name[1] <= '9';
    if (*ctx->reader->fault.text)
        return;
    ctx->last = ctx->reader->unpacker->total;
    if (++ctx->depth > KZI_MAX_LOG_DEPTH)
        kzi_log_fail(ctx->reader, "elements are nested deeper than %d", KZI_MAX_LOG_DEPTH);
    else if (ctx->depth == 1 && strcmp(name, "mjloggm") != 0)
        kzi_log_fail(ctx->reader, "the first element is not mjloggm");
    else if (turn && *name >= 'T' && *name <= 'W')
        take_turn(ctx, KZI_EVENT_DRAW, (unsigned)(*name - 'T'), name + 1);
    else if (turn && *name >= 'D' && *name <= 'G')
        take_turn(ctx, KZI_EVENT_DISCARD, (unsigned)(*name - 'D'), name + 1);
    else
        take_event(ctx, name, attributes);
    if (*ctx->reader->fault.text)
        stop(ctx);
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
    kzi_log_fail(ctx->reader, "a log has no document type");
    stop(ctx);
}

/* Parse all pieces, the last one empty. */
static void parse(struct mjlog_ctx *ctx) {
    struct kzi_unpacker *unpacker = ctx->reader->unpacker;
    enum XML_Status status = XML_STATUS_OK;
    bool more = true;
    while (more && status == XML_STATUS_OK) {
        status = XML_Parse(ctx->parser, unpacker->piece, (int)unpacker->len, 0);
        more = status == XML_STATUS_OK && kzi_unpacker_next(unpacker);
        if (more && unpacker->total > ctx->last + MOST_GAP)
            more = kzi_log_fail(ctx->reader, "there is no element in 1 MiB");
    }
    if (status == XML_STATUS_OK && !*ctx->reader->fault.text && kzi_unpacker_whole(unpacker))
        status = XML_Parse(ctx->parser, "", 0, 1);
    if (status != XML_STATUS_OK && XML_GetErrorCode(ctx->parser) == XML_ERROR_NO_MEMORY)
        kzi_log_no_memory(ctx->reader);
    if (status != XML_STATUS_OK && !*ctx->reader->fault.text)
        kzi_log_fail(ctx->reader, "the XML is broken: %s",
                     XML_ErrorString(XML_GetErrorCode(ctx->parser)));
    stop(ctx);
}

static void release(void *parser) {
    XML_ParserFree(parser);
}

void kzi_mjlog_read(struct kzi_log_reader *reader) {
    struct mjlog_ctx ctx = {.reader = reader, .parser = XML_ParserCreate(NULL)};
    if (!ctx.parser) {
        kzi_log_no_memory(reader);
        return;
    }
    reader->held = ctx.parser;
    reader->release = release;
    XML_SetUserData(ctx.parser, &ctx);
    XML_SetElementHandler(ctx.parser, begin_element, end_element);
    XML_SetStartDoctypeDeclHandler(ctx.parser, begin_doctype);
    parse(&ctx);
    kzi_log_release(reader);
}

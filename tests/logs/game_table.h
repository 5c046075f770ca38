/* A game of riichi played by simple players, for logs of every kind of event.  A round may be
 * stacked: players get part of a hand that wins, or what leads to a rare end.
 *
 * The table keeps its own books, tile by tile (0 to 135, as in mjlog), and settles from a record in
 * JSON through kazoe.h, so that it shares nothing with the replayer but the rules. */
#ifndef GAME_TABLE_H
#define GAME_TABLE_H

#include "analysis/witness/random_win.h"
#include "kazoe.h"
#include "logs/dialect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TILES 136

struct table_meld {
    char kind;        /* c chow, p pung, m claimed kong, a concealed kong, k added kong */
    uint8_t tiles[4]; /* by number; of an added kong the added one is the last */
    uint8_t called;   /* the claimed one */
    uint8_t from;
};

struct table_player {
    uint8_t tiles[14], n_tiles, drawn; /* drawn: 255 if nothing was */
    struct table_meld melds[4];
    uint8_t n_melds;
    uint8_t aside[4], n_aside;
    uint8_t wanted[34]; /* the hand that it tries to get */
    bool riichi, first_riichi, bet, one_turn, discarded, all_orphan, passive;
    long score;
};

struct table_win {
    unsigned player, from;
    uint8_t tile;
    const kz_result *result;
    long payments[4]; /* by player */
};

struct table;

/* Writes a log.  The table says what happens. */
struct log_writer {
    const char *name;
    void (*game)(struct table *table);
    void (*round)(struct table *table);
    void (*draw)(struct table *table, unsigned player, unsigned tile);
    void (*discard)(struct table *table, unsigned player, unsigned tile, bool drawn);
    void (*claim)(struct table *table, unsigned player, const struct table_meld *meld);
    void (*aside)(struct table *table, unsigned player, unsigned tile);
    void (*riichi)(struct table *table, unsigned player, bool accepted);
    void (*dora)(struct table *table, unsigned tile);
    void (*win)(struct table *table, const struct table_win *win);
    void (*no_win)(struct table *table, const char *word, const long payments[4]);
    void (*end)(struct table *table);   /* of the game */
    void (*close)(struct table *table); /* a round; NULL: nothing to write */
};

struct table_round {
    unsigned dealer, wind, number, counters, bets;
};

struct table {
    const struct log_writer *writer;
    const struct kzi_dialect *dialect;
    const kz_ruleset *rules;
    kz_deal *deal;
    struct kzi_random random;
    struct kz_result *scratch;
    struct kzi_text *out;
    unsigned seats, n_tiles, rounds;
    struct table_round at; /* the round at hand */
    uint8_t wall[MAX_TILES];
    unsigned next, last;                             /* the live wall */
    unsigned n_dora, dora_due, kongs, first_discard; /* a kind that everybody discards first */
    bool interrupted, replacement, over;
    struct table_player players[4];
    long change[4];         /* at the end of a round, by player, without bets */
    unsigned long seen[64]; /* how often each kind of event came */
    char record[8192];
};

enum table_event {
    SEEN_SELF_DRAW,
    SEEN_RON,
    SEEN_SEVERAL,
    SEEN_ROBBED,
    SEEN_LIABLE,
    SEEN_RIICHI,
    SEEN_DOUBLE,
    SEEN_ONE_TURN,
    SEEN_FIRST,
    SEEN_LAST,
    SEEN_REPLACEMENT,
    SEEN_CHOW,
    SEEN_PUNG,
    SEEN_CLAIMED_KONG,
    SEEN_OWN_KONG,
    SEEN_ADDED_KONG,
    SEEN_ASIDE,
    SEEN_EXHAUSTIVE,
    SEEN_NAGASHI,
    SEEN_NINE,
    SEEN_WINDS,
    SEEN_FOUR_RIICHI,
    SEEN_FOUR_KONGS,
    SEEN_TRIPLE,
    SEEN_CARRIED,
    SEEN_LIMIT,
    SEEN_EVENTS
};

static const char *const table_events[SEEN_EVENTS] = {"self-draw",
                                                      "discard",
                                                      "several winners",
                                                      "robbed kong",
                                                      "liability",
                                                      "riichi",
                                                      "double riichi",
                                                      "within a turn",
                                                      "first turn",
                                                      "last tile",
                                                      "replacement tile",
                                                      "chow",
                                                      "pung",
                                                      "claimed kong",
                                                      "concealed kong",
                                                      "added kong",
                                                      "tile laid aside",
                                                      "exhaustive draw",
                                                      "only orphans discarded",
                                                      "nine orphans",
                                                      "four winds",
                                                      "four riichi",
                                                      "four kongs",
                                                      "triple ron",
                                                      "bets carried over",
                                                      "limit"};

static unsigned table_random(struct table *table, unsigned below) {
    return kzi_random_below(&table->random, below);
}

static bool table_chance(struct table *table, unsigned percent) {
    return table_random(table, 100) < percent;
}

static unsigned table_seat(const struct table *table, unsigned player) {
    return (player + table->seats - table->at.dealer) % table->seats;
}

static bool table_is_orphan(unsigned kind) {
    return kind >= 27 || kind % 9 == 0 || kind % 9 == 8;
}

static void table_fill_counts(const struct table_player *player, uint8_t counts[34]) {
    memset(counts, 0, 34);
    for (unsigned i = 0; i < player->n_tiles; i++)
        counts[player->tiles[i] / 4]++;
}

static void table_take(struct table_player *player, unsigned tile) {
    unsigned i = 0;
    while (player->tiles[i] != tile)
        i++;
    player->tiles[i] = player->tiles[--player->n_tiles];
}

/* --- hands that are complete ------------------------------------------------------------------ */

static bool table_sets(uint8_t counts[34], unsigned kind, bool pair) {
    while (kind < 34 && !counts[kind])
        kind++;
    if (kind == 34)
        return true;
    bool done = false;
    for (unsigned size = 3; size >= 2 && !done; size--)
        if (counts[kind] >= size && (size == 3 || !pair)) {
            counts[kind] = (uint8_t)(counts[kind] - size);
            done = table_sets(counts, kind, pair || size == 2);
            counts[kind] = (uint8_t)(counts[kind] + size);
        }
    if (!done && kind < 27 && kind % 9 < 7 && counts[kind + 1] && counts[kind + 2]) {
        for (unsigned i = 0; i < 3; i++)
            counts[kind + i]--;
        done = table_sets(counts, kind, pair);
        for (unsigned i = 0; i < 3; i++)
            counts[kind + i]++;
    }
    return done;
}

static bool table_is_complete(const struct table_player *player, unsigned kind) {
    uint8_t counts[34];
    unsigned pairs = 0, orphans = 0;
    table_fill_counts(player, counts);
    if (counts[kind] == 4)
        return false;
    counts[kind]++;
    for (unsigned i = 0; i < 34; i++) {
        pairs += counts[i] == 2;
        orphans += table_is_orphan(i) && counts[i];
    }
    bool closed = player->n_tiles >= 13;
    return (closed && (pairs == 7 || (orphans == 13 && pairs == 1))) ||
           table_sets(counts, 0, false);
}

/* Return whether a hand waits for a tile of which it does not have all copies. */
static bool table_is_ready(const struct table_player *player) {
    for (unsigned kind = 0; kind < 34; kind++) {
        unsigned own = 0;
        for (unsigned i = 0; i < player->n_melds; i++)
            for (unsigned k = 0; k < (strchr("cp", player->melds[i].kind) ? 3U : 4U); k++)
                own += player->melds[i].tiles[k] / 4 == kind;
        for (unsigned i = 0; i < player->n_tiles; i++)
            own += player->tiles[i] / 4 == kind;
        for (unsigned i = 0; i < player->n_aside; i++)
            own += player->aside[i] / 4 == kind;
        if (own < 4 && table_is_complete(player, kind))
            return true;
    }
    return false;
}

/* --- records --------------------------------------------------------------------------------- */

static unsigned tile_digit(unsigned tile) {
    unsigned kind = tile / 4, number = kind % 9 + 1;
    return kind < 27 && number == 5 && tile % 4 == 0 ? 0 : number;
}

static void put_tile(struct kzi_text *text, unsigned tile) {
    kzi_text_format(text, "%u%c", tile_digit(tile), "mpsz"[tile / 36]);
}

static void put_meld(struct kzi_text *text, const struct table_meld *meld) {
    unsigned count = strchr("cp", meld->kind) ? 3 : 4;
    kzi_text_format(text, "\"%c", meld->kind == 'a' ? '(' : '[');
    for (unsigned i = 0; i < count; i++)
        kzi_text_format(text, "%s%u", meld->kind == 'k' && i == 3 ? "+" : "",
                        tile_digit(meld->tiles[i]));
    kzi_text_format(text, "%c%c\"", "mpsz"[meld->tiles[0] / 36], meld -> kind == 'a' ? ')' : ']');
}

static void put_hand(struct kzi_text *text, struct table *table, unsigned who) {
    const struct table_player *player = &table->players[who];
    kzi_text_format(text, "\"seat\":\"%c\",\"hand\":\"", kzi_seat_letters[table_seat(table, who)]);
    for (unsigned i = 0; i < player->n_tiles; i++)
        put_tile(text, player->tiles[i]);
    kzi_text_put(text, "\",\"melds\":[");
    for (unsigned i = 0; i < player->n_melds; i++) {
        kzi_text_put(text, i ? "," : "");
        put_meld(text, &player->melds[i]);
    }
    kzi_text_char(text, ']');
    if (!player->n_aside)
        return;
    kzi_text_put(text, ",\"aside\":\"");
    for (unsigned i = 0; i < player->n_aside; i++)
        put_tile(text, player->aside[i]);
    kzi_text_char(text, '"');
}

static void put_indicators(struct kzi_text *text, const char *key, struct table *table,
                           unsigned from) {
    kzi_text_format(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < table->n_dora; i++) {
        kzi_text_put(text, i ? ",\"" : "\"");
        put_tile(text, table->wall[from + i]);
        kzi_text_char(text, '"');
    }
    kzi_text_char(text, ']');
}

/* Begin the record of any deal; it stays open. */
static struct kzi_text begin_record(struct table *table) {
    struct kzi_text text = kzi_text_fixed(table->record, sizeof table->record);
    const struct table_round *at = &table->at;
    bool any = false;
    kzi_text_format(&text, "{\"round\":\"%c\",\"honba\":%u,\"deposits\":%u,\"riichi\":[",
                    kzi_seat_letters[at->wind], at->counters, at->bets);
    for (unsigned i = 0; i < table->seats; i++)
        if (table->players[i].bet) {
            kzi_text_format(&text, "%s\"%c\"", any ? "," : "",
                            kzi_seat_letters[table_seat(table, i)]);
            any = true;
        }
    kzi_text_char(&text, ']');
    put_indicators(&text, "dora", table, table->n_tiles - 14);
    return text;
}

/* Return who fed the last set of a yaku, found from the sets alone: winds or dragons. */
static int table_feeder(const struct table_player *player, unsigned low, unsigned high) {
    int feeder = -1;
    for (unsigned i = 0; i < player->n_melds; i++) {
        unsigned kind = player->melds[i].tiles[0] / 4;
        if (kind >= low && kind <= high)
            feeder = player->melds[i].kind == 'a' ? -1 : player->melds[i].from;
    }
    return feeder;
}

static unsigned table_melds_of(const struct table_player *player, unsigned low, unsigned high) {
    unsigned count = 0;
    for (unsigned i = 0; i < player->n_melds; i++)
        count += player->melds[i].tiles[0] / 4 >= low && player->melds[i].tiles[0] / 4 <= high;
    return count;
}

static void put_liable(struct kzi_text *text, struct table *table,
                       const struct table_player *player) {
    int dragons = table_melds_of(player, 31, 33) == 3 ? table_feeder(player, 31, 33) : -1,
        winds = table_melds_of(player, 27, 30) == 4 ? table_feeder(player, 27, 30) : -1;
    if (dragons < 0 && winds < 0)
        return;
    kzi_text_format(text, ",\"pao\":{\"%s\":\"%c\"}", dragons < 0 ? "daisuushii" : "daisangen",
                    kzi_seat_letters[table_seat(table, (unsigned)(dragons < 0 ? winds : dragons))]);
}

static void put_flag(struct kzi_text *text, bool *any, bool holds, const char *flag) {
    if (!holds)
        return;
    kzi_text_format(text, "%s\"%s\"", *any ? "," : "", flag);
    *any = true;
}

/* How a tile came to be won on. */
enum table_source { FROM_WALL, FROM_DISCARD, FROM_ADDED, FROM_CONCEALED, FROM_ASIDE };

static void put_flags(struct kzi_text *text, struct table *table, const struct table_player *player,
                      enum table_source source) {
    bool any = false, left = table->next < table->last,
         first = !table->interrupted && !player->discarded && !player->n_melds;
    kzi_text_put(text, ",\"flags\":[");
    put_flag(text, &any, player->bet, "riichi");
    put_flag(text, &any, player->bet && player->first_riichi, "double_riichi");
    put_flag(text, &any, player->one_turn, "ippatsu");
    put_flag(text, &any, first && source <= FROM_DISCARD, "first_turn");
    put_flag(text, &any, !left && source <= FROM_DISCARD, "last_tile");
    put_flag(text, &any, source == FROM_WALL && table->replacement, "after_kong");
    put_flag(text, &any, source == FROM_ADDED, "robbing_kong");
    put_flag(text, &any, source == FROM_CONCEALED, "robbing_concealed_kong");
    put_flag(text, &any, source == FROM_ASIDE, "robbing_kita");
    kzi_text_char(text, ']');
}

/* The record of a deal that these players win on a tile. */
static size_t win_record(struct table *table, unsigned winners, unsigned from, unsigned tile,
                         enum table_source source) {
    struct kzi_text text = begin_record(table);
    bool any = false, ura = false;
    if (source != FROM_WALL)
        kzi_text_format(&text, ",\"from\":\"%c\"", kzi_seat_letters[table_seat(table, from)]);
    for (unsigned i = 0; i < table->seats; i++)
        ura |= (winners >> i & 1) && table->players[i].bet;
    if (ura)
        put_indicators(&text, "ura", table, table->n_tiles - 9);
    kzi_text_put(&text, ",\"winners\":[");
    for (unsigned i = 0; i < table->seats; i++) {
        struct table_player *player = &table->players[i], full = *player;
        if (!(winners >> i & 1))
            continue;
        if (source == FROM_WALL)
            table_take(player, tile);
        kzi_text_put(&text, any ? ",{" : "{");
        put_hand(&text, table, i);
        *player = full;
        kzi_text_put(&text, ",\"win\":\"");
        put_tile(&text, tile);
        kzi_text_char(&text, '"');
        put_flags(&text, table, player, source);
        put_liable(&text, table, player);
        kzi_text_char(&text, '}');
        any = true;
    }
    kzi_text_put(&text, "]}");
    return kzi_text_end(&text);
}

/* Settle the record.  The table's own books are wrong if the rules refuse it. */
static void table_settle(struct table *table, size_t len) {
    kz_error error;
    if (kz_deal_settle(table->deal, table->rules, NULL, table->record, len, &error) == KZ_OK)
        return;
    fprintf(stderr, "the record of the table is refused: %s\n%s\n", error.text, table->record);
    exit(1);
}

static bool table_wins(struct table *table, unsigned who, unsigned from, unsigned tile,
                       enum table_source source) {
    struct table_player *player = &table->players[who], full = *player;
    kz_error error;
    if (player->passive)
        return false;
    if (source == FROM_WALL)
        table_take(player, tile);
    bool complete = table_is_complete(player, tile / 4);
    *player = full;
    if (!complete)
        return false;
    size_t len = win_record(table, 1U << who, from, tile, source);
    /* Without all of the rules, such as those on robbing a concealed kong. */
    return kz_deal_settle(table->deal, table->rules, NULL, table->record, len, &error) == KZ_OK &&
           kz_deal_result_count(table->deal) && kz_result_wins(kz_deal_result(table->deal, 0));
}

/* Give first place the bets that are left, and find what places of four are worth, in thousands. */
static void table_finish(struct table *table, long finals[4], long points[4]) {
    static const long worth[] = {0, 10, -10, -20};
    unsigned first = 0;
    for (unsigned i = 1; i < table->seats; i++)
        first = finals[i] > finals[first] ? i : first;
    finals[first] += 1000 * (long)kz_deal_deposits_left(table->deal);
    for (unsigned i = 0; i < 4 && table->seats == 4; i++) {
        unsigned before = 0;
        long size = (labs(finals[i]) + 500) / 1000;
        if (i == first)
            continue;
        for (unsigned k = 0; k < 4; k++)
            before += finals[k] > finals[i] || (k < i && finals[k] == finals[i]);
        points[i] = (finals[i] < 0 ? -size : size) - 30 + worth[before];
        points[first] -= points[i];
    }
}

/* --- the wall --------------------------------------------------------------------------------- */

static void shuffle(struct table *table, unsigned from, unsigned to) {
    for (unsigned i = to; i > from + 1; i--) {
        unsigned k = from + table_random(table, i - from);
        uint8_t tile = table->wall[i - 1];
        table->wall[i - 1] = table->wall[k];
        table->wall[k] = tile;
    }
}

/* Bring a tile of a kind to a position, from those after `fixed`.  Return whether there was one. */
static bool bring(struct table *table, unsigned position, unsigned kind, unsigned fixed) {
    for (unsigned i = fixed; i < table->n_tiles; i++)
        if (table->wall[i] / 4 == kind) {
            uint8_t tile = table->wall[i];
            table->wall[i] = table->wall[position];
            table->wall[position] = tile;
            return true;
        }
    return false;
}

static void add_meld_kinds(uint8_t wanted[34], const struct kzi_meld *meld) {
    for (unsigned k = 0; k < 3U + (meld->kind == KZI_KONG); k++)
        wanted[meld->tile + (meld->kind == KZI_CHOW ? k : 0)]++;
}

/* Let a player want a random hand that wins, and deal a part of it. */
static void stack_hand(struct table *table, unsigned who, unsigned part) {
    struct table_player *player = &table->players[who];
    struct kzi_hand hand;
    uint8_t kinds[20];
    unsigned count = 0, at = 13 * who;
    if (!kzi_random_win(&table->random, table->rules, -1, &hand, table->scratch))
        return;
    memcpy(player->wanted, hand.concealed, 34);
    player->wanted[hand.win]++;
    for (unsigned i = 0; i < hand.n_melds; i++)
        add_meld_kinds(player->wanted, &hand.melds[i]);
    for (unsigned kind = 0; kind < 34; kind++)
        for (unsigned i = 0; i < player->wanted[kind] && count < 20; i++)
            kinds[count++] = (uint8_t)kind;
    for (unsigned given = 0; given < part && count; given++) {
        unsigned pick = table_random(table, count);
        if (bring(table, at, kinds[pick], 13 * table->seats))
            at++;
        kinds[pick] = kinds[--count];
    }
}

/* Several players wait for one kind alone, and another holds it. */
static void stack_shared_wait(struct table *table) {
    unsigned kind = table_random(table, 34), feeder = table_random(table, table->seats);
    for (unsigned who = 0; who < table->seats; who++) {
        unsigned at = 13 * who;
        at += bring(table, at, kind, at);
        for (unsigned set = 0; set < 4 && who != feeder; set++) {
            unsigned low = table_random(table, 3) * 9 + table_random(table, 7);
            for (unsigned i = 0; i < 3; i++)
                at += bring(table, at, low + i, at);
        }
        memset(table->players[who].wanted, 0, 34);
        for (unsigned i = 0; i < 13 && who != feeder; i++)
            table->players[who].wanted[table->wall[13 * who + i] / 4]++;
    }
}

/* Everybody can begin with the same wind. */
static void stack_winds(struct table *table) {
    unsigned wind = 27 + table_random(table, 4);
    table->first_discard = wind;
    for (unsigned who = 0; who < table->seats; who++)
        bring(table, 13 * who, wind, 13 * table->seats);
}

/* Everybody has three of a kind four times, and the fourth ones come first. */
static void stack_kongs(struct table *table) {
    unsigned next = 13 * table->seats;
    for (unsigned who = 0; who < table->seats; who++)
        for (unsigned set = 0; set < 3; set++) {
            unsigned kind = table_random(table, 34);
            for (unsigned i = 0; i < 3; i++)
                bring(table, 13 * who + 3 * set + i, kind, 13 * who + 3 * set + i);
            if (next < table->n_tiles - 14)
                next += bring(table, next, kind, next);
        }
}

/* One player draws only orphans, and the others let everything pass. */
static void stack_orphans(struct table *table) {
    unsigned who = table_random(table, table->seats), turn = table_seat(table, who),
             first = 13 * table->seats;
    for (unsigned i = 0; i < 34; i++)
        for (unsigned k = 0; table_is_orphan(i) && k < 4; k++, turn += table->seats)
            while (first + turn < table->n_tiles - 14 &&
                   !bring(table, first + turn, i, first + turn))
                break;
    for (unsigned i = 0; i < table->seats; i++)
        table->players[i].passive = true;
}

static void stack_wall(struct table *table) {
    unsigned kind = table_random(table, 100);
    if (kind < 3)
        stack_shared_wait(table);
    else if (kind < 5)
        stack_winds(table);
    else if (kind < 7)
        stack_kongs(table);
    else if (kind < 10)
        stack_orphans(table);
    else
        for (unsigned i = 0; i < table->seats; i++)
            if (kind < 14 || table_chance(table, 60))
                stack_hand(table, i, kind < 14 ? 13 : 6 + table_random(table, 8));
}

static void make_wall(struct table *table) {
    table->n_tiles = 0;
    for (unsigned tile = 0; tile < MAX_TILES; tile++)
        if (table->seats == 4 || tile / 4 < 1 || tile / 4 > 7)
            table->wall[table->n_tiles++] = (uint8_t)tile;
    shuffle(table, 0, table->n_tiles);
    for (unsigned i = 0; i < table->seats; i++) {
        struct table_player *player = &table->players[i];
        long score = player->score;
        *player = (struct table_player){.score = score, .drawn = 255, .all_orphan = true};
    }
    table->first_discard = 34;
    stack_wall(table);
    table->next = 13 * table->seats;
    table->last = table->n_tiles - 14;
    for (unsigned i = 0; i < table->seats; i++) {
        memcpy(table->players[i].tiles, table->wall + 13 * i, 13);
        table->players[i].n_tiles = 13;
    }
}

/* --- what players do ------------------------------------------------------------------------- */

/* How much a player wants to keep a tile: for the hand it has in mind, then for its neighbours. */
static int table_keep(struct table *table, const struct table_player *player, unsigned tile) {
    uint8_t counts[34];
    unsigned kind = tile / 4, number = kind % 9;
    table_fill_counts(player, counts);
    int keep = counts[kind] <= player->wanted[kind] ? 40 : 0;
    keep += 6 * (counts[kind] - 1) + (int)table_random(table, 3);
    for (int by = -2; kind < 27 && by <= 2; by++)
        if (by && (int)number + by >= 0 && (int)number + by < 9 && counts[(int)kind + by])
            keep += by == 1 || by == -1 ? 4 : 2;
    if (player->passive)
        keep = table_is_orphan(kind) ? 0 : 50;
    return kind == table->first_discard && !player->discarded ? -1 : keep;
}

static unsigned table_choose_discard(struct table *table, const struct table_player *player) {
    unsigned choice = 0;
    int min = 1000;
    for (unsigned i = 0; i < player->n_tiles; i++) {
        int keep = table_keep(table, player, player->tiles[i]);
        if (keep < min) {
            min = keep;
            choice = player->tiles[i];
        }
    }
    return choice;
}

/* Return a tile whose discard leaves the hand ready, or 255. */
static unsigned table_ready_discard(struct table *table, struct table_player *player) {
    unsigned tile = table_choose_discard(table, player);
    struct table_player full = *player;
    table_take(player, tile);
    bool ready = table_is_ready(player);
    *player = full;
    return ready ? tile : 255;
}

#endif

/* Games of riichi as logs, for the tests of kazoe replay: the same seed gives the same games.
 *
 * games [--seed N] [--games N] [--players 3|4] [--format NAME] [--expect EVENTS] FOLDER
 *
 * Writes FOLDER/N.NAME and, to standard output, how often each kind of event came. */
#include "game_majsoul.h"
#include "game_mjai.h"
#include "game_mjlog.h"
#include "game_table.h"
#include "game_tenhou6.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the end of a round ----------------------------------------------------------------------- */

/* Pay the points of the deal, and go on to the next one, unless the game is over.  The dealer stays
 * or changes. */
static void go_on(struct table *table, const struct table_round *next) {
    for (unsigned i = 0; i < table->seats; i++)
        table->players[i].score += table->change[i];
    table->at = *next;
}

/* Return the next round; set table->change, by player and without bets, and table->over. */
static struct table_round end_round(struct table *table, bool stays, bool counter) {
    struct table_round next = table->at;
    bool broke = false;
    next.bets = (unsigned)kz_deal_deposits_left(table->deal);
    next.counters = counter ? next.counters + 1 : 0;
    table->seen[SEEN_CARRIED] += next.bets > 0;
    for (unsigned i = 0; i < table->seats; i++) {
        table->change[i] = kz_deal_payment(table->deal, (kz_seat)table_seat(table, i)) +
                           (table->players[i].bet ? 1000 : 0);
        broke |= table->players[i].score + table->change[i] < 0;
    }
    if (!stays) {
        next.dealer = (next.dealer + 1) % table->seats;
        next.wind += next.number + 1 == table->seats;
        next.number = (next.number + 1) % table->seats;
    }
    table->over = broke || next.wind > 1 || table->rounds >= 40;
    return next;
}

static void note_flags(struct table *table, const struct table_player *player,
                       const struct table_win *win, enum table_source source) {
    bool first = !table->interrupted && !player->discarded && !player->n_melds;
    table->seen[SEEN_SELF_DRAW] += source == FROM_WALL;
    table->seen[SEEN_RON] += source == FROM_DISCARD;
    table->seen[SEEN_ROBBED] += source > FROM_DISCARD;
    table->seen[SEEN_DOUBLE] += player->bet && player->first_riichi;
    table->seen[SEEN_ONE_TURN] += player->one_turn;
    table->seen[SEEN_FIRST] += first;
    table->seen[SEEN_LAST] += table->next == table->last;
    table->seen[SEEN_REPLACEMENT] += source == FROM_WALL && table->replacement;
    table->seen[SEEN_LIMIT] += kz_result_limit(win->result) != NULL;
    table->seen[SEEN_LIABLE] += strstr(table->record, "\"pao\"") != NULL;
}

static void write_wins(struct table *table, unsigned from, unsigned tile,
                       enum table_source source) {
    size_t count = kz_deal_result_count(table->deal);
    bool over = table->over;
    table->seen[SEEN_SEVERAL] += count > 1;
    for (size_t i = 0; i < count; i++) {
        const kz_result *result = kz_deal_result(table->deal, i);
        unsigned player = (kz_result_seat(result) + table->at.dealer) % table->seats;
        struct table_win win = {player, from, (uint8_t)tile, result, {0}};
        for (unsigned k = 0; k < table->seats; k++)
            win.payments[k] = kz_result_payment(result, (kz_seat)table_seat(table, k));
        note_flags(table, &table->players[player], &win, source);
        table->over = over && i + 1 == count;
        table->writer->win(table, &win);
        for (unsigned k = 0; k < table->seats; k++)
            table->players[k].score += win.payments[k];
    }
    memset(table->change, 0, sizeof table->change);
}

static void end_won(struct table *table, unsigned winners, unsigned from, unsigned tile,
                    enum table_source source) {
    table_settle(table, win_record(table, winners, from, tile, source));
    bool triple = kz_deal_draw(table->deal), stays = triple || (winners >> table->at.dealer & 1);
    struct table_round next = end_round(table, stays, stays);
    table->seen[SEEN_TRIPLE] += triple;
    if (triple)
        table->writer->no_win(table, "ron3", table->change);
    else
        write_wins(table, from, tile, source);
    go_on(table, &next);
}

static void put_seats(struct kzi_text *text, struct table *table, const char *key,
                      unsigned players) {
    bool any = false;
    kzi_text_format(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < table->seats; i++)
        put_flag(text, &any, players >> i & 1, (char[2]){kzi_seat_letters[table_seat(table, i)]});
    kzi_text_char(text, ']');
}

static void end_drawn(struct table *table, const char *word, const char *logged) {
    struct kzi_text text = begin_record(table);
    bool exhaustive = !strcmp(word, "exhaustive");
    unsigned ready = 0, orphans = 0;
    for (unsigned i = 0; i < table->seats; i++) {
        ready |= (unsigned)table_is_ready(&table->players[i]) << i;
        orphans |= (unsigned)table->players[i].all_orphan << i;
    }
    kzi_text_format(&text, ",\"draw\":\"%s\"", word);
    if (exhaustive) {
        put_seats(&text, table, "tenpai", ready);
        put_seats(&text, table, "nagashi", orphans);
        table->seen[SEEN_EXHAUSTIVE]++;
        table->seen[SEEN_NAGASHI] += orphans > 0;
    }
    kzi_text_char(&text, '}');
    table_settle(table, kzi_text_end(&text));
    struct table_round next =
        end_round(table, !exhaustive || (ready >> table->at.dealer & 1), true);
    table->writer->no_win(table, exhaustive && orphans ? "nm" : logged, table->change);
    go_on(table, &next);
}

/* --- a turn ----------------------------------------------------------------------------------- */

static void interrupt(struct table *table) {
    table->interrupted = true;
    for (unsigned i = 0; i < table->seats; i++)
        table->players[i].one_turn = false;
}

static void turn_dora(struct table *table) {
    for (; table->dora_due && table->n_dora < 5; table->dora_due--)
        table->writer->dora(table, table->wall[table->n_tiles - 14 + table->n_dora++]);
}

/* Let the others win on a tile.  Return whether the round is over. */
static bool offer(struct table *table, unsigned from, unsigned tile, enum table_source source) {
    unsigned winners = 0;
    for (unsigned i = 1; i < table->seats; i++) {
        unsigned who = (from + i) % table->seats;
        if (table_wins(table, who, from, tile, source) && table_chance(table, 95))
            winners |= 1U << who;
    }
    if (winners)
        end_won(table, winners, from, tile, source);
    return winners;
}

static void draw(struct table *table, unsigned who, bool replacement) {
    struct table_player *player = &table->players[who];
    player->drawn = table->wall[replacement ? --table->last : table->next++];
    player->tiles[player->n_tiles++] = player->drawn;
    table->replacement = replacement;
    table->writer->draw(table, who, player->drawn);
}

static bool lay_aside(struct table *table, unsigned who, bool *over) {
    struct table_player *player = &table->players[who];
    for (unsigned i = 0; i < player->n_tiles && table->seats == 3 && player->n_aside < 4; i++) {
        unsigned tile = player->tiles[i];
        if (tile / 4 != 30 || player->wanted[30] || (player->riichi && tile != player->drawn))
            continue;
        table_take(player, tile);
        player->aside[player->n_aside++] = (uint8_t)tile;
        table->seen[SEEN_ASIDE]++;
        table->writer->aside(table, who, tile);
        *over = offer(table, who, tile, FROM_ASIDE);
        if (!*over) {
            interrupt(table);
            draw(table, who, true);
        }
        return true;
    }
    return false;
}

static bool conceal_kong(struct table *table, unsigned who, bool *over) {
    struct table_player *player = &table->players[who];
    uint8_t counts[34];
    table_fill_counts(player, counts);
    for (unsigned kind = 0; kind < 34 && !player->riichi && player->n_melds < 4; kind++) {
        if (counts[kind] < 4 || !table_chance(table, 70))
            continue;
        struct table_meld *meld = &player->melds[player->n_melds++];
        *meld = (struct table_meld){.kind = 'a', .from = (uint8_t)who};
        for (unsigned i = 0; i < 4; i++) {
            meld->tiles[i] = (uint8_t)(4 * kind + i);
            table_take(player, 4 * kind + i);
        }
        table->kongs++;
        table->seen[SEEN_OWN_KONG]++;
        table->writer->claim(table, who, meld);
        *over = offer(table, who, 4 * kind + 1, FROM_CONCEALED);
        if (!*over) {
            interrupt(table);
            turn_dora(table);
            table->dora_due = 1;
            turn_dora(table);
            draw(table, who, true);
        }
        return true;
    }
    return false;
}

static bool add_kong(struct table *table, unsigned who, bool *over) {
    struct table_player *player = &table->players[who];
    for (unsigned i = 0; i < player->n_melds; i++)
        for (unsigned k = 0; k < player->n_tiles && player->melds[i].kind == 'p'; k++) {
            struct table_meld *meld = &player->melds[i];
            unsigned tile = player->tiles[k];
            if (tile / 4 != meld->tiles[0] / 4)
                continue;
            table_take(player, tile);
            meld->kind = 'k';
            meld->tiles[3] = (uint8_t)tile;
            table->kongs++;
            table->seen[SEEN_ADDED_KONG]++;
            table->writer->claim(table, who, meld);
            *over = offer(table, who, tile, FROM_ADDED);
            if (!*over) {
                interrupt(table);
                turn_dora(table);
                table->dora_due = 1;
                draw(table, who, true);
            }
            return true;
        }
    return false;
}

static bool can_kong(const struct table *table) {
    return table->kongs < 4 && table->next < table->last;
}

static bool declare_nine(struct table *table, const struct table_player *player) {
    uint8_t counts[34];
    unsigned orphans = 0;
    table_fill_counts(player, counts);
    for (unsigned kind = 0; kind < 34; kind++)
        orphans += table_is_orphan(kind) && counts[kind];
    return orphans >= 9 && !table->interrupted && !player->discarded && table_chance(table, 50);
}

/* Return whether no meld but concealed kongs is there. */
static bool is_closed(const struct table_player *player) {
    for (unsigned i = 0; i < player->n_melds; i++)
        if (player->melds[i].kind != 'a')
            return false;
    return true;
}

/* Declare riichi where that is possible; return the tile to discard. */
static unsigned choose(struct table *table, unsigned who) {
    struct table_player *player = &table->players[who];
    if (player->riichi)
        return player->drawn;
    unsigned tile = 255;
    if (player->drawn != 255 && !player->passive && is_closed(player) && player->score >= 1000 &&
        table->next + 4 <= table->last && table_chance(table, 80))
        tile = table_ready_discard(table, player);
    if (tile == 255)
        return table_choose_discard(table, player);
    player->riichi = true;
    player->first_riichi = !table->interrupted && !player->discarded;
    table->seen[SEEN_RIICHI]++;
    table->writer->riichi(table, who, false);
    return tile;
}

static bool claim_same(struct table *table, unsigned who, unsigned from, unsigned tile) {
    struct table_player *player = &table->players[who];
    uint8_t counts[34];
    unsigned kind = tile / 4;
    table_fill_counts(player, counts);
    unsigned count = counts[kind];
    bool wants = player->wanted[kind] >= 3 || table_chance(table, kind >= 31 ? 60 : 15);
    if (count < 2 || !wants || player->riichi || player->passive || player->n_melds == 4)
        return false;
    bool kong = count == 3 && can_kong(table) && table_chance(table, 70);
    struct table_meld *meld = &player->melds[player->n_melds++];
    *meld = (struct table_meld){
        .kind = kong ? 'm' : 'p', .called = (uint8_t)tile, .from = (uint8_t)from};
    unsigned n = 0;
    meld->tiles[n++] = (uint8_t)tile;
    for (unsigned copy = 0; copy < 4 && n < (kong ? 4U : 3U); copy++) {
        unsigned own = 4 * kind + copy;
        bool held = own != tile && memchr(player->tiles, (int)own, player->n_tiles);
        if (held) {
            table_take(player, own);
            meld->tiles[n++] = (uint8_t)own;
        }
    }
    table->kongs += kong;
    table->seen[kong ? SEEN_CLAIMED_KONG : SEEN_PUNG]++;
    return true;
}

static bool claim_chow(struct table *table, unsigned who, unsigned from, unsigned tile) {
    struct table_player *player = &table->players[who];
    unsigned kind = tile / 4;
    if (player->riichi || player->passive || player->n_melds == 4 || kind >= 27 ||
        table->seats == 3 || !table_chance(table, 12))
        return false;
    for (unsigned low = kind % 9 < 2 ? kind - kind % 9 : kind - 2; low <= kind && low % 9 < 7;
         low++) {
        uint8_t tiles[3];
        unsigned found = 0;
        for (unsigned i = 0; i < 3; i++) {
            tiles[i] = (uint8_t)tile;
            bool held = low + i == kind;
            for (unsigned k = 0; k < player->n_tiles && !held; k++)
                if (player->tiles[k] / 4 == low + i) {
                    tiles[i] = player->tiles[k];
                    held = true;
                }
            found += held;
        }
        if (found < 3)
            continue;
        struct table_meld *meld = &player->melds[player->n_melds++];
        *meld = (struct table_meld){.kind = 'c', .called = (uint8_t)tile, .from = (uint8_t)from};
        memcpy(meld->tiles, tiles, 3);
        for (unsigned i = 0; i < 3; i++)
            if (tiles[i] != tile)
                table_take(player, tiles[i]);
        table->seen[SEEN_CHOW]++;
        return true;
    }
    return false;
}

/* Return who claims a discard, or -1. */
static int claimed_by(struct table *table, unsigned from, unsigned tile) {
    if (table->next == table->last)
        return -1;
    for (unsigned i = 1; i < table->seats; i++)
        if (claim_same(table, (from + i) % table->seats, from, tile))
            return (int)((from + i) % table->seats);
    unsigned next = (from + 1) % table->seats;
    return claim_chow(table, next, from, tile) ? (int)next : -1;
}

#include "game_botzone.h"

static const struct log_writer *const writers[] = {&mjlog_writer,   &mjai_writer,
                                                   &tenhou6_writer, &majiang_writer,
                                                   &majsoul_writer, &botzone_writer};

/* The draws that the rules declare after a discard; NULL: none. */
static const char *drawn_by_rule(struct table *table, unsigned discards, unsigned tile,
                                 const char **logged) {
    static unsigned first;
    unsigned bets = 0, makers = 0;
    first = discards == 1 ? tile / 4 : first;
    if (discards <= 4 &&
        (table->interrupted || tile / 4 != first || tile / 4 < 27 || tile / 4 > 30))
        first = 255;
    for (unsigned i = 0; i < table->seats; i++) {
        bool any = false;
        bets += table->players[i].bet;
        for (unsigned k = 0; k < table->players[i].n_melds; k++)
            any |= !strchr("cp", table->players[i].melds[k].kind);
        makers += any;
    }
    enum table_event event = table->seats == 4 && discards == 4 && first != 255 ? SEEN_WINDS
                             : table->seats == 4 && bets == 4                   ? SEEN_FOUR_RIICHI
                             : table->kongs == 4 && makers > 1                  ? SEEN_FOUR_KONGS
                                                                                : SEEN_EVENTS;
    if (event == SEEN_EVENTS)
        return NULL;
    table->seen[event]++;
    *logged = event == SEEN_WINDS ? "kaze4" : event == SEEN_FOUR_RIICHI ? "reach4" : "kan4";
    return event == SEEN_WINDS         ? "four_winds"
           : event == SEEN_FOUR_RIICHI ? "four_riichi"
                                       : "four_kongs";
}

/* All that a player does before discarding.  Return whether the round is over. */
static bool act(struct table *table, unsigned who) {
    struct table_player *player = &table->players[who];
    bool over = false;
    for (bool again = true; again && !over;) {
        if (table_wins(table, who, who, player->drawn, FROM_WALL) && table_chance(table, 97)) {
            end_won(table, 1U << who, who, player->drawn, FROM_WALL);
            return true;
        }
        if (declare_nine(table, player)) {
            table->seen[SEEN_NINE]++;
            end_drawn(table, "nine_orphans", "yao9");
            return true;
        }
        again = table->next < table->last && lay_aside(table, who, &over);
        if (!again && can_kong(table) && !player->passive)
            again = conceal_kong(table, who, &over) || add_kong(table, who, &over);
    }
    return over;
}

/* Discard; the others may win.  Return whether the round is over. */
static bool discard(struct table *table, unsigned who, unsigned *tile, unsigned discards) {
    struct table_player *player = &table->players[who];
    *tile = choose(table, who);
    table_take(player, *tile);
    table->writer->discard(table, who, *tile, *tile == player->drawn);
    player->discarded = true;
    player->one_turn = false;
    player->all_orphan &= table_is_orphan(*tile / 4);
    player->drawn = 255;
    table->replacement = false;
    turn_dora(table);
    if (offer(table, who, *tile, FROM_DISCARD))
        return true;
    if (player->riichi && !player->bet) {
        player->bet = player->one_turn = true;
        player->score -= 1000;
        table->writer->riichi(table, who, true);
    }
    const char *logged, *word = drawn_by_rule(table, discards, *tile, &logged);
    if (word)
        end_drawn(table, word, logged);
    return word;
}

static void play_round(struct table *table) {
    unsigned who = table->at.dealer, discards = 0, tile = 0;
    bool draws = true;
    make_wall(table);
    table->n_dora = 1;
    table->dora_due = table->kongs = 0;
    table->interrupted = table->replacement = false;
    table->rounds++;
    table->writer->round(table);
    for (;;) {
        if (draws && table->next == table->last) {
            end_drawn(table, "exhaustive", "exhaustive");
            return;
        }
        if (draws)
            draw(table, who, table->replacement);
        if (draws && act(table, who))
            return;
        if (discard(table, who, &tile, ++discards))
            return;
        int claimer = claimed_by(table, who, tile);
        draws = claimer < 0;
        if (draws) {
            who = (who + 1) % table->seats;
            continue;
        }
        table->players[who].all_orphan = false;
        who = (unsigned)claimer;
        const struct table_meld *meld = &table->players[who].melds[table->players[who].n_melds - 1];
        table->writer->claim(table, who, meld);
        interrupt(table);
        draws = table->replacement = meld->kind == 'm';
        table->dora_due += draws;
    }
}

static void play_game(struct table *table) {
    if (table->writer == &botzone_writer) {
        play_botzone(table);
        return;
    }
    table->at = (struct table_round){0};
    table->rounds = 0;
    table->over = false;
    for (unsigned i = 0; i < table->seats; i++)
        table->players[i] = (struct table_player){.score = table->seats == 3 ? 35000 : 25000};
    table->writer->game(table);
    while (!table->over) {
        play_round(table);
        if (table->writer->close)
            table->writer->close(table);
    }
    table->writer->end(table);
}

/* --- the program ------------------------------------------------------------------------------ */

struct arguments {
    unsigned long seed, games;
    unsigned players;
    const struct log_writer *writer;
    const char *folder;
};

static void stop(const char *why) {
    fprintf(stderr, "games: %s\n", why);
    exit(2);
}

static struct arguments read_arguments(int argc, char **argv) {
    struct arguments arguments = {1, 10, 4, writers[0], NULL};
    int i = 1;
    for (; i + 1 < argc && !strncmp(argv[i], "--", 2); i += 2) {
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        if (!strcmp(argv[i], "--seed"))
            arguments.seed = number;
        else if (!strcmp(argv[i], "--games"))
            arguments.games = number;
        else if (!strcmp(argv[i], "--players"))
            arguments.players = number == 3 ? 3 : 4;
        else if (!strcmp(argv[i], "--format")) {
            arguments.writer = NULL;
            for (size_t k = 0; k < KZI_COUNT(writers); k++)
                if (!strcmp(argv[i + 1], writers[k]->name))
                    arguments.writer = writers[k];
        }
    }
    if (i + 1 != argc || !arguments.writer)
        stop("games [--seed N] [--games N] [--players 3|4] [--format NAME] FOLDER");
    arguments.folder = argv[i];
    return arguments;
}

static void write_game(const struct table *table, const struct arguments *arguments,
                       unsigned long number) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%lu.%s", arguments->folder, number, arguments->writer->name);
    FILE *file = fopen(path, "w");
    if (!file || table->out->failed ||
        fwrite(table->out->at, 1, table->out->len, file) != table->out->len || fclose(file))
        stop(path);
}

static kz_ruleset *load(const char *folders, const struct arguments *arguments) {
    const char *name = arguments->writer == &botzone_writer ? "mcr-2006"
                       : arguments->players == 3            ? "tenhou-sanma"
                                                            : "tenhou";
    char path[4096];
    kz_error error;
    kz_ruleset *rules;
    snprintf(path, sizeof path, "%s/%s.yaml", folders, name);
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        stop(error.text);
    return rules;
}

int main(int argc, char **argv) {
    struct arguments arguments = read_arguments(argc, argv);
    const char *folders = getenv("KAZOE_PATH") ? getenv("KAZOE_PATH") : "rules";
    struct kzi_dialect *dialect;
    kz_error error;
    if (kzi_dialect_open(&dialect, arguments.writer->name, folders, &error) != KZ_OK)
        stop(error.text);
    static struct table table;
    struct kzi_text out = kzi_text_growing();
    table.writer = arguments.writer;
    table.dialect = dialect;
    kz_ruleset *rules = load(folders, &arguments);
    table.rules = rules;
    table.deal = kz_deal_new();
    table.scratch = kz_result_new();
    table.out = &out;
    table.seats = arguments.players;
    table.random = (struct kzi_random){arguments.seed};
    if (!table.deal || !table.scratch)
        stop("out of memory");
    for (unsigned long i = 0; i < arguments.games; i++) {
        kzi_text_clear(&out);
        play_game(&table);
        write_game(&table, &arguments, i);
    }
    for (unsigned i = 0; i < SEEN_EVENTS; i++)
        printf("%lu %s\n", table.seen[i], table_events[i]);
    kzi_text_release(&out);
    kz_deal_free(table.deal);
    kz_result_free(table.scratch);
    kz_ruleset_free(rules);
    kzi_dialect_free(dialect);
    return 0;
}

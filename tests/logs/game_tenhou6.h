/* Games as logs of tenhou.net/6: what each player drew and discarded, by player. */
#ifndef GAME_TENHOU6_H
#define GAME_TENHOU6_H

#include "game_table.h"

/* The round at hand. */
static struct {
    struct kzi_text draws[4], discards[4];
    char hands[4][64];
    char start[256];
    bool riichi, won;
    unsigned rounds;
} tenhou6;

static unsigned tenhou6_tile(unsigned tile) {
    unsigned kind = tile / 4;
    return tile_digit(tile) ? 10 * (kind / 9 + 1) + kind % 9 + 1 : 51 + kind / 9;
}

static void tenhou6_add(struct kzi_text *list, const char *entry) {
    kzi_text_format(list, "%s%s", list->len ? "," : "", entry);
}

static void tenhou6_add_tile(struct kzi_text *list, unsigned number, bool riichi) {
    char entry[16];
    snprintf(entry, sizeof entry, riichi ? "\"r%u\"" : "%u", number);
    tenhou6_add(list, entry);
}

static void tenhou6_game(struct table *table) {
    kzi_text_put(table->out, "{\"title\":[\"\",\"\"],\"log\":[");
    tenhou6.rounds = 0;
}

static void tenhou6_round(struct table *table) {
    struct kzi_text start = kzi_text_fixed(tenhou6.start, sizeof tenhou6.start);
    kzi_text_format(&start, "[[%u,%u,%u],[", 4 * table->at.wind + table->at.number,
                    table->at.counters, table->at.bets);
    for (unsigned i = 0; i < 4; i++) {
        kzi_text_format(&start, "%s%ld", i ? "," : "",
                        i < table->seats ? table->players[i].score : 0);
        struct kzi_text hand = kzi_text_fixed(tenhou6.hands[i], sizeof tenhou6.hands[i]);
        for (unsigned k = 0; i < table->seats && k < 13; k++)
            kzi_text_format(&hand, "%s%u", k ? "," : "", tenhou6_tile(table->players[i].tiles[k]));
        kzi_text_end(&hand);
        kzi_text_release(&tenhou6.draws[i]);
        kzi_text_release(&tenhou6.discards[i]);
        tenhou6.draws[i] = tenhou6.discards[i] = kzi_text_growing();
    }
    kzi_text_char(&start, ']');
    kzi_text_end(&start);
    tenhou6.riichi = tenhou6.won = false;
}

static void tenhou6_draw(struct table *table, unsigned player, unsigned tile) {
    (void)table;
    tenhou6_add_tile(&tenhou6.draws[player], tenhou6_tile(tile), false);
}

static void tenhou6_discard(struct table *table, unsigned player, unsigned tile, bool drawn) {
    (void)table;
    tenhou6_add_tile(&tenhou6.discards[player], drawn ? 60 : tenhou6_tile(tile), tenhou6.riichi);
    tenhou6.riichi = false;
}

/* Return the position of a meld's letter, in tiles: before the first one for the previous player,
 * the second one for the player opposite, the last one for the next player. */
static unsigned tenhou6_place(const struct table_meld *meld, unsigned player, unsigned last) {
    unsigned turns = (meld->from + 4U - player) % 4;
    return meld->kind == 'c' || turns == 3 ? 0 : turns == 2 ? 1 : last;
}

static void tenhou6_claim(struct table *table, unsigned player, const struct table_meld *meld) {
    char entry[32];
    (void)table;
    struct kzi_text text = kzi_text_fixed(entry, sizeof entry);
    unsigned count = strchr("cp", meld->kind) ? 3 : 4, last = count - 1, called = meld->called;
    unsigned place =
        meld->kind == 'a' ? 3 : tenhou6_place(meld, player, meld->kind == 'k' ? 2 : last);
    if (meld->kind == 'a')
        called = meld->tiles[3];
    if (meld->kind == 'k')
        called = meld->tiles[3];
    kzi_text_char(&text, '"');
    for (unsigned i = 0, at = 0; at < count; at++)
        if (at == place) {
            kzi_text_format(&text, "%c%u", meld->kind, tenhou6_tile(called));
        } else {
            i += meld->tiles[i] == called;
            kzi_text_format(&text, "%u", tenhou6_tile(meld->tiles[i++]));
        }
    kzi_text_char(&text, '"');
    kzi_text_end(&text);
    bool own = meld->kind == 'a' || meld->kind == 'k';
    tenhou6_add(own ? &tenhou6.discards[player] : &tenhou6.draws[player], entry);
    if (meld->kind == 'm')
        tenhou6_add(&tenhou6.discards[player], "0");
}

static void tenhou6_aside(struct table *table, unsigned player, unsigned tile) {
    (void)table, (void)tile;
    tenhou6_add(&tenhou6.discards[player], "\"f44\"");
}

static void tenhou6_riichi(struct table *table, unsigned player, bool accepted) {
    (void)table, (void)player;
    tenhou6.riichi |= !accepted;
}

static void tenhou6_dora(struct table *table, unsigned tile) {
    (void)table, (void)tile;
}

static void tenhou6_tiles(struct table *table, unsigned from, unsigned count) {
    kzi_text_put(table->out, ",[");
    for (unsigned i = 0; i < count; i++)
        kzi_text_format(table->out, "%s%u", i ? "," : "", tenhou6_tile(table->wall[from + i]));
    kzi_text_put(table->out, "]");
}

/* Add a list, which may be empty. */
static void tenhou6_add_all(struct table *table, const struct kzi_text *list) {
    if (list->len)
        kzi_text_add(table->out, list->at, list->len);
}

/* Everything up to the result. */
static void tenhou6_finish(struct table *table) {
    kzi_text_format(table->out, "%s%s", tenhou6.rounds++ ? ",\n" : "", tenhou6.start);
    tenhou6_tiles(table, table->n_tiles - 14, table->n_dora);
    tenhou6_tiles(table, table->n_tiles - 9, table->n_dora);
    for (unsigned i = 0; i < 4; i++) {
        kzi_text_format(table->out, ",[%s],[", tenhou6.hands[i]);
        tenhou6_add_all(table, &tenhou6.draws[i]);
        kzi_text_put(table->out, "],[");
        tenhou6_add_all(table, &tenhou6.discards[i]);
        kzi_text_char(table->out, ']');
    }
    kzi_text_put(table->out, ",[");
}

static void tenhou6_numbers(struct table *table, const long payments[4]) {
    kzi_text_put(table->out, ",[");
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld", i ? "," : "", i < table->seats ? payments[i] : 0);
    kzi_text_char(table->out, ']');
}

/* The name of a yaku: winds have one each. */
static const char *tenhou6_yaku(const struct table *table, const struct table_win *win,
                                const char *id) {
    unsigned number = 0;
    while (!kzi_node_item(table->dialect->yaku->u.entries[number].value, id))
        number++;
    if (!strcmp(id, "seat_wind"))
        number += table_seat(table, win->player);
    if (!strcmp(id, "round_wind"))
        number += table->at.wind;
    return table->dialect->yaku->u.entries[number].key->text;
}

static void tenhou6_yaku_list(struct table *table, const struct table_win *win) {
    size_t count = kz_result_yaku_count(win->result);
    long dora = 0;
    for (size_t i = 0; i < count; i++) {
        const char *id = kz_result_yaku_id(win->result, i);
        bool limit = kz_result_yaku_limit(win->result, i);
        long value =
            (long)kz_result_yaku_value(win->result, i) * kz_result_yaku_times(win->result, i);
        if (!strcmp(id, "dora") || !strcmp(id, "kita")) {
            dora += value;
            continue;
        }
        kzi_text_format(table->out, limit ? ",\"%s(役満)\"" : ",\"%s(%ld飜)\"",
                        tenhou6_yaku(table, win, id), value);
    }
    if (dora)
        kzi_text_format(table->out, ",\"ドラ(%ld飜)\"", dora);
}

/* Write the losers' payments without counters, in the format's text. */
static void tenhou6_points(struct table *table, const struct table_win *win) {
    const kz_result *result = win->result;
    if (kz_result_limit(result) || kz_result_fu(result) < 0)
        kzi_text_put(table->out, "満貫");
    else
        kzi_text_format(table->out, "%d符%d飜", kz_result_fu(result), kz_result_total(result));
    long points = (long)kz_result_points(result), share = 0, dealer = 0;
    if (win->from != win->player) {
        kzi_text_format(table->out, "%ld点", points);
        return;
    }
    for (unsigned i = 0; i < table->seats; i++)
        if (i != win->player && (long)table->at.dealer == (long)i)
            dealer = -win->payments[i] - 100 * (long)table->at.counters;
        else if (i != win->player)
            share = -win->payments[i] - 100 * (long)table->at.counters;
    if (win->player == table->at.dealer)
        kzi_text_format(table->out, "%ld点∀", points / ((long)table->seats - 1));
    else if (dealer + (table->seats - 2) * share == points)
        kzi_text_format(table->out, "%ld-%ld点", share, dealer);
    else
        kzi_text_format(table->out, "%ld点", points); /* somebody is liable */
}

static void tenhou6_win(struct table *table, const struct table_win *win) {
    if (!tenhou6.won) {
        tenhou6_finish(table);
        kzi_text_put(table->out, "\"和了\"");
    }
    tenhou6.won = true;
    tenhou6_numbers(table, win->payments);
    kzi_text_format(table->out, ",[%u,%u,%u,\"", win->player, win->from, win->player);
    tenhou6_points(table, win);
    kzi_text_char(table->out, '"');
    tenhou6_yaku_list(table, win);
    kzi_text_char(table->out, ']');
}

static void tenhou6_close(struct table *table) {
    kzi_text_put(table->out, "]]");
}

static void tenhou6_no_win(struct table *table, const char *word, const long payments[4]) {
    static const char *const words[][2] = {
        {"exhaustive", "流局"}, {"nm", "流し満貫"},   {"yao9", "九種九牌"}, {"kaze4", "四風連打"},
        {"reach4", "四家立直"}, {"ron3", "三家和了"}, {"kan4", "四槓散了"}};
    unsigned i = 0;
    while (strcmp(words[i][0], word) != 0)
        i++;
    tenhou6_finish(table);
    kzi_text_format(table->out, "\"%s\"", words[i][1]);
    if (i < 2)
        tenhou6_numbers(table, payments);
}

static void tenhou6_end(struct table *table) {
    kzi_text_format(table->out,
                    "],\"name\":[\"A\",\"B\",\"C\",\"D\"],\"rule\":{\"disp\":\"%s鳳南喰赤\","
                    "\"aka\":1},\"sc\":[",
                    table->seats == 3 ? "三" : "");
    long finals[4] = {0}, points[4] = {0};
    for (unsigned i = 0; i < table->seats; i++)
        finals[i] = table->players[i].score;
    table_finish(table, finals, points);
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld,%ld.0", i ? "," : "", finals[i], points[i]);
    kzi_text_put(table->out, "]}\n");
}

static const struct log_writer tenhou6_writer = {
    "tenhou6",      tenhou6_game,  tenhou6_round,  tenhou6_draw, tenhou6_discard,
    tenhou6_claim,  tenhou6_aside, tenhou6_riichi, tenhou6_dora, tenhou6_win,
    tenhou6_no_win, tenhou6_end,   tenhou6_close};

#endif

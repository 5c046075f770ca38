/* Games as Tenhou writes them (mjlog). */
#ifndef GAME_MJLOG_H
#define GAME_MJLOG_H

#include "game_table.h"

static void mjlog_game(struct table *table) {
    kzi_text_format(
        table->out,
        "<mjloggm ver=\"2.3\"><SHUFFLE seed=\"\" ref=\"\"/><GO type=\"%d\" lobby=\"0\"/>"
        "<UN n0=\"%%41\" n1=\"%%42\" n2=\"%%43\" n3=\"%s\" dan=\"0,0,0,0\" "
        "rate=\"1500,1500,1500,1500\" sx=\"M,F,M,F\"/><TAIKYOKU oya=\"0\"/>",
        table->seats == 3 ? 185 : 169, table->seats == 3 ? "" : "%44");
}

static void mjlog_numbers(struct table *table, const uint8_t *tiles, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        kzi_text_format(table->out, "%s%d", i ? "," : "", tiles[i]);
}

static void mjlog_round(struct table *table) {
    kzi_text_format(table->out, "<INIT seed=\"%u,%u,%u,0,0,%d\" ten=\"",
                    4 * table->at.wind + table->at.number, table->at.counters, table->at.bets,
                    table->wall[table->n_tiles - 14]);
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld", i ? "," : "",
                        i < table->seats ? table->players[i].score / 100 : 0);
    kzi_text_format(table->out, "\" oya=\"%u\"", table->at.dealer);
    for (unsigned i = 0; i < 4; i++) {
        kzi_text_format(table->out, " hai%u=\"", i);
        mjlog_numbers(table, table->players[i].tiles, i < table->seats ? 13 : 0);
        kzi_text_put(table->out, "\"");
    }
    kzi_text_put(table->out, "/>");
}

static void mjlog_draw(struct table *table, unsigned player, unsigned tile) {
    kzi_text_format(table->out, "<%c%u/>", "TUVW"[player], tile);
}

static void mjlog_discard(struct table *table, unsigned player, unsigned tile, bool drawn) {
    (void)drawn;
    kzi_text_format(table->out, "<%c%u/>", "DEFG"[player], tile);
}

/* Return which of the sorted tiles is the claimed one. */
static unsigned mjlog_called(uint8_t *tiles, unsigned count, unsigned called) {
    unsigned at = 0;
    for (unsigned i = 0; i < count; i++)
        at += tiles[i] < called;
    return at;
}

static unsigned mjlog_meld(const struct table *table, unsigned player,
                           const struct table_meld *meld) {
    unsigned from = (meld->from + table->seats - player) % table->seats, bits = 0, kind = 255;
    uint8_t tiles[4];
    memcpy(tiles, meld->tiles, 4);
    /* With three players Tenhou counts the seats of four. */
    from = table->seats == 3 ? (meld->from + 4U - player) % 4 : from;
    for (unsigned i = 0; i < 3; i++)
        kind = tiles[i] / 4U < kind ? tiles[i] / 4U : kind;
    if (meld->kind == 'a')
        return kind * 4 << 8;
    if (meld->kind == 'm')
        return (unsigned)meld->called << 8 | from;
    if (meld->kind == 'c') {
        unsigned called = meld->called / 4 - kind;
        for (unsigned i = 0; i < 3; i++)
            bits |= (tiles[i] % 4U) << (3 + 2 * (tiles[i] / 4 - kind));
        return ((kind / 9 * 7 + kind % 9) * 3 + called) << 10 | bits | 4 | from;
    }
    unsigned left_out = 6;
    for (unsigned i = 0; i < 3; i++)
        left_out -= tiles[i] % 4U;
    return (kind * 3 + mjlog_called(tiles, 3, meld->called)) << 9 | left_out << 5 |
           (meld->kind == 'k' ? 16U : 8U) | from;
}

static void mjlog_claim(struct table *table, unsigned player, const struct table_meld *meld) {
    kzi_text_format(table->out, "<N who=\"%u\" m=\"%u\" />", player,
                    mjlog_meld(table, player, meld));
}

static void mjlog_aside(struct table *table, unsigned player, unsigned tile) {
    kzi_text_format(table->out, "<N who=\"%u\" m=\"%u\" />", player, tile << 8 | 32);
}

static void mjlog_riichi(struct table *table, unsigned player, bool accepted) {
    if (!accepted) {
        kzi_text_format(table->out, "<REACH who=\"%u\" step=\"1\"/>", player);
        return;
    }
    kzi_text_format(table->out, "<REACH who=\"%u\" ten=\"", player);
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld", i ? "," : "",
                        i < table->seats ? table->players[i].score / 100 : 0);
    kzi_text_put(table->out, "\" step=\"2\"/>");
}

static void mjlog_dora(struct table *table, unsigned tile) {
    kzi_text_format(table->out, "<DORA hai=\"%u\" />", tile);
}

static void mjlog_changes(struct table *table, const long payments[4]) {
    kzi_text_put(table->out, " sc=\"");
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld,%ld", i ? "," : "",
                        i < table->seats ? table->players[i].score / 100 : 0,
                        i < table->seats ? payments[i] / 100 : 0);
    kzi_text_put(table->out, "\"");
    if (!table->over)
        return;
    long finals[4] = {0}, points[4] = {0};
    for (unsigned i = 0; i < table->seats; i++)
        finals[i] = table->players[i].score + payments[i];
    table_finish(table, finals, points);
    kzi_text_put(table->out, " owari=\"");
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld,%ld.0", i ? "," : "", finals[i] / 100, points[i]);
    kzi_text_put(table->out, "\"");
}

/* The number of a yaku: winds have one each. */
static unsigned mjlog_yaku(const struct table *table, const struct table_win *win, const char *id) {
    unsigned number = 0;
    while (!kzi_node_item(table->dialect->yaku->u.entries[number].value, id))
        number++;
    if (!strcmp(id, "seat_wind"))
        number += table_seat(table, win->player);
    return strcmp(id, "round_wind") ? number : number + table->at.wind;
}

static void mjlog_yaku_list(struct table *table, const struct table_win *win) {
    int sums[64] = {0}, order[64];
    unsigned count = 0;
    bool yakuman = false;
    for (size_t i = 0; i < kz_result_yaku_count(win->result); i++) {
        unsigned number = mjlog_yaku(table, win, kz_result_yaku_id(win->result, i));
        int value = kz_result_yaku_value(win->result, i) * kz_result_yaku_times(win->result, i);
        yakuman |= kz_result_yaku_limit(win->result, i) != NULL;
        if (!sums[number])
            order[count++] = (int)number;
        sums[number] += value ? value : 1;
    }
    kzi_text_format(table->out, " yaku%s=\"", yakuman ? "man" : "");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_format(table->out, "%s%d", i ? "," : "", order[i]);
        if (!yakuman)
            kzi_text_format(table->out, ",%d", sums[order[i]]);
    }
    if (!yakuman && table->players[win->player].bet && !sums[53])
        kzi_text_put(table->out, ",53,0");
    kzi_text_put(table->out, "\"");
}

static void mjlog_win(struct table *table, const struct table_win *win) {
    const struct table_player *player = &table->players[win->player];
    int fu = kz_result_fu(win->result);
    kzi_text_format(table->out, "<AGARI ba=\"%u,%u\" hai=\"", table->at.counters, table->at.bets);
    mjlog_numbers(table, player->tiles, player->n_tiles);
    kzi_text_format(table->out, "\" machi=\"%d\" ten=\"%d,%ld,%d\"", win->tile, fu < 0 ? 0 : fu,
                    (long)kz_result_points(win->result), kz_result_limit(win->result) != NULL);
    mjlog_yaku_list(table, win);
    kzi_text_put(table->out, " doraHai=\"");
    mjlog_numbers(table, table->wall + table->n_tiles - 14, table->n_dora);
    kzi_text_put(table->out, "\"");
    if (player->bet) {
        kzi_text_put(table->out, " doraHaiUra=\"");
        mjlog_numbers(table, table->wall + table->n_tiles - 9, table->n_dora);
        kzi_text_put(table->out, "\"");
    }
    kzi_text_format(table->out, " who=\"%u\" fromWho=\"%u\"", win->player, win->from);
    mjlog_changes(table, win->payments);
    kzi_text_put(table->out, " />");
}

static void mjlog_no_win(struct table *table, const char *word, const long payments[4]) {
    kzi_text_put(table->out, "<RYUUKYOKU");
    if (strcmp(word, "exhaustive") != 0)
        kzi_text_format(table->out, " type=\"%s\"", word);
    kzi_text_format(table->out, " ba=\"%u,%u\"", table->at.counters, table->at.bets);
    mjlog_changes(table, payments);
    kzi_text_put(table->out, " />");
}

static void mjlog_end(struct table *table) {
    kzi_text_put(table->out, "</mjloggm>\n");
}

static const struct log_writer mjlog_writer = {
    "mjlog",      mjlog_game, mjlog_round, mjlog_draw,   mjlog_discard, mjlog_claim, mjlog_aside,
    mjlog_riichi, mjlog_dora, mjlog_win,   mjlog_no_win, mjlog_end,     NULL};

#endif

/* Games as logs of majiang: players are named by their seat in the round. */
#ifndef GAME_MAJIANG_H
#define GAME_MAJIANG_H

#include "game_tenhou6.h"

static struct {
    bool riichi, replaces, won;
    unsigned rounds;
} majiang;

static void majiang_tile(struct kzi_text *text, unsigned tile) {
    kzi_text_format(text, "%c%u", "mpsz"[tile / 36], tile_digit(tile));
}

static void majiang_event(struct table *table, const char *name, unsigned player) {
    kzi_text_format(table->out, ",\n{\"%s\":{\"l\":%u", name, table_seat(table, player));
}

static void majiang_game(struct table *table) {
    kzi_text_put(table->out,
                 "{\"title\":\"\",\"player\":[\"A\",\"B\",\"C\",\"D\"],\"qijia\":0,\"log\":[");
    majiang.rounds = 0;
}

static void majiang_round(struct table *table) {
    const struct table_round *at = &table->at;
    kzi_text_format(
        table->out,
        "%s[{\"qipai\":{\"zhuangfeng\":%u,\"jushu\":%u,\"changbang\":%u,\"lizhibang\":%u,"
        "\"defen\":[",
        majiang.rounds++ ? ",\n" : "", at->wind, at->number, at->counters, at->bets);
    for (unsigned seat = 0; seat < 4; seat++)
        kzi_text_format(table->out, "%s%ld", seat ? "," : "",
                        table->players[(at->dealer + seat) % 4].score);
    kzi_text_put(table->out, "],\"baopai\":\"");
    majiang_tile(table->out, table->wall[table->n_tiles - 14]);
    kzi_text_put(table->out, "\",\"shoupai\":[");
    for (unsigned seat = 0; seat < 4; seat++) {
        const struct table_player *player = &table->players[(at->dealer + seat) % 4];
        kzi_text_put(table->out, seat ? ",\"" : "\"");
        for (unsigned suit = 0; suit < 4; suit++) {
            bool any = false;
            for (unsigned i = 0; i < 13; i++)
                if (player->tiles[i] / 36 == suit) {
                    kzi_text_format(table->out, any ? "%u" : "%c%u",
                                    any ? tile_digit(player->tiles[i]) : (unsigned)"mpsz"[suit],
                                    tile_digit(player->tiles[i]));
                    any = true;
                }
        }
        kzi_text_char(table->out, '"');
    }
    kzi_text_put(table->out, "]}}");
    majiang.riichi = majiang.replaces = majiang.won = false;
}

static void majiang_draw(struct table *table, unsigned player, unsigned tile) {
    majiang_event(table, majiang.replaces ? "gangzimo" : "zimo", player);
    kzi_text_put(table->out, ",\"p\":\"");
    majiang_tile(table->out, tile);
    kzi_text_put(table->out, "\"}}");
    majiang.replaces = false;
}

static void majiang_discard(struct table *table, unsigned player, unsigned tile, bool drawn) {
    majiang_event(table, "dapai", player);
    kzi_text_put(table->out, ",\"p\":\"");
    majiang_tile(table->out, tile);
    kzi_text_format(table->out, "%s%s\"}}", drawn ? "_" : "", majiang.riichi ? "*" : "");
    majiang.riichi = false;
}

static void majiang_claim(struct table *table, unsigned player, const struct table_meld *meld) {
    unsigned count = meld->kind == 'c' || meld->kind == 'p' ? 3 : 4;
    char mark = "?+=-"[(meld->from + 4U - player) % 4];
    bool own = meld->kind == 'a' || meld->kind == 'k';
    majiang_event(table, own ? "gang" : "fulou", player);
    kzi_text_format(table->out, ",\"m\":\"%c", "mpsz"[meld->tiles[0] / 36]);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_format(table->out, "%u", tile_digit(meld->tiles[i]));
        if (meld->kind != 'a' && (meld->kind == 'k' ? i == 2 : meld->tiles[i] == meld->called))
            kzi_text_char(table->out, mark);
    }
    kzi_text_put(table->out, "\"}}");
    majiang.replaces = meld->kind != 'c' && meld->kind != 'p';
}

static void majiang_aside(struct table *table, unsigned player, unsigned tile) {
    (void)table, (void)player, (void)tile;
}

static void majiang_riichi(struct table *table, unsigned player, bool accepted) {
    (void)table, (void)player;
    majiang.riichi |= !accepted;
}

static void majiang_dora(struct table *table, unsigned tile) {
    kzi_text_put(table->out, ",\n{\"kaigang\":{\"baopai\":\"");
    majiang_tile(table->out, tile);
    kzi_text_put(table->out, "\"}}");
}

/* Payments by seat. */
static void majiang_payments(struct table *table, const long payments[4]) {
    kzi_text_put(table->out, ",\"fenpei\":[");
    for (unsigned seat = 0; seat < 4; seat++)
        kzi_text_format(table->out, "%s%ld", seat ? "," : "",
                        payments[(table->at.dealer + seat) % 4]);
    kzi_text_put(table->out, "]}}");
}

static void majiang_yaku_list(struct table *table, const struct table_win *win) {
    kzi_text_put(table->out, ",\"hupai\":[");
    for (size_t i = 0; i < kz_result_yaku_count(win->result); i++) {
        const char *name = tenhou6_yaku(table, win, kz_result_yaku_id(win->result, i));
        kzi_text_format(table->out, "%s{\"name\":\"%s\",\"fanshu\":", i ? "," : "", name);
        if (kz_result_yaku_limit(win->result, i))
            kzi_text_put(table->out, "\"*\"}");
        else
            kzi_text_format(table->out, "%d}",
                            kz_result_yaku_value(win->result, i) *
                                kz_result_yaku_times(win->result, i));
    }
    kzi_text_char(table->out, ']');
}

static void majiang_win(struct table *table, const struct table_win *win) {
    const kz_result *result = win->result;
    majiang_event(table, "hule", win->player);
    if (win->from == win->player)
        kzi_text_put(table->out, ",\"baojia\":null");
    else
        kzi_text_format(table->out, ",\"baojia\":%u", table_seat(table, win->from));
    kzi_text_put(table->out, ",\"fubaopai\":");
    if (table->players[win->player].bet) {
        for (unsigned i = 0; i < table->n_dora; i++) {
            kzi_text_put(table->out, i ? ",\"" : "[\"");
            majiang_tile(table->out, table->wall[table->n_tiles - 9 + i]);
            kzi_text_char(table->out, '"');
        }
        kzi_text_char(table->out, ']');
    } else {
        kzi_text_put(table->out, "null");
    }
    if (kz_result_fu(result) >= 0)
        kzi_text_format(table->out, ",\"fu\":%d,\"fanshu\":%d", kz_result_fu(result),
                        kz_result_total(result));
    kzi_text_format(table->out, ",\"defen\":%ld", (long)kz_result_points(result));
    majiang_yaku_list(table, win);
    majiang_payments(table, win->payments);
}

static void majiang_no_win(struct table *table, const char *word, const long payments[4]) {
    static const char *const words[][2] = {
        {"exhaustive", "荒牌平局"}, {"nm", "流し満貫"}, {"yao9", "九種九牌"}, {"kaze4", "四風連打"},
        {"reach4", "四家立直"},     {"ron3", "三家和"}, {"kan4", "四開槓"}};
    unsigned i = 0;
    while (strcmp(words[i][0], word) != 0)
        i++;
    kzi_text_format(table->out, ",\n{\"pingju\":{\"name\":\"%s\"", words[i][1]);
    majiang_payments(table, payments);
}

static void majiang_close(struct table *table) {
    kzi_text_char(table->out, ']');
}

static void majiang_end(struct table *table) {
    kzi_text_put(table->out, "],\"defen\":[");
    long finals[4] = {0}, points[4] = {0};
    for (unsigned i = 0; i < table->seats; i++)
        finals[i] = table->players[i].score;
    table_finish(table, finals, points);
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%ld", i ? "," : "", finals[i]);
    kzi_text_put(table->out, "]}\n");
}

static const struct log_writer majiang_writer = {
    "majiang",      majiang_game,  majiang_round,  majiang_draw, majiang_discard,
    majiang_claim,  majiang_aside, majiang_riichi, majiang_dora, majiang_win,
    majiang_no_win, majiang_end,   majiang_close};

#endif

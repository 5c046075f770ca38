/* Games as logs of mjai: a JSON object on each line. */
#ifndef GAME_MJAI_H
#define GAME_MJAI_H

#include "game_table.h"

static void mjai_tile(struct kzi_text *text, unsigned tile) {
    unsigned kind = tile / 4, digit = tile_digit(tile);
    if (kind >= 27)
        kzi_text_format(text, "\"%c\"", "ESWNPFC"[kind - 27]);
    else
        kzi_text_format(text, "\"%u%c%s\"", digit ? digit : 5, "mps"[kind / 9], digit ? "" : "r");
}

static void mjai_tiles(struct kzi_text *text, const char *key, const uint8_t *tiles, unsigned count,
                       unsigned but) {
    bool any = false;
    kzi_text_format(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < count; i++) {
        if (tiles[i] == but)
            continue;
        kzi_text_put(text, any ? "," : "");
        mjai_tile(text, tiles[i]);
        any = true;
    }
    kzi_text_char(text, ']');
}

static void mjai_numbers(struct table *table, const char *key, const long *numbers) {
    kzi_text_format(table->out, ",\"%s\":[", key);
    for (unsigned i = 0; i < table->seats; i++)
        kzi_text_format(table->out, "%s%ld", i ? "," : "", numbers[i]);
    kzi_text_char(table->out, ']');
}

static void mjai_scores(struct table *table) {
    long scores[4] = {0};
    for (unsigned i = 0; i < table->seats; i++)
        scores[i] = table->players[i].score;
    mjai_numbers(table, "scores", scores);
}

static void mjai_begin(struct table *table, const char *type, unsigned player) {
    kzi_text_format(table->out, "{\"type\":\"%s\",\"actor\":%u", type, player);
}

static void mjai_close(struct table *table) {
    kzi_text_put(table->out, "}\n");
}

static void mjai_game(struct table *table) {
    kzi_text_format(table->out, "{\"type\":\"start_game\",\"names\":[\"A\",\"B\",\"C\"%s]}\n",
                    table->seats == 3 ? "" : ",\"D\"");
}

static void mjai_round(struct table *table) {
    const struct table_round *at = &table->at;
    kzi_text_format(table->out, "{\"type\":\"start_kyoku\",\"bakaze\":\"%c\",\"dora_marker\":",
                    kzi_seat_letters[at->wind]);
    mjai_tile(table->out, table->wall[table->n_tiles - 14]);
    kzi_text_format(table->out, ",\"kyoku\":%u,\"honba\":%u,\"kyotaku\":%u,\"oya\":%u",
                    at->number + 1, at->counters, at->bets, at->dealer);
    mjai_scores(table);
    kzi_text_put(table->out, ",\"tehais\":[");
    for (unsigned i = 0; i < table->seats; i++) {
        kzi_text_put(table->out, i ? ",[" : "[");
        for (unsigned k = 0; k < 13; k++) {
            kzi_text_put(table->out, k ? "," : "");
            mjai_tile(table->out, table->players[i].tiles[k]);
        }
        kzi_text_char(table->out, ']');
    }
    kzi_text_put(table->out, "]}\n");
}

static void mjai_turn(struct table *table, const char *type, unsigned player, unsigned tile) {
    mjai_begin(table, type, player);
    kzi_text_put(table->out, ",\"pai\":");
    mjai_tile(table->out, tile);
}

static void mjai_draw(struct table *table, unsigned player, unsigned tile) {
    mjai_turn(table, "tsumo", player, tile);
    mjai_close(table);
}

static void mjai_discard(struct table *table, unsigned player, unsigned tile, bool drawn) {
    mjai_turn(table, "dahai", player, tile);
    kzi_text_format(table->out, ",\"tsumogiri\":%s", drawn ? "true" : "false");
    mjai_close(table);
}

static void mjai_claim(struct table *table, unsigned player, const struct table_meld *meld) {
    const char *type = meld->kind == 'c'   ? "chi"
                       : meld->kind == 'p' ? "pon"
                       : meld->kind == 'm' ? "daiminkan"
                       : meld->kind == 'a' ? "ankan"
                                           : "kakan";
    unsigned count = strchr("cp", meld->kind) ? 3 : 4;
    if (meld->kind == 'a')
        mjai_begin(table, type, player);
    else
        mjai_turn(table, type, player, meld->kind == 'k' ? meld->tiles[3] : meld->called);
    if (strchr("cpm", meld->kind))
        kzi_text_format(table->out, ",\"target\":%d", meld->from);
    mjai_tiles(table->out, "consumed", meld->tiles, meld->kind == 'k' ? 3 : count,
               strchr("cpm", meld->kind) ? meld->called : 255);
    mjai_close(table);
}

static void mjai_aside(struct table *table, unsigned player, unsigned tile) {
    mjai_turn(table, "nukidora", player, tile);
    mjai_close(table);
}

static void mjai_riichi(struct table *table, unsigned player, bool accepted) {
    mjai_begin(table, accepted ? "reach_accepted" : "reach", player);
    mjai_close(table);
}

static void mjai_dora(struct table *table, unsigned tile) {
    kzi_text_put(table->out, "{\"type\":\"dora\",\"dora_marker\":");
    mjai_tile(table->out, tile);
    mjai_close(table);
}

static void mjai_end_round(struct table *table) {
    kzi_text_put(table->out, "{\"type\":\"end_kyoku\"}\n");
}

static const char *mjai_yaku(const struct table *table, const char *id) {
    unsigned number = 0;
    while (!kzi_node_item(table->dialect->yaku->u.entries[number].value, id))
        number++;
    return table->dialect->yaku->u.entries[number].key->text;
}

static void mjai_win(struct table *table, const struct table_win *win) {
    const kz_result *result = win->result;
    bool rich = win->player % 2 == 0; /* many logs have the payments only */
    mjai_begin(table, "hora", win->player);
    kzi_text_format(table->out, ",\"target\":%u", win->from);
    mjai_numbers(table, "deltas", win->payments);
    if (table->players[win->player].bet)
        mjai_tiles(table->out, rich ? "uradora_markers" : "ura_markers",
                   table->wall + table->n_tiles - 9, table->n_dora, 255);
    if (rich) {
        kzi_text_put(table->out, ",\"yakus\":[");
        for (size_t i = 0; i < kz_result_yaku_count(result); i++)
            kzi_text_format(table->out, "%s[\"%s\",%d]", i ? "," : "",
                            mjai_yaku(table, kz_result_yaku_id(result, i)),
                            kz_result_yaku_limit(result, i) ? 13
                                                            : kz_result_yaku_value(result, i) *
                                                                  kz_result_yaku_times(result, i));
        kzi_text_format(table->out, "],\"hora_points\":%ld", (long)kz_result_points(result));
        if (kz_result_fu(result) >= 0)
            kzi_text_format(table->out, ",\"fu\":%d,\"fan\":%d", kz_result_fu(result),
                            kz_result_total(result));
    }
    mjai_close(table);
}

static void mjai_no_win(struct table *table, const char *word, const long payments[4]) {
    static const char *const words[][2] = {{"exhaustive", "fanpai"}, {"nm", "nagashimangan"},
                                           {"yao9", "kyushukyuhai"}, {"kaze4", "sufonrenta"},
                                           {"reach4", "suchareach"}, {"ron3", "sanchaho"},
                                           {"kan4", "sukaikan"}};
    unsigned i = 0;
    while (strcmp(words[i][0], word) != 0)
        i++;
    kzi_text_put(table->out, "{\"type\":\"ryukyoku\"");
    /* Many logs do not say which; on the last tile nobody could tell. */
    if (table->rounds % 2 || (i > 1 && table->next == table->last))
        kzi_text_format(table->out, ",\"reason\":\"%s\"", words[i][1]);
    mjai_numbers(table, "deltas", payments);
    mjai_close(table);
}

static void mjai_end(struct table *table) {
    mjai_end_round(table);
    kzi_text_put(table->out, "{\"type\":\"end_game\"");
    mjai_scores(table);
    mjai_close(table);
}

static const struct log_writer mjai_writer = {
    "mjai",      mjai_game, mjai_round, mjai_draw,   mjai_discard, mjai_claim, mjai_aside,
    mjai_riichi, mjai_dora, mjai_win,   mjai_no_win, mjai_end,     NULL};

#endif

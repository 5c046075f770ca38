/* Games as Mahjong Soul's own records: every other game lists them as actions and leaves out
 * members that are 0 or false, because programs differ in both. */
#ifndef GAME_MAJSOUL_H
#define GAME_MAJSOUL_H

#include "game_majiang.h"

static struct {
    bool actions, any, dealing, riichi;
    unsigned wins, n_dora, games;
    long changes[4];
} majsoul;

static void majsoul_tile(struct kzi_text *text, unsigned tile) {
    kzi_text_format(text, "\"%u%c\"", tile_digit(tile), "mpsz"[tile / 36]);
}

static void majsoul_tiles(struct kzi_text *text, const char *key, const uint8_t *tiles,
                          unsigned count) {
    kzi_text_format(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(text, i ? "," : "");
        majsoul_tile(text, tiles[i]);
    }
    kzi_text_char(text, ']');
}

static void majsoul_numbers(struct kzi_text *text, const char *key, const long *numbers,
                            unsigned count) {
    kzi_text_format(text, ",\"%s\":[", key);
    for (unsigned i = 0; i < count; i++)
        kzi_text_format(text, "%s%ld", i ? "," : "", numbers[i]);
    kzi_text_char(text, ']');
}

static void majsoul_begin(struct table *table, const char *name) {
    kzi_text_format(table->out, "%s\n{%s\"name\":\"%sRecord%s\",\"data\":{\"x\":0",
                    majsoul.any ? "," : "", majsoul.actions ? "\"type\":1,\"result\":{" : "",
                    majsoul.actions ? ".lq." : "", name);
    majsoul.any = true;
}

static void majsoul_number(struct table *table, const char *key, unsigned number) {
    if (number || !majsoul.actions)
        kzi_text_format(table->out, ",\"%s\":%u", key, number);
}

static void majsoul_flag(struct table *table, const char *key, bool flag) {
    if (flag || !majsoul.actions)
        kzi_text_format(table->out, ",\"%s\":%s", key, flag ? "true" : "false");
}

static void majsoul_turn(struct table *table, const char *name, unsigned player) {
    majsoul_begin(table, name);
    majsoul_number(table, "seat", player);
}

static void majsoul_close_record(struct table *table) {
    kzi_text_put(table->out, majsoul.actions ? "}}}" : "}}");
}

static void majsoul_doras(struct table *table) {
    if (majsoul.n_dora)
        majsoul_tiles(table->out, "doras", table->wall + table->n_tiles - 14, majsoul.n_dora);
}

static void majsoul_game(struct table *table) {
    majsoul.any = majsoul.dealing = majsoul.riichi = false;
    majsoul.actions = ++majsoul.games % 2 == 0;
    kzi_text_put(table->out,
                 majsoul.actions ? "{\"data\":{\"data\":{\"actions\":[" : "{\"records\":[");
}

/* The first draw belongs to the hand of the dealer. */
static void majsoul_round(struct table *table) {
    (void)table;
    majsoul.dealing = true;
    majsoul.riichi = false;
    majsoul.wins = 0;
    majsoul.n_dora = 1;
}

static void majsoul_deal(struct table *table, unsigned drawn) {
    const struct table_round *at = &table->at;
    long scores[4];
    for (unsigned i = 0; i < table->seats; i++)
        scores[i] = table->players[i].score;
    majsoul_begin(table, "NewRound");
    majsoul_number(table, "chang", at->wind);
    majsoul_number(table, "ju", at->number);
    majsoul_number(table, "ben", at->counters);
    majsoul_number(table, "liqibang", at->bets);
    majsoul_numbers(table->out, "scores", scores, table->seats);
    majsoul_doras(table);
    for (unsigned i = 0; i < table->seats; i++) {
        static const char *const keys[] = {"tiles0", "tiles1", "tiles2", "tiles3"};
        uint8_t tiles[14];
        memcpy(tiles, table->players[i].tiles, 13);
        tiles[13] = (uint8_t)drawn;
        majsoul_tiles(table->out, keys[i], tiles, i == at->dealer ? 14 : 13);
    }
    majsoul_close_record(table);
}

static void majsoul_draw(struct table *table, unsigned player, unsigned tile) {
    if (majsoul.dealing) {
        majsoul.dealing = false;
        majsoul_deal(table, tile);
        return;
    }
    majsoul_turn(table, "DealTile", player);
    kzi_text_put(table->out, ",\"tile\":");
    majsoul_tile(table->out, tile);
    majsoul_doras(table);
    majsoul_close_record(table);
}

static void majsoul_discard(struct table *table, unsigned player, unsigned tile, bool drawn) {
    majsoul_turn(table, "DiscardTile", player);
    kzi_text_put(table->out, ",\"tile\":");
    majsoul_tile(table->out, tile);
    majsoul_flag(table, "is_liqi", majsoul.riichi);
    majsoul_flag(table, "moqie", drawn);
    majsoul_close_record(table);
    majsoul.riichi = false;
}

static void majsoul_claim(struct table *table, unsigned player, const struct table_meld *meld) {
    unsigned count = strchr("cp", meld->kind) ? 3 : 4, n = 0;
    uint8_t tiles[4];
    if (strchr("ak", meld->kind)) {
        majsoul_turn(table, "AnGangAddGang", player);
        majsoul_number(table, "type", meld->kind == 'a' ? 3 : 2);
        kzi_text_put(table->out, ",\"tiles\":");
        majsoul_tile(table->out, meld->tiles[3]);
    } else {
        majsoul_turn(table, "ChiPengGang", player);
        majsoul_number(table, "type", meld->kind == 'c' ? 0 : meld->kind == 'p' ? 1 : 2);
        for (unsigned i = 0; i < count; i++)
            if (meld->tiles[i] != meld->called)
                tiles[n++] = meld->tiles[i];
        tiles[n++] = meld->called;
        majsoul_tiles(table->out, "tiles", tiles, n);
    }
    majsoul_close_record(table);
}

static void majsoul_aside(struct table *table, unsigned player, unsigned tile) {
    (void)tile;
    majsoul_turn(table, "BaBei", player);
    majsoul_close_record(table);
}

static void majsoul_riichi(struct table *table, unsigned player, bool accepted) {
    (void)table, (void)player;
    majsoul.riichi |= !accepted;
}

/* The next record lists it. */
static void majsoul_dora(struct table *table, unsigned tile) {
    (void)table, (void)tile;
    majsoul.n_dora++;
}

static void majsoul_fans(struct table *table, const struct table_win *win) {
    const kz_result *result = win->result;
    kzi_text_put(table->out, ",\"fans\":[");
    for (size_t i = 0; i < kz_result_yaku_count(result); i++) {
        const struct kzi_entry *named = table->dialect->yaku->u.entries;
        while (!kzi_node_item(named->value, kz_result_yaku_id(result, i)))
            named++;
        kzi_text_format(table->out, "%s{\"id\":%s,\"val\":%d}", i ? "," : "", named->key->text,
                        kz_result_yaku_limit(result, i)
                            ? 1
                            : kz_result_yaku_value(result, i) * kz_result_yaku_times(result, i));
    }
    kzi_text_char(table->out, ']');
}

static void majsoul_win(struct table *table, const struct table_win *win) {
    const kz_result *result = win->result;
    bool limit = kz_result_fu(result) < 0;
    if (!majsoul.wins++) {
        majsoul_begin(table, "Hule");
        majsoul_doras(table);
        memset(majsoul.changes, 0, sizeof majsoul.changes);
        kzi_text_put(table->out, ",\"hules\":[");
    }
    kzi_text_put(table->out, majsoul.wins > 1 ? ",{\"x\":0" : "{\"x\":0");
    majsoul_number(table, "seat", win->player);
    majsoul_flag(table, "zimo", win->player == win->from);
    majsoul_flag(table, "yiman", limit);
    majsoul_fans(table, win);
    if (!limit) {
        majsoul_number(table, "fu", (unsigned)kz_result_fu(result));
        majsoul_number(table, "count", (unsigned)kz_result_total(result));
    }
    majsoul_number(table, "point_rong", (unsigned)kz_result_points(result));
    if (table->players[win->player].bet)
        majsoul_tiles(table->out, "li_doras", table->wall + table->n_tiles - 9, table->n_dora);
    kzi_text_char(table->out, '}');
    for (unsigned i = 0; i < table->seats; i++)
        majsoul.changes[i] += win->payments[i];
}

static void majsoul_close(struct table *table) {
    if (!majsoul.wins)
        return;
    kzi_text_char(table->out, ']');
    majsoul_numbers(table->out, "delta_scores", majsoul.changes, table->seats);
    majsoul_close_record(table);
}

static void majsoul_no_win(struct table *table, const char *word, const long payments[4]) {
    static const char *const words[] = {"yao9", "kaze4", "kan4", "reach4", "ron3"};
    unsigned type = 0;
    while (type < 5 && strcmp(words[type], word) != 0)
        type++;
    majsoul_begin(table, type < 5 ? "LiuJu" : "NoTile");
    if (type < 5) {
        majsoul_number(table, "type", type + 1);
    } else {
        kzi_text_put(table->out, ",\"scores\":[{\"x\":0");
        majsoul_numbers(table->out, "delta_scores", payments, table->seats);
        kzi_text_put(table->out, "},{}]");
    }
    majsoul_close_record(table);
}

static void majsoul_end(struct table *table) {
    long finals[4] = {0}, points[4] = {0};
    for (unsigned i = 0; i < table->seats; i++)
        finals[i] = table->players[i].score;
    table_finish(table, finals, points);
    kzi_text_format(table->out,
                    "\n]%s,\"head\":{\"config\":{\"meta\":{\"mode_id\":%d}},"
                    "\"accounts\":[",
                    majsoul.actions ? "}}" : "", table->seats == 4 ? 12 : 24);
    for (unsigned i = 0; i < table->seats; i++)
        kzi_text_format(table->out, "%s{\"seat\":%u,\"nickname\":\"%c\"}", i ? "," : "", i,
                        'A' + (int)i);
    kzi_text_put(table->out, "],\"result\":{\"players\":[");
    for (unsigned i = table->seats; i-- > 0;) {
        kzi_text_format(table->out, "{\"part_point_1\":%ld", finals[i]);
        majsoul_number(table, "seat", i);
        kzi_text_put(table->out, i ? "}," : "}");
    }
    kzi_text_put(table->out, "]}}}\n");
}

static const struct log_writer majsoul_writer = {
    "majsoul",      majsoul_game,  majsoul_round,  majsoul_draw, majsoul_discard,
    majsoul_claim,  majsoul_aside, majsoul_riichi, majsoul_dora, majsoul_win,
    majsoul_no_win, majsoul_end,   majsoul_close};

#endif

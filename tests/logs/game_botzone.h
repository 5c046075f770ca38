/* Games of Chinese official mahjong as Botzone writes them: each is one round, with flowers and
 * without a dead wall.  Included where players can claim. */
#ifndef GAME_BOTZONE_H
#define GAME_BOTZONE_H

#include "game_table.h"

#define BOTZONE_TILES 144 /* the last eight are flowers */

static struct {
    uint8_t wall[BOTZONE_TILES];
    bool seen[MAX_TILES]; /* lies face up */
    unsigned flowers[4];
} botzone;

/* --- the log ---------------------------------------------------------------------------------- */

static void botzone_put(struct kzi_text *text, unsigned tile) {
    unsigned kind = tile / 4;
    if (tile >= MAX_TILES)
        kzi_text_format(text, "\"H%u\"", tile - MAX_TILES + 1);
    else if (kind < 27)
        kzi_text_format(text, "\"%c%u\"", "WBT"[kind / 9], kind % 9 + 1);
    else if (kind < 31)
        kzi_text_format(text, "\"F%u\"", kind - 26);
    else
        kzi_text_format(text, "\"J%u\"", 34 - kind);
}

/* Begin the display of an action; the players' answers follow it in the log. */
static void botzone_begin(struct table *table, const char *action) {
    kzi_text_format(table->out,
                    ",{\"output\":{\"command\":\"request\",\"display\":{\"action\":\"%s\"", action);
}

static void botzone_end(struct table *table) {
    kzi_text_put(table->out, "}}},\n{\"0\":{\"response\":\"PASS\"}}");
}

static void botzone_action(struct table *table, const char *action, unsigned who, unsigned tile) {
    botzone_begin(table, action);
    kzi_text_format(table->out, ",\"player\":%u,\"tile\":", who);
    botzone_put(table->out, tile);
    if (*action == 'D' || *action == 'P')
        kzi_text_format(table->out, ",\"tileCnt\":%u", table->last - table->next);
    botzone_end(table);
}

static const char *botzone_name(const struct table *table, const char *id) {
    const struct kzi_node *yaku = table->dialect->yaku;
    for (size_t i = 0; i < yaku->count; i++)
        if (kzi_node_item(yaku->u.entries[i].value, id))
            return yaku->u.entries[i].key->text;
    fprintf(stderr, "games: %s has no name\n", id);
    exit(1);
}

static void botzone_win(struct table *table, unsigned who) {
    const kz_result *result = kz_deal_result(table->deal, 0);
    botzone_begin(table, "HU");
    kzi_text_format(table->out, ",\"player\":%u,\"fan\":[", who);
    for (size_t i = 0; i < kz_result_yaku_count(result); i++)
        kzi_text_format(table->out, "%s{\"name\":\"%s\",\"cnt\":%d,\"value\":%d}", i ? "," : "",
                        botzone_name(table, kz_result_yaku_id(result, i)),
                        kz_result_yaku_times(result, i), kz_result_yaku_value(result, i));
    kzi_text_format(table->out, "],\"fanCnt\":%d,\"score\":[", kz_result_total(result));
    for (unsigned i = 0; i < 4; i++)
        kzi_text_format(table->out, "%s%lld", i ? "," : "",
                        (long long)kz_deal_payment(table->deal, (kz_seat)i));
    kzi_text_char(table->out, ']');
    botzone_end(table);
}

/* --- the end ---------------------------------------------------------------------------------- */

/* Return whether the other three of its kind lie face up. */
static bool botzone_last_copy(unsigned tile) {
    for (unsigned copy = tile / 4 * 4; copy < tile / 4 * 4 + 4; copy++)
        if (copy != tile && !botzone.seen[copy])
            return false;
    return true;
}

static bool botzone_wins(struct table *table, unsigned who, unsigned from, unsigned tile,
                         enum table_source source) {
    struct table_player *player = &table->players[who], full = *player;
    struct kzi_text text = kzi_text_fixed(table->record, sizeof table->record);
    const bool last = table->next == table->last && source != FROM_ADDED;
    bool any = false;
    if (source == FROM_WALL)
        table_take(player, tile);
    bool complete = table_is_complete(player, tile / 4);
    kzi_text_format(&text, "{\"round\":\"%c\"", kzi_seat_letters[table->at.wind]);
    if (source != FROM_WALL)
        kzi_text_format(&text, ",\"from\":\"%c\"", kzi_seat_letters[from]);
    kzi_text_put(&text, ",\"winners\":[{");
    put_hand(&text, table, who);
    *player = full;
    kzi_text_put(&text, ",\"win\":\"");
    put_tile(&text, tile);
    kzi_text_format(&text, "\",\"flowers\":%u,\"flags\":[", botzone.flowers[who]);
    put_flag(&text, &any, last, "last_tile");
    put_flag(&text, &any, botzone_last_copy(tile), "last_copy");
    put_flag(&text, &any, source == FROM_WALL && table->replacement, "after_kong");
    put_flag(&text, &any, source == FROM_ADDED, "robbing_kong");
    kzi_text_put(&text, "]}]}");
    if (!complete)
        return false;
    table_settle(table, kzi_text_end(&text));
    if (!kz_result_wins(kz_deal_result(table->deal, 0)))
        return false;
    table->seen[source == FROM_WALL    ? SEEN_SELF_DRAW
                : source == FROM_ADDED ? SEEN_ROBBED
                                       : SEEN_RON]++;
    table->seen[SEEN_LAST] += last;
    table->seen[SEEN_REPLACEMENT] += source == FROM_WALL && table->replacement;
    botzone_win(table, who);
    return true;
}

/* Let the others win, of whom the next in turn does. */
static bool botzone_offer(struct table *table, unsigned from, unsigned tile,
                          enum table_source source) {
    for (unsigned i = 1; i < 4; i++)
        if (botzone_wins(table, (from + i) % 4, from, tile, source))
            return true;
    return false;
}

/* --- turns ------------------------------------------------------------------------------------ */

static bool botzone_draw(struct table *table, unsigned who, bool replacement) {
    struct table_player *player = &table->players[who];
    table->replacement = replacement;
    while (table->next < table->last) {
        unsigned tile = botzone.wall[table->next++];
        if (tile < MAX_TILES) {
            player->drawn = player->tiles[player->n_tiles++] = (uint8_t)tile;
            botzone_action(table, "DRAW", who, tile);
            return true;
        }
        botzone.flowers[who]++;
        botzone_action(table, "BUHUA", who, tile);
        table->replacement = false;
    }
    return false;
}

/* Make a kong of the own tiles.  Return the tile added to a pung, 255 for a concealed one, or 254
 * if there is none. */
static unsigned botzone_kong(struct table *table, unsigned who) {
    struct table_player *player = &table->players[who];
    uint8_t counts[34];
    table_fill_counts(player, counts);
    for (unsigned i = 0; i < player->n_tiles && table->next < table->last; i++) {
        unsigned tile = player->tiles[i], kind = tile / 4;
        for (unsigned k = 0; k < player->n_melds; k++)
            if (player->melds[k].kind == 'p' && player->melds[k].tiles[0] / 4U == kind) {
                table_take(player, tile);
                player->melds[k].kind = 'k';
                player->melds[k].tiles[3] = (uint8_t)tile;
                table->seen[SEEN_ADDED_KONG]++;
                botzone_action(table, "BUGANG", who, tile);
                return tile;
            }
        if (counts[kind] < 4 || player->n_melds == 4 || !table_chance(table, 70))
            continue;
        struct table_meld *meld = &player->melds[player->n_melds++];
        *meld = (struct table_meld){.kind = 'a', .from = (uint8_t)who};
        for (unsigned k = 0; k < 4; k++) {
            meld->tiles[k] = (uint8_t)(4 * kind + k);
            table_take(player, 4 * kind + k);
        }
        table->seen[SEEN_OWN_KONG]++;
        botzone_action(table, "GANG", who, tile);
        return 255;
    }
    return 254;
}

/* Play from a draw to the discard.  Return whether the round is over. */
static bool botzone_turn(struct table *table, unsigned who, bool replacement) {
    for (unsigned kong = 255; kong != 254;) {
        if (!botzone_draw(table, who, replacement)) {
            botzone_begin(table, "HUANG");
            botzone_end(table);
            table->seen[SEEN_EXHAUSTIVE]++;
            return true;
        }
        if (botzone_wins(table, who, who, table->players[who].drawn, FROM_WALL))
            return true;
        kong = botzone_kong(table, who);
        if (kong < 254 && botzone_offer(table, who, kong, FROM_ADDED))
            return true;
        if (kong < 254)
            botzone.seen[kong] = true;
        replacement = true;
    }
    return false;
}

/* Write a claim, and with a chow or pung the discard that follows.  Return that discard; 255: a
 * kong was claimed. */
static unsigned botzone_claim(struct table *table, unsigned who) {
    struct table_player *player = &table->players[who];
    const struct table_meld *meld = &player->melds[player->n_melds - 1];
    for (unsigned i = 0; i < (meld->kind == 'm' ? 4U : 3U); i++)
        botzone.seen[meld->tiles[i]] = true;
    if (meld->kind == 'm') {
        botzone_action(table, "GANG", who, meld->called);
        return 255;
    }
    unsigned tile = table_choose_discard(table, player), middle = 0;
    for (unsigned i = 0; i < 3; i++)
        middle += meld->tiles[i] / 4U;
    botzone_begin(table, meld->kind == 'c' ? "CHI" : "PENG");
    kzi_text_format(table->out, ",\"player\":%u", who);
    if (meld->kind == 'c') {
        kzi_text_put(table->out, ",\"tileCHI\":");
        botzone_put(table->out, middle / 3 * 4);
    }
    kzi_text_put(table->out, ",\"tile\":");
    botzone_put(table->out, tile);
    kzi_text_format(table->out, ",\"tileCnt\":%u", table->last - table->next);
    botzone_end(table);
    return tile;
}

static void botzone_round(struct table *table) {
    unsigned who = 0, tile = 255;
    bool replacement = false;
    while (true) {
        struct table_player *player = &table->players[who];
        if (tile == 255) {
            if (botzone_turn(table, who, replacement))
                return;
            tile = table_choose_discard(table, player);
            botzone_action(table, "PLAY", who, tile);
        }
        table_take(player, tile);
        player->discarded = true;
        if (botzone_offer(table, who, tile, FROM_DISCARD))
            return;
        botzone.seen[tile] = true;
        int claimer = claimed_by(table, who, tile);
        replacement = claimer >= 0;
        who = claimer >= 0 ? (unsigned)claimer : (who + 1) % 4;
        tile = claimer >= 0 ? botzone_claim(table, who) : 255;
    }
}

/* --- the game --------------------------------------------------------------------------------- */

/* Make the wall of the table, with flowers somewhere after the hands. */
static void botzone_make_wall(struct table *table) {
    memset(&botzone, 0, sizeof botzone);
    make_wall(table);
    memcpy(botzone.wall, table->wall, MAX_TILES);
    for (unsigned i = 0; i < 8; i++) {
        unsigned at = 52 + table_random(table, MAX_TILES - 52 + i);
        memmove(botzone.wall + at + 1, botzone.wall + at, MAX_TILES + i - at);
        botzone.wall[at] = (uint8_t)(MAX_TILES + i);
    }
    table->last = BOTZONE_TILES;
    table->first_discard = 34;
    for (unsigned i = 0; i < 4; i++)
        table->players[i].passive = false;
}

static void play_botzone(struct table *table) {
    table->at = (struct table_round){.wind = table_random(table, 4)};
    table->kongs = 0;
    botzone_make_wall(table);
    kzi_text_format(table->out,
                    "{\"_id\":\"generated\",\"logs\":[{\"output\":{\"display\":{\"action\":"
                    "\"INIT\",\"quan\":%u}}},\n{\"0\":{\"response\":\"PASS\"}}",
                    table->at.wind);
    botzone_begin(table, "DEAL");
    kzi_text_put(table->out, ",\"hand\":[");
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 13; k++) {
            kzi_text_put(table->out, k ? "," : i ? "],[" : "[");
            botzone_put(table->out, table->players[i].tiles[k]);
        }
    kzi_text_format(table->out, "]],\"tileCnt\":%u", table->last - table->next);
    botzone_end(table);
    botzone_round(table);
    kzi_text_put(table->out, "]}\n");
}

static const struct log_writer botzone_writer = {.name = "botzone"};

#endif

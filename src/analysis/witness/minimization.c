#include "analysis/witness/witness.h"

#include "report/wording.h"
#include "tile/notation.h"

#include <string.h>

/* --- a hand as one line ----------------------------------------------------------------------- */

struct line {
    struct kzi_text *text;
    const struct kzi_hand *hand;
};

static void put_seat(struct line *line, const char *key, int seat, bool given) {
    if (given)
        kzi_text_format(line->text, " %s=%s", key, kzi_seat_names[seat]);
}

static void put_shown(struct line *line, const char *key, const struct kzi_indicators *shown) {
    if (shown->count)
        kzi_text_format(line->text, " %s=", key);
    for (unsigned i = 0; i < shown->count; i++)
        kzi_notation_put_tile(line->text, shown->kind[i], shown->red >> i & 1);
}

static void put_number(struct line *line, const char *key, unsigned number) {
    if (number)
        kzi_text_format(line->text, " %s=%u", key, number);
}

static void put_situation(struct line *line) {
    const struct kzi_hand *hand = line->hand;
    if (hand->by_given || hand->self_draw)
        kzi_text_put(line->text, hand->self_draw ? " tsumo" : " ron");
    put_seat(line, "round", hand->round, hand->round_given);
    put_seat(line, "seat", hand->seat, hand->seat_given);
    put_seat(line, "from", hand->from, hand->from >= 0);
    for (unsigned i = 0; i < hand->n_words; i++)
        kzi_text_format(line->text, " %s", hand->words[i].text);
    put_shown(line, "dora", &hand->dora);
    put_shown(line, "ura", &hand->ura);
    put_number(line, "flowers", hand->flowers);
    put_number(line, "honba", hand->honba);
    put_number(line, "deposits", hand->deposits);
    for (unsigned i = 0; i < hand->n_pao; i++)
        kzi_text_format(line->text, " pao=%s:%s", hand->pao[i].yaku,
                        kzi_seat_names[hand->pao[i].seat]);
}

void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand) {
    struct line line = {.text = text, .hand = hand};
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_notation_put_counts(text, hand->concealed, reds);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
    kzi_text_put(text, " +");
    kzi_notation_put_tile(text, hand->win, hand->win_marked);
    put_situation(&line);
}

/* --- delta debugging -------------------------------------------------------------------------- */

struct shrink_ctx {
    struct kzi_witness_search *search;
    struct kzi_witness_found *best;
    bool better; /* since the last look */
};

/* Takes a hand over if it shows the difference and is simpler.  A red five whose tile the change
 * took out is gone with it: written down, the hand would not show what it shows with the mark. */
static bool consider(struct shrink_ctx *ctx, const struct kzi_hand *changed) {
    struct kzi_witness_found *best = ctx->best;
    struct kzi_hand hand = *changed;
    if (ctx->search->budget && ctx->search->budget->out)
        return false;
    kzi_hand_trim_reds(&hand);
    enum kzi_witness_kind kind = kzi_witness_look(ctx->search, &hand);
    if (kind == KZI_WITNESS_NONE)
        return false;
    unsigned cost = kzi_witness_cost(ctx->search, kind, &hand);
    if (cost >= best->cost)
        return false;
    *best = (struct kzi_witness_found){hand, kind, cost};
    return ctx->better = true;
}

/* --- the situation --------------------------------------------------------------------------- */

static void drop_words(struct shrink_ctx *ctx) {
    for (unsigned i = ctx->best->hand.n_words; i--;) {
        struct kzi_hand hand = ctx->best->hand;
        for (unsigned k = i + 1; k < hand.n_words; k++)
            hand.words[k - 1] = hand.words[k];
        hand.n_words--;
        consider(ctx, &hand);
    }
}

static void drop_indicators(struct shrink_ctx *ctx, bool ura) {
    const struct kzi_hand *best = &ctx->best->hand;
    for (unsigned i = (ura ? best->ura : best->dora).count; i--;) {
        struct kzi_hand hand = *best;
        struct kzi_indicators *shown = ura ? &hand.ura : &hand.dora;
        shown->red =
            (uint16_t)((shown->red & ((1U << i) - 1)) | ((unsigned)shown->red >> (i + 1) << i));
        for (unsigned k = i + 1; k < shown->count; k++)
            shown->kind[k - 1] = shown->kind[k];
        shown->count--;
        consider(ctx, &hand);
    }
}

static void drop_numbers(struct shrink_ctx *ctx) {
    for (unsigned what = 0; what < 3; what++)
        for (unsigned left = 0; left < 2; left++) {
            struct kzi_hand hand = ctx->best->hand;
            uint32_t *const numbers[] = {&hand.flowers, &hand.honba, &hand.deposits};
            if (*numbers[what] <= left)
                continue;
            *numbers[what] = left;
            consider(ctx, &hand);
        }
}

static void drop_marks(struct shrink_ctx *ctx) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        struct kzi_hand hand = ctx->best->hand;
        if (!hand.marked[suit])
            continue;
        hand.marked[suit]--;
        if (kzi_suit(hand.win) == suit)
            hand.win_marked = false;
        consider(ctx, &hand);
    }
}

/* Every seat, round and way of winning. */
static void change_winds(struct shrink_ctx *ctx) {
    unsigned seats = ctx->search->alike[0]->model->n_seats;
    for (unsigned i = 0; i < seats * 4 * 2 * 2; i++) {
        struct kzi_hand hand = ctx->best->hand;
        hand.seat = (uint8_t)(i % seats);
        hand.round = (uint8_t)(i / seats % 4);
        hand.self_draw = i / seats / 4 % 2;
        if (i / seats / 8 || hand.self_draw)
            hand.from = -1;
        for (unsigned k = 0; k < hand.n_pao; k++)
            if (hand.pao[k].seat == hand.seat)
                hand.pao[k].seat = (uint8_t)((hand.seat + 1) % seats);
        consider(ctx, &hand);
    }
}

static void drop_feeder(struct shrink_ctx *ctx) {
    struct kzi_hand hand = ctx->best->hand;
    if (!hand.n_pao)
        return;
    hand.n_pao--;
    consider(ctx, &hand);
}

/* --- melds ----------------------------------------------------------------------------------- */

static void take_meld_out(struct kzi_hand *hand, unsigned meld) {
    for (unsigned k = meld + 1; k < hand->n_melds; k++)
        hand->melds[k - 1] = hand->melds[k];
    hand->n_melds--;
}

/* A kong as a pung, claimed or not; a claimed set in the hand. */
static void open_meld(struct shrink_ctx *ctx, unsigned number) {
    struct kzi_hand hand = ctx->best->hand;
    struct kzi_meld meld = hand.melds[number];
    if (meld.kind == KZI_KONG) {
        hand.melds[number].added = false;
        if (meld.added && consider(ctx, &hand))
            return;
        hand.melds[number] =
            (struct kzi_meld){.kind = KZI_PUNG, .tile = meld.tile, .claimed = true};
        if (consider(ctx, &hand))
            return;
    }
    hand = ctx->best->hand;
    take_meld_out(&hand, number);
    for (unsigned i = 0; i < 3; i++)
        hand.concealed[meld.tile + (meld.kind == KZI_CHOW ? i : 0)]++;
    hand.n_concealed = (uint8_t)(hand.n_concealed + 3);
    consider(ctx, &hand);
}

static void open_melds(struct shrink_ctx *ctx) {
    for (unsigned i = ctx->best->hand.n_melds; i--;)
        if (i < ctx->best->hand.n_melds)
            open_meld(ctx, i);
}

/* --- tiles ----------------------------------------------------------------------------------- */

static unsigned tiles_of(const struct kzi_group *group, uint8_t tiles[4]) {
    unsigned count = group->kind == KZI_PAIR ? 2 : 3;
    for (unsigned i = 0; i < count; i++)
        tiles[i] = (uint8_t)(group->tile + (group->kind == KZI_CHOW ? i : 0));
    return count;
}

static bool is_group(unsigned kind, unsigned tile) {
    return kind != KZI_CHOW || (!kzi_is_honor(tile) && kzi_number(tile) <= 7);
}

/* The hand with a group of the reading taken out, the winning tile too if it lies there. */
static bool take_group_out(struct kzi_hand *hand, const struct kzi_group *group) {
    uint8_t tiles[4];
    unsigned count = tiles_of(group, tiles);
    bool won = group->won;
    for (unsigned i = 0; i < count; i++) {
        if (won && tiles[i] == hand->win) {
            won = false;
            continue;
        }
        if (!hand->concealed[tiles[i]])
            return false;
        hand->concealed[tiles[i]]--;
    }
    return true;
}

/* Puts a group in; where the old one had the winning tile, each of its tiles in turn is it. */
static void put_group(struct shrink_ctx *ctx, const struct kzi_hand *rest, bool won,
                      const struct kzi_group *group) {
    uint8_t tiles[4];
    unsigned count = tiles_of(group, tiles), wins = won && group->kind == KZI_CHOW ? 3 : 1;
    for (unsigned win = 0; win < wins; win++) {
        struct kzi_hand hand = *rest;
        for (unsigned i = 0; i < count; i++)
            if (!won || i != win)
                hand.concealed[tiles[i]]++;
        if (won) {
            hand.win = tiles[win];
            hand.win_marked = false;
        }
        consider(ctx, &hand);
    }
}

static void replace_group(struct shrink_ctx *ctx, struct kzi_group group) {
    const uint8_t *copies = ctx->search->alike[0]->model->copies;
    struct kzi_hand rest = ctx->best->hand;
    if (!take_group_out(&rest, &group))
        return;
    for (unsigned kind = KZI_CHOW; kind <= KZI_PAIR; kind++) {
        bool alike = kind != KZI_KONG && (kind == KZI_PAIR) == (group.kind == KZI_PAIR);
        for (unsigned tile = 0; alike && tile < KZI_KINDS; tile++) {
            struct kzi_group other = {.kind = (uint8_t)kind, .tile = (uint8_t)tile};
            if (copies[tile] && is_group(kind, tile))
                put_group(ctx, &rest, group.won, &other);
        }
    }
}

static void replace_meld(struct shrink_ctx *ctx, unsigned number) {
    struct kzi_meld meld = ctx->best->hand.melds[number];
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned tile = 0; tile < KZI_KINDS; tile++) {
            struct kzi_hand hand = ctx->best->hand;
            unsigned kind = pass && meld.kind == KZI_PUNG ? KZI_CHOW : meld.kind;
            if (!is_group(kind, tile))
                continue;
            hand.melds[number].kind = (uint8_t)kind;
            hand.melds[number].tile = (uint8_t)tile;
            consider(ctx, &hand);
        }
}

/* The reading of the best hand; it is scored anew, since hands that were no better came after. */
static bool read_best(struct shrink_ctx *ctx, struct kzi_reading *reading) {
    kzi_witness_look(ctx->search, &ctx->best->hand);
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &ctx->search->results[i];
        if (result->status != KZ_OK || result->reason == KZI_INCOMPLETE)
            continue;
        *reading = result->best.reading;
        return true;
    }
    return false;
}

static void replace_tiles(struct shrink_ctx *ctx) {
    struct kzi_reading reading;
    for (unsigned group = 0; group < KZI_MAX_GROUPS; group++) {
        if (!read_best(ctx, &reading) || group >= reading.n_groups)
            break;
        if (kzi_group_of(&reading, group).meld != KZI_NO_MELD)
            replace_meld(ctx, kzi_group_of(&reading, group).meld);
        else
            replace_group(ctx, kzi_group_of(&reading, group));
    }
}

/* Another of the tiles as the winning one. */
static void change_winning_tile(struct shrink_ctx *ctx) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        struct kzi_hand hand = ctx->best->hand;
        if (!hand.concealed[kind] || hand.win_marked)
            continue;
        hand.concealed[kind]--;
        hand.concealed[hand.win]++;
        hand.win = (uint8_t)kind;
        consider(ctx, &hand);
    }
}

void kzi_witness_shrink(struct kzi_witness_search *search, struct kzi_witness_found *found) {
    struct shrink_ctx ctx = {search, found, true};
    while (ctx.better) {
        ctx.better = false;
        drop_words(&ctx);
        drop_feeder(&ctx);
        drop_indicators(&ctx, false);
        drop_indicators(&ctx, true);
        drop_numbers(&ctx);
        drop_marks(&ctx);
        open_melds(&ctx);
        change_winds(&ctx);
        replace_tiles(&ctx);
        change_winning_tile(&ctx);
    }
}

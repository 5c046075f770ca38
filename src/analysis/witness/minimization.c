#include "analysis/witness/witness.h"

#include "tile/notation.h"

#include <string.h>

/* --- delta debugging -------------------------------------------------------------------------- */

struct shrink_ctx {
    struct kzi_witness_search *search;
    struct kzi_witness_found *best;
    bool better; /* since the last check */
};

/* Adopt a hand if it shows the difference and is simpler. A red five whose tile the change
 * removed is removed too; otherwise the written hand would not show what it shows with the mark. */
static void consider(struct shrink_ctx *ctx, const struct kzi_hand *changed) {
    struct kzi_witness_found *best = ctx->best, one = {.hand = *changed};
    if (ctx->search->budget && ctx->search->budget->out)
        return;
    kzi_hand_trim_reds(&one.hand);
    one.kind = kzi_witness_look(ctx->search, &one.hand);
    if (one.kind == KZI_WITNESS_NONE)
        return;
    one.cost = kzi_witness_cost(ctx->search, one.kind, &one.hand);
    if (one.cost >= best->cost)
        return;
    *best = one;
    ctx->better = true;
}

/* --- the situation --------------------------------------------------------------------------- */

static void drop_words(struct shrink_ctx *ctx) {
    for (unsigned i = ctx->best->hand.n_words; i--;) {
        struct kzi_hand hand = ctx->best->hand;
        memmove(&hand.words[i], &hand.words[i + 1], (--hand.n_words - i) * sizeof *hand.words);
        consider(ctx, &hand);
    }
}

static struct kzi_indicators *shown_as(struct kzi_hand *hand, enum kzi_hand_key key) {
    return key == KZI_KEY_URA      ? &hand->ura
           : key == KZI_KEY_ASIDE  ? &hand->aside
           : key == KZI_KEY_THROWN ? &hand->thrown
                                   : &hand->dora;
}

/* Drop tiles shown, laid aside or thrown, one after the other. */
static void drop_shown(struct shrink_ctx *ctx, enum kzi_hand_key key) {
    struct kzi_hand *best = &ctx->best->hand;
    for (unsigned i = shown_as(best, key)->count; i--;) {
        struct kzi_hand hand = *best;
        struct kzi_indicators *shown = shown_as(&hand, key);
        unsigned before = (1U << i) - 1;
        shown->red = (uint16_t)((shown->red & before) | (shown->red >> 1 & ~before));
        memmove(&shown->kind[i], &shown->kind[i + 1], --shown->count - i);
        consider(ctx, &hand);
    }
}

static void drop_flowers(struct shrink_ctx *ctx) {
    for (unsigned face = 0; face < KZI_FACES; face++) {
        struct kzi_hand hand = ctx->best->hand;
        if (!kzi_face_count(&hand.faces, face))
            continue;
        kzi_face_add(&hand.faces, face, -1);
        hand.flowers--;
        consider(ctx, &hand);
    }
}

static void drop_numbers(struct shrink_ctx *ctx) {
    for (unsigned i = 0; i < 6; i++) {
        struct kzi_hand hand = ctx->best->hand;
        uint32_t *const numbers[] = {&hand.flowers, &hand.honba, &hand.deposits};
        if (*numbers[i / 2] <= i % 2 || (i < 2 && kzi_any_face(&hand.faces)))
            continue;
        *numbers[i / 2] = i % 2;
        consider(ctx, &hand);
    }
}

static void drop_marks(struct shrink_ctx *ctx) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        struct kzi_hand hand = ctx->best->hand;
        if (!hand.marked[suit])
            continue;
        hand.marked[suit]--;
        hand.win_marked &= kzi_suit(hand.win) != suit;
        consider(ctx, &hand);
    }
}

/* Try every seat, round and way of winning. */
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
            if (hand.pao_seats[k] == hand.seat)
                hand.pao_seats[k] = (uint8_t)((hand.seat + 1) % seats);
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

static void bring_back(struct shrink_ctx *ctx) {
    for (unsigned seat = 0; seat < KZI_SEATS; seat++) {
        struct kzi_hand hand = ctx->best->hand;
        hand.out = (uint8_t)(hand.out & ~(1U << seat));
        if (hand.out != ctx->best->hand.out)
            consider(ctx, &hand);
    }
}

/* --- groups ---------------------------------------------------------------------------------- */

static unsigned tiles_of(unsigned kind, unsigned tile, uint8_t tiles[3]) {
    for (unsigned i = 0; i < 3; i++)
        tiles[i] = (uint8_t)(tile + (kind == KZI_CHOW ? i : 0));
    return kind == KZI_PAIR ? 2 : 3;
}

/* Remove a group of the reading from the hand, including the winning tile if it is in the group. */
static bool take_out(struct kzi_hand *hand, const struct kzi_group *group) {
    uint8_t tiles[3];
    unsigned count = tiles_of(group->kind, group->tile, tiles), meld = group->meld;
    bool won = group->won;
    if (meld != KZI_NO_MELD) {
        memmove(&hand->melds[meld], &hand->melds[meld + 1],
                (--hand->n_melds - meld) * sizeof *hand->melds);
        hand->n_concealed = (uint8_t)(hand->n_concealed + 3);
        return true;
    }
    for (unsigned i = 0; i < count; i++)
        if (won && tiles[i] == hand->win)
            won = false;
        else if (!hand->concealed[tiles[i]]--)
            return false;
    return true;
}

/* Add a group; if the old one had the winning tile, try each of its tiles as the winning one. */
static void put_in(struct shrink_ctx *ctx, const struct kzi_hand *rest, unsigned kind,
                   unsigned tile, bool won) {
    uint8_t tiles[3];
    unsigned count = tiles_of(kind, tile, tiles), wins = won && kind == KZI_CHOW ? 3 : 1;
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

static void try_meld(struct shrink_ctx *ctx, const struct kzi_hand *rest, unsigned at,
                     struct kzi_meld meld) {
    struct kzi_hand hand = *rest;
    memmove(&hand.melds[at + 1], &hand.melds[at], (hand.n_melds++ - at) * sizeof meld);
    hand.melds[at] = meld;
    hand.n_concealed = (uint8_t)(hand.n_concealed - 3);
    consider(ctx, &hand);
}

/* Try every other group instead; for a meld, also melded ones, ones without a kong, and
 * concealed ones. */
static void replace_group(struct shrink_ctx *ctx, const struct kzi_group *group) {
    const uint8_t *copies = ctx->search->alike[0]->model->copies;
    struct kzi_hand rest = ctx->best->hand;
    bool melded = group->meld != KZI_NO_MELD;
    struct kzi_meld meld = {.claimed = true};
    if (melded)
        meld = rest.melds[group->meld];
    if (!take_out(&rest, group))
        return;
    for (unsigned kind = KZI_CHOW; kind <= KZI_PAIR; kind++)
        for (unsigned tile = 0; tile < KZI_KINDS; tile++) {
            bool fits = kind != KZI_CHOW || (!kzi_is_honor(tile) && kzi_number(tile) <= 7);
            if (!copies[tile] || !fits || (kind == KZI_PAIR) != (group->kind == KZI_PAIR))
                continue;
            if (kind != KZI_KONG)
                put_in(ctx, &rest, kind, tile, group->won);
            if (melded && (kind != KZI_KONG || group->kind == KZI_KONG))
                try_meld(ctx, &rest, group->meld,
                         (struct kzi_meld){.kind = (uint8_t)kind,
                                           .tile = (uint8_t)tile,
                                           .claimed = meld.claimed || kind != KZI_KONG});
        }
}

/* Read the best hand. It is scored again, since worse hands were scored after it. */
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

static void replace_groups(struct shrink_ctx *ctx) {
    struct kzi_reading reading;
    for (unsigned i = 0; read_best(ctx, &reading) && i < reading.n_groups; i++) {
        struct kzi_group group = kzi_group_of(&reading, i);
        replace_group(ctx, &group);
    }
}

/* Try the other tiles as the winning one. */
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
        drop_shown(&ctx, KZI_KEY_DORA);
        drop_shown(&ctx, KZI_KEY_URA);
        drop_shown(&ctx, KZI_KEY_ASIDE);
        drop_shown(&ctx, KZI_KEY_THROWN);
        bring_back(&ctx);
        drop_numbers(&ctx);
        drop_flowers(&ctx);
        drop_marks(&ctx);
        change_winds(&ctx);
        replace_groups(&ctx);
        change_winning_tile(&ctx);
    }
}

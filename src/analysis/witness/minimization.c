/* Simplify a hand that shows a difference: drop and replace one part after another, as long as the
 * hand still shows the difference. */
#include "analysis/witness/witness.h"

#include "tile/notation.h"

#include <string.h>

/* --- delta debugging -------------------------------------------------------------------------- */

struct minimize_ctx {
    struct kzi_witness_search *search;
    struct kzi_found_witness *best;
    bool better; /* whether a better hand was found since the last check */
};

/* Keep a hand if it shows the difference and is simpler.  If the change removed the tile of a red
 * five, remove the mark too; otherwise the hand as written would not show what it shows with the
 * mark. */
static void try_hand(struct minimize_ctx *ctx, const struct kzi_hand *changed) {
    struct kzi_found_witness *best = ctx->best, one = {.hand = *changed};
    if (ctx->search->budget && ctx->search->budget->out)
        return;
    kzi_hand_trim_reds(&one.hand);
    one.kind = kzi_witness_score(ctx->search, &one.hand);
    if (one.kind == KZI_WITNESS_NONE)
        return;
    one.cost = kzi_witness_cost(ctx->search, one.kind, &one.hand);
    if (one.cost >= best->cost)
        return;
    *best = one;
    ctx->better = true;
}

/* --- the situation --------------------------------------------------------------------------- */

/* Make change `number` to a hand.  Return false if there is none. */
typedef bool change_fn(struct kzi_hand *hand, unsigned number);

/* Drop a word, the last one first. */
static bool drop_word(struct kzi_hand *hand, unsigned number) {
    const unsigned i = KZI_MAX_WORDS - 1 - number;
    if (i >= hand->n_words)
        return false;
    memmove(&hand->words[i], &hand->words[i + 1], (--hand->n_words - i) * sizeof *hand->words);
    return true;
}

static bool drop_feeder(struct kzi_hand *hand, unsigned number) {
    (void)number;
    return hand->n_pao && hand->n_pao--;
}

/* Drop a tile shown, laid aside or thrown, the last one first. */
static bool drop_shown(struct kzi_hand *hand, unsigned number) {
    struct kzi_indicators *const all[] = {&hand->dora, &hand->ura, &hand->aside, &hand->thrown};
    struct kzi_indicators *shown = all[number / KZI_MAX_INDICATORS];
    const unsigned i = KZI_MAX_INDICATORS - 1 - number % KZI_MAX_INDICATORS, before = (1U << i) - 1;
    if (i >= shown->count)
        return false;
    shown->red = (uint16_t)((shown->red & before) | (shown->red >> 1 & ~before));
    memmove(&shown->kind[i], &shown->kind[i + 1], --shown->count - i);
    return true;
}

static bool bring_back(struct kzi_hand *hand, unsigned seat) {
    const bool is_out = hand->out >> seat & 1;
    hand->out = (uint8_t)(hand->out & ~(1U << seat));
    return is_out;
}

static bool drop_numbers(struct kzi_hand *hand, unsigned i) {
    uint32_t *const numbers[] = {&hand->flowers, &hand->counters, &hand->bets};
    if (*numbers[i / 2] <= i % 2 || (i < 2 && kzi_any_face(&hand->faces)))
        return false;
    *numbers[i / 2] = i % 2;
    return true;
}

static bool drop_flower(struct kzi_hand *hand, unsigned face) {
    if (!kzi_face_count(&hand->faces, face))
        return false;
    kzi_face_add(&hand->faces, face, -1);
    hand->flowers--;
    return true;
}

static bool drop_mark(struct kzi_hand *hand, unsigned suit) {
    if (!hand->reds[suit])
        return false;
    hand->reds[suit]--;
    hand->win_red &= kzi_suit(hand->win) != suit;
    return true;
}

/* Make another tile the winning one. */
static bool change_winning_tile(struct kzi_hand *hand, unsigned kind) {
    if (!hand->concealed[kind] || hand->win_red)
        return false;
    hand->concealed[kind]--;
    hand->concealed[hand->win]++;
    hand->win = (uint8_t)kind;
    return true;
}

static void try_changes(struct minimize_ctx *ctx, change_fn *change, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        struct kzi_hand hand = ctx->best->hand;
        if (change(&hand, i))
            try_hand(ctx, &hand);
    }
}

/* Try every seat, round and way of winning. */
static void change_winds(struct minimize_ctx *ctx) {
    unsigned seats = ctx->search->rules[0]->model->n_seats;
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
        try_hand(ctx, &hand);
    }
}

/* --- groups ---------------------------------------------------------------------------------- */

static unsigned tiles_of(unsigned kind, unsigned tile, uint8_t tiles[3]) {
    for (unsigned i = 0; i < 3; i++)
        tiles[i] = (uint8_t)(tile + (kind == KZI_CHOW ? i : 0));
    return kind == KZI_PAIR ? 2 : 3;
}

/* Remove a group of the reading from the hand, with the winning tile if it is in the group. */
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

/* Add a group. won: the old group had the winning tile, so try each tile of the new one as the
 * winning tile. */
static void put_in(struct minimize_ctx *ctx, const struct kzi_hand *rest, unsigned kind,
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
            hand.win_red = false;
        }
        try_hand(ctx, &hand);
    }
}

static void try_meld(struct minimize_ctx *ctx, const struct kzi_hand *rest, unsigned at,
                     struct kzi_meld meld) {
    struct kzi_hand hand = *rest;
    memmove(&hand.melds[at + 1], &hand.melds[at], (hand.n_melds++ - at) * sizeof meld);
    hand.melds[at] = meld;
    hand.n_concealed = (uint8_t)(hand.n_concealed - 3);
    try_hand(ctx, &hand);
}

/* Try every other group instead; for a meld also other melds, without a kong, and concealed
 * ones. */
static void replace_group(struct minimize_ctx *ctx, const struct kzi_group *group) {
    const uint8_t *copies = ctx->search->rules[0]->model->copies;
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

/* Read the best hand again, because worse hands were scored after it. */
static bool read_best(struct minimize_ctx *ctx, struct kzi_reading *reading) {
    kzi_witness_score(ctx->search, &ctx->best->hand);
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &ctx->search->results[i];
        if (result->status != KZ_OK || result->reason == KZI_INCOMPLETE)
            continue;
        *reading = result->best.reading;
        return true;
    }
    return false;
}

static void replace_groups(struct minimize_ctx *ctx) {
    struct kzi_reading reading;
    for (unsigned i = 0; read_best(ctx, &reading) && i < reading.n_groups; i++) {
        struct kzi_group group = kzi_group_of(&reading, i);
        replace_group(ctx, &group);
    }
}

void kzi_witness_minimize(struct kzi_witness_search *search, struct kzi_found_witness *found) {
    static const struct {
        change_fn *change;
        unsigned count;
    } changes[] = {
        {drop_word, KZI_MAX_WORDS}, {drop_feeder, 1},  {drop_shown, 4 * KZI_MAX_INDICATORS},
        {bring_back, KZI_SEATS},    {drop_numbers, 6}, {drop_flower, KZI_FACES},
        {drop_mark, KZI_SUITS}};
    struct minimize_ctx ctx = {search, found, true};
    while (ctx.better) {
        ctx.better = false;
        for (size_t i = 0; i < KZI_COUNT(changes); i++)
            try_changes(&ctx, changes[i].change, changes[i].count);
        change_winds(&ctx);
        replace_groups(&ctx);
        try_changes(&ctx, change_winning_tile, KZI_KINDS);
    }
}

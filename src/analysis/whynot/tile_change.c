#include "analysis/whynot/tile_change.h"

#include "report/wording.h"

struct change_ctx {
    struct kzi_tile_change *change;
    const struct kz_result *result;
    struct kz_result *trying;
    unsigned yaku;
    bool reds; /* whether a red five comes into question */
    unsigned best_kept;
};

/* How many of the yaku that count now count then too. */
static unsigned kept(const struct change_ctx *ctx) {
    unsigned count = 0;
    for (unsigned word = 0; word < ctx->result->rules->yaku_words; word++)
        count += (unsigned)__builtin_popcountll(ctx->result->best.scored[word] &
                                                ctx->trying->best.scored[word]);
    return count;
}

static void try_hand(struct change_ctx *ctx, const struct kzi_hand *hand,
                     const struct kzi_tile_change *as) {
    struct kzi_tile_change *change = ctx->change;
    struct kz_result *trying = ctx->trying;
    if (kzi_score(trying, ctx->result->rules, hand) != KZ_OK || trying->reason == KZI_INCOMPLETE)
        return;
    change->completing++;
    if (trying->reason != KZI_WINS || !kzi_has_yaku(trying->best.scored, ctx->yaku))
        return;
    unsigned now = kept(ctx) + (as->from == as->to); /* a red five for a five is the least */
    bool better = !change->count || now > ctx->best_kept ||
                  (now == ctx->best_kept && trying->best.points > change->points);
    change->count++;
    if (!better)
        return;
    ctx->best_kept = now;
    change->from = as->from;
    change->to = as->to;
    change->to_marked = as->to_marked;
    change->winning_tile = as->winning_tile;
    change->hand = *hand;
    change->points = trying->best.points;
}

static void replace(struct change_ctx *ctx, const struct kzi_tile_change *as) {
    struct kzi_hand hand = ctx->result->hand;
    if (as->winning_tile) {
        if (hand.win_marked)
            hand.marked[kzi_suit(hand.win)]--;
        hand.win = as->to;
        hand.win_marked = as->to_marked;
    } else {
        hand.concealed[as->from]--;
        hand.concealed[as->to]++;
    }
    if (as->to_marked)
        hand.marked[kzi_suit(as->to)]++;
    kzi_hand_trim_reds(&hand);
    if (as->from != as->to ||
        hand.marked[kzi_suit(as->to)] > ctx->result->hand.marked[kzi_suit(as->to)])
        try_hand(ctx, &hand, as);
}

static void replace_by_all(struct change_ctx *ctx, struct kzi_tile_change *as) {
    for (unsigned to = 0; to < KZI_KINDS; to++) {
        as->to = (uint8_t)to;
        as->to_marked = false;
        if (to != as->from)
            replace(ctx, as);
        as->to_marked = true;
        if (ctx->reds && kzi_suit(to) < KZI_SUITS && kzi_number(to) == 5)
            replace(ctx, as);
    }
}

/* A claimed chow moves by one: the tile at one end goes, one at the other comes. */
static void move_chow(struct change_ctx *ctx, unsigned meld, bool up) {
    struct kzi_hand hand = ctx->result->hand;
    uint8_t *tile = &hand.melds[meld].tile;
    if (kzi_number(*tile) == (up ? 7 : 1))
        return;
    struct kzi_tile_change as = {.from = (uint8_t)(*tile + (up ? 0 : 2)),
                                 .to = (uint8_t)(up ? *tile + 3 : *tile - 1)};
    *tile = (uint8_t)(up ? *tile + 1 : *tile - 1);
    kzi_hand_trim_reds(&hand);
    try_hand(ctx, &hand, &as);
}

void kzi_tile_change_find(struct kzi_tile_change *change, const struct kz_result *result,
                          unsigned yaku, struct kz_result *trying) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_yaku *rule = &model->yaku[yaku];
    struct change_ctx ctx = {change, result, trying, yaku, false, 0};
    ctx.reds = rule->each == KZI_EACH_MARK && model->marks[rule->each_mark].kind == KZI_MARK_RED;
    *change = (struct kzi_tile_change){.count = 0};
    struct kzi_tile_change as = {.from = result->hand.win, .winning_tile = true};
    replace_by_all(&ctx, &as);
    as.winning_tile = false;
    for (unsigned from = 0; from < KZI_KINDS; from++) {
        as.from = (uint8_t)from;
        if (result->hand.concealed[from])
            replace_by_all(&ctx, &as);
    }
    for (unsigned i = 0; i < result->hand.n_melds; i++)
        if (result->hand.melds[i].kind == KZI_CHOW) {
            move_chow(&ctx, i, true);
            move_chow(&ctx, i, false);
        }
}

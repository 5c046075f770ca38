/* Place the wild tiles of a completion in the groups of its readings.
 *
 * If some of several equal tiles are wild, they can be in different groups.  Conditions distinguish
 * only whether a group has a tile that replaces another, and whether all its tiles are wild, so
 * each combination of these facts becomes a reading. */
#include "compile/wild.h"

#include <string.h>

/* The forms of a tile: natural, wild and read as its own kind, wild and read as another kind. */
enum { NATURAL, ITSELF, STAND_IN, FORMS };

struct placing_ctx {
    const struct kzi_hand *hand;
    struct kzi_readings *readings;
    struct kzi_reading reading; /* the reading with the tiles placed so far */
    /* Its index; the index of its first further placement. */
    unsigned own, first;
    uint8_t left[FORMS][KZI_COUNTS_CAPACITY]; /* tiles that are not placed yet, by form and kind */
    kzi_kinds wild;
    unsigned win, won; /* the winning tile and its form */
    bool any, cut;     /* a placement was found; there are more than fit */
};

static bool placements_equal(const struct kzi_reading *a, const struct kzi_reading *b) {
    return a->stood_in == b->stood_in && a->all_wild == b->all_wild;
}

/* Keep a placement, unless a kept one looks the same to conditions. */
static void keep_placement(struct placing_ctx *ctx) {
    struct kzi_readings *readings = ctx->readings;
    bool known = ctx->any && placements_equal(&readings->list[ctx->own], &ctx->reading);
    for (unsigned i = ctx->first; i < readings->count && !known; i++)
        known = placements_equal(&readings->list[i], &ctx->reading);
    ctx->cut |= !known && ctx->any && readings->count == KZI_MAX_READINGS;
    if (!known && !ctx->any)
        readings->list[ctx->own] = ctx->reading;
    else if (!known && !ctx->cut)
        readings->list[readings->count++] = ctx->reading;
    ctx->any = true;
}

static void place_group(struct placing_ctx *ctx, unsigned i);

/* Place the tiles of group i from `tile` on.  won: the winning tile must be among them.  forms: the
 * forms placed in the group so far, as bits.  min: the lowest form for equal tiles, whose order
 * makes no difference. */
static void place_tile(struct placing_ctx *ctx, unsigned i, unsigned tile, bool won, unsigned forms,
                       unsigned min) {
    const struct kzi_group group = kzi_group_of(&ctx->reading, i);
    const unsigned kind = group.tile + (group.kind == KZI_CHOW ? tile : 0);
    if (tile == (group.kind == KZI_PAIR ? 2U : 3U)) {
        const struct kzi_reading before = ctx->reading;
        ctx->reading.stood_in |= (uint8_t)((forms >> STAND_IN & 1) << i);
        ctx->reading.all_wild |= (uint8_t)(!(forms >> NATURAL & 1) << i);
        place_group(ctx, i + 1);
        ctx->reading = before;
        return;
    }
    if (won && kind == ctx->win) {
        place_tile(ctx, i, tile + 1, false, forms | 1U << ctx->won, 0);
        return;
    }
    for (unsigned form = group.kind == KZI_CHOW ? 0 : min; form < FORMS; form++)
        if (ctx->left[form][kind]) {
            ctx->left[form][kind]--;
            place_tile(ctx, i, tile + 1, won, forms | 1U << form, form);
            ctx->left[form][kind]++;
        }
}

/* Place the tiles of the groups from i on.  The tiles of melds are given: wild tiles in them, if
 * they may be claimed, are their own kind, unless they are jokers. */
static void place_group(struct placing_ctx *ctx, unsigned i) {
    if (i == ctx->reading.n_groups) {
        keep_placement(ctx);
        return;
    }
    const struct kzi_group group = kzi_group_of(&ctx->reading, i);
    if (group.meld == KZI_NO_MELD) {
        place_tile(ctx, i, 0, group.won, 0, 0);
        return;
    }
    const kzi_kinds kinds = (kzi_kinds)(group.kind == KZI_CHOW ? 7 : 1) << group.tile;
    const struct kzi_reading before = ctx->reading;
    ctx->reading.all_wild |= (uint8_t)(!(kinds & ~ctx->wild) << i);
    ctx->reading.stood_in |= (uint8_t)((ctx->hand->melds[group.meld].stand_ins != 0) << i);
    place_group(ctx, i + 1);
    ctx->reading = before;
}

/* Count the concealed tiles by form, and the winning tile unless it is placed in a group. */
static void sort_tiles(struct placing_ctx *ctx, const struct kzi_hand *hand, bool placed) {
    memset(ctx->left, 0, sizeof ctx->left);
    memcpy(ctx->left[NATURAL], hand->concealed, sizeof hand->concealed);
    ctx->won = NATURAL;
    for (unsigned i = 0; i < hand->wild.count; i++) {
        const struct kzi_wild_tile *tile = &hand->wild.list[i];
        const unsigned form = tile->as == tile->tile ? ITSELF : STAND_IN;
        if (i + 1 == hand->wild.won) {
            ctx->won = form;
            continue;
        }
        ctx->left[NATURAL][tile->as]--;
        ctx->left[form][tile->as]++;
    }
    if (!placed && hand->win < KZI_KINDS)
        ctx->left[ctx->won][hand->win]++;
}

bool kzi_place_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *completion,
                          struct kzi_readings *readings) {
    struct placing_ctx ctx = {.hand = completion,
                              .readings = readings,
                              .wild = kzi_wild_kinds(rules, completion),
                              .win = completion->win};
    for (unsigned i = 0, count = readings->count; i < count; i++) {
        ctx.reading = readings->list[i];
        ctx.reading.stood_in = ctx.reading.all_wild = 0;
        ctx.own = i;
        ctx.first = readings->count;
        ctx.any = false;
        sort_tiles(&ctx, completion, ctx.reading.won != 0);
        place_group(&ctx, 0);
    }
    return ctx.cut;
}

#include "analysis/tables/group_makes.h"

#include "compile/condition/evaluation.h"

#include <string.h>

/* What the rules say of a group, however it is held and wherever in it a tile like the winning one
 * stands; and whether it lies at the end of a suit or is of honors: there are the edge waits, and
 * who has such groups and others has the least yaku. */
struct nature {
    int16_t fu[KZI_HOLDS][4];
    bool at_end;
};

struct find_ctx {
    const struct kz_ruleset *rules;
    unsigned seat, round;
    struct kzi_table_makes *makes;
    struct nature natures[KZI_TABLE_MAKES]; /* of the makes */
};

/* --- what tells them apart ------------------------------------------------------------------- */

static bool is_at_end(unsigned kind, unsigned tile) {
    unsigned last = kind == KZI_CHOW ? 7 : 9;
    return kzi_is_honor(tile) || kzi_number(tile) == 1 || kzi_number(tile) == last;
}

static struct nature nature_of(const struct find_ctx *ctx, unsigned kind, unsigned tile) {
    struct nature nature = {.at_end = is_at_end(kind, tile)};
    struct kzi_group group = {.kind = (uint8_t)kind, .tile = (uint8_t)tile};
    struct kzi_hand hand;
    hand.seat = (uint8_t)ctx->seat;
    hand.round = (uint8_t)ctx->round;
    for (group.hold = 0; group.hold < KZI_HOLDS; group.hold++)
        for (unsigned stands = 0; stands <= kzi_table_spans(kind); stands++) {
            hand.win = (uint8_t)(stands ? tile + stands - 1 : KZI_NO_KIND);
            nature.fu[group.hold][stands] = ctx->rules->group_fu[kzi_group_code(group, &hand)].fu;
        }
    return nature;
}

static bool is_same(const struct nature *a, const struct nature *b) {
    return a->at_end == b->at_end && !memcmp(a->fu, b->fu, sizeof a->fu);
}

/* --- all of them ----------------------------------------------------------------------------- */

static bool can_be(const uint8_t *copies, unsigned kind, unsigned tile) {
    if (kind == KZI_CHOW && (kzi_is_honor(tile) || kzi_number(tile) > 7))
        return false;
    for (unsigned i = 0; i < kzi_table_spans(kind); i++)
        if (copies[tile + i] < kzi_table_takes(kind))
            return false;
    return true;
}

/* The make of that nature among those from first on, which are of one kind. */
static struct kzi_table_make *make_of(struct find_ctx *ctx, unsigned first,
                                      const struct nature *nature) {
    struct kzi_table_makes *makes = ctx->makes;
    unsigned i = first;
    while (i < makes->count && !is_same(&ctx->natures[i], nature))
        i++;
    if (i == makes->count) {
        ctx->natures[makes->count] = *nature;
        makes->list[makes->count++] = (struct kzi_table_make){.tiles = 0};
    }
    return &makes->list[i];
}

static void find_kind(struct find_ctx *ctx, unsigned kind, bool claimed) {
    unsigned first = ctx->makes->count;
    for (unsigned tile = 0; tile < KZI_KINDS; tile++) {
        if (!can_be(ctx->rules->model->copies, kind, tile))
            continue;
        struct nature nature = nature_of(ctx, kind, tile);
        struct kzi_table_make *make = make_of(ctx, first, &nature);
        make->kind = (uint8_t)kind;
        make->claimed = claimed;
        make->tiles |= kzi_kind_bit(tile);
    }
}

void kzi_table_makes_find(struct kzi_table_makes *makes, const struct kz_ruleset *rules,
                          unsigned seat, unsigned round) {
    struct find_ctx ctx = {.rules = rules, .seat = seat, .round = round, .makes = makes};
    makes->count = 0;
    for (unsigned kind = KZI_CHOW; kind <= KZI_KONG; kind++)
        for (unsigned claimed = 0; claimed < 2; claimed++)
            find_kind(&ctx, kind, claimed);
    makes->n_sets = makes->count;
    find_kind(&ctx, KZI_PAIR, false);
}

/* Find what a full hand lacks after the discard of each of its tiles. */
#include "score/discard.h"

#include "compile/condition/evaluation.h"
#include "compile/wild.h"

/* --- the rest of the hand, and the tiles that may go ------------------------------------------ */

static void fill_left(struct kzi_discards *discards, const struct kz_ruleset *rules,
                      const struct kzi_seen_tiles *seen) {
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++) {
        discards->left[kind] = (uint8_t)(rules->model->copies[kind] - seen->counts[kind]);
        discards->reds[kind] = kzi_reds_left(rules, seen, kind);
    }
}

static void add_discard(struct kzi_discards *discards, unsigned kind, bool red) {
    discards->list[discards->count++] = (struct kzi_discard){.kind = (uint8_t)kind, .red = red};
}

/* List each kind once, or twice if the hand has both a red five that counts and a plain one. */
static void list_kinds(struct kzi_discards *discards, const struct kz_ruleset *rules,
                       const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_fill_reds(hand, reds);
    discards->count = discards->turns = 0;
    discards->cut = false;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++) {
        unsigned suit = kzi_suit(kind), count = hand->concealed[kind];
        if (kind == KZI_A_FACE && !rules->model->in_hand)
            continue;
        bool counts = !kzi_is_honor(kind) && kzi_number(kind) == 5 && rules->red_suits >> suit & 1;
        if (count > (counts ? reds[suit] : 0U))
            add_discard(discards, kind, false);
        if (count && counts && reds[suit])
            add_discard(discards, kind, true);
    }
}

/* --- what a ready hand is worth --------------------------------------------------------------- */

/* Context for scoring ready hands. */
struct worth_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_discards *discards;
    struct kz_result *result;
    unsigned n_scored; /* completed hands that the rules admit */
    kz_error refusal;  /* the error of the last hand that they refuse */
    bool failed; /* an error stopped the scoring: one that does not depend on how the hand wins */
};

/* Add the points of the hand completed by each copy of a tile. */
static void add_last_tile(struct worth_ctx *ctx, struct kzi_discard *discard,
                          const struct kzi_hand *hand, struct kzi_last_tile last, unsigned copies) {
    discard->live += copies;
    if (!copies || ctx->failed)
        return;
    if (kzi_score_completed(ctx->result, ctx->rules, hand, last) != KZ_OK) {
        ctx->refusal = ctx->result->error;
        ctx->failed = !kzi_is_excluded(ctx->result);
        return;
    }
    ctx->n_scored++;
    int64_t points = ctx->result->reason == KZI_WINS ? ctx->result->best.points : 0;
    discard->sum += points * copies;
    discard->best = points > discard->best ? points : discard->best;
}

static void add_worth(struct worth_ctx *ctx, struct kzi_discard *discard,
                      const struct kzi_hand *hand) {
    KZI_EACH_IN(discard->accepts, kind) {
        unsigned left = ctx->discards->left[kind], red = ctx->discards->reds[kind];
        add_last_tile(ctx, discard, hand, (struct kzi_last_tile){(uint8_t)kind, false, true},
                      left - red);
        add_last_tile(ctx, discard, hand, (struct kzi_last_tile){(uint8_t)kind, true, true}, red);
    }
}

int64_t kzi_average_of(const struct kzi_discard *discard) {
    int64_t live = discard->live;
    return live ? (2000 * discard->sum + live) / (2 * live) : 0;
}

/* --- all discards ----------------------------------------------------------------------------- */

static void fill_rest(const struct kzi_discards *discards, struct kzi_discard *discard,
                      struct kzi_lacks lacks) {
    discard->lacking = lacks.lacking;
    discard->accepts = lacks.kinds;
    KZI_EACH_IN(discard->accepts, kind)
        discard->accepted += discards->left[kind];
}

int64_t kzi_expected_of(const struct kzi_prospect *prospect) {
    return (int64_t)(prospect->expected * 1e3 + 0.5);
}

int64_t kzi_win_of(const struct kzi_prospect *prospect) {
    return (int64_t)(prospect->win * 1e6 + 0.5);
}

/* Return whether discard a comes before b; equal ones keep their order in the list. */
static bool is_before(const struct kzi_discards *discards, const struct kzi_discard *a,
                      const struct kzi_discard *b) {
    const unsigned turns = discards->turns;
    int64_t of_a = turns ? kzi_expected_of(&a->ahead[turns - 1]) : a->accepted,
            of_b = turns ? kzi_expected_of(&b->ahead[turns - 1]) : b->accepted;
    if (a->lacking != b->lacking)
        return a->lacking < b->lacking;
    if (of_a != of_b)
        return of_a > of_b;
    if (a->accepted != b->accepted)
        return a->accepted > b->accepted;
    return a->kind != b->kind ? a->kind < b->kind : a->red < b->red;
}

void kzi_discards_sort(struct kzi_discards *discards) {
    struct kzi_discard *list = discards->list;
    for (unsigned i = 1; i < discards->count; i++) {
        struct kzi_discard moved = list[i];
        unsigned at = i;
        for (; at && is_before(discards, &moved, &list[at - 1]); at--)
            list[at] = list[at - 1];
        list[at] = moved;
    }
}

static kz_status find_all(struct worth_ctx *ctx, struct kzi_discards *discards,
                          const struct kzi_facts *facts, kz_error *error) {
    const struct kzi_shanten *shanten = kzi_shanten_of(ctx->rules);
    struct kzi_unfinished_hand full = kzi_unfinished_of(ctx->rules, facts->hand, facts->tiles);
    struct kzi_lacks lacks, without[KZI_TILE_KINDS];
    /* Memory may be there for the second call that makes the tables, but not for the first. */
    if (!shanten || !kzi_lacks_find(&lacks, ctx->rules, facts, true, KZI_NO_TILES))
        return kzi_fail(error, KZ_NO_MEMORY, "out of memory");
    const bool wild = kzi_has_wild(ctx->rules);
    discards->lacking = lacks.lacking;
    if (!wild)
        kzi_lacks_without(shanten, &full, kzi_kinds_at_least(full.counts, 1), without);
    for (unsigned i = 0; i < discards->count; i++) {
        struct kzi_discard *discard = &discards->list[i];
        const struct kzi_hand rest = kzi_hand_without(facts->hand, discard->kind, discard->red);
        fill_rest(discards, discard,
                  wild ? kzi_wild_lacks(ctx->rules, shanten, &rest) : without[discard->kind]);
        if (discard->lacking == 1)
            add_worth(ctx, discard, &rest);
    }
    if (ctx->failed || (!ctx->n_scored && ctx->refusal.status != KZ_OK)) {
        *error = ctx->refusal;
        return error->status;
    }
    kzi_discards_sort(discards);
    return KZ_OK;
}

kz_status kzi_discards_find(struct kzi_discards *discards, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, struct kz_result *result,
                            kz_error *error) {
    struct worth_ctx ctx = {.rules = rules, .discards = discards, .result = result};
    struct kzi_facts facts;
    struct kzi_seen_tiles seen;
    kzi_facts_init(&facts, hand);
    kz_status status = kzi_seen_count(&seen, rules, &facts, true, error);
    if (status != KZ_OK)
        return status;
    fill_left(discards, rules, &seen);
    list_kinds(discards, rules, hand);
    return find_all(&ctx, discards, &facts, error);
}

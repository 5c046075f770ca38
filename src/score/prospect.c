/* The chance to win and the expected value of each discard.
 *
 * Dynamic programming over the hand, the tiles drawn and the turns left.  What is drawn and thrown
 * away changes only how many tiles of a type are left, and that only matters if a hand reachable
 * in the turns left has a use for the type: all other draws are alike, and states that differ only
 * in them are one.  Sums of doubles in a fixed order, so that results are the same everywhere. */
#include "score/prospect.h"

#include "score/hand_graph.h"

#include <stdlib.h>
#include <string.h>

struct prospect {
    double expected, win;
};

/* A state whose prospect is known, by hand, turns left and relevant tiles drawn. */
struct state {
    struct kzi_bag drawn;
    uint32_t hand, turns; /* turns 0: empty */
    struct prospect prospect;
};

#define PROBES     8
#define MOST_BYTES ((size_t)96 * 1024 * 1024) /* of states; then they replace one another */
#define EVERY      4096                       /* states between two calls of goes_on */

struct search_ctx {
    struct kzi_graph graph;
    const struct kzi_search *search;
    unsigned n_unseen;
    struct kzi_bag *plans; /* relevant types by hand and turns, from 1 */
    uint32_t n_plans, plans_capacity;
    struct state *states; /* a power of two */
    uint32_t n_states, states_capacity;
    unsigned long steps;
    bool stopped;
};

static void count_step(struct search_ctx *ctx) {
    const struct kzi_search *search = ctx->search;
    if (++ctx->steps % EVERY == 0 && search->goes_on &&
        !search->goes_on(search->payload, ctx->steps))
        ctx->stopped = ctx->graph.failed = true;
}

/* --- relevant types ----------------------------------------------------------------------------
 */

#define KNOWN (UINT64_C(1) << 63) /* in the first word of a plan: no type has that bit */

static void add_type(struct kzi_bag *set, unsigned type) {
    set->words[type / KZI_BAG_TYPES] |= UINT64_C(7) << kzi_bag_shift(type);
}

static void add_all(struct kzi_bag *set, const struct kzi_bag *more) {
    set->words[0] |= more->words[0];
    set->words[1] |= more->words[1];
}

static struct kzi_bag common(const struct kzi_bag *a, const struct kzi_bag *b) {
    return (struct kzi_bag){{a->words[0] & b->words[0] & ~KNOWN, a->words[1] & b->words[1]}};
}

/* Return the place of a plan; 0: failed. */
static uint32_t plan_at(struct search_ctx *ctx, uint32_t hand, unsigned turns) {
    unsigned each = ctx->search->turns + 1;
    if (!ctx->graph.hands[hand].plans) {
        uint32_t first = ctx->n_plans;
        for (unsigned i = 0; i < each; i++) {
            if (!kzi_graph_grow(&ctx->graph, &ctx->plans, ctx->n_plans, &ctx->plans_capacity,
                                sizeof *ctx->plans))
                return 0;
            ctx->plans[ctx->n_plans++] = (struct kzi_bag){{0, 0}};
        }
        ctx->graph.hands[hand].plans = first;
    }
    return ctx->graph.hands[hand].plans + turns;
}

static struct kzi_bag relevant(struct search_ctx *ctx, uint32_t hand, unsigned turns);

/* Add the types of draws and those that are relevant for the hands that they lead to. */
static void add_draws(struct search_ctx *ctx, struct kzi_bag *set, struct kzi_drawn_list draws,
                      unsigned turns) {
    for (uint32_t i = draws.first; i < draws.first + draws.count; i++) {
        add_type(set, ctx->graph.draws[i].type);
        for (uint32_t k = 0; k < ctx->graph.draws[i].n_hands; k++) {
            uint32_t hand = ctx->graph.reached[ctx->graph.draws[i].first + k];
            struct kzi_bag more = relevant(ctx, hand, turns - 1);
            add_all(set, &more);
        }
    }
}

/* Return the types whose number matters with so many turns left. */
static struct kzi_bag relevant(struct search_ctx *ctx, uint32_t hand, unsigned turns) {
    struct kzi_graph *graph = &ctx->graph;
    struct kzi_bag set = {{0, 0}};
    unsigned needs = kzi_graph_needs(graph, hand);
    if (turns < needs || !kzi_graph_draw(graph, hand, KZI_CLOSER))
        return set;
    if (turns == 1) {
        struct kzi_drawn_list draws = graph->hands[hand].draws[KZI_CLOSER];
        for (uint32_t i = 0; i < draws.count; i++)
            if (graph->draws[draws.first + i].wins)
                add_type(&set, graph->draws[draws.first + i].type);
        return set;
    }
    uint32_t at = plan_at(ctx, hand, turns);
    if (!at || ctx->plans[at].words[0] & KNOWN)
        return at ? ctx->plans[at] : set;
    count_step(ctx);
    add_draws(ctx, &set, graph->hands[hand].draws[KZI_CLOSER], turns);
    if (turns > needs && kzi_graph_draw(graph, hand, KZI_SIDEWAYS)) {
        struct kzi_bag later = relevant(ctx, hand, turns - 1);
        add_draws(ctx, &set, graph->hands[hand].draws[KZI_SIDEWAYS], turns);
        add_all(&set, &later);
    }
    set.words[0] |= KNOWN;
    ctx->plans[at] = set;
    return set;
}

/* --- states ------------------------------------------------------------------------------------
 */

static uint32_t home_of(const struct search_ctx *ctx, const struct state *state) {
    uint64_t hash = (state->drawn.words[0] ^ state->drawn.words[1] * UINT64_C(0x9e3779b97f4a7c15) ^
                     ((uint64_t)state->hand << 5 | state->turns) * UINT64_C(0xc2b2ae3d27d4eb4f)) *
                    UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(hash >> 32) & (ctx->states_capacity - 1);
}

static bool is_same(const struct state *a, const struct state *b) {
    return a->hand == b->hand && a->turns == b->turns &&
           !memcmp(&a->drawn, &b->drawn, sizeof a->drawn);
}

/* Return the place of a state: its own, an empty one, or one to replace. */
static struct state *place_of(const struct search_ctx *ctx, const struct state *state) {
    uint32_t home = home_of(ctx, state), at = home;
    for (unsigned i = 0; i < PROBES; i++) {
        at = (home + i) & (ctx->states_capacity - 1);
        if (!ctx->states[at].turns || is_same(&ctx->states[at], state))
            break;
    }
    return &ctx->states[at];
}

static void keep(struct search_ctx *ctx, const struct state *state) {
    struct state *place = place_of(ctx, state);
    ctx->n_states += !place->turns;
    *place = *state;
}

/* Make room for states while the memory for them lasts. */
static void grow_states(struct search_ctx *ctx) {
    struct state *old = ctx->states;
    uint32_t n_old = ctx->states_capacity, more = n_old ? 4 * n_old : 1024;
    if (2 * ctx->n_states < n_old || more * sizeof *old > MOST_BYTES)
        return;
    struct state *states = calloc(more, sizeof *states);
    if (!states) {
        ctx->graph.failed |= !old;
        return;
    }
    ctx->states = states;
    ctx->states_capacity = more;
    ctx->n_states = 0;
    for (uint32_t i = 0; i < n_old; i++)
        if (old[i].turns)
            keep(ctx, &old[i]);
    free(old);
}

/* --- prospects ---------------------------------------------------------------------------------
 */

/* Return whether a is the better choice: a higher expected value, or with an equal one, but for
 * rounding, a higher chance. */
static bool is_better(const struct prospect *a, const struct prospect *b) {
    double near = 1e-12 * (a->expected > b->expected ? a->expected : b->expected);
    if (a->expected > b->expected + near || a->expected + near < b->expected)
        return a->expected > b->expected;
    return a->win > b->win;
}

static struct prospect prospect_of(struct search_ctx *ctx, uint32_t hand, struct kzi_bag drawn,
                                   unsigned turns);

static unsigned left_of(const struct search_ctx *ctx, const struct kzi_bag *drawn, unsigned type) {
    return ctx->graph.unseen[type] - kzi_bag_count(drawn, type);
}

static void add(struct prospect *sum, const struct prospect *more, unsigned times) {
    sum->expected += more->expected * times;
    sum->win += more->win * times;
}

/* A state being evaluated. */
struct evaluation {
    uint32_t hand;
    struct kzi_bag drawn;
    unsigned turns;
    unsigned rest;             /* copies left of types that are not considered yet */
    bool may_stay;             /* the hand can still win one turn later */
    struct prospect unchanged; /* one turn later, if nothing of use was drawn */
    struct prospect sum;
};

/* Return what the hand is worth one turn later, after a draw that it does not use. */
static struct prospect stay(struct search_ctx *ctx, const struct evaluation *at, unsigned type) {
    if (!at->may_stay)
        return (struct prospect){0, 0};
    return prospect_of(ctx, at->hand, kzi_bag_with(at->drawn, type), at->turns - 1);
}

static void consider_draws(struct search_ctx *ctx, struct evaluation *at, enum kzi_draw_list list) {
    struct kzi_drawn_list draws = ctx->graph.hands[at->hand].draws[list];
    for (uint32_t i = draws.first; i < draws.first + draws.count && !ctx->graph.failed; i++) {
        const struct kzi_drawn draw = ctx->graph.draws[i];
        unsigned copies = left_of(ctx, &at->drawn, draw.type);
        struct prospect best = {(double)draw.points, 1};
        at->rest -= copies;
        if (!copies)
            continue;
        if (!draw.wins) {
            best = (struct prospect){0, 0};
            if (list == KZI_SIDEWAYS)
                best = stay(ctx, at, draw.type);
            for (uint32_t k = 0; k < draw.n_hands && !ctx->graph.failed; k++) {
                struct prospect other =
                    prospect_of(ctx, ctx->graph.reached[draw.first + k],
                                kzi_bag_with(at->drawn, draw.type), at->turns - 1);
                best = is_better(&other, &best) ? other : best;
            }
        }
        add(&at->sum, &best, copies);
    }
}

/* Consider draws that are of use to the hand only later, and of no use at all. */
static void consider_rest(struct search_ctx *ctx, struct evaluation *at,
                          const struct kzi_bag *types) {
    struct kzi_bag used = {{0, 0}};
    for (unsigned list = 0; list < 2; list++) {
        struct kzi_drawn_list draws = ctx->graph.hands[at->hand].draws[list];
        for (uint32_t i = 0; i < draws.count; i++)
            add_type(&used, ctx->graph.draws[draws.first + i].type);
    }
    for (unsigned type = 0; type < KZI_TYPES && !ctx->graph.failed; type++) {
        bool later = kzi_bag_count(types, type) && !kzi_bag_count(&used, type);
        unsigned copies = later ? left_of(ctx, &at->drawn, type) : 0;
        if (!copies)
            continue;
        struct prospect stayed = stay(ctx, at, type);
        at->rest -= copies;
        add(&at->sum, &stayed, copies);
    }
    struct prospect stayed = prospect_of(ctx, at->hand, at->drawn, at->turns - 1);
    add(&at->sum, &stayed, at->rest);
}

/* Return what the last draw is worth. */
static struct prospect last_draw(const struct search_ctx *ctx, uint32_t hand,
                                 const struct kzi_bag *drawn, double unseen) {
    struct kzi_drawn_list draws = ctx->graph.hands[hand].draws[KZI_CLOSER];
    struct prospect sum = {0, 0};
    for (uint32_t i = draws.first; i < draws.first + draws.count; i++) {
        const struct kzi_drawn *draw = &ctx->graph.draws[i];
        unsigned copies = draw->wins ? left_of(ctx, drawn, draw->type) : 0;
        sum.expected += (double)draw->points * copies;
        sum.win += copies;
    }
    return (struct prospect){sum.expected / unseen, sum.win / unseen};
}

static struct prospect evaluate(struct search_ctx *ctx, const struct state *state,
                                const struct kzi_bag *types, unsigned unseen) {
    unsigned needs = kzi_graph_needs(&ctx->graph, state->hand);
    struct evaluation at = {.hand = state->hand,
                            .drawn = state->drawn,
                            .turns = state->turns,
                            .rest = unseen,
                            .may_stay = state->turns > needs};
    count_step(ctx);
    consider_draws(ctx, &at, KZI_CLOSER);
    if (at.may_stay) {
        consider_draws(ctx, &at, KZI_SIDEWAYS);
        consider_rest(ctx, &at, types);
    }
    return (struct prospect){at.sum.expected / unseen, at.sum.win / unseen};
}

/* drawn: at least the relevant tiles that were drawn. */
static struct prospect prospect_of(struct search_ctx *ctx, uint32_t hand, struct kzi_bag drawn,
                                   unsigned turns) {
    const struct prospect nothing = {0, 0};
    unsigned gone = ctx->search->turns - turns;
    if (turns < kzi_graph_needs(&ctx->graph, hand) || ctx->n_unseen <= gone || ctx->graph.failed)
        return nothing;
    if (turns == 1)
        return kzi_graph_draw(&ctx->graph, hand, KZI_CLOSER)
                   ? last_draw(ctx, hand, &drawn, ctx->n_unseen - gone)
                   : nothing;
    struct kzi_bag types = relevant(ctx, hand, turns);
    struct state state = {.drawn = common(&drawn, &types), .hand = hand, .turns = turns};
    grow_states(ctx);
    if (ctx->graph.failed)
        return nothing;
    const struct state *known = place_of(ctx, &state);
    if (known->turns && is_same(known, &state))
        return known->prospect;
    state.prospect = evaluate(ctx, &state, &types, ctx->n_unseen - gone);
    keep(ctx, &state);
    return state.prospect;
}

/* --- all discards ------------------------------------------------------------------------------
 */

static void find_all(struct search_ctx *ctx, struct kzi_discards *discards,
                     const struct kzi_hand *hand) {
    for (unsigned i = 0; i < discards->count && !ctx->graph.failed; i++) {
        struct kzi_discard *discard = &discards->list[i];
        uint32_t root = kzi_graph_root(&ctx->graph, hand, discard);
        struct prospect found = {0, 0};
        if (root)
            found = prospect_of(ctx, root, (struct kzi_bag){{0, 0}}, ctx->search->turns);
        discard->expected = found.expected;
        discard->win = found.win;
    }
}

static kz_status fail(const struct search_ctx *ctx, const struct kzi_hand *hand, kz_error *error) {
    struct kzi_problem problem = {.found = false};
    unsigned turns = ctx->search->turns;
    if (ctx->graph.error.status != KZ_OK) {
        *error = ctx->graph.error;
        return error->status;
    }
    if (!ctx->graph.full && !ctx->stopped)
        return kzi_fail(error, KZ_NO_MEMORY, "out of memory");
    kzi_problem_note(&problem, KZI_LIMIT, kzi_spot_of_part(hand, KZI_PART_TILE, 0),
                     ctx->stopped ? "%u turns take more time than is allowed: ask for fewer turns, "
                                    "or allow more"
                                  : "%u turns lead to more hands than fit into memory: ask for "
                                    "fewer turns",
                     turns);
    kzi_problem_error(&problem, error);
    return error->status;
}

kz_status kzi_prospects_find(struct kzi_discards *discards, const struct kz_ruleset *rules,
                             const struct kzi_hand *hand, struct kz_result *result,
                             const struct kzi_search *search, kz_error *error) {
    struct search_ctx ctx = {.search = search, .n_plans = 1};
    kz_status status = KZ_OK;
    if (kzi_graph_init(&ctx.graph, rules, hand, discards, result,
                       search->most_bytes ? search->most_bytes : KZI_SEARCH_BYTES)) {
        for (unsigned type = 0; type < KZI_TYPES; type++)
            ctx.n_unseen += ctx.graph.unseen[type];
        find_all(&ctx, discards, hand);
    } else {
        ctx.graph.failed = true;
    }
    if (ctx.graph.failed)
        status = fail(&ctx, hand, error);
    discards->turns = search->turns;
    kzi_discards_sort(discards);
    kzi_graph_release(&ctx.graph);
    free(ctx.plans);
    free(ctx.states);
    return status;
}

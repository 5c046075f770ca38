#include "analysis/whynot/why_not.h"

#include "report/wording.h"
#include "rules/condition.h"

#include <string.h>

/* --- find a yaku by name ---------------------------------------------------------------------- */

/* Find the yaku with this id, else those with this name in some language, ignoring case, blanks and
 * dashes; yaku in use first.  Return their number; found: the first two. */
static unsigned find_named(const struct kzi_model *model, const char *name, unsigned found[2]) {
    const size_t len = strlen(name);
    unsigned min = 4, count = 0;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        unsigned rank = !yaku->in_use + (kzi_is_called(yaku->id, name, len) ? 0U : 2U);
        if (rank > min || (rank >= 2 && !kzi_is_called_in_any(yaku->name, name, len)))
            continue;
        count = rank == min ? count : 0;
        min = rank;
        if (count < 2)
            found[count] = (unsigned)i;
        count++;
    }
    return count;
}

int kzi_yaku_find(const struct kzi_model *model, const char *name, kz_error *err) {
    unsigned found[2], count = find_named(model, name, found);
    char line[sizeof err->text];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    if (count == 1)
        return (int)found[0];
    if (count)
        kzi_text_format(&text, "'%.200s' is the name of several yaku: %s, %s", name,
                        model->yaku[found[0]].id, model->yaku[found[1]].id);
    else {
        kzi_text_format(&text, "%s has no yaku '%.200s'", model->id, name);
        kzi_put_nearest(&text, name, model->yaku_names.name, model->yaku_names.count);
    }
    kzi_text_end(&text);
    kzi_fail(err, KZ_BAD_USAGE, line);
    return -1;
}

/* --- change one tile -------------------------------------------------------------------------- */

struct change_ctx {
    struct kzi_tile_change *change;
    const struct kz_result *result;
    struct kz_result *trying;
    unsigned yaku;
    bool reds; /* whether to try red fives */
    unsigned best_kept;
    struct kzi_hand written; /* the hand of the result, with its wild tiles as such */
};

/* Return how many of the yaku that count still count after the change. */
static unsigned count_kept(const struct change_ctx *ctx) {
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
    if (trying->reason != KZI_WINS || !kzi_has_bit(trying->best.scored, ctx->yaku))
        return;
    /* a red five for a five is the smallest change */
    unsigned now = count_kept(ctx) + (as->from == as->to);
    bool better = !change->count || now > ctx->best_kept ||
                  (now == ctx->best_kept && trying->best.points > change->points);
    change->count++;
    if (!better)
        return;
    ctx->best_kept = now;
    unsigned count = change->count, completing = change->completing;
    *change = *as;
    change->count = count;
    change->completing = completing;
    change->hand = *hand;
    change->points = trying->best.points;
}

static void replace(struct change_ctx *ctx, const struct kzi_tile_change *as) {
    struct kzi_hand hand = ctx->written;
    if (as->winning_tile) {
        if (hand.win_red)
            hand.reds[kzi_suit(hand.win)]--;
        hand.win = as->to;
        hand.win_face = 0;
        hand.win_red = as->to_red;
    } else {
        hand.concealed[as->from]--;
        hand.concealed[as->to]++;
    }
    if (as->to_red)
        hand.reds[kzi_suit(as->to)]++;
    kzi_hand_trim_reds(&hand);
    if (as->from != as->to || hand.reds[kzi_suit(as->to)] > ctx->written.reds[kzi_suit(as->to)])
        try_hand(ctx, &hand, as);
}

static void replace_by_all(struct change_ctx *ctx, struct kzi_tile_change *as) {
    for (unsigned to = 0; to < KZI_KINDS; to++) {
        as->to = (uint8_t)to;
        as->to_red = false;
        if (to != as->from)
            replace(ctx, as);
        as->to_red = true;
        if (ctx->reds && kzi_suit(to) < KZI_SUITS && kzi_number(to) == 5)
            replace(ctx, as);
    }
}

/* Shift a claimed chow by one: remove the tile at one end, add one at the other. */
static void move_chow(struct change_ctx *ctx, unsigned meld, bool up) {
    struct kzi_hand hand = ctx->written;
    uint8_t *tile = &hand.melds[meld].tile;
    if (kzi_number(*tile) == (up ? 7 : 1))
        return;
    struct kzi_tile_change as = {.from = (uint8_t)(*tile + (up ? 0 : 2)),
                                 .to = (uint8_t)(up ? *tile + 3 : *tile - 1)};
    *tile = (uint8_t)(up ? *tile + 1 : *tile - 1);
    kzi_hand_trim_reds(&hand);
    try_hand(ctx, &hand, &as);
}

/* Try every exchange of a tile in the hand of `result`. trying: scratch for scoring. */
static void tile_change_find(struct kzi_tile_change *change, const struct kz_result *result,
                             unsigned yaku, struct kz_result *trying) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_yaku *rule = &model->yaku[yaku];
    struct change_ctx ctx = {change, result, trying, yaku, false, 0, result->hand};
    kzi_hand_unarrange(&ctx.written);
    ctx.reds = rule->each == KZI_EACH_MARK && model->marks[rule->each_mark].kind == KZI_MARK_RED;
    *change = (struct kzi_tile_change){.count = 0};
    struct kzi_tile_change as = {.from = ctx.written.win, .winning_tile = true};
    replace_by_all(&ctx, &as);
    as.winning_tile = false;
    for (unsigned from = 0; from < KZI_KINDS; from++) {
        as.from = (uint8_t)from;
        if (ctx.written.concealed[from])
            replace_by_all(&ctx, &as);
    }
    for (unsigned i = 0; i < result->hand.n_melds; i++)
        if (result->hand.melds[i].kind == KZI_CHOW) {
            move_chow(&ctx, i, true);
            move_chow(&ctx, i, false);
        }
}

const char *const kzi_why_status_names[KZI_WHY_STATUSES] = {"counts",    "fails", "not_in_use",
                                                            "set_aside", "loses", "incomplete"};

/* --- statements ------------------------------------------------------------------------------- */

static void add_statement(struct kzi_why *why, const struct kzi_condition *clause) {
    why->statements[why->whole.parts.count++] = clause;
}

/* Return the condition of the shapes of any tiles that a clause requires; NULL if it requires
 * something else too. */
static const struct kzi_condition *any_tiles_of(struct kzi_why *why,
                                                const struct kzi_condition *clause) {
    const struct kz_ruleset *rules = why->result->rules;
    const bool asked =
        clause->op == KZI_TEST && kzi_fact_of(clause) == KZI_FACT_SHAPE && !clause->denied;
    uint64_t shapes = asked ? clause->argument.shapes : 0;
    if (!shapes || shapes & ~rules->any_tiles || why->shapes.parts.count)
        return NULL;
    why->shapes = (struct kzi_condition){.kind = KZI_CONDITION_any_of,
                                         .op = KZI_ANY,
                                         .place = clause->place,
                                         .parts.list = why->shape_parts};
    KZI_EACH_IN(shapes, shape)
        why->shape_parts[why->shapes.parts.count++] = rules->model->shape_when[shape];
    return why->shapes.parts.count > 1 ? &why->shapes : why->shape_parts[0];
}

/* Add a clause as statements.  Each part of a mapping becomes a statement, and so do the parts of
 * such a part.  A shape of any tiles is met if its condition holds, so add this condition first;
 * add the shape itself only if there is a reading. */
static void add_clause(struct kzi_why *why, const struct kzi_condition *clause, unsigned levels) {
    const size_t parts = clause->op == KZI_ALL && !kzi_is_clause(clause) ? clause->parts.count : 0;
    if (levels && parts && parts <= why->room) {
        why->room -= parts;
        for (size_t i = 0; i < parts; i++)
            add_clause(why, clause->parts.list[i], levels - 1);
        return;
    }
    const struct kzi_condition *when = levels && why->room ? any_tiles_of(why, clause) : NULL;
    if (when) {
        why->room--;
        add_clause(why, when, 1);
    }
    if (!when || why->has_reading)
        add_statement(why, clause);
}

/* Require an open or closed hand if the yaku has a value for only one of them. */
static void add_value(struct kzi_why *why, const struct kzi_yaku *rule) {
    static const struct kzi_node closed = {.kind = KZI_SCALAR, .text = "closed"};
    static const struct kzi_node open = {.kind = KZI_SCALAR, .text = "open"};
    if (rule->closed.scored == rule->open.scored)
        return;
    kzi_condition_openness(rule, &why->value);
    why->value.node = rule->closed.scored ? &closed : &open;
    /* the same for a yaku that is not in use */
    why->value.values = UINT64_C(1) << rule->open.scored;
    add_statement(why, &why->value);
}

/* Require one of the sets or patterns that the yaku counts. */
static void add_each(struct kzi_why *why, const struct kzi_yaku *rule) {
    static const struct kzi_node some = {.kind = KZI_SCALAR, .text = "some"};
    const struct kzi_node *each = kzi_node_get(rule->node, "each");
    kzi_condition_each(rule, &why->each);
    why->each.node = kzi_node_get(each, "has");
    if (rule->each == KZI_EACH_SET) {
        why->each_entry = (struct kzi_entry){kzi_node_get(each, "set"), &some};
        why->each_node = (struct kzi_node){.kind = KZI_MAP, .count = 1};
        why->each_node.u.entries = &why->each_entry;
        why->each.node = &why->each_node;
    }
    add_statement(why, &why->each);
}

static void fill_statements(struct kzi_why *why) {
    const struct kzi_yaku *rule = &why->result->rules->model->yaku[why->yaku];
    why->whole = (struct kzi_condition){.op = KZI_ALL, .parts.list = why->statements};
    why->room = KZI_MAX_STATEMENTS - 4; /* leaving room for value, each, in_use and one clause */
    if (!rule->in_use)
        add_statement(why, &kzi_clause_in_use);
    add_value(why, rule);
    if (rule->each == KZI_EACH_SET || rule->each == KZI_EACH_PATTERN)
        add_each(why, rule);
    else if (rule->each != KZI_ONCE)
        add_statement(why, &kzi_clause_count);
    if (rule->when)
        add_clause(why, rule->when, 2);
}

/* Return whether another yaku counts.  The tree walker leaves this to the covers. */
static bool others_count(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    uint64_t others = 0;
    for (unsigned word = 0; facts->scored && word < rules->yaku_words; word++)
        others |= facts->scored[word] & ~rules->bonus[word];
    return others && !kzi_has_bit(facts->scored, (unsigned)rules->nothing_scored);
}

unsigned kzi_why_failing(const struct kzi_why *why, const struct kzi_condition *clause) {
    const struct kz_result *result = why->result;
    unsigned all = 0, min = UINT32_MAX;
    if (clause == &kzi_clause_in_use)
        return 1;
    if (clause == &kzi_clause_count)
        return !kzi_count_instances(result->rules, &why->facts, &why->reading, why->yaku);
    if (clause->op == KZI_TEST)
        return !kzi_evaluate(clause, &why->facts, &why->reading) ||
               (kzi_fact_of(clause) == KZI_FACT_SETTLED &&
                others_count(result->rules, &why->facts));
    KZI_EACH_PART(clause, part) {
        unsigned failing = kzi_why_failing(why, part);
        all += failing;
        min = failing < min ? failing : min;
    }
    return clause->op == KZI_ALL ? all : min;
}

const struct kzi_condition *kzi_why_first(const struct kzi_why *why) {
    const struct kzi_condition *first = &why->whole;
    unsigned min;
    do {
        const struct kzi_condition *clause = first;
        min = UINT32_MAX;
        for (size_t i = 0; i < clause->parts.count && min; i++) {
            unsigned failing = kzi_why_failing(why, clause->parts.list[i]);
            if (!failing || failing >= min)
                continue;
            first = clause->parts.list[i];
            min = clause->op == KZI_ALL ? 0 : failing;
        }
    } while (min != UINT32_MAX);
    return first;
}

bool kzi_why_knows(const struct kzi_why *why, const struct kzi_condition *clause) {
    bool known = why->has_reading || clause == &kzi_clause_in_use;
    if (known || clause == &kzi_clause_count)
        return known;
    if (clause->op == KZI_TEST) /* for a spelled hand, the nearest box can be reported */
        return kzi_conditions[clause->kind].of == KZI_OF_SITUATION ||
               kzi_conditions[clause->kind].takes == KZI_TAKES_SPELLINGS;
    known = true;
    for (size_t i = 0; i < clause->parts.count && known; i++)
        known = kzi_why_knows(why, clause->parts.list[i]);
    return known;
}

/* --- the reading ----------------------------------------------------------------------------- */

/* Return whether two readings of a hand are equal. */
static bool readings_equal(const struct kzi_reading *a, const struct kzi_reading *b) {
    return a->shape == b->shape && a->wait == b->wait && a->body == b->body && a->won == b->won &&
           a->n_groups == b->n_groups && !memcmp(a->codes, b->codes, a->n_groups);
}

struct search {
    struct kzi_lost_taker taker;
    struct kzi_why *why;
    const struct kzi_reading *reading;
    const struct kzi_tally *found;
};

static void take_other(struct kzi_lost_taker *taker, const struct kzi_tally *lost) {
    struct search *search = (struct search *)taker;
    struct kzi_why *why = search->why;
    if (!readings_equal(search->reading, &lost->reading) ||
        (search->found && (!kzi_has_bit(lost->scored, why->yaku) ||
                           kzi_covered_by(why->result->rules, search->found, why->yaku) >= 0)))
        return;
    why->other = *lost;
    search->found = &why->other;
}

/* Set the reading, and find its tally that shows the most of the yaku, preferably one in which it
 * counts: the best tally, or why->other. */
static void look_at(struct kzi_why *why, const struct kzi_reading *reading) {
    const struct kzi_tally *best = &why->result->best;
    const bool is_best = readings_equal(reading, &best->reading);
    struct search search = {{take_other}, why, reading, is_best ? best : NULL};
    if (!is_best || !kzi_has_bit(best->scored, why->yaku))
        kzi_visit_lost(why->result, &search.taker);
    why->reading = *reading;
    why->tally = search.found;
    why->facts.scored = search.found ? search.found->scored : NULL;
}

/* Return the rank of readings with as many failing statements: the best reading first, then one on
 * which the yaku counts. */
static unsigned rank(const struct kzi_why *why) {
    if (readings_equal(&why->reading, &why->result->best.reading))
        return 0;
    return !why->tally ? 3 : kzi_has_bit(why->tally->scored, why->yaku) ? 1 : 2;
}

/* Set the reading on which the fewest statements fail. */
static void choose_reading(struct kzi_why *why) {
    const struct kzi_readings *readings = &why->readings;
    unsigned min = UINT32_MAX, chosen = 0;
    for (unsigned i = 0; i < readings->count; i++) {
        look_at(why, &readings->list[i]);
        unsigned count = kzi_why_failing(why, &why->whole) * 4 + rank(why);
        if (count < min) {
            min = count;
            chosen = i;
        }
    }
    look_at(why, &readings->list[chosen]);
}

/* --- result ----------------------------------------------------------------------------------- */

static enum kzi_why_status status_of(const struct kzi_why *why) {
    const struct kz_result *result = why->result;
    const struct kzi_tally *tally = why->tally;
    if (!result->rules->model->yaku[why->yaku].in_use)
        return KZI_WHY_NOT_USED;
    if (kzi_has_bit(result->best.scored, why->yaku))
        return KZI_WHY_COUNTS;
    if (!why->has_reading)
        return KZI_WHY_INCOMPLETE;
    if (kzi_why_failing(why, &why->whole))
        return KZI_WHY_FAILS;
    return tally && !kzi_has_bit(tally->scored, why->yaku) ? KZI_WHY_ASIDE : KZI_WHY_LOSES;
}

void kzi_why_examine(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                     struct kz_result *shown) {
    *why = (struct kzi_why){.result = result, .shown = shown, .yaku = yaku};
    kzi_facts_of(result, &why->facts);
    why->facts.scored = NULL;
    kzi_tiles_fill_readings(why->facts.tiles, &result->hand, &result->rules->shapes,
                            &why->readings);
    kzi_add_any_tiles(result->rules, &why->facts, &why->readings);
    why->has_reading = why->readings.count > 0;
    fill_statements(why);
    if (kzi_has_bit(result->best.scored, yaku))
        look_at(why, &result->best.reading);
    else if (why->has_reading)
        choose_reading(why);
    *shown = *result; /* reports show the explained tally as the best one */
    if (why->tally)
        shown->best = *why->tally;
    why->status = status_of(why);
}

void kzi_why_find(struct kzi_why *why, const struct kz_result *result, unsigned yaku,
                  struct kz_result *shown, struct kz_result *trying) {
    kzi_why_examine(why, result, yaku, shown);
    if (why->status != KZI_WHY_COUNTS && why->status != KZI_WHY_NOT_USED)
        tile_change_find(&why->change, result, yaku, trying);
}

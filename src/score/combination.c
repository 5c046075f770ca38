/* Which combinations count: of the legal selections (compile/selection/solutions.h) the one
 * with the highest total after covers; of several, the one whose list of yaku comes first.
 *
 * Combinations of chows, of pungs of number tiles and others share no group, so their selections
 * are independent: those of chows and of pungs were solved when the rules were loaded
 * (compile/selection/solutions.h), and each of them is met with each of the others. */
#include "compile/condition/evaluation.h"
#include "compile/program/words.h"
#include "score/internal.h"
#include "tile/sets.h"

#include <string.h>

static inline bool any_yaku(const struct kz_ruleset *rules, const uint64_t *set) {
    uint64_t any = 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        any |= set[i];
    return any != 0;
}

#define MAX_LISTED 64

/* A selection and what it comes to. */
struct selection {
    uint64_t scored[KZI_YAKU_WORDS];
    unsigned n_uses, n_counts;
    struct kzi_instance uses[KZI_MAX_CHOSEN];
    struct kzi_count counts[KZI_MAX_CHOSEN];
    int64_t total;
    bool listed; /* the keys are worked out: only where a total does not decide */
    unsigned n_keys;
    int64_t keys[MAX_LISTED]; /* the list of yaku: the value and the place of each, falling */
};

/* A reading whose selections are weighed: what all of them share. */
struct weigh_ctx {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    const uint8_t *mark_counts;
    const struct kzi_reading *reading;
    uint64_t held[KZI_YAKU_WORDS]; /* without the combinations */
    bool counted;                  /* the counts are worked out: only where they are needed */
    unsigned n_counts;             /* of held yaku, those that count other than once */
    struct kzi_count counts[KZI_MAX_CHOSEN];
    unsigned n_coverers; /* of those that may count, in the order of covers */
    uint16_t coverers[KZI_MAX_COVERERS];
};

/* --- covers of some instances ---------------------------------------------------------------- */

static unsigned used_by(const struct selection *now, unsigned yaku) {
    unsigned groups = 0;
    for (unsigned i = 0; i < now->n_uses; i++)
        if (now->uses[i].yaku == yaku)
            groups |= now->uses[i].groups;
    return groups;
}

static bool covers_own(const struct kzi_coverer *coverer, unsigned yaku) {
    for (unsigned i = 0; i < coverer->n_some; i++)
        if (coverer->some[i].yaku == yaku && coverer->some[i].which == KZI_COVERS_OWN)
            return true;
    return false;
}

static bool within_one(const unsigned *covering, unsigned count, unsigned groups) {
    for (unsigned i = 0; i < count; i++)
        if (groups && !(groups & ~covering[i]))
            return true;
    return false;
}

/* The instances of a yaku that lie within the groups of a coverer of its own ones: of the coverers
 * that count, up to and with number `last`. */
static unsigned instances_within(const struct weigh_ctx *weighing, const struct selection *now,
                                 unsigned yaku, unsigned last) {
    const struct kz_ruleset *rules = weighing->rules;
    const struct kzi_yaku *of = &rules->model->yaku[yaku];
    unsigned covering[KZI_MAX_CHOSEN], n = 0, count = 0;
    for (unsigned i = 0; i <= last && n < KZI_MAX_CHOSEN; i++)
        if (kzi_yaku_in(now->scored, rules->coverers[i].yaku) &&
            covers_own(&rules->coverers[i], yaku))
            covering[n++] = used_by(now, rules->coverers[i].yaku);
    if (kzi_yaku_in(rules->combinations, yaku))
        for (unsigned i = 0; i < now->n_uses; i++)
            count += now->uses[i].yaku == yaku && within_one(covering, n, now->uses[i].groups);
    else if (of->each == KZI_EACH_SET)
        for (unsigned left =
                 kzi_groups_fitting(&of->each_set, weighing->reading, weighing->facts->hand);
             left; left &= left - 1)
            count += within_one(covering, n, left & -left);
    return count;
}

static bool find_count(const struct kzi_count *counts, unsigned n, unsigned yaku, unsigned *times) {
    for (unsigned i = 0; i < n; i++)
        if (counts[i].yaku == yaku) {
            *times = counts[i].times;
            return true;
        }
    return false;
}

static unsigned times_of(const struct weigh_ctx *weighing, const struct selection *now,
                         unsigned yaku) {
    unsigned times = 0;
    if (find_count(now->counts, now->n_counts, yaku, &times))
        return times;
    for (unsigned i = 0; i < now->n_uses; i++)
        times += now->uses[i].yaku == yaku;
    if (times || find_count(weighing->counts, weighing->n_counts, yaku, &times))
        return times;
    return 1;
}

static void set_count(struct selection *now, unsigned yaku, unsigned times) {
    for (unsigned i = 0; i < now->n_counts; i++)
        if (now->counts[i].yaku == yaku) {
            now->counts[i].times = (uint8_t)times;
            return;
        }
    if (now->n_counts < KZI_MAX_CHOSEN)
        now->counts[now->n_counts++] = (struct kzi_count){(uint16_t)yaku, (uint8_t)times};
}

/* Counts of those that hold and are no combinations. */
static void count_held(struct weigh_ctx *weighing) {
    const struct kz_ruleset *rules = weighing->rules;
    uint64_t many[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    if (weighing->counted)
        return;
    weighing->counted = true;
    weighing->n_counts = 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        many[i] = weighing->held[i] & rules->repeated[i];
    KZI_EACH_YAKU(rules, many, yaku) {
        unsigned times =
            kzi_instances(rules, weighing->facts, weighing->reading, weighing->mark_counts, yaku);
        if (times != 1 && weighing->n_counts < KZI_MAX_CHOSEN)
            weighing->counts[weighing->n_counts++] =
                (struct kzi_count){(uint16_t)yaku, (uint8_t)times};
    }
}

/* Coverer number `at` takes some instances of a yaku away. */
static void cover_some(struct weigh_ctx *weighing, struct selection *now, unsigned at,
                       const struct kzi_cover *cover) {
    if (!kzi_yaku_in(now->scored, cover->yaku))
        return;
    count_held(weighing);
    unsigned times = times_of(weighing, now, cover->yaku), covered = cover->number;
    if (cover->which == KZI_COVERS_OWN)
        covered = instances_within(weighing, now, cover->yaku, at) -
                  (at ? instances_within(weighing, now, cover->yaku, at - 1) : 0);
    times = times > covered ? times - covered : 0;
    set_count(now, cover->yaku, times);
    if (!times)
        now->scored[cover->yaku / 64] &= ~(UINT64_C(1) << (cover->yaku % 64));
}

/* --- weighing -------------------------------------------------------------------------------- */

/* held: all that hold, combinations too. */
static void weigh_start(struct weigh_ctx *weighing, const struct kz_ruleset *rules,
                        const struct kzi_facts *facts, const uint8_t mark_counts[KZI_MAX_MARKS],
                        const struct kzi_reading *reading, const uint64_t *held) {
    weighing->rules = rules;
    weighing->facts = facts;
    weighing->mark_counts = mark_counts;
    weighing->reading = reading;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        weighing->held[i] = held[i] & ~rules->combinations[i];
    weighing->n_coverers = kzi_coverers_among(rules, held, weighing->coverers);
    weighing->counted = false;
}

static void settle(struct weigh_ctx *weighing, struct selection *now) {
    const struct kz_ruleset *rules = weighing->rules;
    for (unsigned i = 0; i < weighing->n_coverers; i++) {
        unsigned at = weighing->coverers[i];
        const struct kzi_coverer *coverer = &rules->coverers[at];
        if (!kzi_yaku_in(now->scored, coverer->yaku))
            continue;
        for (unsigned k = 0; k < coverer->n_some; k++)
            cover_some(weighing, now, at, &coverer->some[k]);
        for (unsigned word = 0; word < rules->yaku_words; word++)
            now->scored[word] &= ~coverer->covers[word];
    }
    kzi_settle_nothing_scored(rules, now->scored);
}

/* Fills all but the keys of a selection from its uses. */
static void weigh(struct weigh_ctx *weighing, struct selection *now) {
    const struct kz_ruleset *rules = weighing->rules;
    unsigned yaku = 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        now->scored[i] = weighing->held[i];
    for (unsigned i = 0; i < now->n_uses; i++)
        now->scored[now->uses[i].yaku / 64] |= UINT64_C(1) << (now->uses[i].yaku % 64);
    now->n_counts = 0;
    now->listed = false;
    settle(weighing, now);
    count_held(weighing);
    now->total = 0;
    KZI_EACH_YAKU(rules, now->scored, yaku) {
        bool many = kzi_yaku_in(rules->many, yaku);
        now->total +=
            rules->worth[weighing->facts->open][yaku] * (many ? times_of(weighing, now, yaku) : 1);
    }
}

/* --- lists ----------------------------------------------------------------------------------- */

static void add_key(struct selection *now, int64_t key) {
    unsigned at = now->n_keys;
    if (at == MAX_LISTED)
        return;
    for (now->n_keys++; at && now->keys[at - 1] < key; at--)
        now->keys[at] = now->keys[at - 1];
    now->keys[at] = key;
}

static void list(const struct weigh_ctx *weighing, struct selection *now) {
    const struct kz_ruleset *rules = weighing->rules;
    unsigned yaku = 0;
    if (now->listed)
        return;
    now->listed = true;
    now->n_keys = 0;
    KZI_EACH_YAKU(rules, now->scored, yaku) {
        int64_t worth = rules->worth[weighing->facts->open][yaku];
        for (unsigned i = times_of(weighing, now, yaku); i; i--)
            add_key(now, worth * KZI_MAX_YAKU + (KZI_MAX_YAKU - 1 - (int64_t)yaku));
    }
}

/* Whether a comes to more, or to as much by a list that comes first. */
static bool comes_first(const struct weigh_ctx *weighing, struct selection *a,
                        struct selection *b) {
    if (a->total != b->total)
        return a->total > b->total;
    list(weighing, a);
    list(weighing, b);
    for (unsigned i = 0; i < a->n_keys && i < b->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i];
    return false;
}

static bool same_list(const struct weigh_ctx *weighing, struct selection *a, struct selection *b) {
    list(weighing, a);
    list(weighing, b);
    return a->n_keys == b->n_keys && !memcmp(a->keys, b->keys, a->n_keys * sizeof *a->keys);
}

/* What was solved at load of one kind of set: choices, as this reading has the sets. */
struct solved {
    const struct kzi_set_list *list; /* NULL: no combination is met */
    const struct kzi_set_choice *choices;
    unsigned n_choices;
    uint8_t groups[KZI_RANKED_SETS]; /* of the sets by rising tile */
};

struct combine_ctx {
    const struct kz_ruleset *rules;
    struct kzi_select select;
    struct weigh_ctx weighing;
    struct selection now, best;
    bool any;
    size_t steps;     /* of weighing one selection */
    unsigned n_equal; /* where they are asked for: those equal to best, each another list */
    struct selection *equal;

    struct solved solved[KZI_ALONE_KINDS];
};

/* --- the best of them ------------------------------------------------------------------------ */

static void note_equal(struct combine_ctx *ctx) {
    struct selection *now = &ctx->now;
    bool known = now->total != ctx->best.total || same_list(&ctx->weighing, now, &ctx->best);
    for (unsigned i = 0; !known && i < ctx->n_equal; i++)
        known |= same_list(&ctx->weighing, now, &ctx->equal[i]);
    if (!known && ctx->n_equal < KZI_MAX_EQUAL)
        ctx->equal[ctx->n_equal++] = *now;
}

/* Only what is in use is copied: this is on the way of every hand. */
static void keep(struct combine_ctx *ctx) {
    const struct selection *now = &ctx->now;
    struct selection *best = &ctx->best;
    memcpy(best->scored, now->scored, ctx->rules->yaku_words * sizeof *now->scored);
    best->n_uses = now->n_uses;
    memcpy(best->uses, now->uses, now->n_uses * sizeof *now->uses);
    best->n_counts = now->n_counts;
    memcpy(best->counts, now->counts, now->n_counts * sizeof *now->counts);
    best->total = now->total;
    best->listed = false;
}

static void weigh_now(struct combine_ctx *ctx) {
    kzi_select_spend(&ctx->select, ctx->steps);
    weigh(&ctx->weighing, &ctx->now);
    if (ctx->equal)
        note_equal(ctx);
    else if (!ctx->any || comes_first(&ctx->weighing, &ctx->now, &ctx->best))
        keep(ctx);
    ctx->any = true;
}

static void take_uses(struct kzi_select *select, struct selection *now) {
    now->n_uses = select->n_uses;
    memcpy(now->uses, select->uses, select->n_uses * sizeof *now->uses);
}

static void weigh_found(struct kzi_select *select, void *context) {
    struct combine_ctx *ctx = context;
    take_uses(select, &ctx->now);
    weigh_now(ctx);
}

/* --- with what is solved already ------------------------------------------------------------- */

static void add_uses(const struct solved *solved, const struct kzi_set_choice *choice,
                     struct selection *now) {
    for (unsigned i = 0; i < choice->n_uses && now->n_uses < KZI_MAX_CHOSEN; i++)
        now->uses[now->n_uses++] = (struct kzi_instance){
            choice->uses[i].yaku,
            (uint8_t)kzi_groups_of_sets(solved->groups, choice->uses[i].groups), 0};
}

/* Each choice of this kind and of those after it. */
static void weigh_from(struct combine_ctx *ctx, unsigned kind) {
    struct selection *now = &ctx->now;
    unsigned n_uses = now->n_uses;
    if (kind == KZI_ALONE_KINDS) {
        weigh_now(ctx);
        return;
    }
    const struct solved *solved = &ctx->solved[kind];
    for (unsigned i = 0; i < solved->n_choices; i++) {
        if (i && !ctx->select.left) {
            ctx->select.cut = true;
            return;
        }
        add_uses(solved, &solved->choices[i], now);
        weigh_from(ctx, kind + 1);
        now->n_uses = n_uses;
    }
}

static void weigh_with_solved(struct kzi_select *select, void *context) {
    struct combine_ctx *ctx = context;
    take_uses(select, &ctx->now);
    weigh_from(ctx, 0);
}

/* Finds what was solved of one kind and adds the groups that it is about; false: it was not. */
static bool find_solved(struct combine_ctx *ctx, unsigned kind, unsigned *groups) {
    static const struct kzi_set_choice nothing = {.n_uses = 0};
    const struct kzi_set_choices *all = &ctx->rules->set_choices[kind];
    const struct kzi_reading *reading = ctx->weighing.reading;
    struct solved *solved = &ctx->solved[kind];
    solved->list = NULL;
    solved->choices = &nothing;
    solved->n_choices = 1;
    if (!all->list_of)
        return !any_yaku(ctx->rules, ctx->rules->set_combinations[kind]);
    unsigned rank = kind == KZI_OF_CHOWS_ALONE ? reading->chow_rank : reading->pung_rank;
    if (rank == KZI_NO_RANK)
        return false;
    const struct kzi_set_list *list = &all->lists[all->list_of[rank]];
    solved->choices = all->choices + list->first;
    solved->n_choices = list->count;
    if (list->count == 1 && !solved->choices->n_uses)
        return list->whole; /* no combination is met: nothing can be in its way */
    solved->list = list;
    *groups |= kzi_sort_sets(reading, kind, solved->groups);
    return list->whole;
}

/* --- the two ways ---------------------------------------------------------------------------- */

static void start(struct combine_ctx *ctx, const struct kz_ruleset *rules,
                  const struct kzi_facts *facts, const uint8_t mark_counts[KZI_MAX_MARKS],
                  const struct kzi_reading *reading, const uint64_t *held) {
    ctx->rules = rules;
    ctx->any = false;
    ctx->equal = NULL;
    ctx->select.left = KZI_MAX_CHOOSING;
    ctx->select.cut = false;
    weigh_start(&ctx->weighing, rules, facts, mark_counts, reading, held);
    unsigned coverers = ctx->weighing.n_coverers, partial = rules->n_partial;
    ctx->steps = 1 + rules->yaku_words + coverers * rules->yaku_words / 16 +
                 partial * (coverers + partial) / 16;
}

static void select_all(struct combine_ctx *ctx, void (*found)(struct kzi_select *, void *)) {
    ctx->select.model = ctx->rules->model;
    ctx->select.found = found;
    ctx->select.context = ctx;
    kzi_select_all(&ctx->select);
}

static void choose_among_all(struct combine_ctx *ctx, const uint64_t *held) {
    ctx->select.n_instances = kzi_instances_find(
        ctx->rules, ctx->weighing.facts, ctx->weighing.reading, held, ctx->select.instances);
    ctx->select.cut |= ctx->select.n_instances == KZI_MAX_INSTANCES;
    select_all(ctx, weigh_found);
}

/* The combinations of other sets; false: one of them uses a group of what is solved. */
static bool find_others(struct combine_ctx *ctx, const uint64_t *held, unsigned groups) {
    const struct kz_ruleset *rules = ctx->rules;
    uint64_t others[KZI_YAKU_WORDS];
    for (unsigned i = 0; i < rules->yaku_words; i++)
        others[i] = held[i] & rules->other_combinations[i];
    ctx->select.n_instances = 0;
    if (any_yaku(rules, others))
        ctx->select.n_instances = kzi_instances_find(
            rules, ctx->weighing.facts, ctx->weighing.reading, others, ctx->select.instances);
    ctx->select.cut |= ctx->select.n_instances == KZI_MAX_INSTANCES;
    for (unsigned i = 0; i < ctx->select.n_instances; i++)
        if (ctx->select.instances[i].groups & groups)
            return false;
    return true;
}

/* With chows and pungs as they were solved at load; false: that cannot be done on this reading. */
static bool choose_with_solved(struct combine_ctx *ctx, const uint64_t *held) {
    unsigned groups = 0;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        if (!find_solved(ctx, kind, &groups))
            return false;
    if (!find_others(ctx, held, groups))
        return false;
    select_all(ctx, weigh_with_solved);
    return true;
}

static void take(const struct kz_ruleset *rules, const struct selection *from,
                 struct kzi_tally *tally) {
    KZI_BY_WORDS(rules->yaku_words, kzi_copy_words(tally->scored, from->scored, words));
    tally->n_uses = from->n_uses;
    tally->uses_repeat = true; /* for all that is known here */
    if (from->n_uses)
        memcpy(tally->uses, from->uses, from->n_uses * sizeof *from->uses);
    tally->n_counts = from->n_counts;
    if (from->n_counts)
        memcpy(tally->counts, from->counts, from->n_counts * sizeof *from->counts);
}

/* --- where nothing is weighed ---------------------------------------------------------------- */

/* The list of this reading's sets; NULL: they were not solved. */
static const struct kzi_set_list *list_of(const struct kz_ruleset *rules,
                                          const struct kzi_reading *reading, unsigned kind) {
    static const struct kzi_set_list nothing = {.best = {{.known = true}, {.known = true}}};
    const struct kzi_set_choices *all = &rules->set_choices[kind];
    unsigned rank = kind == KZI_OF_CHOWS_ALONE ? reading->chow_rank : reading->pung_rank;
    if (!all->list_of)
        return rules->any_set_combination[kind] ? NULL : &nothing;
    return rank == KZI_NO_RANK ? NULL : &all->lists[all->list_of[rank]];
}

/* Whether the best choice of a list is known, with what else the hand has. */
KZI_ALWAYS_INLINE bool is_known(const struct kzi_set_list *list, const struct kzi_set_list *other,
                                bool open, const uint64_t *held, unsigned words) {
    if (!list || !list->best[open].known)
        return false;
    if (list->count < 2)
        return true;
    uint64_t touched = 0;
    for (unsigned i = 0; i < words; i++)
        touched |= list->touched[i] & (held[i] | (other && other->yaku ? other->yaku[i] : 0));
    return !touched;
}

/* As many steps whatever the choice: nothing before tells how many uses it has. */
KZI_ALWAYS_INLINE void take_choice(const struct kzi_best_choice *best, struct kzi_tally *tally) {
    _Static_assert(KZI_ALONE_KINDS * KZI_MAX_REMEMBERED <= KZI_MAX_CHOSEN, "room for all");
    if (!best->n_uses)
        return;
    for (unsigned i = 0; i < KZI_MAX_REMEMBERED; i++) {
        unsigned yaku = best->uses[i].yaku;
        tally->scored[yaku / 64] |= UINT64_C(1) << (yaku % 64);
    }
    memcpy(tally->uses + tally->n_uses, best->uses, sizeof best->uses);
    tally->n_uses += best->n_uses;
    tally->uses_repeat |= best->repeats;
}

/* Leaves of each kind the best choice, where that was known when the rules were loaded; false: it
 * was not, and the tally is as it was. */
KZI_ALWAYS_INLINE bool take_known(const struct kz_ruleset *rules, bool open,
                                  struct kzi_tally *tally, unsigned words) {
    const struct kzi_set_list *chows = list_of(rules, &tally->reading, KZI_OF_CHOWS_ALONE);
    const struct kzi_set_list *pungs = list_of(rules, &tally->reading, KZI_OF_PUNGS_ALONE);
    uint64_t held[KZI_YAKU_WORDS];
    if (kzi_any_common(tally->scored, rules->weighed, words) ||
        kzi_any_common(tally->scored, rules->other_combinations, words))
        return false;
    kzi_copy_words(held, tally->scored, words);
    kzi_drop_words(held, rules->combinations, words);
    if (!is_known(chows, pungs, open, held, words) || !is_known(pungs, chows, open, held, words))
        return false;
    kzi_copy_words(tally->scored, held, words);
    take_choice(&chows->best[open], tally);
    take_choice(&pungs->best[open], tally);
    kzi_settling_covers(rules, tally->scored, words);
    return true;
}

static void weigh_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                          const uint8_t mark_counts[KZI_MAX_MARKS], struct kzi_choice_ctx *choosing,
                          struct kzi_tally *tally) {
    struct combine_ctx ctx;
    start(&ctx, rules, facts, mark_counts, &tally->reading, tally->scored);
    ctx.select.left = choosing->left;
    if (!choose_with_solved(&ctx, tally->scored))
        choose_among_all(&ctx, tally->scored);
    take(rules, &ctx.best, tally);
    choosing->left = ctx.select.left;
    choosing->cut |= ctx.select.cut;
}

void kzi_combine(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                 const uint8_t mark_counts[KZI_MAX_MARKS], struct kzi_choice_ctx *choosing,
                 struct kzi_tally *tally) {
    bool known;
    KZI_BY_WORDS(rules->yaku_words, known = take_known(rules, facts->open, tally, words));
    if (!known)
        weigh_choices(rules, facts, mark_counts, choosing, tally);
}

unsigned kzi_equal_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                           struct kzi_tally list[KZI_MAX_EQUAL]) {
    struct combine_ctx ctx;
    struct selection equal[KZI_MAX_EQUAL];
    uint64_t together[KZI_YAKU_WORDS];
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        together[i] = tally->held[i] & ~rules->alone[i];
    start(&ctx, rules, facts, mark_counts, &tally->reading, together);
    choose_among_all(&ctx, together);
    ctx.equal = equal;
    ctx.n_equal = 0;
    choose_among_all(&ctx, together);
    for (unsigned i = 0; i < ctx.n_equal; i++) {
        list[i].reading = tally->reading;
        take(rules, &equal[i], &list[i]);
    }
    return ctx.n_equal;
}

/* slow_combine.h - the choice of combinations by a slow solver, written from the principles.
 *
 * A combination is met by certain sets of a reading, in every order in which they can be named.
 * Each of these is a way.  A selection of ways is legal if no yaku uses a set twice, no cycle runs
 * through sets and yaku, and no further way can be added.  After covers are applied, the selection
 * with the highest total over all readings is the hand's. */
#ifndef SLOW_COMBINE_H
#define SLOW_COMBINE_H

#include "compile/condition/evaluation.h"
#include "compile/wild.h"
#include "must_stop.h"
#include "score/reasons.h"
#include "score/steps.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define MAX_WAYS    16
#define MAX_LISTS   64
#define MAX_YAKU    768 /* a multiple of 256 */
#define MAX_PARTIAL 1024

/* How often each yaku counts. */
struct list {
    uint8_t times[MAX_YAKU];
};

struct way {
    unsigned yaku, groups;
};

struct lists {
    int64_t total; /* of each list; no other list has more */
    unsigned count;
    struct list list[MAX_LISTS];
};

/* A cover of some instances of a yaku, and the one that covers them. */
struct partial_cover {
    unsigned by;
    const struct kzi_cover *cover;
};

struct solver {
    const struct kz_ruleset *rules;
    const struct kzi_model *model;
    uint64_t coverers[MAX_YAKU][MAX_YAKU / 64]; /* by covered yaku, transitively */
    struct partial_cover partial[MAX_PARTIAL];
    unsigned first_partial[MAX_YAKU + 1]; /* by covered yaku */
    struct kzi_facts facts;
    uint8_t marks[KZI_MAX_MARKS];
    const struct kzi_reading *reading;
    const uint64_t *walked; /* the yaku that the walker found on it before; NULL: it is asked */
    unsigned n_ways;
    struct way ways[MAX_WAYS];
    uint64_t held[MAX_YAKU / 64];  /* those that are not combinations */
    uint64_t there[MAX_YAKU / 64]; /* these and those with ways: no other can count */
    unsigned chosen;               /* a bit for each way */
    int counts[MAX_YAKU];          /* of those that are there; -1: not calculated yet */
    struct lists of_hand, of_reading, of_best;
    unsigned max_ways, ties, shapes[KZI_MAX_SHAPES];
};

/* --- covers ---------------------------------------------------------------------------------- */

static inline bool is_whole(const struct kzi_cover *cover) {
    return cover->which == KZI_COVERS_ALL || cover->which == KZI_COVERS_ONLY;
}

/* Add the coverers of the yaku that one covers to those that the latter covers in turn. */
static inline bool pass_on(struct solver *solver, unsigned by, const struct kzi_cover *cover) {
    bool on = solver->model->combinations.closed_covers && cover->which == KZI_COVERS_ALL;
    bool more = !kzi_has_bit(solver->coverers[cover->yaku], by);
    kzi_set_bit(solver->coverers[cover->yaku], by);
    for (unsigned b = 0; on && b < solver->rules->n_yaku; b++) {
        if (!kzi_has_bit(solver->coverers[b], cover->yaku) || kzi_has_bit(solver->coverers[b], by))
            continue;
        kzi_set_bit(solver->coverers[b], by);
        more = true;
    }
    return more;
}

/* Add the covers of some instances of the yaku to the list. */
static inline unsigned add_partial(struct solver *solver, unsigned yaku, unsigned n_partial) {
    for (unsigned a = 0; a < solver->rules->n_yaku; a++)
        for (size_t i = 0; i < solver->model->yaku[a].n_covers; i++) {
            const struct kzi_cover *cover = &solver->model->yaku[a].covers[i];
            if (is_whole(cover) || cover->yaku != yaku)
                continue;
            if (n_partial == MAX_PARTIAL)
                MUST_STOP("more than %d covers of some instances", MAX_PARTIAL);
            solver->partial[n_partial++] = (struct partial_cover){a, cover};
        }
    return n_partial;
}

/* Add to each cover the covers of the covered yaku, unless it says that it reaches no further;
 * repeat until nothing is new. */
static inline void fill_covers(struct solver *solver) {
    bool more = true;
    memset(solver->coverers, 0, sizeof solver->coverers);
    for (unsigned yaku = 0; yaku < solver->rules->n_yaku; yaku++)
        solver->first_partial[yaku + 1] = add_partial(solver, yaku, solver->first_partial[yaku]);
    while (more) {
        more = false;
        for (unsigned a = 0; a < solver->rules->n_yaku; a++)
            for (size_t i = 0; i < solver->model->yaku[a].n_covers; i++)
                if (is_whole(&solver->model->yaku[a].covers[i]))
                    more |= pass_on(solver, a, &solver->model->yaku[a].covers[i]);
    }
}

/* --- sets ------------------------------------------------------------------------------------ */

static inline bool is_named(const struct solver *solver, const struct kzi_phrase *phrase,
                            unsigned at) {
    static const char *const nouns[] = {"chow", "pung", "kong", "set", "pair", "group"};
    static const char *const fits[] = {[KZI_CHOW] = "chow set group",
                                       [KZI_PUNG] = "pung set group",
                                       [KZI_KONG] = "kong pung set group",
                                       [KZI_PAIR] = "pair group"};
    const struct kzi_group group = kzi_group_of(solver->reading, at);
    const struct kzi_hand *hand = solver->facts.hand;
    unsigned in = 0, tiles = group.kind == KZI_CHOW ? 3 : 1;
    if (!strstr(fits[group.kind], nouns[phrase->noun]))
        return false;
    if ((phrase->adjective == KZI_IS_CONCEALED && group.hold != KZI_CONCEALED) ||
        (phrase->adjective == KZI_IS_OPEN && group.hold == KZI_CONCEALED) ||
        (phrase->adjective == KZI_IS_CLAIMED && group.hold != KZI_CLAIMED) ||
        (phrase->adjective == KZI_IS_DECLARED && group.hold != KZI_CLAIMED &&
         group.kind != KZI_KONG))
        return false;
    for (unsigned i = 0; i < tiles; i++)
        in += kzi_in_class(&phrase->class_, kzi_code(group.tile + i, hand->seat, hand->round),
                           group.tile + i == hand->win);
    return phrase->some ? in > 0 : in == tiles;
}

static inline unsigned all_named(const struct solver *solver, const struct kzi_phrase *phrase) {
    unsigned groups = 0;
    for (unsigned i = 0; i < solver->reading->n_groups; i++)
        groups |= is_named(solver, phrase, i) ? 1U << i : 0;
    return groups;
}

/* --- ways to meet a combination -------------------------------------------------------------- */

struct ways {
    bool by[1 << KZI_MAX_GROUPS]; /* by set of groups */
};

/* A pattern with its number and the suits of its letters filled in. */
struct filled_pattern {
    const struct solver *solver;
    const struct kzi_pattern *pattern;
    int number;
    const char *suits;
    struct ways *met;
};

static inline bool is_term(const struct filled_pattern *filled, const struct kzi_term *term,
                           unsigned at) {
    const struct kzi_group group = kzi_group_of(filled->solver->reading, at);
    int suit = term->suit < 3 ? term->suit : filled->suits[term->suit - 3] - '0';
    int number = term->number + (term->any ? filled->number : 0);
    bool kong = group.kind == KZI_KONG && term->noun == KZI_A_PUNG;
    bool noun = kong || (group.kind == KZI_CHOW && term->noun == KZI_A_CHOW) ||
                (group.kind == KZI_PUNG && term->noun == KZI_A_PUNG) ||
                (group.kind == KZI_KONG && term->noun == KZI_A_KONG) ||
                (group.kind == KZI_PAIR && term->noun == KZI_A_PAIR);
    return noun && group.tile < 27 && group.tile / 9 == suit && group.tile % 9 + 1 == number;
}

static inline void name_sets(const struct filled_pattern *filled, unsigned term, unsigned groups) {
    if (term == filled->pattern->n_terms) {
        filled->met->by[groups] = true;
        return;
    }
    for (unsigned i = 0; i < filled->solver->reading->n_groups; i++)
        if (!(groups >> i & 1) && is_term(filled, &filled->pattern->terms[term], i))
            name_sets(filled, term + 1, groups | 1U << i);
}

static inline void meet_pattern(const struct solver *solver, const struct kzi_pattern *pattern,
                                struct ways *met) {
    static const char *const suits[] = {"012", "021", "102", "120", "201", "210"};
    struct filled_pattern filled = {.solver = solver, .pattern = pattern, .met = met};
    bool any = false, letters = false;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        any |= pattern->terms[i].any;
        letters |= pattern->terms[i].suit >= 3;
    }
    for (filled.number = 1; filled.number <= (any ? 9 : 1); filled.number++)
        for (unsigned i = 0; i < (letters ? 6 : 1); i++) {
            filled.suits = suits[i];
            name_sets(&filled, 0, 0);
        }
}

static inline void meet(const struct solver *solver, const struct kzi_condition *cond,
                        struct ways *met);

static inline void meet_all(const struct solver *solver, const struct kzi_condition *cond,
                            struct ways *met) {
    struct ways joined = {.by = {true}};
    unsigned sets = 1U << solver->reading->n_groups; /* of groups */
    for (size_t i = 0; i < cond->parts.count; i++) {
        struct ways part = {.by = {false}}, next = {.by = {false}};
        meet(solver, cond->parts.list[i], &part);
        for (unsigned a = 0; a < sets; a++)
            for (unsigned b = 0; joined.by[a] && b < sets; b++)
                next.by[a | b] |= part.by[b];
        joined = next;
    }
    for (unsigned a = 0; a < sets; a++)
        met->by[a] |= joined.by[a];
}

static inline void meet_sets(const struct solver *solver, const struct kzi_condition *cond,
                             struct ways *met) {
    unsigned groups = all_named(solver, &cond->argument.phrase);
    unsigned count = (unsigned)__builtin_popcount(groups);
    if (count >= cond->quantity.min && count <= cond->quantity.max)
        met->by[groups] = true;
}

static inline void meet_pair(const struct solver *solver, const struct kzi_condition *cond,
                             struct ways *met) {
    struct kzi_phrase pair = {.noun = KZI_A_PAIR, .class_ = cond->argument.class_};
    unsigned groups = all_named(solver, &pair);
    if (groups)
        met->by[groups] = true;
}

static inline void meet(const struct solver *solver, const struct kzi_condition *cond,
                        struct ways *met) {
    const bool test = cond->op == KZI_TEST && !cond->denied;
    if (test && cond->kind == KZI_CONDITION_has)
        meet_pattern(solver, &cond->argument.pattern, met);
    else if (test && cond->kind == KZI_CONDITION_sets)
        meet_sets(solver, cond, met);
    else if (test && cond->kind == KZI_CONDITION_pair)
        meet_pair(solver, cond, met);
    else if (cond->op == KZI_ALL && !cond->denied)
        meet_all(solver, cond, met);
    else if (cond->op == KZI_ANY && !cond->denied)
        for (size_t i = 0; i < cond->parts.count; i++)
            meet(solver, cond->parts.list[i], met);
    else
        met->by[0] |= kzi_evaluate(cond, &solver->facts, solver->reading);
}

static inline bool is_combination(const struct kzi_yaku *yaku) {
    return yaku->combination || yaku->each == KZI_EACH_PATTERN;
}

static inline void add_ways(struct solver *solver, unsigned number) {
    const struct kzi_yaku *yaku = &solver->model->yaku[number];
    struct ways met = {.by = {false}};
    if (yaku->each == KZI_EACH_PATTERN)
        meet_pattern(solver, yaku->each_pattern, &met);
    else
        meet(solver, yaku->when, &met);
    for (unsigned groups = 0; groups < 1U << solver->reading->n_groups; groups++) {
        if (!met.by[groups])
            continue;
        if (solver->n_ways == MAX_WAYS)
            MUST_STOP("more than %d ways", MAX_WAYS);
        solver->ways[solver->n_ways++] = (struct way){number, groups};
    }
}

/* --- legal selections ------------------------------------------------------------------------ */

/* Each yaku joins its sets.  If two of them were joined already, it closes a circle. */
static inline bool has_circle(const struct solver *solver, unsigned chosen) {
    unsigned joined[KZI_MAX_GROUPS]; /* by set: those joined with it, by bit */
    for (unsigned group = 0; group < KZI_MAX_GROUPS; group++)
        joined[group] = 1U << group;
    for (; chosen; chosen &= chosen - 1) {
        unsigned all = 0, own = solver->ways[__builtin_ctz(chosen)].groups;
        for (; own; own &= own - 1) {
            if (all & joined[__builtin_ctz(own)])
                return true;
            all |= joined[__builtin_ctz(own)];
        }
        for (unsigned left = all; left; left &= left - 1)
            joined[__builtin_ctz(left)] = all;
    }
    return false;
}

static inline bool is_legal(const struct solver *solver, unsigned chosen) {
    const struct kzi_combinations *policy = &solver->model->combinations;
    for (unsigned a = 0; a < solver->n_ways; a++)
        for (unsigned b = 0; b < a; b++) {
            const struct way *one = &solver->ways[a], *other = &solver->ways[b];
            if (!(chosen >> a & 1) || !(chosen >> b & 1) || one->yaku != other->yaku)
                continue;
            if (solver->model->yaku[one->yaku].each == KZI_ONCE ||
                (policy->non_identical && one->groups & other->groups))
                return false;
        }
    return !policy->account_once || !has_circle(solver, chosen);
}

/* --- the worth of a selection ---------------------------------------------------------------- */

static inline int count_of(struct solver *solver, unsigned yaku);

static inline unsigned own_sets(const struct solver *solver, unsigned yaku) {
    unsigned groups = 0;
    for (unsigned way = 0; way < solver->n_ways; way++)
        if (solver->chosen >> way & 1 && solver->ways[way].yaku == yaku)
            groups |= solver->ways[way].groups;
    return groups;
}

/* True if a single counted yaku that covers within its own sets has all of these groups. */
static inline bool within_own(struct solver *solver, unsigned yaku, unsigned groups) {
    for (unsigned i = solver->first_partial[yaku]; i < solver->first_partial[yaku + 1]; i++) {
        const struct partial_cover *partial = &solver->partial[i];
        if (partial->cover->which == KZI_COVERS_OWN && groups &&
            !(groups & ~own_sets(solver, partial->by)) && count_of(solver, partial->by))
            return true;
    }
    return false;
}

static inline int covered_by_number(struct solver *solver, unsigned yaku) {
    int number = 0;
    for (unsigned i = solver->first_partial[yaku]; i < solver->first_partial[yaku + 1]; i++) {
        const struct partial_cover *partial = &solver->partial[i];
        if (partial->cover->which == KZI_COVERS_SOME &&
            !kzi_has_bit(solver->coverers[yaku], partial->by) && count_of(solver, partial->by))
            number += partial->cover->number;
    }
    return number;
}

static inline int fours_of(const struct solver *solver) {
    int fours = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        bool kong = false;
        if (solver->facts.tiles->counts[kind] != 4)
            continue;
        for (unsigned i = 0; i < solver->reading->n_groups; i++)
            kong |= kzi_group_of(solver->reading, i).kind == KZI_KONG &&
                    kzi_group_of(solver->reading, i).tile == kind;
        fours += !kong;
    }
    return fours;
}

/* How many tiles laid aside are of the class, or of a kind (NULL: of this kind). */
static inline int aside_of(const struct solver *solver, const struct kzi_class *class_,
                           unsigned kind) {
    const struct kzi_hand *hand = solver->facts.hand;
    int count = 0;
    for (unsigned i = 0; i < hand->aside.count; i++) {
        unsigned tile = hand->aside.kind[i];
        count += class_ ? kzi_in_class(class_, kzi_code(tile, hand->seat, hand->round),
                                       tile == hand->win)
                        : tile == kind;
    }
    return count;
}

static inline int marks_of(const struct solver *solver, const struct kzi_mark *mark) {
    const struct kzi_hand *hand = solver->facts.hand;
    const struct kzi_indicators *shown = mark->kind == KZI_MARK_URA ? &hand->ura : &hand->dora;
    int marks = 0;
    if (mark->kind == KZI_MARK_FLOWERS)
        return (int)hand->flowers;
    if (mark->kind == KZI_MARK_FACES && !kzi_any_face(&hand->faces))
        return (int)hand->flowers;
    for (unsigned face = 0; mark->kind == KZI_MARK_FACES && face < KZI_HONOR_FACE; face++) {
        bool own = face < 8 && face % 4 == hand->seat;
        marks += mark->class_.faces >> (own ? 16 + face : face) & 1
                     ? (int)kzi_face_count(&hand->faces, face)
                     : 0;
    }
    if (mark->kind == KZI_MARK_FACES)
        return marks;
    for (unsigned i = 0; mark->kind == KZI_MARK_THROWN && i < hand->thrown.count; i++)
        marks += kzi_mark_counts_tile(solver->rules, hand, mark, hand->thrown.kind[i]);
    if (mark->kind == KZI_MARK_THROWN)
        return marks;
    if (mark->kind == KZI_MARK_ASIDE)
        return aside_of(solver, &mark->class_, 0);
    for (unsigned suit = 0; mark->kind == KZI_MARK_RED && suit < KZI_SUITS; suit++)
        marks += mark->red_suits >> suit & 1 ? hand->reds[suit] : 0;
    for (unsigned i = 0; mark->kind != KZI_MARK_RED && i < shown->count; i++)
        if ((!i || mark->after_kongs) && solver->model->next[shown->kind[i]] != KZI_NO_KIND)
            marks += solver->facts.tiles->counts[solver->model->next[shown->kind[i]]] +
                     aside_of(solver, NULL, solver->model->next[shown->kind[i]]);
    return marks;
}

static inline int times_of(struct solver *solver, unsigned number) {
    const struct kzi_yaku *yaku = &solver->model->yaku[number];
    int times = 0;
    if (is_combination(yaku)) {
        for (unsigned way = 0; way < solver->n_ways; way++)
            times += solver->chosen >> way & 1 && solver->ways[way].yaku == number &&
                     !within_own(solver, number, solver->ways[way].groups);
        return times;
    }
    if (!kzi_has_bit(solver->held, number))
        return 0;
    if (yaku->each == KZI_EACH_SET) {
        unsigned groups = all_named(solver, &yaku->each_set);
        for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
            times += groups >> i & 1 && !within_own(solver, number, 1U << i);
        return times;
    }
    if (yaku->each == KZI_EACH_MARK)
        return solver->facts.marks[yaku->each_mark];
    if (yaku->each == KZI_EACH_TILE)
        return (int)kzi_count_tiles(&yaku->each_class, &solver->facts);
    if (yaku->each == KZI_EACH_COUNTER)
        return (int)solver->facts.hand->counters;
    return yaku->each == KZI_EACH_FOUR ? fours_of(solver) : 1;
}

/* A yaku counts unless one that counts covers it. */
static inline int count_of(struct solver *solver, unsigned yaku) {
    int *count = &solver->counts[yaku];
    unsigned words = solver->rules->yaku_words;
    if (!kzi_has_bit(solver->there, yaku))
        return 0;
    if (*count >= 0)
        return *count;
    *count = 0;
    int times = times_of(solver, yaku);
    for (unsigned word = 0; word < words && times; word++) {
        uint64_t coverers = solver->coverers[yaku][word] & solver->there[word];
        for (; coverers; coverers &= coverers - 1)
            if (count_of(solver, word * 64 + (unsigned)__builtin_ctzll(coverers)))
                return 0;
    }
    int number = times ? covered_by_number(solver, yaku) : 0;
    return *count = times > number ? times - number : 0;
}

/* Old content of the lists stays, because clearing takes longer than solving a reading. */
static inline void lists_clear(struct lists *lists, int64_t total) {
    lists->total = total;
    lists->count = 0;
}

static inline void solver_keep(struct lists *lists, int64_t total, const struct list *list) {
    if (total > lists->total)
        lists_clear(lists, total);
    if (total < lists->total)
        return;
    for (unsigned i = 0; i < lists->count; i++)
        if (!memcmp(&lists->list[i], list, sizeof *list))
            return;
    if (lists->count < MAX_LISTS)
        lists->list[lists->count++] = *list;
}

static inline void clear_counts(struct solver *solver) {
    unsigned yaku = 0;
    KZI_EACH_YAKU(solver->rules, solver->there, yaku)
        solver->counts[yaku] = -1;
}

static inline void weigh(struct solver *solver, unsigned chosen) {
    struct list list = {{0}};
    bool open = solver->facts.open, any = false;
    int nothing_scored = solver->rules->nothing_scored;
    int64_t total = 0;
    unsigned i = 0;
    solver->chosen = chosen;
    clear_counts(solver);
    KZI_EACH_YAKU(solver->rules, solver->there, i) {
        list.times[i] = (uint8_t)count_of(solver, i);
        any |= list.times[i] && !solver->model->yaku[i].bonus && (int)i != nothing_scored;
    }
    if (any && nothing_scored >= 0)
        list.times[nothing_scored] = 0;
    KZI_EACH_YAKU(solver->rules, solver->there, i) {
        const struct kzi_yaku *yaku = &solver->model->yaku[i];
        total += (int64_t)list.times[i] * (open ? yaku->open.number : yaku->closed.number);
    }
    solver_keep(&solver->of_reading, total, &list);
    solver_keep(&solver->of_hand, total, &list);
}

/* Find with the tree walker what holds on the reading. */
static inline void evaluate_yaku(const struct solver *solver, uint64_t *yaku) {
    for (unsigned i = 0; i < solver->rules->n_yaku; i++) {
        const struct kzi_yaku *rule = &solver->model->yaku[i];
        bool scored = solver->facts.open ? rule->open.scored : rule->closed.scored;
        if (rule->in_use && scored && kzi_evaluate(rule->when, &solver->facts, solver->reading))
            kzi_set_bit(yaku, i);
    }
}

/* Find what holds on the reading, and the ways to meet each combination. */
static inline void fill_held(struct solver *solver, const struct kzi_reading *reading) {
    uint64_t found[MAX_YAKU / 64] = {0};
    unsigned yaku = 0, words = solver->rules->yaku_words;
    solver->reading = reading;
    solver->n_ways = 0;
    memset(solver->held, 0, sizeof solver->held);
    if (!solver->walked)
        evaluate_yaku(solver, found);
    memcpy(solver->there, solver->walked ? solver->walked : found, words * sizeof *found);
    KZI_EACH_YAKU(solver->rules, solver->there, yaku)
        if (is_combination(&solver->model->yaku[yaku]))
            add_ways(solver, yaku);
        else
            kzi_set_bit(solver->held, yaku);
}

static inline void solve_reading(struct solver *solver, const struct kzi_reading *reading) {
    fill_held(solver, reading);
    lists_clear(&solver->of_reading, -1);
    bool legal[1 << MAX_WAYS];
    unsigned all = (1U << solver->n_ways) - 1;
    solver->max_ways = solver->n_ways > solver->max_ways ? solver->n_ways : solver->max_ways;
    /* an illegal selection stays illegal with any addition */
    legal[0] = true;
    for (unsigned chosen = 1; chosen <= all; chosen++)
        legal[chosen] = legal[chosen & (chosen - 1)] && is_legal(solver, chosen);
    for (unsigned chosen = 0; chosen <= all; chosen++) {
        bool whole = legal[chosen];
        for (unsigned way = 0; way < solver->n_ways; way++)
            whole &= chosen >> way & 1 || !legal[chosen | 1U << way];
        if (whole)
            weigh(solver, chosen);
    }
}

/* --- comparing ------------------------------------------------------------------------------- */

static inline bool has_list(const struct lists *lists, const struct list *list) {
    for (unsigned i = 0; i < lists->count; i++)
        if (!memcmp(&lists->list[i], list, sizeof *list))
            return true;
    return false;
}

static inline struct list list_of(const struct solver *solver, const struct kzi_tally *tally) {
    struct list list = {{0}};
    unsigned i = 0;
    KZI_EACH_YAKU(solver->rules, tally->scored, i)
        list.times[i] = (uint8_t)kzi_times(solver->rules, &solver->facts, tally, i);
    return list;
}

static inline void solver_tell(const struct solver *solver, const char *who, int64_t total,
                               const struct list *list) {
    fprintf(stderr, "# %s: %lld:", who, (long long)total);
    for (unsigned i = 0; i < solver->rules->n_yaku; i++)
        if (list->times[i])
            fprintf(stderr, " %s %u", solver->model->yaku[i].id, list->times[i]);
    fprintf(stderr, "\n");
}

static inline void solver_differ(const struct solver *solver, const struct kz_result *result,
                                 const struct list *list, const char *what) {
    const struct kzi_hand *hand = &result->hand;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned i = 0; i < hand->concealed[kind]; i++)
            fprintf(stderr, "%u%c", kind % 9 + 1, "mpsz"[kind / 9]);
    for (unsigned i = 0; i < hand->n_melds; i++)
        fprintf(stderr, " meld %u of %u%c", hand->melds[i].kind, hand->melds[i].tile % 9U + 1U,
                "mpsz"[hand->melds[i].tile / 9]);
    fprintf(stderr, " +%u%c %s\n", hand->win % 9U + 1U, "mpsz"[hand->win / 9],
            hand -> self_draw ? "tsumo" : "ron");
    solver_tell(solver, "engine", result->best.total, list);
    for (unsigned i = 0; i < solver->of_hand.count; i++)
        solver_tell(solver, "solver", solver->of_hand.total, &solver->of_hand.list[i]);
    MUST_STOP("%s: %s", solver->model->id, what);
}

/* Check that the lists that explanations name besides the counted one are all others with the same
 * total. */
static inline void compare_equal(struct solver *solver, const struct kz_result *result,
                                 const struct list *list) {
    static struct kzi_tally equal[KZI_MAX_EQUAL];
    unsigned count = kzi_list_equal_selections(solver->rules, &solver->facts, &result->best, equal);
    if (solver->of_best.count <= KZI_MAX_EQUAL && count + 1 != solver->of_best.count)
        solver_differ(solver, result, list, "another number of lists as good");
    for (unsigned i = 0; i < count; i++) {
        struct list other = list_of(solver, &equal[i]);
        if (!has_list(&solver->of_best, &other) || !memcmp(list, &other, sizeof other))
            solver_differ(solver, result, &other, "a list that is not as good");
    }
    solver->ties += count > 0;
}

static inline void compare_left_out(struct solver *solver, const struct kz_result *result,
                                    const struct list *list) {
    struct kzi_omission left[KZI_MAX_LEFT_OUT];
    unsigned count = kzi_find_left_out(solver->rules, &solver->facts, &result->best, left);
    for (unsigned i = 0; i < count; i++)
        if (left[i].why != KZI_LEFT_COVERED && (!left[i].by || !left[i].instance.groups))
            solver_differ(solver, result, list, "left out for no reason");
}

static inline bool is_same(const struct kzi_reading *a, const struct kzi_reading *b) {
    return a->shape == b->shape && a->wait == b->wait && a->body == b->body &&
           a->n_groups == b->n_groups && a->won == b->won &&
           !memcmp(a->codes, b->codes, sizeof a->codes);
}

static inline void solver_begin(struct solver *solver, const struct kz_result *result,
                                const struct kzi_tiles *tiles) {
    kzi_facts_init_with(&solver->facts, &result->hand, tiles);
    solver->facts.given = result->given;
    for (unsigned i = 0; i < solver->model->mark_names.count; i++)
        solver->marks[i] = (uint8_t)marks_of(solver, &solver->model->marks[i]);
    solver->facts.marks = solver->marks;
    solver->facts.rules = result->rules;
    lists_clear(&solver->of_hand, -1);
}

static inline void solve_of_hand(struct solver *solver, const struct kz_result *result,
                                 const struct kzi_reading *reading) {
    solve_reading(solver, reading);
    const struct lists *lists = &solver->of_reading;
    if (is_same(solver->reading, &result->best.reading))
        memcpy(&solver->of_best, lists,
               offsetof(struct lists, list) + lists->count * sizeof *lists->list);
}

/* Compare the result after every reading was solved. */
static inline void compare_solved(struct solver *solver, const struct kz_result *result) {
    struct list list = list_of(solver, &result->best);
    if (result->best.total != solver->of_hand.total)
        solver_differ(solver, result, &list, "another total");
    if (!has_list(&solver->of_hand, &list))
        solver_differ(solver, result, &list, "another list");
    compare_equal(solver, result, &list);
    compare_left_out(solver, result, &list);
    solver->shapes[result->best.reading.shape]++;
}

static inline void compare_combinations(struct solver *solver, const struct kz_result *result) {
    struct kzi_tiles tiles;
    struct kzi_readings readings;
    kzi_tiles_init(&tiles, &result->hand);
    solver_begin(solver, result, &tiles);
    kzi_tiles_fill_readings(&tiles, &result->hand, &result->rules->shapes, &readings);
    kzi_add_any_tiles(result->rules, &solver->facts, &readings);
    for (unsigned i = 0; i < readings.count; i++)
        solve_of_hand(solver, result, &readings.list[i]);
    compare_solved(solver, result);
}

#endif

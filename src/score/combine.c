/* Which combinations count: of the legal selections (compile/select.h) the one with the highest
 * total after covers; of several, the one whose list of yaku comes first.
 *
 * Combinations of chows and others share no group, so their selections are independent: those of
 * the chows were solved when the rules were loaded (compile/choices.h), and each of them is met
 * with each of the others. */
#include "score/selection.h"

#include "tile/sets.h"

#include <string.h>

struct combining {
    const struct kz_ruleset *rules;
    struct kzi_select select;
    struct kzi_weighing weighing;
    struct kzi_selection now, best;
    bool any;
    unsigned n_equal; /* where they are asked for: those equal to best, each another list */
    struct kzi_selection *equal;

    /* those of the chows */
    const struct kzi_chow_choice *choices;
    unsigned n_choices;
    uint8_t chows[KZI_RANKED_SETS]; /* the groups of the chows by rising tile */
};

/* --- the best of them ------------------------------------------------------------------------ */

static void note_equal(struct combining *combining) {
    struct kzi_selection *now = &combining->now;
    bool known = now->total != combining->best.total ||
                 kzi_selection_same_list(&combining->weighing, now, &combining->best);
    for (unsigned i = 0; !known && i < combining->n_equal; i++)
        known |= kzi_selection_same_list(&combining->weighing, now, &combining->equal[i]);
    if (!known && combining->n_equal < KZI_MAX_EQUAL)
        combining->equal[combining->n_equal++] = *now;
}

/* Only what is in use is copied: this is on the way of every hand. */
static void keep(struct combining *combining) {
    const struct kzi_selection *now = &combining->now;
    struct kzi_selection *best = &combining->best;
    memcpy(best->scored, now->scored, combining->rules->yaku_words * sizeof *now->scored);
    best->n_uses = now->n_uses;
    memcpy(best->uses, now->uses, now->n_uses * sizeof *now->uses);
    best->n_counts = now->n_counts;
    memcpy(best->counts, now->counts, now->n_counts * sizeof *now->counts);
    best->total = now->total;
    best->listed = false;
}

static void weigh(struct combining *combining) {
    kzi_weigh(&combining->weighing, &combining->now);
    if (combining->equal)
        note_equal(combining);
    else if (!combining->any ||
             kzi_selection_first(&combining->weighing, &combining->now, &combining->best))
        keep(combining);
    combining->any = true;
}

static void take_uses(struct kzi_select *select, struct kzi_selection *now) {
    now->n_uses = select->n_uses;
    memcpy(now->uses, select->uses, select->n_uses * sizeof *now->uses);
}

static void weigh_found(struct kzi_select *select, void *context) {
    struct combining *combining = context;
    take_uses(select, &combining->now);
    weigh(combining);
}

/* --- with those of the chows ----------------------------------------------------------------- */

/* The groups of a choice as this reading has them. */
static unsigned groups_of(const struct combining *combining, unsigned chows) {
    unsigned groups = 0;
    for (; chows; chows &= chows - 1)
        groups |= 1U << combining->chows[__builtin_ctz(chows)];
    return groups;
}

static void weigh_with_chows(struct kzi_select *select, void *context) {
    struct combining *combining = context;
    struct kzi_selection *now = &combining->now;
    take_uses(select, now);
    unsigned n_uses = now->n_uses;
    for (unsigned i = 0; i < combining->n_choices; i++) {
        const struct kzi_chow_choice *choice = &combining->choices[i];
        for (unsigned k = 0; k < choice->n_uses && now->n_uses < KZI_MAX_CHOSEN; k++)
            now->uses[now->n_uses++] = (struct kzi_instance){
                choice->uses[k].yaku, (uint16_t)groups_of(combining, choice->uses[k].groups)};
        weigh(combining);
        now->n_uses = n_uses;
    }
}

/* Sorts the chows of the reading; returns their groups. */
static unsigned sort_chows(struct combining *combining, const struct kzi_reading *reading) {
    unsigned count = 0, groups = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if (reading->groups[i].kind != KZI_CHOW || count == KZI_RANKED_SETS)
            continue;
        unsigned at = count++;
        for (; at && reading->groups[combining->chows[at - 1]].tile > reading->groups[i].tile; at--)
            combining->chows[at] = combining->chows[at - 1];
        combining->chows[at] = (uint8_t)i;
        groups |= 1U << i;
    }
    return groups;
}

/* --- the two ways ---------------------------------------------------------------------------- */

static void start(struct combining *combining, const struct kz_ruleset *rules,
                  const struct kzi_facts *facts, const uint8_t mark_counts[KZI_MAX_MARKS],
                  const struct kzi_reading *reading, const uint64_t *held) {
    combining->rules = rules;
    combining->any = false;
    combining->equal = NULL;
    kzi_weighing_start(&combining->weighing, rules, facts, mark_counts, reading, held);
}

static void select_all(struct combining *combining, void (*found)(struct kzi_select *, void *)) {
    combining->select.model = combining->rules->model;
    combining->select.found = found;
    combining->select.context = combining;
    kzi_select_all(&combining->select);
}

static void choose_among_all(struct combining *combining, const uint64_t *held) {
    combining->select.n_instances =
        kzi_instances_find(combining->rules, combining->weighing.facts, combining->weighing.reading,
                           held, combining->select.instances);
    select_all(combining, weigh_found);
}

/* The combinations that are not of chows alone; false: one of them uses a chow. */
static bool find_others(struct combining *combining, const uint64_t *held, unsigned chows) {
    const struct kz_ruleset *rules = combining->rules;
    uint64_t others[KZI_YAKU_WORDS], any = 0;
    for (unsigned i = 0; i < rules->yaku_words; i++) {
        others[i] = held[i] & rules->combinations[i] & ~rules->chow_combinations[i];
        any |= others[i];
    }
    combining->select.n_instances = 0;
    if (any)
        combining->select.n_instances =
            kzi_instances_find(rules, combining->weighing.facts, combining->weighing.reading,
                               others, combining->select.instances);
    for (unsigned i = 0; i < combining->select.n_instances; i++)
        if (combining->select.instances[i].groups & chows)
            return false;
    return true;
}

/* With the chows as they were solved at load; false: that cannot be done on this reading. */
static bool choose_with_chows(struct combining *combining, const uint64_t *held) {
    const struct kzi_chow_choices *solved = &combining->rules->chow_choices;
    const struct kzi_reading *reading = combining->weighing.reading;
    if (!solved->list_of || reading->chow_rank == KZI_NO_RANK)
        return false;
    const struct kzi_chow_list *list = &solved->lists[solved->list_of[reading->chow_rank]];
    if (!list->whole || !find_others(combining, held, sort_chows(combining, reading)))
        return false;
    combining->choices = solved->choices + list->first;
    combining->n_choices = list->count;
    select_all(combining, weigh_with_chows);
    return true;
}

static void take(const struct kz_ruleset *rules, const struct kzi_selection *from,
                 struct kzi_tally *tally) {
    memcpy(tally->scored, from->scored, rules->yaku_words * sizeof *tally->scored);
    tally->n_uses = from->n_uses;
    memcpy(tally->uses, from->uses, from->n_uses * sizeof *from->uses);
    tally->n_counts = from->n_counts;
    memcpy(tally->counts, from->counts, from->n_counts * sizeof *from->counts);
}

void kzi_combine(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                 const uint8_t mark_counts[KZI_MAX_MARKS], struct kzi_tally *tally) {
    struct combining combining;
    start(&combining, rules, facts, mark_counts, &tally->reading, tally->scored);
    if (!choose_with_chows(&combining, tally->scored))
        choose_among_all(&combining, tally->scored);
    take(rules, &combining.best, tally);
}

unsigned kzi_equal_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                           struct kzi_tally list[KZI_MAX_EQUAL]) {
    struct combining combining;
    struct kzi_selection equal[KZI_MAX_EQUAL];
    uint64_t together[KZI_YAKU_WORDS];
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        together[i] = tally->held[i] & ~rules->alone[i];
    start(&combining, rules, facts, mark_counts, &tally->reading, together);
    choose_among_all(&combining, together);
    combining.equal = equal;
    combining.n_equal = 0;
    choose_among_all(&combining, together);
    for (unsigned i = 0; i < combining.n_equal; i++) {
        list[i].reading = tally->reading;
        take(rules, &equal[i], &list[i]);
    }
    return combining.n_equal;
}

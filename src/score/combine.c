/* Which combinations count: the principles of combining, solved by trying every selection.
 *
 * A combination is a yaku made of named sets; each way it is met is an instance, a set of groups of
 * the reading.  A selection is legal when no yaku uses a group twice (non_identical) and when every
 * instance joins groups that were all separate before (account_once): the chosen ones then hang
 * together without a circle.  Of the legal selections to which nothing can be added the one with
 * the highest total after covers counts; of several, the one whose list of yaku comes first.
 *
 * Combinations of chows and others share no group, so their selections are independent: those of
 * the chows are remembered (memory.h) and met with each of the others. */
#include "score/selection.h"

#include <string.h>

struct combining {
    const struct kz_ruleset *rules;
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
    struct kzi_selection now;
    void (*found)(struct combining *); /* told of each selection in now->uses */

    /* to weigh them */
    struct kzi_weighing weighing;
    struct kzi_selection best;
    bool any;
    unsigned n_equal; /* where they are asked for: those equal to best, each another list */
    struct kzi_selection *equal;

    /* those of the chows */
    const struct kzi_chow_choice *choices;
    unsigned n_choices;
    uint8_t chows[KZI_RANKED_SETS]; /* the groups of the chows by rising tile */

    /* to remember them */
    struct kzi_memory *memory;
    struct kzi_chow_choices *entry;
};

/* --- every legal selection ------------------------------------------------------------------- */

static bool is_legal(const struct combining *combining, const struct kzi_instance *use,
                     const struct kzi_joined *joined) {
    const struct kzi_combinations *policy = &combining->rules->model->combinations;
    const struct kzi_yaku *yaku = &combining->rules->model->yaku[use->yaku];
    for (unsigned i = 0; i < combining->now.n_uses; i++) {
        const struct kzi_instance *other = &combining->now.uses[i];
        if (other->yaku == use->yaku &&
            (yaku->each == KZI_ONCE || (policy->non_identical && other->groups & use->groups)))
            return false;
    }
    return combining->now.n_uses < KZI_MAX_CHOSEN &&
           (!policy->account_once || kzi_may_join(joined, use->groups));
}

/* Nothing that might be added is left out: what holds is not declined, only chosen among. */
static bool is_whole(const struct combining *combining, const struct kzi_joined *joined) {
    for (unsigned i = 0; i < combining->n_instances; i++) {
        const struct kzi_instance *use = &combining->instances[i];
        bool used = false;
        for (unsigned k = 0; k < combining->now.n_uses; k++)
            used |= combining->now.uses[k].yaku == use->yaku &&
                    combining->now.uses[k].groups == use->groups;
        if (!used && is_legal(combining, use, joined))
            return false;
    }
    return true;
}

static void try_from(struct combining *combining, unsigned at, const struct kzi_joined *joined) {
    if (at == combining->n_instances) {
        if (is_whole(combining, joined))
            combining->found(combining);
        return;
    }
    const struct kzi_instance *use = &combining->instances[at];
    if (is_legal(combining, use, joined)) {
        struct kzi_joined next = *joined;
        kzi_join(&next, use->groups);
        combining->now.uses[combining->now.n_uses++] = *use;
        try_from(combining, at + 1, &next);
        combining->now.n_uses--;
    }
    try_from(combining, at + 1, joined);
}

static void try_all(struct combining *combining, void (*found)(struct combining *)) {
    static const struct kzi_joined alone;
    combining->found = found;
    combining->now.n_uses = 0;
    try_from(combining, 0, &alone);
}

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

/* --- with those of the chows ----------------------------------------------------------------- */

/* The groups of a choice as this reading has them. */
static unsigned groups_of(const struct combining *combining, unsigned chows) {
    unsigned groups = 0;
    for (; chows; chows &= chows - 1)
        groups |= 1U << combining->chows[__builtin_ctz(chows)];
    return groups;
}

static void weigh_with_chows(struct combining *combining) {
    struct kzi_selection *now = &combining->now;
    unsigned n_uses = now->n_uses;
    for (unsigned i = 0; i < combining->n_choices; i++) {
        const struct kzi_chow_choice *choice = &combining->choices[i];
        for (unsigned k = 0; k < choice->n_uses; k++)
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

/* --- remembering ----------------------------------------------------------------------------- */

static int compare_uses(const struct kzi_instance *a, const struct kzi_instance *b) {
    return a->yaku != b->yaku ? (int)a->yaku - (int)b->yaku : (int)a->groups - (int)b->groups;
}

static bool same_effect(const struct kz_ruleset *rules, const struct kzi_chow_choice *a,
                        const struct kzi_chow_choice *b) {
    if (a->n_uses != b->n_uses)
        return false;
    for (unsigned i = 0; i < a->n_uses; i++)
        if (a->uses[i].yaku != b->uses[i].yaku ||
            (kzi_yaku_in(rules->bound, a->uses[i].yaku) && a->uses[i].groups != b->uses[i].groups))
            return false;
    return true;
}

static void remember(struct combining *combining) {
    struct kzi_memory *memory = combining->memory;
    struct kzi_chow_choices *entry = combining->entry;
    const struct kzi_selection *now = &combining->now;
    struct kzi_chow_choice choice = {.n_uses = (uint8_t)now->n_uses};
    if (now->n_uses > KZI_MAX_REMEMBERED || memory->n_choices == KZI_MEMORY_CHOICES) {
        entry->whole = false;
        return;
    }
    for (unsigned i = 0; i < now->n_uses; i++) {
        unsigned at = i;
        for (; at && compare_uses(&choice.uses[at - 1], &now->uses[i]) > 0; at--)
            choice.uses[at] = choice.uses[at - 1];
        choice.uses[at] = now->uses[i];
    }
    for (unsigned i = 0; i < entry->count; i++)
        if (same_effect(combining->rules, &choice, &memory->choices[entry->first + i]))
            return;
    memory->choices[memory->n_choices++] = choice;
    entry->count++;
}

static void forget(struct kzi_memory *memory, uint64_t identity) {
    memset(memory->at, 0, sizeof memory->at);
    memory->identity = identity;
    memory->n_entries = memory->n_choices = 0;
}

/* The chows of a reading alone, by rising tile, as a reading. */
static void only_chows(const struct combining *combining, const struct kzi_reading *reading,
                       struct kzi_reading *only) {
    *only = (struct kzi_reading){.shape = reading->shape, .chow_rank = reading->chow_rank};
    for (unsigned i = 0; i < KZI_RANKED_SETS && combining->chows[i] != KZI_NO_MELD; i++)
        only->groups[only->n_groups++] = (struct kzi_group){
            KZI_CHOW, reading->groups[combining->chows[i]].tile, KZI_CONCEALED, false, KZI_NO_MELD};
    only->n_sets = only->n_groups;
}

static void solve_chows(struct combining *combining, const struct kzi_reading *reading) {
    struct kzi_reading only;
    only_chows(combining, reading, &only);
    combining->n_instances =
        kzi_instances_find(combining->rules, combining->weighing.facts, &only,
                           combining->rules->chow_combinations, combining->instances);
    try_all(combining, remember);
}

/* The entry of these chows, solved now if need be. */
static const struct kzi_chow_choices *recall(struct combining *combining,
                                             const struct kzi_reading *reading) {
    struct kzi_memory *memory = combining->memory;
    if (memory->identity != combining->rules->identity ||
        (!memory->at[reading->chow_rank] &&
         (memory->n_entries == KZI_MEMORY_ENTRIES || memory->n_choices > KZI_MEMORY_CHOICES - 64)))
        forget(memory, combining->rules->identity);
    if (!memory->at[reading->chow_rank]) {
        combining->entry = &memory->entries[memory->n_entries++];
        *combining->entry = (struct kzi_chow_choices){memory->n_choices, 0, true};
        memory->at[reading->chow_rank] = memory->n_entries;
        solve_chows(combining, reading);
    }
    return &memory->entries[memory->at[reading->chow_rank] - 1];
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

static void choose_among_all(struct combining *combining, const uint64_t *held) {
    combining->n_instances =
        kzi_instances_find(combining->rules, combining->weighing.facts, combining->weighing.reading,
                           held, combining->instances);
    try_all(combining, weigh);
}

/* With the chows remembered; false: that cannot be done on this reading. */
static bool choose_with_memory(struct combining *combining, const uint64_t *held) {
    const struct kz_ruleset *rules = combining->rules;
    const struct kzi_reading *reading = combining->weighing.reading;
    uint64_t others[KZI_YAKU_WORDS], any = 0;
    if (reading->chow_rank == KZI_NO_RANK)
        return false;
    memset(combining->chows, KZI_NO_MELD, sizeof combining->chows);
    unsigned chows = sort_chows(combining, reading);
    const struct kzi_chow_choices *entry = recall(combining, reading);
    if (!entry->whole)
        return false;
    for (unsigned i = 0; i < rules->yaku_words; i++) {
        others[i] = held[i] & rules->combinations[i] & ~rules->chow_combinations[i];
        any |= others[i];
    }
    combining->n_instances = any ? kzi_instances_find(rules, combining->weighing.facts, reading,
                                                      others, combining->instances)
                                 : 0;
    for (unsigned i = 0; i < combining->n_instances; i++)
        if (combining->instances[i].groups & chows)
            return false;
    combining->choices = combining->memory->choices + entry->first;
    combining->n_choices = entry->count;
    try_all(combining, weigh_with_chows);
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

void kzi_combine(struct kz_result *result, const struct kzi_facts *facts, struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    struct combining combining;
    start(&combining, rules, facts, result->mark_counts, &tally->reading, tally->scored);
    combining.memory = &result->memory;
    if (!choose_with_memory(&combining, tally->scored))
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

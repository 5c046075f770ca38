/* Which combinations count: the principles of combining, solved by trying every selection.
 *
 * A combination is a yaku made of named sets; each way it is met is an instance, a set of groups of
 * the reading.  A selection is legal when no yaku uses a group twice (non_identical) and when every
 * instance joins groups that were all separate before (account_once): the chosen ones then hang
 * together without a circle.  Of the legal selections to which nothing can be added the one with
 * the highest total after covers counts; of several, the one whose list of yaku comes first. */
#include "compile/holds.h"
#include "score/internal.h"

#include <string.h>

#define MAX_KEYS 64

/* A selection and what it comes to. */
struct selection {
    uint64_t scored[KZI_YAKU_WORDS];
    unsigned n_uses, n_counts;
    struct kzi_instance uses[KZI_MAX_CHOSEN];
    struct kzi_count counts[KZI_MAX_CHOSEN];
    int64_t total;
    unsigned n_keys;
    int64_t keys[MAX_KEYS]; /* the list of yaku: the value and the place of each, falling */
};

struct combining {
    const struct kz_ruleset *rules;
    const struct kzi_facts *facts;
    const uint8_t *mark_counts;
    const struct kzi_reading *reading;
    const uint64_t *held; /* without the combinations */
    unsigned n_instances;
    struct kzi_instance instances[KZI_MAX_INSTANCES];
    struct selection best, now;
    bool any;
    unsigned n_equal; /* where they are asked for: those equal to best, each another list */
    struct selection *equal;
};

/* --- what a selection comes to --------------------------------------------------------------- */

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
static unsigned instances_within(const struct combining *combining, const struct selection *now,
                                 unsigned yaku, unsigned last) {
    const struct kz_ruleset *rules = combining->rules;
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
        for (unsigned i = 0; i < combining->reading->n_groups; i++)
            count += kzi_phrase_fits(&of->each_set, &combining->reading->groups[i],
                                     combining->facts->hand) &&
                     within_one(covering, n, 1U << i);
    return count;
}

static unsigned times_of(const struct combining *combining, const struct selection *now,
                         unsigned yaku) {
    unsigned uses = 0;
    for (unsigned i = 0; i < now->n_counts; i++)
        if (now->counts[i].yaku == yaku)
            return now->counts[i].times;
    for (unsigned i = 0; i < now->n_uses; i++)
        uses += now->uses[i].yaku == yaku;
    return uses ? uses
                : kzi_instances(combining->rules, combining->facts, combining->reading,
                                combining->mark_counts, yaku);
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

/* Coverer number `at` takes some instances of a yaku away. */
static void cover_some(const struct combining *combining, struct selection *now, unsigned at,
                       const struct kzi_cover *cover) {
    if (!kzi_yaku_in(now->scored, cover->yaku))
        return;
    unsigned times = times_of(combining, now, cover->yaku), covered = cover->number;
    if (cover->which == KZI_COVERS_OWN)
        covered = instances_within(combining, now, cover->yaku, at) -
                  (at ? instances_within(combining, now, cover->yaku, at - 1) : 0);
    times = times > covered ? times - covered : 0;
    set_count(now, cover->yaku, times);
    if (!times)
        now->scored[cover->yaku / 64] &= ~(UINT64_C(1) << (cover->yaku % 64));
}

static void settle(const struct combining *combining, struct selection *now) {
    const struct kz_ruleset *rules = combining->rules;
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        if (!kzi_yaku_in(now->scored, coverer->yaku))
            continue;
        for (unsigned k = 0; k < coverer->n_some; k++)
            cover_some(combining, now, i, &coverer->some[k]);
        for (unsigned word = 0; word < rules->yaku_words; word++)
            now->scored[word] &= ~coverer->covers[word];
    }
    kzi_settle_covers(rules, now->scored); /* what asks for nothing else is looked at last */
}

static void add_key(struct selection *now, int64_t key) {
    unsigned at = now->n_keys;
    if (at == MAX_KEYS)
        return;
    for (now->n_keys++; at && now->keys[at - 1] < key; at--)
        now->keys[at] = now->keys[at - 1];
    now->keys[at] = key;
}

static void add_up(const struct combining *combining, struct selection *now) {
    const struct kz_ruleset *rules = combining->rules;
    unsigned yaku = 0;
    now->total = 0;
    now->n_keys = 0;
    KZI_EACH_YAKU(rules, now->scored, yaku) {
        const struct kzi_value *value = kzi_value_of(rules, yaku, combining->facts->open);
        int64_t worth = value->limit == KZI_NO_LIMIT
                            ? value->number
                            : (int64_t)rules->model->limits[value->limit].worth * value->number;
        unsigned times = times_of(combining, now, yaku);
        now->total += worth * times;
        for (unsigned i = 0; i < times; i++)
            add_key(now, worth * KZI_MAX_YAKU + (KZI_MAX_YAKU - 1 - (int64_t)yaku));
    }
}

static bool comes_first(const struct selection *a, const struct selection *b) {
    if (a->total != b->total)
        return a->total > b->total;
    for (unsigned i = 0; i < a->n_keys && i < b->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i];
    return false;
}

static bool same_list(const struct selection *a, const struct selection *b) {
    return a->n_keys == b->n_keys && !memcmp(a->keys, b->keys, a->n_keys * sizeof *a->keys);
}

static void note_equal(struct combining *combining) {
    const struct selection *now = &combining->now;
    bool known = now->total != combining->best.total || same_list(now, &combining->best);
    for (unsigned i = 0; i < combining->n_equal; i++)
        known |= same_list(now, &combining->equal[i]);
    if (!known && combining->n_equal < KZI_MAX_EQUAL)
        combining->equal[combining->n_equal++] = *now;
}

static void weigh(struct combining *combining) {
    struct selection *now = &combining->now;
    memcpy(now->scored, combining->held, combining->rules->yaku_words * sizeof *now->scored);
    for (unsigned i = 0; i < now->n_uses; i++)
        now->scored[now->uses[i].yaku / 64] |= UINT64_C(1) << (now->uses[i].yaku % 64);
    now->n_counts = 0;
    settle(combining, now);
    add_up(combining, now);
    if (combining->equal)
        note_equal(combining);
    else if (!combining->any || comes_first(now, &combining->best))
        combining->best = *now;
    combining->any = true;
}

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
            weigh(combining);
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

static void start(struct combining *combining, const struct kz_ruleset *rules,
                  const struct kzi_facts *facts, const uint8_t mark_counts[KZI_MAX_MARKS],
                  const struct kzi_reading *reading) {
    combining->rules = rules;
    combining->facts = facts;
    combining->mark_counts = mark_counts;
    combining->reading = reading;
    combining->now.n_uses = 0;
    combining->any = false;
    combining->equal = NULL;
}

/* Tries every selection on the yaku that hold. */
static void choose(struct combining *combining, const uint64_t *scored) {
    const struct kz_ruleset *rules = combining->rules;
    static const struct kzi_joined alone;
    uint64_t held[KZI_YAKU_WORDS];
    for (unsigned i = 0; i < rules->yaku_words; i++)
        held[i] = scored[i] & ~rules->combinations[i];
    combining->held = held;
    combining->n_instances = kzi_instances_find(rules, combining->facts, combining->reading, scored,
                                                combining->instances);
    try_from(combining, 0, &alone);
}

static void take(const struct kz_ruleset *rules, const struct selection *from,
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
    start(&combining, rules, facts, mark_counts, &tally->reading);
    choose(&combining, tally->scored);
    take(rules, &combining.best, tally);
}

unsigned kzi_equal_choices(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                           const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                           struct kzi_tally list[KZI_MAX_EQUAL]) {
    struct combining combining;
    struct selection equal[KZI_MAX_EQUAL];
    uint64_t together[KZI_YAKU_WORDS];
    if (!rules->combines || tally->by_limit || tally->alone >= 0)
        return 0;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        together[i] = tally->held[i] & ~rules->alone[i];
    start(&combining, rules, facts, mark_counts, &tally->reading);
    choose(&combining, together);
    combining.equal = equal;
    combining.n_equal = 0;
    choose(&combining, together);
    for (unsigned i = 0; i < combining.n_equal; i++) {
        list[i].reading = tally->reading;
        take(rules, &equal[i], &list[i]);
    }
    return combining.n_equal;
}

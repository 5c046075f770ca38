#include "score/selection.h"

#include "compile/condition/evaluation.h"

#include <string.h>

/* --- covers of some instances ---------------------------------------------------------------- */

static unsigned used_by(const struct kzi_selection *now, unsigned yaku) {
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
static unsigned instances_within(const struct kzi_weigh_ctx *weighing,
                                 const struct kzi_selection *now, unsigned yaku, unsigned last) {
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
        for (unsigned i = 0; i < weighing->reading->n_groups; i++)
            count += kzi_phrase_fits(&of->each_set, kzi_group_of(weighing->reading, i),
                                     weighing->facts->hand) &&
                     within_one(covering, n, 1U << i);
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

static unsigned times_of(const struct kzi_weigh_ctx *weighing, const struct kzi_selection *now,
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

static void set_count(struct kzi_selection *now, unsigned yaku, unsigned times) {
    for (unsigned i = 0; i < now->n_counts; i++)
        if (now->counts[i].yaku == yaku) {
            now->counts[i].times = (uint8_t)times;
            return;
        }
    if (now->n_counts < KZI_MAX_CHOSEN)
        now->counts[now->n_counts++] = (struct kzi_count){(uint16_t)yaku, (uint8_t)times};
}

/* Counts of those that hold and are no combinations. */
static void count_held(struct kzi_weigh_ctx *weighing) {
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
static void cover_some(struct kzi_weigh_ctx *weighing, struct kzi_selection *now, unsigned at,
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

void kzi_weigh_start(struct kzi_weigh_ctx *weighing, const struct kz_ruleset *rules,
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

static void settle(struct kzi_weigh_ctx *weighing, struct kzi_selection *now) {
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

void kzi_weigh_alone(struct kzi_weigh_ctx *weighing, struct kzi_selection *now) {
    for (unsigned i = 0; i < weighing->rules->yaku_words; i++)
        now->scored[i] = weighing->held[i];
    for (unsigned i = 0; i < now->n_uses; i++)
        now->scored[now->uses[i].yaku / 64] |= UINT64_C(1) << (now->uses[i].yaku % 64);
    now->n_counts = 0;
    now->listed = false;
    settle(weighing, now);
}

void kzi_weigh(struct kzi_weigh_ctx *weighing, struct kzi_selection *now) {
    const struct kz_ruleset *rules = weighing->rules;
    unsigned yaku = 0;
    kzi_weigh_alone(weighing, now);
    count_held(weighing);
    now->total = 0;
    KZI_EACH_YAKU(rules, now->scored, yaku) {
        bool many = kzi_yaku_in(rules->many, yaku);
        now->total +=
            rules->worth[weighing->facts->open][yaku] * (many ? times_of(weighing, now, yaku) : 1);
    }
}

/* --- lists ----------------------------------------------------------------------------------- */

static void add_key(struct kzi_selection *now, int64_t key) {
    unsigned at = now->n_keys;
    if (at == KZI_MAX_LISTED)
        return;
    for (now->n_keys++; at && now->keys[at - 1] < key; at--)
        now->keys[at] = now->keys[at - 1];
    now->keys[at] = key;
}

static void list(const struct kzi_weigh_ctx *weighing, struct kzi_selection *now) {
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

bool kzi_selection_first(const struct kzi_weigh_ctx *weighing, struct kzi_selection *a,
                         struct kzi_selection *b) {
    if (a->total != b->total)
        return a->total > b->total;
    list(weighing, a);
    list(weighing, b);
    for (unsigned i = 0; i < a->n_keys && i < b->n_keys; i++)
        if (a->keys[i] != b->keys[i])
            return a->keys[i] > b->keys[i];
    return false;
}

bool kzi_selection_same_list(const struct kzi_weigh_ctx *weighing, struct kzi_selection *a,
                             struct kzi_selection *b) {
    list(weighing, a);
    list(weighing, b);
    return a->n_keys == b->n_keys && !memcmp(a->keys, b->keys, a->n_keys * sizeof *a->keys);
}

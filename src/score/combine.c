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
    struct kzi_instance instances[2 * KZI_MAX_CHOSEN];
    struct selection best, now;
    bool any;
};

/* --- instances -----------------------------------------------------------------------------------
 */

struct masks {
    uint16_t list[2 * KZI_MAX_CHOSEN];
    unsigned count;
};

static void add_mask(struct masks *masks, unsigned mask) {
    for (unsigned i = 0; i < masks->count; i++)
        if (masks->list[i] == mask)
            return;
    if (masks->count < 2 * KZI_MAX_CHOSEN)
        masks->list[masks->count++] = (uint16_t)mask;
}

static void find_masks(const struct combining *combining, const struct kzi_if *cond,
                       struct masks *masks);

static unsigned groups_of_phrases(const struct combining *combining, const struct kzi_if *cond) {
    unsigned mask = 0;
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        for (unsigned k = 0; k < combining->reading->n_groups; k++)
            if (cond->u.phrases.list[i].quantity.most &&
                kzi_phrase_fits(&cond->u.phrases.list[i].phrase, &combining->reading->groups[k],
                                combining->facts->hand))
                mask |= 1U << k;
    return mask;
}

static unsigned pair_group(const struct kzi_reading *reading) {
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (reading->groups[i].kind == KZI_PAIR)
            return 1U << i;
    return 0;
}

/* All parts must be met: one way of each, joined. */
static void find_joined(const struct combining *combining, const struct kzi_if *cond,
                        struct masks *masks) {
    struct masks joined = {.list = {0}, .count = 1};
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        struct masks part = {.count = 0}, next = {.count = 0};
        find_masks(combining, cond->u.parts.list[i], &part);
        for (unsigned a = 0; a < joined.count; a++)
            for (unsigned b = 0; b < part.count; b++)
                add_mask(&next, joined.list[a] | part.list[b]);
        joined = next;
    }
    for (unsigned i = 0; i < joined.count; i++)
        add_mask(masks, joined.list[i]);
}

/* The sets of groups by which a condition is met; a condition on the whole hand uses none. */
static void find_masks(const struct combining *combining, const struct kzi_if *cond,
                       struct masks *masks) {
    uint16_t found[KZI_MAX_CHOSEN];
    if (!kzi_holds(cond, combining->facts, combining->reading))
        return;
    switch ((int)cond->kind) {
    case KZI_IF_has: {
        unsigned count =
            kzi_all_matches(cond->u.pattern, combining->reading, found, KZI_MAX_CHOSEN);
        for (unsigned i = 0; i < count && i < KZI_MAX_CHOSEN; i++)
            add_mask(masks, found[i]);
        break;
    }
    case KZI_IF_sets:
    case KZI_IF_groups:
        add_mask(masks, groups_of_phrases(combining, cond));
        break;
    case KZI_IF_pair:
        add_mask(masks, pair_group(combining->reading));
        break;
    case KZI_IF_any_of:
        for (size_t i = 0; i < cond->u.parts.count; i++)
            find_masks(combining, cond->u.parts.list[i], masks);
        break;
    case KZI_IF_all_of:
    case KZI_IF_holds:
        find_joined(combining, cond, masks);
        break;
    default:
        add_mask(masks, 0);
        break;
    }
}

static void add_instances(struct combining *combining, unsigned yaku) {
    const struct kzi_yaku *of = &combining->rules->model->yaku[yaku];
    struct masks masks = {.count = 0};
    if (of->each == KZI_EACH_PATTERN) {
        uint16_t found[KZI_MAX_CHOSEN];
        unsigned count =
            kzi_all_matches(of->each_pattern, combining->reading, found, KZI_MAX_CHOSEN);
        for (unsigned i = 0; i < count && i < KZI_MAX_CHOSEN; i++)
            add_mask(&masks, found[i]);
    } else if (of->when) {
        find_masks(combining, of->when, &masks);
    }
    for (unsigned i = 0; i < masks.count && combining->n_instances < 2 * KZI_MAX_CHOSEN; i++)
        combining->instances[combining->n_instances++] =
            (struct kzi_instance){(uint16_t)yaku, masks.list[i]};
}

/* --- what a selection comes to -------------------------------------------------------------------
 */

static unsigned used_by(const struct selection *now, unsigned yaku) {
    unsigned groups = 0;
    for (unsigned i = 0; i < now->n_uses; i++)
        if (now->uses[i].yaku == yaku)
            groups |= now->uses[i].groups;
    return groups;
}

/* The instances of a yaku that counts for each set of a phrase, without the groups given. */
static unsigned sets_outside(const struct combining *combining, const struct kzi_yaku *yaku,
                             unsigned without) {
    unsigned count = 0;
    for (unsigned i = 0; i < combining->reading->n_groups; i++)
        if (!(without >> i & 1))
            count += kzi_phrase_fits(&yaku->each_set, &combining->reading->groups[i],
                                     combining->facts->hand);
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

static void cover_some(const struct combining *combining, struct selection *now,
                       const struct kzi_coverer *coverer, const struct kzi_cover *cover) {
    const struct kzi_yaku *covered = &combining->rules->model->yaku[cover->yaku];
    if (!kzi_yaku_in(now->scored, cover->yaku))
        return;
    unsigned times = times_of(combining, now, cover->yaku);
    if (cover->which == KZI_COVERS_SOME)
        times = times > cover->number ? times - cover->number : 0;
    else if (covered->each == KZI_EACH_SET)
        times = sets_outside(combining, covered, used_by(now, coverer->yaku));
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
            cover_some(combining, now, coverer, &coverer->some[k]);
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

static void weigh(struct combining *combining) {
    struct selection *now = &combining->now;
    memcpy(now->scored, combining->held, combining->rules->yaku_words * sizeof *now->scored);
    for (unsigned i = 0; i < now->n_uses; i++)
        now->scored[now->uses[i].yaku / 64] |= UINT64_C(1) << (now->uses[i].yaku % 64);
    now->n_counts = 0;
    settle(combining, now);
    add_up(combining, now);
    if (!combining->any || comes_first(now, &combining->best))
        combining->best = *now;
    combining->any = true;
}

/* --- every legal selection -----------------------------------------------------------------------
 */

/* joined[i]: the groups that hang together with group i, by bit. */
struct joined {
    uint16_t with[KZI_MAX_GROUPS];
};

static bool may_join(const struct joined *joined, unsigned groups) {
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (groups >> i & 1 && joined->with[i] & groups & ~(1U << i))
            return false;
    return true;
}

static struct joined join(const struct joined *joined, unsigned groups) {
    struct joined next = *joined;
    unsigned all = groups;
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (groups >> i & 1)
            all |= joined->with[i];
    for (unsigned i = 0; i < KZI_MAX_GROUPS; i++)
        if (all >> i & 1)
            next.with[i] = (uint16_t)all;
    return next;
}

static bool is_legal(const struct combining *combining, const struct kzi_instance *use,
                     const struct joined *joined) {
    const struct kzi_combinations *policy = &combining->rules->model->combinations;
    const struct kzi_yaku *yaku = &combining->rules->model->yaku[use->yaku];
    for (unsigned i = 0; i < combining->now.n_uses; i++) {
        const struct kzi_instance *other = &combining->now.uses[i];
        if (other->yaku == use->yaku &&
            (yaku->each == KZI_ONCE || (policy->non_identical && other->groups & use->groups)))
            return false;
    }
    return combining->now.n_uses < KZI_MAX_CHOSEN &&
           (!policy->account_once || may_join(joined, use->groups));
}

/* Nothing that might be added is left out: what holds is not declined, only chosen among. */
static bool is_whole(const struct combining *combining, const struct joined *joined) {
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

static void try_from(struct combining *combining, unsigned at, const struct joined *joined) {
    if (at == combining->n_instances) {
        if (is_whole(combining, joined))
            weigh(combining);
        return;
    }
    const struct kzi_instance *use = &combining->instances[at];
    if (is_legal(combining, use, joined)) {
        struct joined next = join(joined, use->groups);
        combining->now.uses[combining->now.n_uses++] = *use;
        try_from(combining, at + 1, &next);
        combining->now.n_uses--;
    }
    try_from(combining, at + 1, joined);
}

void kzi_combine(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                 const uint8_t mark_counts[KZI_MAX_MARKS], struct kzi_tally *tally) {
    struct combining combining;
    uint64_t held[KZI_YAKU_WORDS];
    unsigned yaku = 0;
    combining.rules = rules;
    combining.facts = facts;
    combining.mark_counts = mark_counts;
    combining.reading = &tally->reading;
    combining.held = held;
    combining.n_instances = 0;
    combining.now.n_uses = 0;
    combining.any = false;
    for (unsigned i = 0; i < rules->yaku_words; i++)
        held[i] = tally->scored[i] & ~rules->combinations[i];
    KZI_EACH_YAKU(rules, tally->scored, yaku)
    if (kzi_yaku_in(rules->combinations, yaku))
        add_instances(&combining, yaku);
    struct joined alone = {{0}};
    try_from(&combining, 0, &alone);
    const struct selection *best = &combining.best;
    memcpy(tally->scored, best->scored, rules->yaku_words * sizeof *tally->scored);
    tally->n_uses = best->n_uses;
    memcpy(tally->uses, best->uses, best->n_uses * sizeof *best->uses);
    tally->n_counts = best->n_counts;
    memcpy(tally->counts, best->counts, best->n_counts * sizeof *best->counts);
}

/* One hand of each class, with every set of circumstances, scored under both rulesets. */
#include "analysis/comparison.h"
#include "analysis/exhaustive/every.h"
#include "analysis/witness/witness.h"

#include <stdlib.h>
#include <string.h>

/* The sets of circumstances that one of the rulesets allows hands of one digest of needs. */
struct allowed {
    struct kzi_count_entry alike;
    unsigned count;
    uint16_t *sets;
};

struct judging {
    const struct kzi_every *every;
    const struct kzi_every_given *given;
    const struct kzi_blame *blame;
    struct kzi_every_verdicts *verdicts;
    struct kzi_count_map allowed; /* of struct allowed */
    struct kzi_witness_search *search;
    struct kz_result *alone; /* with one difference carried over */
    struct kzi_tiles tiles;  /* of the hand scored last */
    struct kzi_shared_readings readings;
    bool failed;
};

/* --- circumstances --------------------------------------------------------------------------- */

static bool add_word(struct kzi_every_given *given, const char *id) {
    for (unsigned i = 0; i < given->n_words; i++)
        if (!strcmp(given->words[i].text, id))
            return true;
    if (given->n_words == KZI_EVERY_WORDS)
        return false;
    kzi_word_set(&given->words[given->n_words++], id);
    return true;
}

static void set_words(const struct kzi_every_given *given, unsigned set, struct kzi_hand *hand) {
    hand->listed_words = given->words;
    hand->n_words = 0;
    for (unsigned i = 0; i < given->n_words; i++)
        if (set >> i & 1)
            hand->words[hand->n_words++] = (uint16_t)i;
}

/* Drops sets that give what an earlier, smaller one gives. */
static void list_sets(struct kzi_every_given *given, const struct kz_ruleset *const rules[2]) {
    struct kzi_count_map known;
    struct kzi_hand hand = {.words_known = true};
    struct kzi_problem problem = {.found = false};
    kzi_count_map_init(&known, sizeof(struct kzi_count_entry));
    for (unsigned set = 0; set < 1U << given->n_words; set++) {
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        bool fresh = true;
        set_words(given, set, &hand);
        for (unsigned of = 0; of < 2; of++)
            kzi_count_key_add(&key, kzi_circumstances(rules[of], &hand, &problem));
        if (!kzi_count_map_find(&known, key, &fresh) || fresh)
            given->sets[given->n_sets++] = (uint16_t)set;
    }
    kzi_count_map_release(&known);
}

bool kzi_every_given_find(struct kzi_every_given *given, const struct kz_ruleset *const rules[2]) {
    given->n_words = given->n_sets = 0;
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_names *names = &rules[of]->model->circumstance_names;
        for (size_t i = 0; i < names->count; i++)
            if (!add_word(given, names->name[i]))
                return false;
    }
    list_sets(given, rules);
    return true;
}

static void score(struct judging *judging, const struct kzi_hand *hand) {
    struct kz_result *results = judging->search->results;
    const struct kz_ruleset *const *rules = judging->every->rules;
    for (unsigned of = 0; of < 2; of++)
        kzi_score_sharing(&results[of], rules[of], hand, &judging->tiles, &judging->readings);
}

static void find_allowed(struct judging *judging, struct allowed *allowed, struct kzi_hand *hand) {
    const struct kzi_every_given *given = judging->given;
    const struct kz_result *results = judging->search->results;
    allowed->sets = calloc(given->n_sets, sizeof *allowed->sets);
    judging->failed |= !allowed->sets;
    for (unsigned i = 0; i < given->n_sets && !judging->failed; i++) {
        set_words(given, given->sets[i], hand);
        score(judging, hand);
        if (results[0].status == KZ_OK || results[1].status == KZ_OK)
            allowed->sets[allowed->count++] = given->sets[i];
    }
}

static const struct allowed *
allowed_for(struct judging *judging, const struct kzi_every_hand *packed, struct kzi_hand *hand) {
    bool fresh;
    struct allowed *allowed = kzi_count_map_find(
        &judging->allowed, (struct kzi_count_key){packed->needs, packed->needs}, &fresh);
    judging->failed |= !allowed;
    if (allowed && fresh)
        find_allowed(judging, allowed, hand);
    return allowed;
}

/* --- verdicts -------------------------------------------------------------------------------- */

/* The differences that, each carried over by itself, change what the first ruleset says. */
static void find_differences(struct judging *judging, const struct kzi_hand *hand,
                             const uint64_t touching[KZI_DIFFERENCE_WORDS],
                             uint64_t differences[KZI_DIFFERENCE_WORDS]) {
    size_t count = judging->blame->alone[0] ? judging->blame->differences.count : 0;
    memset(differences, 0, KZI_DIFFERENCE_WORDS * sizeof *differences);
    for (size_t i = 0; i < count && i < KZI_MAX_BLAMED; i++) {
        const struct kz_ruleset *rules = judging->blame->alone[0][i].rules;
        if (!rules || !(touching[i / 64] >> i % 64 & 1))
            continue;
        kzi_score_sharing(judging->alone, rules, hand, &judging->tiles, &judging->readings);
        if (kzi_differs(judging->alone, &judging->search->results[0]))
            differences[i / 64] |= UINT64_C(1) << i % 64;
    }
}

static enum kzi_witness_kind kind_of(const struct kz_result results[2]) {
    static const unsigned pays = 1U << KZI_FIELD_WIN | 1U << KZI_FIELD_POINTS |
                                 1U << KZI_FIELD_PAYMENTS | 1U << KZI_FIELD_CHIPS;
    if (results[0].status != KZ_OK || results[1].status != KZ_OK)
        return KZI_WITNESS_REFUSED;
    return kzi_differs(&results[0], &results[1]) & pays ? KZI_WITNESS_PAYS : KZI_WITNESS_COUNTS;
}

static struct kzi_every_group *group_of(struct kzi_count_map *groups,
                                        const uint64_t differences[KZI_DIFFERENCE_WORDS],
                                        bool *fresh) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    for (unsigned i = 0; i < KZI_DIFFERENCE_WORDS; i++)
        kzi_count_key_add(&key, differences[i]);
    struct kzi_every_group *group = kzi_count_map_find(groups, key, fresh);
    if (group && *fresh)
        memcpy(group->differences, differences, sizeof group->differences);
    return group;
}

/* Whether a hand is the simpler one; of equally simple ones always the same. */
static bool is_simpler(const struct kzi_every_simple *one, const struct kzi_every_simple *than) {
    if (one->cost != than->cost)
        return one->cost < than->cost;
    return one->order != than->order ? one->order < than->order : one->key < than->key;
}

/* order: among the classes of hands. */
static void note_difference(struct judging *judging, const struct kzi_every_hand *of, size_t order,
                            const struct kzi_hand *hand) {
    const struct kzi_every_touching *touching =
        kzi_count_map_at(&judging->every->touchings, of->touching);
    uint64_t differences[KZI_DIFFERENCE_WORDS];
    struct kzi_witness_search *search = judging->search;
    bool fresh;
    find_differences(judging, hand, touching->differences, differences);
    struct kzi_every_group *group = group_of(&judging->verdicts->groups, differences, &fresh);
    judging->failed |= !group;
    if (!group)
        return;
    group->alike.count += of->alike.count;
    enum kzi_witness_kind kind = kind_of(search->results);
    const struct kzi_every_simple simple = {kzi_witness_cost(search, kind, hand), order,
                                            of->alike.key.a};
    if (!fresh && !is_simpler(&simple, &group->simple))
        return;
    group->kind = kind;
    group->simple = simple;
    group->hand = *hand;
}

static void judge(struct judging *judging, size_t order) {
    const struct kzi_every_hand *packed = kzi_count_map_at(&judging->every->hands, order);
    struct kzi_hand hand;
    kzi_every_unpack(packed, &hand);
    kzi_tiles_find(&judging->tiles, &hand);
    judging->readings.rules = NULL;
    const struct allowed *allowed = allowed_for(judging, packed, &hand);
    if (!judging->failed && judging->every->view == KZI_COUNTED_HANDS) {
        judging->verdicts->equal[packed->shape] += packed->alike.count * allowed->count;
        return;
    }
    for (unsigned i = 0; !judging->failed && i < allowed->count; i++) {
        set_words(judging->given, allowed->sets[i], &hand);
        score(judging, &hand);
        if (kzi_differs(&judging->search->results[0], &judging->search->results[1])) {
            judging->verdicts->differ[packed->shape] += packed->alike.count;
            note_difference(judging, packed, order, &hand);
        } else {
            judging->verdicts->equal[packed->shape] += packed->alike.count;
        }
    }
}

static void release(struct judging *judging) {
    for (size_t i = 0; i < judging->allowed.count; i++)
        free(((struct allowed *)kzi_count_map_at(&judging->allowed, i))->sets);
    kzi_count_map_release(&judging->allowed);
    free(judging->search);
    free(judging->alone);
}

bool kzi_every_judge(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                     const struct kzi_every_given *given, const struct kzi_blame *blame,
                     size_t first, size_t end) {
    struct judging judging = {.every = every, .given = given, .blame = blame, .verdicts = verdicts};
    kzi_count_map_init(&judging.allowed, sizeof(struct allowed));
    judging.search = calloc(1, sizeof *judging.search);
    judging.alone = calloc(1, sizeof *judging.alone);
    judging.failed = !judging.search || !judging.alone;
    if (judging.search)
        judging.search->as_is = true;
    for (size_t i = first; i < end && !judging.failed; i++)
        judge(&judging, i);
    release(&judging);
    return !judging.failed;
}

void kzi_every_verdicts_init(struct kzi_every_verdicts *verdicts) {
    memset(verdicts, 0, sizeof *verdicts);
    kzi_count_map_init(&verdicts->groups, sizeof(struct kzi_every_group));
}

void kzi_every_verdicts_release(struct kzi_every_verdicts *verdicts) {
    kzi_count_map_release(&verdicts->groups);
}

bool kzi_every_verdicts_join(struct kzi_every_verdicts *verdicts,
                             const struct kzi_every_verdicts *part) {
    for (unsigned i = 0; i < KZI_EVERY_SHAPES; i++) {
        verdicts->equal[i] += part->equal[i];
        verdicts->differ[i] += part->differ[i];
    }
    for (size_t i = 0; i < part->groups.count; i++) {
        const struct kzi_every_group *from = kzi_count_map_at(&part->groups, i);
        bool fresh;
        struct kzi_every_group *to = kzi_count_map_find(&verdicts->groups, from->alike.key, &fresh);
        if (!to)
            return false;
        uint64_t count = to->alike.count + from->alike.count;
        if (fresh || is_simpler(&from->simple, &to->simple))
            *to = *from;
        to->alike.count = count;
    }
    return true;
}

void kzi_every_complete(struct kzi_every *concerned, struct kzi_every_verdicts *verdicts,
                        const struct kzi_every *counted, const struct kzi_every_verdicts *in_all) {
    for (unsigned i = 0; i < concerned->n_shapes; i++) {
        concerned->shapes[i].tiles = counted->shapes[i].tiles;
        concerned->shapes[i].hands = counted->shapes[i].hands;
        verdicts->equal[i] = in_all->equal[i] - verdicts->differ[i];
    }
}

/* --- the end --------------------------------------------------------------------------------- */

static int by_count(const void *a, const void *b) {
    const struct kzi_every_group *one = a, *other = b;
    if (one->alike.count != other->alike.count)
        return one->alike.count > other->alike.count ? -1 : 1;
    return one->alike.key.a < other->alike.key.a ? -1 : 1;
}

/* The one difference of the group, -1 if there are several or none. */
static int only_difference(const struct kzi_every_group *group) {
    int only = -1;
    for (unsigned i = 0; i < KZI_MAX_BLAMED; i++)
        if (group->differences[i / 64] >> i % 64 & 1) {
            if (only >= 0)
                return -1;
            only = (int)i;
        }
    return only;
}

/* A hand that shows one difference is made simpler as that difference's witness is. */
static void simplify(struct kzi_witness_search *search, const struct kzi_blame *blame,
                     struct kzi_every_group *group) {
    int only = only_difference(group);
    if (only < 0)
        return;
    search->alike[1] = blame->alone[0][only].rules;
    struct kzi_witness_found found = {group->hand, KZI_WITNESS_NONE, 0};
    found.kind = kzi_witness_look(search, &found.hand);
    found.cost = kzi_witness_cost(search, found.kind, &found.hand);
    if (found.kind != group->kind || !search->as_is)
        return;
    kzi_witness_shrink(search, &found);
    if (kzi_witness_look(search, &found.hand) == group->kind && search->as_is)
        group->hand = found.hand;
}

bool kzi_every_verdicts_finish(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                               const struct kzi_blame *blame) {
    struct kzi_witness_search *search = calloc(1, sizeof *search);
    if (!search)
        return false;
    search->differences = &blame->differences;
    search->alike[0] = every->rules[0];
    if (verdicts->groups.count)
        qsort(verdicts->groups.list, verdicts->groups.count, verdicts->groups.size, by_count);
    for (size_t i = 0; i < verdicts->groups.count; i++)
        simplify(search, blame, kzi_count_map_at(&verdicts->groups, i));
    free(search);
    return true;
}

/* Shanten under the shapes of every ruleset, compared with a search through all complete hands.
 *
 * KAZOE_HANDS: the number of hands for each ruleset; tests/long gives a larger number.
 * KAZOE_FIRST: the number of the first hand, so that many can be compared in parts.
 * KAZOE_RULESET: the name of the only ruleset that is compared.
 * KAZOE_SHANTEN: a file of published hands, one per line: 14 tiles from 0 in the order of the
 * kinds, then the shanten of sets and a pair, of thirteen orphans and of seven pairs. */
#include "hand/shanten.h"
#include "compile/ruleset.h"
#include "run_suite.h"

#include "api.h"
#include "source_tree.h"

#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the search ------------------------------------------------------------------------------ */

/* A part of a complete hand with its choices: lists of tiles. */
#define MAX_CHOICES 64
#define MAX_SLOTS   24

struct choice {
    uint8_t count, tiles[16];
};

struct slot {
    bool again; /* the choices of the slot before, from the one that was taken on */
    bool twice; /* only tiles that are there already */
    unsigned step, count;
    struct choice choices[MAX_CHOICES];
};

struct search {
    const struct kzi_unfinished_hand *hand;
    uint8_t made[KZI_COUNTS_CAPACITY]; /* of the complete hand so far */
    unsigned n_slots, min;
    struct slot slots[MAX_SLOTS];
};

static void choose(struct search *search, unsigned at, unsigned from, unsigned lacking) {
    if (lacking >= search->min)
        return;
    if (at == search->n_slots) {
        search->min = lacking;
        return;
    }
    const struct slot *slot = &search->slots[at];
    for (unsigned i = slot->again ? from : 0; i < slot->count; i++) {
        const struct choice *choice = &slot->choices[i];
        if (slot->twice && !search->made[choice->tiles[0]])
            continue;
        unsigned more = lacking;
        bool fits = true;
        for (unsigned k = 0; k < choice->count; k++) {
            unsigned kind = choice->tiles[k];
            search->made[kind]++;
            more += search->made[kind] > search->hand->counts[kind];
            fits &= search->made[kind] <= search->hand->max[kind];
        }
        if (fits)
            choose(search, at + 1, i + slot->step, more);
        for (unsigned k = 0; k < choice->count; k++)
            search->made[choice->tiles[k]]--;
    }
}

/* --- the parts of a shape -------------------------------------------------------------------- */

static struct slot *add_slot(struct search *search) {
    struct slot *slot = &search->slots[search->n_slots++];
    slot->again = slot->twice = false;
    slot->step = slot->count = 0;
    return slot;
}

static void add_choice(struct slot *slot, const uint8_t *tiles, unsigned count) {
    struct choice *choice = &slot->choices[slot->count++];
    choice->count = (uint8_t)count;
    memcpy(choice->tiles, tiles, count);
}

static void add_kinds(struct slot *slot, kzi_kinds kinds) {
    uint8_t tiles[KZI_KINDS];
    unsigned count = 0;
    for (; kinds; kinds &= kinds - 1)
        tiles[count++] = (uint8_t)__builtin_ctzll(kinds);
    add_choice(slot, tiles, count);
}

static void add_equal(struct slot *slot, unsigned kind, unsigned count) {
    const uint8_t tiles[] = {(uint8_t)kind, (uint8_t)kind, (uint8_t)kind, (uint8_t)kind};
    add_choice(slot, tiles, count);
}

static void add_chow(struct slot *slot, unsigned kind) {
    add_choice(slot, (const uint8_t[]){(uint8_t)kind, (uint8_t)(kind + 1), (uint8_t)(kind + 2)}, 3);
}

/* Add the same slot `count` times, in rising order. */
static void repeat(struct search *search, unsigned count, unsigned step) {
    struct slot *first = &search->slots[search->n_slots - 1];
    first->step = step;
    if (!count)
        search->n_slots--;
    for (unsigned i = 1; i < count; i++) {
        struct slot *slot = &search->slots[search->n_slots++];
        *slot = *first;
        slot->again = true;
    }
}

static void add_groups(struct search *search, const struct kzi_shape *shape, unsigned n_melds) {
    struct slot *sets = add_slot(search);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        if (!shape->set_kinds || shape->set_kinds >> KZI_PUNG & 1)
            add_equal(sets, kind, 3);
        if (!kzi_is_honor(kind) && kzi_number(kind) <= 7 &&
            (!shape->set_kinds || shape->set_kinds >> KZI_CHOW & 1))
            add_chow(sets, kind);
    }
    repeat(search, shape->sets - n_melds, 0);
    struct slot *pairs = add_slot(search);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        add_equal(pairs, kind, 2);
    repeat(search, shape->pairs, shape->pairs_differ);
}

static void add_knitted(struct search *search, const struct kzi_shape *shape, unsigned fall) {
    struct slot *sets = add_slot(search);
    for (unsigned n = 1; n <= 9; n++)
        if (shape->knitted_sets && kzi_knit(shape->set_is, 3, fall, n))
            add_kinds(sets, kzi_knit(shape->set_is, 3, fall, n));
    repeat(search, shape->knitted_sets, 0);
    struct slot *pairs = add_slot(search);
    for (unsigned n = 1; n <= 9; n++)
        if (shape->knitted_pairs && kzi_knit(shape->pair_is, 2, fall, n))
            add_kinds(pairs, kzi_knit(shape->pair_is, 2, fall, n));
    repeat(search, shape->knitted_pairs, 0);
}

static void add_body(struct search *search, const struct kzi_shape *shape, kzi_kinds body) {
    struct slot *slot = add_slot(search);
    if (kzi_shape_has_whole_body(shape)) {
        add_kinds(slot, body);
    } else {
        for (kzi_kinds left = body; left; left &= left - 1)
            add_kinds(slot, left & -left);
        repeat(search, shape->body_tiles, 1);
    }
    if (!shape->one_more)
        return;
    slot = add_slot(search);
    slot->twice = true;
    for (kzi_kinds left = body; left; left &= left - 1)
        add_kinds(slot, left & -left);
}

/* --- shapes ---------------------------------------------------------------------------------- */

static void search_parts(struct search *search, const struct kzi_shape *shape) {
    bool knitted = kzi_shape_is_knitted(shape);
    for (unsigned fall = 0; fall < (knitted ? KZI_FALLS : 1); fall++)
        for (unsigned body = 0; body < (shape->n_bodies ? shape->n_bodies : 1U); body++) {
            search->n_slots = 0;
            if (shape->n_bodies)
                add_body(search, shape, shape->bodies[body]);
            if (knitted)
                add_knitted(search, shape, fall);
            add_groups(search, shape, search->hand->n_melds);
            choose(search, 0, 0, 0);
        }
}

static bool melds_fit(const struct kzi_shape *shape, const struct kzi_unfinished_hand *hand) {
    unsigned kinds = shape->set_kinds;
    kinds |= kinds >> KZI_PUNG & 1 ? 1U << KZI_KONG : 0;
    for (unsigned i = 0; i < hand->n_melds; i++)
        if (kinds && !(kinds >> hand->melds[i].kind & 1))
            return false;
    return hand->n_melds <= shape->sets;
}

/* Return the fewest lacking tiles below a bound, or the bound. */
static unsigned search_all(const struct kzi_shapes *shapes, const struct kzi_unfinished_hand *hand,
                           unsigned bound) {
    static struct search search;
    search.hand = hand;
    search.min = bound;
    for (unsigned i = 0; i < shapes->count; i++) {
        const struct kzi_shape *shape = &shapes->list[i];
        if (shape->any_tiles || !melds_fit(shape, hand))
            continue;
        search_parts(&search, shape);
    }
    return search.min;
}

/* --- random hands ---------------------------------------------------------------------------- */

static uint32_t state = 20261123;
static unsigned first_hand;

static unsigned below(unsigned bound) {
    state = state * UINT32_C(1664525) + UINT32_C(1013904223);
    return (unsigned)(((uint64_t)state * bound) >> 32);
}

struct dealt_hand {
    struct kzi_unfinished_hand hand;
    struct kzi_meld melds[KZI_MAX_MELDS];
};

static bool meld(struct dealt_hand *dealt, unsigned kind, unsigned tile) {
    struct kzi_unfinished_hand *hand = &dealt->hand;
    bool chow = kind == KZI_CHOW;
    if (chow && (kzi_is_honor(tile) || kzi_number(tile) > 7))
        return false;
    unsigned each = chow ? 1 : kind == KZI_KONG ? 4 : 3;
    for (unsigned i = 0; i < (chow ? 3U : 1U); i++)
        if (hand->max[tile + i] < each)
            return false;
    for (unsigned i = 0; i < (chow ? 3U : 1U); i++)
        hand->max[tile + i] = (uint8_t)(hand->max[tile + i] - each);
    dealt->melds[hand->n_melds++] =
        (struct kzi_meld){.kind = (uint8_t)kind, .tile = (uint8_t)tile, .claimed = true};
    return true;
}

/* Deal tiles; where there are few kinds, the hand is nearly complete. */
static void deal(struct dealt_hand *dealt, const struct kz_ruleset *rules, unsigned i) {
    struct kzi_unfinished_hand *hand = &dealt->hand;
    unsigned melds = i % 3 ? 0 : below(4), first = 0, kinds = KZI_KINDS;
    memset(dealt, 0, sizeof *dealt);
    memcpy(hand->max, rules->model->copies, sizeof hand->max);
    hand->melds = dealt->melds;
    while (hand->n_melds < melds)
        meld(dealt, below(KZI_PAIR), below(KZI_KINDS));
    kzi_kinds_by_count(hand->max, hand->may);
    unsigned tiles = rules->hand_size - 3 * melds - below(2);
    if (i % 4 == 1) { /* one suit and the honors, or two suits */
        first = 9 * below(3);
        kinds = 18;
    }
    for (unsigned tries = 0; tiles && tries < 1000; tries++) {
        unsigned kind = (first + below(kinds)) % KZI_KINDS;
        if (hand->counts[kind] < hand->max[kind]) {
            hand->counts[kind]++;
            tiles--;
        }
    }
}

/* --- neighbors ------------------------------------------------------------------------------- */

/* Return the kinds in the hand whose discard leaves it lacking at most `lacking` tiles. */
static kzi_kinds spare_of(const struct kzi_shanten *shanten, struct kzi_unfinished_hand *hand,
                          unsigned lacking) {
    kzi_kinds spare = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (hand->counts[kind]) {
            hand->counts[kind]--;
            spare |= kzi_lacks_of(shanten, hand, KZI_NO_TILES).lacking <= lacking
                         ? kzi_kind_bit(kind)
                         : 0;
            hand->counts[kind]++;
        }
    return spare;
}

/* Hands without each of their tiles, found one after the other, are what each is alone. */
static void compare_without(const struct kzi_shanten *shanten, struct kzi_unfinished_hand hand) {
    struct kzi_lacks without[KZI_TILE_KINDS];
    kzi_kinds kinds = kzi_kinds_at_least(hand.counts, 1);
    kzi_lacks_without(shanten, &hand, kinds, without);
    for (; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        hand.counts[kind]--;
        struct kzi_lacks alone = kzi_lacks_of(shanten, &hand, KZI_ACCEPTED);
        hand.counts[kind]++;
        ck_assert_uint_eq(without[kind].lacking, alone.lacking);
        ck_assert_uint_eq(without[kind].kinds, alone.kinds);
    }
}

/* Check that the change predicted for one more tile equals the shanten of the changed hand. */
static void compare_neighbors(const struct kzi_shanten *shanten, struct kzi_unfinished_hand hand,
                              unsigned lacking) {
    kzi_kinds accepted = 0;
    if (lacking == KZI_MAX_LACKING)
        return;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        uint8_t *count = &hand.counts[kind];
        if (*count < hand.max[kind]) {
            ++*count;
            accepted |= kzi_lacks_of(shanten, &hand, KZI_NO_TILES).lacking < lacking
                            ? kzi_kind_bit(kind)
                            : 0;
            --*count;
        }
    }
    struct kzi_lacks with = kzi_lacks_of(shanten, &hand, KZI_ACCEPTED),
                     without = kzi_lacks_of(shanten, &hand, KZI_SPARE);
    ck_assert_uint_eq(with.lacking, lacking);
    ck_assert_uint_eq(with.kinds, accepted);
    ck_assert_uint_eq(without.lacking, lacking);
    ck_assert_uint_eq(without.kinds, spare_of(shanten, &hand, lacking));
}

/* --- tests ----------------------------------------------------------------------------------- */

static void compare(const struct kz_ruleset *rules, const struct kzi_shanten *shanten, unsigned i) {
    struct dealt_hand dealt;
    deal(&dealt, rules, i);
    if (i < first_hand)
        return;
    unsigned lacking = kzi_lacks_of(shanten, &dealt.hand, KZI_NO_TILES).lacking;
    /* The search stops at hands that lack more, which keeps it short and proves as much. */
    unsigned bound = lacking < KZI_MAX_LACKING ? lacking + 1 : KZI_MAX_LACKING;
    ck_assert_uint_eq(search_all(&rules->shapes, &dealt.hand, bound), lacking);
    if (i < 100 || i % 100 == 0) {
        compare_neighbors(shanten, dealt.hand, lacking);
        compare_without(shanten, dealt.hand);
    }
}

static void compare_many(const char *path, unsigned end) {
    kz_error error;
    kz_ruleset *rules;
    if (kz_ruleset_load(&rules, path, NULL, NULL, &error) != KZ_OK)
        ck_abort_msg("%s: %s", path, error.text);
    struct kzi_shanten *shanten =
        kzi_shanten_new(rules->shapes.list, rules->shapes.count, rules->model->copies);
    ck_assert_ptr_nonnull(shanten);
    for (unsigned i = 0; i < end && !rules->shapes.boxes.count; i++) /* the search knows no boxes */
        compare(rules, shanten, i);
    kzi_shanten_free(shanten);
    kz_ruleset_free(rules);
}

static bool is_asked_for(const char *path) {
    const char *only = getenv("KAZOE_RULESET");
    char name[4096];
    snprintf(name, sizeof name, "/%s.yaml", only ? only : "");
    return !strstr(path, ".cases.yaml") && (!only || strstr(path, name));
}

static unsigned number_from(const char *variable, unsigned otherwise) {
    const char *asked = getenv(variable);
    return asked ? (unsigned)strtoul(asked, NULL, 10) : otherwise;
}

static void compare_under(const char *pattern) {
    unsigned count = number_from("KAZOE_HANDS", 60);
    glob_t files;
    const char *path = in_source("%s", pattern);
    ck_assert_int_eq(glob(path, 0, NULL, &files), 0);
    first_hand = number_from("KAZOE_FIRST", 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        if (is_asked_for(files.gl_pathv[i]))
            compare_many(files.gl_pathv[i], first_hand + count);
    globfree(&files);
}

START_TEST(shipped_rulesets) {
    compare_under("rules/*.yaml");
}
END_TEST

START_TEST(knitted_and_many_parts) {
    compare_under("tests/cases/knitted.yaml");
    compare_under("tests/cases/parts.yaml");
}
END_TEST

/* --- published hands -------------------------------------------------------------------------- */

/* Return the result of a search that, like other programs, lets a hand lack a tile that it holds
 * four times. */
static unsigned search_with_fifths(const struct kz_ruleset *rules,
                                   struct kzi_unfinished_hand hand) {
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        hand.max[kind] = hand.max[kind] ? 14 : 0;
    return search_all(&rules->shapes, &hand, KZI_MAX_LACKING);
}

static void compare_published(const struct kz_ruleset *rules, const struct kzi_shanten *shanten,
                              FILE *file) {
    struct kzi_unfinished_hand hand = {.n_melds = 0};
    int number, min;
    unsigned long hands = 0, fifths = 0;
    memcpy(hand.max, rules->model->copies, sizeof hand.max);
    kzi_kinds_by_count(hand.max, hand.may);
    for (;; hands++) {
        memset(hand.counts, 0, sizeof hand.counts);
        min = KZI_MAX_LACKING;
        for (unsigned i = 0; i < 17 && fscanf(file, "%d", &number) == 1; i++) {
            if (i < 14)
                hand.counts[number]++;
            else
                min = number < min ? number : min;
        }
        if (feof(file) && min == KZI_MAX_LACKING)
            break;
        unsigned lacking = kzi_lacks_of(shanten, &hand, KZI_NO_TILES).lacking;
        if ((int)lacking == min + 1)
            continue;
        fifths++;
        ck_assert_int_gt((int)lacking, min + 1);
        ck_assert_uint_eq(search_all(&rules->shapes, &hand, KZI_MAX_LACKING), lacking);
        ck_assert_uint_eq(search_with_fifths(rules, hand), (unsigned)(min + 1));
    }
    printf("# %lu published hands, %lu of which lack a fifth tile there\n", hands, fifths);
    ck_assert_uint_gt(hands, 0);
}

START_TEST(published) {
    const char *path = getenv("KAZOE_SHANTEN");
    kz_error error;
    kz_ruleset *rules;
    FILE *file = path ? fopen(path, "r") : NULL;
    if (!path)
        return;
    ck_assert_ptr_nonnull(file);
    const char *rule_file = in_source("rules/tenhou.yaml");
    ck_assert_int_eq(kz_ruleset_load(&rules, rule_file, NULL, NULL, &error), KZ_OK);
    struct kzi_shanten *shanten =
        kzi_shanten_new(rules->shapes.list, rules->shapes.count, rules->model->copies);
    ck_assert_ptr_nonnull(shanten);
    compare_published(rules, shanten, file);
    kzi_shanten_free(shanten);
    kz_ruleset_free(rules);
    fclose(file);
}
END_TEST

int main(void) {
    TCase *tests = tcase_create("shanten");
    tcase_set_timeout(tests, 1800);
    tcase_add_test(tests, shipped_rulesets);
    tcase_add_test(tests, knitted_and_many_parts);
    tcase_add_test(tests, published);
    Suite *suite = suite_create("shanten");
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}

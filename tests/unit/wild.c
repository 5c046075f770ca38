/* Wild tiles: hands scored by completions, compared with hands in which every tile was tried for
 * each wild one.
 *
 * KAZOE_HANDS: the number of hands for each ruleset. */
#include "compile/wild.h"
#include "compile/condition/evaluation.h"
#include "compile/ruleset.h"
#include "hand/notation/readers.h"
#include "run_suite.h"
#include "score/completion.h"
#include "score/result.h"
#include "score/steps.h"
#include "source_tree.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static unsigned any_of(unsigned count) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)((state >> 11) % count);
}

/* --- random hands ---------------------------------------------------------------------------- */

static void add_set(uint8_t *counts, const struct kz_ruleset *rules, unsigned max) {
    for (unsigned kind;;) {
        kind = any_of(KZI_KINDS);
        if (any_of(3) && kind < KZI_HONOR && kind % 9 < 7) {
            for (unsigned i = 0; i < 3; i++)
                counts[kind + i]++;
            return;
        }
        if (rules->played >> kind & 1 && counts[kind] + 3U <= max && !any_of(2)) {
            counts[kind] = (uint8_t)(counts[kind] + 3);
            return;
        }
    }
}

/* Make a complete hand of some shape, most often of sets. */
static void complete(uint8_t counts[KZI_COUNTS_CAPACITY], const struct kz_ruleset *rules,
                     unsigned n_melds) {
    const struct kzi_shape *shape = &rules->shapes.list[0];
    memset(counts, 0, KZI_COUNTS_CAPACITY);
    if (!n_melds && !any_of(4))
        shape = &rules->shapes.list[any_of(rules->shapes.count)];
    for (unsigned i = n_melds; i < shape->sets; i++)
        add_set(counts, rules, 5);
    for (unsigned i = 0; i < shape->pairs; i++) {
        unsigned kind;
        do
            kind = any_of(KZI_KINDS);
        while (!(rules->played >> kind & 1) || counts[kind] > 2);
        counts[kind] = (uint8_t)(counts[kind] + 2);
    }
    for (kzi_kinds body = shape->n_bodies ? shape->bodies[0] : 0; body; body &= body - 1)
        counts[__builtin_ctzll(body)]++;
    while (shape->one_more) {
        const unsigned kind = any_of(KZI_KINDS);
        if (shape->bodies[0] >> kind & 1) {
            counts[kind]++;
            break;
        }
    }
}

static bool is_playable(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    kzi_hand_fill_written(hand, rules->model->copies, tiles.counts);
    if (hand->wild.shown)
        tiles.counts[hand->wild.shown - 1]++;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        if (tiles.counts[kind] > rules->model->copies[kind])
            return false;
    return true;
}

static unsigned any_tile(const uint8_t *counts) {
    unsigned kind;
    do
        kind = any_of(KZI_TILE_KINDS);
    while (!counts[kind] || any_of(4) >= counts[kind]);
    return kind;
}

/* Replace `count` tiles by wild ones. */
static void make_wild(uint8_t *counts, kzi_kinds wild, unsigned count) {
    for (unsigned i = 0; i < count && wild; i++) {
        unsigned kind;
        do
            kind = any_of(KZI_TILE_KINDS);
        while (!(wild >> kind & 1));
        counts[any_tile(counts)]--;
        counts[kind]++;
    }
}

/* Put a joker in the place of a tile of a meld now and then, where the rules have one. */
static void lay_joker(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      struct kzi_meld *meld) {
    struct kzi_meld with = *meld;
    const unsigned tile = any_of(3);
    const kzi_kinds jokers = kzi_wild_kinds(rules, hand) & KZI_ALL_JOKERS;
    if (!jokers || any_of(3))
        return;
    with.joker = ((unsigned)__builtin_ctzll(jokers) - KZI_JOKER) & 7;
    with.stand_ins = 1U << tile & 7;
    if (kzi_may_stand_in(rules, hand, &with, kzi_meld_tile(meld, tile)))
        *meld = with;
}

/* Make a hand that the rules admit, often a complete one. */
static struct kzi_hand any_hand(const struct kz_ruleset *rules, unsigned wild) {
    struct kzi_hand hand;
    uint8_t counts[KZI_COUNTS_CAPACITY];
    do {
        hand = (struct kzi_hand){.seat = (uint8_t)any_of(4), .from = -1, .self_draw = true};
        bool shown = false;
        for (unsigned i = 0; i < rules->model->wild_names.count; i++)
            shown |= rules->model->wilds[i].shown;
        if (shown)
            hand.wild.shown = (uint8_t)(any_of(KZI_KINDS) + 1);
        hand.n_melds = any_of(3) ? 0 : (uint8_t)any_of(3);
        for (unsigned i = 0; i < hand.n_melds; i++) {
            const unsigned kind = any_of(KZI_HONOR), set = kind % 9 < 7 ? any_of(3) : KZI_PUNG;
            hand.melds[i] =
                (struct kzi_meld){.kind = (uint8_t)(kzi_may_claim(rules, set) ? set : KZI_PUNG),
                                  .tile = (uint8_t)kind,
                                  .claimed = true};
            lay_joker(rules, &hand, &hand.melds[i]);
        }
        complete(counts, rules, hand.n_melds);
        make_wild(counts, kzi_wild_kinds(rules, &hand), wild);
        if (!any_of(8)) { /* another hand, which may lack something */
            counts[any_tile(counts)]--;
            counts[any_of(KZI_KINDS)]++;
        }
        hand.win = (uint8_t)any_tile(counts);
        counts[hand.win]--;
        memcpy(hand.concealed, counts, sizeof hand.concealed);
        hand.n_concealed = (uint8_t)(13 - 3 * hand.n_melds);
    } while (!is_playable(rules, &hand));
    return hand;
}

/* --- every tile tried ------------------------------------------------------------------------ */

struct slow {
    const struct kz_ruleset *rules;
    struct kzi_hand hand; /* arranged so far */
    struct kz_result result;
    unsigned equal; /* concealed tiles at most */
    bool complete, wins;
    int64_t points;
    int32_t total;
};

static void look(struct slow *slow) {
    uint8_t counts[KZI_COUNTS_CAPACITY];
    memcpy(counts, slow->hand.concealed, sizeof counts);
    counts[slow->hand.win]++;
    for (unsigned i = 0; i < slow->hand.wild.count; i++)
        if (counts[slow->hand.wild.list[i].as] > slow->equal)
            return;
    if (kzi_score(&slow->result, slow->rules, &slow->hand) != KZ_OK ||
        slow->result.reason == KZI_INCOMPLETE)
        return;
    const bool better = !slow->complete || slow->result.best.points > slow->points;
    slow->complete = true;
    if (better) {
        slow->points = slow->result.best.points;
        slow->total = slow->result.best.total;
        slow->wins = slow->result.best.wins;
    }
}

/* Try every tile for the wild ones from one on. */
static void try_all(struct slow *slow, unsigned i) {
    struct kzi_wild_tiles *wild = &slow->hand.wild;
    if (i == wild->count) {
        look(slow);
        return;
    }
    const struct kzi_wild *of = &slow->rules->model->wilds[wild->list[i].wild];
    const bool won = i + 1 == wild->won;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        const bool own = kind == wild->list[i].tile;
        if (!((slow->rules->played | slow->rules->model->lent) >> kind & 1) ||
            (of->only_winning && !won ? !own : !(of->as >> kind & 1)))
            continue;
        wild->list[i].as = (uint8_t)kind;
        if (won)
            slow->hand.win = (uint8_t)kind;
        else
            slow->hand.concealed[kind]++;
        try_all(slow, i + 1);
        if (!won)
            slow->hand.concealed[kind]--;
    }
}

/* List the jokers of melds, which are of one kind of wild tile. */
static void list_laid(struct slow *slow, unsigned which) {
    struct kzi_wild_tiles *wild = &slow->hand.wild;
    for (unsigned i = 0; i < slow->hand.n_melds; i++) {
        const struct kzi_meld *meld = &slow->hand.melds[i];
        for (unsigned k = 0; k < 4; k++)
            if (meld->stand_ins >> k & 1 &&
                kzi_wild_kinds_of(slow->rules, &slow->hand, which) >> kzi_joker_of(meld) & 1)
                wild->list[wild->count + wild->laid++] = (struct kzi_wild_tile){
                    (uint8_t)kzi_joker_of(meld), (uint8_t)kzi_meld_tile(meld, k), (uint8_t)which};
    }
}

/* Take the wild tiles out, one by one. */
static void begin(struct slow *slow, const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    slow->rules = rules;
    slow->hand = *hand;
    slow->complete = slow->wins = false;
    slow->points = 0;
    slow->equal = 5;
    for (unsigned which = 0; which < rules->model->wild_names.count; which++)
        for (kzi_kinds kinds = kzi_wild_kinds_of(rules, hand, which); kinds; kinds &= kinds - 1) {
            const unsigned kind = (unsigned)__builtin_ctzll(kinds);
            struct kzi_wild_tiles *wild = &slow->hand.wild;
            const unsigned before = wild->count;
            for (; slow->hand.concealed[kind]; slow->hand.concealed[kind]--)
                wild->list[wild->count++] =
                    (struct kzi_wild_tile){(uint8_t)kind, 0, (uint8_t)which};
            if (hand->win == kind) {
                wild->list[wild->count++] =
                    (struct kzi_wild_tile){(uint8_t)kind, 0, (uint8_t)which};
                wild->won = wild->count;
            }
            if (wild->count > before && (unsigned)rules->model->wilds[which].at_most < slow->equal)
                slow->equal = (unsigned)rules->model->wilds[which].at_most;
        }
    for (unsigned which = 0; which < rules->model->wild_names.count; which++)
        list_laid(slow, which);
}

/* --- tests ----------------------------------------------------------------------------------- */

/* kind: a value of the option kind, or a shipped ruleset. */
static kz_ruleset *load(const char *kind) {
    kz_ruleset *rules = NULL;
    kz_error error;
    char setting[64];
    const bool shipped = strchr(kind, '/');
    const char *const settings[] = {setting};
    snprintf(setting, sizeof setting, "kind=%s", kind);
    const kz_load_options how = {.size = sizeof how, .settings = settings, .n_settings = !shipped};
    const kz_status status = kz_ruleset_load_with(
        &rules, in_source("%s", shipped ? kind : "tests/data/wild.yaml"), &how, NULL, NULL, &error);
    ck_assert_msg(status == KZ_OK, "%s: %s", kind, error.text);
    return rules;
}

static const char *said(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    static char line[512];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_write_line(&text, hand);
    kzi_text_end(&text);
    (void)rules;
    return line;
}

static void compare(const struct kz_ruleset *rules, const struct kzi_hand *hand, struct slow *slow,
                    unsigned long *complete) {
    static struct kz_result result;
    begin(slow, rules, hand);
    try_all(slow, 0);
    ck_assert_msg(kzi_score(&result, rules, hand) == KZ_OK, "%s: %s", said(rules, hand),
                  result.error.text);
    ck_assert_msg((result.reason != KZI_INCOMPLETE) == slow->complete, "%s: complete %d, not %d",
                  said(rules, hand), result.reason != KZI_INCOMPLETE, slow->complete);
    if (!slow->complete)
        return;
    ++*complete;
    ck_assert_msg(result.best.points == slow->points && result.best.wins == slow->wins,
                  "%s: %lld points, not %lld", said(rules, hand), (long long)result.best.points,
                  (long long)slow->points);
    /* the yaku add up to the total */
    int64_t sum = 0;
    for (size_t i = kz_result_yaku_count(&result); i-- > 0;)
        sum += (int64_t)kz_result_yaku_value(&result, i) * kz_result_yaku_times(&result, i);
    ck_assert_msg(sum == result.best.total, "%s: %lld is not %d", said(rules, hand), (long long)sum,
                  result.best.total);
    /* the result is that of the completion that it names */
    const int64_t points = result.best.points;
    const struct kzi_hand arranged = result.hand;
    ck_assert_int_eq(kzi_score(&result, rules, &arranged), KZ_OK);
    ck_assert_msg(result.best.points == points, "%s: %lld points again, not %lld",
                  said(rules, hand), (long long)result.best.points, (long long)points);
}

/* A reading of a completion, and where its wild tiles are so far. */
struct spread {
    const struct kzi_hand *hand;
    const struct kzi_reading *reading;
    const struct kzi_readings *placed; /* the readings that have to be among them */
    uint8_t sort[KZI_MAX_GROUPS][3];   /* 0: natural, 1: wild and its own kind, 2: a stand-in */
    unsigned where[KZI_MAX_WILD_TILES];
    bool found[KZI_MAX_READINGS];
};

static unsigned size_of(const struct kzi_group *group) {
    return group->meld != KZI_NO_MELD ? 0 : group->kind == KZI_PAIR ? 2 : 3;
}

static unsigned kind_of(const struct kzi_group *group, unsigned tile) {
    return group->tile + (group->kind == KZI_CHOW ? tile : 0);
}

/* Return whether the winning tile is in its group, and no more natural tiles than there are. */
static bool is_possible(const struct spread *spread) {
    const struct kzi_hand *hand = spread->hand;
    uint8_t natural[KZI_COUNTS_CAPACITY];
    bool won = !spread->reading->won;
    memcpy(natural, hand->concealed, sizeof natural);
    natural[hand->win]++;
    for (unsigned i = 0; i < hand->wild.count; i++)
        natural[hand->wild.list[i].as]--;
    for (unsigned i = 0; i < spread->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(spread->reading, i);
        for (unsigned tile = 0; tile < size_of(&group); tile++) {
            if (spread->sort[i][tile])
                continue;
            won |= group.won && !hand->wild.won && kind_of(&group, tile) == hand->win;
            if (!natural[kind_of(&group, tile)]--)
                return false;
        }
    }
    return won || (hand->wild.won && spread->where[hand->wild.won - 1] ==
                                         (unsigned)__builtin_ctz(spread->reading->won));
}

static void note_placed(struct spread *spread) {
    uint8_t stood_in = 0, all_wild = 0;
    if (!is_possible(spread))
        return;
    for (unsigned i = 0; i < spread->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(spread->reading, i);
        unsigned sorts = 0;
        for (unsigned tile = 0; tile < size_of(&group); tile++)
            sorts |= 1U << spread->sort[i][tile];
        stood_in |= (uint8_t)((sorts >> 2 & 1) << i);
        all_wild |= (uint8_t)((sorts && !(sorts & 1)) << i);
    }
    for (unsigned i = 0; i < spread->placed->count; i++) {
        const struct kzi_reading *one = &spread->placed->list[i];
        uint8_t laid = (uint8_t)((1U << one->n_melds) - 1);
        if (!memcmp(one->codes, spread->reading->codes, sizeof one->codes) &&
            one->won == spread->reading->won && one->shape == spread->reading->shape &&
            one->stood_in == stood_in && (one->all_wild & ~laid) == all_wild) {
            spread->found[i] = true;
            return;
        }
    }
    ck_abort_msg("%s: no reading with %x and %x", said(NULL, spread->hand), stood_in, all_wild);
}

/* Put the wild tiles from one on in every place. */
static void put_everywhere(struct spread *spread, unsigned number) {
    if (number == spread->hand->wild.count) {
        note_placed(spread);
        return;
    }
    const struct kzi_wild_tile *wild = &spread->hand->wild.list[number];
    for (unsigned i = 0; i < spread->reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(spread->reading, i);
        for (unsigned tile = 0; tile < size_of(&group); tile++) {
            if (spread->sort[i][tile] || kind_of(&group, tile) != wild->as)
                continue;
            spread->sort[i][tile] = wild->as == wild->tile ? 1 : 2;
            spread->where[number] = i;
            put_everywhere(spread, number + 1);
            spread->sort[i][tile] = 0;
        }
    }
    spread->where[number] = KZI_MAX_GROUPS; /* in a body */
    put_everywhere(spread, number + 1);
}

struct placement {
    struct kzi_completions completions;
    const struct kz_ruleset *rules;
    unsigned long placed;
};

static bool check_places(struct kzi_completions *completions, const struct kzi_hand *hand) {
    struct placement *placement = (struct placement *)completions;
    static struct kzi_readings readings, placed;
    struct kzi_tiles tiles;
    struct kzi_facts facts;
    kzi_tiles_init(&tiles, hand);
    kzi_facts_init_with(&facts, hand, &tiles);
    kzi_fill_readings(placement->rules, &facts, &readings);
    placed = readings;
    ck_assert(!kzi_place_wild_tiles(placement->rules, hand, &placed));
    struct spread spread = {.hand = hand, .placed = &placed};
    for (unsigned i = 0; i < readings.count; i++) {
        spread.reading = &readings.list[i];
        memset(spread.sort, 0, sizeof spread.sort);
        put_everywhere(&spread, 0);
    }
    for (unsigned i = 0; i < placed.count; i++)
        ck_assert_msg(spread.found[i], "%s: no tiles are placed as in reading %u", said(NULL, hand),
                      i);
    placement->placed += placed.count - readings.count;
    return completions->count < 200;
}

START_TEST(wild_tiles_are_in_groups_in_every_way) {
    kz_ruleset *rules = load("any");
    struct placement placement = {.completions = {.take = check_places}, .rules = rules};
    state = 88172645463325252U;
    for (unsigned i = 0; i < 300; i++) {
        const struct kzi_hand hand = any_hand(rules, any_of(5));
        kzi_completions_find(&placement.completions, rules, &hand);
    }
    ck_assert_msg(placement.placed > 300, "only %lu are new", placement.placed);
    kz_ruleset_free(rules);
}
END_TEST

static const char *const kinds[] = {"any",     "four",  "number", "some",
                                    "winning", "shown", "next",   "only_next",
                                    "two",     "joker", "jokers", "rules/hongzhong.yaml"};

START_TEST(completions_are_all_that_there_are) {
    const char *hands = getenv("KAZOE_HANDS");
    const unsigned long count = hands ? strtoul(hands, NULL, 10) / 10 + 1 : 400;
    static struct slow slow;
    for (size_t k = 0; k < KZI_COUNT(kinds); k++) {
        kz_ruleset *rules = load(kinds[k]);
        unsigned long complete = 0;
        state = 88172645463325252U + k;
        for (unsigned long i = 0; i < count; i++) {
            const struct kzi_hand hand = any_hand(rules, any_of(3));
            begin(&slow, rules, &hand);
            if (slow.hand.wild.count > 2) {
                i--;
                continue;
            }
            compare(rules, &hand, &slow, &complete);
        }
        ck_assert_msg(complete > count / 8, "%s: only %lu hands are complete", kinds[k], complete);
        kz_ruleset_free(rules);
    }
}
END_TEST

/* Return the kinds that complete a hand when every tile is tried for each wild one, except those of
 * which all copies are in the hand or turned up. */
static kzi_kinds slow_waits(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            struct slow *slow) {
    kzi_kinds waits = 0;
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    kzi_hand_fill_written(hand, rules->model->copies, tiles.counts);
    if (hand->wild.shown)
        tiles.counts[hand->wild.shown - 1]++;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++) {
        struct kzi_hand won = *hand;
        won.win = (uint8_t)kind;
        won.win_tried = true;
        if (tiles.counts[kind] >= rules->model->copies[kind])
            continue;
        begin(slow, rules, &won);
        try_all(slow, 0);
        if (slow->complete)
            waits |= kzi_kind_bit(kind);
    }
    return waits;
}

START_TEST(waits_are_all_that_complete_a_hand) {
    const char *hands = getenv("KAZOE_HANDS");
    const unsigned long count = hands ? strtoul(hands, NULL, 10) / 100 + 1 : 30;
    static struct slow slow;
    for (size_t k = 0; k < KZI_COUNT(kinds); k++) {
        kz_ruleset *rules = load(kinds[k]);
        state = 88172645463325252U + k;
        for (unsigned long i = 0; i < count; i++) {
            struct kzi_hand hand = any_hand(rules, any_of(2));
            struct kzi_completion completion;
            struct kzi_tiles tiles;
            kz_error error;
            begin(&slow, rules, &hand);
            if (slow.hand.wild.count > 1 || slow.hand.wild.won) {
                i--;
                continue;
            }
            hand.win = KZI_NO_KIND;
            kzi_tiles_init(&tiles, &hand);
            ck_assert_msg(kzi_completion_find(&completion, rules, &hand, &tiles, &error) == KZ_OK,
                          "%s: %s", said(rules, &hand), error.text);
            kzi_kinds found = 0;
            for (unsigned t = 0; completion.ready && t < completion.count; t++)
                found |= kzi_kind_bit(completion.list[t].kind);
            const kzi_kinds wanted = slow_waits(rules, &hand, &slow);
            ck_assert_msg(found == wanted, "%s: %llx, not %llx", said(rules, &hand),
                          (unsigned long long)found, (unsigned long long)wanted);
        }
        kz_ruleset_free(rules);
    }
}
END_TEST

/* --- complete by recursion -------------------------------------------------------------------- */

/* Concealed tiles that are to be sets and pairs, some of them wild and good for any tile. */
struct rest {
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* natural tiles that are left */
    uint8_t equal[KZI_COUNTS_CAPACITY];  /* all of a kind, with those that stand in */
    unsigned wild, sets, pairs;
};

static bool is_made(struct rest rest);

/* Take the tiles of a group from one on, a natural one or a wild one for each. */
static bool take_group(struct rest rest, const unsigned *tiles, unsigned n) {
    if (!n)
        return is_made(rest);
    struct rest natural = rest;
    if (rest.counts[*tiles]) {
        natural.counts[*tiles]--;
        if (take_group(natural, tiles + 1, n - 1))
            return true;
    }
    if (!rest.wild || rest.equal[*tiles] == 5)
        return false;
    rest.wild--;
    rest.equal[*tiles]++;
    return take_group(rest, tiles + 1, n - 1);
}

/* Return whether some group takes the first natural tile and the others take the rest. */
static bool is_made(struct rest rest) {
    unsigned kind = 0;
    while (kind < KZI_KINDS && !rest.counts[kind])
        kind++;
    if (kind == KZI_KINDS)
        return rest.wild == 3 * rest.sets + 2 * rest.pairs;
    const unsigned equal[3] = {kind, kind, kind};
    struct rest without = rest;
    if (rest.pairs) {
        without.pairs--;
        if (take_group(without, equal, 2))
            return true;
        without.pairs++;
    }
    if (!rest.sets--)
        return false;
    if (take_group(rest, equal, 3))
        return true;
    for (unsigned before = 0; kind < KZI_HONOR && before < 3 && before <= kind % 9; before++) {
        const unsigned first = kind - before;
        if (first % 9 < 7 && take_group(rest, (const unsigned[3]){first, first + 1, first + 2}, 3))
            return true;
    }
    return false;
}

START_TEST(hands_are_complete_as_a_recursion_says) {
    const char *const files[] = {"rules/ningbo.yaml", "rules/tianjin.yaml"};
    const char *hands = getenv("KAZOE_HANDS");
    const unsigned long count = hands ? strtoul(hands, NULL, 10) : 4000;
    static struct kz_result result;
    for (size_t k = 0; k < KZI_COUNT(files); k++) {
        kz_ruleset *rules = load(files[k]);
        unsigned long by_wild[5][2] = {{0}};
        state = 88172645463325252U + k;
        for (unsigned long i = 0; i < count; i++) {
            const struct kzi_hand hand = any_hand(rules, any_of(5));
            struct rest rest = {.sets = 4U - hand.n_melds, .pairs = 1};
            memcpy(rest.counts, hand.concealed, sizeof hand.concealed);
            rest.counts[hand.win]++;
            for (kzi_kinds left = kzi_wild_kinds(rules, &hand); left; left &= left - 1) {
                const unsigned kind = (unsigned)__builtin_ctzll(left);
                rest.wild += rest.counts[kind];
                rest.counts[kind] = 0;
            }
            if (rest.wild > 4)
                continue;
            memcpy(rest.equal, rest.counts, sizeof rest.equal);
            ck_assert_msg(kzi_score(&result, rules, &hand) == KZ_OK, "%s: %s", said(rules, &hand),
                          result.error.text);
            const bool complete = result.reason != KZI_INCOMPLETE;
            ck_assert_msg(complete == is_made(rest), "%s: complete: %d", said(rules, &hand),
                          complete);
            by_wild[rest.wild][complete]++;
        }
        for (unsigned wild = 0; wild < 5; wild++)
            ck_assert_msg(by_wild[wild][true] > count / 100, "%s: %u wild: only %lu are complete",
                          files[k], wild, by_wild[wild][true]);
        kz_ruleset_free(rules);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wild");
    TCase *tcase = tcase_create("wild");
    tcase_set_timeout(tcase, 1800);
    tcase_add_test(tcase, completions_are_all_that_there_are);
    tcase_add_test(tcase, hands_are_complete_as_a_recursion_says);
    tcase_add_test(tcase, waits_are_all_that_complete_a_hand);
    tcase_add_test(tcase, wild_tiles_are_in_groups_in_every_way);
    suite_add_tcase(suite, tcase);
    return run_suite(suite);
}

#include "analysis/witness/witness.h"

#include "analysis/comparison.h"
#include "base/hash.h"
#include "compile/price.h"
#include "compile/program/bitset.h"
#include "hand/parser/parser.h"

#include <stdlib.h>
#include <string.h>

#define MAX_AIMS   256
#define MAX_HANDS  40000 /* the most hands tried */
#define MAX_AIMED  8000  /* the most hands tried after the search has an aim */
#define MANY_HANDS 1000  /* after this many, settle for what was found */
#define ENOUGH     12    /* hands that show the difference in the best way */
#define KEPT       4     /* hands among these that are minimized */

#define STEPS_OF_ANY   150 /* to make any hand */
#define STEPS_OF_AIMED 500

/* --- aims ------------------------------------------------------------------------------------- */

/* A search in progress, with the hands found so far, the cheapest first. */
struct hunt {
    struct kzi_witness_search search;
    struct kzi_random random;

    size_t n_aims;
    struct aim {
        struct kzi_aim aim;
        const struct kz_ruleset *rules; /* the rules that hands are made for */
        const char *fed; /* a yaku for whose last set someone is liable; NULL: none */
    } aims[MAX_AIMS];

    unsigned count, seen; /* seen: hands that show the difference in the best way */
    struct kzi_found_witness list[KEPT];
};

static void add_aim(struct hunt *hunt, unsigned side, struct kzi_aim aim, const char *fed) {
    if (hunt->n_aims < MAX_AIMS)
        hunt->aims[hunt->n_aims++] = (struct aim){aim, hunt->search.rules[side], fed};
}

static void add_yaku(struct hunt *hunt, unsigned side, int yaku, const struct kzi_condition *cond) {
    add_aim(hunt, side, (struct kzi_aim){.yaku = yaku, .cond = cond}, NULL);
}

/* Return whether all names of one model have the same index in the other.  One is a change of the
 * other, so that they have the same names if they have as many. */
static bool numbers_equal(const struct kzi_model *one, const struct kzi_model *other) {
    return one->circumstance_names.count == other->circumstance_names.count &&
           one->shape_names.count == other->shape_names.count &&
           one->yaku_names.count == other->yaku_names.count;
}

/* Return the index of the name at the start of an address, or -1. */
static int number_of(const struct kzi_names *names, const char *address) {
    return kzi_names_find_span(names, address, strcspn(address, "."));
}

/* Aim at hands with the yaku of an address and, if its condition differs, at hands that have it
 * under only one of the rulesets. */
static void aim_yaku(struct hunt *hunt, unsigned side, const char *rest) {
    const struct kzi_model *model = hunt->search.rules[side]->model,
                           *other = hunt->search.rules[1 - side]->model;
    int yaku = number_of(&model->yaku_names, rest), theirs = number_of(&other->yaku_names, rest);
    const char *covered = strstr(rest, ".covers.");
    if (yaku < 0 || !model->yaku[yaku].in_use)
        return;
    add_yaku(hunt, side, yaku, NULL);
    int with = covered ? number_of(&model->yaku_names, covered + strlen(".covers.")) : -1;
    if (with >= 0)
        add_yaku(hunt, side, yaku, model->yaku[with].when);
    bool when = !strcmp(rest + strcspn(rest, "."), ".when");
    if (!when || theirs < 0 || !other->yaku[theirs].when || !numbers_equal(model, other))
        return;
    const struct kzi_condition *cond = other->yaku[theirs].when;
    add_aim(hunt, side, (struct kzi_aim){.yaku = yaku, .cond = cond, .negated = true}, NULL);
}

/* Aim at yaku for which someone may be liable. */
static void aim_liability(struct hunt *hunt, unsigned side) {
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_model *model = hunt->search.rules[i]->model;
        for (size_t k = 0; k < model->yaku_names.count; k++) {
            const struct kzi_liability *liability = kzi_liability_for(model, (int)k);
            const char *id = model->yaku_names.name[k];
            int yaku = kzi_names_find(&hunt->search.rules[side]->model->yaku_names, id);
            if (liability && yaku >= 0)
                add_aim(hunt, side, (struct kzi_aim){.yaku = yaku, .cond = liability->needs}, id);
        }
    }
}

static void make_all_aims(struct hunt *hunt) {
    const struct kzi_difference *difference = hunt->search.difference;
    for (size_t i = 0; i < difference->n_places; i++) {
        const char *address = difference->places[i].address,
                   *yaku = kzi_pattern_rest(address, "yaku");
        for (unsigned side = 0; side < 2; side++)
            if (yaku)
                aim_yaku(hunt, side, yaku);
            else if (kzi_pattern_rest(address, "payments.liability"))
                aim_liability(hunt, side);
    }
}

/* Aim at the yaku of a hand that shows the difference. */
static void aim_at_shown(struct hunt *hunt) {
    for (unsigned side = 0; side < 2; side++) {
        const struct kz_result *result = &hunt->search.results[side];
        for (unsigned i = 0; kzi_is_complete(result) && i < result->rules->n_yaku; i++)
            if (kzi_has_bit(result->best.scored, i))
                add_yaku(hunt, side, (int)i, NULL);
    }
}

/* --- proof ------------------------------------------------------------------------------------ */

#define MAX_DOUBLED 400 /* above this total, doubling changes no value */

/* Return whether only the price of a total and fu depends on this place. */
static bool is_of_price(const char *address) {
    const char *limit = kzi_pattern_rest(address, "limits");
    const char *key = limit ? strchr(limit, '.') : NULL;
    if (key)
        return !strcmp(key, ".from_total") || !strcmp(key, ".from_value");
    return !strcmp(address, "total.at_most");
}

static bool prices_equal(const struct kz_ruleset *const rules[2], int32_t total, int32_t fu) {
    struct kzi_price price[2];
    const char *limit[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_model *model = rules[i]->model;
        kzi_fill_price(model, total, fu, &price[i]);
        limit[i] = price[i].limit < 0 ? "" : model->limits[price[i].limit].id;
    }
    return price[0].value == price[1].value && !strcmp(limit[0], limit[1]);
}

static bool prices_of_fu_equal(const struct kz_ruleset *const rules[2], int32_t fu) {
    for (int32_t total = 0; total <= MAX_DOUBLED; total++)
        if (!prices_equal(rules, total, fu))
            return false;
    return true;
}

/* Return whether totals above the range compared only double the value, or are all in the last row
 * of a table. */
static bool is_within_reach(const struct kzi_model *model) {
    KZI_EACH_LIMIT(model, limit)
        if (limit->from_total >= MAX_DOUBLED)
            return false;
    const struct kzi_hand_value *value = &model->hand_value;
    bool ends = value->n_rows && !value->units.of &&
                value->rows[value->n_rows - 1].from_total < MAX_DOUBLED;
    return (value->doubling || ends) && model->total_at_most < MAX_DOUBLED;
}

/* Return whether it is proved that no hand shows the difference. */
static bool witness_never(const struct kzi_witness_search *search) {
    const struct kzi_difference *difference = search->difference;
    const struct kzi_fu *fu = &search->rules[0]->model->fu;
    for (size_t i = 0; i < difference->n_places; i++)
        if (!is_of_price(difference->places[i].address))
            return false;
    if (!is_within_reach(search->rules[0]->model) || !is_within_reach(search->rules[1]->model))
        return false;
    for (size_t i = 0; i < KZI_MAX_SHAPES; i++)
        if (fu->flat[i] && !prices_of_fu_equal(search->rules, fu->flat[i]))
            return false;
    for (int32_t counted = fu->start; counted <= KZI_BEYOND_FU; counted++)
        if (!prices_of_fu_equal(search->rules, (int32_t)kzi_rounded(counted, &fu->round)))
            return false;
    return true;
}

/* --- compare the results of a hand ------------------------------------------------------------ */

/* Spend steps; return false if none are left. */
static bool spend(struct kzi_witness_search *search, uint64_t steps) {
    return !search->budget || kzi_budget_spend(search->budget, steps);
}

enum kzi_witness_kind kzi_witness_score(struct kzi_witness_search *search,
                                        const struct kzi_hand *hand) {
    static const unsigned pays = 1U << KZI_FIELD_WIN | 1U << KZI_FIELD_POINTS |
                                 1U << KZI_FIELD_PAYMENTS | 1U << KZI_FIELD_CHIPS;
    const struct kz_result *one = &search->results[0], *other = &search->results[1];
    for (unsigned i = 0; i < 2; i++) {
        kzi_score(&search->results[i], search->rules[i], hand);
        spend(search, kzi_steps_of(&search->results[i]));
    }
    if (one->status != KZ_OK && other->status != KZ_OK)
        return KZI_WITNESS_NONE;
    unsigned differs = kzi_differs(one, other);
    if (!differs)
        return KZI_WITNESS_NONE;
    search->as_is = true;
    for (unsigned i = 0; i < 2; i++) {
        kzi_score(&search->whole[i], search->differences->rules[i], hand);
        spend(search, kzi_steps_of(&search->whole[i]));
        search->as_is &= !kzi_differs(&search->whole[i], &search->results[i]);
    }
    if (one->status != KZ_OK || other->status != KZ_OK)
        return KZI_WITNESS_REFUSED;
    return differs & pays ? KZI_WITNESS_PAYS : KZI_WITNESS_COUNTS;
}

/* --- cost of a hand --------------------------------------------------------------------------- */

static unsigned cost_of_tile(unsigned kind) {
    return kzi_is_honor(kind) ? 5 : kzi_number(kind) / 3 + kzi_suit(kind) / 2;
}

static unsigned cost_of_tiles(const struct kzi_hand *hand) {
    unsigned cost = cost_of_tile(hand->win);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned count = hand->concealed[kind] + (hand->win == kind ? 1U : 0U);
        cost += hand->concealed[kind] * cost_of_tile(kind) + (count > 1 ? 4 * count : 0);
    }
    KZI_EACH_MELD(hand, meld) {
        cost += 30 + 3 * cost_of_tile(meld->tile) + (meld->kind == KZI_KONG ? 20 : 0) +
                (meld->added ? 5 : 0);
    }
    return cost;
}

static unsigned cost_of_situation(const struct kzi_hand *hand) {
    unsigned cost = 100U * hand->n_words + 80U * hand->n_pao +
                    60U * (hand->dora.count + hand->ura.count) +
                    40U * (hand->aside.count + hand->thrown.count);
    cost += hand->self_draw ? 5 : 0;
    cost += hand->from >= 0 ? 10 : 0;
    cost += hand->round != 0 ? 4 : 0;
    cost += hand->seat != 1 ? 2 : 0;
    cost += 40U * (unsigned)__builtin_popcount(hand->out);
    cost += hand->flowers ? 30 + hand->flowers : 0;
    cost += hand->counters ? 30 + hand->counters : 0;
    cost += hand->bets ? 30 + hand->bets : 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        cost += 40U * hand->reds[suit];
    return cost;
}

unsigned kzi_hand_cost(const struct kzi_hand *hand) {
    return cost_of_situation(hand) + cost_of_tiles(hand);
}

/* Return the cost of the yaku of a hand: other yaku and other readings distract from the one in
 * question. */
static unsigned cost_of_yaku(const struct kz_result *result) {
    unsigned cost = 0;
    if (result->reason == KZI_INCOMPLETE)
        return 0;
    for (unsigned i = 0; i < result->rules->yaku_words; i++)
        cost += 40U * (unsigned)__builtin_popcountll(result->best.scored[i]);
    return cost + 20 * result->n_readings;
}

unsigned kzi_witness_cost(const struct kzi_witness_search *search, enum kzi_witness_kind kind,
                          const struct kzi_hand *hand) {
    unsigned cost = 100000U * (KZI_WITNESS_PAYS - kind) + (search->as_is ? 0 : 3000);
    for (unsigned i = 0; i < 2; i++) {
        const struct kz_result *result = &search->results[i];
        bool wins = result->status == KZ_OK && result->reason == KZI_WINS;
        cost += wins ? 0 : 400;
        if (result->status == KZ_OK)
            cost += cost_of_yaku(result);
    }
    return cost + kzi_hand_cost(hand);
}

/* --- search ----------------------------------------------------------------------------------- */

/* Make a hand by a random aim, or without one.  This fails now and then (false). */
static bool make_hand(struct hunt *hunt, struct kzi_hand *hand) {
    struct kzi_random *random = &hunt->random;
    const struct aim *aim = NULL;
    const struct kz_ruleset *rules = hunt->search.rules[kzi_random_below(random, 2)];
    if (hunt->n_aims && kzi_random_below(random, 4)) {
        aim = &hunt->aims[kzi_random_below(random, (unsigned)hunt->n_aims)];
        rules = aim->rules;
    }
    if (!kzi_random_hand(random, rules, aim ? &aim->aim : NULL, hand))
        return false;
    if (kzi_random_below(random, 2))
        kzi_random_situation(random, rules, hand);
    if (aim && aim->fed) {
        unsigned seats = rules->model->n_seats;
        hand->pao[hand->n_pao] = aim->fed;
        hand->pao_seats[hand->n_pao++] =
            (uint8_t)((hand->seat + 1 + kzi_random_below(random, seats - 1)) % seats);
    }
    hand->words_known = true; /* one of the rulesets may not know them; it then ignores them */
    return true;
}

static void keep_found(struct hunt *hunt, const struct kzi_found_witness *one) {
    unsigned at = hunt->count;
    if (at < KEPT)
        hunt->count++;
    else if (hunt->list[--at].cost <= one->cost)
        return;
    for (; at && hunt->list[at - 1].cost > one->cost; at--)
        hunt->list[at] = hunt->list[at - 1];
    hunt->list[at] = *one;
}

static void look_for(struct hunt *hunt, struct kzi_witness *witness) {
    struct kzi_found_witness one;
    for (; hunt->seen < ENOUGH; witness->tried++) {
        if (witness->tried >= (hunt->count == KEPT ? MANY_HANDS
                               : hunt->n_aims      ? MAX_AIMED
                                                   : MAX_HANDS))
            return;
        witness->cut = !spend(&hunt->search, hunt->n_aims ? STEPS_OF_AIMED : STEPS_OF_ANY);
        if (witness->cut)
            return;
        if (!make_hand(hunt, &one.hand))
            continue;
        one.kind = kzi_witness_score(&hunt->search, &one.hand);
        if (one.kind == KZI_WITNESS_NONE)
            continue;
        one.cost = kzi_witness_cost(&hunt->search, one.kind, &one.hand);
        hunt->seen += one.kind == KZI_WITNESS_PAYS && hunt->search.as_is;
        aim_at_shown(hunt);
        keep_found(hunt, &one);
    }
}

/* Write the hand and read it again, so that errors have a position in its line. */
static void write_and_read(struct kzi_witness *witness) {
    const struct kzi_hand_form form = {.knows = NULL};
    char line[1024];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    struct kzi_hand *hand = &witness->hand, read;
    struct kzi_problem problem = {.found = false};
    /* leave out parts of the situation that are assumed anyway */
    hand->by_given = hand->self_draw;
    hand->round_given = hand->round != 0;
    hand->seat_given = hand->seat != 1;
    kzi_write_line(&text, hand);
    kzi_hand_refer(&read, &witness->extras, &witness->items);
    if (text.len < sizeof line && kzi_hand_read_as(&read, &form, line, text.len, &problem))
        *hand = read;
    hand->words_known = true;
}

static void choose_found(struct hunt *hunt, struct kzi_witness *witness) {
    const struct kzi_found_witness *best = hunt->list;
    struct kzi_witness_search *search = &hunt->search;
    if (!hunt->count)
        return;
    for (unsigned i = 0; i < hunt->count; i++) {
        kzi_witness_minimize(search, &hunt->list[i]);
        if (hunt->list[i].cost < best->cost)
            best = &hunt->list[i];
    }
    witness->hand = best->hand;
    write_and_read(witness);
    witness->kind = kzi_witness_score(search, &witness->hand);
    witness->as_is = search->as_is;
    for (unsigned i = 0; i < 2; i++) {
        witness->results[i] = search->as_is ? search->whole[i] : search->results[i];
        witness->results[i].hand.extras = &witness->results[i].extras;
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Return whether an address affects only whole deals or games, or says in whose hands something
 * counts. */
static bool is_of_deal(const char *address) {
    static const char *const deals[] = {"payments.several_winners", "payments.losers",
                                        "payments.kongs",           "payments.draw",
                                        "payments.deposits.own",    "game"};
    const char *key = strrchr(address, '.');
    bool of_deal = key && !strcmp(key, ".hands");
    for (size_t i = 0; i < KZI_COUNT(deals); i++)
        of_deal |= kzi_address_rest(deals[i], address) != NULL;
    return of_deal;
}

/* Return whether the difference affects only whole deals or games. */
static bool is_of_deals(const struct kzi_difference *difference) {
    bool all = true;
    for (size_t i = 0; i < difference->n_places; i++)
        all &= is_of_deal(difference->places[i].address);
    return all;
}

/* Return the seed for a difference: it depends on the difference alone, so that others do not
 * change its hands. */
static uint64_t seed_of(const struct kzi_difference *difference) {
    return kzi_hash(KZI_HASH_EMPTY, difference->address, strlen(difference->address));
}

bool kzi_witness_find(struct kzi_witness *witness, const struct kzi_differences *differences,
                      const struct kzi_difference *difference,
                      const struct kz_ruleset *const rules[2]) {
    struct hunt *hunt = calloc(1, sizeof *hunt);
    if (!hunt)
        return false;
    hunt->random.state = seed_of(difference);
    hunt->search.differences = differences;
    hunt->search.difference = difference;
    hunt->search.rules[0] = rules[0];
    hunt->search.rules[1] = rules[1];
    hunt->search.budget = witness->budget;
    witness->kind = is_of_deals(difference)        ? KZI_WITNESS_DEAL
                    : witness_never(&hunt->search) ? KZI_WITNESS_NEVER
                                                   : KZI_WITNESS_NONE;
    witness->tried = 0;
    witness->as_is = witness->cut = false;
    if (witness->kind == KZI_WITNESS_NONE) {
        make_all_aims(hunt);
        look_for(hunt, witness);
        choose_found(hunt, witness);
    }
    free(hunt);
    return true;
}

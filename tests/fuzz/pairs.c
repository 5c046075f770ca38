/* A ruleset and a hand: check the properties of all winning hands, and compare the tables with the
 * slow solvers of the unit tests.
 *
 * The bytes are a recipe for the ruleset, the groups and the circumstances.  Any bytes make a hand,
 * and most of these hands win. */
#include "target.h"

#include "../unit/properties.h"
#include "../unit/slow_combine.h"
#include "../unit/slow_readings.h"
#include "../unit/walker.h"

static const char *const files[] = {"rules/ema-2016.yaml", "rules/mcr.yaml",
                                    "rules/tenhou.yaml",   "rules/mcr-2006.yaml",
                                    "rules/wrc-2025.yaml", "rules/toudai.yaml",
                                    "rules/ari-ari.yaml",  "tests/data/every_condition.yaml"};

#define PAIRS_RULESETS (sizeof files / sizeof *files)

/* The state of a ruleset, kept from hand to hand. */
struct side {
    kz_ruleset *rules;
    struct trial trial;
    struct oracle oracle;
    struct solver *solver; /* NULL: the rules have no combinations */
};

static void *zeroed(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        MUST_STOP("out of memory");
    return memory;
}

static void open_side(struct side *side, const char *file) {
    side->rules = fuzz_load(file);
    trial_begin(&side->trial, file, side->rules, 0);
    oracle_begin(&side->oracle, side->rules, 0);
    if (!side->rules->combines || side->rules->n_yaku > MAX_YAKU)
        return;
    side->solver = zeroed(1, sizeof *side->solver);
    side->solver->rules = side->rules;
    side->solver->model = side->rules->model;
    fill_covers(side->solver);
}

/* --- hands from bytes ------------------------------------------------------------------------ */

struct recipe {
    const uint8_t *at, *end;
    const struct kz_ruleset *rules;
    struct kzi_hand *hand;
    uint8_t used[KZI_KINDS];
};

/* Return the next byte, or zero after the last. */
static unsigned next(struct recipe *recipe) {
    return recipe->at < recipe->end ? *recipe->at++ : 0;
}

static bool is_left(const struct recipe *recipe, unsigned kind, unsigned tiles, unsigned length) {
    bool left = length == 1 || (!kzi_is_honor(kind) && kind % 9 + length <= 9);
    for (unsigned i = 0; left && i < length; i++)
        left = recipe->used[kind + i] + tiles <= recipe->rules->model->copies[kind + i];
    return left;
}

/* Return the kind that the byte names, or the next one with enough tiles left. */
static unsigned next_tile(struct recipe *recipe, unsigned tiles, unsigned length) {
    unsigned kind = next(recipe) % KZI_KINDS, tried = 0;
    while (!is_left(recipe, kind, tiles, length) && tried++ < KZI_KINDS)
        kind = (kind + 1) % KZI_KINDS;
    for (unsigned i = 0; i < length; i++)
        recipe->used[kind + i] = (uint8_t)(recipe->used[kind + i] + tiles);
    return kind;
}

static void lay_group(struct recipe *recipe, bool pair) {
    static const uint8_t tiles[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
    struct kzi_hand *hand = recipe->hand;
    unsigned way = pair ? KZI_PAIR : next(recipe), kind = way & 3,
             length = kind == KZI_CHOW ? 3 : 1;
    if (kind == KZI_PAIR && !pair)
        kind = KZI_CHOW, length = 3;
    unsigned tile = next_tile(recipe, tiles[kind], length);
    bool claimed = !pair && way & 4;
    if (claimed || kind == KZI_KONG)
        hand->melds[hand->n_melds++] =
            (struct kzi_meld){.kind = (uint8_t)kind,
                              .tile = (uint8_t)tile,
                              .claimed = claimed,
                              .added = kind == KZI_KONG && claimed && way & 8};
    else
        for (unsigned i = 0; i < length; i++)
            hand->concealed[tile + i] = (uint8_t)(hand->concealed[tile + i] + tiles[kind]);
}

/* Choose one of the concealed tiles, by number. */
static void choose_win(struct recipe *recipe) {
    struct kzi_hand *hand = recipe->hand;
    unsigned tiles = 0, kind = 0;
    for (unsigned i = 0; i < KZI_KINDS; i++)
        tiles += hand->concealed[i];
    unsigned number = next(recipe) % tiles;
    for (; number >= hand->concealed[kind]; kind++)
        number -= hand->concealed[kind];
    hand->win = (uint8_t)kind;
    hand->concealed[kind]--;
    hand->n_concealed = (uint8_t)(tiles - 1);
}

static void lay_tiles(struct recipe *recipe) {
    bool pairs = next(recipe) % 8 == 7;
    for (unsigned i = 0; i < (pairs ? 7 : 5); i++)
        lay_group(recipe, pairs || i == 4);
    choose_win(recipe);
}

static void say_words(struct recipe *recipe) {
    const struct kzi_names *names = &recipe->rules->model->circumstance_names;
    struct kzi_hand *hand = recipe->hand;
    for (unsigned i = next(recipe) % 4; i && names->count; i--) {
        const char *id = names->name[next(recipe) % names->count];
        bool said = false;
        for (unsigned j = 0; j < hand->n_words; j++)
            said |= !strcmp(kzi_word_at(hand, j)->text, id);
        if (said)
            continue;
        kzi_hand_give_word(hand, recipe->rules, id);
    }
}

static void say_who(struct recipe *recipe) {
    struct kzi_hand *hand = recipe->hand;
    unsigned who = next(recipe), seats = recipe->rules->model->n_seats;
    hand->self_draw = who & 1;
    hand->seat = (uint8_t)((who >> 1) % seats);
    hand->round = (uint8_t)(who >> 3 & 3);
    hand->by_given = hand->round_given = hand->seat_given = true;
    hand->from = -1;
    if (!hand->self_draw && who >> 5)
        hand->from = (int8_t)((hand->seat + 1U + (who >> 5) % (seats - 1)) % seats);
    hand->counters = next(recipe) % 5;
    hand->bets = next(recipe) % 5;
}

/* Draw a random hand aimed at a yaku; false if the search finds none. */
static bool draw_hand(struct recipe *recipe, struct kzi_random *random) {
    unsigned yaku = next(recipe) | next(recipe) << 8;
    struct kzi_aim aim = {.yaku = (int)(yaku % recipe->rules->n_yaku)};
    for (unsigned i = 0; i < 8; i++)
        random->state = random->state << 8 | next(recipe);
    return kzi_random_hand(random, recipe->rules, &aim, recipe->hand);
}

static bool make_hand(struct recipe *recipe, struct kzi_random *random) {
    bool drawn = next(recipe) % 4 == 0;
    if (drawn && !draw_hand(recipe, random))
        return false;
    if (!drawn) {
        random->state = next(recipe);
        lay_tiles(recipe);
        say_who(recipe);
        say_words(recipe);
    }
    kzi_random_situation(random, recipe->rules, recipe->hand);
    return true;
}

/* --- checks ---------------------------------------------------------------------------------- */

/* Return the number of readings.  The slow search knows the classic and the knitted shapes.  What
 * is won on a flower waits for none of their tiles. */
static unsigned check_readings(const struct side *side, const struct kzi_hand *hand,
                               struct kzi_random *random) {
    static struct search search;
    unsigned count = compare_readings(&search, hand, &side->rules->shapes);
    if (kzi_random_below(random, 16) == 0 && !hand->win_face)
        compare_waits(&search, random, hand, &side->rules->shapes);
    struct kzi_hand other = *hand;
    other.win = (uint8_t)kzi_random_below(random, KZI_KINDS);
    if (other.concealed[other.win] < 4)
        compare_readings(&search, &other, &side->rules->shapes);
    return count;
}

/* Score a hand without other readings (such as seven pairs with two equal pairs).  Return whether
 * it is read as any tiles, after checking that it is if, and only if, the walker says so. */
static bool check_any_tiles(const struct side *side, const struct kzi_hand *hand) {
    static struct kzi_readings readings;
    struct kzi_facts facts;
    kz_result *result = side->trial.result;
    if (kzi_score(result, side->rules, hand) != KZ_OK)
        return false;
    kzi_facts_init(&facts, hand);
    facts.given = result->given;
    facts.marks = result->mark_counts;
    readings.count = 0;
    kzi_add_any_tiles(side->rules, &facts, &readings);
    FUZZ_MUST((result->reason == KZI_INCOMPLETE) == !readings.count);
    return readings.count;
}

static void check_hand(struct side *side, const struct kzi_hand *hand, struct kzi_random *random) {
    kz_result *result = side->trial.result;
    side->trial.random = side->oracle.random = *random;
    if (!check_readings(side, hand, random) && !check_any_tiles(side, hand))
        return;
    trial_hand(&side->trial, hand);
    compare_walker(&side->oracle, hand);
    if (side->solver && result->status == KZ_OK)
        compare_combinations(side->solver, result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct side sides[PAIRS_RULESETS];
    struct kzi_hand hand = {.from = -1};
    struct kzi_random random = {0};
    struct recipe recipe = {.at = data, .end = data + size, .hand = &hand};
    unsigned which = next(&recipe) % PAIRS_RULESETS;
    struct side *side = &sides[which];
    if (!side->rules)
        open_side(side, files[which]);
    recipe.rules = side->rules;
    if (make_hand(&recipe, &random))
        check_hand(side, &hand, &random);
    return 0;
}

/* properties.h - properties of every winning hand under any rules.
 *
 * MUST replaces Check's own asserts, because these report each success, and there are millions. */
#ifndef PROPERTIES_H
#define PROPERTIES_H

#include "analysis/tables/table.h"
#include "api.h"
#include "compile/wild.h"
#include "draw.h"
#include "hand_line.h"
#include "must_stop.h"
#include "others.h"
#include "score/reasons.h"
#include "score/steps.h"
#include "suit_symmetry.h"

#include <stdio.h>
#include <stdlib.h>

struct trial {
    const char *name; /* the ruleset's name */
    uint64_t seed;
    struct kzi_random random;
    const struct kz_ruleset *rules;
    kz_result *result, *other;
    struct kzi_facts facts; /* of the current hand */
    struct others others;   /* of its result */
    struct kzi_table table;
    bool has_dora;
    bool symmetric_rest;
    uint64_t suited[KZI_YAKU_WORDS]; /* yaku that distinguish suits */
    unsigned long refused, lost, won, scored[KZI_MAX_YAKU];
    struct draws draws;
};

static inline const char *trial_line(const struct kzi_hand *hand, struct kzi_random *random) {
    static char line[2000];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    hand_line(&text, hand, random);
    kzi_text_end(&text);
    return line;
}

#define MUST(truth, trial, hand, ...)                                                              \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "# " __VA_ARGS__);                                                     \
            MUST_STOP("%s, seed %llu: %s: not %s", (trial)->name,                                  \
                      (unsigned long long)(trial)->seed, trial_line(hand, NULL), #truth);          \
        }                                                                                          \
    } while (0)

static inline void trial_begin(struct trial *trial, const char *name, const kz_ruleset *rules,
                               uint64_t seed) {
    *trial = (struct trial){.name = name, .seed = seed, .random = {seed}, .rules = rules};
    trial->result = kz_result_new();
    trial->other = kz_result_new();
    if (!trial->result || !trial->other)
        MUST_STOP("out of memory");
    trial->symmetric_rest = rest_is_symmetric(rules);
    kzi_table_fill(&trial->table, rules);
    for (size_t i = 0; i < rules->model->mark_names.count; i++)
        trial->has_dora |= rules->model->marks[i].kind == KZI_MARK_DORA;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        if (!yaku_is_symmetric(&rules->model->yaku[i]))
            trial->suited[i / 64] |= UINT64_C(1) << (i % 64);
}

static inline void trial_end(struct trial *trial) {
    kz_result_free(trial->result);
    kz_result_free(trial->other);
}

/* --- points, fu, total ----------------------------------------------------------------------- */

/* Return the seats that have won already and pay no more, bit per seat. */
static inline unsigned seats_left(const struct trial *trial, const struct kzi_hand *hand) {
    return trial->rules->model->payments.winners_leave ? hand->out : 0;
}

/* Return how many seats neither win nor discard, if it is not known who discards. */
static inline int64_t bystanders(const struct trial *trial, const struct kzi_hand *hand) {
    return (int)trial->rules->model->n_seats - 2 - __builtin_popcount(seats_left(trial, hand));
}

/* Return the counters that the winner gets from everybody who pays for the hand.  If counters
 * between the dealer and others count, the discarder is known or the dealer wins. */
static inline int64_t counters_due(const struct trial *trial, const struct kzi_hand *hand) {
    const struct kzi_payments *payments = &trial->rules->model->payments;
    const int32_t *counter =
        hand->self_draw ? payments->self_draw.counter : payments->discard.counter;
    const kz_result *result = trial->result;
    bool dealer_wins = hand->seat == payments->dealer;
    int64_t payers = 0, with_dealer = 0;
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (result->share[seat]) {
            payers++;
            with_dealer += seat == payments->dealer || dealer_wins;
        }
    if (result->discarder_unknown) {
        MUST(!hand->counters || !counter[KZI_ROLE_DEALER] || dealer_wins, trial, hand,
             "nobody knows who discards\n");
        payers = (result->share[KZI_DISCARDER] ? 1 : 0) +
                 (result->share[KZI_ANY_OTHER] ? bystanders(trial, hand) : 0);
        with_dealer = dealer_wins ? payers : 0;
    }
    return hand->counters *
           ((hand->self_draw ? 0 : counter[KZI_ROLE_DISCARDER]) +
            payers * counter[KZI_ROLE_OTHERS] + with_dealer * counter[KZI_ROLE_DEALER]);
}

/* Check that nobody who is not liable pays more than the bound on payments. */
static inline void check_bound(const struct trial *trial, const struct kzi_hand *hand) {
    const struct kzi_limit *bound = trial->rules->model->payment_bound;
    const struct kz_result *result = trial->result;
    if (!bound || result->n_liable)
        return;
    bool own = result->best.limit >= 0 && bound == &trial->rules->model->limits[result->best.limit];
    int64_t max = (int64_t)bound->worth * (own ? result->best.multiplier : 1);
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        MUST(result->share[seat] <= max, trial, hand, "%c pays %ld\n", "ESWN"[seat],
             (long)result -> share[seat]);
    MUST(result->share[KZI_DISCARDER] <= max && result->share[KZI_ANY_OTHER] <= max, trial, hand,
         "an unknown payer pays more than %ld\n", (long)max);
}

static inline void check_payments(const struct trial *trial, const struct kzi_hand *hand) {
    const kz_result *result = trial->result;
    int64_t points = kz_result_points(result), sum = 0;
    int64_t bets = (int64_t)hand->bets * trial->rules->model->payments.bet;
    for (int seat = KZ_EAST; seat <= KZ_NORTH; seat++)
        sum += kz_result_payment(result, (kz_seat)seat);
    if (result->discarder_unknown)
        sum += kz_result_payment_discarder(result) +
               bystanders(trial, hand) * kz_result_payment_others(result);
    MUST(sum == bets, trial, hand, "payments add up to %ld\n", (long)sum);
    MUST(points > 0, trial, hand, "%ld points\n", (long)points);
    MUST(kz_result_payment(result, (kz_seat)hand->seat) ==
             points + counters_due(trial, hand) + bets,
         trial, hand, "%ld points\n", (long)points);
}

/* Return the amount that the table does not ask of those who have won already. */
static inline int64_t forgiven(const struct trial *trial, const struct kzi_hand *hand,
                               const struct kzi_table_pay *pay) {
    int64_t by_role[KZI_ROLES] = {0}, sum = 0;
    bool apart = false; /* the dealer pays a share of its own */
    for (unsigned i = 0; i < pay->n_payers; i++) {
        by_role[pay->payers[i].role] = pay->payers[i].pays;
        apart |= pay->payers[i].role == KZI_ROLE_DEALER;
    }
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        if (seats_left(trial, hand) >> seat & 1)
            sum += by_role[apart && seat == trial->rules->model->payments.dealer ? KZI_ROLE_DEALER
                                                                                 : KZI_ROLE_OTHERS];
    return sum;
}

/* Check that the point tables have the hand at its fu and total. */
static inline void check_table(const struct trial *trial, const struct kzi_hand *hand) {
    const struct kzi_tally *best = &trial->result->best;
    const struct kzi_payments *payments = &trial->rules->model->payments;
    struct kzi_table_column column = {kzi_outcome_of(payments, hand->seat, hand->from),
                                      hand->self_draw, best->payers};
    struct kzi_price price;
    struct kzi_table_pay pay;
    bool there = !trial->table.by_fu || !trial->rules->model->fu.n_rows;
    if (best->by_limit)
        return;
    kzi_fill_price(trial->rules->model, best->total, best->fu, &price);
    kzi_price_multiply(trial->rules->model, best->factor, &price);
    kzi_table_pay(trial->rules, column, kzi_table_worth(&price), &pay);
    int64_t points = pay.points - forgiven(trial, hand, &pay);
    MUST(points == best->points && price.limit == best->limit, trial, hand,
         "%ld points in the table, not %ld\n", (long)points, (long)best->points);
    for (unsigned i = 0; i < trial->table.n_fu; i++)
        there |= trial->table.fu[i].fu == best->fu &&
                 kzi_table_has(&trial->table.fu[i], hand->self_draw, best->total);
    MUST(there || best->limit >= 0, trial, hand, "%d fu and a total of %d are not in the table\n",
         (int)best->fu, (int)best->total);
}

static inline bool rounds_to(int64_t number, int64_t rounded, const struct kzi_round *round) {
    int64_t up = rounded - number;
    switch (round->mode) {
    case KZI_ROUND_UP:
        return up >= 0 && up < round->to && rounded % round->to == 0;
    case KZI_ROUND_DOWN:
        return up <= 0 && -up < round->to && rounded % round->to == 0;
    case KZI_ROUND_NEAREST:
        return 2 * up <= round->to && -2 * up < round->to && rounded % round->to == 0;
    case KZI_ROUND_HALF_DOWN:
        return 2 * up < round->to && -2 * up <= round->to && rounded % round->to == 0;
    case KZI_ROUND_NONE:
        break;
    }
    return !up;
}

static inline void check_fu(const struct trial *trial, const struct kzi_hand *hand) {
    const struct kzi_tally *best = &trial->result->best;
    const struct kzi_fu *fu = &trial->rules->model->fu;
    struct kzi_fu_line lines[32];
    unsigned count = kzi_fu_lines(trial->rules, hand, trial->result->mark_counts, best, lines, 32);
    int64_t sum = 0;
    for (unsigned i = 0; i < count; i++)
        sum += lines[i].fu;
    if (best->by_limit || !fu->in_use) {
        MUST(!count && best->fu == -1, trial, hand, "%u lines, %d fu\n", count, best->fu);
        return;
    }
    bool flat = fu->flat[best->reading.shape];
    MUST(sum == best->fu_counted, trial, hand, "%ld, %d\n", (long)sum, best->fu_counted);
    MUST(flat ? best->fu == sum : rounds_to(sum, best->fu, &fu->round), trial, hand, "%ld -> %d\n",
         (long)sum, best->fu);
}

/* Return the worth of the limits of the counted yaku: the highest, or the sum of one that adds
 * up. */
static inline int64_t limits_due(const struct trial *trial, bool open) {
    const struct kzi_model *model = trial->rules->model;
    int64_t sums[KZI_MAX_LIMITS] = {0}, max = 0;
    unsigned yaku = 0;
    KZI_EACH_YAKU(trial->rules, trial->result->best.scored, yaku) {
        const struct kzi_value *value = kzi_yaku_value(&trial->rules->model->yaku[yaku], open);
        if (value->limit == KZI_NO_LIMIT)
            continue;
        int64_t worth = (int64_t)model->limits[value->limit].worth * value->number;
        int64_t *sum = &sums[value->limit];
        *sum = model->limits[value->limit].add_up ? *sum + worth : worth > *sum ? worth : *sum;
        max = *sum > max ? *sum : max;
    }
    return max;
}

static inline void check_total(const struct trial *trial, const struct kzi_hand *hand) {
    const kz_result *result = trial->result;
    const struct kzi_model *model = trial->rules->model;
    int64_t sum = 0, max = model->total_at_most ? model->total_at_most : INT32_MAX;
    for (size_t i = kz_result_yaku_count(result); i-- > 0;)
        sum += (int64_t)kz_result_yaku_value(result, i) * kz_result_yaku_times(result, i);
    int total = kz_result_total(result), qualifying = kz_result_qualifying(result);
    MUST(total == sum, trial, hand, "%ld\n", (long)sum);
    MUST(result->best.by_limit || result->best.valued == (sum < max ? sum : max), trial, hand,
         "%d\n", result->best.valued);
    if (result->best.by_limit) {
        int64_t due = limits_due(trial, trial->facts.open);
        MUST(!total && result->best.value == due, trial, hand, "%ld\n", (long)due);
    } else {
        MUST(qualifying >= model->minimum && qualifying <= total, trial, hand, "%d\n", qualifying);
    }
}

/* --- the best reading ------------------------------------------------------------------------ */

enum { KEYS_FIRST = 5, KEYS_YAKU = 64, KEYS = KEYS_FIRST + KEYS_YAKU + KZI_MAX_GROUPS };

/* The larger first. */
static inline int compare_keys(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return left > right ? -1 : left < right;
}

/* Make the keys by which readings are compared, in order, the larger first. */
static inline void make_keys(const struct trial *trial, const struct kzi_tally *tally, bool open,
                             int64_t keys[KEYS]) {
    unsigned count = 0, yaku = 0;
    memset(keys, 0, KEYS * sizeof *keys);
    keys[0] = tally->wins;
    keys[1] = tally->points;
    keys[2] = tally->by_limit;
    keys[3] = tally->total;
    keys[4] = tally->fu;
    KZI_EACH_YAKU(trial->rules, tally->scored, yaku) {
        const struct kzi_value *value = kzi_yaku_value(&trial->rules->model->yaku[yaku], open);
        int64_t worth = value->number;
        if (value->limit != KZI_NO_LIMIT)
            worth *= trial->rules->model->limits[value->limit].worth;
        if (count < KEYS_YAKU)
            keys[KEYS_FIRST + count++] = worth * 4096 + (4095 - (int64_t)yaku);
    }
    qsort(keys + KEYS_FIRST, count, sizeof *keys, compare_keys);
    int64_t *sets = keys + KEYS_FIRST + KEYS_YAKU;
    for (unsigned i = 0; i < tally->reading.n_groups; i++)
        if (kzi_group_of(&tally->reading, i).kind != KZI_PAIR)
            sets[i] = 1000 - 4 * kzi_group_of(&tally->reading, i).tile -
                      kzi_group_of(&tally->reading, i).kind;
    qsort(sets, KZI_MAX_GROUPS, sizeof *sets, compare_keys);
}

static inline void check_best(const struct trial *trial, const struct kzi_hand *hand) {
    const kz_result *result = trial->result;
    const struct others *others = &trial->others;
    int64_t best[KEYS], lost[KEYS];
    MUST(others->count + 1 == result->n_readings || others->count == MAX_OTHERS, trial, hand,
         "%u of %u\n", others->count, result->n_readings);
    if (!others->count)
        return;
    make_keys(trial, &result->best, trial->facts.open, best);
    for (unsigned i = 0; i < others->count; i++) {
        int key = 0;
        make_keys(trial, &others->list[i], trial->facts.open, lost);
        while (key < KEYS && best[key] == lost[key])
            key++;
        /* The order of two shapes is not defined if only one has sets. */
        const bool unlike =
            key >= KEYS_FIRST + KEYS_YAKU && key < KEYS && !(best[key] && lost[key]);
        MUST(key == KEYS || unlike || best[key] > lost[key], trial, hand, "key %d\n", key);
    }
}

/* --- changes of the same hand ---------------------------------------------------------------- */

static inline void check_results(const struct trial *trial, const struct kzi_hand *hand,
                                 const struct kzi_hand *changed) {
    const struct kz_result *a = trial->result, *b = trial->other;
    MUST(a->reason == b->reason && a->best.total == b->best.total && a->best.fu == b->best.fu &&
             a->best.points == b->best.points && a->best.limit == b->best.limit,
         trial, hand, "%s\n", trial_line(changed, NULL));
    MUST(!memcmp(a->best.scored, b->best.scored,
                 trial->rules->yaku_words * sizeof *a->best.scored) &&
             !memcmp(a->paid, b->paid, sizeof a->paid),
         trial, hand, "%s\n", trial_line(changed, NULL));
}

static inline void swap_kind(uint8_t *kind, const uint8_t suits[KZI_SUITS]) {
    if (!kzi_is_honor(*kind))
        *kind = (uint8_t)(suits[*kind / 9] * 9 + *kind % 9);
}

/* A word that names a suit goes with it. */
static inline void swap_words(const struct kz_ruleset *rules, struct kzi_hand *hand,
                              const uint8_t suits[KZI_SUITS]) {
    static const char letters[] = "mps";
    const unsigned n = hand->n_words;
    hand->n_words = 0;
    for (unsigned i = 0; i < n; i++) {
        char text[KZI_MAX_WORD];
        strcpy(text, kzi_word_at(hand, i)->text);
        char *end = strrchr(text, '_');
        const char *letter = end && end[1] && !end[2] ? strchr(letters, end[1]) : NULL;
        if (letter)
            end[1] = letters[suits[letter - letters]];
        kzi_hand_give_word(hand, rules, text);
    }
}

static inline void swap_suits(const struct kz_ruleset *rules, struct kzi_hand *hand,
                              const uint8_t suits[KZI_SUITS]) {
    uint8_t counts[KZI_KINDS], reds[KZI_SUITS];
    memcpy(counts, hand->concealed, sizeof counts);
    memcpy(reds, hand->reds, sizeof reds);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        memcpy(hand->concealed + 9 * suits[suit], counts + 9 * suit, 9);
        hand->reds[suits[suit]] = reds[suit];
    }
    for (unsigned i = 0; i < hand->n_melds; i++)
        swap_kind(&hand->melds[i].tile, suits);
    swap_kind(&hand->win, suits);
    swap_words(rules, hand, suits);
    for (unsigned i = 0; i < KZI_MAX_INDICATORS; i++) {
        swap_kind(&hand->dora.kind[i], suits);
        swap_kind(&hand->ura.kind[i], suits);
        swap_kind(&hand->aside.kind[i], suits);
    }
    if (hand->wild.shown && hand->wild.shown <= KZI_KINDS) {
        uint8_t shown = (uint8_t)(hand->wild.shown - 1);
        swap_kind(&shown, suits);
        hand->wild.shown = (uint8_t)(shown + 1);
    }
}

/* True if a yaku that distinguishes suits holds in any reading. */
static inline bool names_suits(const struct trial *trial, const kz_result *result) {
    static struct others others;
    uint64_t suited = 0;
    fill_others(result, &others);
    for (unsigned word = 0; word < trial->rules->yaku_words; word++) {
        suited |= result->best.held[word] & trial->suited[word];
        for (unsigned i = 0; i < others.count; i++)
            suited |= others.list[i].held[word] & trial->suited[word];
    }
    return suited;
}

static inline void check_other_suits(struct trial *trial, const struct kzi_hand *hand) {
    static const uint8_t ways[][KZI_SUITS] = {
        {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    struct kzi_hand swapped = *hand;
    if (!trial->symmetric_rest || names_suits(trial, trial->result))
        return;
    swap_suits(trial->rules, &swapped, ways[kzi_random_below(&trial->random, 5)]);
    MUST(kzi_score(trial->other, trial->rules, &swapped) == KZ_OK, trial, hand, "%s\n",
         trial->other->error.text);
    if (!names_suits(trial, trial->other))
        check_results(trial, hand, &swapped);
}

static inline void check_more_dora(struct trial *trial, const struct kzi_hand *hand) {
    struct kzi_hand more;
    uint8_t seen[KZI_TILE_KINDS];
    if (!trial->has_dora)
        return;
    kzi_random_seen(hand, &trial->facts, seen);
    more = *hand;
    const unsigned kind = kzi_random_below(&trial->random, KZI_KINDS);
    if (seen[kind] >= trial->rules->model->copies[kind] || more.dora.count == KZI_MAX_INDICATORS)
        return;
    more.dora.kind[more.dora.count++] = (uint8_t)kind;
    MUST(kzi_score(trial->other, trial->rules, &more) == KZ_OK, trial, hand, "%s\n",
         trial->other->error.text);
    MUST(trial->other->best.points >= trial->result->best.points, trial, hand, "%s\n",
         trial_line(&more, NULL));
}

/* Write the hand in another order, parse it and compare the results. */
static inline void check_other_order(struct trial *trial, const struct kzi_hand *hand) {
    struct kzi_whole_hand read;
    struct kzi_problem problem = {.found = false};
    const char *line = trial_line(hand, &trial->random);
    MUST(kzi_hand_read(&read, line, strlen(line), NULL, NULL, &problem), trial, hand, "%s\n",
         problem.text);
    MUST(kzi_score(trial->other, trial->rules, &read.hand) == KZ_OK, trial, hand, "%s\n",
         trial->other->error.text);
    check_results(trial, hand, &read.hand);
}

/* Score the hand as that of a loser, without its last tile, if losers settle: some yaku score there
 * alone. */
static inline void check_loser(struct trial *trial, const struct kzi_hand *hand) {
    struct kzi_hand loser;
    unsigned yaku = 0;
    if (!trial->rules->model->payments.losers.settle)
        return;
    loser = *hand;
    if (loser.win_red)
        loser.reds[kzi_suit(loser.win)]--;
    loser.win = KZI_NO_KIND;
    loser.win_red = false;
    loser.n_words = loser.n_pao = 0;
    loser.from = -1;
    MUST(kzi_score_unfinished(trial->other, trial->rules, &loser) == KZ_OK, trial, hand, "%s\n",
         trial->other->error.text);
    MUST(!kz_result_wins(trial->other), trial, hand, "a loser wins\n");
    KZI_EACH_YAKU(trial->rules, trial->other->best.scored, yaku) {
        MUST(trial->rules->model->yaku[yaku].all_hands, trial, hand, "%s counts for a loser\n",
             trial->rules->model->yaku[yaku].id);
        trial->scored[yaku]++;
    }
}

/* --- one hand -------------------------------------------------------------------------------- */

/* A hand is complete unless it was drawn for a shape of any tiles whose condition its situation
 * does not meet. */
static inline void check_complete(struct trial *trial, const struct kzi_hand *hand) {
    bool incomplete = false;
    /* wild.c tests the tiles that complete a hand with wild tiles */
    if (trial->rules->any_tiles && kzi_has_wild(trial->rules))
        return;
    if (trial->rules->any_tiles) {
        struct kzi_readings readings;
        struct kzi_facts facts = trial->facts;
        facts.given = trial->result->given;
        facts.marks = trial->result->mark_counts;
        kzi_tiles_fill_readings(facts.tiles, hand, &trial->rules->shapes, &readings);
        kzi_add_any_tiles(trial->rules, &facts, &readings);
        incomplete = !readings.count;
    }
    MUST((trial->result->reason == KZI_INCOMPLETE) == incomplete, trial, hand, "incomplete\n");
}

/* Check the properties of the result of a complete hand, in trial->result. */
static inline void check_result(struct trial *trial, const struct kzi_hand *hand,
                                const struct kzi_tiles *tiles) {
    kzi_facts_init_with(&trial->facts, hand, tiles);
    fill_others(trial->result, &trial->others);
    check_complete(trial, hand);
    if (trial->result->reason == KZI_INCOMPLETE)
        return;
    check_best(trial, hand);
    if (trial->result->reason != KZI_WINS)
        return;
    check_payments(trial, hand);
    check_bound(trial, hand);
    check_table(trial, hand);
    check_fu(trial, hand);
    check_total(trial, hand);
}

/* Score a hand into trial->result.  Return true if it wins, after checking all properties. */
static inline bool trial_hand(struct trial *trial, const struct kzi_hand *hand) {
    const kz_result *result = trial->result;
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    if (kzi_score_tiles(trial->result, trial->rules, hand, &tiles) != KZ_OK) {
        trial->refused++;
        return false;
    }
    check_result(trial, hand, &tiles);
    if (result->reason != KZI_WINS) {
        trial->lost++;
        return false;
    }
    unsigned yaku = 0;
    KZI_EACH_YAKU(trial->rules, result->best.scored, yaku)
        trial->scored[yaku]++;
    check_other_suits(trial, hand);
    check_more_dora(trial, hand);
    if (trial->won % 8 == 0)
        check_loser(trial, hand);
    if (trial->won++ % 64 == 0)
        check_other_order(trial, hand);
    return true;
}

/* Draw the next hand of the trial, with its indicators. */
static inline void trial_draw(struct trial *trial, struct kzi_hand *hand) {
    draw_next(&trial->draws, &trial->random, trial->rules, trial->scored, hand);
    kzi_random_situation(&trial->random, trial->rules, hand);
}

/* Return whether a yaku in use has not scored yet. */
static inline bool trial_lacks_yaku(const struct trial *trial) {
    for (unsigned i = 0; i < trial->rules->n_yaku; i++)
        if (trial->rules->model->yaku[i].in_use && !trial->scored[i])
            return true;
    return false;
}

/* Print the figures of all hands, and each yaku in use that scored less than `rare` times.  Return
 * how many never scored. */
static inline unsigned trial_report(const struct trial *trial, unsigned long rare) {
    unsigned never = 0;
    fprintf(stderr, "# %s: seed %llu: %lu won, %lu did not, %lu refused\n", trial->name,
            (unsigned long long)trial->seed, trial->won, trial->lost, trial->refused);
    for (unsigned i = 0; i < trial->rules->n_yaku; i++) {
        const struct kzi_yaku *yaku = &trial->rules->model->yaku[i];
        if (!yaku->in_use || trial->scored[i] >= rare)
            continue;
        fprintf(stderr, "# %s: %s %lu\n", trial->name, yaku->id, trial->scored[i]);
        never += !trial->scored[i];
    }
    return never;
}

#endif

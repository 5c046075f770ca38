/* result.h - the result of scoring.  The caller owns it and reuses it from hand to hand; filling it
 * allocates nothing.  It points to its ruleset but not to the hand, whose data for reports is
 * copied.  Data that only some reports need is computed again from this copy (kzi_visit_lost), so
 * that programs can keep many results. */
#ifndef KZI_RESULT_H
#define KZI_RESULT_H

#include "compile/ruleset.h"
#include "hand/hand.h"
#include "hand/problem.h"

#include <string.h>

/* FURITEN: a tile that completes the hand is among its discards.  HEAD_BUMP: another winner is
 * nearer to the discarder in order of turn. */
enum kzi_reason {
    KZI_WINS,
    KZI_INCOMPLETE,
    KZI_NO_YAKU,
    KZI_BELOW_MINIMUM,
    KZI_FURITEN,
    KZI_HEAD_BUMP,
    KZI_REASONS
};

/* A selection of yaku on a reading, with its sums. */
struct kzi_tally {
    struct kzi_reading reading;
    bool wins;
    bool meets;                /* meets what the rules require of every winning reading */
    bool by_limit;             /* the value is that of yaku worth a limit */
    int alone;                 /* the number of the yaku that counts alone, or -1 */
    int32_t total, qualifying; /* sums of the yaku that count; total -1: out of range */
    int32_t valued;            /* the part of the total that value and limits are computed from */
    int32_t fu_counted, fu;    /* before and after rounding; fu -1: none */
    uint64_t fu_items;         /* that count, bit per index in model->fu.items */
    int limit;                 /* index in model->limits; -1: none */
    int32_t multiplier;
    int64_t factor;  /* product of the factors of the yaku */
    int64_t counted; /* the value of the hand before limits */
    int64_t value; /* the value after limits, from which payments are computed; at least KZI_BEYOND:
                      out of range, and the hand is refused */
    int64_t points;                        /* points that the winner gets */
    const struct kzi_price_entry *priced;  /* the table entry with the shares; NULL: none */
    const struct kzi_other_payers *payers; /* the other payers that apply; NULL: the usual payers */
    unsigned n_chosen, n_counts;
    bool chosen_repeat; /* some yaku may be chosen more than once */

    /* only a part of the arrays below is in use */
    uint64_t scored[KZI_YAKU_WORDS];            /* the yaku that count, in yaku_words words */
    uint64_t held[KZI_YAKU_WORDS];              /* yaku whose condition holds, covered or not */
    struct kzi_instance chosen[KZI_MAX_CHOSEN]; /* the combinations chosen */
    struct kzi_count counts[KZI_MAX_CHOSEN];    /* of yaku with instances that do not count */
};

#define KZI_MAX_TIMES 64 /* yaku whose times are kept; those of more are recomputed */

/* A seat that is liable for a yaku because it fed the last set. */
struct kzi_liable_seat {
    uint16_t yaku;
    uint8_t seat;
    uint8_t rule;  /* index in payments.liabilities */
    int64_t worth; /* the part of the hand's value that the yaku contributes */
    int64_t pays;  /* the part of the seat's share that is due to liability */
};

/* The budget of steps for choosing combinations. */
struct kzi_selection_budget {
    uint32_t left; /* steps left out of KZI_MAX_SELECTION_STEPS */
    bool cut;      /* the budget ran out before all selections were considered */
};

/* The members that scoring writes for every hand come first. */
struct kz_result {
    const struct kz_ruleset *rules;
    kz_status status;
    enum kzi_reason reason;
    uint64_t given;
    uint8_t mark_counts[KZI_MAX_MARKS];

    struct kzi_selection_budget selection_budget;
    unsigned n_readings;    /* selections of yaku that were compared, on all readings */
    unsigned n_completions; /* completions of a hand with wild tiles; n_readings is that of the best
                               one */

    bool discarder_unknown;
    uint8_t doubled;   /* seats that pay double in a deal, by bit; the shares are before doubling */
    unsigned n_liable; /* number of liable[]; the shares include liability */

    int64_t paid[KZI_PARTIES];  /* net change: positive for the winner */
    int64_t share[KZI_PARTIES]; /* payment for the hand alone, before counters */

    struct kzi_tally best;         /* without yaku if the hand is not complete */
    struct kzi_hand hand;          /* a copy, without origin */
    struct kzi_extras extras;      /* of the copied hand */
    uint16_t times[KZI_MAX_TIMES]; /* how often yaku of best count that may count other than once,
                                      sorted by number: kzi_times_listed */

    struct kzi_liable_seat liable[KZI_MAX_PAO];
    /* Chips, only of a win under rules that have chips; chips_paid is signed like paid. */
    int64_t chips; /* the value of the hand in chips */
    int64_t chips_paid[KZI_PARTIES];

    /* If kzi_is_stated: */
    bool unusual;    /* no hand is worth the stated value */
    bool of_points;  /* the discarder's payment is stated; best has no total, fu or limit */
    int64_t as_paid; /* the stated payment, if no price of these rules has it; else 0 */

    /* If status is not KZ_OK; code and spot only if a hand was refused: */
    kz_error error;
    enum kzi_problem_code code;
    struct kzi_spot spot;
};

_Static_assert(sizeof(struct kz_result) <= 4096, "programs keep many results");

/* Return whether the result is that of a stated value, which has no tiles; a scored hand has
 * some. */
static inline bool kzi_is_stated(const struct kz_result *result) {
    return !result->hand.n_concealed && !result->hand.n_melds;
}

/* Copy the hand, for scoring and reports. */
static inline void kzi_result_keep_hand(struct kz_result *result, const struct kzi_hand *hand) {
    struct kzi_hand *copy = &result->hand;
    memcpy(copy, hand, offsetof(struct kzi_hand, words));
    copy->extras = &result->extras;
    copy->items = NULL;
    if (hand->n_words | hand->n_pao | hand->has_id | hand->has_discards)
        kzi_extras_keep(copy, &result->extras, result->rules, hand);
}

static inline const struct kzi_liability *kzi_liability_of(const struct kz_result *result,
                                                           const struct kzi_liable_seat *liable) {
    return &result->rules->model->payments.liabilities[liable->rule];
}

/* Return whether a result knows the change of a party. */
static inline bool kzi_has_party(const struct kz_result *result, unsigned party) {
    return result->discarder_unknown ? party >= KZI_SEATS || party == result->hand.seat
                                     : party < result->rules->model->n_seats;
}

/* Return what a party pays for the hand, or for counters, doubled if the deal doubles it. */
static inline int64_t kzi_share_paid(const struct kz_result *result, unsigned party) {
    return result->share[party] << (result->doubled >> party & 1);
}
static inline int64_t kzi_counters_paid(const struct kz_result *result, unsigned party) {
    return party == result->hand.seat ? 0 : -result->paid[party] - kzi_share_paid(result, party);
}

/* Return the fraction that the feeder pays. */
static inline int32_t kzi_liable_fraction(const struct kzi_liability *rule, bool self_draw) {
    return self_draw ? rule->self_draw.liable : rule->discard.liable;
}

/* Return the seat that pays as the discarder if a tally counts: the one liable in place of the
 * discarder, else the discarder; -1 on a self-draw or if nobody is named. */
int kzi_discarder_by(const struct kz_result *result, const struct kzi_tally *tally);
static inline int kzi_paying_discarder(const struct kz_result *result) {
    return kzi_discarder_by(result, &result->best);
}

/* Return the factor of a payment between two seats under these stakes. */
int64_t kzi_stake_factor(const struct kzi_payments *payments, enum kzi_staked staked,
                         uint32_t stakes, unsigned from, unsigned to);

/* Return what each payer pays for birds. */
int64_t kzi_bird_payment(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Score a hand; see kz_score. */
kz_status kzi_score(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand);

/* Takes selections of yaku that are worth less than the best, one by one; `lost` is only valid
 * during the call.  Callers put it first in a structure of their own. */
struct kzi_lost_taker {
    void (*take)(struct kzi_lost_taker *taker, const struct kzi_tally *lost);
};

/* Score a hand whose tiles are computed already; taker, unless NULL, takes the selections that
 * lose. */
kz_status kzi_score_keeping(struct kz_result *result, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                            struct kzi_lost_taker *taker);
static inline kz_status kzi_score_tiles(struct kz_result *result, const struct kz_ruleset *rules,
                                        const struct kzi_hand *hand,
                                        const struct kzi_tiles *tiles) {
    return kzi_score_keeping(result, rules, hand, tiles, NULL);
}
/* Return the number of selections that lost. */
static inline unsigned kzi_count_lost(const struct kz_result *result) {
    bool compared = result->status == KZ_OK && !kzi_hand_is_unfinished(&result->hand);
    return compared && result->n_readings ? result->n_readings - 1 : 0;
}
/* Visit the selections that lost, by scoring the result's copy of its hand again. */
void kzi_visit_lost(const struct kz_result *result, struct kzi_lost_taker *taker);

/* Score the hand of a player who did not win: best becomes the arrangement worth most, with its
 * worth in points. */
kz_status kzi_score_unfinished(struct kz_result *result, const struct kz_ruleset *rules,
                               const struct kzi_hand *hand);
/* Return the shapes, by bit, that an unfinished hand would complete with a tile of which the player
 * does not have all copies; and whether there are any. */
uint64_t kzi_ready_shapes(const struct kz_ruleset *rules, const struct kzi_facts *facts);
bool kzi_is_ready(const struct kz_ruleset *rules, const struct kzi_hand *hand);
/* Make the result that of a hand that could not be parsed; only its id is kept. */
void kzi_result_refuse_unread(struct kz_result *result, const struct kzi_hand *hand,
                              const kz_error *error);
/* Make a problem that was found the error of the result. */
kz_status kzi_result_refuse(struct kz_result *result, const struct kzi_problem *problem);

/* Fill in the facts of a scored hand for evaluating conditions. */
void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts);

/* Return whether the result has chips, even if 0 of them. */
static inline bool kzi_has_chips(const struct kz_result *result) {
    return result->status == KZ_OK && result->reason == KZI_WINS &&
           result->rules->model->payments.has_chips;
}

/* Return the chips that a yaku that counts is worth; kzi_chips_of_limit: those of the limit that is
 * paid. */
int64_t kzi_chips_of_yaku(const struct kz_result *result, unsigned yaku);
int64_t kzi_chips_of_limit(const struct kz_result *result);

/* Return whether these rules have a liability for a yaku. */
bool kzi_is_liable_yaku(const struct kzi_model *model, const char *id);

/* Return the value of a yaku in the result's hand. */
static inline const struct kzi_value *kzi_value_in_hand(const struct kz_result *result,
                                                        unsigned yaku) {
    return kzi_yaku_value(&result->rules->model->yaku[yaku], kzi_hand_is_open(&result->hand));
}

/* Return the yaku that may count other than once in a tally. */
static inline const uint64_t *kzi_repeatable_of(const struct kz_ruleset *rules,
                                                const struct kzi_tally *tally) {
    return tally->chosen_repeat ? rules->repeatable : rules->always_repeatable;
}

/* Return the steps spent on scoring the hand and comparing the result, in the unit of loading's
 * budget. */
static inline uint64_t kzi_steps_of(const struct kz_result *result) {
    uint64_t steps = 32;
    if (result->status != KZ_OK)
        return steps;
    for (unsigned i = 0; i < result->rules->yaku_words; i++)
        steps += (unsigned)__builtin_popcountll(result->best.scored[i]);
    /* Conditions of more than common weight, about half of which are asked on each reading. */
    steps += result->rules->walk_weight / 1024 * 256 * result->n_readings;
    return steps + KZI_MAX_SELECTION_STEPS - result->selection_budget.left;
}

/* Return how often a yaku of the result's best counts. */
unsigned kzi_times_kept(const struct kz_result *result, unsigned yaku);
static inline unsigned kzi_times_listed(const struct kz_result *result, unsigned yaku) {
    bool repeats = kzi_has_bit(kzi_repeatable_of(result->rules, &result->best), yaku);
    return repeats ? kzi_times_kept(result, yaku) : 1; /* else it counts once */
}

/* Return the seats that have left, bit per seat, if the rules let winners leave. */
static inline uint8_t kzi_seats_gone(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    return rules->model->payments.winners_leave ? hand->out : 0;
}

static inline bool kzi_is_discarder_unknown(const struct kzi_hand *hand) {
    return !hand->self_draw & (hand->from < 0);
}

/* Loop over the parties to a win. */
#define KZI_EACH_PARTY(hand, party)                                                                \
    for (unsigned party = kzi_is_discarder_unknown(hand) ? KZI_SEATS : 0;                          \
         party < (kzi_is_discarder_unknown(hand) ? KZI_PARTIES : KZI_SEATS); party++)

/* Return the number of players in a party that may pay for a hand. */
static inline unsigned kzi_count_payers(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                                        unsigned party) {
    const unsigned gone = kzi_seats_gone(rules, hand), seats = rules->model->n_seats;
    if (!kzi_is_discarder_unknown(hand))
        return party < seats && party != hand->seat && !(gone >> party & 1);
    return party == KZI_ANY_OTHER ? seats - 2 - (unsigned)__builtin_popcount(gone)
                                  : party == KZI_DISCARDER;
}

/* Return the indicators that a mark is counted from, and their number, or NULL. */
static inline const struct kzi_indicators *
kzi_indicators_of(const struct kzi_hand *hand, const struct kzi_mark *mark, unsigned *count) {
    const struct kzi_indicators *shown = NULL;
    switch (mark->kind) {
    case KZI_MARK_DORA:
        shown = &hand->dora;
        break;
    case KZI_MARK_URA:
        shown = &hand->ura;
        break;
    case KZI_MARK_RED:
    case KZI_MARK_FLOWERS:
    case KZI_MARK_FACES:
    case KZI_MARK_ASIDE:
    case KZI_MARK_THROWN:
        break;
    }
    *count = !shown ? 0 : mark->after_kongs || !shown->count ? shown->count : 1;
    return shown;
}

/* Return the groups of the reading that an instance consists of, by bit. */
unsigned kzi_contributing_groups(const struct kzi_reading *reading,
                                 const struct kzi_instance *instance);

/* Return the number of instances of a yaku on a reading, before covers. */
unsigned kzi_count_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                             const struct kzi_reading *reading, unsigned yaku);

/* Remove yaku that hold but count occurrences and find none. */
void kzi_drop_uncounted(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        const struct kzi_reading *reading, uint64_t *yaku);

/* Return how often a yaku counts in a tally. */
unsigned kzi_times_of_repeatable(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally, unsigned yaku);

static inline unsigned kzi_times(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally, unsigned yaku) {
    bool repeats = rules->repeatable[yaku / 64] >> (yaku % 64) & 1; /* else it counts once */
    return repeats ? kzi_times_of_repeatable(rules, facts, tally, yaku) : 1;
}

#endif

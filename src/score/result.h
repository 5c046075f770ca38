/* result.h - the result of scoring.  The caller owns it and reuses it from hand to hand; filling
 * it allocates nothing.  It points to its ruleset but never to the hand, whose data for reports
 * is copied.  What only some reports need is found again from this copy (kzi_find_others), so that
 * many results can be kept. */
#ifndef KZI_RESULT_H
#define KZI_RESULT_H

#include "compile/ruleset.h"
#include "hand/hand.h"
#include "hand/problem.h"

#include <string.h>

/* FURITEN: a tile that completes the hand is among its discards.  HEAD_BUMP: another winner sits
 * nearer to the discarder. */
enum kzi_reason {
    KZI_WINS,
    KZI_INCOMPLETE,
    KZI_NO_YAKU,
    KZI_BELOW_MINIMUM,
    KZI_FURITEN,
    KZI_HEAD_BUMP,
    KZI_REASONS
};

/* One selection of yaku on one reading, added up. */
struct kzi_tally {
    struct kzi_reading reading;
    bool wins;
    bool meets;                /* what the rules ask of every winning reading */
    bool by_limit;             /* paid by a yaku worth a limit */
    int alone;                 /* the yaku that stands alone; -1 */
    int32_t total, qualifying; /* sums of what counts; total -1: past the range */
    int32_t valued;            /* the part of the total that value and limits are computed from */
    int32_t fu_counted, fu;    /* before and after rounding; fu -1: none */
    uint64_t fu_items;         /* of model->fu.items, bit by number */
    int limit;                 /* of model->limits; -1: none */
    int32_t multiplier;
    int64_t factor;                  /* of the yaku that multiply the value */
    int64_t counted;                 /* the value of the hand before limits */
    int64_t value;                   /* after limits: what payments are made of; KZI_BEYOND and
                                        more: past the range, and the hand is refused */
    int64_t points;                  /* to the winner */
    const struct kzi_priced *priced; /* a table entry with the shares; NULL: none has them */
    const struct kzi_way *way;       /* of the payment's ways; NULL: the usual payers */
    unsigned n_uses, n_counts;
    bool uses_repeat; /* some yaku may be used more than once */

    /* only a part of the members below is in use */
    uint64_t scored[KZI_YAKU_WORDS];          /* the yaku that count, in yaku_words words */
    uint64_t held[KZI_YAKU_WORDS];            /* yaku whose condition holds, covered or not */
    struct kzi_instance uses[KZI_MAX_CHOSEN]; /* the combinations chosen */
    struct kzi_count counts[KZI_MAX_CHOSEN];  /* for yaku of which only some instances count */
};

#define KZI_MAX_TIMES 64 /* yaku whose times are kept; those of further ones are found again */

/* A seat that is liable for a yaku whose last set it fed. */
struct kzi_liable {
    uint16_t yaku;
    uint8_t seat;
    uint8_t rule;  /* of payments.liabilities */
    int64_t worth; /* the part of the hand's value that is due to the yaku */
    int64_t pays;  /* of that seat's share, what it pays for being liable */
};

/* Steps of choosing among combinations. */
struct kzi_choice_ctx {
    uint32_t left; /* steps left of KZI_MAX_CHOOSING */
    bool cut;      /* not all choices of combinations were considered */
};

/* The members that scoring writes for every hand come first. */
struct kz_result {
    const struct kz_ruleset *rules;
    kz_status status;
    enum kzi_reason reason;
    uint64_t given;
    uint8_t mark_counts[KZI_MAX_MARKS];

    struct kzi_choice_ctx choosing;
    unsigned n_readings;    /* selections of yaku that were compared, on all readings */
    unsigned n_completions; /* under rules with wild tiles: the readings are those of the best */

    bool discarder_unknown;
    uint8_t n_times;   /* of those below */
    uint8_t doubled;   /* seats that pay double in a deal, by bit; the shares are not doubled */
    unsigned n_liable; /* the shares include liability */

    int64_t paid[KZI_PARTIES];  /* net change, the winner's positive */
    int64_t share[KZI_PARTIES]; /* payment for the hand alone, before counters */

    struct kzi_tally best;         /* without yaku if the hand is not complete */
    struct kzi_hand hand;          /* a copy, without origin */
    struct kzi_extras extras;      /* of this copy */
    uint16_t times[KZI_MAX_TIMES]; /* for yaku of the best that may not count exactly once, by
                                      rising number: kzi_times_listed */

    struct kzi_liable liable[KZI_MAX_PAO];
    /* chips, filled in only for a win under rules that have any, in the same way as paid */
    int64_t chips; /* what the hand is worth */
    int64_t chips_paid[KZI_PARTIES];

    /* if kzi_is_stated */
    bool unusual;    /* no hand is worth this */
    bool of_points;  /* the discarder's payment is stated, and best has no total, fu or limit */
    int64_t as_paid; /* that payment, if no price of these rules has it; else 0 */

    /* if status is not KZ_OK; that of a hand has a code and a spot besides */
    kz_error error;
    enum kzi_problem_code code;
    struct kzi_spot spot;

    uintptr_t scored_at, step; /* the address of the hand that was scored last, which may be gone,
                                  and how far from the one before */
};

_Static_assert(sizeof(struct kz_result) <= 4096, "programs keep many results");

/* Return whether a result is one of a stated value.  No hand that is scored has no tiles. */
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
                                                           const struct kzi_liable *liable) {
    return &result->rules->model->payments.liabilities[liable->rule];
}

/* Return whether a result says what changes for a party. */
static inline bool kzi_has_party(const struct kz_result *result, unsigned party) {
    return result->discarder_unknown ? party >= KZI_SEATS || party == result->hand.seat
                                     : party < result->rules->model->n_seats;
}

/* Return what a party pays for the hand, and for the counters, in a deal that may double it. */
static inline int64_t kzi_share_paid(const struct kz_result *result, unsigned party) {
    return result->share[party] << (result->doubled >> party & 1);
}
static inline int64_t kzi_counters_paid(const struct kz_result *result, unsigned party) {
    return party == result->hand.seat ? 0 : -result->paid[party] - kzi_share_paid(result, party);
}

/* Return the part of the feeder. */
static inline int32_t kzi_liable_part(const struct kzi_liability *rule, bool self_draw) {
    return self_draw ? rule->self_draw.liable : rule->discard.liable;
}

/* Return the seat that pays as the discarder if a tally counts: whoever is liable in place of it,
 * else the one that discarded; -1 on a self-draw or if nobody is named. */
int kzi_discarder_by(const struct kz_result *result, const struct kzi_tally *tally);
static inline int kzi_paying_discarder(const struct kz_result *result) {
    return kzi_discarder_by(result, &result->best);
}

/* Return what multiplies a payment of one seat to another under these stakes. */
int64_t kzi_stake_factor(const struct kzi_payments *payments, enum kzi_staked staked,
                         uint32_t stakes, unsigned from, unsigned to);

/* Return what each payer pays for birds. */
int64_t kzi_bird_payment(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Score a hand; see kz_score. */
kz_status kzi_score(struct kz_result *result, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand);

/* A taker of selections of yaku that are worth less than the best, one by one; lost is gone
 * afterwards.  Callers put it first in a structure of their own. */
struct kzi_others {
    void (*take)(struct kzi_others *others, const struct kzi_tally *lost);
};

/* kzi_score for a hand whose tiles are computed already; others, unless NULL, takes the selections
 * that lose. */
kz_status kzi_score_keeping(struct kz_result *result, const struct kz_ruleset *rules,
                            const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                            struct kzi_others *others);
static inline kz_status kzi_score_tiles(struct kz_result *result, const struct kz_ruleset *rules,
                                        const struct kzi_hand *hand,
                                        const struct kzi_tiles *tiles) {
    return kzi_score_keeping(result, rules, hand, tiles, NULL);
}
/* Return the number of selections that lost. */
static inline unsigned kzi_n_others(const struct kz_result *result) {
    bool compared = result->status == KZ_OK && !kzi_hand_is_unfinished(&result->hand);
    return compared && result->n_readings ? result->n_readings - 1 : 0;
}
/* Find them, by scoring the result's copy of its hand once more. */
void kzi_find_others(const struct kz_result *result, struct kzi_others *others);

/* Score the hand of a player who did not win: best is the arrangement worth most, with its
 * worth in points. */
kz_status kzi_score_unfinished(struct kz_result *result, const struct kz_ruleset *rules,
                               const struct kzi_hand *hand);
/* Return the shapes, by bit, that an unfinished hand would complete with a tile that the player
 * does not have all copies of; whether there are any. */
uint64_t kzi_ready_shapes(const struct kz_ruleset *rules, const struct kzi_facts *facts);
bool kzi_is_ready(const struct kz_ruleset *rules, const struct kzi_hand *hand);
/* Make it the result of a hand that could not be parsed, of which only the id remains. */
void kzi_result_refuse_unread(struct kz_result *result, const struct kzi_hand *hand,
                              const kz_error *error);
/* Make a problem that was found the error of a result. */
kz_status kzi_result_refuse(struct kz_result *result, const struct kzi_problem *problem);

/* Fill in the facts of a scored hand for evaluating conditions. */
void kzi_facts_of(const struct kz_result *result, struct kzi_facts *facts);
/* Return the number of kinds that would have won, as facts->n_waits has it if a rule asks. */
unsigned kzi_count_waits(const struct kz_ruleset *rules, const struct kzi_facts *facts);
/* Count them if a row of the program that may be left on a reading asks, and drop the rows of the
 * hand that ask for another number. */
void kzi_match_counted_waits(const struct kz_ruleset *rules, const struct kzi_readings *readings,
                             struct kzi_facts *facts, struct kzi_match *hand);

/* Return whether the result has chips, even if 0 of them. */
static inline bool kzi_has_chips(const struct kz_result *result) {
    return result->status == KZ_OK && result->reason == KZI_WINS &&
           result->rules->model->payments.has_chips;
}

/* Return the chips that a yaku that counts is worth, and those of the limit that pays. */
int64_t kzi_chips_of_yaku(const struct kz_result *result, unsigned yaku);
int64_t kzi_chips_of_limit(const struct kz_result *result);

/* Return whether these rules have a liability for a yaku. */
bool kzi_is_liable_yaku(const struct kzi_model *model, const char *id);

/* Return the value of a yaku in the result's hand. */
static inline const struct kzi_value *kzi_value_in_hand(const struct kz_result *result,
                                                        unsigned yaku) {
    return kzi_yaku_value(&result->rules->model->yaku[yaku], kzi_hand_is_open(&result->hand));
}

/* Return the yaku that a tally may not count exactly once. */
static inline const uint64_t *kzi_repeatable_of(const struct kz_ruleset *rules,
                                                const struct kzi_tally *tally) {
    return tally->uses_repeat ? rules->repeatable : rules->repeatable_apart;
}

/* Return the steps for scoring the hand and comparing the result, as loading counts them. */
static inline uint64_t kzi_steps_of(const struct kz_result *result) {
    uint64_t steps = 32;
    if (result->status != KZ_OK)
        return steps;
    for (unsigned i = 0; i < result->rules->yaku_words; i++)
        steps += (unsigned)__builtin_popcountll(result->best.scored[i]);
    return steps + KZI_MAX_CHOOSING - result->choosing.left;
}

/* Return how often a yaku of the result's best counts. */
unsigned kzi_times_kept(const struct kz_result *result, unsigned yaku);
static inline unsigned kzi_times_listed(const struct kz_result *result, unsigned yaku) {
    bool repeats = kzi_has_bit(kzi_repeatable_of(result->rules, &result->best), yaku);
    return repeats ? kzi_times_kept(result, yaku) : 1; /* most count once */
}

/* Return the seats that have left, bit per seat, if the rules let winners leave. */
static inline uint8_t kzi_seats_gone(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    return rules->model->payments.winners_leave ? hand->out : 0;
}

/* Loop over the parties to a win. */
static inline bool kzi_is_discarder_unknown(const struct kzi_hand *hand) {
    return !hand->self_draw & (hand->from < 0);
}
#define KZI_EACH_PARTY(hand, party)                                                                \
    for (unsigned party = kzi_is_discarder_unknown(hand) ? KZI_SEATS : 0;                          \
         party < (kzi_is_discarder_unknown(hand) ? KZI_PARTIES : KZI_SEATS); party++)

/* Return how many players a party is that may pay for a hand. */
static inline unsigned kzi_count_payers(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                                        unsigned party) {
    const unsigned left = kzi_seats_gone(rules, hand), seats = rules->model->n_seats;
    if (!kzi_is_discarder_unknown(hand))
        return party < seats && party != hand->seat && !(left >> party & 1);
    return party == KZI_EACH_OTHER ? seats - 2 - (unsigned)__builtin_popcount(left)
                                   : party == KZI_DISCARDER;
}

/* Return the indicators that a mark is counted from and their number, or NULL. */
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

/* Return the groups of the reading that a use consists of, by bit. */
unsigned kzi_contributing_groups(const struct kzi_reading *reading, const struct kzi_instance *use);

/* Return the number of instances of a yaku on a reading, before covers. */
unsigned kzi_count_instances(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                             const struct kzi_reading *reading, unsigned yaku);

/* Drop the yaku that hold, but count what the hand has none of. */
void kzi_drop_uncounted(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        const struct kzi_reading *reading, uint64_t *yaku);

/* Return how often a yaku that counts does. */
unsigned kzi_times_of_repeatable(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally, unsigned yaku);

static inline unsigned kzi_times(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                                 const struct kzi_tally *tally, unsigned yaku) {
    bool repeats = rules->repeatable[yaku / 64] >> (yaku % 64) & 1; /* most count once */
    return repeats ? kzi_times_of_repeatable(rules, facts, tally, yaku) : 1;
}

#endif

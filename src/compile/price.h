/* price.h - what a total and fu are worth, and what each payer pays of that: the steps of scoring
 * that do not look at a hand.
 *
 * The first part works from the model alone, for tables of a rule book; it is also what the prices
 * of a ruleset are laid out by, which scoring looks up. */
#ifndef KZI_PRICE_H
#define KZI_PRICE_H

#include "rules/model.h"

struct kzi_price {
    int32_t valued;  /* of the total what value and limits are made of */
    int64_t counted; /* before limits; KZI_BEYOND at most */
    int64_t value;   /* after them: what payments are made of; KZI_BEYOND at most */
    int limit;       /* of model->limits; -1: none is reached */
};

/* fu: rounded; no matter where the value is made of the total alone.  A negative total is past the
 * range, and so is its value. */
void kzi_find_price(const struct kzi_model *model, int32_t total, int32_t fu,
                    struct kzi_price *price);

/* Multiply the value before limits. */
void kzi_price_multiply(const struct kzi_model *model, int64_t factor, struct kzi_price *price);

/* Return the row of the table that the total reaches, or NULL. */
const struct kzi_value_row *kzi_value_row(const struct kzi_hand_value *value, int32_t total);

/* Return whether both are the same share. A payer whom the rules do not name has a share of
 * nothing. */
bool kzi_share_same(const struct kzi_share *a, const struct kzi_share *b);
/* Return whether payers of each role pay the same under both. */
bool kzi_shares_same(const struct kzi_shares *a, const struct kzi_shares *b);

/* Return whether a dealer wins and discards like any other. */
static inline bool kzi_pays_equal(const struct kzi_shares by[KZI_OUTCOMES]) {
    return kzi_shares_same(&by[KZI_DEALER_WINS], &by[KZI_OTHER_WINS]) &&
           kzi_shares_same(&by[KZI_DEALER_DISCARDS], &by[KZI_OTHER_WINS]);
}

/* from: a seat; -1: nobody, or nobody knows who. */
static inline enum kzi_outcome kzi_outcome_of(const struct kzi_payments *payments, unsigned winner,
                                              int from) {
    if (winner == payments->dealer)
        return KZI_DEALER_WINS;
    return from == (int)payments->dealer ? KZI_DEALER_DISCARDS : KZI_OTHER_WINS;
}

/* Return the payments for a win in that way. */
static inline const struct kzi_payment *kzi_payment_by(const struct kzi_payments *payments,
                                                       bool self_draw) {
    return self_draw ? &payments->self_draw : &payments->discard;
}

/* A win that is paid. */
struct kzi_win {
    bool self_draw;
    enum kzi_outcome outcome;
    int64_t value;                 /* of the hand */
    int limit;                     /* that pays it; -1: none */
    int32_t multiplier;            /* how often the limit is paid */
    const struct kzi_shares *ways; /* by outcome, if a condition of `ways` holds; else NULL */
    uint8_t left_others;           /* how many of the others, ... */
    bool left_dealer;              /* ... and whether the dealer, have left and pay nothing */
};

/* Return what is written to be paid for a limit in that way; NULL: its worth is shared out. */
static inline const struct kzi_limit_way *kzi_limit_way(const struct kzi_model *model, int limit,
                                                        bool self_draw) {
    const struct kzi_limit_pays *pays = limit < 0 ? NULL : model->limits[limit].pays;
    const struct kzi_limit_way *way = !pays ? NULL : self_draw ? &pays->self_draw : &pays->discard;
    return way && way->said ? way : NULL;
}

/* Return the shares of a win by outcome. */
const struct kzi_shares *kzi_shares_for(const struct kzi_model *model, const struct kzi_win *win);

/* Take the rest of units out of a value, and add what a payer pays of it to the points besides. */
void kzi_split_rest(const struct kzi_model *model, const struct kzi_share *share, int64_t *value,
                    int64_t *plus);

/* Return the bound on what one player pays for a hand that is worth this limit `multiplier` times,
 * or (limit -1) that no limit pays. */
int64_t kzi_most_paid(const struct kzi_model *model, int limit, int32_t multiplier);

/* Find what each role pays for a hand, rounded; a dealer whom the rules do not name is one of the
 * others. */
void kzi_pay(const struct kzi_model *model, const struct kzi_win *win, int64_t pays[KZI_ROLES]);

/* Return the number of seats that have this role. */
unsigned kzi_count_role(const struct kzi_model *model, const struct kzi_win *win,
                        enum kzi_role role);

/* Return what a payer with this share of the hand adds for one counter on the table. */
static inline int64_t kzi_counter_share(const struct kzi_payments *payments, bool self_draw,
                                        bool discarder, bool dealer, int64_t share) {
    const int32_t *counter = kzi_payment_by(payments, self_draw)->counter;
    int64_t each = discarder ? counter[KZI_ROLE_DISCARDER] : 0;
    if (share && dealer)
        each += counter[KZI_ROLE_DEALER];
    return share ? each + counter[KZI_ROLE_OTHERS] : each;
}

/* Return number % to.  A division of 32 bits is much faster than one of 64. */
static inline int64_t kzi_remainder(int64_t number, int64_t to) {
    return number >= 0 && number <= UINT32_MAX ? (int64_t)((uint32_t)number % (uint32_t)to)
                                               : number % to;
}

static inline int64_t kzi_rounded(int64_t number, const struct kzi_round *round) {
    int64_t to = round->to;
    if (round->way == KZI_ROUND_NONE || !to)
        return number;
    int64_t rest = kzi_remainder(number, to);
    bool up = round->way == KZI_ROUND_UP || (round->way == KZI_ROUND_NEAREST && 2 * rest >= to) ||
              (round->way == KZI_ROUND_HALF_DOWN && 2 * rest > to);
    return number - rest + (up && rest ? to : 0);
}

/* Return how many times the chips of a hand a payer of that role pays. */
static inline int64_t kzi_chip_times(const struct kzi_chips *chips, bool self_draw,
                                     enum kzi_role role) {
    const struct kzi_chip_payers *payers = self_draw ? &chips->self_draw : &chips->discard;
    return payers->of[payers->of[role] < 0 ? KZI_ROLE_OTHERS : role];
}

/* --- laid out once a ruleset ------------------------------------------------------------------ */

#define KZI_PRICED_TOTALS 128
#define KZI_PRICED_FU     16 /* different ones */
#define KZI_HIGHEST_FU    126

/* Who pays, by role: at each outcome of a discard, then of a self-draw, at which nobody discards.
 * The last one pays nothing. */
#define KZI_PAID_WAYS (2 * KZI_OUTCOMES - 1)
#define KZI_PAYERS    (KZI_PAID_WAYS * KZI_ROLES + 1)

/* The worth of one total and fu, and what each payer pays for it, small because scoring meets many
 * of them. */
struct kzi_priced {
    int32_t valued, value; /* as in kzi_price */
    uint32_t counted;
    int16_t limit;
    /* All numbers are in range, and whoever pays counters has a share. */
    bool usual;
    int32_t shares[KZI_PAYERS];
};

struct kzi_prices {
    /* By total and fu, as far as these are laid out: fu by its place, none of it at 0. */
    unsigned n_totals, n_fu;
    uint8_t index_of_fu[KZI_HIGHEST_FU + 2]; /* by fu + 1; KZI_PRICED_FU: not laid out */
    const struct kzi_priced *priced;
    /* The payer at each seat, by discard or self-draw, by winner and discarder + 1 (0: there is
     * none, or nobody knows who). */
    uint8_t payers[2][KZI_SEATS][KZI_SEATS + 1][KZI_SEATS];
    int32_t counters[KZI_PAYERS]; /* what each adds for one counter on the table, with a share */
};

/* Whose points change: a seat or, where nobody says who discarded, whoever did and each other. */
enum kzi_party { KZI_DISCARDER = KZI_SEATS, KZI_EACH_OTHER, KZI_PARTIES };
extern const char *const kzi_party_names[KZI_PARTIES];

/* Return the role of a party; KZI_ROLES: the winner, or a seat where nobody plays.  from: a seat;
 * -1: nobody, or nobody knows who. */
static inline enum kzi_role kzi_role_of(const struct kzi_model *model, unsigned winner, int from,
                                        unsigned party) {
    if (party == winner || (party >= model->n_seats && party < KZI_SEATS))
        return KZI_ROLES;
    return (int)party == from || party == KZI_DISCARDER ? KZI_ROLE_DISCARDER
           : party == model->payments.dealer            ? KZI_ROLE_DEALER
                                                        : KZI_ROLE_OTHERS;
}

void kzi_prices_lay_out(struct kzi_prices *prices, const struct kzi_model *model);

/* Refuse limits and yaku that no winner could ever be paid, because they are past the range. */
void kzi_prices_check(const struct kzi_model *model, struct kzi_diags *diags);

/* NULL: it is not laid out. */
static inline const struct kzi_priced *kzi_priced_at(const struct kzi_prices *prices, int32_t total,
                                                     int32_t fu) {
    unsigned index =
        (unsigned)(fu + 1) <= KZI_HIGHEST_FU + 1 ? prices->index_of_fu[fu + 1] : KZI_PRICED_FU;
    if ((uint32_t)total >= prices->n_totals || index >= prices->n_fu)
        return NULL;
    const struct kzi_priced *priced = &prices->priced[(unsigned)total * prices->n_fu + index];
    return priced->usual ? priced : NULL;
}

#endif

/* price.h - the price of a total and fu, and the payments of each payer: the steps of scoring that
 * do not depend on the hand.
 *
 * The functions of the first part need only the model and serve the tables of a rule book.  They
 * also compute the prices that a ruleset lays out for scoring to look up. */
#ifndef KZI_PRICE_H
#define KZI_PRICE_H

#include "rules/model.h"

struct kzi_price {
    int32_t valued;  /* the total that counts for value and limits */
    int64_t counted; /* the value before limits, at most KZI_BEYOND */
    int64_t value;   /* the value after limits, which is paid; at most KZI_BEYOND */
    int limit;       /* index in model->limits; -1: none is reached */
};

/* Compute the price of a total.  fu: rounded; ignored if the value depends on the total alone.  A
 * negative total means one beyond the range; its value is KZI_BEYOND. */
void kzi_fill_price(const struct kzi_model *model, int32_t total, int32_t fu,
                    struct kzi_price *price);

/* Multiply the value before limits by a factor. */
void kzi_price_multiply(const struct kzi_model *model, int64_t factor, struct kzi_price *price);

/* Return the last row of the table that the total reaches, or NULL. */
const struct kzi_value_row *kzi_value_row(const struct kzi_hand_value *value, int32_t total);
/* Return the last row of the rules that has a number of fu, or NULL. */
const struct kzi_fu_row *kzi_fu_row_of(const struct kzi_fu *fu, int32_t number);
#define KZI_BEYOND_FU 1000 /* more than any hand has */

/* Return whether two shares are equal.  A payer whom the rules do not name has the share 0. */
bool kzi_share_equals(const struct kzi_share *a, const struct kzi_share *b);
/* Return whether the payers of each role pay the same under both. */
bool kzi_shares_equal(const struct kzi_shares *a, const struct kzi_shares *b);

/* Return whether the dealer is paid and pays like any other player. */
static inline bool kzi_pays_equal(const struct kzi_shares by[KZI_OUTCOMES]) {
    return kzi_shares_equal(&by[KZI_DEALER_WINS], &by[KZI_OTHER_WINS]) &&
           kzi_shares_equal(&by[KZI_DEALER_DISCARDS], &by[KZI_OTHER_WINS]);
}

/* Return the outcome of a win.  from: the seat of the discarder; -1: none or unknown. */
static inline enum kzi_outcome kzi_outcome_of(const struct kzi_payments *payments, unsigned winner,
                                              int from) {
    if (winner == payments->dealer)
        return KZI_DEALER_WINS;
    return from == (int)payments->dealer ? KZI_DEALER_DISCARDS : KZI_OTHER_WINS;
}

/* Return the payments for a win by self-draw or on a discard. */
static inline const struct kzi_payment *kzi_payment_by(const struct kzi_payments *payments,
                                                       bool self_draw) {
    return self_draw ? &payments->self_draw : &payments->discard;
}

/* A win to be paid. */
struct kzi_win {
    bool self_draw;
    enum kzi_outcome outcome;
    int64_t value;                   /* the value of the hand */
    int limit;                       /* the limit that pays it; -1: none */
    int32_t multiplier;              /* how many times the limit is paid */
    const struct kzi_shares *shares; /* by outcome; NULL: the usual */
    uint8_t others_gone;             /* how many of the others have left and pay nothing */
    bool dealer_gone;                /* the dealer has left and pays nothing */
};

/* Return the payments that a limit states for this way of winning, or NULL if its worth is shared
 * out like any value. */
static inline const struct kzi_limit_payers *kzi_limit_payers(const struct kzi_model *model,
                                                              int limit, bool self_draw) {
    const struct kzi_limit_pays *pays = limit < 0 ? NULL : model->limits[limit].pays;
    const struct kzi_limit_payers *payers = !pays       ? NULL
                                            : self_draw ? &pays->self_draw
                                                        : &pays->discard;
    return payers && payers->written ? payers : NULL;
}

/* Return the shares of the payers, by outcome, for a win. */
const struct kzi_shares *kzi_shares_for(const struct kzi_model *model, const struct kzi_win *win);

/* Subtract the rest of units from a value, and add to `plus` what a payer with this share pays for
 * the rest. */
void kzi_split_rest(const struct kzi_model *model, const struct kzi_share *share, int64_t *value,
                    int64_t *plus);

/* Return the most that one player pays for a hand that is paid a limit `multiplier` times, or for
 * any other hand (limit -1). */
int64_t kzi_max_paid(const struct kzi_model *model, int limit, int32_t multiplier);

/* Find what each role pays for a hand, rounded.  A dealer whom the rules do not name is one of the
 * others. */
void kzi_pay(const struct kzi_model *model, const struct kzi_win *win, int64_t pays[KZI_ROLES]);

/* Return the number of seats with this role. */
unsigned kzi_count_role(const struct kzi_model *model, const struct kzi_win *win,
                        enum kzi_role role);

/* Return what a payer adds for one counter on the table.  share: its share of the hand. */
static inline int64_t kzi_counter_share(const struct kzi_payments *payments, bool self_draw,
                                        bool discarder, bool dealer, int64_t share) {
    const int32_t *counter = kzi_payment_by(payments, self_draw)->counter;
    int64_t each = discarder ? counter[KZI_ROLE_DISCARDER] : 0;
    if (share && dealer)
        each += counter[KZI_ROLE_DEALER];
    return share ? each + counter[KZI_ROLE_OTHERS] : each;
}

/* Return number % divisor.  A 32-bit division is much faster than a 64-bit one. */
static inline int64_t kzi_remainder(int64_t number, int64_t divisor) {
    return number >= 0 && number <= UINT32_MAX ? (int64_t)((uint32_t)number % (uint32_t)divisor)
                                               : number % divisor;
}

static inline int64_t kzi_rounded(int64_t number, const struct kzi_round *round) {
    int64_t to = round->to;
    if (round->mode == KZI_ROUND_NONE || !to)
        return number;
    int64_t rest = kzi_remainder(number, to);
    bool up = round->mode == KZI_ROUND_UP || (round->mode == KZI_ROUND_NEAREST && 2 * rest >= to) ||
              (round->mode == KZI_ROUND_HALF_DOWN && 2 * rest > to);
    return number - rest + (up && rest ? to : 0);
}

/* Return how many times a payer of that role pays the chips of the hand. */
static inline int64_t kzi_chip_times(const struct kzi_chips *chips, bool self_draw,
                                     enum kzi_role role) {
    const struct kzi_chip_payers *payers = self_draw ? &chips->self_draw : &chips->discard;
    return payers->of[payers->of[role] < 0 ? KZI_ROLE_OTHERS : role];
}

/* --- laid out once a ruleset ------------------------------------------------------------------ */

#define KZI_PRICED_TOTALS 128
#define KZI_PRICED_FU     16 /* different numbers of fu */
#define KZI_HIGHEST_FU    126

/* Payers are numbered by outcome and role: those of a discard first, then those of a self-draw,
 * which has no outcome with a discarder.  The last one pays nothing. */
#define KZI_PAID_WAYS (2 * KZI_OUTCOMES - 1)
#define KZI_PAYERS    (KZI_PAID_WAYS * KZI_ROLES + 1)

/* The price of one total and fu with the shares of all payers.  It is small, because scoring uses
 * many of them. */
struct kzi_price_entry {
    int32_t valued, value; /* as in kzi_price */
    uint32_t counted;
    int16_t limit;
    /* All numbers are in range, and a payer of counters has a share of the hand. */
    bool usual;
    int32_t shares[KZI_PAYERS];
};

struct kzi_prices {
    /* The prices that are laid out, by total and by index of fu.  Index 0 is for no fu. */
    unsigned n_totals, n_fu;
    uint8_t index_of_fu[KZI_HIGHEST_FU + 2]; /* by fu + 1; KZI_PRICED_FU: not laid out */
    const struct kzi_price_entry *priced;
    /* The payer in each seat, by discard or self-draw, winner, and discarder + 1 (0: none or
     * unknown). */
    uint8_t payers[2][KZI_SEATS][KZI_SEATS + 1][KZI_SEATS];
    int32_t counters[KZI_PAYERS]; /* points that each payer with a share adds for one counter */
};

/* A party whose points change: a seat or, if the discarder is unknown, the discarder and each of
 * the others. */
enum kzi_party { KZI_DISCARDER = KZI_SEATS, KZI_ANY_OTHER, KZI_PARTIES };
extern const char *const kzi_party_names[KZI_PARTIES];

/* Return the role of a party; KZI_ROLES for the winner and for a seat that does not play.  from:
 * the seat of the discarder; -1: none or unknown. */
static inline enum kzi_role kzi_role_of(const struct kzi_model *model, unsigned winner, int from,
                                        unsigned party) {
    if (party == winner || (party >= model->n_seats && party < KZI_SEATS))
        return KZI_ROLES;
    return (int)party == from || party == KZI_DISCARDER ? KZI_ROLE_DISCARDER
           : party == model->payments.dealer            ? KZI_ROLE_DEALER
                                                        : KZI_ROLE_OTHERS;
}

void kzi_prices_lay_out(struct kzi_prices *prices, const struct kzi_model *model);

/* Refuse limits and yaku whose payments are always out of range. */
void kzi_prices_check(const struct kzi_model *model, struct kzi_diags *diags);

/* Return the price of a total and fu, or NULL if it is not laid out. */
static inline const struct kzi_price_entry *kzi_priced_at(const struct kzi_prices *prices,
                                                          int32_t total, int32_t fu) {
    unsigned index =
        (unsigned)(fu + 1) <= KZI_HIGHEST_FU + 1 ? prices->index_of_fu[fu + 1] : KZI_PRICED_FU;
    if ((uint32_t)total >= prices->n_totals || index >= prices->n_fu)
        return NULL;
    const struct kzi_price_entry *priced = &prices->priced[(unsigned)total * prices->n_fu + index];
    return priced->usual ? priced : NULL;
}

#endif

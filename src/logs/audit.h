/* audit.h - settle a round by the rules, and compare the result with the payments in the log. */
#ifndef KZI_AUDIT_H
#define KZI_AUDIT_H

#include "logs/replayer.h"
#include "score/deal/settlement.h"

/* The values of a win that a log may give, in the order of reports. */
enum kzi_logged_field {
#define KZI_LOGGED_FIELD(id, name) KZI_LOGGED_##id,
#include "logs/fields.def"
#undef KZI_LOGGED_FIELD
    KZI_LOGGED_FIELDS
};

extern const char *const kzi_logged_field_names[KZI_LOGGED_FIELDS];

/* A win or a draw, as logged and as computed. */
struct kzi_audit {
    const struct kzi_logged_round *round;
    const struct kzi_logged_win *logged;
    int seat;                          /* of the winner; -1: a draw */
    const struct kz_result *result;    /* of the winner; NULL: refused (see error), or a draw */
    const struct kzi_hand *hand;       /* of the winner; NULL: a draw */
    const char *error;                 /* why the rules refuse the round; NULL: they do not */
    unsigned differs;                  /* set of enum kzi_logged_field */
    bool unknown;                      /* the log names a yaku that the dialect lacks */
    int64_t payments[KZI_MAX_PLAYERS]; /* as computed, by seat, without the bets made in the deal */
};

/* Settle a round.  Adds the seats that are liable to the winners' hands. */
void kzi_round_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                      struct kzi_logged_round *round);

/* Compare winner n of a settled round with the log; a draw has only n 0.  Return whether they
 * agree. */
bool kzi_audit_win(struct kzi_audit *audit, const struct kzi_settlement *settlement,
                   const struct kzi_logged_round *round, unsigned n);
/* Return the value of a yaku in a result, all times together, as a log gives it. */
int kzi_audit_worth(const struct kz_result *result, unsigned yaku);

#endif

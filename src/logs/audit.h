/* audit.h - settle a round by the rules, and compare that with what the log says was paid. */
#ifndef KZI_AUDIT_H
#define KZI_AUDIT_H

#include "logs/replayer.h"
#include "score/deal/settlement.h"

/* What a log may say of a win, in the order in which reports name it. */
enum kzi_logged_field {
#define KZI_LOGGED_FIELD(id, name) KZI_LOGGED_##id,
#include "logs/fields.def"
#undef KZI_LOGGED_FIELD
    KZI_LOGGED_FIELDS
};

extern const char *const kzi_logged_field_names[KZI_LOGGED_FIELDS];

/* A win, or a draw, as logged and as computed. */
struct kzi_audit {
    const struct kzi_logged_round *round;
    const struct kzi_logged_win *logged;
    int seat;                       /* of the winner; -1: a draw */
    const struct kz_result *result; /* of the winner; NULL: none, because error says why or it is a
                                       draw */
    const struct kzi_hand *hand;    /* of the winner; NULL: a draw */
    const char *error;              /* the rules refuse the round */
    unsigned differs;               /* by enum kzi_logged_field */
    bool unknown;                   /* the dialect lacks a yaku that the log names */
    int64_t payments[KZI_MAX_PLAYERS]; /* computed, by seat, without bets that were just placed */
};

/* Settle a round: scores what each winner holds, and who is liable for it. */
void kzi_round_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                      struct kzi_logged_round *round);

/* Compare winner n of a settled round with the log; of a draw there is only n 0.  Return whether
 * they agree. */
bool kzi_audit_win(struct kzi_audit *audit, const struct kzi_settlement *settlement,
                   const struct kzi_logged_round *round, unsigned n);
/* Return what a yaku of a result adds up to, as a log says it. */
int kzi_audit_worth(const struct kz_result *result, unsigned yaku);

#endif

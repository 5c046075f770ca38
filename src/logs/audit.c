#include "logs/audit.h"

#include "compile/condition/evaluation.h"
#include "report/wording.h"
#include "score/steps.h"

#include <string.h>

const char *const kzi_logged_field_names[KZI_LOGGED_FIELDS] = {
#define KZI_LOGGED_FIELD(id, name) name,
#include "logs/fields.def"
#undef KZI_LOGGED_FIELD
};

/* --- liability ------------------------------------------------------------------------------- */

static const struct kz_result *result_of(const struct kzi_settlement *settlement, unsigned seat) {
    for (unsigned i = 0; i < settlement->n_results; i++)
        if (settlement->results[i].hand.seat == seat)
            return &settlement->results[i];
    return NULL;
}

/* Return the seat that fed the last meld among the groups of a yaku, or -1. */
static int last_feeder(const struct kz_result *result, unsigned yaku,
                       const int8_t fed[KZI_MAX_MELDS]) {
    struct kzi_facts facts;
    uint16_t instances[KZI_MAX_INSTANCES] = {0};
    const struct kzi_reading *reading = &result->best.reading;
    kzi_facts_of(result, &facts);
    unsigned count =
        kzi_find_instances_of(&facts, reading, &result->rules->model->yaku[yaku], instances);
    unsigned melds = (1U << reading->n_melds) - 1,
             groups = (count && instances[0] ? instances[0] : UINT16_MAX) & melds;
    return groups ? fed[31 - __builtin_clz(groups)] : -1;
}

/* Add the seats that are liable to a winner's hand.  Return whether there are any. */
static bool add_liable(const struct kz_result *result, const int8_t fed[KZI_MAX_MELDS],
                       struct kzi_hand *hand) {
    const struct kzi_model *model = result->rules->model;
    for (unsigned yaku = 0; yaku < model->yaku_names.count && hand->n_pao < KZI_MAX_PAO; yaku++) {
        const char *id = model->yaku[yaku].id;
        const bool counts =
            kzi_has_bit(result->best.scored, yaku) && kzi_liability_for(model, (int)yaku);
        int seat = counts ? last_feeder(result, yaku, fed) : -1;
        if (seat < 0 || strlen(id) >= KZI_MAX_WORD)
            continue;
        hand->pao[hand->n_pao] = id;
        hand->pao_seats[hand->n_pao++] = (uint8_t)seat;
    }
    return hand->n_pao;
}

/* Settle without liability, to find the yaku.  If someone is liable for one, settle again with
 * liability, unless the rules refuse that. */
void kzi_round_settle(struct kzi_settlement *settlement, const struct kz_ruleset *rules,
                      struct kzi_logged_round *round) {
    struct kzi_deal *deal = &round->deal;
    bool any = false;
    for (unsigned i = 0; i < deal->n_winners; i++)
        deal->winners[i].n_pao = 0;
    if (!kzi_deal_settle(settlement, rules, deal) || !rules->model->payments.n_liabilities)
        return;
    for (unsigned i = 0; i < deal->n_winners; i++) {
        const struct kz_result *result = result_of(settlement, deal->winners[i].seat);
        if (deal->winners[i].n_melds && result && result->reason == KZI_WINS)
            any |= add_liable(result, round->fed[i], &deal->winners[i]);
    }
    if (!any || kzi_deal_settle(settlement, rules, deal))
        return;
    for (unsigned i = 0; i < deal->n_winners; i++)
        deal->winners[i].n_pao = 0;
    kzi_deal_settle(settlement, rules, deal);
}

/* --- comparing ------------------------------------------------------------------------------- */

int kzi_audit_worth(const struct kz_result *result, unsigned yaku) {
    return kzi_value_in_hand(result, yaku)->number * (int)kzi_times_listed(result, yaku);
}

/* Return whether another yaku of the log can only be the one with this id. */
static bool is_named_alone(const struct kzi_logged_win *logged, const struct kzi_node *ids,
                           const char *id) {
    for (unsigned i = 0; i < logged->n_yaku; i++) {
        const struct kzi_node *other = logged->yaku[i].ids;
        if (other != ids && (other->kind == KZI_SCALAR || other->count == 1) &&
            kzi_node_item(other, id))
            return true;
    }
    return false;
}

/* Return whether a yaku of the log is in the result, with the log's value if it gives one.  Values
 * of limits are not compared, because logs write them as various numbers. */
static bool has_logged(const struct kz_result *result, const struct kzi_logged_win *win,
                       const struct kzi_logged_yaku *logged, const uint16_t *list, unsigned count) {
    int sum = 0;
    bool any = false, limit = false;
    for (unsigned i = 0; i < count; i++) {
        const char *id = result->rules->model->yaku[list[i]].id;
        if (!kzi_node_item(logged->ids, id) || is_named_alone(win, logged->ids, id))
            continue;
        any = true;
        limit |= kzi_value_in_hand(result, list[i])->limit != KZI_NO_LIMIT;
        sum += kzi_audit_worth(result, list[i]);
    }
    return logged->value == KZI_NOT_SAID || limit ? any : sum == logged->value;
}

static bool is_logged(const struct kzi_logged_win *logged, const char *id) {
    for (unsigned i = 0; i < logged->n_yaku; i++)
        if (kzi_node_item(logged->yaku[i].ids, id))
            return true;
    return false;
}

/* Return whether the yaku are the same; the dialect knows the names of all yaku of the log. */
static bool yaku_equal(const struct kz_result *result, const struct kzi_logged_win *logged) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_list_counted(result, list);
    for (unsigned i = 0; i < logged->n_yaku; i++)
        if (!has_logged(result, logged, &logged->yaku[i], list, count))
            return false;
    for (unsigned i = 0; i < count; i++)
        if (!is_logged(logged, result->rules->model->yaku[list[i]].id))
            return false;
    return true;
}

static void differ(struct kzi_audit *audit, enum kzi_logged_field field, bool logged, bool same) {
    audit->differs |= (unsigned)(logged && !same) << field;
}

static void compare_payments(struct kzi_audit *audit) {
    bool same = true;
    for (unsigned player = 0; player < audit->round->n_players; player++)
        same &=
            audit->logged->payments[player] == audit->payments[kzi_seat_of(audit->round, player)];
    differ(audit, KZI_LOGGED_PAYMENTS, audit->logged->has_payments, same);
}

/* Compare the members of a win.  Yaku are not compared if the dialect lacks the name of one. */
static void compare_win(struct kzi_audit *audit) {
    const struct kz_result *result = audit->result;
    const struct kzi_logged_win *logged = audit->logged;
    differ(audit, KZI_LOGGED_YAKU, logged->n_yaku && !audit->unknown,
           audit->unknown || yaku_equal(result, logged));
    differ(audit, KZI_LOGGED_TOTAL, logged->total != KZI_NOT_SAID && !result->best.by_limit,
           result->best.total == logged->total);
    differ(audit, KZI_LOGGED_FU, logged->fu != KZI_NOT_SAID && result->best.fu >= 0,
           result->best.fu == logged->fu);
    differ(audit, KZI_LOGGED_POINTS, logged->points != KZI_NOT_SAID,
           result->best.points == logged->points);
}

/* Take the payments of a draw, without the bets made in the deal, which the settlement includes. */
static void take_draw_payments(struct kzi_audit *audit, const struct kzi_settlement *settlement) {
    int64_t bet = settlement->rules->model->payments.bet;
    for (unsigned seat = 0; seat < audit->round->n_players; seat++)
        audit->payments[seat] = settlement->paid[seat] + (settlement->riichi >> seat & 1 ? bet : 0);
}

bool kzi_audit_win(struct kzi_audit *audit, const struct kzi_settlement *settlement,
                   const struct kzi_logged_round *round, unsigned n) {
    bool drawn = round->deal.drawn;
    *audit = (struct kzi_audit){.round = round, .logged = &round->logged[n], .seat = -1};
    if (!drawn)
        audit->seat = (audit->hand = &round->deal.winners[n])->seat;
    for (unsigned i = 0; i < audit->logged->n_yaku; i++)
        audit->unknown |= !audit->logged->yaku[i].ids;
    if (settlement->problem.found) {
        audit->error = settlement->problem.text;
        return false;
    }
    if (drawn) {
        take_draw_payments(audit, settlement);
    } else {
        audit->result = result_of(settlement, (unsigned)audit->seat);
        if (!audit->result || audit->result->reason != KZI_WINS)
            return false;
        audit->hand = &audit->result->hand;
        for (unsigned seat = 0; seat < round->n_players; seat++)
            audit->payments[seat] = audit->result->paid[seat];
        compare_win(audit);
    }
    compare_payments(audit);
    return !audit->differs;
}

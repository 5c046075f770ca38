/* Score a hand into a record that Python unpacks at once, because a call for each number would cost
 * more than scoring. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

static const char *const reasons[] = {NULL,      "incomplete", "no_yaku", "below_minimum",
                                      "furiten", "head_bump"};
#define N_REASONS (sizeof reasons / sizeof *reasons)

const char *kzpy_reason(size_t number) {
    return number < N_REASONS ? reasons[number] : NULL;
}

kzpy_scorer *kzpy_scorer_new(const kz_ruleset *rules) {
    kzpy_scorer *scorer = calloc(1, sizeof *scorer);
    if (!scorer)
        return NULL;
    scorer->rules = rules;
    scorer->hand = kz_hand_new();
    scorer->result = kz_result_new();
    if (scorer->hand && scorer->result && kz_hand_know(scorer->hand, rules) == KZ_OK)
        return scorer;
    kzpy_scorer_free(scorer);
    return NULL;
}

void kzpy_scorer_free(kzpy_scorer *scorer) {
    if (!scorer)
        return;
    kz_hand_free(scorer->hand);
    kz_result_free(scorer->result);
    free(scorer);
}

static int32_t reason_of(const kz_result *result) {
    const char *id = kz_result_reason(result);
    for (size_t i = 1; id && i < N_REASONS; i++)
        if (!strcmp(id, reasons[i]))
            return (int32_t)i;
    return 0;
}

static int32_t limit_of(const kz_ruleset *rules, const char *id) {
    return id ? kz_ruleset_limit_find(rules, id) : -1;
}

static void put_yaku(struct kzpy_record *record, const kz_ruleset *rules, const kz_result *result) {
    const size_t most = sizeof record->yaku / sizeof *record->yaku;
    size_t count = kz_result_yaku_count(result);
    record->n_yaku = (int32_t)(count < most ? count : most);
    for (size_t i = 0; i < (size_t)record->n_yaku; i++)
        record->yaku[i] = (struct kzpy_yaku){kz_result_yaku_number(result, i),
                                             kz_result_yaku_value(result, i),
                                             kz_result_yaku_times(result, i),
                                             limit_of(rules, kz_result_yaku_limit(result, i))};
}

static void put_payments(struct kzpy_record *record, const kz_result *result) {
    for (int seat = 0; seat < 4; seat++)
        record->payments[seat] = kz_result_payment(result, (kz_seat)seat);
    record->payments[4] = kz_result_payment_discarder(result);
    record->payments[5] = kz_result_payment_others(result);
    record->discarder_unknown = kz_result_discarder_unknown(result);
}

static void put_chips(struct kzpy_record *record, const kz_result *result) {
    record->chips = kz_result_chips(result);
    for (int seat = 0; seat < 4; seat++)
        record->chip_payments[seat] = kz_result_chip_payment(result, (kz_seat)seat);
    record->chip_payments[4] = kz_result_chip_payment_discarder(result);
    record->chip_payments[5] = kz_result_chip_payment_others(result);
}

int kzpy_record_of(struct kzpy_record *record, const kz_ruleset *rules, const kz_result *result) {
    record->win = kz_result_wins(result);
    record->reason = record->win ? 0 : reason_of(result);
    record->seat = (int32_t)kz_result_seat(result);
    record->points = kz_result_points(result);
    record->total = kz_result_total(result);
    record->qualifying = kz_result_qualifying(result);
    record->fu = kz_result_fu(result);
    record->limit = limit_of(rules, kz_result_limit(result));
    record->multiplier = kz_result_multiplier(result);
    put_payments(record, result);
    put_chips(record, result);
    put_yaku(record, rules, result);
    return (int)(offsetof(struct kzpy_record, yaku) +
                 (size_t)record->n_yaku * sizeof *record->yaku);
}

/* Fill in the record, or the error that a call left in the result.  Return the bytes of the record,
 * or -1. */
static int concluded(kzpy_scorer *scorer, kz_status status) {
    if (status == KZ_OK)
        return kzpy_record_of(&scorer->record, scorer->rules, scorer->result);
    const kz_error *error = kz_result_error(scorer->result);
    if (error)
        scorer->error = *error;
    else
        scorer->error = (kz_error){.status = status, .severity = KZ_ERROR};
    return -1;
}

int kzpy_score(kzpy_scorer *scorer, const char *text, size_t len) {
    if (kz_hand_parse(scorer->hand, text, len, &scorer->error) != KZ_OK)
        return -1;
    return concluded(scorer, kz_score(scorer->result, scorer->rules, scorer->hand));
}

int kzpy_read_unfinished(kzpy_scorer *scorer, const char *text, size_t len) {
    return kz_hand_parse_unfinished(scorer->hand, text, len, &scorer->error) == KZ_OK ? 0 : -1;
}

int kzpy_score_with(kzpy_scorer *scorer, const char *tile, int self_draw) {
    return concluded(
        scorer, kz_score_completed(scorer->result, scorer->rules, scorer->hand, tile, self_draw));
}

int kzpy_value(kzpy_scorer *scorer, const kz_stated_value *value) {
    return concluded(scorer, kz_value(scorer->result, scorer->rules, value));
}

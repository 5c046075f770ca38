/* The calls of kazoe.h that return the values of a result. */
#include "api.h"

#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"

#include <stdlib.h>

kz_result *kz_result_new(void) {
    return calloc(1, sizeof(kz_result));
}

void kz_result_free(kz_result *result) {
    free(result);
}

const kz_error *kz_result_error(const kz_result *result) {
    return result->status == KZ_OK ? NULL : &result->error;
}

static bool scored(const kz_result *result) {
    return result->rules && result->status == KZ_OK;
}

static bool complete(const kz_result *result) {
    return scored(result) && result->reason != KZI_INCOMPLETE;
}

int kz_result_wins(const kz_result *result) {
    return scored(result) && result->reason == KZI_WINS;
}

int64_t kz_result_points(const kz_result *result) {
    return kz_result_wins(result) ? result->best.points : 0;
}

int64_t kz_result_payment(const kz_result *result, kz_seat seat) {
    return kz_result_wins(result) && (unsigned)seat < KZI_SEATS ? result->paid[seat] : 0;
}

int64_t kz_result_payment_discarder(const kz_result *result) {
    return kz_result_wins(result) ? result->paid[KZI_DISCARDER] : 0;
}

int64_t kz_result_payment_others(const kz_result *result) {
    return kz_result_wins(result) ? result->paid[KZI_ANY_OTHER] : 0;
}

int kz_result_discarder_unknown(const kz_result *result) {
    return kz_result_wins(result) && result->discarder_unknown;
}

int kz_result_total(const kz_result *result) {
    return complete(result) ? result->best.total : 0;
}

int kz_result_qualifying(const kz_result *result) {
    return complete(result) ? result->best.qualifying : 0;
}

int kz_result_fu(const kz_result *result) {
    return complete(result) ? result->best.fu : -1;
}

const char *kz_result_limit(const kz_result *result) {
    if (!complete(result) || result->best.limit < 0 || (kzi_is_stated(result) && result->of_points))
        return NULL;
    return result->rules->model->limits[result->best.limit].id;
}

int kz_result_multiplier(const kz_result *result) {
    return complete(result) ? result->best.multiplier : 1;
}

/* Return whether the yaku that count are known. */
static bool has_yaku(const kz_result *result) {
    return complete(result) && !kzi_is_stated(result);
}

size_t kz_result_yaku_count(const kz_result *result) {
    size_t count = 0;
    for (unsigned i = 0; has_yaku(result) && i < result->rules->yaku_words; i++)
        count += (size_t)__builtin_popcountll(result->best.scored[i]);
    return count;
}

/* Return the yaku with an index, bonus yaku last, each in the ruleset's order; -1: past the
 * last. */
static int yaku_at(const kz_result *result, size_t index) {
    const struct kz_ruleset *rules = result->rules;
    for (int bonus = 0; has_yaku(result) && bonus < 2; bonus++)
        for (unsigned i = 0; i < rules->yaku_words; i++) {
            uint64_t left = result->best.scored[i] & (bonus ? rules->bonus[i] : ~rules->bonus[i]);
            KZI_EACH_IN(left, bit)
                if (!index--)
                    return (int)(64 * i + bit);
        }
    return -1;
}

const char *kz_result_yaku_id(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    return yaku < 0 ? NULL : result->rules->model->yaku[yaku].id;
}

int kz_result_yaku_value(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    if (yaku < 0)
        return 0;
    const struct kzi_value *value = kzi_value_in_hand(result, (unsigned)yaku);
    return value->limit == KZI_NO_LIMIT ? value->number : 0;
}

int kz_result_yaku_times(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    return yaku < 0 ? 0 : (int)kzi_times_listed(result, (unsigned)yaku);
}

int kz_result_yaku_number(const kz_result *result, size_t index) {
    return yaku_at(result, index);
}

const char *kz_result_yaku_limit(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    if (yaku < 0)
        return NULL;
    const struct kzi_value *value = kzi_value_in_hand(result, (unsigned)yaku);
    return value->limit == KZI_NO_LIMIT ? NULL : result->rules->model->limits[value->limit].id;
}

const char *kz_result_reason(const kz_result *result) {
    return scored(result) && result->reason != KZI_WINS ? kzi_reason_ids[result->reason] : NULL;
}

kz_seat kz_result_seat(const kz_result *result) {
    return scored(result) ? (kz_seat)result->hand.seat : KZ_EAST;
}

/* An empty result has no rules that could have chips. */
static bool has_chips(const kz_result *result) {
    return result->rules && kzi_has_chips(result);
}

int64_t kz_result_chips(const kz_result *result) {
    return has_chips(result) ? result->chips : 0;
}

int64_t kz_result_chip_payment(const kz_result *result, kz_seat seat) {
    return has_chips(result) && (unsigned)seat < KZI_SEATS ? result->chips_paid[seat] : 0;
}

int64_t kz_result_chip_payment_discarder(const kz_result *result) {
    return has_chips(result) ? result->chips_paid[KZI_DISCARDER] : 0;
}

int64_t kz_result_chip_payment_others(const kz_result *result) {
    return has_chips(result) ? result->chips_paid[KZI_ANY_OTHER] : 0;
}

static size_t write_json(const kz_result *result, char *buffer, size_t size, bool explain) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (scored(result))
        kzi_put_result_json(&text, result, explain, 0);
    else
        kzi_put_error_json(&text, kzi_hand_id(&result->hand), 0, &result->error);
    return kzi_text_end(&text);
}

size_t kz_result_json(const kz_result *result, char *buffer, size_t size) {
    return write_json(result, buffer, size, false);
}

size_t kz_result_explain_json(const kz_result *result, char *buffer, size_t size) {
    return write_json(result, buffer, size, true);
}

static size_t write_text(const kz_result *result, const struct kzi_style *style, char *buffer,
                         size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (scored(result))
        kzi_put_result(&text, result, style);
    else
        kzi_text_put(&text, result->error.text);
    return kzi_text_end(&text);
}

size_t kz_result_text(const kz_result *result, const char *language, char *buffer, size_t size) {
    return write_text(result, &(struct kzi_style){.language = language}, buffer, size);
}

size_t kz_result_explain_text(const kz_result *result, const char *language, char *buffer,
                              size_t size) {
    return write_text(result, &(struct kzi_style){.language = language, .explain = true}, buffer,
                      size);
}

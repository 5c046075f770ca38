/* A value without tiles, a line or a record, paid if it parses: its points come only from the seats
 * and the bets. */
#include "target.h"

#include "report/result_json.h"
#include "report/result_text.h"
#include "score/value.h"

static struct kzi_stated_value stated;
static struct kz_result result;
static char text[64 * 1024];

static void must_be_told(void) {
    struct kzi_text json = kzi_text_fixed(text, sizeof text);
    kzi_put_result_json(&json, &result, false, 0);
    fuzz_must_be_json(text, kzi_text_end(&json), sizeof text);
    const struct kzi_style style = {.language = "en"};
    struct kzi_text lines = kzi_text_fixed(text, sizeof text);
    kzi_put_result(&lines, &result, &style);
    FUZZ_MUST(kzi_text_end(&lines) < sizeof text);
}

static void pay_under(const kz_ruleset *rules) {
    int64_t sum = 0;
    if (kzi_value_settle(&result, rules, &stated.hand, &stated.statement, false) != KZ_OK) {
        fuzz_must_tell(&result.error, KZI_MAX_LINE);
        return;
    }
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += result.paid[seat];
    if (result.discarder_unknown)
        sum += result.paid[KZI_DISCARDER] +
               kzi_count_payers(rules, &result.hand, KZI_ANY_OTHER) * result.paid[KZI_ANY_OTHER];
    FUZZ_MUST(!kz_result_wins(&result) ||
              sum == (int64_t)result.hand.bets * rules->model->payments.bet);
    must_be_told();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct kzi_problem problem = {.found = false};
    kz_error error = {0};
    if (!kzi_value_read(&stated, (const char *)data, size, &problem)) {
        kzi_problem_error(&problem, &error);
        fuzz_must_tell(&error, size);
        return 0;
    }
    pay_under(fuzz_rulesets()[size % FUZZ_RULESETS]);
    return 0;
}

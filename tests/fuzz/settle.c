/* A whole deal as a record, settled if it parses: its points come only from the seats and the
 * bets. */
#include "target.h"

#include "report/deal_report.h"

static struct kzi_deal deal;
static struct kzi_settlement settlement;
static char text[512 * 1024];

static void must_be_told(void) {
    struct kzi_text json = kzi_text_fixed(text, sizeof text);
    struct kzi_style style = {.form = KZI_JSON, .explain = true};
    kzi_put_deal(&json, &settlement, &style);
    fuzz_must_be_json(text, kzi_text_end(&json), sizeof text);
    style.form = KZI_TEXT;
    struct kzi_text lines = kzi_text_fixed(text, sizeof text);
    kzi_put_deal(&lines, &settlement, &style);
    FUZZ_MUST(kzi_text_end(&lines) < sizeof text);
}

static void must_be_refused(size_t size) {
    kz_error error = {0};
    kzi_problem_error(&settlement.problem, &error);
    fuzz_must_tell(&error, size);
}

static void settle_under(const kz_ruleset *rules) {
    int64_t sum = 0, left = 0;
    if (!kzi_deal_settle(&settlement, rules, &deal)) {
        must_be_refused(KZI_MAX_LINE);
        return;
    }
    for (unsigned seat = 0; seat < KZI_SEATS; seat++)
        sum += settlement.paid[seat];
    left = (int64_t)deal.table.bets - settlement.bets_left;
    FUZZ_MUST(sum == left * rules->model->payments.bet);
    must_be_told();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!kzi_deal_read(&deal, &(struct kzi_deal_form){0}, (const char *)data, size,
                       &settlement.problem)) {
        must_be_refused(size);
        return 0;
    }
    settle_under(fuzz_rulesets()[size % FUZZ_RULESETS]);
    return 0;
}

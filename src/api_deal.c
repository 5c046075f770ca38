/* The calls of kazoe.h that settle deals. */
#include "api.h"

#include "report/deal_report.h"
#include "report/result_json.h"

#include <stdlib.h>

struct kz_deal {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
    kz_error error;
    bool settled;
};

kz_deal *kz_deal_new(void) {
    return calloc(1, sizeof(kz_deal));
}

void kz_deal_free(kz_deal *deal) {
    free(deal);
}

kz_status kz_deal_settle(kz_deal *deal, const kz_ruleset *rules, const char *notation,
                         const char *text, size_t len, kz_error *err) {
    const struct kzi_notation *found;
    if (!deal)
        return kzi_fail(err, KZ_BAD_USAGE, "no deal");
    struct kzi_problem *problem = &deal->settlement.problem;
    deal->settled = deal->deal.table.has_id = false;
    if (!rules || (!text && len))
        kzi_fail(&deal->error, KZ_BAD_USAGE, "no ruleset, or no text");
    else if (!kzi_take_notation(notation, &found))
        kzi_fail(&deal->error, KZ_BAD_USAGE, "there is no such notation");
    else {
        const struct kzi_deal_form form = {.notation = found};
        deal->settled = kzi_deal_read(&deal->deal, &form, text ? text : "", len, problem) &&
                        kzi_deal_settle(&deal->settlement, rules, &deal->deal);
        if (deal->settled)
            return KZ_OK;
        kzi_problem_error(problem, &deal->error);
    }
    if (err)
        *err = deal->error;
    return deal->error.status;
}

int64_t kz_deal_payment(const kz_deal *deal, kz_seat seat) {
    return deal->settled && (unsigned)seat < KZI_SEATS ? deal->settlement.paid[seat] : 0;
}

int64_t kz_deal_deposits_left(const kz_deal *deal) {
    return deal->settled ? deal->settlement.bets_left : 0;
}

int64_t kz_deal_chip_payment(const kz_deal *deal, kz_seat seat) {
    return deal->settled && (unsigned)seat < KZI_SEATS ? deal->settlement.chips_paid[seat] : 0;
}

const char *kz_deal_draw(const kz_deal *deal) {
    return deal->settled ? deal->settlement.draw : NULL;
}

size_t kz_deal_result_count(const kz_deal *deal) {
    return deal->settled ? deal->settlement.n_results : 0;
}

const kz_result *kz_deal_result(const kz_deal *deal, size_t index) {
    return index < kz_deal_result_count(deal) ? &deal->settlement.results[index] : NULL;
}

static size_t write_deal(const kz_deal *deal, const struct kzi_style *style, char *buffer,
                         size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (deal->settled)
        kzi_put_deal(&text, &deal->settlement, style);
    else if (style->form == KZI_JSON)
        kzi_put_error_json(&text, kzi_hand_id(&deal->deal.table), 0, &deal->error);
    else
        kzi_text_put(&text, deal->error.text);
    return kzi_text_end(&text);
}

size_t kz_deal_json(const kz_deal *deal, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.form = KZI_JSON}, buffer, size);
}

size_t kz_deal_explain_json(const kz_deal *deal, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.form = KZI_JSON, .explain = true}, buffer, size);
}

size_t kz_deal_text(const kz_deal *deal, const char *language, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.language = language}, buffer, size);
}

size_t kz_deal_explain_text(const kz_deal *deal, const char *language, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.language = language, .explain = true}, buffer,
                      size);
}

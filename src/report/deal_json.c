#include "report/deal_report.h"
#include "report/result_json.h"

static void put_results(struct kzi_text *text, const struct kzi_settlement *settlement,
                        bool explain) {
    KZI_PUT(text, ",\"results\":[");
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        if (i)
            kzi_text_char(text, ',');
        kzi_json_result(text, result, explain);
        KZI_PUT(text, ",\"seat\":\"");
        kzi_text_put(text, kzi_seat_names[result->hand.seat]);
        KZI_PUT(text, "\"}");
    }
    kzi_text_char(text, ']');
}

static void put_payments(struct kzi_text *text, const struct kzi_settlement *settlement) {
    for (unsigned seat = 0; seat < settlement->rules->model->n_seats; seat++) {
        kzi_text_put(text, seat ? ",\"" : ",\"payments\":{\"");
        kzi_text_put(text, kzi_seat_names[seat]);
        KZI_PUT(text, "\":");
        kzi_text_int(text, settlement->paid[seat]);
    }
    KZI_PUT(text, "},\"deposits_left\":");
    kzi_text_int(text, settlement->deposits_left);
}

void kzi_deal_json(struct kzi_text *text, const struct kzi_settlement *settlement, bool explain,
                   unsigned long line) {
    const char *id = kzi_hand_id(&settlement->deal->table);
    if (settlement->status) {
        kzi_report_error_json(text, id, line, &settlement->error);
        return;
    }
    kzi_text_char(text, '{');
    kzi_json_id(text, id);
    kzi_json_ruleset(text, settlement->rules);
    if (settlement->draw) {
        KZI_PUT(text, ",\"draw\":");
        kzi_json_string(text, settlement->draw);
    }
    put_results(text, settlement, explain);
    put_payments(text, settlement);
    kzi_text_char(text, '}');
}

#include "report/deal_report.h"
#include "report/result_json.h"

static void put_results(struct kzi_text *text, const struct kzi_settlement *settlement,
                        bool explain) {
    kzi_json_begin_key(text, "results", '[');
    for (unsigned i = 0; i < settlement->n_results; i++) {
        const struct kz_result *result = &settlement->results[i];
        kzi_json_result(text, result, explain);
        kzi_json_key_string(text, "seat", kzi_seat_names[result->hand.seat]);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_deal_json(struct kzi_text *text, const struct kzi_settlement *settlement, bool explain,
                   unsigned long line) {
    const char *id = kzi_hand_id(&settlement->deal->table);
    if (settlement->status) {
        kzi_report_error_json(text, id, line, &settlement->error);
        return;
    }
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, id);
    kzi_json_ruleset(text, settlement->rules);
    if (settlement->draw)
        kzi_json_key_string(text, "draw", settlement->draw);
    put_results(text, settlement, explain);
    kzi_json_begin_key(text, "payments", '{');
    for (unsigned seat = 0; seat < settlement->rules->model->n_seats; seat++)
        kzi_json_key_int(text, kzi_seat_names[seat], settlement->paid[seat]);
    kzi_json_end(text, '}');
    kzi_json_key_int(text, "deposits_left", settlement->deposits_left);
    kzi_json_end(text, '}');
}

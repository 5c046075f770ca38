/* Put the worth of a hand in a line, and values that are stated without tiles. */
#include "report/result_text.h"
#include "report/wording.h"
#include "score/value.h"
#include "words/condition_words.h"
#include "words/sentence.h"

void kzi_say_worth(struct kzi_sentence *sentence, const struct kz_result *result, bool brief) {
    const struct kzi_tally *best = &result->best;
    const struct kzi_model *model = result->rules->model;
    struct kzi_text *text = sentence->text;
    if (result->of_points) {
        kzi_sentence_count(sentence, KZI_SAYS_points_several, best->points);
        return;
    }
    const size_t from = text->len;
    if (!best->by_limit)
        kzi_argument_total(sentence, model, best->total);
    if (best->factor > 1)
        kzi_text_format(text, " x%lld", (long long)best->factor);
    const size_t total = text->len - from;
    if (!brief)
        kzi_say_most(sentence, result, " ");
    if (best->fu >= 0) {
        kzi_text_char(text, ' ');
        kzi_sentence_count(sentence, KZI_SAYS_fu_of, best->fu);
    }
    if (best->limit >= 0) {
        const size_t comma = text->len;
        kzi_text_put(text, best->by_limit ? "" : ", ");
        const size_t limit = text->len;
        kzi_argument_limit(sentence, model, (unsigned)best->limit, best->multiplier);
        if (brief && !text->failed && text->len - limit == total &&
            !memcmp(text->at + from, text->at + limit, total))
            text->len = comma; /* the limit has the name of the total: "2 fan" */
    }
    if (brief && kzi_has_chips(result) && result->chips) {
        kzi_text_put(text, ", ");
        kzi_sentence_count(sentence, KZI_SAYS_chips, result->chips);
    }
}

/* Put which hands have other payers, if that depends on tiles or yaku. */
static void put_other_payers(const struct kzi_report *report) {
    const struct kzi_payment *payment =
        kzi_payment_by(&report->model->payments, report->result->hand.self_draw);
    KZI_DOC_LIST(report->doc, ".ways")
        for (size_t i = 0;
             i < payment->n_other_payers && &payment->other_payers[i] != report->best->payers;
             i++) {
            if (!kzi_payers_ask_tiles(&payment->other_payers[i]))
                continue;
            KZI_DOC_SENTENCE(paid, report->doc, NULL, KZI_SAYS_paid_in_another_way)
                kzi_argument_condition(paid, report->model, payment->other_payers[i].when, false);
        }
}

void kzi_put_value(const struct kzi_report *report) {
    if (!report->result->of_points) /* otherwise the payments say it */
        kzi_say_worth(kzi_doc_words(report->doc, ".worth"), report->result, false);
    kzi_doc_bool(report->doc, ".unusual", report->result->unusual);
    if (report->result->reason == KZI_WINS)
        put_other_payers(report);
}

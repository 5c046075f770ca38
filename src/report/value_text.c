/* Write a value that was stated without tiles for a player. */
#include "compile/condition/phrase.h"
#include "report/result_text.h"
#include "report/sentence.h"
#include "score/value.h"

void kzi_say_worth(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_style *style) {
    const struct kzi_tally *best = &result->best;
    const struct kzi_model *model = result->rules->model;
    if (result->of_points) {
        kzi_text_format(text, "%lld points", (long long)best->points);
        return;
    }
    if (!best->by_limit)
        kzi_say_total(text, model, best->total);
    kzi_say_most(text, result, style, " ");
    if (best->fu >= 0)
        kzi_text_format(text, " %d fu", (int)best->fu);
    if (best->limit >= 0) {
        kzi_text_put(text, best->by_limit ? "" : ", ");
        kzi_say_limit(text, model, (unsigned)best->limit, best->multiplier, style->language);
    }
}

static void put_worth(const struct kzi_report *to) {
    if (to->result->of_points)
        return; /* the payments say it */
    kzi_text_put(to->text, "  ");
    kzi_say_worth(to->text, to->result, to->style);
    kzi_text_char(to->text, '\n');
}

/* Write which hands are paid in another way, where tiles or yaku decide it. */
static void put_ways(const struct kzi_report *to) {
    const struct kzi_payment *payment =
        kzi_payment(&to->model->payments, to->result->hand.self_draw);
    for (size_t i = 0; i < payment->n_ways && &payment->ways[i] != to->best->way; i++) {
        if (!kzi_way_asks_tiles(&payment->ways[i]))
            continue;
        kzi_text_put(to->text, "Paid in another way: ");
        kzi_condition_say(to->text, payment->ways[i].when, false);
        kzi_text_char(to->text, '\n');
    }
}

/* Write a warning. */
static void put_unusual(const struct kzi_report *to) {
    kzi_text_put(to->text, "  ");
    kzi_sentence_put(to->text, to->style, KZI_SAYS_unusual);
    kzi_text_char(to->text, '\n');
}

void kzi_value_text(struct kzi_text *text, const struct kz_result *result,
                    const struct kzi_style *style) {
    const struct kzi_report to = kzi_report_of(text, result, style);
    kzi_text_situation(text, result, style);
    put_worth(&to);
    if (result->unusual)
        put_unusual(&to);
    if (result->reason == KZI_WINS) {
        kzi_put_payments(&to);
        put_ways(&to);
    } else
        kzi_put_no_win(&to);
}

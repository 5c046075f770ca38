/* What a case may expect of a whole deal, beside what it may of each winner's hand. */
#include "analysis/cases/cases.h"
#include "rules/reader/reader.h"

#include <stdio.h>

#define OF_A_WINNER (KZI_OF_HAND | KZI_OF_WINNER)

void kzi_check_results(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_node *list = entry->value;
    (void)unused;
    if (!kzi_expect(reader, list, KZI_LIST, "results (one for each winner)"))
        return;
    for (size_t i = 0; i < list->count; i++)
        kzi_expect_keys(reader, list->u.items[i], OF_A_WINNER);
}

static bool tell_count(struct kzi_case_runner *runner, size_t expected, size_t got) {
    char of_case[32], of_deal[32];
    snprintf(of_case, sizeof of_case, "%zu", expected);
    snprintf(of_deal, sizeof of_deal, "%zu", got);
    runner->differs(runner->context, "results", of_case, of_deal);
    return false;
}

bool kzi_compare_results(struct kzi_case_runner *runner, const struct kzi_expected *wanted) {
    const struct kzi_settlement *settlement = wanted->settlement;
    const struct kzi_node *list = wanted->node;
    bool passed = true;
    if (list->count != settlement->n_results)
        return tell_count(runner, list->count, settlement->n_results);
    for (unsigned i = 0; i < settlement->n_results; i++) {
        struct kzi_expected winner = {.rules = wanted->rules, .result = &settlement->results[i]};
        char named[32];
        snprintf(named, sizeof named, "winner %u ", i + 1);
        passed &= kzi_compare_all(runner, &winner, list->u.items[i], OF_A_WINNER, named);
    }
    return passed;
}

void kzi_got_draw(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, wanted->settlement->draw ? wanted->settlement->draw : "none");
}

void kzi_got_deposits_left(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, wanted->settlement->deposits_left);
}

void kzi_got_seat(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, kzi_seat_names[wanted->result->hand.seat]);
}

/* Yaku and bonus summed, fu added up, yaku worth a limit paid by it. */
#include "compile/condition/evaluation.h"
#include "score/sum.h"

/* Of several yaku worth a limit, the highest counts, or all of those of one limit that add up. */
void kzi_sum_limits(const struct kz_result *result, const struct kzi_facts *facts,
                    struct kzi_tally *tally) {
    const struct kz_ruleset *rules = result->rules;
    int32_t times[KZI_MAX_LIMITS] = {0};
    unsigned yaku = 0;
    KZI_EACH_YAKU(rules, tally->scored, yaku) {
        const struct kzi_value *value = kzi_value_of(rules, yaku, facts->open);
        if (rules->model->limits[value->limit].add_up)
            times[value->limit] += value->number;
        else if (value->number > times[value->limit])
            times[value->limit] = value->number;
    }
    for (int i = 0; i < KZI_MAX_LIMITS; i++) {
        int64_t worth = (int64_t)times[i] * rules->model->limits[i].worth;
        if (times[i] && worth > tally->value) {
            tally->value = worth;
            tally->limit = i;
            tally->multiplier = times[i];
        }
    }
    tally->wins = true;
    tally->fu = tally->fu_counted = -1;
}

void kzi_add_up(struct kz_result *result, struct kzi_facts *facts,
                const struct kzi_matched *matched, struct kzi_tally *tally) {
    KZI_BY_WORDS(result->rules->yaku_words, kzi_adding(result, facts, matched, tally, words));
}

void kzi_add_fu(const struct kz_ruleset *rules, struct kzi_facts *facts,
                const struct kzi_matched *matched, struct kzi_tally *tally) {
    kzi_adding_fu(rules, facts, matched, tally);
    kzi_adding_price(rules, tally);
}

void kzi_take_price(const struct kz_ruleset *rules, struct kzi_tally *tally) {
    kzi_adding_price(rules, tally);
}

/* --- fu one by one --------------------------------------------------------------------------- */

static const char *const group_ids[] = {"chow", "pung", "kong", "pair"};

unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_tally *tally, struct kzi_fu_line *lines, unsigned max) {
    const struct kzi_fu *fu = &rules->model->fu;
    const struct kzi_reading *reading = &tally->reading;
    unsigned count = 0;
    if (tally->fu < 0 || !max)
        return 0;
    bool flat = fu->flat[reading->shape] != 0;
    lines[count++] = (struct kzi_fu_line){flat ? "flat" : "base", -1,
                                          flat ? fu->flat[reading->shape] : fu->start};
    for (unsigned i = 0; !flat && i < reading->n_groups && count < max; i++) {
        int32_t worth = rules->group_fu[kzi_group_code(kzi_group_of(reading, i), hand)].fu;
        if (worth)
            lines[count++] =
                (struct kzi_fu_line){group_ids[kzi_group_of(reading, i).kind], (int)i, worth};
    }
    for (size_t i = 0; i < fu->n_items && count < max; i++)
        if (tally->fu_items >> i & 1)
            lines[count++] = (struct kzi_fu_line){fu->items[i].id, -1, fu->items[i].fu};
    return count;
}

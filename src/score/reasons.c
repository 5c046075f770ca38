#include "score/reasons.h"

#include "compile/program/bitset.h"
#include "score/steps.h"

/* --- fu one by one --------------------------------------------------------------------------- */

static const char *const group_ids[] = {"chow", "pung", "kong", "pair"};

unsigned kzi_fu_lines(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const uint8_t mark_counts[KZI_MAX_MARKS], const struct kzi_tally *tally,
                      struct kzi_fu_line *lines, unsigned max) {
    const struct kzi_fu *fu = &rules->model->fu;
    const struct kzi_reading *reading = &tally->reading;
    unsigned count = 0;
    if (tally->fu < 0 || !max)
        return 0;
    bool unfinished = kzi_hand_is_unfinished(hand);
    bool flat = !unfinished && fu->flat[reading->shape] != 0;
    if (!unfinished)
        lines[count++] = (struct kzi_fu_line){flat ? "flat" : "base", -1,
                                              flat ? fu->flat[reading->shape] : fu->start};
    for (unsigned i = 0; !flat && i < reading->n_groups && count < max; i++) {
        int32_t worth = rules->group_fu[kzi_seated_group_code(kzi_group_of(reading, i), hand)].fu;
        if (worth)
            lines[count++] =
                (struct kzi_fu_line){group_ids[kzi_group_of(reading, i).kind], (int)i, worth};
    }
    for (size_t i = 0; i < fu->n_items && count < max; i++)
        if (tally->fu_items >> i & 1)
            lines[count++] = (struct kzi_fu_line){fu->items[i].id, -1,
                                                  kzi_fu_of_item(&fu->items[i], mark_counts)};
    return count;
}

/* --- covers ---------------------------------------------------------------------------------- */

/* Return whether the coverer covers only some instances of the yaku. */
static bool covers_some(const struct kzi_coverer *coverer, unsigned yaku) {
    for (unsigned i = 0; i < coverer->n_some; i++)
        if (coverer->some[i].yaku == yaku)
            return true;
    return false;
}

static bool is_used(const struct kzi_tally *tally, unsigned yaku) {
    for (unsigned i = 0; i < tally->n_chosen; i++)
        if (tally->chosen[i].yaku == yaku)
            return true;
    return false;
}

int kzi_covered_by(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku) {
    bool taken = !kzi_has_bit(rules->combinations, yaku) || is_used(tally, yaku);
    for (unsigned i = 0; i < rules->n_coverers; i++)
        if (kzi_has_bit(tally->scored, rules->coverers[i].yaku) &&
            kzi_has_bit(rules->coverers[i].covers, yaku))
            return rules->coverers[i].yaku;
    if (kzi_has_bit(tally->scored, yaku))
        return -1;
    for (unsigned i = 0; taken && i < rules->n_coverers; i++)
        if (kzi_has_bit(tally->scored, rules->coverers[i].yaku) &&
            covers_some(&rules->coverers[i], yaku))
            return rules->coverers[i].yaku;
    return -1;
}

int kzi_covered_within(const struct kz_ruleset *rules, const struct kzi_tally *tally, unsigned yaku,
                       unsigned groups) {
    for (unsigned i = 0; i < rules->n_coverers; i++) {
        const struct kzi_coverer *coverer = &rules->coverers[i];
        unsigned own = 0;
        bool covers = false;
        if (!kzi_has_bit(tally->scored, coverer->yaku))
            continue;
        for (unsigned k = 0; k < coverer->n_some; k++)
            covers |= coverer->some[k].yaku == yaku && coverer->some[k].which == KZI_COVERS_OWN;
        for (unsigned k = 0; k < tally->n_chosen; k++)
            own |= tally->chosen[k].yaku == coverer->yaku
                       ? kzi_contributing_groups(&tally->reading, &tally->chosen[k])
                       : 0U;
        if (covers && groups && !(groups & ~own))
            return coverer->yaku;
    }
    return -1;
}

#include "analysis/compare/comparer.h"

#include "api.h"

kz_status kzi_comparer_init(struct kzi_comparer *comparer, const kz_ruleset *const *rules,
                            unsigned count, bool reasons) {
    *comparer = (struct kzi_comparer){.count = count, .reasons = reasons};
    for (unsigned i = 0; i < count; i++)
        comparer->rules[i] = rules[i];
    kz_status status = KZ_OK;
    for (unsigned i = 1; reasons && i < count && status == KZ_OK; i++)
        status = kzi_blame_prepare(&comparer->blames[i], rules[0], rules[i], NULL);
    return status;
}

void kzi_comparer_release(struct kzi_comparer *comparer) {
    for (unsigned i = 0; i < comparer->count; i++)
        kzi_blame_free(comparer->blames[i]);
}

bool kzi_compared_hand_init(struct kzi_compared_hand *compared,
                            const struct kzi_comparer *comparer) {
    *compared = (struct kzi_compared_hand){.comparer = comparer, .hand = kz_hand_new()};
    compared->comparison.count = comparer->count;
    compared->comparison.blame = comparer->reasons ? compared->blame : NULL;
    bool done = compared->hand != NULL;
    for (unsigned i = 0; i < comparer->count && done; i++) {
        compared->comparison.results[i] = compared->results[i] = kz_result_new();
        done = compared->results[i] && kz_hand_know(compared->hand, comparer->rules[i]) == KZ_OK;
        if (!done || !comparer->blames[i])
            continue;
        compared->blamers[i] = kzi_blamer_new(comparer->blames[i]);
        compared->blame[i].differences = &comparer->blames[i]->differences;
        done = compared->blamers[i] != NULL;
    }
    return done;
}

void kzi_compared_hand_release(struct kzi_compared_hand *compared) {
    for (unsigned i = 0; i < compared->comparison.count; i++) {
        kz_result_free(compared->results[i]);
        kzi_blamer_free(compared->blamers[i]);
    }
    kz_hand_free(compared->hand);
}

static void blame(struct kzi_compared_hand *compared, unsigned column) {
    const struct kz_result *const sides[2] = {compared->results[0], compared->results[column]};
    struct kzi_blamed *blamed = &compared->blame[column].blamed;
    blamed->how = KZI_BLAMED_NONE;
    blamed->count = 0;
    if (compared->comparison.from_first[column] && compared->blamers[column])
        kzi_blame_hand(compared->blamers[column], &compared->hand->hand, sides, blamed);
}

bool kzi_compared_hand_score(struct kzi_compared_hand *compared, const char *text, size_t len) {
    unsigned count = compared->comparison.count;
    kz_error error;
    bool read = kz_hand_parse(compared->hand, text, len, &error) == KZ_OK;
    for (unsigned i = 0; i < count; i++)
        if (read)
            kz_score(compared->results[i], compared->comparer->rules[i], compared->hand);
        else
            kzi_refuse(compared->results[i], &compared->hand->hand, &error);
    kzi_compare(&compared->comparison);
    for (unsigned i = 1; i < count; i++)
        blame(compared, i);
    return read;
}

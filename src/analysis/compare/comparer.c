#include "analysis/compare/comparer.h"

#include "api.h"
#include "base/abi.h"

#include <stdlib.h>

/* --- the rulesets ----------------------------------------------------------------------------- */

static kz_status check_rulesets(const kz_ruleset *const *rules, size_t count, kz_error *err) {
    if (!rules || !count || count > KZI_MAX_COMPARED)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for the comparer, or not 1 to 16 rulesets");
    for (size_t i = 0; i < count; i++)
        if (!rules[i])
            return kzi_fail(err, KZ_BAD_USAGE, "one of the rulesets is NULL");
    return KZ_OK;
}

kz_status kz_comparer_new(kz_comparer **out, const kz_ruleset *const *rules, size_t count,
                          const kz_comparer_options *options, kz_error *err) {
    kz_comparer_options own;
    kz_status status = check_rulesets(out ? rules : NULL, count, err);
    if (out)
        *out = NULL;
    if (status == KZ_OK)
        status = kzi_take_struct(&own, sizeof own, options, err);
    if (status != KZ_OK)
        return status;
    const bool reasons = own.reasons;
    kz_comparer *made = calloc(1, sizeof *made);
    if (!made)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    made->count = (unsigned)count;
    made->reasons = reasons;
    for (unsigned i = 0; i < count; i++)
        made->rules[i] = rules[i];
    for (unsigned i = 1; reasons && i < count && status == KZ_OK; i++)
        status = kzi_blame_prepare(&made->blames[i], rules[0], rules[i], err);
    if (status == KZ_OK)
        *out = made;
    else
        kz_comparer_free(made);
    return status;
}

void kz_comparer_free(kz_comparer *comparer) {
    for (unsigned i = 0; comparer && i < comparer->count; i++)
        kzi_blame_free(comparer->blames[i]);
    free(comparer);
}

/* --- a hand ----------------------------------------------------------------------------------- */

/* Allocate the hand of a comparison.  Return false if memory ran out. */
static bool open_hand(kz_comparison *comparison) {
    const kz_comparer *comparer = comparison->comparer;
    bool opened = (comparison->hand = kz_hand_new());
    for (unsigned i = 0; i < comparer->count && opened; i++) {
        comparison->compared.results[i] = comparison->results[i] = kz_result_new();
        opened =
            comparison->results[i] && kz_hand_know(comparison->hand, comparer->rules[i]) == KZ_OK;
        if (!opened || !comparer->blames[i])
            continue;
        comparison->blamers[i] = kzi_blamer_new(comparer->blames[i]);
        comparison->blame[i].differences = &comparer->blames[i]->differences;
        opened = comparison->blamers[i] != NULL;
    }
    return opened;
}

kz_comparison *kz_comparison_new(const kz_comparer *comparer) {
    kz_comparison *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->comparer = comparer;
    made->compared.count = comparer->count;
    made->compared.blame = comparer->reasons ? made->blame : NULL;
    if (open_hand(made)) {
        kz_comparison_score(made, "", 0, NULL);
        return made;
    }
    kz_comparison_free(made);
    return NULL;
}

void kz_comparison_free(kz_comparison *comparison) {
    for (unsigned i = 0; comparison && i < comparison->compared.count; i++) {
        kz_result_free(comparison->results[i]);
        kzi_blamer_free(comparison->blamers[i]);
    }
    if (comparison)
        kz_hand_free(comparison->hand);
    free(comparison);
}

static void blame(kz_comparison *comparison, unsigned column) {
    const struct kz_result *const sides[2] = {comparison->results[0], comparison->results[column]};
    struct kzi_blame_set *blamed = &comparison->blame[column].blamed;
    blamed->how = KZI_BLAMED_NONE;
    blamed->count = 0;
    if (comparison->compared.from_first[column] && comparison->blamers[column])
        kzi_blame_hand(comparison->blamers[column], &comparison->hand->hand, sides, blamed);
}

kz_status kz_comparison_score(kz_comparison *comparison, const char *text, size_t len,
                              kz_error *err) {
    kz_error own, *error = err ? err : &own;
    if (!comparison || (!text && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no comparison, or no text");
    const kz_status status = kz_hand_parse(comparison->hand, text ? text : "", len, error);
    for (unsigned i = 0; i < comparison->compared.count; i++)
        if (status == KZ_OK)
            kz_score(comparison->results[i], comparison->comparer->rules[i], comparison->hand);
        else
            kzi_result_refuse_unread(comparison->results[i], &comparison->hand->hand, error);
    kzi_comparison_fill(&comparison->compared);
    for (unsigned i = 1; i < comparison->compared.count; i++)
        blame(comparison, i);
    return status;
}

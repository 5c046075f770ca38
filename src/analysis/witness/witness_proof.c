/* Differences that no hand can show: of what only turns a total and fu into a value, every total
 * and all fu that there can be are tried. */
#include "analysis/witness/witness_parts.h"
#include "compile/price.h"

#include <string.h>

#define MOST_TOTAL 400  /* from there on doubling changes no value */
#define MOST_FU    1000 /* more than any hand has */

/* Whether a place is read by nothing but the price of a total and fu. */
static bool is_of_price(const char *address) {
    const char *limit = kzi_below(address, "limits");
    const char *key = limit ? strchr(limit, '.') : NULL;
    if (key)
        return !strcmp(key, ".from_total") || !strcmp(key, ".from_value");
    return !strcmp(address, "total.at_most");
}

static bool same_price(const struct kz_ruleset *const alike[2], int32_t total, int32_t fu) {
    struct kzi_price price[2];
    const char *limit[2];
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_model *model = alike[i]->model;
        kzi_price_find(model, total, fu, &price[i]);
        limit[i] = price[i].limit < 0 ? "" : model->limits[price[i].limit].id;
    }
    return price[0].value == price[1].value && !strcmp(limit[0], limit[1]);
}

static bool same_prices_of_fu(const struct kz_ruleset *const alike[2], int32_t fu) {
    for (int32_t total = 0; total <= MOST_TOTAL; total++)
        if (!same_price(alike, total, fu))
            return false;
    return true;
}

/* The total is doubled, and no bound or limit lies past those that are tried. */
static bool is_within_reach(const struct kzi_model *model) {
    for (size_t i = 0; i < model->limit_names.count; i++)
        if (model->limits[i].from_total >= MOST_TOTAL)
            return false;
    return model->hand_value.doubling && model->total_at_most < MOST_TOTAL;
}

bool kzi_witness_never(const struct kzi_witness_search *search) {
    const struct kzi_difference *difference = search->difference;
    const struct kzi_fu *fu = &search->alike[0]->model->fu;
    for (size_t i = 0; i < difference->n_places; i++)
        if (!is_of_price(difference->places[i].address))
            return false;
    if (!is_within_reach(search->alike[0]->model) || !is_within_reach(search->alike[1]->model))
        return false;
    for (size_t i = 0; i < KZI_MAX_SHAPES; i++)
        if (fu->flat[i] && !same_prices_of_fu(search->alike, fu->flat[i]))
            return false;
    for (int32_t counted = fu->start; counted <= MOST_FU; counted++)
        if (!same_prices_of_fu(search->alike, (int32_t)kzi_rounded(counted, &fu->round)))
            return false;
    return true;
}

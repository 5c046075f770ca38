#include "analysis/diff/hand_search.h"

/* Two rulesets that differ in this alone.  False: memory is out. */
static bool carry(struct kzi_hand_search *search, struct kzi_blame *blame, size_t number) {
    const struct kzi_differences *differences = kzi_blame_differences(blame);
    const struct kzi_difference *one = &differences->list[number];
    for (search->undone = 0; search->undone < 2; search->undone++)
        if (!kzi_carry(&search->carried, differences, &one, 1, search->undone,
                       kzi_blame_budget(blame)))
            return false;
        else if (search->carried.rules)
            return true;
        else
            kzi_carried_free(&search->carried, kzi_blame_budget(blame));
    search->undone = 0;
    return true;
}

bool kzi_hand_search(struct kzi_hand_search *search, struct kzi_blame *blame, size_t difference,
                     struct kzi_budget *steps) {
    const struct kzi_differences *differences = kzi_blame_differences(blame);
    *search = (struct kzi_hand_search){.witness = {.budget = steps}};
    if (!carry(search, blame, difference))
        return false;
    if (!search->carried.rules) {
        search->witness.cut |= kzi_blame_is_cut(blame);
        return true;
    }
    const struct kz_ruleset *alike[2];
    alike[search->undone] = differences->rules[search->undone];
    alike[1 - search->undone] = search->carried.rules;
    return kzi_witness_find(&search->witness, differences, &differences->list[difference], alike);
}

void kzi_hand_search_release(struct kzi_hand_search *search, struct kzi_blame *blame) {
    kzi_carried_free(&search->carried, kzi_blame_budget(blame));
}

bool kzi_hand_search_is_due(const struct kzi_differences *differences) {
    return differences->count <= KZI_MAX_BLAMED && !differences->cut;
}

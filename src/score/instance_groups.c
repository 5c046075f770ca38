/* The groups of a reading that a combination uses.  What was solved at load names sets by their
 * sort and their order; which groups these are is asked only by those who show them. */
#include "score/internal.h"
#include "tile/sets.h"

static bool is_of_sort(unsigned code, unsigned sort) {
    if (sort == KZI_OF_CHOWS_ALONE)
        return code / KZI_SET_KIND == KZI_CHOW;
    return code / KZI_SET_KIND != KZI_CHOW && !kzi_is_honor(code % KZI_SET_KIND);
}

unsigned kzi_sort_sets(const struct kzi_reading *reading, unsigned sort,
                       uint8_t groups[KZI_RANKED_SETS]) {
    unsigned count = 0, all = 0, tiles[KZI_RANKED_SETS];
    for (unsigned i = 0; i < reading->n_sets; i++) {
        unsigned code = reading->codes[i], tile = code % KZI_SET_KIND;
        if (!is_of_sort(code, sort) || count == KZI_RANKED_SETS)
            continue;
        unsigned at = count++; /* concealed ones are in order already */
        for (; reading->n_melds && at && tiles[at - 1] > tile; at--) {
            tiles[at] = tiles[at - 1];
            groups[at] = groups[at - 1];
        }
        tiles[at] = tile;
        groups[at] = (uint8_t)i;
        all |= 1U << i;
    }
    return all;
}

unsigned kzi_groups_of_sets(const uint8_t groups[KZI_RANKED_SETS], unsigned sets) {
    unsigned found = 0;
    for (; sets; sets &= sets - 1)
        found |= 1U << groups[__builtin_ctz(sets)];
    return found;
}

unsigned kzi_contributing_groups(const struct kzi_reading *reading,
                                 const struct kzi_instance *use) {
    uint8_t groups[KZI_RANKED_SETS];
    if (!use->sort)
        return use->groups;
    kzi_sort_sets(reading, use->sort - 1U, groups);
    return kzi_groups_of_sets(groups, use->groups);
}

/* group_makes.h - the makes of groups that hands of a ruleset can have, as far as fu and waits tell
 * them apart: of what tiles, and whether claimed.
 *
 * They are made of the tiles that the ruleset is played with and of nothing else: a make that these
 * tiles do not allow is not there. */
#ifndef KZI_REPORT_TABLE_MAKES_H
#define KZI_REPORT_TABLE_MAKES_H

#include "compile/ruleset.h"

#define KZI_TABLE_MAKES 216 /* every chow, pung and kong, claimed or not, and every pair */

struct kzi_table_make {
    uint8_t kind; /* enum kzi_group_kind */
    bool claimed;
    kzi_kinds tiles; /* lowest tiles of such groups: one at least */
};

struct kzi_table_makes {
    unsigned n_sets, count; /* sets first, then pairs */
    struct kzi_table_make list[KZI_TABLE_MAKES];
};

/* Those of a winner who sits there, in that round. */
void kzi_table_makes_find(struct kzi_table_makes *makes, const struct kz_ruleset *rules,
                          unsigned seat, unsigned round);

/* How many tiles of each of its kinds a group takes. */
static inline unsigned kzi_table_takes(unsigned kind) {
    static const uint8_t takes[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
    return takes[kind];
}

/* How many kinds, from its lowest one on. */
static inline unsigned kzi_table_spans(unsigned kind) {
    return kind == KZI_CHOW ? 3 : 1;
}

#endif

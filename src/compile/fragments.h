/* fragments.h - what the results of a ruleset have in common, as JSON: written once, when the
 * ruleset is made, and copied into every result. */
#ifndef KZI_FRAGMENTS_H
#define KZI_FRAGMENTS_H

#include "rules/model.h"

#include <stddef.h>

struct kzi_piece {
    const char *text;
    uint32_t len;
};

/* A yaku of a list: `,{"id":...,"value":1,"count":1}`.  The comma is left out of the first, and
 * another count written for the 1, which stands at `count`. */
struct kzi_yaku_fragment {
    struct kzi_piece piece;
    uint32_t count;
};

struct kzi_fragments {
    struct kzi_piece ruleset;                /* "ruleset":...,"version":...,"digest":... */
    struct kzi_piece unit;                   /* ],"unit":...,"total": */
    const struct kzi_piece *limits;          /* by limit: ,"limit":...,"multiplier": */
    const struct kzi_yaku_fragment *yaku[2]; /* by openness, by yaku */
};

const struct kzi_fragments *kzi_fragments_write(const struct kzi_model *model);

#endif

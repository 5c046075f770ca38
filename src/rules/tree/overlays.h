/* overlays.h - whether sheets go together: house rules laid over the same ruleset.
 *
 * No sheet speaks after another, so two may not change one place differently. */
#ifndef KZI_OVERLAYS_H
#define KZI_OVERLAYS_H

#include "rules/tree/node.h"

/* Notes an error for each place that two of the sheets change differently. */
void kzi_compare_sheets(struct kzi_diags *diags, const struct kzi_node *const *sheets,
                        size_t count);

#endif

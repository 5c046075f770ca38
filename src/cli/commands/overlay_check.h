/* overlay_check.h - an overlay that is checked without a ruleset. */
#ifndef KZI_OVERLAY_CHECK_H
#define KZI_OVERLAY_CHECK_H

#include "base/diag.h"
#include "cli/options.h"
#include "kazoe.h"

/* Of an overlay without errors: warns of options that it sets as no ruleset at hand allows, and
 * says how the rest is checked. */
int kzi_check_sheet(const struct kzi_args *args, const struct kzi_source *source, kz_diag *diag,
                    void *payload);

#endif

/* api.h - the public objects as the command and the tests see them. */
#ifndef KZI_API_H
#define KZI_API_H

#include "hand/parse.h"
#include "score/result.h"

#define KZI_MAX_KNOWN 16 /* rulesets whose words a hand may use */

struct kz_hand {
    struct kzi_hand hand;
    bool parsed;
    const kz_ruleset *known[KZI_MAX_KNOWN];
    unsigned n_known;
};

/* All that loading checks, without a ruleset to keep.  A file without `ruleset:` at its top is a
 * part for others to extend: what it leaves out is no fault. */
kz_status kzi_rules_check(const char *path, const kz_loading *how, kz_diag *diag, void *payload,
                          kz_error *err);

#endif

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

/* As kz_ruleset_load_along, without its folder of installed rules when installed is NULL. */
kz_status kzi_ruleset_open(kz_ruleset **out, const char *path, const char *search,
                           const char *installed, kz_diag *diag, void *payload, kz_error *err);

#endif

/* api.h - the public objects as the command and the tests see them. */
#ifndef KZI_API_H
#define KZI_API_H

#include "hand/parser/parser.h"
#include "rules/loader.h"
#include "score/result.h"

#define KZI_MAX_KNOWN 16 /* rulesets whose words a hand may use */

/* Begins a line of a cache, so that what scoring asks of every hand stands in as few as can be. */
struct kz_hand {
    _Alignas(64) bool parsed;
    struct kzi_tiles tiles; /* of the hand, where it is parsed */
    struct kzi_hand hand;
    const kz_ruleset *known[KZI_MAX_KNOWN];
    unsigned n_known;
};

/* kz_ruleset_load_with what a file of the caller's says (NULL: none does): said[i] is where
 * settings[i] stands there, NULL if it does not. */
kz_status kzi_rules_load_told(kz_ruleset **out, const char *path, const kz_loading *how,
                              const struct kzi_setting_origin *told, kz_diag *diag, void *payload,
                              kz_error *err);

/* All that loading checks, without a ruleset to keep.  A file without `ruleset:` at its top is a
 * part for others to extend: what it leaves out is no fault. */
kz_status kzi_rules_check(const char *path, const kz_loading *how, kz_diag *diag, void *payload,
                          kz_error *err);

#endif

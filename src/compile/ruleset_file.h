/* ruleset_file.h - a rule file with its overlays and settings, loaded or only checked. */
#ifndef KZI_RULESET_FILE_H
#define KZI_RULESET_FILE_H

#include "compile/ruleset.h"
#include "rules/loader.h"

/* kz_ruleset_load_with what a file of the caller's says (NULL: none does): said[i] is where
 * settings[i] stands there, NULL if it does not. */
kz_status kzi_rules_load_told(kz_ruleset **out, const char *path, const kz_loading *how,
                              const struct kzi_setting_origin *told, kz_diag *diag, void *payload,
                              kz_error *err);

/* All that loading checks, without a ruleset to keep.  A file without `ruleset:` at its top is a
 * part for others to extend: what it leaves out is no fault.  budget: what it may take; NULL: as
 * much as a ruleset may. */
kz_status kzi_rules_check(const char *path, const kz_loading *how, struct kzi_budget *budget,
                          kz_diag *diag, void *payload, kz_error *err);

#endif

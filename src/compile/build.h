/* build.h - rulesets made in an arena of their own: from files, or from a loaded ruleset with
 * some places changed. */
#ifndef KZI_BUILD_H
#define KZI_BUILD_H

#include "compile/ruleset.h"

/* Gives a new ruleset its model.  Notes what is wrong; jumps to the arena's door when memory is
 * out. */
typedef kz_status kzi_model_source(struct kzi_model **model, const void *from,
                                   struct kzi_diags *diags);

/* Compiles the model and hands out what is wrong with it; a part is checked, not compiled.
 * Anything but KZ_OK leaves *out NULL. */
kz_status kzi_ruleset_make(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                           kz_diag *diag, void *payload, kz_error *err);

/* The same with what a budget has left: what it takes is taken off, and the room of a ruleset that
 * was made comes back when it is freed (kzi_budget_regain); NULL: as much as a ruleset may.
 * KZ_BAD_RULES where the budget was out, too. */
kz_status kzi_ruleset_make_within(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                                  kz_diag *diag, void *payload, struct kzi_budget *budget,
                                  kz_error *err);

void kzi_ruleset_free(kz_ruleset *ruleset); /* NULL: nothing happens */

/* One place of a ruleset's merged tree, as kzi_node_with addresses it. */
struct kzi_change {
    const char *address;
    const struct kzi_node *value; /* its places in files of the ruleset; NULL: taken away */
};

/* The ruleset with these changes, one after the other: read, checked and compiled anew.  No file is
 * read, options keep their values, and what is not changed is shared: `of` must outlive the new
 * ruleset.  KZ_NOT_FOUND: an address leads nowhere.  KZ_BAD_RULES: the rules so changed make no
 * sense, err says why. */
kz_status kzi_ruleset_build_changed(kz_ruleset **out, const kz_ruleset *of,
                                    const struct kzi_change *changes, size_t n, kz_error *err);
/* The same with what a budget has left, as above. */
kz_status kzi_ruleset_build_changed_within(kz_ruleset **out, const kz_ruleset *of,
                                           const struct kzi_change *changes, size_t n,
                                           struct kzi_budget *budget, kz_error *err);

#endif

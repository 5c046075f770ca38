/* changed.h - rulesets made in an arena of their own: from files, or from a loaded ruleset with
 * some places changed. */
#ifndef KZI_CHANGED_H
#define KZI_CHANGED_H

#include "compile/ruleset.h"

/* Gives a new ruleset its model.  Notes what is wrong; jumps to the arena's door when memory is
 * out. */
typedef kz_status kzi_modelling(struct kzi_model **model, const void *from,
                                struct kzi_diags *diags);

/* Compiles the model and hands out what is wrong with it; a part is checked, not compiled.
 * Anything but KZ_OK leaves *out NULL. */
kz_status kzi_ruleset_make(kz_ruleset **out, kzi_modelling *modelling, const void *from,
                           kz_diag *diag, void *payload, kz_error *err);

/* The same where *steps are left, from which are taken those that it takes; a fault is told in err
 * alone. */
kz_status kzi_ruleset_make_within(kz_ruleset **out, kzi_modelling *modelling, const void *from,
                                  uint64_t *steps, kz_error *err);

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
kz_status kzi_ruleset_changed(kz_ruleset **out, const kz_ruleset *of,
                              const struct kzi_change *changes, size_t n, kz_error *err);

#endif

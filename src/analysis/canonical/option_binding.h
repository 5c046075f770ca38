/* option_binding.h - the options of a ruleset after their values were chosen. */
#ifndef KZI_OPTION_BINDING_H
#define KZI_OPTION_BINDING_H

#include "rules/model.h"

/* Return the section `options` of a file for the model.  Each option has its chosen value as its
 * default, and the changes that its other values make from there.  Values that can no longer be
 * chosen and options that no longer change anything are left out; the names of those options are
 * added to `decided`.  If the budget runs out, an option has no values, because their changes were
 * not computed.  Return NULL if no option is left. */
const struct kzi_node *kzi_bind_options(struct kzi_arena *arena, const struct kzi_model *model,
                                        struct kzi_names *decided, struct kzi_budget *budget);

/* Return the rules with another value of an option, without the section `options`; NULL with errors
 * noted if the value cannot be chosen. */
const struct kzi_node *kzi_rules_with_option(struct kzi_diags *diags, const struct kzi_model *model,
                                             size_t option, const char *value);
/* Return whether the rules mean the same as with the option's current value. */
bool kzi_option_is_idle(struct kzi_arena *arena, const struct kzi_model *model, size_t option,
                        const char *value);

#endif

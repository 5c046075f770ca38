/* option_binding.h - the options of a ruleset once their values are chosen. */
#ifndef KZI_OPTION_BINDING_H
#define KZI_OPTION_BINDING_H

#include "rules/model.h"

/* The section `options` of a file that says what the model says: each option with the value it has
 * as its default, and with what its other values change from there.  Values that these rules no
 * longer let be chosen are left out, and options that change nothing any more.  The names of those
 * options are added to `gone`.  Where the budget is used up, an option has no values: what they
 * change was not looked for.  NULL: no option is left. */
const struct kzi_node *kzi_bind_options(struct kzi_arena *arena, const struct kzi_model *model,
                                        struct kzi_names *gone, struct kzi_budget *budget);

/* The rules with another value of an option, without their section of options; NULL with errors
 * noted: it cannot be chosen. */
const struct kzi_node *kzi_rules_with_option(struct kzi_diags *diags, const struct kzi_model *model,
                                             size_t option, const char *value);
/* Whether they say the same as with the value that the option has. */
bool kzi_option_is_idle(struct kzi_arena *arena, const struct kzi_model *model, size_t option,
                        const char *value);

#endif

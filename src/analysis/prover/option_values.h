/* option_values.h - whether every value of a ruleset's options can be chosen. */
#ifndef KZI_OPTION_VALUES_H
#define KZI_OPTION_VALUES_H

#include "compile/ruleset.h"

/* Loads the rules with each value of each option in turn, the others as they are, and notes those
 * with which they are no ruleset: for all of them together there are as many steps as for loading
 * one.  That rules say themselves what an option of a parent would change, or take that away, is no
 * fault. KZ_NO_MEMORY or KZ_OK. */
kz_status kzi_check_values(const struct kz_ruleset *rules, struct kzi_diags *diags);

#endif

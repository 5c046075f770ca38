/* language.h - the languages that names of rules are written in. */
#ifndef KZI_LANGUAGE_H
#define KZI_LANGUAGE_H

#include "cli/options.h"
#include "compile/ruleset.h"

/* The language that was asked for on the command line or in the configuration file; else (NULL) the
 * one that the ruleset prefers, of several the first. */
const char *kzi_language_for(const char *asked, const kz_ruleset *rules);
/* Says so where --language asks for one that none of these rulesets has. */
void kzi_check_language(const struct kzi_args *args, const kz_ruleset *const *rules, size_t count);

#endif

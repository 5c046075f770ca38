/* language.h - the languages that names of rules are written in. */
#ifndef KZI_LANGUAGE_H
#define KZI_LANGUAGE_H

#include "cli/options.h"
#include "compile/ruleset.h"

/* Adds those of a ruleset's title, yaku and limits. */
void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model);
/* Says so where --language asks for one that none of these rulesets has. */
void kzi_check_language(const struct kzi_args *args, const kz_ruleset *const *rules, size_t count);

#endif

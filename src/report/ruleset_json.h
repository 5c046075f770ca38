/* ruleset_json.h - a ruleset as JSON, and the parts that several objects share. */
#ifndef KZI_REPORT_RULESET_JSON_H
#define KZI_REPORT_RULESET_JSON_H

#include "base/text_json.h"
#include "compile/ruleset.h"

/* Write one object without a newline. */
void kzi_ruleset_json(struct kzi_text *text, const struct kz_ruleset *rules);

/* Write a `name:` by language; one without a language is English. */
void kzi_json_names(struct kzi_text *text, const char *key, const struct kzi_node *name);
/* Write what a yaku is worth: a number, a limit with its multiple, or null. */
void kzi_json_value(struct kzi_text *text, const char *key, const struct kzi_model *model,
                    const struct kzi_value *value);

#endif

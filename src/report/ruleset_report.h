/* ruleset_report.h - the content of a ruleset, and the members that several reports share. */
#ifndef KZI_REPORT_RULESET_REPORT_H
#define KZI_REPORT_RULESET_REPORT_H

#include "compile/ruleset.h"
#include "report/document.h"

/* Put the members of an object that describes the ruleset. */
void kzi_put_ruleset(struct kzi_doc *doc, const struct kz_ruleset *rules);
/* Put the first of these members: label, version and digest. */
void kzi_put_ruleset_label(struct kzi_doc *doc, const struct kzi_model *model);

/* Put a `name:`: its texts by language, where one without a language is English; in text, the name
 * in the reader's language, or the id as words. */
void kzi_doc_names(struct kzi_doc *doc, const char *key, const struct kzi_node *name,
                   const char *id);
/* Put the members "id" and "names". */
void kzi_doc_named(struct kzi_doc *doc, const char *id, const struct kzi_node *name);
/* Put a label in the language of the reader, in JSON in English, if there is one. */
void kzi_doc_label(struct kzi_doc *doc, const char *key, const struct kzi_node *label);
/* Put the worth of a yaku: a number, a limit with its multiple, or null. */
void kzi_doc_value(struct kzi_doc *doc, const char *key, const struct kzi_model *model,
                   const struct kzi_value *value);
/* Put the place of a rule, if it has one: "riichi.yaml:219". */
void kzi_doc_place(struct kzi_doc *doc, const char *key, struct kzi_place place);
/* Put a node as a rule file has it, as text on several lines if it is long; on a page in words. */
void kzi_doc_node(struct kzi_doc *doc, const char *key, const struct kzi_node *node);
/* Return the name of an option's value, or the value itself if it has none. */
const char *kzi_option_value_in_words(const struct kzi_option *option, const char *value,
                                      const struct kzi_style *style);
/* Put a value of an option; on a page, where nobody has to type it, its name. */
void kzi_doc_option_value(struct kzi_doc *doc, const char *key, const struct kzi_option *option,
                          const char *value);
/* Put the values that an option may have. */
void kzi_doc_values(struct kzi_doc *doc, const struct kzi_option *option);

#endif

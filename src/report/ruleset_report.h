/* ruleset_report.h - what a ruleset consists of, and the parts that several reports share. */
#ifndef KZI_REPORT_RULESET_REPORT_H
#define KZI_REPORT_RULESET_REPORT_H

#include "compile/ruleset.h"
#include "report/document.h"

/* Put the members of an object. */
void kzi_put_ruleset(struct kzi_doc *doc, const struct kz_ruleset *rules);
/* The first of them: its label, version and digest. */
void kzi_put_ruleset_label(struct kzi_doc *doc, const struct kzi_model *model);

/* Put a `name:`: its texts by language, of which one without a language is English; for readers the
 * one in theirs, or the id as words. */
void kzi_doc_names(struct kzi_doc *doc, const char *key, const struct kzi_node *name,
                   const char *id);
/* Put the members "id" and "names". */
void kzi_doc_named(struct kzi_doc *doc, const char *id, const struct kzi_node *name);
/* Put a text in the language of the reader, in JSON that in English, if there is one. */
void kzi_doc_label(struct kzi_doc *doc, const char *key, const struct kzi_node *label);
/* Put what a yaku is worth: a number, a limit with its multiple, or null. */
void kzi_doc_value(struct kzi_doc *doc, const char *key, const struct kzi_model *model,
                   const struct kzi_value *value);
/* Put where something is written, if anywhere: "riichi.yaml:219". */
void kzi_doc_place(struct kzi_doc *doc, const char *key, struct kzi_place place);
/* Put a node as in a rule file, as text on several lines if it is long; on a page its words. */
void kzi_doc_node(struct kzi_doc *doc, const char *key, const struct kzi_node *node);
/* Return what a value of an option is called, the value itself if it has no name. */
const char *kzi_choice_in_words(const struct kzi_option *option, const char *value,
                                const struct kzi_style *style);
/* Put a value of an option; on a page, which nobody copies it from, what it is called. */
void kzi_doc_choice(struct kzi_doc *doc, const char *key, const struct kzi_option *option,
                    const char *value);
/* Put the values that an option may have. */
void kzi_doc_values(struct kzi_doc *doc, const struct kzi_option *option);

#endif

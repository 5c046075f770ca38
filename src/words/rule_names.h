/* rule_names.h - the names of things in rules, in the language of a reader.
 *
 * No yaku, limit or fu item is named here.  Names come from the rule file; without one, the id is
 * written as words. */
#ifndef KZI_RULE_NAMES_H
#define KZI_RULE_NAMES_H

#include "base/text.h"
#include "rules/model.h"

/* Return the text of a `name:` in a language (NULL: English), else in any language, else NULL. */
const char *kzi_name_in(const struct kzi_node *name, const char *language);
/* Return whether a name equals the words, ignoring case, blanks and dashes. */
bool kzi_is_called(const char *name, const char *words, size_t len);
/* Return whether any of the texts of a `name:` equals the words in this way. */
bool kzi_is_called_in_any(const struct kzi_node *name, const char *words, size_t len);
/* Append a place in a rule file, without the folder: "tenhou.yaml:42". */
void kzi_put_place(struct kzi_text *text, struct kzi_place place);
/* Append the title of a ruleset and those of its overlays: "Tenhou + Local yaku".  Without a title,
 * append the id or the file name. */
void kzi_say_title(struct kzi_text *text, const struct kzi_model *model, const char *language);
/* Append the title of one overlay, by index. */
void kzi_say_overlay(struct kzi_text *text, const struct kzi_model *model, size_t overlay,
                     const char *language);
/* Append an id as words: "closed_discard" is "closed discard". */
void kzi_say_id(struct kzi_text *text, const char *id);
/* Append the text of a `name:` in a language, else the id as words. */
void kzi_say_name(struct kzi_text *text, const struct kzi_node *name, const char *id,
                  const char *language);
/* Append the worth of a yaku: a number, a limit with its multiple, or "-" for none. */
void kzi_say_value(struct kzi_text *text, const struct kzi_model *model,
                   const struct kzi_value *value);
/* Append the text of a `source:`. */
void kzi_say_node(struct kzi_text *text, const struct kzi_node *node);
/* Append the unit of totals in the form that follows the number `count`: without a final s after
 * 1. */
void kzi_say_unit(struct kzi_text *text, const struct kzi_model *model, long long count);

/* Return the names of a circumstance.  If the rules give none, return those of the first yaku in
 * use whose only condition is the circumstance, else NULL. */
const struct kzi_node *kzi_circumstance_name(const struct kzi_model *model, unsigned circumstance);

#endif

/* language.h - the languages of names and sentences; Chinese has two scripts. */
#ifndef KZI_LANGUAGE_H
#define KZI_LANGUAGE_H

#include "base/names.h"
#include "rules/tree/node.h"

/* Return the form in which a key, or an address that ends in one, is stored: a language zh becomes
 * zh-hans.  above: the key of the mapping that contains it, or NULL. */
const char *kzi_language_key(struct kzi_arena *arena, const char *text,
                             const struct kzi_node *above);

/* Return the value of a language in a mapping of languages, or one in Chinese characters for a
 * language whose readers know these; NULL if it has neither. */
const struct kzi_node *kzi_in_language(const struct kzi_node *map, const char *language);

/* Return whether a reader of the requested language can read one of these languages. */
bool kzi_serves_language(const struct kzi_names *languages, const char *asked);

#endif

/* language.h - the languages of names and sentences, of which Chinese has two scripts. */
#ifndef KZI_LANGUAGE_H
#define KZI_LANGUAGE_H

#include "base/names.h"
#include "rules/tree/node.h"

/* Return a key, or an address at the end of which one stands, as it is kept: zh becomes zh-hans
 * where it is a language.  above: the key of the mapping that it is in, or NULL. */
const char *kzi_language_key(struct kzi_arena *arena, const char *text,
                             const struct kzi_node *above);

/* Return the value that a mapping of languages has for one: its own, or one in Chinese characters
 * for whoever reads these; NULL if it has neither. */
const struct kzi_node *kzi_in_language(const struct kzi_node *map, const char *language);

/* Return whether one of these languages is shown to somebody who asks for this one. */
bool kzi_serves_language(const struct kzi_names *languages, const char *asked);

#endif

/* suggestion.h - which word of a hand is meant by one that the rules do not know. */
#ifndef KZI_SUGGESTION_H
#define KZI_SUGGESTION_H

#include "rules/model.h"

/* Who names a yaku (haitei) means what it asks the hand to say (last_tile); else it is the nearest
 * known word.  NULL: none is near. */
const char *kzi_suggest_word(const struct kzi_model *model, const char *word);

#endif

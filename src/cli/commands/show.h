/* show.h - a ruleset with all its files combined. */
#ifndef KZI_SHOW_H
#define KZI_SHOW_H

#include "compile/ruleset.h"

/* Show the whole ruleset as one rule file, with the source of each value in a comment.  Return
 * false if its options have too many values to find the changes of each. */
bool kzi_put_yaml(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model);

#endif

/* yaku_lookup.h - the yaku that a user means. */
#ifndef KZI_REPORT_NAMED_H
#define KZI_REPORT_NAMED_H

#include "rules/model.h"

/* The yaku with that id, or else with that name in any language, however it is written in capitals
 * and with blanks or dashes; of several those in use before the others.  Returns how many there
 * are, the first two in found. */
unsigned kzi_yaku_named(const struct kzi_model *model, const char *name, unsigned found[2]);

#endif

/* hand_text.h - a hand as a line and as a record, which kazoe score reads. */
#ifndef KZI_HAND_TEXT_H
#define KZI_HAND_TEXT_H

#include "base/text.h"
#include "hand/hand.h"

/* Write tiles, melds and the winning tile, then the stated situation. Reading the line gives the
 * same hand, with the same parts left to be assumed. */
void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand);

/* Write the members of a record, which says everything. */
void kzi_put_record(struct kzi_text *text, const struct kzi_hand *hand);

#endif

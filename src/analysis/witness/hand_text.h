/* hand_text.h - a hand as a line (kzi_write_line) and as a record, which kazoe score reads. */
#ifndef KZI_HAND_TEXT_H
#define KZI_HAND_TEXT_H

#include "base/text.h"
#include "hand/hand.h"
#include "hand/notation/readers.h"

/* Write the members of a record, which states everything about the hand. */
void kzi_put_record(struct kzi_text *text, const struct kzi_hand *hand);

#endif

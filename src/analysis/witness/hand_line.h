/* hand_line.h - a hand written as one line, as it could be typed. */
#ifndef KZI_REPORT_LINE_H
#define KZI_REPORT_LINE_H

#include "base/text.h"
#include "hand/hand.h"

/* Tiles, melds and the winning tile, then what was said of the situation; read again it is the same
 * hand.  What was left to be assumed is left so. */
void kzi_put_line(struct kzi_text *text, const struct kzi_hand *hand);

#endif

/* bars_svg.h - a plot of bars, one below the other, with words at their left and numbers at their
 * right: it needs no axis, and reads on a phone. */
#ifndef KZI_REPORT_BARS_SVG_H
#define KZI_REPORT_BARS_SVG_H

#include "base/text.h"

#include <stdint.h>

struct kzi_plotted {
    const char *label, *value; /* as they are written */
    int64_t size;              /* how long; of one plot all at least 0 */
    bool apart;                /* in another colour; its label says why */
};

/* title: what the plot is of, in words. */
void kzi_bars_svg(struct kzi_text *text, const char *title, const struct kzi_plotted *bars,
                  unsigned count);

#endif

/* color.h - whether output has colours, and colours for what is written as plain lines. */
#ifndef KZI_COLOR_H
#define KZI_COLOR_H

#include "cli/options.h"

/* Reads --color, NO_COLOR and the terminal.  Returns the status to go on with; a bad value is
 * reported. */
int kzi_color_read(bool *color, const struct kzi_args *args);

/* Makes the headings and keys of plain lines bold: a line that an indented line follows, and the
 * first column of a line that has several. */
void kzi_color_headings(struct kzi_text *text);

#endif

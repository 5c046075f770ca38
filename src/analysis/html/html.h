/* html.h - one self-contained page without scripts or external resources; text from rules and
 * hands is escaped. It is readable on a phone, in print and in dark mode. */
#ifndef KZI_HTML_H
#define KZI_HTML_H

#include "base/text_html.h"
#include "kazoe.h"

/* title: released by this call. */
void kzi_html_begin(struct kzi_text *text, struct kzi_text *title);
void kzi_html_end(struct kzi_text *text);

/* --- tables, on a page or in a terminal ------------------------------------------------------ */

enum kzi_grid_mark {
    KZI_GRID_PLAIN,
    KZI_GRID_NONE,  /* not applicable */
    KZI_GRID_BEYOND /* past a bound, where a limit pays */
};

struct kzi_grid {
    struct kzi_text words;
    unsigned n_rows, n_columns, column;
    bool words_left; /* the first column has words, not numbers */
    bool in_pairs;   /* after the first column, each two stay side by side */
    unsigned width;  /* columns of the terminal; 0: as many as needed */
};

/* Return the text to put its title into. */
struct kzi_text *kzi_grid_begin(struct kzi_grid *grid);
void kzi_grid_row(struct kzi_grid *grid);
/* Return the text to put the words of the row's next cell into. */
struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark);
void kzi_grid_put(struct kzi_grid *grid, const char *words);
void kzi_grid_int(struct kzi_grid *grid, long long number);

/* Write the grid and end it. In a terminal, columns are as wide as needed and cells past a bound
 * have a star; what is too wide follows as further grids, with the first column again. On a page
 * the title is the caption, and a grid with only its head is left out. */
void kzi_grid_text(struct kzi_text *text, struct kzi_grid *grid);
void kzi_html_grid(struct kzi_text *text, struct kzi_grid *grid);

#endif

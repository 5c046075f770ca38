/* html.h - one self-contained page: no scripts, nothing fetched, everything that comes from rules
 * or hands escaped.  It reads on a phone, on paper, and in the dark. */
#ifndef KZI_HTML_H
#define KZI_HTML_H

#include "base/text.h"

#define KZI_GRID_CELLS   1024
#define KZI_GRID_ROWS    128
#define KZI_GRID_COLUMNS 16

enum kzi_grid_mark {
    KZI_GRID_PLAIN,
    KZI_GRID_NONE,  /* not applicable */
    KZI_GRID_BEYOND /* past a bound: a limit pays */
};

struct kzi_grid {
    struct kzi_text words; /* of the title, then of all cells, each with a NUL */
    unsigned n_cells, n_rows;
    size_t cell[KZI_GRID_CELLS]; /* where its words begin */
    unsigned char mark[KZI_GRID_CELLS];
    unsigned row[KZI_GRID_ROWS + 1]; /* its first cell */
    bool words_left;                 /* the first column is of words, not of numbers */
};

struct kzi_grid kzi_grid_new(void);
void kzi_grid_release(struct kzi_grid *grid);

/* Empty it and return the text to put its title into. */
struct kzi_text *kzi_grid_begin(struct kzi_grid *grid);
void kzi_grid_row(struct kzi_grid *grid);
/* The next cell of the row: put its words into the text returned. */
struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark);
void kzi_grid_end(struct kzi_grid *grid);

/* Columns as wide as they need be; what lies beyond a bound has a star. */
void kzi_grid_text(struct kzi_text *text, const struct kzi_grid *grid);

/* Put a string, escaped for an element or for double quotes. */
void kzi_html_put(struct kzi_text *text, const char *string);
/* The same of what a kzi_say call put into `words`, which is emptied. */
void kzi_html_move(struct kzi_text *text, struct kzi_text *words);

/* `title` is emptied. */
void kzi_html_begin(struct kzi_text *text, struct kzi_text *title);
void kzi_html_end(struct kzi_text *text);

/* A grid with its title as caption. */
void kzi_html_grid(struct kzi_text *text, const struct kzi_grid *grid);

#endif

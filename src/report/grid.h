/* grid.h - cells laid out in columns, as lines of text or on a page. */
#ifndef KZI_GRID_H
#define KZI_GRID_H

#include "base/text.h"

#include <stdint.h>

#define KZI_GRID_COLUMNS 144

struct kzi_grid_column {
    uint32_t width, cells; /* cells: without its head */
    bool right;
    bool close;  /* no blanks before it */
    bool used;   /* some row has something */
    bool parted; /* a table may be parted before it */
};

struct kzi_grid {
    struct kzi_text cells; /* one after the other, each with its words */
    unsigned columns, rows;
    bool headed;                                         /* by its first row */
    unsigned fixed;                                      /* columns that are in every part */
    size_t width;                                        /* of the terminal */
    struct kzi_grid_column column[KZI_GRID_COLUMNS + 1]; /* the last: of those left out */
};

/* Begin a cell; return where its words begin. */
size_t kzi_grid_begin_cell(struct kzi_grid *grid);
/* End it and go to the next column, unless there are too many, which are left out.  mark: '>'
 * aligned right, '<' no blanks before it. */
void kzi_grid_end_cell(struct kzi_grid *grid, unsigned *column, size_t from, char mark);

void kzi_put_grid(struct kzi_text *text, struct kzi_grid *grid);
void kzi_put_grid_page(struct kzi_text *text, struct kzi_grid *grid);

/* Return the columns of words, of which ink ("\033[1m") takes none. */
size_t kzi_words_width(const char *words, size_t len);

#endif

/* grid.h - cells laid out in columns, as lines of text or on a page. */
#ifndef KZI_GRID_H
#define KZI_GRID_H

#include "base/text.h"

#include <stdint.h>

#define KZI_GRID_COLUMNS 144

struct kzi_grid_column {
    uint32_t width, cells; /* cells: the width without the head */
    bool right;
    bool close;  /* no blanks before it */
    bool used;   /* some row has a cell that is not empty */
    bool parted; /* a part of the table may begin here */
};

struct kzi_grid {
    struct kzi_text cells; /* each is a header (grid.c) and its words */
    unsigned columns, rows;
    bool headed;    /* the first row is the head */
    unsigned fixed; /* number of columns repeated in every part */
    size_t width;   /* of the terminal, in columns */
    /* the last collects the cells that are left out */
    struct kzi_grid_column column[KZI_GRID_COLUMNS + 1];
};

/* Begin a cell; return the offset of its words. */
size_t kzi_grid_begin_cell(struct kzi_grid *grid);
/* End the cell that began at `from` and advance *column.  Cells beyond the last column are left
 * out. mark: '>' aligned right, '<' no blanks before it. */
void kzi_grid_end_cell(struct kzi_grid *grid, unsigned *column, size_t from, char mark);

void kzi_put_grid(struct kzi_text *text, struct kzi_grid *grid);
void kzi_put_grid_page(struct kzi_text *text, struct kzi_grid *grid);

/* Return the width of words in columns; escapes for ink ("\033[1m") take none. */
size_t kzi_words_width(const char *words, size_t len);

#endif

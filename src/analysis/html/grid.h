/* grid.h - a table of words, filled cell by cell, then written as text or put on a page.
 *
 * The first row is the head, the first cell of a row says what the row is about. */
#ifndef KZI_REPORT_GRID_H
#define KZI_REPORT_GRID_H

#include "base/text.h"

#define KZI_GRID_CELLS   1024
#define KZI_GRID_ROWS    128
#define KZI_GRID_COLUMNS 16

enum kzi_grid_mark {
    KZI_GRID_PLAIN,
    KZI_GRID_NONE,  /* nothing can stand there */
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

/* Empties it; what is put into the text returned is the title. */
struct kzi_text *kzi_grid_begin(struct kzi_grid *grid);
void kzi_grid_row(struct kzi_grid *grid);
/* The next cell of the row: put its words into the text returned. */
struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark);
void kzi_grid_end(struct kzi_grid *grid);

const char *kzi_grid_title(const struct kzi_grid *grid);
/* A cell's words; "" where there is none. */
const char *kzi_grid_at(const struct kzi_grid *grid, unsigned row, unsigned column);
enum kzi_grid_mark kzi_grid_mark_at(const struct kzi_grid *grid, unsigned row, unsigned column);
unsigned kzi_grid_columns(const struct kzi_grid *grid);

/* Columns as wide as they need be; what lies beyond a bound has a star. */
void kzi_grid_text(struct kzi_text *text, const struct kzi_grid *grid);

#endif

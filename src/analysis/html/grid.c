#include "analysis/html/grid.h"

#include "base/utf8.h"

struct kzi_grid kzi_grid_new(void) {
    return (struct kzi_grid){.words = kzi_text_growing()};
}

void kzi_grid_release(struct kzi_grid *grid) {
    kzi_text_release(&grid->words);
}

/* --- filling --------------------------------------------------------------------------------- */

struct kzi_text *kzi_grid_begin(struct kzi_grid *grid) {
    kzi_text_clear(&grid->words);
    grid->n_cells = grid->n_rows = 0;
    grid->words_left = false;
    return &grid->words;
}

void kzi_grid_row(struct kzi_grid *grid) {
    if (grid->n_rows < KZI_GRID_ROWS)
        grid->row[grid->n_rows++] = grid->n_cells;
}

struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark) {
    kzi_text_char(&grid->words, '\0');
    if (grid->n_cells < KZI_GRID_CELLS) {
        grid->mark[grid->n_cells] = (unsigned char)mark;
        grid->cell[grid->n_cells++] = grid->words.len;
    }
    return &grid->words;
}

void kzi_grid_end(struct kzi_grid *grid) {
    kzi_text_char(&grid->words, '\0');
    grid->row[grid->n_rows] = grid->n_cells;
}

/* --- asking ---------------------------------------------------------------------------------- */

const char *kzi_grid_title(const struct kzi_grid *grid) {
    return grid->words.failed ? "" : grid->words.at;
}

static bool is_there(const struct kzi_grid *grid, unsigned row, unsigned column) {
    return !grid->words.failed && row < grid->n_rows &&
           grid->row[row] + column < grid->row[row + 1];
}

const char *kzi_grid_at(const struct kzi_grid *grid, unsigned row, unsigned column) {
    return is_there(grid, row, column) ? grid->words.at + grid->cell[grid->row[row] + column] : "";
}

enum kzi_grid_mark kzi_grid_mark_at(const struct kzi_grid *grid, unsigned row, unsigned column) {
    if (!is_there(grid, row, column))
        return KZI_GRID_PLAIN;
    return (enum kzi_grid_mark)grid->mark[grid->row[row] + column];
}

unsigned kzi_grid_columns(const struct kzi_grid *grid) {
    unsigned most = 0;
    for (unsigned row = 0; row < grid->n_rows; row++)
        if (grid->row[row + 1] - grid->row[row] > most)
            most = grid->row[row + 1] - grid->row[row];
    return most < KZI_GRID_COLUMNS ? most : KZI_GRID_COLUMNS;
}

/* --- as text --------------------------------------------------------------------------------- */

static size_t cell_width(const struct kzi_grid *grid, unsigned row, unsigned column) {
    const char *words = kzi_grid_at(grid, row, column);
    return kzi_utf8_width(words, strlen(words)) +
           (kzi_grid_mark_at(grid, row, column) == KZI_GRID_BEYOND);
}

static void put_cell(struct kzi_text *text, const struct kzi_grid *grid, unsigned row,
                     unsigned column, size_t width) {
    size_t blanks = width - cell_width(grid, row, column);
    bool left = grid->words_left && !column;
    kzi_text_put(text, "  ");
    while (!left && blanks && blanks--)
        kzi_text_char(text, ' ');
    kzi_text_put(text, kzi_grid_at(grid, row, column));
    if (kzi_grid_mark_at(grid, row, column) == KZI_GRID_BEYOND)
        kzi_text_char(text, '*');
    while (left && blanks && blanks--)
        kzi_text_char(text, ' ');
}

void kzi_grid_text(struct kzi_text *text, const struct kzi_grid *grid) {
    size_t widths[KZI_GRID_COLUMNS] = {0};
    unsigned columns = kzi_grid_columns(grid);
    text->failed |= grid->words.failed;
    for (unsigned row = 0; row < grid->n_rows; row++)
        for (unsigned column = 0; column < columns; column++)
            if (cell_width(grid, row, column) > widths[column])
                widths[column] = cell_width(grid, row, column);
    kzi_text_put(text, kzi_grid_title(grid));
    kzi_text_char(text, '\n');
    for (unsigned row = 0; row < grid->n_rows; row++) {
        for (unsigned column = 0; column < columns; column++)
            put_cell(text, grid, row, column, widths[column]);
        while (text->len && !text->failed && text->at[text->len - 1] == ' ')
            text->len--;
        kzi_text_char(text, '\n');
    }
}

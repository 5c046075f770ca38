/* html.h - one self-contained page: no scripts, nothing fetched, everything that comes from rules
 * or hands escaped.  It reads on a phone, on paper, and in the dark. */
#ifndef KZI_HTML_H
#define KZI_HTML_H

#include "base/text.h"

/* Put a string, escaped for an element or for double quotes. */
void kzi_html_put(struct kzi_text *text, const char *string);
/* Put markup and return where the words after it begin; then escape them and put the markup that
 * ends them. */
size_t kzi_html_open(struct kzi_text *text, const char *markup);
void kzi_html_close(struct kzi_text *text, size_t from, const char *markup);
/* The format is markup; %s is escaped; besides there are %d, %u and %lld. */
void kzi_html_format(struct kzi_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* title: a growing text, which is released. */
void kzi_html_begin(struct kzi_text *text, struct kzi_text *title);
void kzi_html_end(struct kzi_text *text);

/* --- tables, on a page or in a terminal ------------------------------------------------------ */

#define KZI_GRID_COLUMNS 16

enum kzi_grid_mark {
    KZI_GRID_PLAIN,
    KZI_GRID_NONE,  /* not applicable */
    KZI_GRID_BEYOND /* past a bound: a limit pays */
};

struct kzi_grid {
    struct kzi_text words;
    unsigned n_rows, n_columns, column;
    bool words_left; /* the first column is of words, not of numbers */
};

/* Returns the text to put its title into. */
struct kzi_text *kzi_grid_begin(struct kzi_grid *grid);
void kzi_grid_row(struct kzi_grid *grid);
/* The next cell of the row: put its words into the text returned. */
struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark);
void kzi_grid_put(struct kzi_grid *grid, const char *words);
void kzi_grid_int(struct kzi_grid *grid, long long number);

/* Each ends the grid.  As text columns are as wide as they need be, and what lies beyond a bound
 * has a star; on a page the title is the caption, and a grid of nothing but its head is left out.
 */
void kzi_grid_text(struct kzi_text *text, struct kzi_grid *grid);
void kzi_html_grid(struct kzi_text *text, struct kzi_grid *grid);

#endif

#include "report/grid.h"

#include "base/utf8.h"

#include <string.h>

#define HEAD_WIDTH 16 /* columns of a head that need not be broken */

/* The header of a cell; its words follow. */
struct cell {
    uint32_t len, width;
};

size_t kzi_words_width(const char *words, size_t len) {
    const char *ink = memchr(words, '\033', len);
    const char *end = ink ? memchr(ink, 'm', len - (size_t)(ink - words)) : NULL;
    if (!end)
        return kzi_utf8_width(words, len);
    return kzi_utf8_width(words, (size_t)(ink - words)) +
           kzi_words_width(end + 1, len - (size_t)(end + 1 - words));
}

size_t kzi_grid_begin_cell(struct kzi_grid *grid) {
    static const struct cell none;
    kzi_text_add(&grid->cells, (const char *)&none, sizeof none);
    return grid->cells.len;
}

void kzi_grid_end_cell(struct kzi_grid *grid, unsigned *column, size_t from, char mark) {
    struct kzi_grid_column *at = &grid->column[*column];
    if (*column == KZI_GRID_COLUMNS) {
        grid->cells.len = from - sizeof(struct cell);
        return;
    }
    ++*column;
    if (grid->cells.failed)
        return;
    while (grid->cells.len > from && grid->cells.at[grid->cells.len - 1] == ' ')
        grid->cells.len--; /* blanks before an optional part that was left out */
    struct cell cell = {(uint32_t)(grid->cells.len - from), 0};
    cell.width = (uint32_t)kzi_words_width(grid->cells.at + from, cell.len);
    memcpy(grid->cells.at + from - sizeof cell, &cell, sizeof cell);
    const bool head = grid->headed && !grid->rows;
    at->width = cell.width > at->width ? cell.width : at->width;
    at->cells = cell.width > at->cells && !head ? cell.width : at->cells;
    at->right |= mark == '>';
    at->close |= mark == '<';
    at->used |= !head && cell.width;
}

/* Read the header of the cell at *at and move *at past the cell; return its words. */
static const char *take_cell(const char **at, struct cell *cell) {
    const char *words = *at + sizeof *cell;
    memcpy(cell, *at, sizeof *cell);
    *at = words + cell->len;
    return words;
}

/* Break a head at its blanks into lines of at most `len` bytes.  Return the width of the widest
 * line. */
static size_t break_head(char *head, size_t left, size_t len) {
    size_t widest = 0;
    for (size_t line; left; head += line, left -= line) {
        char *blank = NULL, *at = head;
        for (; left > len && (at = memchr(at, ' ', left - (size_t)(at - head))); at++)
            blank = !blank || (size_t)(at - head) <= len ? at : blank;
        const size_t words = blank ? (size_t)(blank - head) : left,
                     width = kzi_words_width(head, words);
        if (blank)
            *blank = '\n';
        line = words + (blank != NULL);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void break_heads(struct kzi_grid *grid) {
    const char *head = grid->cells.at;
    struct cell cell;
    for (struct kzi_grid_column *at = grid->column; at < grid->column + grid->columns; at++) {
        char *words = grid->cells.at + (take_cell(&head, &cell) - grid->cells.at);
        const size_t width =
            break_head(words, cell.len, at->cells > HEAD_WIDTH ? at->cells : HEAD_WIDTH);
        at->width = width > at->cells ? (uint32_t)width : at->cells;
    }
}

/* Cut a cell down to one line of its words; return the line. more: set if further lines follow. */
static const char *take_line(const char *words, struct cell *cell, unsigned line, bool *more) {
    const char *end = memchr(words, '\n', cell->len);
    if (!end && !line)
        return words;
    for (; line && cell->len; line--) {
        const size_t past = end ? (size_t)(end + 1 - words) : cell->len;
        words += past;
        cell->len -= (uint32_t)past;
        end = memchr(words, '\n', cell->len);
    }
    *more |= end != NULL;
    cell->len = end ? (uint32_t)(end - words) : cell->len;
    cell->width = (uint32_t)kzi_words_width(words, cell->len);
    return words;
}

/* Columns [from, to) of a part, in addition to the columns that every part has. */
struct range {
    unsigned from, to;
};

static size_t gap_of(const struct kzi_grid *grid, unsigned column) {
    return grid->column[column].close ? 0 : 2;
}

/* Write a line of a row in a part; return where the next row begins.  In a part that is not the
 * whole table, omit a row that has only dashes or nothing after its first column. */
static const char *put_row(struct kzi_text *text, const struct kzi_grid *grid, const char *at,
                           struct range part, unsigned line, bool *more) {
    const size_t begin = text->len;
    size_t due = 0; /* blanks not written yet, so that no line ends with them */
    bool any = part.from == grid->fixed && part.to == grid->columns;
    for (unsigned i = 0; i < grid->columns; i++) {
        const struct kzi_grid_column *column = &grid->column[i];
        struct cell cell;
        const char *words = take_cell(&at, &cell);
        if (!column->used || (i >= grid->fixed && (i < part.from || i >= part.to)))
            continue;
        words = take_line(words, &cell, line, more);
        const size_t lacks = column->width - cell.width;
        due += gap_of(grid, i) + (column->right ? lacks : 0);
        if (cell.len) {
            kzi_text_blanks(text, due);
            kzi_text_add(text, words, cell.len);
            due = 0;
        }
        any |= i && cell.len && !(cell.len == 1 && *words == '-');
        due += column->right ? 0 : lacks;
    }
    kzi_text_char(text, '\n');
    text->len = any ? text->len : begin;
    return at;
}

static size_t width_from(const struct kzi_grid *grid, unsigned from, unsigned to) {
    size_t width = 0;
    for (unsigned i = from; i < to; i++)
        width += grid->column[i].used ? gap_of(grid, i) + grid->column[i].width : 0;
    return width;
}

/* Return the end of the part that begins at column `from`: the last column where a part may end and
 * still fit. */
static unsigned part_from(const struct kzi_grid *grid, unsigned from) {
    const size_t first = width_from(grid, 0, grid->fixed);
    unsigned to = grid->columns;
    for (unsigned i = from + 1; i < grid->columns; i++) {
        if (!grid->column[i].parted)
            continue;
        unsigned next = i + 1;
        while (next < grid->columns && !grid->column[next].parted)
            next++;
        to = i;
        if (first + width_from(grid, from, next) > grid->width)
            return to;
    }
    return grid->columns;
}

void kzi_put_grid(struct kzi_text *text, struct kzi_grid *grid) {
    struct range part = {.to = grid->fixed};
    if (grid->headed && width_from(grid, 0, grid->columns) > grid->width)
        break_heads(grid);
    do {
        const char *at = grid->cells.at, *next = at;
        kzi_text_put(text, part.from ? "\n" : "");
        part = (struct range){part.to, part_from(grid, part.to)};
        for (unsigned i = 0; i < grid->rows; i++, at = next) {
            bool more = true;
            for (unsigned line = 0; more; line++) {
                more = false;
                next = put_row(text, grid, at, part, line, &more);
            }
        }
    } while (part.to < grid->columns);
}

void kzi_put_grid_page(struct kzi_text *text, struct kzi_grid *grid) {
    const char *at = grid->cells.at;
    kzi_text_put(text, "<div class=\"scroll\"><table>\n");
    kzi_text_put(text, grid->headed ? "<thead>\n" : "<tbody>\n");
    for (unsigned row = 0; row < grid->rows; row++) {
        const bool head = grid->headed && !row;
        kzi_text_put(text, "<tr>");
        for (unsigned i = 0; i < grid->columns; i++) {
            struct cell cell;
            const char *words = take_cell(&at, &cell);
            const char kind = head || !i ? 'h' : 'd';
            if (!grid->column[i].used)
                continue;
            kzi_text_format(text, "<t%c%s%s>", kind,
                            head ? " scope=\"col\""
                            : !i ? " scope=\"row\""
                                 : "",
                            grid->column[i].right ? " class=\"n\"" : "");
            kzi_text_add(text, words, cell.len); /* cells may be long */
            kzi_text_format(text, "</t%c>", kind);
        }
        kzi_text_put(text, !head ? "</tr>\n" : "</tr>\n</thead>\n<tbody>\n");
    }
    kzi_text_put(text, "</tbody>\n</table></div>\n");
}

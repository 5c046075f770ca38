/* The table of a comparison in the columns of a terminal.  Where these are too few for all
 * rulesets, the rulesets go into blocks one below another; each block has the first ruleset too,
 * with which the others are compared. */
#include "analysis/compare/comparison_text.h"
#include "base/utf8.h"

#include <string.h>

#define MARGIN  2 /* for the mark of a row that differs */
#define GAP     2
#define LABEL   40  /* that the name of a row may have, and more where all rulesets fit beside it */
#define HEADING 24  /* at most, of one line */
#define PIECE   512 /* bytes of a name or cell */

struct layout {
    struct kzi_text *text;
    const struct kzi_compared_table *table;
    const struct kzi_look *look;
    size_t width;                     /* of the terminal */
    size_t most, label;               /* of the names of rows: allowed, and as it came out */
    size_t columns[KZI_MAX_COMPARED]; /* width of each */
    size_t due;                       /* blanks owed: written when something follows */
};

/* The first ruleset, and some of the others. */
struct block {
    unsigned count;
    unsigned columns[KZI_MAX_COMPARED];
};

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

static struct kzi_text piece(char buffer[PIECE]) {
    return kzi_text_fixed(buffer, PIECE);
}

static size_t length(const struct kzi_text *fixed) {
    return fixed->len < fixed->size ? fixed->len : fixed->size;
}

static size_t width_of(const struct kzi_text *fixed) {
    return kzi_utf8_width(fixed->at, length(fixed));
}

/* At the right of a column. */
static void put_in_column(struct layout *layout, unsigned column, const char *bytes, size_t len,
                          bool bold) {
    layout->due += GAP + layout->columns[column] - kzi_utf8_width(bytes, len);
    if (!len)
        return;
    for (; layout->due; layout->due--)
        kzi_text_char(layout->text, ' ');
    if (bold)
        kzi_ink_bold(layout->text, layout->look);
    kzi_text_add(layout->text, bytes, len);
    if (bold)
        kzi_ink_off(layout->text, layout->look);
}

static void end_line(struct layout *layout) {
    layout->due = 0;
    kzi_text_char(layout->text, '\n');
}

/* --- headings -------------------------------------------------------------------------------- */

/* The next line of a label, at *rest: a word, cut where it is too long; "+ FILE" is one word.
 * Returns its length, 0 past the last, and moves *rest to its start. */
static size_t heading_line(const char **rest) {
    const char *label = *rest += strspn(*rest, " ");
    size_t plus = !strncmp(label, "+ ", 2) ? 2 : 0, word = plus + strcspn(label + plus, " ");
    size_t end = 0;
    while (end < word && kzi_utf8_width(label, end) < HEADING) {
        uint32_t code;
        size_t step = kzi_utf8_read(label + end, word - end, &code);
        end += step ? step : 1;
    }
    return end;
}

static const char *label_of(const struct layout *layout, unsigned column) {
    return layout->table->comparison->results[column]->rules->model->label;
}

static size_t heading_width(const char *label) {
    size_t width = 0, len;
    while ((len = heading_line(&label))) {
        width = greater(width, kzi_utf8_width(label, len));
        label += len;
    }
    return width;
}

/* The next line of the headings; false: there is none. */
static bool put_heading(struct layout *layout, const struct block *block, const char **rest) {
    bool any = false;
    layout->due = MARGIN + layout->label;
    for (unsigned i = 0; i < block->count; i++) {
        size_t len = heading_line(&rest[i]);
        put_in_column(layout, block->columns[i], rest[i], len, true);
        rest[i] += len;
        any |= len > 0;
    }
    if (any)
        end_line(layout);
    layout->due = 0;
    return any;
}

static void put_headings(struct layout *layout, const struct block *block) {
    const char *rest[KZI_MAX_COMPARED];
    for (unsigned i = 0; i < block->count; i++)
        rest[i] = label_of(layout, block->columns[i]);
    while (put_heading(layout, block, rest))
        ;
}

/* --- names of rows --------------------------------------------------------------------------- */

/* The name without its id. */
static struct kzi_text name_of(const struct layout *layout, const struct kzi_compared_row *row,
                               char buffer[PIECE]) {
    struct kzi_text name = piece(buffer);
    kzi_compared_label(&name, layout->table, row);
    return name;
}

/* Columns that " (id)" takes beside a name; 0: the row has none, or it would be too much. */
static size_t id_width(const struct layout *layout, const struct kzi_compared_row *row,
                       size_t name) {
    const char *id = kzi_compared_id(layout->table, row);
    size_t width = id ? strlen(id) + sizeof " ()" - 1 : 0;
    return name + width <= layout->most ? width : 0;
}

static size_t row_width(const struct layout *layout, const struct kzi_compared_row *row) {
    char buffer[PIECE];
    struct kzi_text name = name_of(layout, row, buffer);
    size_t width = width_of(&name);
    width += id_width(layout, row, width);
    return width < layout->most ? width : layout->most;
}

/* The name cut off where it is too wide. */
static size_t put_name(struct layout *layout, const struct kzi_text *name) {
    size_t len = length(name), width = kzi_utf8_width(name->at, len);
    bool cut = width > layout->most;
    while (cut && kzi_utf8_width(name->at, len) >= layout->most)
        do
            len--;
        while (len && (name->at[len] & 0xC0) == 0x80);
    kzi_text_add(layout->text, name->at, len);
    if (!cut)
        return width;
    kzi_text_put(layout->text, "\xE2\x80\xA6"); /* an ellipsis */
    return kzi_utf8_width(name->at, len) + 1;
}

static void put_row_name(struct layout *layout, const struct kzi_compared_row *row) {
    char buffer[PIECE];
    struct kzi_text name = name_of(layout, row, buffer);
    size_t width = put_name(layout, &name), beside = id_width(layout, row, width);
    if (beside) {
        kzi_ink_dim(layout->text, layout->look);
        kzi_text_put(layout->text, " (");
        kzi_text_put(layout->text, kzi_compared_id(layout->table, row));
        kzi_text_char(layout->text, ')');
        kzi_ink_off(layout->text, layout->look);
    }
    layout->due += layout->label - width - beside;
}

/* --- rows ------------------------------------------------------------------------------------ */

static struct kzi_text cell_of(const struct layout *layout, const struct kzi_compared_row *row,
                               unsigned column, char buffer[PIECE]) {
    struct kzi_text cell = piece(buffer);
    kzi_compared_cell(&cell, layout->table, row, column);
    return cell;
}

static void put_cell(struct layout *layout, const struct kzi_compared_row *row, unsigned column) {
    char buffer[PIECE];
    struct kzi_text cell = cell_of(layout, row, column, buffer);
    put_in_column(layout, column, buffer, length(&cell),
                  kzi_compared_unlike(layout->table, row, column));
}

/* Whether a row has nothing to say of the rulesets of a block. */
static bool is_empty(struct layout *layout, const struct block *block,
                     const struct kzi_compared_row *row) {
    for (unsigned i = 0; i < block->count; i++) {
        char buffer[PIECE];
        struct kzi_text cell = cell_of(layout, row, block->columns[i], buffer);
        if (cell.len != 1 || buffer[0] != '-')
            return false;
    }
    return true;
}

static void put_row(struct layout *layout, const struct block *block,
                    const struct kzi_compared_row *row) {
    bool differs = false;
    if (is_empty(layout, block, row))
        return;
    for (unsigned i = 1; i < block->count; i++)
        differs |= kzi_compared_unlike(layout->table, row, block->columns[i]);
    kzi_text_put(layout->text, differs ? "* " : "  ");
    put_row_name(layout, row);
    for (unsigned i = 0; i < block->count; i++)
        put_cell(layout, row, block->columns[i]);
    end_line(layout);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void measure_column(struct layout *layout, unsigned column) {
    size_t width = heading_width(label_of(layout, column));
    for (unsigned i = 0; i < layout->table->n_rows; i++) {
        char buffer[PIECE];
        struct kzi_text cell = cell_of(layout, &layout->table->rows[i], column, buffer);
        width = greater(width, width_of(&cell));
    }
    layout->columns[column] = width;
}

static void measure(struct layout *layout) {
    size_t used = MARGIN;
    for (unsigned column = 0; column < layout->table->comparison->count; column++) {
        measure_column(layout, column);
        used += GAP + layout->columns[column];
    }
    layout->most = LABEL < layout->width / 2 ? LABEL : layout->width / 2;
    if (used < layout->width)
        layout->most = greater(layout->most, layout->width - used);
    for (unsigned i = 0; i < layout->table->n_rows; i++)
        layout->label = greater(layout->label, row_width(layout, &layout->table->rows[i]));
}

/* Fills a block with the first column and as many from `next` on as fit, one at least; returns the
 * column after those. */
static unsigned fill(const struct layout *layout, struct block *block, unsigned next) {
    size_t used = MARGIN + layout->label + GAP + layout->columns[0];
    block->count = 1;
    block->columns[0] = 0;
    while (next < layout->table->comparison->count) {
        used += GAP + layout->columns[next];
        if (used > layout->width && block->count > 1)
            break;
        block->columns[block->count++] = next++;
    }
    return next;
}

void kzi_compare_columns(struct kzi_text *text, const struct kzi_compared_table *table,
                         const struct kzi_compared_look *look) {
    struct layout layout = {
        .text = text, .table = table, .look = &look->look, .width = look->width};
    struct block block;
    unsigned next = 1;
    measure(&layout);
    do {
        next = fill(&layout, &block, next);
        end_line(&layout);
        put_headings(&layout, &block);
        for (unsigned i = 0; i < table->n_rows; i++)
            put_row(&layout, &block, &table->rows[i]);
    } while (next < table->comparison->count);
}

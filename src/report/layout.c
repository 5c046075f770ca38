/* Write a document by a layout (src/report/layouts.txt), which the build compiles into steps
 * (src/layouts.sh). */
#include "report/document.h"
#include "report/grid.h"
#include "report/markup.h"

#define LINE_WIDTH     78
#define TERMINAL_WIDTH 80
#define KEY_WIDTH      14

enum kind {
    WORDS,    /* put `words` */
    LINE,     /* end the line */
    GAP,      /* fill up to the column after a key */
    SAYS,     /* put a sentence without arguments, `to` */
    MEMBER,   /* put the member `words` ("": the element), or the sentence `to` about it */
    COUNT,    /* the same, unless it is 0 */
    EACH,     /* put an object, or each element of a list, by the layout `to` */
    JOINED,   /* the same, only complete elements, separated by commas */
    SPACED,   /* the same, separated by blanks */
    FLOW,     /* the same, side by side while they fit on a line */
    TABLE,    /* put a list as a table by the layout `to` */
    OPTIONAL, /* skip to the step `to` if a member in between is missing */
    INTO,     /* use a member as the element from here on */
    HEADING,  /* the line is a heading; `mark`: its rank on a page */
    ITEM,     /* the line belongs to a list */
    ROW,      /* a row of a table, for an element or its member; `to`: the next ROW, or 0 */
    CELL,     /* a cell; `mark`: '>' aligned right, '<' no gap before it */
    TIMES,    /* one cell for each element of a list, by the layout `to` */
    END       /* end of the layout, or of an INTO or OPTIONAL */
};

struct step {
    uint8_t kind;
    char mark; /* emphasis of a member or sentence: '!' bold, '~' dim */
    uint16_t to;
    const char *words;
};

static const struct step steps[] = {
#define LAYOUT(name, first)
#define STEP(kind, mark, words, to) {kind, mark, to, words},
#include "report/layouts.def"
#undef LAYOUT
#undef STEP
};

struct writer {
    const struct kzi_doc *doc;
    struct kzi_text *text;
    bool page;
    bool within; /* in a line or a cell, where no paragraph begins */
    bool open;   /* a paragraph is open */
    bool list;   /* a list is open, of lines that begin with '*' */
};

/* --- members ---------------------------------------------------------------------------------- */

#define NONE UINT32_MAX

static size_t end_of_words(const struct kzi_doc *doc, uint32_t node) {
    return node + 1 < doc->count ? doc->nodes[node + 1].from : doc->words.len;
}

/* The loop for the members or elements of a node. */
#define EACH_INSIDE(doc, node, i)                                                                  \
    for (uint32_t i = (node) + 1; i < (doc)->nodes[node].end; i = (doc)->nodes[i].end)

static bool has_nothing(const struct kzi_doc *doc, uint32_t node) {
    const struct kzi_doc_node *at = &doc->nodes[node];
    return at->end == node + 1 && at->from == end_of_words(doc, node);
}

/* Return the number of the node's member with this key, or NONE. */
static uint32_t find_member(const struct kzi_doc *doc, uint32_t node, const char *key) {
    EACH_INSIDE(doc, node, i) {
        /* compared first, because most keys differ in the second letter */
        const char *own = doc->nodes[i].key;
        if (own && own[1] == key[1] && (own == key || !strcmp(own, key)))
            return i;
    }
    return NONE;
}

/* Write the steps from `step` to the end of their optional part, line or cell; return the step
 * that ends it.  all: set to false if a member is missing or empty. */
static const struct step *put_steps(struct writer *writer, const struct step *step, uint32_t node,
                                    bool *all);

static bool put_layout(struct writer *writer, unsigned layout, uint32_t node) {
    bool all = true;
    put_steps(writer, &steps[layout], node, &all);
    return all;
}

static struct writer writer_within(const struct writer *writer, struct kzi_text *text) {
    return (struct writer){writer->doc, text, writer->page, true, false, false};
}

/* --- words and lines -------------------------------------------------------------------------- */

static void end_paragraph(struct writer *writer) {
    kzi_text_put(writer->text, writer->open ? "</p>\n" : "");
    writer->open = false;
}

/* On a page, close what is open before something that is not a line of a list. */
static void end_lines(struct writer *writer) {
    end_paragraph(writer);
    kzi_text_put(writer->text, writer->list ? "</ul>\n" : "");
    writer->list = false;
}

/* On a page, begin a paragraph unless one is open. */
static void begin_words(struct writer *writer) {
    if (!writer->page || writer->within || writer->open)
        return;
    end_lines(writer);
    kzi_text_put(writer->text, "<p>");
    writer->open = true;
}

static void put_words(struct writer *writer, const char *words, size_t len) {
    begin_words(writer);
    if (writer->page)
        kzi_html_escape(writer->text, words, len);
    else
        kzi_text_add(writer->text, words, len);
}

/* Return the width of the current line so far. */
static size_t width_so_far(const struct kzi_text *text) {
    size_t from = text->failed ? 0 : text->len;
    while (from && text->at[from - 1] && text->at[from - 1] != '\n')
        from--;
    return text->failed ? 0 : kzi_words_width(text->at + from, text->len - from);
}

/* Write words; further lines are indented to the column of the first. */
static void put_wrapped(struct writer *writer, const char *words, size_t len) {
    const char *end = memchr(words, '\n', len);
    const size_t indent = end && !writer->page ? width_so_far(writer->text) : 0;
    for (; end; end = memchr(words, '\n', len)) {
        put_words(writer, words, (size_t)(end + 1 - words));
        kzi_text_blanks(writer->text, indent);
        len -= (size_t)(end + 1 - words);
        words = end + 1;
    }
    put_words(writer, words, len);
}

/* Write the gap between a key and its words. */
static void put_gap(struct writer *writer) {
    const size_t taken = width_so_far(writer->text);
    if (writer->page)
        put_words(writer, ": ", 2);
    else
        kzi_text_blanks(writer->text, taken < KEY_WIDTH ? KEY_WIDTH - taken : 1);
}

/* Write words of the layout itself; on a page, without the blanks that would begin a paragraph. */
static void put_own(struct writer *writer, const char *words) {
    if (writer->page && !writer->within && !writer->open)
        words += strspn(words, " ");
    if (*words)
        put_words(writer, words, strlen(words));
}

static void put_heading(struct writer *writer, const struct step *step, uint32_t node, bool *all) {
    struct writer line = writer_within(writer, writer->text);
    if (writer->page) {
        end_lines(writer);
        kzi_text_format(writer->text, "<h%c>", step->mark);
    } else
        kzi_text_put(writer->text, writer->doc->style->color ? "\033[1m" : "");
    put_steps(&line, step + 1, node, all);
    if (writer->page)
        kzi_text_format(writer->text, "</h%c>\n", step->mark);
    else
        kzi_text_put(writer->text, writer->doc->style->color ? "\033[0m\n" : "\n");
}

static void put_item(struct writer *writer, const struct step *step, uint32_t node, bool *all) {
    struct kzi_text words = kzi_text_growing();
    struct writer line = writer_within(writer, &words);
    put_steps(&line, step + 1, node, all);
    if (writer->page) {
        end_paragraph(writer);
        kzi_text_put(writer->text, writer->list ? "<li>" : "<ul>\n<li>");
        writer->list = true;
        if (words.len) /* an empty text may have no buffer */
            kzi_text_add(writer->text, words.at, words.len);
        kzi_text_put(writer->text, "</li>\n");
    } else {
        kzi_text_wrap(writer->text, words.at, words.len, TERMINAL_WIDTH);
        kzi_text_char(writer->text, '\n');
    }
    writer->text->failed |= words.failed;
    kzi_text_release(&words);
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Write an object, or each element of a list.  Return whether the object was complete. */
static bool put_each(struct writer *writer, unsigned layout, uint32_t list) {
    if (writer->doc->nodes[list + 1].key)
        return put_layout(writer, layout, list);
    EACH_INSIDE(writer->doc, list, i)
        put_layout(writer, layout, i);
    return true;
}

/* Write `between` and these steps, or nothing if a member is missing.  Return whether they were
 * complete. */
static bool put_complete(struct writer *writer, const struct step *step, uint32_t node,
                         const char *between) {
    const struct writer before = *writer;
    const size_t from = writer->text->len;
    bool all = true;
    if (*between)
        put_words(writer, between, strlen(between));
    put_steps(writer, step, node, &all);
    if (all || writer->text->failed)
        return true;
    *writer = before;
    writer->text->len = from;
    return false;
}

/* Write the complete elements with `between` between them.  Return whether there was one. */
static bool put_joined(struct writer *writer, unsigned layout, uint32_t list, const char *between) {
    bool any = false;
    EACH_INSIDE(writer->doc, list, i)
        any |= put_complete(writer, &steps[layout], i, any ? between : "");
    return any;
}

static void put_flow(struct writer *writer, unsigned layout, uint32_t list) {
    struct kzi_text *text = writer->text;
    size_t line = text->len;
    EACH_INSIDE(writer->doc, list, i) {
        size_t from = text->len;
        kzi_text_put(text, writer->page && !writer->open ? "" : "  ");
        put_layout(writer, layout, i);
        if (writer->page || text->failed ||
            kzi_words_width(text->at + line, text->len - line) <= LINE_WIDTH)
            continue;
        text->len = from;
        kzi_text_char(text, '\n');
        line = text->len;
        kzi_text_put(text, "  ");
        put_layout(writer, layout, i);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Fill in a cell; return the step after it. */
static const struct step *fill_cell(const struct writer *writer, struct kzi_grid *grid,
                                    const struct step *step, uint32_t node, unsigned *column) {
    struct writer cell = writer_within(writer, &grid->cells);
    const char mark = step->mark;
    const size_t from = kzi_grid_begin_cell(grid);
    bool all = true;
    step = put_steps(&cell, step + 1, node, &all);
    kzi_grid_end_cell(grid, column, from, mark);
    return step;
}

/* Fill in the cells of a row from `column` on; return the column after them. */
static unsigned fill_cells(const struct writer *writer, struct kzi_grid *grid,
                           const struct step *step, uint32_t node, unsigned column) {
    while (step->kind == CELL || step->kind == TIMES) {
        if (step->kind == CELL) {
            step = fill_cell(writer, grid, step, node, &column);
            continue;
        }
        const struct step *each = &steps[step->to];
        const uint32_t list = find_member(writer->doc, node, step++->words);
        grid->fixed = grid->fixed ? grid->fixed : column;
        if (list == NONE)
            continue;
        EACH_INSIDE(writer->doc, list, i) {
            grid->column[column].parted = true;
            column = fill_cells(writer, grid, each + 1, i, column);
        }
    }
    return column;
}

static void fill_row(const struct writer *writer, struct kzi_grid *grid, const struct step *row,
                     uint32_t node) {
    unsigned columns = fill_cells(writer, grid, row + 1, node, 0);
    for (; columns < grid->columns; columns++) /* fill up a row whose last cells are missing */
        kzi_grid_begin_cell(grid);
    grid->columns = columns;
    grid->rows++;
}

/* Write a list as a table.  owner: the node that has the list, for the head. */
static void put_table(struct writer *writer, unsigned layout, uint32_t list, uint32_t owner) {
    const struct kzi_doc_node *nodes = writer->doc->nodes;
    const struct step *head = &steps[layout], *row = &steps[head->to];
    char buffer[1024];
    const unsigned width = writer->doc->style->width;
    struct kzi_grid grid = {.cells = kzi_text_borrowing(buffer, sizeof buffer),
                            .headed = head[1].kind != ROW,
                            .width = width ? width : TERMINAL_WIDTH};
    if (grid.headed)
        fill_row(writer, &grid, head, owner);
    EACH_INSIDE(writer->doc, list, i) {
        if (nodes[i].key && nodes[i].end == i + 1)
            continue; /* a member of an object that is not an object itself */
        fill_row(writer, &grid, row, i);
        for (const struct step *more = row; more->to;) {
            more = &steps[more->to];
            const uint32_t inner = find_member(writer->doc, i, more->words);
            if (inner != NONE)
                fill_row(writer, &grid, more, inner);
        }
    }
    grid.fixed = grid.fixed ? grid.fixed : 1;
    writer->text->failed |= grid.cells.failed;
    if (writer->page)
        end_lines(writer);
    if (!grid.cells.failed)
        (writer->page ? kzi_put_grid_page : kzi_put_grid)(writer->text, &grid);
    kzi_text_release(&grid.cells);
}

/* --- a layout --------------------------------------------------------------------------------- */

/* Write the sentence `says` with the words as its argument. */
static void put_about(struct writer *writer, enum kzi_says says, const char *words, size_t len) {
    struct kzi_text text = kzi_text_growing();
    struct kzi_sentence about = kzi_sentence_on(&text, writer->doc->style);
    kzi_sentence_begin(&about);
    kzi_text_add(kzi_argument(&about), words, len);
    kzi_sentence_end_counted(&about, says);
    put_words(writer, text.at, text.len);
    writer->text->failed |= text.failed;
    kzi_text_release(&text);
}

/* Write a member, or a sentence about it.  Return false for a COUNT of 0, which is not written. */
static bool put_member(struct writer *writer, const struct step *step, uint32_t value) {
    const struct kzi_doc *doc = writer->doc;
    const size_t from = doc->nodes[value].from, len = end_of_words(doc, value) - from;
    const char *words = len ? doc->words.at + from : "";
    if (step->kind == COUNT && len == 1 && *words == '0')
        return false;
    if (step->to != KZI_SENTENCES)
        put_about(writer, step->to, words, len);
    else if (doc->nodes[value].markup) {
        if (!writer->within)
            end_lines(writer);
        kzi_text_add(writer->text, words, len);
    } else
        put_wrapped(writer, words, len);
    return true;
}

/* Write `value`, a member of `node`, by its step.  Return whether it was complete. */
static bool put_value(struct writer *writer, const struct step *step, uint32_t value,
                      uint32_t node) {
    switch (step->kind) {
    case EACH:
        return put_each(writer, step->to, value);
    case JOINED:
        return put_joined(writer, step->to, value,
                          kzi_says_in(writer->doc->style, KZI_SAYS_list_comma));
    case SPACED:
        return put_joined(writer, step->to, value, " ");
    case FLOW:
        put_flow(writer, step->to, value);
        return true;
    case TABLE:
        put_table(writer, step->to, value, node);
        return true;
    default:
        return put_member(writer, step, value);
    }
}

/* Switch bold or dim on or off. */
static void put_ink(struct writer *writer, char ink, bool on) {
    static const char *const marks[2][2] = {{"</b>", "<b>"}, {"</small>", "<small>"}};
    if (ink == ' ')
        return;
    if (writer->page) {
        begin_words(writer);
        kzi_text_put(writer->text, marks[ink == '~'][on]);
    } else if (writer->doc->style->color)
        kzi_text_put(writer->text, !on ? "\033[0m" : ink == '!' ? "\033[1m" : "\033[2m");
}

static void put_sentence(struct writer *writer, const struct step *step) {
    const char *words = kzi_says_in(writer->doc->style, step->to);
    put_ink(writer, step->mark, true);
    put_words(writer, words, strlen(words));
    put_ink(writer, step->mark, false);
}

/* Return the member that a step names, or NONE if it is missing or empty. */
static uint32_t member_of(const struct kzi_doc *doc, const struct step *step, uint32_t node) {
    const uint32_t value = *step->words ? find_member(doc, node, step->words) : node;
    return value != NONE && has_nothing(doc, value) ? NONE : value;
}

static bool put_field(struct writer *writer, const struct step *step, uint32_t node) {
    const uint32_t value = member_of(writer->doc, step, node);
    if (value == NONE)
        return false;
    put_ink(writer, step->mark, true);
    const bool all = put_value(writer, step, value, node);
    put_ink(writer, step->mark, false);
    return all;
}

/* Write the steps of an INTO for its member. */
static void put_within(struct writer *writer, const struct step *step, uint32_t node, bool *all) {
    const uint32_t value = member_of(writer->doc, step, node);
    if (value != NONE)
        put_steps(writer, step + 1, value, all);
    else
        *all = false;
}

static const struct step *put_steps(struct writer *writer, const struct step *step, uint32_t node,
                                    bool *all) {
    for (;; step++)
        switch ((enum kind)step->kind) {
        case WORDS:
            put_own(writer, step->words);
            break;
        case LINE:
            if (writer->page)
                end_paragraph(writer);
            else
                kzi_text_char(writer->text, '\n');
            break;
        case GAP:
            put_gap(writer);
            break;
        case SAYS:
            put_sentence(writer, step);
            break;
        case MEMBER:
        case COUNT:
        case EACH:
        case JOINED:
        case SPACED:
        case FLOW:
        case TABLE:
            *all &= put_field(writer, step, node);
            break;
        case OPTIONAL:
            put_complete(writer, step + 1, node, "");
            step = &steps[step->to];
            break;
        case INTO:
            put_within(writer, step, node, all);
            step = &steps[step->to];
            break;
        case HEADING:
            put_heading(writer, step, node, all);
            step = &steps[step->to];
            break;
        case ITEM:
            put_item(writer, step, node, all);
            step = &steps[step->to];
            break;
        case ROW:
        case CELL:
        case TIMES:
        case END:
            return step;
        }
}

void kzi_doc_lay_out(struct kzi_doc *doc, enum kzi_layout layout) {
    struct writer writer = {doc, doc->out, doc->style->form == KZI_PAGE, false, false, false};
    put_layout(&writer, layout, 0);
    if (writer.page)
        end_lines(&writer);
}

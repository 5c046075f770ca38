/* Layouts: what a report looks like, as text and as the body of a page.
 *
 *   words      themselves
 *   {key}      a member, {key.key} one of that; {!key} bold, {~key} dim
 *   {}         the element itself
 *   {@code}    a sentence without arguments
 *   [ ... ]    left out if a member within is not there, or has nothing
 *   {object/L} the object by layout L; {list/L} each element by it
 *   {list,L}   the same without elements that lack something, with commas between
 *   {key:code} a sentence whose argument is the member; {key?code}, {key?} left out if that is 0
 *   {list%L}   the same, next to each other on lines of KZI_LINE columns
 *   {list#L}   a table, of an object one of its objects: the first line of L heads it, if it has
 *              words, the second is a row; a third, "+key ...", is the row of a member of the
 *              element.  '|' is between columns; one that begins with '>' is aligned right; one in
 *              which no row has anything is left out.  A column may be {list*L}, so many times the
 *              columns of L; between these a table that is too wide for a terminal is parted, with
 *              its first column again
 *   # words    a line that heads what follows; ## one of lower rank
 *   * words    a line of a list, broken where it is too long
 *
 * Other lines are paragraphs of a page.  Markers stand at the beginning of a line. */
#include "base/text_html.h"
#include "base/utf8.h"
#include "report/document.h"

#include <stdlib.h>

#define KZI_LINE     78
#define KZI_TERMINAL 80

static const struct {
    const char *name, *text;
} layouts[KZI_LAYOUTS] = {
#define LAYOUT(name, text) [KZI_LAYOUT_##name] = {#name, text},
#include "report/layouts.def"
#undef LAYOUT
};

struct out {
    const struct kzi_doc *doc;
    struct kzi_text *text;
    bool page;
    bool within; /* a line or a cell: no paragraph begins */
    bool open;   /* a paragraph is */
    bool list;   /* of lines that begin with '*' is open */
};

/* --- members ---------------------------------------------------------------------------------- */

/* Return whether so many bytes are a name.  Most names differ in their first letter. */
static bool is_name(const char *name, const char *text, size_t len) {
    return *name == *text && !strncmp(name, text, len) && !name[len];
}

static size_t end_of_words(const struct kzi_doc *doc, uint32_t node) {
    return node + 1 < doc->count ? doc->nodes[node + 1].from : doc->words.len;
}

/* The first of what a node has; its end, if it has nothing. */
static uint32_t first_of(uint32_t node) {
    return node + 1;
}

static bool has_nothing(const struct kzi_doc *doc, uint32_t node) {
    const struct kzi_doc_node *at = &doc->nodes[node];
    return at->end == node + 1 && at->from == end_of_words(doc, node);
}

/* Return the number of a member; 0: there is none. */
static uint32_t member(const struct kzi_doc *doc, uint32_t node, const char *key, size_t len) {
    const char *dot = memchr(key + 1, '.', len - 1); /* the member of a member */
    if (dot) {
        node = member(doc, node, key, (size_t)(dot - key));
        return node ? member(doc, node, dot + 1, len - (size_t)(dot + 1 - key)) : 0;
    }
    const uint32_t end = doc->nodes[node].end;
    for (uint32_t i = first_of(node); i < end; i = doc->nodes[i].end) {
        const char *own = doc->nodes[i].key;
        if (own && is_name(own, key, len))
            return i;
    }
    return 0;
}

static const char *layout_named(const char *name, size_t len) {
    unsigned i = 0;
    while (!is_name(layouts[i].name, name, len))
        i++;
    return layouts[i].text;
}

static enum kzi_says sentence_named(const char *code, size_t len) {
    unsigned says = 0;
    while (!is_name(kzi_says_code(says), code, len))
        says++;
    return says;
}

/* The columns of words, of which ink ("\033[1m") takes none. */
static size_t width_of(const char *words, size_t len) {
    const char *ink = memchr(words, '\033', len);
    const char *end = ink ? memchr(ink, 'm', len - (size_t)(ink - words)) : NULL;
    if (!end)
        return kzi_utf8_width(words, len);
    return kzi_utf8_width(words, (size_t)(ink - words)) +
           width_of(end + 1, len - (size_t)(end + 1 - words));
}

/* Write a part of a layout; return whether all members were there. */
static bool put_part(struct out *out, const char *layout, size_t len, uint32_t node);
/* The same with words before it, or nothing if something is not there. */
static bool put_optional(struct out *out, const char *before, const char *layout, size_t len,
                         uint32_t node);

static struct out part_of(const struct out *out, struct kzi_text *text) {
    return (struct out){out->doc, text, out->page, true, false, false};
}

/* --- words and lines -------------------------------------------------------------------------- */

static void end_paragraph(struct out *out) {
    kzi_text_put(out->text, out->open ? "</p>\n" : "");
    out->open = false;
}

/* On a page, end what is open before something that is no line of a list. */
static void end_lines(struct out *out) {
    end_paragraph(out);
    kzi_text_put(out->text, out->list ? "</ul>\n" : "");
    out->list = false;
}

/* Begin a paragraph of a page, if nothing has. */
static void begin_words(struct out *out) {
    if (!out->page || out->within || out->open)
        return;
    end_lines(out);
    kzi_text_put(out->text, "<p>");
    out->open = true;
}

static void put_words(struct out *out, const char *words, size_t len) {
    begin_words(out);
    if (out->page)
        kzi_html_escape(out->text, words, len);
    else
        kzi_text_add(out->text, words, len);
}

/* Write a character of a layout. */
static void put_char(struct out *out, char c) {
    if (!out->page || out->within || out->open ? c != '\n' || !out->page : c != '\n' && c != ' ')
        put_words(out, &c, 1);
    else if (c == '\n')
        end_paragraph(out);
}

/* Write a line that begins with a marker, without its end; return whether all members were there.
 */
static bool put_heading(struct out *out, const char *layout, size_t len, uint32_t node) {
    const size_t rank = strspn(layout, "#"), from = strspn(layout, "# ");
    struct out line = part_of(out, out->text);
    if (out->page) {
        end_lines(out);
        kzi_text_put(out->text, rank == 1 ? "<h2>" : "<h3>");
    } else
        kzi_text_put(out->text, out->doc->style->color ? "\033[1m" : "");
    const bool all = put_part(&line, layout + from, len - from, node);
    if (out->page)
        kzi_text_put(out->text, rank == 1 ? "</h2>\n" : "</h3>\n");
    else
        kzi_text_put(out->text, out->doc->style->color ? "\033[0m\n" : "\n");
    return all;
}

static bool put_item(struct out *out, const char *layout, size_t len, uint32_t node) {
    struct kzi_text words = kzi_text_growing();
    struct out line = part_of(out, &words);
    const bool all = put_part(&line, layout, len, node);
    if (out->page) {
        end_paragraph(out);
        kzi_text_put(out->text, out->list ? "<li>" : "<ul>\n<li>");
        out->list = true;
        kzi_text_add(out->text, words.at, words.len);
        kzi_text_put(out->text, "</li>\n");
    } else {
        kzi_text_wrap(out->text, words.at, words.len, KZI_TERMINAL);
        kzi_text_char(out->text, '\n');
    }
    out->text->failed |= words.failed;
    kzi_text_release(&words);
    return all;
}

/* --- lists ------------------------------------------------------------------------------------ */

/* Write each element of a list, or an object.  Return whether the object has all. */
static bool put_each(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    if (nodes[first_of(list)].key)
        return put_part(out, layout, strlen(layout), list);
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end)
        put_part(out, layout, strlen(layout), i);
    return true;
}

/* Write the elements that have all, with commas between.  Return whether there is one. */
static bool put_joined(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    const char *comma = kzi_says_in(out->doc->style, KZI_SAYS_list_comma), *before = "";
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end)
        if (put_optional(out, before, layout, strlen(layout), i))
            before = comma;
    return *before;
}

static void put_flow(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    struct kzi_text *text = out->text;
    size_t line = text->len;
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end) {
        size_t from = text->len;
        kzi_text_put(text, out->page && !out->open ? "" : "  ");
        put_part(out, layout, strlen(layout), i);
        if (out->page || text->failed || width_of(text->at + line, text->len - line) <= KZI_LINE)
            continue;
        text->len = from;
        kzi_text_char(text, '\n');
        line = text->len;
        kzi_text_put(text, "  ");
        put_part(out, layout, strlen(layout), i);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

#define COLUMNS 144

struct column {
    size_t width;
    bool right;
    bool used;   /* some row has something */
    bool parted; /* a table may be parted before it */
};

struct table {
    struct kzi_text cells; /* each with a NUL behind it */
    unsigned columns, rows;
    bool head; /* its first row is */
    struct column column[COLUMNS];
};

static void end_cell(struct table *table, unsigned column, size_t from, bool right) {
    struct column *at = &table->column[column];
    const size_t width =
        table->cells.failed ? 0 : width_of(table->cells.at + from, table->cells.len - from);
    at->width = width > at->width ? width : at->width;
    at->right |= right;
    at->used |= (table->rows || !table->head) && width;
    kzi_text_char(&table->cells, '\0');
}

/* Fill in the cells of a row from a column on; return the column after them. */
static unsigned fill_cells(const struct out *out, struct table *table, const char *row,
                           uint32_t node, unsigned column) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    struct out cell = part_of(out, &table->cells);
    for (const char *at = row, *end = row; *end && *end != '\n'; at = end + 1) {
        const size_t from = table->cells.len;
        end = at + strcspn(at, "|\n");
        const bool right = *at == '>';
        const char *times = memchr(at, '*', (size_t)(end - at));
        if (!times || *at != '{') {
            if (column < COLUMNS) {
                put_part(&cell, at + right, (size_t)(end - at) - right, node);
                end_cell(table, column++, from, right);
            }
            continue;
        }
        const char *each = layout_named(times + 1, strcspn(times, "}") - 1);
        uint32_t list = member(out->doc, node, at + 1, (size_t)(times - at) - 1);
        for (uint32_t i = list ? first_of(list) : 0; list && i < nodes[list].end;
             i = nodes[i].end) {
            table->column[column].parted = true;
            column = fill_cells(out, table, each, i, column);
        }
    }
    return column;
}

static void fill_row(const struct out *out, struct table *table, const char *row, uint32_t node) {
    unsigned columns = fill_cells(out, table, row, node, 0);
    for (; columns < table->columns; columns++) /* a row may lack its last ones */
        kzi_text_char(&table->cells, '\0');
    table->columns = columns;
    table->rows++;
}

/* Write the first column of a row and those of a range; return where the next row begins. */
static const char *put_row(struct kzi_text *text, const struct table *table, const char *cell,
                           unsigned from, unsigned to) {
    size_t due = 0; /* blanks, which no line ends with */
    for (unsigned i = 0; i < table->columns; i++, cell += strlen(cell) + 1) {
        const struct column *column = &table->column[i];
        if (!column->used || (i && (i < from || i >= to)))
            continue;
        size_t lacks = column->width - width_of(cell, strlen(cell));
        due += 2 + (column->right ? lacks : 0);
        if (*cell) {
            kzi_text_format(text, "%*s%s", (int)due, "", cell);
            due = 0;
        }
        due += column->right ? 0 : lacks;
    }
    kzi_text_char(text, '\n');
    return cell;
}

static size_t width_from(const struct table *table, unsigned from, unsigned to) {
    size_t width = 0;
    for (unsigned i = from; i < to; i++)
        width += table->column[i].used ? 2 + table->column[i].width : 0;
    return width;
}

/* Return the column before which the table is parted, so that what begins at another fits. */
static unsigned part_from(const struct table *table, unsigned from) {
    const size_t first = width_from(table, 0, 1);
    unsigned to = table->columns;
    for (unsigned i = from + 1; i < table->columns; i++) {
        if (!table->column[i].parted)
            continue;
        unsigned next = i + 1;
        while (next < table->columns && !table->column[next].parted)
            next++;
        to = i;
        if (first + width_from(table, from, next) > KZI_TERMINAL)
            return to;
    }
    return table->columns;
}

static void put_rows(struct kzi_text *text, const struct table *table) {
    for (unsigned from = 1, to; from < table->columns || from == 1; from = to) {
        const char *cell = table->cells.at;
        to = part_from(table, from);
        kzi_text_put(text, from > 1 ? "\n" : "");
        for (unsigned i = 0; i < table->rows; i++)
            cell = put_row(text, table, cell, from, to);
    }
}

static void put_page_rows(struct kzi_text *text, const struct table *table) {
    const char *cell = table->cells.at;
    kzi_text_put(text, "<div class=\"scroll\"><table class=\"cells\">\n");
    kzi_text_put(text, table->head ? "<thead>\n" : "<tbody>\n");
    for (unsigned row = 0; row < table->rows; row++) {
        const bool head = table->head && !row;
        kzi_text_put(text, "<tr>");
        for (unsigned i = 0; i < table->columns; i++, cell += strlen(cell) + 1) {
            const char kind = head || !i ? 'h' : 'd';
            if (table->column[i].used)
                kzi_text_format(text, "<t%c%s%s>%s</t%c>", kind,
                                head ? " scope=\"col\""
                                : !i ? " scope=\"row\""
                                     : "",
                                table->column[i].right ? " class=\"n\"" : "", cell, kind);
        }
        kzi_text_put(text, head ? "</tr>\n</thead>\n<tbody>\n" : "</tr>\n");
    }
    kzi_text_put(text, "</tbody>\n</table></div>\n");
}

/* of: what has the list */
static void put_table(struct out *out, const char *layout, uint32_t list, uint32_t of) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    struct table table = {.cells = kzi_text_growing(), .head = *layout != '\n'};
    const char *row = strchr(layout, '\n') + 1, *within = strstr(row, "\n+");
    const size_t key = within ? strcspn(within + 2, " ") : 0;
    if (table.head)
        fill_row(out, &table, layout, of);
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end) {
        if (nodes[i].key && nodes[i].end == i + 1)
            continue; /* of an object, a member that is none */
        fill_row(out, &table, row, i);
        uint32_t inner = within ? member(out->doc, i, within + 2, key) : 0;
        if (inner)
            fill_row(out, &table, within + 3 + key, inner);
    }
    out->text->failed |= table.cells.failed;
    if (out->page)
        end_lines(out);
    if (!table.cells.failed)
        (out->page ? put_page_rows : put_rows)(out->text, &table);
    kzi_text_release(&table.cells);
}

/* --- a layout --------------------------------------------------------------------------------- */

/* Write a member, or a sentence about it.  Return whether it is asked not to be 0, and is not. */
static bool put_member(struct out *out, const char *how, uint32_t value) {
    const struct kzi_doc *doc = out->doc;
    const size_t from = doc->nodes[value].from, len = end_of_words(doc, value) - from,
                 code = strcspn(how, "}");
    const char *words = len ? doc->words.at + from : "";
    if (*how == '?' && len == 1 && *words == '0')
        return false;
    if (code > 1) {
        struct kzi_text said = kzi_text_growing();
        kzi_sentence_format(&said, doc->style, sentence_named(how + 1, code - 1), "%.*s", (int)len,
                            words);
        put_words(out, said.at, said.len);
        out->text->failed |= said.failed;
        kzi_text_release(&said);
    } else if (doc->nodes[value].markup) {
        if (!out->within)
            end_lines(out);
        kzi_text_add(out->text, words, len);
    } else {
        put_words(out, words, len);
    }
    return true;
}

/* node: whose member the value is */
static bool put_value(struct out *out, const char *how, uint32_t value, uint32_t node) {
    if (strchr("}:?", *how))
        return put_member(out, how, value);
    const char *layout = layout_named(how + 1, strcspn(how, "}") - 1);
    if (*how == '/')
        return put_each(out, layout, value);
    if (*how == ',')
        return put_joined(out, layout, value);
    if (*how == '%')
        put_flow(out, layout, value);
    else
        put_table(out, layout, value, node);
    return true;
}

/* Switch ink on, or off. */
static void put_ink(struct out *out, char ink, bool on) {
    static const char *const marks[2][2] = {{"</b>", "<b>"}, {"</small>", "<small>"}};
    if (out->page) {
        begin_words(out);
        kzi_text_put(out->text, marks[ink == '~'][on]);
    } else if (out->doc->style->color)
        kzi_text_put(out->text, !on ? "\033[0m" : ink == '!' ? "\033[1m" : "\033[2m");
}

/* Write what stands between { and }; return whether it is there. */
static bool put_field(struct out *out, const char *field, uint32_t node) {
    const bool ink = *field == '!' || *field == '~';
    const char *key = field + ink;
    const size_t len = strcspn(key, "/%#,:?}");
    const bool says = *key == '@';
    const uint32_t value = says || !len ? node : member(out->doc, node, key, len);
    bool any = true;
    if (!says && ((len && !value) || has_nothing(out->doc, value)))
        return false;
    if (ink)
        put_ink(out, *field, true);
    if (says) {
        const char *words = kzi_says_in(out->doc->style, sentence_named(key + 1, len - 1));
        put_words(out, words, strlen(words));
    } else
        any = put_value(out, key + len, value, node);
    if (ink)
        put_ink(out, *field, false);
    return any;
}

/* The bytes up to the bracket that closes the first. */
static size_t bracketed(const char *layout) {
    size_t at = 1;
    for (unsigned depth = 1; depth; at++)
        depth += layout[at] == '[' ? 1U : layout[at] == ']' ? -1U : 0U;
    return at;
}

static bool put_optional(struct out *out, const char *before, const char *layout, size_t len,
                         uint32_t node) {
    const struct out kept = *out;
    const size_t from = out->text->len;
    if (*before)
        put_words(out, before, strlen(before));
    if (put_part(out, layout, len, node) || out->text->failed)
        return true;
    *out = kept;
    out->text->len = from;
    return false;
}

static bool put_part(struct out *out, const char *layout, size_t len, uint32_t node) {
    bool all = true;
    for (size_t i = 0, taken; i < len; i += taken) {
        const char *at = layout + i;
        taken = 1;
        if ((*at == '#' || *at == '*') && !out->within && (!i || at[-1] == '\n')) {
            const char *end = memchr(at, '\n', len - i);
            const size_t line = end ? (size_t)(end - at) : len - i;
            taken = line + (end != NULL);
            all &= *at == '#' ? put_heading(out, at, line, node)
                              : put_item(out, at + 2, line - 2, node);
        } else if (*at == '[') {
            taken = bracketed(at);
            put_optional(out, "", at + 1, taken - 2, node);
        } else if (*at == '{') {
            taken = strcspn(at, "}") + 1;
            all &= put_field(out, at + 1, node);
        } else
            put_char(out, *at);
    }
    return all;
}

void kzi_layout_put(struct kzi_doc *doc, enum kzi_layout layout) {
    struct out out = {doc, doc->out, doc->style->page, false, false, false};
    put_part(&out, layouts[layout].text, strlen(layouts[layout].text), 0);
    if (out.page)
        end_lines(&out);
}

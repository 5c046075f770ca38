/* Layouts: what a report looks like as text.
 *
 *   words      themselves
 *   {key}      a member, {key.key} one of that; {!key} bold, {~key} dim
 *   {@code}    a sentence without arguments
 *   [ ... ]    left out if a member within is not there, or has nothing
 *   {list/L}   each element by layout L
 *   {list%L}   the same, next to each other on lines of KZI_LINE columns
 *   {list#L}   a table: the first line of L heads it, the second is a row; a third, "+key ...", is
 *              the row of a member of the element.  '|' is between columns; one that begins with
 *              '>' is aligned right; one in which no row has anything is left out */
#include "base/utf8.h"
#include "report/document.h"

#include <stdlib.h>

#define KZI_LINE 78

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

/* Return the number of a member that has something; 0: there is none. */
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
            return has_nothing(doc, i) ? 0 : i;
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

/* --- lines ------------------------------------------------------------------------------------ */

static void put_each(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end)
        put_part(out, layout, strlen(layout), i);
}

static void put_flow(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    struct kzi_text *text = out->text;
    size_t line = text->len;
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end) {
        size_t from = text->len;
        kzi_text_put(text, "  ");
        put_part(out, layout, strlen(layout), i);
        if (text->failed || width_of(text->at + line, text->len - line) <= KZI_LINE)
            continue;
        text->len = from;
        kzi_text_char(text, '\n');
        line = text->len;
        kzi_text_put(text, "  ");
        put_part(out, layout, strlen(layout), i);
    }
}

/* --- tables ----------------------------------------------------------------------------------- */

#define COLUMNS 16

struct table {
    struct kzi_text cells; /* each with a NUL behind it */
    unsigned columns, rows;
    size_t widths[COLUMNS];
    bool right[COLUMNS], used[COLUMNS]; /* used: some row has something */
};

static void fill_row(struct out *out, struct table *table, const char *row, uint32_t node) {
    struct out cell = {out->doc, &table->cells};
    unsigned column = 0;
    for (const char *at = row, *end = row; *end && *end != '\n'; at = end + 1, column++) {
        size_t from = table->cells.len;
        end = at + strcspn(at, "|\n");
        bool right = *at == '>';
        put_part(&cell, at + right, (size_t)(end - at) - right, node);
        size_t width =
            table->cells.failed ? 0 : width_of(table->cells.at + from, table->cells.len - from);
        table->widths[column] = width > table->widths[column] ? width : table->widths[column];
        table->right[column] |= right;
        table->used[column] |= table->rows && width;
        kzi_text_char(&table->cells, '\0');
    }
    table->columns = column;
    table->rows++;
}

/* Write a row, of which the cells begin there; return where the next begins. */
static const char *put_row(struct kzi_text *text, const struct table *table, const char *cell) {
    size_t due = 0; /* blanks, which no line ends with */
    for (unsigned column = 0; column < table->columns; column++, cell += strlen(cell) + 1) {
        if (!table->used[column])
            continue;
        size_t lacks = table->widths[column] - width_of(cell, strlen(cell));
        due += 2 + (table->right[column] ? lacks : 0);
        if (*cell) {
            kzi_text_format(text, "%*s%s", (int)due, "", cell);
            due = 0;
        }
        due += table->right[column] ? 0 : lacks;
    }
    kzi_text_char(text, '\n');
    return cell;
}

static void put_table(struct out *out, const char *layout, uint32_t list) {
    const struct kzi_doc_node *nodes = out->doc->nodes;
    struct table table = {.cells = kzi_text_growing()};
    const char *row = strchr(layout, '\n') + 1, *within = strstr(row, "\n+");
    const size_t key = within ? strcspn(within + 2, " ") : 0;
    fill_row(out, &table, layout, list);
    for (uint32_t i = first_of(list); i < nodes[list].end; i = nodes[i].end) {
        fill_row(out, &table, row, i);
        uint32_t inner = within ? member(out->doc, i, within + 2, key) : 0;
        if (inner)
            fill_row(out, &table, within + 3 + key, inner);
    }
    const char *cell = table.cells.at;
    out->text->failed |= table.cells.failed;
    for (unsigned i = 0; i < table.rows && !table.cells.failed; i++)
        cell = put_row(out->text, &table, cell);
    kzi_text_release(&table.cells);
}

/* --- a layout --------------------------------------------------------------------------------- */

static void put_value(struct out *out, const char *how, uint32_t value) {
    const struct kzi_doc *doc = out->doc;
    const char *layout = *how == '}' ? NULL : layout_named(how + 1, strcspn(how, "}") - 1);
    if (!layout) {
        size_t from = doc->nodes[value].from;
        kzi_text_add(out->text, doc->words.at + from, end_of_words(doc, value) - from);
    } else
        (*how == '#' ? put_table : *how == '%' ? put_flow : put_each)(out, layout, value);
}

/* Write what stands between { and }; return whether it is there. */
static bool put_field(struct out *out, const char *field, uint32_t node) {
    const struct kzi_style *style = out->doc->style;
    const char *ink = *field == '!' ? "\033[1m" : *field == '~' ? "\033[2m" : NULL;
    const char *key = field + (ink != NULL);
    const size_t len = strcspn(key, "/%#}");
    const bool says = *key == '@';
    uint32_t value = says ? 0 : member(out->doc, node, key, len);
    if (!says && !value)
        return false;
    ink = style->color ? ink : NULL;
    kzi_text_put(out->text, ink ? ink : "");
    if (says)
        kzi_text_put(out->text, kzi_says_in(style, sentence_named(key + 1, len - 1)));
    else
        put_value(out, key + len, value);
    kzi_text_put(out->text, ink ? "\033[0m" : "");
    return true;
}

/* The bytes up to the bracket that closes the first. */
static size_t bracketed(const char *layout) {
    size_t at = 1;
    for (unsigned depth = 1; depth; at++)
        depth += layout[at] == '[' ? 1U : layout[at] == ']' ? -1U : 0U;
    return at;
}

static bool put_part(struct out *out, const char *layout, size_t len, uint32_t node) {
    bool all = true;
    for (size_t i = 0, taken; i < len; i += taken) {
        const char *at = layout + i;
        const size_t before = out->text->len;
        taken = 1;
        if (*at == '[') {
            taken = bracketed(at);
            if (!put_part(out, at + 1, taken - 2, node) && !out->text->failed)
                out->text->len = before;
        } else if (*at == '{') {
            taken = strcspn(at, "}") + 1;
            all &= put_field(out, at + 1, node);
        } else
            kzi_text_char(out->text, *at);
    }
    return all;
}

void kzi_layout_put(struct kzi_doc *doc, enum kzi_layout layout) {
    struct out out = {doc, doc->out};
    put_part(&out, layouts[layout].text, strlen(layouts[layout].text), 0);
}

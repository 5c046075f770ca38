#include "analysis/compare/comparison_table.h"

#include "base/utf8.h"
#include "report/wording.h"

#include <string.h>

/* --- columns ---------------------------------------------------------------------------------- */

#define MARGIN  2 /* for the mark of a row that differs */
#define GAP     2
#define LABEL   40  /* widest name of a row; wider where all rulesets still fit */
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

static const char *heading_of(const struct layout *layout, unsigned column) {
    return layout->table->comparison->results[column]->rules->model->label;
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
        rest[i] = heading_of(layout, block->columns[i]);
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
    for (unsigned i = 0; i < block->count; i++) {
        unsigned column = block->columns[i];
        char buffer[PIECE];
        struct kzi_text cell = cell_of(layout, row, column, buffer);
        put_in_column(layout, column, buffer, length(&cell),
                      kzi_compared_unlike(layout->table, row, column));
    }
    end_line(layout);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void measure_column(struct layout *layout, unsigned column) {
    const char *label = heading_of(layout, column);
    size_t width = 0, len;
    while ((len = heading_line(&label))) {
        width = greater(width, kzi_utf8_width(label, len));
        label += len;
    }
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

/* The table alone (comparison_columns.c), an empty line before each block. */
static void compare_columns(struct kzi_text *text, const struct kzi_compared_table *table,
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

/* --- reasons ---------------------------------------------------------------------------------- */

static const char *difference_label(const struct kzi_differences *differences, unsigned side) {
    return differences->rules[side]->model->label;
}

#define SHORT 40 /* longest value shown; diff shows longer ones */

/* What a place says in a ruleset, if it is short: as it is written where that is a mapping, whose
 * meaning is for comparing and not for reading. */
static bool said(const struct kzi_differing_place *place, unsigned of, char text[SHORT + 1]) {
    const struct kzi_node *node = place->node[of];
    struct kzi_text words = kzi_text_fixed(text, SHORT + 1);
    if (!place->says[of])
        return false;
    if (node && node->kind != KZI_SCALAR)
        kzi_node_put(&words, node);
    else
        kzi_text_put(&words, place->says[of]);
    return kzi_text_end(&words) <= SHORT;
}

static void put_list(struct kzi_text *text, const struct kzi_summed_blame *blame,
                     const char *last) {
    for (size_t i = 0; i < blame->blamed.count; i++) {
        const struct kzi_difference *one = &blame->differences->list[blame->blamed.list[i]];
        if (i)
            kzi_text_put(text, i + 1 < blame->blamed.count ? ", " : last);
        kzi_say_difference(text, one);
        /* " (4 -> 2)": what it says in the first ruleset and in the other, where that is short. */
        char first[SHORT + 1], second[SHORT + 1];
        if (one->by_setting)
            kzi_text_format(text, " (%s -> %s)", one->value[0], one->value[1]);
        else if (one->only >= 0)
            kzi_text_format(text, " (only in %s)",
                            difference_label(blame->differences, (unsigned)one->only));
        else if (one->n_places == 1 && said(&one->places[0], 0, first) &&
                 said(&one->places[0], 1, second))
            kzi_text_format(text, " (%s -> %s)", first, second);
    }
}

/* Why the result of a ruleset is not that of the first, one sentence and a newline
 * (comparison_reason.c). */
static void say_why(struct kzi_text *text, const struct kzi_summed_blame *blame) {
    const struct kzi_blamed *blamed = &blame->blamed;
    if (!blame->differences)
        return;
    kzi_text_put(text, "Why ");
    kzi_text_put(text, difference_label(blame->differences, 1));
    kzi_text_put(text, ": ");
    put_list(text, blame, blamed->how == KZI_BLAMED_ALONE ? " or " : " and ");
    if (blamed->how == KZI_BLAMED_ALONE && blamed->count > 1)
        kzi_text_put(text, ", each by itself");
    else if (blamed->how == KZI_BLAMED_TOGETHER)
        kzi_text_put(text, ", together");
    else if (blamed->how == KZI_BLAMED_PARTLY)
        kzi_text_put(text, ", and more than these");
    else if (blamed->how == KZI_BLAMED_CUT)
        kzi_text_put(text, blamed->count ? ", and whether that is all was not looked for"
                                         : "not looked for, as that takes too long");
    else if (blamed->how == KZI_BLAMED_NONE && blame->differences->count > KZI_MAX_BLAMED)
        kzi_text_put(text, "the rules have too little in common");
    else if (blamed->how == KZI_BLAMED_NONE)
        kzi_text_put(text, "no rule was found");
    kzi_text_put(text, ".\n");
}

struct report {
    struct kzi_text *text;
    const struct kzi_comparison *comparison;
    const struct kzi_look *look;
};

static const char *label_of(const struct report *report, unsigned column) {
    return report->comparison->results[column]->rules->model->label;
}

/* --- above the table ------------------------------------------------------------------------- */

static void tiles_of(const struct kz_result *result, char buffer[PIECE]) {
    struct kzi_text tiles = kzi_text_fixed(buffer, PIECE);
    bool complete = result->status == KZ_OK && result->reason != KZI_INCOMPLETE;
    kzi_text_hand(&tiles, result, complete ? &result->best.reading : NULL);
    kzi_text_end(&tiles);
}

static bool reads_alike(const struct kz_result *a, const struct kz_result *b) {
    char first[PIECE], second[PIECE];
    tiles_of(a, first);
    tiles_of(b, second);
    return !strcmp(first, second);
}

/* The first result that reads the hand as this one does; itself, if it is the first.  A refused
 * hand was not read. */
static unsigned first_reader(const struct kzi_comparison *comparison, unsigned column) {
    for (unsigned i = 0; i < column; i++)
        if (comparison->results[i]->status == KZ_OK &&
            reads_alike(comparison->results[i], comparison->results[column]))
            return i;
    return column;
}

/* The rulesets that read the hand as the one at `column` does. */
static void put_readers(struct report *report, unsigned column) {
    const struct kzi_comparison *comparison = report->comparison;
    kzi_text_put(report->text, "  (");
    for (unsigned i = column; i < comparison->count; i++)
        if (comparison->results[i]->status == KZ_OK && first_reader(comparison, i) == column) {
            kzi_text_put(report->text, i > column ? ", " : "");
            kzi_text_put(report->text, label_of(report, i));
        }
    kzi_text_char(report->text, ')');
}

static void put_reading(struct report *report, unsigned column) {
    char buffer[PIECE];
    tiles_of(report->comparison->results[column], buffer);
    kzi_text_char(report->text, ' ');
    kzi_text_put(report->text, buffer);
}

/* Each reading that a ruleset found best, and where they are several, whose it is. */
static void put_readings(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    unsigned count = 0;
    for (unsigned i = 0; i < comparison->count; i++)
        count += comparison->results[i]->status == KZ_OK && first_reader(comparison, i) == i;
    if (!count) {
        put_reading(report, 0);
        kzi_text_char(report->text, '\n');
    }
    for (unsigned i = 0; i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK || first_reader(comparison, i) != i)
            continue;
        put_reading(report, i);
        if (count > 1)
            put_readers(report, i);
        kzi_text_char(report->text, '\n');
    }
}

/* --- below it -------------------------------------------------------------------------------- */

static void put_no_win(struct report *report, const struct kz_result *result) {
    if (result->status == KZ_OK && result->reason == KZI_WINS)
        return;
    kzi_text_put(report->text, result->status == KZ_OK ? "No win" : "Refused");
    kzi_text_put(report->text, " under ");
    kzi_text_put(report->text, result->rules->model->label);
    kzi_text_put(report->text, ": ");
    if (result->status == KZ_OK)
        kzi_say_no_win(report->text, result);
    else
        kzi_text_put(report->text, result->error.text);
    kzi_text_put(report->text, ".\n");
}

static void put_verdict(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    kzi_text_char(report->text, '\n');
    for (unsigned i = 0; i < comparison->count; i++)
        put_no_win(report, comparison->results[i]);
    if (!comparison->differs) {
        kzi_text_put(report->text, "No difference.\n");
        return;
    }
    kzi_ink_bold(report->text, report->look);
    kzi_text_put(report->text, "Different: ");
    kzi_say_fields(report->text, comparison->differs);
    kzi_ink_off(report->text, report->look);
    kzi_text_put(report->text, ".\n");
    for (unsigned i = 1; comparison->blame && i < comparison->count; i++)
        if (comparison->from_first[i])
            say_why(report->text, &comparison->blame[i]);
}

void kzi_compare_readings(struct kzi_text *text, const struct kzi_comparison *comparison) {
    struct report report = {text, comparison, NULL};
    put_readings(&report);
}

void kzi_compare_verdict(struct kzi_text *text, const struct kzi_comparison *comparison,
                         const struct kzi_look *look) {
    static const struct kzi_look plain;
    struct report report = {text, comparison, look ? look : &plain};
    put_verdict(&report);
}

/* Each result by itself, explained. */
static void put_explained(struct report *report) {
    const struct kzi_comparison *comparison = report->comparison;
    for (unsigned i = 0; i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK)
            continue;
        kzi_put_heading(report->text, report->look, label_of(report, i));
        kzi_report_text(report->text, comparison->results[i], report->look);
    }
}

void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_compared_look *look) {
    struct report report = {text, table->comparison, &look->look};
    kzi_text_situations(text, report.comparison->results, report.comparison->count,
                        look->look.language);
    put_readings(&report);
    compare_columns(text, table, look);
    put_verdict(&report);
    if (look->look.explain)
        put_explained(&report);
}

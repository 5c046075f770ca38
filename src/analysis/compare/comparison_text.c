#include "analysis/compare/comparison_table.h"

#include "base/text_json.h"
#include "base/utf8.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "words/sentence.h"

#include <string.h>

static const char *label_of(const struct kzi_comparison *comparison, unsigned column) {
    return comparison->results[column]->rules->model->label;
}

/* --- columns ---------------------------------------------------------------------------------- */

#define MARGIN  2 /* for the mark of a row that differs */
#define GAP     2
#define LABEL   40 /* widest name of a row; wider if all rulesets still fit */
#define HEADING 24 /* bytes of one line of a heading */

/* The table is written in blocks of the first ruleset and those others that fit next to it. */
struct layout {
    struct kzi_text *text;
    const struct kzi_compared_table *table;
    const struct kzi_style *style;
    size_t width;                     /* of the terminal */
    size_t most, label;               /* of the names of rows: limit and actual */
    size_t columns[KZI_MAX_COMPARED]; /* width of each */
    size_t due;                       /* pending blanks, written when something follows */
    unsigned from, to;                /* the other columns of the block */
};

/* Return the next column of the block; layout->to past the last. */
static unsigned next_column(const struct layout *layout, unsigned column) {
    return column ? column + 1 : layout->from;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

static size_t width_of(const char *words) {
    return kzi_utf8_width(words, strlen(words));
}

/* Put the bytes at the right of a column. */
static void put_in_column(struct layout *layout, unsigned column, const char *bytes, size_t len,
                          bool bold) {
    layout->due += GAP + layout->columns[column] - kzi_utf8_width(bytes, len);
    if (!len)
        return;
    kzi_text_format(layout->text, "%*s", (int)layout->due, "");
    layout->due = 0;
    if (bold)
        kzi_ink_bold(layout->text, layout->style);
    kzi_text_add(layout->text, bytes, len);
    if (bold)
        kzi_ink_off(layout->text, layout->style);
}

/* Return the length of the next line of a label at *rest, a word, cut if it is too long; "+
 * FILE" is one word. Move *rest to its start. Return 0 past the last. */
static size_t heading_line(const char **rest) {
    const char *label = *rest += strspn(*rest, " ");
    size_t plus = !strncmp(label, "+ ", 2) ? 2 : 0, word = plus + strcspn(label + plus, " ");
    return kzi_utf8_fit(label, word, HEADING);
}

static void put_headings(struct layout *layout) {
    const char *rest[KZI_MAX_COMPARED];
    for (unsigned i = 0; i < layout->table->comparison->count; i++)
        rest[i] = label_of(layout->table->comparison, i);
    for (bool any = true; any;) {
        any = false;
        layout->due = MARGIN + layout->label;
        for (unsigned i = 0; i < layout->to; i = next_column(layout, i)) {
            size_t len = heading_line(&rest[i]);
            put_in_column(layout, i, rest[i], len, true);
            rest[i] += len;
            any |= len > 0;
        }
        kzi_text_put(layout->text, any ? "\n" : "");
    }
    layout->due = 0;
}

/* --- rows ------------------------------------------------------------------------------------ */

/* Return the width of " (id)" after a name; 0 if the row has none or it would be too wide. */
static size_t id_width(const struct layout *layout, const struct kzi_compared_row *row,
                       size_t name) {
    size_t width = row->id ? strlen(row->id) + sizeof " ()" - 1 : 0;
    return name + width <= layout->most ? width : 0;
}

static size_t row_width(const struct layout *layout, const struct kzi_compared_row *row) {
    size_t width = width_of(kzi_compared_name(layout->table, row));
    width += id_width(layout, row, width);
    return width < layout->most ? width : layout->most;
}

/* Put the name, cut if it is too wide. */
static size_t put_name(struct layout *layout, const char *name) {
    size_t len = strlen(name), width = kzi_utf8_width(name, len);
    bool cut = width > layout->most;
    if (cut) {
        len = kzi_utf8_fit(name, len, layout->most - 1);
        width = kzi_utf8_width(name, len) + 1;
    }
    kzi_text_add(layout->text, name, len);
    kzi_text_put(layout->text, cut ? "\xE2\x80\xA6" : ""); /* an ellipsis */
    return width;
}

static void put_row_name(struct layout *layout, const struct kzi_compared_row *row) {
    size_t name = put_name(layout, kzi_compared_name(layout->table, row)),
           id = id_width(layout, row, name);
    if (id) {
        kzi_ink_dim(layout->text, layout->style);
        kzi_text_format(layout->text, " (%s)", row->id);
        kzi_ink_off(layout->text, layout->style);
    }
    layout->due = layout->label - name - id;
}

static void put_row(struct layout *layout, const struct kzi_compared_row *row) {
    bool empty = true;
    unsigned unlike = 0;
    for (unsigned i = 0; i < layout->to; i = next_column(layout, i)) {
        empty &= !strcmp(kzi_compared_cell(layout->table, row, i), "-");
        unlike |= row->unlike & 1U << i;
    }
    if (empty)
        return;
    kzi_text_put(layout->text, unlike ? "* " : "  ");
    put_row_name(layout, row);
    for (unsigned i = 0; i < layout->to; i = next_column(layout, i)) {
        const char *cell = kzi_compared_cell(layout->table, row, i);
        put_in_column(layout, i, cell, strlen(cell), row->unlike >> i & 1);
    }
    kzi_text_char(layout->text, '\n');
}

/* --- the table ------------------------------------------------------------------------------- */

static size_t column_width(const struct layout *layout, unsigned column) {
    const char *label = label_of(layout->table->comparison, column);
    size_t width = 0, len;
    while ((len = heading_line(&label))) {
        width = greater(width, kzi_utf8_width(label, len));
        label += len;
    }
    for (unsigned i = 0; i < layout->table->n_rows; i++)
        width = greater(
            width, width_of(kzi_compared_cell(layout->table, &layout->table->rows[i], column)));
    return width;
}

static void measure(struct layout *layout) {
    size_t used = MARGIN;
    for (unsigned i = 0; i < layout->table->comparison->count; i++) {
        layout->columns[i] = column_width(layout, i);
        used += GAP + layout->columns[i];
    }
    layout->most = LABEL < layout->width / 2 ? LABEL : layout->width / 2;
    if (used < layout->width)
        layout->most = greater(layout->most, layout->width - used);
    for (unsigned i = 0; i < layout->table->n_rows; i++)
        layout->label = greater(layout->label, row_width(layout, &layout->table->rows[i]));
}

/* Take as many columns into the block as fit, at least one. */
static void fill(struct layout *layout) {
    size_t used = MARGIN + layout->label + GAP + layout->columns[0];
    layout->from = layout->to;
    while (layout->to < layout->table->comparison->count) {
        used += GAP + layout->columns[layout->to];
        if (used > layout->width && layout->to > layout->from)
            break;
        layout->to++;
    }
}

/* An empty line before each block. */
static void put_table(struct layout *layout) {
    measure(layout);
    layout->to = 1;
    do {
        fill(layout);
        kzi_text_char(layout->text, '\n');
        put_headings(layout);
        for (unsigned i = 0; i < layout->table->n_rows; i++)
            put_row(layout, &layout->table->rows[i]);
    } while (layout->to < layout->table->comparison->count);
    layout->text->failed |= layout->table->words.failed;
}

/* --- reasons ---------------------------------------------------------------------------------- */

#define SHORT 40 /* longest value shown; diff shows longer ones */

/* Write the text of a place in a ruleset if it is short: as in the file for a mapping, because
 * its meaning is not readable. */
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

static const char *side_of(const struct kzi_summed_blame *blame, int side) {
    return blame->differences->rules[side]->model->label;
}

/* Write "yaku.pinfu.value (4 -> 2)": the values in the first ruleset and in the other, if short. */
static void say_blamed(struct kzi_sentence *list, const struct kzi_summed_blame *blame,
                       const struct kzi_difference *one) {
    char first[SHORT + 1], second[SHORT + 1];
    bool values = !one->by_setting && one->only < 0 && one->n_places == 1 &&
                  said(&one->places[0], 0, first) && said(&one->places[0], 1, second);
    struct kzi_sentence sentence = kzi_argument_sentence(list);
    char words[300];
    struct kzi_text name = kzi_text_fixed(words, sizeof words);
    kzi_say_difference(&name, one);
    kzi_text_end(&name);
    kzi_argument_id(&sentence, words, one->by_setting ? "option" : "address",
                    one->by_setting ? one->option->id : one->address);
    if (one->only >= 0 && !one->by_setting) {
        kzi_argument_text(&sentence, side_of(blame, one->only));
        kzi_sentence_end(&sentence, KZI_SAYS_only_in);
    } else if (one->by_setting || values) {
        kzi_argument_text(&sentence, one->by_setting ? one->value[0] : first);
        kzi_argument_text(&sentence, one->by_setting ? one->value[1] : second);
        kzi_sentence_end(&sentence, KZI_SAYS_changed);
    } else
        kzi_sentence_end_list(&sentence, KZI_AND);
}

void kzi_put_blamed(struct kzi_text *text, const struct kzi_summed_blame *blame) {
    for (size_t i = 0; blame->differences && i < blame->blamed.count; i++) {
        struct kzi_sentence rule = kzi_sentence_begin(text, &kzi_plain_style);
        kzi_text_put(text, i ? "; " : "");
        say_blamed(&rule, blame, &blame->differences->list[blame->blamed.list[i]]);
        kzi_sentence_end_list(&rule, KZI_AND);
    }
}

static enum kzi_says how_blamed(const struct kzi_summed_blame *blame) {
    const struct kzi_blamed *blamed = &blame->blamed;
    switch (blamed->how) {
    case KZI_BLAMED_ALONE:
        return blamed->count > 1 ? KZI_SAYS_why_each : KZI_SAYS_why;
    case KZI_BLAMED_TOGETHER:
        return KZI_SAYS_why_together;
    case KZI_BLAMED_PARTLY:
        return KZI_SAYS_why_partly;
    case KZI_BLAMED_CUT:
        return blamed->count ? KZI_SAYS_why_cut : KZI_SAYS_why_not_searched;
    case KZI_BLAMED_NONE:
        break;
    }
    return blame->differences->count > KZI_MAX_BLAMED ? KZI_SAYS_why_unlike : KZI_SAYS_why_unknown;
}

static void say_why(struct kzi_text *text, const struct kzi_summed_blame *blame,
                    const struct kzi_style *style) {
    const struct kzi_blamed *blamed = &blame->blamed;
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_argument_text(&sentence, side_of(blame, 1));
    struct kzi_sentence list = kzi_argument_sentence(&sentence);
    for (size_t i = 0; i < blamed->count; i++)
        say_blamed(&list, blame, &blame->differences->list[blamed->list[i]]);
    kzi_sentence_end_list(&list, blamed->how == KZI_BLAMED_ALONE ? KZI_OR : KZI_AND);
    kzi_sentence_end(&sentence, how_blamed(blame));
}

void kzi_put_why(struct kzi_text *text, const struct kzi_summed_blame *blame,
                 const struct kzi_style *style) {
    if (!blame->differences)
        return;
    say_why(text, blame, style);
    kzi_text_char(text, '\n');
}

void kzi_reasons_json(struct kzi_text *text, const struct kzi_comparison *comparison) {
    kzi_json_begin_key(text, "reasons", '[');
    for (unsigned i = 1; i < comparison->count; i++) {
        const struct kzi_summed_blame *blame = &comparison->blame[i];
        struct kzi_text said = kzi_text_growing();
        if (!comparison->from_first[i] || !blame->differences)
            continue;
        say_why(&said, blame, &kzi_plain_style);
        kzi_json_begin(text, '{');
        kzi_json_key_int(text, "result", i);
        kzi_json_key_text(text, "message", &said);
        kzi_json_key(text, "message_code");
        say_why(text, blame, NULL);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

void kzi_compare_json(struct kzi_text *text, const struct kzi_comparison *comparison, bool explain,
                      unsigned long line) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(&comparison->results[0]->hand));
    kzi_compare_members(text, comparison, explain, line);
    if (comparison->blame)
        kzi_reasons_json(text, comparison);
    kzi_json_end(text, '}');
}

/* --- above and below the table --------------------------------------------------------------- */

#define PIECE 512 /* bytes of a hand */

static void tiles_of(const struct kz_result *result, char buffer[PIECE]) {
    struct kzi_text tiles = kzi_text_fixed(buffer, PIECE);
    kzi_text_hand(&tiles, result, kzi_is_complete(result) ? &result->best.reading : NULL);
    kzi_text_end(&tiles);
}

/* Return the first result that reads the hand as this one does (possibly itself); -1 if the hand
 * was refused. */
static int first_reader(const struct kzi_comparison *comparison, unsigned column) {
    char own[PIECE], other[PIECE];
    if (!kzi_is_scored(comparison->results[column]))
        return -1;
    tiles_of(comparison->results[column], own);
    for (unsigned i = 0; i < column; i++) {
        tiles_of(comparison->results[i], other);
        if (kzi_is_scored(comparison->results[i]) && !strcmp(own, other))
            return (int)i;
    }
    return (int)column;
}

static void put_readings(struct kzi_text *text, const struct kzi_comparison *comparison) {
    int reader[KZI_MAX_COMPARED];
    unsigned count = 0;
    for (unsigned i = 0; i < comparison->count; i++) {
        reader[i] = first_reader(comparison, i);
        count += reader[i] == (int)i;
    }
    for (unsigned i = 0; i < comparison->count; i++) {
        char tiles[PIECE];
        if (reader[i] != (int)i && (count || i))
            continue;
        tiles_of(comparison->results[i], tiles);
        kzi_text_format(text, " %s", tiles);
        for (unsigned k = i; k < comparison->count && count > 1; k++)
            if (reader[k] == (int)i) {
                kzi_text_put(text, k == i ? "  (" : ", ");
                kzi_text_put(text, label_of(comparison, k));
            }
        kzi_text_put(text, count > 1 ? ")\n" : "\n");
    }
}

static void put_no_win(struct kzi_text *text, const struct kz_result *result,
                       const struct kzi_style *style) {
    if (kzi_is_won(result))
        return;
    kzi_text_put(text, kzi_is_scored(result) ? "No win under " : "Refused under ");
    kzi_text_put(text, result->rules->model->label);
    kzi_text_put(text, ": ");
    if (kzi_is_scored(result))
        kzi_say_no_win(text, result, style);
    else
        kzi_text_put(text, result->error.text);
    kzi_text_put(text, ".\n");
}

static void put_verdict(struct kzi_text *text, const struct kzi_comparison *comparison,
                        const struct kzi_style *style) {
    kzi_text_char(text, '\n');
    for (unsigned i = 0; i < comparison->count; i++)
        put_no_win(text, comparison->results[i], style);
    if (!comparison->differs) {
        kzi_text_put(text, "No difference.\n");
        return;
    }
    kzi_ink_bold(text, style);
    kzi_text_put(text, "Different: ");
    kzi_say_fields(text, comparison->differs, ", ");
    kzi_ink_off(text, style);
    kzi_text_put(text, ".\n");
    for (unsigned i = 1; comparison->blame && i < comparison->count; i++)
        if (comparison->from_first[i])
            kzi_put_why(text, &comparison->blame[i], style);
}

void kzi_compare_text(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_style *style, unsigned width) {
    const struct kzi_comparison *comparison = table->comparison;
    struct layout layout = {.text = text, .table = table, .style = style, .width = width};
    kzi_text_situations(text, comparison->results, comparison->count, style);
    put_readings(text, comparison);
    put_table(&layout);
    put_verdict(text, comparison, style);
    for (unsigned i = 0; style->explain && i < comparison->count; i++) {
        if (!kzi_is_scored(comparison->results[i]))
            continue;
        kzi_put_heading(text, style, label_of(comparison, i));
        kzi_report_text(text, comparison->results[i], style);
    }
}

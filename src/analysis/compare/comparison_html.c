#include "analysis/compare/comparison_table.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "report/wording.h"

static const char *label_of(const struct kzi_comparison *comparison, unsigned column) {
    return comparison->results[column]->rules->model->label;
}

/* A cell that differs from the first column has a sign before it, besides its colour. */
static void put_row(struct kzi_text *text, const struct kzi_compared_table *table,
                    const struct kzi_compared_row *row) {
    kzi_html_format(text, "<tr class=\"%s%s\"><th scope=\"row\">%s",
                    row->begins_part ? "part " : "", row->unlike ? "differs" : "",
                    kzi_compared_name(table, row));
    if (row->id)
        kzi_html_format(text, " <small>%s</small>", row->id);
    kzi_text_put(text, "</th>");
    for (unsigned i = 0; i < table->comparison->count; i++) {
        kzi_text_put(text, row->unlike >> i & 1
                               ? "<td class=\"unlike\"><span title=\"differs from the first\">"
                                 "\xE2\x89\xA0</span> "
                               : "<td>");
        kzi_html_format(text, "%s</td>", kzi_compared_cell(table, row, i));
    }
    kzi_text_put(text, "</tr>\n");
}

static void put_table(struct kzi_text *text, const struct kzi_compared_table *table) {
    kzi_text_put(text, "<div class=\"scroll words\"><table class=\"compared\">\n"
                       "<thead><tr><td></td>");
    for (unsigned i = 0; i < table->comparison->count; i++)
        kzi_html_format(text, "<th scope=\"col\">%s</th>", label_of(table->comparison, i));
    kzi_text_put(text, "</tr></thead>\n<tbody>\n");
    for (unsigned i = 0; i < table->n_rows; i++)
        put_row(text, table, &table->rows[i]);
    kzi_text_put(text, "</tbody></table></div>\n");
    text->failed |= table->words.failed;
}

/* --- one hand -------------------------------------------------------------------------------- */

/* Each result explained, folded up. */
static void put_explained(struct kzi_text *text, const struct kzi_comparison *comparison,
                          const struct kzi_style *style) {
    struct kzi_style plain = *style;
    plain.color = false;
    plain.on_page = true;
    for (unsigned i = 0; style->explain && i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK)
            continue;
        kzi_html_format(text, "<details><summary>%s explained</summary>", label_of(comparison, i));
        size_t from = kzi_html_open(text, "<pre>");
        kzi_report_text(text, comparison->results[i], &plain);
        kzi_html_close(text, from, "</pre></details>\n");
    }
}

void kzi_compare_html(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_style *style, unsigned long line) {
    const struct kzi_comparison *comparison = table->comparison;
    const struct kzi_hand *hand = &comparison->results[0]->hand;
    kzi_html_begin_hand(text, line, kzi_hand_id(hand));
    size_t from = kzi_html_open(text, "<p class=\"lines situation\">");
    kzi_text_situations(text, comparison->results, comparison->count, style);
    kzi_html_close(text, from, "</p>\n");
    kzi_hand_svg(text, hand);
    kzi_indicators_svg(text, "Dora indicator", &hand->dora);
    kzi_indicators_svg(text, "Ura dora indicator", &hand->ura);
    from = kzi_html_open(text, "<p class=\"lines soft\">");
    kzi_compare_readings(text, comparison);
    kzi_html_close(text, from, "</p>\n");
    put_table(text, table);
    from = kzi_html_open(text, "<p class=\"lines verdict\">");
    kzi_compare_verdict(text, comparison, &kzi_plain_style);
    kzi_html_close(text, from, "</p>\n");
    put_explained(text, comparison, style);
    kzi_text_put(text, "</section>\n");
}

/* --- the page -------------------------------------------------------------------------------- */

static void put_ruleset(struct kzi_text *text, const struct kzi_model *model,
                        const char *language) {
    bool titled = model->title || model->n_overlays;
    kzi_html_format(text, "<li><b>%s</b>%s", model->label, titled ? ": " : "");
    size_t from = text->len;
    if (titled)
        kzi_say_title(text, model, language);
    kzi_html_close(text, from, "");
    kzi_html_format(text, " (digest %s)</li>\n", model->digest);
}

void kzi_compare_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                            const char *language) {
    struct kzi_text title = kzi_text_growing();
    for (unsigned i = 0; i < count; i++) {
        kzi_text_join(&title, i, count, " and ");
        kzi_text_put(&title, rules[i]->model->label);
    }
    kzi_text_put(&title, " side by side");
    kzi_html_begin(text, &title);
    kzi_tile_symbols(text);
    kzi_text_put(text, "<ul class=\"soft\">\n");
    for (unsigned i = 0; i < count; i++)
        put_ruleset(text, rules[i]->model, language);
    kzi_text_put(text, "</ul>\n");
}

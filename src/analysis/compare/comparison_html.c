#include "analysis/compare/comparison_table.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "report/wording.h"

/* --- the table ------------------------------------------------------------------------------- */

struct page {
    struct kzi_text *text;
    struct kzi_text words; /* to be escaped */
    const struct kzi_compared_table *table;
};

static bool any_unlike(const struct page *page, const struct kzi_compared_row *row) {
    for (unsigned i = 1; i < page->table->comparison->count; i++)
        if (kzi_compared_unlike(page->table, row, i))
            return true;
    return false;
}

/* What differs from the first column has a sign before it on the same line, besides its colour. */
static void put_cell(struct page *page, const struct kzi_compared_row *row, unsigned column) {
    bool unlike = column && kzi_compared_unlike(page->table, row, column);
    kzi_text_put(page->text, unlike ? "<td class=\"unlike\"><span title=\"differs from the first\">"
                                      "\xE2\x89\xA0</span> "
                                    : "<td>");
    kzi_compared_cell(&page->words, page->table, row, column);
    kzi_html_move(page->text, &page->words);
    kzi_text_put(page->text, "</td>");
}

/* Yaku, then what they come to, then who pays: a line between these. */
static bool begins_part(const struct kzi_compared_row *row, const struct kzi_compared_row *before) {
    return before->kind != row->kind &&
           (row->kind == KZI_COMPARED_TOTAL || row->kind == KZI_COMPARED_POINTS);
}

static void put_rows(struct page *page) {
    const struct kzi_compared_table *table = page->table;
    for (unsigned i = 0; i < table->n_rows; i++) {
        const struct kzi_compared_row *row = &table->rows[i];
        bool part = i && begins_part(row, row - 1);
        kzi_text_format(page->text, "<tr class=\"%s%s\">", part ? "part " : "",
                        any_unlike(page, row) ? "differs" : "");
        const char *id = kzi_compared_id(page->table, row);
        kzi_text_put(page->text, "<th scope=\"row\">");
        kzi_compared_label(&page->words, page->table, row);
        kzi_html_move(page->text, &page->words);
        if (id) {
            kzi_text_put(page->text, " <small>");
            kzi_html_put(page->text, id);
            kzi_text_put(page->text, "</small>");
        }
        kzi_text_put(page->text, "</th>");
        for (unsigned column = 0; column < table->comparison->count; column++)
            put_cell(page, row, column);
        kzi_text_put(page->text, "</tr>\n");
    }
}

static void put_table(struct page *page) {
    kzi_text_put(page->text, "<div class=\"scroll words\"><table class=\"compared\">\n");
    const struct kzi_comparison *comparison = page->table->comparison;
    kzi_text_put(page->text, "<thead><tr><td></td>");
    for (unsigned i = 0; i < comparison->count; i++) {
        kzi_text_put(page->text, "<th scope=\"col\">");
        kzi_html_put(page->text, comparison->results[i]->rules->model->label);
        kzi_text_put(page->text, "</th>");
    }
    kzi_text_put(page->text, "</tr></thead>\n");
    kzi_text_put(page->text, "<tbody>\n");
    put_rows(page);
    kzi_text_put(page->text, "</tbody></table></div>\n");
}

/* --- one hand -------------------------------------------------------------------------------- */

static void put_id(struct page *page, unsigned long line) {
    const char *id = kzi_hand_id(&page->table->comparison->results[0]->hand);
    if (!line)
        return;
    kzi_text_format(page->text, "<h2>Hand %lu", line);
    if (id[0]) {
        kzi_text_put(page->text, " <small>");
        kzi_html_put(page->text, id);
        kzi_text_put(page->text, "</small>");
    }
    kzi_text_put(page->text, "</h2>\n");
}

static void put_shown(struct page *page, const char *what, const struct kzi_indicators *shown) {
    if (!shown->count)
        return;
    kzi_text_format(page->text, "<p class=\"shown\"><span>%s</span> ", what);
    kzi_tiles_svg(page->text, shown->kind, shown->count);
    kzi_text_put(page->text, "</p>\n");
}

static void put_lines(struct page *page, const char *class_) {
    kzi_text_format(page->text, "<p class=\"lines %s\">", class_);
    kzi_html_move(page->text, &page->words);
    kzi_text_put(page->text, "</p>\n");
}

/* Each result by itself, explained, folded up. */
static void put_explained(struct page *page, const struct kzi_look *look) {
    const struct kzi_comparison *comparison = page->table->comparison;
    struct kzi_look plain = *look;
    plain.color = false;
    plain.on_page = true;
    for (unsigned i = 0; look->explain && i < comparison->count; i++) {
        if (comparison->results[i]->status != KZ_OK)
            continue;
        kzi_text_put(page->text, "<details><summary>");
        kzi_html_put(page->text, comparison->results[i]->rules->model->label);
        kzi_text_put(page->text, " explained</summary><pre>");
        kzi_report_text(&page->words, comparison->results[i], &plain);
        kzi_html_move(page->text, &page->words);
        kzi_text_put(page->text, "</pre></details>\n");
    }
}

void kzi_compare_html(struct kzi_text *text, const struct kzi_compared_table *table,
                      const struct kzi_look *look, unsigned long line) {
    struct page page = {text, kzi_text_growing(), table};
    const struct kzi_comparison *comparison = table->comparison;
    const struct kzi_hand *hand = &comparison->results[0]->hand;
    kzi_text_put(text, "<section>\n");
    put_id(&page, line);
    kzi_text_situations(&page.words, comparison->results, comparison->count, look->language);
    put_lines(&page, "situation");
    kzi_hand_svg(text, hand);
    put_shown(&page, "Dora indicator", &hand->dora);
    put_shown(&page, "Ura dora indicator", &hand->ura);
    kzi_compare_readings(&page.words, comparison);
    put_lines(&page, "soft");
    put_table(&page);
    kzi_compare_verdict(&page.words, comparison, NULL);
    put_lines(&page, "verdict");
    put_explained(&page, look);
    kzi_text_put(text, "</section>\n");
    kzi_text_release(&page.words);
}

void kzi_compare_html_refused(struct kzi_text *text, const kz_error *error, unsigned long line) {
    kzi_text_put(text, "<section>\n");
    if (line)
        kzi_text_format(text, "<h2>Hand %lu</h2>\n", line);
    kzi_text_put(text, "<p class=\"verdict\">Refused: ");
    kzi_html_put(text, error->text);
    kzi_text_put(text, ".</p>\n</section>\n");
}

/* --- the page -------------------------------------------------------------------------------- */

static void put_title(struct kzi_text *words, const kz_ruleset *const *rules, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(words, !i ? "" : i + 1 < count ? ", " : " and ");
        kzi_text_put(words, rules[i]->model->label);
    }
    kzi_text_put(words, " side by side");
}

static void put_ruleset(struct kzi_text *text, const struct kzi_model *model,
                        const char *language) {
    struct kzi_text words = kzi_text_growing();
    kzi_text_put(text, "<li><b>");
    kzi_html_put(text, model->label);
    kzi_text_put(text, "</b>");
    if (model->title || model->n_overlays) {
        kzi_text_put(text, ": ");
        kzi_say_title(&words, model, language);
        kzi_html_move(text, &words);
    }
    kzi_text_release(&words);
    kzi_text_format(text, " (digest %s)</li>\n", model->digest);
}

void kzi_compare_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                            const char *language) {
    struct kzi_text words = kzi_text_growing();
    put_title(&words, rules, count);
    kzi_html_begin(text, &words);
    kzi_text_release(&words);
    kzi_tile_symbols(text);
    kzi_text_put(text, "<ul class=\"soft\">\n");
    for (unsigned i = 0; i < count; i++)
        put_ruleset(text, rules[i]->model, language);
    kzi_text_put(text, "</ul>\n");
}

void kzi_compare_html_end(struct kzi_text *text) {
    kzi_html_end(text);
}

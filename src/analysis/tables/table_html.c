#include "analysis/html/html.h"
#include "analysis/tables/table.h"
#include "report/wording.h"

static void put_title(struct kzi_text *words, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    kzi_say_title(words, model, table->language);
    kzi_text_put(words, ": point tables");
}

static void put_notes(struct kzi_text *text, const struct kzi_table *table,
                      struct kzi_text *words) {
    kzi_text_put(text, "<ul>\n");
    for (unsigned number = 0; kzi_table_note(words, table, &number);) {
        kzi_text_put(text, "<li>");
        kzi_html_move(text, words);
        kzi_text_put(text, ".</li>\n");
    }
    text->failed |= words->failed;
    kzi_text_put(text, "</ul>\n");
}

void kzi_table_html_body(struct kzi_text *text, const struct kzi_table *table) {
    struct kzi_grid grid = kzi_grid_new();
    struct kzi_text words = kzi_text_growing();
    kzi_text_format(text, "<div%s>\n", table->by_fu ? " class=\"pair\"" : "");
    for (unsigned i = 0; i < kzi_table_n_sheets(table); i++) {
        kzi_table_sheet(&grid, table, i);
        kzi_html_grid(text, &grid);
    }
    kzi_text_put(text, "</div>\n");
    put_notes(text, table, &words);
    kzi_grid_release(&grid);
    kzi_text_release(&words);
}

void kzi_table_html(struct kzi_text *text, const struct kzi_table *table) {
    const struct kzi_model *model = table->rules->model;
    struct kzi_text words = kzi_text_growing();
    put_title(&words, table);
    kzi_html_begin(text, &words);
    kzi_text_put(text, "<p class=\"soft\">");
    kzi_html_put(text, model->label);
    kzi_text_format(text, ", digest %s</p>\n", model->digest);
    kzi_table_html_body(text, table);
    kzi_html_end(text);
    kzi_text_release(&words);
}

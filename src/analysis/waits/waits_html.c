#include "analysis/waits/waits_html.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "analysis/waits/nearest_yaku.h"
#include "report/wording.h"

struct page {
    struct kzi_text *text;
    const struct kzi_completed *completed;
    const struct kzi_style *style;
};

static void put_ruleset(struct kzi_text *text, const struct kzi_model *model,
                        const char *language) {
    kzi_html_format(text, "<li><b>%s</b>: ", model->label);
    size_t from = text->len;
    kzi_say_title(text, model, language);
    kzi_html_close(text, from, "");
    kzi_html_format(text, " (digest %s)</li>\n", model->digest);
}

void kzi_waits_html_begin(struct kzi_text *text, const kz_ruleset *const *rules, unsigned count,
                          const char *language) {
    struct kzi_text title = kzi_text_growing();
    kzi_text_put(&title, "Waits under ");
    for (unsigned i = 0; i < count; i++) {
        kzi_text_join(&title, i, count, " and ");
        kzi_text_put(&title, rules[i]->model->label);
    }
    kzi_html_begin(text, &title);
    kzi_tile_symbols(text);
    kzi_text_put(text, "<ul class=\"soft\">\n");
    for (unsigned i = 0; i < count; i++)
        put_ruleset(text, rules[i]->model, language);
    kzi_text_put(text, "</ul>\n");
}

/* --- the table -------------------------------------------------------------------------------- */

static void put_row(const struct page *page, const struct kzi_lacking_tile *tile, bool red) {
    struct kzi_text *text = page->text;
    struct kzi_last_tile last = {tile->kind, red, false};
    kzi_text_put(text, "<tr><th scope=\"row\">");
    kzi_tile_svg(text, tile->kind, red);
    kzi_html_format(text, red ? "</th><td>(%u)</td>" : "</th><td>%u</td>",
                    red ? 1U : (unsigned)tile->left);
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        last.self_draw = self_draw;
        size_t from = kzi_html_open(text, "<td>");
        kzi_say_verdict(text, page->completed, last, page->style->language);
        kzi_html_close(text, from, "</td>");
    }
    size_t from = kzi_html_open(text, "<td>");
    kzi_say_yaku_of_tile(text, page->completed, last, page->style->language);
    kzi_html_close(text, from, "</td></tr>\n");
}

static void put_table(const struct page *page) {
    const struct kzi_completion *completion = page->completed->completion;
    struct kzi_text *text = page->text;
    bool any_red = false;
    kzi_text_put(text,
                 "<div class=\"scroll\"><table class=\"waits\">\n<thead><tr><th scope=\"col\">tile"
                 "</th><th scope=\"col\">left</th><th scope=\"col\">on a discard</th><th "
                 "scope=\"col\">by self-draw</th><th scope=\"col\">yaku</th></tr></thead>\n"
                 "<tbody>\n");
    for (unsigned i = 0; i < completion->count; i++) {
        put_row(page, &completion->list[i], false);
        if (completion->list[i].red)
            put_row(page, &completion->list[i], true);
        any_red |= completion->list[i].red;
    }
    kzi_text_put(text, "</tbody></table></div>\n");
    if (any_red)
        kzi_text_put(text, "<p class=\"soft\">In brackets: the red one of those above it.</p>\n");
}

/* The tiles that bring a hand closer, each with the copies left. */
static void put_closer(const struct page *page) {
    const struct kzi_completion *completion = page->completed->completion;
    kzi_text_put(page->text, "<p class=\"closer\">");
    for (unsigned i = 0; i < completion->count; i++) {
        kzi_text_put(page->text, "<span>");
        kzi_tile_svg(page->text, completion->list[i].kind, false);
        kzi_html_format(page->text, "%u</span>\n", (unsigned)completion->list[i].left);
    }
    kzi_text_put(page->text, "</p>\n");
}

/* --- one hand --------------------------------------------------------------------------------- */

static void put_verdicts(const struct page *page) {
    const struct kzi_completion *completion = page->completed->completion;
    struct kzi_text *text = page->text;
    size_t from = kzi_html_open(text, "<p class=\"lines verdict\">");
    kzi_say_completion(text, page->completed);
    kzi_html_close(text, from, "</p>\n");
    if (completion->furiten)
        kzi_text_put(text, "<p>A tile that completes it is among the own discards: no win on a "
                           "discard.</p>\n");
    if (completion->ready)
        put_table(page);
    else if (completion->count)
        put_closer(page);
}

static void put_explained(const struct page *page, struct kz_result *const scratch[2]) {
    struct kzi_style plain = *page->style;
    plain.color = false;
    plain.on_page = true;
    kzi_text_put(page->text, "<details open><summary>Explained</summary>");
    size_t from = kzi_html_open(page->text, "<pre>");
    kzi_completion_explain(page->text, page->completed, scratch, &plain);
    kzi_html_close(page->text, from, "</pre></details>\n");
}

void kzi_waits_html(struct kzi_text *text, const struct kzi_completed *completed,
                    struct kz_result *const scratch[2], const struct kzi_style *style,
                    unsigned long line) {
    const struct page page = {text, completed, style};
    kzi_html_begin_hand(text, line, kzi_hand_id(completed->hand));
    completed->result->rules = completed->rules;
    kzi_hand_keep(completed->result, completed->hand);
    size_t from = kzi_html_open(text, "<p class=\"lines situation\">");
    kzi_text_format(text, "Under %s\n", completed->rules->model->label);
    kzi_text_situation(text, completed->result, style);
    kzi_html_close(text, from, "</p>\n");
    kzi_hand_svg(text, completed->hand);
    kzi_indicators_svg(text, "Dora indicator", &completed->hand->dora);
    kzi_indicators_svg(text, "Ura dora indicator", &completed->hand->ura);
    put_verdicts(&page);
    if (style->explain && completed->completion->ready)
        put_explained(&page, scratch);
    kzi_text_put(text, "</section>\n");
}

#include "analysis/compare/summary.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "hand/parser/parser.h"
#include "report/wording.h"

struct page {
    struct kzi_text *text;
    const struct kzi_summary *summary;
    struct kzi_grid grid;
    unsigned n_bars;
    struct kzi_plotted bars[KZI_BARS + 1];
};

/* --- numbers --------------------------------------------------------------------------------- */

static void put_signed(struct kzi_text *text, int64_t number) {
    kzi_text_put(text, number > 0 ? "+" : "");
    kzi_text_int(text, number);
}

/* "4812.5", its tenth cut off; of nothing "-". */
static void put_mean(struct kzi_text *text, const struct kzi_summed_side *side) {
    if (side->wins)
        kzi_text_format(text, "%lld.%d", (long long)(side->points / side->wins),
                        (int)(side->points % side->wins * 10 / side->wins));
    else
        kzi_text_char(text, '-');
}

/* Of a hundred, with a tenth. */
static void put_part(struct kzi_text *text, int64_t part, int64_t whole) {
    int64_t tenths = !whole ? 0 : whole > 1000000000 ? part / (whole / 1000) : part * 1000 / whole;
    kzi_text_format(text, "%lld.%lld %%", (long long)tenths / 10, (long long)tenths % 10);
}

/* --- the rulesets ---------------------------------------------------------------------------- */

static struct kzi_text *cell(struct page *page) {
    return kzi_grid_cell(&page->grid, KZI_GRID_PLAIN);
}

/* Begin a table with a row of heads, the first of words; the last is NULL. */
static void begin_table(struct page *page, const char *title, const char *const *heads) {
    kzi_text_put(kzi_grid_begin(&page->grid), title);
    page->grid.words_left = true;
    kzi_grid_row(&page->grid);
    for (; *heads; heads++)
        kzi_grid_put(&page->grid, *heads);
}

static void begin_row(struct page *page, const char *name) {
    kzi_grid_row(&page->grid);
    kzi_grid_put(&page->grid, name);
}

static void put_sides(struct page *page) {
    static const char *const heads[] = {"ruleset", "mean of a win", "wins",
                                        "refused", "points in all", NULL};
    begin_table(page, "Under each ruleset", heads);
    for (unsigned i = 0; i < page->summary->count; i++) {
        const struct kzi_summed_side *side = &page->summary->sides[i];
        begin_row(page, side->label);
        put_mean(cell(page), side);
        kzi_grid_int(&page->grid, side->wins);
        kzi_grid_int(&page->grid, side->refused);
        kzi_grid_int(&page->grid, side->points);
    }
    kzi_html_grid(page->text, &page->grid);
}

/* Returns the next bar; its words go to `span` and `value`. */
static struct kzi_plotted *add_bar(struct page *page, int64_t size, bool apart,
                                   struct kzi_text *span, struct kzi_text *value) {
    struct kzi_plotted *bar = &page->bars[page->n_bars++];
    *bar = (struct kzi_plotted){.size = size, .apart = apart};
    *span = kzi_text_fixed(bar->span, sizeof bar->span - 1);
    *value = kzi_text_fixed(bar->value, sizeof bar->value - 1);
    return bar;
}

static void plot_means(struct page *page) {
    page->n_bars = 0;
    for (unsigned i = 0; i < page->summary->count; i++) {
        const struct kzi_summed_side *side = &page->summary->sides[i];
        struct kzi_text span, value;
        add_bar(page, side->wins ? side->points / side->wins : 0, false, &span, &value)->label =
            side->label;
        put_mean(&value, side);
    }
    kzi_bars_svg(page->text, "Mean points of a winning hand", page->bars, page->n_bars);
}

/* Begins a paragraph: how many hands differ. */
static void put_different(struct page *page, int64_t differs) {
    kzi_text_format(page->text, "<p>Different: %lld of ", (long long)differs);
    kzi_say_count(page->text, page->summary->hands, "hand");
    kzi_text_put(page->text, " (");
    put_part(page->text, differs, page->summary->hands);
    kzi_text_put(page->text, ").");
}

/* --- a ruleset against the first ------------------------------------------------------------- */

static void put_by(struct kzi_text *text, const char *how, int64_t hands, int64_t points) {
    if (!hands)
        return;
    kzi_text_put(text, how);
    kzi_say_count(text, hands, "hand");
    kzi_text_put(text, ", by ");
    kzi_say_count(text, points, "point");
    kzi_text_put(text, " in all.");
}

static void put_moved(struct page *page, const struct kzi_summed_pair *pair) {
    struct kzi_text *text = page->text;
    put_different(page, pair->differs);
    put_by(text, " Worth more: ", pair->more_hands, pair->more_points);
    put_by(text, " Worth less: ", pair->fewer_hands, pair->fewer_points);
    kzi_text_put(text, "</p>\n");
}

static void put_fields(struct page *page, const struct kzi_summed_pair *pair) {
    static const char *const heads[] = {"field", "hands", NULL};
    begin_table(page, "In what they differ", heads);
    for (unsigned i = 0; i < KZI_FIELDS; i++)
        if (pair->fields[i]) {
            begin_row(page, kzi_field_names[i]);
            kzi_grid_int(&page->grid, pair->fields[i]);
        }
    kzi_html_grid(page->text, &page->grid);
}

static void put_span(struct kzi_text *text, const struct kzi_bar *bar) {
    put_signed(text, bar->from);
    if (bar->to == bar->from)
        return;
    kzi_text_put(text, " to ");
    put_signed(text, bar->to);
}

/* The hands worth the same are most, and would make all other bars short; they are counted in
 * words. */
static void plot_histogram(struct page *page, const struct kzi_histogram *histogram) {
    int64_t same = 0;
    page->n_bars = 0;
    for (unsigned i = 0; i < histogram->count; i++) {
        const struct kzi_bar *bar = &histogram->bars[i];
        struct kzi_text span, value;
        if (!bar->from && !bar->to) {
            same = bar->hands;
            continue;
        }
        add_bar(page, bar->hands, bar->from < 0, &span, &value);
        put_span(&span, bar);
        kzi_text_int(&value, bar->hands);
    }
    kzi_bars_svg(page->text, "Hands by the points that they are worth more or less", page->bars,
                 page->n_bars);
    kzi_text_put(page->text, "<p class=\"soft\">Worth the same: ");
    kzi_say_count(page->text, same, "hand");
    kzi_text_put(page->text, ".</p>\n");
}

static void put_rest(struct page *page, const char *name, int64_t hands) {
    if (!hands)
        return;
    begin_row(page, name);
    kzi_grid_int(&page->grid, hands);
}

#define MOST_RULES 124

static void put_rules(struct page *page, const struct kzi_summed_pair *pair) {
    static const char *const heads[] = {"rule", "hands", "alone", NULL};
    begin_table(page, "By which rule", heads);
    for (size_t i = 0; i < pair->n_rules && i < MOST_RULES; i++) {
        begin_row(page, pair->rules[i].rule);
        kzi_grid_int(&page->grid, pair->rules[i].hands);
        kzi_grid_int(&page->grid, pair->rules[i].alone);
    }
    put_rest(page, "no single rule", pair->unexplained);
    put_rest(page, "not looked for", pair->not_looked_for);
    kzi_html_grid(page->text, &page->grid);
}

/* --- the hands that moved most --------------------------------------------------------------- */

static void put_mover(struct page *page, const struct kzi_mover *mover) {
    struct kzi_text *text = page->text;
    struct kzi_hand hand;
    struct kzi_problem problem = {.found = false};
    size_t len = strlen(mover->hand);
    kzi_text_put(text, "<li><b>");
    put_signed(text, mover->by);
    kzi_html_format(text, "</b> (%lld, not %lld)", (long long)mover->points[1],
                    (long long)mover->points[0]);
    if (mover->times > 1)
        kzi_html_format(text, ", %lld times", (long long)mover->times);
    if (kzi_hand_read(&hand, mover->hand, len, NULL, NULL, &problem))
        kzi_hand_svg(text, &hand);
    kzi_html_format(text, "<code>%s</code></li>\n", mover->hand);
}

static void put_movers(struct page *page, const struct kzi_summed_pair *pair) {
    if (!pair->n_movers)
        return;
    kzi_text_put(page->text, "<h3>The hands that move most</h3>\n<ol class=\"movers\">\n");
    for (unsigned i = 0; i < pair->n_movers; i++)
        put_mover(page, &pair->movers[i]);
    kzi_text_put(page->text, "</ol>\n");
}

static void put_pair(struct page *page, unsigned number) {
    const struct kzi_summary *summary = page->summary;
    const struct kzi_summed_pair *pair = &summary->pairs[number];
    kzi_html_format(page->text, "<section>\n<h2>%s against %s</h2>\n", summary->sides[number].label,
                    summary->sides[0].label);
    put_moved(page, pair);
    if (pair->differs) {
        plot_histogram(page, &pair->histogram);
        kzi_text_put(page->text, "<div class=\"beside\">\n");
        put_rules(page, pair);
        put_fields(page, pair);
        kzi_text_put(page->text, "</div>\n");
        put_movers(page, pair);
    }
    kzi_text_put(page->text, "</section>\n");
}

/* --- the page -------------------------------------------------------------------------------- */

static void begin_page(struct page *page) {
    const struct kzi_summary *summary = page->summary;
    struct kzi_text title = kzi_text_growing();
    kzi_say_count(&title, summary->hands, "hand");
    kzi_text_put(&title, " under ");
    for (unsigned i = 0; i < summary->count; i++) {
        kzi_text_join(&title, i, summary->count, " and ");
        kzi_text_put(&title, summary->sides[i].label);
    }
    kzi_html_begin(page->text, &title);
    kzi_tile_symbols(page->text);
}

static void put_lead(struct page *page) {
    put_different(page, page->summary->differs);
    if (page->summary->refused) {
        kzi_text_put(page->text, " No hand, or refused by all: ");
        kzi_say_count(page->text, page->summary->refused, "line");
        kzi_text_char(page->text, '.');
    }
    kzi_text_put(page->text, "</p>\n");
}

void kzi_summary_html(struct kzi_text *text, const struct kzi_summary *summary) {
    struct page page = {.text = text, .summary = summary};
    begin_page(&page);
    put_lead(&page);
    put_sides(&page);
    plot_means(&page);
    for (unsigned i = 1; i < summary->count; i++)
        put_pair(&page, i);
    kzi_html_end(text);
}

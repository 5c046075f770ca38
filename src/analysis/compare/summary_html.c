#include "analysis/compare/summary.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "hand/parser/parser.h"
#include "report/wording.h"

struct page {
    struct kzi_text *text;
    struct kzi_text words; /* of the bars of a plot, each with a NUL */
    struct kzi_grid grid;
    const struct kzi_summary *summary;
};

/* --- numbers --------------------------------------------------------------------------------- */

static void put_signed(struct kzi_text *text, int64_t number) {
    kzi_text_put(text, number > 0 ? "+" : "");
    kzi_text_int(text, number);
}

/* "4812.5", its tenth cut off; of nothing "-". */
static void put_mean(struct kzi_text *text, int64_t sum, int64_t count) {
    if (!count) {
        kzi_text_char(text, '-');
        return;
    }
    kzi_text_int(text, sum / count);
    kzi_text_format(text, ".%d", (int)(sum % count * 10 / count));
}

/* Of a hundred, with a tenth. */
static void put_part(struct kzi_text *text, int64_t part, int64_t whole) {
    int64_t tenths = !whole ? 0 : whole > 1000000000 ? part / (whole / 1000) : part * 1000 / whole;
    kzi_text_format(text, "%lld.%lld %%", (long long)tenths / 10, (long long)tenths % 10);
}

/* --- plots ----------------------------------------------------------------------------------- */

/* The words of a bar, kept until the plot is drawn: where they begin. */
struct said {
    size_t label, value;
};

static size_t begin_words(struct page *page) {
    kzi_text_char(&page->words, '\0');
    return page->words.len;
}

#define MOST_BARS (KZI_BARS + 1)

struct plot {
    struct kzi_plotted bars[MOST_BARS];
    struct said said[MOST_BARS];
    unsigned count;
};

static void begin_plot(struct page *page, struct plot *plot) {
    kzi_text_clear(&page->words);
    plot->count = 0;
}

static void draw(struct page *page, struct plot *plot, const char *title) {
    kzi_text_char(&page->words, '\0');
    page->text->failed |= page->words.failed;
    if (page->words.failed || !plot->count)
        return;
    for (unsigned i = 0; i < plot->count; i++) {
        plot->bars[i].label = page->words.at + plot->said[i].label;
        plot->bars[i].value = page->words.at + plot->said[i].value;
    }
    kzi_text_format(page->text, "<figure><figcaption>%s</figcaption>\n", title);
    kzi_bars_svg(page->text, title, plot->bars, plot->count);
    kzi_text_put(page->text, "</figure>\n");
}

/* --- the rulesets ---------------------------------------------------------------------------- */

static struct kzi_text *cell(struct page *page) {
    return kzi_grid_cell(&page->grid, KZI_GRID_PLAIN);
}

static void put_sides(struct page *page) {
    static const char *const heads[] = {"ruleset", "mean of a win", "wins", "refused",
                                        "points in all"};
    kzi_text_put(kzi_grid_begin(&page->grid), "Under each ruleset");
    page->grid.words_left = true;
    kzi_grid_row(&page->grid);
    for (unsigned i = 0; i < sizeof heads / sizeof *heads; i++)
        kzi_text_put(cell(page), heads[i]);
    for (unsigned i = 0; i < page->summary->count; i++) {
        const struct kzi_summed_side *side = &page->summary->sides[i];
        kzi_grid_row(&page->grid);
        kzi_text_put(cell(page), side->label);
        put_mean(cell(page), side->points, side->wins);
        kzi_text_int(cell(page), side->wins);
        kzi_text_int(cell(page), side->refused);
        kzi_text_int(cell(page), side->points);
    }
    kzi_grid_end(&page->grid);
    kzi_html_grid(page->text, &page->grid);
}

static void plot_means(struct page *page) {
    struct plot plot;
    begin_plot(page, &plot);
    for (unsigned i = 0; i < page->summary->count; i++) {
        const struct kzi_summed_side *side = &page->summary->sides[i];
        plot.said[i].label = begin_words(page);
        kzi_text_put(&page->words, side->label);
        plot.said[i].value = begin_words(page);
        put_mean(&page->words, side->points, side->wins);
        plot.bars[i].size = side->wins ? side->points / side->wins : 0;
        plot.bars[i].apart = false;
        plot.count++;
    }
    draw(page, &plot, "Mean points of a winning hand");
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
    kzi_text_put(kzi_grid_begin(&page->grid), "In what they differ");
    page->grid.words_left = true;
    kzi_grid_row(&page->grid);
    kzi_text_put(cell(page), "field");
    kzi_text_put(cell(page), "hands");
    for (unsigned i = 0; i < KZI_FIELDS; i++) {
        if (!pair->fields[i])
            continue;
        kzi_grid_row(&page->grid);
        kzi_text_put(cell(page), kzi_field_names[i]);
        kzi_text_int(cell(page), pair->fields[i]);
    }
    kzi_grid_end(&page->grid);
    if (page->grid.n_rows > 1)
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
 * words.
 */
static void plot_histogram(struct page *page, const struct kzi_histogram *histogram) {
    struct plot plot;
    int64_t same = 0;
    begin_plot(page, &plot);
    for (unsigned i = 0; i < histogram->count; i++) {
        const struct kzi_bar *bar = &histogram->bars[i];
        if (!bar->from && !bar->to) {
            same = bar->hands;
            continue;
        }
        plot.said[plot.count].label = begin_words(page);
        put_span(&page->words, bar);
        plot.said[plot.count].value = begin_words(page);
        kzi_text_int(&page->words, bar->hands);
        plot.bars[plot.count].size = bar->hands;
        plot.bars[plot.count].apart = bar->from < 0;
        plot.count++;
    }
    draw(page, &plot, "Hands by the points that they are worth more or less");
    kzi_text_put(page->text, "<p class=\"soft\">Worth the same: ");
    kzi_say_count(page->text, same, "hand");
    kzi_text_put(page->text, ".</p>\n");
}

static void put_rest(struct page *page, const char *name, int64_t hands) {
    if (!hands)
        return;
    kzi_grid_row(&page->grid);
    kzi_text_put(cell(page), name);
    kzi_text_int(cell(page), hands);
}

static void put_rules(struct page *page, const struct kzi_summed_pair *pair) {
    kzi_text_put(kzi_grid_begin(&page->grid), "By which rule");
    page->grid.words_left = true;
    kzi_grid_row(&page->grid);
    kzi_text_put(cell(page), "rule");
    kzi_text_put(cell(page), "hands");
    kzi_text_put(cell(page), "alone");
    for (size_t i = 0; i < pair->n_rules && i + 4 < KZI_GRID_ROWS; i++) {
        kzi_grid_row(&page->grid);
        kzi_text_put(cell(page), pair->rules[i].rule);
        kzi_text_int(cell(page), pair->rules[i].hands);
        kzi_text_int(cell(page), pair->rules[i].alone);
    }
    put_rest(page, "no single rule", pair->unexplained);
    put_rest(page, "not looked for", pair->not_looked_for);
    kzi_grid_end(&page->grid);
    if (page->grid.n_rows > 1)
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
    kzi_text_format(text, "</b> (%lld, not %lld)", (long long)mover->points[1],
                    (long long)mover->points[0]);
    if (mover->times > 1)
        kzi_text_format(text, ", %lld times", (long long)mover->times);
    if (kzi_hand_read(&hand, mover->hand, len, NULL, NULL, &problem))
        kzi_hand_svg(text, &hand);
    kzi_text_put(text, "<code>");
    kzi_html_put(text, mover->hand);
    kzi_text_put(text, "</code></li>\n");
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
    kzi_text_put(page->text, "<section>\n<h2>");
    kzi_html_put(page->text, summary->sides[number].label);
    kzi_text_put(page->text, " against ");
    kzi_html_put(page->text, summary->sides[0].label);
    kzi_text_put(page->text, "</h2>\n");
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
    struct kzi_text *words = &page->words;
    kzi_say_count(words, summary->hands, "hand");
    kzi_text_put(words, " under ");
    for (unsigned i = 0; i < summary->count; i++) {
        kzi_text_put(words, !i ? "" : i + 1 < summary->count ? ", " : " and ");
        kzi_text_put(words, summary->sides[i].label);
    }
    kzi_html_begin(page->text, words);
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
    struct page page = {text, kzi_text_growing(), kzi_grid_new(), summary};
    begin_page(&page);
    put_lead(&page);
    put_sides(&page);
    plot_means(&page);
    for (unsigned i = 1; i < summary->count; i++)
        put_pair(&page, i);
    kzi_html_end(text);
    kzi_text_release(&page.words);
    kzi_grid_release(&page.grid);
}

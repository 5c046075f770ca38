/* A summary for players: the same sentences and tables in a terminal and on a page. */
#include "analysis/compare/summary.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "hand/parser/parser.h"
#include "report/result_text.h"
#include "words/names.h"

#include <stdlib.h>
#include <string.h>

/* How many rules (those with the most hands) and bars to show. More bars are merged into coarse
 * ones. */
#define RULES(report) ((report)->page ? 120U : 20U)
#define BARS(report)  ((report)->page ? (unsigned)KZI_BARS : 24U)
#define BAR_WIDTH     30

struct report {
    struct kzi_text *text;
    const struct kzi_summary *summary;
    bool page;
    const struct kzi_style *style; /* of a terminal */
    struct kzi_grid grid;
    unsigned n_bars;
    struct kzi_plotted *bars; /* KZI_BARS + 1 of them, not on the stack that hands are read on */
};

/* --- pieces ---------------------------------------------------------------------------------- */

static void put_signed(struct kzi_text *text, int64_t number) {
    kzi_text_format(text, number > 0 ? "+%lld" : "%lld", (long long)number);
}

static void put_title(struct report *report, const char *title) {
    if (report->page)
        kzi_html_format(report->text, "<h3>%s</h3>\n", title);
    else
        kzi_put_heading(report->text, report->style, title);
}

static void begin_sentences(struct report *report) {
    kzi_text_put(report->text, report->page ? "<p>" : "");
}

/* Begin a sentence. On a page sentences follow each other; in a terminal each has a line. */
static void put_sentence(struct report *report, const char *begin) {
    kzi_text_put(report->text, report->page ? " " : "\n");
    kzi_text_put(report->text, begin);
}

static void end_sentences(struct report *report) {
    kzi_text_put(report->text, report->page ? "</p>\n" : "\n");
}

/* Begin a table with a row of heads ended by NULL. The first is of the column of words. */
static void begin_table(struct report *report, const char *title, const char *const *heads) {
    kzi_text_put(kzi_grid_begin(&report->grid), report->page ? title : "");
    if (!report->page)
        put_title(report, title);
    report->grid.words_left = true;
    kzi_grid_row(&report->grid);
    for (; *heads; heads++)
        kzi_grid_put(&report->grid, *heads);
}

static void begin_row(struct report *report, const char *name) {
    kzi_grid_row(&report->grid);
    kzi_grid_put(&report->grid, name);
}

static void put_row(struct report *report, const char *name, int64_t number) {
    if (!number)
        return;
    begin_row(report, name);
    kzi_grid_int(&report->grid, number);
}

static void end_table(struct report *report) {
    if (report->page)
        kzi_html_grid(report->text, &report->grid);
    else
        kzi_grid_text(report->text, &report->grid);
}

/* Return the next bar; write its words to `span` and `value`. */
static struct kzi_plotted *add_bar(struct report *report, int64_t size, struct kzi_text *span,
                                   struct kzi_text *value) {
    struct kzi_plotted *bar = &report->bars[report->n_bars++];
    *bar = (struct kzi_plotted){.size = size};
    *span = kzi_text_fixed(bar->span, sizeof bar->span - 1);
    *value = kzi_text_fixed(bar->value, sizeof bar->value - 1);
    return bar;
}

static void put_bars(struct report *report, const char *title) {
    int64_t most = 1;
    if (report->page) {
        kzi_bars_svg(report->text, title, report->bars, report->n_bars);
        return;
    }
    if (report->n_bars)
        put_title(report, title);
    for (unsigned i = 0; i < report->n_bars; i++)
        most = report->bars[i].size > most ? report->bars[i].size : most;
    for (unsigned i = 0; i < report->n_bars; i++) {
        const struct kzi_plotted *bar = &report->bars[i];
        unsigned width = (unsigned)((double)bar->size / (double)most * BAR_WIDTH + 0.999);
        kzi_text_format(report->text, "  %18s %8s  ", bar->span, bar->value);
        for (; width; width--)
            kzi_text_char(report->text, '#');
        kzi_text_char(report->text, '\n');
    }
}

/* --- the rulesets ---------------------------------------------------------------------------- */

/* Write "4812.5", truncated to tenths; "-" if there are no hands. */
static void put_mean(struct kzi_text *text, const struct kzi_summed_side *side) {
    if (side->wins)
        kzi_text_format(text, "%lld.%d", (long long)(side->points / side->wins),
                        (int)(side->points % side->wins * 10 / side->wins));
    else
        kzi_text_char(text, '-');
}

static void put_sides(struct report *report) {
    static const char *const heads[] = {"ruleset", "mean of a win", "wins",
                                        "refused", "points in all", NULL};
    begin_table(report, "Under each ruleset", heads);
    report->n_bars = 0;
    for (unsigned i = 0; i < report->summary->count; i++) {
        const struct kzi_summed_side *side = &report->summary->sides[i];
        struct kzi_text span, value;
        begin_row(report, kzi_side_label(side));
        put_mean(kzi_grid_cell(&report->grid, KZI_GRID_PLAIN), side);
        kzi_grid_int(&report->grid, side->wins);
        kzi_grid_int(&report->grid, side->refused);
        kzi_grid_int(&report->grid, side->points);
        add_bar(report, side->wins ? side->points / side->wins : 0, &span, &value)->label =
            kzi_side_label(side);
        put_mean(&value, side);
    }
    end_table(report);
    if (report->page)
        put_bars(report, "Mean points of a winning hand");
}

static void put_different(struct report *report, int64_t differs) {
    int64_t all = report->summary->hands;
    int64_t tenths = !all ? 0 : all > 1000000000 ? differs / (all / 1000) : differs * 1000 / all;
    kzi_text_format(report->text, "Different: %lld of ", (long long)differs);
    kzi_say_count(report->text, all, "hand");
    kzi_text_format(report->text, " (%lld.%lld %%).", (long long)tenths / 10,
                    (long long)tenths % 10);
}

/* --- a ruleset against the first ------------------------------------------------------------- */

static void put_moved(struct report *report, const char *how, int64_t hands, int64_t points) {
    if (!hands)
        return;
    put_sentence(report, how);
    kzi_say_count(report->text, hands, "hand");
    kzi_text_put(report->text, ", by ");
    kzi_say_count(report->text, points, "point");
    kzi_text_put(report->text, " in all.");
}

static void put_fields(struct report *report, const struct kzi_summed_pair *pair) {
    static const char *const heads[] = {"field", "hands", NULL};
    begin_table(report, "In what they differ", heads);
    for (unsigned i = 0; i < KZI_FIELDS; i++)
        if (pair->fields[i] || i != KZI_FIELD_CHIPS)
            put_row(report, kzi_field_names[i], pair->fields[i]);
    end_table(report);
}

/* Return whether rule i goes before rule j: more hands first, then by name. */
static bool goes_before(const struct kzi_summed_pair *pair, size_t i, size_t j) {
    int64_t a = pair->rules[i].hands, b = pair->rules[j].hands;
    return a != b ? a > b : i < j;
}

/* Return the rule after `last`; the first if last is n_rules. */
static size_t next_rule(const struct kzi_summed_pair *pair, size_t last) {
    size_t next = pair->n_rules;
    for (size_t i = 0; i < pair->n_rules; i++)
        if ((last == pair->n_rules || goes_before(pair, last, i)) &&
            (next == pair->n_rules || goes_before(pair, i, next)))
            next = i;
    return next;
}

static void put_rules(struct report *report, const struct kzi_summed_pair *pair) {
    static const char *const heads[] = {"rule", "hands", "alone", NULL};
    size_t at = pair->n_rules;
    begin_table(report, "By which rule", heads);
    for (size_t i = 0; i < pair->n_rules && i < RULES(report); i++) {
        at = next_rule(pair, at);
        begin_row(report, pair->rules[at].rule);
        kzi_grid_int(&report->grid, pair->rules[at].hands);
        kzi_grid_int(&report->grid, pair->rules[at].alone);
    }
    if (pair->n_rules > RULES(report)) {
        kzi_grid_row(&report->grid);
        kzi_text_format(kzi_grid_cell(&report->grid, KZI_GRID_PLAIN), "and %zu more",
                        pair->n_rules - RULES(report));
    }
    put_row(report, "no rule found", pair->unexplained);
    put_row(report, "not searched", pair->not_looked_for);
    end_table(report);
}

/* A chart of the rules, on a page. */
static void put_rule_bars(struct report *report, const struct kzi_summed_pair *pair) {
    size_t at = pair->n_rules;
    report->n_bars = 0;
    for (size_t i = 0; report->page && i < pair->n_rules && i < BARS(report); i++) {
        struct kzi_text span, value;
        at = next_rule(pair, at);
        add_bar(report, pair->rules[at].hands, &span, &value)->label = pair->rules[at].rule;
        kzi_text_int(&value, pair->rules[at].hands);
    }
    if (report->page)
        put_bars(report, "Hands by rule");
}

/* Hands worth the same are the most and would make all other bars short, so they are counted in
 * words. A long histogram is made coarse for display. The sum of all its bars fits 64 bits. */
static void put_histogram(struct report *report, const struct kzi_histogram *histogram) {
    struct kzi_histogram shown = {.coarse = histogram->coarse || histogram->count > BARS(report)};
    int64_t same = 0;
    kzi_histogram_merge(NULL, &shown, histogram);
    report->n_bars = 0;
    for (unsigned i = 0; i < shown.count; i++) {
        const struct kzi_bar *bar = &shown.bars[i];
        struct kzi_text span, value;
        if (!bar->from && !bar->to) {
            same = bar->hands;
            continue;
        }
        add_bar(report, bar->hands, &span, &value)->apart = bar->from < 0;
        put_signed(&span, bar->from);
        if (bar->to != bar->from) {
            kzi_text_put(&span, " to ");
            put_signed(&span, bar->to);
        }
        kzi_text_int(&value, bar->hands);
    }
    put_bars(report, "Hands by difference in points");
    begin_sentences(report);
    kzi_text_put(report->text, "Worth the same: ");
    kzi_say_count(report->text, same, "hand");
    kzi_text_char(report->text, '.');
    end_sentences(report);
}

static void put_mover(struct report *report, const struct kzi_mover *mover) {
    struct kzi_text *text = report->text;
    struct kzi_whole_hand whole;
    struct kzi_problem problem = {.found = false};
    kzi_text_put(text, report->page ? "<li><b>" : "  ");
    put_signed(text, mover->by);
    kzi_text_format(text, "%s (%lld, not %lld)", report->page ? "</b>" : "",
                    (long long)mover->points[1], (long long)mover->points[0]);
    if (mover->times > 1)
        kzi_text_format(text, ", %lld times", (long long)mover->times);
    if (report->page &&
        kzi_hand_read(&whole, mover->hand, strlen(mover->hand), NULL, NULL, &problem))
        kzi_hand_svg(text, &whole.hand);
    size_t from = kzi_html_open(text, report->page ? "<code>" : ": ");
    for (const char *at = mover->hand; *at; at++)
        kzi_text_char(text, (unsigned char)*at < 0x20 || *at == 0x7F ? ' ' : *at);
    if (report->page)
        kzi_html_close(text, from, "</code></li>\n");
    else
        kzi_text_char(text, '\n');
}

static void put_movers(struct report *report, const struct kzi_summed_pair *pair) {
    if (!pair->n_movers)
        return;
    put_title(report, "Largest differences");
    kzi_text_put(report->text, report->page ? "<ol class=\"movers\">\n" : "");
    for (unsigned i = 0; i < pair->n_movers; i++)
        put_mover(report, &pair->movers[i]);
    kzi_text_put(report->text, report->page ? "</ol>\n" : "");
}

static void put_pair(struct report *report, unsigned number) {
    const struct kzi_summary *summary = report->summary;
    const struct kzi_summed_pair *pair = &summary->pairs[number];
    size_t from = kzi_html_open(report->text, report->page ? "<section>\n<h2>" : "\n");
    if (!report->page)
        kzi_ink_bold(report->text, report->style);
    kzi_text_put(report->text, kzi_side_label(&summary->sides[number]));
    kzi_text_put(report->text, " against ");
    kzi_text_put(report->text, kzi_side_label(&summary->sides[0]));
    if (report->page)
        kzi_html_close(report->text, from, "</h2>\n");
    else {
        kzi_ink_off(report->text, report->style);
        kzi_text_char(report->text, '\n');
    }
    begin_sentences(report);
    put_different(report, pair->differs);
    put_moved(report, "Worth more: ", pair->more_hands, pair->more_points);
    put_moved(report, "Worth less: ", pair->fewer_hands, pair->fewer_points);
    end_sentences(report);
    if (pair->differs) {
        put_histogram(report, &pair->histogram);
        put_rule_bars(report, pair);
        kzi_text_put(report->text, report->page ? "<div class=\"beside\">\n" : "");
        put_rules(report, pair);
        put_fields(report, pair);
        kzi_text_put(report->text, report->page ? "</div>\n" : "");
        put_movers(report, pair);
    }
    kzi_text_put(report->text, report->page ? "</section>\n" : "");
}

/* --- all -------------------------------------------------------------------------------------  */

static void put_all(struct report *report) {
    const struct kzi_summary *summary = report->summary;
    report->bars = calloc(KZI_BARS + 1, sizeof *report->bars);
    if (!report->bars) {
        report->text->failed = true;
        return;
    }
    begin_sentences(report);
    put_different(report, summary->differs);
    if (summary->refused) {
        put_sentence(report, "Not a hand, or refused by all: ");
        kzi_say_count(report->text, summary->refused, "line");
        kzi_text_char(report->text, '.');
    }
    end_sentences(report);
    put_sides(report);
    for (unsigned i = 1; i < summary->count; i++)
        put_pair(report, i);
    free(report->bars);
}

void kzi_summary_text(struct kzi_text *text, const struct kzi_summary *summary,
                      const struct kzi_style *style) {
    struct report report = {.text = text, .summary = summary, .style = style};
    put_all(&report);
}

void kzi_summary_html(struct kzi_text *text, const struct kzi_summary *summary) {
    struct report report = {.text = text, .summary = summary, .page = true};
    struct kzi_text title = kzi_text_growing();
    kzi_say_count(&title, summary->hands, "hand");
    kzi_text_put(&title, " under ");
    for (unsigned i = 0; i < summary->count; i++) {
        kzi_text_join(&title, i, summary->count, " and ");
        kzi_text_put(&title, kzi_side_label(&summary->sides[i]));
    }
    kzi_html_begin(text, &title);
    kzi_tile_symbols(text);
    put_all(&report);
    kzi_html_end(text);
}

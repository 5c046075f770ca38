/* A summary as a player reads it. */
#include "analysis/compare/summary.h"
#include "base/utf8.h"
#include "report/result_text.h"
#include "report/wording.h"

#include <string.h>

#define RULES     20 /* shown of each ruleset, those with the most hands first */
#define BARS      24 /* more of them are shown coarse */
#define BAR_WIDTH 30

struct report {
    struct kzi_text *text;
    const struct kzi_summary *summary;
    const struct kzi_look *look;
};

/* A number at the right of a column, a blank before it. */
static void put_number(struct report *report, int64_t number, size_t width, bool sign) {
    for (size_t digits = kzi_digits(number, sign); digits < width; digits++)
        kzi_text_char(report->text, ' ');
    kzi_text_put(report->text, sign && number > 0 ? " +" : " ");
    kzi_text_int(report->text, number);
}

static void put_name(struct report *report, const char *name, size_t width) {
    kzi_text_put(report->text, "  ");
    size_t from = report->text->len;
    kzi_text_put(report->text, name);
    kzi_text_pad(report->text, from, width);
}

static void put_title(struct report *report, const char *title) {
    kzi_text_char(report->text, '\n');
    kzi_ink_bold(report->text, report->look);
    kzi_text_put(report->text, title);
    kzi_ink_off(report->text, report->look);
    kzi_text_char(report->text, '\n');
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* --- the rulesets ---------------------------------------------------------------------------- */

/* Points by winning hand, to the nearest whole. */
static int64_t mean(const struct kzi_summed_side *side) {
    if (!side->wins)
        return 0;
    int64_t whole = side->points / side->wins, rest = side->points % side->wins;
    return whole + (rest >= side->wins - rest);
}

static void put_sides(struct report *report) {
    const struct kzi_summary *summary = report->summary;
    size_t name = 0, points = sizeof "points" - 1;
    for (unsigned i = 0; i < summary->count; i++) {
        const struct kzi_summed_side *side = &summary->sides[i];
        name = greater(name, kzi_utf8_width(side->label, strlen(side->label)));
        points = greater(points, kzi_digits(side->points, false));
    }
    kzi_text_char(report->text, '\n');
    put_name(report, "", name);
    kzi_text_format(report->text, "     wins  refused %*s    mean  different\n", (int)points,
                    "points");
    for (unsigned i = 0; i < summary->count; i++) {
        const struct kzi_summed_side *side = &summary->sides[i];
        put_name(report, side->label, name);
        put_number(report, side->wins, 8, false);
        put_number(report, side->refused, 8, false);
        put_number(report, side->points, points, false);
        put_number(report, mean(side), 7, false);
        if (i)
            put_number(report, summary->pairs[i].differs, 10, false);
        kzi_text_char(report->text, '\n');
    }
}

/* --- one against the first ------------------------------------------------------------------- */

static void put_fields(struct report *report, const int64_t fields[KZI_FIELDS]) {
    bool first = true;
    for (unsigned field = 0; field < KZI_FIELDS; field++) {
        if (!fields[field])
            continue;
        kzi_text_put(report->text, first ? "Different in " : ", ");
        kzi_text_put(report->text, kzi_field_names[field]);
        kzi_text_char(report->text, ' ');
        kzi_text_int(report->text, fields[field]);
        first = false;
    }
    kzi_text_put(report->text, ".\n");
}

static void put_moved(struct report *report, const char *how, int64_t hands, int64_t points) {
    if (!hands)
        return;
    kzi_text_put(report->text, how);
    kzi_say_count(report->text, hands, "hand");
    kzi_text_put(report->text, ", by ");
    kzi_text_int(report->text, points);
    kzi_text_put(report->text, " in all.\n");
}

/* Whether rule i goes before rule j: by falling hands, then by name. */
static bool goes_before(const struct kzi_summed_pair *pair, size_t i, size_t j) {
    int64_t a = pair->rules[i].hands, b = pair->rules[j].hands;
    return a != b ? a > b : i < j;
}

/* The rule after `last`; n_rules as last: the first. */
static size_t next_rule(const struct kzi_summed_pair *pair, size_t last) {
    size_t next = pair->n_rules;
    for (size_t i = 0; i < pair->n_rules; i++)
        if ((last == pair->n_rules || goes_before(pair, last, i)) &&
            (next == pair->n_rules || goes_before(pair, i, next)))
            next = i;
    return next;
}

static void put_rule(struct report *report, const struct kzi_summed_rule *rule, size_t width) {
    put_name(report, rule->rule, width);
    put_number(report, rule->hands, 8, false);
    put_number(report, rule->alone, 8, false);
    kzi_text_char(report->text, '\n');
}

static void put_rest(struct report *report, const char *name, int64_t hands, size_t width) {
    if (!hands)
        return;
    put_name(report, name, width);
    put_number(report, hands, 8, false);
    kzi_text_char(report->text, '\n');
}

static void put_rules(struct report *report, const struct kzi_summed_pair *pair) {
    static const char none[] = "no rule found", cut[] = "not looked for";
    size_t width = pair->not_looked_for ? sizeof cut - 1 : sizeof none - 1, at = pair->n_rules;
    for (size_t i = 0; i < pair->n_rules; i++)
        width = greater(width, kzi_utf8_width(pair->rules[i].rule, strlen(pair->rules[i].rule)));
    put_title(report, "By rule");
    put_name(report, "", width);
    kzi_text_put(report->text, "    hands    alone\n");
    for (size_t i = 0; i < pair->n_rules && i < RULES; i++) {
        at = next_rule(pair, at);
        put_rule(report, &pair->rules[at], width);
    }
    if (pair->n_rules > RULES)
        kzi_text_format(report->text, "  and %zu more\n", pair->n_rules - RULES);
    put_rest(report, none, pair->unexplained, width);
    put_rest(report, cut, pair->not_looked_for, width);
}

/* --- how far --------------------------------------------------------------------------------- */

/* A long one is made coarse, only to be shown: of all its bars together no sum passes 64 bits. */
static void make_readable(struct kzi_histogram *shown, const struct kzi_histogram *histogram) {
    *shown = (struct kzi_histogram){.coarse = histogram->coarse || histogram->count > BARS};
    kzi_histogram_merge(NULL, shown, histogram);
}

static void put_change(struct kzi_text *text, int64_t change) {
    kzi_text_put(text, change > 0 ? "+" : "");
    kzi_text_int(text, change);
}

static void put_bar(struct report *report, const struct kzi_bar *bar, int64_t most) {
    char range[64];
    struct kzi_text text = kzi_text_fixed(range, sizeof range);
    put_change(&text, bar->from);
    if (bar->to != bar->from) {
        kzi_text_put(&text, " to ");
        put_change(&text, bar->to);
    }
    kzi_text_end(&text);
    kzi_text_format(report->text, "  %18s", range);
    put_number(report, bar->hands, 8, false);
    size_t width = (size_t)((double)bar->hands / (double)most * BAR_WIDTH + 0.999);
    kzi_text_put(report->text, bar->from ? "  " : "");
    for (size_t i = 0; bar->from && i < width; i++)
        kzi_text_char(report->text, '#');
    kzi_text_char(report->text, '\n');
}

static void put_mover(struct report *report, const struct kzi_mover *mover) {
    put_number(report, mover->by, 9, true);
    put_number(report, mover->points[0], 8, false);
    kzi_text_put(report->text, " ->");
    put_number(report, mover->points[1], 7, false);
    kzi_text_put(report->text, "  ");
    for (const char *at = mover->hand; *at; at++)
        kzi_text_char(report->text, (unsigned char)*at < 0x20 || *at == 0x7F ? ' ' : *at);
    if (mover->times > 1)
        kzi_text_format(report->text, "  (%lld times)", (long long)mover->times);
    kzi_text_char(report->text, '\n');
}

static void put_pair(struct report *report, unsigned column) {
    const struct kzi_summed_pair *pair = &report->summary->pairs[column];
    char title[600];
    struct kzi_text text = kzi_text_fixed(title, sizeof title);
    kzi_text_put(&text, report->summary->sides[column].label);
    kzi_text_put(&text, " against ");
    kzi_text_put(&text, report->summary->sides[0].label);
    kzi_text_end(&text);
    put_title(report, title);
    if (!pair->differs) {
        kzi_text_put(report->text, "No difference.\n");
        return;
    }
    put_fields(report, pair->fields);
    put_moved(report, "More points in ", pair->more_hands, pair->more_points);
    put_moved(report, "Fewer points in ", pair->fewer_hands, pair->fewer_points);
    put_rules(report, pair);
    /* The hands that are worth the same have no bar: there are too many of them. */
    struct kzi_histogram shown;
    int64_t most = 1;
    make_readable(&shown, &pair->histogram);
    for (unsigned i = 0; i < shown.count; i++)
        if (shown.bars[i].from && shown.bars[i].hands > most)
            most = shown.bars[i].hands;
    put_title(report, "Points more or less, and hands");
    for (unsigned i = 0; i < shown.count; i++)
        put_bar(report, &shown.bars[i], most);
    if (pair->n_movers)
        put_title(report, "Biggest movers");
    for (unsigned i = 0; i < pair->n_movers; i++)
        put_mover(report, &pair->movers[i]);
}

void kzi_summary_text(struct kzi_text *text, const struct kzi_summary *summary,
                      const struct kzi_look *look) {
    struct report report = {text, summary, look};
    kzi_say_count(text, summary->hands, "hand");
    kzi_text_format(text, ", %lld different", (long long)summary->differs);
    if (summary->refused)
        kzi_text_format(text, ", %lld refused by all rulesets", (long long)summary->refused);
    kzi_text_put(text, ".\n");
    put_sides(&report);
    for (unsigned i = 1; i < summary->count; i++)
        put_pair(&report, i);
}

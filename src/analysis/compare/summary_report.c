/* A summary of many hands as text, on a page, and as JSON. */
#include "analysis/compare/summary.h"

#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "hand/parser/parser.h"
#include "report/document.h"
#include "report/result_json.h"

/* The most rules that text or a page shows (those with the most hands), and the most bars of a
 * histogram.  More bars are merged into coarse ones. */
#define RULES(doc) ((doc)->style->form == KZI_PAGE ? 120U : 20U)
#define BARS(doc)  ((doc)->json || (doc)->style->form == KZI_PAGE ? KZI_BARS : 24U)

/* Return the name of a ruleset. */
static const char *name_of(const struct kzi_summed_side *side, const struct kzi_style *style) {
    return side->rules ? side->rules->model->label : kzi_says_in(style, KZI_SAYS_rules_of_games);
}

/* --- rulesets --------------------------------------------------------------------------------- */

/* Put the number of hands that differ in each field. */
static void put_fields(struct kzi_doc *doc, const int64_t fields[KZI_FIELDS]) {
    KZI_DOC_OBJECT(doc, "differs")
        for (unsigned i = 0; i < KZI_FIELDS; i++) {
            if (doc->json && (fields[i] || i != KZI_FIELD_CHIPS)) /* most rules have no chips */
                kzi_doc_int(doc, kzi_field_names[i], fields[i]);
            if (doc->json || !fields[i])
                continue;
            kzi_doc_element(doc);
            kzi_doc_code(doc, "field", "field", kzi_field_names[i]);
            kzi_doc_int(doc, "hands", fields[i]);
        }
}

static void put_different(struct kzi_doc *doc, const struct kz_summary *summary, int64_t differs) {
    const long long all = summary->hands, tenths = all ? differs * 1000 / all : 0;
    KZI_DOC_SAY(doc, ".different", KZI_SAYS_sum_different, "%lld\t%lld\t%lld.%lld", all,
                (long long)differs, tenths / 10, tenths % 10);
}

/* Return the mean points of a win in tenths, truncated. */
static int64_t mean_of(const struct kzi_summed_side *side) {
    return side->wins ? side->points * 10 / side->wins : 0;
}

static void put_name(struct kzi_doc *doc, const struct kzi_summed_side *side) {
    kzi_doc_string(doc, "ruleset",
                   doc->json && !side->rules ? KZI_OWN_RULES : name_of(side, doc->style));
}

/* Put a ruleset. max: the greatest mean. */
static void put_side(struct kzi_doc *doc, const struct kzi_summed_side *side, int64_t max) {
    const struct kzi_model *model = side->rules ? side->rules->model : NULL;
    kzi_doc_element(doc);
    put_name(doc, side);
    kzi_doc_string(doc, "version", model && model->version ? model->version : "");
    kzi_doc_string(doc, "digest", model ? model->digest : "");
    kzi_doc_int(doc, "refused", side->refused);
    kzi_doc_int(doc, "wins", side->wins);
    kzi_doc_int(doc, "points", side->points);
    if (side->wins)
        kzi_doc_decimal(doc, ".mean", mean_of(side), 1);
    else
        kzi_doc_string(doc, ".mean", NULL);
    kzi_doc_bar(doc, ".bar", mean_of(side), max);
}

static void put_sides(struct kzi_doc *doc, const struct kz_summary *summary) {
    int64_t max = 0;
    for (unsigned i = 0; i < summary->count; i++)
        if (mean_of(&summary->sides[i]) > max)
            max = mean_of(&summary->sides[i]);
    KZI_DOC_LIST(doc, "rulesets")
        for (unsigned i = 0; i < summary->count; i++)
            put_side(doc, &summary->sides[i], max);
}

/* --- a ruleset against the first ------------------------------------------------------------- */

/* Return whether rule i comes before rule j: by hands, then by name. */
static bool goes_before(const struct kzi_summed_counts *rules, size_t i, size_t j) {
    int64_t a = rules->list[i].hands, b = rules->list[j].hands;
    return a != b ? a > b : i < j;
}

/* Return the rule after `last`; if `last` is the number of rules, the first one. */
static size_t next_rule(const struct kzi_summed_counts *rules, size_t last) {
    size_t next = rules->count;
    for (size_t i = 0; i < rules->count; i++)
        if ((last == rules->count || goes_before(rules, last, i)) &&
            (next == rules->count || goes_before(rules, i, next)))
            next = i;
    return next;
}

/* Put the rules: in JSON by name, otherwise those with the most hands first. */
static void put_rules(struct kzi_doc *doc, const struct kzi_summed_counts *rules) {
    const size_t count = rules->count,
                 shown = !doc->json && count > RULES(doc) ? RULES(doc) : count;
    size_t at = count;
    int64_t max = 0;
    KZI_DOC_LIST(doc, "rules")
        for (size_t i = 0; i < shown; i++) {
            at = doc->json ? i : next_rule(rules, at);
            max = i ? max : rules->list[at].hands;
            kzi_doc_element(doc);
            kzi_doc_string(doc, "rule", rules->list[at].rule);
            kzi_doc_int(doc, "hands", rules->list[at].hands);
            kzi_doc_int(doc, "alone", rules->list[at].alone);
            kzi_doc_bar(doc, ".bar", rules->list[at].hands, max);
        }
    kzi_doc_int(doc, ".more_rules", (int64_t)(count - shown));
}

/* Fill in the bars; return their number. */
static unsigned find_bars(const struct kzi_summed_counts *points, bool coarse,
                          struct kzi_bar bars[KZI_BARS]) {
    unsigned count = 0;
    for (size_t i = 0; i < points->count; i++) {
        const int64_t by = points->list[i].by;
        const struct kzi_bar bar = coarse ? kzi_coarse_bar(by) : (struct kzi_bar){by, by, 0};
        if (!count || bars[count - 1].from != bar.from)
            bars[count++] = bar;
        bars[count - 1].hands += points->list[i].hands;
    }
    return count;
}

/* Put the histogram.  In text and on pages, hands with equal points are counted in words, because
 * they are the most and would make all bars short. */
static void put_histogram(struct kzi_doc *doc, const struct kzi_summed_counts *points) {
    struct kzi_bar bars[KZI_BARS];
    const bool coarse = points->coarse || points->count > BARS(doc);
    const unsigned count = find_bars(points, coarse, bars);
    int64_t max = 0;
    for (const struct kzi_bar *bar = bars; bar < bars + count; bar++)
        if (!bar->from)
            kzi_doc_int(doc, ".same", bar->hands);
        else if (bar->hands > max)
            max = bar->hands;
    kzi_doc_bool(doc, "coarse", coarse);
    KZI_DOC_LIST(doc, "histogram")
        for (const struct kzi_bar *bar = bars; bar < bars + count; bar++) {
            if (!doc->json && !bar->from)
                continue;
            kzi_doc_element(doc);
            kzi_doc_int(doc, "from", bar->from);
            kzi_doc_int(doc, "to", bar->to);
            KZI_DOC_SAY(doc, ".span", bar->from == bar->to ? KZI_SAYS_sum_one : KZI_SAYS_sum_span,
                        "%+lld\t%+lld", (long long)bar->from, (long long)bar->to);
            kzi_doc_int(doc, "hands", bar->hands);
            kzi_doc_bar(doc, ".bar", bar->hands, max);
        }
}

/* Put a picture of a mover's tiles, if they can be read. */
static void put_picture(struct kzi_doc *doc, const struct kzi_mover *mover) {
    struct kzi_whole_hand whole;
    struct kzi_problem problem = {.found = false};
    if (kzi_hand_read(&whole, mover->hand, strlen(mover->hand), NULL, NULL, &problem))
        kzi_put_hand_svg(kzi_doc_markup(doc, ".picture"), &whole.hand);
}

static void put_mover(struct kzi_doc *doc, const struct kzi_mover *mover) {
    struct kzi_text *json;
    kzi_doc_element(doc);
    json = kzi_doc_json(doc);
    if (json)
        kzi_put_id_json(json, mover->id);
    kzi_doc_string(doc, "hand", mover->hand);
    kzi_doc_int(doc, "times", mover->times);
    if (mover->times > 1)
        kzi_doc_int(doc, ".times", mover->times);
    kzi_doc_signed(doc, "by", mover->by);
    kzi_doc_ints(doc, "points", mover->points, 2);
    KZI_DOC_SAY(doc, ".worth", KZI_SAYS_sum_worth, "%lld\t%lld", (long long)mover->points[1],
                (long long)mover->points[0]);
    if (doc->style->form == KZI_PAGE)
        put_picture(doc, mover);
}

static void put_pair(struct kzi_doc *doc, const struct kz_summary *summary, unsigned number) {
    const struct kzi_summed_pair *pair = &summary->pairs[number];
    kzi_doc_element(doc);
    put_name(doc, &summary->sides[number]);
    KZI_DOC_SAY(doc, ".title", KZI_SAYS_sum_against, "%s\t%s",
                name_of(&summary->sides[number], doc->style),
                name_of(&summary->sides[0], doc->style));
    kzi_doc_int(doc, "different", pair->differs);
    put_different(doc, summary, pair->differs);
    put_fields(doc, pair->fields);
    kzi_doc_int(doc, "more_hands", pair->more_hands);
    kzi_doc_int(doc, "more_points", pair->more_points);
    kzi_doc_int(doc, "fewer_hands", pair->fewer_hands);
    kzi_doc_int(doc, "fewer_points", pair->fewer_points);
    kzi_doc_int(doc, "unexplained", pair->unexplained);
    if (pair->not_looked_for)
        kzi_doc_int(doc, "not_looked_for", pair->not_looked_for);
    put_rules(doc, &pair->rules);
    put_histogram(doc, &pair->points);
    KZI_DOC_LIST(doc, "movers")
        for (unsigned i = 0; i < pair->n_movers; i++)
            put_mover(doc, &pair->movers[i]);
}

/* --- all -------------------------------------------------------------------------------------- */

static void put_all(struct kzi_text *text, const struct kz_summary *summary,
                    const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_doc_int(&doc, "summary", KZI_SUMMARY_FORMAT);
    kzi_doc_int(&doc, "hands", summary->hands);
    kzi_doc_int(&doc, "refused", summary->refused);
    kzi_doc_int(&doc, "different", summary->differs);
    put_different(&doc, summary, summary->differs);
    put_fields(&doc, summary->fields);
    put_sides(&doc, summary);
    KZI_DOC_LIST(&doc, "from_first")
        for (unsigned i = 1; i < summary->count; i++)
            put_pair(&doc, summary, i);
    kzi_doc_end(&doc, style->form == KZI_PAGE ? KZI_LAYOUT_summary_page : KZI_LAYOUT_summary);
}

/* Begin the page with a title as "12 hands under tenhou and mcr". */
static void begin_page(struct kzi_text *text, const struct kz_summary *summary,
                       const struct kzi_style *style) {
    struct kzi_text words = kzi_text_growing();
    struct kzi_sentence title = kzi_sentence_on(&words, style);
    kzi_sentence_begin(&title);
    kzi_argument_int(&title, summary->hands);
    KZI_SENTENCE(&title, KZI_AND)
        for (unsigned i = 0; i < summary->count; i++)
            kzi_argument_text(&title, name_of(&summary->sides[i], style));
    kzi_sentence_end_counted(&title, KZI_SAYS_title_summary);
    kzi_html_begin(text, &words, style);
    kzi_put_tile_symbols(text);
}

void kzi_put_summary(struct kzi_text *text, const struct kz_summary *summary,
                     const struct kzi_style *style) {
    const bool page = style->form == KZI_PAGE;
    if (page)
        begin_page(text, summary, style);
    put_all(text, summary, style);
    if (page)
        kzi_html_end(text, style);
}

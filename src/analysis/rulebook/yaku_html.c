/* The yaku of a rule book as a page: values, conditions in words, a hand for each. */
#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/whynot/clause.h"
#include "analysis/witness/hand_text.h"
#include "base/text.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "words/condition_words.h"
#include "words/sentence.h"

#include <stdlib.h>
#include <string.h>

static void put_name(struct kzi_rulebook *page, const char *begin, unsigned yaku, const char *end) {
    size_t from = kzi_html_open(page->text, begin);
    kzi_say_yaku(page->text, page->model, yaku, page->language);
    kzi_html_close(page->text, from, end);
}

/* --- conditions ------------------------------------------------------------------------------ */

static void put_clause(struct kzi_rulebook *page, const struct kzi_condition *clause);

static void put_parts(struct kzi_rulebook *page, const struct kzi_condition *clause) {
    for (size_t i = 0; i < clause->parts.count; i++)
        put_clause(page, clause->parts.list[i]);
}

/* Several ways go into a list of their own. A copied condition is written as that of its yaku. */
static void put_clause(struct kzi_rulebook *page, const struct kzi_condition *clause) {
    bool one = clause->op == KZI_TEST || clause->kind == KZI_CONDITION_holds;
    size_t from = kzi_html_open(page->text, "<li>");
    /* On paper, ids are words. */
    struct kzi_sentence sentence = kzi_sentence_begin(page->text, &kzi_plain_style);
    kzi_clause_asks(&sentence, page->model, clause);
    kzi_sentence_end_list(&sentence, KZI_AND);
    for (size_t i = from; !page->text->failed && i < page->text->len; i++)
        if (page->text->at[i] == '_')
            page->text->at[i] = ' ';
    kzi_html_close(page->text, from, one ? "" : ":\n<ul>\n");
    if (!one)
        put_parts(page, clause);
    kzi_text_put(page->text, one ? "</li>\n" : "</ul></li>\n");
}

void kzi_rulebook_when(struct kzi_rulebook *page, const struct kzi_condition *when) {
    if (!when)
        return;
    if (when->op == KZI_ALL && when->kind != KZI_CONDITION_holds)
        put_parts(page, when);
    else
        put_clause(page, when);
}

/* Put what a yaku counts once for each of. */
static void put_each(struct kzi_rulebook *page, const struct kzi_yaku *yaku) {
    struct kzi_text *text = page->text;
    size_t from = kzi_html_open(text, "<li>");
    struct kzi_sentence each = kzi_sentence_begin(text, &kzi_plain_style);
    kzi_text_put(text, "once for each ");
    switch (yaku->each) {
    case KZI_ONCE:
        break;
    case KZI_EACH_SET:
        kzi_argument_phrase(&each, &yaku->each_set, &yaku->each_spelling, KZI_ONE);
        break;
    case KZI_EACH_PATTERN:
        kzi_text_put(text, "of ");
        kzi_argument_pattern(&each, yaku->each_pattern);
        break;
    case KZI_EACH_FOUR:
        kzi_text_put(text, "four equal tiles that are not a kong");
        break;
    case KZI_EACH_TILE:
        kzi_argument_class(&each, &yaku->each_spelling, KZI_ONE);
        break;
    case KZI_EACH_COUNTER:
        kzi_text_put(text, "counter on the table");
        break;
    case KZI_EACH_MARK:
        kzi_say_id(text, page->model->marks[yaku->each_mark].id);
        break;
    }
    kzi_sentence_end_list(&each, KZI_AND);
    kzi_html_close(text, from, "</li>\n");
}

static void put_asks(struct kzi_rulebook *page, const struct kzi_yaku *yaku) {
    bool one_way = yaku->closed.scored != yaku->open.scored;
    kzi_text_put(page->text, "<ul class=\"asks\">\n");
    if (one_way)
        kzi_html_format(page->text, "<li>%s hand</li>\n",
                        yaku->closed.scored ? "a closed" : "an open");
    if (yaku->each != KZI_ONCE)
        put_each(page, yaku);
    kzi_rulebook_when(page, yaku->when);
    if (!one_way && yaku->each == KZI_ONCE && !yaku->when)
        kzi_text_put(page->text, "<li>nothing: every hand that wins</li>\n");
    kzi_text_put(page->text, "</ul>\n");
}

/* --- a yaku ---------------------------------------------------------------------------------- */

bool kzi_same_value(const struct kzi_value *a, const struct kzi_value *b) {
    return a->scored == b->scored && a->limit == b->limit && a->number == b->number;
}

void kzi_say_cover_part(struct kzi_text *text, const struct kzi_cover *cover) {
    switch ((enum kzi_which)cover->which) {
    case KZI_COVERS_ALL:
        break;
    case KZI_COVERS_OWN:
        kzi_text_put(text, " (of its own sets)");
        break;
    case KZI_COVERS_ONLY:
        kzi_text_put(text, " (but not what that covers)");
        break;
    case KZI_COVERS_SOME:
        kzi_text_format(text, " (%u)", cover->number);
        break;
    }
}

static void say_value(struct kzi_rulebook *page, const struct kzi_value *value) {
    if (value->limit == KZI_NO_LIMIT)
        kzi_say_total(page->text, page->model, value->number);
    else
        kzi_say_limit(page->text, page->model, value->limit, value->number, page->language);
}

static const struct kzi_value *main_value(const struct kzi_yaku *yaku) {
    return yaku->closed.scored ? &yaku->closed : &yaku->open;
}

/* Put "3 fan, open 2 fan", or "3 fan, closed" if it has no value for an open hand. */
static void put_worth(struct kzi_rulebook *page, const struct kzi_yaku *yaku) {
    size_t from = kzi_html_open(page->text, "<span class=\"worth\">");
    say_value(page, main_value(yaku));
    if (!yaku->open.scored || !yaku->closed.scored) {
        kzi_text_put(page->text, yaku->closed.scored ? ", only closed" : ", only open");
    } else if (!kzi_same_value(&yaku->closed, &yaku->open)) {
        kzi_text_put(page->text, ", open ");
        say_value(page, &yaku->open);
    }
    kzi_say_chips_of_yaku(page->text, yaku, "; ", "");
    kzi_html_close(page->text, from, "</span>");
}

/* Put the names in other languages, then the id, which other programs use. */
static void put_other_names(struct kzi_rulebook *page, const struct kzi_yaku *yaku) {
    const char *shown = kzi_name_in(yaku->name, page->language);
    kzi_text_put(page->text, " <small>");
    for (size_t i = 0; yaku->name && yaku->name->kind == KZI_MAP && i < yaku->name->count; i++) {
        const struct kzi_node *name = yaku->name->u.entries[i].value;
        if (name->kind == KZI_SCALAR && !(shown && !strcmp(name->text, shown)) &&
            strcmp(name->text, yaku->id) != 0)
            kzi_html_format(page->text, "%s, ", name->text);
    }
    kzi_html_format(page->text, "<code>%s</code></small>", yaku->id);
}

/* Put what counts in the hand shown, to explain its value. */
static void say_counted(struct kzi_rulebook *page, const struct kz_result *result) {
    uint16_t listed[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, listed);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(page->text, i ? ", " : "");
        kzi_say_yaku(page->text, page->model, listed[i], page->language);
    }
    kzi_text_put(page->text, ": ");
    if (result->best.limit < 0 || result->best.total) {
        kzi_say_total(page->text, page->model, result->best.total);
        kzi_text_put(page->text, ", ");
    }
    kzi_say_count(page->text, result->best.points, "point");
}

static void put_hand(struct kzi_rulebook *page, const struct kz_result *result) {
    if (!result) {
        kzi_text_put(page->text,
                     kzi_gallery_is_cut(page->gallery)
                         ? "<p class=\"soft\">An example was not looked for any longer.</p>\n"
                         : "<p class=\"soft\">No example was found.</p>\n");
        return;
    }
    kzi_hand_svg(page->text, &result->hand);
    size_t from = kzi_html_open(page->text, "<p class=\"soft lines\">");
    kzi_text_situation(page->text, result, &(struct kzi_style){.language = page->language});
    say_counted(page, result);
    kzi_html_close(page->text, from, "</p>\n");
}

static void put_covers(struct kzi_rulebook *page, const struct kzi_yaku *yaku) {
    for (size_t i = 0; i < yaku->n_covers; i++) {
        put_name(page, i ? ", " : "<p>Not counted with it: ", yaku->covers[i].yaku, "");
        kzi_say_cover_part(page->text, &yaku->covers[i]);
    }
    kzi_text_put(page->text, yaku->n_covers ? ".</p>\n" : "");
}

static void put_yaku(struct kzi_rulebook *page, unsigned number) {
    const struct kzi_yaku *yaku = &page->model->yaku[number];
    const struct kz_result *result = kzi_gallery_show(page->gallery, number);
    kzi_html_format(page->text, "<article class=\"yaku\" id=\"%s\"", yaku->id);
    if (result) { /* the hand's text, for scoring it elsewhere */
        size_t from = kzi_html_open(page->text, " data-hand=\"");
        kzi_write_line(page->text, &result->hand);
        kzi_html_close(page->text, from, "\"");
    }
    put_name(page, ">\n<h4>", number, "");
    kzi_rulebook_mark(page, yaku->node, yaku->place);
    put_other_names(page, yaku);
    put_worth(page, yaku);
    kzi_text_put(page->text, "</h4>\n<div>\n");
    put_asks(page, yaku);
    if (yaku->alone)
        kzi_text_put(page->text,
                     "<p>Counts alone, where the rest of the hand is worth less.</p>\n");
    if (yaku->in_series)
        kzi_html_format(page->text, "<p>Only the best of the series %s counts.</p>\n",
                        yaku->series);
    put_covers(page, yaku);
    kzi_rulebook_note(page, yaku->node);
    kzi_text_put(page->text, "</div>\n<div>\n");
    put_hand(page, result);
    kzi_text_put(page->text, "</div>\n</article>\n");
}

/* --- all yaku, by value ---------------------------------------------------------------------- */

struct ranked {
    unsigned yaku;
    bool bonus, by_limit;
    int64_t worth;
};

static struct ranked rank(const struct kzi_model *model, unsigned number) {
    const struct kzi_yaku *yaku = &model->yaku[number];
    const struct kzi_value *value = main_value(yaku);
    bool by_limit = value->limit != KZI_NO_LIMIT;
    int64_t worth =
        by_limit ? (int64_t)model->limits[value->limit].worth * value->number : value->number;
    return (struct ranked){number, yaku->bonus, by_limit, worth};
}

static int by_worth(const struct ranked *a, const struct ranked *b) {
    return a->by_limit != b->by_limit ? a->by_limit - b->by_limit
                                      : (a->worth > b->worth) - (a->worth < b->worth);
}

/* Bonus last; yaku of one value in the order of the files. */
static int rising(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    int order = a->bonus != b->bonus ? a->bonus - b->bonus : by_worth(a, b);
    return order ? order : (a->yaku > b->yaku) - (a->yaku < b->yaku);
}

static int falling(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    return a->bonus != b->bonus || !by_worth(a, b) ? rising(a, b) : by_worth(b, a);
}

/* Return whether the files begin with the highest value; then the page does too. */
static bool begins_high(const struct ranked *list, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (!list[i].bonus && by_worth(&list[i], &list[0]) > 0)
            return false;
    return count > 1;
}

static void put_group_head(struct kzi_rulebook *page, const struct ranked *first) {
    size_t from = kzi_html_open(page->text, "<h3>");
    if (first->bonus)
        kzi_text_put(page->text, "Bonus: not a yaku, so it does not make a hand win");
    else
        say_value(page, main_value(&page->model->yaku[first->yaku]));
    kzi_html_close(page->text, from, "</h3>\n");
}

static bool same_group(const struct ranked *a, const struct ranked *b) {
    return a->bonus == b->bonus && (a->bonus || !by_worth(a, b));
}

void kzi_rulebook_yaku(struct kzi_rulebook *page) {
    const struct kzi_model *model = page->model;
    struct ranked *list = KZI_NEW_ARRAY(page->arena, page->rules->n_yaku, struct ranked);
    size_t count = 0;
    for (unsigned i = 0; i < page->rules->n_yaku; i++)
        if (model->yaku[i].in_use)
            list[count++] = rank(model, i);
    if (count)
        qsort(list, count, sizeof *list, begins_high(list, count) ? falling : rising);
    kzi_text_put(page->text, "<h2>Yaku</h2>\n");
    for (size_t i = 0; i < count; i++) {
        if (!i || !same_group(&list[i], &list[i - 1])) {
            kzi_text_put(page->text, i ? "</section>\n<section>\n" : "<section>\n");
            put_group_head(page, &list[i]);
        }
        put_yaku(page, list[i].yaku);
    }
    kzi_text_put(page->text, count ? "</section>\n" : "");
}

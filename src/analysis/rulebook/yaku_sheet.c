/* The yaku of a rule sheet: values, conditions in words, a hand for each. */
#include "analysis/html/svg.h"
#include "analysis/rulebook/gallery.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/whynot/clause.h"
#include "analysis/witness/hand_text.h"
#include "report/markup.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "words/condition_words.h"

#include <stdlib.h>

/* --- conditions ------------------------------------------------------------------------------ */

/* End a sentence that is an item of a list.  On paper, ids are written as words. */
static void end_item(struct kzi_text *text, size_t from, const char *end) {
    for (size_t i = from; !text->failed && i < text->len; i++)
        if (text->at[i] == '_')
            text->at[i] = ' ';
    kzi_html_close(text, from, end);
}

/* Put a clause.  Several alternatives become a list of their own.  A condition copied from another
 * yaku is written as that yaku. */
static void say_clause(struct kzi_sentence *list, const struct kzi_model *model,
                       const struct kzi_condition *clause) {
    const bool one = kzi_is_clause(clause);
    size_t from = kzi_html_open(list->text, "<li>");
    kzi_say_clause(list, model, clause);
    end_item(list->text, from, one ? "" : ":\n<ul>\n");
    for (size_t i = 0; !one && i < clause->parts.count; i++)
        say_clause(list, model, clause->parts.list[i]);
    kzi_text_put(list->text, one ? "</li>\n" : "</ul></li>\n");
}

void kzi_say_when(struct kzi_sentence *list, const struct kzi_model *model,
                  const struct kzi_condition *when) {
    if (when && (when->op != KZI_ALL || kzi_is_clause(when)))
        say_clause(list, model, when);
    else
        for (size_t i = 0; when && i < when->parts.count; i++)
            say_clause(list, model, when->parts.list[i]);
}

/* Put the things for each of which a yaku counts. */
static void say_each(struct kzi_sentence *list, const struct kzi_model *model,
                     const struct kzi_yaku *yaku) {
    size_t from = kzi_html_open(list->text, "<li>");
    KZI_SENTENCE(list, yaku->each == KZI_EACH_PATTERN ? KZI_SAYS_once_for_each_of
                                                      : KZI_SAYS_once_for_each)
        if (yaku->each == KZI_EACH_SET)
            kzi_argument_phrase(list, &yaku->each_set, &yaku->each_class_name, KZI_ONE);
        else if (yaku->each == KZI_EACH_PATTERN)
            kzi_argument_pattern(list, yaku->each_pattern);
        else if (yaku->each == KZI_EACH_TILE)
            kzi_argument_class(list, &yaku->each_class_name, KZI_ONE);
        else if (yaku->each == KZI_EACH_MARK)
            kzi_argument_mark(list, model->marks[yaku->each_mark].id, KZI_ONE);
        else
            kzi_argument_says(list, yaku->each == KZI_EACH_FOUR ? KZI_SAYS_asks_four
                                                                : KZI_SAYS_a_counter);
    end_item(list->text, from, "</li>\n");
}

static void say_says(struct kzi_sentence *list, enum kzi_says says) {
    kzi_html_format(list->text, "<li>%s</li>\n", kzi_says_in(list->style, says));
}

static void put_asks(struct kzi_doc *doc, const struct kzi_model *model,
                     const struct kzi_yaku *yaku) {
    struct kzi_sentence *list = kzi_doc_markup(doc, ".asks");
    const bool one_way = yaku->closed.scored != yaku->open.scored;
    kzi_text_put(list->text, "<ul class=\"asks\">\n");
    if (one_way)
        say_says(list, yaku->closed.scored ? KZI_SAYS_asks_hand_closed : KZI_SAYS_asks_hand_open);
    if (yaku->each != KZI_ONCE)
        say_each(list, model, yaku);
    kzi_say_when(list, model, yaku->when);
    if (!one_way && yaku->each == KZI_ONCE && !yaku->when)
        say_says(list, KZI_SAYS_asks_nothing);
    kzi_text_put(list->text, "</ul>\n");
}

/* --- a yaku ---------------------------------------------------------------------------------- */

/* Say what counts in the hand shown, to explain its value. */
static void say_counted(struct kzi_sentence *sentence, const struct kz_result *result) {
    KZI_SENTENCE(sentence, KZI_SAYS_limit_value) {
        KZI_SENTENCE(sentence, KZI_COMMA)
            KZI_EACH_LISTED(result, yaku)
                kzi_argument_yaku(sentence, result->rules->model, yaku);
        KZI_SENTENCE(sentence, KZI_COMMA) {
            if (result->best.limit < 0 || result->best.total)
                kzi_argument_total(sentence, result->rules->model, result->best.total);
            kzi_argument_points(sentence, result->best.points);
        }
    }
}

/* Put the hand with its text, which readers can score elsewhere. */
static void put_hand(struct kzi_doc *doc, struct kzi_gallery *gallery, unsigned number) {
    const struct kz_result *result = kzi_gallery_show(gallery, number);
    struct kzi_sentence *page = kzi_doc_markup(doc, ".hand");
    struct kzi_text *text = page->text;
    kzi_html_format(text, "<div class=\"example\" id=\"%s\"",
                    gallery->rules->model->yaku[number].id);
    if (!result) {
        kzi_html_format(text, ">%s</div>",
                        kzi_says_in(doc->style, kzi_gallery_is_cut(gallery)
                                                    ? KZI_SAYS_example_not_searched
                                                    : KZI_SAYS_no_example_found));
        return;
    }
    size_t from = kzi_html_open(text, " data-hand=\"");
    kzi_write_line(text, &result->hand);
    kzi_html_close(text, from, "\">\n");
    kzi_put_hand_svg(page, &result->hand);
    from = kzi_html_open(text, "<p class=\"soft lines\">");
    struct kzi_style plain = *doc->style; /* escaped below */
    plain.form = KZI_TEXT;
    kzi_put_situation_text(text, result, &plain);
    say_counted(page, result);
    kzi_html_close(text, from, "</p>\n</div>");
}

static void put_yaku(struct kzi_doc *doc, struct kzi_gallery *gallery, unsigned number) {
    const struct kzi_model *model = gallery->rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    kzi_doc_element(doc);
    kzi_put_yaku_members(doc, gallery->rules, number, NULL);
    kzi_doc_house(doc, model, kzi_overlay_of(model, yaku->node, yaku->place));
    put_asks(doc, model, yaku);
    if (yaku->in_series)
        kzi_doc_string(doc, ".best_of", yaku->series->text);
    put_hand(doc, gallery, number);
}

/* --- all yaku, by value ---------------------------------------------------------------------- */

struct rank {
    unsigned yaku;
    int64_t place; /* sorts by value, bonus yaku last */
};

#define BONUS     INT64_MAX
#define BY_FACTOR (INT64_C(1) << 20) /* above any number */
#define BY_LIMIT  (INT64_C(1) << 40) /* above any value */

static const struct kzi_value *main_value(const struct kzi_yaku *yaku) {
    return yaku->closed.scored ? &yaku->closed : &yaku->open;
}

static int64_t rank(const struct kzi_model *model, const struct kzi_yaku *yaku) {
    const struct kzi_value *value = main_value(yaku);
    if (yaku->bonus)
        return BONUS;
    return value->limit == KZI_NO_LIMIT
               ? value->number + yaku->factor * BY_FACTOR
               : BY_LIMIT + (int64_t)model->limits[value->limit].worth * value->number;
}

/* Sort yaku of one value in the order of the files. */
static int compare_places(const void *left, const void *right) {
    const struct rank *a = left, *b = right;
    return a->place != b->place ? (a->place > b->place) - (a->place < b->place)
                                : (a->yaku > b->yaku) - (a->yaku < b->yaku);
}

/* Return whether the files begin with the highest values, as the page then does too. */
static bool begins_high(const struct rank *list, size_t count) {
    int64_t first = BONUS;
    for (size_t i = 0; i < count; i++)
        if (first == BONUS)
            first = list[i].place;
        else if (list[i].place != BONUS && list[i].place > first)
            return false;
    return true;
}

static size_t rank_all(struct rank *list, const struct kzi_model *model) {
    size_t count = 0;
    for (unsigned i = 0; i < model->yaku_names.count; i++)
        if (model->yaku[i].in_use)
            list[count++] = (struct rank){i, rank(model, &model->yaku[i])};
    if (begins_high(list, count))
        for (size_t i = 0; i < count; i++)
            list[i].place = list[i].place == BONUS ? BONUS : -list[i].place;
    if (count)
        qsort(list, count, sizeof *list, compare_places);
    return count;
}

void kzi_put_yaku_by_worth(struct kzi_doc *doc, struct kzi_arena *arena,
                           struct kzi_gallery *gallery) {
    const struct kzi_model *model = gallery->rules->model;
    struct rank *list = KZI_NEW_ARRAY(arena, model->yaku_names.count, struct rank);
    const size_t count = rank_all(list, model);
    KZI_DOC_LIST(doc, ".groups")
        for (size_t i = 0, end = 0; i < count; i = end) {
            kzi_doc_element(doc);
            if (list[i].place == BONUS)
                kzi_doc_say(doc, ".title", KZI_SAYS_bonus_is_no_yaku);
            else
                kzi_argument_worth(kzi_doc_words(doc, ".title"), model, &model->yaku[list[i].yaku],
                                   main_value(&model->yaku[list[i].yaku]));
            KZI_DOC_LIST(doc, ".yaku")
                for (; end < count && list[end].place == list[i].place; end++)
                    put_yaku(doc, gallery, list[end].yaku);
        }
}

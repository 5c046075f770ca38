/* A yaku of a ruleset: its worth, its condition, the yaku that it covers, where it is written. */
#include "analysis/rulebook/rulebook.h"
#include "words/rule_names.h"

#include <string.h>

/* --- worth ------------------------------------------------------------------------------------ */

static bool values_equal(const struct kzi_value *a, const struct kzi_value *b) {
    return a->scored == b->scored && a->limit == b->limit && a->number == b->number;
}

/* Return the sentence for the hands in which something counts. */
static enum kzi_says in_hands(bool closed, bool open, bool same) {
    return !open     ? KZI_SAYS_only_closed
           : !closed ? KZI_SAYS_only_open
           : same    ? KZI_SAYS_closed_or_open
                     : KZI_SAYS_closed_and_open;
}

void kzi_say_yaku_worth(struct kzi_sentence *sentence, const struct kzi_model *model,
                        const struct kzi_yaku *yaku) {
    const struct kzi_value *closed = &yaku->closed, *open = &yaku->open;
    KZI_SENTENCE(sentence, in_hands(closed->scored, open->scored, values_equal(closed, open))) {
        kzi_argument_worth(sentence, model, yaku, closed->scored ? closed : open);
        if (open->scored)
            kzi_argument_worth(sentence, model, yaku, open);
    }
}

static void put_chips(struct kzi_doc *doc, const struct kzi_yaku *yaku) {
    const int32_t closed = yaku->chips[0], open = yaku->chips[1], count = closed ? closed : open;
    if (!count)
        return;
    KZI_DOC_SENTENCE(worth, doc, NULL, in_hands(closed, open, closed == open)) {
        kzi_sentence_count(worth, KZI_SAYS_chips, count);
        kzi_argument_int(worth, open);
    }
}

static void put_marks(struct kzi_doc *doc, const struct kzi_yaku *yaku) {
    KZI_DOC_LIST(doc, ".marks") {
        if (yaku->bonus)
            kzi_doc_say(doc, NULL, KZI_SAYS_is_bonus);
        if (yaku->alone)
            kzi_doc_say(doc, NULL, KZI_SAYS_stands_alone);
        put_chips(doc, yaku);
        if (!yaku->in_use)
            kzi_doc_say(doc, NULL, KZI_SAYS_is_unused);
    }
}

/* --- covers ----------------------------------------------------------------------------------- */

/* Put the instances to which a cover applies, unless it applies to all. */
static void put_part(struct kzi_doc *doc, const struct kzi_cover *cover) {
    static const enum kzi_says says[] = {[KZI_COVERS_OWN] = KZI_SAYS_of_its_own_sets,
                                         [KZI_COVERS_ONLY] = KZI_SAYS_but_not_covered,
                                         [KZI_COVERS_SOME] = KZI_SAYS_left_times};
    if (cover->which != KZI_COVERS_ALL)
        KZI_DOC_SAY(doc, ".part", says[cover->which], "%u", cover->number);
}

/* Put the yaku that it covers with the reason for each, and the yaku that cover it; in text
 * only. */
static void put_covered(struct kzi_doc *doc, const struct kz_ruleset *rules, unsigned number,
                        struct kzi_budget *budget) {
    const struct kzi_model *model = rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    KZI_DOC_LIST(doc, ".covers")
        for (size_t i = 0; i < yaku->n_covers; i++) {
            const struct kzi_yaku *covered = &model->yaku[yaku->covers[i].yaku];
            kzi_doc_element(doc);
            kzi_doc_string(doc, ".id", covered->id);
            kzi_doc_names(doc, ".name", covered->name, covered->id);
            put_part(doc, &yaku->covers[i]);
            if (budget)
                kzi_doc_say(doc, ".why",
                            KZI_SAYS_reason_implied +
                                kzi_why_covered(rules, number, yaku->covers[i].yaku, budget));
        }
    KZI_DOC_LIST(doc, ".covered_by")
        KZI_EACH_YAKU_OF(model, by)
            for (size_t k = 0; by->in_use && k < by->n_covers; k++)
                if (by->covers[k].yaku == number)
                    kzi_doc_string(doc, NULL, by->id);
}

static void put_covers(struct kzi_doc *doc, const struct kz_ruleset *rules, unsigned number,
                       struct kzi_budget *budget) {
    const struct kzi_yaku *yaku = &rules->model->yaku[number];
    KZI_DOC_LIST(doc, "covers")
        for (size_t i = 0; i < yaku->n_covers; i++)
            kzi_doc_string(doc, NULL, rules->model->yaku[yaku->covers[i].yaku].id);
    KZI_DOC_LIST(doc, "covers_why")
        for (size_t i = 0; doc->json && i < yaku->n_covers; i++)
            kzi_doc_string(
                doc, NULL,
                kzi_cover_why_names[kzi_why_covered(rules, number, yaku->covers[i].yaku, budget)]);
}

/* --- names, examples -------------------------------------------------------------------------- */

/* Put each other name with the languages that have it; in text only. */
static void put_other_names(struct kzi_doc *doc, const struct kzi_yaku *yaku) {
    const struct kzi_node *names = yaku->name;
    const char *shown = kzi_name_in(names, doc->style->language);
    KZI_DOC_LIST(doc, ".names")
        for (size_t i = 0; names && names->kind == KZI_MAP && i < names->count; i++) {
            const struct kzi_entry *entries = names->u.entries;
            size_t first = 0;
            while (!kzi_node_equals(entries[first].value, entries[i].value))
                first++;
            if (first < i || kzi_node_is(entries[i].value, shown))
                continue;
            kzi_doc_element(doc);
            struct kzi_text *languages = kzi_doc_text(doc, ".languages");
            for (size_t k = i; k < names->count; k++)
                if (kzi_node_equals(entries[k].value, entries[i].value))
                    kzi_text_format(languages, "%s%s", k > i ? "/" : "", entries[k].key->text);
            kzi_doc_node(doc, ".name", entries[i].value);
        }
}

static void put_examples(struct kzi_doc *doc, const struct kzi_yaku *yaku) {
    KZI_DOC_LIST(doc, ".examples")
        for (size_t i = 0; i < yaku->n_examples; i++) {
            kzi_doc_element(doc);
            kzi_doc_say(doc, ".kind", KZI_SAYS_example_scores + yaku->examples[i].kind);
            kzi_doc_string(doc, ".hand", yaku->examples[i].hand);
        }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void put_place(struct kzi_doc *doc, struct kzi_place place) {
    kzi_doc_string(doc, "file", place.source->name);
    kzi_doc_int(doc, "line", place.line);
}

static void put_places(struct kzi_doc *doc, const struct kzi_yaku *yaku) {
    put_place(doc, yaku->place);
    KZI_DOC_OBJECT(doc, "places")
        KZI_EACH_ENTRY(yaku->node, part)
            KZI_DOC_OBJECT(doc, part->key->text)
                put_place(doc, part->value->place);
}

/* Put the remarks; in text only. */
static void put_words(struct kzi_doc *doc, const struct kz_ruleset *rules, unsigned number,
                      struct kzi_budget *budget) {
    const struct kzi_yaku *yaku = &rules->model->yaku[number];
    const struct kzi_node *value = kzi_node_get(yaku->node, "value");
    if (!values_equal(&yaku->closed, &yaku->open))
        kzi_doc_value(doc, ".open", rules->model, &yaku->open);
    kzi_doc_place(doc, ".at", value ? value->place : yaku->place);
    kzi_say_yaku_worth(kzi_doc_words(doc, ".worth"), rules->model, yaku);
    put_marks(doc, yaku);
    kzi_doc_node(doc, ".chips", kzi_node_get(yaku->node, "chips"));
    kzi_doc_node(doc, ".each", kzi_node_get(yaku->node, "each"));
    kzi_doc_node(doc, ".series", kzi_node_get(yaku->node, "series"));
    put_covered(doc, rules, number, budget);
    put_other_names(doc, yaku);
    kzi_doc_node(doc, ".source", yaku->source);
    kzi_doc_label(doc, ".note", yaku->note);
    put_examples(doc, yaku);
}

void kzi_put_yaku_members(struct kzi_doc *doc, const struct kz_ruleset *rules, unsigned number,
                          struct kzi_budget *budget) {
    const struct kzi_model *model = rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    kzi_doc_named(doc, yaku->id, yaku->name);
    KZI_DOC_OBJECT(doc, "value") {
        kzi_doc_value(doc, "closed", model, &yaku->closed);
        kzi_doc_value(doc, "open", model, &yaku->open);
    }
    kzi_doc_bool(doc, "bonus", yaku->bonus);
    kzi_doc_bool(doc, "in_use", yaku->in_use);
    put_covers(doc, rules, number, budget);
    kzi_doc_node(doc, "when", kzi_node_get(yaku->node, "when"));
    put_places(doc, yaku);
    if (!doc->json)
        put_words(doc, rules, number, budget);
}

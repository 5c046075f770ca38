#include "analysis/diff/diff_report.h"

#include "analysis/comparison.h"
#include "analysis/html/svg.h"
#include "analysis/witness/witness.h"
#include "base/utf8.h"
#include "report/document.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "rules/tree/merge.h"

#include <string.h>

/* A difference with its search for a hand. */
struct display {
    const struct kzi_differences *differences;
    const struct kzi_difference *difference;
    const struct kzi_hand_search *search; /* NULL: none */
};

#define LONG 100 /* columns shown of one place */

/* Return the label of a ruleset, or "first" and "second" if both have the same. */
static const char *name_of(const struct kzi_doc *doc, const struct display *shown, unsigned side) {
    const char *label = shown->differences->rules[side]->model->label,
               *other = shown->differences->rules[1 - side]->model->label;
    return strcmp(label, other) != 0
               ? label
               : kzi_says_in(doc->style, side ? KZI_SAYS_second : KZI_SAYS_first);
}

/* --- rules ------------------------------------------------------------------------------------ */

static const struct kzi_option *option_of(const struct display *shown, unsigned side) {
    const struct kzi_options *options = &shown->differences->rules[side]->model->options;
    const struct kzi_option *option = shown->difference->option;
    int number = option ? kzi_names_find(&options->names, option->id) : -1;
    return number < 0 ? NULL : &options->list[number];
}

/* Put where ruleset `side` has this rule, or where its option is set. */
static void put_source(struct kzi_doc *doc, const struct display *shown,
                       const struct kzi_differing_place *place, unsigned side) {
    const struct kzi_option *option = option_of(shown, side);
    struct kzi_place source = {0};
    if (option && strcmp(option->value, option->ruled) != 0) {
        kzi_text_format(kzi_doc_text(doc, ".source"), "--set %s", option->id);
        return;
    }
    if (option && option->place.line && shown->difference->value[side] &&
        !strcmp(option->value, shown->difference->value[side]))
        source = option->place;
    else if (place->node[side])
        source = place->node[side]->place;
    if (!source.source || !source.line)
        return;
    kzi_doc_string(doc, "file", source.source->name);
    kzi_doc_int(doc, "line", source.line);
    kzi_put_place(kzi_doc_text(doc, ".source"), source);
}

/* Write the rules of a yaku, a limit or another thing, without names and notes; {} if it has no
 * others. */
static void put_thing(struct kzi_text *text, const struct kzi_node *node) {
    const char *between = "";
    KZI_EACH_ENTRY(node, entry) {
        if (kzi_means_nothing("yaku.*", entry->key->text) || !strcmp(entry->key->text, "in_use"))
            continue;
        kzi_text_format(text, "%s%s ", between, entry->key->text);
        kzi_put_node(text, entry->value);
        between = ", ";
    }
    kzi_text_put(text, *between ? "" : "{}");
}

static void put_rules(struct kzi_doc *doc, const struct kzi_differing_place *place, unsigned side) {
    struct kzi_text *text = kzi_doc_text(doc, "says");
    const size_t from = text->len;
    if (!place->says[side]) /* a cover that is missing is denied */
        kzi_text_put(text, strstr(place->address, ".covers.")
                               ? "no"
                               : kzi_says_in(doc->style, KZI_SAYS_nothing));
    else if (!place->node[side])
        kzi_text_put(text, place->says[side]);
    else if (!doc->json && place->node[side]->kind == KZI_MAP && !strcmp(place->says[side], "yes"))
        put_thing(text, place->node[side]);
    else
        kzi_put_node(text, place->node[side]);
    if (doc->json || text->failed)
        return;
    const size_t len = text->len - from, fits = kzi_utf8_fit(text->at + from, len, LONG);
    text->len = from + fits;
    kzi_text_put(text, fits < len ? " ..." : "");
}

static void put_side(struct kzi_doc *doc, const struct display *shown,
                     const struct kzi_differing_place *place, unsigned side) {
    if (doc->json && !place->says[side]) {
        kzi_doc_string(doc, NULL, NULL);
        return;
    }
    kzi_doc_element(doc);
    if (!doc->json)
        kzi_doc_string(doc, ".name", name_of(doc, shown, side));
    put_rules(doc, place, side);
    if (place->says[side])
        put_source(doc, shown, place, side);
}

static bool words_equal(const char *one, const char *other) {
    return one && other ? !strcmp(one, other) : one == other;
}

/* Return whether both rulesets have the same text at both places, so that the text shows it
 * once. */
static bool say_equal(const struct kzi_differing_place *one,
                      const struct kzi_differing_place *other) {
    for (unsigned side = 0; side < 2; side++)
        if (!words_equal(one->says[side], other->says[side]) ||
            !kzi_node_equals(one->node[side], other->node[side]))
            return false;
    return true;
}

static void put_place(struct kzi_doc *doc, const struct display *shown, size_t at) {
    const size_t count = shown->difference->n_places;
    const struct kzi_differing_place *place = &shown->difference->places[at];
    const bool equal = !doc->json && at + 1 < count && say_equal(place, place + 1);
    kzi_doc_element(doc);
    if (count > 1 || doc->json)
        kzi_doc_string(doc, "address", place->address);
    KZI_DOC_LIST(doc, "said")
        for (unsigned of = 0; of < 2 && !equal; of++)
            put_side(doc, shown, place, of);
}

/* --- what it is about ------------------------------------------------------------------------- */

/* Put the option that changes the place, else the only ruleset that has it. */
static void put_which(struct kzi_doc *doc, const struct display *shown) {
    const struct kzi_difference *difference = shown->difference;
    if (difference->option)
        KZI_DOC_SAY(doc, ".which", KZI_SAYS_option_values, "%s\t%s\t%s", difference->option->id,
                    difference->value[0], difference->value[1]);
    else if (difference->only >= 0)
        KZI_DOC_SAY(doc, ".which", KZI_SAYS_only_in_one, "%s",
                    name_of(doc, shown, (unsigned)difference->only));
}

/* Put the name of the yaku whose id ends at a dot. */
static void say_name(struct kzi_sentence *list, const struct kzi_model *model, const char *id) {
    size_t len = strcspn(id, ".");
    int yaku = kzi_names_find_span(&model->yaku_names, id, len);
    if (yaku >= 0)
        kzi_argument_yaku(list, model, (unsigned)yaku);
    else
        kzi_text_add(kzi_argument(list), id, len);
}

/* Put the rules that an option changes, else the names of the yaku. */
static void put_about(struct kzi_doc *doc, const struct kzi_difference *difference,
                      const struct kzi_model *model) {
    const struct kzi_option *option = difference->option;
    const char *yaku = kzi_pattern_rest(difference->address, "yaku"),
               *covered = yaku ? strstr(yaku, ".covers.") : NULL,
               *says = kzi_name_in(option ? kzi_node_get(option->definition, "says") : NULL,
                                   doc->style->language);
    KZI_DOC_SENTENCE(about, doc, ".about", KZI_AND) {
        if (says)
            kzi_argument_text(about, says);
        else if (yaku)
            say_name(about, model, yaku);
        if (covered && !says)
            say_name(about, model, covered + strlen(".covers."));
    }
}

/* --- the witness ------------------------------------------------------------------------------ */

/* Put the worth of the hand, and the payments and yaku in which the results differ. */
static void put_win(struct kzi_doc *doc, const struct kz_result *result, unsigned fields) {
    kzi_doc_int(doc, ".points", result->best.points);
    kzi_say_worth(kzi_doc_words(doc, ".says"), result, false);
    if (fields & 1U << KZI_FIELD_CHIPS)
        kzi_say_chips(kzi_doc_words(doc, ".chips"), result);
    if (fields & 1U << KZI_FIELD_PAYMENTS && !(fields & 1U << KZI_FIELD_POINTS))
        kzi_argument_changes(kzi_doc_words(doc, ".changes"), result->paid);
    if (fields & 1U << KZI_FIELD_YAKU)
        kzi_put_counted_yaku(doc, result);
}

/* Put the result of a ruleset that scored the witness. */
static void put_result(struct kzi_doc *doc, const struct display *shown, unsigned side) {
    const struct kzi_witness *witness = &shown->search->witness;
    const struct kz_result *result = &witness->results[side];
    struct kzi_text *json = kzi_doc_json(doc);
    if (json) {
        kzi_json_separate(json);
        kzi_put_result_json(json, result, false, 0);
        return;
    }
    kzi_doc_element(doc);
    if (witness->as_is || side == shown->search->undone)
        kzi_doc_string(doc, ".name", name_of(doc, shown, side));
    else
        KZI_DOC_SAY(doc, ".name", side ? KZI_SAYS_with_this : KZI_SAYS_without_this, "%s",
                    name_of(doc, shown, 1 - side));
    if (result->status != KZ_OK) {
        KZI_DOC_SENTENCE(refused, doc, ".says", KZI_SAYS_refused_because)
            if (kzi_is_english(refused))
                kzi_argument_text(refused, result->error.text);
            else
                kzi_argument_word(refused, "error", result->error.code);
    } else if (result->reason != KZI_WINS)
        kzi_argument_no_win(kzi_doc_words(doc, ".says"), result);
    else
        put_win(doc, result, kzi_differs(&witness->results[0], &witness->results[1]));
}

/* Return why no hand is shown. */
static enum kzi_says not_shown(const struct kzi_witness *witness) {
    if (witness->kind == KZI_WITNESS_NEVER)
        return KZI_SAYS_never_shown;
    if (witness->kind == KZI_WITNESS_DEAL)
        return KZI_SAYS_shown_by_deals;
    if (witness->cut)
        return KZI_SAYS_search_cut;
    return witness->tried ? KZI_SAYS_no_example : KZI_SAYS_not_valid_alone;
}

static void put_witness(struct kzi_doc *doc, const struct display *shown) {
    static const char *const kinds[] = {"none", "never", "deal", "refused", "counts", "pays"};
    const struct kzi_witness *witness = &shown->search->witness;
    kzi_doc_string(doc, "shown", kinds[witness->kind]);
    kzi_doc_int(doc, "tried", (int64_t)witness->tried);
    if (witness->cut)
        kzi_doc_bool(doc, "cut", true);
    if (witness->kind < KZI_WITNESS_REFUSED) {
        KZI_DOC_SAY(doc, ".not_shown", not_shown(witness), "%lu", witness->tried);
        return;
    }
    KZI_DOC_OBJECT(doc, "witness") {
        kzi_write_line(kzi_doc_text(doc, "hand"), &witness->hand);
        kzi_doc_bool(doc, ".same", witness->kind == KZI_WITNESS_COUNTS);
        if (doc->style->form == KZI_PAGE)
            kzi_put_hand_svg(kzi_doc_markup(doc, ".picture"), &witness->hand);
        kzi_doc_bool(doc, "as_is", witness->as_is);
        KZI_DOC_LIST(doc, "results")
            for (unsigned of = 0; of < 2; of++)
                put_result(doc, shown, of);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

void kzi_put_difference_count(struct kzi_text *text, const struct kzi_differences *differences,
                              const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(text, style);
    KZI_DOC_SAY(&doc, ".says", differences->count ? KZI_SAYS_rules_differ : KZI_SAYS_rules_agree,
                "%zu\t%s\t%s", differences->count, differences->rules[0]->model->label,
                differences->rules[1]->model->label);
    kzi_doc_bool(&doc, ".cut", differences->cut);
    kzi_doc_bool(&doc, ".different_games",
                 !differences->cut && !kzi_hand_search_is_due(differences));
    kzi_doc_end(&doc, KZI_LAYOUT_differences);
}

static void put_both(struct kzi_doc *doc, const char *key, const char *one, const char *other) {
    KZI_DOC_LIST(doc, key) {
        kzi_doc_string(doc, NULL, one);
        kzi_doc_string(doc, NULL, other);
    }
}

void kzi_put_difference(struct kzi_text *text, const struct kzi_differences *differences,
                        size_t index, const struct kzi_hand_search *search,
                        const struct kzi_style *style) {
    const struct kzi_difference *difference = &differences->list[index];
    const struct display shown = {differences, difference, search};
    const struct kz_ruleset *const *rules = differences->rules;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_doc_string(&doc, "address", difference->address);
    put_both(&doc, "rulesets", rules[0]->model->label, rules[1]->model->label);
    if (difference->only < 0)
        kzi_doc_string(&doc, "only", NULL);
    else
        kzi_doc_int(&doc, "only", difference->only);
    if (!difference->option)
        kzi_doc_string(&doc, "option", NULL);
    else {
        KZI_DOC_OBJECT(&doc, "option") {
            kzi_doc_string(&doc, "id", difference->option->id);
            put_both(&doc, "values", difference->value[0], difference->value[1]);
        }
    }
    if (!doc.json) {
        put_which(&doc, &shown);
        put_about(&doc, difference, rules[difference->only == 1]->model);
    }
    KZI_DOC_LIST(&doc, "places")
        for (size_t i = 0; i < difference->n_places; i++)
            put_place(&doc, &shown, i);
    if (differences->cut)
        kzi_doc_bool(&doc, "cut", true);
    if (search)
        put_witness(&doc, &shown);
    kzi_doc_end(&doc, KZI_LAYOUT_difference);
}

/* --- search for a hand ------------------------------------------------------------------------ */

bool kzi_hand_search_run(struct kzi_hand_search *search, struct kzi_blame *blame, size_t difference,
                         struct kzi_budget *steps) {
    const struct kzi_differences *differences = &blame->differences;
    const struct kz_ruleset *rules = NULL, *pair[2];
    *search = (struct kzi_hand_search){.witness = {.budget = steps}};
    for (unsigned side = 0; side < 2 && !rules; side++) {
        kzi_carried_rules_free(&search->carried, &blame->budget);
        if (!kzi_carry(&search->carried, blame, difference, side))
            return false;
        rules = search->carried.rules;
        search->undone = rules ? side : 0;
    }
    search->witness.cut = !rules && blame->budget.out;
    pair[search->undone] = differences->rules[search->undone];
    pair[1 - search->undone] = rules;
    return !rules ||
           kzi_witness_find(&search->witness, differences, &differences->list[difference], pair);
}

void kzi_hand_search_release(struct kzi_hand_search *search, struct kzi_blame *blame) {
    kzi_carried_rules_free(&search->carried, &blame->budget);
}

bool kzi_hand_search_is_due(const struct kzi_differences *differences) {
    return differences->count <= KZI_MAX_BLAMED && !differences->cut;
}

/* Say what house rules, overlays and chosen options change. */
#include "analysis/diff/blame.h"
#include "analysis/rulebook/rulebook.h"
#include "report/markup.h"
#include "report/ruleset_report.h"
#include "words/rule_names.h"

#include <string.h>

/* --- marks on a page -------------------------------------------------------------------------- */

void kzi_doc_house(struct kzi_doc *doc, const struct kzi_model *model, size_t overlay) {
    if (doc->style->form != KZI_PAGE || overlay == model->n_overlays)
        return;
    struct kzi_text *text = kzi_doc_markup(doc, ".house")->text;
    size_t from = kzi_html_open(text, "<mark>");
    kzi_say_overlay(text, model, overlay, doc->style->language);
    kzi_html_close(text, from, "</mark>");
}

size_t kzi_overlay_of(const struct kzi_model *model, const struct kzi_node *node,
                      struct kzi_place place) {
    for (size_t i = 0; i < model->n_overlays; i++)
        if (place.source == model->files[i] || (node && node->place.source == model->files[i]))
            return i;
    KZI_EACH_ENTRY(node, entry) {
        size_t overlay = kzi_overlay_of(model, entry->value, entry->key->place);
        if (overlay < model->n_overlays)
            return overlay;
    }
    return model->n_overlays;
}

/* --- in words --------------------------------------------------------------------------------- */

/* Say a place of the rules by the names of its parts, or by their ids as words. */
static void say_place(struct kzi_sentence *sentence, struct kzi_arena *arena,
                      const struct kzi_model *model, const char *address) {
    const char *below = kzi_pattern_rest(address, "yaku");
    const size_t from = sentence->text->len;
    for (const char *part = below ? below : address; *part;) {
        const size_t len = strcspn(part, ".");
        const int yaku = kzi_names_find_span(&model->yaku_names, part, len);
        const struct kzi_node *name =
            kzi_node_get(kzi_node_at(model->root, kzi_arena_copy(arena, address,
                                                                 (size_t)(part - address) + len)),
                         "name");
        kzi_text_put(sentence->text, sentence->text->len > from ? " " : "");
        if (yaku >= 0)
            kzi_argument_yaku(sentence, model, (unsigned)yaku);
        else if (name)
            kzi_argument_text(sentence, kzi_name_in(name, sentence->style->language));
        else
            kzi_say_word(sentence, "rule", kzi_arena_copy(arena, part, len));
        part += len + (part[len] == '.');
    }
}

/* Say the value at a place; for the value of a yaku, its worth. */
static void say_value(struct kzi_sentence *sentence, const struct kzi_differing_place *place,
                      const struct kzi_model *model, unsigned side) {
    const char *id = kzi_pattern_rest(place->address, "yaku"),
               *value = id ? strstr(id, ".value") : NULL;
    const int yaku = value ? kzi_names_find_span(&model->yaku_names, id, (size_t)(value - id)) : -1;
    if (yaku >= 0 && !value[strlen(".value")])
        kzi_say_yaku_worth(sentence, model, &model->yaku[yaku]);
    else if (place->node[side] && place->node[side]->kind == KZI_MAP)
        kzi_put_node(kzi_argument(sentence), place->node[side]);
    else if (place->node[side]) {
        struct kzi_sentence setting = kzi_sentence_on(kzi_argument(sentence), sentence->style);
        kzi_say_setting(&setting, place->node[side]);
    } else
        kzi_argument_text(sentence, place->says[side]);
}

static void put_change(struct kzi_doc *doc, struct kzi_arena *arena,
                       const struct kzi_differences *differences,
                       const struct kzi_difference *one) {
    const struct kzi_differing_place *place = &one->places[0];
    /* the ruleset that has the place */
    const unsigned side = one->only != 0 && place->says[1] != NULL;
    const char *question = one->option ? kzi_name_in(kzi_node_get(one->option->definition, "says"),
                                                     doc->style->language)
                                       : NULL;
    KZI_DOC_SENTENCE(says, doc, NULL,
                     question || (one->only < 0 && place->says[0] && place->says[1])
                         ? KZI_SAYS_changed
                     : side ? KZI_SAYS_house_added
                            : KZI_SAYS_house_removed) {
        struct kzi_sentence about = kzi_sentence_on(kzi_argument(says), doc->style);
        if (question)
            kzi_argument_text(&about, question);
        else
            say_place(&about, arena, differences->rules[side]->model, one->address);
        for (unsigned i = 0; i < 2; i++)
            if (question)
                kzi_argument_text(says, one->value[i] ? kzi_option_value_in_words(
                                                            one->option, one->value[i], doc->style)
                                                      : "-");
            else if (place->says[i])
                say_value(says, place, differences->rules[i]->model, i);
    }
}

static void release_blame(void *blame) {
    kzi_blame_free(blame);
}

void kzi_put_changes(struct kzi_doc *doc, struct kzi_arena *arena, const struct kz_ruleset *plain,
                     const struct kz_ruleset *rules) {
    struct kzi_blame *blame;
    void **kept = kzi_arena_keep(arena, release_blame);
    if (kzi_blame_find(&blame, plain, rules, &kzi_blame_limits, NULL) != KZ_OK) {
        doc->failed = true;
        return;
    }
    *kept = blame;
    KZI_DOC_LIST(doc, ".changes") {
        for (size_t i = 0; i < blame->differences.count; i++)
            put_change(doc, arena, &blame->differences, &blame->differences.list[i]);
        if (blame->differences.cut)
            kzi_doc_say(doc, NULL, KZI_SAYS_more_changes);
    }
}

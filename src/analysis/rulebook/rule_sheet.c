/* A ruleset as a page that a club can print. */
#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "analysis/rulebook/gallery.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/tables/table.h"
#include "words/condition_words.h"
#include "words/rule_names.h"

static void put_mark(struct kzi_doc *doc, const struct kzi_model *model,
                     const struct kzi_entry *entry) {
    if (entry)
        kzi_doc_house(doc, model, kzi_overlay_of(model, entry->value, entry->key->place));
}

/* --- house rules, winning --------------------------------------------------------------------- */

static void put_house_rules(struct kzi_doc *doc, struct kzi_arena *arena,
                            const struct kz_ruleset *plain, const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    KZI_DOC_OBJECT(doc, ".house_rules") {
        KZI_DOC_LIST(doc, ".overlays")
            for (size_t i = 0; i < model->n_overlays; i++) {
                const struct kzi_node *sheet = model->sheets[i];
                kzi_doc_element(doc);
                kzi_say_overlay(kzi_doc_text(doc, ".title"), model, i, doc->style->language);
                kzi_doc_label(doc, ".note", kzi_node_get(sheet, "note"));
                kzi_doc_node(doc, ".source", kzi_node_get(sheet, "source"));
            }
        kzi_put_changes(doc, arena, plain, rules);
        kzi_doc_bool(doc, ".marked", model->n_overlays);
    }
}

static void put_minimum(struct kzi_doc *doc, const struct kzi_model *model) {
    if (model->minimum_when) {
        struct kzi_sentence *list = kzi_doc_markup(doc, ".asks");
        kzi_text_put(list->text, "<ul class=\"asks\">\n");
        kzi_say_when(list, model, model->minimum_when);
        kzi_text_put(list->text, "</ul>\n");
    }
    kzi_doc_label(doc, ".minimum_note", kzi_node_get(kzi_node_get(model->root, "minimum"), "note"));
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Fill in the kinds of a class and return their number; 0 if they depend on seat and round. */
static unsigned kinds_in_class(const struct kzi_class *class_, uint8_t kinds[KZI_KINDS]) {
    unsigned count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        bool first = class_->other >> kzi_code(kind, 0, 0) & 1;
        for (unsigned winds = 0; winds < 16; winds++) {
            unsigned code = kzi_code(kind, winds % 4, winds / 4);
            if ((class_->other >> code & 1) != first || (class_->won >> code & 1) != first)
                return 0;
        }
        if (first)
            kinds[count++] = (uint8_t)kind;
    }
    return count;
}

/* Explain the tile classes that conditions use, except those that depend on seat and round. */
static void put_classes(struct kzi_doc *doc, const struct kzi_model *model) {
    const struct kzi_node *classes = kzi_node_get(kzi_node_get(model->root, "tiles"), "classes");
    KZI_DOC_LIST(doc, ".classes")
        KZI_EACH_ENTRY(classes, entry) {
            int number = kzi_names_find(&model->class_names, entry->key->text);
            uint8_t kinds[KZI_KINDS];
            unsigned count = number < 0 ? 0 : kinds_in_class(&model->classes[number], kinds);
            if (!count)
                continue;
            kzi_doc_element(doc);
            kzi_doc_code(doc, ".word", "asks.class", entry->key->text);
            put_mark(doc, model, entry);
            kzi_put_tiles_svg(kzi_doc_markup(doc, ".tiles"), kinds, count);
        }
}

/* Say which tiles are wild: certain tiles, or those that a tile turned up determines. */
static void put_wild(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, ".wild")
        for (unsigned i = 0; i < model->wild_names.count; i++) {
            const struct kzi_wild *wild = &model->wilds[i];
            uint8_t kinds[KZI_TILE_KINDS];
            unsigned count = 0;
            KZI_EACH_IN(wild->tiles, kind)
                kinds[count++] = (uint8_t)kind;
            kzi_doc_element(doc);
            kzi_doc_code(doc, ".word", "asks.class", wild->id);
            if (wild->shown)
                kzi_doc_say(doc, ".tiles",
                            !wild->has_next               ? KZI_SAYS_wild_shown
                            : wild->next == KZI_NEXT_ONLY ? KZI_SAYS_wild_after_shown
                                                          : KZI_SAYS_wild_shown_and_next);
            else
                kzi_put_tiles_svg(kzi_doc_markup(doc, ".tiles"), kinds, count);
        }
}

/* --- fu -------------------------------------------------------------------------------------- */

static const struct kzi_entry *fu_entry(const struct kzi_model *model, const char *section,
                                        size_t i) {
    const struct kzi_node *lines = kzi_node_get(kzi_node_get(model->root, "fu"), section);
    return lines && lines->kind == KZI_MAP && i < lines->count ? &lines->u.entries[i] : NULL;
}

/* Begin a line of fu; the item, ".for", follows. */
static void begin_fu(struct kzi_doc *doc, const struct kzi_model *model,
                     const struct kzi_entry *entry, int open, int concealed) {
    kzi_doc_element(doc);
    kzi_doc_int(doc, ".open", open);
    kzi_doc_int(doc, ".concealed", concealed);
    put_mark(doc, model, entry);
}

static void put_fu_item(struct kzi_doc *doc, const struct kzi_model *model,
                        const struct kzi_fu_item *item) {
    const struct kzi_node *fu = kzi_node_get(model->root, "fu");
    begin_fu(
        doc, model,
        kzi_node_entry(kzi_node_get(fu, item->if_nothing ? "if_nothing_added" : "add"), item->id),
        item->fu, item->fu);
    KZI_DOC_SENTENCE(sentence, doc, ".for", KZI_SAYS_limit_value) {
        kzi_argument_name(sentence, item->name, item->id);
        KZI_SENTENCE(sentence, KZI_COMMA) {
            if (item->each)
                KZI_SENTENCE(sentence, KZI_SAYS_for_each)
                    kzi_argument_mark(sentence, model->marks[item->each_mark].id, KZI_ONE);
            if (item->when)
                kzi_argument_condition(sentence, model, item->when, false);
            if (item->if_nothing)
                kzi_argument_says(sentence, KZI_SAYS_no_other_fu);
        }
    }
}

static void put_fu_lines(struct kzi_doc *doc, const struct kzi_model *model) {
    const struct kzi_fu *fu = &model->fu;
    const struct kzi_entry *entry;
    begin_fu(doc, model, kzi_node_entry(kzi_node_get(model->root, "fu"), "start"), fu->start,
             fu->start);
    kzi_doc_say(doc, ".for", KZI_SAYS_every_hand);
    for (size_t i = 0; i < fu->n_sets; i++) {
        begin_fu(doc, model, fu_entry(model, "sets", i), fu->sets[i].open, fu->sets[i].concealed);
        kzi_argument_phrase(kzi_doc_words(doc, ".for"), &fu->sets[i].phrase,
                            &fu->sets[i].class_name, KZI_ONE);
    }
    for (size_t i = 0; i < fu->n_pairs; i++) {
        begin_fu(doc, model, fu_entry(model, "pair", i), fu->pairs[i].fu, fu->pairs[i].fu);
        KZI_DOC_SENTENCE(sentence, doc, ".for", KZI_SAYS_pair_of)
            kzi_argument_class(sentence, &fu->pairs[i].class_name, KZI_OF);
    }
    for (size_t i = 0; i < fu->n_items; i++)
        put_fu_item(doc, model, &fu->items[i]);
    for (size_t i = 0; (entry = fu_entry(model, "flat", i)); i++) {
        const int flat = fu->flat[kzi_names_find(&model->shape_names, entry->key->text)];
        begin_fu(doc, model, entry, flat, flat);
        KZI_DOC_SENTENCE(sentence, doc, ".for", KZI_SAYS_in_all)
            kzi_argument_word(sentence, "asks.shape", entry->key->text);
    }
}

static void put_fu(struct kzi_doc *doc, const struct kzi_model *model) {
    if (!model->fu.in_use)
        return;
    KZI_DOC_LIST(doc, ".fu")
        put_fu_lines(doc, model);
    KZI_DOC_SAY(doc, ".rounding", KZI_SAYS_fu_not_rounded + model->fu.round.mode, "%d",
                (int)model->fu.round.to);
    kzi_doc_label(doc, ".fu_note", kzi_node_get(kzi_node_get(model->root, "fu"), "note"));
}

/* --- the game --------------------------------------------------------------------------------- */

static void put_game(struct kzi_doc *doc, const struct kzi_model *model) {
    const struct kzi_node *game = kzi_node_get(model->root, "game");
    KZI_DOC_LIST(doc, ".game")
        KZI_EACH_ENTRY(game, entry) {
            if (kzi_node_is(entry->key, "source") || kzi_node_is(entry->key, "note"))
                continue;
            kzi_doc_element(doc);
            kzi_say_word(kzi_doc_words(doc, ".key"), "rule", entry->key->text);
            put_mark(doc, model, entry);
            kzi_say_setting(kzi_doc_words(doc, ".value"), entry->value);
        }
    kzi_doc_label(doc, ".game_note", kzi_node_get(game, "note"));
}

/* --- the whole -------------------------------------------------------------------------------- */

static void put_points(struct kzi_doc *doc, struct kzi_arena *arena,
                       const struct kz_ruleset *rules) {
    struct kzi_table *table = KZI_NEW(arena, struct kzi_table);
    kzi_table_fill(table, rules);
    kzi_put_table_body(kzi_doc_markup(doc, ".points")->text, table, doc->style);
}

void kzi_put_rule_sheet(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                        const struct kz_ruleset *plain, const struct kzi_style *style) {
    const struct kz_ruleset *rules = gallery->rules;
    const struct kzi_model *model = rules->model;
    struct kzi_text title = kzi_text_growing();
    kzi_say_title(&title, model, style->language);
    kzi_html_begin(text, &title, style);
    kzi_put_tile_symbols(text);
    struct kzi_doc *doc = kzi_doc_new(arena, text, style);
    kzi_put_ruleset(doc, rules);
    if (plain)
        put_house_rules(doc, arena, plain, rules);
    put_minimum(doc, model);
    kzi_put_yaku_by_worth(doc, arena, gallery);
    put_wild(doc, model);
    put_classes(doc, model);
    put_fu(doc, model);
    put_points(doc, arena, rules);
    put_game(doc, model);
    kzi_put_options(doc, arena, model);
    kzi_doc_end(doc, KZI_LAYOUT_rule_sheet);
    kzi_html_end(text, style);
}

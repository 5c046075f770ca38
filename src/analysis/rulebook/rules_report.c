/* A ruleset with all its files: the content of each section and where it is written. */
#include "analysis/rulebook/rulebook.h"
#include "rules/tree/merge.h"
#include "words/rule_names.h"

#include <string.h>

/* Return the mapping at a path with each name and note in one language. */
static const struct kzi_node *in_language(struct kzi_arena *arena, const struct kzi_node *node,
                                          const char *path, const char *language) {
    if (node->kind != KZI_MAP)
        return node;
    struct kzi_node *copy = KZI_NEW(arena, struct kzi_node);
    *copy = *node;
    copy->u.entries = KZI_NEW_ARRAY(arena, node->count, struct kzi_entry);
    for (size_t i = 0; i < node->count; i++) {
        struct kzi_entry *entry = &copy->u.entries[i];
        *entry = node->u.entries[i];
        const char *key = entry->key->text;
        if ((!strcmp(key, "note") || !strcmp(key, "name")) && kzi_means_nothing(path, key)) {
            const char *name = kzi_name_in(entry->value, language);
            if (name)
                entry->value = kzi_node_new_scalar(arena, entry->value->place, name);
        } else {
            entry->value =
                in_language(arena, entry->value, kzi_address_below(arena, path, key), language);
        }
    }
    return copy;
}

/* Put a section of the rules. key: its key after a dot; above: the address that it is below, or
 * NULL. */
static void put_section(struct kzi_doc *doc, struct kzi_arena *arena, const struct kzi_model *model,
                        const char *key, const char *above) {
    const struct kzi_node *within = above ? kzi_node_get(model->root, above) : model->root,
                          *node = within ? kzi_node_get(within, key + 1) : NULL;
    KZI_DOC_LIST(doc, key) {
        if (node)
            node = in_language(arena, node, key + 1, doc->style->language);
        const bool map = node && node->kind == KZI_MAP;
        for (size_t i = 0; node && i < (map ? node->count : 1); i++) {
            const struct kzi_node *value = map ? node->u.entries[i].value : node;
            kzi_doc_element(doc);
            if (map)
                kzi_doc_string(doc, ".key", node->u.entries[i].key->text);
            kzi_doc_node(doc, ".words", value);
            if (map)
                kzi_doc_place(doc, ".at", value->place);
        }
    }
}

static void put_files(struct kzi_doc *doc, const struct kzi_model *model) {
    KZI_DOC_LIST(doc, ".files")
        for (size_t i = 0; i < model->n_files; i++) {
            kzi_doc_element(doc);
            if (i < model->n_overlays)
                kzi_doc_label(doc, ".title", kzi_node_get(model->sheets[i], "title"));
            kzi_doc_string(doc,
                           i < model->n_overlays    ? ".overlay"
                           : i == model->n_overlays ? ".file"
                                                    : ".extends",
                           model->files[i]->name);
        }
}

static void put_all_yaku(struct kzi_doc *doc, const struct kz_ruleset *rules) {
    for (unsigned unused = 0; unused < 2; unused++)
        KZI_DOC_LIST(doc, !unused ? ".yaku" : ".unused")
            for (unsigned i = 0; i < rules->n_yaku; i++)
                if (rules->model->yaku[i].in_use != unused) {
                    kzi_doc_element(doc);
                    kzi_put_yaku_members(doc, rules, i, NULL);
                }
}

static void put_text(struct kzi_doc *doc, struct kzi_arena *arena, const struct kz_ruleset *rules) {
    static const char *const sections[] = {".shapes",     ".circumstances", ".minimum", ".fu",
                                           ".hand_value", ".payments",      ".game"};
    const struct kzi_model *model = rules->model;
    kzi_put_ruleset(doc, rules);
    put_files(doc, model);
    if (model->total_at_most)
        kzi_argument_total(kzi_doc_words(doc, ".most"), model, model->total_at_most);
    put_all_yaku(doc, rules);
    for (size_t i = 0; i < KZI_COUNT(sections); i++)
        put_section(doc, arena, model, sections[i], NULL);
    put_section(doc, arena, model, ".wild", "tiles");
    kzi_put_options(doc, arena, model);
}

/* Put a line for each yaku and option, and one for the configuration file. */
static void put_lines(struct kzi_doc *doc, struct kzi_arena *arena, const struct kz_ruleset *rules,
                      const char *decided_by) {
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS};
    KZI_DOC_LINES(doc, ".") {
        if (decided_by) {
            kzi_doc_element(doc);
            kzi_put_ruleset_label(doc, rules->model);
            kzi_doc_string(doc, "decided_by", decided_by);
        }
        for (unsigned i = 0; i < rules->n_yaku; i++) {
            kzi_doc_element(doc);
            kzi_put_yaku_members(doc, rules, i, &budget);
        }
    }
    kzi_put_options(doc, arena, rules->model);
}

void kzi_put_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kz_ruleset *rules,
                   const char *decided_by, const struct kzi_style *style) {
    struct kzi_doc *doc = kzi_doc_new(arena, text, style);
    if (doc->json)
        put_lines(doc, arena, rules, decided_by);
    else {
        if (decided_by)
            kzi_doc_string(doc, ".decided_by", decided_by);
        put_text(doc, arena, rules);
    }
    kzi_doc_end(doc, KZI_LAYOUT_rules);
}

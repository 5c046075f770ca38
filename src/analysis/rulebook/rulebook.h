/* rulebook.h - the parts of the page of a rule book, and the context that they share. */
#ifndef KZI_RULEBOOK_H
#define KZI_RULEBOOK_H

#include "analysis/rulebook/rules_html.h"

struct kzi_rulebook {
    struct kzi_text *text;
    struct kzi_arena *arena;
    const struct kz_ruleset *rules;
    const struct kzi_model *model;
    struct kzi_gallery *gallery;
    const char *language;
};

/* Return the text of a key of the mapping, or NULL. */
static inline const char *kzi_rulebook_said(const struct kzi_node *node, const char *key) {
    const struct kzi_node *value = kzi_node_get(node, key);
    return value && value->kind == KZI_SCALAR ? value->text : NULL;
}

/* Put the note of a mapping, if it has one. */
void kzi_rulebook_note(struct kzi_rulebook *page, const struct kzi_node *of);

/* Mark what an overlay has set as its house rule. */
void kzi_rulebook_mark(struct kzi_rulebook *page, const struct kzi_node *node,
                       struct kzi_place place);

/* Put a condition as items of a list. */
void kzi_rulebook_when(struct kzi_rulebook *page, const struct kzi_condition *when);

/* Put all yaku, by value. */
void kzi_rulebook_yaku(struct kzi_rulebook *page);

#endif

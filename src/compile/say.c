/* Conditions as a player says them: the words of the language are close to it already. */
#include "base/text.h"
#include "compile/ruleset.h"

#include <stdlib.h>
#include <string.h>

static const char *const sentences[KZI_CONDITIONS] = {
#define CONDITION(name, argument, lowering, says) says,
#include "rules/conditions.def"
#undef CONDITION
};

/* "no claimed set", "some kong", "at least 3 pung of dragon" */
static void say_quantity(struct kzi_text *text, const struct kzi_node *of,
                         const struct kzi_node *quantity) {
    const char *many = quantity->text;
    if (!strcmp(many, "none"))
        kzi_text_put(text, "no");
    else if (!strcmp(many, "all"))
        kzi_text_put(text, "only");
    else if (!strcmp(many, "some"))
        kzi_text_put(text, "a");
    else if (many[strlen(many) - 1] == '+')
        kzi_text_format(text, "at least %.*s", (int)strlen(many) - 1, many);
    else
        kzi_text_put(text, many);
    kzi_text_format(text, " %s", of->text);
}

/* Circumstances are said as they are typed, all else as in a book: self-draw, two-sided. */
static void say_word(struct kzi_text *text, const struct kzi_if *cond, const char *word) {
    for (; *word; word++)
        kzi_text_char(text, *word == '_' && cond->kind != KZI_IF_given ? '-' : *word);
}

static void say_argument(struct kzi_text *text, const struct kzi_if *cond) {
    const struct kzi_node *node = cond->node;
    if (node->kind == KZI_SCALAR) {
        say_word(text, cond, node->text);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (i)
            kzi_text_put(text, node->kind == KZI_LIST ? " or " : " and ");
        if (node->kind == KZI_MAP)
            say_quantity(text, node->u.entries[i].key, node->u.entries[i].value);
        else if (node->u.items[i]->kind == KZI_SCALAR)
            say_word(text, cond, node->u.items[i]->text);
        else
            kzi_node_put(text, node->u.items[i]);
    }
}

static bool begins_with_vowel(const struct kzi_node *node) {
    if (node->kind == KZI_LIST && node->count)
        node = node->u.items[0];
    return node->kind == KZI_SCALAR && *node->text && strchr("aeiou", *node->text);
}

static void say_parts(struct kzi_text *text, const struct kzi_model *model,
                      const struct kzi_if *cond, const char *between) {
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        if (i)
            kzi_text_put(text, between);
        kzi_if_say(text, model, cond->u.parts.list[i]);
    }
}

void kzi_if_say(struct kzi_text *text, const struct kzi_model *model, const struct kzi_if *cond) {
    if (cond->kind == KZI_IF_all_of || cond->kind == KZI_IF_any_of) {
        say_parts(text, model, cond, cond->kind == KZI_IF_all_of ? " and " : " or ");
        return;
    }
    if (cond->kind == KZI_IF_not) {
        kzi_text_put(text, "not ");
        say_parts(text, model, cond, " and ");
        return;
    }
    const char *sentence = sentences[cond->kind], *blank = strstr(sentence, "%s");
    if (blank && !strncmp(sentence, "a %s", 4) && begins_with_vowel(cond->node))
        kzi_text_put(text, "an ");
    else
        kzi_text_add(text, sentence, blank ? (size_t)(blank - sentence) : strlen(sentence));
    if (blank) {
        say_argument(text, cond);
        kzi_text_put(text, blank + 2);
    }
}

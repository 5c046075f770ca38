#include "words/rule_names.h"

#include "base/utf8.h"
#include "hand/parser/value_line.h"
#include "rules/condition.h"
#include "rules/tree/language.h"

#include <string.h>

static const char *scalar_text(const struct kzi_node *node) {
    return node && node->kind == KZI_SCALAR && node->text[0] ? node->text : NULL;
}

const char *kzi_name_in(const struct kzi_node *name, const char *language) {
    if (!name || name->kind == KZI_SCALAR)
        return scalar_text(name);
    const char *found = scalar_text(kzi_in_language(name, language ? language : "en"));
    if (!found)
        found = scalar_text(kzi_node_get(name, "en"));
    KZI_EACH_ENTRY(name, entry)
        found = found ? found : scalar_text(entry->value);
    return found;
}

bool kzi_is_called(const char *name, const char *words, size_t len) {
    size_t i = 0;
    while (i < len && name[i] && kzi_plain_letter(name[i]) == kzi_plain_letter(words[i]))
        i++;
    return i == len && !name[i];
}

bool kzi_is_called_in_any(const struct kzi_node *name, const char *words, size_t len) {
    if (name && name->kind == KZI_SCALAR)
        return kzi_is_called(name->text, words, len);
    KZI_EACH_ENTRY(name, entry)
        if (kzi_is_called_in_any(entry->value, words, len))
            return true;
    return false;
}

void kzi_say_overlay(struct kzi_text *text, const struct kzi_model *model, size_t overlay,
                     const char *language) {
    const char *title = kzi_name_in(kzi_node_get(model->sheets[overlay], "title"), language);
    const char *path = model->files[overlay]->name, *slash = strrchr(path, '/');
    kzi_put_visible(text, title ? title : slash ? slash + 1 : path);
}

void kzi_put_place(struct kzi_text *text, struct kzi_place place) {
    const char *slash = strrchr(place.source->name, '/');
    kzi_put_visible(text, slash ? slash + 1 : place.source->name);
    kzi_text_format(text, ":%u", place.line);
}

void kzi_say_title(struct kzi_text *text, const struct kzi_model *model, const char *language) {
    const char *title = kzi_name_in(model->title, language);
    kzi_text_put(text, title ? title : model->id);
    for (size_t i = 0; i < model->n_overlays; i++) {
        kzi_text_put(text, " + ");
        kzi_say_overlay(text, model, i, language);
    }
}

void kzi_say_id(struct kzi_text *text, const char *id) {
    for (; *id; id++)
        kzi_text_char(text, *id == '_' ? ' ' : *id);
}

void kzi_say_name(struct kzi_text *text, const struct kzi_node *name, const char *id,
                  const char *language) {
    const char *found = kzi_name_in(name, language);
    if (found)
        kzi_text_put(text, found);
    else
        kzi_say_id(text, id);
}

const struct kzi_node *kzi_circumstance_name(const struct kzi_model *model, unsigned circumstance) {
    const struct kzi_node *name = model->circumstances[circumstance].name;
    for (size_t i = 0; !name && i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        const struct kzi_condition *when = yaku->when;
        if (yaku->in_use && when && kzi_asks_word(when) && when->argument.number == circumstance)
            name = yaku->name;
    }
    return name;
}

void kzi_say_value(struct kzi_text *text, const struct kzi_model *model,
                   const struct kzi_value *value) {
    if (!value->scored)
        kzi_text_char(text, '-');
    else if (value->limit == KZI_NO_LIMIT)
        kzi_text_int(text, value->number);
    else if (value->number == 1)
        kzi_text_put(text, model->limits[value->limit].id);
    else
        kzi_text_format(text, "%d %s", (int)value->number, model->limits[value->limit].id);
}

void kzi_say_node(struct kzi_text *text, const struct kzi_node *node) {
    if (node->kind == KZI_SCALAR) {
        kzi_text_put(text, node->text);
        return;
    }
    for (size_t i = 0; i < node->count; i++) {
        if (i)
            kzi_text_put(text, ", ");
        kzi_say_node(text, kzi_node_child(node, i));
    }
}

void kzi_say_unit(struct kzi_text *text, const struct kzi_model *model, long long count) {
    size_t len = strlen(model->unit);
    bool plural = len > 2 && model->unit[len - 1] == 's' && model->unit[len - 2] != 's';
    kzi_text_add(text, model->unit, len - (plural && count == 1));
}

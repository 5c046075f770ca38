/* suit_symmetry.h - which rules treat the number suits alike. */
#ifndef SUIT_SYMMETRY_H
#define SUIT_SYMMETRY_H

#include "compile/ruleset.h"

#include <string.h>

static inline bool codes_alike(kzi_codes codes) {
    return (codes & 0x1FF) == (codes >> 9 & 0x1FF) && (codes & 0x1FF) == (codes >> 18 & 0x1FF);
}

static inline bool class_alike(const struct kzi_class *class_) {
    return codes_alike(class_->other) && codes_alike(class_->won);
}

static inline bool pattern_alike(const struct kzi_pattern *pattern) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].suit < KZI_SUITS)
            return false;
    return true;
}

/* By the kind of a test's argument: whether it names no suit, nor tiles in one suit but not in
 * another. */
#define ALIKE_CONDITIONS    true
#define ALIKE_CONDITION     true
#define ALIKE_OPENNESS      true
#define ALIKE_WIN_KIND      true
#define ALIKE_CIRCUMSTANCES true
#define ALIKE_SEATS         true
#define ALIKE_SHAPES        true
#define ALIKE_WAITS         true
#define ALIKE_MARKS         true
#define ALIKE_YAKU          true
#define ALIKE_SCORED        true
#define ALIKE_YES           true
#define ALIKE_QUANTITY      true
#define ALIKE_PHRASES       class_alike(&of->phrase.class_)
#define ALIKE_CLASSES       class_alike(&of->class_)
#define ALIKE_SUMS          ALIKE_CLASSES
#define ALIKE_CLASS         ALIKE_CLASSES
#define ALIKE_PATTERN       pattern_alike(&of->pattern)
#define ALIKE_SPELLINGS     false /* dragons belong to suits */
#define ALIKE_TILES                                                                                \
    (of->tiles.counts[0] == of->tiles.counts[1] && of->tiles.counts[0] == of->tiles.counts[2])

static inline bool test_alike(const struct kzi_condition *test) {
    const struct kzi_argument *of = &test->argument;
    switch (test->kind) {
#define CONDITION(name, argument, ...)                                                             \
    case KZI_CONDITION_##name:                                                                     \
        return ALIKE_##argument;
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITIONS:
        break;
    }
    return true;
}

/* True if no part of the condition names a suit, or tiles in one suit but not in another. */
static inline bool cond_alike(const struct kzi_condition *cond) {
    for (size_t i = 0; cond && i < cond->parts.count; i++)
        if (!cond_alike(cond->parts.list[i]))
            return false;
    return !cond || cond->op != KZI_TEST || test_alike(cond);
}

static inline bool yaku_alike(const struct kzi_yaku *yaku) {
    return cond_alike(yaku->when) &&
           (yaku->each != KZI_EACH_SET || class_alike(&yaku->each_set.class_)) &&
           (yaku->each != KZI_EACH_TILE || class_alike(&yaku->each_class)) &&
           (yaku->each != KZI_EACH_PATTERN || pattern_alike(yaku->each_pattern));
}

static inline bool fu_alike(const struct kzi_fu *fu) {
    bool alike = true;
    for (size_t i = 0; i < fu->n_sets; i++)
        alike &= class_alike(&fu->sets[i].phrase.class_);
    for (size_t i = 0; i < fu->n_pairs; i++)
        alike &= class_alike(&fu->pairs[i].class_);
    for (size_t i = 0; i < fu->n_items; i++)
        alike &= cond_alike(fu->items[i].when);
    return alike;
}

static inline bool tiles_alike(const struct kzi_model *model) {
    bool alike = true;
    for (unsigned kind = 9; kind < KZI_HONOR; kind++) {
        unsigned first = kind % 9, next = model->next[first];
        unsigned wanted = next == KZI_NO_KIND ? next : next + kind - first;
        alike &= model->copies[kind] == model->copies[first] && model->next[kind] == wanted;
    }
    return alike;
}

/* Return whether the words of a hand can distinguish suits, as void_m, void_p, void_s do. */
static inline bool words_name_suits(const struct kzi_model *model) {
    const struct kzi_names *words = &model->known_words;
    for (size_t i = 0; i < words->count; i++) {
        char name[100];
        size_t len = strlen(words->name[i]), found = 0;
        if (len < 3 || len >= sizeof name || strcmp(words->name[i] + len - 2, "_m") != 0)
            continue;
        memcpy(name, words->name[i], len + 1);
        for (const char *letter = "ps"; *letter; letter++) {
            name[len - 1] = *letter;
            found += kzi_names_find(words, name) >= 0;
        }
        if (found == 2)
            return true;
    }
    return false;
}

/* True if conditions of shapes and payments treat suits alike, and so does that of winning, which
 * may name suits along with words that do. */
static inline bool needs_alike(const struct kzi_model *model) {
    const struct kzi_payment *payments[] = {&model->payments.self_draw, &model->payments.discard};
    bool alike = cond_alike(model->minimum_when) || words_name_suits(model);
    for (unsigned i = 0; i < KZI_MAX_SHAPES; i++)
        alike &= cond_alike(model->shape_when[i]);
    for (unsigned i = 0; i < 2; i++)
        for (size_t way = 0; way < payments[i]->n_other_payers; way++)
            alike &= cond_alike(payments[i]->other_payers[way].when);
    return alike;
}

/* True if all rules except yaku treat suits alike: tiles, shapes, marks, circumstances, fu,
 * conditions. */
static inline bool rest_alike(const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    bool alike = tiles_alike(model) && fu_alike(&model->fu) && needs_alike(model);
    for (unsigned i = 0; i < rules->shapes.count; i++)
        alike &= rules->shapes.list[i].n_bodies != 1 ||
                 codes_alike(rules->shapes.list[i].bodies[0] & 0x7FFFFFF);
    for (size_t i = 0; i < model->wild_names.count; i++)
        alike &= codes_alike(model->wilds[i].as & 0x7FFFFFF);
    for (size_t i = 0; i < model->mark_names.count; i++)
        alike &= cond_alike(model->marks[i].needs) && class_alike(&model->marks[i].class_) &&
                 (model->marks[i].kind != KZI_MARK_RED || model->marks[i].red_suits == 7);
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        alike &= cond_alike(model->circumstances[i].needs);
    return alike;
}

#endif

/* suit_symmetry.h - which rules treat the number suits alike. */
#ifndef SUIT_SYMMETRY_H
#define SUIT_SYMMETRY_H

#include "compile/ruleset.h"

#include <string.h>

static inline bool codes_are_symmetric(kzi_codes codes) {
    return (codes & 0x1FF) == (codes >> 9 & 0x1FF) && (codes & 0x1FF) == (codes >> 18 & 0x1FF);
}

static inline bool class_is_symmetric(const struct kzi_class *class_) {
    return codes_are_symmetric(class_->other) && codes_are_symmetric(class_->won);
}

static inline bool pattern_is_symmetric(const struct kzi_pattern *pattern) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].suit < KZI_SUITS)
            return false;
    return true;
}

/* By the kind of a test's argument: whether it names no suit, nor tiles in one suit but not in
 * another. */
#define SYMMETRIC_CONDITIONS    true
#define SYMMETRIC_CONDITION     true
#define SYMMETRIC_OPENNESS      true
#define SYMMETRIC_WIN_KIND      true
#define SYMMETRIC_CIRCUMSTANCES true
#define SYMMETRIC_SEATS         true
#define SYMMETRIC_SHAPES        true
#define SYMMETRIC_WAITS         true
#define SYMMETRIC_MARKS         true
#define SYMMETRIC_YAKU          true
#define SYMMETRIC_SCORED        true
#define SYMMETRIC_YES           true
#define SYMMETRIC_QUANTITY      true
#define SYMMETRIC_PHRASES       class_is_symmetric(&of->phrase.class_)
#define SYMMETRIC_CLASSES       class_is_symmetric(&of->class_)
#define SYMMETRIC_SUMS          SYMMETRIC_CLASSES
#define SYMMETRIC_CLASS         SYMMETRIC_CLASSES
#define SYMMETRIC_PATTERN       pattern_is_symmetric(&of->pattern)
#define SYMMETRIC_SPELLINGS     false /* dragons belong to suits */
#define SYMMETRIC_TILES                                                                            \
    (of->tiles.counts[0] == of->tiles.counts[1] && of->tiles.counts[0] == of->tiles.counts[2])

static inline bool test_is_symmetric(const struct kzi_condition *test) {
    const struct kzi_argument *of = &test->argument;
    switch (test->kind) {
#define CONDITION(name, argument, ...)                                                             \
    case KZI_CONDITION_##name:                                                                     \
        return SYMMETRIC_##argument;
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITIONS:
        break;
    }
    return true;
}

/* True if no part of the condition names a suit, or tiles in one suit but not in another. */
static inline bool cond_is_symmetric(const struct kzi_condition *cond) {
    for (size_t i = 0; cond && i < cond->parts.count; i++)
        if (!cond_is_symmetric(cond->parts.list[i]))
            return false;
    return !cond || cond->op != KZI_TEST || test_is_symmetric(cond);
}

static inline bool yaku_is_symmetric(const struct kzi_yaku *yaku) {
    return cond_is_symmetric(yaku->when) &&
           (yaku->each != KZI_EACH_SET || class_is_symmetric(&yaku->each_set.class_)) &&
           (yaku->each != KZI_EACH_TILE || class_is_symmetric(&yaku->each_class)) &&
           (yaku->each != KZI_EACH_PATTERN || pattern_is_symmetric(yaku->each_pattern));
}

static inline bool fu_is_symmetric(const struct kzi_fu *fu) {
    bool symmetric = true;
    for (size_t i = 0; i < fu->n_sets; i++)
        symmetric &= class_is_symmetric(&fu->sets[i].phrase.class_);
    for (size_t i = 0; i < fu->n_pairs; i++)
        symmetric &= class_is_symmetric(&fu->pairs[i].class_);
    for (size_t i = 0; i < fu->n_items; i++)
        symmetric &= cond_is_symmetric(fu->items[i].when);
    return symmetric;
}

static inline bool tiles_are_symmetric(const struct kzi_model *model) {
    bool symmetric = true;
    for (unsigned kind = 9; kind < KZI_HONOR; kind++) {
        unsigned first = kind % 9, next = model->next[first];
        unsigned wanted = next == KZI_NO_KIND ? next : next + kind - first;
        symmetric &= model->copies[kind] == model->copies[first] && model->next[kind] == wanted;
    }
    return symmetric;
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
static inline bool needs_are_symmetric(const struct kzi_model *model) {
    const struct kzi_payment *payments[] = {&model->payments.self_draw, &model->payments.discard};
    bool symmetric = cond_is_symmetric(model->minimum_when) || words_name_suits(model);
    for (unsigned i = 0; i < KZI_MAX_SHAPES; i++)
        symmetric &= cond_is_symmetric(model->shape_when[i]);
    for (unsigned i = 0; i < 2; i++)
        for (size_t way = 0; way < payments[i]->n_other_payers; way++)
            symmetric &= cond_is_symmetric(payments[i]->other_payers[way].when);
    return symmetric;
}

/* True if all rules except yaku treat suits alike: tiles, shapes, marks, circumstances, fu,
 * conditions. */
static inline bool rest_is_symmetric(const struct kz_ruleset *rules) {
    const struct kzi_model *model = rules->model;
    bool symmetric =
        tiles_are_symmetric(model) && fu_is_symmetric(&model->fu) && needs_are_symmetric(model);
    for (unsigned i = 0; i < rules->shapes.count; i++)
        symmetric &= rules->shapes.list[i].n_bodies != 1 ||
                     codes_are_symmetric(rules->shapes.list[i].bodies[0] & 0x7FFFFFF);
    for (size_t i = 0; i < model->wild_names.count; i++)
        symmetric &= codes_are_symmetric(model->wilds[i].as & 0x7FFFFFF);
    for (size_t i = 0; i < model->mark_names.count; i++)
        symmetric &= cond_is_symmetric(model->marks[i].needs) &&
                     class_is_symmetric(&model->marks[i].class_) &&
                     (model->marks[i].kind != KZI_MARK_RED || model->marks[i].red_suits == 7);
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        symmetric &= cond_is_symmetric(model->circumstances[i].needs);
    return symmetric;
}

#endif

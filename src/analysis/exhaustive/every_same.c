/* What two rulesets have in common, so that it is worked out once for both. */
#include "analysis/exhaustive/every.h"
#include "compile/condition/evaluation.h"
#include "rules/condition.h"
#include "tile/sets.h"

#include <stdlib.h>
#include <string.h>

/* Whether it asks for nothing but seat, way of winning and melds, whatever their tiles. */
static bool asks_melds(const struct kzi_condition *clause, void *unused) {
    bool melds = true;
    (void)unused;
    switch ((int)clause->kind) {
    case KZI_CONDITION_given:
    case KZI_CONDITION_by:
    case KZI_CONDITION_hand:
    case KZI_CONDITION_seat:
        return true;
    case KZI_CONDITION_sets:
        for (size_t i = 0; i < clause->u.phrases.count; i++) {
            const struct kzi_class *class_ = &clause->u.phrases.list[i].phrase.class_;
            melds &= kzi_tells_no_kinds(class_) && class_->won == class_->other;
        }
        return melds;
    default:
        return false;
    }
}

bool kzi_every_same_shape(const struct kzi_shape *a, const struct kzi_shape *b) {
    return !memcmp(a, b, sizeof *a);
}

static bool same_shapes(const struct kz_ruleset *const rules[2]) {
    const struct kzi_shapes *one = &rules[0]->shapes, *other = &rules[1]->shapes;
    bool same = one->count == other->count;
    for (unsigned i = 0; same && i < one->count; i++)
        same = kzi_every_same_shape(&one->list[i], &other->list[i]);
    return same;
}

static bool same_feature(const struct kzi_program *a, const struct kzi_program *b, unsigned i) {
    const struct kzi_feature *one = &a->features[i], *other = &b->features[i];
    return one->kind == other->kind && one->index == other->index && one->size == other->size &&
           !memcmp(one->rows, other->rows, (size_t)one->size * a->words * sizeof *one->rows);
}

static bool same_rank_rows(const struct kzi_rank_rows *a, const struct kzi_rank_rows *b,
                           unsigned ranks, unsigned words) {
    if (!a->class_of != !b->class_of)
        return false;
    for (unsigned i = 0; a->class_of && i < ranks; i++)
        if (memcmp(a->rows + (size_t)a->class_of[i] * words,
                   b->rows + (size_t)b->class_of[i] * words, words * sizeof *a->rows) != 0)
            return false;
    return true;
}

static bool same_phrases(const struct kzi_program *a, const struct kzi_program *b) {
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
        if (memcmp(a->sums[code].phrases, b->sums[code].phrases, sizeof a->sums[code].phrases) != 0)
            return false;
    return true;
}

static bool same_rows(const struct kz_ruleset *const rules[2]) {
    const struct kzi_program *a = rules[0]->scoring, *b = rules[1]->scoring;
    if (a->words != b->words || a->n_rows != b->n_rows || a->n_asked != b->n_asked ||
        a->any_mixed || b->any_mixed || a->any_verify || b->any_verify || a->n_tile_classes ||
        b->n_tile_classes || memcmp(a->first, b->first, sizeof a->first) != 0 ||
        memcmp(a->possible, b->possible, a->words * sizeof *a->possible) != 0 ||
        !same_phrases(a, b))
        return false;
    for (unsigned i = 0; i < a->first[KZI_STAGES]; i++)
        if (a->features[i].kind != KZI_F_HAS && !same_feature(a, b, i))
            return false;
    for (unsigned i = 0; i < a->n_asked; i++)
        if (a->asked[i]->kind != b->asked[i]->kind ||
            !kzi_node_same(a->asked[i]->node, b->asked[i]->node))
            return false;
    return same_rank_rows(&a->chows, &b->chows, KZI_CHOW_RANKS, a->words) &&
           same_rank_rows(&a->pungs, &b->pungs, KZI_PUNG_RANKS, a->words);
}

/* --- what circumstances need ----------------------------------------------------------------- */

/* Whether two clauses are the same as far as that is easily seen. */
static bool same_clause(const struct kzi_condition *a, const struct kzi_condition *b) {
    if (a->kind != b->kind)
        return false;
    switch ((int)a->kind) {
    case KZI_CONDITION_contains:
        return !memcmp(&a->u.tiles, &b->u.tiles, sizeof a->u.tiles);
    case KZI_CONDITION_tiles:
        return a->u.classes.count == b->u.classes.count &&
               !memcmp(a->u.classes.list, b->u.classes.list,
                       a->u.classes.count * sizeof *a->u.classes.list);
    case KZI_CONDITION_sets:
        return a->u.phrases.count == b->u.phrases.count &&
               !memcmp(a->u.phrases.list, b->u.phrases.list,
                       a->u.phrases.count * sizeof *a->u.phrases.list);
    default:
        return false;
    }
}

/* Without a list only counts the clauses. */
static bool add_need(const struct kzi_condition *clause, void *with) {
    struct kzi_every_needs *needs = with;
    const struct kzi_condition **list = needs->list;
    if (clause->kind == KZI_CONDITION_given)
        return true;
    for (unsigned i = 0; list && i < needs->count; i++)
        if (same_clause(list[i], clause))
            return true;
    if (list && asks_melds(clause, NULL)) {
        list[needs->count] = list[needs->of_melds];
        list[needs->of_melds++] = clause;
    } else if (list) {
        list[needs->count] = clause;
    }
    needs->count++;
    return true;
}

static void add_needs(struct kzi_every_needs *needs, const struct kzi_every *every) {
    for (unsigned of = 0; of < every->n_telling; of++) {
        const struct kzi_model *model = every->rules[of]->model;
        for (size_t i = 0; i < model->circumstance_names.count; i++)
            kzi_condition_each_clause(model->circumstances[i].needs, add_need, needs);
    }
}

bool kzi_every_needs_find(struct kzi_every_needs *needs, const struct kzi_every *every) {
    *needs = (struct kzi_every_needs){.list = NULL};
    add_needs(needs, every);
    needs->list = calloc(needs->count + 1, sizeof(const struct kzi_condition *));
    needs->count = 0;
    if (needs->list)
        add_needs(needs, every);
    return needs->list != NULL;
}

/* --- conditions ------------------------------------------------------------------------------ */

static bool is_walked(const struct kzi_condition *clause, void *unused) {
    (void)unused;
    return clause->kind != KZI_CONDITION_from && clause->kind != KZI_CONDITION_counters;
}

bool kzi_every_asks_unwalked(const struct kz_ruleset *rules) {
    const struct kzi_program *program = rules->scoring;
    bool walked = true;
    for (unsigned i = 0; i < program->n_owners; i++)
        walked &= kzi_condition_each_clause(program->owner_if[i], is_walked, NULL);
    for (size_t i = 0; i < rules->model->circumstance_names.count; i++)
        walked &= kzi_condition_each_clause(rules->model->circumstances[i].needs, is_walked, NULL);
    return !walked;
}

/* Sections that add up what was found of a hand, and those that tell who says so. */
static bool is_of_worth(const char *section) {
    static const char *const sections[] = {
        "kazoe",  "ruleset", "title",   "version", "source",   "note",       "extends",  "options",
        "remove", "total",   "minimum", "limits",  "payments", "hand_value", "language", "game"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (!strcmp(section, sections[i]))
            return true;
    return false;
}

/* The condition of the minimum is one of those that are matched. */
static bool same_minimum_when(const struct kz_ruleset *const rules[2]) {
    const struct kzi_node *when[2];
    for (unsigned of = 0; of < 2; of++)
        when[of] = kzi_node_get(kzi_node_get(rules[of]->model->root, "minimum"), "when");
    return !when[0] || !when[1] ? when[0] == when[1] : kzi_node_same(when[0], when[1]);
}

static bool same_conditions(const struct kz_ruleset *const rules[2]) {
    if (!same_minimum_when(rules))
        return false;
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_node *mine = rules[of]->model->root, *other = rules[!of]->model->root;
        for (size_t i = 0; i < mine->count; i++) {
            const char *section = mine->u.entries[i].key->text;
            const struct kzi_node *theirs = kzi_node_get(other, section);
            if (!is_of_worth(section) &&
                (!theirs || !kzi_node_same(mine->u.entries[i].value, theirs)))
                return false;
        }
    }
    return true;
}

void kzi_every_same_find(struct kzi_every_same *same, const struct kz_ruleset *const rules[2]) {
    same->readings = same_shapes(rules);
    same->conditions = same->readings && same_conditions(rules);
    same->rows = same->conditions || (same->readings && same_rows(rules));
}

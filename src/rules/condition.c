/* Properties of conditions, the words of a hand that they require, and their hashes, which do not
 * depend on order or on how conjunctions are nested. */
#include "rules/condition.h"

#include "base/hash.h"
#include "hand/readings.h"

#include <string.h>

enum { COUNTED = 64 };

const struct kzi_condition_row kzi_conditions[KZI_CONDITIONS + 1] = {
#define CONDITION(name, argument, of, touches, fact, weight, values, has)                          \
    {#name, KZI_TAKES_##argument, KZI_OF_##of, KZI_TOUCHES_##touches, KZI_FACT_##fact, weight,     \
     values},
#include "rules/conditions.def"
#undef CONDITION
    {"", KZI_TAKES_YES, KZI_OF_TILES, KZI_TOUCHES_NONE, KZI_FACT_NONE, 1, 2},
};

unsigned kzi_count_values(const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    const bool three = test->means || argument->min || argument->max;
    return three ? 3 : kzi_conditions[test->kind].values;
}

uint64_t kzi_other_values(const struct kzi_condition *test) {
    return ~test->values & UINT64_MAX >> (64 - kzi_count_values(test));
}

uint64_t kzi_fact_values(const struct kzi_condition *test, bool yes) {
    const uint64_t values = yes ? test->values : kzi_other_values(test),
                   shapes = test->argument.shapes;
    if (kzi_fact_of(test) != KZI_FACT_SHAPE)
        return values;
    return values & KZI_YES ? shapes : ~shapes;
}

bool kzi_measures_equal(const struct kzi_condition *a, const struct kzi_condition *b) {
    return a->op == KZI_TEST && b->op == KZI_TEST && a->kind == b->kind &&
           !memcmp(&a->argument, &b->argument, sizeof a->argument);
}

unsigned kzi_openness_of(const struct kzi_yaku *yaku) {
    if (!yaku->in_use)
        return 0;
    return (yaku->closed.scored ? KZI_HAND_CLOSED : 0U) | (yaku->open.scored ? KZI_HAND_OPEN : 0U);
}

static void new_test(const struct kzi_yaku *yaku, struct kzi_condition *test) {
    memset(test, 0, sizeof *test); /* arguments are compared byte by byte */
    test->node = yaku->node;
    test->place = yaku->place;
}

void kzi_condition_openness(const struct kzi_yaku *yaku, struct kzi_condition *test) {
    new_test(yaku, test);
    test->kind = KZI_CONDITION_hand;
    test->values = kzi_openness_of(yaku);
}

bool kzi_condition_each(const struct kzi_yaku *yaku, struct kzi_condition *one) {
    new_test(yaku, one);
    one->quantity = KZI_AT_LEAST_ONE;
    one->class_name = yaku->each_class_name;
    one->values = KZI_SOME;
    if (yaku->each == KZI_EACH_SET) {
        one->kind = KZI_CONDITION_groups;
        one->argument.phrase = yaku->each_set;
    } else if (yaku->each == KZI_EACH_TILE) {
        one->kind = KZI_CONDITION_tiles;
        one->argument.class_ = yaku->each_class;
    } else if (yaku->each == KZI_EACH_PATTERN) {
        one->kind = KZI_CONDITION_has;
        one->argument.pattern = *yaku->each_pattern;
        one->values = KZI_YES;
    } else
        return false;
    return true;
}

bool kzi_condition_visit(const struct kzi_condition *cond, kzi_condition_look_fn *look,
                         void *context) {
    if (!cond)
        return true;
    if (cond->op == KZI_TEST)
        return look(cond, context);
    KZI_EACH_PART(cond, part)
        if (!kzi_condition_visit(part, look, context))
            return false;
    return true;
}

bool kzi_condition_asks(const struct kzi_condition *cond, enum kzi_fact_kind fact) {
    bool asks = cond && cond->op == KZI_TEST && kzi_fact_of(cond) == fact;
    for (size_t i = 0; cond && !asks && i < cond->parts.count; i++)
        asks = kzi_condition_asks(cond->parts.list[i], fact);
    return asks;
}

/* Return the first circumstances that the tests of a condition require, as bits, without those
 * under a `not`. */
static uint64_t required_circumstances(const struct kzi_condition *cond) {
    uint64_t found = kzi_asks_word(cond) ? UINT64_C(1) << cond->argument.number : 0;
    for (size_t i = 0; !cond->denied && !found && i < cond->parts.count; i++)
        found = required_circumstances(cond->parts.list[i]);
    return found;
}

const char *kzi_suggest_word(const struct kzi_model *model, const char *word) {
    const struct kzi_names *known = &model->all_words;
    int yaku = kzi_names_find(&model->yaku_names, word);
    const struct kzi_condition *when = yaku >= 0 ? model->yaku[yaku].when : NULL;
    uint64_t given = when ? required_circumstances(when) : 0;
    if (given)
        return model->circumstances[__builtin_ctzll(given)].id;
    return kzi_find_nearest(word, known->name, known->count);
}

/* --- hashes ---------------------------------------------------------------------------------- */

uint64_t kzi_hash_class(const struct kzi_class *class_) {
    const uint64_t parts[] = {class_->other, class_->won, class_->faces};
    return kzi_hash(KZI_HASH_EMPTY, parts, sizeof parts);
}

uint64_t kzi_hash_phrase(const struct kzi_phrase *phrase) {
    const uint8_t held = (uint8_t)(phrase->adjective | phrase->wildness << 4),
                  words[] = {held, phrase->noun, phrase->some};
    return kzi_hash(kzi_hash_class(&phrase->class_), words, sizeof words);
}

/* Return the hash of a pattern, which does not depend on the order of its terms. */
static uint64_t hash_pattern(const struct kzi_pattern *pattern) {
    uint64_t sum = 0;
    for (size_t i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        const uint8_t parts[] = {term->adjective, term->noun, term->any, term->number, term->suit};
        sum += kzi_hash_mix(kzi_hash(KZI_HASH_EMPTY, parts, sizeof parts));
    }
    return sum;
}

uint64_t kzi_hash_names(uint64_t bits, const struct kzi_names *names) {
    uint64_t sum = 0;
    for (size_t i = 0; i < names->count && i < 64; i++)
        if (bits >> i & 1)
            sum += kzi_hash_mix(kzi_hash_text(KZI_HASH_EMPTY, names->name[i]));
    return sum;
}

static uint64_t hash_argument(const struct kzi_model *model, const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    const unsigned number = argument->number;
    switch ((int)kzi_conditions[test->kind].takes) {
    case KZI_TAKES_SHAPES:
        return kzi_hash_names(argument->shapes, &model->shape_names);
    case KZI_TAKES_CIRCUMSTANCES:
        return kzi_hash_text(KZI_HASH_EMPTY, model->circumstance_names.name[number]);
    case KZI_TAKES_MARKS:
        return kzi_hash_text(KZI_HASH_EMPTY, model->mark_names.name[number]);
    case KZI_TAKES_SCORED:
        return kzi_hash_text(KZI_HASH_EMPTY, model->yaku_names.name[number]);
    case KZI_TAKES_CLASS:
    case KZI_TAKES_CLASSES:
    case KZI_TAKES_SUMS:
        return kzi_hash_class(&argument->class_);
    case KZI_TAKES_PHRASES:
        return kzi_hash_phrase(&argument->phrase);
    case KZI_TAKES_PATTERN:
        return hash_pattern(&argument->pattern);
    case KZI_TAKES_SPELLINGS:
        return model->spellings[number];
    case KZI_TAKES_TILES:
        return kzi_hash(KZI_HASH_EMPTY, &argument->tiles, sizeof argument->tiles);
    }
    return KZI_HASH_EMPTY;
}

static uint64_t hash_test(const struct kzi_model *model, const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    const bool all = test->means && test->quantity.all;
    const uint8_t parts[] = {all, argument->min, argument->max};
    uint64_t hash = kzi_hash_text(hash_argument(model, test), kzi_conditions[test->kind].name);
    hash = kzi_hash(hash, parts, sizeof parts);
    return kzi_hash_mix(kzi_hash(hash, &test->values, sizeof test->values));
}

/* Add up the hashes of the parts; alternatives within alternatives count as alternatives of the
 * outer list, and likewise with conjunctions.  Return the number of parts. */
static size_t add_parts(const struct kzi_model *model, const struct kzi_condition *cond,
                        uint64_t *sum) {
    size_t count = 0;
    KZI_EACH_PART(cond, part) {
        if (part->op == cond->op || (part->op != KZI_TEST && part->parts.count == 1)) {
            count += add_parts(model, part, sum);
        } else {
            *sum += kzi_hash_condition(model, part);
            count++;
        }
    }
    return count;
}

uint64_t kzi_hash_condition(const struct kzi_model *model, const struct kzi_condition *cond) {
    uint64_t sum = 0;
    if (!cond)
        return 0;
    if (cond->op == KZI_TEST)
        return hash_test(model, cond);
    const size_t count = add_parts(model, cond, &sum);
    return count == 1 ? sum : kzi_hash_mix(sum + cond->op);
}

kzi_kinds kzi_jokers_in(const struct kzi_model *model, const struct kzi_class *class_) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < model->wild_names.count; i++)
        if (class_->other >> kzi_wild_code(i, false) & 1)
            kinds |= model->wilds[i].tiles & KZI_ALL_JOKERS;
    return kinds;
}

/* What conditions have in common, the words of a hand that they ask for, and their canonical form:
 * nested conjunctions are one, in alphabetic order. */
#include "rules/condition.h"

#include "hand/readings.h"

#include <stdlib.h>
#include <string.h>

enum { COUNTED = 64 };

const struct kzi_condition_row kzi_conditions[KZI_CONDITIONS + 1] = {
#define CONDITION(name, argument, of, touches, weight, values, says)                               \
    {#name, KZI_TAKES_##argument, KZI_OF_##of, KZI_TOUCHES_##touches, weight, values},
#include "rules/conditions.def"
#undef CONDITION
    {"", KZI_TAKES_YES, KZI_OF_TILES, KZI_TOUCHES_NONE, 1, 2},
};

uint64_t kzi_other_values(const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    bool three = argument->all || argument->least || argument->most;
    return ~test->values & UINT64_MAX >> (64 - (three ? 3 : kzi_conditions[test->kind].values));
}

const struct kzi_condition *kzi_condition_deny(struct kzi_arena *arena,
                                               const struct kzi_condition *cond) {
    const size_t count = cond->parts.count;
    struct kzi_condition *other = KZI_NEW(arena, struct kzi_condition);
    *other = *cond;
    other->denied = !cond->denied;
    if (cond->op == KZI_TEST)
        other->values = kzi_other_values(cond);
    else
        other->op = cond->op == KZI_ALL ? KZI_ANY : KZI_ALL;
    other->parts.list = KZI_NEW_ARRAY(arena, count, const struct kzi_condition *);
    for (size_t i = 0; i < count; i++)
        other->parts.list[i] = kzi_condition_deny(arena, cond->parts.list[i]);
    return other;
}

bool kzi_measures_same(const struct kzi_condition *a, const struct kzi_condition *b) {
    return a->kind == b->kind && !memcmp(&a->argument, &b->argument, sizeof a->argument);
}

bool kzi_condition_each(const struct kzi_yaku *yaku, struct kzi_condition *one) {
    memset(one, 0, sizeof *one); /* arguments are compared as bytes */
    one->node = yaku->node;
    one->place = yaku->place;
    one->quantity = (struct kzi_quantity){false, 1, 255};
    one->spelling = yaku->each_spelling;
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

bool kzi_condition_visit(const struct kzi_condition *cond, kzi_condition_look *look, void *with) {
    if (!cond)
        return true;
    if (cond->op == KZI_TEST)
        return look(cond, with);
    for (size_t i = 0; i < cond->parts.count; i++)
        if (!kzi_condition_visit(cond->parts.list[i], look, with))
            return false;
    return true;
}

bool kzi_condition_asks(const struct kzi_condition *cond, enum kzi_condition_kind kind) {
    bool asks = cond && cond->op == KZI_TEST && cond->kind == kind;
    for (size_t i = 0; cond && !asks && i < cond->parts.count; i++)
        asks = kzi_condition_asks(cond->parts.list[i], kind);
    return asks;
}

/* The circumstances that a condition asks for first, by bit; none that it bars. */
static uint64_t asked(const struct kzi_condition *cond) {
    uint64_t found = 0;
    if (cond->denied)
        return 0;
    if (cond->op == KZI_TEST)
        return cond->kind == KZI_CONDITION_given ? UINT64_C(1) << cond->argument.number : 0;
    for (size_t i = 0; !found && i < cond->parts.count; i++)
        found = asked(cond->parts.list[i]);
    return found;
}

const char *kzi_suggest_word(const struct kzi_model *model, const char *word) {
    const struct kzi_names *known = &model->all_words;
    int yaku = kzi_names_find(&model->yaku_names, word);
    const struct kzi_condition *when = yaku >= 0 ? model->yaku[yaku].when : NULL;
    uint64_t given = when ? asked(when) : 0;
    if (given)
        return model->circumstances[__builtin_ctzll(given)].id;
    return kzi_nearest(word, known->name, known->count);
}

/* --- text ------------------------------------------------------------------------------------ */

static int by_text(const void *left, const void *right) {
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

const char *kzi_arena_join_sorted(struct kzi_arena *arena, const char **texts, size_t count,
                                  const char *separator) {
    size_t size = 1;
    for (size_t i = 0; i < count; i++)
        size += strlen(texts[i]) + strlen(separator);
    char *text = kzi_arena_alloc(arena, size), *at = text;
    if (count)
        qsort(texts, count, sizeof *texts, by_text);
    for (size_t i = 0; i < count; i++) {
        at = stpcpy(at, i ? separator : "");
        at = stpcpy(at, texts[i]);
    }
    return text;
}

/* --- the small languages --------------------------------------------------------------------- */

const char *kzi_canonical_class(struct kzi_arena *arena, const struct kzi_class *class_) {
    return kzi_arena_format(arena, "%llx/%llx", (unsigned long long)class_->other,
                            (unsigned long long)class_->won);
}

const char *kzi_canonical_phrase(struct kzi_arena *arena, const struct kzi_phrase *phrase) {
    return kzi_arena_format(arena, "%d %s %s %s", phrase->adjective, kzi_noun_names[phrase->noun],
                            phrase->some ? "with" : "of",
                            kzi_canonical_class(arena, &phrase->class_));
}

const char *kzi_canonical_pattern(struct kzi_arena *arena, const struct kzi_pattern *pattern) {
    const char *terms[KZI_MAX_TERMS];
    for (size_t i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        terms[i] =
            kzi_arena_format(arena, "%d %s %s%d %d", term->adjective, kzi_noun_names[term->noun],
                             term->any ? "n+" : "", term->number, term->suit);
    }
    return kzi_arena_join_sorted(arena, terms, pattern->n_terms, ", ");
}

const char *kzi_canonical_bits(struct kzi_arena *arena, uint64_t bits,
                               const struct kzi_names *names) {
    const char *set[64];
    size_t count = 0;
    for (size_t i = 0; i < names->count && i < 64; i++)
        if (bits >> i & 1)
            set[count++] = names->name[i];
    return kzi_arena_join_sorted(arena, set, count, " ");
}

/* --- what is measured ------------------------------------------------------------------------ */

static const char *text_of_tiles(struct kzi_arena *arena, const struct kzi_tile_pattern *tiles) {
    const char *text = "";
    for (size_t i = 0; i < 4 + KZI_SUIT_LETTERS; i++)
        text = kzi_arena_format(arena, "%s %llx", text, (unsigned long long)tiles->counts[i]);
    return text;
}

static const char *text_of_argument(struct kzi_arena *arena, const struct kzi_model *model,
                                    enum kzi_takes takes, const struct kzi_argument *argument) {
    switch ((int)takes) {
    case KZI_TAKES_SHAPES:
        return kzi_canonical_bits(arena, argument->shapes, &model->shape_names);
    case KZI_TAKES_CIRCUMSTANCES:
        return model->circumstance_names.name[argument->number];
    case KZI_TAKES_MARKS:
        return model->mark_names.name[argument->number];
    case KZI_TAKES_SCORED:
        return model->yaku_names.name[argument->number];
    case KZI_TAKES_CLASS:
    case KZI_TAKES_CLASSES:
    case KZI_TAKES_SUMS:
        return kzi_canonical_class(arena, &argument->class_);
    case KZI_TAKES_PHRASES:
        return kzi_canonical_phrase(arena, &argument->phrase);
    case KZI_TAKES_PATTERN:
        return kzi_canonical_pattern(arena, &argument->pattern);
    case KZI_TAKES_TILES:
        return text_of_tiles(arena, &argument->tiles);
    }
    return "";
}

static const char *text_of_test(struct kzi_arena *arena, const struct kzi_model *model,
                                const struct kzi_condition *test) {
    const struct kzi_condition_row *row = &kzi_conditions[test->kind];
    const struct kzi_argument *argument = &test->argument;
    return kzi_arena_format(arena, "%s(%s %d %d-%d) %llx", row->name,
                            text_of_argument(arena, model, row->takes, argument), argument->all,
                            argument->least, argument->most, (unsigned long long)test->values);
}

/* --- a condition ----------------------------------------------------------------------------- */

/* Add the parts; alternatives within alternatives are alternatives too, and so on. */
static void add_parts(struct kzi_arena *arena, const struct kzi_model *model,
                      const struct kzi_condition *cond, const char ***texts, size_t *count) {
    for (size_t i = 0; i < cond->parts.count; i++) {
        const struct kzi_condition *part = cond->parts.list[i];
        if (part->op == cond->op || (part->op != KZI_TEST && part->parts.count == 1)) {
            add_parts(arena, model, part, texts, count);
            continue;
        }
        *texts = kzi_arena_more(arena, *texts, *count, sizeof **texts);
        (*texts)[(*count)++] = kzi_canonical_condition(arena, model, part);
    }
}

const char *kzi_canonical_condition(struct kzi_arena *arena, const struct kzi_model *model,
                                    const struct kzi_condition *cond) {
    const char **texts = NULL;
    size_t count = 0;
    if (!cond)
        return "always";
    if (cond->op == KZI_TEST)
        return text_of_test(arena, model, cond);
    add_parts(arena, model, cond, &texts, &count);
    const char *text =
        kzi_arena_join_sorted(arena, texts, count, cond->op == KZI_ALL ? " & " : " | ");
    return count > 1 ? kzi_arena_format(arena, "(%s)", text) : text;
}

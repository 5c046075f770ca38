/* Conditions in one canonical form: nested conjunctions are one, every clause by itself, in
 * alphabetic order.  Also what conditions have in common, and the words of a hand that they ask
 * for. */
#include "rules/condition.h"

#include <stdlib.h>
#include <string.h>

bool kzi_condition_has_parts(const struct kzi_condition *cond) {
    return cond->kind == KZI_CONDITION_all_of || cond->kind == KZI_CONDITION_any_of ||
           cond->kind == KZI_CONDITION_not || cond->kind == KZI_CONDITION_holds;
}

size_t kzi_condition_quantities(const struct kzi_condition *cond) {
    if (cond->kind == KZI_CONDITION_sets || cond->kind == KZI_CONDITION_groups)
        return cond->u.phrases.count;
    if (cond->kind == KZI_CONDITION_marks)
        return cond->u.marks.count;
    bool of_tiles = cond->kind == KZI_CONDITION_tiles || cond->kind == KZI_CONDITION_sum;
    return of_tiles ? cond->u.classes.count : 0;
}

bool kzi_condition_asks_tiles(enum kzi_condition_kind kind) {
    static const bool of_tiles[KZI_CONDITIONS] = {
        [KZI_CONDITION_shape] = true,
        [KZI_CONDITION_suits] = true,
        [KZI_CONDITION_tiles] = true,
        [KZI_CONDITION_sum] = true,
        [KZI_CONDITION_sets] = true,
        [KZI_CONDITION_groups] = true,
        [KZI_CONDITION_pair] = true,
        [KZI_CONDITION_wait] = true,
        [KZI_CONDITION_waits] = true,
        [KZI_CONDITION_winning_tile] = true,
        [KZI_CONDITION_has] = true,
        [KZI_CONDITION_has_twice] = true,
        [KZI_CONDITION_contains] = true,
        [KZI_CONDITION_before_win] = true,
        [KZI_CONDITION_scored] = true,
        [KZI_CONDITION_holds] = true,
        [KZI_CONDITION_nothing_scored] = true,
    };
    return of_tiles[kind];
}

bool kzi_condition_each_clause(const struct kzi_condition *cond, kzi_condition_look *look,
                               void *with) {
    if (!cond)
        return true;
    if (!kzi_condition_has_parts(cond))
        return look(cond, with);
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (!kzi_condition_each_clause(cond->u.parts.list[i], look, with))
            return false;
    return true;
}

/* The circumstances that a condition asks for first, by bit; none that it bars. */
static uint64_t asked(const struct kzi_condition *cond) {
    uint64_t found = 0;
    if (cond->kind == KZI_CONDITION_given)
        return cond->u.bits;
    if (cond->kind == KZI_CONDITION_not || !kzi_condition_has_parts(cond))
        return 0;
    for (size_t i = 0; !found && i < cond->u.parts.count; i++)
        found = asked(cond->u.parts.list[i]);
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

struct texts {
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const char **list;
    size_t count;
};

static void add(struct texts *texts, const char *text) {
    texts->list = kzi_arena_more(texts->arena, texts->list, texts->count, sizeof *texts->list);
    texts->list[texts->count++] = text;
}

/* --- the small languages --------------------------------------------------------------------- */

const char *kzi_canonical_class(struct kzi_arena *arena, const struct kzi_class *class_) {
    return kzi_arena_format(arena, "%llx/%llx", (unsigned long long)class_->other,
                            (unsigned long long)class_->won);
}

static const char *mean_quantity(struct kzi_arena *arena, const struct kzi_quantity *quantity) {
    return quantity->all ? "all"
                         : kzi_arena_format(arena, "%d-%d", quantity->least, quantity->most);
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

/* --- arguments: each adds a clause or several ------------------------------------------------ */

static void add_clauses(struct texts *clauses, const struct kzi_condition *cond);

static void mean_CONDITION(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, kzi_canonical_condition(clauses->arena, clauses->model, cond->u.parts.list[0]));
}

/* Alternatives within alternatives are alternatives too. */
static void add_alternatives(struct texts *ways, const struct kzi_condition *cond) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (cond->u.parts.list[i]->kind == KZI_CONDITION_any_of)
            add_alternatives(ways, cond->u.parts.list[i]);
        else
            add(ways, kzi_canonical_condition(ways->arena, ways->model, cond->u.parts.list[i]));
}

static void mean_CONDITIONS(struct texts *clauses, const struct kzi_condition *cond) {
    struct texts ways = {.arena = clauses->arena, .model = clauses->model};
    add_alternatives(&ways, cond);
    add(clauses, kzi_arena_join_sorted(ways.arena, ways.list, ways.count, " | "));
}

static void mean_YAKU(struct texts *clauses, const struct kzi_condition *cond) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        add_clauses(clauses, cond->u.parts.list[i]);
}

static void mean_number(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, kzi_arena_format(clauses->arena, "%llx", (unsigned long long)cond->u.bits));
}

#define mean_WAY      mean_number
#define mean_OPENNESS mean_number
#define mean_SEATS    mean_number
#define mean_WAITS    mean_number

static void mean_CIRCUMSTANCES(struct texts *clauses, const struct kzi_condition *cond) {
    const struct kzi_names *names = &clauses->model->circumstance_names;
    for (size_t i = 0; i < names->count; i++)
        if (cond->u.bits >> i & 1)
            add(clauses, names->name[i]);
}

static void mean_SHAPES(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, kzi_canonical_bits(clauses->arena, cond->u.bits, &clauses->model->shape_names));
}

static void mean_QUANTITY(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, mean_quantity(clauses->arena, &cond->u.quantity));
}

static void mean_CLASS(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, kzi_canonical_class(clauses->arena, &cond->u.class_));
}

static void mean_CLASSES(struct texts *clauses, const struct kzi_condition *cond) {
    struct kzi_arena *arena = clauses->arena;
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        add(clauses, kzi_arena_format(arena, "%s: %s", kzi_canonical_class(arena, &said->class_),
                                      mean_quantity(arena, &said->quantity)));
    }
}

#define mean_SUMS mean_CLASSES

static void mean_MARKS(struct texts *clauses, const struct kzi_condition *cond) {
    struct kzi_arena *arena = clauses->arena;
    for (size_t i = 0; i < cond->u.marks.count; i++) {
        const struct kzi_mark_count *said = &cond->u.marks.list[i];
        add(clauses, kzi_arena_format(arena, "%s: %s", clauses->model->marks[said->mark].id,
                                      mean_quantity(arena, &said->quantity)));
    }
}

static void mean_PHRASES(struct texts *clauses, const struct kzi_condition *cond) {
    struct kzi_arena *arena = clauses->arena;
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        add(clauses, kzi_arena_format(arena, "%s: %s", kzi_canonical_phrase(arena, &said->phrase),
                                      mean_quantity(arena, &said->quantity)));
    }
}

static void mean_PATTERN(struct texts *clauses, const struct kzi_condition *cond) {
    add(clauses, kzi_canonical_pattern(clauses->arena, cond->u.pattern));
}

static void mean_TILES(struct texts *clauses, const struct kzi_condition *cond) {
    const char *text = "";
    for (size_t i = 0; i < 4 + KZI_SUIT_LETTERS; i++)
        text = kzi_arena_format(clauses->arena, "%s %llx", text,
                                (unsigned long long)cond->u.tiles.counts[i]);
    add(clauses, text);
}

static void mean_SCORED(struct texts *clauses, const struct kzi_condition *cond) {
    struct texts names = {.arena = clauses->arena};
    for (size_t i = 0; i < cond->u.yaku.count; i++)
        add(&names, clauses->model->yaku_names.name[cond->u.yaku.list[i]]);
    add(clauses, kzi_arena_join_sorted(names.arena, names.list, names.count, " "));
}

static void mean_YES(struct texts *clauses, const struct kzi_condition *cond) {
    (void)cond;
    add(clauses, "yes");
}

/* --- a condition ----------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*mean)(struct texts *clauses, const struct kzi_condition *cond);
} conditions[KZI_CONDITIONS] = {
#define CONDITION(name, argument, says) {#name, mean_##argument},
#include "rules/conditions.def"
#undef CONDITION
};

static void add_clauses(struct texts *clauses, const struct kzi_condition *cond) {
    struct texts own = {.arena = clauses->arena, .model = clauses->model};
    bool one_way = cond->kind == KZI_CONDITION_any_of && cond->u.parts.count == 1;
    if (cond->kind == KZI_CONDITION_all_of || cond->kind == KZI_CONDITION_holds || one_way) {
        mean_YAKU(clauses, cond);
        return;
    }
    conditions[cond->kind].mean(&own, cond);
    for (size_t i = 0; i < own.count; i++)
        add(clauses,
            kzi_arena_format(own.arena, "%s(%s)", conditions[cond->kind].name, own.list[i]));
}

const char *kzi_canonical_condition(struct kzi_arena *arena, const struct kzi_model *model,
                                    const struct kzi_condition *cond) {
    struct texts clauses = {.arena = arena, .model = model};
    if (!cond)
        return "always";
    add_clauses(&clauses, cond);
    const char *text = kzi_arena_join_sorted(arena, clauses.list, clauses.count, " & ");
    return clauses.count > 1 ? kzi_arena_format(arena, "(%s)", text) : text;
}

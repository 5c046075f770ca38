/* Turn conditions into rows over features: a test becomes one or a few literals. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------- */

/* Return one row without literals. */
static struct kzi_rows rows_always(struct kzi_arena *arena) {
    return (struct kzi_rows){KZI_NEW(arena, struct kzi_row), 1, false};
}

static struct kzi_rows rows_never(void) {
    return (struct kzi_rows){NULL, 0, false};
}

static struct kzi_rows too_many(void) {
    return (struct kzi_rows){NULL, 0, true};
}

static struct kzi_rows rows_or(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b) {
    if (a.too_many || b.too_many || a.count + b.count > KZI_MAX_ROWS_EACH)
        return too_many();
    const size_t count = a.count + b.count;
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, count, struct kzi_row), count, false};
    if (a.count)
        memcpy(rows.list, a.list, a.count * sizeof *rows.list);
    if (b.count)
        memcpy(rows.list + a.count, b.list, b.count * sizeof *rows.list);
    return rows;
}

static bool intersect_values(struct kzi_values *values, const struct kzi_values *other) {
    uint64_t left = 0;
    for (unsigned i = 0; i < KZI_VALUE_WORDS; i++)
        left |= values->bits[i] &= other->bits[i];
    return left != 0;
}

/* Merge two rows by feature.  Return false if no value is left for some feature. */
static bool join_rows(struct kzi_arena *arena, const struct kzi_row *a, const struct kzi_row *b,
                      struct kzi_row *joined) {
    joined->literals = KZI_NEW_ARRAY(arena, (size_t)a->count + b->count, struct kzi_literal);
    joined->count = 0;
    unsigned i = 0, j = 0;
    while (i < a->count || j < b->count) {
        struct kzi_literal *next = &joined->literals[joined->count++];
        bool from_a =
            j == b->count || (i < a->count && a->literals[i].feature <= b->literals[j].feature);
        bool both = i < a->count && j < b->count && from_a &&
                    a->literals[i].feature == b->literals[j].feature;
        *next = from_a ? a->literals[i++] : b->literals[j++];
        if (both && !intersect_values(&next->allowed, &b->literals[j++].allowed))
            return false;
    }
    return true;
}

/* Return the conjunction of rows, without those in which no value is left for some feature. */
static struct kzi_rows rows_and(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b) {
    if (a.too_many || b.too_many)
        return too_many();
    size_t max = a.count * b.count < KZI_MAX_ROWS_EACH ? a.count * b.count : KZI_MAX_ROWS_EACH;
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, max, struct kzi_row), 0, false};
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            if (rows.count == KZI_MAX_ROWS_EACH)
                return too_many();
            rows.count += join_rows(arena, &a.list[i], &b.list[j], &rows.list[rows.count]);
        }
    return rows;
}

/* --- literals --------------------------------------------------------------------------------- */

/* Return the number of values of a feature. */
static unsigned count_values(const struct kzi_program *program, enum kzi_feature_kind kind,
                             size_t index) {
    static const uint16_t counts[KZI_FEATURE_KINDS] = {[KZI_F_GIVEN] = 256,
                                                       [KZI_F_SEAT] = KZI_SEATS,
                                                       [KZI_F_PRESENT] = KZI_FEATURE_VALUES,
                                                       [KZI_F_SUITS] = KZI_SUITS_VALUES,
                                                       [KZI_F_WON] = KZI_CODES + 1,
                                                       [KZI_F_SITUATION] = KZI_FEATURE_VALUES,
                                                       [KZI_F_SCORED] = 2};
    return kind == KZI_F_PHRASES ? 1U << program->bits_of_phrases
           : kind == KZI_F_ASKED ? kzi_count_values(program->tests[kind].list[index])
                                 : counts[kind];
}

uint16_t kzi_builder_feature(struct kzi_builder *builder, enum kzi_feature_kind kind,
                             unsigned index) {
    struct kzi_features *features = &builder->program->features[kind];
    while (features->count <= index) {
        const unsigned size = count_values(builder->program, kind, features->count);
        *KZI_ADD(builder->arena, features->list, features->count) =
            (struct kzi_feature){.size = size};
    }
    return (uint16_t)(kind * KZI_MAX_QUESTIONS + index);
}

/* Return one row with one literal, or none if it allows no value. */
static struct kzi_rows make_literal_row(struct kzi_builder *builder, enum kzi_feature_kind kind,
                                        unsigned index, struct kzi_values allowed) {
    const uint16_t feature = kzi_builder_feature(builder, kind, index);
    const unsigned size = builder->program->features[kind].list[index].size;
    uint64_t left = 0;
    for (unsigned first = 0; first < size; first += 64) {
        uint64_t values = size - first < 64 ? (UINT64_C(1) << (size - first)) - 1 : UINT64_MAX;
        left |= allowed.bits[first / 64] &= values;
    }
    if (!left)
        return rows_never();
    struct kzi_rows rows = rows_always(builder->arena);
    rows.list[0].literals = KZI_NEW(builder->arena, struct kzi_literal);
    rows.list[0].literals[0] = (struct kzi_literal){feature, allowed};
    rows.list[0].count = 1;
    return rows;
}

/* Return a row that demands that one of the numbers packed into a value (value / unit % count) is
 * in the set `bits`. */
static struct kzi_rows make_part_row(struct kzi_builder *builder, enum kzi_feature_kind kind,
                                     unsigned index, unsigned unit, unsigned count, uint64_t bits) {
    const unsigned size = count_values(builder->program, kind, index);
    struct kzi_values allowed = {{0}};
    unsigned number = 0; /* counted, because divisions would take most of the time */
    for (unsigned first = 0; first < size; first += unit) {
        unsigned end = bits >> number & 1 ? first + unit : first;
        for (unsigned value = first; value < end && value < size; value++)
            kzi_values_add(&allowed, value);
        number = number + 1 < count ? number + 1 : 0;
    }
    return make_literal_row(builder, kind, index, allowed);
}

/* Return a row that demands that the value is in the set `bits`. */
static struct kzi_rows make_number_row(struct kzi_builder *builder, enum kzi_feature_kind kind,
                                       unsigned index, uint64_t bits) {
    return make_part_row(builder, kind, index, 1, 64, bits);
}

/* --- tests that features answer --------------------------------------------------------------- */

/* Return the index of a test, which is added if it is new; -1 if there are too many. */
static int index_of_test(struct kzi_builder *builder, enum kzi_feature_kind kind,
                         const struct kzi_condition *test) {
    struct kzi_tests *tests = &builder->program->tests[kind];
    for (unsigned i = 0; i < tests->count; i++)
        if (tests->list[i] == test || kzi_measures_equal(tests->list[i], test))
            return (int)i;
    if (tests->count == (kind == KZI_F_PHRASES ? KZI_MAX_PHRASES : KZI_MAX_QUESTIONS))
        return -1;
    *KZI_ADD(builder->arena, tests->list, tests->count) = test;
    return (int)tests->count - 1;
}

/* Return a row that asks the walker what a test measures, or whether any other condition holds. */
static struct kzi_rows lower_asked(struct kzi_builder *builder, const struct kzi_condition *test) {
    int i = index_of_test(builder, KZI_F_ASKED, test);
    return i < 0 ? too_many()
                 : make_number_row(builder, KZI_F_ASKED, (unsigned)i,
                                   test->op == KZI_TEST ? test->values : KZI_YES);
}

/* --- the situation ---------------------------------------------------------------------------- */

/* The units of the numbers packed into a situation: kzi_situation(). */
enum { OF_WAIT = 1, OF_DISCARD = KZI_WAITS, OF_OPEN = 2 * KZI_WAITS, OF_SHAPE = 4 * KZI_WAITS };

static struct kzi_rows make_situation_row(struct kzi_builder *builder, unsigned unit,
                                          uint64_t bits) {
    unsigned count = unit == OF_WAIT ? KZI_WAITS : unit == OF_SHAPE ? 64 : 2;
    return make_part_row(builder, KZI_F_SITUATION, 0, unit, count, bits);
}

/* Return the most groups that can fit the phrase of a test in a hand of the shape. */
static unsigned max_groups(const struct kzi_condition *test, const struct kzi_shape *shape,
                           bool open, bool discard) {
    const struct kzi_phrase *phrase = &test->argument.phrase;
    const unsigned max = kzi_count_noun(shape, phrase->others ? phrase->others : phrase->noun);
    if (phrase->others)
        return max;
    if (!(phrase->class_.other | phrase->class_.won) ||
        (phrase->adjective == KZI_IS_CLAIMED && !open))
        return 0;
    return phrase->adjective == KZI_IS_OPEN && !open ? max && discard : max;
}

/* Return a row for some situations: if test is NULL, those of hands of this openness; otherwise
 * those in which at least `min` groups can fit the phrase of the test. */
static struct kzi_rows make_situation_rows(struct kzi_builder *builder, unsigned openness,
                                           const struct kzi_condition *test, unsigned min) {
    struct kzi_values allowed = {{0}};
    for (unsigned value = 0; value < OF_SHAPE * builder->model->shape_names.count; value++) {
        const struct kzi_shape *shape = &builder->model->shapes[value / OF_SHAPE];
        const bool open = value / OF_OPEN & 1, discard = value / OF_DISCARD & 1,
                   melds = shape->sets || shape->spelled || shape->any_tiles;
        if (test ? max_groups(test, shape, open, discard) >= min
                 : openness >> open & 1 && (melds || !open) &&
                       kzi_waits_of_shape(shape) >> value % KZI_WAITS & 1)
            kzi_values_add(&allowed, value);
    }
    return make_literal_row(builder, KZI_F_SITUATION, 0, allowed);
}

/* --- numbers ---------------------------------------------------------------------------------- */

static bool has_value(const struct kzi_condition *test, unsigned value) {
    return test->values >> value & 1;
}

/* Return the numbers below 64 that fulfill a test.  No feature has larger ones, so KZI_VALUE_ABOVE
 * does not matter. */
static uint64_t numbers_of(const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    const uint64_t below = argument->min < 64 ? (UINT64_C(1) << argument->min) - 1 : UINT64_MAX;
    if (!argument->min && !argument->max)
        return test->values;
    return (has_value(test, KZI_VALUE_BELOW) ? below : 0) |
           (has_value(test, KZI_VALUE_WITHIN) ? ~below : 0);
}

static struct kzi_rows lower_suits(struct kzi_builder *builder, const struct kzi_condition *test) {
    uint64_t suits = 0;
    for (unsigned value = 0; value < KZI_SUITS_VALUES; value++)
        suits |= (numbers_of(test) >> __builtin_popcount(value & 7) & 1) << value;
    return make_number_row(builder, KZI_F_SUITS, 0, suits);
}

/* --- tiles by class --------------------------------------------------------------------------- */

/* Find the kinds of a class.  Return false if it depends on roles of winds or on the winning
 * tile. */
static bool fixed_kinds(const struct kzi_class *class_, kzi_kinds *kinds) {
    *kinds = 0;
    if (class_->other != class_->won || kzi_is_wild_class(class_))
        return false;
    KZI_EACH_IN(class_->other, code)
        *kinds |= kzi_kind_bit(kzi_kind_of_code(code));
    for (unsigned code = 0; code < KZI_CODES; code++)
        if (*kinds >> kzi_kind_of_code(code) & 1 && !(class_->other >> code & 1))
            return false;
    return true;
}

/* Return a row that demands that the hand has at least one of these numbers of a suit, or (not
 * some) none of them. */
static struct kzi_rows make_presence_row(struct kzi_builder *builder, unsigned suit, unsigned bits,
                                         bool some) {
    struct kzi_values allowed = {{0}};
    for (unsigned value = 0; value < KZI_FEATURE_VALUES; value++)
        if (((value & bits) != 0) == some)
            kzi_values_add(&allowed, value);
    return make_literal_row(builder, KZI_F_PRESENT, suit, allowed);
}

/* Return rows that demand that the hand has a tile of these kinds, or (not some) none. */
static struct kzi_rows tiles_of(struct kzi_builder *builder, kzi_kinds kinds, bool some) {
    struct kzi_rows rows = some ? rows_never() : rows_always(builder->arena);
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned bits = kzi_kinds_of_suit(kinds, suit);
        if (bits)
            rows = (some ? rows_or : rows_and)(builder->arena, rows,
                                               make_presence_row(builder, suit, bits, some));
    }
    return rows;
}

static bool is_of_one_suit(kzi_kinds kinds) {
    unsigned suits = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        suits += kzi_kinds_of_suit(kinds, suit) != 0;
    return suits == 1;
}

static struct kzi_rows lower_tiles(struct kzi_builder *builder, const struct kzi_condition *test) {
    const struct kzi_class *class_ = &test->argument.class_;
    const uint64_t numbers = numbers_of(test);
    kzi_kinds kinds;
    if (!(numbers & UINT32_MAX))
        return rows_never(); /* no hand has as many */
    if (!fixed_kinds(class_, &kinds))
        return lower_asked(builder, test);
    if (numbers == 1)
        return tiles_of(builder, kinds, false);
    /* With several suits, "some tile" takes a row for each suit.  Do this only for the denial of a
     * test for none of them; otherwise one question to the walker is smaller. */
    if (numbers == KZI_SOME && (test->denied || is_of_one_suit(kinds)))
        return tiles_of(builder, kinds, true);
    return lower_asked(builder, test);
}

/* --- sets and groups by phrase ---------------------------------------------------------------- */

static struct kzi_rows lower_phrase(struct kzi_builder *builder, const struct kzi_condition *test) {
    const uint64_t numbers = numbers_of(test);
    const struct kzi_phrase *phrase = &test->argument.phrase;
    if (kzi_is_noun(phrase))
        return make_situation_row(builder, OF_SHAPE,
                                  kzi_shapes_counting(builder->model, phrase->noun, numbers));
    int place = index_of_test(builder, KZI_F_PHRASES, test);
    const unsigned i = (unsigned)place, bits = builder->program->phrase_bits,
                   each = builder->program->phrases_each;
    if (place < 0)
        return too_many();
    struct kzi_rows rows = make_part_row(builder, KZI_F_PHRASES, i / each, 1U << bits * (i % each),
                                         1U << bits, numbers);
    return !rows.count || numbers & KZI_NONE
               ? rows
               : rows_and(
                     builder->arena, rows,
                     make_situation_rows(builder, 0, test, (unsigned)__builtin_ctzll(numbers)));
}

/* --- patterns, and what the walker is asked --------------------------------------------------- */

static bool has_each_number(uint64_t counts) {
    bool each = true;
    for (unsigned number = 0; number < 9; number++)
        each &= (counts >> 4 * number & 15) != 0;
    return each;
}

/* Ask the walker whether the counts fit exactly.  If they have all nine numbers of a suit, ask only
 * about hands with a suit that has all nine. */
static struct kzi_rows lower_exact(struct kzi_builder *builder, const struct kzi_condition *test) {
    struct kzi_rows rows = lower_asked(builder, test);
    for (unsigned letter = 4; has_value(test, KZI_VALUE_YES) && letter < 4 + KZI_SUIT_LETTERS;
         letter++)
        if (has_each_number(test->argument.tiles.counts[letter]))
            rows = rows_and(
                builder->arena,
                make_number_row(builder, KZI_F_SUITS, 0, UINT64_MAX << (1U << KZI_SUITS)), rows);
    return rows;
}

/* Return whether every hand with a set of this kind fits the pattern. */
static bool says_nothing(const struct kzi_pattern *pattern) {
    const struct kzi_term *first = &pattern->terms[0];
    return !pattern->n_terms ||
           (pattern->n_terms == 1 && first->any && !first->number && first->suit >= KZI_SUITS);
}

/* Return a test for the chows of a pattern alone, or for its pungs, however they are held; NULL if
 * every hand has these, or the pattern consists of them. */
static const struct kzi_condition *sets_alone(struct kzi_arena *arena,
                                              const struct kzi_condition *test, bool chows) {
    const struct kzi_pattern *pattern = &test->argument.pattern;
    struct kzi_condition *only = KZI_NEW(arena, struct kzi_condition);
    struct kzi_pattern *alone = &only->argument.pattern;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].noun != KZI_A_PAIR &&
            (pattern->terms[i].noun == KZI_A_CHOW) == chows) {
            struct kzi_term *term = &alone->terms[alone->n_terms++];
            *term = pattern->terms[i];
            term->adjective = 0;
            term->noun = chows ? KZI_A_CHOW : KZI_A_PUNG;
        }
    only->kind = test->kind;
    only->values = KZI_YES;
    return says_nothing(alone) || !memcmp(alone, pattern, sizeof *alone) ? NULL : only;
}

/* Return the shapes, as bits, that have enough sets and pairs for a pattern. */
static uint64_t shapes_of_pattern(const struct kzi_model *model,
                                  const struct kzi_pattern *pattern) {
    unsigned pairs = 0, times = pattern->twice ? 2 : 1;
    uint64_t shapes = 0;
    for (unsigned i = 0; i < pattern->n_terms; i++)
        pairs += pattern->terms[i].noun == KZI_A_PAIR;
    for (size_t i = 0; i < model->shape_names.count; i++)
        shapes |= (uint64_t)(times * pairs <= model->shapes[i].pairs &&
                             times * (pattern->n_terms - pairs) <= model->shapes[i].sets)
                  << i;
    return shapes;
}

/* Ask the walker about a pattern.  Its chows alone and its pungs alone are looked up by rank, which
 * rules out most hands first; a rank does not tell how a set is held. */
static struct kzi_rows lower_pattern(struct kzi_builder *builder,
                                     const struct kzi_condition *test) {
    const struct kzi_pattern *pattern = &test->argument.pattern;
    struct kzi_rows rows = lower_asked(builder, test);
    if (!has_value(test, KZI_VALUE_YES))
        return rows;
    rows =
        rows_and(builder->arena, rows,
                 make_situation_row(builder, OF_SHAPE, shapes_of_pattern(builder->model, pattern)));
    for (unsigned chows = 0; !pattern->twice && chows < 2; chows++) {
        const struct kzi_condition *alone = sets_alone(builder->arena, test, chows);
        if (alone)
            rows = rows_and(builder->arena, lower_asked(builder, alone), rows);
    }
    return rows;
}

/* --- conditions ------------------------------------------------------------------------------- */

/* Return the rows of a test; if no table answers it, ask the walker. */
static struct kzi_rows lower_test(struct kzi_builder *builder, const struct kzi_condition *test) {
    const struct kzi_argument *argument = &test->argument;
    const uint64_t values = test->values;
    switch ((int)kzi_fact_of(test)) {
    case KZI_FACT_OPENNESS:
        return make_situation_row(builder, OF_OPEN, values);
    case KZI_FACT_WIN_KIND:
        return make_situation_row(builder, OF_DISCARD, values);
    case KZI_FACT_SHAPE:
        return make_situation_row(builder, OF_SHAPE, kzi_fact_values(test, true));
    case KZI_FACT_WAIT:
        return make_situation_row(builder, OF_WAIT, values);
    case KZI_FACT_GIVEN:
        return make_part_row(builder, KZI_F_GIVEN, argument->number / 8, 1U << argument->number % 8,
                             2, values);
    case KZI_FACT_SEAT:
        return make_number_row(builder, KZI_F_SEAT, 0, values);
    case KZI_FACT_SUITS:
        return lower_suits(builder, test);
    case KZI_FACT_N_WAITS: /* no hand waits for more than all kinds */
        return numbers_of(test) & ((UINT64_C(2) << KZI_KINDS) - 1) ? lower_asked(builder, test)
                                                                   : rows_never();
    case KZI_FACT_TILES:
        return lower_tiles(builder, test);
    case KZI_FACT_GROUPS:
        return argument->phrase.wildness ? lower_asked(builder, test) : lower_phrase(builder, test);
    case KZI_FACT_SETTLED: /* decided when the covers of that yaku are settled */
        return rows_always(builder->arena);
    case KZI_FACT_SCORED: /* decided when fu items are added up */
        return make_number_row(builder, KZI_F_SCORED, argument->number, values);
    case KZI_FACT_WON: /* KZI_CODES is a winning flower */
        return kzi_is_wild_class(&argument->class_)
                   ? lower_asked(builder, test)
                   : make_number_row(builder, KZI_F_WON, 0, values);
    case KZI_FACT_PATTERN:
        return lower_pattern(builder, test);
    case KZI_FACT_THERE:
    case KZI_FACT_BEFORE:
        return lower_exact(builder, test);
    }
    return lower_asked(builder, test);
}

static struct kzi_rows lower(struct kzi_builder *builder, const struct kzi_condition *cond) {
    cond = kzi_meaning_of(cond);
    if (cond->op == KZI_TEST)
        return lower_test(builder, cond);
    const bool any = cond->op == KZI_ANY;
    struct kzi_rows rows = any ? rows_never() : rows_always(builder->arena);
    KZI_EACH_PART(cond, part) {
        struct kzi_rows own = lower(builder, part);
        rows = any ? rows_or(builder->arena, rows, own) : rows_and(builder->arena, rows, own);
    }
    return rows;
}

/* Ask the walker about a condition as a whole.  If it depends on which yaku count, the row always
 * holds: the condition is evaluated after those are settled. */
static struct kzi_rows lower_whole(struct kzi_builder *builder, const struct kzi_condition *cond) {
    return kzi_condition_asks(cond, KZI_FACT_SCORED) ? rows_always(builder->arena)
                                                     : lower_asked(builder, kzi_meaning_of(cond));
}

struct kzi_rows kzi_lower(struct kzi_builder *builder, const struct kzi_condition *cond,
                          unsigned openness) {
    struct kzi_program *program = builder->program;
    const unsigned asked = program->tests[KZI_F_ASKED].count,
                   known = program->features[KZI_F_ASKED].count;
    struct kzi_rows rows = cond ? lower(builder, cond) : rows_always(builder->arena);
    if (rows.too_many) { /* drop the questions of its alternatives */
        program->tests[KZI_F_ASKED].count = asked;
        program->features[KZI_F_ASKED].count = known;
        rows = lower_whole(builder, cond);
    }
    return rows_and(builder->arena, rows, make_situation_rows(builder, openness, NULL, 0));
}

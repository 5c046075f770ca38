/* Conditions -> rows over features; a negated condition becomes the complement of its literals. */
#include "compile/condition/pattern.h"
#include "compile/program/builder.h"

#include <string.h>

/* --- rows ------------------------------------------------------------------------------------- */

struct kzi_rows kzi_rows_always(struct kzi_arena *arena) {
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
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, a.count + b.count, struct kzi_row),
                            a.count + b.count, false};
    if (a.count)
        memcpy(rows.list, a.list, a.count * sizeof *rows.list);
    if (b.count)
        memcpy(rows.list + a.count, b.list, b.count * sizeof *rows.list);
    return rows;
}

static bool meet(struct kzi_values *into, const struct kzi_values *other) {
    uint64_t left = 0;
    for (unsigned i = 0; i < KZI_VALUE_WORDS; i++)
        left |= into->bits[i] &= other->bits[i];
    return left != 0;
}

/* Merges two rows by feature; false: no value is left for one. */
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
        if (both && !meet(&next->allowed, &b->literals[j++].allowed))
            return false;
    }
    return true;
}

struct kzi_rows kzi_rows_and(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b) {
    if (a.too_many || b.too_many)
        return too_many();
    size_t most = a.count * b.count < KZI_MAX_ROWS_EACH ? a.count * b.count : KZI_MAX_ROWS_EACH;
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, most, struct kzi_row), 0, false};
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            if (rows.count == KZI_MAX_ROWS_EACH)
                return too_many();
            rows.count += join_rows(arena, &a.list[i], &b.list[j], &rows.list[rows.count]);
        }
    return rows;
}

/* --- literals --------------------------------------------------------------------------------- */

static bool within(unsigned count, const struct kzi_quantity *quantity) {
    return count >= quantity->least && (quantity->most == 255 || count <= quantity->most);
}

/* The numbers within a quantity, by bit. */
static uint64_t numbers_within(const struct kzi_quantity *quantity) {
    uint64_t bits = 0;
    for (unsigned count = 0; count < 64; count++)
        bits |= (uint64_t)within(count, quantity) << count;
    return bits;
}

/* The number of a feature, added if need be. */
static unsigned feature_of(struct kzi_builder *builder, unsigned kind, unsigned index,
                           unsigned size) {
    for (unsigned i = 0; i < builder->n_features; i++)
        if (builder->features[i].kind == kind && builder->features[i].index == index)
            return i;
    *KZI_ADD(builder->arena, builder->features, builder->n_features) =
        (struct kzi_builder_feature){(uint8_t)kind, (uint16_t)index, (uint16_t)size};
    return builder->n_features - 1;
}

/* One row of one literal; none where it allows no value. */
static struct kzi_rows literal(struct kzi_builder *builder, unsigned kind, unsigned index,
                               unsigned size, struct kzi_values allowed) {
    unsigned feature = feature_of(builder, kind, index, size);
    uint64_t left = 0;
    for (unsigned first = 0; first < size; first += 64) {
        uint64_t values = size - first < 64 ? (UINT64_C(1) << (size - first)) - 1 : UINT64_MAX;
        allowed.bits[first / 64] ^= builder->negated ? values : 0;
        left |= allowed.bits[first / 64] & values;
    }
    if (!left)
        return rows_never();
    struct kzi_rows rows = kzi_rows_always(builder->arena);
    rows.list[0].literals = KZI_NEW(builder->arena, struct kzi_literal);
    rows.list[0].literals[0] = (struct kzi_literal){(uint16_t)feature, allowed};
    rows.list[0].count = 1;
    return rows;
}

/* One of the numbers that a value combines (value / unit % count) is among bits. */
static struct kzi_rows part(struct kzi_builder *builder, unsigned kind, unsigned index,
                            unsigned size, unsigned unit, unsigned count, uint64_t bits) {
    struct kzi_values allowed = {{0}};
    unsigned number = 0; /* counted up, because divisions would take most of the time */
    for (unsigned first = 0; first < size; first += unit) {
        unsigned end = bits >> number & 1 ? first + unit : first;
        for (unsigned value = first; value < end && value < size; value++)
            kzi_values_add(&allowed, value);
        number = number + 1 < count ? number + 1 : 0;
    }
    return literal(builder, kind, index, size, allowed);
}

/* The value is a number among bits. */
static struct kzi_rows number(struct kzi_builder *builder, unsigned kind, unsigned index,
                              unsigned size, uint64_t bits) {
    return part(builder, kind, index, size, 1, size, bits);
}

/* Of these bits of the value those wanted are set. */
static struct kzi_rows set_bits(struct kzi_builder *builder, unsigned kind, unsigned index,
                                unsigned size, unsigned bits, unsigned wanted) {
    struct kzi_values allowed = {{0}};
    for (unsigned value = 0; value < size; value++)
        if ((value & bits) == wanted)
            kzi_values_add(&allowed, value);
    return literal(builder, kind, index, size, allowed);
}

/* One more part of a conjunction, or of the disjunction that its negation is. */
static void add_part(struct kzi_builder *builder, struct kzi_rows *rows, struct kzi_rows part) {
    *rows = builder->negated ? rows_or(builder->arena, *rows, part)
                             : kzi_rows_and(builder->arena, *rows, part);
}

static struct kzi_rows no_part(struct kzi_builder *builder) {
    return builder->negated ? rows_never() : kzi_rows_always(builder->arena);
}

/* --- conditions of conditions ----------------------------------------------------------------- */

static struct kzi_rows lower_parts(struct kzi_builder *builder, const struct kzi_condition *cond,
                                   bool any) {
    struct kzi_rows rows = any ? rows_never() : kzi_rows_always(builder->arena);
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        struct kzi_rows part = kzi_lower(builder, cond->u.parts.list[i]);
        rows = any ? rows_or(builder->arena, rows, part) : kzi_rows_and(builder->arena, rows, part);
    }
    return rows;
}

static struct kzi_rows lower_not(struct kzi_builder *builder, const struct kzi_condition *cond) {
    builder->negated = !builder->negated;
    struct kzi_rows rows = kzi_lower(builder, cond->u.parts.list[0]);
    builder->negated = !builder->negated;
    return rows;
}

/* --- the situation ---------------------------------------------------------------------------- */

/* The units of what a situation is made of: kzi_situation(). */
enum { OF_WAIT = 1, OF_DISCARD = KZI_WAITS, OF_OPEN = 2 * KZI_WAITS, OF_SHAPE = 4 * KZI_WAITS };

static struct kzi_rows situation(struct kzi_builder *builder, unsigned unit, uint64_t bits) {
    unsigned count = unit == OF_WAIT ? KZI_WAITS : unit == OF_SHAPE ? 64 : 2;
    return part(builder, KZI_F_SITUATION, 0, KZI_FEATURE_VALUES, unit, count, bits);
}

struct kzi_rows kzi_lower_openness(struct kzi_builder *builder, unsigned openness) {
    if (openness == (KZI_HAND_CLOSED | KZI_HAND_OPEN))
        return kzi_rows_always(builder->arena);
    return situation(builder, OF_OPEN, openness);
}

/* --- the hand --------------------------------------------------------------------------------- */

static struct kzi_rows lower_given(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = no_part(builder);
    for (unsigned chunk = 0; chunk < 8; chunk++) {
        unsigned asked = cond->u.bits >> (8 * chunk) & 255;
        if (asked)
            add_part(builder, &rows, set_bits(builder, KZI_F_GIVEN, chunk, 256, asked, asked));
    }
    return rows;
}

static struct kzi_rows lower_SUITS(struct kzi_builder *builder, const struct kzi_condition *cond) {
    uint64_t suits = 0;
    for (unsigned value = 0; value < KZI_SUITS_VALUES; value++)
        suits |= (uint64_t)within((unsigned)__builtin_popcount(value & 7), &cond->u.quantity)
                 << value;
    return number(builder, KZI_F_SUITS, 0, KZI_SUITS_VALUES, suits);
}

static struct kzi_rows lower_WAITS(struct kzi_builder *builder, const struct kzi_condition *cond) {
    builder->asks_waits = true;
    return number(builder, KZI_F_N_WAITS, 0, KZI_KINDS + 1, numbers_within(&cond->u.quantity));
}

/* --- tiles by class --------------------------------------------------------------------------- */

/* The kinds of a class that depends neither on winds' parts nor on the winning tile. */
static bool fixed_kinds(const struct kzi_class *class_, kzi_kinds *kinds) {
    *kinds = 0;
    if (class_->other != class_->won)
        return false;
    for (unsigned code = 0; code < KZI_CODES; code++)
        if (class_->other >> code & 1)
            *kinds |= kzi_kind_bit(kzi_kind_of_code(code));
    for (unsigned code = 0; code < KZI_CODES; code++)
        if (*kinds >> kzi_kind_of_code(code) & 1 && !(class_->other >> code & 1))
            return false;
    return true;
}

static unsigned suit_size(unsigned suit) {
    return suit < KZI_SUITS ? 9 : 7;
}

/* The kinds of one suit, as bits by number. */
static unsigned of_suit(kzi_kinds kinds, unsigned suit) {
    return (unsigned)(kinds >> (9 * suit)) & ((1U << suit_size(suit)) - 1);
}

static const struct kzi_quantity none = {false, 0, 0}, one = {false, 1, 1};

/* Of these numbers of a suit the hand has those wanted. */
static struct kzi_rows presence(struct kzi_builder *builder, unsigned suit, unsigned bits,
                                unsigned wanted) {
    return set_bits(builder, KZI_F_PRESENT, suit, 1U << suit_size(suit), bits, wanted);
}

static struct kzi_rows presence_of_some(struct kzi_builder *builder, unsigned suit, unsigned bits) {
    builder->negated = !builder->negated;
    struct kzi_rows rows = presence(builder, suit, bits, 0);
    builder->negated = !builder->negated;
    return rows;
}

static struct kzi_rows no_tile_of(struct kzi_builder *builder, kzi_kinds kinds) {
    struct kzi_rows rows = no_part(builder);
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned bits = of_suit(kinds, suit);
        if (bits)
            add_part(builder, &rows, presence(builder, suit, bits, 0));
    }
    return rows;
}

static struct kzi_rows tile_count(struct kzi_builder *builder,
                                  const struct kzi_class_count *count) {
    unsigned i = 0;
    while (i < builder->n_tile_classes &&
           memcmp(&builder->tile_classes[i], &count->class_, sizeof count->class_) != 0)
        i++;
    if (i == KZI_MAX_QUESTIONS)
        return too_many();
    if (i == builder->n_tile_classes)
        *KZI_ADD(builder->arena, builder->tile_classes, builder->n_tile_classes) = count->class_;
    return number(builder, KZI_F_TILES, i, 32, numbers_within(&count->quantity));
}

static struct kzi_rows lower_class_count(struct kzi_builder *builder,
                                         const struct kzi_class_count *said) {
    struct kzi_class_count count = kzi_count_of_class(said);
    const struct kzi_quantity *quantity = &count.quantity;
    kzi_kinds kinds;
    if (!fixed_kinds(&count.class_, &kinds))
        return tile_count(builder, &count);
    if (!quantity->most)
        return no_tile_of(builder, kinds);
    bool any = quantity->least == 1 && quantity->most == 255;
    for (unsigned suit = 0; any && suit < 4; suit++) {
        unsigned bits = of_suit(kinds, suit);
        if (kinds == (kzi_kinds)bits << (9 * suit))
            return presence_of_some(builder, suit, bits);
    }
    return tile_count(builder, &count);
}

static struct kzi_rows lower_tiles(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = no_part(builder);
    for (size_t i = 0; i < cond->u.classes.count; i++)
        add_part(builder, &rows, lower_class_count(builder, &cond->u.classes.list[i]));
    return rows;
}

/* --- sets and groups by phrase ---------------------------------------------------------------- */

static bool same_phrase(const struct kzi_counted_phrase *a, const struct kzi_counted_phrase *b) {
    return a->phrase.adjective == b->phrase.adjective && a->phrase.noun == b->phrase.noun &&
           a->phrase.some == b->phrase.some && a->phrase.class_.other == b->phrase.class_.other &&
           a->phrase.class_.won == b->phrase.class_.won && a->pairs == b->pairs &&
           a->negated == b->negated;
}

int kzi_builder_phrase(const struct kzi_builder *builder,
                       const struct kzi_counted_phrase *counted) {
    for (unsigned i = 0; i < builder->n_phrases; i++)
        if (same_phrase(&builder->phrases[i], counted))
            return (int)i;
    return -1;
}

static struct kzi_rows phrase_count(struct kzi_builder *builder,
                                    const struct kzi_counted_phrase *counted,
                                    const struct kzi_quantity *quantity) {
    int known = kzi_builder_phrase(builder, counted);
    unsigned i = known < 0 ? builder->n_phrases : (unsigned)known;
    if (i == KZI_MAX_PHRASES)
        return too_many();
    if (i == builder->n_phrases)
        builder->phrases[builder->n_phrases++] = *counted;
    unsigned bits = builder->phrase_bits, each = builder->phrases_each;
    return part(builder, KZI_F_SETS, i / each, 1U << bits * each, 1U << bits * (i % each),
                1U << bits, numbers_within(quantity));
}

static struct kzi_rows lower_phrases(struct kzi_builder *builder, const struct kzi_condition *cond,
                                     bool pairs) {
    struct kzi_rows rows = no_part(builder);
    for (size_t i = 0; i < cond->u.phrases.count; i++) {
        const struct kzi_phrase_count *said = &cond->u.phrases.list[i];
        struct kzi_counted_phrase counted = {said->phrase, pairs, said->quantity.all};
        add_part(builder, &rows,
                 phrase_count(builder, &counted, said->quantity.all ? &none : &said->quantity));
        if (said->quantity.all)
            add_part(builder, &rows,
                     situation(builder, OF_SHAPE, kzi_shapes_with_groups(builder->model, pairs)));
    }
    return rows;
}

static struct kzi_rows lower_pair(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = no_part(builder);
    uint64_t shapes = kzi_shapes_of_one_pair(builder->model);
    struct kzi_counted_phrase pair = {{.noun = KZI_A_PAIR, .class_ = cond->u.class_}, true, false};
    add_part(builder, &rows, situation(builder, OF_SHAPE, shapes));
    add_part(builder, &rows, phrase_count(builder, &pair, &one));
    return rows;
}

/* --- patterns, and what the walker is asked --------------------------------------------------- */

/* Several yaku, or rulesets, often ask for the same tiles. */
static bool same_question(const struct kzi_condition *a, const struct kzi_condition *b) {
    bool of_tiles = a->kind == KZI_CONDITION_contains || a->kind == KZI_CONDITION_before_win;
    return a == b ||
           (of_tiles && a->kind == b->kind && !memcmp(&a->u.tiles, &b->u.tiles, sizeof a->u.tiles));
}

static struct kzi_rows lower_BIT(struct kzi_builder *builder, const struct kzi_condition *cond) {
    unsigned i = 0;
    while (i < builder->n_asked && !same_question(builder->asked[i], cond))
        i++;
    if (i == KZI_MAX_QUESTIONS)
        return too_many();
    if (i == builder->n_asked)
        *KZI_ADD(builder->arena, builder->asked, builder->n_asked) = cond;
    return number(builder, KZI_F_ASKED, i, 2, 2);
}

static unsigned numbers_of_counts(uint64_t counts) {
    unsigned numbers = 0;
    for (unsigned number = 0; number < 9; number++)
        numbers |= (counts >> 4 * number & 15 ? 1U : 0U) << number;
    return numbers;
}

static struct kzi_rows some_whole_suit(struct kzi_builder *builder) {
    return number(builder, KZI_F_SUITS, 0, KZI_SUITS_VALUES, UINT64_MAX << (1U << KZI_SUITS));
}

/* Where a tile is missing the walker need not be asked whether there are enough of each. */
static struct kzi_rows lower_exact(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = lower_BIT(builder, cond);
    for (unsigned suit = 0; !builder->negated && suit < 4; suit++) {
        unsigned numbers = numbers_of_counts(cond->u.tiles.counts[suit]);
        if (numbers)
            rows = kzi_rows_and(builder->arena, presence(builder, suit, numbers, numbers), rows);
    }
    for (unsigned letter = 4; !builder->negated && letter < 4 + KZI_SUIT_LETTERS; letter++)
        if (numbers_of_counts(cond->u.tiles.counts[letter]) == KZI_ALL_NUMBERS)
            rows = kzi_rows_and(builder->arena, some_whole_suit(builder), rows);
    return rows;
}

static bool has_adjective(const struct kzi_pattern *pattern) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].adjective)
            return true;
    return false;
}

static uint8_t made_of(const struct kzi_pattern *pattern) {
    return kzi_pattern_is_of(pattern, KZI_A_CHOW)   ? KZI_OF_CHOWS
           : kzi_pattern_is_of(pattern, KZI_A_PUNG) ? KZI_OF_PUNGS
                                                    : KZI_OF_MIXED;
}

static struct kzi_rows pattern_bit(struct kzi_builder *builder, const struct kzi_condition *cond,
                                   bool twice) {
    unsigned i = 0;
    if (has_adjective(cond->u.pattern)) /* no rank tells how a set is held */
        return lower_BIT(builder, cond);
    while (i < builder->n_patterns &&
           (builder->patterns[i].twice != twice ||
            memcmp(builder->patterns[i].pattern, cond->u.pattern, sizeof *cond->u.pattern) != 0))
        i++;
    if (i == KZI_MAX_QUESTIONS)
        return too_many();
    if (i == builder->n_patterns) {
        struct kzi_planned_pattern *planned =
            KZI_ADD(builder->arena, builder->patterns, builder->n_patterns);
        *planned = (struct kzi_planned_pattern){
            .pattern = cond->u.pattern, .twice = twice, .of = made_of(cond->u.pattern)};
    }
    return number(builder, KZI_F_HAS, i, 2, 2);
}

/* Return whether every hand with such a set has what the pattern asks. */
static bool says_nothing(const struct kzi_pattern *pattern) {
    const struct kzi_term *first = &pattern->terms[0];
    return !pattern->n_terms ||
           (pattern->n_terms == 1 && first->any && !first->number && first->suit >= KZI_SUITS);
}

/* The chows of a pattern, or its pungs, however they are held; NULL: they say nothing, or the
 * pattern is nothing else. */
static struct kzi_condition *sets_alone(struct kzi_arena *arena, const struct kzi_condition *cond,
                                        bool chows) {
    const struct kzi_pattern *pattern = cond->u.pattern;
    struct kzi_pattern *alone = KZI_NEW(arena, struct kzi_pattern);
    struct kzi_condition *only = KZI_NEW(arena, struct kzi_condition);
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].noun != KZI_A_PAIR &&
            (pattern->terms[i].noun == KZI_A_CHOW) == chows) {
            struct kzi_term *term = &alone->terms[alone->n_terms++];
            *term = pattern->terms[i];
            term->adjective = 0;
            term->noun = chows ? KZI_A_CHOW : KZI_A_PUNG;
        }
    *only = *cond;
    only->u.pattern = alone;
    return says_nothing(alone) || !memcmp(alone, pattern, sizeof *alone) ? NULL : only;
}

/* Sets of one kind are looked up by rank: where they are missing the rest need not be looked for.
 */
static struct kzi_rows lower_has(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = pattern_bit(builder, cond, false);
    for (unsigned chows = 0; !builder->negated && chows < 2; chows++) {
        const struct kzi_condition *alone = sets_alone(builder->arena, cond, chows);
        if (alone)
            rows = kzi_rows_and(builder->arena, pattern_bit(builder, alone, false), rows);
    }
    return rows;
}

/* --- settled yaku ----------------------------------------------------------------------------- */

static struct kzi_rows lower_scored(struct kzi_builder *builder, const struct kzi_condition *cond) {
    struct kzi_rows rows = no_part(builder);
    for (size_t at = 0; at < cond->u.yaku.count; at++) {
        unsigned i = 0;
        while (i < builder->n_scored_asked && builder->scored_asked[i] != cond->u.yaku.list[at])
            i++;
        if (i == KZI_MAX_SCORED_ASKED)
            return too_many();
        if (i == builder->n_scored_asked)
            builder->scored_asked[builder->n_scored_asked++] = cond->u.yaku.list[at];
        add_part(builder, &rows, part(builder, KZI_F_SCORED, i / 8, 256, 1U << i % 8, 2, 2));
    }
    return rows;
}

/* --- all of them ------------------------------------------------------------------------------ */

struct kzi_rows kzi_lower(struct kzi_builder *builder, const struct kzi_condition *cond) {
    switch (cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
        return lower_parts(builder, cond, builder->negated);
    case KZI_CONDITION_any_of:
        return lower_parts(builder, cond, !builder->negated);
    case KZI_CONDITION_not:
        return lower_not(builder, cond);
    case KZI_CONDITION_hand:
        return situation(builder, OF_OPEN, cond->u.bits);
    case KZI_CONDITION_by:
        return situation(builder, OF_DISCARD, cond->u.bits);
    case KZI_CONDITION_shape:
        return situation(builder, OF_SHAPE, cond->u.bits);
    case KZI_CONDITION_wait:
        return situation(builder, OF_WAIT, cond->u.bits);
    case KZI_CONDITION_given:
        return lower_given(builder, cond);
    case KZI_CONDITION_seat:
        return number(builder, KZI_F_SEAT, 0, KZI_SEATS, cond->u.bits);
    case KZI_CONDITION_tiles:
        return lower_tiles(builder, cond);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return lower_phrases(builder, cond, cond->kind == KZI_CONDITION_groups);
    case KZI_CONDITION_pair:
        return lower_pair(builder, cond);
#define CONDITION(name, argument, says)
#define COUNT(name, one, several, lowering, has)                                                   \
    case KZI_CONDITION_##name:                                                                     \
        return lower_##lowering(builder, cond);
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITION_winning_tile:
        return number(builder, KZI_F_WON, 0, KZI_CODES + 1, cond->u.class_.won); /* or a flower */
    case KZI_CONDITION_has:
        return lower_has(builder, cond);
    case KZI_CONDITION_has_twice:
        return pattern_bit(builder, cond, true);
    case KZI_CONDITION_scored:
        return lower_scored(builder, cond);
    case KZI_CONDITION_nothing_scored: /* settled where the yaku that asks it is looked at, after
                                          all others */
        return no_part(builder);
    case KZI_CONDITION_contains:
    case KZI_CONDITION_before_win:
        return lower_exact(builder, cond);
    case KZI_CONDITION_from:
    case KZI_CONDITION_sum:
    case KZI_CONDITION_marks:
    case KZI_CONDITIONS:
        break;
    }
    return lower_BIT(builder, cond);
}

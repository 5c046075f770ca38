#include "analysis/prover/bounds.h"

#include <string.h>

/* --- ranges and sets of groups ---------------------------------------------------------------- */

struct range {
    unsigned min, max; /* empty if min > max */
};

static void raise_min(struct range *range, unsigned min) {
    if (min > range->min)
        range->min = min;
}

static void lower_max(struct range *range, unsigned max) {
    if (max < range->max)
        range->max = max;
}

/* Return the numbers of a range as a set of values; range_of returns the smallest range with all
 * values. */
static uint64_t values_in(struct range range) {
    const unsigned max = range.max < KZI_VALUE_MAX ? range.max : KZI_VALUE_MAX;
    return range.min > max ? 0 : UINT64_MAX << range.min & UINT64_MAX >> (KZI_VALUE_MAX - max);
}

static struct range range_of(uint64_t values) {
    if (!values)
        return (struct range){1, 0};
    const unsigned max = 63 - (unsigned)__builtin_clzll(values);
    return (struct range){(unsigned)__builtin_ctzll(values), max < KZI_VALUE_MAX ? max : UINT8_MAX};
}

static unsigned subtract(unsigned a, unsigned b) {
    return a > b ? a - b : 0;
}

static void add_number(struct kzi_group_set *set, unsigned number) {
    set->bits[number / 64] |= UINT64_C(1) << (number % 64);
}

/* Return the groups of a that are in b or, if in_b is false, are not. */
static struct kzi_group_set only_groups(const struct kzi_group_set *a,
                                        const struct kzi_group_set *b, bool in_b) {
    struct kzi_group_set set;
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        set.bits[i] = a->bits[i] & (in_b ? b->bits[i] : ~b->bits[i]);
    return set;
}

static void add_groups(struct kzi_group_set *set, const struct kzi_group_set *more) {
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        set->bits[i] |= more->bits[i];
}

static bool any_group(struct kzi_group_set set) {
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        if (set.bits[i])
            return true;
    return false;
}

struct kzi_group_set kzi_groups_of_phrase(const struct kzi_group_table *table,
                                          const struct kzi_phrase *phrase) {
    struct kzi_group_set groups = {{0}};
    for (unsigned i = 0; i < table->count; i++)
        if (kzi_coded_counts(phrase, &table->group[i]))
            add_number(&groups, i);
    return groups;
}

static void add_group(struct kzi_group_table *table, struct kzi_coded_group group) {
    const unsigned number = table->count++;
    table->group[number] = group;
    for (unsigned i = 0; i < group.n_tiles; i++)
        table->kinds[number] |= kzi_kind_bit(kzi_kind_of_code(group.code[i]));
    if (group.kind != KZI_PAIR)
        add_number(&table->sets, number);
    if (group.hold == KZI_CLAIMED)
        add_number(&table->claimed, number);
    if (group.kind == KZI_KONG || group.hold == KZI_CLAIMED)
        add_number(&table->melds, number);
}

void kzi_group_table_fill(struct kzi_group_table *table) {
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        const struct kzi_coded_group group = kzi_decode_group(code);
        if (group.n_tiles)
            add_group(table, group);
    }
}

/* --- the answer ------------------------------------------------------------------------------- */

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table) {
    *known = (struct kzi_bounds){.model = model, .table = table};
    memset(known->values, 0xFF, sizeof known->values);
    known->values[KZI_FACT_SHAPE] = (UINT64_C(1) << model->shape_names.count) - 1;
    known->values[KZI_FACT_OPENNESS] = KZI_HAND_CLOSED | KZI_HAND_OPEN;
    known->values[KZI_FACT_WIN_KIND] = KZI_BY_SELF_DRAW | KZI_BY_DISCARD;
    known->values[KZI_FACT_WAIT] = (UINT64_C(1) << KZI_WAITS) - 1;
    known->values[KZI_FACT_SEAT] = (UINT64_C(1) << model->n_seats) - 1;
    known->values[KZI_FACT_N_WAITS] = values_in((struct range){0, KZI_KINDS});
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind] || model->lent >> kind & 1)
            known->may |= kzi_kind_bit(kind);
}

void kzi_bounds_add(struct kzi_bounds *known, const struct kzi_bound *bound) {
    if (bound->kind < KZI_FACT_TILES)
        known->values[bound->kind] &= bound->values;
    else if (known->n_bounds < KZI_MAX_BOUNDS)
        known->bounds[known->n_bounds++] = *bound;
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* Return the kinds of which every tile is in the class, whatever its code; if `some`, those of
 * which one may be. */
static kzi_kinds kinds_in(const struct kzi_class *class_, bool some) {
    kzi_kinds in = some ? 0 : KZI_ALL_KINDS;
    for (unsigned code = 0; code < KZI_CODES; code++) {
        bool other = class_->other >> code & 1, won = class_->won >> code & 1;
        kzi_kinds bit = kzi_kind_bit(kzi_kind_of_code(code));
        if (some && (other || won))
            in |= bit;
        else if (!some && !(other && won))
            in &= ~bit;
    }
    return in;
}

static bool is_part(const struct kzi_class *a, const struct kzi_class *b) {
    return !(a->other & ~b->other) && !(a->won & ~b->won);
}

static unsigned count_kinds(kzi_kinds kinds) {
    return (unsigned)__builtin_popcountll(kinds);
}

static struct range count_tiles(const struct kzi_bounds *known, const struct kzi_class *class_) {
    kzi_kinds in = kinds_in(class_, false), some = kinds_in(class_, true);
    struct range count = {count_kinds(known->must & in), KZI_MAX_TILES};
    unsigned tiles = kzi_shape_tiles(known->shape);
    const bool wild = kzi_is_wild_class(class_); /* a wild tile may be of any kind */
    if (!wild && !(known->may & some))
        lower_max(&count, 0);
    if (!wild && !(known->may & ~in))
        raise_min(&count, tiles);
    if (!wild && known->shape->form == KZI_FORM_DIFFERENT) {
        lower_max(&count, count_kinds(known->may & some));
        raise_min(&count, subtract(tiles, count_kinds(known->may & ~in)));
    }
    for (unsigned i = 0; i < known->n_bounds; i++) {
        const struct kzi_bound *bound = &known->bounds[i];
        const struct range range = range_of(bound->values);
        if (bound->kind == KZI_FACT_TILES && is_part(&bound->class_, class_))
            raise_min(&count, range.min);
    }
    return count;
}

static unsigned count_suits(kzi_kinds kinds) {
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        count += kzi_kinds_of_suit(kinds, suit) != 0;
    return count;
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Return the most triplets of these tiles that a reading can have.  Of the winds, one is the seat's
 * and one the round's; they may be the same. */
static unsigned max_triplets(kzi_codes codes) {
    const kzi_codes winds = (kzi_codes)0xFFFF << KZI_HONOR;
    unsigned max = 0;
    for (unsigned at = 0; codes & winds && at < KZI_SEATS * KZI_SEATS; at++) {
        unsigned count = 0;
        for (unsigned wind = KZI_HONOR; wind < KZI_DRAGON; wind++)
            count += (unsigned)(codes >> kzi_code(wind, at / KZI_SEATS, at % KZI_SEATS) & 1);
        max = count > max ? count : max;
    }
    return max + (unsigned)__builtin_popcountll(codes & ~winds);
}

/* Return the most groups of a settled reading that can be among `groups`. */
static unsigned max_of(const struct kzi_bounds *known, const struct kzi_group_set *groups) {
    kzi_codes triplets = 0;
    bool chow = false, pair = false;
    for (unsigned word = 0; word < KZI_GROUP_WORDS; word++)
        KZI_EACH_IN(groups->bits[word] & known->can.bits[word], bit) {
            const struct kzi_coded_group *group = &known->table->group[word * 64 + bit];
            chow |= group->kind == KZI_CHOW;
            pair |= group->kind == KZI_PAIR;
            if (group->kind == KZI_PUNG || group->kind == KZI_KONG)
                triplets |= (kzi_codes)1 << group->code[0];
        }
    unsigned sets = chow ? known->shape->sets : max_triplets(triplets);
    if (sets > known->shape->sets)
        sets = known->shape->sets;
    return sets + (pair ? known->shape->pairs : 0);
}

/* Restrict a count by the groups that are there; pairs: pairs can be among the counted ones. */
static void restrict_count(const struct kzi_bounds *known, const struct kzi_group_set *groups,
                           bool pairs, struct range *count) {
    unsigned in = 0, out = 0;
    for (unsigned i = 0; i < known->there.n_groups; i++) {
        if (kzi_group_of(&known->there, i).kind == KZI_PAIR && !pairs)
            continue;
        in += !any_group(only_groups(&known->can_be[i], groups, false));
        out += !any_group(only_groups(&known->can_be[i], groups, true));
    }
    raise_min(count, in);
    lower_max(count, subtract(kzi_count_noun(known->shape, pairs ? KZI_A_GROUP : KZI_A_SET), out));
}

static struct range count_groups(const struct kzi_bounds *known,
                                 const struct kzi_group_set *groups) {
    const unsigned all = kzi_count_noun(known->shape, KZI_A_GROUP);
    const struct kzi_group_set among = only_groups(&known->can, groups, true),
                               rest = only_groups(&known->can, groups, false);
    struct range count = {subtract(all, max_of(known, &rest)), max_of(known, &among)};
    for (unsigned i = 0; i < known->n_bounds; i++) {
        const struct kzi_bound *bound = &known->bounds[i];
        const struct range range = range_of(bound->values);
        if (bound->kind != KZI_FACT_GROUPS)
            continue;
        struct kzi_group_set beyond = only_groups(&bound->groups, groups, false), either = among;
        raise_min(&count, subtract(range.min, max_of(known, &beyond)));
        add_groups(&either, &bound->groups);
        if (!any_group(only_groups(&among, &bound->groups, true)))
            lower_max(&count, subtract(max_of(known, &either), range.min));
    }
    restrict_count(known, groups, any_group(only_groups(&among, &known->table->sets, false)),
                   &count);
    return count;
}

uint64_t kzi_bounds_values(const struct kzi_bounds *known, const struct kzi_bound *bound) {
    if (bound->kind < KZI_FACT_TILES)
        return known->values[bound->kind];
    return values_in(bound->kind == KZI_FACT_TILES ? count_tiles(known, &bound->class_)
                                                   : count_groups(known, &bound->groups));
}

/* --- what follows ----------------------------------------------------------------------------- */

static kzi_kinds bodies_of(const struct kzi_shape *shape) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        kinds |= shape->bodies[i];
    return kinds;
}

static bool group_can_be(const struct kzi_bounds *known, unsigned number) {
    const struct kzi_coded_group *group = &known->table->group[number];
    bool pair = group->kind == KZI_PAIR;
    if (pair ? !known->shape->pairs || group->hold != KZI_CONCEALED : !known->shape->sets)
        return false;
    if ((group->kind == KZI_KONG && known->exact) ||
        (group->hold == KZI_CLAIMED && (known->values[KZI_FACT_OPENNESS] == KZI_HAND_CLOSED ||
                                        !(known->model->claims >> group->kind & 1))) ||
        (group->hold == KZI_FINISHED_BY_DISCARD &&
         (known->values[KZI_FACT_WIN_KIND] == KZI_BY_SELF_DRAW || group->kind == KZI_KONG)))
        return false;
    return !(known->table->kinds[number] & ~known->may);
}

static void rule_out(struct kzi_bounds *known) {
    for (unsigned i = 0; i < known->n_bounds; i++) {
        const struct kzi_bound *bound = &known->bounds[i];
        if (bound->kind == KZI_FACT_GROUPS && bound->values == KZI_NONE)
            known->can = only_groups(&known->can, &bound->groups, false);
    }
}

/* Find the groups that are possible, and leave only the tiles of these groups and of bodies. */
static void narrow(struct kzi_bounds *known) {
    kzi_kinds kinds = known->shape->any_tiles || kzi_shape_is_knitted(known->shape)
                          ? KZI_ALL_KINDS
                          : bodies_of(known->shape);
    known->can = (struct kzi_group_set){{0}};
    for (unsigned i = 0; i < known->table->count; i++)
        if (group_can_be(known, i))
            add_number(&known->can, i);
    rule_out(known);
    for (unsigned i = 0; i < known->table->count; i++)
        if (known->can.bits[i / 64] >> (i % 64) & 1)
            kinds |= known->table->kinds[i];
    known->may &= kinds;
}

static kzi_kinds kinds_of(struct kzi_group group) {
    return (kzi_kinds)(group.kind == KZI_CHOW ? 7 : 1) << group.tile;
}

static void settle_tiles(struct kzi_bounds *known) {
    const struct kzi_shape *shape = known->shape;
    if (shape->n_bodies == 1 && kzi_shape_has_whole_body(shape))
        known->must |= shape->bodies[0];
    for (unsigned i = 0; i < known->n_bounds; i++)
        if (known->bounds[i].kind == KZI_FACT_TILES && known->bounds[i].values == KZI_NONE)
            known->may &= ~kinds_in(&known->bounds[i].class_, false);
    kzi_kinds there = 0;
    for (unsigned i = 0; i < known->there.n_groups; i++)
        there |= kinds_of(kzi_group_of(&known->there, i));
    known->must |= there;
    if (there && known->there.n_groups == shape->sets + shape->pairs)
        known->may &= there | bodies_of(shape);
}

/* Find, for each group that is there, the table's groups that it can be.  A pung of a pattern may
 * be a kong. */
static void fill_can_be(struct kzi_bounds *known) {
    for (unsigned i = 0; i < known->there.n_groups; i++) {
        const struct kzi_group group = kzi_group_of(&known->there, i);
        known->can_be[i] = (struct kzi_group_set){{0}};
        for (unsigned k = 0; k < known->table->count; k++)
            if (known->table->kinds[k] == kinds_of(group) &&
                (known->table->group[k].kind == group.kind ||
                 (known->table->group[k].kind == KZI_KONG && group.kind == KZI_PUNG)))
                add_number(&known->can_be[i], k);
        known->can_be[i] = only_groups(&known->can_be[i], &known->can, true);
    }
}

/* If every set is a meld, conclude that the hand waited for the pair, with one kind that completes
 * it. */
static void settle_wait(struct kzi_bounds *known) {
    const struct kzi_shape *shape = known->shape;
    uint64_t *waits = &known->values[KZI_FACT_WAIT], *count = &known->values[KZI_FACT_N_WAITS];
    *waits &= kzi_waits_of_shape(shape);
    if (shape->form == KZI_FORM_ONE_EACH && *waits == UINT64_C(1) << KZI_WAIT_PAIR)
        *count &= UINT64_MAX << shape->body_tiles;
    if (shape->form != KZI_FORM_SETS || !shape->sets ||
        count_groups(known, &known->table->melds).min < shape->sets)
        return;
    *waits &= UINT64_C(1) << KZI_WAIT_PAIR;
    *count &= UINT64_C(1) << 1;
}

static bool is_consistent(const struct kzi_bounds *known) {
    if (known->values[KZI_FACT_OPENNESS] == KZI_HAND_OPEN && !known->shape->any_tiles &&
        !count_groups(known, &known->table->claimed).max)
        return false;
    for (unsigned i = 0; i < known->n_bounds; i++)
        if (!(kzi_bounds_values(known, &known->bounds[i]) & known->bounds[i].values))
            return false;
    for (unsigned i = 0; i < KZI_FACT_TILES; i++)
        if (!known->values[i])
            return false;
    return known->may && !(known->must & ~known->may);
}

bool kzi_bounds_settle(struct kzi_bounds *known) {
    const unsigned pairs = (unsigned)__builtin_popcount(kzi_pairs_of(&known->there));
    known->shape = &known->model->shapes[__builtin_ctzll(known->values[KZI_FACT_SHAPE])];
    if (known->values[KZI_FACT_OPENNESS] == KZI_HAND_OPEN && !known->shape->sets)
        return false;
    if (pairs > known->shape->pairs || known->there.n_groups - pairs > known->shape->sets)
        return false;
    for (kzi_kinds before = 0; before != known->may;) {
        settle_tiles(known);
        before = known->may;
        narrow(known);
    }
    fill_can_be(known);
    known->values[KZI_FACT_SUITS] &=
        values_in((struct range){count_suits(known->must), count_suits(known->may)});
    settle_wait(known);
    return is_consistent(known);
}

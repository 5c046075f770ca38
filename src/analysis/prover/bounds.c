#include "analysis/prover/bounds.h"

/* --- ranges and sets of groups ---------------------------------------------------------------- */

static void at_least(struct kzi_range *range, unsigned least) {
    if (least > range->least)
        range->least = least;
}

static void at_most(struct kzi_range *range, unsigned most) {
    if (most < range->most)
        range->most = most;
}

static void narrow_range(struct kzi_range *range, const struct kzi_range *to) {
    at_least(range, to->least);
    at_most(range, to->most);
}

static bool is_empty(struct kzi_range range) {
    return range.least > range.most;
}

static unsigned less(unsigned a, unsigned b) {
    return a > b ? a - b : 0;
}

static void add(struct kzi_group_set *set, unsigned code) {
    set->bits[code / 64] |= UINT64_C(1) << (code % 64);
}

/* a, without what is in b (other: without what is not) */
static struct kzi_group_set only(const struct kzi_group_set *a, const struct kzi_group_set *b,
                                 bool in_b) {
    struct kzi_group_set set;
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        set.bits[i] = a->bits[i] & (in_b ? b->bits[i] : ~b->bits[i]);
    return set;
}

static bool share(const struct kzi_group_set *a, const struct kzi_group_set *b) {
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        if (a->bits[i] & b->bits[i])
            return true;
    return false;
}

static bool is_within(const struct kzi_group_set *a, const struct kzi_group_set *b) {
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        if (a->bits[i] & ~b->bits[i])
            return false;
    return true;
}

struct kzi_group_set kzi_groups_of_phrase(const struct kzi_group_table *table,
                                          const struct kzi_phrase *phrase, bool named) {
    struct kzi_group_set groups = {{0}};
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
        if (kzi_coded_fits(phrase, &table->group[code]) == named)
            add(&groups, code);
    return groups;
}

void kzi_group_table_fill(struct kzi_group_table *table) {
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        table->group[code] = group;
        for (unsigned i = 0; i < group.n_tiles; i++)
            table->kinds[code] |= kzi_kind_bit(kzi_kind_of_code(group.code[i]));
        if (group.kind != KZI_PAIR)
            add(&table->sets, code);
        if (group.hold == KZI_CLAIMED)
            add(&table->claimed, code);
        if (group.kind == KZI_KONG || group.hold == KZI_CLAIMED)
            add(&table->melds, code);
    }
}

/* --- what is said ----------------------------------------------------------------------------- */

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table) {
    *known = (struct kzi_bounds){
        .model = model,
        .table = table,
        .bits = {[KZI_FACT_SHAPE] = (UINT64_C(1) << model->shape_names.count) - 1,
                 [KZI_FACT_OPENNESS] = KZI_HAND_CLOSED | KZI_HAND_OPEN,
                 [KZI_FACT_WAY] = KZI_BY_SELF_DRAW | KZI_BY_DISCARD,
                 [KZI_FACT_WAIT] = (UINT64_C(1) << KZI_WAITS) - 1,
                 [KZI_FACT_SEAT] = (UINT64_C(1) << model->n_seats) - 1},
        .n_waits = {0, KZI_KINDS},
        .suits = {0, KZI_SUITS}};
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind])
            known->may |= kzi_kind_bit(kind);
}

void kzi_bounds_know(struct kzi_bounds *known, const struct kzi_fact *fact) {
    if (fact->all)
        known->bits[KZI_FACT_SHAPE] &=
            kzi_shapes_with_groups(known->model, fact->kind == KZI_FACT_GROUPS);
    if (fact->kind < KZI_FACT_BITS)
        known->bits[fact->kind] &= fact->bits;
    else if (fact->kind == KZI_FACT_NOT_GIVEN)
        known->not_given |= fact->bits;
    else if (fact->kind == KZI_FACT_N_WAITS)
        narrow_range(&known->n_waits, &fact->range);
    else if (fact->kind == KZI_FACT_SUITS)
        narrow_range(&known->suits, &fact->range);
    else if (fact->kind != KZI_FACT_GIVEN && known->n_facts < KZI_MAX_FACTS)
        known->facts[known->n_facts++] = *fact;
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* The kinds of which every tile is in the class, whatever its part; or (some) of which one may. */
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

static struct kzi_range count_tiles(const struct kzi_bounds *known,
                                    const struct kzi_class *class_) {
    kzi_kinds in = kinds_in(class_, false), some = kinds_in(class_, true);
    struct kzi_range count = {count_kinds(known->must & in), KZI_MAX_TILES};
    unsigned tiles = kzi_shape_tiles(known->shape);
    if (!(known->may & some))
        at_most(&count, 0);
    if (!(known->may & ~in))
        at_least(&count, tiles);
    if (known->shape->form == KZI_FORM_DIFFERENT) {
        at_most(&count, count_kinds(known->may & some));
        at_least(&count, less(tiles, count_kinds(known->may & ~in)));
    }
    for (unsigned i = 0; i < known->n_facts; i++) {
        const struct kzi_fact *fact = &known->facts[i];
        if (fact->kind == KZI_FACT_TILES && is_part(&fact->class_, class_))
            at_least(&count, fact->range.least);
        if (fact->kind == KZI_FACT_TILES && is_part(class_, &fact->class_))
            at_most(&count, fact->range.most);
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

/* Return the most triplets of these tiles that a reading can have: of the winds one is the seat's
 * and one the round's, and they may be the same. */
static unsigned most_triplets(kzi_codes codes) {
    const kzi_codes winds = (kzi_codes)0xFFFF << KZI_HONOR;
    unsigned most = 0;
    for (unsigned at = 0; codes & winds && at < KZI_SEATS * KZI_SEATS; at++) {
        unsigned count = 0;
        for (unsigned wind = KZI_HONOR; wind < KZI_DRAGON; wind++)
            count += (unsigned)(codes >> kzi_code(wind, at / KZI_SEATS, at % KZI_SEATS) & 1);
        most = count > most ? count : most;
    }
    return most + (unsigned)__builtin_popcountll(codes & ~winds);
}

/* How many groups of a settled reading can be among these at most. */
static unsigned most_of(const struct kzi_bounds *known, const struct kzi_group_set *groups,
                        bool pairs) {
    kzi_codes triplets = 0;
    bool chow = false, pair = false;
    for (unsigned word = 0; word < KZI_GROUP_WORDS; word++)
        for (uint64_t bits = groups->bits[word] & known->can.bits[word]; bits; bits &= bits - 1) {
            const struct kzi_coded_group *group =
                &known->table->group[word * 64 + (unsigned)__builtin_ctzll(bits)];
            chow |= group->kind == KZI_CHOW;
            pair |= group->kind == KZI_PAIR;
            if (group->kind == KZI_PUNG || group->kind == KZI_KONG)
                triplets |= (kzi_codes)1 << group->code[0];
        }
    unsigned sets = chow ? known->shape->sets : most_triplets(triplets);
    if (sets > known->shape->sets)
        sets = known->shape->sets;
    return sets + (pair && pairs ? known->shape->pairs : 0);
}

static void count_there(const struct kzi_bounds *known, const struct kzi_group_set *groups,
                        bool pairs, unsigned all, struct kzi_range *count) {
    unsigned in = 0, out = 0;
    for (unsigned i = 0; i < known->n_there; i++) {
        if (known->there[i].kind == KZI_PAIR && !pairs)
            continue;
        in += is_within(&known->codes[i], groups);
        out += !share(&known->codes[i], groups);
    }
    at_least(count, in);
    at_most(count, less(all, out));
}

static struct kzi_range count_groups(const struct kzi_bounds *known,
                                     const struct kzi_group_set *groups, bool pairs) {
    unsigned all = known->shape->sets + (pairs ? known->shape->pairs : 0U);
    struct kzi_group_set can = pairs ? known->can : only(&known->can, &known->table->sets, true);
    struct kzi_group_set among = only(&can, groups, true), rest = only(&can, groups, false);
    struct kzi_range count = {less(all, most_of(known, &rest, pairs)),
                              most_of(known, &among, pairs)};
    for (unsigned i = 0; i < known->n_facts; i++) {
        const struct kzi_fact *said = &known->facts[i];
        if (said->kind != (pairs ? KZI_FACT_GROUPS : KZI_FACT_SETS))
            continue;
        struct kzi_group_set beyond = only(&said->groups, groups, false),
                             mine = only(&among, &said->groups, false);
        at_least(&count, less(said->range.least, most_of(known, &beyond, pairs)));
        if (said->range.most < all)
            at_most(&count, said->range.most + most_of(known, &mine, pairs));
        if (!share(&among, &said->groups))
            at_most(&count, less(all, said->range.least));
    }
    count_there(known, groups, pairs, all, &count);
    return count;
}

bool kzi_bounds_show(const struct kzi_bounds *known, const struct kzi_fact *fact, bool yes) {
    const struct kzi_range *said = &fact->range;
    bool pairs = fact->kind == KZI_FACT_GROUPS;
    if (fact->all && !known->shape->sets && !(pairs && known->shape->pairs))
        return !yes;
    if (fact->kind < KZI_FACT_BITS)
        return !(known->bits[fact->kind] & (yes ? ~fact->bits : fact->bits));
    if (fact->kind == KZI_FACT_GIVEN)
        return yes ? !(fact->bits & ~known->given) : fact->bits & known->not_given;
    struct kzi_range count = fact->kind == KZI_FACT_N_WAITS ? known->n_waits
                             : fact->kind == KZI_FACT_SUITS ? known->suits
                             : fact->kind == KZI_FACT_TILES
                                 ? count_tiles(known, &fact->class_)
                                 : count_groups(known, &fact->groups, pairs);
    return yes ? count.least >= said->least && count.most <= said->most
               : count.most < said->least || count.least > said->most || is_empty(count);
}

/* --- what follows ----------------------------------------------------------------------------- */

static kzi_kinds bodies_of(const struct kzi_shape *shape) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        kinds |= shape->bodies[i];
    return kinds;
}

static bool group_can_be(const struct kzi_bounds *known, unsigned code) {
    const struct kzi_coded_group *group = &known->table->group[code];
    bool pair = group->kind == KZI_PAIR;
    if (pair ? !known->shape->pairs || group->hold != KZI_CONCEALED : !known->shape->sets)
        return false;
    if ((group->kind == KZI_KONG && known->exact) ||
        (group->hold == KZI_CLAIMED && (known->bits[KZI_FACT_OPENNESS] == KZI_HAND_CLOSED ||
                                        !(known->model->claims >> group->kind & 1))) ||
        (group->hold == KZI_FINISHED_BY_DISCARD &&
         (known->bits[KZI_FACT_WAY] == KZI_BY_SELF_DRAW || group->kind == KZI_KONG)))
        return false;
    return !(known->table->kinds[code] & ~known->may);
}

static void rule_out(struct kzi_bounds *known) {
    for (unsigned i = 0; i < known->n_facts; i++) {
        const struct kzi_fact *fact = &known->facts[i];
        struct kzi_group_set none = fact->groups;
        if (fact->kind < KZI_FACT_SETS || fact->range.most)
            continue;
        if (fact->kind == KZI_FACT_SETS)
            none = only(&none, &known->table->sets, true);
        known->can = only(&known->can, &none, false);
    }
}

/* The groups that can be; the tiles there may be are then those of groups and bodies. */
static void narrow(struct kzi_bounds *known) {
    kzi_kinds kinds = known->shape->any_tiles || kzi_shape_is_knitted(known->shape)
                          ? KZI_ALL_KINDS
                          : bodies_of(known->shape);
    known->can = (struct kzi_group_set){{0}};
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
        if (group_can_be(known, code))
            add(&known->can, code);
    rule_out(known);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
        if (known->can.bits[code / 64] >> (code % 64) & 1)
            kinds |= known->table->kinds[code];
    known->may &= kinds;
}

static kzi_kinds kinds_of(const struct kzi_group *group) {
    return (kzi_kinds)(group->kind == KZI_CHOW ? 7 : 1) << group->tile;
}

static void settle_tiles(struct kzi_bounds *known) {
    const struct kzi_shape *shape = known->shape;
    if (shape->n_bodies == 1 && kzi_shape_has_whole_body(shape))
        known->must |= shape->bodies[0];
    for (unsigned i = 0; i < known->n_facts; i++)
        if (known->facts[i].kind == KZI_FACT_TILES && !known->facts[i].range.most)
            known->may &= ~kinds_in(&known->facts[i].class_, false);
    kzi_kinds there = 0;
    for (unsigned i = 0; i < known->n_there; i++)
        there |= kinds_of(&known->there[i]);
    known->must |= there;
    if (known->n_there && known->n_there == (unsigned)shape->sets + shape->pairs)
        known->may &= there | bodies_of(shape);
    /* The tiles of one suit are known to be there, and there is but one suit. */
    if (known->suits.most == 1)
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            if (kzi_kinds_of_suit(known->must, suit))
                known->may &= (kzi_kinds)511 << (9 * suit) | (kzi_kinds)127 << KZI_HONOR;
}

/* A pung of a pattern may be a kong. */
static void find_codes(struct kzi_bounds *known) {
    for (unsigned i = 0; i < known->n_there; i++) {
        unsigned kind = known->there[i].kind;
        known->codes[i] = (struct kzi_group_set){{0}};
        for (unsigned code = 0; code < KZI_GROUP_CODES; code++)
            if (known->table->kinds[code] == kinds_of(&known->there[i]) &&
                (known->table->group[code].kind == kind ||
                 (known->table->group[code].kind == KZI_KONG && kind == KZI_PUNG)))
                add(&known->codes[i], code);
        known->codes[i] = only(&known->codes[i], &known->can, true);
    }
}

/* Every set is a meld: then the pair is what was waited for, and one tile alone completes it. */
static void settle_wait(struct kzi_bounds *known) {
    static const struct kzi_range one = {1, 1};
    const struct kzi_shape *shape = known->shape;
    uint64_t *waits = &known->bits[KZI_FACT_WAIT];
    *waits &= kzi_waits_of_shape(shape);
    if (shape->form == KZI_FORM_ONE_EACH && *waits == UINT64_C(1) << KZI_WAIT_PAIR)
        at_least(&known->n_waits, shape->body_tiles);
    if (shape->form != KZI_FORM_SETS || !shape->sets ||
        count_groups(known, &known->table->melds, false).least < shape->sets)
        return;
    *waits &= UINT64_C(1) << KZI_WAIT_PAIR;
    narrow_range(&known->n_waits, &one);
}

static bool is_consistent(const struct kzi_bounds *known) {
    if (known->bits[KZI_FACT_OPENNESS] == KZI_HAND_OPEN && !known->shape->any_tiles &&
        !count_groups(known, &known->table->claimed, false).most)
        return false;
    for (unsigned i = 0; i < known->n_facts; i++)
        if (kzi_bounds_show(known, &known->facts[i], false))
            return false;
    for (unsigned i = 0; i < KZI_FACT_BITS; i++)
        if (!known->bits[i])
            return false;
    return !(known->given & known->not_given) && known->may && !(known->must & ~known->may) &&
           !is_empty(known->n_waits) && !is_empty(known->suits);
}

bool kzi_bounds_settle(struct kzi_bounds *known) {
    unsigned pairs = 0;
    known->shape = &known->model->shapes[__builtin_ctzll(known->bits[KZI_FACT_SHAPE])];
    if (known->bits[KZI_FACT_OPENNESS] == KZI_HAND_OPEN && !known->shape->sets)
        return false;
    for (unsigned i = 0; i < known->n_there; i++)
        pairs += known->there[i].kind == KZI_PAIR;
    if (pairs > known->shape->pairs || known->n_there - pairs > known->shape->sets)
        return false;
    for (kzi_kinds before = 0; before != known->may;) {
        settle_tiles(known);
        before = known->may;
        narrow(known);
    }
    find_codes(known);
    at_least(&known->suits, count_suits(known->must));
    at_most(&known->suits, count_suits(known->may));
    settle_wait(known);
    return is_consistent(known);
}

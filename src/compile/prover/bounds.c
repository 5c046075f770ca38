#include "compile/prover/bounds.h"

#include <string.h>

/* --- ranges and sets of groups ---------------------------------------------------------------- */

static void at_least(struct kzi_range *range, unsigned least) {
    if (least > range->least)
        range->least = least;
}

static void at_most(struct kzi_range *range, unsigned most) {
    if (most < range->most)
        range->most = most;
}

static unsigned less(unsigned a, unsigned b) {
    return a > b ? a - b : 0;
}

static bool has(const struct kzi_group_set *set, unsigned code) {
    return set->bits[code / 64] >> (code % 64) & 1;
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

static bool is_empty(const struct kzi_group_set *set) {
    for (unsigned i = 0; i < KZI_GROUP_WORDS; i++)
        if (set->bits[i])
            return false;
    return true;
}

struct kzi_group_set kzi_groups_of_phrase(const struct kzi_phrase *phrase, bool named) {
    struct kzi_group_set groups = {{0}};
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        if (kzi_coded_fits(phrase, &group) == named)
            add(&groups, code);
    }
    return groups;
}

const struct kzi_group_table *kzi_group_table_make(struct kzi_arena *arena) {
    struct kzi_group_table *table = KZI_NEW(arena, struct kzi_group_table);
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
    return table;
}

/* --- what is said ----------------------------------------------------------------------------- */

void kzi_bounds_init(struct kzi_bounds *known, const struct kzi_model *model,
                     const struct kzi_group_table *table) {
    *known = (struct kzi_bounds){.model = model,
                                 .table = table,
                                 .shapes = (UINT64_C(1) << model->shape_names.count) - 1,
                                 .open = KZI_HAND_CLOSED | KZI_HAND_OPEN,
                                 .way = KZI_BY_SELF_DRAW | KZI_BY_DISCARD,
                                 .waits = (UINT64_C(1) << KZI_WAITS) - 1,
                                 .seats = (UINT64_C(1) << model->n_seats) - 1,
                                 .n_waits = {0, KZI_KINDS},
                                 .suits = {0, KZI_SUITS}};
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind])
            known->may |= kzi_kind_bit(kind);
}

void kzi_bounds_know_groups(struct kzi_bounds *known, const struct kzi_group_set *groups,
                            bool pairs, struct kzi_range count) {
    if (known->n_groups < KZI_KNOWN_MOST)
        known->groups[known->n_groups++] = (struct kzi_bounds_groups){*groups, count, pairs};
}

void kzi_bounds_know_tiles(struct kzi_bounds *known, const struct kzi_class *class_,
                           struct kzi_range count) {
    if (known->n_tiles < KZI_KNOWN_MOST)
        known->tiles[known->n_tiles++] = (struct kzi_bounds_tiles){*class_, count};
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

static bool is_within(const struct kzi_class *a, const struct kzi_class *b) {
    return !(a->other & ~b->other) && !(a->won & ~b->won);
}

static unsigned count_kinds(kzi_kinds kinds) {
    return (unsigned)__builtin_popcountll(kinds);
}

struct kzi_range kzi_bounds_tiles_count(const struct kzi_bounds *known,
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
    for (unsigned i = 0; i < known->n_tiles; i++) {
        if (is_within(&known->tiles[i].class_, class_))
            at_least(&count, known->tiles[i].count.least);
        if (is_within(class_, &known->tiles[i].class_))
            at_most(&count, known->tiles[i].count.most);
    }
    return count;
}

static unsigned suits_of(kzi_kinds kinds) {
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        count += (kinds >> (9 * suit) & 511) != 0;
    return count;
}

/* --- counting groups -------------------------------------------------------------------------- */

/* Of triplets the kinds among these codes, so many of which one reading can have at most: of the
 * winds one is the seat's and one the round's, and they may be the same. */
struct triplets {
    kzi_kinds kinds;     /* but winds */
    unsigned wind[4];    /* how many winds can play this part */
    unsigned winds_seen; /* bits: winds in their parts */
};

static unsigned most_triplets(const struct triplets *triplets) {
    unsigned two = (triplets->wind[0] < 2 ? triplets->wind[0] : 2) + (triplets->wind[1] > 0) +
                   (triplets->wind[2] > 0);
    unsigned one = (triplets->wind[0] < 3 ? triplets->wind[0] : 3) + (triplets->wind[3] > 0);
    return count_kinds(triplets->kinds) + (two > one ? two : one);
}

static void add_triplet(struct triplets *triplets, unsigned code) {
    unsigned kind = kzi_kind_of_code(code), part = code - KZI_HONOR;
    if (!kzi_is_wind(kind)) {
        triplets->kinds |= kzi_kind_bit(kind);
    } else if (!(triplets->winds_seen >> part & 1)) {
        triplets->winds_seen |= 1U << part;
        triplets->wind[part % 4]++;
    }
}

/* How many groups of a settled reading can be among these at most. */
static unsigned most_of(const struct kzi_bounds *known, const struct kzi_group_set *groups,
                        bool pairs) {
    struct triplets triplets = {.kinds = 0};
    bool chow = false, pair = false;
    for (unsigned word = 0; word < KZI_GROUP_WORDS; word++)
        for (uint64_t bits = groups->bits[word] & known->can.bits[word]; bits; bits &= bits - 1) {
            const struct kzi_coded_group *group =
                &known->table->group[word * 64 + (unsigned)__builtin_ctzll(bits)];
            chow |= group->kind == KZI_CHOW;
            pair |= group->kind == KZI_PAIR;
            if (group->kind == KZI_PUNG || group->kind == KZI_KONG)
                add_triplet(&triplets, group->code[0]);
        }
    unsigned sets = chow ? known->shape->sets : most_triplets(&triplets);
    if (sets > known->shape->sets)
        sets = known->shape->sets;
    return sets + (pair && pairs ? known->shape->pairs : 0);
}

/* The codes that a group of a kind at a tile can have. */
static unsigned codes_of(unsigned kind, unsigned tile, uint16_t codes[KZI_HOLDS * 8]) {
    unsigned first, ways, step, count = 0;
    if (kind == KZI_CHOW) {
        first = (kzi_suit(tile) * 7 + kzi_number(tile) - 1) * 4;
        ways = 4;
        step = KZI_CHOW_CODES;
    } else {
        unsigned wind = KZI_HONOR + (tile - KZI_HONOR) * 4; /* in its first part */
        unsigned code = kzi_is_wind(tile) ? wind : kzi_code(tile, 0, 0);
        step = KZI_CODES * 2;
        first = 3 * KZI_CHOW_CODES + (kind - 1) * KZI_HOLDS * step + code * 2;
        ways = kzi_is_wind(tile) ? 8 : 2;
    }
    for (unsigned hold = 0; hold < KZI_HOLDS; hold++)
        for (unsigned i = 0; i < ways; i++)
            codes[count++] = (uint16_t)(first + hold * step + i);
    return count;
}

/* Whether all ways in which a group can be held are among these, or (some) one is. */
static bool is_among(const struct kzi_bounds *known, unsigned kind, unsigned tile,
                     const struct kzi_group_set *groups, bool some) {
    uint16_t codes[KZI_HOLDS * 8];
    unsigned count = codes_of(kind, tile, codes);
    for (unsigned i = 0; i < count; i++)
        if (has(&known->can, codes[i]) && has(groups, codes[i]) == some)
            return some;
    return !some;
}

/* A pung of a pattern may be a kong. */
static bool is_there_among(const struct kzi_bounds *known, const struct kzi_group *there,
                           const struct kzi_group_set *groups, bool some) {
    bool kong = there->kind == KZI_PUNG && !known->exact;
    bool among = is_among(known, there->kind, there->tile, groups, some);
    if (!kong)
        return among;
    bool as_kong = is_among(known, KZI_KONG, there->tile, groups, some);
    return some ? among || as_kong : among && as_kong;
}

static void count_there(const struct kzi_bounds *known, const struct kzi_group_set *groups,
                        bool pairs, unsigned all, struct kzi_range *count) {
    unsigned in = 0, out = 0;
    for (unsigned i = 0; i < known->n_there; i++) {
        if (known->there[i].kind == KZI_PAIR && !pairs)
            continue;
        in += is_there_among(known, &known->there[i], groups, false);
        out += !is_there_among(known, &known->there[i], groups, true);
    }
    at_least(count, in);
    at_most(count, less(all, out));
}

struct kzi_range kzi_bounds_groups_count(const struct kzi_bounds *known,
                                         const struct kzi_group_set *groups, bool pairs) {
    unsigned all = known->shape->sets + (pairs ? known->shape->pairs : 0U);
    struct kzi_group_set can = pairs ? known->can : only(&known->can, &known->table->sets, true);
    struct kzi_group_set among = only(&can, groups, true), rest = only(&can, groups, false);
    struct kzi_range count = {less(all, most_of(known, &rest, pairs)),
                              most_of(known, &among, pairs)};
    for (unsigned i = 0; i < known->n_groups; i++) {
        const struct kzi_bounds_groups *said = &known->groups[i];
        struct kzi_group_set theirs = only(&can, &said->groups, true),
                             beyond = only(&theirs, groups, false),
                             mine = only(&among, &said->groups, false);
        if (said->pairs != pairs)
            continue;
        at_least(&count, less(said->count.least, most_of(known, &beyond, pairs)));
        if (said->count.most < all)
            at_most(&count, said->count.most + most_of(known, &mine, pairs));
        struct kzi_group_set common = only(&theirs, groups, true);
        if (is_empty(&common))
            at_most(&count, less(all, said->count.least));
    }
    count_there(known, groups, pairs, all, &count);
    return count;
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
    if ((group->hold == KZI_CLAIMED && known->open == KZI_HAND_CLOSED) ||
        (group->hold == KZI_FINISHED_BY_DISCARD &&
         (known->way == KZI_BY_SELF_DRAW || group->kind == KZI_KONG)))
        return false;
    return !(known->table->kinds[code] & ~known->may);
}

static bool is_ruled_out(const struct kzi_bounds *known, unsigned code, bool pair) {
    for (unsigned i = 0; i < known->n_groups; i++)
        if (!known->groups[i].count.most && (known->groups[i].pairs || !pair) &&
            has(&known->groups[i].groups, code))
            return true;
    return false;
}

/* The groups that can be; the tiles there may be are then those of groups and bodies. */
static void narrow(struct kzi_bounds *known) {
    kzi_kinds kinds = bodies_of(known->shape);
    known->can = (struct kzi_group_set){{0}};
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        bool pair = known->table->group[code].kind == KZI_PAIR;
        if (!group_can_be(known, code) || is_ruled_out(known, code, pair))
            continue;
        add(&known->can, code);
        kinds |= known->table->kinds[code];
    }
    if (known->shape->form == KZI_FORM_ONE_EACH)
        kinds = known->shape->one_each;
    known->may &= kinds;
}

static void settle_tiles(struct kzi_bounds *known) {
    const struct kzi_shape *shape = known->shape;
    if (shape->form == KZI_FORM_ONE_EACH)
        known->must |= shape->one_each;
    for (unsigned i = 0; i < known->n_tiles; i++)
        if (!known->tiles[i].count.most)
            known->may &= ~kinds_in(&known->tiles[i].class_, false);
    kzi_kinds there = 0;
    for (unsigned i = 0; i < known->n_there; i++)
        there |= known->there[i].kind == KZI_CHOW ? (kzi_kinds)7 << known->there[i].tile
                                                  : kzi_kind_bit(known->there[i].tile);
    known->must |= there;
    if (known->n_there && known->n_there == (unsigned)shape->sets + shape->pairs)
        known->may &= there | bodies_of(shape);
    /* The tiles of one suit are known to be there, and there is but one suit. */
    if (known->suits.most == 1)
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            if (known->must >> (9 * suit) & 511)
                known->may &= (kzi_kinds)511 << (9 * suit) | (kzi_kinds)127 << KZI_HONOR;
}

/* Every set is a meld: then the pair is what was waited for, and one tile alone completes it. */
static void settle_wait(struct kzi_bounds *known) {
    known->waits &= kzi_waits_of_shape(known->shape);
    if (known->shape->form == KZI_FORM_ONE_EACH && known->waits == UINT64_C(1) << KZI_WAIT_PAIR) {
        unsigned all = count_kinds(known->shape->one_each);
        at_least(&known->n_waits, all);
    }
    if (known->shape->form != KZI_FORM_SETS || !known->shape->sets ||
        kzi_bounds_groups_count(known, &known->table->melds, false).least < known->shape->sets)
        return;
    known->waits &= UINT64_C(1) << KZI_WAIT_PAIR;
    at_least(&known->n_waits, 1);
    at_most(&known->n_waits, 1);
}

static bool is_consistent(const struct kzi_bounds *known) {
    if (known->open == KZI_HAND_OPEN &&
        !kzi_bounds_groups_count(known, &known->table->claimed, false).most)
        return false;
    for (unsigned i = 0; i < known->n_groups; i++) {
        const struct kzi_bounds_groups *said = &known->groups[i];
        struct kzi_range count = kzi_bounds_groups_count(known, &said->groups, said->pairs);
        if (count.least > said->count.most || count.most < said->count.least ||
            count.least > count.most)
            return false;
    }
    for (unsigned i = 0; i < known->n_tiles; i++) {
        struct kzi_range count = kzi_bounds_tiles_count(known, &known->tiles[i].class_);
        if (count.least > known->tiles[i].count.most || count.most < known->tiles[i].count.least)
            return false;
    }
    return !(known->given & known->not_given) && known->waits && known->seats && known->may &&
           !(known->must & ~known->may) && known->n_waits.least <= known->n_waits.most &&
           known->suits.least <= known->suits.most;
}

bool kzi_bounds_settle(struct kzi_bounds *known) {
    known->shape = &known->model->shapes[__builtin_ctzll(known->shapes)];
    if (known->open == KZI_HAND_OPEN && !known->shape->sets)
        return false;
    unsigned pairs = 0;
    for (unsigned i = 0; i < known->n_there; i++)
        pairs += known->there[i].kind == KZI_PAIR;
    if (pairs > known->shape->pairs || known->n_there - pairs > known->shape->sets)
        return false;
    for (kzi_kinds before = 0; before != known->may;) {
        settle_tiles(known);
        before = known->may;
        narrow(known);
    }
    at_least(&known->suits, suits_of(known->must));
    at_most(&known->suits, suits_of(known->may));
    settle_wait(known);
    return is_consistent(known);
}

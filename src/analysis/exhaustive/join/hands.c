/* From classes of suits to classes of hands: two suits, the third, honors.  Counts multiply where
 * classes are joined, and add where they meet. */
#include "analysis/exhaustive/join/join.h"

#include <stdlib.h>

/* A class by its table and place there. */
#define INDEX_BITS 26

static uint32_t name_class(unsigned tiles, unsigned way, uint32_t index) {
    return (tiles * KZI_JOIN_WAYS + way) << INDEX_BITS | index;
}

static const struct kzi_join_class *named_class(const struct kzi_join_parts *parts, uint32_t name) {
    uint32_t table = name >> INDEX_BITS, index = name & ((UINT32_C(1) << INDEX_BITS) - 1);
    return &parts->of[table / KZI_JOIN_WAYS][table % KZI_JOIN_WAYS].list[index];
}

/* Two kinds of parts whose classes are joined, and what is known of those joined. */
struct step {
    struct kzi_join *join;
    const struct kzi_join_parts *a, *b;
    struct kzi_join_parts *to; /* NULL: hands */
    unsigned settled;          /* number suits, by bit */
    unsigned tiles, way;
    bool two_pairs; /* no sets and one pair */
};

/* --- two parts ------------------------------------------------------------------------------- */

/* What the ids, or the state and the id, of two suits leave. */
static void join_sets(struct kzi_join *join, const struct step *step,
                      struct kzi_join_reading *reading, const struct kzi_join_reading *with) {
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        const struct kzi_join_ranks *ranks = &join->ranks[kind];
        if (step->a != &join->two)
            reading->sets[kind] =
                reading->form == KZI_JOIN_OF_SETS && reading->rows & ranks->mentions
                    ? kzi_join_state(join, kind, join->sets_left[step->tiles], reading->sets[kind],
                                     with->sets[kind])
                    : 0;
        else if (reading->rows & ranks->mentions) {
            unsigned class_ = ranks->states[reading->sets[kind]][with->sets[kind]];
            reading->rows &= ranks->rows->rows[class_];
            reading->sets[kind] = 0;
        }
    }
}

/* Return how many readings of both are left in the list. */
static unsigned join_readings(const struct step *step, const struct kzi_join_class *a,
                              const struct kzi_join_class *b, uint64_t rows,
                              struct kzi_join_reading *list) {
    struct kzi_join *join = step->join;
    const struct kzi_join_reading *one = join->pool + a->first, *other = join->pool + b->first;
    bool of_suits = step->b != &join->honors;
    unsigned count = 0;
    for (unsigned i = 0; i < a->n_readings; i++)
        for (unsigned k = 0; k < b->n_readings; k++) {
            if (one[i].form != other[k].form ||
                (step->two_pairs && one[i].form == KZI_JOIN_OF_SETS))
                continue;
            struct kzi_join_reading *made = &list[count++];
            *made = one[i];
            made->rows &= other[k].rows & rows;
            made->phrases += other[k].phrases;
            made->fu[0] += other[k].fu[0];
            made->fu[1] += other[k].fu[1];
            if (of_suits)
                join_sets(join, step, made, &other[k]);
            if (step->to) {
                kzi_join_reduce(join, made, step->tiles);
            } else {
                made->rows = kzi_join_alive(&join->phrases, made->rows, made->phrases, 0);
                made->phrases = 0;
            }
        }
    return kzi_join_sort(list, count);
}

static void add_hand(const struct step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list);

static bool any_asks(const struct kzi_join_reading *list, unsigned count, uint64_t rows) {
    uint64_t some = 0;
    for (unsigned i = 0; i < count; i++)
        some |= list[i].rows;
    return some & rows;
}

static void join_classes(const struct step *step, const struct kzi_join_class *a,
                         const struct kzi_join_class *b, struct kzi_join_class *made) {
    struct kzi_join *join = step->join;
    const struct kzi_join_needs *needs = &join->needs;
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    bool fresh;
    if (a->n_readings * b->n_readings > KZI_JOIN_READINGS) {
        kzi_join_give_up(join);
        return;
    }
    made->count = a->count * b->count;
    made->melds = needs->alike[join->sets_left[step->tiles]][needs->sum[a->melds][b->melds]];
    made->suits = a->suits | b->suits;
    made->seat = b->seat;
    made->like = a->like | b->like;
    uint64_t rows = join->suits_alive[step->settled][made->suits];
    if (needs->open[made->melds] || !step->to)
        rows &= join->situation[KZI_JOIN_OF_SETS][needs->open[made->melds]][step->way]
                               [KZI_JOIN_ANY_WAIT] |
                (needs->open[made->melds] || join->shape[KZI_JOIN_OF_PAIRS] < 0
                     ? 0
                     : join->situation[KZI_JOIN_OF_PAIRS][false][step->way][KZI_JOIN_ANY_WAIT]);
    made->n_readings = (uint16_t)join_readings(step, a, b, rows, list);
    if (!made->n_readings)
        return;
    if (!any_asks(list, made->n_readings, join->suits_mentions))
        made->suits = 0;
    if (step->to)
        kzi_join_add(join, &step->to->of[step->tiles][step->way], made, list, &fresh);
    else
        add_hand(step, made, list);
}

static void join_tables(struct step *step, unsigned a, unsigned way, unsigned b, unsigned other) {
    const struct kzi_join_table *one = &step->a->of[a][way], *with = &step->b->of[b][other];
    step->tiles = a + b;
    step->way = way + other;
    step->two_pairs = kzi_join_has_pair(a) && kzi_join_has_pair(b);
    for (uint32_t i = 0; i < one->count; i++)
        for (uint32_t k = 0; k < with->count && !step->join->failed; k++) {
            struct kzi_join_class made = {.from = {name_class(a, way, i), name_class(b, other, k)}};
            join_classes(step, &one->list[i], &with->list[k], &made);
        }
}

static uint64_t count_pairs(const struct step *step, unsigned a, unsigned way, unsigned b,
                            unsigned other) {
    return (uint64_t)step->a->of[a][way].count * step->b->of[b][other].count;
}

/* Join all tables that fit, or only count the pairs of their classes. */
static uint64_t join_parts(struct step *step, bool counted) {
    unsigned most = step->join->n_tiles;
    uint64_t pairs = 0;
    for (unsigned a = 0; a <= most; a++)
        for (unsigned b = step->to ? 0 : most - a; a + b <= most; b++)
            for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
                for (unsigned other = 0; other < (way ? 1U : KZI_JOIN_WAYS); other++) {
                    if (!step->to && !(way + other))
                        continue;
                    pairs += count_pairs(step, a, way, b, other);
                    if (!counted)
                        join_tables(step, a, way, b, other);
                }
    return pairs;
}

/* --- readings of hands ----------------------------------------------------------------------- */

/* Drop rows that say no more than others.  Return how many readings are left. */
static unsigned fold(const struct kzi_join *join, struct kzi_join_reading *list, unsigned count) {
    const struct kzi_every_folds *folds = &join->every->folds[0];
    for (unsigned i = 0; i < count && !kzi_join_counts_only(join); i++)
        kzi_every_fold(folds, folds->settled, &list[i].rows);
    return kzi_join_sort(list, count);
}

static void add_readings(struct kzi_count_key *key, const struct kzi_join_reading *list,
                         unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        kzi_count_key_add(key, list[i].rows);
        kzi_count_key_add(key, (uint64_t)list[i].fu[0] << 32 | list[i].fu[1]);
        kzi_count_key_add(key, list[i].form);
    }
}

/* --- hands that a difference concerns -------------------------------------------------------- */

static const unsigned words[2] = {1, 1}; /* of rows, which both rulesets have alike */

static bool is_concerned(const struct kzi_every *every, const struct kzi_join_reading *list,
                         unsigned count) {
    const uint64_t *const settled[2] = {every->folds[0].settled, every->folds[1].settled};
    for (unsigned i = 0; i < count; i++) {
        const uint64_t *const left[2] = {&list[i].rows, &list[i].rows};
        if (kzi_every_concerns(every->concern, words, left, settled))
            return true;
    }
    return false;
}

static void find_touching(const struct kzi_every *every, const struct kzi_join_reading *list,
                          unsigned count, uint64_t touching[KZI_DIFFERENCE_WORDS]) {
    bool some = every->view == KZI_CONCERNED_HANDS && !every->concern->tangled;
    memset(touching, some ? 0 : 0xFF, KZI_DIFFERENCE_WORDS * sizeof *touching);
    for (unsigned i = 0; some && i < count; i++) {
        const uint64_t *const left[2] = {&list[i].rows, &list[i].rows};
        kzi_every_touches(every->concern, words, left, touching);
    }
}

/* --- hands ----------------------------------------------------------------------------------- */

/* The hand that a class was first joined of. */
static void unpack(const struct kzi_join *join, const struct step *step,
                   const struct kzi_join_class *made, struct kzi_every_hand *hand) {
    const struct kzi_join_class *three = named_class(&join->three, made->from[0]),
                                *honors = named_class(&join->honors, made->from[1]),
                                *two = named_class(&join->two, three->from[0]);
    kzi_join_suit_put(join, 0, named_class(&join->suit[0], two->from[0]), hand);
    kzi_join_suit_put(join, 1, named_class(&join->suit[1], two->from[1]), hand);
    kzi_join_suit_put(join, 2, named_class(&join->suit[2], three->from[1]), hand);
    kzi_join_honors_put(honors, hand);
    hand->self_draw = step->way == KZI_JOIN_DRAWN;
}

static void add_hand(const struct step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list) {
    struct kzi_join *join = step->join;
    struct kzi_every *every = join->every;
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_join_reading folded[KZI_JOIN_READINGS];
    bool fresh, of_sets = false, drawn = step->way == KZI_JOIN_DRAWN;
    uint64_t needs = join->needs.digest[made->melds][made->seat][drawn][made->like];
    memcpy(folded, list, made->n_readings * sizeof *list);
    unsigned count = fold(join, folded, made->n_readings);
    if (every->view == KZI_CONCERNED_HANDS && !is_concerned(every, folded, count))
        return;
    for (unsigned i = 0; i < count; i++)
        of_sets |= folded[i].form == KZI_JOIN_OF_SETS;
    unsigned shape = join->in_every[of_sets ? KZI_JOIN_OF_SETS : KZI_JOIN_OF_PAIRS];
    kzi_count_key_add(&key, needs);
    kzi_count_key_add(&key, (shape * KZI_SEATS + made->seat) * 2 + drawn);
    add_readings(&key, folded, count);
    every->shapes[shape].hands += made->count;
    struct kzi_every_hand *alike = kzi_count_map_find(&every->hands, key, &fresh);
    join->failed |= !alike;
    if (every->hands.count > every->most)
        kzi_join_give_up(join);
    if (!alike)
        return;
    alike->alike.count += made->count;
    if (!fresh)
        return;
    unpack(join, step, made, alike);
    alike->shape = (uint8_t)shape;
    alike->needs = needs;
    alike->order = every->tiles.count + every->hands.count;
    find_touching(every, folded, count, alike->touching);
}

/* --- sets of tiles --------------------------------------------------------------------------- */

/* How many there are of some suits, by number of tiles; of sets with and without a pair. */
struct sets_of_tiles {
    uint64_t of_sets[KZI_JOIN_TILES + 1][2], of_pairs[KZI_JOIN_TILES + 1],
        of_both[KZI_JOIN_TILES + 1][2];
};

static void multiply(struct sets_of_tiles *all, const struct sets_of_tiles *suit) {
    struct sets_of_tiles made = {.of_pairs = {0}};
    for (unsigned a = 0; a <= KZI_JOIN_TILES; a++)
        for (unsigned b = 0; a + b <= KZI_JOIN_TILES; b++) {
            made.of_pairs[a + b] += all->of_pairs[a] * suit->of_pairs[b];
            for (unsigned pair = 0; pair < 2; pair++)
                for (unsigned more = 0; pair + more < 2; more++) {
                    made.of_sets[a + b][pair + more] +=
                        all->of_sets[a][pair] * suit->of_sets[b][more];
                    made.of_both[a + b][pair + more] +=
                        all->of_both[a][pair] * suit->of_both[b][more];
                }
        }
    *all = made;
}

/* Every choice of tiles of a suit, number by number. */
static void list_suit(const struct kzi_join *join, unsigned suit, unsigned number, kzi_suit_key key,
                      unsigned tiles, struct sets_of_tiles *found) {
    const struct kzi_splits *table = join->every->rules[0]->shapes.splits;
    const struct kzi_shape *shapes = join->every->rules[0]->shapes.list;
    int shape = join->shape[KZI_JOIN_OF_PAIRS];
    if (tiles > join->n_tiles)
        return;
    if (number < (suit < KZI_SUITS ? 9U : 7U)) {
        unsigned copies = join->every->rules[0]->model->copies[9 * suit + number];
        for (unsigned count = 0; count <= copies; count++)
            list_suit(join, suit, number + 1, key | (kzi_suit_key)count << 3 * number,
                      tiles + count, found);
        return;
    }
    bool of_sets = kzi_suit_find(table, key | (suit == KZI_SUITS ? KZI_HONORS : 0)) != NULL;
    bool of_pairs = shape >= 0 && !(key & KZI_KEY_ONES) &&
                    !(key & 4 * KZI_KEY_ONES && shapes[shape].pairs_differ);
    found->of_sets[tiles][kzi_join_has_pair(tiles)] += of_sets;
    found->of_pairs[tiles] += of_pairs;
    found->of_both[tiles][kzi_join_has_pair(tiles)] += of_sets && of_pairs;
}

static void count_tiles(const struct kzi_join *join) {
    struct kzi_every *every = join->every;
    struct sets_of_tiles all = {.of_sets = {{1}}, .of_pairs = {1}, .of_both = {{1}}};
    uint64_t times = every->rules[0]->model->n_seats * KZI_EVERY_ROUNDS;
    for (unsigned suit = 0; suit < 4; suit++) {
        struct sets_of_tiles found = {.of_pairs = {0}};
        list_suit(join, suit, 0, 0, 0, &found);
        multiply(&all, &found);
    }
    unsigned tiles = join->n_tiles;
    every->shapes[join->in_every[KZI_JOIN_OF_SETS]].tiles = times * all.of_sets[tiles][1];
    if (join->shape[KZI_JOIN_OF_PAIRS] >= 0)
        every->shapes[join->in_every[KZI_JOIN_OF_PAIRS]].tiles =
            times * (all.of_pairs[tiles] - all.of_both[tiles][1]);
}

/* --- all of it ------------------------------------------------------------------------------- */

static void find_shapes(struct kzi_join *join) {
    const struct kzi_shapes *shapes = &join->every->rules[0]->shapes;
    join->shape[KZI_JOIN_OF_SETS] = join->shape[KZI_JOIN_OF_PAIRS] = -1;
    for (unsigned i = 0; i < shapes->count; i++) {
        const struct kzi_shape *shape = &shapes->list[i];
        unsigned form = shape->form == KZI_FORM_PAIRS ? KZI_JOIN_OF_PAIRS : KZI_JOIN_OF_SETS;
        if (shape->form != KZI_FORM_SETS && shape->form != KZI_FORM_PAIRS)
            continue;
        join->shape[form] = (int)i;
        join->n_tiles = kzi_shape_tiles(shape);
        for (unsigned k = 0; k < join->every->n_shapes; k++)
            if (kzi_every_same_shape(join->every->shapes[k].shape, shape))
                join->in_every[form] = k;
    }
    join->n_sets = shapes->list[join->shape[KZI_JOIN_OF_SETS]].sets;
    if (join->shape[KZI_JOIN_OF_PAIRS] >= 0)
        join->n_pairs = shapes->list[join->shape[KZI_JOIN_OF_PAIRS]].pairs;
}

static void join_all(struct kzi_join *join) {
    for (unsigned suit = 0; suit < KZI_SUITS && !join->failed; suit++)
        join->failed |= !kzi_join_suit_make(join, suit);
    kzi_join_honors_make(join);
    struct step steps[] = {
        {.join = join, .a = &join->suit[0], .b = &join->suit[1], .to = &join->two, .settled = 3},
        {.join = join, .a = &join->two, .b = &join->suit[2], .to = &join->three, .settled = 7},
        {.join = join, .a = &join->three, .b = &join->honors, .to = NULL, .settled = 0}};
    for (unsigned i = 0; i < sizeof steps / sizeof *steps && !join->failed; i++)
        if (join_parts(&steps[i], true) > KZI_JOIN_MOST_PAIRS)
            kzi_join_give_up(join);
        else
            join_parts(&steps[i], false);
    count_tiles(join);
}

static void release(struct kzi_join *join) {
    kzi_join_reduction_release(join);
    kzi_join_suits_release(join);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        kzi_join_parts_release(&join->suit[suit]);
    kzi_join_parts_release(&join->honors);
    kzi_join_parts_release(&join->two);
    kzi_join_parts_release(&join->three);
    free(join->pool);
    free(join);
}

/* A program without rows: parts are told apart by what circumstances need of them. */
static const struct kzi_program *make_blank(struct kzi_program *blank) {
    static const uint64_t none[512];
    static const struct kzi_sum sums[KZI_GROUP_CODES];
    *blank = (struct kzi_program){.words = 1, .possible = none, .sums = sums};
    for (unsigned suit = 0; suit < 4; suit++)
        blank->hand.present[suit] = none;
    return blank;
}

static void forget(struct kzi_every *every) {
    size_t size = every->hands.size;
    kzi_count_map_release(&every->hands);
    kzi_count_map_init(&every->hands, size);
    for (unsigned i = 0; i < every->n_shapes; i++)
        every->shapes[i].tiles = every->shapes[i].hands = 0;
}

bool kzi_join_find_hands(struct kzi_every *every) {
    struct kzi_join *join = calloc(1, sizeof *join);
    if (!join)
        return false;
    join->every = every;
    join->program =
        every->view == KZI_COUNTED_HANDS ? make_blank(&join->blank) : every->rules[0]->scoring;
    find_shapes(join);
    join->failed = !kzi_join_reduction_make(join);
    if (!join->failed)
        join_all(join);
    bool found = !join->failed;
    release(join);
    every->joined = found;
    if (!found)
        forget(every);
    found |= every->too_many;
    every->too_many = false;
    return found;
}

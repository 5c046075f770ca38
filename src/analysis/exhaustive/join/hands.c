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
    struct kzi_join_parts *a, *b, *to; /* to NULL: hands */
    unsigned settled;                  /* number suits, by bit */
    unsigned tiles, way;
    bool two_pairs;   /* no sets and one pair */
    uint64_t n_pairs; /* of classes that were joined */
};

/* --- two parts ------------------------------------------------------------------------------- */

/* What the ids, or the state and the id, of two suits leave. */
static void join_sets(struct kzi_join *join, const struct step *step,
                      struct kzi_join_reading *reading, const struct kzi_join_reading *with) {
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        const struct kzi_join_ranks *ranks = &join->ranks[kind];
        if (!ranks->n_states || !kzi_join_any(reading->rows & ranks->mentions)) {
            reading->sets[kind] = 0;
        } else if (step->a != &join->two) {
            reading->sets[kind] = reading->form == KZI_JOIN_OF_SETS
                                      ? kzi_join_state(join, kind, join->sets_left[step->tiles],
                                                       reading->sets[kind], with->sets[kind])
                                      : 0;
        } else {
            const struct kzi_join_answer *answer =
                &ranks->answers[ranks->states[reading->sets[kind]][with->sets[kind]]];
            reading->rows &= answer->rows;
            reading->sets[kind] = answer->chosen;
        }
    }
}

/* List the readings of both with the rows that are left.  Return how many there are. */
static unsigned join_rows(const struct step *step, const struct kzi_join_class *a,
                          const struct kzi_join_class *b, kzi_join_rows rows,
                          struct kzi_join_reading *list) {
    const struct kzi_join *join = step->join;
    const struct kzi_join_reading *one = join->pool + a->first, *other = join->pool + b->first;
    unsigned count = 0;
    for (unsigned i = 0; i < a->n_readings; i++)
        for (unsigned k = 0; k < b->n_readings; k++) {
            if (one[i].form != other[k].form ||
                (step->two_pairs && one[i].form == KZI_JOIN_OF_SETS))
                continue;
            struct kzi_join_reading *made = &list[count++];
            *made = one[i];
            made->phrases += other[k].phrases;
            made->rows = kzi_join_alive(&join->phrases, one[i].rows & other[k].rows & rows,
                                        made->phrases, join->groups_left[made->form][step->tiles]);
            made->fu[0] = (uint16_t)(made->fu[0] + other[k].fu[0]);
            made->fu[1] = (uint16_t)(made->fu[1] + other[k].fu[1]);
            made->places &= other[k].places;
            made->own += other[k].own;
            if (join->places.n_patterns)
                kzi_join_drop_patterns(join, made);
            if (step->to)
                join_sets(step->join, step, made, &other[k]);
        }
    return count;
}

static void add_hand(const struct step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list);

static bool any_asks(const struct kzi_join_reading *list, unsigned count, kzi_join_rows rows) {
    kzi_join_rows some = {0};
    for (unsigned i = 0; i < count; i++)
        some |= list[i].rows;
    return kzi_join_any(some & rows);
}

/* Of a whole hand only counts matter that yaku have, and rows. */
static void finish_reading(const struct kzi_join *join, struct kzi_join_reading *reading) {
    unsigned bits = join->phrases.bits_each;
    uint64_t mask = (UINT64_C(1) << bits) - 1;
    for (uint64_t left = reading->phrases; left;) {
        unsigned field = (unsigned)__builtin_ctzll(left) / bits;
        left &= ~(mask << bits * field);
        if (!kzi_join_any(join->phrases.counted[field] & reading->rows))
            reading->phrases &= ~(mask << bits * field);
    }
    reading->places = 0;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        if (!kzi_join_any(reading->rows & join->ranks[kind].mentions))
            reading->sets[kind] = 0;
    if (!kzi_join_any(reading->rows & join->own))
        reading->own = 0;
}

/* The rows that melds, suits and the way of winning leave. */
static kzi_join_rows rows_of_both(const struct step *step, const struct kzi_join_class *made) {
    const struct kzi_join *join = step->join;
    bool open = join->needs.open[made->melds];
    kzi_join_rows rows = join->suits_alive[step->settled][made->suits];
    if (open || !step->to)
        rows &=
            join->tables.situation[KZI_JOIN_OF_SETS][open][step->way][KZI_JOIN_ANY_WAIT] |
            (open || join->shape[KZI_JOIN_OF_PAIRS] < 0
                 ? (kzi_join_rows){0}
                 : join->tables.situation[KZI_JOIN_OF_PAIRS][false][step->way][KZI_JOIN_ANY_WAIT]);
    return rows;
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
    made->melds = needs->alike[join->sets_left[step->tiles]][needs->sum[a->melds][b->melds]];
    made->suits = a->suits | b->suits;
    unsigned count = join_rows(step, a, b, rows_of_both(step, made), list);
    if (!count || !kzi_join_concerns(join, list, count))
        return;
    made->count = a->count * b->count;
    made->seat = b->seat;
    made->like = a->like | b->like;
    made->fours = (a->fours + b->fours) & 15U;
    if (join->asks_waits)
        made->waits = (uint8_t)kzi_join_drop_waits(
            join,
            kzi_join_waits(kzi_join_waiting_of(join, a), kzi_join_waiting_of(join, b), step->tiles),
            list, count, !step->to);
    for (unsigned i = 0; i < count; i++)
        if (step->to)
            kzi_join_forget(join, &list[i], join->groups_left[list[i].form][step->tiles]);
        else
            finish_reading(join, &list[i]);
    made->n_readings = (uint16_t)kzi_join_sort(list, count);
    if (!any_asks(list, made->n_readings, join->suits_mentions))
        made->suits = 0;
    if (step->to)
        kzi_join_add(join, &step->to->of[step->tiles][step->way], made, list, &fresh);
    else
        add_hand(step, made, list);
}

/* --- tables of classes ------------------------------------------------------------------------ */

/* Return whether two classes, of which others differ in nothing that matters to it, may make a
 * hand that a difference concerns. */
static bool may_concern(const struct step *step, const struct kzi_join_class *a,
                        const struct kzi_join_class *b) {
    const struct kzi_join *join = step->join;
    struct kzi_join_class made = {.melds = join->needs.sum[a->melds][b->melds],
                                  .suits = a->suits | b->suits};
    kzi_join_rows rows = rows_of_both(step, &made);
    for (unsigned i = 0; i < a->n_readings; i++)
        for (unsigned k = 0; k < b->n_readings; k++) {
            const struct kzi_join_reading *one = &join->pool[a->first + i],
                                          *other = &join->pool[b->first + k];
            kzi_join_rows left = one->rows & other->rows & rows & join->concerned[one->form];
            if (one->form == other->form && kzi_join_any(left) &&
                kzi_join_any(kzi_join_alive(&join->phrases, left, one->phrases + other->phrases,
                                            join->groups_left[one->form][step->tiles])))
                return true;
        }
    return false;
}

static void join_tables(struct step *step, unsigned a, unsigned way, unsigned b, unsigned other) {
    struct kzi_join_table *one = &step->a->of[a][way], *with = &step->b->of[b][other];
    step->tiles = a + b;
    step->way = way + other;
    step->two_pairs = kzi_join_has_pair(a) && kzi_join_has_pair(b);
    if (!kzi_join_sort_table(step->join, one) || !kzi_join_sort_table(step->join, with))
        return;
    for (uint32_t p = 0; p < one->n_buckets; p++)
        for (uint32_t q = 0; q < with->n_buckets && !step->join->failed; q++) {
            uint32_t i = one->bucket[p], k = with->bucket[q];
            if (step->join->prunes &&
                !may_concern(step, &one->list[one->order[i]], &with->list[with->order[k]]))
                continue;
            step->n_pairs += (uint64_t)(one->bucket[p + 1] - i) * (with->bucket[q + 1] - k);
            if (step->n_pairs > KZI_JOIN_MOST_PAIRS)
                kzi_join_give_up(step->join);
            for (i = one->bucket[p]; i < one->bucket[p + 1]; i++)
                for (k = with->bucket[q]; k < with->bucket[q + 1] && !step->join->failed; k++) {
                    struct kzi_join_class made = {.from = {name_class(a, way, one->order[i]),
                                                           name_class(b, other, with->order[k])}};
                    join_classes(step, &one->list[one->order[i]], &with->list[with->order[k]],
                                 &made);
                }
        }
}

/* Join all tables of which both together have so many tiles and are won so. */
static void join_parts(struct step *step, unsigned tiles, unsigned way) {
    for (unsigned a = 0; a <= tiles && !step->join->failed; a++)
        for (unsigned of = 0; of <= way; of++)
            if (of == 0 || of == way)
                join_tables(step, a, of, tiles - a, way - of);
}

/* --- hands ----------------------------------------------------------------------------------- */

/* The hand that a class was first joined of. */
static void unpack(const struct kzi_join *join, unsigned way, const struct kzi_join_class *made,
                   struct kzi_every_hand *hand) {
    const struct kzi_join_class *three = named_class(&join->three, made->from[0]),
                                *honors = named_class(&join->honors, made->from[1]),
                                *two = named_class(&join->two, three->from[0]);
    kzi_join_suit_put(join, 0, named_class(&join->suit[0], two->from[0]), hand);
    kzi_join_suit_put(join, 1, named_class(&join->suit[1], two->from[1]), hand);
    kzi_join_suit_put(join, 2, named_class(&join->suit[2], three->from[1]), hand);
    kzi_join_honors_put(honors, hand);
    hand->self_draw = way == KZI_JOIN_DRAWN;
}

/* Find which differences may change the hand. */
static void find_touching(const struct kzi_join *join, const struct kzi_join_reading *list,
                          unsigned count, uint64_t touching[KZI_DIFFERENCE_WORDS]) {
    const struct kzi_every *every = join->every;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    bool some = join->prunes && !every->concern->tangled;
    uint64_t rows[2][KZI_ROW_WORDS] = {{0}};
    const uint64_t *const left[2] = {rows[0], rows[1]};
    memset(touching, some ? 0 : 0xFF, KZI_DIFFERENCE_WORDS * sizeof *touching);
    for (unsigned i = 0; some && i < count; i++)
        kzi_join_rows_of(join, list[i].rows, rows);
    if (some)
        kzi_every_touches(every->concern, words, left, touching);
}

static struct kzi_count_key digest_hand(const struct kzi_join_class *made,
                                        const struct kzi_join_reading *list, uint64_t needs,
                                        unsigned way) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    kzi_count_key_add(&key, needs);
    kzi_count_key_add(&key, (made->seat * 2U + (way == KZI_JOIN_DRAWN)) * 16 + made->fours);
    for (unsigned i = 0; i < made->n_readings; i++) {
        uint64_t words[sizeof *list / sizeof(uint64_t)];
        memcpy(words, &list[i], sizeof words);
        for (unsigned k = 0; k < sizeof words / sizeof *words; k++)
            kzi_count_key_add(&key, words[k]);
    }
    return key;
}

static void add_hand(const struct step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list) {
    struct kzi_join *join = step->join;
    struct kzi_every *every = join->every;
    bool fresh, of_sets = false, drawn = step->way == KZI_JOIN_DRAWN;
    uint64_t needs = join->needs.digest[made->melds][made->seat][drawn][made->like];
    for (unsigned i = 0; i < made->n_readings; i++)
        of_sets |= list[i].form == KZI_JOIN_OF_SETS;
    unsigned shape = join->in_every[of_sets ? KZI_JOIN_OF_SETS : KZI_JOIN_OF_PAIRS];
    every->shapes[shape].hands += made->count;
    struct kzi_every_hand *alike =
        kzi_count_map_find(&every->hands, digest_hand(made, list, needs, step->way), &fresh);
    join->failed |= !alike;
    if (every->hands.count > every->most)
        kzi_join_give_up(join);
    if (!alike)
        return;
    alike->alike.count += made->count;
    if (!fresh)
        return;
    unpack(join, step->way, made, alike);
    alike->shape = (uint8_t)shape;
    alike->needs = needs;
    alike->order = every->tiles.count + every->hands.count;
    find_touching(join, list, made->n_readings, alike->touching);
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

/* Join parts of three suits of so many tiles, won so, with honors; then forget them. */
static void finish_three(struct step *three, unsigned tiles, unsigned way) {
    struct kzi_join *join = three->join;
    struct step step = {.join = join, .a = &join->three, .b = &join->honors};
    uint32_t n_pool = join->n_pool;
    join_parts(three, tiles, way);
    for (unsigned with = way ? 0 : KZI_JOIN_DRAWN; with < (way ? 1U : KZI_JOIN_WAYS); with++)
        if (!join->failed)
            join_tables(&step, tiles, way, join->n_tiles - tiles, with);
    kzi_join_table_release(&join->three.of[tiles][way]);
    join->n_pool = n_pool;
}

static void join_all(struct kzi_join *join) {
    for (unsigned suit = 0; suit < KZI_SUITS && !join->failed; suit++)
        join->failed |= !kzi_join_suit_make(join, suit);
    kzi_join_honors_make(join);
    struct step two = {.join = join,
                       .a = &join->suit[0],
                       .b = &join->suit[1],
                       .to = &join->two,
                       .settled = 3},
                three = {.join = join,
                         .a = &join->two,
                         .b = &join->suit[2],
                         .to = &join->three,
                         .settled = 7};
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS && !join->failed; way++)
            join_parts(&two, tiles, way);
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS && !join->failed; way++)
            finish_three(&three, tiles, way);
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
    kzi_join_end(join);
    free(join->pool);
    free(join);
}

static void forget(struct kzi_every *every) {
    size_t size = every->hands.size;
    kzi_count_map_release(&every->hands);
    kzi_count_map_init(&every->hands, size);
    for (unsigned i = 0; i < every->n_shapes; i++)
        every->shapes[i].tiles = every->shapes[i].hands = 0;
}

bool kzi_join_find_hands(struct kzi_every *every) {
    struct kzi_join *join = malloc(sizeof *join);
    if (!join)
        return false;
    const char *why = kzi_join_begin(join, every);
    join->failed = why || !kzi_join_reduction_make(join);
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

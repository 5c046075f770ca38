/* From classes of suits to classes of hands: two suits, the third, honors.  Counts multiply where
 * classes are joined, and add where they meet. */
#include "analysis/exhaustive/join.h"

#include <limits.h>
#include <stdlib.h>

/* A class by its table and place there; a class of a suit by its origin (suit.c). */
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
    bool mirrored; /* a and b are alike, and it is alike which of both has which class */
    const struct kzi_join_table *one, *with; /* of a and b */
    unsigned tiles, way;
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
            unsigned to_come = join->sets_left[reading->form][step->settled][step->tiles];
            reading->sets[kind] =
                kzi_join_has_sets(&join->forms[reading->form])
                    ? kzi_join_state(join, kind, to_come, reading->sets[kind], with->sets[kind])
                    : 0;
        } else {
            const struct kzi_join_answer *answer =
                &ranks->answers[ranks->states[reading->sets[kind]][with->sets[kind]]];
            reading->rows &= answer->rows;
            reading->sets[kind] = answer->chosen;
        }
    }
}

/* Return whether readings of a form, with or without its pair, may have so many tiles of these
 * suits. */
static bool may_be(const struct step *step, unsigned form, unsigned pair) {
    const struct kzi_join *join = step->join;
    return join->sets_left[form][step->settled][step->tiles] != KZI_JOIN_NEVER &&
           (step->to || pair == kzi_join_wants_pair(&join->forms[form]));
}

/* List the readings of both with the rows that are left.  Return how many there are. */
static unsigned join_rows(const struct step *step, const struct kzi_join_class *a,
                          const struct kzi_join_class *b, kzi_join_rows rows,
                          struct kzi_join_reading *list) {
    const struct kzi_join *join = step->join;
    const struct kzi_join_reading *one = step->one->readings + a->first,
                                  *other = step->with->readings + b->first;
    unsigned count = 0;
    for (unsigned i = 0; i < a->n_readings; i++)
        for (unsigned k = 0; k < b->n_readings; k++) {
            if (one[i].form != other[k].form || !(one[i].bodies & other[k].bodies) ||
                (one[i].pair & other[k].pair) ||
                !may_be(step, one[i].form, one[i].pair | other[k].pair))
                continue;
            struct kzi_join_reading *made = &list[count++];
            *made = one[i];
            made->pair |= other[k].pair;
            made->bodies &= other[k].bodies;
            if (one[i].waits | other[k].waits)
                made->waits = 7 & kzi_join_body_waits(
                                      (struct kzi_join_waiting){one[i].waits, true, a->like != 0},
                                      (struct kzi_join_waiting){other[k].waits, true, b->like != 0},
                                      made->pair);
            made->phrases += other[k].phrases;
            made->rows =
                kzi_join_alive(&join->phrases, one[i].rows & other[k].rows & rows, made->phrases,
                               join->groups_left[made->form][step->settled][step->tiles]);
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
    reading->bodies = 0;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        if (!kzi_join_any(reading->rows & join->ranks[kind].mentions))
            reading->sets[kind] = 0;
    if (!kzi_join_any(reading->rows & join->own[reading->form]) && !join->always[reading->form])
        reading->own = 0;
}

/* The rows that melds, suits and the way of winning leave. */
static kzi_join_rows rows_of_both(const struct step *step, const struct kzi_join_class *made) {
    const struct kzi_join *join = step->join;
    bool open = join->needs.open[made->melds];
    kzi_join_rows rows = join->suits_alive[step->settled & 7][made->suits];
    if (open || !step->to)
        rows &= open ? join->tables.open[step->way] : join->tables.closed[step->way];
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
    made->melds = needs->alike[join->melds_left[step->tiles]][needs->sum[a->melds][b->melds]];
    made->suits = a->suits | b->suits;
    unsigned count = join_rows(step, a, b, rows_of_both(step, made), list);
    if (!count || !kzi_join_concerns(join, list, count))
        return;
    made->count *= a->count * b->count;
    made->seat = b->seat;
    made->like = a->like | b->like;
    made->fours = (a->fours + b->fours) & 15U;
    if (join->adds_waits)
        made->waits = (uint8_t)kzi_join_drop_waits(
            join,
            kzi_join_waits(kzi_join_waiting_of(join, step->one, a),
                           kzi_join_waiting_of(join, step->with, b), step->tiles),
            list, count, !step->to);
    for (unsigned i = 0; i < count; i++)
        if (step->to)
            kzi_join_forget(join, &list[i],
                            join->groups_left[list[i].form][step->settled][step->tiles]);
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
            const struct kzi_join_reading *one = &step->one->readings[a->first + i],
                                          *other = &step->with->readings[b->first + k];
            kzi_join_rows left = one->rows & other->rows & rows & join->concerned[one->form];
            if (one->form == other->form && kzi_join_any(left) &&
                kzi_join_any(
                    kzi_join_alive(&join->phrases, left, one->phrases + other->phrases,
                                   join->groups_left[one->form][step->settled][step->tiles])))
                return true;
        }
    return false;
}

/* How often a pair of classes counts: of mirrored ones the first for both, if both have tiles. */
static unsigned times(const struct step *step, unsigned a, unsigned way, uint32_t i, unsigned b,
                      unsigned other, uint32_t k) {
    if (!step->mirrored || !a || !b || (a == b && way == other && i == k))
        return 1;
    bool first = a != b ? a < b : way != other ? way < other : i < k;
    return first ? 2 : 0;
}

static void join_tables(struct step *step, unsigned a, unsigned way, unsigned b, unsigned other) {
    struct kzi_join_table *one = &step->a->of[a][way], *with = &step->b->of[b][other];
    bool of_suits = step->a != &step->join->two && step->to;
    step->tiles = a + b;
    step->way = way + other;
    step->one = one;
    step->with = with;
    if (!kzi_join_sort_table(step->join, one) || !kzi_join_sort_table(step->join, with))
        return;
    for (uint32_t p = 0; p < one->n_buckets; p++)
        for (uint32_t q = 0; q < with->n_buckets && !step->join->failed; q++) {
            uint32_t i = one->bucket[p], k = with->bucket[q];
            if (step->join->prunes && !may_concern(step, &one->list[i], &with->list[k]))
                continue;
            step->n_pairs += (uint64_t)(one->bucket[p + 1] - i) * (with->bucket[q + 1] - k);
            if (step->n_pairs > KZI_JOIN_MOST_PAIRS)
                kzi_join_give_up(step->join);
            for (i = one->bucket[p]; i < one->bucket[p + 1]; i++)
                for (k = with->bucket[q]; k < with->bucket[q + 1] && !step->join->failed; k++) {
                    struct kzi_join_class made = {
                        .count = times(step, a, way, i, b, other, k),
                        .from = {of_suits ? one->list[i].from[0] : name_class(a, way, i),
                                 step->to ? with->list[k].from[0] : name_class(b, other, k)}};
                    if (made.count)
                        join_classes(step, &one->list[i], &with->list[k], &made);
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
    kzi_join_suit_put(join, 0, two->from[0], hand);
    kzi_join_suit_put(join, 1, two->from[1], hand);
    kzi_join_suit_put(join, 2, three->from[1], hand);
    kzi_join_honors_put(honors, hand);
    hand->self_draw = way == KZI_JOIN_DRAWN;
}

/* Find which differences may change the hand; sets failed if memory is out. */
static uint32_t find_touching(struct kzi_join *join, const struct kzi_join_reading *list,
                              unsigned count) {
    struct kzi_every *every = join->every;
    uint64_t touching[KZI_DIFFERENCE_WORDS];
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    bool fresh;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    bool some = join->prunes && !every->concern->tangled;
    uint64_t rows[2][KZI_ROW_WORDS] = {{0}};
    const uint64_t *const left[2] = {rows[0], rows[1]};
    memset(touching, some ? 0 : 0xFF, sizeof touching);
    for (unsigned i = 0; some && i < count; i++)
        kzi_join_rows_of(join, list[i].rows, rows);
    if (some)
        kzi_every_touches(every->concern, words, left, touching);
    for (unsigned i = 0; i < KZI_DIFFERENCE_WORDS; i++)
        kzi_count_key_add(&key, touching[i]);
    struct kzi_every_touching *found = kzi_count_map_find(&every->touchings, key, &fresh);
    join->failed |= !found;
    if (!found)
        return 0;
    memcpy(found->differences, touching, sizeof touching);
    return (uint32_t)(found - (struct kzi_every_touching *)kzi_count_map_at(&every->touchings, 0));
}

/* needs: digest of what needs of circumstances find that readings do not tell. */
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

/* Return the first shape that a hand makes. */
static unsigned shape_of(const struct kzi_join *join, const struct kzi_join_reading *list,
                         unsigned count) {
    unsigned shape = UINT_MAX;
    for (unsigned i = 0; i < count; i++)
        if (join->forms[list[i].form].in_every < shape)
            shape = join->forms[list[i].form].in_every;
    return shape;
}

static void add_hand(const struct step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list) {
    struct kzi_join *join = step->join;
    struct kzi_every *every = join->every;
    struct kzi_hand hand;
    bool fresh, drawn = step->way == KZI_JOIN_DRAWN;
    uint64_t needs = join->needs.digest[made->melds][made->seat][drawn][made->like];
    unsigned shape = shape_of(join, list, made->n_readings);
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
    kzi_every_unpack(alike, &hand);
    alike->shape = (uint8_t)shape;
    alike->needs = kzi_join_digest_needs(join, &hand);
    alike->touching = find_touching(join, list, made->n_readings);
}

/* --- all of it ------------------------------------------------------------------------------- */

/* Once all are there, they need less room. */
static void join_two(struct step *two, unsigned tiles, unsigned way) {
    join_parts(two, tiles, way);
    if (!two->join->failed)
        kzi_join_sort_table(two->join, &two->join->two.of[tiles][way]);
}

/* Join parts of three suits of so many tiles, won so, with honors; then forget them. */
static void finish_three(struct step *three, unsigned tiles, unsigned way) {
    struct kzi_join *join = three->join;
    struct step step = {.join = join, .a = &join->three, .b = &join->honors, .settled = 15};
    join_parts(three, tiles, way);
    for (unsigned with = way ? 0 : KZI_JOIN_DRAWN; with < (way ? 1U : KZI_JOIN_WAYS); with++)
        if (!join->failed)
            join_tables(&step, tiles, way, join->n_tiles - tiles, with);
    kzi_join_table_release(join, &join->three.of[tiles][way]);
}

/* Return whether it is alike which of the first two suits has which class. */
static bool are_mirrored(struct kzi_join *join) {
    bool mirrored = !join->adds_waits && kzi_join_ranks_are_mirrored(join);
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS && mirrored; way++) {
            struct kzi_join_table *one = &join->suit[0].of[tiles][way],
                                  *other = &join->suit[1].of[tiles][way];
            mirrored = kzi_join_sort_table(join, one) && kzi_join_sort_table(join, other) &&
                       kzi_join_tables_are_mirrored(one, other);
        }
    return mirrored;
}

static void join_all(struct kzi_join *join) {
    for (unsigned suit = 0; suit < KZI_SUITS && !join->failed; suit++)
        join->failed |= !kzi_join_suit_make(join, suit);
    kzi_join_honors_make(join);
    struct step two = {.join = join,
                       .mirrored = are_mirrored(join),
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
            join_two(&two, tiles, way);
    kzi_join_parts_release(join, &join->suit[0]);
    kzi_join_parts_release(join, &join->suit[1]);
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++)
        for (unsigned way = 0; way < KZI_JOIN_WAYS && !join->failed; way++)
            finish_three(&three, tiles, way);
    kzi_join_count_tiles(join);
}

static void release(struct kzi_join *join) {
    kzi_join_reduction_release(join);
    kzi_join_suits_release(join);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        kzi_join_parts_release(join, &join->suit[suit]);
    kzi_join_parts_release(join, &join->honors);
    kzi_join_parts_release(join, &join->two);
    kzi_join_parts_release(join, &join->three);
    kzi_join_end(join);
    free(join);
}

const char *kzi_every_refusal(struct kzi_every *every) {
    struct kzi_join *join = calloc(1, sizeof *join);
    if (!join)
        return NULL;
    join->every = every;
    const char *why = kzi_join_find_forms(join);
    free(join);
    return why;
}

bool kzi_every_find_hands(struct kzi_every *every) {
    struct kzi_join *join = malloc(sizeof *join);
    if (!join)
        return false;
    kzi_join_begin(join, every);
    join->failed |= !kzi_join_exactness_make(join) || !kzi_join_reduction_make(join);
    if (!join->failed)
        join_all(join);
    bool found = !join->failed;
    release(join);
    return found;
}

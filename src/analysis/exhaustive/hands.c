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

/* Two kinds of parts whose classes are joined. */
struct step {
    struct kzi_join_step join;
    struct kzi_join_parts *a, *b, *to; /* to NULL: hands */
    bool mirrored;    /* a and b are alike, and it is alike which of both has which class */
    uint64_t n_pairs; /* of classes that were joined */
};

/* --- two parts ------------------------------------------------------------------------------- */

/* What the ids of concealed tiles and melds of a suit leave, and the pairs, bit by number, in place
 * of places. */
static void join_suit(const struct kzi_join_step *step, struct kzi_join_reading *reading,
                      const struct kzi_join_reading *with) {
    const struct kzi_join *join = step->join;
    unsigned sets_left = join->sets_left[reading->form][step->settled][step->tiles];
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        reading->sets[kind] = join->ranks[kind].sum[reading->sets[kind]][with->sets[kind]];
    if (kzi_join_any(reading->rows & join->places.mentions)) {
        unsigned suit = (unsigned)__builtin_ctz(step->settled);
        reading->places =
            KZI_JOIN_ALL_PLACES &
            kzi_join_places_of(join, suit, reading, reading->places, step->tiles, true);
        kzi_join_drop_patterns(join, reading);
    }
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        reading->sets[kind] = join->ranks[kind].whole[sets_left][reading->sets[kind]];
}

/* What the ids of two suits leave. */
static void join_two_suits(const struct kzi_join_step *step, struct kzi_join_reading *reading,
                           const struct kzi_join_reading *with) {
    struct kzi_join *join = step->join;
    unsigned to_come = join->sets_left[reading->form][step->settled][step->tiles];
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        bool asked = kzi_join_any(reading->rows & join->ranks[kind].mentions) &&
                     kzi_join_has_sets(&join->forms[reading->form]);
        reading->sets[kind] =
            asked ? kzi_join_state(join, kind, to_come, reading->sets[kind], with->sets[kind]) : 0;
    }
}

/* What the state of two suits and the id of the third leave. */
static void join_third_suit(const struct kzi_join *join, struct kzi_join_reading *reading,
                            const struct kzi_join_reading *with) {
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++) {
        const struct kzi_join_ranks *ranks = &join->ranks[kind];
        if (!ranks->n_states || !kzi_join_any(reading->rows & ranks->mentions)) {
            reading->sets[kind] = 0;
            continue;
        }
        const struct kzi_join_answer *answer =
            &ranks->answers[ranks->states[reading->sets[kind]][with->sets[kind]]];
        reading->rows &= answer->rows;
        reading->sets[kind] = answer->chosen;
    }
}

static void join_sets(const struct kzi_join_step *step, struct kzi_join_reading *reading,
                      const struct kzi_join_reading *with) {
    if (kzi_join_is_suit(step)) {
        join_suit(step, reading, with);
        return;
    }
    reading->places &= with->places;
    if (step->join->places.n_patterns)
        kzi_join_drop_patterns(step->join, reading);
    if (step->settled == 3)
        join_two_suits(step, reading, with);
    else if (step->settled == 7)
        join_third_suit(step->join, reading, with);
}

/* Return whether readings of a form, with or without its pair, may have so many tiles of these
 * suits. */
static bool may_be(const struct kzi_join_step *step, unsigned form, unsigned pair) {
    const struct kzi_join *join = step->join;
    return join->sets_left[form][step->settled][step->tiles] != KZI_JOIN_NEVER &&
           (step->to || pair == kzi_join_wants_pair(&join->forms[form]));
}

/* The rows that the suits leave. */
static kzi_join_rows rows_of_suits(const struct kzi_join_step *step,
                                   const struct kzi_join_class *made) {
    return step->rows & step->join->suits_alive[step->settled & 7][made->suits];
}

/* The rows that melds, or their absence, and the way of winning leave, by form. */
static const kzi_join_rows *rows_of_melds(const struct kzi_join_step *step,
                                          const struct kzi_join_class *made) {
    unsigned open = kzi_join_is_open(made->melds) ? 1 : step->to ? KZI_JOIN_ANY_OPEN : 0;
    return step->join->tables.situation[open][step->way][KZI_JOIN_ANY_WAIT];
}

/* Return whether two readings may be one. */
static bool may_join(const struct kzi_join_step *step, const struct kzi_join_reading *a,
                     const struct kzi_join_reading *b) {
    return a->form == b->form && !(a->pair & b->pair) && may_be(step, a->form, a->pair | b->pair);
}

/* List the readings of both with the rows that are left.  Return how many there are. */
static unsigned join_rows(const struct kzi_join_step *step, const struct kzi_join_part *a,
                          const struct kzi_join_part *b, const struct kzi_join_class *joined,
                          struct kzi_join_reading *list) {
    const struct kzi_join *join = step->join;
    const kzi_join_rows rows = rows_of_suits(step, joined), *of_form = rows_of_melds(step, joined);
    unsigned count = 0;
    for (unsigned i = 0; i < a->class_->n_readings; i++)
        for (unsigned k = 0; k < b->class_->n_readings; k++) {
            const struct kzi_join_reading *one = &a->readings[i], *other = &b->readings[k];
            if (!may_join(step, one, other))
                continue;
            if (count == KZI_JOIN_READINGS) {
                kzi_join_give_up(step->join);
                return 0;
            }
            struct kzi_join_reading *made = &list[count++];
            *made = *one;
            made->pair |= other->pair;
            if (one->waits | other->waits)
                made->waits =
                    7 & kzi_join_body_waits(
                            (struct kzi_join_waiting){one->waits, true, a->class_->like != 0},
                            (struct kzi_join_waiting){other->waits, true, b->class_->like != 0},
                            made->pair);
            made->phrases += other->phrases;
            made->rows = kzi_join_alive(
                &join->phrases, one->rows & other->rows & rows & of_form[made->form], made->phrases,
                join->groups_left[made->form][step->settled][step->tiles]);
            made->fu[0] = (uint16_t)(made->fu[0] + other->fu[0]);
            made->fu[1] = (uint16_t)(made->fu[1] + other->fu[1]);
            made->own += other->own;
            join_sets(step, made, other);
        }
    return count;
}

static void add_hand(const struct kzi_join_step *step, const struct kzi_join_class *made,
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
    if (!kzi_join_any(reading->rows & join->own[reading->form]) && !join->always[reading->form])
        reading->own = 0;
    reading->form = join->forms[reading->form].first;
}

bool kzi_join_classes(const struct kzi_join_step *step, const struct kzi_join_part *a,
                      const struct kzi_join_part *b, struct kzi_join_class *made) {
    struct kzi_join *join = step->join;
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    bool fresh = false;
    made->melds =
        join->needs.alike[join->melds_left[step->tiles]][a->class_->melds + b->class_->melds] &
        511U;
    made->suits = a->class_->suits | b->class_->suits;
    unsigned count = join_rows(step, a, b, made, list);
    if (!count || !kzi_join_concerns(join, list, count))
        return false;
    made->seat = a->class_->seat | b->class_->seat;
    made->like = a->class_->like | b->class_->like;
    made->fours = (a->class_->fours + b->class_->fours) & 15U;
    if (join->adds_waits)
        made->waits = 127U & kzi_join_drop_waits(join,
                                                 kzi_join_is_suit(step)
                                                     ? b->class_->waits
                                                     : kzi_join_waits(kzi_join_waiting_of(join, a),
                                                                      kzi_join_waiting_of(join, b),
                                                                      step->tiles),
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
        kzi_join_add(join, step->to, made, list, &fresh);
    else
        add_hand(step, made, list);
    return fresh;
}

/* --- tables of classes ------------------------------------------------------------------------ */

/* Return whether two classes, of which others differ in nothing that matters to it, may make a
 * hand that a difference concerns. */
static bool may_concern(const struct kzi_join_step *step, const struct kzi_join_part *a,
                        const struct kzi_join_part *b) {
    const struct kzi_join *join = step->join;
    const struct kzi_join_class made = {.melds = (a->class_->melds + b->class_->melds) & 511U,
                                        .suits = a->class_->suits | b->class_->suits};
    const kzi_join_rows rows = rows_of_suits(step, &made), *of_form = rows_of_melds(step, &made);
    for (unsigned i = 0; i < a->class_->n_readings; i++)
        for (unsigned k = 0; k < b->class_->n_readings; k++) {
            const struct kzi_join_reading *one = &a->readings[i], *other = &b->readings[k];
            kzi_join_rows left =
                one->rows & other->rows & rows & of_form[one->form] & join->concerned[one->form];
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
    struct kzi_join *join = step->join.join;
    struct kzi_join_table *one = &step->a->of[a][way], *with = &step->b->of[b][other];
    bool of_suits = step->join.settled == 3;
    step->join.tiles = a + b;
    step->join.way = way + other;
    step->join.to = step->to ? &step->to->of[a + b][way + other] : NULL;
    if (!kzi_join_sort_table(join, one) || !kzi_join_sort_table(join, with))
        return;
    for (uint32_t p = 0; p < one->n_buckets; p++)
        for (uint32_t q = 0; q < with->n_buckets && !join->failed; q++) {
            uint32_t i = one->bucket[p], k = with->bucket[q];
            const struct kzi_join_part first = kzi_join_part_of(one, i),
                                       second = kzi_join_part_of(with, k);
            if (join->prunes && !may_concern(&step->join, &first, &second))
                continue;
            step->n_pairs += (uint64_t)(one->bucket[p + 1] - i) * (with->bucket[q + 1] - k);
            if (step->n_pairs > KZI_JOIN_MOST_PAIRS)
                kzi_join_give_up(join);
            for (i = one->bucket[p]; i < one->bucket[p + 1]; i++)
                for (k = with->bucket[q]; k < with->bucket[q + 1] && !join->failed; k++) {
                    const struct kzi_join_part left = kzi_join_part_of(one, i),
                                               right = kzi_join_part_of(with, k);
                    struct kzi_join_class made = {
                        .count = times(step, a, way, i, b, other, k) * left.class_->count *
                                 right.class_->count,
                        .from = {of_suits ? left.class_->from[0] : name_class(a, way, i),
                                 step->to ? right.class_->from[0] : name_class(b, other, k)}};
                    if (made.count)
                        kzi_join_classes(&step->join, &left, &right, &made);
                }
        }
}

/* Join all tables of which both together have so many tiles and are won so. */
static void join_parts(struct step *step, unsigned tiles, unsigned way) {
    for (unsigned a = 0; a <= tiles && !step->join.join->failed; a++)
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

/* Return a digest of what needs of circumstances find in hands of a class. */
static uint64_t digest_needs(const struct kzi_join *join, unsigned way,
                             const struct kzi_join_class *made,
                             const struct kzi_join_reading *list) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    kzi_count_key_add(
        &key, join->needs.digest[made->melds][made->seat][way == KZI_JOIN_DRAWN][made->like]);
    for (unsigned i = 0; i < made->n_readings; i++) {
        kzi_count_key_add(&key, list[i].form);
        kzi_count_key_add(&key, join->always[list[i].form] ? list[i].own : 0);
    }
    return key.a;
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

/* Return the first shape that a hand makes. */
static unsigned shape_of(const struct kzi_join *join, const struct kzi_join_reading *list,
                         unsigned count) {
    unsigned shape = UINT_MAX;
    for (unsigned i = 0; i < count; i++)
        if (join->forms[list[i].form].in_every < shape)
            shape = join->forms[list[i].form].in_every;
    return shape;
}

static void add_hand(const struct kzi_join_step *step, const struct kzi_join_class *made,
                     const struct kzi_join_reading *list) {
    struct kzi_join *join = step->join;
    struct kzi_every *every = join->every;
    bool fresh;
    uint64_t needs = digest_needs(join, step->way, made, list);
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
    alike->shape = (uint8_t)shape;
    alike->needs = needs;
    alike->touching = find_touching(join, list, made->n_readings);
}

/* --- all of it ------------------------------------------------------------------------------- */

/* Once all are there, they need less room. */
static void join_two(struct step *two, unsigned tiles, unsigned way) {
    join_parts(two, tiles, way);
    if (!two->join.join->failed)
        kzi_join_sort_table(two->join.join, &two->to->of[tiles][way]);
}

/* Join parts of three suits of so many tiles, won so, with honors; then forget them. */
static void finish_three(struct step *three, unsigned tiles, unsigned way) {
    struct kzi_join *join = three->join.join;
    struct step step = {.join = kzi_join_step_of(join, 15), .a = &join->three, .b = &join->honors};
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
    struct step two = {.join = kzi_join_step_of(join, 3),
                       .mirrored = are_mirrored(join),
                       .a = &join->suit[0],
                       .b = &join->suit[1],
                       .to = &join->two},
                three = {.join = kzi_join_step_of(join, 7),
                         .a = &join->two,
                         .b = &join->suit[2],
                         .to = &join->three};
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
    free(join->origins);
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
    kzi_join_exactness_make(join);
    join->failed |= !kzi_join_reduction_make(join);
    if (!join->failed)
        join_all(join);
    bool found = !join->failed;
    release(join);
    return found;
}

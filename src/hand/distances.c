#include "hand/distances.h"

#include <string.h>

/* Chows begun at the last number and at the one before need one of the next number each. More
 * than two alike are pungs. */
#define CARRIES 3
#define STARTS  (CARRIES * CARRIES)

#define NUMBERS KZI_DISTANCE_NUMBERS
#define SUITS   (KZI_SUITS + 1)

/* --- cells ------------------------------------------------------------------------------------ */

/* Cells are computed in blocks, compiler vectors. */
#define BLOCK 16
#define CELLS KZI_DISTANCE_CELLS
typedef uint8_t block __attribute__((vector_size(BLOCK)));
_Static_assert((KZI_MAX_SETS + 1) * (KZI_MAX_PAIRS + 1) <= CELLS, "every cell has its place");

/* The cells of a goal: the fewest tiles lacking of so many sets and pairs, at sets * (goal.pairs +
 * 1) + pairs. */
struct cells {
    struct kzi_goal goal;
    unsigned count, bytes; /* bytes: whole blocks */
    uint8_t pairs[CELLS];  /* of each cell */
};

static unsigned cell_of(const struct cells *cells, unsigned sets, unsigned pairs) {
    return sets * (cells->goal.pairs + 1U) + pairs;
}

static struct cells cells_of(struct kzi_goal goal) {
    struct cells cells = {.goal = goal};
    cells.count = cell_of(&cells, goal.sets, goal.pairs) + 1;
    cells.bytes = (cells.count + BLOCK - 1) / BLOCK * BLOCK;
    for (unsigned i = 0; i < cells.bytes; i++)
        cells.pairs[i] = (uint8_t)(i % (goal.pairs + 1U));
    return cells;
}

/* Cells after room for those that a shift reaches before them. */
struct shifted {
    uint8_t cells[2 * CELLS];
};

static void shift(struct shifted *shifted, const struct cells *cells, const uint8_t *from) {
    memset(shifted->cells, KZI_OUT_OF_REACH, CELLS);
    memcpy(shifted->cells + CELLS, from, cells->bytes);
}

static block load(const uint8_t *cells) {
    block loaded;
    memcpy(&loaded, cells, sizeof loaded);
    return loaded;
}

static block least_of_both(block a, block b) {
    block less = (block)(a < b);
    return (a & less) | (b & ~less);
}

/* Return a block of cells if the sets and pairs of cell `with` are made elsewhere and lack so many
 * tiles, and all others here.  Cells with fewer pairs than that one are out of reach; those with
 * fewer sets are, because a shift reaches before the first. */
static block with_cell(const struct cells *cells, const struct shifted *others, unsigned at,
                       unsigned with, unsigned lacking) {
    return (load(others->cells + CELLS + at - with) + (uint8_t)lacking) |
           (block)(load(cells->pairs + at) < cells->pairs[with]);
}

static void consider(const struct cells *cells, uint8_t *to, const struct shifted *others,
                     unsigned with, unsigned lacking) {
    for (unsigned at = 0; at < cells->bytes; at += BLOCK) {
        block least = least_of_both(load(to + at), with_cell(cells, others, at, with, lacking));
        memcpy(to + at, &least, sizeof least);
    }
}

/* --- one number after the other --------------------------------------------------------------- */

/* What is so far, before a number: the cells by chows begun. */
#define STATE_BYTES (STARTS * CELLS)

struct suit {
    const struct cells *cells;
    const uint8_t *counts, *most; /* by number */
    unsigned numbers;
    bool chows;
};

static bool may_be(const struct kzi_goal *goal, enum kzi_group_kind kind) {
    return !goal->set_kinds || goal->set_kinds >> kind & 1;
}

static struct suit suit_of(const struct cells *cells, const struct kzi_distance_hand *hand,
                           unsigned suit) {
    const bool honors = suit == KZI_SUITS;
    return (struct suit){.cells = cells,
                         .counts = hand->counts + NUMBERS * suit,
                         .most = hand->most + NUMBERS * suit,
                         .numbers = honors ? KZI_KINDS - KZI_HONOR : NUMBERS,
                         .chows = !honors && may_be(&cells->goal, KZI_CHOW)};
}

/* A step over a number, of which the hand has so many, and a complete one at most. */
struct step {
    const struct cells *cells;
    unsigned have, most;
};

/* Consider every pung and pair next to `need` tiles of chows, of which so many begin here. */
static void add_alike(const struct step *step, const struct shifted *from, uint8_t *to,
                      unsigned need, unsigned chows) {
    const struct kzi_goal *goal = &step->cells->goal;
    unsigned most_pungs = may_be(goal, KZI_PUNG), most_pairs = goal->pairs_differ ? 1 : 2;
    for (unsigned pungs = 0; pungs <= most_pungs && chows + pungs <= goal->sets; pungs++)
        for (unsigned pairs = 0; pairs <= most_pairs && pairs <= goal->pairs; pairs++) {
            unsigned tiles = need + 3 * pungs + 2 * pairs;
            if (tiles <= step->most)
                consider(step->cells, to, from, cell_of(step->cells, chows + pungs, pairs),
                         tiles > step->have ? tiles - step->have : 0);
        }
}

static bool is_reached(const struct cells *cells, const uint8_t *state) {
    unsigned least = KZI_OUT_OF_REACH;
    for (unsigned i = 0; i < cells->count; i++)
        least = state[i] < least ? state[i] : least;
    return least < KZI_OUT_OF_REACH;
}

static void begin_state(const struct cells *cells, uint8_t *state) {
    memset(state, KZI_OUT_OF_REACH, (size_t)STARTS * cells->bytes);
}

/* may_start: a chow can begin here. */
static void take_step(const struct step *step, bool may_start, const uint8_t *from, uint8_t *to) {
    const struct cells *cells = step->cells;
    begin_state(cells, to);
    for (unsigned start = 0; start < STARTS; start++) {
        const uint8_t *state = from + start * cells->bytes;
        unsigned last = start / CARRIES, before = start % CARRIES;
        struct shifted shifted;
        if (!is_reached(cells, state))
            continue;
        shift(&shifted, cells, state);
        for (unsigned chows = 0; chows < (may_start ? CARRIES : 1U); chows++)
            add_alike(step, &shifted, to + (chows * CARRIES + last) * cells->bytes,
                      last + before + chows, chows);
    }
}

/* Take the steps of a suit from a number on, of which the hand has so many.  Return the cells at
 * the end, where no chow is left begun. */
static const uint8_t *take_steps(const struct suit *suit, unsigned number, unsigned have,
                                 uint8_t states[][STATE_BYTES]) {
    for (; number < suit->numbers; number++) {
        const struct step step = {suit->cells, have, suit->most[number]};
        take_step(&step, suit->chows && number + 2 < NUMBERS, states[number], states[number + 1]);
        have = suit->counts[number + 1];
    }
    return states[number];
}

/* --- a suit ----------------------------------------------------------------------------------- */

/* Return the counts of a suit, or the most of them, all below 8. */
static uint64_t pack_suit(const uint8_t *counts, unsigned suit) {
    return kzi_suit_key_of(counts, 0) & (suit < KZI_SUITS ? 0x7FFFFFF : 0x1FFFFF);
}

/* Return the cells, by bit, where `more` lacks one tile less than `less`, if `by` is 1, or just as
 * many, if it is 0.  One tile makes no other difference. */
static uint64_t find_changed(const struct cells *cells, const uint8_t *more, const uint8_t *less,
                             unsigned by) {
    uint64_t changed = 0;
    for (unsigned i = 0; i < cells->count; i++)
        changed |= (uint64_t)(more[i] + by == less[i]) << i;
    return changed;
}

static void fill_in(struct kzi_known_suit *known, const struct suit *suit,
                    enum kzi_tiles_asked asked) {
    uint8_t states[NUMBERS + 1][STATE_BYTES], changed[NUMBERS + 1][STATE_BYTES];
    begin_state(suit->cells, states[0]);
    states[0][0] = 0;
    memcpy(known->cells, take_steps(suit, 0, suit->counts[0], states), suit->cells->bytes);
    memset(known->changed, 0, sizeof known->changed);
    for (unsigned i = 0; asked && i < suit->numbers; i++) {
        const unsigned have = suit->counts[i];
        memcpy(changed[i], states[i], sizeof changed[i]);
        if (asked == KZI_ACCEPTED && have < suit->most[i])
            known->changed[i] =
                find_changed(suit->cells, take_steps(suit, i, have + 1, changed), known->cells, 1);
        else if (asked == KZI_SPARE && have)
            known->changed[i] =
                find_changed(suit->cells, known->cells, take_steps(suit, i, have - 1, changed), 0);
    }
}

/* Return a suit, which is filled in unless it is known. */
static const struct kzi_known_suit *find_suit(const struct kzi_known_suits *known,
                                              const struct suit *suit, unsigned number,
                                              enum kzi_tiles_asked asked) {
    const uint64_t key = UINT64_C(1) << 63 | (uint64_t)asked << 54 |
                         pack_suit(suit->most, number) << 27 | pack_suit(suit->counts, number);
    const uint32_t row = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 32) % known->count;
    struct kzi_known_suit *place = &known->rows[row][number];
    const struct kzi_goal *goal = &suit->cells->goal;
    if (place->key != key || memcmp(&place->goal, goal, sizeof *goal) != 0) {
        place->key = key;
        place->goal = *goal;
        fill_in(place, suit, asked);
    }
    return place;
}

/* --- the hand --------------------------------------------------------------------------------- */

static void join_states(const struct cells *cells, const uint8_t *a, const uint8_t *b,
                        uint8_t *to) {
    struct shifted shifted;
    shift(&shifted, cells, b);
    memset(to, KZI_OUT_OF_REACH, cells->bytes);
    for (unsigned i = 0; i < cells->count; i++)
        consider(cells, to, &shifted, i, a[i]);
}

/* Return the numbers of a suit that are asked, by bit: those that change a cell which it has in
 * some division where the hand lacks least.  others: what the other suits lack together. */
static kzi_kinds find_helpful(const struct kzi_known_suit *suit, const struct cells *cells,
                              const uint8_t *others, unsigned lacking) {
    uint64_t best = 0;
    kzi_kinds helpful = 0;
    for (unsigned i = 0; i < cells->count; i++)
        best |= (uint64_t)((unsigned)suit->cells[i] + others[cells->count - 1 - i] == lacking) << i;
    for (unsigned i = 0; i < NUMBERS; i++)
        helpful |= (kzi_kinds)((best & suit->changed[i]) != 0) << i;
    return helpful;
}

struct kzi_lacks kzi_distance(const struct kzi_known_suits *known,
                              const struct kzi_distance_hand *hand, enum kzi_tiles_asked asked,
                              unsigned bound) {
    const struct cells cells = cells_of(hand->goal);
    const struct kzi_known_suit *suits[SUITS];
    uint8_t halves[2][CELLS], others[CELLS];
    struct kzi_lacks lacks = {.lacking = KZI_OUT_OF_REACH};
    for (unsigned i = 0; i < SUITS; i++) {
        const struct suit suit = suit_of(&cells, hand, i);
        suits[i] = find_suit(known, &suit, i, asked);
    }
    for (unsigned half = 0; half < 2; half++)
        join_states(&cells, suits[2 * half]->cells, suits[2 * half + 1]->cells, halves[half]);
    for (unsigned i = 0; i < cells.count; i++) {
        unsigned lacking = (unsigned)halves[0][i] + halves[1][cells.count - 1 - i];
        lacks.lacking = lacking < lacks.lacking ? lacking : lacks.lacking;
    }
    if (lacks.lacking > bound)
        return (struct kzi_lacks){.lacking = KZI_OUT_OF_REACH};
    for (unsigned i = 0; asked && i < SUITS; i++) {
        join_states(&cells, suits[i ^ 1]->cells, halves[i < 2], others);
        lacks.kinds |= find_helpful(suits[i], &cells, others, lacks.lacking) << NUMBERS * i;
    }
    return lacks;
}

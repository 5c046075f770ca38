#include "hand/distances.h"

#include <stdlib.h>
#include <string.h>

/* Chows begun at the last number and at the one before need one of the next number each. More
 * than two alike are pungs. */
#define CARRIES 3
#define STARTS  (CARRIES * CARRIES)

/* The fewest tiles lacking, by sets and pairs: at sets * (bounds.pairs + 1) + pairs.  They are
 * computed in blocks, compiler vectors. */
#define BLOCK 16
#define CELLS 64
typedef uint8_t block __attribute__((vector_size(BLOCK)));
_Static_assert((KZI_MAX_SETS + 1) * (KZI_MAX_PAIRS + 1) <= CELLS, "every cell has its place");

#define NUMBERS 9
#define COUNTS  5 /* 0 to 4 tiles of a kind */

/* The numbers from which each step of the tables reads, and the keys of their counts. */
#define STEPS 3
static const uint8_t step_from[STEPS + 1] = {0, 5, 7, NUMBERS};
#define FIRST_KEYS 3125U /* COUNTS to the power of 5 */
#define NEXT_KEYS  25U

/* The kinds of a suit: how many of each a hand can have, none beyond the last of the honors. */
struct copies {
    uint8_t most[NUMBERS];
    bool chows;
};

/* The table of suits with the same copies: from step to step by row and key to a row of the next
 * one, at last to cells. */
struct table {
    struct copies copies;
    uint16_t *rows[STEPS];
    uint8_t *cells; /* n_bytes for each last row */
    size_t bytes;   /* of all that is allocated */
};

#define SUITS (KZI_SUITS + 1)

struct kzi_distances {
    struct kzi_distance_bounds bounds;
    unsigned n_cells, n_bytes;    /* n_bytes: whole blocks */
    uint8_t beyond[CELLS][CELLS]; /* by cell: all ones for each cell with fewer sets or pairs */
    unsigned n_tables;
    struct table tables[SUITS];
    uint8_t table_of[SUITS];
    uint8_t most[KZI_KINDS];
};

static unsigned cell_of(const struct kzi_distances *distances, unsigned sets, unsigned pairs) {
    return sets * (distances->bounds.pairs + 1U) + pairs;
}

/* Cells after room for those that a shift reaches before them. */
struct shifted {
    uint8_t before[CELLS], cells[CELLS];
};

static void shift(struct shifted *shifted, const struct kzi_distances *distances,
                  const uint8_t *cells) {
    memset(shifted->before, KZI_OUT_OF_REACH, sizeof shifted->before);
    memcpy(shifted->cells, cells, distances->n_bytes);
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
 * tiles, and all others here. */
static block with_cell(const struct kzi_distances *distances, const struct shifted *others,
                       unsigned at, unsigned with, unsigned lacking) {
    return (load(others->cells + at - with) + (uint8_t)lacking) |
           load(distances->beyond[with] + at);
}

static void consider(const struct kzi_distances *distances, uint8_t *to,
                     const struct shifted *others, unsigned with, unsigned lacking) {
    for (unsigned at = 0; at < distances->n_bytes; at += BLOCK) {
        block least = least_of_both(load(to + at), with_cell(distances, others, at, with, lacking));
        memcpy(to + at, &least, sizeof least);
    }
}

/* --- one number after the other --------------------------------------------------------------- */

/* A state of the automaton: the cells so far by chows begun. */
#define STATE_BYTES (STARTS * CELLS)

struct step {
    const struct kzi_distances *distances;
    unsigned have, most; /* tiles of this number: in the hand, and in a complete one at most */
    bool chows;          /* one can begin here */
};

static bool may_be(const struct kzi_distance_bounds *bounds, enum kzi_group_kind kind) {
    return !bounds->set_kinds || bounds->set_kinds >> kind & 1;
}

/* Consider every pung and pair next to `need` tiles of chows, of which so many begin here. */
static void add_alike(const struct step *step, const struct shifted *from, uint8_t *to,
                      unsigned need, unsigned chows) {
    const struct kzi_distance_bounds *bounds = &step->distances->bounds;
    unsigned most_pungs = may_be(bounds, KZI_PUNG), most_pairs = bounds->pairs_differ ? 1 : 2;
    for (unsigned pungs = 0; pungs <= most_pungs && chows + pungs <= bounds->sets; pungs++)
        for (unsigned pairs = 0; pairs <= most_pairs && pairs <= bounds->pairs; pairs++) {
            unsigned tiles = need + 3 * pungs + 2 * pairs;
            if (tiles <= step->most)
                consider(step->distances, to, from, cell_of(step->distances, chows + pungs, pairs),
                         tiles > step->have ? tiles - step->have : 0);
        }
}

static bool is_reached(const struct kzi_distances *distances, const uint8_t *cells) {
    unsigned least = KZI_OUT_OF_REACH;
    for (unsigned i = 0; i < distances->n_cells; i++)
        least = cells[i] < least ? cells[i] : least;
    return least < KZI_OUT_OF_REACH;
}

static void take_step(const struct step *step, const uint8_t *from, uint8_t *to) {
    const struct kzi_distances *distances = step->distances;
    memset(to, KZI_OUT_OF_REACH, (size_t)STARTS * distances->n_bytes);
    for (unsigned start = 0; start < STARTS; start++) {
        const uint8_t *cells = from + start * distances->n_bytes;
        unsigned last = start / CARRIES, before = start % CARRIES;
        struct shifted shifted;
        if (!is_reached(distances, cells))
            continue;
        shift(&shifted, distances, cells);
        for (unsigned chows = 0; chows < (step->chows ? CARRIES : 1U); chows++)
            add_alike(step, &shifted, to + (chows * CARRIES + last) * distances->n_bytes,
                      last + before + chows, chows);
    }
}

/* A chow can begin where two more numbers follow. */
static void set_number(struct step *step, const struct copies *copies, unsigned number) {
    step->most = copies->most[number];
    step->chows = copies->chows && number + 2 < NUMBERS;
}

static void begin(const struct kzi_distances *distances, uint8_t *state) {
    memset(state, KZI_OUT_OF_REACH, (size_t)STARTS * distances->n_bytes);
    state[0] = 0;
}

/* --- the automaton ---------------------------------------------------------------------------- */

/* The different states after some numbers, and which state of the next level each count leads
 * to. */
struct level {
    uint8_t *states;
    unsigned n_states, capacity;
    uint16_t (*next)[COUNTS];
};

struct automaton {
    struct step step;
    size_t state_bytes;
    struct level levels[NUMBERS + 1];
    uint16_t *slots; /* of the level being built: a state + 1 by its hash; 0: none */
    bool failed;
};

#define SLOTS      UINT32_C(0x10000)
#define MAX_STATES (SLOTS / 2)

static uint32_t hash_state(const uint8_t *bytes, size_t size) {
    uint32_t value = UINT32_C(2166136261);
    for (size_t i = 0; i < size; i++)
        value = (value ^ bytes[i]) * UINT32_C(16777619);
    return value ^ value >> 16;
}

static bool grow(struct automaton *automaton, struct level *level) {
    unsigned capacity = level->capacity ? 2 * level->capacity : 256;
    uint8_t *states = realloc(level->states, capacity * automaton->state_bytes);
    if (states)
        level->states = states;
    level->capacity = states ? capacity : level->capacity;
    automaton->failed |= !states || capacity > MAX_STATES;
    return !automaton->failed;
}

/* Return the number of a state of the level, which is added if it is new. */
static uint16_t number_state(struct automaton *automaton, struct level *level,
                             const uint8_t *state) {
    uint32_t at = hash_state(state, automaton->state_bytes) % SLOTS;
    for (; automaton->slots[at]; at = (at + 1) % SLOTS) {
        unsigned number = automaton->slots[at] - 1U;
        if (!memcmp(level->states + number * automaton->state_bytes, state, automaton->state_bytes))
            return (uint16_t)number;
    }
    if (level->n_states == level->capacity && !grow(automaton, level))
        return 0;
    memcpy(level->states + level->n_states * automaton->state_bytes, state, automaton->state_bytes);
    automaton->slots[at] = (uint16_t)(level->n_states + 1);
    return (uint16_t)level->n_states++;
}

static void build_level(struct automaton *automaton, unsigned number) {
    struct level *from = &automaton->levels[number], *to = from + 1;
    from->next = malloc(from->n_states * sizeof *from->next);
    automaton->failed |= !from->next;
    memset(automaton->slots, 0, SLOTS * sizeof *automaton->slots);
    for (unsigned i = 0; i < from->n_states && !automaton->failed; i++)
        for (unsigned have = 0; have < COUNTS; have++) {
            uint8_t state[STATE_BYTES];
            automaton->step.have = have;
            take_step(&automaton->step, from->states + i * automaton->state_bytes, state);
            from->next[i][have] = number_state(automaton, to, state);
        }
}

static void build(struct automaton *automaton, const struct copies *copies) {
    uint8_t state[STATE_BYTES];
    begin(automaton->step.distances, state);
    memset(automaton->slots, 0, SLOTS * sizeof *automaton->slots);
    number_state(automaton, &automaton->levels[0], state);
    for (unsigned number = 0; number < NUMBERS && !automaton->failed; number++) {
        set_number(&automaton->step, copies, number);
        build_level(automaton, number);
    }
}

static void free_levels(struct automaton *automaton) {
    for (unsigned i = 0; i <= NUMBERS; i++) {
        free(automaton->levels[i].states);
        free(automaton->levels[i].next);
        automaton->levels[i] = (struct level){NULL, 0, 0, NULL};
    }
}

/* --- unrolled --------------------------------------------------------------------------------- */

static unsigned n_keys(unsigned step) {
    return step ? NEXT_KEYS : FIRST_KEYS;
}

/* Return the state that the counts of a key lead to; the first number is its lowest digit. */
static uint16_t follow(const struct automaton *automaton, unsigned step, unsigned state,
                       unsigned key) {
    for (unsigned i = step_from[step]; i < step_from[step + 1]; i++, key /= COUNTS)
        state = automaton->levels[i].next[state][key % COUNTS];
    return (uint16_t)state;
}

static bool unroll_step(const struct automaton *automaton, struct table *table, unsigned step) {
    size_t n_rows = automaton->levels[step_from[step]].n_states, keys = n_keys(step);
    uint16_t *rows = table->rows[step] = malloc(n_rows * keys * sizeof *rows);
    table->bytes += n_rows * keys * sizeof *rows;
    for (unsigned row = 0; rows && row < n_rows; row++)
        for (unsigned key = 0; key < keys; key++)
            *rows++ = follow(automaton, step, row, key);
    return rows;
}

/* No chow is left begun at the end. */
static bool unroll(const struct automaton *automaton, struct table *table) {
    const struct level *end = &automaton->levels[NUMBERS];
    unsigned n_bytes = automaton->step.distances->n_bytes;
    bool made = true;
    for (unsigned step = 0; step < STEPS; step++)
        made = made && unroll_step(automaton, table, step);
    if (!made || !(table->cells = malloc((size_t)end->n_states * n_bytes)))
        return false;
    table->bytes += (size_t)end->n_states * n_bytes;
    for (size_t i = 0; i < end->n_states; i++)
        memcpy(table->cells + i * n_bytes, end->states + i * automaton->state_bytes, n_bytes);
    return true;
}

static bool make_table(struct automaton *automaton, struct table *table) {
    build(automaton, &table->copies);
    bool made = !automaton->failed && unroll(automaton, table);
    free_levels(automaton);
    return made;
}

static void find_beyond(struct kzi_distances *distances) {
    unsigned each = distances->bounds.pairs + 1U;
    for (unsigned a = 0; a < distances->n_cells; a++)
        for (unsigned b = 0; b < CELLS; b++)
            if (b >= distances->n_cells || b / each < a / each || b % each < a % each)
                distances->beyond[a][b] = UINT8_MAX;
}

static struct copies copies_of(const struct kzi_distances *distances, const uint8_t *most,
                               unsigned suit) {
    struct copies copies = {.chows = suit < KZI_SUITS && may_be(&distances->bounds, KZI_CHOW)};
    memcpy(copies.most, most + NUMBERS * suit, suit < KZI_SUITS ? NUMBERS : KZI_KINDS - KZI_HONOR);
    return copies;
}

static bool has_copies(const struct table *table, const struct copies *copies) {
    return table->copies.chows == copies->chows &&
           !memcmp(table->copies.most, copies->most, sizeof copies->most);
}

/* Suits with the same copies share a table. */
static bool make_tables(struct kzi_distances *distances, struct automaton *automaton) {
    bool made = true;
    for (unsigned suit = 0; suit < SUITS && made; suit++) {
        struct copies copies = copies_of(distances, distances->most, suit);
        unsigned at = 0;
        while (at < distances->n_tables && !has_copies(&distances->tables[at], &copies))
            at++;
        distances->table_of[suit] = (uint8_t)at;
        if (at < distances->n_tables)
            continue;
        distances->tables[distances->n_tables++].copies = copies;
        made = make_table(automaton, &distances->tables[at]);
    }
    return made;
}

struct kzi_distances *kzi_distances_new(struct kzi_distance_bounds bounds,
                                        const uint8_t most[KZI_KINDS]) {
    struct kzi_distances *distances = calloc(1, sizeof *distances);
    struct automaton automaton = {.slots = malloc(SLOTS * sizeof *automaton.slots)};
    bool made = distances && automaton.slots;
    if (made) {
        distances->bounds = bounds;
        distances->n_cells = cell_of(distances, bounds.sets, bounds.pairs) + 1;
        distances->n_bytes = (distances->n_cells + BLOCK - 1) / BLOCK * BLOCK;
        memcpy(distances->most, most, sizeof distances->most);
        find_beyond(distances);
        automaton.step.distances = distances;
        automaton.state_bytes = (size_t)STARTS * distances->n_bytes;
        made = make_tables(distances, &automaton);
    }
    free(automaton.slots);
    if (made)
        return distances;
    kzi_distances_free(distances);
    return NULL;
}

size_t kzi_distances_bytes(const struct kzi_distances *distances) {
    size_t bytes = sizeof *distances;
    for (unsigned i = 0; i < distances->n_tables; i++)
        bytes += distances->tables[i].bytes;
    return bytes;
}

void kzi_distances_free(struct kzi_distances *distances) {
    for (unsigned i = 0; distances && i < distances->n_tables; i++) {
        for (unsigned step = 0; step < STEPS; step++)
            free(distances->tables[i].rows[step]);
        free(distances->tables[i].cells);
    }
    free(distances);
}

/* --- a suit ----------------------------------------------------------------------------------- */

static const uint32_t key_digits[NUMBERS] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

/* One suit of a hand and its cells: those of the table or, where a complete hand can have fewer
 * tiles of some kind than the table says, from step to step of the automaton. */
struct suit {
    const struct kzi_distances *distances;
    const struct table *table;
    const uint8_t *counts, *cells;
    uint32_t key;
    bool limited;
    struct copies copies;                     /* if limited: those of the hand */
    uint8_t states[NUMBERS + 1][STATE_BYTES]; /* if limited: before each number */
};

static inline const uint8_t *look_up(const struct suit *suit, uint32_t key) {
    const struct table *table = suit->table;
    uint32_t next = key / FIRST_KEYS;
    unsigned row = table->rows[0][key % FIRST_KEYS];
    row = table->rows[1][row * NEXT_KEYS + next % NEXT_KEYS];
    row = table->rows[2][row * NEXT_KEYS + next / NEXT_KEYS];
    return table->cells + (size_t)row * suit->distances->n_bytes;
}

static void find_suit(struct suit *suit, const struct kzi_distances *distances,
                      const struct kzi_distance_hand *hand, unsigned number) {
    suit->distances = distances;
    suit->table = &distances->tables[distances->table_of[number]];
    suit->counts = hand->counts + NUMBERS * number;
    suit->limited = false;
    suit->key = 0;
    for (unsigned i = NUMBERS; i-- > 0;)
        suit->key = suit->key * COUNTS + suit->counts[i];
    suit->cells = look_up(suit, suit->key);
}

/* Take the steps from a number on, of which the hand has so many. */
static void take_steps(const struct suit *suit, unsigned number, unsigned have,
                       uint8_t states[][STATE_BYTES]) {
    struct step step = {.distances = suit->distances, .have = have};
    for (; number < NUMBERS; number++) {
        set_number(&step, &suit->copies, number);
        take_step(&step, states[number], states[number + 1]);
        step.have = number + 1 < NUMBERS ? suit->counts[number + 1] : 0;
    }
}

/* Take all steps of a suit of which a complete hand has at most so many of a kind, if these are
 * fewer than the table says and so many can be used. */
static void limit_suit(struct suit *suit, const uint8_t *most, unsigned number, unsigned used) {
    suit->copies = copies_of(suit->distances, most, number);
    for (unsigned i = 0; i < NUMBERS; i++)
        suit->limited |=
            (suit->copies.most[i] < suit->table->copies.most[i]) & (suit->copies.most[i] < used);
    if (!suit->limited)
        return;
    begin(suit->distances, suit->states[0]);
    take_steps(suit, 0, suit->counts[0], suit->states);
    suit->cells = suit->states[NUMBERS];
}

/* Return the cells with another count of a number, if the suit is limited in states. */
static inline const uint8_t *cells_with(const struct suit *suit, unsigned number, unsigned have,
                                        uint8_t states[][STATE_BYTES]) {
    if (!suit->limited)
        return look_up(suit, suit->key + (have - suit->counts[number]) * key_digits[number]);
    memcpy(states[number], suit->states[number], sizeof states[number]);
    take_steps(suit, number, have, states);
    return states[NUMBERS];
}

/* --- the hand --------------------------------------------------------------------------------- */

static void join(const struct kzi_distances *distances, const uint8_t *a, const uint8_t *b,
                 uint8_t *to) {
    struct shifted shifted;
    shift(&shifted, distances, b);
    for (unsigned at = 0; at < distances->n_bytes; at += BLOCK) {
        block least = (block){0} + KZI_OUT_OF_REACH;
        for (unsigned i = 0; i < distances->n_cells; i++)
            least = least_of_both(least, with_cell(distances, &shifted, at, i, a[i]));
        memcpy(to + at, &least, sizeof least);
    }
}

/* A hand of four suits, and what each half of them lacks together. */
struct four {
    const struct kzi_distances *distances;
    const struct kzi_distance_hand *hand;
    unsigned cell; /* of what it is to make */
    struct suit suits[SUITS];
    uint8_t halves[2][CELLS];
    unsigned lacking;
};

static void join_suits(struct four *four) {
    const struct suit *suits = four->suits;
    join(four->distances, suits[0].cells, suits[1].cells, four->halves[0]);
    join(four->distances, suits[2].cells, suits[3].cells, four->halves[1]);
    four->lacking = KZI_OUT_OF_REACH;
    for (unsigned i = 0; i <= four->cell; i++) {
        unsigned lacking = (unsigned)four->halves[0][i] + four->halves[1][four->cell - i];
        if (!four->distances->beyond[i][four->cell] && lacking < four->lacking)
            four->lacking = lacking;
    }
}

/* Return the most tiles of one kind in the sets and pairs of the hand. */
static unsigned most_of_a_kind(const struct four *four) {
    bool one_pair = four->hand->pairs < 2 || four->distances->bounds.pairs_differ;
    if (four->hand->sets > 1 || !one_pair)
        return KZI_MAX_COPIES;
    return four->hand->sets ? 3 : 2;
}

/* Find the cells of all suits.  A hand lacks no less than with all copies, with which it is looked
 * up first. */
static void find_four(struct four *four, const struct kzi_distances *distances,
                      const struct kzi_distance_hand *hand, unsigned bound) {
    four->distances = distances;
    four->hand = hand;
    four->cell = cell_of(distances, hand->sets, hand->pairs);
    for (unsigned i = 0; i < SUITS; i++)
        find_suit(&four->suits[i], distances, hand, i);
    join_suits(four);
    if (four->lacking > bound || !memcmp(hand->most, distances->most, KZI_KINDS))
        return;
    bool limited = false;
    for (unsigned i = 0; i < SUITS; i++) {
        limit_suit(&four->suits[i], hand->most, i, most_of_a_kind(four));
        limited |= four->suits[i].limited;
    }
    if (limited)
        join_suits(four);
}

/* --- a tile more or less ---------------------------------------------------------------------- */

/* Mark with 1 the cells of a suit that it has in some division where the hand lacks least. */
static void find_best(const struct four *four, unsigned suit, uint8_t *best) {
    const uint8_t *cells = four->suits[suit].cells;
    uint8_t others[CELLS];
    join(four->distances, four->suits[suit ^ 1].cells, four->halves[suit < 2], others);
    memset(best, 0, four->distances->n_bytes);
    for (unsigned i = 0; i <= four->cell; i++)
        best[i] = !four->distances->beyond[i][four->cell] &&
                  (unsigned)cells[i] + others[four->cell - i] == four->lacking;
}

/* Return whether some best cell differs by `by`, 0 or 1: a tile changes what lacks by one at
 * most. */
static bool some_differs(const struct four *four, const uint8_t *best, const uint8_t *more,
                         const uint8_t *less, unsigned by) {
    block some = {0};
    for (unsigned i = 0; i < four->distances->n_bytes; i += BLOCK)
        some |= load(best + i) & (load(more + i) - load(less + i) + (uint8_t)(1 - by));
    uint64_t halves[2];
    memcpy(halves, &some, sizeof some);
    return halves[0] | halves[1];
}

/* Return the numbers of a suit that are asked, by bit. */
static kzi_kinds ask_suit(const struct four *four, unsigned number_of_suit,
                          enum kzi_tiles_asked asked) {
    const struct suit *suit = &four->suits[number_of_suit];
    const uint8_t *most = four->hand->most + NUMBERS * number_of_suit;
    uint8_t best[CELLS], states[NUMBERS + 1][STATE_BYTES];
    kzi_kinds numbers = 0;
    find_best(four, number_of_suit, best);
    for (unsigned i = 0; i < NUMBERS; i++) {
        unsigned have = suit->counts[i];
        bool differs = false;
        if (asked == KZI_ACCEPTED && have < most[i])
            differs =
                some_differs(four, best, suit->cells, cells_with(suit, i, have + 1, states), 1);
        else if (asked == KZI_SPARE && have)
            differs =
                some_differs(four, best, cells_with(suit, i, have - 1, states), suit->cells, 0);
        numbers |= (kzi_kinds)differs << i;
    }
    return numbers;
}

struct kzi_lacks kzi_distance(const struct kzi_distances *distances,
                              const struct kzi_distance_hand *hand, enum kzi_tiles_asked asked,
                              unsigned bound) {
    struct four four;
    find_four(&four, distances, hand, bound);
    struct kzi_lacks lacks = {.lacking = four.lacking <= bound ? four.lacking : KZI_OUT_OF_REACH};
    for (unsigned suit = 0; asked && suit < SUITS && four.lacking <= bound; suit++)
        lacks.kinds |= ask_suit(&four, suit, asked) << NUMBERS * suit;
    return lacks;
}

#include "hand/distances.h"

#include <stdlib.h>
#include <string.h>

/* The number of chows, 0 to 2, that can begin at one number; three equal chows are three pungs.  A
 * state counts those begun at the last number and at the one before, which need a tile of the next
 * number each. */
#define CARRIES 3
#define STARTS  (CARRIES * CARRIES)

/* Cells: the fewest tiles lacking for a number of sets and of pairs, at index sets * (bounds.pairs
 * + 1) + pairs.  They are computed in blocks, which are vectors. */
#define BLOCK 16
#define CELLS KZI_DISTANCE_CELLS
typedef int8_t block __attribute__((vector_size(BLOCK)));
_Static_assert((KZI_MAX_SETS + 1) * (KZI_MAX_PAIRS + 1) <= CELLS, "every cell has its place");

#define NUMBERS KZI_DISTANCE_NUMBERS
#define COUNTS  5 /* numbers of equal tiles, 0 to 4 */

/* The kinds of a suit: the most tiles of each that a hand can have; 0 past the last honor. */
struct copies {
    uint8_t max[NUMBERS];
    bool chows;
};

/* For each state before a number: the next state for each count of the number. */
typedef uint16_t next_states[COUNTS];

/* The automaton for suits with the same copies: states from number to number, and the cells of each
 * last state. */
struct table {
    struct copies copies;
    next_states *next[NUMBERS];
    uint8_t *cells; /* n_bytes for each last state */
    size_t bytes;   /* bytes of all allocations */
};

#define SUITS (KZI_SUITS + 1)

struct kzi_distances {
    struct kzi_distance_bounds bounds;
    unsigned n_cells, n_bytes;    /* n_bytes: rounded up to whole blocks */
    uint8_t beyond[CELLS][CELLS]; /* by cell: INT8_MAX for each cell with fewer sets or pairs */
    uint64_t within[CELLS];       /* by cell: the cells with no more sets or pairs, as bits */
    unsigned n_tables;
    struct table tables[SUITS];
    uint8_t table_of[SUITS];
    uint8_t max[KZI_KINDS];
};

static unsigned cell_of(const struct kzi_distances *distances, unsigned sets, unsigned pairs) {
    return sets * (distances->bounds.pairs + 1U) + pairs;
}

/* Cells, after room for those that a shift reads before them. */
struct cells {
    uint8_t before[CELLS], cells[CELLS];
};

static void shift(struct cells *shifted, const struct kzi_distances *distances,
                  const uint8_t *cells) {
    memset(shifted->before, KZI_OUT_OF_REACH, sizeof shifted->before);
    memcpy(shifted->cells, cells, distances->n_bytes);
}

static block load(const uint8_t *cells) {
    block loaded;
    memcpy(&loaded, cells, sizeof loaded);
    return loaded;
}

static block min_of_both(block a, block b) {
    block less = (block)(a < b);
    return (a & less) | (b & ~less);
}

/* Return a block of cells: those of `others`, with the sets and pairs of `cell` added, which
 * lack `lacking` tiles. */
static block with_cell(const struct kzi_distances *distances, const struct cells *others,
                       unsigned at, unsigned cell, unsigned lacking) {
    return (load(others->cells + at - cell) + (int8_t)lacking) | load(distances->beyond[cell] + at);
}

static void consider(const struct kzi_distances *distances, uint8_t *cells,
                     const struct cells *others, unsigned cell, unsigned lacking) {
    for (unsigned at = 0; at < distances->n_bytes; at += BLOCK) {
        block min = min_of_both(load(cells + at), with_cell(distances, others, at, cell, lacking));
        memcpy(cells + at, &min, sizeof min);
    }
}

/* --- one number after the other --------------------------------------------------------------- */

/* A state of the automaton: cells, for each number of chows begun at the last two numbers. */
#define STATE_BYTES KZI_DISTANCE_STATE
_Static_assert(STATE_BYTES == STARTS * CELLS, "every start has its cells");

struct step {
    const struct kzi_distances *distances;
    unsigned have, max; /* tiles of this number in the hand; the most in a complete one */
    bool chows;         /* a chow can begin at this number */
};

static bool may_be(const struct kzi_distance_bounds *bounds, enum kzi_group_kind kind) {
    return !bounds->set_kinds || bounds->set_kinds >> kind & 1;
}

/* Add every choice of pungs and pairs of this number, next to `need` tiles for chows.  `chows`
 * chows begin at this number. */
static void add_equal(const struct step *step, const struct cells *from, uint8_t *to, unsigned need,
                      unsigned chows) {
    const struct kzi_distance_bounds *bounds = &step->distances->bounds;
    unsigned max_pungs = may_be(bounds, KZI_PUNG), max_pairs = bounds->pairs_differ ? 1 : 2;
    for (unsigned pungs = 0; pungs <= max_pungs && chows + pungs <= bounds->sets; pungs++)
        for (unsigned pairs = 0; pairs <= max_pairs && pairs <= bounds->pairs; pairs++) {
            unsigned tiles = need + 3 * pungs + 2 * pairs;
            if (tiles <= step->max)
                consider(step->distances, to, from, cell_of(step->distances, chows + pungs, pairs),
                         tiles > step->have ? tiles - step->have : 0);
        }
}

static bool is_reached(const struct kzi_distances *distances, const uint8_t *cells) {
    unsigned min = KZI_OUT_OF_REACH;
    for (unsigned i = 0; i < distances->n_cells; i++)
        min = cells[i] < min ? cells[i] : min;
    return min < KZI_OUT_OF_REACH;
}

static void take_step(const struct step *step, const uint8_t *from, uint8_t *to) {
    const struct kzi_distances *distances = step->distances;
    memset(to, KZI_OUT_OF_REACH, (size_t)STARTS * distances->n_bytes);
    for (unsigned start = 0; start < STARTS; start++) {
        const uint8_t *cells = from + start * distances->n_bytes;
        unsigned last = start / CARRIES, before = start % CARRIES;
        struct cells shifted;
        if (!is_reached(distances, cells))
            continue;
        shift(&shifted, distances, cells);
        for (unsigned chows = 0; chows < (step->chows ? CARRIES : 1U); chows++)
            add_equal(step, &shifted, to + (chows * CARRIES + last) * distances->n_bytes,
                      last + before + chows, chows);
    }
}

/* Set the number of a step.  A chow can begin if two more numbers follow. */
static void set_number(struct step *step, const struct copies *copies, unsigned number) {
    step->max = copies->max[number];
    step->chows = copies->chows && number + 2 < NUMBERS;
}

static void begin_state(const struct kzi_distances *distances, uint8_t *state) {
    memset(state, KZI_OUT_OF_REACH, (size_t)STARTS * distances->n_bytes);
    state[0] = 0;
}

/* --- the automaton ---------------------------------------------------------------------------- */

/* The different states before a number. */
struct level {
    uint8_t *states;
    unsigned n_states, capacity;
};

struct automaton {
    struct step step;
    size_t state_bytes;
    struct level levels[NUMBERS + 1];
    uint16_t *slots; /* by hash of a state of the level being built: its index + 1; 0: none */
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

static bool grow_level(struct automaton *automaton, struct level *level) {
    unsigned capacity = level->capacity ? 2 * level->capacity : 256;
    uint8_t *states = realloc(level->states, capacity * automaton->state_bytes);
    if (states)
        level->states = states;
    level->capacity = states ? capacity : level->capacity;
    automaton->failed |= !states || capacity > MAX_STATES;
    return !automaton->failed;
}

/* Return the index of a state in the level, which is added if it is new. */
static uint16_t number_state(struct automaton *automaton, struct level *level,
                             const uint8_t *state) {
    uint32_t at = hash_state(state, automaton->state_bytes) % SLOTS;
    for (; automaton->slots[at]; at = (at + 1) % SLOTS) {
        unsigned number = automaton->slots[at] - 1U;
        if (!memcmp(level->states + number * automaton->state_bytes, state, automaton->state_bytes))
            return (uint16_t)number;
    }
    if (level->n_states == level->capacity && !grow_level(automaton, level))
        return 0;
    memcpy(level->states + level->n_states * automaton->state_bytes, state, automaton->state_bytes);
    automaton->slots[at] = (uint16_t)(level->n_states + 1);
    return (uint16_t)level->n_states++;
}

static void build_level(struct automaton *automaton, struct table *table, unsigned number) {
    const struct level *from = &automaton->levels[number];
    const size_t bytes = from->n_states * sizeof *table->next[number];
    table->next[number] = malloc(bytes);
    table->bytes += bytes;
    automaton->failed |= !table->next[number];
    memset(automaton->slots, 0, SLOTS * sizeof *automaton->slots);
    for (unsigned i = 0; i < from->n_states && !automaton->failed; i++)
        for (unsigned have = 0; have < COUNTS; have++) {
            uint8_t state[STATE_BYTES];
            automaton->step.have = have;
            take_step(&automaton->step, from->states + i * automaton->state_bytes, state);
            table->next[number][i][have] =
                number_state(automaton, &automaton->levels[number + 1], state);
        }
}

static void build(struct automaton *automaton, struct table *table) {
    uint8_t state[STATE_BYTES];
    begin_state(automaton->step.distances, state);
    memset(automaton->slots, 0, SLOTS * sizeof *automaton->slots);
    number_state(automaton, &automaton->levels[0], state);
    for (unsigned number = 0; number < NUMBERS && !automaton->failed; number++) {
        set_number(&automaton->step, &table->copies, number);
        build_level(automaton, table, number);
    }
}

/* Copy the cells of the last states, in which no begun chow is left. */
static bool keep_cells(const struct automaton *automaton, struct table *table) {
    const struct level *end = &automaton->levels[NUMBERS];
    const unsigned n_bytes = automaton->step.distances->n_bytes;
    const size_t bytes = (size_t)end->n_states * n_bytes;
    table->cells = malloc(bytes);
    table->bytes += bytes;
    for (size_t i = 0; table->cells && i < end->n_states; i++)
        memcpy(table->cells + i * n_bytes, end->states + i * automaton->state_bytes, n_bytes);
    return table->cells;
}

static bool make_table(struct automaton *automaton, struct table *table) {
    build(automaton, table);
    const bool made = !automaton->failed && keep_cells(automaton, table);
    for (unsigned i = 0; i <= NUMBERS; i++)
        free(automaton->levels[i].states);
    memset(automaton->levels, 0, sizeof automaton->levels);
    return made;
}

static void fill_beyond(struct kzi_distances *distances) {
    unsigned each = distances->bounds.pairs + 1U;
    for (unsigned a = 0; a < distances->n_cells; a++)
        for (unsigned b = 0; b < CELLS; b++)
            if (b >= distances->n_cells || b / each < a / each || b % each < a % each)
                distances->beyond[a][b] = INT8_MAX;
            else
                distances->within[b] |= UINT64_C(1) << a;
}

/* Return the copies of a suit.  max: by number. */
static struct copies copies_of(const struct kzi_distances *distances, const uint8_t *max,
                               unsigned suit) {
    struct copies copies = {.chows = suit < KZI_SUITS && may_be(&distances->bounds, KZI_CHOW)};
    memcpy(copies.max, max, suit < KZI_SUITS ? NUMBERS : KZI_KINDS - KZI_HONOR);
    return copies;
}

static bool has_copies(const struct table *table, const struct copies *copies) {
    return table->copies.chows == copies->chows &&
           !memcmp(table->copies.max, copies->max, sizeof copies->max);
}

/* Make the tables.  Suits with the same copies share one. */
static bool make_tables(struct kzi_distances *distances, struct automaton *automaton) {
    bool made = true;
    for (unsigned suit = 0; suit < SUITS && made; suit++) {
        struct copies copies = copies_of(distances, distances->max + NUMBERS * suit, suit);
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
                                        const uint8_t max[KZI_KINDS]) {
    struct kzi_distances *distances = calloc(1, sizeof *distances);
    struct automaton automaton = {.slots = malloc(SLOTS * sizeof *automaton.slots)};
    bool made = distances && automaton.slots;
    if (made) {
        distances->bounds = bounds;
        distances->n_cells = cell_of(distances, bounds.sets, bounds.pairs) + 1;
        distances->n_bytes = (distances->n_cells + BLOCK - 1) / BLOCK * BLOCK;
        memcpy(distances->max, max, sizeof distances->max);
        fill_beyond(distances);
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
        for (unsigned number = 0; number < NUMBERS; number++)
            free(distances->tables[i].next[number]);
        free(distances->tables[i].cells);
    }
    free(distances);
}

/* --- a suit ----------------------------------------------------------------------------------- */

static const struct table *table_of(const struct kzi_joined_hand *joined, unsigned suit) {
    return &joined->distances->tables[joined->distances->table_of[suit]];
}

/* Discard what was computed from the cells of a suit; only the cells of all other suits together
 * stay valid. */
static void forget(struct kzi_joined_hand *joined, unsigned suit) {
    joined->suits[suit].asked = KZI_NO_TILES;
    joined->known_halves &= ~(1U << suit / 2);
    joined->known_others &= 1U << suit;
}

/* Look up a suit, unless it is the same as in the last hand. */
static void look_up_suit(struct kzi_joined_hand *joined, const struct kzi_distance_hand *hand,
                         unsigned number) {
    struct kzi_joined_suit *suit = &joined->suits[number];
    const uint8_t *counts = hand->counts + NUMBERS * number, *max = hand->max + NUMBERS * number;
    const struct table *table = table_of(joined, number);
    if (suit->cells && !memcmp(suit->counts, counts, NUMBERS) && !memcmp(suit->max, max, NUMBERS))
        return;
    memcpy(suit->counts, counts, NUMBERS);
    memcpy(suit->max, max, NUMBERS);
    suit->limited = false;
    suit->before[0] = 0;
    for (unsigned i = 0; i < NUMBERS; i++)
        suit->before[i + 1] = table->next[i][suit->before[i]][counts[i]];
    suit->cells = table->cells + (size_t)suit->before[NUMBERS] * joined->distances->n_bytes;
    forget(joined, number);
}

/* Take the steps of a suit from `number` on.  The hand has `have` tiles of that number. */
static void take_steps(const struct kzi_joined_hand *joined, unsigned of_suit, unsigned number,
                       unsigned have, uint8_t states[][STATE_BYTES]) {
    const struct kzi_joined_suit *suit = &joined->suits[of_suit];
    const struct copies copies = copies_of(joined->distances, suit->max, of_suit);
    struct step step = {.distances = joined->distances, .have = have};
    for (; number < NUMBERS; number++) {
        set_number(&step, &copies, number);
        take_step(&step, states[number], states[number + 1]);
        step.have = number + 1 < NUMBERS ? suit->counts[number + 1] : 0;
    }
}

/* Compute the cells of suit `number` step by step, if a complete hand may have fewer tiles of some
 * kind than the table assumes, and fewer than `used`, the most of a kind that its sets and pairs
 * can have. */
static void limit_suit(struct kzi_joined_hand *joined, unsigned number, unsigned used) {
    struct kzi_joined_suit *suit = &joined->suits[number];
    const struct table *table = table_of(joined, number);
    bool limited = false;
    for (unsigned i = 0; i < NUMBERS && !suit->limited; i++)
        limited |= (suit->max[i] < table->copies.max[i]) & (suit->max[i] < used);
    if (!limited)
        return;
    suit->limited = true;
    begin_state(joined->distances, suit->states[0]);
    take_steps(joined, number, 0, suit->counts[0], suit->states);
    suit->cells = suit->states[NUMBERS];
    forget(joined, number);
}

/* --- the hand --------------------------------------------------------------------------------- */

static void join_states(const struct kzi_distances *distances, const uint8_t *a, const uint8_t *b,
                        uint8_t *joined) {
    struct cells shifted;
    shift(&shifted, distances, b);
    for (unsigned at = 0; at < distances->n_bytes; at += BLOCK) {
        block min = (block){0} + KZI_OUT_OF_REACH;
        for (unsigned i = 0; i < distances->n_cells; i++)
            min = min_of_both(min, with_cell(distances, &shifted, at, i, a[i]));
        memcpy(joined + at, &min, sizeof min);
    }
}

static void join_suits(struct kzi_joined_hand *joined, unsigned cell) {
    const struct kzi_distances *distances = joined->distances;
    const struct kzi_joined_suit *suits = joined->suits;
    for (unsigned half = 0; half < 2; half++)
        if (!(joined->known_halves >> half & 1))
            join_states(distances, suits[2 * half].cells, suits[2 * half + 1].cells,
                        joined->halves[half]);
    joined->known_halves = 3;
    joined->lacking = KZI_OUT_OF_REACH;
    KZI_EACH_IN(distances->within[cell], i) {
        unsigned lacking = (unsigned)joined->halves[0][i] + joined->halves[1][cell - i];
        joined->lacking = lacking < joined->lacking ? lacking : joined->lacking;
    }
}

/* Return the most tiles of one kind that the sets and pairs of the hand can have. */
static unsigned max_of_a_kind(const struct kzi_distances *distances,
                              const struct kzi_distance_hand *hand) {
    bool one_pair = hand->pairs < 2 || distances->bounds.pairs_differ;
    if (hand->sets > 1 || !one_pair)
        return KZI_MAX_COPIES;
    return hand->sets ? 3 : 2;
}

/* Look up all suits and join them, first as if all copies were available: with fewer, the hand
 * lacks as many tiles or more. */
static void look_up_suits(struct kzi_joined_hand *joined, const struct kzi_distance_hand *hand,
                          unsigned cell, unsigned bound) {
    const struct kzi_distances *distances = joined->distances;
    for (unsigned i = 0; i < SUITS; i++)
        look_up_suit(joined, hand, i);
    join_suits(joined, cell);
    if (joined->lacking > bound || !memcmp(hand->max, distances->max, KZI_KINDS))
        return;
    for (unsigned i = 0; i < SUITS; i++)
        limit_suit(joined, i, max_of_a_kind(distances, hand));
    if (joined->known_halves != 3)
        join_suits(joined, cell);
}

/* --- a tile more or less ---------------------------------------------------------------------- */

/* Find the cells of a suit that occur in some division of sets and pairs for which the hand lacks
 * fewest tiles.  best[i] is all ones for these. */
static void fill_best(struct kzi_joined_hand *joined, unsigned suit, unsigned cell,
                      uint8_t best[CELLS]) {
    const struct kzi_distances *distances = joined->distances;
    const uint8_t *cells = joined->suits[suit].cells;
    uint8_t *others = joined->others[suit];
    if (!(joined->known_others >> suit & 1))
        join_states(distances, joined->suits[suit ^ 1].cells, joined->halves[suit < 2], others);
    joined->known_others |= 1U << suit;
    memset(best, 0, distances->n_bytes);
    KZI_EACH_IN(distances->within[cell], i)
        best[i] = (unsigned)cells[i] + others[cell - i] == joined->lacking ? UINT8_MAX : 0;
}

/* Find the cells that change with another count of a number, for which the suit has other cells:
 * for accepted tiles, those that lack one tile less; for spare tiles, those that lack no more. */
static void fill_change(struct kzi_joined_hand *joined, unsigned of_suit, unsigned number,
                        const uint8_t *cells) {
    struct kzi_joined_suit *suit = &joined->suits[of_suit];
    const int8_t less = suit->asked == KZI_ACCEPTED;
    for (unsigned at = 0; at < joined->distances->n_bytes; at += BLOCK) {
        block changed = load(suit->cells + at) - load(cells + at) == less;
        memcpy(suit->changed[number] + at, &changed, sizeof changed);
    }
}

/* Look up a suit with another count of each number.  The nine look-ups advance together, number by
 * number. */
static void look_up_changes(struct kzi_joined_hand *joined, unsigned of_suit,
                            const uint8_t counts[NUMBERS]) {
    const struct table *table = table_of(joined, of_suit);
    const struct kzi_joined_suit *suit = &joined->suits[of_suit];
    unsigned states[NUMBERS];
    for (unsigned number = 0; number < NUMBERS; number++) {
        const next_states *next = table->next[number];
        for (unsigned i = 0; i < number; i++)
            states[i] = next[states[i]][suit->counts[number]];
        states[number] = next[suit->before[number]][counts[number]];
    }
    for (unsigned i = 0; i < NUMBERS; i++)
        fill_change(joined, of_suit, i,
                    table->cells + (size_t)states[i] * joined->distances->n_bytes);
}

/* Take the steps of a limited suit from each number on, with another count of that number. */
static void take_changes(struct kzi_joined_hand *joined, unsigned of_suit,
                         const uint8_t counts[NUMBERS]) {
    uint8_t states[NUMBERS + 1][STATE_BYTES];
    for (unsigned i = 0; i < NUMBERS; i++) {
        memcpy(states[i], joined->suits[of_suit].states[i], sizeof states[i]);
        take_steps(joined, of_suit, i, counts[i], states);
        fill_change(joined, of_suit, i, states[NUMBERS]);
    }
}

/* Find the cells that change with each number.  None change with a number to which no tile can be
 * added, or from which none can be taken. */
static void fill_changes(struct kzi_joined_hand *joined, unsigned of_suit,
                         enum kzi_tiles_asked asked) {
    struct kzi_joined_suit *suit = &joined->suits[of_suit];
    uint8_t counts[NUMBERS];
    suit->asked = asked;
    for (unsigned i = 0; i < NUMBERS; i++) {
        const uint8_t have = suit->counts[i];
        counts[i] =
            (uint8_t)(asked == KZI_SPARE ? have - (have > 0) : have + (have < suit->max[i]));
    }
    if (suit->limited)
        take_changes(joined, of_suit, counts);
    else
        look_up_changes(joined, of_suit, counts);
    for (unsigned i = 0; i < NUMBERS; i++)
        if (counts[i] == suit->counts[i])
            memset(suit->changed[i], 0, sizeof suit->changed[i]);
}

static bool share_cells(const struct kzi_distances *distances, const uint8_t *a, const uint8_t *b) {
    uint64_t any = 0;
    for (unsigned at = 0; at < distances->n_bytes; at += 8)
        any |= kzi_eight_counts(a + at) & kzi_eight_counts(b + at);
    return any;
}

/* Return the numbers of a suit that are accepted or spare, as bits. */
static kzi_kinds ask_suit(struct kzi_joined_hand *joined, unsigned number, unsigned cell,
                          enum kzi_tiles_asked asked) {
    const struct kzi_joined_suit *suit = &joined->suits[number];
    uint8_t best[CELLS];
    kzi_kinds numbers = 0;
    fill_best(joined, number, cell, best);
    if (suit->asked != asked)
        fill_changes(joined, number, asked);
    for (unsigned i = 0; i < NUMBERS; i++)
        numbers |= (kzi_kinds)share_cells(joined->distances, best, suit->changed[i]) << i;
    return numbers;
}

void kzi_joined_hand_init(struct kzi_joined_hand *joined, const struct kzi_distances *distances) {
    joined->distances = distances;
    joined->known_halves = joined->known_others = 0;
    for (unsigned suit = 0; suit < SUITS; suit++)
        joined->suits[suit].cells = NULL;
}

struct kzi_lacks kzi_distance(struct kzi_joined_hand *joined, const struct kzi_distance_hand *hand,
                              enum kzi_tiles_asked asked, unsigned bound) {
    unsigned cell = cell_of(joined->distances, hand->sets, hand->pairs);
    look_up_suits(joined, hand, cell, bound);
    struct kzi_lacks lacks = {.lacking =
                                  joined->lacking <= bound ? joined->lacking : KZI_OUT_OF_REACH};
    for (unsigned suit = 0; asked && suit < SUITS && joined->lacking <= bound; suit++)
        lacks.kinds |= ask_suit(joined, suit, cell, asked) << NUMBERS * suit;
    return lacks;
}

#include "hand/distances.h"

#include <stdlib.h>
#include <string.h>

/* Chows begun at the last number and at the one before need one of the next number each. More
 * than two alike are pungs. */
#define CARRIES 3
#define STARTS  (CARRIES * CARRIES)

#define FIRST_NUMBERS 5
#define LAST_NUMBERS  4
#define FIRST_KEYS    3125 /* 5 to the power of FIRST_NUMBERS */
#define LAST_KEYS     625

/* The table of a number suit or of the honors. */
struct table {
    uint16_t first[FIRST_KEYS]; /* by the first five counts: a row */
    uint16_t *last;             /* by row and the last four counts: an index into cells */
    uint8_t *cells;             /* n_cells for each index */
    size_t bytes;               /* of the two that are allocated */
};

struct kzi_distances {
    struct kzi_distance_bounds bounds;
    unsigned n_cells;
    struct table numbers, honors;
};

static unsigned cell_of(const struct kzi_distance_bounds *bounds, unsigned sets, unsigned pairs) {
    return sets * (bounds->pairs + 1U) + pairs;
}

static unsigned count_cells(const struct kzi_distance_bounds *bounds) {
    return cell_of(bounds, bounds->sets, bounds->pairs) + 1;
}

/* --- one number after the other --------------------------------------------------------------- */

/* A state of the automaton: the fewest tiles lacking so far, by chows begun and by cell. */
#define STATE_BYTES (STARTS * KZI_DISTANCE_CELLS)

struct step {
    const struct kzi_distance_bounds *bounds;
    unsigned n_cells;
    unsigned have, most; /* tiles of this number: in the hand, and in a complete one at most */
    bool chows;          /* one can begin here */
};

static bool may_be(const struct kzi_distance_bounds *bounds, enum kzi_group_kind kind) {
    return !bounds->set_kinds || bounds->set_kinds >> kind & 1;
}

/* Add so many sets and pairs of this number to what begins with the same chows. */
static void add_parts(const struct step *step, const uint8_t *from, uint8_t *to, unsigned need,
                      unsigned sets, unsigned pairs) {
    unsigned missing = need > step->have ? need - step->have : 0;
    for (unsigned s = sets; s <= step->bounds->sets; s++)
        for (unsigned p = pairs; p <= step->bounds->pairs; p++) {
            unsigned lacking = from[cell_of(step->bounds, s - sets, p - pairs)] + missing;
            uint8_t *least = &to[cell_of(step->bounds, s, p)];
            if (lacking < *least)
                *least = (uint8_t)lacking;
        }
}

static bool is_reached(const struct step *step, const uint8_t *cells) {
    for (unsigned i = 0; i < step->n_cells; i++)
        if (cells[i] != KZI_OUT_OF_REACH)
            return true;
    return false;
}

/* Consider every pung and pair next to the chows that begin here. */
static void add_alike(const struct step *step, const uint8_t *from, uint8_t *to, unsigned need,
                      unsigned chows) {
    unsigned most_pungs = may_be(step->bounds, KZI_PUNG),
             most_pairs = step->bounds->pairs_differ ? 1 : 2;
    for (unsigned pungs = 0; pungs <= most_pungs; pungs++)
        for (unsigned pairs = 0; pairs <= most_pairs; pairs++)
            if (need + 3 * pungs + 2 * pairs <= step->most)
                add_parts(step, from, to, need + 3 * pungs + 2 * pairs, chows + pungs, pairs);
}

static void take_step(const struct step *step, const uint8_t *from, uint8_t *to) {
    memset(to, KZI_OUT_OF_REACH, (size_t)STARTS * step->n_cells);
    for (unsigned start = 0; start < STARTS; start++) {
        const uint8_t *cells = from + start * step->n_cells;
        unsigned last = start / CARRIES, before = start % CARRIES;
        if (!is_reached(step, cells))
            continue;
        for (unsigned chows = 0; chows < (step->chows ? CARRIES : 1U); chows++)
            add_alike(step, cells, to + (chows * CARRIES + last) * step->n_cells,
                      last + before + chows, chows);
    }
}

static void begin(unsigned n_cells, uint8_t *state) {
    memset(state, KZI_OUT_OF_REACH, (size_t)STARTS * n_cells);
    state[0] = 0;
}

/* --- the automaton ---------------------------------------------------------------------------- */

#define NUMBERS 9
#define COUNTS  5 /* 0 to 4 tiles of a kind */

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

/* Of a number suit, or of the honors: they have no chows, and no eighth and ninth kind. */
static void build(struct automaton *automaton, bool honors) {
    uint8_t state[STATE_BYTES];
    begin(automaton->step.n_cells, state);
    memset(automaton->slots, 0, SLOTS * sizeof *automaton->slots);
    number_state(automaton, &automaton->levels[0], state);
    for (unsigned number = 0; number < NUMBERS && !automaton->failed; number++) {
        automaton->step.most = honors && number >= KZI_KINDS - KZI_HONOR ? 0 : KZI_MAX_COPIES;
        automaton->step.chows =
            !honors && number + 2 < NUMBERS && may_be(automaton->step.bounds, KZI_CHOW);
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

/* Return the state that the counts of a key lead to; the first number is its lowest digit. */
static unsigned follow(const struct automaton *automaton, unsigned number, unsigned n_numbers,
                       unsigned state, unsigned key) {
    for (unsigned i = number; i < number + n_numbers; i++, key /= COUNTS)
        state = automaton->levels[i].next[state][key % COUNTS];
    return state;
}

static bool unroll(const struct automaton *automaton, struct table *table) {
    unsigned n_rows = automaton->levels[FIRST_NUMBERS].n_states, n_cells = automaton->step.n_cells;
    const struct level *end = &automaton->levels[NUMBERS];
    table->last = malloc((size_t)n_rows * LAST_KEYS * sizeof *table->last);
    table->cells = malloc((size_t)end->n_states * n_cells);
    if (!table->last || !table->cells)
        return false;
    table->bytes =
        (size_t)n_rows * LAST_KEYS * sizeof *table->last + (size_t)end->n_states * n_cells;
    for (unsigned key = 0; key < FIRST_KEYS; key++)
        table->first[key] = (uint16_t)follow(automaton, 0, FIRST_NUMBERS, 0, key);
    for (unsigned row = 0; row < n_rows; row++)
        for (unsigned key = 0; key < LAST_KEYS; key++)
            table->last[row * LAST_KEYS + key] =
                (uint16_t)follow(automaton, FIRST_NUMBERS, LAST_NUMBERS, row, key);
    for (unsigned i = 0; i < end->n_states; i++) /* no chow is left begun */
        memcpy(table->cells + (size_t)i * n_cells, end->states + i * automaton->state_bytes,
               n_cells);
    return true;
}

static bool make_table(struct automaton *automaton, struct table *table, bool honors) {
    build(automaton, honors);
    bool made = !automaton->failed && unroll(automaton, table);
    free_levels(automaton);
    return made;
}

struct kzi_distances *kzi_distances_new(struct kzi_distance_bounds bounds) {
    struct kzi_distances *distances = calloc(1, sizeof *distances);
    struct automaton automaton = {.slots = malloc(SLOTS * sizeof *automaton.slots)};
    bool made = distances && automaton.slots;
    if (made) {
        distances->bounds = bounds;
        distances->n_cells = automaton.step.n_cells = count_cells(&bounds);
        automaton.step.bounds = &distances->bounds;
        automaton.state_bytes = (size_t)STARTS * distances->n_cells;
        made = make_table(&automaton, &distances->numbers, false) &&
               make_table(&automaton, &distances->honors, true);
    }
    free(automaton.slots);
    if (made)
        return distances;
    kzi_distances_free(distances);
    return NULL;
}

size_t kzi_distances_bytes(const struct kzi_distances *distances) {
    return sizeof *distances + distances->numbers.bytes + distances->honors.bytes;
}

void kzi_distances_free(struct kzi_distances *distances) {
    if (!distances)
        return;
    free(distances->numbers.last);
    free(distances->numbers.cells);
    free(distances->honors.last);
    free(distances->honors.cells);
    free(distances);
}

/* --- looked up -------------------------------------------------------------------------------- */

static unsigned key_of(const uint8_t *counts, unsigned n_numbers) {
    unsigned key = 0;
    for (unsigned i = n_numbers; i-- > 0;)
        key = key * COUNTS + counts[i];
    return key;
}

static bool is_limited(const uint8_t *most, unsigned n_kinds) {
    unsigned all = KZI_MAX_COPIES;
    for (unsigned i = 0; i < n_kinds; i++)
        all &= most[i];
    return all != KZI_MAX_COPIES;
}

/* Take the steps of the automaton where fewer than four tiles of a kind can be in the hand. */
static void find_limited(const struct kzi_distances *distances, const uint8_t *counts,
                         const uint8_t *most, unsigned n_kinds, uint8_t *cells) {
    uint8_t states[2][STATE_BYTES];
    struct step step = {.bounds = &distances->bounds, .n_cells = distances->n_cells};
    begin(step.n_cells, states[0]);
    for (unsigned i = 0; i < n_kinds; i++) {
        step.have = counts[i];
        step.most = most[i];
        step.chows = n_kinds == NUMBERS && i + 2 < NUMBERS && may_be(step.bounds, KZI_CHOW);
        take_step(&step, states[i % 2], states[(i + 1) % 2]);
    }
    memcpy(cells, states[n_kinds % 2], step.n_cells);
}

#define REMEMBERED 4096

struct kzi_distance_memory {
    struct remembered {
        const struct kzi_distances *of; /* NULL: empty */
        uint64_t key;
        uint8_t cells[KZI_DISTANCE_CELLS];
    } suits[REMEMBERED]; /* by hash; a later one replaces an earlier one */
};

size_t kzi_distance_memory_bytes(void) {
    return sizeof(struct kzi_distance_memory);
}

/* Find the cells of a suit, remembered or not. */
static void recall_limited(const struct kzi_distances *distances,
                           struct kzi_distance_memory *memory, const uint8_t *counts,
                           const uint8_t *most, unsigned n_kinds, uint8_t *cells) {
    if (!memory) {
        find_limited(distances, counts, most, n_kinds, cells);
        return;
    }
    uint64_t key = ((uint64_t)key_of(most, n_kinds) << 32 | key_of(counts, n_kinds)) << 1 |
                   (n_kinds == NUMBERS);
    struct remembered *suit =
        &memory->suits[(key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % REMEMBERED];
    if (suit->of != distances || suit->key != key) {
        find_limited(distances, counts, most, n_kinds, suit->cells);
        suit->of = distances;
        suit->key = key;
    }
    memcpy(cells, suit->cells, distances->n_cells);
}

/* Return the cells of a suit, which are copied to `own` if no table has them. */
static const uint8_t *find_cells(const struct kzi_distances *distances,
                                 struct kzi_distance_memory *memory, unsigned suit,
                                 const uint8_t *counts, const uint8_t *most, uint8_t *own) {
    bool honors = suit == KZI_SUITS;
    const struct table *table = honors ? &distances->honors : &distances->numbers;
    unsigned n_kinds = honors ? KZI_KINDS - KZI_HONOR : NUMBERS;
    if (is_limited(most + NUMBERS * suit, n_kinds)) {
        recall_limited(distances, memory, counts + NUMBERS * suit, most + NUMBERS * suit, n_kinds,
                       own);
        return own;
    }
    const uint8_t *of_suit = counts + NUMBERS * suit;
    unsigned row = table->first[key_of(of_suit, FIRST_NUMBERS)],
             last = key_of(of_suit + FIRST_NUMBERS, LAST_NUMBERS);
    return table->cells + (size_t)table->last[row * LAST_KEYS + last] * distances->n_cells;
}

/* Join what two parts of a hand lack: the sets and pairs of a cell are divided between them. */
static void join(const struct kzi_distance_bounds *bounds, unsigned sets, unsigned pairs,
                 const uint8_t *suit, uint8_t *all) {
    for (unsigned s = sets + 1; s-- > 0;)
        for (unsigned p = pairs + 1; p-- > 0;) {
            unsigned least = KZI_OUT_OF_REACH;
            for (unsigned i = 0; i <= s; i++)
                for (unsigned k = 0; k <= p; k++) {
                    unsigned lacking =
                        (unsigned)all[cell_of(bounds, i, k)] + suit[cell_of(bounds, s - i, p - k)];
                    least = lacking < least ? lacking : least;
                }
            all[cell_of(bounds, s, p)] = (uint8_t)least;
        }
}

unsigned kzi_distance(const struct kzi_distances *distances, struct kzi_distance_memory *memory,
                      const uint8_t counts[KZI_COUNTS_CAPACITY],
                      const uint8_t most[KZI_COUNTS_CAPACITY], unsigned sets, unsigned pairs) {
    uint8_t all[KZI_DISTANCE_CELLS], own[KZI_DISTANCE_CELLS];
    memcpy(all, find_cells(distances, memory, 0, counts, most, own), distances->n_cells);
    for (unsigned suit = 1; suit <= KZI_SUITS; suit++)
        join(&distances->bounds, sets, pairs,
             find_cells(distances, memory, suit, counts, most, own), all);
    return all[cell_of(&distances->bounds, sets, pairs)];
}

/* --- one suit after the other ----------------------------------------------------------------- */

static void join_two(const struct kzi_distance_frame *frame, const uint8_t *a, const uint8_t *b,
                     uint8_t *to) {
    memcpy(to, a, frame->distances->n_cells);
    join(&frame->distances->bounds, frame->sets, frame->pairs, b, to);
}

void kzi_distance_frame_find(struct kzi_distance_frame *frame,
                             const struct kzi_distances *distances,
                             struct kzi_distance_memory *memory,
                             const uint8_t counts[KZI_COUNTS_CAPACITY],
                             const uint8_t most[KZI_COUNTS_CAPACITY], unsigned sets,
                             unsigned pairs) {
    uint8_t own[KZI_SUITS + 1][KZI_DISTANCE_CELLS], two[KZI_DISTANCE_CELLS];
    const uint8_t *cells[KZI_SUITS + 1];
    *frame = (struct kzi_distance_frame){
        .distances = distances, .memory = memory, .sets = sets, .pairs = pairs};
    for (unsigned suit = 0; suit <= KZI_SUITS; suit++)
        cells[suit] = find_cells(distances, memory, suit, counts, most, own[suit]);
    join_two(frame, cells[2], cells[3], two);
    join_two(frame, two, cells[1], frame->others[0]);
    join_two(frame, two, cells[0], frame->others[1]);
    join_two(frame, cells[0], cells[1], two);
    join_two(frame, two, cells[3], frame->others[2]);
    join_two(frame, two, cells[2], frame->others[3]);
}

unsigned kzi_distance_in_frame(const struct kzi_distance_frame *frame, unsigned suit,
                               const uint8_t counts[KZI_COUNTS_CAPACITY],
                               const uint8_t most[KZI_COUNTS_CAPACITY]) {
    const struct kzi_distance_bounds *bounds = &frame->distances->bounds;
    uint8_t own[KZI_DISTANCE_CELLS];
    const uint8_t *cells = find_cells(frame->distances, frame->memory, suit, counts, most, own);
    unsigned least = KZI_OUT_OF_REACH;
    for (unsigned s = 0; s <= frame->sets; s++)
        for (unsigned p = 0; p <= frame->pairs; p++) {
            unsigned lacking = (unsigned)frame->others[suit][cell_of(bounds, s, p)] +
                               cells[cell_of(bounds, frame->sets - s, frame->pairs - p)];
            least = lacking < least ? lacking : least;
        }
    return least;
}

bool kzi_distance_is_same(const struct kzi_distance_frame *frame, unsigned suit,
                          const uint8_t counts[KZI_COUNTS_CAPACITY],
                          const uint8_t other[KZI_COUNTS_CAPACITY],
                          const uint8_t most[KZI_COUNTS_CAPACITY]) {
    uint8_t own[2][KZI_DISTANCE_CELLS];
    const uint8_t *a = find_cells(frame->distances, frame->memory, suit, counts, most, own[0]),
                  *b = find_cells(frame->distances, frame->memory, suit, other, most, own[1]);
    return a == b || !memcmp(a, b, frame->distances->n_cells);
}

/* join.h - classes of hands of sets and of pairs, joined suit by suit (private to this folder; the
 * calls for others are in every.h).
 *
 * A part of a hand is its tiles of some suits, with melds and winning tile.  Parts are alike if
 * nothing that can be added to them tells them apart.  A hand is never made before the end. */
#ifndef KZI_JOIN_H
#define KZI_JOIN_H

#include "analysis/exhaustive/every.h"
#include "tile/sets.h"

#include <string.h>

#define KZI_JOIN_TILES    14 /* of a hand, at most; a kong counts as three */
#define KZI_JOIN_GROUPS   7
#define KZI_JOIN_COUNTS   8  /* values of a counted phrase */
#define KZI_JOIN_FIELDS   21 /* counted phrases: all in one word */
#define KZI_JOIN_SETS     KZI_RANKED_SETS
#define KZI_JOIN_MELDS    70 /* so many chows, pungs, claimed and concealed kongs: at most four */
#define KZI_JOIN_READINGS 256
#define KZI_JOIN_STATES   5232 /* of two suits: more than there are choices of so many sets */
/* Beyond, rules tell apart too much, and hands are walked. */
#define KZI_JOIN_MOST_READINGS 4000000
#define KZI_JOIN_MOST_CELLS    8000000
#define KZI_JOIN_MOST_PAIRS    UINT64_C(1000000000) /* of classes that are joined in a step */

/* How a part has the winning tile. */
enum kzi_join_way { KZI_JOIN_NOT_WON, KZI_JOIN_DRAWN, KZI_JOIN_DISCARDED, KZI_JOIN_WAYS };

enum kzi_join_form { KZI_JOIN_OF_SETS, KZI_JOIN_OF_PAIRS, KZI_JOIN_FORMS };

/* A part of a reading.  It has no padding: readings are compared and hashed as bytes. */
struct kzi_join_reading {
    uint64_t rows, phrases; /* as in struct kzi_match and struct kzi_sum */
    uint32_t fu[2];         /* under each ruleset */
    /* Its chows and pungs (enum kzi_set_kind).  In one suit: their id, or the first that nothing
     * tells from it; of two suits: a state; of all: 0. */
    uint16_t sets[KZI_ALONE_KINDS];
    uint32_t form;
};

/* Parts that are alike. */
struct kzi_join_class {
    uint64_t count;
    uint32_t first;   /* its readings in the pool, sorted */
    uint32_t from[2]; /* the two that the first of them was joined of */
    uint32_t hash;    /* of all that makes them alike */
    uint16_t n_readings;
    uint16_t present; /* of one suit that is not whole yet: a class of numbers */
    uint8_t melds;    /* by number of struct kzi_join_needs */
    uint8_t like;     /* tiles like the winning one, or fewer that mean the same; 0: not won */
    uint8_t suits;    /* number suits that it has, by bit, while a row asks */
    uint8_t seat;     /* of honors; of those alike the first */
};

struct kzi_join_table {
    struct kzi_join_class *list;
    uint32_t count, capacity;
    uint32_t *slots; /* index in list + 1; 0: empty */
    uint32_t n_slots;
};

/* By number of tiles and enum kzi_join_way. */
struct kzi_join_parts {
    struct kzi_join_table of[KZI_JOIN_TILES + 1][KZI_JOIN_WAYS];
};

/* --- reduction.c: what can still matter ------------------------------------------------------ */

/* Counted phrases: rows that hold for some count in reach. */
struct kzi_join_phrases {
    unsigned n_tables, bits, bits_each;
    uint64_t *alive; /* by groups to come, table and value */
    /* By field, groups to come and two counts: the rows that one more group or several tell them
     * apart by. */
    uint64_t differ[KZI_JOIN_FIELDS][KZI_JOIN_GROUPS + 1][KZI_JOIN_COUNTS][KZI_JOIN_COUNTS];
};

/* Chows, or pungs.  By sets to come and id: the first id that these do not tell from it, while
 * they may be added to the suit, and when the suit is whole. */
struct kzi_join_ranks {
    const struct kzi_rank_rows *rows;        /* NULL: no row asks */
    uint64_t mentions;                       /* rows that ask */
    unsigned n_ids, upto[KZI_JOIN_SETS + 2]; /* ids of at most so many sets - 1 */
    uint32_t sets_of[KZI_CHOW_IDS];          /* as chow_id and pung_id take them */
    uint8_t n_sets[KZI_CHOW_IDS];
    uint16_t sum[KZI_CHOW_IDS][KZI_CHOW_IDS];
    uint16_t within[KZI_JOIN_SETS + 1][KZI_CHOW_IDS], whole[KZI_JOIN_SETS + 1][KZI_CHOW_IDS];
    /* Two suits: by sets to come and both ids, a state + 1 (0: not known); state 0 is that of parts
     * of which no row asks.  A state is a class of rows for each id of the third suit. */
    uint16_t state_of[KZI_JOIN_SETS + 1][KZI_CHOW_IDS][KZI_CHOW_IDS];
    unsigned n_states;
    uint8_t to_come[KZI_JOIN_STATES];
    uint16_t (*states)[KZI_CHOW_IDS];
};

/* Melds by number: so many chows, pungs, claimed and concealed kongs. */
struct kzi_join_needs {
    uint8_t counts[KZI_JOIN_MELDS][4], n_melds[KZI_JOIN_MELDS];
    uint8_t sum[KZI_JOIN_MELDS][KZI_JOIN_MELDS];
    bool open[KZI_JOIN_MELDS];
    uint8_t alike[KZI_JOIN_SETS + 1][KZI_JOIN_MELDS]; /* by sets to come: the first */
    /* What needs find, by seat, drawn and tiles like the winning one. */
    uint64_t digest[KZI_JOIN_MELDS][KZI_SEATS][2][KZI_MAX_COPIES + 1];
    uint8_t seat[KZI_SEATS], like[KZI_MAX_COPIES + 1]; /* the first that means the same */
};

/* Any of open or closed; any wait. */
#define KZI_JOIN_ANY_OPEN 2
#define KZI_JOIN_ANY_WAIT KZI_WAITS

struct kzi_join {
    struct kzi_every *every;
    const struct kzi_program *program; /* of hands that are only counted: one without rows */
    struct kzi_program blank;
    int shape[KZI_JOIN_FORMS]; /* their index in the rulesets; -1: none */
    unsigned in_every[KZI_JOIN_FORMS];
    unsigned n_tiles, n_sets, n_pairs; /* of a hand; pairs of a hand of pairs */
    /* Groups and sets still to come to so many tiles. */
    uint8_t groups_left[KZI_JOIN_FORMS][KZI_JOIN_TILES + 1], sets_left[KZI_JOIN_TILES + 1];
    struct kzi_join_phrases phrases;
    struct kzi_join_ranks ranks[KZI_ALONE_KINDS];
    struct kzi_join_needs needs;
    uint64_t situation[KZI_JOIN_FORMS][KZI_JOIN_ANY_OPEN + 1][KZI_JOIN_WAYS][KZI_WAITS + 1];
    uint16_t present_of[4][512], present_first[4][512]; /* numbers to class, class to its first */
    uint64_t suits_alive[8][8]; /* by suits that are settled, and those of them that it has */
    uint64_t suits_mentions;
    uint64_t unlike_asked; /* rows that ask for no exact tiles, which are all of one suit */
    struct kzi_join_reading *pool;
    uint32_t n_pool, pool_capacity;
    struct kzi_join_parts suit[KZI_SUITS], honors, two, three;
    struct kzi_join_suits *suits; /* suit.c */
    bool failed;                  /* memory is out, or every->too_many */
};

static inline void kzi_join_give_up(struct kzi_join *join) {
    join->every->too_many = true;
    join->failed = true;
}

/* How many phrases one table looks up. */
static inline unsigned kzi_join_fields_each(const struct kzi_phrase_tables *tables) {
    return tables->bits_each ? tables->bits / tables->bits_each : 0;
}

/* Return the rows that a count of one phrase leaves, whatever the others count. */
uint64_t kzi_join_rows_of_count(const struct kzi_program *program, unsigned field, unsigned count);

/* False: memory is out. */
bool kzi_join_reduction_make(struct kzi_join *join);
void kzi_join_reduction_release(struct kzi_join *join);
/* The state of two whole suits. */
uint16_t kzi_join_state(struct kzi_join *join, unsigned kind, unsigned to_come, unsigned a,
                        unsigned b);

static inline bool kzi_join_has_pair(unsigned tiles) {
    return tiles % 3 == 2;
}

static inline uint64_t kzi_join_alive(const struct kzi_join_phrases *phrases, uint64_t rows,
                                      uint64_t counts, unsigned to_come) {
    const uint64_t *table = phrases->alive + ((size_t)to_come * phrases->n_tables << phrases->bits);
    uint64_t mask = (UINT64_C(1) << phrases->bits) - 1;
    for (unsigned i = 0; i < phrases->n_tables; i++, counts >>= phrases->bits, table += mask + 1)
        rows &= table[counts & mask];
    return rows;
}

/* Drops rows that no count in reach allows, and makes each count the least that no row left tells
 * from it. */
static inline void kzi_join_reduce(const struct kzi_join *join, struct kzi_join_reading *reading,
                                   unsigned tiles) {
    const struct kzi_join_phrases *phrases = &join->phrases;
    unsigned to_come = join->groups_left[reading->form][tiles], bits = phrases->bits_each;
    uint64_t rows = kzi_join_alive(phrases, reading->rows, reading->phrases, to_come);
    uint64_t counts = reading->phrases, mask = (UINT64_C(1) << bits) - 1;
    for (uint64_t left = counts; left;) {
        unsigned field = (unsigned)__builtin_ctzll(left) / bits, count = 0;
        uint64_t now = left >> bits * field & mask;
        left &= ~(mask << bits * field);
        while (phrases->differ[field][to_come][now][count] & rows)
            count++;
        counts -= (now - count) << bits * field;
    }
    reading->rows = rows;
    reading->phrases = counts;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        if (!(rows & join->ranks[kind].mentions))
            reading->sets[kind] = 0;
}

/* --- class_table.c --------------------------------------------------------------------------- */

/* Sort readings; equal ones become one.  Return how many are left. */
unsigned kzi_join_sort(struct kzi_join_reading *list, unsigned count);
/* Add as many parts as made->count to their class.  Return it; sets failed if memory is out. */
uint32_t kzi_join_add(struct kzi_join *join, struct kzi_join_table *table,
                      const struct kzi_join_class *made, const struct kzi_join_reading *readings,
                      bool *fresh);
void kzi_join_table_release(struct kzi_join_table *table);
void kzi_join_parts_release(struct kzi_join_parts *parts);

/* --- suit.c, honors.c ------------------------------------------------------------------------ */

static inline bool kzi_join_counts_only(const struct kzi_join *join) {
    return join->program == &join->blank;
}

/* Add what a group adds to a reading. */
static inline void kzi_join_add_group(const struct kzi_join *join, struct kzi_join_reading *reading,
                                      struct kzi_group group, const struct kzi_hand *hand) {
    unsigned code = kzi_group_code(group, hand);
    reading->phrases += join->program->sums[code].phrases[0];
    for (unsigned of = 0; of < 2; of++)
        if (join->every->rules[of]->group_fu && !kzi_join_counts_only(join))
            reading->fu[of] += (uint16_t)join->every->rules[of]->group_fu[code].fu;
}

bool kzi_join_suit_make(struct kzi_join *join, unsigned suit);
/* Add the tiles and melds of a class of a suit to a hand. */
void kzi_join_suit_put(const struct kzi_join *join, unsigned suit,
                       const struct kzi_join_class *class_, struct kzi_every_hand *hand);
void kzi_join_suits_release(struct kzi_join *join);
void kzi_join_honors_make(struct kzi_join *join);
void kzi_join_honors_put(const struct kzi_join_class *class_, struct kzi_every_hand *hand);

#endif

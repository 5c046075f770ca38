/* join.h - classes of hands of sets and of pairs, joined suit by suit (private to this folder; the
 * calls for others are in every.h).
 *
 * A part of a hand is its tiles of some suits, with melds and winning tile.  Parts are alike if
 * nothing that can be added to them tells them apart.  A hand is never made before the end. */
#ifndef KZI_JOIN_H
#define KZI_JOIN_H

#include "analysis/exhaustive/every.h"
#include "compile/family.h"
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
#define KZI_JOIN_COLUMNS  128
#define KZI_JOIN_PLACES   28 /* where patterns of chows, pungs and pairs can lie */
#define KZI_JOIN_LIKES    16
/* Beyond, rules tell apart too much, and hands are walked. */
#define KZI_JOIN_MOST_READINGS 4000000
#define KZI_JOIN_MOST_CELLS    8000000
#define KZI_JOIN_MOST_PAIRS    UINT64_C(1000000000) /* of classes that are joined in a step */

/* How a part has the winning tile. */
enum kzi_join_way { KZI_JOIN_NOT_WON, KZI_JOIN_DRAWN, KZI_JOIN_DISCARDED, KZI_JOIN_WAYS };

enum kzi_join_form { KZI_JOIN_OF_SETS, KZI_JOIN_OF_PAIRS, KZI_JOIN_FORMS };

/* Columns, by bit: rows of both rulesets that say the same of all hands which are joined are one.
 */
typedef uint64_t kzi_join_rows
    __attribute__((vector_size(KZI_JOIN_COLUMNS / 8), aligned(sizeof(uint64_t))));

static inline bool kzi_join_any(kzi_join_rows rows) {
    return (rows[0] | rows[1]) != 0;
}

/* A part of a reading.  It has no padding: readings are compared and hashed as bytes. */
struct kzi_join_reading {
    kzi_join_rows rows;
    uint64_t phrases; /* as in struct kzi_sum */
    uint64_t own;     /* digest of the sets that a cover of its own sets asks for */
    uint16_t fu[2];   /* under each ruleset */
    /* Its chows and pungs (enum kzi_set_kind).  In one suit: their id, or the first that nothing
     * tells from it; of two suits: a state; of all: what can be chosen of them. */
    uint16_t sets[KZI_ALONE_KINDS];
    /* Where patterns may lie, by bit; of concealed tiles the pairs by number. */
    uint64_t places : KZI_JOIN_PLACES, form : 64 - KZI_JOIN_PLACES;
};

/* How the waits of a hand begin, as long as a row asks for their number. */
enum kzi_join_waits {
    KZI_JOIN_WHOLE_WITHOUT = 1, /* complete without the winning tile */
    KZI_JOIN_LACKS_ONE = 2,     /* not won: one more tile would complete it */
    KZI_JOIN_OTHER_SETS = 4,    /* complete with another tile than the winning one */
    /* Without the winning tile, as pairs: all, all but one like it, or all but another. */
    KZI_JOIN_EVEN = 8,
    KZI_JOIN_ODD_LIKE = 16,
    KZI_JOIN_ODD_OTHER = 24,
    KZI_JOIN_PARITY = 24
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
    uint8_t like : 4; /* by number of struct kzi_join_needs; 0: not won */
    uint8_t fours : 4;
    uint8_t suits : 4; /* number suits that it has, by bit, while a row asks */
    uint8_t seat : 4;  /* of honors; of those alike the first */
    uint8_t waits;     /* bits of enum kzi_join_waits */
};

struct kzi_join_table {
    struct kzi_join_class *list;
    uint32_t count, capacity;
    uint32_t *slots; /* index in list + 1; 0: empty */
    uint32_t n_slots;
    /* Once all are there: those of bucket i are list[order[bucket[i]]] to
     * list[order[bucket[i + 1] - 1]]. */
    uint32_t *order, *bucket, n_buckets;
};

/* By number of tiles and enum kzi_join_way. */
struct kzi_join_parts {
    struct kzi_join_table of[KZI_JOIN_TILES + 1][KZI_JOIN_WAYS];
};

/* --- reduction.c: what can still matter ------------------------------------------------------ */

/* Counted phrases: rows that hold for some count in reach. */
struct kzi_join_phrases {
    unsigned n_tables, bits, bits_each;
    kzi_join_rows *alive; /* by groups to come, table and value */
    /* By field, groups to come and two counts: the rows that one more group or several tell them
     * apart by. */
    kzi_join_rows differ[KZI_JOIN_FIELDS][KZI_JOIN_GROUPS + 1][KZI_JOIN_COUNTS][KZI_JOIN_COUNTS];
    kzi_join_rows counted[KZI_JOIN_FIELDS]; /* rows of yaku that count so often */
    uint64_t concerned;                     /* the fields that concerned rows ask for */
};

/* Chows, or pungs.  By sets to come and id: the first id that these do not tell from it, while
 * they may be added to the suit, and when the suit is whole. */
struct kzi_join_ranks {
    const struct kzi_rank_rows *rows; /* NULL: no row asks */
    kzi_join_rows mentions;           /* rows that ask */
    uint16_t *answer;                 /* by rank: a number of these */
    unsigned n_answers;
    struct kzi_join_answer {
        kzi_join_rows rows;
        uint16_t choices[2]; /* of each ruleset, + 1; 0: nothing can be chosen */
        uint16_t chosen;     /* the first answer with the same choices */
    } * answers;
    unsigned n_ids, upto[KZI_JOIN_SETS + 2]; /* ids of at most so many sets - 1 */
    uint32_t sets_of[KZI_CHOW_IDS];          /* as chow_id and pung_id take them */
    uint8_t n_sets[KZI_CHOW_IDS];
    uint16_t sum[KZI_CHOW_IDS][KZI_CHOW_IDS];
    uint16_t within[KZI_JOIN_SETS + 1][KZI_CHOW_IDS], whole[KZI_JOIN_SETS + 1][KZI_CHOW_IDS];
    /* Two suits: by sets to come and both ids, a state + 1 (0: not known); state 0 is that of parts
     * of which no row asks.  A state is an answer for each id of the third suit. */
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
    /* Tiles like the winning one by number: so many, of them in claimed chows, in claimed pungs. */
    struct kzi_join_like {
        uint8_t tiles, chows, pungs;
    } likes[KZI_JOIN_LIKES];
    unsigned n_likes;
    /* What needs find, by seat, drawn and tiles like the winning one. */
    uint64_t digest[KZI_JOIN_MELDS][KZI_SEATS][2][KZI_JOIN_LIKES];
    uint8_t seat[KZI_SEATS], like[KZI_JOIN_LIKES]; /* the first that means the same */
};

/* Patterns of chows, pungs and pairs together: where each can lie. */
struct kzi_join_places {
    unsigned count;
    struct kzi_join_place {
        uint32_t chows[KZI_SUITS]; /* as in sets_of */
        uint16_t pungs[KZI_SUITS], pairs[KZI_SUITS];
        uint8_t sets, form; /* so many in all; of hands of that form alone */
    } list[KZI_JOIN_PLACES];
    unsigned n_patterns;
    struct {
        uint32_t places;
        kzi_join_rows rows; /* that ask for it */
    } patterns[KZI_JOIN_PLACES];
    kzi_join_rows mentions;
};

/* Any of open or closed; any wait. */
#define KZI_JOIN_ANY_OPEN 2
#define KZI_JOIN_ANY_WAIT KZI_WAITS

/* The tables of a program in columns. */
struct kzi_join_tables {
    kzi_join_rows present[4][512], suits[8], seat[KZI_SEATS], won[KZI_CODES];
    kzi_join_rows situation[KZI_JOIN_FORMS][KZI_JOIN_ANY_OPEN + 1][KZI_JOIN_WAYS][KZI_WAITS + 1];
    kzi_join_rows count[KZI_JOIN_FIELDS][KZI_JOIN_COUNTS]; /* of one phrase, whatever others are */
    kzi_join_rows single, several; /* those that one kind waited for leaves, and more */
    kzi_join_rows waits;           /* those that ask for their number */
};

struct kzi_join {
    struct kzi_every *every;
    /* Of both rulesets; NULL: hands are only counted, and there are no columns. */
    const struct kzi_program *program;
    struct kz_family *family; /* whose program it is; NULL: the first ruleset's */
    unsigned n_columns;
    uint16_t row[KZI_JOIN_COLUMNS];          /* of the program: the first */
    struct kzi_both_rows *of;                /* by column */
    kzi_join_rows start[KZI_JOIN_FORMS];     /* what hands begin with */
    bool prunes, asks_waits;                 /* of hands that a difference concerns; rows do */
    kzi_join_rows concerned[KZI_JOIN_FORMS]; /* columns without which no difference counts */
    int shape[KZI_JOIN_FORMS];               /* their index in the rulesets; -1: none */
    unsigned in_every[KZI_JOIN_FORMS];
    unsigned n_tiles, n_sets, n_pairs; /* of a hand; pairs of a hand of pairs */
    /* Groups and sets still to come to so many tiles. */
    uint8_t groups_left[KZI_JOIN_FORMS][KZI_JOIN_TILES + 1], sets_left[KZI_JOIN_TILES + 1];
    struct kzi_join_tables tables;
    struct kzi_join_phrases phrases;
    struct kzi_join_ranks ranks[KZI_ALONE_KINDS];
    struct kzi_join_places places;
    struct kzi_join_needs needs;
    uint64_t own_of[KZI_GROUP_CODES]; /* what a group adds to struct kzi_join_reading.own */
    kzi_join_rows own;                /* rows that ask for it */
    bool asks_like;                   /* of melds it counts whether the winning tile is like them */
    bool counts_fours;
    uint16_t present_of[4][512], present_first[4][512]; /* numbers to class, class to its first */
    kzi_join_rows suits_alive[8][8]; /* by suits that are settled, and those of them that it has */
    kzi_join_rows suits_mentions;
    kzi_join_rows unlike_asked; /* rows that ask for no exact tiles, which are all of one suit */
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

/* --- columns.c: which rows say the same ------------------------------------------------------- */

/* Return rows of the program in columns. */
kzi_join_rows kzi_join_columns_of(const struct kzi_join *join, const uint64_t *rows);
/* Return the columns of which a row is among those of one ruleset. */
kzi_join_rows kzi_join_columns_with(const struct kzi_join *join, unsigned of, const uint64_t *rows);
/* Add up the rows that columns stand for. */
void kzi_join_rows_of(const struct kzi_join *join, kzi_join_rows columns,
                      uint64_t rows[2][KZI_ROW_WORDS]);
/* Find the shapes, and where hands are told apart the columns.  Return why not; NULL: found. */
const char *kzi_join_begin(struct kzi_join *join, struct kzi_every *every);
void kzi_join_end(struct kzi_join *join);

static inline const struct kzi_counted_at *kzi_join_counted_at(const struct kzi_join *join,
                                                               unsigned of, unsigned yaku) {
    return join->family ? &join->family->members[of].counted_at[yaku]
                        : &join->every->rules[of]->counted_at[yaku];
}

/* --- acceptance.c ------------------------------------------------------------------------------
 */

/* Return what keeps hands from being joined, once columns are found. */
const char *kzi_join_refuses(const struct kzi_join *join);

/* --- places.c: patterns of chows, pungs and pairs together --------------------------------------
 */

/* Return whether all places where the pattern of a feature can lie can be kept in mind. */
bool kzi_join_may_place(const struct kzi_join *join, const struct kzi_feature *feature);
void kzi_join_places_make(struct kzi_join *join);
/* Return the places that a part of one suit leaves: its chows, pungs and pairs as in struct
 * kzi_join_place; whole: no more of the suit is to come. */
uint32_t kzi_join_places_of(const struct kzi_join *join, unsigned suit,
                            const struct kzi_join_reading *reading, unsigned pairs, unsigned tiles,
                            bool whole);

/* --- reduction.c -------------------------------------------------------------------------------
 */

/* False: memory is out. */
bool kzi_join_reduction_make(struct kzi_join *join);
void kzi_join_reduction_release(struct kzi_join *join);
/* The state of two whole suits. */
uint16_t kzi_join_state(struct kzi_join *join, unsigned kind, unsigned to_come, unsigned a,
                        unsigned b);

static inline bool kzi_join_has_pair(unsigned tiles) {
    return tiles % 3 == 2;
}

static inline kzi_join_rows kzi_join_alive(const struct kzi_join_phrases *phrases,
                                           kzi_join_rows rows, uint64_t counts, unsigned to_come) {
    const kzi_join_rows *table =
        phrases->alive + ((size_t)to_come * phrases->n_tables << phrases->bits);
    uint64_t mask = (UINT64_C(1) << phrases->bits) - 1;
    for (unsigned i = 0; i < phrases->n_tables; i++, counts >>= phrases->bits, table += mask + 1)
        rows &= table[counts & mask];
    return rows;
}

/* Make each count the least that no row left tells from it, and forget what none asks for. */
static inline void kzi_join_forget(const struct kzi_join *join, struct kzi_join_reading *reading,
                                   unsigned to_come) {
    const struct kzi_join_phrases *phrases = &join->phrases;
    unsigned bits = phrases->bits_each;
    uint64_t counts = reading->phrases, mask = (UINT64_C(1) << bits) - 1;
    for (uint64_t left = counts; left;) {
        unsigned field = (unsigned)__builtin_ctzll(left) / bits, count = 0;
        uint64_t now = left >> bits * field & mask;
        left &= ~(mask << bits * field);
        while (kzi_join_any(phrases->differ[field][to_come][now][count] & reading->rows))
            count++;
        counts -= (now - count) << bits * field;
    }
    reading->phrases = counts;
    for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
        if (!kzi_join_any(reading->rows & join->ranks[kind].mentions))
            reading->sets[kind] = 0;
    if (!kzi_join_any(reading->rows & join->places.mentions))
        reading->places = 0;
    if (!kzi_join_any(reading->rows & join->own))
        reading->own = 0;
}

/* Drop rows that no count in reach allows, and what then does not matter. */
static inline void kzi_join_reduce(const struct kzi_join *join, struct kzi_join_reading *reading,
                                   unsigned tiles) {
    unsigned to_come = join->groups_left[reading->form][tiles];
    reading->rows = kzi_join_alive(&join->phrases, reading->rows, reading->phrases, to_come);
    kzi_join_forget(join, reading, to_come);
}

/* Return whether hands with the part may be among those that are looked at. */
static inline bool kzi_join_concerns(const struct kzi_join *join,
                                     const struct kzi_join_reading *list, unsigned count) {
    kzi_join_rows some = {0};
    for (unsigned i = 0; i < count && join->prunes; i++)
        some |= list[i].rows & join->concerned[list[i].form];
    return !join->prunes || kzi_join_any(some);
}

/* The number of tiles like the winning one. */
static inline unsigned kzi_join_like_of(unsigned tiles, unsigned chows, unsigned pungs) {
    return pungs ? 1 + KZI_MAX_COPIES * (KZI_MAX_COPIES + 1) / 2
                 : (tiles ? 1 + tiles * (tiles - 1) / 2 + chows : 0);
}

/* Drop the rows of patterns that lie nowhere. */
static inline void kzi_join_drop_patterns(const struct kzi_join *join,
                                          struct kzi_join_reading *reading) {
    for (unsigned i = 0; i < join->places.n_patterns; i++)
        if (!(reading->places & join->places.patterns[i].places))
            reading->rows &= ~join->places.patterns[i].rows;
}

/* --- class_table.c --------------------------------------------------------------------------- */

/* Sort readings; equal ones become one.  Return how many are left. */
unsigned kzi_join_sort(struct kzi_join_reading *list, unsigned count);
/* Add as many parts as made->count to their class.  Return it; sets failed if memory is out. */
uint32_t kzi_join_add(struct kzi_join *join, struct kzi_join_table *table,
                      const struct kzi_join_class *made, const struct kzi_join_reading *readings,
                      bool *fresh);
/* Put the classes of a table in buckets, of which all may be part of the same hands that a
 * difference concerns.  False: memory is out. */
bool kzi_join_sort_table(struct kzi_join *join, struct kzi_join_table *table);
void kzi_join_table_release(struct kzi_join_table *table);
void kzi_join_parts_release(struct kzi_join_parts *parts);

/* --- suit.c, honors.c ------------------------------------------------------------------------ */

static inline bool kzi_join_counts_only(const struct kzi_join *join) {
    return !join->program;
}

/* Add what a group adds to a reading. */
static inline void kzi_join_add_group(const struct kzi_join *join, struct kzi_join_reading *reading,
                                      struct kzi_group group, const struct kzi_hand *hand) {
    unsigned code = kzi_group_code(group, hand);
    if (kzi_join_counts_only(join))
        return;
    reading->phrases += join->program->sums[code].phrases[0];
    reading->own += join->own_of[code];
    for (unsigned of = 0; of < 2; of++)
        if (join->every->rules[of]->group_fu)
            reading->fu[of] =
                (uint16_t)(reading->fu[of] + join->every->rules[of]->group_fu[code].fu);
}

/* --- waits.c: how many kinds are waited for --------------------------------------------------- */

/* What is known of one part, and whether a reading of its tiles is of sets. */
struct kzi_join_waiting {
    unsigned bits; /* of enum kzi_join_waits */
    bool sets, won;
};

/* Join what is known of two parts of so many tiles. */
unsigned kzi_join_waits(struct kzi_join_waiting a, struct kzi_join_waiting b, unsigned tiles);
/* Drop the rows that several kinds waited for rule out, as soon as that is known; in the end those
 * too that one kind rules out.  Return the bits that still matter. */
unsigned kzi_join_drop_waits(const struct kzi_join *join, unsigned bits,
                             struct kzi_join_reading *list, unsigned count, bool whole);
/* Concealed tiles of a suit: the numbers that would complete them without the winning one, or that
 * would make a pair a set where none is won. */
struct kzi_join_suit_waits {
    uint16_t numbers;
    bool splits, whole_without;
    uint8_t parity;
};

struct kzi_join_suit_waits kzi_join_suit_waits_of(const struct kzi_join *join, kzi_suit_key key,
                                                  unsigned suit, unsigned win);
/* Return the bits of such tiles together with melds; nibbles: the number of each in both. */
unsigned kzi_join_waits_with(const struct kzi_join *join, const struct kzi_join_suit_waits *waits,
                             unsigned suit, unsigned win, uint64_t nibbles, unsigned n_melds);

static inline struct kzi_join_waiting kzi_join_waiting_of(const struct kzi_join *join,
                                                          const struct kzi_join_class *class_) {
    struct kzi_join_waiting waiting = {class_->waits, false, class_->like != 0};
    for (unsigned i = 0; i < class_->n_readings; i++)
        waiting.sets |= join->pool[class_->first + i].form == KZI_JOIN_OF_SETS;
    return waiting;
}

bool kzi_join_suit_make(struct kzi_join *join, unsigned suit);
/* Add the tiles and melds of a class of a suit to a hand. */
void kzi_join_suit_put(const struct kzi_join *join, unsigned suit,
                       const struct kzi_join_class *class_, struct kzi_every_hand *hand);
void kzi_join_suits_release(struct kzi_join *join);
void kzi_join_honors_make(struct kzi_join *join);
void kzi_join_honors_put(const struct kzi_join_class *class_, struct kzi_every_hand *hand);

#endif

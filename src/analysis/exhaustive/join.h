/* join.h - classes of hands, joined suit by suit (private to this folder; the calls for others are
 * in every.h).
 *
 * A part of a hand is its tiles of some suits, with melds and winning tile.  Parts are alike if
 * nothing that can be added to them tells them apart.  A hand is never made before the end. */
#ifndef KZI_JOIN_H
#define KZI_JOIN_H

#include "analysis/exhaustive/every.h"
#include "compile/family.h"
#include "rules/condition.h"
#include "tile/sets.h"

#include <string.h>

#define KZI_JOIN_TILES      14 /* of a hand, at most; a kong counts as three */
#define KZI_JOIN_GROUPS     7
#define KZI_JOIN_COUNTS     8  /* values of a counted phrase */
#define KZI_JOIN_FIELDS     21 /* counted phrases: all in one word */
#define KZI_JOIN_SETS       KZI_RANKED_SETS
#define KZI_JOIN_MELDS      501 /* melds by number: 1 for a chow, 5, 25 and 125 for the kinds below */
#define KZI_JOIN_READINGS   256
#define KZI_JOIN_STATES     5232 /* of two suits: more than there are choices of so many sets */
#define KZI_JOIN_COLUMNS    128
#define KZI_JOIN_PLACES     28 /* where patterns of chows, pungs and pairs can lie */
#define KZI_JOIN_ALL_PLACES ((UINT32_C(1) << KZI_JOIN_PLACES) - 1)
#define KZI_JOIN_LIKES      12
#define KZI_JOIN_FORMS      32
/* Beyond, rules tell apart too much. */
#define KZI_JOIN_MOST_READINGS 4000000
#define KZI_JOIN_MOST_CELLS    8000000
#define KZI_JOIN_MOST_PAIRS    UINT64_C(1000000000) /* of classes that are joined in a step */

/* How a part has the winning tile. */
enum kzi_join_way { KZI_JOIN_NOT_WON, KZI_JOIN_DRAWN, KZI_JOIN_DISCARDED, KZI_JOIN_WAYS };

/* A shape of either ruleset, with one of its bodies. */
struct kzi_join_form {
    const struct kzi_shape *shape;
    unsigned number, in_every; /* among the shapes of the rulesets, and of kzi_every.shapes */
    uint32_t first;            /* the first form from which rules cannot tell it */
    kzi_suit_key body[4];      /* by suit */
    uint16_t numbers[4];       /* of the body */
    unsigned body_tiles[4];
};

/* Where readings of a form have groups, which may be melds. */
static inline bool kzi_join_has_sets(const struct kzi_join_form *form) {
    return form->shape->form == KZI_FORM_SETS || form->shape->form == KZI_FORM_BODY;
}

/* Return whether hands of a form have a pair of sets, or a single twice. */
static inline bool kzi_join_wants_pair(const struct kzi_join_form *form) {
    return form->shape->form != KZI_FORM_PAIRS && (form->shape->pairs || form->shape->one_more);
}

static inline bool kzi_join_has_singles(const struct kzi_join_form *form) {
    return form->shape->form == KZI_FORM_ONE_EACH || form->shape->form == KZI_FORM_DIFFERENT;
}

/* Columns, by bit: rows of both rulesets that say the same of all hands are one. */
typedef uint64_t kzi_join_rows
    __attribute__((vector_size(KZI_JOIN_COLUMNS / 8), aligned(sizeof(uint64_t))));

static inline bool kzi_join_any(kzi_join_rows rows) {
    return (rows[0] | rows[1]) != 0;
}

/* A part of a reading.  It has no padding: readings are compared and hashed as bytes. */
struct kzi_join_reading {
    kzi_join_rows rows;
    uint64_t phrases; /* as in struct kzi_sum */
    uint64_t own;     /* digest of what rows ask that nothing else here tells (exactness.c) */
    uint16_t fu[2];   /* under each ruleset */
    /* Its chows and pungs (enum kzi_set_kind).  In one suit: their id, or the first that nothing
     * tells from it; of two suits: a state; of all: what can be chosen of them. */
    uint16_t sets[KZI_ALONE_KINDS];
    /* Where patterns may lie, by bit; of concealed tiles the pairs by number.  pair: it has the
     * pair of sets, or one of the singles twice. */
    uint32_t places : KZI_JOIN_PLACES, pair : 1, waits : 31 - KZI_JOIN_PLACES;
    uint32_t form;
};

/* How the waits of a hand begin, as long as a row asks for their number: of sets and of pairs those
 * of a class, of a body those of a reading. */
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
    uint32_t first; /* its readings in those of its table, sorted */
    /* The two that the first of them was joined of; of a suit its origin (suit.c). */
    uint32_t from[2];
    uint32_t hash; /* of all that makes them alike */
    union {
        struct {
            uint16_t n_readings;
            uint16_t melds : 9; /* by number, see kzi_join_one_meld */
            uint16_t waits : 7; /* bits of enum kzi_join_waits */
            uint16_t present;   /* of one suit that is not whole yet: a class of numbers */
            uint16_t like : 4;  /* by number of struct kzi_join_needs; 0: not won */
            uint16_t fours : 4;
            uint16_t suits : 4; /* number suits that it has, by bit, while a row asks */
            uint16_t seat : 4;  /* of honors; of those alike the first */
        };
        uint64_t traits; /* all these at once */
    };
};

struct kzi_join_table {
    struct kzi_join_class *list;
    uint32_t count, capacity;
    struct kzi_join_reading *readings;
    uint32_t n_readings, readings_capacity;
    uint32_t *slots; /* index in list + 1; 0: empty */
    uint32_t n_slots;
    /* Once all are there: those of bucket i are list[bucket[i]] to list[bucket[i + 1] - 1]. */
    uint32_t *bucket, n_buckets;
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
    uint64_t mask;                          /* all fields */
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

struct kzi_join_needs {
    uint16_t alike[KZI_JOIN_SETS + 1][KZI_JOIN_MELDS]; /* of melds, by sets to come: the first */
    /* Tiles like the winning one by number: so many, of them in claimed chows, in claimed pungs. */
    struct kzi_join_like {
        uint8_t tiles, chows, pungs;
    } likes[KZI_JOIN_LIKES];
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

#define KZI_JOIN_NEVER 255

/* Any of open or closed; any wait. */
#define KZI_JOIN_ANY_OPEN 2
#define KZI_JOIN_ANY_WAIT KZI_WAITS

/* The tables of a program in columns. */
struct kzi_join_tables {
    kzi_join_rows present[4][512], suits[8], seat[KZI_SEATS], won[KZI_CODES];
    kzi_join_rows situation[KZI_JOIN_ANY_OPEN + 1][KZI_JOIN_WAYS][KZI_WAITS + 1][KZI_JOIN_FORMS];
    kzi_join_rows open;                                    /* of any form, by any wait */
    kzi_join_rows count[KZI_JOIN_FIELDS][KZI_JOIN_COUNTS]; /* of one phrase, whatever others are */
    kzi_join_rows single, several; /* those that one kind waited for leaves, and more */
    kzi_join_rows waits;           /* those that ask for their number */
};

struct kzi_join {
    struct kzi_every *every;
    /* Of both rulesets; NULL: hands are only counted, and there are no columns. */
    const struct kzi_program *program;
    struct kz_family *family; /* whose program it is */
    unsigned n_columns;
    uint16_t row[KZI_JOIN_COLUMNS];        /* of the program: the first */
    struct kzi_both_rows *of;              /* by column */
    kzi_join_rows start[KZI_JOIN_FORMS];   /* what hands begin with */
    bool prunes;                           /* of hands that a difference concerns */
    bool adds_waits, adds[KZI_JOIN_FORMS]; /* rows ask for waits, and parts of a form tell */
    /* Columns without which no difference counts; of any form. */
    kzi_join_rows concerned[KZI_JOIN_FORMS], concerned_melds;
    struct kzi_join_form forms[KZI_JOIN_FORMS];
    unsigned n_forms, n_tiles, n_sets; /* of a hand, the most sets of a form */
    /* Groups and sets still to come to so many tiles of some suits, by bit.  KZI_JOIN_NEVER: no
     * hand has so many of them. */
    uint8_t groups_left[KZI_JOIN_FORMS][16][KZI_JOIN_TILES + 1],
        sets_left[KZI_JOIN_FORMS][16][KZI_JOIN_TILES + 1];
    uint8_t melds_left[KZI_JOIN_TILES + 1]; /* the most melds still to come */
    struct kzi_join_tables tables;
    struct kzi_join_phrases phrases;
    struct kzi_join_ranks ranks[KZI_ALONE_KINDS];
    struct kzi_join_places places;
    struct kzi_join_needs needs;
    uint64_t own_of[KZI_GROUP_CODES];  /* what a group adds to struct kzi_join_reading.own */
    uint64_t tile[KZI_CODES][2];       /* and a tile, one like the winning one */
    uint64_t won[KZI_CODES];           /* and the winning tile */
    bool weighs;                       /* some tile adds to it */
    bool full[KZI_JOIN_FORMS];         /* of a form all that a part is, */
    bool winds;                        /* also whose winds they are */
    kzi_join_rows own[KZI_JOIN_FORMS]; /* rows that ask for it */
    bool always[KZI_JOIN_FORMS];       /* it matters without a row */
    kzi_join_rows loose; /* rows that may be left where they do not hold: other than by own, nothing
                            tells */
    bool asks_like;      /* of melds it counts whether the winning tile is like them */
    bool fewer_like;     /* or counts less */
    bool counts_fours;
    uint16_t present_of[4][512], present_first[4][512]; /* numbers to class, class to its first */
    kzi_join_rows suits_alive[8][8]; /* by suits that are settled, and those of them that it has */
    kzi_join_rows suits_mentions;
    uint64_t whole_suit[KZI_MAX_QUESTIONS / 64]; /* conditions asked of all tiles in one suit */
    kzi_join_rows unlike_asked;                  /* rows that no other tiles rule out */
    uint32_t n_readings;                         /* of all tables */
    struct kzi_join_parts suit[KZI_SUITS], honors, two, three;
    struct kzi_join_origin *origins; /* suit.c: the tiles and melds of classes of suits */
    uint32_t n_origins;
    bool failed; /* memory is out, or every->too_many */
};

static inline bool kzi_join_is_of(const struct kzi_join *join, unsigned form,
                                  enum kzi_shape_form of) {
    return join->forms[form].shape->form == of;
}

static inline void kzi_join_give_up(struct kzi_join *join) {
    join->every->too_many = true;
    join->failed = true;
}

/* How many phrases one table looks up. */
static inline unsigned kzi_join_fields_each(const struct kzi_phrase_tables *tables) {
    return tables->bits_each ? tables->bits / tables->bits_each : 0;
}

/* How many tables of phrases can be added up, the first ones. */
static inline unsigned kzi_join_tables_added(const struct kzi_phrase_tables *tables) {
    unsigned each = kzi_join_fields_each(tables);
    if (!each || tables->bits_each > 3 || each * tables->bits_each != tables->bits)
        return 0;
    unsigned most = KZI_JOIN_FIELDS / each;
    most = most < tables->of_word ? most : tables->of_word;
    return tables->count < most ? tables->count : most;
}

static inline unsigned kzi_join_fields(const struct kzi_phrase_tables *tables) {
    return kzi_join_tables_added(tables) * kzi_join_fields_each(tables);
}

/* Return the rows that counts looked up together leave. */
static inline const uint64_t *kzi_join_rows_of_counts(const struct kzi_program *program,
                                                      unsigned table, size_t value) {
    return program->phrases.rows + kzi_phrases_apart(&program->phrases, program->words) * table +
           value * program->words;
}

/* Return whether a count is among the fields; then its number is field. */
static inline bool kzi_join_counts(const struct kzi_phrase_tables *tables,
                                   struct kzi_phrase_index at, unsigned *field) {
    *field = tables->bits_each ? at.shift / tables->bits_each : 0;
    return at.most && at.word == 0 && *field < kzi_join_fields(tables);
}

/* --- columns.c: which rows say the same ------------------------------------------------------- */

/* Return rows of the program in columns. */
kzi_join_rows kzi_join_columns_of(const struct kzi_join *join, const uint64_t *rows);
/* Return the columns of which a row is among those of one ruleset. */
kzi_join_rows kzi_join_columns_with(const struct kzi_join *join, unsigned of, const uint64_t *rows);
kzi_join_rows kzi_join_columns_of_yaku(const struct kzi_join *join, unsigned of, unsigned yaku);
/* Add up the rows that columns stand for. */
void kzi_join_rows_of(const struct kzi_join *join, kzi_join_rows columns,
                      uint64_t rows[2][KZI_ROW_WORDS]);
/* Find the forms of hands.  Return why that is impossible; NULL: found. */
const char *kzi_join_find_forms(struct kzi_join *join);
/* Find the forms, and where hands are told apart the columns; sets failed if memory is out. */
void kzi_join_begin(struct kzi_join *join, struct kzi_every *every);
/* Waits by which readings of a form are won. */
bool kzi_join_may_wait(const struct kzi_join *join, unsigned form, unsigned wait);
void kzi_join_end(struct kzi_join *join);

static inline const struct kzi_counted_at *kzi_join_counted_at(const struct kzi_join *join,
                                                               unsigned of, unsigned yaku) {
    return &join->family->members[of].counted_at[yaku];
}

/* --- exactness.c: what can be told only by exact tiles ------------------------------------------
 */

void kzi_join_exactness_make(struct kzi_join *join);
/* A digest of all that a part of a suit is. */
uint64_t kzi_join_identity(uint64_t key, const uint8_t melds[KZI_JOIN_SETS], unsigned win,
                           unsigned code);
/* Tell parts with such a row apart by all that they are. */
void kzi_join_ask_exact(struct kzi_join *join, kzi_join_rows rows);

/* --- needs.c: what circumstances need ----------------------------------------------------------
 */

/* Call for each clause that circumstances of a ruleset need. */
void kzi_join_each_need(const struct kzi_join *join, kzi_condition_look *look, void *with);
void kzi_join_needs_make(struct kzi_join *join);

/* The number of one meld; those of several are added up. */
static inline unsigned kzi_join_one_meld(unsigned kind, bool claimed) {
    return kind == KZI_CHOW ? 1 : kind == KZI_PUNG ? 5 : claimed ? 25 : 125;
}

static inline bool kzi_join_is_open(unsigned melds) {
    return melds % 125 != 0;
}

/* --- places.c: patterns of chows, pungs and pairs together --------------------------------------
 */

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
/* Return whether rows find the same of chows and of pungs if the first two suits are exchanged. */
bool kzi_join_ranks_are_mirrored(const struct kzi_join *join);

static inline unsigned kzi_join_tiles_of(kzi_suit_key key) {
    unsigned tiles = 0;
    for (; key; key >>= 3)
        tiles += key & 7;
    return tiles;
}

/* Return the shape of pairs; NULL: there is none. */
static inline const struct kzi_shape *kzi_join_pairs(const struct kzi_join *join) {
    for (unsigned form = 0; form < join->n_forms; form++)
        if (kzi_join_is_of(join, form, KZI_FORM_PAIRS))
            return join->forms[form].shape;
    return NULL;
}

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
    if (!kzi_join_any(reading->rows & join->own[reading->form]) && !join->always[reading->form])
        reading->own = 0;
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

/* --- hands.c: from classes of suits to classes of hands --------------------------------------- */

/* What is known of all that two parts are joined to. */
struct kzi_join_step {
    struct kzi_join *join;
    unsigned settled; /* suits that are whole, by bit; 0: some kinds of honors */
    unsigned tiles, way;
    struct kzi_join_table *to; /* NULL: hands */
    kzi_join_rows rows;        /* that else there is of both leaves */
};

/* A class with its readings. */
struct kzi_join_part {
    const struct kzi_join_class *class_;
    const struct kzi_join_reading *readings;
};

static inline struct kzi_join_step kzi_join_step_of(struct kzi_join *join, unsigned settled) {
    return (struct kzi_join_step){.join = join, .settled = settled, .rows = ~(kzi_join_rows){0}};
}

/* Whether concealed tiles of a number suit are joined with melds of it. */
static inline bool kzi_join_is_suit(const struct kzi_join_step *step) {
    return step->settled == 1 || step->settled == 2 || step->settled == 4;
}

static inline struct kzi_join_part kzi_join_part_of(const struct kzi_join_table *table,
                                                    uint32_t index) {
    const struct kzi_join_class *class_ = &table->list[index];
    return (struct kzi_join_part){class_, table->readings + class_->first};
}

/* Join two parts; made: how many both are together, what they are of, and present.  Return whether
 * their class is new. */
bool kzi_join_classes(const struct kzi_join_step *step, const struct kzi_join_part *a,
                      const struct kzi_join_part *b, struct kzi_join_class *made);

/* --- class_table.c --------------------------------------------------------------------------- */

/* Sort readings; equal ones become one.  Return how many are left. */
unsigned kzi_join_sort(struct kzi_join_reading *list, unsigned count);
/* Add as many parts as made->count to their class.  Return it; sets failed if memory is out. */
uint32_t kzi_join_add(struct kzi_join *join, struct kzi_join_table *table,
                      const struct kzi_join_class *made, const struct kzi_join_reading *readings,
                      bool *fresh);
/* Return whether two tables that are in order have the same classes, but for their suits. */
bool kzi_join_tables_are_mirrored(const struct kzi_join_table *a, const struct kzi_join_table *b);
/* Put the classes of a table in buckets, of which all may be part of the same hands that a
 * difference concerns.  False: memory is out. */
bool kzi_join_sort_table(struct kzi_join *join, struct kzi_join_table *table);
void kzi_join_table_release(struct kzi_join *join, struct kzi_join_table *table);
void kzi_join_parts_release(struct kzi_join *join, struct kzi_join_parts *parts);

/* --- tiles.c: which forms the tiles of a suit are part of ---------------------------------------
 */

/* Return 2 * form + 1 with a pair of sets or a single twice, + 0 without, by bit. */
uint64_t kzi_join_forms_of(const struct kzi_join *join, unsigned suit, kzi_suit_key key);
/* Return what of a key is not of a form's body: sets and a pair. */
static inline kzi_suit_key kzi_join_rest(const struct kzi_join_form *form, unsigned suit,
                                         kzi_suit_key key) {
    return form->shape->form == KZI_FORM_BODY ? key - form->body[suit] : key;
}

/* Call for each choice of tiles of a suit that is part of a form. */
void kzi_join_each_tiles(const struct kzi_join *join, unsigned suit,
                         void each(void *context, kzi_suit_key key, uint64_t forms), void *context);
/* Count the sets of tiles of each shape. */
void kzi_join_count_tiles(struct kzi_join *join);

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
    reading->phrases += join->program->sums[code].phrases[0] & join->phrases.mask;
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

/* Return the bits of two parts of a reading of a body. */
static inline unsigned kzi_join_body_waits(struct kzi_join_waiting a, struct kzi_join_waiting b,
                                           bool pair) {
    return kzi_join_waits(a, b, pair ? 2 : 0);
}

struct kzi_join_suit_waits kzi_join_suit_waits_of(const struct kzi_join *join, kzi_suit_key key,
                                                  unsigned suit, unsigned win);
/* Return the bits of such tiles together with melds; nibbles: the number of each in both. */
unsigned kzi_join_waits_with(const struct kzi_join *join, const struct kzi_join_suit_waits *waits,
                             unsigned suit, unsigned win, uint64_t nibbles, unsigned n_melds);

static inline struct kzi_join_waiting kzi_join_waiting_of(const struct kzi_join *join,
                                                          const struct kzi_join_part *part) {
    struct kzi_join_waiting waiting = {part->class_->waits, false, part->class_->like != 0};
    for (unsigned i = 0; i < part->class_->n_readings; i++)
        waiting.sets |= kzi_join_is_of(join, part->readings[i].form, KZI_FORM_SETS);
    return waiting;
}

bool kzi_join_suit_make(struct kzi_join *join, unsigned suit);
/* Add the tiles and melds that a class of a suit was first made of to a hand. */
void kzi_join_suit_put(const struct kzi_join *join, unsigned suit, uint32_t from,
                       struct kzi_every_hand *hand);
void kzi_join_honors_make(struct kzi_join *join);
void kzi_join_honors_put(const struct kzi_join_class *class_, struct kzi_every_hand *hand);

#endif

/* prototype.h - a yardstick: the rules of one riichi table, written for speed alone.
 *
 * It finds fan, fu and points by the method that the library compiles rule files to (bit vector
 * classification: a table for each feature of a reading, from its value to the rows that allow it),
 * but its rules are fixed, nothing is checked, and it neither lists yaku nor says who pays.
 * kz_score does all of that, and is to take no longer. */
#ifndef BENCH_PROTOTYPE_H
#define BENCH_PROTOTYPE_H

#include "hand/hand.h"

#include <stdlib.h>
#include <string.h>

struct prototype_hand {
    uint8_t concealed[40]; /* by kind, with the winning tile */
    uint8_t all[40];       /* with melds */
    uint8_t n_melds, win, round, seat, reds, n_dora;
    bool self_draw, closed;
    struct kzi_meld melds[KZI_MAX_MELDS];
    uint8_t dora[2 * KZI_MAX_INDICATORS];
    uint32_t flags;
};

struct prototype_result {
    int fan, fu, points;
    uint64_t yaku;
};

/* --- features of a reading -------------------------------------------------------------------- */

/* The words of 64 bits in which a reading is described. */
enum { P_CHOWS, P_PUNGS, P_PAIRS, P_TILES, P_FLAGS, P_COUNTS, P_ALIGNED, P_WINDS, P_WORDS };

enum {
    P_RIICHI = 1 << 0,
    P_DOUBLE = 1 << 1,
    P_IPPATSU = 1 << 2,
    P_LAST_TILE = 1 << 3,
    P_AFTER_KONG = 1 << 4,
    P_ROBBING = 1 << 5,
    P_FIRST_TURN = 1 << 6,
    P_SELF_DRAW = 1 << 7,
    P_CLOSED = 1 << 8,
    P_SETS = 1 << 9,
    P_PAIRS_ONLY = 1 << 10,
    P_ORPHANS = 1 << 11,
    P_TWO_SIDED = 1 << 12,
    P_GATES = 1 << 13,
    P_VALUED_PAIR = 1 << 14
};

#define P_BIT(i)      (UINT64_C(1) << (i))
#define P_SUIT(suit)  (UINT64_C(0x1ff) << 9 * (suit))
#define P_NUMBERS     UINT64_C(0x7ffffff)
#define P_ALL         (P_BIT(34) - 1)
#define P_HONORS      (P_ALL & ~P_NUMBERS)
#define P_ENDS        (P_BIT(0) | P_BIT(8) | P_BIT(9) | P_BIT(17) | P_BIT(18) | P_BIT(26))
#define P_ORPHAN      (P_ENDS | P_HONORS)
#define P_DRAGONS     (P_BIT(31) | P_BIT(32) | P_BIT(33))
#define P_WIND_TILES  (P_BIT(27) | P_BIT(28) | P_BIT(29) | P_BIT(30))
#define P_END_CHOWS   (P_BIT(0) | P_BIT(6) | P_BIT(9) | P_BIT(15) | P_BIT(18) | P_BIT(24))
#define P_STRAIGHT    (P_BIT(0) | P_BIT(3) | P_BIT(6))
#define P_GREEN       (P_BIT(19) | P_BIT(20) | P_BIT(21) | P_BIT(23) | P_BIT(25) | P_BIT(32))
#define P_INNER_GROUP P_BIT(40) /* of ALIGNED, after nine bits for chows and from 16 for pungs */

/* COUNTS has four bits each for counts up to 4: as many low bits are set as there are. */
#define P_N_CHOWS(n)     P_BIT((n)-1)
#define P_N_CONCEALED(n) P_BIT(3 + (n)) /* pungs */
#define P_N_KONGS(n)     P_BIT(7 + (n))
#define P_N_TWINS(n)     P_BIT(11 + (n)) /* pairs of equal chows */

static inline uint64_t prototype_first(unsigned count) {
    return (1U << count) - 1;
}

/* The bits that tables look at together; those of TILES come last, because all readings of a hand
 * have them. */
static const struct {
    uint8_t word, shift, bits;
} prototype_features[] = {
    {P_CHOWS, 0, 9},   {P_CHOWS, 9, 9},    {P_CHOWS, 18, 9},   {P_PUNGS, 0, 9},  {P_PUNGS, 9, 9},
    {P_PUNGS, 18, 9},  {P_PUNGS, 27, 7},   {P_PAIRS, 0, 9},    {P_PAIRS, 9, 9},  {P_PAIRS, 18, 9},
    {P_PAIRS, 27, 7},  {P_FLAGS, 0, 8},    {P_FLAGS, 8, 8},    {P_COUNTS, 0, 8}, {P_COUNTS, 8, 6},
    {P_ALIGNED, 0, 9}, {P_ALIGNED, 16, 9}, {P_ALIGNED, 40, 1}, {P_WINDS, 0, 2},  {P_TILES, 0, 9},
    {P_TILES, 9, 9},   {P_TILES, 18, 9},   {P_TILES, 27, 7},
};
#define P_FEATURES    (sizeof prototype_features / sizeof *prototype_features)
#define P_OF_READINGS 19

/* --- rows ------------------------------------------------------------------------------------- */

/* The masked bits of a word have a value, or if differs another one. */
struct prototype_clause {
    unsigned word;
    uint64_t mask, value;
    bool differs;
};
#define P_WITH(word, mask)                                                                         \
    { word, mask, mask, false }
#define P_WITHOUT(word, mask)                                                                      \
    { word, mask, 0, false }
#define P_ANY(word, mask)                                                                          \
    { word, mask, 0, true }

#define P_CLAUSES 4
#define P_LIMIT   13 /* fan of a yakuman */

/* A yaku, or a way to make it: rows that follow each other with the same yaku are ways. */
struct prototype_row {
    uint8_t yaku, closed, open; /* fan */
    struct prototype_clause clauses[P_CLAUSES];
};

#define P_PINFU 5

#define P_ROW(yaku, closed, open, ...)                                                             \
    {                                                                                              \
        yaku, closed, open, {                                                                      \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

static const struct prototype_row prototype_rows[] = {
    P_ROW(0, 1, 0, P_WITH(P_FLAGS, P_RIICHI)),
    P_ROW(1, 2, 0, P_WITH(P_FLAGS, P_DOUBLE)),
    P_ROW(2, 1, 0, P_WITH(P_FLAGS, P_IPPATSU)),
    P_ROW(3, 1, 1, P_WITH(P_FLAGS, P_LAST_TILE), P_WITHOUT(P_FLAGS, P_AFTER_KONG)),
    P_ROW(4, 1, 0, P_WITH(P_FLAGS, P_SELF_DRAW | P_CLOSED)),
    P_ROW(P_PINFU, 1, 0, P_WITH(P_FLAGS, P_CLOSED | P_TWO_SIDED), P_WITHOUT(P_FLAGS, P_VALUED_PAIR),
          P_WITH(P_COUNTS, P_N_CHOWS(4))),
    P_ROW(6, 1, 1, P_WITH(P_FLAGS, P_AFTER_KONG)),
    P_ROW(7, 1, 1, P_WITH(P_FLAGS, P_ROBBING)),
    P_ROW(8, 1, 1, P_WITHOUT(P_TILES, P_ORPHAN)),
    P_ROW(9, 1, 0, P_WITH(P_FLAGS, P_CLOSED), P_WITH(P_COUNTS, P_N_TWINS(1)),
          P_WITHOUT(P_COUNTS, P_N_TWINS(2))),
    P_ROW(10, 3, 0, P_WITH(P_FLAGS, P_CLOSED), P_WITH(P_COUNTS, P_N_TWINS(2))),
    P_ROW(11, 1, 1, P_WITH(P_PUNGS, P_BIT(31))),
    P_ROW(12, 1, 1, P_WITH(P_PUNGS, P_BIT(32))),
    P_ROW(13, 1, 1, P_WITH(P_PUNGS, P_BIT(33))),
    P_ROW(14, 1, 1, P_WITH(P_WINDS, 1)),
    P_ROW(15, 1, 1, P_WITH(P_WINDS, 2)),
    P_ROW(16, 2, 2, P_WITH(P_FLAGS, P_SETS), P_WITHOUT(P_COUNTS, P_N_CHOWS(1))),
    P_ROW(17, 2, 2, P_WITH(P_COUNTS, P_N_CONCEALED(3)), P_WITHOUT(P_COUNTS, P_N_CONCEALED(4))),
    P_ROW(18, 2, 2, P_ANY(P_ALIGNED, P_SUIT(0) << 16)),
    P_ROW(19, 2, 1, P_ANY(P_ALIGNED, P_SUIT(0))),
    P_ROW(20, 2, 1, P_WITH(P_CHOWS, P_STRAIGHT)),
    P_ROW(20, 2, 1, P_WITH(P_CHOWS, P_STRAIGHT << 9)),
    P_ROW(20, 2, 1, P_WITH(P_CHOWS, P_STRAIGHT << 18)),
    P_ROW(21, 2, 2, P_WITHOUT(P_TILES, P_ALL & ~P_ORPHAN), P_ANY(P_TILES, P_HONORS),
          P_ANY(P_TILES, P_ENDS), P_WITHOUT(P_FLAGS, P_ORPHANS)),
    P_ROW(22, 2, 1, P_WITHOUT(P_CHOWS, P_NUMBERS & ~P_END_CHOWS),
          P_WITHOUT(P_ALIGNED, P_INNER_GROUP), P_WITH(P_COUNTS, P_N_CHOWS(1)),
          P_ANY(P_TILES, P_HONORS)),
    P_ROW(23, 3, 2, P_WITHOUT(P_CHOWS, P_NUMBERS & ~P_END_CHOWS),
          P_WITHOUT(P_ALIGNED, P_INNER_GROUP), P_WITH(P_COUNTS, P_N_CHOWS(1)),
          P_WITHOUT(P_TILES, P_HONORS)),
    P_ROW(24, 2, 2, P_WITH(P_PUNGS, P_BIT(32) | P_BIT(33)), P_WITH(P_PAIRS, P_BIT(31))),
    P_ROW(24, 2, 2, P_WITH(P_PUNGS, P_BIT(31) | P_BIT(33)), P_WITH(P_PAIRS, P_BIT(32))),
    P_ROW(24, 2, 2, P_WITH(P_PUNGS, P_BIT(31) | P_BIT(32)), P_WITH(P_PAIRS, P_BIT(33))),
    P_ROW(25, 2, 2, P_WITH(P_COUNTS, P_N_KONGS(3)), P_WITHOUT(P_COUNTS, P_N_KONGS(4))),
    P_ROW(26, 3, 2, P_WITHOUT(P_TILES, P_NUMBERS & ~P_SUIT(0)), P_ANY(P_TILES, P_HONORS),
          P_ANY(P_TILES, P_SUIT(0))),
    P_ROW(26, 3, 2, P_WITHOUT(P_TILES, P_NUMBERS & ~P_SUIT(1)), P_ANY(P_TILES, P_HONORS),
          P_ANY(P_TILES, P_SUIT(1))),
    P_ROW(26, 3, 2, P_WITHOUT(P_TILES, P_NUMBERS & ~P_SUIT(2)), P_ANY(P_TILES, P_HONORS),
          P_ANY(P_TILES, P_SUIT(2))),
    P_ROW(27, 6, 5, P_WITHOUT(P_TILES, P_ALL & ~P_SUIT(0))),
    P_ROW(27, 6, 5, P_WITHOUT(P_TILES, P_ALL & ~P_SUIT(1))),
    P_ROW(27, 6, 5, P_WITHOUT(P_TILES, P_ALL & ~P_SUIT(2))),
    P_ROW(28, 2, 0, P_WITH(P_FLAGS, P_PAIRS_ONLY)),
    P_ROW(29, P_LIMIT, 0, P_WITH(P_FLAGS, P_ORPHANS)),
    P_ROW(30, P_LIMIT, 0, P_WITH(P_COUNTS, P_N_CONCEALED(4))),
    P_ROW(31, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_DRAGONS)),
    P_ROW(32, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_WIND_TILES & ~P_BIT(27)),
          P_WITH(P_PAIRS, P_BIT(27))),
    P_ROW(32, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_WIND_TILES & ~P_BIT(28)),
          P_WITH(P_PAIRS, P_BIT(28))),
    P_ROW(32, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_WIND_TILES & ~P_BIT(29)),
          P_WITH(P_PAIRS, P_BIT(29))),
    P_ROW(32, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_WIND_TILES & ~P_BIT(30)),
          P_WITH(P_PAIRS, P_BIT(30))),
    P_ROW(33, P_LIMIT, P_LIMIT, P_WITH(P_PUNGS, P_WIND_TILES)),
    P_ROW(34, P_LIMIT, P_LIMIT, P_WITHOUT(P_TILES, P_NUMBERS)),
    P_ROW(35, P_LIMIT, P_LIMIT, P_WITHOUT(P_TILES, P_ALL & ~P_ENDS)),
    P_ROW(36, P_LIMIT, P_LIMIT, P_WITHOUT(P_TILES, P_ALL & ~P_GREEN)),
    P_ROW(37, P_LIMIT, P_LIMIT, P_WITH(P_COUNTS, P_N_KONGS(4))),
    P_ROW(38, P_LIMIT, 0, P_WITH(P_FLAGS, P_GATES | P_CLOSED)),
    P_ROW(39, P_LIMIT, 0, P_WITH(P_FLAGS, P_FIRST_TURN | P_SELF_DRAW)),
};
#define P_ROWS (sizeof prototype_rows / sizeof *prototype_rows)

/* --- how a suit splits ------------------------------------------------------------------------ */

/* A way to split a suit; chows by bit of their lowest tile. */
struct prototype_split {
    uint16_t chows, pungs, pair;
    uint8_t n_chows, n_twins, n_pungs, fu;
};

/* A suit that splits. */
struct prototype_suit {
    uint32_t key;
    uint16_t first; /* of its splits */
    uint8_t count;
    bool gates; /* three ends each and the rest */
};

#define P_SLOT_BITS  16
#define P_MAX_SPLITS 60000

struct prototype {
    uint64_t rows[P_FEATURES][512]; /* by the value of a feature, those that allow it */
    struct prototype_suit suits[1 << P_SLOT_BITS];
    struct prototype_split splits[P_MAX_SPLITS];
    uint8_t yaku_of_row[64];
    uint8_t fan[2][64]; /* by yaku; [1]: of closed hands */
    uint64_t limits;    /* yaku that are yakuman */
    unsigned n_rows, n_splits;
    struct prototype_entry {
        uint32_t key;
        struct prototype_split split;
    } found[P_MAX_SPLITS]; /* while the table is made */
};

#define P_HONORS_KEY (1U << 30)

/* Three bits for each of nine numbers; of honors the last two are 0. */
static inline uint32_t prototype_key(const uint8_t *counts, bool honors) {
    uint64_t eight;
    memcpy(&eight, counts, sizeof eight);
    eight = (eight | eight >> 5) & UINT64_C(0x003f003f003f003f);
    eight = (eight | eight >> 10) & UINT64_C(0x00000fff00000fff);
    return (uint32_t)((eight | eight >> 20) & 0xffffff) | (uint32_t)counts[8] << 24 |
           (honors ? P_HONORS_KEY : 0);
}

/* Return the slot of a key, or the empty one where it would be. */
static inline unsigned prototype_slot(const struct prototype *prototype, uint32_t key) {
    unsigned slot = key * UINT32_C(0x9e3779b1) >> (32 - P_SLOT_BITS);
    while (prototype->suits[slot].count && prototype->suits[slot].key != key)
        slot = (slot + 1) & ((1U << P_SLOT_BITS) - 1);
    return slot;
}

/* Sets of a suit while the table is made: its pungs by number, and from 9 on its chows. */
struct prototype_sets {
    uint8_t counts[16];
    struct prototype_split split;
    unsigned last, equal, left; /* the last set, how many equal ones, how many more are allowed */
    bool honors;
};

static bool prototype_add_set(struct prototype_sets *sets, unsigned set) {
    struct prototype_split *split = &sets->split;
    unsigned first = set < 9 ? set : set - 9;
    sets->equal = set == sets->last ? sets->equal + 1 : 1;
    sets->last = set;
    sets->left--;
    if (set < 9) {
        split->pungs |= (uint16_t)(1U << set);
        split->n_pungs++;
        split->fu = (uint8_t)(split->fu + (sets->honors || set % 8 == 0 ? 8 : 4));
    } else {
        split->chows |= (uint16_t)(1U << first);
        split->n_chows++;
        split->n_twins = (uint8_t)(split->n_twins + (sets->equal % 2 == 0));
    }
    for (unsigned i = 0; i < 3; i++)
        if (++sets->counts[set < 9 ? set : first + i] > 4)
            return false;
    return true;
}

/* Note the sets, and all that have more: the last one again, or later ones. */
static void prototype_note_splits(struct prototype *prototype, const struct prototype_sets *sets) {
    if (prototype->n_splits == P_MAX_SPLITS)
        abort();
    prototype->found[prototype->n_splits++] =
        (struct prototype_entry){prototype_key(sets->counts, sets->honors), sets->split};
    for (unsigned set = sets->last; sets->left && set < (sets->honors ? 7 : 16); set++) {
        struct prototype_sets more = *sets;
        if (prototype_add_set(&more, set))
            prototype_note_splits(prototype, &more);
    }
}

static int prototype_compare_splits(const void *a, const void *b) {
    const struct prototype_entry *left = a, *right = b;
    return (left->key > right->key) - (left->key < right->key);
}

static bool prototype_has_gates(uint32_t key) {
    for (unsigned i = 0; i < 9; i++)
        if ((key >> 3 * i & 7) < (i % 8 ? 1U : 3U))
            return false;
    return !(key & P_HONORS_KEY);
}

static void prototype_make_suits(struct prototype *prototype) {
    for (unsigned honors = 0; honors < 2; honors++) {
        struct prototype_sets none = {.left = 4, .honors = honors};
        prototype_note_splits(prototype, &none);
        for (unsigned pair = 0; pair < (honors ? 7 : 9); pair++) {
            struct prototype_sets one = none;
            one.counts[pair] = 2;
            one.split.pair = (uint16_t)(1U << pair);
            prototype_note_splits(prototype, &one);
        }
    }
    qsort(prototype->found, prototype->n_splits, sizeof *prototype->found,
          prototype_compare_splits);
    for (unsigned i = 0; i < prototype->n_splits; i++) {
        uint32_t key = prototype->found[i].key;
        struct prototype_suit *suit = &prototype->suits[prototype_slot(prototype, key)];
        if (!suit->count)
            *suit = (struct prototype_suit){key, (uint16_t)i, 0, prototype_has_gates(key)};
        suit->count++;
        prototype->splits[i] = prototype->found[i].split;
    }
}

/* --- tables of rows --------------------------------------------------------------------------- */

static bool prototype_allows(const struct prototype_clause *clauses, size_t feature,
                             uint64_t value) {
    unsigned shift = prototype_features[feature].shift;
    uint64_t seen = (P_BIT(prototype_features[feature].bits) - 1) << shift;
    for (unsigned i = 0; i < P_CLAUSES; i++) {
        const struct prototype_clause *clause = &clauses[i];
        uint64_t mask = clause->mask & seen;
        if (clause->word == prototype_features[feature].word && mask &&
            ((value << shift & mask) == (clause->value & mask)) == clause->differs)
            return false;
    }
    return true;
}

/* Return whether a clause asks for something in one of several features, and make a row for each:
 * a feature alone cannot deny it. */
static bool prototype_add_row(struct prototype *prototype, const struct prototype_row *row) {
    for (unsigned i = 0; i < P_CLAUSES; i++) {
        struct prototype_row part = *row;
        struct prototype_clause *clause = &part.clauses[i];
        unsigned parts = 0;
        for (size_t k = 0; clause->differs && k < P_FEATURES; k++) {
            uint64_t seen = (P_BIT(prototype_features[k].bits) - 1) << prototype_features[k].shift;
            clause->mask = row->clauses[i].mask & seen;
            if (prototype_features[k].word != clause->word || !clause->mask ||
                clause->mask == row->clauses[i].mask)
                continue;
            prototype_add_row(prototype, &part);
            parts++;
        }
        if (parts)
            return true;
    }
    if (prototype->n_rows == 64)
        abort();
    prototype->yaku_of_row[prototype->n_rows] = row->yaku;
    for (size_t k = 0; k < P_FEATURES; k++)
        for (unsigned value = 0; value < 1U << prototype_features[k].bits; value++)
            if (prototype_allows(row->clauses, k, value))
                prototype->rows[k][value] |= P_BIT(prototype->n_rows);
    prototype->n_rows++;
    return false;
}

static void prototype_make(struct prototype *prototype) {
    prototype_make_suits(prototype);
    for (size_t i = 0; i < P_ROWS; i++) {
        const struct prototype_row *row = &prototype_rows[i];
        prototype_add_row(prototype, row);
        prototype->fan[0][row->yaku] = row->open;
        prototype->fan[1][row->yaku] = row->closed;
        if (row->closed == P_LIMIT)
            prototype->limits |= P_BIT(row->yaku);
    }
}

/* --- scoring ---------------------------------------------------------------------------------- */

static inline uint64_t prototype_row_of(const struct prototype *prototype, size_t feature,
                                        const uint64_t words[P_WORDS]) {
    return prototype->rows[feature][words[prototype_features[feature].word] >>
                                        prototype_features[feature].shift &
                                    ((1U << prototype_features[feature].bits) - 1)];
}

static inline int prototype_round_up(int points) {
    return (points + 99) / 100 * 100;
}

static inline int prototype_points(const struct prototype_hand *hand, int fan, int fu, int limits) {
    int base = limits      ? 8000 * limits
               : fan >= 13 ? 8000
               : fan >= 11 ? 6000
               : fan >= 8  ? 4000
               : fan >= 6  ? 3000
               : fan >= 5  ? 2000
                           : fu << (2 + fan);
    if (fan < 5 && !limits && base > 2000)
        base = 2000;
    bool dealer = hand->seat == 0;
    if (!hand->self_draw)
        return prototype_round_up(base * (dealer ? 6 : 4));
    return dealer ? 3 * prototype_round_up(2 * base)
                  : prototype_round_up(2 * base) + 2 * prototype_round_up(base);
}

static inline int prototype_round_fu(const struct prototype_hand *hand, int fu, bool pinfu) {
    if (pinfu)
        return hand->self_draw ? 20 : 30;
    fu += hand->self_draw ? 2 : hand->closed ? 10 : 0;
    return fu == 20 ? 30 : (fu + 9) / 10 * 10;
}

/* Score a reading, and keep it if it is the best. */
static inline void prototype_consider(const struct prototype *prototype,
                                      const struct prototype_hand *hand, uint64_t of_hand,
                                      const uint64_t words[P_WORDS], int fu,
                                      struct prototype_result *best) {
    uint64_t rows = of_hand, yaku = 0;
#pragma GCC unroll 19
    for (size_t i = 0; i < P_OF_READINGS; i++)
        rows &= prototype_row_of(prototype, i, words);
    for (; rows; rows &= rows - 1)
        yaku |= P_BIT(prototype->yaku_of_row[__builtin_ctzll(rows)]);
    if (!yaku)
        return;
    int fan = 0, limits = 0;
    if (yaku & prototype->limits) {
        yaku &= prototype->limits;
        limits = __builtin_popcountll(yaku);
    } else {
        for (uint64_t left = yaku; left; left &= left - 1)
            fan += prototype->fan[hand->closed][__builtin_ctzll(left)];
        if (!fan)
            return;
        fan += hand->reds;
        for (unsigned i = 0; i < hand->n_dora; i++)
            fan += hand->all[hand->dora[i]];
    }
    fu = words[P_FLAGS] & P_SETS ? prototype_round_fu(hand, fu, yaku >> P_PINFU & 1 && hand->closed)
                                 : 25;
    int points = prototype_points(hand, fan, fu, limits);
    if (points > best->points ||
        (points == best->points && (fan > best->fan || (fan == best->fan && fu > best->fu))))
        *best = (struct prototype_result){fan, fu, points, yaku};
}

/* Groups: all of a reading, or its melds. */
struct prototype_groups {
    uint64_t chows, pungs, pair;
    unsigned n_chows, n_concealed, n_kongs, n_twins;
    int fu;
};

static inline struct prototype_groups prototype_melds(const struct prototype_hand *hand) {
    struct prototype_groups melds = {.fu = 20};
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        bool kong = meld->kind == KZI_KONG;
        if (meld->kind == KZI_CHOW) {
            melds.chows |= P_BIT(meld->tile);
            melds.n_chows++;
            continue;
        }
        melds.pungs |= P_BIT(meld->tile);
        melds.n_kongs += kong;
        melds.n_concealed += !meld->claimed;
        melds.fu += 2 << ((P_ORPHAN >> meld->tile & 1) + (kong ? 2U : 0U) + !meld->claimed);
    }
    return melds;
}

/* Score a reading with the winning tile in each of its groups where that makes a difference.
 * chows, pungs: those of concealed tiles. */
static inline void prototype_place_win(const struct prototype *prototype,
                                       const struct prototype_hand *hand, uint64_t of_hand,
                                       const struct prototype_groups *groups, uint64_t chows,
                                       uint64_t pungs, uint64_t words[P_WORDS],
                                       struct prototype_result *best) {
    const unsigned win = hand->win, number = win % 9;
    const uint64_t flags = words[P_FLAGS];
    const uint64_t counts = prototype_first(groups->n_chows) |
                            prototype_first(groups->n_kongs) << 8 |
                            prototype_first(groups->n_twins) << 12;
    bool two_sided = false, narrow = false;
    if (win < KZI_HONOR) {
        bool low = number <= 6 && chows >> win & 1, high = number >= 2 && chows >> (win - 2) & 1;
        two_sided = (low && number != 6) || (high && number != 2);
        narrow =
            (low && number == 6) || (high && number == 2) || (number % 8 && chows >> (win - 1) & 1);
    }
    words[P_COUNTS] = counts | prototype_first(groups->n_concealed) << 4;
    if (two_sided) {
        words[P_FLAGS] = flags | P_TWO_SIDED;
        prototype_consider(prototype, hand, of_hand, words, groups->fu, best);
        words[P_FLAGS] = flags;
    }
    if (narrow)
        prototype_consider(prototype, hand, of_hand, words, groups->fu + 2, best);
    if (groups->pair >> win & 1)
        prototype_consider(prototype, hand, of_hand, words, groups->fu + 2, best);
    if (pungs >> win & 1) {
        int fu = groups->fu;
        if (!hand->self_draw) {
            words[P_COUNTS] = counts | prototype_first(groups->n_concealed - 1) << 4;
            fu -= P_ORPHAN >> win & 1 ? 4 : 2;
        }
        prototype_consider(prototype, hand, of_hand, words, fu, best);
    }
}

/* The numbers that all three suits have. */
static inline uint64_t prototype_aligned(uint64_t kinds) {
    return kinds & kinds >> 9 & kinds >> 18 & P_SUIT(0);
}

static inline void prototype_sets_and_pair(const struct prototype *prototype,
                                           const struct prototype_hand *hand, uint64_t of_hand,
                                           const struct prototype_groups *melds,
                                           const struct prototype_split *const splits[4],
                                           uint64_t words[P_WORDS], uint64_t flags,
                                           struct prototype_result *best) {
    const uint64_t round = P_BIT(KZI_HONOR + hand->round), seat = P_BIT(KZI_HONOR + hand->seat);
    uint64_t chows = 0, pungs = 0, pair = 0;
    struct prototype_groups groups = *melds;
    for (unsigned suit = 0; suit < 4; suit++) {
        chows |= (uint64_t)splits[suit]->chows << 9 * suit;
        pungs |= (uint64_t)splits[suit]->pungs << 9 * suit;
        pair |= (uint64_t)splits[suit]->pair << 9 * suit;
        groups.n_chows += splits[suit]->n_chows;
        groups.n_concealed += splits[suit]->n_pungs;
        groups.n_twins += splits[suit]->n_twins;
        groups.fu += splits[suit]->fu;
    }
    groups.chows |= chows;
    groups.pungs |= pungs;
    groups.pair = pair;
    words[P_CHOWS] = groups.chows;
    words[P_PUNGS] = groups.pungs;
    words[P_PAIRS] = pair;
    words[P_ALIGNED] = prototype_aligned(groups.chows) | prototype_aligned(groups.pungs) << 16 |
                       ((groups.pungs | pair) & ~P_ORPHAN ? P_INNER_GROUP : 0);
    words[P_WINDS] = (groups.pungs & round ? 1U : 0U) | (groups.pungs & seat ? 2U : 0U);
    flags |= P_SETS;
    if (pair & (P_DRAGONS | round | seat)) {
        flags |= P_VALUED_PAIR;
        groups.fu += (pair & (P_DRAGONS | round) ? 2 : 0) + (pair & seat ? 2 : 0);
    }
    words[P_FLAGS] = flags;
    prototype_place_win(prototype, hand, of_hand, &groups, chows, pungs, words, best);
}

/* Return the kinds of which there are at least one or two tiles, of up to four. */
static inline uint64_t prototype_kinds(const uint8_t counts[40], unsigned at_least) {
    uint64_t kinds = 0;
    for (unsigned byte = 0; byte < 5; byte++) {
        uint64_t eight;
        memcpy(&eight, counts + 8 * byte, sizeof eight);
        eight = (eight + (0x80 - at_least) * UINT64_C(0x0101010101010101)) >> 7;
        eight = (eight & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080) >> 56;
        kinds |= eight << 8 * byte;
    }
    return kinds;
}

static inline void prototype_pairs(const struct prototype *prototype,
                                   const struct prototype_hand *hand, uint64_t of_hand,
                                   uint64_t words[P_WORDS], uint64_t flags,
                                   struct prototype_result *best) {
    uint64_t kinds = words[P_TILES], pairs = prototype_kinds(hand->concealed, 2);
    unsigned count = (unsigned)__builtin_popcountll(pairs);
    bool orphans = count == 1 && kinds == P_ORPHAN;
    if (count != 7 && !orphans)
        return;
    words[P_CHOWS] = words[P_PUNGS] = words[P_PAIRS] = words[P_COUNTS] = 0;
    words[P_ALIGNED] = words[P_WINDS] = 0;
    words[P_FLAGS] = flags | (orphans ? P_ORPHANS : P_PAIRS_ONLY);
    prototype_consider(prototype, hand, of_hand, words, 25, best);
}

static __attribute__((noinline)) struct prototype_result
prototype_score(const struct prototype *prototype, const struct prototype_hand *hand) {
    struct prototype_result best = {0, 0, 0, 0};
    const struct prototype_suit *suits[4];
    const struct prototype_split *first[4], *splits[4];
    uint64_t words[P_WORDS];
    bool split = true, gates = false;
    for (unsigned suit = 0; suit < 4; suit++) {
        uint32_t key = prototype_key(hand->concealed + 9 * suit, suit == KZI_SUITS);
        suits[suit] = &prototype->suits[prototype_slot(prototype, key)];
        first[suit] = prototype->splits + suits[suit]->first;
        split &= suits[suit]->count > 0;
        gates |= suits[suit]->gates;
    }
    words[P_TILES] = prototype_kinds(hand->all, 1);
    uint64_t of_hand = ~UINT64_C(0), flags = hand->flags;
    for (size_t i = P_OF_READINGS; i < P_FEATURES; i++)
        of_hand &= prototype_row_of(prototype, i, words);
    if (split) {
        struct prototype_groups melds = prototype_melds(hand);
        uint64_t with = flags | (gates && !hand->n_melds ? P_GATES : 0);
        for (splits[0] = first[0]; splits[0] < first[0] + suits[0]->count; splits[0]++)
            for (splits[1] = first[1]; splits[1] < first[1] + suits[1]->count; splits[1]++)
                for (splits[2] = first[2]; splits[2] < first[2] + suits[2]->count; splits[2]++)
                    for (splits[3] = first[3]; splits[3] < first[3] + suits[3]->count; splits[3]++)
                        prototype_sets_and_pair(prototype, hand, of_hand, &melds, splits, words,
                                                with, &best);
    }
    if (!hand->n_melds)
        prototype_pairs(prototype, hand, of_hand, words, flags, &best);
    return best;
}

/* --- hands ------------------------------------------------------------------------------------ */

static const struct {
    const char *word;
    uint32_t flags;
} prototype_words[] = {{"riichi", P_RIICHI},         {"double_riichi", P_DOUBLE},
                       {"ippatsu", P_IPPATSU},       {"last_tile", P_LAST_TILE},
                       {"after_kong", P_AFTER_KONG}, {"robbing_kong", P_ROBBING},
                       {"first_turn", P_FIRST_TURN}};

/* The dora of an indicator: the next number, wind or dragon. */
static inline uint8_t prototype_dora(unsigned shown) {
    return (uint8_t)(shown >= KZI_DRAGON  ? KZI_DRAGON + (shown - KZI_DRAGON + 1) % 3
                     : shown >= KZI_HONOR ? KZI_HONOR + (shown - KZI_HONOR + 1) % 4
                                          : shown - shown % 9 + (shown + 1) % 9);
}

static void prototype_take(struct prototype_hand *copy, const struct kzi_hand *hand) {
    *copy = (struct prototype_hand){.n_melds = hand->n_melds,
                                    .win = hand->win,
                                    .round = hand->round,
                                    .seat = hand->seat,
                                    .self_draw = hand->self_draw,
                                    .closed = !kzi_hand_is_open(hand)};
    memcpy(copy->concealed, hand->concealed, KZI_KINDS);
    copy->concealed[hand->win]++;
    memcpy(copy->all, copy->concealed, sizeof copy->all);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        copy->melds[i] = *meld;
        for (unsigned k = 0; k < (meld->kind == KZI_KONG ? 4U : 3U); k++)
            copy->all[meld->tile + (meld->kind == KZI_CHOW ? k : 0)]++;
    }
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        copy->reds = (uint8_t)(copy->reds + hand->reds[suit]);
    for (unsigned i = 0; i < hand->dora.count; i++)
        copy->dora[copy->n_dora++] = prototype_dora(hand->dora.kind[i]);
    for (unsigned i = 0; i < hand->ura.count; i++)
        copy->dora[copy->n_dora++] = prototype_dora(hand->ura.kind[i]);
    for (unsigned i = 0; i < hand->n_words; i++)
        for (size_t k = 0; k < sizeof prototype_words / sizeof *prototype_words; k++)
            if (!strcmp(kzi_word_at(hand, i)->text, prototype_words[k].word))
                copy->flags |= prototype_words[k].flags;
    copy->flags |= (hand->self_draw ? P_SELF_DRAW : 0) | (copy->closed ? P_CLOSED : 0);
}

#endif

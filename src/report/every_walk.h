/* every_walk.h - the steps of finding all sets of tiles (private to the files every_*.c). */
#ifndef KZI_REPORT_EVERY_WALK_H
#define KZI_REPORT_EVERY_WALK_H

#include "report/every.h"

#include <string.h>

#define KZI_WALK_WORDS  (2 * KZI_ROW_WORDS) /* of rows of both rulesets */
#define KZI_WALK_PARTS  32768
#define KZI_WALK_BLOCKS 9 /* of a suit */
#define KZI_WALK_ROUNDS 4

/* The tiles of a number suit in a hand. */
struct kzi_walk_part {
    kzi_suit_key key;
    uint16_t blocks[KZI_SUITS][KZI_WALK_BLOCKS]; /* what it is made of in each suit, by class */
    bool played[KZI_SUITS];                      /* there are so many tiles of the suit */
    uint16_t numbers;                            /* those that are there, by bit */
    uint8_t n_blocks, n_tiles;
    const struct kzi_split *splits;
    unsigned n_splits; /* 0: not split into sets */
};

/* Honors that are alike, with seat and round; of them one.  count: how many. */
struct kzi_walk_honors {
    struct kzi_alike alike;
    kzi_suit_key key;
    uint16_t numbers;
    uint8_t seat, round, n_tiles;
    bool splits;
    struct kzi_split split;
    uint64_t rows[KZI_WALK_WORDS]; /* that they leave */
};

struct kzi_walk_parts {
    struct kzi_walk_part *list; /* by rising n_tiles */
    unsigned count;
    unsigned first[KZI_MAX_TILES + 2]; /* by n_tiles */
};

/* A condition that the walker answers: classes do not tell whether it holds, but on most tiles it
 * cannot. */
struct kzi_walk_asked {
    const uint64_t *rows;  /* that hang on it, of one ruleset */
    unsigned first, words; /* where these stand in the rows of both */
    unsigned letter;       /* the most tiles that one suit must have, whichever */
    unsigned suits[4];     /* the tiles that each must have */
};

struct kzi_walk {
    struct kzi_every *every;
    const struct kzi_splits *splits;
    unsigned words[2], n_words;       /* of rows: of the one ruleset, then of the other */
    struct kzi_crowd classes;         /* of blocks: struct kzi_alike */
    struct kzi_walk_parts sets, even; /* those that split; those of pairs alone */
    uint64_t (*present[KZI_SUITS])[KZI_WALK_WORDS]; /* of the parts at work, by suit */
    uint64_t suits[8][KZI_WALK_WORDS];
    uint64_t start[KZI_WALK_WORDS];
    struct kzi_walk_asked asked[2 * KZI_MAX_ASKED];
    unsigned n_asked;
    uint64_t kongs[KZI_WALK_WORDS]; /* rows that ask for kongs by number */
    bool asks_patterns;             /* some pattern's answer is not known by the rank of its sets */
    bool honors_by_kind; /* a shape, or what the walker answers, may tell honors apart by kind */
    struct kzi_crowd honors;                 /* of struct kzi_walk_honors */
    const struct kzi_walk_honors **by_tiles; /* they by rising n_tiles */
    unsigned first_honors[KZI_MAX_TILES + 2];
    unsigned shape;
    bool failed;
};

/* The tiles under way. */
struct kzi_walk_tiles {
    const struct kzi_walk_part *suit[KZI_SUITS];
    const struct kzi_walk_honors *honors;
    uint64_t rows[KZI_WALK_WORDS];
};

/* --- rows and keys ---- */

static inline unsigned kzi_walk_count_of(kzi_suit_key key, unsigned number) {
    return key >> (3 * (number - 1)) & 7;
}

static inline unsigned kzi_walk_tiles_of(kzi_suit_key key) {
    unsigned count = 0;
    for (unsigned number = 1; number <= 9; number++)
        count += kzi_walk_count_of(key, number);
    return count;
}

static inline unsigned kzi_walk_numbers_of(kzi_suit_key key) {
    unsigned numbers = 0;
    for (unsigned number = 1; number <= 9; number++)
        numbers |= (kzi_walk_count_of(key, number) ? 1U : 0U) << (number - 1);
    return numbers;
}

static inline bool kzi_walk_any_common(const uint64_t *a, const uint64_t *b, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

static inline void kzi_walk_all_rows(uint64_t *rows) {
    memset(rows, 0xFF, KZI_WALK_WORDS * sizeof *rows);
}

static inline void kzi_walk_and_rows(uint64_t *rows, const uint64_t *more, unsigned words) {
    for (unsigned i = 0; i < words; i++)
        rows[i] &= more[i];
}

/* --- every_parts.c: what a number suit can be ------------------------------------------------ */

void kzi_walk_find_sets(struct kzi_walk *walk);
void kzi_walk_find_even(struct kzi_walk *walk, bool pairs_differ);
bool kzi_walk_has_copies(const struct kzi_walk *walk, kzi_suit_key key, unsigned suit);

/* --- every_rows.c: what the tables leave ----------------------------------------------------- */

void kzi_walk_find_rows(struct kzi_walk *walk);
void kzi_walk_find_present(struct kzi_walk *walk, const struct kzi_walk_parts *parts);
/* Takes away what a value of a feature rules out, of both rulesets. */
void kzi_walk_and_feature(const struct kzi_walk *walk, unsigned kind, unsigned index,
                          unsigned value, uint64_t *rows);

/* --- every_honors.c: what the honors can be, with seat and round ----------------------------- */

void kzi_walk_find_honors(struct kzi_walk *walk, const struct kzi_shape *shape,
                          unsigned most_tiles);
void kzi_walk_add_honors(struct kzi_walk *walk, kzi_suit_key key);

/* --- every_key.c: what makes tiles alike ----------------------------------------------------- */

/* Whether sets and one pair can be all of it. */
bool kzi_walk_splits_into_sets(const struct kzi_walk_tiles *tiles, unsigned n_sets);
/* Of a shape of sets or of pairs; sets: how many, 0 where they are pairs. */
void kzi_walk_note_tiles(struct kzi_walk *walk, const struct kzi_walk_tiles *tiles, unsigned sets);
void kzi_walk_note(struct kzi_walk *walk, struct kzi_key key, const kzi_suit_key suits[4],
                   const struct kzi_walk_honors *honors);

/* --- every_others.c: shapes that are not sets or pairs alone ---------------------------------- */

void kzi_walk_find_others(struct kzi_walk *walk, const struct kzi_shape *shape);

#endif

/* every_walk.h - the steps of finding all sets of tiles (private to the files every_*.c). */
#ifndef KZI_EVERY_WALK_H
#define KZI_EVERY_WALK_H

#include "analysis/exhaustive/every.h"

#include <string.h>

#define KZI_WALK_WORDS  (2 * KZI_ROW_WORDS) /* of rows of both rulesets */
#define KZI_WALK_PARTS  131072
#define KZI_WALK_BLOCKS 9  /* of a suit */
#define KZI_WALK_TILES  18 /* of a hand, a kong counting as three */

/* How many groups each phrase of a ruleset names, at least and at most: phrases counted as in
 * struct kzi_sum. */
struct kzi_walk_range {
    uint64_t least[KZI_PHRASE_WORDS], most[KZI_PHRASE_WORDS];
};

/* What tiles are made of in each suit, by class. */
struct kzi_walk_blocks {
    uint8_t count;
    uint16_t of[KZI_SUITS][KZI_WALK_BLOCKS];
};

/* The tiles of a number suit in a hand. */
struct kzi_walk_part {
    kzi_suit_key key; /* but for kongs */
    uint16_t kongs;   /* by number; only of concerned hands, else any pung may be one */
    struct kzi_walk_blocks blocks[2]; /* the second where a rule asks for waits */
    bool played[KZI_SUITS];           /* there are so many tiles of the suit */
    uint16_t numbers;                 /* those that are there, by bit */
    uint8_t n_tiles;
    const struct kzi_split *splits;
    unsigned n_splits;                         /* 0: not split into sets */
    struct kzi_walk_range range[KZI_SUITS][2]; /* of concerned hands */
};

/* Honors that are alike, with seat and round; of them one.  count: how many. */
struct kzi_walk_honors {
    struct kzi_count_entry alike;
    struct kzi_count_key sorts; /* of what they are, whatever rows they leave */
    kzi_suit_key key;           /* but for kongs */
    uint16_t kongs, numbers;
    uint8_t seat, round, n_tiles;
    bool splits;
    struct kzi_split split;
    struct kzi_walk_range range[2];
    uint64_t rows[KZI_WALK_WORDS]; /* that they leave */
};

struct kzi_walk_parts {
    struct kzi_walk_part *list; /* by rising n_tiles */
    unsigned count;
    unsigned first[KZI_WALK_TILES + 2]; /* by n_tiles */
};

/* What the groups of some tiles leave of the rows of yaku that differ, as it was last found. */
#define KZI_WALK_REMEMBERED 1024
struct kzi_walk_remembered {
    struct kzi_count_key key; /* of what phrases can name */
    uint64_t rows[KZI_WALK_WORDS];
};

/* A condition that the walker answers: classes do not tell whether it holds, but on most tiles it
 * cannot. */
struct kzi_walk_asked {
    const uint64_t *rows;    /* that hang on it, of one ruleset */
    const uint64_t *without; /* the rows left where it does not hold */
    unsigned first, words;   /* where these stand in the rows of both */
    unsigned letter;         /* the most tiles that one suit must have, whichever */
    unsigned suits[4];       /* the tiles that each must have */
    unsigned numbers;        /* that one suit must have, whichever */
};

/* A pattern of which no rank says how often it is there. */
struct kzi_walk_counted {
    const struct kzi_pattern *pattern;
    bool twice;                   /* two of it that share no set */
    bool exact;                   /* it may stand in the way of other combinations */
    unsigned chows, pairs;        /* that it is made of */
    unsigned first, words;        /* where rows of its ruleset stand in the rows of both */
    uint64_t rows[KZI_ROW_WORDS]; /* that ask for it */
};

struct kzi_walk {
    struct kzi_every *every;
    const struct kzi_splits *splits;
    unsigned share, shares;           /* of the first suit every so many-th part is walked */
    unsigned words[2], n_words;       /* of rows: of the one ruleset, then of the other */
    struct kzi_count_map classes;     /* of blocks: struct kzi_count_entry */
    struct kzi_walk_parts sets, even; /* those that split; those of pairs alone */
    uint64_t *present[KZI_SUITS];     /* by suit, of the parts at work: n_words of rows for each */
    uint64_t suits[8][KZI_WALK_WORDS];
    uint64_t start[KZI_WALK_WORDS];
    struct kzi_walk_asked *asked;
    unsigned n_asked;
    uint64_t waits[KZI_WALK_WORDS];         /* rows that ask how many tiles are waited for */
    uint64_t kongs[KZI_WALK_WORDS];         /* rows that ask for kongs by number */
    uint64_t concerned[KZI_WALK_WORDS];     /* rows of yaku that differ */
    uint64_t phrases[2][KZI_PHRASE_WORDS];  /* phrases that these rows ask for: their counts */
    struct kzi_walk_remembered *remembered; /* KZI_WALK_REMEMBERED of them */
    struct kzi_walk_counted *counted;
    unsigned n_counted;
    bool honors_by_kind; /* a shape, or what the walker answers, may tell honors apart by kind */
    struct kzi_count_map honors;             /* of struct kzi_walk_honors */
    const struct kzi_walk_honors **by_tiles; /* they by rising n_tiles */
    unsigned first_honors[KZI_WALK_TILES + 2];
    unsigned shape;
    unsigned n_sets_shapes, n_pairs_shapes; /* shapes of sets, of pairs */
    /* Of hands of the shape under way: the rows it leaves, and those sure to hold once the tiles
     * leave them. */
    uint64_t shape_rows[KZI_WALK_WORDS];
    struct kzi_both_rows sure;
    bool failed;
};

/* The tiles under way. */
struct kzi_walk_tiles {
    const struct kzi_walk_part *suit[KZI_SUITS];
    const struct kzi_walk_honors *honors;
    uint64_t rows[KZI_WALK_WORDS];
    bool named; /* they may make a shape that names its tiles */
    bool waits; /* a row is left that asks how many tiles are waited for */
};

/* --- rows and keys ---- */

static inline unsigned kzi_walk_count_of(kzi_suit_key key, unsigned number) {
    return key >> (3 * (number - 1)) & 7;
}

static inline unsigned kzi_walk_tiles_of(kzi_suit_key key) {
    return kzi_every_tiles_with(key, 0);
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
/* Kongs as tiles, four of each. */
kzi_suit_key kzi_walk_four_each(unsigned kongs);

/* --- every_blocks.c: what a suit is made of --------------------------------------------------- */

/* sets: of hands of sets and a pair, else of pairs alone. */
void kzi_walk_find_blocks(struct kzi_walk *walk, struct kzi_walk_part *part, bool sets);

static inline const struct kzi_walk_blocks *kzi_walk_blocks_of(const struct kzi_walk_tiles *tiles,
                                                               unsigned suit) {
    return &tiles->suit[suit]->blocks[tiles->waits];
}

/* --- every_patterns.c: patterns that no rank answers -------------------------------------------
 */

bool kzi_walk_find_counted(struct kzi_walk *walk);
/* Adds which are there, as far as a row is left that asks; exact: one of them is, and it may stand
 * in the way of other combinations. */
void kzi_walk_add_patterns(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                           const struct kzi_split *const split[4], struct kzi_count_key *key,
                           bool *exact);

/* --- every_narrow.c: what the tiles leave of the rows ------------------------------------------
 */

/* Whether a shape of tiles that are named may be made of them. */
bool kzi_walk_may_be_named(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles);
/* Whether the answer to a question on exact tiles may be yes. */
bool kzi_walk_has_enough(const struct kzi_walk_asked *asked, const struct kzi_walk_tiles *tiles);
/* Takes away rows that no hand of the tiles meets.  False: of those whose hands are looked at, none
 * is a hand that a difference concerns. */
bool kzi_walk_narrow(struct kzi_walk *walk, struct kzi_walk_tiles *tiles, bool sets);

/* --- every_groups.c: what phrases can name ---------------------------------------------------- */

/* Of the splits of a suit (3: honors). */
void kzi_walk_find_range(const struct kzi_walk *walk, struct kzi_walk_range range[2], unsigned suit,
                         const struct kzi_split *splits, unsigned n_splits, unsigned seat,
                         unsigned round);
/* Once the rows of yaku that differ are known. */
void kzi_walk_find_phrases(struct kzi_walk *walk);
/* Takes away the rows that no way to hold the groups of the tiles leaves, as far as phrases say so
 * that yaku which differ ask for; rows: of both rulesets. */
void kzi_walk_and_groups(struct kzi_walk *walk, const struct kzi_walk_tiles *tiles, uint64_t *rows);

/* --- every_rows.c: what the tables leave ----------------------------------------------------- */

void kzi_walk_find_rows(struct kzi_walk *walk);
void kzi_walk_find_present(struct kzi_walk *walk, const struct kzi_walk_parts *parts);
/* Takes away what a value of a feature rules out, of both rulesets. */
void kzi_walk_and_feature(const struct kzi_walk *walk, unsigned kind, unsigned index,
                          unsigned value, uint64_t *rows);

/* What the shape under way leaves. */
void kzi_walk_find_shape_rows(struct kzi_walk *walk);

/* --- every_honors.c: what the honors can be, with seat and round ----------------------------- */

void kzi_walk_find_honors(struct kzi_walk *walk, const struct kzi_shape *shape,
                          unsigned most_tiles);
void kzi_walk_add_honors(struct kzi_walk *walk, kzi_suit_key key, unsigned kongs);

/* --- every_key.c: what makes tiles alike ----------------------------------------------------- */

/* Whether sets and one pair can be all of it. */
bool kzi_walk_splits_into_sets(const struct kzi_walk_tiles *tiles, unsigned n_sets);
/* Of a shape of sets or of pairs; sets: how many, 0 where they are pairs. */
void kzi_walk_note_tiles(struct kzi_walk *walk, struct kzi_walk_tiles *tiles, unsigned sets);
/* made: all but alike and shape. */
void kzi_walk_note(struct kzi_walk *walk, struct kzi_count_key key, struct kzi_every_tiles *made,
                   uint64_t count);

/* --- every_place.c: where the sets of combinations stand ---------------------------------------
 */

/* Of tiles that split into sets: their blocks by place, and what is known of chows and pungs. */
void kzi_walk_add_placed(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                         struct kzi_count_key *key);

/* --- every_others.c: shapes that are not sets or pairs alone ---------------------------------- */

void kzi_walk_find_others(struct kzi_walk *walk, const struct kzi_shape *shape);

#endif

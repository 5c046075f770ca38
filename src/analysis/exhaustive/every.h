/* every.h - every winning hand there is, under two rulesets, by classes of hands that no rule of
 * either tells apart.
 *
 * In three steps, each on the classes of the one before:
 *  1. tiles (every_tiles.c): all sets of tiles that make a shape, with each seat and round.  Alike
 *     are those whose tiles, chows and patterns mean the same to both rulesets.
 *  2. hands (every_hands.c): of one of each class, every choice of sets that are melds, every
 *     winning tile, drawn and discarded.  Alike are those on whose readings the same rows hold
 *     (every_alike.c).
 *  3. verdicts (every_verdict.c): one of each class, with every set of circumstances that one of
 *     the rulesets allows, is scored under both.
 * Where nothing but some yaku differs this is done twice: once for all hands, by nothing but how
 * their sets lie, to know how many there are; once for those hands alone on which such a yaku may
 * hold (every_concern.c), since all others are equal.
 * Marks (dora, flowers), counters and a known discarder are not walked. */
#ifndef KZI_EVERY_H
#define KZI_EVERY_H

#include "analysis/compare/count_map.h"
#include "analysis/diff/blame.h"
#include "analysis/exhaustive/every_concern.h"
#include "analysis/exhaustive/every_fold.h"
#include "analysis/witness/witness.h"
#include "report/result_text.h"

/* --- every_kinds.c: what rules tell apart ---------------------------------------------------- */

struct kzi_every_kinds {
    uint16_t tile[KZI_CODES]; /* by code: the class of the tile, and of pungs and pairs of it */
    uint16_t chow[21];        /* by suit * 7 + lowest number - 1 */
    uint16_t seat[KZI_SEATS];
    bool asks_waits;
};

/* Which hands are walked, and by what they are told apart. */
enum kzi_every_view {
    KZI_ALL_HANDS,      /* all, by all that the rules tell apart */
    KZI_COUNTED_HANDS,  /* all, to be counted: by what circumstances need of them */
    KZI_CONCERNED_HANDS /* those that a yaku which differs concerns; kongs are part of the tiles */
};

void kzi_every_kinds_find(struct kzi_every_kinds *kinds, const struct kz_ruleset *const rules[2],
                          enum kzi_every_view view);

/* --- every_tiles.c --------------------------------------------------------------------------- */

#define KZI_EVERY_SHAPES (2 * KZI_MAX_SHAPES)

#define KZI_EVERY_ROUNDS 4

struct kzi_every_shape {
    const struct kzi_shape *shape;
    const char *name;
    uint64_t tiles; /* sets of tiles that make it and none of the shapes before it, for each seat
                       and round */
    uint64_t hands; /* of them: with melds, winning tile, drawn or not, seat and round */
};

/* Tiles that are alike; count: how many, with seat and round. */
struct kzi_every_tiles {
    struct kzi_count_entry alike;
    kzi_suit_key suits[4]; /* of one of them, all tiles of the hand but kongs */
    uint16_t kongs[4];     /* by suit, bit per number */
    bool kongs_settled;    /* false: any pung may be a kong too */
    uint8_t seat, round;
    uint8_t shape; /* of kzi_every.shapes */
};

/* Tiles and kongs of a suit together, a kong as three. */
static inline unsigned kzi_every_tiles_with(kzi_suit_key key, unsigned kongs) {
    unsigned tiles = 3 * (unsigned)__builtin_popcount(kongs);
    for (; key; key >>= 3)
        tiles += key & 7;
    return tiles;
}

static inline unsigned kzi_every_tiles_of(const struct kzi_every_tiles *tiles, unsigned suit) {
    return kzi_every_tiles_with(tiles->suits[suit], tiles->kongs[suit]);
}

/* Hands that are alike; count: how many. */
struct kzi_every_hand {
    struct kzi_count_entry alike;
    uint8_t concealed[KZI_KINDS]; /* without the winning tile */
    uint8_t n_melds;
    struct {
        uint8_t kind, tile;
        bool claimed;
    } melds[KZI_MAX_MELDS];
    uint8_t win, seat, round;
    bool self_draw;
    uint8_t shape;  /* of kzi_every.shapes */
    uint64_t order; /* of the tiles it was made of: the first of those alike stands for them */
    uint64_t needs; /* digest of what needs of circumstances find in it */
    uint64_t touching[KZI_DIFFERENCE_WORDS]; /* differences that may change it, bit by number */
};

void kzi_every_unpack(const struct kzi_every_hand *packed, struct kzi_hand *hand);

/* What is worked out but once for both. */
struct kzi_every_same {
    bool readings;   /* they have the same shapes */
    bool conditions; /* nothing differs but what a hand is worth in the end: whatever the first
                        tells of a hand, the other tells too */
    bool rows;       /* and the same rows hold on the same readings; false if that is not seen */
};

struct kzi_every {
    const struct kz_ruleset *rules[2];
    enum kzi_every_view view;
    const struct kzi_every_concern *concern; /* of the hands that are concerned */
    struct kzi_every_same same;
    unsigned n_telling; /* 1: what the first tells apart of all hands the other tells too */
    struct kzi_every_folds folds[2];
    struct kzi_both_rows by_sets; /* rows of yaku of which it matters which sets they use */
    struct kzi_every_kinds kinds;
    unsigned n_shapes;
    struct kzi_every_shape shapes[KZI_EVERY_SHAPES];
    struct kzi_count_map tiles; /* of struct kzi_every_tiles */
    struct kzi_count_map hands; /* of struct kzi_every_hand */
    size_t most;                /* classes of tiles that are walked */
    size_t together;            /* classes of tiles whose hands are kept until all are found */
    bool too_many;              /* there are more: the rules tell apart too much */
    bool joined;                /* hands of sets and of pairs are joined, not walked (join/) */
};

/* Classes of tiles, unless said otherwise. */
#define KZI_EVERY_MOST     2000000
#define KZI_EVERY_TOGETHER 400000

/* concern: of a view of concerned hands; it must outlive the walk. */
void kzi_every_init(struct kzi_every *every, const struct kz_ruleset *const rules[2],
                    enum kzi_every_view view, const struct kzi_every_concern *concern);
void kzi_every_release(struct kzi_every *every);

/* One of so many shares of the tiles.  Both rulesets must play with the same tiles and seats, with
 * at most KZI_RANKED_SETS sets, and have no condition that is too large for tables.  False:
 * too_many, or memory is out. */
bool kzi_every_find_tiles(struct kzi_every *every, unsigned share, unsigned shares);
/* Of tiles that are alike the same stand for all in whatever order they come. */
bool kzi_every_add_tiles(struct kzi_every *every, const struct kzi_every_tiles *made);
/* Once all are found: in an order that does not hang on who found them. */
void kzi_every_order_tiles(struct kzi_every *every);

/* Whether a condition asks who discarded, or for counters, which are not walked. */
bool kzi_every_asks_unwalked(const struct kz_ruleset *rules);

/* --- every_same.c ---------------------------------------------------------------------------- */

bool kzi_every_same_shape(const struct kzi_shape *a, const struct kzi_shape *b);
void kzi_every_same_find(struct kzi_every_same *same, const struct kz_ruleset *const rules[2]);

/* The clauses that needs of circumstances ask of the hand itself, each once. */
struct kzi_every_needs {
    const struct kzi_condition **list;
    /* Those that come first ask for nothing but seat, way of winning and melds, whatever the tiles
     * of these. */
    unsigned of_melds, count;
};

/* The caller frees the list.  False: memory is out. */
bool kzi_every_needs_find(struct kzi_every_needs *needs, const struct kzi_every *every);

/* --- every.c: in parts, each by a thread ------------------------------------------------------ */

/* A part has the tiles that were found so far, and finds tiles or hands of its own. */
void kzi_every_begin_part(struct kzi_every *part, const struct kzi_every *every);
/* Move what a part found to all that was found.  How threads share the work changes only the order
 * of classes.  False: too_many, or memory is out. */
bool kzi_every_join(struct kzi_every *every, struct kzi_every *part);
void kzi_every_end_part(struct kzi_every *part, const struct kzi_every *every);

/* --- every_hands.c --------------------------------------------------------------------------- */

/* Of classes of tiles first to end - 1. */
bool kzi_every_find_hands(struct kzi_every *every, size_t first, size_t end);

/* --- join/: hands of sets and of pairs without their tiles ------------------------------------ */

/* Return what in the rules keeps their hands from being joined; NULL: nothing. */
const char *kzi_join_refusal(struct kzi_every *every);
/* Find all hands of sets and of pairs and count their sets of tiles, before tiles are found, which
 * then leave them out.  joined is false after it if there are too many classes: all are then
 * walked.  False: memory is out. */
bool kzi_join_find_hands(struct kzi_every *every);

/* --- every_verdict.c ------------------------------------------------------------------------- */

#define KZI_EVERY_WORDS 12 /* circumstances that are put together in every way */

/* How simple a hand is; the lowest counts, by its parts in this order. */
struct kzi_every_simple {
    unsigned cost;
    uint64_t order, key; /* of its class */
};

/* Verdicts that differ by the same differences; count: how many. */
struct kzi_every_group {
    struct kzi_count_entry alike;
    uint64_t differences[KZI_DIFFERENCE_WORDS]; /* each of them alone changes it; bit by number */
    enum kzi_witness_kind kind;                 /* of the simplest hand */
    struct kzi_every_simple simple;
    struct kzi_hand hand;
};

/* The circumstances of both rulesets, and which sets of them there are: bits of words. */
struct kzi_every_given {
    unsigned n_words, n_sets;
    struct kzi_word words[KZI_EVERY_WORDS];
    uint16_t sets[1U << KZI_EVERY_WORDS];
};

/* False: there are too many of them. */
bool kzi_every_given_find(struct kzi_every_given *given, const struct kz_ruleset *const rules[2]);

/* What was found out of some classes of hands. */
struct kzi_every_verdicts {
    uint64_t equal[KZI_EVERY_SHAPES], differ[KZI_EVERY_SHAPES];
    struct kzi_count_map groups; /* of struct kzi_every_group */
};

/* Of classes of hands first to end - 1.  False: memory is out. */
bool kzi_every_judge(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                     const struct kzi_every_given *given, const struct kzi_blame *blame,
                     size_t first, size_t end);
/* The hands of classes of tiles first to end - 1, found, judged and forgotten: alike are only those
 * among them.  The same ends make the same verdicts, in whatever order. */
bool kzi_every_judge_tiles(struct kzi_every_verdicts *verdicts, struct kzi_every *every,
                           const struct kzi_every_given *given, const struct kzi_blame *blame,
                           size_t first, size_t end);
/* Whether that is how these tiles are to be judged: all their hands would take too much memory. */
bool kzi_every_is_vast(const struct kzi_every *every);
void kzi_every_verdicts_init(struct kzi_every_verdicts *verdicts);
void kzi_every_verdicts_release(struct kzi_every_verdicts *verdicts);
bool kzi_every_verdicts_join(struct kzi_every_verdicts *verdicts,
                             const struct kzi_every_verdicts *part);

/* What was found of concerned hands alone is made to stand for all of them, which were counted. */
void kzi_every_complete(struct kzi_every *concerned, struct kzi_every_verdicts *verdicts,
                        const struct kzi_every *counted, const struct kzi_every_verdicts *in_all);

/* The groups by falling count, their hands made as simple as may be.  False: memory is out. */
bool kzi_every_verdicts_finish(struct kzi_every_verdicts *verdicts, const struct kzi_every *every,
                               const struct kzi_blame *blame);

/* --- every_report.c -------------------------------------------------------------------------- */

struct kzi_every_report {
    const struct kzi_every *every;
    const struct kzi_every_verdicts *verdicts;
    const struct kzi_differences *differences;
    struct kzi_witness *room;
    bool cut; /* not for every difference there is a ruleset with it alone: groups may lack some */
};

/* Several lines. */
void kzi_every_text(struct kzi_text *text, const struct kzi_every_report *report,
                    const struct kzi_style *style);
/* One object, without a newline. */
void kzi_every_json(struct kzi_text *text, const struct kzi_every_report *report);

#endif

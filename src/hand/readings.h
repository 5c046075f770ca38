/* readings.h - the tiles of a hand, computed once, and all its readings: arrangements as a shape,
 * with the winning tile assigned to one group.
 *
 * The assignment determines the wait, and whether a set is open: a pung completed by a discard is.
 * Readings that no rule can tell apart (the winning tile in one of two equal chows) occur once. */
#ifndef KZI_READINGS_H
#define KZI_READINGS_H

#include "hand/hand.h"
#include "tile/box.h"
#include "tile/shape.h"
#include "tile/splits.h"

/* How the winning tile completes its group.  PAIR: it completes the pair.  SINGLE: it is the
 * missing tile of a shape without sets.  BODY: it is in a body of tiles that are not a set. */
enum kzi_wait {
    KZI_WAIT_NONE,
    KZI_WAIT_TWO_SIDED,
    KZI_WAIT_EDGE,
    KZI_WAIT_CLOSED,
    KZI_WAIT_PAIR,
    KZI_WAIT_PUNG,
    KZI_WAIT_BODY,
    KZI_WAIT_SINGLE,
    KZI_WAITS
};

extern const char *const kzi_wait_names[KZI_WAITS];

enum kzi_hold { KZI_CONCEALED, KZI_FINISHED_BY_DISCARD, KZI_CLAIMED, KZI_HOLDS };

#define KZI_NO_MELD 255

/* Return the code of a group: its kind times KZI_SET_KIND, plus its lowest tile. */
static inline unsigned kzi_code_of_group(unsigned kind, unsigned tile) {
    return kind * KZI_SET_KIND + tile;
}

struct kzi_group {
    uint8_t kind; /* enum kzi_group_kind */
    uint8_t tile; /* the kind of its lowest tile */
    uint8_t hold; /* enum kzi_hold */
    bool won;     /* it contains the winning tile */
    uint8_t meld; /* index of its meld; KZI_NO_MELD: concealed tiles */
};

/* A reading.  Each group is a byte, its code (kzi_code_of_group): melds as written, then sets by
 * tile, then pairs by tile; zeros after the last. */
struct kzi_reading {
    _Alignas(8) uint8_t codes[KZI_MAX_GROUPS];
    uint8_t shape; /* index in the list of shapes */
    uint8_t wait;
    uint8_t n_groups, n_sets, n_melds;
    uint8_t claimed;  /* melds as bits */
    uint8_t won;      /* the group with the winning tile, as a bit; 0: none */
    uint8_t won_hold; /* how that group is held: enum kzi_hold */
    /* Index + 1 of the body, if the shape has bodies; 0: none; for a spelled shape,
     * kzi_body_of_list. */
    uint8_t body;
    /* For a hand with wild tiles, if rules need it: the groups, as bits, that have a tile replacing
     * another, and those of wild tiles alone (kzi_place_wild_tiles). */
    uint8_t stood_in, all_wild;
    bool latest; /* it is a reading of the current completion */
    /* Ranks of its chows, and of its pungs and kongs of number tiles (tile/sets.h). */
    uint16_t chow_rank;
    uint16_t pung_rank; /* both are KZI_NO_RANK if there may be too many sets for ranks */
};

/* Return the body of a reading that is in a list of spelled hands. */
static inline unsigned kzi_body_of_list(unsigned list) {
    return KZI_MAX_BODIES + 1 + list;
}

static inline struct kzi_group kzi_group_of(const struct kzi_reading *reading, unsigned i) {
    struct kzi_group group = {.kind = reading->codes[i] / KZI_SET_KIND,
                              .tile = reading->codes[i] % KZI_SET_KIND,
                              .won = reading->won >> i & 1,
                              .meld = i < reading->n_melds ? (uint8_t)i : KZI_NO_MELD};
    group.hold =
        (uint8_t)((reading->claimed >> i & 1U) * KZI_CLAIMED + group.won * reading->won_hold);
    return group;
}

/* --- the tiles -------------------------------------------------------------------------------- */

/* Four suits in a table of splits, and their sets and pairs.  All splits of a suit have the same
 * numbers of these, because they have the same number of tiles. */
struct kzi_suits {
    const struct kzi_split *of[4]; /* the first split of each */
    bool whole;                    /* each can be split; if not, the rest is not set */
    bool several;                  /* some suit has more than one split */
    uint8_t n_sets, n_pairs;
    uint8_t with_pair; /* suits with a pair, as bits */
};

/* The readings as sets and pairs by the classic splits, with shape 0.  Under any rules, the hand
 * has these readings for each shape with these numbers of sets and pairs. */
#define KZI_ARRANGED 4
struct kzi_arrangements {
    uint8_t count; /* above KZI_ARRANGED: the list is incomplete */
    uint8_t n_sets, n_pairs;
    struct kzi_reading list[KZI_ARRANGED];
};

#define KZI_SEATS_UNCLEAR UINT8_MAX

/* The tiles of a hand.  Members that every hand needs come first. */
struct kzi_tiles {
    kzi_kinds kinds; /* kinds in the hand */
    kzi_kinds seen;  /* kinds in the hand and among the indicators */
    /* No kind occurs more than four times, with indicators, and no meld has jokers. */
    bool sound;
    bool open;       /* some meld is claimed */
    bool chows;      /* some meld is a chow */
    uint8_t claimed; /* melds as bits */
    uint8_t kongs;   /* their number */
    uint8_t forms;   /* forms of shapes that a quick check does not rule out, as bits */
    uint8_t size;    /* tiles of the whole hand; a kong counts as three */
    uint8_t players; /* players that its seats require; KZI_SEATS_UNCLEAR: look closer */
    struct kzi_arrangements arranged;
    uint64_t melds; /* the codes of their groups, the first in the lowest byte */
    /* All tiles: with melds (four for a kong) and the winning tile. */
    uint8_t counts[KZI_COUNTS_CAPACITY];
    kzi_kinds fours; /* kinds with four tiles, in a kong or not */
    /* The keys of the concealed tiles with the winning one; honors are marked.  The key of jokers
     * only has a winning one, and is not used. */
    kzi_suit_key keys[5];
    uint32_t pungs; /* pungs of number tiles among the melds, as bits by kind */
};

/* Arrange the tiles too, unless the hand is unfinished. */
void kzi_tiles_init(struct kzi_tiles *tiles, const struct kzi_hand *hand);

/* --- all readings ----------------------------------------------------------------------------- */

/* Enough for every hand of up to five sets, as the test of splits verifies. */
#define KZI_MAX_READINGS 128

struct kzi_readings {
    unsigned count;
    struct kzi_reading list[KZI_MAX_READINGS];
};

/* The shapes of a ruleset, and the table of splits for them. */
struct kzi_shapes {
    const struct kzi_shape *list;
    unsigned count;
    const struct kzi_splits *splits;
    struct kzi_boxes boxes;           /* boxes of spelled shapes */
    uint8_t of_forms[1 << KZI_FORMS]; /* by a set of forms: the shapes of these forms, as bits */
    /* By number of melds: the shapes with at least as many sets, as bits. */
    uint8_t of_melds[KZI_MAX_MELDS + 1];
};

struct kzi_shapes kzi_shapes_of(const struct kzi_shape *list, unsigned count,
                                const struct kzi_splits *splits);

/* Fill in all readings, except those as any tiles (kzi_add_any_tiles,
 * compile/condition/evaluation.h). There are none if the hand is not complete or has the wrong
 * number of tiles. */
void kzi_hand_fill_readings(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                            struct kzi_readings *readings);

/* The same for tiles that were computed before. */
void kzi_tiles_fill_readings(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                             const struct kzi_shapes *shapes, struct kzi_readings *readings);

/* Fill in the tiles of a hand for comparison with boxes, without concealed jokers.  win: the
 * winning tile, or KZI_NO_KIND. */
void kzi_box_hand_init(struct kzi_box_hand *tiles, const uint8_t concealed[KZI_COUNTS_CAPACITY],
                       unsigned win, const struct kzi_meld *melds, unsigned n_melds);

/* Return the kinds that would complete the hand in place of its winning tile, for the shapes in
 * `among`. */
kzi_kinds kzi_waits_among(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                          const struct kzi_shapes *shapes, unsigned among);

/* The same for all shapes. */
static inline kzi_kinds kzi_waits_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                                     const struct kzi_shapes *shapes, kzi_kinds played) {
    return kzi_waits_among(tiles, hand, shapes, UINT8_MAX) & played;
}

/* Fill in tiles->arranged; the other members are set. */
void kzi_arrange_classic(struct kzi_tiles *tiles, const struct kzi_hand *hand);

#endif

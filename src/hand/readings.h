/* readings.h - the tiles of a hand, computed once, and every reading of them: an arrangement as a
 * shape, with the winning tile assigned to one group.
 *
 * The assignment determines the wait, and whether a set is open: a pung finished by a discard
 * is.  Readings that no rule can distinguish (the winning tile in one of two equal chows) occur
 * once. */
#ifndef KZI_READINGS_H
#define KZI_READINGS_H

#include "hand/hand.h"
#include "tile/box.h"
#include "tile/shape.h"
#include "tile/splits.h"

/* How the winning tile completes its group.  PAIR: it completes the pair; SINGLE: it is the
 * missing tile of a shape without sets; BODY: it is in a body of tiles that are not a set. */
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
    bool won;     /* the winning tile is assigned to it */
    uint8_t meld; /* its number among the melds; KZI_NO_MELD: concealed tiles */
};

/* Each group is a byte, its code (kzi_code_of_group): melds as written, then sets by tile, then
 * pairs by tile; zero after the last. */
struct kzi_reading {
    _Alignas(8) uint8_t codes[KZI_MAX_GROUPS];
    uint8_t shape; /* index into the shapes given */
    uint8_t wait;
    uint8_t n_groups, n_sets, n_melds;
    uint8_t claimed;  /* melds by bit */
    uint8_t won;      /* the group that the winning tile is assigned to, by bit; 0: none */
    uint8_t won_hold; /* how that one is held: enum kzi_hold */
    uint8_t body;     /* the index of the body of a shape that has one, from 1; 0: none; of a
                         shape that is spelled kzi_body_of_list */
    /* of a hand with wild tiles, if the rules ask for them by group, which groups, by bit, have a
     * tile that stands in for another, and which only wild tiles: kzi_place_wild_tiles */
    uint8_t stood_in, all_wild;
    bool latest;        /* it is a reading of the completion at hand */
    uint16_t chow_rank; /* ranks of its chows and of its pungs (kongs too) of number tiles:
                           tile/sets.h */
    uint16_t pung_rank; /* both KZI_NO_RANK where there may be too many sets for ranks */
};

/* Return the body of a reading as one of the hands of a list of spellings. */
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

/* Four suits in a table of splits, and the sets and pairs that they make: all splits of a suit
 * make the same numbers, because they have as many tiles. */
struct kzi_suits {
    const struct kzi_suit *of[4];
    bool whole;   /* each can be split; else the rest is not set */
    bool several; /* some suit has another split */
    uint8_t n_sets, n_pairs;
    uint8_t with_pair; /* suits, by bit */
};

/* Readings as sets and pairs by the classic splits, of shape 0.  Under any rules the hand has
 * these wherever a shape has these numbers of sets and pairs. */
#define KZI_ARRANGED 4
struct kzi_arranged {
    uint8_t count; /* more than KZI_ARRANGED: the list is not complete */
    uint8_t n_sets, n_pairs;
    struct kzi_reading list[KZI_ARRANGED];
};

#define KZI_SEATS_APART UINT8_MAX

/* What every hand needs comes first, what few need last. */
struct kzi_tiles {
    kzi_kinds kinds; /* those at hand */
    kzi_kinds seen;  /* those at hand and the indicators */
    bool sound;      /* no kind occurs more than four times, indicators included, and no meld has
                      * jokers */
    bool open;       /* some meld is claimed */
    bool chows;      /* some meld is a chow */
    uint8_t claimed; /* melds by bit */
    uint8_t kongs;   /* their number */
    uint8_t forms;   /* forms of shapes that it may have by a quick check, by bit */
    uint8_t size;    /* of the whole hand, a kong counting as three */
    uint8_t players; /* players needed for its seats; KZI_SEATS_APART: look closer */
    struct kzi_arranged arranged;
    uint64_t melds; /* the codes of their groups, the first in the lowest byte */
    uint8_t counts[KZI_COUNTS_CAPACITY]; /* every tile: melds (a kong four), the winning tile */
    kzi_kinds fours;                     /* kinds with four tiles, in a kong or not */
    kzi_suit_key keys[5]; /* concealed tiles with the winning one; honors are marked; of jokers no
                           * more than a winning one, at which nothing looks */
    struct kzi_suits classic; /* these keys in the table of classic splits */
    uint32_t pungs;           /* of number tiles among the melds, by kind */
};

void kzi_tiles_init(struct kzi_tiles *tiles, const struct kzi_hand *hand);
/* kzi_tiles_init for a hand without a winning tile; nothing is arranged. */
void kzi_tiles_init_unfinished(struct kzi_tiles *tiles, const struct kzi_hand *hand);

/* --- all readings ----------------------------------------------------------------------------- */

/* Enough for every hand of up to five sets, as the test of splits verifies. */
#define KZI_MAX_READINGS 128

struct kzi_readings {
    unsigned count;
    struct kzi_reading list[KZI_MAX_READINGS];
};

/* A ruleset's shapes and the table of splits that fits them. */
struct kzi_shapes {
    const struct kzi_shape *list;
    unsigned count;
    const struct kzi_splits *splits;
    struct kzi_boxes boxes;              /* of a shape that is spelled */
    uint8_t of_forms[1 << KZI_FORMS];    /* by a set of forms: the shapes of these forms, by bit */
    uint8_t of_melds[KZI_MAX_MELDS + 1]; /* by their number: the shapes with so many sets or more */
};

struct kzi_shapes kzi_shapes_of(const struct kzi_shape *list, unsigned count,
                                const struct kzi_splits *splits);

/* Find all readings but those as any tiles (kzi_add_any_tiles, compile/condition/evaluation.h).
 * There are none if the hand is not complete or has the wrong number of tiles. */
void kzi_hand_find_readings(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                            struct kzi_readings *readings);

/* kzi_hand_find_readings for tiles that are computed already. */
void kzi_tiles_find_readings(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                             const struct kzi_shapes *shapes, struct kzi_readings *readings);

/* Find the tiles that boxes are compared with, without jokers among the concealed ones; win: the
 * winning tile, or KZI_NO_KIND. */
void kzi_box_hand_init(struct kzi_box_hand *tiles, const uint8_t concealed[KZI_COUNTS_CAPACITY],
                       unsigned win, const struct kzi_meld *melds, unsigned n_melds);

/* Return the kinds that would complete the hand in place of its winning tile, over some shapes,
 * given by bit. */
kzi_kinds kzi_waits_among(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                          const struct kzi_shapes *shapes, unsigned among);

/* kzi_waits_among over all shapes. */
static inline kzi_kinds kzi_waits_of(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                                     const struct kzi_shapes *shapes, kzi_kinds played) {
    return kzi_waits_among(tiles, hand, shapes, UINT8_MAX) & played;
}

/* Fill tiles->arranged; the rest of tiles is set. */
void kzi_arrange_classic(struct kzi_tiles *tiles, const struct kzi_hand *hand);

#endif

/* evaluation.h - what conditions ask of a hand, and whether one holds on one reading: the tree
 * walker.
 *
 * Slow and obvious.  It answers what the tables leave over, and it is the oracle that the tables
 * are compared with. */
#ifndef KZI_EVALUATION_H
#define KZI_EVALUATION_H

#include "compile/condition/pattern.h"
#include "hand/readings.h"
#include "rules/condition.h"

#include <stddef.h>

/* --- what can be asked of a hand besides its readings ----------------------------------------- */

/* The reading of melds alone, which the needs of circumstances are asked of. */
#define KZI_NO_SHAPE 15

struct kzi_facts {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    uint64_t given;         /* circumstances by number, those implied too */
    const uint8_t *marks;   /* how many of each; NULL: the rules did not count them */
    bool open;              /* a set is claimed */
    unsigned n_waits;       /* kinds that would win; only where a rule asks */
    uint64_t ready;         /* shapes that one tile would complete; of unfinished hands alone */
    const uint64_t *scored; /* yaku that count, bit by number; NULL: not settled yet */
    struct kzi_tiles own;   /* the tiles, if the caller has none to pass */
};

/* Fill everything but given, n_waits and scored.  The facts point into themselves: do not copy
 * them. */
void kzi_facts_init(struct kzi_facts *facts, const struct kzi_hand *hand);
/* kzi_facts_init with tiles that are computed already. */
static inline void kzi_facts_init_with(struct kzi_facts *facts, const struct kzi_hand *hand,
                                       const struct kzi_tiles *tiles) {
    facts->hand = hand;
    facts->tiles = tiles;
    facts->given = 0;
    facts->marks = NULL;
    facts->open = tiles->open;
    facts->n_waits = 0;
    facts->scored = NULL;
}

/* The melds alone, as a reading without a shape. */
void kzi_reading_of_melds(const struct kzi_hand *hand, struct kzi_reading *reading);

/* --- group codes ------------------------------------------------------------------------------ */

/* Every kind of group has a number, so that what rules say of groups is a table.  It is made of the
 * kind, how the group is held, its tile by code, and where in it a tile like the winning one is. */
#define KZI_GROUP_CODES (4 * KZI_HOLDS * (KZI_PAIR + 1) * KZI_SET_KIND)

/* A wind of the seat or the round has a place of its own.  Scoring asks for the code of each group
 * of each reading: there are no branches, because no hand predicts them for the next. */
static inline unsigned kzi_seated_group_code(struct kzi_group group, const struct kzi_hand *hand) {
    const unsigned within = (unsigned)hand->win - group.tile,
                   tiles = group.kind == KZI_CHOW ? 3 : 1, like = (within + 1) * (within < tiles),
                   of_seat = group.tile == KZI_HONOR + hand->seat,
                   of_round = group.tile == KZI_HONOR + hand->round,
                   roles = of_seat * KZI_SEAT_WIND + of_round * KZI_ROUND_WIND;
    return ((like * KZI_HOLDS + group.hold) * (KZI_PAIR + 1) + group.kind) * KZI_SET_KIND +
           group.tile + 8 * roles;
}

/* Return the code of the winning tile; a flower and a joker that is left as itself have one code,
 * after those of other tiles. */
static inline unsigned kzi_code_of_win(const struct kzi_hand *hand) {
    const unsigned code = kzi_code(hand->win, hand->seat, hand->round);
    return code < KZI_CODES ? code : KZI_CODES;
}

struct kzi_coded_group {
    uint8_t kind, hold;
    uint8_t n_tiles; /* 0: no group has the code */
    uint8_t code[3];
    bool won[3]; /* the tile is like the winning one */
};

/* The group of a code: the inverse of kzi_seated_group_code(). */
struct kzi_coded_group kzi_decode_group(unsigned group_code);

/* --- conditions ------------------------------------------------------------------------------- */

/* Return the value of what a test measures.  An unfinished hand was won in no way, has no winning
 * tile and no wait, and its shapes are those that one tile would complete. */
unsigned kzi_measure(const struct kzi_condition *test, const struct kzi_facts *facts,
                     const struct kzi_reading *reading);

/* Return the groups, as bits, that a test is about. */
unsigned kzi_touched_groups(const struct kzi_condition *test, const struct kzi_hand *hand,
                            const struct kzi_reading *reading);

/* cond may be NULL: nothing is asked, so it holds. */
bool kzi_evaluate(const struct kzi_condition *cond, const struct kzi_facts *facts,
                  const struct kzi_reading *reading);

static inline bool kzi_noun_fits(unsigned noun, unsigned kind) {
    static const uint8_t kinds[KZI_NOUNS] = {
        [KZI_A_CHOW] = 1U << KZI_CHOW,
        [KZI_A_PUNG] = 1U << KZI_PUNG | 1U << KZI_KONG,
        [KZI_A_KONG] = 1U << KZI_KONG,
        [KZI_A_SET] = 1U << KZI_CHOW | 1U << KZI_PUNG | 1U << KZI_KONG,
        [KZI_A_PAIR] = 1U << KZI_PAIR,
        [KZI_A_GROUP] = UINT8_MAX};
    return kinds[noun] >> kind & 1;
}

static inline bool kzi_adjective_fits(unsigned adjective, unsigned kind, unsigned hold) {
    return adjective == KZI_IS_CONCEALED  ? hold == KZI_CONCEALED
           : adjective == KZI_IS_OPEN     ? hold != KZI_CONCEALED
           : adjective == KZI_IS_CLAIMED  ? hold == KZI_CLAIMED
           : adjective == KZI_IS_DECLARED ? hold == KZI_CLAIMED || kind == KZI_KONG
                                          : true;
}

/* Return whether the phrase names such a group. */
static inline bool kzi_coded_fits(const struct kzi_phrase *phrase,
                                  const struct kzi_coded_group *group) {
    unsigned in = 0;
    if (!kzi_noun_fits(phrase->noun, group->kind) ||
        !kzi_adjective_fits(phrase->adjective, group->kind, group->hold))
        return false;
    for (unsigned i = 0; i < group->n_tiles; i++)
        in += kzi_in_class(&phrase->class_, group->code[i], group->won[i]);
    return phrase->some ? in > 0 : in == group->n_tiles;
}

/* Return whether the phrase names a group of a reading. */
bool kzi_phrase_fits(const struct kzi_phrase *phrase, const struct kzi_reading *reading, unsigned i,
                     const struct kzi_hand *hand);

/* The groups of a reading, as bits, that fit a phrase; its pairs. */
unsigned kzi_groups_fitting(const struct kzi_phrase *phrase, const struct kzi_reading *reading,
                            const struct kzi_hand *hand);
unsigned kzi_pairs_of(const struct kzi_reading *reading);

/* Shapes by bit: those that have groups (sets, or pairs too), and those of one pair. */
uint64_t kzi_shapes_with_groups(const struct kzi_model *model, bool pairs);
uint64_t kzi_shapes_of_one_pair(const struct kzi_model *model);
/* Add a reading without groups for each shape of any tiles whose condition holds. */
void kzi_add_any_tiles(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                       struct kzi_readings *readings);
/* The waits that a complete hand of a shape can have, by bit. */
unsigned kzi_waits_of_shape(const struct kzi_shape *shape);

/* The kinds of which a tile of the hand is in the class, and how many such tiles it has. */
kzi_kinds kzi_kinds_in(const struct kzi_class *class_, const struct kzi_hand *hand);
unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts);
/* Count the wild tiles of an arranged hand that are in a class of them; add them to counts, by what
 * they are themselves, unless that is NULL. */
unsigned kzi_count_wild(const struct kzi_class *class_, const struct kzi_hand *hand,
                        uint8_t counts[KZI_TILE_KINDS]);

/* Return whether the tiles are there (exactly: they and no others), the letters fallen on suits in
 * some way. */
bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern,
                   const uint8_t counts[KZI_COUNTS_CAPACITY], bool exactly);

#endif

/* evaluation.h - evaluate a condition on one reading of a hand: the tree walker.
 *
 * It is slow and simple.  It evaluates the conditions that no table answers, and tests compare the
 * tables with it. */
#ifndef KZI_EVALUATION_H
#define KZI_EVALUATION_H

#include "compile/condition/pattern.h"
#include "hand/readings.h"
#include "rules/condition.h"

#include <stddef.h>

/* --- what can be asked of a hand besides its readings ----------------------------------------- */

/* The shape of a reading that consists of the melds alone, for the conditions under which a
 * circumstance is possible. */
#define KZI_NO_SHAPE 15

struct kzi_facts {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    uint64_t given;       /* circumstances as bits, with implied ones */
    const uint8_t *marks; /* the number of each; NULL: not counted */
    bool open;            /* a set is claimed */
    /* The number of kinds that would win, which is counted when it is asked for; 0: not yet, and
     * always if `rules` is NULL. */
    const struct kz_ruleset *rules;
    unsigned *n_waits;
    uint64_t ready;         /* unfinished hands: shapes that one tile completes */
    const uint64_t *scored; /* yaku that count, as bits; NULL: not settled yet */
    struct kzi_tiles own;   /* the tiles, unless the caller passes others */
    unsigned own_n_waits;
};

/* Fill in all members but given, rules and scored.  facts->tiles and facts->n_waits point into the
 * facts, so these must outlive a copy of them. */
void kzi_facts_init(struct kzi_facts *facts, const struct kzi_hand *hand);
/* The same with tiles that the caller has computed. */
static inline void kzi_facts_init_with(struct kzi_facts *facts, const struct kzi_hand *hand,
                                       const struct kzi_tiles *tiles) {
    facts->hand = hand;
    facts->tiles = tiles;
    facts->given = 0;
    facts->marks = NULL;
    facts->open = tiles->open;
    facts->rules = NULL;
    facts->own_n_waits = 0;
    facts->n_waits = &facts->own_n_waits;
    facts->scored = NULL;
}

/* Fill a reading with the melds alone, without a shape. */
void kzi_reading_of_melds(const struct kzi_hand *hand, struct kzi_reading *reading);

/* --- group codes ------------------------------------------------------------------------------ */

/* Group codes.  A number for each possible group, so that what rules say of groups is a table.  It
 * is made of the kind of group, how it is held, the code of its tile, and the place in it of a tile
 * like the winning one. */
#define KZI_GROUP_CODES (4 * KZI_HOLDS * (KZI_PAIR + 1) * KZI_SET_KIND)

/* Return the code of a group.  A wind of the seat or the round has its own code.  Scoring needs the
 * code of each group of each reading, so there are no branches: they would be unpredictable from
 * one hand to the next. */
static inline unsigned kzi_seated_group_code(struct kzi_group group, const struct kzi_hand *hand) {
    const unsigned within = (unsigned)hand->win - group.tile,
                   tiles = group.kind == KZI_CHOW ? 3 : 1, like = (within + 1) * (within < tiles),
                   of_seat = group.tile == KZI_HONOR + hand->seat,
                   of_round = group.tile == KZI_HONOR + hand->round,
                   roles = of_seat * KZI_SEAT_WIND + of_round * KZI_ROUND_WIND;
    return ((like * KZI_HOLDS + group.hold) * (KZI_PAIR + 1) + group.kind) * KZI_SET_KIND +
           group.tile + 8 * roles;
}

/* Return the code of the winning tile.  A flower, and a joker that is not read as another tile,
 * have the code KZI_CODES. */
static inline unsigned kzi_code_of_win(const struct kzi_hand *hand) {
    const unsigned code = kzi_code(hand->win, hand->seat, hand->round);
    return code < KZI_CODES ? code : KZI_CODES;
}

struct kzi_coded_group {
    uint8_t kind, hold;
    uint8_t n_tiles; /* 0: no group has this code */
    uint8_t code[3];
    bool won[3]; /* the tile is like the winning one */
};

/* Return the group of a code, the inverse of kzi_seated_group_code(). */
struct kzi_coded_group kzi_decode_group(unsigned group_code);

/* --- conditions ------------------------------------------------------------------------------- */

/* Return the value of what a test measures.  For an unfinished hand there is no way of winning, no
 * winning tile and no wait, and the shapes are those that one tile completes. */
unsigned kzi_measure(const struct kzi_condition *test, const struct kzi_facts *facts,
                     const struct kzi_reading *reading);

/* Return the groups of the reading, as bits, that a test is about. */
unsigned kzi_touched_groups(const struct kzi_condition *test, const struct kzi_hand *hand,
                            const struct kzi_reading *reading);

/* Return whether a condition holds.  cond may be NULL, which always holds. */
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

/* Return whether the phrase fits a group. */
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

/* Return whether a group is among those that a phrase counts, whatever is wild. */
static inline bool kzi_coded_counts(const struct kzi_phrase *phrase,
                                    const struct kzi_coded_group *group) {
    const bool fits = kzi_coded_fits(phrase, group);
    return phrase->others ? !fits && kzi_noun_fits(phrase->others, group->kind) : fits;
}

/* Return whether the phrase counts group i of a reading. */
bool kzi_phrase_fits(const struct kzi_phrase *phrase, const struct kzi_reading *reading, unsigned i,
                     const struct kzi_hand *hand);

/* Return the groups of a reading that a phrase counts, and those that are pairs, as bits. */
unsigned kzi_groups_fitting(const struct kzi_phrase *phrase, const struct kzi_reading *reading,
                            const struct kzi_hand *hand);
unsigned kzi_pairs_of(const struct kzi_reading *reading);

/* Return whether a phrase is a noun alone, of which a shape has a certain number of groups. */
static inline bool kzi_is_noun(const struct kzi_phrase *phrase) {
    return phrase->noun >= KZI_A_SET && !phrase->adjective && !phrase->wildness &&
           !phrase->others && (phrase->class_.other & phrase->class_.won) == KZI_ALL_CODES;
}
/* Return the number of groups of a noun in a shape, which for a kind of set is at most this; and
 * the shapes, as bits, whose number is among the values. */
unsigned kzi_count_noun(const struct kzi_shape *shape, unsigned noun);
uint64_t kzi_shapes_counting(const struct kzi_model *model, unsigned noun, uint64_t values);
/* Add a reading without groups for each shape of any tiles whose condition holds. */
void kzi_add_any_tiles(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                       struct kzi_readings *readings);
/* Return the waits, as bits, that a complete hand of a shape can have. */
unsigned kzi_waits_of_shape(const struct kzi_shape *shape);

/* Return the kinds of the hand's tiles that are in the class; and the number of these tiles. */
kzi_kinds kzi_kinds_in(const struct kzi_class *class_, const struct kzi_hand *hand);
unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts);
/* Count the wild tiles of an arranged hand that are in a class of wild tiles.  If counts is not
 * NULL, add each to the count of its own kind. */
unsigned kzi_count_wild(const struct kzi_class *class_, const struct kzi_hand *hand,
                        uint8_t counts[KZI_TILE_KINDS]);

/* Return whether the counts include the tiles of the pattern for some assignment of letters to
 * suits; exactly: and no other tiles. */
bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern,
                   const uint8_t counts[KZI_COUNTS_CAPACITY], bool exactly);

#endif

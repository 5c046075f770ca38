/* hand_graph.h - hands that lack a tile, connected by drawing one tile and discarding another.
 *
 * Hands are made when they are first reached, and told apart by their concealed tiles. Discards
 * never raise what a hand lacks. */
#ifndef KZI_HAND_GRAPH_H
#define KZI_HAND_GRAPH_H

#include "score/discard.h"

/* A tile as it is drawn: the kinds, then the red fives that count, by suit. */
#define KZI_TYPES (KZI_KINDS + KZI_SUITS)

/* Up to seven of each type, three bits each. */
struct kzi_bag {
    uint64_t words[2];
};

#define KZI_BAG_TYPES 21 /* in a word */

static inline unsigned kzi_bag_shift(unsigned type) {
    return 3 * (type % KZI_BAG_TYPES);
}

static inline unsigned kzi_bag_count(const struct kzi_bag *bag, unsigned type) {
    return bag->words[type / KZI_BAG_TYPES] >> kzi_bag_shift(type) & 7;
}

static inline struct kzi_bag kzi_bag_with(struct kzi_bag bag, unsigned type) {
    bag.words[type / KZI_BAG_TYPES] += UINT64_C(1) << kzi_bag_shift(type);
    return bag;
}

static inline struct kzi_bag kzi_bag_without(struct kzi_bag bag, unsigned type) {
    bag.words[type / KZI_BAG_TYPES] -= UINT64_C(1) << kzi_bag_shift(type);
    return bag;
}

static inline unsigned kzi_kind_of_type(unsigned type) {
    return type < KZI_KINDS ? type : kzi_kind(type - KZI_KINDS, 5);
}

/* The draw of a tile that wins, or after which the player chooses among other hands. */
struct kzi_drawn {
    int64_t points;
    uint32_t first; /* of its hands, in the list of the graph */
    uint8_t type, n_hands;
    bool wins;
};

struct kzi_drawn_list {
    uint32_t first, count;
};

struct kzi_graph_hand {
    struct kzi_bag tiles;
    kzi_kinds accepted;             /* once the draws that bring it closer are known */
    struct kzi_drawn_list draws[2]; /* by enum kzi_draw_list */
    uint32_t next, plans;           /* for the user: 0 at first */
    uint8_t lacking;
    bool known[2]; /* which draws are */
};

/* Draws that win or after which the hand lacks less; draws that may change it but need not. All
 * others change nothing. */
enum kzi_draw_list { KZI_CLOSER, KZI_SIDEWAYS };

struct kzi_graph {
    const struct kz_ruleset *rules;
    const struct kzi_shanten *shanten;
    struct kz_result *result;
    struct kzi_hand hand;             /* with the tiles of the hand that is scored */
    struct kzi_unfinished unfinished; /* the same */
    uint8_t reds_of_melds[KZI_SUITS];
    uint8_t unseen[KZI_TYPES];
    unsigned red_suits; /* whose red fives count */
    bool always_wins;   /* any tiles do, such as next to eight flowers */

    struct kzi_graph_hand *hands; /* from 1 */
    uint32_t n_hands, hands_capacity;
    struct kzi_drawn *draws;
    uint32_t n_draws, draws_capacity;
    uint32_t *reached; /* by draws */
    uint32_t n_reached, reached_capacity;
    uint32_t *slots; /* hands by their tiles; a power of two */
    uint32_t n_slots;

    size_t bytes, most_bytes;
    bool full;      /* the hands do not fit into most_bytes */
    bool failed;    /* any reason to stop: full, out of memory, error */
    kz_error error; /* of scoring, if its status is not KZ_OK */
};

/* discards: of a full hand, from which every hand of the graph comes. The melds of hand must
 * outlive the graph. */
bool kzi_graph_init(struct kzi_graph *graph, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand, const struct kzi_discards *discards,
                    struct kz_result *result, size_t most_bytes);
void kzi_graph_release(struct kzi_graph *graph);

/* Return the hand that is left without a discard; 0: failed. */
uint32_t kzi_graph_root(struct kzi_graph *graph, const struct kzi_hand *hand,
                        const struct kzi_discard *discard);

/* Make the draws of a hand known. Hands, draws and reached may move. */
bool kzi_graph_draw(struct kzi_graph *graph, uint32_t hand, enum kzi_draw_list list);

/* Make room for one more element of an array of the graph, or of its user. */
bool kzi_graph_grow(struct kzi_graph *graph, void *array, uint32_t count, uint32_t *capacity,
                    size_t size);

/* Return the number of draws without which a hand cannot win. */
static inline unsigned kzi_graph_needs(const struct kzi_graph *graph, uint32_t hand) {
    return graph->always_wins ? 1 : graph->hands[hand].lacking;
}

#endif

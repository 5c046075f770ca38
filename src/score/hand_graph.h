/* hand_graph.h - the hands that a full hand can become, connected by drawing a tile and
 * discarding one.
 *
 * A node is a set of concealed tiles: a hand that lacks a tile, from which each draw leads to a
 * full hand, or a full hand, from which each discard leads to a hand.  Nodes are told apart by
 * their tiles alone: what was drawn and thrown away is forgotten.  They come by rising number of
 * draws.  Discards never raise what a hand lacks. */
#ifndef KZI_HAND_GRAPH_H
#define KZI_HAND_GRAPH_H

#include "score/discard.h"

/* A tile as it is drawn: the kinds, then the red fives that count, by suit. */
#define KZI_TYPES (KZI_KINDS + KZI_SUITS)

/* Up to seven of each type, three bits each. */
struct kzi_bag {
    uint64_t words[2];
};

/* A draw, of one of `copies` tiles, or a discard. */
struct kzi_edge {
    uint32_t to : 28, copies : 4;
};

#define KZI_MAX_NODES ((1U << 28) - 1) /* and edges */

struct kzi_graph_node {
    struct kzi_bag tiles;
    struct kzi_prospect ahead; /* for the user: with so many draws as were looked at, 0 at first */
    double points;             /* of the draws that win: their sum over the copies */
    uint32_t first_edge;       /* of those that do not win and may change the hand */
    uint8_t n_edges;
    uint8_t winning, left; /* copies that win, and that can be drawn */
    uint8_t lacking;
    uint8_t draws : 7; /* the least that lead to it */
    uint8_t full : 1;
};

struct kzi_graph {
    const struct kz_ruleset *rules;
    const struct kzi_shanten *shanten;
    struct kz_result *result;
    const struct kzi_search *search;
    struct kzi_hand hand;             /* with the tiles of the node that is looked at */
    struct kzi_unfinished unfinished; /* the same */
    uint8_t reds_of_melds[KZI_SUITS];
    struct kzi_bag first;      /* the full hand from which all come */
    uint8_t unseen[KZI_TYPES]; /* next to it */
    unsigned n_unseen;
    unsigned most_changed; /* tiles exchanged and lacking, of a hand that changes sideways */
    unsigned red_suits;    /* whose red fives count */
    bool always_wins;      /* any tiles do, such as next to eight flowers */
    bool has_bet;          /* and so no longer changes once it is ready */

    struct kzi_graph_node *nodes; /* from 1 */
    uint32_t n_nodes, nodes_capacity;
    struct kzi_edge *edges;
    uint32_t n_edges, edges_capacity;
    uint32_t *slots; /* nodes by their tiles; a power of two */
    uint32_t n_slots;

    size_t bytes;   /* of all arrays */
    bool full;      /* the hands do not fit into memory that is allowed */
    bool stopped;   /* by the caller */
    bool failed;    /* for another reason: out of memory, error */
    kz_error error; /* of scoring, if its status is not KZ_OK */
};

/* discards: of the full hand, from which every hand of the graph comes.  Its melds and the search
 * must outlive the graph. */
bool kzi_graph_init(struct kzi_graph *graph, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand, const struct kzi_discards *discards,
                    struct kz_result *result, const struct kzi_search *search);
void kzi_graph_release(struct kzi_graph *graph);

/* Return the hand that is left without a discard; 0: full or failed. */
uint32_t kzi_graph_root(struct kzi_graph *graph, const struct kzi_discard *discard);

/* Find what can be reached from the roots.  Return for how many turns it is all there: fewer than
 * the search asks if memory or the caller's patience ended. */
unsigned kzi_graph_fill(struct kzi_graph *graph);

#endif

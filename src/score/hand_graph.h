/* hand_graph.h - the hands that a full hand can become, connected by drawing a tile and discarding
 * one.
 *
 * A node is a set of concealed tiles: a hand that lacks a tile, from which each draw leads to a
 * full hand, or a full hand, from which each discard leads to a hand.  Hands with the same tiles
 * are one node, however they came about.  Nodes are ordered by the number of draws.  No discard
 * makes a hand lack more. */
#ifndef KZI_HAND_GRAPH_H
#define KZI_HAND_GRAPH_H

#include "score/discard.h"

/* The types of tiles to draw: each kind, then the red five of each suit, if it counts. */
#define KZI_TYPES (KZI_KINDS + KZI_SUITS)

/* The number of tiles of each type, at most seven, in three bits. */
struct kzi_tile_bag {
    uint64_t words[2];
};

/* An edge: a draw of one of `copies` tiles, or a discard. */
struct kzi_edge {
    uint32_t to : 28, copies : 4;
};

#define KZI_MAX_NODES ((1U << 28) - 1) /* and of edges */

struct kzi_graph_node {
    struct kzi_tile_bag tiles;
    struct kzi_prospect ahead; /* of the draws computed so far, by prospect.c; 0 at first */
    double points;             /* sum of the points over the copies that win */
    uint32_t first_edge;       /* the first draw that does not win and may change the hand */
    uint8_t n_edges;
    uint8_t winning, left; /* copies that win, and copies that can be drawn */
    uint8_t lacking;
    uint8_t draws : 7; /* the fewest draws that lead here */
    uint8_t full : 1;
};

struct kzi_graph {
    const struct kz_ruleset *rules;
    const struct kzi_shanten *shanten;
    struct kz_result *result;
    const struct kzi_discard_search *search;
    struct kzi_hand hand;                  /* with the tiles of the node at hand */
    struct kzi_unfinished_hand unfinished; /* the same tiles, counted for shanten */
    uint8_t reds_of_melds[KZI_SUITS];
    struct kzi_tile_bag first; /* the full hand that the graph starts from */
    uint8_t unseen[KZI_TYPES]; /* tiles outside the first hand that the player does not see */
    unsigned n_unseen;
    /* the most tiles exchanged and lacking of a hand that may change sideways */
    unsigned max_changed;
    unsigned red_suits; /* suits whose red five counts, by bit */
    bool always_wins;   /* any tile wins, for example with eight flowers */
    bool has_bet;       /* the hand keeps its tiles once it is ready, because it bet */

    struct kzi_graph_node *nodes; /* numbered from 1 */
    uint32_t n_nodes, nodes_capacity;
    struct kzi_edge *edges;
    uint32_t n_edges, edges_capacity;
    uint32_t *slots; /* a hash table of nodes by their tiles; its size is a power of two */
    uint32_t n_slots;

    size_t bytes;   /* size of all arrays */
    bool full;      /* the graph would exceed the memory allowed */
    bool stopped;   /* by the caller's goes_on */
    bool failed;    /* out of memory, or error is set */
    kz_error error; /* of scoring, if its status is not KZ_OK */
};

/* Begin the graph of a full hand and its discards.  The hand's melds and the search must outlive
 * the graph. */
bool kzi_graph_init(struct kzi_graph *graph, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand, const struct kzi_discards *discards,
                    struct kz_result *result, const struct kzi_discard_search *search);
void kzi_graph_release(struct kzi_graph *graph);

/* Return the node of the hand after a discard; 0: full or failed. */
uint32_t kzi_graph_root(struct kzi_graph *graph, const struct kzi_discard *discard);

/* Find all nodes that can be reached from the roots.  Return the number of turns for which the
 * graph is complete: fewer than the search asks for if memory or the caller's patience ran out. */
unsigned kzi_graph_fill(struct kzi_graph *graph);

#endif

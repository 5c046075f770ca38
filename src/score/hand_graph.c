#include "score/hand_graph.h"

#include "compile/condition/evaluation.h"
#include "score/prospect.h"
#include "score/steps.h"
#include "score/ura.h"

#include <stdlib.h>
#include <string.h>

#define EVERY 256 /* nodes between two calls of search->goes_on */

/* --- bags ------------------------------------------------------------------------------------- */

#define BAG_TYPES 21 /* types in a word of a bag */

static unsigned shift_of(unsigned type) {
    return 3 * (type % BAG_TYPES);
}

static unsigned count_in(const struct kzi_tile_bag *bag, unsigned type) {
    return bag->words[type / BAG_TYPES] >> shift_of(type) & 7;
}

static struct kzi_tile_bag add_to_bag(struct kzi_tile_bag bag, unsigned type) {
    bag.words[type / BAG_TYPES] += UINT64_C(1) << shift_of(type);
    return bag;
}

static struct kzi_tile_bag take_from_bag(struct kzi_tile_bag bag, unsigned type) {
    bag.words[type / BAG_TYPES] -= UINT64_C(1) << shift_of(type);
    return bag;
}

static unsigned kind_at(unsigned type) {
    return type < KZI_KINDS ? type : kzi_kind(type - KZI_KINDS, 5);
}

static bool is_red(unsigned type) {
    return type >= KZI_KINDS;
}

/* --- memory ----------------------------------------------------------------------------------- */

/* Return the array with room for one more element; NULL if there is none: the array stays valid. */
static void *grow_array(struct kzi_graph *graph, void *array, uint32_t count, uint32_t *capacity,
                        size_t size) {
    uint32_t more = *capacity / 2 + 256;
    if (count < *capacity)
        return array;
    graph->full = count >= KZI_MAX_NODES || graph->bytes + more * size > graph->search->max_bytes;
    void *grown = graph->full ? NULL : realloc(array, (*capacity + more) * size);
    graph->failed = !graph->full && !grown;
    if (grown) {
        graph->bytes += more * size;
        *capacity += more;
    }
    return grown;
}

void kzi_graph_release(struct kzi_graph *graph) {
    free(graph->nodes);
    free(graph->edges);
    free(graph->slots);
}

/* --- nodes by their tiles --------------------------------------------------------------------- */

static uint32_t *find_slot(const struct kzi_graph *graph, const struct kzi_tile_bag *tiles) {
    uint64_t hash = tiles->words[0] * UINT64_C(0x9e3779b97f4a7c15) +
                    tiles->words[1] * UINT64_C(0xc2b2ae3d27d4eb4f);
    hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
    uint32_t last = graph->n_slots - 1, at = (uint32_t)(hash >> 32) & last;
    while (graph->slots[at] &&
           memcmp(&graph->nodes[graph->slots[at]].tiles, tiles, sizeof *tiles) != 0)
        at = (at + 1) & last;
    return &graph->slots[at];
}

static bool grow_slots(struct kzi_graph *graph) {
    uint32_t n_slots = graph->n_slots ? 2 * graph->n_slots : 1024;
    size_t more = (n_slots - graph->n_slots) * sizeof *graph->slots;
    graph->full = graph->bytes + more > graph->search->max_bytes;
    uint32_t *slots = graph->full ? NULL : calloc(n_slots, sizeof *slots);
    graph->failed = !graph->full && !slots;
    if (!slots)
        return false;
    free(graph->slots);
    graph->bytes += more;
    graph->slots = slots;
    graph->n_slots = n_slots;
    for (uint32_t i = 1; i < graph->n_nodes; i++)
        *find_slot(graph, &graph->nodes[i].tiles) = i;
    return true;
}

/* Return the number of the node with these tiles, after adding it if there is none; 0: full or
 * failed. */
static uint32_t find_node(struct kzi_graph *graph, const struct kzi_graph_node *node) {
    if (2 * graph->n_nodes >= graph->n_slots && !grow_slots(graph))
        return 0;
    uint32_t *slot = find_slot(graph, &node->tiles);
    if (*slot)
        return *slot;
    struct kzi_graph_node *nodes =
        grow_array(graph, graph->nodes, graph->n_nodes, &graph->nodes_capacity, sizeof *nodes);
    if (!nodes)
        return 0;
    graph->nodes = nodes;
    nodes[graph->n_nodes] = *node;
    return *slot = graph->n_nodes++;
}

/* Add an edge to `node`, which is added too if it is new. */
static void add_edge(struct kzi_graph *graph, const struct kzi_graph_node *node, unsigned copies) {
    uint32_t found = find_node(graph, node);
    if (!found)
        return;
    struct kzi_edge *edges =
        grow_array(graph, graph->edges, graph->n_edges, &graph->edges_capacity, sizeof *edges);
    if (!edges)
        return;
    graph->edges = edges;
    edges[graph->n_edges++] = (struct kzi_edge){found & KZI_MAX_NODES, copies & 15};
}

/* --- draws ------------------------------------------------------------------------------------ */

/* Fill graph->hand and its counts with the tiles of a node. */
static void lay_out(struct kzi_graph *graph, const struct kzi_tile_bag *tiles) {
    uint8_t *counts = graph->unfinished.counts;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        counts[kind] = (uint8_t)count_in(tiles, kind);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned reds = count_in(tiles, KZI_KINDS + suit);
        counts[kzi_kind(suit, 5)] = (uint8_t)(counts[kzi_kind(suit, 5)] + reds);
        graph->hand.reds[suit] = (uint8_t)(graph->reds_of_melds[suit] + reds);
    }
    memcpy(graph->hand.concealed, counts, sizeof graph->hand.concealed);
}

/* Return the mean points of the hand in graph->hand, which wins, over its ura indicators. */
static double with_ura(struct kzi_graph *graph, unsigned type, const uint8_t left[KZI_TYPES]) {
    uint8_t indicators[KZI_KINDS];
    memcpy(indicators, left, sizeof indicators);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned five = kzi_kind(suit, 5);
        indicators[five] = (uint8_t)(indicators[five] + left[KZI_KINDS + suit]);
    }
    indicators[kind_at(type)]--;
    return kzi_ura_points(graph->result, graph->rules, &graph->hand, indicators);
}

/* Score the hand in graph->hand with a tile of `type`, one of those left; return whether it
 * wins. */
static bool wins_with(struct kzi_graph *graph, unsigned type, const uint8_t left[KZI_TYPES],
                      double *points) {
    struct kzi_hand *hand = &graph->hand;
    struct kz_result *result = graph->result;
    bool red = is_red(type);
    hand->win = (uint8_t)kind_at(type);
    hand->win_red = red;
    if (red)
        hand->reds[type - KZI_KINDS]++;
    bool scored = kzi_score(result, graph->rules, hand) == KZ_OK;
    if (!scored && !kzi_is_excluded(result)) {
        graph->error = result->error;
        graph->failed = true;
    }
    bool wins = scored && result->reason == KZI_WINS;
    *points = wins && graph->search->ura ? with_ura(graph, type, left)
              : wins                     ? (double)result->best.points
                                         : 0;
    if (red)
        hand->reds[type - KZI_KINDS]--;
    return wins;
}

/* Count the copies of each type that can be drawn to a hand. */
static void fill_left(const struct kzi_graph *graph, struct kzi_graph_node *hand,
                      uint8_t left[KZI_TYPES]) {
    for (unsigned type = 0; type < KZI_TYPES; type++) {
        unsigned has = count_in(&hand->tiles, type), had = count_in(&graph->first, type);
        left[type] = (uint8_t)(graph->unseen[type] - (has > had ? has - had : 0));
        hand->left = (uint8_t)(hand->left + left[type]);
    }
}

/* Return whether a hand may exchange a tile without getting closer and still win in time. */
static bool may_change(const struct kzi_graph *graph, const struct kzi_graph_node *hand) {
    unsigned exchanged = graph->n_unseen - hand->left;
    return exchanged + hand->lacking < graph->max_changed &&
           hand->draws + hand->lacking < graph->search->turns &&
           !(graph->has_bet && hand->lacking == 1);
}

/* Add the edges of a hand: its draws, unless too few draws are left to complete it. */
static void draw(struct kzi_graph *graph, struct kzi_graph_node *hand) {
    uint8_t left[KZI_TYPES];
    fill_left(graph, hand, left);
    const unsigned needed = hand->draws + (unsigned)hand->lacking;
    if (needed > graph->search->turns && !graph->always_wins)
        return;
    kzi_kinds accepted = kzi_lacks_of(graph->shanten, &graph->unfinished, KZI_ACCEPTED).kinds;
    bool sideways = may_change(graph, hand);
    for (unsigned type = 0; type < KZI_TYPES && !graph->failed && !graph->full; type++) {
        bool accepts = accepted >> kind_at(type) & 1;
        bool completes = graph->always_wins || (accepts && hand->lacking == 1);
        double points;
        if (left[type] && completes && wins_with(graph, type, left, &points)) {
            hand->winning = (uint8_t)(hand->winning + left[type]);
            hand->points += points * left[type];
        } else if (left[type] && (sideways || (accepts && hand->lacking > 1))) {
            struct kzi_graph_node to = {.tiles = add_to_bag(hand->tiles, type),
                                        .draws = (hand->draws + 1U) & 127,
                                        .full = true};
            add_edge(graph, &to, left[type]);
        }
    }
}

/* Add the discards of a full hand that keep it as close as it is, or, if it is complete, leave it
 * ready. */
static void discard(struct kzi_graph *graph, const struct kzi_graph_node *full) {
    struct kzi_lacks lacks = kzi_lacks_of(graph->shanten, &graph->unfinished, KZI_SPARE);
    kzi_kinds kinds = lacks.lacking ? lacks.kinds : KZI_ALL_KINDS;
    for (unsigned type = 0; type < KZI_TYPES && !graph->failed && !graph->full; type++) {
        if (!(kinds >> kind_at(type) & 1) || !count_in(&full->tiles, type))
            continue;
        struct kzi_graph_node to = {.tiles = take_from_bag(full->tiles, type),
                                    .lacking = (uint8_t)(lacks.lacking ? lacks.lacking : 1),
                                    .draws = full->draws};
        add_edge(graph, &to, 0);
    }
}

static bool goes_on(const struct kzi_graph *graph, uint32_t n) {
    const struct kzi_discard_search *search = graph->search;
    return n % EVERY != 0 || !search->goes_on || search->goes_on(search->payload, n);
}

unsigned kzi_graph_fill(struct kzi_graph *graph) {
    const unsigned turns = graph->search->turns;
    for (uint32_t n = 1; n < graph->n_nodes; n++) {
        struct kzi_graph_node node = graph->nodes[n];
        if (node.draws >= turns)
            break;
        lay_out(graph, &node.tiles);
        node.first_edge = graph->n_edges;
        if (node.full)
            discard(graph, &node);
        else
            draw(graph, &node);
        graph->stopped = !goes_on(graph, n);
        if (graph->failed || graph->full || graph->stopped)
            return node.draws - node.full;
        node.n_edges = (uint8_t)(graph->n_edges - node.first_edge);
        graph->nodes[n] = node;
    }
    return turns;
}

/* --- the full hand ---------------------------------------------------------------------------- */

/* Return whether the hand's own words (such as eight flowers) make it win with any tile. */
static bool wins_anyhow(const struct kzi_graph *graph) {
    struct kzi_hand hand = graph->hand;
    struct kzi_problem problem = {.found = false};
    struct kzi_readings readings = {.count = 0};
    struct kzi_facts facts;
    unsigned kind = 0;
    while (kind < KZI_KINDS && !graph->unseen[kind])
        kind++;
    if (!graph->rules->any_tiles || kind == KZI_KINDS)
        return false;
    hand.win = (uint8_t)kind;
    kzi_facts_init(&facts, &hand);
    graph->result->rules = graph->rules;
    kzi_result_keep_hand(graph->result, &hand);
    if (kzi_admit(graph->result, &facts, &problem))
        kzi_add_any_tiles(graph->rules, &facts, &readings);
    return readings.count > 0;
}

static struct kzi_tile_bag tiles_of(const struct kzi_hand *hand, unsigned red_suits) {
    struct kzi_tile_bag tiles = {{0, 0}};
    uint8_t reds[KZI_SUITS];
    kzi_hand_fill_reds(hand, reds);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned i = 0; i < hand->concealed[kind]; i++)
            tiles = add_to_bag(tiles, kind);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; red_suits >> suit & 1 && i < reds[suit]; i++)
            tiles = add_to_bag(take_from_bag(tiles, kzi_kind(suit, 5)), KZI_KINDS + suit);
    return tiles;
}

/* Count the tiles that may be drawn.  Red fives are a type of their own. */
static void fill_unseen(struct kzi_graph *graph, const struct kzi_discards *discards) {
    memcpy(graph->unseen, discards->left, sizeof discards->left);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        const unsigned five = kzi_kind(suit, 5);
        graph->unseen[KZI_KINDS + suit] = discards->reds[five];
        graph->unseen[five] = (uint8_t)(graph->unseen[five] - discards->reds[five]);
    }
    for (unsigned type = 0; type < KZI_TYPES; type++)
        graph->n_unseen += graph->unseen[type];
}

static bool has_bet(const struct kzi_graph *graph, const struct kzi_facts *facts) {
    struct kzi_problem problem = {.found = false};
    int bet = kzi_bet_of(graph->rules);
    return bet >= 0 && kzi_circumstances(graph->rules, facts->hand, &problem) >> bet & 1;
}

bool kzi_graph_init(struct kzi_graph *graph, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand, const struct kzi_discards *discards,
                    struct kz_result *result, const struct kzi_discard_search *search) {
    const struct kzi_discard *first = &discards->list[0];
    struct kzi_facts facts;
    uint8_t reds[KZI_SUITS];
    *graph = (struct kzi_graph){.rules = rules,
                                .shanten = kzi_shanten_of(rules),
                                .result = result,
                                .search = search,
                                .hand = kzi_hand_without(hand, first->kind, first->red),
                                .red_suits = rules->red_suits,
                                .max_changed =
                                    (discards->lacking ? discards->lacking : 1) + search->width,
                                .n_nodes = 1};
    if (!graph->shanten)
        return false;
    graph->first = tiles_of(hand, graph->red_suits);
    kzi_facts_init(&facts, hand);
    graph->unfinished = kzi_unfinished_of(rules, hand, facts.tiles);
    kzi_hand_fill_reds(hand, reds);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        graph->reds_of_melds[suit] = (uint8_t)(hand->reds[suit] - reds[suit]);
    fill_unseen(graph, discards);
    graph->hand.self_draw = graph->hand.by_given = true;
    graph->hand.from = -1;
    graph->has_bet = has_bet(graph, &facts);
    graph->always_wins = wins_anyhow(graph);
    return true;
}

uint32_t kzi_graph_root(struct kzi_graph *graph, const struct kzi_discard *discard) {
    unsigned type = discard->red ? KZI_KINDS + kzi_suit(discard->kind) : discard->kind;
    struct kzi_graph_node root = {.tiles = take_from_bag(graph->first, type),
                                  .lacking = (uint8_t)discard->lacking};
    return find_node(graph, &root);
}

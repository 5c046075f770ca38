#include "score/hand_graph.h"

#include "compile/condition/evaluation.h"
#include "score/internal.h"

#include <stdlib.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------------
 */

bool kzi_graph_grow(struct kzi_graph *graph, void *array, uint32_t count, uint32_t *capacity,
                    size_t size) {
    void **at = array;
    if (count < *capacity)
        return true;
    uint32_t more = *capacity ? 2 * *capacity : 256;
    if (graph->bytes + (more - *capacity) * size > graph->most_bytes) {
        graph->full = graph->failed = true;
        return false;
    }
    void *grown = realloc(*at, more * size);
    if (!grown) {
        graph->failed = true;
        return false;
    }
    graph->bytes += (more - *capacity) * size;
    *at = grown;
    *capacity = more;
    return true;
}

void kzi_graph_release(struct kzi_graph *graph) {
    free(graph->hands);
    free(graph->draws);
    free(graph->reached);
    free(graph->slots);
}

/* --- hands by their tiles ----------------------------------------------------------------------
 */

static uint32_t slot_of(const struct kzi_graph *graph, const struct kzi_bag *tiles) {
    uint64_t hash = (tiles->words[0] ^ tiles->words[1] * UINT64_C(0x9e3779b97f4a7c15)) *
                    UINT64_C(0xd6e8feb86659fd93);
    return (uint32_t)(hash >> 32) & (graph->n_slots - 1);
}

static uint32_t *find_slot(const struct kzi_graph *graph, const struct kzi_bag *tiles) {
    uint32_t at = slot_of(graph, tiles);
    while (graph->slots[at] &&
           memcmp(&graph->hands[graph->slots[at]].tiles, tiles, sizeof *tiles) != 0)
        at = (at + 1) & (graph->n_slots - 1);
    return &graph->slots[at];
}

static bool grow_slots(struct kzi_graph *graph) {
    uint32_t *old = graph->slots, n_slots = graph->n_slots ? 4 * graph->n_slots : 1024;
    size_t more = (n_slots - graph->n_slots) * sizeof *old;
    uint32_t *slots = NULL;
    graph->full = graph->bytes + more > graph->most_bytes;
    if (graph->full || !(slots = calloc(n_slots, sizeof *slots))) {
        graph->failed = true;
        return false;
    }
    graph->bytes += more;
    graph->slots = slots;
    graph->n_slots = n_slots;
    for (uint32_t i = 1; i < graph->n_hands; i++)
        *find_slot(graph, &graph->hands[i].tiles) = i;
    free(old);
    return true;
}

/* Return the hand of these tiles; 0: failed. */
static uint32_t find_hand(struct kzi_graph *graph, const struct kzi_bag *tiles, unsigned lacking) {
    if (2 * graph->n_hands >= graph->n_slots && !grow_slots(graph))
        return 0;
    uint32_t *slot = find_slot(graph, tiles);
    if (*slot)
        return *slot;
    if (!kzi_graph_grow(graph, &graph->hands, graph->n_hands, &graph->hands_capacity,
                        sizeof *graph->hands))
        return 0;
    graph->hands[graph->n_hands] =
        (struct kzi_graph_hand){.tiles = *tiles, .lacking = (uint8_t)lacking};
    return *slot = graph->n_hands++;
}

/* --- draws -------------------------------------------------------------------------------------
 */

static struct kzi_drawn *add_draw(struct kzi_graph *graph, unsigned type) {
    if (!kzi_graph_grow(graph, &graph->draws, graph->n_draws, &graph->draws_capacity,
                        sizeof *graph->draws))
        return NULL;
    struct kzi_drawn *draw = &graph->draws[graph->n_draws++];
    *draw = (struct kzi_drawn){.type = (uint8_t)type, .first = graph->n_reached};
    return draw;
}

/* Count the tiles of a hand for look-ups and scoring. */
static void lay_out(struct kzi_graph *graph, const struct kzi_bag *tiles) {
    uint8_t *counts = graph->unfinished.counts;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        counts[kind] = (uint8_t)kzi_bag_count(tiles, kind);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned reds = kzi_bag_count(tiles, KZI_KINDS + suit);
        counts[kzi_kind(suit, 5)] = (uint8_t)(counts[kzi_kind(suit, 5)] + reds);
        graph->hand.marked[suit] = (uint8_t)(graph->reds_of_melds[suit] + reds);
    }
    memcpy(graph->hand.concealed, counts, sizeof graph->hand.concealed);
}

/* Score the hand that is laid out with a tile drawn; return whether it wins. */
static bool wins_with(struct kzi_graph *graph, unsigned type, int64_t *points) {
    struct kzi_hand *hand = &graph->hand;
    struct kz_result *result = graph->result;
    bool red = type >= KZI_KINDS;
    hand->win = (uint8_t)kzi_kind_of_type(type);
    hand->win_marked = red;
    if (red)
        hand->marked[type - KZI_KINDS]++;
    bool scored = kzi_score(result, graph->rules, hand) == KZ_OK;
    if (red)
        hand->marked[type - KZI_KINDS]--;
    if (!scored && !kzi_is_excluded(result)) {
        graph->error = result->error;
        graph->failed = true;
    }
    *points = scored ? result->best.points : 0;
    return scored && result->reason == KZI_WINS;
}

/* Add the hands that a draw leads to with a discard without which the full hand lacks no more. */
static void add_reached(struct kzi_graph *graph, const struct kzi_bag *full, kzi_kinds kinds,
                        unsigned drawn, unsigned lacking) {
    for (unsigned type = 0; type < KZI_TYPES && !graph->failed; type++) {
        if (type == drawn || !(kinds >> kzi_kind_of_type(type) & 1) || !kzi_bag_count(full, type))
            continue;
        struct kzi_bag tiles = kzi_bag_without(*full, type);
        uint32_t hand = find_hand(graph, &tiles, lacking);
        if (hand && kzi_graph_grow(graph, &graph->reached, graph->n_reached,
                                   &graph->reached_capacity, sizeof *graph->reached))
            graph->reached[graph->n_reached++] = hand;
    }
}

/* Return the kinds without which the hand that is laid out lacks at most so many, with a tile
 * more. */
static kzi_kinds spare_with(struct kzi_graph *graph, unsigned kind, unsigned lacking) {
    graph->unfinished.counts[kind]++;
    struct kzi_lacks lacks = kzi_lacks_of(graph->shanten, &graph->unfinished, KZI_SPARE);
    graph->unfinished.counts[kind]--;
    if (lacks.lacking > lacking)
        return 0;
    return lacks.lacking == lacking ? lacks.kinds : KZI_ALL_KINDS;
}

/* Add a draw if it leads to other hands. */
static void add_choice(struct kzi_graph *graph, struct kzi_bag tiles, unsigned type,
                       unsigned lacking) {
    uint32_t first = graph->n_reached;
    kzi_kinds kinds = spare_with(graph, kzi_kind_of_type(type), lacking);
    tiles = kzi_bag_with(tiles, type);
    add_reached(graph, &tiles, kinds, type, lacking);
    struct kzi_drawn *draw =
        graph->n_reached > first && !graph->failed ? add_draw(graph, type) : NULL;
    if (draw) {
        draw->first = first;
        draw->n_hands = (uint8_t)(graph->n_reached - first);
    }
}

/* Return whether the tile can be drawn to the hand that is laid out. */
static bool is_left(const struct kzi_graph *graph, const struct kzi_bag *tiles, unsigned type) {
    unsigned kind = kzi_kind_of_type(type);
    return graph->unseen[type] && graph->unfinished.counts[kind] < graph->unfinished.most[kind] &&
           (type < KZI_KINDS || !kzi_bag_count(tiles, type));
}

static void draw_closer(struct kzi_graph *graph, const struct kzi_graph_hand *hand,
                        kzi_kinds accepted) {
    for (unsigned type = 0; type < KZI_TYPES && !graph->failed; type++) {
        bool accepts = accepted >> kzi_kind_of_type(type) & 1;
        int64_t points;
        if (!is_left(graph, &hand->tiles, type))
            continue;
        if ((graph->always_wins || (accepts && hand->lacking == 1)) &&
            wins_with(graph, type, &points)) {
            struct kzi_drawn *draw = add_draw(graph, type);
            if (draw) {
                draw->wins = true;
                draw->points = points;
            }
        } else if (accepts && hand->lacking > 1) {
            add_choice(graph, hand->tiles, type, hand->lacking - 1U);
        }
    }
}

static bool is_closer(const struct kzi_graph *graph, const struct kzi_graph_hand *hand,
                      unsigned type) {
    struct kzi_drawn_list closer = hand->draws[KZI_CLOSER];
    for (uint32_t i = 0; i < closer.count; i++)
        if (graph->draws[closer.first + i].type == type)
            return true;
    return false;
}

/* Among these draws are tiles that complete the hand without winning. */
static void draw_sideways(struct kzi_graph *graph, const struct kzi_graph_hand *hand) {
    for (unsigned type = 0; type < KZI_TYPES && !graph->failed; type++) {
        if (is_left(graph, &hand->tiles, type) && !is_closer(graph, hand, type))
            add_choice(graph, hand->tiles, type, hand->lacking);
    }
}

bool kzi_graph_draw(struct kzi_graph *graph, uint32_t number, enum kzi_draw_list list) {
    struct kzi_graph_hand hand = graph->hands[number];
    uint32_t first = graph->n_draws;
    if (hand.known[list] || graph->failed)
        return !graph->failed;
    lay_out(graph, &hand.tiles);
    if (list == KZI_CLOSER) {
        hand.accepted = kzi_lacks_of(graph->shanten, &graph->unfinished, KZI_ACCEPTED).kinds;
        draw_closer(graph, &hand, hand.accepted);
    } else {
        draw_sideways(graph, &hand);
    }
    struct kzi_graph_hand *known = &graph->hands[number];
    known->accepted = hand.accepted;
    known->draws[list] = (struct kzi_drawn_list){first, graph->n_draws - first};
    known->known[list] = true;
    return !graph->failed;
}

/* --- the full hand -----------------------------------------------------------------------------
 */

/* Return whether what the hand says makes any tiles win, whichever is drawn. */
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
    kzi_facts_find(&facts, &hand);
    graph->result->rules = graph->rules;
    kzi_hand_keep(graph->result, &hand);
    if (kzi_admit(graph->result, &facts, &problem))
        kzi_read_any_tiles(graph->rules, &facts, &readings);
    return readings.count > 0;
}

bool kzi_graph_init(struct kzi_graph *graph, const struct kz_ruleset *rules,
                    const struct kzi_hand *hand, const struct kzi_discards *discards,
                    struct kz_result *result, size_t most_bytes) {
    const struct kzi_discard *first = &discards->list[0];
    struct kzi_facts facts;
    uint8_t reds[KZI_SUITS];
    *graph = (struct kzi_graph){.rules = rules,
                                .shanten = kzi_shanten_of(rules),
                                .result = result,
                                .hand = kzi_hand_without(hand, first->kind, first->red),
                                .red_suits = kzi_red_suits_of(rules),
                                .n_hands = 1,
                                .most_bytes = most_bytes};
    if (!graph->shanten)
        return false;
    kzi_facts_find(&facts, hand);
    graph->unfinished = kzi_unfinished_of(rules, hand, facts.tiles);
    kzi_hand_concealed_reds(hand, reds);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        graph->unseen[kind] = discards->left[kind];
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        graph->reds_of_melds[suit] = (uint8_t)(hand->marked[suit] - reds[suit]);
        if (discards->red_suits >> suit & 1) {
            graph->unseen[kzi_kind(suit, 5)]--;
            graph->unseen[KZI_KINDS + suit] = 1;
        }
    }
    graph->hand.self_draw = graph->hand.by_given = true;
    graph->hand.from = -1;
    graph->always_wins = wins_anyhow(graph);
    return true;
}

uint32_t kzi_graph_root(struct kzi_graph *graph, const struct kzi_hand *hand,
                        const struct kzi_discard *discard) {
    struct kzi_hand rest = kzi_hand_without(hand, discard->kind, discard->red);
    struct kzi_bag tiles = {{0, 0}};
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(&rest, reds);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned i = 0; i < rest.concealed[kind]; i++)
            tiles = kzi_bag_with(tiles, kind);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; graph->red_suits >> suit & 1 && i < reds[suit]; i++)
            tiles = kzi_bag_with(kzi_bag_without(tiles, kzi_kind(suit, 5)), KZI_KINDS + suit);
    return find_hand(graph, &tiles, discard->lacking);
}

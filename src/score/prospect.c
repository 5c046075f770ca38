/* Compute the probability of a win and the expected points of each discard, by dynamic programming
 * over hands and turns left.
 *
 * The probability of a draw depends on the hand alone, so the prospects of all hands for one more
 * turn are computed in place from those for one fewer.  Doubles are summed in a fixed order, so
 * that results are the same on every machine. */
#include "score/prospect.h"

#include "compile/wild.h"
#include "score/hand_graph.h"

static const struct kzi_prospect *better(const struct kzi_prospect *a,
                                         const struct kzi_prospect *b) {
    if (a->expected != b->expected)
        return a->expected > b->expected ? a : b;
    return a->win >= b->win ? a : b;
}

/* Return the best prospect among the discards of a full hand. */
static struct kzi_prospect choose_best(const struct kzi_graph *graph,
                                       const struct kzi_graph_node *full) {
    static const struct kzi_prospect nothing = {0, 0};
    const struct kzi_prospect *best = &nothing;
    for (uint32_t i = 0; i < full->n_edges; i++)
        best = better(best, &graph->nodes[graph->edges[full->first_edge + i].to].ahead);
    return *best;
}

/* Return the prospect of a hand for one more turn than its successors have now. */
static struct kzi_prospect expect(const struct kzi_graph *graph,
                                  const struct kzi_graph_node *hand) {
    const struct kzi_prospect *stay = &hand->ahead;
    double expected = hand->points, win = hand->winning, left = hand->left,
           rest = left - hand->winning;
    for (uint32_t i = 0; i < hand->n_edges; i++) {
        struct kzi_edge edge = graph->edges[hand->first_edge + i];
        const struct kzi_prospect *best = better(&graph->nodes[edge.to].ahead, stay);
        expected += edge.copies * best->expected;
        win += edge.copies * best->win;
        rest -= edge.copies;
    }
    return left > 0 ? (struct kzi_prospect){(expected + rest * stay->expected) / left,
                                            (win + rest * stay->win) / left}
                    : (struct kzi_prospect){0, 0};
}

/* Compute one more turn, for the nodes at most `draws` draws away. */
static void add_turn(struct kzi_graph *graph, unsigned draws) {
    for (unsigned full = 2; full-- > 0;)
        for (uint32_t n = 1; n < graph->n_nodes; n++) {
            struct kzi_graph_node *node = &graph->nodes[n];
            if (node->draws > draws + full)
                break;
            if (node->full == full)
                node->ahead = full ? choose_best(graph, node) : expect(graph, node);
        }
}

static void look_ahead(struct kzi_graph *graph, struct kzi_discards *discards,
                       const uint32_t *roots) {
    for (unsigned turn = 0; turn < discards->turns; turn++) {
        if (turn < graph->n_unseen)
            add_turn(graph, discards->turns - turn - 1);
        for (unsigned i = 0; i < discards->count; i++)
            discards->prospects[i][turn] = graph->nodes[roots[i]].ahead;
    }
    for (unsigned i = 0; i < discards->count; i++)
        discards->list[i].ahead = discards->prospects[i];
}

static kz_status fail(const struct kzi_graph *graph, const struct kzi_hand *hand, kz_error *error) {
    struct kzi_problem problem = {.found = false};
    if (graph->error.status != KZ_OK) {
        *error = graph->error;
        return error->status;
    }
    if (!graph->full && !graph->stopped)
        return kzi_fail(error, KZ_NO_MEMORY, "out of memory");
    kzi_problem_note(&problem, KZI_LIMIT, kzi_spot_of_part(hand, KZI_PART_TILE, 0), "%s",
                     graph->stopped
                         ? "the first turn takes more time than is allowed: allow more"
                         : "the first turn leads to more hands than fit into memory: allow more");
    kzi_problem_error(&problem, error);
    return error->status;
}

kz_status kzi_find_prospects(struct kzi_discards *discards, const struct kz_ruleset *rules,
                             const struct kzi_hand *hand, struct kz_result *result,
                             const struct kzi_discard_search *search, kz_error *error) {
    struct kzi_graph graph;
    uint32_t roots[KZI_MAX_DISCARDS];
    if (kzi_has_wild(rules) || rules->model->in_hand) {
        struct kzi_problem problem = {.found = false};
        kzi_problem_note(&problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_TILE, 0),
                         "turns cannot be computed under rules with wild tiles, or with "
                         "flowers among the tiles");
        kzi_problem_error(&problem, error);
        return error->status;
    }
    bool begun = kzi_graph_init(&graph, rules, hand, discards, result, search);
    for (unsigned i = 0; i < discards->count && begun; i++)
        begun = (roots[i] = kzi_graph_root(&graph, &discards->list[i]));
    unsigned turns = begun ? kzi_graph_fill(&graph) : 0;
    kz_status status = turns && !graph.failed ? KZ_OK : fail(&graph, hand, error);
    if (status == KZ_OK) {
        discards->turns = turns;
        discards->cut = turns < search->turns;
        look_ahead(&graph, discards, roots);
        kzi_discards_sort(discards);
    }
    kzi_graph_release(&graph);
    return status;
}

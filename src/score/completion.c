/* Find what an unfinished hand lacks: the tiles that complete it, or that bring it closer. */
#include "score/completion.h"

#include "compile/condition/evaluation.h"
#include "compile/wild.h"
#include "hand/shanten.h"
#include "score/steps.h"

#include <stdatomic.h>
#include <string.h>

/* --- shanten --------------------------------------------------------------------------------- */

/* Threads that make the tables at the same time all keep those of the first to finish. */
const struct kzi_shanten *kzi_shanten_of(const struct kz_ruleset *rules) {
    struct kzi_shanten *made, *there = atomic_load(rules->shanten);
    if (there ||
        !(made = kzi_shanten_new(rules->shapes.list, rules->shapes.count, rules->model->copies)))
        return there;
    if (atomic_compare_exchange_strong(rules->shanten, &there, made))
        return made;
    kzi_shanten_free(made);
    return there;
}

struct kzi_unfinished_hand kzi_unfinished_of(const struct kz_ruleset *rules,
                                             const struct kzi_hand *hand,
                                             const struct kzi_tiles *tiles) {
    struct kzi_unfinished_hand
        unfinished; /* set member by member, which is faster than clearing it */
    uint8_t held[KZI_COUNTS_CAPACITY];
    memcpy(unfinished.counts, hand->concealed, sizeof unfinished.counts);
    memcpy(unfinished.max, rules->model->copies, sizeof unfinished.max);
    memcpy(unfinished.may, rules->may, sizeof unfinished.may);
    unfinished.melds = hand->melds;
    unfinished.n_melds = hand->n_melds;
    unfinished.shapes = &rules->shapes;
    unfinished.n_wild = 0;
    unfinished.wild = 0;
    if (!hand->n_melds)
        return unfinished;
    memcpy(held, tiles->counts, sizeof held);
    kzi_hand_fill_written(hand, rules->model->copies, held);
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++)
        unfinished.max[kind] = (uint8_t)(unfinished.max[kind] + hand->concealed[kind] - held[kind]);
    kzi_kinds_by_count(unfinished.max, unfinished.may);
    return unfinished;
}

/* --- with wild tiles -------------------------------------------------------------------------- */

/* Return those of `kinds` of which at least one copy is neither in the hand nor turned up. */
static kzi_kinds not_used_up(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                             const struct kzi_tiles *tiles, kzi_kinds kinds) {
    uint8_t held[KZI_COUNTS_CAPACITY];
    memcpy(held, tiles->counts, sizeof held);
    kzi_hand_fill_written(hand, rules->model->copies, held);
    if (kzi_asks_shown(rules->model) && hand->wild.shown && hand->wild.shown <= KZI_TILE_KINDS)
        held[hand->wild.shown - 1U]++;
    return kinds & kzi_kinds_above(rules->model->copies, held);
}

struct kzi_lacks kzi_wild_lacks(const struct kz_ruleset *rules, const struct kzi_shanten *shanten,
                                const struct kzi_hand *hand) {
    struct kzi_hand rest = *hand;
    struct kzi_tiles tiles, of_rest;
    const kzi_kinds wild = kzi_wild_kinds(rules, hand);
    const unsigned count = kzi_count_wild_tiles(rules, hand);
    kzi_tiles_init(&tiles, hand);
    const kzi_kinds waits =
        not_used_up(rules, hand, &tiles, kzi_wild_waits(rules, &tiles, hand, UINT8_MAX));
    if (waits)
        return (struct kzi_lacks){1, waits};
    KZI_EACH_IN(wild, kind)
        rest.concealed[kind] = 0;
    rest.n_concealed = (uint8_t)(rest.n_concealed - count);
    if (!rules->model->in_hand)
        kzi_hand_drop_flowers(&rest);
    kzi_tiles_init(&of_rest, &rest);
    struct kzi_unfinished_hand unfinished = kzi_unfinished_of(rules, &rest, &of_rest);
    unfinished.n_wild = count;
    unfinished.wild = wild;
    struct kzi_lacks lacks = kzi_lacks_of(shanten, &unfinished, KZI_ACCEPTED);
    if (lacks.lacking < KZI_MAX_LACKING)
        lacks.lacking = lacks.lacking > count + 2 ? lacks.lacking - count : 2;
    const kzi_kinds helpful = rules->shapes.boxes.count ? lacks.kinds & wild : wild;
    lacks.kinds = (lacks.kinds & ~wild) | not_used_up(rules, hand, &tiles, helpful);
    return lacks;
}

/* Return the number of tiles that a full hand lacks: 0 if it is complete. */
static unsigned wild_lacking(const struct kz_ruleset *rules, const struct kzi_shanten *shanten,
                             const struct kzi_hand *hand) {
    unsigned min = KZI_MAX_LACKING;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++) {
        if (!hand->concealed[kind])
            continue;
        const struct kzi_hand rest = kzi_hand_without(hand, kind, false);
        struct kzi_tiles tiles;
        kzi_tiles_init(&tiles, &rest);
        if (kzi_wild_waits(rules, &tiles, &rest, UINT8_MAX) >> kind & 1)
            return 0;
        const unsigned lacking = kzi_wild_lacks(rules, shanten, &rest).lacking;
        min = lacking < min ? lacking : min;
    }
    return min;
}

bool kzi_lacks_find(struct kzi_lacks *lacks, const struct kz_ruleset *rules,
                    const struct kzi_facts *facts, bool full, enum kzi_tiles_asked asked) {
    const struct kzi_shanten *shanten = kzi_shanten_of(rules);
    if (!shanten)
        return false;
    if (!kzi_has_wild(rules)) {
        struct kzi_unfinished_hand hand = kzi_unfinished_of(rules, facts->hand, facts->tiles);
        *lacks = kzi_lacks_of(shanten, &hand, asked);
    } else if (full)
        lacks->lacking = wild_lacking(rules, shanten, facts->hand);
    else
        *lacks = kzi_wild_lacks(rules, shanten, facts->hand);
    return true;
}

/* --- tiles that are left --------------------------------------------------------------------- */

uint8_t kzi_reds_left(const struct kz_ruleset *rules, const struct kzi_seen_tiles *seen,
                      unsigned kind) {
    const unsigned suit = kzi_suit(kind);
    if (kzi_is_honor(kind) || kzi_number(kind) != 5 || !(rules->red_suits >> suit & 1))
        return 0;
    const int left = rules->model->copies[kind] - seen->counts[kind],
              reds = kzi_red_copies(rules->model, suit) - seen->counts[KZI_RED + suit];
    return (uint8_t)(reds < 0 ? 0 : reds < left ? reds : left);
}

static void add_lacking_tile(struct kzi_completion *completion, const struct kz_ruleset *rules,
                             const struct kzi_seen_tiles *seen, unsigned kind) {
    struct kzi_lacking_tile *tile = &completion->list[completion->count++];
    tile->kind = (uint8_t)kind;
    tile->left = (uint8_t)(rules->model->copies[kind] - seen->counts[kind]);
    tile->reds = kzi_reds_left(rules, seen, kind);
}

/* --- the hand -------------------------------------------------------------------------------- */

/* Return the kinds that complete the hand, without those of which it has all copies; set *all to
 * the kinds with these. */
static kzi_kinds waits_of(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                          kzi_kinds *all) {
    *all = kzi_waits_under(rules, facts->tiles, facts->hand, UINT8_MAX);
    return not_used_up(rules, facts->hand, facts->tiles, *all);
}

static kzi_kinds among_discards(const struct kzi_hand *hand, kzi_kinds kinds) {
    return kinds & kzi_kinds_at_least(hand->extras->discards.counts, 1);
}

kzi_kinds kzi_furiten_kinds(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    struct kzi_hand rest = *hand;
    struct kzi_tiles tiles;
    if (!hand->has_discards || rules->model->waits_count_own_discards)
        return 0;
    kzi_hand_unarrange(&rest);
    rest.win = KZI_NO_KIND;
    rest.win_face = 0;
    kzi_tiles_init(&tiles, &rest);
    return among_discards(hand, kzi_waits_under(rules, &tiles, &rest, UINT8_MAX));
}

static bool find_completions(struct kzi_completion *completion, const struct kz_ruleset *rules,
                             const struct kzi_facts *facts, const struct kzi_seen_tiles *seen) {
    const struct kzi_hand *hand = facts->hand;
    kzi_kinds all, kinds = waits_of(rules, facts, &all);
    completion->ready = kinds != 0;
    completion->any = kzi_has_wild(rules) && all == rules->played;
    completion->shanten = 0;
    completion->asks_discards = !rules->model->waits_count_own_discards && hand->has_discards;
    completion->furiten = completion->asks_discards ? among_discards(hand, all) : 0;
    if (!kinds) {
        struct kzi_lacks lacks;
        if (!kzi_lacks_find(&lacks, rules, facts, false, KZI_ACCEPTED))
            return false;
        completion->shanten = (int)lacks.lacking - 1;
        kinds = lacks.kinds;
    }
    KZI_EACH_IN(kinds, kind)
        add_lacking_tile(completion, rules, seen, kind);
    return true;
}

static void check_size(const struct kz_ruleset *rules, const struct kzi_hand *hand, bool full,
                       struct kzi_problem *problem) {
    unsigned tiles = kzi_hand_count_tiles(hand, rules->whole_kongs);
    if (!full && tiles == rules->hand_size)
        kzi_problem_note(problem, KZI_TILE_COUNT, kzi_spot_of_part(hand, KZI_PART_TILE, 0),
                         "there are %u tiles, one more than a hand that lacks a tile has: leave "
                         "the one to be discarded out, or find its discards instead",
                         tiles);
    if (full && tiles + 1 == rules->hand_size)
        kzi_problem_note(problem, KZI_TILE_COUNT, kzi_spot_of_part(hand, KZI_PART_TILE, 0),
                         "there are %u tiles, one fewer than a full hand has: add the one that "
                         "was drawn, or find its waits instead",
                         tiles);
}

kz_status kzi_seen_count(struct kzi_seen_tiles *seen, const struct kz_ruleset *rules,
                         struct kzi_facts *facts, bool full, kz_error *error) {
    const struct kzi_hand *hand = facts->hand;
    struct kzi_problem problem;
    problem.found = false;
    facts->given = kzi_circumstances(rules, hand, &problem);
    check_size(rules, hand, full, &problem);
    kzi_check_unfinished(rules, facts, rules->hand_size + full, seen, &problem);
    kzi_hand_check_seen(hand, rules->model->copies, seen, &problem);
    kzi_check_discarder(rules, hand, &problem);
    if (problem.found)
        kzi_problem_error(&problem, error);
    return problem.found ? error->status : KZ_OK;
}

kz_status kzi_completion_find(struct kzi_completion *completion, const struct kz_ruleset *rules,
                              const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                              kz_error *error) {
    struct kzi_facts facts;
    struct kzi_seen_tiles seen;
    completion->count = 0;
    kzi_facts_init_with(&facts, hand, tiles);
    kz_status status = kzi_seen_count(&seen, rules, &facts, false, error);
    if (status == KZ_OK && !find_completions(completion, rules, &facts, &seen))
        status = kzi_fail(error, KZ_NO_MEMORY, "out of memory");
    return status;
}

/* --- what completing it is worth -------------------------------------------------------------- */

/* Return the last seat before the hand's, in order of turn, that has not left. */
static int8_t player_before(const struct kz_ruleset *rules, const struct kzi_hand *hand) {
    const unsigned seats = rules->model->n_seats, gone = kzi_seats_gone(rules, hand);
    unsigned seat = (hand->seat + seats - 1) % seats;
    while (gone >> seat & 1 && seat != hand->seat)
        seat = (seat + seats - 1) % seats;
    return (int8_t)seat;
}

kz_status kzi_score_completed(struct kz_result *result, const struct kz_ruleset *rules,
                              const struct kzi_hand *hand, struct kzi_last_tile last) {
    struct kzi_hand completed = *hand;
    completed.win = last.kind;
    completed.win_red = last.red;
    completed.win_tried = true;
    if (last.red)
        completed.reds[kzi_suit(last.kind)]++;
    completed.self_draw = last.self_draw;
    completed.by_given = true;
    if (last.self_draw)
        completed.from = -1;
    kz_status status = kzi_score(result, rules, &completed);
    if (status == KZ_OK || last.self_draw || hand->from >= 0 || result->code != KZI_MISSING_FROM)
        return status;
    completed.from = player_before(rules, hand);
    return kzi_score(result, rules, &completed);
}

bool kzi_is_excluded(const struct kz_result *result) {
    return result->code == KZI_CONTRADICTION;
}

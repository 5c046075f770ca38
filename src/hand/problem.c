#include "hand/problem.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "hand/deal.h"
#include "tile/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *const kzi_problem_names[KZI_PROBLEM_CODES] = {
#define KZI_PROBLEM(name, word) #word,
#include "hand/problems.def"
#undef KZI_PROBLEM
};

void kzi_problem_note(struct kzi_problem *problem, enum kzi_problem_code code, struct kzi_spot spot,
                      const char *format, ...) {
    if (problem->found && problem->code <= code)
        return;
    problem->found = true;
    problem->code = code;
    problem->spot = spot;
    va_list args;
    va_start(args, format);
    vsnprintf(problem->text, sizeof problem->text, format, args);
    va_end(args);
    kzi_show_unsafe(problem->text, sizeof problem->text);
}

void kzi_problem_range(struct kzi_problem *problem, const char *what) {
    kzi_problem_note(problem, KZI_VALUE_RANGE, (struct kzi_spot){.at = 0},
                     "%s is more than %d, the highest number that can be counted or paid", what,
                     KZI_MAX_NUMBER);
}

void kzi_problem_to_line(struct kzi_problem *problem, const struct kzi_deal *deal) {
    if (problem->found && deal->is_line && problem->spot.key != KZI_KEY_NONE)
        problem->spot = (struct kzi_spot){.at = deal->key_at[problem->spot.key]};
}

void kzi_problem_error(const struct kzi_problem *problem, kz_error *error) {
    *error =
        (kz_error){.status = KZ_BAD_HAND, .severity = KZ_ERROR, .column = (int)problem->spot.at};
    strcpy(error->code, kzi_problem_names[problem->code]);
    strcpy(error->key, kzi_hand_key_names[problem->spot.key]);
    strcpy(error->text, problem->text);
}

static struct kzi_spot first_spot(const struct kzi_hand *hand) {
    const struct kzi_spot first = kzi_spot_of_part(hand, KZI_PART_TILE, 0);
    if (first.at)
        return first;
    return kzi_spot_of_part(hand, hand->n_melds ? KZI_PART_MELD : KZI_PART_WIN, 0);
}

static bool has_kong(const struct kzi_hand *hand) {
    KZI_EACH_MELD(hand, meld)
        if (meld->kind == KZI_KONG)
            return true;
    return false;
}

static void check_size(const struct kzi_hand *hand, unsigned hand_size, bool whole,
                       struct kzi_problem *problem) {
    unsigned winning = !kzi_hand_is_unfinished(hand),
             tiles = kzi_hand_count_tiles(hand, whole) + winning, needed = hand_size - 1 + winning;
    if (tiles == needed)
        return;
    kzi_problem_note(problem, KZI_TILE_COUNT, first_spot(hand), "%u tile%s%s, %u are needed%s",
                     tiles, tiles == 1 ? "" : "s",
                     winning ? " with the winning one" : " in an unfinished hand", needed,
                     whole            ? ""
                     : has_kong(hand) ? ": a kong counts as three"
                     : hand->n_melds  ? ": a meld counts as three"
                                      : "");
}

void kzi_seen_add_shown(struct kzi_seen_tiles *seen, const struct kzi_indicators *shown) {
    for (unsigned i = 0; i < shown->count; i++) {
        seen->counts[shown->kind[i]]++;
        if (shown->red >> i & 1)
            seen->counts[KZI_RED + kzi_suit(shown->kind[i])]++;
    }
}

/* Return the spot of the last tile of a kind, which may be laid aside. */
static struct kzi_spot last_spot(const struct kzi_hand *hand, unsigned kind, bool aside) {
    const unsigned shown = 1U << KZI_PART_TILE | 1U << KZI_PART_WIN | 1U << KZI_PART_LAID |
                           1U << KZI_PART_DORA | 1U << KZI_PART_URA;
    const struct kzi_hand_item *laid = kzi_hand_item_of_kind(hand, 1U << KZI_PART_ASIDE, kind);
    return kzi_hand_item_spot(aside && laid ? laid : kzi_hand_item_of_kind(hand, shown, kind));
}

void kzi_problem_too_many(struct kzi_problem *problem, struct kzi_spot spot, unsigned tile,
                          unsigned count, unsigned copies, const char *too) {
    if (count <= copies)
        return;
    const struct kzi_tile_name name = kzi_tile_name(tile);
    if (!copies)
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, spot,
                         "these rules play without the tile %s", name.text);
    else
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, spot,
                         "there are %u of %s, but the game has only %u%s", count, name.text, copies,
                         too);
}

void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_CAPACITY],
                          const struct kzi_tile_rules *rules, struct kzi_seen_tiles *seen,
                          struct kzi_problem *problem) {
    uint8_t own[KZI_COUNTS_CAPACITY], laid[KZI_COUNTS_CAPACITY];
    const uint8_t *copies = rules->copies;
    check_size(hand, rules->hand_size, rules->whole_kongs, problem);
    memcpy(own, held, sizeof own);
    kzi_hand_fill_written(hand, copies, own);
    memcpy(own + KZI_RED, hand->reds, KZI_SUITS);
    memcpy(seen->counts, own, sizeof seen->counts);
    if (rules->takes_aside)
        kzi_seen_add_shown(seen, &hand->aside);
    memcpy(laid, seen->counts, sizeof laid);
    kzi_seen_add_shown(seen, &hand->dora);
    kzi_seen_add_shown(seen, &hand->ura);
    if (hand->win_tried && own[hand->win] <= copies[hand->win])
        seen->counts[hand->win]--;
    KZI_EACH_IN(kzi_kinds_above(seen->counts, copies), kind)
        kzi_problem_too_many(problem, last_spot(hand, kind, rules->takes_aside), kind,
                             seen->counts[kind], copies[kind],
                             laid[kind] > own[kind]           ? ": tiles laid aside count too"
                             : seen->counts[kind] > own[kind] ? ": the indicators count too"
                                                              : "");
}

/* Add tiles of other players to those seen.  The last list with any is where an excess is
 * reported. */
static void see_others(struct kzi_seen_tiles *seen, const struct kzi_seen_tiles *others) {
    unsigned any = 0;
    for (unsigned kind = 0; kind < KZI_COUNTS_CAPACITY; kind++) {
        seen->counts[kind] = (uint8_t)(seen->counts[kind] + others->counts[kind]);
        any |= others->counts[kind];
    }
    if (any)
        seen->spot = others->spot;
}

void kzi_hand_check_seen(const struct kzi_hand *hand, const uint8_t copies[KZI_COUNTS_CAPACITY],
                         struct kzi_seen_tiles *seen, struct kzi_problem *problem) {
    if (!hand->has_discards && !hand->has_seen)
        return;
    if (hand->has_discards)
        see_others(seen, &hand->extras->discards);
    if (hand->has_seen)
        see_others(seen, &hand->extras->seen);
    KZI_EACH_IN(kzi_kinds_above(seen->counts, copies), kind)
        kzi_problem_too_many(problem, seen->spot, kind, seen->counts[kind], copies[kind],
                             ": seen tiles and discards count too");
}

static void check_discarder(const struct kzi_hand *hand, struct kzi_problem *problem) {
    char from = hand->from < 0 ? '?' : kzi_seat_letters[hand->from];
    if (hand->n_pao && hand->from < 0)
        kzi_problem_note(problem, KZI_MISSING_FROM, kzi_spot_of_part(hand, KZI_PART_PAO, 0),
                         "pao on a discard needs the discarder: say from whom, as in from=%c",
                         kzi_seat_letters[hand->pao_seats[0]]);
    if (hand->from == hand->seat)
        kzi_problem_note(problem, KZI_WINNER_IS_DISCARDER, kzi_spot_of_part(hand, KZI_PART_FROM, 0),
                         hand->seat_given
                             ? "the winner sits %c and cannot be the discarder as well"
                             : "the winner sits %c if no seat is given, and cannot be the "
                               "discarder as well: give the winner's seat",
                         from);
}

void kzi_hand_check_seats(const struct kzi_hand *hand, struct kzi_problem *problem) {
    if (!hand->self_draw)
        check_discarder(hand, problem);
    else if (hand->from >= 0)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_FROM, 0),
                         "a self-drawn hand has no discarder: leave from out or win on a discard");
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (hand->pao_seats[i] == hand->seat)
            kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(hand, KZI_PART_PAO, i),
                             "the winner sits %c and cannot have fed the last set as well",
                             kzi_seat_letters[hand->seat]);
}

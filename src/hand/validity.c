#include "hand/validity.h"

#include "tile/notation.h"

#include <string.h>

static struct kzi_spot first_spot(const struct kzi_hand *hand) {
    struct kzi_spot first = kzi_hand_first(hand);
    if (first.at)
        return first;
    return hand->n_melds ? hand->meld_spot : hand->win_spot;
}

static bool has_kong(const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_melds; i++)
        if (hand->melds[i].kind == KZI_KONG)
            return true;
    return false;
}

static void check_size(const struct kzi_hand *hand, unsigned hand_size,
                       struct kzi_problem *problem) {
    unsigned tiles = hand->n_concealed + 3U * hand->n_melds + 1;
    if (tiles == hand_size)
        return;
    kzi_problem_note(problem, KZI_TILE_COUNT, first_spot(hand),
                     "%u tile%s with the winning one, %u are needed%s", tiles,
                     tiles == 1 ? "" : "s", hand_size,
                     has_kong(hand)  ? ": a kong counts as three"
                     : hand->n_melds ? ": a meld counts as three"
                                     : "");
}

static void count_indicators(const struct kzi_indicators *shown, uint8_t counts[KZI_COUNTS_ROOM]) {
    for (unsigned i = 0; i < shown->count; i++)
        counts[shown->kind[i]]++;
}

static void note_too_many(const struct kzi_hand *hand, unsigned kind, unsigned count,
                          unsigned copies, bool indicators, struct kzi_problem *problem) {
    char name[8];
    struct kzi_text text = kzi_text_fixed(name, sizeof name);
    kzi_notation_put(&text, kind);
    kzi_text_end(&text);
    if (!copies)
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, kzi_hand_last(hand, kind),
                         "these rules play without the tile %s", name);
    else
        kzi_problem_note(problem, KZI_TOO_MANY_OF_A_TILE, kzi_hand_last(hand, kind),
                         "there are %u of %s, but the game has only %u%s", count, name, copies,
                         indicators ? ": the indicators count too" : "");
}

void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_ROOM],
                          unsigned hand_size, const uint8_t copies[KZI_COUNTS_ROOM],
                          struct kzi_problem *problem) {
    uint8_t seen[KZI_COUNTS_ROOM];
    check_size(hand, hand_size, problem);
    memcpy(seen, held, sizeof seen);
    count_indicators(&hand->dora, seen);
    count_indicators(&hand->ura, seen);
    if (kzi_counts_within(seen, copies))
        return;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (seen[kind] > copies[kind])
            note_too_many(hand, kind, seen[kind], copies[kind], seen[kind] > held[kind], problem);
}

static void check_discarder(const struct kzi_hand *hand, struct kzi_problem *problem) {
    char from = hand->from < 0 ? '?' : kzi_seat_letters[hand->from];
    if (hand->n_pao && hand->from < 0)
        kzi_problem_note(problem, KZI_MISSING_FROM, hand->pao[0].spot,
                         "pao on a discard needs the discarder: say from whom, as in from=%c",
                         kzi_seat_letters[hand->pao[0].seat]);
    if (hand->from == hand->seat)
        kzi_problem_note(problem, KZI_WINNER_IS_DISCARDER, hand->from_spot,
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
        kzi_problem_note(problem, KZI_CONTRADICTION, hand->from_spot,
                         "a self-drawn hand has no discarder: leave from out or win on a discard");
    for (unsigned i = 0; i < hand->n_pao; i++)
        if (hand->pao[i].seat == hand->seat)
            kzi_problem_note(problem, KZI_CONTRADICTION, hand->pao[i].spot,
                             "the winner sits %c and cannot have fed the last set as well",
                             kzi_seat_letters[hand->seat]);
}

/* The situation of random hands: indicators, red fives, flowers, tiles laid aside or thrown. */
#include "analysis/witness/random_hand.h"

#include "compile/condition/evaluation.h"
#include "compile/wild.h"
#include "hand/problem.h"
#include "rules/condition.h"

#include <string.h>

void kzi_random_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                     uint8_t seen[KZI_TILE_KINDS]) {
    static const uint8_t no_flowers[KZI_COUNTS_CAPACITY];
    const struct kzi_indicators *const lists[] = {&hand->dora, &hand->ura, &hand->aside};
    uint8_t counts[KZI_COUNTS_CAPACITY];
    memcpy(counts, facts->tiles->counts, sizeof counts);
    kzi_hand_fill_written(hand, no_flowers, counts);
    memcpy(seen, counts, KZI_TILE_KINDS);
    for (unsigned list = 0; list < KZI_COUNT(lists); list++)
        for (unsigned i = 0; i < lists[list]->count; i++)
            seen[lists[list]->kind[i]]++;
}

/* Return whether a hand in this situation may show indicators of the mark. */
static bool situation_may(const struct kz_ruleset *rules, struct kzi_facts *facts,
                          const struct kzi_mark *mark) {
    struct kzi_reading melds;
    struct kzi_problem problem;
    if (!mark->needs)
        return true;
    problem.found = false;
    facts->given = kzi_circumstances(rules, facts->hand, &problem);
    kzi_reading_of_melds(facts->hand, &melds);
    return kzi_evaluate(mark->needs, facts, &melds);
}

/* Make a five red, which may be the winning tile or in a meld. */
static void situation_mark(struct kzi_hand *hand, unsigned five, bool win) {
    hand->reds[kzi_suit(five)] = 1;
    hand->win_red |= win;
    for (unsigned i = 0; i < hand->n_melds && !win && !hand->concealed[five]; i++) {
        struct kzi_meld *meld = &hand->melds[i];
        unsigned fives = kzi_suit(meld->tile) == kzi_suit(five) ? kzi_meld_fives(meld) : 0;
        meld->red = fives & -fives & 15;
        win = fives;
    }
}

static void situation_paint(struct kzi_random *random, struct kzi_hand *hand, uint8_t suits,
                            const uint8_t own[KZI_KINDS]) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned five = kzi_kind(suit, 5), fives = own[five];
        if (!(suits >> suit & 1) || !fives || kzi_random_below(random, 2))
            continue;
        situation_mark(hand, five, hand->win == five && !kzi_random_below(random, fives));
    }
}

/* Draw some flowers that the mark counts, in three of four hands. */
static void draw_flowers(struct kzi_random *random, const struct kz_ruleset *rules,
                         const struct kzi_mark *mark, struct kzi_hand *hand) {
    bool number = hand->flowers && !kzi_any_face(&hand->faces);
    unsigned often = kzi_random_below(random, 4);
    for (unsigned face = 0; often && !number && face < KZI_FACES; face++) {
        bool counts = kzi_mark_counts_face(rules, hand, mark, face);
        const bool shown = hand->wild.shown == KZI_SHOWN_FACE + face + 1;
        unsigned max = rules->model->face_copies[face];
        max -= max && shown ? 1 : 0;
        /* a mark may bound the number of flowers, so draw one of each at most */
        if (max && face < KZI_HONOR_FACE)
            max = 1;
        while (counts && kzi_face_count(&hand->faces, face) < max &&
               kzi_random_below(random, 4) < often) {
            kzi_face_add(&hand->faces, face, 1);
            hand->flowers++;
        }
    }
}

/* Return whether a tile may lie among those that the mark counts. */
static bool may_show(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                     const struct kzi_mark *mark, unsigned tile,
                     const uint8_t seen[KZI_TILE_KINDS]) {
    const bool face = tile >= KZI_SHOWN_FACE;
    if (!face && (tile >= KZI_TILE_KINDS || seen[tile] >= rules->model->copies[tile]))
        return false;
    if (mark->kind == KZI_MARK_THROWN)
        return tile >= KZI_JOKER && kzi_mark_counts_tile(rules, hand, mark, tile) &&
               !(face && (memchr(hand->thrown.kind, (int)tile, hand->thrown.count) ||
                          kzi_face_count(&hand->faces, tile - KZI_SHOWN_FACE)));
    if (mark->kind == KZI_MARK_ASIDE)
        return !face && kzi_mark_counts_tile(rules, hand, mark, tile);
    return tile < KZI_KINDS;
}

/* Show some tiles of a mark, lay them aside or throw them, in every other hand. */
static void show_some(struct kzi_random *random, const struct kz_ruleset *rules,
                      const struct kzi_hand *hand, const struct kzi_mark *mark,
                      struct kzi_indicators *list, uint8_t seen[KZI_TILE_KINDS]) {
    unsigned some = kzi_random_below(random, 2) ? 1 + kzi_random_below(random, 4) : 0;
    for (unsigned tries = 100; some && tries && list->count < KZI_MAX_INDICATORS; tries--) {
        const unsigned tile = kzi_random_below(random, KZI_SHOWN_FACE + KZI_FACES);
        if (!may_show(rules, hand, mark, tile, seen))
            continue;
        if (tile < KZI_TILE_KINDS)
            seen[tile]++;
        list->kind[list->count++] = (uint8_t)tile;
        some--;
    }
}

/* Let some seats leave, but not all who could pay. */
static void let_leave(struct kzi_random *random, const struct kz_ruleset *rules,
                      struct kzi_hand *hand) {
    const unsigned all = (1U << rules->model->n_seats) - 1;
    unsigned stay = 1U << hand->seat | (hand->from < 0 ? 0 : 1U << hand->from);
    if (stay == 1U << hand->seat)
        stay |= 1U << (hand->seat + 1) % rules->model->n_seats;
    hand->out = (uint8_t)(kzi_random_below(random, all + 1) & ~stay);
}

/* Draw the tiles or numbers that the mark counts. */
static void draw_mark(struct kzi_random *random, const struct kz_ruleset *rules,
                      const struct kzi_mark *mark, struct kzi_facts *facts, struct kzi_hand *hand,
                      uint8_t seen[KZI_TILE_KINDS]) {
    switch (mark->kind) {
    case KZI_MARK_RED:
        situation_paint(random, hand, mark->red_suits, facts->tiles->counts);
        break;
    case KZI_MARK_FLOWERS:
        if (!rules->asks_which)
            hand->flowers = kzi_random_below(random, mark->max ? mark->max + 1U : 9U);
        break;
    case KZI_MARK_FACES:
        draw_flowers(random, rules, mark, hand);
        break;
    case KZI_MARK_ASIDE:
        show_some(random, rules, hand, mark, &hand->aside, seen);
        break;
    case KZI_MARK_THROWN:
        show_some(random, rules, hand, mark, &hand->thrown, seen);
        break;
    case KZI_MARK_DORA:
        show_some(random, rules, hand, mark, &hand->dora, seen);
        break;
    case KZI_MARK_URA:
        show_some(random, rules, hand, mark, &hand->ura, seen);
        break;
    }
}

void kzi_random_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                          struct kzi_hand *hand) {
    struct kzi_facts facts;
    uint8_t seen[KZI_TILE_KINDS];
    kzi_facts_init(&facts, hand);
    kzi_random_seen(hand, &facts, seen);
    for (size_t i = 0; i < rules->model->mark_names.count; i++)
        if (situation_may(rules, &facts, &rules->model->marks[i]))
            draw_mark(random, rules, &rules->model->marks[i], &facts, hand, seen);
    if (rules->model->payments.winners_leave)
        let_leave(random, rules, hand);
}

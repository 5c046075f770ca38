/* Patterns as arrangements over planes: one for each way the suit letters can fall, with equal
 * terms joined into one that asks for the set twice or more often. */
#include "compile/program/builder.h"

#include <string.h>

struct place { /* a set of the pattern, its suit settled */
    uint8_t noun, suit, number, times;
    bool any;
};

struct places {
    struct place list[KZI_MAX_TERMS];
    unsigned count;
};

static int order(const struct place *a, const struct place *b) {
    int first = a->suit * 1000 + a->noun * 100 + a->any * 50 + a->number;
    int second = b->suit * 1000 + b->noun * 100 + b->any * 50 + b->number;
    return first - second;
}

static void add_place(struct places *places, struct place place) {
    unsigned at = 0;
    while (at < places->count && order(&places->list[at], &place) < 0)
        at++;
    if (at < places->count && !order(&places->list[at], &place)) {
        places->list[at].times++;
        return;
    }
    memmove(&places->list[at + 1], &places->list[at],
            (places->count - at) * sizeof places->list[0]);
    places->list[at] = place;
    places->count++;
}

/* n, if not 0, is put in place of the variable. */
static struct places settle(const struct kzi_pattern *pattern, const uint8_t suits[3], unsigned n) {
    struct places places = {.count = 0};
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        struct place place = {term->noun,
                              term->suit < KZI_SUITS ? term->suit : suits[term->suit - KZI_SUITS],
                              term->number, 1, term->any};
        if (n && term->any) {
            place.number = (uint8_t)(n + term->number);
            place.any = false;
        }
        add_place(&places, place);
    }
    return places;
}

/* One tile cannot be pung and kong at once, nor five copies stand anywhere. */
static bool can_be(const struct places *places) {
    for (unsigned i = 0; i < places->count; i++) {
        const struct place *a = &places->list[i];
        if (a->times > KZI_PLANE_TIMES || (!a->any && (a->number < 1 || a->number > 9)))
            return false;
        for (unsigned j = 0; j < i; j++) {
            const struct place *b = &places->list[j];
            bool pung = a->noun != b->noun && a->noun != KZI_A_CHOW && b->noun != KZI_A_CHOW;
            if (pung && a->suit == b->suit && a->any == b->any && a->number == b->number &&
                a->noun != KZI_A_PAIR && b->noun != KZI_A_PAIR)
                return false;
        }
    }
    return true;
}

static const uint8_t group_of_noun[] = {[KZI_A_CHOW] = KZI_CHOW,
                                        [KZI_A_PUNG] = KZI_PUNG,
                                        [KZI_A_KONG] = KZI_KONG,
                                        [KZI_A_SET] = 0,
                                        [KZI_A_PAIR] = KZI_PAIR};

static struct kzi_arrangement arrangement_of(const struct places *places) {
    struct kzi_arrangement made = {.n_terms = (uint16_t)places->count, .numbers = 1};
    unsigned reach = 0;
    for (unsigned i = 0; i < places->count; i++) {
        const struct place *place = &places->list[i];
        made.terms[i].plane =
            (uint8_t)(group_of_noun[place->noun] * KZI_PLANE_TIMES + place->times - 1);
        made.terms[i].shift = (uint8_t)(place->suit * 16 + place->number - (place->any ? 0 : 1));
        if (place->any) {
            made.numbers = 0x1FF;
            reach = place->number > reach ? place->number : reach;
        }
    }
    made.numbers = (uint16_t)(made.numbers & ((1U << (9 - reach)) - 1));
    return made;
}

static void add_arrangement(struct kzi_arena *arena, struct kzi_planned_pattern *planned,
                            const struct places *places) {
    if (!can_be(places))
        return;
    struct kzi_arrangement made = arrangement_of(places);
    for (unsigned i = 0; i < planned->count; i++)
        if (!memcmp(&planned->list[i], &made, sizeof made))
            return;
    planned->list = kzi_arena_more(arena, planned->list, planned->count, sizeof made);
    planned->list[planned->count++] = made;
}

/* A fixed term among free ones must keep its own number whatever n is: it cannot share their
 * shift, so the numbers are tried one by one. */
static bool mixed(const struct places *places) {
    bool any = false, fixed = false;
    for (unsigned i = 0; i < places->count; i++) {
        any |= places->list[i].any;
        fixed |= !places->list[i].any;
    }
    return any && fixed;
}

static enum kzi_pattern_of made_of(const struct kzi_pattern *pattern) {
    bool chows = true, pungs = true;
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        chows &= pattern->terms[i].noun == KZI_A_CHOW;
        pungs &= pattern->terms[i].noun == KZI_A_PUNG;
    }
    return chows ? KZI_OF_CHOWS : pungs ? KZI_OF_PUNGS : KZI_OF_MIXED;
}

void kzi_plan_pattern(struct kzi_arena *arena, const struct kzi_pattern *pattern, bool twice,
                      struct kzi_planned_pattern *planned) {
    static const uint8_t ways[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    *planned = (struct kzi_planned_pattern){
        .pattern = pattern, .twice = twice, .of = (uint8_t)made_of(pattern)};
    for (unsigned way = 0; way < 6; way++) {
        struct places places = settle(pattern, ways[way], 0);
        if (!mixed(&places)) {
            add_arrangement(arena, planned, &places);
            continue;
        }
        for (unsigned n = 1; n <= 9; n++) {
            places = settle(pattern, ways[way], n);
            add_arrangement(arena, planned, &places);
        }
    }
}

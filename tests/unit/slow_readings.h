/* slow_readings.h - the readings of a hand by a slow search that shares nothing with the
 * engine's. */
#ifndef SLOW_READINGS_H
#define SLOW_READINGS_H

#include "analysis/witness/random.h"
#include "hand/readings.h"
#include "must_stop.h"
#include "tile/notation.h"

#include <stdlib.h>
#include <string.h>

#define SEARCH_MOST 1024

/* --- the slow search ------------------------------------------------------------------------- */

/* A reading as numbers that can be sorted and compared: shape, wait and groups. */
struct plain {
    uint32_t number[KZI_MAX_GROUPS + 2];
};

struct search {
    const struct kzi_hand *hand;
    unsigned shape, sets, pairs, n_groups, first;
    const struct kzi_shape *of;
    bool knitted;  /* knitted sets are taken */
    unsigned wait; /* on the winning tile in the body, or KZI_WAIT_NONE */
    uint8_t counts[KZI_KINDS];
    struct kzi_group groups[KZI_MAX_GROUPS];
    struct plain list[SEARCH_MOST];
    unsigned count;
};

static inline uint32_t group_number(const struct kzi_group *group) {
    return (group->kind + 1U) << 24 | (uint32_t)group->tile << 16 | (uint32_t)group->hold << 12 |
           (uint32_t)group->won << 8 | group->meld;
}

static inline int compare_groups(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

static inline int compare_plain(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct plain));
}

static inline struct plain make_plain(unsigned shape, unsigned wait, const struct kzi_group *groups,
                                      unsigned count) {
    struct plain plain = {{shape, wait}};
    for (unsigned i = 0; i < count; i++)
        plain.number[i + 2] = group_number(&groups[i]);
    qsort(plain.number + 2, KZI_MAX_GROUPS, sizeof *plain.number, compare_groups);
    return plain;
}

static inline void search_keep(struct search *search, unsigned wait) {
    if (search->count == SEARCH_MOST)
        MUST_STOP("too many readings");
    search->list[search->count++] =
        make_plain(search->shape, wait, search->groups, search->n_groups);
}

static inline unsigned chow_wait(unsigned start, unsigned win) {
    unsigned others[2], n = 0;
    for (unsigned tile = start; tile < start + 3; tile++)
        if (tile != win)
            others[n++] = tile % 9 + 1;
    if (others[1] - others[0] == 2)
        return KZI_WAIT_CLOSED;
    return others[0] == 1 || others[1] == 9 ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

static inline bool has_equal_pairs(const struct search *search) {
    for (unsigned i = 0; i < search->n_groups; i++)
        for (unsigned k = 0; k < i; k++)
            if (search->groups[i].kind == KZI_PAIR && search->groups[k].kind == KZI_PAIR &&
                search->groups[i].tile == search->groups[k].tile)
                return true;
    return false;
}

/* All tiles are taken: the winning tile may be in any group that has such a tile. */
static inline void let_win(struct search *search) {
    unsigned win = search->hand->win;
    if (search->of->pairs_differ && has_equal_pairs(search))
        return;
    if (search->wait != KZI_WAIT_NONE)
        search_keep(search, search->wait);
    for (unsigned i = search->first; i < search->n_groups; i++) {
        struct kzi_group *group = &search->groups[i];
        unsigned past = group->kind == KZI_CHOW ? 3 : 1;
        if (win < group->tile || win >= group->tile + past)
            continue;
        group->won = true;
        group->hold = search->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
        search_keep(search, group->kind == KZI_CHOW   ? chow_wait(group->tile, win)
                            : group->kind == KZI_PUNG ? KZI_WAIT_PUNG
                                                      : KZI_WAIT_PAIR);
        group->won = false;
        group->hold = KZI_CONCEALED;
    }
}

static inline void take_first_tile(struct search *search);

static inline void take_group(struct search *search, unsigned kind, unsigned tile) {
    unsigned pair = kind == KZI_PAIR;
    search->sets -= !pair;
    search->pairs -= pair;
    search->groups[search->n_groups++] =
        (struct kzi_group){(uint8_t)kind, (uint8_t)tile, KZI_CONCEALED, false, KZI_NO_MELD};
    take_first_tile(search);
    search->n_groups--;
    search->sets += !pair;
    search->pairs += pair;
}

/* Put the first tile that is left into a pair, a pung and a chow in turn. */
static inline void take_first_tile(struct search *search) {
    uint8_t *counts = search->counts;
    unsigned tile = 0;
    while (tile < KZI_KINDS && !counts[tile])
        tile++;
    if (tile == KZI_KINDS && !search->sets && !search->pairs)
        let_win(search);
    if (tile == KZI_KINDS)
        return;
    unsigned sets = search->of->set_kinds ? search->of->set_kinds : 7;
    for (unsigned count = 2; count <= 3; count++)
        if (counts[tile] >= count &&
            (count == 2 ? search->pairs : search->sets && sets >> KZI_PUNG & 1)) {
            counts[tile] = (uint8_t)(counts[tile] - count);
            take_group(search, count == 2 ? KZI_PAIR : KZI_PUNG, tile);
            counts[tile] = (uint8_t)(counts[tile] + count);
        }
    if (search->sets && sets >> KZI_CHOW & 1 && tile < 27 && tile % 9 < 7 && counts[tile + 1] &&
        counts[tile + 2]) {
        for (unsigned i = 0; i < 3; i++)
            counts[tile + i]--;
        take_group(search, KZI_CHOW, tile);
        for (unsigned i = 0; i < 3; i++)
            counts[tile + i]++;
    }
}

static inline void search_rest(struct search *search, const uint8_t body[KZI_KINDS], bool more);

/* Take `left` more knitted sets and then the knitted pairs, or only `left` pairs, into the body. */
static inline void search_knit(struct search *search, const uint8_t body[KZI_KINDS], unsigned fall,
                               unsigned first, unsigned left) {
    const struct kzi_shape *shape = search->of;
    bool sets = !search->knitted;
    if (!left && sets) {
        search->knitted = true;
        search_knit(search, body, fall, 1, shape->knitted_pairs);
        search->knitted = false;
        return;
    }
    if (!left) {
        search_rest(search, body, false);
        return;
    }
    for (unsigned n = first; n <= 9; n++) {
        uint8_t more[KZI_KINDS], counts[KZI_KINDS];
        bool good = true;
        memcpy(more, body, sizeof more);
        memcpy(counts, search->counts, sizeof counts);
        for (unsigned i = 0; good && i < (sets ? 3U : 2U); i++) {
            unsigned tile = kzi_part_tile(sets ? &shape->set_is[i] : &shape->pair_is[i], fall, n);
            good = tile != KZI_NO_KIND && search->counts[tile];
            if (good) {
                search->counts[tile]--;
                more[tile]++;
            }
        }
        if (good)
            search_knit(search, more, fall, n, left - 1);
        memcpy(search->counts, counts, sizeof counts);
    }
}

/* All tiles of the body are taken, except perhaps one of its kinds again. */
static inline void search_rest(struct search *search, const uint8_t body[KZI_KINDS], bool more) {
    unsigned win = search->hand->win;
    bool knits = !search->knitted && (search->of->knitted_sets || search->of->knitted_pairs);
    for (unsigned kind = 0; more && kind < KZI_KINDS; kind++)
        if (body[kind] && search->counts[kind]) {
            uint8_t twice[KZI_KINDS];
            memcpy(twice, body, sizeof twice);
            twice[kind]++;
            search->counts[kind]--;
            search_rest(search, twice, false);
            search->counts[kind]++;
        }
    if (more)
        return;
    if (knits) {
        for (unsigned fall = 0; fall < 6; fall++)
            search_knit(search, body, fall, 1, search->of->knitted_sets);
        return;
    }
    search->wait = !body[win]                               ? KZI_WAIT_NONE
                   : body[win] == 2 && search->of->one_more ? KZI_WAIT_PAIR
                   : search->of->sets || search->of->pairs  ? KZI_WAIT_BODY
                                                            : KZI_WAIT_SINGLE;
    take_first_tile(search);
}

/* Take a number of different kinds from `kind` on. */
static inline void choose_body(struct search *search, kzi_kinds kinds, uint8_t body[KZI_KINDS],
                               unsigned kind, unsigned left) {
    if (!left) {
        search_rest(search, body, search->of->one_more);
        return;
    }
    while (kind < KZI_KINDS && !(kinds >> kind & 1 && search->counts[kind]))
        kind++;
    if (kind == KZI_KINDS)
        return;
    search->counts[kind]--;
    body[kind]++;
    choose_body(search, kinds, body, kind + 1, left - 1);
    search->counts[kind]++;
    body[kind]--;
    choose_body(search, kinds, body, kind + 1, left);
}

static inline void search_shape(struct search *search, const struct kzi_shape *shape) {
    uint8_t body[KZI_KINDS] = {0};
    unsigned tiles = 3U * search->hand->n_melds;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        tiles += search->counts[kind];
    search->of = shape;
    search->n_groups = search->first = search->hand->n_melds;
    for (unsigned i = 0; shape->set_kinds && i < search->n_groups; i++) {
        unsigned kind = search->hand->melds[i].kind;
        if (!(shape->set_kinds >> kind & 1 || (kind == KZI_KONG && shape->set_kinds & 2)))
            return;
    }
    if (search->n_groups > shape->sets || tiles != kzi_shape_tiles(shape))
        return;
    search->sets = shape->sets - search->n_groups;
    search->pairs = shape->pairs;
    for (unsigned i = 0; i < search->n_groups; i++) {
        const struct kzi_meld *meld = &search->hand->melds[i];
        search->groups[i] = (struct kzi_group){
            meld->kind, meld->tile, meld->claimed ? KZI_CLAIMED : KZI_CONCEALED, false, (uint8_t)i};
    }
    if (!shape->n_bodies)
        search_rest(search, body, false);
    for (unsigned i = 0; i < shape->n_bodies; i++)
        choose_body(search, shape->bodies[i], body, 0, shape->body_tiles);
}

/* Find all readings, sorted, each once. */
static inline void search_all(struct search *search, const struct kzi_hand *hand,
                              const struct kzi_shapes *shapes) {
    search->hand = hand;
    search->count = 0;
    memcpy(search->counts, hand->concealed, sizeof search->counts);
    if (hand->win < KZI_KINDS) /* not a flower */
        search->counts[hand->win]++;
    for (search->shape = 0; search->shape < shapes->count; search->shape++)
        search_shape(search, &shapes->list[search->shape]);
    qsort(search->list, search->count, sizeof *search->list, compare_plain);
    unsigned kept = 0;
    for (unsigned i = 0; i < search->count; i++)
        if (!kept || compare_plain(&search->list[kept - 1], &search->list[i]) != 0)
            search->list[kept++] = search->list[i];
    search->count = kept;
}

/* --- comparing ------------------------------------------------------------------------------- */

static inline const char *tiles_written(const struct kzi_hand *hand) {
    static char line[100];
    static const uint8_t none[KZI_SUITS];
    struct kzi_text text = kzi_text_fixed(line, sizeof line);
    kzi_put_counts(&text, hand->concealed, none);
    kzi_text_format(&text, " and %u melds, won on ", hand->n_melds);
    kzi_put_kind(&text, hand->win);
    kzi_text_end(&text);
    return line;
}

static inline unsigned count_sets(const struct kzi_reading *reading) {
    unsigned sets = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        sets += kzi_group_of(reading, i).kind != KZI_PAIR;
    return sets;
}

/* Return the number of readings, after comparing them with those of the search. */
static inline unsigned compare_readings(struct search *search, const struct kzi_hand *hand,
                                        const struct kzi_shapes *shapes) {
    static struct kzi_readings readings;
    struct plain list[KZI_MAX_READINGS];
    kzi_hand_fill_readings(hand, shapes, &readings);
    search_all(search, hand, shapes);
    if (readings.count != search->count)
        MUST_STOP("%s: %u readings, %u in truth", tiles_written(hand), readings.count,
                  search->count);
    for (unsigned i = 0; i < readings.count; i++) {
        const struct kzi_reading *reading = &readings.list[i];
        struct kzi_group groups[KZI_MAX_GROUPS];
        for (unsigned k = 0; k < reading->n_groups; k++)
            groups[k] = kzi_group_of(reading, k);
        list[i] = make_plain(reading->shape, reading->wait, groups, reading->n_groups);
        if (reading->n_sets != count_sets(reading))
            MUST_STOP("%s: %u sets", tiles_written(hand), reading->n_sets);
    }
    qsort(list, readings.count, sizeof *list, compare_plain);
    if (memcmp(list, search->list, readings.count * sizeof *list) != 0)
        MUST_STOP("%s: other readings", tiles_written(hand));
    return readings.count;
}

static inline kzi_kinds waits_of(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                                 kzi_kinds played) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    return kzi_waits_of(&tiles, hand, shapes, played);
}

/* Waits include kinds of which the hand has four concealed tiles already.  Scoring decides whether
 * these count, although no such hand can win. */
static inline void compare_waits(struct search *search, struct kzi_random *random,
                                 const struct kzi_hand *hand, const struct kzi_shapes *shapes) {
    struct kzi_hand other = *hand;
    kzi_kinds truth = 0, asked = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        asked |= kzi_random_below(random, 2) ? kzi_kind_bit(kind) : 0;
        other.win = (uint8_t)kind;
        search_all(search, &other, shapes);
        truth |= search->count ? kzi_kind_bit(kind) : 0;
    }
    kzi_kinds waits = waits_of(hand, shapes, KZI_ALL_KINDS);
    if (waits != truth || waits_of(hand, shapes, asked) != (truth & asked))
        MUST_STOP("%s: waits %llx, %llx in truth", tiles_written(hand), (unsigned long long)waits,
                  (unsigned long long)truth);
}

#endif

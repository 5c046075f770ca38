/* All sets of tiles that make a shape, put together suit by suit: what a suit is in a hand has a
 * number, the same for suits that no rule tells apart, and so have the honors with seat and
 * round. */
#include "analysis/exhaustive/every_walk.h"

#include <stdlib.h>

/* --- shapes of sets and of pairs ------------------------------------------------------------- */

struct form {
    const struct kzi_shape *shape;
    const struct kzi_walk_parts *parts;
    unsigned n_tiles;
};

/* Of sets, at most one suit has two tiles more than its sets. */
static bool is_possible(const struct form *form, const struct kzi_walk_tiles *tiles,
                        unsigned suits) {
    unsigned pairs = 0;
    if (form->shape->form != KZI_FORM_SETS)
        return true;
    for (unsigned suit = 0; suit < suits; suit++)
        pairs += tiles->suit[suit]->n_tiles % 3 == 2;
    return pairs <= form->shape->pairs;
}

/* Whether one of them is there four times. */
static bool has_fours(const struct kzi_walk_tiles *tiles) {
    kzi_suit_key keys = tiles->honors->key;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        keys |= tiles->suit[suit]->key;
    return (keys & 4 * KZI_KEY_ONES) != 0;
}

/* Whether pairs make a shape that was walked before. */
static bool pairs_are_known(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                            unsigned pairs) {
    for (unsigned i = 0; i < walk->shape; i++) {
        const struct kzi_shape *shape = walk->every->shapes[i].shape;
        if (shape->form == KZI_FORM_SETS
                ? kzi_walk_splits_into_sets(tiles, shape->sets)
                : shape->pairs == pairs && !(shape->pairs_differ && has_fours(tiles)))
            return true;
    }
    return false;
}

static void with_honors(struct kzi_walk *walk, const struct form *form,
                        struct kzi_walk_tiles *tiles, unsigned n_tiles) {
    uint64_t rows[KZI_WALK_WORDS];
    unsigned suits = 0, words = walk->n_words;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        suits |= (tiles->suit[suit]->n_tiles ? 1U : 0U) << suit;
    for (unsigned word = 0; word < words; word++)
        rows[word] = tiles->rows[word] & walk->suits[suits][word];
    bool sets = form->shape->form == KZI_FORM_SETS;
    for (unsigned i = walk->first_honors[n_tiles]; i < walk->first_honors[n_tiles + 1]; i++) {
        tiles->honors = walk->by_tiles[i];
        if (sets ? !kzi_walk_splits_into_sets(tiles, form->shape->sets)
                 : pairs_are_known(walk, tiles, form->shape->pairs))
            continue;
        for (unsigned word = 0; word < words; word++)
            tiles->rows[word] = rows[word] & tiles->honors->rows[word];
        kzi_walk_note_tiles(walk, tiles, form->shape->sets);
    }
}

static void with_suits(struct kzi_walk *walk, const struct form *form, struct kzi_walk_tiles *tiles,
                       unsigned suit, unsigned n_tiles) {
    const uint64_t *rows = tiles->rows;
    struct kzi_walk_tiles next = *tiles;
    unsigned from = suit ? 0 : walk->share, by = suit ? 1 : walk->shares;
    for (unsigned i = from; i < form->parts->first[n_tiles + 1] && !walk->failed; i += by) {
        next.suit[suit] = &form->parts->list[i];
        if (!next.suit[suit]->played[suit] || !is_possible(form, &next, suit + 1))
            continue;
        unsigned left = n_tiles - next.suit[suit]->n_tiles;
        for (unsigned word = 0; word < walk->n_words; word++)
            next.rows[word] = rows[word] & walk->present[suit][(size_t)i * walk->n_words + word];
        if (suit + 1 < KZI_SUITS)
            with_suits(walk, form, &next, suit + 1, left);
        else
            with_honors(walk, form, &next, left);
    }
}

static void find_form(struct kzi_walk *walk, const struct kzi_shape *shape) {
    struct kzi_walk_tiles tiles;
    struct form form = {shape, shape->form == KZI_FORM_SETS ? &walk->sets : &walk->even,
                        kzi_shape_tiles(shape)};
    if (shape->form == KZI_FORM_PAIRS)
        kzi_walk_find_even(walk, shape->pairs_differ);
    kzi_walk_find_present(walk, form.parts);
    kzi_walk_find_honors(walk, shape, form.n_tiles);
    memcpy(tiles.rows, walk->start, sizeof tiles.rows);
    with_suits(walk, &form, &tiles, 0, form.n_tiles);
}

/* --- all of them ----------------------------------------------------------------------------- */

static bool make_room(struct kzi_walk *walk) {
    walk->sets.list = calloc(KZI_WALK_PARTS, sizeof *walk->sets.list);
    walk->even.list = calloc(KZI_WALK_PARTS, sizeof *walk->even.list);
    walk->remembered = calloc(KZI_WALK_REMEMBERED, sizeof *walk->remembered);
    bool made = walk->sets.list && walk->even.list && walk->remembered;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        walk->present[suit] =
            calloc(KZI_WALK_PARTS, (walk->n_words + 1) * sizeof *walk->present[suit]);
        made &= walk->present[suit] != NULL;
    }
    return made;
}

static void release(struct kzi_walk *walk) {
    free(walk->sets.list);
    free(walk->even.list);
    free(walk->remembered);
    free(walk->asked);
    free(walk->counted);
    free(walk->by_tiles);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        free(walk->present[suit]);
    kzi_count_map_release(&walk->classes);
    kzi_count_map_release(&walk->honors);
}

/* Whether a shape names some honors, and not all that are played. */
static bool names_honors(const struct kzi_walk *walk, const struct kzi_shape *shape) {
    kzi_kinds all = walk->every->rules[0]->played >> KZI_HONOR, named = 0;
    for (unsigned i = 0; i < shape->n_bodies; i++)
        named |= shape->bodies[i] >> KZI_HONOR;
    return named && named != all;
}

static void find_all(struct kzi_walk *walk) {
    struct kzi_every *every = walk->every;
    kzi_walk_find_sets(walk);
    for (unsigned i = 0; i < every->n_shapes; i++) {
        walk->honors_by_kind |= names_honors(walk, every->shapes[i].shape);
        walk->n_sets_shapes += every->shapes[i].shape->form == KZI_FORM_SETS;
        walk->n_pairs_shapes += every->shapes[i].shape->form == KZI_FORM_PAIRS;
    }
    for (walk->shape = 0; walk->shape < every->n_shapes && !walk->failed; walk->shape++) {
        const struct kzi_shape *shape = every->shapes[walk->shape].shape;
        bool usual = shape->form == KZI_FORM_SETS || shape->form == KZI_FORM_PAIRS;
        if (usual && every->joined)
            continue;
        kzi_walk_find_shape_rows(walk);
        if (usual)
            find_form(walk, shape);
        else if (!walk->share)
            kzi_walk_find_others(walk, shape);
    }
}

static size_t count_asked(const struct kzi_every *every) {
    size_t count = 0;
    for (unsigned of = 0; of < every->n_telling; of++)
        count += every->rules[of]->scoring->n_asked;
    return count;
}

bool kzi_every_find_tiles(struct kzi_every *every, unsigned share, unsigned shares) {
    struct kzi_walk walk = {
        .every = every, .splits = every->rules[0]->shapes.splits, .share = share, .shares = shares};
    if (every->rules[1]->shapes.splits->max_sets > walk.splits->max_sets)
        walk.splits = every->rules[1]->shapes.splits;
    kzi_count_map_init(&walk.classes, sizeof(struct kzi_count_entry));
    kzi_count_map_init(&walk.honors, sizeof(struct kzi_walk_honors));
    walk.asked = calloc(count_asked(every) + 1, sizeof *walk.asked);
    if (walk.asked)
        kzi_walk_find_rows(&walk);
    walk.failed |= !walk.asked || !make_room(&walk);
    if (!walk.failed)
        find_all(&walk);
    release(&walk);
    return !walk.failed;
}

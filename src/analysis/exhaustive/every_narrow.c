/* What some tiles leave of the rows, whatever hands are made of them. */
#include "analysis/exhaustive/every_walk.h"

bool kzi_walk_may_be_named(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles) {
    kzi_kinds kinds = (kzi_kinds)tiles->honors->numbers << KZI_HONOR;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        kinds |= (kzi_kinds)tiles->suit[suit]->numbers << 9 * suit;
    for (unsigned i = 0; i < walk->every->n_shapes; i++) {
        const struct kzi_shape *shape = walk->every->shapes[i].shape;
        bool alone = shape->form == KZI_FORM_ONE_EACH &&
                     (unsigned)__builtin_popcountll(kinds) == shape->body_tiles;
        for (unsigned k = 0; k < shape->n_bodies; k++)
            if ((alone && !(kinds & ~shape->bodies[k])) ||
                (shape->form == KZI_FORM_BODY && !(shape->bodies[k] & ~kinds)))
                return true;
    }
    return false;
}

/* Whether there are as many tiles of each suit as a condition on exact tiles needs. */
bool kzi_walk_has_enough(const struct kzi_walk_asked *asked, const struct kzi_walk_tiles *tiles) {
    unsigned most = 0;
    bool together = false;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        if (tiles->suit[suit]->n_tiles < asked->suits[suit])
            return false;
        together |= !(asked->numbers & ~(unsigned)tiles->suit[suit]->numbers);
        most = tiles->suit[suit]->n_tiles > most ? tiles->suit[suit]->n_tiles : most;
    }
    return together && tiles->honors->n_tiles >= asked->suits[3] && most >= asked->letter;
}

static bool has_kongs(const struct kzi_walk_tiles *tiles) {
    unsigned kongs = tiles->honors->kongs;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        kongs |= tiles->suit[suit]->kongs;
    return kongs != 0;
}

static bool all_are_even(const struct kzi_walk_tiles *tiles) {
    kzi_suit_key keys = tiles->honors->key;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        keys |= tiles->suit[suit]->key;
    return !(keys & KZI_KEY_ONES) && !has_kongs(tiles);
}

/* Whether the tiles make no shape but the one under way, of sets or of pairs. */
static bool make_one_shape(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                           bool sets) {
    if (tiles->named)
        return false;
    return sets ? walk->n_sets_shapes == 1 && !(walk->n_pairs_shapes && all_are_even(tiles))
                : walk->n_pairs_shapes == 1;
}

/* Takes away what questions on exact tiles leave no hand. */
static void drop_asked(const struct kzi_walk *walk, struct kzi_walk_tiles *tiles) {
    for (unsigned i = 0; i < walk->n_asked; i++) {
        const struct kzi_walk_asked *asked = &walk->asked[i];
        if (kzi_walk_has_enough(asked, tiles))
            continue;
        for (unsigned word = 0; word < asked->words; word++)
            tiles->rows[asked->first + word] &= asked->without[word];
    }
}

/* Of rows that are sure to hold takes away what stands beside them. */
static void fold(const struct kzi_walk *walk, struct kzi_walk_tiles *tiles) {
    uint64_t *rows = tiles->rows;
    for (unsigned of = 0; of < 2; of++, rows += walk->words[0])
        kzi_every_fold(&walk->every->folds[of], walk->sure.of[of], rows);
}

static bool is_concerned(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                         const struct kzi_both_rows *sure) {
    const uint64_t *const left[2] = {tiles->rows, tiles->rows + walk->words[0]};
    const uint64_t *const both[2] = {sure->of[0], sure->of[1]};
    return kzi_every_concerns(walk->every->concern, walk->words, left, both);
}

/* Where they may make a shape that names its tiles they stand once for all kongs. */
static bool narrow_concerned(struct kzi_walk *walk, struct kzi_walk_tiles *tiles, bool sets,
                             bool one) {
    static const struct kzi_both_rows nothing;
    const struct kzi_both_rows *sure = one ? &walk->sure : &nothing;
    if ((tiles->named && has_kongs(tiles)) || !is_concerned(walk, tiles, sure))
        return false;
    if (!one || !sets)
        return true;
    kzi_walk_and_groups(walk, tiles, tiles->rows);
    return is_concerned(walk, tiles, sure);
}

bool kzi_walk_narrow(struct kzi_walk *walk, struct kzi_walk_tiles *tiles, bool sets) {
    bool one = make_one_shape(walk, tiles, sets);
    drop_asked(walk, tiles);
    if (one)
        kzi_walk_and_rows(tiles->rows, walk->shape_rows, walk->n_words);
    if (walk->every->view == KZI_CONCERNED_HANDS && !narrow_concerned(walk, tiles, sets, one))
        return false;
    if (one)
        fold(walk, tiles);
    return true;
}

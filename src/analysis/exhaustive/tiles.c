/* The sets of tiles of each form, suit by suit. */
#include "analysis/exhaustive/join.h"

/* Bits of forms without and with a pair. */
#define WITHOUT UINT64_C(0x5555555555555555)

static bool may_be_singles(const struct kzi_join_form *form, unsigned suit, kzi_suit_key key,
                           unsigned numbers, unsigned *pair) {
    bool whole = kzi_shape_has_whole_body(form->shape);
    kzi_suit_key two = key & KZI_KEY_ONES << 1;
    *pair = (unsigned)__builtin_popcount(two);
    return !(key & KZI_KEY_ONES << 2) && !(two >> 1 & key) && *pair <= form->shape->one_more &&
           (whole ? numbers == form->numbers[suit] : !(numbers & ~form->numbers[suit]));
}

static bool may_be_pairs(const struct kzi_join_form *form, kzi_suit_key key) {
    return !(key & KZI_KEY_ONES) && !(key & KZI_KEY_ONES << 2 && form->shape->pairs_differ);
}

static bool may_be_sets(const struct kzi_join *join, unsigned index, unsigned suit,
                        kzi_suit_key key, unsigned numbers, unsigned *pair) {
    const struct kzi_join_form *form = &join->forms[index];
    unsigned tiles = kzi_join_tiles_of(key);
    if (form->numbers[suit] & ~numbers ||
        join->sets_left[index][1U << suit][tiles] == KZI_JOIN_NEVER)
        return false;
    kzi_suit_key rest = kzi_join_rest(form, suit, key);
    *pair = kzi_join_has_pair(kzi_join_tiles_of(rest));
    return kzi_suit_find(join->every->rules[0]->shapes.splits,
                         rest | (suit == KZI_SUITS ? KZI_HONORS : 0)) != NULL;
}

uint64_t kzi_join_forms_of(const struct kzi_join *join, unsigned suit, kzi_suit_key key) {
    uint64_t forms = 0;
    unsigned numbers = 0;
    for (unsigned i = 0; i < 9; i++)
        numbers |= (key >> 3 * i & 7 ? 1U : 0U) << i;
    for (unsigned i = 0; i < join->n_forms; i++) {
        const struct kzi_join_form *form = &join->forms[i];
        unsigned pair = 0;
        if (kzi_join_has_sets(form)      ? may_be_sets(join, i, suit, key, numbers, &pair)
            : kzi_join_has_singles(form) ? may_be_singles(form, suit, key, numbers, &pair)
                                         : may_be_pairs(form, key))
            forms |= UINT64_C(1) << (2 * i + pair);
    }
    return forms;
}

struct tiles_ctx {
    const struct kzi_join *join;
    unsigned suit;
    void (*each)(void *context, kzi_suit_key key, uint64_t forms);
    void *context;
};

static void from_number(const struct tiles_ctx *ctx, unsigned number, kzi_suit_key key,
                        unsigned tiles) {
    if (number == (ctx->suit < KZI_SUITS ? 9 : 7)) {
        uint64_t forms = kzi_join_forms_of(ctx->join, ctx->suit, key);
        if (forms)
            ctx->each(ctx->context, key, forms);
        return;
    }
    unsigned copies = ctx->join->every->rules[0]->model->copies[9 * ctx->suit + number];
    for (unsigned count = 0; count <= copies && tiles + count <= ctx->join->n_tiles; count++)
        from_number(ctx, number + 1, key | (kzi_suit_key)count << 3 * number, tiles + count);
}

void kzi_join_each_tiles(const struct kzi_join *join, unsigned suit,
                         void each(void *context, kzi_suit_key key, uint64_t forms),
                         void *context) {
    const struct tiles_ctx ctx = {join, suit, each, context};
    from_number(&ctx, 0, 0, 0);
}

/* --- all sets of tiles -------------------------------------------------------------------------
 */

/* So many choices of tiles of some suits are part of these forms. */
struct tiles {
    struct kzi_count_entry entry;
    uint64_t forms;
    unsigned n_tiles;
};

struct counting {
    struct kzi_join *join;
    struct kzi_count_map map; /* of struct tiles */
};

static void add(struct counting *counting, uint64_t forms, unsigned n_tiles, uint64_t count) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    bool fresh;
    kzi_count_key_add(&key, forms);
    kzi_count_key_add(&key, n_tiles);
    if (!forms || n_tiles > counting->join->n_tiles)
        return;
    struct tiles *tiles = kzi_count_map_find(&counting->map, key, &fresh);
    counting->join->failed |= !tiles;
    if (!tiles)
        return;
    tiles->entry.count += count;
    tiles->forms = forms;
    tiles->n_tiles = n_tiles;
}

static void add_suit(void *context, kzi_suit_key key, uint64_t forms) {
    add(context, forms, kzi_join_tiles_of(key), 1);
}

/* Of the forms that both can be part of, with at most one pair. */
static uint64_t join_forms(uint64_t a, uint64_t b) {
    uint64_t without = a & b & WITHOUT, with = ((a & WITHOUT) << 1 & b) | ((b & WITHOUT) << 1 & a);
    return without | (with & ~WITHOUT);
}

static void multiply(struct counting *all, const struct counting *suit) {
    struct counting made = {.join = all->join};
    kzi_count_map_init(&made.map, sizeof(struct tiles));
    for (size_t i = 0; i < all->map.count; i++)
        for (size_t k = 0; k < suit->map.count; k++) {
            const struct tiles *a = kzi_count_map_at(&all->map, i),
                               *b = kzi_count_map_at(&suit->map, k);
            add(&made, join_forms(a->forms, b->forms), a->n_tiles + b->n_tiles,
                a->entry.count * b->entry.count);
        }
    kzi_count_map_release(&all->map);
    *all = made;
}

/* Add whole sets of tiles to the first shape that they make. */
static void add_to_shape(const struct kzi_join *join, const struct tiles *tiles) {
    struct kzi_every *every = join->every;
    for (unsigned i = 0; i < join->n_forms && tiles->n_tiles == join->n_tiles; i++)
        if (tiles->forms >> 2 * i & (kzi_join_wants_pair(&join->forms[i]) ? 2 : 1)) {
            every->shapes[join->forms[i].in_every].tiles +=
                tiles->entry.count * every->rules[0]->model->n_seats * KZI_EVERY_ROUNDS;
            return;
        }
}

void kzi_join_count_tiles(struct kzi_join *join) {
    struct counting all = {.join = join};
    kzi_count_map_init(&all.map, sizeof(struct tiles));
    add(&all, WITHOUT, 0, 1);
    for (unsigned suit = 0; suit < 4; suit++) {
        struct counting found = {.join = join};
        kzi_count_map_init(&found.map, sizeof(struct tiles));
        kzi_join_each_tiles(join, suit, add_suit, &found);
        multiply(&all, &found);
        kzi_count_map_release(&found.map);
    }
    for (size_t i = 0; i < all.map.count; i++)
        add_to_shape(join, kzi_count_map_at(&all.map, i));
    kzi_count_map_release(&all.map);
}

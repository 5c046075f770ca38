/* What makes sets of tiles alike: the rows that they leave, the blocks of their suits, what is
 * known of their chows and pungs by rank. */
#include "analysis/exhaustive/every_walk.h"
#include "compile/condition/evaluation.h"
#include "tile/sets.h"

bool kzi_walk_splits_into_sets(const struct kzi_walk_tiles *tiles, unsigned n_sets) {
    unsigned pairs = tiles->honors->splits ? tiles->honors->split.pair != 0 : 2;
    unsigned sets = tiles->honors->n_tiles / 3;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        pairs += tiles->suit[suit]->n_splits ? tiles->suit[suit]->n_tiles % 3 == 2 : 2;
        sets += tiles->suit[suit]->n_tiles / 3;
    }
    return pairs == 1 && sets == n_sets;
}

/* How much of the choice among sets a key must hold. */
struct detail {
    bool placed; /* where each set stands */
    bool exact;  /* every tile */
};

/* What the rules know of chows or pungs of a rank. */
static void add_rank(const struct kzi_rank_rows *rows, const struct kzi_set_choices *choices,
                     unsigned rank, struct kzi_count_key *key, struct detail *detail) {
    kzi_count_key_add(key, rows->class_of ? rows->class_of[rank] : 0);
    if (!choices->list_of)
        return;
    const struct kzi_set_list *list = &choices->lists[choices->list_of[rank]];
    detail->placed |= list->count != 1 || choices->choices[list->first].n_uses;
    detail->exact |= !list->whole;
}

static void add_split(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                      const struct kzi_split *const split[4], struct kzi_count_key *key,
                      struct detail *detail) {
    unsigned ids[KZI_SUITS];
    uint32_t pungs = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        ids[suit] = split[suit]->chow_id;
        pungs |= (uint32_t)(split[suit]->pungs | tiles->suit[suit]->kongs) << 9 * suit;
    }
    unsigned chow_rank = kzi_chow_rank(ids), pung_rank = kzi_pung_rank(pungs);
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
        const struct kz_ruleset *rules = walk->every->rules[of];
        add_rank(&rules->scoring->chows, &rules->set_choices[KZI_OF_CHOWS_ALONE], chow_rank, key,
                 detail);
        add_rank(&rules->scoring->pungs, &rules->set_choices[KZI_OF_PUNGS_ALONE], pung_rank, key,
                 detail);
    }
    kzi_walk_add_patterns(walk, tiles, split, key, &detail->exact);
}

static void add_splits(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                       struct kzi_count_key *key, struct detail *detail) {
    const struct kzi_split *split[4] = {NULL};
    const struct kzi_walk_part *const *suit = tiles->suit;
    split[3] = &tiles->honors->split;
    for (unsigned m = 0; m < suit[0]->n_splits; m++)
        for (unsigned p = 0; p < suit[1]->n_splits; p++)
            for (unsigned s = 0; s < suit[2]->n_splits; s++) {
                split[0] = suit[0]->splits + m;
                split[1] = suit[1]->splits + p;
                split[2] = suit[2]->splits + s;
                add_split(walk, tiles, split, key, detail);
            }
}

/* The blocks of all suits, wherever they stand. */
static void add_blocks(struct kzi_count_key *key, const struct kzi_walk_tiles *tiles) {
    uint16_t blocks[KZI_SUITS * KZI_WALK_BLOCKS];
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; i < kzi_walk_blocks_of(tiles, suit)->count; i++) {
            uint16_t block = kzi_walk_blocks_of(tiles, suit)->of[suit][i];
            unsigned at = count++;
            for (; at && blocks[at - 1] > block; at--)
                blocks[at] = blocks[at - 1];
            blocks[at] = block;
        }
    for (unsigned i = 0; i < count; i++)
        kzi_count_key_add(key, blocks[i]);
}

void kzi_walk_note(struct kzi_walk *walk, struct kzi_count_key key, struct kzi_every_tiles *made,
                   uint64_t count) {
    made->alike = (struct kzi_count_entry){key, count};
    made->shape = (uint8_t)walk->shape;
    walk->every->shapes[walk->shape].tiles += count;
    walk->failed |= !kzi_every_add_tiles(walk->every, made);
}

static bool may_hold(const struct kzi_walk_asked *asked, const struct kzi_walk_tiles *tiles) {
    return kzi_walk_any_common(tiles->rows + asked->first, asked->rows, asked->words) &&
           kzi_walk_has_enough(asked, tiles);
}

/* Whether a row is left that asks what classes do not tell, or a shape. */
static bool needs_exact(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles) {
    bool exact = kzi_walk_any_common(tiles->rows, walk->kongs, walk->n_words) || tiles->named;
    for (unsigned i = 0; i < walk->n_asked && !exact; i++)
        exact = may_hold(&walk->asked[i], tiles);
    return exact;
}

static void note(struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                 struct kzi_count_key key, bool kongs_settled) {
    struct kzi_every_tiles made = {
        .kongs_settled = kongs_settled, .seat = tiles->honors->seat, .round = tiles->honors->round};
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        made.suits[suit] = tiles->suit[suit]->key;
        made.kongs[suit] = tiles->suit[suit]->kongs;
    }
    made.suits[KZI_SUITS] = tiles->honors->key;
    made.kongs[KZI_SUITS] = tiles->honors->kongs;
    kzi_walk_note(walk, key, &made, tiles->honors->alike.count);
}

static void add_suits(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                      unsigned sets, struct kzi_count_key *key) {
    struct detail detail = {false, false};
    struct kzi_count_key splits = *key;
    if (walk->every->view != KZI_COUNTED_HANDS && kzi_walk_splits_into_sets(tiles, sets))
        add_splits(walk, tiles, &splits, &detail);
    if (detail.exact || needs_exact(walk, tiles)) {
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            kzi_count_key_add(key,
                              (uint64_t)tiles->suit[suit]->key << 9 | tiles->suit[suit]->kongs);
    } else if (detail.placed) {
        kzi_walk_add_placed(walk, tiles, key);
    } else {
        *key = splits;
        add_blocks(key, tiles);
    }
}

void kzi_walk_note_tiles(struct kzi_walk *walk, struct kzi_walk_tiles *tiles, unsigned sets) {
    struct kzi_count_key key = tiles->honors->sorts;
    tiles->named = kzi_walk_may_be_named(walk, tiles);
    if (walk->n_words && !kzi_walk_narrow(walk, tiles, sets))
        return;
    tiles->waits = kzi_walk_any_common(tiles->rows, walk->waits, walk->n_words);
    for (unsigned i = 0; i < walk->n_words; i++)
        kzi_count_key_add(&key, tiles->rows[i]);
    add_suits(walk, tiles, sets, &key);
    note(walk, tiles, key, walk->every->view == KZI_CONCERNED_HANDS && sets && !tiles->named);
}

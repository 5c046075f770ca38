/* Where combinations can be chosen, it matters which sets they are made of: blocks keep their
 * places in a suit, and choices name the sets by place.  Which suit is which does not matter, so
 * that suits come in an order of their own: of all that are possible the one of the lowest key. */
#include "analysis/exhaustive/every_walk.h"
#include "tile/sets.h"

struct placing {
    const struct kzi_walk *walk;
    const struct kzi_walk_tiles *tiles;
    const uint8_t *suits; /* in their order */
};

/* How many sets of one sort each suit has. */
struct sets {
    unsigned rank, count[KZI_SUITS];
};

static uint64_t digest_of(struct kzi_count_key key) {
    return key.a ^ (key.b << 32 | key.b >> 32);
}

/* --- choices --------------------------------------------------------------------------------- */

/* Sets by rising tile as sets by place: suits change theirs. */
static unsigned placed(const struct placing *placing, const struct sets *sets, unsigned mask) {
    unsigned from[KZI_SUITS] = {0, sets->count[0], sets->count[0] + sets->count[1]};
    unsigned to = 0, made = 0;
    for (unsigned i = 0; i < KZI_SUITS; i++) {
        unsigned suit = placing->suits[i];
        made |= (mask >> from[suit] & ((1U << sets->count[suit]) - 1)) << to;
        to += sets->count[suit];
    }
    return made;
}

/* The same in whatever order the uses come. */
static uint64_t digest_choice(const struct placing *placing, const struct sets *sets,
                              const struct kzi_set_choice *choice) {
    uint64_t uses = 0;
    for (unsigned i = 0; i < choice->n_uses; i++) {
        struct kzi_count_key key = KZI_NEW_COUNT_KEY;
        kzi_count_key_add(&key, choice->uses[i].yaku);
        kzi_count_key_add(&key, placed(placing, sets, choice->uses[i].groups));
        uses += digest_of(key);
    }
    return uses;
}

static void add_choices(struct kzi_count_key *key, const struct placing *placing,
                        const struct kzi_set_choices *all, const struct sets *sets) {
    uint64_t choices = 0;
    if (!all->list_of)
        return;
    const struct kzi_set_list *list = &all->lists[all->list_of[sets->rank]];
    for (unsigned i = 0; i < list->count; i++) {
        struct kzi_count_key choice = KZI_NEW_COUNT_KEY;
        kzi_count_key_add(&choice, digest_choice(placing, sets, &all->choices[list->first + i]));
        choices += digest_of(choice);
    }
    kzi_count_key_add(key, choices);
}

/* --- splits ---------------------------------------------------------------------------------- */

static void count_sets(const struct kzi_walk_tiles *tiles, const struct kzi_split *const split[4],
                       struct sets *chows, struct sets *pungs) {
    unsigned ids[KZI_SUITS];
    uint32_t all = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned of_suit = split[suit]->pungs | tiles->suit[suit]->kongs;
        ids[suit] = split[suit]->chow_id;
        chows->count[suit] = kzi_ranks.n_chows[ids[suit]];
        pungs->count[suit] = kzi_ranks.n_pungs[of_suit];
        all |= (uint32_t)of_suit << 9 * suit;
    }
    chows->rank = kzi_chow_rank(ids);
    pungs->rank = kzi_pung_rank(all);
}

/* at: which of its splits each suit has. */
static uint64_t digest_split(const struct placing *placing, const unsigned at[KZI_SUITS]) {
    const struct kzi_split *split[4] = {NULL, NULL, NULL, &placing->tiles->honors->split};
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct sets chows, pungs;
    bool exact = false; /* no pattern is there that would make it so */
    for (unsigned i = 0; i < KZI_SUITS; i++) {
        unsigned suit = placing->suits[i];
        split[suit] = placing->tiles->suit[suit]->splits + at[suit];
        kzi_count_key_add(&key, at[suit]);
    }
    count_sets(placing->tiles, split, &chows, &pungs);
    for (unsigned of = 0; of < placing->walk->every->n_telling; of++) {
        const struct kz_ruleset *rules = placing->walk->every->rules[of];
        const struct kzi_program *program = rules->scoring;
        kzi_count_key_add(&key, program->chows.class_of ? program->chows.class_of[chows.rank] : 0);
        kzi_count_key_add(&key, program->pungs.class_of ? program->pungs.class_of[pungs.rank] : 0);
        add_choices(&key, placing, &rules->set_choices[KZI_OF_CHOWS_ALONE], &chows);
        add_choices(&key, placing, &rules->set_choices[KZI_OF_PUNGS_ALONE], &pungs);
    }
    kzi_walk_add_patterns(placing->walk, placing->tiles, split, &key, &exact);
    return digest_of(key);
}

static uint64_t digest_splits(const struct placing *placing) {
    const struct kzi_walk_part *const *suit = placing->tiles->suit;
    uint64_t splits = 0;
    unsigned at[KZI_SUITS];
    for (at[0] = 0; at[0] < suit[0]->n_splits; at[0]++)
        for (at[1] = 0; at[1] < suit[1]->n_splits; at[1]++)
            for (at[2] = 0; at[2] < suit[2]->n_splits; at[2]++)
                splits += digest_split(placing, at);
    return splits;
}

/* --- suits ----------------------------------------------------------------------------------- */

/* Fewer blocks first; else by the first that differs. */
static int compare(const struct kzi_walk_tiles *tiles, unsigned one, unsigned other) {
    const struct kzi_walk_blocks *a = kzi_walk_blocks_of(tiles, one),
                                 *b = kzi_walk_blocks_of(tiles, other);
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (unsigned i = 0; i < a->count; i++)
        if (a->of[one][i] != b->of[other][i])
            return a->of[one][i] < b->of[other][i] ? -1 : 1;
    return 0;
}

void kzi_walk_add_placed(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                         struct kzi_count_key *key) {
    static const uint8_t ways[6][KZI_SUITS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                               {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const uint8_t *suits = NULL;
    uint64_t least = 0;
    for (unsigned way = 0; way < 6; way++) {
        const uint8_t *now = ways[way];
        if (compare(tiles, now[0], now[1]) > 0 || compare(tiles, now[1], now[2]) > 0)
            continue;
        uint64_t splits = digest_splits(&(struct placing){walk, tiles, now});
        if (suits && splits >= least)
            continue;
        suits = now;
        least = splits;
    }
    for (unsigned i = 0; suits && i < KZI_SUITS; i++) {
        const struct kzi_walk_blocks *blocks = kzi_walk_blocks_of(tiles, suits[i]);
        kzi_count_key_add(key, blocks->count);
        for (unsigned k = 0; k < blocks->count; k++)
            kzi_count_key_add(key, blocks->of[suits[i]][k]);
    }
    kzi_count_key_add(key, least);
}

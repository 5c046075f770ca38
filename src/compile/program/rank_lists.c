#include "compile/program/rank_lists.h"

#include "base/compiler.h"
#include "compile/condition/pattern.h"

/* Limits on the lists of a ruleset.  Further patterns are not looked up but matched against each
 * hand, because their lists would take too long to load. */
#define MAX_STEPS (4 * 1000 * 1000)
#define MAX_LISTS UINT16_MAX

/* A multiset of sets, and which of them form an instance. */
struct sets {
    unsigned count, own;             /* own: the sets of the instance, as bits */
    unsigned tiles[KZI_RANKED_SETS]; /* rising */
    unsigned ids[KZI_SUITS];         /* for chows */
    uint32_t pungs;
};

struct kzi_rank_lists *kzi_rank_lists_new(struct kzi_arena *arena, enum kzi_set_kind kind,
                                          bool which) {
    struct kzi_rank_lists *all = KZI_NEW(arena, struct kzi_rank_lists);
    all->arena = arena;
    all->chows = kind == KZI_OF_CHOWS_ALONE;
    all->which = which;
    return all;
}

static unsigned count_ranks(const struct kzi_rank_lists *all) {
    return all->chows ? KZI_CHOW_RANKS : KZI_PUNG_RANKS;
}

/* Return the list with one more instance, or the list itself if it has that instance or there are
 * too many lists. */
static inline unsigned list_with(struct kzi_rank_lists *all, unsigned list, unsigned test_index,
                                 unsigned own) {
    unsigned at = list;
    for (; at && all->lists[at].test_index == test_index; at = all->lists[at].shorter)
        if (all->lists[at].sets == own)
            return list;
    for (at = all->lists[list].longer; at && all->lists[at].test_index == test_index;
         at = all->lists[at].next)
        if (all->lists[at].sets == own)
            return at;
    if (all->count == MAX_LISTS)
        return list;
    *KZI_ADD(all->arena, all->lists, all->count) =
        (struct kzi_rank_list){.shorter = (uint16_t)list,
                               .next = all->lists[list].longer,
                               .test_index = (uint16_t)test_index,
                               .sets = (uint8_t)own};
    return all->lists[list].longer = (uint16_t)(all->count - 1);
}

/* Return the tiles whose set can be added to these, as bits. */
static inline uint32_t tiles_besides(const struct sets *sets, bool chows) {
    const uint32_t starts = (1U << KZI_CHOW_STARTS) - 1;
    return chows ? starts | starts << 9 | starts << 18 : ((1U << KZI_HONOR) - 1) & ~sets->pungs;
}

/* Return the sets of the instance after another set is inserted at index `at`. */
static inline unsigned own_with(const struct sets *sets, unsigned at) {
    const unsigned below = (1U << at) - 1;
    return (sets->own & below) | (sets->own & ~below) << 1;
}

static void insert(struct sets *sets, bool chows, unsigned at, unsigned tile) {
    sets->own = own_with(sets, at);
    for (unsigned i = sets->count++; i > at; i--)
        sets->tiles[i] = sets->tiles[i - 1];
    sets->tiles[at] = tile;
    if (chows)
        sets->ids[tile / 9] = kzi_ranks.one_more[sets->ids[tile / 9]][tile % 9];
    else
        sets->pungs |= UINT32_C(1) << tile;
}

/* Add the instance to the multisets with one more set, inserted at index `at`, of a suit.  The suit
 * is a constant in each call, so that most of the rank is computed outside the loop. */
KZI_ALWAYS_INLINE void add_one(struct kzi_rank_lists *all, unsigned test_index,
                               const struct sets *sets, unsigned at, unsigned suit,
                               uint32_t tiles) {
    const unsigned own = all->which ? own_with(sets, at) : 0, *ids = sets->ids;
    KZI_EACH_IN(tiles >> 9 * suit & 511, number) {
        const unsigned id = kzi_ranks.one_more[ids[suit]][number % KZI_CHOW_STARTS];
        uint16_t *list =
            &all->list_of[all->chows
                              ? kzi_chow_rank((unsigned[]){suit == 0 ? id : ids[0],
                                                           suit == 1 ? id : ids[1],
                                                           suit == 2 ? id : ids[2]})
                              : kzi_pung_rank(sets->pungs | UINT32_C(1) << 9 * suit << number)];
        *list = (uint16_t)list_with(all, *list, test_index, own);
        all->steps++;
    }
}

/* Add the instance to all multisets with further sets, which are added in rising order from tile
 * `from`.  A further set equal to a set of the instance is inserted before and after it, because
 * each way is an instance of other sets. */
static void add_more(struct kzi_rank_lists *all, unsigned test_index, const struct sets *sets,
                     unsigned from) {
    const unsigned places = all->which ? sets->count : 0;
    for (unsigned at = 0; at <= places && sets->count < KZI_RANKED_SETS; at++) {
        const unsigned first = at && sets->tiles[at - 1] > from ? sets->tiles[at - 1] : from,
                       last = at < places ? sets->tiles[at] : KZI_HONOR - 1;
        uint32_t tiles = tiles_besides(sets, all->chows) & ((2U << last) - 1);
        tiles = tiles >> first << first;
        add_one(all, test_index, sets, at, 0, tiles);
        add_one(all, test_index, sets, at, 1, tiles);
        add_one(all, test_index, sets, at, 2, tiles);
        for (; sets->count + 1 < KZI_RANKED_SETS && tiles; tiles &= tiles - 1) {
            struct sets more = *sets;
            insert(&more, all->chows, at, (unsigned)__builtin_ctz(tiles));
            add_more(all, test_index, &more, (unsigned)__builtin_ctz(tiles));
        }
    }
}

static void add_instances(struct kzi_rank_lists *all, const struct kzi_pattern *pattern,
                          unsigned test_index, const struct sets *first, bool twice) {
    for (unsigned place = 0; place < KZI_FALLS * 9; place++) {
        struct kzi_group groups[KZI_MAX_TERMS];
        struct sets sets = *first;
        bool fits = kzi_place_pattern(pattern, place / 9, place % 9 + 1, groups);
        for (unsigned i = 0, at = 0; fits && i < pattern->n_terms; i++, at = 0) {
            const unsigned tile = groups[i].tile;
            fits = sets.count < KZI_RANKED_SETS && tiles_besides(&sets, all->chows) >> tile & 1;
            while (fits && at < sets.count && sets.tiles[at] < tile)
                at++;
            if (fits)
                insert(&sets, all->chows, at, tile);
        }
        if (!fits)
            continue;
        sets.own = (1U << sets.count) - 1;
        if (twice) {
            add_instances(all, pattern, test_index, &sets, false);
            continue;
        }
        uint16_t *list =
            &all->list_of[all->chows ? kzi_chow_rank(sets.ids) : kzi_pung_rank(sets.pungs)];
        const uint16_t before = *list;
        *list = (uint16_t)list_with(all, before, test_index, all->which ? sets.own : 0);
        if (*list != before) /* otherwise an earlier place gave the same sets */
            add_more(all, test_index, &sets, 0);
    }
}

void kzi_rank_lists_add(struct kzi_rank_lists *all, const struct kzi_condition *test,
                        unsigned test_index) {
    const size_t steps = all->steps;
    if (steps > MAX_STEPS || all->count == MAX_LISTS)
        return;
    if (!all->list_of) {
        all->list_of = KZI_NEW_ARRAY(all->arena, count_ranks(all), uint16_t);
        *KZI_ADD(all->arena, all->lists, all->count) = (struct kzi_rank_list){0};
    }
    add_instances(all, &test->argument.pattern, test_index, &(struct sets){0},
                  test->argument.pattern.twice);
    if (all->count < MAX_LISTS)
        kzi_set_bit(all->added, test_index);
    /* A step takes as long as 8 of the arena's. */
    kzi_arena_spend(all->arena, 8 * (all->steps - steps));
}

void kzi_rank_lists_number(struct kzi_rank_lists *all) {
    const unsigned n_ranks = count_ranks(all);
    /* If there are few lists, keep even those without a rank, unless each list is solved. */
    const bool few = !all->which && all->count < n_ranks / 16;
    uint16_t *list_of = all->list_of, *numbers = KZI_NEW_ARRAY(all->arena, all->count, uint16_t);
    for (unsigned rank = 0; !few && rank < n_ranks; rank++)
        numbers[list_of[rank]] = 1;
    for (unsigned list = 0; list < all->count; list++)
        if (few || numbers[list]) {
            numbers[list] = (uint16_t)all->n_used;
            *KZI_ADD(all->arena, all->used, all->n_used) = (uint16_t)list;
        }
    for (unsigned rank = 0; !few && rank < n_ranks; rank++)
        list_of[rank] = numbers[list_of[rank]];
}

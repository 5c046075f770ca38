#include "hand/readings.h"

#include "base/compiler.h"
#include "hand/parts.h"
#include "tile/sets.h"

#include <stddef.h>
#include <string.h>

const char *const kzi_wait_names[KZI_WAITS] = {"none", "two_sided", "edge", "closed",
                                               "pair", "pung",      "body", "single"};

_Static_assert(KZI_CHOW == 0 && KZI_PUNG * KZI_SET_KIND == KZI_SPLIT_PUNG, "codes of groups");
_Static_assert(KZI_MAX_GROUPS == 8, "the groups of a reading are one word");

/* The sevens of the number suits, as bits by kind. */
#define SEVENS (UINT32_C(1) << 6 | UINT32_C(1) << 15 | UINT32_C(1) << 24)

/* --- laying readings down -------------------------------------------------------------------- */

/* For each split of the suits, join the codes of all groups to one word, and assign the winning
 * tile to each group that can contain it. */

/* The state of finding the readings of one shape. */
struct arrangement_ctx {
    const struct kzi_hand *hand;
    const struct kzi_tiles *tiles;
    const struct kzi_splits *splits;
    unsigned shape;
    const struct kzi_shapes *shapes; /* for spelled hands */
    struct kzi_reading *list;        /* the readings found */
    unsigned count, capacity;
    bool more; /* there were more than capacity */

    /* For one split of the tiles: */
    const struct kzi_suits *suits; /* concealed tiles */
    uint64_t codes;                /* of all groups, melds first */
    unsigned n_groups, n_sets, body;
    unsigned chow_rank, pung_rank;
};

/* Start a split with the melds. */
static inline void start_with_melds(struct arrangement_ctx *ctx) {
    ctx->codes = ctx->tiles->melds;
    ctx->n_groups = ctx->n_sets = ctx->hand->n_melds;
    ctx->body = ctx->chow_rank = ctx->pung_rank = 0;
}

/* Append a reading, unless the list is full.  won: the group with the winning tile, as a bit. */
KZI_ALWAYS_INLINE void append_reading(struct arrangement_ctx *ctx, unsigned won, enum kzi_hold hold,
                                      unsigned wait) {
    ctx->more |= ctx->count == ctx->capacity;
    if (ctx->more)
        return;
    struct kzi_reading *reading = &ctx->list[ctx->count++];
    const uint64_t codes = kzi_little_endian(ctx->codes);
    memcpy(reading->codes, &codes, sizeof codes);
    reading->shape = (uint8_t)ctx->shape;
    reading->wait = (uint8_t)wait;
    reading->n_groups = (uint8_t)ctx->n_groups;
    reading->n_sets = (uint8_t)ctx->n_sets;
    reading->n_melds = ctx->hand->n_melds;
    reading->claimed = ctx->tiles->claimed;
    reading->won = (uint8_t)won;
    reading->won_hold = (uint8_t)hold;
    reading->body = (uint8_t)ctx->body;
    reading->chow_rank = (uint16_t)ctx->chow_rank;
    reading->pung_rank = (uint16_t)ctx->pung_rank;
}

/* Return the wait, given the code of the group with the winning tile.  A chow has an edge wait if
 * the two tiles held are the outermost of the suit.  Without branches, because waits are
 * unpredictable. */
KZI_ALWAYS_INLINE unsigned wait_in(unsigned code, unsigned win) {
    _Static_assert(KZI_WAIT_EDGE == KZI_WAIT_TWO_SIDED + 1, "the wait of a chow at the edge");
    static const uint8_t by_place[KZI_PAIR + 1][3] = {
        [KZI_CHOW] = {KZI_WAIT_TWO_SIDED, KZI_WAIT_CLOSED, KZI_WAIT_TWO_SIDED},
        [KZI_PUNG] = {KZI_WAIT_PUNG},
        [KZI_PAIR] = {KZI_WAIT_PAIR}};
    static const uint32_t at_edge[KZI_PAIR + 1][3] = {[KZI_CHOW] = {SEVENS, 0, SEVENS >> 6}};
    unsigned kind = code / KZI_SET_KIND, tile = code % KZI_SET_KIND, place = win - tile;
    return by_place[kind][place] + (at_edge[kind][place] >> tile % 32 & 1);
}

/* Return the groups that can contain the winning tile, as bits; of equal ones, which are adjacent,
 * the first.  All eight codes are compared at once with the three chows that have the tile, its
 * pung and its pair. */
KZI_ALWAYS_INLINE unsigned groups_with(const struct arrangement_ctx *ctx, unsigned win) {
    kzi_eight from_win = (kzi_eight)ctx->codes - kzi_eight_times(win);
    uint64_t with =
        (uint64_t)((from_win == kzi_eight_times(0)) | (from_win == kzi_eight_times(UINT8_MAX)) |
                   (from_win == kzi_eight_times(UINT8_MAX - 1)) |
                   (from_win == kzi_eight_times(KZI_PUNG * KZI_SET_KIND)) |
                   (from_win == kzi_eight_times(KZI_PAIR * KZI_SET_KIND)));
    uint64_t again = (uint64_t)((kzi_eight)ctx->codes == (kzi_eight)(ctx->codes << 8 | UINT8_MAX));
    unsigned n_melds = ctx->hand->n_melds;
    unsigned concealed = ((1U << ctx->n_groups) - 1) & ~((1U << n_melds) - 1);
    return kzi_high_bits(with & (~again | UINT64_C(255) << 8 * n_melds)) & concealed;
}

KZI_ALWAYS_INLINE void assign_winning_tile(struct arrangement_ctx *ctx) {
    unsigned win = ctx->hand->win;
    const enum kzi_hold hold = ctx->hand->self_draw ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
    KZI_EACH_IN(groups_with(ctx, win), i)
        append_reading(ctx, 1U << i, hold, wait_in(ctx->codes >> 8 * i & 255, win));
}

/* --- sets and a pair ------------------------------------------------------------------------- */

/* Return the list of sets of a split, which is zero after the last set, without the other bytes of
 * the word. */
KZI_ALWAYS_INLINE uint64_t list_of_sets(const struct kzi_split *split) {
    return kzi_eight_counts(split->sets) & ((UINT64_C(1) << 8 * KZI_MAX_SETS) - 1);
}

/* Put the sets of a suit before those in `after`.  suit: the number of its first tile in every
 * byte. */
KZI_ALWAYS_INLINE uint64_t put_suit(const struct kzi_split *split, uint64_t suit, uint64_t after) {
    static const uint64_t nines[KZI_MAX_SETS + 1] = {0,        0x09,       0x0909,
                                                     0x090909, 0x09090909, 0x0909090909};
    return after << 8 * split->n_sets | (list_of_sets(split) + suit * nines[split->n_sets]);
}

KZI_ALWAYS_INLINE uint64_t join_sets(const struct kzi_split *const split[4]) {
    return put_suit(split[0], 0,
                    put_suit(split[1], 1, put_suit(split[2], 2, put_suit(split[3], 3, 0))));
}

/* Join the codes in order: melds, sets by suit, pairs. */
KZI_ALWAYS_INLINE uint64_t join_codes(const struct arrangement_ctx *ctx,
                                      const struct kzi_split *const split[4]) {
    _Static_assert(KZI_MAX_SETS < KZI_MAX_GROUPS, "no set is shifted out");
    uint64_t codes = ctx->tiles->melds | join_sets(split) << 8 * ctx->hand->n_melds;
    unsigned bits = 8U * ctx->n_sets;
    KZI_EACH_IN(ctx->suits->with_pair, suit) {
        unsigned code = kzi_code_of_group(KZI_PAIR, 9 * suit) + split[suit]->pair - 1U;
        codes |= (uint64_t)code << bits;
        bits += 8;
    }
    return codes;
}

static __attribute__((noinline)) void rank_melds(const struct kzi_hand *hand,
                                                 unsigned ids[KZI_SUITS]) {
    KZI_EACH_MELD(hand, meld) {
        unsigned *id = &ids[kzi_suit(meld->tile) % KZI_SUITS];
        if (meld->kind == KZI_CHOW)
            *id = kzi_ranks.one_more[*id][kzi_number(meld->tile) - 1];
    }
}

KZI_ALWAYS_INLINE void rank_sets(struct arrangement_ctx *ctx,
                                 const struct kzi_split *const split[4]) {
    unsigned ids[KZI_SUITS] = {split[0]->chow_id, split[1]->chow_id, split[2]->chow_id};
    uint32_t pungs = ctx->tiles->pungs | split[0]->pungs | (uint32_t)split[1]->pungs << 9 |
                     (uint32_t)split[2]->pungs << 18;
    if (ctx->tiles->chows)
        rank_melds(ctx->hand, ids);
    ctx->chow_rank = kzi_chow_rank(ids);
    ctx->pung_rank = kzi_pung_rank(pungs);
}

KZI_ALWAYS_INLINE void arrange(struct arrangement_ctx *ctx,
                               const struct kzi_split *const split[4]) {
    ctx->codes = join_codes(ctx, split);
    if ((ctx->n_sets <= KZI_RANKED_SETS) & ctx->tiles->sound) /* ranks do not allow equal pungs */
        rank_sets(ctx, split);
    else
        ctx->chow_rank = ctx->pung_rank = KZI_NO_RANK;
    assign_winning_tile(ctx);
}

/* Add every split of at->suits, which are whole and form n_sets sets with the melds. */
static void arrange_splits(struct arrangement_ctx *ctx) {
    const struct kzi_split *const *first = ctx->suits->of, *split[4];
    split[3] = first[3];
    for (unsigned m = 0; m <= first[0]->more; m++)
        for (unsigned p = 0; p <= first[1]->more; p++)
            for (unsigned s = 0; s <= first[2]->more; s++) {
                split[0] = first[0] + m;
                split[1] = first[1] + p;
                split[2] = first[2] + s;
                arrange(ctx, split);
            }
}

/* --- a hand's own ---------------------------------------------------------------------------- */

/* Add all splits.  Most hands have one split of each suit, which needs no loop. */
KZI_ALWAYS_INLINE void arrange_all(struct arrangement_ctx *ctx) {
    if (ctx->suits->several) {
        struct arrangement_ctx copy =
            *ctx; /* a copy, so that the usual context stays in registers */
        arrange_splits(&copy);
        ctx->count = copy.count;
        ctx->more = copy.more;
    } else {
        arrange(ctx, ctx->suits->of);
    }
}

KZI_ALWAYS_INLINE void fill_suits(const struct kzi_splits *table, const kzi_suit_key keys[4],
                                  struct kzi_suits *suits) {
    unsigned sets = 0, pairs = 0, with_pair = 0, more = 0;
    suits->whole = false;
    suits->n_sets = suits->n_pairs = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        const struct kzi_split *first = suits->of[suit] = kzi_splits_find(table, keys[suit]);
        if (!first)
            return;
        sets += first->n_sets;
        unsigned pair = first->pair ? 1 : 0;
        pairs += pair;
        with_pair |= pair << suit;
        more |= first->more;
    }
    suits->whole = true;
    suits->n_sets = (uint8_t)sets;
    suits->n_pairs = (uint8_t)pairs;
    suits->with_pair = (uint8_t)with_pair;
    suits->several = more != 0;
}

void kzi_arrange_classic(struct kzi_tiles *tiles, const struct kzi_hand *hand) {
    struct kzi_arrangements *arranged = &tiles->arranged;
    struct kzi_suits suits;
    fill_suits(&kzi_splits_classic, tiles->keys, &suits);
    unsigned n_sets = suits.n_sets + hand->n_melds, n_groups = n_sets + suits.n_pairs;
    arranged->n_sets = (uint8_t)n_sets;
    arranged->n_pairs = suits.n_pairs;
    if (!suits.whole && tiles->sound)
        return;
    if (!tiles->sound || n_sets > KZI_RANKED_SETS || n_groups > KZI_MAX_GROUPS) {
        arranged->count = KZI_ARRANGED + 1;
        return;
    }
    struct arrangement_ctx ctx = {.hand = hand,
                                  .tiles = tiles,
                                  .list = arranged->list,
                                  .capacity = KZI_ARRANGED,
                                  .suits = &suits};
    start_with_melds(&ctx);
    ctx.n_sets = n_sets;
    ctx.n_groups = n_groups;
    arrange_all(&ctx);
    arranged->count = (uint8_t)(ctx.count + ctx.more);
}

static void take_meld(struct kzi_tiles *tiles, const struct kzi_meld *meld, unsigned number) {
    static const uint8_t tiles_of[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4};
    uint8_t *count = &tiles->counts[meld->tile];
    *count = (uint8_t)(*count + tiles_of[meld->kind] + meld->more);
    if (meld->kind == KZI_CHOW) {
        count[1]++;
        count[2]++;
        tiles->chows = true;
    } else if (!kzi_is_honor(meld->tile)) {
        tiles->pungs |= UINT32_C(1) << meld->tile;
    }
    tiles->sound &= !meld->stand_ins;
    tiles->kongs = (uint8_t)(tiles->kongs + (meld->kind == KZI_KONG));
    tiles->melds |= (uint64_t)kzi_code_of_group(meld->kind, meld->tile) << 8 * number;
    tiles->claimed |= (uint8_t)(meld->claimed << number);
}

/* Add a shown tile to those seen.  counts: all tiles seen before. */
static void add_seen(struct kzi_tiles *tiles, uint8_t counts[KZI_COUNTS_CAPACITY],
                     const struct kzi_indicators *shown) {
    for (unsigned i = 0; i < shown->count; i++) {
        unsigned kind = shown->kind[i];
        tiles->seen |= kzi_kind_bit(kind);
        counts[kind]++;
        tiles->sound &= counts[kind] <= KZI_MAX_COPIES;
    }
}

/* Find the kinds with four tiles, only if there are any, because they are rare. */
static void sort_counts(struct kzi_tiles *tiles) {
    const uint64_t high = 128 * KZI_EVERY_BYTE;
    uint64_t fours = 0;
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_COUNTS_CAPACITY; i += 8) {
        uint64_t eight = kzi_eight_counts(tiles->counts + i);
        kinds |= (kzi_kinds)kzi_at_least_of_eight(eight, 1) << i;
        fours |= eight + (128 - 4) * KZI_EVERY_BYTE;
    }
    tiles->kinds = kinds;
    tiles->fours = 0;
    if (!(fours & high))
        return;
    tiles->fours = kzi_kinds_at_least(tiles->counts, 4);
    tiles->sound &= !kzi_kinds_at_least(tiles->counts, KZI_MAX_COPIES + 1);
}

/* Return the forms that a hand may have.  Melds are only possible in shapes with sets, and each
 * other form needs counts that few hands have. */
static unsigned forms_of(const kzi_suit_key keys[4], unsigned n_melds) {
    kzi_suit_key any = keys[0] | keys[1] | keys[2] | keys[3];
    kzi_suit_key one_more = (keys[0] + KZI_KEY_ONES) | (keys[1] + KZI_KEY_ONES) |
                            (keys[2] + KZI_KEY_ONES) | (keys[3] + KZI_KEY_ONES);
    bool odd = any & KZI_KEY_ONES, twice = any & (KZI_KEY_ONES << 1 | KZI_KEY_ONES << 2),
         three_times = one_more & KZI_KEY_ONES << 2;
    unsigned without_melds = (odd ? 0U : 1U << KZI_FORM_PAIRS) |
                             (three_times ? 0U : 1U << KZI_FORM_ONE_EACH) |
                             (twice ? 0U : 1U << KZI_FORM_DIFFERENT);
    return 1U << KZI_FORM_SETS | 1U << KZI_FORM_BODY | 1U << KZI_FORM_PARTS |
           1U << KZI_FORM_SPELLED | (n_melds ? 0 : without_melds);
}

/* Return the number of players that the seats of a hand require, or KZI_SEATS_UNCLEAR if they need
 * a closer look: the discarder contradicts the winner or the self-draw, someone is liable, or
 * someone has left. */
static unsigned players_of(const struct kzi_hand *hand) {
    bool unclear = (hand->self_draw & (hand->from >= 0)) | (hand->from == hand->seat) |
                   kzi_hand_has_special_payers(hand);
    int last = hand->from > hand->seat ? hand->from : hand->seat;
    return unclear ? KZI_SEATS_UNCLEAR : (unsigned)last + 1;
}

/* Add the winning tile to the keys, too, because loading a suit in which one byte has just been
 * stored takes long. */
void kzi_tiles_init(struct kzi_tiles *tiles, const struct kzi_hand *hand) {
    const bool winning = !kzi_hand_is_unfinished(hand);
    uint8_t seen[KZI_COUNTS_CAPACITY];
    for (unsigned suit = 0; suit < 4; suit++)
        tiles->keys[suit] = kzi_marked_key_of(hand->concealed, suit);
    memcpy(tiles->counts, hand->concealed, sizeof tiles->counts);
    if (winning) {
        unsigned suit = kzi_suit(hand->win);
        tiles->keys[suit] += (kzi_suit_key)1 << 3 * (hand->win - 9 * suit);
        tiles->counts[hand->win]++;
    }
    tiles->melds = tiles->pungs = 0;
    tiles->claimed = tiles->kongs = 0;
    tiles->chows = false;
    tiles->sound = true;
    tiles->keys[4] = 0;
    for (unsigned i = 0; i < hand->n_melds; i++)
        take_meld(tiles, &hand->melds[i], i);
    tiles->open = tiles->claimed != 0;
    tiles->forms = (uint8_t)forms_of(tiles->keys, hand->n_melds);
    tiles->size = (uint8_t)(hand->n_concealed + 3U * hand->n_melds + winning);
    tiles->players = (uint8_t)players_of(hand);
    sort_counts(tiles);
    tiles->seen = tiles->kinds;
    memcpy(seen, tiles->counts, sizeof seen);
    add_seen(tiles, seen, &hand->dora);
    add_seen(tiles, seen, &hand->ura);
    tiles->arranged.count = 0;
    if (winning)
        kzi_arrange_classic(tiles, hand);
}

/* --- sets and a pair ------------------------------------------------------------------------- */

/* Add the splits of the suits, with the melds, to the sets and pairs of a shape. */
static void read_sets(struct arrangement_ctx *ctx, const struct kzi_shape *wanted) {
    struct kzi_suits suits;
    fill_suits(ctx->splits, ctx->tiles->keys, &suits);
    if (!suits.whole || suits.n_sets + ctx->hand->n_melds != wanted->sets ||
        suits.n_pairs != wanted->pairs)
        return;
    ctx->suits = &suits;
    ctx->n_sets = wanted->sets;
    ctx->n_groups = wanted->sets + wanted->pairs;
    arrange_splits(ctx);
}

/* Copy the readings of a hand that was arranged before. */
KZI_ALWAYS_INLINE void take_arranged(const struct kzi_arrangements *arranged,
                                     const struct kzi_shape *wanted, unsigned shape,
                                     struct kzi_readings *readings) {
    if (arranged->n_sets != wanted->sets || arranged->n_pairs != wanted->pairs)
        return;
    for (unsigned i = 0; i < arranged->count && readings->count < KZI_MAX_READINGS; i++) {
        struct kzi_reading *reading = &readings->list[readings->count++];
        *reading = arranged->list[i];
        if (shape) /* otherwise do not touch the word, which is then read back faster */
            reading->shape = (uint8_t)shape;
    }
}

/* --- pairs alone, and a body alone ------------------------------------------------------------ */

/* Shapes without sets have no melds (tiles->forms). */

static bool any_four_times(const struct kzi_tiles *tiles) {
    return (tiles->keys[0] | tiles->keys[1] | tiles->keys[2] | tiles->keys[3]) & KZI_KEY_ONES << 2;
}

static bool add_pair(struct arrangement_ctx *ctx, unsigned kind, unsigned max) {
    if (ctx->n_groups == max)
        return false;
    ctx->codes |= (uint64_t)kzi_code_of_group(KZI_PAIR, kind) << 8 * ctx->n_groups++;
    return true;
}

static void read_pairs(struct arrangement_ctx *ctx, const struct kzi_shape *wanted) {
    if (wanted->pairs_differ && any_four_times(ctx->tiles))
        return;
    start_with_melds(ctx);
    KZI_EACH_IN(ctx->tiles->kinds, kind)
        for (unsigned left = ctx->tiles->counts[kind]; left; left -= 2)
            if (!add_pair(ctx, kind, wanted->pairs))
                return;
    if (ctx->n_groups == wanted->pairs)
        assign_winning_tile(ctx);
}

/* Read a body alone, or as many of its kinds as the shape has, which gives at most one reading.  No
 * kind occurs three times (tiles->forms). */
static void read_singles(struct arrangement_ctx *ctx, const struct kzi_shape *wanted) {
    const struct kzi_tiles *tiles = ctx->tiles;
    kzi_kinds two = kzi_kinds_at_least(tiles->counts, 2);
    unsigned body = 0;
    if (two & (two - 1) || (two != 0) != wanted->one_more ||
        kzi_count_kinds(tiles->kinds) != wanted->body_tiles)
        return;
    while (body < wanted->n_bodies && tiles->kinds & ~wanted->bodies[body])
        body++;
    if (body == wanted->n_bodies)
        return;
    start_with_melds(ctx);
    ctx->body = body + 1;
    append_reading(ctx, 0, (enum kzi_hold)0,
                   tiles->counts[ctx->hand->win] == 2 ? KZI_WAIT_PAIR : KZI_WAIT_SINGLE);
}

/* --- a body next to sets, and other parts, which are searched for ----------------------------- */

/* Return whether the hand has a body, without a branch for each. */
static inline bool has_body(const struct kzi_tiles *tiles, const struct kzi_shape *wanted) {
    bool there = false;
    for (unsigned i = 0; i < wanted->n_bodies; i++)
        there |= !(wanted->bodies[i] & ~tiles->kinds);
    return there;
}

static void read_parts(struct arrangement_ctx *ctx, const struct kzi_shape *wanted) {
    struct kzi_arrangement list[KZI_MAX_READINGS];
    unsigned count = kzi_parts_arrange(wanted, ctx->hand, ctx->tiles->melds, ctx->hand->win, list,
                                       KZI_MAX_READINGS);
    start_with_melds(ctx);
    ctx->body = wanted->n_bodies || kzi_shape_is_knitted(wanted) ? 1 : 0;
    ctx->chow_rank = ctx->pung_rank = KZI_NO_RANK;
    for (unsigned i = 0; i < count; i++) {
        ctx->codes = list[i].codes;
        ctx->n_groups = list[i].n_groups;
        ctx->n_sets = list[i].n_sets;
        if (list[i].wait != KZI_WAIT_NONE)
            append_reading(ctx, 0, (enum kzi_hold)0, list[i].wait);
        assign_winning_tile(ctx);
    }
}

/* --- spelled hands --------------------------------------------------------------------------- */

void kzi_box_hand_init(struct kzi_box_hand *tiles, const uint8_t concealed[KZI_COUNTS_CAPACITY],
                       unsigned win, const struct kzi_meld *melds, unsigned n_melds) {
    for (unsigned i = 0; i < KZI_BOX_WORDS; i++)
        tiles->concealed[i] = kzi_eight_counts(concealed + 8 * i);
    tiles->concealed[KZI_BOX_WORDS - 1] &= 0xFFFFFF; /* no jokers */
    if (win <= KZI_A_FACE)
        kzi_box_add(tiles->concealed, win, 1);
    memcpy(tiles->all, tiles->concealed, sizeof tiles->all);
    tiles->n_melds = (uint8_t)n_melds;
    for (unsigned i = 0; i < n_melds; i++) {
        const unsigned count = kzi_meld_tiles(&melds[i]);
        const bool chow = melds[i].kind == KZI_CHOW; /* no spelled hand has a chow as a group */
        kzi_box_add(tiles->all, melds[i].tile, count);
        tiles->melds[i] = chow ? UINT8_MAX : (uint8_t)kzi_box_group(count, melds[i].tile);
    }
}

static unsigned sum_counts(const uint64_t words[KZI_BOX_WORDS]) {
    uint64_t sum = 0;
    for (unsigned i = 0; i < KZI_BOX_WORDS; i++)
        sum += words[i]; /* no byte overflows */
    return (unsigned)(sum * KZI_EVERY_BYTE >> 56);
}

/* Read a hand as one of each list of spelled hands that has it: as the box that its wild tiles were
 * read as, or as any. */
static void read_spelled(struct arrangement_ctx *ctx, const struct kzi_shape *wanted) {
    const struct kzi_hand *hand = ctx->hand;
    const struct kzi_boxes *boxes = &ctx->shapes->boxes;
    struct kzi_box_hand tiles;
    int list = -1;
    kzi_box_hand_init(&tiles, hand->concealed, hand->win, hand->melds, hand->n_melds);
    if (sum_counts(tiles.all) != kzi_shape_tiles(wanted) || (!hand->wild.box && hand->wild.count))
        return;
    unsigned i = hand->wild.box ? hand->wild.box - 1U : kzi_box_find(boxes, &tiles, 0);
    for (; i < boxes->count && ctx->count < ctx->capacity; i = kzi_box_find(boxes, &tiles, i + 1)) {
        if (boxes->list[i].list != list)
            ctx->list[ctx->count++] =
                (struct kzi_reading){.shape = (uint8_t)ctx->shape,
                                     .wait = KZI_WAIT_SINGLE,
                                     .body = (uint8_t)kzi_body_of_list(boxes->list[i].list),
                                     .chow_rank = KZI_NO_RANK,
                                     .pung_rank = KZI_NO_RANK};
        list = boxes->list[i].list;
        if (hand->wild.box)
            return;
    }
}

/* Return whether some kind occurs more than four times among the concealed tiles. */
static bool has_fifth(const kzi_suit_key keys[4]) {
    kzi_suit_key fifth = 0;
    for (unsigned suit = 0; suit < 4; suit++)
        fifth |= keys[suit] >> 2 & (keys[suit] | keys[suit] >> 1) & KZI_KEY_ONES;
    return fifth;
}

static __attribute__((noinline)) void read_shape(struct arrangement_ctx *ctx,
                                                 const struct kzi_shape *wanted) {
    switch (wanted->form) {
    case KZI_FORM_SETS:
        start_with_melds(ctx);
        if (!ctx->tiles->sound && has_fifth(ctx->tiles->keys)) /* the table has no such suits */
            read_parts(ctx, wanted);
        else
            read_sets(ctx, wanted);
        break;
    case KZI_FORM_PAIRS:
        read_pairs(ctx, wanted);
        break;
    case KZI_FORM_ONE_EACH:
    case KZI_FORM_DIFFERENT:
        read_singles(ctx, wanted);
        break;
    case KZI_FORM_BODY:
        if (has_body(ctx->tiles, wanted))
            read_parts(ctx, wanted);
        break;
    case KZI_FORM_PARTS:
        read_parts(ctx, wanted);
        break;
    case KZI_FORM_SPELLED:
        read_spelled(ctx, wanted);
        break;
    case KZI_FORM_ANY_TILES:
    case KZI_FORMS:
        break;
    }
}

struct kzi_shapes kzi_shapes_of(const struct kzi_shape *list, unsigned count,
                                const struct kzi_splits *splits) {
    struct kzi_shapes shapes = {.list = list, .count = count, .splits = splits};
    _Static_assert(KZI_MAX_SHAPES <= 8, "a byte holds all shapes, by bit");
    for (unsigned forms = 0; forms < 1 << KZI_FORMS; forms++)
        for (unsigned i = 0; i < count; i++)
            if (forms >> list[i].form & 1)
                shapes.of_forms[forms] |= (uint8_t)(1 << i);
    for (unsigned i = 0; i < count; i++)
        for (unsigned melds = 0;
             (melds <= list[i].sets || list[i].spelled) && melds <= KZI_MAX_MELDS; melds++)
            shapes.of_melds[melds] |= (uint8_t)(1 << i);
    return shapes;
}

void kzi_tiles_fill_readings(const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                             const struct kzi_shapes *shapes, struct kzi_readings *readings) {
    bool arranged = shapes->splits == &kzi_splits_classic && tiles->arranged.count <= KZI_ARRANGED;
    readings->count = 0;
    unsigned left = shapes->of_forms[tiles->forms] & shapes->of_melds[hand->n_melds];
    KZI_EACH_IN(left, shape) {
        const struct kzi_shape *wanted = &shapes->list[shape];
        if (arranged && wanted->form == KZI_FORM_SETS)
            take_arranged(&tiles->arranged, wanted, shape, readings);
        else {
            struct arrangement_ctx ctx = {.hand = hand,
                                          .tiles = tiles,
                                          .splits = shapes->splits,
                                          .shape = shape,
                                          .shapes = shapes,
                                          .list = readings->list,
                                          .count = readings->count,
                                          .capacity = KZI_MAX_READINGS};
            read_shape(&ctx, wanted);
            readings->count = ctx.count;
        }
    }
}

void kzi_hand_fill_readings(const struct kzi_hand *hand, const struct kzi_shapes *shapes,
                            struct kzi_readings *readings) {
    struct kzi_tiles tiles;
    kzi_tiles_init(&tiles, hand);
    kzi_tiles_fill_readings(&tiles, hand, shapes, readings);
}

/* The classes of one number suit: its concealed tiles with the winning tile, in all readings, and
 * its melds are each reduced first, so that few pairs of a class of the one and a class of the
 * other are joined. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

#include <stdlib.h>

#define MELD_KINDS 34 /* 7 chows; 9 pungs, claimed kongs and concealed kongs */
#define NIBBLES    UINT64_C(0x888888888)

#define PAIRS 511U
#define DEAD  UINT32_MAX /* the class of tiles that no difference concerns */

/* Concealed tiles with a winning tile, or none. */
struct tiles {
    uint64_t nibbles; /* a count each */
    kzi_suit_key key;
    uint32_t class_[KZI_JOIN_WAYS]; /* of each way in which they can be won, or of none; or DEAD */
    uint32_t cells[2];              /* those that began with these tiles, and the next */
    struct kzi_join_suit_waits waits; /* if a row asks */
    bool full;                        /* a row asks for all that they are */
    uint8_t win;                      /* a kind or KZI_NO_KIND */
};

struct melds {
    uint64_t nibbles;
    uint8_t list[KZI_JOIN_SETS];
    uint32_t class_;
};

/* The first of a class of whole suits. */
struct kzi_join_origin {
    kzi_suit_key key;
    uint8_t melds[KZI_JOIN_SETS], n_melds, win, way;
};

/* By number of tiles, and of melds. */
struct suit_ctx {
    struct kzi_join *join;
    unsigned suit;
    uint64_t room; /* what each nibble can still take below 8 */
    struct kzi_join_parts concealed;
    struct tiles *tiles[KZI_JOIN_TILES + 1];
    unsigned n_tiles[KZI_JOIN_TILES + 1];
    struct kzi_join_table claimed[KZI_JOIN_SETS + 1];
    struct melds *melds[KZI_JOIN_SETS + 1];
    unsigned n_melds[KZI_JOIN_SETS + 1];
};

/* Return a list of `count` with room for one more; its capacity is the next power of two.  NULL:
 * memory is out. */
static void *with_room(struct kzi_join *join, void *list, size_t size, unsigned count) {
    if (count & (count - 1))
        return list;
    void *grown = realloc(list, (count ? 2 * (size_t)count : 1) * size);
    join->failed |= !grown;
    return grown;
}

static uint64_t nibbles_of(kzi_suit_key key) {
    uint64_t nibbles = 0;
    for (unsigned i = 0; i < 9; i++)
        nibbles |= (uint64_t)(key >> 3 * i & 7) << 4 * i;
    return nibbles;
}

static unsigned numbers_of(kzi_suit_key key) {
    unsigned numbers = 0;
    for (unsigned i = 0; i < 9; i++)
        numbers |= (key >> 3 * i & 7 ? 1U : 0U) << i;
    return numbers;
}

/* --- conditions on exact tiles --------------------------------------------------------------- */

/* The rows that conditions asked of the tiles leave: they want so many in one suit that no other
 * has any (exactness.c).  A suit without tiles says nothing. */
static kzi_join_rows rows_of_asked(const struct suit_ctx *ctx, kzi_suit_key key, unsigned win) {
    const struct kzi_program *program = ctx->join->program;
    struct kzi_hand hand = {.from = -1};
    struct kzi_tiles tiles;
    struct kzi_facts facts;
    kzi_join_rows rows = ~(kzi_join_rows){0};
    if (!key || !program || !program->n_asked)
        return rows;
    if (win == KZI_NO_KIND || kzi_join_tiles_of(key) < ctx->join->n_tiles)
        return ctx->join->unlike_asked;
    for (unsigned i = 0; i < 9; i++)
        hand.concealed[9 * ctx->suit + i] = key >> 3 * i & 7;
    hand.concealed[win]--;
    hand.n_concealed = (uint8_t)(ctx->join->n_tiles - 1);
    hand.win = (uint8_t)win;
    kzi_tiles_find(&tiles, &hand);
    kzi_facts_start(&facts, &hand, &tiles);
    for (unsigned i = 0; i < program->n_asked; i++) {
        const struct kzi_feature *feature = kzi_find_feature(program, KZI_F_ASKED, i);
        if (ctx->join->whole_suit[i / 64] >> i % 64 & 1)
            rows &= kzi_join_columns_of(
                ctx->join, feature->rows + (size_t)kzi_evaluate(program->asked[i], &facts, NULL) *
                                               program->words);
    }
    return rows | ctx->join->loose;
}

/* --- concealed tiles ------------------------------------------------------------------------- */

/* A way to read a key. */
struct groups {
    struct kzi_group list[KZI_MAX_GROUPS];
    unsigned count, form;
    bool pair;
    uint16_t sets[KZI_ALONE_KINDS];
};

static void add_group(struct groups *groups, unsigned kind, unsigned tile) {
    groups->list[groups->count++] = (struct kzi_group){
        .kind = (uint8_t)kind, .tile = (uint8_t)tile, .hold = KZI_CONCEALED, .meld = KZI_NO_MELD};
}

static void split_groups(const struct suit_ctx *ctx, const struct kzi_split *split,
                         struct groups *groups) {
    groups->sets[KZI_OF_CHOWS_ALONE] = split->chow_id;
    groups->sets[KZI_OF_PUNGS_ALONE] = kzi_ranks.pung_id[split->pungs];
    for (unsigned i = 0; i < split->n_sets; i++)
        add_group(groups, split->sets[i] / KZI_SET_KIND,
                  9 * ctx->suit + split->sets[i] % KZI_SET_KIND);
    if (split->pair)
        add_group(groups, KZI_PAIR, 9 * ctx->suit + split->pair - 1U);
}

/* Find the n-th way to read a key that is part of a form.  False: there are not so many. */
static bool nth_groups(const struct suit_ctx *ctx, kzi_suit_key key, unsigned form, uint64_t forms,
                       unsigned n, struct groups *groups) {
    const struct kzi_join_form *of = &ctx->join->forms[form];
    const struct kzi_splits *table = ctx->join->every->rules[0]->shapes.splits;
    *groups = (struct groups){.form = form, .pair = forms >> (2 * form + 1) & 1};
    if (!(forms >> 2 * form & 3))
        return false;
    if (kzi_join_has_sets(of)) {
        const struct kzi_suit *suit = kzi_suit_find(table, kzi_join_rest(of, ctx->suit, key));
        if (n <= suit->first.more)
            split_groups(ctx, kzi_splits_of(table, suit) + n, groups);
        return n <= suit->first.more;
    }
    for (unsigned i = 0; i < 9 && !kzi_join_has_singles(of); i++)
        for (unsigned left = key >> 3 * i & 7; left; left -= 2)
            add_group(groups, KZI_PAIR, 9 * ctx->suit + i);
    return n == 0;
}

static bool has(const struct kzi_group *group, unsigned win) {
    return group->kind == KZI_CHOW ? win - group->tile < 3U : win == group->tile;
}

static unsigned wait_of(const struct kzi_group *group, unsigned win) {
    unsigned within = win - group->tile, number = group->tile % 9;
    if (group->kind != KZI_CHOW)
        return group->kind == KZI_PAIR ? KZI_WAIT_PAIR : KZI_WAIT_PUNG;
    if (within == 1)
        return KZI_WAIT_CLOSED;
    return (within == 2 && number == 0) || (within == 0 && number == 6) ? KZI_WAIT_EDGE
                                                                        : KZI_WAIT_TWO_SIDED;
}

/* won: the group that has the winning tile, or one past the last; wait: by it. */
static struct kzi_join_reading read_groups(const struct suit_ctx *ctx, const struct groups *groups,
                                           unsigned won, unsigned wait, unsigned way,
                                           const struct kzi_hand *hand) {
    const struct kzi_join *join = ctx->join;
    struct kzi_join_reading reading = {
        .rows = join->start[groups->form], .pair = groups->pair, .form = groups->form};
    for (unsigned i = 0; i < groups->count; i++) {
        struct kzi_group group = groups->list[i];
        if (i == won && way == KZI_JOIN_DISCARDED)
            group.hold = KZI_FINISHED_BY_DISCARD;
        group.won = i == won;
        kzi_join_add_group(join, &reading, group, hand);
        if (group.kind == KZI_PAIR)
            reading.places |= (1U << group.tile % 9) & PAIRS;
    }
    reading.rows &= join->tables.situation[KZI_JOIN_ANY_OPEN][way][wait][groups->form];
    memcpy(reading.sets, groups->sets, sizeof reading.sets);
    return reading;
}

/* Readings of concealed tiles, while they are listed. */
struct variant {
    struct kzi_join_reading *list;
    unsigned count, way, waits;
    struct kzi_hand hand; /* its winning tile */
};

static void add_reading(const struct suit_ctx *ctx, const struct groups *groups, unsigned won,
                        unsigned wait, struct variant *variant) {
    if (variant->count == KZI_JOIN_READINGS) {
        kzi_join_give_up(ctx->join);
        return;
    }
    struct kzi_join_reading *made = &variant->list[variant->count++];
    *made = read_groups(ctx, groups, won, wait, variant->way, &variant->hand);
    made->waits = variant->waits & 7;
}

/* Return the bits of enum kzi_join_waits of what is not of the body: a winning tile that only the
 * body has is not waited for otherwise. */
static unsigned body_waits(const struct suit_ctx *ctx, kzi_suit_key key,
                           const struct kzi_join_form *form, const struct variant *variant) {
    kzi_suit_key rest = kzi_join_rest(form, ctx->suit, key);
    unsigned win = variant->hand.win;
    if (form->shape->form != KZI_FORM_BODY || !ctx->join->adds[form - ctx->join->forms] ||
        (win != KZI_NO_KIND && !(rest >> 3 * (win % 9) & 7)))
        return 0;
    const struct kzi_join_suit_waits waits =
        kzi_join_suit_waits_of(ctx->join, rest, ctx->suit, win);
    return kzi_join_waits_with(ctx->join, &waits, ctx->suit, win, nibbles_of(key), 1);
}

static void add_readings(const struct suit_ctx *ctx, kzi_suit_key key, const struct groups *groups,
                         struct variant *variant) {
    const struct kzi_join_form *form = &ctx->join->forms[groups->form];
    unsigned win = variant->hand.win;
    variant->waits = body_waits(ctx, key, form, variant);
    if (variant->way == KZI_JOIN_NOT_WON) {
        add_reading(ctx, groups, groups->count, KZI_JOIN_ANY_WAIT, variant);
        return;
    }
    for (unsigned i = 0; i < groups->count; i++) {
        const struct kzi_group *group = &groups->list[i];
        bool again = i && group[-1].kind == group->kind && group[-1].tile == group->tile;
        if (has(group, win) && !again)
            add_reading(ctx, groups, i, wait_of(group, win), variant);
    }
    if (form->numbers[ctx->suit] >> win % 9 & 1)
        add_reading(ctx, groups, groups->count,
                    !kzi_join_has_singles(form)       ? KZI_WAIT_BODY
                    : (key >> 3 * (win % 9) & 7) == 2 ? KZI_WAIT_PAIR
                                                      : KZI_WAIT_SINGLE,
                    variant);
}

/* Drop what can no longer matter with so many groups and sets to come; of patterns that may lie in
 * several places the sets stay as they are. */
static void reduce_part(const struct suit_ctx *ctx, struct kzi_join_reading *reading,
                        unsigned tiles, unsigned groups, unsigned sets) {
    const struct kzi_join *join = ctx->join;
    reading->rows = kzi_join_alive(&join->phrases, reading->rows, reading->phrases, groups);
    if (kzi_join_any(reading->rows & join->places.mentions)) {
        struct kzi_join_reading placed = *reading;
        placed.places =
            kzi_join_places_of(join, ctx->suit, reading, reading->places, tiles, false) &
            KZI_JOIN_ALL_PLACES;
        kzi_join_drop_patterns(join, &placed);
        reading->rows = placed.rows;
    }
    if (!kzi_join_any(reading->rows & join->places.mentions))
        for (unsigned kind = 0; kind < KZI_ALONE_KINDS; kind++)
            reading->sets[kind] = join->ranks[kind].within[sets][reading->sets[kind]];
    kzi_join_forget(join, reading, groups);
}

/* Reduce melds, whose rows are those of any form; they may yet count more where the winning tile is
 * like them. */
static void reduce_melds(const struct suit_ctx *ctx, struct kzi_join_reading *reading, unsigned n) {
    const struct kzi_join *join = ctx->join;
    const uint64_t own = reading->own;
    kzi_join_rows asking = {0};
    bool elsewhere = false, always = false;
    for (unsigned form = 0; form < join->n_forms; form++) {
        asking |= join->own[form];
        always |= join->always[form];
        elsewhere |= kzi_join_is_of(join, form, KZI_FORM_BODY) &&
                     kzi_join_any(join->start[form] & join->places.mentions);
    }
    if (join->fewer_like || elsewhere)
        return;
    reduce_part(ctx, reading, 3 * n, join->n_sets + 1 - (join->asks_like ? 0 : n),
                join->n_sets - n);
    if (always || kzi_join_any(reading->rows & asking))
        reading->own = own;
}

/* The reduced readings of concealed tiles won in one way (win: a kind). */
static unsigned find_variant(const struct suit_ctx *ctx, kzi_suit_key key, uint64_t forms,
                             unsigned win, unsigned way, struct kzi_join_reading *list) {
    const struct kzi_join *join = ctx->join;
    struct variant variant = {.list = list, .way = way, .hand = {.win = (uint8_t)win}};
    kzi_join_rows rows = rows_of_asked(ctx, key, win);
    unsigned tiles = kzi_join_tiles_of(key);
    struct groups groups;
    for (unsigned form = 0; form < join->n_forms; form++)
        for (unsigned n = 0; nth_groups(ctx, key, form, forms, n, &groups); n++)
            add_readings(ctx, key, &groups, &variant);
    if (way != KZI_JOIN_NOT_WON)
        rows &= join->tables.won[kzi_code(win, 0, 0)];
    for (unsigned i = 0; i < variant.count; i++) {
        list[i].rows &= rows;
        reduce_part(ctx, &list[i], tiles, join->groups_left[list[i].form][1U << ctx->suit][tiles],
                    join->sets_left[list[i].form][1U << ctx->suit][tiles]);
    }
    return kzi_join_sort(list, variant.count);
}

/* Return whether some row asks for all that a part is. */
static bool asks_full(const struct kzi_join *join, const struct kzi_join_reading *list,
                      unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (join->full[list[i].form] &&
            (join->always[list[i].form] || kzi_join_any(list[i].rows & join->own[list[i].form])))
            return true;
    return false;
}

static uint32_t find_class(struct suit_ctx *ctx, kzi_suit_key key, uint64_t forms, unsigned win,
                           unsigned way, bool *full) {
    struct kzi_join_reading list[KZI_JOIN_READINGS];
    unsigned count = find_variant(ctx, key, forms, win, way, list);
    bool fresh;
    *full |= asks_full(ctx->join, list, count);
    if (key && !kzi_join_concerns(ctx->join, list, count))
        return DEAD;
    const struct kzi_join_class made = {.count = 1,
                                        .n_readings = (uint16_t)count,
                                        .present =
                                            ctx->join->present_of[ctx->suit][numbers_of(key)]};
    return kzi_join_add(ctx->join, &ctx->concealed.of[kzi_join_tiles_of(key)][way], &made, list,
                        &fresh);
}

/* win: a kind of the tiles, or none. */
static void add_won(struct suit_ctx *ctx, kzi_suit_key key, uint64_t forms, unsigned win) {
    struct tiles made = {.nibbles = nibbles_of(key), .key = key, .win = (uint8_t)win};
    unsigned tiles = kzi_join_tiles_of(key);
    bool dead = true;
    for (unsigned way = 0; way < KZI_JOIN_WAYS; way++) {
        bool may_be = (way != KZI_JOIN_NOT_WON) == (win != KZI_NO_KIND);
        made.class_[way] = may_be ? find_class(ctx, key, forms, win, way, &made.full) : DEAD;
        dead &= made.class_[way] == DEAD;
    }
    if (dead)
        return;
    if (ctx->join->adds_waits)
        made.waits = kzi_join_suit_waits_of(ctx->join, key, ctx->suit, win);
    struct tiles *list = with_room(ctx->join, ctx->tiles[tiles], sizeof *list, ctx->n_tiles[tiles]);
    if (!list)
        return;
    ctx->tiles[tiles] = list;
    list[ctx->n_tiles[tiles]++] = made;
}

static void add_tiles(void *context, kzi_suit_key key, uint64_t forms) {
    struct suit_ctx *ctx = context;
    add_won(ctx, key, forms, KZI_NO_KIND);
    for (unsigned i = 0; i < 9; i++)
        if (key >> 3 * i & 7)
            add_won(ctx, key, forms, 9 * ctx->suit + i);
}

/* --- melds ----------------------------------------------------------------------------------- */

static void read_meld(unsigned suit, unsigned meld, struct kzi_meld *read) {
    static const uint8_t kinds[] = {KZI_PUNG, KZI_KONG, KZI_KONG};
    bool chow = meld < KZI_CHOW_STARTS;
    unsigned number = chow ? meld : (meld - KZI_CHOW_STARTS) % 9;
    *read = (struct kzi_meld){.kind = chow ? KZI_CHOW : kinds[(meld - KZI_CHOW_STARTS) / 9],
                              .tile = (uint8_t)(9 * suit + number),
                              .claimed = meld < KZI_CHOW_STARTS + 18};
}

static uint64_t nibbles_of_meld(const struct kzi_meld *meld) {
    unsigned shift = 4U * (meld->tile % 9);
    return (meld->kind == KZI_CHOW ? UINT64_C(0x111) : meld->kind == KZI_PUNG ? 3U : 4U) << shift;
}

/* Melds while they are chosen. */
struct chosen {
    struct kzi_join_reading reading;
    uint64_t nibbles;
    unsigned count, melds; /* their number, see kzi_join_one_meld */
    uint8_t list[KZI_JOIN_SETS];
};

static void note_melds(struct suit_ctx *ctx, const struct chosen *chosen) {
    struct kzi_join *join = ctx->join;
    struct kzi_join_reading reading = chosen->reading;
    struct melds made = {.nibbles = chosen->nibbles};
    unsigned n = chosen->count, numbers = 0;
    bool fresh, open = kzi_join_is_open(chosen->melds);
    for (unsigned i = 0; i < 9; i++)
        numbers |= (chosen->nibbles >> 4 * i & 15 ? 1U : 0U) << i;
    if (n)
        reading.rows &= join->unlike_asked;
    if (open)
        reading.rows &= join->tables.open;
    reduce_melds(ctx, &reading, n);
    if (join->prunes && n && !kzi_join_any(reading.rows & join->concerned_melds))
        return;
    const struct kzi_join_class class_ = {
        .count = 1,
        .n_readings = 1,
        .present = join->present_of[ctx->suit][numbers],
        .melds = join->needs.alike[join->melds_left[3 * n]][chosen->melds] & 511U};
    made.class_ = kzi_join_add(join, &ctx->claimed[n], &class_, &reading, &fresh);
    memcpy(made.list, chosen->list, sizeof made.list);
    struct melds *list = with_room(join, ctx->melds[n], sizeof made, ctx->n_melds[n]);
    if (!list)
        return;
    ctx->melds[n] = list;
    list[ctx->n_melds[n]++] = made;
}

static bool may_lie(const struct kzi_join *join, const struct kzi_meld *meld) {
    return !meld->claimed || kzi_may_claim(join->every->rules[0], meld->kind) ||
           kzi_may_claim(join->every->rules[1], meld->kind);
}

/* Those chosen, and with each choice of more of them from one meld on. */
static void choose_melds(struct suit_ctx *ctx, const struct chosen *chosen, unsigned from) {
    const struct kzi_hand none = {.win = KZI_NO_KIND};
    const struct kzi_join *join = ctx->join;
    note_melds(ctx, chosen);
    for (unsigned i = from; i < MELD_KINDS && chosen->count < join->n_sets && !join->failed; i++) {
        struct chosen next = *chosen;
        struct kzi_meld meld;
        read_meld(ctx->suit, i, &meld);
        next.nibbles += nibbles_of_meld(&meld);
        if (!may_lie(join, &meld) || (next.nibbles + ctx->room) & NIBBLES)
            continue;
        const struct kzi_group group = {.kind = meld.kind,
                                        .tile = meld.tile,
                                        .hold = meld.claimed ? KZI_CLAIMED : KZI_CONCEALED};
        unsigned kind = meld.kind == KZI_CHOW ? KZI_OF_CHOWS_ALONE : KZI_OF_PUNGS_ALONE;
        unsigned number = meld.tile % 9;
        unsigned id = kind == KZI_OF_CHOWS_ALONE ? kzi_chow_id(UINT32_C(1) << 3 * number)
                                                 : kzi_ranks.pung_id[1U << number];
        uint16_t *sets = &next.reading.sets[kind];
        *sets = join->ranks[kind].sum[*sets][id];
        kzi_join_add_group(join, &next.reading, group, &none);
        next.melds += kzi_join_one_meld(meld.kind, meld.claimed);
        next.list[next.count++] = (uint8_t)i;
        choose_melds(ctx, &next, i);
    }
}

static void find_melds(struct suit_ctx *ctx) {
    struct chosen none = {.reading = {.rows = {0}}};
    for (unsigned form = 0; form < ctx->join->n_forms; form++)
        if (kzi_join_has_sets(&ctx->join->forms[form]))
            none.reading.rows |= ctx->join->start[form];
    choose_melds(ctx, &none, 0);
}

/* --- both ------------------------------------------------------------------------------------ */

/* What only the tiles of both say. */
struct together {
    uint64_t phrases; /* that melds count more, because the winning tile is like them */
    uint64_t own;     /* what tiles add to struct kzi_join_reading.own */
    uint64_t full;    /* and all that they are, if a row asks */
    uint16_t fu[2];   /* that melds are worth more */
    uint8_t like, fours, waits, padding; /* compared as bytes */
};

/* How often tiles and melds of the same classes fit that together say the same, and the first of
 * them.  Tiles of the same classes are looked at one after the other, but what they make is joined
 * in the order in which they were found. */
struct cells {
    unsigned tiles, n_melds; /* of concealed tiles; melds */
    uint32_t *first;         /* of tiles of these classes, by class of melds: in list + 1 */
    struct cell {
        uint32_t count, tiles, melds, next;
        struct together of;
    } * list;
    uint32_t count;
};

/* Melds that the winning tile is like. */
static void look_at_like(const struct suit_ctx *ctx, const struct melds *melds, unsigned n_melds,
                         unsigned win, unsigned tiles, struct together *of) {
    const struct kzi_join *join = ctx->join;
    const struct kzi_hand won = {.win = (uint8_t)win}, none = {.win = KZI_NO_KIND};
    unsigned chows = 0, pungs = 0;
    for (unsigned i = 0; i < n_melds; i++) {
        struct kzi_meld meld;
        read_meld(ctx->suit, melds->list[i], &meld);
        bool chow = meld.kind == KZI_CHOW, like = chow ? win - meld.tile < 3U : win == meld.tile;
        const struct kzi_group group = {.kind = meld.kind,
                                        .tile = meld.tile,
                                        .hold = meld.claimed ? KZI_CLAIMED : KZI_CONCEALED};
        chows += like && chow;
        pungs += like && !chow;
        struct kzi_join_reading as[2] = {{.phrases = 0}, {.phrases = 0}};
        kzi_join_add_group(join, &as[0], group, &none);
        kzi_join_add_group(join, &as[1], group, &won);
        of->phrases += as[1].phrases - as[0].phrases;
        of->own += as[1].own - as[0].own;
        for (unsigned k = 0; k < 2; k++)
            of->fu[k] = (uint16_t)(of->fu[k] + as[1].fu[k] - as[0].fu[k]);
    }
    of->like = join->needs.like[kzi_join_like_of(tiles, chows, pungs)];
}

/* What tiles add up to that are counted. */
static uint64_t weigh(const struct suit_ctx *ctx, uint64_t nibbles, unsigned win) {
    uint64_t sum = win == KZI_NO_KIND ? 0 : ctx->join->won[win];
    for (unsigned kind = 9 * ctx->suit; nibbles; nibbles >>= 4, kind++)
        sum += (nibbles & 15) * ctx->join->tile[kind][kind == win];
    return sum;
}

static struct together look_at(const struct suit_ctx *ctx, const struct tiles *tiles,
                               const struct melds *melds, unsigned n_melds) {
    const struct kzi_join *join = ctx->join;
    uint64_t all = tiles->nibbles + melds->nibbles;
    struct together of = {.phrases = 0};
    if (tiles->win != KZI_NO_KIND) {
        unsigned shift = 4U * (tiles->win % 9U), like = (unsigned)(all >> shift & 15);
        of.like = join->needs.like[kzi_join_like_of(like, 0, 0)];
        if (melds->nibbles >> shift & 15)
            look_at_like(ctx, melds, n_melds, tiles->win, like, &of);
    }
    if (join->counts_fours) {
        of.fours = (uint8_t)__builtin_popcountll(all & 4 * (NIBBLES >> 3));
        for (unsigned i = 0; i < n_melds; i++)
            of.fours = (uint8_t)(of.fours - (melds->list[i] >= KZI_CHOW_STARTS + 9));
    }
    if (join->weighs)
        of.own += weigh(ctx, all, tiles->win);
    if (tiles->full && all)
        of.full =
            kzi_join_identity(tiles->nibbles, melds->list, tiles->win, n_melds * 4 + ctx->suit);
    if (join->adds_waits)
        of.waits =
            (uint8_t)kzi_join_waits_with(join, &tiles->waits, ctx->suit, tiles->win, all, n_melds);
    return of;
}

static void count_pair(struct suit_ctx *ctx, struct cells *cells, const struct tiles *tiles,
                       uint32_t melds) {
    const struct melds *with = &ctx->melds[cells->n_melds][melds];
    const struct together made = look_at(ctx, tiles, with, cells->n_melds);
    uint32_t *first = &cells->first[with->class_];
    for (uint32_t at = *first; at; at = cells->list[at - 1].next)
        if (!memcmp(&cells->list[at - 1].of, &made, sizeof made)) {
            cells->list[at - 1].count++;
            return;
        }
    if (cells->count == KZI_JOIN_MOST_CELLS)
        kzi_join_give_up(ctx->join);
    struct cell *list = with_room(ctx->join, cells->list, sizeof *list, cells->count);
    if (!list)
        return;
    cells->list = list;
    list[cells->count++] =
        (struct cell){1, (uint32_t)(tiles - ctx->tiles[cells->tiles]), melds, *first, made};
    *first = cells->count;
}

static void count_cells(struct suit_ctx *ctx, struct cells *cells, struct tiles *tiles) {
    const struct melds *melds = ctx->melds[cells->n_melds];
    uint64_t used = tiles->nibbles + ctx->room;
    tiles->cells[0] = cells->count;
    for (unsigned k = 0; k < ctx->n_melds[cells->n_melds] && !ctx->join->failed; k++)
        if (!((used + melds[k].nibbles) & NIBBLES))
            count_pair(ctx, cells, tiles, k);
    tiles->cells[1] = cells->count;
}

/* Keep the tiles and melds of a cell: they are the first of a class. */
static void keep_origin(const struct suit_ctx *ctx, const struct cells *cells,
                        const struct cell *cell, unsigned way) {
    struct kzi_join *join = ctx->join;
    const struct tiles *of = &ctx->tiles[cells->tiles][cell->tiles];
    struct kzi_join_origin *list = with_room(join, join->origins, sizeof *list, join->n_origins);
    if (!list)
        return;
    join->origins = list;
    list += join->n_origins++;
    *list = (struct kzi_join_origin){
        .key = of->key, .n_melds = (uint8_t)cells->n_melds, .win = of->win, .way = (uint8_t)way};
    memcpy(list->melds, ctx->melds[cells->n_melds][cell->melds].list, sizeof list->melds);
}

/* The melds of a cell as readings of each form, with what the tiles add.  Return how many. */
static unsigned list_readings(const struct kzi_join *join, const struct kzi_join_part *melds,
                              const struct together *of, unsigned n_melds,
                              struct kzi_join_reading *list) {
    unsigned count = 0;
    for (unsigned form = 0; form < join->n_forms; form++) {
        struct kzi_join_reading *made = &list[count];
        bool of_sets = kzi_join_has_sets(&join->forms[form]);
        if (n_melds && !of_sets)
            continue;
        count++;
        *made = *melds->readings;
        made->form = form;
        if (!of_sets)
            made->rows = ~(kzi_join_rows){0};
        made->phrases += of->phrases;
        made->own += of->own + (join->full[form] ? of->full : 0);
        for (unsigned i = 0; i < 2; i++)
            made->fu[i] = (uint16_t)(made->fu[i] + of->fu[i]);
    }
    return count;
}

static void join_cell(struct suit_ctx *ctx, const struct cells *cells, const struct cell *cell,
                      uint32_t class_, unsigned way) {
    struct kzi_join *join = ctx->join;
    struct kzi_join_reading list[KZI_JOIN_FORMS];
    const struct kzi_join_part concealed =
                                   kzi_join_part_of(&ctx->concealed.of[cells->tiles][way], class_),
                               claimed =
                                   kzi_join_part_of(&ctx->claimed[cells->n_melds],
                                                    ctx->melds[cells->n_melds][cell->melds].class_);
    const uint16_t *first = join->present_first[ctx->suit];
    struct kzi_join_step step = kzi_join_step_of(join, 1U << ctx->suit);
    struct kzi_join_class made = {.count = cell->count, .from = {join->n_origins, 0}},
                          melds = *claimed.class_;
    const struct kzi_join_part with = {&melds, list};
    step.tiles = cells->tiles + 3 * cells->n_melds;
    step.way = way;
    step.to = &join->suit[ctx->suit].of[step.tiles][way];
    step.rows =
        join->tables
            .present[ctx->suit][first[concealed.class_->present] | first[claimed.class_->present]];
    melds.like = cell->of.like & 15U;
    melds.fours = cell->of.fours & 15U;
    melds.waits = cell->of.waits & 127U;
    melds.suits = (step.tiles ? 1U << ctx->suit : 0U) & 15U;
    melds.n_readings = (uint16_t)list_readings(join, &claimed, &cell->of, cells->n_melds, list);
    if (kzi_join_classes(&step, &concealed, &with, &made))
        keep_origin(ctx, cells, cell, way);
}

/* Those of the same classes one after the other. */
static int by_class(const void *a, const void *b) {
    const struct tiles *const *one = a, *const *other = b;
    int order = memcmp((*one)->class_, (*other)->class_, sizeof(*one)->class_);
    return order ? order : *one < *other ? -1 : 1;
}

/* sorted: by class. */
static void join_cells(struct suit_ctx *ctx, struct tiles **sorted, unsigned tiles,
                       unsigned n_melds) {
    const size_t size = ctx->claimed[n_melds].count * sizeof(uint32_t);
    struct cells cells = {.tiles = tiles, .n_melds = n_melds, .first = malloc(size + 1)};
    ctx->join->failed |= !cells.first;
    for (unsigned i = 0; i < ctx->n_tiles[tiles] && !ctx->join->failed; i++) {
        if (!i || memcmp(sorted[i - 1]->class_, sorted[i]->class_, sizeof sorted[i]->class_) != 0)
            memset(cells.first, 0, size);
        count_cells(ctx, &cells, sorted[i]);
    }
    free(cells.first);
    for (unsigned i = 0; i < ctx->n_tiles[tiles] && !ctx->join->failed; i++) {
        const struct tiles *of = &ctx->tiles[tiles][i];
        for (uint32_t k = of->cells[0]; k < of->cells[1]; k++)
            for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
                if (of->class_[way] != DEAD)
                    join_cell(ctx, &cells, &cells.list[k], of->class_[way], way);
    }
    free(cells.list);
}

static void join_tiles(struct suit_ctx *ctx, unsigned tiles) {
    const struct kzi_join *join = ctx->join;
    unsigned count = ctx->n_tiles[tiles];
    struct tiles **sorted = malloc(count * sizeof *sorted + 1);
    ctx->join->failed |= !sorted;
    for (unsigned i = 0; i < count && sorted; i++)
        sorted[i] = &ctx->tiles[tiles][i];
    if (sorted)
        qsort(sorted, count, sizeof *sorted, by_class);
    for (unsigned n = 0; n <= join->n_sets && tiles + 3 * n <= join->n_tiles; n++)
        join_cells(ctx, sorted, tiles, n);
    free(sorted);
}

static void release(struct suit_ctx *ctx) {
    kzi_join_parts_release(ctx->join, &ctx->concealed);
    for (unsigned tiles = 0; tiles <= KZI_JOIN_TILES; tiles++)
        free(ctx->tiles[tiles]);
    for (unsigned n = 0; n <= KZI_JOIN_SETS; n++) {
        kzi_join_table_release(ctx->join, &ctx->claimed[n]);
        free(ctx->melds[n]);
    }
}

bool kzi_join_suit_make(struct kzi_join *join, unsigned suit) {
    struct suit_ctx *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return false;
    ctx->join = join;
    ctx->suit = suit;
    for (unsigned i = 0; i < 9; i++)
        ctx->room |= (uint64_t)(7 - join->every->rules[0]->model->copies[9 * suit + i]) << 4 * i;
    kzi_join_each_tiles(join, suit, add_tiles, ctx);
    find_melds(ctx);
    for (unsigned tiles = 0; tiles <= join->n_tiles; tiles++)
        join_tiles(ctx, tiles);
    release(ctx);
    free(ctx);
    return !join->failed;
}

void kzi_join_suit_put(const struct kzi_join *join, unsigned suit, uint32_t from,
                       struct kzi_every_hand *hand) {
    const struct kzi_join_origin *origin = &join->origins[from];
    hand->concealed[suit] = origin->key;
    for (unsigned i = 0; i < origin->n_melds; i++) {
        struct kzi_meld meld;
        read_meld(suit, origin->melds[i], &meld);
        hand->melds[hand->n_melds].kind = meld.kind & 15U;
        hand->melds[hand->n_melds].tile = meld.tile;
        hand->melds[hand->n_melds++].claimed = meld.claimed;
    }
    if (origin->way == KZI_JOIN_NOT_WON)
        return;
    hand->win = origin->win;
    hand->concealed[suit] -= (kzi_suit_key)1 << 3 * (origin->win % 9);
}

/* Random hands: draw a hand regardless of what it should have, then change one thing after another,
 * keeping a change unless more is missing than before (hill climbing). */
#include "analysis/witness/random_hand.h"

#include "analysis/witness/random_target.h"
#include "analysis/witness/shortfall.h"
#include "compile/wild.h"

#include <limits.h>
#include <string.h>

#define SUIT         UINT64_C(0x1FF)
#define HONORS       (UINT64_C(0x7F) << KZI_HONOR)
#define MOVES        400 /* changes made to a hand that should have a certain yaku */
#define SOME_MOVES   40  /* to another hand */
#define NOT_OF_GROUP KZI_MAX_GROUPS

/* The tiles of a draft. */
struct tiles {
    uint8_t left[KZI_COUNTS_CAPACITY];   /* copies of each kind that may still be laid */
    uint8_t laid[KZI_COUNTS_CAPACITY];   /* tiles of each kind in the hand */
    uint8_t single[KZI_COUNTS_CAPACITY]; /* those that are in no group */
    struct kzi_group groups[KZI_MAX_GROUPS];
    bool added[KZI_MAX_GROUPS]; /* the kong was added to a claimed pung */
    unsigned n_groups, n_stand_ins;
    uint8_t n_melds, body;                /* of a spelled hand: see kzi_reading */
    struct kzi_meld melds[KZI_MAX_MELDS]; /* of a spelled hand */
    unsigned win, won;                    /* the winning tile, and its group or NOT_OF_GROUP */
};

struct draft {
    struct kzi_random *random;
    const struct kz_ruleset *rules;
    const struct kzi_random_target *target;
    const struct kzi_shape *shape;
    struct kzi_hand *hand;
    uint8_t copies[KZI_COUNTS_CAPACITY]; /* the most copies in a hand */
    unsigned claim;                      /* the chance that a set is claimed, out of 8 */
    struct tiles tiles;
};

/* --- groups ----------------------------------------------------------------------------------- */

static const uint8_t tiles_of[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};

static unsigned length_of(const struct kzi_group *group) {
    return group->kind == KZI_CHOW ? 3 : 1;
}

static bool is_melded(const struct kzi_group *group) {
    return group->kind == KZI_KONG || group->hold == KZI_CLAIMED;
}

/* Lay `count` tiles of a kind; negative: take them back. */
static void lay(struct tiles *tiles, unsigned kind, int count) {
    tiles->left[kind] = (uint8_t)(tiles->left[kind] - count);
    tiles->laid[kind] = (uint8_t)(tiles->laid[kind] + count);
}

/* Return whether the shape may have the group, and enough tiles of the palette are left for it. */
static bool may_lay(const struct draft *draft, const struct kzi_group *group, kzi_kinds palette) {
    const struct kzi_shape *shape = draft->shape;
    const unsigned kind = group->kind, same = kind == KZI_KONG ? 1U << KZI_PUNG : 0;
    if ((kind == KZI_CHOW && (kzi_is_honor(group->tile) || kzi_number(group->tile) > 7)) ||
        (kind != KZI_PAIR && shape->set_kinds && !(shape->set_kinds & (1U << kind | same))))
        return false;
    for (unsigned i = 0; i < length_of(group); i++)
        if (draft->tiles.left[group->tile + i] < tiles_of[kind] ||
            !(palette >> (group->tile + i) & 1))
            return false;
    return kind != KZI_PAIR || !shape->pairs_differ || !draft->tiles.laid[group->tile];
}

/* Lay a random set, rarely a kong, or a pair as group number `at`.  Return false if there are no
 * tiles for it. */
static bool lay_group(struct draft *draft, unsigned at, bool pair, kzi_kinds palette) {
    static const uint8_t likely[16] = {KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW,
                                       KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_PUNG, KZI_PUNG, KZI_PUNG,
                                       KZI_PUNG, KZI_PUNG, KZI_PUNG, KZI_KONG};
    palette &= kzi_kinds_at_least(draft->tiles.left, 1);
    for (unsigned tries = palette ? 64 : 0; tries; tries--) {
        struct kzi_group group = {.kind =
                                      pair ? KZI_PAIR : likely[kzi_random_below(draft->random, 16)],
                                  .tile = (uint8_t)kzi_random_bit_of(draft->random, palette)};
        if (!may_lay(draft, &group, palette))
            continue;
        if (!pair && kzi_may_claim(draft->rules, group.kind) &&
            kzi_random_below(draft->random, 8) < draft->claim)
            group.hold = KZI_CLAIMED;
        draft->tiles.added[at] = group.hold && kzi_random_below(draft->random, 2);
        draft->tiles.groups[at] = group;
        for (unsigned i = 0; i < length_of(&group); i++)
            lay(&draft->tiles, group.tile + i, tiles_of[group.kind]);
        return true;
    }
    return false;
}

static bool add_groups(struct draft *draft, unsigned sets, unsigned pairs, kzi_kinds palette) {
    bool good = true;
    for (unsigned i = 0; good && i < sets + pairs; i++) {
        good = lay_group(draft, draft->tiles.n_groups, i >= sets, palette);
        draft->tiles.n_groups += good;
    }
    return good;
}

/* --- other tiles ------------------------------------------------------------------------------ */

static bool lay_tile(struct draft *draft, unsigned kind) {
    if (!draft->tiles.left[kind])
        return false;
    lay(&draft->tiles, kind, 1);
    draft->tiles.single[kind]++;
    return true;
}

static bool lay_kinds(struct draft *draft, kzi_kinds kinds) {
    bool good = true;
    KZI_EACH_IN(kinds, kind)
        good = good && lay_tile(draft, kind);
    return good;
}

/* Lay a body, or a random part of it with body_tiles tiles. */
static bool lay_body(struct draft *draft) {
    const struct kzi_shape *shape = draft->shape;
    kzi_kinds body = shape->bodies[kzi_random_below(draft->random, shape->n_bodies)];
    while ((unsigned)__builtin_popcountll(body) > shape->body_tiles)
        body &= ~kzi_kind_bit(kzi_random_bit_of(draft->random, body));
    return lay_kinds(draft, body) &&
           (!shape->one_more || lay_tile(draft, kzi_random_bit_of(draft->random, body)));
}

/* Lay `count` knitted sets or pairs with the letters assigned to suits as in `fall`. */
static bool lay_knitted(struct draft *draft, const struct kzi_shape_part *parts, unsigned tiles,
                        unsigned count, unsigned fall) {
    bool good = true;
    for (unsigned i = 0; good && i < count; i++) {
        kzi_kinds kinds = kzi_knit(parts, tiles, fall, 1 + kzi_random_below(draft->random, 9));
        good = kinds && lay_kinds(draft, kinds);
    }
    return good;
}

/* Lay a few sets and other tiles. */
static bool lay_any_tiles(struct draft *draft, kzi_kinds palette) {
    unsigned tiles = draft->rules->hand_size;
    for (unsigned i = kzi_random_below(draft->random, 3); i && tiles > 3; i--)
        tiles -= add_groups(draft, 1, 0, palette) ? 3 : 0;
    for (; tiles; tiles--) {
        const kzi_kinds kinds = kzi_kinds_at_least(draft->tiles.left, 1) & palette;
        if (!kinds || !lay_tile(draft, kzi_random_bit_of(draft->random, kinds)))
            return false;
    }
    return true;
}

/* --- spelled hands ---------------------------------------------------------------------------- */

/* Lay `count` tiles of a kind.  Wild tiles replace those that the game lacks and, now and then,
 * another one; the first `must` tiles are not replaced.  Return the replaced tiles by bit. */
static unsigned lay_spelled(struct draft *draft, unsigned kind, unsigned count, unsigned must) {
    const kzi_kinds wild = kzi_wild_kinds(draft->rules, draft->hand);
    struct tiles *tiles = &draft->tiles;
    unsigned stand_ins = 0;
    for (unsigned i = 0; i < count; i++) {
        const bool may = i >= must && wild && tiles->n_stand_ins < KZI_MAX_WILD_TILES;
        if (may && (!tiles->left[kind] || !kzi_random_below(draft->random, 8))) {
            stand_ins |= 1U << i;
            tiles->n_stand_ins++;
        } else if (tiles->left[kind]) {
            tiles->left[kind]--;
        }
    }
    return stand_ins;
}

/* Claim a group of a box. */
static void claim_group(struct draft *draft, unsigned code, unsigned wild) {
    const unsigned kind = kzi_box_group_kind(code), tiles = kzi_box_group_tiles(code);
    draft->tiles.melds[draft->tiles.n_melds++] = (struct kzi_meld){
        .kind = tiles > 3 ? KZI_KONG : KZI_PUNG,
        .tile = (uint8_t)kind,
        .claimed = true,
        .more = (tiles > 4 ? tiles - 4 : 0) & 3,
        .stand_ins = lay_spelled(draft, kind, tiles, 1) & 63,
        .joker = (wild - KZI_JOKER) & 7,
    };
}

/* Lay the tiles of a box, with some of its groups claimed. */
static void lay_box(struct draft *draft) {
    const struct kzi_boxes *boxes = &draft->rules->shapes.boxes;
    const struct kzi_box *box = &boxes->list[kzi_random_below(draft->random, boxes->count)];
    const kzi_kinds jokers = kzi_wild_kinds(draft->rules, draft->hand);
    const unsigned joker = jokers ? (unsigned)__builtin_ctzll(jokers) : 0;
    struct tiles *tiles = &draft->tiles;
    uint8_t claimed[KZI_A_FACE + 1] = {0};
    for (unsigned i = 0; i < box->n_groups; i++)
        if (kzi_random_below(draft->random, 8) < draft->claim && tiles->n_melds < KZI_MAX_MELDS) {
            const unsigned code = box->groups[i];
            claimed[kzi_box_group_kind(code)] += (uint8_t)kzi_box_group_tiles(code);
            claim_group(draft, code, joker);
        }
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        const unsigned need = kzi_box_count(box->need, kind), count = need - claimed[kind],
                       stand_ins = (unsigned)__builtin_popcount(
                           lay_spelled(draft, kind, count, kzi_box_count(box->must, kind)));
        tiles->laid[kind] = (uint8_t)need;
        tiles->single[kind] = (uint8_t)(count - stand_ins);
        tiles->single[joker] = (uint8_t)(tiles->single[joker] + stand_ins);
    }
    tiles->body = (uint8_t)kzi_body_of_list(box->list);
}

/* --- the whole hand --------------------------------------------------------------------------- */

/* Choose the winning tile: one of a concealed group, or one in no group, which may be a joker only
 * by self-draw.  Return false if there is none. */
static bool choose_win(struct draft *draft) {
    struct tiles *tiles = &draft->tiles;
    const kzi_kinds jokers = draft->hand->self_draw ? 0 : kzi_wild_kinds(draft->rules, draft->hand),
                    single = kzi_kinds_at_least(tiles->single, 1) & ~jokers;
    unsigned concealed = 0;
    for (unsigned i = 0; i < tiles->n_groups; i++)
        concealed |= (unsigned)!is_melded(&tiles->groups[i]) << i;
    tiles->won = NOT_OF_GROUP;
    if (single && (!concealed || kzi_random_below(draft->random, 2))) {
        tiles->win = kzi_random_bit_of(draft->random, single);
        return true;
    }
    if (!concealed)
        return false;
    tiles->won = kzi_random_bit_of(draft->random, concealed);
    const struct kzi_group *group = &tiles->groups[tiles->won];
    tiles->win = group->tile + kzi_random_below(draft->random, length_of(group));
    return true;
}

/* Return a suit, a tile class of the ruleset, or mostly all tiles. */
static kzi_kinds random_palette(struct draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    const unsigned classes = (unsigned)model->class_names.count,
                   pick = kzi_random_below(draft->random, 16);
    const kzi_kinds suit = SUIT << 9 * kzi_random_below(draft->random, KZI_SUITS);
    if (pick < 4)
        return pick & 1 ? suit : suit | HONORS;
    return pick >= 8 || !classes
               ? KZI_ALL_KINDS
               : kzi_kinds_in(&model->classes[kzi_random_below(draft->random, classes)],
                              draft->hand);
}

/* Draw all tiles. */
static bool draw_tiles(struct draft *draft) {
    const struct kzi_shape *shape = draft->shape;
    const kzi_kinds palette = random_palette(draft);
    const unsigned fall = kzi_random_below(draft->random, KZI_FALLS);
    bool good = true;
    draft->tiles = (struct tiles){.n_groups = 0};
    memcpy(draft->tiles.left, draft->copies, sizeof draft->copies);
    if (shape->spelled)
        lay_box(draft);
    else if (shape->any_tiles)
        good = lay_any_tiles(draft, palette);
    else
        good = lay_knitted(draft, shape->set_is, 3, shape->knitted_sets, fall) &&
               lay_knitted(draft, shape->pair_is, 2, shape->knitted_pairs, fall) &&
               (!shape->n_bodies || lay_body(draft)) &&
               add_groups(draft, shape->sets, shape->pairs, palette);
    return good && choose_win(draft);
}

/* Draw who wins and how. */
static void draw_situation(struct draft *draft) {
    struct kzi_random *random = draft->random;
    struct kzi_hand *hand = draft->hand;
    const unsigned seats = draft->rules->model->n_seats;
    hand->self_draw = kzi_random_below(random, 2);
    hand->seat = (uint8_t)kzi_random_below(random, seats);
    hand->round = (uint8_t)kzi_random_below(random, 4);
    hand->from = -1;
    if (!hand->self_draw && kzi_random_below(random, 16))
        hand->from = (int8_t)((hand->seat + 1 + kzi_random_below(random, seats - 1)) % seats);
    hand->counters = kzi_random_below(random, kzi_random_below(random, 4) ? 3 : 10);
    hand->bets = kzi_random_below(random, 3);
}

/* --- a draft as a hand and its reading -------------------------------------------------------- */

static enum kzi_wait wait_of(const struct draft *draft) {
    const struct tiles *tiles = &draft->tiles;
    const struct kzi_group *group = &tiles->groups[tiles->won];
    if (tiles->won == NOT_OF_GROUP)
        return draft->shape->form != KZI_FORM_ONE_EACH ? KZI_WAIT_NONE
               : tiles->single[tiles->win] > 1         ? KZI_WAIT_PAIR
                                                       : KZI_WAIT_SINGLE;
    const unsigned number = kzi_number(group->tile), at = tiles->win - group->tile;
    if (group->kind != KZI_CHOW)
        return group->kind == KZI_PAIR ? KZI_WAIT_PAIR : KZI_WAIT_PUNG;
    if (at == 1)
        return KZI_WAIT_CLOSED;
    return (at ? number == 1 : number == 7) ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

static void add_meld(const struct tiles *tiles, unsigned at, struct kzi_hand *hand) {
    const struct kzi_group *group = &tiles->groups[at];
    hand->melds[hand->n_melds++] =
        (struct kzi_meld){.kind = group->kind,
                          .tile = group->tile,
                          .claimed = group->hold == KZI_CLAIMED,
                          .added = group->kind == KZI_KONG && tiles->added[at]};
}

static void add_group(const struct draft *draft, unsigned at, struct kzi_reading *reading) {
    const struct kzi_group *group = &draft->tiles.groups[at];
    struct kzi_hand *hand = draft->hand;
    const uint8_t bit = (uint8_t)(1U << reading->n_groups);
    reading->codes[reading->n_groups++] = (uint8_t)kzi_code_of_group(group->kind, group->tile);
    reading->n_sets = (uint8_t)(reading->n_sets + (group->kind != KZI_PAIR));
    reading->claimed |= group->hold == KZI_CLAIMED ? bit : 0;
    if (draft->tiles.won == at) {
        reading->won = bit;
        reading->won_hold =
            hand->self_draw || group->kind == KZI_PAIR ? KZI_CONCEALED : KZI_FINISHED_BY_DISCARD;
    }
    for (unsigned i = 0; i < length_of(group) && !is_melded(group); i++)
        hand->concealed[group->tile + i] =
            (uint8_t)(hand->concealed[group->tile + i] + tiles_of[group->kind]);
}

/* Fill in the hand and its reading from the tiles. */
static void fill_hand(const struct draft *draft, struct kzi_reading *reading) {
    const struct tiles *tiles = &draft->tiles;
    struct kzi_hand *hand = draft->hand;
    *reading = (struct kzi_reading){.shape = (uint8_t)draft->target->shape,
                                    .wait = (uint8_t)wait_of(draft),
                                    .body = tiles->body};
    memcpy(hand->concealed, tiles->single, sizeof tiles->single);
    memcpy(hand->melds, tiles->melds, sizeof tiles->melds);
    hand->n_melds = tiles->n_melds;
    for (unsigned i = 0; i < tiles->n_groups; i++)
        if (is_melded(&tiles->groups[i])) {
            add_meld(tiles, i, hand);
            add_group(draft, i, reading);
        }
    reading->n_melds = hand->n_melds;
    for (unsigned i = 0; i < tiles->n_groups; i++)
        if (!is_melded(&tiles->groups[i]))
            add_group(draft, i, reading);
    hand->win = (uint8_t)tiles->win;
    hand->concealed[tiles->win]--;
}

/* Write the hand.  Return how much of the target it lacks, or a number above `max` if that is
 * more. */
static unsigned count_missing(const struct draft *draft, unsigned max) {
    const struct kzi_random_target *target = draft->target;
    struct kzi_reading reading;
    struct kzi_facts facts;
    fill_hand(draft, &reading);
    facts.own.open = reading.claimed || draft->tiles.n_melds;
    memcpy(facts.own.counts, draft->tiles.laid, sizeof facts.own.counts);
    facts.own.kinds = kzi_kinds_at_least(draft->tiles.laid, 1);
    kzi_facts_init_with(&facts, draft->hand, &facts.own);
    unsigned sum = !(target->openness & (facts.open ? KZI_HAND_OPEN : KZI_HAND_CLOSED));
    for (unsigned i = 0; i < target->n_clauses && sum <= max; i++)
        sum += kzi_shortfall(target->clauses[i].test, target->clauses[i].values, &facts, &reading);
    return sum;
}

/* --- changes ---------------------------------------------------------------------------------- */

/* Replace a group by another one, which may be claimed or not. */
static bool replace_group(struct draft *draft) {
    struct tiles *tiles = &draft->tiles;
    const unsigned at = kzi_random_below(draft->random, tiles->n_groups);
    const struct kzi_group *group = &tiles->groups[at];
    for (unsigned i = 0; i < length_of(group); i++)
        lay(tiles, group->tile + i, -tiles_of[group->kind]);
    return lay_group(draft, at, group->kind == KZI_PAIR, KZI_ALL_KINDS) &&
           (tiles->won != at || choose_win(draft));
}

/* Change one thing; return false if this fails. */
static bool change(struct draft *draft) {
    const bool groups = draft->tiles.n_groups;
    const unsigned what = kzi_random_below(draft->random, 8);
    draft->claim = kzi_random_below(draft->random, 9);
    if (what == 0)
        draw_situation(draft);
    else if (what < 6)
        return groups ? replace_group(draft) : draw_tiles(draft);
    return choose_win(draft);
}

/* Make changes, keeping each one unless more is missing than before.  Return whether nothing is
 * missing. */
static bool climb(struct draft *draft, unsigned moves) {
    unsigned min = count_missing(draft, UINT_MAX);
    for (; min && moves; moves--) {
        const struct kzi_hand hand = *draft->hand;
        const struct tiles tiles = draft->tiles;
        const unsigned now = change(draft) ? count_missing(draft, min) : min + 1;
        if (now <= min) {
            min = now;
            continue;
        }
        draft->tiles = tiles;
        *draft->hand = hand;
    }
    return !min;
}

/* --- wild tiles ------------------------------------------------------------------------------ */

/* Return the flowers that the rules play with, by bit; honor flowers are left out. */
static uint32_t flowers_played(const struct draft *draft) {
    return draft->rules->faces_played & ((1U << KZI_HONOR_FACE) - 1);
}

/* Return a tile to turn up, now and then a flower. */
static unsigned turn_up(const struct draft *draft) {
    const uint32_t faces = flowers_played(draft);
    if (faces && !kzi_random_below(draft->random, 4))
        return KZI_SHOWN_FACE + kzi_random_bit_of(draft->random, faces);
    return kzi_random_bit_of(draft->random, draft->rules->played & KZI_ALL_KINDS);
}

/* Turn up a tile if the rules ask for it.  Return the kinds that are wild. */
static kzi_kinds show_wild(const struct draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    for (unsigned i = 0; i < model->wild_names.count; i++)
        if (model->wilds[i].shown)
            draft->hand->wild.shown = (uint8_t)(turn_up(draft) + 1);
    return kzi_wild_kinds(draft->rules, draft->hand);
}

/* Replace a tile of a random meld by a joker; return false if the meld may have none. */
static bool lay_joker(const struct draft *draft, unsigned joker) {
    struct kzi_hand *hand = draft->hand;
    const unsigned at = hand->n_melds ? kzi_random_below(draft->random, hand->n_melds) : 0;
    struct kzi_meld *meld = &hand->melds[at], with = *meld;
    if (joker < KZI_JOKER || !hand->n_melds || meld->stand_ins)
        return false;
    const unsigned i = kzi_random_below(draft->random, 3);
    with.joker = (joker - KZI_JOKER) & 7;
    with.stand_ins = 1U << i & 7;
    if (!kzi_may_stand_in(draft->rules, hand, &with, kzi_meld_tile(meld, i)))
        return false;
    *meld = with;
    return true;
}

/* Replace a tile of the hand by a wild one; now and then a self-drawn winning tile. */
static void replace_tile(const struct draft *draft, unsigned wild) {
    struct kzi_hand *hand = draft->hand;
    const kzi_kinds kinds = kzi_kinds_at_least(hand->concealed, 1);
    if (!kzi_random_below(draft->random, 4) && lay_joker(draft, wild))
        return;
    if (hand->self_draw && hand->win < KZI_KINDS && !kzi_random_below(draft->random, 8)) {
        hand->win = (uint8_t)wild;
    } else if (kinds) {
        hand->concealed[kzi_random_bit_of(draft->random, kinds)]--;
        hand->concealed[wild]++;
    }
}

/* Return whether the game has another copy of a wild kind than those in the hand. */
static bool is_left(const struct draft *draft, unsigned kind) {
    const struct kzi_hand *hand = draft->hand;
    uint8_t laid[KZI_COUNTS_CAPACITY] = {0};
    kzi_hand_fill_written(hand, draft->rules->model->copies, laid);
    unsigned there = hand->concealed[kind] + (hand->win == kind ? 1U : 0U);
    there += kind < KZI_JOKER ? 0U : laid[kind];
    there += hand->wild.shown == kind + 1 ? 1U : 0U;
    return there < draft->rules->model->copies[kind];
}

/* Replace the tiles that the game does not have (model->lent) by wild tiles. */
static void lend(const struct draft *draft, kzi_kinds wild) {
    struct kzi_hand *hand = draft->hand;
    KZI_EACH_IN(wild ? draft->rules->model->lent : 0, kind) {
        const unsigned with = kzi_random_bit_of(draft->random, wild);
        if (!is_left(draft, with))
            continue;
        if (hand->win == kind) {
            hand->win = (uint8_t)with;
        } else if (hand->concealed[kind]) {
            hand->concealed[kind]--;
            hand->concealed[with]++;
        }
    }
}

/* Return whether the shape is one of any tiles whose condition counts tiles, such as wild ones. */
static bool rules_ask_wild(const struct draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    return draft->shape->any_tiles &&
           kzi_condition_asks(model->shape_when[draft->target->shape], KZI_FACT_TILES);
}

/* Replace some tiles of the hand, which has no wild tiles yet, by wild tiles. */
static void lay_wild(const struct draft *draft) {
    struct kzi_hand *hand = draft->hand;
    const kzi_kinds wild = kzi_wild_kinds(draft->rules, hand);
    uint32_t faces = 0;
    for (unsigned i = 0; i < draft->rules->model->wild_names.count; i++)
        faces |= draft->rules->model->wilds[i].faces;
    if (faces && !hand->win_face && !kzi_random_below(draft->random, 8))
        kzi_hand_win_face(hand, kzi_random_bit_of(draft->random, faces), true);
    lend(draft, wild);
    if (wild && draft->shape->any_tiles && !hand->win_face && kzi_random_below(draft->random, 2)) {
        hand->win = (uint8_t)kzi_random_bit_of(draft->random, wild);
        if (!rules_ask_wild(draft))
            return;
    }
    const unsigned max = rules_ask_wild(draft) ? 5 : 4;
    for (unsigned tiles = wild ? kzi_random_below(draft->random, max) : 0; tiles; tiles--) {
        const unsigned kind = kzi_random_bit_of(draft->random, wild);
        if (is_left(draft, kind))
            replace_tile(draft, kind);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

/* Make a flower the winning tile, if the game has flowers. */
static void win_face(const struct draft *draft) {
    struct kzi_hand *hand = draft->hand;
    const uint32_t faces = flowers_played(draft);
    if (!faces)
        return;
    const unsigned face = kzi_random_bit_of(draft->random, faces);
    hand->win = KZI_A_FACE;
    hand->win_face = (uint8_t)(face + 1);
    hand->faces = (kzi_face_counts){{0}};
    kzi_face_add(&hand->faces, face, 1);
    hand->flowers = 1;
}

/* Count the concealed tiles, and record which flowers they are. */
static void end_draft(const struct draft *draft) {
    struct kzi_hand *hand = draft->hand;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        hand->n_concealed = (uint8_t)(hand->n_concealed + hand->concealed[kind]);
    kzi_face_add(&hand->held, 0, hand->concealed[KZI_A_FACE]);
    if (hand->win == KZI_A_FACE) {
        hand->win_face = 1;
        kzi_face_add(&hand->faces, 0, 1);
        hand->flowers = 1;
    }
    if (draft->shape->any_tiles && kzi_random_below(draft->random, 2))
        win_face(draft);
    if (!draft->shape->spelled)
        lay_wild(draft);
}

/* Return whether the hand meets the needs of its circumstances.  A single test of the target need
 * not express them. */
static bool has_needs(const struct draft *draft) {
    const struct kz_ruleset *rules = draft->rules;
    struct kzi_facts facts;
    struct kzi_reading melds;
    kzi_facts_init(&facts, draft->hand);
    facts.given = draft->target->given;
    kzi_reading_of_melds(draft->hand, &melds);
    KZI_EACH_IN(facts.given & rules->with_needs, word)
        if (!kzi_evaluate(rules->model->circumstances[word].needs, &facts, &melds))
            return false;
    return true;
}

/* Begin with the parts of the hand that follow from the rules and the target. */
static void begin_draft(struct draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    struct kzi_hand *hand = draft->hand;
    memset(hand, 0, sizeof *hand);
    hand->by_given = hand->round_given = hand->seat_given = true;
    KZI_EACH_IN(draft->target->words, word)
        if (hand->n_words < KZI_MAX_WORDS)
            kzi_hand_give_word(hand, draft->rules, model->circumstances[word].id);
    const kzi_kinds wild = show_wild(draft);
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        draft->copies[kind] = wild >> kind & 1 ? 0 : model->copies[kind];
        if (draft->shape->n_bodies && kind < KZI_KINDS && model->lent >> kind & 1)
            draft->copies[kind] = 1;
        if (hand->wild.shown == kind + 1 && draft->copies[kind])
            draft->copies[kind]--;
    }
    draft->claim = draft->target->openness == KZI_HAND_CLOSED || kzi_random_below(draft->random, 2)
                       ? 0
                       : kzi_random_below(draft->random, 9);
}

bool kzi_random_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                     const struct kzi_aim *aim, struct kzi_hand *hand) {
    struct kzi_random_target target;
    struct draft draft = {.random = random, .rules = rules, .target = &target, .hand = hand};
    const bool certain = aim && aim->yaku >= 0;
    const unsigned usual = certain ? MOVES : SOME_MOVES;
    if (!kzi_random_target_draw(&target, random, rules, aim))
        return false;
    draft.shape = &rules->shapes.list[target.shape];
    begin_draft(&draft);
    draw_situation(&draft);
    /* now and then keep a hand that lacks something */
    if (!draw_tiles(&draft) ||
        (!climb(&draft, aim && aim->moves ? aim->moves : usual) &&
         (certain || kzi_random_below(random, 64))) ||
        (!has_needs(&draft) && kzi_random_below(random, 64)))
        return false;
    end_draft(&draft);
    return true;
}

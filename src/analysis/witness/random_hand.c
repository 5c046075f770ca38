#include "analysis/witness/random_draft.h"

#include "compile/condition/evaluation.h"
#include "hand/problem.h"
#include "compile/wild.h"

#include <string.h>

static bool groups_none(const struct kzi_groups *groups) {
    return !(groups->of[KZI_CHOW] | groups->of[KZI_PUNG] | groups->of[KZI_KONG] |
             groups->of[KZI_PAIR]);
}

/* Return the groups that can be laid now. */
static struct kzi_groups draft_may(const struct kzi_hand_draft *draft, bool pair) {
    struct kzi_groups may = {{0}};
    if (pair) {
        may.of[KZI_PAIR] = draft->least[2] & draft->palette;
        if (draft->shape->pairs_differ)
            may.of[KZI_PAIR] &= ~draft->touched;
    } else {
        may = kzi_groups_of(KZI_A_CHOW, draft->least[1] & draft->palette, false);
        may.of[KZI_PUNG] = draft->least[3] & draft->palette;
        may.of[KZI_KONG] = draft->least[4] & draft->palette;
    }
    return kzi_groups_and(may, &draft->must);
}

/* --- laying groups --------------------------------------------------------------------------- */

static bool draft_claims(const struct kzi_hand_draft *draft, unsigned kind, unsigned adjective) {
    if (!(draft->target->openness & KZI_HAND_OPEN) || adjective == KZI_IS_CONCEALED ||
        !kzi_may_claim(draft->rules, kind))
        return false;
    if (adjective == KZI_IS_DECLARED && kind == KZI_KONG)
        return kzi_random_below(draft->random, 2);
    return adjective != KZI_ANY_HOLD || kzi_random_below(draft->random, 8) < draft->claim;
}

static void draft_take(struct kzi_hand_draft *draft, unsigned kind, unsigned count) {
    for (; count; count--)
        draft->least[draft->left[kind]--] &= ~kzi_kind_bit(kind);
    draft->touched |= kzi_kind_bit(kind);
}

static void draft_conceal(struct kzi_hand_draft *draft, unsigned kind, unsigned count) {
    draft->hand->concealed[kind] = (uint8_t)(draft->hand->concealed[kind] + count);
}

static void draft_lay(struct kzi_hand_draft *draft, unsigned kind, unsigned tile,
                      unsigned adjective) {
    static const uint8_t tiles[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
    struct kzi_hand *hand = draft->hand;
    unsigned length = kind == KZI_CHOW ? 3 : 1;
    bool claimed = kind != KZI_PAIR && draft_claims(draft, kind, adjective);
    bool melded = claimed || kind == KZI_KONG;
    for (unsigned i = 0; i < length; i++) {
        draft_take(draft, tile + i, tiles[kind]);
        if (!melded)
            draft_conceal(draft, tile + i, tiles[kind]);
    }
    if (melded)
        hand->melds[hand->n_melds++] = (struct kzi_meld){
            .kind = (uint8_t)kind,
            .tile = (uint8_t)tile,
            .claimed = claimed,
            .added = kind == KZI_KONG && claimed && kzi_random_below(draft->random, 2)};
    else
        draft->groups[draft->n_groups++] =
            (struct kzi_group){.kind = (uint8_t)kind, .tile = (uint8_t)tile};
}

/* Pick one of the groups, rarely a kong; return false if there is none. */
static bool draft_pick(struct kzi_hand_draft *draft, const struct kzi_groups *groups,
                       unsigned adjective) {
    static const uint8_t likely[16] = {KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW,
                                       KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_PUNG, KZI_PUNG, KZI_PUNG,
                                       KZI_PUNG, KZI_PUNG, KZI_PUNG, KZI_KONG};
    if (groups_none(groups))
        return false;
    unsigned kind = groups->of[KZI_PAIR] ? KZI_PAIR : likely[kzi_random_below(draft->random, 16)];
    while (!groups->of[kind])
        kind = likely[kzi_random_below(draft->random, 16)];
    if (draft->must_hold && kind != KZI_PAIR)
        adjective = draft->must_hold;
    draft_lay(draft, kind, kzi_random_bit_of(draft->random, groups->of[kind]), adjective);
    return true;
}

/* Return whether some of the groups are still wished for. */
static bool draft_wishes_any(const struct kzi_hand_draft *draft, const struct kzi_groups *groups) {
    for (unsigned i = 0; i < draft->n_wishes; i++) {
        struct kzi_groups both = kzi_groups_and(*groups, &draft->wishes[i].groups);
        if (draft->wishes[i].count && !groups_none(&both))
            return true;
    }
    return false;
}

/* Lay a set or a pair, from one of the open wishes if possible. */
static bool draft_group(struct kzi_hand_draft *draft, bool pair) {
    struct kzi_groups may = draft_may(draft, pair);
    unsigned first = draft->n_wishes ? kzi_random_below(draft->random, draft->n_wishes) : 0;
    for (unsigned i = 0; i < draft->n_wishes; i++) {
        struct kzi_wish *wish = &draft->wishes[(first + i) % draft->n_wishes];
        struct kzi_groups groups = kzi_groups_and(may, &wish->groups);
        if (!wish->count || !draft_pick(draft, &groups, wish->adjective))
            continue;
        if (!--wish->count && wish->exactly && !draft_wishes_any(draft, &wish->groups))
            kzi_draft_never(draft, &wish->groups);
        return true;
    }
    return draft_pick(draft, &may, KZI_ANY_HOLD);
}

/* --- hands ------------------------------------------------------------------------------------ */

/* Return one or several suits, a class of tiles of the ruleset, or all tiles. */
static kzi_kinds random_palette(struct kzi_hand_draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    unsigned classes = (unsigned)model->class_names.count;
    unsigned pick = kzi_random_below(draft->random, classes ? 12 : 4);
    kzi_kinds suit = KZI_DRAFT_SUIT << 9 * kzi_random_below(draft->random, KZI_SUITS);
    if (pick < 4 || !classes)
        return pick & 1 ? suit : suit | KZI_DRAFT_HONORS;
    if (pick >= 8)
        return KZI_ALL_KINDS;
    unsigned number = kzi_random_below(draft->random, classes);
    kzi_kinds kinds = kzi_draft_class(draft, &model->classes[number]);
    return pick == 4   ? KZI_ALL_KINDS & ~kinds
           : pick == 5 ? kinds & (suit | KZI_DRAFT_HONORS)
                       : kinds;
}

/* --- the situation --------------------------------------------------------------------------- */

static void draft_situation(struct kzi_hand_draft *draft) {
    struct kzi_random *random = draft->random;
    struct kzi_hand *hand = draft->hand;
    const struct kzi_random_target *target = draft->target;
    unsigned seats = draft->rules->model->n_seats;
    hand->self_draw = kzi_random_bit_of(random, target->ways) == 0;
    hand->seat = (uint8_t)kzi_random_bit_of(random, target->seats);
    hand->round = (uint8_t)kzi_random_below(random, 4);
    hand->by_given = hand->round_given = hand->seat_given = true;
    hand->from = -1;
    if (!hand->self_draw && kzi_random_below(random, 16))
        hand->from = (int8_t)((hand->seat + 1 + kzi_random_below(random, seats - 1)) % seats);
    hand->honba = kzi_random_below(random, 3);
    hand->deposits = kzi_random_below(random, 3);
    for (uint64_t words = draft->target->words; words && hand->n_words < KZI_MAX_WORDS;
         words &= words - 1) {
        unsigned number = (unsigned)__builtin_ctzll(words);
        kzi_word_give(hand, draft->rules, draft->rules->model->circumstances[number].id);
    }
}

/* --- the tiles ------------------------------------------------------------------------------- */

static bool draft_raw_tile(struct kzi_hand_draft *draft, unsigned kind) {
    if (!draft->left[kind])
        return false;
    draft_take(draft, kind, 1);
    draft_conceal(draft, kind, 1);
    draft->odd = kind;
    draft->n_raw++;
    return true;
}

/* Lay the tiles of a pattern of tiles with random suits. *kinds: their kinds. */
static bool draft_raw(struct kzi_hand_draft *draft, kzi_kinds *kinds) {
    const uint64_t *counts = draft->raw_cond->argument.tiles.counts;
    unsigned first = kzi_random_below(draft->random, KZI_SUITS);
    unsigned step = 1 + kzi_random_below(draft->random, 2);
    bool good = true;
    for (unsigned row = 0; row < 4 + KZI_SUIT_LETTERS; row++) {
        unsigned suit = row < 4 ? row : (first + (row - 4) * step) % KZI_SUITS;
        for (unsigned number = 1; number <= 9; number++)
            for (unsigned left = counts[row] >> 4 * (number - 1) & 15; left && good; left--) {
                *kinds |= kzi_kind_bit(kzi_kind(suit, number));
                good = draft_raw_tile(draft, kzi_kind(suit, number));
            }
    }
    return good;
}

static bool draft_groups(struct kzi_hand_draft *draft, unsigned sets, unsigned pairs) {
    bool good = true, early = pairs == 1 && kzi_random_below(draft->random, 2);
    if (early)
        good = draft_group(draft, true);
    for (unsigned i = 0; good && i < sets; i++)
        good = draft_group(draft, false);
    for (unsigned i = early; good && i < pairs; i++)
        good = draft_group(draft, true);
    for (unsigned i = 0; i < draft->n_wishes; i++)
        good &= !draft->wishes[i].count;
    return good;
}

/* Return whether single tiles of these kinds can meet all wishes. */
static bool draft_meets_wishes(const struct kzi_hand_draft *draft, kzi_kinds kinds) {
    for (unsigned i = 0; i < draft->n_wishes; i++)
        if (!(draft->wishes[i].groups.of[KZI_PAIR] & kinds))
            return false;
    return true;
}

/* Lay tiles first, then sets and a pair if they fit, else more tiles of the same kinds. */
static bool draft_rest(struct kzi_hand_draft *draft, unsigned tiles) {
    kzi_kinds kinds = 0;
    if (!draft_raw(draft, &kinds) || draft->n_raw > tiles)
        return false;
    unsigned rest = tiles - draft->n_raw;
    if (rest % 3 == 2)
        return draft_groups(draft, rest / 3, 1);
    for (; rest; rest--)
        if (!draft_raw_tile(draft, kzi_random_bit_of(draft->random, kinds)))
            return false;
    return draft_meets_wishes(draft, kinds);
}

static bool draft_raw_kinds(struct kzi_hand_draft *draft, kzi_kinds kinds) {
    bool good = true;
    for (; good && kinds; kinds &= kinds - 1)
        good = draft_raw_tile(draft, (unsigned)__builtin_ctzll(kinds));
    return good;
}

/* Lay a body, or as many tiles of it as needed, and groups next to it. */
static bool draft_body(struct kzi_hand_draft *draft) {
    const struct kzi_shape *shape = draft->shape;
    unsigned way = shape->n_bodies > 1 ? kzi_random_below(draft->random, shape->n_bodies) : 0;
    kzi_kinds body = shape->bodies[way];
    while ((unsigned)__builtin_popcountll(body) > shape->body_tiles)
        body &= ~kzi_kind_bit(kzi_random_bit_of(draft->random, body));
    bool good = draft_raw_kinds(draft, body);
    if (good && shape->one_more)
        good = draft_raw_tile(draft, kzi_random_bit_of(draft->random, body));
    if (shape->sets || shape->pairs)
        return good && draft_groups(draft, shape->sets, shape->pairs);
    return good && draft_meets_wishes(draft, body);
}

/* Lay so many knitted sets or pairs with the letters in one way. */
static bool draft_knit(struct kzi_hand_draft *draft, const struct kzi_shape_part *parts,
                       unsigned tiles, unsigned count, unsigned fall) {
    bool good = true;
    for (unsigned i = 0; good && i < count; i++) {
        kzi_kinds kinds = kzi_knit(parts, tiles, fall, 1 + kzi_random_below(draft->random, 9));
        good = kinds && draft_raw_kinds(draft, kinds);
    }
    return good;
}

/* Lay sets and pairs that a list of tiles or a noun restricts. */
static bool draft_restricted(struct kzi_hand_draft *draft) {
    const struct kzi_shape *shape = draft->shape;
    unsigned fall = kzi_random_below(draft->random, KZI_FALLS);
    for (unsigned kind = KZI_CHOW; shape->set_kinds && kind <= KZI_KONG; kind++)
        if (!(shape->set_kinds >> kind & 1) &&
            !(kind == KZI_KONG && shape->set_kinds >> KZI_PUNG & 1))
            draft->must.of[kind] = 0;
    return draft_knit(draft, shape->set_is, 3, shape->knitted_sets, fall) &&
           draft_knit(draft, shape->pair_is, 2, shape->knitted_pairs, fall);
}

/* Lay a few sets and other tiles. */
static bool draft_any_tiles(struct kzi_hand_draft *draft) {
    unsigned tiles = draft->rules->hand_size;
    for (unsigned i = kzi_random_below(draft->random, 3); i && tiles > 3; i--)
        tiles -= draft_group(draft, false) ? 3 : 0;
    for (; tiles; tiles--) {
        kzi_kinds kinds = draft->least[1] & draft->palette;
        if (!kinds || !draft_raw_tile(draft, kzi_random_bit_of(draft->random, kinds)))
            return false;
    }
    return true;
}

/* --- what is spelled ------------------------------------------------------------------------- */

/* Return one of the boxes, of a list that the target asks for if there is one. */
static const struct kzi_box *draw_box(const struct kzi_hand_draft *draft) {
    const struct kzi_boxes *boxes = &draft->rules->shapes.boxes;
    const struct kzi_condition *asked = NULL;
    for (unsigned i = 0; i < draft->target->n_clauses && !asked; i++) {
        const struct kzi_condition *cond = draft->target->clauses[i].cond;
        if (kzi_conditions[cond->kind].takes == KZI_TAKES_SPELLINGS &&
            !draft->target->clauses[i].negated)
            asked = cond;
    }
    unsigned at = kzi_random_below(draft->random, boxes->count);
    while (asked && boxes->list[at].list != asked->argument.number)
        at = kzi_random_below(draft->random, boxes->count);
    return &boxes->list[at];
}

/* Lay tiles of a kind, a wild one for each that the game lacks, and now and then for another of
 * those that it may be.  Return which of them are, by bit. */
static unsigned lay_spelled(struct kzi_hand_draft *draft, unsigned kind, unsigned count,
                            unsigned must) {
    const kzi_kinds wild = kzi_wild_kinds(draft->rules, draft->hand);
    unsigned stand_ins = 0;
    for (unsigned i = 0; i < count; i++) {
        const bool may = i >= must && wild && draft->n_raw < KZI_MAX_WILD_TILES;
        if (may && (!draft->spelled_left[kind] || !kzi_random_below(draft->random, 8))) {
            stand_ins |= 1U << i;
            draft->n_raw++;
        } else if (draft->spelled_left[kind]) {
            draft->spelled_left[kind]--;
        }
    }
    return stand_ins;
}

/* Claim a group of a box. */
static void claim_group(struct kzi_hand_draft *draft, unsigned code, unsigned wild) {
    struct kzi_hand *hand = draft->hand;
    const unsigned kind = code & 63, tiles = (code >> 6) + 3;
    hand->melds[hand->n_melds++] = (struct kzi_meld){
        .kind = tiles > 3 ? KZI_KONG : KZI_PUNG,
        .tile = (uint8_t)kind,
        .claimed = true,
        .more = (tiles > 4 ? tiles - 4 : 0) & 3,
        .stand_ins = lay_spelled(draft, kind, tiles, 1) & 63,
        .joker = (wild - KZI_JOKER) & 7,
    };
}

/* Lay the tiles of a box, with some of its groups claimed. */
static bool draft_spelled(struct kzi_hand_draft *draft) {
    const struct kzi_box *box = draw_box(draft);
    const kzi_kinds jokers = kzi_wild_kinds(draft->rules, draft->hand);
    const unsigned joker = jokers ? (unsigned)__builtin_ctzll(jokers) : 0;
    struct kzi_hand *hand = draft->hand;
    uint8_t claimed[KZI_A_FACE + 1] = {0};
    memcpy(draft->spelled_left, draft->rules->model->copies, sizeof draft->spelled_left);
    for (unsigned i = 0; i < box->n_groups; i++)
        if (kzi_random_below(draft->random, 8) < draft->claim && hand->n_melds < KZI_MAX_MELDS) {
            claimed[box->groups[i] & 63] += (uint8_t)((box->groups[i] >> 6) + 3);
            claim_group(draft, box->groups[i], joker);
        }
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        const unsigned count = kzi_box_count(box->need, kind) - claimed[kind],
                       stand_ins = (unsigned)__builtin_popcount(
                           lay_spelled(draft, kind, count, kzi_box_count(box->must, kind)));
        hand->concealed[kind] = (uint8_t)(count - stand_ins);
        hand->concealed[joker] = (uint8_t)(hand->concealed[joker] + stand_ins);
    }
    draft->n_raw = 1;
    draft->win |= kzi_kind_bit(KZI_A_FACE) | (hand->self_draw ? jokers : 0);
    return true;
}

static bool draft_shape(struct kzi_hand_draft *draft) {
    const struct kzi_shape *shape = draft->shape;
    bool only_shape = !(draft->target->shapes & (draft->target->shapes - 1));
    if (draft->raw_cond && !(only_shape && shape->n_bodies))
        return draft_rest(draft, kzi_shape_tiles(shape));
    if (shape->spelled)
        return draft_spelled(draft);
    if (shape->any_tiles)
        return draft_any_tiles(draft);
    if (shape->form == KZI_FORM_PARTS && !draft_restricted(draft))
        return false;
    return shape->n_bodies ? draft_body(draft) : draft_groups(draft, shape->sets, shape->pairs);
}

/* --- the winning tile ------------------------------------------------------------------------ */

static enum kzi_wait draft_wait(const struct kzi_group *group, unsigned index) {
    unsigned number = kzi_number(group->tile);
    if (group->kind != KZI_CHOW)
        return group->kind == KZI_PAIR ? KZI_WAIT_PAIR : KZI_WAIT_PUNG;
    if (index == 1)
        return KZI_WAIT_CLOSED;
    return (index ? number == 1 : number == 7) ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

/* Return one of the tiles laid one by one; the last of them for a wait on the pair. */
static unsigned draft_odd_win(const struct kzi_hand_draft *draft, bool *good) {
    kzi_kinds kinds = 0;
    bool last = draft->raw_cond ? kzi_fact_of(draft->raw_cond) == KZI_FACT_BEFORE
                                : !(draft->target->waits >> KZI_WAIT_SINGLE & 1);
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        if (draft->hand->concealed[kind] && draft->win >> kind & 1)
            kinds |= kzi_kind_bit(kind);
    *good = kinds != 0;
    return last || !kinds ? draft->odd : kzi_random_bit_of(draft->random, kinds);
}

/* Let a flower be the winning tile, if the game has any. */
static void draft_winning_face(struct kzi_hand_draft *draft) {
    struct kzi_hand *hand = draft->hand;
    unsigned face = kzi_random_below(draft->random, KZI_HONOR_FACE);
    if (!draft->rules->model->face_copies[face])
        return;
    hand->win = KZI_A_FACE;
    hand->win_face = (uint8_t)(face + 1);
    hand->faces = (kzi_face_counts){{0}};
    kzi_face_add(&hand->faces, face, 1);
    hand->flowers = 1;
}

static bool draft_win(struct kzi_hand_draft *draft) {
    struct kzi_hand *hand = draft->hand;
    bool good = false;
    unsigned win = 0;
    bool raw = draft->raw_cond || !draft->n_groups ||
               (draft->target->waits >> KZI_WAIT_BODY & 1 && kzi_random_below(draft->random, 2));
    if (draft->n_raw && raw)
        win = draft_odd_win(draft, &good);
    for (unsigned tries = draft->n_groups ? 24 : 0; tries && !good; tries--) {
        const struct kzi_group *group =
            &draft->groups[kzi_random_below(draft->random, draft->n_groups)];
        unsigned place = group->kind == KZI_CHOW ? kzi_random_below(draft->random, 3) : 0;
        win = group->tile + place;
        good = draft->target->waits >> draft_wait(group, place) & 1 && draft->win >> win & 1;
    }
    if (!good)
        return false;
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        hand->n_concealed = (uint8_t)(hand->n_concealed + hand->concealed[kind]);
    hand->concealed[win]--;
    hand->n_concealed--;
    hand->win = (uint8_t)win;
    kzi_face_add(&hand->held, 0, hand->concealed[KZI_A_FACE]);
    if (win == KZI_A_FACE) {
        hand->win_face = 1;
        kzi_face_add(&hand->faces, 0, 1);
        hand->flowers = 1;
    }
    if (draft->shape->any_tiles && kzi_random_below(draft->random, 2))
        draft_winning_face(draft);
    return true;
}

/* --- all -------------------------------------------------------------------------------------- */

/* Check what circumstances need and only the whole hand shows; now and then accept it unmet. */
static bool draft_needs(const struct kzi_hand_draft *draft) {
    const struct kz_ruleset *rules = draft->rules;
    struct kzi_facts facts;
    struct kzi_reading melds;
    if (!draft->target->given || !kzi_random_below(draft->random, 64))
        return true;
    kzi_facts_find(&facts, draft->hand);
    facts.given = draft->target->given;
    kzi_read_melds(draft->hand, &melds);
    for (uint64_t given = facts.given & rules->needy; given; given &= given - 1)
        if (!kzi_evaluate(rules->model->circumstances[__builtin_ctzll(given)].needs, &facts,
                          &melds))
            return false;
    return true;
}

static bool draft_holds(const struct kzi_hand_draft *draft) {
    struct kzi_readings readings;
    bool open = false;
    for (unsigned i = 0; i < draft->hand->n_melds; i++)
        open |= draft->hand->melds[i].claimed;
    if (!(draft->target->openness & (open ? KZI_HAND_OPEN : KZI_HAND_CLOSED)))
        return false;
    if (!draft->raw_cond)
        return true;
    kzi_readings_find(draft->hand, &draft->rules->shapes, &readings);
    return readings.count > 0;
}

/* --- wild tiles ------------------------------------------------------------------------------ */

/* Return a tile to turn up, now and then a flower. */
static unsigned draft_turned_up(const struct kzi_hand_draft *draft) {
    const struct kzi_laid *laid = draft->rules->laid;
    const uint32_t faces = laid ? laid->played & ((1U << KZI_HONOR_FACE) - 1) : 0;
    if (faces && !kzi_random_below(draft->random, 4))
        return KZI_SHOWN_FACE + kzi_random_bit_of(draft->random, faces);
    return kzi_random_bit_of(draft->random, draft->rules->played & KZI_ALL_KINDS);
}

/* Turn up a tile if the rules ask for it.  Return the kinds that are wild. */
static kzi_kinds draft_shown(const struct kzi_hand_draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    for (unsigned i = 0; i < model->wild_names.count; i++)
        if (model->wilds[i].shown)
            draft->hand->wild.shown = (uint8_t)(draft_turned_up(draft) + 1);
    return kzi_wild_kinds(draft->rules, draft->hand);
}

/* Put a joker in the place of a tile of a meld that may have one; false: none may. */
static bool lay_joker(const struct kzi_hand_draft *draft, unsigned joker) {
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

/* Replace a tile of the hand by a wild one; the winning tile now and then, if it was drawn. */
static void replace_tile(const struct kzi_hand_draft *draft, unsigned wild) {
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

/* Return whether the game has one more of a wild kind than the hand. */
static bool is_left(const struct kzi_hand_draft *draft, unsigned kind) {
    const struct kzi_hand *hand = draft->hand;
    uint8_t laid[KZI_COUNTS_CAPACITY] = {0};
    kzi_hand_count_written(hand, draft->rules->model->copies, laid);
    unsigned there = hand->concealed[kind] + (hand->win == kind ? 1U : 0U);
    there += kind < KZI_JOKER ? 0U : laid[kind];
    there += hand->wild.shown == kind + 1 ? 1U : 0U;
    return there < draft->rules->model->copies[kind];
}

/* Let wild tiles stand in for tiles of which the game has none. */
static void draft_lent(const struct kzi_hand_draft *draft, kzi_kinds wild) {
    struct kzi_hand *hand = draft->hand;
    for (kzi_kinds lent = wild ? draft->rules->model->lent : 0; lent; lent &= lent - 1) {
        const unsigned kind = (unsigned)__builtin_ctzll(lent);
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

/* Return whether the shape is one of any tiles that some wild ones complete. */
static bool rules_ask_wild(const struct kzi_hand_draft *draft) {
    const struct kz_ruleset *rules = draft->rules;
    const ptrdiff_t shape = draft->shape - rules->shapes.list;
    return draft->shape->any_tiles &&
           kzi_condition_asks(rules->model->shape_when[shape], KZI_FACT_TILES);
}

/* Let wild tiles stand in for some tiles of a hand that has none of them yet. */
static void draft_wild(const struct kzi_hand_draft *draft) {
    struct kzi_hand *hand = draft->hand;
    const kzi_kinds wild = kzi_wild_kinds(draft->rules, hand);
    uint32_t faces = 0;
    for (unsigned i = 0; i < draft->rules->model->wild_names.count; i++)
        faces |= draft->rules->model->wilds[i].faces;
    if (faces && !hand->win_face && !kzi_random_below(draft->random, 8))
        kzi_hand_win_face(hand, kzi_random_bit_of(draft->random, faces), true);
    draft_lent(draft, wild);
    if (wild && draft->shape->any_tiles && !hand->win_face && kzi_random_below(draft->random, 2)) {
        hand->win = (uint8_t)kzi_random_bit_of(draft->random, wild);
        if (!rules_ask_wild(draft))
            return;
    }
    const unsigned most = rules_ask_wild(draft) ? 5 : 4;
    for (unsigned tiles = wild ? kzi_random_below(draft->random, most) : 0; tiles; tiles--) {
        const unsigned kind = kzi_random_bit_of(draft->random, wild);
        if (is_left(draft, kind))
            replace_tile(draft, kind);
    }
}

static void draft_begin(struct kzi_hand_draft *draft) {
    const struct kzi_model *model = draft->rules->model;
    const struct kzi_random_target *target = draft->target;
    unsigned open = (unsigned)target->openness & KZI_HAND_OPEN;
    const kzi_kinds wild = draft_shown(draft);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        draft->left[kind] = wild >> kind & 1 ? 0 : model->copies[kind];
        if (draft->shape->n_bodies && model->lent >> kind & 1)
            draft->left[kind] = 1;
        if (draft->hand->wild.shown == kind + 1 && draft->left[kind])
            draft->left[kind]--;
        for (unsigned count = 0; count <= draft->left[kind]; count++)
            draft->least[count] |= kzi_kind_bit(kind);
    }
    draft->must = kzi_groups_of(KZI_A_GROUP, KZI_ALL_KINDS, false);
    if (open)
        draft->claim = target->openness == open             ? 1 + kzi_random_below(draft->random, 8)
                       : kzi_random_below(draft->random, 2) ? kzi_random_below(draft->random, 9)
                                                            : 0;
    bool any = target->n_clauses && kzi_random_below(draft->random, 4);
    draft->palette = any ? KZI_ALL_KINDS : random_palette(draft);
    for (unsigned i = 0; i < target->n_clauses; i++)
        kzi_draft_clause(draft, target->clauses[i].cond, target->clauses[i].negated);
}

bool kzi_random_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                     const struct kzi_aim *aim, struct kzi_hand *hand) {
    struct kzi_random_target target = kzi_random_target_nothing(random, rules);
    struct kzi_hand_draft draft = {
        .random = random, .rules = rules, .target = &target, .hand = hand};
    draft.win = KZI_ALL_KINDS;
    if (!kzi_random_target_draw(&target, aim))
        return false;
    unsigned shape = kzi_random_below(random, 16) < 12 ? (unsigned)__builtin_ctzll(target.shapes)
                                                       : kzi_random_bit_of(random, target.shapes);
    draft.shape = &rules->shapes.list[shape];
    if (draft.shape->any_tiles && !kzi_random_target_add(&target, rules->model->shape_when[shape]))
        return false;
    memset(hand, 0, sizeof *hand);
    draft_situation(&draft);
    draft_begin(&draft);
    if (!draft_shape(&draft) || !draft_win(&draft) || !draft_holds(&draft) || !draft_needs(&draft))
        return false;
    if (!draft.shape->spelled)
        draft_wild(&draft);
    return true;
}

#include "analysis/witness/random_draft.h"

#include "compile/condition/evaluation.h"
#include "hand/problem.h"

#include <string.h>

/* --- tiles ------------------------------------------------------------------------------------ */

static struct kzi_groups groups_and(struct kzi_groups a, const struct kzi_groups *b) {
    for (unsigned kind = 0; kind <= KZI_PAIR; kind++)
        a.of[kind] &= b->of[kind];
    return a;
}

static bool groups_none(const struct kzi_groups *groups) {
    return !(groups->of[KZI_CHOW] | groups->of[KZI_PUNG] | groups->of[KZI_KONG] |
             groups->of[KZI_PAIR]);
}

/* The groups of a noun all of whose tiles (some: one of whose tiles) are among the kinds. */
static struct kzi_groups groups_of(unsigned noun, kzi_kinds in, bool some) {
    kzi_kinds chow = some ? in | in >> 1 | in >> 2 : in & in >> 1 & in >> 2;
    struct kzi_groups groups = {{0}};
    for (unsigned kind = 0; kind <= KZI_PAIR; kind++)
        if (kzi_noun_fits(noun, kind))
            groups.of[kind] = kind == KZI_CHOW ? chow & KZI_DRAFT_CHOWS : in;
    return groups;
}

static struct kzi_groups groups_other(const struct kzi_groups *groups) {
    struct kzi_groups all = groups_of(KZI_A_GROUP, KZI_ALL_KINDS, false);
    for (unsigned kind = 0; kind <= KZI_PAIR; kind++)
        all.of[kind] &= ~groups->of[kind];
    return all;
}

static void making_must(struct kzi_hand_draft *making, const struct kzi_groups *groups,
                        bool pairs) {
    kzi_kinds pair = making->must.of[KZI_PAIR];
    making->must = groups_and(making->must, groups);
    if (!pairs)
        making->must.of[KZI_PAIR] = pair;
}

static void making_never(struct kzi_hand_draft *making, const struct kzi_groups *groups) {
    struct kzi_groups others = groups_other(groups);
    making_must(making, &others, true);
}

/* What may be laid now. */
static struct kzi_groups making_may(const struct kzi_hand_draft *making, bool pair) {
    struct kzi_groups may = {{0}};
    if (pair) {
        may.of[KZI_PAIR] = making->least[2] & making->palette;
        if (making->shape->pairs_differ)
            may.of[KZI_PAIR] &= ~making->touched;
    } else {
        may = groups_of(KZI_A_CHOW, making->least[1] & making->palette, false);
        may.of[KZI_PUNG] = making->least[3] & making->palette;
        may.of[KZI_KONG] = making->least[4] & making->palette;
    }
    return groups_and(may, &making->must);
}

/* --- laying groups --------------------------------------------------------------------------- */

static bool making_claims(const struct kzi_hand_draft *making, unsigned kind, unsigned adjective) {
    if (!(making->wanted->openness & KZI_HAND_OPEN) || adjective == KZI_IS_CONCEALED)
        return false;
    if (adjective == KZI_IS_DECLARED && kind == KZI_KONG)
        return kzi_random_below(making->random, 2);
    return adjective != KZI_ANY_HOLD || kzi_random_below(making->random, 8) < making->claim;
}

static void draft_take(struct kzi_hand_draft *making, unsigned kind, unsigned count) {
    for (; count; count--)
        making->least[making->left[kind]--] &= ~kzi_kind_bit(kind);
    making->touched |= kzi_kind_bit(kind);
}

static void draft_conceal(struct kzi_hand_draft *making, unsigned kind, unsigned count) {
    making->hand->concealed[kind] = (uint8_t)(making->hand->concealed[kind] + count);
}

static void making_lay(struct kzi_hand_draft *making, unsigned kind, unsigned tile,
                       unsigned adjective) {
    static const uint8_t tiles[] = {[KZI_CHOW] = 1, [KZI_PUNG] = 3, [KZI_KONG] = 4, [KZI_PAIR] = 2};
    struct kzi_hand *hand = making->hand;
    unsigned length = kind == KZI_CHOW ? 3 : 1;
    bool claimed = kind != KZI_PAIR && making_claims(making, kind, adjective);
    bool melded = claimed || kind == KZI_KONG;
    for (unsigned i = 0; i < length; i++) {
        draft_take(making, tile + i, tiles[kind]);
        if (!melded)
            draft_conceal(making, tile + i, tiles[kind]);
    }
    if (melded)
        hand->melds[hand->n_melds++] = (struct kzi_meld){
            .kind = (uint8_t)kind,
            .tile = (uint8_t)tile,
            .claimed = claimed,
            .added = kind == KZI_KONG && claimed && kzi_random_below(making->random, 2)};
    else
        making->groups[making->n_groups++] =
            (struct kzi_group){.kind = (uint8_t)kind, .tile = (uint8_t)tile};
}

/* One of the groups, kongs the rarest; false: there is none. */
static bool making_pick(struct kzi_hand_draft *making, const struct kzi_groups *groups,
                        unsigned adjective) {
    static const uint8_t likely[16] = {KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_CHOW,
                                       KZI_CHOW, KZI_CHOW, KZI_CHOW, KZI_PUNG, KZI_PUNG, KZI_PUNG,
                                       KZI_PUNG, KZI_PUNG, KZI_PUNG, KZI_KONG};
    if (groups_none(groups))
        return false;
    unsigned kind = groups->of[KZI_PAIR] ? KZI_PAIR : likely[kzi_random_below(making->random, 16)];
    while (!groups->of[kind])
        kind = likely[kzi_random_below(making->random, 16)];
    if (making->must_hold && kind != KZI_PAIR)
        adjective = making->must_hold;
    making_lay(making, kind, kzi_random_bit_of(making->random, groups->of[kind]), adjective);
    return true;
}

/* A set, or a pair, from one of the wishes still open if it can be. */
static bool draft_group(struct kzi_hand_draft *making, bool pair) {
    struct kzi_groups may = making_may(making, pair);
    unsigned first = making->n_wishes ? kzi_random_below(making->random, making->n_wishes) : 0;
    for (unsigned i = 0; i < making->n_wishes; i++) {
        struct kzi_wish *wish = &making->wishes[(first + i) % making->n_wishes];
        struct kzi_groups groups = groups_and(may, &wish->groups);
        if (!wish->count || !making_pick(making, &groups, wish->adjective))
            continue;
        if (!--wish->count && wish->exactly)
            making_never(making, &wish->groups);
        return true;
    }
    return making_pick(making, &may, KZI_ANY_HOLD);
}

/* A set, or a pair, from one of the wishes still open if it can be. */
static void draft_wish(struct kzi_hand_draft *making, struct kzi_groups groups, unsigned adjective,
                       unsigned count, bool exactly) {
    if (making->n_wishes < KZI_DRAFT_WISHES && count)
        making->wishes[making->n_wishes++] =
            (struct kzi_wish){groups, (uint8_t)adjective, (uint8_t)count, exactly};
}

/* --- what clauses ask for -------------------------------------------------------------------- */

/* Kinds of which tiles are in the class: like the winning tile or not is settled too late. */
static kzi_kinds draft_class(const struct kzi_hand_draft *making, const struct kzi_class *class_) {
    kzi_kinds kinds = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if ((class_->other | class_->won) >>
                kzi_code(kind, making->hand->seat, making->hand->round) &
            1)
            kinds |= kzi_kind_bit(kind);
    return kinds;
}

/* What clauses ask for. */
static void draft_phrase(struct kzi_hand_draft *making, const struct kzi_phrase_count *said,
                         bool pairs, bool negated) {
    const struct kzi_quantity *quantity = &said->quantity;
    const struct kzi_phrase *phrase = &said->phrase;
    struct kzi_groups groups =
        groups_of(phrase->noun, draft_class(making, &phrase->class_), phrase->some);
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    if (negated && quantity->all) {
        draft_wish(making, groups_other(&groups), KZI_ANY_HOLD, 1, false);
    } else if (negated ? some : none) {
        if (phrase->adjective == KZI_ANY_HOLD)
            making_never(making, &groups);
        else if (phrase->adjective != KZI_IS_CONCEALED)
            making->claim = 0;
    } else if (quantity->all) {
        making_must(making, &groups, pairs);
        making->must_hold = phrase->adjective;
    } else if (!negated || none) {
        draft_wish(making, groups, phrase->adjective, negated ? 1 : quantity->least,
                   !negated && quantity->most != 255);
    }
}

/* What clauses ask for. */
static void draft_tiles(struct kzi_hand_draft *making, const struct kzi_class_count *said,
                        bool negated) {
    const struct kzi_quantity *quantity = &said->quantity;
    kzi_kinds kinds = draft_class(making, &said->class_);
    struct kzi_groups with = groups_of(KZI_A_GROUP, kinds, true);
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    unsigned each = making->shape->form == KZI_FORM_PAIRS ? 2 : 3;
    if (negated && quantity->all)
        draft_wish(making, groups_of(KZI_A_GROUP, ~kinds & KZI_ALL_KINDS, true), KZI_ANY_HOLD, 1,
                   false);
    else if (negated ? some : none)
        making->palette &= ~kinds;
    else if (quantity->all)
        making->palette &= kinds;
    else if (!negated || none)
        draft_wish(making, with, KZI_ANY_HOLD, negated ? 1 : (quantity->least + each - 1) / each,
                   false);
}

/* As many suits as the clause allows, and honors. */
static void draft_suits(struct kzi_hand_draft *making, const struct kzi_quantity *quantity) {
    unsigned most = quantity->most < KZI_SUITS ? quantity->most : KZI_SUITS;
    unsigned suits = quantity->least < most ? quantity->least : most;
    unsigned first = kzi_random_below(making->random, KZI_SUITS);
    suits += kzi_random_below(making->random, most - suits + 1);
    kzi_kinds kinds = KZI_DRAFT_HONORS;
    for (unsigned i = 0; i < suits; i++)
        kinds |= KZI_DRAFT_SUIT << (first + i) % KZI_SUITS * 9;
    making->palette &= kinds;
}

/* High numbers for a sum that shall be large, low ones for a small one. */
static void draft_sum(struct kzi_hand_draft *making, const struct kzi_class_count *said) {
    kzi_kinds high = UINT64_C(0x1F0) | UINT64_C(0x1F0) << 9 | UINT64_C(0x1F0) << 18;
    kzi_kinds low = UINT64_C(0x1F) | UINT64_C(0x1F) << 9 | UINT64_C(0x1F) << 18;
    kzi_kinds kinds = draft_class(making, &said->class_);
    making->palette &= ~kinds | (said->quantity.least ? high : low);
}

/* The sets of a pattern, for a number and suits at random. */
static void draft_pattern(struct kzi_hand_draft *making, const struct kzi_pattern *pattern) {
    unsigned least = 1, most = 9, first = kzi_random_below(making->random, KZI_SUITS);
    unsigned step = 1 + kzi_random_below(making->random, 2);
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        unsigned last = pattern->terms[i].noun == KZI_A_CHOW ? 7 : 9;
        if (pattern->terms[i].any && last - pattern->terms[i].number < most)
            most = last - pattern->terms[i].number;
    }
    unsigned n = least + kzi_random_below(making->random, most - least + 1);
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        unsigned suit = term->suit < KZI_SUITS
                            ? term->suit
                            : (first + (term->suit - KZI_SUITS) * step) % KZI_SUITS;
        unsigned kind = kzi_kind(suit, term->any ? n + term->number : term->number);
        struct kzi_groups groups = groups_of(term->noun, KZI_ALL_KINDS, false);
        for (unsigned of = 0; of <= KZI_PAIR; of++)
            groups.of[of] &= kzi_kind_bit(kind);
        draft_wish(making, groups, term->adjective, 1, false);
    }
}

/* --- hands ------------------------------------------------------------------------------------ */

/* One or several suits, a class of tiles of the ruleset, or all there are. */
static kzi_kinds random_palette(struct kzi_hand_draft *making) {
    const struct kzi_model *model = making->rules->model;
    unsigned classes = (unsigned)model->class_names.count;
    unsigned pick = kzi_random_below(making->random, classes ? 12 : 4);
    kzi_kinds suit = KZI_DRAFT_SUIT << 9 * kzi_random_below(making->random, KZI_SUITS);
    if (pick < 4 || !classes)
        return pick & 1 ? suit : suit | KZI_DRAFT_HONORS;
    if (pick >= 8)
        return KZI_ALL_KINDS;
    unsigned number = kzi_random_below(making->random, classes);
    kzi_kinds kinds = draft_class(making, &model->classes[number]);
    return pick == 4   ? KZI_ALL_KINDS & ~kinds
           : pick == 5 ? kinds & (suit | KZI_DRAFT_HONORS)
                       : kinds;
}

/* --- the situation --------------------------------------------------------------------------- */

static void making_situation(struct kzi_hand_draft *making) {
    struct kzi_random *random = making->random;
    struct kzi_hand *hand = making->hand;
    const struct kzi_random_target *wanted = making->wanted;
    unsigned seats = making->rules->model->n_seats;
    hand->self_draw = kzi_random_bit_of(random, wanted->ways) == 0;
    hand->seat = (uint8_t)kzi_random_bit_of(random, wanted->seats);
    hand->round = (uint8_t)kzi_random_below(random, 4);
    hand->by_given = hand->round_given = hand->seat_given = true;
    hand->from = -1;
    if (!hand->self_draw && kzi_random_below(random, 16))
        hand->from = (int8_t)((hand->seat + 1 + kzi_random_below(random, seats - 1)) % seats);
    hand->honba = kzi_random_below(random, 3);
    hand->deposits = kzi_random_below(random, 3);
    for (uint64_t words = making->wanted->words; words && hand->n_words < KZI_MAX_WORDS;
         words &= words - 1) {
        unsigned number = (unsigned)__builtin_ctzll(words);
        const char *id = making->rules->model->circumstances[number].id;
        struct kzi_word *word = &hand->words[hand->n_words++];
        strcpy(word->text, id);
        word->hash = kzi_name_hash(id, strlen(id));
    }
}

/* --- clauses --------------------------------------------------------------------------------- */

static void making_winning(struct kzi_hand_draft *making, const struct kzi_class *class_,
                           bool negated) {
    kzi_kinds kinds = draft_class(making, class_);
    making->win &= negated ? ~kinds : kinds;
    if (!negated)
        draft_wish(making, groups_of(KZI_A_GROUP, kinds, true), KZI_IS_CONCEALED, 1, false);
}

static void making_the_pair(struct kzi_hand_draft *making, const struct kzi_class *class_,
                            bool negated) {
    kzi_kinds kinds = draft_class(making, class_);
    making->must.of[KZI_PAIR] &= negated ? ~kinds : kinds;
}

static void making_clause(struct kzi_hand_draft *making, const struct kzi_condition *cond,
                          bool negated) {
    bool pairs = cond->kind == KZI_CONDITION_groups;
    if (cond->kind == KZI_CONDITION_sets || pairs)
        for (size_t i = 0; i < cond->u.phrases.count; i++)
            draft_phrase(making, &cond->u.phrases.list[i], pairs, negated);
    else if (cond->kind == KZI_CONDITION_tiles)
        for (size_t i = 0; i < cond->u.classes.count; i++)
            draft_tiles(making, &cond->u.classes.list[i], negated);
    else if (cond->kind == KZI_CONDITION_pair)
        making_the_pair(making, &cond->u.class_, negated);
    else if (cond->kind == KZI_CONDITION_winning_tile)
        making_winning(making, &cond->u.class_, negated);
    else if (negated)
        return;
    else if (cond->kind == KZI_CONDITION_suits)
        draft_suits(making, &cond->u.quantity);
    else if (cond->kind == KZI_CONDITION_sum)
        draft_sum(making, &cond->u.classes.list[0]);
    else if (cond->kind == KZI_CONDITION_contains || cond->kind == KZI_CONDITION_before_win)
        making->raw_cond = cond;
    else if (cond->kind == KZI_CONDITION_has || cond->kind == KZI_CONDITION_has_twice)
        for (unsigned i = cond->kind == KZI_CONDITION_has_twice ? 2 : 1; i; i--)
            draft_pattern(making, cond->u.pattern);
}

/* --- the tiles ------------------------------------------------------------------------------- */

static bool making_raw_tile(struct kzi_hand_draft *making, unsigned kind) {
    if (!making->left[kind])
        return false;
    draft_take(making, kind, 1);
    draft_conceal(making, kind, 1);
    making->odd = kind;
    making->n_raw++;
    return true;
}

/* The tiles of a pattern of tiles, its suit letters at random; *kinds: those that it has. */
static bool making_raw(struct kzi_hand_draft *making, kzi_kinds *kinds) {
    const uint64_t *counts = making->raw_cond->u.tiles.counts;
    unsigned first = kzi_random_below(making->random, KZI_SUITS);
    unsigned step = 1 + kzi_random_below(making->random, 2);
    bool good = true;
    for (unsigned row = 0; row < 4 + KZI_SUIT_LETTERS; row++) {
        unsigned suit = row < 4 ? row : (first + (row - 4) * step) % KZI_SUITS;
        for (unsigned number = 1; number <= 9; number++)
            for (unsigned left = counts[row] >> 4 * (number - 1) & 15; left && good; left--) {
                *kinds |= kzi_kind_bit(kzi_kind(suit, number));
                good = making_raw_tile(making, kzi_kind(suit, number));
            }
    }
    return good;
}

static bool making_groups(struct kzi_hand_draft *making, unsigned sets, unsigned pairs) {
    bool good = true, early = pairs == 1 && kzi_random_below(making->random, 2);
    if (early)
        good = draft_group(making, true);
    for (unsigned i = 0; good && i < sets; i++)
        good = draft_group(making, false);
    for (unsigned i = early; good && i < pairs; i++)
        good = draft_group(making, true);
    for (unsigned i = 0; i < making->n_wishes; i++)
        good &= !making->wishes[i].count;
    return good;
}

/* Tiles first, then sets and a pair if there is room for them, else more of the same kinds. */
static bool making_rest(struct kzi_hand_draft *making, unsigned tiles) {
    kzi_kinds kinds = 0;
    if (!making_raw(making, &kinds) || making->n_raw > tiles)
        return false;
    unsigned rest = tiles - making->n_raw;
    if (rest % 3 == 2)
        return making_groups(making, rest / 3, 1);
    for (; rest; rest--)
        if (!making_raw_tile(making, kzi_random_bit_of(making->random, kinds)))
            return false;
    return !making->n_wishes;
}

static bool making_one_each(struct kzi_hand_draft *making) {
    const struct kzi_shape *shape = making->shape;
    bool good = true;
    for (kzi_kinds kinds = shape->one_each; kinds; kinds &= kinds - 1)
        good &= making_raw_tile(making, (unsigned)__builtin_ctzll(kinds));
    if (good && shape->one_more)
        good = making_raw_tile(making, kzi_random_bit_of(making->random, shape->one_each));
    return good && !making->n_wishes;
}

/* A body and groups beside it, or so many of the tiles of a body. */
static bool making_body(struct kzi_hand_draft *making) {
    const struct kzi_shape *shape = making->shape;
    kzi_kinds body = shape->bodies[kzi_random_below(making->random, shape->n_bodies)];
    unsigned count = (unsigned)__builtin_popcountll(body), tiles = kzi_shape_tiles(shape);
    bool good = true;
    for (; shape->form == KZI_FORM_DIFFERENT && count > tiles; count--)
        body &= ~kzi_kind_bit(kzi_random_bit_of(making->random, body));
    kzi_kinds drawn = body;
    for (; good && body; body &= body - 1)
        good = making_raw_tile(making, (unsigned)__builtin_ctzll(body));
    if (shape->form == KZI_FORM_DIFFERENT) {
        for (unsigned i = 0; i < making->n_wishes; i++) /* of single tiles they can have */
            good &= (making->wishes[i].groups.of[KZI_PAIR] & drawn) != 0;
        return good;
    }
    return good && making_groups(making, shape->sets, shape->pairs);
}

static bool making_shape(struct kzi_hand_draft *making) {
    const struct kzi_shape *shape = making->shape;
    if (making->raw_cond)
        return making_rest(making, kzi_shape_tiles(shape));
    switch (shape->form) {
    case KZI_FORM_ONE_EACH:
        return making_one_each(making);
    case KZI_FORM_BODY:
    case KZI_FORM_DIFFERENT:
        return making_body(making);
    case KZI_FORM_SETS:
    case KZI_FORM_PAIRS:
    case KZI_FORMS:
        break;
    }
    return making_groups(making, shape->sets, shape->pairs);
}

/* --- the winning tile ------------------------------------------------------------------------ */

static enum kzi_wait making_wait(const struct kzi_group *group, unsigned place) {
    unsigned number = kzi_number(group->tile);
    if (group->kind != KZI_CHOW)
        return group->kind == KZI_PAIR ? KZI_WAIT_PAIR : KZI_WAIT_PUNG;
    if (place == 1)
        return KZI_WAIT_CLOSED;
    return (place ? number == 1 : number == 7) ? KZI_WAIT_EDGE : KZI_WAIT_TWO_SIDED;
}

/* Of the tiles laid one by one, the last for a wait on the pair. */
static unsigned making_odd_win(const struct kzi_hand_draft *making, bool *good) {
    kzi_kinds kinds = 0;
    bool last = making->raw_cond ? making->raw_cond->kind == KZI_CONDITION_before_win
                                 : !(making->wanted->waits >> KZI_WAIT_SINGLE & 1);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (making->hand->concealed[kind] && making->win >> kind & 1)
            kinds |= kzi_kind_bit(kind);
    *good = kinds != 0;
    return last || !kinds ? making->odd : kzi_random_bit_of(making->random, kinds);
}

static bool making_win(struct kzi_hand_draft *making) {
    struct kzi_hand *hand = making->hand;
    bool good = false;
    unsigned win = 0;
    bool raw = making->raw_cond || !making->n_groups ||
               (making->wanted->waits >> KZI_WAIT_BODY & 1 && kzi_random_below(making->random, 2));
    if (making->n_raw && raw)
        win = making_odd_win(making, &good);
    for (unsigned tries = making->n_groups ? 24 : 0; tries && !good; tries--) {
        const struct kzi_group *group =
            &making->groups[kzi_random_below(making->random, making->n_groups)];
        unsigned place = group->kind == KZI_CHOW ? kzi_random_below(making->random, 3) : 0;
        win = group->tile + place;
        good = making->wanted->waits >> making_wait(group, place) & 1 && making->win >> win & 1;
    }
    if (!good)
        return false;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        hand->n_concealed = (uint8_t)(hand->n_concealed + hand->concealed[kind]);
    hand->concealed[win]--;
    hand->n_concealed--;
    hand->win = (uint8_t)win;
    return true;
}

/* --- all of it ------------------------------------------------------------------------------- */

/* What circumstances need and only the whole hand shows; now and then it is left unmet. */
static bool making_needs(const struct kzi_hand_draft *making) {
    const struct kz_ruleset *rules = making->rules;
    struct kzi_facts facts;
    struct kzi_reading melds;
    if (!making->wanted->given || !kzi_random_below(making->random, 64))
        return true;
    kzi_facts_find(&facts, making->hand);
    facts.given = making->wanted->given;
    kzi_read_melds(making->hand, &melds);
    for (unsigned i = 0; i < rules->n_needs; i++)
        if (rules->needs[i].circumstance >= 0 && facts.given >> rules->needs[i].circumstance & 1 &&
            !kzi_evaluate(rules->needs[i].clause, &facts, &melds))
            return false;
    return true;
}

static bool making_holds(const struct kzi_hand_draft *making) {
    struct kzi_readings readings;
    bool open = false;
    for (unsigned i = 0; i < making->hand->n_melds; i++)
        open |= making->hand->melds[i].claimed;
    if (!(making->wanted->openness & (open ? KZI_HAND_OPEN : KZI_HAND_CLOSED)))
        return false;
    if (!making->raw_cond)
        return true;
    kzi_readings_find(making->hand, &making->rules->shapes, &readings);
    return readings.count > 0;
}

static void making_begin(struct kzi_hand_draft *making) {
    const struct kzi_model *model = making->rules->model;
    const struct kzi_random_target *wanted = making->wanted;
    unsigned open = (unsigned)wanted->openness & KZI_HAND_OPEN;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        making->left[kind] = model->copies[kind];
        for (unsigned count = 0; count <= making->left[kind]; count++)
            making->least[count] |= kzi_kind_bit(kind);
    }
    making->must = groups_of(KZI_A_GROUP, KZI_ALL_KINDS, false);
    if (open)
        making->claim = wanted->openness == open ? 1 + kzi_random_below(making->random, 8)
                        : kzi_random_below(making->random, 2) ? kzi_random_below(making->random, 9)
                                                              : 0;
    bool any = wanted->n_clauses && kzi_random_below(making->random, 4);
    making->palette = any ? KZI_ALL_KINDS : random_palette(making);
    for (unsigned i = 0; i < wanted->n_clauses; i++)
        making_clause(making, wanted->clauses[i].cond, wanted->clauses[i].negated);
}

bool kzi_random_hand(struct kzi_random *random, const struct kz_ruleset *rules,
                     const struct kzi_aim *aim, struct kzi_hand *hand) {
    struct kzi_random_target wanted = kzi_random_target_nothing(random, rules);
    struct kzi_hand_draft making = {
        .random = random, .rules = rules, .wanted = &wanted, .hand = hand};
    making.win = KZI_ALL_KINDS;
    if (!kzi_random_target_draw(&wanted, aim))
        return false;
    unsigned shape = kzi_random_below(random, 16) < 12 ? (unsigned)__builtin_ctzll(wanted.shapes)
                                                       : kzi_random_bit_of(random, wanted.shapes);
    making.shape = &rules->shapes.list[shape];
    memset(hand, 0, sizeof *hand);
    making_situation(&making);
    making_begin(&making);
    return making_shape(&making) && making_win(&making) && making_holds(&making) &&
           making_needs(&making);
}

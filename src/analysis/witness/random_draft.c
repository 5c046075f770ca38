/* A hand under way: which tiles are left, which groups it shall have.
 *
 * Groups are drawn from masks of those that may still be, so that a draw never fails while there
 * is one.  What the clauses of random_target.c ask for becomes such masks. */

#include "analysis/witness/random_draft.h"
#include "compile/condition/evaluation.h"

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
struct kzi_groups kzi_groups_of(unsigned noun, kzi_kinds in, bool some) {
    kzi_kinds chow = some ? in | in >> 1 | in >> 2 : in & in >> 1 & in >> 2;
    struct kzi_groups groups = {{0}};
    for (unsigned kind = 0; kind <= KZI_PAIR; kind++)
        if (kzi_noun_fits(noun, kind))
            groups.of[kind] = kind == KZI_CHOW ? chow & KZI_DRAFT_CHOWS : in;
    return groups;
}

static struct kzi_groups groups_other(const struct kzi_groups *groups) {
    struct kzi_groups all = kzi_groups_of(KZI_A_GROUP, KZI_ALL_KINDS, false);
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
        may = kzi_groups_of(KZI_A_CHOW, making->least[1] & making->palette, false);
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

void kzi_draft_take(struct kzi_hand_draft *making, unsigned kind, unsigned count) {
    for (; count; count--)
        making->least[making->left[kind]--] &= ~kzi_kind_bit(kind);
    making->touched |= kzi_kind_bit(kind);
}

void kzi_draft_conceal(struct kzi_hand_draft *making, unsigned kind, unsigned count) {
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
        kzi_draft_take(making, tile + i, tiles[kind]);
        if (!melded)
            kzi_draft_conceal(making, tile + i, tiles[kind]);
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
bool kzi_draft_group(struct kzi_hand_draft *making, bool pair) {
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

void kzi_draft_wish(struct kzi_hand_draft *making, struct kzi_groups groups, unsigned adjective,
                    unsigned count, bool exactly) {
    if (making->n_wishes < KZI_DRAFT_WISHES && count)
        making->wishes[making->n_wishes++] =
            (struct kzi_wish){groups, (uint8_t)adjective, (uint8_t)count, exactly};
}

/* --- what clauses ask for -------------------------------------------------------------------- */

/* Kinds of which tiles are in the class: like the winning tile or not is settled too late. */
kzi_kinds kzi_draft_class(const struct kzi_hand_draft *making, const struct kzi_class *class_) {
    kzi_kinds kinds = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if ((class_->other | class_->won) >>
                kzi_code(kind, making->hand->seat, making->hand->round) &
            1)
            kinds |= kzi_kind_bit(kind);
    return kinds;
}

void kzi_draft_phrase(struct kzi_hand_draft *making, const struct kzi_phrase_count *said,
                      bool pairs, bool negated) {
    const struct kzi_quantity *quantity = &said->quantity;
    const struct kzi_phrase *phrase = &said->phrase;
    struct kzi_groups groups =
        kzi_groups_of(phrase->noun, kzi_draft_class(making, &phrase->class_), phrase->some);
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    if (negated && quantity->all) {
        kzi_draft_wish(making, groups_other(&groups), KZI_ANY_HOLD, 1, false);
    } else if (negated ? some : none) {
        if (phrase->adjective == KZI_ANY_HOLD)
            making_never(making, &groups);
        else if (phrase->adjective != KZI_IS_CONCEALED)
            making->claim = 0;
    } else if (quantity->all) {
        making_must(making, &groups, pairs);
        making->must_hold = phrase->adjective;
    } else if (!negated || none) {
        kzi_draft_wish(making, groups, phrase->adjective, negated ? 1 : quantity->least,
                       !negated && quantity->most != 255);
    }
}

void kzi_draft_tiles(struct kzi_hand_draft *making, const struct kzi_class_count *said,
                     bool negated) {
    const struct kzi_quantity *quantity = &said->quantity;
    kzi_kinds kinds = kzi_draft_class(making, &said->class_);
    struct kzi_groups with = kzi_groups_of(KZI_A_GROUP, kinds, true);
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    unsigned each = making->shape->form == KZI_FORM_PAIRS ? 2 : 3;
    if (negated && quantity->all)
        kzi_draft_wish(making, kzi_groups_of(KZI_A_GROUP, ~kinds & KZI_ALL_KINDS, true),
                       KZI_ANY_HOLD, 1, false);
    else if (negated ? some : none)
        making->palette &= ~kinds;
    else if (quantity->all)
        making->palette &= kinds;
    else if (!negated || none)
        kzi_draft_wish(making, with, KZI_ANY_HOLD,
                       negated ? 1 : (quantity->least + each - 1) / each, false);
}

/* As many suits as the clause allows, and honors. */
void kzi_draft_suits(struct kzi_hand_draft *making, const struct kzi_quantity *quantity) {
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
void kzi_draft_sum(struct kzi_hand_draft *making, const struct kzi_class_count *said) {
    kzi_kinds high = UINT64_C(0x1F0) | UINT64_C(0x1F0) << 9 | UINT64_C(0x1F0) << 18;
    kzi_kinds low = UINT64_C(0x1F) | UINT64_C(0x1F) << 9 | UINT64_C(0x1F) << 18;
    kzi_kinds kinds = kzi_draft_class(making, &said->class_);
    making->palette &= ~kinds | (said->quantity.least ? high : low);
}

/* The sets of a pattern, for a number and suits at random. */
void kzi_draft_pattern(struct kzi_hand_draft *making, const struct kzi_pattern *pattern) {
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
        struct kzi_groups groups = kzi_groups_of(term->noun, KZI_ALL_KINDS, false);
        for (unsigned of = 0; of <= KZI_PAIR; of++)
            groups.of[of] &= kzi_kind_bit(kind);
        kzi_draft_wish(making, groups, term->adjective, 1, false);
    }
}

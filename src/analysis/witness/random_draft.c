/* What the clauses of a target ask of a random hand: the groups it may have, and wishes. */
#include "analysis/witness/random_draft.h"

#include "compile/condition/evaluation.h"

#include <string.h>

/* --- tiles ------------------------------------------------------------------------------------ */

struct kzi_groups kzi_groups_and(struct kzi_groups a, const struct kzi_groups *b) {
    for (unsigned kind = 0; kind <= KZI_PAIR; kind++)
        a.of[kind] &= b->of[kind];
    return a;
}

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

static void draft_must(struct kzi_hand_draft *draft, const struct kzi_groups *groups, bool pairs) {
    kzi_kinds pair = draft->must.of[KZI_PAIR];
    draft->must = kzi_groups_and(draft->must, groups);
    if (!pairs)
        draft->must.of[KZI_PAIR] = pair;
}

void kzi_draft_never(struct kzi_hand_draft *draft, const struct kzi_groups *groups) {
    struct kzi_groups others = groups_other(groups);
    draft_must(draft, &others, true);
}

/* --- wishes ---------------------------------------------------------------------------------- */

static void draft_wish(struct kzi_hand_draft *draft, struct kzi_groups groups, unsigned adjective,
                       unsigned count, bool exactly) {
    for (unsigned kind = KZI_CHOW; adjective == KZI_IS_CLAIMED && kind <= KZI_KONG; kind++)
        if (!kzi_may_claim(draft->rules, kind))
            groups.of[kind] = 0;
    if (draft->n_wishes < KZI_DRAFT_WISHES && count)
        draft->wishes[draft->n_wishes++] =
            (struct kzi_wish){groups, (uint8_t)adjective, (uint8_t)count, exactly};
}

/* --- requirements of clauses ------------------------------------------------------------------ */

kzi_kinds kzi_draft_class(const struct kzi_hand_draft *draft, const struct kzi_class *class_) {
    kzi_kinds kinds = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if ((class_->other | class_->won) >> kzi_code(kind, draft->hand->seat, draft->hand->round) &
            1)
            kinds |= kzi_kind_bit(kind);
    return kinds;
}

static void draft_phrase(struct kzi_hand_draft *draft, const struct kzi_condition *test,
                         bool negated) {
    const struct kzi_quantity *quantity = &test->quantity;
    const struct kzi_phrase *phrase = &test->argument.phrase;
    struct kzi_groups groups =
        kzi_groups_of(phrase->noun, kzi_draft_class(draft, &phrase->class_), phrase->some);
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    if (negated && quantity->all) {
        draft_wish(draft, groups_other(&groups), KZI_ANY_HOLD, 1, false);
    } else if (negated ? some : none) {
        if (phrase->adjective == KZI_ANY_HOLD)
            kzi_draft_never(draft, &groups);
        else if (phrase->adjective != KZI_IS_CONCEALED)
            draft->claim = 0;
    } else if (quantity->all) {
        draft_must(draft, &groups, test->argument.pairs);
        draft->must_hold = phrase->adjective;
    } else if (!negated || none) {
        draft_wish(draft, groups, phrase->adjective, negated ? 1 : quantity->least,
                   !negated && quantity->most != 255);
    }
}

/* Wish for groups with so many tiles of the kinds, and for kongs where there are more than sets and
 * pairs of two and three have. */
static void draft_many(struct kzi_hand_draft *draft, kzi_kinds kinds, unsigned tiles) {
    unsigned sets = draft->shape->sets, groups = sets + draft->shape->pairs;
    unsigned full = 3 * sets + 2U * draft->shape->pairs, kongs = 0;
    if (tiles < full) {
        groups = sets;
        kongs = tiles - 3 * sets;
    } else
        kongs = tiles - full;
    draft_wish(draft, kzi_groups_of(KZI_A_KONG, kinds, true), KZI_ANY_HOLD, kongs, false);
    draft_wish(draft, kzi_groups_of(KZI_A_GROUP, kinds, true), KZI_ANY_HOLD,
               groups > kongs ? groups - kongs : 0, false);
}

static void draft_tiles(struct kzi_hand_draft *draft, const struct kzi_condition *test,
                        bool negated) {
    const struct kzi_quantity *quantity = &test->quantity;
    kzi_kinds kinds = kzi_draft_class(draft, &test->argument.class_);
    struct kzi_groups with;
    bool none = !quantity->most, some = quantity->least == 1 && quantity->most == 255;
    if (quantity->all) /* the class is the others, of which there are none */
        kinds = ~kinds & KZI_ALL_KINDS;
    with = kzi_groups_of(KZI_A_GROUP, kinds, true);
    unsigned each = draft->shape->form == KZI_FORM_PAIRS ? 2 : 3;
    if (negated && quantity->all)
        draft_wish(draft, kzi_groups_of(KZI_A_GROUP, ~kinds & KZI_ALL_KINDS, true), KZI_ANY_HOLD, 1,
                   false);
    else if (negated ? some : none)
        draft->palette &= ~kinds;
    else if (quantity->all)
        draft->palette &= kinds;
    else if (!negated && draft->shape->form == KZI_FORM_SETS &&
             quantity->least > 3U * draft->shape->sets)
        draft_many(draft, kinds, quantity->least);
    else if (!negated || none)
        draft_wish(draft, with, KZI_ANY_HOLD, negated ? 1 : (quantity->least + each - 1) / each,
                   false);
}

/* Choose as many suits as the clause allows, and honors. */
static void draft_suits(struct kzi_hand_draft *draft, const struct kzi_quantity *quantity) {
    unsigned most = quantity->most < KZI_SUITS ? quantity->most : KZI_SUITS;
    unsigned suits = quantity->least < most ? quantity->least : most;
    unsigned first = kzi_random_below(draft->random, KZI_SUITS);
    suits += kzi_random_below(draft->random, most - suits + 1);
    kzi_kinds kinds = KZI_DRAFT_HONORS;
    for (unsigned i = 0; i < suits; i++)
        kinds |= KZI_DRAFT_SUIT << (first + i) % KZI_SUITS * 9;
    draft->palette &= kinds;
}

/* Prefer high numbers for a large sum, low ones for a small one. */
static void draft_sum(struct kzi_hand_draft *draft, const struct kzi_condition *test) {
    kzi_kinds high = UINT64_C(0x1F0) | UINT64_C(0x1F0) << 9 | UINT64_C(0x1F0) << 18;
    kzi_kinds low = UINT64_C(0x1F) | UINT64_C(0x1F) << 9 | UINT64_C(0x1F) << 18;
    kzi_kinds kinds = kzi_draft_class(draft, &test->argument.class_);
    draft->palette &= ~kinds | (test->quantity.least ? high : low);
}

/* Add the sets of a pattern, for a random number and random suits. */
static void draft_pattern(struct kzi_hand_draft *draft, const struct kzi_pattern *pattern) {
    unsigned least = 1, most = 9, first = kzi_random_below(draft->random, KZI_SUITS);
    unsigned step = 1 + kzi_random_below(draft->random, 2);
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        unsigned last = pattern->terms[i].noun == KZI_A_CHOW ? 7 : 9;
        if (pattern->terms[i].any && last - pattern->terms[i].number < most)
            most = last - pattern->terms[i].number;
    }
    unsigned n = least + kzi_random_below(draft->random, most - least + 1);
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        unsigned suit = term->suit < KZI_SUITS
                            ? term->suit
                            : (first + (term->suit - KZI_SUITS) * step) % KZI_SUITS;
        unsigned kind = kzi_kind(suit, term->any ? n + term->number : term->number);
        struct kzi_groups groups = kzi_groups_of(term->noun, KZI_ALL_KINDS, false);
        for (unsigned of = 0; of <= KZI_PAIR; of++)
            groups.of[of] &= kzi_kind_bit(kind);
        draft_wish(draft, groups, term->adjective, 1, false);
    }
}

/* --- clauses --------------------------------------------------------------------------------- */

static void draft_winning(struct kzi_hand_draft *draft, const struct kzi_class *class_,
                          bool negated) {
    kzi_kinds kinds = kzi_draft_class(draft, class_);
    draft->win &= negated ? ~kinds : kinds;
    if (!negated)
        draft_wish(draft, kzi_groups_of(KZI_A_GROUP, kinds, true), KZI_IS_CONCEALED, 1, false);
}

static void draft_the_pair(struct kzi_hand_draft *draft, const struct kzi_class *class_,
                           bool negated) {
    /* which tiles are in it may depend on the winning one, which comes later */
    const struct kzi_class sure = {.other = class_->other & class_->won};
    const kzi_kinds kinds = kzi_draft_class(draft, negated ? &sure : class_);
    draft->must.of[KZI_PAIR] &= negated ? ~kinds : kinds;
}

/* Choose a discarder among those that the clause allows. */
static void draft_from(struct kzi_hand_draft *draft, const struct kzi_condition *cond,
                       bool negated) {
    struct kzi_hand *hand = draft->hand;
    uint64_t seats = cond->values;
    if (negated != cond->denied)
        seats = ~seats;
    seats &= (UINT64_C(1) << draft->rules->model->n_seats) - 1;
    seats &= ~(UINT64_C(1) << hand->seat);
    if (seats && !hand->self_draw)
        hand->from = (int8_t)kzi_random_bit_of(draft->random, seats);
}

static void draft_counters(struct kzi_hand_draft *draft, const struct kzi_quantity *quantity) {
    uint32_t *honba = &draft->hand->honba;
    if (*honba < quantity->least || (quantity->most != 255 && *honba > quantity->most))
        *honba = quantity->least;
}

void kzi_draft_clause(struct kzi_hand_draft *draft, const struct kzi_condition *test,
                      bool negated) {
    const struct kzi_argument *argument = &test->argument;
    const enum kzi_fact_kind fact = kzi_fact_of(test);
    if ((fact == KZI_FACT_TILES || fact == KZI_FACT_WON) && kzi_is_wild_class(&argument->class_))
        return; /* wild tiles come last */
    switch ((int)fact) {
    case KZI_FACT_SETS:
    case KZI_FACT_GROUPS:
        draft_phrase(draft, test, negated);
        return;
    case KZI_FACT_TILES:
        draft_tiles(draft, test, negated);
        return;
    case KZI_FACT_PAIR:
        draft_the_pair(draft, &argument->class_, negated);
        return;
    case KZI_FACT_WON:
        draft_winning(draft, &argument->class_, negated);
        return;
    case KZI_FACT_FROM:
        draft_from(draft, test, negated);
        return;
    }
    if (negated)
        return;
    switch ((int)fact) {
    case KZI_FACT_COUNTERS:
        draft_counters(draft, &test->quantity);
        break;
    case KZI_FACT_SUITS:
        draft_suits(draft, &test->quantity);
        break;
    case KZI_FACT_SUM:
        draft_sum(draft, test);
        break;
    case KZI_FACT_THERE:
    case KZI_FACT_BEFORE:
        draft->raw_cond = test;
        break;
    case KZI_FACT_PATTERN:
        for (unsigned i = 0; i <= argument->pattern.twice; i++)
            draft_pattern(draft, &argument->pattern);
        break;
    }
}

#include "compile/condition/pattern.h"

#include "compile/condition/evaluation.h"

struct matching {
    const struct kzi_pattern *pattern;
    const struct kzi_reading *reading;
    unsigned taken;              /* groups, by bit */
    int n;                       /* 0: still free */
    int suits[KZI_SUIT_LETTERS]; /* -1: still free */
};

static bool suit_may_be(struct matching *matching, const struct kzi_term *term, int suit) {
    if (term->suit < KZI_SUITS)
        return term->suit == suit;
    int letter = term->suit - KZI_SUITS;
    for (int other = 0; other < KZI_SUIT_LETTERS; other++)
        if (other != letter && matching->suits[other] == suit)
            return false;
    return matching->suits[letter] < 0 || matching->suits[letter] == suit;
}

static bool number_may_be(const struct matching *matching, const struct kzi_term *term,
                          int number) {
    if (!term->any)
        return number == term->number;
    return matching->n ? number == matching->n + term->number : number > term->number;
}

/* The matching after group i has been taken for the term at; false: it is not such a group. */
static bool take_group(struct matching *matching, unsigned at, unsigned i) {
    const struct kzi_term *term = &matching->pattern->terms[at];
    const struct kzi_group group = kzi_group_of(matching->reading, i);
    int suit = (int)kzi_suit(group.tile), number = (int)kzi_number(group.tile);
    if (matching->taken >> i & 1 || kzi_is_honor(group.tile) ||
        !kzi_noun_fits(term->noun, group.kind) ||
        !kzi_adjective_fits(term->adjective, group.kind, group.hold) ||
        !suit_may_be(matching, term, suit) || !number_may_be(matching, term, number))
        return false;
    matching->taken |= 1U << i;
    if (term->any)
        matching->n = number - term->number;
    if (term->suit >= KZI_SUITS)
        matching->suits[term->suit - KZI_SUITS] = suit;
    return true;
}

static unsigned match_from(struct matching matching, unsigned at, bool twice) {
    if (at == matching.pattern->n_terms) {
        if (!twice)
            return matching.taken;
        struct matching again = {
            matching.pattern, matching.reading, matching.taken, 0, {-1, -1, -1}};
        return match_from(again, 0, false);
    }
    for (unsigned i = 0; i < matching.reading->n_groups; i++) {
        struct matching next = matching;
        unsigned taken = take_group(&next, at, i) ? match_from(next, at + 1, twice) : 0;
        if (taken)
            return taken;
    }
    return 0;
}

static unsigned match(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                      unsigned without, bool twice) {
    struct matching matching = {pattern, reading, without, 0, {-1, -1, -1}};
    return match_from(matching, 0, twice) & ~without;
}

unsigned kzi_match_pattern(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                           unsigned without) {
    return match(pattern, reading, without, false);
}

bool kzi_matches_twice(const struct kzi_pattern *pattern, const struct kzi_reading *reading) {
    return match(pattern, reading, 0, true) != 0;
}

/* --- every one -------------------------------------------------------------------------------- */

struct collection {
    uint16_t *found;
    unsigned count, max;
};

static void collect(struct collection *into, unsigned groups) {
    for (unsigned i = 0; i < into->count && i < into->max; i++)
        if (into->found[i] == groups)
            return;
    if (into->count < into->max)
        into->found[into->count] = (uint16_t)groups;
    into->count++;
}

static void collect_from(const struct matching *matching, unsigned at, struct collection *into) {
    if (at == matching->pattern->n_terms) {
        collect(into, matching->taken);
        return;
    }
    for (unsigned i = 0; i < matching->reading->n_groups; i++) {
        struct matching next = *matching;
        if (take_group(&next, at, i))
            collect_from(&next, at + 1, into);
    }
}

unsigned kzi_all_matches(const struct kzi_pattern *pattern, const struct kzi_reading *reading,
                         uint16_t *found, unsigned max) {
    struct matching matching = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct collection into = {found, 0, max};
    collect_from(&matching, 0, &into);
    return into.count;
}

/* --- as near as can be ----------------------------------------------------------------------- */

static bool all_can_be(const struct kzi_pattern *pattern, int n) {
    for (unsigned i = 0; i < pattern->n_terms; i++) {
        const struct kzi_term *term = &pattern->terms[i];
        if (term->any && n + term->number > (term->noun == KZI_A_CHOW ? 7 : 9))
            return false;
    }
    return true;
}

/* terms: those met so far, by bit. */
static void near_from(const struct matching *matching, unsigned at, unsigned terms,
                      struct kzi_nearest *best) {
    const struct kzi_pattern *pattern = matching->pattern;
    unsigned met = (unsigned)__builtin_popcount(terms), left = pattern->n_terms - at;
    if (met + left <= (unsigned)__builtin_popcount(best->terms))
        return;
    if (!left) {
        *best = (struct kzi_nearest){matching->taken,
                                     terms,
                                     matching->n,
                                     {matching->suits[0], matching->suits[1], matching->suits[2]}};
        return;
    }
    for (unsigned i = 0; i < matching->reading->n_groups; i++) {
        struct matching next = *matching;
        if (take_group(&next, at, i) && (!next.n || all_can_be(pattern, next.n)))
            near_from(&next, at + 1, terms | 1U << at, best);
    }
    near_from(matching, at + 1, terms, best);
}

struct kzi_nearest kzi_match_nearest(const struct kzi_pattern *pattern,
                                     const struct kzi_reading *reading) {
    struct matching matching = {pattern, reading, 0, 0, {-1, -1, -1}};
    struct kzi_nearest best = {0, 0, 0, {-1, -1, -1}};
    near_from(&matching, 0, 0, &best);
    return best;
}

#include "compile/condition/evaluation.h"

static bool within(unsigned count, const struct kzi_quantity *quantity) {
    return count >= quantity->least && (quantity->most == 255 || count <= quantity->most);
}

static bool kind_in(const struct kzi_class *class_, unsigned kind, const struct kzi_hand *hand) {
    return kzi_in_class(class_, kzi_code(kind, hand->seat, hand->round), kind == hand->win);
}

unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts) {
    unsigned count = 0;
    for (kzi_kinds kinds = facts->tiles->kinds; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        if (kind_in(class_, kind, facts->hand))
            count += facts->tiles->counts[kind];
    }
    return count;
}

/* --- phrases --------------------------------------------------------------------------------- */

bool kzi_phrase_fits(const struct kzi_phrase *phrase, struct kzi_group group,
                     const struct kzi_hand *hand) {
    if (!kzi_noun_fits(phrase->noun, group.kind) ||
        !kzi_adjective_fits(phrase->adjective, group.kind, group.hold))
        return false;
    unsigned tiles = group.kind == KZI_CHOW ? 3 : 1, in = 0;
    for (unsigned i = 0; i < tiles; i++)
        in += kind_in(&phrase->class_, group.tile + i, hand);
    return phrase->some ? in > 0 : in == tiles;
}

/* pairs: whether pairs are among the groups that `all` speaks of. */
static bool count_holds(const struct kzi_phrase_count *said, const struct kzi_facts *facts,
                        const struct kzi_reading *reading, bool pairs) {
    unsigned count = 0, of = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(reading, i);
        if (!pairs && group.kind == KZI_PAIR)
            continue;
        of++;
        count += kzi_phrase_fits(&said->phrase, group, facts->hand);
    }
    return said->quantity.all ? of && count == of : within(count, &said->quantity);
}

/* --- tiles with suit letters ----------------------------------------------------------------- */

/* Whether every 4-bit count of have is at least that of need. */
static bool has_counts(uint64_t have, uint64_t need, bool exactly) {
    const uint64_t guard = UINT64_C(0x8888888888888888);
    return exactly ? have == need : (((have | guard) - need) & guard) == guard;
}

/* Tiles of one letter alone, as of most patterns: some suit has them. */
static bool letter_fits(const struct kzi_tile_pattern *pattern,
                        const uint8_t counts[KZI_COUNTS_ROOM]) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        if (has_counts(kzi_packed_suit(counts, suit), pattern->counts[4], false))
            return true;
    return false;
}

static bool has_other_rows(const struct kzi_tile_pattern *pattern) {
    uint64_t others = 0;
    for (unsigned row = 0; row < 4 + KZI_SUIT_LETTERS; row++)
        others |= row == 4 ? 0 : pattern->counts[row];
    return others != 0;
}

bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern, const uint8_t counts[KZI_COUNTS_ROOM],
                   bool exactly) {
    uint64_t have[4];
    if (!exactly && !has_other_rows(pattern))
        return letter_fits(pattern, counts);
    for (unsigned suit = 0; suit < 4; suit++)
        have[suit] = kzi_packed_suit(counts, suit);
    static const uint8_t ways[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                       {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    if (!has_counts(have[3], pattern->counts[3], exactly))
        return false;
    for (unsigned way = 0; way < 6; way++) {
        bool fits = true;
        for (unsigned letter = 0; letter < 3; letter++) {
            unsigned suit = ways[way][letter];
            fits &= has_counts(have[suit], pattern->counts[suit] + pattern->counts[4 + letter],
                               exactly);
        }
        if (fits)
            return true;
    }
    return false;
}

/* --- one function for each condition --------------------------------------------------------- */

typedef bool holds_fn(const struct kzi_condition *cond, const struct kzi_facts *facts,
                      const struct kzi_reading *reading);

static bool holds_all_of(const struct kzi_condition *cond, const struct kzi_facts *facts,
                         const struct kzi_reading *reading) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (!kzi_evaluate(cond->u.parts.list[i], facts, reading))
            return false;
    return true;
}

static bool holds_any_of(const struct kzi_condition *cond, const struct kzi_facts *facts,
                         const struct kzi_reading *reading) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (kzi_evaluate(cond->u.parts.list[i], facts, reading))
            return true;
    return false;
}

static bool holds_not(const struct kzi_condition *cond, const struct kzi_facts *facts,
                      const struct kzi_reading *reading) {
    return !kzi_evaluate(cond->u.parts.list[0], facts, reading);
}

static bool holds_holds(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    return holds_all_of(cond, facts, reading);
}

static bool holds_hand(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    (void)reading;
    return cond->u.bits & (facts->open ? KZI_HAND_OPEN : KZI_HAND_CLOSED);
}

static bool holds_by(const struct kzi_condition *cond, const struct kzi_facts *facts,
                     const struct kzi_reading *reading) {
    (void)reading;
    return cond->u.bits & (facts->hand->self_draw ? KZI_BY_SELF_DRAW : KZI_BY_DISCARD);
}

static bool holds_given(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    (void)reading;
    return !(cond->u.bits & ~facts->given);
}

static bool holds_seat(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    (void)reading;
    return cond->u.bits >> facts->hand->seat & 1;
}

static bool holds_shape(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    (void)facts;
    return cond->u.bits >> reading->shape & 1;
}

static bool holds_wait(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    (void)facts;
    return cond->u.bits >> reading->wait & 1;
}

static bool holds_waits(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    (void)reading;
    return within(facts->n_waits, &cond->u.quantity);
}

static bool holds_suits(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    (void)reading;
    unsigned suits = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        suits += kzi_kinds_of_suit(facts->tiles->kinds, suit) != 0;
    return within(suits, &cond->u.quantity);
}

static bool holds_tiles(const struct kzi_condition *cond, const struct kzi_facts *facts,
                        const struct kzi_reading *reading) {
    (void)reading;
    unsigned all = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        all += facts->tiles->counts[kind];
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        unsigned count = kzi_count_tiles(&said->class_, facts);
        if (said->quantity.all ? count != all : !within(count, &said->quantity))
            return false;
    }
    return true;
}

static unsigned sum_of_numbers(const struct kzi_class *class_, const struct kzi_facts *facts) {
    unsigned sum = 0;
    for (unsigned kind = 0; kind < KZI_KINDS && !kzi_is_honor(kind); kind++)
        if (kind_in(class_, kind, facts->hand))
            sum += facts->tiles->counts[kind] * kzi_number(kind);
    return sum;
}

static bool holds_sum(const struct kzi_condition *cond, const struct kzi_facts *facts,
                      const struct kzi_reading *reading) {
    (void)reading;
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        if (!within(sum_of_numbers(&said->class_, facts), &said->quantity))
            return false;
    }
    return true;
}

static bool holds_sets(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        if (!count_holds(&cond->u.phrases.list[i], facts, reading, false))
            return false;
    return true;
}

static bool holds_groups(const struct kzi_condition *cond, const struct kzi_facts *facts,
                         const struct kzi_reading *reading) {
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        if (!count_holds(&cond->u.phrases.list[i], facts, reading, true))
            return false;
    return true;
}

static bool holds_pair(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    struct kzi_group pair = {0};
    bool any = false;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_group_of(reading, i).kind == KZI_PAIR) {
            if (any)
                return false;
            any = true;
            pair = kzi_group_of(reading, i);
        }
    return any && kind_in(&cond->u.class_, pair.tile, facts->hand);
}

static bool holds_winning_tile(const struct kzi_condition *cond, const struct kzi_facts *facts,
                               const struct kzi_reading *reading) {
    (void)reading;
    return kind_in(&cond->u.class_, facts->hand->win, facts->hand);
}

static bool holds_has(const struct kzi_condition *cond, const struct kzi_facts *facts,
                      const struct kzi_reading *reading) {
    (void)facts;
    return kzi_match_pattern(cond->u.pattern, reading, 0) != 0;
}

static bool holds_has_twice(const struct kzi_condition *cond, const struct kzi_facts *facts,
                            const struct kzi_reading *reading) {
    (void)facts;
    return kzi_matches_twice(cond->u.pattern, reading);
}

static bool holds_contains(const struct kzi_condition *cond, const struct kzi_facts *facts,
                           const struct kzi_reading *reading) {
    (void)reading;
    return kzi_tiles_fit(&cond->u.tiles, facts->tiles->counts, false);
}

static bool holds_before_win(const struct kzi_condition *cond, const struct kzi_facts *facts,
                             const struct kzi_reading *reading) {
    (void)reading;
    return !facts->hand->n_melds && kzi_tiles_fit(&cond->u.tiles, facts->hand->concealed, true);
}

static bool holds_scored(const struct kzi_condition *cond, const struct kzi_facts *facts,
                         const struct kzi_reading *reading) {
    (void)reading;
    for (size_t i = 0; i < cond->u.yaku.count; i++) {
        unsigned yaku = cond->u.yaku.list[i];
        if (!facts->scored || !(facts->scored[yaku / 64] >> (yaku % 64) & 1))
            return false;
    }
    return true;
}

/* Settled after the covers, where the yaku that asks it is looked at last. */
static bool holds_nothing_scored(const struct kzi_condition *cond, const struct kzi_facts *facts,
                                 const struct kzi_reading *reading) {
    (void)cond;
    (void)facts;
    (void)reading;
    return true;
}

static holds_fn *const holds[KZI_CONDITIONS] = {
#define CONDITION(name, argument, lowering, says) holds_##name,
#include "rules/conditions.def"
#undef CONDITION
};

bool kzi_evaluate(const struct kzi_condition *cond, const struct kzi_facts *facts,
                  const struct kzi_reading *reading) {
    return !cond || holds[cond->kind](cond, facts, reading);
}

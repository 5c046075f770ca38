#include "compile/condition/evaluation.h"

#include "compile/ruleset.h"
#include "tile/sets.h"

/* --- facts and groups ------------------------------------------------------------------------- */

void kzi_facts_find(struct kzi_facts *facts, const struct kzi_hand *hand) {
    if (kzi_hand_is_unfinished(hand))
        kzi_tiles_find_unfinished(&facts->own, hand);
    else
        kzi_tiles_find(&facts->own, hand);
    kzi_facts_start(facts, hand, &facts->own);
}

void kzi_read_melds(const struct kzi_hand *hand, struct kzi_reading *reading) {
    *reading = (struct kzi_reading){.shape = KZI_NO_SHAPE,
                                    .n_groups = hand->n_melds,
                                    .n_sets = hand->n_melds,
                                    .n_melds = hand->n_melds,
                                    .chow_rank = KZI_NO_RANK,
                                    .pung_rank = KZI_NO_RANK};
    for (unsigned i = 0; i < hand->n_melds; i++) {
        reading->codes[i] = (uint8_t)kzi_code_of_group(hand->melds[i].kind, hand->melds[i].tile);
        reading->claimed |= (uint8_t)(hand->melds[i].claimed << i);
    }
}

void kzi_read_any_tiles(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                        struct kzi_readings *readings) {
    for (unsigned left = rules->any_tiles; left; left &= left - 1) {
        unsigned shape = (unsigned)__builtin_ctz(left);
        struct kzi_reading reading = {.shape = (uint8_t)shape, .wait = KZI_WAIT_NONE};
        if (readings->count < KZI_MAX_READINGS &&
            kzi_evaluate(rules->model->shape_when[shape], facts, &reading))
            readings->list[readings->count++] = reading;
    }
}

static struct kzi_coded_group decode_chow(unsigned group_code) {
    unsigned within = group_code % KZI_CHOW_CODES, start = within / 4;
    struct kzi_coded_group group = {
        .kind = KZI_CHOW, .hold = (uint8_t)(group_code / KZI_CHOW_CODES), .n_tiles = 3};
    for (unsigned i = 0; i < 3; i++) {
        group.code[i] = (uint8_t)(start / 7 * 9 + start % 7 + i);
        group.won[i] = within % 4 == i + 1;
    }
    return group;
}

struct kzi_coded_group kzi_decode_group(unsigned group_code) {
    if (group_code < 3 * KZI_CHOW_CODES)
        return decode_chow(group_code);
    unsigned rest = group_code - 3 * KZI_CHOW_CODES, held = rest / (KZI_CODES * 2);
    struct kzi_coded_group group = {
        .kind = (uint8_t)(held / 3 + 1), .hold = (uint8_t)(held % 3), .n_tiles = 1};
    group.code[0] = (uint8_t)(rest % (KZI_CODES * 2) / 2);
    group.won[0] = rest % 2;
    return group;
}

/* --- tiles ------------------------------------------------------------------------------------ */

static bool within(unsigned count, const struct kzi_quantity *quantity) {
    return count >= quantity->least && (quantity->most == 255 || count <= quantity->most);
}

static bool kind_in(const struct kzi_class *class_, unsigned kind, const struct kzi_hand *hand) {
    return kzi_in_class(class_, kzi_code(kind, hand->seat, hand->round), kind == hand->win);
}

/* Return the kinds of some codes, of winds those with the hand's roles. */
static kzi_kinds kinds_of_codes(kzi_codes codes, const struct kzi_hand *hand) {
    const kzi_kinds numbers = kzi_kind_bit(KZI_HONOR) - 1, winds = 15 * kzi_kind_bit(KZI_HONOR);
    kzi_kinds kinds = (codes & numbers) | (codes >> 12 & ~numbers & ~winds);
    for (unsigned kind = KZI_HONOR; kzi_is_wind(kind); kind++)
        kinds |= (kzi_kinds)(codes >> kzi_code(kind, hand->seat, hand->round) & 1) << kind;
    return kinds;
}

static kzi_kinds kinds_in(const struct kzi_class *class_, const struct kzi_hand *hand) {
    kzi_kinds kinds = kinds_of_codes(class_->other, hand);
    if (kzi_hand_is_unfinished(hand))
        return kinds;
    return (kinds & ~kzi_kind_bit(hand->win)) | (kzi_kinds)kind_in(class_, hand->win, hand)
                                                    << hand->win;
}

/* The tiles of the hand in the class, or (sum) their numbers, added up. */
static unsigned add_tiles(const struct kzi_class *class_, const struct kzi_facts *facts, bool sum) {
    unsigned count = 0;
    kzi_kinds kinds = facts->tiles->kinds & kinds_in(class_, facts->hand);
    for (; kinds; kinds &= kinds - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(kinds);
        unsigned of_one = !sum ? 1 : kzi_is_honor(kind) ? 0 : kzi_number(kind);
        count += facts->tiles->counts[kind] * of_one;
    }
    return count;
}

unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts) {
    return add_tiles(class_, facts, false);
}

struct kzi_class_count kzi_count_of_class(const struct kzi_class_count *said) {
    if (!said->quantity.all)
        return *said;
    return (struct kzi_class_count){kzi_other_class(&said->class_), {false, 0, 0}};
}

/* --- shapes ----------------------------------------------------------------------------------- */

uint64_t kzi_shapes_with_groups(const struct kzi_model *model, bool pairs) {
    uint64_t shapes = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->shapes[i].sets || (pairs && model->shapes[i].pairs))
            shapes |= UINT64_C(1) << i;
    return shapes;
}

uint64_t kzi_shapes_of_one_pair(const struct kzi_model *model) {
    uint64_t shapes = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        shapes |= (uint64_t)(model->shapes[i].pairs == 1) << i;
    return shapes;
}

unsigned kzi_waits_of_shape(const struct kzi_shape *shape) {
    const unsigned usual = 1U << KZI_WAIT_TWO_SIDED | 1U << KZI_WAIT_EDGE | 1U << KZI_WAIT_CLOSED |
                           1U << KZI_WAIT_PAIR | 1U << KZI_WAIT_PUNG;
    switch (shape->form) {
    case KZI_FORM_PAIRS:
        return 1U << KZI_WAIT_PAIR;
    case KZI_FORM_ONE_EACH:
        return 1U << KZI_WAIT_SINGLE | 1U << KZI_WAIT_PAIR;
    case KZI_FORM_DIFFERENT:
        return 1U << KZI_WAIT_SINGLE;
    case KZI_FORM_BODY:
    case KZI_FORM_PARTS:
        return usual | 1U << KZI_WAIT_BODY | 1U << KZI_WAIT_SINGLE;
    case KZI_FORM_ANY_TILES:
        return 1U << KZI_WAIT_NONE;
    case KZI_FORM_SETS:
    case KZI_FORMS:
        break;
    }
    return usual;
}

/* --- phrases ---------------------------------------------------------------------------------- */

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

/* --- tiles with suit letters ------------------------------------------------------------------ */

/* Return whether every 4-bit count of have is at least that of need. */
static inline bool has_counts(uint64_t have, uint64_t need) {
    const uint64_t guard = UINT64_C(0x8888888888888888);
    return (((have | guard) - need) & guard) == guard;
}

/* By letter and suit: the ways (kzi_falls), by bit, in which the letter falls on the suit. */
static const uint8_t falls_on[KZI_SUIT_LETTERS][KZI_SUITS] = {
    {1 | 2, 4 | 8, 16 | 32}, {4 | 16, 1 | 32, 2 | 8}, {8 | 32, 2 | 16, 1 | 4}};

bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern,
                   const uint8_t counts[KZI_COUNTS_CAPACITY], bool exactly) {
    uint64_t left[KZI_SUITS], honors = kzi_packed_suit(counts, KZI_SUITS);
    unsigned ways = (1U << KZI_FALLS) - 1;
    bool fixed =
        has_counts(honors, pattern->counts[3]) & (!exactly | (honors == pattern->counts[3]));
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        uint64_t packed = kzi_packed_suit(counts, suit);
        fixed &= has_counts(packed, pattern->counts[suit]);
        left[suit] = packed - pattern->counts[suit];
    }
    for (unsigned letter = 0; letter < KZI_SUIT_LETTERS && fixed; letter++) {
        uint64_t need = pattern->counts[4 + letter];
        unsigned on = 0;
        if (!need && !exactly)
            continue;
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            if (exactly ? left[suit] == need : has_counts(left[suit], need))
                on |= falls_on[letter][suit];
        ways &= on;
    }
    return fixed && ways;
}

/* --- conditions ------------------------------------------------------------------------------- */

static bool parts_hold(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading, bool all) {
    for (size_t i = 0; i < cond->u.parts.count; i++)
        if (kzi_evaluate(cond->u.parts.list[i], facts, reading) != all)
            return !all;
    return all;
}

/* --- what a hand has so many of --------------------------------------------------------------- */

static unsigned count_suits(const struct kzi_facts *facts) {
    unsigned suits = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        suits += kzi_kinds_of_suit(facts->tiles->kinds, suit) != 0;
    return suits;
}

static unsigned count_waits(const struct kzi_facts *facts) {
    return facts->n_waits;
}

static unsigned count_counters(const struct kzi_facts *facts) {
    return facts->hand->honba < UINT8_MAX ? facts->hand->honba : UINT8_MAX;
}

unsigned kzi_condition_count(enum kzi_condition_kind kind, const struct kzi_facts *facts) {
    static unsigned (*const counts[KZI_CONDITIONS])(const struct kzi_facts *facts) = {
#define CONDITION(name, argument, says)
#define COUNT(name, one, several, lowering, has) [KZI_CONDITION_##name] = count_##name,
#include "rules/conditions.def"
#undef CONDITION
    };
    return counts[kind](facts);
}

static bool marks_hold(const struct kzi_condition *cond, const struct kzi_facts *facts) {
    for (size_t i = 0; i < cond->u.marks.count; i++) {
        const struct kzi_mark_count *said = &cond->u.marks.list[i];
        if (!within((unsigned)(facts->marks >> 8 * said->mark) & UINT8_MAX, &said->quantity))
            return false;
    }
    return true;
}

/* --- the other conditions --------------------------------------------------------------------- */

static bool classes_hold(const struct kzi_condition *cond, const struct kzi_facts *facts) {
    bool sum = cond->kind == KZI_CONDITION_sum;
    for (size_t i = 0; i < cond->u.classes.count; i++) {
        const struct kzi_class_count *said = &cond->u.classes.list[i];
        struct kzi_class_count count = sum ? *said : kzi_count_of_class(said);
        if (!within(add_tiles(&count.class_, facts, sum), &count.quantity))
            return false;
    }
    return true;
}

static bool phrase_holds(const struct kzi_phrase_count *said, const struct kzi_facts *facts,
                         const struct kzi_reading *reading, bool pairs) {
    unsigned count = 0, of = 0;
    for (unsigned i = 0; i < reading->n_groups; i++) {
        if (reading->codes[i] / KZI_SET_KIND == KZI_PAIR && !pairs)
            continue;
        of++;
        count += kzi_phrase_fits(&said->phrase, kzi_group_of(reading, i), facts->hand);
    }
    return said->quantity.all ? of && count == of : within(count, &said->quantity);
}

static bool phrases_hold(const struct kzi_condition *cond, const struct kzi_facts *facts,
                         const struct kzi_reading *reading) {
    for (size_t i = 0; i < cond->u.phrases.count; i++)
        if (!phrase_holds(&cond->u.phrases.list[i], facts, reading,
                          cond->kind == KZI_CONDITION_groups))
            return false;
    return true;
}

static bool pair_holds(const struct kzi_condition *cond, const struct kzi_facts *facts,
                       const struct kzi_reading *reading) {
    unsigned pairs = 0, tile = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_group_of(reading, i).kind == KZI_PAIR) {
            pairs++;
            tile = kzi_group_of(reading, i).tile;
        }
    return pairs == 1 && kind_in(&cond->u.class_, tile, facts->hand);
}

static bool yaku_are_scored(const struct kzi_condition *cond, const struct kzi_facts *facts) {
    for (size_t i = 0; i < cond->u.yaku.count; i++) {
        unsigned yaku = cond->u.yaku.list[i];
        if (!facts->scored || !(facts->scored[yaku / 64] >> (yaku % 64) & 1))
            return false;
    }
    return true;
}

bool kzi_evaluate(const struct kzi_condition *cond, const struct kzi_facts *facts,
                  const struct kzi_reading *reading) {
    if (!cond)
        return true;
    const struct kzi_hand *hand = facts->hand;
    const uint64_t bits = cond->u.bits;
    switch (cond->kind) {
    case KZI_CONDITION_all_of:
    case KZI_CONDITION_holds:
        return parts_hold(cond, facts, reading, true);
    case KZI_CONDITION_any_of:
        return parts_hold(cond, facts, reading, false);
    case KZI_CONDITION_not:
        return !kzi_evaluate(cond->u.parts.list[0], facts, reading);
    case KZI_CONDITION_hand:
        return bits & (facts->open ? KZI_HAND_OPEN : KZI_HAND_CLOSED);
    case KZI_CONDITION_by:
        return !kzi_hand_is_unfinished(hand) &&
               bits & (hand->self_draw ? KZI_BY_SELF_DRAW : KZI_BY_DISCARD);
    case KZI_CONDITION_given:
        return !(bits & ~facts->given);
    case KZI_CONDITION_seat:
        return bits >> hand->seat & 1;
    case KZI_CONDITION_from:
        return !kzi_hand_is_unfinished(hand) && !hand->self_draw && hand->from >= 0 &&
               bits >> hand->from & 1;
    case KZI_CONDITION_shape:
        if (kzi_hand_is_unfinished(hand))
            return bits & facts->ready;
        return bits >> reading->shape & 1;
    case KZI_CONDITION_wait:
        return bits >> reading->wait & 1;
#define CONDITION(name, argument, says)
#define COUNT(name, one, several, lowering, has) case KZI_CONDITION_##name:
#include "rules/conditions.def"
#undef CONDITION
        return within(kzi_condition_count(cond->kind, facts), &cond->u.quantity);
    case KZI_CONDITION_tiles:
    case KZI_CONDITION_sum:
        return classes_hold(cond, facts);
    case KZI_CONDITION_marks:
        return marks_hold(cond, facts);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
        return phrases_hold(cond, facts, reading);
    case KZI_CONDITION_pair:
        return pair_holds(cond, facts, reading);
    case KZI_CONDITION_winning_tile:
        return !kzi_hand_is_unfinished(hand) && kind_in(&cond->u.class_, hand->win, hand);
    case KZI_CONDITION_has:
        return kzi_match_pattern(cond->u.pattern, reading, 0) != 0;
    case KZI_CONDITION_has_twice:
        return kzi_matches_twice(cond->u.pattern, reading);
    case KZI_CONDITION_contains:
        return kzi_tiles_fit(&cond->u.tiles, facts->tiles->counts, false);
    case KZI_CONDITION_before_win:
        return !hand->n_melds && kzi_tiles_fit(&cond->u.tiles, hand->concealed, true);
    case KZI_CONDITION_scored:
        return yaku_are_scored(cond, facts);
    case KZI_CONDITION_nothing_scored: /* settled after the covers, where that yaku is looked at */
    case KZI_CONDITIONS:
        break;
    }
    return true;
}

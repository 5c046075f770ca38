#include "compile/condition/evaluation.h"

#include "compile/ruleset.h"
#include "tile/sets.h"

/* --- facts and groups ------------------------------------------------------------------------- */

void kzi_facts_init(struct kzi_facts *facts, const struct kzi_hand *hand) {
    kzi_tiles_init(&facts->own, hand);
    kzi_facts_init_with(facts, hand, &facts->own);
}

void kzi_reading_of_melds(const struct kzi_hand *hand, struct kzi_reading *reading) {
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

void kzi_add_any_tiles(const struct kz_ruleset *rules, const struct kzi_facts *facts,
                       struct kzi_readings *readings) {
    KZI_EACH_IN(rules->any_tiles, shape) {
        struct kzi_reading reading = {.shape = (uint8_t)shape, .wait = KZI_WAIT_NONE};
        if (readings->count < KZI_MAX_READINGS &&
            kzi_evaluate(rules->model->shape_when[shape], facts, &reading))
            readings->list[readings->count++] = reading;
    }
}

/* Return the code of the tile at a place within group codes; KZI_CODES or more if no tile is
 * there. */
static unsigned code_at(unsigned place) {
    const unsigned honor = place - KZI_HONOR, roles = honor / 8;
    if (place < KZI_HONOR)
        return place;
    return honor % 8 < 4 && roles < 4 ? KZI_HONOR + honor % 8 * 4 + roles : place + 12;
}

struct kzi_coded_group kzi_decode_group(unsigned group_code) {
    const unsigned code = code_at(group_code % KZI_SET_KIND), rest = group_code / KZI_SET_KIND,
                   kind = rest % (KZI_PAIR + 1), held = rest / (KZI_PAIR + 1),
                   like = held / KZI_HOLDS;
    struct kzi_coded_group group = {.kind = (uint8_t)kind, .hold = (uint8_t)(held % KZI_HOLDS)};
    if (kind != KZI_CHOW)
        group.n_tiles = code < KZI_CODES && like < 2;
    else if (code < KZI_HONOR && kzi_number(code) < 8)
        group.n_tiles = 3;
    for (unsigned i = 0; i < group.n_tiles; i++) {
        group.code[i] = (uint8_t)(code + i);
        group.won[i] = like == i + 1;
    }
    return group;
}

/* --- tiles ------------------------------------------------------------------------------------ */

/* Return the kinds with the given codes; a wind only if its code is that of its role in the
 * hand. */
static kzi_kinds kinds_of_codes(kzi_codes codes, const struct kzi_hand *hand) {
    const kzi_kinds numbers = kzi_kind_bit(KZI_HONOR) - 1, winds = 15 * kzi_kind_bit(KZI_HONOR);
    kzi_kinds kinds = (codes & numbers) | (codes >> 12 & ~numbers & ~winds);
    for (unsigned kind = KZI_HONOR; kzi_is_wind(kind); kind++)
        kinds |= (kzi_kinds)(codes >> kzi_code(kind, hand->seat, hand->round) & 1) << kind;
    return kinds;
}

kzi_kinds kzi_kinds_in(const struct kzi_class *class_, const struct kzi_hand *hand) {
    kzi_kinds kinds = kinds_of_codes(class_->other & KZI_ALL_CODES, hand);
    if (kzi_hand_is_unfinished(hand))
        return kinds;
    return (kinds & ~kzi_kind_bit(hand->win)) |
           (kzi_kinds)kzi_in_class(class_, kzi_code_of_win(hand), true) << hand->win;
}

/* Count the tiles of the hand that are in the class, or (sum) add up their numbers. */
static unsigned add_tiles(const struct kzi_class *class_, const struct kzi_facts *facts, bool sum) {
    unsigned count = 0;
    kzi_kinds kinds = facts->tiles->kinds & kzi_kinds_in(class_, facts->hand);
    KZI_EACH_IN(kinds, kind) {
        unsigned of_one = !sum ? 1 : kzi_is_honor(kind) ? 0 : kzi_number(kind);
        count += facts->tiles->counts[kind] * of_one;
    }
    return count;
}

static unsigned code_of_wild(const struct kzi_wild_tile *tile) {
    return kzi_wild_code(tile->wild, tile->as != tile->tile);
}

unsigned kzi_count_wild(const struct kzi_class *class_, const struct kzi_hand *hand,
                        uint8_t counts[KZI_TILE_KINDS]) {
    unsigned count = 0;
    for (unsigned i = 0; i < hand->wild.count + hand->wild.laid; i++) {
        const struct kzi_wild_tile *tile = &hand->wild.list[i];
        const bool won = tile->as == hand->win && i + 1 != hand->wild.won;
        const unsigned one = kzi_in_class(class_, code_of_wild(tile), won);
        count += one;
        if (counts && hand->wild.list[i].tile < KZI_KINDS)
            counts[hand->wild.list[i].tile] = (uint8_t)(counts[hand->wild.list[i].tile] + one);
    }
    return count;
}

/* Return the code of the winning tile.  If the class is one of wild tiles and the tile is wild,
 * return its code as a wild tile. */
static unsigned code_of_win(const struct kzi_class *class_, const struct kzi_hand *hand) {
    return kzi_is_wild_class(class_) && hand->wild.won
               ? code_of_wild(&hand->wild.list[hand->wild.won - 1U])
               : kzi_code_of_win(hand);
}

unsigned kzi_count_tiles(const struct kzi_class *class_, const struct kzi_facts *facts) {
    return kzi_is_wild_class(class_) ? kzi_count_wild(class_, facts->hand, NULL)
                                     : add_tiles(class_, facts, false);
}

/* --- shapes ----------------------------------------------------------------------------------- */

unsigned kzi_count_noun(const struct kzi_shape *shape, unsigned noun) {
    return (noun == KZI_A_PAIR ? 0U : shape->sets) + (noun >= KZI_A_PAIR ? shape->pairs : 0U);
}

uint64_t kzi_shapes_counting(const struct kzi_model *model, unsigned noun, uint64_t values) {
    uint64_t shapes = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        shapes |= (values >> kzi_count_noun(&model->shapes[i], noun) & 1) << i;
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
    case KZI_FORM_SPELLED:
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

bool kzi_phrase_fits(const struct kzi_phrase *phrase, const struct kzi_reading *reading, unsigned i,
                     const struct kzi_hand *hand) {
    const unsigned noun = phrase->others ? phrase->others : phrase->noun;
    if (!kzi_noun_fits(noun, reading->codes[i] / KZI_SET_KIND))
        return false; /* saves decoding the group */
    const struct kzi_coded_group group =
        kzi_decode_group(kzi_seated_group_code(kzi_group_of(reading, i), hand));
    const bool fits = kzi_coded_fits(phrase, &group) &&
                      (phrase->wildness == KZI_IS_NATURAL ? !(reading->stood_in >> i & 1)
                       : phrase->wildness == KZI_IS_WILD  ? reading->all_wild >> i & 1
                                                          : true);
    return fits == !phrase->others;
}

unsigned kzi_groups_fitting(const struct kzi_phrase *phrase, const struct kzi_reading *reading,
                            const struct kzi_hand *hand) {
    unsigned groups = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_phrase_fits(phrase, reading, i, hand))
            groups |= 1U << i;
    return groups;
}

unsigned kzi_pairs_of(const struct kzi_reading *reading) {
    unsigned pairs = 0;
    for (unsigned i = 0; i < reading->n_groups; i++)
        if (kzi_group_of(reading, i).kind == KZI_PAIR)
            pairs |= 1U << i;
    return pairs;
}

/* --- tiles with suit letters ------------------------------------------------------------------ */

/* Return whether every 4-bit count of `have` is at least that of `need`. */
static inline bool has_counts(uint64_t have, uint64_t need) {
    const uint64_t guard = UINT64_C(0x8888888888888888);
    return (((have | guard) - need) & guard) == guard;
}

/* By letter and suit: the assignments (kzi_falls), as bits, in which the letter is the suit. */
static const uint8_t falls_on[KZI_SUIT_LETTERS][KZI_SUITS] = {
    {1 | 2, 4 | 8, 16 | 32}, {4 | 16, 1 | 32, 2 | 8}, {8 | 32, 2 | 16, 1 | 4}};

bool kzi_tiles_fit(const struct kzi_tile_pattern *pattern,
                   const uint8_t counts[KZI_COUNTS_CAPACITY], bool exactly) {
    uint64_t left[KZI_SUITS], honors = kzi_packed_suit(counts, KZI_SUITS);
    unsigned falls = (1U << KZI_FALLS) - 1;
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
        falls &= on;
    }
    return fixed && falls;
}

/* --- what is counted -------------------------------------------------------------------------- */

static unsigned count_suits(const struct kzi_facts *facts) {
    unsigned suits = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        suits += kzi_kinds_of_suit(facts->tiles->kinds, suit) != 0;
    return suits;
}

static unsigned waits_under(const struct kz_ruleset *rules, const struct kzi_facts *facts) {
    const struct kzi_tiles *tiles = facts->tiles;
    if (facts->hand->wild.waits)
        return facts->hand->wild.waits - 1U;
    const kzi_kinds waits = kzi_waits_of(tiles, facts->hand, &rules->shapes, rules->played),
                    used_up = waits & (tiles->fours | ~rules->in_fours); /* in few hands */
    unsigned count = kzi_count_kinds(waits);
    if (rules->model->waits_count_used_up)
        return count;
    KZI_EACH_IN(used_up, kind) {
        unsigned own = tiles->counts[kind] - (kind == facts->hand->win ? 1U : 0U);
        count -= own == rules->model->copies[kind];
    }
    return count;
}

static unsigned count_waits(const struct kzi_facts *facts) {
    if (facts->rules && !*facts->n_waits)
        *facts->n_waits = waits_under(facts->rules, facts);
    return *facts->n_waits;
}

static unsigned count_counters(const struct kzi_facts *facts) {
    return facts->hand->counters < UINT8_MAX ? facts->hand->counters : UINT8_MAX;
}

static unsigned of_count(const struct kzi_argument *argument, unsigned count) {
    if (argument->min || argument->max)
        return count < argument->min                                     ? KZI_VALUE_BELOW
               : argument->max == KZI_NO_BOUND || count <= argument->max ? KZI_VALUE_WITHIN
                                                                         : KZI_VALUE_ABOVE;
    return count < KZI_VALUE_MAX ? count : KZI_VALUE_MAX;
}

static unsigned count_groups(const struct kzi_argument *argument, const struct kzi_hand *hand,
                             const struct kzi_reading *reading) {
    const unsigned groups = kzi_groups_fitting(&argument->phrase, reading, hand);
    return of_count(argument, (unsigned)__builtin_popcount(groups));
}

/* --- conditions ------------------------------------------------------------------------------- */

unsigned kzi_measure(const struct kzi_condition *test, const struct kzi_facts *facts,
                     const struct kzi_reading *reading) {
    const struct kzi_hand *hand = facts->hand;
    const struct kzi_argument *argument = &test->argument;
    const bool unfinished = kzi_hand_is_unfinished(hand);
    switch (test->kind) {
    case KZI_CONDITION_hand:
        return facts->open;
    case KZI_CONDITION_by:
        return unfinished ? KZI_VALUE_NOT_WON : !hand->self_draw;
    case KZI_CONDITION_given:
        return (unsigned)(facts->given >> argument->number) & 1;
    case KZI_CONDITION_seat:
        return hand->seat;
    case KZI_CONDITION_from:
        return unfinished || hand->self_draw || hand->from < 0 ? KZI_VALUE_NOBODY
                                                               : (unsigned)hand->from;
    case KZI_CONDITION_shape:
        return (argument->shapes & (unfinished ? facts->ready : UINT64_C(1) << reading->shape)) !=
               0;
    case KZI_CONDITION_wait:
        return reading->wait;
#define CONDITION(name, ...)
#define COUNT(name, ...)                                                                           \
    case KZI_CONDITION_##name:                                                                     \
        return of_count(argument, count_##name(facts));
#define PARTS(name, ...) case KZI_CONDITION_##name:
#include "rules/conditions.def"
#undef CONDITION
    case KZI_CONDITIONS:
    case KZI_CONDITION_nothing_scored: /* decided after the covers, when that yaku is settled */
        break;
    case KZI_CONDITION_tiles:
        return of_count(argument, kzi_count_tiles(&argument->class_, facts));
    case KZI_CONDITION_sum:
        return of_count(argument, add_tiles(&argument->class_, facts, true));
    case KZI_CONDITION_marks:
        return of_count(argument, facts->marks ? facts->marks[argument->number] : 0);
    case KZI_CONDITION_sets:
    case KZI_CONDITION_groups:
    case KZI_CONDITION_pair:
        return count_groups(argument, hand, reading);
    case KZI_CONDITION_winning_tile:
        return unfinished ? KZI_VALUE_NO_TILE : code_of_win(&argument->class_, hand);
    case KZI_CONDITION_has:
    case KZI_CONDITION_has_twice:
        return kzi_has_pattern(&argument->pattern, reading);
    case KZI_CONDITION_contains:
        return kzi_tiles_fit(&argument->tiles, facts->tiles->counts, false);
    case KZI_CONDITION_spells:
    case KZI_CONDITION_spells_shifted:
        return reading->body == kzi_body_of_list(argument->number);
    case KZI_CONDITION_before_win:
        return !hand->n_melds && kzi_tiles_fit(&argument->tiles, hand->concealed, true);
    case KZI_CONDITION_scored:
        return facts->scored && facts->scored[argument->number / 64] >> (argument->number % 64) & 1;
    }
    return KZI_VALUE_YES;
}

bool kzi_evaluate(const struct kzi_condition *cond, const struct kzi_facts *facts,
                  const struct kzi_reading *reading) {
    cond = kzi_meaning_of(cond);
    if (!cond)
        return true;
    if (cond->op == KZI_TEST)
        return cond->values >> kzi_measure(cond, facts, reading) & 1;
    const bool all = cond->op == KZI_ALL;
    KZI_EACH_PART(cond, part)
        if (kzi_evaluate(part, facts, reading) != all)
            return !all;
    return all;
}

unsigned kzi_touched_groups(const struct kzi_condition *test, const struct kzi_hand *hand,
                            const struct kzi_reading *reading) {
    const struct kzi_argument *argument = &test->argument;
    unsigned groups = 0;
    if (test->denied || (!test->quantity.all && !test->quantity.max))
        return 0;
    switch (kzi_conditions[test->kind].touches) {
    case KZI_TOUCHES_NONE:
        break;
    case KZI_TOUCHES_WHOLE:
        return (1U << reading->n_groups) - 1;
    case KZI_TOUCHES_FITTING:
        return kzi_groups_fitting(&argument->phrase, reading, hand);
    case KZI_TOUCHES_WINNING:
        return reading->won;
    case KZI_TOUCHES_MATCH:
        groups = kzi_match_pattern(&argument->pattern, reading, 0);
        return !argument->pattern.twice
                   ? groups
                   : groups | kzi_match_pattern(&argument->pattern, reading, groups);
    }
    return groups;
}

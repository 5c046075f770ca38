#include "analysis/witness/random_draft.h"
#include "compile/wild.h"

#include "compile/condition/evaluation.h"
#include "hand/problem.h"
#include "rules/condition.h"

#include <string.h>

bool kzi_random_show(struct kzi_random *random, const struct kz_ruleset *rules,
                     struct kzi_indicators *shown, uint8_t seen[KZI_TILE_KINDS]) {
    unsigned kind = kzi_random_below(random, KZI_KINDS);
    if (seen[kind] >= rules->model->copies[kind] || shown->count == KZI_MAX_INDICATORS)
        return false;
    seen[kind]++;
    shown->kind[shown->count++] = (uint8_t)kind;
    return true;
}

void kzi_random_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                     uint8_t seen[KZI_TILE_KINDS]) {
    static const uint8_t no_flowers[KZI_COUNTS_CAPACITY];
    uint8_t counts[KZI_COUNTS_CAPACITY];
    memcpy(counts, facts->tiles->counts, sizeof counts);
    kzi_hand_count_written(hand, no_flowers, counts);
    memcpy(seen, counts, KZI_TILE_KINDS);
    for (unsigned i = 0; i < hand->dora.count; i++)
        seen[hand->dora.kind[i]]++;
    for (unsigned i = 0; i < hand->ura.count; i++)
        seen[hand->ura.kind[i]]++;
    for (unsigned i = 0; i < hand->aside.count; i++)
        seen[hand->aside.kind[i]]++;
}

/* Return whether a hand in this situation may show the indicators of the mark. */
static bool situation_may(const struct kz_ruleset *rules, struct kzi_facts *facts,
                          const struct kzi_mark *mark) {
    struct kzi_reading melds;
    struct kzi_problem problem;
    if (!mark->needs)
        return true;
    problem.found = false;
    facts->given = kzi_circumstances(rules, facts->hand, &problem);
    kzi_read_melds(facts->hand, &melds);
    return kzi_evaluate(mark->needs, facts, &melds);
}

/* Mark a five that may be the winning tile or in a meld. */
static void situation_mark(struct kzi_hand *hand, unsigned five, bool win) {
    hand->marked[kzi_suit(five)] = 1;
    hand->win_marked |= win;
    for (unsigned i = 0; i < hand->n_melds && !win && !hand->concealed[five]; i++) {
        struct kzi_meld *meld = &hand->melds[i];
        unsigned fives = kzi_suit(meld->tile) == kzi_suit(five) ? kzi_meld_fives(meld) : 0;
        meld->red = fives & -fives & 15;
        win = fives;
    }
}

static void situation_paint(struct kzi_random *random, struct kzi_hand *hand, uint8_t suits,
                            const uint8_t own[KZI_KINDS]) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned five = kzi_kind(suit, 5), fives = own[five];
        if (!(suits >> suit & 1) || !fives || kzi_random_below(random, 2))
            continue;
        situation_mark(hand, five, hand->win == five && !kzi_random_below(random, fives));
    }
}

/* Show indicators, in every other hand for which the mark can count. */
static void show_some(struct kzi_random *random, const struct kz_ruleset *rules,
                      const struct kzi_mark *mark, struct kzi_facts *facts,
                      struct kzi_indicators *indicators, uint8_t seen[KZI_TILE_KINDS]) {
    if (kzi_random_below(random, 2) && situation_may(rules, facts, mark))
        for (unsigned shown = 1 + kzi_random_below(random, 4); shown; shown--)
            kzi_random_show(random, rules, indicators, seen);
}

/* Draw some flowers that the mark counts, in three of four hands. */
static void draw_flowers(struct kzi_random *random, const struct kz_ruleset *rules,
                         const struct kzi_mark *mark, struct kzi_hand *hand) {
    bool number = hand->flowers && !kzi_any_face(&hand->faces);
    unsigned often = kzi_random_below(random, 4);
    for (unsigned face = 0; often && !number && face < KZI_FACES; face++) {
        bool counts = kzi_mark_counts_face(rules, hand, mark, face);
        const bool shown = hand->wild.shown == KZI_SHOWN_FACE + face + 1;
        unsigned most = rules->model->face_copies[face];
        most -= most && shown ? 1 : 0;
        if (most && face < KZI_HONOR_FACE) /* a mark may bound the sum of those with more */
            most = 1;
        while (counts && kzi_face_count(&hand->faces, face) < most &&
               kzi_random_below(random, 4) < often) {
            kzi_face_add(&hand->faces, face, 1);
            hand->flowers++;
        }
    }
}

/* Lay aside some tiles that the mark counts, in every other hand. */
static void lay_aside(struct kzi_random *random, const struct kz_ruleset *rules,
                      const struct kzi_mark *mark, struct kzi_hand *hand,
                      uint8_t seen[KZI_TILE_KINDS]) {
    unsigned tiles = kzi_random_below(random, 2) ? 1 + kzi_random_below(random, 4) : 0;
    kzi_codes codes = mark->class_.other | mark->class_.won;
    const kzi_kinds jokers = kzi_jokers_in(rules->model, &mark->class_);
    for (; tiles && codes && hand->aside.count < KZI_MAX_INDICATORS; tiles--) {
        unsigned kind = jokers ? kzi_random_bit_of(random, jokers)
                               : kzi_kind_of_code(kzi_random_bit_of(random, codes));
        bool counts = jokers || kzi_in_class(&mark->class_, kzi_code(kind, hand->seat, hand->round),
                                             kind == hand->win);
        if (!counts || seen[kind] >= rules->model->copies[kind])
            continue;
        seen[kind]++;
        hand->aside.kind[hand->aside.count++] = (uint8_t)kind;
    }
}

static bool has_thrown(const struct kzi_hand *hand, unsigned tile) {
    return memchr(hand->thrown.kind, (int)tile, hand->thrown.count) != NULL;
}

/* Throw some tiles that the mark counts, in every other hand. */
static void throw_some(struct kzi_random *random, const struct kz_ruleset *rules,
                       const struct kzi_mark *mark, struct kzi_hand *hand,
                       uint8_t seen[KZI_TILE_KINDS]) {
    const unsigned often = kzi_random_below(random, 2) ? 2 + kzi_random_below(random, 3) : 0;
    for (unsigned tile = KZI_JOKER; often && tile < KZI_SHOWN_FACE + KZI_FACES; tile++) {
        const bool joker = tile < KZI_TILE_KINDS;
        const unsigned face = tile - KZI_SHOWN_FACE;
        if ((!joker && tile < KZI_SHOWN_FACE) || kzi_random_below(random, often) ||
            !kzi_mark_counts_thrown(rules, hand, mark, tile) ||
            hand->thrown.count == KZI_MAX_INDICATORS ||
            (joker ? seen[tile] >= rules->model->copies[tile]
                   : has_thrown(hand, tile) || kzi_face_count(&hand->faces, face)))
            continue;
        if (joker)
            seen[tile]++;
        hand->thrown.kind[hand->thrown.count++] = (uint8_t)tile;
    }
}

/* Let some seats leave, so that somebody is left to pay. */
static void let_leave(struct kzi_random *random, const struct kz_ruleset *rules,
                      struct kzi_hand *hand) {
    const unsigned all = (1U << rules->model->n_seats) - 1;
    unsigned stay = 1U << hand->seat | (hand->from < 0 ? 0 : 1U << hand->from);
    if (stay == 1U << hand->seat)
        stay |= 1U << (hand->seat + 1) % rules->model->n_seats;
    hand->out = (uint8_t)(kzi_random_below(random, all + 1) & ~stay);
}

void kzi_random_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                          struct kzi_hand *hand) {
    struct kzi_tiles tiles;
    kzi_tiles_find(&tiles, hand);
    kzi_random_situation_of(random, rules, &tiles, hand);
}

void kzi_random_situation_of(struct kzi_random *random, const struct kz_ruleset *rules,
                             const struct kzi_tiles *tiles, struct kzi_hand *hand) {
    struct kzi_facts facts;
    uint8_t seen[KZI_TILE_KINDS];
    kzi_facts_start(&facts, hand, tiles);
    kzi_random_seen(hand, &facts, seen);
    for (size_t i = 0; i < rules->model->mark_names.count; i++) {
        const struct kzi_mark *mark = &rules->model->marks[i];
        switch (mark->kind) {
        case KZI_MARK_RED:
            situation_paint(random, hand, mark->red_suits, facts.tiles->counts);
            break;
        case KZI_MARK_FLOWERS:
            if (!rules->laid->asks_which)
                hand->flowers = kzi_random_below(random, mark->most ? mark->most + 1U : 9U);
            break;
        case KZI_MARK_FACES:
            draw_flowers(random, rules, mark, hand);
            break;
        case KZI_MARK_ASIDE:
            lay_aside(random, rules, mark, hand, seen);
            break;
        case KZI_MARK_THROWN:
            throw_some(random, rules, mark, hand, seen);
            break;
        case KZI_MARK_DORA:
            show_some(random, rules, mark, &facts, &hand->dora, seen);
            break;
        case KZI_MARK_URA:
            show_some(random, rules, mark, &facts, &hand->ura, seen);
            break;
        }
    }
    if (rules->model->payments.winners_leave)
        let_leave(random, rules, hand);
}

static void target_cond(struct kzi_random_target *target, const struct kzi_condition *cond,
                        bool negated);

/* Add the circumstance, and the needs of it and of those it implies. */
static void target_give(struct kzi_random_target *target, unsigned number) {
    const struct kzi_circumstance *list = target->rules->model->circumstances;
    uint64_t more = list[number].implies & ~target->given;
    target->words |= UINT64_C(1) << number;
    target->given |= more;
    for (; more; more &= more - 1)
        target_cond(target, list[__builtin_ctzll(more)].needs, false);
}

/* Add every part, or a random one. */
static void target_parts(struct kzi_random_target *target, const struct kzi_condition *cond,
                         bool every, bool negated) {
    size_t count = cond->parts.count;
    if (!count)
        return;
    size_t first = every ? 0 : kzi_random_below(target->random, (unsigned)count);
    for (size_t i = first; i < (every ? count : first + 1); i++)
        target_cond(target, cond->parts.list[i], negated);
}

static void target_yaku(struct kzi_random_target *target, unsigned number) {
    const struct kzi_yaku *yaku = &target->rules->model->yaku[number];
    target->openness &=
        (yaku->closed.scored ? KZI_HAND_CLOSED : 0U) | (yaku->open.scored ? KZI_HAND_OPEN : 0U);
    target_cond(target, yaku->when, false);
    if (yaku->each == KZI_EACH_MARK)
        target_cond(target, target->rules->model->marks[yaku->each_mark].needs, false);
}

static void add_clause(struct kzi_random_target *target, const struct kzi_condition *cond,
                       bool negated) {
    if (target->n_clauses == KZI_TARGET_CLAUSES)
        return;
    target->clauses[target->n_clauses].cond = cond;
    target->clauses[target->n_clauses++].negated = negated;
}

static void target_test(struct kzi_random_target *target, const struct kzi_condition *test,
                        bool negated) {
    const struct kzi_argument *argument = &test->argument;
    const uint64_t values = kzi_fact_values(test, !negated);
    switch ((int)kzi_fact_of(test)) {
    case KZI_FACT_OPENNESS:
        target->openness &= values;
        break;
    case KZI_FACT_WAY:
        target->ways &= values;
        break;
    case KZI_FACT_SEAT:
        target->seats &= values;
        break;
    case KZI_FACT_SHAPE:
        target->shapes &= values;
        break;
    case KZI_FACT_WAIT:
        target->waits &= values;
        break;
    case KZI_FACT_SCORED:
        if (values & KZI_YES)
            target_yaku(target, argument->number);
        break;
    case KZI_FACT_GIVEN:
        if (values & KZI_YES)
            target_give(target, argument->number);
        else /* drawn, so that a seed keeps its hands */
            target->barred |= UINT64_C(1)
                              << kzi_random_bit_of(target->random, UINT64_C(1) << argument->number);
        break;
    default:
        if (kzi_fact_of(test) == KZI_FACT_FROM && !(values >> KZI_VALUE_NOBODY & 1))
            target->ways &= KZI_BY_DISCARD;
        add_clause(target, test, negated != test->denied);
    }
}

static void target_cond(struct kzi_random_target *target, const struct kzi_condition *cond,
                        bool negated) {
    if (cond && cond->op == KZI_TEST)
        target_test(target, cond, negated);
    else if (cond)
        target_parts(target, cond, (cond->op == KZI_ALL) != negated, negated);
}

struct kzi_random_target kzi_random_target_nothing(struct kzi_random *random,
                                                   const struct kz_ruleset *rules) {
    return (struct kzi_random_target){
        .random = random,
        .rules = rules,
        .ways = KZI_BY_SELF_DRAW | KZI_BY_DISCARD,
        .openness = KZI_HAND_CLOSED | (rules->model->claims ? KZI_HAND_OPEN : 0U),
        .seats = (UINT64_C(1) << rules->model->n_seats) - 1,
        .shapes = (UINT64_C(1) << rules->shapes.count) - 1,
        .waits = (UINT64_C(1) << KZI_WAITS) - 1,
    };
}

/* Rules may have no yaku. */
static void draw_yaku(struct kzi_random_target *target) {
    const struct kzi_model *model = target->rules->model;
    if (!target->rules->n_yaku)
        return;
    unsigned yaku = kzi_random_below(target->random, target->rules->n_yaku);
    if (kzi_random_below(target->random, 4) && model->yaku[yaku].in_use)
        target_yaku(target, yaku);
}

/* Return whether the demands on the situation are consistent. */
static bool is_possible(const struct kzi_random_target *target) {
    return target->ways && target->openness && target->seats && target->shapes && target->waits &&
           !(target->given & target->barred);
}

bool kzi_random_target_add(struct kzi_random_target *target, const struct kzi_condition *cond) {
    target_cond(target, cond, false);
    return is_possible(target);
}

bool kzi_random_target_draw(struct kzi_random_target *target, const struct kzi_aim *aim) {
    const struct kzi_model *model = target->rules->model;
    if (aim) {
        if (aim->yaku >= 0)
            target_yaku(target, (unsigned)aim->yaku);
        target_cond(target, aim->cond, aim->negated);
        for (uint64_t words = aim->words; words; words &= words - 1)
            target_give(target, (unsigned)__builtin_ctzll(words));
    } else
        draw_yaku(target);
    /* A hand that does not win is drawn now and then, too. */
    if (model->minimum_when && kzi_random_below(target->random, 16))
        target_cond(target, model->minimum_when, false);
    unsigned more = kzi_random_below(target->random, 8);
    for (unsigned i = more < 4 ? 0 : more < 7 ? 1 : 2; i && model->circumstance_names.count; i--)
        target_give(target,
                    kzi_random_below(target->random, (unsigned)model->circumstance_names.count));
    return is_possible(target);
}

/* random_situation.h - indicators, red fives and flowers for random hands. */
#ifndef RANDOM_SITUATION_H
#define RANDOM_SITUATION_H

#include "random_hand.h"

/* Shows a tile of which one is left; whether there was one at the first look. */
static inline bool situation_show(struct random *random, const struct kz_ruleset *rules,
                                  struct kzi_indicators *shown, uint8_t seen[KZI_KINDS]) {
    unsigned kind = random_below(random, KZI_KINDS);
    if (seen[kind] >= rules->model->copies[kind] || shown->count == KZI_MAX_INDICATORS)
        return false;
    seen[kind]++;
    shown->kind[shown->count++] = (uint8_t)kind;
    return true;
}

static inline void situation_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                                  uint8_t seen[KZI_KINDS]) {
    memcpy(seen, facts->counts, KZI_KINDS);
    for (unsigned i = 0; i < hand->dora.count; i++)
        seen[hand->dora.kind[i]]++;
    for (unsigned i = 0; i < hand->ura.count; i++)
        seen[hand->ura.kind[i]]++;
}

/* Whether a hand in this situation may show the indicators of the mark. */
static inline bool situation_may(const struct kz_ruleset *rules, struct kzi_facts *facts,
                                 const struct kzi_mark *mark) {
    struct kzi_reading melds;
    struct kzi_problem problem;
    if (!mark->needs)
        return true;
    problem.found = false;
    facts->given = kzi_circumstances(rules, facts->hand, &problem);
    kzi_read_melds(facts->hand, &melds);
    return kzi_holds(mark->needs, facts, &melds);
}

static inline void situation_paint(struct random *random, struct kzi_hand *hand, uint8_t suits,
                                   const uint8_t own[KZI_KINDS]) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        unsigned five = kzi_kind(suit, 5), fives = own[five];
        if (!(suits >> suit & 1) || !fives || random_below(random, 2))
            continue;
        hand->marked[suit] = 1;
        if (hand->win == five)
            hand->win_marked = random_below(random, fives) == 0;
    }
}

static inline void random_situation(struct random *random, const struct kz_ruleset *rules,
                                    struct kzi_hand *hand) {
    struct kzi_facts facts;
    uint8_t seen[KZI_KINDS];
    kzi_facts_find(&facts, hand);
    situation_seen(hand, &facts, seen);
    for (size_t i = 0; i < rules->model->mark_names.count; i++) {
        const struct kzi_mark *mark = &rules->model->marks[i];
        bool dora = mark->kind == KZI_MARK_DORA;
        if (mark->kind == KZI_MARK_RED)
            situation_paint(random, hand, mark->red_suits, facts.counts);
        else if (mark->kind == KZI_MARK_FLOWERS)
            hand->flowers = random_below(random, 9);
        else if (random_below(random, 2) && situation_may(rules, &facts, mark))
            for (unsigned shown = 1 + random_below(random, 4); shown; shown--)
                situation_show(random, rules, dora ? &hand->dora : &hand->ura, seen);
    }
}

#endif

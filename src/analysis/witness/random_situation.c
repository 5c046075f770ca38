/* Indicators, red fives and flowers for random hands. */

#include "analysis/witness/random_hand.h"
#include "compile/condition/evaluation.h"
#include "hand/problem.h"

#include <string.h>

bool kzi_random_show(struct kzi_random *random, const struct kz_ruleset *rules,
                     struct kzi_indicators *shown, uint8_t seen[KZI_KINDS]) {
    unsigned kind = kzi_random_below(random, KZI_KINDS);
    if (seen[kind] >= rules->model->copies[kind] || shown->count == KZI_MAX_INDICATORS)
        return false;
    seen[kind]++;
    shown->kind[shown->count++] = (uint8_t)kind;
    return true;
}

void kzi_random_seen(const struct kzi_hand *hand, const struct kzi_facts *facts,
                     uint8_t seen[KZI_KINDS]) {
    memcpy(seen, facts->tiles->counts, KZI_KINDS);
    for (unsigned i = 0; i < hand->dora.count; i++)
        seen[hand->dora.kind[i]]++;
    for (unsigned i = 0; i < hand->ura.count; i++)
        seen[hand->ura.kind[i]]++;
}

/* Whether a hand in this situation may show the indicators of the mark. */
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

/* Of a five that may be the winning tile or one of a meld. */
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

void kzi_random_situation(struct kzi_random *random, const struct kz_ruleset *rules,
                          struct kzi_hand *hand) {
    struct kzi_facts facts;
    uint8_t seen[KZI_KINDS];
    kzi_facts_find(&facts, hand);
    kzi_random_seen(hand, &facts, seen);
    for (size_t i = 0; i < rules->model->mark_names.count; i++) {
        const struct kzi_mark *mark = &rules->model->marks[i];
        bool dora = mark->kind == KZI_MARK_DORA;
        if (mark->kind == KZI_MARK_RED)
            situation_paint(random, hand, mark->red_suits, facts.tiles->counts);
        else if (mark->kind == KZI_MARK_FLOWERS)
            hand->flowers = kzi_random_below(random, mark->most ? mark->most + 1U : 9U);
        else if (kzi_random_below(random, 2) && situation_may(rules, &facts, mark))
            for (unsigned shown = 1 + kzi_random_below(random, 4); shown; shown--)
                kzi_random_show(random, rules, dora ? &hand->dora : &hand->ura, seen);
    }
}

/* What makes hands alike: that the same rows hold on their readings, whatever the circumstances. */
#include "analysis/exhaustive/every_alike.h"

#include "compile/condition/evaluation.h"
#include "tile/sets.h"

#include <string.h>

/* Which rulesets refuse a claimed set of the hand. */
static unsigned refused_by(const struct kzi_every *every, const struct kzi_hand *hand) {
    unsigned refused = 0;
    for (unsigned of = 0; of < 2; of++)
        for (unsigned i = 0; i < hand->n_melds; i++)
            if (hand->melds[i].claimed && !kzi_may_claim(every->rules[of], hand->melds[i].kind))
                refused |= 1U << of;
    return refused;
}

/* Whether the rulesets take the hand, and what needs of circumstances find in its melds. */
static uint64_t digest_melds(const struct kzi_every_noting *noting, const struct kzi_facts *facts) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_reading melds;
    kzi_read_melds(facts->hand, &melds);
    kzi_count_key_add(&key, refused_by(noting->every, facts->hand));
    for (unsigned i = 0; i < noting->asked.of_melds; i++)
        kzi_count_key_add(&key, kzi_evaluate(noting->asked.list[i], facts, &melds));
    return key.a | 1; /* never 0 */
}

/* Chows, pungs, claimed and concealed kongs, in the number of the situation. */
static unsigned situation_of(const struct kzi_hand *hand) {
    static const uint16_t weights[][2] = {
        [KZI_CHOW] = {1, 1},
        [KZI_PUNG] = {KZI_EVERY_MELDS, KZI_EVERY_MELDS},
        [KZI_KONG] = {KZI_EVERY_MELDS * KZI_EVERY_MELDS,
                      KZI_EVERY_MELDS * KZI_EVERY_MELDS * KZI_EVERY_MELDS}};
    unsigned situation =
        (hand->seat * 2U + hand->self_draw) * (KZI_EVERY_SITUATIONS / KZI_SEATS / 2);
    for (unsigned i = 0; i < hand->n_melds; i++)
        situation += weights[hand->melds[i].kind][hand->melds[i].claimed];
    return situation;
}

/* What needs of circumstances find in the hand. */
static uint64_t find_needs(struct kzi_every_noting *noting, const struct kzi_facts *facts) {
    const struct kzi_every_needs *asked = &noting->asked;
    uint64_t *known = &noting->needs_of[situation_of(&noting->hand)];
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_reading melds;
    if (!*known)
        *known = digest_melds(noting, facts);
    if (asked->of_melds == asked->count)
        return *known;
    kzi_read_melds(facts->hand, &melds);
    kzi_count_key_add(&key, *known);
    for (unsigned i = asked->of_melds; i < asked->count; i++)
        kzi_count_key_add(&key, kzi_evaluate(asked->list[i], facts, &melds));
    return key.a;
}

/* What can be chosen of sets of one sort; false: there is nothing to choose. */
static bool add_rank(struct kzi_count_key *key, const struct kzi_set_choices *choices,
                     unsigned rank) {
    if (!choices->list_of)
        return false;
    if (rank == KZI_NO_RANK) {
        kzi_count_key_add(key, rank);
        return true;
    }
    const struct kzi_set_list *list = &choices->lists[choices->list_of[rank]];
    kzi_count_key_add(key, choices->list_of[rank]);
    return !list->whole || list->count != 1 || choices->choices[list->first].n_uses;
}

static void add_groups(struct kzi_count_key *key, const struct kzi_every_kinds *kinds,
                       const struct kzi_facts *facts, const struct kzi_reading *reading) {
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(reading, i);
        unsigned chow = kzi_suit(group.tile) * 7 + kzi_number(group.tile) - 1;
        unsigned of =
            group.kind == KZI_CHOW
                ? kinds->chow[chow]
                : kinds->tile[kzi_code(group.tile, facts->hand->seat, facts->hand->round)];
        kzi_count_key_add(key, (of * 4U + group.kind) * 8 + group.hold * 2U + group.won);
    }
}

/* How often yaku count that may hold and count more than once, and what combinations can be made
 * of. */
static void add_counted(struct kzi_count_key *key, const struct kzi_every_noting *noting,
                        unsigned of, const struct kzi_facts *facts,
                        const struct kzi_reading *reading, const struct kzi_match *match) {
    const struct kz_ruleset *rules = noting->every->rules[of];
    static const uint8_t none[KZI_MAX_MARKS];
    uint64_t owners[KZI_ROW_WORDS];
    kzi_match_owners(rules->scoring, facts, reading, match, owners);
    for (unsigned word = 0; word < rules->yaku_words; word++)
        for (uint64_t left = rules->repeatable[word] & owners[word]; left; left &= left - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(left);
            if (rules->model->yaku[yaku].each != KZI_EACH_MARK)
                kzi_count_key_add(key, kzi_instances(rules, facts, reading, none, yaku));
        }
    if (!rules->combines)
        return;
    bool chows = add_rank(key, &rules->set_choices[KZI_OF_CHOWS_ALONE], reading->chow_rank);
    bool pungs = add_rank(key, &rules->set_choices[KZI_OF_PUNGS_ALONE], reading->pung_rank);
    bool by_sets = chows || pungs;
    for (unsigned i = 0; i < rules->scoring->words; i++)
        by_sets |= (match->rows[i] & noting->every->by_sets.of[of][i]) != 0;
    if (by_sets)
        add_groups(key, &noting->every->kinds, facts, reading);
}

static void add_fu(struct kzi_count_key *key, const struct kz_ruleset *rules,
                   const struct kzi_facts *facts, const struct kzi_reading *reading) {
    int32_t fu = 0;
    for (unsigned i = 0; rules->group_fu && i < reading->n_groups; i++)
        fu += rules->group_fu[kzi_group_code(kzi_group_of(reading, i), facts->hand)].fu;
    kzi_count_key_add(key, (uint64_t)fu);
}

static void add_rows(struct kzi_count_key *key, const struct kz_ruleset *rules,
                     const struct kzi_match *match) {
    for (unsigned i = 0; i < rules->scoring->words; i++)
        kzi_count_key_add(key, match->rows[i]);
}

static void match_tiles(const struct kz_ruleset *rules, struct kzi_facts *facts,
                        const struct kzi_readings *readings, struct kzi_match *match) {
    kzi_match_tiles(rules->scoring, facts, match);
    kzi_match_counted_waits(rules, rules->scoring, readings, facts, match);
}

static const struct kzi_readings *readings_of(const struct kzi_every_noting *noting, unsigned of) {
    return &noting->readings[noting->every->same.readings ? 0 : of];
}

/* The first one's rows say it where both have the same. */
static bool is_matched(const struct kzi_every_noting *noting, unsigned of) {
    return of == 0 || !noting->every->same.rows;
}

static void match(struct kzi_every_noting *noting, unsigned of, struct kzi_facts *facts) {
    const struct kz_ruleset *rules = noting->every->rules[of];
    const struct kzi_readings *readings = readings_of(noting, of);
    struct kzi_match hand;
    if (!is_matched(noting, of))
        return;
    match_tiles(rules, facts, readings, &hand);
    for (unsigned i = 0; i < readings->count; i++) {
        uint64_t *rows = noting->matches[of][i].rows;
        kzi_match_reading(rules->scoring, facts, &hand, &readings->list[i],
                          &noting->matches[of][i]);
        kzi_every_fold(&noting->every->folds[of], noting->every->folds[of].settled, rows);
    }
}

static void add_ruleset(struct kzi_count_key *key, struct kzi_every_noting *noting, unsigned of,
                        struct kzi_facts *facts) {
    const struct kz_ruleset *rules = noting->every->rules[of];
    const struct kzi_readings *readings = readings_of(noting, of);
    kzi_count_key_add(key, readings->count);
    for (unsigned i = 0; i < readings->count; i++) {
        const struct kzi_reading *reading = &readings->list[i];
        if (is_matched(noting, of))
            add_rows(key, rules, &noting->matches[of][i]);
        kzi_count_key_add(key, reading->shape);
        add_fu(key, rules, facts, reading);
        add_counted(key, noting, of, facts, reading,
                    &noting->matches[is_matched(noting, of) ? of : 0][i]);
    }
}

/* Whether a yaku that differs may count differently on one of the readings, which are the same for
 * both rulesets. */
static bool is_concerned(const struct kzi_every_noting *noting) {
    const struct kzi_every *every = noting->every;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    const uint64_t *const settled[2] = {every->folds[0].settled, every->folds[1].settled};
    for (unsigned i = 0; i < noting->readings[0].count; i++) {
        const uint64_t *left[2] = {noting->matches[0][i].rows, noting->matches[1][i].rows};
        if (kzi_every_concerns(every->concern, words, left, settled))
            return true;
    }
    return false;
}

static void pack(struct kzi_every_hand *packed, const struct kzi_hand *hand) {
    memcpy(packed->concealed, hand->concealed, sizeof packed->concealed);
    packed->n_melds = hand->n_melds;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        packed->melds[i].kind = hand->melds[i].kind;
        packed->melds[i].tile = hand->melds[i].tile;
        packed->melds[i].claimed = hand->melds[i].claimed;
    }
    packed->win = hand->win;
    packed->seat = hand->seat;
    packed->round = hand->round;
    packed->self_draw = hand->self_draw;
}

void kzi_every_unpack(const struct kzi_every_hand *packed, struct kzi_hand *hand) {
    memset(hand, 0, sizeof *hand);
    memcpy(hand->concealed, packed->concealed, sizeof packed->concealed);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        hand->n_concealed = (uint8_t)(hand->n_concealed + packed->concealed[kind]);
    hand->n_melds = packed->n_melds;
    for (unsigned i = 0; i < hand->n_melds; i++)
        hand->melds[i] = (struct kzi_meld){.kind = packed->melds[i].kind,
                                           .tile = packed->melds[i].tile,
                                           .claimed = packed->melds[i].claimed};
    hand->win = packed->win;
    hand->seat = packed->seat;
    hand->round = packed->round;
    hand->seat_given = hand->round_given = hand->by_given = true;
    hand->self_draw = packed->self_draw;
    hand->from = -1;
    hand->words_known = true;
}

/* Of all hands every difference may change each. */
static void find_touching(const struct kzi_every_noting *noting,
                          uint64_t touching[KZI_DIFFERENCE_WORDS]) {
    const struct kzi_every *every = noting->every;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    bool some = every->view == KZI_CONCERNED_HANDS && !every->concern->tangled;
    memset(touching, some ? 0 : 0xFF, KZI_DIFFERENCE_WORDS * sizeof *touching);
    for (unsigned i = 0; some && i < noting->readings[0].count; i++) {
        const uint64_t *left[2] = {noting->matches[0][i].rows, noting->matches[1][i].rows};
        kzi_every_touches(every->concern, words, left, touching);
    }
}

static void keep(struct kzi_every_noting *noting, struct kzi_count_key key) {
    bool fresh;
    struct kzi_every_hand *alike = kzi_count_map_find(&noting->every->hands, key, &fresh);
    noting->failed |= !alike;
    if (!alike)
        return;
    alike->alike.count += noting->tiles->alike.count;
    noting->made++;
    if (!fresh)
        return;
    pack(alike, &noting->hand);
    alike->shape = noting->tiles->shape;
    alike->needs = noting->needs;
    alike->order = noting->order;
    find_touching(noting, alike->touching);
}

/* Hands that are only counted are told apart by what all keys begin with. */
void kzi_every_note(struct kzi_every_noting *noting) {
    struct kzi_every *every = noting->every;
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_facts facts;
    kzi_facts_start(&facts, &noting->hand, &noting->found);
    noting->needs = find_needs(noting, &facts);
    kzi_count_key_add(&key, facts.open * 2U + noting->hand.self_draw);
    kzi_count_key_add(&key, noting->tiles->shape);
    kzi_count_key_add(&key, noting->needs);
    kzi_count_key_add(&key, every->kinds.seat[noting->hand.seat]);
    if (every->view == KZI_COUNTED_HANDS) {
        keep(noting, key);
        return;
    }
    kzi_arrange_classic(&noting->found, &noting->hand);
    for (unsigned of = 0; of < (every->same.readings ? 1U : 2U); of++)
        kzi_readings_of(&noting->found, &noting->hand, &every->rules[of]->shapes,
                        &noting->readings[of]);
    for (unsigned of = 0; of < 2; of++)
        match(noting, of, &facts);
    if (every->view == KZI_CONCERNED_HANDS && !is_concerned(noting))
        return;
    for (unsigned of = 0; of < every->n_telling; of++)
        add_ruleset(&key, noting, of, &facts);
    keep(noting, key);
}

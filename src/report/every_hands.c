/* From tiles to hands: every choice of sets that are melds, every winning tile, drawn and
 * discarded; alike are hands on whose readings the same rows hold, whatever the circumstances. */
#include "compile/group.h"
#include "compile/holds.h"
#include "report/every.h"
#include "tile/sets.h"

#include <string.h>

#define MAX_SPLITS 64

/* The sets of one way to split the tiles: kind (chow or pung) * 64 + tile, rising. */
struct sets {
    unsigned count;
    uint8_t list[KZI_MAX_SETS];
};

struct making {
    struct kzi_every *every;
    const struct kzi_every_tiles *tiles;
    uint64_t order; /* its place among the classes of tiles */
    uint8_t counts[KZI_COUNTS_ROOM];
    unsigned n_splits;
    struct sets splits[MAX_SPLITS];
    struct kzi_hand hand;
    unsigned n_kongs; /* melds that the tiles settle already */
    struct kzi_readings readings[2];
    struct kzi_match matches[2][KZI_MAX_READINGS];
    uint64_t needs; /* digest of what circumstances need; 0: not known */
    uint64_t made;  /* hands */
    bool failed;
};

/* --- alike ----------------------------------------------------------------------------------- */

/* What the needs of circumstances ask of the hand itself. */
static void add_needs(struct kzi_key *key, const struct kzi_if *cond, const struct kzi_facts *facts,
                      const struct kzi_reading *melds) {
    switch ((int)cond->kind) {
    case KZI_IF_all_of:
    case KZI_IF_any_of:
    case KZI_IF_not:
    case KZI_IF_holds:
        for (size_t i = 0; i < cond->u.parts.count; i++)
            add_needs(key, cond->u.parts.list[i], facts, melds);
        break;
    case KZI_IF_given:
        break;
    default:
        kzi_key_add(key, kzi_holds(cond, facts, melds));
    }
}

static uint64_t digest_needs(const struct kzi_every *every, const struct kzi_facts *facts) {
    struct kzi_key key = KZI_NEW_KEY;
    struct kzi_reading melds;
    kzi_read_melds(facts->hand, &melds);
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = every->rules[of];
        for (unsigned i = 0; i < rules->n_needs - rules->n_mark_needs; i++)
            add_needs(&key, rules->needs[i].clause, facts, &melds);
    }
    return key.a | 1; /* never 0 */
}

/* What can be chosen of sets of one sort; false: there is nothing to choose. */
static bool add_rank(struct kzi_key *key, const struct kzi_set_choices *choices, unsigned rank) {
    if (!choices->list_of)
        return false;
    if (rank == KZI_NO_RANK) {
        kzi_key_add(key, rank);
        return true;
    }
    const struct kzi_set_list *list = &choices->lists[choices->list_of[rank]];
    kzi_key_add(key, choices->list_of[rank]);
    return !list->whole || list->count != 1 || choices->choices[list->first].n_uses;
}

static void add_groups(struct kzi_key *key, const struct kzi_every_kinds *kinds,
                       const struct kzi_facts *facts, const struct kzi_reading *reading) {
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(reading, i);
        unsigned chow = kzi_suit(group.tile) * 7 + kzi_number(group.tile) - 1;
        unsigned of =
            group.kind == KZI_CHOW
                ? kinds->chow[chow]
                : kinds->tile[kzi_code(group.tile, facts->hand->seat, facts->hand->round)];
        kzi_key_add(key, (of * 4U + group.kind) * 8 + group.hold * 2U + group.won);
    }
}

/* How often yaku count that count more than once, and what combinations can be made of. */
static void add_counted(struct kzi_key *key, const struct making *making, unsigned of,
                        const struct kzi_facts *facts, const struct kzi_reading *reading,
                        const struct kzi_match *match) {
    const struct kz_ruleset *rules = making->every->rules[of];
    static const uint8_t none[KZI_MAX_MARKS];
    for (unsigned word = 0; word < rules->yaku_words; word++)
        for (uint64_t left = rules->many[word]; left; left &= left - 1) {
            unsigned yaku = word * 64 + (unsigned)__builtin_ctzll(left);
            if (rules->model->yaku[yaku].each != KZI_EACH_MARK)
                kzi_key_add(key, kzi_instances(rules, facts, reading, none, yaku));
        }
    if (!rules->combines)
        return;
    bool chows = add_rank(key, &rules->set_choices[KZI_OF_CHOWS_ALONE], reading->chow_rank);
    bool pungs = add_rank(key, &rules->set_choices[KZI_OF_PUNGS_ALONE], reading->pung_rank);
    bool by_sets = chows || pungs;
    for (unsigned i = 0; i < rules->scoring->words; i++)
        by_sets |= (match->rows[i] & making->every->by_sets.of[of][i]) != 0;
    if (by_sets)
        add_groups(key, &making->every->kinds, facts, reading);
}

static void add_fu(struct kzi_key *key, const struct kz_ruleset *rules,
                   const struct kzi_facts *facts, const struct kzi_reading *reading) {
    int32_t fu = 0;
    for (unsigned i = 0; rules->group_fu && i < reading->n_groups; i++)
        fu += rules->group_fu[kzi_group_code(kzi_group_of(reading, i), facts->hand)].fu;
    kzi_key_add(key, (uint64_t)fu);
}

static void add_rows(struct kzi_key *key, const struct kz_ruleset *rules,
                     const struct kzi_match *match) {
    for (unsigned i = 0; i < rules->scoring->words; i++)
        kzi_key_add(key, match->rows[i]);
}

static void match_tiles(const struct kz_ruleset *rules, struct kzi_facts *facts,
                        const struct kzi_readings *readings, struct kzi_match *match) {
    kzi_match_tiles(rules->scoring, facts, match);
    if (rules->scoring->asks_waits && kzi_match_asks_waits(rules->scoring, facts, match, readings))
        facts->n_waits = kzi_count_waits(rules, facts);
}

static const struct kzi_readings *readings_of(const struct making *making, unsigned of) {
    return &making->readings[making->every->same.readings ? 0 : of];
}

/* The first one's rows say it where both have the same. */
static bool is_matched(const struct making *making, unsigned of) {
    return of == 0 || !making->every->same.rows;
}

static void match(struct making *making, unsigned of, struct kzi_facts *facts) {
    const struct kz_ruleset *rules = making->every->rules[of];
    const struct kzi_readings *readings = readings_of(making, of);
    struct kzi_match hand;
    if (!is_matched(making, of))
        return;
    match_tiles(rules, facts, readings, &hand);
    for (unsigned i = 0; i < readings->count; i++) {
        uint64_t *rows = making->matches[of][i].rows;
        kzi_match_reading(rules->scoring, facts, &hand, &readings->list[i],
                          &making->matches[of][i]);
        kzi_every_fold(&making->every->folds[of], making->every->folds[of].settled, rows);
    }
}

static void add_ruleset(struct kzi_key *key, struct making *making, unsigned of,
                        struct kzi_facts *facts) {
    const struct kz_ruleset *rules = making->every->rules[of];
    const struct kzi_readings *readings = readings_of(making, of);
    kzi_key_add(key, readings->count);
    for (unsigned i = 0; i < readings->count; i++) {
        const struct kzi_reading *reading = &readings->list[i];
        if (is_matched(making, of))
            add_rows(key, rules, &making->matches[of][i]);
        kzi_key_add(key, reading->shape);
        add_fu(key, rules, facts, reading);
        add_counted(key, making, of, facts, reading,
                    &making->matches[is_matched(making, of) ? of : 0][i]);
    }
}

/* Whether a yaku that differs may count differently on one of the readings, which are the same for
 * both rulesets. */
static bool is_concerned(const struct making *making) {
    const struct kzi_every *every = making->every;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    const uint64_t *const settled[2] = {every->folds[0].settled, every->folds[1].settled};
    for (unsigned i = 0; i < making->readings[0].count; i++) {
        const uint64_t *left[2] = {making->matches[0][i].rows, making->matches[1][i].rows};
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
static void find_touching(const struct making *making, uint64_t touching[KZI_DIFFERENCE_WORDS]) {
    const struct kzi_every *every = making->every;
    const unsigned words[2] = {every->rules[0]->scoring->words, every->rules[1]->scoring->words};
    bool some = every->view == KZI_CONCERNED_HANDS && !every->concern->tangled;
    memset(touching, some ? 0 : 0xFF, KZI_DIFFERENCE_WORDS * sizeof *touching);
    for (unsigned i = 0; some && i < making->readings[0].count; i++) {
        const uint64_t *left[2] = {making->matches[0][i].rows, making->matches[1][i].rows};
        kzi_every_touches(every->concern, words, left, touching);
    }
}

static void keep(struct making *making, struct kzi_key key) {
    bool fresh;
    struct kzi_every_hand *alike = kzi_crowd_find(&making->every->hands, key, &fresh);
    making->failed |= !alike;
    if (!alike)
        return;
    alike->alike.count += making->tiles->alike.count;
    making->made++;
    if (!fresh)
        return;
    pack(alike, &making->hand);
    alike->shape = making->tiles->shape;
    alike->needs = making->needs;
    alike->order = making->order;
    find_touching(making, alike->touching);
}

/* Hands that are only counted are told apart by what all keys begin with. */
static void note_hand(struct making *making) {
    struct kzi_every *every = making->every;
    struct kzi_key key = KZI_NEW_KEY;
    struct kzi_facts facts;
    kzi_facts_find(&facts, &making->hand);
    if (!every->same.needs_melds || !making->needs)
        making->needs = digest_needs(every, &facts);
    kzi_key_add(&key, facts.open * 2U + making->hand.self_draw);
    kzi_key_add(&key, making->tiles->shape);
    kzi_key_add(&key, making->needs);
    kzi_key_add(&key, every->kinds.seat[making->hand.seat]);
    if (every->view == KZI_COUNTED_HANDS) {
        keep(making, key);
        return;
    }
    kzi_readings_find(&making->hand, &every->rules[0]->shapes, &making->readings[0]);
    if (!every->same.readings)
        kzi_readings_find(&making->hand, &every->rules[1]->shapes, &making->readings[1]);
    for (unsigned of = 0; of < 2; of++)
        match(making, of, &facts);
    if (every->view == KZI_CONCERNED_HANDS && !is_concerned(making))
        return;
    for (unsigned of = 0; of < 2; of++)
        add_ruleset(&key, making, of, &facts);
    keep(making, key);
}

/* --- making ---------------------------------------------------------------------------------- */

static void each_way(struct making *making) {
    struct kzi_hand *hand = &making->hand;
    for (unsigned drawn = 0; drawn < 2; drawn++) {
        hand->self_draw = drawn;
        making->needs = 0;
        for (unsigned kind = 0; kind < KZI_KINDS && !making->failed; kind++) {
            if (!hand->concealed[kind])
                continue;
            hand->concealed[kind]--;
            hand->n_concealed--;
            hand->win = (uint8_t)kind;
            note_hand(making);
            hand->concealed[kind]++;
            hand->n_concealed++;
        }
    }
}

/* Whether the melds beside settled kongs are sets of an earlier way to split the tiles too. */
static bool are_of_earlier(const struct making *making, unsigned split) {
    const struct kzi_hand *hand = &making->hand;
    for (unsigned i = 0; i < split; i++) {
        const struct sets *sets = &making->splits[i];
        unsigned taken = 0, found = making->n_kongs;
        for (unsigned m = making->n_kongs; m < hand->n_melds; m++)
            for (unsigned k = 0; k < sets->count; k++) {
                unsigned kind = hand->melds[m].kind == KZI_CHOW ? KZI_CHOW : KZI_PUNG;
                if (taken >> k & 1 || sets->list[k] != kind * 64 + hand->melds[m].tile)
                    continue;
                taken |= 1U << k;
                found++;
                break;
            }
        if (found == hand->n_melds)
            return true;
    }
    return false;
}

static void change_concealed(struct kzi_hand *hand, unsigned set, unsigned by) {
    for (unsigned i = 0; i < 3; i++) {
        uint8_t *count = &hand->concealed[set % 64 + (set / 64 == KZI_CHOW ? i : 0)];
        *count = (uint8_t)(*count + by);
    }
    hand->n_concealed = (uint8_t)(hand->n_concealed + 3 * by);
}

static void from_set(struct making *making, unsigned split, unsigned at, unsigned last);

static void as_meld(struct making *making, unsigned split, unsigned at, unsigned kind,
                    bool claimed) {
    struct kzi_hand *hand = &making->hand;
    unsigned set = making->splits[split].list[at];
    hand->melds[hand->n_melds++] =
        (struct kzi_meld){.kind = (uint8_t)kind, .tile = set % 64, .claimed = claimed};
    from_set(making, split, at + 1, kind * 2 + claimed);
    hand->n_melds--;
}

/* Set number `at` and those after it; last: what the one before became, since of equal sets only
 * falling choices are made. */
static void from_set(struct making *making, unsigned split, unsigned at, unsigned last) {
    const struct sets *sets = &making->splits[split];
    if (at == sets->count) {
        if (!are_of_earlier(making, split))
            each_way(making);
        return;
    }
    unsigned set = sets->list[at], kind = set / 64;
    bool again = at && sets->list[at - 1] == set;
    from_set(making, split, at + 1, 0);
    if (again && !last)
        return;
    change_concealed(&making->hand, set, (unsigned)-1);
    as_meld(making, split, at, kind, true);
    if (kind == KZI_PUNG && !making->tiles->kongs_settled &&
        making->counts[set % 64] + 1U <= making->every->rules[0]->model->copies[set % 64]) {
        as_meld(making, split, at, KZI_KONG, true);
        as_meld(making, split, at, KZI_KONG, false);
    }
    change_concealed(&making->hand, set, 1);
}

static void add_kongs(struct kzi_hand *hand, const struct kzi_every_tiles *tiles) {
    for (unsigned suit = 0; suit < 4; suit++)
        for (unsigned left = tiles->kongs[suit]; left; left &= left - 1)
            hand->melds[hand->n_melds++] = (struct kzi_meld){
                .kind = KZI_KONG,
                .tile = (uint8_t)kzi_kind(suit, (unsigned)__builtin_ctz(left) + 1),
                .claimed = true};
}

static void unpack_tiles(struct making *making) {
    const struct kzi_every_tiles *tiles = making->tiles;
    struct kzi_hand *hand = &making->hand;
    memset(hand, 0, sizeof *hand);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        unsigned count = tiles->suits[kzi_suit(kind)] >> (3 * (kzi_number(kind) - 1)) & 7;
        hand->concealed[kind] = (uint8_t)count;
        hand->n_concealed = (uint8_t)(hand->n_concealed + count);
    }
    memcpy(making->counts, hand->concealed, sizeof making->counts);
    hand->seat = tiles->seat;
    hand->round = tiles->round;
    hand->seat_given = hand->round_given = hand->by_given = true;
    hand->from = -1;
    add_kongs(hand, tiles);
    making->n_kongs = hand->n_melds;
}

static void add_split(struct making *making, const struct kzi_reading *reading) {
    struct sets sets = {.count = 0};
    for (unsigned i = 0; i < reading->n_groups; i++) {
        const struct kzi_group group = kzi_group_of(reading, i);
        uint8_t set = (uint8_t)(group.kind * 64U + group.tile);
        if (group.kind == KZI_PAIR || group.kind == KZI_KONG)
            continue;
        unsigned at = sets.count++;
        for (; at && sets.list[at - 1] > set; at--)
            sets.list[at] = sets.list[at - 1];
        sets.list[at] = set;
    }
    for (unsigned i = 0; i < making->n_splits; i++)
        if (making->splits[i].count == sets.count &&
            !memcmp(making->splits[i].list, sets.list, sets.count))
            return;
    if (making->n_splits < MAX_SPLITS)
        making->splits[making->n_splits++] = sets;
}

/* The sets that the closed hand can be split into, under either ruleset. */
static void find_splits(struct making *making) {
    struct kzi_hand *hand = &making->hand;
    making->n_splits = 0;
    for (hand->win = 0; !hand->concealed[hand->win];)
        hand->win++;
    hand->concealed[hand->win]--;
    for (unsigned of = 0; of < 2; of++) {
        struct kzi_readings *readings = &making->readings[of];
        kzi_readings_find(hand, &making->every->rules[of]->shapes, readings);
        for (unsigned i = 0; i < readings->count; i++)
            add_split(making, &readings->list[i]);
    }
    hand->concealed[hand->win]++;
}

/* Each settled kong claimed and concealed, then the other sets as melds or not. */
static void from_kong(struct making *making, unsigned kong) {
    if (kong == making->n_kongs) {
        for (unsigned split = 0; split < making->n_splits; split++)
            from_set(making, split, 0, 1);
        return;
    }
    for (unsigned claimed = 0; claimed < 2; claimed++) {
        making->hand.melds[kong].claimed = claimed;
        from_kong(making, kong + 1);
    }
}

static void make_all(struct making *making, const struct kzi_every_tiles *tiles) {
    making->tiles = tiles;
    making->made = 0;
    unpack_tiles(making);
    find_splits(making);
    from_kong(making, 0);
    making->every->shapes[tiles->shape].hands += making->made * tiles->alike.count;
}

bool kzi_every_find_hands(struct kzi_every *every, size_t first, size_t end) {
    struct making making = {.every = every, .order = first};
    for (size_t i = first; i < end && !making.failed; making.order = ++i)
        make_all(&making, kzi_crowd_at(&every->tiles, i));
    return !making.failed;
}

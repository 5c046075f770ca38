/* Whether a hand waits for one kind or for several, told by its parts: all waits lie in the winning
 * tile's suit, unless that is complete without the tile, and another suit's pair can be a set; or
 * the hand is sets one way and pairs the other. */
#include "analysis/exhaustive/join.h"

static unsigned join_parity(unsigned a, unsigned b) {
    if (!a || !b || (a != KZI_JOIN_EVEN && b != KZI_JOIN_EVEN))
        return 0;
    return a == KZI_JOIN_EVEN ? b : a;
}

/* What is not complete as it is or with one tile more or less has two pairs. */
unsigned kzi_join_waits(struct kzi_join_waiting a, struct kzi_join_waiting b, unsigned tiles) {
    static const unsigned of_two_pairs[] = {KZI_JOIN_LACKS_ONE, KZI_JOIN_OTHER_SETS,
                                            KZI_JOIN_WHOLE_WITHOUT};
    unsigned bits = (b.sets ? a.bits : 0) | (a.sets ? b.bits : 0);
    if (a.won || b.won)
        bits &= ~(unsigned)KZI_JOIN_LACKS_ONE;
    if ((a.bits & KZI_JOIN_WHOLE_WITHOUT && b.bits & KZI_JOIN_LACKS_ONE) ||
        (b.bits & KZI_JOIN_WHOLE_WITHOUT && a.bits & KZI_JOIN_LACKS_ONE))
        bits |= KZI_JOIN_OTHER_SETS;
    bits &= ~of_two_pairs[tiles % 3] & ~(unsigned)KZI_JOIN_PARITY;
    return bits | join_parity(a.bits & KZI_JOIN_PARITY, b.bits & KZI_JOIN_PARITY);
}

static void drop_body_waits(const struct kzi_join *join, struct kzi_join_reading *reading,
                            bool whole) {
    if (reading->waits & KZI_JOIN_OTHER_SETS)
        reading->rows &= join->tables.several;
    else if (whole)
        reading->rows &= join->tables.single;
    if (whole || !kzi_join_any(reading->rows & join->tables.waits))
        reading->waits = 0;
}

unsigned kzi_join_drop_waits(const struct kzi_join *join, unsigned bits,
                             struct kzi_join_reading *list, unsigned count, bool whole) {
    if (!join->adds_waits)
        return 0;
    bool of_sets = (bits & KZI_JOIN_OTHER_SETS) != 0,
         several = of_sets || (bits & KZI_JOIN_PARITY) == KZI_JOIN_ODD_OTHER;
    kzi_join_rows some = {0};
    for (unsigned i = 0; i < count; i++) {
        bool sets = kzi_join_is_of(join, list[i].form, KZI_FORM_SETS),
             body = kzi_join_is_of(join, list[i].form, KZI_FORM_BODY);
        if (body && join->adds[list[i].form])
            drop_body_waits(join, &list[i], whole);
        if (body || !join->adds[list[i].form])
            continue;
        if (whole ? several : of_sets && sets)
            list[i].rows &= join->tables.several;
        else if (whole)
            list[i].rows &= join->tables.single;
        some |= list[i].rows;
    }
    return !whole && kzi_join_any(some & join->tables.waits) ? bits : 0;
}

/* Whether concealed tiles without the winning one are pairs, all but one perhaps. */
static unsigned find_parity(const struct kzi_join *join, kzi_suit_key key, unsigned number) {
    const struct kzi_shape *pairs = kzi_join_pairs(join);
    kzi_suit_key odd = key & KZI_KEY_ONES;
    if (!pairs || odd & (odd - 1) ||
        (pairs->pairs_differ && ((key & key >> 1 & KZI_KEY_ONES) || key & 4 * KZI_KEY_ONES)))
        return 0;
    if (!odd)
        return KZI_JOIN_EVEN;
    return number < 9 && odd >> 3 * number & 1 ? KZI_JOIN_ODD_LIKE : KZI_JOIN_ODD_OTHER;
}

struct kzi_join_suit_waits kzi_join_suit_waits_of(const struct kzi_join *join, kzi_suit_key key,
                                                  unsigned suit, unsigned win) {
    const struct kzi_splits *table = join->every->rules[0]->shapes.splits;
    unsigned number = win == KZI_NO_KIND ? 9 : win - 9 * suit, tiles = kzi_join_tiles_of(key);
    struct kzi_join_suit_waits made = {.splits = kzi_suit_find(table, key) != NULL};
    if (win == KZI_NO_KIND) {
        tiles++;
    } else {
        key -= (kzi_suit_key)1 << 3 * number;
        made.whole_without = kzi_suit_find(table, key) != NULL;
    }
    if (tiles % 3 != 1)
        made.numbers = (uint16_t)kzi_suit_waits(table, key, tiles / 3, kzi_join_has_pair(tiles));
    made.parity = (uint8_t)find_parity(join, key, number);
    return made;
}

unsigned kzi_join_waits_with(const struct kzi_join *join, const struct kzi_join_suit_waits *waits,
                             unsigned suit, unsigned win, uint64_t nibbles, unsigned n_melds) {
    const struct kz_ruleset *rules = join->every->rules[0];
    unsigned count = 0, bits = n_melds ? 0 : waits->parity;
    for (unsigned left = waits->numbers; left; left &= left - 1) {
        unsigned number = (unsigned)__builtin_ctz(left), kind = 9 * suit + number;
        unsigned own = (unsigned)(nibbles >> 4 * number & 15) - (kind == win);
        count += rules->model->copies[kind] &&
                 (rules->model->waits_count_used_up || own != rules->model->copies[kind]);
    }
    if (win == KZI_NO_KIND)
        return bits | (count ? KZI_JOIN_LACKS_ONE : 0);
    return bits | (waits->whole_without ? KZI_JOIN_WHOLE_WITHOUT : 0) |
           (count > waits->splits ? KZI_JOIN_OTHER_SETS : 0);
}

/* What a number suit is made of: blocks of numbers that mean something to each other, by class.
 * Twice: as far as sets are shared, and for rules that ask how many tiles are waited for. */
#include "analysis/exhaustive/every_walk.h"

static unsigned number_class(struct kzi_walk *walk, struct kzi_count_key key) {
    bool fresh;
    struct kzi_count_entry *alike = kzi_count_map_find(&walk->classes, key, &fresh);
    walk->failed |= !alike;
    if (alike && fresh)
        alike->count = walk->classes.count - 1;
    return alike ? (unsigned)alike->count : 0;
}

/* Whether the numbers beside this one are played, by bit: these may be waits, and no others, since
 * a chow that is waited for has a tile next to the one that it lacks. */
static unsigned played_beside(const struct kzi_walk *walk, unsigned suit, unsigned number) {
    const uint8_t *copies = walk->every->rules[0]->model->copies;
    unsigned played = number > 1 && copies[kzi_kind(suit, number - 1)] ? 1 : 0;
    return played | (number < 9 && copies[kzi_kind(suit, number + 1)] ? 2U : 0U);
}

/* The tiles of a suit among numbers: how many, what sort, how far from the one before and, for
 * waits, what is played beside them. */
static unsigned class_of(struct kzi_walk *walk, const struct kzi_walk_part *part, bool waits,
                         unsigned suit, unsigned numbers) {
    const struct kzi_every_kinds *kinds = &walk->every->kinds;
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    unsigned last = 0, concealed = numbers & ~part->kongs;
    for (unsigned number = 1; number <= 9; number++) {
        if (!(numbers >> (number - 1) & 1))
            continue;
        unsigned gap = last && number - last < 3 ? number - last : 3;
        kzi_count_key_add(&key, gap * 8 + kzi_walk_count_of(part->key, number)); /* 0: a kong */
        kzi_count_key_add(&key, kinds->tile[kzi_kind(suit, number)]);
        if (number < 8 && (concealed >> (number - 1) & 7) == 7)
            kzi_count_key_add(&key, kinds->chow[suit * 7 + number - 1]);
        if (waits && concealed >> (number - 1) & 1)
            kzi_count_key_add(&key, played_beside(walk, suit, number));
        last = number;
    }
    return number_class(walk, key);
}

/* Bit n: n and n + 1 stand in one chow, by any way to split them. */
static unsigned find_joined(const struct kzi_walk_part *part) {
    unsigned joined = 0;
    if (part->n_splits != 1)
        return part->n_splits ? 0x1FF : 0;
    for (unsigned i = 0; i < part->splits->n_sets; i++)
        if (!(part->splits->sets[i] & KZI_SPLIT_PUNG))
            joined |= 3U << part->splits->sets[i];
    return joined;
}

/* Whether no tile may be waited for with both of two numbers that have none between them. */
static bool waits_apart(const struct kzi_walk_part *part, unsigned one, unsigned other) {
    unsigned kongs = (part->kongs >> one & 1U) + (part->kongs >> other & 1U);
    return kongs == 2 || other - one > (kongs ? 1 : 2);
}

static unsigned list_blocks(const struct kzi_walk_part *part, bool waits, bool sets,
                            unsigned blocks[KZI_WALK_BLOCKS]) {
    unsigned joined = sets ? find_joined(part) : 0, last = 0, count = 0;
    for (unsigned i = 0; i < 9; i++) {
        if (!(part->numbers >> i & 1))
            continue;
        bool apart = waits ? waits_apart(part, last, i) : i - last > 1 || !(joined >> last & 1);
        if (!count || apart)
            blocks[count++] = 0;
        blocks[count - 1] |= 1U << i;
        last = i;
    }
    return count;
}

/* Whether some set can be made of pairs.  Those of which none can wait for nothing but their like:
 * a single tile more does not make sets of them. */
static bool has_set(const struct kzi_walk_part *part) {
    return (part->numbers & part->numbers >> 1 & part->numbers >> 2) != 0 ||
           (part->key & 4 * KZI_KEY_ONES) != 0;
}

void kzi_walk_find_blocks(struct kzi_walk *walk, struct kzi_walk_part *part, bool sets) {
    for (unsigned i = 0; i < 2; i++) {
        struct kzi_walk_blocks *made = &part->blocks[i];
        bool waits = i && (sets || has_set(part));
        unsigned blocks[KZI_WALK_BLOCKS];
        made->count = (uint8_t)list_blocks(part, waits, sets, blocks);
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            for (unsigned k = 0; k < made->count; k++)
                made->of[suit][k] = (uint16_t)class_of(walk, part, waits, suit, blocks[k]);
    }
}

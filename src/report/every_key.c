/* What makes sets of tiles alike: the rows that they leave, the blocks of their suits, what is
 * known of their chows and pungs by rank. */
#include "compile/holds.h"
#include "report/every_walk.h"
#include "tile/sets.h"

bool kzi_walk_splits_into_sets(const struct kzi_walk_tiles *tiles, unsigned n_sets) {
    unsigned pairs = tiles->honors->splits ? tiles->honors->split.pair != 0 : 2;
    unsigned sets = tiles->honors->n_tiles / 3;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        pairs += tiles->suit[suit]->n_splits ? tiles->suit[suit]->n_tiles % 3 == 2 : 2;
        sets += tiles->suit[suit]->n_tiles / 3;
    }
    return pairs == 1 && sets == n_sets;
}

static void add_groups(struct kzi_reading *reading, const struct kzi_split *split, unsigned suit) {
    for (unsigned i = 0; i < split->n_sets; i++)
        reading->codes[reading->n_groups++] = (uint8_t)(split->sets[i] + 9 * suit);
    if (split->pair)
        reading->codes[reading->n_groups++] =
            (uint8_t)kzi_code_of_group(KZI_PAIR, kzi_kind(suit, split->pair));
}

/* How much of the choice among sets a key must hold. */
struct detail {
    bool ordered; /* which set is which, by rising tile */
    bool exact;   /* every tile */
};

static unsigned count_matches(const struct kzi_pattern *pattern, bool twice,
                              const struct kzi_reading *reading) {
    uint16_t found[1];
    return twice ? kzi_matches_twice(pattern, reading)
                 : kzi_all_matches(pattern, reading, found, 1);
}

/* Which patterns are there that no rank tells of, as far as a row is left that asks; and how often
 * those are that count each time. */
static void add_patterns(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                         const struct kzi_reading *reading, struct kzi_key *key,
                         struct detail *detail) {
    const uint64_t *rows = tiles->rows;
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = walk->every->rules[of];
        const struct kzi_program *program = rules->scoring;
        for (uint64_t left = program->mixed_patterns; left; left &= left - 1) {
            unsigned i = (unsigned)__builtin_ctzll(left);
            if (!kzi_walk_any_common(rows, program->pattern_rows[i].either, program->words))
                continue;
            unsigned count =
                count_matches(program->patterns[i].pattern, program->patterns[i].twice, reading);
            kzi_key_add(key, count);
            detail->exact |= count && rules->combines;
        }
        for (unsigned i = 0; i < rules->n_yaku; i++)
            if (rules->model->yaku[i].each == KZI_EACH_PATTERN)
                kzi_key_add(key, count_matches(rules->model->yaku[i].each_pattern, false, reading));
        rows += program->words;
    }
}

/* What the rules know of chows or pungs of a rank. */
static void add_rank(const struct kzi_rank_rows *rows, const struct kzi_set_choices *choices,
                     unsigned rank, struct kzi_key *key, struct detail *detail) {
    kzi_key_add(key, rows->class_of ? rows->class_of[rank] : 0);
    if (!choices->list_of)
        return;
    const struct kzi_set_list *list = &choices->lists[choices->list_of[rank]];
    kzi_key_add(key, choices->list_of[rank]);
    detail->ordered |= list->count != 1 || choices->choices[list->first].n_uses;
    detail->exact |= !list->whole;
}

static void add_split(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                      const struct kzi_split *const split[4], struct kzi_key *key,
                      struct detail *detail) {
    struct kzi_reading reading = {.n_groups = 0};
    unsigned ids[KZI_SUITS];
    uint32_t pungs = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        ids[suit] = split[suit]->chow_id;
        pungs |= (uint32_t)split[suit]->pungs << 9 * suit;
    }
    unsigned chow_rank = kzi_chow_rank(ids), pung_rank = kzi_pung_rank(pungs);
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = walk->every->rules[of];
        add_rank(&rules->scoring->chows, &rules->set_choices[KZI_OF_CHOWS_ALONE], chow_rank, key,
                 detail);
        add_rank(&rules->scoring->pungs, &rules->set_choices[KZI_OF_PUNGS_ALONE], pung_rank, key,
                 detail);
    }
    if (!walk->asks_patterns)
        return;
    for (unsigned suit = 0; suit < 4; suit++)
        add_groups(&reading, split[suit], suit);
    add_patterns(walk, tiles, &reading, key, detail);
}

static void add_splits(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                       struct kzi_key *key, struct detail *detail) {
    const struct kzi_split *split[4] = {NULL};
    const struct kzi_walk_part *const *suit = tiles->suit;
    split[3] = &tiles->honors->split;
    for (unsigned m = 0; m < suit[0]->n_splits; m++)
        for (unsigned p = 0; p < suit[1]->n_splits; p++)
            for (unsigned s = 0; s < suit[2]->n_splits; s++) {
                split[0] = suit[0]->splits + m;
                split[1] = suit[1]->splits + p;
                split[2] = suit[2]->splits + s;
                add_split(walk, tiles, split, key, detail);
            }
}

/* The blocks of all suits by class, or where it matters as they stand. */
static void add_suits(struct kzi_key *key, const struct kzi_walk_tiles *tiles, bool ordered) {
    uint16_t blocks[KZI_SUITS * KZI_WALK_BLOCKS];
    unsigned count = 0;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        for (unsigned i = 0; i < tiles->suit[suit]->n_blocks; i++) {
            uint16_t block = tiles->suit[suit]->blocks[suit][i];
            unsigned at = count++;
            for (; !ordered && at && blocks[at - 1] > block; at--)
                blocks[at] = blocks[at - 1];
            blocks[at] = block;
        }
        if (ordered)
            kzi_key_add(key, count);
    }
    for (unsigned i = 0; i < count; i++)
        kzi_key_add(key, blocks[i]);
}

void kzi_walk_note(struct kzi_walk *walk, struct kzi_key key, const kzi_suit_key suits[4],
                   const struct kzi_walk_honors *honors) {
    bool fresh;
    struct kzi_every_tiles *alike = kzi_crowd_find(&walk->every->tiles, key, &fresh);
    walk->failed |= !alike;
    if (!alike)
        return;
    walk->every->too_many = walk->every->tiles.count > KZI_EVERY_MOST;
    walk->failed |= walk->every->too_many;
    alike->alike.count += honors->alike.count;
    walk->every->shapes[walk->shape].tiles += honors->alike.count;
    if (!fresh)
        return;
    memcpy(alike->suits, suits, sizeof alike->suits);
    alike->seat = honors->seat;
    alike->round = honors->round;
    alike->shape = (uint8_t)walk->shape;
}

static bool may_hold(const struct kzi_walk_asked *asked, const struct kzi_walk_tiles *tiles) {
    unsigned most = 0;
    if (!kzi_walk_any_common(tiles->rows + asked->first, asked->rows, asked->words))
        return false;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        if (tiles->suit[suit]->n_tiles < asked->suits[suit])
            return false;
        most = tiles->suit[suit]->n_tiles > most ? tiles->suit[suit]->n_tiles : most;
    }
    return tiles->honors->n_tiles >= asked->suits[3] && most >= asked->letter;
}

/* Whether they may make one of the shapes that name their tiles as well. */
static bool may_be_named(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles) {
    kzi_kinds kinds = (kzi_kinds)tiles->honors->numbers << KZI_HONOR;
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        kinds |= (kzi_kinds)tiles->suit[suit]->numbers << 9 * suit;
    for (unsigned i = 0; i < walk->every->n_shapes; i++) {
        const struct kzi_shape *shape = walk->every->shapes[i].shape;
        if (shape->form == KZI_FORM_ONE_EACH && kinds == shape->one_each)
            return true;
        for (unsigned k = 0; shape->form == KZI_FORM_BODY && k < shape->n_bodies; k++)
            if (!(shape->bodies[k] & ~kinds))
                return true;
    }
    return false;
}

/* Whether a row is left that asks what classes do not tell, or a shape. */
static bool needs_exact(const struct kzi_walk *walk, const struct kzi_walk_tiles *tiles) {
    bool exact =
        kzi_walk_any_common(tiles->rows, walk->kongs, walk->n_words) || may_be_named(walk, tiles);
    for (unsigned i = 0; i < walk->n_asked && !exact; i++)
        exact = may_hold(&walk->asked[i], tiles);
    return exact;
}

void kzi_walk_note_tiles(struct kzi_walk *walk, const struct kzi_walk_tiles *tiles, unsigned sets) {
    struct kzi_key key = tiles->honors->alike.key;
    const kzi_suit_key suits[4] = {tiles->suit[0]->key, tiles->suit[1]->key, tiles->suit[2]->key,
                                   tiles->honors->key};
    struct detail detail = {false, false};
    for (unsigned i = 0; i < walk->n_words; i++)
        kzi_key_add(&key, tiles->rows[i]);
    if (kzi_walk_splits_into_sets(tiles, sets))
        add_splits(walk, tiles, &key, &detail);
    if (detail.exact || needs_exact(walk, tiles))
        for (unsigned suit = 0; suit < KZI_SUITS; suit++)
            kzi_key_add(&key, suits[suit]);
    else
        add_suits(&key, tiles, detail.ordered);
    kzi_walk_note(walk, key, suits, tiles->honors);
}

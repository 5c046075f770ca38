/* How many groups of some tiles a phrase can name, however they are held: what holds on no hand
 * that the tiles make is found before the hands are made. */
#include "analysis/exhaustive/every_walk.h"
#include "compile/condition/evaluation.h"

/* Of so many bits from a place in a word on. */
static uint64_t count_at(uint64_t counts, unsigned at, unsigned bits) {
    return counts >> at & ((UINT64_C(1) << bits) - 1);
}

static void add_counts(uint64_t *counts, const uint64_t *more) {
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        counts[i] += more[i];
}

/* --- of a suit ------------------------------------------------------------------------------- */

/* One group: a phrase surely names it if it does however the group is held and wherever the
 * winning tile stands, and may if it does in some way. */
static void add_group(struct kzi_walk_range *range, const struct kzi_program *program,
                      const struct kzi_group *group, unsigned seat, unsigned round) {
    uint64_t least[KZI_PHRASE_WORDS], most[KZI_PHRASE_WORDS];
    struct kzi_hand hand = {.seat = (uint8_t)seat, .round = (uint8_t)round};
    struct kzi_group held = *group;
    unsigned ways = group->kind == KZI_CHOW ? 4 : 2;
    memset(least, 0xFF, sizeof least);
    memset(most, 0, sizeof most);
    for (unsigned hold = 0; hold < KZI_HOLDS; hold++)
        for (unsigned way = 0; way < ways; way++) {
            held.hold = (uint8_t)hold;
            hand.win = (uint8_t)(way ? group->tile + way - 1 : KZI_NO_KIND);
            const uint64_t *adds = program->sums[kzi_group_code(held, &hand)].phrases;
            for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++) {
                least[i] &= adds[i];
                most[i] |= adds[i];
            }
        }
    add_counts(range->least, least);
    add_counts(range->most, most);
}

static void widen(struct kzi_walk_range *range, const struct kzi_walk_range *by,
                  const struct kzi_phrase_tables *tables) {
    for (unsigned word = 0; word < KZI_PHRASE_WORDS; word++)
        for (unsigned at = 0; at < tables->of_word * tables->bits; at += tables->bits_each) {
            uint64_t mask = ((UINT64_C(1) << tables->bits_each) - 1) << at;
            uint64_t *least = &range->least[word], *most = &range->most[word];
            if ((by->least[word] & mask) < (*least & mask))
                *least = (*least & ~mask) | (by->least[word] & mask);
            if ((by->most[word] & mask) > (*most & mask))
                *most = (*most & ~mask) | (by->most[word] & mask);
        }
}

static void find_range(struct kzi_walk_range *range, const struct kzi_program *program,
                       unsigned suit, const struct kzi_split *split, unsigned seat,
                       unsigned round) {
    struct kzi_group group = {.meld = KZI_NO_MELD};
    memset(range, 0, sizeof *range);
    for (unsigned i = 0; i < split->n_sets; i++) {
        group.kind = split->sets[i] & KZI_SPLIT_PUNG ? KZI_PUNG : KZI_CHOW;
        group.tile = (uint8_t)kzi_kind(suit, (split->sets[i] & (KZI_SPLIT_PUNG - 1U)) + 1);
        add_group(range, program, &group, seat, round);
    }
    if (split->pair) {
        group.kind = KZI_PAIR;
        group.tile = (uint8_t)kzi_kind(suit, split->pair);
        add_group(range, program, &group, seat, round);
    }
}

void kzi_walk_find_range(const struct kzi_walk *walk, struct kzi_walk_range range[2], unsigned suit,
                         const struct kzi_split *splits, unsigned n_splits, unsigned seat,
                         unsigned round) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        for (unsigned i = 0; i < n_splits; i++) {
            struct kzi_walk_range one;
            find_range(&one, program, suit, &splits[i], seat, round);
            if (i)
                widen(&range[of], &one, &program->phrases);
            else
                range[of] = one;
        }
    }
}

/* --- of a hand ------------------------------------------------------------------------------- */

/* The next value whose counts are in range, lowest count first; false: it was the last. */
static bool next_value(const struct kzi_phrase_tables *tables, uint64_t least, uint64_t most,
                       uint64_t *value) {
    for (unsigned at = 0; at < tables->bits; at += tables->bits_each) {
        if (count_at(*value, at, tables->bits_each) < count_at(most, at, tables->bits_each)) {
            *value += UINT64_C(1) << at;
            return true;
        }
        uint64_t mask = ((UINT64_C(1) << tables->bits_each) - 1) << at;
        *value = (*value & ~mask) | (least & mask);
    }
    return false;
}

/* The rows that some counts in range leave, of those that one table looks up together. */
static void and_table(const struct kzi_program *program, unsigned table,
                      const struct kzi_walk_range *range, uint64_t *rows) {
    const struct kzi_phrase_tables *tables = &program->phrases;
    const uint64_t *of = tables->rows + kzi_phrases_apart(tables, program->words) * table;
    unsigned word = table / tables->of_word, at = table % tables->of_word * tables->bits;
    uint64_t least = count_at(range->least[word], at, tables->bits);
    uint64_t most = count_at(range->most[word], at, tables->bits), value = least;
    uint64_t left[KZI_ROW_WORDS] = {0};
    do
        for (unsigned i = 0; i < program->words; i++)
            left[i] |= of[value * program->words + i];
    while (next_value(tables, least, most, &value));
    kzi_walk_and_rows(rows, left, program->words);
}

struct kongs {
    unsigned count;
    uint64_t held[KZI_MAX_GROUPS][2][KZI_PHRASE_WORDS]; /* claimed and concealed: what names it */
};

/* phrases: those that are looked at, their counts. */
static void list_kongs(struct kongs *kongs, const struct kzi_program *program,
                       const struct kzi_walk_tiles *tiles, const uint64_t *phrases) {
    const struct kzi_hand hand = {
        .seat = tiles->honors->seat, .round = tiles->honors->round, .win = KZI_NO_KIND};
    struct kzi_group group = {.kind = KZI_KONG};
    kongs->count = 0;
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned left = suit < KZI_SUITS ? tiles->suit[suit]->kongs : tiles->honors->kongs;
        for (; left; left &= left - 1, kongs->count++)
            for (unsigned concealed = 0; concealed < 2; concealed++) {
                group.tile = (uint8_t)kzi_kind(suit, (unsigned)__builtin_ctz(left) + 1);
                group.hold = concealed ? KZI_CONCEALED : KZI_CLAIMED;
                const uint64_t *adds = program->sums[kzi_group_code(group, &hand)].phrases;
                for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
                    kongs->held[kongs->count][concealed][i] = adds[i] & phrases[i];
            }
    }
}

/* Of all groups but kongs. */
static void find_others(struct kzi_walk_range *range, const struct kzi_walk_tiles *tiles,
                        unsigned of, const uint64_t *phrases) {
    *range = tiles->honors->range[of];
    for (unsigned suit = 0; suit < KZI_SUITS; suit++) {
        add_counts(range->least, tiles->suit[suit]->range[suit][of].least);
        add_counts(range->most, tiles->suit[suit]->range[suit][of].most);
    }
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++) {
        range->least[i] &= phrases[i];
        range->most[i] &= phrases[i];
    }
}

static bool asks(const struct kzi_phrase_tables *tables, unsigned table, const uint64_t *phrases) {
    return count_at(phrases[table / tables->of_word], table % tables->of_word * tables->bits,
                    tables->bits) != 0;
}

/* The rows that some way to conceal the kongs leaves. */
static void find_left(const struct kzi_program *program, const struct kzi_walk_range *others,
                      const struct kongs *kongs, const uint64_t *phrases, uint64_t *rows) {
    memset(rows, 0, program->words * sizeof *rows);
    for (unsigned concealed = 0; concealed < 1U << kongs->count; concealed++) {
        struct kzi_walk_range range = *others;
        uint64_t left[KZI_ROW_WORDS];
        for (unsigned i = 0; i < kongs->count; i++) {
            add_counts(range.least, kongs->held[i][concealed >> i & 1]);
            add_counts(range.most, kongs->held[i][concealed >> i & 1]);
        }
        memset(left, 0xFF, program->words * sizeof *left);
        for (unsigned table = 0; table < program->phrases.count; table++)
            if (asks(&program->phrases, table, phrases))
                and_table(program, table, &range, left);
        for (unsigned word = 0; word < program->words; word++)
            rows[word] |= left[word];
    }
}

/* --- of what differs ------------------------------------------------------------------------- */

static void add_table(uint64_t *phrases, const struct kzi_phrase_tables *tables, unsigned table) {
    phrases[table / tables->of_word] |= ((UINT64_C(1) << tables->bits) - 1)
                                        << table % tables->of_word * tables->bits;
}

void kzi_walk_find_phrases(struct kzi_walk *walk) {
    const uint64_t *rows = walk->concerned;
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        for (unsigned i = program->first[KZI_ONCE_A_READING]; i < program->first[KZI_QUESTIONS];
             i++) {
            const struct kzi_feature *feature = &program->features[i];
            if (feature->kind == KZI_F_SETS &&
                kzi_walk_any_common(feature->mentions, rows, program->words))
                add_table(walk->phrases[of], &program->phrases, feature->index);
        }
        rows += program->words;
    }
}

static void add_words(struct kzi_count_key *key, const uint64_t *words) {
    for (unsigned i = 0; i < KZI_PHRASE_WORDS; i++)
        kzi_count_key_add(key, words[i]);
}

/* Most tiles come to the same few counts. */
void kzi_walk_and_groups(struct kzi_walk *walk, const struct kzi_walk_tiles *tiles,
                         uint64_t *rows) {
    struct kzi_count_key key = KZI_NEW_COUNT_KEY;
    struct kzi_walk_range others[2];
    struct kongs kongs[2];
    for (unsigned of = 0; of < 2; of++) {
        find_others(&others[of], tiles, of, walk->phrases[of]);
        list_kongs(&kongs[of], walk->every->rules[of]->scoring, tiles, walk->phrases[of]);
        add_words(&key, others[of].least);
        add_words(&key, others[of].most);
        for (unsigned i = 0; i < kongs[of].count; i++) {
            add_words(&key, kongs[of].held[i][0]);
            add_words(&key, kongs[of].held[i][1]);
        }
        kzi_count_key_add(&key, kongs[of].count);
    }
    struct kzi_walk_remembered *known = &walk->remembered[key.a % KZI_WALK_REMEMBERED];
    if (known->key.a != key.a || known->key.b != key.b) {
        uint64_t *left = known->rows;
        known->key = key;
        for (unsigned of = 0; of < 2; of++) {
            const struct kzi_program *program = walk->every->rules[of]->scoring;
            find_left(program, &others[of], &kongs[of], walk->phrases[of], left);
            left += program->words;
        }
    }
    kzi_walk_and_rows(rows, known->rows, walk->n_words);
}

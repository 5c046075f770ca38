/* The rows of both rulesets that tiles leave, worked out suit by suit. */
#include "report/every_walk.h"

void kzi_walk_and_feature(const struct kzi_walk *walk, unsigned kind, unsigned index,
                          unsigned value, uint64_t *rows) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        for (unsigned i = 0; i < program->first[KZI_STAGES]; i++) {
            const struct kzi_feature *feature = &program->features[i];
            if (feature->kind == kind && feature->index == index)
                kzi_walk_and_rows(rows, feature->rows + (size_t)value * program->words,
                                  program->words);
        }
        rows += program->words;
    }
}

static unsigned tiles_of_row(uint64_t counts) {
    unsigned tiles = 0;
    for (; counts; counts >>= 4)
        tiles += counts & 15;
    return tiles;
}

static bool names_tiles(const struct kzi_if *cond) {
    return cond->kind == KZI_IF_contains || cond->kind == KZI_IF_before_win;
}

/* Of tiles that may be in kongs nothing is said: none of a pattern stands four times. */
static void add_asked(struct kzi_walk *walk, const struct kzi_if *cond, const uint64_t *rows,
                      unsigned first, unsigned words) {
    struct kzi_walk_asked *asked = &walk->asked[walk->n_asked++];
    *asked = (struct kzi_walk_asked){.rows = rows, .first = first, .words = words};
    walk->honors_by_kind |= !names_tiles(cond) || cond->u.tiles.counts[3];
    for (unsigned i = 0; names_tiles(cond) && i < 4 + KZI_SUIT_LETTERS; i++) {
        unsigned tiles = tiles_of_row(cond->u.tiles.counts[i]);
        if (i < 4)
            asked->suits[i] = tiles;
        else if (tiles > asked->letter)
            asked->letter = tiles;
    }
}

static void add_kongs(struct kzi_walk *walk, const struct kzi_program *program, unsigned first) {
    for (unsigned i = 0; i < program->n_patterns; i++)
        for (unsigned k = 0; k < program->patterns[i].pattern->n_terms; k++)
            if (program->patterns[i].pattern->terms[k].noun == KZI_A_KONG)
                for (unsigned word = 0; word < program->words; word++)
                    walk->kongs[first + word] |= program->pattern_rows[i].either[word];
}

static bool counts_patterns(const struct kz_ruleset *rules) {
    bool counts = false;
    for (unsigned i = 0; i < rules->n_yaku; i++)
        counts |= rules->model->yaku[i].each == KZI_EACH_PATTERN;
    return counts;
}

static void find_asked(struct kzi_walk *walk) {
    unsigned first = 0;
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        for (unsigned i = 0; i < program->n_asked; i++)
            add_asked(walk, program->asked[i], program->asked_rows[i].either, first,
                      program->words);
        add_kongs(walk, program, first);
        walk->asks_patterns |= program->mixed_patterns || counts_patterns(walk->every->rules[of]);
        first += program->words;
    }
}

static void find_start(struct kzi_walk *walk) {
    uint64_t *rows = walk->start;
    for (unsigned of = 0; of < 2; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        memcpy(rows, program->possible, program->words * sizeof *rows);
        rows += program->words;
    }
    for (unsigned bits = 0; bits < 8; bits++) {
        memcpy(walk->suits[bits], walk->start, sizeof walk->start);
        kzi_walk_and_feature(walk, KZI_F_SUITS, 0, bits, walk->suits[bits]);
    }
}

void kzi_walk_find_present(struct kzi_walk *walk, const struct kzi_walk_parts *parts) {
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; i < parts->count; i++) {
            kzi_walk_all_rows(walk->present[suit][i]);
            kzi_walk_and_feature(walk, KZI_F_PRESENT, suit, kzi_walk_numbers_of(parts->list[i].key),
                                 walk->present[suit][i]);
        }
}

void kzi_walk_find_rows(struct kzi_walk *walk) {
    find_asked(walk);
    find_start(walk);
}

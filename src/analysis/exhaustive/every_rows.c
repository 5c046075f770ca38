/* The rows of both rulesets that tiles leave, worked out suit by suit. */
#include "analysis/exhaustive/every_walk.h"
#include "compile/program/builder.h"

void kzi_walk_and_feature(const struct kzi_walk *walk, unsigned kind, unsigned index,
                          unsigned value, uint64_t *rows) {
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
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

static bool names_tiles(const struct kzi_condition *cond) {
    return cond->kind == KZI_CONDITION_contains || cond->kind == KZI_CONDITION_before_win;
}

/* Of tiles that may be in kongs nothing is said: none of a pattern stands four times. */
static void add_asked(struct kzi_walk *walk, const struct kzi_program *program, unsigned i,
                      unsigned first) {
    const struct kzi_condition *cond = program->asked[i];
    struct kzi_walk_asked *asked = &walk->asked[walk->n_asked++];
    const struct kzi_feature *feature = kzi_find_feature(program, KZI_F_ASKED, i);
    *asked = (struct kzi_walk_asked){.rows = feature->mentions,
                                     .without = feature->rows,
                                     .first = first,
                                     .words = program->words,
                                     .numbers = kzi_numbers_in_one_suit(cond)};
    walk->honors_by_kind |= !names_tiles(cond) || cond->u.tiles.counts[3];
    for (unsigned suit = 0; names_tiles(cond) && suit < 4 + KZI_SUIT_LETTERS; suit++) {
        unsigned tiles = tiles_of_row(cond->u.tiles.counts[suit]);
        if (suit < 4)
            asked->suits[suit] = tiles;
        else if (tiles > asked->letter)
            asked->letter = tiles;
    }
}

static void add_kongs(struct kzi_walk *walk, const struct kzi_program *program, unsigned first) {
    for (unsigned i = 0; i < program->n_patterns; i++)
        for (unsigned k = 0; k < program->patterns[i].pattern->n_terms; k++)
            if (program->patterns[i].pattern->terms[k].noun == KZI_A_KONG)
                for (unsigned word = 0; word < program->words; word++)
                    walk->kongs[first + word] |=
                        kzi_find_feature(program, KZI_F_HAS, i)->mentions[word];
}

static void add_waits(struct kzi_walk *walk, const struct kzi_program *program, unsigned first) {
    for (unsigned word = 0; program->waits && word < program->words; word++)
        walk->waits[first + word] |= program->waits->mentions[word];
}

static void find_asked(struct kzi_walk *walk) {
    unsigned first = 0;
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
        const struct kzi_program *program = walk->every->rules[of]->scoring;
        for (unsigned i = 0; i < program->n_asked; i++)
            add_asked(walk, program, i, first);
        add_kongs(walk, program, first);
        add_waits(walk, program, first);
        first += program->words;
    }
}

static void find_start(struct kzi_walk *walk) {
    uint64_t *rows = walk->start;
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
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
    uint64_t rows[KZI_WALK_WORDS];
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        for (unsigned i = 0; i < parts->count; i++) {
            kzi_walk_all_rows(rows);
            kzi_walk_and_feature(walk, KZI_F_PRESENT, suit, parts->list[i].numbers, rows);
            memcpy(walk->present[suit] + (size_t)i * walk->n_words, rows,
                   walk->n_words * sizeof *rows);
        }
}

/* Hands that are only counted are not told apart by rows. */
void kzi_walk_find_rows(struct kzi_walk *walk) {
    if (walk->every->view == KZI_COUNTED_HANDS)
        return;
    for (unsigned of = 0; of < walk->every->n_telling; of++)
        walk->n_words += walk->words[of] = walk->every->rules[of]->scoring->words;
    find_asked(walk);
    walk->failed |= !kzi_walk_find_counted(walk);
    find_start(walk);
    if (walk->every->view != KZI_CONCERNED_HANDS)
        return;
    kzi_every_concern_rows(walk->every->concern, walk->words, walk->concerned);
    kzi_walk_find_phrases(walk);
}

/* --- of a shape ------------------------------------------------------------------------------ */

static bool is_known_of_tiles(const struct kzi_feature *feature) {
    return feature->kind == KZI_F_PRESENT || feature->kind == KZI_F_SUITS ||
           feature->kind == KZI_F_SITUATION;
}

/* Rows of which tiles and shape say all. */
static void find_sure(uint64_t *sure, const struct kzi_program *program) {
    memset(sure, 0xFF, KZI_ROW_WORDS * sizeof *sure);
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        for (unsigned word = 0; !is_known_of_tiles(feature) && word < program->words; word++)
            sure[word] &= ~feature->mentions[word];
    }
}

static int place_of_shape(const struct kz_ruleset *rules, const struct kzi_shape *shape) {
    for (unsigned i = 0; i < rules->shapes.count; i++)
        if (kzi_every_same_shape(&rules->shapes.list[i], shape))
            return (int)i;
    return -1;
}

/* rows: those that some way to win by the shape leaves; sure: only those that every way leaves. */
static void and_situations(const struct kzi_program *program, unsigned shape, uint64_t *rows,
                           uint64_t *sure) {
    const struct kzi_feature *feature = &program->features[program->first[KZI_ONCE_A_READING]];
    unsigned from = kzi_situation(shape, false, false, 0), end = from + 4 * KZI_WAITS;
    if (program->first[KZI_ONCE_A_READING] == program->first[KZI_QUESTIONS] ||
        feature->kind != KZI_F_SITUATION)
        return;
    for (unsigned word = 0; word < program->words; word++) {
        uint64_t some = 0, all = UINT64_MAX;
        for (unsigned value = from; value < end; value++) {
            some |= feature->rows[(size_t)value * program->words + word];
            all &= feature->rows[(size_t)value * program->words + word];
        }
        rows[word] &= some;
        sure[word] &= all;
    }
}

void kzi_walk_find_shape_rows(struct kzi_walk *walk) {
    uint64_t *rows = walk->shape_rows;
    kzi_walk_all_rows(rows);
    for (unsigned of = 0; of < walk->every->n_telling; of++) {
        const struct kz_ruleset *rules = walk->every->rules[of];
        int shape = place_of_shape(rules, walk->every->shapes[walk->shape].shape);
        find_sure(walk->sure.of[of], rules->scoring);
        if (shape >= 0)
            and_situations(rules->scoring, (unsigned)shape, rows, walk->sure.of[of]);
        rows += rules->scoring->words;
    }
}

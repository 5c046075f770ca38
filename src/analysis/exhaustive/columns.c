/* The rows of two rulesets as columns: rows that say the same of all hands of sets and of pairs are
 * one, and those that no such hand meets are none. */
#include "analysis/exhaustive/join.h"
#include "compile/condition/evaluation.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* --- forms ----------------------------------------------------------------------------------- */

static unsigned number_of_shape(const struct kzi_shapes *shapes, const struct kzi_shape *shape) {
    unsigned number = 0;
    while (number + 1 < shapes->count && !kzi_every_same_shape(&shapes->list[number], shape))
        number++;
    return number;
}

static void add_form(struct kzi_join *join, unsigned in_every, kzi_kinds body) {
    const struct kzi_shape *shape = join->every->shapes[in_every].shape;
    struct kzi_join_form *form = &join->forms[join->n_forms++];
    form->shape = shape;
    form->in_every = in_every;
    form->number = number_of_shape(&join->every->rules[0]->shapes, shape);
    for (; body; body &= body - 1) {
        unsigned kind = (unsigned)__builtin_ctzll(body);
        form->body[kzi_suit(kind)] |= (kzi_suit_key)1 << 3 * (kzi_number(kind) - 1);
        form->numbers[kzi_suit(kind)] |= (uint16_t)(1U << (kzi_number(kind) - 1));
        form->body_tiles[kzi_suit(kind)]++;
    }
    join->n_sets = shape->sets > join->n_sets ? shape->sets : join->n_sets;
}

/* Of bodies with the same honors and as many tiles of each suit it does not matter in the end which
 * it is. */
static void find_first(struct kzi_join *join, struct kzi_join_form *form) {
    const struct kzi_join_form *first = join->forms;
    while (first->shape != form->shape || first->numbers[3] != form->numbers[3] ||
           memcmp(first->body_tiles, form->body_tiles, sizeof form->body_tiles) != 0)
        first++;
    form->first = (uint32_t)(first - join->forms);
}

const char *kzi_join_find_forms(struct kzi_join *join) {
    for (unsigned i = 0; i < join->every->n_shapes; i++) {
        const struct kzi_shape *shape = join->every->shapes[i].shape;
        unsigned tiles = kzi_shape_tiles(shape), bodies = shape->n_bodies ? shape->n_bodies : 1;
        if (tiles > KZI_JOIN_TILES || (join->n_tiles && join->n_tiles != tiles))
            return "hands have different numbers of tiles";
        if (join->n_forms + bodies > KZI_JOIN_FORMS)
            return "there are too many shapes";
        join->n_tiles = tiles;
        for (unsigned body = 0; body < bodies; body++)
            add_form(join, i, shape->n_bodies ? shape->bodies[body] : 0);
    }
    for (unsigned form = 0; form < join->n_forms; form++)
        find_first(join, &join->forms[form]);
    return NULL;
}

/* --- which rows are one ----------------------------------------------------------------------- */

struct rows_ctx {
    const struct kzi_program *program;
    uint64_t alive[KZI_ROW_WORDS]; /* rows that some hand of these shapes meets */
    /* By row: of what hands of a form say, and of all else. */
    uint64_t of_form[KZI_JOIN_FORMS][64 * KZI_ROW_WORDS], digest[64 * KZI_ROW_WORDS];
};

/* Tell rows apart by what a table says of each of so many values. */
static void tell_apart(const struct rows_ctx *ctx, const uint64_t *table, size_t count,
                       uint64_t *digest) {
    unsigned words = ctx->program->words;
    for (size_t value = 0; table && value < count; value++, table += words)
        for (unsigned row = 0; row < 64 * words; row++) {
            uint64_t bit = table[row / 64] >> row % 64 & 1;
            uint64_t mixed = (digest[row] ^ (bit + 1)) * UINT64_C(0x9E3779B97F4A7C15);
            digest[row] = mixed ^ mixed >> 31;
        }
}

static void look_at_situations(struct rows_ctx *ctx, const struct kzi_join *join) {
    const struct kzi_program *program = ctx->program;
    for (unsigned form = 0; form < join->n_forms; form++) {
        const uint64_t *table = program->situation;
        if (!table) {
            memcpy(ctx->alive, program->possible, program->words * sizeof *ctx->alive);
            continue;
        }
        table += (size_t)kzi_situation(join->forms[form].number, 0, 0, 0) * program->words;
        tell_apart(ctx, table, 4 * KZI_WAITS, ctx->of_form[form]);
        for (unsigned i = 0; i < 4 * KZI_WAITS * program->words; i++)
            ctx->alive[i % program->words] |= table[i] & program->possible[i % program->words];
    }
}

static void look_at_tables(struct rows_ctx *ctx) {
    const struct kzi_program *program = ctx->program;
    const struct kzi_phrase_tables *phrases = &program->phrases;
    for (unsigned suit = 0; suit < 4; suit++)
        tell_apart(ctx, program->hand.present[suit], suit < KZI_SUITS ? 512 : 128, ctx->digest);
    tell_apart(ctx, program->hand.suits, 8, ctx->digest);
    tell_apart(ctx, program->hand.seat, KZI_SEATS, ctx->digest);
    tell_apart(ctx, program->hand.won, KZI_CODES, ctx->digest);
    for (unsigned i = 0; i < phrases->count; i++)
        tell_apart(ctx, phrases->rows + kzi_phrases_apart(phrases, program->words) * i,
                   (size_t)1 << phrases->bits, ctx->digest);
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        if (feature->kind == KZI_F_N_WAITS || feature->kind == KZI_F_TILES ||
            feature->kind == KZI_F_HAS || feature->kind == KZI_F_ASKED)
            tell_apart(ctx, feature->rows, feature->size, ctx->digest);
    }
}

/* The ruleset's own row that a row of the program is; -1: none. */
static int own_row(const struct kzi_join *join, unsigned of, unsigned row) {
    unsigned first = 64 * join->family->members[of].first_word;
    return row < first || row - first >= join->every->rules[of]->scoring->n_rows
               ? -1
               : (int)(row - first);
}

static bool are_equal(const struct rows_ctx *ctx, unsigned a, unsigned b) {
    bool equal = ctx->digest[a] == ctx->digest[b];
    for (unsigned form = 0; form < KZI_JOIN_FORMS && equal; form++)
        equal = ctx->of_form[form][a] == ctx->of_form[form][b];
    return equal;
}

static bool add_row(struct kzi_join *join, const struct rows_ctx *ctx, unsigned row) {
    unsigned column = 0;
    while (column < join->n_columns && !are_equal(ctx, join->row[column], row))
        column++;
    if (column == KZI_JOIN_COLUMNS)
        return false;
    if (column == join->n_columns)
        join->row[join->n_columns++] = (uint16_t)row;
    for (unsigned of = 0; of < 2; of++) {
        int own = own_row(join, of, row);
        if (own >= 0)
            join->of[column].of[of][own / 64] |= UINT64_C(1) << own % 64;
    }
    return true;
}

kzi_join_rows kzi_join_columns_of(const struct kzi_join *join, const uint64_t *rows) {
    kzi_join_rows columns = {0};
    for (unsigned i = 0; i < join->n_columns; i++)
        columns[i / 64] |= (rows[join->row[i] / 64] >> join->row[i] % 64 & 1) << i % 64;
    return columns;
}

kzi_join_rows kzi_join_columns_with(const struct kzi_join *join, unsigned of,
                                    const uint64_t *rows) {
    kzi_join_rows columns = {0};
    for (unsigned i = 0; i < join->n_columns; i++)
        for (unsigned word = 0; word < join->every->rules[of]->scoring->words; word++)
            if (join->of[i].of[of][word] & rows[word])
                columns[i / 64] |= UINT64_C(1) << i % 64;
    return columns;
}

kzi_join_rows kzi_join_columns_of_yaku(const struct kzi_join *join, unsigned of, unsigned yaku) {
    uint64_t rows[KZI_ROW_WORDS] = {0};
    kzi_every_add_rows(rows, join->every->rules[of], (int)yaku);
    return kzi_join_columns_with(join, of, rows);
}

void kzi_join_rows_of(const struct kzi_join *join, kzi_join_rows columns,
                      uint64_t rows[2][KZI_ROW_WORDS]) {
    for (unsigned half = 0; half < KZI_JOIN_COLUMNS / 64; half++)
        for (uint64_t left = columns[half]; left; left &= left - 1) {
            const struct kzi_both_rows *more =
                &join->of[64 * half + (unsigned)__builtin_ctzll(left)];
            for (unsigned of = 0; of < 2; of++)
                for (unsigned word = 0; word < join->every->rules[of]->scoring->words; word++)
                    rows[of][word] |= more->of[of][word];
        }
}

/* --- the tables in columns -------------------------------------------------------------------- */

static const kzi_join_rows all_columns = {UINT64_MAX, UINT64_MAX};

static void take_table(const struct kzi_join *join, const uint64_t *rows, unsigned count,
                       kzi_join_rows *table) {
    for (unsigned value = 0; value < count; value++)
        table[value] = rows ? kzi_join_columns_of(join, rows + (size_t)value * join->program->words)
                            : all_columns;
}

bool kzi_join_may_wait(const struct kzi_join *join, unsigned form, unsigned wait) {
    const struct kzi_join_form *of = &join->forms[form];
    if (kzi_join_has_sets(of))
        return (wait >= KZI_WAIT_TWO_SIDED && wait <= KZI_WAIT_PUNG) ||
               (wait == KZI_WAIT_BODY && of->shape->form == KZI_FORM_BODY);
    return wait == KZI_WAIT_PAIR || (wait == KZI_WAIT_SINGLE && kzi_join_has_singles(of));
}

/* The rows that some situation leaves of those that are as far as is known. */
static kzi_join_rows rows_of_situations(const struct kzi_join *join, unsigned form, unsigned open,
                                        unsigned way, unsigned wait) {
    kzi_join_rows some = {0};
    for (unsigned at = 0; at < 4 * KZI_WAITS; at++) {
        unsigned is_open = at & 1, drawn = at >> 1 & 1, by = at / 4;
        size_t value = kzi_situation(join->forms[form].number, is_open, !drawn, by);
        if ((open == KZI_JOIN_ANY_OPEN || open == is_open) &&
            (way == KZI_JOIN_NOT_WON || (way == KZI_JOIN_DRAWN) == drawn) &&
            (wait == KZI_JOIN_ANY_WAIT ? kzi_join_may_wait(join, form, by) : wait == by) &&
            !(is_open && !kzi_join_has_sets(&join->forms[form])))
            some |=
                kzi_join_columns_of(join, join->program->situation + value * join->program->words);
    }
    return some;
}

static void take_situations(struct kzi_join *join) {
    for (unsigned form = 0; form < join->n_forms; form++)
        for (unsigned open = 0; open <= KZI_JOIN_ANY_OPEN; open++)
            for (unsigned way = 0; way < KZI_JOIN_WAYS; way++)
                for (unsigned wait = 0; wait <= KZI_JOIN_ANY_WAIT; wait++)
                    join->tables.situation[open][way][wait][form] =
                        join->program->situation ? rows_of_situations(join, form, open, way, wait)
                                                 : all_columns;
}

/* Of each phrase by itself: most rows' tables are the products of these (exactness.c). */
static void take_phrases(struct kzi_join *join) {
    const struct kzi_phrase_tables *tables = &join->program->phrases;
    unsigned each = kzi_join_fields_each(tables), mask = (1U << tables->bits_each) - 1;
    for (unsigned table = 0; table < kzi_join_tables_added(tables); table++)
        for (unsigned value = 0; value < 1U << tables->bits; value++) {
            kzi_join_rows some =
                kzi_join_columns_of(join, kzi_join_rows_of_counts(join->program, table, value));
            for (unsigned i = 0; i < each; i++)
                join->tables.count[table * each + i][value >> i * tables->bits_each & mask] |= some;
        }
}

static void take_tables(struct kzi_join *join) {
    const struct kzi_program *program = join->program;
    struct kzi_join_tables *tables = &join->tables;
    for (unsigned suit = 0; suit < 4; suit++)
        take_table(join, program->hand.present[suit], suit < KZI_SUITS ? 512 : 128,
                   tables->present[suit]);
    take_table(join, program->hand.suits, 8, tables->suits);
    take_table(join, program->hand.seat, KZI_SEATS, tables->seat);
    take_table(join, program->hand.won, KZI_CODES, tables->won);
    take_situations(join);
    take_phrases(join);
    tables->single = tables->several = all_columns;
    if (program->waits) {
        take_table(join, program->waits->rows + program->words, 1, &tables->single);
        take_table(join, program->waits->rows + (size_t)2 * program->words, 1, &tables->several);
    }
    for (unsigned form = 0; form < join->n_forms; form++)
        tables->open |= tables->situation[true][KZI_JOIN_NOT_WON][KZI_JOIN_ANY_WAIT][form];
    tables->waits = tables->single ^ tables->several;
}

/* --- where hands begin ------------------------------------------------------------------------ */

static kzi_join_rows all_of(const kzi_join_rows *table, unsigned count) {
    kzi_join_rows all = all_columns;
    for (unsigned i = 0; i < count; i++)
        all &= table[i];
    return all;
}

/* Columns that all hands of a form meet. */
static kzi_join_rows find_sure(const struct kzi_join *join, unsigned form) {
    const struct kzi_join_tables *tables = &join->tables;
    const struct kzi_program *program = join->program;
    kzi_join_rows sure =
        all_of(tables->suits, 8) & all_of(tables->seat, KZI_SEATS) & all_of(tables->won, KZI_CODES);
    for (unsigned suit = 0; suit < 4; suit++)
        sure &= all_of(tables->present[suit], suit < KZI_SUITS ? 512 : 128);
    for (unsigned way = KZI_JOIN_DRAWN; way < KZI_JOIN_WAYS; way++)
        for (unsigned at = 0; at < 2 * KZI_WAITS; at++)
            if (kzi_join_may_wait(join, form, at / 2) &&
                !(at % 2 && !kzi_join_has_sets(&join->forms[form])))
                sure &= tables->situation[at % 2][way][at / 2][form];
    for (unsigned table = 0; table < program->phrases.count; table++)
        for (size_t value = 0; value < (size_t)1 << program->phrases.bits; value++)
            sure &= kzi_join_columns_of(join, kzi_join_rows_of_counts(program, table, value));
    for (unsigned n = 1; program->waits && n < program->waits->size; n++)
        sure &= kzi_join_columns_of(join, program->waits->rows + (size_t)n * program->words);
    for (unsigned i = program->first[KZI_QUESTIONS]; i < program->first[KZI_QUESTIONS + 1]; i++)
        sure &= ~kzi_join_columns_of(join, program->features[i].mentions);
    return sure;
}

/* Return whether a row need not be looked at, because another of its owner is sure to hold. */
static bool is_idle(const struct kzi_join *join, unsigned of, unsigned row,
                    const uint64_t sure[2][KZI_ROW_WORDS]) {
    const struct kzi_program *program = join->every->rules[of]->scoring;
    const uint64_t *settled = join->every->settled[of];
    for (unsigned i = 0; i < program->n_rows; i++)
        if (i != row && program->owner[i] == program->owner[row] &&
            sure[of][i / 64] & settled[i / 64] & UINT64_C(1) << i % 64)
            return true;
    return false;
}

static kzi_join_rows find_idle(const struct kzi_join *join, kzi_join_rows sure) {
    uint64_t rows[2][KZI_ROW_WORDS] = {{0}};
    kzi_join_rows idle = {0};
    kzi_join_rows_of(join, sure, rows);
    for (unsigned i = 0; i < join->n_columns; i++) {
        bool all = !(sure[i / 64] >> i % 64 & 1);
        for (unsigned of = 0; of < 2; of++)
            for (unsigned row = 0; all && row < join->every->rules[of]->scoring->n_rows; row++)
                if (join->of[i].of[of][row / 64] >> row % 64 & 1)
                    all &= is_idle(join, of, row, (const uint64_t(*)[KZI_ROW_WORDS])rows);
        idle[i / 64] |= (uint64_t)all << i % 64;
    }
    return idle;
}

/* Add the columns that say the same of hands of a form. */
static kzi_join_rows with_equal(const struct kzi_join *join, const struct rows_ctx *ctx,
                                unsigned form, kzi_join_rows columns) {
    kzi_join_rows all = columns;
    for (unsigned i = 0; i < join->n_columns; i++)
        for (unsigned k = 0; k < join->n_columns; k++)
            if (columns[k / 64] >> k % 64 & 1 &&
                ctx->digest[join->row[k]] == ctx->digest[join->row[i]] &&
                ctx->of_form[form][join->row[k]] == ctx->of_form[form][join->row[i]])
                all[i / 64] |= UINT64_C(1) << i % 64;
    return all;
}

/* Where a condition that differs surely holds under both, it is no difference. */
static void find_concerned(struct kzi_join *join, const struct rows_ctx *ctx, unsigned form) {
    const struct kzi_every_concern *concern = join->every->concern;
    for (unsigned of = 0; of < 2; of++)
        join->concerned[form] |= kzi_join_columns_with(join, of, concern->held.of[of]);
    for (unsigned i = 0; i < concern->n_whens; i++) {
        kzi_join_rows may = {0}, must = all_columns;
        for (unsigned of = 0; of < 2; of++) {
            uint64_t sure[KZI_ROW_WORDS];
            for (unsigned word = 0; word < KZI_ROW_WORDS; word++)
                sure[word] = concern->whens[i].of[of][word] & join->every->settled[of][word];
            may |= kzi_join_columns_with(join, of, concern->whens[i].of[of]);
            must &= with_equal(join, ctx, form, kzi_join_columns_with(join, of, sure));
        }
        join->concerned[form] |= may & ~must;
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

static bool find_program(struct kzi_join *join) {
    kz_error error;
    if (kzi_family_make(&join->family, join->every->rules, 2, &error) != KZ_OK) {
        join->failed = true;
        return false;
    }
    join->program = join->family->program;
    return join->program && join->family->members[0].joined && join->family->members[1].joined;
}

static bool find_columns(struct kzi_join *join, struct rows_ctx *ctx) {
    bool room = true;
    ctx->program = join->program;
    look_at_situations(ctx, join);
    look_at_tables(ctx);
    for (unsigned row = 0; row < 64 * join->program->words && room; row++)
        if (ctx->alive[row / 64] >> row % 64 & 1)
            room = add_row(join, ctx, row);
    return room;
}

static void take_columns(struct kzi_join *join, const struct rows_ctx *ctx) {
    take_tables(join);
    for (unsigned form = 0; form < join->n_forms; form++) {
        join->start[form] =
            kzi_join_columns_of(join, join->program->possible) &
            ~find_idle(join, find_sure(join, form)) &
            join->tables.situation[KZI_JOIN_ANY_OPEN][KZI_JOIN_NOT_WON][KZI_JOIN_ANY_WAIT][form];
        if (join->every->view == KZI_CONCERNED_HANDS)
            find_concerned(join, ctx, form);
    }
    for (unsigned form = 0; form < join->n_forms; form++)
        join->concerned_melds |= join->concerned[form];
    join->prunes = join->every->view == KZI_CONCERNED_HANDS;
}

/* Find the columns; without any, hands are told apart by all that they are. */
static bool make_columns(struct kzi_join *join) {
    struct rows_ctx *ctx = calloc(1, sizeof *ctx);
    join->of = calloc(KZI_JOIN_COLUMNS, sizeof *join->of);
    if (ctx && join->of && find_program(join) && find_columns(join, ctx)) {
        take_columns(join, ctx);
    } else {
        join->program = NULL;
        memset(join->always, true, sizeof join->always);
        memset(join->full, true, sizeof join->full);
        join->winds = true;
    }
    bool made = ctx && join->of;
    free(ctx);
    return made;
}

void kzi_join_begin(struct kzi_join *join, struct kzi_every *every) {
    memset(join, 0, sizeof *join);
    join->every = every;
    kzi_join_find_forms(join);
    join->failed |= every->view != KZI_COUNTED_HANDS && !make_columns(join);
}

void kzi_join_end(struct kzi_join *join) {
    kzi_family_free(join->family);
    free(join->of);
}

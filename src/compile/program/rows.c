#include "compile/program/rows.h"

#include <string.h>

bool kzi_values_none(const struct kzi_values *values, unsigned size) {
    for (unsigned i = 0; i < (size + 63) / 64; i++)
        if (values->bits[i])
            return false;
    return true;
}

struct kzi_rows kzi_rows_always(struct kzi_arena *arena) {
    return (struct kzi_rows){KZI_NEW(arena, struct kzi_row), 1, false};
}

struct kzi_rows kzi_rows_never(void) {
    return (struct kzi_rows){NULL, 0, false};
}

struct kzi_rows kzi_rows_literal(struct kzi_arena *arena, unsigned feature,
                                 const struct kzi_values *allowed, unsigned size) {
    if (kzi_values_none(allowed, size))
        return kzi_rows_never();
    struct kzi_rows rows = kzi_rows_always(arena);
    rows.list[0].literals = KZI_NEW(arena, struct kzi_literal);
    rows.list[0].literals[0] = (struct kzi_literal){(uint16_t)feature, *allowed};
    rows.list[0].count = 1;
    return rows;
}

static struct kzi_rows too_many(void) {
    return (struct kzi_rows){NULL, 0, true};
}

struct kzi_rows kzi_rows_or(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b) {
    if (a.too_many || b.too_many || a.count + b.count > KZI_MAX_ROWS_EACH)
        return too_many();
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, a.count + b.count, struct kzi_row),
                            a.count + b.count, false};
    if (a.count)
        memcpy(rows.list, a.list, a.count * sizeof *rows.list);
    if (b.count)
        memcpy(rows.list + a.count, b.list, b.count * sizeof *rows.list);
    return rows;
}

static bool meet(struct kzi_values *into, const struct kzi_values *other) {
    uint64_t left = 0;
    for (unsigned i = 0; i < KZI_VALUE_WORDS; i++)
        left |= into->bits[i] &= other->bits[i];
    return left != 0;
}

/* Merges two rows by feature; false: no value is left for one. */
static bool join_rows(struct kzi_arena *arena, const struct kzi_row *a, const struct kzi_row *b,
                      struct kzi_row *joined) {
    joined->literals = KZI_NEW_ARRAY(arena, (size_t)a->count + b->count, struct kzi_literal);
    joined->count = 0;
    unsigned i = 0, j = 0;
    while (i < a->count || j < b->count) {
        struct kzi_literal *next = &joined->literals[joined->count++];
        bool from_a =
            j == b->count || (i < a->count && a->literals[i].feature <= b->literals[j].feature);
        bool both = i < a->count && j < b->count && from_a &&
                    a->literals[i].feature == b->literals[j].feature;
        *next = from_a ? a->literals[i++] : b->literals[j++];
        if (both && !meet(&next->allowed, &b->literals[j++].allowed))
            return false;
    }
    return true;
}

struct kzi_rows kzi_rows_and(struct kzi_arena *arena, struct kzi_rows a, struct kzi_rows b) {
    if (a.too_many || b.too_many)
        return too_many();
    size_t most = a.count * b.count < KZI_MAX_ROWS_EACH ? a.count * b.count : KZI_MAX_ROWS_EACH;
    struct kzi_rows rows = {KZI_NEW_ARRAY(arena, most, struct kzi_row), 0, false};
    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++) {
            if (rows.count == KZI_MAX_ROWS_EACH)
                return too_many();
            rows.count += join_rows(arena, &a.list[i], &b.list[j], &rows.list[rows.count]);
        }
    return rows;
}

/* The parts of a program for several rulesets: rows of each, or rows that some of them share. */
#include "compile/program/builder.h"

#include <string.h>

void kzi_builder_begin_part(struct kzi_builder *builder) {
    builder->n_rows = (builder->n_rows + 63) / 64 * 64;
    builder->parts[builder->n_parts++] = (struct kzi_part){builder->n_owners, builder->n_rows};
}

void kzi_builder_drop_part(struct kzi_builder *builder) {
    const struct kzi_part *last = &builder->parts[--builder->n_parts];
    builder->n_owners = last->first_owner;
    builder->n_rows = last->first_row;
    builder->too_many_rows = builder->n_rows > KZI_MAX_ROWS;
}

static bool same_row(const struct kzi_row *a, const struct kzi_row *b) {
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->literals[i].feature != b->literals[i].feature ||
            memcmp(&a->literals[i].allowed, &b->literals[i].allowed, sizeof a->literals->allowed) !=
                0)
            return false;
    return true;
}

static bool same_rows(const struct kzi_rows *a, const struct kzi_rows *b) {
    if (a->count != b->count || a->too_many || b->too_many)
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!same_row(&a->list[i], &b->list[i]))
            return false;
    return true;
}

/* One row at most each, and one of the two has none. */
static bool one_is_missing(const struct kzi_rows *a, const struct kzi_rows *b) {
    return !a->too_many && !b->too_many && a->count + b->count == 1;
}

/* Whether rows of one can stand for those of the other.  Rows behind an owner's first are numbered
 * by how many the owners before it have, which is the same in both: an owner that is missing in one
 * of them has no more than one. */
static bool can_join(const struct kzi_builder *builder, unsigned part, unsigned other) {
    unsigned first = builder->parts[part].first_owner, from = builder->parts[other].first_owner;
    unsigned count = kzi_part_end(builder, part) - first;
    if (kzi_part_end(builder, other) - from != count)
        return false;
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_rows *a = &builder->owners[first + i].rows;
        const struct kzi_rows *b = &builder->owners[from + i].rows;
        if (!same_rows(a, b) && !one_is_missing(a, b))
            return false;
    }
    return true;
}

unsigned kzi_builder_join_part(struct kzi_builder *builder) {
    unsigned last = builder->n_parts - 1, part = 0;
    while (part < last && !can_join(builder, part, last))
        part++;
    if (part == last)
        return last;
    struct kzi_owner *to = &builder->owners[builder->parts[part].first_owner];
    const struct kzi_owner *from = &builder->owners[builder->parts[last].first_owner];
    unsigned count = builder->n_owners - builder->parts[last].first_owner;
    for (unsigned i = 0; i < count; i++)
        if (!to[i].rows.count)
            to[i] = from[i];
    kzi_builder_drop_part(builder);
    return part;
}

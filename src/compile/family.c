#include "compile/family.h"

#include "base/text.h"
#include "compile/program/builder.h"

#include <stdlib.h>

/* --- one program over the rows of all --------------------------------------------------------- */

static void add_conditions(struct kzi_builder *builder, const struct kzi_model *model) {
    for (size_t i = 0; i < model->yaku_names.count; i++)
        kzi_builder_add_yaku(builder, &model->yaku[i]);
    for (size_t i = 0; i < model->fu.n_items; i++)
        kzi_builder_add(builder, model->fu.items[i].when, KZI_HAND_CLOSED | KZI_HAND_OPEN);
}

/* Whether the last part has the rows of the ruleset's own program: here there may be too many
 * phrases or patterns to count. */
static bool is_whole(const struct kzi_builder *builder, const struct kzi_program *own) {
    unsigned part = builder->n_parts - 1;
    const struct kzi_part *last = &builder->parts[part];
    for (unsigned i = last->first_owner; i < kzi_part_end(builder, part); i++) {
        unsigned row = i - last->first_owner;
        bool possible = own->possible[row / 64] >> (row % 64) & 1;
        if (builder->owners[i].rows.too_many || possible != (builder->owners[i].rows.count > 0))
            return false;
    }
    return !builder->too_many_rows && !own->any_verify &&
           builder->n_rows - last->first_row == own->n_rows;
}

/* Puts the rows of a member into the last part, which is empty. */
static void join(struct kzi_builder *builder, struct kzi_member *member) {
    const struct kz_ruleset *rules = member->rules;
    add_conditions(builder, rules->model);
    member->joined = is_whole(builder, rules->scoring);
    if (!member->joined)
        return;
    member->fu_at = rules->group_fu ? kzi_builder_fu(builder, rules->group_fu) : 0;
    member->joined = member->fu_at < KZI_SUM_FU;
    if (member->joined)
        member->first_word = builder->parts[kzi_builder_join_part(builder)].first_row / 64;
}

/* The rows of a member begin a part of their own, which is given up where another has the same. */
static void join_others(struct kz_family *family, struct kzi_builder *builder) {
    for (unsigned i = 1; i < family->n_members; i++) {
        struct kzi_member *member = &family->members[i];
        if (!kzi_plays_equal(family->members[0].rules, member->rules))
            continue;
        unsigned before = builder->n_parts;
        kzi_builder_begin_part(builder);
        join(builder, member);
        if (!member->joined && builder->n_parts > before)
            kzi_builder_drop_part(builder);
    }
}

static void lay_out(struct kz_family *family) {
    struct kzi_builder *builder = KZI_NEW(&family->arena, struct kzi_builder);
    struct kzi_member *first = &family->members[0];
    kzi_builder_init(builder, first->rules->model);
    builder->arena = &family->arena;
    join(builder, first);
    if (!first->joined)
        return;
    join_others(family, builder);
    family->program = kzi_builder_finish(builder);
    for (unsigned i = 0; i < family->n_members; i++) {
        struct kzi_member *member = &family->members[i];
        if (!member->joined)
            continue;
        member->counted_at = kzi_place_counted(builder, family->program, member->rules->model);
        member->alike = kzi_equality_find(&family->arena, first->rules, member->rules);
    }
}

/* Past the budget nothing is joined: each ruleset is then asked for itself. */
static kz_status lay_out_within(struct kz_family *family) {
    jmp_buf door;
    family->arena.room = KZI_MAX_MEMORY;
    family->arena.budget = KZI_MAX_STEPS;
    family->arena.door = &door;
    bool within = !setjmp(door);
    if (within)
        lay_out(family);
    else
        family->program = NULL;
    family->arena.door = NULL;
    return within || family->arena.out != KZI_OUT_OF_MEMORY ? KZ_OK : KZ_NO_MEMORY;
}

kz_status kzi_family_make(struct kz_family **out, const struct kz_ruleset *const *rules, size_t n,
                          kz_error *err) {
    struct kz_family *family = *out = calloc(1, sizeof *family);
    if (family) {
        family->n_members = (unsigned)n;
        for (size_t i = 0; i < n; i++)
            family->members[i].rules = rules[i];
        if (n < 2 || lay_out_within(family) == KZ_OK)
            return KZ_OK;
    }
    kzi_family_free(family);
    *out = NULL;
    return kzi_fail(err, KZ_NO_MEMORY, "out of memory while rulesets were joined");
}

void kzi_family_free(struct kz_family *family) {
    if (family)
        kzi_arena_release(&family->arena);
    free(family);
}

/* The walk over every hand as an object: what it begins with, and how what threads found of it is
 * put together. */
#include "analysis/exhaustive/every.h"

#include <stdlib.h>
#include <string.h>

/* Those of a form, of both rulesets, once each. */
static void list_shapes(struct kzi_every *every, enum kzi_shape_form form) {
    for (unsigned of = 0; of < 2; of++) {
        const struct kz_ruleset *rules = every->rules[of];
        for (unsigned i = 0; i < rules->shapes.count; i++) {
            const struct kzi_shape *shape = &rules->shapes.list[i];
            bool known = shape->form != form;
            for (unsigned k = 0; k < every->n_shapes; k++)
                known |= kzi_every_same_shape(every->shapes[k].shape, shape);
            if (!known)
                every->shapes[every->n_shapes++] = (struct kzi_every_shape){
                    .shape = shape, .name = rules->model->shape_names.name[i]};
        }
    }
}

static void find_by_sets(uint64_t *rows, const struct kz_ruleset *rules) {
    const struct kzi_program *program = rules->scoring;
    for (unsigned row = 0; row < program->n_rows; row++) {
        unsigned yaku = program->owner[row];
        bool by_sets = yaku < rules->n_yaku && rules->combinations[yaku / 64] >> yaku % 64 & 1;
        for (unsigned i = 0; i < rules->n_coverers; i++)
            by_sets |= rules->coverers[i].yaku == yaku && rules->coverers[i].n_some;
        if (by_sets)
            rows[row / 64] |= UINT64_C(1) << row % 64;
    }
}

void kzi_every_init(struct kzi_every *every, const struct kz_ruleset *const rules[2],
                    enum kzi_every_view view, const struct kzi_every_concern *concern) {
    memset(every, 0, sizeof *every); /* it is large for the stack of a thread */
    every->rules[0] = rules[0];
    every->rules[1] = rules[1];
    every->view = view;
    every->concern = concern;
    every->most = KZI_EVERY_MOST;
    every->together = KZI_EVERY_TOGETHER;
    for (unsigned form = KZI_FORM_SETS; form <= KZI_FORM_DIFFERENT; form++)
        list_shapes(every, form);
    kzi_every_kinds_find(&every->kinds, rules, view);
    kzi_every_same_find(&every->same, rules);
    every->n_telling = view == KZI_ALL_HANDS && every->same.conditions ? 1 : 2;
    for (unsigned of = 0; of < 2; of++) {
        kzi_every_folds_find(&every->folds[of], rules[of]->scoring);
        find_by_sets(every->by_sets.of[of], rules[of]);
    }
    every->joined = !kzi_join_refusal(every);
    kzi_count_map_init(&every->tiles, sizeof(struct kzi_every_tiles));
    kzi_count_map_init(&every->hands, sizeof(struct kzi_every_hand));
}

void kzi_every_release(struct kzi_every *every) {
    kzi_count_map_release(&every->tiles);
    kzi_count_map_release(&every->hands);
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Suit by suit, those of few tiles first. */
static int compare(const struct kzi_every_tiles *one, const struct kzi_every_tiles *other) {
    if (one->shape != other->shape)
        return one->shape < other->shape ? -1 : 1;
    for (unsigned suit = 0; suit < 4; suit++) {
        unsigned a = kzi_every_tiles_of(one, suit), b = kzi_every_tiles_of(other, suit);
        if (a != b)
            return a < b ? -1 : 1;
        if (one->suits[suit] != other->suits[suit])
            return one->suits[suit] < other->suits[suit] ? -1 : 1;
        if (one->kongs[suit] != other->kongs[suit])
            return one->kongs[suit] < other->kongs[suit] ? -1 : 1;
    }
    if (one->seat != other->seat)
        return one->seat < other->seat ? -1 : 1;
    return one->round < other->round ? -1 : one->round > other->round;
}

static int in_order(const void *a, const void *b) {
    return compare(a, b);
}

bool kzi_every_add_tiles(struct kzi_every *every, const struct kzi_every_tiles *made) {
    bool fresh;
    struct kzi_every_tiles *alike = kzi_count_map_find(&every->tiles, made->alike.key, &fresh);
    if (!alike)
        return false;
    uint64_t count = alike->alike.count + made->alike.count;
    if (fresh || compare(made, alike) < 0)
        *alike = *made;
    alike->alike.count = count;
    every->too_many = every->tiles.count > every->most;
    return !every->too_many;
}

/* --- parts ----------------------------------------------------------------------------------- */

void kzi_every_begin_part(struct kzi_every *part, const struct kzi_every *every) {
    *part = *every;
    kzi_count_map_init(&part->hands, every->hands.size);
    if (!every->tiles.count)
        kzi_count_map_init(&part->tiles, every->tiles.size);
    for (unsigned i = 0; i < part->n_shapes; i++)
        part->shapes[i].tiles = part->shapes[i].hands = 0;
}

/* What the first part found is taken over as it is: two copies would need twice the memory. */
static void take_over(struct kzi_count_map *map, struct kzi_count_map *part) {
    kzi_count_map_release(map);
    *map = *part;
    kzi_count_map_init(part, part->size);
}

static bool join_tiles(struct kzi_every *every, struct kzi_every *part) {
    bool joined = true;
    every->too_many |= part->too_many;
    if (!every->tiles.count)
        take_over(&every->tiles, &part->tiles);
    for (size_t i = 0; i < part->tiles.count && joined; i++)
        joined = kzi_every_add_tiles(every, kzi_count_map_at(&part->tiles, i));
    return joined;
}

static bool join_hands(struct kzi_every *every, struct kzi_every *part) {
    if (!every->hands.count)
        take_over(&every->hands, &part->hands);
    for (size_t i = 0; i < part->hands.count; i++) {
        const struct kzi_every_hand *from = kzi_count_map_at(&part->hands, i);
        bool fresh;
        struct kzi_every_hand *to = kzi_count_map_find(&every->hands, from->alike.key, &fresh);
        if (!to)
            return false;
        uint64_t count = to->alike.count + from->alike.count;
        if (fresh || from->order < to->order)
            *to = *from;
        to->alike.count = count;
    }
    return true;
}

void kzi_every_end_part(struct kzi_every *part, const struct kzi_every *every) {
    kzi_count_map_release(&part->hands);
    if (part->tiles.list != every->tiles.list)
        kzi_count_map_release(&part->tiles);
}

void kzi_every_order_tiles(struct kzi_every *every) {
    if (every->tiles.count)
        qsort(every->tiles.list, every->tiles.count, every->tiles.size, in_order);
}

bool kzi_every_join(struct kzi_every *every, struct kzi_every *part) {
    bool own_tiles = part->tiles.list != every->tiles.list;
    for (unsigned i = 0; i < every->n_shapes; i++) {
        every->shapes[i].tiles += part->shapes[i].tiles;
        every->shapes[i].hands += part->shapes[i].hands;
    }
    return (!own_tiles || join_tiles(every, part)) && join_hands(every, part);
}

/* The search for every hand as an object: what it begins with. */
#include "analysis/exhaustive/every.h"
#include "compile/program/program.h"
#include "rules/condition.h"

#include <string.h>

bool kzi_every_same_shape(const struct kzi_shape *a, const struct kzi_shape *b) {
    return !memcmp(a, b, sizeof *a);
}

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

static void find_settled(uint64_t *settled, const struct kzi_program *program) {
    memset(settled, 0xFF, KZI_ROW_WORDS * sizeof *settled);
    for (unsigned i = 0; i < program->first[KZI_STAGES]; i++) {
        const struct kzi_feature *feature = &program->features[i];
        if (feature->kind == KZI_F_GIVEN || feature->kind == KZI_F_SCORED)
            for (unsigned word = 0; word < program->words; word++)
                settled[word] &= ~feature->mentions[word];
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
    for (unsigned form = KZI_FORM_SETS; form <= KZI_FORM_DIFFERENT; form++)
        list_shapes(every, form);
    for (unsigned of = 0; of < 2; of++)
        find_settled(every->settled[of], rules[of]->scoring);
    kzi_count_map_init(&every->hands, sizeof(struct kzi_every_hand));
    kzi_count_map_init(&every->touchings, sizeof(struct kzi_every_touching));
}

void kzi_every_release(struct kzi_every *every) {
    kzi_count_map_release(&every->hands);
    kzi_count_map_release(&every->touchings);
}

void kzi_every_unpack(const struct kzi_every_hand *packed, struct kzi_hand *hand) {
    memset(hand, 0, sizeof *hand);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        hand->concealed[kind] = packed->concealed[kind / 9] >> 3 * (kind % 9) & 7;
        hand->n_concealed = (uint8_t)(hand->n_concealed + hand->concealed[kind]);
    }
    hand->n_melds = packed->n_melds;
    for (unsigned i = 0; i < hand->n_melds; i++)
        hand->melds[i] = (struct kzi_meld){.kind = (uint8_t)packed->melds[i].kind,
                                           .tile = (uint8_t)packed->melds[i].tile,
                                           .claimed = packed->melds[i].claimed};
    hand->win = packed->win;
    hand->seat = packed->seat;
    hand->round = packed->round;
    hand->seat_given = hand->round_given = hand->by_given = true;
    hand->self_draw = packed->self_draw;
    hand->from = -1;
    hand->words_known = true;
}

static bool is_walked(const struct kzi_condition *clause, void *unused) {
    (void)unused;
    return clause->kind != KZI_CONDITION_from && clause->kind != KZI_CONDITION_counters;
}

bool kzi_every_asks_unwalked(const struct kz_ruleset *rules) {
    const struct kzi_program *program = rules->scoring;
    bool walked = true;
    for (unsigned i = 0; i < program->n_owners; i++)
        walked &= kzi_condition_each_clause(program->owner_if[i], is_walked, NULL);
    for (size_t i = 0; i < rules->model->circumstance_names.count; i++)
        walked &= kzi_condition_each_clause(rules->model->circumstances[i].needs, is_walked, NULL);
    return !walked;
}

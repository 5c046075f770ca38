/* Make rulesets: compile a model, also a changed one, in an arena of its own. */
#include "compile/ruleset.h"
#include "compile/condition/evaluation.h"
#include "hand/problem.h"
#include "hand/shanten.h"
#include "rules/condition.h"
#include "tile/notation.h"

#include <stdlib.h>
#include <string.h>

/* --- needs ------------------------------------------------------------------------------------ */

static void lay_out_needs(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        ruleset->with_needs |= (uint64_t)(model->circumstances[i].needs != NULL) << i;
    for (unsigned i = 0; i < ruleset->n_marks; i++)
        if (model->marks[i].needs)
            ruleset->marks_with_needs |= 1U << model->marks[i].kind;
}

/* --- fu of groups ----------------------------------------------------------------------------- */

static struct kzi_group_fu fu_of_pair(const struct kzi_fu *fu,
                                      const struct kzi_coded_group *group) {
    struct kzi_group_fu best = {0, 0};
    for (size_t i = 0; i < fu->n_pairs; i++)
        if (kzi_in_class(&fu->pairs[i].class_, group->code[0], group->won[0]) &&
            fu->pairs[i].fu > best.fu)
            best = (struct kzi_group_fu){fu->pairs[i].fu, (uint8_t)i};
    return best;
}

static struct kzi_group_fu fu_of_set(const struct kzi_fu *fu, const struct kzi_coded_group *group) {
    struct kzi_group_fu best = {0, 0};
    for (size_t i = 0; i < fu->n_sets; i++) {
        int16_t worth = group->hold == KZI_CONCEALED ? fu->sets[i].concealed : fu->sets[i].open;
        if (worth > best.fu && kzi_coded_fits(&fu->sets[i].phrase, group))
            best = (struct kzi_group_fu){worth, (uint8_t)i};
    }
    return best;
}

static void lay_out_items(struct kz_ruleset *ruleset) {
    const struct kzi_fu *fu = &ruleset->model->fu;
    int32_t(*sums)[256] =
        kzi_arena_array(ruleset->model->arena, (fu->n_items + 7) / 8, sizeof *sums);
    for (size_t i = 0; i < fu->n_items; i++) {
        ruleset->fu_if_nothing |= (uint64_t)fu->items[i].if_nothing << i;
        ruleset->fu_by_mark |= (uint64_t)fu->items[i].each << i;
        ruleset->fu_by_yaku |= (uint64_t)kzi_condition_asks(fu->items[i].when, KZI_FACT_SCORED)
                               << i;
        for (unsigned bits = 0; !fu->items[i].each && bits < 256; bits++)
            sums[i / 8][bits] += bits >> i % 8 & 1 ? fu->items[i].fu : 0;
    }
    ruleset->fu_of_items = (const int32_t(*)[256])sums;
}

static void lay_out_fu(struct kz_ruleset *ruleset) {
    const struct kzi_fu *fu = &ruleset->model->fu;
    if (!fu->in_use)
        return;
    lay_out_items(ruleset);
    struct kzi_group_fu *table =
        KZI_NEW_ARRAY(ruleset->model->arena, KZI_GROUP_CODES, struct kzi_group_fu);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        if (group.n_tiles)
            table[code] = group.kind == KZI_PAIR ? fu_of_pair(fu, &group) : fu_of_set(fu, &group);
    }
    ruleset->group_fu = table;
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Return the table of the classic hand or, for larger hands, a new one for the ruleset. */
static const struct kzi_splits *splits_for(struct kzi_arena *arena, unsigned sets) {
    enum { BITS = 18, SPLITS = 62500 };
    if (sets <= kzi_splits_classic.max_sets)
        return &kzi_splits_classic;
    struct kzi_splits *table = KZI_NEW(arena, struct kzi_splits);
    /* At most five sets, for which this is large enough. */
    kzi_splits_build(table, sets, KZI_NEW_ARRAY(arena, (size_t)1 << BITS, uint16_t), BITS,
                     KZI_NEW_ARRAY(arena, SPLITS, struct kzi_split), SPLITS);
    return table;
}

/* Return the codes of the flowers that are in the class of some mark. */
static uint64_t classed_flowers(const struct kzi_model *model) {
    uint64_t codes = 0;
    for (unsigned i = 0; i < model->mark_names.count; i++)
        codes |= model->marks[i].kind == KZI_MARK_FACES ? model->marks[i].class_.faces : 0;
    return codes;
}

/* Lay out which flowers count.  number: some mark counts flowers of any kind.  If every mark counts
 * all flowers, only their number matters. */
static void lay_out_flowers(struct kz_ruleset *ruleset, bool number) {
    const struct kzi_model *model = ruleset->model;
    const uint64_t codes = classed_flowers(model);
    uint32_t all = 0;
    ruleset->takes_flowers = number || codes;
    ruleset->faces_played = kzi_faces_of(codes) | (number ? (1U << KZI_HONOR_FACE) - 1 : 0);
    for (unsigned face = 0; face < KZI_FACES; face++)
        all += ruleset->faces_played >> face & 1 ? model->face_copies[face] : 0;
    for (unsigned i = 0; ruleset->takes_flowers && i < model->wild_names.count; i++)
        ruleset->asks_which |= model->wilds[i].faces != 0;
    for (unsigned i = 0; i < ruleset->n_marks; i++)
        ruleset->asks_which |= model->marks[i].kind == KZI_MARK_FACES &&
                               (number || !codes || model->marks[i].class_.faces != codes);
    if (codes && all < ruleset->max_flowers)
        ruleset->max_flowers = all;
    ruleset->max_flowers_unseen = ruleset->asks_which ? 0 : ruleset->max_flowers;
}

static void lay_out_marks(struct kz_ruleset *ruleset) {
    bool number = false;
    ruleset->max_flowers = UINT32_MAX;
    for (unsigned i = 0; i < ruleset->n_marks; i++) {
        const struct kzi_mark *mark = &ruleset->model->marks[i];
        if (mark->max && mark->max < ruleset->max_flowers)
            ruleset->max_flowers = mark->max;
        number |= mark->kind == KZI_MARK_FLOWERS;
        ruleset->takes_aside |= mark->kind == KZI_MARK_ASIDE;
        ruleset->takes_thrown |= mark->kind == KZI_MARK_THROWN;
    }
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->in_use && yaku->each == KZI_EACH_MARK)
            ruleset->red_suits |= ruleset->model->marks[yaku->each_mark].red_suits;
    }
    lay_out_flowers(ruleset, number);
}

/* Lay out the circumstances that each known word gives; a word that these rules do not use gives
 * none. */
static void lay_out_words(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    uint64_t *given = KZI_NEW_ARRAY(model->arena, model->known_words.count, uint64_t);
    struct kzi_word *words = KZI_NEW_ARRAY(model->arena, model->known_words.count, struct kzi_word);
    for (size_t i = 0; i < model->known_words.count; i++) {
        int number = kzi_names_find(&model->circumstance_names, model->known_words.name[i]);
        kzi_word_set(&words[i], model->known_words.name[i]);
        given[i] = number < 0 ? 0 : model->circumstances[number].implies;
    }
    ruleset->known_words = given;
    ruleset->words = words;
}

static void lay_out_shapes(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    unsigned sets = 0;
    bool others = false;
    for (size_t i = 0; i < model->shape_names.count; i++) {
        const struct kzi_shape *shape = &model->shapes[i];
        if (shape->sets > sets)
            sets = shape->sets;
        if (shape->any_tiles)
            ruleset->any_tiles |= 1U << i;
        else
            ruleset->hand_size = kzi_shape_tiles(shape);
        others |= !shape->spelled && !shape->any_tiles;
    }
    ruleset->whole_kongs = !others;
    ruleset->shapes = kzi_shapes_of(model->shapes, (unsigned)model->shape_names.count,
                                    splits_for(model->arena, sets));
    kzi_kinds *kinds = KZI_NEW_ARRAY(model->arena, model->n_boxes, kzi_kinds);
    for (size_t i = 0; i < model->n_boxes; i++)
        kinds[i] = kzi_box_kinds(model->boxes[i].need);
    ruleset->shapes.boxes = (struct kzi_boxes){model->boxes, kinds, (unsigned)model->n_boxes};
    ruleset->played = kzi_kinds_at_least(model->copies, 1) & (kzi_kind_bit(KZI_RED) - 1);
    ruleset->in_fours = kzi_kinds_at_least(model->copies, KZI_MAX_COPIES);
    kzi_kinds_by_count(model->copies, ruleset->may);
}

/* Return whether payments depend on who discarded when a player other than the dealer wins. */
static bool shares_ask_discarder(const struct kzi_shares by[KZI_OUTCOMES]) {
    const struct kzi_share *of = by[KZI_OTHER_WINS].of, *dealer = by[KZI_DEALER_DISCARDS].of;
    return (of[KZI_ROLE_DEALER].written &&
            !kzi_share_equals(&of[KZI_ROLE_DEALER], &of[KZI_ROLE_OTHERS])) ||
           !kzi_share_equals(&of[KZI_ROLE_DISCARDER], &dealer[KZI_ROLE_DISCARDER]) ||
           !kzi_share_equals(&of[KZI_ROLE_OTHERS], &dealer[KZI_ROLE_OTHERS]);
}

/* Return whether a dealer who did not discard pays other chips than the other players. */
static bool dealer_pays_other_chips(const struct kzi_payments *payments) {
    const struct kzi_chips *chips = &payments->chips;
    return payments->has_chips && kzi_chip_times(chips, false, KZI_ROLE_DEALER) !=
                                      kzi_chip_times(chips, false, KZI_ROLE_OTHERS);
}

/* Return whether the condition of one of the `other_payers` has a test of the kind. */
static bool payers_ask(const struct kzi_payment *payment, enum kzi_fact_kind fact) {
    bool ask = false;
    for (size_t i = 0; i < payment->n_other_payers; i++)
        ask |= kzi_condition_asks(payment->other_payers[i].when, fact);
    return ask;
}

static void lay_out_payments(struct kz_ruleset *ruleset) {
    const struct kzi_payments *payments = &ruleset->model->payments;
    const struct kzi_payment *discard = &payments->discard, *self_draw = &payments->self_draw;
    ruleset->asks_from = shares_ask_discarder(discard->by) || dealer_pays_other_chips(payments);
    for (size_t i = 0; i < discard->n_other_payers; i++)
        ruleset->asks_from |= shares_ask_discarder(discard->other_payers[i].by);
    bool limits_pay = ruleset->model->payment_bound != NULL;
    for (size_t i = 0; i < ruleset->model->limit_names.count; i++) {
        const struct kzi_limit_payers *payers = kzi_limit_payers(ruleset->model, (int)i, false);
        ruleset->asks_from |= payers && shares_ask_discarder(payers->by);
        limits_pay |= ruleset->model->limits[i].pays != NULL;
    }
    ruleset->asks_from &= payments->dealer < KZI_SEATS;
    ruleset->has_birds = discard->birds.each || self_draw->birds.each;
    ruleset->has_other_payers = discard->n_other_payers || self_draw->n_other_payers;
    ruleset->other_payers_ask_from = payers_ask(discard, KZI_FACT_FROM);
    ruleset->points_by_value = !ruleset->has_other_payers && !limits_pay;
}

static void lay_out_discarder(struct kz_ruleset *ruleset) {
    const struct kzi_program *program = ruleset->scoring;
    const struct kzi_condition **list = NULL;
    for (unsigned i = 0; program && i < program->n_conditions; i++) {
        bool out = i < ruleset->n_yaku && !ruleset->model->yaku[i].in_use;
        if (!out && kzi_condition_asks(program->conditions[i], KZI_FACT_FROM))
            *KZI_ADD(ruleset->model->arena, list, ruleset->n_by_discarder) = program->conditions[i];
    }
    ruleset->by_discarder = list;
}

static void release_shanten(void *shanten) {
    kzi_shanten_free(*(struct kzi_shanten * _Atomic *)shanten);
}

/* Compile the model, and refuse each rule that can never apply. */
static void compile(struct kz_ruleset *ruleset, struct kzi_model *model, struct kzi_diags *diags) {
    ruleset->model = model;
    ruleset->n_yaku = (unsigned)model->yaku_names.count;
    ruleset->n_marks = (unsigned)model->mark_names.count;
    ruleset->yaku_words = kzi_words_of_bits(ruleset->n_yaku);
    ruleset->shanten = KZI_NEW(model->arena, struct kzi_shanten * _Atomic);
    *kzi_arena_keep(model->arena, release_shanten) = ruleset->shanten;
    lay_out_shapes(ruleset);
    lay_out_words(ruleset);
    lay_out_marks(ruleset);
    lay_out_payments(ruleset);
    ruleset->looked_at[false] = ruleset->asks_from ||
                                model->payments.discard.counter[KZI_ROLE_DEALER] ||
                                model->wild_names.count || ruleset->has_birds;
    ruleset->looked_at[true] = ruleset->looked_at[false] || model->claims != KZI_CLAIMS_ALL;
    lay_out_fu(ruleset);
    kzi_lay_out_yaku(ruleset);
    kzi_lay_out_scoring(ruleset, diags);
    lay_out_discarder(ruleset);
    lay_out_needs(ruleset);
    kzi_prices_check(model, diags);
    kzi_lay_out_covers(ruleset);
    kzi_solve_combinations(ruleset);
    ruleset->written = kzi_fragments_make(model);
}

/* --- making ----------------------------------------------------------------------------------- */

static kz_status model_and_compile(kz_ruleset *rules, kzi_model_source *modelling, const void *from,
                                   struct kzi_diags *diags) {
    struct kzi_model *model = NULL;
    kz_status status = modelling(&model, from, diags);
    rules->model = model;
    if (status == KZ_OK && !model->part)
        compile(rules, model, diags);
    return status == KZ_OK && diags->errors ? KZ_BAD_RULES : status;
}

/* Note that the budget or memory ran out, after the jump to the door. */
static kz_status note_exhausted(kz_ruleset *rules, struct kzi_diags *diags) {
    struct kzi_arena *arena = &rules->arena;
    struct kzi_place place = {diags->of, 1, 1};
    if (arena->out == KZI_OUT_OF_MEMORY)
        return KZ_NO_MEMORY;
    arena->capacity = arena->budget = 0; /* make room for one more error */
    if (arena->out == KZI_OUT_OF_CAPACITY)
        kzi_error_at(diags, place, "these rules take more than %d MiB of memory: %s",
                     KZI_MAX_MEMORY / 1024 / 1024, "make them fewer, or simpler");
    else
        kzi_error_at(diags, place, "these rules take more than %d million steps to check: %s",
                     KZI_MAX_STEPS / 1000 / 1000, "make them fewer, or simpler");
    return KZ_BAD_RULES;
}

static kz_status make(kz_ruleset *rules, kzi_model_source *modelling, const void *from,
                      struct kzi_diags *diags) {
    volatile kz_status status;
    jmp_buf door;
    rules->arena.door = &door;
    if (setjmp(door))
        status = note_exhausted(rules, diags);
    else
        status = model_and_compile(rules, modelling, from, diags);
    rules->arena.door = NULL;
    return status;
}

kz_status kzi_ruleset_make(kz_ruleset **out, kzi_model_source *modelling, const void *from,
                           struct kzi_budget *budget, const struct kzi_listener *listener) {
    *out = NULL;
    kz_ruleset *rules = calloc(1, sizeof *rules);
    if (!rules)
        return kzi_fail(listener->err, KZ_NO_MEMORY, "out of memory");
    struct kzi_diags diags;
    rules->arena.capacity = KZI_MAX_MEMORY;
    rules->arena.budget = KZI_MAX_STEPS;
    if (budget)
        kzi_arena_limit(&rules->arena, budget);
    kzi_diags_init(&diags, &rules->arena);
    kz_status status = make(rules, modelling, from, &diags);
    if (budget)
        kzi_budget_charge(budget, &rules->arena);
    if (budget && status != KZ_OK)
        kzi_budget_regain(budget, &rules->arena);
    if (status == KZ_NO_MEMORY) {
        kzi_ruleset_free(rules);
        return kzi_fail(listener->err, KZ_NO_MEMORY, "out of memory while the rules were loaded");
    }
    kzi_diags_emit(&diags, listener);
    if (status == KZ_OK) {
        *out = rules;
        return KZ_OK;
    }
    if (listener->err)
        listener->err->status = status;
    kzi_ruleset_free(rules);
    return status;
}

void kzi_ruleset_free(kz_ruleset *rules) {
    if (rules)
        kzi_arena_release(&rules->arena);
    free(rules);
}

/* --- changes ---------------------------------------------------------------------------------- */

struct change_ctx {
    const kz_ruleset *old;
    struct kzi_change change;
};

static kz_status load_changed(struct kzi_model **model, const void *from, struct kzi_diags *diags) {
    const struct change_ctx *ctx = from;
    const struct kzi_change *change = &ctx->change;
    const struct kzi_node *root =
        *change->address
            ? kzi_node_with(diags->arena, ctx->old->model->root, change->address, change->value)
            : change->value;
    if (root)
        return kzi_model_load_again(model, ctx->old->model, root, diags);
    kzi_error_at(diags, (struct kzi_place){0}, "these rules have no %s", change->address);
    return KZ_NOT_FOUND;
}

kz_status kzi_ruleset_build_changed(kz_ruleset **out, const kz_ruleset *old,
                                    struct kzi_change change, struct kzi_budget *budget,
                                    kz_error *err) {
    const struct change_ctx ctx = {old, change};
    return kzi_ruleset_make(out, load_changed, &ctx, budget, &(struct kzi_listener){.err = err});
}

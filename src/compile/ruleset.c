/* Model -> ruleset: programs, covers in their order, the fu of every kind of group. */
#include "compile/ruleset.h"

#include "compile/builder.h"
#include "compile/group.h"
#include "hand/problem.h"

#include <string.h>

static void set_bit(uint64_t *bits, size_t at) {
    bits[at / 64] |= UINT64_C(1) << (at % 64);
}

static uint64_t *new_yaku_set(const struct kz_ruleset *ruleset) {
    return KZI_NEW_ARRAY(ruleset->model->arena, ruleset->yaku_words, uint64_t);
}

/* --- the programs ---------------------------------------------------------------------------- */

static unsigned openness_of(const struct kzi_yaku *yaku) {
    if (!yaku->in_use)
        return 0;
    return (yaku->closed.scored ? KZI_HAND_CLOSED : 0U) | (yaku->open.scored ? KZI_HAND_OPEN : 0U);
}

static bool can_be(struct kzi_builder *builder, const struct kzi_if *cond, unsigned openness) {
    struct kzi_rows rows = kzi_lower_openness(builder, openness);
    if (cond)
        rows = kzi_rows_and(builder->arena, kzi_lower(builder, cond, false), rows);
    return rows.too_many || kzi_possible_rows(builder, rows).count;
}

/* A value written for open hands, or for closed ones, is one that some such hand can score. */
static void check_halves(struct kzi_builder *builder, struct kzi_diags *diags,
                         const struct kzi_yaku *yaku) {
    static const char *const halves[] = {"closed", "open"};
    static const unsigned openness[] = {KZI_HAND_CLOSED, KZI_HAND_OPEN};
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_entry *half = kzi_node_entry(kzi_node_get(yaku->node, "value"), halves[i]);
        if (half && !can_be(builder, yaku->when, openness[i]))
            kzi_error_at(diags, half->key->place, "%s can never score in %s hand: leave %s out",
                         yaku->id, i ? "an open" : "a closed", halves[i]);
    }
}

/* A yaku that counts for each of some sets needs at least one of them; NULL: it needs none. */
static struct kzi_if *one_of_each(struct kzi_arena *arena, const struct kzi_yaku *yaku) {
    struct kzi_if *cond = KZI_NEW(arena, struct kzi_if);
    *cond = (struct kzi_if){.node = yaku->node, .place = yaku->place};
    if (yaku->each == KZI_EACH_PATTERN) {
        cond->kind = KZI_IF_has;
        cond->u.pattern = yaku->each_pattern;
        return cond;
    }
    if (yaku->each != KZI_EACH_SET)
        return NULL;
    struct kzi_phrase_count *some = KZI_NEW(arena, struct kzi_phrase_count);
    *some = (struct kzi_phrase_count){yaku->each_set, {false, 1, 255}};
    cond->kind = KZI_IF_groups;
    cond->u.phrases.list = some;
    cond->u.phrases.count = 1;
    return cond;
}

static const struct kzi_if *condition_of(struct kzi_arena *arena, const struct kzi_yaku *yaku) {
    const struct kzi_if *one = one_of_each(arena, yaku);
    if (!one || !yaku->when)
        return one ? one : yaku->when;
    struct kzi_if *both = KZI_NEW(arena, struct kzi_if);
    *both = (struct kzi_if){.kind = KZI_IF_all_of, .node = yaku->node, .place = yaku->place};
    both->u.parts.list = KZI_NEW_ARRAY(arena, 2, const struct kzi_if *);
    both->u.parts.list[both->u.parts.count++] = yaku->when;
    both->u.parts.list[both->u.parts.count++] = one;
    return both;
}

static void add_yaku(struct kzi_builder *builder, struct kzi_diags *diags,
                     const struct kzi_yaku *yaku) {
    unsigned openness = openness_of(yaku);
    bool can_be = kzi_builder_add(builder, condition_of(builder->arena, yaku), openness);
    if (can_be)
        check_halves(builder, diags, yaku);
    if (can_be || !openness)
        return;
    const char *only = openness == KZI_HAND_CLOSED ? " in a closed hand"
                       : openness == KZI_HAND_OPEN ? " in an open hand"
                                                   : "";
    kzi_error_at(diags, yaku->place, "%s can never score: no hand meets its condition%s", yaku->id,
                 only);
}

static void compile_scoring(struct kz_ruleset *ruleset, struct kzi_diags *diags) {
    struct kzi_builder *builder = KZI_NEW(ruleset->model->arena, struct kzi_builder);
    const struct kzi_fu *fu = &ruleset->model->fu;
    kzi_builder_init(builder, ruleset->model);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        add_yaku(builder, diags, &ruleset->model->yaku[i]);
    for (size_t i = 0; i < fu->n_items; i++)
        if (!kzi_builder_add(builder, fu->items[i].when, KZI_HAND_CLOSED | KZI_HAND_OPEN))
            kzi_error_at(diags, fu->items[i].place, "the fu item %s can never be added",
                         fu->items[i].id);
    if (builder->too_many_rows)
        kzi_error_at(diags, (struct kzi_place){ruleset->model->root->place.source, 1, 1},
                     "the conditions need more than 1024 rows: too many alternatives");
    else
        ruleset->scoring = kzi_builder_finish(builder);
}

/* --- needs ----------------------------------------------------------------------------------- */

/* A condition of several keys is one clause for each. */
static void add_needs(struct kz_ruleset *ruleset, struct kzi_need **needs, struct kzi_need need,
                      const struct kzi_if *cond) {
    if (cond && cond->kind == KZI_IF_all_of) {
        for (size_t i = 0; i < cond->u.parts.count; i++)
            add_needs(ruleset, needs, need, cond->u.parts.list[i]);
        return;
    }
    if (!cond)
        return;
    need.clause = cond;
    *needs = kzi_arena_more(ruleset->model->arena, *needs, ruleset->n_needs, sizeof need);
    (*needs)[ruleset->n_needs++] = need;
}

static void list_needs(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    uint16_t *first = KZI_NEW_ARRAY(model->arena, model->circumstance_names.count, uint16_t);
    struct kzi_need *needs = NULL;
    for (size_t i = 0; i < model->circumstance_names.count; i++) {
        first[i] = (uint16_t)ruleset->n_needs;
        add_needs(ruleset, &needs, (struct kzi_need){(int)i, -1, NULL},
                  model->circumstances[i].needs);
        if (ruleset->n_needs > first[i])
            ruleset->needy |= UINT64_C(1) << i;
    }
    unsigned of_circumstances = ruleset->n_needs;
    for (size_t i = 0; i < model->mark_names.count; i++)
        add_needs(ruleset, &needs, (struct kzi_need){-1, (int)i, NULL}, model->marks[i].needs);
    ruleset->needs = needs;
    ruleset->first_need = first;
    ruleset->n_mark_needs = ruleset->n_needs - of_circumstances;
}

/* --- yaku ------------------------------------------------------------------------------------ */

static const struct kzi_if *find_nothing_scored(const struct kzi_if *cond) {
    if (!cond || cond->kind == KZI_IF_nothing_scored)
        return cond;
    if (cond->kind != KZI_IF_all_of)
        return NULL;
    for (size_t i = 0; i < cond->u.parts.count; i++) {
        const struct kzi_if *found = find_nothing_scored(cond->u.parts.list[i]);
        if (found)
            return found;
    }
    return NULL;
}

static void sort_yaku(struct kz_ruleset *ruleset) {
    uint64_t *bonus = new_yaku_set(ruleset), *alone = new_yaku_set(ruleset),
             *closed = new_yaku_set(ruleset), *open = new_yaku_set(ruleset),
             *not_qualifying = new_yaku_set(ruleset), *combinations = new_yaku_set(ruleset),
             *counted = new_yaku_set(ruleset), *repeated = new_yaku_set(ruleset);
    ruleset->nothing_scored = -1;
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        if (yaku->bonus) {
            set_bit(bonus, i);
            set_bit(not_qualifying, i);
        }
        if (yaku->alone)
            set_bit(alone, i);
        if (yaku->each == KZI_EACH_FOUR || yaku->each == KZI_EACH_MARK)
            set_bit(counted, i);
        if (yaku->each != KZI_ONCE && !yaku->combination && yaku->each != KZI_EACH_PATTERN)
            set_bit(repeated, i);
        if (yaku->combination || yaku->each == KZI_EACH_PATTERN) {
            set_bit(combinations, i);
            ruleset->combines = true;
        }
        if (yaku->closed.scored && yaku->closed.limit != KZI_NO_LIMIT)
            set_bit(closed, i);
        if (yaku->open.scored && yaku->open.limit != KZI_NO_LIMIT)
            set_bit(open, i);
        if (find_nothing_scored(yaku->when))
            ruleset->nothing_scored = (int)i;
    }
    for (size_t i = 0; i < ruleset->model->n_minimum_without; i++)
        set_bit(not_qualifying, ruleset->model->minimum_without[i]);
    ruleset->bonus = bonus;
    ruleset->counted = counted;
    ruleset->repeated = repeated;
    ruleset->alone = alone;
    ruleset->combinations = combinations;
    ruleset->worth_limit[0] = closed;
    ruleset->worth_limit[1] = open;
    ruleset->not_qualifying = not_qualifying;
}

/* --- combinations of chows ------------------------------------------------------------------- */

static bool is_of_chows(const struct kzi_pattern *pattern) {
    for (unsigned i = 0; i < pattern->n_terms; i++)
        if (pattern->terms[i].noun != KZI_A_CHOW || pattern->terms[i].adjective)
            return false;
    return true;
}

static bool asks_chows_alone(const struct kzi_if *cond) {
    if (cond->kind == KZI_IF_has)
        return is_of_chows(cond->u.pattern);
    bool alone = cond->kind == KZI_IF_any_of;
    for (size_t i = 0; alone && i < cond->u.parts.count; i++)
        alone = asks_chows_alone(cond->u.parts.list[i]);
    return alone;
}

static void find_chow_combinations(struct kz_ruleset *ruleset) {
    uint64_t *chows = new_yaku_set(ruleset), *bound = new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++) {
        const struct kzi_yaku *yaku = &ruleset->model->yaku[i];
        bool always = yaku->in_use && yaku->closed.scored && yaku->open.scored && !yaku->alone;
        bool each = yaku->each == KZI_EACH_PATTERN && !yaku->when;
        bool once = yaku->each == KZI_ONCE && yaku->combination && yaku->when;
        if (always &&
            ((each && is_of_chows(yaku->each_pattern)) || (once && asks_chows_alone(yaku->when))))
            set_bit(chows, i);
        for (size_t k = 0; k < yaku->n_covers; k++)
            if (yaku->covers[k].which == KZI_COVERS_OWN) {
                set_bit(bound, i);
                set_bit(bound, yaku->covers[k].yaku);
            }
    }
    uint64_t *many = new_yaku_set(ruleset);
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        for (size_t k = 0; k < ruleset->model->yaku[i].n_covers; k++)
            if (ruleset->model->yaku[i].covers[k].which == KZI_COVERS_OWN ||
                ruleset->model->yaku[i].covers[k].which == KZI_COVERS_SOME)
                set_bit(many, ruleset->model->yaku[i].covers[k].yaku);
    for (unsigned i = 0; i < ruleset->yaku_words; i++)
        many[i] |= ruleset->repeated[i] | ruleset->combinations[i];
    ruleset->many = many;
    ruleset->chow_combinations = chows;
    kzi_chow_choices_make(ruleset->model->arena, ruleset->model, chows, bound,
                          &ruleset->chow_choices);
}

static int64_t worth_of(const struct kzi_model *model, const struct kzi_value *value) {
    if (!value->scored)
        return 0;
    return value->limit == KZI_NO_LIMIT
               ? value->number
               : (int64_t)model->limits[value->limit].worth * value->number;
}

static void lay_out_worth(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    int64_t *worth[2];
    for (unsigned open = 0; open < 2; open++) {
        worth[open] = KZI_NEW_ARRAY(model->arena, ruleset->n_yaku, int64_t);
        for (unsigned i = 0; i < ruleset->n_yaku; i++)
            worth[open][i] = worth_of(model, open ? &model->yaku[i].open : &model->yaku[i].closed);
        ruleset->worth[open] = worth[open];
    }
}

/* --- covers ---------------------------------------------------------------------------------- */

struct ordering {
    struct kz_ruleset *ruleset;
    uint8_t *done;
    struct kzi_coverer *list; /* filled from its end: what is covered comes after */
    unsigned left;
};

/* Adds what a yaku covers whole; closed: and what that covers in turn, save where a cover says
 * that it reaches no further. */
static void add_covered(const struct kz_ruleset *ruleset, unsigned at, uint64_t *covers) {
    const struct kzi_model *model = ruleset->model;
    for (size_t i = 0; i < model->yaku[at].n_covers; i++) {
        const struct kzi_cover *cover = &model->yaku[at].covers[i];
        bool whole = cover->which == KZI_COVERS_ALL || cover->which == KZI_COVERS_ONLY;
        if (!whole || covers[cover->yaku / 64] >> (cover->yaku % 64) & 1)
            continue;
        set_bit(covers, cover->yaku);
        if (model->combinations.closed_covers && cover->which == KZI_COVERS_ALL)
            add_covered(ruleset, cover->yaku, covers);
    }
}

/* Covers of some instances, where the yaku is not covered whole. */
static void add_some(const struct kz_ruleset *ruleset, struct kzi_coverer *coverer) {
    const struct kzi_yaku *yaku = &ruleset->model->yaku[coverer->yaku];
    struct kzi_cover *some = KZI_NEW_ARRAY(ruleset->model->arena, yaku->n_covers, struct kzi_cover);
    for (size_t i = 0; i < yaku->n_covers; i++) {
        const struct kzi_cover *cover = &yaku->covers[i];
        bool whole = coverer->covers[cover->yaku / 64] >> (cover->yaku % 64) & 1;
        if (!whole)
            some[coverer->n_some++] = *cover;
    }
    coverer->some = some;
}

static void place_coverer(struct ordering *ordering, unsigned at) {
    const struct kzi_yaku *yaku = &ordering->ruleset->model->yaku[at];
    ordering->done[at] = 1;
    for (size_t i = 0; i < yaku->n_covers; i++)
        if (!ordering->done[yaku->covers[i].yaku])
            place_coverer(ordering, yaku->covers[i].yaku);
    if (!yaku->n_covers)
        return;
    uint64_t *covers = new_yaku_set(ordering->ruleset);
    add_covered(ordering->ruleset, at, covers);
    struct kzi_coverer *coverer = &ordering->list[--ordering->left];
    *coverer = (struct kzi_coverer){.yaku = (uint16_t)at, .covers = covers};
    add_some(ordering->ruleset, coverer);
    ordering->ruleset->combines |= coverer->n_some > 0;
}

static void order_covers(struct kz_ruleset *ruleset) {
    struct kzi_arena *arena = ruleset->model->arena;
    struct ordering ordering = {ruleset, KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint8_t),
                                KZI_NEW_ARRAY(arena, ruleset->n_yaku, struct kzi_coverer),
                                ruleset->n_yaku};
    for (unsigned i = 0; i < ruleset->n_yaku; i++)
        if (!ordering.done[i])
            place_coverer(&ordering, i);
    ruleset->coverers = ordering.list + ordering.left;
    ruleset->n_coverers = ruleset->n_yaku - ordering.left;
    uint64_t *covering = new_yaku_set(ruleset);
    uint16_t *place = KZI_NEW_ARRAY(arena, ruleset->n_yaku, uint16_t);
    for (unsigned i = 0; i < ruleset->n_coverers; i++) {
        set_bit(covering, ruleset->coverers[i].yaku);
        place[ruleset->coverers[i].yaku] = (uint16_t)i;
    }
    ruleset->covering = covering;
    ruleset->place_of_coverer = place;
}

/* --- fu of groups ---------------------------------------------------------------------------- */

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

static void lay_out_fu(struct kz_ruleset *ruleset) {
    const struct kzi_fu *fu = &ruleset->model->fu;
    if (!fu->in_use)
        return;
    for (size_t i = 0; i < fu->n_items && i < 64; i++)
        ruleset->fu_if_nothing |= (uint64_t)fu->items[i].if_nothing << i;
    struct kzi_group_fu *table =
        KZI_NEW_ARRAY(ruleset->model->arena, KZI_GROUP_CODES, struct kzi_group_fu);
    for (unsigned code = 0; code < KZI_GROUP_CODES; code++) {
        struct kzi_coded_group group = kzi_decode_group(code);
        table[code] = group.kind == KZI_PAIR ? fu_of_pair(fu, &group) : fu_of_set(fu, &group);
    }
    ruleset->group_fu = table;
}

/* --- all of it ------------------------------------------------------------------------------- */

/* The table of the classic hand, or for larger hands one of the ruleset's own. */
static const struct kzi_splits *splits_for(struct kzi_arena *arena, unsigned sets) {
    enum { SLOT_BITS = 17, MAX_ENTRIES = 54000, MAX_SPLITS = 62000 };
    if (sets <= kzi_splits_classic.max_sets)
        return &kzi_splits_classic;
    struct kzi_splits *table = KZI_NEW(arena, struct kzi_splits);
    struct kzi_splits_room room = {KZI_NEW_ARRAY(arena, (size_t)1 << SLOT_BITS, uint16_t),
                                   KZI_NEW_ARRAY(arena, MAX_ENTRIES, struct kzi_split_entry),
                                   KZI_NEW_ARRAY(arena, MAX_SPLITS, struct kzi_split),
                                   SLOT_BITS,
                                   MAX_ENTRIES,
                                   MAX_SPLITS};
    kzi_splits_build(&room, sets, table); /* five sets at most, for which the room is enough */
    return table;
}

/* By known word the circumstances that it gives; one that is not used here gives none. */
static void lay_out_words(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    uint64_t *implied = KZI_NEW_ARRAY(model->arena, model->known_words.count, uint64_t);
    for (size_t i = 0; i < model->known_words.count; i++) {
        int number = kzi_names_find(&model->circumstance_names, model->known_words.name[i]);
        implied[i] = number < 0 ? 0 : model->circumstances[number].implies;
    }
    ruleset->implied = implied;
}

static void lay_out_shapes(struct kz_ruleset *ruleset) {
    const struct kzi_model *model = ruleset->model;
    unsigned sets = 0;
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->shapes[i].sets > sets)
            sets = model->shapes[i].sets;
    ruleset->shapes = (struct kzi_shapes){model->shapes, (unsigned)model->shape_names.count,
                                          splits_for(model->arena, sets)};
    ruleset->hand_size = kzi_shape_tiles(&model->shapes[0]);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (model->copies[kind])
            ruleset->played |= kzi_kind_bit(kind);
}

void kzi_compile(struct kz_ruleset *ruleset, struct kzi_model *model, struct kzi_diags *diags) {
    ruleset->model = model;
    ruleset->n_yaku = (unsigned)model->yaku_names.count;
    ruleset->yaku_words = (ruleset->n_yaku + 63) / 64;
    if (!ruleset->yaku_words)
        ruleset->yaku_words = 1;
    ruleset->whys = KZI_NEW_ARRAY(model->arena, KZI_WHYS, _Atomic uint32_t);
    lay_out_shapes(ruleset);
    lay_out_words(ruleset);
    compile_scoring(ruleset, diags);
    list_needs(ruleset);
    sort_yaku(ruleset);
    order_covers(ruleset);
    find_chow_combinations(ruleset);
    lay_out_worth(ruleset);
    lay_out_fu(ruleset);
}

/* --- words ----------------------------------------------------------------------------------- */

bool kzi_ruleset_knows(const struct kz_ruleset *ruleset, const char *word) {
    return kzi_names_find(&ruleset->model->known_words, word) >= 0;
}

uint64_t kzi_circumstances(const struct kz_ruleset *ruleset, const struct kzi_hand *hand,
                           struct kzi_problem *problem) {
    const struct kzi_model *model = ruleset->model;
    uint64_t given = 0;
    for (unsigned i = 0; i < hand->n_words; i++) {
        const struct kzi_word *word = &hand->words[i];
        int number = kzi_names_find_hashed(&model->known_words, word->text, word->hash);
        if (number >= 0) {
            given |= ruleset->implied[number];
        } else if (!hand->words_known) {
            const char *near =
                kzi_nearest(word->text, model->known_words.name, model->known_words.count);
            kzi_problem_note(problem, KZI_UNKNOWN_WORD, word->spot,
                             "\"%s\" is no word that these rules know%s%s%s", word->text,
                             near ? ": did you mean " : "", near ? near : "", near ? "?" : "");
        }
    }
    return given;
}

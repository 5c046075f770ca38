/* What hands to look at: those that the places of the difference speak of. */
#include "analysis/witness/witness_parts.h"

#include <string.h>

static void add(struct kzi_witness_search *search, unsigned of, struct kzi_aim aim) {
    if (search->n_aims < KZI_MAX_AIMS)
        search->aims[search->n_aims++] = (struct kzi_witness_aim){aim, search->alike[of], NULL};
}

static struct kzi_condition *new_cond(struct kzi_witness_search *search,
                                      enum kzi_condition_kind kind) {
    if (search->n_conds == sizeof search->conds / sizeof *search->conds)
        return NULL;
    struct kzi_condition *cond = &search->conds[search->n_conds++];
    *cond = (struct kzi_condition){.kind = kind};
    return cond;
}

/* Whether what stands in one model has the same numbers in the other. */
static bool same_numbers(const struct kzi_witness_search *search) {
    const struct kzi_model *one = search->alike[0]->model, *other = search->alike[1]->model;
    return one->circumstance_names.count == other->circumstance_names.count &&
           one->shape_names.count == other->shape_names.count &&
           one->yaku_names.count == other->yaku_names.count;
}

/* The number of the name at the start of an address. */
static int number_of(const struct kzi_names *names, const char *address) {
    return kzi_names_find_span(names, address, strcspn(address, "."));
}

typedef void make_aims(struct kzi_witness_search *search, unsigned of, const char *rest);

/* Hands with the yaku, and where its condition differs those of which only the other rules say
 * that they have it, or have it not. */
static void aim_yaku(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model, *other = search->alike[1 - of]->model;
    int yaku = number_of(&model->yaku_names, rest), theirs = number_of(&other->yaku_names, rest);
    const char *covered = strstr(rest, ".covers.");
    if (yaku < 0 || !model->yaku[yaku].in_use)
        return;
    add(search, of, (struct kzi_aim){.yaku = yaku});
    if (covered) {
        int with = number_of(&model->yaku_names, covered + strlen(".covers."));
        if (with >= 0)
            add(search, of, (struct kzi_aim){.yaku = yaku, .cond = model->yaku[with].when});
    }
    bool when = !strcmp(rest + strcspn(rest, "."), ".when");
    if (!when || theirs < 0 || !other->yaku[theirs].when || !same_numbers(search))
        return;
    const struct kzi_condition *cond = other->yaku[theirs].when;
    add(search, of, (struct kzi_aim){.yaku = yaku, .cond = cond, .negated = true});
}

static void aim_fu_set(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model;
    const struct kzi_node *lines = kzi_node_at(model->root, "fu.sets");
    for (size_t i = 0; i < model->fu.n_sets; i++) {
        struct kzi_condition *cond = !strcmp(lines->u.entries[i].key->text, rest)
                                         ? new_cond(search, KZI_CONDITION_sets)
                                         : NULL;
        if (!cond)
            continue;
        struct kzi_phrase_count *said = &search->phrases[search->n_conds - 1];
        *said = (struct kzi_phrase_count){model->fu.sets[i].phrase, {false, 1, 255}};
        cond->u.phrases.list = said;
        cond->u.phrases.count = 1;
        add(search, of, (struct kzi_aim){.yaku = -1, .cond = cond});
    }
}

static void aim_fu_pair(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model;
    const struct kzi_node *lines = kzi_node_at(model->root, "fu.pair");
    for (size_t i = 0; i < model->fu.n_pairs; i++) {
        struct kzi_condition *cond = !strcmp(lines->u.entries[i].key->text, rest)
                                         ? new_cond(search, KZI_CONDITION_pair)
                                         : NULL;
        if (!cond)
            continue;
        cond->u.class_ = model->fu.pairs[i].class_;
        add(search, of, (struct kzi_aim){.yaku = -1, .cond = cond});
    }
}

static void aim_fu_item(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_fu *fu = &search->alike[of]->model->fu;
    for (size_t i = 0; i < fu->n_items; i++) {
        size_t len = strlen(fu->items[i].id);
        if (strncmp(rest, fu->items[i].id, len) != 0 || (rest[len] && rest[len] != '.'))
            continue;
        add(search, of, (struct kzi_aim){.yaku = -1, .cond = fu->items[i].when});
        add(search, of, (struct kzi_aim){.yaku = -1, .cond = fu->items[i].when, .negated = true});
    }
}

static bool is_worth(const struct kzi_yaku *yaku, int limit) {
    return yaku->in_use && ((yaku->closed.scored && yaku->closed.limit == limit) ||
                            (yaku->open.scored && yaku->open.limit == limit));
}

/* Yaku worth the limit, by themselves and two at a time. */
static void aim_limit(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model;
    int limit = number_of(&model->limit_names, rest);
    size_t count = model->yaku_names.count;
    for (size_t i = 0; limit >= 0 && i < count; i++) {
        if (!is_worth(&model->yaku[i], limit))
            continue;
        add(search, of, (struct kzi_aim){.yaku = (int)i});
        for (size_t k = i + 1; k < count; k++)
            if (is_worth(&model->yaku[k], limit) && model->yaku[k].when)
                add(search, of, (struct kzi_aim){.yaku = (int)i, .cond = model->yaku[k].when});
    }
}

static void aim_circumstance(struct kzi_witness_search *search, unsigned of, const char *rest) {
    int number = number_of(&search->alike[of]->model->circumstance_names, rest);
    if (number >= 0)
        add(search, of, (struct kzi_aim){.yaku = -1, .words = UINT64_C(1) << number});
}

static void aim_mark(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model;
    int number = number_of(&model->mark_names, rest);
    if (number >= 0)
        add(search, of, (struct kzi_aim){.yaku = -1, .cond = model->marks[number].needs});
}

/* Yaku that speak of the class. */
static void aim_class(struct kzi_witness_search *search, unsigned of, const char *rest) {
    const struct kzi_model *model = search->alike[of]->model;
    for (size_t i = 0; i < model->yaku_names.count; i++)
        if (model->yaku[i].in_use && kzi_mentions(model->yaku[i].node, "tiles.classes", rest, NULL))
            add(search, of, (struct kzi_aim){.yaku = (int)i});
}

static void aim_shape(struct kzi_witness_search *search, unsigned of, const char *rest) {
    int number = number_of(&search->alike[of]->model->shape_names, rest);
    struct kzi_condition *cond = number < 0 ? NULL : new_cond(search, KZI_CONDITION_shape);
    if (!cond)
        return;
    cond->u.bits = UINT64_C(1) << number;
    add(search, of, (struct kzi_aim){.yaku = -1, .cond = cond});
}

static void aim_liability(struct kzi_witness_search *search, unsigned of, const char *rest) {
    (void)rest;
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_model *model = search->alike[i]->model;
        const struct kzi_liability *liability = &model->payments.liability;
        for (size_t k = 0; k < liability->n_yaku; k++) {
            const char *id = model->yaku_names.name[liability->yaku[k]];
            int yaku = kzi_names_find(&search->alike[of]->model->yaku_names, id);
            if (yaku < 0 || search->n_aims == KZI_MAX_AIMS)
                continue;
            add(search, of, (struct kzi_aim){.yaku = yaku, .cond = liability->needs});
            search->aims[search->n_aims - 1].fed = id;
        }
    }
}

/* --- by section ------------------------------------------------------------------------------ */

static const struct {
    const char *section;
    make_aims *make;
} sections[] = {
    {"yaku", aim_yaku},
    {"fu.sets", aim_fu_set},
    {"fu.pair", aim_fu_pair},
    {"fu.add", aim_fu_item},
    {"fu.if_nothing_added", aim_fu_item},
    {"fu.flat", aim_shape},
    {"limits", aim_limit},
    {"payments.liability", aim_liability},
    {"tiles.marks", aim_mark},
    {"tiles.classes", aim_class},
    {"shapes", aim_shape},
    {"circumstances", aim_circumstance},
};

void kzi_witness_aim(struct kzi_witness_search *search) {
    for (size_t i = 0; i < search->difference->n_places; i++)
        for (size_t k = 0; k < sizeof sections / sizeof *sections; k++) {
            const char *address = search->difference->places[i].address;
            const char *rest = kzi_below(address, sections[k].section);
            for (unsigned of = 0; rest && of < 2; of++)
                sections[k].make(search, of, rest);
        }
}

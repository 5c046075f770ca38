/* Find errors that no single key shows. */
#include "base/text.h"
#include "hand/hand.h"
#include "rules/loader.h"
#include "rules/tree/language.h"

static void check_limits(struct kzi_diags *diags, const struct kzi_model *model) {
    const struct kzi_limit *last = NULL;
    KZI_EACH_LIMIT(model, limit) {
        if (!limit->in_use || !limit->from_total)
            continue;
        if (last && limit->from_total == last->from_total)
            kzi_error_at(diags, kzi_later_place(limit->place, last->place),
                         "the limits %s and %s both begin at %d", last->id, limit->id,
                         limit->from_total);
        else if (last && limit->worth < last->worth)
            kzi_error_at(diags, kzi_later_place(limit->place, last->place),
                         "the limit %s begins at %d, above %s at %d, but is worth less", limit->id,
                         limit->from_total, last->id, last->from_total);
        last = limit;
    }
}

static bool is_worth(const struct kzi_value *value, size_t limit) {
    return value->scored && value->limit == limit;
}

/* Refuse a limit that nothing reaches: most likely its id is another limit's, misspelled. */
static void check_reached(struct kzi_diags *diags, const struct kzi_model *model, size_t at) {
    const struct kzi_limit *limit = &model->limits[at];
    const struct kzi_node *draw = kzi_node_get(kzi_node_get(model->root, "payments"), "draw");
    bool reached = !limit->in_use || limit->from_total || limit->from_value ||
                   limit->bounds_payments || kzi_node_is(kzi_node_get(draw, "nagashi"), limit->id);
    for (size_t i = 0; !reached && i < model->yaku_names.count; i++)
        reached = is_worth(&model->yaku[i].closed, at) || is_worth(&model->yaku[i].open, at);
    if (!reached)
        kzi_error_at(diags, limit->place,
                     "nothing leads to the limit %s: no from_total, no from_value, no yaku%s",
                     limit->id,
                     kzi_did_you_mean_other(diags, limit->id, model->limit_names.name,
                                            model->limit_names.count));
}

/* A yaku on the current path along covers, and the cover that led to it (NULL for the first). */
struct step {
    size_t yaku;
    const struct kzi_cover *by;
    size_t next; /* index of its next cover to follow */
};

/* Report that the cover leads back to a yaku on the path. */
static void note_circle(struct kzi_diags *diags, const struct kzi_model *model,
                        const struct step *path, size_t length, const struct kzi_cover *last) {
    char names[300];
    struct kzi_text text = kzi_text_fixed(names, sizeof names);
    struct kzi_place place = last->place;
    size_t from = length - 1;
    while (path[from].yaku != last->yaku)
        from--;
    for (size_t i = from; i < length; i++) {
        if (i > from)
            place = kzi_later_place(place, path[i].by->place);
        kzi_text_format(&text, "%s, ", model->yaku[path[i].yaku].id);
    }
    kzi_text_put(&text, model->yaku[last->yaku].id);
    kzi_text_end(&text);
    kzi_error_at(diags, place, "yaku cover one another in a circle: %s", names);
}

/* Follow the covers from each yaku, without recursion, because a chain may be as long as the list
 * of yaku.  When the walk leaves a yaku, all yaku that it covers are already in the order of
 * covers. */
static void check_covers(struct kzi_diags *diags, struct kzi_model *model) {
    enum { UNSEEN, ON_PATH, DONE };
    size_t count = model->yaku_names.count;
    uint8_t *state = KZI_NEW_ARRAY(diags->arena, count, uint8_t);
    struct step *path = KZI_NEW_ARRAY(diags->arena, count, struct step);
    model->cover_order = KZI_NEW_ARRAY(diags->arena, count, uint16_t);
    for (size_t i = 0; i < count; i++) {
        size_t length = state[i] == UNSEEN;
        if (length)
            path[0] = (struct step){.yaku = i};
        while (length) {
            struct step *at = &path[length - 1];
            const struct kzi_yaku *yaku = &model->yaku[at->yaku];
            state[at->yaku] = at->next == yaku->n_covers ? DONE : ON_PATH;
            if (at->next == yaku->n_covers) {
                if (yaku->n_covers)
                    model->cover_order[model->n_cover_order++] = (uint16_t)at->yaku;
                length--;
                continue;
            }
            const struct kzi_cover *cover = &yaku->covers[at->next++];
            if (state[cover->yaku] == UNSEEN)
                path[length++] = (struct step){cover->yaku, cover, 0};
            else if (state[cover->yaku] == ON_PATH)
                note_circle(diags, model, path, length, cover);
        }
    }
}

/* Bound the number of covers of some instances, which are compared pairwise. */
static void check_partial(struct kzi_diags *diags, const struct kzi_model *model) {
    unsigned count = 0;
    KZI_EACH_YAKU_OF(model, yaku)
        for (size_t k = 0; k < yaku->n_covers; k++) {
            const struct kzi_cover *cover = &yaku->covers[k];
            count += cover->which == KZI_COVERS_OWN || cover->which == KZI_COVERS_SOME;
            if (count > KZI_MAX_PARTIAL) {
                kzi_error_at(diags, cover->place, "there are more than %d covers of some instances",
                             KZI_MAX_PARTIAL);
                return;
            }
        }
}

static void check_yaku(struct kzi_diags *diags, const struct kzi_yaku *yaku) {
    if (!yaku->closed.scored && !yaku->open.scored)
        kzi_error_at(diags, yaku->place, "%s scores neither closed nor open", yaku->id);
}

static void check_fu(struct kzi_diags *diags, const struct kzi_model *model) {
    if (model->hand_value.doubling && !model->hand_value.start && !model->fu.in_use)
        kzi_error_at(diags, (struct kzi_place){model->root->place.source, 1, 1},
                     "hand_value doubles fu, but the ruleset has no fu");
}

/* Check that each hand that wins has a row in the table: the lowest row is not above the
 * minimum. */
static void check_table(struct kzi_diags *diags, const struct kzi_model *model) {
    const struct kzi_hand_value *value = &model->hand_value;
    if (value->n_rows && value->rows[0].from_total > model->minimum)
        kzi_error_at(diags, value->table,
                     "a hand wins with a total of %d, but the lowest row of the table is %d",
                     (int)model->minimum, (int)value->rows[0].from_total);
    for (size_t i = 1; i < value->n_rows; i++) {
        const struct kzi_value_row *row = &value->rows[i], *last = row - 1;
        if (row->worth < last->worth)
            kzi_error_at(diags, kzi_later_place(row->place, last->place),
                         "a total of %d is worth less than one of %d: %d, not %d",
                         (int)row->from_total, (int)last->from_total, (int)row->worth,
                         (int)last->worth);
    }
}

static void add_languages(struct kzi_names *languages, const struct kzi_node *name) {
    KZI_EACH_ENTRY(name, entry)
        kzi_names_add(languages, entry->key->text);
}

void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model) {
    add_languages(languages, model->title);
    KZI_EACH_YAKU_OF(model, yaku)
        add_languages(languages, yaku->name);
    KZI_EACH_LIMIT(model, limit)
        add_languages(languages, kzi_node_get(limit->node, "name"));
}

/* Refuse a misspelled language, which would otherwise silently mean English. */
static void check_language(struct kzi_diags *diags, const struct kzi_model *model) {
    struct kzi_names languages;
    kzi_names_init(&languages, diags->arena);
    kzi_names_add(&languages, "en"); /* the language of names written without one */
    kzi_languages_of(&languages, model);
    if (!model->language || kzi_serves_language(&languages, model->language))
        return;
    kzi_error_at(diags, kzi_node_get(model->root, "language")->place,
                 "there are no names in the language %s%s", model->language,
                 kzi_did_you_mean(diags, model->language, languages.name, languages.count));
}

/* Refuse what a wild tile cannot be in shapes of sets, pairs or a body.  A kong is always a
 * meld. */
static void check_wild_in_sets(struct kzi_diags *diags, const struct kzi_wild *wild) {
    const unsigned concealed = 1U << KZI_CHOW | 1U << KZI_PUNG | 1U << KZI_PAIR;
    if ((wild->in & concealed) != concealed)
        kzi_error_at(
            diags, wild->in_place,
            "in without chow, pung and pair is part of the rule language, but this version "
            "does not score it yet");
}

/* Check that wild tiles fit the shapes: any can complete sets, pairs or a body, but only jokers of
 * one kind can complete a spelled hand. */
static void check_wild(struct kzi_diags *diags, const struct kzi_model *model) {
    const size_t count = model->wild_names.count;
    bool parts = false;
    for (size_t i = 0; count && i < model->shape_names.count; i++) {
        const struct kzi_shape *shape = &model->shapes[i];
        if (shape->form == KZI_FORM_PARTS)
            kzi_error_at(diags, model->wilds[0].place,
                         "this version does not score wild tiles in the shape %s, which has more "
                         "parts than sets, a pair and a body",
                         model->shape_names.name[i]);
        if (shape->spelled &&
            (count > 1 || !model->wilds[0].tiles || model->wilds[0].tiles & ~KZI_ALL_JOKERS))
            kzi_error_at(
                diags, model->wilds[count - 1].place,
                "this version scores what is spelled with jokers of one kind, but no other "
                "wild tiles");
        parts |= !shape->spelled && !shape->any_tiles;
    }
    for (size_t i = 0; parts && i < count; i++)
        check_wild_in_sets(diags, &model->wilds[i]);
}

/* Check for what only spelled hands can have: larger melds, and flowers among the tiles. */
static void check_spelled(struct kzi_diags *diags, const struct kzi_model *model) {
    const struct kzi_node *root = model->root, *tiles = kzi_node_get(root, "tiles"),
                          *flowers = kzi_node_get(tiles, "in_hand"),
                          *claims = kzi_node_get(root, "claims"),
                          *shapes = kzi_node_get(root, "shapes");
    bool others = false;
    for (size_t i = 0; i < model->shape_names.count; i++) {
        others |= !model->shapes[i].spelled && !model->shapes[i].any_tiles;
        if (model->shapes[i].spelled && !model->n_boxes)
            kzi_error_at(diags, kzi_node_entry(shapes, model->shape_names.name[i])->key->place,
                         "no yaku spells a hand of the shape %s", model->shape_names.name[i]);
    }
    if (others && flowers)
        kzi_error_at(diags, flowers->place,
                     "flowers are tiles of a hand only where every shape is spelled");
    if (others && model->claims & ~KZI_CLAIMS_ALL)
        kzi_error_at(diags, claims->place,
                     "quints and sextets are claimed only where every shape is spelled");
}

void kzi_check_model(struct kzi_diags *diags, struct kzi_model *model) {
    check_limits(diags, model);
    for (size_t i = 0; i < model->limit_names.count; i++)
        check_reached(diags, model, i);
    check_covers(diags, model);
    check_partial(diags, model);
    check_fu(diags, model);
    check_table(diags, model);
    check_language(diags, model);
    check_wild(diags, model);
    check_spelled(diags, model);
    KZI_EACH_YAKU_OF(model, yaku)
        check_yaku(diags, yaku);
}

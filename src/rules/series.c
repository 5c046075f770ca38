/* Series of yaku: of those that hold, only the one worth most counts, so each covers the ones worth
 * less.  Of two with the same worth, the earlier one covers the later. */
#include "rules/loader.h"

/* Return a positive number if a is worth more than b, a negative one if less.  A limit is worth
 * more than any number, because it replaces the total. */
static int compare_worth(const struct kzi_model *model, const struct kzi_value *a,
                         const struct kzi_value *b) {
    bool limit = a->limit != KZI_NO_LIMIT;
    if (limit != (b->limit != KZI_NO_LIMIT))
        return limit ? 1 : -1;
    int64_t worth[] = {a->number, b->number};
    if (limit) {
        worth[0] *= model->limits[a->limit].worth;
        worth[1] *= model->limits[b->limit].worth;
    }
    return (worth[0] > worth[1]) - (worth[0] < worth[1]);
}

/* Return the place of the key `series`. */
static struct kzi_place series_place(const struct kzi_yaku *yaku) {
    return kzi_node_entry(yaku->node, "series")->key->place;
}

static bool covers(const struct kzi_yaku *yaku, size_t other) {
    for (size_t i = 0; i < yaku->n_covers; i++)
        if (yaku->covers[i].yaku == other)
            return true;
    return false;
}

static void cover(struct kzi_diags *diags, struct kzi_model *model, size_t more, size_t less) {
    struct kzi_yaku *yaku = &model->yaku[more];
    if (!covers(yaku, less))
        *KZI_ADD(diags->arena, yaku->covers, yaku->n_covers) =
            (struct kzi_cover){.yaku = (uint16_t)less,
                               .which = KZI_COVERS_ALL,
                               .series = true,
                               .place = series_place(&model->yaku[less])};
}

/* Add the cover between two yaku of a series; `first` is earlier in the file. */
static void compare_two(struct kzi_diags *diags, struct kzi_model *model, size_t first,
                        size_t second) {
    struct kzi_yaku *a = &model->yaku[first], *b = &model->yaku[second];
    bool closed = a->closed.scored && b->closed.scored, open = a->open.scored && b->open.scored;
    int by_closed = closed ? compare_worth(model, &a->closed, &b->closed) : 0,
        by_open = open ? compare_worth(model, &a->open, &b->open) : 0;
    a->in_series = b->in_series = true;
    if (by_closed * by_open < 0)
        kzi_error_at(diags, series_place(b),
                     "%s and %s cannot be in one series: one is worth more in a closed hand, the "
                     "other in an open one",
                     a->id, b->id);
    else if (by_closed + by_open < 0)
        cover(diags, model, second, first);
    else if (closed || open)
        cover(diags, model, first, second);
}

static bool is_member(const struct kzi_yaku *yaku, const char *series) {
    return yaku->in_use && kzi_node_is(yaku->series, series);
}

void kzi_cover_series(struct kzi_diags *diags, struct kzi_model *model) {
    size_t n_yaku = model->yaku_names.count;
    for (size_t i = 0; i < n_yaku; i++) {
        const struct kzi_node *series = model->yaku[i].series;
        unsigned count = 1;
        if (!series || !model->yaku[i].in_use)
            continue;
        kzi_arena_spend(diags->arena, n_yaku - i);
        for (size_t k = i + 1; k < n_yaku && count <= KZI_MAX_SERIES; k++)
            if (is_member(&model->yaku[k], series->text)) {
                compare_two(diags, model, i, k);
                count++;
            }
        if (count > KZI_MAX_SERIES)
            kzi_error_at(diags, series_place(&model->yaku[i]),
                         "more than %d yaku are in the series %s", KZI_MAX_SERIES, series->text);
    }
}

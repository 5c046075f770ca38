/* Why two rulesets make something else of a hand: the differences to blame, in a sentence. */
#include "report/compare_text.h"

static const char *label_of(const struct kzi_differences *differences, unsigned side) {
    return differences->rules[side]->model->label;
}

/* What is more than one value in a file has a meaning that is for comparing, not for reading. */
static bool is_readable(const struct kzi_differing *place, unsigned of) {
    return !place->node[of] || place->node[of]->kind == KZI_SCALAR;
}

/* " (4 -> 2)": what it says in the first ruleset and in the other, where that is short. */
static void put_values(struct kzi_text *text, const struct kzi_differences *differences,
                       const struct kzi_difference *one) {
    const char *first = one->value[0], *second = one->value[1];
    if (!one->option && one->n_places == 1 && is_readable(&one->places[0], 0) &&
        is_readable(&one->places[0], 1)) {
        first = one->places[0].says[0];
        second = one->places[0].says[1];
    }
    if (one->only >= 0) {
        kzi_text_put(text, " (only in ");
        kzi_text_put(text, label_of(differences, (unsigned)one->only));
        kzi_text_char(text, ')');
    } else if (first && second) {
        kzi_text_put(text, " (");
        kzi_text_put(text, first);
        kzi_text_put(text, " -> ");
        kzi_text_put(text, second);
        kzi_text_char(text, ')');
    }
}

static void put_list(struct kzi_text *text, const struct kzi_summed_blame *blame,
                     const char *last) {
    for (size_t i = 0; i < blame->blamed.count; i++) {
        const struct kzi_difference *one = &blame->differences->list[blame->blamed.list[i]];
        if (i)
            kzi_text_put(text, i + 1 < blame->blamed.count ? ", " : last);
        kzi_say_difference(text, one);
        put_values(text, blame->differences, one);
    }
}

void kzi_say_why(struct kzi_text *text, const struct kzi_summed_blame *blame) {
    const struct kzi_blamed *blamed = &blame->blamed;
    if (!blame->differences)
        return;
    kzi_text_put(text, "Why ");
    kzi_text_put(text, label_of(blame->differences, 1));
    kzi_text_put(text, ": ");
    put_list(text, blame, blamed->how == KZI_BLAMED_ALONE ? " or " : " and ");
    if (blamed->how == KZI_BLAMED_ALONE && blamed->count > 1)
        kzi_text_put(text, ", each by itself");
    else if (blamed->how == KZI_BLAMED_TOGETHER)
        kzi_text_put(text, ", together");
    else if (blamed->how == KZI_BLAMED_PARTLY)
        kzi_text_put(text, ", and more than these");
    else if (blamed->how == KZI_BLAMED_NONE && blame->differences->count > KZI_MAX_BLAMED)
        kzi_text_put(text, "the rules have too little in common");
    else if (blamed->how == KZI_BLAMED_NONE)
        kzi_text_put(text, "no rule was found");
    kzi_text_put(text, ".\n");
}

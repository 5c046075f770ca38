/* Why two rulesets make something else of a hand: the differences to blame, in a sentence. */
#include "analysis/compare/comparison_text.h"

static const char *label_of(const struct kzi_differences *differences, unsigned side) {
    return differences->rules[side]->model->label;
}

#define SHORT 40 /* of what is said of a place: what is longer is for diff to show */

/* What a place says in a ruleset, if it is short: as it is written where that is a mapping, whose
 * meaning is for comparing and not for reading. */
static bool said(const struct kzi_differing_place *place, unsigned of, char text[SHORT + 1]) {
    const struct kzi_node *node = place->node[of];
    struct kzi_text words = kzi_text_fixed(text, SHORT + 1);
    if (!place->says[of])
        return false;
    if (node && node->kind != KZI_SCALAR)
        kzi_node_put(&words, node);
    else
        kzi_text_put(&words, place->says[of]);
    return kzi_text_end(&words) <= SHORT;
}

/* " (4 -> 2)": what it says in the first ruleset and in the other, where that is short. */
static void put_values(struct kzi_text *text, const struct kzi_differences *differences,
                       const struct kzi_difference *one) {
    char first[SHORT + 1], second[SHORT + 1];
    if (one->by_setting)
        kzi_text_format(text, " (%s -> %s)", one->value[0], one->value[1]);
    else if (one->only >= 0)
        kzi_text_format(text, " (only in %s)", label_of(differences, (unsigned)one->only));
    else if (one->n_places == 1 && said(&one->places[0], 0, first) &&
             said(&one->places[0], 1, second))
        kzi_text_format(text, " (%s -> %s)", first, second);
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
    else if (blamed->how == KZI_BLAMED_CUT)
        kzi_text_put(text, blamed->count ? ", and whether that is all was not looked for"
                                         : "not looked for, as that takes too long");
    else if (blamed->how == KZI_BLAMED_NONE && blame->differences->count > KZI_MAX_BLAMED)
        kzi_text_put(text, "the rules have too little in common");
    else if (blamed->how == KZI_BLAMED_NONE)
        kzi_text_put(text, "no rule was found");
    kzi_text_put(text, ".\n");
}

#include "hand/lacks.h"

#include <string.h>

void kzi_lacks_search_add(struct kzi_lacks_search *search, unsigned lacking, kzi_kinds accepted,
                          kzi_kinds spare) {
    if (lacking > search->lacks.lacking)
        return;
    kzi_kinds kinds = search->asked == KZI_ACCEPTED ? accepted : spare;
    if (lacking == search->lacks.lacking)
        kinds |= search->lacks.kinds;
    search->lacks = (struct kzi_lacks){lacking, kinds};
    search->walk.bound = lacking - !search->asked;
}

static bool has_two(kzi_kinds kinds) {
    return kinds & (kinds - 1);
}

/* Add what a hand of shape->body_tiles different tiles lacks, one of them twice if
 * shape->one_more. */
static void take_different(struct kzi_lacks_search *search, const struct kzi_shape *shape,
                           kzi_kinds body) {
    const kzi_kinds *have = search->have, *may = search->hand->may;
    kzi_kinds here = have[1] & body, twice = have[2] & body, missing = may[1] & body & ~here;
    unsigned tiles = shape->body_tiles, n_here = kzi_count_kinds(here),
             lacking = n_here < tiles ? tiles - n_here : 0;
    bool one_more = shape->one_more, lacks_pair = one_more && !twice;
    if (lacking > kzi_count_kinds(missing) || (lacks_pair && !(may[2] & body)))
        return;
    kzi_lacks_search_add(search, lacking + lacks_pair,
                         (lacking ? missing : 0) | (lacks_pair ? may[2] & here : 0),
                         (have[1] & ~body) | have[3] | (n_here > tiles ? here & ~twice : 0) |
                             (!one_more || has_two(twice) ? twice : 0));
}

/* Add what a hand of shape->pairs pairs lacks.  A pair with one tile needs one more tile, any other
 * missing pair needs two. */
static void make_pairs(struct kzi_lacks_search *search, const struct kzi_shape *shape) {
    const kzi_kinds *have = search->have, *may = search->hand->may;
    kzi_kinds may_twice = shape->pairs_differ ? 0 : may[4], twice = have[4] & may_twice,
              halves = (have[1] & ~have[2] & may[2]) | (have[3] & ~twice & may_twice),
              none = may[2] & ~have[1], once = may_twice & ~have[3];
    unsigned pairs = shape->pairs, n_here = kzi_count_kinds(have[2]) + kzi_count_kinds(twice),
             n_halves = kzi_count_kinds(halves), need = n_here < pairs ? pairs - n_here : 0,
             begun = need > n_halves ? need - n_halves : 0;
    if (begun > kzi_count_kinds(none) + kzi_count_kinds(once))
        return;
    kzi_lacks_search_add(search, need + begun,
                         (need ? halves : 0) | (begun ? none | (once & have[2]) : 0),
                         (((have[1] & ~have[2]) | (have[3] & ~twice)) &
                          (n_halves > need ? ~(kzi_kinds)0 : ~halves)) |
                             (n_here > pairs ? have[2] : 0));
}

/* Add what the hand lacks for each box.  The wild tiles that were left out count as lacking, as for
 * other shapes. */
static void compare_boxes(struct kzi_lacks_search *search) {
    const struct kzi_unfinished_hand *hand = search->hand;
    struct kzi_box_hand tiles;
    kzi_kinds used_up = 0;
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++)
        used_up |= hand->counts[kind] >= hand->max[kind] ? kzi_kind_bit(kind) : 0;
    kzi_box_hand_init(&tiles, hand->counts, KZI_NO_KIND, hand->melds, hand->n_melds);
    for (unsigned i = 0; i < hand->shapes->boxes.count; i++) {
        struct kzi_box_lacks lacks;
        if (kzi_box_compare(&hand->shapes->boxes.list[i], &tiles, hand->n_wild, &lacks))
            kzi_lacks_search_add(search, lacks.lacking + hand->n_wild,
                                 (lacks.missing & ~used_up) | (lacks.wild ? hand->wild : 0),
                                 lacks.spare);
    }
}

/* Take bodies and knitted parts out of the hand, and call make_groups for each rest. */
static void take_parts(struct kzi_lacks_search *search) {
    struct kzi_rest rest;
    memcpy(rest.counts, search->hand->counts, sizeof rest.counts);
    memcpy(rest.max, search->hand->max, sizeof rest.max);
    rest.lacking = 0;
    rest.missing = 0;
    rest.twice = KZI_NO_KIND;
    kzi_parts_walk(&search->walk, &rest);
}

void kzi_lacks_search_add_shape(struct kzi_lacks_search *search, const struct kzi_shape *shape) {
    search->walk.shape = shape;
    if (shape->form != KZI_FORM_SPELLED &&
        !kzi_melds_fit(shape, search->hand->melds, search->hand->n_melds))
        return;
    switch (shape->form) {
    case KZI_FORM_PAIRS:
        make_pairs(search, shape);
        break;
    case KZI_FORM_ONE_EACH:
    case KZI_FORM_DIFFERENT:
        for (unsigned i = 0; i < shape->n_bodies; i++)
            take_different(search, shape, shape->bodies[i]);
        break;
    case KZI_FORM_SETS:
    case KZI_FORM_BODY:
    case KZI_FORM_PARTS:
        take_parts(search);
        break;
    case KZI_FORM_SPELLED:
        compare_boxes(search);
        break;
    case KZI_FORM_ANY_TILES:
    case KZI_FORMS:
        break;
    }
}

void kzi_lacks_search_init(struct kzi_lacks_search *search, const struct kzi_unfinished_hand *hand,
                           enum kzi_tiles_asked asked, unsigned lacking,
                           void (*make_groups)(void *search, const struct kzi_rest *rest)) {
    search->hand = hand;
    search->asked = asked;
    search->lacks = (struct kzi_lacks){lacking, 0};
    search->walk =
        (struct kzi_parts_walk){.bound = lacking, .found = make_groups, .context = search};
    kzi_kinds_by_count(hand->counts, search->have);
}

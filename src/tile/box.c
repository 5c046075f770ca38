#include "tile/box.h"

/* Return whether each meld of the hand is a group of the box, no two of them the same group. */
static bool has_melds(const struct kzi_box *box, const struct kzi_box_hand *hand) {
    unsigned taken = 0;
    for (unsigned i = 0; i < hand->n_melds; i++) {
        unsigned at = 0;
        while (at < box->n_groups && (taken >> at & 1 || box->groups[at] != hand->melds[i]))
            at++;
        if (at == box->n_groups)
            return false;
        taken |= 1U << at;
    }
    return true;
}

static bool fits(const struct kzi_box *box, const struct kzi_box_hand *hand) {
    const uint64_t high = UINT64_C(0x8080808080808080);
    for (unsigned i = 0; i < KZI_BOX_WORDS; i++)
        if ((((box->need[i] | high) - hand->all[i]) & ((hand->concealed[i] | high) - box->must[i]) &
             high) != high)
            return false;
    return !hand->n_melds || has_melds(box, hand);
}

kzi_kinds kzi_box_kinds(const uint64_t words[KZI_BOX_WORDS]) {
    kzi_kinds kinds = 0;
    for (unsigned i = 0; i < KZI_BOX_WORDS; i++)
        kinds |= (kzi_kinds)kzi_any_of_eight(words[i]) << 8 * i;
    return kinds;
}

unsigned kzi_box_find(const struct kzi_boxes *boxes, const struct kzi_box_hand *hand,
                      unsigned from) {
    const kzi_kinds kinds = kzi_box_kinds(hand->all);
    while (from < boxes->count && (kinds & ~boxes->kinds[from] || !fits(&boxes->list[from], hand)))
        from++;
    return from;
}

bool kzi_box_compare(const struct kzi_box *box, const struct kzi_box_hand *hand, unsigned wild,
                     struct kzi_box_lacks *lacks) {
    /* The tiles that the hand lacks; those among them that no wild tile can replace. */
    unsigned gaps = 0, own = 0;
    kzi_kinds any = 0, only = 0;
    *lacks = (struct kzi_box_lacks){0};
    if (!has_melds(box, hand))
        return false;
    for (unsigned kind = 0; kind <= KZI_A_FACE; kind++) {
        const unsigned need = kzi_box_count(box->need, kind), must = kzi_box_count(box->must, kind),
                       all = kzi_box_count(hand->all, kind),
                       concealed = kzi_box_count(hand->concealed, kind),
                       room = need > all - concealed ? need - (all - concealed) : 0;
        if (must > room)
            return false;
        if (concealed > room)
            lacks->spare |= kzi_kind_bit(kind);
        if (concealed >= room)
            continue;
        gaps += room - concealed;
        own += must > concealed ? must - concealed : 0;
        *(must > concealed ? &only : &any) |= kzi_kind_bit(kind);
    }
    lacks->wild = gaps - own > wild;
    lacks->missing = only | (lacks->wild ? any : 0);
    lacks->lacking = gaps - (lacks->wild ? wild : gaps - own);
    return true;
}

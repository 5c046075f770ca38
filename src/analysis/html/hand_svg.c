/* A hand in pictures, as it lies on the table. */
#include "analysis/html/tile_svg.h"
#include "base/text.h"

/* The claimed tile lies sideways; whose it was the hand does not say, so it is the first. */
static void put_claimed(struct kzi_text *text, const struct kzi_meld *meld) {
    unsigned tiles = meld->kind == KZI_KONG && !meld->added ? 4 : 3;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->kind == KZI_CHOW ? meld->tile + i : meld->tile;
        bool pile = !i && meld->added;
        kzi_text_put(text, pile ? "<span class=\"pile\">" : "");
        kzi_tile_svg(text, kind, meld->red >> i & 1, i ? KZI_TILE_UP : KZI_TILE_SIDEWAYS);
        if (pile) {
            kzi_tile_svg(text, kind, meld->red >> 3 & 1, KZI_TILE_SIDEWAYS);
            kzi_text_put(text, "</span>");
        }
    }
}

/* The tiles at the ends lie face down: red fives, as far as there are two, are those between. */
static void put_concealed_kong(struct kzi_text *text, const struct kzi_meld *meld) {
    unsigned reds = (unsigned)__builtin_popcount(meld->red);
    for (unsigned i = 0; i < 4; i++)
        kzi_tile_svg(text, meld->tile, i % 3 && reds >= i, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK);
}

static void put_meld(struct kzi_text *text, const struct kzi_meld *meld) {
    kzi_text_put(text, "<span class=\"tiles\">");
    if (meld->claimed)
        put_claimed(text, meld);
    else
        put_concealed_kong(text, meld);
    kzi_text_put(text, "</span>");
}

void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_text_put(text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
            kzi_tile_svg(text, kind,
                         kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5 &&
                             copy < reds[kzi_suit(kind)],
                         KZI_TILE_UP);
    kzi_text_put(text, "</span><span class=\"tiles win\">");
    kzi_tile_svg(text, hand->win, hand->win_marked, KZI_TILE_UP);
    kzi_text_format(text, "<span class=\"how\">%s</span></span>",
                    hand->self_draw ? "drawn" : "discard");
    for (unsigned i = 0; i < hand->n_melds; i++)
        put_meld(text, &hand->melds[i]);
    kzi_text_put(text, "</p>\n");
}

/* A hand in pictures, as it lies on the table. */
#include "base/text.h"
#include "report/tile_svg.h"

/* Red fives still to be placed: those of the concealed tiles first. */
struct drawing {
    struct kzi_text *text;
    uint8_t red[KZI_SUITS];
};

static bool take_red(struct drawing *drawing, unsigned kind) {
    unsigned suit = kzi_suit(kind);
    if (suit >= KZI_SUITS || kzi_number(kind) != 5 || !drawing->red[suit])
        return false;
    drawing->red[suit]--;
    return true;
}

static void put_tile(struct drawing *drawing, unsigned kind, enum kzi_tile_look look) {
    bool red = look != KZI_TILE_BACK && take_red(drawing, kind);
    kzi_tile_svg(drawing->text, kind, red, look);
}

/* The claimed tile lies sideways; whose it was the hand does not say, so it is the first. */
static void put_claimed(struct drawing *drawing, const struct kzi_meld *meld) {
    unsigned tiles = meld->kind == KZI_KONG && !meld->added ? 4 : 3;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->kind == KZI_CHOW ? meld->tile + i : meld->tile;
        if (!i && meld->added) {
            kzi_text_put(drawing->text, "<span class=\"pile\">");
            put_tile(drawing, kind, KZI_TILE_SIDEWAYS);
            put_tile(drawing, kind, KZI_TILE_SIDEWAYS);
            kzi_text_put(drawing->text, "</span>");
        } else {
            put_tile(drawing, kind, i ? KZI_TILE_UP : KZI_TILE_SIDEWAYS);
        }
    }
}

static void put_meld(struct drawing *drawing, const struct kzi_meld *meld) {
    kzi_text_put(drawing->text, "<span class=\"tiles\">");
    if (meld->claimed)
        put_claimed(drawing, meld);
    for (unsigned i = 0; !meld->claimed && i < 4; i++)
        put_tile(drawing, meld->tile, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK);
    kzi_text_put(drawing->text, "</span>");
}

void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand) {
    struct drawing drawing = {.text = text};
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        drawing.red[suit] = hand->marked[suit];
    if (hand->win_marked && drawing.red[kzi_suit(hand->win)])
        drawing.red[kzi_suit(hand->win)]--;
    kzi_text_put(text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
            put_tile(&drawing, kind, KZI_TILE_UP);
    kzi_text_put(text, "</span><span class=\"tiles win\">");
    kzi_tile_svg(text, hand->win, hand->win_marked, KZI_TILE_UP);
    kzi_text_format(text, "<span class=\"how\">%s</span></span>",
                    hand->self_draw ? "drawn" : "discard");
    for (unsigned i = 0; i < hand->n_melds; i++)
        put_meld(&drawing, &hand->melds[i]);
    kzi_text_put(text, "</p>\n");
}

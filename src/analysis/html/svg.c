#include "analysis/html/svg.h"

#include "analysis/html/html.h"
#include "tile/notation.h"

void kzi_put_tile_symbols(struct kzi_text *text) {
    kzi_text_put(text, kzi_asset_tiles);
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Say a tile: "5 of bamboo", "red 5 of bamboo", "East wind", "joker 1", "plum". */
static void say_tile(struct kzi_sentence *page, unsigned tile, bool red) {
    if (tile >= KZI_SHOWN_FACE) {
        kzi_argument_word(page, "face", kzi_tile_name(tile).text);
        return;
    }
    kzi_sentence_begin(page);
    if (tile < KZI_JOKER && kzi_is_honor(tile)) {
        kzi_sentence_end(page, KZI_SAYS_asks_class_E_name + tile - KZI_HONOR);
    } else {
        kzi_argument_int(page, kzi_number(tile));
        kzi_sentence_end(page, tile >= KZI_JOKER
                                   ? (unsigned)KZI_SAYS_joker
                                   : (red ? KZI_SAYS_red_characters : KZI_SAYS_characters) +
                                         kzi_suit(tile));
    }
}

/* Put the picture of a tile or a flower. */
static void put_tile(struct kzi_sentence *page, unsigned tile, bool red, enum kzi_tile_look look) {
    struct kzi_text *text = page->text;
    const bool side = look == KZI_TILE_SIDEWAYS;
    tile = tile == KZI_A_FACE ? KZI_SHOWN_FACE : tile;
    kzi_text_format(text, "<svg class=\"t%s\" viewBox=\"%s\" role=\"img\"><title>",
                    side ? " side" : "", side ? "0 0 80 60" : "0 0 60 80");
    if (look == KZI_TILE_BACK)
        kzi_argument_says(page, KZI_SAYS_face_down);
    else
        say_tile(page, tile, red);
    kzi_text_put(text, "</title><use href=\"#");
    if (look == KZI_TILE_BACK) {
        kzi_text_put(text, "back");
    } else {
        kzi_text_char(text, 't');
        kzi_put_tile(text, tile, red);
    }
    kzi_text_put(text, "\" width=\"60\" height=\"80\"");
    if (side)
        kzi_text_put(text, " transform=\"translate(80 0) rotate(90)\"");
    kzi_text_put(text, "/></svg>");
}

void kzi_put_tiles_svg(struct kzi_sentence *page, const uint8_t *kinds, unsigned count) {
    kzi_text_put(page->text, "<span class=\"tiles\">");
    for (unsigned i = 0; i < count; i++)
        put_tile(page, kinds[i], false, KZI_TILE_UP);
    kzi_text_put(page->text, "</span>");
}

/* --- hands ------------------------------------------------------------------------------------ */

/* Put the tiles of a claimed meld, one of them sideways.  The hand does not say who discarded it,
 * so it comes first. */
static void put_claimed(struct kzi_sentence *page, const struct kzi_meld *meld) {
    unsigned tiles = kzi_meld_tiles(meld) - meld->added;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->stand_ins >> i & 1 ? kzi_joker_of(meld) : kzi_meld_tile(meld, i);
        bool pile = !i && meld->added;
        kzi_text_put(page->text, pile ? "<span class=\"pile\">" : "");
        put_tile(page, kind, meld->red >> i & 1, i ? KZI_TILE_UP : KZI_TILE_SIDEWAYS);
        if (pile) {
            put_tile(page, kind, meld->red >> 3 & 1, KZI_TILE_SIDEWAYS);
            kzi_text_put(page->text, "</span>");
        }
    }
}

/* Put a concealed kong.  The tiles at the ends are face down.  Red fives, up to two, are in the
 * middle. */
static void put_concealed_kong(struct kzi_sentence *page, const struct kzi_meld *meld) {
    unsigned reds = (unsigned)__builtin_popcount(meld->red);
    for (unsigned i = 0; i < kzi_meld_tiles(meld); i++)
        put_tile(page, meld->tile, i % 3 && reds >= i, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK);
}

static void put_faces(struct kzi_sentence *page, const kzi_face_counts *faces) {
    for (unsigned face = 0; face < KZI_FACES; face++)
        for (unsigned left = kzi_face_count(faces, face); left; left--)
            put_tile(page,
                     face < KZI_HONOR_FACE ? KZI_SHOWN_FACE + face
                                           : KZI_HONOR + face - KZI_HONOR_FACE,
                     false, KZI_TILE_UP);
}

/* Put the tiles outside the hand: flowers, then tiles laid aside. */
static void put_laid(struct kzi_sentence *page, const struct kzi_hand *hand) {
    if (!kzi_any_face(&hand->faces) && !hand->aside.count)
        return;
    kzi_text_put(page->text, "<span class=\"tiles\">");
    put_faces(page, &hand->faces);
    for (unsigned i = 0; i < hand->aside.count; i++)
        put_tile(page, hand->aside.kind[i], hand->aside.red >> i & 1, KZI_TILE_UP);
    kzi_text_put(page->text, "</span>");
}

/* Put the winning tile, if there is one, and how the hand won. */
static void put_win(struct kzi_sentence *page, const struct kzi_hand *hand) {
    if (!hand->win_face && hand->win == KZI_NO_KIND)
        return;
    kzi_text_put(page->text, "<span class=\"tiles win\">");
    put_tile(page, hand->win_face ? KZI_SHOWN_FACE + hand->win_face - 1U : hand->win, hand->win_red,
             KZI_TILE_UP);
    kzi_text_format(
        page->text, "<span class=\"how\">%s</span></span>",
        kzi_says_in(page->style, hand->self_draw ? KZI_SAYS_by_self_draw : KZI_SAYS_on_discard));
}

void kzi_put_hand_svg(struct kzi_sentence *page, const struct kzi_hand *arranged) {
    uint8_t reds[KZI_SUITS];
    struct kzi_hand written = *arranged;
    const struct kzi_hand *hand = &written;
    kzi_hand_unarrange(&written);
    kzi_hand_fill_reds(hand, reds);
    kzi_text_put(page->text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        for (unsigned copy = 0; kind != KZI_A_FACE && copy < hand->concealed[kind]; copy++)
            put_tile(page, kind,
                     kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5 &&
                         copy < reds[kzi_suit(kind)],
                     KZI_TILE_UP);
    put_faces(page, &hand->held);
    kzi_text_put(page->text, "</span>");
    put_win(page, hand);
    KZI_EACH_MELD(hand, meld) {
        kzi_text_put(page->text, "<span class=\"tiles\">");
        if (meld->claimed)
            put_claimed(page, meld);
        else
            put_concealed_kong(page, meld);
        kzi_text_put(page->text, "</span>");
    }
    put_laid(page, hand);
    kzi_text_put(page->text, "</p>\n");
}

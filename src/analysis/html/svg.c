#include "analysis/html/svg.h"

#include "analysis/html/html.h"
#include "tile/notation.h"

static void put_id(struct kzi_text *text, unsigned kind, bool red) {
    kzi_text_format(text, "t%u%c", red ? 0 : kzi_number(kind), kzi_letter_of_tile(kind));
}

void kzi_tile_symbols(struct kzi_text *text) {
    kzi_text_put(text, kzi_tile_pictures);
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Put "5 of bamboo", "red 5 of bamboo", "East wind", "joker 1". */
static void tile_name(struct kzi_text *text, unsigned kind, bool red,
                      const struct kzi_style *style) {
    struct kzi_words name = kzi_words_on(text, style);
    kzi_sentence_open(&name);
    if (kind < KZI_JOKER && kzi_is_honor(kind)) {
        kzi_sentence_end(&name, KZI_SAYS_asks_class_E_name + kind - KZI_HONOR);
    } else {
        kzi_argument_int(&name, kzi_number(kind));
        kzi_sentence_end(&name, kind >= KZI_JOKER
                                    ? (unsigned)KZI_SAYS_joker
                                    : (red ? KZI_SAYS_red_characters : KZI_SAYS_characters) +
                                          kzi_suit(kind));
    }
}

static void face_svg(struct kzi_text *text, unsigned face, const struct kzi_style *style) {
    const struct kzi_tile_name id = kzi_tile_name(KZI_SHOWN_FACE + face);
    kzi_text_put(text, "<svg class=\"t\" viewBox=\"0 0 60 80\" role=\"img\"><title>");
    struct kzi_words said = kzi_words_on(text, style);
    kzi_argument_word(&said, "face", id.text);
    kzi_text_format(text, "</title><use href=\"#t%s\" width=\"60\" height=\"80\"/></svg>", id.text);
}

static void tile_svg(struct kzi_text *text, unsigned kind, bool red, enum kzi_tile_look look,
                     const struct kzi_style *style) {
    bool side = look == KZI_TILE_SIDEWAYS;
    if (kind == KZI_A_FACE) {
        face_svg(text, 0, style);
        return;
    }
    kzi_text_format(text, "<svg class=\"t%s\" viewBox=\"%s\" role=\"img\"><title>",
                    side ? " side" : "", side ? "0 0 80 60" : "0 0 60 80");
    if (look == KZI_TILE_BACK)
        kzi_text_put(text, kzi_says_in(style, KZI_SAYS_face_down));
    else
        tile_name(text, kind, red, style);
    kzi_text_put(text, "</title><use href=\"#");
    if (look == KZI_TILE_BACK)
        kzi_text_put(text, "back");
    else
        put_id(text, kind, red);
    kzi_text_put(text, "\" width=\"60\" height=\"80\"");
    if (side)
        kzi_text_put(text, " transform=\"translate(80 0) rotate(90)\"");
    kzi_text_put(text, "/></svg>");
}

void kzi_tiles_svg(struct kzi_text *text, const uint8_t *kinds, unsigned count,
                   const struct kzi_style *style) {
    kzi_text_put(text, "<span class=\"tiles\">");
    for (unsigned i = 0; i < count; i++)
        tile_svg(text, kinds[i], false, KZI_TILE_UP, style);
    kzi_text_put(text, "</span>");
}

/* --- hands ------------------------------------------------------------------------------------ */

/* The claimed tile lies sideways. The hand does not say who discarded it, so it goes first. */
static void put_claimed(struct kzi_text *text, const struct kzi_meld *meld,
                        const struct kzi_style *style) {
    unsigned tiles = kzi_meld_tiles(meld) - meld->added;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->stand_ins >> i & 1 ? kzi_joker_of(meld) : kzi_meld_tile(meld, i);
        bool pile = !i && meld->added;
        kzi_text_put(text, pile ? "<span class=\"pile\">" : "");
        tile_svg(text, kind, meld->red >> i & 1, i ? KZI_TILE_UP : KZI_TILE_SIDEWAYS, style);
        if (pile) {
            tile_svg(text, kind, meld->red >> 3 & 1, KZI_TILE_SIDEWAYS, style);
            kzi_text_put(text, "</span>");
        }
    }
}

/* The tiles at the ends lie face down. Red fives, up to two, are shown in the middle. */
static void put_concealed_kong(struct kzi_text *text, const struct kzi_meld *meld,
                               const struct kzi_style *style) {
    unsigned reds = (unsigned)__builtin_popcount(meld->red);
    for (unsigned i = 0; i < kzi_meld_tiles(meld); i++)
        tile_svg(text, meld->tile, i % 3 && reds >= i, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK, style);
}

static void put_faces(struct kzi_text *text, const kzi_face_counts *faces,
                      const struct kzi_style *style) {
    for (unsigned face = 0; face < KZI_FACES; face++)
        for (unsigned left = kzi_face_count(faces, face); left; left--)
            if (face < KZI_HONOR_FACE)
                face_svg(text, face, style);
            else
                tile_svg(text, KZI_HONOR + face - KZI_HONOR_FACE, false, KZI_TILE_UP, style);
}

/* Put the tiles next to the hand: flowers, then those laid aside. */
static void put_laid(struct kzi_text *text, const struct kzi_hand *hand,
                     const struct kzi_style *style) {
    if (!kzi_any_face(&hand->faces) && !hand->aside.count)
        return;
    kzi_text_put(text, "<span class=\"tiles\">");
    put_faces(text, &hand->faces, style);
    for (unsigned i = 0; i < hand->aside.count; i++)
        tile_svg(text, hand->aside.kind[i], hand->aside.red >> i & 1, KZI_TILE_UP, style);
    kzi_text_put(text, "</span>");
}

/* Put the winning tile, if there is one, and how it came. */
static void put_win(struct kzi_text *text, const struct kzi_hand *hand,
                    const struct kzi_style *style) {
    if (!hand->win_face && hand->win == KZI_NO_KIND)
        return;
    kzi_text_put(text, "<span class=\"tiles win\">");
    if (hand->win_face)
        face_svg(text, hand->win_face - 1U, style);
    else
        tile_svg(text, hand->win, hand->win_marked, KZI_TILE_UP, style);
    kzi_text_format(
        text, "<span class=\"how\">%s</span></span>",
        kzi_says_in(style, hand->self_draw ? KZI_SAYS_by_self_draw : KZI_SAYS_on_discard));
}

void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *arranged,
                  const struct kzi_style *style) {
    uint8_t reds[KZI_SUITS];
    struct kzi_hand written = *arranged;
    const struct kzi_hand *hand = &written;
    kzi_hand_unarrange(&written);
    kzi_hand_concealed_reds(hand, reds);
    kzi_text_put(text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_TILE_KINDS; kind++)
        for (unsigned copy = 0; kind != KZI_A_FACE && copy < hand->concealed[kind]; copy++)
            tile_svg(text, kind,
                     kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5 &&
                         copy < reds[kzi_suit(kind)],
                     KZI_TILE_UP, style);
    put_faces(text, &hand->held, style);
    kzi_text_put(text, "</span>");
    put_win(text, hand, style);
    KZI_EACH_MELD(hand, meld) {
        kzi_text_put(text, "<span class=\"tiles\">");
        if (meld->claimed)
            put_claimed(text, meld, style);
        else
            put_concealed_kong(text, meld, style);
        kzi_text_put(text, "</span>");
    }
    put_laid(text, hand, style);
    kzi_text_put(text, "</p>\n");
}

#include "analysis/html/svg.h"

#include "analysis/html/html.h"
#include "base/utf8.h"
#include "tile/face.h"

#include <stdlib.h>

enum colour { GREEN, RED, BLUE, INK };

static const char *const colours[] = {"#16703f", "#b3201d", "#1d4f91", "#22201c"};

/* --- dots ------------------------------------------------------------------------------------ */

struct spot {
    unsigned x, y;
    enum colour colour;
    int turn; /* in degrees */
};

/* For each number: the size of its spots (the radius of a dot, half the length of a stick), then
 * for each spot x,y, its colour and the degrees that a stick is turned by. */
static const char *const dots[9] = {
    "22 30,40r",
    "13 30,22g 30,58b",
    "11 16,16b 30,40r 44,64g",
    "11 17,21b 43,21g 17,59g 43,59b",
    "10 16,17b 44,17g 30,40r 16,63g 44,63b",
    "10 18,17g 42,17g 18,43r 42,43r 18,65r 42,65r",
    "8 14,14g 30,21g 46,28g 20,47r 40,47r 20,67r 40,67r",
    "8 19,13b 41,13b 19,31b 41,31b 19,49b 41,49b 19,67b 41,67b",
    "8 12,16g 30,16g 48,16g 12,40r 30,40r 48,40r 12,64b 30,64b 48,64b",
};

/* A dot has two rings; that of the one is large enough for a third. */
static void put_dot(struct kzi_text *text, struct spot spot, unsigned size) {
    const char *colour = colours[spot.colour];
    kzi_text_format(text,
                    "<circle cx=\"%u\" cy=\"%u\" r=\"%u\" fill=\"%s\"/>"
                    "<circle cx=\"%u\" cy=\"%u\" r=\"%u\" fill=\"none\" stroke=\"#fffdf5\" "
                    "stroke-width=\"%u\"/>",
                    spot.x, spot.y, size, colour, spot.x, spot.y, size * 11 / 20,
                    size > 15 ? 4U : 2U);
    if (size > 15)
        kzi_text_format(text,
                        "<circle cx=\"%u\" cy=\"%u\" r=\"%u\" fill=\"none\" stroke=\"%s\" "
                        "stroke-width=\"2\"/>",
                        spot.x, spot.y, size + 3, colours[GREEN]);
}

/* --- sticks ---------------------------------------------------------------------------------- */

static const char *const sticks[9] = {
    "", /* the one is a bird */
    "14 30,22g 30,58b",
    "14 30,22b 17,58g 43,58g",
    "14 17,22b 43,22g 17,58g 43,58b",
    "14 14,22g 46,22b 30,40r 14,58b 46,58g",
    "14 12,22g 30,22g 48,22g 12,58b 30,58b 48,58b",
    "10 30,16r 12,40g 30,40b 48,40g 12,65g 30,65b 48,65g",
    "14 9,22g 23,23g+24 37,23g-24 51,22g 9,58b 23,57b-24 37,57b+24 51,58b",
    "10 12,15g 30,15r 48,15b 12,40g 30,40r 48,40b 12,65g 30,65r 48,65b",
};

/* A stick of bamboo: thick ends, a knot in the middle. */
static void put_stick(struct kzi_text *text, struct spot spot, int half) {
    kzi_text_format(text, "<g transform=\"translate(%u %u)", spot.x, spot.y);
    if (spot.turn)
        kzi_text_format(text, " rotate(%d)", spot.turn);
    kzi_text_format(
        text,
        "\" fill=\"%s\"><rect x=\"-4.5\" y=\"%d\" width=\"9\" height=\"%d\" rx=\"3.5\"/>"
        "<rect x=\"-6\" y=\"-2\" width=\"12\" height=\"4\" rx=\"2\"/>"
        "<path d=\"M0 %dV-4M0 4V%d\" stroke=\"#fffdf5\" stroke-width=\"2\" "
        "stroke-linecap=\"round\"/></g>",
        colours[spot.colour], -half, 2 * half, 4 - half, half - 4);
}

/* The one of bamboo: a peacock on its perch. */
static const char bird[] =
    "<path d=\"M31 74C14 66 8 50 14 33c3 9 9 15 16 18 9 4 15 10 14 20z\" fill=\"#16703f\"/>"
    "<path d=\"M18 45c1 10 6 19 14 25M24 50c2 7 6 13 12 18\" fill=\"none\" stroke=\"#fffdf5\" "
    "stroke-width=\"2.4\" stroke-linecap=\"round\"/>"
    "<path d=\"M28 53C20 42 24 31 34 28c-3-4-3-9 1-12 5-4 12-1 13 5 1 5-1 8-2 12 2 10-5 19-18 "
    "20z\" fill=\"#1d4f91\"/>"
    "<circle cx=\"41\" cy=\"20\" r=\"2.4\" fill=\"#fffdf5\"/>"
    "<path d=\"M48 20l8 3-8 3z\" fill=\"#b3201d\"/>"
    "<path d=\"M38 14V6M42 14l3-7M34 15l-3-7\" stroke=\"#b3201d\" stroke-width=\"2.6\" "
    "stroke-linecap=\"round\"/>"
    "<path d=\"M30 38c3 5 9 6 13 2\" fill=\"none\" stroke=\"#fffdf5\" stroke-width=\"2.4\" "
    "stroke-linecap=\"round\"/>"
    "<path d=\"M46 74H20\" stroke=\"#b3201d\" stroke-width=\"3\" stroke-linecap=\"round\"/>";

/* --- faces ----------------------------------------------------------------------------------- */

static const char *const numerals[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
static const char *const honors[] = {"東", "南", "西", "北", "", "發", "中"};
static const uint8_t honor_colours[] = {INK, INK, INK, INK, BLUE, GREEN, RED};

static void put_sign(struct kzi_text *text, const char *sign, unsigned y, unsigned size,
                     enum colour colour) {
    kzi_text_format(text, "<text x=\"30\" y=\"%u\" font-size=\"%u\" fill=\"%s\">%s</text>", y, size,
                    colours[colour], sign);
}

/* A red five also has a star, if its face has space for one. */
static const struct spot stars[KZI_SUITS] = {{50, 13, RED, 0}, {9, 40, RED, 0}, {30, 13, RED, 0}};

static void put_star(struct kzi_text *text, struct spot spot) {
    kzi_text_format(text,
                    "<path transform=\"translate(%u %u)\" d=\"M0-8l2 5.2 5.6.3-4.3 3.5 1.4 "
                    "5.4L0 3.4l-4.7 3L-3.3 1l-4.3-3.5 5.6-.3z\" fill=\"%s\"/>",
                    spot.x, spot.y, colours[spot.colour]);
}

static void put_spots(struct kzi_text *text, const char *spots, bool round, bool red) {
    char *at;
    int size = (int)strtol(spots, &at, 10);
    while (*at) {
        struct spot spot = {.x = (unsigned)strtoul(at + 1, &at, 10)};
        spot.y = (unsigned)strtoul(at + 1, &at, 10);
        spot.colour = red || *at == 'r' ? RED : *at == 'g' ? GREEN : BLUE;
        at++;
        spot.turn = *at == '+' || *at == '-' ? (int)strtol(at, &at, 10) : 0;
        if (round)
            put_dot(text, spot, (unsigned)size);
        else
            put_stick(text, spot, size);
    }
}

static void put_face(struct kzi_text *text, unsigned kind, bool red) {
    unsigned suit = kzi_suit(kind), number = kzi_number(kind);
    if (suit == 0) {
        put_sign(text, numerals[number - 1], 34, 30, red ? RED : INK);
        put_sign(text, "萬", 70, 33, RED);
    } else if (suit == 3) {
        if (*honors[number - 1])
            put_sign(text, honors[number - 1], 57, 46, (enum colour)honor_colours[number - 1]);
        else
            kzi_text_format(text,
                            "<path d=\"M12 12h36v56h-36zM19 19h22v42h-22z\" fill=\"none\" "
                            "stroke=\"%s\" stroke-width=\"3\" stroke-linejoin=\"round\"/>",
                            colours[BLUE]);
    } else if (suit == 2 && number == 1) {
        kzi_text_put(text, bird);
    } else {
        put_spots(text, suit == 1 ? dots[number - 1] : sticks[number - 1], suit == 1, red);
    }
    if (red)
        put_star(text, stars[suit]);
}

static void put_id(struct kzi_text *text, unsigned kind, bool red) {
    kzi_text_format(text, "t%u%c", red ? 0 : kzi_number(kind), "mpsz"[kzi_suit(kind)]);
}

static void put_symbol(struct kzi_text *text, unsigned kind, bool red) {
    kzi_text_put(text, "<symbol id=\"");
    put_id(text, kind, red);
    kzi_text_put(text, "\" viewBox=\"0 0 60 80\"><use href=\"#tile\"/>");
    put_face(text, kind, red);
    kzi_text_put(text, "</symbol>\n");
}

/* Flowers, seasons and animals. */
static const struct {
    const char *name, *sign;
} faces[KZI_FACES] = {
    {"plum", "梅"},   {"orchid", "蘭"}, {"chrysanthemum", "菊"}, {"bamboo", "竹"},
    {"spring", "春"}, {"summer", "夏"}, {"autumn", "秋"},        {"winter", "冬"},
    {"cat", "貓"},    {"rat", "鼠"},    {"rooster", "雞"},       {"centipede", "蟲"},
    {"face 5", "5k"}, {"face 6", "6k"}, {"face 7", "7k"},        {"face 8", "8k"}};

/* Put a flower, with its character or its name in the notation. */
static void put_face_symbol(struct kzi_text *text, unsigned face) {
    kzi_text_put(text, "<symbol id=\"t");
    kzi_face_put(text, face);
    kzi_text_put(text, "\" viewBox=\"0 0 60 80\"><use href=\"#tile\"/>");
    put_sign(text, faces[face].sign, 52, 32, face < 4 ? GREEN : face < KZI_OF_A_SEAT ? RED : BLUE);
    kzi_text_put(text, "</symbol>\n");
}

void kzi_tile_symbols(struct kzi_text *text) {
    kzi_text_put(
        text,
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n"
        "<rect id=\"tile\" x=\"1.5\" y=\"1.5\" width=\"57\" height=\"77\" rx=\"7\" "
        "fill=\"#fffdf5\" stroke=\"#8d8574\" stroke-width=\"2\"/>\n"
        "<symbol id=\"back\" viewBox=\"0 0 60 80\"><rect x=\"1.5\" y=\"1.5\" width=\"57\" "
        "height=\"77\" rx=\"7\" fill=\"#c98a2b\" stroke=\"#7d5415\" stroke-width=\"2\"/>"
        "<path d=\"M12 14h36v52h-36z\" fill=\"none\" stroke=\"#f3d9a6\" stroke-width=\"2.5\"/>"
        "<path d=\"M12 14l36 52M48 14l-36 52\" stroke=\"#f3d9a6\" stroke-width=\"2.5\"/>"
        "</symbol>\n");
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        put_symbol(text, kind, false);
    for (unsigned suit = 0; suit < KZI_SUITS; suit++)
        put_symbol(text, kzi_kind(suit, 5), true);
    for (unsigned face = 0; face < KZI_FACES; face++)
        put_face_symbol(text, face);
    kzi_text_put(text, "</svg>\n");
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Put "5 of bamboo", "red 5 of bamboo", "East wind". */
static void tile_name(struct kzi_text *text, unsigned kind, bool red,
                      const struct kzi_style *style) {
    static const char *const names[] = {"East wind",    "South wind",   "West wind", "North wind",
                                        "white dragon", "green dragon", "red dragon"};
    struct kzi_sentence name = kzi_sentence_begin(text, style);
    if (kzi_is_honor(kind)) {
        const char letter[] = {"ESWNPFC"[kind - KZI_HONOR], '\0'};
        kzi_argument_word(&name, names[kind - KZI_HONOR], "asks.class", letter);
        kzi_sentence_end_list(&name, KZI_AND);
    } else {
        kzi_argument_int(&name, kzi_number(kind));
        kzi_sentence_end(&name,
                         (red ? KZI_SAYS_red_characters : KZI_SAYS_characters) + kzi_suit(kind));
    }
}

static void tile_svg(struct kzi_text *text, unsigned kind, bool red, enum kzi_tile_look look,
                     const struct kzi_style *style) {
    bool side = look == KZI_TILE_SIDEWAYS;
    kzi_text_format(text, "<svg class=\"t%s\" viewBox=\"%s\" role=\"img\"><title>",
                    side ? " side" : "", side ? "0 0 80 60" : "0 0 60 80");
    if (look == KZI_TILE_BACK)
        kzi_sentence_put(text, style, KZI_SAYS_face_down);
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
    unsigned tiles = meld->kind == KZI_KONG && !meld->added ? 4 : 3;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->kind == KZI_CHOW ? meld->tile + i : meld->tile;
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
    for (unsigned i = 0; i < 4; i++)
        tile_svg(text, meld->tile, i % 3 && reds >= i, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK, style);
}

static void face_svg(struct kzi_text *text, unsigned face, const struct kzi_style *style) {
    char id[8];
    struct kzi_text name = kzi_text_fixed(id, sizeof id);
    kzi_face_put(&name, face);
    kzi_text_end(&name);
    kzi_text_put(text, "<svg class=\"t\" viewBox=\"0 0 60 80\" role=\"img\"><title>");
    struct kzi_sentence said = kzi_sentence_begin(text, style);
    kzi_argument_word(&said, faces[face].name, "face", id);
    kzi_sentence_end_list(&said, KZI_AND);
    kzi_text_format(text, "</title><use href=\"#t%s\" width=\"60\" height=\"80\"/></svg>", id);
}

/* Put the tiles next to the hand: flowers, then those laid aside. */
static void put_laid(struct kzi_text *text, const struct kzi_hand *hand,
                     const struct kzi_style *style) {
    if (!hand->faces && !hand->aside.count)
        return;
    kzi_text_put(text, "<span class=\"tiles\">");
    for (unsigned face = 0; face < KZI_FACES; face++)
        for (unsigned left = kzi_face_count(hand->faces, face); left; left--)
            face_svg(text, face, style);
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

void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand,
                  const struct kzi_style *style) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_text_put(text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
            tile_svg(text, kind,
                     kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5 &&
                         copy < reds[kzi_suit(kind)],
                     KZI_TILE_UP, style);
    kzi_text_put(text, "</span>");
    put_win(text, hand, style);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
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

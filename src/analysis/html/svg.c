#include "analysis/html/svg.h"

#include "analysis/html/html.h"
#include "base/utf8.h"

enum colour { GREEN, RED, BLUE, INK };

static const char *const colours[] = {"#16703f", "#b3201d", "#1d4f91", "#22201c"};

/* --- dots ------------------------------------------------------------------------------------ */

struct spot {
    uint8_t x, y, colour;
    int8_t turn; /* of a stick, in degrees */
};

struct face {
    uint8_t count, size; /* of a dot its radius, of a stick half its length */
    struct spot spots[9];
};

static const struct face dots[9] = {
    {1, 22, {{30, 40, RED, 0}}},
    {2, 13, {{30, 22, GREEN, 0}, {30, 58, BLUE, 0}}},
    {3, 11, {{16, 16, BLUE, 0}, {30, 40, RED, 0}, {44, 64, GREEN, 0}}},
    {4, 11, {{17, 21, BLUE, 0}, {43, 21, GREEN, 0}, {17, 59, GREEN, 0}, {43, 59, BLUE, 0}}},
    {5,
     10,
     {{16, 17, BLUE, 0},
      {44, 17, GREEN, 0},
      {30, 40, RED, 0},
      {16, 63, GREEN, 0},
      {44, 63, BLUE, 0}}},
    {6,
     10,
     {{18, 17, GREEN, 0},
      {42, 17, GREEN, 0},
      {18, 43, RED, 0},
      {42, 43, RED, 0},
      {18, 65, RED, 0},
      {42, 65, RED, 0}}},
    {7,
     8,
     {{14, 14, GREEN, 0},
      {30, 21, GREEN, 0},
      {46, 28, GREEN, 0},
      {20, 47, RED, 0},
      {40, 47, RED, 0},
      {20, 67, RED, 0},
      {40, 67, RED, 0}}},
    {8,
     8,
     {{19, 13, BLUE, 0},
      {41, 13, BLUE, 0},
      {19, 31, BLUE, 0},
      {41, 31, BLUE, 0},
      {19, 49, BLUE, 0},
      {41, 49, BLUE, 0},
      {19, 67, BLUE, 0},
      {41, 67, BLUE, 0}}},
    {9,
     8,
     {{12, 16, GREEN, 0},
      {30, 16, GREEN, 0},
      {48, 16, GREEN, 0},
      {12, 40, RED, 0},
      {30, 40, RED, 0},
      {48, 40, RED, 0},
      {12, 64, BLUE, 0},
      {30, 64, BLUE, 0},
      {48, 64, BLUE, 0}}},
};

/* A dot is two rings about a centre; the dot of the one has petals' room for a third. */
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

static const struct face sticks[9] = {
    {0, 0, {{0, 0, 0, 0}}}, /* the one is a bird */
    {2, 14, {{30, 22, GREEN, 0}, {30, 58, BLUE, 0}}},
    {3, 14, {{30, 22, BLUE, 0}, {17, 58, GREEN, 0}, {43, 58, GREEN, 0}}},
    {4, 14, {{17, 22, BLUE, 0}, {43, 22, GREEN, 0}, {17, 58, GREEN, 0}, {43, 58, BLUE, 0}}},
    {5,
     14,
     {{14, 22, GREEN, 0},
      {46, 22, BLUE, 0},
      {30, 40, RED, 0},
      {14, 58, BLUE, 0},
      {46, 58, GREEN, 0}}},
    {6,
     14,
     {{12, 22, GREEN, 0},
      {30, 22, GREEN, 0},
      {48, 22, GREEN, 0},
      {12, 58, BLUE, 0},
      {30, 58, BLUE, 0},
      {48, 58, BLUE, 0}}},
    {7,
     10,
     {{30, 16, RED, 0},
      {12, 40, GREEN, 0},
      {30, 40, BLUE, 0},
      {48, 40, GREEN, 0},
      {12, 65, GREEN, 0},
      {30, 65, BLUE, 0},
      {48, 65, GREEN, 0}}},
    {8,
     14,
     {{9, 22, GREEN, 0},
      {23, 23, GREEN, 24},
      {37, 23, GREEN, -24},
      {51, 22, GREEN, 0},
      {9, 58, BLUE, 0},
      {23, 57, BLUE, -24},
      {37, 57, BLUE, 24},
      {51, 58, BLUE, 0}}},
    {9,
     10,
     {{12, 15, GREEN, 0},
      {30, 15, RED, 0},
      {48, 15, BLUE, 0},
      {12, 40, GREEN, 0},
      {30, 40, RED, 0},
      {48, 40, BLUE, 0},
      {12, 65, GREEN, 0},
      {30, 65, RED, 0},
      {48, 65, BLUE, 0}}},
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
    kzi_text_format(text, "<text x=\"30\" y=\"%u\" style=\"font-size:%upx\" fill=\"%s\">%s</text>",
                    y, size, colours[colour], sign);
}

/* A red five has a star too, where its face has space for one. */
static const struct spot stars[KZI_SUITS] = {{50, 13, RED, 0}, {9, 40, RED, 0}, {30, 13, RED, 0}};

static void put_star(struct kzi_text *text, struct spot spot) {
    kzi_text_format(text,
                    "<path transform=\"translate(%u %u)\" d=\"M0-8l2 5.2 5.6.3-4.3 3.5 1.4 "
                    "5.4L0 3.4l-4.7 3L-3.3 1l-4.3-3.5 5.6-.3z\" fill=\"%s\"/>",
                    spot.x, spot.y, colours[spot.colour]);
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
        const struct face *face = suit == 1 ? &dots[number - 1] : &sticks[number - 1];
        for (unsigned i = 0; i < face->count; i++) {
            struct spot spot = face->spots[i];
            if (red)
                spot.colour = RED;
            if (suit == 1)
                put_dot(text, spot, face->size);
            else
                put_stick(text, spot, face->size);
        }
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

void kzi_tile_symbols(struct kzi_text *text) {
    kzi_text_put(
        text,
        "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\">\n"
        "<style>symbol text{font:700 30px 'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho',"
        "'Songti SC','Noto Sans CJK JP',serif;text-anchor:middle}</style>\n"
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
    kzi_text_put(text, "</svg>\n");
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* "5 of bamboo", "red 5 of bamboo", "East wind". */
static void tile_name(struct kzi_text *text, unsigned kind, bool red) {
    static const char *const suits[] = {"characters", "dots", "bamboo"};
    static const char *const names[] = {"East wind",    "South wind",   "West wind", "North wind",
                                        "white dragon", "green dragon", "red dragon"};
    if (kzi_is_honor(kind))
        kzi_text_put(text, names[kind - KZI_HONOR]);
    else
        kzi_text_format(text, "%s%u of %s", red ? "red " : "", kzi_number(kind),
                        suits[kzi_suit(kind)]);
}

/* One tile. */
static void tile_svg(struct kzi_text *text, unsigned kind, bool red, enum kzi_tile_look look) {
    bool side = look == KZI_TILE_SIDEWAYS;
    kzi_text_format(text, "<svg class=\"t%s\" viewBox=\"%s\" role=\"img\"><title>",
                    side ? " side" : "", side ? "0 0 80 60" : "0 0 60 80");
    if (look == KZI_TILE_BACK)
        kzi_text_put(text, "face down");
    else
        tile_name(text, kind, red);
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

void kzi_tiles_svg(struct kzi_text *text, const uint8_t *kinds, unsigned count) {
    kzi_text_put(text, "<span class=\"tiles\">");
    for (unsigned i = 0; i < count; i++)
        tile_svg(text, kinds[i], false, KZI_TILE_UP);
    kzi_text_put(text, "</span>");
}

/* --- hands ------------------------------------------------------------------------------------ */

/* The claimed tile lies sideways; whose it was the hand does not say, so it is the first. */
static void put_claimed(struct kzi_text *text, const struct kzi_meld *meld) {
    unsigned tiles = meld->kind == KZI_KONG && !meld->added ? 4 : 3;
    for (unsigned i = 0; i < tiles; i++) {
        unsigned kind = meld->kind == KZI_CHOW ? meld->tile + i : meld->tile;
        bool pile = !i && meld->added;
        kzi_text_put(text, pile ? "<span class=\"pile\">" : "");
        tile_svg(text, kind, meld->red >> i & 1, i ? KZI_TILE_UP : KZI_TILE_SIDEWAYS);
        if (pile) {
            tile_svg(text, kind, meld->red >> 3 & 1, KZI_TILE_SIDEWAYS);
            kzi_text_put(text, "</span>");
        }
    }
}

/* The tiles at the ends lie face down: red fives, as far as there are two, are those between. */
static void put_concealed_kong(struct kzi_text *text, const struct kzi_meld *meld) {
    unsigned reds = (unsigned)__builtin_popcount(meld->red);
    for (unsigned i = 0; i < 4; i++)
        tile_svg(text, meld->tile, i % 3 && reds >= i, i % 3 ? KZI_TILE_UP : KZI_TILE_BACK);
}

void kzi_hand_svg(struct kzi_text *text, const struct kzi_hand *hand) {
    uint8_t reds[KZI_SUITS];
    kzi_hand_concealed_reds(hand, reds);
    kzi_text_put(text, "<p class=\"hand\"><span class=\"tiles\">");
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        for (unsigned copy = 0; copy < hand->concealed[kind]; copy++)
            tile_svg(text, kind,
                     kzi_suit(kind) < KZI_SUITS && kzi_number(kind) == 5 &&
                         copy < reds[kzi_suit(kind)],
                     KZI_TILE_UP);
    kzi_text_put(text, "</span><span class=\"tiles win\">");
    tile_svg(text, hand->win, hand->win_marked, KZI_TILE_UP);
    kzi_text_format(text, "<span class=\"how\">%s</span></span>",
                    hand->self_draw ? "drawn" : "discard");
    for (unsigned i = 0; i < hand->n_melds; i++) {
        const struct kzi_meld *meld = &hand->melds[i];
        kzi_text_put(text, "<span class=\"tiles\">");
        if (meld->claimed)
            put_claimed(text, meld);
        else
            put_concealed_kong(text, meld);
        kzi_text_put(text, "</span>");
    }
    kzi_text_put(text, "</p>\n");
}

/* --- plots of bars ---------------------------------------------------------------------------- */

#define WIDTH 400
#define LEFT  150 /* where bars begin, next to their labels */
#define RIGHT 70  /* for the number behind the longest */
#define SHORT 20  /* characters of a label that fits next to its bar */
#define LONG  56  /* and above it; a longer one is pressed together */

struct layout {
    struct kzi_text *text;
    int64_t most; /* of the sizes */
    bool above;   /* labels go above their bars because one is too long */
    unsigned left, height;
};

static size_t label_width(const struct kzi_plotted *bar) {
    return kzi_utf8_width(bar->label, strlen(bar->label));
}

static void lay_out(struct layout *layout, const struct kzi_plotted *bars, unsigned count) {
    layout->most = 1;
    layout->above = false;
    for (unsigned i = 0; i < count; i++) {
        layout->most = bars[i].size > layout->most ? bars[i].size : layout->most;
        layout->above |= label_width(&bars[i]) > SHORT;
    }
    layout->left = layout->above ? 0 : LEFT;
    layout->height = layout->above ? 44 : 24;
}

/* Tenths of a unit, so that small bars differ; what is not nothing is seen. */
static long long length_of(const struct layout *layout, const struct kzi_plotted *bar) {
    long long room = (WIDTH - RIGHT - (long long)layout->left) * 10, most = layout->most;
    long long length =
        most > INT64_MAX / room ? bar->size / (most / room) : bar->size * room / most;
    return bar->size && length < 10 ? 10 : length;
}

static void put_bar(const struct layout *layout, const struct kzi_plotted *bar, unsigned number) {
    long long length = length_of(layout, bar);
    unsigned top = number * layout->height, at = top + (layout->above ? 20 : 3);
    if (layout->above)
        kzi_text_format(
            layout->text, "<text x=\"0\" y=\"%u\"%s>", top + 14,
            label_width(bar) > LONG ? " textLength=\"400\" lengthAdjust=\"spacingAndGlyphs\"" : "");
    else
        kzi_text_format(layout->text, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", LEFT - 8,
                        top + 16);
    kzi_html_put(layout->text, bar->label);
    kzi_text_put(layout->text, "</text>");
    kzi_text_format(layout->text,
                    "<rect class=\"%s\" x=\"%u\" y=\"%u\" width=\"%lld.%lld\" height=\"18\" "
                    "rx=\"2\"/><text x=\"%lld\" y=\"%u\">",
                    bar->apart ? "apart" : "bar", layout->left, at, length / 10, length % 10,
                    layout->left + length / 10 + 6, at + 13);
    kzi_html_put(layout->text, bar->value);
    kzi_text_put(layout->text, "</text>\n");
}

void kzi_bars_svg(struct kzi_text *text, const char *title, const struct kzi_plotted *bars,
                  unsigned count) {
    struct layout layout = {.text = text};
    lay_out(&layout, bars, count);
    kzi_text_format(text, "<svg class=\"plot\" viewBox=\"0 0 %d %u\" role=\"img\"><title>", WIDTH,
                    count * layout.height);
    kzi_html_put(text, title);
    kzi_text_put(text, "</title>\n");
    for (unsigned i = 0; i < count; i++)
        put_bar(&layout, &bars[i], i);
    kzi_text_put(text, "</svg>\n");
}

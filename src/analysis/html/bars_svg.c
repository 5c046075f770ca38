#include "analysis/html/bars_svg.h"

#include "analysis/html/html.h"
#include "base/utf8.h"

#define WIDTH 400
#define LEFT  150 /* where bars begin beside their labels */
#define RIGHT 70  /* for the number behind the longest */
#define SHORT 20  /* characters of a label that has room beside its bar */
#define LONG  56  /* and above it; a longer one is pressed together */

struct layout {
    struct kzi_text *text;
    int64_t most; /* of the sizes */
    bool above;   /* labels stand above their bars: one is too long */
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

static void put_label(const struct layout *layout, const struct kzi_plotted *bar, unsigned top) {
    if (layout->above)
        kzi_text_format(
            layout->text, "<text x=\"0\" y=\"%u\"%s>", top + 14,
            label_width(bar) > LONG ? " textLength=\"400\" lengthAdjust=\"spacingAndGlyphs\"" : "");
    else
        kzi_text_format(layout->text, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\">", LEFT - 8,
                        top + 16);
    kzi_html_put(layout->text, bar->label);
    kzi_text_put(layout->text, "</text>");
}

static void put_bar(const struct layout *layout, const struct kzi_plotted *bar, unsigned number) {
    long long length = length_of(layout, bar);
    unsigned top = number * layout->height, at = top + (layout->above ? 20 : 3);
    put_label(layout, bar, top);
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

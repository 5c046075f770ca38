#include "analysis/html/html.h"

#include "base/utf8.h"

/* --- the page -------------------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f1d18;--soft:#5f5a4e;--paper:#fbfaf5;"
    "--line:#d9d4c5;--head:#f0ede2;--mark:#fbeecb;--edge:#b3201d;--bar:#2f6d4f;--shade:#0004}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece8dc;--soft:#aaa494;--paper:#191815;"
    "--line:#423e35;--head:#2b2923;--mark:#4a3c17;--edge:#ef8a80;--bar:#6fbf96;"
    "--shade:#fff6}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.5rem;line-height:1.25;margin:.2em 0 .3em}\n"
    "h2{font-size:1.15rem;margin:1.6em 0 .4em}\n"
    "h3{font-size:1rem;margin:1.2em 0 .3em}\n"
    ".soft,footer{color:var(--soft);font-size:.875rem}\n"
    "footer{margin-top:2.5em;border-top:1px solid var(--line);padding-top:.6em}\n"
    /* A shadow at an edge shows that there is more to scroll to. The shadow is fixed, and the
     * cover over it scrolls with the table. */
    ".scroll{overflow-x:auto;margin:.8em 0;max-width:100%;background:"
    "linear-gradient(90deg,var(--paper) 50%,transparent) left/2rem 100% no-repeat local,"
    "linear-gradient(270deg,var(--paper) 50%,transparent) right/2rem 100% no-repeat local,"
    "linear-gradient(90deg,var(--shade),transparent) left/1rem 100% no-repeat,"
    "linear-gradient(270deg,var(--shade),transparent) right/1rem 100% no-repeat}\n"
    ".pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,24rem),1fr));"
    "gap:0 2rem}\n"
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
    "overflow-wrap:normal}\n"
    ".pair table{width:100%}.pair .words{grid-column:1/-1}\n"
    "caption{text-align:left;font-weight:600;padding:.2em 0 .4em}\n"
    "th,td{border:1px solid var(--line);padding:.25em .6em;text-align:right;vertical-align:top}\n"
    "thead th{background:var(--head);vertical-align:bottom}\n"
    "tbody th{font-weight:600;background:var(--head)}\n"
    ".words th:first-child{text-align:left}\n"
    ".cells th,.cells td{text-align:left}.cells .n{text-align:right}\n"
    "td.none{color:var(--soft)}\n"
    "td.beyond{background:var(--mark)}\n"
    ".hand{display:flex;flex-wrap:wrap;gap:1.5rem .9rem;margin:.6em 0;padding-bottom:1.4rem;"
    "align-items:flex-end}\n"
    ".tiles{display:inline-flex;flex-wrap:wrap;gap:1px;align-items:flex-end}\n"
    ".t{width:2.1rem;height:2.8rem;display:block}\n"
    ".t.side{width:2.8rem;height:2.1rem}\n"
    ".pile{display:inline-flex;flex-direction:column}\n"
    ".win{position:relative;min-width:3.2rem}\n"
    ".win .t{outline:3px solid var(--edge);outline-offset:1px;border-radius:5px}\n"
    ".how{position:absolute;top:calc(100% + "
    "3px);left:0;font-size:.75rem;"
    "color:var(--soft);white-space:nowrap}\n"
    ".symbols{position:absolute}\n"
    "symbol text{font-family:'Noto Serif CJK JP','Hiragino Mincho ProN','Yu Mincho','Songti "
    "SC','Noto "
    "Sans CJK JP',serif;font-weight:700;text-anchor:middle}\n"
    "section{margin:1.5rem 0 2.5rem}\n"
    "small{font-weight:400;color:var(--soft);font-size:.8em}\n"
    ".lines{white-space:pre-line;margin:.5em 0}\n"
    ".bar{fill:var(--bar);vertical-align:baseline}\n"
    /* A page of rules: each yaku on a line with its hand; in print no hand is cut. */
    ".yaku{display:grid;grid-template-columns:minmax(15rem,2fr) minmax(0,3fr);gap:0 1.5rem;"
    "border-top:1px solid var(--line);padding:.5em 0}\n"
    ".yaku h4{grid-column:1/-1;margin:0;font-size:1rem;display:flex;gap:0 .6rem;"
    "align-items:baseline}\n"
    ".yaku small{flex:1 1 10rem}.worth{font-weight:600;white-space:nowrap}\n"
    ".yaku p{margin:.3em 0;font-size:.875rem}.yaku .hand{gap:1rem .6rem;padding-bottom:1.2rem}\n"
    ".asks,.asks ul{margin:.3em 0;padding-left:1.2em}\n"
    ".yaku .t,.classes .t{width:1.35rem;height:1.8rem}.yaku .t.side{width:1.8rem;height:1.35rem}\n"
    ".yaku .win{min-width:3rem}\n"
    "mark{background:var(--mark);color:var(--ink);border:1px solid var(--edge);border-radius:4px;"
    "padding:0 .35em;font-size:.8rem;font-weight:400}\n"
    ".note{color:var(--soft);font-size:.875rem;font-style:italic}\n"
    ".classes{columns:2 22rem;margin:0}.classes div{break-inside:avoid;padding:.2em 0}\n"
    ".classes dt{font-weight:600}.classes dd{margin:0}\n"
    ".options td,.options th{text-align:left}\n"
    "@media(max-width:45rem){.yaku{grid-template-columns:1fr}.yaku h4{flex-wrap:wrap}}\n"
    "@media(max-width:30rem){body{padding:.7rem;font-size:15px}.t{width:1.55rem;height:2.07rem}"
    ".t.side{width:2.07rem;height:1.55rem}th,td{padding:.2em .35em;font-size:.875rem}}\n"
    "@media print{:root{--ink:#000;--paper:#fff;--line:#888;--head:#eee;--mark:#eee}"
    "body{max-width:none;padding:0;font-size:10pt}.scroll{overflow:visible;background:none}"
    "tr,.hand,.yaku{break-inside:avoid}h2,h3{break-after:avoid}"
    ".yaku .t,.classes .t{width:14pt;height:18.7pt}.yaku .t.side{width:18.7pt;height:14pt}"
    ".yaku{padding:.25em 0}.yaku p{margin:.1em 0;font-size:8pt}.yaku .hand{padding-bottom:1rem}"
    "footer{margin-top:1em;break-before:avoid}"
    "@page{size:A4;margin:14mm}}\n";

void kzi_html_begin(struct kzi_text *text, struct kzi_text *title) {
    kzi_text_char(title, '\0');
    text->failed |= title->failed;
    const char *said = title->failed ? "" : title->at;
    kzi_text_put(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n");
    kzi_html_format(text, "<title>%s</title>\n<style>\n", said);
    kzi_text_put(text, style);
    kzi_html_format(text, "</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", said);
    kzi_text_release(title);
}

void kzi_html_end(struct kzi_text *text) {
    kzi_html_format(text, "</main>\n<footer>Made by kazoe %s.</footer>\n</body>\n</html>\n",
                    kz_version());
}

/* --- grids -----------------------------------------------------------------------------------
 *
 * The bytes of a grid are its title and NUL; for each row a newline and NUL, then for each cell its
 * mark as a digit, its words and NUL; at the end another NUL. */

struct kzi_text *kzi_grid_begin(struct kzi_grid *grid) {
    *grid = (struct kzi_grid){.words = kzi_text_growing()};
    return &grid->words;
}

void kzi_grid_row(struct kzi_grid *grid) {
    kzi_text_add(&grid->words, "\0\n", 2);
    grid->n_rows++;
    grid->column = 0;
}

struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark) {
    kzi_text_char(&grid->words, '\0');
    kzi_text_char(&grid->words, (char)('0' + mark));
    if (++grid->column > grid->n_columns)
        grid->n_columns = grid->column;
    return &grid->words;
}

void kzi_grid_put(struct kzi_grid *grid, const char *words) {
    kzi_text_put(kzi_grid_cell(grid, KZI_GRID_PLAIN), words);
}

void kzi_grid_int(struct kzi_grid *grid, long long number) {
    kzi_text_int(kzi_grid_cell(grid, KZI_GRID_PLAIN), number);
}

/* Return the title of a complete grid. */
static const char *complete(struct kzi_text *text, struct kzi_grid *grid) {
    kzi_text_add(&grid->words, "\0", 2);
    text->failed |= grid->words.failed;
    return grid->words.failed ? "\0" : grid->words.at;
}

static const char *next(const char *at) {
    return at + strlen(at) + 1;
}

static bool is_cell(const char *at) {
    return *at && *at != '\n';
}

static bool is_beyond(const char *cell) {
    return *cell == '0' + KZI_GRID_BEYOND;
}

static size_t cell_width(const char *cell) {
    return kzi_utf8_width(cell + 1, strlen(cell + 1)) + is_beyond(cell);
}

/* due: blanks pending before the next words. */
static void put_cell(struct kzi_text *text, const char *cell, size_t width, bool left,
                     size_t *due) {
    size_t blanks = width - cell_width(cell);
    *due += 2 + (left ? 0 : blanks);
    if (cell[1]) {
        kzi_text_format(text, "%*s", (int)*due, "");
        *due = 0;
    }
    kzi_text_put(text, cell + 1);
    kzi_text_put(text, is_beyond(cell) ? "*" : "");
    *due += left ? blanks : 0;
}

#define PART_COLUMNS 16

/* The first column and those of a range, as many as fit a terminal. */
struct part {
    unsigned from, to;
    size_t widths[PART_COLUMNS];
};

static size_t column_width(const char *title, unsigned column) {
    size_t widest = 0;
    unsigned number = 0;
    for (const char *at = next(title); *at; at = next(at)) {
        number = is_cell(at) ? number + 1 : 0;
        if (number == column + 1 && cell_width(at) > widest)
            widest = cell_width(at);
    }
    return widest;
}

static void find_part(struct part *part, const struct kzi_grid *grid, const char *title,
                      unsigned from) {
    unsigned step = grid->in_pairs ? 2 : 1;
    part->from = part->to = from;
    part->widths[0] = column_width(title, 0);
    size_t used = 2 + part->widths[0];
    for (unsigned next = 1; part->to < grid->n_columns && next + step <= PART_COLUMNS;
         next += step) {
        for (unsigned i = 0; i < step; i++) {
            part->widths[next + i] = column_width(title, part->to + i);
            used += 2 + part->widths[next + i];
        }
        if (part->to > from && grid->width && used > grid->width)
            return;
        part->to += step;
    }
}

static void put_part_title(struct kzi_text *text, const struct kzi_grid *grid, const char *title,
                           bool first) {
    struct kzi_text words = kzi_text_growing();
    kzi_text_put(text, first ? "" : "\n");
    if (!*title)
        return;
    kzi_text_put(&words, title);
    kzi_text_put(&words, first ? "" : ", continued");
    text->failed |= words.failed;
    if (!words.failed)
        kzi_text_wrap(text, words.at, words.len, grid->width ? grid->width : words.len + 1);
    kzi_text_char(text, '\n');
    kzi_text_release(&words);
}

static void put_part(struct kzi_text *text, const struct kzi_grid *grid, const char *title,
                     const struct part *part) {
    for (const char *at = next(title); *at;) {
        size_t due = 0;
        at = next(at);
        for (unsigned column = 0; is_cell(at); at = next(at), column++)
            if (!column)
                put_cell(text, at, part->widths[0], grid->words_left, &due);
            else if (column >= part->from && column < part->to)
                put_cell(text, at, part->widths[column - part->from + 1], false, &due);
        kzi_text_char(text, '\n');
    }
}

void kzi_grid_text(struct kzi_text *text, struct kzi_grid *grid) {
    const char *title = complete(text, grid);
    struct part part = {.to = 1};
    do {
        put_part_title(text, grid, title, part.to == 1);
        find_part(&part, grid, title, part.to);
        put_part(text, grid, title, &part);
    } while (part.to < grid->n_columns);
    kzi_text_release(&grid->words);
}

static void put_html_cell(struct kzi_text *text, const char *cell, bool first_row,
                          bool first_column) {
    static const char *const open[] = {"<td>", "<td class=\"none\">", "<td class=\"beyond\">"};
    bool head = first_row || first_column;
    kzi_text_put(text, first_row      ? "<th scope=\"col\">"
                       : first_column ? "<th scope=\"row\">"
                                      : open[*cell - '0']);
    for (const char *at = cell + 1; *at; at++) {
        kzi_html_escape(text, &(char){*at}, 1);
        /* Payments with a / between them may wrap on a narrow screen. */
        kzi_text_put(text, *at == '/' ? "<wbr>" : "");
    }
    kzi_text_put(text, is_beyond(cell) ? "*" : "");
    kzi_text_put(text, head ? "</th>" : "</td>");
}

void kzi_html_grid(struct kzi_text *text, struct kzi_grid *grid) {
    const char *title = complete(text, grid), *at = next(title);
    if (grid->n_rows > 1)
        kzi_html_format(text, "<div class=\"scroll%s\"><table>\n<caption>%s</caption>\n",
                        grid->words_left ? " words" : "", title);
    for (unsigned row = 0; grid->n_rows > 1 && *at; row++) {
        kzi_text_put(text, row == 0 ? "<thead><tr>" : row == 1 ? "<tbody>\n<tr>" : "<tr>");
        at = next(at);
        for (unsigned column = 0; column < grid->n_columns; column++) {
            put_html_cell(text, is_cell(at) ? at : "0", !row, !column);
            at = is_cell(at) ? next(at) : at;
        }
        kzi_text_put(text, row ? "</tr>\n" : "</tr></thead>\n");
    }
    kzi_text_put(text, grid->n_rows > 1 ? "</tbody></table></div>\n" : "");
    kzi_text_release(&grid->words);
}

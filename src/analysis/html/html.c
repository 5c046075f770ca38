#include "analysis/html/html.h"

#include "base/utf8.h"
#include "kazoe.h"

struct kzi_grid kzi_grid_new(void) {
    return (struct kzi_grid){.words = kzi_text_growing()};
}

void kzi_grid_release(struct kzi_grid *grid) {
    kzi_text_release(&grid->words);
}

/* --- filling --------------------------------------------------------------------------------- */

struct kzi_text *kzi_grid_begin(struct kzi_grid *grid) {
    kzi_text_clear(&grid->words);
    grid->n_cells = grid->n_rows = 0;
    grid->words_left = false;
    return &grid->words;
}

void kzi_grid_row(struct kzi_grid *grid) {
    if (grid->n_rows < KZI_GRID_ROWS)
        grid->row[grid->n_rows++] = grid->n_cells;
}

struct kzi_text *kzi_grid_cell(struct kzi_grid *grid, enum kzi_grid_mark mark) {
    kzi_text_char(&grid->words, '\0');
    if (grid->n_cells < KZI_GRID_CELLS) {
        grid->mark[grid->n_cells] = (unsigned char)mark;
        grid->cell[grid->n_cells++] = grid->words.len;
    }
    return &grid->words;
}

void kzi_grid_end(struct kzi_grid *grid) {
    kzi_text_char(&grid->words, '\0');
    grid->row[grid->n_rows] = grid->n_cells;
}

/* --- asking ---------------------------------------------------------------------------------- */

static const char *grid_title(const struct kzi_grid *grid) {
    return grid->words.failed ? "" : grid->words.at;
}

static bool is_there(const struct kzi_grid *grid, unsigned row, unsigned column) {
    return !grid->words.failed && row < grid->n_rows &&
           grid->row[row] + column < grid->row[row + 1];
}

/* A cell's words; "" where there is none. */
static const char *grid_at(const struct kzi_grid *grid, unsigned row, unsigned column) {
    return is_there(grid, row, column) ? grid->words.at + grid->cell[grid->row[row] + column] : "";
}

/* A cell's words; "" where there is none. */
static enum kzi_grid_mark grid_mark_at(const struct kzi_grid *grid, unsigned row, unsigned column) {
    if (!is_there(grid, row, column))
        return KZI_GRID_PLAIN;
    return (enum kzi_grid_mark)grid->mark[grid->row[row] + column];
}

/* A cell's words; "" where there is none. */
static unsigned grid_columns(const struct kzi_grid *grid) {
    unsigned most = 0;
    for (unsigned row = 0; row < grid->n_rows; row++)
        if (grid->row[row + 1] - grid->row[row] > most)
            most = grid->row[row + 1] - grid->row[row];
    return most < KZI_GRID_COLUMNS ? most : KZI_GRID_COLUMNS;
}

/* --- as text --------------------------------------------------------------------------------- */

static size_t cell_width(const struct kzi_grid *grid, unsigned row, unsigned column) {
    const char *words = grid_at(grid, row, column);
    return kzi_utf8_width(words, strlen(words)) +
           (grid_mark_at(grid, row, column) == KZI_GRID_BEYOND);
}

static void put_cell(struct kzi_text *text, const struct kzi_grid *grid, unsigned row,
                     unsigned column, size_t width) {
    size_t blanks = width - cell_width(grid, row, column);
    bool left = grid->words_left && !column;
    kzi_text_put(text, "  ");
    while (!left && blanks && blanks--)
        kzi_text_char(text, ' ');
    kzi_text_put(text, grid_at(grid, row, column));
    if (grid_mark_at(grid, row, column) == KZI_GRID_BEYOND)
        kzi_text_char(text, '*');
    while (left && blanks && blanks--)
        kzi_text_char(text, ' ');
}

void kzi_grid_text(struct kzi_text *text, const struct kzi_grid *grid) {
    size_t widths[KZI_GRID_COLUMNS] = {0};
    unsigned columns = grid_columns(grid);
    text->failed |= grid->words.failed;
    for (unsigned row = 0; row < grid->n_rows; row++)
        for (unsigned column = 0; column < columns; column++)
            if (cell_width(grid, row, column) > widths[column])
                widths[column] = cell_width(grid, row, column);
    kzi_text_put(text, grid_title(grid));
    kzi_text_char(text, '\n');
    for (unsigned row = 0; row < grid->n_rows; row++) {
        for (unsigned column = 0; column < columns; column++)
            put_cell(text, grid, row, column, widths[column]);
        while (text->len && !text->failed && text->at[text->len - 1] == ' ')
            text->len--;
        kzi_text_char(text, '\n');
    }
}

/* --- pages ------------------------------------------------------------------------------------ */

static const char *escape_of(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return NULL;
    }
}

static void put_bytes(struct kzi_text *text, const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++) {
        const char *escape = escape_of(bytes[i]);
        if (escape)
            kzi_text_put(text, escape);
        else
            kzi_text_char(text, bytes[i]);
    }
}

void kzi_html_put(struct kzi_text *text, const char *string) {
    put_bytes(text, string, strlen(string));
}

void kzi_html_move(struct kzi_text *text, struct kzi_text *words) {
    kzi_text_char(words, '\0');
    text->failed |= words->failed;
    if (!words->failed)
        kzi_html_put(text, words->at);
    kzi_text_clear(words);
}

/* --- the page -------------------------------------------------------------------------------- */

static const char style[] =
    ":root{color-scheme:light dark;--ink:#1f1d18;--soft:#5f5a4e;--paper:#fbfaf5;"
    "--line:#d9d4c5;--head:#f0ede2;--mark:#fbeecb;--edge:#b3201d;--bar:#2f6d4f;--other:#b0742a;"
    "--shade:#0004}\n"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece8dc;--soft:#aaa494;--paper:#191815;"
    "--line:#423e35;--head:#2b2923;--mark:#4a3c17;--edge:#ef8a80;--bar:#6fbf96;"
    "--other:#e0a860;--shade:#fff6}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1rem;max-width:72rem;background:var(--paper);color:var(--ink);"
    "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.5rem;line-height:1.25;margin:.2em 0 .3em}\n"
    "h2{font-size:1.15rem;margin:1.6em 0 .4em}\n"
    "h3{font-size:1rem;margin:1.2em 0 .3em}\n"
    ".soft,footer{color:var(--soft);font-size:.875rem}\n"
    "footer{margin-top:2.5em;border-top:1px solid var(--line);padding-top:.6em}\n"
    /* A shade at an edge shows that there is more beyond it: it stays where it is, and what covers
     * it moves with the table. */
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
    "section{margin:1.5rem 0 2.5rem}\n"
    "small{font-weight:400;color:var(--soft);font-size:.8em}\n"
    ".lines{white-space:pre-line;margin:.5em 0}.verdict{font-weight:600}\n"
    ".shown{display:flex;align-items:center;gap:.6rem;margin:.3em 0;font-size:.875rem}\n"
    ".shown .t{width:1.5rem;height:2rem}\n"
    ".compared tbody th{position:sticky;left:0}\n"
    "tr.part>*{border-top:3px solid var(--line)}\n"
    "td.unlike{white-space:nowrap;background:var(--mark);font-weight:700;box-shadow:inset 3px 0 0 "
    "var(--edge)}\n"
    "td.unlike span{color:var(--edge)}\n"
    "figure{margin:1em 0}figcaption{font-weight:600;margin-bottom:.3em}\n"
    ".plot{display:block;width:100%;max-width:40rem;height:auto}\n"
    ".plot text{font-size:12px;fill:var(--ink)}.plot .bar{fill:var(--bar)}"
    ".plot .apart{fill:var(--other)}\n"
    ".movers{padding-left:1.4em}.movers li{margin:.8em 0}.movers .hand{margin:.3em 0}\n"
    ".beside{display:flex;flex-wrap:wrap;gap:0 2rem;align-items:flex-start}\n"
    ".movers code{display:block}code{font-size:.8125rem;color:var(--soft)}\n"
    /* A page of rules: each yaku on a line, its hand next to it; on paper none is cut. */
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
    "details{margin:.4em 0}summary{cursor:pointer}\n"
    "pre{white-space:pre-wrap;font-size:.8125rem;border-left:3px solid var(--line);"
    "padding-left:.8em}\n"
    "@media(max-width:30rem){body{padding:.7rem;font-size:15px}.t{width:1.55rem;height:2.07rem}"
    ".t.side{width:2.07rem;height:1.55rem}th,td{padding:.2em .35em;font-size:.875rem}"
    ".compared small{display:none}}\n"
    "@media print{:root{--ink:#000;--paper:#fff;--line:#888;--head:#eee;--mark:#eee}"
    "body{max-width:none;padding:0;font-size:10pt}.scroll{overflow:visible;background:none}"
    "tr,.hand,.yaku{break-inside:avoid}h2,h3{break-after:avoid}"
    ".yaku .t,.classes .t{width:14pt;height:18.7pt}.yaku .t.side{width:18.7pt;height:14pt}"
    ".yaku{padding:.25em 0}.yaku p{margin:.1em 0;font-size:8pt}.yaku .hand{padding-bottom:1rem}"
    "footer{margin-top:1em;break-before:avoid}"
    "@page{size:A4;margin:14mm}}\n";

void kzi_html_begin(struct kzi_text *text, struct kzi_text *words) {
    kzi_text_char(words, '\0');
    text->failed |= words->failed;
    const char *title = words->failed ? "" : words->at;
    kzi_text_put(text, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n<title>");
    kzi_html_put(text, title);
    kzi_text_put(text, "</title>\n<style>\n");
    kzi_text_put(text, style);
    kzi_text_put(text, "</style>\n</head>\n<body>\n<main>\n<h1>");
    kzi_html_put(text, title);
    kzi_text_put(text, "</h1>\n");
    kzi_text_clear(words);
}

void kzi_html_end(struct kzi_text *text) {
    kzi_text_format(text, "</main>\n<footer>Made by kazoe %s.</footer>\n</body>\n</html>\n",
                    kz_version());
}

/* --- tables ---------------------------------------------------------------------------------- */

static void put_html_cell(struct kzi_text *text, const struct kzi_grid *grid, unsigned row,
                          unsigned column) {
    static const char *const open[] = {"<td>", "<td class=\"none\">", "<td class=\"beyond\">"};
    enum kzi_grid_mark mark = grid_mark_at(grid, row, column);
    bool head = !row || !column;
    if (head)
        kzi_text_put(text, row ? "<th scope=\"row\">" : "<th scope=\"col\">");
    else
        kzi_text_put(text, open[mark]);
    /* Payments with a / between them may stand below each other on a narrow screen. */
    const char *words = grid_at(grid, row, column);
    for (const char *slash; (slash = strchr(words, '/')) != NULL; words = slash + 1) {
        put_bytes(text, words, (size_t)(slash - words));
        kzi_text_put(text, "/<wbr>");
    }
    kzi_html_put(text, words);
    kzi_text_put(text, mark == KZI_GRID_BEYOND ? "*" : "");
    kzi_text_put(text, head ? "</th>" : "</td>");
}

void kzi_html_grid(struct kzi_text *text, const struct kzi_grid *grid) {
    unsigned columns = grid_columns(grid);
    text->failed |= grid->words.failed;
    kzi_text_format(text, "<div class=\"scroll%s\"><table>\n<caption>",
                    grid->words_left ? " words" : "");
    kzi_html_put(text, grid_title(grid));
    kzi_text_put(text, "</caption>\n");
    for (unsigned row = 0; row < grid->n_rows; row++) {
        kzi_text_put(text, row == 0 ? "<thead>" : row == 1 ? "<tbody>\n" : "");
        kzi_text_put(text, "<tr>");
        for (unsigned column = 0; column < columns; column++)
            put_html_cell(text, grid, row, column);
        kzi_text_put(text, row ? "</tr>\n" : "</tr></thead>\n");
    }
    kzi_text_put(text, grid->n_rows > 1 ? "</tbody></table></div>\n" : "</table></div>\n");
}

#include "analysis/html/html.h"

#include "base/utf8.h"

/* --- the page -------------------------------------------------------------------------------- */

static const char sheet[] =
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
    "table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
    "overflow-wrap:normal}\n"
    "th,td{border:1px solid var(--line);padding:.25em .6em;text-align:left;vertical-align:top}\n"
    "thead th{background:var(--head);vertical-align:bottom}\n"
    "tbody th{font-weight:600;background:var(--head)}\n"
    ".n{text-align:right}\n"
    "td.n:has(b){background:var(--mark)}\n" /* paid by a limit */
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
    /* A page of rules: each yaku in a row with its hand; in print no row is cut. */
    "table:has(.example){width:100%;table-layout:fixed}table:has(.example) th{width:22%}\n"
    "table:has(.example) td:nth-child(2){width:11%}table:has(.example) "
    "td:nth-child(3){width:26%}\n"
    ".asks,.asks ul{margin:0;padding-left:1.2em}\n"
    ".example .t,td>.tiles .t{width:1.35rem;height:1.8rem}.example "
    ".t.side{width:1.8rem;height:1.35rem}\n"
    ".example .hand{gap:1rem .6rem;margin:.2em 0;padding-bottom:1.2rem}.example "
    ".win{min-width:3rem}\n"
    ".example p{margin:0}\n"
    "mark{background:var(--mark);color:var(--ink);border:1px solid var(--edge);border-radius:4px;"
    "padding:0 .35em;font-size:.8rem;font-weight:400}\n"
    "@media(max-width:45rem){table:has(.example),table:has(.example) "
    ":is(tbody,tr,th,td){display:block;"
    "width:auto!important}}\n"
    "@media(max-width:30rem){body{padding:.7rem;font-size:15px}.t{width:1.55rem;height:2.07rem}"
    ".t.side{width:2.07rem;height:1.55rem}th,td{padding:.2em .35em;font-size:.875rem}}\n"
    "@media print{:root{--ink:#000;--paper:#fff;--line:#888;--head:#eee;--mark:#eee}"
    "body{max-width:none;padding:0;font-size:10pt}.scroll{overflow:visible;background:none}"
    "tr,.hand,.scroll:not(:has(.example)){break-inside:avoid}h2,h3{break-after:avoid}"
    ".example .t,td>.tiles .t{width:14pt;height:18.7pt}.example .t.side{width:18.7pt;height:14pt}"
    ".example p{font-size:8pt}"
    "footer{margin-top:1em;break-before:avoid}"
    "@page{size:A4;margin:14mm}}\n";

void kzi_html_begin(struct kzi_text *text, struct kzi_text *title, const struct kzi_style *style) {
    kzi_text_char(title, '\0');
    text->failed |= title->failed;
    const char *said = title->failed ? "" : title->at;
    kzi_html_format(text, "<!DOCTYPE html>\n<html lang=\"%s\">\n",
                    style->words ? style->language : "en");
    kzi_text_put(text, "<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n");
    kzi_html_format(text, "<title>%s</title>\n<style>\n", said);
    kzi_text_put(text, sheet);
    kzi_html_format(text, "</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", said);
    kzi_text_release(title);
}

void kzi_html_end(struct kzi_text *text, const struct kzi_style *style) {
    size_t from = kzi_html_open(text, "</main>\n<footer>");
    kzi_sentence_format(text, style, KZI_SAYS_made_by, "kazoe %s", kz_version());
    kzi_html_close(text, from, "</footer>\n</body>\n</html>\n");
}

#include "analysis/html/html.h"

void kzi_html_begin(struct kzi_text *text, struct kzi_text *title, const struct kzi_style *style) {
    kzi_text_char(title, '\0');
    text->failed |= title->failed;
    const char *heading = title->failed ? "" : title->at;
    kzi_html_format(text, "<!DOCTYPE html>\n<html lang=\"%s\">\n",
                    style->catalogue ? style->language : "en");
    kzi_text_put(text, "<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                       "style-src 'unsafe-inline'\">\n");
    kzi_html_format(text, "<title>%s</title>\n<style>\n", heading);
    kzi_text_put(text, kzi_asset_page);
    kzi_html_format(text, "</style>\n</head>\n<body>\n<main>\n<h1>%s</h1>\n", heading);
    kzi_text_release(title);
}

void kzi_html_end(struct kzi_text *text, const struct kzi_style *style) {
    size_t from = kzi_html_open(text, "</main>\n<footer>");
    struct kzi_sentence sentence = kzi_sentence_on(text, style);
    kzi_sentence_format(&sentence, KZI_SAYS_made_by, "kazoe %s", kz_version());
    kzi_html_close(text, from, "</footer>\n</body>\n</html>\n");
}

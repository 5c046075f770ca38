#include "analysis/rulebook/rules_html.h"

#include "analysis/canonical/option_binding.h"
#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "analysis/tables/table.h"
#include "analysis/whynot/clause.h"
#include "analysis/witness/witness.h"
#include "base/limits.h"
#include "base/text.h"
#include "compile/condition/phrase.h"
#include "report/result_text.h"
#include "report/wording.h"

#include <stdlib.h>
#include <string.h>

struct page {
    struct kzi_text *text;
    struct kzi_arena *arena;
    const struct kz_ruleset *rules;
    const struct kzi_model *model;
    struct kzi_gallery *gallery;
    const char *language;
};

/* --- pieces ---------------------------------------------------------------------------------- */

static void tag(struct page *page, const char *markup) {
    kzi_text_put(page->text, markup);
}

/* Return the text of a key of the mapping, or NULL. */
static const char *said(const struct kzi_node *node, const char *key) {
    const struct kzi_node *value = kzi_node_get(node, key);
    return value && value->kind == KZI_SCALAR ? value->text : NULL;
}

static void put_note(struct page *page, const struct kzi_node *of) {
    const char *note = kzi_name_in(kzi_node_get(of, "note"), page->language);
    if (note)
        kzi_html_format(page->text, "<p class=\"note\">%s</p>\n", note);
}

static void put_overlay(struct page *page, const char *begin, size_t overlay, const char *end) {
    size_t from = kzi_html_open(page->text, begin);
    kzi_say_overlay(page->text, page->model, overlay, page->language);
    kzi_html_close(page->text, from, end);
}

static void put_name(struct page *page, const char *begin, unsigned yaku, const char *end) {
    size_t from = kzi_html_open(page->text, begin);
    kzi_say_yaku(page->text, page->model, yaku, page->language);
    kzi_html_close(page->text, from, end);
}

/* --- house rules ----------------------------------------------------------------------------- */

/* Return the index of the overlay that sets a part of a node, or the number of overlays if none
 * does. */
static size_t overlay_of(const struct page *page, const struct kzi_node *node,
                         struct kzi_place place) {
    const struct kzi_model *model = page->model;
    for (size_t i = 0; i < model->n_overlays; i++)
        if (place.source == model->files[i] || (node && node->place.source == model->files[i]))
            return i;
    for (size_t i = 0; node && node->kind == KZI_MAP && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        size_t overlay = overlay_of(page, entry->value, entry->key->place);
        if (overlay < model->n_overlays)
            return overlay;
    }
    return model->n_overlays;
}

#define HOUSE_RULE " <mark title=\"house rule\">"

static void put_mark(struct page *page, const struct kzi_node *node, struct kzi_place place) {
    size_t overlay = overlay_of(page, node, place);
    if (overlay < page->model->n_overlays)
        put_overlay(page, HOUSE_RULE, overlay, "</mark>");
}

/* --- head ------------------------------------------------------------------------------------ */

static void put_source(struct page *page, const struct kzi_node *source) {
    if (!source)
        return;
    size_t from = kzi_html_open(page->text, "<p class=\"soft\">Source: ");
    kzi_say_node(page->text, source);
    kzi_html_close(page->text, from, "</p>\n");
}

/* Removals by a sheet leave nothing to mark. */
static void put_removed(struct page *page, const struct kzi_node *sheet) {
    const struct kzi_node *remove = kzi_node_get(sheet, "remove");
    size_t count = remove && remove->kind == KZI_LIST ? remove->count : 0;
    for (size_t i = 0; i < count; i++) {
        tag(page, i ? ", " : "<p>Taken away: ");
        kzi_html_format(page->text, "<code>%s</code>", remove->u.items[i]->text);
    }
    tag(page, count ? ".</p>\n" : "");
}

/* Return whether the key has no place of its own on the page to mark. */
static bool is_unmarked(const char *key) {
    static const char *const elsewhere[] = {"kazoe", "title",    "version", "source",
                                            "note",  "language", "remove",  "words",
                                            "yaku",  "options",  "fu"};
    size_t len = strcspn(key, ".");
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        if (strlen(elsewhere[i]) == len && !strncmp(key, elsewhere[i], len))
            return false;
    return true;
}

static void put_change(struct page *page, const char *section, const struct kzi_entry *entry) {
    size_t from = kzi_html_open(page->text, "<li><code>");
    kzi_text_format(page->text, "%s%s%s: ", section, *section ? "." : "", entry->key->text);
    kzi_node_put(page->text, entry->value);
    kzi_html_close(page->text, from, "</code></li>\n");
}

static void put_changes(struct page *page, const struct kzi_node *sheet) {
    bool any = false;
    for (size_t i = 0; i < sheet->count; i++) {
        const struct kzi_entry *section = &sheet->u.entries[i];
        const struct kzi_node *value = section->value;
        const char *key = section->key->text;
        bool whole = value->kind != KZI_MAP || strchr(key, '.');
        if (!is_unmarked(key))
            continue;
        tag(page, any ? "" : "<p>Changed besides yaku, fu and options:</p>\n<ul>\n");
        any = true;
        for (size_t k = 0; k < (whole ? 1 : value->count); k++)
            put_change(page, whole ? "" : key, whole ? section : &value->u.entries[k]);
    }
    tag(page, any ? "</ul>\n" : "");
}

static void put_house_rules(struct page *page) {
    const struct kzi_model *model = page->model;
    if (!model->n_overlays)
        return;
    tag(page, "<section class=\"house\">\n<h2>House rules</h2>\n");
    for (size_t i = 0; i < model->n_overlays; i++) {
        put_overlay(page, "<h3>", i, "</h3>\n");
        put_note(page, model->sheets[i]);
        put_source(page, kzi_node_get(model->sheets[i], "source"));
        put_removed(page, model->sheets[i]);
        put_changes(page, model->sheets[i]);
    }
    tag(page, "<p>What house rules say of yaku, fu and options is marked with their name "
              "below.</p>\n</section>\n");
}

static void put_head(struct page *page) {
    const struct kzi_model *model = page->model;
    struct kzi_text title = kzi_text_growing();
    kzi_say_title(&title, model, page->language);
    kzi_html_begin(page->text, &title);
    kzi_tile_symbols(page->text);
    bool version = model->version && *model->version;
    kzi_html_format(page->text, "<p class=\"soft\">%s%s%s, digest %s</p>\n", model->label,
                    version ? ", version " : "", version ? model->version : "", model->digest);
    put_source(page, model->source);
    put_note(page, model->root);
    put_house_rules(page);
}

/* --- winning --------------------------------------------------------------------------------- */

static void put_when(struct page *page, const struct kzi_condition *when);

static void put_winning(struct page *page) {
    const struct kzi_model *model = page->model;
    bool claims = model->claims != KZI_CLAIMS_ALL;
    if (!claims && !model->minimum_when)
        return;
    tag(page, "<section>\n<h2>Winning</h2>\n");
    if (claims) {
        tag(page, "<p>Players may claim ");
        kzi_say_claims(page->text, model);
        tag(page, model->claims ? ", and no other set.</p>\n" : ".</p>\n");
    }
    if (model->minimum_when) {
        tag(page, "<p>Every winning hand needs</p>\n<ul class=\"asks\">\n");
        put_when(page, model->minimum_when);
        tag(page, "</ul>\n");
    }
    put_note(page, kzi_node_get(model->root, "minimum"));
    tag(page, "</section>\n");
}

/* --- tiles ----------------------------------------------------------------------------------- */

/* Fill in the kinds of a class; return false if they depend on seat and round. */
static bool kinds_of(const struct kzi_class *class_, uint8_t kinds[KZI_KINDS], unsigned *count) {
    *count = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        bool first = class_->other >> kzi_code(kind, 0, 0) & 1;
        for (unsigned winds = 0; winds < 16; winds++) {
            unsigned code = kzi_code(kind, winds % 4, winds / 4);
            if ((class_->other >> code & 1) != first || (class_->won >> code & 1) != first)
                return false;
        }
        if (first)
            kinds[(*count)++] = (uint8_t)kind;
    }
    return true;
}

/* Explain the words for tiles that the conditions below use, except those that depend on seat
 * and round. */
static void put_classes(struct page *page) {
    const struct kzi_node *classes =
        kzi_node_get(kzi_node_get(page->model->root, "tiles"), "classes");
    bool any = false;
    for (size_t i = 0; classes && i < classes->count; i++) {
        const struct kzi_entry *entry = &classes->u.entries[i];
        int number = kzi_names_find(&page->model->class_names, entry->key->text);
        uint8_t kinds[KZI_KINDS];
        unsigned count;
        if (number < 0 || !kinds_of(&page->model->classes[number], kinds, &count) || !count)
            continue;
        if (!any)
            tag(page, "<section>\n<h2>Words for tiles</h2>\n<dl class=\"classes\">\n");
        any = true;
        size_t from = kzi_html_open(page->text, "<div><dt>");
        kzi_say_id(page->text, entry->key->text);
        kzi_html_close(page->text, from, "");
        put_mark(page, entry->value, entry->key->place);
        tag(page, "</dt><dd>");
        kzi_tiles_svg(page->text, kinds, count);
        tag(page, "</dd></div>\n");
    }
    if (any)
        tag(page,
            "</dl>\n<p class=\"soft\">Of single tiles 5m is the five of characters, 5p that of "
            "dots, 5s that of bamboo; E S W N are the winds, P F C the white, the green and "
            "the red dragon.</p>\n</section>\n");
}

/* --- conditions ------------------------------------------------------------------------------ */

static void put_clause(struct page *page, const struct kzi_clause *clause);

static void put_parts(struct page *page, const struct kzi_clause *clause) {
    for (size_t i = 0; i < kzi_clause_parts(clause); i++) {
        struct kzi_clause part = kzi_clause_part(clause, i);
        put_clause(page, &part);
    }
}

/* Several ways go into a list of their own. A copied condition is written as that of its yaku. */
static void put_clause(struct page *page, const struct kzi_clause *clause) {
    bool one = clause->kind == KZI_CLAUSE_ONE || clause->cond->kind == KZI_CONDITION_holds;
    size_t from = kzi_html_open(page->text, "<li>");
    /* On paper, ids are words. */
    kzi_clause_say(page->text, clause);
    for (size_t i = from; !page->text->failed && i < page->text->len; i++)
        if (page->text->at[i] == '_')
            page->text->at[i] = ' ';
    kzi_html_close(page->text, from, one ? "" : ":\n<ul>\n");
    if (!one)
        put_parts(page, clause);
    tag(page, one ? "</li>\n" : "</ul></li>\n");
}

static void put_when(struct page *page, const struct kzi_condition *when) {
    if (!when)
        return;
    struct kzi_clause clause = kzi_clause_of(page->rules, when, false);
    if (clause.kind == KZI_CLAUSE_ALL && clause.cond->kind != KZI_CONDITION_holds)
        put_parts(page, &clause);
    else
        put_clause(page, &clause);
}

/* Put what a yaku counts once for each of. */
static void put_each(struct page *page, const struct kzi_yaku *yaku) {
    struct kzi_text *text = page->text;
    size_t from = kzi_html_open(text, "<li>");
    kzi_text_put(text, "once for each ");
    switch (yaku->each) {
    case KZI_ONCE:
        break;
    case KZI_EACH_SET:
        kzi_phrase_say(text, said(kzi_node_get(yaku->node, "each"), "set"), false);
        break;
    case KZI_EACH_PATTERN:
        kzi_text_put(text, "of ");
        kzi_pattern_say(text, yaku->each_pattern);
        break;
    case KZI_EACH_FOUR:
        kzi_text_put(text, "four equal tiles that are not a kong");
        break;
    case KZI_EACH_TILE:
        kzi_tiles_say(text, kzi_node_get(kzi_node_get(yaku->node, "each"), "tiles")->text, false);
        break;
    case KZI_EACH_COUNTER:
        kzi_text_put(text, "counter on the table");
        break;
    case KZI_EACH_MARK:
        kzi_say_id(text, page->model->marks[yaku->each_mark].id);
        break;
    }
    kzi_html_close(text, from, "</li>\n");
}

static void put_asks(struct page *page, const struct kzi_yaku *yaku) {
    bool one_way = yaku->closed.scored != yaku->open.scored;
    tag(page, "<ul class=\"asks\">\n");
    if (one_way)
        kzi_html_format(page->text, "<li>%s hand</li>\n",
                        yaku->closed.scored ? "a closed" : "an open");
    if (yaku->each != KZI_ONCE)
        put_each(page, yaku);
    put_when(page, yaku->when);
    if (!one_way && yaku->each == KZI_ONCE && !yaku->when)
        tag(page, "<li>nothing: every hand that wins</li>\n");
    tag(page, "</ul>\n");
}

/* --- a yaku ---------------------------------------------------------------------------------- */

bool kzi_same_value(const struct kzi_value *a, const struct kzi_value *b) {
    return a->scored == b->scored && a->limit == b->limit && a->number == b->number;
}

void kzi_say_cover_part(struct kzi_text *text, const struct kzi_cover *cover) {
    switch ((enum kzi_which)cover->which) {
    case KZI_COVERS_ALL:
        break;
    case KZI_COVERS_OWN:
        kzi_text_put(text, " (of its own sets)");
        break;
    case KZI_COVERS_ONLY:
        kzi_text_put(text, " (but not what that covers)");
        break;
    case KZI_COVERS_SOME:
        kzi_text_format(text, " (%u)", cover->number);
        break;
    }
}

static void say_value(struct page *page, const struct kzi_value *value) {
    if (value->limit == KZI_NO_LIMIT)
        kzi_say_total(page->text, page->model, value->number);
    else
        kzi_say_limit(page->text, page->model, value->limit, value->number, page->language);
}

static const struct kzi_value *main_value(const struct kzi_yaku *yaku) {
    return yaku->closed.scored ? &yaku->closed : &yaku->open;
}

/* Put "3 fan, open 2 fan", or "3 fan, closed" if it has no value for an open hand. */
static void put_worth(struct page *page, const struct kzi_yaku *yaku) {
    size_t from = kzi_html_open(page->text, "<span class=\"worth\">");
    say_value(page, main_value(yaku));
    if (!yaku->open.scored || !yaku->closed.scored) {
        kzi_text_put(page->text, yaku->closed.scored ? ", only closed" : ", only open");
    } else if (!kzi_same_value(&yaku->closed, &yaku->open)) {
        kzi_text_put(page->text, ", open ");
        say_value(page, &yaku->open);
    }
    kzi_say_chips_of_yaku(page->text, yaku, "; ", "");
    kzi_html_close(page->text, from, "</span>");
}

/* Put the names in other languages, then the id, which other programs use. */
static void put_other_names(struct page *page, const struct kzi_yaku *yaku) {
    const char *shown = kzi_name_in(yaku->name, page->language);
    tag(page, " <small>");
    for (size_t i = 0; yaku->name && yaku->name->kind == KZI_MAP && i < yaku->name->count; i++) {
        const struct kzi_node *name = yaku->name->u.entries[i].value;
        if (name->kind == KZI_SCALAR && !(shown && !strcmp(name->text, shown)) &&
            strcmp(name->text, yaku->id) != 0)
            kzi_html_format(page->text, "%s, ", name->text);
    }
    kzi_html_format(page->text, "<code>%s</code></small>", yaku->id);
}

/* Put what counts in the hand shown, to explain its value. */
static void say_counted(struct page *page, const struct kz_result *result) {
    uint16_t listed[KZI_MAX_YAKU];
    unsigned count = kzi_listed(result, listed);
    for (unsigned i = 0; i < count; i++) {
        kzi_text_put(page->text, i ? ", " : "");
        kzi_say_yaku(page->text, page->model, listed[i], page->language);
    }
    kzi_text_put(page->text, ": ");
    if (result->best.limit < 0 || result->best.total) {
        kzi_say_total(page->text, page->model, result->best.total);
        kzi_text_put(page->text, ", ");
    }
    kzi_say_count(page->text, result->best.points, "point");
}

static void put_hand(struct page *page, const struct kz_result *result) {
    if (!result) {
        tag(page, kzi_gallery_is_cut(page->gallery)
                      ? "<p class=\"soft\">An example was not looked for any longer.</p>\n"
                      : "<p class=\"soft\">No example was found.</p>\n");
        return;
    }
    kzi_hand_svg(page->text, &result->hand);
    size_t from = kzi_html_open(page->text, "<p class=\"soft lines\">");
    kzi_text_situation(page->text, result, page->language);
    say_counted(page, result);
    kzi_html_close(page->text, from, "</p>\n");
}

static void put_covers(struct page *page, const struct kzi_yaku *yaku) {
    for (size_t i = 0; i < yaku->n_covers; i++) {
        put_name(page, i ? ", " : "<p>Not counted with it: ", yaku->covers[i].yaku, "");
        kzi_say_cover_part(page->text, &yaku->covers[i]);
    }
    tag(page, yaku->n_covers ? ".</p>\n" : "");
}

static void put_yaku(struct page *page, unsigned number) {
    const struct kzi_yaku *yaku = &page->model->yaku[number];
    const struct kz_result *result = kzi_gallery_show(page->gallery, number);
    kzi_html_format(page->text, "<article class=\"yaku\" id=\"%s\"", yaku->id);
    if (result) { /* the hand's text, for scoring it elsewhere */
        size_t from = kzi_html_open(page->text, " data-hand=\"");
        kzi_put_line(page->text, &result->hand);
        kzi_html_close(page->text, from, "\"");
    }
    put_name(page, ">\n<h4>", number, "");
    put_mark(page, yaku->node, yaku->place);
    put_other_names(page, yaku);
    put_worth(page, yaku);
    tag(page, "</h4>\n<div>\n");
    put_asks(page, yaku);
    if (yaku->alone)
        tag(page, "<p>Counts alone, where the rest of the hand is worth less.</p>\n");
    if (yaku->in_series)
        kzi_html_format(page->text, "<p>Only the best of the series %s counts.</p>\n",
                        yaku->series);
    put_covers(page, yaku);
    put_note(page, yaku->node);
    tag(page, "</div>\n<div>\n");
    put_hand(page, result);
    tag(page, "</div>\n</article>\n");
}

/* --- all yaku, by value ---------------------------------------------------------------------- */

struct ranked {
    unsigned yaku;
    bool bonus, by_limit;
    int64_t worth;
};

static struct ranked rank(const struct kzi_model *model, unsigned number) {
    const struct kzi_yaku *yaku = &model->yaku[number];
    const struct kzi_value *value = main_value(yaku);
    bool by_limit = value->limit != KZI_NO_LIMIT;
    int64_t worth =
        by_limit ? (int64_t)model->limits[value->limit].worth * value->number : value->number;
    return (struct ranked){number, yaku->bonus, by_limit, worth};
}

static int by_worth(const struct ranked *a, const struct ranked *b) {
    return a->by_limit != b->by_limit ? a->by_limit - b->by_limit
                                      : (a->worth > b->worth) - (a->worth < b->worth);
}

/* Bonus last; yaku of one value in the order of the files. */
static int rising(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    int order = a->bonus != b->bonus ? a->bonus - b->bonus : by_worth(a, b);
    return order ? order : (a->yaku > b->yaku) - (a->yaku < b->yaku);
}

static int falling(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    return a->bonus != b->bonus || !by_worth(a, b) ? rising(a, b) : by_worth(b, a);
}

/* Return whether the files begin with the highest value; then the page does too. */
static bool begins_high(const struct ranked *list, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (!list[i].bonus && by_worth(&list[i], &list[0]) > 0)
            return false;
    return count > 1;
}

static void put_group_head(struct page *page, const struct ranked *first) {
    size_t from = kzi_html_open(page->text, "<h3>");
    if (first->bonus)
        kzi_text_put(page->text, "Bonus: not a yaku, so it does not make a hand win");
    else
        say_value(page, main_value(&page->model->yaku[first->yaku]));
    kzi_html_close(page->text, from, "</h3>\n");
}

static bool same_group(const struct ranked *a, const struct ranked *b) {
    return a->bonus == b->bonus && (a->bonus || !by_worth(a, b));
}

static void put_all_yaku(struct page *page) {
    const struct kzi_model *model = page->model;
    struct ranked *list = KZI_NEW_ARRAY(page->arena, page->rules->n_yaku, struct ranked);
    size_t count = 0;
    for (unsigned i = 0; i < page->rules->n_yaku; i++)
        if (model->yaku[i].in_use)
            list[count++] = rank(model, i);
    if (count)
        qsort(list, count, sizeof *list, begins_high(list, count) ? falling : rising);
    tag(page, "<h2>Yaku</h2>\n");
    for (size_t i = 0; i < count; i++) {
        if (!i || !same_group(&list[i], &list[i - 1])) {
            tag(page, i ? "</section>\n<section>\n" : "<section>\n");
            put_group_head(page, &list[i]);
        }
        put_yaku(page, list[i].yaku);
    }
    tag(page, count ? "</section>\n" : "");
}

/* --- fu -------------------------------------------------------------------------------------- */

/* Begin a row with its description. */
static size_t begin_fu(struct page *page) {
    return kzi_html_open(page->text, "<tr><th scope=\"row\">");
}

static void end_fu(struct page *page, size_t from, const struct kzi_node *node,
                   struct kzi_place place, int open_fu, int concealed) {
    kzi_html_close(page->text, from, "");
    put_mark(page, node, place);
    if (open_fu == concealed)
        kzi_html_format(page->text, "</th><td colspan=\"2\">%d</td></tr>\n", open_fu);
    else
        kzi_html_format(page->text, "</th><td>%d</td><td>%d</td></tr>\n", open_fu, concealed);
}

static const struct kzi_node *fu_section(const struct page *page, const char *key) {
    return kzi_node_get(kzi_node_get(page->model->root, "fu"), key);
}

static void put_fu_lines(struct page *page, const char *section, const char *before,
                         void (*say)(struct kzi_text *, const char *)) {
    const struct kzi_node *lines = fu_section(page, section);
    for (size_t i = 0; lines && i < lines->count; i++) {
        const struct kzi_entry *line = &lines->u.entries[i];
        const char *fu = said(line->value, "open"), *own = said(line->value, "concealed");
        const char *both = line->value->kind == KZI_SCALAR ? line->value->text : "0";
        size_t from = begin_fu(page);
        kzi_text_put(page->text, before);
        say(page->text, line->key->text);
        end_fu(page, from, line->value, line->key->place, atoi(fu ? fu : both),
               atoi(own ? own : both));
    }
}

static void say_phrase(struct kzi_text *text, const char *phrase) {
    kzi_phrase_say(text, phrase, false);
}

static void say_id_in_all(struct kzi_text *text, const char *id) {
    kzi_say_id(text, id);
    kzi_text_put(text, ", in all");
}

static void put_fu_items(struct page *page) {
    const struct kzi_fu *fu = &page->model->fu;
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        const struct kzi_node *section =
            fu_section(page, item->if_nothing ? "if_nothing_added" : "add");
        size_t from = begin_fu(page);
        kzi_say_id(page->text, item->id);
        kzi_text_put(page->text, ": ");
        if (item->each) {
            kzi_text_put(page->text, "for each ");
            kzi_say_id(page->text, page->model->marks[item->each_mark].id);
        }
        if (item->when) {
            kzi_text_put(page->text, item->each ? ": " : "");
            kzi_condition_say(page->text, item->when, false);
        }
        kzi_text_put(page->text, item->if_nothing ? ", where nothing else adds fu" : "");
        end_fu(page, from, kzi_node_get(section, item->id), item->place, item->fu, item->fu);
    }
}

static void put_fu(struct page *page) {
    static const char *const ways[] = {"are not rounded", "are rounded up to",
                                       "are rounded to the nearest", "are rounded down to"};
    const struct kzi_fu *fu = &page->model->fu;
    if (!fu->in_use)
        return;
    tag(page, "<section>\n<h2>Fu</h2>\n<div class=\"scroll words\"><table>\n<thead><tr><th "
              "scope=\"col\">for</th><th scope=\"col\">open</th><th "
              "scope=\"col\">concealed</th></tr></thead>\n<tbody>\n");
    size_t from = begin_fu(page);
    kzi_text_put(page->text, "every hand");
    end_fu(page, from, fu_section(page, "start"), (struct kzi_place){0}, fu->start, fu->start);
    put_fu_lines(page, "sets", "", say_phrase);
    put_fu_lines(page, "pair", "pair of ", kzi_class_say);
    put_fu_items(page);
    put_fu_lines(page, "flat", "", say_id_in_all);
    kzi_text_format(page->text, "</tbody></table></div>\n<p>The fu of a hand %s",
                    ways[fu->round.way]);
    if (fu->round.way != KZI_ROUND_NONE)
        kzi_text_format(page->text, " %d", (int)fu->round.to);
    tag(page, ".</p>\n");
    put_note(page, kzi_node_get(page->model->root, "fu"));
    tag(page, "</section>\n");
}

static void put_points(struct page *page) {
    struct kzi_table *table = KZI_NEW(page->arena, struct kzi_table);
    kzi_table_make(table, page->rules);
    table->language = page->language;
    tag(page, "<section>\n<h2>Points</h2>\n");
    kzi_table_html_body(page->text, table);
    tag(page, "</section>\n");
}

/* --- options --------------------------------------------------------------------------------- */

/* settled: the chosen value. */
static void put_option(struct page *page, const struct kzi_option *option,
                       const struct kzi_node *settled) {
    const struct kzi_node *definition = option->definition;
    const char *says = kzi_name_in(kzi_node_get(definition, "says"), page->language), *value;
    kzi_html_format(page->text, "<tr><th scope=\"row\">%s <small><code>%s</code></small>",
                    says ? says : "", option->id);
    for (size_t i = 0; i < page->model->n_overlays; i++)
        if (kzi_node_get(kzi_node_get(page->model->sheets[i], "options"), option->id))
            put_overlay(page, HOUSE_RULE, i, "</mark>");
    kzi_html_format(page->text, "</th><td><b>%s</b></td><td>",
                    kzi_node_get(settled, "default")->text);
    for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
        kzi_html_format(page->text, "%s%s", i ? ", " : "", value);
    if (!kzi_option_value(option, 0))
        tag(page, "a number");
    if (kzi_node_get(definition, "values") && !kzi_node_get(settled, "values"))
        tag(page, "<br><small>whether they change anything was not looked for</small>");
    const char *note = kzi_name_in(kzi_node_get(definition, "note"), page->language);
    if (note)
        kzi_html_format(page->text, "<br><small>%s</small>", note);
    tag(page, "</td></tr>\n");
}

/* Put the options of tables, each with its chosen value. */
static void put_options(struct page *page) {
    const struct kzi_options *options = &page->model->options;
    struct kzi_names gone;
    kzi_names_init(&gone, page->arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    const struct kzi_node *settled = kzi_bind_options(page->arena, page->model, &gone, &budget);
    if (!settled || !settled->count)
        return;
    tag(page, "<section>\n<h2>Options</h2>\n<p>Where tables differ, these rules are set "
              "so:</p>\n<div class=\"scroll words\"><table class=\"options\">\n<thead><tr><th "
              "scope=\"col\">question</th><th scope=\"col\">here</th><th scope=\"col\">it could "
              "be</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_node *option = kzi_node_get(settled, options->list[i].id);
        if (option)
            put_option(page, &options->list[i], option);
    }
    tag(page, "</tbody></table></div>\n</section>\n");
}

void kzi_rules_html(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                    const char *language) {
    struct page page = {.text = text,
                        .arena = arena,
                        .rules = gallery->rules,
                        .model = gallery->rules->model,
                        .gallery = gallery,
                        .language = language};
    put_head(&page);
    put_winning(&page);
    put_all_yaku(&page);
    put_classes(&page);
    put_fu(&page);
    put_points(&page);
    put_options(&page);
    kzi_html_end(text);
}

#include "analysis/rulebook/rulebook.h"

#include "analysis/canonical/option_binding.h"
#include "analysis/html/html.h"
#include "analysis/html/svg.h"
#include "analysis/tables/table.h"
#include "base/limits.h"
#include "base/text.h"
#include "words/condition_words.h"
#include "words/names.h"

#include <stdlib.h>
#include <string.h>

/* --- pieces ---------------------------------------------------------------------------------- */

void kzi_rulebook_note(struct kzi_rulebook *page, const struct kzi_node *of) {
    const char *note = kzi_name_in(kzi_node_get(of, "note"), page->language);
    if (note)
        kzi_html_format(page->text, "<p class=\"note\">%s</p>\n", note);
}

static void put_overlay(struct kzi_rulebook *page, const char *begin, size_t overlay,
                        const char *end) {
    size_t from = kzi_html_open(page->text, begin);
    kzi_say_overlay(page->text, page->model, overlay, page->language);
    kzi_html_close(page->text, from, end);
}

/* --- house rules ----------------------------------------------------------------------------- */

/* Return the index of the overlay that sets a part of a node, or the number of overlays if none
 * does. */
static size_t overlay_of(const struct kzi_rulebook *page, const struct kzi_node *node,
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

void kzi_rulebook_mark(struct kzi_rulebook *page, const struct kzi_node *node,
                       struct kzi_place place) {
    size_t overlay = overlay_of(page, node, place);
    if (overlay < page->model->n_overlays)
        put_overlay(page, HOUSE_RULE, overlay, "</mark>");
}

/* --- head ------------------------------------------------------------------------------------ */

static void put_source(struct kzi_rulebook *page, const struct kzi_node *source) {
    if (!source)
        return;
    size_t from = kzi_html_open(page->text, "<p class=\"soft\">Source: ");
    kzi_say_node(page->text, source);
    kzi_html_close(page->text, from, "</p>\n");
}

/* Removals by a sheet leave nothing to mark. */
static void put_removed(struct kzi_rulebook *page, const struct kzi_node *sheet) {
    const struct kzi_node *remove = kzi_node_get(sheet, "remove");
    size_t count = remove && remove->kind == KZI_LIST ? remove->count : 0;
    for (size_t i = 0; i < count; i++) {
        kzi_text_put(page->text, i ? ", " : "<p>Taken away: ");
        kzi_html_format(page->text, "<code>%s</code>", remove->u.items[i]->text);
    }
    kzi_text_put(page->text, count ? ".</p>\n" : "");
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

static void put_change(struct kzi_rulebook *page, const char *section,
                       const struct kzi_entry *entry) {
    size_t from = kzi_html_open(page->text, "<li><code>");
    kzi_text_format(page->text, "%s%s%s: ", section, *section ? "." : "", entry->key->text);
    kzi_node_put(page->text, entry->value);
    kzi_html_close(page->text, from, "</code></li>\n");
}

static void put_changes(struct kzi_rulebook *page, const struct kzi_node *sheet) {
    bool any = false;
    for (size_t i = 0; i < sheet->count; i++) {
        const struct kzi_entry *section = &sheet->u.entries[i];
        const struct kzi_node *value = section->value;
        const char *key = section->key->text;
        bool whole = value->kind != KZI_MAP || strchr(key, '.');
        if (!is_unmarked(key))
            continue;
        kzi_text_put(page->text, any ? "" : "<p>Changed besides yaku, fu and options:</p>\n<ul>\n");
        any = true;
        for (size_t k = 0; k < (whole ? 1 : value->count); k++)
            put_change(page, whole ? "" : key, whole ? section : &value->u.entries[k]);
    }
    kzi_text_put(page->text, any ? "</ul>\n" : "");
}

static void put_house_rules(struct kzi_rulebook *page) {
    const struct kzi_model *model = page->model;
    if (!model->n_overlays)
        return;
    kzi_text_put(page->text, "<section class=\"house\">\n<h2>House rules</h2>\n");
    for (size_t i = 0; i < model->n_overlays; i++) {
        put_overlay(page, "<h3>", i, "</h3>\n");
        kzi_rulebook_note(page, model->sheets[i]);
        put_source(page, kzi_node_get(model->sheets[i], "source"));
        put_removed(page, model->sheets[i]);
        put_changes(page, model->sheets[i]);
    }
    kzi_text_put(page->text,
                 "<p>What house rules say of yaku, fu and options is marked with their name "
                 "below.</p>\n</section>\n");
}

static void put_head(struct kzi_rulebook *page) {
    const struct kzi_model *model = page->model;
    struct kzi_text title = kzi_text_growing();
    kzi_say_title(&title, model, page->language);
    kzi_html_begin(page->text, &title);
    kzi_tile_symbols(page->text);
    bool version = model->version && *model->version;
    kzi_html_format(page->text, "<p class=\"soft\">%s%s%s, digest %s</p>\n", model->label,
                    version ? ", version " : "", version ? model->version : "", model->digest);
    put_source(page, model->source);
    kzi_rulebook_note(page, model->root);
    put_house_rules(page);
}

/* --- winning --------------------------------------------------------------------------------- */

void kzi_rulebook_when(struct kzi_rulebook *page, const struct kzi_condition *when);

static void put_winning(struct kzi_rulebook *page) {
    const struct kzi_model *model = page->model;
    bool claims = model->claims != KZI_CLAIMS_ALL;
    if (!claims && !model->minimum_when)
        return;
    kzi_text_put(page->text, "<section>\n<h2>Winning</h2>\n");
    if (claims) {
        kzi_text_put(page->text, "<p>Players may claim ");
        kzi_say_claims(page->text, model);
        kzi_text_put(page->text, model->claims ? ", and no other set.</p>\n" : ".</p>\n");
    }
    if (model->minimum_when) {
        kzi_text_put(page->text, "<p>Every winning hand needs</p>\n<ul class=\"asks\">\n");
        kzi_rulebook_when(page, model->minimum_when);
        kzi_text_put(page->text, "</ul>\n");
    }
    kzi_rulebook_note(page, kzi_node_get(model->root, "minimum"));
    kzi_text_put(page->text, "</section>\n");
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
static void put_classes(struct kzi_rulebook *page) {
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
            kzi_text_put(page->text,
                         "<section>\n<h2>Words for tiles</h2>\n<dl class=\"classes\">\n");
        any = true;
        size_t from = kzi_html_open(page->text, "<div><dt>");
        kzi_say_id(page->text, entry->key->text);
        kzi_html_close(page->text, from, "");
        kzi_rulebook_mark(page, entry->value, entry->key->place);
        kzi_text_put(page->text, "</dt><dd>");
        kzi_tiles_svg(page->text, kinds, count);
        kzi_text_put(page->text, "</dd></div>\n");
    }
    if (any)
        kzi_text_put(
            page->text,
            "</dl>\n<p class=\"soft\">Of single tiles 5m is the five of characters, 5p that of "
            "dots, 5s that of bamboo; E S W N are the winds, P F C the white, the green and "
            "the red dragon.</p>\n</section>\n");
}

/* --- fu -------------------------------------------------------------------------------------- */

/* Begin a row with its description. */
static size_t begin_fu(struct kzi_rulebook *page) {
    return kzi_html_open(page->text, "<tr><th scope=\"row\">");
}

static void end_fu(struct kzi_rulebook *page, size_t from, const struct kzi_node *node,
                   struct kzi_place place, int open_fu, int concealed) {
    kzi_html_close(page->text, from, "");
    kzi_rulebook_mark(page, node, place);
    if (open_fu == concealed)
        kzi_html_format(page->text, "</th><td colspan=\"2\">%d</td></tr>\n", open_fu);
    else
        kzi_html_format(page->text, "</th><td>%d</td><td>%d</td></tr>\n", open_fu, concealed);
}

static const struct kzi_node *fu_section(const struct kzi_rulebook *page, const char *key) {
    return kzi_node_get(kzi_node_get(page->model->root, "fu"), key);
}

static void put_fu_lines(struct kzi_rulebook *page, const char *section, const char *before,
                         void (*say)(struct kzi_rulebook *, size_t, const char *)) {
    const struct kzi_node *lines = fu_section(page, section);
    for (size_t i = 0; lines && i < lines->count; i++) {
        const struct kzi_entry *line = &lines->u.entries[i];
        const char *fu = kzi_rulebook_said(line->value, "open"),
                   *own = kzi_rulebook_said(line->value, "concealed");
        const char *both = line->value->kind == KZI_SCALAR ? line->value->text : "0";
        size_t from = begin_fu(page);
        kzi_text_put(page->text, before);
        say(page, i, line->key->text);
        end_fu(page, from, line->value, line->key->place, atoi(fu ? fu : both),
               atoi(own ? own : both));
    }
}

static void put_fu_set(struct kzi_rulebook *page, size_t line, const char *unused) {
    const struct kzi_fu_set *set = &page->model->fu.sets[line];
    (void)unused;
    struct kzi_sentence said = kzi_sentence_begin(page->text, &kzi_plain_style);
    kzi_argument_phrase(&said, &set->phrase, &set->spelling, KZI_ONE);
    kzi_sentence_end_list(&said, KZI_AND);
}

static void put_fu_pair(struct kzi_rulebook *page, size_t line, const char *unused) {
    struct kzi_sentence said = kzi_sentence_begin(page->text, &kzi_plain_style);
    (void)unused;
    kzi_argument_class(&said, &page->model->fu.pairs[line].spelling, KZI_OF);
    kzi_sentence_end_list(&said, KZI_AND);
}

static void put_fu_shape(struct kzi_rulebook *page, size_t unused, const char *id) {
    (void)unused;
    kzi_say_id(page->text, id);
    kzi_text_put(page->text, ", in all");
}

static void put_fu_items(struct kzi_rulebook *page) {
    const struct kzi_fu *fu = &page->model->fu;
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        const struct kzi_node *section =
            fu_section(page, item->if_nothing ? "if_nothing_added" : "add");
        size_t from = begin_fu(page);
        kzi_say_name(page->text, item->name, item->id, page->language);
        kzi_text_put(page->text, ": ");
        if (item->each) {
            kzi_text_put(page->text, "for each ");
            kzi_say_id(page->text, page->model->marks[item->each_mark].id);
        }
        if (item->when) {
            kzi_text_put(page->text, item->each ? ": " : "");
            kzi_condition_say(page->text, page->model, item->when, false);
        }
        kzi_text_put(page->text, item->if_nothing ? ", where nothing else adds fu" : "");
        end_fu(page, from, kzi_node_get(section, item->id), item->place, item->fu, item->fu);
    }
}

static void put_fu(struct kzi_rulebook *page) {
    const struct kzi_fu *fu = &page->model->fu;
    if (!fu->in_use)
        return;
    kzi_text_put(page->text,
                 "<section>\n<h2>Fu</h2>\n<div class=\"scroll words\"><table>\n<thead><tr><th "
                 "scope=\"col\">for</th><th scope=\"col\">open</th><th "
                 "scope=\"col\">concealed</th></tr></thead>\n<tbody>\n");
    size_t from = begin_fu(page);
    kzi_text_put(page->text, "every hand");
    end_fu(page, from, fu_section(page, "start"), (struct kzi_place){0}, fu->start, fu->start);
    put_fu_lines(page, "sets", "", put_fu_set);
    put_fu_lines(page, "pair", "pair of ", put_fu_pair);
    put_fu_items(page);
    put_fu_lines(page, "flat", "", put_fu_shape);
    bool rounded = fu->round.way != KZI_ROUND_NONE;
    kzi_text_format(page->text, "</tbody></table></div>\n<p>The fu of a hand are %s",
                    rounded ? "rounded " : "not rounded");
    if (rounded)
        kzi_say_round(page->text, &fu->round);
    kzi_text_put(page->text, ".</p>\n");
    kzi_rulebook_note(page, kzi_node_get(page->model->root, "fu"));
    kzi_text_put(page->text, "</section>\n");
}

static void put_points(struct kzi_rulebook *page) {
    struct kzi_table *table = KZI_NEW(page->arena, struct kzi_table);
    kzi_table_make(table, page->rules);
    const struct kzi_style style = {.language = page->language, .page = true};
    kzi_text_put(page->text, "<section>\n<h2>Points</h2>\n");
    kzi_table_put(page->text, table, &style);
    kzi_text_put(page->text, "</section>\n");
}

/* --- options --------------------------------------------------------------------------------- */

/* settled: the chosen value. */
static void put_option(struct kzi_rulebook *page, const struct kzi_option *option,
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
        kzi_text_put(page->text, "a number");
    if (kzi_node_get(definition, "values") && !kzi_node_get(settled, "values"))
        kzi_text_put(page->text,
                     "<br><small>whether they change anything was not looked for</small>");
    const char *note = kzi_name_in(kzi_node_get(definition, "note"), page->language);
    if (note)
        kzi_html_format(page->text, "<br><small>%s</small>", note);
    kzi_text_put(page->text, "</td></tr>\n");
}

/* Put the options of tables, each with its chosen value. */
static void put_options(struct kzi_rulebook *page) {
    const struct kzi_options *options = &page->model->options;
    struct kzi_names gone;
    kzi_names_init(&gone, page->arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    const struct kzi_node *settled = kzi_bind_options(page->arena, page->model, &gone, &budget);
    if (!settled || !settled->count)
        return;
    kzi_text_put(page->text,
                 "<section>\n<h2>Options</h2>\n<p>Where tables differ, these rules are set "
                 "so:</p>\n<div class=\"scroll words\"><table class=\"options\">\n<thead><tr><th "
                 "scope=\"col\">question</th><th scope=\"col\">here</th><th scope=\"col\">it could "
                 "be</th></tr></thead>\n<tbody>\n");
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_node *option = kzi_node_get(settled, options->list[i].id);
        if (option)
            put_option(page, &options->list[i], option);
    }
    kzi_text_put(page->text, "</tbody></table></div>\n</section>\n");
}

void kzi_rules_html(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                    const char *language) {
    struct kzi_rulebook page = {.text = text,
                                .arena = arena,
                                .rules = gallery->rules,
                                .model = gallery->rules->model,
                                .gallery = gallery,
                                .language = language};
    put_head(&page);
    put_winning(&page);
    kzi_rulebook_yaku(&page);
    put_classes(&page);
    put_fu(&page);
    put_points(&page);
    put_options(&page);
    kzi_html_end(text);
}

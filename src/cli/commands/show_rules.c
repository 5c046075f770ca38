/* A ruleset as text. */
#include "cli/commands/show.h"

#include "analysis/rulebook/rules_html.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "rules/tree/merge.h"
#include "tile/notation.h"
#include "words/names.h"

#include <stdio.h>
#include <string.h>

#define LINE 96 /* longer lines are wrapped where possible */

/* --- nodes ----------------------------------------------------------------------------------- */

static void put_blanks(struct kzi_text *text, size_t count) {
    while (count--)
        kzi_text_char(text, ' ');
}

static size_t flow_length(const struct kzi_node *node) {
    struct kzi_text none = kzi_text_fixed(NULL, 0);
    kzi_node_put(&none, node);
    return none.len;
}

void kzi_show_node(struct kzi_text *text, const struct kzi_node *node, size_t indent) {
    if (node->kind == KZI_SCALAR)
        kzi_text_put(text, node->text);
    else if (node->kind == KZI_LIST || !node->count || indent + flow_length(node) <= LINE)
        kzi_node_put(text, node);
    else
        for (size_t i = 0; i < node->count; i++) {
            const struct kzi_entry *entry = &node->u.entries[i];
            if (i)
                kzi_text_char(text, '\n');
            if (i)
                put_blanks(text, indent);
            kzi_text_format(text, "%s: ", entry->key->text);
            kzi_show_node(text, entry->value, indent + strlen(entry->key->text) + 2);
        }
}

/* Put "title   text". */
static void put_line(struct kzi_text *text, const char *key, const char *said) {
    size_t from = text->len;
    if (!said || !*said)
        return;
    kzi_text_put(text, key);
    kzi_text_pad(text, from, KZI_SHOW_KEY_WIDTH);
    kzi_put_visible(text, said);
    kzi_text_char(text, '\n');
}

static size_t widest_key(const struct kzi_node *map) {
    size_t widest = 0;
    for (size_t i = 0; i < map->count; i++) {
        size_t width = strlen(map->u.entries[i].key->text);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Put "(riichi.yaml:219)", the source. */
static void put_from(struct kzi_text *text, struct kzi_place place) {
    if (!place.source || !place.line)
        return;
    const char *slash = strrchr(place.source->name, '/');
    kzi_text_put(text, "  (");
    kzi_put_visible(text, slash ? slash + 1 : place.source->name);
    kzi_text_format(text, ":%u)", place.line);
}

/* Return the mapping at a path with each name and note in one language. */
static const struct kzi_node *in_language(struct kzi_arena *arena, const struct kzi_node *node,
                                          const char *path, const char *language) {
    if (node->kind != KZI_MAP)
        return node;
    struct kzi_node *copy = KZI_NEW(arena, struct kzi_node);
    *copy = *node;
    copy->u.entries = KZI_NEW_ARRAY(arena, node->count, struct kzi_entry);
    for (size_t i = 0; i < node->count; i++) {
        struct kzi_entry *entry = &copy->u.entries[i];
        *entry = node->u.entries[i];
        const char *key = entry->key->text;
        if ((!strcmp(key, "note") || !strcmp(key, "name")) && kzi_means_nothing(path, key)) {
            struct kzi_node *said = KZI_NEW(arena, struct kzi_node);
            *said = (struct kzi_node){.kind = KZI_SCALAR,
                                      .place = entry->value->place,
                                      .text = kzi_name_in(entry->value, language)};
            entry->value = said->text ? said : entry->value;
        } else {
            char below[KZI_LONGEST_PATH];
            snprintf(below, sizeof below, "%s", path);
            kzi_path_extend(below, key);
            entry->value = in_language(arena, entry->value, below, language);
        }
    }
    return copy;
}

/* What sections are shown with. */
struct show_ctx {
    struct kzi_arena *arena;
    const struct kzi_model *model;
    const char *language;
};

/* Put a section of the rules, each entry on a line of its own. */
static void put_section(struct kzi_text *text, const struct show_ctx *show, const char *key,
                        const char *title) {
    const struct kzi_node *node = kzi_node_get(show->model->root, key);
    if (!node || (node->kind != KZI_SCALAR && !node->count))
        return;
    node = in_language(show->arena, node, key, show->language);
    kzi_text_format(text, "\n%s\n  ", title);
    if (node->kind != KZI_MAP)
        kzi_show_node(text, node, 2);
    size_t width = node->kind == KZI_MAP ? widest_key(node) + 2 : 0;
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++) {
        if (i)
            kzi_text_put(text, "\n  ");
        size_t from = text->len;
        kzi_text_put(text, node->u.entries[i].key->text);
        kzi_text_pad(text, from, width);
        kzi_show_node(text, node->u.entries[i].value, 2 + width);
        put_from(text, node->u.entries[i].value->place);
    }
    kzi_text_char(text, '\n');
}

static void put_limit(struct kzi_text *text, const struct kzi_model *model, unsigned number,
                      size_t width, const char *language) {
    const struct kzi_limit *limit = &model->limits[number];
    size_t from = text->len + 2;
    kzi_text_format(text, "  %s", limit->id);
    kzi_text_pad(text, from, width);
    from = text->len;
    kzi_text_int(text, limit->worth);
    kzi_text_pad(text, from, 8);
    if (limit->from_total) {
        kzi_text_put(text, "from ");
        kzi_say_total(text, model, limit->from_total);
    }
    if (limit->from_value)
        kzi_text_format(text, "%sfrom a value of %d", limit->from_total ? ", " : "",
                        (int)limit->from_value);
    if (limit->bounds_payments)
        kzi_text_format(text, "%snobody pays more for a hand", limit->from_total ? ", " : "");
    else if (!limit->from_total && !limit->from_value)
        kzi_text_put(text, "by its yaku");
    if (limit->chips) {
        kzi_text_put(text, ", ");
        kzi_say_count(text, limit->chips, "chip");
    }
    kzi_text_format(text, "%s%s", limit->add_up ? ", several add up" : "",
                    limit->in_use ? "" : " (not in use)");
    const struct kzi_node *said = kzi_node_get(limit->node, "worth"),
                          *pays = kzi_node_get(limit->node, "pays");
    const char *note = kzi_name_in(kzi_node_get(limit->node, "note"), language);
    put_from(text, said ? said->place : limit->place);
    kzi_text_char(text, '\n');
    if (pays) {
        put_blanks(text, width + 2);
        kzi_show_node(text, pays, width + 2);
        kzi_text_char(text, '\n');
    }
    if (note) {
        put_blanks(text, width + 2);
        kzi_text_format(text, "%s\n", note);
    }
}

static void put_limits(struct kzi_text *text, const struct kzi_model *model, const char *language) {
    size_t width = 0;
    for (unsigned i = 0; i < model->limit_names.count; i++)
        width = strlen(model->limits[i].id) > width ? strlen(model->limits[i].id) : width;
    if (model->limit_names.count)
        kzi_text_put(text, "\nlimits\n");
    for (unsigned i = 0; i < model->limit_names.count; i++)
        put_limit(text, model, i, width + 2, language);
}

/* --- head ------------------------------------------------------------------------------------ */

static const char *file_key(const struct kzi_model *model, size_t file) {
    if (file < model->n_overlays)
        return "overlay";
    return file == model->n_overlays ? "file" : "  extends";
}

static void put_files(struct kzi_text *text, const struct kzi_model *model, const char *language) {
    for (size_t i = 0; i < model->n_files; i++) {
        if (i < model->n_overlays && kzi_node_get(model->sheets[i], "title")) {
            size_t from = text->len;
            kzi_text_put(text, "house rules");
            kzi_text_pad(text, from, KZI_SHOW_KEY_WIDTH);
            kzi_say_overlay(text, model, i, language);
            kzi_text_char(text, '\n');
        }
        put_line(text, file_key(model, i), model->files[i]->name);
    }
}

/* Put the kinds of tiles with this many copies. */
static bool put_copies(struct kzi_text *text, const struct kzi_model *model, unsigned copies,
                       bool first) {
    const uint8_t marked[KZI_SUITS] = {0};
    uint8_t counts[KZI_KINDS];
    bool any = false;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
        counts[kind] = model->copies[kind] == copies;
        any |= counts[kind];
    }
    if (!any)
        return false;
    kzi_text_put(text, first ? "" : "; ");
    kzi_notation_put_counts(text, counts, marked);
    kzi_text_format(text, ", %u of each", copies);
    return true;
}

static void put_tiles(struct kzi_text *text, const struct kzi_model *model) {
    size_t from = text->len;
    bool first = true;
    kzi_text_put(text, "tiles");
    kzi_text_pad(text, from, KZI_SHOW_KEY_WIDTH);
    for (unsigned copies = KZI_MAX_COPIES; copies; copies--)
        first &= !put_copies(text, model, copies, first);
    kzi_text_char(text, '\n');
}

static void put_claims(struct kzi_text *text, const struct kzi_model *model) {
    if (model->claims == KZI_CLAIMS_ALL)
        return;
    size_t from = text->len;
    kzi_text_put(text, "claims");
    kzi_text_pad(text, from, KZI_SHOW_KEY_WIDTH);
    kzi_say_claims(text, model);
    kzi_text_char(text, '\n');
}

static void put_source(struct kzi_text *text, const struct kzi_model *model) {
    if (!model->source)
        return;
    kzi_text_put(text, "source");
    put_blanks(text, KZI_SHOW_KEY_WIDTH - strlen("source"));
    kzi_show_node(text, model->source, KZI_SHOW_KEY_WIDTH);
    kzi_text_char(text, '\n');
}

static void put_head(struct kzi_text *text, const struct kzi_model *model, const char *language,
                     const char *decided_by) {
    put_line(text, "ruleset", model->label);
    put_line(text, "decided by", decided_by);
    put_line(text, "title", kzi_name_in(model->title, language));
    put_line(text, "version", model->version);
    put_line(text, "digest", model->digest);
    put_source(text, model);
    put_line(text, "note", kzi_name_in(kzi_node_get(model->root, "note"), language));
    put_files(text, model, language);
    put_tiles(text, model);
    put_claims(text, model);
}

/* --- yaku ------------------------------------------------------------------------------------ */

struct widths {
    size_t id, name;
};

static struct widths widths_of(const struct kzi_model *model, const char *language) {
    struct widths widths = {4, 4};
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const char *name = kzi_name_in(model->yaku[i].name, language);
        size_t id = strlen(model->yaku[i].id);
        size_t named = name ? kzi_utf8_width(name, strlen(name)) : 0;
        widths.id = id > widths.id ? id : widths.id;
        widths.name = named > widths.name ? named : widths.name;
    }
    return widths;
}

/* Put "closed/open", or one value if they are equal. */
static void put_values(struct kzi_text *text, const struct kzi_model *model,
                       const struct kzi_yaku *yaku) {
    const struct kzi_value *closed = &yaku->closed, *open = &yaku->open;
    kzi_say_value(text, model, closed);
    if (kzi_same_value(closed, open))
        return;
    kzi_text_char(text, '/');
    kzi_say_value(text, model, open);
}

static void put_yaku(struct kzi_text *text, const struct kzi_model *model,
                     const struct kzi_yaku *yaku, struct widths widths, const char *language) {
    size_t from = text->len + 2;
    kzi_text_format(text, "  %s", yaku->id);
    kzi_text_pad(text, from, widths.id + 2);
    from = text->len;
    put_values(text, model, yaku);
    kzi_text_pad(text, from, 10);
    from = text->len;
    kzi_text_char(text, ' ');
    kzi_say_yaku(text, model, (unsigned)(yaku - model->yaku), language);
    if (yaku->bonus)
        kzi_text_put(text, " (bonus)");
    if (yaku->alone)
        kzi_text_put(text, " (stands alone)");
    kzi_say_chips_of_yaku(text, yaku, " (", ")");
    for (size_t i = 0; i < yaku->n_covers; i++) {
        if (!i)
            kzi_text_pad(text, from, widths.name + 2);
        kzi_text_put(text, i ? ", " : " covers ");
        kzi_text_put(text, model->yaku[yaku->covers[i].yaku].id);
    }
    const struct kzi_node *value = kzi_node_get(yaku->node, "value");
    put_from(text, value ? value->place : yaku->place);
    kzi_text_char(text, '\n');
}

static void put_all_yaku(struct kzi_text *text, const struct kzi_model *model,
                         const char *language) {
    struct widths widths = widths_of(model, language);
    kzi_text_format(text, "\nyaku, in %s: closed/open, or one value for both\n", model->unit);
    for (size_t i = 0; i < model->yaku_names.count; i++)
        if (model->yaku[i].in_use)
            put_yaku(text, model, &model->yaku[i], widths, language);
    bool unused = false;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        if (model->yaku[i].in_use)
            continue;
        kzi_text_format(text, unused ? ", %s" : "  not in use: %s", model->yaku[i].id);
        unused = true;
    }
    if (unused)
        kzi_text_char(text, '\n');
}

void kzi_show_rules(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                    const char *language, const char *decided_by) {
    const struct show_ctx show = {arena, model, language};
    put_head(text, model, language, decided_by);
    put_section(text, &show, "shapes", "shapes of a hand");
    put_section(text, &show, "circumstances", "circumstances");
    put_all_yaku(text, model, language);
    put_section(text, &show, "minimum", "minimum to win");
    put_section(text, &show, "fu", "fu");
    put_section(text, &show, "hand_value", "value of the hand");
    put_limits(text, model, language);
    put_section(text, &show, "payments", "payments");
    put_section(text, &show, "game", "a game");
    kzi_show_options(text, arena, model, language);
}

void kzi_show_decided_json(struct kzi_text *text, const struct kzi_model *model,
                           const char *decided_by) {
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "ruleset", model->label);
    kzi_json_key_string(text, "version", model->version ? model->version : "");
    kzi_json_key_string(text, "digest", model->digest);
    kzi_json_key_string(text, "decided_by", decided_by);
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

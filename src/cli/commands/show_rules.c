/* A ruleset, or one yaku of it, as text and JSON. */
#include "cli/commands/show.h"

#include "analysis/rulebook/rules_html.h"
#include "base/limits.h"
#include "base/text_json.h"
#include "base/utf8.h"
#include "compile/prover/implication.h"
#include "report/wording.h"
#include "tile/notation.h"

#include <string.h>

#define KEY_WIDTH 14 /* columns of the key before a line of a section */
#define LINE      96 /* longer lines are wrapped where possible */

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

static void show_node(struct kzi_text *text, const struct kzi_node *node, size_t indent) {
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
            show_node(text, entry->value, indent + strlen(entry->key->text) + 2);
        }
}

/* Put "title   text". */
static void put_line(struct kzi_text *text, const char *key, const char *said) {
    size_t from = text->len;
    if (!said || !*said)
        return;
    kzi_text_put(text, key);
    kzi_text_pad(text, from, KEY_WIDTH);
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

/* Put a section of the rules, each entry on a line of its own. */
static void put_section(struct kzi_text *text, const struct kzi_model *model, const char *key,
                        const char *title) {
    const struct kzi_node *node = kzi_node_get(model->root, key);
    if (!node || (node->kind != KZI_SCALAR && !node->count))
        return;
    kzi_text_format(text, "\n%s\n  ", title);
    if (node->kind != KZI_MAP)
        show_node(text, node, 2);
    size_t width = node->kind == KZI_MAP ? widest_key(node) + 2 : 0;
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++) {
        if (i)
            kzi_text_put(text, "\n  ");
        size_t from = text->len;
        kzi_text_put(text, node->u.entries[i].key->text);
        kzi_text_pad(text, from, width);
        show_node(text, node->u.entries[i].value, 2 + width);
        put_from(text, node->u.entries[i].value->place);
    }
    kzi_text_char(text, '\n');
}

static void put_limit(struct kzi_text *text, const struct kzi_model *model, unsigned number,
                      size_t width) {
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
    put_from(text, said ? said->place : limit->place);
    kzi_text_char(text, '\n');
    if (!pays)
        return;
    put_blanks(text, width + 2);
    show_node(text, pays, width + 2);
    kzi_text_char(text, '\n');
}

static void put_limits(struct kzi_text *text, const struct kzi_model *model) {
    size_t width = 0;
    for (unsigned i = 0; i < model->limit_names.count; i++)
        width = strlen(model->limits[i].id) > width ? strlen(model->limits[i].id) : width;
    if (model->limit_names.count)
        kzi_text_put(text, "\nlimits\n");
    for (unsigned i = 0; i < model->limit_names.count; i++)
        put_limit(text, model, i, width + 2);
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
            kzi_text_pad(text, from, KEY_WIDTH);
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
    kzi_text_pad(text, from, KEY_WIDTH);
    for (unsigned copies = KZI_MAX_COPIES; copies; copies--)
        first &= !put_copies(text, model, copies, first);
    kzi_text_char(text, '\n');
}

static void put_claims(struct kzi_text *text, const struct kzi_model *model) {
    if (model->claims == KZI_CLAIMS_ALL)
        return;
    size_t from = text->len;
    kzi_text_put(text, "claims");
    kzi_text_pad(text, from, KEY_WIDTH);
    kzi_say_claims(text, model);
    kzi_text_char(text, '\n');
}

static void put_source(struct kzi_text *text, const struct kzi_model *model) {
    if (!model->source)
        return;
    kzi_text_put(text, "source");
    put_blanks(text, KEY_WIDTH - strlen("source"));
    show_node(text, model->source, KEY_WIDTH);
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

static void put_number(struct kzi_text *text, const struct kzi_model *model,
                       const struct kzi_value *value) {
    if (!value->scored)
        kzi_text_char(text, '-');
    else if (value->limit == KZI_NO_LIMIT)
        kzi_text_int(text, value->number);
    else if (value->number == 1)
        kzi_text_put(text, model->limits[value->limit].id);
    else
        kzi_text_format(text, "%d %s", (int)value->number, model->limits[value->limit].id);
}

/* Put "closed/open", or one value if they are equal. */
static void put_values(struct kzi_text *text, const struct kzi_model *model,
                       const struct kzi_yaku *yaku) {
    const struct kzi_value *closed = &yaku->closed, *open = &yaku->open;
    put_number(text, model, closed);
    if (kzi_same_value(closed, open))
        return;
    kzi_text_char(text, '/');
    put_number(text, model, open);
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
    put_head(text, model, language, decided_by);
    put_section(text, model, "shapes", "shapes of a hand");
    put_section(text, model, "circumstances", "circumstances");
    put_all_yaku(text, model, language);
    put_section(text, model, "minimum", "minimum to win");
    put_section(text, model, "fu", "fu");
    put_section(text, model, "hand_value", "value of the hand");
    put_limits(text, model);
    put_section(text, model, "payments", "payments");
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

/* --- one yaku -------------------------------------------------------------------------------- */

static void put_key(struct kzi_text *text, const char *key) {
    size_t from = text->len;
    kzi_text_format(text, "  %s", key);
    kzi_text_pad(text, from, KEY_WIDTH);
}

static void put_node(struct kzi_text *text, const char *key, const struct kzi_node *node) {
    if (!node)
        return;
    put_key(text, key);
    show_node(text, node, KEY_WIDTH);
    kzi_text_char(text, '\n');
}

static void put_value(struct kzi_text *text, const struct kzi_model *model,
                      const struct kzi_yaku *yaku) {
    put_key(text, "value");
    kzi_text_put(text, "closed ");
    put_number(text, model, &yaku->closed);
    kzi_text_put(text, ", open ");
    put_number(text, model, &yaku->open);
    kzi_text_format(text, " (%s)%s%s%s\n", model->unit, yaku->bonus ? "; bonus" : "",
                    yaku->alone ? "; stands alone" : "", yaku->in_use ? "" : "; not in use");
}

/* Put the yaku covered for this reason on a line; the first line has the key. */
static bool put_covers_for(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku,
                           enum kzi_cover_why why, const char *key) {
    static const char *const says[] = {[KZI_WHY_IMPLIED] = "implied",
                                       [KZI_WHY_IMPOSSIBLE] = "never together",
                                       [KZI_WHY_CONVENTION] = "by convention",
                                       [KZI_WHY_NOT_LOOKED_FOR] = "reason not searched"};
    struct kzi_budget budget = {.steps = KZI_MAX_WHY_STEPS}; /* the same for each reason */
    const struct kzi_yaku *by = &rules->model->yaku[yaku];
    bool any = false;
    for (size_t i = 0; i < by->n_covers; i++) {
        if (kzi_cover_why(rules, yaku, by->covers[i].yaku, &budget) != why)
            continue;
        if (!any)
            put_key(text, key);
        if (!any)
            kzi_text_format(text, "%s: ", says[why]);
        else
            kzi_text_put(text, ", ");
        kzi_text_put(text, rules->model->yaku[by->covers[i].yaku].id);
        kzi_say_cover_part(text, &by->covers[i]);
        any = true;
    }
    if (any)
        kzi_text_char(text, '\n');
    return any;
}

static void put_covers(struct kzi_text *text, const struct kz_ruleset *rules, unsigned yaku) {
    const char *key = "covers";
    for (unsigned why = KZI_WHY_IMPLIED; why <= KZI_WHY_NOT_LOOKED_FOR; why++)
        if (put_covers_for(text, rules, yaku, (enum kzi_cover_why)why, key))
            key = "";
}

static bool covers(const struct kzi_yaku *coverer, size_t yaku) {
    for (size_t i = 0; i < coverer->n_covers; i++)
        if (coverer->covers[i].yaku == yaku)
            return true;
    return false;
}

static void put_coverers(struct kzi_text *text, const struct kzi_model *model,
                         const struct kzi_yaku *yaku) {
    bool any = false;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        if (!model->yaku[i].in_use || !covers(&model->yaku[i], (size_t)(yaku - model->yaku)))
            continue;
        if (any)
            kzi_text_put(text, ", ");
        else
            put_key(text, "covered by");
        kzi_text_put(text, model->yaku[i].id);
        any = true;
    }
    if (any)
        kzi_text_char(text, '\n');
}

static void put_name_list(struct kzi_text *text, const struct kzi_node *name) {
    if (!name || name->kind != KZI_MAP)
        return;
    put_key(text, "names");
    for (size_t i = 0; i < name->count; i++) {
        if (i)
            kzi_text_put(text, ", ");
        kzi_text_put(text, name->u.entries[i].key->text);
        kzi_text_char(text, ' ');
        show_node(text, name->u.entries[i].value, KEY_WIDTH);
    }
    kzi_text_char(text, '\n');
}

static void put_note(struct kzi_text *text, const struct kzi_node *node, const char *language) {
    const char *note = kzi_name_in(node, language);
    if (!note)
        return;
    put_key(text, "note");
    kzi_text_put(text, note);
    kzi_text_char(text, '\n');
}

static void put_examples(struct kzi_text *text, const struct kzi_yaku *yaku) {
    static const char *const says[] = {[KZI_EXAMPLE_SCORES] = "scores",
                                       [KZI_EXAMPLE_FAILS] = "fails",
                                       [KZI_EXAMPLE_COVERED] = "is covered"};
    for (size_t i = 0; i < yaku->n_examples; i++) {
        put_key(text, says[yaku->examples[i].kind]);
        kzi_text_put(text, yaku->examples[i].hand);
        kzi_text_char(text, '\n');
    }
}

static void put_place(struct kzi_text *text, const char *key, struct kzi_place place) {
    put_key(text, key);
    kzi_put_visible(text, place.source->name);
    kzi_text_format(text, ":%u\n", place.line);
}

/* Put the source of a part of a yaku, unless it is the file that names the yaku last. */
static void put_part_place(struct kzi_text *text, const struct kzi_yaku *yaku, const char *part,
                           const char *key) {
    const struct kzi_node *node = kzi_node_get(yaku->node, part);
    if (node && node->place.source != yaku->place.source)
        put_place(text, key, node->place);
}

void kzi_show_yaku(struct kzi_text *text, const struct kz_ruleset *rules, unsigned number,
                   const char *language) {
    const struct kzi_model *model = rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    kzi_text_format(text, "%s: ", yaku->id);
    kzi_say_yaku(text, model, number, language);
    kzi_text_char(text, '\n');
    put_value(text, model, yaku);
    put_node(text, "when", kzi_node_get(yaku->node, "when"));
    put_node(text, "chips", kzi_node_get(yaku->node, "chips"));
    put_node(text, "each", kzi_node_get(yaku->node, "each"));
    put_node(text, "series", kzi_node_get(yaku->node, "series"));
    put_covers(text, rules, number);
    put_coverers(text, model, yaku);
    put_name_list(text, yaku->name);
    put_node(text, "source", yaku->source);
    put_note(text, yaku->note, language);
    put_examples(text, yaku);
    put_place(text, "written at", yaku->place);
    put_part_place(text, yaku, "value", "value at");
    put_part_place(text, yaku, "when", "when at");
}

/* --- JSON ------------------------------------------------------------------------------------ */

static void put_names_json(struct kzi_text *text, const struct kzi_node *name) {
    kzi_json_begin_key(text, "names", '{');
    if (name && name->kind == KZI_SCALAR)
        kzi_json_key_string(text, "en", name->text);
    for (size_t i = 0; name && name->kind == KZI_MAP && i < name->count; i++) {
        const struct kzi_entry *entry = &name->u.entries[i];
        const bool scalar = entry->value->kind == KZI_SCALAR;
        kzi_json_key_string(text, entry->key->text, scalar ? entry->value->text : "");
    }
    kzi_json_end(text, '}');
}

static void put_value_json(struct kzi_text *text, const char *key, const struct kzi_model *model,
                           const struct kzi_value *value) {
    kzi_json_key(text, key);
    if (!value->scored) {
        kzi_json_put_string(text, NULL);
    } else if (value->limit == KZI_NO_LIMIT) {
        kzi_json_put_int(text, value->number);
    } else {
        kzi_json_begin_string(text);
        put_number(text, model, value);
        kzi_json_end_string(text);
    }
}

/* Put a node as its text in a rule file; null if there is none. */
static void put_node_json(struct kzi_text *text, const char *key, const struct kzi_node *node) {
    struct kzi_text said = kzi_text_growing();
    if (node)
        kzi_node_put(&said, node);
    kzi_text_char(&said, '\0');
    kzi_json_key_string(text, key, !node ? NULL : said.failed ? "" : said.at);
    text->failed |= said.failed;
    kzi_text_release(&said);
}

/* Put the members of an object. */
static void put_place_json(struct kzi_text *text, struct kzi_place place) {
    kzi_json_key_string(text, "file", place.source->name);
    kzi_json_key_int(text, "line", place.line);
}

void kzi_show_yaku_json(struct kzi_text *text, const struct kz_ruleset *rules, unsigned number,
                        struct kzi_budget *budget) {
    const struct kzi_model *model = rules->model;
    const struct kzi_yaku *yaku = &model->yaku[number];
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "id", yaku->id);
    put_names_json(text, yaku->name);
    kzi_json_begin_key(text, "value", '{');
    put_value_json(text, "closed", model, &yaku->closed);
    put_value_json(text, "open", model, &yaku->open);
    kzi_json_end(text, '}');
    kzi_json_key_bool(text, "bonus", yaku->bonus);
    kzi_json_key_bool(text, "in_use", yaku->in_use);
    kzi_json_begin_key(text, "covers", '[');
    for (size_t i = 0; i < yaku->n_covers; i++)
        kzi_json_put_string(text, model->yaku[yaku->covers[i].yaku].id);
    kzi_json_end(text, ']');
    kzi_json_begin_key(text, "covers_why", '[');
    for (size_t i = 0; i < yaku->n_covers; i++)
        kzi_json_put_string(
            text, kzi_cover_why_names[kzi_cover_why(rules, number, yaku->covers[i].yaku, budget)]);
    kzi_json_end(text, ']');
    put_node_json(text, "when", kzi_node_get(yaku->node, "when"));
    put_place_json(text, yaku->place);
    kzi_json_begin_key(text, "places", '{');
    for (size_t i = 0; i < yaku->node->count; i++) {
        const struct kzi_entry *part = &yaku->node->u.entries[i];
        kzi_json_begin_key(text, part->key->text, '{');
        put_place_json(text, part->value->place);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, '}');
    kzi_json_end(text, '}');
    kzi_text_char(text, '\n');
}

/* One yaku of a ruleset, as text and JSON. */
#include "cli/commands/show.h"

#include "analysis/rulebook/rules_html.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "report/ruleset_json.h"
#include "words/names.h"

#include <string.h>

/* --- text ------------------------------------------------------------------------------------ */

static void put_key(struct kzi_text *text, const char *key) {
    size_t from = text->len;
    kzi_text_format(text, "  %s", key);
    kzi_text_pad(text, from, KZI_SHOW_KEY_WIDTH);
}

static void put_node(struct kzi_text *text, const char *key, const struct kzi_node *node) {
    if (!node)
        return;
    put_key(text, key);
    kzi_show_node(text, node, KZI_SHOW_KEY_WIDTH);
    kzi_text_char(text, '\n');
}

static void put_value(struct kzi_text *text, const struct kzi_model *model,
                      const struct kzi_yaku *yaku) {
    put_key(text, "value");
    kzi_text_put(text, "closed ");
    kzi_say_value(text, model, &yaku->closed);
    kzi_text_put(text, ", open ");
    kzi_say_value(text, model, &yaku->open);
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
        kzi_show_node(text, name->u.entries[i].value, KZI_SHOW_KEY_WIDTH);
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
    kzi_json_names(text, "names", yaku->name);
    kzi_json_begin_key(text, "value", '{');
    kzi_json_value(text, "closed", model, &yaku->closed);
    kzi_json_value(text, "open", model, &yaku->open);
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

/* The options of a ruleset: what each is set to, what it may be, what it decides, who rules how. */
#include "cli/commands/show.h"

#include "analysis/canonical/option_binding.h"
#include "base/limits.h"
#include "base/text.h"
#include "report/result_json.h"

#include <string.h>

static const char *said(const struct kzi_option *option, const char *key) {
    const struct kzi_node *node = kzi_node_get(option->definition, key);
    return node && node->kind == KZI_SCALAR ? node->text : NULL;
}

static void put_values(struct kzi_text *text, const struct kzi_option *option) {
    const char *value;
    for (size_t i = 0; (value = kzi_option_value(option, i)); i++) {
        kzi_text_put(text, i ? ", " : "");
        kzi_text_put(text, value);
    }
    if (!kzi_option_value(option, 0))
        kzi_text_put(text, "points");
}

/* The options as the rules have them, by name, and those of which they say themselves what these
 * would decide. */
struct settled {
    const struct kzi_node *options; /* NULL: there are none */
    struct kzi_names gone;
};

static struct settled settle(struct kzi_arena *arena, const struct kzi_model *model) {
    struct settled settled;
    kzi_names_init(&settled.gone, arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    settled.options = kzi_bind_options(arena, model, &settled.gone, &budget);
    return settled;
}

/* What the rules come to; NULL: it is no option of theirs, or not any more. */
static const char *value_of(const struct settled *settled, const char *id) {
    const struct kzi_node *option = kzi_node_get(settled->options, id);
    return option ? kzi_node_get(option, "default")->text : NULL;
}

/* Whether it was not looked for what its values change. */
static bool is_cut(const struct settled *settled, const struct kzi_option *option) {
    return kzi_node_get(option->definition, "values") &&
           !kzi_node_get(kzi_node_get(settled->options, option->id), "values");
}

static bool is_changed(const struct kzi_option *option) {
    return strcmp(option->value, option->ruled) != 0;
}

static void put_option(struct kzi_text *text, const struct settled *settled,
                       const struct kzi_option *option, size_t width, size_t value_width) {
    size_t from = text->len + 2;
    kzi_text_format(text, "  %s", option->id);
    kzi_text_pad(text, from, width);
    from = text->len;
    kzi_text_put(text, value_of(settled, option->id));
    kzi_text_pad(text, from, value_width);
    kzi_text_put(text, said(option, "says") ? said(option, "says") : "");
    kzi_text_put(text, " (");
    put_values(text, option);
    if (is_changed(option))
        kzi_text_format(text, "; these rules say %s", option->ruled);
    if (is_cut(settled, option))
        kzi_text_put(text, "; whether they change anything was not looked for");
    kzi_text_put(text, ")\n");
    if (said(option, "note"))
        kzi_text_format(text, "  %*s%s\n", (int)(width + value_width), "", said(option, "note"));
}

void kzi_show_options(struct kzi_text *text, struct kzi_arena *arena,
                      const struct kzi_model *model) {
    const struct kzi_options *options = &model->options;
    struct settled settled = settle(arena, model);
    size_t width = 0, value_width = 0;
    for (size_t i = 0; i < options->names.count; i++) {
        const char *value = value_of(&settled, options->list[i].id);
        size_t id = strlen(options->list[i].id), len = value ? strlen(value) : 0;
        width = id > width ? id : width;
        value_width = len > value_width ? len : value_width;
    }
    if (options->names.count)
        kzi_text_put(text, "\noptions: value, what it decides (the values it takes)\n");
    for (size_t i = 0; i < options->names.count; i++) {
        if (value_of(&settled, options->list[i].id))
            put_option(text, &settled, &options->list[i], width + 2, value_width + 2);
    }
    for (size_t i = 0; i < settled.gone.count; i++)
        kzi_text_format(text, "  %s is no option any more: these rules say it themselves\n",
                        settled.gone.name[i]);
}

static void put_pair(struct kzi_text *text, const char *key, const char *value) {
    if (!value)
        return;
    kzi_text_format(text, ",\"%s\":", key);
    kzi_json_string(text, value);
}

void kzi_show_options_json(struct kzi_text *text, struct kzi_arena *arena,
                           const struct kzi_model *model) {
    struct settled settled = settle(arena, model);
    for (size_t i = 0; i < model->options.names.count; i++) {
        const struct kzi_option *option = &model->options.list[i];
        const char *value = value_of(&settled, option->id);
        if (!value)
            continue;
        kzi_text_put(text, "{\"option\":");
        kzi_json_string(text, option->id);
        put_pair(text, "value", value);
        put_pair(text, "default", is_changed(option) ? option->ruled : value);
        kzi_text_put(text, ",\"values\":[");
        for (size_t k = 0; (value = kzi_option_value(option, k)); k++) {
            kzi_text_put(text, k ? "," : "");
            kzi_json_string(text, value);
        }
        kzi_text_put(text, "]");
        put_pair(text, "says", said(option, "says"));
        put_pair(text, "note", said(option, "note"));
        kzi_text_put(text, is_cut(&settled, option) ? ",\"not_looked_for\":true}\n" : "}\n");
    }
}

/* --- several rulesets side by side ----------------------------------------------------------- */

struct column {
    const struct kzi_model *model;
    struct settled settled;
};

static struct column *columns_of(struct kzi_arena *arena, const struct kzi_model *const *models,
                                 size_t count) {
    struct column *columns = KZI_NEW_ARRAY(arena, count, struct column);
    for (size_t i = 0; i < count; i++)
        columns[i] = (struct column){models[i], settle(arena, models[i])};
    return columns;
}

/* The value that an option has under some rules; a dash: they have no such option. */
static const char *value_under(const struct column *column, const char *id) {
    const char *value = value_of(&column->settled, id);
    return value ? value : "-";
}

static size_t widest_value(const struct column *column, const struct kzi_names *ids) {
    size_t widest = strlen(column->model->id);
    for (size_t i = 0; i < ids->count; i++) {
        size_t width = strlen(value_under(column, ids->name[i]));
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void put_cell(struct kzi_text *text, const char *said, size_t width) {
    size_t from = text->len + 2;
    kzi_text_format(text, "| %s", said);
    kzi_text_pad(text, from, width + 1);
}

static void put_rule(struct kzi_text *text, size_t width) {
    kzi_text_put(text, "|");
    for (size_t i = 0; i < width + 2; i++)
        kzi_text_char(text, '-');
}

static struct kzi_names all_options(struct kzi_arena *arena, const struct column *columns,
                                    size_t count) {
    struct kzi_names ids;
    kzi_names_init(&ids, arena);
    for (size_t i = 0; i < count; i++) {
        const struct kzi_names *names = &columns[i].model->options.names;
        for (size_t k = 0; k < names->count; k++)
            if (value_of(&columns[i].settled, names->name[k]))
                kzi_names_add(&ids, names->name[k]);
    }
    return ids;
}

void kzi_show_options_table_json(struct kzi_text *text, struct kzi_arena *arena,
                                 const struct kzi_model *const *models, size_t count) {
    const struct column *columns = columns_of(arena, models, count);
    struct kzi_names ids = all_options(arena, columns, count);
    for (size_t k = 0; k < ids.count; k++) {
        kzi_text_put(text, "{\"option\":");
        kzi_json_string(text, ids.name[k]);
        kzi_text_put(text, ",\"values\":{");
        for (size_t i = 0, n = 0; i < count; i++) {
            if (!value_of(&columns[i].settled, ids.name[k]))
                continue;
            kzi_text_put(text, n++ ? "," : "");
            kzi_json_string(text, models[i]->id);
            kzi_text_char(text, ':');
            kzi_json_string(text, value_under(&columns[i], ids.name[k]));
        }
        kzi_text_put(text, "}}\n");
    }
}

void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count) {
    const struct column *columns = columns_of(arena, models, count);
    struct kzi_names ids = all_options(arena, columns, count);
    size_t *widths = KZI_NEW_ARRAY(arena, count + 1, size_t);
    for (size_t i = 0; i < ids.count; i++)
        widths[0] = strlen(ids.name[i]) > widths[0] ? strlen(ids.name[i]) : widths[0];
    put_cell(text, "option", widths[0]);
    for (size_t i = 0; i < count; i++)
        put_cell(text, models[i]->id, widths[i + 1] = widest_value(&columns[i], &ids));
    kzi_text_put(text, "|\n");
    for (size_t i = 0; i <= count; i++)
        put_rule(text, widths[i]);
    kzi_text_put(text, "|\n");
    for (size_t k = 0; k < ids.count; k++) {
        put_cell(text, ids.name[k], widths[0]);
        for (size_t i = 0; i < count; i++)
            put_cell(text, value_under(&columns[i], ids.name[k]), widths[i + 1]);
        kzi_text_put(text, "|\n");
    }
}

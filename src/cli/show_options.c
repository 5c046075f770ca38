/* The options of a ruleset: what each is set to, what it may be, what it decides, who rules how. */
#include "cli/show.h"

#include "base/text.h"
#include "report/json.h"

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

static void put_option(struct kzi_text *text, const struct kzi_option *option, size_t width,
                       size_t value_width) {
    size_t from = text->len + 2;
    kzi_text_format(text, "  %s", option->id);
    kzi_text_pad(text, from, width);
    from = text->len;
    kzi_text_put(text, option->value);
    kzi_text_pad(text, from, value_width);
    kzi_text_put(text, said(option, "says") ? said(option, "says") : "");
    kzi_text_put(text, " (");
    put_values(text, option);
    if (strcmp(option->value, option->ruled) != 0)
        kzi_text_format(text, "; these rules say %s", option->ruled);
    kzi_text_put(text, ")\n");
    if (said(option, "note"))
        kzi_text_format(text, "  %*s%s\n", (int)(width + value_width), "", said(option, "note"));
}

void kzi_show_options(struct kzi_text *text, const struct kzi_model *model) {
    const struct kzi_options *options = &model->options;
    size_t width = 0, value_width = 0;
    for (size_t i = 0; i < options->names.count; i++) {
        size_t id = strlen(options->list[i].id), value = strlen(options->list[i].value);
        width = id > width ? id : width;
        value_width = value > value_width ? value : value_width;
    }
    if (options->names.count)
        kzi_text_put(text, "\noptions: value, what it decides (the values it takes)\n");
    for (size_t i = 0; i < options->names.count; i++)
        put_option(text, &options->list[i], width + 2, value_width + 2);
}

static void put_pair(struct kzi_text *text, const char *key, const char *value) {
    if (!value)
        return;
    kzi_text_format(text, ",\"%s\":", key);
    kzi_json_string(text, value);
}

void kzi_show_options_json(struct kzi_text *text, const struct kzi_model *model) {
    for (size_t i = 0; i < model->options.names.count; i++) {
        const struct kzi_option *option = &model->options.list[i];
        const char *value;
        kzi_text_put(text, "{\"option\":");
        kzi_json_string(text, option->id);
        put_pair(text, "value", option->value);
        put_pair(text, "default", option->ruled);
        kzi_text_put(text, ",\"values\":[");
        for (size_t k = 0; (value = kzi_option_value(option, k)); k++) {
            kzi_text_put(text, k ? "," : "");
            kzi_json_string(text, value);
        }
        kzi_text_put(text, "]");
        put_pair(text, "says", said(option, "says"));
        put_pair(text, "note", said(option, "note"));
        kzi_text_put(text, "}\n");
    }
}

/* --- several rulesets side by side ----------------------------------------------------------- */

/* The value that an option has under some rules; a dash: they have no such option. */
static const char *value_under(const struct kzi_model *model, const char *id) {
    int number = kzi_names_find(&model->options.names, id);
    return number < 0 ? "-" : model->options.list[number].value;
}

static size_t widest_value(const struct kzi_model *model, const struct kzi_names *ids) {
    size_t widest = strlen(model->id);
    for (size_t i = 0; i < ids->count; i++) {
        size_t width = strlen(value_under(model, ids->name[i]));
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

static struct kzi_names all_options(struct kzi_arena *arena, const struct kzi_model *const *models,
                                    size_t count) {
    struct kzi_names ids;
    kzi_names_init(&ids, arena);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < models[i]->options.names.count; k++)
            kzi_names_add(&ids, models[i]->options.names.name[k]);
    return ids;
}

void kzi_show_options_table_json(struct kzi_text *text, struct kzi_arena *arena,
                                 const struct kzi_model *const *models, size_t count) {
    struct kzi_names ids = all_options(arena, models, count);
    for (size_t k = 0; k < ids.count; k++) {
        kzi_text_put(text, "{\"option\":");
        kzi_json_string(text, ids.name[k]);
        kzi_text_put(text, ",\"values\":{");
        for (size_t i = 0, n = 0; i < count; i++) {
            if (kzi_names_find(&models[i]->options.names, ids.name[k]) < 0)
                continue;
            kzi_text_put(text, n++ ? "," : "");
            kzi_json_string(text, models[i]->id);
            kzi_text_char(text, ':');
            kzi_json_string(text, value_under(models[i], ids.name[k]));
        }
        kzi_text_put(text, "}}\n");
    }
}

void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count) {
    struct kzi_names ids = all_options(arena, models, count);
    size_t *widths = KZI_NEW_ARRAY(arena, count + 1, size_t);
    for (size_t i = 0; i < ids.count; i++)
        widths[0] = strlen(ids.name[i]) > widths[0] ? strlen(ids.name[i]) : widths[0];
    put_cell(text, "option", widths[0]);
    for (size_t i = 0; i < count; i++)
        put_cell(text, models[i]->id, widths[i + 1] = widest_value(models[i], &ids));
    kzi_text_put(text, "|\n");
    for (size_t i = 0; i <= count; i++)
        put_rule(text, widths[i]);
    kzi_text_put(text, "|\n");
    for (size_t k = 0; k < ids.count; k++) {
        put_cell(text, ids.name[k], widths[0]);
        for (size_t i = 0; i < count; i++)
            put_cell(text, value_under(models[i], ids.name[k]), widths[i + 1]);
        kzi_text_put(text, "|\n");
    }
}

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

static void put_option(struct kzi_text *text, const struct kzi_option *option, size_t width) {
    size_t from = text->len + 2;
    kzi_text_format(text, "  %s", option->id);
    kzi_text_pad(text, from, width);
    from = text->len;
    kzi_text_put(text, option->value);
    kzi_text_pad(text, from, 12);
    kzi_text_put(text, said(option, "says") ? said(option, "says") : "");
    kzi_text_put(text, " (");
    put_values(text, option);
    if (strcmp(option->value, option->ruled) != 0)
        kzi_text_format(text, "; without --set %s", option->ruled);
    kzi_text_put(text, ")\n");
    if (said(option, "note"))
        kzi_text_format(text, "  %*s%s\n", (int)width + 12, "", said(option, "note"));
}

void kzi_show_options(struct kzi_text *text, const struct kzi_model *model) {
    const struct kzi_options *options = &model->options;
    size_t width = 0;
    for (size_t i = 0; i < options->names.count; i++)
        width = strlen(options->list[i].id) > width ? strlen(options->list[i].id) : width;
    if (options->names.count)
        kzi_text_put(text, "\noptions: value, what it decides (the values it takes)\n");
    for (size_t i = 0; i < options->names.count; i++)
        put_option(text, &options->list[i], width + 2);
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

/* The options of a ruleset, with their values and effects. */
#include "analysis/canonical/option_binding.h"
#include "cli/cli.h"
#include "cli/commands/show.h"
#include "words/names.h"

static size_t larger(size_t one, size_t other) {
    return one > other ? one : other;
}

/* The options that still have an effect, by name, and those without. */
struct bound {
    const struct kzi_node *options; /* NULL: none */
    struct kzi_names gone;
};

static struct bound bind_options(struct kzi_arena *arena, const struct kzi_model *model) {
    struct bound bound;
    kzi_names_init(&bound.gone, arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    bound.options = kzi_bind_options(arena, model, &bound.gone, &budget);
    return bound;
}

/* Return the value of an option; NULL if these rules have no such option, or no longer. */
static const char *value_of(const struct bound *bound, const char *id) {
    const struct kzi_node *option = kzi_node_get(bound->options, id);
    return option ? kzi_node_get(option, "default")->text : NULL;
}

/* Return true if the search for the effects of its values was cut short. */
static bool is_cut(const struct bound *bound, const struct kzi_option *option) {
    return kzi_node_get(option->definition, "values") &&
           !kzi_node_get(kzi_node_get(bound->options, option->id), "values");
}

static bool is_changed(const struct kzi_option *option) {
    return strcmp(option->value, option->ruled) != 0;
}

/* Return the question that the option answers, or NULL. */
static const char *question_of(const struct kzi_option *option, const char *language) {
    return kzi_name_in(kzi_node_get(option->definition, "says"), language);
}

static const char *note_of(const struct kzi_option *option, const char *language) {
    return kzi_name_in(kzi_node_get(option->definition, "note"), language);
}

struct widths {
    size_t id, value;
};

static void put_option(struct kzi_text *text, const struct bound *bound,
                       const struct kzi_option *option, struct widths widths,
                       const char *language) {
    size_t from = text->len + 2;
    const char *value, *question = question_of(option, language);
    kzi_text_format(text, "  %s", option->id);
    kzi_text_pad(text, from, widths.id);
    from = text->len;
    kzi_text_put(text, value_of(bound, option->id));
    kzi_text_pad(text, from, widths.value);
    kzi_text_put(text, question ? question : "");
    kzi_text_put(text, kzi_option_value(option, 0) ? " (" : " (points");
    for (size_t i = 0; (value = kzi_option_value(option, i)); i++) {
        kzi_text_put(text, i ? ", " : "");
        kzi_text_put(text, value);
    }
    if (is_changed(option))
        kzi_text_format(text, "; %s in the rules themselves", option->ruled);
    if (is_cut(bound, option))
        kzi_text_put(text, "; not checked whether they change anything");
    kzi_text_put(text, ")\n");
    if (note_of(option, language))
        kzi_text_format(text, "  %*s%s\n", (int)(widths.id + widths.value), "",
                        note_of(option, language));
}

void kzi_show_options(struct kzi_text *text, struct kzi_arena *arena, const struct kzi_model *model,
                      const char *language) {
    const struct kzi_options *options = &model->options;
    struct bound bound = bind_options(arena, model);
    struct widths widths = {0, 0};
    for (size_t i = 0; i < options->names.count; i++) {
        const char *value = value_of(&bound, options->list[i].id);
        widths.id = larger(widths.id, strlen(options->list[i].id) + 2);
        widths.value = larger(widths.value, (value ? strlen(value) : 0) + 2);
    }
    if (options->names.count)
        kzi_text_put(text, "\noptions: value, what it decides (the values it takes)\n");
    for (size_t i = 0; i < options->names.count; i++) {
        if (value_of(&bound, options->list[i].id))
            put_option(text, &bound, &options->list[i], widths, language);
    }
    for (size_t i = 0; i < bound.gone.count; i++)
        kzi_text_format(text, "  %s is no longer an option: these rules decide it themselves\n",
                        bound.gone.name[i]);
}

void kzi_show_options_json(struct kzi_text *text, struct kzi_arena *arena,
                           const struct kzi_model *model) {
    struct bound bound = bind_options(arena, model);
    for (size_t i = 0; i < model->options.names.count; i++) {
        const struct kzi_option *option = &model->options.list[i];
        const char *value = value_of(&bound, option->id);
        if (!value)
            continue;
        kzi_begin_object(text);
        kzi_json_key_string(text, "option", option->id);
        kzi_json_key_string(text, "value", value);
        kzi_json_key_string(text, "default", is_changed(option) ? option->ruled : value);
        kzi_json_begin_key(text, "values", '[');
        for (size_t k = 0; (value = kzi_option_value(option, k)); k++)
            kzi_json_put_string(text, value);
        kzi_json_end(text, ']');
        if (question_of(option, "en"))
            kzi_json_key_string(text, "says", question_of(option, "en"));
        if (note_of(option, "en"))
            kzi_json_key_string(text, "note", note_of(option, "en"));
        if (is_cut(&bound, option))
            kzi_json_key_bool(text, "not_looked_for", true);
        kzi_end_object(text);
    }
}

/* --- several rulesets side by side ----------------------------------------------------------- */

struct column {
    const struct kzi_model *model;
    struct bound bound;
    size_t width;
};

static void put_cell(struct kzi_text *text, const char *said, size_t width) {
    size_t from = text->len + 2;
    kzi_text_format(text, "| %s", said);
    kzi_text_pad(text, from, width + 1);
}

/* Put the value of an option under each ruleset; a dash if it has no such option. */
static void put_row(struct kzi_text *text, const struct column *columns, size_t count,
                    const char *id) {
    for (size_t i = 0; i < count; i++) {
        const char *value = value_of(&columns[i].bound, id);
        put_cell(text, value ? value : "-", columns[i].width);
    }
    kzi_text_put(text, "|\n");
}

static void put_row_json(struct kzi_text *text, const struct column *columns, size_t count,
                         const char *id) {
    kzi_begin_object(text);
    kzi_json_key_string(text, "option", id);
    kzi_json_begin_key(text, "values", '{');
    for (size_t i = 0; i < count; i++) {
        const char *value = value_of(&columns[i].bound, id);
        if (value)
            kzi_json_key_string(text, columns[i].model->id, value);
    }
    kzi_json_end(text, '}');
    kzi_end_object(text);
}

void kzi_show_options_table(struct kzi_text *text, struct kzi_arena *arena,
                            const struct kzi_model *const *models, size_t count, bool json) {
    struct column *columns = KZI_NEW_ARRAY(arena, count, struct column);
    struct kzi_names ids;
    size_t width = strlen("option");
    kzi_names_init(&ids, arena);
    for (size_t i = 0; i < count; i++) {
        columns[i] =
            (struct column){models[i], bind_options(arena, models[i]), strlen(models[i]->id)};
        for (size_t k = 0; k < models[i]->options.names.count; k++) {
            const char *id = models[i]->options.names.name[k], *value;
            if (!(value = value_of(&columns[i].bound, id)))
                continue;
            columns[i].width = larger(columns[i].width, strlen(value));
            width = larger(width, strlen(id));
            kzi_names_add(&ids, id);
        }
    }
    if (!json) {
        put_cell(text, "option", width);
        for (size_t i = 0; i < count; i++)
            put_cell(text, models[i]->id, columns[i].width);
        kzi_text_put(text, "|\n");
        for (size_t i = 0; i <= count; i++) {
            kzi_text_char(text, '|');
            for (size_t k = 0; k < (i ? columns[i - 1].width : width) + 2; k++)
                kzi_text_char(text, '-');
        }
        kzi_text_put(text, "|\n");
    }
    for (size_t k = 0; k < ids.count; k++) {
        if (!json)
            put_cell(text, ids.name[k], width);
        (json ? put_row_json : put_row)(text, columns, count, ids.name[k]);
    }
}

/* The options of a ruleset, with their values and effects. */
#include "analysis/canonical/option_binding.h"
#include "analysis/rulebook/rulebook.h"

#include <string.h>

/* The options that still have an effect, by name, and the names of those that have none. */
struct bound {
    const struct kzi_node *options; /* NULL: none */
    struct kzi_names decided;
};

static struct bound bind_options(struct kzi_arena *arena, const struct kzi_model *model) {
    struct bound bound;
    kzi_names_init(&bound.decided, arena);
    struct kzi_budget budget = {KZI_MAX_BINDING_STEPS, KZI_MAX_BINDING_MEMORY, false};
    bound.options = kzi_bind_options(arena, model, &bound.decided, &budget);
    return bound;
}

/* Return the value of an option; NULL if these rules do not have the option, or it has no
 * effect. */
static const char *value_of(const struct bound *bound, const char *id) {
    const struct kzi_node *option = kzi_node_get(bound->options, id);
    return option ? kzi_node_get(option, "default")->text : NULL;
}

/* Return whether the search for the effects of an option's values was cut short. */
static bool is_cut(const struct bound *bound, const struct kzi_option *option) {
    return kzi_node_get(option->definition, "values") &&
           !kzi_node_get(kzi_node_get(bound->options, option->id), "values");
}

static void put_option(struct kzi_doc *doc, const struct kzi_model *model,
                       const struct bound *bound, const struct kzi_option *option) {
    const char *value = value_of(bound, option->id);
    const bool changed = strcmp(option->value, option->ruled) != 0;
    kzi_doc_element(doc);
    kzi_doc_string(doc, "option", option->id);
    kzi_doc_option_value(doc, "value", option, value);
    kzi_doc_option_value(doc, "default", option, changed ? option->ruled : value);
    kzi_doc_values(doc, option);
    kzi_doc_bool(doc, ".number", !kzi_option_value(option, 0));
    if (changed)
        kzi_doc_option_value(doc, ".ruled", option, option->ruled);
    kzi_doc_label(doc, "says", kzi_node_get(option->definition, "says"));
    kzi_doc_label(doc, "note", kzi_node_get(option->definition, "note"));
    if (is_cut(bound, option))
        kzi_doc_bool(doc, "not_looked_for", true);
    for (size_t i = 0; !doc->json && i < model->n_overlays; i++)
        if (kzi_node_get(kzi_node_get(model->sheets[i], "options"), option->id))
            kzi_doc_house(doc, model, i);
}

void kzi_put_options(struct kzi_doc *doc, struct kzi_arena *arena, const struct kzi_model *model) {
    const struct bound bound = bind_options(arena, model);
    KZI_DOC_LINES(doc, ".options")
        for (size_t i = 0; i < model->options.names.count; i++)
            if (value_of(&bound, model->options.list[i].id))
                put_option(doc, model, &bound, &model->options.list[i]);
    KZI_DOC_LIST(doc, ".decided")
        for (size_t i = 0; i < bound.decided.count; i++)
            kzi_doc_string(doc, NULL, bound.decided.name[i]);
}

/* --- several rulesets side by side ----------------------------------------------------------- */

struct side {
    const char *id;
    struct bound bound;
};

struct sides {
    size_t count;
    struct side *list;
    struct kzi_names options; /* of all rulesets */
};

static const char *cell(const struct sides *sides, size_t row, size_t column) {
    const char *option = row ? sides->options.name[row - 1] : "option";
    if (!column || !row)
        return column ? sides->list[column - 1].id : option;
    const char *value = value_of(&sides->list[column - 1].bound, option);
    return value ? value : "-";
}

static void put_row(struct kzi_text *text, const struct sides *sides, size_t row,
                    const size_t *widths) {
    for (size_t i = 0; i <= sides->count; i++)
        kzi_text_format(text, "| %-*s ", (int)widths[i], cell(sides, row, i));
    kzi_text_put(text, "|\n");
    for (size_t i = 0; !row && i <= sides->count; i++) {
        kzi_text_put(text, "|--");
        for (size_t k = 0; k < widths[i]; k++)
            kzi_text_char(text, '-');
    }
    kzi_text_put(text, row ? "" : "|\n");
}

static void put_table(struct kzi_text *text, struct kzi_arena *arena, const struct sides *sides) {
    size_t *widths = KZI_NEW_ARRAY(arena, sides->count + 1, size_t);
    for (size_t i = 0; i <= sides->count; i++)
        for (size_t row = 0; row <= sides->options.count; row++)
            if (strlen(cell(sides, row, i)) > widths[i])
                widths[i] = strlen(cell(sides, row, i));
    for (size_t row = 0; row <= sides->options.count; row++)
        put_row(text, sides, row, widths);
}

static void put_lines(struct kzi_text *text, const struct sides *sides) {
    struct kzi_doc doc = kzi_doc_extend(text, &kzi_code_style);
    KZI_DOC_LINES(&doc, ".")
        for (size_t i = 0; i < sides->options.count; i++) {
            kzi_doc_element(&doc);
            kzi_doc_string(&doc, "option", sides->options.name[i]);
            KZI_DOC_OBJECT(&doc, "values")
                for (size_t k = 0; k < sides->count; k++)
                    if (value_of(&sides->list[k].bound, sides->options.name[i]))
                        kzi_doc_string(&doc, sides->list[k].id, cell(sides, i + 1, k + 1));
        }
    kzi_doc_end(&doc, KZI_LAYOUT_rules);
}

void kzi_put_option_comparison(struct kzi_text *text, struct kzi_arena *arena,
                               const struct kzi_model *const *models, size_t count, bool json) {
    struct sides sides = {.count = count, .list = KZI_NEW_ARRAY(arena, count, struct side)};
    kzi_names_init(&sides.options, arena);
    for (size_t i = 0; i < count; i++) {
        const struct kzi_names *names = &models[i]->options.names;
        sides.list[i] = (struct side){models[i]->id, bind_options(arena, models[i])};
        for (size_t k = 0; k < names->count; k++)
            if (value_of(&sides.list[i].bound, names->name[k]))
                kzi_names_add(&sides.options, names->name[k]);
    }
    if (json)
        put_lines(text, &sides);
    else
        put_table(text, arena, &sides);
}

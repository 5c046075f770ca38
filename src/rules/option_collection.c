/* Collect the options from files: definitions, changes, settings, removals. */
#include "base/compiler.h"
#include "base/limits.h"
#include "base/text.h"
#include "rules/options.h"
#include "rules/tree/merge.h"

#include <string.h>

/* --- values ---------------------------------------------------------------------------------- */

const char *kzi_option_value(const struct kzi_option *option, size_t index) {
    const struct kzi_node *values = kzi_node_get(option->definition, "values"),
                          *allowed = kzi_node_get(option->definition, "allowed");
    if (values && values->kind == KZI_MAP)
        return index < values->count ? values->u.entries[index].key->text : NULL;
    if (!allowed || allowed->kind != KZI_LIST || index >= allowed->count)
        return NULL;
    const struct kzi_node *value = allowed->u.items[index];
    return value->kind == KZI_SCALAR ? value->text : "";
}

#define MOST_POINTS "999999"

static bool is_points(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len < sizeof MOST_POINTS && strspn(text, "0123456789") == len &&
           (text[0] != '0' || len == 1);
}

bool kzi_option_may_be(const struct kzi_option *option, const char *value) {
    if (kzi_node_is(kzi_node_get(option->definition, "allowed"), "points"))
        return is_points(value);
    const char *known;
    for (size_t i = 0; (known = kzi_option_value(option, i)); i++)
        if (!strcmp(known, value))
            return true;
    return false;
}

/* Return whether the option can have this value; note an error if not. */
static bool takes_value(struct kzi_diags *diags, const struct kzi_options *options,
                        struct kzi_place place, const struct kzi_option *option,
                        const char *value) {
    const char *of = place.source ? NULL : options->of, *known;
    char list[256];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    if (kzi_option_may_be(option, value))
        return true;
    for (size_t i = 0; (known = kzi_option_value(option, i)); i++) {
        kzi_text_put(&text, i ? ", " : "");
        kzi_text_put(&text, known);
    }
    if (!text.len)
        kzi_text_put(&text, "a number of points from 0 to " MOST_POINTS);
    kzi_text_end(&text);
    kzi_error_at(diags, place, "%s is not a value of the option %s%s%s: it takes %s",
                 *value ? value : "nothing", option->id, of ? " of " : "", of ? of : "", list);
    return false;
}

/* Return whether a text has a word that begins with `word`. */
static bool has_word(const char *text, const char *word) {
    for (const char *at = text; (at = strstr(at, word)); at++)
        if (at == text || at[-1] < 'a' || at[-1] > 'z')
            return true;
    return false;
}

/* Return whether the id of an option, or its question in some language, has a word of players. */
static bool speaks_of(const struct kzi_option *option, const char *word) {
    const struct kzi_node *says = kzi_node_get(option->definition, "says");
    if (has_word(option->id, word) ||
        (says && says->kind == KZI_SCALAR && has_word(says->text, word)))
        return true;
    KZI_EACH_ENTRY(says, entry) {
        const struct kzi_node *text = entry->value;
        if (text->kind == KZI_SCALAR && has_word(text->text, word))
            return true;
    }
    return false;
}

/* Suggest options that a word may mean. */
static const char *suggest(struct kzi_diags *diags, const struct kzi_options *options,
                           const char *word) {
    char list[160];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    for (size_t i = 0; strlen(word) > 2 && i < options->names.count && text.len < 80; i++)
        if (!options->list[i].removed_at.source && speaks_of(&options->list[i], word))
            kzi_text_format(&text, "%s%s", text.len ? " or " : "", options->list[i].id);
    if (!kzi_text_end(&text))
        return kzi_did_you_mean(diags, word, options->names.name, options->names.count);
    return kzi_arena_format(diags->arena, "%s", kzi_suggest(list).text);
}

/* Return the option with a name; if there is none, note an error and return NULL. */
static struct kzi_option *find_option(struct kzi_diags *diags, struct kzi_options *options,
                                      struct kzi_place place, const char *name) {
    int number = kzi_names_find_spending(&options->names, name);
    bool named = !place.source && options->of;
    KZI_ASSUME(number < 0 || options->list); /* every name has an element in the list */
    if (number >= 0 && !options->list[number].removed_at.source)
        return &options->list[number];
    if (number >= 0)
        kzi_error_at(diags, place, "the option %s is taken away at %s:%u", name,
                     options->list[number].removed_at.source->name,
                     options->list[number].removed_at.line);
    else if (!options->part)
        kzi_error_at(diags, place, "%.50s %s no option %s%s", named ? options->of : "these rules",
                     named ? "has" : "have", name, suggest(diags, options, name));
    return NULL;
}

/* --- names and values ------------------------------------------------------------------------ */

static bool is_whole_number(const char *text) {
    text += *text == '-';
    return *text && strspn(text, "0123456789") == strlen(text);
}

bool kzi_option_word_is_sound(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len <= KZI_MAX_OPTION_WORD &&
           (is_whole_number(text) || strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == len);
}

/* Return a word of the caller as rules write it: with _ for each - that is not a minus sign. */
static const char *plain_word(struct kzi_arena *arena, const char *text) {
    if (!strchr(text, '-') || is_whole_number(text))
        return text;
    char *word = kzi_arena_copy(arena, text, strlen(text));
    for (char *c = word; *c; c++)
        if (*c == '-')
            *c = '_';
    return word;
}

/* --- what files say -------------------------------------------------------------------------- */

static const char section_name[] = "options";

/* Set the definition of an option.  Settings follow after all definitions. */
static void set_definition(struct kzi_option *option, const struct kzi_node *definition,
                           struct kzi_place place) {
    const struct kzi_node *normal = kzi_node_get(definition, "default");
    option->definition = definition;
    option->defined_in = place.source->number;
    option->normal = normal && normal->kind == KZI_SCALAR ? normal->text : "";
    option->ruled = option->value = option->normal;
}

/* Remove an option, or a part of one. */
static void take_removal(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *removed) {
    const char *name = removed->text + sizeof section_name, *rest = strchr(name, '.');
    const int number = kzi_names_find_span(&options->names, name, strcspn(name, "."));
    struct kzi_option *option = number >= 0 ? &options->list[number] : NULL;
    const struct kzi_node *left =
        option && rest && !option->removed_at.source
            ? kzi_node_with(diags->arena, option->definition, rest + 1, NULL)
            : NULL;
    if (option && !rest)
        option->removed_at = removed->place;
    else if (left)
        set_definition(option, left, removed->place);
    else if (!options->part)
        kzi_error_at(
            diags, removed->place, "there is no %s to remove%s", removed->text,
            option ? "" : kzi_did_you_mean(diags, name, options->names.name, options->names.count));
}

static void take_removals(struct kzi_diags *diags, struct kzi_options *options,
                          const struct kzi_node *layer) {
    const struct kzi_node *remove = kzi_node_get(layer, "remove");
    KZI_EACH_ITEM(remove, item)
        if (item->kind == KZI_SCALAR && kzi_pattern_rest(item->text, section_name))
            take_removal(diags, options, item);
}

/* Return the option that a layer defines, or NULL if it exists already, which may be an error. */
static struct kzi_option *new_option(struct kzi_diags *diags, struct kzi_options *options,
                                     const struct kzi_node *key,
                                     const struct kzi_node *definition) {
    size_t count = options->names.count;
    size_t number = (size_t)kzi_names_add(&options->names, key->text);
    bool fresh = number == count;
    if (fresh)
        options->list = kzi_arena_more(diags->arena, options->list, count, sizeof *options->list);
    struct kzi_option *option = &options->list[number];
    if (!fresh && !option->removed_at.source) {
        if (!kzi_node_equals(option->definition, definition))
            kzi_error_at(diags, key->place,
                         "the option %s is there already; to set it write %s: VALUE", option->id,
                         option->id);
        return NULL;
    }
    *option = (struct kzi_option){.id = options->names.name[number]};
    return option;
}

/* Return a definition with the changes of a layer.  address: its place, which tells which mappings
 * join. */
static const struct kzi_node *change_definition(struct kzi_diags *diags,
                                                const struct kzi_option *option,
                                                const struct kzi_node *changes) {
    struct kzi_arena *arena = diags->arena;
    const struct kzi_node *address = kzi_node_new_scalar(
        arena, changes->place, kzi_address_below(arena, section_name, option->id));
    return kzi_node_at(kzi_layers_join(diags, kzi_layer_at(arena, address, option->definition),
                                       kzi_layer_at(arena, address, changes)),
                       address->text);
}

static void take_definition(struct kzi_diags *diags, struct kzi_options *options,
                            const struct kzi_entry *entry) {
    const struct kzi_node *node = entry->value;
    if (node->kind != KZI_MAP) {
        kzi_error_at(diags, node->place, "an option has one value, not a list");
        return;
    }
    const struct kzi_node *setting = kzi_node_get(node, KZI_SETTING),
                          *definition =
                              setting ? kzi_node_with(diags->arena, node, KZI_SETTING, NULL) : node;
    if (node->opened && !definition->count)
        return;
    struct kzi_option *option = node->opened
                                    ? find_option(diags, options, node->place, entry->key->text)
                                    : new_option(diags, options, entry->key, definition);
    if (option && node->opened)
        definition = change_definition(diags, option, definition);
    if (option)
        set_definition(option, definition, entry->key->place);
}

static void take_setting(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_entry *entry) {
    const struct kzi_node *value = kzi_node_get(entry->value, KZI_SETTING);
    const char *name = entry->key->text;
    int number = kzi_names_find_spending(&options->names, name);
    struct kzi_option *option = number >= 0 ? &options->list[number] : NULL;
    if (!value)
        return;
    if (!option || !option->removed_at.source || option->removed_at.source != value->place.source)
        option = find_option(diags, options, entry->key->place, name);
    if (!option || !takes_value(diags, options, value->place, option, value->text))
        return;
    option->ruled = option->value = value->text;
    option->place = value->place;
}

typedef void take_fn(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_entry *entry);

static void take_all(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_node *layer, take_fn *take) {
    const struct kzi_node *section = kzi_node_get(layer, section_name);
    KZI_EACH_ENTRY(section, entry)
        take(diags, options, entry);
}

void kzi_options_collect(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *const *layers, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct kzi_node *section = kzi_node_get(layers[i], section_name);
        if (section && section->kind != KZI_MAP)
            kzi_error_at(diags, section->place, "options is a mapping (option: value)");
        take_removals(diags, options, layers[i]);
    }
    for (size_t i = 0; i < count; i++)
        take_all(diags, options, layers[i], take_definition);
    for (size_t i = 0; i < count; i++)
        take_all(diags, options, layers[i], take_setting);
}

void kzi_options_set(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_spec_word *asked) {
    struct kzi_arena *arena = diags->arena;
    struct kzi_place named_at = {0}, asked_at = {0};
    const char *setting = asked->text;
    if (asked->entry.value) {
        named_at = asked->entry.key->place;
        asked_at = asked->entry.value->place;
    }
    size_t len = strcspn(setting, "=");
    if (!setting[len] || !len) {
        kzi_error_at(diags, named_at, "%s sets nothing: write OPTION=VALUE", setting);
        return;
    }
    const char *name = plain_word(arena, kzi_arena_copy(arena, setting, len)),
               *value = plain_word(arena, kzi_arena_format(arena, "%s", setting + len + 1));
    struct kzi_option *option = find_option(diags, options, named_at, name);
    if (!option || !takes_value(diags, options, asked_at, option, value))
        return;
    const bool of_file = asked->entry.value,
               yields = option->rank != asked->rank &&
                        (option->rank == KZI_OF_CONFIG || !(option->of_file || of_file));
    if (option->value != option->ruled && !yields && strcmp(option->value, value) != 0)
        kzi_error_at(diags, of_file || !option->of_file ? asked_at : option->asked_at,
                     "%s is set to %s and to %s", name, option->value, value);
    option->rank = asked->rank;
    option->of_file = of_file;
    option->value = value;
    option->asked_at = asked_at;
    if (asked->entry.value)
        return;
    /* The caller's setting is in no file. */
    struct kzi_source *source = KZI_NEW(arena, struct kzi_source);
    source->name = kzi_arena_format(arena, "--set %s", setting);
    source->text = "";
    source->number = UINT32_MAX;
    option->asked_at.source = source;
}

struct kzi_options kzi_options_open(struct kzi_arena *arena, const struct kzi_options *all) {
    struct kzi_options open = *all;
    kzi_names_init(&open.names, arena);
    open.list = KZI_NEW_ARRAY(arena, all->names.count, struct kzi_option);
    for (unsigned removed = 0; removed < 2; removed++)
        for (size_t i = 0; i < all->names.count; i++) {
            const struct kzi_option *option = &all->list[i];
            if (removed != (option->removed_at.source != NULL))
                continue;
            if (!removed)
                kzi_names_add(&open.names, option->id);
            open.list[open.count++] = *option;
        }
    return open;
}

/* What files say of options: defined, changed, set, taken away. */
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

static bool is_points(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len < 7 && strspn(text, "0123456789") == len && (text[0] != '0' || len == 1);
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

/* Notes that the option takes other values than this; said: as it was written. */
static bool takes_value(struct kzi_diags *diags, const struct kzi_options *options,
                        struct kzi_place place, const struct kzi_option *option, const char *said,
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
        kzi_text_put(&text, "a number of points");
    kzi_text_end(&text);
    kzi_error_at(diags, place, "%s is no value of the option %s%s%s: it takes %s",
                 *said ? said : "nothing", option->id, of ? " of " : "", of ? of : "", list);
    return false;
}

/* Returns the option of a name; NULL with an error noted: there is none. */
static struct kzi_option *find_option(struct kzi_diags *diags, struct kzi_options *options,
                                      struct kzi_place place, const char *name) {
    int number = kzi_names_look_up(&options->names, name);
    bool named = !place.source && options->of;
    KZI_ASSUME(number < 0 || options->list); /* as many in the list as names */
    if (number >= 0 && !options->list[number].gone_at.source)
        return &options->list[number];
    if (number >= 0)
        kzi_error_at(diags, place, "the option %s is taken away at %s:%u", name,
                     options->list[number].gone_at.source->name,
                     options->list[number].gone_at.line);
    else if (!options->part)
        kzi_error_at(diags, place, "%.50s %s no option %s%s", named ? options->of : "these rules",
                     named ? "has" : "have", name,
                     kzi_did_you_mean(diags, name, options->names.name, options->names.count));
    return NULL;
}

/* --- names and values as they read ----------------------------------------------------------- */

static bool is_whole_number(const char *text) {
    text += *text == '-';
    return *text && strspn(text, "0123456789") == strlen(text);
}

bool kzi_option_word_is_sound(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len <= KZI_MAX_OPTION_WORD &&
           (is_whole_number(text) || strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == len);
}

/* The word as it reads: - is _, but before a number. */
static const char *plain_word(struct kzi_arena *arena, const char *text) {
    if (!strchr(text, '-') || is_whole_number(text))
        return text;
    char *word = kzi_arena_copy(arena, text, strlen(text));
    for (char *c = word; *c; c++)
        if (*c == '-')
            *c = '_';
    return word;
}

/* A scalar likewise. */
static const struct kzi_node *word_node(struct kzi_arena *arena, const struct kzi_node *node) {
    if (node->kind != KZI_SCALAR)
        return node;
    const char *word = plain_word(arena, node->text);
    return word == node->text ? node : kzi_new_scalar(arena, node->place, word);
}

static const struct kzi_node *plain_list(struct kzi_arena *arena, const struct kzi_node *allowed) {
    struct kzi_node *list = kzi_new_node(arena, KZI_LIST, allowed->place);
    for (size_t i = 0; i < allowed->count; i++)
        kzi_list_add(arena, list, word_node(arena, allowed->u.items[i]));
    return list;
}

static const struct kzi_node *plain_map(struct kzi_diags *diags, const struct kzi_node *values) {
    struct kzi_node *map = kzi_new_node(diags->arena, KZI_MAP, values->place);
    struct kzi_names words;
    kzi_names_init(&words, diags->arena);
    for (size_t i = 0; i < values->count; i++) {
        const struct kzi_entry *entry = &values->u.entries[i];
        const struct kzi_node *key = word_node(diags->arena, entry->key);
        if ((size_t)kzi_names_add(&words, key->text) < map->count)
            kzi_error_at(diags, key->place, "the value %s is there already", key->text);
        else
            kzi_map_add(diags->arena, map, (struct kzi_entry){key, entry->value});
    }
    return map;
}

/* A definition whose values are all as they read. */
static const struct kzi_node *plain_definition(struct kzi_diags *diags,
                                               const struct kzi_node *definition) {
    if (!definition || definition->kind != KZI_MAP)
        return definition;
    struct kzi_node *plain = kzi_new_node(diags->arena, KZI_MAP, definition->place);
    for (size_t i = 0; i < definition->count; i++) {
        struct kzi_entry entry = definition->u.entries[i];
        if (kzi_node_is(entry.key, "default"))
            entry.value = word_node(diags->arena, entry.value);
        else if (kzi_node_is(entry.key, "allowed") && entry.value->kind == KZI_LIST)
            entry.value = plain_list(diags->arena, entry.value);
        else if (kzi_node_is(entry.key, "values") && entry.value->kind == KZI_MAP)
            entry.value = plain_map(diags, entry.value);
        kzi_map_add(diags->arena, plain, entry);
    }
    return plain;
}

/* --- what files say -------------------------------------------------------------------------- */

static const char section_name[] = "options";

/* What a file says of one option; rest: the way on from the option, "" where it is all of it. */
struct say_ctx {
    const char *name, *rest;
    const struct kzi_node *key, *value; /* value NULL: taken away */
};

typedef void takes(struct kzi_diags *diags, struct kzi_options *options, const struct say_ctx *ctx);

/* The address with the option and the value in it as they read; at: where the option begins. */
static const struct kzi_node *plain_address(struct kzi_arena *arena, const struct kzi_node *address,
                                            size_t at) {
    static const char values[] = ".values.";
    if (!strchr(address->text, '-'))
        return address;
    char *text = kzi_arena_copy(arena, address->text, strlen(address->text));
    char *end = text + at + strcspn(text + at, ".");
    if (!strncmp(end, values, sizeof values - 1))
        end += sizeof values - 1 + strcspn(end + sizeof values - 1, ".");
    for (char *c = text + at; c < end; c++)
        if (*c == '-')
            *c = '_';
    return kzi_new_scalar(arena, address->place, text);
}

/* Fills in what an address says, if it is one of an option. */
static bool is_of_option(struct kzi_arena *arena, const struct kzi_node *key, struct say_ctx *ctx) {
    const size_t len = sizeof section_name - 1;
    if (key->kind != KZI_SCALAR || strncmp(key->text, section_name, len) != 0 ||
        key->text[len] != '.')
        return false;
    key = plain_address(arena, key, len + 1);
    const char *name = key->text + len + 1;
    size_t own = strcspn(name, ".");
    *ctx = (struct say_ctx){kzi_arena_copy(arena, name, own), name + own + (name[own] == '.'), key,
                            NULL};
    return true;
}

static void normalize(struct kzi_option *option) {
    const struct kzi_node *normal = kzi_node_get(option->definition, "default");
    bool was_normal = option->value == option->normal;
    option->normal = normal && normal->kind == KZI_SCALAR ? normal->text : "";
    if (was_normal)
        option->ruled = option->value = option->normal;
}

static void define_anew(struct kzi_option *option, const struct say_ctx *ctx) {
    *option = (struct kzi_option){
        .id = option->id, .definition = ctx->value, .defined_in = ctx->key->place.source->number};
    normalize(option);
}

static void define(struct kzi_diags *diags, struct kzi_options *options,
                   const struct say_ctx *ctx) {
    size_t count = options->names.count;
    size_t number = (size_t)kzi_names_add(&options->names, ctx->name);
    if (number == count) {
        options->list = kzi_arena_more(diags->arena, options->list, count, sizeof *options->list);
        options->list[number].id = options->names.name[number];
        define_anew(&options->list[number], ctx);
        return;
    }
    struct kzi_option *option = &options->list[number];
    if (option->gone_at.source)
        define_anew(option, ctx);
    else if (!kzi_node_same(option->definition, ctx->value))
        kzi_error_at(diags, ctx->key->place,
                     "the option %s is there already; to set it write %s: VALUE", option->id,
                     option->id);
}

/* The definition with one place of it set or taken away.  Addresses are those of the whole tree,
 * since they say which mappings join. */
static void redefine(struct kzi_diags *diags, struct kzi_options *options,
                     const struct say_ctx *ctx) {
    struct kzi_arena *arena = diags->arena;
    struct kzi_option *option = find_option(diags, options, ctx->key->place, ctx->name);
    if (!option)
        return;
    struct kzi_node *section = kzi_new_node(arena, KZI_MAP, ctx->key->place),
                    *tree = kzi_new_node(arena, KZI_MAP, ctx->key->place);
    const struct kzi_node *name = kzi_new_scalar(arena, ctx->key->place, section_name),
                          *id = kzi_new_scalar(arena, ctx->key->place, option->id);
    kzi_map_add(arena, section, (struct kzi_entry){id, option->definition});
    kzi_map_add(arena, tree, (struct kzi_entry){name, section});
    bool found = false;
    const struct kzi_node *changed = kzi_change(diags, tree, ctx->key, ctx->value, &found);
    if (!ctx->value && !found)
        kzi_error_at(diags, ctx->key->place, "there is no %s to remove", ctx->key->text);
    option->definition =
        plain_definition(diags, kzi_node_get(kzi_node_get(changed, section_name), option->id));
    option->defined_in = ctx->key->place.source->number;
    normalize(option);
}

static void take_definition(struct kzi_diags *diags, struct kzi_options *options,
                            const struct say_ctx *ctx) {
    if (*ctx->rest)
        redefine(diags, options, ctx);
    else if (ctx->value->kind == KZI_MAP)
        define(diags, options,
               &(struct say_ctx){ctx->name, "", ctx->key, plain_definition(diags, ctx->value)});
    else if (ctx->value->kind == KZI_LIST)
        kzi_error_at(diags, ctx->value->place, "an option has one value, not a list");
}

static void take_setting(struct kzi_diags *diags, struct kzi_options *options,
                         const struct say_ctx *ctx) {
    const struct kzi_node *value = ctx->value;
    if (*ctx->rest || value->kind != KZI_SCALAR)
        return;
    int number = kzi_names_look_up(&options->names, ctx->name);
    struct kzi_option *option = number >= 0 ? &options->list[number] : NULL;
    if (!option || !option->gone_at.source || option->gone_at.source != value->place.source)
        option = find_option(diags, options, ctx->key->place, ctx->name);
    if (!option)
        return;
    const char *word = plain_word(diags->arena, value->text);
    if (!takes_value(diags, options, value->place, option, value->text, word))
        return;
    option->ruled = option->value = word;
    option->place = value->place;
}

static void take_removal(struct kzi_diags *diags, struct kzi_options *options,
                         const struct say_ctx *ctx) {
    int number = kzi_names_look_up(&options->names, ctx->name);
    if (*ctx->rest)
        redefine(diags, options, ctx);
    else if (number >= 0)
        options->list[number].gone_at = ctx->key->place;
    else if (!options->part)
        kzi_error_at(diags, ctx->key->place, "there is no %s to remove%s", ctx->key->text,
                     kzi_did_you_mean(diags, ctx->name, options->names.name, options->names.count));
}

static void take_removals(struct kzi_diags *diags, struct kzi_options *options,
                          const struct kzi_node *file) {
    const struct kzi_node *remove = kzi_node_get(file, "remove");
    struct say_ctx ctx;
    for (size_t i = 0; remove && remove->kind == KZI_LIST && i < remove->count; i++)
        if (is_of_option(diags->arena, remove->u.items[i], &ctx))
            take_removal(diags, options, &ctx);
}

static void take_all(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_node *file, takes *take) {
    const struct kzi_node *section = kzi_node_get(file, section_name);
    struct say_ctx ctx;
    for (size_t i = 0; section && section->kind == KZI_MAP && i < section->count; i++) {
        const struct kzi_entry *entry = &section->u.entries[i];
        take(diags, options,
             &(struct say_ctx){plain_word(diags->arena, entry->key->text), "", entry->key,
                               entry->value});
    }
    for (size_t i = 0; i < file->count; i++)
        if (is_of_option(diags->arena, file->u.entries[i].key, &ctx)) {
            ctx.value = file->u.entries[i].value;
            take(diags, options, &ctx);
        }
}

void kzi_options_collect(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *const *files, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct kzi_node *section = kzi_node_get(files[i], section_name);
        if (section && section->kind != KZI_MAP)
            kzi_error_at(diags, section->place, "options is a mapping (option: value)");
        take_removals(diags, options, files[i]);
    }
    for (size_t i = 0; i < count; i++)
        take_all(diags, options, files[i], take_definition);
    for (size_t i = 0; i < count; i++)
        take_all(diags, options, files[i], take_setting);
}

/* A place that is no file's, for what a caller sets. */
static struct kzi_place told_by(struct kzi_arena *arena, const char *setting) {
    struct kzi_source *source = KZI_NEW(arena, struct kzi_source);
    *source = (struct kzi_source){
        .name = kzi_arena_format(arena, "--set %s", setting), .text = "", .number = UINT32_MAX};
    return (struct kzi_place){.source = source};
}

void kzi_options_set(struct kzi_diags *diags, struct kzi_options *options, const char *setting,
                     const struct kzi_entry *said) {
    static const struct kzi_place nowhere = {0};
    const struct kzi_place named_at = said ? said->key->place : nowhere,
                           asked_at = said ? said->value->place : nowhere;
    size_t len = strcspn(setting, "=");
    if (!setting[len] || !len) {
        kzi_error_at(diags, named_at, "%s sets nothing: write OPTION=VALUE", setting);
        return;
    }
    const char *name = plain_word(diags->arena, kzi_arena_copy(diags->arena, setting, len));
    const char *value = kzi_arena_copy(diags->arena, setting + len + 1, strlen(setting + len + 1));
    value = plain_word(diags->arena, value);
    struct kzi_option *option = find_option(diags, options, named_at, name);
    if (!option)
        return;
    if (!takes_value(diags, options, asked_at, option, value, value))
        return;
    if (option->value != option->ruled && strcmp(option->value, value) != 0)
        kzi_error_at(diags, asked_at, "%s is set to %s and to %s", name, option->value, value);
    option->value = value;
    option->asked_at = said ? asked_at : told_by(diags->arena, setting);
}

/* A list of addresses without those of options. */
static const struct kzi_node *other_removals(struct kzi_arena *arena,
                                             const struct kzi_node *remove) {
    struct kzi_node *list = kzi_new_node(arena, KZI_LIST, remove->place);
    struct say_ctx ctx;
    for (size_t i = 0; i < remove->count; i++)
        if (!is_of_option(arena, remove->u.items[i], &ctx))
            kzi_list_add(arena, list, remove->u.items[i]);
    return list;
}

const struct kzi_node *kzi_options_left_out(struct kzi_arena *arena, const struct kzi_node *file) {
    struct kzi_node *rest = kzi_new_node(arena, KZI_MAP, file->place);
    struct say_ctx ctx;
    for (size_t i = 0; i < file->count; i++) {
        struct kzi_entry entry = file->u.entries[i];
        if (kzi_node_is(entry.key, section_name) || is_of_option(arena, entry.key, &ctx))
            continue;
        if (kzi_node_is(entry.key, "remove") && entry.value->kind == KZI_LIST)
            entry.value = other_removals(arena, entry.value);
        kzi_map_add(arena, rest, entry);
    }
    return rest;
}

struct kzi_options kzi_options_open(struct kzi_arena *arena, const struct kzi_options *all,
                                    struct kzi_options *fixed) {
    struct kzi_options open = *all;
    struct kzi_options *const kinds[] = {&open, fixed};
    *fixed = *all;
    for (size_t kind = 0; kind < 2; kind++) {
        struct kzi_options *some = kinds[kind];
        kzi_names_init(&some->names, arena);
        some->list = KZI_NEW_ARRAY(arena, all->names.count, struct kzi_option);
        for (size_t i = 0; i < all->names.count; i++)
            if ((all->list[i].gone_at.source != NULL) == (kind == 1))
                some->list[kzi_names_add(&some->names, all->list[i].id)] = all->list[i];
    }
    return open;
}

#include "rules/options.h"

#include "base/text.h"
#include "rules/merge.h"

#include <stdlib.h>
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

static bool may_be(const struct kzi_option *option, const char *value) {
    if (kzi_node_is(kzi_node_get(option->definition, "allowed"), "points"))
        return is_points(value);
    const char *known;
    for (size_t i = 0; (known = kzi_option_value(option, i)); i++)
        if (!strcmp(known, value))
            return true;
    return false;
}

static void refuse_value(struct kzi_diags *diags, struct kzi_place place,
                         const struct kzi_option *option, const char *value) {
    char list[256];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    const char *known;
    for (size_t i = 0; (known = kzi_option_value(option, i)); i++) {
        kzi_text_put(&text, i ? ", " : "");
        kzi_text_put(&text, known);
    }
    if (!text.len)
        kzi_text_put(&text, "a number of points");
    kzi_text_end(&text);
    kzi_error_at(diags, place, "%s is no value of the option %s: it takes %s", value, option->id,
                 list);
}

static struct kzi_option *find(struct kzi_diags *diags, struct kzi_options *options,
                               struct kzi_place place, const char *name) {
    int number = kzi_names_find(&options->names, name);
    if (number >= 0)
        return &options->list[number];
    if (options->part)
        return NULL;
    kzi_error_at(diags, place, "these rules have no option %s%s", name,
                 kzi_did_you_mean(diags, name, options->names.name, options->names.count));
    return NULL;
}

/* --- what files say -------------------------------------------------------------------------- */

static void define(struct kzi_diags *diags, struct kzi_options *options,
                   const struct kzi_entry *entry) {
    const struct kzi_node *normal = kzi_node_get(entry->value, "default");
    size_t count = options->names.count;
    size_t number = (size_t)kzi_names_add(&options->names, entry->key->text);
    if (number < count) {
        kzi_error_at(diags, entry->key->place,
                     "the option %s is there already; to set it write %s: VALUE", entry->key->text,
                     entry->key->text);
        return;
    }
    const char *value = normal && normal->kind == KZI_SCALAR ? normal->text : "";
    options->list = kzi_arena_more(diags->arena, options->list, count, sizeof *options->list);
    options->list[number] = (struct kzi_option){.id = options->names.name[number],
                                                .definition = entry->value,
                                                .normal = value,
                                                .ruled = value,
                                                .value = value,
                                                .defined_in = entry->key->place.source->number};
}

static void set(struct kzi_diags *diags, struct kzi_options *options,
                const struct kzi_entry *entry) {
    const struct kzi_node *value = entry->value;
    struct kzi_option *option = find(diags, options, entry->key->place, entry->key->text);
    if (!option)
        return;
    if (!may_be(option, value->text)) {
        refuse_value(diags, value->place, option, value->text);
        return;
    }
    option->ruled = option->value = value->text;
    option->place = value->place;
}

void kzi_options_collect(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *section) {
    if (section->kind != KZI_MAP) {
        kzi_error_at(diags, section->place, "options is a mapping (option: value)");
        return;
    }
    for (size_t i = 0; i < section->count; i++) {
        const struct kzi_entry *entry = &section->u.entries[i];
        if (entry->value->kind == KZI_MAP)
            define(diags, options, entry);
        else if (entry->value->kind == KZI_SCALAR)
            set(diags, options, entry);
        else
            kzi_error_at(diags, entry->value->place, "an option has one value, not a list");
    }
}

/* A place that is no file's, for what a caller sets. */
static struct kzi_place told_by(struct kzi_arena *arena, const char *setting) {
    static const char before[] = "--set ";
    size_t len = strlen(setting), skip = sizeof before - 1;
    char *name = kzi_arena_alloc(arena, skip + len + 1);
    memcpy(name, before, skip);
    memcpy(name + skip, setting, len + 1);
    struct kzi_source *source = KZI_NEW(arena, struct kzi_source);
    *source = (struct kzi_source){.name = name, .text = "", .number = UINT32_MAX};
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
    char *name = kzi_arena_copy(diags->arena, setting, len);
    for (char *c = name; *c; c++)
        if (*c == '-')
            *c = '_';
    const char *value = kzi_arena_copy(diags->arena, setting + len + 1, strlen(setting + len + 1));
    struct kzi_option *option = find(diags, options, named_at, name);
    if (!option)
        return;
    if (!may_be(option, value)) {
        refuse_value(diags, asked_at, option, *value ? value : "nothing");
        return;
    }
    if (option->value != option->ruled && strcmp(option->value, value) != 0)
        kzi_error_at(diags, asked_at, "%s is set to %s and to %s", name, option->value, value);
    option->value = value;
    option->asked_at = said ? asked_at : told_by(diags->arena, setting);
}

/* Where to point when what an option is set to does not go with the rest. */
static struct kzi_place set_at(const struct kzi_option *option) {
    return option->asked_at.line ? option->asked_at : option->place;
}

/* --- what options change --------------------------------------------------------------------- */

/* One place that an option changes: a leaf of its overlay; value NULL: taken away. */
struct touch {
    const struct kzi_option *option;
    const char *address;
    const struct kzi_node *key, *value;
};

struct touches {
    struct kzi_diags *diags;
    struct touch *list;
    size_t count;
};

static void add_touch(struct touches *touches, struct touch touch) {
    touches->list =
        kzi_arena_more(touches->diags->arena, touches->list, touches->count, sizeof touch);
    touches->list[touches->count++] = touch;
}

/* The leaves of what stands at an address: a mapping that joins has one for each key. */
static void touch_leaves(struct touches *touches, struct touch touch) {
    if (!touch.value || touch.value->kind != KZI_MAP || !touch.value->count ||
        !kzi_joins_at(touch.address)) {
        add_touch(touches, touch);
        return;
    }
    const struct kzi_node *map = touch.value;
    const char *path = touch.address;
    for (size_t i = 0; i < map->count; i++) {
        touch.address = kzi_address_below(touches->diags->arena, path, map->u.entries[i].key->text);
        touch.value = map->u.entries[i].value;
        touch_leaves(touches, touch);
    }
}

static const struct kzi_node *scalar(struct kzi_arena *arena, struct kzi_place place,
                                     const char *text) {
    struct kzi_node *node = KZI_NEW(arena, struct kzi_node);
    *node = (struct kzi_node){.kind = KZI_SCALAR, .place = place, .text = text};
    return node;
}

static void touch_entry(struct touches *touches, const struct kzi_option *option,
                        const struct kzi_entry *entry) {
    if (strcmp(entry->key->text, "remove") != 0) {
        touch_leaves(touches, (struct touch){option, entry->key->text, entry->key, entry->value});
        return;
    }
    for (size_t i = 0; entry->value->kind == KZI_LIST && i < entry->value->count; i++) {
        const struct kzi_node *address = entry->value->u.items[i];
        if (address->kind == KZI_SCALAR)
            add_touch(touches, (struct touch){option, address->text, address, NULL});
    }
}

/* What the option changes at one of its values. */
static void touch_all(struct touches *touches, const struct kzi_option *option, const char *value) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"),
                          *values = kzi_node_get(option->definition, "values");
    if (field && field->kind == KZI_SCALAR) {
        struct kzi_place place = option->place.line ? option->place : field->place;
        if (option->value != option->ruled && value == option->value)
            place = option->asked_at;
        add_touch(touches, (struct touch){option, field->text, field,
                                          scalar(touches->diags->arena, place, value)});
        return;
    }
    const struct kzi_node *overlay = kzi_node_get(values, value);
    for (size_t i = 0; overlay && overlay->kind == KZI_MAP && i < overlay->count; i++)
        touch_entry(touches, option, &overlay->u.entries[i]);
}

size_t kzi_option_changes(struct kzi_arena *arena, const struct kzi_option *option,
                          const char *value, struct kzi_option_change **changes) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    struct touches touches = {.diags = &diags};
    touch_all(&touches, option, value);
    *changes = KZI_NEW_ARRAY(arena, touches.count, struct kzi_option_change);
    for (size_t i = 0; i < touches.count; i++)
        (*changes)[i] = (struct kzi_option_change){touches.list[i].address, touches.list[i].value};
    return touches.count;
}

/* Whether one address is the other or leads through it. */
static bool meet(const char *one, const char *other) {
    size_t len = strlen(one);
    return !strncmp(one, other, len) && (!other[len] || other[len] == '.');
}

static void compare_touches(struct touches *touches) {
    for (size_t i = 0; i < touches->count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct touch *one = &touches->list[i], *other = &touches->list[k];
            bool together =
                meet(one->address, other->address) || meet(other->address, one->address);
            bool same = one->value && other->value && kzi_node_same(one->value, other->value);
            if (together && !same && one->option != other->option)
                kzi_error_at(touches->diags, set_at(one->option),
                             "the options %s=%s and %s=%s both change %s, and differently",
                             other->option->id, other->option->value, one->option->id,
                             one->option->value, one->address);
        }
}

/* Whether some file says what the tree no longer has: then a later one took it away. */
static bool taken_away(const struct kzi_options *options, const char *address) {
    for (size_t i = 0; i < options->n_files; i++)
        if (kzi_node_at(options->files[i], address))
            return true;
    return false;
}

/* Of an address in yaku.ID.value the part that names the thing: yaku.ID. */
static const char *thing_of(struct kzi_arena *arena, const char *address) {
    size_t len = strcspn(address, ".");
    if (address[len])
        len += 1 + strcspn(address + len + 1, ".");
    return kzi_arena_copy(arena, address, len);
}

/* Something that a file after the option's own says in this part of the tree; NULL: nothing. */
static const struct kzi_node *said_later(const struct kzi_node *node, const char *path,
                                         uint32_t defined_in, struct kzi_arena *arena) {
    if (node->kind != KZI_MAP || !kzi_joins_at(path))
        return node->place.source->number < defined_in ? node : NULL;
    const struct kzi_node *later = NULL;
    for (size_t i = 0; !later && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        if (!kzi_means_nothing(entry->key->text))
            later = said_later(entry->value, kzi_address_below(arena, path, entry->key->text),
                               defined_in, arena);
    }
    return later;
}

/* What an option changes of a thing that a file took away is gone with it, unless the option is
 * set by that file or after it. */
static bool thing_is_gone(struct touches *touches, const struct kzi_options *options,
                          const struct touch *touch, const struct kzi_node *tree) {
    const char *thing = thing_of(touches->diags->arena, touch->address);
    if (kzi_node_at(tree, thing) || !taken_away(options, thing))
        return false;
    const struct kzi_option *option = touch->option;
    if (touch > touches->list && touch[-1].option == option)
        return true; /* said of its first change already */
    if (!option->place.line || option->place.source->number <= options->asked)
        kzi_error_at(touches->diags, set_at(option),
                     "the option %s=%s changes %s, which these rules have taken away", option->id,
                     option->value, thing);
    return true;
}

static bool file_agrees(struct touches *touches, const struct touch *touch,
                        const struct kzi_node *tree) {
    const struct kzi_node *there = kzi_node_at(tree, touch->address);
    if (!there || (touch->value && kzi_node_same(there, touch->value)))
        return true;
    const struct kzi_node *later =
        said_later(there, touch->address, touch->option->defined_in, touches->diags->arena);
    /* What a file says over a parent that ruled by option holds: it speaks after it. */
    const struct kzi_place *set = &touch->option->place;
    if (later && (!set->line || set->source->number <= later->place.source->number))
        kzi_error_at(touches->diags, later->place,
                     "the option %s=%s changes %s too: set one or the other", touch->option->id,
                     touch->option->value, touch->address);
    return !later;
}

/* The default must be what the rules say without the option. */
static void check_default(struct kzi_diags *diags, const struct kzi_options *options,
                          const struct kzi_option *option, const struct kzi_node *tree) {
    struct touches touches = {.diags = diags};
    if (!*option->normal) /* it has none, which is an error of its own */
        return;
    touch_all(&touches, option, option->normal);
    for (size_t i = 0; i < touches.count; i++) {
        const struct touch *touch = &touches.list[i];
        const struct kzi_node *there = kzi_node_at(tree, touch->address);
        if (there ? said_later(there, touch->address, option->defined_in, diags->arena) != NULL
                  : taken_away(options, touch->address))
            continue;
        bool same =
            there && touch->value ? kzi_node_same(there, touch->value) : !there && !touch->value;
        if (!same)
            kzi_error_at(diags, touch->key->place,
                         "the default of %s is %s, but the rules say otherwise at %s", option->id,
                         option->normal, touch->address);
    }
}

const struct kzi_node *kzi_options_apply(struct kzi_diags *diags, const struct kzi_options *options,
                                         const struct kzi_node *tree) {
    struct touches touches = {.diags = diags};
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_option *option = &options->list[i];
        check_default(diags, options, option, tree);
        if (strcmp(option->value, option->normal) != 0)
            touch_all(&touches, option, option->value);
    }
    compare_touches(&touches);
    const struct kzi_node *before = tree;
    for (size_t i = 0; i < touches.count; i++) {
        const struct touch *touch = &touches.list[i];
        bool found = false;
        if (thing_is_gone(&touches, options, touch, before) || !file_agrees(&touches, touch, tree))
            continue;
        struct kzi_node *key = KZI_NEW(diags->arena, struct kzi_node);
        *key = *touch->key;
        key->text = touch->address;
        tree = kzi_change(diags, tree, key, touch->value, &found);
        if (!touch->value && !found)
            kzi_error_at(diags, key->place, "there is no %s for the option %s to remove",
                         touch->address, touch->option->id);
    }
    return tree;
}

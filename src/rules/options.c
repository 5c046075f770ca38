#include "rules/options.h"

#include "base/text.h"
#include "rules/tree/merge.h"

#include <stdlib.h>
#include <string.h>

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
    const char *name = kzi_option_word(diags->arena, kzi_arena_copy(diags->arena, setting, len));
    const char *value = kzi_arena_copy(diags->arena, setting + len + 1, strlen(setting + len + 1));
    value = kzi_option_word(diags->arena, value);
    struct kzi_option *option = kzi_option_find(diags, options, named_at, name);
    if (!option)
        return;
    if (!kzi_option_may_be(option, value)) {
        kzi_option_refuse(diags, options, asked_at, option, *value ? value : "nothing");
        return;
    }
    if (option->value != option->ruled && strcmp(option->value, value) != 0)
        kzi_error_at(diags, asked_at, "%s is set to %s and to %s", name, option->value, value);
    option->value = value;
    option->asked_at = said ? asked_at : told_by(diags->arena, setting);
}

static bool is_asked(const struct kzi_option *option) {
    return option->value != option->ruled;
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
        if (is_asked(option) && value == option->value)
            place = option->asked_at;
        add_touch(touches, (struct touch){option, field->text, field,
                                          kzi_new_scalar(touches->diags->arena, place, value)});
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

/* The rank of a file: all overlays speak at the same time, after the file asked for, and that after
 * its parents. */
static size_t rank_of(const struct kzi_options *options, size_t number) {
    return number < options->asked ? 0 : number + 1 - options->asked;
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
static const struct kzi_node *said_later(const struct kzi_options *options,
                                         const struct kzi_node *node, const char *path,
                                         uint32_t defined_in, struct kzi_arena *arena) {
    if (node->kind != KZI_MAP || !kzi_joins_at(path))
        return rank_of(options, node->place.source->number) < rank_of(options, defined_in) ? node
                                                                                           : NULL;
    const struct kzi_node *later = NULL;
    for (size_t i = 0; !later && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        if (!kzi_means_nothing(path, entry->key->text))
            later = said_later(options, entry->value,
                               kzi_address_below(arena, path, entry->key->text), defined_in, arena);
    }
    return later;
}

/* Whether what a file of this rank says holds, though the option says otherwise: a file before it
 * chose the option, and no caller did. */
static bool holds_over(const struct kzi_options *options, size_t rank,
                       const struct kzi_option *option) {
    return !is_asked(option) && option->place.line &&
           rank_of(options, option->place.source->number) > rank;
}

/* Where the last file that removes a thing says so; its rank. */
static size_t find_removal(const struct kzi_options *options, const char *thing,
                           struct kzi_place *place) {
    for (size_t i = 0; i < options->n_files; i++) {
        const struct kzi_node *remove = kzi_node_get(options->files[i], "remove");
        for (size_t k = 0; remove && remove->kind == KZI_LIST && k < remove->count; k++)
            if (remove->u.items[k]->kind == KZI_SCALAR && meet(remove->u.items[k]->text, thing)) {
                *place = remove->u.items[k]->place;
                return rank_of(options, i);
            }
    }
    return options->n_files;
}

/* What an option changes of a thing that a file took away is gone with it, unless the option is
 * chosen by that file or after it. */
static bool thing_is_gone(struct touches *touches, const struct kzi_options *options,
                          const struct touch *touch, const struct kzi_node *tree) {
    const char *thing = thing_of(touches->diags->arena, touch->address);
    if (kzi_node_at(tree, thing) || !taken_away(options, thing))
        return false;
    const struct kzi_option *option = touch->option;
    if (touch > touches->list && touch[-1].option == option)
        return true; /* said of its first change already */
    struct kzi_place removed_at = option->place;
    if (!holds_over(options, find_removal(options, thing, &removed_at), option))
        kzi_error_at(touches->diags, is_asked(option) ? removed_at : option->place,
                     "the option %s=%s changes %s, which these rules have taken away", option->id,
                     option->value, thing);
    return true;
}

static bool file_agrees(struct touches *touches, const struct kzi_options *options,
                        const struct touch *touch, const struct kzi_node *tree) {
    const struct kzi_node *there = kzi_node_at(tree, touch->address);
    if (!there || (touch->value && kzi_node_same(there, touch->value)))
        return true;
    const struct kzi_node *later = said_later(options, there, touch->address,
                                              touch->option->defined_in, touches->diags->arena);
    if (later && !holds_over(options, rank_of(options, later->place.source->number), touch->option))
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
        if (there ? said_later(options, there, touch->address, option->defined_in, diags->arena) !=
                        NULL
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

/* Whether a value could be chosen and would change anything.  *said: something that a later file
 * says where it would, if any does. */
static bool can_change(struct kzi_diags *diags, const struct kzi_options *options,
                       const struct kzi_option *option, const char *value,
                       const struct kzi_node *tree, const struct kzi_node **said) {
    struct touches touches = {.diags = diags};
    bool changes = false;
    touch_all(&touches, option, value);
    for (size_t i = 0; i < touches.count; i++) {
        const struct touch *touch = &touches.list[i];
        const struct kzi_node *there = kzi_node_at(tree, touch->address), *later = NULL;
        if (there)
            later = said_later(options, there, touch->address, option->defined_in, diags->arena);
        *said = later ? later : *said;
        bool same = there && touch->value ? kzi_node_same(there, touch->value) : there == NULL;
        if (!same && later)
            return false;
        changes |= !same;
    }
    return changes;
}

/* A caller who asks for the default asks in vain where files leave no other value a choice. */
static void check_asked(struct kzi_diags *diags, const struct kzi_options *options,
                        const struct kzi_option *option, const struct kzi_node *tree) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"), *said = NULL;
    const struct kzi_node *there = field ? kzi_node_at(tree, field->text) : NULL;
    const char *value;
    if (field && (!there || kzi_node_is(there, option->normal) ||
                  can_change(diags, options, option, option->normal, tree, &said)))
        return;
    for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
        if (strcmp(value, option->normal) != 0 &&
            can_change(diags, options, option, value, tree, &said))
            return;
    if (said)
        kzi_error_at(diags, said->place,
                     "the option %s=%s has no effect, since these rules say it themselves here",
                     option->id, option->value);
}

const struct kzi_node *kzi_options_apply(struct kzi_diags *diags, const struct kzi_options *options,
                                         const struct kzi_node *tree) {
    struct touches touches = {.diags = diags};
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_option *option = &options->list[i];
        check_default(diags, options, option, tree);
        if (is_asked(option) && !strcmp(option->value, option->normal))
            check_asked(diags, options, option, tree);
        if (strcmp(option->value, option->normal) != 0)
            touch_all(&touches, option, option->value);
    }
    compare_touches(&touches);
    const struct kzi_node *before = tree;
    for (size_t i = 0; i < touches.count; i++) {
        const struct touch *touch = &touches.list[i];
        bool found = false;
        if (thing_is_gone(&touches, options, touch, before) ||
            !file_agrees(&touches, options, touch, tree))
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

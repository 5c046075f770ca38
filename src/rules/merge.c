#include "rules/merge.h"

#include <string.h>

#define LONGEST_PATH 256

/* The mappings that join; * is any one key. */
static const char *const joins[] = {
    "",
    "tiles",
    "tiles.suits",
    "tiles.classes",
    "tiles.marks",
    "tiles.marks.*",
    "shapes",
    "waits",
    "circumstances",
    "circumstances.*",
    "total",
    "minimum",
    "combinations",
    "options",
    "options.*",
    "options.*.values",
    "yaku",
    "yaku.*",
    "yaku.*.name",
    "yaku.*.covers",
    "fu",
    "fu.flat",
    "fu.sets",
    "fu.pair",
    "fu.add",
    "fu.add.*",
    "fu.if_nothing_added",
    "fu.if_nothing_added.*",
    "limits",
    "limits.*",
    "limits.*.name",
    "payments",
    "payments.*",
    "payments.*.counters",
};

/* Keys that speak of the one file they stand in. */
static const char *const own_keys[] = {"kazoe", "ruleset", "title",   "version",
                                       "source", "note",   "extends", "remove"};

static bool among(const char *key, const char *const *keys, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(keys[i], key))
            return true;
    return false;
}

static bool path_fits(const char *path, const char *pattern) {
    while (*path || *pattern) {
        if (*pattern == '*') {
            path += strcspn(path, ".");
            pattern++;
        } else if (*path++ != *pattern++) {
            return false;
        }
    }
    return true;
}

static bool joins_at(const char *path) {
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (path_fits(path, joins[i]))
            return true;
    return false;
}

static struct kzi_node *copy_node(struct kzi_arena *arena, const struct kzi_node *node) {
    struct kzi_node *copy = KZI_NEW(arena, struct kzi_node);
    *copy = *node;
    return copy;
}

static void append(struct kzi_arena *arena, struct kzi_node *map, struct kzi_entry entry) {
    map->u.entries = kzi_arena_more(arena, map->u.entries, map->count, sizeof entry);
    map->u.entries[map->count++] = entry;
}

static struct kzi_node *empty_map(struct kzi_arena *arena, struct kzi_place place) {
    struct kzi_node *map = KZI_NEW(arena, struct kzi_node);
    map->kind = KZI_MAP;
    map->place = place;
    return map;
}

/* A list of ids is short for a mapping of each to yes. */
static const struct kzi_node *as_set(struct kzi_arena *arena, const struct kzi_node *node) {
    if (node->kind != KZI_LIST)
        return node;
    struct kzi_node *map = empty_map(arena, node->place);
    for (size_t i = 0; i < node->count; i++) {
        struct kzi_node *yes = copy_node(arena, node->u.items[i]);
        *yes = (struct kzi_node){.kind = KZI_SCALAR, .place = yes->place, .text = "yes"};
        if (node->u.items[i]->kind == KZI_SCALAR)
            append(arena, map, (struct kzi_entry){node->u.items[i], yes});
    }
    return map;
}

static const struct kzi_node *join_lists(struct kzi_arena *arena, const struct kzi_node *old,
                                         const struct kzi_node *new_) {
    struct kzi_node *list = copy_node(arena, new_);
    list->u.items = KZI_NEW_ARRAY(arena, old->count + new_->count, const struct kzi_node *);
    list->count = old->count;
    if (old->count)
        memcpy(list->u.items, old->u.items, old->count * sizeof *old->u.items);
    for (size_t i = 0; i < new_->count; i++)
        list->u.items[list->count++] = new_->u.items[i];
    return list;
}

static void extend_path(char path[LONGEST_PATH], const char *key) {
    size_t len = strlen(path);
    if (len + strlen(key) + 2 > LONGEST_PATH)
        return;
    if (len)
        path[len++] = '.';
    strcpy(path + len, key);
}

static const struct kzi_node *join(struct kzi_arena *arena, const struct kzi_node *old,
                                   const struct kzi_node *new_, const char *path) {
    if (!strcmp(path, "words") && old->kind == KZI_LIST && new_->kind == KZI_LIST)
        return join_lists(arena, old, new_);
    if (path_fits(path, "yaku.*.covers")) {
        old = as_set(arena, old);
        new_ = as_set(arena, new_);
    }
    if (old->kind != KZI_MAP || new_->kind != KZI_MAP || !joins_at(path))
        return new_;
    struct kzi_node *map = empty_map(arena, new_->place);
    for (size_t i = 0; i < old->count; i++) {
        const struct kzi_entry *was = &old->u.entries[i];
        const struct kzi_entry *is = kzi_node_entry(new_, was->key->text);
        char longer[LONGEST_PATH];
        strcpy(longer, path);
        extend_path(longer, was->key->text);
        append(arena, map,
               is ? (struct kzi_entry){is->key, join(arena, was->value, is->value, longer)}
                  : *was);
    }
    for (size_t i = 0; i < new_->count; i++)
        if (!kzi_node_get(old, new_->u.entries[i].key->text))
            append(arena, map, new_->u.entries[i]);
    return map;
}

/* --- addresses ----------------------------------------------------------------------------------- */

/* The tree with the place at address set (or, when value is NULL, taken away); *found says whether
 * the place was there. */
static const struct kzi_node *change(struct kzi_arena *arena, const struct kzi_node *tree,
                                     const char *address, const struct kzi_node *key,
                                     const struct kzi_node *value, bool *found) {
    size_t len = strcspn(address, ".");
    bool last = !address[len];
    struct kzi_node *map = empty_map(arena, tree ? tree->place : key->place);
    const struct kzi_node *old = tree ? as_set(arena, tree) : map;
    bool here = false;
    for (size_t i = 0; old->kind == KZI_MAP && i < old->count; i++) {
        struct kzi_entry entry = old->u.entries[i];
        if (!strncmp(entry.key->text, address, len) && !entry.key->text[len]) {
            here = true;
            *found = last || *found;
            if (last && !value)
                continue;
            entry.value = last ? value
                               : change(arena, entry.value, address + len + 1, key, value, found);
        }
        append(arena, map, entry);
    }
    if (!here && value) {
        struct kzi_node *name = copy_node(arena, key);
        name->text = kzi_arena_copy(arena, address, len);
        append(arena, map,
               (struct kzi_entry){name, last ? value
                                             : change(arena, NULL, address + len + 1, key, value,
                                                      found)});
    }
    return map;
}

static const struct kzi_node *take_away(struct kzi_diags *diags, const struct kzi_node *tree,
                                        const struct kzi_node *list) {
    if (list->kind != KZI_LIST) {
        kzi_error_at(diags, list->place, "remove is a list of addresses: [yaku.renhou]");
        return tree;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct kzi_node *address = list->u.items[i];
        bool found = false;
        if (address->kind == KZI_SCALAR && tree)
            tree = change(diags->arena, tree, address->text, address, NULL, &found);
        if (!found)
            kzi_error_at(diags, address->place, "there is no %s to remove",
                         address->kind == KZI_SCALAR ? address->text : "such thing");
    }
    return tree;
}

/* Without the keys that speak of the parent file alone. */
static const struct kzi_node *inherited(struct kzi_arena *arena, const struct kzi_node *parent) {
    struct kzi_node *map = empty_map(arena, parent->place);
    for (size_t i = 0; i < parent->count; i++)
        if (!among(parent->u.entries[i].key->text, own_keys, sizeof own_keys / sizeof *own_keys))
            append(arena, map, parent->u.entries[i]);
    return map;
}

const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *file) {
    struct kzi_arena *arena = diags->arena;
    const struct kzi_node *tree =
        parent ? inherited(arena, parent) : empty_map(arena, file->place);
    struct kzi_node *plain = empty_map(arena, file->place);
    const struct kzi_node *remove = kzi_node_get(file, "remove");
    if (remove)
        tree = take_away(diags, tree, remove);
    for (size_t i = 0; i < file->count; i++)
        if (!strchr(file->u.entries[i].key->text, '.'))
            append(arena, plain, file->u.entries[i]);
    tree = join(arena, tree, plain, "");
    for (size_t i = 0; i < file->count; i++) {
        const struct kzi_entry *entry = &file->u.entries[i];
        bool found = false;
        if (strchr(entry->key->text, '.'))
            tree = change(arena, tree, entry->key->text, entry->key, entry->value, &found);
    }
    return tree;
}

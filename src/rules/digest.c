/* The digest: FNV-1a over the tree in a canonical order.  Two files that mean the same have the
 * same digest; it is no defence against someone who looks for two that do not. */
#include "rules/tree/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add(uint64_t *hash, const char *bytes, size_t len) {
    for (size_t i = 0; i < len; i++)
        *hash = (*hash ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
}

/* Whether the keys of the mapping at a path name things, of which any may be called note. */
static bool names_things(const char *path) {
    static const char *const of_things[] = {
        "yaku",    "yaku.*.covers", "limits",      "circumstances",    "table_words",
        "shapes",  "tiles.classes", "tiles.marks", "fu.add",           "fu.if_nothing_added",
        "fu.flat", "fu.pair",       "options",     "options.*.values", "payments.liability.yaku"};
    /* the tile classes of a condition, which stands below a statement of a thing */
    static const char *const of_classes[] = {".tiles", ".sum"};
    for (size_t i = 0; i < sizeof of_things / sizeof *of_things; i++)
        if (kzi_path_fits(path, of_things[i]))
            return true;
    const char *last = strrchr(path, '.');
    unsigned names = 1;
    for (const char *at = path; *at; at++)
        names += *at == '.';
    for (size_t i = 0; names > 3 && i < sizeof of_classes / sizeof *of_classes; i++)
        if (!strcmp(last, of_classes[i]))
            return true;
    return false;
}

bool kzi_means_nothing(const char *path, const char *key) {
    static const char *const keys[] = {"title",    "version",  "source",  "note",    "name",
                                       "says",     "kazoe",    "ruleset", "extends", "remove",
                                       "examples", "language", "intended"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(key, keys[i]))
            return !names_things(path);
    return false;
}

static int by_key(const void *left, const void *right) {
    const struct kzi_entry *a = left, *b = right;
    return strcmp(a->key->text, b->key->text);
}

static int by_text(const void *left, const void *right) {
    const struct kzi_node *const *a = left, *const *b = right;
    return strcmp((*a)->text ? (*a)->text : "", (*b)->text ? (*b)->text : "");
}

static void add_node(uint64_t *hash, struct kzi_arena *arena, const struct kzi_node *node,
                     const char *path, bool keep_order);

static void add_map(uint64_t *hash, struct kzi_arena *arena, const struct kzi_node *map,
                    const char *path, bool keep_order) {
    struct kzi_entry *entries = KZI_NEW_ARRAY(arena, map->count, struct kzi_entry);
    if (map->count)
        memcpy(entries, map->u.entries, map->count * sizeof *entries);
    if (!keep_order && map->count)
        qsort(entries, map->count, sizeof *entries, by_key);
    add(hash, "{", 1);
    for (size_t i = 0; i < map->count; i++) {
        const char *key = entries[i].key->text;
        const struct kzi_node *value = entries[i].value;
        if (kzi_means_nothing(path, key))
            continue;
        char longer[KZI_LONGEST_PATH];
        strcpy(longer, path);
        kzi_path_extend(longer, key);
        add(hash, key, strlen(key) + 1);
        add_node(hash, arena, !strcmp(key, "covers") ? kzi_as_set(arena, value) : value, longer,
                 !strcmp(key, "yaku") || !strcmp(key, "has"));
    }
    add(hash, "}", 1);
}

/* Lists are sets, save of conditions' sets in a pattern, where order decides nothing either. */
static void add_list(uint64_t *hash, struct kzi_arena *arena, const struct kzi_node *list,
                     const char *path) {
    const struct kzi_node **items = KZI_NEW_ARRAY(arena, list->count, const struct kzi_node *);
    if (list->count) {
        memcpy(items, list->u.items, list->count * sizeof *items);
        qsort(items, list->count, sizeof *items, by_text);
    }
    add(hash, "[", 1);
    for (size_t i = 0; i < list->count; i++)
        add_node(hash, arena, items[i], path, false);
    add(hash, "]", 1);
}

static void add_node(uint64_t *hash, struct kzi_arena *arena, const struct kzi_node *node,
                     const char *path, bool keep_order) {
    if (node->kind == KZI_SCALAR)
        add(hash, node->text, strlen(node->text) + 1);
    else if (node->kind == KZI_MAP)
        add_map(hash, arena, node, path, keep_order);
    else
        add_list(hash, arena, node, path);
}

/* The definitions of options are what could be said: what is said by them stands in the rules. */
void kzi_digest(const struct kzi_node *root, struct kzi_arena *arena, char digest[17]) {
    uint64_t hash = UINT64_C(14695981039346656037);
    if (kzi_node_get(root, "options"))
        root = kzi_node_with(arena, root, "options", NULL);
    add_node(&hash, arena, root, "", false);
    snprintf(digest, 17, "%016llx", (unsigned long long)hash);
}

/* Turn a file into a layer: the values at its addresses become parts of one tree, which can be laid
 * over another tree. */
#include "base/limits.h"
#include "base/names.h"
#include "rules/tree/merge.h"

#include <string.h>

/* --- from a file ------------------------------------------------------------------------------ */

/* Return whether a key with a dot is an address; note an error if not. */
static bool check_dotted(struct kzi_diags *diags, const struct kzi_node *key) {
    const char *text = key->text;
    size_t len = strlen(text);
    unsigned names = 1;
    for (const char *at = text; *at; at++)
        names += *at == '.';
    if (text[0] != '.' && text[len - 1] != '.' && !strstr(text, "..") && names <= KZI_MAX_DEPTH)
        return true;
    kzi_error_at(
        diags, key->place,
        names <= KZI_MAX_DEPTH
            ? "%s is not an address: names with one dot between them"
            : "%.99s... is not an address: it has more than " KZI_DIGITS(KZI_MAX_DEPTH) " names",
        text);
    return false;
}

/* Return a key that both trees set, or NULL. */
static const struct kzi_node *said_twice(const struct kzi_node *one, const struct kzi_node *other) {
    KZI_EACH_ENTRY(one, mine) {
        const struct kzi_entry *theirs = kzi_node_entry(other, mine->key->text);
        bool maps = theirs && mine->value->kind == KZI_MAP && theirs->value->kind == KZI_MAP;
        const struct kzi_node *twice = maps ? said_twice(mine->value, theirs->value) : mine->key;
        if (theirs && twice)
            return twice;
    }
    return NULL;
}

static const struct kzi_node *lead_to(struct kzi_arena *arena, const struct kzi_node *address,
                                      const char *rest, const struct kzi_node *value) {
    const size_t len = strcspn(rest, ".");
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, address->place);
    map->opened = true;
    map->text = address->text;
    if (rest[len])
        value = lead_to(arena, address, rest + len + 1, value);
    const struct kzi_node *key =
        kzi_node_new_scalar(arena, address->place, kzi_arena_copy(arena, rest, len));
    kzi_map_add(arena, map, (struct kzi_entry){key, value});
    return map;
}

const struct kzi_node *kzi_layer_at(struct kzi_arena *arena, const struct kzi_node *address,
                                    const struct kzi_node *value) {
    return lead_to(arena, address, address->text, value);
}

/* Add the values that a file sets at addresses, and refuse a value that is set twice. */
static const struct kzi_node *add_addresses(struct kzi_diags *diags, const struct kzi_node *layer,
                                            const struct kzi_node *file) {
    size_t count = 0;
    KZI_EACH_ENTRY(file, entry) {
        const struct kzi_node *key = entry->key, *value = entry->value;
        if (!strchr(key->text, '.') || !check_dotted(diags, key))
            continue;
        if (++count > KZI_MAX_CHANGES) {
            kzi_error_at(diags, key->place, "one file has %d addresses at most", KZI_MAX_CHANGES);
            break;
        }
        if (kzi_path_fits(key->text, "options.*") && value->kind == KZI_SCALAR)
            value = lead_to(diags->arena, key, KZI_SETTING, value);
        const struct kzi_node *alone = kzi_layer_at(diags->arena, key, value),
                              *twice = said_twice(layer, alone);
        if (twice)
            kzi_error_at(diags, key->place, "%s is already set on line %u", key->text,
                         twice->place.line);
        layer = kzi_layers_join(diags, layer, alone);
    }
    return layer;
}

/* Return the options, with the setting of each under a key of its own, because a file may both
 * change an option and set it. */
static const struct kzi_node *open_settings(struct kzi_arena *arena,
                                            const struct kzi_node *options) {
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, options->place);
    KZI_EACH_ENTRY(options, old_entry) {
        struct kzi_entry entry = *old_entry;
        if (entry.value->kind == KZI_SCALAR)
            entry.value = lead_to(arena, entry.key, KZI_SETTING, entry.value);
        kzi_map_add(arena, map, entry);
    }
    return map;
}

const struct kzi_node *kzi_layer_of(struct kzi_diags *diags, const struct kzi_node *file) {
    struct kzi_arena *arena = diags->arena;
    struct kzi_node *plain = kzi_node_new(arena, KZI_MAP, file->place);
    KZI_EACH_ENTRY(file, old_entry) {
        struct kzi_entry entry = *old_entry;
        if (kzi_node_is(entry.key, "options") && entry.value->kind == KZI_MAP)
            entry.value = open_settings(arena, entry.value);
        if (!strchr(entry.key->text, '.'))
            kzi_map_add(arena, plain, entry);
    }
    return add_addresses(diags, plain, file);
}

/* --- what a layer changes --------------------------------------------------------------------- */

static void add_leaf(struct kzi_arena *arena, struct kzi_leaves *leaves, struct kzi_leaf leaf) {
    *KZI_ADD(arena, leaves->list, leaves->count) = leaf;
}

/* Add the leaves of a value.  A mapping that joins has a leaf for each of its keys. */
static void add_leaves(struct kzi_arena *arena, struct kzi_leaves *leaves, struct kzi_leaf leaf,
                       bool sets) {
    if (sets && kzi_joins_as_set(leaf.address))
        leaf.value = kzi_as_set(arena, leaf.value);
    const struct kzi_node *map = leaf.value;
    if (map->kind != KZI_MAP || !map->count || !(map->opened || kzi_joins_at(leaf.address))) {
        add_leaf(arena, leaves, leaf);
        return;
    }
    KZI_EACH_ENTRY(map, entry) {
        const char *address = kzi_address_below(arena, leaf.address, entry->key->text);
        add_leaves(arena, leaves, (struct kzi_leaf){address, entry->key, entry->value}, sets);
    }
}

struct kzi_leaves kzi_leaves_of(struct kzi_arena *arena, const struct kzi_node *layer, bool sets) {
    const struct kzi_node *remove = kzi_node_get(layer, "remove");
    struct kzi_leaves leaves = {0};
    KZI_EACH_ENTRY(layer, entry) {
        if (!kzi_is_own_key(entry->key->text))
            add_leaves(arena, &leaves,
                       (struct kzi_leaf){entry->key->text, entry->key, entry->value}, sets);
    }
    KZI_EACH_ITEM(remove, item)
        if (item->kind == KZI_SCALAR)
            add_leaf(arena, &leaves, (struct kzi_leaf){item->text, item, NULL});
    return leaves;
}

const char *kzi_leaves_clash(const struct kzi_leaf *one, const struct kzi_leaf *other) {
    const bool leads = kzi_address_rest(one->address, other->address);
    const struct kzi_leaf *outer = leads ? one : other, *inner = leads ? other : one;
    const char *rest = kzi_address_rest(outer->address, inner->address);
    const struct kzi_node *all = outer->value;
    const bool opens =
        all && all->kind == KZI_MAP && !all->count && inner->value && kzi_joins_at(outer->address);
    if (!rest || opens ||
        kzi_node_equals(all && *rest ? kzi_node_at(all, rest) : all, inner->value))
        return NULL;
    return inner->address;
}

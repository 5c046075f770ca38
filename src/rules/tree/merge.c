#include "rules/tree/merge.h"

#include "base/limits.h"
#include "rules/reader/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of a path through keys.def. */
struct end {
    const struct kzi_key *key;         /* NULL: the whole file */
    const struct kzi_key_table *table; /* keys of the mapping there; NULL: none */
    bool thing;                        /* one of the things of a mapping of ids */
    bool joins;                        /* it joins, as does every key on the path */
};

static bool is_map(const struct kzi_key *key) {
    return key->kind->form == KZI_A_MAP;
}

/* Follow a path through keys.def.  Return false if it leaves keys.def. */
static bool follow(const char *path, struct end *end) {
    *end = (struct end){.table = KZI_KEYS(rules), .joins = true};
    for (size_t len; *path; path += len + (path[len] == '.')) {
        len = strcspn(path, ".");
        end->thing = end->key && !end->thing && is_map(end->key);
        if (!end->thing)
            end->key = kzi_key_table_find(end->table, path, len);
        if (!end->key)
            return false;
        end->joins &= end->thing ? end->key->things_join : end->key->joins;
        end->table = (end->thing ? end->key->kind->of : end->key->kind)->table;
    }
    return true;
}

bool kzi_joins_at(const char *path) {
    struct end end;
    return follow(path, &end) && end.joins;
}

/* Keys that describe the file itself. */
static const char *const own_keys[] = {"kazoe",  "ruleset", "title",   "version",
                                       "source", "note",    "extends", "remove"};

bool kzi_is_own_key(const char *key) {
    return kzi_names_find(&KZI_NAMES(own_keys), key) >= 0;
}

bool kzi_joins_as_set(const char *path) {
    return kzi_path_fits(path, "yaku.*.covers");
}

bool kzi_means_nothing(const char *path, const char *key) {
    struct end end;
    const struct kzi_key *of =
        follow(path, &end) ? kzi_key_table_find(end.table, key, strlen(key)) : NULL;
    return of && (of->remark || (of->kind == kzi_kind_label && !of->silent));
}

const struct kzi_node *kzi_as_set(struct kzi_arena *arena, const struct kzi_node *node) {
    if (node->kind != KZI_LIST)
        return node;
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, node->place);
    KZI_EACH_ITEM(node, item) {
        if (item->kind != KZI_SCALAR)
            return node;
        kzi_map_add(arena, map,
                    (struct kzi_entry){item, kzi_node_new_scalar(arena, item->place, "yes")});
    }
    return map;
}

/* Refuse a value in place of a section that the parent has, which must stay a mapping.  Other keys
 * may allow several forms, one of them a mapping. */
static bool stays_a_mapping(const char *path, const struct kzi_node *new_) {
    struct end end;
    return follow(path, &end) && end.joins && !kzi_path_fits(path, "options.*") &&
           end.key->kind != kzi_kind_label && end.key->kind != kzi_kind_covers &&
           (new_->kind != KZI_LIST || end.key->kind != kzi_kind_liabilities);
}

static void refuse_other(struct kzi_diags *diags, const struct kzi_node *new_, const char *path) {
    if (new_->kind == KZI_SCALAR && !new_->text[0])
        kzi_error_at(diags, new_->place, "%s has no value; to remove it, write remove: [%s]", path,
                     path);
    else if (kzi_node_is(new_, "no") || kzi_node_is(new_, "none"))
        kzi_error_at(diags, new_->place, "to remove %s, write remove: [%s]", path, path);
    else
        kzi_error_at(diags, new_->place, "%s is a mapping (key: value), not %s", path,
                     new_->kind == KZI_LIST ? "a list" : "one value");
}

static const struct kzi_node *join_lists(struct kzi_arena *arena, const struct kzi_node *old,
                                         const struct kzi_node *new_) {
    struct kzi_node *list = kzi_node_new(arena, KZI_LIST, new_->place);
    for (size_t i = 0; i < old->count + new_->count; i++)
        kzi_list_add(arena, list, i < old->count ? old->u.items[i] : new_->u.items[i - old->count]);
    return list;
}

/* Return the list at a path as a set, unless only a list is allowed there. */
static const struct kzi_node *list_at(struct kzi_arena *arena, const struct kzi_node *list,
                                      const char *path) {
    struct end end;
    bool plain = follow(path, &end) && end.key && !end.thing && end.key->kind->form == KZI_A_LIST;
    return plain ? list : kzi_as_set(arena, list);
}

static const struct kzi_node *join(struct kzi_diags *diags, const struct kzi_node *old,
                                   const struct kzi_node *new_, const char *path);

static const struct kzi_node *join_maps(struct kzi_diags *diags, const struct kzi_node *old,
                                        const struct kzi_node *new_, const char *path) {
    struct kzi_arena *arena = diags->arena;
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, new_->opened ? old->place : new_->place);
    map->opened = old->opened && new_->opened;
    map->text = new_->text;
    kzi_arena_spend(arena, old->count * new_->count / 4);
    KZI_EACH_ENTRY(old, old_entry) {
        struct kzi_entry entry = *old_entry;
        const struct kzi_entry *is = kzi_node_entry(new_, entry.key->text);
        if (is)
            entry = (struct kzi_entry){new_->opened ? entry.key : is->key,
                                       join(diags, entry.value, is->value,
                                            kzi_address_below(arena, path, entry.key->text))};
        kzi_map_add(arena, map, entry);
    }
    KZI_EACH_ENTRY(new_, entry)
        if (!kzi_node_get(old, entry->key->text))
            kzi_map_add(arena, map, *entry);
    return map;
}

static const struct kzi_node *join(struct kzi_diags *diags, const struct kzi_node *old,
                                   const struct kzi_node *new_, const char *path) {
    struct kzi_arena *arena = diags->arena;
    if (!strcmp(path, "words") && old->kind == KZI_LIST && new_->kind == KZI_LIST)
        return join_lists(arena, old, new_);
    if (kzi_joins_as_set(path)) {
        old = kzi_as_set(arena, old);
        new_ = kzi_as_set(arena, new_);
    }
    if (new_->opened && old->kind == KZI_LIST)
        old = list_at(arena, old, path);
    if (new_->opened && old->kind == KZI_LIST) {
        kzi_error_at(diags, new_->place, "%s leads into a list: set the whole of it", new_->text);
        return old;
    }
    if (old->kind == KZI_MAP && new_->kind == KZI_MAP && (new_->opened || kzi_joins_at(path)))
        return join_maps(diags, old, new_, path);
    if (old->kind != KZI_MAP || new_->kind == KZI_MAP || !stays_a_mapping(path, new_))
        return new_;
    refuse_other(diags, new_, path);
    return old;
}

/* --- addresses ------------------------------------------------------------------------------- */

/* Return the tree without the node at the rest of an address.  Set *found if it was there. */
static const struct kzi_node *remove_at(struct kzi_arena *arena, const struct kzi_node *tree,
                                        const char *address, const char *rest, bool *found) {
    const size_t len = strcspn(rest, ".");
    const struct kzi_node *old = tree, *left = NULL;
    if (tree->kind == KZI_LIST) /* a whole file is never a list */
        old = list_at(arena, tree, kzi_arena_copy(arena, address, (size_t)(rest - address) - 1));
    kzi_arena_spend(arena, old->kind == KZI_MAP ? old->count : 0);
    const struct kzi_entry *here = kzi_node_entry(old, kzi_arena_copy(arena, rest, len));
    if (!here)
        return tree;
    if (rest[len])
        left = remove_at(arena, here->value, address, rest + len + 1, found);
    else
        *found = true;
    return kzi_map_with(arena, old, here->key, left);
}

/* Suggest a similar address, also if the section is missing: yaku.renhou for renhou. */
static const char *near_address(struct kzi_diags *diags, const struct kzi_node *tree,
                                const char *address) {
    KZI_EACH_ENTRY(strchr(address, '.') ? NULL : tree, section)
        if (kzi_node_get(section->value, address))
            return kzi_arena_format(
                diags->arena, "%s",
                kzi_suggest(kzi_arena_format(diags->arena, "%s.%s", section->key->text, address))
                    .text);
    while (tree->kind == KZI_MAP) {
        size_t len = strcspn(address, ".");
        const char *name = kzi_arena_copy(diags->arena, address, len);
        const struct kzi_node *below = kzi_node_get(tree, name);
        if (!below || !address[len]) {
            const char **keys = KZI_NEW_ARRAY(diags->arena, tree->count, const char *);
            for (size_t i = 0; i < tree->count; i++)
                keys[i] = tree->u.entries[i].key->text;
            return kzi_did_you_mean(diags, name, keys, tree->count);
        }
        tree = below;
        address += len + 1;
    }
    return "";
}

/* Remove the addresses of a list from a tree.  Each must exist in base, though tree may lack some
 * already.  base NULL: nothing is known about it, and nothing is checked. */
static const struct kzi_node *take_away(struct kzi_diags *diags, const struct kzi_node *tree,
                                        const struct kzi_node *base, const struct kzi_node *list) {
    static const char no_list[] = "remove is a list of addresses: [yaku.renhou]";
    if (list->kind != KZI_LIST)
        kzi_error_at(diags, list->place, no_list);
    else if (list->count > KZI_MAX_CHANGES)
        kzi_error_at(diags, list->place, "one file removes %d things at most", KZI_MAX_CHANGES);
    else
        KZI_EACH_ITEM(list, address) {
            bool found = false, still = false;
            if (address->kind == KZI_SCALAR && kzi_pattern_rest(address->text, "options"))
                continue; /* options are collected separately */
            if (address->kind == KZI_SCALAR && base) {
                remove_at(diags->arena, base, address->text, address->text, &found);
                tree = remove_at(diags->arena, tree, address->text, address->text, &still);
            }
            if (address->kind != KZI_SCALAR)
                kzi_error_at(diags, address->place, no_list);
            else if (!base && !kzi_key_table_find(KZI_KEYS(rules), address->text,
                                                  strcspn(address->text, ".")))
                kzi_error_at(
                    diags, address->place,
                    "%s is not an address: the section comes before the name, as in yaku.%s",
                    address->text, address->text);
            else if (base && !found)
                kzi_error_at(diags, address->place, "there is no %s to remove%s", address->text,
                             near_address(diags, base, address->text));
        }
    return tree;
}

/* Return what is inherited: the tree without keys that describe the parent file itself. */
static const struct kzi_node *keep_inherited(struct kzi_arena *arena,
                                             const struct kzi_node *parent) {
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, parent->place);
    KZI_EACH_ENTRY(parent, entry)
        if (!kzi_is_own_key(entry->key->text))
            kzi_map_add(arena, map, *entry);
    return map;
}

/* --- covers of yaku that are removed ---------------------------------------------------------- */

/* Return the mapping of yaku without covers of one. */
static const struct kzi_node *remove_covers_of(struct kzi_arena *arena, const struct kzi_node *yaku,
                                               const char *id) {
    struct kzi_node *all = kzi_node_new(arena, KZI_MAP, yaku->place);
    KZI_EACH_ENTRY(yaku, old_entry) {
        struct kzi_entry entry = *old_entry;
        const struct kzi_node *covers = kzi_node_get(entry.value, "covers"),
                              *left = covers ? kzi_node_with(arena, covers, id, NULL) : NULL;
        if (left)
            entry.value = kzi_node_with(arena, entry.value, "covers", left->count ? left : NULL);
        kzi_map_add(arena, all, entry);
    }
    return all;
}

/* Return the tree without covers of the yaku that a layer removes and does not define anew, so that
 * a file need not remove them from the lists of other yaku. */
static const struct kzi_node *uncover_removed(struct kzi_arena *arena, const struct kzi_node *tree,
                                              const struct kzi_node *layer) {
    const struct kzi_node *remove = kzi_node_get(layer, "remove"),
                          *yaku = kzi_node_get(tree, "yaku");
    if (!yaku || yaku->kind != KZI_MAP)
        return tree;
    KZI_EACH_ITEM(remove, address) {
        const char *id =
            address->kind == KZI_SCALAR ? kzi_pattern_rest(address->text, "yaku") : NULL;
        if (id && !strchr(id, '.') && !kzi_node_get(kzi_node_get(layer, "yaku"), id))
            yaku = remove_covers_of(arena, yaku, id);
    }
    return kzi_node_with(arena, tree, "yaku", yaku);
}

/* --- whole files ----------------------------------------------------------------------------- */

/* Two keys for one thing. */
static const char *const oka_words[] = {"game.oka", "game.return"};

/* Remove what a layer removes, or replaces by another key for the same thing. */
static const struct kzi_node *remove_all(struct kzi_diags *diags, const struct kzi_node *tree,
                                         const struct kzi_node *base,
                                         const struct kzi_node *layer) {
    const struct kzi_node *remove = kzi_node_get(layer, "remove");
    for (size_t i = 0; i < KZI_COUNT(oka_words); i++)
        if (kzi_node_at(layer, oka_words[i]) && kzi_node_at(tree, oka_words[!i]))
            tree = kzi_node_with(diags->arena, tree, oka_words[!i], NULL);
    return remove ? uncover_removed(diags->arena, take_away(diags, tree, base, remove), layer)
                  : tree;
}

const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *layer) {
    const struct kzi_node *tree = parent ? keep_inherited(diags->arena, parent)
                                         : kzi_node_new(diags->arena, KZI_MAP, layer->place);
    return join(diags, remove_all(diags, tree, tree, layer), layer, "");
}

const struct kzi_node *kzi_layer_alone(struct kzi_diags *diags, const struct kzi_node *layer) {
    const struct kzi_node *empty = kzi_node_new(diags->arena, KZI_MAP, layer->place);
    return join(diags, remove_all(diags, empty, NULL, layer), layer, "");
}

const struct kzi_node *kzi_lay_over(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *const *layers, size_t count) {
    const struct kzi_node *base = tree;
    for (size_t i = 0; i < count; i++)
        tree = remove_all(diags, tree, base, layers[i]);
    for (size_t i = 0; i < count; i++)
        tree = join(diags, tree, keep_inherited(diags->arena, layers[i]), "");
    return tree;
}

const struct kzi_node *kzi_layers_join(struct kzi_diags *diags, const struct kzi_node *one,
                                       const struct kzi_node *other) {
    return join(diags, one, other, "");
}

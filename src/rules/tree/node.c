#include "rules/tree/node.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

struct kzi_node *kzi_node_new(struct kzi_arena *arena, enum kzi_node_kind kind,
                              struct kzi_place place) {
    struct kzi_node *node = KZI_NEW(arena, struct kzi_node);
    *node = (struct kzi_node){.kind = kind, .place = place};
    return node;
}

const struct kzi_node *kzi_node_new_scalar(struct kzi_arena *arena, struct kzi_place place,
                                           const char *text) {
    struct kzi_node *node = kzi_node_new(arena, KZI_SCALAR, place);
    node->text = text;
    return node;
}

void kzi_map_add(struct kzi_arena *arena, struct kzi_node *map, struct kzi_entry entry) {
    map->u.entries = kzi_arena_more(arena, map->u.entries, map->count, sizeof entry);
    map->u.entries[map->count++] = entry;
}

void kzi_list_add(struct kzi_arena *arena, struct kzi_node *list, const struct kzi_node *item) {
    list->u.items = kzi_arena_more(arena, list->u.items, list->count, sizeof item);
    list->u.items[list->count++] = item;
}

const struct kzi_entry *kzi_node_entry(const struct kzi_node *node, const char *key) {
    if (!node || node->kind != KZI_MAP)
        return NULL;
    KZI_EACH_ENTRY(node, entry) {
        const char *known = entry->key->text;
        if (*known == *key && !strcmp(known, key))
            return entry;
    }
    return NULL;
}

const struct kzi_node *kzi_node_get(const struct kzi_node *node, const char *key) {
    const struct kzi_entry *entry = kzi_node_entry(node, key);
    return entry ? entry->value : NULL;
}

bool kzi_node_is(const struct kzi_node *node, const char *text) {
    return node && node->kind == KZI_SCALAR && *node->text == *text && !strcmp(node->text, text);
}

const struct kzi_node *kzi_node_item(const struct kzi_node *node, const char *text) {
    KZI_EACH_ITEM(node, item)
        if (kzi_node_is(item, text))
            return item;
    return kzi_node_is(node, text) ? node : NULL;
}

struct kzi_place kzi_later_place(struct kzi_place one, struct kzi_place other) {
    return other.source->number < one.source->number ? other : one;
}

bool kzi_node_equals(const struct kzi_node *one, const struct kzi_node *other) {
    if (!one || !other || one->kind != other->kind)
        return one == other;
    if (one->kind == KZI_SCALAR)
        return !strcmp(one->text, other->text);
    if (one->count != other->count)
        return false;
    for (size_t i = 0; i < one->count; i++) {
        const struct kzi_node *theirs = other->kind == KZI_LIST
                                            ? other->u.items[i]
                                            : kzi_node_get(other, one->u.entries[i].key->text);
        if (!kzi_node_equals(kzi_node_child(one, i), theirs))
            return false;
    }
    return true;
}

const struct kzi_node *kzi_node_at_spending(struct kzi_arena *arena, const struct kzi_node *tree,
                                            const char *address) {
    size_t looks = 0;
    while (tree && *address) {
        size_t len = strcspn(address, ".");
        const struct kzi_node *next = NULL;
        KZI_EACH_ENTRY(tree, entry) {
            const char *key = entry->key->text;
            looks++;
            if (key[0] != address[0] || strncmp(key, address, len) != 0 || key[len])
                continue;
            next = entry->value;
            break;
        }
        tree = next;
        address += len + (address[len] == '.');
    }
    if (arena)
        kzi_arena_spend(arena, looks / 16);
    return tree;
}

const struct kzi_node *kzi_node_at(const struct kzi_node *tree, const char *address) {
    return kzi_node_at_spending(NULL, tree, address);
}

const char *kzi_address_below(struct kzi_arena *arena, const char *address, const char *key) {
    const size_t len = strlen(address), size = strlen(key) + 1;
    char *below = kzi_arena_alloc(arena, len + 1 + size), *end = below + len;
    memcpy(below, address, len);
    if (len)
        *end++ = '.';
    memcpy(end, key, size);
    return below;
}

static const char *rest_of(const char *outer, const char *address, bool pattern) {
    for (; *outer; outer++) {
        if (pattern && *outer == '*')
            address += strcspn(address, ".");
        else if (*outer != *address++)
            return NULL;
    }
    return *address == '.' ? address + 1 : *address ? NULL : address;
}

const char *kzi_address_rest(const char *outer, const char *address) {
    return rest_of(outer, address, false);
}

bool kzi_path_fits(const char *path, const char *pattern) {
    const char *rest = rest_of(pattern, path, true);
    return rest && !*rest;
}

const char *kzi_pattern_rest(const char *address, const char *pattern) {
    const char *rest = rest_of(pattern, address, true);
    return rest && *rest ? rest : NULL;
}

static bool is_item(const struct kzi_node *list, size_t at, const char *address) {
    char number[24];
    if (list->u.items[at]->kind == KZI_SCALAR && kzi_address_rest(list->u.items[at]->text, address))
        return true;
    snprintf(number, sizeof number, "%zu", at);
    return list->u.items[at]->kind != KZI_SCALAR && kzi_address_rest(number, address);
}

const struct kzi_node *kzi_map_with(struct kzi_arena *arena, const struct kzi_node *map,
                                    const struct kzi_node *key, const struct kzi_node *value) {
    struct kzi_node *copy = kzi_node_new(arena, KZI_MAP, map->place);
    const struct kzi_entry *old = kzi_node_entry(map, key->text);
    copy->u.entries = KZI_NEW_ARRAY(arena, map->count + 1, struct kzi_entry);
    KZI_EACH_ENTRY(map, old_entry) {
        struct kzi_entry entry = *old_entry;
        if (old_entry == old)
            entry.value = value;
        if (entry.value)
            copy->u.entries[copy->count++] = entry;
    }
    if (!old && value)
        copy->u.entries[copy->count++] = (struct kzi_entry){key, value};
    return copy;
}

/* Return a list with another item at index `at`, or without that item if value is NULL. */
static const struct kzi_node *list_with(struct kzi_arena *arena, const struct kzi_node *list,
                                        size_t at, const struct kzi_node *value) {
    struct kzi_node *copy = kzi_node_new(arena, KZI_LIST, list->place);
    for (size_t i = 0; i < list->count; i++)
        if (i != at || value)
            kzi_list_add(arena, copy, i == at ? value : list->u.items[i]);
    return copy;
}

const struct kzi_node *kzi_node_with(struct kzi_arena *arena, const struct kzi_node *tree,
                                     const char *address, const struct kzi_node *value) {
    const bool list = tree->kind == KZI_LIST;
    size_t len = strcspn(address, "."), at = 0;
    const struct kzi_node *key = kzi_node_new_scalar(arena, value ? value->place : tree->place,
                                                     kzi_arena_copy(arena, address, len)),
                          *child = kzi_node_get(tree, key->text);
    while (list && at < tree->count && !is_item(tree, at, address))
        at++;
    if (list && at < tree->count)
        child = tree->u.items[at];
    if (address[len])
        value = child ? kzi_node_with(arena, child, address + len + 1, value) : NULL;
    if (address[len] ? !value : !child && !(value && tree->kind == KZI_MAP))
        return NULL;
    return list ? list_with(arena, tree, at, value) : kzi_map_with(arena, tree, key, value);
}

/* Append a scalar.  Its text has no control characters, because reading refuses or replaces
 * them. */
static void put_scalar(struct kzi_text *text, const struct kzi_node *node) {
    if (!node->quoted && node->text[0] && !strpbrk(node->text, ",:[]{}#&*!|>'\"%@`?")) {
        kzi_text_put(text, node->text);
        return;
    }
    kzi_text_char(text, '"');
    for (const char *at = node->text; *at;) {
        const size_t plain = 1 + strcspn(at + 1, "\"\\"); /* characters stay whole */
        kzi_text_put(text, *at == '"' || *at == '\\' ? "\\" : "");
        kzi_text_add(text, at, plain);
        at += plain;
    }
    kzi_text_char(text, '"');
}

void kzi_put_node(struct kzi_text *text, const struct kzi_node *node) {
    bool map = node->kind == KZI_MAP;
    if (node->kind == KZI_SCALAR) {
        put_scalar(text, node);
        return;
    }
    kzi_text_char(text, map ? '{' : '[');
    for (size_t i = 0; i < node->count; i++) {
        kzi_text_put(text, i ? ", " : "");
        if (map) {
            put_scalar(text, node->u.entries[i].key);
            kzi_text_put(text, ": ");
        }
        kzi_put_node(text, kzi_node_child(node, i));
    }
    kzi_text_char(text, map ? '}' : ']');
}

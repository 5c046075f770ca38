/* node.h - a rule file as a tree: scalars, lists and mappings that know their places.
 *
 * Every scalar is text until a reader needs a tile, a number or a seat: N is North and no is a
 * word.  Nodes are in the arena and never change after reading, so that files and merged trees can
 * share them. */
#ifndef KZI_NODE_H
#define KZI_NODE_H

#include "base/diag.h"

#include <stdbool.h>

struct kzi_text;

enum kzi_node_kind { KZI_SCALAR, KZI_LIST, KZI_MAP };

struct kzi_entry {
    const struct kzi_node *key; /* a scalar */
    const struct kzi_node *value;
};

struct kzi_node {
    enum kzi_node_kind kind;
    bool quoted; /* scalar: written in quotes */
    bool opened; /* mapping: an address leads through it, so it joins any other (merge.h) */
    struct kzi_place place;
    const char *text; /* scalar: its text with a NUL; opened mapping: the address */
    size_t count;     /* number of items or entries */
    union {
        const struct kzi_node **items;
        struct kzi_entry *entries;
    } u;
};

/* Return the number of entries or items of a node of this kind; 0 for NULL and for other kinds. */
static inline size_t kzi_count_in(const struct kzi_node *node, enum kzi_node_kind kind) {
    return node && node->kind == kind ? node->count : 0;
}

/* Return an item of a list or the value of an entry of a mapping, by index. */
static inline const struct kzi_node *kzi_node_child(const struct kzi_node *node, size_t index) {
    return node->kind == KZI_LIST ? node->u.items[index] : node->u.entries[index].value;
}

/* Loop over the entries of a mapping or the items of a list; not at all for NULL and for other
 * kinds. */
#define KZI_EACH_ENTRY(map, entry)                                                                 \
    for (const struct kzi_entry *entry = kzi_count_in(map, KZI_MAP) ? (map)->u.entries : NULL,     \
                                *entry##_end = entry ? entry + (map)->count : NULL;                \
         entry != entry##_end; entry++)
#define KZI_EACH_ITEM(list, item)                                                                  \
    for (const struct kzi_node *item, *item##_of = (list); item##_of; item##_of = NULL)            \
        for (size_t item##_at = 0; item##_at < kzi_count_in(item##_of, KZI_LIST) &&                \
                                   (item = item##_of->u.items[item##_at], true);                   \
             item##_at++)

/* Read a source as strict YAML.  Return NULL if there is no usable tree; other wrong parts are left
 * out.  In both cases errors are noted. */
const struct kzi_node *kzi_yaml_read(struct kzi_diags *diags, const struct kzi_source *source);

/* Make a node that is in no file: a text, or an empty list or mapping, to which elements may be
 * added (kzi_list_add, kzi_map_add).  Nodes that were read never change. */
struct kzi_node *kzi_node_new(struct kzi_arena *arena, enum kzi_node_kind kind,
                              struct kzi_place place);
const struct kzi_node *kzi_node_new_scalar(struct kzi_arena *arena, struct kzi_place place,
                                           const char *text);
void kzi_map_add(struct kzi_arena *arena, struct kzi_node *map, struct kzi_entry entry);
void kzi_list_add(struct kzi_arena *arena, struct kzi_node *list, const struct kzi_node *item);

/* Return the value of a key; NULL if it does not exist or node is not a mapping. */
const struct kzi_node *kzi_node_get(const struct kzi_node *node, const char *key);
/* Return the entry of a key in the same way. */
const struct kzi_entry *kzi_node_entry(const struct kzi_node *node, const char *key);
bool kzi_node_is(const struct kzi_node *node, const char *text); /* it is a scalar with this text */
/* Return the node if it is a scalar with this text, or such an item if it is a list; otherwise
 * NULL. */
const struct kzi_node *kzi_node_item(const struct kzi_node *node, const char *text);

/* Return the one of two places that is in the requested file or nearer to it.  It was written
 * later, so errors about both point to it. */
struct kzi_place kzi_later_place(struct kzi_place one, struct kzi_place other);

/* Return the node at an address (yaku.pinfu.value), or NULL. */
const struct kzi_node *kzi_node_at(const struct kzi_node *tree, const char *address);
/* The same, but take steps (kzi_arena_spend). */
const struct kzi_node *kzi_node_at_spending(struct kzi_arena *arena, const struct kzi_node *tree,
                                            const char *address);

/* Return the mapping with a key set to value or, if value is NULL, removed. */
const struct kzi_node *kzi_map_with(struct kzi_arena *arena, const struct kzi_node *map,
                                    const struct kzi_node *key, const struct kzi_node *value);

/* Return the tree with the node at an address set to value (a missing key is added) or, if value is
 * NULL, removed; NULL if there is no such place.  The rest of the tree is shared.  Items of lists
 * are addressed by their text or, if they are not scalars, by index:
 * yaku.pinfu.when.any_of.2.by. */
const struct kzi_node *kzi_node_with(struct kzi_arena *arena, const struct kzi_node *tree,
                                     const char *address, const struct kzi_node *value);

/* Return the rest of an address that begins with the address `outer`: "" if they are equal; NULL if
 * it does not begin with it. */
const char *kzi_address_rest(const char *outer, const char *address);
/* Return whether a path fits a pattern, in which * is any single name, as in "yaku.*.covers". */
bool kzi_path_fits(const char *path, const char *pattern);
/* Return the rest of an address that begins with a pattern, or NULL. */
const char *kzi_pattern_rest(const char *address, const char *pattern);

/* Return the address of a key under an address; "" is the address of the whole tree. */
const char *kzi_address_below(struct kzi_arena *arena, const char *address, const char *key);

/* Return whether two nodes are equal, apart from their places and the order of keys.  NULL equals
 * only NULL. */
bool kzi_node_equals(const struct kzi_node *one, const struct kzi_node *other);

/* Append a node in YAML's flow style, on one line: {given: riichi, by: discard}. */
void kzi_put_node(struct kzi_text *text, const struct kzi_node *node);

#endif

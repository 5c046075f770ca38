/* node.h - a rule file as a tree: scalars, lists and mappings that know where they stood.
 *
 * Every scalar is text until someone asks for a tile, a number or a seat: N is North and no is a
 * word.  Nodes live in the arena and are never changed once read, so that files and the results
 * of merging them can share them. */
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
    bool quoted; /* of a scalar: written in quotes */
    bool opened; /* of a mapping: an address leads through it, so it joins any other (merge.h) */
    struct kzi_place place;
    const char *text; /* of a scalar, NUL at its end; of what is opened the address */
    size_t count;     /* of items or entries */
    union {
        const struct kzi_node **items;
        struct kzi_entry *entries;
    } u;
};

/* Return how many entries or items a node of this kind has; NULL and others have none. */
static inline size_t kzi_count_in(const struct kzi_node *node, enum kzi_node_kind kind) {
    return node && node->kind == kind ? node->count : 0;
}

/* Return an item of a list, or the value of an entry. */
static inline const struct kzi_node *kzi_node_child(const struct kzi_node *node, size_t index) {
    return node->kind == KZI_LIST ? node->u.items[index] : node->u.entries[index].value;
}

/* Loop over the entries of a mapping, or the items of a list; NULL and others have none. */
#define KZI_EACH_ENTRY(map, entry)                                                                 \
    for (const struct kzi_entry *entry = kzi_count_in(map, KZI_MAP) ? (map)->u.entries : NULL,     \
                                *entry##_end = entry ? entry + (map)->count : NULL;                \
         entry != entry##_end; entry++)
#define KZI_EACH_ITEM(list, item)                                                                  \
    for (const struct kzi_node *item, *item##_of = (list); item##_of; item##_of = NULL)            \
        for (size_t item##_at = 0; item##_at < kzi_count_in(item##_of, KZI_LIST) &&                \
                                   (item = item##_of->u.items[item##_at], true);                   \
             item##_at++)

/* Read a source as strict YAML.  NULL: there is no tree to go on with; anything else that is wrong
 * is left out.  Either way an error is noted. */
const struct kzi_node *kzi_yaml_read(struct kzi_diags *diags, const struct kzi_source *source);

/* Make a node that no file has: a text, or an empty list or mapping, to which more may be added
 * (kzi_list_add, kzi_map_add).  Nodes that were read never change. */
struct kzi_node *kzi_node_new(struct kzi_arena *arena, enum kzi_node_kind kind,
                              struct kzi_place place);
const struct kzi_node *kzi_node_new_scalar(struct kzi_arena *arena, struct kzi_place place,
                                           const char *text);
void kzi_map_add(struct kzi_arena *arena, struct kzi_node *map, struct kzi_entry entry);
void kzi_list_add(struct kzi_arena *arena, struct kzi_node *list, const struct kzi_node *item);

/* The value of a key, NULL if it is not there or node is not a mapping. */
const struct kzi_node *kzi_node_get(const struct kzi_node *node, const char *key);
/* The entry likewise. */
const struct kzi_entry *kzi_node_entry(const struct kzi_node *node, const char *key);
bool kzi_node_is(const struct kzi_node *node, const char *text); /* a scalar with this text */
/* The node if it is that, or an item of a list that is; or NULL. */
const struct kzi_node *kzi_node_item(const struct kzi_node *node, const char *text);

/* Of two places the one in the file asked for or nearer to it: what stands there was written later,
 * so it is the one to point at when the two do not go together. */
struct kzi_place kzi_later_place(struct kzi_place one, struct kzi_place other);

/* The node that an address (yaku.pinfu.value) leads to; NULL: none. */
const struct kzi_node *kzi_node_at(const struct kzi_node *tree, const char *address);
/* kzi_node_at that takes steps (kzi_arena_spend). */
const struct kzi_node *kzi_node_at_spending(struct kzi_arena *arena, const struct kzi_node *tree,
                                            const char *address);

/* The mapping with a key set to value or, where value is NULL, taken away. */
const struct kzi_node *kzi_map_with(struct kzi_arena *arena, const struct kzi_node *map,
                                    const struct kzi_node *key, const struct kzi_node *value);

/* The tree with one place of it set to value (a key that a mapping lacks is added) or, where value
 * is NULL, taken away; NULL: there is no such place.  The rest of the tree is shared.  Items of a
 * list go by their text or, where they are not scalars, by number from 0:
 * yaku.pinfu.when.any_of.2.by. */
const struct kzi_node *kzi_node_with(struct kzi_arena *arena, const struct kzi_node *tree,
                                     const char *address, const struct kzi_node *value);

/* Return what follows an address in another that it leads to, "" if it is the other; NULL: it is
 * neither. */
const char *kzi_address_rest(const char *outer, const char *address);
/* Return whether a path is what a pattern says, in which a * is any one name, as in
 * "yaku.*.covers". */
bool kzi_path_fits(const char *path, const char *pattern);
/* Return what follows a pattern at the beginning of an address; NULL: nothing does. */
const char *kzi_pattern_rest(const char *address, const char *pattern);

/* The address of a key in what stands at an address; "" is the address of the whole. */
const char *kzi_address_below(struct kzi_arena *arena, const char *address, const char *key);

/* Return whether two nodes say the same, wherever they stand; the order of keys decides nothing.
 * NULL is the same as NULL alone. */
bool kzi_node_same(const struct kzi_node *one, const struct kzi_node *other);

/* Append a node in YAML's flow style, on one line: {given: riichi, by: discard}. */
void kzi_put_node(struct kzi_text *text, const struct kzi_node *node);

#endif

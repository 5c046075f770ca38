#include "rules/options.h"

#include "base/text.h"
#include "rules/tree/merge.h"

#include <stdlib.h>
#include <string.h>

static bool is_asked(const struct kzi_option *option) {
    return option->value != option->ruled;
}

/* The place to report when the setting of an option contradicts the rest. */
static struct kzi_place set_at(const struct kzi_option *option) {
    return option->asked_at.line ? option->asked_at : option->place;
}

/* --- what options change --------------------------------------------------------------------- */

struct changes {
    struct kzi_diags *diags;
    const struct kzi_options *options;
    struct kzi_option_change *list;
    size_t count;
};

static void add_change(struct changes *changes, struct kzi_option_change change) {
    *KZI_ADD(changes->diags->arena, changes->list, changes->count) = change;
}

/* Add the leaves at an address: a mapping that joins has one for each key. */
static void add_leaves(struct changes *changes, struct kzi_option_change change) {
    const struct kzi_node *map = change.value;
    const char *path = change.address;
    bool leaf = map->kind != KZI_MAP || !map->count || !kzi_joins_at(path);
    if (leaf)
        add_change(changes, change);
    for (size_t i = 0; !leaf && i < map->count; i++) {
        change.address =
            kzi_address_below(changes->diags->arena, path, map->u.entries[i].key->text);
        change.value = map->u.entries[i].value;
        add_leaves(changes, change);
    }
}

static void add_entry(struct changes *changes, const struct kzi_option *option,
                      const struct kzi_entry *entry) {
    const struct kzi_node *key = entry->key, *value = entry->value;
    if (strcmp(key->text, "remove") != 0)
        add_leaves(changes, (struct kzi_option_change){option, key->text, key, value});
    else
        for (size_t i = 0; value->kind == KZI_LIST && i < value->count; i++)
            if ((key = value->u.items[i])->kind == KZI_SCALAR)
                add_change(changes, (struct kzi_option_change){option, key->text, key, NULL});
}

/* The changes that the option makes at one of its values. */
static void add_changes(struct changes *changes, const struct kzi_option *option,
                        const char *value) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"),
                          *values = kzi_node_get(option->definition, "values");
    if (field && field->kind == KZI_SCALAR) {
        struct kzi_place place = option->place.line ? option->place : field->place;
        if (is_asked(option) && value == option->value)
            place = option->asked_at;
        add_change(changes,
                   (struct kzi_option_change){option, field->text, field,
                                              kzi_new_scalar(changes->diags->arena, place, value)});
        return;
    }
    const struct kzi_node *overlay = kzi_node_get(values, value);
    for (size_t i = 0; overlay && overlay->kind == KZI_MAP && i < overlay->count; i++)
        add_entry(changes, option, &overlay->u.entries[i]);
}

size_t kzi_option_changes(struct kzi_arena *arena, const struct kzi_option *option,
                          const char *value, struct kzi_option_change **changes) {
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    struct changes all = {.diags = &diags};
    add_changes(&all, option, value);
    *changes = all.list;
    return all.count;
}

/* Return whether one address is the other or leads through it. */
static bool meet(const char *one, const char *other) {
    size_t len = strlen(one);
    return !strncmp(one, other, len) && (!other[len] || other[len] == '.');
}

static void compare_changes(struct changes *changes) {
    for (size_t i = 0; i < changes->count; i++)
        for (size_t k = 0; k < i; k++) {
            const struct kzi_option_change *one = &changes->list[i], *other = &changes->list[k];
            bool together =
                meet(one->address, other->address) || meet(other->address, one->address);
            bool same = one->value && other->value && kzi_node_same(one->value, other->value);
            if (together && !same && one->option != other->option)
                kzi_error_at(changes->diags, set_at(one->option),
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

/* Return whether some file says what the tree no longer has: then a later one took it away. */
static bool taken_away(const struct kzi_options *options, const char *address) {
    for (size_t i = 0; i < options->n_files; i++)
        if (kzi_node_at(options->files[i], address))
            return true;
    return false;
}

/* Return the part of an address that names the thing: yaku.ID of yaku.ID.value. */
static const char *thing_of(struct kzi_arena *arena, const char *address) {
    size_t len = strcspn(address, ".");
    if (address[len])
        len += 1 + strcspn(address + len + 1, ".");
    return kzi_arena_copy(arena, address, len);
}

/* Returns something that a file after the option's own says in this part of the tree; NULL:
 * nothing. */
static const struct kzi_node *said_later(const struct changes *changes,
                                         const struct kzi_option_change *change, const char *path,
                                         const struct kzi_node *node) {
    const struct kzi_options *options = changes->options;
    if (!node)
        return NULL;
    if (node->kind != KZI_MAP || !kzi_joins_at(path))
        return rank_of(options, node->place.source->number) <
                       rank_of(options, change->option->defined_in)
                   ? node
                   : NULL;
    const struct kzi_node *later = NULL;
    for (size_t i = 0; !later && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        const char *below = kzi_address_below(changes->diags->arena, path, entry->key->text);
        if (!kzi_means_nothing(path, entry->key->text))
            later = said_later(changes, change, below, entry->value);
    }
    return later;
}

/* Return whether what a file of this rank says holds, though the option says otherwise: a file
 * before it chose the option, and no caller did. */
static bool holds_over(const struct kzi_options *options, size_t rank,
                       const struct kzi_option *option) {
    return !is_asked(option) && option->place.line &&
           rank_of(options, option->place.source->number) > rank;
}

/* Find the last file that removes a thing; return its rank. */
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

/* Changes that an option makes to a thing that a file removed are dropped with it, unless the
 * option is chosen by that file or after it. */
static bool thing_is_gone(struct changes *changes, const struct kzi_option_change *change,
                          const struct kzi_node *tree) {
    const char *thing = thing_of(changes->diags->arena, change->address);
    if (kzi_node_at(tree, thing) || !taken_away(changes->options, thing))
        return false;
    const struct kzi_option *option = change->option;
    if (change > changes->list && change[-1].option == option)
        return true; /* said of its first change already */
    struct kzi_place removed_at = option->place;
    size_t rank = find_removal(changes->options, thing, &removed_at);
    if (!holds_over(changes->options, rank, option))
        kzi_error_at(changes->diags, is_asked(option) ? removed_at : option->place,
                     "the option %s=%s changes %s, which these rules have taken away", option->id,
                     option->value, thing);
    return true;
}

static bool file_agrees(struct changes *changes, const struct kzi_option_change *change,
                        const struct kzi_node *tree) {
    const struct kzi_node *there = kzi_node_at(tree, change->address);
    if (!there || kzi_node_same(there, change->value))
        return true;
    const struct kzi_node *later = said_later(changes, change, change->address, there);
    if (later &&
        !holds_over(changes->options, rank_of(changes->options, later->place.source->number),
                    change->option))
        kzi_error_at(changes->diags, later->place,
                     "the option %s=%s changes %s too: set one or the other", change->option->id,
                     change->option->value, change->address);
    return !later;
}

/* The default must be what the rules say without the option. */
static void check_default(const struct changes *all, const struct kzi_option *option,
                          const struct kzi_node *tree) {
    struct changes changes = {.diags = all->diags, .options = all->options};
    if (!*option->normal) /* it has none, which is an error of its own */
        return;
    add_changes(&changes, option, option->normal);
    for (size_t i = 0; i < changes.count; i++) {
        const struct kzi_option_change *change = &changes.list[i];
        const struct kzi_node *there = kzi_node_at(tree, change->address);
        bool later = there ? said_later(&changes, change, change->address, there) != NULL
                           : taken_away(changes.options, change->address);
        if (!later && !kzi_node_same(there, change->value))
            kzi_error_at(changes.diags, change->key->place,
                         "the default of %s is %s, but the rules say otherwise at %s", option->id,
                         option->normal, change->address);
    }
}

/* Return whether a value could be chosen and would change anything.  *said: something that a later
 * file says where it would, if any does. */
static bool can_change(const struct changes *all, const struct kzi_option *option,
                       const char *value, const struct kzi_node *tree,
                       const struct kzi_node **said) {
    struct changes changes = {.diags = all->diags, .options = all->options};
    bool any = false;
    add_changes(&changes, option, value);
    for (size_t i = 0; i < changes.count; i++) {
        const struct kzi_option_change *change = &changes.list[i];
        const struct kzi_node *there = kzi_node_at(tree, change->address),
                              *later = said_later(&changes, change, change->address, there);
        bool same = change->value && there ? kzi_node_same(there, change->value) : !there;
        *said = later ? later : *said;
        if (!same && later)
            return false;
        any |= !same;
    }
    return any;
}

/* A caller who asks for the default asks in vain where files leave no other value a choice. */
static void check_asked(const struct changes *all, const struct kzi_option *option,
                        const struct kzi_node *tree) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"), *said = NULL;
    const struct kzi_node *there = field ? kzi_node_at(tree, field->text) : NULL;
    const char *value;
    if (field && (!there || kzi_node_is(there, option->normal) ||
                  can_change(all, option, option->normal, tree, &said)))
        return;
    for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
        if (strcmp(value, option->normal) != 0 && can_change(all, option, value, tree, &said))
            return;
    if (said)
        kzi_error_at(all->diags, said->place,
                     "the option %s=%s has no effect, since these rules say it themselves here",
                     option->id, option->value);
}

/* --- notes ----------------------------------------------------------------------------------- */

/* Return the tree without the note of the thing that key addresses, if its file did not know what
 * a later file or the caller chose for an option that changes the thing. */
static const struct kzi_node *without_note(const struct changes *changes,
                                           const struct kzi_option *option,
                                           const struct kzi_node *tree, struct kzi_node *key) {
    const struct kzi_options *options = changes->options;
    struct kzi_arena *arena = changes->diags->arena;
    bool found = false, remark = kzi_means_nothing(key->text, "note");
    key->text = kzi_address_below(arena, key->text, "note");
    const struct kzi_node *note = kzi_node_at(tree, key->text);
    return note && remark &&
                   (is_asked(option) || rank_of(options, option->place.source->number) <
                                            rank_of(options, note->place.source->number))
               ? kzi_change(changes->diags, tree, key, NULL, &found)
               : tree;
}

/* A note explains a thing as its file has it.  Leave out those of things that options change which
 * were set after it; the value of an option can bring a note of its own. */
static const struct kzi_node *leave_notes_out(const struct changes *all,
                                              const struct kzi_option *option,
                                              const struct kzi_node *tree) {
    struct changes changes = {.diags = all->diags, .options = all->options};
    const char *before = is_asked(option) ? option->ruled : option->normal;
    if (!strcmp(option->value, before))
        return tree;
    add_changes(&changes, option, option->value);
    add_changes(&changes, option, before);
    for (size_t i = 0; i < changes.count; i++) {
        const char *address = changes.list[i].address;
        for (size_t len = strcspn(address, "."); address[len];
             len += 1 + strcspn(address + len + 1, ".")) {
            struct kzi_node key = *changes.list[i].key;
            key.text = kzi_arena_copy(all->diags->arena, address, len);
            tree = without_note(&changes, option, tree, &key);
        }
    }
    return tree;
}

const struct kzi_node *kzi_options_apply(struct kzi_diags *diags, const struct kzi_options *options,
                                         const struct kzi_node *tree) {
    struct changes changes = {.diags = diags, .options = options};
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_option *option = &options->list[i];
        check_default(&changes, option, tree);
        if (strcmp(option->value, option->normal) != 0)
            add_changes(&changes, option, option->value);
        else if (is_asked(option))
            check_asked(&changes, option, tree);
    }
    compare_changes(&changes);
    for (size_t i = 0; i < options->names.count; i++)
        tree = leave_notes_out(&changes, &options->list[i], tree);
    const struct kzi_node *before = tree;
    for (size_t i = 0; i < changes.count; i++) {
        const struct kzi_option_change *change = &changes.list[i];
        bool found = false;
        if (thing_is_gone(&changes, change, before) || !file_agrees(&changes, change, tree))
            continue;
        struct kzi_node *key = KZI_NEW(diags->arena, struct kzi_node);
        *key = *change->key;
        key->text = change->address;
        if (change->value)
            tree = kzi_without_other_word(diags->arena, tree, change->address);
        tree = kzi_change(diags, tree, key, change->value, &found);
        if (!change->value && !found)
            kzi_error_at(diags, key->place, "there is no %s for the option %s to remove",
                         change->address, change->option->id);
    }
    return tree;
}

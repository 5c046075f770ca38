#include "rules/merge.h"

#include "rules/limits.h"

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
static const char *const own_keys[] = {"kazoe",  "ruleset", "title",   "version",
                                       "source", "note",    "extends", "remove"};

static bool among(const char *key, const char *const *keys, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(keys[i], key))
            return true;
    return false;
}

bool kzi_path_fits(const char *path, const char *pattern) {
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

bool kzi_joins_at(const char *path) {
    for (size_t i = 0; i < sizeof joins / sizeof *joins; i++)
        if (kzi_path_fits(path, joins[i]))
            return true;
    return false;
}

bool kzi_joins_as_set(const char *path) {
    return kzi_path_fits(path, "yaku.*.covers");
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

const struct kzi_node *kzi_as_set(struct kzi_arena *arena, const struct kzi_node *node) {
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

/* A section that the parent has stays a mapping; elsewhere a mapping is one way to write it. */
static bool stays_a_mapping(const char *path) {
    static const char *const free_[] = {"yaku.*.name", "limits.*.name", "yaku.*.covers",
                                        "options.*"};
    for (size_t i = 0; i < sizeof free_ / sizeof *free_; i++)
        if (kzi_path_fits(path, free_[i]))
            return false;
    return kzi_joins_at(path);
}

static void refuse_other(struct kzi_diags *diags, const struct kzi_node *new_, const char *path) {
    if (new_->kind == KZI_SCALAR && !new_->text[0])
        kzi_error_at(diags, new_->place,
                     "nothing stands under %s; to take it away write remove: [%s]", path, path);
    else if (kzi_node_is(new_, "no") || kzi_node_is(new_, "none"))
        kzi_error_at(diags, new_->place, "to take %s away write remove: [%s]", path, path);
    else
        kzi_error_at(diags, new_->place, "%s is a mapping (key: value), not %s", path,
                     new_->kind == KZI_LIST ? "a list" : "one value");
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
    if (old->kind == KZI_MAP && new_->kind != KZI_MAP && stays_a_mapping(path)) {
        refuse_other(diags, new_, path);
        return old;
    }
    if (old->kind != KZI_MAP || new_->kind != KZI_MAP || !kzi_joins_at(path))
        return new_;
    struct kzi_node *map = empty_map(arena, new_->place);
    for (size_t i = 0; i < old->count; i++) {
        const struct kzi_entry *was = &old->u.entries[i];
        const struct kzi_entry *is = kzi_node_entry(new_, was->key->text);
        char longer[LONGEST_PATH];
        strcpy(longer, path);
        extend_path(longer, was->key->text);
        append(arena, map,
               is ? (struct kzi_entry){is->key, join(diags, was->value, is->value, longer)} : *was);
    }
    for (size_t i = 0; i < new_->count; i++)
        if (!kzi_node_get(old, new_->u.entries[i].key->text))
            append(arena, map, new_->u.entries[i]);
    return map;
}

/* --- addresses ------------------------------------------------------------------------------- */

/* The tree with the place at address set (or, when value is NULL, taken away); *found says whether
 * the place was there.  address is the rest of key's text: mappings join as they do without an
 * address. */
static const struct kzi_node *change(struct kzi_diags *diags, const struct kzi_node *tree,
                                     const char *address, const struct kzi_node *key,
                                     const struct kzi_node *value, bool *found) {
    struct kzi_arena *arena = diags->arena;
    if (!value && tree->kind == KZI_SCALAR)
        return tree; /* nothing stands below it to take away */
    size_t len = strcspn(address, ".");
    bool last = !address[len];
    struct kzi_node *map = empty_map(arena, tree ? tree->place : key->place);
    const struct kzi_node *old = tree ? kzi_as_set(arena, tree) : map;
    bool here = false;
    for (size_t i = 0; old->kind == KZI_MAP && i < old->count; i++) {
        struct kzi_entry entry = old->u.entries[i];
        if (!strncmp(entry.key->text, address, len) && !entry.key->text[len]) {
            here = true;
            *found = last || *found;
            if (last && !value)
                continue;
            entry.value = last ? join(diags, entry.value, value, key->text)
                               : change(diags, entry.value, address + len + 1, key, value, found);
        }
        append(arena, map, entry);
    }
    if (!here && value) {
        struct kzi_node *name = copy_node(arena, key);
        name->text = kzi_arena_copy(arena, address, len);
        append(arena, map,
               (struct kzi_entry){
                   name, last ? value : change(diags, NULL, address + len + 1, key, value, found)});
    }
    return map;
}

/* " (did you mean yaku.renhou?)" */
static const char *near_address(struct kzi_diags *diags, const struct kzi_node *tree,
                                const char *address) {
    size_t start = 0;
    for (size_t len; tree && tree->kind == KZI_MAP; start += len + 1) {
        len = strcspn(address + start, ".");
        const char *name = kzi_arena_copy(diags->arena, address + start, len);
        const char **keys = KZI_NEW_ARRAY(diags->arena, tree->count, const char *);
        for (size_t i = 0; i < tree->count; i++)
            keys[i] = tree->u.entries[i].key->text;
        const struct kzi_node *below = kzi_node_get(tree, name);
        if (!below || !address[start + len])
            return kzi_did_you_mean(diags, name, keys, tree->count);
        tree = below;
    }
    return "";
}

static const struct kzi_node *take_away(struct kzi_diags *diags, const struct kzi_node *tree,
                                        const struct kzi_node *list) {
    if (list->kind != KZI_LIST) {
        kzi_error_at(diags, list->place, "remove is a list of addresses: [yaku.renhou]");
        return tree;
    }
    if (list->count > KZI_MAX_CHANGES) {
        kzi_error_at(diags, list->place, "one file removes %d things at most", KZI_MAX_CHANGES);
        return tree;
    }
    for (size_t i = 0; i < list->count; i++) {
        const struct kzi_node *address = list->u.items[i];
        bool found = false;
        if (address->kind == KZI_SCALAR && tree)
            tree = change(diags, tree, address->text, address, NULL, &found);
        if (address->kind != KZI_SCALAR)
            kzi_error_at(diags, address->place, "remove is a list of addresses: [yaku.renhou]");
        else if (!found)
            kzi_error_at(diags, address->place, "there is no %s to remove%s", address->text,
                         near_address(diags, tree, address->text));
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

/* What a sheet changes; of its own keys only what it removes. */
static const struct kzi_node *inherited_with_removal(struct kzi_arena *arena,
                                                     const struct kzi_node *sheet) {
    struct kzi_node *map = copy_node(arena, inherited(arena, sheet));
    const struct kzi_entry *remove = kzi_node_entry(sheet, "remove");
    if (remove)
        append(arena, map, *remove);
    return map;
}

static bool is_address(struct kzi_diags *diags, const struct kzi_node *key) {
    const char *text = key->text;
    size_t len = strlen(text);
    if (!strchr(text, '.'))
        return false;
    if (text[0] != '.' && text[len - 1] != '.' && !strstr(text, ".."))
        return true;
    kzi_error_at(diags, key->place, "%s is no address: names with one dot between them", text);
    return false;
}

/* The key that both trees set; NULL: none. */
static const struct kzi_node *said_twice(const struct kzi_node *one, const struct kzi_node *other) {
    const struct kzi_node *twice = NULL;
    for (size_t i = 0; !twice && i < one->count; i++) {
        const struct kzi_entry *mine = &one->u.entries[i];
        const struct kzi_entry *theirs = kzi_node_entry(other, mine->key->text);
        bool maps = theirs && mine->value->kind == KZI_MAP && theirs->value->kind == KZI_MAP;
        if (theirs)
            twice = maps ? said_twice(mine->value, theirs->value) : mine->key;
    }
    return twice;
}

/* What the file says without addresses, and in order to find what is said twice, with them. */
static const struct kzi_node *add_addresses(struct kzi_diags *diags, const struct kzi_node *tree,
                                            const struct kzi_node *file,
                                            const struct kzi_node *said) {
    struct kzi_arena *arena = diags->arena;
    size_t count = 0;
    for (size_t i = 0; i < file->count; i++) {
        const struct kzi_entry *entry = &file->u.entries[i];
        bool found = false;
        if (!strchr(entry->key->text, '.') || !is_address(diags, entry->key))
            continue;
        if (++count > KZI_MAX_CHANGES) {
            kzi_error_at(diags, entry->key->place, "one file has %d addresses at most",
                         KZI_MAX_CHANGES);
            break;
        }
        const struct kzi_node *alone = change(diags, empty_map(arena, entry->key->place),
                                              entry->key->text, entry->key, entry->value, &found);
        const struct kzi_node *twice = said_twice(said, alone);
        if (twice)
            kzi_error_at(diags, entry->key->place, "%s is said already, in line %u",
                         entry->key->text, twice->place.line);
        said = change(diags, said, entry->key->text, entry->key, entry->value, &found);
        tree = change(diags, tree, entry->key->text, entry->key, entry->value, &found);
    }
    return tree;
}

static const struct kzi_node *merge(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *file) {
    struct kzi_arena *arena = diags->arena;
    struct kzi_node *plain = empty_map(arena, file->place);
    const struct kzi_node *remove = kzi_node_get(file, "remove");
    if (remove)
        tree = take_away(diags, tree, remove);
    for (size_t i = 0; i < file->count; i++)
        if (!strchr(file->u.entries[i].key->text, '.'))
            append(arena, plain, file->u.entries[i]);
    return add_addresses(diags, join(diags, tree, plain, ""), file, plain);
}

const struct kzi_node *kzi_merge(struct kzi_diags *diags, const struct kzi_node *parent,
                                 const struct kzi_node *file) {
    struct kzi_arena *arena = diags->arena;
    return merge(diags, parent ? inherited(arena, parent) : empty_map(arena, file->place), file);
}

/* --- sheets laid over ------------------------------------------------------------------------ */

/* What a sheet changes, its addresses written out as mappings. */
static const struct kzi_node *changes_of(struct kzi_diags *diags, const struct kzi_node *sheet) {
    struct kzi_node *map = empty_map(diags->arena, sheet->place);
    const struct kzi_node *tree = map;
    for (size_t i = 0; i < sheet->count; i++) {
        const struct kzi_entry *entry = &sheet->u.entries[i];
        bool found = false;
        if (!among(entry->key->text, own_keys, sizeof own_keys / sizeof *own_keys))
            tree = change(diags, tree, entry->key->text, entry->key, entry->value, &found);
    }
    return tree;
}

const struct kzi_node *kzi_lay_over(struct kzi_diags *diags, const struct kzi_node *tree,
                                    const struct kzi_node *sheet) {
    return merge(diags, tree, inherited_with_removal(diags->arena, sheet));
}

static void tell_conflict(struct kzi_diags *diags, const char *path, struct kzi_place one,
                          struct kzi_place other) {
    kzi_error_at(diags, one, "%s is changed by another overlay too, and differently: %s, line %u",
                 path, other.source->name, other.line);
}

static void compare_changes(struct kzi_diags *diags, const struct kzi_node *one,
                            const struct kzi_node *other, const char *path) {
    if (kzi_joins_as_set(path)) {
        one = kzi_as_set(diags->arena, one);
        other = kzi_as_set(diags->arena, other);
    }
    if (one->kind != KZI_MAP || other->kind != KZI_MAP || !kzi_joins_at(path)) {
        if (!kzi_node_same(one, other) && strcmp(path, "words") != 0)
            tell_conflict(diags, path, one->place, other->place);
        return;
    }
    for (size_t i = 0; i < one->count; i++) {
        const char *key = one->u.entries[i].key->text;
        const struct kzi_node *theirs = kzi_node_get(other, key);
        char longer[LONGEST_PATH];
        strcpy(longer, path);
        extend_path(longer, key);
        if (theirs && !kzi_means_nothing(key))
            compare_changes(diags, one->u.entries[i].value, theirs, longer);
    }
}

/* What one sheet takes away and the other still speaks of. */
static void compare_removals(struct kzi_diags *diags, const struct kzi_node *one,
                             const struct kzi_node *changes) {
    const struct kzi_node *remove = kzi_node_get(one, "remove");
    for (size_t i = 0; remove && remove->kind == KZI_LIST && i < remove->count; i++) {
        const struct kzi_node *address = remove->u.items[i];
        const struct kzi_node *kept =
            address->kind == KZI_SCALAR ? kzi_node_at(changes, address->text) : NULL;
        if (kept)
            tell_conflict(diags, address->text, address->place, kept->place);
    }
}

void kzi_compare_sheets(struct kzi_diags *diags, const struct kzi_node *one,
                        const struct kzi_node *other) {
    const struct kzi_node *mine = changes_of(diags, one), *theirs = changes_of(diags, other);
    compare_changes(diags, mine, theirs, "");
    compare_removals(diags, one, theirs);
    compare_removals(diags, other, mine);
}

const struct kzi_node *kzi_change(struct kzi_diags *diags, const struct kzi_node *tree,
                                  const struct kzi_node *key, const struct kzi_node *value,
                                  bool *found) {
    return change(diags, tree, key->text, key, value, found);
}

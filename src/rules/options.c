#include "rules/options.h"

#include "base/text.h"
#include "rules/loader.h"
#include "rules/tree/merge.h"

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

/* The place of a value that is written to a field. */
static struct kzi_place value_at(const struct kzi_option *option, const char *value) {
    if (is_asked(option) && value == option->value)
        return option->asked_at;
    return option->place.line ? option->place : kzi_node_get(option->definition, "field")->place;
}

/* Return what a value changes, as an overlay. */
static const struct kzi_node *sheet_of(struct kzi_arena *arena, const struct kzi_option *option,
                                       const char *value) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"),
                          *sheet = kzi_node_get(kzi_node_get(option->definition, "values"), value);
    struct kzi_node *map = kzi_new_node(arena, KZI_MAP, option->definition->place);
    if (field && field->kind == KZI_SCALAR)
        kzi_map_add(
            arena, map,
            (struct kzi_entry){field, kzi_new_scalar(arena, value_at(option, value), value)});
    return sheet && sheet->kind == KZI_MAP ? sheet : map;
}

/* The changes that the option makes at one of its values. */
static void add_changes(struct changes *changes, const struct kzi_option *option,
                        const char *value) {
    const struct kzi_node *sheet = sheet_of(changes->diags->arena, option, value);
    for (size_t i = 0; i < sheet->count; i++)
        add_entry(changes, option, &sheet->u.entries[i]);
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

/* --- the layer of a file ---------------------------------------------------------------------- */

/* The rank of a file: all overlays speak at the same time, after the file asked for, and that after
 * its parents. */
static size_t rank_of(const struct kzi_options *options, size_t number) {
    return number < options->asked ? 0 : number + 1 - options->asked;
}

/* Return the first place where a tree does not say what a value of the option changes; NULL: it
 * says all of that. */
static const struct kzi_option_change *find_unsaid(struct kzi_diags *diags,
                                                   const struct kzi_option *option,
                                                   const char *value, const struct kzi_node *tree) {
    struct changes changes = {.diags = diags};
    add_changes(&changes, option, value);
    for (size_t i = 0; i < changes.count; i++)
        if (!kzi_node_same(kzi_node_at(tree, changes.list[i].address), changes.list[i].value))
            return &changes.list[i];
    return NULL;
}

/* The default must be what the rules say without the option. */
static void check_default(struct kzi_diags *diags, const struct kzi_option *option,
                          const struct kzi_node *tree) {
    if (!*option->normal) /* it has none, which is an error of its own */
        return;
    const struct kzi_option_change *unsaid = find_unsaid(diags, option, option->normal, tree);
    if (unsaid)
        kzi_error_at(diags, unsaid->key->place,
                     "the default of %s is %s, but the rules say otherwise at %s", option->id,
                     option->normal, unsaid->address);
}

/* Return the tree without the note at an address, if it is of this rank and its file did not know
 * what was chosen. */
static const struct kzi_node *without_note(struct kzi_diags *diags,
                                           const struct kzi_options *options,
                                           const struct kzi_option *option,
                                           const struct kzi_node *tree, size_t rank,
                                           struct kzi_node *key) {
    bool found = false, remark = kzi_means_nothing(key->text, "note");
    key->text = kzi_address_below(diags->arena, key->text, "note");
    const struct kzi_node *note = kzi_node_at(tree, key->text);
    return note && remark && rank_of(options, note->place.source->number) == rank &&
                   (is_asked(option) || rank_of(options, option->place.source->number) < rank)
               ? kzi_change(diags, tree, key, NULL, &found)
               : tree;
}

/* A note explains a thing as its file has it.  Leave out those of things that options change which
 * were set after it; the value of an option can bring a note of its own. */
static const struct kzi_node *leave_notes_out(struct kzi_diags *diags,
                                              const struct kzi_options *options,
                                              const struct kzi_option *option,
                                              const struct kzi_node *tree, size_t rank) {
    struct changes changes = {.diags = diags};
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
            key.text = kzi_arena_copy(diags->arena, address, len);
            tree = without_note(diags, options, option, tree, rank, &key);
        }
    }
    return tree;
}

/* Lay over the tree as the files of a rank leave it what the options change that they define. */
static const struct kzi_node *lay_options(struct kzi_diags *diags,
                                          const struct kzi_options *options,
                                          const struct kzi_node *tree, size_t rank) {
    if (options->fixed)
        tree = lay_options(diags, options->fixed, tree, rank);
    const struct kzi_node **sheets =
        KZI_NEW_ARRAY(diags->arena, options->names.count, const struct kzi_node *);
    size_t count = 0;
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_option *option = &options->list[i];
        tree = leave_notes_out(diags, options, option, tree, rank);
        if (rank_of(options, option->defined_in) != rank)
            continue;
        check_default(diags, option, tree);
        if (strcmp(option->value, option->normal) != 0)
            sheets[count++] = sheet_of(diags->arena, option, option->value);
    }
    return kzi_lay_over(diags, tree, sheets, count);
}

static const struct kzi_node *lay_all(struct kzi_diags *diags, const struct kzi_options *options) {
    struct kzi_arena *arena = diags->arena;
    const struct kzi_node *tree = NULL;
    for (size_t i = options->n_files; i-- > options->asked;) {
        const struct kzi_node *file = kzi_options_left_out(arena, options->files[i]);
        tree = options->part && !tree ? kzi_sheet_alone(diags, file) : kzi_merge(diags, tree, file);
        tree = lay_options(diags, options, tree, rank_of(options, i));
    }
    if (!options->asked)
        return tree;
    const struct kzi_node **sheets = KZI_NEW_ARRAY(arena, options->asked, const struct kzi_node *);
    for (size_t i = 0; i < options->asked; i++)
        sheets[i] = kzi_options_left_out(arena, options->files[i]);
    return lay_options(diags, options, kzi_lay_over(diags, tree, sheets, options->asked), 0);
}

/* --- what has no effect ----------------------------------------------------------------------- */

/* Return whether another value of an option would make other rules. */
static bool has_effect(struct kzi_diags *diags, const struct kzi_options *options, size_t number,
                       const struct kzi_node *tree) {
    const char *value;
    for (size_t i = 0; (value = kzi_option_value(&options->list[number], i)); i++) {
        const struct kzi_options with = kzi_options_with(diags->arena, options, number, value);
        struct kzi_diags quiet;
        kzi_diags_init(&quiet, diags->arena);
        if (kzi_tree_difference(diags->arena, tree, lay_all(&quiet, &with), tree->place)->count)
            return true;
    }
    return false;
}

/* Return where the last file that removes part of an address does so; NULL: none does. */
static const struct kzi_node *find_removal(const struct kzi_options *options, const char *address) {
    for (size_t i = 0; i < options->n_files; i++) {
        const struct kzi_node *remove = kzi_node_get(options->files[i], "remove");
        for (size_t k = 0; remove && remove->kind == KZI_LIST && k < remove->count; k++)
            if (remove->u.items[k]->kind == KZI_SCALAR && meet(remove->u.items[k]->text, address))
                return remove->u.items[k];
    }
    return NULL;
}

/* Return what a file after the option's own says, or takes away, where the option would change
 * something; NULL: nothing. */
static const struct kzi_node *said_later(struct kzi_diags *diags, const struct kzi_options *options,
                                         const struct kzi_option *option,
                                         const struct kzi_node *tree) {
    struct changes changes = {.diags = diags};
    const char *value = option->value;
    for (size_t i = 0; value; value = kzi_option_value(option, i++))
        add_changes(&changes, option, value);
    for (size_t i = 0; i < changes.count; i++) {
        const struct kzi_node *said = kzi_node_at(tree, changes.list[i].address);
        if (!said)
            said = find_removal(options, changes.list[i].address);
        if (said &&
            rank_of(options, said->place.source->number) < rank_of(options, option->defined_in))
            return said;
    }
    return NULL;
}

/* An option that is chosen must have an effect, or the rules say themselves what it changes.  A
 * file may undo what one before it chose. */
static void check_effect(struct kzi_diags *diags, const struct kzi_options *options, size_t number,
                         const struct kzi_node *tree) {
    const struct kzi_option *option = &options->list[number];
    const bool normal = !strcmp(option->value, option->normal),
               says = !normal || kzi_node_get(option->definition, "field");
    if (!*option->normal || (normal && !is_asked(option)) ||
        (says && !find_unsaid(diags, option, option->value, tree)) ||
        has_effect(diags, options, number, tree))
        return;
    const struct kzi_node *said = said_later(diags, options, option, tree);
    if (said && (is_asked(option) || rank_of(options, said->place.source->number) >=
                                         rank_of(options, option->place.source->number)))
        kzi_error_at(diags, said->place,
                     "the option %s=%s has no effect, since these rules say it themselves here",
                     option->id, option->value);
}

/* --- the whole -------------------------------------------------------------------------------- */

const struct kzi_node *kzi_options_apply(struct kzi_diags *diags,
                                         const struct kzi_options *options) {
    struct changes changes = {.diags = diags};
    const struct kzi_node *tree = lay_all(diags, options);
    for (size_t i = 0; i < options->names.count; i++)
        if (strcmp(options->list[i].value, options->list[i].normal) != 0)
            add_changes(&changes, &options->list[i], options->list[i].value);
    compare_changes(&changes);
    for (size_t i = 0; !diags->errors && i < options->names.count; i++)
        check_effect(diags, options, i, tree);
    return tree;
}

struct kzi_options kzi_options_with(struct kzi_arena *arena, const struct kzi_options *options,
                                    size_t option, const char *value) {
    struct kzi_options with = *options;
    with.list = KZI_NEW_ARRAY(arena, options->names.count, struct kzi_option);
    memcpy(with.list, options->list, options->names.count * sizeof *with.list);
    with.list[option].value = value;
    return with;
}

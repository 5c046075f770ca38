#include "rules/options.h"

#include "base/text.h"
#include "rules/tree/merge.h"

#include <string.h>

static bool is_asked(const struct kzi_option *option) {
    return option->value != option->ruled;
}

/* Return the place to report if the setting of an option contradicts something. */
static struct kzi_place set_at(const struct kzi_option *option) {
    return option->asked_at.line ? option->asked_at : option->place;
}

/* --- what options change --------------------------------------------------------------------- */

/* Return the place of a value that an option writes to its field. */
static struct kzi_place value_at(const struct kzi_option *option, const char *value) {
    if (is_asked(option) && value == option->value)
        return option->asked_at;
    return option->place.line ? option->place : kzi_node_get(option->definition, "field")->place;
}

/* Return the changes of a value as a layer. */
static const struct kzi_node *layer_of(struct kzi_diags *diags, const struct kzi_option *option,
                                       const char *value) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field"),
                          *sheet = kzi_node_get(kzi_node_get(option->definition, "values"), value);
    if (sheet && sheet->kind == KZI_MAP)
        return kzi_layer_of(diags, sheet);
    return field && field->kind == KZI_SCALAR
               ? kzi_layer_at(diags->arena, field,
                              kzi_node_new_scalar(diags->arena, value_at(option, value), value))
               : kzi_node_new(diags->arena, KZI_MAP, option->definition->place);
}

struct kzi_leaves kzi_option_changes(struct kzi_arena *arena, const struct kzi_option *option,
                                     const char *value) {
    struct kzi_diags quiet;
    kzi_diags_init(&quiet, arena);
    return kzi_leaves_of(arena, layer_of(&quiet, option, value), false);
}

static void compare_two(struct kzi_diags *diags, const struct kzi_option *one,
                        const struct kzi_leaf *change, const struct kzi_option *other,
                        const struct kzi_leaves *changes) {
    for (size_t i = 0; i < changes->count; i++) {
        const char *address = kzi_leaves_clash(change, &changes->list[i]);
        if (address)
            kzi_error_at(diags, set_at(one),
                         "the options %s=%s and %s=%s both change %s, and differently", other->id,
                         other->value, one->id, one->value, address);
    }
}

/* Compare the changes of all options that are not at their defaults. */
static void compare_changes(struct kzi_diags *diags, const struct kzi_options *options) {
    const size_t count = options->names.count;
    const struct kzi_option *list = options->list;
    struct kzi_leaves *changes = KZI_NEW_ARRAY(diags->arena, count, struct kzi_leaves);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(list[i].value, list[i].normal) != 0)
            changes[i] = kzi_option_changes(diags->arena, &list[i], list[i].value);
        for (size_t m = 0; m < changes[i].count; m++)
            for (size_t k = 0; k < i; k++)
                compare_two(diags, &list[i], &changes[i].list[m], &list[k], &changes[k]);
    }
}

/* --- the layer of a file ---------------------------------------------------------------------- */

/* Return the rank of a file.  Overlays all have the rank 0, the requested file comes next, then its
 * parents; a lower rank overrides a higher one. */
static size_t rank_of(const struct kzi_options *options, size_t number) {
    return number < options->asked ? 0 : number + 1 - options->asked;
}

/* Return the first change of a value that a tree does not contain, or NULL. */
static const struct kzi_leaf *find_missing(struct kzi_diags *diags, const struct kzi_option *option,
                                           const char *value, const struct kzi_node *tree) {
    const struct kzi_leaves changes = kzi_option_changes(diags->arena, option, value);
    for (size_t i = 0; i < changes.count; i++)
        if (!kzi_node_equals(kzi_node_at(tree, changes.list[i].address), changes.list[i].value))
            return &changes.list[i];
    return NULL;
}

/* Check that the default of an option is what the rules state without the option. */
static void check_default(struct kzi_diags *diags, const struct kzi_option *option,
                          const struct kzi_node *tree) {
    if (!*option->normal) /* it has no default, which is an error reported elsewhere */
        return;
    const struct kzi_leaf *missing = find_missing(diags, option, option->normal, tree);
    if (missing)
        kzi_error_at(diags, missing->key->place,
                     "the default of %s is %s, but the rules say otherwise at %s", option->id,
                     option->normal, missing->address);
}

/* Return the tree without the note at an address, if a file of this rank wrote it without knowing
 * how the option is set. */
static const struct kzi_node *without_note(struct kzi_diags *diags,
                                           const struct kzi_options *options,
                                           const struct kzi_option *option,
                                           const struct kzi_node *tree, size_t rank,
                                           const char *address) {
    const char *below = kzi_address_below(diags->arena, address, "note");
    const struct kzi_node *note = kzi_node_at(tree, below);
    return note && kzi_means_nothing(address, "note") &&
                   rank_of(options, note->place.source->number) == rank &&
                   (is_asked(option) || rank_of(options, option->place.source->number) < rank)
               ? kzi_node_with(diags->arena, tree, below, NULL)
               : tree;
}

/* Remove notes that options make wrong: a note explains a thing as its file states it.  This
 * concerns options set after it.  The value of an option can bring a new note. */
static const struct kzi_node *leave_notes_out(struct kzi_diags *diags,
                                              const struct kzi_options *options,
                                              const struct kzi_option *option,
                                              const struct kzi_node *tree, size_t rank) {
    const char *values[] = {option->value, is_asked(option) ? option->ruled : option->normal};
    for (unsigned which = 0; which < 2 && strcmp(values[0], values[1]) != 0; which++) {
        const struct kzi_leaves changes = kzi_option_changes(diags->arena, option, values[which]);
        for (size_t i = 0; i < changes.count; i++) {
            const char *address = changes.list[i].address;
            for (const char *dot = strchr(address, '.'); dot; dot = strchr(dot + 1, '.'))
                tree = without_note(diags, options, option, tree, rank,
                                    kzi_arena_copy(diags->arena, address, (size_t)(dot - address)));
        }
    }
    return tree;
}

/* Lay the values of the options `from` up to `end` that files of a rank define over the tree. */
static const struct kzi_node *lay_some(struct kzi_diags *diags, const struct kzi_options *options,
                                       const struct kzi_node *tree, size_t rank, size_t from,
                                       size_t end) {
    const struct kzi_node **layers =
        KZI_NEW_ARRAY(diags->arena, end - from, const struct kzi_node *);
    size_t count = 0;
    for (size_t i = from; i < end; i++) {
        const struct kzi_option *option = &options->list[i];
        tree = leave_notes_out(diags, options, option, tree, rank);
        if (rank_of(options, option->defined_in) != rank)
            continue;
        check_default(diags, option, tree);
        if (strcmp(option->value, option->normal) != 0)
            layers[count++] = layer_of(diags, option, option->value);
    }
    return kzi_lay_over(diags, tree, layers, count);
}

/* Lay the options of a rank over the tree.  Removed options come first: their values are part of
 * the rules that the other options change. */
static const struct kzi_node *lay_options(struct kzi_diags *diags,
                                          const struct kzi_options *options,
                                          const struct kzi_node *tree, size_t rank) {
    const size_t known = options->names.count;
    tree = lay_some(diags, options, tree, rank, known, options->count);
    return lay_some(diags, options, tree, rank, 0, known);
}

/* Return the layer of a file without its options. */
static const struct kzi_node *file_alone(struct kzi_arena *arena, const struct kzi_node *layer) {
    const struct kzi_node *rest = kzi_node_with(arena, layer, "options", NULL);
    return rest ? rest : layer;
}

static const struct kzi_node *lay_all(struct kzi_diags *diags, const struct kzi_options *options) {
    struct kzi_arena *arena = diags->arena;
    const struct kzi_node *tree = NULL;
    for (size_t i = options->n_files; i-- > options->asked;) {
        const struct kzi_node *file = file_alone(arena, options->files[i]);
        tree = options->part && !tree ? kzi_layer_alone(diags, file) : kzi_merge(diags, tree, file);
        tree = lay_options(diags, options, tree, rank_of(options, i));
    }
    if (!options->asked)
        return tree;
    const struct kzi_node **layers = KZI_NEW_ARRAY(arena, options->asked, const struct kzi_node *);
    for (size_t i = 0; i < options->asked; i++)
        layers[i] = file_alone(arena, options->files[i]);
    return lay_options(diags, options, kzi_lay_over(diags, tree, layers, options->asked), 0);
}

/* --- what has no effect ----------------------------------------------------------------------- */

/* Return whether some other value of an option would make different rules. */
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

/* Return the removal, in the last file that has one, of something that contains the address, or
 * NULL. */
static const struct kzi_node *find_removal(const struct kzi_options *options, const char *address) {
    for (size_t i = 0; i < options->n_files; i++) {
        const struct kzi_node *remove = kzi_node_get(options->files[i], "remove");
        KZI_EACH_ITEM(remove, item)
            if (item->kind == KZI_SCALAR && kzi_address_rest(item->text, address))
                return item;
    }
    return NULL;
}

/* Return a node of a file after the one that defines the option, or its removal, that overrides a
 * change of the option; NULL if there is none. */
static const struct kzi_node *find_override(struct kzi_diags *diags,
                                            const struct kzi_options *options,
                                            const struct kzi_option *option,
                                            const struct kzi_node *tree) {
    const char *value = option->value;
    for (size_t k = 0; value; value = kzi_option_value(option, k++)) {
        const struct kzi_leaves changes = kzi_option_changes(diags->arena, option, value);
        for (size_t i = 0; i < changes.count; i++) {
            const struct kzi_node *override = kzi_node_at(tree, changes.list[i].address);
            if (!override)
                override = find_removal(options, changes.list[i].address);
            if (override && rank_of(options, override->place.source->number) <
                                rank_of(options, option->defined_in))
                return override;
        }
    }
    return NULL;
}

/* Refuse the setting of an option that has no effect, unless the rules state the same themselves.
 * A file may undo the setting of an earlier one. */
static void check_effect(struct kzi_diags *diags, const struct kzi_options *options, size_t number,
                         const struct kzi_node *tree) {
    const struct kzi_option *option = &options->list[number];
    const bool normal = !strcmp(option->value, option->normal),
               says = !normal || kzi_node_get(option->definition, "field");
    if (!*option->normal || (normal && !is_asked(option)) ||
        (says && !find_missing(diags, option, option->value, tree)) ||
        has_effect(diags, options, number, tree))
        return;
    const struct kzi_node *override = find_override(diags, options, option, tree);
    if (override && (is_asked(option) || rank_of(options, override->place.source->number) >=
                                             rank_of(options, option->place.source->number)))
        kzi_error_at(diags, override->place,
                     "the option %s=%s has no effect, since these rules say it themselves here",
                     option->id, option->value);
}

/* --- the whole -------------------------------------------------------------------------------- */

const struct kzi_node *kzi_options_apply(struct kzi_diags *diags,
                                         const struct kzi_options *options) {
    const struct kzi_node *tree = lay_all(diags, options);
    compare_changes(diags, options);
    for (size_t i = 0; !diags->errors && i < options->names.count; i++)
        check_effect(diags, options, i, tree);
    return tree;
}

struct kzi_options kzi_options_with(struct kzi_arena *arena, const struct kzi_options *options,
                                    size_t option, const char *value) {
    struct kzi_options with = *options;
    with.list = KZI_NEW_ARRAY(arena, options->count, struct kzi_option);
    memcpy(with.list, options->list, options->count * sizeof *with.list);
    with.list[option].value = value;
    return with;
}

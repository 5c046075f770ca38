/* Load a checked model from a path: merge the files, settle the options, read the tree. */
#include "rules/loader.h"

#include "base/text.h"
#include "base/utf8.h"
#include "rules/meaning.h"
#include "rules/reader/reader.h"

#include <stdlib.h>
#include <string.h>

/* --- one tree -------------------------------------------------------------------------------- */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Return the id in the requested file, or the name of the file. */
static const char *name_of(const struct kzi_loader *loader) {
    const struct kzi_node *id = kzi_node_get(loader->roots[loader->n_overlays], "ruleset");
    return id && id->kind == KZI_SCALAR ? id->text
                                        : base_name(loader->files[loader->n_overlays]->name);
}

/* Collect the options from the files and from the caller, those of a parent before those of its
 * child. */
static void settle_options(struct kzi_loader *loader) {
    const struct kzi_spec *spec = &loader->request->spec;
    struct kzi_options *options = &loader->options;
    options->files = loader->layers;
    options->n_files = loader->count;
    options->asked = loader->n_overlays;
    for (size_t i = loader->count; i-- > loader->n_overlays;)
        kzi_options_collect(loader->diags, options, &loader->layers[i], 1);
    kzi_options_collect(loader->diags, options, loader->layers, loader->n_overlays);
    options->of = name_of(loader);
    for (unsigned rank = 0; rank < KZI_RANKS; rank++)
        for (size_t i = 0; i < spec->n_settings; i++)
            if (spec->settings[i].rank == rank)
                kzi_options_set(loader->diags, options, &spec->settings[i]);
    *options = kzi_options_open(loader->diags->arena, options);
}

/* Return the tree with the definitions of the options in a section, in which they are then
 * checked. */
static const struct kzi_node *with_definitions(struct kzi_loader *loader,
                                               const struct kzi_node *tree) {
    struct kzi_arena *arena = loader->diags->arena;
    const struct kzi_options *options = &loader->options;
    if (!options->names.count)
        return tree;
    struct kzi_node *section = kzi_node_new(arena, KZI_MAP, tree->place);
    for (size_t i = 0; i < options->names.count; i++) {
        const struct kzi_option *option = &options->list[i];
        kzi_map_add(
            arena, section,
            (struct kzi_entry){kzi_node_new_scalar(arena, option->definition->place, option->id),
                               option->definition});
    }
    return kzi_node_with(arena, tree, "options", section);
}

/* Return an overlay as a spec names it: by its name if that leads to the file, else by its path. */
static const char *spell_overlay(const struct kzi_loader *loader, const char *path) {
    struct kzi_arena *arena = loader->diags->arena;
    size_t len = strlen(base_name(path)), end = strlen(".yaml");
    if (loader->request->texts || len <= end || !strstr(path, "/" KZI_OVERLAYS))
        return path;
    const char *name = kzi_arena_copy(arena, base_name(path), len - end),
               *found = kzi_find_overlay(arena, loader->request->rule_path, name);
    return found && !strcmp(found, path) ? name : path;
}

/* Return the spec: the id, the options that the caller set, and the overlays. */
static const char *label_of(const struct kzi_loader *loader, const char *id) {
    struct kzi_arena *arena = loader->diags->arena;
    struct kzi_text *text = kzi_text_new(arena), *label = kzi_text_new(arena);
    kzi_put_spec_word(text, id);
    for (size_t i = 0; i < loader->options.names.count; i++) {
        const struct kzi_option *option = &loader->options.list[i];
        if (strcmp(option->value, option->ruled) != 0)
            kzi_text_format(text, " %s=%s", option->id, option->value);
    }
    for (size_t i = 0; i < loader->n_overlays; i++) {
        kzi_text_put(text, " + ");
        kzi_put_spec_word(text, spell_overlay(loader, loader->files[i]->name));
    }
    kzi_put_visible(label, kzi_text_finish(arena, text));
    return kzi_text_finish(arena, label);
}

/* --- the model ------------------------------------------------------------------------------- */

/* Fill in the model from the tree.  Return KZ_BAD_RULES if it cannot be compiled. */
static kz_status read_tree(struct kzi_model *model, const struct kzi_node *tree,
                           struct kzi_diags *diags) {
    model->arena = diags->arena;
    model->root = tree;
    struct kzi_rule_reader reader = {.diags = diags, .arena = diags->arena, .model = model};
    kzi_read_model(&reader);
    bool read = !diags->errors;
    if (read && !model->part) {
        kzi_cover_series(diags, model);
        kzi_check_model(diags, model);
    }
    if (read)
        kzi_digest(model, model->digest);
    return read ? KZ_OK : KZ_BAD_RULES;
}

kz_status kzi_model_load(struct kzi_model **out, const struct kzi_request *request,
                         struct kzi_diags *diags) {
    struct kzi_loader *loader = KZI_NEW(diags->arena, struct kzi_loader);
    loader->diags = diags;
    loader->request = request;
    kzi_names_init(&loader->options.names, diags->arena);
    kz_status status = kzi_files_read(loader);
    if (status != KZ_OK)
        return status;
    const struct kzi_node *asked = loader->roots[loader->n_overlays];
    if (!request->part && kzi_node_get(asked, "cases")) {
        kzi_error_at(diags, (struct kzi_place){asked->place.source, 1, 1},
                     "this file holds cases, not rules: kazoe test %s tries them",
                     asked->place.source->name);
        return KZ_BAD_RULES;
    }
    if (!request->part && !kzi_node_get(asked, "ruleset") && !kzi_node_get(asked, "extends")) {
        kzi_error_at(
            diags, (struct kzi_place){asked->place.source, 1, 1},
            "this file is not a ruleset but an overlay, or a part that others extend: lay it "
            "over a ruleset (the command does with -r RULESET -O %s)",
            asked->place.source->name);
        return KZ_BAD_RULES;
    }
    struct kzi_model *model = *out = KZI_NEW(diags->arena, struct kzi_model);
    model->part = request->part && !kzi_node_get(loader->roots[loader->n_overlays], "ruleset");
    loader->options.part = model->part;
    settle_options(loader);
    const struct kzi_node *tree = kzi_options_apply(diags, &loader->options);
    model->options = loader->options;
    model->n_files = loader->count;
    model->n_overlays = loader->n_overlays;
    model->files = loader->files;
    model->sheets = loader->roots;
    status = read_tree(model, with_definitions(loader, tree), diags);
    model->label = label_of(loader, model->id);
    return status;
}

kz_status kzi_model_load_again(struct kzi_model **out, const struct kzi_model *old,
                               const struct kzi_node *root, struct kzi_diags *diags) {
    struct kzi_model *model = *out = KZI_NEW(diags->arena, struct kzi_model);
    model->part = old->part;
    model->options = old->options;
    model->n_files = old->n_files;
    model->n_overlays = old->n_overlays;
    model->files = old->files;
    model->sheets = old->sheets;
    model->label = old->label;
    return read_tree(model, root, diags);
}

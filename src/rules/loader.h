/* loader.h - from a path to a checked model: files, parents, merging, reading, checks. */
#ifndef KZI_LOADER_H
#define KZI_LOADER_H

#include "rules/model.h"

/* What a file of the caller's says of what is loaded. */
struct kzi_setting_origin {
    const char *file;                    /* its path */
    const struct kzi_entry *const *said; /* where it says each setting; NULL: it says none */
    /* What is not taken for named by the caller, since the file says it: the ruleset, and so many
     * of the overlays, which stand first. */
    bool ruleset;
    size_t n_overlays;
    struct kzi_budget *budget; /* what loading may take; NULL: as much as a ruleset may */
};

/* What is loaded beside the file itself.  Parents are looked up by name beside it, in the folders
 * of along (colons between; may be NULL), in installed (may be NULL). */
struct kzi_rule_path {
    const char *along, *installed;
    bool part; /* a file without ruleset: is looked at as a part that others extend */
    const char *const *overlays; /* paths of sheets laid over it, in any order */
    size_t n_overlays;
    const char *const *settings; /* "OPTION=VALUE" */
    size_t n_settings;
    const struct kzi_setting_origin *told; /* NULL: the caller says all himself */
    bool confined; /* nothing outside the rule path is followed, but what the caller names */
    /* Files in memory, by their paths: then none is read from disk.  NULL: all are on disk. */
    const struct kzi_source *held;
    size_t n_held;
};

/* KZ_OK when there is a model to compile, though its rules may not go together and errors may be
 * noted; KZ_BAD_RULES with errors noted; KZ_NOT_FOUND or KZ_IO with one error noted when the file
 * at path itself cannot be read.  Jumps to the arena's door when memory is out. */
kz_status kzi_load(struct kzi_model **model, const char *path, const struct kzi_rule_path *where,
                   struct kzi_diags *diags);

/* The model again out of another tree in its place, which shares nodes with it; no file is read,
 * and its options keep the values they have.  The same statuses. */
kz_status kzi_load_again(struct kzi_model **model, const struct kzi_model *of,
                         const struct kzi_node *root, struct kzi_diags *diags);

/* Adds the languages that the names of a ruleset are written in: its title, yaku and limits. */
void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model);

/* What no single key shows: limits out of order, covers in a circle, parts not scored yet. */
void kzi_check_model(struct kzi_diags *diags, const struct kzi_model *model);

#endif

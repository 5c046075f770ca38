/* loader.h - from a path to a checked model: find and merge files, read the tree, check it. */
#ifndef KZI_LOADER_H
#define KZI_LOADER_H

#include "rules/model.h"
#include "rules/spec.h"

#include <sys/stat.h>

/* A request to load rules.  A path that a file of the caller states is relative to that file.  A
 * name in it is looked up next to that file first, except after `ruleset`, which has the meaning of
 * -r. */
struct kzi_request {
    struct kzi_spec spec;  /* its overlays may be in any order */
    const char *rule_path; /* the rule path: folders to look up names in, separated by colons */
    bool confined;         /* follow nothing outside the rule path but the caller's paths */
    bool trusted;          /* files named in spec are trusted as if the caller had named them */
    bool part;             /* a file without ruleset: is a part that others extend */
    bool config;           /* a configuration file, which may lack kazoe: 1 and may list overlays */
    const struct kzi_rule_texts *texts; /* NULL: the files are on disk */
    struct kzi_budget *budget;          /* limits of loading; NULL: those of any ruleset */
};

/* Rules in memory.  Nothing is read from disk, and paths are only names. */
struct kzi_rule_texts {
    const kz_rule_text *asked;
    const kz_rule_text *overlays; /* as many as the request has */
    const kz_rule_text *parents;
    size_t n_parents;
    kz_rule_finder *find; /* finds other parents; NULL: there are none */
    void *context;
};

/* Load the model of a request.  KZ_OK: it can be compiled, though its rules may contradict each
 * other and errors may be noted.  KZ_BAD_RULES: errors are noted.  KZ_NOT_FOUND or KZ_IO: errors
 * are noted because the requested rules or an overlay are unknown or cannot be read.  Jumps to the
 * arena's door if memory runs out. */
kz_status kzi_model_load(struct kzi_model **model, const struct kzi_request *request,
                         struct kzi_diags *diags);

/* Make a model again from a changed tree, which shares nodes with the old one.  No file is read,
 * and options keep their values.  Returns as kzi_model_load does. */
kz_status kzi_model_load_again(struct kzi_model **model, const struct kzi_model *old,
                               const struct kzi_node *root, struct kzi_diags *diags);

/* Add the languages in which a ruleset writes the names of itself, its yaku and its limits. */
void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model);

/* Make each yaku of a series cover those that are worth less, if both are in use. */
void kzi_cover_series(struct kzi_diags *diags, struct kzi_model *model);

/* Check what no single key shows: limits out of order, covers in a circle, missing parts. */
void kzi_check_model(struct kzi_diags *diags, struct kzi_model *model);

/* --- the files of a ruleset ------------------------------------------------------------------ */

#define KZI_ALL_FILES (KZI_MAX_CHAIN + KZ_MAX_OVERLAYS)

/* How far from the rule path a file may be: inside it, in the folder of the file that the caller
 * named, or anywhere. */
enum kzi_within { KZI_RULE_PATH, KZI_HOME, KZI_ANYWHERE };

/* The way in which a file was reached. */
struct kzi_reach {
    bool named; /* the caller named it by its path */
    enum kzi_within within;
    bool inside; /* it is in the rule path; known after opening it */
};

/* The state of loading.  Files are numbered: the overlays, then the requested file, its parent, and
 * so on.  A file overrides those with higher numbers. */
struct kzi_loader {
    struct kzi_diags *diags;
    const struct kzi_request *request;
    const char *home; /* the folder of the file that the caller named or that it extends */
    const struct kzi_source *files[KZI_ALL_FILES];
    const struct kzi_node *roots[KZI_ALL_FILES], *layers[KZI_ALL_FILES];
    dev_t devices[KZI_ALL_FILES];
    ino_t inodes[KZI_ALL_FILES];
    size_t count, bytes;
    size_t n_overlays;
    kz_rule_text parent; /* the parent found last in memory */
    struct kzi_options options;
};

/* Read the overlays, the requested file and its parents.  Return KZ_OK or the status for
 * kzi_model_load. */
kz_status kzi_files_read(struct kzi_loader *loader);

/* Read the file with the name of a source.  named: the caller named it; otherwise a file of the
 * caller did.  Return 0 or a value of errno: EISDIR for a folder; EINVAL for a device or a pipe;
 * EFBIG for a file larger than rule files may be. */
int kzi_source_read(const struct kzi_request *request, bool named, struct kzi_diags *diags,
                    struct kzi_source *source);

/* Note why a file cannot be read, given a value of errno.  place: where it is named; without a
 * source, the caller named it.  Return the status for kzi_model_load. */
kz_status kzi_note_unread(struct kzi_diags *diags, int wrong, const char *path,
                          struct kzi_place place);

/* Find a parent of the text read last by name and store it in loader->parent.  Its text is valid
 * until the next is found. */
bool kzi_loader_find_parent(struct kzi_loader *loader, const char *name);
/* Copy the text of an overlay, of the requested file or of the parent found last.  Return 0 or a
 * value of errno. */
int kzi_loader_copy_text(struct kzi_loader *loader, const char *name, struct kzi_source *source);

/* Return whether a reference to a file is a path: it begins with /, ./ or ../, or ends in .yaml.
 * Any other reference is a name, to be looked up. */
bool kzi_is_path(const char *name);

/* Return whether a name can be looked up: no part between slashes is empty or begins with a dot.
 * So a name cannot lead out of the folders in which it is looked up. */
bool kzi_can_be_found(const char *name);

/* The folder, below each folder of the rule path, in which names of overlays are looked up. */
#define KZI_OVERLAYS "overlays/"

/* Return the folder of a file. */
const char *kzi_folder_of(struct kzi_arena *arena, const char *path);
/* Return the next folder of a rule path and advance *rest; NULL after the last. */
const char *kzi_folder_next(const char **rest, size_t *len);
/* Return the path of the file with a name, looked up in a folder (first; "": the working directory;
 * may be NULL), then in those of a rule path; NULL if it is in none. */
const char *kzi_find_rule_file(struct kzi_arena *arena, const char *first, const char *rule_path,
                               const char *name);
const char *kzi_find_overlay(struct kzi_arena *arena, const char *rule_path, const char *name);
/* List the names of the files in the same folders, sorted.  below: a folder in each ("" or ending
 * in /) whose files are listed, by names that begin with it; skip: the number of bytes to leave out
 * at the beginning of names. */
size_t kzi_list_rule_files(struct kzi_arena *arena, const char *first, const char *rule_path,
                           const char *below, size_t skip, const char ***list);

/* Return a message about an unknown name of a ruleset or an overlay, with names that may be meant.
 * first: as for kzi_find_rule_file; here: a file in the working directory may be meant. */
const char *kzi_ruleset_unknown(struct kzi_arena *arena, const char *first, const char *rule_path,
                                const char *name, bool here);
const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *rule_path, const char *name,
                                bool here);

/* Return whether something exists at the path of a name in a folder, whose own path has `folder`
 * bytes.  A link counts as existing, and so does everything below it; opening decides about
 * them. */
bool kzi_rule_file_exists(const char *path, size_t folder);

/* Return whether a path is below a folder by its text alone, with any .. on the way. */
bool kzi_is_below(const char *path, const char *folder, size_t len);

/* Open a file that is below one of the folders (separated by colons; each may be a link) after all
 * links are resolved.  Return -1 with errno if it cannot be opened.  EXDEV: it is, or would be,
 * elsewhere; the answer does not reveal whether it exists.  The opened file is the one that was
 * checked, because no link is followed below the folder. */
int kzi_open_inside(const char *rule_path, const char *path);
/* The same for one folder, whose name may contain colons. */
int kzi_open_in(const char *folder, const char *path);
/* Open a folder below another without following links in between; -1 if it cannot be opened. */
int kzi_open_folder(const char *folder, const char *below);

#endif

/* loader.h - from a path to a checked model: files, parents, merging, reading, checks. */
#ifndef KZI_LOADER_H
#define KZI_LOADER_H

#include "rules/model.h"
#include "rules/spec.h"

#include <sys/stat.h>

/* What to load.  A path in a file of the caller's is relative to that file, and a name is looked up
 * next to it first, except after `ruleset`, which is short for -r. */
struct kzi_request {
    struct kzi_spec spec; /* overlays in any order */
    const char *folders;  /* the rule path, in which names are looked up; colons between */
    bool confined;        /* nothing outside the rule path is followed, but what the caller names */
    bool trusted;         /* what files say in spec the caller says: the caller chose them */
    bool part;            /* a file without ruleset: is looked at as a part that others extend */
    bool config;          /* a configuration file, which may lack kazoe: 1 and have overlays */
    const struct kzi_rule_texts *texts; /* NULL: the files are on disk */
    struct kzi_budget *budget;          /* what loading may take; NULL: as much as a ruleset may */
};

/* Rules in memory: nothing is read from disk, and paths are only names. */
struct kzi_rule_texts {
    const kz_rule_text *asked;
    const kz_rule_text *overlays; /* those of the request */
    const kz_rule_text *parents;
    size_t n_parents;
    kz_rule_finder *find; /* of other parents; NULL: there are none */
    void *context;
};

/* KZ_OK when there is a model to compile, though its rules may not go together and errors may be
 * noted; KZ_BAD_RULES with errors noted; KZ_NOT_FOUND or KZ_IO with errors noted when what is asked
 * for, or an overlay, is not known or cannot be read.  Jumps to the arena's door when memory is
 * out. */
kz_status kzi_model_load(struct kzi_model **model, const struct kzi_request *request,
                         struct kzi_diags *diags);

/* Make the model anew from a changed tree, which shares nodes with the old one.  No file is read,
 * and options keep their values.  The statuses are those of kzi_model_load. */
kz_status kzi_model_load_again(struct kzi_model **model, const struct kzi_model *of,
                               const struct kzi_node *root, struct kzi_diags *diags);

/* Add the languages that the names of a ruleset are written in: its title, yaku and limits. */
void kzi_languages_of(struct kzi_names *languages, const struct kzi_model *model);

/* Let each yaku of a series cover those that are worth less, if both are in use. */
void kzi_cover_series(struct kzi_diags *diags, struct kzi_model *model);

/* Check what no single key shows: limits out of order, covers in a circle, parts not scored yet. */
void kzi_check_model(struct kzi_diags *diags, struct kzi_model *model);

/* --- the files of a ruleset ------------------------------------------------------------------ */

#define KZI_ALL_FILES (KZI_MAX_CHAIN + KZ_MAX_OVERLAYS)

/* How far from the rule path a file may be: not at all, in the folder of the file that the caller
 * named, or anywhere. */
enum kzi_within { KZI_RULE_PATH, KZI_HOME, KZI_ANYWHERE };

/* How a file was reached. */
struct kzi_reach {
    bool named; /* by the caller, by its path */
    enum kzi_within within;
    bool inside; /* once it is open: it is in the rule path */
};

/* Overlays come first, then the file asked for, its parent, and so on: a file of a lower
 * number speaks after one of a higher. */
struct kzi_loader {
    struct kzi_diags *diags;
    const struct kzi_request *request;
    const char *home; /* the folder of the file that the caller named or that this one extends */
    const struct kzi_source *files[KZI_ALL_FILES];
    const struct kzi_node *roots[KZI_ALL_FILES], *layers[KZI_ALL_FILES];
    dev_t devices[KZI_ALL_FILES];
    ino_t inodes[KZI_ALL_FILES];
    size_t count, bytes;
    size_t n_overlays;
    kz_rule_text parent; /* the newest that was found in memory */
    struct kzi_options options;
};

/* Read the overlays, the file asked for and its parents.  Return KZ_OK, or what kzi_model_load
 * returns for the failure. */
kz_status kzi_files_read(struct kzi_loader *loader);

/* Read the file that a source is named for.  named: by the caller; else by one of the caller's
 * files.  Return 0, or the number of an error, as errno has it: EISDIR; EINVAL: a
 * device or a pipe; EFBIG: larger than rule files may be. */
int kzi_source_read(const struct kzi_request *request, bool named, struct kzi_diags *diags,
                    struct kzi_source *source);

/* Note why a file cannot be read, by the number of an error, where it is named; place without a
 * source: by the caller.  Return what kzi_model_load returns for that. */
kz_status kzi_note_unread(struct kzi_diags *diags, int wrong, const char *path,
                          struct kzi_place place);

/* Find a parent in memory of the text read last, by its name: loader->parent.  Its text lasts until
 * the next is found. */
bool kzi_loader_find_parent(struct kzi_loader *loader, const char *name);
/* Copy the text of an overlay, of the file asked for or of the parent found last.  Return 0, or the
 * number of an error, as errno has it. */
int kzi_loader_copy_text(struct kzi_loader *loader, const char *name, struct kzi_source *source);

/* Return whether a reference to a file is a path: it begins with /, ./ or ../, or ends in .yaml.
 * Any other is a name, which is looked up. */
bool kzi_is_path(const char *name);

/* Return whether a name has only parts that can be looked up, with one / between them: none is
 * empty or begins with a dot.  So a name leads to no folder above those that it is looked up in. */
bool kzi_can_be_found(const char *name);

/* The folder of the rule path that overlays are looked up in by name. */
#define KZI_OVERLAYS "overlays/"

/* Return the folder of a file. */
const char *kzi_folder_of(struct kzi_arena *arena, const char *path);
/* Return the next of the folders of a rule path, and advance *rest; NULL: there is none. */
const char *kzi_folder_next(const char **rest, size_t *len);
/* Return the path of the file that a name stands for: in a folder (first; "": here; may be NULL) or
 * in those of a rule path; NULL: it is in none. */
const char *kzi_find_rule_file(struct kzi_arena *arena, const char *first, const char *folders,
                               const char *name);
const char *kzi_find_overlay(struct kzi_arena *arena, const char *folders, const char *name);
/* List the names of the files in the same folders, below a folder in each ("": in itself; else with
 * a / at its end, which the names begin with), sorted. skip: bytes of them that are left out. */
size_t kzi_list_rule_files(struct kzi_arena *arena, const char *first, const char *folders,
                           const char *below, size_t skip, const char ***list);

/* Return what is wrong with the name of a ruleset or of an overlay that is not found, and what was
 * meant.  first: as of kzi_find_rule_file; here: a file in the working directory may be meant. */
const char *kzi_ruleset_unknown(struct kzi_arena *arena, const char *first, const char *folders,
                                const char *name, bool here);
const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *folders, const char *name,
                                bool here);

/* Return whether something is at the path of a name in a folder, whose path has `folder` bytes.  A
 * link exists wherever it leads, and so does everything behind it, which opening then decides
 * about. */
bool kzi_rule_file_exists(const char *path, size_t folder);

/* Return whether a path is below a folder as it is written, whatever .. it takes on its way. */
bool kzi_is_below(const char *path, const char *folder, size_t len);

/* Open a file that really is below one of the folders (colons between; each may be a link itself),
 * whatever links its path takes.  -1: it cannot be opened, and errno says why; EXDEV: it is, or
 * would be, elsewhere, and no answer depends on whether it exists.  The file that was checked is
 * the one that is opened: from the folder on, no link is followed. */
int kzi_open_inside(const char *folders, const char *path);
/* kzi_open_inside for one folder, whose name may hold colons. */
int kzi_open_in(const char *folder, const char *path);
/* Open a folder below another and follow no link between them.  -1: it cannot be opened. */
int kzi_open_folder(const char *folder, const char *below);

#endif

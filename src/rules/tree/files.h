/* files.h - the files of a ruleset: read, and their parents and overlays with them. */
#ifndef KZI_FILES_H
#define KZI_FILES_H

#include "rules/loader.h"

#include <sys/stat.h>

#define KZI_ALL_FILES (KZI_MAX_CHAIN + KZI_MAX_OVERLAYS)

/* How far from the rule path a file may be: not at all, in the folder of the file that the caller
 * named, or anywhere. */
enum kzi_within { KZI_RULE_PATH, KZI_HOME, KZI_ANYWHERE };

/* How a file was come to. */
struct kzi_reach {
    bool named; /* the caller named it himself, by its path */
    enum kzi_within within;
    bool inside; /* once it is open: it is in the rule path */
};

/* The overlays stand first, then the file asked for, its parent, and so on: a file of a lower
 * number speaks after one of a higher. */
struct kzi_loader {
    struct kzi_diags *diags;
    const struct kzi_rule_path *where;
    const char *folders, *home; /* the rule path, and the folder of the file that the caller named
                                   or that this one extends */
    const struct kzi_source *files[KZI_ALL_FILES];
    const struct kzi_node *roots[KZI_ALL_FILES];
    dev_t devices[KZI_ALL_FILES];
    ino_t inodes[KZI_ALL_FILES];
    size_t count, bytes;
    size_t n_overlays;
    struct kzi_options options;
};

/* Reads the overlays, the file at path and its parents.  KZ_OK, or what kzi_load returns for it. */
kz_status kzi_files_read(struct kzi_loader *loader, const char *path);

#endif

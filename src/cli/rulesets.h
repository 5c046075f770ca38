/* rulesets.h - rule files by name or path: found, read, listed. */
#ifndef KZI_RULESETS_H
#define KZI_RULESETS_H

#include "cli/options.h"
#include "kazoe.h"
#include "rules/loader.h"

/* True if a name is a path: it contains a / or ends in .yaml. */
bool kzi_is_path(const char *name);
bool kzi_is_name(const char *name); /* if it is well-formed */
bool kzi_is_there(const char *path);
const char *kzi_path_join(struct kzi_arena *arena, const char *folder, const char *name);

/* The folders that names are looked up in, with colons between them. */
const char *kzi_rules_folders(struct kzi_arena *arena);

/* The path of a ruleset, NULL if there is none of that name.  beside: a file whose folder is looked
 * in first, and which a relative path starts from; or NULL. */
const char *kzi_rules_find(struct kzi_arena *arena, const char *name, const char *beside);
/* Why there is none: the name, and a known one near it. */
const char *kzi_rules_unknown(struct kzi_arena *arena, const char *name);

/* The path of an overlay, NULL if there is none: one that came with kazoe by its name, or a file.
 * beside: a file whose folder a relative path starts from, or NULL. */
const char *kzi_overlay_find(struct kzi_arena *arena, const char *name, const char *beside);
const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *name);

struct kzi_found {
    const char *name, *path;
};

/* All that can be found by name, in the order of the names; of two alike the first. */
size_t kzi_rules_list(struct kzi_arena *arena, const struct kzi_found **list);
/* The overlays likewise. */
size_t kzi_overlays_list(struct kzi_arena *arena, const struct kzi_found **list);

/* What a file is, by the keys at its top: an overlay unless another is recognized, a part of
 * rulesets that extends others, a ruleset, cases. */
enum kzi_file_kind { KZI_FILE_OVERLAY, KZI_FILE_PART, KZI_FILE_RULES, KZI_FILE_CASES };

enum kzi_file_kind kzi_file_kind(const char *text);

/* Read a whole file; its text ends in NUL, and is NULL if it cannot be read (errno says why; EFBIG:
 * it is larger than rule files may be).  named: by the user; else it was found next to a file, and
 * a link in the rule path does not lead out of it. */
struct kzi_source *kzi_source_read(const struct kzi_args *args, const char *path, bool named);

#endif

/* rulesets.h - rulesets by name or path: found, loaded, listed. */
#ifndef KZI_RULESETS_H
#define KZI_RULESETS_H

#include "cli/options.h"
#include "kazoe.h"
#include "rules/loader.h"

/* True if a name is a path: it contains a / or ends in .yaml. */
bool kzi_is_path(const char *name);
bool kzi_is_there(const char *path);
const char *kzi_path_join(struct kzi_arena *arena, const char *folder, const char *name);

/* The path of a ruleset, NULL if there is none of that name.  beside: a file whose folder is looked
 * in first, and which a relative path starts from; or NULL. */
const char *kzi_rules_find(struct kzi_arena *arena, const char *name, const char *beside);
/* Why there is none: the name, and a known one near it. */
const char *kzi_rules_unknown(struct kzi_arena *arena, const char *name);

/* The path of an overlay, NULL if there is none: one that came with kazoe by its name, or a file.
 * beside: a file whose folder a relative path starts from, or NULL. */
const char *kzi_overlay_find(struct kzi_arena *arena, const char *name, const char *beside);
const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *name);

/* Notes all that is wrong with the rule file at path; a file that others extend may be a part.
 * budget: what it may take; NULL: as much as a ruleset may. */
int kzi_rules_look_at(const struct kzi_args *args, const char *path, struct kzi_budget *budget,
                      kz_diag *diag, void *payload);

/* Find and load; what is wrong goes to standard error.  On failure *rules is NULL and the exit
 * status is returned.  What is loaded goes with the arena of args, or before that with
 * kzi_rules_close. */
int kzi_rules_open(kz_ruleset **rules, const struct kzi_args *args, const char *name);
int kzi_rules_load(kz_ruleset **rules, const struct kzi_args *args, const char *path, kz_diag *diag,
                   void *payload);
void kzi_rules_close(const struct kzi_args *args, kz_ruleset *rules); /* NULL: there is none */
/* The ruleset that the command line names at this place, with the overlays and settings that belong
 * to it: those before the first ruleset, which are for all, and those after it.  Of an option set
 * in both places the setting after it counts. */
int kzi_rules_open_nth(kz_ruleset **rules, const struct kzi_args *args, size_t index);
/* Load with other overlays and settings than those of the command line.  told: what a file says of
 * them; NULL: no file does. */
int kzi_rules_load_from(kz_ruleset **rules, const struct kzi_args *args, const char *path,
                        const kz_loading *how, const struct kzi_setting_origin *told, kz_diag *diag,
                        void *payload);
/* True if "OPTION=VALUE" sets this option, the name alone or in another setting; - and _ are
 * alike. */
bool kzi_setting_is_of(const char *setting, const char *option);
/* "OPTION=VALUE" of an entry of options. */
const char *kzi_setting_text(struct kzi_arena *arena, const struct kzi_entry *entry);

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
struct kzi_source kzi_source_read(const struct kzi_args *args, const char *path, bool named);

#endif

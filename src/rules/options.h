/* options.h - the options of a ruleset.
 *
 * An option is a set of small overlays, one for each of its values.  No rule mentions an option,
 * and nothing is conditional when hands are scored: the overlay of the chosen value is laid over
 * the file that defines the option, and the result is read as if it had been written so. */
#ifndef KZI_RULE_OPTIONS_H
#define KZI_RULE_OPTIONS_H

#include "base/names.h"
#include "rules/spec.h"
#include "rules/tree/merge.h"

struct kzi_option {
    const char *id;
    const struct kzi_node *definition; /* a mapping */
    /* The default, which is what the rules state without the option. */
    const char *normal;
    const char *ruled;      /* set by files and overlays; normal if by none */
    const char *value;      /* set by the caller; otherwise ruled */
    struct kzi_place place; /* place of the setting in a file; line 0: none */
    /* Place of the caller's setting; line 0: not in a file; its source names the origin. */
    struct kzi_place asked_at;
    struct kzi_place removed_at; /* place of its removal; source NULL: not removed */
    uint32_t defined_in;         /* number of the file that defines it */
    enum kzi_rank rank;          /* rank of the caller's setting */
    bool of_file;                /* a file of the caller sets it */
};

struct kzi_options {
    struct kzi_names names;
    struct kzi_option *list; /* by number in names, then the removed ones */
    size_t count;            /* number of both */
    /* The layers of the files: overlays first, then the requested file, whose index is `asked`,
     * then its parents. */
    const struct kzi_node *const *files;
    size_t n_files, asked;
    const char *of; /* the name of the rules in messages about no file */
    bool part;      /* the rules are a part: an unknown option may be defined elsewhere */
};

/* Collect the options of files of one rank: one file of a chain, the parent's before its child's,
 * then all overlays together.  Removals come first, then definitions, then settings. */
void kzi_options_collect(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *const *layers, size_t count);

/* Return the options with the removed ones after the others and without names: they keep their
 * changes, but cannot be set. */
struct kzi_options kzi_options_open(struct kzi_arena *arena, const struct kzi_options *all);

/* Return whether an id or a value is a word of [a-z0-9_] or a whole number, so that it can be typed
 * and completed on command lines. */
bool kzi_option_word_is_sound(const char *text);
bool kzi_option_may_be(const struct kzi_option *option, const char *value);

/* Set an option as the caller requests. */
void kzi_options_set(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_spec_word *asked);

/* Merge the files into one tree.  The value of an option is laid over the file that defines it, so
 * that later files override it. */
const struct kzi_node *kzi_options_apply(struct kzi_diags *diags,
                                         const struct kzi_options *options);

/* Return the options with another value of one. */
struct kzi_options kzi_options_with(struct kzi_arena *arena, const struct kzi_options *options,
                                    size_t option, const char *value);

/* Return all changes of an option at a value. */
struct kzi_leaves kzi_option_changes(struct kzi_arena *arena, const struct kzi_option *option,
                                     const char *value);

/* Return the value at `index` of those that an option can have, NULL past the last.  An option of
 * points has none. */
const char *kzi_option_value(const struct kzi_option *option, size_t index);

#endif

/* options.h - the switches of a ruleset.
 *
 * An option is a set of small overlays, one for each of its values.  No rule mentions an option and
 * nothing is conditional at run time: the values are chosen, the overlay of each is laid over the
 * file that defines the option, and what comes out is read as if it had been written so. */
#ifndef KZI_RULE_OPTIONS_H
#define KZI_RULE_OPTIONS_H

#include "base/names.h"
#include "rules/spec.h"
#include "rules/tree/merge.h"

struct kzi_option {
    const char *id;
    const struct kzi_node *definition; /* a mapping */
    const char *normal;                /* its default: what the rules say without it */
    const char *ruled;                 /* as the files and overlays set it; normal if none does */
    const char *value;                 /* as the caller set it, else ruled */
    struct kzi_place place;            /* of the setting in a file; line 0: none */
    struct kzi_place asked_at; /* of the caller's setting; line 0: in no file, its name says how */
    struct kzi_place gone_at;  /* where it is taken away; NULL source: it is not */
    uint32_t defined_in;       /* number of the file */
    enum kzi_rank rank;        /* of the caller's setting */
    bool of_file;              /* a file of the caller's says it */
};

struct kzi_options {
    struct kzi_names names;
    struct kzi_option *list; /* by number in names, then those that were taken away */
    size_t count;            /* of both */
    /* The layers of files, overlays first, then the file asked for (its number: asked), then its
     * parents. */
    const struct kzi_node *const *files;
    size_t n_files, asked;
    const char *of; /* what the rules are called where no file shows which they are */
    bool part;      /* of a part: options that are not there are not missed */
};

/* Take over what files of equal rank say: one file of a chain, a parent's before its children's,
 * then all overlays together.  What they take away goes first, then comes what they define, then
 * what they set. */
void kzi_options_collect(struct kzi_diags *diags, struct kzi_options *options,
                         const struct kzi_node *const *layers, size_t count);

/* Options that were taken away keep what they change, but nobody can choose any more: return the
 * options with these after the others and without names. */
struct kzi_options kzi_options_open(struct kzi_arena *arena, const struct kzi_options *all);

/* Options and their values are words of [a-z0-9_], or whole numbers: they are shown, typed, and
 * offered on command lines. */
bool kzi_option_word_is_sound(const char *text);
bool kzi_option_may_be(const struct kzi_option *option, const char *value);

/* Set an option as the caller asks. */
void kzi_options_set(struct kzi_diags *diags, struct kzi_options *options,
                     const struct kzi_asked *asked);

/* The files merged into one tree.  The value of an option is laid over the file that defines the
 * option, so that whatever a later file says holds. */
const struct kzi_node *kzi_options_apply(struct kzi_diags *diags,
                                         const struct kzi_options *options);

/* Return these options with another value of one. */
struct kzi_options kzi_options_with(struct kzi_arena *arena, const struct kzi_options *options,
                                    size_t option, const char *value);

/* All places that the option changes at a value. */
struct kzi_leaves kzi_option_changes(struct kzi_arena *arena, const struct kzi_option *option,
                                     const char *value);

/* The value that number `index` of an option may have; NULL: past the last.  An option of points
 * has none. */
const char *kzi_option_value(const struct kzi_option *option, size_t index);

#endif

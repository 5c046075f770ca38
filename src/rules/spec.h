/* spec.h - the spec of a ruleset: "tenhou open_tanyao=no + local-yaku".
 *
 * A spec is a name or a path, then settings, and after each + an overlay.  A word with a blank, +,
 * = or a quote is put in double quotes, with a \ before each quote and each \ in it. */
#ifndef KZI_SPEC_H
#define KZI_SPEC_H

#include "base/text.h"
#include "rules/tree/node.h"

/* Ranks of settings.  Of two settings of one option, the one with the higher rank counts: a setting
 * for one ruleset overrides one for all rulesets, and this one that of a configuration file.  Two
 * of the same rank are an error, and so is a setting that contradicts a case file. */
enum kzi_rank { KZI_OF_CONFIG, KZI_OF_ALL, KZI_OF_ONE, KZI_RANKS };

/* A ruleset or an overlay, as a name or a path, or a setting "OPTION=VALUE". */
struct kzi_spec_word {
    const char *text;
    bool is_path;       /* text is a path even if it looks like a name */
    enum kzi_rank rank; /* rank of a setting */
    /* The entry of the caller's file that has it; entry.value NULL: not from a file. */
    struct kzi_entry entry;
};

struct kzi_spec {
    struct kzi_spec_word rules; /* text NULL: none */
    struct kzi_spec_word *settings, *overlays;
    size_t n_settings, n_overlays;
};

/* Read a spec.  If it is malformed, note an error and return false. */
bool kzi_spec_read(struct kzi_diags *diags, struct kzi_spec *spec, const char *text);
/* The same, but if the whole text is the path of a file, it means that file. */
bool kzi_spec_read_or_path(struct kzi_diags *diags, struct kzi_spec *spec, const char *text);

/* Write a ruleset or an overlay as a word of a spec.  The caller writes " OPTION=VALUE" and " +
 * ". */
void kzi_put_spec_word(struct kzi_text *text, const char *word);

/* Return whether two specs are equal; options and overlays may be in any order. */
bool kzi_spec_equals(const char *one, const char *other);

#endif

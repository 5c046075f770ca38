/* spec.h - the spelling of a ruleset: "tenhou open_tanyao=no + local-yaku".
 *
 * A name or a path, then options, and after a + each an overlay.  A word with a blank, +, = or a
 * quote stands in double quotes, in which \ comes before a quote or another \. */
#ifndef KZI_SPEC_H
#define KZI_SPEC_H

#include "base/text.h"
#include "rules/tree/node.h"

/* Of two settings of one option that of the higher rank counts: a configuration file yields to what
 * is said of all rulesets, and this to what is said of one; but two of a rank are an error, and so
 * is one that contradicts a case file. */
enum kzi_rank { KZI_OF_CONFIG, KZI_OF_ALL, KZI_OF_ONE, KZI_RANKS };

/* A ruleset or an overlay, by a name or a path, or "OPTION=VALUE". */
struct kzi_asked {
    const char *text;
    bool is_path;          /* even if it looks like a name */
    enum kzi_rank rank;    /* of a setting */
    struct kzi_entry said; /* where a file of the caller's says so; value NULL: the caller does */
};

struct kzi_spec {
    struct kzi_asked rules; /* text NULL: none */
    struct kzi_asked *settings, *overlays;
    size_t n_settings, n_overlays;
};

/* Read a spelling.  Return false, with an error noted, if it is none. */
bool kzi_spec_read(struct kzi_diags *diags, struct kzi_spec *spec, const char *text);
/* The same; but a text that as a whole is the path of a file stands for that file. */
bool kzi_spec_read_or_path(struct kzi_diags *diags, struct kzi_spec *spec, const char *text);

/* Write a ruleset or an overlay as a word of a spelling; " OPTION=VALUE" and " + " come between. */
void kzi_put_spec_word(struct kzi_text *text, const char *word);

/* Return whether two spellings have the same words, of options and overlays in any order. */
bool kzi_spec_same(const char *one, const char *other);

#endif

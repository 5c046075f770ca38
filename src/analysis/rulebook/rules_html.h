/* rules_html.h - a ruleset as a printable page with a hand for each yaku.
 *
 * Candidates are the rules' own examples, hands of case files and, for a yaku that none of these
 * scores, random hands, which are always the same. Each is scored under the rules, and the simplest
 * one from the best source is kept. */
#ifndef KZI_RULES_HTML_H
#define KZI_RULES_HTML_H

#include "base/arena.h"
#include "score/result.h"

struct kzi_text;

struct kzi_gallery_hand {
    bool found;
    unsigned cost; /* how poor an example it is; lower for a better source */
    struct kzi_hand hand;
    struct kzi_extras extras;
};

struct kzi_gallery {
    const struct kz_ruleset *rules;
    struct kz_result *result;      /* scratch for scoring */
    struct kzi_budget looking;     /* for making hands */
    struct kzi_budget showing;     /* for showing them, since each is scored again */
    struct kzi_gallery_hand *list; /* by yaku */
};

/* Begin with the rules' own examples. */
void kzi_gallery_begin(struct kzi_gallery *gallery, struct kzi_arena *arena,
                       const struct kz_ruleset *rules);
/* Offer the hand of a case. A hand that cannot be read or does not win is ignored. */
void kzi_gallery_offer(struct kzi_gallery *gallery, const char *line);
/* Make hands for the yaku that have none. */
void kzi_gallery_fill(struct kzi_gallery *gallery);

/* Return the hand of a yaku, scored again; NULL if none was found or (kzi_gallery_is_cut) the
 * budget ran out. */
const struct kz_result *kzi_gallery_show(struct kzi_gallery *gallery, unsigned yaku);

static inline bool kzi_gallery_is_cut(const struct kzi_gallery *gallery) {
    return gallery->looking.out || gallery->showing.out;
}

bool kzi_same_value(const struct kzi_value *a, const struct kzi_value *b);
/* Write which part of a yaku another covers: " (of its own sets)"; "" for all of it. */
void kzi_say_cover_part(struct kzi_text *text, const struct kzi_cover *cover);

/* Write the sources of the rules, every yaku with its value, its condition in words and a hand,
 * fu, point tables, options. Rules of an overlay are marked as house rules. */
void kzi_rules_html(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                    const char *language);

#endif

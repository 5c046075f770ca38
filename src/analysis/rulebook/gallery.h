/* gallery.h - a hand for each yaku of a ruleset, to show on a page.
 *
 * Candidates are the rules' own examples, hands of case files and, for a yaku that none of these
 * scores, random hands, which are always the same.  Each is scored under the rules, and the
 * simplest one from the best source is kept. */
#ifndef KZI_GALLERY_H
#define KZI_GALLERY_H

#include "base/arena.h"
#include "score/result.h"

struct kzi_gallery_hand {
    bool found;
    unsigned cost; /* lower for a simpler hand and a better source */
    struct kzi_hand hand;
    struct kzi_extras extras;
};

struct kzi_gallery {
    const struct kz_ruleset *rules;
    struct kz_result *result;      /* for scoring candidates */
    struct kzi_budget looking;     /* for making hands */
    struct kzi_budget showing;     /* for scoring them again to show them */
    struct kzi_gallery_hand *list; /* by yaku */
};

/* Begin a gallery with the rules' own examples. */
void kzi_gallery_begin(struct kzi_gallery *gallery, struct kzi_arena *arena,
                       const struct kz_ruleset *rules);
/* Offer the hand of a case.  A hand that cannot be read or does not win is ignored. */
void kzi_gallery_offer(struct kzi_gallery *gallery, const char *line);
/* Make hands for the yaku that have none. */
void kzi_gallery_fill(struct kzi_gallery *gallery);

/* Return the hand of a yaku, scored again; NULL if none was found or the budget ran out
 * (kzi_gallery_is_cut). */
const struct kz_result *kzi_gallery_show(struct kzi_gallery *gallery, unsigned yaku);

static inline bool kzi_gallery_is_cut(const struct kzi_gallery *gallery) {
    return gallery->looking.out || gallery->showing.out;
}

#endif

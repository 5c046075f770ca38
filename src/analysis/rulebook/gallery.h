/* gallery.h - for each yaku a hand that shows it.
 *
 * Hands are offered: those of the rules' own examples, of case files, and where none of these
 * scores a yaku, hands by chance, always the same ones.  Each is scored under the rules, and of
 * several from one source the simplest is kept. */
#ifndef KZI_GALLERY_H
#define KZI_GALLERY_H

#include "base/arena.h"
#include "score/result.h"

struct kzi_gallery_hand {
    bool found;
    unsigned cost; /* how little it is an example to look at; from a better source it is less */
    struct kzi_hand hand;
};

struct kzi_gallery {
    const struct kz_ruleset *rules;
    struct kz_result *result; /* room for scoring */
    struct kzi_budget looking,
        showing;                   /* steps; looking for hands, and scoring those shown again */
    struct kzi_gallery_hand *list; /* by yaku */
};

/* With the rules' own examples in it. */
void kzi_gallery_begin(struct kzi_gallery *gallery, struct kzi_arena *arena,
                       const struct kz_ruleset *rules);
/* A hand as it is written in a case; one that cannot be read or does not win shows nothing. */
void kzi_gallery_offer(struct kzi_gallery *gallery, const char *line);
/* Makes hands for those that are still without. */
void kzi_gallery_fill(struct kzi_gallery *gallery);

/* The hand of a yaku scored again; NULL: none was found, or (kzi_gallery_is_cut) not all were
 * looked at. */
const struct kz_result *kzi_gallery_show(struct kzi_gallery *gallery, unsigned yaku);

static inline bool kzi_gallery_is_cut(const struct kzi_gallery *gallery) {
    return gallery->looking.out || gallery->showing.out;
}

#endif

/* rules_html.h - a ruleset as a page that a club can print, with a hand for each yaku.
 *
 * Hands are offered: those of the rules' own examples, of case files and, where none of these
 * scores a yaku, random ones, always the same. Each is scored under the rules; of several from one
 * source the simplest is kept. */
#ifndef KZI_RULES_HTML_H
#define KZI_RULES_HTML_H

#include "base/arena.h"
#include "score/result.h"

struct kzi_text;

struct kzi_gallery_hand {
    bool found;
    unsigned cost; /* how little it is an example to look at; from a better source it is less */
    struct kzi_hand hand;
};

struct kzi_gallery {
    const struct kz_ruleset *rules;
    struct kz_result *result;      /* scratch for scoring */
    struct kzi_budget looking;     /* for hands */
    struct kzi_budget showing;     /* them: each is scored again */
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

bool kzi_same_value(const struct kzi_value *a, const struct kzi_value *b);
/* Which part of a yaku another covers: " (of its own sets)"; "" of all of it. */
void kzi_say_cover_part(struct kzi_text *text, const struct kzi_cover *cover);

/* Who the rules are from, every yaku with its value, its condition in words and a hand, fu, point
 * tables, options.  What an overlay says is marked as a house rule. */
void kzi_rules_html(struct kzi_text *text, struct kzi_arena *arena, struct kzi_gallery *gallery,
                    const char *language);

#endif

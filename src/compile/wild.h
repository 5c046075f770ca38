/* wild.h - hands with wild tiles: what the wild tiles can be taken for so that the hand is
 * complete.
 *
 * A completion is a hand in which each wild tile is written as the tile that it is taken for, which
 * may be its own kind.  It is scored as any hand is, and the best of them counts. */
#ifndef KZI_WILD_H
#define KZI_WILD_H

#include "compile/ruleset.h"
#include "hand/readings.h"

/* Return whether these rules have wild tiles. */
static inline bool kzi_has_wild(const struct kz_ruleset *rules) {
    return rules->model->wild_names.count;
}

/* Return whether a hand has to say which tile was turned up. */
static inline bool kzi_asks_shown(const struct kzi_model *model) {
    for (unsigned i = 0; i < model->wild_names.count; i++)
        if (model->wilds[i].shown)
            return true;
    return false;
}

/* Return the kinds that are wild in a hand; which: of one kind of wild tile among those of the
 * rules. */
kzi_kinds kzi_wild_kinds_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned which);
kzi_kinds kzi_wild_kinds(const struct kz_ruleset *rules, const struct kzi_hand *hand);
/* Return the flowers that are wild, by bit. */
uint32_t kzi_wild_faces_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           unsigned which);

/* Return the winning flower if it is wild, or KZI_NO_KIND. */
unsigned kzi_won_wild_face(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Return whether a mark counts a flower of the hand. */
bool kzi_mark_counts_face(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned face);

/* Return whether a mark counts a tile that was laid aside or thrown, or a flower from
 * KZI_SHOWN_FACE on. */
bool kzi_mark_counts_tile(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned tile);

/* Return how many tiles of a hand, not arranged, are wild; melds have others. */
unsigned kzi_count_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Return whether the jokers of a meld may be taken for a tile there. */
bool kzi_may_stand_in(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_meld *meld, unsigned tile);

/* Note flowers among the concealed tiles that are not wild. */
void kzi_check_held(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_problem *problem);

/* Note the parts of a hand, not arranged, that rules with wild tiles refuse.  seen: tiles that were
 * counted, to which the one turned up is added. */
void kzi_check_wild(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_seen_tiles *seen, struct kzi_problem *problem);

/* take is called for each completion, until it returns false.  Callers put this first in a
 * structure of their own. */
struct kzi_completions {
    bool (*take)(struct kzi_completions *completions, const struct kzi_hand *completion);
    unsigned count; /* so far */
    bool cut;       /* there are more than are looked at */
};

/* Find in which groups of its readings a completion has which of its wild tiles, if that is not the
 * same for all equal tiles: each way that conditions can tell from others is a reading of its own.
 * Return whether there are more than fit. */
bool kzi_place_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *completion,
                          struct kzi_readings *readings);

/* More are never looked at.  Hands with up to four wild tiles have fewer. */
#define KZI_MAX_COMPLETIONS 16384

/* Find the completions of a hand with a winning tile, each once; none: the hand is not complete.
 * The hand itself is its only one where no tile is wild, and where it is arranged. */
void kzi_completions_find(struct kzi_completions *completions, const struct kz_ruleset *rules,
                          const struct kzi_hand *hand);

/* Return the kinds that complete a hand without a winning tile, wild ones too, over some shapes,
 * given by bit. */
kzi_kinds kzi_wild_waits(const struct kz_ruleset *rules, const struct kzi_tiles *tiles,
                         const struct kzi_hand *hand, unsigned shapes);
/* Return the waits under any rules. */
static inline kzi_kinds kzi_waits_under(const struct kz_ruleset *rules,
                                        const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                                        unsigned shapes) {
    return kzi_has_wild(rules)
               ? kzi_wild_waits(rules, tiles, hand, shapes)
               : kzi_waits_among(tiles, hand, &rules->shapes, shapes) & rules->played;
}

#endif

/* wild.h - hands with wild tiles: the tiles that they can be read as so that the hand is complete.
 *
 * A completion is a hand in which each wild tile is replaced by the tile that it is read as,
 * perhaps its own kind.  Each completion is scored as any hand is, and the best one counts. */
#ifndef KZI_WILD_H
#define KZI_WILD_H

#include "compile/ruleset.h"
#include "hand/readings.h"

/* Return whether these rules have wild tiles. */
static inline bool kzi_has_wild(const struct kz_ruleset *rules) {
    return rules->model->wild_names.count;
}

/* Return whether hands must say which tile was turned up. */
static inline bool kzi_asks_shown(const struct kzi_model *model) {
    for (unsigned i = 0; i < model->wild_names.count; i++)
        if (model->wilds[i].shown)
            return true;
    return false;
}

/* Return the kinds that are wild in a hand because of wild tile `which` of the rules. */
kzi_kinds kzi_wild_kinds_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                            unsigned which);
kzi_kinds kzi_wild_kinds(const struct kz_ruleset *rules, const struct kzi_hand *hand);
/* The same for flowers, as bits. */
uint32_t kzi_wild_faces_of(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                           unsigned which);

/* Return the winning flower if it is wild, or KZI_NO_KIND. */
unsigned kzi_won_wild_face(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Return whether a mark counts a flower of the hand. */
bool kzi_mark_counts_face(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned face);

/* Return whether a mark counts a tile laid aside or thrown.  From KZI_SHOWN_FACE on, it is a
 * flower. */
bool kzi_mark_counts_tile(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                          const struct kzi_mark *mark, unsigned tile);

/* Return the number of wild tiles in a hand that is not arranged, without those in melds. */
unsigned kzi_count_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* Return whether a joker in a meld may be read as the tile there. */
bool kzi_may_stand_in(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                      const struct kzi_meld *meld, unsigned tile);

/* Note each flower among the concealed tiles that is not wild. */
void kzi_check_held(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_problem *problem);

/* Note what rules with wild tiles refuse in a hand that is not arranged.  seen: counts of tiles, to
 * which the tile turned up is added. */
void kzi_check_wild(const struct kz_ruleset *rules, const struct kzi_hand *hand,
                    struct kzi_seen_tiles *seen, struct kzi_problem *problem);

/* Receives completions: take is called for each, until it returns false.  Callers embed this as the
 * first member of a struct of their own. */
struct kzi_completions {
    bool (*take)(struct kzi_completions *completions, const struct kzi_hand *completion);
    unsigned count; /* number found so far */
    bool cut;       /* there are more than were tried */
};

/* Decide in which groups of its readings a completion has its wild tiles.  If conditions can tell
 * several ways apart, each becomes a reading.  Return whether there are more readings than fit. */
bool kzi_place_wild_tiles(const struct kz_ruleset *rules, const struct kzi_hand *completion,
                          struct kzi_readings *readings);

/* More completions are not tried.  Hands with up to four wild tiles have fewer. */
#define KZI_MAX_COMPLETIONS 16384

/* Find each completion of a hand with a winning tile once; none if the hand is not complete.  A
 * hand without wild tiles, or one that is arranged, is its own only completion. */
void kzi_completions_find(struct kzi_completions *completions, const struct kz_ruleset *rules,
                          const struct kzi_hand *hand);

/* Return the kinds, wild ones included, that complete a hand without a winning tile to one of the
 * shapes, which are bits. */
kzi_kinds kzi_wild_waits(const struct kz_ruleset *rules, const struct kzi_tiles *tiles,
                         const struct kzi_hand *hand, unsigned shapes);
/* Return the waits under rules with or without wild tiles. */
static inline kzi_kinds kzi_waits_under(const struct kz_ruleset *rules,
                                        const struct kzi_tiles *tiles, const struct kzi_hand *hand,
                                        unsigned shapes) {
    return kzi_has_wild(rules)
               ? kzi_wild_waits(rules, tiles, hand, shapes)
               : kzi_waits_among(tiles, hand, &rules->shapes, shapes) & rules->played;
}

#endif

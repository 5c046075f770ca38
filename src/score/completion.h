/* completion.h - the tiles that an unfinished hand lacks, and its worth once it is complete. */
#ifndef KZI_COMPLETION_H
#define KZI_COMPLETION_H

#include "hand/shanten.h"
#include "score/result.h"

/* A tile that an unfinished hand lacks. */
struct kzi_lacking_tile {
    uint8_t kind;
    uint8_t left; /* copies that the player does not see */
    uint8_t reds; /* red fives that count among the copies left */
};

struct kzi_completion {
    bool any;           /* every tile completes it */
    bool ready;         /* the tiles complete it; else they bring it closer */
    int shanten;        /* 0: ready; KZI_MAX_LACKING and more: nothing completes it */
    bool asks_discards; /* the rules ask for own discards, and these are known */
    kzi_kinds furiten;  /* those that complete it and are among its discards, so that it wins on
                           no discard */
    unsigned count;
    struct kzi_lacking_tile list[KZI_TILE_KINDS]; /* sorted by kind */
};

/* Find what a hand lacks.  Allocates only the tables for shanten, once for each ruleset. */
kz_status kzi_completion_find(struct kzi_completion *completion, const struct kz_ruleset *rules,
                              const struct kzi_hand *hand, const struct kzi_tiles *tiles,
                              kz_error *error);

/* Return the kinds that complete the hand and are among its discards, so that it wins on no
 * discard. */
kzi_kinds kzi_furiten_kinds(const struct kz_ruleset *rules, const struct kzi_hand *hand);

/* The last tile of a hand. */
struct kzi_last_tile {
    uint8_t kind;
    bool red, self_draw;
};

/* Score an unfinished hand with its last tile.  If the price of a discard depends on the discarder
 * and the hand names none (`from`), assume the player before it in order of turn. */
kz_status kzi_score_completed(struct kz_result *result, const struct kz_ruleset *rules,
                              const struct kzi_hand *hand, struct kzi_last_tile last);

/* Return whether the hand's own words rule out that it wins as it was scored. */
bool kzi_is_excluded(const struct kz_result *result);

/* --- for other calls -------------------------------------------------------------------------- */

/* Return the shanten tables of the ruleset, which the first call makes; NULL: memory ran out. */
const struct kzi_shanten *kzi_shanten_of(const struct kz_ruleset *rules);

struct kzi_unfinished_hand kzi_unfinished_of(const struct kz_ruleset *rules,
                                             const struct kzi_hand *hand,
                                             const struct kzi_tiles *tiles);

/* Return the number of tiles that an unfinished hand lacks, and the kinds that it accepts.  Of a
 * hand that is not ready, a wild tile is taken for any tile. */
struct kzi_lacks kzi_wild_lacks(const struct kz_ruleset *rules, const struct kzi_shanten *shanten,
                                const struct kzi_hand *hand);

/* Find what a full hand, or one that lacks a tile, lacks under any rules; under those with wild
 * tiles only how many if it is full.  Return false if memory ran out. */
bool kzi_lacks_find(struct kzi_lacks *lacks, const struct kz_ruleset *rules,
                    const struct kzi_facts *facts, bool full, enum kzi_tiles_asked asked);

/* Return the number of red fives that count among the copies left of a kind.  If the rules do not
 * say how many there are, it is at most one. */
uint8_t kzi_reds_left(const struct kz_ruleset *rules, const struct kzi_seen_tiles *seen,
                      unsigned kind);

/* Check a full hand, or one that lacks a tile, and count the tiles seen. */
kz_status kzi_seen_count(struct kzi_seen_tiles *seen, const struct kz_ruleset *rules,
                         struct kzi_facts *facts, bool full, kz_error *error);

#endif

/* distances.h - how many tiles a suit lacks of so many sets and pairs, looked up.
 *
 * An automaton reads the counts of a suit number by number. Its states merge all prefixes after
 * which every continuation lacks the same, so there are few of them (14,844 for five sets and a
 * pair). It is unrolled into two tables, of the first five numbers and of the last four. */
#ifndef KZI_DISTANCES_H
#define KZI_DISTANCES_H

#include "hand/hand.h"

/* For every number of sets and of pairs up to a bound, the tiles that are lacking: at
 * sets * (KZI_MAX_PAIRS + 1) + pairs. */
#define KZI_MAX_PAIRS      8
#define KZI_DISTANCE_CELLS ((KZI_MAX_SETS + 1) * (KZI_MAX_PAIRS + 1))
#define KZI_OUT_OF_REACH   255

struct kzi_distance_bounds {
    uint8_t sets, pairs; /* at most */
    bool pairs_differ;   /* four equal tiles are not two pairs */
    uint8_t set_kinds;   /* what sets are, by bit of enum kzi_group_kind; 0: any */
};

struct kzi_distances;

/* Make the tables, 1 to 4 MiB; NULL: out of memory. They never change. */
struct kzi_distances *kzi_distances_new(struct kzi_distance_bounds bounds);
void kzi_distances_free(struct kzi_distances *distances);
size_t kzi_distances_bytes(const struct kzi_distances *distances);

/* Where tiles are in melds, a suit is not in the tables; what it lacks can be remembered.  For one
 * thread.  May be NULL. */
struct kzi_distance_memory;

/* Return how many bytes of zeros it begins as. */
size_t kzi_distance_memory_bytes(void);
/* Return the least number of tiles that concealed tiles lack of so many sets and pairs, within the
 * bounds; KZI_OUT_OF_REACH: no such hand has at most `most` tiles of each kind. */
unsigned kzi_distance(const struct kzi_distances *distances, struct kzi_distance_memory *memory,
                      const uint8_t counts[KZI_COUNTS_CAPACITY],
                      const uint8_t most[KZI_COUNTS_CAPACITY], unsigned sets, unsigned pairs);

/* A hand of which one suit changes at a time: what all suits but one lack together. */
struct kzi_distance_frame {
    const struct kzi_distances *distances;
    struct kzi_distance_memory *memory;
    unsigned sets, pairs;
    uint8_t others[KZI_SUITS + 1][KZI_DISTANCE_CELLS];
};

void kzi_distance_frame_find(struct kzi_distance_frame *frame,
                             const struct kzi_distances *distances,
                             struct kzi_distance_memory *memory,
                             const uint8_t counts[KZI_COUNTS_CAPACITY],
                             const uint8_t most[KZI_COUNTS_CAPACITY], unsigned sets,
                             unsigned pairs);

/* Return whether the hand lacks the same of everything with other counts of a suit. */
bool kzi_distance_is_same(const struct kzi_distance_frame *frame, unsigned suit,
                          const uint8_t counts[KZI_COUNTS_CAPACITY],
                          const uint8_t other[KZI_COUNTS_CAPACITY],
                          const uint8_t most[KZI_COUNTS_CAPACITY]);

/* Return what kzi_distance does for counts that differ from those of the frame in one suit. */
unsigned kzi_distance_in_frame(const struct kzi_distance_frame *frame, unsigned suit,
                               const uint8_t counts[KZI_COUNTS_CAPACITY],
                               const uint8_t most[KZI_COUNTS_CAPACITY]);

#endif

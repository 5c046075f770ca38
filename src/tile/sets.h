/* sets.h - ranks: one small number for the chows of a hand and one for its pungs of number tiles,
 * so that conditions on them are table look-ups.
 *
 * The chows of one suit have an id: 0 is no chow, then come the ids of one chow, of two, and so on,
 * so that the ids of at most k chows come first.  The ids of three suits together make a rank.  The
 * ranks of all hands of at most four sets are 0, 1, 2, ... without gaps.  Pungs have ids and ranks
 * in the same way. */
#ifndef KZI_SETS_H
#define KZI_SETS_H

#include "tile/kind.h"

#define KZI_RANKED_SETS 4 /* hands with more sets have no ranks */
#define KZI_CHOW_STARTS 7
#define KZI_CHOW_IDS    330 /* ids of at most four chows of a suit */
#define KZI_PUNG_IDS    256
#define KZI_CHOW_RANKS  12650
#define KZI_PUNG_RANKS  20854
#define KZI_NO_RANK     UINT16_MAX

struct kzi_ranks {
    /* rank = first[id of m] + second[sets in m][id of p] + id of s */
    uint16_t first_chows[KZI_CHOW_IDS], first_pungs[KZI_PUNG_IDS];
    uint16_t second_chows[KZI_RANKED_SETS + 1][KZI_CHOW_IDS];
    uint16_t second_pungs[KZI_RANKED_SETS + 1][KZI_PUNG_IDS];
    uint8_t n_chows[KZI_CHOW_IDS];
    uint8_t n_pungs[512];
    uint8_t pung_id[512]; /* by the set of the numbers of a suit's pungs; at most four pungs */
    /* The id after adding a chow that begins at a number. */
    uint16_t one_more[KZI_CHOW_IDS][KZI_CHOW_STARTS];
};

enum kzi_set_kind { KZI_OF_CHOWS_ALONE, KZI_OF_PUNGS_ALONE, KZI_ALONE_KINDS };

/* The tables are constants, printed as C when the project is built; or the program makes them
 * before anything else runs (classic_tables.c; see --enable-small). */
#ifdef KZI_MAKES_TABLES
#define KZI_TILE_TABLE
#else
#define KZI_TILE_TABLE const
#endif

extern KZI_TILE_TABLE struct kzi_ranks kzi_ranks;

/* Return the id of chows: the number of chows that begin at each number 1-7, 3 bits each. */
unsigned kzi_chow_id(uint32_t chows);

void kzi_ranks_build(struct kzi_ranks *ranks);

/* Return the rank of the chows with these ids in m, p and s; at most four chows in all. */
static inline unsigned kzi_chow_rank(const unsigned ids[KZI_SUITS]) {
    return kzi_ranks.first_chows[ids[0]] +
           kzi_ranks.second_chows[kzi_ranks.n_chows[ids[0]]][ids[1]] + ids[2];
}

/* Return the rank of pungs, one bit for each kind of the number suits; at most four. */
static inline unsigned kzi_pung_rank(uint32_t pungs) {
    unsigned first = pungs & 511, second = pungs >> 9 & 511, third = pungs >> 18 & 511;
    return (unsigned)kzi_ranks.first_pungs[kzi_ranks.pung_id[first]] +
           kzi_ranks.second_pungs[kzi_ranks.n_pungs[first]][kzi_ranks.pung_id[second]] +
           kzi_ranks.pung_id[third];
}

#endif

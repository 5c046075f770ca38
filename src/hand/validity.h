/* validity.h - what can be wrong with a hand once it is known who plays with which tiles. */
#ifndef KZI_VALIDITY_H
#define KZI_VALIDITY_H

#include "hand/problem.h"

/* Tiles that a ruleset's players can have: hand_size of them, the winning one included and a kong
 * counting as three, and no more than copies of a kind, the indicators included.  held: how many
 * of each kind the whole hand has. */
void kzi_hand_check_tiles(const struct kzi_hand *hand, const uint8_t held[KZI_COUNTS_ROOM],
                          unsigned hand_size, const uint8_t copies[KZI_COUNTS_ROOM],
                          struct kzi_problem *problem);

/* The winner, the discarder and those who fed the last set of a yaku do not contradict. */
void kzi_hand_check_seats(const struct kzi_hand *hand, struct kzi_problem *problem);

#endif

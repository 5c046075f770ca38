/* face.h - faces: flowers, seasons and animals, the kinds of tile that are never in a set.
 *
 * The numbers are 0-3 the flowers 1f-4f (plum, orchid, chrysanthemum, bamboo), 4-7 the seasons
 * 1g-4g (spring to winter), 8-15 the animals and other faces 1k-8k; and 16-22 the honors, as they
 * lie next to the hand in games that have them as flowers. */
#ifndef KZI_FACE_H
#define KZI_FACE_H

#include "tile/kind.h"

#define KZI_FACES      23
#define KZI_HONOR_FACE 16 /* the first honor */
#define KZI_OF_A_SEAT  8  /* the first faces, each of which is a seat's own */
#define KZI_MAX_FACES  15 /* of one kind in a hand */

static inline unsigned kzi_face_count(const kzi_face_counts *faces, unsigned face) {
    return faces->eights[face / 8] >> face % 8 * 4 & 15;
}

static inline void kzi_face_add(kzi_face_counts *faces, unsigned face, int more) {
    faces->eights[face / 8] += (uint32_t)more << face % 8 * 4;
}

/* The code of a face is its number; of the flower or season of the winner's seat it is 16 more, so
 * that a class that depends on the seat is a fixed set, as for winds, and of an honor 8 more. */
#define KZI_OWN_FACES   16
#define KZI_HONOR_FACES 24
#define KZI_ALL_FACES   ((UINT32_C(1) << KZI_HONOR_FACES) - 1) /* but honors */

static inline unsigned kzi_face_code(unsigned face, unsigned seat) {
    return face + (face >= KZI_HONOR_FACE                     ? 8U
                   : face < KZI_OF_A_SEAT && face % 4 == seat ? KZI_OWN_FACES
                                                              : 0U);
}

/* Return the codes of a face, as bits. */
static inline uint32_t kzi_face_codes(unsigned face) {
    return UINT32_C(1) << kzi_face_code(face, 4) |
           (face < KZI_OF_A_SEAT ? UINT32_C(1) << (face + KZI_OWN_FACES) : 0);
}

/* Return the faces of some codes, by bit. */
static inline uint32_t kzi_faces_of(uint64_t codes) {
    return (uint32_t)((codes | (codes >> KZI_OWN_FACES & 255)) & 0xFFFF) |
           (uint32_t)(codes >> KZI_HONOR_FACES << KZI_HONOR_FACE);
}

#endif

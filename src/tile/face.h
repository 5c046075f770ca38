/* face.h - faces: flowers, seasons and animals, the kinds of tile that are never in a set.
 *
 * The numbers are 0-3 for the flowers 1f-4f (plum, orchid, chrysanthemum, bamboo), 4-7 for the
 * seasons 1g-4g (spring to winter), 8-15 for animals and other faces 1k-8k, and 16-22 for honors in
 * games that treat them as flowers, next to the hand. */
#ifndef KZI_FACE_H
#define KZI_FACE_H

#include "tile/kind.h"

#define KZI_FACES      23
#define KZI_HONOR_FACE 16 /* the first honor among the faces */
#define KZI_OF_A_SEAT  8  /* faces below this belong to a seat */
#define KZI_MAX_FACES  15 /* copies of one face in a hand */

static inline unsigned kzi_face_count(const kzi_face_counts *faces, unsigned face) {
    return faces->eights[face / 8] >> face % 8 * 4 & 15;
}

static inline void kzi_face_add(kzi_face_counts *faces, unsigned face, int more) {
    faces->eights[face / 8] += (uint32_t)more << face % 8 * 4;
}

/* Codes of faces.  The code is the number of the face; 16 more for the flower or season of the
 * winner's seat, so that a class that depends on the seat is a fixed set, as for winds; 8 more for
 * an honor. */
#define KZI_OWN_FACES   16
#define KZI_HONOR_FACES 24
#define KZI_ALL_FACES   ((UINT32_C(1) << KZI_HONOR_FACES) - 1) /* without honors */

static inline unsigned kzi_face_code(unsigned face, unsigned seat) {
    return face + (face >= KZI_HONOR_FACE                     ? 8U
                   : face < KZI_OF_A_SEAT && face % 4 == seat ? KZI_OWN_FACES
                                                              : 0U);
}

/* Return the codes that a face can have, as bits. */
static inline uint32_t kzi_face_codes(unsigned face) {
    return UINT32_C(1) << kzi_face_code(face, 4) |
           (face < KZI_OF_A_SEAT ? UINT32_C(1) << (face + KZI_OWN_FACES) : 0);
}

/* Return the faces with the given codes, a bit for each face. */
static inline uint32_t kzi_faces_of(uint64_t codes) {
    return (uint32_t)((codes | (codes >> KZI_OWN_FACES & 255)) & 0xFFFF) |
           (uint32_t)(codes >> KZI_HONOR_FACES << KZI_HONOR_FACE);
}

#endif

/* face.h - faces: flowers, seasons and animals, the kinds of tile that are never in a set.
 *
 * The numbers are 0-3 the flowers 1f-4f (plum, orchid, chrysanthemum, bamboo), 4-7 the seasons
 * 1g-4g (spring to winter), 8-15 the animals and other faces 1k-8k. */
#ifndef KZI_FACE_H
#define KZI_FACE_H

#include "tile/notation.h"

#define KZI_FACES     16
#define KZI_OF_A_SEAT 8  /* the first faces, each of which is a seat's own */
#define KZI_MAX_FACES 15 /* of one kind in a hand */

/* The counts of all faces, 4 bits each. */
typedef uint64_t kzi_face_counts;

static inline unsigned kzi_face_count(kzi_face_counts faces, unsigned face) {
    return (unsigned)(faces >> 4 * face) & 15;
}

/* The code of a face is its number, or, of the flower or season of the winner's seat, as many
 * further on as there are faces.  So a class that depends on the seat is a fixed set, as for
 * winds. */
#define KZI_FACE_CODES 24
#define KZI_ALL_FACES  ((UINT32_C(1) << KZI_FACE_CODES) - 1)

static inline unsigned kzi_face_code(unsigned face, unsigned seat) {
    return face + (face < KZI_OF_A_SEAT && face % 4 == seat ? KZI_FACES : 0U);
}

/* Return the codes of a face, as bits. */
static inline uint32_t kzi_face_codes(unsigned face) {
    return (UINT32_C(1) | (face < KZI_OF_A_SEAT ? UINT32_C(1) << KZI_FACES : 0)) << face;
}

/* Read the run of faces that begins at text: digits and f, g or k, or a Unicode flower.  text <
 * end.  BAD_CHAR: there is no face; the other errors are those of kzi_notation_run. */
enum kzi_notation_error kzi_face_run(const char *text, const char *end, struct kzi_run *run);

/* Return a face of the run, by index. */
unsigned kzi_face_of_run(const struct kzi_run *run, uint32_t index);

/* Append one face: "3g". */
void kzi_face_put(struct kzi_text *text, unsigned face);
/* Append all: "1f3g". */
void kzi_faces_put(struct kzi_text *text, kzi_face_counts faces);

#endif

/* inline.h - functions that are only there to be read apart: on the hot path the compiler joins
 * them, and what they hand on stays in registers.  What is stored in pieces and read back whole
 * makes a processor wait for the pieces. */
#ifndef KZI_INLINE_H
#define KZI_INLINE_H

#define KZI_ALWAYS_INLINE static inline __attribute__((always_inline))

#endif

/* abi.h - structs that a caller hands over, which begin with their size. */
#ifndef KZI_ABI_H
#define KZI_ABI_H

#include "kazoe.h"

/* Copy the members that the caller's struct has (NULL: none); the others are 0.  It was compiled
 * with the headers of any release, so it may be shorter than ours, or longer.  KZ_BAD_USAGE for
 * one whose size is not set: its members would be ignored without a word.  err may be NULL. */
kz_status kzi_take_struct(void *own, size_t size, const void *given, kz_error *err);

#endif

/* abi.h - structs that a caller hands over, which begin with their size. */
#ifndef KZI_ABI_H
#define KZI_ABI_H

#include "kazoe.h"

/* Copy the members of the caller's struct `given` (may be NULL) into `own`, whose other members
 * become 0.  The caller was compiled with the header of another release perhaps, so its struct may
 * be shorter or longer than ours.  KZ_BAD_USAGE if its size is not set, because its members would
 * be ignored silently.  err may be NULL. */
kz_status kzi_take_struct(void *own, size_t size, const void *given, kz_error *err);

#endif

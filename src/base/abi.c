#include "base/abi.h"

#include "base/diag.h"

#include <string.h>

kz_status kzi_take_struct(void *own, size_t size, const void *given, kz_error *err) {
    size_t has = size;
    memset(own, 0, size);
    if (!given)
        return KZ_OK;
    memcpy(&has, given, sizeof has);
    if (has < sizeof has)
        return kzi_fail(err, KZ_BAD_USAGE, "a struct does not begin with its size");
    memcpy(own, given, has < size ? has : size);
    return KZ_OK;
}

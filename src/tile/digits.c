#include "tile/digits.h"

#define OF(n)                                                                                      \
    ((n) == 0   ? UINT64_C(1) << 4 * 4 | UINT64_C(1) << KZI_COUNTS_RED                             \
     : (n) < 10 ? UINT64_C(1) << 4 * (((n) + 15) % 16)                                             \
                : 0)
#define FOUR(n, of) OF(n) + (of), OF((n) + 1) + (of), OF((n) + 2) + (of), OF((n) + 3) + (of)
#define ROW(n)      FOUR(0, OF(n)), FOUR(4, OF(n)), FOUR(8, OF(n)), FOUR(12, OF(n))

const uint64_t kzi_counts_of_two[256] = {ROW(0),  ROW(1),  ROW(2),  ROW(3), ROW(4),  ROW(5),
                                         ROW(6),  ROW(7),  ROW(8),  ROW(9), ROW(10), ROW(11),
                                         ROW(12), ROW(13), ROW(14), ROW(15)};

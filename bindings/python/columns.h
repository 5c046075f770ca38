/* Columns of results, as columns.c fills them and arrow.c hands them out. */
#ifndef KAZOE_PYTHON_COLUMNS_H
#define KAZOE_PYTHON_COLUMNS_H

#include "engine.h"

#include <stdatomic.h>
#include <stdbool.h>

#define KZPY_PAYMENTS 6 /* four seats, discarder, each of the others */

/* Bits by row, from kz_score_batch and from its numbers. */
enum kzpy_bits {
    KZPY_VALID,
    KZPY_PAYMENT_VALID,
    KZPY_WIN_BITS = KZPY_PAYMENT_VALID + KZPY_PAYMENTS,
    KZPY_ERROR_VALID,
    KZPY_FU_VALID,
    KZPY_LIMIT_VALID,
    KZPY_BITS
};

/* Texts that indices name. */
struct kzpy_dictionary {
    int64_t n;
    int32_t *offsets;
    char *bytes;
};

struct kzpy_columns {
    atomic_int owners;
    int64_t rows, filled;
    uint8_t *win, *error; /* the error's number in codes */
    int64_t *points;
    int32_t *total, *qualifying, *fu;
    int16_t *limit;
    int64_t *payments[KZPY_PAYMENTS];
    uint8_t *bits[KZPY_BITS];
    int64_t *yaku_offsets;
    int16_t *yaku;
    int32_t *times;
    size_t yaku_capacity;
    struct kzpy_dictionary codes, limits, yaku_ids;
};

void kzpy_columns_share(kzpy_columns *columns);

#endif

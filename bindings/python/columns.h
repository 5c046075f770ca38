/* Columns of results, as columns.c fills them and arrow.c hands them out. */
#ifndef KAZOE_PYTHON_COLUMNS_H
#define KAZOE_PYTHON_COLUMNS_H

#include "engine.h"

#include <stdatomic.h>
#include <stdbool.h>

#define KZPY_PAYMENTS 6 /* four seats, discarder, each of the others */

/* Bits for each row, from kz_score_batch and from its numbers. */
enum kzpy_bits {
    KZPY_VALID,
    KZPY_PAYMENT_VALID,
    KZPY_WIN_BITS = KZPY_PAYMENT_VALID + KZPY_PAYMENTS,
    KZPY_ERROR_VALID,
    KZPY_FU_VALID,
    KZPY_LIMIT_VALID,
    KZPY_BITS
};

/* The texts of a column whose elements are indexes. */
struct kzpy_dictionary {
    int64_t n;
    int32_t *offsets;
    char *bytes;
};

enum kzpy_dictionary_number { KZPY_CODES, KZPY_LIMITS, KZPY_YAKU_IDS, KZPY_DICTIONARIES };

struct kzpy_columns {
    atomic_int owners;
    int64_t rows, filled;
    uint8_t *win, *error; /* error: index of its code in codes */
    int64_t *points;
    int32_t *total, *qualifying, *fu;
    int16_t *limit;
    int64_t *payments[KZPY_PAYMENTS];
    uint8_t *bits[KZPY_BITS];
    int64_t *yaku_offsets;
    int16_t *yaku;
    int32_t *times;
    size_t yaku_capacity;
    struct kzpy_dictionary texts[KZPY_DICTIONARIES];
};

void kzpy_columns_share(kzpy_columns *columns);
/* Add a row; result NULL: the hand is missing.  There must be room.  Return false if memory ran
 * out. */
bool kzpy_columns_add(kzpy_columns *columns, const kz_ruleset *rules, const kz_result *result);

/* --- texts ------------------------------------------------------------------------------------ */

#define KZPY_BLOCK 8192 /* rows; a multiple of 8, so that the bits of a block begin at a byte */

/* The texts of one block, in the layout of kz_score_batch. */
struct kzpy_block {
    kz_batch_hands hands;
    int64_t offsets[KZPY_BLOCK + 1];
    char *bytes; /* for views: the copied bytes */
    size_t capacity;
};

bool kzpy_is_there(const struct kzpy_texts *texts, int64_t row);

/* Takes a block; first: the row of its first text. */
typedef kz_status kzpy_block_taker(void *context, const struct kzpy_block *block, int64_t first);

/* Call `take` for one block after another, until it returns something other than KZ_OK. */
kz_status kzpy_each_block(const struct kzpy_texts *texts, kzpy_block_taker *take, void *context);

#endif

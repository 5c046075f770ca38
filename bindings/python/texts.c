/* Convert columns of texts from Arrow's layouts to that of kz_score_batch, some thousand at a
 * time. */
#include "columns.h"

#include <stdlib.h>
#include <string.h>

bool kzpy_is_there(const struct kzpy_texts *texts, int64_t row) {
    size_t bit = (size_t)(texts->first + row);
    return !texts->validity || texts->validity[bit / 8] >> bit % 8 & 1;
}

/* A view: the length, then the text if it has at most 12 bytes, else its first 4 bytes, the number
 * of a buffer and the offset in it. */
struct view {
    int32_t length;
    char start[4];
    int32_t buffer, offset;
};

static kz_status append_view(struct kzpy_block *block, const struct kzpy_texts *texts, int64_t row,
                             size_t used) {
    struct view view;
    const char *from = (const char *)texts->index + (size_t)row * sizeof view;
    memcpy(&view, from, sizeof view);
    if (view.length < 0)
        return KZ_BAD_USAGE;
    const size_t len = (size_t)view.length;
    if (len <= 12)
        from += 4;
    else if (view.buffer < 0 || view.buffer >= texts->n_buffers || view.offset < 0)
        return KZ_BAD_USAGE;
    else
        from = (const char *)texts->buffers[view.buffer] + view.offset;
    if (used + len > block->capacity) {
        size_t capacity = 2 * (used + len) + 4096;
        char *bytes = realloc(block->bytes, capacity);
        if (!bytes)
            return KZ_NO_MEMORY;
        block->bytes = bytes;
        block->capacity = capacity;
    }
    memcpy(block->bytes + used, from, len);
    return KZ_OK;
}

static kz_status gather_views(struct kzpy_block *block, const struct kzpy_texts *texts, int64_t row,
                              int64_t n) {
    const struct view *views = texts->index;
    block->offsets[0] = 0;
    for (int64_t i = 0; i < n; i++) {
        block->offsets[i + 1] = block->offsets[i];
        if (!kzpy_is_there(texts, row + i))
            continue;
        kz_status status = append_view(block, texts, row + i, (size_t)block->offsets[i]);
        if (status != KZ_OK)
            return status;
        block->offsets[i + 1] += views[row + i].length;
    }
    return KZ_OK;
}

static kz_status lay_out(struct kzpy_block *block, const struct kzpy_texts *texts, int64_t row,
                         int64_t n) {
    const int64_t *wide = texts->index;
    const int32_t *narrow = texts->index;
    kz_status status = KZ_OK;
    block->hands = (kz_batch_hands){texts->bytes, block->offsets, texts->validity,
                                    texts->first + row, (size_t)n};
    switch (texts->layout) {
    case KZPY_OFFSETS_64:
        block->hands.offsets = wide + row;
        break;
    case KZPY_OFFSETS_32:
        for (int64_t i = 0; i <= n; i++)
            block->offsets[i] = narrow[row + i];
        break;
    case KZPY_VIEWS:
        status = gather_views(block, texts, row, n);
        block->hands.bytes = block->bytes;
        break;
    }
    if (status == KZ_OK && block->hands.offsets[0] < 0)
        return KZ_BAD_USAGE;
    return status;
}

kz_status kzpy_each_block(const struct kzpy_texts *texts, kzpy_block_taker *take, void *context) {
    struct kzpy_block *block = calloc(1, sizeof *block);
    kz_status status = block ? KZ_OK : KZ_NO_MEMORY;
    if (texts->n && !texts->index)
        status = KZ_BAD_USAGE;
    for (int64_t row = 0; status == KZ_OK && row < texts->n; row += KZPY_BLOCK) {
        const int64_t left = texts->n - row;
        status = lay_out(block, texts, row, left < KZPY_BLOCK ? left : KZPY_BLOCK);
        if (status == KZ_OK)
            status = take(context, block, row);
    }
    if (block)
        free(block->bytes);
    free(block);
    return status;
}

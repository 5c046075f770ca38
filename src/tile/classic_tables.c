/* The tables of the classic hand, made in memory: by gen_splits.c, which prints them as C when the
 * project is built, and instead of that where a program should be small (WebAssembly), because they
 * are most of it.  There they are made before anything else runs. */
#include "tile/sets.h"
#include "tile/splits.h"

#include <stdlib.h>

#define SHIFT_BITS 13
#define SLOTS      26000
#define MAX_SPLITS 32000

struct kzi_splits kzi_splits_classic;
struct kzi_ranks kzi_ranks;

static struct kzi_suit suits[SLOTS];
static uint16_t first[SLOTS];
static struct kzi_split splits[MAX_SPLITS];
static kzi_suit_key keys[MAX_SPLITS];
static uint16_t shifts[1 << SHIFT_BITS];

/* The sizes above are large enough, so this fails only if someone changes them. */
__attribute__((constructor)) static void make_tables(void) {
    struct kzi_splits_buffers buffers = {suits,  first, splits,     keys,
                                         shifts, SLOTS, SHIFT_BITS, MAX_SPLITS};
    if (!kzi_splits_build(&buffers, KZI_RANKED_SETS, &kzi_splits_classic))
        abort();
    kzi_ranks_build(&kzi_ranks);
}

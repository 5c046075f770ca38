/* The tables of the classic hand, made in memory.  gen_splits.c prints them as C when the project
 * is built.  They are most of the program, so if that is to be small (WebAssembly), it makes them
 * itself before anything else runs. */
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

/* The sizes above are large enough, so this fails only if they are changed. */
__attribute__((constructor)) static void make_tables(void) {
    struct kzi_splits_buffers buffers = {suits,  first, splits,     keys,
                                         shifts, SLOTS, SHIFT_BITS, MAX_SPLITS};
    if (!kzi_splits_build(&buffers, KZI_RANKED_SETS, &kzi_splits_classic))
        abort();
    kzi_ranks_build(&kzi_ranks);
}

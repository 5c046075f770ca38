/* The tables of the classic hand, made in memory.  gen_splits.c prints them as C when the project
 * is built.  They are most of the program, so if that is to be small (WebAssembly), it makes them
 * itself before anything else runs. */
#include "tile/sets.h"
#include "tile/splits.h"

#include <stdlib.h>

#define BITS       17
#define MAX_SPLITS 24100

struct kzi_splits kzi_splits_classic;
struct kzi_ranks kzi_ranks;

static uint16_t slots[1 << BITS];
static struct kzi_split list[MAX_SPLITS];

/* The sizes above are large enough, so this fails only if they are changed. */
__attribute__((constructor)) static void make_tables(void) {
    if (!kzi_splits_build(&kzi_splits_classic, KZI_RANKED_SETS, slots, BITS, list, MAX_SPLITS))
        abort();
    kzi_ranks_build(&kzi_ranks);
}

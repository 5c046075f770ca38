/* gen_splits - prints the table of splits of the classic hand as C, when the project is built. */
#include "tile/splits.h"

#include <stdio.h>

#define CLASSIC_SETS 4
#define SLOT_BITS    16
#define MAX_ENTRIES  24000
#define MAX_SPLITS   32000

static uint16_t slots[1 << SLOT_BITS];
static struct kzi_split_entry entries[MAX_ENTRIES];
static struct kzi_split splits[MAX_SPLITS];

static void print_splits(const struct kzi_splits *table) {
    printf("static const struct kzi_split splits[%u] = {\n", table->n_splits);
    for (unsigned i = 0; i < table->n_splits; i++)
        printf("{%u,%u,%u,%u},\n", (unsigned)splits[i].chows, splits[i].pungs, splits[i].pair,
               splits[i].n_sets);
    printf("};\n\n");
}

static void print_entries(const struct kzi_splits *table) {
    printf("static const struct kzi_split_entry entries[%u] = {\n", table->n_entries);
    for (unsigned i = 0; i < table->n_entries; i++)
        printf("{%u,%u,%u},\n", (unsigned)entries[i].key, entries[i].first, entries[i].count);
    printf("};\n\n");
}

static void print_slots(void) {
    printf("static const uint16_t slots[%u] = {\n", 1U << SLOT_BITS);
    for (unsigned i = 0; i < 1U << SLOT_BITS; i++)
        printf("%u,%s", slots[i], i % 16 == 15 ? "\n" : "");
    printf("};\n\n");
}

int main(void) {
    struct kzi_splits_room room = {slots, entries, splits, SLOT_BITS, MAX_ENTRIES, MAX_SPLITS};
    struct kzi_splits table;
    if (!kzi_splits_build(&room, CLASSIC_SETS, &table)) {
        fprintf(stderr, "gen_splits: the tables are too small\n");
        return 1;
    }
    printf("/* Made by gen_splits.c; do not edit. */\n#include \"tile/splits.h\"\n\n");
    print_splits(&table);
    print_entries(&table);
    print_slots();
    printf("const struct kzi_splits kzi_splits_classic = {\n"
           "    slots, entries, splits, %u, %u, %u, %u};\n",
           table.slot_bits, table.n_entries, table.n_splits, table.max_sets);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

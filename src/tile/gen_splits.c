/* gen_splits - print the tables of the classic hand (classic_tables.c) as C when the project is
 * built: the splits of a suit, and the ranks of chows and pungs.  Numbers are printed in the order
 * of the members, without braces around each element. */
#include "tile/sets.h"
#include "tile/splits.h"

#include <stdio.h>

static void print_numbers(const uint16_t *numbers, size_t count) {
    for (size_t i = 0; i < count; i++)
        printf("%u,%s", numbers[i], i % 16 == 15 ? "\n" : "");
}

static void print_bytes(const uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        printf("%u,%s", bytes[i], i % 16 == 15 ? "\n" : "");
}

static void print_splits(const struct kzi_splits *table) {
    printf("};\n\nstatic const struct kzi_split list[] = {\n");
    for (unsigned i = 0; i < table->count; i++) {
        const struct kzi_split *split = &table->list[i];
        printf("%uU,%u,%u,", (unsigned)split->key, split->pungs, split->chow_id);
        print_bytes(split->sets, KZI_MAX_SETS);
        printf("%u,%u,%u,\n", split->n_sets, split->pair, split->more);
    }
}

/* Print the ranks: numbers, bytes, numbers, in the order of the members. */
static void print_ranks(const struct kzi_ranks *ranks) {
    const size_t bytes = offsetof(struct kzi_ranks, n_chows),
                 last = offsetof(struct kzi_ranks, one_more);
    print_numbers((const uint16_t *)ranks, bytes / sizeof(uint16_t));
    print_bytes((const uint8_t *)ranks + bytes, last - bytes);
    print_numbers(ranks->one_more[0], KZI_CHOW_IDS * KZI_CHOW_STARTS);
}

int main(void) {
    const struct kzi_splits *table = &kzi_splits_classic;
    printf("/* Made by gen_splits.c; do not edit. */\n#include \"tile/sets.h\"\n#include "
           "\"tile/splits.h\"\n\n#pragma GCC diagnostic ignored \"-Wmissing-braces\"\n\n"
           "const struct kzi_ranks kzi_ranks = {\n");
    print_ranks(&kzi_ranks);
    print_splits(table);
    printf("};\n\nstatic const uint16_t slots[] = {\n");
    print_numbers(table->slots, (size_t)1 << table->bits);
    printf("};\n\nconst struct kzi_splits kzi_splits_classic = {slots, list, %u, %u, %u};\n",
           table->bits, table->count, table->max_sets);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

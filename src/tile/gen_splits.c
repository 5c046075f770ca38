/* gen_splits - print the tables of the classic hand as C when the project is built: the splits
 * of a suit, and the ranks of chows and pungs. */
#include "tile/sets.h"
#include "tile/splits.h"

#include <stdio.h>

#define SHIFT_BITS 13
#define SLOTS      26000
#define MAX_SPLITS 32000

static struct kzi_suit suits[SLOTS];
static uint16_t first[SLOTS];
static struct kzi_split splits[MAX_SPLITS];
static struct kzi_found_split found[MAX_SPLITS];
static uint16_t shifts[1 << SHIFT_BITS];

static void print_split(const struct kzi_split *split) {
    printf("{%u,%u,{", split->pungs, split->chow_id);
    for (unsigned k = 0; k < KZI_MAX_SETS; k++)
        printf("%u,", split->sets[k]);
    printf("},%u,%u,%u}", split->n_sets, split->pair, split->more);
}

static void print_splits(unsigned count) {
    printf("static const struct kzi_split splits[] = {\n");
    for (unsigned i = 0; i < count; i++) {
        print_split(&splits[i]);
        printf(",\n");
    }
    printf("};\n\nstatic const struct kzi_suit suits[] = {\n");
    for (unsigned i = 0; i < SLOTS; i++) {
        printf("{%uU,", (unsigned)suits[i].key);
        print_split(&suits[i].first);
        printf("},\n");
    }
    printf("};\n\n");
}

/* head and tail: the text before and after the array. */
static void print_numbers(const char *head, const uint16_t *numbers, size_t count,
                          const char *tail) {
    printf("%s{", head);
    for (size_t i = 0; i < count; i++)
        printf("%u,%s", numbers[i], i % 16 == 15 ? "\n" : "");
    printf("}%s", tail);
}

static void print_rows(const char *head, const uint16_t *numbers, size_t rows, size_t columns) {
    printf("%s{\n", head);
    for (size_t row = 0; row < rows; row++)
        print_numbers("", numbers + row * columns, columns, ",\n");
    printf("},\n");
}

static void print_bytes(const char *head, const uint8_t *bytes, size_t count) {
    printf("%s{", head);
    for (size_t i = 0; i < count; i++)
        printf("%u,%s", bytes[i], i % 16 == 15 ? "\n" : "");
    printf("},\n");
}

static void print_waits(const struct kzi_splits *table) {
    printf("static const uint16_t waits[][KZI_WAITS_OF_SUIT] = {\n");
    for (unsigned i = 0; i < SLOTS; i++) {
        uint16_t waits[KZI_WAITS_OF_SUIT] = {0};
        if (suits[i].key != KZI_NO_SUIT)
            kzi_suit_waits_of(table, suits[i].key, waits);
        print_numbers("", waits, KZI_WAITS_OF_SUIT, ",\n");
    }
    printf("};\n\n");
}

static void print_ranks(void) {
    static struct kzi_ranks ranks;
    kzi_ranks_build(&ranks);
    printf("const struct kzi_ranks kzi_ranks = {\n");
    print_numbers(".first_chows = ", ranks.first_chows, KZI_CHOW_IDS, ",\n");
    print_numbers(".first_pungs = ", ranks.first_pungs, KZI_PUNG_IDS, ",\n");
    print_rows(".second_chows = ", ranks.second_chows[0], KZI_RANKED_SETS + 1, KZI_CHOW_IDS);
    print_rows(".second_pungs = ", ranks.second_pungs[0], KZI_RANKED_SETS + 1, KZI_PUNG_IDS);
    print_bytes(".n_chows = ", ranks.n_chows, KZI_CHOW_IDS);
    print_bytes(".n_pungs = ", ranks.n_pungs, sizeof ranks.n_pungs);
    print_bytes(".pung_id = ", ranks.pung_id, sizeof ranks.pung_id);
    print_rows(".one_more = ", ranks.one_more[0], KZI_CHOW_IDS, KZI_CHOW_STARTS);
    printf("};\n\n");
}

int main(void) {
    struct kzi_splits_buffers buffers = {suits,  first, splits,     found,
                                         shifts, SLOTS, SHIFT_BITS, MAX_SPLITS};
    struct kzi_splits table;
    if (!kzi_splits_build(&buffers, KZI_RANKED_SETS, &table)) {
        fprintf(stderr, "gen_splits: the tables are too small\n");
        return 1;
    }
    printf("/* Made by gen_splits.c; do not edit. */\n#include \"tile/sets.h\"\n#include "
           "\"tile/splits.h\"\n\n");
    print_ranks();
    print_splits(buffers.max_splits);
    print_waits(&table);
    print_numbers("static const uint16_t first[] = ", first, SLOTS, ";\n\n");
    print_numbers("static const uint16_t shifts[] = ", shifts, 1 << SHIFT_BITS, ";\n\n");
    printf("const struct kzi_splits kzi_splits_classic = {\n"
           "    suits, first, splits, shifts, %u, %u, %u, %u, %u, waits};\n",
           table.shift_bits, table.n_slots, table.n_entries, table.n_splits, table.max_sets);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

/* gen_splits - print the tables of the classic hand (classic_tables.c) as C when the project is
 * built: the splits of a suit, and the ranks of chows and pungs. */
#include "tile/sets.h"
#include "tile/splits.h"

#include <stdio.h>

static void print_split(const struct kzi_split *split) {
    printf("{%u,%u,{", split->pungs, split->chow_id);
    for (unsigned k = 0; k < KZI_MAX_SETS; k++)
        printf("%u,", split->sets[k]);
    printf("},%u,%u,%u}", split->n_sets, split->pair, split->more);
}

/* All splits, those of honors last. */
static unsigned count_splits(const struct kzi_splits *table) {
    unsigned count = 0;
    for (unsigned i = 0; i < table->n_slots; i++)
        if (table->suits[i].key != KZI_NO_SUIT)
            count += table->suits[i].first.more + 1U;
    return count;
}

static void print_splits(const struct kzi_splits *table) {
    printf("static const struct kzi_split splits[] = {\n");
    for (unsigned i = 0, count = count_splits(table); i < count; i++) {
        print_split(&table->splits[i]);
        printf(",\n");
    }
    printf("};\n\nstatic const struct kzi_suit suits[] = {\n");
    for (unsigned i = 0; i < table->n_slots; i++) {
        printf("{%uU,", (unsigned)table->suits[i].key);
        print_split(&table->suits[i].first);
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

static void print_ranks(void) {
    printf("const struct kzi_ranks kzi_ranks = {\n");
    print_numbers(".first_chows = ", kzi_ranks.first_chows, KZI_CHOW_IDS, ",\n");
    print_numbers(".first_pungs = ", kzi_ranks.first_pungs, KZI_PUNG_IDS, ",\n");
    print_rows(".second_chows = ", kzi_ranks.second_chows[0], KZI_RANKED_SETS + 1, KZI_CHOW_IDS);
    print_rows(".second_pungs = ", kzi_ranks.second_pungs[0], KZI_RANKED_SETS + 1, KZI_PUNG_IDS);
    print_bytes(".n_chows = ", kzi_ranks.n_chows, KZI_CHOW_IDS);
    print_bytes(".n_pungs = ", kzi_ranks.n_pungs, sizeof kzi_ranks.n_pungs);
    print_bytes(".pung_id = ", kzi_ranks.pung_id, sizeof kzi_ranks.pung_id);
    print_rows(".one_more = ", kzi_ranks.one_more[0], KZI_CHOW_IDS, KZI_CHOW_STARTS);
    printf("};\n\n");
}

int main(void) {
    const struct kzi_splits *table = &kzi_splits_classic;
    printf("/* Made by gen_splits.c; do not edit. */\n#include \"tile/sets.h\"\n#include "
           "\"tile/splits.h\"\n\n");
    print_ranks();
    print_splits(table);
    print_numbers("static const uint16_t first[] = ", table->first, table->n_slots, ";\n\n");
    print_numbers("static const uint16_t shifts[] = ", table->shifts, 1U << table->shift_bits,
                  ";\n\n");
    printf("const struct kzi_splits kzi_splits_classic = {\n"
           "    suits, first, splits, shifts, %u, %u, %u, %u, %u};\n",
           table->shift_bits, table->n_slots, table->n_entries, table->n_splits, table->max_sets);
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}

/* Score a column of hands with one call, under rules that are held in memory.
 *
 *     cc batch.c $(pkg-config --cflags --libs kazoe) -o batch
 *     ./batch /usr/share/kazoe/rules tenhou '123456m23p55789s +1p riichi' '...'
 *
 * The library reads no file here: the program hands it each text that it asks for, which could as
 * well come from a database or from the program itself.  This file is C11 and C++11. */
#include <kazoe.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- rules ------------------------------------------------------------------------------------ */

/* A folder with rule files, and the text that was read last. */
struct shelf {
    const char *folder;
    char text[1024 * 1024];
};

/* Called by the library for each parent that rules extend: "base/riichi". */
static int find_text(void *payload, const char *name, const char **text, size_t *len) {
    struct shelf *shelf = (struct shelf *)payload;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.yaml", shelf->folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return 0;
    *text = shelf->text;
    *len = fread(shelf->text, 1, sizeof shelf->text, file);
    fclose(file);
    return 1;
}

static kz_ruleset *load(struct shelf *shelf, const char *name) {
    kz_ruleset *rules = NULL;
    kz_rule_text asked = {name, NULL, 0};
    kz_load_text_options options;
    kz_error error;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.find = find_text;
    options.payload = shelf;
    if (!find_text(shelf, name, &asked.text, &asked.len))
        fprintf(stderr, "%s: there is no such ruleset\n", name);
    else {
        /* The text must last until the rules are loaded, but the shelf holds only one. */
        char *copy = (char *)malloc(asked.len + 1);
        if (!copy)
            return NULL;
        memcpy(copy, asked.text, asked.len);
        asked.text = copy;
        if (kz_ruleset_load_text(&rules, &asked, &options, NULL, NULL, &error) != KZ_OK)
            fprintf(stderr, "%s:%d: %s\n", error.file, error.line, error.text);
        free(copy);
    }
    return rules;
}

/* --- columns ---------------------------------------------------------------------------------- */

#define ROWS 64  /* hands, at most */
#define ROOM 512 /* yaku of all of them */

struct table {
    int64_t offsets[ROWS + 1], points[ROWS], yaku_offsets[ROWS + 1];
    uint8_t error[ROWS], win[ROWS];
    int32_t total[ROWS], yaku_times[ROOM];
    int16_t limit[ROWS], yaku[ROOM];
};

/* The hands one after the other, as a column of a data frame has them; freed by the caller. */
static char *join(struct table *table, char **hands, int count) {
    size_t len = 0;
    for (int i = 0; i < count; i++)
        len += strlen(hands[i]);
    char *bytes = (char *)malloc(len + 1);
    len = 0;
    for (int i = 0; bytes && i < count; i++) {
        table->offsets[i] = (int64_t)len;
        memcpy(bytes + len, hands[i], strlen(hands[i]));
        len += strlen(hands[i]);
    }
    table->offsets[count] = (int64_t)len;
    return bytes;
}

static int score(const kz_ruleset *rules, struct table *table, const char *bytes, int count) {
    kz_batch_hands hands;
    kz_batch_columns columns; /* those that stay NULL are left out */
    size_t needed = 0;
    kz_batch *batch = kz_batch_new(rules);
    memset(&hands, 0, sizeof hands);
    hands.bytes = bytes;
    hands.offsets = table->offsets;
    hands.n = (size_t)count;
    memset(&columns, 0, sizeof columns);
    columns.size = sizeof columns;
    columns.error = table->error;
    columns.win = table->win;
    columns.points = table->points;
    columns.total = table->total;
    columns.limit = table->limit;
    columns.yaku_offsets = table->yaku_offsets;
    columns.yaku = table->yaku;
    columns.yaku_times = table->yaku_times;
    columns.yaku_capacity = ROOM;
    kz_status status = batch ? kz_score_batch(batch, &hands, &columns, &needed) : KZ_NO_MEMORY;
    kz_batch_free(batch);
    return status == KZ_OK && needed <= ROOM;
}

static void print_row(const kz_ruleset *rules, const struct table *table, int row) {
    if (table->error[row]) {
        printf("%d: %s\n", row, kz_error_code(table->error[row]));
        return;
    }
    printf("%d: %s, %lld points, %d %s", row, table->win[row] ? "win" : "no win",
           (long long)table->points[row], table->total[row], kz_ruleset_unit(rules));
    if (table->limit[row] >= 0)
        printf(", %s", kz_ruleset_limit_name(rules, (size_t)table->limit[row], "en"));
    for (int64_t i = table->yaku_offsets[row]; i < table->yaku_offsets[row + 1]; i++)
        printf("%s%s", i == table->yaku_offsets[row] ? ": " : ", ",
               kz_ruleset_yaku_name(rules, (size_t)table->yaku[i], "ja"));
    printf("\n");
}

int main(int argc, char **argv) {
    static struct shelf shelf;
    static struct table table;
    int count = argc - 3;
    if (count < 0 || count > ROWS) {
        fprintf(stderr, "usage: batch FOLDER RULESET [HAND ...]\n");
        return 2;
    }
    shelf.folder = argv[1];
    kz_ruleset *rules = load(&shelf, argv[2]);
    char *bytes = join(&table, argv + 3, count);
    int good = rules && bytes && score(rules, &table, bytes, count);
    for (int row = 0; good && row < count; row++)
        print_row(rules, &table, row);
    free(bytes);
    kz_ruleset_free(rules);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

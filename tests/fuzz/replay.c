/* Gives a fuzz target the bytes of files, one after the other: what libFuzzer found once, and what
 * it starts from.  Says how many there were. */
#include "target.h"

#include <string.h>

static void take(const char *path) {
    FILE *file = fopen(path, "rb");
    static uint8_t room[1 << 20];
    size_t size = file ? fread(room, 1, sizeof room, file) : 0;
    if (!file || ferror(file))
        MUST_STOP("%s cannot be read", path);
    fclose(file);
    uint8_t *data = malloc(size ? size : 1); /* of its own size, for the eyes of a sanitizer */
    if (!data)
        MUST_STOP("memory is out");
    memcpy(data, room, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

/* Names of files, a line each: there are too many for a command line. */
int main(void) {
    char path[4096];
    unsigned long count = 0;
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        fprintf(stderr, "%s\n", path); /* the last one is what a crash was met at */
        take(path);
        count++;
    }
    printf("%lu\n", count);
    return fflush(stdout) || !count ? EXIT_FAILURE : EXIT_SUCCESS;
}

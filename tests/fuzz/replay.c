/* Give a fuzz target the bytes of files, one after the other: inputs that libFuzzer found and those
 * that it starts from.  Print how many there were. */
#include "target.h"

#include <string.h>

static void take(const char *path) {
    FILE *file = fopen(path, "rb");
    static uint8_t room[1 << 20];
    size_t size = file ? fread(room, 1, sizeof room, file) : 0;
    if (!file || ferror(file))
        MUST_STOP("%s cannot be read", path);
    fclose(file);
    uint8_t *data =
        malloc(size ? size : 1); /* of the exact size, so that a sanitizer sees overruns */
    if (!data)
        MUST_STOP("out of memory");
    memcpy(data, room, size);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

/* Read the names of files from standard input, because there are too many for a command line. */
int main(void) {
    char path[4096];
    unsigned long count = 0;
    while (fgets(path, sizeof path, stdin)) {
        path[strcspn(path, "\n")] = '\0';
        fprintf(stderr, "%s\n", path); /* after a crash the last one is the cause */
        take(path);
        count++;
    }
    printf("%lu\n", count);
    return fflush(stdout) || !count ? EXIT_FAILURE : EXIT_SUCCESS;
}

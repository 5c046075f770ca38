/* source_tree.h - files of the source tree, for unit tests, which may run in another folder. */
#ifndef SOURCE_TREE_H
#define SOURCE_TREE_H

#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the path of a file; it is valid until the fourth call after this one. */
__attribute__((format(printf, 1, 2))) static inline const char *in_source(const char *format, ...) {
    static char paths[4][4096];
    static unsigned at;
    char *path = paths[at++ % 4];
    const char *top = getenv("SRCDIR");
    size_t len = (size_t)snprintf(path, sizeof paths[0], "%s/", top ? top : ".");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(path + len, sizeof paths[0] - len, format, arguments);
    va_end(arguments);
    return path;
}

/* Call use with the path of each shipped ruleset.  Return how many there are. */
static inline size_t for_each_ruleset(void (*use)(const char *path, void *ctx), void *ctx) {
    glob_t found;
    size_t count = 0;
    if (glob(in_source("rules/*.yaml"), 0, NULL, &found))
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (!strstr(found.gl_pathv[i], ".cases.yaml")) {
            use(found.gl_pathv[i], ctx);
            count++;
        }
    globfree(&found);
    return count;
}

#endif

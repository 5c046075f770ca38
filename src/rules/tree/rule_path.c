#include "rules/tree/rule_path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool kzi_is_below(const char *path, const char *folder, size_t len) {
    int depth = 0;
    if (strncmp(path, folder, len) != 0 || path[len] != '/')
        return false;
    for (const char *at = path + len; *at && depth >= 0; at += strcspn(at, "/")) {
        at += strspn(at, "/");
        size_t size = strcspn(at, "/");
        bool up = size == 2 && !strncmp(at, "..", 2);
        depth += up ? -1 : size > 0 && !(size == 1 && *at == '.');
    }
    return depth >= 0;
}

/* Opening a device may do something: only a plain file is opened, and folders on the way to it. */
static int open_step(int folder, const char *name, bool last) {
    struct stat about;
    const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW;
    if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW))
        return -1;
    if (last && !S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    return openat(folder, name, last ? flags : flags | O_DIRECTORY);
}

/* rest: what the way from the folder is, without links and without .. */
static int walk(const char *folder, const char *rest) {
    int at = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    while (at >= 0 && *(rest += strspn(rest, "/"))) {
        char name[NAME_MAX + 1];
        size_t len = strcspn(rest, "/");
        int next = -1, wrong = ENAMETOOLONG;
        if (len < sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)len, rest);
            next = open_step(at, name, !rest[len]);
            wrong = errno;
        }
        close(at);
        errno = wrong;
        at = next;
        rest += len;
    }
    return at;
}

int kzi_open_inside(const char *folders, const char *path) {
    char real[PATH_MAX], folder[PATH_MAX];
    if (!realpath(path, real))
        return -1;
    for (size_t len; folders && *folders; folders += len + (folders[len] == ':')) {
        char written[PATH_MAX];
        len = strcspn(folders, ":");
        if (!len || len >= sizeof written)
            continue;
        snprintf(written, sizeof written, "%.*s", (int)len, folders);
        if (!realpath(written, folder)) {
            if (errno == ENOMEM)
                return -1;
            continue;
        }
        size_t below = strcmp(folder, "/") != 0 ? strlen(folder) : 0;
        if (!strncmp(real, folder, below) && real[below] == '/')
            return walk(folder, real + below);
    }
    errno = EXDEV;
    return -1;
}

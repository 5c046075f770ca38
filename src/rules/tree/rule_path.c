/* Names and paths of rule files.  Resolve links to find out which files really are in the rule
 * path, or in another folder. */
#include "rules/loader.h"

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

/* --- names ----------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *start) {
    return !strncmp(text, start, strlen(start));
}

bool kzi_is_path(const char *name) {
    size_t len = strlen(name);
    return *name == '/' || begins_with(name, "./") || begins_with(name, "../") ||
           (len > 5 && !strcmp(name + len - 5, ".yaml"));
}

bool kzi_can_be_found(const char *name) {
    const char *part = name;
    while (part && *part && *part != '/' && *part != '.') {
        part = strchr(part, '/');
        if (part)
            part++;
    }
    return part == NULL;
}

bool kzi_rule_file_exists(const char *path, size_t folder) {
    struct stat about;
    char part[PATH_MAX];
    if (strlen(path) >= sizeof part)
        return false;
    for (size_t len = folder; path[len];) {
        len += 1 + strcspn(path + len + 1, "/");
        snprintf(part, sizeof part, "%.*s", (int)len, path);
        if (lstat(part, &about))
            return false;
        if (S_ISLNK(about.st_mode))
            return true;
    }
    return true;
}

/* --- staying in a folder --------------------------------------------------------------------- */

/* Open a folder on the way, or (last) a regular file.  Nothing else is opened, because opening a
 * device may have effects. */
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

/* Open a file or a folder below `folder`, step by step.  rest: the path below it, without links and
 * without .. */
static int walk(const char *folder, const char *rest, bool file) {
    int at = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY);
    while (at >= 0 && *(rest += strspn(rest, "/"))) {
        char name[NAME_MAX + 1];
        size_t len = strcspn(rest, "/");
        int next = -1, wrong = ENAMETOOLONG;
        if (len < sizeof name) {
            snprintf(name, sizeof name, "%.*s", (int)len, rest);
            next = open_step(at, name, file && !rest[len]);
            wrong = errno;
        }
        close(at);
        errno = wrong;
        at = next;
        rest += len;
    }
    return at;
}

/* Resolve a path into `real` and return 0.  On an error return a value of errno; `real` is then the
 * last folder on the way that exists.  EXDEV for a link to nothing, because what is missing is
 * elsewhere. */
static int resolve(const char *path, char real[PATH_MAX]) {
    char part[PATH_MAX];
    size_t len = strlen(path);
    if (realpath(path, real))
        return 0;
    int wrong = errno;
    if (len >= sizeof part)
        return ENAMETOOLONG;
    memcpy(part, path, len + 1);
    do {
        struct stat about;
        if (!lstat(part, &about) && S_ISLNK(about.st_mode))
            return EXDEV;
        char *slash = strrchr(part, '/');
        if (!slash)
            strcpy(part, ".");
        else
            slash[slash == part] = '\0';
    } while (!realpath(part, real) && errno != ENOMEM && strcmp(part, ".") && strcmp(part, "/"));
    return errno == ENOMEM ? ENOMEM : wrong;
}

/* Open the path that resolve() found, if it is in a folder; otherwise set errno to EXDEV. */
static int open_in(const char *folder, const char *real, int wrong) {
    char root[PATH_MAX];
    int why = EXDEV;
    if (realpath(folder, root)) {
        size_t below = strcmp(root, "/") != 0 ? strlen(root) : 0;
        bool inside = !strncmp(real, root, below) && (real[below] == '/' || !real[below]);
        if (inside && !wrong)
            return walk(root, real + below, true);
        if (inside)
            why = wrong;
    } else if (errno == ENOMEM)
        why = ENOMEM;
    errno = why;
    return -1;
}

int kzi_open_folder(const char *folder, const char *below) {
    return walk(folder, below, false);
}

int kzi_open_in(const char *folder, const char *path) {
    char real[PATH_MAX];
    errno = 0;
    int wrong = resolve(path, real);
    if (wrong != EXDEV && wrong != ENOMEM)
        return open_in(folder, real, wrong);
    errno = wrong;
    return -1;
}

int kzi_open_inside(const char *rule_path, const char *path) {
    char real[PATH_MAX];
    errno = 0;
    int wrong = resolve(path, real), fd = -1;
    const char *folder;
    errno = wrong == ENOMEM ? ENOMEM : EXDEV;
    for (size_t len; fd < 0 && errno == EXDEV && wrong != EXDEV &&
                     (folder = kzi_folder_next(&rule_path, &len));) {
        char root[PATH_MAX];
        if (len >= sizeof root)
            continue;
        snprintf(root, sizeof root, "%.*s", (int)len, folder);
        fd = open_in(root, real, wrong);
    }
    return fd;
}

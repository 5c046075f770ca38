#include "cli/page.h"

#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Signals reach nothing else. */
static struct {
    char path[PATH_MAX], aside[PATH_MAX];
    volatile sig_atomic_t is_aside;
} page;

static const int ending[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGXCPU, SIGXFSZ, SIGALRM};

static void give_up(int number) {
    if (page.is_aside)
        unlink(page.aside);
    signal(number, SIG_DFL);
    raise(number);
}

static void catch_signals(void) {
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        struct sigaction now, then = {.sa_handler = give_up};
        if (!sigaction(ending[i], NULL, &now) && now.sa_handler == SIG_DFL)
            sigaction(ending[i], &then, NULL);
    }
}

/* Whether another file can take the place of this one, and nobody could tell; with which mode. */
static bool is_replaceable(const char *path, mode_t *mode) {
    struct stat about;
    if (lstat(path, &about)) {
        mode_t mask = umask(0);
        umask(mask);
        *mode = 0666 & ~mask;
        return errno == ENOENT;
    }
    *mode = about.st_mode & 07777;
    return S_ISREG(about.st_mode) && about.st_nlink == 1 && about.st_uid == geteuid() &&
           about.st_gid == getegid() && !access(path, W_OK);
}

/* Whether errno says that no file can be made next to the page, but perhaps the page written. */
static bool is_forbidden(void) {
    return errno == EACCES || errno == EPERM || errno == EROFS || errno == ENAMETOOLONG;
}

/* -1: errno says why; EPERM: the page is not one that another file can replace. */
static int open_aside(const char *path) {
    static const char suffix[] = ".XXXXXX";
    sigset_t all, before;
    mode_t mode;
    if (strlen(path) + sizeof suffix > sizeof page.aside || !is_replaceable(path, &mode)) {
        errno = EPERM;
        return -1;
    }
    snprintf(page.aside, sizeof page.aside, "%s%s", path, suffix);
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int file = mkostemp(page.aside, O_CLOEXEC);
    page.is_aside = file >= 0;
    if (file >= 0) {
        fchmod(file, mode);
        catch_signals();
    }
    int wrong = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = wrong;
    return file;
}

int kzi_page_open(const char *path) {
    if (!strcmp(path, "-"))
        return KZI_EXIT_DONE;
    snprintf(page.path, sizeof page.path, "%s", path);
    int file = open_aside(path);
    if (file < 0 && is_forbidden())
        file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool done = file >= 0 && !fflush(stdout) && dup2(file, STDOUT_FILENO) >= 0;
    if (!done)
        kzi_say(NULL, "%s cannot be written: %s", path, strerror(errno));
    if (file > STDERR_FILENO)
        close(file);
    return done ? KZI_EXIT_DONE : KZI_EXIT_SYSTEM;
}

const char *kzi_page_path(void) {
    return *page.path ? page.path : NULL;
}

int kzi_page_close(int status) {
    if (!page.is_aside)
        return status;
    bool whole = status < KZI_EXIT_RULES;
    bool placed = whole && !rename(page.aside, page.path);
    if (whole && !placed) {
        kzi_say(NULL, "%s cannot be written: %s", page.path, strerror(errno));
        status = KZI_EXIT_SYSTEM;
    }
    if (!placed)
        unlink(page.aside);
    page.is_aside = false;
    return status;
}

/* The files of a ruleset, read with their parents and overlays. */
#include "rules/loader.h"
#include "rules/reader/reader.h"
#include "rules/tree/merge.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the rule path --------------------------------------------------------------------------- */

typedef bool each_folder(struct kzi_loader *loader, const char *folder, size_t len, void *context);

/* Calls visit for the folders that names are looked up in wherever they stand, until it returns
 * true. */
static bool visit_named_folders(struct kzi_loader *loader, each_folder *visit, void *context) {
    const char *along = loader->where->along;
    while (along && *along) {
        size_t len = strcspn(along, ":");
        if (len && visit(loader, along, len, context))
            return true;
        along += len + (along[len] == ':');
    }
    const char *installed = loader->where->installed;
    return installed && visit(loader, installed, strlen(installed), context);
}

static bool is_below_folder(struct kzi_loader *loader, const char *folder, size_t len,
                            void *context) {
    const char *const *path = context;
    (void)loader;
    return kzi_is_below(*path, folder, len);
}

/* The path counts as it is written; a file found by its name is in the rule path. */
static bool is_in_rule_path(struct kzi_loader *loader, const char *path) {
    return !loader->where->held && visit_named_folders(loader, is_below_folder, &path);
}

/* --- one file -------------------------------------------------------------------------------- */

enum opened { OPENED, MISSING, UNREADABLE, NO_FILE, TOO_LARGE, OUTSIDE };

static enum opened read_stream(struct kzi_loader *loader, FILE *stream, off_t size,
                               struct kzi_source *source) {
    if (size > KZI_MAX_FILE)
        return TOO_LARGE;
    char *text = kzi_arena_alloc(loader->diags->arena, (size_t)size + 1);
    source->len = fread(text, 1, (size_t)size, stream);
    source->text = text;
    return ferror(stream) ? UNREADABLE : OPENED;
}

/* Only a plain file: a folder or a device has no rules, and a pipe could keep us waiting. */
static int open_plain(const char *path, bool no_link) {
    struct stat about;
    if (stat(path, &about))
        return -1;
    if (!S_ISREG(about.st_mode)) {
        errno = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    return open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (no_link ? O_NOFOLLOW : 0));
}

/* In the rule path, or as far from it as the file may be. */
static int open_within(struct kzi_loader *loader, const char *path, struct kzi_reach *reach) {
    if (reach->named)
        return open_plain(path, loader->where->confined);
    int fd = kzi_open_inside(loader->folders, path);
    reach->inside = fd >= 0;
    if (fd < 0 && errno == EXDEV && reach->within == KZI_HOME)
        fd = kzi_open_in(loader->home, path);
    else if (fd < 0 && errno == EXDEV && reach->within == KZI_ANYWHERE)
        fd = open_plain(path, false);
    /* Not even the existence of a file elsewhere is disclosed. */
    if (fd < 0 && errno != ENOMEM && reach->within == KZI_RULE_PATH &&
        !is_in_rule_path(loader, path))
        errno = EXDEV;
    return fd;
}

static enum opened why_not(void) {
    switch (errno) {
    case ENOENT:
    case ENOTDIR:
        return MISSING;
    case EISDIR:
    case EINVAL:
        return NO_FILE;
    case EXDEV:
        return OUTSIDE;
    default:
        return UNREADABLE;
    }
}

static enum opened open_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                             FILE **stream, struct stat *about) {
    int fd = open_within(loader, path, reach);
    if (fd < 0 && errno == ENOMEM)
        longjmp(*loader->diags->arena->door, 1);
    if (fd < 0)
        return why_not();
    if (fstat(fd, about) || !S_ISREG(about->st_mode)) {
        close(fd);
        return NO_FILE;
    }
    *stream = fdopen(fd, "rb");
    if (!*stream)
        close(fd);
    return *stream ? OPENED : UNREADABLE;
}

/* Its number, or n_held. */
static size_t find_held(const struct kzi_loader *loader, const char *path) {
    size_t i = 0;
    while (i < loader->where->n_held && strcmp(loader->where->held[i].name, path) != 0)
        i++;
    return i;
}

static enum opened take_held(struct kzi_loader *loader, const char *path,
                             struct kzi_source *source) {
    size_t i = find_held(loader, path);
    if (i == loader->where->n_held)
        return MISSING;
    source->len = loader->where->held[i].len;
    if (source->len > KZI_MAX_FILE)
        return TOO_LARGE;
    source->text = kzi_arena_copy(loader->diags->arena, loader->where->held[i].text, source->len);
    loader->inodes[loader->count] = i;
    return OPENED;
}

static enum opened read_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                             struct kzi_source *source) {
    if (loader->where->held)
        return take_held(loader, path, source);
    FILE *stream = NULL;
    struct stat about;
    enum opened opened = open_file(loader, path, reach, &stream, &about);
    source->untold = !reach->named && !reach->inside;
    if (opened != OPENED)
        return opened;
    jmp_buf *outer = loader->diags->arena->door, door;
    loader->diags->arena->door = &door;
    if (setjmp(door)) {
        fclose(stream);
        loader->diags->arena->door = outer;
        longjmp(*outer, 1);
    }
    opened = read_stream(loader, stream, about.st_size, source);
    loader->diags->arena->door = outer;
    fclose(stream);
    loader->devices[loader->count] = about.st_dev;
    loader->inodes[loader->count] = about.st_ino;
    return opened;
}

/* --- parents --------------------------------------------------------------------------------- */

static const char *join_path(struct kzi_loader *loader, const char *folder, size_t len,
                             const char *name, const char *ending) {
    return kzi_arena_format(loader->diags->arena, "%.*s%s%s%s", (int)len, folder, len ? "/" : "",
                            name, ending);
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static bool exists(const struct kzi_loader *loader, const char *path) {
    struct stat about;
    return loader->where->held ? find_held(loader, path) < loader->where->n_held
                               : !lstat(path, &about); /* where a link leads is not disclosed */
}

static bool is_path(const char *name) {
    size_t len = strlen(name);
    return strchr(name, '/') || (len > 5 && !strcmp(name + len - 5, ".yaml"));
}

/* The same, the folder of a file (NULL: none) first. */
static bool visit_folders(struct kzi_loader *loader, const char *beside, each_folder *visit,
                          void *context) {
    size_t len = beside ? folder_length(beside) : 0;
    return (beside && visit(loader, len ? beside : ".", len ? len : 1, context)) ||
           visit_named_folders(loader, visit, context);
}

struct search {
    const char *name, *found;
    struct kzi_names seen;
};

static bool look_in(struct kzi_loader *loader, const char *folder, size_t len, void *context) {
    struct search *search = context;
    const char *path = join_path(loader, folder, len, search->name, ".yaml");
    if (exists(loader, path))
        search->found = path;
    return search->found != NULL;
}

static void note_name(struct search *search, const char *file) {
    char name[64];
    size_t size = strlen(file);
    if (size < 6 || size - 5 >= sizeof name || strcmp(file + size - 5, ".yaml") != 0)
        return;
    memcpy(name, file, size - 5);
    name[size - 5] = '\0';
    if (!strchr(name, '.'))
        kzi_names_add(&search->seen, name);
}

static bool note_names(struct kzi_loader *loader, const char *folder, size_t len, void *context) {
    struct search *search = context;
    const struct kzi_source *held = loader->where->held;
    for (size_t i = 0; held && i < loader->where->n_held; i++)
        if (!strncmp(held[i].name, folder, len) && held[i].name[len] == '/')
            note_name(search, held[i].name + len + 1);
    DIR *open = held ? NULL : opendir(kzi_arena_copy(loader->diags->arena, folder, len));
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
        note_name(search, entry->d_name);
    if (open)
        closedir(open);
    return false;
}

/* --- staying inside -------------------------------------------------------------------------- */

/* How far a file may be from the rule path.  Whoever names a file by its path chooses it, and what
 * it says is followed anywhere.  Any other leads to the rule path alone; but files next to the one
 * that was named, or to one that this extends by its path, may extend one another, by names and
 * by relative paths. */
static struct kzi_reach reach_of(struct kzi_loader *loader, const struct kzi_reach *child,
                                 const char *path, bool relative) {
    struct kzi_reach reach = {.within = KZI_RULE_PATH};
    if (loader->where->confined || is_in_rule_path(loader, path))
        reach.within = KZI_RULE_PATH;
    else if (child->named)
        reach.within = KZI_ANYWHERE;
    else if (!child->inside && relative)
        reach.within = KZI_HOME;
    return reach;
}

/* The same of what the caller asks for; told: a case file names it. */
static struct kzi_reach reach_asked(struct kzi_loader *loader, const char *path, bool told) {
    const struct kzi_reach caller = {.named = true};
    if (told || is_in_rule_path(loader, path))
        return reach_of(loader, &caller, path, false);
    return (struct kzi_reach){.named = true, .within = KZI_ANYWHERE};
}

static const char *find_by_path(struct kzi_loader *loader, const struct kzi_node *name,
                                const char *child, struct kzi_reach *reach) {
    size_t len = name->text[0] == '/' ? 0 : folder_length(child);
    const char *path = len ? join_path(loader, child, len, name->text, "") : name->text;
    *reach = reach_of(loader, reach, path, name->text[0] != '/');
    return path;
}

#define SAID 256 /* of names like one that is unknown, at most */

/* reach: that of the child, and then that of its parent. */
static const char *find_parent(struct kzi_loader *loader, const struct kzi_node *name,
                               const char *child, struct kzi_reach *reach) {
    if (is_path(name->text))
        return find_by_path(loader, name, child, reach);
    struct search search = {.name = name->text};
    /* Where files elsewhere may not be found, none is looked for next to one. */
    const char *beside = loader->where->confined && !is_in_rule_path(loader, child) ? NULL : child;
    if (visit_folders(loader, beside, look_in, &search)) {
        *reach = reach_of(loader, reach, search.found, true);
        return search.found;
    }
    kzi_names_init(&search.seen, loader->diags->arena);
    visit_folders(loader, beside, note_names, &search);
    char near[SAID];
    struct kzi_text text = kzi_text_fixed(near, sizeof near);
    kzi_arena_spend(loader->diags->arena, 64 * search.seen.count);
    kzi_put_nearest(&text, name->text, search.seen.name, search.seen.count);
    kzi_text_end(&text);
    kzi_error_at(loader->diags, name->place, "unknown ruleset '%s'%s", name->text, near);
    return NULL;
}

/* --- the chain ------------------------------------------------------------------------------- */

/* The name of the newest file if it was read before; or NULL. */
static const char *met_already(const struct kzi_loader *loader) {
    for (size_t i = 0; i < loader->count; i++)
        if (loader->devices[i] == loader->devices[loader->count] &&
            loader->inodes[i] == loader->inodes[loader->count])
            return loader->files[i]->name;
    return NULL;
}

static kz_status tell_unread(struct kzi_loader *loader, enum opened opened, const char *path,
                             struct kzi_place place) {
    if (opened == MISSING && place.source) {
        kzi_error_at(loader->diags, place, "there is no file %s", path);
        return KZ_BAD_RULES;
    }
    struct kzi_source *self = KZI_NEW(loader->diags->arena, struct kzi_source);
    *self = (struct kzi_source){.name = path, .text = ""};
    if (!place.source)
        place.source = self;
    if (opened == MISSING)
        kzi_error_at(loader->diags, place, "there is no such file");
    else if (opened == OUTSIDE)
        kzi_error_at(loader->diags, place,
                     "%s is outside the folders that rules are found in by their names", path);
    else if (opened == NO_FILE)
        kzi_error_at(loader->diags, place, "%s is a folder or a device, not a rule file", path);
    else if (opened == TOO_LARGE)
        kzi_error_at(loader->diags, place, "the file %s is larger than 1 MiB", path);
    else
        kzi_error_at(loader->diags, place, "%s cannot be read: %s", path, strerror(errno));
    return opened == MISSING ? KZ_NOT_FOUND : opened == UNREADABLE ? KZ_IO : KZ_BAD_RULES;
}

/* Whether the file is of a language that this version reads. */
static bool check_language(struct kzi_loader *loader, const struct kzi_node *root) {
    const struct kzi_node *kazoe = kzi_node_get(root, "kazoe");
    if (!kazoe)
        kzi_error_at(loader->diags, (struct kzi_place){root->place.source, 1, 1},
                     "a rule file begins with the line kazoe: 1");
    else if (!kzi_node_is(kazoe, "1"))
        kzi_error_at(loader->diags, kazoe->place,
                     "this version reads rule files that begin with kazoe: 1");
    return !kazoe || kzi_node_is(kazoe, "1");
}

static bool add_file(struct kzi_loader *loader, struct kzi_source *source, struct kzi_place place) {
    loader->bytes += source->len;
    if (loader->bytes > KZI_MAX_FILES) {
        kzi_error_at(loader->diags, place, "the files of this ruleset are larger than 4 MiB");
        return false;
    }
    source->number = (uint32_t)loader->count;
    if (loader->count == loader->n_overlays)
        loader->diags->of = source;
    const struct kzi_node *root = kzi_yaml_read(loader->diags, source);
    if (root && root->kind != KZI_MAP) {
        kzi_error_at(loader->diags, root->place,
                     "a rule file is a mapping (key: value) that begins with kazoe: 1");
        root = NULL;
    }
    if (root && !check_language(loader, root))
        root = NULL;
    loader->roots[loader->count] = root;
    loader->files[loader->count++] = source;
    return root != NULL;
}

/* Whether extends can be followed; if not, an error is noted. */
static bool names_a_parent(struct kzi_loader *loader, const struct kzi_node *extends) {
    bool full = loader->count - loader->n_overlays == KZI_MAX_CHAIN;
    bool named = extends->kind == KZI_SCALAR && *extends->text;
    if (!named)
        kzi_error_at(loader->diags, extends->place, "extends names one ruleset or one path");
    else if (full)
        kzi_error_at(loader->diags, extends->place, "more than 8 files extend one another");
    return named && !full;
}

static void set_home(struct kzi_loader *loader, const char *path) {
    size_t len = folder_length(path);
    loader->home = len ? kzi_arena_copy(loader->diags->arena, path, len) : ".";
}

static kz_status read_chain(struct kzi_loader *loader, const char *path) {
    const struct kzi_rule_path *where = loader->where;
    struct kzi_place place = {0};
    struct kzi_reach reach = reach_asked(loader, path, where->told && where->told->ruleset);
    for (const struct kzi_node *extends; path; path = find_parent(loader, extends, path, &reach)) {
        struct kzi_source *source = KZI_NEW(loader->diags->arena, struct kzi_source);
        source->name = kzi_arena_copy(loader->diags->arena, path, strlen(path));
        enum opened opened = read_file(loader, path, &reach, source);
        if (opened != OPENED)
            return tell_unread(loader, opened, path, place);
        if (met_already(loader)) {
            kzi_error_at(loader->diags, place,
                         place.source
                             ? "extends leads in a circle, back to %s"
                             : "%s is named as an overlay and as the rules it is laid over",
                         met_already(loader));
            return KZ_BAD_RULES;
        }
        if (!add_file(loader, source, place))
            return KZ_BAD_RULES;
        if (reach.within == KZI_ANYWHERE && !reach.inside)
            set_home(loader, path);
        extends = kzi_node_get(loader->roots[loader->count - 1], "extends");
        if (!extends)
            return KZ_OK;
        if (!names_a_parent(loader, extends))
            return KZ_BAD_RULES;
        place = extends->place;
    }
    return KZ_BAD_RULES; /* a parent was not found */
}

/* --- overlays -------------------------------------------------------------------------------- */

static void check_overlay(struct kzi_loader *loader, const struct kzi_node *root) {
    static const char *const not_its[] = {"ruleset", "extends"};
    for (size_t i = 0; i < KZI_COUNT(not_its); i++) {
        const struct kzi_entry *entry = kzi_node_entry(root, not_its[i]);
        if (entry)
            kzi_error_at(loader->diags, entry->key->place,
                         "an overlay has no %s: it is laid over any ruleset", not_its[i]);
    }
}

static int by_name(const void *left, const void *right) {
    const char *const *one = left, *const *other = right;
    size_t mine = folder_length(*one), theirs = folder_length(*other);
    int order =
        strcmp(*one + mine + ((*one)[mine] == '/'), *other + theirs + ((*other)[theirs] == '/'));
    return order ? order : strcmp(*one, *other);
}

/* Whether a case file names the overlay. */
static bool is_told(const struct kzi_loader *loader, const char *path) {
    const struct kzi_rule_path *where = loader->where;
    for (size_t i = 0; where->told && i < where->told->n_overlays; i++)
        if (where->overlays[i] == path)
            return true;
    return false;
}

static kz_status read_overlays(struct kzi_loader *loader) {
    static const struct kzi_place nowhere = {0};
    const char *paths[KZI_MAX_OVERLAYS];
    size_t count = loader->where->n_overlays;
    if (count > KZI_MAX_OVERLAYS) {
        kzi_error_at(loader->diags, nowhere, "there are more than %d overlays", KZI_MAX_OVERLAYS);
        return KZ_BAD_RULES;
    }
    if (count)
        memcpy(paths, loader->where->overlays, count * sizeof *paths);
    if (count) /* whatever order they are named in, they are the same rules with the same name */
        qsort(paths, count, sizeof *paths, by_name);
    for (size_t i = 0; i < count; i++) {
        const char *path = paths[i];
        struct kzi_source *source = KZI_NEW(loader->diags->arena, struct kzi_source);
        source->name = kzi_arena_copy(loader->diags->arena, path, strlen(path));
        struct kzi_reach reach = reach_asked(loader, path, is_told(loader, path));
        enum opened opened = read_file(loader, path, &reach, source);
        if (opened != OPENED)
            return tell_unread(loader, opened, path, nowhere);
        if (met_already(loader)) {
            kzi_error_at(loader->diags, nowhere, "the overlay %s is named twice", path);
            return KZ_BAD_RULES;
        }
        if (!add_file(loader, source, nowhere))
            return KZ_BAD_RULES;
        check_overlay(loader, loader->roots[i]);
        loader->n_overlays++;
    }
    kzi_compare_sheets(loader->diags, loader->roots, count);
    return KZ_OK;
}

kz_status kzi_files_read(struct kzi_loader *loader, const char *path) {
    const char *named =
        loader->where->told && loader->where->told->ruleset ? loader->where->told->file : path;
    const char *along = loader->where->along, *installed = loader->where->installed;
    loader->folders = kzi_arena_format(loader->diags->arena, "%s:%s", along ? along : "",
                                       installed ? installed : "");
    set_home(loader, named);
    kz_status status = read_overlays(loader);
    return status == KZ_OK ? read_chain(loader, path) : status;
}

/* The files of a ruleset, read with their parents and overlays. */
#include "rules/loader.h"
#include "rules/reader/reader.h"
#include "rules/tree/merge.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the rule path --------------------------------------------------------------------------- */

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static const char *folder_of(struct kzi_loader *loader, const char *path) {
    size_t len = folder_length(path);
    return len ? kzi_arena_copy(loader->diags->arena, path, len) : ".";
}

/* The path counts as it is written; a file found by its name is in the rule path. */
static bool is_in_rule_path(const struct kzi_loader *loader, const char *path) {
    const char *rest = loader->folders, *folder;
    for (size_t len; (folder = kzi_folder_next(&rest, &len));)
        if (kzi_is_below(path, folder, len))
            return true;
    return false;
}

/* --- one file -------------------------------------------------------------------------------- */

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

static void close_stream(void *stream) {
    fclose(stream);
}

void **kzi_source_keep(struct kzi_arena *arena) {
    return kzi_arena_keep(arena, close_stream);
}

/* Return whether a file is /dev/null or a similar device, which counts as an empty file. */
static bool is_empty_device(int fd, const struct stat *about) {
    char first;
    return S_ISCHR(about->st_mode) && !read(fd, &first, 1);
}

int kzi_source_take(struct kzi_arena *arena, void **kept, struct kzi_source *source, int fd,
                    struct stat *about) {
    int wrong = fstat(fd, about) ? errno : 0;
    if (!wrong && !S_ISREG(about->st_mode) && !is_empty_device(fd, about))
        wrong = S_ISDIR(about->st_mode) ? EISDIR : EINVAL;
    if (!wrong && about->st_size > KZI_MAX_FILE)
        wrong = EFBIG;
    FILE *stream = *kept = wrong ? NULL : fdopen(fd, "rb");
    if (!stream) {
        wrong = wrong ? wrong : errno;
        close(fd);
        if (wrong == ENOMEM)
            longjmp(*arena->door, 1);
        return wrong;
    }
    char *text = kzi_arena_alloc(arena, (size_t)about->st_size + 1);
    source->len = fread(text, 1, (size_t)about->st_size, stream);
    wrong = ferror(stream) ? errno : 0;
    source->text = wrong ? NULL : text;
    kzi_arena_give_back(arena, stream);
    return wrong;
}

/* Return 0, or the number of an error, as errno has it. */
static int read_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                     struct kzi_source *source) {
    struct kzi_arena *arena = loader->diags->arena;
    void **kept = kzi_source_keep(arena);
    struct stat about;
    int fd = open_within(loader, path, reach), wrong = errno;
    source->hidden = !reach->named && !reach->inside;
    if (fd < 0 && wrong == ENOMEM)
        longjmp(*arena->door, 1);
    if (fd < 0)
        return wrong;
    wrong = kzi_source_take(arena, kept, source, fd, &about);
    loader->devices[loader->count] = about.st_dev;
    loader->inodes[loader->count] = about.st_ino;
    return wrong;
}

static kz_status tell_unread(struct kzi_loader *loader, int wrong, const char *path,
                             struct kzi_place place) {
    struct kzi_diags *diags = loader->diags;
    struct kzi_source *self = KZI_NEW(diags->arena, struct kzi_source);
    bool named = place.source == NULL;
    *self = (struct kzi_source){.name = path, .text = ""};
    if (named)
        place.source = self;
    switch (wrong) {
    case ENOENT:
    case ENOTDIR:
        if (named)
            kzi_error_at(diags, place, "there is no such file");
        else
            kzi_error_at(diags, place, "there is no file %s", path);
        return named ? KZ_NOT_FOUND : KZ_BAD_RULES;
    case EXDEV:
        kzi_error_at(diags, place,
                     "%s is outside the folders that rules are found in by their names", path);
        return KZ_BAD_RULES;
    case EISDIR:
    case EINVAL:
        kzi_error_at(diags, place, "%s is a folder or a device, not a rule file", path);
        return KZ_BAD_RULES;
    case EFBIG:
        kzi_error_at(diags, place, "the file %s is larger than 1 MiB", path);
        return KZ_BAD_RULES;
    default:
        kzi_error_at(diags, place, "%s cannot be read: %s", path, strerror(wrong));
        return KZ_IO;
    }
}

/* Return whether the file is of a language that this version reads. */
static bool check_language(struct kzi_loader *loader, const struct kzi_node *root, bool config) {
    const struct kzi_node *kazoe = kzi_node_get(root, "kazoe");
    if (!kazoe && config)
        return true;
    if (!kazoe)
        kzi_error_at(loader->diags, (struct kzi_place){root->place.source, 1, 1},
                     "a rule file begins with the line kazoe: 1");
    else if (!kzi_node_is(kazoe, "1"))
        kzi_error_at(loader->diags, kazoe->place,
                     "this version reads rule files that begin with kazoe: 1");
    return !kazoe || kzi_node_is(kazoe, "1");
}

/* The name of the newest file if it was read before; or NULL. */
static const char *met_already(const struct kzi_loader *loader) {
    for (size_t i = 0; i < loader->count; i++)
        if (loader->devices[i] == loader->devices[loader->count] &&
            loader->inodes[i] == loader->inodes[loader->count])
            return loader->files[i]->name;
    return NULL;
}

/* place: where the file is named. */
static kz_status add_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                          struct kzi_place place, bool overlay) {
    struct kzi_diags *diags = loader->diags;
    struct kzi_source *source = KZI_NEW(diags->arena, struct kzi_source);
    source->name = kzi_arena_copy(diags->arena, path, strlen(path));
    source->number = (uint32_t)loader->count;
    int wrong = loader->where->texts ? kzi_text_take(loader, path, source)
                                     : read_file(loader, path, reach, source);
    if (wrong)
        return tell_unread(loader, wrong, path, place);
    const char *met = met_already(loader);
    loader->bytes += source->len;
    if (met)
        kzi_error_at(diags, place,
                     overlay        ? "the overlay %s is named twice"
                     : place.source ? "extends leads in a circle, back to %s"
                                    : "%s is named as an overlay and as the rules it is laid over",
                     overlay ? path : met);
    else if (loader->bytes > KZI_MAX_FILES)
        kzi_error_at(diags, place, "the files of this ruleset are larger than 4 MiB");
    if (met || loader->bytes > KZI_MAX_FILES)
        return KZ_BAD_RULES;
    bool asked = !overlay && loader->count == loader->n_overlays;
    bool config = asked && loader->where->origin && loader->where->origin->config;
    if (asked)
        diags->of = source;
    const struct kzi_node *root = kzi_yaml_read(diags, source);
    bool map = root && root->kind == KZI_MAP;
    if (map && config && kzi_node_get(root, "overlays"))
        root = kzi_node_with(diags->arena, root, "overlays", NULL);
    if (root && !map)
        kzi_error_at(diags, root->place,
                     "a rule file is a mapping (key: value) that begins with kazoe: 1");
    loader->roots[loader->count] = root;
    loader->layers[loader->count] = map ? kzi_layer_of(diags, root) : NULL;
    loader->files[loader->count++] = source;
    return map && check_language(loader, root, config) ? KZ_OK : KZ_BAD_RULES;
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

/* The same for what the caller asks for; named: a case file names it. */
static struct kzi_reach reach_asked(struct kzi_loader *loader, const char *path, bool named) {
    const struct kzi_reach caller = {.named = true};
    if (named || is_in_rule_path(loader, path))
        return reach_of(loader, &caller, path, false);
    return (struct kzi_reach){.named = true, .within = KZI_ANYWHERE};
}

/* --- parents --------------------------------------------------------------------------------- */

static const char *find_by_path(struct kzi_loader *loader, const char *name, const char *child,
                                struct kzi_reach *reach) {
    bool relative = *name != '/';
    size_t len = relative ? folder_length(child) : 0;
    if (len)
        name = kzi_arena_format(loader->diags->arena, "%.*s/%s", (int)len, child, name);
    *reach = reach_of(loader, reach, name, relative);
    return name;
}

/* first: the folder that the name was looked up in before the rule path, or NULL. */
static void tell_unknown(struct kzi_loader *loader, const struct kzi_node *name,
                         const char *first) {
    struct kzi_arena *arena = loader->diags->arena;
    const struct kzi_rule_texts *texts = loader->where->texts;
    char near[256]; /* of names like it, at most */
    struct kzi_text text = kzi_text_fixed(near, sizeof near);
    struct kzi_names seen;
    kzi_names_init(&seen, arena);
    for (size_t i = 0; texts && i < texts->n_parents; i++)
        kzi_names_add(&seen, texts->parents[i].name);
    kzi_arena_spend(arena, 64 * seen.count);
    bool found = texts ? kzi_put_nearest(&text, name->text, seen.name, seen.count)
                       : kzi_put_unknown(&text, arena, first, loader->folders, "", name->text);
    if (!found && strchr(name->text, '/'))
        kzi_text_put(&text, "; a path begins with ./ or ../, or ends in .yaml");
    kzi_text_end(&text);
    kzi_error_at(loader->diags, name->place, "unknown ruleset '%s'%s", name->text, near);
}

/* child: the file that names it; NULL: the caller does.  reach: that of the child, and then that of
 * its parent. */
static const char *find_parent(struct kzi_loader *loader, const struct kzi_node *name,
                               const char *child, struct kzi_reach *reach) {
    struct kzi_arena *arena = loader->diags->arena;
    if (kzi_is_path(name->text) && loader->where->texts) {
        kzi_error_at(loader->diags, name->place,
                     "%s is a path, but rules in memory have no folder: extends names a ruleset",
                     name->text);
        return NULL;
    }
    if (kzi_is_path(name->text))
        return find_by_path(loader, name->text, child, reach);
    if (!kzi_can_be_found(name->text)) {
        kzi_error_at(loader->diags, name->place,
                     "'%s' is not a name: no part of one is empty or begins with a dot; a path "
                     "begins with ./ or ../, or ends in .yaml",
                     name->text);
        return NULL;
    }
    if (loader->where->texts && kzi_text_find(loader, name->text))
        return loader->parent.name;
    /* If files elsewhere may not be found, none is looked up next to one. */
    bool beside = child && (!loader->where->confined || is_in_rule_path(loader, child));
    const char *first = beside ? folder_of(loader, child) : NULL, *path = NULL;
    if (!loader->where->texts)
        path = kzi_name_find(arena, first, loader->folders, name->text);
    if (path)
        *reach = reach_of(loader, reach, path, true);
    else
        tell_unknown(loader, name, first);
    return path;
}

/* --- the chain ------------------------------------------------------------------------------- */

/* Return whether extends can be followed; if not, an error is noted. */
static bool names_a_parent(struct kzi_loader *loader, const struct kzi_node *extends) {
    bool full = loader->count - loader->n_overlays == KZI_MAX_CHAIN;
    bool named = extends->kind == KZI_SCALAR && *extends->text;
    if (!named)
        kzi_error_at(loader->diags, extends->place, "extends names one ruleset or one path");
    else if (full)
        kzi_error_at(loader->diags, extends->place, "more than 8 files extend one another");
    return named && !full;
}

static kz_status read_chain(struct kzi_loader *loader, const char *path) {
    const struct kzi_rule_path *where = loader->where;
    struct kzi_place place = {0};
    struct kzi_reach reach = reach_asked(loader, path, where->origin && where->origin->ruleset);
    for (const struct kzi_node *extends; path; path = find_parent(loader, extends, path, &reach)) {
        kz_status status = add_file(loader, path, &reach, place, false);
        if (status != KZ_OK)
            return status;
        if (reach.within == KZI_ANYWHERE && !reach.inside)
            loader->home = folder_of(loader, path);
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

/* Return whether a case file names the overlay. */
static bool is_named_by_origin(const struct kzi_loader *loader, const char *path) {
    const struct kzi_rule_path *where = loader->where;
    for (size_t i = 0; where->origin && i < where->origin->n_overlays; i++)
        if (where->overlays[i] == path)
            return true;
    return false;
}

static const struct kzi_place nowhere = {0};

/* Replace the names among overlays by paths; false: one is unknown.  An origin also names files
 * that do not look like paths. */
static bool find_overlays(struct kzi_loader *loader, const char **overlays, size_t count) {
    struct kzi_arena *arena = loader->diags->arena;
    for (size_t i = 0; i < count; i++) {
        const char *name = overlays[i];
        if (!kzi_is_path(name))
            overlays[i] = kzi_overlay_find(arena, loader->folders, name);
        if (!overlays[i] && loader->where->origin &&
            (!kzi_can_be_found(name) || !access(name, F_OK)))
            overlays[i] = name;
        if (!overlays[i])
            kzi_error_at(loader->diags, nowhere, "%s",
                         kzi_overlay_unknown(arena, loader->folders, name));
        if (!overlays[i])
            return false;
    }
    return true;
}

static kz_status read_overlays(struct kzi_loader *loader) {
    const char *paths[KZI_MAX_OVERLAYS];
    size_t count = loader->where->n_overlays;
    if (count > KZI_MAX_OVERLAYS) {
        kzi_error_at(loader->diags, nowhere, "there are more than %d overlays", KZI_MAX_OVERLAYS);
        return KZ_BAD_RULES;
    }
    if (!count)
        return KZ_OK;
    /* The order of their names changes neither the rules nor their name. */
    memcpy(paths, loader->where->overlays, count * sizeof *paths);
    if ((loader->where->named || loader->where->origin) && !find_overlays(loader, paths, count))
        return KZ_NOT_FOUND;
    qsort(paths, count, sizeof *paths, by_name);
    for (size_t i = 0; i < count; i++) {
        struct kzi_reach reach =
            reach_asked(loader, paths[i], is_named_by_origin(loader, paths[i]));
        kz_status status = add_file(loader, paths[i], &reach, nowhere, true);
        if (status != KZ_OK)
            return status;
        check_overlay(loader, loader->roots[i]);
        loader->n_overlays++;
    }
    kzi_overlays_compare(loader->diags, loader->layers, count);
    return KZ_OK;
}

kz_status kzi_files_read(struct kzi_loader *loader, const char *path) {
    const struct kzi_setting_origin *origin = loader->where->origin;
    const struct kzi_node name = {.kind = KZI_SCALAR, .text = path};
    struct kzi_reach reach = {.named = true};
    loader->folders = kzi_arena_format(loader->diags->arena, "%s:%s",
                                       loader->where->along ? loader->where->along : "",
                                       loader->where->installed ? loader->where->installed : "");
    if (loader->where->named && !kzi_is_path(path) &&
        !(path = find_parent(loader, &name, NULL, &reach)))
        return KZ_NOT_FOUND;
    loader->home = folder_of(loader, origin && origin->ruleset ? origin->file : path);
    kz_status status = read_overlays(loader);
    return status == KZ_OK ? read_chain(loader, path) : status;
}

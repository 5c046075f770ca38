/* Read the files of a ruleset, with parents and overlays. */
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

const char *kzi_folder_of(struct kzi_arena *arena, const char *path) {
    size_t len = folder_length(path);
    return len ? kzi_arena_copy(arena, path, len) : ".";
}

/* Return whether a path, by its text alone, is in the rule path.  A file found by its name is. */
static bool is_in_rule_path(const struct kzi_loader *loader, const char *path) {
    const char *rest = loader->request->rule_path, *folder;
    for (size_t len; (folder = kzi_folder_next(&rest, &len));)
        if (kzi_is_below(path, folder, len))
            return true;
    return false;
}

/* --- one file -------------------------------------------------------------------------------- */

/* Open a regular file.  A folder or a device cannot have rules, and opening a pipe could block. */
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

/* Open a file in the rule path, or as far from it as `reach` allows. */
static int open_within(struct kzi_loader *loader, const char *path, struct kzi_reach *reach) {
    if (reach->named)
        return open_plain(path, loader->request->confined);
    int fd = kzi_open_inside(loader->request->rule_path, path);
    reach->inside = fd >= 0;
    if (fd < 0 && errno == EXDEV && reach->within == KZI_HOME)
        fd = kzi_open_in(loader->home, path);
    else if (fd < 0 && errno == EXDEV && reach->within == KZI_ANYWHERE)
        fd = open_plain(path, false);
    /* Do not reveal whether a file elsewhere exists. */
    if (fd < 0 && errno != ENOMEM && reach->within == KZI_RULE_PATH &&
        !is_in_rule_path(loader, path))
        errno = EXDEV;
    return fd;
}

static void close_stream(void *stream) {
    fclose(stream);
}

/* Read an open file and close it, even if memory runs out: `kept` was reserved before the file was
 * opened.  Store the status of the file in *about.  Return 0 or a value of errno. */
static int take_source(struct kzi_arena *arena, void **kept, struct kzi_source *source, int fd,
                       struct stat *about) {
    int wrong = fstat(fd, about) ? errno : 0;
    if (!wrong && !S_ISREG(about->st_mode))
        wrong = S_ISDIR(about->st_mode) ? EISDIR : EINVAL;
    if (!wrong && about->st_size > KZI_MAX_FILE)
        wrong = EFBIG;
    FILE *stream = *kept = wrong ? NULL : fdopen(fd, "rb");
    if (!stream) {
        wrong = wrong ? wrong : errno;
        close(fd);
        if (wrong == ENOMEM)
            kzi_no_memory(arena);
        return wrong;
    }
    char *text = kzi_arena_alloc(arena, (size_t)about->st_size + 1);
    source->len = fread(text, 1, (size_t)about->st_size, stream);
    wrong = ferror(stream) ? errno : 0;
    source->text = wrong ? NULL : text;
    kzi_arena_give_back(arena, stream);
    return wrong;
}

/* Open and read a file.  Return 0 or a value of errno. */
static int read_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                     struct kzi_source *source) {
    struct kzi_arena *arena = loader->diags->arena;
    void **kept = kzi_arena_keep(arena, close_stream);
    struct stat about;
    int fd = open_within(loader, path, reach), wrong = errno;
    source->hidden = !reach->named && !reach->inside;
    if (fd < 0 && wrong == ENOMEM)
        kzi_no_memory(arena);
    if (fd < 0)
        return wrong;
    wrong = take_source(arena, kept, source, fd, &about);
    loader->devices[loader->count] = about.st_dev;
    loader->inodes[loader->count] = about.st_ino;
    return wrong;
}

kz_status kzi_note_unread(struct kzi_diags *diags, int wrong, const char *path,
                          struct kzi_place place) {
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
        kzi_error_at(diags, place, "%s is outside the rule path", path);
        return KZ_BAD_RULES;
    case EISDIR:
    case EINVAL:
        kzi_error_at(diags, place, "%s is a folder or a device, not a rule file", path);
        return KZ_BAD_RULES;
    case EFBIG:
        kzi_error_at(diags, place,
                     "the file %s is larger than " KZI_DIGITS(KZI_MAX_FILE_MIB) " MiB", path);
        return KZ_BAD_RULES;
    case ELOOP: /* a link that may not be followed, or links in a circle */
        kzi_error_at(diags, place, "%s is a link, which is not followed here, or links in a circle",
                     path);
        return KZ_BAD_RULES;
    default:
        kzi_error_at(diags, place, "%s cannot be read: %s", path, strerror(wrong));
        return KZ_IO;
    }
}

/* Return whether this version can read the file; note an error if not. */
static bool check_format(struct kzi_loader *loader, const struct kzi_node *root, bool config) {
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

/* Return the name under which the newest file was read before, or NULL. */
static const char *met_already(const struct kzi_loader *loader) {
    for (size_t i = 0; i < loader->count; i++)
        if (loader->devices[i] == loader->devices[loader->count] &&
            loader->inodes[i] == loader->inodes[loader->count])
            return loader->files[i]->name;
    return NULL;
}

/* Read a file and add it as a layer.  place: where it is named. */
static kz_status add_file(struct kzi_loader *loader, const char *path, struct kzi_reach *reach,
                          struct kzi_place place, bool overlay) {
    struct kzi_diags *diags = loader->diags;
    struct kzi_source *source = KZI_NEW(diags->arena, struct kzi_source);
    source->name = kzi_arena_copy(diags->arena, path, strlen(path));
    source->number = (uint32_t)loader->count;
    int wrong = loader->request->texts ? kzi_loader_copy_text(loader, path, source)
                                       : read_file(loader, path, reach, source);
    if (wrong)
        return kzi_note_unread(diags, wrong, path, place);
    const char *met = met_already(loader);
    const bool asked = !overlay && loader->count == loader->n_overlays;
    loader->bytes += source->len;
    if (met)
        kzi_error_at(diags, place,
                     overlay ? "the overlay %s is named twice"
                     : asked ? "%s is named as an overlay and as the rules it is laid over"
                             : "extends leads in a circle, back to %s",
                     overlay ? path : met);
    else if (loader->bytes > KZI_MAX_FILES)
        kzi_error_at(
            diags, place,
            "the files of this ruleset are larger than " KZI_DIGITS(KZI_MAX_FILES_MIB) " MiB");
    if (met || loader->bytes > KZI_MAX_FILES)
        return KZ_BAD_RULES;
    const bool config = asked && loader->request->config;
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
    return map && check_format(loader, root, config) ? KZ_OK : KZ_BAD_RULES;
}

/* --- staying inside -------------------------------------------------------------------------- */

/* Return how far from the rule path a file may be.  A file that the caller named by its path may
 * extend files anywhere.  All others may only extend files in the rule path, except that files next
 * to the named one, or next to one that it extends by its path, may extend one another by names and
 * by relative paths. */
static struct kzi_reach reach_of(struct kzi_loader *loader, const struct kzi_reach *child,
                                 const char *path, bool relative) {
    struct kzi_reach reach = {.within = KZI_RULE_PATH};
    if (loader->request->confined || is_in_rule_path(loader, path))
        return reach;
    if (child->named)
        reach.within = KZI_ANYWHERE;
    else if (!child->inside && relative)
        reach.within = KZI_HOME;
    return reach;
}

/* Return the reach of a file that the caller requests, or that a file of the caller names. */
static struct kzi_reach reach_asked(struct kzi_loader *loader, const struct kzi_spec_word *asked,
                                    const char *path) {
    const struct kzi_reach caller = {.named = true, .within = KZI_ANYWHERE};
    const bool of_file = asked->entry.value && !loader->request->trusted;
    return of_file || is_in_rule_path(loader, path) ? reach_of(loader, &caller, path, false)
                                                    : caller;
}

int kzi_source_read(const struct kzi_request *request, bool named, struct kzi_diags *diags,
                    struct kzi_source *source) {
    struct kzi_loader *loader = KZI_NEW(diags->arena, struct kzi_loader);
    const struct kzi_reach caller = {.named = true};
    loader->diags = diags;
    loader->request = request;
    struct kzi_reach reach = named ? caller : reach_of(loader, &caller, source->name, false);
    return read_file(loader, source->name, &reach, source);
}

static const struct kzi_place nowhere = {0};

static struct kzi_place place_asked(const struct kzi_spec_word *asked) {
    return asked->entry.value ? asked->entry.value->place : nowhere;
}

/* Return the file that contains a request, or NULL if the caller makes it. */
static const char *file_asking(const struct kzi_spec_word *asked) {
    return asked->entry.value ? asked->entry.value->place.source->name : NULL;
}

/* --- parents --------------------------------------------------------------------------------- */

/* Return a path relative to a file.  file NULL: the path is the caller's and stays as it is. */
static const char *path_from(struct kzi_loader *loader, const char *file, const char *path) {
    const size_t len = file && *path != '/' ? folder_length(file) : 0;
    return len ? kzi_arena_format(loader->diags->arena, "%.*s/%s", (int)len, file, path) : path;
}

/* Note an unknown ruleset.  first: the folder searched before the rule path, or NULL; child: the
 * file that names it, or NULL. */
static void note_unknown(struct kzi_loader *loader, const struct kzi_node *name, const char *first,
                         const char *child) {
    struct kzi_arena *arena = loader->diags->arena;
    const struct kzi_rule_texts *texts = loader->request->texts;
    char near[256]; /* similar names */
    struct kzi_text text = kzi_text_fixed(near, sizeof near);
    if (!texts) {
        kzi_error_at(
            loader->diags, name->place, "%s",
            kzi_ruleset_unknown(arena, first, loader->request->rule_path, name->text, !child));
        return;
    }
    const char **known = KZI_NEW_ARRAY(arena, texts->n_parents, const char *);
    for (size_t i = 0; i < texts->n_parents; i++)
        known[i] = texts->parents[i].name;
    kzi_arena_spend(arena, 64 * texts->n_parents);
    kzi_put_nearest(&text, name->text, known, texts->n_parents);
    kzi_text_end(&text);
    kzi_error_at(loader->diags, name->place, "unknown ruleset '%s'%s", name->text, near);
}

/* Return the path of a ruleset that a file names.  *reach is that of the file, and becomes that of
 * the ruleset. */
static const char *find_rules(struct kzi_loader *loader, const struct kzi_node *name,
                              const char *child, struct kzi_reach *reach) {
    struct kzi_arena *arena = loader->diags->arena;
    const bool texts = loader->request->texts;
    if (kzi_is_path(name->text) && texts) {
        kzi_error_at(loader->diags, name->place,
                     "%s is a path, but rules in memory have no folder: extends names a ruleset",
                     name->text);
        return NULL;
    }
    if (kzi_is_path(name->text)) {
        const char *path = path_from(loader, child, name->text);
        *reach = reach_of(loader, reach, path, *name->text != '/');
        return path;
    }
    if (!kzi_can_be_found(name->text)) {
        kzi_error_at(loader->diags, name->place,
                     "'%s' is not a name: no part of one is empty or begins with a dot; a path "
                     "begins with ./ or ../, or ends in .yaml",
                     name->text);
        return NULL;
    }
    if (texts && kzi_loader_find_parent(loader, name->text))
        return loader->parent.name;
    /* If files outside the rule path are off limits, do not look next to one. */
    bool beside = child && (!loader->request->confined || is_in_rule_path(loader, child));
    const char *first = beside ? kzi_arena_copy(arena, child, folder_length(child)) : NULL,
               *path = NULL;
    if (!texts)
        path = kzi_find_rule_file(arena, first, loader->request->rule_path, name->text);
    if (path)
        *reach = reach_of(loader, reach, path, true);
    else
        note_unknown(loader, name, first, child);
    return path;
}

/* --- the chain ------------------------------------------------------------------------------- */

/* Return whether extends names a parent that can be read; note an error if not. */
static bool names_a_parent(struct kzi_loader *loader, const struct kzi_node *extends) {
    bool full = loader->count - loader->n_overlays == KZI_MAX_CHAIN;
    bool named = extends->kind == KZI_SCALAR && *extends->text;
    if (!named)
        kzi_error_at(loader->diags, extends->place, "extends names one ruleset or one path");
    else if (full)
        kzi_error_at(loader->diags, extends->place,
                     "more than " KZI_DIGITS(KZI_MAX_CHAIN) " files extend one another");
    return named && !full;
}

static kz_status read_chain(struct kzi_loader *loader, const char *path) {
    const struct kzi_spec_word *asked = &loader->request->spec.rules;
    struct kzi_place place = place_asked(asked);
    struct kzi_reach reach = reach_asked(loader, asked, path);
    for (const struct kzi_node *extends; path; path = find_rules(loader, extends, path, &reach)) {
        kz_status status = add_file(loader, path, &reach, place, false);
        if (status != KZ_OK)
            return status;
        if (reach.within == KZI_ANYWHERE && !reach.inside)
            loader->home = kzi_folder_of(loader->diags->arena, path);
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

/* An overlay and its path. */
struct found_overlay {
    const struct kzi_spec_word *asked;
    const char *path;
};

static int compare_names(const void *left, const void *right) {
    const char *one = ((const struct found_overlay *)left)->path,
               *other = ((const struct found_overlay *)right)->path;
    size_t mine = folder_length(one), theirs = folder_length(other);
    int order = strcmp(one + mine + (one[mine] == '/'), other + theirs + (other[theirs] == '/'));
    return order ? order : strcmp(one, other);
}

/* Return the path of an overlay, or NULL if its name is unknown. */
static const char *find_overlay(struct kzi_loader *loader, const struct kzi_spec_word *asked) {
    struct kzi_arena *arena = loader->diags->arena;
    const char *rule_path = loader->request->rule_path, *path = asked->text;
    if (asked->is_path || kzi_is_path(path))
        return path_from(loader, file_asking(asked), path);
    path = kzi_find_overlay(arena, rule_path, asked->text);
    if (!path)
        kzi_error_at(loader->diags, place_asked(asked), "%s",
                     kzi_overlay_unknown(arena, rule_path, asked->text, !file_asking(asked)));
    return path;
}

static kz_status read_overlay(struct kzi_loader *loader, const struct found_overlay *overlay) {
    struct kzi_reach reach = reach_asked(loader, overlay->asked, overlay->path);
    kz_status status = add_file(loader, overlay->path, &reach, place_asked(overlay->asked), true);
    if (status != KZ_OK)
        return status;
    loader->n_overlays++;
    check_overlay(loader, loader->roots[loader->count - 1]); /* not if an earlier overlay failed */
    return KZ_OK;
}

static kz_status read_overlays(struct kzi_loader *loader) {
    const struct kzi_spec *spec = &loader->request->spec;
    struct found_overlay list[KZ_MAX_OVERLAYS];
    kz_status status = KZ_OK;
    size_t count = 0;
    if (spec->n_overlays > KZ_MAX_OVERLAYS) {
        kzi_error_at(loader->diags, nowhere, "there are more than %d overlays", KZ_MAX_OVERLAYS);
        return KZ_BAD_RULES;
    }
    for (size_t i = 0; i < spec->n_overlays; i++) {
        list[count] =
            (struct found_overlay){&spec->overlays[i], find_overlay(loader, &spec->overlays[i])};
        if (list[count].path)
            count++;
        else
            status = KZ_NOT_FOUND;
    }
    /* The order in which overlays are named affects neither the rules nor their label. */
    if (count)
        qsort(list, count, sizeof *list, compare_names);
    for (size_t i = 0; i < count; i++) {
        kz_status one = read_overlay(loader, &list[i]);
        status = status == KZ_OK ? one : status;
    }
    if (status == KZ_OK)
        kzi_overlays_compare(loader->diags, loader->layers, count);
    return status;
}

/* Return the path of the requested rules, or NULL if their name is unknown. */
static const char *find_asked(struct kzi_loader *loader) {
    const struct kzi_spec_word *asked = &loader->request->spec.rules;
    const struct kzi_node name = {
        .kind = KZI_SCALAR, .text = asked->text, .place = place_asked(asked)};
    const char *file = file_asking(asked);
    struct kzi_reach reach = {.named = true};
    if (asked->is_path || kzi_is_path(asked->text))
        return path_from(loader, file, asked->text);
    return find_rules(loader, &name, kzi_node_is(asked->entry.key, "ruleset") ? NULL : file,
                      &reach);
}

kz_status kzi_files_read(struct kzi_loader *loader) {
    const struct kzi_spec_word *asked = &loader->request->spec.rules;
    const char *path = find_asked(loader), *file = file_asking(asked);
    if (!path)
        return KZ_NOT_FOUND;
    loader->home =
        kzi_folder_of(loader->diags->arena, file && !loader->request->trusted ? file : path);
    kz_status status = read_overlays(loader);
    return status == KZ_OK ? read_chain(loader, path) : status;
}

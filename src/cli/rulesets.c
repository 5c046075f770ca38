
#include "api.h"
#include "cli/cli.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>

static const char *join(struct kzi_arena *arena, const char *folder, size_t len, const char *name,
                        const char *ending) {
    return kzi_arena_format(arena, "%.*s%s%s%s", (int)len, folder, len ? "/" : "", name, ending);
}

bool kzi_is_there(const char *path) {
    struct stat about;
    return !stat(path, &about);
}

/* --- folders --------------------------------------------------------------------------------- */

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

/* Add the rules of the program: next to it in the source tree, in share/ if installed. */
static void add_own_folders(struct kzi_arena *arena, struct kzi_text *folders) {
    char exe[PATH_MAX];
    ssize_t got = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (got <= 0)
        return;
    exe[got] = '\0';
    size_t folder = folder_length(exe);
    const char *own[2] = {join(arena, exe, folder, "rules", "")};
    exe[folder] = '\0';
    own[1] = join(arena, exe, folder_length(exe), "share/kazoe/rules", "");
    for (size_t i = 0; i < 2; i++)
        if (kzi_is_there(own[i]))
            kzi_text_format(folders, "%s:", own[i]);
}

/* Return the folders searched for names, separated by colons: those of KAZOE_PATH, the rules
 * next to the program, the installed rules. */
const char *kzi_rules_folders(struct kzi_arena *arena) {
    struct kzi_text *folders = kzi_text_kept(arena);
    const char *along = getenv("KAZOE_PATH");
    if (along && *along) {
        kzi_text_put(folders, along);
        kzi_text_char(folders, ':');
    }
    add_own_folders(arena, folders);
    kzi_text_put(folders, KZ_RULES_DIR);
    if (folders->failed)
        kzi_no_memory(arena);
    return kzi_arena_copy(arena, folders->at, folders->len);
}

/* Return the next of the folders, skipping empty ones, and advance *rest. */
static const char *next_folder(const char **rest, size_t *len) {
    *rest += strspn(*rest, ":");
    const char *folder = *rest;
    *len = strcspn(folder, ":");
    *rest += *len;
    return *len ? folder : NULL;
}

/* --- by name --------------------------------------------------------------------------------- */

bool kzi_is_name(const char *name) {
    return kzi_can_be_found(name) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-/") == strlen(name);
}

static const char *look_up(struct kzi_arena *arena, const char *name, const char *base) {
    const char *rest = kzi_rules_folders(arena), *folder = base;
    size_t len = base ? folder_length(base) : 0;
    if (!base)
        folder = next_folder(&rest, &len);
    for (; folder; folder = next_folder(&rest, &len)) {
        const char *path = join(arena, folder, len, name, ".yaml");
        if (kzi_name_exists(path, len))
            return path;
    }
    return NULL;
}

const struct kzi_node *kzi_catalogue_read(const struct kzi_args *args, const char *language) {
    const char *name = strcmp(language, "zh") != 0 ? language : "zh-hans", *path = NULL;
    if (!strchr(name, '/') && kzi_is_name(name))
        path = look_up(args->arena, join(args->arena, "languages", 9, name, ""), NULL);
    if (!path)
        return NULL;
    struct kzi_diags diags;
    struct kzi_source *source = kzi_source_read(args, path, true);
    int status = source->text ? KZI_EXIT_DONE : kzi_report_unread(args, path);
    const struct kzi_node *read = NULL;
    if (source->text) {
        kzi_diags_init(&diags, args->arena);
        read = kzi_yaml_read(&diags, source);
        if (read && read->kind != KZI_MAP)
            kzi_error_at(&diags, read->place, "expected a mapping of codes to texts");
        status = kzi_report_all(args, &diags);
    }
    if (status != KZI_EXIT_DONE)
        kzi_end(args, status);
    return read;
}

/* Overlays installed with kazoe have a folder of their own. */
#define OVERLAYS "overlays"

static const char *overlay_path(struct kzi_arena *arena, const char *name) {
    return join(arena, OVERLAYS, sizeof OVERLAYS - 1, name, "");
}

/* Suggest a similar known name, or the rule file that the name would be the path of. */
static bool put_near(struct kzi_text *text, struct kzi_arena *arena, const char *name,
                     const struct kzi_found *list, size_t count) {
    const char *file = kzi_is_name(name) ? join(arena, "", 0, name, ".yaml") : "";
    if (strchr(name, '/') && kzi_is_there(name))
        file = join(arena, "", 0, "./", name);
    const char **names = KZI_NEW_ARRAY(arena, count, const char *);
    for (size_t i = 0; i < count; i++)
        names[i] = list[i].name;
    if (!*file || !kzi_is_there(file))
        return kzi_put_nearest(text, name, names, count);
    kzi_text_format(text, "; write %.60s for the file here", file);
    return true;
}

static const char *end_message(struct kzi_arena *arena, struct kzi_text *text) {
    kzi_text_char(text, '\0');
    if (text->failed)
        kzi_no_memory(arena);
    return text->at;
}

const char *kzi_rules_unknown(struct kzi_arena *arena, const char *name) {
    const struct kzi_found *list;
    struct kzi_text *text = kzi_text_kept(arena);
    size_t count = kzi_rules_list(arena, &list);
    kzi_text_format(text, "unknown ruleset '%.60s'", name);
    if (kzi_is_name(name) && look_up(arena, overlay_path(arena, name), NULL))
        kzi_text_format(text, "; it is an overlay: lay it over a ruleset with -O %.60s", name);
    else if (!put_near(text, arena, name, list, count))
        kzi_text_put(text, count ? "; kazoe list shows the known ones"
                                 : ", and no other is found; set KAZOE_PATH to the folder of the "
                                   "rules");
    return end_message(arena, text);
}

const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *name) {
    const struct kzi_found *list;
    struct kzi_text *text = kzi_text_kept(arena);
    size_t count = kzi_overlays_list(arena, &list);
    bool path = kzi_is_path(name);
    kzi_text_format(text, path ? "there is no file %.60s" : "unknown overlay '%.60s'", name);
    if (!path && kzi_rules_find(arena, name, NULL)) {
        kzi_text_put(text, "; it is a ruleset");
    } else if (!path && !put_near(text, arena, name, list, count)) {
        kzi_text_put(text, "; write the path of a file");
        for (size_t i = 0; i < count; i++)
            kzi_text_format(text, "%s%.60s", i ? ", " : ", or one of ", list[i].name);
    }
    return end_message(arena, text);
}

/* Make a relative path relative to the folder of a file; return NULL if it is unchanged. */
static const char *from_folder_of(struct kzi_arena *arena, const char *base, const char *name) {
    size_t len = base && name[0] != '/' ? folder_length(base) : 0;
    return len ? join(arena, base, len, name, "") : name;
}

const char *kzi_rules_find(struct kzi_arena *arena, const char *name, const char *base) {
    if (kzi_is_path(name))
        return from_folder_of(arena, base, name);
    return kzi_is_name(name) ? look_up(arena, name, base) : NULL;
}

const char *kzi_overlay_find(struct kzi_arena *arena, const char *name, const char *base) {
    const char *found = NULL;
    if (!kzi_is_path(name) && kzi_is_name(name))
        found = look_up(arena, overlay_path(arena, name), NULL);
    const char *path = from_folder_of(arena, base, name);
    return found ? found : kzi_is_there(path) ? path : NULL;
}

/* --- files ----------------------------------------------------------------------------------- */

/* Return true for /dev/null and similar devices, which count as empty files. */
static bool is_empty_device(int fd, const struct stat *about) {
    char first;
    return S_ISCHR(about->st_mode) && !read(fd, &first, 1);
}

#define READING (O_RDONLY | O_CLOEXEC | O_NONBLOCK)

static int open_source(const struct kzi_args *args, struct kzi_source *source, bool named) {
    bool confined = args->given[KZI_OPT_CONFINED] > 0;
    if (named)
        return open(source->name, confined ? READING | O_NOFOLLOW : READING);
    const char *folders = kzi_rules_folders(args->arena), *folder;
    int fd = kzi_open_inside(folders, source->name);
    if (fd >= 0 || errno != EXDEV || confined)
        return fd;
    for (size_t len; (folder = next_folder(&folders, &len));)
        if (kzi_is_below(source->name, folder, len))
            return fd; /* in the rule path, by its name */
    source->hidden = true;
    return open(source->name, READING);
}

static const char *read_open(struct kzi_arena *arena, int fd, size_t *len) {
    struct stat about;
    if (fd < 0)
        return NULL;
    int wrong = fstat(fd, &about) ? errno : 0;
    if (!wrong && !S_ISREG(about.st_mode) && !is_empty_device(fd, &about))
        wrong = S_ISDIR(about.st_mode) ? EISDIR : EINVAL;
    if (!wrong && about.st_size > KZI_MAX_FILE)
        wrong = EFBIG;
    char *text = wrong ? NULL : kzi_arena_alloc(arena, (size_t)about.st_size + 1);
    size_t size = wrong ? 0 : (size_t)about.st_size;
    *len = 0;
    for (ssize_t got = 1; !wrong && got && *len < size; *len += (size_t)got)
        if ((got = read(fd, text + *len, size - *len)) < 0) {
            wrong = errno;
            break;
        }
    close(fd);
    errno = wrong;
    return wrong ? NULL : text;
}

struct kzi_source *kzi_source_read(const struct kzi_args *args, const char *path, bool named) {
    struct kzi_source *source = KZI_NEW(args->arena, struct kzi_source);
    source->name = path;
    int fd = open_source(args, source, named);
    source->text = read_open(args->arena, fd, &source->len);
    return source;
}

enum kzi_file_kind kzi_file_kind(const char *text) {
    enum kzi_file_kind kind = KZI_FILE_OVERLAY;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, "cases:", 6))
            return KZI_FILE_CASES;
        if (!strncmp(line, "ruleset:", 8))
            kind = KZI_FILE_RULES;
        if (!strncmp(line, "extends:", 8) && kind == KZI_FILE_OVERLAY)
            kind = KZI_FILE_PART;
    }
    return kind;
}

/* --- lists -----------------------------------------------------------------------------------  */

typedef bool is_wanted(const char *path, const char *text);

struct list_ctx {
    struct kzi_arena *arena;
    is_wanted *wanted;
    const char *folders; /* folders searched for names */
    struct kzi_names seen;
    struct kzi_found *list;
};

/* List NAME.yaml if it contains "ruleset:"; case files and files that are only extended do not. */
static void list_file(struct list_ctx *ctx, const char *folder, size_t len, const char *file) {
    size_t size = strlen(file), bytes;
    if (size < 6 || size > 250 || strcmp(file + size - 5, ".yaml") != 0)
        return;
    const char *name = kzi_arena_copy(ctx->arena, file, size - 5);
    if (!kzi_is_name(name) || kzi_names_find(&ctx->seen, name) >= 0)
        return;
    const char *path = join(ctx->arena, folder, len, file, "");
    int fd = kzi_open_inside(ctx->folders, path);
    if (fd < 0 && errno == ENOMEM)
        kzi_no_memory(ctx->arena);
    const char *text = read_open(ctx->arena, fd, &bytes);
    if (!text || !ctx->wanted(path, text))
        return;
    size_t count = ctx->seen.count;
    ctx->list = kzi_arena_more(ctx->arena, ctx->list, count, sizeof *ctx->list);
    ctx->list[count] = (struct kzi_found){name, path};
    kzi_names_add(&ctx->seen, name);
}

static int by_name(const void *left, const void *right) {
    const struct kzi_found *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static bool is_ruleset(const char *path, const char *text) {
    return kzi_file_kind(text) == KZI_FILE_RULES && !kzi_config_is(path, text);
}

static bool is_overlay(const char *path, const char *text) {
    return kzi_file_kind(text) == KZI_FILE_OVERLAY && !kzi_config_is(path, text);
}

static void close_folder(void *folder) {
    closedir(folder);
}

/* below: a folder within the searched ones, or "". */
static size_t list_all(struct kzi_arena *arena, const char *below, is_wanted *wanted,
                       const struct kzi_found **list) {
    const char *rest = kzi_rules_folders(arena), *folder;
    struct list_ctx ctx = {.arena = arena, .wanted = wanted, .folders = rest};
    kzi_names_init(&ctx.seen, arena);
    for (size_t len; (folder = next_folder(&rest, &len));) {
        const char *path =
            *below ? join(arena, folder, len, below, "") : kzi_arena_copy(arena, folder, len);
        void **kept = kzi_arena_keep(arena, close_folder);
        DIR *open = *kept = opendir(path);
        if (!open && errno == ENOMEM) /* unlike a missing folder, this would shorten the list */
            kzi_no_memory(arena);
        for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
            list_file(&ctx, path, strlen(path), entry->d_name);
        kzi_arena_give_back(arena, open);
    }
    if (ctx.seen.count)
        qsort(ctx.list, ctx.seen.count, sizeof *ctx.list, by_name);
    *list = ctx.list;
    return ctx.seen.count;
}

size_t kzi_rules_list(struct kzi_arena *arena, const struct kzi_found **list) {
    return list_all(arena, "", is_ruleset, list);
}

size_t kzi_overlays_list(struct kzi_arena *arena, const struct kzi_found **list) {
    return list_all(arena, OVERLAYS, is_overlay, list);
}

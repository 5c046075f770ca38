/* Look up rulesets and overlays by name in the rule path, and find names similar to an unknown
 * one. */
#include "rules/loader.h"

#include "base/names.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *kzi_folder_next(const char **rest, size_t *len) {
    *rest += strspn(*rest, ":");
    const char *folder = *rest;
    *len = strcspn(folder, ":");
    *rest += *len;
    return *len ? folder : NULL;
}

const char *kzi_find_rule_file(struct kzi_arena *arena, const char *first, const char *rule_path,
                               const char *name) {
    const char *folder = first;
    size_t len = first ? strlen(first) : 0;
    if (!kzi_can_be_found(name))
        return NULL;
    if (!first)
        folder = kzi_folder_next(&rule_path, &len);
    for (; folder; folder = kzi_folder_next(&rule_path, &len)) {
        const char *path =
            kzi_arena_format(arena, "%.*s%s%s.yaml", (int)len, folder, len ? "/" : "", name);
        if (kzi_rule_file_exists(path, len))
            return path;
    }
    return NULL;
}

const char *kzi_find_overlay(struct kzi_arena *arena, const char *rule_path, const char *name) {
    return kzi_find_rule_file(arena, NULL, rule_path,
                              kzi_arena_format(arena, KZI_OVERLAYS "%s", name));
}

/* --- names like one that is unknown ----------------------------------------------------------- */

static void note_file(struct kzi_names *names, const char *below, const char *file) {
    char name[64];
    size_t len = strlen(below), size = strlen(file);
    if (size < 6 || len + size - 5 >= sizeof name || strcmp(file + size - 5, ".yaml") != 0)
        return;
    memcpy(name, below, len);
    memcpy(name + len, file, size - 5);
    name[len + size - 5] = '\0';
    if (!strchr(name, '.'))
        kzi_names_add(names, name);
}

static void close_folder(void *folder) {
    closedir(folder);
}

static void note_folder(struct kzi_names *names, const char *folder, const char *below) {
    void **kept = kzi_arena_keep(names->arena, close_folder);
    int fd = kzi_open_folder(folder, below);
    DIR *open = *kept = fd >= 0 ? fdopendir(fd) : NULL;
    if (!open && errno == ENOMEM) /* unlike a missing folder, this would make the list incomplete */
        kzi_no_memory(names->arena);
    if (fd >= 0 && !open)
        close(fd);
    for (struct dirent *entry = open ? readdir(open) : NULL; entry; entry = readdir(open))
        note_file(names, below, entry->d_name);
    kzi_arena_give_back(names->arena, open);
}

static int compare_texts(const void *left, const void *right) {
    const char *const *one = left, *const *other = right;
    return strcmp(*one, *other);
}

size_t kzi_list_rule_files(struct kzi_arena *arena, const char *first, const char *rule_path,
                           const char *below, size_t skip, const char ***list) {
    struct kzi_names names;
    const char *folder;
    kzi_names_init(&names, arena);
    if (first)
        note_folder(&names, *first ? first : ".", below);
    for (size_t len; (folder = kzi_folder_next(&rule_path, &len));)
        note_folder(&names, kzi_arena_copy(arena, folder, len), below);
    kzi_arena_spend(arena, 64 * names.count);
    for (size_t i = 0; i < names.count; i++)
        names.own[i] += skip;
    if (names.count)
        qsort(names.own, names.count, sizeof *names.own, compare_texts);
    *list = names.own;
    return names.count;
}

/* Append the names in these folders that are similar to an unknown one.  Return false if there are
 * none. */
static bool put_unknown(struct kzi_text *text, struct kzi_arena *arena, const char *first,
                        const char *rule_path, const char *below, const char *name) {
    const char *slash = kzi_can_be_found(name) ? strrchr(name, '/') : NULL;
    const int own = slash ? (int)(slash + 1 - name) : 0;
    const char **known;
    const size_t count = kzi_list_rule_files(arena, first, rule_path,
                                             kzi_arena_format(arena, "%s%.*s", below, own, name),
                                             strlen(below), &known);
    return kzi_put_nearest(text, name, known, count);
}

/* Append the path of a file in the working directory that a name may mean.  Return false if there
 * is none. */
static bool put_file_here(struct kzi_text *text, struct kzi_arena *arena, const char *name) {
    const char *file = kzi_arena_format(arena, "%s.yaml", name);
    struct stat about;
    if (!stat(name, &about) && S_ISREG(about.st_mode))
        file = kzi_arena_format(arena, "./%s", name);
    if (!*name || access(file, F_OK))
        return false;
    kzi_text_format(text, "; write %s for the file here", file);
    return true;
}

const char *kzi_ruleset_unknown(struct kzi_arena *arena, const char *first, const char *rule_path,
                                const char *name, bool here) {
    struct kzi_text *text = kzi_text_new(arena);
    const char **known;
    kzi_text_format(text, "unknown ruleset '%s'", name);
    if (kzi_find_overlay(arena, rule_path, name))
        kzi_text_format(text, "; it is an overlay: lay it over a ruleset with -O %s", name);
    else if (!(here && put_file_here(text, arena, name)) &&
             !put_unknown(text, arena, first, rule_path, "", name))
        kzi_text_put(text, strchr(name, '/') ? "; a path begins with ./ or ../, or ends in .yaml"
                           : kzi_list_rule_files(arena, first, rule_path, "", 0, &known)
                               ? "; kazoe list shows the known ones"
                               : ", and no other is found; name the folder of the rules in "
                                 "KAZOE_PATH (a program: as rule_path), or install kazoe-rules");
    return kzi_text_finish(arena, text);
}

const char *kzi_overlay_unknown(struct kzi_arena *arena, const char *rule_path, const char *name,
                                bool here) {
    struct kzi_text *text = kzi_text_new(arena);
    const char **known;
    kzi_text_format(text, "unknown overlay '%s'", name);
    if (kzi_find_rule_file(arena, NULL, rule_path, name)) {
        kzi_text_put(text, "; it is a ruleset");
    } else if (!(here && put_file_here(text, arena, name)) &&
               !put_unknown(text, arena, NULL, rule_path, KZI_OVERLAYS, name)) {
        const size_t count =
            kzi_list_rule_files(arena, NULL, rule_path, KZI_OVERLAYS, strlen(KZI_OVERLAYS), &known);
        kzi_text_put(text, "; write the path of a file");
        for (size_t i = 0; i < count; i++)
            kzi_text_format(text, "%s%s", i ? ", " : ", or one of ", known[i]);
    }
    return kzi_text_finish(arena, text);
}

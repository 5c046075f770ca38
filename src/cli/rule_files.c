/* Find files of rules by name in the folders of the rule path, and list them. */
#include "api.h"
#include "cli/cli.h"

#include <limits.h>
#include <sys/stat.h>

static const char *join_path(struct kzi_arena *arena, const char *folder, size_t len,
                             const char *name, const char *ending) {
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

/* Add the folders of rules that belong to the program: next to it in the source tree, in share/ if
 * installed. */
static void add_own_folders(struct kzi_arena *arena, struct kzi_text *folders) {
    char exe[PATH_MAX];
    ssize_t got = readlink("/proc/self/exe", exe, sizeof exe - 1);
    if (got <= 0)
        return;
    exe[got] = '\0';
    size_t folder = folder_length(exe);
    const char *own[2] = {join_path(arena, exe, folder, "rules", "")};
    exe[folder] = '\0';
    own[1] = join_path(arena, exe, folder_length(exe), "share/kazoe/rules", "");
    for (size_t i = 0; i < 2; i++)
        if (kzi_is_there(own[i]))
            kzi_text_format(folders, "%s:", own[i]);
}

/* Return the rule path: the folders of KAZOE_PATH, the rules next to the program, the installed
 * rules, separated by colons. */
const char *kzi_rule_path(struct kzi_arena *arena) {
    struct kzi_text *folders = kzi_text_new(arena);
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

/* --- by name --------------------------------------------------------------------------------- */

static bool is_name(const char *name) {
    return kzi_can_be_found(name) &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-/") == strlen(name);
}

const struct kzi_node *kzi_catalogue_read(const struct kzi_args *args, const char *language) {
    const char *name = strcmp(language, "zh") != 0 ? language : "zh-hans", *path = NULL;
    if (!strchr(name, '/') && is_name(name))
        path = kzi_find_rule_file(args->arena, NULL, kzi_rule_path(args->arena),
                                  join_path(args->arena, "languages", 9, name, ""));
    if (!path)
        return NULL;
    struct kzi_diags diags;
    struct kzi_source *source = kzi_file_read(args, path, true);
    const struct kzi_node *read = NULL;
    kzi_diags_init(&diags, args->arena);
    if (!source->text)
        kzi_message_unread(args, path);
    else
        read = kzi_yaml_read(&diags, source);
    if (read && read->kind != KZI_MAP)
        kzi_error_at(&diags, read->place, "expected a mapping of codes to texts");
    if (!kzi_message_all(args, &diags) || !source->text)
        kzi_command_end(args, KZI_EXIT_RULES);
    return read;
}

/* --- files ----------------------------------------------------------------------------------- */

struct kzi_source *kzi_file_read(const struct kzi_args *args, const char *path, bool named) {
    struct kzi_source *source = KZI_NEW(args->arena, struct kzi_source);
    const struct kzi_ruleset_argument argument = kzi_ruleset_argument_of(args, path);
    struct kzi_diags diags;
    kzi_diags_init(&diags, args->arena);
    source->name = path;
    errno = kzi_source_read(&argument.request, named, &diags, source);
    return source;
}

/* --- lists ------------------------------------------------------------------------------------ */

size_t kzi_files_list(const struct kzi_args *args, const char *below, enum kzi_file_kind kind,
                      const struct kzi_named_file **out) {
    struct kzi_arena *arena = args->arena;
    const char *rule_path = kzi_rule_path(arena);
    struct kzi_named_file *list = NULL;
    const size_t skip = strlen(below);
    const char **names;
    size_t count = 0, n_names = kzi_list_rule_files(arena, NULL, rule_path, below, skip, &names);
    for (size_t i = 0; i < n_names; i++) {
        const char *name = names[i],
                   *path = kzi_find_rule_file(arena, NULL, rule_path, name - skip);
        if (!path || !is_name(name))
            continue;
        const struct kzi_source *source = kzi_file_read(args, path, false);
        if (source->text && kzi_file_kind(path, source->text) == kind)
            *KZI_ADD(arena, list, count) = (struct kzi_named_file){name, path};
    }
    *out = list;
    return count;
}

#include "cli/config.h"

#include "analysis/schema/schema.h"
#include "cli/output.h"
#include "cli/rulesets.h"
#include "rules/reader/reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- what it says ---------------------------------------------------------------------------- */

static bool read_scalar(struct kzi_reader *reader, const struct kzi_node *node, const char *what) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return false;
    if (!*node->text)
        kzi_error_at(reader->diags, node->place, "%s says nothing", what);
    return *node->text;
}

static void read_ruleset(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_config *config = target;
    if (read_scalar(reader, entry->value, "ruleset"))
        config->ruleset = entry->value;
}

static void read_language(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_config *config = target;
    if (read_scalar(reader, entry->value, "language"))
        config->language = entry->value->text;
}

static void read_overlays(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_config *config = target;
    const struct kzi_node *list = entry->value;
    bool sound = kzi_expect(reader, list, KZI_LIST, "overlays");
    for (size_t i = 0; sound && i < list->count; i++)
        sound = read_scalar(reader, list->u.items[i], "an overlay");
    if (sound)
        config->overlays = list;
}

static void read_options(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_config *config = target;
    const struct kzi_node *map = entry->value;
    if (!kzi_expect(reader, map, KZI_MAP, "options"))
        return;
    for (size_t i = 0; i < map->count; i++)
        if (!kzi_expect(reader, map->u.entries[i].value, KZI_SCALAR, "the value of an option"))
            return;
    config->options = map;
}

/* A file whose lines are all blank, or comments, decides nothing, and that is no fault. */
static bool says_nothing(const char *text, size_t len) {
    const char *end = text + len; /* a NUL before it is something */
    while (*(text += strspn(text, " \r\n")) == '#')
        text += strcspn(text, "\n");
    return text == end;
}

static const struct kzi_key config_keys[] = {
    KZI_KEY("ruleset", read_ruleset, "text"),
    KZI_KEY("overlays", read_overlays, "list text"),
    KZI_KEY("options", read_options, "map scalar scalar"),
    KZI_KEY("language", read_language, "text"),
};
static const struct kzi_key_table kzi_keys_config =
    KZI_TABLE("config", "a configuration file", config_keys);

static int read_config(struct kzi_config *config, struct kzi_arena *arena, const char *path,
                       const char *text, size_t len, kz_diag *diag, void *payload) {
    *config = (struct kzi_config){.path = path};
    struct kzi_diags diags;
    kzi_diags_init(&diags, arena);
    struct kzi_source *source = KZI_NEW(arena, struct kzi_source);
    /* In messages about rules it stands after all their files. */
    *source = (struct kzi_source){.name = path, .text = text, .len = len, .number = UINT32_MAX};
    if (says_nothing(text, len))
        return KZI_EXIT_DONE;
    const struct kzi_node *root = kzi_yaml_read(&diags, source);
    /* It has no model: an empty one answers for names. */
    struct kzi_reader reader = {
        .diags = &diags, .arena = arena, .model = KZI_NEW(arena, struct kzi_model)};
    const struct kzi_entry *kazoe = kzi_node_entry(root, "kazoe");
    if (kazoe)
        kzi_error_at(&diags, kazoe->key->place,
                     "kazoe: begins a rule file, and this is read as a configuration file: take "
                     "the line out, or name the rules otherwise");
    else if (root)
        kzi_read_keys(&reader, root, &kzi_keys_config, config);
    kzi_diags_emit(&diags, diag, payload, NULL);
    return diags.errors ? KZI_EXIT_RULES : KZI_EXIT_DONE;
}

void kzi_config_schema(struct kzi_text *text) {
    static const struct kzi_key_table *const tables[] = {&kzi_keys_config};
    static const struct kzi_schema schema = {
        .title = "Kazoe configuration file", .tables = tables, .count = 1};
    kzi_schema_put(text, &schema);
}

/* --- which file ------------------------------------------------------------------------------ */

static const char *join(struct kzi_arena *arena, const char *folder, const char *name) {
    size_t len = strlen(folder);
    char *path = kzi_arena_alloc(arena, len + strlen(name) + 1);
    memcpy(path, folder, len + 1);
    memcpy(path + len, name, strlen(name) + 1);
    return path;
}

/* A folder that is no whole path is none: so the XDG Base Directory Specification has it. */
static const char *config_of_user(struct kzi_arena *arena) {
    const char *folder = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    if (folder && folder[0] == '/')
        return join(arena, folder, "/kazoe/config.yaml");
    return home && *home ? join(arena, home, "/.config/kazoe/config.yaml") : NULL;
}

int kzi_config_find(struct kzi_config *config, const struct kzi_args *args, kz_diag *diag,
                    void *payload) {
    *config = (struct kzi_config){0};
    const char *asked = args->value[KZI_OPT_CONFIG];
    const char *const places[] = {asked ? asked : KZI_CONFIG_HERE, config_of_user(args->arena)};
    size_t count = asked || !places[1] ? 1 : 2;
    if (asked && !strcmp(asked, "/dev/null"))
        return KZI_EXIT_DONE; /* the way to ask for no file at all */
    for (size_t i = 0; i < count; i++) {
        const struct kzi_source source = kzi_source_read(args, places[i], true);
        if (source.text)
            return read_config(config, args->arena, places[i], source.text, source.len, diag,
                               payload);
        if (asked || (errno != ENOENT && errno != ENOTDIR))
            return kzi_tell_unread(places[i], diag, payload);
    }
    return KZI_EXIT_DONE;
}

/* --- told from other files ------------------------------------------------------------------- */

static bool ends_with(const char *path, const char *end) {
    size_t len = strlen(path), more = strlen(end);
    return len >= more && !strcmp(path + len - more, end) &&
           (len == more || *end == '/' || path[len - more - 1] == '/');
}

static bool is_key(const char *line, size_t len) {
    for (size_t i = 0; i < KZI_COUNT(config_keys); i++)
        if (strlen(config_keys[i].name) == len && !strncmp(line, config_keys[i].name, len))
            return true;
    return false;
}

/* Every command reads a file of such a name so, whatever is in it; of others those that begin lines
 * with the keys of a configuration alone. */
bool kzi_config_is(const char *path, const char *text) {
    bool named = ends_with(path, KZI_CONFIG_HERE) || ends_with(path, "/kazoe/config.yaml"),
         any = false;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!*line || strchr(" \t\r\n#-", *line))
            continue;
        if (!named && !is_key(line, strcspn(line, ":\n")))
            return false;
        any = true;
    }
    return named || any;
}

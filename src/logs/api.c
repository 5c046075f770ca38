/* The calls of kazoe-logs.h: arguments checked, calls passed down. */
#include "kazoe-logs.h"

#include "base/names.h"
#include "logs/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A member of an options struct; 0 if the caller's struct is too short to have it. */
#define OPTION(options, member)                                                                    \
    ((options) &&                                                                                  \
             (options)->size >= offsetof(kz_replay_options, member) + sizeof((options)->member)    \
         ? (options)->member                                                                       \
         : 0)

/* Rulesets that logs asked for; few, because a site has few. */
#define MAX_OPENED 32

struct kz_replay {
    struct kzi_replay *replay;
    struct kzi_text report;
    char *folders;
    unsigned n_opened;
    char *wanted[MAX_OPENED];
    kz_ruleset *opened[MAX_OPENED];
};

/* --- rulesets by name ------------------------------------------------------------------------- */

/* Write the path of NAME.yaml in the first of the folders that has it.  Return whether one has. */
static bool find(char *path, const char *folders, const char *name) {
    while (*folders) {
        size_t len = strcspn(folders, ":");
        sprintf(path, "%.*s/%s.yaml", (int)len, folders, name);
        if (len && access(path, R_OK) == 0)
            return true;
        folders += len + (folders[len] == ':');
    }
    return false;
}

static kz_ruleset *load(const struct kz_replay *made, const struct kzi_dialect_rules *wanted,
                        kz_error *err) {
    kz_ruleset *rules = NULL;
    kz_loading how = {.size = sizeof how,
                      .search = made->folders,
                      .settings = wanted->settings,
                      .n_settings = wanted->n_settings};
    char *path = malloc(strlen(made->folders) + strlen(wanted->ruleset) + sizeof "/.yaml");
    if (!path)
        kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    else if (find(path, made->folders, wanted->ruleset))
        kz_ruleset_load_with(&rules, path, &how, NULL, NULL, err);
    else
        kzi_fail(err, KZ_NOT_FOUND, "the ruleset that the log names is not in the rule path");
    free(path);
    return rules;
}

static char *wanted_text(const struct kzi_dialect_rules *wanted) {
    struct kzi_text text = kzi_text_growing();
    kzi_text_put(&text, wanted->ruleset);
    for (unsigned i = 0; i < wanted->n_settings; i++)
        kzi_text_format(&text, " %s", wanted->settings[i]);
    kzi_text_char(&text, '\0');
    char *copy = text.failed ? NULL : strdup(text.at);
    kzi_text_release(&text);
    return copy;
}

static const struct kz_ruleset *open_rules(void *context, const struct kzi_dialect_rules *wanted,
                                           kz_error *err) {
    struct kz_replay *made = context;
    char *text = wanted_text(wanted);
    kz_ruleset *rules = NULL;
    if (!text || made->n_opened == MAX_OPENED) {
        free(text);
        kzi_fail(err, KZ_NO_MEMORY, "out of memory");
        return NULL;
    }
    for (unsigned i = 0; i < made->n_opened && !rules; i++)
        if (!strcmp(made->wanted[i], text))
            rules = made->opened[i];
    if (!rules && (rules = load(made, wanted, err))) {
        made->wanted[made->n_opened] = text;
        made->opened[made->n_opened++] = rules;
        return rules;
    }
    free(text);
    return rules;
}

/* --- replays -----------------------------------------------------------------------------------
 */

static char *all_folders(const char *search) {
    size_t len = search ? strlen(search) : 0;
    char *folders = malloc(len + sizeof KZ_RULES_DIR + 1);
    if (folders)
        sprintf(folders, "%s%s%s", search ? search : "", len ? ":" : "", KZ_RULES_DIR);
    return folders;
}

kz_status kz_replay_new(kz_replay **out, const kz_replay_options *options, kz_error *err) {
    if (out)
        *out = NULL;
    if (!out)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for the replay");
    kz_replay *made = calloc(1, sizeof *made);
    if (made) {
        made->report = kzi_text_growing();
        made->replay = kzi_replay_new();
        made->folders = all_folders(OPTION(options, search));
    }
    if (!made || !made->replay || !made->folders) {
        kz_replay_free(made);
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    }
    made->replay->folders = made->folders;
    made->replay->rules = OPTION(options, rules);
    made->replay->open = open_rules;
    made->replay->open_context = made;
    made->replay->json = !OPTION(options, text);
    made->replay->out = &made->report;
    *out = made;
    return KZ_OK;
}

void kz_replay_free(kz_replay *replay) {
    if (!replay)
        return;
    kzi_replay_free(replay->replay);
    kzi_text_release(&replay->report);
    for (unsigned i = 0; i < replay->n_opened; i++) {
        kz_ruleset_free(replay->opened[i]);
        free(replay->wanted[i]);
    }
    free(replay->folders);
    free(replay);
}

/* Bytes in memory as a source. */
struct bytes_left {
    const char *at;
    size_t len;
};

static long read_bytes(void *context, void *bytes, size_t size) {
    struct bytes_left *left = context;
    size_t len = left->len < size ? left->len : size;
    if (!len) /* the log may be NULL */
        return 0;
    memcpy(bytes, left->at, len);
    left->at += len;
    left->len -= len;
    return (long)len;
}

kz_status kz_replay_log(kz_replay *replay, const char *name, const void *bytes, size_t len,
                        kz_error *err) {
    struct bytes_left left = {bytes, len};
    if (!replay || !name || (!bytes && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no replay, no name or no log");
    kzi_text_clear(&replay->report);
    replay->replay->status = KZ_OK;
    bool done = kzi_replay_log(replay->replay, name, read_bytes, &left);
    if (replay->report.failed)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    if (done)
        return KZ_OK;
    const struct kzi_log_fault *fault = &replay->replay->reader.fault;
    kz_status status = replay->replay->status ? replay->replay->status : KZ_BAD_HAND;
    kzi_fail(err, status, fault->text);
    if (err) {
        err->line = (int)fault->line;
        err->column = (int)fault->column;
        strcpy(err->code, "bad_log");
    }
    return status;
}

size_t kz_replay_report(const kz_replay *replay, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (!replay || replay->report.failed || !replay->report.len)
        return kzi_text_end(&text);
    kzi_text_add(&text, replay->report.at, replay->report.len);
    return kzi_text_end(&text);
}

void kz_replay_count(const kz_replay *replay, kz_replay_counts *counts) {
    const struct kzi_replay_counts *sum = &replay->replay->counts;
    const kz_replay_counts all = {counts->size,  sum->files,  sum->games,
                                  sum->rounds,   sum->wins,   sum->draws,
                                  sum->disagree, sum->errors, sum->unknown_names};
    memcpy(counts, &all, counts->size < sizeof all ? counts->size : sizeof all);
}

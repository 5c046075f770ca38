/* kazoe0 - an extension of SQLite that scores mahjong hands; see README.md.
 *
 * Rulesets are found only by name, in the folder of the installed rules and in those that kz_path
 * names, and messages quote nothing of a file except names and values of options.  So a database
 * from a stranger, whose views and triggers call these functions, can neither read a file nor learn
 * which files exist. */
#include <kazoe.h>

#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

#define MAX_RULESETS 16 /* the most held at one time; each takes up to 24 MiB, most take one */
#define MAX_FOLDERS  16
#define MAX_NAME     256

struct ruleset {
    char name[MAX_NAME];
    kz_ruleset *rules;
    sqlite3_uint64 used; /* counts up with each use */
};

/* The state of a connection, which runs one call at a time. */
struct state {
    int references; /* functions and tables that use it */
    struct ruleset held[MAX_RULESETS];
    unsigned n_held;
    sqlite3_uint64 clock;
    kz_hand *hand;
    kz_result *result;
    char *json; /* room for one result */
    size_t json_size;
    char *folders[MAX_FOLDERS + 1]; /* the first one is that of the installed rules */
    unsigned n_folders;
};

static void drop(struct ruleset *held) {
    kz_ruleset_free(held->rules);
    memset(held, 0, sizeof *held);
}

/* Release one reference.  Called for each function and table when the connection is closed. */
static void release(void *context) {
    struct state *state = context;
    if (--state->references > 0)
        return;
    kz_hand_free(state->hand); /* the hand and the result read from rules, so free them first */
    kz_result_free(state->result);
    for (unsigned i = 0; i < state->n_held; i++)
        drop(&state->held[i]);
    for (unsigned i = 0; i < state->n_folders; i++)
        sqlite3_free(state->folders[i]);
    sqlite3_free(state->json);
    sqlite3_free(state);
}

/* --- rulesets --------------------------------------------------------------------------------- */

/* The reason of a failure: an SQL error with this text; NULL: out of memory. */
struct failure {
    char text[640];
    bool no_memory;
};

static void *fail(struct failure *failure, const char *format, ...) {
    va_list values;
    va_start(values, format);
    if (format)
        sqlite3_vsnprintf(sizeof failure->text, failure->text, format, values);
    else
        failure->no_memory = true;
    va_end(values);
    return NULL;
}

/* Say why a ruleset was not loaded.  An error in a file may quote the file, so give only its place;
 * an error without a file is about the name, its options and overlays. */
static void *fail_to_load(struct failure *failure, const char *name, const kz_error *error) {
    const char *file = strrchr(error->file, '/');
    if (error->status == KZ_NO_MEMORY)
        return fail(failure, NULL);
    if (file && error->line)
        return fail(failure, "kazoe: the ruleset %s has an error in %s:%d:%d; kazoe check shows it",
                    name, file + 1, error->line, error->column);
    if (file)
        return fail(failure, "kazoe: the ruleset %s needs %s, which cannot be used", name,
                    file + 1);
    if (error->status == KZ_NOT_FOUND)
        return fail(failure,
                    "kazoe: %.*s; kz_path('FOLDER') adds rulesets in FOLDER and overlays in "
                    "FOLDER/overlays",
                    (int)strcspn(error->text, ";"), error->text);
    return fail(failure, "kazoe: %s", error->text);
}

/* Return whether a spec has only names.  No word of it may have dots, slashes or quotes, so that it
 * leads to no other folder. */
static bool is_name(const char *name) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_=+ ";
    size_t len = strspn(name, letters);
    return len && len < MAX_NAME && !name[len];
}

static struct ruleset *find_held(struct state *state, const char *name) {
    for (unsigned i = 0; i < state->n_held; i++)
        if (!strcmp(state->held[i].name, name))
            return &state->held[i];
    return NULL;
}

/* Return a place for one more ruleset: a free one, or that of the one unused for longest. */
static struct ruleset *make_place(struct state *state) {
    struct ruleset *oldest = &state->held[0];
    if (state->n_held < MAX_RULESETS)
        return &state->held[state->n_held++];
    for (unsigned i = 1; i < MAX_RULESETS; i++)
        if (state->held[i].used < oldest->used)
            oldest = &state->held[i];
    drop(oldest);
    return oldest;
}

/* Load a ruleset by name.  Its file and all parents are read only from the folders for names. */
static kz_status load(const struct state *state, kz_ruleset **rules, const char *name,
                      kz_error *error) {
    char *search = sqlite3_mprintf("%s", state->folders[0]);
    for (unsigned i = 1; search && i < state->n_folders; i++)
        search = sqlite3_mprintf("%z:%s", search, state->folders[i]);
    kz_status status =
        search ? kz_ruleset_open(rules, name, search, NULL, NULL, error) : KZ_NO_MEMORY;
    sqlite3_free(search);
    return status;
}

static struct ruleset *open_ruleset(struct state *state, const char *name,
                                    struct failure *failure) {
    struct ruleset fresh = {.rules = NULL};
    kz_error error = {.status = KZ_NO_MEMORY};
    if (!is_name(name))
        return fail(
            failure,
            "kazoe: a ruleset is a name, options and overlays of small letters, digits and -_=+");
    if (load(state, &fresh.rules, name, &error) != KZ_OK)
        return fail_to_load(failure, name, &error);
    memcpy(fresh.name, name, strlen(name) + 1);
    struct ruleset *place = make_place(state);
    *place = fresh;
    return place;
}

/* --- one hand --------------------------------------------------------------------------------- */

/* Score a hand.  Return the status of its row (KZ_OK, or KZ_BAD_HAND with its error); KZ_BAD_USAGE
 * if the ruleset fails. hand and name are not NULL. */
static kz_status score(struct state *state, sqlite3_value *hand, sqlite3_value *name,
                       kz_error *error, struct failure *failure) {
    const char *ruleset = (const char *)sqlite3_value_text(name);
    const char *text = (const char *)sqlite3_value_text(hand);
    size_t len = (size_t)sqlite3_value_bytes(hand);
    if (!ruleset || (!text && len)) {
        fail(failure, NULL);
        return KZ_BAD_USAGE;
    }
    struct ruleset *held = find_held(state, ruleset);
    if (!held)
        held = open_ruleset(state, ruleset, failure);
    if (!held)
        return KZ_BAD_USAGE;
    held->used = ++state->clock;
    kz_hand_forget(state->hand);
    if (kz_hand_know(state->hand, held->rules) != KZ_OK) {
        fail(failure, "kazoe: a hand cannot know the ruleset %s", ruleset);
        return KZ_BAD_USAGE;
    }
    kz_status status = kz_hand_parse(state->hand, text ? text : "", len, error);
    if (status == KZ_OK) {
        status = kz_score(state->result, held->rules, state->hand);
        if (status != KZ_OK)
            *error = *kz_result_error(state->result);
    }
    return status;
}

/* Score the hand of a function's two arguments.  Return false if the function's result is NULL or
 * an error, which is set. */
static bool score_row(sqlite3_context *context, sqlite3_value **arguments, kz_status *status,
                      kz_error *error) {
    struct failure failure = {.no_memory = false};
    if (sqlite3_value_type(arguments[0]) == SQLITE_NULL ||
        sqlite3_value_type(arguments[1]) == SQLITE_NULL)
        return false;
    *status = score(sqlite3_user_data(context), arguments[0], arguments[1], error, &failure);
    if (*status != KZ_BAD_USAGE)
        return true;
    if (failure.no_memory)
        sqlite3_result_error_nomem(context);
    else
        sqlite3_result_error(context, failure.text, -1);
    return false;
}

static void kz_points(sqlite3_context *context, int count, sqlite3_value **arguments) {
    const struct state *state = sqlite3_user_data(context);
    kz_status status;
    kz_error error;
    (void)count;
    if (score_row(context, arguments, &status, &error) && status == KZ_OK)
        sqlite3_result_int64(context, kz_result_points(state->result));
}

static void kz_error_of(sqlite3_context *context, int count, sqlite3_value **arguments) {
    kz_status status;
    kz_error error;
    (void)count;
    if (score_row(context, arguments, &status, &error) && status != KZ_OK)
        sqlite3_result_text(context, error.code, -1, SQLITE_TRANSIENT);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Return the length of the result's JSON or, if the hand was refused, of the error's. */
static size_t write_json(const struct state *state, const kz_error *error, char *buffer,
                         size_t size) {
    return error ? kz_error_json(error, state->hand, buffer, size)
                 : kz_result_json(state->result, buffer, size);
}

static void kz_json(sqlite3_context *context, int count, sqlite3_value **arguments) {
    struct state *state = sqlite3_user_data(context);
    kz_status status;
    kz_error error;
    (void)count;
    if (!score_row(context, arguments, &status, &error))
        return;
    const kz_error *wrong = status == KZ_OK ? NULL : &error;
    size_t len = write_json(state, wrong, state->json, state->json_size);
    if (len >= state->json_size) {
        char *larger = sqlite3_realloc64(state->json, 2 * len + 1);
        if (!larger) {
            sqlite3_result_error_nomem(context);
            return;
        }
        state->json = larger;
        state->json_size = 2 * len + 1;
        write_json(state, wrong, state->json, state->json_size);
    }
    sqlite3_result_text(context, state->json, (int)len, SQLITE_TRANSIENT);
}

/* --- the rule path ---------------------------------------------------------------------------- */

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Add a folder.  Only statements of the user can call this: no view and no trigger. */
static void kz_path(sqlite3_context *context, int count, sqlite3_value **arguments) {
    struct state *state = sqlite3_user_data(context);
    const char *folder = (const char *)sqlite3_value_text(arguments[0]);
    (void)count;
    if (sqlite3_value_type(arguments[0]) == SQLITE_NULL || !folder || !*folder ||
        strchr(folder, ':')) {
        sqlite3_result_error(context, "kazoe: kz_path takes one folder, without a colon", -1);
        return;
    }
    if (!is_folder(folder)) {
        sqlite3_result_error(context, "kazoe: kz_path: there is no such folder", -1);
        return;
    }
    if (state->n_folders == MAX_FOLDERS + 1) {
        sqlite3_result_error(context, "kazoe: there are 16 folders already", -1);
        return;
    }
    char *copy = sqlite3_mprintf("%s", folder);
    if (!copy) {
        sqlite3_result_error_nomem(context);
        return;
    }
    state->folders[state->n_folders++] = copy;
    sqlite3_result_text(context, folder, -1, SQLITE_TRANSIENT);
}

/* --- the table kz_yaku ------------------------------------------------------------------------ */

enum {
    COLUMN_ID,
    COLUMN_VALUE,
    COLUMN_COUNT,
    COLUMN_LIMIT,
    COLUMN_BONUS,
    COLUMN_NAME,
    COLUMN_HAND,
    COLUMN_RULESET
};

struct table {
    sqlite3_vtab base;
    struct state *state;
};

/* A yaku of the hand.  The texts are copies, because the ruleset may be freed before the cursor. */
struct row {
    char *id, *limit, *name;
    int value, count, bonus;
};

struct cursor {
    sqlite3_vtab_cursor base;
    struct row *rows;
    size_t n_rows, at;
};

static int yaku_connect(sqlite3 *db, void *context, int count, const char *const *arguments,
                        sqlite3_vtab **out, char **said) {
    struct table *table = sqlite3_malloc(sizeof *table);
    (void)count, (void)arguments, (void)said;
    if (!table)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table);
    table->state = context;
    *out = &table->base;
    sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
    return sqlite3_declare_vtab(db, "CREATE TABLE x(id TEXT, value INTEGER, count INTEGER,"
                                    " \"limit\" TEXT, bonus INTEGER, name TEXT,"
                                    " hand HIDDEN, ruleset HIDDEN)");
}

static int yaku_disconnect(sqlite3_vtab *base) {
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Require both arguments. */
static int yaku_plan(sqlite3_vtab *base, sqlite3_index_info *info) {
    int given[2] = {-1, -1};
    (void)base;
    for (int i = 0; i < info->nConstraint; i++) {
        int column = info->aConstraint[i].iColumn - COLUMN_HAND;
        if (column < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            return SQLITE_CONSTRAINT;
        given[column] = i;
    }
    if (given[0] < 0 || given[1] < 0) {
        base->zErrMsg = sqlite3_mprintf("kazoe: write kz_yaku(hand, ruleset)");
        return SQLITE_ERROR;
    }
    for (int i = 0; i < 2; i++) {
        info->aConstraintUsage[given[i]].argvIndex = i + 1;
        info->aConstraintUsage[given[i]].omit = 1;
    }
    info->estimatedCost = 10;
    info->estimatedRows = 5;
    return SQLITE_OK;
}

static int yaku_open(sqlite3_vtab *base, sqlite3_vtab_cursor **out) {
    struct cursor *cursor = sqlite3_malloc(sizeof *cursor);
    (void)base;
    if (!cursor)
        return SQLITE_NOMEM;
    memset(cursor, 0, sizeof *cursor);
    *out = &cursor->base;
    return SQLITE_OK;
}

static void clear(struct cursor *cursor) {
    for (size_t i = 0; i < cursor->n_rows; i++) {
        sqlite3_free(cursor->rows[i].id);
        sqlite3_free(cursor->rows[i].limit);
        sqlite3_free(cursor->rows[i].name);
    }
    sqlite3_free(cursor->rows);
    cursor->rows = NULL;
    cursor->n_rows = cursor->at = 0;
}

static int yaku_close(sqlite3_vtab_cursor *base) {
    clear((struct cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Copy a yaku.  Return false if memory ran out. */
static bool copy_row(struct row *row, const kz_result *result, const kz_ruleset *rules, size_t i) {
    const char *limit = kz_result_yaku_limit(result, i);
    size_t number = (size_t)kz_result_yaku_number(result, i);
    row->id = sqlite3_mprintf("%s", kz_result_yaku_id(result, i));
    row->name = sqlite3_mprintf("%s", kz_ruleset_yaku_name(rules, number, "en"));
    row->limit = limit ? sqlite3_mprintf("%s", limit) : NULL;
    row->value = kz_result_yaku_value(result, i);
    row->count = kz_result_yaku_times(result, i);
    row->bonus = kz_ruleset_yaku_is_bonus(rules, number);
    return row->id && row->name && (row->limit || !limit);
}

static int copy_rows(struct cursor *cursor, const kz_result *result, const kz_ruleset *rules) {
    size_t count = kz_result_yaku_count(result);
    cursor->rows = sqlite3_malloc64(count * sizeof *cursor->rows + 1);
    if (!cursor->rows)
        return SQLITE_NOMEM;
    memset(cursor->rows, 0, count * sizeof *cursor->rows);
    cursor->n_rows = count;
    for (size_t i = 0; i < count; i++)
        if (!copy_row(&cursor->rows[i], result, rules, i))
            return SQLITE_NOMEM;
    return SQLITE_OK;
}

/* Find the yaku of a hand.  A bad hand has no rows. */
static int yaku_filter(sqlite3_vtab_cursor *base, int plan, const char *text, int count,
                       sqlite3_value **arguments) {
    struct cursor *cursor = (struct cursor *)base;
    struct state *state = ((struct table *)base->pVtab)->state;
    struct failure failure = {.no_memory = false};
    kz_error error;
    (void)plan, (void)text;
    clear(cursor);
    if (count != 2 || sqlite3_value_type(arguments[0]) == SQLITE_NULL ||
        sqlite3_value_type(arguments[1]) == SQLITE_NULL)
        return SQLITE_OK;
    kz_status status = score(state, arguments[0], arguments[1], &error, &failure);
    if (status == KZ_BAD_USAGE && failure.no_memory)
        return SQLITE_NOMEM;
    if (status == KZ_BAD_USAGE) {
        sqlite3_free(base->pVtab->zErrMsg);
        base->pVtab->zErrMsg = sqlite3_mprintf("%s", failure.text);
        return SQLITE_ERROR;
    }
    if (status != KZ_OK)
        return SQLITE_OK;
    const char *name = (const char *)sqlite3_value_text(arguments[1]);
    return copy_rows(cursor, state->result, find_held(state, name)->rules);
}

static int yaku_next(sqlite3_vtab_cursor *base) {
    ((struct cursor *)base)->at++;
    return SQLITE_OK;
}

static int yaku_eof(sqlite3_vtab_cursor *base) {
    const struct cursor *cursor = (const struct cursor *)base;
    return cursor->at >= cursor->n_rows;
}

static int yaku_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    const struct cursor *cursor = (const struct cursor *)base;
    const struct row *row = &cursor->rows[cursor->at];
    const char *text = column == COLUMN_ID      ? row->id
                       : column == COLUMN_LIMIT ? row->limit
                       : column == COLUMN_NAME  ? row->name
                                                : NULL;
    if (column == COLUMN_VALUE)
        sqlite3_result_int(context, row->value);
    else if (column == COLUMN_COUNT)
        sqlite3_result_int(context, row->count);
    else if (column == COLUMN_BONUS)
        sqlite3_result_int(context, row->bonus);
    else if (text)
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    return SQLITE_OK;
}

static int yaku_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = (sqlite3_int64)((const struct cursor *)base)->at;
    return SQLITE_OK;
}

static const sqlite3_module yaku_module = {.xConnect = yaku_connect,
                                           .xBestIndex = yaku_plan,
                                           .xDisconnect = yaku_disconnect,
                                           .xOpen = yaku_open,
                                           .xClose = yaku_close,
                                           .xFilter = yaku_filter,
                                           .xNext = yaku_next,
                                           .xEof = yaku_eof,
                                           .xColumn = yaku_column,
                                           .xRowid = yaku_rowid};

/* --- the extension ---------------------------------------------------------------------------- */

static struct state *new_state(void) {
    struct state *state = sqlite3_malloc(sizeof *state);
    if (!state)
        return NULL;
    memset(state, 0, sizeof *state);
    state->references = 1;
    state->hand = kz_hand_new();
    state->result = kz_result_new();
    state->json_size = 4096;
    state->json = sqlite3_malloc64(state->json_size);
    state->folders[0] = sqlite3_mprintf("%s", KZ_RULES_DIR);
    state->n_folders = 1;
    if (state->hand && state->result && state->json && state->folders[0])
        return state;
    release(state);
    return NULL;
}

__attribute__((visibility("default"))) int sqlite3_kazoe_init(sqlite3 *db, char **said,
                                                              const sqlite3_api_routines *api);

int sqlite3_kazoe_init(sqlite3 *db, char **said, const sqlite3_api_routines *api) {
    static const struct {
        const char *name;
        int count, flags;
        void (*run)(sqlite3_context *, int, sqlite3_value **);
    } functions[] = {{"kz_points", 2, SQLITE_INNOCUOUS, kz_points},
                     {"kz_error", 2, SQLITE_INNOCUOUS, kz_error_of},
                     {"kz_json", 2, SQLITE_INNOCUOUS, kz_json},
                     {"kz_path", 1, SQLITE_DIRECTONLY, kz_path}};
    SQLITE_EXTENSION_INIT2(api);
    (void)said;
    struct state *state = new_state();
    int status = state ? SQLITE_OK : SQLITE_NOMEM;
    for (size_t i = 0; status == SQLITE_OK && i < sizeof functions / sizeof *functions; i++) {
        state->references++;
        status = sqlite3_create_function_v2(db, functions[i].name, functions[i].count,
                                            SQLITE_UTF8 | functions[i].flags, state,
                                            functions[i].run, NULL, NULL, release);
    }
    if (status == SQLITE_OK) {
        state->references++;
        status = sqlite3_create_module_v2(db, "kz_yaku", &yaku_module, state, release);
    }
    if (state)
        release(state); /* the registered functions keep it */
    return status;
}

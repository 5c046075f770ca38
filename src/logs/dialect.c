#include "logs/dialect.h"

#include "rules/loader.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DEAD 100

/* Where a dialect is read: its arena gets everything. */
struct dialect_ctx {
    struct kzi_dialect *dialect;
    struct kzi_diags diags;
};

static void expect(struct dialect_ctx *ctx, const struct kzi_node *node, const char *what) {
    kzi_error_at(&ctx->diags, node->place, "expected %s", what);
}

/* --- its sections ---------------------------------------------------------------------------- */

static const struct kzi_node *section(struct dialect_ctx *ctx, const struct kzi_node *root,
                                      const char *name, enum kzi_node_kind kind) {
    const struct kzi_node *node = kzi_node_get(root, name);
    if (node && node->kind != kind) {
        expect(ctx, node, kind == KZI_MAP ? "a mapping" : "a list");
        node = NULL;
    }
    return node;
}

static void read_moment(struct dialect_ctx *ctx, const struct kzi_entry *entry) {
    static const char *const keys[] = {
#define KZI_MOMENT(id, name) name,
#include "logs/moments.def"
#undef KZI_MOMENT
    };
    int number = kzi_names_find(&KZI_WORDS(keys), entry->key->text);
    if (number < 0) {
        kzi_error_at(&ctx->diags, entry->key->place, "unknown circumstance '%s'%s",
                     entry->key->text,
                     kzi_did_you_mean(&ctx->diags, entry->key->text, keys, KZI_COUNT(keys)));
    } else if (entry->value->kind != KZI_SCALAR || strlen(entry->value->text) >= KZI_MAX_WORD) {
        expect(ctx, entry->value, "a word");
    } else {
        kzi_word_set(&ctx->dialect->moments[number], entry->value->text);
    }
}

static void read_yaku(struct dialect_ctx *ctx, const struct kzi_entry *entry) {
    struct kzi_dialect *dialect = ctx->dialect;
    const struct kzi_node *one[] = {entry->value};
    const struct kzi_node **ids = entry->value->kind == KZI_LIST ? entry->value->u.items : one;
    size_t count = entry->value->kind == KZI_LIST ? entry->value->count : 1;
    kzi_names_add(&dialect->names, entry->key->text);
    struct kzi_dialect_yaku *yaku = KZI_ADD(&dialect->arena, dialect->yaku, dialect->n_yaku);
    *yaku = (struct kzi_dialect_yaku){0};
    for (size_t i = 0; i < count && i < KZI_MAX_MEANT && ids[i]->kind == KZI_SCALAR; i++)
        yaku->ids[yaku->n_ids++] = ids[i]->text;
    if (!count || yaku->n_ids < count)
        expect(ctx, entry->value, "the id of a yaku, or a list of up to 4");
}

static void read_draw(struct dialect_ctx *ctx, const struct kzi_entry *entry) {
    struct kzi_dialect *dialect = ctx->dialect;
    if (entry->value->kind != KZI_SCALAR || strlen(entry->value->text) >= KZI_MAX_WORD) {
        expect(ctx, entry->value, "a word");
        return;
    }
    kzi_names_add(&dialect->draws, entry->key->text);
    *KZI_ADD(&dialect->arena, dialect->draw_words, dialect->n_draws) = entry->value->text;
}

static bool is_text(const struct kzi_node *node) {
    return node && node->kind == KZI_SCALAR;
}

static void check_rule(struct dialect_ctx *ctx, const struct kzi_node *rule) {
    const struct kzi_node *ruleset = kzi_node_get(rule, "ruleset");
    if (is_text(ruleset) && !kzi_can_be_found(ruleset->text))
        expect(ctx, ruleset, "the name of a ruleset");
    if (is_text(ruleset) == is_text(kzi_node_get(rule, "set")))
        expect(ctx, rule, "a ruleset or an option to set: {has: WORD, set: OPTION=VALUE}");
}

/* The number of tiles that are never drawn. */
static void read_dead_wall(struct dialect_ctx *ctx, const struct kzi_node *root) {
    const struct kzi_node *node = kzi_node_get(root, "dead_wall");
    if (!node)
        return;
    ctx->dialect->dead_wall = is_text(node) ? (unsigned)strtoul(node->text, NULL, 10) : 0;
    if (ctx->dialect->dead_wall > MOST_DEAD)
        expect(ctx, node, "a number of tiles");
}

static void read_map(struct dialect_ctx *ctx, const struct kzi_node *root, const char *name,
                     void (*read)(struct dialect_ctx *ctx, const struct kzi_entry *entry)) {
    const struct kzi_node *node = section(ctx, root, name, KZI_MAP);
    for (size_t i = 0; node && i < node->count; i++)
        read(ctx, &node->u.entries[i]);
}

static void check_keys(struct dialect_ctx *ctx, const struct kzi_node *root) {
    static const char *const keys[] = {"kazoe", "log",       "rules",     "circumstances", "yaku",
                                       "draws", "won_draws", "dead_wall", "note"};
    for (size_t i = 0; i < root->count; i++) {
        const struct kzi_node *key = root->u.entries[i].key;
        if (kzi_names_find(&KZI_WORDS(keys), key->text) < 0)
            kzi_error_at(&ctx->diags, key->place, "unknown key '%s'%s", key->text,
                         kzi_did_you_mean(&ctx->diags, key->text, keys, KZI_COUNT(keys)));
    }
}

static void read_root(struct dialect_ctx *ctx, const struct kzi_node *root) {
    check_keys(ctx, root);
    read_map(ctx, root, "circumstances", read_moment);
    read_map(ctx, root, "yaku", read_yaku);
    read_map(ctx, root, "draws", read_draw);
    read_dead_wall(ctx, root);
    ctx->dialect->won = section(ctx, root, "won_draws", KZI_LIST);
    ctx->dialect->rules = section(ctx, root, "rules", KZI_LIST);
    for (size_t i = 0; ctx->dialect->rules && i < ctx->dialect->rules->count; i++)
        check_rule(ctx, ctx->dialect->rules->u.items[i]);
}

/* --- opening --------------------------------------------------------------------------------- */

/* It is found as a ruleset of that name would be. */
static kz_status read_dialect(struct dialect_ctx *ctx, const char *format, const char *folders,
                              kz_error *err) {
    struct kzi_arena *arena = &ctx->dialect->arena;
    const struct kzi_rule_path where = {.along = folders, .named = true};
    struct kzi_loader *loader = KZI_NEW(arena, struct kzi_loader);
    *loader = (struct kzi_loader){.diags = &ctx->diags, .where = &where};
    kzi_diags_init(&ctx->diags, arena);
    kzi_names_init(&ctx->dialect->names, arena);
    kzi_names_init(&ctx->dialect->draws, arena);
    kz_status status = kzi_files_read(loader, kzi_arena_format(arena, "logs/%s", format));
    if (status == KZ_NOT_FOUND)
        return kzi_fail(
            err, status,
            kzi_arena_format(arena, "there is no logs/%s.yaml in the rule path", format));
    if (status == KZ_OK)
        read_root(ctx, loader->roots[0]);
    if (!ctx->diags.errors)
        return KZ_OK;
    kzi_diags_emit(&ctx->diags, NULL, NULL, err);
    return status == KZ_OK ? KZ_BAD_RULES : status;
}

kz_status kzi_dialect_open(struct kzi_dialect **dialect, const char *format, const char *folders,
                           kz_error *err) {
    volatile kz_status status = KZ_NO_MEMORY;
    jmp_buf door;
    *dialect = calloc(1, sizeof **dialect);
    if (!*dialect)
        return kzi_fail(err, KZ_NO_MEMORY, kz_status_text(KZ_NO_MEMORY));
    struct dialect_ctx ctx = {.dialect = *dialect};
    (*dialect)->arena.door = &door;
    if (!setjmp(door))
        status = read_dialect(&ctx, format, folders, err);
    else
        kzi_fail(err, KZ_NO_MEMORY, kz_status_text(KZ_NO_MEMORY));
    if (status == KZ_OK)
        return KZ_OK;
    kzi_dialect_free(*dialect);
    *dialect = NULL;
    return status;
}

void kzi_dialect_free(struct kzi_dialect *dialect) {
    if (dialect)
        kzi_arena_release(&dialect->arena);
    free(dialect);
}

/* --- looking up ------------------------------------------------------------------------------ */

int kzi_dialect_yaku_find(const struct kzi_dialect *dialect, const char *name) {
    return kzi_names_find(&dialect->names, name);
}

bool kzi_dialect_means(const struct kzi_dialect *dialect, unsigned number, const char *id) {
    const struct kzi_dialect_yaku *yaku = &dialect->yaku[number];
    for (unsigned i = 0; i < yaku->n_ids; i++)
        if (!strcmp(yaku->ids[i], id))
            return true;
    return false;
}

const char *kzi_dialect_draw(const struct kzi_dialect *dialect, const char *name) {
    int number = kzi_names_find(&dialect->draws, name);
    return number < 0 ? NULL : dialect->draw_words[number];
}

bool kzi_dialect_is_won(const struct kzi_dialect *dialect, const char *draw) {
    for (size_t i = 0; dialect->won && i < dialect->won->count; i++)
        if (kzi_node_is(dialect->won->u.items[i], draw))
            return true;
    return false;
}

/* Return how many words of a list, or of one, the log says. */
static size_t count_said(const struct kzi_log_event *game, const struct kzi_node *words) {
    const struct kzi_node *one[] = {words};
    const struct kzi_node **items = words->kind == KZI_LIST ? words->u.items : one;
    size_t count = words->kind == KZI_LIST ? words->count : 1, said = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < game->n_words && !kzi_node_is(items[i], game->words[k]))
            k++;
        said += k < game->n_words;
    }
    return said;
}

static size_t count_words(const struct kzi_node *words) {
    return words->kind == KZI_LIST ? words->count : 1;
}

void kzi_dialect_rules_find(const struct kzi_dialect *dialect, const struct kzi_log_event *game,
                            struct kzi_dialect_rules *rules) {
    *rules = (struct kzi_dialect_rules){0};
    for (size_t i = 0; dialect->rules && i < dialect->rules->count; i++) {
        const struct kzi_node *rule = dialect->rules->u.items[i], *has = kzi_node_get(rule, "has"),
                              *lacks = kzi_node_get(rule, "lacks"),
                              *ruleset = kzi_node_get(rule, "ruleset"),
                              *set = kzi_node_get(rule, "set");
        if ((has && count_said(game, has) != count_words(has)) ||
            (lacks && count_said(game, lacks)))
            continue;
        if (ruleset && !rules->ruleset)
            rules->ruleset = ruleset->text;
        else if (set && rules->n_settings < KZI_MAX_DIALECT_SETTINGS)
            rules->settings[rules->n_settings++] = set->text;
    }
}

#include "logs/dialect.h"

#include "rules/loader.h"
#include "rules/reader/reader.h"

#include <stdlib.h>
#include <string.h>

/* --- its sections ---------------------------------------------------------------------------- */

/* Return whether a node is a word of the rules; if not, note an error. */
static bool expect_word(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a word"))
        return false;
    if (strlen(node->text) >= KZI_MAX_WORD)
        KZI_REFUSE(reader, node, "the word is too long");
    return strlen(node->text) < KZI_MAX_WORD;
}

static void read_moment(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                        void *target) {
    static const char *const keys[] = {
#define KZI_MOMENT(id, name) name,
#include "logs/moments.def"
#undef KZI_MOMENT
    };
    struct kzi_dialect *dialect = target;
    const int number = kzi_read_one_of(reader, entry->key, "a circumstance", keys, KZI_COUNT(keys));
    if (expect_word(reader, entry->value) && number >= 0)
        kzi_word_set(&dialect->moments[number], entry->value->text);
}

static void check_yaku(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *unused) {
    const struct kzi_node *const *ids;
    const size_t count = kzi_items_of(&entry->value, &ids);
    size_t i = 0;
    (void)unused;
    while (i < count && ids[i]->kind == KZI_SCALAR)
        i++;
    if (!count || i < count)
        KZI_REFUSE(reader, entry->value, "expected the id of a yaku, or a list of them");
}

static void check_draw(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *unused) {
    (void)unused;
    expect_word(reader, entry->value);
}

static void read_won_draws(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                           void *target) {
    struct kzi_dialect *dialect = target;
    if (kzi_expect(reader, entry->value, KZI_LIST, "won_draws"))
        dialect->won = entry->value;
}

static bool is_text(const struct kzi_node *node) {
    return node && node->kind == KZI_SCALAR;
}

static void check_rule(struct kzi_rule_reader *reader, const struct kzi_node *rule) {
    const struct kzi_node *ruleset = kzi_node_get(rule, "ruleset");
    if (is_text(ruleset) && !kzi_can_be_found(ruleset->text))
        KZI_REFUSE(reader, ruleset, "expected the name of a ruleset");
    if (is_text(ruleset) == is_text(kzi_node_get(rule, "set")))
        KZI_REFUSE(reader, rule,
                   "expected a ruleset or an option to set: {has: WORD, set: OPTION=VALUE}");
}

static void read_rules(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    struct kzi_dialect *dialect = target;
    const struct kzi_node *rules = entry->value;
    if (!kzi_expect(reader, rules, KZI_LIST, "rules"))
        return;
    dialect->rules = rules;
    KZI_EACH_ITEM(rules, item)
        check_rule(reader, item);
}

static const struct kzi_key keys[] = {
    KZI_CHECKED("kazoe", text),
    KZI_CHECKED("log", text),
    KZI_CHECKED("note", label),
    KZI_KEY("rules", read_rules, LIST(text)),
    {.name = "circumstances",
     .kind = kzi_kind_MAP(scalar, scalar),
     .read = read_moment,
     .each = true,
     .all = "circumstances"},
    {.name = "yaku",
     .kind = kzi_kind_MAP(scalar, scalar),
     .read = check_yaku,
     .each = true,
     .all = "yaku"},
    {.name = "draws",
     .kind = kzi_kind_MAP(scalar, scalar),
     .read = check_draw,
     .each = true,
     .all = "draws"},
    KZI_KEY("won_draws", read_won_draws, LIST(text)),
    {.name = "dead_wall",
     .kind = kzi_kind_INT(0, 100),
     .offset = offsetof(struct kzi_dialect, dead_wall),
     .size = sizeof(int32_t)},
};
static const struct kzi_key_table dialect_keys = KZI_TABLE("dialect", "a dialect", keys);

/* --- opening --------------------------------------------------------------------------------- */

/* Read the file of a dialect, which is found like a ruleset of that name. */
static kz_status read_dialect(struct kzi_dialect *dialect, const char *format,
                              const char *rule_path, kz_error *err) {
    struct kzi_arena *arena = &dialect->arena;
    const struct kzi_request request = {
        .spec.rules.text = kzi_arena_format(arena, "logs/%s", format), .rule_path = rule_path};
    struct kzi_diags diags;
    struct kzi_loader *loader = KZI_NEW(arena, struct kzi_loader);
    kzi_diags_init(&diags, arena);
    *loader = (struct kzi_loader){.diags = &diags, .request = &request};
    struct kzi_rule_reader reader = kzi_reader_without_rules(&diags);
    kz_status status = kzi_files_read(loader);
    if (status == KZ_NOT_FOUND)
        return kzi_fail(
            err, status,
            kzi_arena_format(arena, "there is no logs/%s.yaml in the rule path", format));
    if (status == KZ_OK)
        kzi_read_keys(&reader, loader->roots[0], &dialect_keys, dialect);
    if (!diags.errors) {
        dialect->yaku = kzi_node_get(loader->roots[0], "yaku");
        dialect->draws = kzi_node_get(loader->roots[0], "draws");
        return KZ_OK;
    }
    kzi_diags_emit(&diags, &(struct kzi_listener){.err = err});
    return status == KZ_OK ? KZ_BAD_RULES : status;
}

kz_status kzi_dialect_open(struct kzi_dialect **dialect, const char *format, const char *rule_path,
                           kz_error *err) {
    volatile kz_status status = KZ_NO_MEMORY;
    jmp_buf door;
    *dialect = calloc(1, sizeof **dialect);
    if (!*dialect)
        return kzi_fail(err, KZ_NO_MEMORY, kz_status_text(KZ_NO_MEMORY));
    (*dialect)->arena.door = &door;
    if (!setjmp(door))
        status = read_dialect(*dialect, format, rule_path, err);
    else
        kzi_fail(err, KZ_NO_MEMORY, kz_status_text(KZ_NO_MEMORY));
    (*dialect)->arena.door = NULL;
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

/* Return whether the log has all of the words (`all`), or any of them.  `words` is a word or a
 * list. */
static bool says(const struct kzi_log_event *game, const struct kzi_node *words, bool all) {
    const struct kzi_node *const *items;
    const size_t count = kzi_items_of(&words, &items);
    for (size_t i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < game->n_words && !kzi_node_is(items[i], game->words[k]))
            k++;
        if ((k < game->n_words) != all)
            return !all;
    }
    return all;
}

/* Return whether a rule of a dialect applies to this game. */
static bool is_for(const struct kzi_node *rule, const struct kzi_log_event *game) {
    const struct kzi_node *has = kzi_node_get(rule, "has"), *lacks = kzi_node_get(rule, "lacks");
    return (!has || says(game, has, true)) && (!lacks || !says(game, lacks, false));
}

void kzi_put_rules_of_log(struct kzi_text *text, const struct kzi_dialect *dialect,
                          const struct kzi_log_event *game) {
    const struct kzi_node *ruleset = NULL;
    KZI_EACH_ITEM(dialect->rules, rule)
        if (!ruleset && is_for(rule, game))
            ruleset = kzi_node_get(rule, "ruleset");
    if (!ruleset)
        return;
    kzi_put_spec_word(text, ruleset->text);
    KZI_EACH_ITEM(dialect->rules, rule) {
        const struct kzi_node *set = kzi_node_get(rule, "set");
        if (set && is_for(rule, game))
            kzi_text_format(text, " %s", set->text);
    }
}

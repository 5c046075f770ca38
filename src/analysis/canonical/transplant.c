/* Find the words that rules use, and carry over a difference: change the rules of one ruleset so
 * that they agree with the other. */
#include "analysis/canonical/differences.h"

#include "rules/tree/merge.h"

#include <string.h>

const struct kzi_node *kzi_node_at_address(struct kzi_arena *arena, const struct kzi_node *root,
                                           const char *address) {
    const char *last = strrchr(address, '.');
    const struct kzi_node *there = kzi_node_at_spending(arena, root, address);
    if (there || !last)
        return there;
    const char *above = kzi_arena_copy(arena, address, (size_t)(last - address));
    const struct kzi_node *list = kzi_node_at_spending(arena, root, above);
    if (!list || list->kind != KZI_LIST)
        return NULL;
    kzi_arena_spend(arena, list->count / 4);
    const struct kzi_node *item = kzi_node_item(list, last + 1);
    return item ? kzi_node_new_scalar(arena, item->place, "yes") : NULL;
}

/* --- words ----------------------------------------------------------------------------------- */

/* The section that names in a condition's argument belong to; NULL if it has no names. */
static const char *const sections_of[KZI_TAKES] = {[KZI_TAKES_CIRCUMSTANCES] = "circumstances",
                                                   [KZI_TAKES_SHAPES] = "shapes",
                                                   [KZI_TAKES_CLASSES] = "tiles.classes",
                                                   [KZI_TAKES_CLASS] = "tiles.classes",
                                                   [KZI_TAKES_SUMS] = "tiles.classes",
                                                   [KZI_TAKES_MARKS] = "tiles.marks",
                                                   [KZI_TAKES_PHRASES] = "tiles.classes",
                                                   [KZI_TAKES_YAKU] = "yaku",
                                                   [KZI_TAKES_SCORED] = "yaku"};

/* Keys whose words are names of one section.  A yaku and a circumstance may have the same name. */
static const struct {
    const char *key, *section;
} naming_keys[] = {
    {"yaku", "yaku"},
    {"circumstances", "circumstances"},
    {"shapes", "shapes"},
    {"limits", "limits"},
    {"covers", "yaku"},
    {"value", "limits"},
    {"implies", "circumstances"},
    {"flowers", "tiles.classes"},
    {"aside", "tiles.classes"},
    {"thrown", "tiles.classes"},
    {"copies", "tiles.classes"},
};

/* Return the section that words under the key belong to; NULL if it can be any. */
static const char *section_named(const char *key) {
    for (size_t i = 0; i < KZI_COUNT(naming_keys); i++)
        if (!strcmp(naming_keys[i].key, key))
            return naming_keys[i].section;
    for (size_t i = 0; i < KZI_CONDITIONS; i++)
        if (!strcmp(kzi_conditions[i].name, key))
            return sections_of[kzi_conditions[i].takes];
    return NULL;
}

/* Return the section that words in the value of an entry belong to. section: that of the mapping
 * around it; NULL if the mapping's keys are keys of the language. */
static const char *section_below(const struct kzi_entry *entry, const char *section) {
    if (!section)
        return section_named(entry->key->text);
    return entry->value->kind == KZI_SCALAR ? section : NULL;
}

struct word_walk {
    /* Look at a word; return true to end the walk. section: of the word; NULL if it can be any. */
    bool (*look)(struct word_walk *walk, const char *section, const char *word, size_t len);
    const struct kzi_node *without; /* a value to skip together with its key */
};

static bool walk_text(struct word_walk *walk, const char *section, const char *text) {
    for (size_t len; *text; text += len + strspn(text + len, " "))
        if ((len = strcspn(text, " ")) && walk->look(walk, section, text, len))
            return true;
    return false;
}

/* Visit the words of all keys and values that are rules, but not remarks or options.  Return true
 * if `look` ended the walk. */
static bool walk_words(struct word_walk *walk, const char *section, const struct kzi_node *node) {
    if (node->kind == KZI_SCALAR)
        return walk_text(walk, section, node->text);
    KZI_EACH_ITEM(node, item)
        if (walk_words(walk, section, item))
            return true;
    KZI_EACH_ENTRY(node, entry) {
        const char *key = entry->key->text;
        if (entry->value == walk->without || kzi_means_nothing("", key) ||
            kzi_means_nothing("yaku.*", key) || !strcmp(key, "options"))
            continue;
        if (walk_text(walk, section, key) ||
            walk_words(walk, section_below(entry, section), entry->value))
            return true;
    }
    return false;
}

struct word_search {
    struct word_walk walk;
    const char *section, *word; /* the word to find */
    struct kzi_names *words;
};

static bool is_sought(struct word_walk *walk, const char *section, const char *word, size_t len) {
    const struct word_search *sought = (const struct word_search *)walk;
    return (!section || !strcmp(section, sought->section)) && !strncmp(word, sought->word, len) &&
           !sought->word[len];
}

bool kzi_mentions(const struct kzi_node *node, const char *section, const char *word,
                  const struct kzi_node *without) {
    struct word_search sought = {.walk = {is_sought, without}, .section = section, .word = word};
    return walk_words(&sought.walk, NULL, node);
}

static bool is_among(struct word_walk *walk, const char *section, const char *word, size_t len) {
    (void)section;
    return kzi_names_find_span(((struct word_search *)walk)->words, word, len) >= 0;
}

bool kzi_mentions_any(const struct kzi_node *node, struct kzi_names *words) {
    struct word_search sought = {.walk = {.look = is_among}, .words = words};
    return walk_words(&sought.walk, NULL, node);
}

/* --- carrying over --------------------------------------------------------------------------- */

struct carry_ctx {
    struct word_walk walk; /* finds the words whose definitions have to come along */
    struct kzi_diags diags;
    const struct kzi_node *from, *to; /* to: the rules with the changes so far */
};

/* Set or remove the value at an address.  Add missing mappings on the way to it. */
static void set_place(struct carry_ctx *ctx, const char *address, const struct kzi_node *value) {
    struct kzi_arena *arena = ctx->diags.arena;
    if (!value || kzi_node_at(ctx->to, address)) {
        const struct kzi_node *to = kzi_node_with(arena, ctx->to, address, value);
        ctx->to = to ? to : ctx->to;
    } else {
        const struct kzi_node *key = kzi_node_new_scalar(arena, value->place, address),
                              *layer = kzi_layer_at(arena, key, value);
        ctx->to = kzi_lay_over(&ctx->diags, ctx->to, &layer, 1);
    }
}

/* Put a yaku or a limit out of use.  It is not removed, because other rules may name it. */
static void put_out_of_use(struct carry_ctx *ctx, const char *address, struct kzi_place place) {
    struct kzi_arena *arena = ctx->diags.arena;
    set_place(ctx, kzi_arena_format(arena, "%s.in_use", address),
              kzi_node_new_scalar(arena, place, "no"));
}

/* Copy the definition of a word if the ruleset has none of that name.  A yaku is copied for its
 * condition; it is out of use. */
static bool bring(struct word_walk *walk, const char *section, const char *word, size_t len) {
    static const char *const sections[] = {
        "tiles.classes", "tiles.wild", "tiles.marks", "circumstances", "shapes", "limits", "yaku"};
    struct carry_ctx *ctx = (struct carry_ctx *)walk;
    for (size_t i = 0; i < KZI_COUNT(sections); i++) {
        const bool wild =
            section && !strcmp(section, "tiles.classes") &&
            !strcmp(sections[i], "tiles.wild"); /* wild tiles have names like classes */
        if ((section && !wild && strcmp(section, sections[i]) != 0) || memchr(word, '.', len))
            continue;
        const char *address =
            kzi_arena_format(ctx->diags.arena, "%s.%.*s", sections[i], (int)len, word);
        const struct kzi_node *thing = kzi_node_at(ctx->from, address);
        if (!thing || kzi_node_at(ctx->to, address))
            continue;
        set_place(ctx, address, thing);
        if (!strcmp(sections[i], "yaku"))
            put_out_of_use(ctx, address, thing->place);
        walk_words(walk, NULL, thing);
    }
    return false;
}

/* Return the name of the thing in a section that the address is of; NULL if it is no such
 * address. */
static const char *name_in(const char *address, const char *section) {
    const char *name = kzi_pattern_rest(address, section);
    return name && !strchr(name, '.') ? name : NULL;
}

/* Return whether the rules still use a word that only they have, which then has to stay. */
static bool is_word_in_use(const struct carry_ctx *ctx, const char *address,
                           const struct kzi_node *definition) {
    static const char *const sections[] = {"circumstances", "tiles.marks"};
    const char *name;
    for (size_t i = 0; i < 2; i++)
        if ((name = name_in(address, sections[i])))
            return kzi_mentions(ctx->to, sections[i], name, definition);
    return false;
}

static void carry(struct carry_ctx *ctx, const char *address) {
    struct kzi_arena *arena = ctx->diags.arena;
    const struct kzi_node *from = kzi_node_at_address(arena, ctx->from, address),
                          *to = kzi_node_at_address(arena, ctx->to, address);
    const char *dot = strrchr(address, '.');
    if (from) {
        if (!kzi_node_equals(from, to))
            set_place(ctx, address, from);
        walk_words(&ctx->walk, section_named(dot ? dot + 1 : address), from);
    } else if (to && (name_in(address, "yaku") || name_in(address, "limits"))) {
        put_out_of_use(ctx, address, to->place);
    } else if (to && !is_word_in_use(ctx, address, to)) {
        set_place(ctx, address, NULL);
    }
}

const struct kzi_node *kzi_carry_over(const struct kzi_differences *differences,
                                      struct kzi_arena *arena,
                                      const struct kzi_difference *const *carried, size_t n_carried,
                                      unsigned side) {
    struct carry_ctx ctx = {.walk = {.look = bring},
                            .from = differences->rules[1 - side]->model->root,
                            .to = differences->rules[side]->model->root};
    kzi_diags_init(&ctx.diags, arena);
    for (size_t i = 0; i < n_carried; i++)
        for (size_t k = 0; k < carried[i]->n_places; k++)
            carry(&ctx, carried[i]->places[k].address);
    return ctx.to;
}

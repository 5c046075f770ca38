/* A difference carried over: what must change in one ruleset so that it says what the other does.
 */
#include "analysis/canonical/differences.h"

#include "rules/tree/merge.h"

#include <string.h>

struct carry_ctx {
    struct kzi_arena *arena;
    const struct kzi_node *from, *to; /* to: as it is after the changes so far */
    struct kzi_change *list;
    size_t count;
};

const char *kzi_below(const char *address, const char *section) {
    size_t len = strlen(section);
    return !strncmp(address, section, len) && address[len] == '.' ? address + len + 1 : NULL;
}

/* --- what is written ------------------------------------------------------------------------- */

static const struct kzi_node *item_of(struct kzi_arena *arena, const struct kzi_node *list,
                                      const char *name) {
    kzi_arena_spend(arena, list->count / 4);
    for (size_t i = 0; i < list->count; i++)
        if (kzi_node_is(list->u.items[i], name)) {
            struct kzi_node *yes = KZI_NEW(arena, struct kzi_node);
            *yes = *list->u.items[i];
            yes->text = "yes";
            return yes;
        }
    return NULL;
}

const struct kzi_node *kzi_node_at_address(struct kzi_arena *arena, const struct kzi_node *root,
                                           const char *address) {
    const char *last = strrchr(address, '.');
    const struct kzi_node *there = kzi_node_look_up(arena, root, address);
    if (there || !last)
        return there;
    const char *above = kzi_arena_copy(arena, address, (size_t)(last - address));
    const struct kzi_node *list = kzi_node_look_up(arena, root, above);
    return list && list->kind == KZI_LIST ? item_of(arena, list, last + 1) : NULL;
}

/* --- words ----------------------------------------------------------------------------------- */

/* The sections that the words of a condition's argument come from; NULL: it has no names. */
#define NAMES_CONDITIONS    NULL
#define NAMES_CONDITION     NULL
#define NAMES_OPENNESS      NULL
#define NAMES_WAY           NULL
#define NAMES_CIRCUMSTANCES "circumstances"
#define NAMES_SEATS         NULL
#define NAMES_SHAPES        "shapes"
#define NAMES_QUANTITY      NULL
#define NAMES_CLASSES       "tiles.classes"
#define NAMES_CLASS         "tiles.classes"
#define NAMES_SUMS          "tiles.classes"
#define NAMES_PHRASES       "tiles.classes"
#define NAMES_WAITS         NULL
#define NAMES_PATTERN       NULL
#define NAMES_TILES         NULL
#define NAMES_YAKU          "yaku"
#define NAMES_SCORED        "yaku"
#define NAMES_YES           NULL

/* Under which keys words are names of one section: a yaku and a circumstance may share theirs. */
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
#define CONDITION(name, argument, says) {#name, NAMES_##argument},
#define SAYS(asks, denies, has)
#include "rules/conditions.def"
#undef CONDITION
#undef SAYS
};

/* NULL: words under the key may be of any section. */
static const char *section_named(const char *key) {
    for (size_t i = 0; i < sizeof naming_keys / sizeof *naming_keys; i++)
        if (!strcmp(naming_keys[i].key, key))
            return naming_keys[i].section;
    return NULL;
}

/* The section that words in the value of an entry come from, where its own mapping has names of a
 * section (NULL: it has keys of the language). */
static const char *section_below(const struct kzi_entry *entry, const char *section) {
    if (!section)
        return section_named(entry->key->text);
    return entry->value->kind == KZI_SCALAR ? section : NULL;
}

/* A word, or one of several. */
struct sought {
    const char *section; /* of the word; NULL: any */
    const char *word;    /* NULL: one of the words */
    const struct kzi_names *words;
    const struct kzi_node *without; /* is passed over, with its key */
};

/* Whether a text has the word among those that blanks part. */
static bool has_word(const char *text, const struct sought *sought) {
    for (; *text; text += strspn(text, " ")) {
        size_t size = strcspn(text, " ");
        if (sought->word ? !strncmp(text, sought->word, size) && !sought->word[size]
                         : kzi_names_find_span(sought->words, text, size) >= 0)
            return true;
        text += size;
    }
    return false;
}

bool kzi_is_rule(const char *key) {
    return !kzi_means_nothing("", key) && strcmp(key, "options") != 0;
}

static bool is_of(const char *section, const struct sought *sought) {
    return !section || !sought->section || !strcmp(section, sought->section);
}

static bool mentions(const struct kzi_node *node, const char *section, const struct sought *sought);

static bool entry_mentions(const struct kzi_entry *entry, const char *section,
                           const struct sought *sought) {
    const char *key = entry->key->text;
    if (entry->value == sought->without || !kzi_is_rule(key))
        return false;
    return (is_of(section, sought) && has_word(key, sought)) ||
           mentions(entry->value, section_below(entry, section), sought);
}

/* section: that words of the node come from; NULL: any. */
static bool mentions(const struct kzi_node *node, const char *section,
                     const struct sought *sought) {
    bool found = node->kind == KZI_SCALAR && is_of(section, sought) && has_word(node->text, sought);
    for (size_t i = 0; node->kind != KZI_SCALAR && i < node->count && !found; i++)
        found = node->kind == KZI_LIST ? mentions(node->u.items[i], section, sought)
                                       : entry_mentions(&node->u.entries[i], section, sought);
    return found;
}

bool kzi_mentions(const struct kzi_node *node, const char *section, const char *word,
                  const struct kzi_node *without) {
    const struct sought sought = {.section = section, .word = word, .without = without};
    return mentions(node, NULL, &sought);
}

bool kzi_mentions_any(const struct kzi_node *node, const struct kzi_names *words) {
    return mentions(node, NULL, &(struct sought){.words = words});
}

void kzi_each_word(struct kzi_names *words, const char *text) {
    for (; *text; text += strspn(text, " ")) {
        size_t size = strcspn(text, " ");
        if (kzi_names_find_span(words, text, size) < 0)
            kzi_names_add(words, kzi_arena_copy(words->arena, text, size));
        text += size;
    }
}

static const struct kzi_node *scalar(struct carry_ctx *ctx, const char *text,
                                     struct kzi_place place) {
    struct kzi_node *node = KZI_NEW(ctx->arena, struct kzi_node);
    *node = (struct kzi_node){.kind = KZI_SCALAR, .place = place, .text = text};
    return node;
}

static void add(struct carry_ctx *ctx, const char *address, const struct kzi_node *value) {
    const struct kzi_node *to = kzi_node_with(ctx->arena, ctx->to, address, value);
    if (!to)
        return;
    ctx->to = to;
    ctx->list = kzi_arena_more(ctx->arena, ctx->list, ctx->count, sizeof *ctx->list);
    ctx->list[ctx->count++] = (struct kzi_change){address, value};
}

/* A list of yaku as the mapping it is short for. */
static void unfold(struct carry_ctx *ctx, const char *address, const struct kzi_node *list) {
    struct kzi_node *map = KZI_NEW(ctx->arena, struct kzi_node);
    *map = (struct kzi_node){.kind = KZI_MAP, .place = list->place, .count = list->count};
    map->u.entries = KZI_NEW_ARRAY(ctx->arena, list->count, struct kzi_entry);
    for (size_t i = 0; i < list->count; i++)
        map->u.entries[i] =
            (struct kzi_entry){list->u.items[i], scalar(ctx, "yes", list->u.items[i]->place)};
    add(ctx, address, map);
}

/* value within a mapping for each name of the address. */
static const struct kzi_node *within_maps(struct carry_ctx *ctx, const char *address,
                                          const struct kzi_node *value) {
    size_t len = strcspn(address, ".");
    struct kzi_node *map = KZI_NEW(ctx->arena, struct kzi_node);
    const char *name = kzi_arena_copy(ctx->arena, address, len);
    *map = (struct kzi_node){.kind = KZI_MAP, .place = value->place, .count = 1};
    map->u.entries = KZI_NEW(ctx->arena, struct kzi_entry);
    map->u.entries[0].key = scalar(ctx, name, value->place);
    map->u.entries[0].value = address[len] ? within_maps(ctx, address + len + 1, value) : value;
    return map;
}

/* Sets a place; the mappings on the way to it are made where there are none. */
static void put(struct carry_ctx *ctx, const char *address, const struct kzi_node *value) {
    size_t len = 0;
    for (;;) {
        len += strcspn(address + len, ".");
        const char *above = kzi_arena_copy(ctx->arena, address, len);
        const struct kzi_node *there = kzi_node_at(ctx->to, above);
        if (!address[len] || !there) {
            bool rest = address[len] != '\0';
            add(ctx, above, rest ? within_maps(ctx, address + len + 1, value) : value);
            return;
        }
        if (there->kind == KZI_LIST)
            unfold(ctx, above, there);
        len++;
    }
}

static void bring_needed(struct carry_ctx *ctx, const struct kzi_node *node, const char *section);

/* --- what words need ------------------------------------------------------------------------- */

/* A thing that the words of a statement name, where the ruleset has none of that name.  A yaku is
 * brought along for its condition, and does not count. */
static void bring(struct carry_ctx *ctx, const char *section, const char *name) {
    const char *address = kzi_arena_format(ctx->arena, "%s.%s", section, name);
    const struct kzi_node *thing = kzi_node_at(ctx->from, address);
    if (strchr(name, '.') || !thing || kzi_node_at(ctx->to, address))
        return;
    put(ctx, address, thing);
    if (!strcmp(section, "yaku"))
        put(ctx, kzi_arena_format(ctx->arena, "%s.in_use", address),
            scalar(ctx, "no", thing->place));
    bring_needed(ctx, thing, NULL);
}

static void bring_words(struct carry_ctx *ctx, const char *text, const char *section) {
    static const char *const sections[] = {"tiles.classes", "tiles.marks", "circumstances",
                                           "shapes",        "limits",      "yaku"};
    for (const char *at = text; *at; at += strspn(at, " ")) {
        size_t len = strcspn(at, " ");
        const char *word = kzi_arena_copy(ctx->arena, at, len);
        for (size_t i = 0; len && i < sizeof sections / sizeof *sections; i++)
            if (!section || !strcmp(section, sections[i]))
                bring(ctx, sections[i], word);
        at += len;
    }
}

/* section: that words of the node come from; NULL: any. */
static void bring_needed(struct carry_ctx *ctx, const struct kzi_node *node, const char *section) {
    if (node->kind == KZI_SCALAR)
        bring_words(ctx, node->text, section);
    for (size_t i = 0; node->kind == KZI_LIST && i < node->count; i++)
        bring_needed(ctx, node->u.items[i], section);
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        if (kzi_means_nothing("", entry->key->text))
            continue;
        bring_needed(ctx, entry->key, section);
        bring_needed(ctx, entry->value, section_below(entry, section));
    }
}

/* --- places ---------------------------------------------------------------------------------- */

static void carry(struct carry_ctx *ctx, const char *address);

/* A yaku or a limit is not taken away, others may speak of it: it is put out of use. */
static const char *that_puts_out_of_use(struct carry_ctx *ctx, const char *address) {
    size_t section = strcspn(address, ".");
    bool thing = address[section] && !strchr(address + section + 1, '.');
    bool can_be = !strncmp(address, "yaku.", 5) || !strncmp(address, "limits.", 7);
    return thing && can_be ? kzi_arena_format(ctx->arena, "%s.in_use", address) : NULL;
}

/* A word that the rules still speak of stays, though only they have it. */
static bool is_word_in_use(const struct carry_ctx *ctx, const char *address,
                           const struct kzi_node *definition) {
    static const char *const sections[] = {"circumstances.", "tiles.marks."};
    for (size_t i = 0; i < 2; i++) {
        size_t len = strlen(sections[i]);
        if (!strncmp(address, sections[i], len) && !strchr(address + len, '.'))
            return kzi_mentions(ctx->to, i ? "tiles.marks" : "circumstances", address + len,
                                definition);
    }
    return false;
}

static void carry(struct carry_ctx *ctx, const char *address) {
    const char *section =
        section_named(strrchr(address, '.') ? strrchr(address, '.') + 1 : address);
    const struct kzi_node *from = kzi_node_at_address(ctx->arena, ctx->from, address),
                          *to = kzi_node_at_address(ctx->arena, ctx->to, address);
    if ((!from && !to) || (from && to && kzi_node_same(from, to))) {
        if (from)
            bring_needed(ctx, from, section);
        return;
    }
    if (from && to && from->kind == KZI_MAP && to->kind == KZI_MAP && kzi_joins_at(address)) {
        /* The keys of both mappings, one after the other. */
        for (unsigned pass = 0; pass < 2; pass++) {
            const struct kzi_node *of = pass ? to : from;
            for (size_t i = 0; i < of->count; i++) {
                const char *key = of->u.entries[i].key->text;
                if (!kzi_means_nothing(address, key) && !(pass && kzi_node_get(from, key)))
                    carry(ctx, kzi_arena_format(ctx->arena, "%s.%s", address, key));
            }
        }
        return;
    }
    const char *in_use = from ? NULL : that_puts_out_of_use(ctx, address);
    if (in_use)
        put(ctx, in_use, scalar(ctx, "no", to->place));
    else if (from)
        put(ctx, address, from);
    else if (!is_word_in_use(ctx, address, to))
        add(ctx, address, NULL);
    if (from)
        bring_needed(ctx, from, section);
}

size_t kzi_difference_changes(const struct kzi_differences *differences, struct kzi_arena *arena,
                              const struct kzi_difference *const *carried, size_t n_carried,
                              unsigned into, const struct kzi_change **changes) {
    struct carry_ctx ctx = {.arena = arena,
                            .from = differences->rules[1 - into]->model->root,
                            .to = differences->rules[into]->model->root};
    for (size_t i = 0; i < n_carried; i++)
        for (size_t k = 0; k < carried[i]->n_places; k++)
            carry(&ctx, carried[i]->places[k].address);
    *changes = ctx.list;
    return ctx.count;
}

/* Statements that differ, gathered into differences: by the thing they speak of, by the option that
 * changes them. */
#include "analysis/canonical/differences.h"

#include "compile/condition/evaluation.h"
#include "rules/tree/merge.h"

#include <stdlib.h>
#include <string.h>

/* A place that differs, and the group it is part of. */
struct raw {
    struct kzi_differing_place place;
    bool thing; /* it says that something is there, in one of the two */
    size_t group;
    size_t next; /* of its group, from 1; 0: the last */
};

/* Numbers of places by a word: so that nothing is looked for among all of them. */
struct index {
    struct kzi_names words;
    struct numbers {
        size_t *list, count;
        size_t at; /* of an address: its place, from 1; 0: none */
    } * numbers;   /* by number of the word */
};

/* Of the first group of a difference; the others are empty. */
struct group {
    const struct kzi_option *option;
    const char *value[2];
    bool by_setting;
    const char *thing; /* that only one ruleset has; NULL: none */
    int only;
};

struct kzi_find_ctx {
    struct kzi_arena *arena;
    const struct kz_ruleset *rules[2];
    const struct kzi_node *root[2];
    struct kzi_canonical_form means[2];
    struct kzi_names words[2]; /* of all rules but options, without the names of tile classes */
    struct raw *list;
    struct group *groups; /* as many as there are places, some of them empty */
    size_t count;
    struct index below;   /* by address: the places there, and those that it leads through to */
    struct index covered; /* by yaku: the places that say that it is covered */
    bool *named;          /* by option of the first ruleset: it is a name for a difference */
};

/* Whether one address is the other or leads through it. */
static bool within(const char *address, const char *through) {
    size_t len = strlen(through);
    return !strncmp(address, through, len) && (!address[len] || address[len] == '.');
}

/* --- the index ------------------------------------------------------------------------------- */

static struct numbers *index_add(struct index *index, const char *word, size_t len, size_t number) {
    size_t known = index->words.count;
    struct kzi_arena *arena = index->words.arena;
    int at = kzi_names_find_span(&index->words, word, len);
    if (at < 0) {
        at = kzi_names_add(&index->words, kzi_arena_copy(arena, word, len));
        index->numbers = kzi_arena_more(arena, index->numbers, known, sizeof *index->numbers);
        index->numbers[known] = (struct numbers){NULL, 0, 0};
    }
    struct numbers *numbers = &index->numbers[at];
    numbers->list = kzi_arena_more(arena, numbers->list, numbers->count, sizeof *numbers->list);
    numbers->list[numbers->count++] = number;
    return numbers;
}

static struct numbers index_find(const struct index *index, const char *word, size_t len) {
    static const struct numbers none = {NULL, 0, 0};
    int at = kzi_names_find_span(&index->words, word, len);
    kzi_arena_spend(index->words.arena, 1);
    return at < 0 ? none : index->numbers[at];
}

/* The length of an address without its last name; 0: it has but one. */
static size_t without_last(const char *address, size_t len) {
    while (len && address[--len] != '.')
        ;
    return len;
}

/* The place at an address, or NULL. */
static const struct raw *place_at(const struct kzi_find_ctx *ctx, const char *address, size_t len) {
    size_t at = index_find(&ctx->below, address, len).at;
    return at ? &ctx->list[at - 1] : NULL;
}

/* The yaku that an address says is covered, or NULL. */
static const char *covered_at(const char *address) {
    const char *covered = kzi_below(address, "yaku") ? strstr(address, ".covers.") : NULL;
    return covered ? covered + strlen(".covers.") : NULL;
}

static void index_places(struct kzi_find_ctx *ctx) {
    kzi_names_init(&ctx->below.words, ctx->arena);
    kzi_names_init(&ctx->covered.words, ctx->arena);
    for (size_t i = 0; i < ctx->count; i++) {
        const char *address = ctx->list[i].place.address, *covered = covered_at(address);
        size_t len = strlen(address);
        index_add(&ctx->below, address, len, i)->at = i + 1;
        while ((len = without_last(address, len)))
            index_add(&ctx->below, address, len, i);
        if (covered)
            index_add(&ctx->covered, covered, strlen(covered), i);
    }
}

/* --- statements that differ ------------------------------------------------------------------ */

static bool same_text(const struct kzi_differing_place *place) {
    return place->node[0] && place->node[1] && kzi_node_same(place->node[0], place->node[1]);
}

/* The words of all rules but options; of tile classes what they are, not that they are there. */
static void add_words(struct kzi_names *words, const struct kzi_node *node,
                      const struct kzi_node *classes) {
    if (node->kind == KZI_SCALAR)
        kzi_each_word(words, node->text);
    for (size_t i = 0; node->kind == KZI_LIST && i < node->count; i++)
        add_words(words, node->u.items[i], classes);
    for (size_t i = 0; node->kind == KZI_MAP && i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        if (!kzi_is_rule(entry->key->text))
            continue;
        if (node != classes)
            kzi_each_word(words, entry->key->text);
        add_words(words, entry->value, classes);
    }
}

/* A class by itself means nothing: only one that both have, and in which rules tell tiles apart. */
static bool is_idle_class(const struct kzi_find_ctx *ctx, const struct kzi_differing_place *place) {
    const char *name = kzi_below(place->address, "tiles.classes");
    if (!name)
        return false;
    if (!place->says[0] || !place->says[1])
        return true;
    return kzi_names_find(&ctx->words[0], name) < 0 && kzi_names_find(&ctx->words[1], name) < 0;
}

/* Whether both count the same fu for every kind of set and pair, by whatever lines. */
static bool same_fu_of_groups(const struct kzi_find_ctx *ctx) {
    const struct kzi_group_fu *one = ctx->rules[0]->group_fu, *other = ctx->rules[1]->group_fu;
    for (unsigned code = 0; one && other && code < KZI_GROUP_CODES; code++)
        if (one[code].fu != other[code].fu)
            return false;
    return one && other;
}

static void add_raw(struct kzi_find_ctx *ctx, const char *address, bool thing) {
    struct kzi_differing_place place = {.address = address};
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_statement *said = kzi_canonical_form_at(&ctx->means[i], address);
        place.node[i] = kzi_node_at_address(ctx->arena, ctx->root[i], address);
        place.says[i] = said ? said->says : NULL;
    }
    if (is_idle_class(ctx, &place))
        return;
    ctx->list = kzi_arena_more(ctx->arena, ctx->list, ctx->count, sizeof *ctx->list);
    ctx->list[ctx->count] = (struct raw){.place = place, .thing = thing};
    ctx->count++;
}

/* The statements of ruleset `of` that the other does not make: with differ also those that it makes
 * differently. */
static void compare_statements(struct kzi_find_ctx *ctx, unsigned of, bool differ) {
    bool same_fu = same_fu_of_groups(ctx);
    for (size_t i = 0; i < ctx->means[of].count; i++) {
        const struct kzi_statement *said = &ctx->means[of].list[i],
                                   *other =
                                       kzi_canonical_form_at(&ctx->means[1 - of], said->address);
        if (same_fu && (kzi_below(said->address, "fu.sets") || kzi_below(said->address, "fu.pair")))
            continue;
        if (other ? differ && strcmp(said->says, other->says) != 0 : true)
            add_raw(ctx, said->address, said->thing);
    }
}

/* The words that differences change: tile classes, and yaku that others may hold. */
static struct kzi_names changed_words(struct kzi_find_ctx *ctx) {
    struct kzi_names words;
    kzi_names_init(&words, ctx->arena);
    for (size_t i = 0; i < ctx->count; i++) {
        const struct kzi_differing_place *place = &ctx->list[i].place;
        const char *class_ = kzi_below(place->address, "tiles.classes"),
                   *yaku = kzi_below(place->address, "yaku");
        if (same_text(place))
            continue;
        if (class_)
            kzi_names_add(&words, class_);
        if (yaku)
            kzi_names_add(&words, kzi_arena_copy(ctx->arena, yaku, strcspn(yaku, ".")));
    }
    return words;
}

/* What is written alike and yet means something else does so by words that are said otherwise
 * elsewhere, and that is a difference of its own. */
static bool is_consequence(const struct kzi_names *changed, const struct raw *raw) {
    return same_text(&raw->place) && kzi_mentions_any(raw->place.node[0], changed);
}

static void compare(struct kzi_find_ctx *ctx) {
    compare_statements(ctx, 0, true);
    compare_statements(ctx, 1, false);
    size_t kept = 0;
    struct kzi_names changed = changed_words(ctx);
    struct raw *list = KZI_NEW_ARRAY(ctx->arena, ctx->count, struct raw);
    for (size_t i = 0; i < ctx->count; i++)
        if (!is_consequence(&changed, &ctx->list[i])) {
            list[kept] = ctx->list[i];
            list[kept].group = kept;
            kept++;
        }
    ctx->list = list;
    ctx->count = kept;
    ctx->groups = KZI_NEW_ARRAY(ctx->arena, kept, struct group);
    for (size_t i = 0; i < kept; i++)
        ctx->groups[i].only = -1;
}

/* --- things ---------------------------------------------------------------------------------- */

/* All places of the one group go to the other. */
static void merge_groups(struct kzi_find_ctx *ctx, size_t into, size_t from) {
    struct raw *list = ctx->list;
    size_t number = from;
    if (into == from)
        return;
    for (;; number = list[number].next - 1) {
        kzi_arena_spend(ctx->arena, 1);
        list[number].group = into;
        if (!list[number].next)
            break;
    }
    list[number].next = list[into].next;
    list[into].next = from + 1;
}

static void gather_about(struct kzi_find_ctx *ctx, size_t thing, struct numbers about) {
    for (size_t i = 0; i < about.count; i++)
        if (ctx->list[about.list[i]].group == about.list[i])
            merge_groups(ctx, thing, about.list[i]);
}

/* All places below a thing that only one ruleset has, and the covers of it elsewhere. */
static void gather_things(struct kzi_find_ctx *ctx) {
    for (unsigned covers = 0; covers < 2; covers++)
        for (size_t i = 0; i < ctx->count; i++) {
            const struct raw *thing = &ctx->list[i];
            const char *address = thing->place.address, *yaku = kzi_below(address, "yaku");
            if (!thing->thing || thing->group != i)
                continue;
            ctx->groups[i].thing = address;
            ctx->groups[i].only = thing->place.says[0] ? 0 : 1;
            if (!covers)
                gather_about(ctx, i, index_find(&ctx->below, address, strlen(address)));
            else if (yaku)
                gather_about(ctx, i, index_find(&ctx->covered, yaku, strlen(yaku)));
        }
}

/* A word that only one has and that other differences need is part of the first of them. */
static bool is_vocabulary(const struct kzi_find_ctx *ctx, const struct raw *raw) {
    const char *limit = kzi_below(raw->place.address, "limits");
    const struct kzi_node *node = raw->place.node[ctx->groups[raw->group].only == 1];
    if (limit)
        return node && !kzi_node_get(node, "from_total") && !kzi_node_get(node, "from_value");
    return kzi_below(raw->place.address, "circumstances") ||
           kzi_below(raw->place.address, "tiles.marks");
}

static void gather_words(struct kzi_find_ctx *ctx) {
    for (size_t i = 0; i < ctx->count; i++) {
        const struct raw *word = &ctx->list[i];
        const char *name = strrchr(word->place.address, '.');
        if (!word->thing || word->group != i || !is_vocabulary(ctx, word))
            continue;
        unsigned only = ctx->groups[i].only == 1;
        const char *section =
            kzi_arena_copy(ctx->arena, word->place.address, (size_t)(name - word->place.address));
        for (size_t k = 0; k < ctx->count; k++) {
            const struct raw *user = &ctx->list[k];
            kzi_arena_spend(ctx->arena, 1);
            if (user->group == i || !user->place.node[only] ||
                is_vocabulary(ctx, &ctx->list[user->group]) ||
                !kzi_mentions(user->place.node[only], section, name + 1, NULL))
                continue;
            merge_groups(ctx, user->group, i);
            break;
        }
    }
}

/* Whether both say who pays on one way of winning, one of them whoever wins. */
static bool are_payers(const char *one, const char *other) {
    const char *dot = strrchr(one, '.');
    return strstr(one, "_wins") && strstr(other, "_wins") &&
           !strncmp(one, other, (size_t)(dot - one) + 1) &&
           (strstr(one, ".any_wins") || strstr(other, ".any_wins"));
}

/* Who pays is said by one key or by two. */
static void gather_payers(struct kzi_find_ctx *ctx) {
    static const char *const ways[] = {"payments.self_draw", "payments.discard"};
    for (size_t way = 0; way < 2; way++) {
        struct numbers paid = index_find(&ctx->below, ways[way], strlen(ways[way]));
        for (size_t i = 0; i < paid.count; i++)
            for (size_t k = 0; k < i; k++) {
                const struct raw *one = &ctx->list[paid.list[k]], *other = &ctx->list[paid.list[i]];
                if (are_payers(one->place.address, other->place.address))
                    merge_groups(ctx, one->group, other->group);
            }
    }
}

/* --- options --------------------------------------------------------------------------------- */

/* What one value of an option changes. */
struct set_to {
    const struct kzi_option *option;
    const char *value;
    struct kzi_option_change *changes;
    size_t count;
};

static struct set_to set_to(struct kzi_find_ctx *ctx, const struct kzi_option *option,
                            const char *value) {
    struct set_to set = {.option = option, .value = value};
    set.count = kzi_option_changes(ctx->arena, option, value, &set.changes);
    return set;
}

/* Whether the rules say at every place what the option makes of it. */
static bool says_so(struct kzi_find_ctx *ctx, unsigned of, const struct set_to *set) {
    for (size_t i = 0; i < set->count; i++) {
        const struct kzi_option_change *change = &set->changes[i];
        char path[KZI_LONGEST_PATH] = "";
        const char *key = strrchr(change->address, '.');
        if (key && (size_t)(key - change->address) < sizeof path)
            memcpy(path, change->address, (size_t)(key - change->address));
        const struct kzi_node *there =
            kzi_node_at_address(ctx->arena, ctx->root[of], change->address);
        bool both = there && change->value,
             same = both ? kzi_node_same(there, change->value) : there == change->value;
        if (!same && !(key && kzi_means_nothing(path, key + 1)))
            return false;
    }
    return true;
}

static int by_number(const void *one, const void *other) {
    size_t a = *(const size_t *)one, b = *(const size_t *)other;
    return (a > b) - (a < b);
}

/* The places that the option changes, that lead to what it changes, or that this leads to: rising,
 * some of them twice. */
static struct numbers touched_by(struct kzi_find_ctx *ctx, const struct set_to *set) {
    struct numbers touched = {NULL, 0, 0};
    for (size_t i = 0; i < set->count; i++) {
        const char *address = set->changes[i].address;
        size_t len = strlen(address);
        struct numbers below = index_find(&ctx->below, address, len);
        for (size_t k = 0; k < below.count; k++) {
            touched.list =
                kzi_arena_more(ctx->arena, touched.list, touched.count, sizeof *touched.list);
            touched.list[touched.count++] = below.list[k];
        }
        while ((len = without_last(address, len))) {
            const struct raw *above = place_at(ctx, address, len);
            if (!above)
                continue;
            touched.list =
                kzi_arena_more(ctx->arena, touched.list, touched.count, sizeof *touched.list);
            touched.list[touched.count++] = (size_t)(above - ctx->list);
        }
    }
    if (touched.count)
        qsort(touched.list, touched.count, sizeof *touched.list, by_number);
    return touched;
}

/* Makes one group of all places that the option changes and that no other has taken; returns it,
 * -1 if there are none. */
static int gather(struct kzi_find_ctx *ctx, const struct set_to *set, int into) {
    struct numbers touched = touched_by(ctx, set);
    for (size_t i = 0; i < touched.count; i++) {
        size_t group = ctx->list[touched.list[i]].group;
        if (ctx->groups[group].option && (int)group != into)
            continue;
        if (into < 0)
            into = (int)group;
        merge_groups(ctx, (size_t)into, group);
        ctx->groups[into].option = set->option;
        ctx->named[set->option - ctx->rules[0]->model->options.list] = true;
    }
    return into;
}

/* An option that the two set differently, and say so: where one of them says something else after
 * all, the option is not a name for the difference. */
static void gather_by_setting(struct kzi_find_ctx *ctx, const struct kzi_option *option,
                              const struct kzi_option *other) {
    const char *value[2] = {option->value, other->value};
    struct set_to sets[2];
    int into = -1;
    for (unsigned i = 0; i < 2; i++) {
        sets[i] = set_to(ctx, option, value[i]);
        if (!says_so(ctx, i, &sets[i]))
            return;
    }
    for (unsigned i = 0; i < 2; i++)
        into = gather(ctx, &sets[i], into);
    if (into < 0)
        return;
    ctx->groups[into].by_setting = true;
    memcpy(ctx->groups[into].value, value, sizeof value);
}

/* A value that ruleset `of` does not set by option, yet says all that it would change, while the
 * other says what its own value does: the option is a name for the difference. */
static void gather_by_value(struct kzi_find_ctx *ctx, unsigned of, const struct kzi_option *option,
                            const char *value) {
    const struct kzi_options *others = &ctx->rules[1 - of]->model->options;
    const struct kzi_option *other = &others->list[kzi_names_find(&others->names, option->id)];
    struct set_to set = set_to(ctx, option, value), other_set = set_to(ctx, option, other->value);
    if (!set.count || ctx->named[option - ctx->rules[0]->model->options.list] ||
        !says_so(ctx, of, &set) || says_so(ctx, 1 - of, &set) || !says_so(ctx, 1 - of, &other_set))
        return;
    int into = gather(ctx, &set, -1);
    if (into < 0)
        return;
    ctx->groups[into].value[of] = value;
    ctx->groups[into].value[1 - of] = other->value;
}

static void gather_by_values(struct kzi_find_ctx *ctx, const struct kzi_option *option) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field");
    const char *value;
    for (unsigned of = 2; of--;) {
        const struct kzi_node *there = field ? kzi_node_at(ctx->root[of], field->text) : NULL;
        for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
            gather_by_value(ctx, of, option, value);
        if (there && there->kind == KZI_SCALAR && !kzi_option_value(option, 0))
            gather_by_value(ctx, of, option, there->text);
    }
}

static void gather_options(struct kzi_find_ctx *ctx) {
    const struct kzi_options *options = &ctx->rules[0]->model->options,
                             *others = &ctx->rules[1]->model->options;
    for (unsigned set = 2; set--;)
        for (size_t i = 0; i < options->names.count; i++) {
            const struct kzi_option *option = &options->list[i];
            int number = kzi_names_find(&others->names, option->id);
            if (number >= 0 && set && strcmp(option->value, others->list[number].value) != 0)
                gather_by_setting(ctx, option, &others->list[number]);
            if (number >= 0 && !set)
                gather_by_values(ctx, option);
        }
}

/* --- differences ----------------------------------------------------------------------------- */

/* Whether the place lies below a thing of the same group: that says it already. */
static bool is_part_of_thing(const struct kzi_find_ctx *ctx, const struct raw *raw) {
    const char *address = raw->place.address;
    for (size_t len = strlen(address); (len = without_last(address, len));) {
        const struct raw *above = place_at(ctx, address, len);
        if (above && above->thing && above->group == raw->group)
            return true;
    }
    return false;
}

static int by_place(const void *one, const void *other) {
    const struct raw *const *a = one, *const *b = other;
    return (*a > *b) - (*a < *b);
}

/* The places of a group, in the order in which they were found. */
static const struct raw **places_of(const struct kzi_find_ctx *ctx, size_t group, size_t *count) {
    *count = 0;
    for (size_t next = group + 1; next; next = ctx->list[next - 1].next)
        ++*count;
    const struct raw **places = KZI_NEW_ARRAY(ctx->arena, *count, const struct raw *);
    size_t at = 0;
    for (size_t next = group + 1; next; next = ctx->list[next - 1].next)
        places[at++] = &ctx->list[next - 1];
    qsort(places, *count, sizeof *places, by_place);
    return places;
}

static struct kzi_difference difference_of(const struct kzi_find_ctx *ctx, size_t group) {
    const struct group *of = &ctx->groups[group];
    struct kzi_difference difference = {
        .address = of->thing, .only = of->only, .option = of->option};
    memcpy(difference.value, of->value, sizeof difference.value);
    difference.by_setting = of->by_setting;
    size_t count;
    const struct raw **places = places_of(ctx, group, &count);
    difference.places = KZI_NEW_ARRAY(ctx->arena, count, struct kzi_differing_place);
    for (size_t i = 0; i < count; i++)
        if (!is_part_of_thing(ctx, places[i]))
            difference.places[difference.n_places++] = places[i]->place;
    if (!difference.address && difference.n_places)
        difference.address = difference.places[0].address;
    return difference;
}

/* Whether an address is of the section, or for "" of any. */
static bool is_of(const char *address, const char *section) {
    return !*section || within(address, section);
}

/* The groups by the sections of their first places, in the order of a rule book. */
static void list_differences(struct kzi_find_ctx *ctx, struct kzi_differences *differences) {
    static const char *const sections[] = {
        "yaku", "combinations", "total", "minimum", "fu", "hand_value", "limits", "payments", ""};
    uint8_t *done = KZI_NEW_ARRAY(ctx->arena, ctx->count, uint8_t);
    differences->list = KZI_NEW_ARRAY(ctx->arena, ctx->count, struct kzi_difference);
    for (size_t section = 0; section < sizeof sections / sizeof *sections; section++)
        for (size_t i = 0; i < ctx->count; i++) {
            size_t group = ctx->list[i].group;
            if (done[group] || !is_of(ctx->list[i].place.address, sections[section]))
                continue;
            differences->list[differences->count++] = difference_of(ctx, group);
            done[group] = 1;
        }
}

void kzi_differences_find(struct kzi_differences *differences, struct kzi_arena *arena,
                          const struct kz_ruleset *first, const struct kz_ruleset *second) {
    struct kzi_find_ctx *ctx = KZI_NEW(arena, struct kzi_find_ctx);
    ctx->arena = arena;
    *differences = (struct kzi_differences){.rules = {first, second}, .ctx = ctx};
    for (unsigned i = 0; i < 2; i++) {
        ctx->rules[i] = differences->rules[i];
        ctx->root[i] = differences->rules[i]->model->root;
        kzi_canonical_form_of(&ctx->means[i], arena, differences->rules[i]->model);
        kzi_names_init(&ctx->words[i], arena);
        add_words(&ctx->words[i], ctx->root[i], kzi_node_at(ctx->root[i], "tiles.classes"));
    }
    ctx->named = KZI_NEW_ARRAY(arena, first->model->options.names.count, bool);
    compare(ctx);
    index_places(ctx);
    gather_things(ctx);
    gather_words(ctx);
    gather_payers(ctx);
    gather_options(ctx);
    list_differences(ctx, differences);
}

void kzi_differences_cut(struct kzi_differences *differences) {
    struct kzi_find_ctx *ctx = differences->ctx;
    size_t count = ctx ? ctx->count : 0;
    differences->cut = true;
    differences->list = NULL;
    if (!count)
        return;
    ctx->arena->room = ctx->arena->budget = 0; /* there is room for a list */
    differences->list = KZI_NEW_ARRAY(ctx->arena, count, struct kzi_difference);
    for (differences->count = 0; differences->count < count; differences->count++) {
        struct kzi_differing_place *place = &ctx->list[differences->count].place;
        differences->list[differences->count] = (struct kzi_difference){
            .address = place->address, .only = -1, .places = place, .n_places = 1};
    }
}

/* Group places that differ into differences, by the thing they belong to and by the option that
 * changes them. */
#include "analysis/canonical/differences.h"

#include "rules/meaning.h"
#include "rules/tree/merge.h"

#include <string.h>

struct kzi_find_ctx {
    struct kzi_arena *arena;
    const struct kz_ruleset *rules[2];
    /* The places that differ.  The places of one difference form a tree (union-find): group[] is
     * the parent of each, and a root is its own parent. */
    struct kzi_differing_place *list;
    struct kzi_names addresses;    /* address of each place, by index */
    struct kzi_difference *groups; /* by root; the places in them are not filled in */
    size_t count;
    bool *named; /* by option of the first ruleset: a difference is named by it */
};

/* --- places that differ ----------------------------------------------------------------------- */

static bool texts_equal(const struct kzi_differing_place *place) {
    return place->node[0] && place->node[1] && kzi_node_equals(place->node[0], place->node[1]);
}

/* Return whether the place is a class that only one ruleset has or that no rule uses: a class
 * matters only through the rules that use it. */
static bool is_idle_class(const struct kzi_find_ctx *ctx, const struct kzi_differing_place *place) {
    const char *name = kzi_pattern_rest(place->address, "tiles.classes");
    bool used = false;
    for (unsigned side = 0; name && side < 2; side++) {
        const struct kzi_node *root = ctx->rules[side]->model->root;
        used |= kzi_mentions(root, "tiles.classes", name, kzi_node_at(root, place->address));
    }
    return name && !(used && place->says[0] && place->says[1]);
}

/* Return whether both rulesets count the same fu for every kind of set and pair, however they write
 * it. */
static bool fu_of_groups_equal(const struct kzi_find_ctx *ctx) {
    const struct kzi_group_fu *one = ctx->rules[0]->group_fu, *other = ctx->rules[1]->group_fu;
    for (unsigned code = 0; one && other && code < KZI_GROUP_CODES; code++)
        if (one[code].fu != other[code].fu)
            return false;
    return one && other;
}

/* The places of both rulesets. */
struct place_list {
    struct kzi_arena *arena;
    unsigned side;
    struct kzi_differing_place *list;
    struct kzi_names addresses; /* address of each place, by index */
};

static void add_statement(void *context, const struct kzi_rule_statement *statement) {
    struct place_list *places = context;
    size_t count = places->addresses.count;
    const int at =
        kzi_names_add(&places->addresses, kzi_arena_copy(places->arena, statement->address,
                                                         strlen(statement->address)));
    if (places->addresses.count > count)
        *KZI_ADD(places->arena, places->list, count) = (struct kzi_differing_place){
            .address = places->addresses.name[at], .thing = statement->thing};
    struct kzi_differing_place *place = &places->list[at];
    place->node[places->side] = statement->node;
    place->says[places->side] =
        kzi_arena_copy(places->arena, statement->says, strlen(statement->says));
    place->hash[places->side] = statement->hash;
}

/* Return whether both rulesets have the same payers at this place, although one writes them for
 * every winner and the other for a dealer and for other winners. */
static bool payers_equal(const struct place_list *places, const struct kzi_differing_place *place) {
    static const char *const winners[] = {"any_wins", "dealer_wins", "other_wins"};
    const char *last = strrchr(place->address, '.');
    bool equal = last && kzi_names_find(&KZI_NAMES(winners), last + 1) >= 0;
    for (size_t i = 0; equal && i < KZI_COUNT(winners); i++) {
        const int at =
            kzi_names_find(&places->addresses,
                           kzi_arena_format(places->arena, "%.*s.%s", (int)(last - place->address),
                                            place->address, winners[i]));
        for (unsigned side = 0; side < 2; side++)
            equal &= at >= 0 && (!places->list[at].says[side] ||
                                 places->list[at].hash[side] == place->hash[!place->says[0]]);
    }
    return equal;
}

/* Return the words that differences change: tile classes, and yaku that other rules may name. */
static struct kzi_names changed_words(struct kzi_find_ctx *ctx, const struct place_list *places) {
    struct kzi_names words;
    kzi_names_init(&words, ctx->arena);
    for (size_t i = 0; i < places->addresses.count; i++) {
        const struct kzi_differing_place *place = &places->list[i];
        const char *class_ = kzi_pattern_rest(place->address, "tiles.classes"),
                   *yaku = kzi_pattern_rest(place->address, "yaku");
        if (!place->differs || texts_equal(place))
            continue;
        if (class_)
            kzi_names_add(&words, class_);
        if (yaku)
            kzi_names_add(&words, kzi_arena_copy(ctx->arena, yaku, strcspn(yaku, ".")));
    }
    return words;
}

/* Mark the places that only one ruleset has or that have another meaning in each. */
static void compare_places(const struct kzi_find_ctx *ctx, const struct place_list *places) {
    const bool same_fu = fu_of_groups_equal(ctx);
    for (size_t i = 0; i < places->addresses.count; i++) {
        struct kzi_differing_place *place = &places->list[i];
        const bool fu = kzi_pattern_rest(place->address, "fu.sets") ||
                        kzi_pattern_rest(place->address, "fu.pair");
        place->differs = !(same_fu && fu) && !is_idle_class(ctx, place) &&
                         !payers_equal(places, place) &&
                         !(place->says[0] && place->says[1] && place->hash[0] == place->hash[1]);
    }
}

/* Fill the list with the places that differ.  If a place has the same text in both rulesets, a word
 * in it is defined differently.  That definition is a difference of its own, so leave the place
 * out. */
static void fill_places(struct kzi_find_ctx *ctx) {
    struct place_list places = {.arena = ctx->arena};
    kzi_names_init(&places.addresses, ctx->arena);
    for (places.side = 0; places.side < 2; places.side++)
        kzi_state_meaning(ctx->rules[places.side]->model, ctx->arena, add_statement, &places);
    compare_places(ctx, &places);
    struct kzi_names changed = changed_words(ctx, &places);
    for (size_t i = 0; i < places.addresses.count; i++) {
        struct kzi_differing_place *place = &places.list[i];
        if (!place->differs || (texts_equal(place) && kzi_mentions_any(place->node[0], &changed)))
            continue;
        const bool both = place->says[0] && place->says[1];
        place->group = (size_t)kzi_names_add(&ctx->addresses, place->address);
        ctx->groups = kzi_arena_more(ctx->arena, ctx->groups, ctx->count, sizeof *ctx->groups);
        ctx->groups[ctx->count] =
            (struct kzi_difference){.address = place->thing ? place->address : NULL,
                                    .only = !place->thing || both ? -1 : !place->says[0]};
        *KZI_ADD(ctx->arena, ctx->list, ctx->count) = *place;
    }
}

/* --- groups ---------------------------------------------------------------------------------- */

/* Return the root of a place's group. */
static size_t group_of(const struct kzi_find_ctx *ctx, size_t place) {
    for (; ctx->list[place].group != place; place = ctx->list[place].group)
        kzi_arena_spend(ctx->arena, 1);
    return place;
}

/* Merge one group into another. */
static void merge_groups(struct kzi_find_ctx *ctx, size_t to, size_t from) {
    ctx->list[group_of(ctx, from)].group = group_of(ctx, to);
}

/* Return the length of an address without its last name; 0 if it has only one. */
static size_t without_last(const char *address, size_t len) {
    while (len && address[--len] != '.')
        ;
    return len;
}

/* Return the index of the place with this address, or -1. */
static int place_at(const struct kzi_find_ctx *ctx, const char *address, size_t len) {
    kzi_arena_spend(ctx->arena, 1);
    return kzi_names_find_span(&ctx->addresses, address, len);
}

/* Return the index of the thing with this address if only one ruleset has it, else -1. */
static int thing_at(const struct kzi_find_ctx *ctx, const char *address, size_t len) {
    int place = place_at(ctx, address, len);
    return place >= 0 && ctx->list[place].thing ? place : -1;
}

/* Return the thing that contains a place, or that it names in the covers of another yaku; -1:
 * none. */
static int thing_of(const struct kzi_find_ctx *ctx, const char *address) {
    const char *covered = kzi_pattern_rest(address, "yaku") ? strstr(address, ".covers.") : NULL;
    int thing = -1;
    for (size_t len = strlen(address); (len = without_last(address, len));) {
        int above = thing_at(ctx, address, len);
        thing = above < 0 ? thing : above;
    }
    if (thing >= 0 || !covered)
        return thing;
    const char *yaku = kzi_arena_format(ctx->arena, "yaku.%s", covered + strlen(".covers."));
    return thing_at(ctx, yaku, strlen(yaku));
}

static void merge_things(struct kzi_find_ctx *ctx) {
    for (size_t i = 0; i < ctx->count; i++) {
        int thing = thing_of(ctx, ctx->list[i].address);
        if (thing >= 0)
            merge_groups(ctx, (size_t)thing, i);
    }
}

/* Return whether the group is a word that only one ruleset has and that other differences need.
 * Such a word joins the first difference that needs it. */
static bool is_vocabulary(const struct kzi_find_ctx *ctx, size_t root) {
    const struct kzi_differing_place *place = &ctx->list[root];
    const struct kzi_node *node = place->node[ctx->groups[root].only == 1];
    if (kzi_pattern_rest(place->address, "limits"))
        return node && !kzi_node_get(node, "from_total") && !kzi_node_get(node, "from_value");
    return kzi_pattern_rest(place->address, "circumstances") ||
           kzi_pattern_rest(place->address, "tiles.marks");
}

static void merge_words(struct kzi_find_ctx *ctx) {
    for (size_t i = 0; i < ctx->count; i++) {
        const struct kzi_differing_place *word = &ctx->list[i];
        const char *name = strrchr(word->address, '.');
        if (!word->thing || word->group != i || !is_vocabulary(ctx, i))
            continue;
        unsigned only = ctx->groups[i].only == 1;
        const char *section =
            kzi_arena_copy(ctx->arena, word->address, (size_t)(name - word->address));
        for (size_t k = 0; k < ctx->count; k++) {
            size_t user = group_of(ctx, k);
            const struct kzi_node *says = ctx->list[k].node[only];
            kzi_arena_spend(ctx->arena, 1);
            if (user == i || !says || is_vocabulary(ctx, user) ||
                !kzi_mentions(says, section, name + 1, NULL))
                continue;
            merge_groups(ctx, user, i);
            break;
        }
    }
}

/* Merge the payers of a way of winning: one ruleset may give them by one key for every winner, the
 * other by two keys. */
static void merge_payers(struct kzi_find_ctx *ctx) {
    static const char *const ways[] = {"self_draw", "discard"}, *const winners[] = {"dealer",
                                                                                    "other"};
    for (unsigned i = 0; i < 4; i++) {
        const char *all = kzi_arena_format(ctx->arena, "payments.%s.any_wins", ways[i / 2]),
                   *one = kzi_arena_format(ctx->arena, "payments.%s.%s_wins", ways[i / 2],
                                           winners[i % 2]);
        int any = place_at(ctx, all, strlen(all)), some = place_at(ctx, one, strlen(one));
        if (any >= 0 && some >= 0)
            merge_groups(ctx, (size_t)any, (size_t)some);
    }
}

/* Return whether the place is the series of a yaku. */
static bool in_series(const struct kzi_differing_place *place) {
    const char *key = strrchr(place->address, '.');
    return key && !strcmp(key, ".series") && kzi_pattern_rest(place->address, "yaku");
}

/* Merge the yaku that join a series: one of them alone in a series changes nothing. */
static void merge_series(struct kzi_find_ctx *ctx) {
    for (size_t i = 0; i < ctx->count; i++)
        for (size_t k = 0; k < i && in_series(&ctx->list[i]); k++)
            for (unsigned side = 0; side < 2; side++) {
                const struct kzi_node *a = ctx->list[i].node[side], *b = ctx->list[k].node[side];
                kzi_arena_spend(ctx->arena, 1);
                if (in_series(&ctx->list[k]) && a && b && kzi_node_equals(a, b))
                    merge_groups(ctx, k, i);
            }
}

/* --- options --------------------------------------------------------------------------------- */

/* The changes that one value of an option makes. */
struct choice {
    const struct kzi_option *option;
    struct kzi_leaves changes;
};

static struct choice make_choice(struct kzi_find_ctx *ctx, const struct kzi_option *option,
                                 const char *value) {
    return (struct choice){option, kzi_option_changes(ctx->arena, option, value)};
}

/* Return whether ruleset `side` has what the option sets, at every place. */
static bool says_so(struct kzi_find_ctx *ctx, unsigned side, const struct choice *set) {
    for (size_t i = 0; i < set->changes.count; i++) {
        const struct kzi_leaf *change = &set->changes.list[i];
        const char *key = strrchr(change->address, '.');
        const struct kzi_node *there =
            kzi_node_at_address(ctx->arena, ctx->rules[side]->model->root, change->address);
        if (kzi_node_equals(there, change->value))
            continue;
        if (!key || !kzi_means_nothing(kzi_arena_copy(ctx->arena, change->address,
                                                      (size_t)(key - change->address)),
                                       key + 1))
            return false;
    }
    return true;
}

/* Return whether the option changes the place, a place in it, or a place that contains it. */
static bool touches(struct kzi_find_ctx *ctx, const struct choice *set, const char *address) {
    kzi_arena_spend(ctx->arena, 1 + set->changes.count / 16);
    for (size_t i = 0; i < set->changes.count; i++)
        if (kzi_address_rest(set->changes.list[i].address, address) ||
            kzi_address_rest(address, set->changes.list[i].address))
            return true;
    return false;
}

/* Merge all places that the option changes, unless another option has taken them, into `group` (-1:
 * a new one).  Return the group, or -1 if there are none. */
static int merge_changes(struct kzi_find_ctx *ctx, const struct choice *set, int group) {
    for (size_t i = 0; i < ctx->count; i++) {
        size_t found = group_of(ctx, i);
        if ((ctx->groups[found].option && (int)found != group) ||
            !touches(ctx, set, ctx->list[i].address))
            continue;
        group = group < 0 ? (int)found : group;
        merge_groups(ctx, (size_t)group, found);
        ctx->groups[group].option = set->option;
        ctx->named[set->option - ctx->rules[0]->model->options.list] = true;
    }
    return group;
}

/* If each ruleset has what its value of the option sets, name the difference by the option:
 * everything that the option changes in rulesets `first` to `last`. */
static void merge_option(struct kzi_find_ctx *ctx, const struct kzi_option *option,
                         const char *const values[2], unsigned first, unsigned last) {
    struct choice sets[2];
    int into = -1;
    for (unsigned i = 0; i < 2; i++) {
        sets[i] = make_choice(ctx, option, values[i]);
        if (!says_so(ctx, i, &sets[i]))
            return;
    }
    for (unsigned i = first; i <= last; i++)
        into = merge_changes(ctx, &sets[i], into);
    if (into < 0)
        return;
    memcpy(ctx->groups[into].value, values, sizeof ctx->groups[into].value);
    if (first != last)
        ctx->groups[into].setting = kzi_arena_format(ctx->arena, "options.%s", option->id);
}

/* Handle an option that a ruleset does not set, although it has everything that a value would
 * change, while the other ruleset does not. */
static void merge_by_values(struct kzi_find_ctx *ctx, const struct kzi_option *option,
                            const char *const set[2]) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field");
    for (unsigned side = 2; side--;) {
        const struct kzi_node *there =
            field ? kzi_node_at(ctx->rules[side]->model->root, field->text) : NULL;
        const char *value = kzi_option_value(option, 0);
        if (!value && there && there->kind == KZI_SCALAR)
            value = there->text;
        for (size_t i = 1; value; value = kzi_option_value(option, i++)) {
            const char *values[2] = {set[0], set[1]};
            values[side] = value;
            struct choice changed = make_choice(ctx, option, value);
            if (!ctx->named[option - ctx->rules[0]->model->options.list] &&
                !says_so(ctx, 1 - side, &changed))
                merge_option(ctx, option, values, side, side);
        }
    }
}

static void merge_options(struct kzi_find_ctx *ctx) {
    const struct kzi_options *options = &ctx->rules[0]->model->options,
                             *others = &ctx->rules[1]->model->options;
    for (unsigned pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < options->names.count; i++) {
            const struct kzi_option *option = &options->list[i];
            int number = kzi_names_find(&others->names, option->id);
            if (number < 0)
                continue;
            const char *const set[2] = {option->value, others->list[number].value};
            if (pass)
                merge_by_values(ctx, option, set);
            else if (strcmp(set[0], set[1]) != 0)
                merge_option(ctx, option, set, 0, 1);
        }
}

/* --- differences ----------------------------------------------------------------------------- */

/* Add the place, unless it is inside a thing of the same group, which implies it. */
static void add_place(struct kzi_find_ctx *ctx, struct kzi_difference *difference, size_t place) {
    const char *address = ctx->list[place].address;
    for (size_t len = strlen(address); (len = without_last(address, len));) {
        int above = thing_at(ctx, address, len);
        if (above >= 0 && group_of(ctx, (size_t)above) == group_of(ctx, place))
            return;
    }
    if (!difference->address)
        difference->address = address;
    difference->places = kzi_arena_more(ctx->arena, difference->places, difference->n_places,
                                        sizeof *difference->places);
    difference->places[difference->n_places++] = ctx->list[place];
}

/* List the groups by the section of their first place, in the order of a rule book. */
static void list_differences(struct kzi_find_ctx *ctx, struct kzi_differences *differences) {
    static const char *const sections[] = {
        "yaku",       "combinations", "total",    "minimum", "fu",
        "hand_value", "limits",       "payments", "game",    ""};
    struct kzi_difference **listed = KZI_NEW_ARRAY(ctx->arena, ctx->count, struct kzi_difference *);
    differences->list = KZI_NEW_ARRAY(ctx->arena, ctx->count, struct kzi_difference);
    for (size_t section = 0; section < KZI_COUNT(sections); section++)
        for (size_t i = 0; i < ctx->count; i++) {
            size_t group = group_of(ctx, i);
            if (listed[group] ||
                (*sections[section] && !kzi_address_rest(sections[section], ctx->list[i].address)))
                continue;
            listed[group] = &differences->list[differences->count++];
            *listed[group] = ctx->groups[group];
        }
    for (size_t i = 0; i < ctx->count; i++)
        add_place(ctx, listed[group_of(ctx, i)], i);
}

void kzi_differences_find(struct kzi_differences *differences, struct kzi_arena *arena,
                          const struct kz_ruleset *first, const struct kz_ruleset *second) {
    struct kzi_find_ctx *ctx = KZI_NEW(arena, struct kzi_find_ctx);
    *ctx = (struct kzi_find_ctx){.arena = arena, .rules = {first, second}};
    *differences = (struct kzi_differences){.rules = {first, second}, .ctx = ctx};
    kzi_names_init(&ctx->addresses, arena);
    ctx->named = KZI_NEW_ARRAY(arena, first->model->options.names.count, bool);
    fill_places(ctx);
    merge_things(ctx);
    merge_words(ctx);
    merge_payers(ctx);
    merge_series(ctx);
    merge_options(ctx);
    list_differences(ctx, differences);
}

void kzi_differences_cut(struct kzi_differences *differences) {
    struct kzi_find_ctx *ctx = differences->ctx;
    size_t count = ctx ? ctx->count : 0;
    differences->cut = true;
    differences->list = NULL;
    if (!count)
        return;
    /* lift the limits: the list needs memory */
    ctx->arena->capacity = ctx->arena->budget = 0;
    differences->list = KZI_NEW_ARRAY(ctx->arena, count, struct kzi_difference);
    for (differences->count = 0; differences->count < count; differences->count++) {
        struct kzi_differing_place *place = &ctx->list[differences->count];
        differences->list[differences->count] = (struct kzi_difference){
            .address = place->address, .only = -1, .places = place, .n_places = 1};
    }
}

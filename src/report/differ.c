/* Statements that differ, gathered into differences: by the thing they speak of, by the option that
 * changes them. */
#include "report/differ.h"

#include "compile/group.h"
#include "rules/merge.h"

#include <string.h>

/* A place that differs, and the group it is part of. */
struct raw {
    struct kzi_differing place;
    bool thing; /* it says that something is there, in one of the two */
    size_t group;
};

/* Of the first group of a difference; the others are empty. */
struct group {
    const struct kzi_option *option;
    const char *value[2];
    const char *thing; /* of which only one ruleset has one; NULL: none */
    int only;
};

struct finding {
    struct kzi_arena *arena;
    const struct kz_ruleset *rules[2];
    const struct kzi_node *root[2];
    struct kzi_meaning means[2];
    struct raw *list;
    struct group *groups; /* as many as there are places, some of them empty */
    size_t count;
};

/* Whether one address is the other or leads through it. */
static bool within(const char *address, const char *through) {
    size_t len = strlen(through);
    return !strncmp(address, through, len) && (!address[len] || address[len] == '.');
}

static bool meet(const char *one, const char *other) {
    return within(one, other) || within(other, one);
}

/* --- statements that differ ------------------------------------------------------------------ */

static struct kzi_differing look_at(struct finding *finding, const char *address) {
    struct kzi_differing place = {.address = address};
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_statement *said = kzi_meaning_at(&finding->means[i], address);
        place.node[i] = kzi_written_at(finding->arena, finding->root[i], address);
        place.says[i] = said ? said->says : NULL;
    }
    return place;
}

static bool same_text(const struct kzi_differing *place) {
    return place->node[0] && place->node[1] && kzi_node_same(place->node[0], place->node[1]);
}

/* A class by itself means nothing: only one that both have, and in which rules tell tiles apart. */
static bool is_idle_class(const struct finding *finding, const struct kzi_differing *place) {
    const char *name = kzi_below(place->address, "tiles.classes");
    if (!name)
        return false;
    if (!place->says[0] || !place->says[1])
        return true;
    return !kzi_mentions(finding->root[0], name, place->node[0]) &&
           !kzi_mentions(finding->root[1], name, place->node[1]);
}

/* Whether both count the same fu for every kind of set and pair, by whatever lines. */
static bool same_fu_of_groups(const struct finding *finding) {
    const struct kzi_group_fu *one = finding->rules[0]->group_fu,
                              *other = finding->rules[1]->group_fu;
    for (unsigned code = 0; one && other && code < KZI_GROUP_CODES; code++)
        if (one[code].fu != other[code].fu)
            return false;
    return one && other;
}

static void add_raw(struct finding *finding, const char *address, bool thing) {
    struct kzi_differing place = look_at(finding, address);
    if (is_idle_class(finding, &place))
        return;
    finding->list =
        kzi_arena_more(finding->arena, finding->list, finding->count, sizeof *finding->list);
    finding->list[finding->count] = (struct raw){place, thing, finding->count};
    finding->count++;
}

/* The statements of ruleset `of` that the other does not make: with differ also those that it makes
 * differently. */
static void compare_statements(struct finding *finding, unsigned of, bool differ) {
    bool same_fu = same_fu_of_groups(finding);
    for (size_t i = 0; i < finding->means[of].count; i++) {
        const struct kzi_statement *said = &finding->means[of].list[i],
                                   *other = kzi_meaning_at(&finding->means[1 - of], said->address);
        if (same_fu && (kzi_below(said->address, "fu.sets") || kzi_below(said->address, "fu.pair")))
            continue;
        if (other ? differ && strcmp(said->says, other->says) != 0 : true)
            add_raw(finding, said->address, said->thing);
    }
}

/* Whether the words of one place hang on what another says: a tile class, or a yaku it holds. */
static bool hangs_on(const struct finding *finding, const struct raw *raw,
                     const struct raw *cause) {
    const char *class_ = kzi_below(cause->place.address, "tiles.classes"),
               *yaku = kzi_below(cause->place.address, "yaku");
    if (yaku)
        yaku = kzi_arena_copy(finding->arena, yaku, strcspn(yaku, "."));
    return (class_ && kzi_mentions(raw->place.node[0], class_, NULL)) ||
           (yaku && kzi_mentions(raw->place.node[0], yaku, NULL));
}

/* What is written alike and yet means something else does so by words that are said otherwise
 * elsewhere, and that is a difference of its own. */
static bool is_consequence(const struct finding *finding, const struct raw *raw) {
    if (!same_text(&raw->place))
        return false;
    for (size_t i = 0; i < finding->count; i++)
        if (!same_text(&finding->list[i].place) && hangs_on(finding, raw, &finding->list[i]))
            return true;
    return false;
}

static void compare(struct finding *finding) {
    compare_statements(finding, 0, true);
    compare_statements(finding, 1, false);
    size_t kept = 0;
    struct raw *list = KZI_NEW_ARRAY(finding->arena, finding->count, struct raw);
    for (size_t i = 0; i < finding->count; i++)
        if (!is_consequence(finding, &finding->list[i])) {
            list[kept] = finding->list[i];
            list[kept].group = kept;
            kept++;
        }
    finding->list = list;
    finding->count = kept;
    finding->groups = KZI_NEW_ARRAY(finding->arena, kept, struct group);
    for (size_t i = 0; i < kept; i++)
        finding->groups[i].only = -1;
}

/* --- things ---------------------------------------------------------------------------------- */

static void merge_groups(struct finding *finding, size_t into, size_t from) {
    for (size_t i = 0; into != from && i < finding->count; i++)
        if (finding->list[i].group == from)
            finding->list[i].group = into;
}

/* Whether a place says that a yaku covers the thing. */
static bool covers(const char *address, const char *thing) {
    const char *covered = kzi_below(address, "yaku") ? strstr(address, ".covers.") : NULL,
               *yaku = kzi_below(thing, "yaku");
    return covered && yaku && !strcmp(covered + strlen(".covers."), yaku);
}

static void gather_about(struct finding *finding,
                         bool about(const char *address, const char *thing)) {
    for (size_t i = 0; i < finding->count; i++) {
        const struct raw *thing = &finding->list[i];
        if (!thing->thing || thing->group != i)
            continue;
        finding->groups[i].thing = thing->place.address;
        finding->groups[i].only = thing->place.says[0] ? 0 : 1;
        for (size_t k = 0; k < finding->count; k++)
            if (k == finding->list[k].group &&
                about(finding->list[k].place.address, thing->place.address))
                finding->list[k].group = i;
    }
}

/* What stands below a thing that only one ruleset has, and the covers of it elsewhere. */
static void gather_things(struct finding *finding) {
    gather_about(finding, within);
    gather_about(finding, covers);
}

/* A word that only one has and that other differences need is part of the first of them. */
static bool is_vocabulary(const struct finding *finding, const struct raw *raw) {
    const char *limit = kzi_below(raw->place.address, "limits");
    const struct kzi_node *node = raw->place.node[finding->groups[raw->group].only == 1];
    if (limit)
        return node && !kzi_node_get(node, "from_total") && !kzi_node_get(node, "from_value");
    return kzi_below(raw->place.address, "circumstances") ||
           kzi_below(raw->place.address, "tiles.marks");
}

static void gather_words(struct finding *finding) {
    for (size_t i = 0; i < finding->count; i++) {
        const struct raw *word = &finding->list[i];
        const char *name = strrchr(word->place.address, '.');
        if (!word->thing || word->group != i || !is_vocabulary(finding, word))
            continue;
        unsigned only = finding->groups[i].only == 1;
        for (size_t k = 0; k < finding->count; k++) {
            const struct raw *user = &finding->list[k];
            if (user->group == i || !user->place.node[only] ||
                is_vocabulary(finding, &finding->list[user->group]) ||
                !kzi_mentions(user->place.node[only], name + 1, NULL))
                continue;
            merge_groups(finding, user->group, i);
            break;
        }
    }
}

/* Who pays is said by one key or by two. */
static void gather_payers(struct finding *finding) {
    for (size_t i = 0; i < finding->count; i++)
        for (size_t k = 0; k < i; k++) {
            const char *one = finding->list[k].place.address,
                       *other = finding->list[i].place.address;
            const char *dot = strrchr(one, '.');
            if (kzi_below(one, "payments") && dot && strstr(dot, "_wins") &&
                strstr(other, "_wins") && !strncmp(one, other, (size_t)(dot - one) + 1) &&
                (strstr(one, ".any_wins") || strstr(other, ".any_wins")))
                merge_groups(finding, finding->list[k].group, finding->list[i].group);
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

static struct set_to set_to(struct finding *finding, const struct kzi_option *option,
                            const char *value) {
    struct set_to set = {.option = option, .value = value};
    set.count = kzi_option_changes(finding->arena, option, value, &set.changes);
    return set;
}

/* Whether the rules say at every place what the option makes of it. */
static bool says_so(struct finding *finding, unsigned of, const struct set_to *set) {
    for (size_t i = 0; i < set->count; i++) {
        const struct kzi_option_change *change = &set->changes[i];
        const char *key = strrchr(change->address, '.');
        const struct kzi_node *there =
            kzi_written_at(finding->arena, finding->root[of], change->address);
        bool both = there && change->value,
             same = both ? kzi_node_same(there, change->value) : there == change->value;
        if (!same && !(key && kzi_means_nothing(key + 1)))
            return false;
    }
    return true;
}

static bool touches(const struct set_to *set, const char *address) {
    for (size_t i = 0; i < set->count; i++)
        if (meet(address, set->changes[i].address))
            return true;
    return false;
}

/* Makes one group of all places that the option changes and that no other has taken; returns it,
 * -1 if there are none. */
static int gather(struct finding *finding, const struct set_to *set, int into) {
    for (size_t i = 0; i < finding->count; i++) {
        size_t group = finding->list[i].group;
        if (!touches(set, finding->list[i].place.address) ||
            (finding->groups[group].option && (int)group != into))
            continue;
        if (into < 0)
            into = (int)group;
        merge_groups(finding, (size_t)into, group);
        finding->groups[into].option = set->option;
    }
    return into;
}

static bool is_named(const struct finding *finding, const struct kzi_option *option) {
    for (size_t i = 0; i < finding->count; i++)
        if (finding->groups[i].option == option)
            return true;
    return false;
}

/* An option that the two set differently, and say so. */
static void gather_by_setting(struct finding *finding, const struct kzi_option *option,
                              const struct kzi_option *other) {
    int into = -1;
    for (unsigned i = 0; i < 2; i++) {
        struct set_to set = set_to(finding, option, (i ? other : option)->value);
        if (says_so(finding, i, &set))
            into = gather(finding, &set, into);
    }
    if (into < 0)
        return;
    finding->groups[into].value[0] = option->value;
    finding->groups[into].value[1] = other->value;
}

/* A value that ruleset `of` does not set by option, yet says all that it would change, while the
 * other does not: the option is a name for the difference. */
static void gather_by_value(struct finding *finding, unsigned of, const struct kzi_option *option,
                            const char *value) {
    struct set_to set = set_to(finding, option, value);
    if (!set.count || is_named(finding, option) || !says_so(finding, of, &set) ||
        says_so(finding, 1 - of, &set))
        return;
    int into = gather(finding, &set, -1);
    if (into < 0)
        return;
    int other = kzi_names_find(&finding->rules[1 - of]->model->options.names, option->id);
    finding->groups[into].value[of] = value;
    finding->groups[into].value[1 - of] = finding->rules[1 - of]->model->options.list[other].value;
}

static void gather_by_values(struct finding *finding, const struct kzi_option *option) {
    const struct kzi_node *field = kzi_node_get(option->definition, "field");
    const char *value;
    for (unsigned of = 2; of--;) {
        const struct kzi_node *there = field ? kzi_node_at(finding->root[of], field->text) : NULL;
        for (size_t i = 0; (value = kzi_option_value(option, i)); i++)
            gather_by_value(finding, of, option, value);
        if (there && there->kind == KZI_SCALAR && !kzi_option_value(option, 0))
            gather_by_value(finding, of, option, there->text);
    }
}

static void gather_options(struct finding *finding) {
    const struct kzi_options *options = &finding->rules[0]->model->options,
                             *others = &finding->rules[1]->model->options;
    for (unsigned set = 2; set--;)
        for (size_t i = 0; i < options->names.count; i++) {
            const struct kzi_option *option = &options->list[i];
            int number = kzi_names_find(&others->names, option->id);
            if (number >= 0 && set && strcmp(option->value, others->list[number].value) != 0)
                gather_by_setting(finding, option, &others->list[number]);
            if (number >= 0 && !set)
                gather_by_values(finding, option);
        }
}

/* --- differences ----------------------------------------------------------------------------- */

/* Whether the place lies below a thing of the same group: that says it already. */
static bool is_part_of_thing(const struct finding *finding, const struct raw *raw) {
    for (size_t i = 0; i < finding->count; i++) {
        const struct raw *other = &finding->list[i];
        if (other != raw && other->thing && other->group == raw->group &&
            within(raw->place.address, other->place.address))
            return true;
    }
    return false;
}

static struct kzi_difference difference_of(const struct finding *finding, size_t group) {
    const struct group *of = &finding->groups[group];
    struct kzi_difference difference = {
        .address = of->thing, .only = of->only, .option = of->option};
    difference.value[0] = of->value[0];
    difference.value[1] = of->value[1];
    difference.places = KZI_NEW_ARRAY(finding->arena, finding->count, struct kzi_differing);
    for (size_t i = 0; i < finding->count; i++)
        if (finding->list[i].group == group && !is_part_of_thing(finding, &finding->list[i]))
            difference.places[difference.n_places++] = finding->list[i].place;
    if (!difference.address && difference.n_places)
        difference.address = difference.places[0].address;
    return difference;
}

/* Whether an address is of the section, or for "" of any. */
static bool is_of(const char *address, const char *section) {
    return !*section || within(address, section);
}

/* The groups by the sections of their first places, in the order of a rule book. */
static void list_differences(struct finding *finding, struct kzi_differences *differences) {
    static const char *const sections[] = {
        "yaku", "combinations", "total", "minimum", "fu", "hand_value", "limits", "payments", ""};
    uint8_t *done = KZI_NEW_ARRAY(finding->arena, finding->count, uint8_t);
    differences->list = KZI_NEW_ARRAY(finding->arena, finding->count, struct kzi_difference);
    for (size_t section = 0; section < sizeof sections / sizeof *sections; section++)
        for (size_t i = 0; i < finding->count; i++) {
            size_t group = finding->list[i].group;
            if (done[group] || !is_of(finding->list[i].place.address, sections[section]))
                continue;
            differences->list[differences->count++] = difference_of(finding, group);
            done[group] = 1;
        }
}

void kzi_differences_find(struct kzi_differences *differences, struct kzi_arena *arena,
                          const struct kz_ruleset *first, const struct kz_ruleset *second) {
    struct finding *finding = KZI_NEW(arena, struct finding);
    finding->arena = arena;
    *differences = (struct kzi_differences){.rules = {first, second}};
    for (unsigned i = 0; i < 2; i++) {
        finding->rules[i] = differences->rules[i];
        finding->root[i] = differences->rules[i]->model->root;
        kzi_meaning_of(&finding->means[i], arena, differences->rules[i]->model);
    }
    compare(finding);
    gather_things(finding);
    gather_words(finding);
    gather_payers(finding);
    gather_options(finding);
    list_differences(finding, differences);
}

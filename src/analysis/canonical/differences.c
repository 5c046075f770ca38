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
        size_t at; /* of an address: the place that stands there, from 1; 0: none */
    } * numbers;   /* by number of the word */
};

/* Of the first group of a difference; the others are empty. */
struct group {
    const struct kzi_option *option;
    const char *value[2];
    bool by_setting;
    const char *thing; /* of which only one ruleset has one; NULL: none */
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

/* The place that stands at an address, or NULL. */
static const struct raw *place_at(const struct kzi_find_ctx *finding, const char *address,
                                  size_t len) {
    size_t at = index_find(&finding->below, address, len).at;
    return at ? &finding->list[at - 1] : NULL;
}

/* The yaku that an address says is covered, or NULL. */
static const char *covered_at(const char *address) {
    const char *covered = kzi_below(address, "yaku") ? strstr(address, ".covers.") : NULL;
    return covered ? covered + strlen(".covers.") : NULL;
}

static void index_places(struct kzi_find_ctx *finding) {
    kzi_names_init(&finding->below.words, finding->arena);
    kzi_names_init(&finding->covered.words, finding->arena);
    for (size_t i = 0; i < finding->count; i++) {
        const char *address = finding->list[i].place.address, *covered = covered_at(address);
        size_t len = strlen(address);
        index_add(&finding->below, address, len, i)->at = i + 1;
        while ((len = without_last(address, len)))
            index_add(&finding->below, address, len, i);
        if (covered)
            index_add(&finding->covered, covered, strlen(covered), i);
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
static bool is_idle_class(const struct kzi_find_ctx *finding,
                          const struct kzi_differing_place *place) {
    const char *name = kzi_below(place->address, "tiles.classes");
    if (!name)
        return false;
    if (!place->says[0] || !place->says[1])
        return true;
    return kzi_names_find(&finding->words[0], name) < 0 &&
           kzi_names_find(&finding->words[1], name) < 0;
}

/* Whether both count the same fu for every kind of set and pair, by whatever lines. */
static bool same_fu_of_groups(const struct kzi_find_ctx *finding) {
    const struct kzi_group_fu *one = finding->rules[0]->group_fu,
                              *other = finding->rules[1]->group_fu;
    for (unsigned code = 0; one && other && code < KZI_GROUP_CODES; code++)
        if (one[code].fu != other[code].fu)
            return false;
    return one && other;
}

static void add_raw(struct kzi_find_ctx *finding, const char *address, bool thing) {
    struct kzi_differing_place place = {.address = address};
    for (unsigned i = 0; i < 2; i++) {
        const struct kzi_statement *said = kzi_canonical_form_at(&finding->means[i], address);
        place.node[i] = kzi_node_at_address(finding->arena, finding->root[i], address);
        place.says[i] = said ? said->says : NULL;
    }
    if (is_idle_class(finding, &place))
        return;
    finding->list =
        kzi_arena_more(finding->arena, finding->list, finding->count, sizeof *finding->list);
    finding->list[finding->count] = (struct raw){.place = place, .thing = thing};
    finding->count++;
}

/* The statements of ruleset `of` that the other does not make: with differ also those that it makes
 * differently. */
static void compare_statements(struct kzi_find_ctx *finding, unsigned of, bool differ) {
    bool same_fu = same_fu_of_groups(finding);
    for (size_t i = 0; i < finding->means[of].count; i++) {
        const struct kzi_statement *said = &finding->means[of].list[i],
                                   *other = kzi_canonical_form_at(&finding->means[1 - of],
                                                                  said->address);
        if (same_fu && (kzi_below(said->address, "fu.sets") || kzi_below(said->address, "fu.pair")))
            continue;
        if (other ? differ && strcmp(said->says, other->says) != 0 : true)
            add_raw(finding, said->address, said->thing);
    }
}

/* The words that differences change: tile classes, and yaku that others may hold. */
static struct kzi_names changed_words(struct kzi_find_ctx *finding) {
    struct kzi_names words;
    kzi_names_init(&words, finding->arena);
    for (size_t i = 0; i < finding->count; i++) {
        const struct kzi_differing_place *place = &finding->list[i].place;
        const char *class_ = kzi_below(place->address, "tiles.classes"),
                   *yaku = kzi_below(place->address, "yaku");
        if (same_text(place))
            continue;
        if (class_)
            kzi_names_add(&words, class_);
        if (yaku)
            kzi_names_add(&words, kzi_arena_copy(finding->arena, yaku, strcspn(yaku, ".")));
    }
    return words;
}

/* What is written alike and yet means something else does so by words that are said otherwise
 * elsewhere, and that is a difference of its own. */
static bool is_consequence(const struct kzi_names *changed, const struct raw *raw) {
    return same_text(&raw->place) && kzi_mentions_any(raw->place.node[0], changed);
}

static void compare(struct kzi_find_ctx *finding) {
    compare_statements(finding, 0, true);
    compare_statements(finding, 1, false);
    size_t kept = 0;
    struct kzi_names changed = changed_words(finding);
    struct raw *list = KZI_NEW_ARRAY(finding->arena, finding->count, struct raw);
    for (size_t i = 0; i < finding->count; i++)
        if (!is_consequence(&changed, &finding->list[i])) {
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

/* All places of the one group go to the other. */
static void merge_groups(struct kzi_find_ctx *finding, size_t into, size_t from) {
    struct raw *list = finding->list;
    size_t number = from;
    if (into == from)
        return;
    for (;; number = list[number].next - 1) {
        kzi_arena_spend(finding->arena, 1);
        list[number].group = into;
        if (!list[number].next)
            break;
    }
    list[number].next = list[into].next;
    list[into].next = from + 1;
}

static void gather_about(struct kzi_find_ctx *finding, size_t thing, struct numbers about) {
    for (size_t i = 0; i < about.count; i++)
        if (finding->list[about.list[i]].group == about.list[i])
            merge_groups(finding, thing, about.list[i]);
}

/* What stands below a thing that only one ruleset has, and the covers of it elsewhere. */
static void gather_things(struct kzi_find_ctx *finding) {
    for (unsigned covers = 0; covers < 2; covers++)
        for (size_t i = 0; i < finding->count; i++) {
            const struct raw *thing = &finding->list[i];
            const char *address = thing->place.address, *yaku = kzi_below(address, "yaku");
            if (!thing->thing || thing->group != i)
                continue;
            finding->groups[i].thing = address;
            finding->groups[i].only = thing->place.says[0] ? 0 : 1;
            if (!covers)
                gather_about(finding, i, index_find(&finding->below, address, strlen(address)));
            else if (yaku)
                gather_about(finding, i, index_find(&finding->covered, yaku, strlen(yaku)));
        }
}

/* A word that only one has and that other differences need is part of the first of them. */
static bool is_vocabulary(const struct kzi_find_ctx *finding, const struct raw *raw) {
    const char *limit = kzi_below(raw->place.address, "limits");
    const struct kzi_node *node = raw->place.node[finding->groups[raw->group].only == 1];
    if (limit)
        return node && !kzi_node_get(node, "from_total") && !kzi_node_get(node, "from_value");
    return kzi_below(raw->place.address, "circumstances") ||
           kzi_below(raw->place.address, "tiles.marks");
}

static void gather_words(struct kzi_find_ctx *finding) {
    for (size_t i = 0; i < finding->count; i++) {
        const struct raw *word = &finding->list[i];
        const char *name = strrchr(word->place.address, '.');
        if (!word->thing || word->group != i || !is_vocabulary(finding, word))
            continue;
        unsigned only = finding->groups[i].only == 1;
        const char *section = kzi_arena_copy(finding->arena, word->place.address,
                                             (size_t)(name - word->place.address));
        for (size_t k = 0; k < finding->count; k++) {
            const struct raw *user = &finding->list[k];
            kzi_arena_spend(finding->arena, 1);
            if (user->group == i || !user->place.node[only] ||
                is_vocabulary(finding, &finding->list[user->group]) ||
                !kzi_mentions(user->place.node[only], section, name + 1, NULL))
                continue;
            merge_groups(finding, user->group, i);
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
static void gather_payers(struct kzi_find_ctx *finding) {
    static const char *const ways[] = {"payments.self_draw", "payments.discard"};
    for (size_t way = 0; way < 2; way++) {
        struct numbers paid = index_find(&finding->below, ways[way], strlen(ways[way]));
        for (size_t i = 0; i < paid.count; i++)
            for (size_t k = 0; k < i; k++) {
                const struct raw *one = &finding->list[paid.list[k]],
                                 *other = &finding->list[paid.list[i]];
                if (are_payers(one->place.address, other->place.address))
                    merge_groups(finding, one->group, other->group);
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

static struct set_to set_to(struct kzi_find_ctx *finding, const struct kzi_option *option,
                            const char *value) {
    struct set_to set = {.option = option, .value = value};
    set.count = kzi_option_changes(finding->arena, option, value, &set.changes);
    return set;
}

/* Whether the rules say at every place what the option makes of it. */
static bool says_so(struct kzi_find_ctx *finding, unsigned of, const struct set_to *set) {
    for (size_t i = 0; i < set->count; i++) {
        const struct kzi_option_change *change = &set->changes[i];
        char path[KZI_LONGEST_PATH] = "";
        const char *key = strrchr(change->address, '.');
        if (key && (size_t)(key - change->address) < sizeof path)
            memcpy(path, change->address, (size_t)(key - change->address));
        const struct kzi_node *there =
            kzi_node_at_address(finding->arena, finding->root[of], change->address);
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
static struct numbers touched_by(struct kzi_find_ctx *finding, const struct set_to *set) {
    struct numbers touched = {NULL, 0, 0};
    for (size_t i = 0; i < set->count; i++) {
        const char *address = set->changes[i].address;
        size_t len = strlen(address);
        struct numbers below = index_find(&finding->below, address, len);
        for (size_t k = 0; k < below.count; k++) {
            touched.list =
                kzi_arena_more(finding->arena, touched.list, touched.count, sizeof *touched.list);
            touched.list[touched.count++] = below.list[k];
        }
        while ((len = without_last(address, len))) {
            const struct raw *above = place_at(finding, address, len);
            if (!above)
                continue;
            touched.list =
                kzi_arena_more(finding->arena, touched.list, touched.count, sizeof *touched.list);
            touched.list[touched.count++] = (size_t)(above - finding->list);
        }
    }
    if (touched.count)
        qsort(touched.list, touched.count, sizeof *touched.list, by_number);
    return touched;
}

/* Makes one group of all places that the option changes and that no other has taken; returns it,
 * -1 if there are none. */
static int gather(struct kzi_find_ctx *finding, const struct set_to *set, int into) {
    struct numbers touched = touched_by(finding, set);
    for (size_t i = 0; i < touched.count; i++) {
        size_t group = finding->list[touched.list[i]].group;
        if (finding->groups[group].option && (int)group != into)
            continue;
        if (into < 0)
            into = (int)group;
        merge_groups(finding, (size_t)into, group);
        finding->groups[into].option = set->option;
        finding->named[set->option - finding->rules[0]->model->options.list] = true;
    }
    return into;
}

/* An option that the two set differently, and say so: where one of them says something else after
 * all, the option is no name for what differs. */
static void gather_by_setting(struct kzi_find_ctx *finding, const struct kzi_option *option,
                              const struct kzi_option *other) {
    const char *value[2] = {option->value, other->value};
    struct set_to sets[2];
    int into = -1;
    for (unsigned i = 0; i < 2; i++) {
        sets[i] = set_to(finding, option, value[i]);
        if (!says_so(finding, i, &sets[i]))
            return;
    }
    for (unsigned i = 0; i < 2; i++)
        into = gather(finding, &sets[i], into);
    if (into < 0)
        return;
    finding->groups[into].by_setting = true;
    memcpy(finding->groups[into].value, value, sizeof value);
}

/* A value that ruleset `of` does not set by option, yet says all that it would change, while the
 * other says what its own value does: the option is a name for the difference. */
static void gather_by_value(struct kzi_find_ctx *finding, unsigned of,
                            const struct kzi_option *option, const char *value) {
    const struct kzi_options *others = &finding->rules[1 - of]->model->options;
    const struct kzi_option *other = &others->list[kzi_names_find(&others->names, option->id)];
    struct set_to set = set_to(finding, option, value),
                  other_set = set_to(finding, option, other->value);
    if (!set.count || finding->named[option - finding->rules[0]->model->options.list] ||
        !says_so(finding, of, &set) || says_so(finding, 1 - of, &set) ||
        !says_so(finding, 1 - of, &other_set))
        return;
    int into = gather(finding, &set, -1);
    if (into < 0)
        return;
    finding->groups[into].value[of] = value;
    finding->groups[into].value[1 - of] = other->value;
}

static void gather_by_values(struct kzi_find_ctx *finding, const struct kzi_option *option) {
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

static void gather_options(struct kzi_find_ctx *finding) {
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
static bool is_part_of_thing(const struct kzi_find_ctx *finding, const struct raw *raw) {
    const char *address = raw->place.address;
    for (size_t len = strlen(address); (len = without_last(address, len));) {
        const struct raw *above = place_at(finding, address, len);
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
static const struct raw **places_of(const struct kzi_find_ctx *finding, size_t group,
                                    size_t *count) {
    *count = 0;
    for (size_t next = group + 1; next; next = finding->list[next - 1].next)
        ++*count;
    const struct raw **places = KZI_NEW_ARRAY(finding->arena, *count, const struct raw *);
    size_t at = 0;
    for (size_t next = group + 1; next; next = finding->list[next - 1].next)
        places[at++] = &finding->list[next - 1];
    qsort(places, *count, sizeof *places, by_place);
    return places;
}

static struct kzi_difference difference_of(const struct kzi_find_ctx *finding, size_t group) {
    const struct group *of = &finding->groups[group];
    struct kzi_difference difference = {
        .address = of->thing, .only = of->only, .option = of->option};
    memcpy(difference.value, of->value, sizeof difference.value);
    difference.by_setting = of->by_setting;
    size_t count;
    const struct raw **places = places_of(finding, group, &count);
    difference.places = KZI_NEW_ARRAY(finding->arena, count, struct kzi_differing_place);
    for (size_t i = 0; i < count; i++)
        if (!is_part_of_thing(finding, places[i]))
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
static void list_differences(struct kzi_find_ctx *finding, struct kzi_differences *differences) {
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
    struct kzi_find_ctx *finding = KZI_NEW(arena, struct kzi_find_ctx);
    finding->arena = arena;
    *differences = (struct kzi_differences){.rules = {first, second}, .finding = finding};
    for (unsigned i = 0; i < 2; i++) {
        finding->rules[i] = differences->rules[i];
        finding->root[i] = differences->rules[i]->model->root;
        kzi_canonical_form_of(&finding->means[i], arena, differences->rules[i]->model);
        kzi_names_init(&finding->words[i], arena);
        add_words(&finding->words[i], finding->root[i],
                  kzi_node_at(finding->root[i], "tiles.classes"));
    }
    finding->named = KZI_NEW_ARRAY(arena, first->model->options.names.count, bool);
    compare(finding);
    index_places(finding);
    gather_things(finding);
    gather_words(finding);
    gather_payers(finding);
    gather_options(finding);
    list_differences(finding, differences);
}

void kzi_differences_cut(struct kzi_differences *differences) {
    struct kzi_find_ctx *finding = differences->finding;
    size_t count = finding ? finding->count : 0;
    differences->cut = true;
    differences->list = NULL;
    if (!count)
        return;
    finding->arena->room = finding->arena->budget = 0; /* there is room for a list */
    differences->list = KZI_NEW_ARRAY(finding->arena, count, struct kzi_difference);
    for (differences->count = 0; differences->count < count; differences->count++) {
        struct kzi_differing_place *place = &finding->list[differences->count].place;
        differences->list[differences->count] = (struct kzi_difference){
            .address = place->address, .only = -1, .places = place, .n_places = 1};
    }
}

/* Read conditions.  conditions.def states the form of the argument of each key; here is a function
 * for each form. */
#include "hand/readings.h"
#include "rules/condition.h"
#include "rules/reader/reader.h"

#include <string.h>

/* --- new conditions --------------------------------------------------------------------------- */

static struct kzi_condition *new_condition(struct kzi_rule_reader *reader,
                                           enum kzi_condition_kind kind, bool denied,
                                           const struct kzi_node *node, struct kzi_place place) {
    struct kzi_condition *cond = KZI_NEW(reader->arena, struct kzi_condition);
    cond->kind = kind; /* member by member, because arguments are compared byte by byte */
    cond->denied = denied;
    cond->node = node;
    cond->place = place;
    cond->quantity = KZI_AT_LEAST_ONE;
    return cond;
}

/* Make a list of a condition, with room for `count` parts; any: one of them must hold, otherwise
 * all. */
static void new_parts(struct kzi_rule_reader *reader, struct kzi_condition *cond, bool any,
                      size_t count) {
    cond->op = any != cond->denied ? KZI_ANY : KZI_ALL;
    cond->parts.list = KZI_NEW_ARRAY(reader->arena, count, const struct kzi_condition *);
    cond->parts.count = count;
}

static struct kzi_condition *new_count(struct kzi_rule_reader *reader,
                                       const struct kzi_condition *test, uint64_t values) {
    struct kzi_condition *count =
        new_condition(reader, test->kind, test->denied, test->node, test->place);
    count->values = values;
    if (test->denied)
        count->values = kzi_other_values(count);
    return count;
}

/* Let a test mean two: its phrase fits all groups of a noun, and their number is among `counts`. */
static void set_means(struct kzi_rule_reader *reader, struct kzi_condition *test,
                      enum kzi_noun noun, uint64_t counts) {
    struct kzi_condition *both =
        new_condition(reader, KZI_CONDITION_all_of, test->denied, test->node, test->place);
    struct kzi_condition *others = new_count(reader, test, KZI_NONE),
                         *every = new_count(reader, test, counts);
    others->argument.phrase = test->argument.phrase;
    others->argument.phrase.others = (uint8_t)noun;
    every->argument.phrase.noun = (uint8_t)noun;
    every->argument.phrase.class_.other = every->argument.phrase.class_.won = KZI_ALL_CODES;
    new_parts(reader, both, false, 2);
    both->parts.list[0] = others;
    both->parts.list[1] = every;
    test->means = both;
}

/* --- arguments of tests, each of one statement ------------------------------------------------ */

/* Fill in the argument of a test and the values for which it holds if there is no `not` above
 * it. */
typedef void fill_fn(struct kzi_rule_reader *reader, struct kzi_condition *test);

static void fill_words(struct kzi_rule_reader *reader, struct kzi_condition *test, const char *what,
                       const struct kzi_names *names) {
    test->values = kzi_read_names(reader, test->node, what, names);
}

static void fill_openness(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    static const char *const words[] = {"closed", "open"};
    fill_words(reader, test, "closed or open", &KZI_NAMES(words));
}

static void fill_win_kind(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    static const char *const words[] = {"self_draw", "discard"};
    fill_words(reader, test, "self_draw or discard", &KZI_NAMES(words));
}

static void fill_seats(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    fill_words(reader, test, "a seat", &KZI_NAMES(kzi_seat_names));
}

static void fill_waits(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    /* The first name, none, is not a word of rule files. */
    const struct kzi_names waits = {.name = kzi_wait_names + 1, .count = KZI_WAITS - 1};
    fill_words(reader, test, "a wait", &waits);
    test->values <<= 1;
}

/* Fill in shapes as the argument, not as values: an unfinished hand may be ready for several. */
static void fill_shapes(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    fill_words(reader, test, "a shape", &reader->model->shape_names);
    test->argument.shapes = test->values;
    test->values = KZI_YES;
}

static void fill_number(struct kzi_rule_reader *reader, struct kzi_condition *test,
                        const struct kzi_node *node, const char *what,
                        const struct kzi_names *names) {
    test->argument.number = (unsigned)kzi_read_name(reader, node, what, names);
}

static void fill_circumstance(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    fill_number(reader, test, test->node, "a circumstance", &reader->model->circumstance_names);
}

static void fill_scored(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    fill_number(reader, test, test->node, "a yaku", &reader->model->yaku_names);
}

static void fill_yes(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    bool yes = false;
    if (kzi_read_yes(reader, test->node, &yes) && !yes)
        KZI_REFUSE(reader, test, "leave %s out instead of saying no", "nothing_scored");
    if (reader->holding && reader->nothing_scored_met)
        KZI_REFUSE(reader, test, "only one yaku can ask for nothing_scored");
    reader->nothing_scored_met |= reader->holding > 0;
}

/* Fill in the values of a quantity or, if it is large, its bounds in the argument. */
static void fill_quantity_of(struct kzi_rule_reader *reader, struct kzi_condition *test,
                             const struct kzi_node *node, bool all) {
    test->quantity = kzi_read_quantity(reader, node, all);
    const unsigned min = test->quantity.min, max = test->quantity.max;
    if (min >= KZI_VALUE_MAX || (max >= KZI_VALUE_MAX && max < KZI_NO_BOUND)) {
        test->argument.min = test->quantity.min;
        test->argument.max = test->quantity.max;
        test->values = UINT64_C(1) << KZI_VALUE_WITHIN;
    } else
        test->values =
            UINT64_MAX << min & UINT64_MAX >> (max == KZI_NO_BOUND ? 0 : KZI_VALUE_MAX - max);
}

static void fill_quantity(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    fill_quantity_of(reader, test, test->node, false);
}

static void fill_mark(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    const struct kzi_entry *entry = test->node->u.entries;
    fill_number(reader, test, entry->key, "a mark", &reader->model->mark_names);
    fill_quantity_of(reader, test, entry->value, false);
}

/* Fill in a class.  The winning tile may be a flower, whose code follows those of other tiles. */
static void fill_class(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    struct kzi_class *class_ = &test->argument.class_;
    const bool wins = kzi_fact_of(test) == KZI_FACT_WON;
    reader->wild_allowed = wins;
    kzi_read_class(reader, test->node, class_);
    reader->wild_allowed = false;
    const uint64_t flower = wins && class_->faces == KZI_ALL_FACES;
    kzi_drop_faces(reader, test->node->place, class_);
    test->class_name = reader->class_name;
    class_->other |= flower << KZI_CODES;
    class_->won |= flower << KZI_CODES;
    test->values = class_->won;
    if (!wins) {
        test->argument.phrase.noun = KZI_A_PAIR;
        set_means(reader, test, KZI_A_PAIR, UINT64_C(1) << 1);
        test->values = UINT64_C(1) << 2; /* of which only the hash is used */
    }
}

/* Fill in a class of tiles.  "All of a class" becomes "none of the other tiles". */
static void fill_tiles(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    const struct kzi_entry *entry = test->node->u.entries;
    struct kzi_class *class_ = &test->argument.class_;
    const bool tiles = kzi_fact_of(test) == KZI_FACT_TILES;
    reader->wild_allowed = tiles;
    kzi_read_tile_class(reader, entry->key, class_);
    reader->wild_allowed = false;
    test->class_name = reader->class_name;
    fill_quantity_of(reader, test, entry->value, tiles && !kzi_is_wild_class(class_));
    if (test->quantity.all) {
        *class_ = kzi_other_class(class_);
        test->values = 1;
    }
}

/* Refuse a number of pungs, one for each kind, of a class that has fewer kinds. */
static void check_kinds(struct kzi_rule_reader *reader, const struct kzi_node *key,
                        const struct kzi_phrase *phrase, unsigned min) {
    kzi_kinds kinds = 0;
    KZI_EACH_IN(phrase->class_.other | phrase->class_.won, code)
        kinds |= kzi_kind_bit(kzi_kind_of_code(code));
    const unsigned max = (unsigned)__builtin_popcountll(kinds);
    if ((phrase->noun == KZI_A_PUNG || phrase->noun == KZI_A_KONG) && max && min > max)
        KZI_REFUSE(reader, key, "no hand has %s %u times: there are %u such tiles", key->text, min,
                   max);
}

static void fill_phrase(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    const struct kzi_entry *entry = test->node->u.entries;
    struct kzi_phrase *phrase = &test->argument.phrase;
    const bool pairs = kzi_conditions[test->kind].of == KZI_OF_READING;
    reader->wildness_allowed = true;
    kzi_read_phrase(reader, entry->key, phrase);
    reader->wildness_allowed = false;
    test->class_name = reader->class_name;
    fill_quantity_of(reader, test, entry->value, true);
    if (test->quantity.all) {
        set_means(reader, test, pairs ? KZI_A_GROUP : KZI_A_SET, KZI_SOME);
        test->values = KZI_YES;
    }
    check_kinds(reader, entry->key, phrase, test->quantity.min);
    if (!pairs && (phrase->noun == KZI_A_PAIR || phrase->noun == KZI_A_GROUP))
        KZI_REFUSE(reader, entry->key,
                   "sets are chows, pungs and kongs; ask for pairs under groups");
}

static void fill_pattern(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    test->argument.pattern = *kzi_read_pattern(reader, test->node);
    test->argument.pattern.twice = test->kind == KZI_CONDITION_has_twice;
}

static void fill_tile_pattern(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    const struct kzi_node *node = test->node;
    struct kzi_tile_pattern *tiles = &test->argument.tiles;
    if (!kzi_read_tile_pattern(reader, node, tiles))
        return;
    unsigned count = 0, size = reader->hand_size, max = size + size / 3; /* with kongs */
    bool before = test->kind == KZI_CONDITION_before_win;
    for (unsigned at = 0; at < KZI_COUNT(tiles->counts) * 16; at++)
        count += (unsigned)(tiles->counts[at / 16] >> (at % 16 * 4)) & 15;
    if (size && before && count + 1 != size)
        KZI_REFUSE(reader, node, "these are %u tiles; before the win a hand has %u", count,
                   size - 1);
    else if (size && !before && count > max)
        KZI_REFUSE(reader, node, "these are %u tiles, more than a hand has", count);
}

static void fill_spellings(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    kzi_read_spellings(reader, test->node, test->kind == KZI_CONDITION_spells_shifted,
                       &test->argument.number);
}

/* The forms of arguments.  A mapping is read entry by entry, each as a mapping of its own, and a
 * list item by item. */
static const struct {
    fill_fn *fill;
    const char *mapping; /* the entries of a mapping, in messages; NULL: no mapping */
    const char *list;    /* the items of a list, in messages; NULL: no list */
} arguments[KZI_TAKES] = {
    [KZI_TAKES_OPENNESS] = {.fill = fill_openness},
    [KZI_TAKES_WIN_KIND] = {.fill = fill_win_kind},
    [KZI_TAKES_SEATS] = {.fill = fill_seats},
    [KZI_TAKES_WAITS] = {.fill = fill_waits},
    [KZI_TAKES_QUANTITY] = {.fill = fill_quantity},
    [KZI_TAKES_YES] = {.fill = fill_yes},
    [KZI_TAKES_SHAPES] = {.fill = fill_shapes},
    [KZI_TAKES_CIRCUMSTANCES] = {.fill = fill_circumstance, .list = "a circumstance"},
    [KZI_TAKES_MARKS] = {.fill = fill_mark, .mapping = "what is said of marks (mark: quantity)"},
    [KZI_TAKES_SCORED] = {.fill = fill_scored, .list = "a yaku"},
    [KZI_TAKES_CLASS] = {.fill = fill_class},
    [KZI_TAKES_CLASSES] = {.fill = fill_tiles,
                           .mapping = "what is said of tiles (class: quantity)"},
    [KZI_TAKES_SUMS] = {.fill = fill_tiles, .mapping = "what is said of tiles (class: quantity)"},
    [KZI_TAKES_PHRASES] = {.fill = fill_phrase,
                           .mapping = "what is said of sets (set phrase: quantity)"},
    [KZI_TAKES_PATTERN] = {.fill = fill_pattern},
    [KZI_TAKES_TILES] = {.fill = fill_tile_pattern},
    [KZI_TAKES_SPELLINGS] = {.fill = fill_spellings},
};

/* --- tests ----------------------------------------------------------------------------------- */

static void check_not_empty(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    if (!node->count && node->kind != KZI_SCALAR)
        KZI_REFUSE(reader, node, "this condition says nothing");
}

static void read_test(struct kzi_rule_reader *reader, struct kzi_condition *test) {
    test->values = KZI_YES;
    reader->model->asks_waits |= kzi_fact_of(test) == KZI_FACT_N_WAITS;
    arguments[kzi_conditions[test->kind].takes].fill(reader, test);
    if (test->denied)
        test->values = kzi_other_values(test);
}

/* Return the nodes of the single statements of a test. */
static const struct kzi_node *const *entries_of(struct kzi_rule_reader *reader,
                                                const struct kzi_node *map) {
    const struct kzi_node **nodes =
        KZI_NEW_ARRAY(reader->arena, map->count, const struct kzi_node *);
    struct kzi_node *entries = KZI_NEW_ARRAY(reader->arena, map->count, struct kzi_node);
    for (size_t i = 0; i < map->count; i++) {
        entries[i] = *map;
        entries[i].u.entries += i;
        entries[i].count = 1;
        nodes[i] = &entries[i];
    }
    return nodes;
}

/* Read one or several statements as a test or a list of tests. */
static void read_tests(struct kzi_rule_reader *reader, struct kzi_condition *cond) {
    const enum kzi_takes takes = kzi_conditions[cond->kind].takes;
    const char *mapping = arguments[takes].mapping;
    const struct kzi_node *node = cond->node, *const *nodes = &cond->node;
    size_t count = 1;
    if (mapping && !kzi_expect(reader, node, KZI_MAP, mapping))
        return;
    if (mapping)
        check_not_empty(reader, node);
    if (mapping && (count = node->count) > 1)
        nodes = entries_of(reader, node);
    if (arguments[takes].list && !(count = kzi_items_of(&node, &nodes)))
        KZI_REFUSE(reader, node, "this list is empty: name %s", arguments[takes].list);
    if (count == 1) {
        cond->node = *nodes;
        read_test(reader, cond);
        return;
    }
    new_parts(reader, cond, false, count);
    for (size_t i = 0; i < count; i++) {
        struct kzi_condition *part =
            new_condition(reader, cond->kind, cond->denied, nodes[i], cond->place);
        read_test(reader, part);
        cond->parts.list[i] = part;
    }
}

/* --- conditions that are made of others ------------------------------------------------------- */

/* What is read in place of a condition with an error. */
static const struct kzi_condition nothing = {.op = KZI_ALL};

/* Refuse conditions that are nested too deeply, because functions that walk them recurse. */
static bool check_depth(struct kzi_rule_reader *reader, struct kzi_place place, unsigned below) {
    unsigned depth = reader->depth + below;
    if (depth > reader->deepest)
        reader->deepest = depth;
    if (depth <= KZI_MAX_NESTED)
        return true;
    kzi_error_at(reader->diags, place,
                 "conditions are nested more than %d deep, with those of the yaku that they hold",
                 KZI_MAX_NESTED);
    return false;
}

/* Return a misplaced nothing_scored within a condition, not counting yaku that it holds, or NULL.
 * allowed: a conjunction at the top may contain it. */
static const struct kzi_condition *find_nothing_scored(const struct kzi_condition *cond,
                                                       bool allowed) {
    const struct kzi_condition *found = NULL;
    if (kzi_fact_of(cond) == KZI_FACT_SETTLED)
        return allowed && !cond->denied ? NULL : cond;
    if (cond->op == KZI_TEST || cond->kind == KZI_CONDITION_holds)
        return NULL;
    allowed &= cond->kind == KZI_CONDITION_all_of && !cond->denied;
    for (size_t i = 0; i < cond->parts.count && !found; i++)
        found = find_nothing_scored(cond->parts.list[i], allowed);
    return found;
}

static const struct kzi_condition *read_condition(struct kzi_rule_reader *reader,
                                                  const struct kzi_node *node, bool denied);

/* Return the negation of the condition of a yaku.  It is read again for that, but only once. */
static const struct kzi_condition *denied_when(struct kzi_rule_reader *reader, size_t yaku) {
    const struct kzi_condition **denied = &reader->when[yaku].denied;
    const size_t conditions = reader->conditions;
    if (!*denied)
        *denied =
            read_condition(reader, kzi_node_get(reader->model->yaku[yaku].node, "when"), true);
    reader->conditions = conditions;
    return *denied;
}

/* Fill held with the conditions of yaku, or (denied) with their negations.  Return their number, 0
 * after an error. */
static size_t read_yaku_held(struct kzi_rule_reader *reader, const struct kzi_node *const *items,
                             size_t count, bool denied, const struct kzi_condition **held) {
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        int yaku = kzi_read_name(reader, items[i], "a yaku", &reader->model->yaku_names);
        if (yaku < 0)
            return 0;
        if (reader->when[yaku].state == 1) {
            KZI_REFUSE(reader, items[i], "%s asks for itself, in a circle", items[i]->text);
            return 0;
        }
        const struct kzi_condition *when = kzi_read_when(reader, (size_t)yaku);
        reader->conditions += reader->when[yaku].conditions;
        reader->lost |= !when;
        if (!check_depth(reader, items[i]->place, reader->when[yaku].depth))
            return 0;
        if (when && find_nothing_scored(when, false))
            KZI_REFUSE(reader, items[i],
                       "%s asks for nothing_scored, which no other condition can hold",
                       items[i]->text);
        else if (when)
            held[n++] = denied ? denied_when(reader, (size_t)yaku) : when;
        else if (!kzi_node_get(reader->model->yaku[yaku].node, "when"))
            KZI_REFUSE(reader, items[i], "%s has no condition to ask for", items[i]->text);
    }
    return n;
}

static struct kzi_condition *new_part(struct kzi_rule_reader *reader,
                                      const struct kzi_condition *cond, bool denied, bool any,
                                      size_t count) {
    struct kzi_condition *part = new_condition(reader, cond->kind, denied, cond->node, cond->place);
    new_parts(reader, part, any, count);
    reader->conditions++;
    return part;
}

/* Return a condition that holds if at least `min` of these do: one of them, and min - 1 of those
 * after it. */
static const struct kzi_condition *at_least(struct kzi_rule_reader *reader,
                                            const struct kzi_condition *cond, bool denied,
                                            const struct kzi_condition **held, size_t count,
                                            size_t min) {
    const bool all = min == count;
    struct kzi_condition *one = new_part(reader, cond, denied, !all, all ? count : count - min + 1);
    for (size_t i = 0; i < one->parts.count; i++) {
        one->parts.list[i] = held[i];
        if (all || min == 1 || reader->conditions > KZI_MAX_IFS)
            continue;
        struct kzi_condition *both = new_part(reader, cond, denied, false, 2);
        both->parts.list[0] = held[i];
        both->parts.list[1] = at_least(reader, cond, denied, held + i + 1, count - i - 1, min - 1);
        one->parts.list[i] = both;
    }
    return one;
}

/* Read a number of yaku that hold: {2+: [...]}. */
static void read_number_held(struct kzi_rule_reader *reader, struct kzi_condition *cond) {
    const struct kzi_entry *entry = cond->node->u.entries;
    const struct kzi_node *list = entry->value;
    if (cond->node->count != 1 || list->kind != KZI_LIST || list->count < 2) {
        KZI_REFUSE(reader, cond->node, "holds counts several yaku: write {2+: [ID, ID, ID]}");
        return;
    }
    cond->quantity = kzi_read_quantity(reader, entry->key, false);
    const size_t count = list->count, min = cond->quantity.min, max = cond->quantity.max;
    if (min > count || (!min && max >= count)) {
        KZI_REFUSE(reader, entry->key, "%s of %zu yaku %s hold", entry->key->text, count,
                   min ? "never" : "always");
        return;
    }
    const struct kzi_condition **held =
        KZI_NEW_ARRAY(reader->arena, 2 * count, const struct kzi_condition *);
    new_parts(reader, cond, false, 2);
    cond->parts.count = 0;
    for (unsigned fewer = 0; fewer < 2; fewer++) {
        const size_t from = fewer ? max + 1 : min;
        const struct kzi_condition **of = held + fewer * count;
        const bool denied = cond->denied != fewer;
        if (!from || from > count)
            continue;
        if (read_yaku_held(reader, list->u.items, count, denied, of) != count)
            return;
        cond->parts.list[cond->parts.count++] = at_least(reader, cond, denied, of, count, from);
    }
}

/* Read the conditions of other yaku as one condition. */
static void read_held(struct kzi_rule_reader *reader, struct kzi_condition *all) {
    const struct kzi_node *node = all->node;
    const struct kzi_node *const *items;
    check_not_empty(reader, node);
    if (node->kind == KZI_MAP) {
        if (node->count)
            read_number_held(reader, all);
        return;
    }
    size_t count = kzi_items_of(&node, &items);
    new_parts(reader, all, false, count);
    all->parts.count = read_yaku_held(reader, items, count, all->denied, all->parts.list);
}

static void read_list(struct kzi_rule_reader *reader, struct kzi_condition *cond) {
    const struct kzi_node *node = cond->node;
    if (!kzi_expect(reader, node, KZI_LIST, "a list of conditions"))
        return;
    if (!node->count)
        KZI_REFUSE(reader, node, "this list of conditions is empty");
    new_parts(reader, cond, cond->kind == KZI_CONDITION_any_of, node->count);
    for (size_t i = 0; i < node->count; i++)
        cond->parts.list[i] = read_condition(reader, node->u.items[i], cond->denied);
}

static const char *const condition_names[KZI_CONDITIONS] = {
#define CONDITION(name, ...) #name,
#include "rules/conditions.def"
#undef CONDITION
};

static const struct kzi_condition *read_one(struct kzi_rule_reader *reader,
                                            const struct kzi_entry *entry, bool denied) {
    const struct kzi_node *key = entry->key;
    int kind = kzi_names_find(&KZI_NAMES(condition_names), key->text);
    reader->conditions++;
    if (kind == KZI_CONDITION_not)
        return read_condition(reader, entry->value, !denied);
    if (kind == KZI_CONDITION_scored && !reader->scored_allowed)
        KZI_REFUSE(reader, key,
                   "scored is known once the yaku are settled: ask it in fu, not in a yaku");
    else if (kind >= 0) {
        struct kzi_condition *cond =
            new_condition(reader, (enum kzi_condition_kind)kind, denied, entry->value, key->place);
        const enum kzi_takes takes = kzi_conditions[kind].takes;
        (takes == KZI_TAKES_CONDITIONS ? read_list
         : takes == KZI_TAKES_YAKU     ? read_held
                                       : read_tests)(reader, cond);
        return cond;
    } else if (kzi_names_find(&reader->model->circumstance_names, key->text) >= 0)
        KZI_REFUSE(reader, key, "%s is a circumstance: the condition is given: %s", key->text,
                   key->text);
    else
        KZI_REFUSE(reader, key, "%s is not a condition%s", key->text,
                   kzi_did_you_mean(reader->diags, key->text, condition_names, KZI_CONDITIONS));
    return &nothing;
}

static const struct kzi_condition *read_all(struct kzi_rule_reader *reader,
                                            const struct kzi_node *node, bool denied) {
    if (!kzi_expect(reader, node, KZI_MAP, "a condition"))
        return &nothing;
    check_not_empty(reader, node);
    if (node->count == 1)
        return read_one(reader, &node->u.entries[0], denied);
    struct kzi_condition *all =
        new_condition(reader, KZI_CONDITION_all_of, denied, node, node->place);
    new_parts(reader, all, false, node->count);
    for (size_t i = 0; i < node->count; i++)
        all->parts.list[i] = read_one(reader, &node->u.entries[i], denied);
    return all;
}

void kzi_refuse_nothing_scored(struct kzi_rule_reader *reader, const struct kzi_condition *cond,
                               bool of_yaku) {
    const struct kzi_condition *found = cond ? find_nothing_scored(cond, of_yaku) : NULL;
    if (found && of_yaku)
        KZI_REFUSE(reader, found, "nothing_scored cannot be inside any_of or not");
    else if (found)
        KZI_REFUSE(reader, found, "nothing_scored is a condition of a yaku alone");
}

static const struct kzi_condition *read_condition(struct kzi_rule_reader *reader,
                                                  const struct kzi_node *node, bool denied) {
    reader->depth++;
    const struct kzi_condition *read =
        check_depth(reader, node->place, 0) ? read_all(reader, node, denied) : &nothing;
    reader->depth--;
    return read;
}

const struct kzi_condition *kzi_read_condition(struct kzi_rule_reader *reader,
                                               const struct kzi_node *node) {
    const size_t errors = reader->diags->errors;
    const bool lost = reader->lost;
    reader->lost = false;
    const struct kzi_condition *cond = read_condition(reader, node, false);
    if (reader->lost || reader->diags->errors > errors)
        cond = NULL;
    reader->lost |= lost;
    if (!reader->depth && !reader->holding)
        kzi_refuse_nothing_scored(reader, cond, false);
    kzi_keep_meaning(reader, node, kzi_hash_condition(reader->model, cond));
    return cond;
}

/* --- needs: conditions that are checked before the hand is arranged --------------------------- */

/* Return whether the melds alone tell how many such sets a hand has. */
static bool counts_melds(const struct kzi_condition *sets) {
    const struct kzi_phrase *phrase = &sets->argument.phrase;
    return !sets->quantity.all && !phrase->wildness &&
           (phrase->noun == KZI_A_KONG || phrase->adjective == KZI_IS_CLAIMED ||
            phrase->adjective == KZI_IS_DECLARED);
}

static bool check_known_early(const struct kzi_condition *clause, void *context) {
    struct kzi_rule_reader *reader = context;
    const unsigned takes = kzi_conditions[clause->kind].takes;
    const bool of_class = takes == KZI_TAKES_CLASS || takes == KZI_TAKES_CLASSES;
    if (kzi_conditions[clause->kind].of == KZI_OF_READING)
        kzi_error_at(reader->diags, clause->place,
                     "needs is checked before the hand is arranged in sets, so this cannot be "
                     "asked: make it a condition of the yaku");
    else if (of_class && kzi_is_wild_class(&clause->argument.class_))
        kzi_error_at(reader->diags, clause->place,
                     "needs is checked before it is known what wild tiles are taken for: make it a "
                     "condition of the yaku");
    else if (takes == KZI_TAKES_PHRASES && !counts_melds(clause))
        kzi_error_at(reader->diags, clause->place,
                     "needs is checked before the hand is arranged in sets: it can count kongs "
                     "and claimed or declared sets, but no others, and cannot ask for all");
    return true;
}

const struct kzi_condition *kzi_read_needs(struct kzi_rule_reader *reader,
                                           const struct kzi_node *node) {
    const struct kzi_condition *needs = kzi_read_condition(reader, node);
    kzi_condition_visit(needs, check_known_early, reader);
    return needs;
}

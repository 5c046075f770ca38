/* Conditions: a mapping whose keys must all hold.  Which key takes which argument stands in
 * conditions.def; here is one function for each kind of argument. */
#include "hand/reading.h"
#include "rules/reader/reader.h"

#include <string.h>

static const char *const condition_names[KZI_CONDITIONS] = {
#define CONDITION(name, argument, lowering, says) #name,
#include "rules/conditions.def"
#undef CONDITION
};

typedef bool read_argument(struct kzi_reader *reader, const struct kzi_node *node,
                           struct kzi_condition *cond);

static bool read_CONDITION(struct kzi_reader *reader, const struct kzi_node *node,
                           struct kzi_condition *cond) {
    cond->u.parts.list = KZI_NEW_ARRAY(reader->arena, 1, const struct kzi_condition *);
    cond->u.parts.count = 1;
    cond->u.parts.list[0] = kzi_read_if(reader, node);
    return cond->u.parts.list[0] != NULL;
}

static bool read_CONDITIONS(struct kzi_reader *reader, const struct kzi_node *node,
                            struct kzi_condition *cond) {
    if (!kzi_expect(reader, node, KZI_LIST, "a list of conditions"))
        return false;
    if (!node->count) {
        kzi_error_at(reader->diags, node->place, "this list of conditions is empty");
        return false;
    }
    bool good = true;
    cond->u.parts.list = KZI_NEW_ARRAY(reader->arena, node->count, const struct kzi_condition *);
    cond->u.parts.count = node->count;
    for (size_t i = 0; i < node->count; i++)
        good &= (cond->u.parts.list[i] = kzi_read_if(reader, node->u.items[i])) != NULL;
    return good;
}

static bool read_words_as_bits(struct kzi_reader *reader, const struct kzi_node *node,
                               struct kzi_condition *cond, const char *what,
                               const char *const *words, size_t count) {
    cond->u.bits = kzi_read_choices(reader, node, what, words, count);
    return cond->u.bits != 0;
}

static bool read_OPENNESS(struct kzi_reader *reader, const struct kzi_node *node,
                          struct kzi_condition *cond) {
    static const char *const words[] = {"closed", "open"};
    return read_words_as_bits(reader, node, cond, "closed or open", words, 2);
}

static bool read_WAY(struct kzi_reader *reader, const struct kzi_node *node,
                     struct kzi_condition *cond) {
    static const char *const words[] = {"self_draw", "discard"};
    return read_words_as_bits(reader, node, cond, "self_draw or discard", words, 2);
}

static bool read_SEATS(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_condition *cond) {
    return read_words_as_bits(reader, node, cond, "a seat", kzi_seat_names, KZI_SEATS);
}

static bool read_WAITS(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_condition *cond) {
    if (!read_words_as_bits(reader, node, cond, "a wait", kzi_wait_names + 1, KZI_WAITS - 1))
        return false;
    cond->u.bits <<= 1; /* none, the first of the names, is no word of the language */
    return true;
}

static bool read_named(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_condition *cond, const char *what,
                       const struct kzi_names *names) {
    cond->u.bits = kzi_read_names(reader, node, what, names);
    return cond->u.bits != 0;
}

static bool read_CIRCUMSTANCES(struct kzi_reader *reader, const struct kzi_node *node,
                               struct kzi_condition *cond) {
    return read_named(reader, node, cond, "a circumstance", &reader->model->circumstance_names);
}

static bool read_SHAPES(struct kzi_reader *reader, const struct kzi_node *node,
                        struct kzi_condition *cond) {
    return read_named(reader, node, cond, "a shape", &reader->model->shape_names);
}

static bool read_QUANTITY(struct kzi_reader *reader, const struct kzi_node *node,
                          struct kzi_condition *cond) {
    if (!kzi_read_quantity(reader, node, &cond->u.quantity))
        return false;
    if (cond->u.quantity.all)
        kzi_error_at(reader->diags, node->place, "all has no meaning here: write a number");
    return true;
}

static bool not_empty(struct kzi_reader *reader, const struct kzi_node *node) {
    if (!node->count && node->kind != KZI_SCALAR)
        kzi_error_at(reader->diags, node->place, "this condition says nothing");
    return node->count || node->kind == KZI_SCALAR;
}

static bool read_CLASS(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_condition *cond) {
    return kzi_read_class(reader, node, &cond->u.class_);
}

static bool read_CLASSES(struct kzi_reader *reader, const struct kzi_node *node,
                         struct kzi_condition *cond) {
    if (!kzi_expect(reader, node, KZI_MAP, "what is said of tiles (class: quantity)"))
        return false;
    struct kzi_class_count *list =
        KZI_NEW_ARRAY(reader->arena, node->count, struct kzi_class_count);
    bool good = not_empty(reader, node);
    for (size_t i = 0; i < node->count; i++) {
        good &= kzi_read_class(reader, node->u.entries[i].key, &list[i].class_);
        good &= kzi_read_quantity(reader, node->u.entries[i].value, &list[i].quantity);
    }
    cond->u.classes.list = list;
    cond->u.classes.count = node->count;
    return good;
}

/* Counts of tiles and sums of their numbers are read alike, but of a sum there is no all. */
static bool read_SUMS(struct kzi_reader *reader, const struct kzi_node *node,
                      struct kzi_condition *cond) {
    bool good = read_CLASSES(reader, node, cond);
    for (size_t i = 0; good && i < node->count; i++)
        if (cond->u.classes.list[i].quantity.all) {
            kzi_error_at(reader->diags, node->u.entries[i].value->place,
                         "all has no meaning here: write a number");
            good = false;
        }
    return good;
}

/* A kind of tile makes one pung. */
static bool enough_kinds(struct kzi_reader *reader, const struct kzi_node *key,
                         const struct kzi_phrase_count *said) {
    const struct kzi_phrase *phrase = &said->phrase;
    kzi_codes codes = phrase->class_.other | phrase->class_.won;
    kzi_kinds kinds = 0;
    for (unsigned code = 0; code < KZI_CODES; code++)
        if (codes >> code & 1)
            kinds |= kzi_kind_bit(kzi_kind_of_code(code));
    unsigned most = (unsigned)__builtin_popcountll(kinds);
    if ((phrase->noun != KZI_A_PUNG && phrase->noun != KZI_A_KONG) ||
        said->quantity.least <= most || !most)
        return true;
    kzi_error_at(reader->diags, key->place, "no hand has %s %u times: there are %u such tiles",
                 key->text, said->quantity.least, most);
    return false;
}

static bool read_PHRASES(struct kzi_reader *reader, const struct kzi_node *node,
                         struct kzi_condition *cond) {
    if (!kzi_expect(reader, node, KZI_MAP, "what is said of sets (set phrase: quantity)"))
        return false;
    struct kzi_phrase_count *list =
        KZI_NEW_ARRAY(reader->arena, node->count, struct kzi_phrase_count);
    bool good = not_empty(reader, node);
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_entry *entry = &node->u.entries[i];
        good &= kzi_read_phrase(reader, entry->key, &list[i].phrase);
        good &= kzi_read_quantity(reader, entry->value, &list[i].quantity);
        good = good && enough_kinds(reader, entry->key, &list[i]);
        bool of_pairs = list[i].phrase.noun == KZI_A_PAIR || list[i].phrase.noun == KZI_A_GROUP;
        if (good && cond->kind == KZI_CONDITION_sets && of_pairs) {
            kzi_error_at(reader->diags, entry->key->place,
                         "sets are chows, pungs and kongs; ask for pairs under groups");
            good = false;
        }
    }
    cond->u.phrases.list = list;
    cond->u.phrases.count = node->count;
    return good;
}

static bool read_PATTERN(struct kzi_reader *reader, const struct kzi_node *node,
                         struct kzi_condition *cond) {
    return (cond->u.pattern = kzi_read_pattern(reader, node)) != NULL;
}

static bool read_TILES(struct kzi_reader *reader, const struct kzi_node *node,
                       struct kzi_condition *cond) {
    if (!kzi_read_tile_pattern(reader, node, &cond->u.tiles))
        return false;
    unsigned count = 0, size = reader->hand_size;
    for (unsigned at = 0; at < KZI_COUNT(cond->u.tiles.counts) * 16; at++)
        count += (unsigned)(cond->u.tiles.counts[at / 16] >> (at % 16 * 4)) & 15;
    if (!size ||
        (cond->kind == KZI_CONDITION_before_win ? count + 1 == size : count <= KZI_MAX_TILES))
        return true;
    if (cond->kind == KZI_CONDITION_before_win)
        kzi_error_at(reader->diags, node->place, "these are %u tiles; before the win a hand has %u",
                     count, size - 1);
    else
        kzi_error_at(reader->diags, node->place, "these are %u tiles, more than a hand has", count);
    return false;
}

/* The items of a list, or the one scalar itself. */
static size_t items_of(const struct kzi_node *const *node, const struct kzi_node *const **items) {
    *items = (*node)->kind == KZI_LIST ? (*node)->u.items : node;
    return (*node)->kind == KZI_LIST ? (*node)->count : 1;
}

/* Conditions stand on the stack of whoever looks at them. */
static bool is_within_depth(struct kzi_reader *reader, struct kzi_place place, unsigned below) {
    unsigned depth = reader->depth + below;
    if (depth > reader->deepest)
        reader->deepest = depth;
    if (depth <= KZI_MAX_NESTED)
        return true;
    kzi_error_at(reader->diags, place,
                 "more than %d conditions stand within each other, with those of yaku they hold",
                 KZI_MAX_NESTED);
    return false;
}

static bool read_YAKU(struct kzi_reader *reader, const struct kzi_node *node,
                      struct kzi_condition *cond) {
    const struct kzi_node *const *items;
    size_t count = items_of(&node, &items);
    cond->u.parts.list = KZI_NEW_ARRAY(reader->arena, count, const struct kzi_condition *);
    if (!not_empty(reader, node))
        return false;
    for (size_t i = 0; i < count; i++) {
        bool known;
        int yaku = kzi_read_name(reader, items[i], "a yaku", &reader->model->yaku_names);
        if (yaku < 0)
            return false;
        const struct kzi_condition *when = kzi_read_when(reader, (size_t)yaku, &known);
        if (!known) {
            kzi_error_at(reader->diags, items[i]->place, "%s asks for itself, in a circle",
                         items[i]->text);
            return false;
        }
        reader->conditions += reader->when_conditions[yaku];
        if (!is_within_depth(reader, items[i]->place, reader->when_depth[yaku]))
            return false;
        if (when)
            cond->u.parts.list[cond->u.parts.count++] = when;
        else if (!kzi_node_get(reader->model->yaku[yaku].node, "when"))
            kzi_error_at(reader->diags, items[i]->place, "%s has no condition to ask for",
                         items[i]->text);
    }
    return true;
}

static bool read_SCORED(struct kzi_reader *reader, const struct kzi_node *node,
                        struct kzi_condition *cond) {
    const struct kzi_node *const *items;
    size_t count = items_of(&node, &items);
    uint16_t *list = KZI_NEW_ARRAY(reader->arena, count, uint16_t);
    if (!reader->scored_allowed) {
        kzi_error_at(reader->diags, cond->place,
                     "scored is known once the yaku are settled: ask it in fu, not in a yaku");
        return false;
    }
    if (!not_empty(reader, node))
        return false;
    for (size_t i = 0; i < count; i++) {
        int yaku = kzi_read_name(reader, items[i], "a yaku", &reader->model->yaku_names);
        if (yaku < 0)
            return false;
        list[i] = (uint16_t)yaku;
    }
    cond->u.yaku.list = list;
    cond->u.yaku.count = count;
    return true;
}

static bool read_YES(struct kzi_reader *reader, const struct kzi_node *node,
                     struct kzi_condition *cond) {
    bool yes = false;
    if (kzi_read_yes(reader, node, &yes) && !yes)
        kzi_error_at(reader->diags, cond->place, "leave %s out instead of saying no",
                     "nothing_scored");
    if (reader->nothing_scored_met)
        kzi_error_at(reader->diags, cond->place, "only one yaku can ask for nothing_scored");
    reader->nothing_scored_met = true;
    return yes;
}

static read_argument *const readers[KZI_CONDITIONS] = {
#define CONDITION(name, argument, lowering, says) read_##argument,
#include "rules/conditions.def"
#undef CONDITION
};

static const struct kzi_condition *read_one(struct kzi_reader *reader,
                                            const struct kzi_entry *entry) {
    reader->conditions++;
    for (size_t i = 0; i < KZI_CONDITIONS; i++)
        if (!strcmp(condition_names[i], entry->key->text)) {
            struct kzi_condition *cond = KZI_NEW(reader->arena, struct kzi_condition);
            cond->kind = (enum kzi_condition_kind)i;
            cond->node = entry->value;
            cond->place = entry->key->place;
            return readers[i](reader, entry->value, cond) ? cond : NULL;
        }
    bool circumstance = kzi_names_find(&reader->model->circumstance_names, entry->key->text) >= 0;
    if (circumstance)
        kzi_error_at(reader->diags, entry->key->place,
                     "%s is a circumstance: the condition is given: %s", entry->key->text,
                     entry->key->text);
    else
        kzi_error_at(
            reader->diags, entry->key->place, "%s is no condition%s", entry->key->text,
            kzi_did_you_mean(reader->diags, entry->key->text, condition_names, KZI_CONDITIONS));
    return NULL;
}

static const struct kzi_condition *read_all(struct kzi_reader *reader,
                                            const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_MAP, "a condition"))
        return NULL;
    if (!node->count) {
        kzi_error_at(reader->diags, node->place, "this condition says nothing");
        return NULL;
    }
    if (node->count == 1)
        return read_one(reader, &node->u.entries[0]);
    struct kzi_condition *all = KZI_NEW(reader->arena, struct kzi_condition);
    *all = (struct kzi_condition){.kind = KZI_CONDITION_all_of, .node = node, .place = node->place};
    all->u.parts.list = KZI_NEW_ARRAY(reader->arena, node->count, const struct kzi_condition *);
    all->u.parts.count = node->count;
    bool good = true;
    for (size_t i = 0; i < node->count; i++)
        good &= (all->u.parts.list[i] = read_one(reader, &node->u.entries[i])) != NULL;
    return good ? all : NULL;
}

const struct kzi_condition *kzi_read_if(struct kzi_reader *reader, const struct kzi_node *node) {
    reader->depth++;
    const struct kzi_condition *read =
        is_within_depth(reader, node->place, 0) ? read_all(reader, node) : NULL;
    reader->depth--;
    return read;
}

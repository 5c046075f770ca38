/* Read the shapes of a complete hand. */
#include "base/hash.h"
#include "rules/condition.h"
#include "rules/reader/reader.h"

#include <string.h>

/* Read tiles that are all different. */
static bool read_distinct(struct kzi_rule_reader *reader, const struct kzi_node *node,
                          struct kzi_tile_pattern *tiles) {
    uint64_t more = 0;
    if (!kzi_read_tile_pattern(reader, node, tiles))
        return false;
    for (size_t i = 0; i < KZI_COUNT(tiles->counts); i++)
        more |= tiles->counts[i] & UINT64_C(0xEEEEEEEEEEEEEEEE);
    if (more)
        KZI_REFUSE(reader, node, "%s names a tile twice", node->text);
    return !more;
}

/* Add the kinds of a body, for each assignment of suit letters.  A shape has bodies of one key
 * only; two keys that exclude each other are refused later. */
static void add_bodies(struct kzi_shape *shape, const struct kzi_tile_pattern *tiles) {
    shape->n_bodies = 0;
    for (unsigned fall = 0; fall < KZI_MAX_BODIES; fall++) {
        kzi_kinds body = 0;
        for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
            unsigned shift = 4 * (kzi_number(kind) - 1), suit = kzi_suit(kind);
            uint64_t there = tiles->counts[suit] >> shift & 15;
            for (unsigned letter = 0; letter < KZI_SUIT_LETTERS; letter++)
                if (kzi_falls[fall][letter] == suit)
                    there |= tiles->counts[4 + letter] >> shift & 15;
            body |= there ? kzi_kind_bit(kind) : 0;
        }
        bool known = false;
        for (unsigned i = 0; i < shape->n_bodies; i++)
            known |= shape->bodies[i] == body;
        if (!known)
            shape->bodies[shape->n_bodies++] = body;
    }
}

static unsigned count_body(const struct kzi_shape *shape, unsigned body) {
    return (unsigned)__builtin_popcountll(shape->bodies[body]);
}

void kzi_read_one_each(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       void *target) {
    struct kzi_shape *shape = target;
    struct kzi_tile_pattern tiles;
    if (!read_distinct(reader, entry->value, &tiles))
        return;
    add_bodies(shape, &tiles);
    shape->body_tiles = (uint8_t)count_body(shape, 0);
    for (unsigned i = 1; i < shape->n_bodies; i++)
        if (count_body(shape, i) != shape->body_tiles) {
            KZI_REFUSE(reader, entry->value, "%s names a tile twice where a letter is that suit",
                       entry->value->text);
            return;
        }
}

void kzi_read_from(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_tile_pattern tiles, all = {{0}};
    struct kzi_shape *shape = target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "from"))
        return;
    KZI_EACH_ITEM(entry->value, item)
        if (read_distinct(reader, item, &tiles))
            for (size_t k = 0; k < KZI_COUNT(all.counts); k++)
                all.counts[k] |= tiles.counts[k];
    add_bodies(shape, &all);
    if (shape->body_tiles > count_body(shape, 0))
        KZI_REFUSE(reader, entry->value,
                   "%u different tiles are asked for, but there are only %u to take them from",
                   shape->body_tiles, count_body(shape, 0));
}

/* Read the different tiles of a knitted set or pair. */
static bool read_knit(struct kzi_rule_reader *reader, const struct kzi_node *node, unsigned count,
                      struct kzi_shape_part *parts) {
    if (node->count != count) {
        KZI_REFUSE(reader, node, "a %s has %u tiles", count == 3 ? "set" : "pair", count);
        return false;
    }
    for (unsigned i = 0; i < count; i++) {
        struct kzi_term term;
        if (!kzi_read_tile_term(reader, node->u.items[i], &term))
            return false;
        parts[i] = (struct kzi_shape_part){term.any, term.number, term.suit};
        for (unsigned k = 0; k < i; k++)
            if (!memcmp(&parts[k], &parts[i], sizeof *parts)) {
                KZI_REFUSE(reader, node->u.items[i], "%s is listed twice: the tiles must differ",
                           node->u.items[i]->text);
                return false;
            }
    }
    return true;
}

void kzi_read_set_is(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const nouns[] = {"chow", "pung", "kong"};
    struct kzi_shape *shape = target;
    if (entry->value->kind == KZI_LIST) {
        if (read_knit(reader, entry->value, 3, shape->set_is)) {
            shape->knitted_sets = shape->sets;
            shape->sets = 0;
        }
        return;
    }
    int noun = kzi_read_one_of(reader, entry->value, "a kind of set or a list of tiles", nouns, 3);
    if (noun >= 0)
        shape->set_kinds = (uint8_t)(1U << noun);
}

void kzi_read_pair_is(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_shape *shape = target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "pair_is (a list of tiles)") ||
        !read_knit(reader, entry->value, 2, shape->pair_is))
        return;
    shape->knitted_pairs = shape->pairs;
    shape->pairs = 0;
}

/* Return whether a test does not depend on tiles, other than wild ones, because a shape of any
 * tiles is tried without looking at them. */
static bool asks_no_tiles(const struct kzi_condition *clause, void *context) {
    struct kzi_rule_reader *reader = context;
    bool asks = kzi_conditions[clause->kind].of != KZI_OF_SITUATION &&
                clause->kind != KZI_CONDITION_winning_tile &&
                !(kzi_conditions[clause->kind].takes == KZI_TAKES_CLASSES &&
                  kzi_is_wild_class(&clause->argument.class_));
    if (asks)
        KZI_REFUSE(reader, clause->node,
                   "the condition of any_tiles asks for words, seat, way of winning, winning tile, "
                   "marks or wild tiles, not for other tiles or yaku");
    return !asks;
}

static void read_any_tiles(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                           const struct kzi_condition **cond) {
    const struct kzi_node *when = kzi_node_get(line->value, "when");
    if (when)
        *cond = kzi_read_condition(reader, when);
    kzi_condition_visit(*cond, asks_no_tiles, reader);
}

static enum kzi_shape_form form_of(const struct kzi_shape *shape) {
    if (shape->spelled)
        return KZI_FORM_SPELLED;
    if (shape->any_tiles)
        return KZI_FORM_ANY_TILES;
    if (shape->set_kinds || kzi_shape_is_knitted(shape))
        return KZI_FORM_PARTS;
    if (!shape->sets && !shape->pairs)
        return shape->one_more ? KZI_FORM_ONE_EACH : KZI_FORM_DIFFERENT;
    if (!shape->sets && !shape->n_bodies)
        return KZI_FORM_PAIRS;
    if (!shape->sets || shape->pairs > 1 || shape->one_more)
        return KZI_FORM_PARTS;
    return shape->n_bodies ? KZI_FORM_BODY : KZI_FORM_SETS;
}

static void check_shape(struct kzi_rule_reader *reader, const struct kzi_node *key,
                        struct kzi_shape *shape) {
    unsigned groups = (unsigned)shape->sets + shape->pairs, tiles = kzi_shape_tiles(shape);
    bool knitted = kzi_shape_is_knitted(shape);
    if (!groups && !knitted && !shape->n_bodies && !shape->any_tiles && !shape->spelled)
        KZI_REFUSE(reader, key, "the shape %s is made of nothing", key->text);
    else if (groups > KZI_MAX_GROUPS)
        KZI_REFUSE(reader, key, "%s has %u sets and pairs; a shape has at most %d", key->text,
                   groups, KZI_MAX_GROUPS);
    else if (shape->sets > KZI_MAX_SETS)
        KZI_REFUSE(reader, key, "%s has %u sets; a shape has at most %d", key->text, shape->sets,
                   KZI_MAX_SETS);
    else if (tiles + shape->sets > KZI_MAX_TILES)
        KZI_REFUSE(reader, key, "%s has %u tiles; a hand has at most %d, with four for each set",
                   key->text, tiles, KZI_MAX_TILES);
    shape->form = form_of(shape);
}

void kzi_read_shapes(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    const struct kzi_node *before = NULL;
    size_t errors_before = reader->diags->errors;
    unsigned size = 0, n_spelled = 0;
    KZI_EACH_NAMED(entry->value, &model->shape_names, line) {
        struct kzi_shape *shape = &model->shapes[line_at];
        size_t errors = reader->diags->errors;
        kzi_read_thing(reader, line, KZI_KEYS(shape), shape);
        n_spelled += shape->spelled;
        if (n_spelled > 1)
            KZI_REFUSE(reader, line->key, "one shape is spelled, for all yaku that spell a hand");
        read_any_tiles(reader, line, &model->shape_when[line_at]);
        if (reader->diags->errors == errors)
            check_shape(reader, line->key, shape);
        kzi_keep_meaning(
            reader, line->value,
            kzi_hash(kzi_hash_condition(model, model->shape_when[line_at]), shape, sizeof *shape));
        /* Spelled hands have as many tiles as are spelled. */
        if (reader->diags->errors != errors || shape->any_tiles || shape->spelled)
            continue;
        unsigned tiles = kzi_shape_tiles(shape);
        if (before && tiles != size)
            kzi_error_at(reader->diags, kzi_later_place(line->key->place, before->place),
                         "all shapes have as many tiles, but %s has %u and %s %u", before->text,
                         size, line->key->text, tiles);
        before = line->key;
        size = tiles;
    }
    if (!before && !n_spelled && reader->diags->errors == errors_before)
        kzi_missing_at(reader, entry->key->place,
                       "no shape says how many tiles a hand has, only any_tiles");
    reader->hand_size = reader->diags->errors == errors_before ? size : 0;
}

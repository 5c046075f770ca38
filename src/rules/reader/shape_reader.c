/* shapes, waits and circumstances: what wins, and what a record may say beside the tiles. */
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <string.h>

static void read_small(struct kzi_reader *reader, const struct kzi_node *node, uint8_t *number,
                       int32_t most) {
    int32_t read;
    if (kzi_read_int(reader, node, 0, most, &read))
        *number = (uint8_t)read;
}

static void read_sets(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_small(reader, entry->value, &((struct kzi_shape *)target)->sets, KZI_MAX_SETS);
}

static void read_pairs(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_small(reader, entry->value, &((struct kzi_shape *)target)->pairs, KZI_MAX_GROUPS);
}

static void read_differ(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_shape *)target)->pairs_differ);
}

static void read_more(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_shape *)target)->one_more);
}

/* Tiles of which each stands once. */
static bool read_distinct(struct kzi_reader *reader, const struct kzi_node *node,
                          struct kzi_tile_pattern *tiles) {
    uint64_t more = 0;
    if (!kzi_read_tile_pattern(reader, node, tiles))
        return false;
    for (size_t i = 0; i < KZI_COUNT(tiles->counts); i++)
        more |= tiles->counts[i] & UINT64_C(0xEEEEEEEEEEEEEEEE);
    if (more)
        kzi_error_at(reader->diags, node->place, "%s names a tile twice", node->text);
    return !more;
}

/* The kinds of one of each, for each way the suit letters can fall.  A shape has those of one key:
 * that two of them do not go together is said later. */
static void add_bodies(struct kzi_shape *shape, const struct kzi_tile_pattern *tiles) {
    static const uint8_t ways[KZI_MAX_BODIES][KZI_SUIT_LETTERS] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    shape->n_bodies = 0;
    for (unsigned way = 0; way < KZI_MAX_BODIES; way++) {
        kzi_kinds body = 0;
        for (unsigned kind = 0; kind < KZI_KINDS; kind++) {
            unsigned shift = 4 * (kzi_number(kind) - 1), suit = kzi_suit(kind);
            uint64_t there = tiles->counts[suit] >> shift & 15;
            for (unsigned letter = 0; letter < KZI_SUIT_LETTERS; letter++)
                if (ways[way][letter] == suit)
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

static void read_one_each(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_shape *shape = target;
    struct kzi_tile_pattern tiles;
    if (!read_distinct(reader, entry->value, &tiles))
        return;
    shape->form = KZI_FORM_ONE_EACH;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (tiles.counts[kzi_suit(kind)] >> (4 * (kzi_number(kind) - 1)) & 15)
            shape->one_each |= kzi_kind_bit(kind);
    if (!(tiles.counts[4] | tiles.counts[5] | tiles.counts[6]))
        return;
    shape->form = KZI_FORM_BODY;
    add_bodies(shape, &tiles);
    for (unsigned i = 1; i < shape->n_bodies; i++)
        if (__builtin_popcountll(shape->bodies[i]) != __builtin_popcountll(shape->bodies[0])) {
            kzi_error_at(reader->diags, entry->value->place,
                         "%s names a tile twice where a letter is that suit", entry->value->text);
            return;
        }
}

static void read_different(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    int32_t number;
    struct kzi_shape *shape = target;
    if (!kzi_read_int(reader, entry->value, 1, KZI_MAX_TILES, &number))
        return;
    shape->form = KZI_FORM_DIFFERENT;
    shape->different = (uint8_t)number;
}

static void read_from(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_tile_pattern tiles, all = {{0}};
    struct kzi_shape *shape = target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "from"))
        return;
    for (size_t i = 0; i < entry->value->count; i++)
        if (read_distinct(reader, entry->value->u.items[i], &tiles))
            for (size_t k = 0; k < KZI_COUNT(all.counts); k++)
                all.counts[k] |= tiles.counts[k];
    add_bodies(shape, &all);
    if (shape->different > __builtin_popcountll(shape->bodies[0]))
        kzi_error_at(reader->diags, entry->value->place,
                     "%d different tiles are asked for, but there are only %d to take them from",
                     shape->different, __builtin_popcountll(shape->bodies[0]));
}

/* What only goes together, whether this version scores it or not. */
static void check_parts(struct kzi_reader *reader, const struct kzi_entry *line) {
    bool different = kzi_node_get(line->value, "different"),
         from = kzi_node_get(line->value, "from"), one_each = kzi_node_get(line->value, "one_each"),
         groups = kzi_node_get(line->value, "sets") || kzi_node_get(line->value, "pairs");
    if (different != from || (different && (one_each || groups)))
        kzi_error_at(reader->diags, line->key->place,
                     "a shape of tiles that differ says different and from, and nothing else");
    if (kzi_node_get(line->value, "one_more") && !one_each)
        kzi_error_at(reader->diags, line->key->place, "one_more goes with one_each");
}

static void check_shape(struct kzi_reader *reader, const struct kzi_node *key,
                        struct kzi_shape *shape) {
    if (shape->form == KZI_FORM_DIFFERENT)
        return;
    if (shape->form == KZI_FORM_BODY && shape->one_more) {
        kzi_not_yet(reader, key->place, "one_more of tiles with suit letters");
        return;
    }
    if (shape->form == KZI_FORM_BODY && shape->sets) {
        if (shape->pairs != 1)
            kzi_error_at(reader->diags, key->place,
                         "a shape of sets has one pair in this version: pairs: 1");
        return;
    }
    if (shape->form == KZI_FORM_ONE_EACH || shape->form == KZI_FORM_BODY) {
        bool body = shape->form == KZI_FORM_BODY;
        if (shape->sets || shape->pairs || body)
            kzi_not_yet(reader, key->place,
                        body ? "one_each with suit letters and no set beside it"
                             : "one_each without suit letters and with sets or pairs beside it");
        return;
    }
    shape->form = shape->sets ? KZI_FORM_SETS : KZI_FORM_PAIRS;
    if (shape->sets && shape->pairs != 1)
        kzi_error_at(reader->diags, key->place,
                     "a shape of sets has one pair in this version: pairs: 1");
    if (!shape->sets && !shape->pairs)
        kzi_error_at(reader->diags, key->place, "the shape %s is made of nothing", key->text);
}

static void check_size(struct kzi_reader *reader, const struct kzi_node *before,
                       const struct kzi_node *key, const struct kzi_shape *shape, unsigned size) {
    if (before && kzi_shape_tiles(shape) != size)
        kzi_error_at(reader->diags, kzi_later_place(key->place, before->place),
                     "all shapes have as many tiles, but %s has %u and %s %u", before->text, size,
                     key->text, kzi_shape_tiles(shape));
}

static const struct kzi_key shape_keys[] = {
    {"sets", read_sets, "int 0 5"},           {"pairs", read_pairs, "int 0 8"},
    {"pairs_differ", read_differ, "yes"},     {"one_each", read_one_each, "tile_pattern"},
    {"one_more", read_more, "yes"},           {"different", read_different, "int 1 34"},
    {"from", read_from, "list tile_pattern"}, {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_shape = {"shape", shape_keys, KZI_COUNT(shape_keys)};

void kzi_read_shapes(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    struct kzi_model *model = reader->model;
    const struct kzi_node *before = NULL;
    size_t errors_before = reader->diags->errors;
    unsigned size = 0;
    for (size_t i = 0; i < model->shape_names.count; i++) {
        const struct kzi_entry *line = kzi_node_entry(entry->value, model->shape_names.name[i]);
        struct kzi_shape *shape = &model->shapes[i];
        size_t errors = reader->diags->errors;
        kzi_read_keys(reader, line->value, "a shape", shape_keys, KZI_COUNT(shape_keys), shape);
        if (line->value->kind == KZI_MAP)
            check_parts(reader, line);
        if (reader->diags->errors == errors)
            check_shape(reader, line->key, shape);
        if (reader->diags->errors == errors) {
            check_size(reader, before, line->key, shape, size);
            before = line->key;
            size = kzi_shape_tiles(shape);
        }
    }
    reader->hand_size = reader->diags->errors == errors_before ? size : 0;
}

static void read_used_up(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_read_yes(reader, entry->value, &reader->model->waits_count_used_up);
}

static const struct kzi_key waits_keys[] = {
    {"used_up_tiles", read_used_up, "yes"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_waits = {"waits", waits_keys, KZI_COUNT(waits_keys)};

void kzi_read_waits(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "waits", waits_keys, KZI_COUNT(waits_keys), target);
}

/* --- circumstances --------------------------------------------------------------------------- */

static void read_needs(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct kzi_circumstance *)target)->needs = kzi_read_if(reader, entry->value);
}

static void read_implies(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    ((struct kzi_circumstance *)target)->implies |=
        kzi_read_names(reader, entry->value, "a circumstance", &reader->model->circumstance_names);
}

/* What a circumstance implies implies more in turn. */
static void close_implications(struct kzi_model *model) {
    size_t count = model->circumstance_names.count;
    for (size_t through = 0; through < count; through++)
        for (size_t i = 0; i < count; i++)
            if (model->circumstances[i].implies >> through & 1)
                model->circumstances[i].implies |= model->circumstances[through].implies;
}

static void read_mark_needs(struct kzi_reader *reader) {
    struct kzi_model *model = reader->model;
    const struct kzi_node *marks = kzi_node_get(kzi_node_get(model->root, "tiles"), "marks");
    for (size_t i = 0; i < model->mark_names.count; i++) {
        const struct kzi_node *needs =
            kzi_node_get(kzi_node_get(marks, model->marks[i].id), "needs");
        if (needs)
            model->marks[i].needs = kzi_read_if(reader, needs);
    }
}

static const struct kzi_key circumstance_keys[] = {
    {"needs", read_needs, "condition"},
    {"implies", read_implies, "one_or_more_ids"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_circumstance = {"circumstance", circumstance_keys,
                                                    KZI_COUNT(circumstance_keys)};

void kzi_read_circumstances(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    (void)target;
    struct kzi_model *model = reader->model;
    for (size_t i = 0; i < model->circumstance_names.count; i++) {
        struct kzi_circumstance *given = &model->circumstances[i];
        given->id = model->circumstance_names.name[i];
        given->node = kzi_node_get(entry->value, given->id);
        given->implies = UINT64_C(1) << i;
        kzi_read_keys(reader, given->node, "a circumstance", circumstance_keys,
                      KZI_COUNT(circumstance_keys), given);
    }
    close_implications(model);
    read_mark_needs(reader);
}

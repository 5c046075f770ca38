/* Read wild tiles: which tiles are wild, and what they can be read as. */
#include "rules/reader/reader.h"

#include <string.h>

/* The classes of all wild tiles.  The bits of index + 1: 1 as itself, 2 replacing another tile. */
static const char *const wild_words[] = {"as_itself", "stand_in", "wild", "as_winning_tile"};
#define AS_WINNING_TILE 3

bool kzi_is_one_wild(const struct kzi_node *node) {
    return node->kind == KZI_MAP && node->count && node->u.entries[0].value->kind != KZI_MAP;
}

/* Return the kinds that a wild tile can be read as. */
static kzi_kinds played(const struct kzi_model *model) {
    return (kzi_kinds_at_least(model->copies, 1) | model->lent) &
           (KZI_ALL_KINDS | kzi_kind_bit(KZI_A_FACE));
}

static void add_tile(struct kzi_rule_reader *reader, const struct kzi_node *node, unsigned kind,
                     bool red, struct kzi_wild *wild) {
    if (kind >= KZI_SHOWN_FACE) {
        wild->faces |= UINT32_C(1) << (kind - KZI_SHOWN_FACE);
        return;
    }
    wild->tiles |= kzi_kind_bit(kind);
    if (red)
        KZI_REFUSE(reader, node, "a red five alone cannot be wild: write 5m for all four of them");
    else if (kind < KZI_KINDS && !reader->model->copies[kind])
        kzi_missing_at(reader, node->place, "these rules do not play with all of %s", node->text);
}

void kzi_read_wild_tiles(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    const struct kzi_node *node = entry->value;
    struct kzi_wild *wild = target;
    if (!kzi_expect(reader, node, KZI_SCALAR, "tiles"))
        return;
    const char *text = node->text, *end = text + strlen(text);
    for (struct kzi_run run; text < end; text = run.next) {
        if (kzi_notation_run(text, end, &run))
            break;
        for (uint32_t i = 0; i < run.count; i++)
            add_tile(reader, node, kzi_kind_of_run(&run, i), kzi_red_in_run(&run, i), wild);
    }
    if (text < end || text == node->text)
        KZI_REFUSE(reader, node, "%s are not tiles: write 123m or ESW",
                   *node->text ? node->text : "these");
    kzi_keep_meaning(reader, node, wild->tiles ^ wild->faces * UINT64_C(0x9E3779B97F4A7C15));
}

void kzi_read_wild_as(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_class class_ = {.other = KZI_ALL_CODES};
    kzi_kinds *kinds = target;
    if (kzi_node_is(entry->value, "any") || !kzi_read_tile_class(reader, entry->value, &class_))
        return;
    *kinds = 0;
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (kzi_in_class(&class_, kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT), false))
            *kinds |= kzi_kind_bit(kind);
    if (!(*kinds & played(reader->model)))
        kzi_missing_at(reader, entry->value->place, "these rules play without any tile of %s",
                       entry->value->text);
}

/* Set the number of jokers, and check the other keys of the wild tile. */
static void settle_jokers(struct kzi_rule_reader *reader, const struct kzi_wild *wild,
                          const struct kzi_node *node) {
    const kzi_kinds jokers = wild->tiles & KZI_ALL_JOKERS;
    const struct kzi_entry *copies = kzi_node_entry(node, "copies");
    KZI_EACH_IN(jokers, kind) {
        uint8_t *count = &reader->model->copies[kind];
        if (*count)
            KZI_REFUSE(reader, kzi_node_get(node, "tiles"), "a joker is of two kinds of wild tile");
        *count = (uint8_t)wild->copies;
    }
    if (copies && !jokers)
        KZI_REFUSE(reader, copies->key,
                   "copies goes with jokers: of other tiles tiles.copies says how many there are");
}

void kzi_read_alike(struct kzi_rule_reader *reader, const struct kzi_entry *line, void *target) {
    struct kzi_wild *wild = target;
    struct kzi_class class_;
    if (!kzi_read_class(reader, line->value, &class_))
        return;
    if (wild->n_equal == KZI_COUNT(wild->equal)) {
        KZI_REFUSE(reader, line->value, "there are more than %d classes", KZI_MAX_WILDS);
        return;
    }
    struct kzi_equal_tiles *equal = &wild->equal[wild->n_equal++];
    equal->faces = kzi_faces_of(class_.faces);
    for (unsigned kind = 0; kind < KZI_KINDS; kind++)
        if (kzi_in_class(&class_, kzi_code(kind, KZI_NO_SEAT, KZI_NO_SEAT), false))
            equal->kinds |= kzi_kind_bit(kind);
}

static void read_one(struct kzi_rule_reader *reader, const struct kzi_entry *entry) {
    struct kzi_model *model = reader->model;
    if (kzi_names_find(&model->class_names, entry->key->text) >= 0)
        KZI_REFUSE(reader, entry->key, "%s is a tile class already", entry->key->text);
    struct kzi_wild *wild = &model->wilds[kzi_names_add(&model->wild_names, entry->key->text)];
    *wild = (struct kzi_wild){.id = entry->key->text,
                              .place = entry->key->place,
                              .at_most = 5,
                              .as = KZI_ALL_KINDS | kzi_kind_bit(KZI_A_FACE),
                              .copies = KZI_MAX_COPIES,
                              .in = UINT32_MAX};
    kzi_read_thing(reader, entry, KZI_KEYS(wild), wild);
    wild->as &= played(model);
    if (entry->value->kind != KZI_MAP)
        return;
    settle_jokers(reader, wild, entry->value);
    if (kzi_node_get(entry->value, "in"))
        wild->in_place = kzi_node_entry(entry->value, "in")->key->place;
}

void kzi_read_wild(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *node = entry->value;
    (void)target;
    if (!kzi_expect(reader, node, KZI_MAP, "wild tiles"))
        return;
    for (size_t i = 0; i < KZI_COUNT(wild_words); i++)
        if (kzi_names_find(&reader->model->class_names, wild_words[i]) >= 0)
            KZI_REFUSE(reader, entry->key,
                       "next to wild tiles no class is called %s, which is what they are",
                       wild_words[i]);
    reader->model->wilds = KZI_NEW_ARRAY(reader->arena, KZI_MAX_WILDS, struct kzi_wild);
    if (kzi_is_one_wild(node)) {
        read_one(reader, entry);
        return;
    }
    for (size_t i = 0; i < node->count; i++)
        if (i == KZI_MAX_WILDS)
            KZI_REFUSE(reader, node->u.entries[i].key, "there are more than %d kinds of wild tile",
                       KZI_MAX_WILDS);
        else if (i < KZI_MAX_WILDS && kzi_expect_id(reader, node->u.entries[i].key))
            read_one(reader, &node->u.entries[i]);
}

bool kzi_wild_class(const struct kzi_rule_reader *reader, const char *name,
                    struct kzi_class *class_) {
    const struct kzi_names *names = &reader->model->wild_names;
    const int id = kzi_names_find(names, name), word = kzi_names_find(&KZI_NAMES(wild_words), name);
    if (!names->count || (id < 0 && word < 0))
        return false;
    kzi_codes codes = 0;
    for (unsigned wild = 0; wild < names->count; wild++)
        for (unsigned stands_in = 0; stands_in < 2; stands_in++)
            if (word < 0 ? (int)wild == id : word == AS_WINNING_TILE || (word + 1) >> stands_in & 1)
                codes |= (kzi_codes)1 << kzi_wild_code(wild, stands_in);
    *class_ = (struct kzi_class){word == AS_WINNING_TILE ? 0 : codes, codes, 0};
    return true;
}

/* fu: the small points of a reading, as the table of the rule book. */
#include "rules/reader/reader.h"

static bool read_small(struct kzi_reader *reader, const struct kzi_node *node, int16_t *fu) {
    int32_t number;
    if (!kzi_read_int(reader, node, 0, 1000, &number))
        return false;
    *fu = (int16_t)number;
    return true;
}

static void read_flat(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_fu *fu = target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "flat (shape: fu)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        int shape = kzi_read_name(reader, line->key, "a shape", &reader->model->shape_names);
        if (shape >= 0)
            read_small(reader, line->value, &fu->flat[shape]);
    }
}

static void read_start(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_small(reader, entry->value, &((struct kzi_fu *)target)->start);
}

static void read_set_open(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_small(reader, entry->value, &((struct kzi_fu_set *)target)->open);
}

static void read_set_concealed(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    read_small(reader, entry->value, &((struct kzi_fu_set *)target)->concealed);
}

static const struct kzi_key fu_of_set_keys[] = {
    {"open", read_set_open, "fu_number"},
    {"concealed", read_set_concealed, "fu_number"},
};
const struct kzi_key_table kzi_keys_fu_of_set = {"fu_of_set", fu_of_set_keys,
                                                 KZI_COUNT(fu_of_set_keys)};

static void read_sets(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_fu *fu = target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "fu of sets (set phrase: fu)"))
        return;
    fu->sets = KZI_NEW_ARRAY(reader->arena, entry->value->count, struct kzi_fu_set);
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        struct kzi_fu_set *set = &fu->sets[fu->n_sets++];
        set->place = line->key->place;
        kzi_read_phrase(reader, line->key, &set->phrase);
        if (line->value->kind == KZI_MAP) {
            kzi_read_keys(reader, line->value, "fu of a set", fu_of_set_keys,
                          KZI_COUNT(fu_of_set_keys), set);
        } else if (read_small(reader, line->value, &set->open)) {
            set->concealed = set->open;
        }
    }
}

static void read_pairs(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_fu *fu = target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "fu of the pair (tile class: fu)"))
        return;
    fu->pairs = KZI_NEW_ARRAY(reader->arena, entry->value->count, struct kzi_fu_pair);
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        struct kzi_fu_pair *pair = &fu->pairs[fu->n_pairs++];
        pair->place = line->key->place;
        kzi_read_class(reader, line->key, &pair->class_);
        read_small(reader, line->value, &pair->fu);
    }
}

static void read_item_fu(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_small(reader, entry->value, &((struct kzi_fu_item *)target)->fu);
}

static void read_item_when(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    reader->scored_allowed = true;
    ((struct kzi_fu_item *)target)->when = kzi_read_if(reader, entry->value);
    reader->scored_allowed = false;
}

static const struct kzi_key fu_item_keys[] = {
    {"fu", read_item_fu, "fu_number"},
    {"when", read_item_when, "condition"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_fu_item = {"fu_item", fu_item_keys, KZI_COUNT(fu_item_keys)};

static void read_items(struct kzi_reader *reader, const struct kzi_node *node, struct kzi_fu *fu,
                       bool if_nothing) {
    if (!kzi_expect(reader, node, KZI_MAP, "fu items"))
        return;
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_entry *line = &node->u.entries[i];
        if (!kzi_expect_id(reader, line->key))
            continue;
        if (fu->n_items == KZI_MAX_FU_ITEMS) {
            kzi_error_at(reader->diags, line->key->place, "there are more than %d fu items",
                         KZI_MAX_FU_ITEMS);
            return;
        }
        fu->items = kzi_arena_more(reader->arena, fu->items, fu->n_items, sizeof *fu->items);
        struct kzi_fu_item *item = &fu->items[fu->n_items++];
        *item = (struct kzi_fu_item){
            .id = line->key->text, .if_nothing = if_nothing, .place = line->key->place};
        kzi_read_keys(reader, line->value, "a fu item", fu_item_keys, KZI_COUNT(fu_item_keys),
                      item);
        bool fu_said = kzi_node_get(line->value, "fu"), when = kzi_node_get(line->value, "when");
        if (line->value->kind == KZI_MAP && (!fu_said || !when))
            kzi_missing_at(reader, line->key->place, "%s does not say %s", item->id,
                           fu_said ? "when it is added" : "how many fu it adds");
    }
}

static void read_add(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    read_items(reader, entry->value, target, false);
}

static void read_if_nothing(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    read_items(reader, entry->value, target, true);
}

static void read_round(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_round(reader, entry->value, &((struct kzi_fu *)target)->round);
}

static const struct kzi_key fu_keys[] = {
    {"flat", read_flat, "map id fu_number"},
    {"start", read_start, "fu_number"},
    {"sets", read_sets, "map set_phrase fu_of_sets"},
    {"pair", read_pairs, "map class fu_number"},
    {"add", read_add, "map id fu_item"},
    {"if_nothing_added", read_if_nothing, "map id fu_item"},
    {"round", read_round, "round"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_fu = {"fu", fu_keys, KZI_COUNT(fu_keys)};

void kzi_read_fu(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    reader->model->fu.in_use = true;
    kzi_read_keys(reader, entry->value, "fu", fu_keys, KZI_COUNT(fu_keys), &reader->model->fu);
}

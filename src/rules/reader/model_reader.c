/* The top of a rule file.  Names come first, so that sections may stand in any order: a number is
 * given to every shape, circumstance, limit and yaku before any of them is read. */
#include "base/utf8.h"
#include "hand/hand.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <string.h>

static void read_ruleset(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "the ruleset's id"))
        return;
    const char *id = entry->value->text;
    size_t len = strlen(id);
    if (!len || len > 47 || strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != len)
        kzi_error_at(reader->diags, entry->value->place,
                     "%s is no ruleset id: lower-case letters, digits and -, 47 at most", id);
    reader->model->id = id;
}

static void read_version(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a version"))
        reader->model->version = entry->value->text;
}

static void read_title(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    reader->model->title = entry->value;
    kzi_read_label(reader, entry, target);
}

static void read_language(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a language"))
        reader->model->language = entry->value->text;
}

static void read_source(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    reader->model->source = entry->value;
    kzi_read_label(reader, entry, target);
}

/* The seats that play: East and those after it. */
static void read_seats(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "seats"))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (i == KZI_SEATS || !kzi_node_is(list->u.items[i], kzi_seat_names[i])) {
            kzi_error_at(reader->diags, list->u.items[i]->place,
                         "seats are E, S, W and N in this order, or the first of them");
            return;
        }
    if (list->count < 2)
        kzi_error_at(reader->diags, list->place, "at least two seats play");
    reader->model->n_seats = (unsigned)list->count;
}

/* A record's words stand in a line as well, where some are taken for something else. */
static bool expect_word(struct kzi_reader *reader, const struct kzi_node *word) {
    bool taken = kzi_suit_of_letter(*word->text) >= 0 && !word->text[1];
    for (size_t i = 0; i < KZI_WAY_WORDS; i++)
        taken |= !strcmp(word->text, kzi_way_words[i]);
    if (taken)
        kzi_error_at(reader->diags, word->place,
                     "%s cannot be a word of a hand: it is a suit, or a way of winning",
                     word->text);
    return !taken;
}

static void read_words(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "words"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_node *word = entry->value->u.items[i];
        if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record") &&
            kzi_expect_id(reader, word) && expect_word(reader, word))
            kzi_names_add(&reader->model->known_words, word->text);
    }
}

/* --- table words ----------------------------------------------------------------------------- */

static void read_given(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_table_word *word = target;
    int known =
        kzi_read_name(reader, entry->value, "a word of a record", &reader->model->known_words);
    if (known < 0)
        return;
    word->given = reader->model->known_words.name[known];
    word->hash = kzi_name_hash(word->given, strlen(word->given));
}

static void read_by(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const ways[] = {"discard", "self_draw"};
    struct kzi_table_word *word = target;
    word->self_draw = (int8_t)kzi_read_choice(reader, entry->value, "a way of winning", ways, 2);
}

static void read_seat(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_table_word *word = target;
    word->seat = (int8_t)kzi_read_choice(reader, entry->value, "a seat", kzi_seat_names, KZI_SEATS);
}

static const struct kzi_key table_word_keys[] = {
    {"given", read_given, "id"},
    {"by", read_by, "one_way"},
    {"seat", read_seat, "seat"},
};
const struct kzi_key_table kzi_keys_table_word = {"table_word", table_word_keys,
                                                  KZI_COUNT(table_word_keys)};

/* A word of a line in ASCII, or Chinese characters and kana. */
static bool expect_spoken(struct kzi_reader *reader, const struct kzi_node *word) {
    size_t len = strlen(word->text);
    if (len < KZI_MAX_WORD && kzi_utf8_is_han(word->text, len))
        return true;
    return kzi_expect_id(reader, word) && expect_word(reader, word);
}

static void read_table_word(struct kzi_reader *reader, const struct kzi_entry *entry) {
    struct kzi_model *model = reader->model;
    struct kzi_table_word word = {.self_draw = -1, .seat = -1};
    if (!expect_spoken(reader, entry->key))
        return;
    kzi_read_keys(reader, entry->value, "a table word", table_word_keys, KZI_COUNT(table_word_keys),
                  &word);
    if (entry->value->kind == KZI_MAP && !entry->value->count)
        kzi_error_at(reader->diags, entry->key->place,
                     "%s says nothing: write what is given, by which way, or the seat",
                     entry->key->text);
    size_t count = model->table_names.count;
    if ((size_t)kzi_names_add(&model->table_names, entry->key->text) < count)
        return;
    model->table_words =
        kzi_arena_more(reader->arena, model->table_words, count, sizeof *model->table_words);
    model->table_words[count] = word;
}

static void read_table_words(struct kzi_reader *reader, const struct kzi_entry *entry,
                             void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "table_words"))
        return;
    for (size_t i = 0; i < entry->value->count; i++)
        read_table_word(reader, &entry->value->u.entries[i]);
}

static void list_all_words(struct kzi_model *model) {
    for (size_t i = 0; i < model->known_words.count; i++)
        kzi_names_add(&model->all_words, model->known_words.name[i]);
    for (size_t i = 0; i < model->table_names.count; i++)
        kzi_names_add(&model->all_words, model->table_names.name[i]);
}

/* Sections in the order in which one needs another. */
static const struct kzi_key rules_keys[] = {
    {"kazoe", NULL, "version_of_language"},
    {"ruleset", read_ruleset, "ruleset_id"},
    {"title", read_title, "label"},
    {"version", read_version, "text"},
    {"language", read_language, "text"},
    {"source", read_source, "label"},
    {"note", kzi_read_prose, "text"},
    {"extends", NULL, "text"},
    {"remove", NULL, "list address"},
    {"words", read_words, "list id"},
    {"table_words", read_table_words, "map spoken_word table_word"},
    {"seats", read_seats, "list seat"},
    {"options", kzi_read_options, "map id option_or_value"},
    {"combinations", kzi_read_combinations, "combinations"},
    {"tiles", kzi_read_tiles, "tiles"},
    {"shapes", kzi_read_shapes, "map id shape"},
    {"waits", kzi_read_waits, "waits"},
    {"circumstances", kzi_read_circumstances, "map id circumstance"},
    {"total", kzi_read_total, "total"},
    {"limits", kzi_read_limits, "map id limit"},
    {"yaku", kzi_read_yaku, "map id yaku"},
    {"minimum", kzi_read_minimum, "minimum"},
    {"fu", kzi_read_fu, "fu"},
    {"hand_value", kzi_read_hand_value, "hand_values"},
    {"payments", kzi_read_payments, "payments"},
};
const struct kzi_key_table kzi_keys_rules = {"rules", rules_keys, KZI_COUNT(rules_keys)};

static void check_words(struct kzi_reader *reader) {
    const struct kzi_node *node = kzi_node_get(reader->model->root, "circumstances");
    for (size_t i = 0; node && node->kind == KZI_MAP && i < node->count; i++)
        if (node->u.entries[i].key->kind == KZI_SCALAR)
            expect_word(reader, node->u.entries[i].key);
}

/* Gives a number to each key of a section. */
static void number_names(struct kzi_reader *reader, const char *section, const char *what,
                         struct kzi_names *names, size_t most) {
    const struct kzi_node *node = kzi_node_get(reader->model->root, section);
    kzi_names_init(names, reader->arena);
    if (!node || !kzi_expect(reader, node, KZI_MAP, section))
        return;
    for (size_t i = 0; i < node->count; i++) {
        const struct kzi_node *key = node->u.entries[i].key;
        if (!kzi_expect_id(reader, key))
            continue;
        if (names->count == most) {
            kzi_error_at(reader->diags, key->place, "there are more than %zu %s", most, what);
            return;
        }
        kzi_names_add(names, key->text);
    }
}

static void number_all(struct kzi_reader *reader) {
    struct kzi_model *model = reader->model;
    number_names(reader, "shapes", "shapes", &model->shape_names, KZI_MAX_SHAPES);
    number_names(reader, "circumstances", "circumstances", &model->circumstance_names,
                 KZI_MAX_WORDS_KNOWN);
    number_names(reader, "limits", "limits", &model->limit_names, KZI_MAX_LIMITS);
    number_names(reader, "yaku", "yaku", &model->yaku_names, KZI_MAX_YAKU);
    model->circumstances =
        KZI_NEW_ARRAY(reader->arena, model->circumstance_names.count, struct kzi_circumstance);
    model->yaku = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, struct kzi_yaku);
    reader->when_state = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, uint8_t);
    reader->when_depth = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, unsigned);
    reader->when_conditions = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, size_t);
    kzi_names_init(&model->mark_names, reader->arena);
    kzi_names_init(&model->class_names, reader->arena);
    kzi_names_init(&model->known_words, reader->arena);
    kzi_names_init(&model->table_names, reader->arena);
    kzi_names_init(&model->all_words, reader->arena);
    check_words(reader);
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        kzi_names_add(&model->known_words, model->circumstance_names.name[i]);
}

static void require(struct kzi_reader *reader, const char *const *keys, size_t count) {
    const struct kzi_node *root = reader->model->root;
    struct kzi_place top = {root->place.source, 1, 1};
    if (!kzi_node_get(root, "ruleset"))
        kzi_error_at(reader->diags, top, "the ruleset has no id: write ruleset and a name");
    for (size_t i = 0; i < count; i++)
        if (!kzi_node_get(root, keys[i]))
            kzi_error_at(reader->diags, top, "the ruleset has no %s, and extends none that has",
                         keys[i]);
    if (reader->model->shape_names.count)
        return;
    const struct kzi_node *shapes = kzi_node_get(root, "shapes");
    if (shapes && shapes->kind == KZI_MAP)
        kzi_error_at(reader->diags, top, "the ruleset has no shape, so no hand can win");
}

void kzi_read_model(struct kzi_reader *reader) {
    static const char *const needed[] = {"tiles", "shapes", "total", "yaku", "payments"};
    struct kzi_model *model = reader->model;
    model->unit = "points";
    model->version = "";
    model->id = "";
    model->waits_count_used_up = true;
    model->n_seats = KZI_SEATS;
    number_all(reader);
    if (!model->part)
        require(reader, needed, KZI_COUNT(needed));
    kzi_read_keys(reader, model->root, "a rule file", rules_keys, KZI_COUNT(rules_keys), model);
    list_all_words(model);
}

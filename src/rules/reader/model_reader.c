/* The top of a rule file: its keys, words, options and circumstances.  Names come first, so
 * that sections may stand in any order: every shape, circumstance, limit and yaku has its number
 * before any of them is read. */
#include "base/utf8.h"
#include "hand/hand.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <string.h>

static void read_ruleset(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "the ruleset's id"))
        return;
    const char *id = entry->value->text;
    size_t len = strlen(id);
    if (!len || len > 47 || strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != len)
        KZI_REFUSE(reader, entry->value,
                   "%s is no ruleset id: lower-case letters, digits and -, 47 at most", id);
    ((struct kzi_model *)target)->id = id;
}

/* The seats that play: East and those after it. */
static void read_seats(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "seats"))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (i == KZI_SEATS || !kzi_node_is(list->u.items[i], kzi_seat_names[i])) {
            KZI_REFUSE(reader, list->u.items[i],
                       "seats are E, S, W and N in this order, or the first of them");
            return;
        }
    if (list->count < 2)
        KZI_REFUSE(reader, list, "at least two seats play");
    ((struct kzi_model *)target)->n_seats = (unsigned)list->count;
}

/* --- words ----------------------------------------------------------------------------------- */

/* A record's words stand in a line as well, where some are taken for something else. */
static bool expect_word(struct kzi_reader *reader, const struct kzi_node *word) {
    bool taken = kzi_suit_of_letter(*word->text) >= 0 && !word->text[1];
    for (size_t i = 0; i < KZI_WAY_WORDS; i++)
        taken |= !strcmp(word->text, kzi_way_words[i]);
    if (taken)
        KZI_REFUSE(reader, word, "%s cannot be a word of a hand: it is a suit, or a way of winning",
                   word->text);
    return !taken;
}

static void read_word(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *word = entry->value;
    if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record") && kzi_expect_id(reader, word) &&
        expect_word(reader, word))
        kzi_names_add(&((struct kzi_model *)target)->known_words, word->text);
}

static void read_given(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_table_word *word = target;
    const struct kzi_names *words = &reader->model->known_words;
    int known = kzi_read_name(reader, entry->value, "a word of a record", words);
    if (known < 0)
        return;
    word->given = words->name[known];
    word->hash = kzi_name_hash(word->given, strlen(word->given));
}

static void read_by(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const ways[] = {"discard", "self_draw"};
    struct kzi_table_word *word = target;
    word->self_draw = (int8_t)kzi_read_choice(reader, entry->value, "a way of winning", ways, 2);
}

static const struct kzi_key table_word_keys[] = {
    KZI_KEY("given", read_given, "id"),
    KZI_KEY("by", read_by, "one_way"),
    KZI_FIELD("seat", "seat", kzi_table_word, seat),
};
const struct kzi_key_table kzi_keys_table_word =
    KZI_TABLE("table_word", "a table word", table_word_keys);

static void read_table_word(struct kzi_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    struct kzi_model *model = target;
    struct kzi_table_word word = {.self_draw = -1, .seat = -1};
    const struct kzi_node *key = entry->key;
    size_t len = strlen(key->text), count = model->table_names.count;
    /* Chinese characters and kana, or a word of a line in ASCII. */
    bool spoken = len < KZI_MAX_WORD && kzi_utf8_is_han(key->text, len);
    if (!spoken && (!kzi_expect_id(reader, key) || !expect_word(reader, key)))
        return;
    kzi_read_keys(reader, entry->value, &kzi_keys_table_word, &word);
    if (entry->value->kind == KZI_MAP && !entry->value->count)
        KZI_REFUSE(reader, key, "%s says nothing: write what is given, by which way, or the seat",
                   key->text);
    if ((size_t)kzi_names_add(&model->table_names, key->text) < count)
        return;
    model->table_words =
        kzi_arena_more(reader->arena, model->table_words, count, sizeof *model->table_words);
    model->table_words[count] = word;
}

/* --- options --------------------------------------------------------------------------------- */

/* An address names a place within a section: yaku.pinfu.when.by. */
static void check_address(struct kzi_reader *reader, const struct kzi_node *address) {
    static const char *const sections[] = {"tiles", "shapes",     "waits",  "circumstances",
                                           "total", "minimum",    "yaku",   "combinations",
                                           "fu",    "hand_value", "limits", "payments"};
    const struct kzi_names *names = &KZI_WORDS(sections);
    if (!kzi_expect(reader, address, KZI_SCALAR, "an address"))
        return;
    if (kzi_names_find_span(names, address->text, strcspn(address->text, ".")) < 0)
        KZI_REFUSE(reader, address,
                   "%s is no address: write the way to a rule with dots, as in yaku.pinfu.value",
                   address->text);
}

static void read_field(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    check_address(reader, entry->value);
}

/* A value is typed in shells and offered by them: it has no letter that means anything there. */
static void check_option_word(struct kzi_reader *reader, const struct kzi_node *node,
                              const char *what) {
    if (node->kind == KZI_SCALAR && !kzi_option_word_is_sound(node->text))
        KZI_REFUSE(reader, node,
                   "%s cannot be %s: write lower-case letters, digits and _, %d at most, or a "
                   "whole number",
                   *node->text ? node->text : "nothing", what, KZI_MAX_OPTION_WORD);
}

/* A list of values, or points: any whole number. */
static void read_allowed(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (kzi_node_is(entry->value, "points"))
        return;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "allowed (values, or the word points)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++)
        if (kzi_expect(reader, entry->value->u.items[i], KZI_SCALAR, "a value of an option"))
            check_option_word(reader, entry->value->u.items[i], "a value of an option");
}

static void read_option_value(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    const struct kzi_node *overlay = entry->value;
    (void)target;
    check_option_word(reader, entry->key, "a value of an option");
    if (!kzi_expect(reader, overlay, KZI_MAP, "what an option's value changes"))
        return;
    for (size_t i = 0; i < overlay->count; i++) {
        const struct kzi_node *key = overlay->u.entries[i].key, *list = overlay->u.entries[i].value;
        bool removal = !strcmp(key->text, "remove");
        if (!removal)
            check_address(reader, key);
        else if (kzi_expect(reader, list, KZI_LIST, "remove"))
            for (size_t k = 0; k < list->count; k++)
                check_address(reader, list->u.items[k]);
    }
}

static void read_default(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_expect(reader, entry->value, KZI_SCALAR, "default");
}

static bool default_is_allowed(const struct kzi_node *option, const struct kzi_node *normal) {
    const struct kzi_node *values = kzi_node_get(option, "values"),
                          *allowed = kzi_node_get(option, "allowed");
    if (values && values->kind == KZI_MAP)
        return kzi_node_entry(values, normal->text) != NULL;
    for (size_t i = 0; allowed && allowed->kind == KZI_LIST && i < allowed->count; i++)
        if (kzi_node_is(allowed->u.items[i], normal->text))
            return true;
    return !allowed || allowed->kind != KZI_LIST;
}

static const struct kzi_key option_keys[] = {
    KZI_CHECKED("says", "text"),
    KZI_KEY("default", read_default, "option_word"),
    KZI_EACH("values", read_option_value, "map option_word changes",
             "values (value: what it changes)"),
    KZI_KEY("field", read_field, "address"),
    KZI_KEY("allowed", read_allowed, "allowed"),
    KZI_REMARKS,
    KZI_EACH("intended", kzi_read_intended, "list scalar", "intended"),
};
const struct kzi_key_table kzi_keys_option = KZI_TABLE("option", "an option", option_keys);

static void read_option(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    const struct kzi_node *option = entry->value;
    if (!kzi_expect_id(reader, entry->key) || option->kind == KZI_SCALAR)
        return;
    check_option_word(reader, entry->key, "an option");
    kzi_read_keys(reader, option, &kzi_keys_option, NULL);
    if (option->kind != KZI_MAP)
        return;
    bool values = kzi_node_get(option, "values"), field = kzi_node_get(option, "field"),
         allowed = kzi_node_get(option, "allowed");
    if (values ? field || allowed : !field || !allowed)
        KZI_REFUSE(reader, entry->key,
                   "the option %s says what it changes by values, or by field and allowed",
                   entry->key->text);
    const struct kzi_node *normal = kzi_node_get(option, "default");
    if (!normal)
        KZI_REFUSE(reader, entry->key, "the option %s has no default", entry->key->text);
    else if (normal->kind == KZI_SCALAR && !default_is_allowed(option, normal))
        KZI_REFUSE(reader, normal, "%s is the default of %s, but none of its values", normal->text,
                   entry->key->text);
}

/* --- circumstances --------------------------------------------------------------------------- */

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
    KZI_FIELD("needs", "condition", kzi_circumstance, needs),
    KZI_KEY("implies", read_implies, "one_or_more_ids"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_circumstance =
    KZI_TABLE("circumstance", "a circumstance", circumstance_keys);

static void read_circumstances(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    (void)target;
    struct kzi_model *model = reader->model;
    for (size_t i = 0; i < model->circumstance_names.count; i++) {
        struct kzi_circumstance *given = &model->circumstances[i];
        given->id = model->circumstance_names.name[i];
        given->node = kzi_node_get(entry->value, given->id);
        given->implies = UINT64_C(1) << i;
        kzi_read_keys(reader, given->node, &kzi_keys_circumstance, given);
    }
    close_implications(model);
    read_mark_needs(reader);
}

/* --- small sections -------------------------------------------------------------------------- */

static const struct kzi_key combinations_keys[] = {
    KZI_FIELD("closed_covers", "yes", kzi_combinations, closed_covers),
    KZI_FIELD("account_once", "yes", kzi_combinations, account_once),
    KZI_FIELD("non_identical", "yes", kzi_combinations, non_identical),
    KZI_CHECKED("choose", "enum most_valuable"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_combinations =
    KZI_TABLE("combinations", "combinations", combinations_keys);

static const struct kzi_key total_keys[] = {
    KZI_FIELD("unit", "text", kzi_model, unit),
    KZI_FIELD("at_most", "int 1 100000", kzi_model, total_at_most),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_total = KZI_TABLE("total", "total", total_keys);

static void read_minimum(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    if (kzi_read_int(reader, entry->value, 0, 100000, &model->minimum) && !model->minimum)
        kzi_not_yet(reader, entry->value->place,
                    "a minimum of 0, so that a hand wins without yaku,");
}

static void read_without(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_model *model = target;
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "without"))
        return;
    model->minimum_without = KZI_NEW_ARRAY(reader->arena, list->count, uint16_t);
    model->n_minimum_without =
        kzi_read_yaku_list(reader, list->u.items, list->count, model->minimum_without);
}

static const struct kzi_key minimum_keys[] = {
    KZI_KEY("total", read_minimum, "int 0 100000"),
    KZI_KEY("without", read_without, "list id"),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_minimum = KZI_TABLE("minimum", "minimum", minimum_keys);

static const struct kzi_key waits_keys[] = {
    KZI_FIELD("used_up_tiles", "yes", kzi_model, waits_count_used_up),
    KZI_REMARKS,
};
const struct kzi_key_table kzi_keys_waits = KZI_TABLE("waits", "waits", waits_keys);

/* --- the whole ------------------------------------------------------------------------------- */

/* Sections in the order in which one needs another. */
static const struct kzi_key rules_keys[] = {
    KZI_ELSEWHERE("kazoe", "version_of_language"),
    KZI_KEY("ruleset", read_ruleset, "ruleset_id"),
    KZI_FIELD("title", "label", kzi_model, title),
    KZI_FIELD("version", "text", kzi_model, version),
    KZI_FIELD("language", "text", kzi_model, language),
    KZI_FIELD("source", "label", kzi_model, source),
    KZI_CHECKED("note", "text"),
    KZI_ELSEWHERE("extends", "text"),
    KZI_ELSEWHERE("remove", "list address"),
    KZI_EACH("words", read_word, "list id", "words"),
    KZI_EACH("table_words", read_table_word, "map spoken_word table_word", "table_words"),
    KZI_KEY("seats", read_seats, "list seat"),
    KZI_EACH("options", read_option, "map id option_or_value", "options"),
    KZI_PART("combinations", kzi_keys_combinations, "combinations", kzi_model, combinations),
    KZI_KEY("tiles", kzi_read_tiles, "tiles"),
    KZI_KEY("shapes", kzi_read_shapes, "map id shape"),
    KZI_WITHIN("waits", kzi_keys_waits, "waits"),
    KZI_KEY("circumstances", read_circumstances, "map id circumstance"),
    KZI_WITHIN("total", kzi_keys_total, "total"),
    KZI_KEY("limits", kzi_read_limits, "map id limit"),
    KZI_KEY("yaku", kzi_read_yaku, "map id yaku"),
    KZI_WITHIN("minimum", kzi_keys_minimum, "minimum"),
    KZI_KEY("fu", kzi_read_fu, "fu"),
    KZI_KEY("hand_value", kzi_read_hand_value, "hand_values"),
    KZI_KEY("payments", kzi_read_payments, "payments"),
};
const struct kzi_key_table kzi_keys_rules = KZI_TABLE("rules", "a rule file", rules_keys);

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
            KZI_REFUSE(reader, key, "there are more than %zu %s", most, what);
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
    const struct kzi_node *node = kzi_node_get(model->root, "circumstances");
    for (size_t i = 0; node && node->kind == KZI_MAP && i < node->count; i++)
        expect_word(reader, node->u.entries[i].key);
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
    kzi_read_keys(reader, model->root, &kzi_keys_rules, model);
    for (size_t i = 0; i < model->known_words.count; i++)
        kzi_names_add(&model->all_words, model->known_words.name[i]);
    for (size_t i = 0; i < model->table_names.count; i++)
        kzi_names_add(&model->all_words, model->table_names.name[i]);
}

/* Read the top of a rule file: its keys, words, options and circumstances.  Names come first, so
 * that sections may be in any order: every shape, circumstance, limit and yaku gets its number
 * before any of them is read. */
#include "base/utf8.h"
#include "hand/hand.h"
#include "rules/condition.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <stdlib.h>
#include <string.h>

void kzi_read_ruleset(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    if (!kzi_expect(reader, entry->value, KZI_SCALAR, "the ruleset's id"))
        return;
    const char *id = entry->value->text;
    size_t len = strlen(id);
    if (!len || len > KZI_MAX_ID_LETTERS ||
        strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") != len)
        KZI_REFUSE(reader, entry->value,
                   "%s is not a ruleset id: lower-case letters, digits and -, %d at most", id,
                   KZI_MAX_ID_LETTERS);
    ((struct kzi_model *)target)->id = id;
}

/* Read the seats that play: East and the seats after it. */
void kzi_read_seats(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, "seats"))
        return;
    for (size_t i = 0; i < list->count; i++)
        if (i == KZI_SEATS || !kzi_node_is(list->u.items[i], kzi_seat_names[i])) {
            KZI_REFUSE(reader, list->u.items[i],
                       "seats are E, S, W and N in this order, or the first of them");
            return;
        }
    if (list->count < 2) {
        KZI_REFUSE(reader, list, "at least two seats play");
        return;
    }
    ((struct kzi_model *)target)->n_seats = (unsigned)list->count;
}

/* --- words ----------------------------------------------------------------------------------- */

/* Refuse a word that has another meaning in a line, because words of records occur in lines too. */
static bool expect_word(struct kzi_rule_reader *reader, const struct kzi_node *word) {
    bool taken = kzi_suit_of_letter(*word->text) >= 0 && !word->text[1];
    for (size_t i = 0; i < KZI_WAY_WORDS; i++)
        taken |= !strcmp(word->text, kzi_way_words[i]);
    if (taken)
        KZI_REFUSE(reader, word, "%s cannot be a word of a hand: it is a suit, or a way of winning",
                   word->text);
    return !taken;
}

void kzi_read_known_word(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    const struct kzi_node *word = entry->value;
    if (kzi_expect(reader, word, KZI_SCALAR, "a word of a record") && kzi_expect_id(reader, word) &&
        expect_word(reader, word))
        kzi_names_add(&((struct kzi_model *)target)->known_words, word->text);
}

void kzi_read_table_word(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                         void *target) {
    struct kzi_model *model = target;
    struct kzi_table_word word = {.self_draw = -1, .seat = -1};
    const struct kzi_node *key = entry->key;
    size_t len = strlen(key->text), count = model->table_names.count;
    /* A table word is Chinese characters and kana, or an ASCII word of a line. */
    bool spoken = len < KZI_MAX_WORD && kzi_utf8_is_han(key->text, len);
    if (!spoken && (!kzi_expect_id(reader, key) || !expect_word(reader, key)))
        return;
    kzi_read_thing(reader, entry, KZI_KEYS(table_word), &word);
    if ((size_t)kzi_names_add(&model->table_names, key->text) == count)
        *KZI_ADD(reader->arena, model->table_words, count) = word;
}

/* --- options --------------------------------------------------------------------------------- */

/* Check that an address names a place within a section, as in yaku.pinfu.when.by. */
static void check_address(struct kzi_rule_reader *reader, const struct kzi_node *address) {
    if (!kzi_expect(reader, address, KZI_SCALAR, "an address"))
        return;
    const struct kzi_key *section =
        kzi_key_table_find(KZI_KEYS(rules), address->text, strcspn(address->text, "."));
    if (!section || section->silent || section->kind == kzi_kind_label)
        KZI_REFUSE(
            reader, address,
            "%s is not an address: write the way to a rule with dots, as in yaku.pinfu.value",
            address->text);
}

void kzi_read_address(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    check_address(reader, entry->value);
}

/* Refuse a value with a character that is special in shells, where values are typed and
 * completed. */
static void check_option_word(struct kzi_rule_reader *reader, const struct kzi_node *node,
                              const char *what) {
    if (!kzi_option_word_is_sound(node->text))
        KZI_REFUSE(reader, node,
                   "%s cannot be %s: write lower-case letters, digits and _, %d at most, or a "
                   "whole number",
                   *node->text ? node->text : "nothing", what, KZI_MAX_OPTION_WORD);
}

/* Read a list of values, or `points`, which allows any whole number. */
void kzi_read_allowed(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char what[] = "a value of an option";
    const struct kzi_node *list = entry->value;
    (void)target;
    if (kzi_node_is(list, "points") ||
        !kzi_expect(reader, list, KZI_LIST, "allowed (values, or the word points)"))
        return;
    KZI_EACH_ITEM(list, item)
        if (kzi_expect(reader, item, KZI_SCALAR, what))
            check_option_word(reader, item, what);
}

void kzi_read_option_value(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                           void *target) {
    const struct kzi_node *overlay = entry->value;
    (void)target;
    check_option_word(reader, entry->key, "a value of an option");
    if (!kzi_expect(reader, overlay, KZI_MAP, "what an option's value changes"))
        return;
    KZI_EACH_ENTRY(overlay, change) {
        const struct kzi_node *key = change->key, *list = change->value;
        if (strcmp(key->text, "remove") != 0)
            check_address(reader, key);
        else if (kzi_expect(reader, list, KZI_LIST, "remove"))
            KZI_EACH_ITEM(list, item)
                check_address(reader, item);
    }
}

void kzi_read_option(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *target) {
    const struct kzi_node *option = entry->value, *key = entry->key;
    (void)target;
    if (!kzi_expect_id(reader, key) || option->kind == KZI_SCALAR)
        return;
    check_option_word(reader, key, "an option");
    const size_t errors = reader->diags->errors;
    kzi_read_thing(reader, entry, KZI_KEYS(option), NULL);
    if (option->kind != KZI_MAP)
        return;
    const struct kzi_node *normal = kzi_node_get(option, "default");
    const bool whole = reader->diags->errors == errors;
    if (!normal)
        KZI_REFUSE(reader, key, "the option %s has no default", key->text);
    else if (whole && normal->kind == KZI_SCALAR &&
             !kzi_option_may_be(&(struct kzi_option){.definition = option}, normal->text))
        KZI_REFUSE(reader, normal, "%s is the default of %s, but none of its values", normal->text,
                   key->text);
}

/* --- circumstances --------------------------------------------------------------------------- */

static void read_mark_needs(struct kzi_rule_reader *reader) {
    struct kzi_model *model = reader->model;
    const struct kzi_node *marks = kzi_node_get(kzi_node_get(model->root, "tiles"), "marks");
    KZI_EACH_NAMED(marks, &model->mark_names, mark) {
        const struct kzi_node *needs = kzi_node_get(mark->value, "needs");
        if (needs)
            model->marks[mark_at].needs = kzi_read_needs(reader, needs);
    }
}

void kzi_read_circumstances(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                            void *target) {
    struct kzi_model *model = target;
    size_t count = model->circumstance_names.count;
    struct kzi_circumstance *list = model->circumstances;
    KZI_EACH_NAMED(entry->value, &model->circumstance_names, line) {
        struct kzi_circumstance *of = &list[line_at];
        of->id = line->key->text;
        of->node = line->value;
        of->implies = UINT64_C(1) << line_at;
        kzi_read_thing(reader, line, KZI_KEYS(circumstance), of);
    }
    /* Implications are transitive. */
    for (size_t through = 0; through < count; through++)
        for (size_t i = 0; i < count; i++)
            if (list[i].implies >> through & 1)
                list[i].implies |= list[through].implies;
    for (size_t i = 0; i < count; i++)
        if (kzi_node_get(list[i].node, "implies"))
            kzi_keep_meaning(reader, kzi_node_get(list[i].node, "implies"),
                             kzi_hash_names(list[i].implies, &model->circumstance_names));
    read_mark_needs(reader);
}

/* --- the whole ------------------------------------------------------------------------------- */

void kzi_number_names(struct kzi_rule_reader *reader, const struct kzi_node *node,
                      const char *section, const char *what, struct kzi_names *names, size_t max) {
    if (!node || !kzi_expect(reader, node, KZI_MAP, section))
        return;
    KZI_EACH_ENTRY(node, entry) {
        const struct kzi_node *key = entry->key;
        if (!kzi_expect_id(reader, key))
            continue;
        if (names->count == max) {
            KZI_REFUSE(reader, key, "there are more than %zu %s", max, what);
            return;
        }
        kzi_names_add(names, key->text);
    }
}

static void number_section(struct kzi_rule_reader *reader, const char *section,
                           struct kzi_names *names, size_t max) {
    kzi_names_init(names, reader->arena);
    kzi_number_names(reader, kzi_node_get(reader->model->root, section), section, section, names,
                     max);
}

static long begins_at(const struct kzi_entry *limit) {
    const struct kzi_node *from = kzi_node_get(limit->value, "from_total");
    return from && from->kind == KZI_SCALAR ? strtol(from->text, NULL, 10) : 0;
}

/* Put limits in rising order.  A file that adds a limit cannot say where: it goes before the first
 * one that begins later. */
static void sort_limits(struct kzi_rule_reader *reader) {
    const struct kzi_node *limits = kzi_node_get(reader->model->root, "limits");
    if (!limits || limits->kind != KZI_MAP)
        return;
    struct kzi_node *sorted = kzi_node_new(reader->arena, KZI_MAP, limits->place);
    KZI_EACH_ENTRY(limits, limit) {
        const long from = begins_at(limit);
        size_t at = from ? 0 : sorted->count;
        kzi_map_add(reader->arena, sorted, *limit);
        struct kzi_entry *entries = sorted->u.entries;
        while (at + 1 < sorted->count && begins_at(&entries[at]) <= from)
            at++;
        memmove(&entries[at + 1], &entries[at], (sorted->count - 1 - at) * sizeof *entries);
        entries[at] = *limit;
    }
    reader->model->root = kzi_node_with(reader->arena, reader->model->root, "limits", sorted);
}

static void number_all(struct kzi_rule_reader *reader) {
    struct kzi_model *model = reader->model;
    number_section(reader, "shapes", &model->shape_names, KZI_MAX_SHAPES);
    number_section(reader, "circumstances", &model->circumstance_names, KZI_MAX_WORDS_KNOWN);
    number_section(reader, "limits", &model->limit_names, KZI_MAX_LIMITS);
    number_section(reader, "yaku", &model->yaku_names, KZI_MAX_YAKU);
    model->circumstances =
        KZI_NEW_ARRAY(reader->arena, model->circumstance_names.count, struct kzi_circumstance);
    model->yaku = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, struct kzi_yaku);
    reader->when = KZI_NEW_ARRAY(reader->arena, model->yaku_names.count, struct kzi_when);
    kzi_names_init(&model->mark_names, reader->arena);
    kzi_names_init(&model->wild_names, reader->arena);
    kzi_names_init(&model->class_names, reader->arena);
    kzi_names_init(&model->known_words, reader->arena);
    kzi_names_init(&model->table_names, reader->arena);
    kzi_names_init(&model->all_words, reader->arena);
    const struct kzi_node *node = kzi_node_get(model->root, "circumstances");
    KZI_EACH_ENTRY(node, entry)
        expect_word(reader, entry->key);
    for (size_t i = 0; i < model->circumstance_names.count; i++)
        kzi_names_add(&model->known_words, model->circumstance_names.name[i]);
}

static void require(struct kzi_rule_reader *reader, const char *const *keys, size_t count) {
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

void kzi_read_model(struct kzi_rule_reader *reader) {
    static const char *const needed[] = {"tiles", "shapes", "total", "yaku", "payments"};
    struct kzi_model *model = reader->model;
    model->unit = "points";
    model->version = "";
    model->id = "";
    model->waits_count_used_up = model->waits_count_own_discards = model->melds_use_up = true;
    model->n_seats = KZI_SEATS;
    model->claims = KZI_CLAIMS_ALL;
    model->minimum = 1;
    model->payments.chips.discard =
        (struct kzi_chip_payers){{[KZI_ROLE_DISCARDER] = 1, [KZI_ROLE_DEALER] = -1}};
    model->payments.chips.self_draw =
        (struct kzi_chip_payers){{[KZI_ROLE_OTHERS] = 1, [KZI_ROLE_DEALER] = -1}};
    memset(model->next, KZI_NO_KIND, sizeof model->next);
    memset(model->copies + KZI_RED, KZI_UNSAID, KZI_SUITS);
    memset(model->face_copies, 1, KZI_HONOR_FACE);
    memset(model->face_copies + KZI_HONOR_FACE, KZI_MAX_COPIES, KZI_FACES - KZI_HONOR_FACE);
    sort_limits(reader);
    number_all(reader);
    if (!model->part)
        require(reader, needed, KZI_COUNT(needed));
    kzi_read_keys(reader, model->root, KZI_KEYS(rules), model);
    for (size_t i = 0; i < model->known_words.count; i++)
        kzi_names_add(&model->all_words, model->known_words.name[i]);
    for (size_t i = 0; i < model->table_names.count; i++)
        kzi_names_add(&model->all_words, model->table_names.name[i]);
    if (model->n_hashes)
        qsort(model->hashes, model->n_hashes, sizeof *model->hashes, kzi_compare_nodes);
}

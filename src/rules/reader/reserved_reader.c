/* What the language has and this version does not score: every key and word is checked as it will
 * be, so that a file written today is right the day it is scored, and then the part is refused. */
#include "rules/reader/reader.h"

#include <string.h>

void kzi_not_yet(struct kzi_reader *reader, struct kzi_place place, const char *what) {
    kzi_error_at(reader->diags, place,
                 "%s is part of the rule language, but this version does not score it yet", what);
}

static void read_text(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_expect(reader, entry->value, KZI_SCALAR, entry->key->text);
}

/* --- options --------------------------------------------------------------------------------- */

/* An address names a place within a section: yaku.pinfu.when.by. */
static void check_address(struct kzi_reader *reader, const struct kzi_node *address) {
    static const char *const sections[] = {"tiles", "shapes",     "waits",  "circumstances",
                                           "total", "minimum",    "yaku",   "combinations",
                                           "fu",    "hand_value", "limits", "payments"};
    if (!kzi_expect(reader, address, KZI_SCALAR, "an address"))
        return;
    size_t len = strcspn(address->text, ".");
    for (size_t i = 0; i < KZI_COUNT(sections); i++)
        if (strlen(sections[i]) == len && !strncmp(sections[i], address->text, len))
            return;
    kzi_error_at(reader->diags, address->place,
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
        kzi_error_at(reader->diags, node->place,
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

static void check_overlay(struct kzi_reader *reader, const struct kzi_node *overlay) {
    if (!kzi_expect(reader, overlay, KZI_MAP, "what an option's value changes"))
        return;
    for (size_t i = 0; i < overlay->count; i++) {
        const struct kzi_entry *entry = &overlay->u.entries[i];
        bool removal = !strcmp(entry->key->text, "remove");
        if (!removal)
            check_address(reader, entry->key);
        if (!removal || !kzi_expect(reader, entry->value, KZI_LIST, "remove"))
            continue;
        for (size_t k = 0; k < entry->value->count; k++)
            check_address(reader, entry->value->u.items[k]);
    }
}

static void read_values(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "values (value: what it changes)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        check_option_word(reader, entry->value->u.entries[i].key, "a value of an option");
        check_overlay(reader, entry->value->u.entries[i].value);
    }
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
    {"says", read_text, "text"},
    {"default", read_text, "option_word"},
    {"values", read_values, "map option_word changes"},
    {"field", read_field, "address"},
    {"allowed", read_allowed, "allowed"},
    {"source", kzi_read_label, "label"},
    {"note", kzi_read_prose, "text"},
    {"intended", kzi_read_intended, "list scalar"},
};
const struct kzi_key_table kzi_keys_option = {"option", option_keys, KZI_COUNT(option_keys)};

static void read_option(struct kzi_reader *reader, const struct kzi_entry *entry) {
    const struct kzi_node *option = entry->value;
    if (!kzi_expect_id(reader, entry->key) || option->kind == KZI_SCALAR)
        return;
    check_option_word(reader, entry->key, "an option");
    kzi_read_keys(reader, option, "an option", option_keys, KZI_COUNT(option_keys), NULL);
    if (option->kind != KZI_MAP)
        return;
    bool values = kzi_node_get(option, "values"), field = kzi_node_get(option, "field"),
         allowed = kzi_node_get(option, "allowed");
    if (values ? field || allowed : !field || !allowed)
        kzi_error_at(reader->diags, entry->key->place,
                     "the option %s says what it changes by values, or by field and allowed",
                     entry->key->text);
    const struct kzi_node *normal = kzi_node_get(option, "default");
    if (!normal)
        kzi_error_at(reader->diags, entry->key->place, "the option %s has no default",
                     entry->key->text);
    else if (normal->kind == KZI_SCALAR && !default_is_allowed(option, normal))
        kzi_error_at(reader->diags, normal->place,
                     "%s is the default of %s, but none of its values", normal->text,
                     entry->key->text);
}

void kzi_read_options(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "options"))
        return;
    for (size_t i = 0; i < entry->value->count; i++)
        read_option(reader, &entry->value->u.entries[i]);
}

/* --- combinations ---------------------------------------------------------------------------- */

static void read_choose(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    static const char *const words[] = {"most_valuable"};
    (void)target;
    kzi_read_choice(reader, entry->value, "a way to choose combinations", words, 1);
}

static void read_closed_covers(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_combinations *)target)->closed_covers);
}

static void read_account_once(struct kzi_reader *reader, const struct kzi_entry *entry,
                              void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_combinations *)target)->account_once);
}

static void read_non_identical(struct kzi_reader *reader, const struct kzi_entry *entry,
                               void *target) {
    kzi_read_yes(reader, entry->value, &((struct kzi_combinations *)target)->non_identical);
}

static const struct kzi_key combinations_keys[] = {
    {"closed_covers", read_closed_covers, "yes"}, {"account_once", read_account_once, "yes"},
    {"non_identical", read_non_identical, "yes"}, {"choose", read_choose, "enum most_valuable"},
    {"source", kzi_read_label, "label"},          {"note", kzi_read_prose, "text"},
};
const struct kzi_key_table kzi_keys_combinations = {"combinations", combinations_keys,
                                                    KZI_COUNT(combinations_keys)};

void kzi_read_combinations(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_read_keys(reader, entry->value, "combinations", combinations_keys,
                  KZI_COUNT(combinations_keys), &reader->model->combinations);
}

/* --- tiles that stand for others, and other values ------------------------------------------- */

static void read_wild_as(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    struct kzi_class unused;
    (void)target;
    if (!kzi_node_is(entry->value, "any"))
        kzi_read_class(reader, entry->value, &unused);
}

static const struct kzi_key wild_keys[] = {
    {"as", read_wild_as, "class"},
    {"tiles", read_text, "tiles_text"},
    {"shown", read_text, "text"},
};
const struct kzi_key_table kzi_keys_wild = {"wild", wild_keys, KZI_COUNT(wild_keys)};

void kzi_read_wild(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    kzi_read_keys(reader, entry->value, "wild tiles", wild_keys, KZI_COUNT(wild_keys), target);
    kzi_not_yet(reader, entry->key->place, "wild");
}

void kzi_read_series(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (kzi_expect(reader, entry->value, KZI_SCALAR, "a series") &&
        kzi_expect_id(reader, entry->value))
        kzi_not_yet(reader, entry->key->place, "series");
}

void kzi_read_value_table(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    int32_t number;
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_MAP, "a table (total: value)"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        kzi_read_int(reader, entry->value->u.entries[i].key, 0, 100000, &number);
        kzi_read_int(reader, entry->value->u.entries[i].value, 0, 10000000, &number);
    }
    kzi_not_yet(reader, entry->key->place, "a table of values");
}

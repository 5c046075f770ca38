#include "rules/reader/reader.h"

#include "base/compiler.h"
#include "base/hash.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const kzi_seat_names[KZI_SEATS] = {"E", "S", "W", "N"};
const char *const kzi_role_names[KZI_ROLES] = {
#define KZI_ROLE(name, key, says) #key,
#include "rules/roles.def"
#undef KZI_ROLE
};

const char *const kzi_rounding_names[KZI_ROUNDINGS] = {"none", "up", "nearest", "down",
                                                       "half_down"};

static const char *const kind_words[] = {
    [KZI_SCALAR] = "one value", [KZI_LIST] = "a list", [KZI_MAP] = "a mapping (key: value)"};

bool kzi_expect(struct kzi_rule_reader *reader, const struct kzi_node *node,
                enum kzi_node_kind kind, const char *what) {
    if (node->kind == kind)
        return true;
    KZI_REFUSE(reader, node, "%s is %s, not %s", what, kind_words[kind], kind_words[node->kind]);
    return false;
}

/* Return words as a list: "closed, open". */
static const char *listed(struct kzi_rule_reader *reader, const char *const *words, size_t count) {
    struct kzi_text *list = kzi_text_new(reader->arena);
    for (size_t i = 0; i < count; i++)
        kzi_text_format(list, "%s%s", i ? ", " : "", words[i]);
    return kzi_text_finish(reader->arena, list);
}

static bool is_prose(const struct kzi_entry *entry) {
    const struct kzi_node *value = entry->value;
    return strchr(entry->key->text, ' ') ||
           (value->kind == KZI_SCALAR && !value->text[0] && !value->quoted);
}

/* Return "; did you mean NAME?", or a list of the possible keys. */
static const char *other_keys(struct kzi_rule_reader *reader, const char *name,
                              const struct kzi_key_table *table) {
    const char **names = KZI_NEW_ARRAY(reader->arena, table->count, const char *);
    for (size_t i = 0; i < table->count; i++)
        names[i] = table->keys[i].name;
    const char *near = kzi_did_you_mean(reader->diags, name, names, table->count);
    if (*near)
        return near;
    return kzi_arena_format(reader->arena, ": it has %s", listed(reader, names, table->count));
}

static void refuse_key(struct kzi_rule_reader *reader, const struct kzi_entry *entry,
                       const struct kzi_key_table *table) {
    const struct kzi_node *key = entry->key;
    const struct kzi_entry *top = kzi_node_entry(reader->model->root, key->text);
    const char *other = other_keys(reader, key->text, table);
    if (strchr(key->text, ':'))
        KZI_REFUSE(reader, key, "after the colon in %s a blank is missing", key->text);
    else if (is_prose(entry) && *other == ':')
        KZI_REFUSE(reader, key,
                   "%s has no key %s; prose with a comma, a colon or ? in it goes in quotes",
                   table->what, key->text);
    else if (top && top->key == key &&
             kzi_names_find_spending(&reader->model->yaku_names, key->text) >= 0)
        KZI_REFUSE(reader, key, "%s is a yaku: it belongs under yaku", key->text);
    else
        KZI_REFUSE(reader, key, "%s has no key %s%s", table->what, key->text, other);
}

/* --- values by what their keys take ---------------------------------------------------------- */

/* Read a label.  YAML reads {en: Five, from North} as two keys, which deserves a hint. */
static void read_label(struct kzi_rule_reader *reader, const struct kzi_entry *entry) {
    static const char prose[] = "prose with a comma, a colon or ? in it goes in quotes";
    const struct kzi_node *label = entry->value;
    if (label->kind == KZI_LIST)
        kzi_expect(reader, label, KZI_SCALAR, entry->key->text);
    KZI_EACH_ENTRY(label, one) {
        const struct kzi_node *key = one->key, *value = one->value;
        if (strchr(key->text, ' '))
            KZI_REFUSE(reader, key, "%s has no key %s; %s", entry->key->text, key->text, prose);
        else if (kzi_node_is(value, ""))
            KZI_REFUSE(reader, key, "%s says nothing; %s", key->text, prose);
        else
            kzi_expect(reader, value, KZI_SCALAR, key->text);
    }
}

/* Read "up 100", "nearest 10" or "none". */
static void read_round(struct kzi_rule_reader *reader, const struct kzi_node *node,
                       struct kzi_round *round) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a rounding") || !strcmp(node->text, "none"))
        return;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words);
    int mode = count == 2 ? kzi_names_find(&KZI_NAMES(kzi_rounding_names), words[0]) : -1;
    long to = mode > 0 && strspn(words[1], "0123456789") == strlen(words[1]) ? atol(words[1]) : 0;
    if (to > 0 && to <= 100000)
        *round = (struct kzi_round){(enum kzi_rounding)mode, (int32_t)to};
    else
        KZI_REFUSE(
            reader, node,
            "%s is not a rounding: write up 100, nearest 100, half_down 100, down 100 or none",
            node->text);
}

/* Note the meaning of a fraction that is not written in lowest terms: 2/4 is 1/2, and 2/1 is 2. */
static void note_ratio(struct kzi_rule_reader *reader, const struct kzi_node *node, int32_t ratio) {
    const char *form = ratio % KZI_RATIO_UNIT ? "%d/840" : "%d";
    const int number = ratio % KZI_RATIO_UNIT ? ratio : ratio / KZI_RATIO_UNIT;
    kzi_keep_meaning(reader, node,
                     kzi_hash_text(KZI_HASH_EMPTY, kzi_arena_format(reader->arena, form, number)));
}

static void refuse_value(struct kzi_rule_reader *reader, const struct kzi_kind *kind,
                         const struct kzi_node *node) {
    KZI_REFUSE(reader, node, "%s is not %s: %s", *node->text ? node->text : "nothing", kind->what,
               kind->write);
}

/* Read a whole number, or a fraction with a denominator up to 8. */
static bool read_ratio(struct kzi_rule_reader *reader, const struct kzi_kind *kind,
                       const struct kzi_node *node, int32_t *ratio) {
    if (!kzi_expect(reader, node, KZI_SCALAR, kind->what))
        return false;
    const char *text = node->text;
    size_t digits = strspn(text, "0123456789");
    const char *rest = text + digits;
    bool fraction = rest[0] == '/' && rest[1] >= '1' && rest[1] <= '8' && !rest[2],
         good = digits && digits <= (kind->max > 1 ? 3 : 1) && (fraction || !*rest);
    if (good)
        *ratio = atoi(text) * KZI_RATIO_UNIT / (fraction ? rest[1] - '0' : 1);
    good = good && *ratio <= kind->max * KZI_RATIO_UNIT;
    if (good)
        note_ratio(reader, node, *ratio);
    else
        refuse_value(reader, kind, node);
    return good;
}

/* Read a number or the index of a word.  Return whether there is one to store. */
static bool read_number(struct kzi_rule_reader *reader, const struct kzi_key *key,
                        const struct kzi_kind *kind, const struct kzi_entry *entry,
                        int32_t *number) {
    const struct kzi_node *value = entry->value;
    const char *what = key->what ? key->what : kind->what ? kind->what : entry->key->text;
    if (kind->form == KZI_AN_INT)
        return kzi_read_int(reader, value, kind->min, kind->max, number);
    if (kind->form == KZI_A_RATIO)
        return read_ratio(reader, kind, value, number);
    *number = kzi_read_name(reader, value, what, &kind->words);
    if (kind->form == KZI_YES_OR_NO)
        *number = !*number;
    return *number >= 0;
}

/* Store a number in a member of `size` bytes; 0: there is no member. */
static void store(void *member, size_t size, int32_t number) {
    KZI_ASSUME(size <= sizeof number);
    if (size == sizeof(uint8_t))
        *(uint8_t *)member = (uint8_t)number;
    else if (size == sizeof(int16_t))
        *(int16_t *)member = (int16_t)number;
    else if (size)
        *(int32_t *)member = number;
}

/* Read one id or several: with names, the index of the one, or a bit for each. */
static void read_ids(struct kzi_rule_reader *reader, const struct kzi_key *key,
                     const struct kzi_kind *kind, const struct kzi_entry *entry, void *member) {
    const struct kzi_names *names = (const void *)((const char *)reader->model + key->names);
    if (!key->what) {
        if (kzi_expect(reader, entry->value, KZI_SCALAR, entry->key->text))
            kzi_expect_id(reader, entry->value);
    } else if (kind->form == KZI_IDS) {
        *(uint64_t *)member |= kzi_read_names(reader, entry->value, key->what, names);
    } else {
        int number = kzi_read_name(reader, entry->value, key->what, names);
        store(member, key->size, number < 0 ? 0 : number);
    }
}

static const struct kzi_condition *read_condition(struct kzi_rule_reader *reader,
                                                  const struct kzi_key *key,
                                                  const struct kzi_node *node) {
    reader->scored_allowed = key->scored;
    const struct kzi_condition *cond =
        key->early ? kzi_read_needs(reader, node) : kzi_read_condition(reader, node);
    reader->scored_allowed = false;
    return cond;
}

static void read_value(struct kzi_rule_reader *reader, const struct kzi_key *key,
                       const struct kzi_kind *kind, const struct kzi_entry *entry, void *member);

/* Read a list; a list of words becomes a set of bits. */
static void read_list(struct kzi_rule_reader *reader, const struct kzi_key *key,
                      const struct kzi_kind *kind, const struct kzi_entry *entry, uint8_t *bits) {
    const struct kzi_node *list = entry->value;
    if (!kzi_expect(reader, list, KZI_LIST, key->all ? key->all : key->name))
        return;
    KZI_EACH_ITEM(list, item) {
        const struct kzi_entry one = {entry->key, item};
        int32_t number;
        if (!key->size)
            read_value(reader, key, kind->of, &one, NULL);
        else if (read_number(reader, key, kind->of, &one, &number))
            *bits = (uint8_t)(*bits | 1U << number);
    }
}

size_t kzi_count_short(const struct kzi_key_table *table) {
    size_t count = 0;
    for (size_t i = 0; table && i < table->count; i++)
        count += table->keys[i].short_;
    return count;
}

/* Return whether a value is the word that its kind allows instead of its usual form, or is of
 * neither form. */
static bool is_other_word(struct kzi_rule_reader *reader, const struct kzi_kind *kind,
                          const struct kzi_node *value) {
    if (!kind->word || value->kind != KZI_SCALAR)
        return false;
    const bool number = kind->form == KZI_AN_INT || kzi_count_short(kind->table);
    if (number && *value->text && strchr("-0123456789", *value->text))
        return false;
    if (strcmp(value->text, kind->word) != 0)
        refuse_value(reader, kind, value);
    return true;
}

static void read_value(struct kzi_rule_reader *reader, const struct kzi_key *key,
                       const struct kzi_kind *kind, const struct kzi_entry *entry, void *member) {
    const struct kzi_node *value = entry->value;
    int32_t number;
    if (is_other_word(reader, kind, value))
        return;
    switch (kind->form) {
    case KZI_AN_INT:
    case KZI_A_RATIO:
    case KZI_A_WORD:
    case KZI_YES_OR_NO:
        if (read_number(reader, key, kind, entry, &number))
            store(member, key->size, number);
        break;
    case KZI_AN_ID:
    case KZI_IDS:
        read_ids(reader, key, kind, entry, member);
        break;
    case KZI_A_TEXT:
        if (kzi_expect(reader, value, KZI_SCALAR, key->what ? key->what : entry->key->text) &&
            key->size)
            *(const char **)member = value->text;
        break;
    case KZI_A_LABEL:
        read_label(reader, entry);
        if (key->size)
            *(const struct kzi_node **)member = value;
        break;
    case KZI_A_ROUNDING:
        read_round(reader, value, member);
        break;
    case KZI_A_CLASS:
        kzi_read_class(reader, value, member);
        break;
    case KZI_A_PATTERN:
        *(const struct kzi_pattern **)member = kzi_read_pattern(reader, value);
        break;
    case KZI_A_CONDITION:
        *(const struct kzi_condition **)member = read_condition(reader, key, value);
        break;
    case KZI_A_LIST:
        read_list(reader, key, kind, entry, member);
        break;
    case KZI_A_MAPPING:
        kzi_read_thing(reader, entry, kind->table, member);
        break;
    case KZI_A_MAP:
        if (key->kept && kzi_expect(reader, value, KZI_MAP, key->all ? key->all : key->name))
            KZI_EACH_ENTRY(value, one)
                kzi_expect(reader, one->value, KZI_SCALAR, key->what);
        break;
    case KZI_READ_ELSEWHERE:
        break;
    }
}

/* --- tables of keys -------------------------------------------------------------------------- */

static const char *const ways[] = {"discard", "self_draw"}, *const yes_no[] = {"yes", "no"};
#define WORDS_OF(list)                                                                             \
    { .name = list, .count = KZI_COUNT(list) }
#define KIND(id, ...) const struct kzi_kind kzi_kind_##id[1] = {{.name = #id, .form = __VA_ARGS__}};
#include "rules/kinds.def"
#define KEYS(name, ...)                                                                            \
    const struct kzi_kind kzi_kind_##name[1] = {{#name, KZI_A_MAPPING, .table = KZI_KEYS(name)}};
#define KEY(...)
#define END
#include "rules/keys.def"
const struct kzi_kind kzi_kind_address[1] = {{.name = "address"}},
                      kzi_kind_condition[1] = {
                          {.name = "condition", .form = KZI_A_CONDITION, .normal = "always"}};

#define FIELD(type, member)                                                                        \
    .offset = offsetof(struct type, member), .size = sizeof(((struct type *)0)->member)
#define BY(function)         .read = kzi_read_##function
#define THEN(function)       .then = kzi_read_##function
#define EACH(function, what) .read = kzi_read_##function, .each = true, .all = (what)
#define ALL(what)            .all = (what)
#define WHAT(text)           .what = (text)
#define NAMES(word, list)    .what = (word), .names = offsetof(struct kzi_model, list)
#define SETS(type, member, value)                                                                  \
    .set_offset = offsetof(struct type, member), .set_size = sizeof(((struct type *)0)->member),   \
    .set_to = (value)
#define NEEDED(text) .needed = (text)
#define AMONG(...)                                                                                 \
    (const char *const[]) {                                                                        \
        __VA_ARGS__, NULL                                                                          \
    }
#define GOES_WITH(text, ...) .with_says = (text), .with = AMONG(__VA_ARGS__)
#define BARS(text, ...)      .bars_says = (text), .bars = AMONG(__VA_ARGS__)
#define LACKS(text, ...)     .lacks_says = (text), .lacks = AMONG(__VA_ARGS__)
#define ONE_OF(text, ...)    .one_says = (text), .one_of = AMONG(__VA_ARGS__)
#define KEPT(type, member)   .offset = offsetof(struct type, member), .kept = true
#define SHORT                .short_ = true
#define SCORED               .scored = true
#define EARLY                .early = true
#define ELSEWHERE            .elsewhere = true
#define JOINS                .joins = true
#define DEFAULT(text)        .normal = (text)
#define MEANS(function)      .mean = kzi_mean_##function
#define THING                .thing = true
#define SILENT               .silent = true
#define REMARK               .silent = true, .remark = true
#define THINGS_JOIN          .joins = true, .things_join = true

#define FIRST(word, ...) word
#define kzi_kind_WORDS(...)                                                                        \
    ((const struct kzi_kind[]){                                                                    \
        {.form = KZI_A_WORD,                                                                       \
         .normal = FIRST(__VA_ARGS__, ),                                                           \
         .words = {.name = (const char *const[]){__VA_ARGS__},                                     \
                   .count = KZI_COUNT(((const char *const[]){__VA_ARGS__}))}}})

#define KEYS(name, ...)      static const struct kzi_key name##_keys[] = {
#define KEY(key, takes, ...) {.name = key, .kind = kzi_kind_##takes, __VA_ARGS__},
#define END                                                                                        \
    }                                                                                              \
    ;
#include "rules/keys.def"

const struct kzi_key_table kzi_key_tables[KZI_KEY_TABLES] = {
#define KEYS(id, label, ...)                                                                       \
    {.name = #id, .what = label, .keys = id##_keys, .count = KZI_COUNT(id##_keys), __VA_ARGS__},
#define KEY(...)
#define END
#include "rules/keys.def"
};

const struct kzi_key *kzi_key_table_find(const struct kzi_key_table *table, const char *name,
                                         size_t len) {
    for (size_t i = 0; table && i < table->count; i++) {
        const char *known = table->keys[i].name;
        if (*known == *name && !strncmp(known, name, len) && !known[len])
            return &table->keys[i];
    }
    return NULL;
}

static void read_each(struct kzi_rule_reader *reader, const struct kzi_key *key,
                      const struct kzi_entry *entry, void *member) {
    const struct kzi_node *all = entry->value;
    const bool list = key->kind->form == KZI_A_LIST;
    if (!kzi_expect(reader, all, list ? KZI_LIST : KZI_MAP, key->all))
        return;
    KZI_EACH_ENTRY(all, one)
        key->read(reader, one, member);
    KZI_EACH_ITEM(all, item) {
        const struct kzi_entry one = {
            kzi_node_new_scalar(reader->arena, item->place, entry->key->text), item};
        key->read(reader, &one, member);
    }
}

static void read_entry(struct kzi_rule_reader *reader, const struct kzi_key *key,
                       const struct kzi_entry *entry, void *target) {
    const char *word = key->kind->word;
    const size_t errors = reader->diags->errors;
    void *member = target ? (char *)target + key->offset : NULL;
    if (key->set_size && (!word || kzi_node_is(entry->value, word)))
        store((char *)target + key->set_offset, key->set_size, key->set_to);
    if (key->each)
        read_each(reader, key, entry, member);
    else if (key->read)
        key->read(reader, entry, member);
    else if (!key->elsewhere)
        read_value(reader, key, key->kind, entry, key->kept ? NULL : member);
    if (reader->diags->errors != errors)
        return;
    if (key->kept && member)
        *(const struct kzi_node **)member = entry->value;
    if (key->then)
        key->then(reader, entry, member);
}

const struct kzi_node *kzi_expand_short(struct kzi_arena *arena, const struct kzi_key_table *table,
                                        const struct kzi_node *node) {
    if (node->kind != KZI_SCALAR || !kzi_count_short(table))
        return node;
    struct kzi_node *map = kzi_node_new(arena, KZI_MAP, node->place);
    for (size_t i = 0; i < table->count; i++) {
        const struct kzi_node *key = kzi_node_new_scalar(arena, node->place, table->keys[i].name);
        if (table->keys[i].short_)
            kzi_map_add(arena, map, (struct kzi_entry){key, node});
    }
    return map;
}

void kzi_read_keys(struct kzi_rule_reader *reader, const struct kzi_node *node,
                   const struct kzi_key_table *table, void *target) {
    const struct kzi_node *map = kzi_expand_short(reader->arena, table, node);
    const size_t errors = reader->diags->errors;
    if (map->kind == KZI_LIST && kzi_count_short(table)) {
        KZI_REFUSE(reader, map, "%s is one value or a mapping (key: value), not a list",
                   table->what);
        return;
    }
    if (!kzi_expect(reader, map, KZI_MAP, table->what))
        return;
    kzi_arena_spend(reader->diags->arena, table->count * map->count / 2);
    bool *known = KZI_NEW_ARRAY(reader->arena, map->count, bool);
    for (size_t i = 0; i < table->count; i++) {
        const struct kzi_entry *entry = kzi_node_entry(map, table->keys[i].name);
        if (!entry || (map != node && reader->diags->errors != errors))
            continue; /* one error for a value is enough */
        known[entry - map->u.entries] = true;
        read_entry(reader, &table->keys[i], entry, target);
    }
    for (size_t i = 0; map == node && i < map->count; i++)
        if (!known[i])
            refuse_key(reader, &map->u.entries[i], table);
}

/* Return how many of some keys a mapping has, and the last of them.  A key that is `no` does not
 * count. */
static unsigned count_said(const struct kzi_node *map, const char *const *keys,
                           const struct kzi_entry **last) {
    unsigned count = 0;
    for (; *keys; keys++) {
        const struct kzi_entry *entry = kzi_node_entry(map, *keys);
        if (!entry || kzi_node_is(entry->value, "no"))
            continue;
        *last = entry;
        count++;
    }
    return count;
}

/* Refuse keys of a mapping that exclude each other. */
static void check_together(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                           const struct kzi_key_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        const struct kzi_key *key = &table->keys[i];
        const bool checked = key->with || key->bars || key->lacks;
        const struct kzi_entry *entry = checked ? kzi_node_entry(line->value, key->name) : NULL,
                               *other;
        const char *normal = key->normal ? key->kind->normal : "no";
        if (!entry || (normal && kzi_node_is(entry->value, normal)))
            continue;
        if (key->with && !count_said(line->value, key->with, &other))
            kzi_missing_at(reader, kzi_later_place(entry->key->place, line->key->place), "%s%s",
                           key->with_says, kzi_hint(reader, *key->with, NULL, 0));
        if (key->bars && count_said(line->value, key->bars, &other))
            kzi_error_at(reader->diags, kzi_later_place(entry->key->place, other->key->place), "%s",
                         key->bars_says);
        if (key->lacks && count_said(entry->value, key->lacks, &other))
            KZI_REFUSE(reader, other->key, "%s", key->lacks_says);
    }
}

/* Note that a mapping has none of some keys, unless it has another error, or several of them. */
static void check_one(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                      const struct kzi_key_table *table, bool wrong) {
    const struct kzi_entry *last;
    const unsigned count = count_said(line->value, table->one_of, &last);
    if (count ? count > 1 && !table->some : !wrong)
        kzi_missing_at(reader, line->key->place, "%s %s", line->key->text, table->one_says);
}

void kzi_read_thing(struct kzi_rule_reader *reader, const struct kzi_entry *line,
                    const struct kzi_key_table *table, void *target) {
    const bool mapping = line->value->kind == KZI_MAP;
    const size_t errors = reader->diags->errors;
    kzi_read_keys(reader, line->value, table, target);
    for (size_t i = 0; mapping && i < table->count; i++)
        if (table->keys[i].needed && !kzi_node_get(line->value, table->keys[i].name))
            kzi_missing_at(reader, line->key->place, "%s %s%s", line->key->text,
                           table->keys[i].needed, kzi_hint(reader, table->keys[i].name, NULL, 0));
    if (table->empty && mapping && !line->value->count)
        KZI_REFUSE(reader, line->value, "%s %s", line->key->text, table->empty);
    if (mapping && table->one_of)
        check_one(reader, line, table, reader->diags->errors != errors);
    if (mapping)
        check_together(reader, line, table);
}

/* --- values ---------------------------------------------------------------------------------- */

bool kzi_read_int(struct kzi_rule_reader *reader, const struct kzi_node *node, int32_t min,
                  int32_t max, int32_t *number) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a number"))
        return false;
    const char *digits = node->text + (node->text[0] == '-');
    size_t len = strlen(digits);
    if (!len || strspn(digits, "0123456789") != len) {
        KZI_REFUSE(reader, node, "%s is not a whole number", *node->text ? node->text : "nothing");
        return false;
    }
    long value = len > 9 ? (long)max + 1 : strtol(node->text, NULL, 10);
    if (value < min || value > max) {
        KZI_REFUSE(reader, node, "%s is out of range: %d to %d", node->text, min, max);
        return false;
    }
    *number = (int32_t)value;
    return true;
}

bool kzi_read_yes(struct kzi_rule_reader *reader, const struct kzi_node *node, bool *yes) {
    int word = kzi_read_name(reader, node, "yes or no", &kzi_kind_yes->words);
    *yes = word == 0;
    return word >= 0;
}

const char *kzi_hint(struct kzi_rule_reader *reader, const char *name, const char *const *words,
                     size_t count) {
    const struct kzi_node *remove = kzi_node_get(reader->model->root, "remove");
    KZI_EACH_ITEM(remove, address) {
        const char *dot = address->kind == KZI_SCALAR ? strrchr(address->text, '.') : NULL;
        if (!dot || strcmp(dot + 1, name) != 0)
            continue;
        return kzi_arena_format(reader->arena, ": remove takes it away on line %u",
                                address->place.line);
    }
    return name[0] && name[1] ? kzi_did_you_mean(reader->diags, name, words, count) : "";
}

void kzi_keep_meaning(struct kzi_rule_reader *reader, const struct kzi_node *node, uint64_t hash) {
    struct kzi_model *model = reader->model;
    *KZI_ADD(reader->arena, model->hashes, model->n_hashes) = (struct kzi_node_hash){node, hash};
}

static bool is_part(const struct kzi_rule_reader *reader) {
    return reader->model && reader->model->part;
}

void kzi_missing_at(struct kzi_rule_reader *reader, struct kzi_place place, const char *format,
                    ...) {
    char text[sizeof((kz_error *)0)->text];
    va_list args;
    reader->lost = true;
    if (is_part(reader))
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kzi_error_at(reader->diags, place, "%s", text);
}

static void refuse_word(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        const char *what, const char *const *words, size_t count) {
    const char *text = *node->text ? node->text : "nothing";
    const char *hint = kzi_hint(reader, node->text, words, count);
    if (*hint == ':' || count > 12 || (*hint && count > 2))
        KZI_REFUSE(reader, node, "%s is not %s%s", text, what, hint);
    else if (count == 1)
        KZI_REFUSE(reader, node, "%s is not known here: write %s", text, words[0]);
    else if (count == 2)
        KZI_REFUSE(reader, node, "%s is neither %s nor %s", text, words[0], words[1]);
    else
        KZI_REFUSE(reader, node, "%s is not %s: %s", text, what,
                   count ? listed(reader, words, count) : "these rules declare none");
}

int kzi_read_name(struct kzi_rule_reader *reader, const struct kzi_node *node, const char *what,
                  const struct kzi_names *names) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return -1;
    int number = kzi_names_find_spending(names, node->text);
    reader->lost |= number < 0;
    if (number < 0 && !(names->arena && is_part(reader)))
        refuse_word(reader, node, what, names->name, names->count);
    return number;
}

int kzi_read_one_of(struct kzi_rule_reader *reader, const struct kzi_node *node, const char *what,
                    const char *const *words, size_t count) {
    return kzi_read_name(reader, node, what, &(struct kzi_names){.name = words, .count = count});
}

size_t kzi_items_of(const struct kzi_node *const *node, const struct kzi_node *const **items) {
    *items = (*node)->kind == KZI_LIST ? (*node)->u.items : node;
    return (*node)->kind == KZI_LIST ? (*node)->count : 1;
}

uint64_t kzi_read_names(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        const char *what, const struct kzi_names *names) {
    const struct kzi_node *const *items;
    size_t count = kzi_items_of(&node, &items);
    uint64_t bits = 0;
    if (!count)
        KZI_REFUSE(reader, node, "this list is empty: name %s", what);
    for (size_t i = 0; i < count; i++) {
        int number = kzi_read_name(reader, items[i], what, names);
        if (number >= 0)
            bits |= UINT64_C(1) << number;
    }
    return bits;
}

bool kzi_expect_id(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    size_t len = strlen(node->text);
    if (len > 0 && len <= KZI_MAX_ID_LETTERS && node->text[0] >= 'a' && node->text[0] <= 'z' &&
        strspn(node->text, "abcdefghijklmnopqrstuvwxyz0123456789_") == len)
        return true;
    KZI_REFUSE(reader, node,
               "%s is not an id: lower-case letters, digits and _, a letter first, %d at most",
               node->text, KZI_MAX_ID_LETTERS);
    return false;
}

size_t kzi_split_words(struct kzi_rule_reader *reader, const char *text, const char ***words) {
    char *copy = kzi_arena_copy(reader->arena, text, strlen(text));
    const char **list = NULL;
    size_t count = 0;
    for (char *at = copy + strspn(copy, " "); *at; at += strspn(at, " ")) {
        list = kzi_arena_more(reader->arena, list, count, sizeof *list);
        list[count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    *words = list;
    return count;
}

#include "rules/reader/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const kzi_seat_names[KZI_SEATS] = {"E", "S", "W", "N"};

static const char *const kind_words[] = {
    [KZI_SCALAR] = "one value", [KZI_LIST] = "a list", [KZI_MAP] = "a mapping (key: value)"};

bool kzi_expect(struct kzi_reader *reader, const struct kzi_node *node, enum kzi_node_kind kind,
                const char *what) {
    if (node->kind == kind)
        return true;
    kzi_error_at(reader->diags, node->place, "%s is %s, not %s", what, kind_words[kind],
                 kind_words[node->kind]);
    return false;
}

static const struct kzi_key *find_key(const struct kzi_key *keys, size_t n_keys, const char *name) {
    for (size_t i = 0; i < n_keys; i++)
        if (!strcmp(keys[i].name, name))
            return &keys[i];
    return NULL;
}

/* "closed, open" */
static const char *listed(struct kzi_reader *reader, const char *const *words, size_t count) {
    char list[256] = "";
    for (size_t i = 0; i < count && strlen(list) + strlen(words[i]) + 3 < sizeof list; i++) {
        strcat(list, i ? ", " : "");
        strcat(list, words[i]);
    }
    return kzi_arena_copy(reader->arena, list, strlen(list));
}

static bool is_prose(const struct kzi_entry *entry) {
    const struct kzi_node *value = entry->value;
    return strchr(entry->key->text, ' ') ||
           (value->kind == KZI_SCALAR && !value->text[0] && !value->quoted);
}

/* " (did you mean NAME?)", or what keys there are. */
static const char *other_keys(struct kzi_reader *reader, const char *name,
                              const struct kzi_key *keys, size_t n_keys) {
    const char **names = KZI_NEW_ARRAY(reader->arena, n_keys, const char *);
    for (size_t i = 0; i < n_keys; i++)
        names[i] = keys[i].name;
    const char *near = kzi_did_you_mean(reader->diags, name, names, n_keys);
    if (*near)
        return near;
    char text[300];
    snprintf(text, sizeof text, "; it has %s", listed(reader, names, n_keys));
    return kzi_arena_copy(reader->arena, text, strlen(text));
}

static void refuse_key(struct kzi_reader *reader, const struct kzi_entry *entry, const char *what,
                       const struct kzi_key *keys, size_t n_keys) {
    const struct kzi_node *key = entry->key;
    const struct kzi_entry *top = kzi_node_entry(reader->model->root, key->text);
    const char *other = other_keys(reader, key->text, keys, n_keys);
    if (strchr(key->text, ':'))
        kzi_error_at(reader->diags, key->place, "after the colon in %s a blank is missing",
                     key->text);
    else if (is_prose(entry) && *other == ';')
        kzi_error_at(reader->diags, key->place,
                     "%s has no key %s; prose with a comma, a colon or ? in it goes in quotes",
                     what, key->text);
    else if (top && top->key == key &&
             kzi_names_look_up(&reader->model->yaku_names, key->text) >= 0)
        kzi_error_at(reader->diags, key->place, "%s is a yaku: it stands under yaku", key->text);
    else
        kzi_error_at(reader->diags, key->place, "%s has no key %s%s", what, key->text, other);
}

void kzi_read_keys(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                   const struct kzi_key *keys, size_t n_keys, void *target) {
    if (!kzi_expect(reader, node, KZI_MAP, what))
        return;
    for (size_t i = 0; i < n_keys; i++) {
        const struct kzi_entry *entry = kzi_node_entry(node, keys[i].name);
        if (entry && keys[i].read)
            keys[i].read(reader, entry, target);
    }
    for (size_t i = 0; i < node->count; i++)
        if (!find_key(keys, n_keys, node->u.entries[i].key->text))
            refuse_key(reader, &node->u.entries[i], what, keys, n_keys);
}

bool kzi_read_int(struct kzi_reader *reader, const struct kzi_node *node, int32_t least,
                  int32_t most, int32_t *number) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a number"))
        return false;
    const char *digits = node->text + (node->text[0] == '-');
    size_t len = strlen(digits);
    if (!len || strspn(digits, "0123456789") != len) {
        kzi_error_at(reader->diags, node->place, "%s is no whole number",
                     *node->text ? node->text : "nothing");
        return false;
    }
    long value = len > 9 ? (long)most + 1 : strtol(node->text, NULL, 10);
    if (value < least || value > most) {
        kzi_error_at(reader->diags, node->place, "%s is out of range: %d to %d", node->text, least,
                     most);
        return false;
    }
    *number = (int32_t)value;
    return true;
}

bool kzi_read_yes(struct kzi_reader *reader, const struct kzi_node *node, bool *yes) {
    static const char *const words[] = {"yes", "no"};
    int word = kzi_read_choice(reader, node, "yes or no", words, 2);
    *yes = word == 0;
    return word >= 0;
}

const char *kzi_hint(struct kzi_reader *reader, const char *name, const char *const *words,
                     size_t count) {
    const struct kzi_node *remove = kzi_node_get(reader->model->root, "remove");
    for (size_t i = 0; remove && remove->kind == KZI_LIST && i < remove->count; i++) {
        const struct kzi_node *address = remove->u.items[i];
        const char *dot = address->kind == KZI_SCALAR ? strrchr(address->text, '.') : NULL;
        if (!dot || strcmp(dot + 1, name) != 0)
            continue;
        char text[64];
        snprintf(text, sizeof text, ": remove takes it away in line %u", address->place.line);
        return kzi_arena_copy(reader->arena, text, strlen(text));
    }
    return name[0] && name[1] ? kzi_did_you_mean(reader->diags, name, words, count) : "";
}

static bool is_part(const struct kzi_reader *reader) {
    return reader->model && reader->model->part;
}

void kzi_missing_at(struct kzi_reader *reader, struct kzi_place place, const char *format, ...) {
    char text[sizeof((kz_error *)0)->text];
    va_list args;
    if (is_part(reader))
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    kzi_error_at(reader->diags, place, "%s", text);
}

static void refuse_word(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                        const char *const *words, size_t count) {
    const char *said = *node->text ? node->text : "nothing";
    const char *hint = kzi_hint(reader, node->text, words, count);
    if (*hint == ':' || count > 12 || (*hint && count > 2))
        kzi_error_at(reader->diags, node->place, "%s is not %s%s", said, what, hint);
    else if (count == 1)
        kzi_error_at(reader->diags, node->place, "%s is not known here: write %s", said, words[0]);
    else if (count == 2)
        kzi_error_at(reader->diags, node->place, "%s is neither %s nor %s", said, words[0],
                     words[1]);
    else
        kzi_error_at(reader->diags, node->place, "%s is not %s: %s", said, what,
                     count ? listed(reader, words, count) : "there is none");
}

int kzi_read_choice(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                    const char *const *words, size_t count) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return -1;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(words[i], node->text))
            return (int)i;
    refuse_word(reader, node, what, words, count);
    return -1;
}

int kzi_read_name(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                  const struct kzi_names *names) {
    if (!kzi_expect(reader, node, KZI_SCALAR, what))
        return -1;
    int number = kzi_names_look_up(names, node->text);
    if (number < 0 && !is_part(reader))
        refuse_word(reader, node, what, names->name, names->count);
    return number;
}

uint64_t kzi_read_choices(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                          const char *const *words, size_t count) {
    uint64_t bits = 0;
    const struct kzi_node *const *items = node->kind == KZI_LIST ? node->u.items : &node;
    size_t n = node->kind == KZI_LIST ? node->count : 1;
    if (!n)
        kzi_error_at(reader->diags, node->place, "this list is empty: name %s", what);
    for (size_t i = 0; i < n; i++) {
        int word = kzi_read_choice(reader, items[i], what, words, count);
        if (word >= 0)
            bits |= UINT64_C(1) << word;
    }
    return bits;
}

uint64_t kzi_read_names(struct kzi_reader *reader, const struct kzi_node *node, const char *what,
                        const struct kzi_names *names) {
    const struct kzi_node *const *items = node->kind == KZI_LIST ? node->u.items : &node;
    size_t count = node->kind == KZI_LIST ? node->count : 1;
    uint64_t bits = 0;
    if (!count)
        kzi_error_at(reader->diags, node->place, "this list is empty: name %s", what);
    for (size_t i = 0; i < count; i++) {
        int number = kzi_read_name(reader, items[i], what, names);
        if (number >= 0)
            bits |= UINT64_C(1) << number;
    }
    return bits;
}

bool kzi_read_round(struct kzi_reader *reader, const struct kzi_node *node,
                    struct kzi_round *round) {
    static const struct {
        const char *word;
        enum kzi_rounding way;
    } ways[] = {{"up", KZI_ROUND_UP}, {"nearest", KZI_ROUND_NEAREST}, {"down", KZI_ROUND_DOWN}};
    if (!kzi_expect(reader, node, KZI_SCALAR, "a rounding"))
        return false;
    if (!strcmp(node->text, "none"))
        return true;
    const char **words;
    size_t n = kzi_words_of(reader, node, &words);
    for (size_t i = 0; n == 2 && i < KZI_COUNT(ways); i++) {
        long to = strtol(words[1], NULL, 10);
        if (!strcmp(words[0], ways[i].word) && to > 0 && to <= 100000 &&
            strspn(words[1], "0123456789") == strlen(words[1])) {
            *round = (struct kzi_round){ways[i].way, (int32_t)to};
            return true;
        }
    }
    kzi_error_at(reader->diags, node->place,
                 "%s is no rounding: write up 100, nearest 100, down 100 or none", node->text);
    return false;
}

void kzi_read_prose(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    kzi_expect(reader, entry->value, KZI_SCALAR, entry->key->text);
}

void kzi_read_intended(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    if (!kzi_expect(reader, entry->value, KZI_LIST, "intended"))
        return;
    for (size_t i = 0; i < entry->value->count; i++)
        kzi_expect(reader, entry->value->u.items[i], KZI_SCALAR, "what is intended");
}

/* {en: Five, from North} is read by YAML as two keys. */
static void read_part_of_label(struct kzi_reader *reader, const struct kzi_entry *part,
                               const char *label) {
    static const char prose[] = "prose with a comma, a colon or ? in it goes in quotes";
    const char *key = part->key->text;
    if (strchr(key, ' '))
        kzi_error_at(reader->diags, part->key->place, "%s has no key %s; %s", label, key, prose);
    else if (kzi_node_is(part->value, ""))
        kzi_error_at(reader->diags, part->key->place, "%s says nothing; %s", key, prose);
    else
        kzi_read_prose(reader, part, NULL);
}

void kzi_read_label(struct kzi_reader *reader, const struct kzi_entry *entry, void *target) {
    (void)target;
    const struct kzi_node *label = entry->value;
    if (label->kind == KZI_LIST)
        kzi_expect(reader, label, KZI_SCALAR, entry->key->text);
    for (size_t i = 0; label->kind == KZI_MAP && i < label->count; i++)
        read_part_of_label(reader, &label->u.entries[i], entry->key->text);
}

bool kzi_is_id(const char *text) {
    size_t len = strlen(text);
    return len > 0 && len < 48 && text[0] >= 'a' && text[0] <= 'z' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_") == len;
}

bool kzi_expect_id(struct kzi_reader *reader, const struct kzi_node *node) {
    if (kzi_is_id(node->text))
        return true;
    kzi_error_at(reader->diags, node->place,
                 "%s is no id: lower-case letters, digits and _, a letter first, 47 at most",
                 node->text);
    return false;
}

size_t kzi_words_of(struct kzi_reader *reader, const struct kzi_node *node, const char ***words) {
    char *text = kzi_arena_copy(reader->arena, node->text, strlen(node->text));
    const char **list = NULL;
    size_t count = 0;
    for (char *at = text + strspn(text, " "); *at; at += strspn(at, " ")) {
        list = kzi_arena_more(reader->arena, list, count, sizeof *list);
        list[count++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    *words = list;
    return count;
}

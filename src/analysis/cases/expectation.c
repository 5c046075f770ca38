/* Expectations of a case: check each value, and write the expected and the actual value such that
 * equal values are equal texts. */
#include "analysis/cases/cases.h"

#include "report/wording.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAIRS 128

static const char *const no_yes[] = {"no", "yes"};
static const char *const players[] = {"1", "2", "3", "4"};

#define SCALAR(key, bits, ...)                                                                     \
    { .name = key, .of = bits, .kind = kzi_kind_scalar, __VA_ARGS__ }
#define NUMBER(key, bits)          SCALAR(key, bits, .none = "0")
#define WORD(key, bits, says, ...) SCALAR(key, bits, .what = says, .none = "none", __VA_ARGS__)
#define AMONG(list)                .words = list, .n_words = KZI_COUNT(list)
#define NAME_OF(member)            .names = offsetof(struct kzi_model, member)
#define MAP(key, bits, ...)                                                                        \
    { .name = key, .of = bits, .kind = kzi_kind_MAP(scalar, scalar), .what = key, __VA_ARGS__ }
#define LISTED(key, of_id, of_number) .list = key, .id = of_id, .number = of_number
#define LIST(key, bits, says)                                                                      \
    { .name = key, .of = KZI_OF_DEAL, .kind = kzi_kind_LIST(expect), .what = says, .each = bits }

/* In the order in which differences are reported. */
const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS] = {
    WORD("error", KZI_OF_ERROR, "the code of an error", .words = kzi_problem_names,
         .n_words = KZI_PROBLEM_CODES, .in = "error", .as = "code"),
    SCALAR("at", KZI_OF_ERROR, .in = "error", .none = "0"),
    WORD("key", KZI_OF_ERROR, "a key", .in = "error"),
    WORD("draw", KZI_OF_DEAL, "a key"),
    WORD("seat", KZI_OF_WINNER | KZI_OF_LOSER, "a seat", .words = kzi_seat_names,
         .n_words = KZI_SEATS),
    WORD("win", KZI_OF_HAND, "yes or no", AMONG(no_yes)),
    WORD("reason", KZI_OF_HAND, "a reason", .words = kzi_reason_ids, .n_words = KZI_REASONS),
    MAP("yaku", KZI_OF_HAND | KZI_OF_LOSER, .lines = KZI_OF_YAKU, LISTED("yaku", "id", "value")),
    MAP("covered", KZI_OF_HAND, .lines = KZI_OF_COVERED),
    NUMBER("total", KZI_OF_HAND | KZI_OF_LOSER),
    NUMBER("qualifying", KZI_OF_HAND),
    SCALAR("fu", KZI_OF_HAND | KZI_OF_LOSER, .or_none = true, .none = "none"),
    MAP("fu_items", KZI_OF_HAND | KZI_OF_LOSER, .lines = KZI_OF_FU, LISTED("fu_items", "id", "fu")),
    WORD("limit", KZI_OF_HAND | KZI_OF_LOSER, "a limit", NAME_OF(limit_names), .or_none = true),
    SCALAR("multiplier", KZI_OF_HAND, .none = "1"),
    NUMBER("points", KZI_OF_HAND | KZI_OF_LOSER),
    MAP("payments", KZI_OF_HAND | KZI_OF_DEAL, .lines = KZI_OF_SEATS),
    NUMBER("chips", KZI_OF_HAND),
    MAP("chip_payments", KZI_OF_HAND | KZI_OF_DEAL, .lines = KZI_OF_SEATS),
    NUMBER("deposits_left", KZI_OF_DEAL),
    LIST("results", KZI_OF_HAND | KZI_OF_WINNER, "results (one for each winner)"),
    LIST("losers", KZI_OF_LOSER, "losers (one for each)"),
    SCALAR("next", KZI_OF_GAME, .what = "a key", .none = "over"),
    MAP("scores", KZI_OF_GAME, .lines = KZI_OF_PLAYERS, LISTED("places", "player", "score")),
    MAP("game_points", KZI_OF_GAME, .lines = KZI_OF_PLAYERS, LISTED("places", "player", "points")),
    WORD("wait", KZI_OF_HAND, "a wait", .words = kzi_wait_names, .n_words = KZI_WAITS,
         .in = "reading"),
    WORD("shape", KZI_OF_HAND, "a shape", NAME_OF(shape_names), .in = "reading"),
};

const struct kzi_expectation *kzi_expectation_of(const char *name) {
    const struct kzi_expectation *row = kzi_expectations;
    while (strcmp(row->name, name) != 0)
        row++;
    return row;
}

/* --- checks ---------------------------------------------------------------------------------- */

static bool is_whole(const char *text) {
    const char *digits = text + (*text == '-' || *text == '+');
    return *digits && strspn(digits, "0123456789") == strlen(digits);
}

static bool is_in_range(const char *text) {
    long long number = strtoll(text, NULL, 10);
    return number >= -KZI_MAX_NUMBER && number <= KZI_MAX_NUMBER;
}

static bool is_number(const char *text) {
    return is_whole(text) && is_in_range(text);
}

static void check_number(struct kzi_rule_reader *reader, const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a number"))
        return;
    if (!is_whole(node->text))
        KZI_REFUSE(reader, node, "%s is not a whole number", *node->text ? node->text : "nothing");
    else if (!is_in_range(node->text))
        KZI_REFUSE(reader, node, "%s is out of range: %d to %d", node->text, -KZI_MAX_NUMBER,
                   KZI_MAX_NUMBER);
}

/* Check the expected worth of a yaku: a number, a limit, or a limit with its multiple. */
static void check_worth(struct kzi_rule_reader *reader, const struct kzi_node *node,
                        const struct kzi_names *limits) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "the value of a yaku") || is_number(node->text))
        return;
    const char **words;
    size_t count = kzi_split_words(reader, node->text, &words);
    const char *limit = count ? words[count - 1] : "";
    if (count < 1 || count > 2 || (count == 2 && !is_number(words[0])) ||
        kzi_names_find(limits, limit) < 0)
        KZI_REFUSE(reader, node, "%s is neither a number nor a limit%s",
                   *node->text ? node->text : "nothing",
                   kzi_did_you_mean(reader->diags, limit, limits->name, limits->count));
}

/* Return whether fu items of the ruleset can have this id: one of the engine's or an item of the
 * rules. */
static bool is_fu_id(const struct kzi_model *model, const char *id) {
    static const char *const own[] = {"base", "flat", "pung", "kong", "chow", "pair"};
    bool known = kzi_names_find(&KZI_NAMES(own), id) >= 0;
    for (size_t i = 0; i < model->fu.n_items; i++)
        known |= !strcmp(model->fu.items[i].id, id);
    return known;
}

/* Check the key and the value of a line of a mapping. */
static void check_line(struct kzi_rule_reader *reader, enum kzi_expected_lines lines,
                       const struct kzi_entry *line) {
    static const char *const seats[] = {"E", "S", "W", "N", "discarder", "others"};
    const struct kzi_names *yaku = &reader->model->yaku_names;
    if (lines == KZI_OF_YAKU || lines == KZI_OF_COVERED)
        kzi_read_name(reader, line->key, "a yaku of these rules", yaku);
    else if (lines == KZI_OF_SEATS)
        kzi_read_one_of(reader, line->key, "a seat", seats, KZI_COUNT(seats));
    else if (lines == KZI_OF_PLAYERS)
        kzi_read_one_of(reader, line->key, "a player", players, reader->model->n_seats);
    else if (!is_fu_id(reader->model, line->key->text))
        KZI_REFUSE(reader, line->key, "these rules have no fu item %s", line->key->text);
    if (lines == KZI_OF_YAKU)
        check_worth(reader, line->value, &reader->model->limit_names);
    else if (lines != KZI_OF_COVERED)
        check_number(reader, line->value);
    else if (!kzi_node_is(line->value, "none"))
        kzi_read_name(reader, line->value, "a yaku of these rules", yaku);
}

static void check_map(struct kzi_rule_reader *reader, const struct kzi_expectation *row,
                      const struct kzi_node *node) {
    if (node->count > MAX_PAIRS)
        KZI_REFUSE(reader, node, "%s has more than %d entries", row->name, MAX_PAIRS);
    KZI_EACH_ENTRY(node, entry)
        check_line(reader, row->lines, entry);
}

static void check(struct kzi_rule_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_node *node = entry->value;
    const struct kzi_expectation *row = kzi_expectation_of(entry->key->text);
    const char *model = (const char *)reader->model;
    (void)unused;
    if (row->or_none && kzi_node_is(node, "none"))
        return;
    if (row->words)
        kzi_read_one_of(reader, node, row->what, row->words, row->n_words);
    else if (row->names)
        kzi_read_name(reader, node, row->what, (const struct kzi_names *)(model + row->names));
    else if (!row->what)
        check_number(reader, node);
    else if (row->lines && kzi_expect(reader, node, KZI_MAP, row->what))
        check_map(reader, row, node);
    else if (row->each && kzi_expect(reader, node, KZI_LIST, row->what))
        KZI_EACH_ITEM(node, item)
            kzi_expect_keys(reader, item, row->each);
    else if (!row->lines && !row->each)
        kzi_expect(reader, node, KZI_SCALAR, row->what);
}

void kzi_expect_keys(struct kzi_rule_reader *reader, const struct kzi_node *expect,
                     unsigned kinds) {
    struct kzi_key keys[KZI_EXPECTATIONS];
    size_t count = 0;
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        if (kzi_expectations[i].of & kinds)
            keys[count++] = (struct kzi_key){
                .name = kzi_expectations[i].name, .kind = kzi_expectations[i].kind, .read = check};
    kzi_read_keys(reader, expect,
                  &(struct kzi_key_table){.what = "expect", .keys = keys, .count = count}, NULL);
}

/* --- mappings as text ------------------------------------------------------------------------ */

/* A mapping as pairs sorted by key, so that equal mappings are equal texts. */
struct pairs {
    size_t count;
    struct {
        const char *key;
        long long number;
        const char *word; /* the unit of `number`, such as a limit; NULL: a plain number */
    } list[MAX_PAIRS];
};

static void add_pair(struct pairs *pairs, const char *key, long long number, const char *word) {
    if (pairs->count == MAX_PAIRS)
        return;
    size_t at = pairs->count++;
    for (; at && strcmp(pairs->list[at - 1].key, key) > 0; at--)
        pairs->list[at] = pairs->list[at - 1];
    pairs->list[at].key = key;
    pairs->list[at].number = number;
    pairs->list[at].word = word;
}

/* Add a number; numbers under the same key are added up. */
static void add_number(struct pairs *pairs, const char *key, long long number) {
    size_t at = 0;
    while (at < pairs->count && strcmp(pairs->list[at].key, key) != 0)
        at++;
    if (at < pairs->count)
        pairs->list[at].number += number;
    else
        add_pair(pairs, key, number, NULL);
}

/* Write the pairs, except zeros. */
static void put_pairs(struct kzi_text *text, const struct pairs *pairs) {
    const char *between = "";
    kzi_text_char(text, '{');
    for (size_t i = 0; i < pairs->count; i++) {
        const long long number = pairs->list[i].number;
        const char *word = pairs->list[i].word;
        if (!number && !word)
            continue;
        kzi_text_format(text, "%s%s: ", between, pairs->list[i].key);
        if (!word || number != 1)
            kzi_text_format(text, word ? "%lld " : "%lld", number);
        kzi_text_put(text, word ? word : "");
        between = ", ";
    }
    kzi_text_char(text, '}');
}

/* --- expected -------------------------------------------------------------------------------- */

void kzi_put_expected(struct kzi_text *text, const struct kzi_node *node) {
    const char *word = node ? node->text : no_yes[true];
    struct pairs pairs = {.count = 0};
    if (node && node->kind == KZI_MAP) {
        KZI_EACH_ENTRY(node, line) {
            char *rest;
            long long number = strtoll(line->value->text, &rest, 10);
            if (!*rest)
                add_number(&pairs, line->key->text, number);
            else
                add_pair(&pairs, line->key->text, rest > line->value->text ? number : 1,
                         rest + strspn(rest, " "));
        }
        put_pairs(text, &pairs);
    } else if (is_number(word))
        kzi_text_int(text, strtoll(word, NULL, 10));
    else
        kzi_text_put(text, word);
}

/* --- got -------------------------------------------------------------------------------------- */

/* Return a scalar as text; NULL if it is null or missing. */
static const char *text_in(struct kzi_json_value object, const char *key) {
    const struct kzi_json_value value = kzi_json_member(object, key);
    return !value.token || kzi_json_equals(value, "null") ? NULL : value.token->start;
}

static long long to_number(const char *text) {
    return text ? strtoll(text, NULL, 10) : 0;
}

static void add_list(struct pairs *pairs, const struct kzi_expectation *as,
                     struct kzi_json_value list) {
    KZI_JSON_EACH(item, list) {
        const char *key = text_in(item, as->id), *limit = text_in(item, "limit"),
                   *count = text_in(item, "count");
        if (limit)
            add_pair(pairs, key, to_number(text_in(item, "multiplier")), limit);
        else
            add_number(pairs, key,
                       to_number(text_in(item, as->number)) * (count ? to_number(count) : 1));
    }
}

/* Add the change of each seat or party. */
static void add_members(struct pairs *pairs, struct kzi_json_value object) {
    for (struct kzi_json_value key = kzi_json_first_key(object), value; key.token;
         key = kzi_json_after(object, value)) {
        value = (struct kzi_json_value){key.tokens, key.token + 1};
        add_number(pairs, key.token->start, to_number(value.token->start));
    }
}

/* Add, for each yaku that is expected to be covered, the yaku that covers it, or "none". */
static void add_covered(struct pairs *pairs, struct kzi_json_value list,
                        const struct kzi_node *expected) {
    KZI_EACH_ENTRY(expected, entry) {
        const char *id = entry->key->text, *by = NULL;
        KZI_JSON_EACH(item, list)
            by = !by && !strcmp(text_in(item, "id"), id) ? text_in(item, "by") : by;
        add_pair(pairs, id, 1, by ? by : "none");
    }
}

static void put_map(struct kzi_text *text, const struct kzi_expectation *row,
                    struct kzi_json_value root, const struct kzi_node *node) {
    const struct kzi_json_value value = kzi_json_member(root, row->list ? row->list : row->name);
    struct pairs pairs;
    pairs.count = 0;
    if (row->list)
        add_list(&pairs, row, value);
    else if (row->lines == KZI_OF_COVERED)
        add_covered(&pairs, value, node);
    else
        add_members(&pairs, value);
    put_pairs(text, &pairs);
}

void kzi_put_got(struct kzi_text *text, const struct kzi_expectation *row,
                 struct kzi_json_value root, const struct kzi_node *node) {
    if (row->lines) {
        put_map(text, row, root, node);
        return;
    }
    const char *word =
        text_in(row->in ? kzi_json_member(root, row->in) : root, row->as ? row->as : row->name);
    if (word && row->words == no_yes)
        word = no_yes[!strcmp(word, "true")];
    kzi_text_put(text, word ? word : row->none);
}

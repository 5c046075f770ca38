/* Expectations of a case: check each value, and write the expected and the actual one so that
 * both are the same text if they agree. */
#include "analysis/cases/cases.h"

#include "report/wording.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PAIRS 128

static const char *const reasons[] = {
    [KZI_WINS] = "none",           [KZI_INCOMPLETE] = "incomplete",
    [KZI_NO_YAKU] = "no_yaku",     [KZI_BELOW_MINIMUM] = "below_minimum",
    [KZI_HEAD_BUMP] = "head_bump",
};
static const char *const no_yes[] = {"no", "yes"};
static const char *const players[] = {"1", "2", "3", "4"};

#define NUMBER(name, of)                                                                           \
    { name, kzi_kind_scalar, of, NULL, NULL, 0, 0, false }
#define MAP(name, of)                                                                              \
    { name, kzi_kind_MAP(scalar, scalar), of, name, NULL, 0, 0, false }
#define WORDS(name, of, what, words, count)                                                        \
    { name, kzi_kind_scalar, of, what, words, count, 0, false }
#define NAMES(name, of, what, names, none)                                                         \
    { name, kzi_kind_scalar, of, what, NULL, 0, offsetof(struct kzi_model, names), none }

/* In the order in which differences are reported. */
const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS] = {
    [KZI_EXPECT_ERROR] =
        WORDS("error", KZI_OF_ERROR, "the code of an error", kzi_problem_names, KZI_PROBLEM_CODES),
    [KZI_EXPECT_AT] = NUMBER("at", KZI_OF_ERROR),
    [KZI_EXPECT_KEY] = WORDS("key", KZI_OF_ERROR, "a key", NULL, 0),
    [KZI_EXPECT_DRAW] = WORDS("draw", KZI_OF_DEAL, "a key", NULL, 0),
    [KZI_EXPECT_SEAT] =
        WORDS("seat", KZI_OF_WINNER | KZI_OF_LOSER, "a seat", kzi_seat_names, KZI_SEATS),
    [KZI_EXPECT_WIN] = WORDS("win", KZI_OF_HAND, "yes or no", no_yes, 2),
    [KZI_EXPECT_REASON] = WORDS("reason", KZI_OF_HAND, "a reason", reasons, KZI_COUNT(reasons)),
    [KZI_EXPECT_YAKU] = MAP("yaku", KZI_OF_HAND | KZI_OF_LOSER),
    [KZI_EXPECT_COVERED] = MAP("covered", KZI_OF_HAND),
    [KZI_EXPECT_TOTAL] = NUMBER("total", KZI_OF_HAND | KZI_OF_LOSER),
    [KZI_EXPECT_QUALIFYING] = NUMBER("qualifying", KZI_OF_HAND),
    [KZI_EXPECT_FU] = {"fu", kzi_kind_scalar, KZI_OF_HAND | KZI_OF_LOSER, NULL, NULL, 0, 0, true},
    [KZI_EXPECT_FU_ITEMS] = MAP("fu_items", KZI_OF_HAND | KZI_OF_LOSER),
    [KZI_EXPECT_LIMIT] = NAMES("limit", KZI_OF_HAND | KZI_OF_LOSER, "a limit", limit_names, true),
    [KZI_EXPECT_MULTIPLIER] = NUMBER("multiplier", KZI_OF_HAND),
    [KZI_EXPECT_POINTS] = NUMBER("points", KZI_OF_HAND | KZI_OF_LOSER),
    [KZI_EXPECT_PAYMENTS] = MAP("payments", KZI_OF_HAND | KZI_OF_DEAL),
    [KZI_EXPECT_CHIPS] = NUMBER("chips", KZI_OF_HAND),
    [KZI_EXPECT_CHIP_PAYMENTS] = MAP("chip_payments", KZI_OF_HAND | KZI_OF_DEAL),
    [KZI_EXPECT_DEPOSITS_LEFT] = NUMBER("deposits_left", KZI_OF_DEAL),
    [KZI_EXPECT_RESULTS] = {"results", kzi_kind_LIST(expect), KZI_OF_DEAL,
                            "results (one for each winner)", NULL, 0, 0, false},
    [KZI_EXPECT_LOSERS] = {"losers", kzi_kind_LIST(expect), KZI_OF_DEAL, "losers (one for each)",
                           NULL, 0, 0, false},
    [KZI_EXPECT_NEXT] = WORDS("next", KZI_OF_GAME, "a key", NULL, 0),
    [KZI_EXPECT_SCORES] = MAP("scores", KZI_OF_GAME),
    [KZI_EXPECT_GAME_POINTS] = MAP("game_points", KZI_OF_GAME),
    [KZI_EXPECT_WAIT] = WORDS("wait", KZI_OF_HAND, "a wait", kzi_wait_names, KZI_WAITS),
    [KZI_EXPECT_SHAPE] = NAMES("shape", KZI_OF_HAND, "a shape", shape_names, false),
};

static bool is_map(enum kzi_expectation_kind kind) {
    return kzi_expectations[kind].kind->form == KZI_A_MAP;
}

/* --- checks ---------------------------------------------------------------------------------- */

static bool is_whole(const char *text) {
    const char *digits = text + (*text == '-' || *text == '+');
    return *digits && strspn(digits, "0123456789") == strlen(digits);
}

static bool is_in_range(const char *text) {
    long long number = strtoll(text, NULL, 10);
    return number >= -KZI_HIGHEST && number <= KZI_HIGHEST;
}

static bool is_number(const char *text) {
    return is_whole(text) && is_in_range(text);
}

static void check_number(struct kzi_reader *reader, const struct kzi_node *node) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "a number"))
        return;
    if (!is_whole(node->text))
        KZI_REFUSE(reader, node, "%s is not a whole number", *node->text ? node->text : "nothing");
    else if (!is_in_range(node->text))
        KZI_REFUSE(reader, node, "%s is out of range: %d to %d", node->text, -KZI_HIGHEST,
                   KZI_HIGHEST);
}

/* Check a number, a limit, or a limit with its count. */
static void check_worth(struct kzi_reader *reader, const struct kzi_node *node,
                        const struct kzi_names *limits) {
    if (!kzi_expect(reader, node, KZI_SCALAR, "the value of a yaku") || is_number(node->text))
        return;
    const char **words;
    size_t count = kzi_words_of(reader, node->text, &words);
    const char *limit = count ? words[count - 1] : "";
    if (count < 1 || count > 2 || (count == 2 && !is_number(words[0])) ||
        kzi_names_find(limits, limit) < 0)
        KZI_REFUSE(reader, node, "%s is neither a number nor a limit%s",
                   *node->text ? node->text : "nothing",
                   kzi_did_you_mean(reader->diags, limit, limits->name, limits->count));
}

/* Return whether the ruleset's fu can have this id: the engine's own, or an item of the rules. */
static bool is_fu_id(const struct kzi_model *model, const char *id) {
    static const char *const own[] = {"base", "flat", "pung", "kong", "chow", "pair"};
    bool known = kzi_names_find(&KZI_WORDS(own), id) >= 0;
    for (size_t i = 0; i < model->fu.n_items; i++)
        known |= !strcmp(model->fu.items[i].id, id);
    return known;
}

/* Check the key and the value of a line of a mapping. */
static void check_line(struct kzi_reader *reader, enum kzi_expectation_kind kind,
                       const struct kzi_entry *line) {
    static const char *const seats[] = {"E", "S", "W", "N", "discarder", "others"};
    const struct kzi_names *yaku = &reader->model->yaku_names;
    if (kind == KZI_EXPECT_YAKU || kind == KZI_EXPECT_COVERED)
        kzi_read_name(reader, line->key, "a yaku of these rules", yaku);
    else if (kind == KZI_EXPECT_PAYMENTS || kind == KZI_EXPECT_CHIP_PAYMENTS)
        kzi_read_choice(reader, line->key, "a seat", seats, KZI_COUNT(seats));
    else if (kind == KZI_EXPECT_SCORES || kind == KZI_EXPECT_GAME_POINTS)
        kzi_read_choice(reader, line->key, "a player", players, reader->model->n_seats);
    else if (!is_fu_id(reader->model, line->key->text))
        KZI_REFUSE(reader, line->key, "these rules have no fu item %s", line->key->text);
    if (kind == KZI_EXPECT_YAKU)
        check_worth(reader, line->value, &reader->model->limit_names);
    else if (kind != KZI_EXPECT_COVERED)
        check_number(reader, line->value);
    else if (!kzi_node_is(line->value, "none"))
        kzi_read_name(reader, line->value, "a yaku of these rules", yaku);
}

static void check_map(struct kzi_reader *reader, enum kzi_expectation_kind kind,
                      const struct kzi_node *node) {
    if (node->count > MAX_PAIRS)
        KZI_REFUSE(reader, node, "%s has more than %d entries", kzi_expectations[kind].name,
                   MAX_PAIRS);
    KZI_EACH_ENTRY(node, entry)
        check_line(reader, kind, entry);
}

static void check(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_node *node = entry->value;
    unsigned kind = 0;
    (void)unused;
    while (strcmp(kzi_expectations[kind].name, entry->key->text) != 0)
        kind++;
    const struct kzi_expectation *row = &kzi_expectations[kind];
    const char *model = (const char *)reader->model;
    if (row->or_none && kzi_node_is(node, "none"))
        return;
    if (row->words)
        kzi_read_choice(reader, node, row->what, row->words, row->n_words);
    else if (row->names)
        kzi_read_name(reader, node, row->what, (const struct kzi_names *)(model + row->names));
    else if (!row->what)
        check_number(reader, node);
    else if (is_map(kind) && kzi_expect(reader, node, KZI_MAP, row->what))
        check_map(reader, kind, node);
    else if (kind == KZI_EXPECT_RESULTS && kzi_expect(reader, node, KZI_LIST, row->what))
        KZI_EACH_ITEM(node, item)
            kzi_expect_keys(reader, item, KZI_OF_HAND | KZI_OF_WINNER);
    else if (kind == KZI_EXPECT_LOSERS && kzi_expect(reader, node, KZI_LIST, row->what))
        KZI_EACH_ITEM(node, item)
            kzi_expect_keys(reader, item, KZI_OF_LOSER);
    else if (kind == KZI_EXPECT_KEY || kind == KZI_EXPECT_DRAW || kind == KZI_EXPECT_NEXT)
        kzi_expect(reader, node, KZI_SCALAR, row->what);
}

void kzi_expect_keys(struct kzi_reader *reader, const struct kzi_node *expect, unsigned of) {
    struct kzi_key keys[KZI_EXPECTATIONS];
    size_t count = 0;
    for (size_t i = 0; i < KZI_EXPECTATIONS; i++)
        if (kzi_expectations[i].of & of)
            keys[count++] = (struct kzi_key){
                .name = kzi_expectations[i].name, .kind = kzi_expectations[i].kind, .read = check};
    kzi_read_keys(reader, expect,
                  &(struct kzi_key_table){.what = "expect", .keys = keys, .count = count}, NULL);
}

/* --- mappings as text ------------------------------------------------------------------------ */

/* A mapping as pairs in the order of the keys, so that equal ones are equal texts. */
struct pairs {
    size_t count;
    struct {
        const char *key;
        long long number;
        const char *word; /* NULL: it is a number; else so many of it */
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

/* Add a number; those under one key add up. */
static void add_number(struct pairs *pairs, const char *key, long long number) {
    size_t at = 0;
    while (at < pairs->count && strcmp(pairs->list[at].key, key) != 0)
        at++;
    if (at < pairs->count)
        pairs->list[at].number += number;
    else
        add_pair(pairs, key, number, NULL);
}

/* Zeros are left out. */
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

void kzi_put_expected(struct kzi_text *text, enum kzi_expectation_kind kind,
                      const struct kzi_node *node) {
    /* A case without `win` expects a win. */
    const char *said = node ? node->text : kind == KZI_EXPECT_WIN ? "yes" : "none";
    struct pairs pairs = {.count = 0};
    if (node && node->kind == KZI_MAP) {
        KZI_EACH_ENTRY(node, line) {
            char *word;
            long long number = strtoll(line->value->text, &word, 10);
            if (!*word)
                add_number(&pairs, line->key->text, number);
            else
                add_pair(&pairs, line->key->text, word > line->value->text ? number : 1,
                         word + strspn(word, " "));
        }
        put_pairs(text, &pairs);
    } else if (is_number(said))
        kzi_text_int(text, strtoll(said, NULL, 10));
    else
        kzi_text_put(text, said);
}

/* --- got -------------------------------------------------------------------------------------- */

/* Return a scalar as text; NULL: it is null, or not there. */
static const char *text_in(struct kzi_json_value object, const char *key) {
    const struct kzi_json_value value = kzi_json_member(object, key);
    return !value.token || kzi_json_equals(value, "null") ? NULL : value.token->start;
}

static long long to_number(const char *text) {
    return text ? strtoll(text, NULL, 10) : 0;
}

/* The lists of JSON in which a mapping is found. */
static const struct listed {
    const char *list, *key, *number;
} lists[KZI_EXPECTATIONS] = {[KZI_EXPECT_YAKU] = {"yaku", "id", "value"},
                             [KZI_EXPECT_FU_ITEMS] = {"fu_items", "id", "fu"},
                             [KZI_EXPECT_SCORES] = {"places", "player", "score"},
                             [KZI_EXPECT_GAME_POINTS] = {"places", "player", "points"}};

static void add_list(struct pairs *pairs, const struct listed *as, struct kzi_json_value root) {
    const struct kzi_json_value list = kzi_json_member(root, as->list);
    KZI_JSON_EACH(item, list) {
        const char *key = text_in(item, as->key), *limit = text_in(item, "limit"),
                   *count = text_in(item, "count");
        if (limit)
            add_pair(pairs, key, to_number(text_in(item, "multiplier")), limit);
        else
            add_number(pairs, key,
                       to_number(text_in(item, as->number)) * (count ? to_number(count) : 1));
    }
}

/* Add what changes at each seat, or for each party. */
static void add_members(struct pairs *pairs, struct kzi_json_value object) {
    for (struct kzi_json_value key = kzi_json_first_key(object), value; key.token;
         key = kzi_json_after(object, value)) {
        value = (struct kzi_json_value){key.tokens, key.token + 1};
        add_number(pairs, key.token->start, to_number(value.token->start));
    }
}

/* Add by what each yaku that is expected to be covered is. */
static void add_covered(struct pairs *pairs, struct kzi_json_value list,
                        const struct kzi_node *expected) {
    KZI_EACH_ENTRY(expected, entry) {
        const char *id = entry->key->text, *by = NULL;
        KZI_JSON_EACH(item, list) {
            by = !by && !strcmp(text_in(item, "id"), id) ? text_in(item, "by") : by;
        }
        add_pair(pairs, id, 1, by ? by : "none");
    }
}

static void put_map(struct kzi_text *text, enum kzi_expectation_kind kind,
                    struct kzi_json_value root, const struct kzi_node *node) {
    const struct kzi_json_value value = kzi_json_member(root, kzi_expectations[kind].name);
    struct pairs pairs;
    pairs.count = 0;
    if (lists[kind].list)
        add_list(&pairs, &lists[kind], root);
    else if (kind == KZI_EXPECT_COVERED)
        add_covered(&pairs, value, node);
    else
        add_members(&pairs, value);
    put_pairs(text, &pairs);
}

/* Return what JSON says of something that is not a mapping; NULL: nothing. */
static const char *said_of(enum kzi_expectation_kind kind, struct kzi_json_value root) {
    const char *name = kzi_expectations[kind].name;
    const bool inner = kind == KZI_EXPECT_WAIT || kind == KZI_EXPECT_SHAPE;
    if (kzi_expectations[kind].of == KZI_OF_ERROR)
        return text_in(kzi_json_member(root, "error"), kind == KZI_EXPECT_ERROR ? "code" : name);
    if (kind == KZI_EXPECT_NEXT && kzi_json_equals(kzi_json_member(root, "over"), "true"))
        return "over";
    if (kind == KZI_EXPECT_WIN)
        return no_yes[kzi_json_equals(kzi_json_member(root, name), "true")];
    return text_in(inner ? kzi_json_member(root, "reading") : root, name);
}

void kzi_put_got(struct kzi_text *text, enum kzi_expectation_kind kind, struct kzi_json_value root,
                 const struct kzi_node *node) {
    const struct kzi_expectation *row = &kzi_expectations[kind];
    const char *said = is_map(kind) ? NULL : said_of(kind, root);
    if (is_map(kind))
        put_map(text, kind, root, node);
    else if (said)
        kzi_text_put(text, said);
    else
        kzi_text_put(text, row->what || row->or_none       ? "none"
                           : kind == KZI_EXPECT_MULTIPLIER ? "1"
                                                           : "0");
}

#include "analysis/cases/cases.h"

#include "report/wording.h"
#include "rules/reader/reader.h"
#include "tile/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- deals ------------------------------------------------------------------------------------ */

#define OF_A_WINNER (KZI_OF_HAND | KZI_OF_WINNER)

/* deal_expectation.c: what only a deal has.  Of results the winners are compared one by one. */
static void check_results(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_node *list = entry->value;
    (void)unused;
    if (!kzi_expect(reader, list, KZI_LIST, "results (one for each winner)"))
        return;
    for (size_t i = 0; i < list->count; i++)
        kzi_expect_keys(reader, list->u.items[i], OF_A_WINNER);
}

static bool tell_count(struct kzi_case_runner *runner, size_t expected, size_t got) {
    char of_case[32], of_deal[32];
    snprintf(of_case, sizeof of_case, "%zu", expected);
    snprintf(of_deal, sizeof of_deal, "%zu", got);
    runner->differs(runner->context, "results", of_case, of_deal);
    return false;
}

bool kzi_compare_results(struct kzi_case_runner *runner, const struct kzi_expected *wanted) {
    const struct kzi_settlement *settlement = wanted->settlement;
    const struct kzi_node *list = wanted->node;
    bool passed = true;
    if (list->count != settlement->n_results)
        return tell_count(runner, list->count, settlement->n_results);
    for (unsigned i = 0; i < settlement->n_results; i++) {
        struct kzi_expected winner = {.rules = wanted->rules, .result = &settlement->results[i]};
        char named[32];
        snprintf(named, sizeof named, "winner %u ", i + 1);
        passed &= kzi_compare_all(runner, &winner, list->u.items[i], OF_A_WINNER, named);
    }
    return passed;
}

static void got_draw(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, wanted->settlement->draw ? wanted->settlement->draw : "none");
}

static void got_deposits_left(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, wanted->settlement->deposits_left);
}

static void got_seat(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, kzi_seat_names[wanted->result->hand.seat]);
}

#define MOST_PAIRS 128

static const char *const reasons[] = {
    [KZI_WINS] = "none",           [KZI_INCOMPLETE] = "incomplete",
    [KZI_NO_YAKU] = "no_yaku",     [KZI_BELOW_MINIMUM] = "below_minimum",
    [KZI_HEAD_BUMP] = "head_bump",
};

static bool is_complete(const struct kzi_expected *wanted) {
    return wanted->result->reason != KZI_INCOMPLETE;
}

static const struct kzi_model *model_of(const struct kzi_expected *wanted) {
    return wanted->rules->model;
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

static void check_number(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    const struct kzi_node *node = entry->value;
    if (!kzi_expect(reader, node, KZI_SCALAR, "a number"))
        return;
    if (!is_whole(node->text))
        kzi_error_at(reader->diags, node->place, "%s is no whole number",
                     *node->text ? node->text : "nothing");
    else if (!is_in_range(node->text))
        kzi_error_at(reader->diags, node->place, "%s is out of range: %d to %d", node->text,
                     -KZI_HIGHEST, KZI_HIGHEST);
}

static void check_number_or_none(struct kzi_reader *reader, const struct kzi_entry *entry,
                                 void *unused) {
    if (!kzi_node_is(entry->value, "none"))
        check_number(reader, entry, unused);
}

static void check_yes(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    bool yes;
    kzi_read_yes(reader, entry->value, &yes);
}

static void check_reason(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_read_choice(reader, entry->value, "a reason", reasons, KZI_COUNT(reasons));
}

static void check_limit(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    if (!kzi_node_is(entry->value, "none"))
        kzi_read_name(reader, entry->value, "a limit", &reader->model->limit_names);
}

static void check_wait(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_read_choice(reader, entry->value, "a wait", kzi_wait_names, KZI_WAITS);
}

static void check_shape(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_read_name(reader, entry->value, "a shape", &reader->model->shape_names);
}

static void check_error(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_read_choice(reader, entry->value, "the code of an error", kzi_problem_names,
                    KZI_PROBLEM_CODES);
}

static void check_seat(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_read_choice(reader, entry->value, "a seat", kzi_seat_names, KZI_SEATS);
}

static void check_key(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    (void)unused;
    kzi_expect(reader, entry->value, KZI_SCALAR, "a key");
}

/* A mapping whose keys are yaku; its values are looked at by value, if there is one. */
static bool check_map(struct kzi_reader *reader, const struct kzi_node *node, const char *what) {
    if (!kzi_expect(reader, node, KZI_MAP, what))
        return false;
    if (node->count > MOST_PAIRS)
        kzi_error_at(reader->diags, node->place, "%s has more than %d entries", what, MOST_PAIRS);
    return true;
}

/* A number, a limit, or a limit and how often. */
static void check_worth(struct kzi_reader *reader, const struct kzi_entry *entry,
                        const struct kzi_names *limits) {
    const struct kzi_node *node = entry->value;
    if (!kzi_expect(reader, node, KZI_SCALAR, "what a yaku is worth") || is_number(node->text))
        return;
    const char **words;
    size_t count = kzi_words_of(reader, node->text, &words);
    const char *limit = count ? words[count - 1] : "";
    if (count < 1 || count > 2 || (count == 2 && !is_number(words[0])) ||
        kzi_names_find(limits, limit) < 0)
        kzi_error_at(reader->diags, node->place, "%s is neither a number nor a limit%s",
                     *node->text ? node->text : "nothing",
                     kzi_did_you_mean(reader->diags, limit, limits->name, limits->count));
}

static void check_yaku(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_model *model = reader->model;
    (void)unused;
    if (!check_map(reader, entry->value, "yaku"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        kzi_read_name(reader, line->key, "a yaku of these rules", &model->yaku_names);
        check_worth(reader, line, &model->limit_names);
    }
}

static void check_covered(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    const struct kzi_model *model = reader->model;
    (void)unused;
    if (!check_map(reader, entry->value, "covered"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        kzi_read_name(reader, line->key, "a yaku of these rules", &model->yaku_names);
        if (!kzi_node_is(line->value, "none"))
            kzi_read_name(reader, line->value, "a yaku of these rules", &model->yaku_names);
    }
}

/* The ids a ruleset's fu can have: what the engine counts itself, and the items of the rules. */
static bool is_fu_id(const struct kzi_model *model, const char *id) {
    static const char *const own[] = {"base", "flat", "pung", "kong", "chow", "pair"};
    for (size_t i = 0; i < KZI_COUNT(own); i++)
        if (!strcmp(own[i], id))
            return true;
    for (size_t i = 0; i < model->fu.n_items; i++)
        if (!strcmp(model->fu.items[i].id, id))
            return true;
    return false;
}

static void check_fu_items(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    if (!check_map(reader, entry->value, "fu_items"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        const struct kzi_entry *line = &entry->value->u.entries[i];
        if (!is_fu_id(reader->model, line->key->text))
            kzi_error_at(reader->diags, line->key->place, "these rules have no fu item %s",
                         line->key->text);
        check_number(reader, line, unused);
    }
}

static void check_payments(struct kzi_reader *reader, const struct kzi_entry *entry, void *unused) {
    static const char *const seats[] = {"E", "S", "W", "N", "discarder", "others"};
    if (!check_map(reader, entry->value, "payments"))
        return;
    for (size_t i = 0; i < entry->value->count; i++) {
        kzi_read_choice(reader, entry->value->u.entries[i].key, "a seat", seats, KZI_COUNT(seats));
        check_number(reader, &entry->value->u.entries[i], unused);
    }
}

/* --- as text --------------------------------------------------------------------------------- */

static void put_scalar(struct kzi_text *text, const struct kzi_expected *wanted) {
    const char *said = wanted->node ? wanted->node->text : "none";
    if (is_number(said))
        kzi_text_int(text, strtoll(said, NULL, 10));
    else
        kzi_text_put(text, said);
}

/* What a mapping says, in the order of the keys, so that equal ones are equal texts. */
struct pairs {
    size_t count;
    struct {
        const char *key;
        char value[64];
    } list[MOST_PAIRS];
};

static void add_pair(struct pairs *pairs, const char *key, const char *value) {
    if (pairs->count == MOST_PAIRS)
        return;
    size_t at = pairs->count++;
    for (; at && strcmp(pairs->list[at - 1].key, key) > 0; at--)
        pairs->list[at] = pairs->list[at - 1];
    pairs->list[at].key = key;
    snprintf(pairs->list[at].value, sizeof pairs->list[at].value, "%s", value);
}

/* Numbers under one key add up. */
static void add_number(struct pairs *pairs, const char *key, long long number) {
    char value[32];
    for (size_t i = 0; i < pairs->count; i++)
        if (!strcmp(pairs->list[i].key, key)) {
            snprintf(pairs->list[i].value, sizeof pairs->list[i].value, "%lld",
                     strtoll(pairs->list[i].value, NULL, 10) + number);
            return;
        }
    snprintf(value, sizeof value, "%lld", number);
    add_pair(pairs, key, value);
}

/* What is 0 goes without saying. */
static void put_pairs(struct kzi_text *text, const struct pairs *pairs) {
    bool first = true;
    kzi_text_char(text, '{');
    for (size_t i = 0; i < pairs->count; i++) {
        if (!strcmp(pairs->list[i].value, "0"))
            continue;
        kzi_text_format(text, "%s%s: %s", first ? "" : ", ", pairs->list[i].key,
                        pairs->list[i].value);
        first = false;
    }
    kzi_text_char(text, '}');
}

static void put_map(struct kzi_text *text, const struct kzi_expected *wanted) {
    struct pairs pairs;
    pairs.count = 0;
    for (size_t i = 0; i < wanted->node->count; i++) {
        const struct kzi_entry *line = &wanted->node->u.entries[i];
        if (is_number(line->value->text))
            add_number(&pairs, line->key->text, strtoll(line->value->text, NULL, 10));
        else
            add_pair(&pairs, line->key->text, line->value->text);
    }
    put_pairs(text, &pairs);
}

/* --- got ------------------------------------------------------------------------------------- */

static void got_win(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, kz_result_wins(wanted->result) ? "yes" : "no");
}

/* Nothing written: a win is expected. */
static void expected_win(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, wanted->node ? wanted->node->text : "yes");
}

static void got_reason(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, reasons[wanted->result->reason]);
}

static void add_yaku(struct pairs *pairs, const struct kzi_expected *wanted, unsigned yaku) {
    const struct kzi_model *model = model_of(wanted);
    const struct kzi_value *value = kzi_value_in_hand(wanted->result, yaku);
    char worth[64];
    if (value->limit == KZI_NO_LIMIT)
        snprintf(worth, sizeof worth, "%d",
                 (int)value->number * (int)kzi_times_listed(wanted->result, yaku));
    else if (value->number == 1)
        snprintf(worth, sizeof worth, "%s", model->limits[value->limit].id);
    else
        snprintf(worth, sizeof worth, "%d %s", (int)value->number, model->limits[value->limit].id);
    add_pair(pairs, model->yaku[yaku].id, worth);
}

static void got_yaku(struct kzi_text *text, const struct kzi_expected *wanted) {
    struct pairs pairs;
    pairs.count = 0;
    for (unsigned i = 0; is_complete(wanted) && i < wanted->rules->n_yaku; i++)
        if (kzi_has_yaku(wanted->result->best.scored, i))
            add_yaku(&pairs, wanted, i);
    put_pairs(text, &pairs);
}

static void got_covered(struct kzi_text *text, const struct kzi_expected *wanted) {
    const struct kzi_model *model = model_of(wanted);
    struct pairs pairs;
    pairs.count = 0;
    for (size_t i = 0; i < wanted->node->count; i++) {
        const char *id = wanted->node->u.entries[i].key->text;
        int yaku = kzi_names_find(&model->yaku_names, id), by = -1;
        if (yaku >= 0 && is_complete(wanted) &&
            kzi_has_yaku(wanted->result->best.held, (unsigned)yaku))
            by = kzi_covered_by(wanted->rules, &wanted->result->best, (unsigned)yaku);
        add_pair(&pairs, id, by < 0 ? "none" : model->yaku[by].id);
    }
    put_pairs(text, &pairs);
}

static void got_total(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, kz_result_total(wanted->result));
}

static void got_qualifying(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, kz_result_qualifying(wanted->result));
}

static void got_fu(struct kzi_text *text, const struct kzi_expected *wanted) {
    int fu = kz_result_fu(wanted->result);
    if (fu < 0)
        kzi_text_put(text, "none");
    else
        kzi_text_int(text, fu);
}

static void got_fu_items(struct kzi_text *text, const struct kzi_expected *wanted) {
    struct kzi_fu_line lines[MOST_PAIRS];
    struct pairs pairs;
    pairs.count = 0;
    unsigned count = 0;
    if (is_complete(wanted) && wanted->result->best.fu >= 0)
        count = kzi_fu_lines(wanted->rules, &wanted->result->hand, &wanted->result->best, lines,
                             MOST_PAIRS);
    for (unsigned i = 0; i < count; i++)
        add_number(&pairs, lines[i].id, lines[i].fu);
    put_pairs(text, &pairs);
}

static void got_limit(struct kzi_text *text, const struct kzi_expected *wanted) {
    const char *limit = kz_result_limit(wanted->result);
    kzi_text_put(text, limit ? limit : "none");
}

static void got_multiplier(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, kz_result_multiplier(wanted->result));
}

static void got_points(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, kz_result_points(wanted->result));
}

/* On a discard by nobody named, the keys are the winner's seat, discarder and others. */
static void got_payments(struct kzi_text *text, const struct kzi_expected *wanted) {
    const struct kz_result *result = wanted->result;
    struct pairs pairs;
    pairs.count = 0;
    for (unsigned seat = 0; !result && seat < KZI_SEATS; seat++)
        add_number(&pairs, kzi_seat_names[seat], wanted->settlement->paid[seat]);
    for (unsigned seat = 0; result && seat < KZI_SEATS; seat++)
        if (!result->discarder_unknown || seat == result->hand.seat)
            add_number(&pairs, kzi_seat_names[seat], kz_result_payment(result, (kz_seat)seat));
    if (result && result->discarder_unknown) {
        add_number(&pairs, "discarder", kz_result_payment_discarder(result));
        add_number(&pairs, "others", kz_result_payment_others(result));
    }
    put_pairs(text, &pairs);
}

static void got_wait(struct kzi_text *text, const struct kzi_expected *wanted) {
    unsigned wait = is_complete(wanted) ? wanted->result->best.reading.wait : KZI_WAIT_NONE;
    kzi_text_put(text, kzi_wait_names[wait]);
}

static void got_shape(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, is_complete(wanted)
                           ? model_of(wanted)->shape_names.name[wanted->result->best.reading.shape]
                           : "none");
}

static void got_error(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, wanted->error ? wanted->error->code : "none");
}

static void got_at(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_int(text, wanted->error ? wanted->error->column : 0);
}

static void got_key(struct kzi_text *text, const struct kzi_expected *wanted) {
    kzi_text_put(text, wanted->error && wanted->error->key[0] ? wanted->error->key : "none");
}

/* In the order in which differences are told. */
const struct kzi_expectation kzi_expectations[KZI_EXPECTATIONS] = {
    {"error", check_error, put_scalar, got_error, KZI_OF_ERROR},
    {"at", check_number, put_scalar, got_at, KZI_OF_ERROR},
    {"key", check_key, put_scalar, got_key, KZI_OF_ERROR},
    {"draw", check_key, put_scalar, got_draw, KZI_OF_DEAL},
    {"seat", check_seat, put_scalar, got_seat, KZI_OF_WINNER},
    {"win", check_yes, expected_win, got_win, KZI_OF_HAND},
    {"reason", check_reason, put_scalar, got_reason, KZI_OF_HAND},
    {"yaku", check_yaku, put_map, got_yaku, KZI_OF_HAND},
    {"covered", check_covered, put_map, got_covered, KZI_OF_HAND},
    {"total", check_number, put_scalar, got_total, KZI_OF_HAND},
    {"qualifying", check_number, put_scalar, got_qualifying, KZI_OF_HAND},
    {"fu", check_number_or_none, put_scalar, got_fu, KZI_OF_HAND},
    {"fu_items", check_fu_items, put_map, got_fu_items, KZI_OF_HAND},
    {"limit", check_limit, put_scalar, got_limit, KZI_OF_HAND},
    {"multiplier", check_number, put_scalar, got_multiplier, KZI_OF_HAND},
    {"points", check_number, put_scalar, got_points, KZI_OF_HAND},
    {"payments", check_payments, put_map, got_payments, KZI_OF_HAND | KZI_OF_DEAL},
    {"deposits_left", check_number, put_scalar, got_deposits_left, KZI_OF_DEAL},
    {"results", check_results, NULL, NULL, KZI_OF_DEAL},
    {"wait", check_wait, put_scalar, got_wait, KZI_OF_HAND},
    {"shape", check_shape, put_scalar, got_shape, KZI_OF_HAND},
};

const char *kzi_expectation_takes(const struct kzi_expectation *row) {
    if (!row->expected)
        return "list expect";
    return row->expected == put_map ? "map scalar scalar" : "scalar";
}

/* Read a summary and check everything: every key occurs once and has its type, every list is in
 * order, every number is in range. */
#include "analysis/compare/summary.h"

#include "base/utf8.h"
#include "hand/parser/json_tokens.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct kzi_summary *summary;
    const struct kzi_json_token *tokens;
    const char *text;
    struct kzi_summary_fault *fault;
    bool failed;
};

/* Note the first fault. Anything read after it is ignored. */
__attribute__((format(printf, 3, 4))) static void fail(struct reader *reader, size_t token,
                                                       const char *format, ...) {
    if (reader->failed)
        return;
    reader->failed = true;
    va_list args;
    va_start(args, format);
    vsnprintf(reader->fault->text, sizeof reader->fault->text, format, args);
    va_end(args);
    reader->fault->at = (size_t)(reader->tokens[token].start - reader->text) + 1;
}

/* --- values ---------------------------------------------------------------------------------- */

static bool is_text(const struct kzi_json_token *token, const char *text) {
    size_t len = strlen(text);
    return (size_t)(token->end - token->start) == len && !memcmp(token->start, text, len);
}

/* Return the value of a key of the object; 0 if it does not occur exactly once (token 0 is never
 * a value). */
static size_t member(struct reader *reader, size_t object, const char *key) {
    const struct kzi_json_token *tokens = reader->tokens;
    size_t found = 0, count = 0;
    if (tokens[object].kind != KZI_JSON_OBJECT) {
        fail(reader, object, "expected an object");
        return 0;
    }
    for (size_t at = object + 1; at < tokens[object].after; at = tokens[at + 1].after)
        if (is_text(&tokens[at], key)) {
            found = at + 1;
            count++;
        }
    if (count != 1)
        fail(reader, object, count ? "key %s occurs twice" : "key %s is missing", key);
    return count == 1 ? found : 0;
}

static bool has_key(const struct reader *reader, size_t object, const char *key) {
    const struct kzi_json_token *tokens = reader->tokens;
    for (size_t at = object + 1; !reader->failed && at < tokens[object].after;
         at = tokens[at + 1].after)
        if (is_text(&tokens[at], key))
            return true;
    return false;
}

static void expect_keys(struct reader *reader, size_t object, size_t keys) {
    const struct kzi_json_token *tokens = reader->tokens;
    size_t count = 0;
    for (size_t at = object + 1; !reader->failed && at < tokens[object].after;
         at = tokens[at + 1].after)
        count++;
    if (!reader->failed && count != keys)
        fail(reader, object, "this object has unknown keys");
}

static int64_t integer(struct reader *reader, size_t token) {
    const struct kzi_json_token *value = &reader->tokens[token];
    bool minus = value->kind == KZI_JSON_NUMBER && *value->start == '-';
    int64_t number = 0;
    if (reader->failed)
        return 0;
    if (value->kind != KZI_JSON_NUMBER)
        fail(reader, token, "expected a number");
    for (const char *at = value->start + minus; !reader->failed && at < value->end; at++)
        if (*at < '0' || *at > '9')
            fail(reader, token, "not a whole number");
        else if ((number = number * 10 + (*at - '0')) > KZI_HIGHEST_SUM)
            fail(reader, token, "the number is too large");
    return minus ? -number : number;
}

static int64_t number_of(struct reader *reader, size_t object, const char *key) {
    size_t token = member(reader, object, key);
    return token ? integer(reader, token) : 0;
}

/* Return a number of hands, or of points that cannot be negative. */
static int64_t count_of(struct reader *reader, size_t object, const char *key) {
    int64_t number = number_of(reader, object, key);
    if (number < 0)
        fail(reader, member(reader, object, key), "%s is negative", key);
    return number;
}

/* Return a string, unescaped, in memory of its own; NULL after a fault. */
static char *string_of(struct reader *reader, size_t object, const char *key) {
    size_t token = member(reader, object, key);
    const struct kzi_json_token *value = &reader->tokens[token];
    if (!reader->failed && value->kind != KZI_JSON_STRING)
        fail(reader, token, "%s is not a string", key);
    if (reader->failed)
        return NULL;
    size_t len = (size_t)(value->end - value->start);
    char *copy = malloc(len + 1);
    if (!copy) {
        reader->summary->no_memory = reader->failed = true;
        return NULL;
    }
    char *end = kzi_json_decode(value, copy);
    *end = '\0';
    if (strlen(copy) != (size_t)(end - copy))
        fail(reader, token, "%s contains a NUL character", key);
    return copy;
}

/* The same for words that are shown unchanged. */
static char *name_of(struct reader *reader, size_t object, const char *key) {
    char *name = string_of(reader, object, key);
    if (!reader->failed && kzi_find_harmful(name))
        fail(reader, member(reader, object, key), "%s contains an invisible character", key);
    return name;
}

/* Return the array of a key; walk its elements by `after`. */
static size_t array_of(struct reader *reader, size_t object, const char *key) {
    size_t token = member(reader, object, key);
    if (token && reader->tokens[token].kind != KZI_JSON_ARRAY)
        fail(reader, token, "%s is not a list", key);
    return reader->failed ? 0 : token;
}

/* NOLINTBEGIN(bugprone-macro-parentheses): at is declared here */
#define EACH(reader, array, at)                                                                    \
    for (size_t at = (array) + 1;                                                                  \
         (array) && !(reader)->failed && at < (reader)->tokens[array].after;                       \
         at = (reader)->tokens[at].after)
/* NOLINTEND(bugprone-macro-parentheses) */

/* --- parts ----------------------------------------------------------------------------------- */

static void read_fields(struct reader *reader, size_t object, int64_t fields[KZI_FIELDS]) {
    size_t differs = member(reader, object, "differs");
    const char *chips = kzi_field_names[KZI_FIELD_CHIPS];
    unsigned known = KZI_FIELDS - 1;
    for (unsigned field = 0; differs && field < KZI_FIELDS; field++)
        if (field != KZI_FIELD_CHIPS)
            fields[field] = count_of(reader, differs, kzi_field_names[field]);
    if (differs && has_key(reader, differs, chips)) { /* written if any differ */
        fields[KZI_FIELD_CHIPS] = count_of(reader, differs, chips);
        known++;
    }
    expect_keys(reader, differs, known);
}

static void read_bar(struct reader *reader, size_t object, struct kzi_histogram *histogram) {
    struct kzi_bar bar = {.from = number_of(reader, object, "from"),
                          .to = number_of(reader, object, "to"),
                          .hands = count_of(reader, object, "hands")};
    expect_keys(reader, object, 3);
    struct kzi_bar want = {bar.from, bar.from, bar.hands};
    if (histogram->coarse)
        want = kzi_coarse_bar(bar.from);
    if (want.from != bar.from || want.to != bar.to || !bar.hands)
        fail(reader, object, "expected a bar from %lld to %lld", (long long)want.from,
             (long long)want.to);
    else if ((bar.from < 0 ? -bar.to : bar.from) > 2 * (int64_t)KZI_HIGHEST)
        fail(reader, object, "the difference is larger than any hand can have");
    else if (histogram->count && histogram->bars[histogram->count - 1].from >= bar.from)
        fail(reader, object, "the bars are not in order");
    else if (histogram->count == KZI_BARS + (histogram->coarse ? 1U : 0U))
        fail(reader, object, "there are too many bars");
    if (!reader->failed)
        histogram->bars[histogram->count++] = bar;
}

static bool word_of(struct reader *reader, size_t object, const char *key) {
    size_t token = member(reader, object, key);
    const struct kzi_json_token *value = &reader->tokens[token];
    bool yes = value->kind == KZI_JSON_WORD && is_text(value, "true");
    if (!reader->failed && !yes && !(value->kind == KZI_JSON_WORD && is_text(value, "false")))
        fail(reader, token, "%s must be true or false", key);
    return yes;
}

static void read_rule(struct reader *reader, size_t object, struct kzi_summed_pair *pair) {
    int64_t hands = count_of(reader, object, "hands"), alone = count_of(reader, object, "alone");
    char *rule = name_of(reader, object, "rule");
    expect_keys(reader, object, 3);
    if (!reader->failed && (!hands || alone > hands))
        fail(reader, object, "a rule must have hands, and at most as many alone");
    if (!reader->failed && pair->n_rules && strcmp(pair->rules[pair->n_rules - 1].rule, rule) >= 0)
        fail(reader, object, "the rules are not in order");
    if (!reader->failed && pair->n_rules == KZI_MAX_SUMMED_RULES)
        fail(reader, object, "there are more than %d rules", KZI_MAX_SUMMED_RULES);
    if (!reader->failed)
        kzi_rules_count(reader->summary, pair, rule, hands, alone);
    free(rule);
}

/* Return the id as JSON, "" if there is none. */
static char *id_of(struct reader *reader, size_t object, bool *there) {
    const struct kzi_json_token *tokens = reader->tokens;
    *there = false;
    for (size_t at = object + 1;
         tokens[object].kind == KZI_JSON_OBJECT && at < tokens[object].after;
         at = tokens[at + 1].after)
        *there |= is_text(&tokens[at], "id");
    size_t token = *there ? member(reader, object, "id") : 0;
    const char *start = tokens[token].start, *end = tokens[token].end;
    bool string = tokens[token].kind == KZI_JSON_STRING;
    if (token && !string && tokens[token].kind != KZI_JSON_NUMBER)
        fail(reader, token, "an id must be a string or a number");
    if (token && end - start > KZI_MAX_ID - 3)
        fail(reader, token, "the id is too long");
    char *id = token && !reader->failed
                   ? strndup(start - string, (size_t)(end - start) + 2 * string)
                   : strdup("");
    if (!id)
        reader->summary->no_memory = reader->failed = true;
    return id;
}

static void read_points(struct reader *reader, size_t object, struct kzi_mover *mover) {
    size_t points = array_of(reader, object, "points"), count = 0;
    EACH(reader, points, at) {
        int64_t number = integer(reader, at);
        if (number < -KZI_HIGHEST || number > KZI_HIGHEST)
            fail(reader, at, "points must be within +-%d", KZI_HIGHEST);
        if (count < 2)
            mover->points[count] = number;
        count++;
    }
    int64_t by = mover->points[1] - mover->points[0];
    if (!reader->failed && (count != 2 || by != mover->by || !by))
        fail(reader, object, "points must be two numbers, and by their difference");
}

static void read_mover(struct reader *reader, size_t object, struct kzi_summed_pair *pair) {
    bool has_id;
    struct kzi_mover mover = {.id = id_of(reader, object, &has_id)};
    mover.hand = string_of(reader, object, "hand");
    mover.times = count_of(reader, object, "times");
    mover.by = number_of(reader, object, "by");
    read_points(reader, object, &mover);
    expect_keys(reader, object, 4 + has_id);
    if (!reader->failed && (!mover.times || strlen(mover.hand) > KZI_MOVED_HAND))
        fail(reader, object, "a mover must have times above 0 and a hand of at most %d bytes",
             KZI_MOVED_HAND);
    if (!reader->failed && pair->n_movers == KZI_MOVERS)
        fail(reader, object, "there are more than %d movers", KZI_MOVERS);
    if (!reader->failed && pair->n_movers &&
        kzi_movers_order(&pair->movers[pair->n_movers - 1], &mover) >= 0)
        fail(reader, object, "the movers are not in order");
    if (!reader->failed)
        kzi_movers_add(reader->summary, pair, &mover);
    free(mover.hand);
    free(mover.id);
}

/* --- all -------------------------------------------------------------------------------------  */

static void read_pair(struct reader *reader, size_t object, unsigned column) {
    struct kzi_summed_pair *pair = &reader->summary->pairs[column];
    char *label = name_of(reader, object, "ruleset");
    if (!reader->failed && strcmp(label, reader->summary->sides[column].label) != 0)
        fail(reader, object, "expected %.80s", reader->summary->sides[column].label);
    free(label);
    pair->differs = count_of(reader, object, "different");
    read_fields(reader, object, pair->fields);
    pair->more_hands = count_of(reader, object, "more_hands");
    pair->more_points = count_of(reader, object, "more_points");
    pair->fewer_hands = count_of(reader, object, "fewer_hands");
    pair->fewer_points = count_of(reader, object, "fewer_points");
    pair->unexplained = count_of(reader, object, "unexplained");
    bool cut = has_key(reader, object, "not_looked_for");
    if (cut)
        pair->not_looked_for = count_of(reader, object, "not_looked_for");
    size_t bars = array_of(reader, object, "histogram"), rules = array_of(reader, object, "rules");
    size_t movers = array_of(reader, object, "movers");
    pair->histogram.coarse = word_of(reader, object, "coarse");
    EACH(reader, bars, at)
    read_bar(reader, at, &pair->histogram);
    EACH(reader, rules, at)
    read_rule(reader, at, pair);
    EACH(reader, movers, at)
    read_mover(reader, at, pair);
    expect_keys(reader, object, cut ? 13 : 12);
}

static void read_side(struct reader *reader, size_t object) {
    struct kzi_summary *summary = reader->summary;
    if (summary->count == KZI_MAX_COMPARED) {
        fail(reader, object, "there are more than %d rulesets", KZI_MAX_COMPARED);
        return;
    }
    struct kzi_summed_side *side = &summary->sides[summary->count++];
    side->label = name_of(reader, object, "ruleset");
    side->version = name_of(reader, object, "version");
    side->digest = name_of(reader, object, "digest");
    side->refused = count_of(reader, object, "refused");
    side->wins = count_of(reader, object, "wins");
    side->points = count_of(reader, object, "points");
    expect_keys(reader, object, 6);
}

static void read_player(struct reader *reader, size_t object) {
    struct kzi_summary *summary = reader->summary;
    int64_t sums[KZI_MAX_COMPARED] = {0}, games = count_of(reader, object, "games"),
            wins = count_of(reader, object, "wins");
    size_t points = array_of(reader, object, "points");
    unsigned count = 0;
    char *name = name_of(reader, object, "player");
    EACH(reader, points, at) {
        int64_t number = integer(reader, at);
        if (count < KZI_MAX_COMPARED)
            sums[count] = number;
        count++;
    }
    expect_keys(reader, object, 4);
    if (!reader->failed && count != summary->count)
        fail(reader, object, "expected points under %u rulesets", summary->count);
    if (!reader->failed && summary->n_players &&
        strcmp(summary->players[summary->n_players - 1].name, name) >= 0)
        fail(reader, object, "the players are not in order");
    if (!reader->failed)
        kzi_players_add(summary, name, games, wins, sums);
    free(name);
}

/* A summary of logs of games. */
static void read_logs(struct reader *reader) {
    struct kzi_summary *summary = reader->summary;
    size_t logs = member(reader, 0, "logs"), players = array_of(reader, 0, "players");
    summary->of_logs = true;
    for (unsigned i = 0; logs && i < KZI_SUMMED_LOGS; i++)
        summary->logs[i] = count_of(reader, logs, kzi_summed_log_names[i]);
    if (logs)
        expect_keys(reader, logs, KZI_SUMMED_LOGS);
    EACH(reader, players, at)
    read_player(reader, at);
}

static void read_all(struct reader *reader) {
    struct kzi_summary *summary = reader->summary;
    long long format = number_of(reader, 0, "summary");
    if (format != KZI_SUMMARY_FORMAT)
        fail(reader, 0, "a summary of format %lld, but this version reads format %d", format,
             KZI_SUMMARY_FORMAT);
    summary->hands = count_of(reader, 0, "hands");
    summary->refused = count_of(reader, 0, "refused");
    summary->differs = count_of(reader, 0, "different");
    read_fields(reader, 0, summary->fields);
    size_t sides = array_of(reader, 0, "rulesets"), pairs = array_of(reader, 0, "from_first");
    EACH(reader, sides, at)
    read_side(reader, at);
    unsigned column = 1;
    EACH(reader, pairs, at)
    if (column < summary->count)
        read_pair(reader, at, column++);
    else
        fail(reader, at, "there are more comparisons than rulesets");
    if (!reader->failed && (summary->count < 2 || column != summary->count))
        fail(reader, 0, "expected at least two rulesets, each compared with the first");
    bool of_logs = has_key(reader, 0, "logs");
    if (of_logs)
        read_logs(reader);
    expect_keys(reader, 0, of_logs ? 9 : 7);
}

bool kzi_summary_read(struct kzi_summary *summary, const char *text, size_t len,
                      struct kzi_summary_fault *fault) {
    struct kzi_json json;
    *summary = (struct kzi_summary){0};
    size_t valid = kzi_utf8_valid(text, len);
    if (valid < len) {
        snprintf(fault->text, sizeof fault->text, "the text is not UTF-8 from here on");
        fault->at = valid + 1;
        return false;
    }
    if (!kzi_json_read_long(&json, text, len)) {
        summary->no_memory = !json.wrong;
        snprintf(fault->text, sizeof fault->text, "%s", json.wrong ? json.wrong : "");
        fault->at = json.wrong ? (size_t)(json.place - text) + 1 : 0;
        return false;
    }
    struct reader reader = {summary, json.tokens, text, fault, false};
    read_all(&reader);
    free(json.tokens);
    if (!reader.failed && !summary->no_memory)
        return true;
    bool no_memory = summary->no_memory;
    kzi_summary_free(summary);
    summary->no_memory = no_memory;
    return false;
}

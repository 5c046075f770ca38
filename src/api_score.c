/* The calls of kazoe.h that score: hands, hands that lack a tile, values without tiles. */
#include "api.h"

#include "base/abi.h"
#include "report/completion_report.h"
#include "report/discard_report.h"
#include "score/prospect.h"
#include "score/value.h"

#include <string.h>

static kz_status refuse(kz_result *result, const char *why) {
    result->rules = NULL;
    result->hand.has_id = false;
    return result->status = kzi_fail(&result->error, KZ_BAD_USAGE, why);
}

static kz_status refuse_usage(kz_result *result) {
    return refuse(result, "no rules, or a hand that was never read");
}

kz_status kz_score(kz_result *result, const kz_ruleset *rules, const kz_hand *hand) {
    if (!result)
        return KZ_BAD_USAGE;
    if (!rules || !hand || !hand->parsed)
        return refuse_usage(result);
    return kzi_score_tiles(result, rules, &hand->hand, &hand->tiles);
}

static void name_tile(char name[8], unsigned kind, bool red) {
    name[0] = kzi_digit_of_tile(kind, red);
    name[1] = kzi_letter_of_tile(kind);
    name[2] = '\0';
}

static void put_lacking(kz_wait *to, const struct kzi_lacking_tile *from) {
    name_tile(to->tile, from->kind, false);
    to->left = from->left;
    to->red_left = from->reds;
}

/* Return the shanten of a hand that lacks `lacking` tiles; KZI_MAX_LACKING: nothing can complete
 * it. */
static int shanten_of(unsigned lacking) {
    return lacking < KZI_MAX_LACKING ? (int)lacking - 1 : KZ_NO_SHANTEN;
}

static kz_status find_completion(struct kzi_completion *completion, const kz_ruleset *rules,
                                 const kz_hand *hand, kz_error *err) {
    kz_error error;
    if (!rules || !hand || !hand->unfinished)
        return kzi_fail(err, KZ_BAD_USAGE, "no ruleset, or no hand that lacks a tile");
    const kz_status status =
        kzi_completion_find(completion, rules, &hand->hand, &hand->tiles, &error);
    if (status != KZ_OK && err)
        *err = error;
    return status;
}

kz_status kz_waits(kz_wait *list, size_t capacity, size_t *count, int *shanten,
                   const kz_ruleset *rules, const kz_hand *hand, kz_error *err) {
    struct kzi_completion completion;
    if (!list && capacity)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for the tiles");
    const kz_status status = find_completion(&completion, rules, hand, err);
    if (status != KZ_OK)
        return status;
    for (size_t i = 0; i < completion.count && i < capacity; i++)
        put_lacking(&list[i], &completion.list[i]);
    if (count)
        *count = completion.count;
    if (shanten)
        *shanten = shanten_of((unsigned)(completion.shanten + 1));
    return KZ_OK;
}

kz_status kz_shanten(int *shanten, const kz_ruleset *rules, const kz_hand *hand, kz_error *err) {
    struct kzi_facts facts;
    struct kzi_seen_tiles seen;
    struct kzi_lacks lacks;
    kz_error error;
    if (!shanten || !rules || !hand || !hand->unfinished)
        return kzi_fail(err, KZ_BAD_USAGE,
                        "no place for shanten, no ruleset, or no hand read as unfinished");
    kzi_facts_init_with(&facts, &hand->hand, &hand->tiles);
    bool full = kzi_hand_count_tiles(&hand->hand, rules->whole_kongs) == rules->hand_size;
    kz_status status = kzi_seen_count(&seen, rules, &facts, full, &error);
    if (status != KZ_OK) {
        if (err)
            *err = error;
        return status;
    }
    if (!kzi_lacks_find(&lacks, rules, &facts, full, KZI_NO_TILES))
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    *shanten = shanten_of(lacks.lacking);
    return KZ_OK;
}

_Static_assert(KZ_MAX_KINDS == KZI_TILE_KINDS, "left has a place for every kind of tile");

static void put_discard(kz_discard *to, const struct kzi_discards *discards,
                        const struct kzi_discard *from) {
    name_tile(to->tile, from->kind, from->red);
    to->shanten = shanten_of(from->lacking);
    to->accepted = (int)from->accepted;
    memset(to->left, -1, sizeof to->left);
    KZI_EACH_IN(from->accepts, kind)
        to->left[kind] = (signed char)discards->left[kind];
    to->best = from->best;
    to->mean = (double)kzi_average_of(from) / 1000;
    to->turns = (int)discards->turns;
    for (unsigned i = 0; i < discards->turns; i++)
        to->ahead[i] = (kz_prospect){from->ahead[i].expected, from->ahead[i].win};
}

/* Find the discards of a full hand, with prospects if turns are given. */
static kz_status find_discards(struct kzi_discards *discards, kz_result *result,
                               const kz_ruleset *rules, const kz_hand *hand,
                               const kz_discard_options *options, kz_error *error) {
    kz_discard_options own;
    kz_status status = kzi_take_struct(&own, sizeof own, options, error);
    if (status != KZ_OK)
        return status;
    if (options && (own.turns < 1 || own.turns > KZ_MAX_TURNS || own.width < KZ_NO_WIDTH ||
                    own.width > KZ_MAX_WIDTH))
        return kzi_fail(error, KZ_BAD_USAGE,
                        "turns are 1 to " KZI_AS_TEXT(
                            KZ_MAX_TURNS) ", and width is at most " KZI_AS_TEXT(KZ_MAX_WIDTH));
    status = kzi_discards_find(discards, rules, &hand->hand, result, error);
    if (status != KZ_OK || !options)
        return status;
    struct kzi_discard_search search = {.turns = (unsigned)own.turns,
                                        .width = own.width == KZ_NO_WIDTH ? 0
                                                 : own.width              ? (unsigned)own.width
                                                                          : KZ_DEFAULT_WIDTH,
                                        .ura = own.ura,
                                        .max_bytes =
                                            own.max_bytes ? own.max_bytes : KZI_SEARCH_BYTES,
                                        .goes_on = own.goes_on,
                                        .payload = own.payload};
    return kzi_find_prospects(discards, rules, &hand->hand, result, &search, error);
}

kz_status kz_discards(kz_discard *list, size_t capacity, size_t *count, kz_result *result,
                      const kz_ruleset *rules, const kz_hand *hand,
                      const kz_discard_options *options, kz_error *err) {
    struct kzi_discards discards;
    kz_error error;
    if (!result || !rules || !hand || !hand->unfinished || (!list && capacity))
        return kzi_fail(err, KZ_BAD_USAGE,
                        "no result, no ruleset, or no full hand read as unfinished");
    kz_status status = find_discards(&discards, result, rules, hand, options, &error);
    if (status != KZ_OK) {
        if (err)
            *err = error;
        return status;
    }
    for (size_t i = 0; i < discards.count && i < capacity; i++)
        put_discard(&list[i], &discards, &discards.list[i]);
    if (count)
        *count = discards.count;
    return KZ_OK;
}

kz_status kz_furiten(int *furiten, const kz_ruleset *rules, const kz_hand *hand, kz_error *err) {
    struct kzi_completion completion;
    if (!furiten)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for furiten");
    const kz_status status = find_completion(&completion, rules, hand, err);
    if (status == KZ_OK)
        *furiten = completion.asks_discards ? completion.furiten != 0 : -1;
    return status;
}

kz_status kz_score_completed(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                             const char *tile, int self_draw) {
    struct kzi_tile last;
    size_t count;
    if (!result)
        return KZ_BAD_USAGE;
    if (!rules || !hand || !hand->unfinished)
        return refuse_usage(result);
    if (!tile || kzi_notation_read(tile, &last, 1, &count) || count != 1)
        return refuse(result, "there is no such tile");
    return kzi_score_completed(result, rules, &hand->hand,
                               (struct kzi_last_tile){last.kind, last.red, self_draw != 0});
}

size_t kz_waits_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand, char *buffer,
                     size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_completion completion;
    const struct kzi_completion_job job = {rules, &hand->hand, &completion, result, false};
    kz_error error;
    if (!hand->unfinished)
        return kzi_text_end(&text);
    if (kzi_completion_job_find(&job, &completion, &error) != KZ_OK)
        return kz_error_json(&error, hand, buffer, size);
    kzi_put_completion(&text, &job, &kzi_code_style);
    return kzi_text_end(&text);
}

size_t kz_discards_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
                        const kz_discard_options *options, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_discards discards;
    kz_error error;
    if (!hand->unfinished)
        return kzi_text_end(&text);
    if (find_discards(&discards, result, rules, hand, options, &error) != KZ_OK)
        return kz_error_json(&error, hand, buffer, size);
    kzi_put_discards(&text, rules, &hand->hand, &discards, &kzi_code_style);
    return kzi_text_end(&text);
}

/* --- values without tiles -------------------------------------------------------------------- */

static void state_number(struct kzi_value_statement *stated, enum kzi_stated_number which,
                         int number) {
    stated->numbers[which] = (struct kzi_value_word){.is_number = true, .number = number};
}

/* Add the name of a limit, as one word; false: no limit has such a name. */
static bool put_limit(struct kzi_value_statement *stated, const char *name) {
    struct kzi_value_word *word = &stated->words[stated->n_words];
    size_t len = strlen(name);
    if (stated->n_words == KZI_MAX_VALUE_WORDS || len >= sizeof word->text)
        return false;
    stated->n_words++;
    *word = (struct kzi_value_word){.is_number = false};
    for (size_t i = 0; i < len; i++)
        word->text[i] = kzi_plain_letter(name[i]);
    return true;
}

static bool read_value(struct kzi_stated_value *stated, const kz_stated_value *value,
                       struct kzi_problem *problem) {
    const char *situation = value->situation ? value->situation : "";
    const char *limit = value->limit;
    if (!kzi_value_read(stated, situation, strlen(situation), problem))
        return false;
    if (value->points)
        state_number(&stated->statement, KZI_STATED_POINTS, value->points);
    else if (!limit)
        state_number(&stated->statement, KZI_STATED_TOTAL, value->total);
    if (limit && !put_limit(&stated->statement, limit))
        kzi_problem_note(problem, KZI_UNKNOWN_WORD, (struct kzi_spot){0}, "no limit has this name");
    if (value->fu)
        state_number(&stated->statement, KZI_STATED_FU, value->fu);
    if (value->multiplier)
        state_number(&stated->statement, KZI_STATED_TIMES, value->multiplier);
    if (value->chips)
        state_number(&stated->statement, KZI_STATED_CHIPS, value->chips);
    if (value->factor)
        state_number(&stated->statement, KZI_STATED_FACTOR, value->factor);
    return !problem->found;
}

kz_status kz_value(kz_result *result, const kz_ruleset *rules, const kz_stated_value *value) {
    kz_stated_value own;
    struct kzi_stated_value stated;
    struct kzi_problem problem;
    if (!result)
        return KZ_BAD_USAGE;
    if (!rules || !value || kzi_take_struct(&own, sizeof own, value, NULL) != KZ_OK ||
        own.total < 0 || own.fu < 0 || own.multiplier < 0 || own.points < 0 || own.chips < 0 ||
        own.factor < 0)
        return refuse(result,
                      "no rules, no value, a value without its size, or a negative number in it");
    if (read_value(&stated, &own, &problem))
        return kzi_value_settle(result, rules, &stated.hand, &stated.statement, false);
    kz_error error;
    kzi_problem_error(&problem, &error);
    kzi_result_refuse_unread(result, &stated.hand, &error);
    return result->status;
}

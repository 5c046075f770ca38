/* The public functions: check arguments and pass calls down. */
#include "api.h"

#include "base/abi.h"
#include "compile/ruleset.h"
#include "compile/wild.h"
#include "hand/shanten.h"
#include "report/completion_report.h"
#include "report/deal_report.h"
#include "report/discard_report.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "rules/condition.h"
#include "rules/spec.h"
#include "score/completion.h"
#include "score/prospect.h"
#include "score/value.h"
#include "tile/notation.h"

#include <stdlib.h>
#include <string.h>

#define STRING(text)  #text
#define AS_TEXT(text) STRING(text)

const char *kz_version(void) {
    return AS_TEXT(KZ_VERSION_MAJOR) "." AS_TEXT(KZ_VERSION_MINOR) "." AS_TEXT(KZ_VERSION_PATCH);
}

const char *kz_status_text(kz_status status) {
    switch (status) {
    case KZ_OK:
        return "done";
    case KZ_BAD_USAGE:
        return "bad argument";
    case KZ_BAD_HAND:
        return "no such hand";
    case KZ_BAD_RULES:
        return "bad rules";
    case KZ_NOT_FOUND:
        return "not found";
    case KZ_NO_MEMORY:
        return "out of memory";
    case KZ_IO:
        return "a file cannot be read";
    }
    return "unknown status";
}

size_t kz_error_code_count(void) {
    return KZI_PROBLEM_CODES;
}

const char *kz_error_code(size_t number) {
    return number - 1 < KZI_PROBLEM_CODES ? kzi_problem_names[number - 1] : NULL;
}

size_t kz_error_write(const kz_error *error, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_error(&text, error, false);
    return kzi_text_end(&text);
}

/* --- rulesets -------------------------------------------------------------------------------- */

kz_status kz_ruleset_load_with(kz_ruleset **out, const char *path, const kz_load_options *how,
                               kz_diag *diag, void *payload, kz_error *err) {
    if (out)
        *out = NULL;
    return out && path ? kzi_rules_load_from(out, path, how, false,
                                             &(struct kzi_listener){diag, payload, err})
                       : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset, or no path");
}

kz_status kz_ruleset_load(kz_ruleset **out, const char *path, kz_diag *diag, void *payload,
                          kz_error *err) {
    return kz_ruleset_load_with(out, path, NULL, diag, payload, err);
}

kz_status kz_ruleset_open_with(kz_ruleset **out, const char *spec, const kz_load_options *how,
                               kz_diag *diag, void *payload, kz_error *err) {
    if (out)
        *out = NULL;
    return out && spec
               ? kzi_rules_load_named(out, spec, how, &(struct kzi_listener){diag, payload, err})
               : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset, or no name");
}

kz_status kz_ruleset_open(kz_ruleset **out, const char *spec, const char *search, kz_diag *diag,
                          void *payload, kz_error *err) {
    const kz_load_options how = {.size = sizeof how, .search = search};
    return kz_ruleset_open_with(out, spec, &how, diag, payload, err);
}

static void put_list(struct kzi_text *text, const char *key, const struct kzi_asked *list,
                     size_t count) {
    kzi_json_begin_key(text, key, '[');
    for (size_t i = 0; i < count; i++) {
        kzi_json_separate(text);
        kzi_json_string(text, list[i].text);
    }
    kzi_json_end(text, ']');
}

kz_status kz_spec_json(const char *spec, char *buffer, size_t size, size_t *needed, kz_error *err) {
    struct kzi_arena arena = {0};
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_diags diags;
    struct kzi_spec read;
    jmp_buf door;
    size_t len = 0;
    if (!spec || (!buffer && size))
        return kzi_fail(err, KZ_BAD_USAGE, "no spelling, or no place for what it says");
    arena.door = &door;
    volatile kz_status status = KZ_NO_MEMORY;
    if (!setjmp(door)) {
        kzi_diags_init(&diags, &arena);
        status = kzi_spec_read(&diags, &read, spec) ? KZ_OK : KZ_BAD_RULES;
        kzi_diags_emit(&diags, &(struct kzi_listener){.err = err});
    }
    if (status == KZ_OK) {
        kzi_json_begin(&text, '{');
        kzi_json_key_string(&text, "ruleset", read.rules.text);
        put_list(&text, "settings", read.settings, read.n_settings);
        put_list(&text, "overlays", read.overlays, read.n_overlays);
        kzi_json_end(&text, '}');
        len = kzi_text_end(&text);
    }
    kzi_arena_release(&arena);
    if (needed)
        *needed = len;
    return status == KZ_NO_MEMORY ? kzi_fail(err, KZ_NO_MEMORY, "out of memory") : status;
}

kz_status kz_ruleset_load_text(kz_ruleset **out, const kz_rule_text *rules,
                               const kz_load_text_options *how, kz_diag *diag, void *payload,
                               kz_error *err) {
    if (out)
        *out = NULL;
    return out ? kzi_rules_load_text(out, rules, how, false,
                                     &(struct kzi_listener){diag, payload, err})
               : kzi_fail(err, KZ_BAD_USAGE, "no place for the ruleset");
}

void kz_ruleset_free(kz_ruleset *rules) {
    kzi_ruleset_free(rules);
}

const char *kz_ruleset_id(const kz_ruleset *rules) {
    return rules->model->id;
}

const char *kz_ruleset_label(const kz_ruleset *rules) {
    return rules->model->label;
}

const char *kz_ruleset_version(const kz_ruleset *rules) {
    return rules->model->version;
}

const char *kz_ruleset_digest(const kz_ruleset *rules) {
    return rules->model->digest;
}

const char *kz_ruleset_title(const kz_ruleset *rules, const char *language) {
    const char *said = kzi_name_in(rules->model->title, language);
    return said ? said : rules->model->id;
}

/* --- hands ----------------------------------------------------------------------------------- */

/* One block for both. */
struct whole {
    struct kz_hand hand;
    struct kzi_hand_reader reader;
};

kz_hand *kz_hand_new(void) {
    _Static_assert(sizeof(struct kz_hand) <= 640, "what scoring reads is small");
    struct whole *whole = aligned_alloc(_Alignof(struct whole), sizeof *whole);
    if (!whole)
        return NULL;
    memset(whole, 0, sizeof *whole);
    struct kzi_hand_reader *reader = whole->hand.reader = &whole->reader;
    kzi_hand_refer(&whole->hand.hand, &reader->extras, &reader->items);
    return &whole->hand;
}

void kz_hand_free(kz_hand *hand) {
    free(hand);
}

/* The list of words is that of the first ruleset. */
static enum kzi_word_status knows(const void *context, const struct kzi_word *word,
                                  struct kzi_word_found *found) {
    const struct kzi_hand_reader *reader = context;
    *found = (struct kzi_word_found){kzi_find_known_word(reader->known[0], word), NULL};
    if (found->listed >= 0)
        return KZI_KNOWN;
    for (unsigned i = 1; i < reader->n_known; i++)
        if (kzi_find_known_word(reader->known[i], word) >= 0)
            return KZI_KNOWN;
    for (unsigned i = 0; i < reader->n_known; i++) {
        if (kzi_find_table_word(reader->known[i], word))
            return KZI_TABLE_WORD;
        if (!found->nearest)
            found->nearest = kzi_suggest_word(reader->known[i]->model, word->text);
    }
    return KZI_UNKNOWN;
}

kz_status kz_hand_know(kz_hand *hand, const kz_ruleset *rules) {
    if (!hand || !rules || hand->reader->n_known == KZ_MAX_KNOWN)
        return KZ_BAD_USAGE;
    struct kzi_hand_reader *reader = hand->reader;
    reader->known[reader->n_known++] = rules;
    reader->kept.are_kept = false;
    reader->form.knows = knows;
    reader->form.context = reader;
    reader->form.listed_words = reader->known[0]->words;
    return KZ_OK;
}

/* The words of a hand that was parsed are those of its rules. */
void kz_hand_forget(kz_hand *hand) {
    struct kzi_hand_reader *reader = hand->reader;
    reader->n_known = 0;
    reader->kept.are_kept = false;
    reader->form.knows = NULL;
    reader->form.listed_words = NULL;
    hand->parsed = hand->unfinished = false;
}

const char *kz_notation_name(size_t index) {
    return index < KZI_NOTATIONS ? kzi_notations[index].name : NULL;
}

/* Return false if there is no notation of this name. name, *found: NULL for none. */
static bool find_notation(const char *name, const struct kzi_notation **found) {
    *found = name ? kzi_find_notation(name, strlen(name)) : NULL;
    return *found || !name;
}

kz_status kz_hand_set_notation(kz_hand *hand, const char *notation) {
    const struct kzi_notation *found;
    if (!hand || !find_notation(notation, &found))
        return KZ_BAD_USAGE;
    hand->reader->form.notation = found;
    return KZ_OK;
}

/* Note table words that say how the hand was won; what else they say has a word of its own. */
static void note_ways(const kz_hand *hand, struct kzi_problem *problem) {
    for (unsigned i = 0; i < hand->hand.n_words; i++)
        for (unsigned k = 0; k < hand->reader->n_known; k++) {
            const struct kzi_word *word = kzi_word_at(&hand->hand, i);
            const struct kzi_table_word *meant = kzi_find_table_word(hand->reader->known[k], word);
            if (meant && meant->self_draw >= 0 && meant->given)
                kzi_problem_note(problem, KZI_CONTRADICTION,
                                 kzi_spot_of_part(&hand->hand, KZI_PART_WORD, i),
                                 "%s also says by which way a hand is won, and this one has not "
                                 "won: write %s",
                                 word->text, meant->given->text);
        }
}

/* Replace table words, and find the readings of a hand that is not unfinished. */
static void arrange(kz_hand *hand, bool unfinished, struct kzi_problem *problem) {
    const struct kzi_hand_reader *reader = hand->reader;
    if (hand->hand.table_words && unfinished)
        note_ways(hand, problem);
    if (hand->hand.table_words)
        kzi_table_words_replace(&hand->hand, reader->known, reader->n_known);
    if (!unfinished)
        kzi_tiles_init(&hand->tiles, &hand->hand);
    else if (hand->hand.by_given)
        kzi_problem_note(problem, KZI_CONTRADICTION, kzi_spot_of_part(&hand->hand, KZI_PART_BY, 0),
                         "an unfinished hand has not won by discard or self-draw, as this "
                         "word says: leave it out");
}

/* End the reading of a hand. */
static kz_status end_reading(kz_hand *hand, bool unfinished, struct kzi_problem *problem,
                             kz_error *err) {
    if (!problem->found)
        arrange(hand, unfinished, problem);
    hand->parsed = !problem->found && !unfinished;
    hand->unfinished = !problem->found && unfinished;
    if (problem->found && err)
        kzi_problem_error(problem, err);
    return problem->found ? KZ_BAD_HAND : KZ_OK;
}

size_t kz_error_json(const kz_error *error, const kz_hand *hand, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_error_json(&text, hand ? kzi_hand_id(&hand->hand) : "", 0, error);
    return kzi_text_end(&text);
}

static kz_status parse_text(kz_hand *hand, const char *text, size_t len, bool unfinished,
                            kz_error *err) {
    struct kzi_problem problem;
    if (!hand || (!text && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no hand, or no text");
    hand->reader->kept.are_kept = false;
    hand->reader->form.unfinished = unfinished;
    kzi_hand_read_as(&hand->hand, &hand->reader->form, text ? text : "", len, &problem);
    return end_reading(hand, unfinished, &problem, err);
}

kz_status kz_hand_parse(kz_hand *hand, const char *text, size_t len, kz_error *err) {
    return parse_text(hand, text, len, false, err);
}

kz_status kz_hand_parse_unfinished(kz_hand *hand, const char *text, size_t len, kz_error *err) {
    return parse_text(hand, text, len, true, err);
}

kz_status kzi_hand_set_numbered(kz_hand *hand, const struct kzi_numbered *numbered, bool unfinished,
                                kz_error *err) {
    struct kzi_problem problem;
    hand->reader->form.unfinished = unfinished;
    kzi_hand_read_numbered(&hand->hand, &hand->reader->form, numbered, &hand->reader->kept,
                           &problem);
    return end_reading(hand, unfinished, &problem, err);
}

kz_status kz_hand_set_tiles(kz_hand *hand, const kz_tiles *tiles, kz_error *err) {
    kz_tiles own;
    if (!hand || !tiles)
        return kzi_fail(err, KZ_BAD_USAGE, "no hand or no tiles");
    const kz_status status = kzi_take_struct(&own, sizeof own, tiles, err);
    if (status != KZ_OK)
        return status;
    if ((!own.tiles && own.n_tiles) || (!own.melds && own.n_melds))
        return kzi_fail(err, KZ_BAD_USAGE, "tiles or melds that are counted are not there");
    const char *words = own.words ? own.words : "";
    const struct kzi_numbered numbered = {.kinds = own.kinds != 0,
                                          .tiles = own.tiles,
                                          .count = own.n_tiles,
                                          .win = own.win,
                                          .melds = own.melds,
                                          .n_melds = own.n_melds,
                                          .words = words,
                                          .words_len = strlen(words)};
    return kzi_hand_set_numbered(hand, &numbered, own.unfinished != 0, err);
}

kz_status kz_hand_write(const kz_hand *hand, const char *notation, int tiles_only, char *buffer,
                        size_t size, size_t *needed, kz_error *err) {
    const struct kzi_notation *to = notation ? kzi_find_notation(notation, strlen(notation)) : NULL;
    struct kzi_text text = kzi_text_fixed(buffer, size);
    char words[KZI_LEFT_OVER];
    if (needed)
        *needed = 0;
    if (!hand || !(hand->parsed || hand->unfinished) || !to || (!buffer && size))
        return kzi_fail(err, KZ_BAD_USAGE, "no hand, or no notation of that name");
    const char *left = tiles_only ? NULL : kzi_notation_left_over(to, &hand->hand, words);
    if (left) {
        struct kzi_problem problem = {.found = false};
        kzi_problem_note(&problem, KZI_BAD_NOTATION, (struct kzi_spot){.at = 0},
                         "%s has no place for %s", to->name, left);
        if (err)
            kzi_problem_error(&problem, err);
        return KZ_BAD_HAND;
    }
    kzi_put_in_notation(&text, to, &hand->hand);
    if (needed)
        *needed = text.len;
    kzi_text_end(&text);
    return KZ_OK;
}

/* --- scoring --------------------------------------------------------------------------------- */

kz_result *kz_result_new(void) {
    return calloc(1, sizeof(kz_result));
}

void kz_result_free(kz_result *result) {
    free(result);
}

static kz_status refuse(kz_result *result, const char *why) {
    result->rules = NULL;
    result->hand.has_id = false;
    return result->status = kzi_fail(&result->error, KZ_BAD_USAGE, why);
}

static kz_status refuse_usage(kz_result *result) {
    return refuse(result, "no rules, or a hand that was never read");
}

/* Load the hand some steps ahead where hands lie in memory in the order in which they are scored,
 * because one that was read long ago is not in the caches.  The bench scores these (score kept) in
 * 198 ns instead of 246 (ema-2016), and others in at most 2 % more.  One that is scored again is
 * there already. */
static inline void prefetch_next(kz_result *result, const kz_hand *hand) {
    const uintptr_t at = (uintptr_t)hand, step = at - result->scored_at;
    if (step && step == result->step)
        for (size_t i = 0; i < sizeof *hand; i += 64)
            __builtin_prefetch((const void *)(at + 4 * step + i));
    result->scored_at = at;
    result->step = step;
}

kz_status kz_score(kz_result *result, const kz_ruleset *rules, const kz_hand *hand) {
    if (!result)
        return KZ_BAD_USAGE;
    if (!rules || !hand || !hand->parsed)
        return refuse_usage(result);
    prefetch_next(result, hand);
    return kzi_score_tiles(result, rules, &hand->hand, &hand->tiles);
}

static void name_tile(char name[8], unsigned kind, bool red) {
    name[0] = kzi_digit_of_tile(kind, red);
    name[1] = kzi_letter_of_tile(kind);
    name[2] = '\0';
}

static void put_lacking(kz_lacking *to, const struct kzi_lacking_tile *from) {
    name_tile(to->tile, from->kind, false);
    to->left = from->left;
    to->red_left = from->red;
}

/* lacking: tiles; KZI_MOST_LACKING: nothing can complete it. */
static int shanten_of(unsigned lacking) {
    return lacking < KZI_MOST_LACKING ? (int)lacking - 1 : -2;
}

static kz_status find_completion(struct kzi_completion *completion, const kz_ruleset *rules,
                                 const kz_hand *hand, kz_error *err) {
    kz_error error;
    if (!rules || !hand || !hand->unfinished)
        return kzi_fail(err, KZ_BAD_USAGE, "no ruleset, or no hand that lacks a tile");
    const kz_status status = kzi_completion_find(completion, rules, &hand->hand, &error);
    if (status != KZ_OK && err)
        *err = error;
    return status;
}

kz_status kz_waits(kz_lacking *list, size_t capacity, size_t *count, int *shanten,
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
    kz_error error;
    if (!shanten || !rules || !hand || !hand->unfinished)
        return kzi_fail(err, KZ_BAD_USAGE,
                        "no place for shanten, no ruleset, or no hand read as unfinished");
    kzi_facts_init(&facts, &hand->hand);
    bool full = kzi_hand_count_tiles(&hand->hand, rules->whole_kongs) == rules->hand_size;
    kz_status status = kzi_seen_count(&seen, rules, &facts, full, &error);
    if (status != KZ_OK) {
        if (err)
            *err = error;
        return status;
    }
    const struct kzi_shanten *tables = kzi_shanten_of(rules);
    if (!tables)
        return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
    struct kzi_unfinished unfinished = kzi_unfinished_of(rules, &hand->hand, facts.tiles);
    *shanten =
        shanten_of(!kzi_has_wild(rules) ? kzi_lacks_of(tables, &unfinished, KZI_NO_TILES).lacking
                   : full               ? kzi_wild_lacking(rules, tables, &hand->hand)
                                        : kzi_wild_lacks(rules, tables, &hand->hand).lacking);
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
    to->best = (long)from->best;
    to->mean = (double)kzi_mean_of(from) / 1000;
    to->turns = (int)discards->turns;
    for (unsigned i = 0; i < discards->turns; i++)
        to->ahead[i] = (kz_prospect){from->ahead[i].expected, from->ahead[i].win};
}

/* The discards of a full hand, with what lies ahead if turns are given. */
static kz_status find_discards(struct kzi_discards *discards, kz_result *result,
                               const kz_ruleset *rules, const kz_hand *hand,
                               const kz_discard_options *options, kz_error *error) {
    kz_discard_options own;
    kz_status status = kzi_take_struct(&own, sizeof own, options, error);
    if (status != KZ_OK)
        return status;
    if (options &&
        (own.turns < 1 || own.turns > KZ_MAX_TURNS || own.width < 0 || own.width > KZ_MAX_WIDTH))
        return kzi_fail(
            error, KZ_BAD_USAGE,
            "turns are 1 to " AS_TEXT(KZ_MAX_TURNS) ", and width is 0 to " AS_TEXT(KZ_MAX_WIDTH));
    status = kzi_discards_find(discards, rules, &hand->hand, result, error);
    if (status != KZ_OK || !options)
        return status;
    struct kzi_search search = {.turns = (unsigned)own.turns,
                                .width = (unsigned)own.width,
                                .ura = own.ura,
                                .max_bytes = own.max_bytes ? own.max_bytes : KZI_SEARCH_BYTES,
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
        *furiten = completion.asks_discards ? completion.furiten : -1;
    return status;
}

kz_status kz_score_with(kz_result *result, const kz_ruleset *rules, const kz_hand *hand,
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
                               (struct kzi_last_tile){last.kind, last.marked, self_draw != 0});
}

/* --- values without tiles -------------------------------------------------------------------- */

static void state_number(struct kzi_statement *stated, enum kzi_value_number which, int number) {
    stated->numbers[which] = (struct kzi_value_word){.is_number = true, .number = number};
}

/* Add the name of a limit, as one word; false: no limit has such a name. */
static bool put_limit(struct kzi_statement *stated, const char *name) {
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

static bool read_value(struct kzi_stated_value *stated, const kz_value_options *value,
                       struct kzi_problem *problem) {
    const char *situation = value->situation ? value->situation : "";
    const char *limit = value->limit;
    if (!kzi_value_read(stated, situation, strlen(situation), problem))
        return false;
    if (value->points)
        state_number(&stated->statement, KZI_VALUE_POINTS, value->points);
    else if (!limit)
        state_number(&stated->statement, KZI_VALUE_TOTAL, value->total);
    if (limit && !put_limit(&stated->statement, limit))
        kzi_problem_note(problem, KZI_UNKNOWN_WORD, (struct kzi_spot){0}, "no limit is called so");
    if (value->fu)
        state_number(&stated->statement, KZI_VALUE_FU, value->fu);
    if (value->multiplier)
        state_number(&stated->statement, KZI_VALUE_TIMES, value->multiplier);
    if (value->chips)
        state_number(&stated->statement, KZI_VALUE_CHIPS, value->chips);
    return !problem->found;
}

kz_status kz_value(kz_result *result, const kz_ruleset *rules, const kz_value_options *value) {
    kz_value_options own;
    struct kzi_stated_value stated;
    struct kzi_problem problem;
    if (!result)
        return KZ_BAD_USAGE;
    if (!rules || !value || kzi_take_struct(&own, sizeof own, value, NULL) != KZ_OK ||
        own.total < 0 || own.fu < 0 || own.multiplier < 0 || own.points < 0 || own.chips < 0)
        return refuse(result, "no rules, no value with its size, or a number of it below 0");
    if (read_value(&stated, &own, &problem))
        return kzi_value_settle(result, rules, &stated.hand, &stated.statement, false);
    kz_error error;
    kzi_problem_error(&problem, &error);
    kzi_result_refuse_unread(result, &stated.hand, &error);
    return result->status;
}

size_t kz_waits_json(kz_result *result, const kz_ruleset *rules, const kz_hand *hand, char *buffer,
                     size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_completion completion;
    const struct kzi_completed completed = {rules, &hand->hand, &completion, result, false};
    kz_error error;
    if (!hand->unfinished)
        return kzi_text_end(&text);
    if (kzi_completed_find(&completed, &completion, &error) != KZ_OK)
        return kz_error_json(&error, hand, buffer, size);
    kzi_put_completion(&text, &completed, &kzi_code_style);
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

const kz_error *kz_result_error(const kz_result *result) {
    return result->status == KZ_OK ? NULL : &result->error;
}

static bool scored(const kz_result *result) {
    return result->rules && result->status == KZ_OK;
}

static bool complete(const kz_result *result) {
    return scored(result) && result->reason != KZI_INCOMPLETE;
}

int kz_result_wins(const kz_result *result) {
    return scored(result) && result->reason == KZI_WINS;
}

long kz_result_points(const kz_result *result) {
    return kz_result_wins(result) ? (long)result->best.points : 0;
}

long kz_result_payment(const kz_result *result, kz_seat seat) {
    return kz_result_wins(result) && (unsigned)seat < KZI_SEATS ? (long)result->paid[seat] : 0;
}

long kz_result_payment_discarder(const kz_result *result) {
    return kz_result_wins(result) ? (long)result->paid[KZI_DISCARDER] : 0;
}

long kz_result_payment_others(const kz_result *result) {
    return kz_result_wins(result) ? (long)result->paid[KZI_EACH_OTHER] : 0;
}

int kz_result_discarder_unknown(const kz_result *result) {
    return kz_result_wins(result) && result->discarder_unknown;
}

int kz_result_total(const kz_result *result) {
    return complete(result) ? result->best.total : 0;
}

int kz_result_qualifying(const kz_result *result) {
    return complete(result) ? result->best.qualifying : 0;
}

int kz_result_fu(const kz_result *result) {
    return complete(result) ? result->best.fu : -1;
}

const char *kz_result_limit(const kz_result *result) {
    if (!complete(result) || result->best.limit < 0 || (kzi_is_stated(result) && result->of_points))
        return NULL;
    return result->rules->model->limits[result->best.limit].id;
}

int kz_result_multiplier(const kz_result *result) {
    return complete(result) ? result->best.multiplier : 1;
}

/* Return whether the yaku that count are known. */
static bool has_yaku(const kz_result *result) {
    return complete(result) && !kzi_is_stated(result);
}

size_t kz_result_yaku_count(const kz_result *result) {
    size_t count = 0;
    for (unsigned i = 0; has_yaku(result) && i < result->rules->yaku_words; i++)
        count += (size_t)__builtin_popcountll(result->best.scored[i]);
    return count;
}

/* Return the yaku of an index, bonus last, each in the ruleset's order; -1: past the last. */
static int yaku_at(const kz_result *result, size_t index) {
    const struct kz_ruleset *rules = result->rules;
    for (int bonus = 0; has_yaku(result) && bonus < 2; bonus++)
        for (unsigned i = 0; i < rules->yaku_words; i++) {
            uint64_t left = result->best.scored[i] & (bonus ? rules->bonus[i] : ~rules->bonus[i]);
            KZI_EACH_IN(left, bit)
                if (!index--)
                    return (int)(64 * i + bit);
        }
    return -1;
}

const char *kz_result_yaku_id(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    return yaku < 0 ? NULL : result->rules->model->yaku[yaku].id;
}

int kz_result_yaku_value(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    if (yaku < 0)
        return 0;
    const struct kzi_value *value = kzi_value_in_hand(result, (unsigned)yaku);
    return value->limit == KZI_NO_LIMIT ? value->number : 0;
}

int kz_result_yaku_times(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    return yaku < 0 ? 0 : (int)kzi_times_listed(result, (unsigned)yaku);
}

int kz_result_yaku_number(const kz_result *result, size_t index) {
    return yaku_at(result, index);
}

const char *kz_result_yaku_limit(const kz_result *result, size_t index) {
    int yaku = yaku_at(result, index);
    if (yaku < 0)
        return NULL;
    const struct kzi_value *value = kzi_value_in_hand(result, (unsigned)yaku);
    return value->limit == KZI_NO_LIMIT ? NULL : result->rules->model->limits[value->limit].id;
}

const char *kz_result_reason(const kz_result *result) {
    return scored(result) ? kzi_reason_ids[result->reason] : NULL;
}

kz_seat kz_result_seat(const kz_result *result) {
    return scored(result) ? (kz_seat)result->hand.seat : KZ_EAST;
}

/* A result of nothing has no rules that could have chips. */
static bool has_chips(const kz_result *result) {
    return result->rules && kzi_has_chips(result);
}

long kz_result_chips(const kz_result *result) {
    return has_chips(result) ? (long)result->chips : 0;
}

long kz_result_chip_payment(const kz_result *result, kz_seat seat) {
    return has_chips(result) && (unsigned)seat < KZI_SEATS ? (long)result->chips_paid[seat] : 0;
}

long kz_result_chip_payment_discarder(const kz_result *result) {
    return has_chips(result) ? (long)result->chips_paid[KZI_DISCARDER] : 0;
}

long kz_result_chip_payment_others(const kz_result *result) {
    return has_chips(result) ? (long)result->chips_paid[KZI_EACH_OTHER] : 0;
}

static size_t write_json(const kz_result *result, char *buffer, size_t size, bool explain) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (scored(result))
        kzi_put_result_json(&text, result, explain, 0);
    else
        kzi_put_error_json(&text, kzi_hand_id(&result->hand), 0, &result->error);
    return kzi_text_end(&text);
}

size_t kz_result_json(const kz_result *result, char *buffer, size_t size) {
    return write_json(result, buffer, size, false);
}

size_t kz_result_explain_json(const kz_result *result, char *buffer, size_t size) {
    return write_json(result, buffer, size, true);
}

static size_t write_text(const kz_result *result, const struct kzi_style *style, char *buffer,
                         size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (scored(result))
        kzi_put_result(&text, result, style);
    else
        kzi_text_put(&text, result->error.text);
    return kzi_text_end(&text);
}

size_t kz_result_text(const kz_result *result, const char *language, char *buffer, size_t size) {
    return write_text(result, &(struct kzi_style){.language = language}, buffer, size);
}

size_t kz_result_explain_text(const kz_result *result, const char *language, char *buffer,
                              size_t size) {
    return write_text(result, &(struct kzi_style){.language = language, .explain = true}, buffer,
                      size);
}

/* --- deals ----------------------------------------------------------------------------------- */

struct kz_deal {
    struct kzi_deal deal;
    struct kzi_settlement settlement;
    kz_error error;
    bool settled;
};

kz_deal *kz_deal_new(void) {
    return calloc(1, sizeof(kz_deal));
}

void kz_deal_free(kz_deal *deal) {
    free(deal);
}

kz_status kz_deal_settle(kz_deal *deal, const kz_ruleset *rules, const char *notation,
                         const char *text, size_t len, kz_error *err) {
    const struct kzi_notation *found;
    if (!find_notation(notation, &found))
        return kzi_fail(err, KZ_BAD_USAGE, "there is no such notation");
    if (!deal || !rules || (!text && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no deal, no ruleset, or no text");
    struct kzi_problem *problem = &deal->settlement.problem;
    const struct kzi_deal_form form = {.notation = found};
    deal->settled = kzi_deal_read(&deal->deal, &form, text ? text : "", len, problem) &&
                    kzi_deal_settle(&deal->settlement, rules, &deal->deal);
    if (deal->settled)
        return KZ_OK;
    kzi_problem_error(problem, &deal->error);
    if (err)
        *err = deal->error;
    return KZ_BAD_HAND;
}

long kz_deal_payment(const kz_deal *deal, kz_seat seat) {
    return deal->settled && seat < KZI_SEATS ? (long)deal->settlement.paid[seat] : 0;
}

long kz_deal_deposits_left(const kz_deal *deal) {
    return deal->settled ? (long)deal->settlement.deposits_left : 0;
}

long kz_deal_chip_payment(const kz_deal *deal, kz_seat seat) {
    return deal->settled && seat < KZI_SEATS ? (long)deal->settlement.chips_paid[seat] : 0;
}

const char *kz_deal_draw(const kz_deal *deal) {
    return deal->settled ? deal->settlement.draw : NULL;
}

size_t kz_deal_result_count(const kz_deal *deal) {
    return deal->settled ? deal->settlement.n_results : 0;
}

const kz_result *kz_deal_result(const kz_deal *deal, size_t index) {
    return index < kz_deal_result_count(deal) ? &deal->settlement.results[index] : NULL;
}

static size_t write_deal(const kz_deal *deal, const struct kzi_style *style, char *buffer,
                         size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (deal->settled)
        kzi_put_deal(&text, &deal->settlement, style);
    else if (style->form == KZI_JSON)
        kzi_put_error_json(&text, kzi_hand_id(&deal->deal.table), 0, &deal->error);
    else
        kzi_text_put(&text, deal->error.text);
    return kzi_text_end(&text);
}

size_t kz_deal_json(const kz_deal *deal, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.form = KZI_JSON}, buffer, size);
}

size_t kz_deal_explain_json(const kz_deal *deal, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.form = KZI_JSON, .explain = true}, buffer, size);
}

size_t kz_deal_text(const kz_deal *deal, const char *language, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.language = language}, buffer, size);
}

size_t kz_deal_explain_text(const kz_deal *deal, const char *language, char *buffer, size_t size) {
    return write_deal(deal, &(struct kzi_style){.language = language, .explain = true}, buffer,
                      size);
}

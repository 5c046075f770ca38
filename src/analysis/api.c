/* The calls of kazoe-analysis.h: check the arguments, then call the functions of the parts. */
#include "kazoe-analysis.h"

#include "analysis/compare/comparer.h"
#include "analysis/compare/comparison_report.h"
#include "analysis/diff/diff_report.h"
#include "analysis/game/scoreboard.h"
#include "analysis/html/svg.h"
#include "analysis/prover/implication.h"
#include "analysis/prover/lint.h"
#include "analysis/tables/table.h"
#include "analysis/whynot/why_not.h"
#include "analysis/witness/random_win.h"
#include "api.h"
#include "base/abi.h"

#include <stdlib.h>
#include <string.h>

static kz_status out_of_memory(kz_error *err) {
    return kzi_fail(err, KZ_NO_MEMORY, "out of memory");
}

/* Copy a finished text to the caller's buffer and release it.  Return its length; 0 if memory ran
 * out.  Sentences and pages change what they have written before, so they cannot be written into
 * the buffer directly. */
static size_t hand_out(struct kzi_text *whole, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    text.failed = whole->failed;
    kzi_text_add(&text, whole->at, whole->failed ? 0 : whole->len);
    kzi_text_release(whole);
    return kzi_text_end(&text);
}

/* --- reasons of covers ----------------------------------------------------------------------- */

kz_status kz_ruleset_prove_covers(kz_ruleset *rules) {
    if (!rules)
        return KZ_BAD_USAGE;
    return kzi_prover_make(rules) ? KZ_OK : KZ_NO_MEMORY;
}

/* --- hands under several rulesets (comparer.c) ------------------------------------------------ */

int kz_comparison_same(const kz_comparison *comparison) {
    return !comparison->compared.differs;
}

const kz_result *kz_comparison_result(const kz_comparison *comparison, size_t index) {
    return index < comparison->compared.count ? comparison->results[index] : NULL;
}

size_t kz_comparison_differs(const kz_comparison *comparison, size_t index, char *buffer,
                             size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    const struct kzi_comparison *compared = &comparison->compared;
    if (index < compared->count)
        kzi_put_fields(&text, compared->from_first[index], ", ");
    return kzi_text_end(&text);
}

kz_status kz_comparison_why(const kz_comparison *comparison, size_t index, char *buffer,
                            size_t size, size_t *needed) {
    if (!comparison || (!buffer && size))
        return KZ_BAD_USAGE;
    struct kzi_text whole = kzi_text_growing();
    const struct kzi_comparison *compared = &comparison->compared;
    if (compared->blame && index < compared->count && compared->from_first[index])
        kzi_put_blamed(&whole, &compared->blame[index]);
    const kz_status status = whole.failed ? KZ_NO_MEMORY : KZ_OK;
    const size_t len = hand_out(&whole, buffer, size);
    if (needed)
        *needed = len;
    return status;
}

size_t kz_comparison_json(const kz_comparison *comparison, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_comparison(&text, &comparison->compared, &kzi_code_style, 0);
    return kzi_text_end(&text);
}

size_t kz_comparison_text(const kz_comparison *comparison, const char *language, unsigned width,
                          char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    const struct kzi_style style = {.language = language, .width = width};
    const kz_result *first = comparison->results[0];
    if (!comparison->hand->parsed) {
        kzi_text_put(&text, first->error.text);
        return kzi_text_end(&text);
    }
    kzi_put_comparison(&text, &comparison->compared, &style, 0);
    return kzi_text_end(&text);
}

/* --- summaries ------------------------------------------------------------------------------- */

kz_summary *kz_summary_new(const kz_comparer *comparer) {
    kz_summary *summary = comparer ? calloc(1, sizeof *summary) : NULL;
    if (summary)
        kzi_summary_begin(summary, comparer->rules, comparer->count);
    if (summary && summary->no_memory) {
        kz_summary_free(summary);
        return NULL;
    }
    return summary;
}

void kz_summary_free(kz_summary *summary) {
    if (summary)
        kzi_summary_free(summary);
    free(summary);
}

static kz_status status_of(const kz_summary *summary, kz_error *err) {
    if (summary->no_memory)
        return out_of_memory(err);
    if (summary->overflow)
        return kzi_fail(err, KZ_BAD_USAGE, "a number of the summary is too large");
    return KZ_OK;
}

kz_status kz_summary_add(kz_summary *summary, const kz_comparison *comparison, const char *text,
                         size_t len, kz_error *err) {
    if (!summary || !comparison || (!text && len))
        return kzi_fail(err, KZ_BAD_USAGE, "no summary, no comparison, or no text");
    if (!kzi_summary_is_of(summary, comparison->comparer->rules, comparison->comparer->count))
        return kzi_fail(err, KZ_BAD_USAGE, "the summary is of other rulesets");
    kz_status status = status_of(summary, err);
    if (status != KZ_OK)
        return status;
    kzi_summary_add(summary, &comparison->compared, text ? text : "", len, comparison->blame);
    return status_of(summary, err);
}

size_t kz_summary_json(const kz_summary *summary, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_summary(&text, summary, &kzi_code_style);
    return kzi_text_end(&text);
}

size_t kz_summary_text(const kz_summary *summary, const char *language, char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    const struct kzi_style style = {.language = language};
    kzi_put_summary(&text, summary, &style);
    return kzi_text_end(&text);
}

/* --- two rulesets ----------------------------------------------------------------------------- */

struct kz_diff {
    struct kzi_blame *blame;
    struct kzi_budget steps;         /* steps for the search for hands */
    struct kzi_hand_search **search; /* the search by difference; NULL: none */
};

kz_status kz_diff_new(kz_diff **out, const kz_ruleset *first, const kz_ruleset *second,
                      kz_error *err) {
    if (out)
        *out = NULL;
    if (!out || !first || !second)
        return kzi_fail(err, KZ_BAD_USAGE, "no place for the differences, or no ruleset");
    kz_diff *made = calloc(1, sizeof *made);
    if (!made)
        return out_of_memory(err);
    made->steps.steps = KZI_MAX_WITNESS_STEPS;
    kz_status status = kzi_blame_find(&made->blame, first, second, &kzi_blame_limits, err);
    if (status == KZ_OK && kz_diff_count(made)) {
        made->search = calloc(kz_diff_count(made), sizeof(struct kzi_hand_search *));
        status = made->search ? KZ_OK : out_of_memory(err);
    }
    if (status == KZ_OK)
        *out = made;
    else
        kz_diff_free(made);
    return status;
}

static void drop_search(kz_diff *diff, size_t index) {
    if (!diff->search[index])
        return;
    kzi_hand_search_release(diff->search[index], diff->blame);
    free(diff->search[index]);
    diff->search[index] = NULL;
}

void kz_diff_free(kz_diff *diff) {
    if (!diff)
        return;
    for (size_t i = 0; diff->search && i < kz_diff_count(diff); i++)
        drop_search(diff, i);
    free(diff->search);
    kzi_blame_free(diff->blame);
    free(diff);
}

size_t kz_diff_count(const kz_diff *diff) {
    return diff->blame->differences.count;
}

int kz_diff_complete(const kz_diff *diff) {
    return !diff->blame->differences.cut;
}

kz_status kz_diff_find_hand(kz_diff *diff, size_t index) {
    if (!diff || index >= kz_diff_count(diff))
        return KZ_BAD_USAGE;
    if (diff->search[index] || !kzi_hand_search_is_due(&diff->blame->differences))
        return KZ_OK;
    diff->search[index] = calloc(1, sizeof *diff->search[index]);
    if (diff->search[index] &&
        kzi_hand_search_run(diff->search[index], diff->blame, index, &diff->steps))
        return KZ_OK;
    drop_search(diff, index);
    return KZ_NO_MEMORY;
}

const char *kz_diff_address(const kz_diff *diff, size_t index) {
    const struct kzi_differences *differences = &diff->blame->differences;
    return index < differences->count ? differences->list[index].address : NULL;
}

static size_t write_difference(const kz_diff *diff, size_t index, const struct kzi_style *style,
                               char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (index < kz_diff_count(diff))
        kzi_put_difference(&text, &diff->blame->differences, index, diff->search[index], style);
    return kzi_text_end(&text);
}

size_t kz_diff_json(const kz_diff *diff, size_t index, char *buffer, size_t size) {
    return write_difference(diff, index, &kzi_code_style, buffer, size);
}

size_t kz_diff_text(const kz_diff *diff, size_t index, const char *language, char *buffer,
                    size_t size) {
    return write_difference(diff, index, &(struct kzi_style){.language = language}, buffer, size);
}

/* --- why a yaku does not count ---------------------------------------------------------------- */

struct kz_why_not {
    struct kzi_why why; /* of the result, if not NULL */
    struct kz_result scratch[2];
};

kz_why_not *kz_why_not_new(void) {
    return calloc(1, sizeof(kz_why_not));
}

void kz_why_not_free(kz_why_not *why) {
    free(why);
}

kz_status kz_why_not_find(kz_why_not *why, const kz_result *result, const char *yaku,
                          kz_error *err) {
    if (!why || !result || !yaku)
        return kzi_fail(err, KZ_BAD_USAGE, "no answer, no result or no yaku");
    why->why.result = NULL;
    if (!result->rules || result->status != KZ_OK)
        return kzi_fail(err, KZ_BAD_USAGE, "the result is not of a hand, or the hand was refused");
    const int number = kzi_yaku_find(result->rules->model, yaku, err);
    if (number < 0)
        return KZ_BAD_USAGE;
    kzi_why_find(&why->why, result, (unsigned)number, &why->scratch[0], &why->scratch[1]);
    return KZ_OK;
}

int kz_why_not_counts(const kz_why_not *why) {
    return why->why.result && why->why.status == KZI_WHY_COUNTS;
}

static size_t write_why(const kz_why_not *why, const struct kzi_style *style, char *buffer,
                        size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    if (why->why.result)
        kzi_put_why_not(&text, &why->why, style);
    return kzi_text_end(&text);
}

size_t kz_why_not_json(const kz_why_not *why, char *buffer, size_t size) {
    return write_why(why, &kzi_code_style, buffer, size);
}

size_t kz_why_not_text(const kz_why_not *why, const char *language, char *buffer, size_t size) {
    return write_why(why, &(struct kzi_style){.language = language}, buffer, size);
}

/* --- an evening ------------------------------------------------------------------------------ */

kz_status kz_game_report(const kz_ruleset *rules, const char *lines, size_t len, kz_form form,
                         const char *language, char *buffer, size_t size, size_t *needed,
                         kz_error *err) {
    if (needed)
        *needed = 0;
    if (!rules || (!lines && len) || (!buffer && size) || form > KZ_FORM_HTML)
        return kzi_fail(err, KZ_BAD_USAGE, "no ruleset, no lines, no buffer, or no such form");
    if (!rules->model->game.in_use)
        return kzi_fail(err, KZ_BAD_RULES, "these rules have no section game");
    struct kzi_text whole = kzi_text_growing();
    struct kzi_scoreboard *board = calloc(1, sizeof *board);
    whole.failed = !board;
    if (board) {
        /* the values of both enums are in the same order */
        board->style.form = (enum kzi_report_form)form;
        board->style.language = language;
        kzi_scoreboard_play(board, &whole, rules, lines ? lines : "", len);
    }
    free(board);
    const bool failed = whole.failed;
    const size_t length = hand_out(&whole, buffer, size);
    if (failed)
        return out_of_memory(err);
    if (needed)
        *needed = length;
    return KZ_OK;
}

/* --- random hands ---------------------------------------------------------------------------- */

kz_status kz_random_hand(kz_result *result, const kz_ruleset *rules, const char *yaku,
                         uint64_t *seed, char *buffer, size_t size, size_t *needed, kz_error *err) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    struct kzi_hand hand;
    if (needed)
        *needed = 0;
    if (!result || !rules || !seed || (!buffer && size))
        return kzi_fail(err, KZ_BAD_USAGE, "no result, no ruleset, no seed or no buffer");
    const int number = yaku ? kzi_yaku_find(rules->model, yaku, err) : -1;
    if (yaku && number < 0)
        return KZ_BAD_USAGE;
    struct kzi_random random = {*seed};
    bool found = kzi_random_win(&random, rules, number, &hand, result);
    *seed = random.state;
    if (!found)
        return kzi_fail(err, KZ_NOT_FOUND,
                        number >= 0 && !rules->model->yaku[number].in_use
                            ? "this yaku is not in use: no hand has it"
                            : "no such hand was found");
    kzi_write_line(&text, &hand);
    if (needed)
        *needed = text.len;
    kzi_text_end(&text);
    return KZ_OK;
}

/* --- point tables ----------------------------------------------------------------------------- */

static size_t write_table(const kz_ruleset *rules, const char *language, char *buffer, size_t size,
                          enum kzi_report_form form) {
    struct kzi_text whole = kzi_text_growing();
    const struct kzi_style style = {.form = form, .language = language ? language : "en"};
    struct kzi_table *table = calloc(1, sizeof *table);
    if (table) {
        kzi_table_fill(table, rules);
        kzi_put_table(&whole, table, &style);
    }
    free(table);
    return hand_out(&whole, buffer, size);
}

size_t kz_table_json(const kz_ruleset *rules, const char *language, char *buffer, size_t size) {
    return write_table(rules, language, buffer, size, KZI_JSON);
}

size_t kz_table_text(const kz_ruleset *rules, const char *language, char *buffer, size_t size) {
    return write_table(rules, language, buffer, size, KZI_TEXT);
}

size_t kz_table_html(const kz_ruleset *rules, const char *language, char *buffer, size_t size) {
    return write_table(rules, language, buffer, size, KZI_PAGE);
}

/* --- pictures --------------------------------------------------------------------------------- */

size_t kz_tile_symbols(char *buffer, size_t size) {
    struct kzi_text text = kzi_text_fixed(buffer, size);
    kzi_put_tile_symbols(&text);
    return kzi_text_end(&text);
}

/* --- rule files ------------------------------------------------------------------------------- */

/* Make the checks that need a whole ruleset: the values of its options and, if requested, notes. */
static kz_status check_whole(kz_ruleset *rules, bool notes, const struct kzi_listener *listener) {
    struct kzi_arena arena = {.door = NULL};
    struct kzi_budget budget = kzi_note_budget;
    struct kzi_diags diags;
    jmp_buf door;
    arena.door = &door;
    if (setjmp(door)) {
        kzi_arena_release(&arena);
        return out_of_memory(listener->err);
    }
    kzi_diags_init(&diags, &arena);
    kz_status status = kzi_check_values(rules, &diags);
    if (notes && status == KZ_OK && !kzi_prover_make(rules))
        status = KZ_NO_MEMORY;
    if (notes && status == KZ_OK)
        kzi_lint_rules(rules, &diags, &budget);
    if (status == KZ_OK && diags.errors)
        status = KZ_BAD_RULES;
    kzi_diags_emit(&diags, listener);
    kzi_arena_release(&arena);
    return status == KZ_NO_MEMORY ? out_of_memory(listener->err) : status;
}

/* Check rules that were loaded, unless they are only a part, and free them. */
static kz_status check_loaded(kz_ruleset *rules, const kz_check_options *options,
                              const struct kzi_listener *listener) {
    kz_status status = KZ_OK;
    if (!rules->model->part)
        status = check_whole(rules, options->notes != 0, listener);
    kz_ruleset_free(rules);
    return status;
}

kz_status kz_check(const char *path, const kz_load_options *load_options,
                   const kz_check_options *options, kz_diag *diag, void *payload, kz_error *err) {
    kz_ruleset *rules;
    kz_check_options own;
    const struct kzi_listener listener = {diag, payload, err};
    if (!path)
        return kzi_fail(err, KZ_BAD_USAGE, "no path");
    kz_status status = kzi_take_struct(&own, sizeof own, options, err);
    if (status == KZ_OK)
        status = kzi_rules_load_from(&rules, path, load_options, true, &listener);
    return status == KZ_OK ? check_loaded(rules, &own, &listener) : status;
}

kz_status kz_check_text(const kz_rule_text *text, const kz_load_text_options *load_options,
                        const kz_check_options *options, kz_diag *diag, void *payload,
                        kz_error *err) {
    kz_ruleset *rules;
    kz_check_options own;
    const struct kzi_listener listener = {diag, payload, err};
    kz_status status = kzi_take_struct(&own, sizeof own, options, err);
    if (status == KZ_OK)
        status = kzi_rules_load_text(&rules, text, load_options, true, &listener);
    return status == KZ_OK ? check_loaded(rules, &own, &listener) : status;
}

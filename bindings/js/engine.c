/* engine.c - the functions that index.js calls: one engine in one WebAssembly memory, for one
 * thread.
 *
 * Texts come in through a buffer that JavaScript fills (in_room), and go out through another one
 * (out): a call that writes returns the length, or -1 with the error in `error`. */
#include "analysis/game/scoreboard.h"
#include "analysis/rulebook/gallery.h"
#include "analysis/rulebook/rulebook.h"
#include "analysis/tables/table.h"
#include "base/names.h"
#include "base/utf8.h"
#include "hand/parser/parser.h"
#include "kazoe-analysis.h"
#include "report/deal_report.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "rules/tree/node.h"
#include "score/deal/settlement.h"
#include "score/result.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CALL(name) __attribute__((export_name(#name))) name

/* Put the text of a parent, which JavaScript has, into the buffer `in`.  Return its length, or -1
 * if there is none of that name. */
__attribute__((import_module("kazoe"), import_name("find"))) int find_rules(const char *name);
/* Called for each error and warning from loading. */
__attribute__((import_module("kazoe"), import_name("diagnostic"))) void
take_diagnostic(const kz_error *error);

/* index.js reads errors at these offsets. */
_Static_assert(offsetof(kz_error, code) == 20 && offsetof(kz_error, key) == 44 &&
                   offsetof(kz_error, file) == 68 && offsetof(kz_error, text) == 324 &&
                   offsetof(kz_error, shown) == 836,
               "see AT in index.js");

struct buffer {
    char *text;
    size_t capacity;
};

#define MIN_OUT (1 << 16) /* bytes */
static struct buffer in, out;
static kz_error error;
static kz_hand *hand;
static kz_result *result;
static struct {
    struct kzi_deal read;
    struct kzi_settlement settlement;
} * deal;
static kz_why_not *why;

/* --- memory ----------------------------------------------------------------------------------- */

static int grow(struct buffer *buffer, size_t size) {
    if (size > buffer->capacity) {
        char *text = realloc(buffer->text, size);
        if (!text)
            return 0;
        *buffer = (struct buffer){text, size};
    }
    return 1;
}

static void fail(kz_status status, const char *text) {
    error = (kz_error){.status = status, .severity = KZ_ERROR};
    snprintf(error.text, sizeof error.text, "%s", text);
}

static int no_memory(void) {
    fail(KZ_NO_MEMORY, "out of memory");
    return -1;
}

/* Return the input buffer with room for `size` bytes; NULL: out of memory. */
char *CALL(in_room)(size_t size) {
    return grow(&in, size) ? in.text : NULL;
}
const char *CALL(out_text)(void) {
    return out.text;
}
const kz_error *CALL(last_error)(void) {
    return &error;
}

#define BEFORE 32 /* characters shown before the column */

/* Put the part around the column of the line in the input buffer into the error, with unsafe
 * characters as question marks. */
void CALL(show_line)(size_t len) {
    const char *at = in.text, *end = at + len;
    char *to = error.shown, *last = to + sizeof error.shown - 8;
    const int skipped = error.column > BEFORE ? error.column - BEFORE : 0;
    if (!error.column || *to)
        return;
    for (int i = 0; at < end && to < last; i++) {
        uint32_t code;
        size_t step = kzi_utf8_next(at, (size_t)(end - at), &code);
        if (i >= skipped && kzi_is_harmful(code))
            *to++ = code == '\t' ? ' ' : '?';
        else if (i >= skipped)
            to = (char *)memcpy(to, at, step) + step;
        at += step;
    }
    *to = '\0';
    error.shown_column = error.column - skipped;
}

/* Start the engine.  Return 0 if memory ran out. */
int CALL(start)(void) {
    hand = kz_hand_new();
    result = kz_result_new();
    deal = calloc(1, sizeof *deal);
    why = kz_why_not_new();
    return hand && result && deal && why && grow(&out, MIN_OUT);
}

/* Write by a call that returns the length it needs; call it again with more room if that was more
 * than there is. */
#define WRITE(call)                                                                                \
    do {                                                                                           \
        size_t needed = call;                                                                      \
        if (needed >= out.capacity) {                                                              \
            if (!grow(&out, needed + 1))                                                           \
                return no_memory();                                                                \
            needed = call;                                                                         \
        }                                                                                          \
        return needed ? (int)needed : no_memory();                                                 \
    } while (0)

/* --- rulesets --------------------------------------------------------------------------------- */

static struct {
    /* one overlay and setting more than allowed, so that the library reports the error */
    kz_rule_text rules, overlays[KZ_MAX_OVERLAYS + 1];
    const char *settings[KZ_MAX_SETTINGS + 1];
    size_t n_overlays, n_settings;
} files;

static void forget_files(void) {
    free((void *)(uintptr_t)files.rules.name);
    for (size_t i = 0; i < files.n_overlays; i++)
        free((void *)(uintptr_t)files.overlays[i].name);
    for (size_t i = 0; i < files.n_settings; i++)
        free((void *)(uintptr_t)files.settings[i]);
    memset(&files, 0, sizeof files);
}

/* Take from the input buffer a text of `len` bytes, a NUL, and its name, as the rules, an overlay
 * or (without a text) a setting of an option.  Return 0 if memory ran out. */
int CALL(add_file)(int kind, size_t len) {
    const char *name = in.text + len + 1;
    const size_t name_len = strlen(name);
    char *copy = malloc(name_len + 1 + len);
    if (!copy)
        return 0;
    memcpy(copy, name, name_len + 1);
    memcpy(copy + name_len + 1, in.text, len);
    const kz_rule_text text = {copy, copy + name_len + 1, len};
    if (kind == 0)
        files.rules = text;
    else if (kind == 1 && files.n_overlays <= KZ_MAX_OVERLAYS)
        files.overlays[files.n_overlays++] = text;
    else if (kind == 2 && files.n_settings <= KZ_MAX_SETTINGS)
        files.settings[files.n_settings++] = copy;
    else
        free(copy);
    return 1;
}

static int find_parent(void *payload, const char *name, const char **text, size_t *len) {
    (void)payload;
    int found = find_rules(name);
    *text = in.text;
    *len = found < 0 ? 0 : (size_t)found;
    return found >= 0;
}

static void tell(void *payload, const kz_error *diagnostic) {
    (void)payload;
    take_diagnostic(diagnostic);
}

static kz_load_text_options loading_of_files(void) {
    return (kz_load_text_options){.size = sizeof(kz_load_text_options),
                                  .overlays = files.overlays,
                                  .n_overlays = files.n_overlays,
                                  .settings = files.settings,
                                  .n_settings = files.n_settings,
                                  .find = find_parent};
}

/* Write the contents of the spec in the input buffer as JSON. */
int CALL(spec)(void) {
    size_t needed = 0;
    if (kz_spec_json(in.text, out.text, out.capacity, &needed, &error) != KZ_OK)
        return -1;
    if (needed >= out.capacity &&
        (!grow(&out, needed + 1) || kz_spec_json(in.text, out.text, out.capacity, NULL, &error)))
        return no_memory();
    return (int)needed;
}

/* Write "; did you mean 'one' or 'other'?", or nothing if no name is near.  The input buffer has an
 * unknown name and `count` known ones, each followed by a NUL. */
int CALL(nearest)(size_t count) {
    const char **known = malloc((count + 1) * sizeof *known), *at = in.text;
    struct kzi_text text = kzi_text_fixed(out.text, out.capacity);
    if (!known)
        return no_memory();
    for (size_t i = 0; i < count; i++)
        known[i] = at += strlen(at) + 1;
    kzi_put_nearest(&text, in.text, known, count);
    free(known);
    kzi_text_end(&text);
    return (int)text.len;
}

/* Return the ruleset of the files that were added; NULL: an error. */
kz_ruleset *CALL(load)(void) {
    kz_load_text_options how = loading_of_files();
    kz_ruleset *rules;
    kz_status status = kz_ruleset_load_text(&rules, &files.rules, &how, tell, NULL, &error);
    if (status == KZ_OK && kz_ruleset_prove_covers(rules) != KZ_OK) {
        no_memory();
        kz_ruleset_free(rules);
        rules = NULL;
    }
    forget_files();
    return rules;
}

/* Check the files that were added; JavaScript gets the diagnostics. */
void CALL(check)(int notes) {
    kz_load_text_options how = loading_of_files();
    kz_check_options options = {.size = sizeof options, .notes = notes};
    kz_check_text(&files.rules, &how, &options, tell, NULL, &error);
    forget_files();
}

void CALL(free_ruleset)(kz_ruleset *rules) {
    kz_ruleset_free(rules);
}
const char *CALL(ruleset_id)(const kz_ruleset *rules) {
    return kz_ruleset_id(rules);
}
const char *CALL(ruleset_label)(const kz_ruleset *rules) {
    return kz_ruleset_label(rules);
}
const char *CALL(ruleset_version)(const kz_ruleset *rules) {
    return kz_ruleset_version(rules);
}
const char *CALL(ruleset_digest)(const kz_ruleset *rules) {
    return kz_ruleset_digest(rules);
}
/* Return the title in the language in the input buffer. */
const char *CALL(ruleset_title)(const kz_ruleset *rules) {
    return kz_ruleset_title(rules, in.text);
}
int CALL(ruleset_json)(const kz_ruleset *rules) {
    WRITE(kz_ruleset_json(rules, out.text, out.capacity));
}
const char *CALL(version)(void) {
    return kz_version();
}
int CALL(tile_symbols)(void) {
    WRITE(kz_tile_symbols(out.text, out.capacity));
}

/* --- texts and pages in a language ------------------------------------------------------------ */

/* see FORM in index.js */
enum form { AS_JSON, AS_EXPLANATION, AS_TEXT, AS_EXPLAINED_TEXT, AS_PAGE };

static struct kzi_style spoken = {.language = "en"};
static struct kzi_arena words; /* holds the catalogue of the language */
static struct kzi_text made;

/* Set the language of texts and pages.  The input buffer has its sentences by code, a mapping in
 * YAML or JSON of `len` bytes (none: English), a NUL, and its name.  Return 0 if memory ran out. */
int CALL(speak)(size_t len) {
    jmp_buf door;
    kzi_arena_release(&words);
    words = (struct kzi_arena){.door = &door};
    spoken = (struct kzi_style){.language = "en"};
    if (setjmp(door)) {
        words.door = NULL;
        no_memory();
        return 0;
    }
    struct kzi_diags diags;
    kzi_diags_init(&diags, &words);
    const char *language = in.text + len + 1;
    struct kzi_source *source = KZI_NEW(&words, struct kzi_source);
    source->name = kzi_arena_copy(&words, language, strlen(language));
    source->text = kzi_arena_copy(&words, in.text, len);
    source->len = len;
    const struct kzi_node *read = len ? kzi_yaml_read(&diags, source) : NULL;
    spoken.language = source->name;
    spoken.catalogue = read && read->kind == KZI_MAP ? read : NULL;
    words.door = NULL;
    return 1;
}

/* Return the style of a form; JSON is the same in all languages. */
static struct kzi_style style_in(enum form form) {
    struct kzi_style style = spoken;
    if (form == AS_JSON || form == AS_EXPLANATION)
        style = kzi_code_style;
    else if (form == AS_PAGE)
        style.form = KZI_PAGE;
    style.explain = form == AS_EXPLANATION || form == AS_EXPLAINED_TEXT;
    return style;
}

/* Write the text or page that was made. */
static int put_made(void) {
    const size_t len = made.len;
    const int fits = !made.failed && grow(&out, len + 1);
    if (fits)
        memcpy(out.text, made.at, len);
    kzi_text_release(&made);
    return fits ? (int)len : no_memory();
}

/* --- hands and deals -------------------------------------------------------------------------- */

/* Read the hand in the input buffer.  It knows only the words of these rules. */
static int read_hand(const kz_ruleset *rules, size_t len, int unfinished) {
    kz_hand_forget(hand);
    if (kz_hand_know(hand, rules) != KZ_OK) {
        fail(KZ_BAD_USAGE, "the hand cannot know these rules");
        return 0;
    }
    return (unfinished ? kz_hand_parse_unfinished : kz_hand_parse)(hand, in.text, len, &error) ==
           KZ_OK;
}

static int score(const kz_ruleset *rules, size_t len) {
    if (!read_hand(rules, len, 0))
        return 0;
    if (kz_score(result, rules, hand) == KZ_OK)
        return 1;
    error = *kz_result_error(result);
    return 0;
}

static int write_result(enum form form) {
    if (form == AS_JSON)
        WRITE(kz_result_json(result, out.text, out.capacity));
    if (form == AS_EXPLANATION)
        WRITE(kz_result_explain_json(result, out.text, out.capacity));
    const struct kzi_style style = style_in(form);
    made = kzi_text_growing();
    kzi_put_result(&made, result, &style);
    return put_made();
}

_Static_assert(KZI_PARTIES == 6, "see paymentsAt in index.js");
_Static_assert((16 + 2 * KZI_MAX_YAKU) * sizeof(int32_t) <= MIN_OUT, "a win fits into out");

/* Put a win as numbers: whether the hand is open, the number of yaku that count, total, qualifying,
 * fu, limit, multiplier, points; whether the discarder is unknown, then the winner's seat, else the
 * number of seats; payments of four seats, the discarder and the others; each yaku and its times.
 * Return 0 if a number is too large. */
static int put_win(void) {
    const struct kzi_tally *best = &result->best;
    const int unknown = result->discarder_unknown;
    uint16_t list[KZI_MAX_YAKU];
    const unsigned count = kzi_list_counted(result, list);
    const int32_t head[] = {kzi_hand_is_open(&result->hand),
                            (int32_t)count,
                            best->total,
                            best->qualifying,
                            best->fu,
                            best->limit,
                            best->multiplier,
                            (int32_t)best->points,
                            unknown,
                            unknown ? result->hand.seat : (int32_t)result->rules->model->n_seats};
    int fits = best->points <= INT32_MAX;
    int32_t *at = (int32_t *)out.text;
    for (size_t i = 0; i < KZI_COUNT(head); i++)
        *at++ = head[i];
    for (unsigned party = 0; party < KZI_PARTIES; party++) {
        fits &= (int32_t)result->paid[party] == result->paid[party];
        *at++ = (int32_t)result->paid[party];
    }
    for (unsigned i = 0; i < count; i++) {
        *at++ = list[i];
        *at++ = (int32_t)kzi_times_listed(result, list[i]);
    }
    return fits;
}

/* Return whether the result is a win that put_win expresses completely. */
static int is_plain(void) {
    return result->reason == KZI_WINS && !kzi_hand_id(&result->hand)[0] && !kzi_has_chips(result) &&
           !result->rules->has_factors && !result->hand.wild.count && !result->selection_budget.cut;
}

/* Score the hand in the input buffer, and put a win as numbers.  Return 1; 0: JavaScript has to ask
 * for JSON; -1: an error. */
int CALL(score_numbers)(const kz_ruleset *rules, size_t len) {
    return score(rules, len) ? is_plain() && put_win() : -1;
}
int CALL(result_json)(void) {
    return write_result(AS_JSON);
}

/* Score the hand in the input buffer and write the result. */
int CALL(score_hand)(const kz_ruleset *rules, size_t len, enum form form) {
    return score(rules, len) ? write_result(form) : -1;
}

/* Write a hand in a notation.  The hand is in the input buffer, then a NUL and the name of the
 * notation. unfinished: its last tile does not win. */
int CALL(convert)(const kz_ruleset *rules, size_t len, int unfinished) {
    const char *notation = in.text + len + 1;
    size_t needed;
    if (!read_hand(rules, len, unfinished) ||
        kz_hand_write(hand, notation, 0, out.text, out.capacity, &needed, &error) != KZ_OK)
        return -1;
    return (int)needed; /* no line of a hand is longer than the buffer's first size */
}

/* Return the name of a notation by number; NULL: past the last. */
const char *CALL(notation_name)(size_t number) {
    return kz_notation_name(number);
}

/* Explain why a yaku does not count.  The hand is in the input buffer, then a NUL and the id or a
 * name of the yaku. */
int CALL(why_not)(const kz_ruleset *rules, size_t len) {
    if (!score(rules, len) || kz_why_not_find(why, result, in.text + len + 1, &error) != KZ_OK)
        return -1;
    WRITE(kz_why_not_json(why, out.text, out.capacity));
}

/* The following calls write the object of an error if the rules refuse the hand. */
int CALL(waits)(const kz_ruleset *rules, size_t len) {
    if (!read_hand(rules, len, 1))
        return -1;
    WRITE(kz_waits_json(result, rules, hand, out.text, out.capacity));
}
int CALL(discards)(const kz_ruleset *rules, size_t len, int turns, int width, int ura,
                   size_t memory) {
    const kz_discard_options ahead = {.size = sizeof ahead,
                                      .turns = turns,
                                      .width = width ? width : KZ_NO_WIDTH,
                                      .ura = ura,
                                      .max_bytes = memory};
    if (!read_hand(rules, len, 1))
        return -1;
    WRITE(kz_discards_json(result, rules, hand, turns ? &ahead : NULL, out.text, out.capacity));
}

/* Return how many tiles to exchange until the hand is ready; -1: a full hand that is complete, -2:
 * nothing can complete it, -3: an error. */
int CALL(shanten)(const kz_ruleset *rules, size_t len) {
    int found;
    if (!read_hand(rules, len, 1) || kz_shanten(&found, rules, hand, &error) != KZ_OK)
        return -3;
    return found;
}

/* Make a hand that wins, and write its line.  The id of a yaku is in the input buffer (empty:
 * any). */
int CALL(random_hand)(const kz_ruleset *rules, uint64_t seed) {
    size_t needed;
    if (kz_random_hand(result, rules, *in.text ? in.text : NULL, &seed, out.text, out.capacity,
                       &needed, &error) != KZ_OK)
        return -1;
    return (int)needed; /* no line of a hand is longer than the buffer's first size */
}

/* Write the result of a total and fu, of a limit, or of points of the discarder.  The input buffer
 * has the limit (empty: none), a NUL, and the situation. */
int CALL(value)(const kz_ruleset *rules, int total, int fu, int multiplier, int points, int chips,
                int factor, enum form form) {
    const kz_stated_value stated = {.size = sizeof stated,
                                    .total = total,
                                    .fu = fu,
                                    .limit = *in.text ? in.text : NULL,
                                    .multiplier = multiplier,
                                    .situation = in.text + strlen(in.text) + 1,
                                    .points = points,
                                    .chips = chips,
                                    .factor = factor};
    if (kz_value(result, rules, &stated) == KZ_OK)
        return write_result(form);
    error = *kz_result_error(result);
    return -1;
}

int CALL(table)(const kz_ruleset *rules, enum form form) {
    struct kzi_table *table = calloc(1, sizeof *table);
    if (!table)
        return no_memory();
    kzi_table_fill(table, rules);
    const struct kzi_style style = style_in(form);
    made = kzi_text_growing();
    kzi_put_table(&made, table, &style);
    free(table);
    return put_made();
}

/* Settle the deal in the input buffer. */
int CALL(settle)(const kz_ruleset *rules, size_t len, enum form form) {
    const struct kzi_deal_form plain = {0};
    struct kzi_problem *problem = &deal->settlement.problem;
    if (!kzi_deal_read(&deal->read, &plain, in.text, len, problem) ||
        !kzi_deal_settle(&deal->settlement, rules, &deal->read)) {
        kzi_problem_error(problem, &error);
        return -1;
    }
    const struct kzi_style style = style_in(form);
    made = kzi_text_growing();
    kzi_put_deal(&made, &deal->settlement, &style);
    return put_made();
}

/* Write the evening whose lines are in the input buffer: in JSON, an object on a line for each
 * deal. */
int CALL(game)(const kz_ruleset *rules, size_t len, enum form form) {
    struct kzi_scoreboard *board = calloc(1, sizeof *board);
    if (!board)
        return no_memory();
    if (!rules->model->game.in_use) {
        free(board);
        fail(KZ_BAD_RULES, "these rules have no section game");
        return -1;
    }
    made = kzi_text_growing();
    board->style = style_in(form);
    kzi_scoreboard_play(board, &made, rules, in.text, len);
    free(board);
    return put_made();
}

static struct kzi_arena drafts;

/* Write the rule sheet. plain: the same rules without overlays and settings; NULL: there are
 * none. */
int CALL(rule_sheet)(const kz_ruleset *rules, const kz_ruleset *plain) {
    jmp_buf door;
    drafts = (struct kzi_arena){.door = &door};
    made = kzi_text_growing();
    if (setjmp(door)) {
        kzi_arena_release(&drafts);
        kzi_text_release(&made);
        return no_memory();
    }
    struct kzi_gallery gallery;
    kzi_gallery_begin(&gallery, &drafts, rules);
    kzi_gallery_fill(&gallery);
    const struct kzi_style style = style_in(AS_PAGE);
    kzi_put_rule_sheet(&made, &drafts, &gallery, plain, &style);
    kzi_arena_release(&drafts);
    return put_made();
}

/* --- columns of hands ------------------------------------------------------------------------- */

kz_batch *CALL(new_batch)(const kz_ruleset *rules) {
    return kz_batch_new(rules);
}
void CALL(free_batch)(kz_batch *batch) {
    kz_batch_free(batch);
}

/* Return the next array of `count` elements, after those placed before; arrays of wide elements
 * come first. */
static void *place(size_t *at, size_t count, size_t width) {
    void *placed = out.text + *at;
    *at += count * width;
    return placed;
}

/* Score n texts.  The input buffer begins with their n + 1 offsets, of 8 bytes each.  The output
 * buffer then has, with room for `yaku` elements of lists: of 8 bytes points, payments of E S W N,
 * of the discarder and the others, n of each, and n + 1 offsets of yaku; of 4 bytes total,
 * qualifying, fu, and the times of yaku; of 2 bytes limit, and yaku; of one byte error, win, then
 * bits, 8 in a byte, whether payments of E S W N, discarder, others are there.  Return the number
 * of yaku; if it is more than there is room for, call again; -1: out of memory. */
int CALL(score_columns)(kz_batch *batch, size_t n, size_t yaku) {
    const kz_batch_hands hands = {
        .bytes = in.text + 8 * (n + 1), .offsets = (const int64_t *)in.text, .n = n};
    kz_batch_columns columns = {.size = sizeof columns, .yaku_capacity = yaku};
    size_t at = 0, bits = (n + 7) / 8, needed;
    if (!grow(&out, 8 * (8 * n + 1) + 4 * (3 * n + yaku) + 2 * (n + yaku) + 2 * n + 6 * bits))
        return no_memory();
    columns.points = place(&at, n, 8);
    for (int seat = 0; seat < 4; seat++)
        columns.payment[seat] = place(&at, n, 8);
    columns.discarder = place(&at, n, 8);
    columns.others = place(&at, n, 8);
    columns.yaku_offsets = place(&at, n + 1, 8);
    columns.total = place(&at, n, 4);
    columns.qualifying = place(&at, n, 4);
    columns.fu = place(&at, n, 4);
    columns.yaku_times = place(&at, yaku, 4);
    columns.limit = place(&at, n, 2);
    columns.yaku = place(&at, yaku, 2);
    columns.error = place(&at, n, 1);
    columns.win = place(&at, n, 1);
    for (int seat = 0; seat < 4; seat++)
        columns.payment_valid[seat] = place(&at, bits, 1);
    columns.discarder_valid = place(&at, bits, 1);
    columns.others_valid = place(&at, bits, 1);
    kz_score_batch(batch, &hands, &columns, &needed);
    return (int)needed;
}

const char *CALL(error_code)(size_t number) {
    return kz_error_code(number);
}
size_t CALL(error_code_count)(void) {
    return kz_error_code_count();
}
const char *CALL(yaku_id)(const kz_ruleset *rules, size_t number) {
    return kz_ruleset_yaku_id(rules, number);
}
size_t CALL(yaku_count)(const kz_ruleset *rules) {
    return kz_ruleset_yaku_count(rules);
}
const char *CALL(yaku_name)(const kz_ruleset *rules, size_t number) {
    return kz_ruleset_yaku_name(rules, number, in.text);
}
const char *CALL(limit_id)(const kz_ruleset *rules, size_t number) {
    return kz_ruleset_limit_id(rules, number);
}
size_t CALL(limit_count)(const kz_ruleset *rules) {
    return kz_ruleset_limit_count(rules);
}

/* --- several rulesets ------------------------------------------------------------------------- */

/* Return a comparer of the rulesets in the input buffer; NULL: an error. */
kz_comparer *CALL(new_comparer)(size_t count, int reasons) {
    kz_comparer_options options = {.size = sizeof options, .reasons = reasons};
    kz_comparer *comparer;
    kz_comparer_new(&comparer, (const kz_ruleset *const *)in.text, count, &options, &error);
    return comparer;
}
void CALL(free_comparer)(kz_comparer *comparer) {
    kz_comparer_free(comparer);
}

static int write_comparison(const kz_comparison *comparison, enum form form) {
    if (form == AS_TEXT)
        WRITE(kz_comparison_text(comparison, NULL, 0, out.text, out.capacity));
    WRITE(kz_comparison_json(comparison, out.text, out.capacity));
}

int CALL(compare)(const kz_comparer *comparer, size_t len, enum form form) {
    kz_comparison *comparison = kz_comparison_new(comparer);
    if (!comparison)
        return no_memory();
    kz_status status = kz_comparison_score(comparison, in.text, len, &error);
    int written = status == KZ_OK ? write_comparison(comparison, form) : -1;
    kz_comparison_free(comparison);
    return written;
}

kz_diff *CALL(new_diff)(const kz_ruleset *first, const kz_ruleset *second) {
    kz_diff *diff;
    kz_diff_new(&diff, first, second, &error);
    return diff;
}
void CALL(free_diff)(kz_diff *diff) {
    kz_diff_free(diff);
}
size_t CALL(diff_count)(const kz_diff *diff) {
    return kz_diff_count(diff);
}
int CALL(diff_complete)(const kz_diff *diff) {
    return kz_diff_complete(diff);
}
int CALL(diff_json)(kz_diff *diff, size_t index, int witness) {
    if (witness && kz_diff_find_hand(diff, index) == KZ_NO_MEMORY)
        return no_memory();
    WRITE(kz_diff_json(diff, index, out.text, out.capacity));
}

#include "report/completion_report.h"

#include "base/utf8.h"
#include "hand/shanten.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

#include <string.h>

static unsigned count_left(const struct kzi_completion *completion) {
    unsigned sum = 0;
    for (unsigned i = 0; i < completion->count; i++)
        sum += completion->list[i].left;
    return sum;
}

static bool score(const struct kzi_completed *completed, const struct kzi_lacking_tile *tile,
                  bool red, bool self_draw) {
    struct kzi_last_tile last = {tile->kind, red, self_draw};
    return kzi_score_completed(completed->result, completed->rules, completed->hand, last) == KZ_OK;
}

/* Return whether the hand wins so. */
static bool wins(const struct kzi_completed *completed, struct kzi_last_tile last) {
    const struct kz_result *result = completed->result;
    return (last.self_draw || !completed->completion->furiten) &&
           kzi_score_completed(completed->result, completed->rules, completed->hand, last) ==
               KZ_OK &&
           result->reason == KZI_WINS;
}

/* Return whether the hand is refused with its first tile in whichever way it is won; then what is
 * wrong is wrong with the hand. */
static bool is_refused(const struct kzi_completed *completed) {
    const struct kzi_completion *completion = completed->completion;
    for (unsigned self_draw = 0; self_draw < 2; self_draw++)
        if (!completion->ready || score(completed, &completion->list[0], false, self_draw))
            return false;
    return true;
}

kz_status kzi_completed_find(const struct kzi_completed *completed,
                             struct kzi_completion *completion, kz_error *error) {
    kz_status status = kzi_completion_find(completion, completed->rules, completed->hand, error);
    if (status != KZ_OK || !is_refused(completed))
        return status;
    *error = completed->result->error;
    return error->status;
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void put_error(struct kzi_text *text, const kz_error *error) {
    kzi_json_begin_key(text, "error", '{');
    kzi_json_key_string(text, "code", error->code);
    kzi_json_key_string(text, "message", error->text);
    kzi_json_end(text, '}');
}

static void put_verdicts(struct kzi_text *text, const struct kzi_completed *completed,
                         const struct kzi_lacking_tile *tile, bool red) {
    static const char *const keys[] = {"discard", "self_draw"};
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        bool scored = score(completed, tile, red, self_draw);
        if (!scored && kzi_is_excluded(completed->result)) {
            kzi_json_key_string(text, keys[self_draw], NULL);
            continue;
        }
        kzi_json_begin_key(text, keys[self_draw], '{');
        if (scored)
            kzi_json_verdict(text, completed->result, completed->explain);
        else
            put_error(text, &completed->result->error);
        kzi_json_end(text, '}');
    }
}

static void put_tile(struct kzi_text *text, const struct kzi_completed *completed,
                     const struct kzi_lacking_tile *tile) {
    char name[8];
    struct kzi_text said = kzi_text_fixed(name, sizeof name);
    kzi_notation_put(&said, tile->kind);
    kzi_text_end(&said);
    kzi_json_begin(text, '{');
    kzi_json_key_string(text, "tile", name);
    kzi_json_key_int(text, "left", tile->left);
    if (completed->completion->ready) {
        put_verdicts(text, completed, tile, false);
        if (tile->red) {
            kzi_json_begin_key(text, "red", '{');
            kzi_json_key_int(text, "left", 1);
            put_verdicts(text, completed, tile, true);
            kzi_json_end(text, '}');
        }
    }
    kzi_json_end(text, '}');
}

static void put_tiles(struct kzi_text *text, const struct kzi_completed *completed) {
    for (unsigned i = 0; i < completed->completion->count; i++)
        put_tile(text, completed, &completed->completion->list[i]);
}

void kzi_completion_json(struct kzi_text *text, const struct kzi_completed *completed) {
    const struct kzi_completion *completion = completed->completion;
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(completed->hand));
    kzi_json_ruleset(text, completed->rules);
    text->comma = true;
    if (completion->shanten < KZI_MOST_LACKING - 1)
        kzi_json_key_int(text, "shanten", completion->shanten);
    else
        kzi_json_key_string(text, "shanten", NULL);
    if (completion->asks_discards)
        kzi_json_key_bool(text, "furiten", completion->furiten);
    kzi_json_begin_key(text, "waits", '[');
    if (completion->ready)
        put_tiles(text, completed);
    kzi_json_end(text, ']');
    if (!completion->ready) {
        kzi_json_begin_key(text, "accepts", '[');
        put_tiles(text, completed);
        kzi_json_end(text, ']');
    }
    kzi_json_end(text, '}');
}

/* --- verdicts --------------------------------------------------------------------------------- */

/* Write "8000: 4 fan 40 fu, Mangan", or why the hand does not win. */
static void say_verdict(struct kzi_text *text, const struct kzi_completed *completed,
                        struct kzi_last_tile last, const struct kzi_style *style) {
    const struct kz_result *result = completed->result;
    kz_status status =
        kzi_score_completed(completed->result, completed->rules, completed->hand, last);
    if (completed->completion->furiten && !last.self_draw)
        kzi_sentence_put(text, style, KZI_SAYS_no_win_furiten);
    else if (status != KZ_OK && kzi_is_excluded(result))
        kzi_text_char(text, '-');
    else if (status != KZ_OK)
        kzi_put_word(text, style, "error", result->error.code);
    else if (result->reason != KZI_WINS)
        kzi_sentence_put(text, style,
                         !result->best.meets                   ? KZI_SAYS_no_win_not_allowed
                         : result->reason == KZI_NO_YAKU       ? KZI_SAYS_no_win_no_yaku
                         : result->reason == KZI_BELOW_MINIMUM ? KZI_SAYS_no_win_below_minimum
                                                               : KZI_SAYS_not_won);
    else {
        kzi_text_format(text, "%lld: ", (long long)result->best.points);
        kzi_say_worth(text, result, style, true);
    }
}

/* --- yaku ------------------------------------------------------------------------------------- */

struct yaku_list {
    unsigned count;
    uint16_t list[KZI_MAX_YAKU];
};

static bool has(const struct yaku_list *yaku, unsigned which) {
    unsigned i = 0;
    while (i < yaku->count && yaku->list[i] != which)
        i++;
    return i < yaku->count;
}

enum way { ON_DISCARD, BY_SELF_DRAW, IN_BOTH_WAYS };

/* Write the yaku of only one way of winning, or of both, behind those that begin at `from`. */
static void say_names(struct kzi_text *text, size_t from, const struct kzi_completed *completed,
                      const struct yaku_list yaku[2], enum way way, const struct kzi_style *style) {
    static const enum kzi_says says[] = {KZI_SAYS_only_on_discard, KZI_SAYS_only_by_self_draw};
    const struct yaku_list *own = &yaku[way == BY_SELF_DRAW], *other = &yaku[way != BY_SELF_DRAW];
    struct kzi_sentence only = kzi_sentence_begin(text, style), list = kzi_argument_sentence(&only);
    for (unsigned i = 0; i < own->count; i++)
        if (has(other, own->list[i]) == (way == IN_BOTH_WAYS))
            kzi_argument_yaku(&list, completed->rules->model, own->list[i]);
    if (!list.count)
        return;
    kzi_sentence_end_list(&list, KZI_COMMA);
    kzi_text_put(text, text->len > from ? "; " : "");
    if (way == IN_BOTH_WAYS)
        kzi_sentence_end_list(&only, KZI_AND);
    else
        kzi_sentence_end(&only, says[way]);
}

/* Write the yaku of both ways of winning, and those of only one; nothing if it does not win. */
static void say_yaku(struct kzi_text *text, const struct kzi_completed *completed,
                     struct kzi_last_tile last, const struct kzi_style *style) {
    struct yaku_list yaku[2] = {{0, {0}}, {0, {0}}};
    bool won[2];
    size_t from = text->len;
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        last.self_draw = self_draw;
        won[self_draw] = wins(completed, last);
        if (won[self_draw])
            yaku[self_draw].count = kzi_listed(completed->result, yaku[self_draw].list);
    }
    if (!won[0] || !won[1])
        yaku[won[0]] = yaku[won[1]];
    say_names(text, from, completed, yaku, IN_BOTH_WAYS, style);
    say_names(text, from, completed, yaku, ON_DISCARD, style);
    say_names(text, from, completed, yaku, BY_SELF_DRAW, style);
}

/* --- text ------------------------------------------------------------------------------------- */

/* Widths of the verdicts in a table. */
struct table {
    struct kzi_text *text;
    const struct kzi_completed *completed;
    const struct kzi_style *style;
    size_t widths[2];
};

static const enum kzi_says heads[2] = {KZI_SAYS_on_discard, KZI_SAYS_by_self_draw};

static void measure(struct table *table, const struct kzi_lacking_tile *tile, bool red) {
    size_t from = table->text->len;
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        say_verdict(table->text, table->completed,
                    (struct kzi_last_tile){tile->kind, red, self_draw}, table->style);
        const size_t width = kzi_text_take_back(table->text, from);
        table->widths[self_draw] =
            width > table->widths[self_draw] ? width : table->widths[self_draw];
    }
}

/* Write a tile and the copies left.  The red five, one of these copies, is set in. */
static void put_tile_and_left(struct kzi_text *text, const struct kzi_lacking_tile *tile, bool red,
                              const struct kzi_style *style) {
    kzi_text_put(text, red ? "   " : "  ");
    kzi_ink_bold(text, style);
    kzi_notation_put_tile(text, tile->kind, red);
    kzi_ink_off(text, style);
    if (red)
        kzi_text_put(text, "    (1)  ");
    else
        kzi_text_format(text, "%8u  ", tile->left);
}

static void put_line(const struct table *table, const struct kzi_lacking_tile *tile, bool red) {
    struct kzi_text *text = table->text;
    struct kzi_last_tile last = {tile->kind, red, false};
    put_tile_and_left(text, tile, red, table->style);
    size_t cell = text->len;
    say_verdict(text, table->completed, last, table->style);
    kzi_text_pad(text, cell, table->widths[0] + 2);
    cell = text->len;
    last.self_draw = true;
    say_verdict(text, table->completed, last, table->style);
    size_t end = text->len;
    kzi_text_pad(text, cell, table->widths[1] + 2);
    size_t yaku = text->len;
    say_yaku(text, table->completed, last, table->style);
    if (text->len == yaku && !text->failed)
        text->len = end;
    kzi_text_char(text, '\n');
}

/* Write "waits on 3 tiles, 8 left", and how many of them win if some win in no way. */
static void say_waits(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct kzi_style *style) {
    const struct kzi_completion *completion = completed->completion;
    unsigned winning = 0, left = 0;
    for (unsigned i = 0; i < completion->count; i++) {
        struct kzi_last_tile last = {completion->list[i].kind, false, false};
        bool by_discard = wins(completed, last);
        last.self_draw = true;
        if (by_discard || wins(completed, last)) {
            winning++;
            left += completion->list[i].left;
        }
    }
    kzi_sentence_format(text, style, KZI_SAYS_waits_on, "%u\t%u", completion->count,
                        count_left(completion));
    if (!winning || winning < completion->count)
        kzi_sentence_format(text, style, winning ? KZI_SAYS_some_win : KZI_SAYS_none_wins, "%u\t%u",
                            winning, left);
}

/* Write "waits on 2 tiles, 8 left", or how far the hand is from being ready, without a newline. */
static void say_completion(struct kzi_text *text, const struct kzi_completed *completed,
                           const struct kzi_style *style) {
    const struct kzi_completion *completion = completed->completion;
    if (completion->ready) {
        say_waits(text, completed, style);
    } else if (completion->shanten >= KZI_MOST_LACKING - 1) {
        kzi_sentence_put(text, style, KZI_SAYS_nothing_completes);
    } else {
        kzi_sentence_format(text, style, KZI_SAYS_from_ready, "%u", completion->shanten);
        if (completed->hand->n_words)
            kzi_sentence_put(text, style, KZI_SAYS_words_count_later);
        kzi_text_char(text, '\n');
        kzi_sentence_format(text, style, KZI_SAYS_brings_closer, "%u\t%u", completion->count,
                            count_left(completion));
    }
}

static void put_head(const struct table *table, enum kzi_says says, size_t width) {
    size_t from = table->text->len;
    kzi_sentence_put(table->text, table->style, says);
    kzi_text_pad(table->text, from, width);
}

static void put_waits(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct kzi_style *style) {
    const struct kzi_completion *completion = completed->completion;
    struct table table = {text, completed, style, {0, 0}};
    for (unsigned i = 0; i < 2; i++) {
        const char *head = kzi_says_in(style, heads[i]);
        table.widths[i] = kzi_utf8_width(head, strlen(head));
    }
    bool any_red = false;
    if (completion->furiten)
        kzi_sentence_line(text, style, KZI_SAYS_own_discards);
    for (unsigned i = 0; i < completion->count; i++) {
        measure(&table, &completion->list[i], false);
        if (completion->list[i].red)
            measure(&table, &completion->list[i], true);
        any_red |= completion->list[i].red;
    }
    kzi_text_put(text, "\n  ");
    put_head(&table, KZI_SAYS_head_tile, 6);
    put_head(&table, KZI_SAYS_head_left, 6);
    put_head(&table, heads[0], table.widths[0] + 2);
    put_head(&table, heads[1], table.widths[1] + 2);
    kzi_sentence_line(text, style, KZI_SAYS_head_yaku);
    for (unsigned i = 0; i < completion->count; i++) {
        put_line(&table, &completion->list[i], false);
        if (completion->list[i].red)
            put_line(&table, &completion->list[i], true);
    }
    if (any_red)
        kzi_sentence_line(text, style, KZI_SAYS_in_brackets);
}

#define WIDTH 78

/* Write the tiles that bring a hand closer, with how many are left, on as many lines as needed. */
static void put_closer(struct kzi_text *text, const struct kzi_completion *completion) {
    size_t from = text->len;
    for (unsigned i = 0; i < completion->count; i++) {
        char said[24];
        struct kzi_text tile = kzi_text_fixed(said, sizeof said);
        kzi_text_put(&tile, "  ");
        kzi_notation_put(&tile, completion->list[i].kind);
        kzi_text_format(&tile, " (%u)", completion->list[i].left);
        size_t len = kzi_text_end(&tile);
        if (text->len - from + len > WIDTH) {
            kzi_text_char(text, '\n');
            from = text->len;
        }
        kzi_text_add(text, said, len);
    }
    kzi_text_char(text, '\n');
}

void kzi_completion_text(struct kzi_text *text, const struct kzi_completed *completed,
                         const struct kzi_style *style) {
    const struct kzi_completion *completion = completed->completion;
    completed->result->rules = completed->rules;
    kzi_hand_keep(completed->result, completed->hand);
    kzi_text_situation(text, completed->result, style);
    kzi_say_with_melds(text, completed->hand);
    kzi_text_put(text, ": ");
    if (completion->ready)
        kzi_ink_bold(text, style);
    say_completion(text, completed, style);
    if (completion->ready) {
        kzi_ink_off(text, style);
        kzi_text_char(text, '\n');
        put_waits(text, completed, style);
    } else if (completion->count) {
        kzi_text_put(text, ":\n");
        put_closer(text, completion);
    } else {
        kzi_text_char(text, '\n');
    }
}

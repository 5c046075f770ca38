#include "report/completion_report.h"

#include "base/utf8.h"
#include "hand/shanten.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"

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

/* Return whether the limit is named like the total: "2 fan". */
static bool is_named_by_total(const struct kz_result *result, const char *language) {
    const struct kzi_model *model = result->rules->model;
    char names[2][80];
    struct kzi_text limit = kzi_text_fixed(names[0], sizeof names[0]),
                    total = kzi_text_fixed(names[1], sizeof names[1]);
    kzi_say_limit(&limit, model, (unsigned)result->best.limit, result->best.multiplier, language);
    kzi_say_total(&total, model, result->best.total);
    kzi_text_end(&limit);
    kzi_text_end(&total);
    return !strcmp(names[0], names[1]);
}

static void say_worth(struct kzi_text *text, const struct kz_result *result, const char *language) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_tally *best = &result->best;
    kzi_text_format(text, "%lld: ", (long long)best->points);
    if (!best->by_limit)
        kzi_say_total(text, model, best->total);
    if (best->fu >= 0)
        kzi_text_format(text, " %d fu", (int)best->fu);
    if (best->limit >= 0 && (best->by_limit || !is_named_by_total(result, language))) {
        kzi_text_put(text, best->by_limit ? "" : ", ");
        kzi_say_limit(text, model, (unsigned)best->limit, best->multiplier, language);
    }
    if (kzi_has_chips(result) && result->chips) {
        kzi_text_put(text, ", ");
        kzi_say_count(text, result->chips, "chip");
    }
}

/* Write "8000: 4 fan 40 fu, Mangan", or why the hand does not win. */
static void say_verdict(struct kzi_text *text, const struct kzi_completed *completed,
                        struct kzi_last_tile last, const char *language) {
    const struct kz_result *result = completed->result;
    kz_status status =
        kzi_score_completed(completed->result, completed->rules, completed->hand, last);
    if (completed->completion->furiten && !last.self_draw)
        kzi_text_put(text, "no win: own discards");
    else if (status != KZ_OK)
        kzi_text_put(text, kzi_is_excluded(result) ? "-" : result->error.code);
    else if (result->reason == KZI_WINS)
        say_worth(text, result, language);
    else
        kzi_text_put(text, !result->best.meets                   ? "no win: not allowed"
                           : result->reason == KZI_NO_YAKU       ? "no win: no yaku"
                           : result->reason == KZI_BELOW_MINIMUM ? "no win: below the minimum"
                                                                 : "no win");
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

/* Write the yaku of the first list that the second has, or lacks. */
static void say_names(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct yaku_list *yaku, const struct yaku_list *other, bool shared,
                      const char *before, const char *language) {
    unsigned count = 0;
    for (unsigned i = 0; i < yaku->count; i++) {
        if (has(other, yaku->list[i]) != shared)
            continue;
        kzi_text_put(text, count++ ? ", " : before);
        kzi_say_yaku(text, completed->rules->model, yaku->list[i], language);
    }
}

/* Write the yaku of both ways of winning, and those of only one; nothing if it does not win. */
static void say_yaku(struct kzi_text *text, const struct kzi_completed *completed,
                     struct kzi_last_tile last, const char *language) {
    struct yaku_list yaku[2] = {{0, {0}}, {0, {0}}};
    bool won[2];
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        last.self_draw = self_draw;
        won[self_draw] = wins(completed, last);
        if (won[self_draw])
            yaku[self_draw].count = kzi_listed(completed->result, yaku[self_draw].list);
    }
    if (!won[0] || !won[1]) {
        say_names(text, completed, &yaku[won[1]], &yaku[won[1]], true, "", language);
        return;
    }
    size_t from = text->len;
    say_names(text, completed, &yaku[0], &yaku[1], true, "", language);
    say_names(text, completed, &yaku[0], &yaku[1], false,
              text->len > from ? "; on a discard " : "on a discard ", language);
    say_names(text, completed, &yaku[1], &yaku[0], false,
              text->len > from ? "; by self-draw " : "by self-draw ", language);
}

/* --- text ------------------------------------------------------------------------------------- */

/* Widths of the verdicts in a table. */
struct table {
    struct kzi_text *text;
    const struct kzi_completed *completed;
    const struct kzi_style *style;
    size_t widths[2];
};

static const char *const heads[2] = {"on a discard", "by self-draw"};

static void measure(struct table *table, const struct kzi_lacking_tile *tile, bool red) {
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        char said[160];
        struct kzi_text verdict = kzi_text_fixed(said, sizeof said);
        say_verdict(&verdict, table->completed, (struct kzi_last_tile){tile->kind, red, self_draw},
                    table->style->language);
        size_t width = kzi_utf8_width(said, kzi_text_end(&verdict));
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
    say_verdict(text, table->completed, last, table->style->language);
    kzi_text_pad(text, cell, table->widths[0] + 2);
    cell = text->len;
    last.self_draw = true;
    say_verdict(text, table->completed, last, table->style->language);
    size_t end = text->len;
    kzi_text_pad(text, cell, table->widths[1] + 2);
    size_t yaku = text->len;
    say_yaku(text, table->completed, last, table->style->language);
    if (text->len == yaku && !text->failed)
        text->len = end;
    kzi_text_char(text, '\n');
}

/* Write "waits on 3 tiles, 8 left", and how many of them win if some win in no way. */
static void say_waits(struct kzi_text *text, const struct kzi_completed *completed) {
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
    kzi_text_put(text, "waits on ");
    kzi_say_count(text, completion->count, "tile");
    kzi_text_format(text, ", %u left", count_left(completion));
    if (!winning)
        kzi_text_put(text, "; none of them wins");
    else if (winning < completion->count)
        kzi_text_format(text, "; %u of them, %u left, %s", winning, left,
                        winning == 1 ? "wins" : "win");
}

/* Write "waits on 2 tiles, 8 left", or how far the hand is from being ready, without a newline. */
static void say_completion(struct kzi_text *text, const struct kzi_completed *completed) {
    const struct kzi_completion *completion = completed->completion;
    if (completion->ready) {
        say_waits(text, completed);
    } else if (completion->shanten >= KZI_MOST_LACKING - 1) {
        kzi_text_put(text, "nothing can complete it");
    } else {
        kzi_say_count(text, completion->shanten, "tile");
        kzi_text_put(text, " away from ready");
        kzi_text_put(text, completed->hand->n_words ? "; its words count once it is ready" : "");
        kzi_text_put(text, "\n");
        kzi_say_count(text, completion->count, "tile");
        kzi_text_format(text, " %s it closer, %u left", completion->count == 1 ? "brings" : "bring",
                        count_left(completion));
    }
}

static void put_waits(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct kzi_style *style) {
    const struct kzi_completion *completion = completed->completion;
    struct table table = {text, completed, style, {strlen(heads[0]), strlen(heads[1])}};
    bool any_red = false;
    if (completion->furiten)
        kzi_text_put(text, "A tile that completes it is among the own discards: no win on a "
                           "discard.\n");
    for (unsigned i = 0; i < completion->count; i++) {
        measure(&table, &completion->list[i], false);
        if (completion->list[i].red)
            measure(&table, &completion->list[i], true);
        any_red |= completion->list[i].red;
    }
    kzi_text_format(text, "\n  tile  left  %-*s  %-*s  yaku\n", (int)table.widths[0], heads[0],
                    (int)table.widths[1], heads[1]);
    for (unsigned i = 0; i < completion->count; i++) {
        put_line(&table, &completion->list[i], false);
        if (completion->list[i].red)
            put_line(&table, &completion->list[i], true);
    }
    if (any_red)
        kzi_text_put(text, "In brackets: the red one of those above it.\n");
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
    say_completion(text, completed);
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

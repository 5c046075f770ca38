#include "report/completion_report.h"

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

/* --- text ------------------------------------------------------------------------------------- */

#define COLUMN 34 /* of a verdict */

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

/* Write "8000: 4 fan 40 fu, Mangan", or why the hand does not win. */
static void say_verdict(struct kzi_text *text, const struct kz_result *result,
                        const char *language) {
    const struct kzi_model *model = result->rules->model;
    const struct kzi_tally *best = &result->best;
    if (result->status != KZ_OK) {
        kzi_text_put(text, kzi_is_excluded(result) ? "-" : result->error.code);
        return;
    }
    if (result->reason != KZI_WINS) {
        kzi_text_put(text, !best->meets                          ? "no win: not allowed"
                           : result->reason == KZI_NO_YAKU       ? "no win: no yaku"
                           : result->reason == KZI_BELOW_MINIMUM ? "no win: below the minimum"
                                                                 : "no win");
        return;
    }
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

/* Write a tile and the copies left.  The red five, one of these copies, is set in. */
static void put_tile_and_left(struct kzi_text *text, const struct kzi_lacking_tile *tile, bool red,
                              const struct kzi_look *look) {
    kzi_text_put(text, red ? "   " : "  ");
    kzi_ink_bold(text, look);
    kzi_notation_put_tile(text, tile->kind, red);
    kzi_ink_off(text, look);
    if (red)
        kzi_text_put(text, "  (1)  ");
    else
        kzi_text_format(text, "%6u  ", tile->left);
}

static void put_line(struct kzi_text *text, const struct kzi_completed *completed,
                     const struct kzi_lacking_tile *tile, bool red, const struct kzi_look *look) {
    put_tile_and_left(text, tile, red, look);
    for (unsigned self_draw = 0; self_draw < 2; self_draw++) {
        size_t cell = text->len;
        score(completed, tile, red, self_draw);
        if (completed->completion->furiten && !self_draw)
            kzi_text_put(text, "no win: own discards");
        else
            say_verdict(text, completed->result, look->language);
        if (!self_draw) {
            kzi_text_pad(text, cell, COLUMN - 2);
            kzi_text_put(text, "  ");
        }
    }
    kzi_text_char(text, '\n');
}

static bool wins(const struct kzi_completed *completed, const struct kzi_lacking_tile *tile) {
    const struct kz_result *result = completed->result;
    return (score(completed, tile, false, true) && result->reason == KZI_WINS) ||
           (!completed->completion->furiten && score(completed, tile, false, false) &&
            result->reason == KZI_WINS);
}

/* Write "waits on 3 tiles, 8 left", and how many of them win if some win in no way. */
static void put_count(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct kzi_look *look) {
    const struct kzi_completion *completion = completed->completion;
    unsigned winning = 0, left = 0;
    for (unsigned i = 0; i < completion->count; i++)
        if (wins(completed, &completion->list[i])) {
            winning++;
            left += completion->list[i].left;
        }
    kzi_ink_bold(text, look);
    kzi_text_put(text, "waits on ");
    kzi_say_count(text, completion->count, "tile");
    kzi_text_format(text, ", %u left", count_left(completion));
    kzi_ink_off(text, look);
    if (!winning)
        kzi_text_put(text, "; none of them wins");
    else if (winning < completion->count)
        kzi_text_format(text, "; %u of them, %u left, %s", winning, left,
                        winning == 1 ? "wins" : "win");
    kzi_text_char(text, '\n');
}

static void put_waits(struct kzi_text *text, const struct kzi_completed *completed,
                      const struct kzi_look *look) {
    const struct kzi_completion *completion = completed->completion;
    bool any_red = false;
    put_count(text, completed, look);
    if (completion->furiten)
        kzi_text_put(text, "A tile that completes it is among the own discards: no win on a "
                           "discard.\n");
    size_t from = text->len + 1;
    kzi_text_put(text, "\n  tile  left  on a discard");
    kzi_text_pad(text, from, 12 + COLUMN);
    kzi_text_put(text, "by self-draw\n");
    for (unsigned i = 0; i < completion->count; i++) {
        const struct kzi_lacking_tile *tile = &completion->list[i];
        put_line(text, completed, tile, false, look);
        if (tile->red)
            put_line(text, completed, tile, true, look);
        any_red |= tile->red;
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

static void put_accepted(struct kzi_text *text, const struct kzi_completed *completed,
                         const struct kzi_look *look) {
    const struct kzi_completion *completion = completed->completion;
    if (completion->shanten >= KZI_MOST_LACKING - 1) {
        kzi_text_put(text, "nothing can complete it\n");
        return;
    }
    kzi_ink_bold(text, look);
    kzi_say_count(text, completion->shanten, "tile");
    kzi_text_put(text, " away from ready");
    kzi_ink_off(text, look);
    kzi_text_put(text, completed->hand->n_words ? "; its words count once it is ready\n" : "\n");
    kzi_say_count(text, completion->count, "tile");
    kzi_text_format(text, " %s it closer, %u left:\n", completion->count == 1 ? "brings" : "bring",
                    count_left(completion));
    put_closer(text, completion);
}

void kzi_completion_text(struct kzi_text *text, const struct kzi_completed *completed,
                         const struct kzi_look *look) {
    completed->result->rules = completed->rules;
    kzi_hand_copy(&completed->result->hand, completed->hand);
    kzi_text_situation(text, completed->result, look->language);
    kzi_say_with_melds(text, completed->hand);
    kzi_text_put(text, ": ");
    if (completed->completion->ready)
        put_waits(text, completed, look);
    else
        put_accepted(text, completed, look);
}

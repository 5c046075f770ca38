#include "analysis/waits/nearest_yaku.h"

#include "analysis/whynot/why_not.h"
#include "base/utf8.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

#include <limits.h>

#define MOST_NEAR 4 /* yaku with a sentence of their own */
#define WIDTH     78
#define INDENT    4

struct near_ctx {
    struct kzi_text *text;
    const struct kz_result *result;
    struct kz_result *const *scratch;
    const struct kzi_style *style;
};

/* --- a list that is broken into lines --------------------------------------------------------- */

/* Append a text to a line that began at `from`, or to a new one. */
static void put_wrapped(struct kzi_text *text, size_t *from, const char *said) {
    size_t width =
        kzi_utf8_width(text->at + *from, text->len - *from) + kzi_utf8_width(said, strlen(said));
    if (!text->failed && width > WIDTH) {
        kzi_text_format(text, "\n%*s", INDENT + 1, "");
        *from = text->len - INDENT - 1;
    }
    kzi_text_put(text, said);
}

/* --- what counts ------------------------------------------------------------------------------ */

/* Write "Riichi 1, Pinfu 1, Dora 2 x 1". */
static void put_yaku(const struct near_ctx *ctx, size_t from) {
    const struct kzi_model *model = ctx->result->rules->model;
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(ctx->result, list);
    for (unsigned i = 0; i < count; i++) {
        const struct kzi_value *value = kzi_value_in_hand(ctx->result, list[i]);
        unsigned times = kzi_times_listed(ctx->result, list[i]);
        char said[200];
        struct kzi_text yaku = kzi_text_fixed(said, sizeof said);
        kzi_text_char(&yaku, ' ');
        kzi_say_yaku(&yaku, model, list[i], ctx->style->language);
        if (times > 1)
            kzi_text_format(&yaku, " %u x", times);
        if (value->limit == KZI_NO_LIMIT)
            kzi_text_format(&yaku, " %d", (int)value->number);
        kzi_text_put(&yaku, i + 1 < count ? "," : "");
        kzi_text_end(&yaku);
        put_wrapped(ctx->text, &from, said);
    }
    kzi_text_char(ctx->text, '\n');
}

/* --- what is near ----------------------------------------------------------------------------- */

/* Return whether one condition is missing, of a yaku that would do more than a bonus. */
static bool is_near(const struct near_ctx *ctx, unsigned yaku, struct kzi_why *why) {
    const struct kzi_yaku *rule = &ctx->result->rules->model->yaku[yaku];
    unsigned failing = 0;
    if (!rule->in_use || rule->bonus)
        return false;
    kzi_why_examine(why, ctx->result, yaku, ctx->scratch[0]);
    for (unsigned i = 0; i < why->n_statements; i++)
        failing += kzi_why_failing(why, why->statements[i]);
    return why->status == KZI_WHY_FAILS && failing == 1;
}

enum near_kind { NEAR_BY_TILES, NEAR_BY_WORD, NEAR_OTHERWISE };

static enum near_kind kind_of(const struct kzi_why *why) {
    const struct kzi_condition *first = kzi_why_first(why);
    if (first->kind == KZI_CONDITIONS)
        return NEAR_OTHERWISE;
    if (first->kind == KZI_CONDITION_given && !first->denied)
        return NEAR_BY_WORD;
    bool situation = first->kind == KZI_CONDITION_by || first->kind == KZI_CONDITION_seat;
    return situation ? NEAR_OTHERWISE : NEAR_BY_TILES;
}

/* Return whether one tile for another makes it count. */
static bool is_one_tile_away(const struct near_ctx *ctx, unsigned yaku, struct kzi_why *why) {
    if (!is_near(ctx, yaku, why) || kind_of(why) != NEAR_BY_TILES)
        return false;
    kzi_why_find(why, ctx->result, yaku, ctx->scratch[0], ctx->scratch[1]);
    return why->change.count;
}

/* Write sentences of the yaku that are near by their tiles. */
static unsigned put_near(const struct near_ctx *ctx) {
    unsigned count = 0;
    for (unsigned yaku = 0; yaku < ctx->result->rules->n_yaku && count < MOST_NEAR; yaku++) {
        struct kzi_why why;
        if (!is_one_tile_away(ctx, yaku, &why))
            continue;
        kzi_text_format(ctx->text, "%*s", INDENT, "");
        kzi_why_say(ctx->text, &why, ctx->style);
        kzi_text_put(ctx->text, ": ");
        kzi_why_say_change(ctx->text, &why, ctx->style);
        kzi_text_char(ctx->text, '\n');
        count++;
    }
    return count;
}

static void put_indented(const struct near_ctx *ctx, enum kzi_says says) {
    kzi_text_format(ctx->text, "%*s", INDENT, "");
    kzi_sentence_put(ctx->text, ctx->style, says);
}

/* Write the yaku that one word of the hand would make count. */
static unsigned put_words(const struct near_ctx *ctx) {
    struct kzi_text *text = ctx->text;
    size_t from = text->len;
    unsigned count = 0;
    for (unsigned yaku = 0; yaku < ctx->result->rules->n_yaku; yaku++) {
        struct kzi_why why;
        if (!is_near(ctx, yaku, &why) || kind_of(&why) != NEAR_BY_WORD)
            continue;
        char said[200];
        struct kzi_text name = kzi_text_fixed(said, sizeof said);
        if (count)
            kzi_text_char(text, ',');
        else
            put_indented(ctx, KZI_SAYS_one_word_away);
        kzi_text_char(&name, ' ');
        kzi_say_yaku(&name, ctx->result->rules->model, yaku, ctx->style->language);
        kzi_text_end(&name);
        put_wrapped(text, &from, said);
        count++;
    }
    kzi_text_put(text, count ? "\n" : "");
    return count;
}

static void put_no_win(const struct near_ctx *ctx) {
    const struct kz_result *result = ctx->result;
    const struct kzi_tally *best = &result->best;
    int32_t missing = result->rules->model->minimum - best->qualifying;
    struct kzi_sentence sentence = kzi_sentence_begin(ctx->text, ctx->style);
    kzi_argument_no_win(&sentence, result);
    if (best->meets && result->reason == KZI_BELOW_MINIMUM && missing > 0) {
        kzi_argument_total(&sentence, result->rules->model, missing);
        kzi_sentence_end(&sentence,
                         missing == 1 ? KZI_SAYS_no_win_missing : KZI_SAYS_no_win_missing_several);
    } else {
        kzi_sentence_end(&sentence, KZI_SAYS_no_win_because);
    }
    kzi_text_char(ctx->text, '\n');
    unsigned near = put_near(ctx);
    near += put_words(ctx);
    if (!near) {
        put_indented(ctx, KZI_SAYS_no_yaku_near);
        kzi_text_char(ctx->text, '\n');
    }
}

/* --- all -------------------------------------------------------------------------------------- */

static void put_tile(const struct near_ctx *ctx, const struct kzi_completed *completed,
                     struct kzi_last_tile last) {
    struct kzi_text *text = ctx->text;
    size_t from = text->len;
    if (kzi_score_completed(completed->result, completed->rules, completed->hand, last) != KZ_OK)
        return;
    kzi_text_put(text, "  ");
    kzi_notation_put_tile(text, last.kind, last.red);
    kzi_text_char(text, ' ');
    kzi_sentence_put(text, ctx->style,
                     last.self_draw ? KZI_SAYS_by_self_draw : KZI_SAYS_on_discard);
    kzi_text_char(text, ':');
    const bool furiten = completed->completion->furiten && !last.self_draw;
    if (!furiten && ctx->result->reason == KZI_WINS) {
        put_yaku(ctx, from);
        return;
    }
    kzi_text_char(text, ' ');
    if (!furiten && !last.red) {
        put_no_win(ctx);
        return;
    }
    kzi_sentence_line(text, ctx->style,
                      furiten ? KZI_SAYS_no_win_own_tile : KZI_SAYS_no_win_either);
}

void kzi_completion_explain(struct kzi_text *text, const struct kzi_completed *completed,
                            struct kz_result *const scratch[2], const struct kzi_style *style) {
    const struct near_ctx ctx = {text, completed->result, scratch, style};
    const struct kzi_completion *completion = completed->completion;
    if (!completion->ready)
        return;
    kzi_put_title(text, style, KZI_SAYS_title_counts);
    for (unsigned i = 0; i < completion->count; i++)
        for (unsigned way = 0; way < (completion->list[i].red ? 4U : 2U); way++)
            put_tile(&ctx, completed,
                     (struct kzi_last_tile){completion->list[i].kind, way >= 2, way & 1});
}

/* Return how near a yaku is whose conditions but one hold: nearest if only the openness of the hand
 * is wrong, farthest if a word is missing; then the one that asks least.  Another shape is another
 * hand. */
static unsigned distance_of(const struct kzi_why *why) {
    static const unsigned distances[] = {
        [NEAR_BY_TILES] = 1, [NEAR_OTHERWISE] = 2, [NEAR_BY_WORD] = 3};
    const struct kzi_condition *first = kzi_why_first(why);
    const bool closed = first->kind == KZI_CONDITION_hand;
    if (first->kind == KZI_CONDITION_shape)
        return UINT_MAX;
    return (closed ? 0 : distances[kind_of(why)]) * KZI_MAX_STATEMENTS + why->n_statements;
}

void kzi_nearest_yaku_say(struct kzi_text *text, const struct kz_result *result,
                          struct kz_result *const scratch[2], const struct kzi_style *style) {
    const struct near_ctx ctx = {text, result, scratch, style};
    unsigned nearest = 0, distance = UINT_MAX;
    struct kzi_why why;
    for (unsigned yaku = 0; yaku < result->rules->n_yaku; yaku++)
        if (is_near(&ctx, yaku, &why) && distance_of(&why) < distance) {
            nearest = yaku;
            distance = distance_of(&why);
        }
    if (distance == UINT_MAX)
        return;
    kzi_why_examine(&why, result, nearest, scratch[0]);
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_why_say(kzi_argument(&sentence), &why, style);
    kzi_argument_text(&sentence, result->rules->model->yaku[nearest].id);
    kzi_sentence_end(&sentence, KZI_SAYS_nearest);
    kzi_text_char(text, '\n');
}

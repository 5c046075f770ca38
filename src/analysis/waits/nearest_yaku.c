#include "analysis/waits/nearest_yaku.h"

#include "analysis/whynot/why_not.h"
#include "report/document.h"
#include "report/wording.h"

#include <limits.h>

#define MAX_NEAR 4 /* yaku with a sentence of their own */

struct near_ctx {
    struct kzi_doc *doc;
    const struct kz_result *result;
    struct kz_result *const *scratch;
};

/* --- near yaku -------------------------------------------------------------------------------- */

/* Return whether a yaku that is not a bonus lacks only one condition. */
static bool is_near(const struct near_ctx *ctx, unsigned yaku, struct kzi_why *why) {
    const struct kzi_yaku *rule = &ctx->result->rules->model->yaku[yaku];
    if (!rule->in_use || rule->bonus)
        return false;
    kzi_why_examine(why, ctx->result, yaku, ctx->scratch[0]);
    return why->status == KZI_WHY_FAILS && kzi_why_failing(why, &why->whole) == 1;
}

enum near_kind { NEAR_BY_TILES, NEAR_BY_WORD, NEAR_OTHERWISE };

static enum near_kind kind_of(const struct kzi_why *why) {
    const struct kzi_condition *first = kzi_why_first(why);
    if (first->kind == KZI_CONDITIONS)
        return NEAR_OTHERWISE;
    if (kzi_asks_word(first))
        return NEAR_BY_WORD;
    bool situation = kzi_fact_of(first) == KZI_FACT_WIN_KIND || kzi_fact_of(first) == KZI_FACT_SEAT;
    return situation ? NEAR_OTHERWISE : NEAR_BY_TILES;
}

/* Return whether the exchange of one tile makes a yaku count. */
static bool is_one_tile_away(const struct near_ctx *ctx, unsigned yaku, struct kzi_why *why) {
    if (!is_near(ctx, yaku, why) || kind_of(why) != NEAR_BY_TILES)
        return false;
    kzi_why_find(why, ctx->result, yaku, ctx->scratch[0], ctx->scratch[1]);
    return why->change.count;
}

static void put_near_yaku(const struct near_ctx *ctx, const struct kzi_why *why) {
    struct kzi_sentence *says = kzi_doc_sentence(ctx->doc, "says");
    kzi_why_end(says, why);
    struct kzi_sentence *change = kzi_doc_sentence(ctx->doc, "change");
    kzi_why_end_change(change, why);
}

/* Put the yaku that are one tile away, each with the exchange.  Return their number. */
static unsigned put_near(const struct near_ctx *ctx) {
    unsigned count = 0;
    KZI_DOC_LIST(ctx->doc, "near")
        for (unsigned yaku = 0; yaku < ctx->result->rules->n_yaku && count < MAX_NEAR; yaku++) {
            struct kzi_why why;
            if (!is_one_tile_away(ctx, yaku, &why))
                continue;
            kzi_doc_element(ctx->doc);
            put_near_yaku(ctx, &why);
            count++;
        }
    return count;
}

/* Put the yaku that a further word of the hand would make count. */
static unsigned put_lacking_words(const struct near_ctx *ctx) {
    struct kzi_sentence *names = kzi_doc_sentence(ctx->doc, "words");
    for (unsigned yaku = 0; yaku < ctx->result->rules->n_yaku; yaku++) {
        struct kzi_why why;
        if (is_near(ctx, yaku, &why) && kind_of(&why) == NEAR_BY_WORD)
            kzi_argument_yaku(names, ctx->result->rules->model, yaku);
    }
    const unsigned count = kzi_count_arguments(names);
    kzi_sentence_end(names, KZI_COMMA);
    return count;
}

static void put_missing(const struct near_ctx *ctx) {
    const struct kz_result *result = ctx->result;
    const struct kzi_tally *best = &result->best;
    int32_t missing = result->rules->model->minimum - best->qualifying;
    const bool below = best->meets && result->reason == KZI_BELOW_MINIMUM && missing > 0;
    KZI_DOC_SENTENCE(sentence, ctx->doc, "no_win",
                     !below         ? KZI_SAYS_no_win_because
                     : missing == 1 ? KZI_SAYS_no_win_missing
                                    : KZI_SAYS_no_win_missing_several) {
        kzi_argument_no_win(sentence, result);
        if (below)
            kzi_argument_total(sentence, result->rules->model, missing);
    }
}

static void put_no_win(const struct near_ctx *ctx) {
    put_missing(ctx);
    const unsigned near = put_near(ctx);
    if (!put_lacking_words(ctx) && !near)
        kzi_doc_say(ctx->doc, "none", KZI_SAYS_no_yaku_near);
}

/* --- all -------------------------------------------------------------------------------------- */

/* Put the yaku that count: "Riichi 1, Pinfu 1, Dora 2 x 1". */
static void put_yaku(const struct near_ctx *ctx) {
    const struct kzi_model *model = ctx->result->rules->model;
    KZI_DOC_SENTENCE(list, ctx->doc, "yaku", KZI_COMMA) {
        struct kzi_text *text = list->text;
        KZI_EACH_LISTED(ctx->result, yaku) {
            const struct kzi_value *value = kzi_value_in_hand(ctx->result, yaku);
            unsigned times = kzi_times_listed(ctx->result, yaku);
            kzi_argument_yaku(list, model, yaku);
            if (times > 1)
                kzi_text_format(text, " %u x", times);
            if (value->limit == KZI_NO_LIMIT && value->number)
                kzi_text_format(text, " %d", (int)value->number);
            if (model->yaku[yaku].factor)
                kzi_text_format(text, " x%d", (int)model->yaku[yaku].factor);
        }
    }
}

static void put_way(const struct near_ctx *ctx, const struct kzi_completion_job *job,
                    struct kzi_last_tile last) {
    if (kzi_score_completed(job->result, job->rules, job->hand, last) != KZ_OK)
        return;
    const bool wins = ctx->result->reason == KZI_WINS;
    kzi_doc_element(ctx->doc);
    kzi_doc_tile(ctx->doc, "tile", last.kind, last.red);
    kzi_doc_say(ctx->doc, "way", last.self_draw ? KZI_SAYS_by_self_draw : KZI_SAYS_on_discard);
    if (ctx->result->reason == KZI_FURITEN)
        put_missing(ctx);
    else if (last.red && !wins)
        kzi_doc_say(ctx->doc, "no_win", KZI_SAYS_no_win_either);
    else
        (wins ? put_yaku : put_no_win)(ctx);
}

void kzi_completion_explain(struct kzi_text *text, const struct kzi_completion_job *job,
                            struct kz_result *const scratch[2], const struct kzi_style *style) {
    const struct kzi_completion *completion = job->completion;
    if (!completion->ready)
        return;
    struct kzi_doc doc = kzi_doc_begin(text, style);
    const struct near_ctx ctx = {&doc, job->result, scratch};
    KZI_DOC_LIST(&doc, "ways")
        for (unsigned i = 0; i < completion->count; i++)
            for (unsigned way = 0; way < (completion->list[i].reds ? 4U : 2U); way++)
                put_way(&ctx, job,
                        (struct kzi_last_tile){completion->list[i].kind, way >= 2, way & 1});
    kzi_doc_end(&doc, KZI_LAYOUT_completions);
}

/* Return how near a yaku is that lacks only one condition: nearest if only the openness of the hand
 * is wrong, farthest if a word is missing; otherwise, the fewer conditions the yaku has, the
 * nearer.  A yaku of another shape is not near. */
static unsigned distance_of(const struct kzi_why *why) {
    static const unsigned distances[] = {
        [NEAR_BY_TILES] = 1, [NEAR_OTHERWISE] = 2, [NEAR_BY_WORD] = 3};
    const struct kzi_condition *first = kzi_why_first(why);
    const bool closed = kzi_fact_of(first) == KZI_FACT_OPENNESS;
    if (kzi_fact_of(first) == KZI_FACT_SHAPE)
        return UINT_MAX;
    return (closed ? 0 : distances[kind_of(why)]) * KZI_MAX_STATEMENTS +
           (unsigned)why->whole.parts.count;
}

void kzi_say_nearest_yaku(struct kzi_text *text, const struct kz_result *result,
                          struct kz_result *const scratch[2], const struct kzi_style *style) {
    const struct near_ctx ctx = {NULL, result, scratch};
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
    struct kzi_sentence sentence = kzi_sentence_on(text, style);
    kzi_sentence_begin(&sentence);
    KZI_SENTENCE(&sentence, KZI_SAYS_nearest) {
        kzi_why_end(&sentence, &why);
        kzi_argument_text(&sentence, result->rules->model->yaku[nearest].id);
    }
    kzi_text_char(text, '\n');
}

/* The first lines of a report: the situation as it was understood, and the hand. */
#include "report/result_text.h"
#include "report/wording.h"
#include "score/value.h"
#include "tile/notation.h"

/* One hand under one ruleset or several. */
struct situation_ctx {
    struct kzi_text *text;
    const struct kz_result *const *results;
    unsigned count;
    bool any;
    bool aside, flowers; /* are put */
};

static void put_seat(struct kzi_text *text, unsigned seat, const char *after, bool given) {
    kzi_text_format(text, "%s%s%s", kzi_seat_says[seat], after, given ? "" : " (assumed)");
}

static void put_way(struct kzi_text *text, const struct kzi_hand *hand) {
    bool from = !hand->self_draw && hand->from >= 0;
    kzi_text_format(text, ", won %s%s%s", hand->self_draw ? "by self-draw" : "on a discard",
                    from ? " from " : "", from ? kzi_seat_says[hand->from] : "");
    if (!hand->by_given && (hand->from < 0 || hand->from_inferred))
        kzi_text_put(text, " (assumed)");
}

static void next(struct situation_ctx *ctx) {
    kzi_text_put(ctx->text, ctx->any ? ", " : "with ");
    ctx->any = true;
}

static void put_count(struct situation_ctx *ctx, uint32_t count, const char *thing) {
    if (!count)
        return;
    next(ctx);
    kzi_say_count(ctx->text, count, thing);
}

static bool uses(const struct kz_result *result, const char *word) {
    return kzi_names_find(&result->rules->model->circumstance_names, word) >= 0;
}

static void put_users(struct situation_ctx *ctx, const char *word) {
    unsigned users = 0;
    for (unsigned i = 0; i < ctx->count; i++)
        users += uses(ctx->results[i], word);
    if (users == ctx->count)
        return;
    kzi_text_put(ctx->text, users ? " (not used by " : " (not used by these rules");
    for (unsigned i = 0, named = 0; users && i < ctx->count; i++)
        if (!uses(ctx->results[i], word)) {
            kzi_text_put(ctx->text, named++ ? ", " : "");
            kzi_text_put(ctx->text, ctx->results[i]->rules->model->label);
        }
    kzi_text_char(ctx->text, ')');
}

static void put_words(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    for (unsigned i = 0; i < hand->n_words; i++) {
        next(ctx);
        kzi_say_id(ctx->text, hand->words[i].text);
        put_users(ctx, hand->words[i].text);
    }
}

static void put_shown(struct situation_ctx *ctx, const struct kz_result *result,
                      const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&result->hand, mark, &count);
    if (!count)
        return;
    next(ctx);
    kzi_say_id(ctx->text, mark->id);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = result->rules->model->next[shown->kind[i]];
        kzi_text_char(ctx->text, ' ');
        bool itself = kind == KZI_NO_KIND;
        kzi_notation_put_tile(ctx->text, itself ? shown->kind[i] : kind,
                              itself && shown->red >> i & 1);
    }
}

/* Put the flowers, once for all marks that count them. */
static void put_flowers(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    if (!hand->flowers || ctx->flowers)
        return;
    ctx->flowers = true;
    put_count(ctx, hand->flowers, "flower");
    if (!hand->faces)
        return;
    kzi_text_char(ctx->text, ' ');
    kzi_faces_put(ctx->text, hand->faces);
}

/* Put the tiles laid aside, once for all marks that count them. */
static void put_aside(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    if (!hand->aside.count || ctx->aside)
        return;
    ctx->aside = true;
    next(ctx);
    kzi_say_laid_aside(ctx->text, hand);
    kzi_text_put(ctx->text, " laid aside");
}

static void put_mark(struct situation_ctx *ctx, const struct kz_result *result,
                     const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        put_shown(ctx, result, mark);
        break;
    case KZI_MARK_RED: /* visible in its tiles */
        break;
    case KZI_MARK_FLOWERS:
    case KZI_MARK_FACES:
        put_flowers(ctx, &result->hand);
        break;
    case KZI_MARK_ASIDE:
        put_aside(ctx, &result->hand);
        break;
    }
}

/* Return whether one of the first n rulesets has the mark too. */
static bool is_put(const struct situation_ctx *ctx, unsigned n, const char *id) {
    for (unsigned i = 0; i < n; i++)
        if (kzi_names_find(&ctx->results[i]->rules->model->mark_names, id) >= 0)
            return true;
    return false;
}

static void put_marks(struct situation_ctx *ctx) {
    for (unsigned i = 0; i < ctx->count; i++) {
        const struct kzi_model *model = ctx->results[i]->rules->model;
        for (size_t mark = 0; mark < model->mark_names.count; mark++)
            if (!is_put(ctx, i, model->marks[mark].id))
                put_mark(ctx, ctx->results[i], &model->marks[mark]);
    }
}

/* Return the first ruleset that has a liability for the yaku, else the first ruleset. */
static const struct kzi_model *liable_by(const struct situation_ctx *ctx, const char *yaku,
                                         bool *liable) {
    for (unsigned i = 0; i < ctx->count; i++) {
        *liable = kzi_is_liable_yaku(ctx->results[i]->rules->model, yaku);
        if (*liable)
            return ctx->results[i]->rules->model;
    }
    return ctx->results[0]->rules->model;
}

static void put_pao(struct situation_ctx *ctx, const struct kzi_pao *pao, const char *language) {
    bool liable;
    const struct kzi_model *model = liable_by(ctx, pao->yaku, &liable);
    int yaku = kzi_names_find(&model->yaku_names, pao->yaku);
    next(ctx);
    if (yaku < 0)
        kzi_say_id(ctx->text, pao->yaku);
    else
        kzi_say_yaku(ctx->text, model, (unsigned)yaku, language);
    kzi_text_format(ctx->text, " fed by %s%s", kzi_seat_says[pao->seat],
                    liable ? "" : " (not used by these rules)");
}

/* Name the seats that have left, if some of the rules let winners leave. */
static void put_out(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    const unsigned count = (unsigned)__builtin_popcount(hand->out);
    bool leave = false;
    for (unsigned i = 0; i < ctx->count; i++)
        leave |= ctx->results[i]->rules->model->payments.winners_leave;
    if (!count || !leave)
        return;
    next(ctx);
    for (unsigned i = 0, seats = hand->out; i < count; i++, seats &= seats - 1) {
        kzi_text_join(ctx->text, i, count, " and ");
        kzi_text_put(ctx->text, kzi_seat_says[__builtin_ctz(seats)]);
    }
    kzi_text_put(ctx->text, " out");
}

void kzi_text_situations(struct kzi_text *text, const struct kz_result *const *results,
                         unsigned count, const char *language) {
    const struct kzi_hand *hand = &results[0]->hand;
    struct situation_ctx ctx = {text, results, count, false, false, false};
    put_seat(text, hand->seat, "", hand->seat_given);
    if (!kzi_is_stated(results[0]) || hand->round_given) {
        kzi_text_put(text, ", ");
        put_seat(text, hand->round, " round", hand->round_given);
    }
    if (kzi_is_stated(results[0]) || !kzi_hand_is_unfinished(hand))
        put_way(text, hand);
    kzi_text_char(text, '\n');
    put_words(&ctx, hand);
    put_marks(&ctx);
    for (unsigned i = 0; i < hand->n_pao; i++)
        put_pao(&ctx, &hand->pao[i], language);
    put_out(&ctx, hand);
    put_count(&ctx, hand->honba, "counter");
    put_count(&ctx, hand->deposits, "bet");
    kzi_text_put(text, hand->deposits ? " on the table" : "");
    kzi_text_put(text, ctx.any ? "\n" : "");
}

void kzi_text_situation(struct kzi_text *text, const struct kz_result *result,
                        const char *language) {
    kzi_text_situations(text, &result, 1, language);
}

/* --- the hand -------------------------------------------------------------------------------- */

void kzi_text_hand(struct kzi_text *text, const struct kz_result *result,
                   const struct kzi_reading *reading) {
    const struct kzi_hand *hand = &result->hand;
    unsigned groups = reading ? reading->n_groups : 0;
    if (reading && kzi_has_body(reading)) {
        kzi_text_char(text, ' ');
        kzi_say_body(text, result, reading);
    }
    for (unsigned i = 0; i < 2 * groups; i++) {
        bool melded = kzi_group_of(reading, i % groups).meld != KZI_NO_MELD;
        if (melded != (i >= groups))
            continue;
        kzi_text_char(text, ' ');
        kzi_say_group(text, result, reading, i % groups);
    }
    if (groups)
        return;
    kzi_text_char(text, ' ');
    kzi_say_tiles(text, hand);
    for (unsigned i = 0; i < hand->n_melds; i++) {
        kzi_text_char(text, ' ');
        kzi_say_meld(text, &hand->melds[i]);
    }
}

/* Put the first lines of a report: the situation as it was understood, and the hand. */
#include "compile/wild.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/sentence.h"

/* Context: one hand under one ruleset or several. */
struct situation_ctx {
    struct kzi_sentence *list; /* collects the parts of the situation */
    const struct kz_result *const *results;
    unsigned count;
    unsigned put; /* kinds of marks that are put already, by bit */
};

/* Put a sentence about a seat; seat -1: the sentence without a seat. */
static void say_seat(struct kzi_sentence *list, enum kzi_says says, int seat, bool given) {
    KZI_SENTENCE(list, given ? KZI_AND : KZI_SAYS_assumed)
        KZI_SENTENCE(list, says)
            if (seat >= 0)
                kzi_argument_seat(list, (unsigned)seat);
}

static void say_won_by(struct kzi_sentence *list, const struct kzi_hand *hand) {
    const bool from = !hand->self_draw && hand->from >= 0;
    say_seat(list,
             hand->self_draw ? KZI_SAYS_won_by_self_draw
             : from          ? KZI_SAYS_won_on_discard_from
                             : KZI_SAYS_won_on_discard,
             from ? hand->from : -1, hand->by_given || (hand->from >= 0 && !hand->from_inferred));
}

static void put_count(struct situation_ctx *ctx, uint32_t count, enum kzi_says says) {
    if (count)
        kzi_sentence_count(ctx->list, says, count);
}

static int find_word(const struct kz_result *result, const char *word) {
    return kzi_names_find(&result->rules->model->circumstance_names, word);
}

/* Put a word of the hand as an argument: in English as it is typed, else by its name. */
static void put_word_name(struct situation_ctx *ctx, struct kzi_sentence *sentence,
                          const char *word) {
    const struct kzi_node *name = NULL;
    for (unsigned i = 0; i < ctx->count && !kzi_is_english(sentence) && !name; i++) {
        int at = find_word(ctx->results[i], word);
        name = at < 0 ? NULL : kzi_circumstance_name(ctx->results[i]->rules->model, (unsigned)at);
    }
    kzi_argument_name(sentence, name, word);
}

static void put_word(struct situation_ctx *ctx, const char *word) {
    unsigned users = 0;
    for (unsigned i = 0; i < ctx->count; i++)
        users += find_word(ctx->results[i], word) >= 0;
    KZI_SENTENCE(ctx->list, users == ctx->count ? KZI_AND
                            : users             ? KZI_SAYS_not_used_by
                                                : KZI_SAYS_not_used) {
        put_word_name(ctx, ctx->list, word);
        if (users && users < ctx->count)
            KZI_SENTENCE(ctx->list, KZI_COMMA)
                for (unsigned i = 0; i < ctx->count; i++)
                    if (find_word(ctx->results[i], word) < 0)
                        kzi_argument_text(ctx->list, ctx->results[i]->rules->model->label);
    }
}

/* Put a mark with the tiles that its indicators mean, as "dora 5p". */
static void say_shown(struct kzi_sentence *list, const struct kz_result *result,
                      const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&result->hand, mark, &count);
    if (!count)
        return;
    KZI_SENTENCE(list, KZI_SAYS_with_tiles) {
        kzi_argument_word(list, "asks.mark", mark->id);
        struct kzi_text *tiles = kzi_argument(list);
        for (unsigned i = 0; i < count; i++) {
            kzi_text_put(tiles, i ? " " : "");
            kzi_put_indicated(tiles, result->rules->model, shown, i);
        }
    }
}

static void say_flowers(struct kzi_sentence *list, const struct kzi_hand *hand) {
    if (!hand->flowers)
        return;
    KZI_SENTENCE(list, kzi_any_face(&hand->faces) ? KZI_SAYS_with_tiles : KZI_AND) {
        kzi_sentence_count(list, KZI_SAYS_flowers, hand->flowers);
        if (kzi_any_face(&hand->faces))
            kzi_put_faces(kzi_argument(list), &hand->faces);
    }
}

static void say_aside(struct kzi_sentence *list, const struct kzi_hand *hand) {
    if (!hand->aside.count)
        return;
    KZI_SENTENCE(list, KZI_SAYS_laid_aside)
        kzi_put_laid_aside(kzi_argument(list), hand);
}

/* Put tiles in the order in which the hand has them. */
static void say_tiles(struct kzi_sentence *list, const struct kzi_indicators *lie,
                      enum kzi_says says) {
    if (!lie->count)
        return;
    KZI_SENTENCE(list, says) {
        struct kzi_text *tiles = kzi_argument(list);
        for (unsigned i = 0; i < lie->count; i++)
            kzi_put_kind(tiles, lie->kind[i]);
    }
}

/* Put what a mark counts.  Flowers, tiles laid aside and thrown tiles are put once for all marks,
 * indicators once for each mark. */
static void put_mark(struct situation_ctx *ctx, const struct kz_result *result,
                     const struct kzi_mark *mark) {
    const enum kzi_mark_kind kind = mark->kind == KZI_MARK_FACES ? KZI_MARK_FLOWERS : mark->kind;
    const bool first = !(ctx->put >> kind & 1);
    ctx->put |= 1U << kind;
    if (kind == KZI_MARK_DORA || kind == KZI_MARK_URA)
        say_shown(ctx->list, result, mark);
    else if (first && kind == KZI_MARK_FLOWERS)
        say_flowers(ctx->list, &result->hand);
    else if (first && kind == KZI_MARK_ASIDE)
        say_aside(ctx->list, &result->hand);
    else if (first && kind == KZI_MARK_THROWN)
        say_tiles(ctx->list, &result->hand.thrown, KZI_SAYS_thrown);
}

/* Return whether one of the first n rulesets has a mark with this id. */
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

/* Return the first ruleset with a liability for the yaku; if there is none, the first ruleset. */
static const struct kzi_model *liable_by(const struct situation_ctx *ctx, const char *yaku,
                                         bool *liable) {
    for (unsigned i = 0; i < ctx->count; i++) {
        *liable = kzi_is_liable_yaku(ctx->results[i]->rules->model, yaku);
        if (*liable)
            return ctx->results[i]->rules->model;
    }
    return ctx->results[0]->rules->model;
}

static void put_pao(struct situation_ctx *ctx, const char *pao, unsigned seat) {
    bool liable;
    const struct kzi_model *model = liable_by(ctx, pao, &liable);
    int yaku = kzi_names_find(&model->yaku_names, pao);
    KZI_SENTENCE(ctx->list, liable ? KZI_AND : KZI_SAYS_not_used)
        KZI_SENTENCE(ctx->list, KZI_SAYS_fed_by) {
            if (yaku < 0)
                kzi_say_id(kzi_argument(ctx->list), pao);
            else
                kzi_argument_yaku(ctx->list, model, (unsigned)yaku);
            kzi_argument_seat(ctx->list, seat);
        }
}

/* Put the seats that have left, if some of the rulesets let winners leave. */
static void put_out(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    bool leave = false;
    for (unsigned i = 0; i < ctx->count; i++)
        leave |= ctx->results[i]->rules->model->payments.winners_leave;
    if (!hand->out || !leave)
        return;
    KZI_SENTENCE(ctx->list, KZI_SAYS_out)
        KZI_SENTENCE(ctx->list, KZI_AND)
            KZI_EACH_IN(hand->out, seat)
                kzi_argument_seat(ctx->list, seat);
}

/* Put the tile that determines the wild tiles, and the birds, if one of the rulesets asks for
 * them. */
static void put_turned_up(struct situation_ctx *ctx, const struct kzi_hand *hand) {
    bool shown = false, birds = false;
    for (unsigned i = 0; i < ctx->count; i++) {
        shown |= kzi_asks_shown(ctx->results[i]->rules->model);
        birds |= ctx->results[i]->rules->has_birds;
    }
    if (hand->wild.shown && shown)
        KZI_SENTENCE(ctx->list, KZI_SAYS_turned_up)
            kzi_put_kind(kzi_argument(ctx->list), hand->wild.shown - 1U);
    if (birds)
        say_tiles(ctx->list, &hand->birds, KZI_SAYS_birds);
}

/* Say who won, and how. */
static void say_winner(struct kzi_sentence *list, const struct kz_result *result) {
    const struct kzi_hand *hand = &result->hand;
    const bool stated = kzi_is_stated(result);
    say_seat(list, KZI_SAYS_seat_of, hand->seat, hand->seat_given);
    if (!stated || hand->round_given)
        say_seat(list, KZI_SAYS_round_of, hand->round, hand->round_given);
    if (stated || !kzi_hand_is_unfinished(hand))
        say_won_by(list, hand);
    kzi_sentence_end(list, KZI_COMMA);
}

void kzi_put_situation(struct kzi_doc *doc, const struct kz_result *const *results,
                       unsigned count) {
    const struct kzi_hand *hand = &results[0]->hand;
    say_winner(kzi_doc_sentence(doc, ".winner"), results[0]);
    bool any = false;
    KZI_DOC_SENTENCE(with, doc, ".with", any ? KZI_SAYS_with : KZI_AND)
        KZI_SENTENCE(with, KZI_COMMA) {
            struct situation_ctx ctx = {.list = with, .results = results, .count = count};
            for (unsigned i = 0; i < hand->n_words; i++)
                put_word(&ctx, kzi_word_at(hand, i)->text);
            put_marks(&ctx);
            for (unsigned i = 0; i < hand->n_pao; i++)
                put_pao(&ctx, hand->pao[i], hand->pao_seats[i]);
            put_out(&ctx, hand);
            put_turned_up(&ctx, hand);
            put_count(&ctx, hand->counters, KZI_SAYS_counters);
            put_count(&ctx, hand->bets, KZI_SAYS_bets);
            any = kzi_count_arguments(with) > 0;
        }
}

void kzi_put_situation_text(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_style *style) {
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_put_situation(&doc, &result, 1);
    kzi_doc_end(&doc, KZI_LAYOUT_situation);
}

/* --- the hand -------------------------------------------------------------------------------- */

void kzi_put_hand_as_read(struct kzi_text *text, const struct kz_result *result,
                          const struct kzi_reading *reading) {
    const struct kzi_hand *hand = &result->hand;
    unsigned groups = reading ? reading->n_groups : 0;
    if (reading && kzi_has_body(reading)) {
        kzi_text_char(text, ' ');
        kzi_put_body(text, result, reading);
    }
    for (unsigned i = 0; i < 2 * groups; i++) {
        bool melded = kzi_group_of(reading, i % groups).meld != KZI_NO_MELD;
        if (melded != (i >= groups))
            continue;
        kzi_text_char(text, ' ');
        kzi_put_group(text, result, reading, i % groups);
    }
    if (groups)
        return;
    kzi_text_char(text, ' ');
    kzi_put_tiles_and_melds(text, hand);
}

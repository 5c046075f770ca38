/* Explanations of a result (--explain): the reading, each yaku with its tiles and its rule, the
 * yaku that do not count, every fu item, the calculation of the payment, the selections that
 * lost. */
#include "base/limits.h"
#include "report/result_text.h"
#include "report/ruleset_report.h"
#include "report/wording.h"

struct explain_ctx {
    struct kzi_report report;
    struct kzi_doc *doc;
    const struct kz_ruleset *rules;
    struct kzi_facts facts;
    struct kzi_omission left[KZI_MAX_LEFT_OUT];
    unsigned n_left;
    struct kzi_budget budget; /* for proving the reasons of all covers of the hand */
};

static void begin_explanation(struct explain_ctx *ctx, struct kzi_doc *doc,
                              const struct kz_result *result) {
    ctx->report = kzi_report_of(doc, result);
    ctx->doc = doc;
    ctx->rules = result->rules;
    ctx->budget = (struct kzi_budget){.steps = KZI_MAX_WHY_STEPS};
    kzi_facts_of(result, &ctx->facts);
    ctx->n_left = kzi_find_left_out(ctx->rules, &ctx->facts, &result->best, ctx->left);
}

static const char *id_of(const struct explain_ctx *ctx, unsigned yaku) {
    return ctx->report.model->yaku[yaku].id;
}

/* --- yaku that hold but do not count ---------------------------------------------------------- */

/* Return the place of the rule that `by` covers the other yaku; if that follows from several rules,
 * the place of `by` itself. */
static struct kzi_place cover_place(const struct kzi_yaku *by, unsigned covered) {
    for (size_t i = 0; i < by->n_covers; i++)
        if (by->covers[i].yaku == covered)
            return by->covers[i].place;
    return by->place;
}

/* Put groups as one argument, as "123p and the second 456p". */
static void say_which(struct kzi_sentence *sentence, const struct explain_ctx *ctx,
                      unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    const struct kzi_reading *reading = &ctx->report.best->reading;
    KZI_SENTENCE(sentence, KZI_AND) {
        unsigned count = kzi_groups_by_tile(reading, groups, order);
        for (unsigned i = 0; i < count; i++)
            (kzi_is_english(sentence) ? kzi_say_which_group : kzi_put_group)(
                kzi_argument(sentence), ctx->report.result, reading, order[i]);
    }
}

/* Put which yaku covers a yaku, or a part of its instances. */
static void put_cover(struct explain_ctx *ctx, unsigned by, unsigned yaku,
                      const struct kzi_omission *part) {
    const enum kzi_cover_why why = kzi_why_covered(ctx->rules, by, yaku, &ctx->budget);
    kzi_doc_string(ctx->doc, "by", id_of(ctx, by));
    kzi_doc_string(ctx->doc, "why", kzi_cover_why_names[why]);
    if (part && part->instance.groups) {
        kzi_put_groups(ctx->doc, "tiles", ctx->report.result, &ctx->report.best->reading,
                       part->instance.groups);
        say_which(kzi_doc_words(ctx->doc, ".which"), ctx, part->instance.groups);
    } else if (part) {
        kzi_doc_int(ctx->doc, "count", part->times);
    }
    KZI_DOC_SENTENCE(covered, ctx->doc, ".why", KZI_SAYS_covered_implied + why)
        kzi_argument_yaku(covered, ctx->report.model, by);
    kzi_put_rule(ctx->doc, cover_place(&ctx->report.model->yaku[by], yaku), NULL);
}

/* Put why a yaku that nothing covers does not count; in text only. */
static void put_aside(const struct explain_ctx *ctx, unsigned yaku) {
    const struct kzi_tally *best = ctx->report.best;
    KZI_DOC_SENTENCE(why, ctx->doc, ".why",
                     best->alone >= 0                       ? KZI_SAYS_set_aside_by
                     : kzi_has_bit(ctx->rules->alone, yaku) ? KZI_SAYS_only_alone
                     : best->by_limit                       ? KZI_SAYS_set_aside_by_limit
                                                            : KZI_SAYS_only_where_nothing)
        if (best->alone >= 0)
            kzi_argument_yaku(why, ctx->report.model, (unsigned)best->alone);
}

/* Find the yaku of these chosen instances of the best tally, without duplicates; return their
 * number. */
static unsigned find_users(const struct explain_ctx *ctx, uint32_t chosen,
                           uint16_t yaku[KZI_MAX_CHOSEN]) {
    unsigned count = 0;
    KZI_EACH_IN(chosen, i) {
        unsigned at = 0;
        while (at < count && yaku[at] != ctx->report.best->chosen[i].yaku)
            at++;
        if (at == count)
            yaku[count++] = ctx->report.best->chosen[i].yaku;
    }
    return count;
}

/* Put why the sets of a part do not count, as "the second 123p and 456p: left out, they are joined
 * already by pure double chow and large straight". */
static void put_left(const struct explain_ctx *ctx, const struct kzi_omission *left) {
    const unsigned several = !!(left->joined & (left->joined - 1)),
                   other = left->joined != left->instance.groups;
    const bool twice = left->why == KZI_LEFT_TWICE;
    uint16_t users[KZI_MAX_CHOSEN];
    const unsigned count = find_users(ctx, left->by, users);
    kzi_put_groups(ctx->doc, "tiles", ctx->report.result, &ctx->report.best->reading,
                   left->instance.groups);
    KZI_DOC_LIST(ctx->doc, "by")
        for (unsigned i = 0; i < count; i++)
            kzi_doc_string(ctx->doc, NULL, id_of(ctx, users[i]));
    kzi_doc_string(ctx->doc, "why", twice ? "non_identical" : "account_once");
    struct kzi_sentence *sentence = kzi_doc_sentence(ctx->doc, ".left");
    if (!left->instance.groups) { /* an instance that uses no set */
        kzi_sentence_end(sentence, KZI_SAYS_left_once);
        return;
    }
    say_which(sentence, ctx, left->instance.groups);
    KZI_SENTENCE(sentence, KZI_AND)
        for (unsigned i = 0; i < count; i++)
            kzi_argument_yaku(sentence, ctx->report.model, users[i]);
    if (other)
        say_which(sentence, ctx, left->joined);
    kzi_sentence_end(sentence, twice ? KZI_SAYS_left_twice + 2 * other + several
                                     : KZI_SAYS_left_joined + other);
}

static bool is_left_out(const struct explain_ctx *ctx, unsigned yaku) {
    for (unsigned i = 0; i < ctx->n_left; i++)
        if (ctx->left[i].instance.yaku == yaku)
            return true;
    return false;
}

/* The list of JSON that a yaku that does not count belongs to; in text all are in one list. */
enum short_of { COVERED, LEFT_OUT, ASIDE };

/* Put a yaku that holds and does not count, or a part of its instances, if it belongs to the
 * list. */
static void put_short(struct explain_ctx *ctx, enum short_of list, unsigned yaku,
                      const struct kzi_omission *part) {
    const int by = !part ? kzi_covered_by(ctx->rules, ctx->report.best, yaku)
                   : part->why == KZI_LEFT_COVERED ? (int)part->covered_by
                                                   : -1;
    const enum short_of of = by >= 0 ? COVERED : part ? LEFT_OUT : ASIDE;
    if (ctx->doc->json
            ? of != list
            : of == ASIDE && (is_left_out(ctx, yaku) || (int)yaku == ctx->rules->nothing_scored))
        return;
    kzi_doc_element(ctx->doc);
    kzi_put_yaku(ctx->doc, ctx->report.model, yaku);
    if (by >= 0)
        put_cover(ctx, (unsigned)by, yaku, part);
    else if (part)
        put_left(ctx, part);
    else
        put_aside(ctx, yaku);
}

/* Put the members of a list; only: those of one yaku, or -1. */
static void put_all_short(struct explain_ctx *ctx, const char *key, enum short_of list, int only) {
    const struct kzi_tally *best = ctx->report.best;
    KZI_DOC_LIST(ctx->doc, key) {
        for (unsigned i = 0; i < ctx->rules->n_yaku; i++)
            if ((only < 0 || only == (int)i) && kzi_has_bit(best->held, i) &&
                !kzi_has_bit(best->scored, i))
                put_short(ctx, list, i, NULL);
        for (unsigned i = 0; i < ctx->n_left; i++)
            if (only < 0 || only == (int)ctx->left[i].instance.yaku)
                put_short(ctx, list, ctx->left[i].instance.yaku, &ctx->left[i]);
    }
}

void kzi_put_why_uncounted(struct kzi_doc *doc, const struct kz_result *result, unsigned yaku) {
    struct explain_ctx ctx;
    begin_explanation(&ctx, doc, result);
    put_all_short(&ctx, ".short", ASIDE, (int)yaku);
}

void kzi_end_aside(struct kzi_sentence *sentence, const struct kz_result *result, unsigned yaku) {
    const struct kzi_tally *best = &result->best;
    struct explain_ctx ctx;
    begin_explanation(&ctx, NULL, result);
    kzi_argument_yaku(sentence, ctx.report.model, yaku);
    if (best->alone >= 0) {
        kzi_argument_yaku(sentence, ctx.report.model, (unsigned)best->alone);
        kzi_sentence_end(sentence, KZI_SAYS_aside_alone);
    } else if (best->by_limit && best->limit >= 0) {
        kzi_argument_limit(sentence, ctx.report.model, (unsigned)best->limit, 1);
        kzi_sentence_end(sentence, KZI_SAYS_aside_limit);
    } else
        kzi_sentence_end(sentence,
                         is_left_out(&ctx, yaku) ? KZI_SAYS_aside_sets : KZI_SAYS_aside_nothing);
}

/* --- lists of yaku ---------------------------------------------------------------------------- */

static void put_list(const struct explain_ctx *ctx, const char *key,
                     const struct kzi_tally *tally) {
    KZI_DOC_LIST(ctx->doc, key)
        for (unsigned i = 0; i < ctx->rules->n_yaku; i++) {
            if (!kzi_has_bit(tally->scored, i))
                continue;
            unsigned times = kzi_times(ctx->rules, &ctx->facts, tally, i);
            kzi_doc_element(ctx->doc);
            kzi_put_yaku(ctx->doc, ctx->report.model, i);
            kzi_doc_int(ctx->doc, "count", times);
            if (times > 1)
                kzi_doc_int(ctx->doc, ".times", times);
        }
}

void kzi_put_counted_yaku(struct kzi_doc *doc, const struct kz_result *result) {
    struct explain_ctx ctx;
    begin_explanation(&ctx, doc, result);
    put_list(&ctx, ".yaku", &result->best);
}

static void put_equal(const struct explain_ctx *ctx) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    unsigned count = kzi_list_equal_selections(ctx->rules, &ctx->facts, ctx->report.best, list);
    KZI_DOC_LIST(ctx->doc, "equal")
        for (unsigned i = 0; i < count; i++) {
            kzi_doc_element(ctx->doc);
            put_list(ctx, "yaku", &list[i]);
        }
}

/* --- readings --------------------------------------------------------------------------------- */

#define MAX_OTHERS 32

struct lost_list {
    struct kzi_lost_taker taker;
    const struct explain_ctx *ctx;
    unsigned count;
};

/* Put the worth of a selection that lost, in text. */
static void say_other(const struct explain_ctx *ctx, const struct kzi_tally *other) {
    const int alone = other->alone >= 0 ? other->alone : ctx->report.best->alone;
    kzi_put_hand_as_read(kzi_doc_text(ctx->doc, ".hand"), ctx->report.result, &other->reading);
    if (alone >= 0)
        KZI_DOC_SENTENCE(by, ctx->doc, ".alone",
                         other->alone >= 0 ? KZI_SAYS_reading_only : KZI_SAYS_reading_without)
            kzi_argument_yaku(by, ctx->report.model, (unsigned)alone);
    KZI_DOC_SENTENCE(worth, ctx->doc, ".worth", KZI_COMMA) {
        if (other->limit >= 0)
            kzi_argument_limit(worth, ctx->report.model, (unsigned)other->limit, other->multiplier);
        else
            kzi_argument_total(worth, ctx->report.model, other->total);
        if (other->fu >= 0)
            kzi_sentence_count(worth, KZI_SAYS_fu_of, other->fu);
        if (other->wins)
            kzi_argument_points(worth, other->points);
    }
}

static void put_other(const struct explain_ctx *ctx, const struct kzi_tally *other) {
    const enum kzi_says why = kzi_why_lost(ctx->report.best, other);
    struct kzi_doc *doc = ctx->doc;
    kzi_doc_element(doc);
    if (!doc->json)
        say_other(ctx, other);
    else
        kzi_put_reading(doc, ctx->report.result, &other->reading);
    if (doc->json || (other->total && why == KZI_SAYS_lost_order)) /* it has the same worth */
        put_list(ctx, "yaku", other);
    kzi_doc_int(doc, "total", other->total);
    kzi_doc_known(doc, "fu", other->fu >= 0, other->fu);
    kzi_doc_int(doc, "points", other->wins ? other->points : 0);
    kzi_doc_string(doc, "why", kzi_says_in(ctx->report.style, why));
    kzi_doc_string(doc, "code", kzi_says_code(why) + sizeof "lost_" - 1);
}

static void take_other(struct kzi_lost_taker *taker, const struct kzi_tally *lost) {
    struct lost_list *list = (struct lost_list *)taker;
    if (list->count++ < MAX_OTHERS)
        put_other(list->ctx, lost);
}

/* Put the first selections that lost. */
static void put_others(const struct explain_ctx *ctx) {
    const unsigned count = kzi_count_lost(ctx->report.result);
    struct lost_list list = {{take_other}, ctx, 0};
    KZI_DOC_LIST(ctx->doc, "others")
        kzi_visit_lost(ctx->report.result, &list.taker);
    if (count > MAX_OTHERS)
        kzi_doc_int(ctx->doc, ".more", count - MAX_OTHERS);
}

/* --- from the total to the payment ------------------------------------------------------------ */

/* Put the steps of the calculation: in words, and in JSON also in codes. */
static void put_arithmetic(const struct explain_ctx *ctx) {
    struct kzi_report report = ctx->report;
    KZI_DOC_LIST(ctx->doc, "arithmetic")
        kzi_put_arithmetic(&report);
    if (!ctx->doc->json)
        return;
    report.style = &kzi_code_style;
    KZI_DOC_LIST(ctx->doc, "arithmetic_code")
        kzi_put_arithmetic(&report);
}

/* Put what the chips are for, under rules that have chips; the limit is last. */
static void put_chip_items(const struct explain_ctx *ctx) {
    const struct kz_result *result = ctx->report.result;
    uint16_t list[KZI_MAX_YAKU];
    if (!kzi_has_chips(result))
        return;
    KZI_DOC_LIST(ctx->doc, "chip_items")
        for (unsigned i = 0, count = kzi_list_counted(result, list); i <= count; i++) {
            const bool yaku = i < count;
            const int64_t chips =
                yaku ? kzi_chips_of_yaku(result, list[i]) : kzi_chips_of_limit(result);
            if (!chips)
                continue;
            kzi_doc_element(ctx->doc);
            kzi_doc_string(ctx->doc, yaku ? "yaku" : "limit",
                           yaku ? id_of(ctx, list[i])
                                : ctx->report.model->limits[ctx->report.best->limit].id);
            kzi_doc_int(ctx->doc, "chips", chips);
        }
}

/* Put the seats that are liable, with their yaku. */
static void put_liable(const struct explain_ctx *ctx) {
    const struct kz_result *result = ctx->report.result;
    if (!result->n_liable)
        return;
    KZI_DOC_LIST(ctx->doc, "liable")
        for (unsigned i = 0; i < result->n_liable; i++) {
            kzi_doc_element(ctx->doc);
            kzi_doc_string(ctx->doc, "yaku", id_of(ctx, result->liable[i].yaku));
            kzi_doc_string(ctx->doc, "seat", kzi_seat_names[result->liable[i].seat]);
        }
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Put the ruleset, in text only. */
static void put_ruleset(const struct explain_ctx *ctx) {
    const struct kzi_model *model = ctx->report.model;
    kzi_put_ruleset_label(ctx->doc, model);
    if (!model->source)
        return;
    KZI_DOC_SENTENCE(after, ctx->doc, ".after", KZI_SAYS_rules_after)
        kzi_say_node(kzi_argument(after), model->source);
}

void kzi_put_explanation(struct kzi_doc *doc, const struct kz_result *result) {
    struct explain_ctx ctx;
    begin_explanation(&ctx, doc, result);
    if (!doc->json)
        put_ruleset(&ctx);
    if (result->reason == KZI_INCOMPLETE)
        return;
    kzi_put_reading(doc, result, &result->best.reading);
    kzi_put_fu(&ctx.report);
    put_all_short(&ctx, doc->json ? "covered" : ".short", COVERED, -1);
    if (ctx.rules->combines) {
        if (doc->json)
            put_all_short(&ctx, "left_out", LEFT_OUT, -1);
        put_equal(&ctx);
    }
    if (result->reason == KZI_WINS)
        put_arithmetic(&ctx);
    put_chip_items(&ctx);
    put_liable(&ctx);
    put_others(&ctx);
}

void kzi_put_loser_explanation(struct kzi_doc *doc, const struct kz_result *result) {
    struct explain_ctx ctx;
    begin_explanation(&ctx, doc, result);
    kzi_put_reading(doc, result, &result->best.reading);
    kzi_put_fu(&ctx.report);
    if (doc->json)
        return;
    put_all_short(&ctx, ".short", ASIDE, -1);
    KZI_DOC_LIST(doc, ".worth")
        kzi_put_value_step(&ctx.report);
}

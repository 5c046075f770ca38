/* Explanations of a result (--explain), as text and as JSON: the reading, each yaku with its
 * tiles and its rule, the yaku that do not count, every fu item, the arithmetic to the payment,
 * the losing readings. */
#include "base/limits.h"
#include "report/result_json.h"
#include "report/result_text.h"
#include "report/wording.h"
#include "words/sentence.h"

#include <string.h>

struct explain_ctx {
    struct kzi_report to;
    const struct kz_ruleset *rules;
    struct kzi_facts facts;
    struct kzi_left_out left[KZI_MAX_LEFT_OUT];
    unsigned n_left;
    struct kzi_budget budget; /* for proving the reasons of all covers of the hand */
};

static void begin(struct explain_ctx *ctx, struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_style *style) {
    ctx->to = kzi_report_of(text, result, style);
    ctx->rules = result->rules;
    ctx->budget = (struct kzi_budget){.steps = KZI_MAX_WHY_STEPS};
    kzi_facts_of(result, &ctx->facts);
    ctx->n_left = kzi_left_out(ctx->rules, &ctx->facts, &result->best, ctx->left);
}

static void put(const struct explain_ctx *ctx, const char *words) {
    kzi_text_put(ctx->to.text, words);
}

static void put_name(const struct explain_ctx *ctx, unsigned yaku) {
    kzi_say_yaku(ctx->to.text, ctx->to.model, yaku, ctx->to.style->language);
}

static void put_yaku(const struct explain_ctx *ctx, unsigned yaku) {
    kzi_put_yaku(&ctx->to, yaku);
}

static void put_id(const struct explain_ctx *ctx, const char *key, unsigned yaku) {
    kzi_json_key_string(ctx->to.text, key, ctx->to.model->yaku[yaku].id);
}

static void put_title(const struct explain_ctx *ctx, enum kzi_says says) {
    kzi_put_title(ctx->to.text, ctx->to.style, says);
}

static void put_number(const struct explain_ctx *ctx, enum kzi_says says, unsigned number) {
    struct kzi_sentence sentence = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    kzi_argument_int(&sentence, number);
    kzi_sentence_end(&sentence, says);
}

/* --- the yaku that count ---------------------------------------------------------------------- */

static void put_counted(const struct explain_ctx *ctx, unsigned yaku) {
    const struct kzi_yaku *rule = &ctx->to.model->yaku[yaku];
    put(ctx, "  ");
    put_yaku(ctx, yaku);
    kzi_put_uses(&ctx->to, yaku);
    put(ctx, "\n");
    kzi_put_rule(ctx->to.text, rule->place, rule->source, ctx->to.style);
}

static void put_all_counted(const struct explain_ctx *ctx) {
    uint16_t list[KZI_MAX_YAKU];
    unsigned count = kzi_listed(ctx->to.result, list);
    if (count)
        put_title(ctx, KZI_SAYS_title_counts);
    for (unsigned i = 0; i < count; i++)
        put_counted(ctx, list[i]);
}

/* --- those that hold and do not count --------------------------------------------------------- */

/* Return the place of the rule that one yaku covers the other, or the coverer's own if it
 * follows from several rules. */
static struct kzi_place cover_place(const struct kzi_yaku *by, unsigned covered) {
    for (size_t i = 0; i < by->n_covers; i++)
        if (by->covers[i].yaku == covered)
            return by->covers[i].place;
    return by->place;
}

/* One argument: the name of a yaku, with its id. */
static void put_argument(struct kzi_sentence *sentence, const struct explain_ctx *ctx,
                         unsigned yaku) {
    struct kzi_report to = ctx->to;
    to.text = kzi_argument(sentence);
    kzi_put_yaku(&to, yaku);
}

static void put_coverer(struct explain_ctx *ctx, unsigned by, unsigned yaku) {
    static const enum kzi_says says[] = {[KZI_WHY_IMPLIED] = KZI_SAYS_covered_implied,
                                         [KZI_WHY_IMPOSSIBLE] = KZI_SAYS_covered_impossible,
                                         [KZI_WHY_CONVENTION] = KZI_SAYS_covered_convention,
                                         [KZI_WHY_NOT_LOOKED_FOR] =
                                             KZI_SAYS_covered_not_looked_for};
    struct kzi_sentence sentence = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    put(ctx, ": ");
    put_argument(&sentence, ctx, by);
    kzi_sentence_end(&sentence, says[kzi_cover_why(ctx->rules, by, yaku, &ctx->budget)]);
    put(ctx, "\n");
    kzi_put_rule(ctx->to.text, cover_place(&ctx->to.model->yaku[by], yaku), NULL, ctx->to.style);
}

static void put_aside(struct explain_ctx *ctx, unsigned yaku) {
    int by = kzi_covered_by(ctx->rules, ctx->to.best, yaku);
    put(ctx, "  ");
    put_yaku(ctx, yaku);
    if (by >= 0) {
        put_coverer(ctx, (unsigned)by, yaku);
        return;
    }
    struct kzi_sentence sentence = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    put(ctx, ": ");
    if (ctx->to.best->alone >= 0) {
        put_argument(&sentence, ctx, (unsigned)ctx->to.best->alone);
        kzi_sentence_end(&sentence, KZI_SAYS_set_aside_by);
    } else
        kzi_sentence_end(&sentence, kzi_has_yaku(ctx->rules->alone, yaku) ? KZI_SAYS_only_alone
                                    : ctx->to.best->by_limit ? KZI_SAYS_set_aside_by_limit
                                                             : KZI_SAYS_only_where_nothing);
    put(ctx, "\n");
}

/* Find the yaku of these uses of the best tally, without duplicates; return their number. */
static unsigned find_users(const struct explain_ctx *ctx, uint32_t uses,
                           uint16_t yaku[KZI_MAX_CHOSEN]) {
    unsigned count = 0;
    for (unsigned i = 0; i < ctx->to.best->n_uses; i++) {
        unsigned at = 0;
        while (at < count && yaku[at] != ctx->to.best->uses[i].yaku)
            at++;
        if (uses >> i & 1 && at == count)
            yaku[count++] = ctx->to.best->uses[i].yaku;
    }
    return count;
}

/* One argument: "123p and the second 456p". */
static void put_which(struct kzi_sentence *sentence, const struct explain_ctx *ctx,
                      unsigned groups) {
    uint8_t order[KZI_MAX_GROUPS];
    const struct kzi_reading *reading = &ctx->to.best->reading;
    struct kzi_sentence list = kzi_argument_sentence(sentence);
    unsigned count = kzi_groups_by_tile(reading, groups, order);
    for (unsigned i = 0; i < count; i++)
        if (kzi_is_english(&list))
            kzi_say_which_group(kzi_argument(&list), ctx->to.result, reading, order[i]);
        else
            kzi_say_group(kzi_argument(&list), ctx->to.result, reading, order[i]);
    kzi_sentence_end_list(&list, KZI_AND);
}

/* "the second 123p and 456p: left out, they are joined already by pure double chow and large
 * straight" */
static void put_left(const struct explain_ctx *ctx, const struct kzi_left_out *left) {
    bool one = !(left->joined & (left->joined - 1)), twice = left->why == KZI_LEFT_TWICE,
         same = left->joined == left->use.groups;
    uint16_t users[KZI_MAX_CHOSEN];
    unsigned count = find_users(ctx, left->by, users);
    struct kzi_sentence sentence = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    if (!left->use.groups) { /* the instance that uses no set */
        kzi_sentence_end(&sentence, KZI_SAYS_left_once);
        return;
    }
    put_which(&sentence, ctx, left->use.groups);
    struct kzi_sentence by = kzi_argument_sentence(&sentence);
    for (unsigned i = 0; i < count; i++)
        kzi_argument_yaku(&by, ctx->to.model, users[i]);
    kzi_sentence_end_list(&by, KZI_AND);
    if (!same)
        put_which(&sentence, ctx, left->joined);
    if (!twice)
        kzi_sentence_end(&sentence, same ? KZI_SAYS_left_joined : KZI_SAYS_left_joined_these);
    else if (same)
        kzi_sentence_end(&sentence, one ? KZI_SAYS_left_twice : KZI_SAYS_left_twice_several);
    else
        kzi_sentence_end(&sentence,
                         one ? KZI_SAYS_left_twice_these : KZI_SAYS_left_twice_these_several);
}

static void put_left_out(struct explain_ctx *ctx, const struct kzi_left_out *left) {
    put(ctx, "  ");
    put_yaku(ctx, left->use.yaku);
    put(ctx, ", ");
    if (left->why != KZI_LEFT_COVERED) {
        put_left(ctx, left);
        put(ctx, "\n");
        return;
    }
    struct kzi_sentence which = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    if (left->use.groups)
        put_which(&which, ctx, left->use.groups);
    kzi_sentence_end_list(&which, KZI_AND);
    if (!left->use.groups)
        put_number(ctx, KZI_SAYS_left_times, left->times);
    put_coverer(ctx, left->covered_by, left->use.yaku);
}

static bool is_left_out(const struct explain_ctx *ctx, unsigned yaku) {
    for (unsigned i = 0; i < ctx->n_left; i++)
        if (ctx->left[i].use.yaku == yaku)
            return true;
    return false;
}

/* Return whether a yaku holds but does not count, or only in part. */
static bool is_short(const struct explain_ctx *ctx, unsigned yaku) {
    bool aside =
        kzi_has_yaku(ctx->to.best->held, yaku) && !kzi_has_yaku(ctx->to.best->scored, yaku);
    return (aside || is_left_out(ctx, yaku)) && (int)yaku != ctx->rules->nothing_scored;
}

static void put_short(struct explain_ctx *ctx, unsigned yaku) {
    if (!is_left_out(ctx, yaku))
        put_aside(ctx, yaku);
    for (unsigned i = 0; i < ctx->n_left; i++)
        if (ctx->left[i].use.yaku == yaku)
            put_left_out(ctx, &ctx->left[i]);
}

static void put_not_counted(struct explain_ctx *ctx) {
    bool any = false;
    for (unsigned i = 0; i < ctx->rules->n_yaku; i++) {
        if (!is_short(ctx, i))
            continue;
        if (!any)
            put_title(ctx, KZI_SAYS_title_not_counted);
        any = true;
        put_short(ctx, i);
    }
}

void kzi_put_not_counted(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                         const struct kzi_style *style) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, style);
    if (is_short(&ctx, yaku))
        put_short(&ctx, yaku);
}

void kzi_say_aside(struct kzi_text *text, const struct kz_result *result, unsigned yaku,
                   const struct kzi_style *style) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, style);
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_argument_yaku(&sentence, ctx.to.model, yaku);
    if (ctx.to.best->alone >= 0) {
        kzi_argument_yaku(&sentence, ctx.to.model, (unsigned)ctx.to.best->alone);
        kzi_sentence_end(&sentence, KZI_SAYS_aside_alone);
    } else if (ctx.to.best->by_limit && ctx.to.best->limit >= 0) {
        kzi_argument_limit(&sentence, ctx.to.model, (unsigned)ctx.to.best->limit, 1);
        kzi_sentence_end(&sentence, KZI_SAYS_aside_limit);
    } else
        kzi_sentence_end(&sentence,
                         is_left_out(&ctx, yaku) ? KZI_SAYS_aside_sets : KZI_SAYS_aside_nothing);
}

/* --- the same as JSON ------------------------------------------------------------------------- */

static void begin_cover(struct explain_ctx *ctx, unsigned yaku, unsigned by) {
    kzi_json_begin(ctx->to.text, '{');
    put_id(ctx, "id", yaku);
    put_id(ctx, "by", by);
    kzi_json_key_string(ctx->to.text, "why",
                        kzi_cover_why_names[kzi_cover_why(ctx->rules, by, yaku, &ctx->budget)]);
}

static void put_covered(struct explain_ctx *ctx) {
    kzi_json_begin_key(ctx->to.text, "covered", '[');
    for (unsigned i = 0; i < ctx->rules->n_yaku; i++) {
        bool aside = kzi_has_yaku(ctx->to.best->held, i) && !kzi_has_yaku(ctx->to.best->scored, i);
        int by = aside ? kzi_covered_by(ctx->rules, ctx->to.best, i) : -1;
        if (by < 0)
            continue;
        begin_cover(ctx, i, (unsigned)by);
        kzi_json_end(ctx->to.text, '}');
    }
    for (unsigned i = 0; i < ctx->n_left; i++) {
        const struct kzi_left_out *part = &ctx->left[i];
        if (part->why != KZI_LEFT_COVERED)
            continue;
        begin_cover(ctx, part->use.yaku, part->covered_by);
        if (part->use.groups)
            kzi_json_groups(ctx->to.text, ctx->to.result, part->use.groups);
        else
            kzi_json_key_int(ctx->to.text, "count", part->times);
        kzi_json_end(ctx->to.text, '}');
    }
    kzi_json_end(ctx->to.text, ']');
}

static void put_all_left_out(const struct explain_ctx *ctx) {
    uint16_t users[KZI_MAX_CHOSEN];
    kzi_json_begin_key(ctx->to.text, "left_out", '[');
    for (unsigned i = 0; i < ctx->n_left; i++) {
        const struct kzi_left_out *left = &ctx->left[i];
        unsigned count = find_users(ctx, left->by, users);
        if (left->why == KZI_LEFT_COVERED)
            continue;
        kzi_json_begin(ctx->to.text, '{');
        put_id(ctx, "id", left->use.yaku);
        kzi_json_groups(ctx->to.text, ctx->to.result, left->use.groups);
        kzi_json_begin_key(ctx->to.text, "by", '[');
        for (unsigned k = 0; k < count; k++)
            kzi_json_put_string(ctx->to.text, ctx->to.model->yaku[users[k]].id);
        kzi_json_end(ctx->to.text, ']');
        kzi_json_key_string(ctx->to.text, "why",
                            left->why == KZI_LEFT_TWICE ? "non_identical" : "account_once");
        kzi_json_end(ctx->to.text, '}');
    }
    kzi_json_end(ctx->to.text, ']');
}

/* --- lists of yaku ---------------------------------------------------------------------------- */

static void put_list(const struct explain_ctx *ctx, const struct kzi_tally *tally) {
    const char *between = "";
    for (unsigned i = 0; i < ctx->rules->n_yaku; i++) {
        if (!kzi_has_yaku(tally->scored, i))
            continue;
        unsigned times = kzi_times(ctx->rules, &ctx->facts, tally, ctx->to.result->mark_counts, i);
        if (ctx->to.style) {
            put(ctx, between);
            between = ", ";
            if (times > 1)
                kzi_text_format(ctx->to.text, "%u x ", times);
            put_name(ctx, i);
        } else {
            kzi_json_begin(ctx->to.text, '{');
            put_id(ctx, "id", i);
            kzi_json_key_int(ctx->to.text, "count", times);
            kzi_json_end(ctx->to.text, '}');
        }
    }
}

static void put_list_array(const struct explain_ctx *ctx, const struct kzi_tally *tally) {
    kzi_json_begin_key(ctx->to.text, "yaku", '[');
    put_list(ctx, tally);
    kzi_json_end(ctx->to.text, ']');
}

void kzi_put_list(struct kzi_text *text, const struct kz_result *result,
                  const struct kzi_tally *tally, const struct kzi_style *style) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, style);
    put_list(&ctx, tally);
}

static unsigned find_equal(const struct explain_ctx *ctx, struct kzi_tally list[KZI_MAX_EQUAL]) {
    return kzi_equal_choices(ctx->rules, &ctx->facts, ctx->to.result->mark_counts, ctx->to.best,
                             list);
}

static void put_equal(const struct explain_ctx *ctx) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    unsigned count = find_equal(ctx, list);
    if (count)
        put_title(ctx, KZI_SAYS_title_equal);
    for (unsigned i = 0; i < count; i++) {
        put(ctx, "  ");
        put_list(ctx, &list[i]);
        put(ctx, "\n");
    }
}

static void put_equal_array(const struct explain_ctx *ctx) {
    struct kzi_tally list[KZI_MAX_EQUAL];
    unsigned count = find_equal(ctx, list);
    kzi_json_begin_key(ctx->to.text, "equal", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(ctx->to.text, '{');
        put_list_array(ctx, &list[i]);
        kzi_json_end(ctx->to.text, '}');
    }
    kzi_json_end(ctx->to.text, ']');
}

/* --- readings --------------------------------------------------------------------------------- */

static bool is_as_good(const struct kzi_tally *best, const struct kzi_tally *other) {
    return best->wins == other->wins && best->points == other->points &&
           best->by_limit == other->by_limit && best->total == other->total &&
           best->fu == other->fu;
}

#define MAX_OTHERS 32

struct listing {
    struct kzi_others others;
    const struct explain_ctx *ctx;
    void (*put)(const struct explain_ctx *ctx, const struct kzi_tally *other);
    unsigned count;
};

static void take_other(struct kzi_others *others, const struct kzi_tally *lost) {
    struct listing *listing = (struct listing *)others;
    if (listing->count++ < MAX_OTHERS)
        listing->put(listing->ctx, lost);
}

/* Write the first selections that lost. */
static void each_other(const struct explain_ctx *ctx,
                       void (*write)(const struct explain_ctx *, const struct kzi_tally *)) {
    struct listing listing = {{take_other}, ctx, write, 0};
    kzi_others_find(ctx->to.result, &listing.others);
}

static void put_lost(const struct explain_ctx *ctx, const struct kzi_tally *other) {
    int alone = other->alone >= 0 ? other->alone : ctx->to.best->alone;
    put(ctx, " ");
    kzi_text_hand(ctx->to.text, ctx->to.result, &other->reading);
    if (alone >= 0) {
        put(ctx, ", ");
        struct kzi_sentence by = kzi_sentence_begin(ctx->to.text, ctx->to.style);
        put_argument(&by, ctx, (unsigned)alone);
        kzi_sentence_end(&by, other->alone >= 0 ? KZI_SAYS_reading_only : KZI_SAYS_reading_without);
    }
    put(ctx, ": ");
    struct kzi_sentence worth = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    if (other->limit >= 0)
        kzi_argument_limit(&worth, ctx->to.model, (unsigned)other->limit, other->multiplier);
    else
        kzi_argument_total(&worth, ctx->to.model, other->total);
    if (other->fu >= 0) {
        struct kzi_sentence fu = kzi_argument_sentence(&worth);
        kzi_argument_int(&fu, other->fu);
        kzi_sentence_end(&fu, KZI_SAYS_fu_of);
    }
    if (other->wins)
        kzi_argument_points(&worth, other->points);
    kzi_sentence_end_list(&worth, KZI_COMMA);
    put(ctx, "; ");
    kzi_sentence_put(ctx->to.text, ctx->to.style, kzi_why_lost(ctx->to.best, other));
    if (other->total && is_as_good(ctx->to.best, other)) {
        put(ctx, ": ");
        put_list(ctx, other);
    }
    put(ctx, "\n");
}

static void put_others(const struct explain_ctx *ctx) {
    const unsigned count = kzi_n_others(ctx->to.result);
    if (count)
        put_title(ctx, KZI_SAYS_title_readings);
    each_other(ctx, put_lost);
    if (count <= MAX_OTHERS)
        return;
    put(ctx, "  ");
    put_number(ctx, KZI_SAYS_reading_more, count - MAX_OTHERS);
    put(ctx, "\n");
}

static void put_other(const struct explain_ctx *ctx, const struct kzi_tally *other) {
    struct kzi_text *text = ctx->to.text;
    kzi_json_begin(text, '{');
    kzi_json_reading(text, ctx->to.result, &other->reading);
    put_list_array(ctx, other);
    kzi_json_key_int(text, "total", other->total);
    if (other->fu < 0)
        kzi_json_key_string(text, "fu", NULL);
    else
        kzi_json_key_int(text, "fu", other->fu);
    kzi_json_key_int(text, "points", other->wins ? other->points : 0);
    enum kzi_says why = kzi_why_lost(ctx->to.best, other);
    kzi_json_key_string(text, "why", kzi_says_english(why));
    kzi_json_key_string(text, "code", kzi_says_code(why) + sizeof "lost_" - 1);
    kzi_json_end(text, '}');
}

/* --- the whole -------------------------------------------------------------------------------- */

static void put_word(const struct explain_ctx *ctx, const char *group, const char *id) {
    struct kzi_sentence word = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    kzi_argument_code(&word, group, id);
    kzi_sentence_end_list(&word, KZI_AND);
}

static void put_reading(const struct explain_ctx *ctx) {
    const struct kzi_reading *reading = &ctx->to.best->reading;
    put_title(ctx, KZI_SAYS_title_reading);
    put(ctx, "  ");
    put_word(ctx, "asks.shape", ctx->to.model->shape_names.name[reading->shape]);
    if (reading->wait != KZI_WAIT_NONE) {
        put(ctx, ", ");
        struct kzi_sentence wait = kzi_sentence_begin(ctx->to.text, ctx->to.style);
        kzi_argument_code(&wait, "asks.wait", kzi_wait_names[reading->wait]);
        kzi_sentence_end(&wait, KZI_SAYS_reading_wait);
    }
    put(ctx, "\n");
}

static void put_about(const struct explain_ctx *ctx, enum kzi_says says, const char *what) {
    struct kzi_sentence about = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    kzi_argument_text(&about, what);
    kzi_sentence_end(&about, says);
}

static void put_ruleset(const struct explain_ctx *ctx) {
    const struct kzi_model *model = ctx->to.model;
    put_title(ctx, KZI_SAYS_title_rules);
    put(ctx, "  ");
    put(ctx, model->label);
    if (model->version && model->version[0]) {
        put(ctx, ", ");
        put_about(ctx, KZI_SAYS_rules_version, model->version);
    }
    put(ctx, ", ");
    put_about(ctx, KZI_SAYS_rules_digest, model->digest);
    put(ctx, "\n");
    if (!model->source)
        return;
    put(ctx, "  ");
    struct kzi_sentence after = kzi_sentence_begin(ctx->to.text, ctx->to.style);
    kzi_say_node(kzi_argument(&after), model->source);
    kzi_sentence_end(&after, KZI_SAYS_rules_after);
    put(ctx, "\n");
}

void kzi_text_explain(struct kzi_text *text, const struct kz_result *result,
                      const struct kzi_style *style) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, style);
    if (result->reason != KZI_INCOMPLETE) {
        put_reading(&ctx);
        put_all_counted(&ctx);
        put_not_counted(&ctx);
        put_equal(&ctx);
        kzi_put_all_fu(&ctx.to);
        if (result->reason == KZI_WINS) {
            put_title(&ctx, KZI_SAYS_title_payment);
            kzi_put_arithmetic(&ctx.to);
        }
        put_others(&ctx);
    }
    put_ruleset(&ctx);
}

void kzi_text_explain_loser(struct kzi_text *text, const struct kz_result *result,
                            const struct kzi_style *style) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, style);
    put_all_counted(&ctx);
    put_not_counted(&ctx);
}

void kzi_json_fu_items(struct kzi_text *text, const struct kz_result *result) {
    struct kzi_fu_line lines[KZI_FU_LINES];
    unsigned count = kzi_fu_of(result, lines);
    kzi_json_begin_key(text, "fu_items", '[');
    for (unsigned i = 0; i < count; i++) {
        kzi_json_begin(text, '{');
        kzi_json_key_string(text, "id", lines[i].id);
        if (lines[i].group >= 0) {
            kzi_json_key(text, "tiles");
            kzi_json_begin_string(text);
            kzi_say_group(text, result, &result->best.reading, (unsigned)lines[i].group);
            kzi_json_end_string(text);
        }
        kzi_json_key_int(text, "fu", lines[i].fu);
        kzi_json_end(text, '}');
    }
    kzi_json_end(text, ']');
}

/* Write what the chips are for, in rules that have them. */
static void put_chip_items(const struct explain_ctx *ctx) {
    const struct kz_result *result = ctx->to.result;
    const int64_t of_limit = kzi_chips_of_limit(result);
    uint16_t list[KZI_MAX_YAKU];
    if (!kzi_has_chips(result))
        return;
    kzi_json_begin_key(ctx->to.text, "chip_items", '[');
    for (unsigned i = 0, count = kzi_listed(result, list); i < count; i++)
        if (kzi_chips_of_yaku(result, list[i])) {
            kzi_json_begin(ctx->to.text, '{');
            put_id(ctx, "yaku", list[i]);
            kzi_json_key_int(ctx->to.text, "chips", kzi_chips_of_yaku(result, list[i]));
            kzi_json_end(ctx->to.text, '}');
        }
    if (of_limit) {
        kzi_json_begin(ctx->to.text, '{');
        kzi_json_key_string(ctx->to.text, "limit", ctx->to.model->limits[ctx->to.best->limit].id);
        kzi_json_key_int(ctx->to.text, "chips", of_limit);
        kzi_json_end(ctx->to.text, '}');
    }
    kzi_json_end(ctx->to.text, ']');
}

/* Write who is liable for which yaku, if anyone. */
static void put_liable(const struct explain_ctx *ctx) {
    const struct kz_result *result = ctx->to.result;
    if (!result->n_liable)
        return;
    kzi_json_begin_key(ctx->to.text, "liable", '[');
    for (unsigned i = 0; i < result->n_liable; i++) {
        kzi_json_begin(ctx->to.text, '{');
        put_id(ctx, "yaku", result->liable[i].yaku);
        kzi_json_key_string(ctx->to.text, "seat", kzi_seat_names[result->liable[i].seat]);
        kzi_json_end(ctx->to.text, '}');
    }
    kzi_json_end(ctx->to.text, ']');
}

/* Write the steps from the total to the payments as the text does, without the places of rules. */
static void put_arithmetic(const struct explain_ctx *ctx) {
    static const struct kzi_style style = {.language = "en"};
    struct kzi_text step = kzi_text_string(ctx->to.text);
    struct kzi_report to = kzi_report_of(&step, ctx->to.result, &style);
    to.steps = ctx->to.text;
    kzi_json_begin_key(ctx->to.text, "arithmetic", '[');
    kzi_put_arithmetic(&to);
    ctx->to.text->failed |= step.failed;
    kzi_json_end(ctx->to.text, ']');
    to = kzi_report_of(ctx->to.text, ctx->to.result, NULL);
    kzi_json_begin_key(ctx->to.text, "arithmetic_code", '[');
    kzi_put_arithmetic(&to);
    kzi_json_end(ctx->to.text, ']');
}

void kzi_json_explain(struct kzi_text *text, const struct kz_result *result) {
    struct explain_ctx ctx;
    begin(&ctx, text, result, NULL);
    kzi_json_reading(text, result, &result->best.reading);
    kzi_json_fu_items(text, result);
    put_covered(&ctx);
    if (ctx.rules->combines) {
        put_all_left_out(&ctx);
        put_equal_array(&ctx);
    }
    if (result->reason == KZI_WINS)
        put_arithmetic(&ctx);
    put_chip_items(&ctx);
    put_liable(&ctx);
    kzi_json_begin_key(text, "others", '[');
    each_other(&ctx, put_other);
    kzi_json_end(text, ']');
}

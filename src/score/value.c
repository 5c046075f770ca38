/* Settle a value that is stated without tiles: interpret its words by a ruleset, then pay it as
 * scoring does. */
#include "score/value.h"

#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "rules/condition.h"
#include "score/steps.h"
#include "words/rule_names.h"

#include <string.h>

/* The prices that are compared with stated points. */
#define MAX_TIMES     20   /* times that a limit is paid */
#define MAX_DOUBLINGS 31   /* totals, if each doubles the value */
#define MAX_TOTAL     1000 /* other totals */

struct value_ctx {
    const struct kzi_model *model;
    const struct kz_ruleset *rules;
    struct kzi_hand hand; /* circumstances among the words are added to it */
    struct kzi_extras extras;
    struct kzi_hand_items items;
    struct kzi_problem *problem;
    bool in_deal, unusual;
    union { /* the stated text, if is_number */
        struct {
            struct kzi_value_word total, fu, times, points, chips, factor;
        };
        struct kzi_value_word amounts[KZI_STATED_NUMBERS];
    };
    int limit; /* -1: none is named */
};

/* --- names ----------------------------------------------------------------------------------- */

/* Return whether the words are other names of the unit, as fan and 番 for han: readings and
 * forms of the same character. */
static bool is_spelled_otherwise(const char *unit, const char *words, size_t len) {
    static const char *const names[] = {"fan", "han", "faan", "番", "飜", "翻"};
    bool of_unit = false, of_words = false;
    for (size_t i = 0; i < KZI_COUNT(names); i++) {
        of_unit |= !strcmp(unit, names[i]);
        of_words |= kzi_is_called(names[i], words, len);
    }
    return of_unit && of_words;
}

static bool is_unit(const struct kzi_model *model, const char *words, size_t len) {
    size_t unit = strlen(model->unit);
    bool singular = unit == len + 1 && model->unit[len] == 's';
    return kzi_is_called(model->unit, words, len) ||
           (singular && !strncmp(model->unit, words, len)) ||
           is_spelled_otherwise(model->unit, words, len);
}

/* Return what a number before these words counts; KZI_STATED_NUMBERS: they are no term. */
static enum kzi_stated_number find_term(const struct kzi_model *model, const char *words,
                                        size_t len, int *limit) {
    static const struct {
        const char *name;
        enum kzi_stated_number term;
    } names[] = {{"fu", KZI_STATED_FU},         {"符", KZI_STATED_FU},
                 {"points", KZI_STATED_POINTS}, {"point", KZI_STATED_POINTS},
                 {"点", KZI_STATED_POINTS},     {"點", KZI_STATED_POINTS},
                 {"chips", KZI_STATED_CHIPS},   {"chip", KZI_STATED_CHIPS}};
    if (is_unit(model, words, len))
        return KZI_STATED_TOTAL;
    for (size_t i = 0; i < KZI_COUNT(names); i++)
        if (kzi_is_called(names[i].name, words, len))
            return names[i].term;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *named = &model->limits[i];
        *limit = (int)i;
        if (named->in_use && (kzi_is_called(named->id, words, len) ||
                              kzi_is_called_in_any(kzi_node_get(named->node, "name"), words, len)))
            return KZI_STATED_TIMES;
    }
    return KZI_STATED_NUMBERS;
}

/* Find the longest run of words that is a term; return its number of words, or 0. */
static unsigned find_run(const struct kzi_model *model, const struct kzi_value_word *words,
                         unsigned count, enum kzi_stated_number *term, int *limit) {
    char run[4 * KZI_MAX_WORD];
    struct kzi_text text = kzi_text_fixed(run, sizeof run);
    unsigned found = 0;
    for (unsigned i = 0; i < count && !words[i].is_number; i++) {
        int named = -1;
        if (i)
            kzi_text_char(&text, '_');
        kzi_text_put(&text, words[i].text);
        if (text.len >= sizeof run)
            break;
        enum kzi_stated_number here = find_term(model, run, text.len, &named);
        if (here == KZI_STATED_NUMBERS)
            continue;
        found = i + 1;
        *term = here;
        *limit = named;
    }
    return found;
}

/* --- messages -------------------------------------------------------------------------------- */

#define NOTE(ctx, code, spot, ...) kzi_problem_note((ctx)->problem, KZI_##code, spot, __VA_ARGS__)

struct example {
    char text[80];
};

/* Return an example, such as "3 fan 30 fu" or "8 points". */
static struct example example_total(const struct kzi_model *model) {
    struct example example;
    struct kzi_text text = kzi_text_fixed(example.text, sizeof example.text);
    kzi_text_format(&text, "%d %s", (int)(model->minimum > 3 ? model->minimum : 3), model->unit);
    if (model->fu.in_use)
        kzi_text_put(&text, " 30 fu");
    kzi_text_end(&text);
    return example;
}

/* Return ", or a limit, as in mangan" if the rules have limits. */
static struct example example_limit(const struct kzi_model *model) {
    struct example example = {""};
    KZI_EACH_LIMIT(model, limit)
        if (limit->in_use) {
            struct kzi_text text = kzi_text_fixed(example.text, sizeof example.text);
            kzi_text_format(&text, ", or a limit, as in %.40s", limit->id);
            kzi_text_end(&text);
            break;
        }
    return example;
}

static void note_nothing(struct value_ctx *ctx) {
    NOTE(ctx, EMPTY, (struct kzi_spot){0},
         "the value of the hand is missing: write its total, as in %s%s",
         example_total(ctx->model).text, example_limit(ctx->model).text);
}

#define MAX_CANDIDATES (KZI_MAX_LIMITS + KZI_WAY_WORDS + 2)

static void note_unknown(struct value_ctx *ctx, const struct kzi_value_word *word) {
    const char *names[MAX_CANDIDATES] = {ctx->model->unit, "fu"};
    size_t count = 2;
    for (unsigned i = 0; i < KZI_WAY_WORDS; i++)
        names[count++] = kzi_way_words[i];
    KZI_EACH_LIMIT(ctx->model, limit)
        if (limit->in_use)
            names[count++] = limit->id;
    const char *nearest = kzi_find_nearest(word->text, names, count);
    NOTE(ctx, UNKNOWN_WORD, word->spot, "\"%s\" is not a word of a value%s%s%s", word->text,
         nearest ? kzi_suggest(nearest).text : ": write a total, as in ",
         nearest ? "" : example_total(ctx->model).text,
         nearest ? "" : example_limit(ctx->model).text);
}

/* --- words ----------------------------------------------------------------------------------- */

static void give_operand(struct value_ctx *ctx, unsigned what, const struct kzi_value_word *word) {
    static const char *const names[KZI_STATED_NUMBERS] = {"the total is",  "the fu are",
                                                          "a limit is",    "the points are",
                                                          "the chips are", "the factor is"};
    if (ctx->amounts[what].is_number)
        NOTE(ctx, DUPLICATE, word->spot, "%s given twice", names[what]);
    ctx->amounts[what] = *word;
}

static void name_limit(struct value_ctx *ctx, int limit, struct kzi_spot spot) {
    if (ctx->limit >= 0)
        NOTE(ctx, DUPLICATE, spot, "a limit is named twice: one pays the hand");
    ctx->limit = limit;
}

/* Read a number with its term, or a factor; return the number of words. */
static unsigned take_number(struct value_ctx *ctx, const struct kzi_value_word *words,
                            unsigned count) {
    unsigned skipped = count > 2 && !strcmp(words[1].text, "x") ? 2 : 1;
    enum kzi_stated_number term = KZI_STATED_NUMBERS;
    int limit;
    if (*words->text) {
        give_operand(ctx, KZI_STATED_FACTOR, words);
        return 1;
    }
    unsigned run = find_run(ctx->model, words + skipped, count - skipped, &term, &limit);
    if (term == KZI_STATED_TIMES)
        name_limit(ctx, limit, words[skipped].spot);
    if (term != KZI_STATED_NUMBERS) {
        give_operand(ctx, term, words);
        return skipped + run;
    }
    if (count > 1 && !words[1].is_number) {
        note_unknown(ctx, &words[1]);
        return 2;
    }
    NOTE(ctx, BAD_VALUE, words->spot, "%d of what? Write what is counted, as in %s",
         (int)words->number, example_total(ctx->model).text);
    return 1;
}

/* Read a word that is no term.  Circumstances are looked up by check_words. */
static void take_circumstance(struct value_ctx *ctx, const struct kzi_value_word *word) {
    struct kzi_hand *hand = &ctx->hand;
    struct kzi_word given;
    kzi_word_set(&given, word->text);
    bool table = kzi_find_table_word(ctx->rules, &given) != NULL;
    if ((!table && kzi_find_known_word(ctx->rules, &given) < 0) || hand->n_words == KZI_MAX_WORDS) {
        note_unknown(ctx, word);
        return;
    }
    hand->table_words |= table;
    kzi_hand_items_add(&ctx->items, word->spot, KZI_PART_WORD, 0, false);
    kzi_hand_add_word(hand, &given);
}

static unsigned take_word(struct value_ctx *ctx, const struct kzi_value_word *words,
                          unsigned count) {
    enum kzi_stated_number term = KZI_STATED_NUMBERS;
    int limit;
    unsigned run = find_run(ctx->model, words, count, &term, &limit);
    if (term == KZI_STATED_TIMES)
        name_limit(ctx, limit, words->spot);
    else if (term != KZI_STATED_NUMBERS)
        NOTE(ctx, BAD_VALUE, words->spot, "%s needs a number before it, as in %s", words->text,
             example_total(ctx->model).text);
    else
        take_circumstance(ctx, words);
    return run ? run : 1;
}

static void take_words(struct value_ctx *ctx, const struct kzi_value_statement *stated) {
    for (unsigned i = 0; i < stated->n_words;) {
        const struct kzi_value_word *words = &stated->words[i];
        unsigned left = stated->n_words - i;
        i += words->is_number ? take_number(ctx, words, left) : take_word(ctx, words, left);
    }
    for (unsigned i = 0; i < KZI_STATED_NUMBERS; i++)
        if (stated->numbers[i].is_number)
            give_operand(ctx, i, &stated->numbers[i]);
}

/* --- circumstances --------------------------------------------------------------------------- */

static bool is_of_situation(const struct kzi_condition *clause, void *context) {
    (void)context;
    return kzi_conditions[clause->kind].of == KZI_OF_SITUATION;
}

bool kzi_payers_ask_tiles(const struct kzi_other_payers *payers) {
    return !kzi_condition_visit(payers->when, is_of_situation, NULL);
}

static bool asks_none_of(const struct kzi_condition *clause, void *context) {
    const uint64_t *given = context;
    return kzi_fact_of(clause) != KZI_FACT_GIVEN || !(*given >> clause->argument.number & 1);
}

/* Return whether circumstances decide who pays for such a win. */
static bool decide_who_pays(const struct kzi_model *model, bool self_draw, uint64_t given) {
    const struct kzi_payment *payment = kzi_payment_by(&model->payments, self_draw);
    for (size_t i = 0; i < payment->n_other_payers; i++)
        if (!kzi_condition_visit(payment->other_payers[i].when, asks_none_of, &given))
            return true;
    return false;
}

/* Refuse words that are part of the total, unless in a deal; return the circumstances that the
 * other words give. */
static uint64_t check_words(struct value_ctx *ctx) {
    struct kzi_hand *hand = &ctx->hand;
    uint64_t given = kzi_circumstances(ctx->rules, hand, ctx->problem);
    for (unsigned i = 0; i < hand->n_words; i++) {
        const struct kzi_word *word = kzi_word_at(hand, i);
        const int known = kzi_find_known_word(ctx->rules, word);
        if (known >= 0 && !ctx->in_deal &&
            !decide_who_pays(ctx->model, hand->self_draw, ctx->rules->known_words[known]))
            NOTE(ctx, UNKNOWN_WORD, kzi_spot_of_part(hand, KZI_PART_WORD, i),
                 "%s does not decide who pays here: count it in the total and leave it out",
                 word->text);
    }
    return given;
}

/* Return the first of the payment's other payers whose condition holds, or NULL.  Those that ask
 * for tiles do not apply. */
static const struct kzi_other_payers *find_payers(const struct kz_result *result) {
    const struct kzi_payment *payment =
        kzi_payment_by(&result->rules->model->payments, result->hand.self_draw);
    struct kzi_reading reading;
    struct kzi_facts facts;
    kzi_facts_init(&facts, &result->hand);
    kzi_reading_of_melds(&result->hand, &reading);
    facts.given = result->given;
    facts.scored = result->best.scored;
    for (size_t i = 0; i < payment->n_other_payers; i++)
        if (!kzi_payers_ask_tiles(&payment->other_payers[i]) &&
            kzi_evaluate(payment->other_payers[i].when, &facts, &reading))
            return &payment->other_payers[i];
    return NULL;
}

/* --- fu -------------------------------------------------------------------------------------- */

/* Return a lower bound of the fu of hands without flat fu.  If an item is negative, nothing better
 * than 0 is known. */
static int32_t min_fu(const struct kzi_fu *fu) {
    int32_t min = fu->start;
    for (size_t i = 0; i < fu->n_items; i++)
        if (fu->items[i].fu < 0)
            min = 0;
    return (int32_t)kzi_rounded(min, &fu->round);
}

/* Return whether a condition holds (if `holds`) or fails (otherwise) for every hand with this
 * self_draw and open. */
static bool is_sure(const struct kzi_model *model, const struct kzi_condition *cond, bool holds,
                    bool self_draw, bool open) {
    if (!cond)
        return holds;
    if (cond->op == KZI_TEST) {
        const enum kzi_fact_kind fact = kzi_fact_of(cond);
        const bool by = fact == KZI_FACT_WIN_KIND;
        const unsigned value = by ? !self_draw : open;
        return (by || fact == KZI_FACT_OPENNESS) && (cond->values >> value & 1) == holds;
    }
    const bool all = holds == (cond->op == KZI_ALL);
    KZI_EACH_PART(cond, part)
        if (is_sure(model, part, holds, self_draw, open) != all)
            return !all;
    return all;
}

/* Return a lower bound of the fu of hands with this self_draw and open, flat fu aside. */
static int32_t min_fu_of(const struct kzi_model *model, bool self_draw, bool open) {
    const struct kzi_fu *fu = &model->fu;
    int32_t sure = 0;
    bool if_nothing = false;
    for (size_t i = 0; i < fu->n_items; i++) {
        const struct kzi_fu_item *item = &fu->items[i];
        if (item->fu < 0)
            return min_fu(fu);
        bool counts = !item->each && is_sure(model, item->when, true, self_draw, open);
        sure += counts && !item->if_nothing ? item->fu : 0;
        if_nothing |= counts && item->if_nothing;
    }
    /* either the if_nothing item counts, or another item adds at least 1 */
    sure += !sure && if_nothing;
    return (int32_t)kzi_rounded(fu->start + sure, &fu->round);
}

static int32_t min_fu_by(const struct kzi_model *model, bool self_draw) {
    int32_t closed = min_fu_of(model, self_draw, false), open = min_fu_of(model, self_draw, true);
    return closed < open ? closed : open;
}

static bool is_flat(const struct kzi_model *model, int32_t number) {
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->fu.flat[i] && model->fu.flat[i] == number)
            return true;
    return false;
}

/* Append the fu that hands can have, as "20, 25, 30, 40 and so on". */
static void put_possible_fu(struct kzi_text *text, const struct kzi_model *model) {
    const struct kzi_fu *fu = &model->fu;
    const int32_t min = min_fu(fu), step = fu->round.mode == KZI_ROUND_NONE ? 1 : fu->round.to;
    for (int32_t number = 1; number <= min + 2 * step; number++)
        if (is_flat(model, number) || (number >= min && !((number - min) % step)))
            kzi_text_format(text, "%d, ", (int)number);
    kzi_text_format(text, "%d and so on", (int)(min + 3 * step));
}

static bool has_fu(const struct kzi_model *model, int32_t number, int32_t min) {
    return is_flat(model, number) ||
           (number >= min && kzi_rounded(number, &model->fu.round) == number);
}

/* Return the lowest total of a hand with these fu, as far as it follows from the rules. */
static int32_t min_total(const struct kzi_fu *fu, int32_t number, bool self_draw) {
    const struct kzi_fu_row *row = kzi_fu_row_of(fu, number);
    return row ? row->min[self_draw] : 0;
}

/* Return whether the price of a total depends on the fu. */
static bool needs_fu(const struct kzi_model *model, int32_t total) {
    struct kzi_price low, high;
    kzi_fill_price(model, total, min_fu(&model->fu), &low);
    kzi_fill_price(model, total, KZI_BEYOND_FU, &high);
    return model->fu.in_use && (low.value != high.value || low.limit != high.limit);
}

/* Note that no hand has the value.  Return whether that refuses it: not in a deal. */
static bool note_unusual(struct value_ctx *ctx) {
    ctx->unusual = true;
    return !ctx->in_deal;
}

static void refuse_fu(struct value_ctx *ctx) {
    char list[120];
    struct kzi_text text = kzi_text_fixed(list, sizeof list);
    put_possible_fu(&text, ctx->model);
    kzi_text_end(&text);
    NOTE(ctx, BAD_VALUE, ctx->fu.spot, "no hand has %d fu under these rules: there are %s",
         (int)ctx->fu.number, list);
}

static void check_fu(struct value_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    const struct kzi_fu *fu = &model->fu;
    int32_t number = ctx->fu.number;
    if (ctx->fu.is_number && !fu->in_use)
        NOTE(ctx, CONTRADICTION, ctx->fu.spot, "these rules count no fu: leave them out");
    else if (ctx->fu.is_number && !has_fu(model, number, min_fu(fu)) && note_unusual(ctx))
        refuse_fu(ctx);
    else if (!ctx->fu.is_number && ctx->limit < 0 && needs_fu(model, ctx->total.number))
        NOTE(ctx, BAD_VALUE, ctx->total.spot,
             "what a hand of %d %s pays depends on the fu: write them too, as in %d %s %d fu",
             (int)ctx->total.number, model->unit, (int)ctx->total.number, model->unit,
             (int)min_fu(fu) + 10);
    else if (ctx->fu.is_number)
        ctx->unusual |=
            !has_fu(model, number, min_fu_by(model, ctx->hand.self_draw)) ||
            (ctx->total.number && ctx->total.number < min_total(fu, number, ctx->hand.self_draw));
}

/* --- limits ---------------------------------------------------------------------------------- */

/* Return whether a limit may be paid `times` times: because it adds up, or because a yaku is worth
 * as many. */
static bool is_paid(const struct kzi_model *model, int limit, int32_t times) {
    if (times == 1 || (times && model->limits[limit].add_up))
        return true;
    KZI_EACH_YAKU_OF(model, yaku) {
        if (yaku->in_use && ((yaku->closed.limit == limit && yaku->closed.number == times) ||
                             (yaku->open.limit == limit && yaku->open.number == times)))
            return true;
    }
    return false;
}

static void check_limit(struct value_ctx *ctx) {
    const char *id = ctx->model->limits[ctx->limit].id;
    if (ctx->total.is_number)
        NOTE(ctx, CONTRADICTION, ctx->total.spot, "%s is paid whatever the total: leave one out",
             id);
    if (ctx->fu.is_number)
        NOTE(ctx, CONTRADICTION, ctx->fu.spot, "%s is paid whatever the fu: leave them out", id);
    if (ctx->times.is_number && !is_paid(ctx->model, ctx->limit, ctx->times.number) &&
        (note_unusual(ctx) || !ctx->times.number))
        NOTE(ctx, BAD_VALUE, ctx->times.spot, "no hand is paid %d times by %s under these rules",
             (int)ctx->times.number, id);
}

/* Check stated points on their own; the search among the prices comes later. */
static void check_points(struct value_ctx *ctx) {
    const struct example total = example_total(ctx->model);
    const struct kzi_spot spot = ctx->points.spot;
    if (kzi_is_called(ctx->model->unit, "points", strlen("points")))
        NOTE(ctx, BAD_VALUE, spot,
             "the total of a hand has points here, too: write it as the total, as in %s",
             total.text);
    else if (ctx->total.is_number || ctx->fu.is_number || ctx->limit >= 0 || ctx->times.is_number)
        NOTE(
            ctx, CONTRADICTION, spot,
            "points are what the discarder pays, whatever the total, fu or limit: leave these out");
    else if (!ctx->points.number)
        NOTE(ctx, BAD_VALUE, spot, "the discarder of a win pays something: write how many points");
    else if (ctx->hand.self_draw)
        NOTE(ctx, BAD_VALUE, spot,
             "points are what a discarder pays, and nobody discarded: write the total, as in %s%s",
             total.text, example_limit(ctx->model).text);
}

static void check_amounts(struct value_ctx *ctx) {
    if (ctx->chips.is_number && !ctx->model->payments.has_chips)
        NOTE(ctx, CONTRADICTION, ctx->chips.spot, "these rules have no chips: leave them out");
    if (ctx->factor.is_number && (!ctx->rules->has_factors || !ctx->factor.number ||
                                  ctx->limit >= 0 || ctx->points.is_number))
        NOTE(ctx, CONTRADICTION, ctx->factor.spot,
             ctx->rules->has_factors
                 ? "a factor is at least 1 and multiplies a total, not a limit or points"
                 : "these rules have no factors: leave the factor out");
    if (ctx->points.is_number) {
        check_points(ctx);
        return;
    }
    if (ctx->limit < 0 && !ctx->total.is_number) {
        if (ctx->fu.is_number)
            NOTE(ctx, BAD_VALUE, ctx->fu.spot, "the total is missing: write it too, as in %s",
                 example_total(ctx->model).text);
        else
            note_nothing(ctx);
        return;
    }
    if (ctx->limit < 0 && ctx->times.is_number)
        NOTE(ctx, CONTRADICTION, ctx->times.spot,
             "multiplier says how often a limit is paid, but no limit is named");
    if (ctx->limit >= 0)
        check_limit(ctx);
    else
        check_fu(ctx);
}

/* --- settling -------------------------------------------------------------------------------- */

static void fill_limit(const struct value_ctx *ctx, int limit, int32_t times,
                       struct kzi_tally *best) {
    best->by_limit = best->wins = true;
    best->limit = limit;
    best->multiplier = times;
    best->value = (int64_t)times * ctx->model->limits[limit].worth;
}

static void fill_price(const struct value_ctx *ctx, int32_t total, int32_t fu,
                       struct kzi_tally *best) {
    struct kzi_price price;
    kzi_fill_price(ctx->model, total, fu, &price);
    best->priced = kzi_priced_at(&ctx->rules->prices, total, fu);
    if (ctx->factor.is_number) {
        best->factor = ctx->factor.number;
        best->priced = NULL;
        kzi_price_multiply(ctx->model, best->factor, &price);
    }
    best->wins = total >= ctx->model->minimum && price.value >= ctx->model->minimum_value;
    best->valued = price.valued;
    best->counted = price.counted;
    best->value = price.value;
    best->limit = price.limit;
}

static void fill_total(const struct value_ctx *ctx, struct kzi_tally *best) {
    const struct kzi_model *model = ctx->model;
    int32_t fu = ctx->fu.is_number ? ctx->fu.number : model->fu.in_use ? min_fu(&model->fu) : -1;
    fill_price(ctx, ctx->total.number, fu, best);
    best->total = best->qualifying = ctx->total.number;
    best->fu = best->fu_counted = ctx->fu.is_number ? fu : -1;
}

/* --- points ---------------------------------------------------------------------------------- */

/* The search for a price by which the discarder pays the stated points. */
struct price_search {
    const struct value_ctx *ctx;
    /* there is a price; there is another one, by which bystanders pay other points */
    bool found, differs;
    bool others_pay;
    int64_t sum;           /* the sum of all payments */
    struct kzi_tally best; /* with the price that was found */
};

static void try_price(struct price_search *search, const struct kzi_tally *tally) {
    const struct kzi_hand *hand = &search->ctx->hand;
    int64_t share[KZI_PARTIES], sum = kzi_share_out(search->ctx->rules, hand, tally, share),
                                paid = share[hand->from < 0 ? KZI_DISCARDER : hand->from];
    search->others_pay |= sum != paid;
    if (paid != search->ctx->points.number)
        return;
    search->differs |= search->found && sum != search->sum;
    search->sum = sum;
    if (!search->found)
        search->best = *tally;
    search->found = true;
}

static void try_totals(struct price_search *search, struct kzi_tally *tally) {
    const struct kzi_model *model = search->ctx->model;
    const bool by_fu = model->hand_value.doubling && !model->hand_value.start;
    const int32_t max = model->hand_value.doubling ? MAX_DOUBLINGS : MAX_TOTAL,
                  min = by_fu ? min_fu_by(model, false) : 0;
    for (int32_t fu = 0; fu <= (by_fu ? KZI_BEYOND_FU : 0); fu++)
        for (int32_t total = model->minimum; total <= max && (!by_fu || has_fu(model, fu, min));
             total++) {
            fill_price(search->ctx, total, fu, tally);
            try_price(search, tally);
        }
}

static void try_limits(struct price_search *search, struct kzi_tally *tally) {
    const struct kzi_model *model = search->ctx->model;
    tally->priced = NULL;
    for (size_t i = 0; i < model->limit_names.count; i++)
        for (int32_t times = 1; times <= MAX_TIMES && model->limits[i].in_use; times++)
            if (is_paid(model, (int)i, times)) {
                fill_limit(search->ctx, (int)i, times, tally);
                try_price(search, tally);
            }
}

/* Find how the stated points are paid: by a price of these rules, or by the discarder alone. */
static void fill_points(struct value_ctx *ctx, struct kz_result *result) {
    struct price_search search = {.ctx = ctx};
    struct kzi_tally tally = result->best;
    try_totals(&search, &tally);
    try_limits(&search, &tally);
    if (search.differs || (search.others_pay && !search.found))
        NOTE(ctx, BAD_VALUE, ctx->points.spot,
             "players other than the discarder pay too, and the discarder's %d points do not "
             "determine how much: write the total, as in %s%s",
             (int)ctx->points.number, example_total(ctx->model).text,
             example_limit(ctx->model).text);
    if (search.found)
        result->best = search.best;
    else
        result->as_paid = result->best.value = ctx->points.number;
    ctx->unusual |= !search.found;
    result->of_points = result->best.wins = true;
}

/* --- the result ------------------------------------------------------------------------------ */

/* Add the yaku that somebody is liable for: a stated value cannot show whether the hand has
 * them. */
static void believe_liability(struct value_ctx *ctx, struct kzi_tally *best) {
    const struct kzi_names *names = &ctx->model->yaku_names;
    for (unsigned i = 0; i < ctx->hand.n_pao; i++) {
        const char *pao = ctx->hand.pao[i];
        int yaku = kzi_names_find(names, pao);
        if (yaku >= 0)
            kzi_set_bit(best->scored, (unsigned)yaku);
        else
            NOTE(ctx, BAD_VALUE, kzi_spot_of_part(&ctx->hand, KZI_PART_PAO, i),
                 "%s is not a yaku of these rules%s", pao,
                 kzi_suggest_nearest(pao, names->name, names->count).text);
    }
}

/* Begin the result of a value whose price is not known yet. */
static void begin_result(struct kz_result *result, const struct kz_ruleset *rules) {
    struct kzi_tally *best = &result->best;
    result->rules = rules;
    result->status = KZ_OK;
    result->reason = KZI_INCOMPLETE;
    result->selection_budget = (struct kzi_selection_budget){KZI_MAX_SELECTION_STEPS, false};
    result->given = 0;
    memset(result->mark_counts, 0, sizeof result->mark_counts);
    result->n_readings = 1;
    result->unusual = result->of_points = false;
    result->as_paid = result->chips = 0;
    kzi_settle_nothing(result);
    memset(best, 0, sizeof *best);
    best->meets = true;
    best->alone = best->limit = -1;
    best->multiplier = 1;
    best->factor = 1;
    best->fu = best->fu_counted = -1;
}

void kzi_value_of_loser(struct kz_result *result, const struct kz_ruleset *rules,
                        const struct kzi_hand *situation, int32_t points) {
    begin_result(result, rules);
    kzi_result_keep_hand(result, situation);
    result->of_points = true;
    result->best.points = points;
}

/* Fill in everything up to the payments. */
static void fill_stated(struct kz_result *result, struct value_ctx *ctx) {
    struct kzi_tally *best = &result->best;
    best->payers = find_payers(result);
    if (ctx->points.is_number)
        fill_points(ctx, result);
    else if (ctx->limit >= 0)
        fill_limit(ctx, ctx->limit, ctx->times.is_number ? ctx->times.number : 1, best);
    else
        fill_total(ctx, best);
    result->chips = ctx->chips.is_number                   ? ctx->chips.number
                    : best->by_limit && !result->of_points ? kzi_chips_of_limit(result)
                                                           : 0;
    result->unusual = ctx->unusual;
    believe_liability(ctx, best);
}

/* Interpret the words; return the circumstances. */
static uint64_t interpret(struct value_ctx *ctx, const struct kzi_value_statement *stated) {
    take_words(ctx, stated);
    kzi_table_words_replace(&ctx->hand, &ctx->rules, 1);
    const uint64_t given = check_words(ctx);
    if (!ctx->problem->found)
        check_amounts(ctx);
    kzi_check_seats(ctx->rules, &ctx->hand, ctx->problem);
    return given;
}

static kz_status refuse(struct kz_result *result, const struct kzi_problem *problem) {
    result->reason = KZI_INCOMPLETE;
    kzi_settle_nothing(result);
    return kzi_result_refuse(result, problem);
}

static void pay(struct kz_result *result, const struct value_ctx *ctx) {
    struct kzi_facts facts = {.hand = &ctx->hand};
    result->reason = result->best.wins ? KZI_WINS : KZI_BELOW_MINIMUM;
    if (!result->best.wins) {
        kzi_settle_nothing(result);
        return;
    }
    kzi_check_fed(result, &facts, ctx->problem);
    if (!kzi_settle_result(result))
        kzi_problem_range(ctx->problem, "what the hand pays");
    if (kzi_has_chips(result))
        kzi_settle_chips(result);
}

kz_status kzi_value_settle(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_hand *situation,
                           const struct kzi_value_statement *stated, bool in_deal) {
    struct kzi_problem problem = {.found = false};
    struct value_ctx ctx = {.model = rules->model,
                            .rules = rules,
                            .hand = *situation,
                            .problem = &problem,
                            .in_deal = in_deal,
                            .limit = -1};
    if (situation->extras)
        ctx.extras = *situation->extras;
    if (situation->items)
        ctx.items = *situation->items;
    kzi_hand_refer(&ctx.hand, &ctx.extras, &ctx.items);
    begin_result(result, rules);
    result->given = interpret(&ctx, stated);
    kzi_result_keep_hand(result, &ctx.hand);
    if (!problem.found)
        fill_stated(result, &ctx);
    if (!problem.found)
        pay(result, &ctx);
    return problem.found ? refuse(result, &problem) : KZ_OK;
}

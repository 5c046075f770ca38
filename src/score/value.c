/* Settle a value stated without tiles: interpret its words by a ruleset, then pay it as scoring
 * does. */
#include "score/value.h"

#include "base/text.h"
#include "compile/condition/evaluation.h"
#include "rules/condition.h"
#include "score/internal.h"

#include <string.h>

/* What the words say; a spot without `given` is not used. */
struct amount {
    bool given;
    int32_t number;
    struct kzi_spot spot;
};

struct value_ctx {
    const struct kzi_model *model;
    const struct kz_ruleset *rules;
    struct kzi_hand hand; /* words that are circumstances are added */
    struct kzi_extras extras;
    struct kzi_spots spots;
    struct kzi_problem *problem;
    struct amount total, fu, times;
    int limit; /* -1: none is named */
    struct kzi_spot limit_spot;
};

/* --- names ----------------------------------------------------------------------------------- */

enum term { NO_TERM, TOTAL, FU, LIMIT };

/* Return whether a name is the words, which are in small letters with _ between them. */
static bool is_called(const char *name, const char *words, size_t len) {
    size_t i = 0;
    while (i < len && name[i] && kzi_plain_letter(name[i]) == words[i])
        i++;
    return i == len && !name[i];
}

/* Return whether one of the names in all languages is the words. */
static bool any_is_called(const struct kzi_node *name, const char *words, size_t len) {
    if (name && name->kind == KZI_SCALAR)
        return is_called(name->text, words, len);
    for (size_t i = 0; name && name->kind == KZI_MAP && i < name->count; i++)
        if (any_is_called(name->u.entries[i].value, words, len))
            return true;
    return false;
}

/* Return whether the words are one character's readings and forms, of which the unit is one. */
static bool is_spelled_otherwise(const char *unit, const char *words, size_t len) {
    static const char *const spellings[] = {"fan", "han", "faan", "番", "飜", "翻"};
    bool of_unit = false, of_words = false;
    for (size_t i = 0; i < KZI_COUNT(spellings); i++) {
        of_unit |= !strcmp(unit, spellings[i]);
        of_words |= is_called(spellings[i], words, len);
    }
    return of_unit && of_words;
}

static bool is_unit(const struct kzi_model *model, const char *words, size_t len) {
    size_t unit = strlen(model->unit);
    bool singular = unit == len + 1 && model->unit[len] == 's';
    return is_called(model->unit, words, len) || (singular && !strncmp(model->unit, words, len)) ||
           is_spelled_otherwise(model->unit, words, len);
}

static enum term find_term(const struct kzi_model *model, const char *words, size_t len,
                           int *limit) {
    if (is_unit(model, words, len))
        return TOTAL;
    if (is_called("fu", words, len) || is_called("符", words, len))
        return FU;
    for (size_t i = 0; i < model->limit_names.count; i++) {
        const struct kzi_limit *named = &model->limits[i];
        *limit = (int)i;
        if (named->in_use && (is_called(named->id, words, len) ||
                              any_is_called(kzi_node_get(named->node, "name"), words, len)))
            return LIMIT;
    }
    return NO_TERM;
}

/* Find the longest run of words that is a term; return how many words it takes, or 0. */
static unsigned find_run(const struct kzi_model *model, const struct kzi_value_word *words,
                         unsigned count, enum term *term, int *limit) {
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
        enum term here = find_term(model, run, text.len, &named);
        if (here == NO_TERM)
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

/* Return "3 fan 30 fu", or "8 points". */
static struct example example_total(const struct kzi_model *model) {
    struct example example;
    struct kzi_text text = kzi_text_fixed(example.text, sizeof example.text);
    kzi_text_format(&text, "%d %s", (int)(model->minimum > 3 ? model->minimum : 3), model->unit);
    if (model->fu.in_use)
        kzi_text_put(&text, " 30 fu");
    kzi_text_end(&text);
    return example;
}

/* Return ", or a limit, as in mangan", if there are limits. */
static struct example example_limit(const struct kzi_model *model) {
    struct example example = {""};
    for (size_t i = 0; i < model->limit_names.count; i++)
        if (model->limits[i].in_use) {
            struct kzi_text text = kzi_text_fixed(example.text, sizeof example.text);
            kzi_text_format(&text, ", or a limit, as in %.40s", model->limits[i].id);
            kzi_text_end(&text);
            break;
        }
    return example;
}

static void note_nothing(struct value_ctx *ctx) {
    NOTE(ctx, EMPTY, (struct kzi_spot){0},
         "nothing says what the hand is worth: write its total, "
         "as in %s%s",
         example_total(ctx->model).text, example_limit(ctx->model).text);
}

#define MAX_CANDIDATES (KZI_MAX_LIMITS + KZI_WAY_WORDS + 2)

static void note_unknown(struct value_ctx *ctx, const struct kzi_value_word *word) {
    const char *names[MAX_CANDIDATES] = {ctx->model->unit, "fu"};
    size_t count = 2;
    for (unsigned i = 0; i < KZI_WAY_WORDS; i++)
        names[count++] = kzi_way_words[i];
    for (size_t i = 0; i < ctx->model->limit_names.count; i++)
        if (ctx->model->limits[i].in_use)
            names[count++] = ctx->model->limits[i].id;
    const char *nearest = kzi_nearest(word->text, names, count);
    NOTE(ctx, UNKNOWN_WORD, word->spot, "\"%s\" is no word of a value%s%s%s%s%s", word->text,
         nearest ? ": did you mean " : ": write a total, as in ",
         nearest ? nearest : example_total(ctx->model).text, nearest ? "?" : "",
         nearest ? "" : example_limit(ctx->model).text, "");
}

/* --- words ----------------------------------------------------------------------------------- */

static void give(struct value_ctx *ctx, struct amount *amount, int32_t number, struct kzi_spot spot,
                 const char *twice) {
    if (amount->given)
        NOTE(ctx, DUPLICATE, spot, "%s given twice", twice);
    *amount = (struct amount){true, number, spot};
}

static void name_limit(struct value_ctx *ctx, int limit, struct kzi_spot spot) {
    if (ctx->limit >= 0)
        NOTE(ctx, DUPLICATE, spot, "a limit is named twice: one pays the hand");
    ctx->limit = limit;
    ctx->limit_spot = spot;
}

/* Take a number and what it counts; return how many words these are. */
static unsigned take_number(struct value_ctx *ctx, const struct kzi_value_word *words,
                            unsigned count) {
    unsigned skipped = count > 2 && !strcmp(words[1].text, "x") ? 2 : 1;
    enum term term = NO_TERM;
    int limit;
    unsigned run = find_run(ctx->model, words + skipped, count - skipped, &term, &limit);
    switch (term) {
    case TOTAL:
        give(ctx, &ctx->total, words->number, words->spot, "the total is");
        break;
    case FU:
        give(ctx, &ctx->fu, words->number, words->spot, "the fu are");
        break;
    case LIMIT:
        give(ctx, &ctx->times, words->number, words->spot, "a limit is");
        name_limit(ctx, limit, words[skipped].spot);
        break;
    case NO_TERM:
        if (count > 1 && !words[1].is_number) {
            note_unknown(ctx, &words[1]);
            return 2;
        }
        NOTE(ctx, BAD_VALUE, words->spot, "%d of what? Write what is counted, as in %s",
             (int)words->number, example_total(ctx->model).text);
    }
    return term == NO_TERM ? 1 : skipped + run;
}

/* Take a word that is no term: the hand's circumstances are looked up below. */
static void take_circumstance(struct value_ctx *ctx, const struct kzi_value_word *word) {
    struct kzi_hand *hand = &ctx->hand;
    struct kzi_word said;
    kzi_word_set(&said, word->text);
    bool table = kzi_table_word_find(ctx->rules, &said) != NULL;
    if ((!table && kzi_known_word_find(ctx->rules, &said) < 0) || hand->n_words == KZI_MAX_WORDS) {
        note_unknown(ctx, word);
        return;
    }
    hand->table_words |= table;
    ctx->spots.words[hand->n_words] = word->spot;
    kzi_hand_say(hand, &said);
}

static unsigned take_word(struct value_ctx *ctx, const struct kzi_value_word *words,
                          unsigned count) {
    enum term term = NO_TERM;
    int limit;
    unsigned run = find_run(ctx->model, words, count, &term, &limit);
    if (term == LIMIT)
        name_limit(ctx, limit, words->spot);
    else if (term != NO_TERM)
        NOTE(ctx, BAD_VALUE, words->spot, "%s needs a number before it, as in %s", words->text,
             example_total(ctx->model).text);
    else
        take_circumstance(ctx, words);
    return run ? run : 1;
}

static void take_words(struct value_ctx *ctx, const struct kzi_statement *stated) {
    struct amount *amounts[KZI_VALUE_NUMBERS] = {[KZI_VALUE_TOTAL] = &ctx->total,
                                                 [KZI_VALUE_FU] = &ctx->fu,
                                                 [KZI_VALUE_TIMES] = &ctx->times};
    static const char *const twice[] = {"the total is", "the fu are", "the multiplier is"};
    for (unsigned i = 0; i < stated->n_words;) {
        const struct kzi_value_word *words = &stated->words[i];
        unsigned left = stated->n_words - i;
        i += words->is_number ? take_number(ctx, words, left) : take_word(ctx, words, left);
    }
    for (unsigned i = 0; i < KZI_COUNT(twice); i++)
        if (stated->numbers[i].is_number)
            give(ctx, amounts[i], stated->numbers[i].number, stated->numbers[i].spot, twice[i]);
}

/* --- circumstances --------------------------------------------------------------------------- */

static bool is_of_situation(const struct kzi_condition *clause, void *with) {
    (void)with;
    return !kzi_condition_asks_tiles(clause->kind);
}

bool kzi_way_asks_tiles(const struct kzi_way *way) {
    return !kzi_condition_each_clause(way->when, is_of_situation, NULL);
}

static bool asks_none_of(const struct kzi_condition *clause, void *with) {
    const uint64_t *given = with;
    return clause->kind != KZI_CONDITION_given || !(clause->u.bits & *given);
}

/* Return whether circumstances decide who pays for a hand won in that way. */
static bool decide_who_pays(const struct kzi_model *model, bool self_draw, uint64_t given) {
    const struct kzi_payment *payment = kzi_payment(&model->payments, self_draw);
    for (size_t i = 0; i < payment->n_ways; i++)
        if (!kzi_condition_each_clause(payment->ways[i].when, asks_none_of, &given))
            return true;
    return false;
}

/* Refuse words that belong to the total; return the circumstances that the others give. */
static uint64_t check_words(struct value_ctx *ctx) {
    struct kzi_hand *hand = &ctx->hand;
    uint64_t given = kzi_circumstances(ctx->rules, hand, ctx->problem);
    for (unsigned i = 0; i < hand->n_words; i++) {
        const struct kzi_word *word = kzi_word_at(hand, i);
        const int known = kzi_known_word_find(ctx->rules, word);
        if (known >= 0 &&
            !decide_who_pays(ctx->model, hand->self_draw, ctx->rules->known_words[known].given))
            NOTE(ctx, UNKNOWN_WORD, ctx->spots.words[i],
                 "%s does not decide who pays here: count it in the total and leave it out",
                 word->text);
    }
    return given;
}

/* Find the first way whose condition holds.  Those about tiles do not. */
static const struct kzi_way *find_way(const struct kz_result *result) {
    const struct kzi_payment *payment =
        kzi_payment(&result->rules->model->payments, result->hand.self_draw);
    struct kzi_reading reading;
    struct kzi_facts facts;
    kzi_facts_find(&facts, &result->hand);
    kzi_read_melds(&result->hand, &reading);
    facts.given = result->given;
    facts.n_waits = 0;
    facts.scored = result->best.scored;
    for (size_t i = 0; i < payment->n_ways; i++)
        if (!kzi_way_asks_tiles(&payment->ways[i]) &&
            kzi_evaluate(payment->ways[i].when, &facts, &reading))
            return &payment->ways[i];
    return NULL;
}

/* --- fu -------------------------------------------------------------------------------------- */

/* Return the least fu that hands of no flat fu have, as far as it is known: items may take some
 * away. */
static int32_t least_fu(const struct kzi_fu *fu) {
    int32_t least = fu->start;
    for (size_t i = 0; i < fu->n_items; i++)
        if (fu->items[i].fu < 0)
            least = 0;
    return (int32_t)kzi_rounded(least, &fu->round);
}

static bool is_flat(const struct kzi_model *model, int32_t number) {
    for (size_t i = 0; i < model->shape_names.count; i++)
        if (model->fu.flat[i] && model->fu.flat[i] == number)
            return true;
    return false;
}

/* Append the fu that hands have: "20, 25, 30, 40 and so on". */
static void say_fu(struct kzi_text *text, const struct kzi_model *model) {
    const struct kzi_fu *fu = &model->fu;
    const int32_t least = least_fu(fu), step = fu->round.way == KZI_ROUND_NONE ? 1 : fu->round.to;
    for (int32_t number = 1; number <= least + 2 * step; number++)
        if (is_flat(model, number) || (number >= least && !((number - least) % step)))
            kzi_text_format(text, "%d, ", (int)number);
    kzi_text_format(text, "%d and so on", (int)(least + 3 * step));
}

/* Return whether the price depends on the fu. */
static bool needs_fu(const struct kzi_model *model, int32_t total) {
    struct kzi_price low, high;
    kzi_price_find(model, total, least_fu(&model->fu), &low);
    kzi_price_find(model, total, 1000, &high);
    return model->fu.in_use && (low.value != high.value || low.limit != high.limit);
}

static void check_fu(struct value_ctx *ctx) {
    const struct kzi_model *model = ctx->model;
    const struct kzi_fu *fu = &model->fu;
    int32_t number = ctx->fu.number;
    char said[120];
    struct kzi_text text = kzi_text_fixed(said, sizeof said);
    say_fu(&text, model);
    kzi_text_end(&text);
    if (ctx->fu.given && !fu->in_use)
        NOTE(ctx, CONTRADICTION, ctx->fu.spot, "these rules count no fu: leave them out");
    else if (ctx->fu.given && !is_flat(model, number) &&
             (number < least_fu(fu) || kzi_rounded(number, &fu->round) != number))
        NOTE(ctx, BAD_VALUE, ctx->fu.spot, "no hand has %d fu under these rules: there are %s",
             (int)number, said);
    else if (!ctx->fu.given && ctx->limit < 0 && needs_fu(model, ctx->total.number))
        NOTE(ctx, BAD_VALUE, ctx->total.spot,
             "what %d %s pay depends on the fu: write them too, as in %d %s %d fu",
             (int)ctx->total.number, model->unit, (int)ctx->total.number, model->unit,
             (int)least_fu(fu) + 10);
}

/* --- limits ---------------------------------------------------------------------------------- */

/* Return whether a limit may be paid so many times: several of it add up, or some yaku is worth
 * as many. */
static bool is_paid(const struct kzi_model *model, int limit, int32_t times) {
    if (times == 1 || (times && model->limits[limit].add_up))
        return true;
    for (size_t i = 0; i < model->yaku_names.count; i++) {
        const struct kzi_yaku *yaku = &model->yaku[i];
        if (yaku->in_use && ((yaku->closed.limit == limit && yaku->closed.number == times) ||
                             (yaku->open.limit == limit && yaku->open.number == times)))
            return true;
    }
    return false;
}

static void check_limit(struct value_ctx *ctx) {
    const char *id = ctx->model->limits[ctx->limit].id;
    if (ctx->total.given)
        NOTE(ctx, CONTRADICTION, ctx->total.spot, "%s is paid whatever the total: leave one out",
             id);
    if (ctx->fu.given)
        NOTE(ctx, CONTRADICTION, ctx->fu.spot, "%s is paid whatever the fu: leave them out", id);
    if (ctx->times.given && !is_paid(ctx->model, ctx->limit, ctx->times.number))
        NOTE(ctx, BAD_VALUE, ctx->times.spot, "no hand is paid %d times by %s under these rules",
             (int)ctx->times.number, id);
}

static void check_amounts(struct value_ctx *ctx) {
    if (ctx->limit < 0 && !ctx->total.given) {
        if (ctx->fu.given)
            NOTE(ctx, BAD_VALUE, ctx->fu.spot, "the total is missing: write it too, as in %s",
                 example_total(ctx->model).text);
        else
            note_nothing(ctx);
        return;
    }
    if (ctx->limit < 0 && ctx->times.given)
        NOTE(ctx, CONTRADICTION, ctx->times.spot,
             "multiplier says how often a limit is paid, and "
             "none is named");
    if (ctx->limit >= 0)
        check_limit(ctx);
    else
        check_fu(ctx);
}

/* --- settling -------------------------------------------------------------------------------- */

static void fill_limit(const struct value_ctx *ctx, struct kzi_tally *best) {
    best->by_limit = best->wins = true;
    best->limit = ctx->limit;
    best->multiplier = ctx->times.given ? ctx->times.number : 1;
    best->value = (int64_t)best->multiplier * ctx->model->limits[ctx->limit].worth;
}

static void fill_total(const struct value_ctx *ctx, struct kzi_tally *best) {
    const struct kzi_model *model = ctx->model;
    int32_t fu = ctx->fu.given ? ctx->fu.number : model->fu.in_use ? least_fu(&model->fu) : -1;
    struct kzi_price price;
    kzi_price_find(model, ctx->total.number, fu, &price);
    best->priced = kzi_priced_at(&ctx->rules->prices, ctx->total.number, fu);
    best->total = best->qualifying = ctx->total.number;
    best->fu = best->fu_counted = ctx->fu.given ? fu : -1;
    best->wins = best->total >= model->minimum;
    best->valued = price.valued;
    best->counted = price.counted;
    best->value = price.value;
    best->limit = price.limit;
}

/* Fill in everything up to the payments. */
static void begin(struct kz_result *result, const struct value_ctx *ctx, uint64_t given) {
    struct kzi_tally *best = &result->best;
    result->given = given;
    memset(result->mark_counts, 0, sizeof result->mark_counts);
    result->marks_there = 0;
    result->n_readings = 1;
    result->chips = 0;
    kzi_hand_keep(result, &ctx->hand);
    memset(best, 0, sizeof *best);
    best->meets = true;
    best->alone = -1;
    best->multiplier = 1;
    best->fu = best->fu_counted = -1;
    if (ctx->limit >= 0)
        fill_limit(ctx, best);
    else
        fill_total(ctx, best);
    best->way = find_way(result);
}

static void interpret(struct value_ctx *ctx, const struct kzi_stated_value *stated,
                      uint64_t *given) {
    take_words(ctx, &stated->statement);
    if (ctx->hand.table_words)
        kzi_table_words_replace(&ctx->hand, &ctx->spots, &ctx->rules, 1);
    *given = check_words(ctx);
    if (!ctx->problem->found)
        check_amounts(ctx);
    kzi_check_seats(ctx->rules, &ctx->hand, ctx->problem);
}

static kz_status refuse(struct kz_result *result, const struct kzi_problem *problem) {
    result->reason = KZI_INCOMPLETE;
    kzi_settle_nothing(result);
    kzi_problem_error(problem, &result->error);
    return result->status = result->error.status;
}

kz_status kzi_value_settle(struct kz_result *result, const struct kz_ruleset *rules,
                           const struct kzi_stated_value *stated) {
    struct kzi_problem problem = {.found = false};
    struct value_ctx ctx = {.model = rules->model,
                            .rules = rules,
                            .hand = stated->hand,
                            .extras = stated->extras,
                            .spots = stated->spots,
                            .problem = &problem,
                            .limit = -1};
    uint64_t given;
    kzi_hand_refer(&ctx.hand, &ctx.extras, &ctx.spots);
    result->rules = rules;
    result->status = KZ_OK;
    result->choosing = (struct kzi_choice_ctx){KZI_MAX_CHOOSING, false};
    interpret(&ctx, stated, &given);
    if (problem.found) {
        kzi_hand_keep(result, &ctx.hand);
        return refuse(result, &problem);
    }
    begin(result, &ctx, given);
    bool in_range = true;
    result->reason = result->best.wins ? KZI_WINS : KZI_BELOW_MINIMUM;
    if (result->best.wins)
        in_range = kzi_settle(result);
    else
        kzi_settle_nothing(result);
    if (in_range)
        return KZ_OK;
    kzi_problem_range(&problem, "what the hand pays");
    return refuse(result, &problem);
}

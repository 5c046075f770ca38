#include "analysis/whynot/why_not.h"

#include "analysis/whynot/clause.h"
#include "analysis/witness/witness.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/condition_words.h"

static const struct kzi_style plain = {.language = "en"};

static const struct kzi_model *model_of(const struct kzi_why *why) {
    return why->result->rules->model;
}

static const struct kzi_yaku *rule_of(const struct kzi_why *why) {
    return &model_of(why)->yaku[why->yaku];
}

/* --- statements ------------------------------------------------------------------------------ */

/* Write the requirement of a clause as an argument, worded to follow "needs". */
static void put_asks(struct kzi_sentence *into, const struct kzi_why *why,
                     const struct kzi_condition *clause) {
    const struct kzi_yaku *rule = rule_of(why);
    struct kzi_sentence sentence;
    if (clause->kind != KZI_CONDITIONS) {
        kzi_clause_asks(into, model_of(why), clause);
        return;
    }
    sentence = kzi_argument_sentence(into);
    if (clause == &kzi_clause_in_use)
        kzi_sentence_end(&sentence, KZI_SAYS_asks_in_use);
    else if (rule->each == KZI_EACH_FOUR)
        kzi_sentence_end(&sentence, KZI_SAYS_asks_four);
    else if (rule->each == KZI_EACH_COUNTER)
        kzi_sentence_end(&sentence, KZI_SAYS_asks_counter);
    else if (rule->each == KZI_EACH_TILE) {
        kzi_argument_class(&sentence, &rule->each_spelling, KZI_A);
        kzi_sentence_end(&sentence, KZI_SAYS_asks_tile);
    } else if (model_of(why)->marks[rule->each_mark].kind == KZI_MARK_RED)
        kzi_sentence_end(&sentence, KZI_SAYS_asks_red_five);
    else {
        kzi_argument_mark(&sentence, model_of(why)->marks[rule->each_mark].id, KZI_ONE);
        kzi_sentence_end(&sentence, KZI_SAYS_asks_mark);
    }
}

static void say_shown(struct kzi_sentence *sentence, const struct kzi_why *why,
                      const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&why->result->hand, mark, &count);
    if (!count) {
        kzi_sentence_end(sentence, KZI_SAYS_no_indicator);
        return;
    }
    struct kzi_sentence list = kzi_argument_sentence(sentence);
    for (unsigned i = 0; i < count; i++) {
        uint8_t kind = model_of(why)->next[shown->kind[i]];
        bool itself = kind == KZI_NO_KIND;
        kzi_notation_put_tile(kzi_argument(&list), itself ? shown->kind[i] : kind,
                              itself && shown->red >> i & 1);
    }
    kzi_sentence_end_list(&list, KZI_AND);
    kzi_sentence_end(sentence, count > 1 ? KZI_SAYS_not_in_it_several : KZI_SAYS_not_in_it);
}

/* Say that none of the hand's marks counts. */
static void say_no_mark(struct kzi_sentence *sentence, const struct kzi_why *why,
                        const struct kzi_mark *mark) {
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        say_shown(sentence, why, mark);
        break;
    case KZI_MARK_RED:
        kzi_sentence_end(sentence, KZI_SAYS_no_red_five);
        break;
    case KZI_MARK_ASIDE:
    case KZI_MARK_FLOWERS:
    case KZI_MARK_FACES:
        kzi_argument_mark(sentence, mark->id, KZI_ONE);
        kzi_sentence_end(sentence,
                         mark->kind == KZI_MARK_ASIDE ? KZI_SAYS_none_aside : KZI_SAYS_has_none);
        break;
    }
}

/* Say what the hand has for a single statement, or instead. */
static void say_has(struct kzi_sentence *sentence, const struct kzi_why *why,
                    const struct kzi_condition *clause) {
    const struct kzi_yaku *rule = rule_of(why);
    if (clause == &kzi_clause_in_use)
        kzi_sentence_end(sentence, KZI_SAYS_not_in_use);
    else if (clause != &kzi_clause_count)
        kzi_clause_has(sentence, why->shown, &why->facts, &why->reading, clause);
    else if (rule->each == KZI_EACH_FOUR)
        kzi_sentence_end(sentence, KZI_SAYS_no_four);
    else if (rule->each == KZI_EACH_COUNTER)
        kzi_sentence_end(sentence, KZI_SAYS_no_counter);
    else if (rule->each == KZI_EACH_TILE) {
        kzi_argument_class(sentence, &rule->each_spelling, KZI_ONE);
        kzi_sentence_end(sentence, KZI_SAYS_has_none);
    } else
        say_no_mark(sentence, why, &model_of(why)->marks[rule->each_mark]);
}

/* --- one sentence ---------------------------------------------------------------------------- */

const struct kzi_condition *kzi_why_first(const struct kzi_why *why) {
    const struct kzi_condition *const *clause = why->statements;
    while (!kzi_why_failing(why, *clause))
        clause++;
    return kzi_clause_first(*clause, why->result->rules, &why->facts, &why->reading);
}

static void begin(struct kzi_sentence *sentence, struct kzi_text *text, const struct kzi_why *why,
                  const struct kzi_style *style) {
    *sentence = kzi_sentence_begin(text, style);
    kzi_argument_yaku(sentence, model_of(why), why->yaku);
}

/* Write "68s waits for the middle tile; pinfu needs a two-sided wait". */
static void say_first(struct kzi_text *text, const struct kzi_why *why,
                      const struct kzi_style *style) {
    const struct kzi_condition *first = kzi_why_first(why);
    bool word = first->kind == KZI_CONDITION_given && !first->denied;
    struct kzi_sentence sentence, instead;
    begin(&sentence, text, why, style);
    instead = kzi_argument_sentence(&sentence);
    say_has(&instead, why, first);
    if (!word)
        put_asks(&sentence, why, first);
    kzi_sentence_end(&sentence, word ? KZI_SAYS_needs_word : KZI_SAYS_needs);
}

static void say_worth(struct kzi_text *text, const struct kzi_why *why,
                      const struct kzi_style *style) {
    const struct kzi_value *value = kzi_value_in_hand(why->result, why->yaku);
    unsigned times = kzi_times_listed(why->result, why->yaku);
    struct kzi_sentence sentence;
    begin(&sentence, text, why, style);
    if (value->limit != KZI_NO_LIMIT)
        kzi_argument_limit(&sentence, model_of(why), value->limit, value->number);
    else
        kzi_argument_total(&sentence, model_of(why), value->number);
    if (times > 1)
        kzi_argument_int(&sentence, times);
    kzi_sentence_end(&sentence, times > 1 ? KZI_SAYS_counts_times : KZI_SAYS_counts);
}

static void say_lost(struct kzi_text *text, const struct kzi_why *why,
                     const struct kzi_style *style) {
    const struct kzi_tally *best = &why->result->best, *tally = &why->shown->best;
    bool known = kzi_has_yaku(tally->scored, why->yaku),
         alone = kzi_has_yaku(why->result->rules->alone, why->yaku),
         points = known && best->wins && tally->wins && tally->points < best->points;
    struct kzi_sentence sentence;
    begin(&sentence, text, why, style);
    kzi_argument_says(&sentence, known ? kzi_why_lost(best, tally) : KZI_SAYS_lost_points);
    if (points) {
        kzi_argument_points(&sentence, tally->points);
        kzi_argument_int(&sentence, best->points);
    }
    if (alone)
        kzi_sentence_end(&sentence, points ? KZI_SAYS_loses_alone_points : KZI_SAYS_loses_alone);
    else
        kzi_sentence_end(&sentence, points ? KZI_SAYS_loses_points : KZI_SAYS_loses);
}

static void say_aside(struct kzi_text *text, const struct kzi_why *why,
                      const struct kzi_style *style) {
    int by = kzi_covered_by(why->result->rules, &why->shown->best, why->yaku);
    if (by < 0) {
        kzi_say_aside(text, why->shown, why->yaku, style);
        return;
    }
    struct kzi_sentence sentence;
    begin(&sentence, text, why, style);
    kzi_argument_yaku(&sentence, model_of(why), (unsigned)by);
    kzi_sentence_end(&sentence, KZI_SAYS_is_covered);
}

static void say_incomplete(struct kzi_text *text, const struct kzi_why *why,
                           const struct kzi_style *style) {
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_argument_no_win(&sentence, why->result);
    kzi_sentence_end(&sentence, why->change.completing ? KZI_SAYS_one_tile_completes
                                                       : KZI_SAYS_no_tile_completes);
}

void kzi_why_say(struct kzi_text *text, const struct kzi_why *why, const struct kzi_style *style) {
    struct kzi_sentence sentence;
    switch (why->status) {
    case KZI_WHY_COUNTS:
        say_worth(text, why, style);
        break;
    case KZI_WHY_NOT_USED:
        begin(&sentence, text, why, style);
        kzi_sentence_end(&sentence, KZI_SAYS_rules_do_not_use);
        break;
    case KZI_WHY_ASIDE:
        say_aside(text, why, style);
        break;
    case KZI_WHY_LOSES:
        say_lost(text, why, style);
        break;
    case KZI_WHY_INCOMPLETE:
        say_incomplete(text, why, style);
        break;
    case KZI_WHY_FAILS:
    case KZI_WHY_STATUSES:
        say_first(text, why, style);
        break;
    }
}

/* --- the list -------------------------------------------------------------------------------- */

#define INDENT 4

static void put_clause(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_condition *clause, int depth,
                       const struct kzi_style *style) {
    bool known = kzi_why_knows(why, clause);
    unsigned failing = known && kzi_why_failing(why, clause);
    const size_t parts = clause->parts.count;
    kzi_text_format(text, "%*s%s ", depth * INDENT + 2, "",
                    !known    ? "[?]"
                    : failing ? "[ ]"
                              : "[x]");
    struct kzi_sentence line = kzi_sentence_begin(text, style);
    put_asks(&line, why, clause);
    if (!parts && failing) {
        struct kzi_sentence instead = kzi_argument_sentence(&line);
        say_has(&instead, why, clause);
    }
    kzi_sentence_end(&line, !parts && failing ? KZI_SAYS_asks_but_has : KZI_SAYS_asks_only);
    kzi_text_char(text, '\n');
    for (size_t i = 0; i < parts; i++)
        put_clause(text, why, clause->parts.list[i], depth + 1, style);
}

/* --- the change ------------------------------------------------------------------------------ */

void kzi_why_say_change(struct kzi_text *text, const struct kzi_why *why,
                        const struct kzi_style *style) {
    const struct kzi_tile_change *change = &why->change;
    unsigned suit = kzi_suit(change->from);
    bool red = suit < KZI_SUITS && kzi_number(change->from) == 5 &&
               why->result->hand.marked[suit] > change->hand.marked[suit] && !change->to_marked;
    struct kzi_sentence sentence = kzi_sentence_begin(text, style);
    kzi_notation_put_tile(kzi_argument(&sentence), change->to, change->to_marked);
    if (change->winning_tile && why->result->hand.win_face)
        kzi_say_win(kzi_argument(&sentence), &why->result->hand);
    else
        kzi_notation_put_tile(kzi_argument(&sentence), change->from, red);
    kzi_sentence_end(&sentence, KZI_SAYS_one_for_another);
}

static void put_change(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_style *style) {
    const struct kzi_tile_change *change = &why->change;
    kzi_put_title(text, style, KZI_SAYS_title_change);
    if (!change->count) {
        kzi_text_put(text, "  no change of one tile makes it count\n");
        return;
    }
    kzi_text_put(text, "  ");
    kzi_why_say_change(text, why, style);
    kzi_text_put(text, change->winning_tile ? ", the winning tile: " : ": ");
    kzi_write_line(text, &change->hand);
    kzi_text_put(text, "\n    then it counts, and the hand is worth ");
    kzi_say_count(text, change->points, "point");
    if (change->count > 1)
        kzi_text_format(text, "; %u other change%s would do", change->count - 1,
                        change->count > 2 ? "s" : "");
    kzi_text_char(text, '\n');
}

/* The condition that every winning reading meets; NULL: the rules have none. */
static const struct kzi_condition *minimum_of(const struct kzi_why *why) {
    return why->has_reading ? model_of(why)->minimum_when : NULL;
}

static void put_minimum(struct kzi_text *text, const struct kzi_why *why,
                        const struct kzi_style *style) {
    if (!minimum_of(why) || why->result->best.meets)
        return;
    const struct kzi_condition *clause = minimum_of(why);
    kzi_put_title(text, style, KZI_SAYS_title_minimum);
    if (clause->op != KZI_ALL)
        put_clause(text, why, clause, 0, style);
    for (size_t i = 0; clause->op == KZI_ALL && i < clause->parts.count; i++)
        put_clause(text, why, clause->parts.list[i], 0, style);
}

/* --- all -------------------------------------------------------------------------------------- */

static void put_before(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_style *style) {
    if (why->status == KZI_WHY_ASIDE) {
        kzi_put_title(text, style, KZI_SAYS_title_before);
        kzi_put_not_counted(text, why->shown, why->yaku, style);
    } else if (why->status == KZI_WHY_LOSES && kzi_has_yaku(why->shown->best.scored, why->yaku)) {
        kzi_put_title(text, style, KZI_SAYS_title_best);
        kzi_text_put(text, " ");
        kzi_text_hand(text, why->result, &why->result->best.reading);
        kzi_text_put(text, ": ");
        kzi_put_list(text, why->result, &why->result->best, style);
        kzi_text_char(text, '\n');
    }
}

void kzi_why_text(struct kzi_text *text, const struct kzi_why *why, const struct kzi_style *style) {
    kzi_text_situation(text, why->result, style);
    kzi_text_char(text, ' ');
    kzi_text_hand(text, why->result, why->has_reading ? &why->reading : NULL);
    kzi_text_char(text, '\n');
    kzi_ink_bold(text, style);
    kzi_why_say(text, why, style);
    kzi_ink_off(text, style);
    kzi_text_char(text, '\n');
    if (why->status == KZI_WHY_COUNTS && why->result->reason != KZI_WINS) {
        struct kzi_sentence sentence = kzi_sentence_begin(text, style);
        kzi_argument_no_win(&sentence, why->result);
        kzi_sentence_end(&sentence, KZI_SAYS_but_no_win);
        kzi_text_char(text, '\n');
    }
    kzi_put_title(text, style, KZI_SAYS_title_asks);
    for (unsigned i = 0; i < why->n_statements; i++)
        put_clause(text, why, why->statements[i], 0, style);
    if (!why->n_statements)
        kzi_text_put(text, "  nothing\n");
    kzi_put_rule(text, rule_of(why)->place, rule_of(why)->source, style);
    put_before(text, why, style);
    put_minimum(text, why, style);
    if (why->status != KZI_WHY_COUNTS && why->status != KZI_WHY_NOT_USED)
        put_change(text, why, style);
}

/* --- JSON ------------------------------------------------------------------------------------- */

/* Write what the requirement of a single statement is, for a program to word it: the condition of
 * the language, or another code, and its argument. */
static void write_code(struct kzi_text *text, const struct kzi_why *why,
                       const struct kzi_condition *clause) {
    if (clause == &kzi_clause_in_use)
        kzi_json_key_string(text, "code", "in_use");
    else if (clause == &kzi_clause_count) {
        kzi_json_key_string(text, "code", "each");
        kzi_json_node(text, "argument", kzi_node_get(rule_of(why)->node, "each"));
    } else if (clause->op == KZI_TEST)
        kzi_clause_json(text, clause);
}

static void write_clause(struct kzi_text *text, const struct kzi_why *why,
                         const struct kzi_condition *clause) {
    struct kzi_text said = kzi_text_growing();
    bool known = kzi_why_knows(why, clause);
    unsigned failing = known && kzi_why_failing(why, clause);
    const size_t parts = clause->parts.count;
    struct kzi_sentence asks = kzi_sentence_begin(&said, &plain);
    put_asks(&asks, why, clause);
    kzi_sentence_end_list(&asks, KZI_AND);
    kzi_json_begin(text, '{');
    kzi_json_key_text(text, "asks", &said);
    kzi_json_key(text, "asks_code");
    asks = kzi_sentence_begin(text, NULL);
    put_asks(&asks, why, clause);
    kzi_sentence_end_list(&asks, KZI_AND);
    write_code(text, why, clause);
    if (known)
        kzi_json_key_bool(text, "holds", !failing);
    else
        kzi_json_key_string(text, "holds", NULL);
    if (!parts && known &&
        (failing || (clause->op == KZI_TEST && clause->kind != KZI_CONDITIONS))) {
        said = kzi_text_growing();
        struct kzi_sentence instead = kzi_sentence_begin(&said, &plain);
        say_has(&instead, why, clause);
        kzi_json_key_text(text, "has", &said);
        kzi_json_key(text, "has_code");
        instead = kzi_sentence_begin(text, NULL);
        say_has(&instead, why, clause);
    }
    if (parts)
        kzi_json_begin_key(text, clause->op == KZI_ALL ? "all_of" : "any_of", '[');
    for (size_t i = 0; i < parts; i++)
        write_clause(text, why, clause->parts.list[i]);
    if (parts)
        kzi_json_end(text, ']');
    kzi_json_end(text, '}');
}

static void write_change(struct kzi_text *text, const struct kzi_why *why) {
    const struct kzi_tile_change *change = &why->change;
    kzi_json_key_int(text, "changes", change->count);
    if (!change->count) {
        kzi_json_key_string(text, "change", NULL);
        return;
    }
    kzi_json_begin_key(text, "change", '{');
    struct kzi_text said = kzi_text_growing(), line = kzi_text_growing();
    kzi_why_say_change(&said, why, &kzi_plain_style);
    kzi_json_key_text(text, "says", &said);
    kzi_write_line(&line, &change->hand);
    kzi_json_key_text(text, "hand", &line);
    kzi_json_key_int(text, "points", change->points);
    kzi_json_end(text, '}');
}

void kzi_why_json(struct kzi_text *text, const struct kzi_why *why) {
    const struct kz_result *result = why->result;
    const struct kzi_model *model = result->rules->model;
    struct kzi_text said = kzi_text_growing();
    kzi_why_say(&said, why, &plain);
    kzi_json_start(text);
    kzi_json_begin(text, '{');
    kzi_json_id(text, kzi_hand_id(&result->hand));
    kzi_json_ruleset(text, result->rules);
    kzi_json_key_string(text, "yaku", model->yaku[why->yaku].id);
    kzi_json_key_bool(text, "counts", why->status == KZI_WHY_COUNTS);
    kzi_json_key_string(text, "status", kzi_why_status_names[why->status]);
    kzi_json_key_text(text, "message", &said);
    kzi_json_key(text, "message_code");
    kzi_why_say(text, why, NULL);
    if (why->has_reading)
        kzi_json_reading(text, result, &why->reading);
    else
        kzi_json_key_string(text, "reading", NULL);
    kzi_json_begin_key(text, "conditions", '[');
    for (unsigned i = 0; i < why->n_statements; i++)
        write_clause(text, why, why->statements[i]);
    kzi_json_end(text, ']');
    if (minimum_of(why)) {
        kzi_json_key(text, "minimum");
        write_clause(text, why, minimum_of(why));
    }
    int by = why->status == KZI_WHY_ASIDE
                 ? kzi_covered_by(result->rules, &why->shown->best, why->yaku)
                 : -1;
    if (by >= 0)
        kzi_json_key_string(text, "covered_by", model->yaku[by].id);
    write_change(text, why);
    kzi_json_end(text, '}');
}

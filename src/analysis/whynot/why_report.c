/* Report why a yaku does not count in a hand, as sentences and as JSON. */
#include "analysis/whynot/why_not.h"

#include "analysis/whynot/clause.h"
#include "analysis/witness/witness.h"
#include "report/document.h"
#include "report/result_json.h"
#include "report/wording.h"
#include "tile/notation.h"
#include "words/condition_words.h"

static const struct kzi_model *model_of(const struct kzi_why *why) {
    return why->result->rules->model;
}

static const struct kzi_yaku *rule_of(const struct kzi_why *why) {
    return &model_of(why)->yaku[why->yaku];
}

/* Return the yaku that covers it, or -1. */
static int coverer_of(const struct kzi_why *why) {
    const bool aside = why->status == KZI_WHY_ASIDE;
    return aside ? kzi_covered_by(why->result->rules, &why->shown->best, why->yaku) : -1;
}

/* --- statements ------------------------------------------------------------------------------ */

/* End with the tiles that the indicators of a mark mean: "56p and 8s are not in it". */
static void end_shown(struct kzi_sentence *sentence, const struct kzi_why *why,
                      const struct kzi_mark *mark) {
    unsigned count;
    const struct kzi_indicators *shown = kzi_indicators_of(&why->result->hand, mark, &count);
    if (!count) {
        kzi_sentence_end(sentence, KZI_SAYS_no_indicator);
        return;
    }
    KZI_SENTENCE(sentence, KZI_AND)
        for (unsigned i = 0; i < count; i++)
            kzi_put_indicated(kzi_argument(sentence), model_of(why), shown, i);
    kzi_sentence_end(sentence, count > 1 ? KZI_SAYS_not_in_it_several : KZI_SAYS_not_in_it);
}

/* End with the mark that a yaku counts (asks), or with the statement that the hand has none. */
static void end_mark(struct kzi_sentence *sentence, const struct kzi_why *why,
                     const struct kzi_mark *mark, bool asks) {
    enum kzi_says none = KZI_SAYS_has_none;
    switch (mark->kind) {
    case KZI_MARK_DORA:
    case KZI_MARK_URA:
        if (!asks) {
            end_shown(sentence, why, mark);
            return;
        }
        break;
    case KZI_MARK_RED:
        kzi_sentence_end(sentence, asks ? KZI_SAYS_asks_red_five : KZI_SAYS_no_red_five);
        return;
    case KZI_MARK_ASIDE:
        none = KZI_SAYS_none_aside;
        break;
    case KZI_MARK_FLOWERS:
    case KZI_MARK_FACES:
    case KZI_MARK_THROWN:
        break;
    }
    kzi_argument_mark(sentence, mark->id, KZI_ONE);
    kzi_sentence_end(sentence, asks ? KZI_SAYS_asks_mark : none);
}

/* End with what a yaku counts (asks), or with what the hand lacks of it. */
static void end_each(struct kzi_sentence *sentence, const struct kzi_why *why, bool asks) {
    const struct kzi_yaku *rule = rule_of(why);
    if (rule->each == KZI_EACH_FOUR)
        kzi_sentence_end(sentence, asks ? KZI_SAYS_asks_four : KZI_SAYS_no_four);
    else if (rule->each == KZI_EACH_COUNTER)
        kzi_sentence_end(sentence, asks ? KZI_SAYS_asks_counter : KZI_SAYS_no_counter);
    else if (rule->each == KZI_EACH_TILE) {
        kzi_argument_class(sentence, &rule->each_class_name, asks ? KZI_A : KZI_ONE);
        kzi_sentence_end(sentence, asks ? KZI_SAYS_asks_tile : KZI_SAYS_has_none);
    } else
        end_mark(sentence, why, &model_of(why)->marks[rule->each_mark], asks);
}

/* Put the requirement of a clause as an argument, worded to follow "needs". */
static void say_asks(struct kzi_sentence *sentence, const struct kzi_why *why,
                     const struct kzi_condition *clause) {
    if (clause == &kzi_clause_in_use)
        kzi_argument_says(sentence, KZI_SAYS_asks_in_use);
    else if (clause == &kzi_clause_count) {
        kzi_sentence_begin(sentence);
        end_each(sentence, why, true);
    } else
        kzi_say_clause(sentence, model_of(why), clause);
}

/* End with what the hand has for a single statement, or instead of it. */
static void end_has(struct kzi_sentence *sentence, const struct kzi_why *why,
                    const struct kzi_condition *clause) {
    if (clause == &kzi_clause_in_use)
        kzi_sentence_end(sentence, KZI_SAYS_not_in_use);
    else if (clause == &kzi_clause_count)
        end_each(sentence, why, false);
    else
        kzi_end_clause(sentence, why->shown, &why->facts, &why->reading, clause);
}

/* --- one sentence ---------------------------------------------------------------------------- */

/* End with the first failing statement: "68s waits for the middle tile; pinfu needs a two-sided
 * wait". */
static void end_first(struct kzi_sentence *sentence, const struct kzi_why *why) {
    const struct kzi_condition *first = kzi_why_first(why);
    const bool word = kzi_asks_word(first);
    KZI_SENTENCE(sentence, word ? KZI_SAYS_needs_word : KZI_SAYS_needs) {
        end_has(sentence, why, first);
        if (!word)
            say_asks(sentence, why, first);
    }
}

static void end_worth(struct kzi_sentence *sentence, const struct kzi_why *why) {
    const struct kzi_value *value = kzi_value_in_hand(why->result, why->yaku);
    unsigned times = kzi_times_listed(why->result, why->yaku);
    kzi_argument_worth(sentence, model_of(why), &model_of(why)->yaku[why->yaku], value);
    if (times > 1)
        kzi_argument_int(sentence, times);
    kzi_sentence_end(sentence, times > 1 ? KZI_SAYS_counts_times : KZI_SAYS_counts);
}

static void end_lost(struct kzi_sentence *sentence, const struct kzi_why *why) {
    const struct kzi_tally *best = &why->result->best, *tally = &why->shown->best;
    bool known = kzi_has_bit(tally->scored, why->yaku),
         alone = kzi_has_bit(why->result->rules->alone, why->yaku),
         points = known && best->wins && tally->wins && tally->points < best->points;
    kzi_argument_says(sentence, known ? kzi_why_lost(best, tally) : KZI_SAYS_lost_points);
    if (points) {
        kzi_argument_points(sentence, tally->points);
        kzi_argument_int(sentence, best->points);
    }
    static const enum kzi_says says[2][2] = {{KZI_SAYS_loses, KZI_SAYS_loses_points},
                                             {KZI_SAYS_loses_alone, KZI_SAYS_loses_alone_points}};
    kzi_sentence_end(sentence, says[alone][points]);
}

void kzi_why_end(struct kzi_sentence *sentence, const struct kzi_why *why) {
    const int by = coverer_of(why);
    if (why->status == KZI_WHY_ASIDE && by < 0) {
        kzi_end_aside(sentence, why->shown, why->yaku);
        return;
    }
    if (why->status == KZI_WHY_INCOMPLETE) {
        kzi_argument_no_win(sentence, why->result);
        kzi_sentence_end(sentence, why->change.completing ? KZI_SAYS_one_tile_completes
                                                          : KZI_SAYS_no_tile_completes);
        return;
    }
    kzi_argument_yaku(sentence, model_of(why), why->yaku);
    if (why->status == KZI_WHY_COUNTS)
        end_worth(sentence, why);
    else if (why->status == KZI_WHY_NOT_USED)
        kzi_sentence_end(sentence, KZI_SAYS_rules_do_not_use);
    else if (why->status == KZI_WHY_LOSES)
        end_lost(sentence, why);
    else if (by >= 0) {
        kzi_argument_yaku(sentence, model_of(why), (unsigned)by);
        kzi_sentence_end(sentence, KZI_SAYS_is_covered);
    } else
        end_first(sentence, why);
}

void kzi_why_end_change(struct kzi_sentence *sentence, const struct kzi_why *why) {
    const struct kzi_tile_change *change = &why->change;
    unsigned suit = kzi_suit(change->from);
    bool red = suit < KZI_SUITS && kzi_number(change->from) == 5 &&
               why->result->hand.reds[suit] > change->hand.reds[suit] && !change->to_red;
    kzi_put_tile(kzi_argument(sentence), change->to, change->to_red);
    if (change->winning_tile && why->result->hand.win_face)
        kzi_put_win(kzi_argument(sentence), &why->result->hand);
    else
        kzi_put_tile(kzi_argument(sentence), change->from, red);
    kzi_sentence_end(sentence, KZI_SAYS_one_for_another);
}

/* --- the conditions --------------------------------------------------------------------------- */

#define INDENT 4

/* Begin a member that is a sentence: in words or, for a program that words it, in code. */
static struct kzi_sentence *begin_sentence(struct kzi_doc *doc, const char *key, bool code) {
    struct kzi_sentence *sentence = code ? kzi_doc_coded(doc, key) : kzi_doc_words(doc, key);
    kzi_sentence_begin(sentence);
    return sentence;
}

/* Put the requirement of a single statement for a program to word: the condition of the language,
 * or another code, and its argument. */
static void put_code(struct kzi_doc *doc, const struct kzi_why *why,
                     const struct kzi_condition *clause) {
    struct kzi_text *json = kzi_doc_json(doc);
    if (!json)
        return;
    if (clause == &kzi_clause_in_use)
        kzi_json_key_string(json, "code", "in_use");
    else if (clause == &kzi_clause_count) {
        kzi_json_key_string(json, "code", "each");
        kzi_put_node_json(json, "argument", kzi_node_get(rule_of(why)->node, "each"));
    } else if (clause->op == KZI_TEST)
        kzi_put_clause_json(json, clause);
}

static void put_clause(struct kzi_doc *doc, const char *key, const struct kzi_why *why,
                       const struct kzi_condition *clause, int depth) {
    const bool known = kzi_why_knows(why, clause), failing = known && kzi_why_failing(why, clause);
    const size_t parts = clause->parts.count;
    KZI_DOC_OBJECT(doc, key) {
        kzi_text_format(kzi_doc_text(doc, ".mark"), "%*s%s", depth * INDENT, "",
                        !known    ? "[?]"
                        : failing ? "[ ]"
                                  : "[x]");
        for (unsigned code = 0; code <= doc->json; code++) {
            struct kzi_sentence *asks = begin_sentence(doc, code ? "asks_code" : "asks", code);
            say_asks(asks, why, clause);
            kzi_sentence_end(asks, KZI_AND);
        }
        put_code(doc, why, clause);
        if (known)
            kzi_doc_bool(doc, "holds", !failing);
        else
            kzi_doc_string(doc, "holds", NULL);
        const bool test = known && clause->op == KZI_TEST && clause->kind != KZI_CONDITIONS;
        for (unsigned code = 0; !parts && (failing || (test && doc->json)) && code <= doc->json;
             code++) {
            struct kzi_sentence *has = begin_sentence(doc, code ? "has_code" : "has", code);
            end_has(has, why, clause);
        }
        if (parts)
            kzi_doc_open(doc, clause->op == KZI_ALL ? "all_of" : "any_of", '[');
        for (size_t i = 0; i < parts; i++)
            put_clause(doc, NULL, why, clause->parts.list[i], depth + 1);
        if (parts)
            kzi_doc_close(doc);
    }
}

static void put_conditions(struct kzi_doc *doc, const struct kzi_why *why) {
    /* the condition of every winning reading */
    const struct kzi_condition *minimum = why->has_reading ? model_of(why)->minimum_when : NULL;
    KZI_DOC_LIST(doc, "conditions")
        for (size_t i = 0; i < why->whole.parts.count; i++)
            put_clause(doc, NULL, why, why->statements[i], 0);
    if (minimum && (doc->json || !why->result->best.meets))
        put_clause(doc, "minimum", why, minimum, 0);
}

/* --- the change ------------------------------------------------------------------------------- */

static void put_change(struct kzi_doc *doc, const struct kzi_why *why) {
    const struct kzi_tile_change *change = &why->change;
    kzi_doc_int(doc, "changes", change->count);
    if (!change->count) {
        kzi_doc_string(doc, "change", NULL);
        kzi_doc_say(doc, ".no_change", KZI_SAYS_no_change);
        return;
    }
    KZI_DOC_OBJECT(doc, "change") {
        struct kzi_sentence *says = kzi_doc_sentence(doc, "says");
        kzi_why_end_change(says, why);
        kzi_write_line(kzi_doc_text(doc, "hand"), &change->hand);
        kzi_doc_int(doc, "points", change->points);
    }
    if (change->winning_tile)
        kzi_doc_say(doc, ".which", KZI_SAYS_the_winning_tile);
    kzi_doc_int(doc, ".worth", change->points);
    if (change->count > 1)
        kzi_doc_int(doc, ".others", change->count - 1);
}

/* --- the whole -------------------------------------------------------------------------------- */

/* Put what JSON says in other members, in text only. */
static void put_for_readers(struct kzi_doc *doc, const struct kzi_why *why) {
    const struct kz_result *result = why->result;
    kzi_put_situation(doc, &result, 1);
    kzi_put_hand_as_read(kzi_doc_text(doc, ".hand"), result,
                         why->has_reading ? &why->reading : NULL);
    if (why->status == KZI_WHY_COUNTS && result->reason != KZI_WINS)
        KZI_DOC_SENTENCE(but, doc, ".but", KZI_SAYS_but_no_win)
            kzi_argument_no_win(but, result);
    if (!why->whole.parts.count)
        kzi_doc_say(doc, ".nothing", KZI_SAYS_nothing);
    kzi_put_rule(doc, rule_of(why)->place, rule_of(why)->source);
    if (why->status == KZI_WHY_ASIDE)
        kzi_put_why_uncounted(doc, why->shown, why->yaku);
    if (why->status == KZI_WHY_LOSES && kzi_has_bit(why->shown->best.scored, why->yaku)) {
        kzi_put_hand_as_read(kzi_doc_text(doc, ".best"), result, &result->best.reading);
        kzi_put_counted_yaku(doc, result);
    }
}

void kzi_put_why_not(struct kzi_text *text, const struct kzi_why *why,
                     const struct kzi_style *style) {
    const struct kz_result *result = why->result;
    const struct kzi_model *model = model_of(why);
    struct kzi_doc doc = kzi_doc_begin(text, style);
    kzi_doc_ruleset(&doc, kzi_hand_id(&result->hand), result->rules);
    kzi_doc_string(&doc, "yaku", model->yaku[why->yaku].id);
    kzi_doc_bool(&doc, "counts", why->status == KZI_WHY_COUNTS);
    kzi_doc_string(&doc, "status", kzi_why_status_names[why->status]);
    for (unsigned code = 0; code <= doc.json; code++) {
        struct kzi_sentence *message =
            begin_sentence(&doc, code ? "message_code" : "message", code);
        kzi_why_end(message, why);
    }
    if (!doc.json)
        put_for_readers(&doc, why);
    else if (why->has_reading)
        kzi_put_reading(&doc, result, &why->reading);
    else
        kzi_doc_string(&doc, "reading", NULL);
    put_conditions(&doc, why);
    if (coverer_of(why) >= 0)
        kzi_doc_string(&doc, "covered_by", model->yaku[coverer_of(why)].id);
    if (doc.json || (why->status != KZI_WHY_COUNTS && why->status != KZI_WHY_NOT_USED))
        put_change(&doc, why);
    kzi_doc_end(&doc, KZI_LAYOUT_why);
}
